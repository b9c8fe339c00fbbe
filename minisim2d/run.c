/* run.c: `minisim2d run`: one scene, one method */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "measure.h"
#include "picture.h"
#include "svg.h"

static int save_csv(const char *path, const trajectory *t)
{
    output_text text = { NULL, 0, 0, 0 };
    int failed;

    trajectory_csv(t, &text);
    failed = output_save(path, &text, stderr);
    output_free(&text);
    return failed;
}

/* the files that were asked for; 0, or -1 after a message */
static int save_files(const options *o, const scene *s, const char *subtitle, const picture_run *run)
{
    int failed = 0;

    if (o->csv && save_csv(o->csv, run->path) != 0) failed = -1;
    if (o->svg && picture_save(o->svg, s, subtitle, 1, run, stderr) != 0) failed = -1;
    return failed;
}

/* the exact reference: its events take the place of the solver's summary */
static int run_exact(const options *o, const scene *s, const settings *with)
{
    picture_run run = { "exact", NULL, SVG_STYLE_EXACT, 0, 1, 0, NULL };
    trajectory path;
    reference r;
    int status = EXIT_DONE;

    trajectory_init(&path);
    if (reference_make(s, with->time, &r, stderr) != 0) {
        reference_free(&r);
        return EXIT_FAILED;
    }
    if (!o->quiet) {
        printf("%s: exact, event by event, to t = %.9g s\n", s->title, with->time);
        for (int k = 0; k < r.count; k++) {
            printf("\nparticle %d\n  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge\n", k + 1);
            for (int i = 0; i < r.path[k].nevent; i++) {
                const exact_event *e = r.path[k].event + i;
                printf("  %-11.7f  %-6s  %-12.7g  %-12.7g  %-12.7g  %-12.7g", e->t, exact_kind_name(e->kind), e->x[0], e->x[1], e->v_after[0],
                       e->v_after[1]);
                for (int j = 0; j < 2 && e->edge[j] >= 0; j++) printf("  %d", e->edge[j] + 1);
                printf("\n");
            }
        }
    }
    if (reference_trajectory(&r, s, with->h, &path) != 0) {
        fprintf(stderr, "minisim2d: no memory for %d rows\n", scene_steps(with->time, with->h));
        status = EXIT_FAILED;
    }
    run.path = &path;
    if (status == EXIT_DONE && save_files(o, s, "exact reference", &run) != 0) status = EXIT_FAILED;
    trajectory_free(&path);
    reference_free(&r);
    return status;
}

static void print_summary(const scene *s, const settings *with, const simulation *run, const char *subtitle)
{
    double residual = 0.0, iterations = 0.0;
    int largest = 0, solved = 0;

    for (int i = 0; i < run->path.nrow; i++) {
        const trajectory_row *row = run->path.row + i;
        residual = fmax(residual, row->residual);
        iterations += row->iterations;
        solved += row->size > 0;
        if (row->size > largest) largest = row->size;
    }
    printf("%s: %s\n", s->title, subtitle);
    printf("  steps       %d of %d, to t = %.9g s\n", run->steps, run->planned, run->t);
    printf("  problems    %d, the largest of %d unknown%s; %.9g iterations, worst residual %.2g\n", solved, largest,
           largest == 1 ? "" : "s", iterations, residual);
    for (int i = run->path.nrow - s->nparticle; i < run->path.nrow; i++) {
        const trajectory_row *row = run->path.row + i;
        printf("  particle %-2d (%.6f, %.6f) m, velocity (%.6f, %.6f) m/s\n", row->particle + 1, output_rounded(row->x[0], 6),
               output_rounded(row->x[1], 6), output_rounded(row->v[0], 6), output_rounded(row->v[1], 6));
    }
    if (with->dump) printf("  problems saved in %s: %d\n", with->dump, run->dumped);
}

static int run_simulation(const options *o, const scene *s, const settings *with)
{
    const picture_look *look = picture_looks + with->formulation;
    picture_run curve = { look->title, NULL, look->style, 0, 0, 1, NULL };
    char subtitle[160];
    simulation run;
    mb_status status;
    int exit_status;

    snprintf(subtitle, sizeof subtitle, "%s as %s, solver %s, h = %g s, epsilon = %g m", look->title, form_names[with->form],
             solver_name(with), with->h, with->epsilon);
    status = simulate(s, with, &run, stderr);
    curve.path = &run.path;
    curve.failed = status != MB_OK;
    exit_status = status == MB_OK ? EXIT_DONE : EXIT_FAILED;
    if (run.path.nrow > 0) {
        if (!o->quiet) print_summary(s, with, &run, subtitle);
        if (save_files(o, s, subtitle, &curve) != 0) exit_status = EXIT_FAILED;
    }
    simulation_free(&run);
    return exit_status;
}

int command_run(const options *o)
{
    settings with;
    scene s;
    int status;

    if (scene_read(o->operand, &s, stderr) != 0) return EXIT_USAGE;
    status = options_apply(o, &s, &with);
    if (status == 0) status = o->formulation && strcmp(o->formulation, "exact") == 0 ? run_exact(o, &s, &with) : run_simulation(o, &s, &with);
    scene_free(&s);
    return status;
}
