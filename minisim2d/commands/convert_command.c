/* convert_command.c: `minisim2d convert`: a problem from one format into another */
#include "commands.h"

#include <string.h>

#include "../reading/problem.h"

/* 1, after a message, for a name with an ending that no format has. A point at the beginning starts
 * no ending. */
static int unknown_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *ending = strrchr(name, '.');

    if (!ending || ending == name || strcmp(problem_format_of(path)->ending, ending) == 0) return 0;
    fprintf(stderr, "minisim2d: no format has the ending %s: there are", ending);
    for (int i = 0; problem_format_at(i); i++)
        fprintf(stderr, "%s %s", i ? "," : "", problem_format_at(i)->ending);
    fprintf(stderr, "; or say --to FORMAT\n");
    return 1;
}

int command_convert(const options *o)
{
    const char *in = o->operands[0], *out = o->operands[1];
    const problem_format *from, *to;
    lcp_file file;
    int failed;

    if (options_format("--from", o->from, &from) != 0 || options_format("--to", o->to, &to) != 0 ||
        (!to && unknown_ending(out)) ||
        lcp_file_read(in, from, &file, stderr) != 0)
        return EXIT_USAGE;
    failed = lcp_file_save(&file, out, to ? to : problem_format_of(out), in, stderr);
    lcp_file_free(&file);
    return failed ? EXIT_USAGE : EXIT_DONE;
}
