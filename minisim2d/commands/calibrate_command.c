/* calibrate_command.c: `minisim2d calibrate`: parameters of scenes from measured tracks, whole or
 * in parts */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/chart.h"
#include "../reading/scene.h"
#include "../study/calibrate.h"
#include "../writing/output.h"

enum { LINE = 4096 };             /* of a part's CSV */

/* A scene, with its settings. */
typedef struct {
    scene scene;
    settings with;
    char **file;                  /* its path, and that of its track */
} entry;

typedef struct {
    calibration c;
    entry *entry;                 /* entry[count]; the held one is the last */
    char **file;                  /* file[2*count]: all of theirs */
    int count, held;              /* number read; 1: one is held back */
    int first, end;               /* the points of this part */
    int coarse;                   /* every coarse-th value; 1: all */
    int over[2];                  /* the parameters of the map, right and up; -1: curves */
    double seconds;
    files files;
    output_text text;
} job;

/* ---- the options ----------------------------------------------------------------------------- */

/* the CSV beside a scene, with the same name */
static char *track_of(const char *path)
{
    const size_t n = strlen(path), end = n > 6 && strcmp(path + n - 6, ".scene") == 0 ? n - 6 : n;
    char *name = malloc(end + 5);

    if (name) sprintf(name, "%.*s.csv", (int)end, path);
    return name;
}

/* a scene by name, and its track; 0, or 2 after a message */
static int read_entry(job *j, const options *o, const char *name)
{
    entry *e = j->entry + j->count;

    e->file = j->file + 2 * j->count;
    if (scenes_open(name, o->program, e->file, &e->scene) != 0) return 2;
    j->count++;
    e->file[1] = track_of(e->file[0]);
    if (!e->file[1]) return refuse("no memory");
    if (options_apply(o, &e->scene, &e->with) != 0) return 2;
    if (e->scene.nbody > 0) return 0;
    return refuse("%s has no bodies", e->file[0]);
}

/* "I/N" of the points; 0, or 2 after a message */
static int take_part(const options *o, job *j)
{
    int part, parts;

    if (options_shard(o, &part, &parts) != 0) return 2;
    if (o->shard && (!o->csv || o->svg || o->png || o->coarse < HUGE_VAL))
        return refuse("--shard writes rows of the grid: it needs --csv, and allows neither "
                      "pictures nor --coarse");
    if (o->best && o->shard)
        return refuse("--best compares all points: it can't be used with --shard");
    j->first = (int)((double)j->c.points * (part - 1) / parts);
    j->end = (int)((double)j->c.points * part / parts);
    return 0;
}

/* a parameter's index; -1 after a message */
static int find_parameter(const calibration *c, const char *option, const char *name)
{
    for (int i = 0; i < c->nparameter; i++)
        if (strcmp(c->parameter[i].name, name) == 0) return i;
    refuse("%s %s is not varied", option, name);
    return -1;
}

/* the two parameters of a map, if wanted; 0, or 2 after a message */
static int take_map(const options *o, job *j)
{
    const int two = j->c.nparameter == 2;

    j->over[0] = two ? 0 : -1;
    j->over[1] = two ? 1 : -1;
    if (!o->x && !o->y) return 0;
    if (!o->x || !o->y || strcmp(o->x, o->y) == 0 || (!o->svg && !o->png))
        return refuse("a map needs --x and --y, two parameters, and --svg or --png");
    j->over[0] = find_parameter(&j->c, "--x", o->x);
    j->over[1] = find_parameter(&j->c, "--y", o->y);
    return j->over[0] >= 0 && j->over[1] >= 0 ? 0 : 2;
}

/* everything but the held scene, which follows after the others; 0, or 2 after a message */
static int take_job(const options *o, job *j)
{
    double coarse = 1.0;

    calibrate_init(&j->c);
    j->c.body = o->body;
    j->held = o->held != NULL;
    if (o->nvary == 0)
        return refuse("calibrate needs a parameter to vary: --vary pusher.mu=0:1:.1");
    if (options_number("--length", o->length, o->length > 0.0, "> 0", &j->c.length) != 0 ||
        options_whole("--coarse", o->coarse, 1.0, 1000.0, &coarse) != 0)
        return 2;
    j->coarse = (int)coarse;
    for (int i = 0; i < o->nvary; i++)
        if (calibrate_vary(&j->c, o->vary[i]) != 0) return 2;
    if (take_map(o, j) != 0) return 2;
    j->entry = calloc((size_t)o->noperand + 1, sizeof *j->entry);
    j->file = calloc(2 * ((size_t)o->noperand + 1), sizeof *j->file);
    if (!j->entry || !j->file) return refuse("no memory");
    for (int i = 0; i < o->noperand; i++)
        if (read_entry(j, o, o->operands[i]) != 0) return 2;
    for (int i = 0; i < j->count; i++) {
        const entry *e = j->entry + i;
        if (calibrate_scene(&j->c, &e->scene, &e->with, e->file[0], e->file[1]) != 0) return 2;
    }
    if (calibrate_ready(&j->c) != 0) return 2;
    if (o->held && read_entry(j, o, o->held) != 0) return 2;
    return take_part(o, j);
}

static void job_free(job *j)
{
    for (int i = 0; i < j->count; i++) scene_free(&j->entry[i].scene);
    for (int i = 0; i < 2 * j->count; i++) free(j->file[i]);
    free(j->entry);
    free(j->file);
    calibrate_free(&j->c);
    output_free(&j->text);
}

/* ---- results --------------------------------------------------------------------------------- */

static double mm2(double error) { return 1e6 * error; }

/* the error of a point beside the best one, or - if it was not tried, or does not exist */
static void print_error(const calibration *c, int point, FILE *to)
{
    const double error = point < 0 ? (double)NAN : calibrate_error(c, point);

    if (error < HUGE_VAL) fprintf(to, "  %-10.4g", mm2(error));
    else fprintf(to, "  %-10s", error > 0.0 ? "failed" : "-");
}

/* the best point, and the errors one step of each parameter away from it */
static void print_best(const calibration *c, int best, FILE *to)
{
    if (best < 0) {
        fprintf(to, "there is no point at which all runs succeed\n");
        return;
    }
    fprintf(to, "%-28s %-10s  %-30s %s\n", "parameter", "best",
            "error [mm^2]: one step less, here,", "one step more");
    for (int i = 0; i < c->nparameter; i++) {
        fprintf(to, "%-28s %-10.6g", c->parameter[i].name, calibrate_value(c, i, best));
        for (int k = -1; k <= 1; k++) print_error(c, calibrate_neighbour(c, i, best, k), to);
        fprintf(to, "\n");
    }
}

/* the error of each track, the held one last; 0, or -1 after a message */
static int print_tracks(job *j, int best, FILE *to)
{
    for (int k = 0; best >= 0 && k < j->c.ntrack; k++) {
        double error;
        if (calibrate_one(&j->c, k, best, &error) != 0) return -1;
        fprintf(to, "  %-36s %.4g%s\n", calibrate_name(&j->c, k), mm2(error),
                k >= j->c.used ? "   (held back)" : "");
    }
    return 0;
}

/* the head common to all parts of a job, and the range of this part */
static void put_head(const job *j, const options *o, output_text *out)
{
    output_string(out, "# calibrate 1\n# method");
    options_shell(o, out);
    output_format(out, "\n# length %g\n", calibrate_length(&j->c));
    for (int k = 0; k < j->c.used; k++)
        output_printf(out, "# track %s\n", calibrate_name(&j->c, k));
    for (int i = 0; i < o->nvary; i++) output_printf(out, "# vary %s\n", o->vary[i]);
    output_printf(out, "# points %d to %d of %d\n", j->first + 1, j->end, j->c.points);
    for (int i = 0; i < j->c.nparameter; i++) output_printf(out, "%s,", j->c.parameter[i].name);
    output_string(out, "error\n");
}

static void put_rows(const calibration *c, int first, int end, output_text *out)
{
    for (int point = first; point < end; point++) {
        if (isnan(c->error[point])) continue;                  /* not tried */
        for (int i = 0; i < c->nparameter; i++)
            output_format(out, "%g,", calibrate_value(c, i, point));
        output_format(out, "%g\n", calibrate_error(c, point));
    }
}

/* a curve for each parameter through the best point: error against steps from there */
static void put_curves(const calibration *c, int best, output_text *out)
{
    chart_series series[CALIBRATE_PARAMETERS];
    double *xy[CALIBRATE_PARAMETERS];
    chart picture;

    memset(&picture, 0, sizeof picture);
    memset(series, 0, sizeof series);
    picture.title = "How sharp each parameter is";
    picture.x.label = "steps of the parameter from its best value";
    picture.y.label = "error [mm^2]";
    picture.y.log = 1;
    picture.series = series;
    for (int i = 0; i < c->nparameter; i++) {
        int n = 0;
        xy[i] = malloc(2 * (size_t)c->parameter[i].count * sizeof **xy);
        if (!xy[i]) out->failed = 1;
        for (int k = -c->parameter[i].count; xy[i] && k <= c->parameter[i].count; k++) {
            const int point = calibrate_neighbour(c, i, best, k);
            if (point < 0) continue;
            xy[i][2 * n] = k;
            xy[i][2 * n++ + 1] = mm2(calibrate_error(c, point));
        }
        series[i].name = c->parameter[i].name;
        series[i].npoint = n;
        series[i].xy = xy[i];
        series[i].style = SVG_STYLE_FORMULATION + i;
        series[i].mark_every = 1;
        picture.nseries = i + 1;
    }
    chart_svg(&picture, out);
    for (int i = 0; i < c->nparameter; i++) free(xy[i]);
}

/* a parameter as an axis, its name with the unit in label */
static map_axis axis_of(const calibrate_parameter *p, output_text *label)
{
    const map_axis axis = { NULL, p->lo, p->step, p->count };

    output_printf(label, "%s [%s]", p->name, strstr(p->name, ".tripod.radius") ? "m" : "1");
    return axis;
}

/* a point's place on the map, and the values of the parameters that the map does not vary */
static void put_best(const job *j, int best, output_text *marked, output_text *others)
{
    const calibration *c = &j->c;

    output_string(marked, "best:");
    for (int i = 0; i < c->nparameter; i++) {
        const int varied = i == j->over[0] || i == j->over[1];
        output_text *to = varied ? marked : others;
        output_printf(to, "%s%s = %.6g", to->size == 0 ? "with " : varied ? " " : ", ",
                      c->parameter[i].name, calibrate_value(c, i, best));
        if (varied) output_string(to, ",");
    }
    output_printf(marked, " error %.4g mm^2", mm2(calibrate_error(c, best)));
}

/* the error over two parameters, the others as in the best point */
static void put_map(const job *j, int best, output_text *out)
{
    const calibration *c = &j->c;
    const calibrate_parameter *x = c->parameter + j->over[0], *y = c->parameter + j->over[1];
    output_text text[4] = { { 0 } };
    double *value = malloc((size_t)x->count * (size_t)y->count * sizeof *value);
    map picture;

    memset(&picture, 0, sizeof picture);
    picture.at[0] = best / x->stride % x->count;
    picture.at[1] = best / y->stride % y->count;
    picture.x = axis_of(x, text);
    picture.y = axis_of(y, text + 1);
    put_best(j, best, text + 2, text + 3);
    for (int k = 0; value && k < x->count * y->count; k++) {
        const int right = k % x->count - picture.at[0], up = k / x->count - picture.at[1];
        value[k] = mm2(calibrate_error(c, best + right * x->stride + up * y->stride));
    }
    picture.title = "How sharp two parameters are";
    picture.subtitle = text[3].data;
    picture.label = "error [mm^2]";
    picture.x.label = text[0].data;
    picture.y.label = text[1].data;
    picture.marked = text[2].data;
    picture.blank = "blank: not tried, or a run failed";
    picture.value = value;
    for (int i = 0; i < 4; i++) out->failed |= text[i].failed;
    if (!value) out->failed = 1;
    if (!out->failed) map_svg(&picture, out);
    for (int i = 0; i < 4; i++) output_free(text + i);
    free(value);
}

/* closes the files; returns the program's exit status */
static int finish(job *j, int best, int failed)
{
    if (!failed && best >= 0 && files_pictured(&j->files)) {
        if (j->over[0] >= 0) put_map(j, best, &j->text);
        else put_curves(&j->c, best, &j->text);
        files_picture(&j->files, &j->text);
    }
    if (files_close(&j->files, !failed) != 0 || failed) return EXIT_USAGE;
    return best < 0 ? EXIT_FAILED : EXIT_DONE;
}

/* ---- a job ----------------------------------------------------------------------------------- */

static int search(job *j, const options *o)
{
    const double begin = progress_clock();
    int failed;

    j->c.best = o->best;
    failed = calibrate_grid(&j->c, j->first, j->end, j->coarse, !o->quiet) != 0;
    if (!failed && (j->coarse > 1 || o->best) && calibrate_best(&j->c) >= 0)
        failed = calibrate_refine(&j->c, j->coarse / 2) != 0;
    j->seconds = progress_clock() - begin;
    return failed;
}

static void print_job(const job *j, const options *o, FILE *to)
{
    const entry *e = j->entry;
    const char *which = "all of";

    if (o->best) which = "the best of";
    if (j->coarse > 1) which = "some of";
    fprintf(to, "calibrate: %d track%s, %s %d points, %s, h = %g s, angle times %g m\n", j->c.used,
            j->c.used == 1 ? "" : "s", which, j->end - j->first, solver_said(&e->with, &e->scene),
            e->with.h, calibrate_length(&j->c));
    fprintf(to, "  %.4g steps in %.3g s, %.0f runs failed\n", j->c.steps, j->seconds, j->c.failed);
}

static int perform(job *j, const options *o)
{
    int best, failed = search(j, o);

    if (failed) return finish(j, -1, 1);
    best = o->shard ? -1 : calibrate_best(&j->c);
    if (j->held) {
        const entry *e = j->entry + j->count - 1;
        failed = calibrate_scene(&j->c, &e->scene, &e->with, e->file[0], e->file[1]) != 0;
    }
    if (j->files.report) {
        print_job(j, o, j->files.report);
        if (!o->shard && !failed) {
            print_best(&j->c, best, j->files.report);
            failed |= print_tracks(j, best, j->files.report) != 0;
        }
    }
    if (j->files.csv.path && !failed) {
        put_head(j, o, &j->text);
        put_rows(&j->c, j->first, j->end, &j->text);
        output_put(&j->files.csv, &j->text);
    }
    return finish(j, o->shard ? 0 : best, failed);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* A part's CSV: the head without the points, and their range. */
typedef struct {
    const char *name;
    FILE *file;
    output_text head;
    int first, end, points;
} part;

static int bad_part(const part *p, const char *why) { return refuse("%s: %s", p->name, why); }

/* the head of a part, up to the row with the names; its parameters go to c, NULL: nowhere */
static int open_part(part *p, calibration *c)
{
    char line[LINE];

    p->file = fopen(p->name, "r");
    if (!p->file) return bad_part(p, strerror(errno));
    while (fgets(line, sizeof line, p->file)) {
        if (sscanf(line, "# points %d to %d of %d", &p->first, &p->end, &p->points) == 3) continue;
        output_string(&p->head, line);
        if (p->head.failed) return bad_part(p, "no memory");
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#')
            return p->points > 0 ? 0 : bad_part(p, "no part of a calibration");
        if (c && strncmp(line, "# vary ", 7) == 0 && calibrate_vary(c, line + 7) != 0) return 2;
    }
    return bad_part(p, "no part of a calibration");
}

/* the errors of a part's points */
static int read_part(const part *p, calibration *c)
{
    char line[LINE];

    for (int i = p->first - 1; i < p->end; i++) {
        const char *last = fgets(line, sizeof line, p->file) ? strrchr(line, ',') : NULL;
        if (!last || i >= c->points) return bad_part(p, "rows are missing");
        c->error[i] = strtod(last + 1, NULL);
    }
    return fgets(line, sizeof line, p->file) ? bad_part(p, "too many rows") : 0;
}

static int by_first(const void *a, const void *b)
{
    const part *p = a, *q = b;

    return (p->first > q->first) - (p->first < q->first);
}

/* checks that the parts are of one job, and complete; then reads their rows */
static int join(part *p, int n, calibration *c)
{
    int next = 1;

    for (int i = 0; i < n; i++) {
        if (i > 0 && strcmp(p[i].head.data, p[0].head.data) != 0)
            return bad_part(p + i, "of another calibration than the first");
        if (p[i].points != c->points || c->nparameter == 0)
            return bad_part(p + i, "its points are not its grid's");
    }
    c->used = 1;
    c->error = malloc((size_t)c->points * sizeof *c->error);
    if (!c->error) return bad_part(p, "no memory");
    qsort(p, (size_t)n, sizeof *p, by_first);
    for (int i = 0; i < n; i++) {
        if (p[i].first != next)
            return bad_part(p + i, "a part before it is missing, or there twice");
        next = p[i].end + 1;
        if (read_part(p + i, c) != 0) return 2;
    }
    return next == c->points + 1 ? 0 : bad_part(p + n - 1, "a part after it is missing");
}

static int merge(const options *o, job *j)
{
    const int n = o->noperand;
    part *p = calloc((size_t)n, sizeof *p);
    int failed = 0, best = -1, status = EXIT_USAGE;

    if (!p) return refuse("no memory");
    calibrate_init(&j->c);
    for (int i = 0; !failed && i < n; i++) {
        p[i].name = o->operands[i];
        failed = open_part(p + i, i == 0 ? &j->c : NULL) != 0;
    }
    failed = failed || join(p, n, &j->c) != 0;
    failed = failed || take_map(o, j) != 0 ||
             files_open(&j->files, o, n, (const char *const *)o->operands) != 0;
    if (!failed) {
        best = calibrate_best(&j->c);
        if (j->files.report) print_best(&j->c, best, j->files.report);
        if (j->files.csv.path) {
            const char *names = strrchr(p[0].head.data, '#');  /* the last line has the names */
            names = strchr(names, '\n') + 1;
            output_bytes(&j->text, p[0].head.data, (size_t)(names - p[0].head.data));
            output_printf(&j->text, "# points 1 to %d of %d\n%s", j->c.points, j->c.points, names);
            put_rows(&j->c, 0, j->c.points, &j->text);
            output_put(&j->files.csv, &j->text);
        }
        status = finish(j, best, 0);
    }
    for (int i = 0; i < n; i++) {
        if (p[i].file) fclose(p[i].file);
        output_free(&p[i].head);
    }
    free(p);
    return status;
}

int command_calibrate(const options *o)
{
    const int prints = o->print_slurm < HUGE_VAL || o->print_parallel < HUGE_VAL;
    int status = EXIT_USAGE;
    job j;

    memset(&j, 0, sizeof j);
    if (o->merge) {
        if (options_merge(o) == 0) status = merge(o, &j);
    } else if (take_job(o, &j) == 0) {
        if (prints) status = jobs_print(o, j.file[0]);
        else if (files_open(&j.files, o, 2 * j.count, (const char *const *)j.file) == 0)
            status = perform(&j, o);
    }
    job_free(&j);
    return status;
}
