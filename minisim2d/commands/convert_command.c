/* convert_command.c: `minisim2d convert`: a problem from one format into another */
#include "commands.h"
#include "../reading/problem.h"

int command_convert(const options *o)
{
    const char *in = o->operands[0], *out = o->operands[1];
    const problem_format *from, *to;
    lcp_file file;
    int failed;

    if (options_format("--from", o->from, &from) != 0 || options_format("--to", o->to, &to) != 0 ||
        lcp_file_read(in, from, &file, stderr) != 0)
        return EXIT_USAGE;
    failed = lcp_file_save(&file, out, to ? to : problem_format_of(out), in, stderr);
    lcp_file_free(&file);
    return failed ? EXIT_USAGE : EXIT_DONE;
}
