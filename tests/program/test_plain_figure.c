/* test_plain_figure.c: pictures of random scenes and runs, and what must be in them, derived again
 *
 * The view, the frame, the description, and what is drawn of runs, ticks, half-spaces, ends and
 * events, and the legend follow from the rules in figure.h, figure.c and ticks.c. After the last
 * element of each list comes one more that must not be read.
 */
#include "check.h"
#include "minisim2d/drawing/figure.h"
#include "elements.h"

#include <stdlib.h>

enum { OBSTACLES = 3, VERTICES = 4, PARTICLES = 2, RUNS = 4, POINTS = 6, EVENTS = 7 };

static rng r = { 2026 };

/* the random figure */
static struct {
    scene s;
    scene_obstacle obstacle[OBSTACLES + 1];
    double vertex[OBSTACLES + 1][2 * VERTICES + 2];
    scene_particle particle[PARTICLES + 1];
    trajectory run[RUNS + 1];
    thin_path path[RUNS + 1][PARTICLES + 1];
    double xy[RUNS + 1][PARTICLES + 1][2 * POINTS + 2], t[RUNS + 1][PARTICLES + 1][POINTS + 1];
    char name[RUNS + 1][8], pushed[RUNS + 1][OBSTACLES * VERTICES + VERTICES];
    exact_path motion[PARTICLES + 1];
    exact_event event[PARTICLES + 1][EVENTS + 1];
    reference exact;
    double view[4];
    figure f;
} d;

static output_text svg, want;

/* a place, sometimes far away */
static double place(void)
{
    return rng_range(&r, -5.0, 5.0) * (rng_int(&r, 12) ? 1.0 : 30.0);
}

static void make_obstacles(void)
{
    d.s.nobstacle = rng_int(&r, OBSTACLES + 1);
    d.s.obstacle = d.obstacle;
    for (int k = 0; k <= OBSTACLES; k++) {
        d.obstacle[k].closed = rng_int(&r, 2);
        d.obstacle[k].nvert = 2 + d.obstacle[k].closed + rng_int(&r, 2);
        d.obstacle[k].xy = d.vertex[k];
        for (int i = 0; i < 2 * VERTICES + 2; i++) d.vertex[k][i] = 3.0 * place();
    }
}

static void make_run(int k, int particles)
{
    trajectory *run = d.run + k;

    snprintf(d.name[k], sizeof d.name[k], "run%d", k);
    run->name = d.name[k];
    run->note = rng_int(&r, 3) ? NULL : rng_int(&r, 2) ? "" : "thin";
    run->style = k == 0 && rng_int(&r, 2) ? SVG_STYLE_EXACT : 1 + rng_int(&r, SVG_STYLES - 1);
    run->reference = run->style == SVG_STYLE_EXACT;
    run->failed = rng_int(&r, 3) == 0;
    run->particles = particles;
    run->path = d.path[k];
    if (!rng_int(&r, 3)) run->pushed = d.pushed[k];
    for (size_t e = 0; e < sizeof d.pushed[k]; e++) d.pushed[k][e] = !rng_int(&r, 5);
    for (int j = 0; j <= PARTICLES; j++) {
        d.path[k][j].count = rng_int(&r, 5) ? 1 + rng_int(&r, POINTS) : 0;
        d.path[k][j].xy = d.xy[k][j];
        d.path[k][j].t = rng_int(&r, 6) ? d.t[k][j] : NULL;
        for (int i = 0; i <= POINTS; i++) {
            d.t[k][j][i] = (i ? d.t[k][j][i - 1] : 0.0) + pow(10.0, rng_range(&r, -2.0, 0.0));
            d.xy[k][j][2 * i] = place();
            d.xy[k][j][2 * i + 1] = place();
        }
    }
    for (int j = 1; j <= PARTICLES; j++) if (!d.path[k][0].t) d.path[k][j].t = NULL;
    for (int j = 1; j <= PARTICLES; j++) if (d.path[k][0].t) d.path[k][j].t = d.t[k][j];
}

static void make_events(int particles)
{
    d.exact.count = particles;
    d.exact.path = d.motion;
    d.f.events = rng_int(&r, 2) ? &d.exact : NULL;
    for (int k = 0; k <= PARTICLES; k++) {
        d.motion[k].nevent = rng_int(&r, EVENTS + 1);
        d.motion[k].event = d.event[k];
        for (int i = 0; i <= EVENTS; i++) {
            exact_event *e = d.event[k] + i;
            e->kind = (exact_kind)rng_int(&r, EXACT_END + 1);
            e->t = rng_range(&r, 0.0, 3.0);
            e->x[0] = place();
            e->x[1] = place();
            for (int j = 0; j < 2; j++) e->impulse_n[j] = rng_int(&r, 3) ? 0.0 : rng_unit(&r);
        }
    }
}

static void make_figure(void)
{
    const int particles = rng_int(&r, PARTICLES + 1);

    memset(&d, 0, sizeof d);
    make_obstacles();
    d.s.nparticle = particles;
    d.s.particle = d.particle;
    d.s.epsilon = rng_int(&r, 2) ? rng_range(&r, 0.0, 4.0) : 0.01;
    for (int k = 0; k <= PARTICLES; k++)
        for (int i = 0; i < 2; i++) d.particle[k].x[i] = place();
    for (int k = 0; k <= RUNS; k++) make_run(k, particles);
    make_events(particles);
    d.f.scene = &d.s;
    d.f.nrun = rng_int(&r, RUNS + 1);
    d.f.run = d.run;
    d.f.halfspaces = rng_int(&r, 2);
    if (!rng_int(&r, 3)) return;
    d.view[0] = place(), d.view[1] = place();
    d.view[2] = d.view[0] + rng_range(&r, 1.0, 12.0);
    d.view[3] = d.view[1] + rng_range(&r, 1.0, 12.0);
    if (rng_int(&r, 2)) d.f.view = d.view;
}

/* ---- the view ---- */

static void hold(double box[4], double x, double y)
{
    box[0] = fmin(box[0], x), box[1] = fmin(box[1], y);
    box[2] = fmax(box[2], x), box[3] = fmax(box[3], y);
}

static int holds(const double box[4], double x, double y, double slack)
{
    return x >= box[0] - slack && x <= box[2] + slack && y >= box[1] - slack && y <= box[3] + slack;
}

static double size_of(const double box[4])
{
    return box[0] <= box[2] ? fmax(box[2] - box[0], box[3] - box[1]) : 0.0;
}

static void grow(const double box[4], double by, double out[4])
{
    for (int i = 0; i < 4; i++) out[i] = box[i] + (i < 2 ? -by : by);
}

/* all obstacles within a box: their vertices there, and where edges cross the lines of its sides */
static void hold_obstacles(const double near[4], double box[4])
{
    for (int k = 0; k < d.s.nobstacle; k++) {
        const int n = d.obstacle[k].nvert;
        for (int i = 0; i < n - !d.obstacle[k].closed; i++) {
            const double *a = d.vertex[k] + 2 * i, *b = d.vertex[k] + 2 * ((i + 1) % n);
            double share[6] = { 0.0, 1.0 };
            for (int side = 0; side < 4; side++)
                share[2 + side] = (near[side] - a[side % 2]) / (b[side % 2] - a[side % 2]);
            for (int j = 0; j < 6; j++) {
                const double x = a[0] + share[j] * (b[0] - a[0]);
                const double y = a[1] + share[j] * (b[1] - a[1]);
                if (share[j] >= 0.0 && share[j] <= 1.0 && holds(near, x, y, 1e-9)) hold(box, x, y);
            }
        }
    }
}

/* the points of runs within a box: of the references (which = 1), or of all (-1) */
static void hold_runs(int which, const double near[4], double box[4])
{
    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; j < d.s.nparticle; j++)
            for (int i = 0; i < d.path[k][j].count; i++) {
                const double *p = d.xy[k][j] + 2 * i;
                if (which >= 0 && d.run[k].reference != which) continue;
                if (holds(near, p[0], p[1], 0.0)) hold(box, p[0], p[1]);
            }
}

static void plain_view(double view[4])
{
    const double all[4] = { -1e9, -1e9, 1e9, 1e9 };
    double obstacles[4] = { 1e9, 1e9, -1e9, -1e9 }, near[4], least, reach;
    int references = 0;

    memcpy(view, obstacles, sizeof obstacles);
    hold_obstacles(all, obstacles);
    for (int k = 0; k < d.s.nparticle; k++) hold(view, d.particle[k].x[0], d.particle[k].x[1]);
    for (int k = 0; k < d.f.nrun; k++) references += d.run[k].reference;
    if (references == 0 && d.s.nobstacle > 0) {
        double limit[4];
        memcpy(limit, obstacles, sizeof limit);
        for (int k = 0; k < d.s.nparticle; k++) hold(limit, d.particle[k].x[0], d.particle[k].x[1]);
        grow(limit, 0.15 * size_of(limit), limit);
        hold_runs(-1, limit, view);
    } else {
        hold_runs(references ? 1 : -1, all, view);
    }
    if (view[0] > view[2]) memcpy(view, obstacles, sizeof obstacles);
    least = fmin(4.0 * d.s.epsilon, size_of(obstacles));
    if (least == 0.0) least = size_of(view) > 0.0 ? 0.0 : 1.0;
    for (int i = 0; i < 4 && view[i < 2 ? i : 0] > 1e8; i++) view[3 - i] = i < 2 ? 1.0 : -1.0;
    reach = fmax(size_of(view), least);
    grow(view, 0.15 * reach, near);
    hold_runs(-1, near, view);
    grow(view, 0.6 * reach, near);
    hold_obstacles(near, view);
    for (int axis = 0; axis < 2; axis++) {
        const double more = fmax(0.0, least - (view[axis + 2] - view[axis]));
        view[axis] -= 0.5 * more;
        view[axis + 2] += 0.5 * more;
    }
    grow(view, 0.05 * size_of(view), view);
}

/* the view has one scale, in a frame of 780 by 560 pixels at most, and of 400 (170 for a view that
 * was asked for) by 170 at least; it is in the middle. The picture is 560 wide at least */
static int good_layout(const svg_frame *f, double width)
{
    double view[4], label = 0.0;

    if (d.f.view) memcpy(view, d.view, sizeof view);
    else plain_view(view);
    const double wide = view[2] - view[0], high = view[3] - view[1];
    const double scale = fmin(780.0 / wide, 560.0 / high);
    const double across = fmax(scale * wide, d.f.view ? 170.0 : 400.0);
    const double up = fmax(scale * high, 170.0), slack = 1e-9 * (fabs(view[0]) + fabs(view[1]) + 1);
    for (const char *at = svg.data; (at = strstr(at, "\"end\"")) != NULL;) {
        at = strchr(at, '>') + 1;
        label = fmax(label, svg_text_width(at, strcspn(at, "<"), SVG_TEXT));
    }
    const double left = SVG_MARGIN + SVG_AXIS_Y_SPACE + label, right = SVG_MARGIN + 10.0;
    const double spare = fmax(0.0, 560.0 - left - across - right);
    return fabs(f->width - across) < 1e-6 && fabs(f->height - up) < 1e-6 &&
           fabs(f->x0 + f->x1 - view[0] - view[2]) < slack &&
           fabs(f->y0 + f->y1 - view[1] - view[3]) < slack &&
           fabs((f->x1 - f->x0) * scale - across) < 1e-6 &&
           fabs((f->y1 - f->y0) * scale - up) < 1e-6 &&
           fabs(f->left - left - 0.5 * spare) < 1e-6 &&
           fabs(width - left - across - right - spare) < 1e-6;
}

/* numbers along the axes are where they belong; two or more on each */
static int good_axes(const svg_frame *f)
{
    int n[2] = { 0, 0 }, bad = 0;

    for (element e = { svg.data, svg.data }; next_element(&e, "<text ");) {
        const char *text = e.end + 1, *minus = strncmp(text, "\xE2\x88\x92", 3) == 0 ? text : NULL;
        const double value = minus ? -strtod(text + 3, NULL) : strtod(text, NULL);
        const int y = has(&e, "\"end\"");
        if (!y && !has(&e, "\"middle\"")) continue;
        if ((!minus && !strchr("0123456789", *text)) || !has(&e, "\"12\"")) continue;
        bad += y ? fabs(number(&e, " y=\"") - 0.36 * SVG_TEXT - svg_y(f, value)) > 0.011
                 : fabs(number(&e, " x=\"") - svg_x(f, value)) > 0.011;
        n[y]++;
    }
    return bad == 0 && n[0] >= 2 && n[1] >= 2;
}

/* ---- runs ---- */

/* is `want` somewhere in the picture? */
static int is_there(void)
{
    size_t plain;

    want.data[want.size] = '\0';              /* elements without content were taken back */
    plain = strcspn(want.data, "-0123456789");
    for (const char *at = svg.data; *at; at++)
        if (strncmp(at, want.data, plain) == 0 && texts_agree(at, want.data, 0.0101)) return 1;
    return 0;
}

static void start_over(void)
{
    want.size = 0;
    output_string(&want, "");
}

/* lines with larger gaps later, on a white rim, each with its markers; those of the reference alone
 * (which = 1), or of the other runs */
static int good_curves(int which, const svg_frame *frame)
{
    static const int layer_of[SVG_STYLES] = { 0, 2, 2, 0, 1, 1, 2, 1 };

    start_over();
    for (int layer = 0; layer < 3; layer++)
        for (int k = 0, shift = 0; k < d.f.nrun; k++)
            for (int j = 0; j < d.s.nparticle; j++) {
                const svg_style *style = svg_style_at(d.run[k].style);
                const svg_style rim = { "#ffffff", style->dash, style->width + 1.4, style->marker };
                const thin_path *p = d.path[k] + j;
                if (p->count == 0) continue;
                shift++;
                if (d.run[k].reference != which || layer_of[d.run[k].style] != layer) continue;
                if (layer > 0) svg_style_curve(&want, frame, p->count, p->xy, &rim);
                svg_style_curve(&want, frame, p->count, p->xy, style);
                if (!which) svg_marks(&want, frame, p->count, p->xy, style, 0, shift - 1);
            }
    return is_there();
}

/* where the path first leaves the frame: its tip there, along the segment */
static void draw_arrow(const thin_path *p, const svg_frame *f, const char *colour)
{
    const double lo[2] = { f->x0, f->y0 }, hi[2] = { f->x1, f->y1 };

    for (int i = 0; i + 1 < p->count; i++) {
        const double *a = p->xy + 2 * i, *b = a + 2;
        double share = 2.0, e[2];
        if (!svg_inside(f, a[0], a[1]) || svg_inside(f, b[0], b[1])) continue;
        for (int axis = 0; axis < 2; axis++) {
            const double side = b[axis] > a[axis] ? hi[axis] : lo[axis];
            share = fmin(share, (side - a[axis]) / (b[axis] - a[axis]));
        }
        const double x = svg_x(f, a[0] + share * (b[0] - a[0]));
        const double y = svg_y(f, a[1] + share * (b[1] - a[1]));
        e[0] = x - svg_x(f, a[0]), e[1] = y - svg_y(f, a[1]);
        const double length = hypot(e[0], e[1]);
        e[0] /= length, e[1] /= length;
        output_printf(&want, "<path fill=\"%s\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n", colour,
                      x, y, x - 11 * e[0] - 4.5 * e[1], y - 11 * e[1] + 4.5 * e[0],
                      x - 11 * e[0] + 4.5 * e[1], y - 11 * e[1] - 4.5 * e[0]);
        return;
    }
}

/* arrows and ends of all runs, then all starts */
static int good_ends(const svg_frame *f)
{
    start_over();
    for (int starts = 0; starts < 2; starts++)
        for (int k = 0; k < d.f.nrun; k++)
            for (int j = 0; j < d.s.nparticle; j++) {
                const thin_path *p = d.path[k] + j;
                const svg_style *style = svg_style_at(d.run[k].style);
                if (p->count == 0) continue;
                const double *at = starts ? p->xy : p->xy + 2 * p->count - 2;
                const double x = svg_x(f, at[0]), y = svg_y(f, at[1]);
                if (!starts) draw_arrow(p, f, style->colour);
                if (!svg_inside(f, at[0], at[1])) continue;
                if (starts) svg_start_mark(&want, x, y);
                else if (d.run[k].failed) svg_stop_mark(&want, style, x, y);
                else if (!d.run[k].reference) svg_end_mark(&want, style, x, y);
            }
    return is_there();
}

/* ---- obstacles ---- */

/* Strokes of four pixels every six, in the middle of the part between two distances from a, to the
 * right of the line from a to b (pixels), where the solid is; lean: back by 45 degrees. */
static void hatch(const double a[2], const double b[2], double from, double to, int lean,
                  const svg_frame *f)
{
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double e[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    const int n = (int)floor((to - from) / 6.0 + 1e-9);

    for (int i = 0; i <= n; i++) {
        const double s = 0.5 * (from + to) + 6.0 * (i - 0.5 * n);
        const double x = a[0] + s * e[0], y = a[1] + s * e[1];
        if (x >= f->left && x <= f->left + f->width && y >= f->top && y <= f->top + f->height)
            output_printf(&want, "M%.2f %.2fl%.2f %.2f", x, y, 4.0 * (-e[1] - lean * e[0]),
                          4.0 * (e[0] - lean * e[1]));
    }
}

static const char strokes[] = "<path " SVG_HALFSPACE_TICKS " d=\"";

static void end_strokes(size_t begun)
{
    if (want.size > begun + sizeof strokes - 1) output_string(&want, "\"/>\n");
    else want.size = begun;
}

/* the ends of edge i of obstacle k, also in pixels; 0: there is none */
static int edge_of(int k, int i, const svg_frame *f, double ends[4], double a[2], double b[2])
{
    const int n = d.obstacle[k].nvert;

    if (i >= n - !d.obstacle[k].closed) return 0;
    memcpy(ends, d.vertex[k] + 2 * i, 2 * sizeof *ends);
    memcpy(ends + 2, d.vertex[k] + 2 * ((i + 1) % n), 2 * sizeof *ends);
    a[0] = svg_x(f, ends[0]), a[1] = svg_y(f, ends[1]);
    b[0] = svg_x(f, ends[2]), b[1] = svg_y(f, ends[3]);
    return 1;
}

/* 1.2 of its length beyond both ends of an edge, but at least 32 pixels; three strokes there */
static int good_halfspaces(const svg_frame *f)
{
    double p[4], a[2], b[2];
    int edge = 0;

    start_over();
    for (int k = 0; k < d.s.nobstacle; k++)
        for (int i = 0; edge_of(k, i, f, p, a, b); i++, edge++) {
            const double length = hypot(b[0] - a[0], b[1] - a[1]), reach = fmax(32.0, 1.2 * length);
            int pushed = 0;
            for (int n = 0; n < d.f.nrun; n++) pushed |= d.run[n].pushed && d.run[n].pushed[edge];
            if (!pushed) continue;
            const double x = reach / length * (p[2] - p[0]), y = reach / length * (p[3] - p[1]);
            const double line[4] = { p[0] - x, p[1] - y, p[2] + x, p[3] + y };
            svg_path(&want, f, 2, line, 0, SVG_HALFSPACE);
            const size_t begun = want.size;
            output_string(&want, strokes);
            hatch(a, b, -reach, 12.0 - reach, 0, f);
            hatch(a, b, length + reach - 12.0, length + reach, 0, f);
            end_strokes(begun);
        }
    return is_there();
}

/* the part of a line through a and b in the frame: its ends, from a to b; 0 if there is none */
static int across(const svg_frame *f, const double a[2], const double b[2], int endless,
                  double ends[4])
{
    const double box[4] = { f->x0, f->y0, f->x1, f->y1 };
    double share[6] = { 0.0, 1.0 }, first = HUGE_VAL, last = -HUGE_VAL;

    for (int k = 0; k < 4; k++) share[2 + k] = (box[k] - a[k % 2]) / (b[k % 2] - a[k % 2]);
    for (int k = endless ? 2 : 0; k < 6; k++) {
        const double x = a[0] + share[k] * (b[0] - a[0]), y = a[1] + share[k] * (b[1] - a[1]);
        if (!holds(box, x, y, 1e-9) || (!endless && (share[k] < 0.0 || share[k] > 1.0))) continue;
        first = fmin(first, share[k]);
        last = fmax(last, share[k]);
    }
    for (int i = 0; i < 4; i++)
        ends[i] = a[i % 2] + (i < 2 ? first : last) * (b[i % 2] - a[i % 2]);
    return first < last;
}

/* the lines of all edges, from side to side of the frame */
static int good_lines(const svg_frame *f)
{
    double p[4], a[2], b[2], line[4];

    start_over();
    for (int k = 0; k < d.s.nobstacle; k++)
        for (int i = 0; edge_of(k, i, f, p, a, b); i++)
            if (across(f, p, p + 2, 1, line)) svg_path(&want, f, 2, line, 0, SVG_EDGE_LINE);
    return want.size == 0 || is_there() == d.f.halfspaces;
}

/* solids are filled; later come the outlines of all, after the strokes of those that are open */
static int good_obstacles(const svg_frame *f)
{
    double p[4], a[2], b[2], part[4];
    int good;

    start_over();
    for (int k = 0; k < d.s.nobstacle; k++)
        if (d.obstacle[k].closed)
            svg_path(&want, f, d.obstacle[k].nvert, d.vertex[k], 1, SVG_SOLID);
    good = is_there();
    start_over();
    for (int k = 0; k < d.s.nobstacle; k++) {
        const size_t begun = want.size;
        output_string(&want, strokes);
        for (int i = 0; !d.obstacle[k].closed && edge_of(k, i, f, p, a, b); i++) {
            if (!across(f, p, p + 2, 0, part)) continue;
            a[0] = svg_x(f, part[0]), a[1] = svg_y(f, part[1]);
            b[0] = svg_x(f, part[2]), b[1] = svg_y(f, part[3]);
            hatch(a, b, 0.0, hypot(b[0] - a[0], b[1] - a[1]), 1, f);
        }
        end_strokes(begun);
        svg_path(&want, f, d.obstacle[k].nvert, d.vertex[k], d.obstacle[k].closed, SVG_OUTLINE);
    }
    return good && is_there();
}

/* ---- times ---- */

typedef struct { double at[2], aside[2]; double time; int is_long; } tick;

/* The ticks of a path: at whole multiples of their distance, wherever it is in the frame at that
 * time; a segment with more than 31 of them has none. Long ones are whole multiples of theirs. */
static int ticks_along(const thin_path *p, const time_ticks *ticks, const svg_frame *f, tick *out)
{
    int n = 0;

    for (int i = 0; i + 1 < p->count; i++) {
        const double *a = p->xy + 2 * i, *b = a + 2, *t = p->t + i;
        const double up[2] = { svg_y(f, a[1]) - svg_y(f, b[1]), svg_x(f, b[0]) - svg_x(f, a[0]) };
        const int before = n;
        for (double k = ceil(t[0] / ticks->each); k * ticks->each < t[1]; k++) {
            const double share = (k * ticks->each - t[0]) / (t[1] - t[0]);
            const double x = a[0] + share * (b[0] - a[0]), y = a[1] + share * (b[1] - a[1]);
            const double rest = remainder(k * ticks->each, ticks->long_each);
            const tick next = { { svg_x(f, x), svg_y(f, y) },
                                { up[0] / hypot(up[0], up[1]), up[1] / hypot(up[0], up[1]) },
                                k * ticks->each, fabs(rest) < 0.1 * ticks->each };
            if (!svg_inside(f, x, y)) continue;
            if (n - before < 32) out[n++] = next;
        }
        if (n - before > 31) n = before;
    }
    return n;
}

static tick found[32 * POINTS];

static int good_ticks(const time_ticks *ticks, const svg_frame *f)
{
    static const char begin[] = "stroke-width=\"1\" d=\"";
    int paths = 0;

    start_over();
    for (int k = 0; ticks->each > 0.0 && k < d.f.nrun; k++)
        for (int j = 0; j < d.s.nparticle; j++) {
            const char *colour = d.run[k].reference ? "#666666"
                                                    : svg_style_at(d.run[k].style)->colour;
            if (!d.path[k][0].t || d.path[k][j].count < 2) continue;
            output_printf(&want, "<path fill=\"none\" stroke=\"%s\" %s", colour, begin);
            const int n = ticks_along(d.path[k] + j, ticks, f, found);
            for (int i = 0; i < n; i++) {
                const tick *at = found + i;
                const double half = at->is_long ? 6.5 : 3.5;
                output_printf(&want, "M%.2f %.2fL%.2f %.2f", at->at[0] - half * at->aside[0],
                              at->at[1] - half * at->aside[1], at->at[0] + half * at->aside[0],
                              at->at[1] + half * at->aside[1]);
            }
            output_string(&want, "\"/>\n");
            paths++;
        }
    for (const char *at = svg.data; (at = strstr(at, begin)) != NULL; at++) paths--;
    return paths == 0 && is_there();
}

/* how far a place is from the points of the other runs, up to 20 pixels */
static double room_at(const double at[2], int but, const svg_frame *f)
{
    double room = 20.0;

    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; j < d.s.nparticle && k != but; j++)
            for (int i = 0; i < d.path[k][j].count; i++) {
                const double *p = d.xy[k][j] + 2 * i;
                room = fmin(room, hypot(svg_x(f, p[0]) - at[0], svg_y(f, p[1]) - at[1]));
            }
    return room;
}

/* The times of long ticks of the first run that has some, 15 pixels beside it, on the side with
 * more room; at least ten from the frame, and 30 across or ten upwards from each other. */
static int good_times(const time_ticks *ticks, const svg_frame *f)
{
    double taken[32 * POINTS * PARTICLES][2];
    int named = 0;

    start_over();
    for (int j = 0; ticks->each > 0.0 && j < d.s.nparticle; j++) {
        const int n = ticks_along(d.path[ticks->run] + j, ticks, f, found);
        for (int i = 0; i < n; i++) {
            double best = -1.0;
            for (int side = 0; side < 2 && found[i].is_long; side++) {
                double p[2];
                int free = 1;
                for (int axis = 0; axis < 2; axis++)
                    p[axis] = found[i].at[axis] + (side ? 15.0 : -15.0) * found[i].aside[axis];
                for (int k = 0; k < named; k++)
                    free &= fabs(p[0] - taken[k][0]) >= 30.0 || fabs(p[1] - taken[k][1]) >= 10.0;
                if (p[0] < f->left + 10.0 || p[0] > f->left + f->width - 10.0 ||
                    p[1] < f->top + 10.0 || p[1] > f->top + f->height - 10.0 || !free) continue;
                if (room_at(p, ticks->run, f) <= best) continue;
                best = room_at(p, ticks->run, f);
                memcpy(taken[named], p, sizeof p);
            }
            if (best < 0.0) continue;
            char time[20];
            snprintf(time, sizeof time, "%.6g", found[i].time);
            svg_name(&want, taken[named][0], taken[named][1], 10.0, "fill=\"#444444\"", time);
            named++;
        }
    }
    for (const char *at = svg.data; (at = strstr(at, "fill=\"#444444\"")) != NULL; at++) named--;
    return named == 0 && is_there();
}

/* the kind of an event: its place in the legend; -1 if it is not marked */
static int kind_of(const exact_event *e)
{
    switch (e->kind) {
    case EXACT_HIT: return e->impulse_n[0] + e->impulse_n[1] > 0.0 ? 0 : 1;
    case EXACT_LEAVE: return 2;
    case EXACT_NEXT: return 3;
    case EXACT_SLIP: return 4;
    case EXACT_STOP: return 5;
    case EXACT_START:
    case EXACT_END: break;
    }
    return -1;
}

static const svg_style event_style[] = {
    { SVG_INK, "", 1.0, SVG_CARET }, { SVG_INK, "", 1.0, SVG_CROSS },
    { SVG_INK, "", 1.0, SVG_TRIANGLE }, { SVG_INK, "", 1.0, SVG_DIAMOND },
    { SVG_INK, "", 1.0, SVG_SQUARE }, { SVG_INK, "", 1.0, SVG_CIRCLE }
};

static int good_events(const svg_frame *f)
{
    start_over();
    for (int k = 0; d.f.events && k < d.s.nparticle; k++)
        for (int i = 0; i < d.motion[k].nevent; i++) {
            const exact_event *e = d.event[k] + i;
            if (kind_of(e) >= 0 && svg_inside(f, e->x[0], e->x[1]))
                svg_end_mark(&want, event_style + kind_of(e), svg_x(f, e->x[0]),
                             svg_y(f, e->x[1]));
        }
    return is_there();
}

/* ---- words ---- */

static svg_entry entry[RUNS + 20];
static int entries;

static svg_entry *add(svg_sample sample, const svg_style *style, const char *text)
{
    svg_entry *e = entry + entries++;

    memset(e, 0, sizeof *e);
    e->sample = sample;
    e->style = style;
    snprintf(e->text, sizeof e->text, "%s", text);
    return e;
}

/* the events of a kind: their times to 0.1 ms, of eight at most */
static void say_events(int kind, const svg_frame *f)
{
    static const char *const words[] = { "impact", "landing without an impact", "leaves",
                                         "slides round a corner", "starts to slide, or turns",
                                         "sticks for good" };
    char text[240];
    size_t used = 0;
    int n = 0;

    for (int k = 0; k < d.s.nparticle; k++)
        for (int i = 0; i < d.motion[k].nevent; i++) {
            const exact_event *e = d.event[k] + i;
            if (kind_of(e) != kind || !svg_inside(f, e->x[0], e->x[1]) || n++ >= 8) continue;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%g",
                                     n == 1 ? words[kind] : ", ", n == 1 ? ", t = " : "",
                                     1e-4 * round(1e4 * e->t));
        }
    if (n == 0) return;
    used += (size_t)snprintf(text + used, sizeof text - used, " s");
    if (n > 8) snprintf(text + used, sizeof text - used, " and %d more", n - 8);
    add(SVG_SAMPLE_END, event_style + kind, text);
}

/* the legend: runs, ticks, starts, ends, events, obstacles, half-spaces */
static int good_legend(const time_ticks *ticks, const svg_frame *f, double width, double height)
{
    int starts = 0, ends = 0, end = 0, stops = 0, closed = 0, pushed = 0, edges = 0;
    char text[80];

    entries = 0;
    for (int k = 0; k < d.s.nobstacle; k++) {
        closed += d.obstacle[k].closed;
        edges += d.obstacle[k].nvert - !d.obstacle[k].closed;
    }
    for (int k = 0; k < d.f.nrun; k++) {
        const trajectory *run = d.run + k;
        int in_frame = 0, points = 0, begins = 0, stands = 0;
        for (int j = 0; j < d.s.nparticle; j++)
            for (int i = 0; i < d.path[k][j].count; i++, points++) {
                const int in = svg_inside(f, d.xy[k][j][2 * i], d.xy[k][j][2 * i + 1]);
                in_frame += in;
                begins |= in && i == 0;
                stands |= in && i == d.path[k][j].count - 1;
            }
        if (points == 0) continue;
        starts |= begins;
        stops |= stands && run->failed;
        if (stands && !run->failed && !run->reference) ends++, end = run->style;
        for (int e = 0; run->pushed && e < edges; e++) pushed |= run->pushed[e];
        snprintf(text, sizeof text, "run%d%s%s%s", k, run->note && run->note[0] ? ", thin" : "",
                 run->failed ? ", stopped" : "",
                 in_frame == points ? "" : in_frame ? " (leaves the frame)"
                                                    : " (outside the frame)");
        add(SVG_SAMPLE_CURVE, svg_style_at(run->style), text)->marked = !run->reference;
    }
    if (ticks->each > 0.0) ticks_legend(ticks, entry + entries++);
    if (starts) add(SVG_SAMPLE_START, NULL, "start");
    if (ends) add(SVG_SAMPLE_END, ends == 1 ? svg_style_at(end) : NULL, "end of a run");
    if (stops) add(SVG_SAMPLE_STOP, NULL, "stopped before its time");
    for (int kind = 0; d.f.events && kind < 6; kind++) say_events(kind, f);
    if (closed) add(SVG_SAMPLE_SOLID, NULL, "obstacle");
    if (closed < d.s.nobstacle)
        add(SVG_SAMPLE_CHAIN, NULL, "open chain, strokes on its solid side");
    if (pushed) add(SVG_SAMPLE_HALFSPACE, NULL, "half-space beyond its edge");
    if (d.f.halfspaces) add(SVG_SAMPLE_EDGE_LINE, NULL, "the line of an edge");
    start_over();
    return svg_legend_below(&want, f, width, entries, entry) == height &&
           (output_string(&want, "</svg>"), is_there());
}

static int good_description(const svg_frame *f)
{
    int named = 0;

    start_over();
    output_printf(&want, ">Trajectories over %d obstacle%s", d.s.nobstacle,
                  d.s.nobstacle == 1 ? "" : "s");
    for (int k = 0; k < d.f.nrun; k++) {
        int points = 0;
        for (int j = 0; j < d.s.nparticle; j++) points += d.path[k][j].count;
        if (points > 0)
            output_printf(&want, "%srun%d%s", named++ ? "; " : ": ", k,
                          d.run[k].failed ? " (stopped)" : "");
    }
    output_printf(&want, ". Shown is x from %.3f to %.3f m, y from %.3f to %.3f m.</desc>", f->x0,
                  f->x1, f->y0, f->y1);
    return is_there();
}

/* numbers of 1e300 and more have no picture; a point far out has one that tells numbers apart */
static void test_far(void)
{
    static const double unit[4] = { -1.0, -1.0, 1.0, 1.0 };
    double view[5] = { 0, 0, 0, 0, 1e305 };

    memset(&d, 0, sizeof d);
    d.s.nparticle = 1;
    d.s.particle = d.particle;
    d.f.scene = &d.s;
    d.particle[0].x[1] = -1e300;
    figure_view(&d.f, view);
    check(memcmp(view, unit, sizeof unit) == 0, "the view of a point too far away");
    d.particle[0].x[1] = -0.999e300;
    figure_view(&d.f, view);
    check(fabs(view[3] / 0.999e300 + 1.0) < 2e-9 && fabs(view[2] / 0.999e291 - 1.0) < 2e-6 &&
              fabs(view[0] / 0.999e291 + 1.0) < 2e-6,
          "the view of a point far away: %g to %g", view[0], view[2]);
}

int main(void)
{
    enum { ROUNDS = 400, RULES = 13 };
    static const char *const rule[RULES] = {
        "the frame shows the view", "the reference is drawn before the others",
        "the other runs, by their gaps", "arrows, ends and starts", "half-spaces that pushed",
        "ticks along paths", "events", "the legend", "the description", "the lines of all edges",
        "times beside ticks", "solids and outlines", "the axes"
    };
    int bad[RULES] = { 0 };

    for (int round = 0; round < ROUNDS; round++) {
        svg_frame f;
        double width, height;
        make_figure();
        output_free(&svg);
        figure_layout(&d.f, &f, &width, &height);
        figure_svg(&d.f, &svg);
        const time_ticks ticks = ticks_of(&d.f, &f);
        const int good[RULES] = {
            good_layout(&f, width), good_curves(1, &f), good_curves(0, &f), good_ends(&f),
            good_halfspaces(&f), good_ticks(&ticks, &f), good_events(&f),
            good_legend(&ticks, &f, width, height), good_description(&f), good_lines(&f),
            good_times(&ticks, &f), good_obstacles(&f), good_axes(&f)
        };
        for (int k = 0; k < RULES; k++)
            if (!good[k] && bad[k]++ == 0) note("%s: round %d", rule[k], round);
    }
    test_far();
    for (int k = 0; k < RULES; k++)
        check(bad[k] == 0, "%d random pictures: %s: %d wrong", ROUNDS, rule[k], bad[k]);
    output_free(&svg);
    output_free(&want);
    return check_done();
}
