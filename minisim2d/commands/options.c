/* options.c: one table of all options: name, value, meaning, and the commands that have it */
#include "commands.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../reading/reader.h"
#include "../solving/cone.h"
#include "../solving/attempt.h"

enum { FLAG, WORD, NUMBER, WINDOW, WORDS };         /* WORDS: may be given more than once */

/* the detections of the formulations on which an option has an effect, a bit each; and a bit for
 * scenes with bodies, whatever the formulation */
enum { EDGES = 1 << MB_DETECT_EDGES, GROUPS = 1 << MB_DETECT_GROUPS, PATH = 1 << MB_DETECT_PATH,
       BODIES = 1 << 8 };
enum { STEPS = EDGES | GROUPS | PATH | BODIES, ALL = -1 };        /* without exact, and with it */

typedef struct {
    const char *name, *value;     /* "--h", "S" */
    int type, commands, detections;
    size_t at;                    /* offset in options */
    const char *help;             /* {run,compare|words}: words for these commands only */
} option;

#define AT(field) offsetof(options, field)
#define FOR_SCENES (FOR_RUN | FOR_COMPARE)
#define FOR_METHODS (FOR_SCENES | FOR_STUDY)
#define FOR_ANY_SOLVER (FOR_METHODS | FOR_SOLVE | FOR_CALIBRATE)
#define FOR_PARTS (FOR_STUDY | FOR_CALIBRATE)
#define FOR_MERGE 64              /* also has an effect on study --merge */
#define FOR_ALL (-1)
#define FOR_ALL_SOLVERS (FOR_ANY_SOLVER | FOR_REPLAY)

static const option rows[] = {
    { "--formulation", "NAME", WORD, FOR_RUN | FOR_REPLAY, ALL, AT(formulation),
      "see `minisim2d list formulations` ({run|swept}{replay|as recorded})" },
    { "--formulation", "NAMES", WORD, FOR_COMPARE | FOR_STUDY, ALL, AT(formulation),
      "only these, separated by commas: st,peg (all)" },
    { "--solver", "NAME", WORD, FOR_ALL_SOLVERS, STEPS, AT(solver),
      "see `minisim2d list solvers` ({replay|all}{solve|lemke; box: pgs}"
      "{run,compare,study,calibrate|lemke; box: pgs; bodies: by island})" },
    { "--form", "FORM", WORD, FOR_ALL_SOLVERS, STEPS, AT(form),
      "lcp; mlcp: with free unknowns"
      "{run,compare,study,replay,calibrate|; box: friction as bounds, by pgs only}"
      "{replay|; cone: friction of supports as discs} "
      "({run,compare,study,replay,calibrate|lcp}{solve|as in the file})" },
    { "--supports", "SIDES", WORD, FOR_RUN | FOR_PARTS, STEPS, AT(supports),
      "friction of supports: disc, square, or a polygon's number of corners (the scene's)" },
    { "--h", "S", NUMBER, FOR_SCENES | FOR_CALIBRATE, ALL, AT(h),
      "step length [s] (the scene's)" },
    { "--vary", "NAME=LO:HI:STEP", WORDS, FOR_CALIBRATE, ALL, AT(vary),
      "a parameter and its values; once for each: BODY.mu, BODY.support.mu, "
      "BODY.tripod.radius [m], or one number for several, a.mu+b.mu" },
    { "--coarse", "K", NUMBER, FOR_CALIBRATE, ALL, AT(coarse),
      "search, not all points: every K-th value of each parameter, then those K/2 beside the best, "
      "until none is better, then K/4, ... 1; last, all values of each parameter alone" },
    { "--best", NULL, FLAG, FOR_CALIBRATE, ALL, AT(best),
      "only the best point: others are abandoned once their error is greater" },
    { "--length", "M", NUMBER, FOR_CALIBRATE, ALL, AT(length),
      "length that multiplies errors of the angle [m] (the body's reach)" },
    { "--held", "SCENE", WORD, FOR_CALIBRATE, ALL, AT(held),
      "a scene whose track is only predicted, with the best parameters" },
    { "--position", "RANGES", WORD, FOR_STUDY, ALL, AT(position),
      "X0,X1,Y0,Y1 [m]: draw the starts from these ranges (the scene's `study`)" },
    { "--velocity", "RANGES", WORD, FOR_STUDY, ALL, AT(velocity),
      "VX0,VX1,VY0,VY1 [m/s]: the same for their velocities (the scene's `study`, or the "
      "particle's own)" },
    { "--body", "NAME", WORD, FOR_PARTS, ALL, AT(body),
      "the body {study|whose start is drawn (the first that is neither fixed nor driven)}"
      "{calibrate|whose tracks these are (the first with supports)}" },
    { "--runs", "N", NUMBER, FOR_STUDY, ALL, AT(runs),
      "number of starts (62; for bodies without ranges 1)" },
    { "--seed", "N", NUMBER, FOR_STUDY, ALL, AT(seed),
      "seed of the random starts: the same seed, the same starts (1)" },
    { "--h-min", "S", NUMBER, FOR_STUDY, ALL, AT(h_min),
      "shortest step [s] (1/32 of the scene's)" },
    { "--halvings", "N", NUMBER, FOR_STUDY, ALL, AT(halvings),
      "number of halvings from the longest step to the shortest (8)" },
    { "--off", "M", NUMBER, FOR_STUDY, ALL, AT(off),
      "count the runs with an error above this at some step, and with a median above it [m] "
      "(epsilon)" },
    { "--time", "S", NUMBER, FOR_METHODS, ALL, AT(time),
      "end of the simulation [s] (the scene's)" },
    { "--epsilon", "M", NUMBER, FOR_METHODS, EDGES | GROUPS | BODIES, AT(epsilon),
      "st, ap, peg, and all with bodies: detection distance [m] (the scene's)" },
    { "--psi-min", "M", NUMBER, FOR_METHODS, EDGES, AT(psi_min),
      "st, ap: ignore contacts with a gap below this, < 0 [m] (the scene's)" },
    { "--scope", "SCOPE", WORD, FOR_METHODS, EDGES, AT(scope),
      "st, ap: an edge in reach adds itself: edge, or its whole convex chain: chain (edge)" },
    { "--primary", "RULE", WORD, FOR_METHODS, GROUPS | BODIES, AT(primary),
      "peg: primary facet has the largest gap: max, or is the closest: closest (max); of bodies "
      "the one entered last: entry, or max (entry)" },
    { "--tol", "R", NUMBER, FOR_ALL_SOLVERS, STEPS, AT(tol),
      "residual that counts as solved (1e-10; large islands of bodies: 1e-3)" },
    { "--max-iter", "N", NUMBER, FOR_ALL_SOLVERS, STEPS, AT(max_iter),
      "iterations or pivots allowed (the solver's own)" },
    { "--sweeps", "N", NUMBER, FOR_RUN, BODIES, AT(sweeps),
      "st, ap, swept, with bodies: this many sweeps over contacts and joints in each step instead "
      "of a solver, whether they solve it or not; steps not solved are counted, and the exit "
      "status is 1" },
    { "--csv", "FILE", WORD, FOR_ALL_SOLVERS | FOR_MERGE, ALL, AT(csv),
      "write {run|a row for each step}{compare|the table}{solve|z and w}"
      "{study|the errors of every run}{replay|the errors of every step and solver}"
      "{calibrate|the errors} as CSV; - = standard output" },
    { "--x", "COLUMN", WORD, FOR_CHART, ALL, AT(x),
      "column for the horizontal axis" },
    { "--y", "COLUMN", WORD, FOR_CHART, ALL, AT(y),
      "column for the vertical axis" },
    { "--x", "NAME", WORD, FOR_CALIBRATE | FOR_MERGE, ALL, AT(x),
      "a map over two of the parameters, the others at their best: this one to the right" },
    { "--y", "NAME", WORD, FOR_CALIBRATE | FOR_MERGE, ALL, AT(y),
      "and this one upwards (if two are varied: the first and the second)" },
    { "--by", "COLUMN", WORD, FOR_CHART, ALL, AT(by),
      "a curve for each value in this column (a single curve)" },
    { "--log", "AXES", WORD, FOR_CHART, ALL, AT(log),
      "logarithmic axes: x, y or xy (none)" },
    { "--over", "SCENE", WORD, FOR_CHART, ALL, AT(over),
      "draw the curves into the scene: x and y are places [m], a column t their times, and the "
      "curve `exact` is the truth" },
    { "--title", "TEXT", WORD, FOR_CHART, ALL, AT(title),
      "above the picture (the file's name; with --over below the scene's title)" },
    { "--svg", "FILE", WORD, FOR_ANY_SOLVER | FOR_MERGE | FOR_CHART, ALL, AT(svg),
      "draw {run,compare|trajectories}{solve|residual by iteration}{study|error by step length}"
      "{chart|the columns}{calibrate|error by parameter, or over two} as SVG; "
      "- = standard output" },
    { "--png", "FILE", WORD, FOR_ANY_SOLVER | FOR_MERGE | FOR_CHART, ALL, AT(png),
      "the same as PNG, two pixels for each of the SVG, Latin letters only; - = standard output" },
    { "--zoom", "X Y W H", WINDOW, FOR_SCENES | FOR_CHART, ALL, AT(zoom),
      "the picture's window: X Y its lower left corner, W H width and height [m]; for "
      "particles with every step, and the half-spaces that push there with their times" },
    { "--halfspaces", NULL, FLAG, FOR_SCENES | FOR_CHART, ALL, AT(halfspaces),
      "in the picture of particles: the lines of all edges, dashed, where half-spaces end" },
    { "--energy", "FILE", WORD, FOR_SCENES, ALL, AT(energy),
      "draw kinetic, potential and total energy against time as SVG, as PNG if the name ends in "
      ".png; - = standard output" },
    { "--html", "FILE", WORD, FOR_SCENES, ALL, AT(html),
      "write a page that replays the run in a browser; - = standard output" },
    { "--mat", "FILE", WORD, FOR_RUN | FOR_SOLVE, ALL, AT(mat),
      "write the data of --csv{solve|, and the problem,} for Octave, MATLAB and scipy: a MAT-file "
      "of level 4" },
    { "--frames", "FILE", WORD, FOR_RUN, STEPS, AT(frames),
      "record every problem, for replay; - = standard output" },
    { "--from", "FORMAT", WORD, FOR_SOLVE | FOR_CONVERT, ALL, AT(from),
      "format of the input, see `minisim2d list formats` (by its ending; else lcp)" },
    { "--to", "FORMAT", WORD, FOR_CONVERT, ALL, AT(to),
      "format of the output (by its ending; else lcp)" },
    { "--list", "FILE", WORD, FOR_SOLVE, ALL, AT(list),
      "also solve the files that it names, one per line; - = standard input" },
    { "--summary", "FILE", WORD, FOR_STUDY | FOR_MERGE, ALL, AT(summary),
      "write the table as CSV, with the points that the order is fitted to; - = standard output" },
    { "--shard", "I/N", WORD, FOR_PARTS, ALL, AT(shard),
      "part I of N only, for --csv" },
    { "--merge", NULL, FLAG, FOR_PARTS | FOR_MERGE, ALL, AT(merge),
      "--merge CSV...: from all parts, what the whole would have written" },
    { "--print-slurm", "N", NUMBER, FOR_PARTS, ALL, AT(print_slurm),
      "print a script: all of it as a Slurm job array of N parts, and their merge" },
    { "--print-parallel", "N", NUMBER, FOR_PARTS, ALL, AT(print_parallel),
      "print a script: the same with GNU parallel" },
    { "--dump-lcp", "DIR", WORD, FOR_RUN | FOR_REPLAY, STEPS, AT(dump),
      "write the problem of every step with contacts, and of a failing one, to DIR; "
      "DIR must hold none of an earlier run" },
    { "--dump-every", "N", NUMBER, FOR_RUN, STEPS, AT(dump_every),
      "with --dump-lcp: only those of every N-th step (1)" },
    { "--quiet", NULL, FLAG, FOR_ALL_SOLVERS | FOR_MERGE, ALL, AT(quiet),
      "no summary and no progress bar; errors are still reported" },
    { "--omega", "W", NUMBER, FOR_SOLVE, ALL, AT(omega),
      "relaxation of pgs and jacobi, between 0 and 2 (the solver's own)" },
    { "--trace", NULL, FLAG, FOR_SOLVE, ALL, AT(trace),
      "print every pivot or iterate" },
    { "--help", NULL, FLAG, FOR_ALL, ALL, AT(help),
      "this text" },
};

enum { OPTIONS = (int)(sizeof rows / sizeof rows[0]) };
enum { WIDE = 80, LEFT = 23 };        /* columns of a help text, and of its options' names */

int refuse(const char *format, ...)
{
    va_list args;

    fprintf(stderr, "minisim2d: ");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int unknown_option(const char *word, int command)
{
    const char *names[OPTIONS];
    int count = 0, closest;

    if (word[strspn(word, "+-.0123456789eE")] == '\0')
        return refuse("unexpected number %s: the command's --help lists its arguments", word);
    for (int i = 0; i < OPTIONS; i++)
        if (rows[i].commands & command) names[count++] = rows[i].name;
    closest = reader_closest(word, (int)strlen(word), names, count, READER_NEAR, 0);
    if (closest >= 0) return refuse("unknown option %s: did you mean %s?", word, names[closest]);
    return refuse("unknown option %s: the command's --help lists them", word);
}

static int is_given(const option *o, const options *from)
{
    const char *field = (const char *)from + o->at;

    if (!(o->commands & from->command)) return 0;      /* another's, of the same name */
    if (o->type == FLAG) return *(const int *)(const void *)field;
    if (o->type == WORD || o->type == WORDS)
        return *(const char *const *)(const void *)field != NULL;
    if (o->type == WINDOW) return ((const double *)(const void *)field)[2] > 0.0;
    return *(const double *)(const void *)field < HUGE_VAL;
}

static int store(const option *o, const char *value, options *out)
{
    char *field = (char *)out + o->at, *end;
    double number;

    if (o->type == FLAG) *(int *)(void *)field = 1;
    if (o->type == WORD) *(const char **)(void *)field = value;
    if (o->type == WORDS) {
        if (out->nvary == OPTIONS_SEVERAL)
            return refuse("%s is given more than %d times", o->name, out->nvary);
        out->vary[out->nvary++] = value;
    }
    if (o->type == NUMBER) {
        errno = 0;
        number = strtod(value, &end);
        if (end == value || *end != '\0' || !(fabs(number) < HUGE_VAL))
            return refuse("%s takes a finite number, not '%s'", o->name, value);
        if (number == 0.0 && errno == ERANGE)
            return refuse("%s %s is too small for a double, which would be 0", o->name, value);
        *(double *)(void *)field = number;
    }
    return 0;
}

/* a window must have an inside that its coordinates distinguish from its sides */
static int check_window(const option *o, const double w[4])
{
    for (int axis = 0; axis < 2; axis++) {
        const double least = 1e-9 * (fabs(w[axis]) + fabs(w[axis + 2]));
        if (fabs(w[axis]) < 1e300 && w[axis + 2] < 1e300 && w[axis + 2] > least) continue;
        return refuse("%s takes %s, and %c must be > 0, and not too small beside %c, not %.9g "
                      "beside %.9g", o->name, o->value, "WH"[axis], "XY"[axis], w[axis + 2],
                      w[axis]);
    }
    return 0;
}

/* four numbers, in separate words or with commas between them: from the word at *i on, which begins
 * with the value; *i: the last word used */
static int store_window(const option *o, const char *value, int argc, char **argv, int *i,
                        options *out)
{
    double *w = (double *)(void *)((char *)out + o->at), take[4];

    for (int n = 0; n < 4; n++) {
        char *end;
        if (!value)
            return refuse("%s takes four numbers, %s, not %d", o->name, o->value, n);
        take[n] = strtod(value, &end);
        if (end == value || !(fabs(take[n]) < HUGE_VAL) ||
            (*end != '\0' && (*end != ',' || n == 3)))
            return refuse("%s takes four finite numbers, %s, not '%s' in the place of %c", o->name,
                          o->value, value, o->value[2 * n]);
        if (*end == ',') value = end + 1;
        else value = n < 3 && *i + 1 < argc ? argv[++*i] : NULL;
    }
    memcpy(w, take, sizeof take);
    return check_window(o, w);
}

/* the table's entry for `--name` or `--name=value` */
static const option *find_option(const char *word, int command)
{
    const size_t length = strcspn(word, "=");

    for (int i = 0; i < OPTIONS; i++)
        if ((rows[i].commands & command) && strlen(rows[i].name) == length &&
            strncmp(word, rows[i].name, length) == 0)
            return rows + i;
    return NULL;
}

int options_parse(int argc, char **argv, int first, int command, options *out)
{
    int only_operands = 0;

    memset(out, 0, sizeof *out);
    out->command = command;
    out->operands = argv + first;
    for (int i = 0; i < OPTIONS; i++)
        if (rows[i].type == NUMBER) *(double *)(void *)((char *)out + rows[i].at) = HUGE_VAL;
    for (int i = first; i < argc; i++) {
        const char *word = argv[i], *equals = strchr(word, '=');
        const option *o;
        if (!only_operands && strcmp(word, "--") == 0) {
            only_operands = 1;
            continue;
        }
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            out->operands[out->noperand++] = argv[i];
            continue;
        }
        o = find_option(word, command);
        if (!o) return unknown_option(word, command);
        if (o->type == FLAG ? equals != NULL : !equals && i + 1 == argc)
            return refuse("%s %s", o->name, o->type == FLAG ? "takes no value" : "needs a value");
        if (o->type != FLAG && o->type != WORDS && is_given(o, out))
            return refuse("%s is given twice", o->name);
        word = o->type == FLAG ? NULL : equals ? equals + 1 : argv[++i];
        if (o->type == WINDOW ? store_window(o, word, argc, argv, &i, out) : store(o, word, out))
            return 2;
    }
    if (out->noperand > 0) out->operand = out->operands[0];
    return 0;
}

const double *options_view(const options *o, double view[4])
{
    if (!(o->zoom[2] > 0.0)) return NULL;
    for (int axis = 0; axis < 2; axis++) {
        view[axis] = o->zoom[axis];
        view[axis + 2] = o->zoom[axis] + o->zoom[axis + 2];
    }
    return view;
}

/* is the command among the names before the '|' of a part? */
static int names_command(const char *names, int command)
{
    static const struct {
        const char *name;
        int code;
    } all[] = { { "run", FOR_RUN }, { "compare", FOR_COMPARE }, { "solve", FOR_SOLVE },
                { "study", FOR_STUDY }, { "replay", FOR_REPLAY }, { "chart", FOR_CHART },
                { "calibrate", FOR_CALIBRATE } };

    for (; *names != '|'; names += strcspn(names, ",|"), names += *names == ',')
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            if (all[i].code == command && strcspn(names, ",|") == strlen(all[i].name) &&
                strncmp(names, all[i].name, strlen(all[i].name)) == 0)
                return 1;
    return 0;
}

/* an option's help for one command */
static void help_of(const char *help, int command, char *out)
{
    while (*help) {
        if (*help == '{') {
            const int keep = names_command(help + 1, command);
            for (help = strchr(help, '|') + 1; *help != '}'; help++)
                if (keep) *out++ = *help;
            help++;
        } else {
            *out++ = *help++;
        }
    }
    *out = '\0';
}

void options_wrap(const char *text, int at, int indent, FILE *to)
{
    int begins = 1, fixed = 0;        /* at the start of a line; the line must not be wrapped */

    while (*text) {
        const int size = (int)strcspn(text, " \n");
        if (begins && *text == ' ') fixed = 1;
        if (fixed || size == 0) {
            const int ends = *text == '\n';
            if (ends && !fixed && text[1] != '\n' && text[1] != ' ' && !begins) {      /* go on */
                text++;
                continue;
            }
            if (ends || fixed) fputc(*text, to);
            if (ends) at = 0, begins = 1, fixed = 0;
            else begins = 0;
            text++;
            continue;
        }
        if (at > indent && at + 1 + size > WIDE) fprintf(to, "\n%*s", at = indent, "");
        else if (!begins) fputc(' ', to), at++;
        fprintf(to, "%.*s", size, text);
        at += size;
        begins = 0;
        text += size;
    }
    fputc('\n', to);
}

void options_help(int command, FILE *to)
{
    fprintf(to, "\noptions (defaults in brackets):\n");
    for (int i = 0; i < OPTIONS; i++) {
        char left[32], help[512];
        if (!(rows[i].commands & command)) continue;
        snprintf(left, sizeof left, "%s%s%s", rows[i].name, rows[i].value ? " " : "",
                 rows[i].value ? rows[i].value : "");
        help_of(rows[i].help, command, help);
        options_wrap(help, fprintf(to, "  %-20s ", left), LEFT, to);
    }
}

int options_shard(const options *o, int *part, int *parts)
{
    int end = 0;

    *part = *parts = 1;
    if (!o->shard || (sscanf(o->shard, "%9d/%9d%n", part, parts, &end) == 2 && !o->shard[end] &&
                      *part >= 1 && *part <= *parts))
        return 0;
    return refuse("--shard takes I/N with I from 1 to N, such as 2/8, not '%s'", o->shard);
}

int options_merge(const options *o)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (rows[i].commands & FOR_MERGE || !is_given(rows + i, o)) continue;
        return refuse("%s has no effect on --merge: the parts determine it", rows[i].name);
    }
    return 0;
}

void options_word(const char *word, output_text *out)
{
    static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "%+,-./:=@_";

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        output_string(out, word);
        return;
    }
    output_string(out, "'");
    for (; *word; word++)
        if (*word == '\'') output_string(out, "'\\''");
        else output_bytes(out, word, 1);
    output_string(out, "'");
}

/* whether the option defines a study */
static int is_shared(const option *o)
{
    return !(o->commands & FOR_MERGE) && o->at != AT(shard) && o->at != AT(print_slurm) &&
           o->at != AT(print_parallel);
}

void options_shell(const options *o, output_text *out)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *field = (const char *)o + rows[i].at;
        if (!is_shared(rows + i) || !is_given(rows + i, o)) continue;
        for (int k = 0; rows[i].type == WORDS && k < o->nvary; k++) {
            output_printf(out, " %s ", rows[i].name);
            options_word(o->vary[k], out);
        }
        if (rows[i].type == WORDS) continue;
        output_printf(out, " %s", rows[i].name);
        if (rows[i].type == FLAG) continue;
        output_string(out, " ");
        if (rows[i].type == NUMBER) output_number(out, *(const double *)(const void *)field);
        else options_word(*(const char *const *)(const void *)field, out);
    }
}

/* "a, b or c": those of the words whose bit is set; `last` precedes the last one */
static void print_words(const char *const *words, int count, int bits, const char *last)
{
    int left = 0, first = 1;

    for (int i = 0; i < count; i++) left += bits >> i & 1;
    for (int i = 0; i < count; i++) {
        if (!(bits >> i & 1)) continue;
        fprintf(stderr, "%s%s", first ? " " : left == 1 ? last : ", ", words[i]);
        first = 0;
        left--;
    }
}

/* the index of a word among the allowed ones, -1 after a message; the default if no word is
 * given */
static int choose(const char *name, const char *word, const char *const *words, int count,
                  int otherwise)
{
    int closest;

    if (!word) return otherwise;
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) return i;
    fprintf(stderr, "minisim2d: %s takes", name);
    print_words(words, count, -1, " or ");
    fprintf(stderr, ", not '%s'", word);
    closest = reader_closest(word, (int)strlen(word), words, count, READER_NEAR, 0);
    if (closest >= 0) fprintf(stderr, ": did you mean %s?", words[closest]);
    fprintf(stderr, "\n");
    return -1;
}

int options_number(const char *name, double value, int ok, const char *expected, double *out)
{
    if (value >= HUGE_VAL) return 0;
    if (!ok) return refuse("%s must be %s, not %.9g", name, expected, value);
    *out = value;
    return 0;
}

int options_whole(const char *name, double value, double least, double most, double *out)
{
    char expected[64];

    snprintf(expected, sizeof expected, "a whole number from %.9g to %.9g", least, most);
    return options_number(name, value, value >= least && value <= most && floor(value) == value,
                          expected, out);
}

/* whether the solver is for problems of this form, and for friction in the box form if there is
 * any */
static int check_solver(mb_form form, int friction, const char *solver)
{
    const int mixed = form != MB_FORM_LCP, bounds_follow = form == MB_FORM_BOX && friction;
    const char *names[32];
    int count = 0, takes = 0, chosen;

    for (; count < 31 && solvers_at(mixed, count); count++) {
        names[count] = solvers_at(mixed, count)->name;
        if (!bounds_follow || solvers_take_friction(solvers_at(mixed, count))) takes |= 1 << count;
    }
    chosen = choose("--solver", solver, names, count, -2);
    if (chosen == -1) return 2;
    if (chosen == -2 || takes >> chosen & 1) return 0;
    fprintf(stderr, "minisim2d: --solver %s cannot solve friction in the box form, where bounds "
            "follow another unknown; with --form box use", solver);
    print_words(names, count, takes, " or ");
    fprintf(stderr, ", or --form mlcp with %s\n", solver);
    return 2;
}

/* sweeps instead of a solver, if rows of contacts and joints express the whole problem */
static int take_sweeps(const options *o, const scene *s, settings *with)
{
    const mb_formulation_row *f = mb_formulations + with->formulation;
    const char *other = o->solver ? "--solver" : o->max_iter < HUGE_VAL ? "--max-iter" : NULL;
    double sweeps = 0.0;

    if (options_whole("--sweeps", o->sweeps, 1.0, 1e9, &sweeps)) return 2;
    with->sweeps = (int)sweeps;
    if (!(sweeps > 0.0)) return 0;
    if (other)
        return refuse("%s has no effect beside --sweeps, which is a solver of its own", other);
    if (f->cone || f->detection == MB_DETECT_GROUPS)
        return refuse("--sweeps can't be used with --formulation %s: it is for st, ap and swept",
                      f->name);
    if (s->nsupport > 0 && with->sides != MB_SQUARE)
        return refuse("--sweeps needs supports that are squares: --supports square");
    return 0;
}

static int choose_cone(const char *name)
{
    const char *names[8];

    for (int i = 0; i < mb_cone_count; i++) names[i] = mb_cone_solvers[i].name;
    return choose("--solver", name, names, mb_cone_count, 0) < 0 ? 2 : 0;
}

/* options that the solver would ignore */
static int check_solver_options(const options *o, const char *solver)
{
    const int relaxes = strcmp(solver, "pgs") == 0 || strcmp(solver, "jacobi") == 0;

    if (o->omega < HUGE_VAL && !relaxes && !(solvers_mine && strcmp(solver, "mine") == 0))
        return refuse("--omega has no effect on %s: it is for pgs and jacobi", solver);
    if (o->max_iter < HUGE_VAL && strcmp(solver, "enumerate") == 0)
        return refuse("--max-iter has no effect on enumerate: it tries every basis once");
    return 0;
}

static int take_solver_options(const options *o, mb_options *out)
{
    double max_iter = 0.0;

    if (options_number("--tol", o->tol, o->tol > 0.0, "> 0", &out->tol) ||
        options_number("--omega", o->omega, o->omega > 0.0 && o->omega < 2.0, "between 0 and 2",
                       &out->omega) ||
        options_whole("--max-iter", o->max_iter, 1.0, 1e9, &max_iter))
        return 2;
    out->max_iter = (int)max_iter;
    return 0;
}

/* the form, one of the first `forms`; default: otherwise; 0, or 2 after a message */
static int take_form(const options *o, int forms, mb_form otherwise, mb_form *form)
{
    const int chosen = choose("--form", o->form, form_names, forms, (int)otherwise);

    if (chosen >= 0) *form = (mb_form)chosen;
    return chosen < 0 ? 2 : 0;
}

/* the same and the solver's options; checks that the solver is for both, and for friction in the
 * box form if there is any */
static int take_solver(const options *o, int forms, mb_form otherwise, int friction, mb_form *form,
                       mb_options *out)
{
    if (take_form(o, forms, otherwise, form) != 0 || take_solver_options(o, out) != 0 ||
        check_solver(*form, friction, o->solver) != 0)
        return 2;
    return check_solver_options(o, solver_or_default(o->solver, *form));
}

int options_attempt(const options *o, attempt *a)
{
    const mb_form as_in_file = a->file.mixed ? MB_FORM_MLCP : MB_FORM_LCP;

    if (take_solver(o, 2, as_in_file, 0, &a->form, &a->options) != 0) return 2;
    a->solver = solvers_find(a->form != MB_FORM_LCP, solver_or_default(o->solver, a->form));
    return 0;
}

int options_format(const char *what, const char *name, const problem_format **out)
{
    const char *names[16];
    int count = 0, chosen;

    for (; count < 16 && problem_format_at(count); count++)
        names[count] = problem_format_at(count)->name;
    chosen = choose(what, name, names, count, -2);
    *out = chosen >= 0 ? problem_format_at(chosen) : NULL;
    return chosen == -1 ? 2 : 0;
}

int options_log(const options *o)
{
    static const char *const axes[] = { "x", "y", "xy" };
    const int chosen = choose("--log", o->log, axes, 3, 0);

    return o->log && chosen >= 0 ? chosen + 1 : chosen;
}

int options_exact(const options *o)
{
    return o->formulation && strcmp(o->formulation, "exact") == 0;
}

/* "st", ..., then "exact", and "mine" if it exists; returns their number */
#define EXACT mb_formulation_count
#define MINE (EXACT + 1)
enum { MOST_NAMES = MB_MAX_FORMULATIONS + 2 };
static int formulation_names(const char *names[MOST_NAMES])
{
    for (int i = 0; i < mb_formulation_count; i++) names[i] = mb_formulations[i].name;
    names[EXACT] = "exact";
    if (formulation_mine) names[MINE] = formulation_mine->name;
    return formulation_mine ? MINE + 1 : MINE;
}

/* the formulations of a comparison, "st,peg", as bits; 0, or 2 after a message */
static int choose_several(const char *list, int *only)
{
    const char *names[MOST_NAMES];
    char word[32];

    formulation_names(names);
    for (*only = 0; list; list = *list ? list + 1 : NULL) {
        const size_t n = strcspn(list, ",");
        int chosen;
        snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), list);
        chosen = choose("--formulation", word, names, mb_formulation_count, -1);
        if (chosen < 0) return 2;
        *only |= 1 << chosen;
        list += n;
    }
    return 0;
}

/* checks that a comparison can have all that were chosen */
static int check_several(const settings *with, const scene *s)
{
    for (int i = 0; i < mb_formulation_count; i++) {
        if (!(with->only >> i & 1) || !settings_leave_out(with, s, i)) continue;
        return refuse("--formulation %s: it has no form %s%s", mb_formulations[i].name,
                      form_names[with->form],
                      scene_has_friction(s) ? "" : ", or is swept, as there is no friction");
    }
    return 0;
}

/* whether the formulation has the form */
static int check_form(const settings *with)
{
    const mb_formulation_row *f = settings_formulation(with);
    const int has[3] = { f->lcp != NULL, f->mlcp != NULL, f->box != NULL };

    if (has[with->form]) return 0;
    fprintf(stderr, "minisim2d: --formulation %s has no form %s: use --form", f->name,
            form_names[with->form]);
    print_words(form_names, 3, has[0] | has[1] << 1 | has[2] << 2, " or ");
    fprintf(stderr, "\n");
    return 2;
}

/* reports options that all chosen formulations, a bit each, would ignore */
static int check_formulation(const options *o, int chosen)
{
    const char *names[MOST_NAMES];
    const int count = formulation_names(names);

    for (int i = 0; i < OPTIONS; i++) {
        int takers = 0;                    /* the formulations that use the option, a bit each */
        for (int k = 0; k < mb_formulation_count; k++)
            takers |= (rows[i].detections >> mb_formulations[k].detection & 1) << k;
        if (rows[i].detections == ALL || takers & chosen || !is_given(rows + i, o))
            continue;
        fprintf(stderr, "minisim2d: %s has no effect on", rows[i].name);
        print_words(names, count, chosen, " and ");
        fprintf(stderr, ": it is for%s", takers ? "" : " scenes with bodies");
        print_words(names, mb_formulation_count, takers, " and ");
        fprintf(stderr, "\n");
        return 2;
    }
    return 0;
}

/* reports options that don't go with a scene with bodies */
static int check_bodies(const options *o, const settings *with, int formulation)
{
    if (formulation == EXACT)
        return refuse("--formulation exact is for particles, and the scene has bodies: compare "
                      "uses a run with a fine step as its reference");
    if (with->mine)
        return refuse("--formulation %s is for particles, and the scene has bodies",
                      with->mine->name);
    for (int i = 0; i < OPTIONS; i++) {
        if ((rows[i].detections & BODIES) || !is_given(rows + i, o)) continue;
        return refuse("%s has no effect on a scene with bodies", rows[i].name);
    }
    return 0;
}

/* the friction of supports; a disc has its own solvers, and is only for formulations with one
 * contact for each vertex */
static int choose_supports(const options *o, const scene *s, settings *with)
{
    const char *word = o->supports;
    char *end;
    double sides;

    if (word && s->nsupport == 0)
        return refuse("--supports has no effect: the scene has none");
    if (!word) return 0;
    sides = strtod(word, &end);
    if (strcmp(word, "disc") == 0) with->sides = MB_DISC;
    else if (strcmp(word, "square") == 0) with->sides = MB_SQUARE;
    else if (end != word && !*end && scene_sides_good(sides)) with->sides = (int)sides;
    else
        return refuse("--supports takes disc, square, or an even number from 4 to %d, not '%s'",
                      MB_MOST_SIDES, word);
    return 0;
}

/* reports options that don't go with supports that are discs or polygons */
static int check_supports(const options *o, const scene *s, const settings *with, int formulation)
{
    const mb_formulation_row *f = mb_formulations + formulation;

    if (s->nsupport == 0 || with->sides == MB_SQUARE) return 0;
    if (with->sides >= 4 && with->form == MB_FORM_BOX)
        return refuse("--form box makes squares of polygons: use --form lcp, or --supports square");
    if (with->sides != MB_DISC) return 0;
    if (o->command == FOR_RUN && (f->detection == MB_DETECT_GROUPS || f->cone))
        return refuse("--formulation %s can't be used with supports that are discs: use "
                      "--supports 16", f->name);
    return choose_cone(o->solver);
}

static int take_dump(const options *o, settings *with)
{
    double every = 1.0;

    with->dump = o->dump;
    if (!o->dump && o->dump_every < HUGE_VAL)
        return refuse("--dump-every has no effect without --dump-lcp DIR");
    if (options_whole("--dump-every", o->dump_every, 1.0, 1e8, &every) != 0) return 2;
    with->dump_every = (int)every;
    return 0;
}

static int check_dump(const char *folder, mb_form form)
{
    if (folder && strcmp(folder, "-") == 0)
        return refuse("--dump-lcp takes a folder, not the standard output");
    if (folder && form == MB_FORM_BOX)
        return refuse("--dump-lcp needs --form lcp or mlcp: the file cannot hold bounds that "
                      "follow another unknown");
    return 0;
}

int options_apply(const options *o, const scene *s, settings *with)
{
    const char *names[MOST_NAMES];
    const int bodies = s->nbody > 0;
    int formulation, scope, primary, count, chosen, discs;

    settings_default(with, s);
    count = formulation_names(names);
    formulation = (int)with->formulation;
    if (o->command != FOR_RUN) {
        if (choose_several(o->formulation, &with->only) != 0) return 2;
    } else {
        formulation = choose("--formulation", o->formulation, names, count, formulation);
    }
    if (formulation == MINE) {
        settings_take_mine(with);
        formulation = (int)with->formulation;
    }
    scope = choose("--scope", o->scope, scope_names, 2, MB_SCOPE_EDGE);
    if (formulation < 0 || scope < 0) return 2;
    /* the rule for the leading facet of a group: its words differ for particles and bodies */
    primary = choose("--primary", o->primary, bodies ? rule_names : primary_names, 2, 0);
    if (primary < 0) return 2;
    if (bodies) with->primary_rule = (mb_primary_rule)primary;
    else with->primary = (mb_primary)primary;
    /* exact has no settings */
    if (formulation < mb_formulation_count) with->formulation = formulation;
    with->scope = (mb_scope)scope;
    with->solver = o->solver;
    if (take_dump(o, with) != 0) return 2;
    with->progress = !o->quiet;
    if (options_number("--h", o->h, o->h > 0.0, "> 0", &with->h) ||
        options_number("--time", o->time, o->time >= 0.0, ">= 0", &with->time) ||
        options_number("--epsilon", o->epsilon, o->epsilon > 0.0, "> 0", &with->epsilon) ||
        options_number("--psi-min", o->psi_min, o->psi_min < 0.0, "< 0", &with->psi_min))
        return 2;
    if (scene_steps(with->time, with->h) < 0)
        return refuse("time/h = %.3g steps are more than 1e8", with->time / with->h);
    chosen = o->command == FOR_RUN ? 1 << formulation : with->only ? with->only : -1;
    if (bodies ? check_bodies(o, with, formulation) : check_formulation(o, chosen)) return 2;
    if (o->zoom[2] > 0.0 && !o->svg && !o->png)
        return refuse("--zoom has no effect without --svg FILE or --png FILE");
    if (o->halfspaces && ((!o->svg && !o->png) || s->nbody > 0))
        return refuse("--halfspaces has no effect without --svg FILE or --png FILE, or on bodies");
    if (choose_supports(o, s, with) != 0) return 2;
    discs = s->nsupport > 0 && with->sides == MB_DISC;
    if (discs ? take_form(o, 3, MB_FORM_LCP, &with->form) || take_solver_options(o, &with->options)
              : take_solver(o, 3, MB_FORM_LCP, scene_has_friction(s), &with->form,
                            &with->options))
        return 2;
    if (check_supports(o, s, with, formulation) != 0 || take_sweeps(o, s, with) != 0) return 2;
    if (o->command == FOR_RUN && !options_exact(o) && check_form(with) != 0) return 2;
    if (check_several(with, s) != 0) return 2;
    return check_dump(o->dump, with->form);
}

int options_replay(const options *o, int *formulation, mb_form *form, int *cone, mb_options *out)
{
    const char *names[MOST_NAMES];
    settings with;

    formulation_names(names);
    *formulation = choose("--formulation", o->formulation, names, mb_formulation_count, -2);
    if (*formulation == -1) return 2;
    if (*formulation < 0) *formulation = -1;
    memset(out, 0, sizeof *out);
    *cone = o->form && strcmp(o->form, "cone") == 0;
    *form = MB_FORM_LCP;
    if (*cone) {
        if (o->formulation || o->dump)
            return refuse("%s has no effect on --form cone, which makes no matrix",
                          o->formulation ? "--formulation" : "--dump-lcp");
        return choose_cone(o->solver) || take_solver_options(o, out) ? 2 : 0;
    }
    if (take_solver(o, 3, MB_FORM_LCP, 1, form, out) != 0) return 2;
    memset(&with, 0, sizeof with);
    with.form = *form;
    with.formulation = *formulation < 0 ? MB_ST : *formulation;
    if (check_form(&with) != 0) return 2;
    return check_dump(o->dump, *form);
}
