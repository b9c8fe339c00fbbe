/* jobs.c: each part is a job of its own; the merge waits for all of them; see commands.h
 *
 * A script runs in the folder where it is started, which gets the results; the program and the
 * scene are named by their full paths.
 */
#define _XOPEN_SOURCE 700             /* realpath */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../writing/posix.h"

enum { MOST_PARTS = 10000 };

/* The pieces of scripts. */
typedef struct {
    const options *o;
    int parts;
    const char *csv;
    output_text make;             /* the command that makes a part, up to its number */
    output_text merge;            /* the command that merges them */
    output_text folder;           /* the folder of the parts */
} script;

/* a path that is valid from anywhere; a command found by PATH stays */
static void put_path(const char *path, int is_command, output_text *out)
{
    char *full = is_command && !strchr(path, '/') ? NULL : realpath(path, NULL);

    options_word(full ? full : path, out);
    free(full);
}

static void put_folder(script *s)
{
    output_text name = { 0 };

    output_printf(&name, "%s.parts", s->csv);
    if (name.failed) s->folder.failed = 1;
    else options_word(name.data, &s->folder);
    output_free(&name);
}

static const char *command_of(const script *s)
{
    return s->o->command == FOR_CALIBRATE ? "calibrate" : "study";
}

static void put_make(script *s, const char *path)
{
    put_path(s->o->program, 1, &s->make);
    output_printf(&s->make, " %s", command_of(s));
    for (int i = 0; i < s->o->noperand; i++) {
        output_string(&s->make, " ");
        put_path(i == 0 ? path : s->o->operands[i], 0, &s->make);
    }
    options_shell(s->o, &s->make);
    output_string(&s->make, " --quiet");
}

static void put_merge(script *s)
{
    const options *o = s->o;
    const char *const given[][2] = { { "--csv", s->csv }, { "--svg", o->svg }, { "--png", o->png },
                                     { "--x", o->x }, { "--y", o->y },
                                     { "--summary", o->summary } };

    put_path(o->program, 1, &s->merge);
    output_printf(&s->merge, " %s --merge %s/*-of-%d.csv", command_of(s), s->folder.data, s->parts);
    for (int i = 0; i < 6; i++) {
        if (!given[i][1]) continue;
        output_printf(&s->merge, " %s ", given[i][0]);
        options_word(given[i][1], &s->merge);
    }
    if (o->quiet) output_string(&s->merge, " --quiet");
}

static void print_parallel(const script *s)
{
    printf("#!/bin/sh\n"
           "# A study in %d parts with GNU parallel, and their merge. Run it with sh where the\n"
           "# results are to be; arguments go to parallel, such as --jobs 4.\n"
           "set -eu\n"
           "mkdir -p %s\n"
           "seq %d | parallel -q --halt now,fail=1 \"$@\" \\\n"
           "    %s \\\n"
           "    --shard {}/%d --csv %s/{}-of-%d.csv\n"
           "%s\n", s->parts, s->folder.data, s->parts, s->make.data, s->parts, s->folder.data,
           s->parts, s->merge.data);
}

static void print_slurm(const script *s)
{
    printf("#!/bin/sh\n"
           "# A study in %d parts as a Slurm job array, and their merge, which waits for them.\n"
           "# Run it with sh where the results are to be; arguments go to sbatch, as --time=60.\n"
           "set -eu\n"
           "mkdir -p %s\n"
           "parts=$(sbatch --parsable --job-name=study --array=1-%d \\\n"
           "    --output=%s/%%a-of-%d.log \"$@\" <<'JOB'\n"
           "#!/bin/sh\n"
           "exec %s \\\n"
           "    --shard \"$SLURM_ARRAY_TASK_ID/%d\" --csv %s/\"$SLURM_ARRAY_TASK_ID-of-%d.csv\"\n"
           "JOB\n"
           ")\n", s->parts, s->folder.data, s->parts, s->folder.data, s->parts, s->make.data,
           s->parts, s->folder.data, s->parts);
    printf("sbatch --job-name=merge --dependency=\"afterok:${parts%%%%;*}\" "
           "--kill-on-invalid-dep=yes \\\n"
           "    --output=%s/merge-of-%d.log \"$@\" <<'JOB'\n"
           "#!/bin/sh\n"
           "exec %s\n"
           "JOB\n", s->folder.data, s->parts, s->merge.data);
}

static int is_stdout(const char *option, const char *path)
{
    if (!path || strcmp(path, "-") != 0) return 0;
    return refuse("a script writes to files: %s takes a name here, not -", option);
}

int jobs_print(const options *o, const char *path)
{
    const int slurm = o->print_slurm < HUGE_VAL;
    script s = { o, 0, o->csv ? o->csv : "study.csv", { 0 }, { 0 }, { 0 } };
    double parts = 0.0;
    int status = EXIT_FAILED;

    if (options_whole(slurm ? "--print-slurm" : "--print-parallel",
                      slurm ? o->print_slurm : o->print_parallel, 1.0, MOST_PARTS, &parts) ||
        is_stdout("--csv", o->csv) || is_stdout("--svg", o->svg) ||
        is_stdout("--png", o->png) || is_stdout("--summary", o->summary))
        return EXIT_USAGE;
    s.parts = (int)parts;
    put_folder(&s);
    put_make(&s, path);
    if (!s.folder.failed) put_merge(&s);
    if (s.folder.failed || s.make.failed || s.merge.failed) {
        refuse("no memory for the script");
    } else {
        if (slurm) print_slurm(&s);
        else print_parallel(&s);
        status = EXIT_DONE;
    }
    output_free(&s.folder);
    output_free(&s.make);
    output_free(&s.merge);
    return status;
}
