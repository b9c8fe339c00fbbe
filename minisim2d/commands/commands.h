/* commands.h: the commands of minisim2d, their options, and the files that they write */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdio.h>

#include "../motion/simulate.h"
#include "../reading/scene.h"
#include "../solving/attempt.h"
#include "../writing/output.h"

/* the program's exit status: done; the simulation or solver failed; bad input, or an output that
 * can't be written */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* refuse: prints `minisim2d: ` and the message, a line; returns EXIT_USAGE */
int refuse(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* ---- options ---- */

enum { OPTIONS_SEVERAL = 8 };     /* most values of an option that may be repeated */

/* The options given; NULL, 0 and HUGE_VAL mean not given. */
typedef struct {
    int command;                  /* FOR_... */
    const char *program;          /* argv[0] */
    const char *operand;          /* the scene or problem file, or the topic of list; the first */
    char **operands;              /* all of them, in argv */
    int noperand;
    const char *formulation;      /* "st", "ap", "peg", "swept" or "exact"; for compare and study
                                     several, with commas between them */
    const char *form, *scope, *primary, *solver, *supports;
    double h, time, epsilon, psi_min, tol;
    double max_iter, sweeps, omega, dump_every;
    double zoom[4];               /* left, bottom, width, height [m]; width 0: not given */
    const char *csv, *svg, *png, *energy, *html, *mat, *frames, *dump;
    const char *from, *to, *list;
    /* for study, from here on */
    const char *position, *velocity, *body, *shard, *summary;
    double runs, seed, h_min, halvings, off, print_slurm, print_parallel;
    const char *x, *y, *by, *log, *over, *title;   /* for chart */
    const char *vary[OPTIONS_SEVERAL];             /* for calibrate */
    int nvary;
    const char *held;
    double length, coarse;
    int merge;
    int quiet, help, trace, halfspaces, best;
} options;

/* A set of commands that an option belongs to. */
enum {
    FOR_RUN = 1, FOR_COMPARE = 2, FOR_LIST = 4, FOR_SOLVE = 8, FOR_CONVERT = 16, FOR_STUDY = 32,
    FOR_REPLAY = 128, FOR_CHART = 256, FOR_CALIBRATE = 512
};

/* options_parse: read argv[first..argc-1] for one command
 *
 * Takes `--name value`, `--name=value`, `--` and operands in any order; the operands are moved to
 * argv[first] and what follows. Returns 0; or 2 after a message on stderr that names the offending
 * word and what was expected.
 */
int options_parse(int argc, char **argv, int first, int command, options *out);

/* options_view: the window of --zoom, xmin ymin xmax ymax; NULL: not given */
const double *options_view(const options *o, double view[4]);

/* options_help: the options of one command
 * options_wrap: text in lines of 80 columns, from column `at` on, further lines indented; lines
 * that begin with a space, and empty ones, are not wrapped */
void options_help(int command, FILE *to);
void options_wrap(const char *text, int at, int indent, FILE *to);

/* options_number: stores a number, if given, in *out; ok: it is as expected. 0, or 2 after a
 * message
 * options_whole: the same, of a whole one from `least` to `most` */
int options_number(const char *name, double value, int ok, const char *expected, double *out);
int options_whole(const char *name, double value, double least, double most, double *out);

/* options_shard: the part of --shard I/N, 1 of 1 without it; 0, or 2 after a message */
int options_shard(const options *o, int *part, int *parts);

/* options_merge: checks that all options given have an effect on study --merge; 0, or 2 after a
 * message */
int options_merge(const options *o);

/* options_shell: appends the given options that define a study, as words for a shell: not its part,
 * its files, or what is printed
 * options_word: appends one word, in quotes if the shell needs them */
void options_shell(const options *o, output_text *out);
void options_word(const char *word, output_text *out);

/* options_log: the logarithmic axes, x 1 and y 2, or 0; -1 after a message */
int options_log(const options *o);

/* options_exact: whether --formulation names the exact reference */
int options_exact(const options *o);

/* options_apply: the settings from a scene and the options. An option that has no effect on them is
 * an error. 0, or 2 after a message */
int options_apply(const options *o, const scene *s, settings *with);

/* options_replay: for replay, the formulation, -1 if none is given, the form and the solver's
 * options; *cone: supports as discs, without a form. 0, or 2 after a message */
int options_replay(const options *o, int *formulation, mb_form *form, int *cone, mb_options *out);

/* options_attempt: form, solver and options for the problem in the attempt; 0, or 2 after a message
 * options_format: the format that the option `what` names, NULL if it was not given; 0, or 2 after
 * a message */
int options_attempt(const options *o, attempt *a);
int options_format(const char *what, const char *name, const problem_format **out);

/* ---- files ---- */

typedef struct {
    /* of the options; path NULL without these */
    output_file csv, svg, png, html, mat, frames, summary, energy;
    int failed;                   /* 1: the contents of one of them can't be made */
    FILE *words;                  /* for the user: stdout; stderr when data goes to the former */
    FILE *report;                 /* the same; NULL with --quiet */
} files;

/* files_open: opens the files named by the options, and makes the folder for problems
 *
 * Rejected are files that can't be written, that are one of the n inputs (paths, - = the standard
 * input), or that are the same under two names. The folder must hold no problems of an earlier run:
 * old files among new ones could be taken for results.
 * Returns 0; or 2, with nothing open, after a message. */
int files_open(files *f, const options *o, int n, const char *const *inputs);

/* files_pictured: whether a picture is wanted
 * files_picture: writes the picture to the files named, as SVG and as PNG, and empties the text */
int files_pictured(const files *f);
void files_picture(files *f, output_text *svg);

/* files_energy: writes the chart of energies to its file, as PNG if its name ends so, and empties
 * the text */
void files_energy(files *f, output_text *svg);

/* files_close: keep = 1: puts the files in their places, and reports where pictures and pages are;
 * 0: discards them. 0, or -1 after a message */
int files_close(files *f, int keep);

/* ---- commands ---- */

/* each returns the exit status */
int command_run(const options *o);
int command_compare(const options *o);
int command_list(const options *o);
int command_solve(const options *o);
int command_convert(const options *o);
int command_study(const options *o);
int command_calibrate(const options *o);
int command_replay(const options *o);
int command_chart(const options *o);

/* jobs_print: prints the script chosen by the options, for the scene at this path, on stdout: it
 * runs a study in parts and merges them, as a Slurm job array or by GNU parallel */
int jobs_print(const options *o, const char *path);

#endif
