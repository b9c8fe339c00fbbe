/* chart_command.c: `minisim2d chart`: columns of a CSV file as a picture */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/chart.h"
#include "../drawing/figure.h"
#include "../reading/scene.h"
#include "../reading/reader.h"

static const char *name_of(const table *t, int k, const options *o)
{
    return t->series[k].name[0] ? t->series[k].name : o->y;
}

/* a formulation has the same style in every picture; -1: another curve */
static int style_of(const char *name)
{
    if (strcmp(name, "exact") == 0) return SVG_STYLE_EXACT;
    for (int i = 0; i < mb_formulation_count; i++)
        if (strcmp(name, mb_formulations[i].name) == 0 ||
            strcmp(name, mb_formulations[i].title) == 0)
            return SVG_STYLE_FORMULATION + i;
    return -1;
}

/* style[nseries]: other curves get the free styles, from that of PEG on, while there are any */
static void choose_styles(const table *t, const options *o, int *style)
{
    int taken = 1 << SVG_STYLE_EXACT, next = SVG_STYLE_FORMULATION + MB_PEG;

    for (int k = 0; k < t->nseries; k++) {
        style[k] = style_of(name_of(t, k, o));
        if (style[k] >= 0) taken |= 1 << style[k];
    }
    for (int k = 0; k < t->nseries; k++) {
        if (style[k] >= 0) continue;
        if (taken == (1 << SVG_STYLES) - 1) taken = 1 << SVG_STYLE_EXACT;
        while (taken >> next & 1) next = (next + 1) % SVG_STYLES;
        taken |= 1 << next;
        style[k] = next;
    }
}

static void draw_chart(const options *o, const table *t, int log, output_text *out)
{
    chart_series series[TABLE_SERIES];
    const chart c = { o->title ? o->title : o->operand, NULL, { o->x, log & 1 },
                      { o->y, log >> 1 }, t->nseries, series, NULL };
    int style[TABLE_SERIES];

    choose_styles(t, o, style);
    memset(series, 0, sizeof series);
    for (int k = 0; k < t->nseries; k++) {
        series[k].name = name_of(t, k, o);
        series[k].npoint = t->series[k].npoint;
        series[k].xy = t->series[k].xy;
        series[k].style = style[k];
    }
    chart_svg(&c, out);
}

/* is there a point to draw? On a logarithmic axis a number must be > 0 */
static int has_point(const table *t, int log)
{
    for (int k = 0; k < t->nseries; k++)
        for (int i = 0; i < t->series[k].npoint; i++) {
            const double *p = t->series[k].xy + 2 * i;
            if (p[0] < HUGE_VAL && p[1] < HUGE_VAL && (!(log & 1) || p[0] > 0.0) &&
                (!(log & 2) || p[1] > 0.0))
                return 1;
        }
    return 0;
}

/* does the column t hold the times of one run? In a curve of several runs they start again. */
static int has_times(const table_series *s)
{
    for (int i = 0; i < s->npoint; i++)
        if (!(s->t[i] < HUGE_VAL) || (i > 0 && s->t[i] < s->t[i - 1])) return 0;
    return 1;
}

/* one curve as the path of a run; 0, or -1 without memory */
static int make_run(const table_series *from, const char *name, int style, trajectory *run)
{
    int failed = trajectory_init(run, 1), timed = has_times(from);

    run->name = name;
    run->style = style;
    run->reference = style == SVG_STYLE_EXACT;
    for (int i = 0; i < from->npoint && !failed; i++)
        failed = thin_path_add(run->path, timed ? from->t[i] : 0.0, from->xy[2*i],
                               from->xy[2*i + 1]);
    return failed;
}

/* 0, or the exit status after a message */
static int draw_over(const options *o, const table *t, output_text *out)
{
    trajectory runs[TABLE_SERIES];
    int status = EXIT_DONE, style[TABLE_SERIES];
    double window[4];
    figure f;
    scene s;
    char *path;

    if (scenes_open(o->over, o->program, &path, &s) != 0) return EXIT_USAGE;
    choose_styles(t, o, style);
    memset(runs, 0, sizeof runs);
    memset(&f, 0, sizeof f);
    for (int k = 0; k < t->nseries && status == EXIT_DONE; k++) {
        const char *name = name_of(t, k, o);
        if (make_run(t->series + k, name, style[k], runs + k) == 0) continue;
        refuse("no memory for the picture");
        status = EXIT_FAILED;
    }
    f.scene = &s;
    f.subtitle = o->title;
    f.nrun = t->nseries;
    f.run = runs;
    f.view = options_view(o, window);
    f.halfspaces = o->halfspaces;
    if (status == EXIT_DONE) figure_svg(&f, out);
    for (int k = 0; k < t->nseries; k++) trajectory_free(runs + k);
    scene_free(&s);
    free(path);
    return status;
}

/* checks that the options suffice for a picture, and that all have an effect; 0, or 2 after a
 * message */
static int check_options(const options *o)
{
    const char *missing = !o->x ? "--x COLUMN" : !o->y ? "--y COLUMN" : NULL, *idle = NULL;
    int status = 0;

    if (!o->svg && !o->png) missing = "--svg FILE";
    if (o->over && o->log) idle = "--log has no effect with --over: a scene has one scale";
    if (!o->over && o->zoom[2] > 0.0) idle = "--zoom has no effect without --over SCENE";
    if (!o->over && o->halfspaces) idle = "--halfspaces has no effect without --over SCENE";
    if (missing) status = refuse("chart needs %s", missing);
    if (idle) status = refuse("%s", idle);
    return status;
}

int command_chart(const options *o)
{
    output_text text = { 0 };
    const int log = options_log(o);
    int status = EXIT_USAGE;
    table t;
    files f;

    if (log < 0 || check_options(o) != 0) return EXIT_USAGE;
    if (table_read(o->operand, o->x, o->y, o->by, o->over ? "t" : NULL, &t, stderr) == 0 &&
        files_open(&f, o, 1, &o->operand) == 0) {
        status = EXIT_DONE;
        f.report = NULL;              /* nothing to report beside the output */
        if (!has_point(&t, log))
            status = refuse("%s: no point to draw: x and y must be numbers%s", o->operand,
                            log ? ", on a logarithmic axis > 0" : "");
        else if (o->over) status = draw_over(o, &t, &text);
        else draw_chart(o, &t, log, &text);
        if (status == EXIT_DONE) files_picture(&f, &text);
        if (files_close(&f, status == EXIT_DONE) != 0) status = EXIT_USAGE;
    }
    output_free(&text);
    table_free(&t);
    return status;
}
