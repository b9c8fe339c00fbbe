/* list_command.c: `minisim2d list`: the available solvers, formulations, scenes and formats */
#include <string.h>

#include "commands.h"
#include "../reading/problem.h"
#include "../reading/reader.h"
#include "../reading/scene.h"
#include "../solving/cone.h"
#include "../solving/attempt.h"

/* the solvers of a kind; only those for friction in the box form, or all */
static void list_kind(const char *heading, int mixed, int friction)
{
    const mb_solver *solver;

    printf("%s\n", heading);
    for (int i = 0; (solver = solvers_at(mixed, i)) != NULL; i++)
        if (!friction || solvers_take_friction(solver))
            printf("  %-16s %s\n", solver->name, solver->summary);
}

static int list_solvers(void)
{
    list_kind("for --form lcp", 0, 0);
    list_kind("for --form mlcp (and box without friction)", 1, 0);
    list_kind("for --form box with friction", 1, 1);
    printf("for islands of bodies, where no --solver is given\n"
           "  %-16s Newton's method in velocities, without a matrix\n"
           "  %-16s then, where it is not too large for a matrix\n"
           "  %-16s then: sweeps over contacts and joints\n", "contact-newton", "lemke",
           "contact-pgs");
    printf("for supports that are discs (replay: --form cone)\n");
    for (int i = 0; i < mb_cone_count; i++)
        printf("  %-16s %s%s\n", mb_cone_solvers[i].name, mb_cone_solvers[i].title,
               i == 0 ? " (default)" : "");
    return EXIT_DONE;
}

static int list_formulations(void)
{
    for (int i = 0; i < mb_formulation_count; i++)
        printf("  %-9s %s\n", mb_formulations[i].name, mb_formulations[i].summary);
    if (formulation_mine) printf("  %-9s %s\n", formulation_mine->name, formulation_mine->summary);
    printf("  %-9s the event-driven reference: no step length, exact to rounding\n", "exact");
    return EXIT_DONE;
}

static int list_formats(void)
{
    const problem_format *format;

    for (int i = 0; (format = problem_format_at(i)) != NULL; i++)
        printf("  %-7s  %-5s  %s\n", format->name, format->ending, format->summary);
    return EXIT_DONE;
}

int command_list(const options *o)
{
    static const char *const topics[] = { "solvers", "formulations", "scenes", "formats" };
    int closest;

    if (strcmp(o->operand, "solvers") == 0) return list_solvers();
    if (strcmp(o->operand, "formulations") == 0) return list_formulations();
    if (strcmp(o->operand, "scenes") == 0) return scenes_list(o->program);
    if (strcmp(o->operand, "formats") == 0) return list_formats();
    closest = reader_closest(o->operand, (int)strlen(o->operand), topics, 4, READER_NEAR, 0);
    return refuse("list takes solvers, formulations, scenes or formats, not '%s'%s%s%s", o->operand,
                  closest < 0 ? "" : ": did you mean ", closest < 0 ? "" : topics[closest],
                  closest < 0 ? "" : "?");
}
