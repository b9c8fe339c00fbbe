/* study_command.c: `minisim2d study`: a step-size study, whole or in parts, and their merge */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../reading/scene.h"
#include "../study/study.h"

/* The destination of rows, from runs and from parts. */
typedef struct {
    files files;
    output_text text;             /* a row at a time */
    int whole;                    /* 1: all rows come, and are summarised */
    summary summary;
    double seconds;               /* time of the solver */
} sink;

/* ---- where rows go ---- */

/* 0, or -1 after a message; call sink_close in any case */
static int sink_open(sink *k, const record_head *head, int whole)
{
    k->whole = whole;
    if (whole && summary_init(&k->summary, head) != 0) return -1;
    if (!k->files.csv.path) return 0;
    record_head_write(head, &k->text);
    return output_put(&k->files.csv, &k->text);
}

static int take_row(void *user, const study_row *row, double seconds)
{
    sink *k = user;

    k->seconds += seconds;
    if (k->whole && summary_add(&k->summary, row, seconds) != 0) return -1;
    if (!k->files.csv.path) return 0;
    record_write(row, &k->text);
    return output_put(&k->files.csv, &k->text);
}

/* summarises the rows, and puts the files in their places; a failed study leaves none */
static int sink_close(sink *k, int failed)
{
    if (!failed && k->whole) failed = summary_finish(&k->summary);
    if (!failed && k->whole && k->files.report) summary_print(&k->summary, k->files.report);
    if (!failed && k->files.summary.path) {
        summary_csv(&k->summary, &k->text);
        output_put(&k->files.summary, &k->text);
    }
    if (!failed && files_pictured(&k->files)) {
        summary_svg(&k->summary, &k->text);
        files_picture(&k->files, &k->text);
    }
    if (files_close(&k->files, !failed) != 0) failed = -1;
    if (k->whole) summary_free(&k->summary);
    output_free(&k->text);
    return failed ? EXIT_USAGE : EXIT_DONE;
}

/* ---- the options ---- */

/* reads the four numbers X0,X1,Y0,Y1 of an option into ranges `at` and at + 1; 0, or 2 after a
 * message */
static int read_ranges(const char *option, const char *text, int at, scene_ranges *out)
{
    const char *next = text;
    double value[4];
    int n = 0;

    for (char *end; n < 4; n++, next = end + 1) {
        value[n] = strtod(next, &end);
        if (end == next || !(fabs(value[n]) <= 1e50) || *end != (n < 3 ? ',' : '\0')) break;
    }
    if (n == 4 && value[0] <= value[1] && value[2] <= value[3]) {
        for (int i = 0; i < 2; i++) {
            out->lo[at + i] = value[2 * i];
            out->hi[at + i] = value[2 * i + 1];
        }
        return 0;
    }
    return refuse("%s takes four numbers X0,X1,Y0,Y1 with X0 <= X1 and Y0 <= Y1, such as "
                  "0,0.5,1,2, not '%s'", option, text);
}

/* the ranges of the scene, replaced by those of the options; 0, or 2 after a message */
static int take_ranges(const options *o, const scene *s, scene_ranges *out)
{
    *out = s->study;
    if (o->position && read_ranges("--position", o->position, 0, out) != 0) return 2;
    if (o->velocity && read_ranges("--velocity", o->velocity, 2, out) != 0) return 2;
    out->position |= o->position != NULL;
    out->velocity |= o->velocity != NULL;
    return 0;
}

/* starts of particles need ranges; 0, or 2 after a message */
static int check_particles(const options *o, const scene *s, const scene_ranges *from)
{
    const double *x = s->particle->x;

    if (o->body)
        return refuse("--body has no effect: the scene has particles alone");
    if (from->position || from->velocity) return 0;
    return refuse("%s has no ranges for the starts of a study; give them here, for example\n  "
                  "--position %.6g,%.6g,%.6g,%.6g\nor by a line in the scene\n  study position "
                  "%.6g %.6g %.6g %.6g", o->operand, x[0], x[0] + s->epsilon, x[1],
                  x[1] + s->epsilon, x[0], x[0] + s->epsilon, x[1], x[1] + s->epsilon);
}

/* the body with this name, or without one the first that forces move; -1 after a message */
static int find_body(const scene *s, const char *name)
{
    for (int k = 0; k < s->nbody; k++) {
        const int moves = s->body[k].body.kind == MB_DYNAMIC;
        if (name ? strcmp(name, s->body[k].name) != 0 : !moves) continue;
        if (moves) return k;
        refuse("--body %s: no force moves it, so its start can't be drawn", name);
        return -1;
    }
    refuse("the scene has no body %s", name ? name : "that forces move");
    return -1;
}

/* A body held by a joint keeps its place: elsewhere the joint would be open. The first step makes
 * its velocity one that its joints allow. 0, or 2 after a message */
static int check_body(const scene *s, const study *st)
{
    const scene_ranges *from = &st->from;

    for (int i = 0; from->position && i < s->njoint; i++) {
        if (s->joint[i].joint.a != st->body && s->joint[i].joint.b != st->body) continue;
        return refuse("the position of %s can't be drawn, because the joint of line %d holds it: "
                      "draw its velocity, or name another --body", s->body[st->body].name,
                      s->joint[i].line);
    }
    return 0;
}

/* the body whose starts are drawn, and their ranges; 0, or 2 after a message */
static int take_starts(const options *o, const scene *s, study *st)
{
    if (take_ranges(o, s, &st->from) != 0) return 2;
    st->body = s->nbody > 0 ? 0 : -1;
    if (s->nbody == 0) return check_particles(o, s, &st->from);
    if (!o->body && !st->from.position && !st->from.velocity) return 0;
    st->body = find_body(s, o->body);
    return st->body < 0 ? 2 : check_body(s, st);
}

/* the number of runs; 0, or 2 after a message */
static int take_runs(const options *o, study *st)
{
    const int drawn = st->from.position || st->from.velocity;
    double runs = drawn ? 62.0 : 1.0;

    if (options_whole("--runs", o->runs, 1.0, STUDY_RUNS, &runs) != 0) return 2;
    st->runs = (int)runs;
    if (drawn || st->runs == 1) return 0;
    return refuse("without --position and --velocity all %d runs are the same", st->runs);
}

static int take_steps(const options *o, study *st)
{
    double halvings = 8.0, longest;

    st->h_min = st->scene->h / 32.0;
    st->off = st->with.epsilon;
    if (options_number("--h-min", o->h_min, o->h_min > 0.0, "> 0", &st->h_min) != 0 ||
        options_whole("--halvings", o->halvings, 0.0, STUDY_HALVINGS, &halvings) != 0 ||
        options_number("--off", o->off, o->off > 0.0, "> 0", &st->off) != 0)
        return 2;
    st->halvings = (int)halvings;
    longest = ldexp(st->h_min, st->halvings);
    if (longest > st->with.time)
        return refuse("the longest step, h_min 2^%d = %.4g s, is longer than the time, %.4g s: "
                      "use a smaller --h-min or --halvings", st->halvings, longest, st->with.time);
    if (scene_steps(st->with.time, st->h_min) >= 0) return 0;
    return refuse("time/h = %.3g steps are more than 1e8", st->with.time / st->h_min);
}

/* the study defined by the scene and the options; 0, or 2 after a message */
static int take_study(const options *o, const scene *s, study *st)
{
    memset(st, 0, sizeof *st);
    st->scene = s;
    st->seed = 1.0;
    if (options_apply(o, s, &st->with) != 0 || take_starts(o, s, st) != 0 ||
        take_steps(o, st) != 0 || options_shard(o, &st->part, &st->parts) != 0 ||
        take_runs(o, st) != 0 ||
        options_whole("--seed", o->seed, 0.0, 1e9, &st->seed) != 0)
        return 2;
    for (int i = 0; i < mb_formulation_count; i++)
        if (!settings_leave_out(&st->with, s, i)) st->list.of[st->list.count++] = i;
    if (o->shard && (!o->csv || o->svg || o->png || o->summary))
        return refuse("--shard writes rows: it needs --csv, and allows no %s; --merge does",
                      o->summary ? "--summary" : o->png ? "--png" : "--svg");
    return 0;
}

/* ---- runs ---- */

static void print_part(const study *st, const sink *k)
{
    int first, end;

    study_runs(st->runs, st->part, st->parts, &first, &end);
    fprintf(k->files.report, "part %d of %d: runs %d to %d of %d, solver %.3g s\n", st->part,
            st->parts, first + 1, end, st->runs, k->seconds);
}

static int perform(const options *o, const study *st, const char *path)
{
    int failed, status;
    record_head head;
    sink k;

    memset(&k, 0, sizeof k);
    if (files_open(&k.files, o, 1, &path) != 0) return EXIT_USAGE;
    failed = record_head_make(&head, st);
    if (failed) refuse("no memory");
    else failed = sink_open(&k, &head, !o->shard) || study_perform(st, take_row, &k, stderr);
    if (!failed && o->shard && k.files.report) print_part(st, &k);
    status = sink_close(&k, failed);
    record_head_free(&head);
    return status;
}

/* ---- parts ---- */

typedef struct {
    const char *name;
    int part, parts;
} part_file;

static int by_part(const void *a, const void *b)
{
    const part_file *p = a, *q = b;

    return (p->part > q->part) - (p->part < q->part);
}

/* checks that a file belongs to the same study as `first`, and finds its part; not 0 after a
 * message */
static int look_at(part_file *p, const char *name, const record_file *first)
{
    record_file f;
    int failed = record_open(&f, name, stderr), key;

    p->name = name;
    p->part = f.head.part;
    p->parts = f.head.parts;
    key = failed ? -1 : record_differ(&f.head, &first->head);
    if (key >= 0)
        failed = refuse("%s is of another study than %s: %s is %s, not %s", name, first->name,
                        record_keys[key], f.head.value[key].data, first->head.value[key].data);
    else if (!failed && p->parts != first->head.parts)
        failed = refuse("%s is one of %d parts, %s is one of %d", name, p->parts, first->name,
                        first->head.parts);
    record_close(&f);
    return failed;
}

/* checks that each part, in ascending order, exists once; not 0 after a message */
static int check_parts(const part_file *p, int n)
{
    const int parts = p->parts;
    int failed = 0;

    for (int i = 0, next = 1; i <= n; i++) {
        const int part = i < n ? p[i].part : parts + 1;
        if (i > 0 && part == p[i - 1].part)
            failed = refuse("%s and %s are both part %d of %d", p[i - 1].name, p[i].name, part,
                            parts);
        if (part > next + 1)
            failed = refuse("parts %d to %d of %d are missing", next, part - 1, parts);
        else if (part > next)
            failed = refuse("part %d of %d is missing", next, parts);
        next = part + 1;
    }
    return failed;
}

static int merge_part(const char *name, sink *k)
{
    record_file f;
    study_row row;
    int more = record_open(&f, name, stderr) == 0 ? 1 : -1;

    while (more > 0) {
        more = record_read(&f, &row);
        if (more > 0 && take_row(k, &row, -1.0) != 0) more = -1;
    }
    record_close(&f);
    return more;
}

/* merges the checked parts one after the other */
static int merge_all(const part_file *p, int n, record_file *first, sink *k)
{
    int failed;

    first->head.part = first->head.parts = 1;
    failed = sink_open(k, &first->head, 1);
    for (int i = 0; i < n && !failed; i++) failed = merge_part(p[i].name, k);
    return sink_close(k, failed);
}

static int merge(const options *o)
{
    const int n = o->noperand;
    part_file *p = malloc((size_t)n * sizeof *p);
    record_file first;
    int failed = !p, status = EXIT_USAGE;
    sink k;

    memset(&k, 0, sizeof k);
    if (!p) refuse("no memory for %d files", n);
    failed |= record_open(&first, o->operand, stderr) != 0;
    for (int i = 0; i < n && !failed; i++) failed = look_at(p + i, o->operands[i], &first);
    if (!failed) {
        qsort(p, (size_t)n, sizeof *p, by_part);
        failed = check_parts(p, n);
    }
    if (!failed && files_open(&k.files, o, n, (const char *const *)o->operands) == 0)
        status = merge_all(p, n, &first, &k);
    record_close(&first);
    free(p);
    return status;
}

/* ---- the command ---- */

int command_study(const options *o)
{
    const int prints = o->print_slurm < HUGE_VAL || o->print_parallel < HUGE_VAL;
    int status;
    char *path;
    study st;
    scene s;

    if (o->merge) return options_merge(o) == 0 ? merge(o) : EXIT_USAGE;
    if (o->noperand > 1)
        return refuse("study takes one SCENE, '%s' is too many; study --merge takes the CSV of "
                      "all parts", o->operands[1]);
    if (scenes_open(o->operand, o->program, &path, &s) != 0) return EXIT_USAGE;
    status = take_study(o, &s, &st);
    if (status == 0) status = prints ? jobs_print(o, path) : perform(o, &st, path);
    scene_free(&s);
    free(path);
    return status;
}
