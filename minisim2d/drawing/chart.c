/* chart.c: lines over two axes, and energy against time; a logarithmic axis is a linear one for the
 * logarithms */
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLOT_WIDTH 560.0          /* pixels */
#define PLOT_HEIGHT 380.0
#define PANEL_HEIGHT 190.0        /* of one of several panels */
#define PANEL_GAP 16.0
#define BAND_OPACITY "0.14"
#define BAND_EDGE 0.6             /* pixels */
#define BAND_DECADES 2.0
#define PADDING 0.05              /* border around the data, in sizes of the plot */

enum { MOST_POINTS = 16384, MOST_RUNS = 16 };      /* of energies against time */

/* one coordinate on the axis; infinite if it cannot be shown */
static double on_axis(double value, int logarithmic)
{
    if (!isfinite(value) || (logarithmic && value <= 0.0)) return HUGE_VAL;
    return logarithmic ? log10(value) : value;
}

/* point i of a series on the axes; 0 if it cannot be shown */
static int point_on_axes(const chart *c, const chart_series *s, int i, double p[2])
{
    p[0] = on_axis(s->xy[2*i], c->x.log);
    p[1] = on_axis(s->xy[2*i + 1], c->y.log);
    return isfinite(p[0]) && isfinite(p[1]);
}

/* the band at point i of a series on the axes; 0 if there is none, or it cannot be shown */
static int band_on_axes(const chart *c, const chart_series *s, int i, double *x, double y[2])
{
    double p[2];

    if (!s->band || !point_on_axes(c, s, i, p)) return 0;
    *x = p[0];
    for (int k = 0; k < 2; k++) y[k] = on_axis(s->band[2*i + k], c->y.log);
    return isfinite(y[0]) && isfinite(y[1]);
}

/* the least and greatest coordinates of all points; lo > hi without any */
static void data_range(const chart *c, double lo[2], double hi[2])
{
    lo[0] = lo[1] = HUGE_VAL;
    hi[0] = hi[1] = -HUGE_VAL;
    for (int k = 0; k < c->nseries; k++) {
        for (int i = 0; i < c->series[k].npoint; i++) {
            double p[2];
            if (!point_on_axes(c, &c->series[k], i, p)) continue;
            for (int axis = 0; axis < 2; axis++) {
                lo[axis] = fmin(lo[axis], p[axis]);
                hi[axis] = fmax(hi[axis], p[axis]);
            }
        }
    }
}

/* the same with the bands, which on a logarithmic axis may add at most BAND_DECADES on either side:
 * a band down to rounding would compress the curves */
static void band_range(const chart *c, double *lo, double *hi)
{
    const double most = c->y.log ? BAND_DECADES : HUGE_VAL;
    const double least = *lo - most, greatest = *hi + most;

    for (int k = 0; k < c->nseries; k++) {
        for (int i = 0; i < c->series[k].npoint; i++) {
            double x, y[2];
            if (!band_on_axes(c, &c->series[k], i, &x, y)) continue;
            *lo = fmin(*lo, fmax(y[0], least));
            *hi = fmax(*hi, fmin(y[1], greatest));
        }
    }
}

/* a range with a border, never empty: at least a decade, or the resolution of the numbers */
static void padded(double lo, double hi, int logarithmic, double *from, double *to)
{
    double least, size;

    if (lo > hi) lo = hi = 0.0;
    least = logarithmic ? 1.0 : 1e-9 * fmax(fabs(lo), fabs(hi));
    if (!logarithmic && lo == hi) least = lo == 0.0 ? 2.0 : 0.2 * fabs(lo);
    lo = fmax(lo, -1e300);                            /* so that the border does not overflow */
    hi = fmin(hi, 1e300);
    size = fmax(hi - lo, least) * (1.0 + 2.0 * PADDING);
    *from = 0.5 * lo + 0.5 * hi - 0.5 * size;
    *to = 0.5 * lo + 0.5 * hi + 0.5 * size;
}

/* the legend; returns the height of the picture. out NULL: measure only */
static double draw_legend(const chart *c, const svg_frame *frame, double width, output_text *out)
{
    svg_entry *entries = malloc(((size_t)c->nseries + 1) * sizeof *entries);
    double height;

    for (int k = 0; entries && k < c->nseries; ) {
        const chart_series *s = &c->series[k];
        svg_entry *e = svg_entry_next(entries, &k, SVG_SAMPLE_CURVE, "");
        double p[2];
        int i = 0;
        while (i < s->npoint && !point_on_axes(c, s, i, p)) i++;
        e->style = svg_style_at(s->style);
        e->marked = s->mark_every >= 0;
        svg_entry_text(e, s->name, i < s->npoint ? NULL : " (no points)", NULL);
    }
    height = svg_legend_below(out, frame, width, c->nseries, entries);
    free(entries);
    return height;
}

/* the part of the plane that a panel shows */
static void data_frame(const chart *c, svg_frame *frame)
{
    double lo[2], hi[2];

    data_range(c, lo, hi);
    band_range(c, lo + 1, hi + 1);
    padded(lo[0], hi[0], c->x.log, &frame->x0, &frame->x1);
    padded(lo[1], hi[1], c->y.log, &frame->y0, &frame->y1);
}

/* the frames of n panels, and the size of the picture */
static void layout(const chart *c, int n, svg_frame *frame, double *width, double *height)
{
    double labels = 0.0, top;

    for (int i = 0; i < n; i++) {
        svg_scale ticks;
        data_frame(c + i, frame + i);
        frame[i].prefix = c[i].prefix ? c[i].prefix : "chart";
        frame[i].width = PLOT_WIDTH;
        frame[i].height = n > 1 ? PANEL_HEIGHT : PLOT_HEIGHT;
        frame[i].x0 = frame[0].x0;
        frame[i].x1 = frame[0].x1;
        svg_scale_y(&ticks, frame + i, c[i].y.log);
        labels = fmax(labels, svg_scale_width(&ticks));
    }
    *width = SVG_MARGIN + SVG_AXIS_Y_SPACE + labels + PLOT_WIDTH + SVG_MARGIN + 10.0;
    top = svg_heading(NULL, *width, c->title, c->subtitle);
    for (int i = 0; i < n; i++) {
        frame[i].left = SVG_MARGIN + SVG_AXIS_Y_SPACE + labels;
        frame[i].top = top + i * (PANEL_HEIGHT + PANEL_GAP);
    }
    *height = draw_legend(c, frame + n - 1, *width, NULL);
}

static void draw_grid(const svg_frame *f, const svg_scale *x, const svg_scale *y, output_text *out)
{
    static const char stroke[] = "stroke=\"" SVG_PALE "\" stroke-width=\"1\"";

    for (int i = 0; i < x->count; i++)
        svg_line(out, svg_x(f, x->at[i]), f->top, svg_x(f, x->at[i]), f->top + f->height, stroke);
    for (int i = 0; i < y->count; i++)
        svg_line(out, f->left, svg_y(f, y->at[i]), f->left + f->width, svg_y(f, y->at[i]), stroke);
}

/* n points of a band, points[2*2n] its outline: an area in the colour of the series, between its
 * two lines drawn thin */
static void draw_stretch(const chart_series *s, const svg_frame *frame, int n,
                         const double *points, output_text *out)
{
    const svg_style *style = svg_style_at(s->style);
    char fill[80];
    svg_style edge = *style;

    edge.width = BAND_EDGE;
    snprintf(fill, sizeof fill, "fill=\"%s\" fill-opacity=\"" BAND_OPACITY "\" stroke=\"none\"",
             style->colour);
    svg_path(out, frame, 2 * n, points, 1, fill);
    svg_style_curve(out, frame, n, points, &edge);
    svg_style_curve(out, frame, n, points + 2*n, &edge);
}

/* each stretch that the axes can show: the least values forwards, the greatest backwards */
static void draw_band(const chart *c, int k, const svg_frame *frame, output_text *out)
{
    const chart_series *s = &c->series[k];
    double *points = malloc((4 * (size_t)s->npoint + 1) * sizeof *points);
    double x, y[2];

    if (!points) out->failed = 1;
    for (int first = 0, last; points && first < s->npoint; first = last + 1) {
        for (last = first; last < s->npoint && band_on_axes(c, s, last, &x, y); last++) {
            points[2 * (last - first)] = x;
            points[2 * (last - first) + 1] = y[0];
        }
        for (int i = last - 1; i >= first; i--) {
            double *back = points + 2 * (last - first) + 2 * (last - 1 - i);
            band_on_axes(c, s, i, back, y);
            back[1] = y[1];
        }
        if (last - first > 1) draw_stretch(s, frame, last - first, points, out);
    }
    free(points);
}

static void draw_series(const chart *c, int k, const svg_frame *frame, output_text *out)
{
    const chart_series *s = &c->series[k];
    double *points;

    if (s->npoint < 1) return;
    points = malloc(2 * (size_t)s->npoint * sizeof *points);
    if (!points) {
        out->failed = 1;
        return;
    }
    for (int i = 0; i < s->npoint; i++)
        point_on_axes(c, s, i, points + 2*i);      /* one that cannot be shown is infinite: a gap */
    svg_style_curve(out, frame, s->npoint, points, svg_style_at(s->style));
    svg_marks(out, frame, s->npoint, points, svg_style_at(s->style), s->mark_every, k);
    free(points);
}

/* one panel; the x axis of the last is common to all */
static void draw_panel(const chart *c, const svg_frame *frame, int last, output_text *out)
{
    svg_scale x, y;

    svg_scale_x(&x, frame, c->x.log);
    svg_scale_y(&y, frame, c->y.log);
    svg_window(out, frame);
    draw_grid(frame, &x, &y, out);
    for (int k = 0; k < c->nseries; k++)
        if (c->series[k].band) draw_band(c, k, frame, out);
    for (int k = 0; k < c->nseries; k++) draw_series(c, k, frame, out);
    svg_box(out, frame);
    if (last) svg_axis_x(out, frame, &x, c->x.label);
    svg_axis_y(out, frame, &y, c->y.label);
}

/* describes the picture in words */
static void describe(const chart *c, int n, output_text *out)
{
    for (int i = 0; i < n; i++)
        output_printf(out, "%s%s", i == 0 ? "" : i < n - 1 ? ", " : " and ", c[i].y.label);
    output_printf(out, " against %s", c->x.label);
    for (int k = 0; k < c->nseries; k++)
        output_printf(out, "%s%s", k ? "; " : ": ", c->series[k].name);
}

void chart_panels(const chart *c, int n, output_text *out)
{
    output_text description = { 0 };
    svg_frame frame[CHART_PANELS];
    double width, height;

    layout(c, n, frame, &width, &height);
    describe(c, n, &description);
    out->failed |= description.failed;
    svg_begin(out, width, height, frame->prefix, c->title, description.data);
    svg_heading(out, width, c->title, c->subtitle);
    for (int i = 0; i < n; i++) draw_panel(c + i, frame + i, i == n - 1, out);
    if (draw_legend(c, frame + n - 1, width, out) != height) out->failed = 1;   /* as in figure.c */
    svg_end(out);
    output_free(&description);
}

void chart_svg(const chart *c, output_text *out)
{
    chart_panels(c, 1, out);
}

/* ---- energy against time ---- */

void timeline_init(timeline *t, const scene *s)
{
    memset(t, 0, sizeof *t);
    t->scene = s;
    for (int k = 0; k < TIMELINE_ENERGIES; k++) thin_path_init(t->energy + k, MOST_POINTS);
}

void timeline_free(timeline *t)
{
    for (int k = 0; k < TIMELINE_ENERGIES; k++) thin_path_free(t->energy + k);
}

/* bodies come before particles */
static double kinetic_energy(const scene *s, const trajectory_row *row)
{
    const mb_body *b = row->particle < s->nbody ? &s->body[row->particle].body : NULL;
    const double v2 = row->v[0] * row->v[0] + row->v[1] * row->v[1];

    if (!b) return 0.5 * s->particle[row->particle - s->nbody].mass * v2;
    if (b->kind != MB_DYNAMIC) return 0.0;
    return 0.5 * (b->mass * v2 + b->inertia * row->spin * row->spin);
}

int timeline_row(void *user, const trajectory_row *row)
{
    timeline *t = user;

    if (row->particle == 0) t->kinetic = t->total = 0.0;
    t->kinetic += kinetic_energy(t->scene, row);
    if (row->world) t->total = row->world->energy;   /* the sum over all of them */
    else t->total += row->energy;
    if (row->particle < scene_count(t->scene) - 1) return 0;
    const double now[TIMELINE_ENERGIES] = { t->kinetic, t->total - t->kinetic, t->total };
    for (int k = 0; k < TIMELINE_ENERGIES; k++)
        if (thin_path_add(t->energy + k, row->t, row->t, now[k]) != 0) return -1;
    return 0;
}

/* one energy of the runs that have rows, as the series of a chart; returns their number */
static int series_of(const timeline *runs, int n, int energy, chart_series *series)
{
    int count = 0;

    for (int r = 0; r < n && count < MOST_RUNS; r++) {
        const thin_path *path = runs[r].energy + energy;
        const chart_series s = { runs[r].name, path->count, path->xy, runs[r].style, 0, NULL };
        if (path->count > 0) series[count++] = s;
    }
    return count;
}

void timeline_energy(const timeline *runs, int n, const char *subtitle, output_text *out)
{
    static const char *const label[TIMELINE_ENERGIES] = {
        "kinetic energy [J]", "potential energy [J]", "total energy [J]"
    };
    static const char *const prefix[TIMELINE_ENERGIES] = { "kinetic", "potential", "total" };
    chart_series series[TIMELINE_ENERGIES][MOST_RUNS];
    chart panel[TIMELINE_ENERGIES];

    for (int k = 0; k < TIMELINE_ENERGIES; k++) {
        const chart c = { runs->scene->title, subtitle, { "t [s]", 0 }, { label[k], 0 },
                          series_of(runs, n, k, series[k]), series[k], prefix[k] };
        panel[k] = c;
    }
    chart_panels(panel, TIMELINE_ENERGIES, out);
}
