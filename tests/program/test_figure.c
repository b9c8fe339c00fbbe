/* test_figure.c: pictures of random scenes and runs, drawn again from the rules of figure.h
 *
 * Their parts are drawn by svg.c and mechanism.c, which have tests of their own. After the last
 * element of each list comes one more that must not be read.
 */
#include "check.h"
#include "minisim2d/drawing/figure.h"
#include "elements.h"

#include <stdlib.h>

enum { OBSTACLES = 12, VERTICES = 4, PARTICLES = 12, BODIES = 2, RUNS = 4, EVENTS = 7 };
enum { POINTS = 6, MOST_POINTS = 1600, PATHS = BODIES + PARTICLES, SHOTS = 3, ACTS = 40 };
enum { MOST_NAMES = 64 };

static rng r = { 2026 };

/* the random figure */
static struct {
    scene s;
    scene_obstacle obstacle[OBSTACLES + 1];
    double vertex[OBSTACLES + 1][2 * VERTICES + 2];
    scene_particle particle[PARTICLES + 1];
    scene_body body[BODIES];
    scene_joint joint[2];
    trajectory run[RUNS + 1];
    thin_path path[RUNS + 1][PATHS + 1];
    double xy[RUNS + 1][PATHS + 1][2 * MOST_POINTS + 2], t[RUNS + 1][PATHS + 1][MOST_POINTS + 1];
    int number[MOST_POINTS + 1];
    double pose[RUNS + 1][3 * (SHOTS + 1) * PATHS], time[SHOTS + 1];
    acts acts[RUNS + 1];
    act act[RUNS + 1][ACTS + 1];
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
    d.s.nobstacle = rng_int(&r, 8) ? rng_int(&r, 4) : OBSTACLES;
    d.s.obstacle = d.obstacle;
    for (int k = 0; k <= OBSTACLES; k++) {
        d.obstacle[k].closed = rng_int(&r, 2);
        d.obstacle[k].nvert = 2 + d.obstacle[k].closed + rng_int(&r, 2);
        d.obstacle[k].xy = d.vertex[k];
        for (int i = 0; i < 2 * VERTICES + 2; i++) d.vertex[k][i] = 3.0 * place();
    }
}

/* a triangle and a disc, joined with each other and with the world */
static void make_bodies(void)
{
    static double corner[6] = { -0.4, -0.2, 0.5, -0.1, 0.0, 0.6 };
    static char name[] = "body";

    d.s.nbody = rng_int(&r, 3) ? 0 : 1 + rng_int(&r, BODIES);
    d.s.body = d.body;
    d.s.njoint = d.s.nbody ? rng_int(&r, 3) : 0;
    d.s.joint = d.joint;
    for (int k = 0; k < BODIES; k++) {
        scene_body *b = d.body + k;
        const mb_shape shape = { k == 0 ? 3 : 1, corner, k == 0 ? 0.0 : 0.3 };
        b->name = name;
        b->shape = shape;
        b->body.kind = rng_int(&r, 3) ? MB_DYNAMIC : MB_STATIC;
        for (int i = 0; i < 3; i++) b->q[i] = place();
    }
    for (int k = 0; k < 2; k++) {
        mb_joint *j = &d.joint[k].joint;
        j->kind = MB_ROPE;
        j->a = rng_int(&r, d.s.nbody + 1) - 1;
        j->b = rng_int(&r, d.s.nbody + 1) - 1;
        for (int i = 0; i < 2; i++) j->pa[i] = place(), j->pb[i] = place();
    }
}

/* the edges that pushed in the window, and when */
static void make_acts(int k)
{
    const int edges = scene_edge_count(&d.s), all = rng_int(&r, 2);
    acts *a = d.acts + k;

    a->act = d.act[k];
    a->count = edges == 0 ? 0 : rng_int(&r, ACTS + 1);
    a->lost = a->count > 0 && !rng_int(&r, 4);
    for (int i = 0; i < a->count; i++) {
        d.act[k][i].edge = all ? i % edges : rng_int(&r, edges);
        d.act[k][i].from = i + rng_unit(&r);
        d.act[k][i].to = i + 1 + rng_unit(&r);
    }
    d.run[k].acts = a;
}

static void make_run(int k, int particles)
{
    static const int counts[5] = { 150, 151, 301, 302, MOST_POINTS };      /* of close points */
    trajectory *run = d.run + k;

    snprintf(d.name[k], sizeof d.name[k], "run%d", k);
    run->name = d.name[k];
    run->note = rng_int(&r, 3) ? NULL : rng_int(&r, 2) ? "" : "thin";
    run->style = k < 2 && rng_int(&r, 2) ? SVG_STYLE_EXACT : 1 + rng_int(&r, SVG_STYLES - 1);
    run->reference = run->style == SVG_STYLE_EXACT;
    run->failed = rng_int(&r, 3) == 0;
    run->particles = d.s.nbody + particles;
    run->path = d.path[k];
    if (!rng_int(&r, 3)) run->pushed = d.pushed[k];
    for (size_t e = 0; e < sizeof d.pushed[k]; e++) d.pushed[k][e] = !rng_int(&r, 5);
    for (int j = 0; j <= run->particles; j++) {
        thin_path *p = d.path[k] + j;
        p->count = rng_int(&r, 5) ? 1 + rng_int(&r, POINTS) : 0;
        const int many = j == 0 && run->acts && !rng_int(&r, 4);
        if (many) p->count = counts[rng_int(&r, 5)];
        p->added = p->count + !rng_int(&r, 3);
        p->number = d.number;
        p->xy = d.xy[k][j];
        p->t = j > 0 && !d.path[k][0].t ? NULL : j > 0 || rng_int(&r, 6) ? d.t[k][j] : NULL;
        for (int i = 0; i <= p->count; i++) {
            d.t[k][j][i] = (i ? d.t[k][j][i - 1] : 0.0) + pow(10.0, rng_range(&r, -2.0, 0.0));
            d.xy[k][j][2 * i] = many ? 0.1 * rng_unit(&r) : place();
            d.xy[k][j][2 * i + 1] = many ? 0.1 * rng_unit(&r) : place();
        }
    }
    run->shots = SHOTS;
    run->shot = 1 + rng_int(&r, SHOTS);
    run->time = d.time;
    if (d.s.nbody) run->pose = d.pose[k];
    for (int i = 0; i < 3 * (SHOTS + 1) * run->particles; i++) d.pose[k][i] = place();
}

static void make_events(int particles)
{
    d.exact.count = particles;
    d.exact.path = d.motion;
    d.f.events = d.s.nbody || rng_int(&r, 2) ? NULL : &d.exact;
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
    static char title[] = "Hills & <valleys>";
    int particles = rng_int(&r, 3);

    memset(&d, 0, sizeof d);
    make_obstacles();
    make_bodies();
    for (int i = 0; i < MOST_POINTS; i++) d.number[i] = i;
    if (d.s.nbody && !rng_int(&r, 3)) particles = PARTICLES - BODIES + rng_int(&r, BODIES + 1);
    d.s.nparticle = particles;
    d.s.particle = d.particle;
    d.s.epsilon = rng_int(&r, 2) ? rng_range(&r, 0.0, 4.0) : 0.01;
    for (int k = 0; k <= PARTICLES; k++)
        for (int i = 0; i < 2; i++) d.particle[k].x[i] = place();
    for (int k = 0, close = !d.s.nbody && !rng_int(&r, 3); k <= RUNS; k++) {
        if (close && rng_int(&r, 4)) make_acts(k);
        make_run(k, particles);
    }
    make_events(particles);
    d.f.scene = &d.s;
    d.f.nrun = rng_int(&r, RUNS + 1);
    d.f.run = d.run;
    d.f.halfspaces = rng_int(&r, 2);
    d.f.subtitle = rng_int(&r, 2) ? NULL : "h = 0.01 s";
    d.s.title = rng_int(&r, 2) ? NULL : title;
    if (!rng_int(&r, 3)) return;
    d.view[0] = place(), d.view[1] = place();
    d.view[2] = d.view[0] + rng_range(&r, 1.0, 12.0);
    d.view[3] = d.view[1] + rng_range(&r, 1.0, 12.0);
    if (rng_int(&r, 2)) d.f.view = d.view;
    if (!rng_int(&r, 9)) d.view[rng_int(&r, 4)] = rng_int(&r, 2) ? -2e300 : 2e300;
    if (!rng_int(&r, 9)) d.view[2] = d.view[0];
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

/* the outline of a body */
static void hold_body(int k, const double q[3], double box[4])
{
    double xy[2 * MECHANISM_POINTS];
    const int n = mechanism_outline(&d.s, k, q, xy);

    for (int i = 0; i < n; i++) hold(box, xy[2 * i], xy[2 * i + 1]);
}

static void hold_starts(double box[4])
{
    for (int k = 0; k < d.s.nparticle; k++) hold(box, d.particle[k].x[0], d.particle[k].x[1]);
    for (int k = 0; k < d.s.nbody; k++) hold_body(k, d.body[k].q, box);
    for (int k = 0; k < d.s.njoint; k++) {
        const mb_joint *j = &d.joint[k].joint;
        if (j->a < 0) hold(box, j->pa[0], j->pa[1]);
        if (j->b < 0) hold(box, j->pb[0], j->pb[1]);
    }
}

/* the points of runs within a box, and bodies whose centres are there, in their known poses: of the
 * references (which = 1), or of all (-1) */
static void hold_runs(int which, const double near[4], double box[4])
{
    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; j < d.run[k].particles; j++) {
            if (which >= 0 && d.run[k].reference != which) continue;
            for (int i = 0; i < d.path[k][j].count; i++) {
                const double *p = d.xy[k][j] + 2 * i;
                if (holds(near, p[0], p[1], 0.0)) hold(box, p[0], p[1]);
            }
            for (int shot = 0; d.s.nbody && shot <= SHOTS; shot++) {
                const double *q = d.pose[k] + 3 * (shot * d.run[k].particles + j);
                if (shot >= d.run[k].shot && shot < SHOTS) continue;
                if (holds(near, q[0], q[1], 0.0)) hold_body(j, q, box);
            }
        }
}

static void plain_view(double view[4])
{
    const double all[4] = { -1e9, -1e9, 1e9, 1e9 };
    double obstacles[4] = { 1e9, 1e9, -1e9, -1e9 }, near[4], least, reach;
    int references = 0;

    memcpy(view, obstacles, sizeof obstacles);
    hold_obstacles(all, obstacles);
    hold_starts(view);
    for (int k = 0; k < d.f.nrun; k++) references += d.run[k].reference;
    if (references == 0 && d.s.nobstacle > 0) {
        double limit[4];
        memcpy(limit, obstacles, sizeof limit);
        hold_starts(limit);
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

/* a view that was asked for, if it can be shown */
static const double *asked_view(void)
{
    int bad = d.view[0] >= d.view[2] || d.view[1] >= d.view[3];

    for (int i = 0; i < 4; i++) bad += fabs(d.view[i]) > 1e300;
    return bad ? NULL : d.f.view;
}

/* the view has one scale, in a frame of 780 by 560 pixels at most, and of 400 (170 for a view that
 * was asked for) by 170 at least; it is in the middle. The picture is 560 wide at least */
static int good_layout(const svg_frame *f, double width)
{
    double view[4], label = 0.0;

    if (asked_view()) memcpy(view, d.view, sizeof view);
    else plain_view(view);
    const double wide = view[2] - view[0], high = view[3] - view[1];
    const double scale = fmin(780.0 / wide, 560.0 / high);
    const double across = fmax(scale * wide, asked_view() ? 170.0 : 400.0);
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

/* is it a close-up? */
static int is_close(void)
{
    int close = 0;

    for (int k = 0; k < d.f.nrun; k++) close |= d.run[k].acts != NULL;
    return close;
}

/* the run whose bodies are drawn in all their poses: a reference, or the only one */
static const trajectory *posed(void)
{
    for (int k = 0; d.s.nbody && k < d.f.nrun; k++)
        if (d.run[k].reference || d.f.nrun == 1) return d.run + k;
    return NULL;
}

/* not the steps of a close-up, and not among many bodies, or those of a single run */
static int is_marked(const trajectory *run)
{
    return !run->reference && !run->acts && !(d.s.nbody && (d.f.nrun == 1 || run->particles > 12));
}

/* ---- runs ---- */

/* lines with larger gaps later, on a white rim, each with its markers; those of the reference alone
 * (which = 1), or of the other runs; thin ones for the centres of bodies */
static void put_curves(int which, const svg_frame *frame)
{
    static const int layer_of[SVG_STYLES] = { 0, 2, 2, 0, 1, 1, 2, 1 };

    for (int layer = 0; layer < 3; layer++)
        for (int k = 0, shift = 0; k < d.f.nrun; k++)
            for (int j = 0; j < d.run[k].particles; j++) {
                svg_style style = *svg_style_at(d.run[k].style);
                const svg_style rim = { "#ffffff", style.dash, style.width + 1.4, style.marker };
                const thin_path *p = d.path[k] + j;
                if (p->count == 0) continue;
                shift++;
                if (d.run[k].reference != which || layer_of[d.run[k].style] != layer) continue;
                if (d.s.nbody && !which) style.width = 0.9;
                if (layer > 0 && !d.s.nbody) svg_style_curve(&want, frame, p->count, p->xy, &rim);
                svg_style_curve(&want, frame, p->count, p->xy, &style);
                if (is_marked(d.run + k))
                    svg_marks(&want, frame, p->count, p->xy, &style, 0, shift - 1);
            }
}

/* where the path first leaves the frame: its tip there, along the segment */
static void draw_arrow(const thin_path *p, const svg_frame *f, const char *colour)
{
    const double lo[2] = { f->x0, f->y0 }, hi[2] = { f->x1, f->y1 };

    for (int i = 0; i + 1 < p->count; i++) {
        const double *a = p->xy + 2 * i, *b = a + 2;
        double share = 2.0;
        if (!svg_inside(f, a[0], a[1]) || svg_inside(f, b[0], b[1])) continue;
        for (int axis = 0; axis < 2; axis++) {
            const double side = b[axis] > a[axis] ? hi[axis] : lo[axis];
            share = fmin(share, (side - a[axis]) / (b[axis] - a[axis]));
        }
        const double from[2] = { svg_x(f, a[0]), svg_y(f, a[1]) };
        const double x = svg_x(f, a[0] + share * (b[0] - a[0]));
        const double y = svg_y(f, a[1] + share * (b[1] - a[1]));
        const double length = hypot(x - from[0], y - from[1]);
        const double e[2] = { (x - from[0]) / length, (y - from[1]) / length };
        output_printf(&want, "<path fill=\"%s\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n", colour,
                      x, y, x - 11 * e[0] - 4.5 * e[1], y - 11 * e[1] + 4.5 * e[0],
                      x - 11 * e[0] + 4.5 * e[1], y - 11 * e[1] - 4.5 * e[0]);
        return;
    }
}

/* arrows and ends of all runs, then all starts */
static void put_ends(const svg_frame *f)
{
    for (int starts = 0; starts < 2; starts++)
        for (int k = 0; k < d.f.nrun; k++)
            for (int j = 0; j < d.run[k].particles; j++) {
                const thin_path *p = d.path[k] + j;
                const svg_style *style = svg_style_at(d.run[k].style);
                if (p->count == 0 || d.s.nbody) continue;
                const double *at = starts ? p->xy : p->xy + 2 * p->count - 2;
                const double x = svg_x(f, at[0]), y = svg_y(f, at[1]);
                if (!starts) draw_arrow(p, f, style->colour);
                if (!svg_inside(f, at[0], at[1])) continue;
                if (starts) svg_start_mark(&want, x, y);
                else if (d.run[k].failed) svg_stop_mark(&want, style, x, y);
                else if (!d.run[k].reference) svg_end_mark(&want, style, x, y);
            }
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
        const double at[2] = { a[0] + s * e[0], a[1] + s * e[1] };
        if (svg_in_frame(f, at, 0.0))
            output_printf(&want, "M%.2f %.2fl%.2f %.2f", at[0], at[1],
                          4.0 * (-e[1] - lean * e[0]), 4.0 * (e[0] - lean * e[1]));
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
    svg_pixels(f, ends, a);
    svg_pixels(f, ends + 2, b);
    return 1;
}

/* the part of a line through a and b in the frame: its ends, from a to b, and how far along they
 * are; 0 if there is none */
static int across(const svg_frame *f, const double a[2], const double b[2], int endless,
                  double ends[6])
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
    ends[4] = first;
    ends[5] = last;
    return first < last;
}

/* 1.2 of its length beyond both ends of an edge, but at least 32 pixels; three strokes there */
static void put_halfspaces(const svg_frame *f)
{
    double p[4], a[2], b[2];
    int edge = 0;

    for (int k = 0; !is_close() && k < d.s.nobstacle; k++)
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
}

/* the lines of all edges, from side to side of the frame */
static void put_lines(const svg_frame *f)
{
    double p[4], a[2], b[2], line[6];

    for (int k = 0; d.f.halfspaces && k < d.s.nobstacle; k++)
        for (int i = 0; edge_of(k, i, f, p, a, b); i++)
            if (across(f, p, p + 2, 1, line)) svg_path(&want, f, 2, line, 0, SVG_EDGE_LINE);
}

static void put_solids(const svg_frame *f)
{
    for (int k = 0; k < d.s.nobstacle; k++)
        if (d.obstacle[k].closed)
            svg_path(&want, f, d.obstacle[k].nvert, d.vertex[k], 1, SVG_SOLID);
}

/* the outlines of all obstacles, after the strokes of those that are open, on edges of more than
 * half a pixel */
static void put_outlines(const svg_frame *f)
{
    double p[4], a[2], b[2], part[6];

    for (int k = 0; k < d.s.nobstacle; k++) {
        const size_t begun = want.size;
        output_string(&want, strokes);
        for (int i = 0; !d.obstacle[k].closed && edge_of(k, i, f, p, a, b); i++) {
            if (!across(f, p, p + 2, 0, part)) continue;
            svg_pixels(f, part, a);
            svg_pixels(f, part + 2, b);
            const double length = hypot(b[0] - a[0], b[1] - a[1]);
            if (length > 0.5) hatch(a, b, 0.0, length, 1, f);
        }
        end_strokes(begun);
        svg_path(&want, f, d.obstacle[k].nvert, d.vertex[k], d.obstacle[k].closed, SVG_OUTLINE);
    }
}

/* ---- close-ups ---- */

/* the edges that pushed in the window, ascending; returns their number */
static int pushing_edges(int *edge)
{
    int n = 0;

    for (int e = 0; e < OBSTACLES * VERTICES; e++) {
        int pushed = 0;
        for (int k = 0; k < d.f.nrun; k++)
            for (int i = 0; d.run[k].acts && i < d.acts[k].count; i++)
                pushed |= d.act[k][i].edge == e;
        if (pushed) edge[n++] = e;
    }
    return n;
}

static void ends_of(int edge, const svg_frame *f, double p[4], double a[2], double b[2])
{
    int k = 0;

    for (; edge >= scene_edges(d.obstacle + k); k++) edge -= scene_edges(d.obstacle + k);
    edge_of(k, edge, f, p, a, b);
}

/* the line of an edge from side to side of the frame; 0 if it has no room for strokes */
static int line_of(int edge, const svg_frame *f, double line[6])
{
    double p[4], a[2], b[2];

    ends_of(edge, f, p, a, b);
    return across(f, p, p + 2, 1, line) && hypot(svg_x(f, line[2]) - svg_x(f, line[0]),
                                                 svg_y(f, line[3]) - svg_y(f, line[1])) >= 12.0;
}

/* ground_line draws the line with three strokes at each end: the outermost are in the frame, or
 * beside it by a rounding */
static int good_ground_lines(const svg_frame *f)
{
    double a[2], b[2], line[6];
    int bad = 0;

    for (int edge = 0; edge < scene_edge_count(&d.s); edge++) {
        output_free(&svg);
        output_free(&want);
        const int seen = ground_line(&d.s, edge, f, a, b, &svg);
        bad += seen != line_of(edge, f, line);
        if (bad || !seen) continue;
        svg_path(&want, f, 2, line, 0, SVG_HALFSPACE);
        bad += !texts_agree(svg.data, want.data, 0.0101);
        want.size = 0;
        const double length = hypot(b[0] - a[0], b[1] - a[1]);
        hatch(a, b, 6.0, 12.0, 0, f);
        hatch(a, b, length - 12.0, length - 6.0, 0, f);
        const char *at = strstr(svg.data, SVG_HALFSPACE_TICKS " d=\"");
        int found = 0;
        for (; at && *at; at++) found += *at == 'M' && texts_agree(at, want.data, 0.0101);
        bad += found == 0 || fabs(a[0] - svg_x(f, line[0])) + fabs(a[1] - svg_y(f, line[1])) > 1e-6;
    }
    return bad == 0;
}

/* the lines of the first 24 edges that pushed */
static void put_pushes(const svg_frame *f)
{
    int pushing[OBSTACLES * VERTICES];
    double a[2], b[2];
    const int n = pushing_edges(pushing);

    for (int i = 0; i < n && i < CLOSEUP_NAMED; i++)
        ground_line(&d.s, pushing[i], f, a, b, &want);
}

/* their numbers, ten pixels below, where they are twelve from the frame and free, as far out as
 * possible */
static void put_numbers(const svg_frame *f)
{
    static const double along[9] = { 0.94, 0.06, 0.86, 0.14, 0.75, 0.25, 0.62, 0.38, 0.5 };
    int pushing[OBSTACLES * VERTICES], named = 0;
    double line[6], taken[CLOSEUP_NAMED][2], a[2], b[2];
    const int n = pushing_edges(pushing);

    for (int i = 0; i < n && i < CLOSEUP_NAMED; i++) {
        double *at = taken[named];
        char name[20];
        if (!line_of(pushing[i], f, line)) continue;
        svg_pixels(f, line, a);
        svg_pixels(f, line + 2, b);
        const double x = b[0] - a[0], y = b[1] - a[1], length = hypot(x, y);
        for (int k = 0, free = 0; k < 9 && !free; k++) {
            at[0] = a[0] + along[k] * x - 10.0 * y / length;
            at[1] = a[1] + along[k] * y + 10.0 * x / length;
            free = svg_in_frame(f, at, 12.0) && svg_is_free(at, named, taken, 26.4, 14.4);
        }
        snprintf(name, sizeof name, "%d", pushing[i] + 1);
        svg_name(&want, at[0], at[1], 12.0, "font-weight=\"bold\"", name);
        named++;
    }
}

/* how many points of its run a marker of a close-up stands for: 1, 2, 5, 10, ... so that no path
 * in the frame has more than 150 */
static int steps_apart(const svg_frame *f)
{
    int most = 0, apart = 1;

    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; d.run[k].acts && j < d.s.nparticle; j++) {
            int in = 0;
            for (int i = 0; i < d.path[k][j].count; i++)
                in += svg_inside(f, d.xy[k][j][2 * i], d.xy[k][j][2 * i + 1]);
            if (in > most) most = in;
        }
    while (most / apart > 150) apart = apart == 2 ? 5 : 2 * apart;      /* up to 20 here */
    return apart;
}

/* hollow markers of all runs with pushes, at each point, or each second, fifth, ... of their run */
static void put_steps(const svg_frame *f)
{
    const int apart = steps_apart(f);

    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; d.run[k].acts && j < d.s.nparticle; j++) {
            const svg_style *style = svg_style_at(d.run[k].style);
            output_printf(&want, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" d=\"",
                          style->colour);
            for (int i = 0; i < d.path[k][j].count; i += apart) {
                const double *p = d.xy[k][j] + 2 * i;
                const double x = svg_x(f, p[0]), y = svg_y(f, p[1]);
                if (svg_inside(f, p[0], p[1]))
                    svg_marker_path(&want, style->marker, x, y, SVG_MARKER);
            }
            output_string(&want, "\"/>\n");
        }
}

/* ---- times ---- */

/* up to 30 ticks at round times while the first run that has times is in the frame; every fourth or
 * fifth is long, at round times as well */
static time_ticks plain_ticks(const svg_frame *f)
{
    time_ticks ticks = { 0 };

    for (int k = 0; !d.s.nbody && k < d.f.nrun && ticks.each == 0.0; k++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL, part[6];
        for (int j = 0; d.path[k][0].t && j < d.s.nparticle; j++)
            for (int i = 0; i + 1 < d.path[k][j].count; i++) {
                const double *p = d.xy[k][j] + 2 * i, *t = d.t[k][j] + i;
                if (!across(f, p, p + 2, 0, part)) continue;
                lo = fmin(lo, t[0] + part[4] * (t[1] - t[0]));
                hi = fmax(hi, t[0] + part[5] * (t[1] - t[0]));
            }
        if (lo >= hi) continue;
        ticks.run = k;
        ticks.each = svg_ticks_between(lo, hi, 30).step;
        const double digit = ticks.each / pow(10.0, floor(log10(ticks.each) + 0.01));
        ticks.long_each = ticks.each * (digit > 4.0 ? 4.0 : 5.0);
    }
    return ticks;
}

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

static tick found[32 * MOST_POINTS];

static void put_ticks(const time_ticks *ticks, const svg_frame *f)
{
    for (int k = 0; ticks->each > 0.0 && k < d.f.nrun; k++)
        for (int j = 0; j < d.run[k].particles; j++) {
            const char *colour = d.run[k].reference ? "#666666"
                                                    : svg_style_at(d.run[k].style)->colour;
            if (d.s.nbody || !d.path[k][0].t || d.path[k][j].count < 2) continue;
            output_printf(&want, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1\" d=\"",
                          colour);
            const int n = ticks_along(d.path[k] + j, ticks, f, found);
            for (int i = 0; i < n; i++) {
                const tick *at = found + i;
                const double half = at->is_long ? 6.5 : 3.5;
                output_printf(&want, "M%.2f %.2fL%.2f %.2f", at->at[0] - half * at->aside[0],
                              at->at[1] - half * at->aside[1], at->at[0] + half * at->aside[0],
                              at->at[1] + half * at->aside[1]);
            }
            output_string(&want, "\"/>\n");
        }
}

/* how far a place is from the points of the other runs, up to 20 pixels */
static double room_at(const double at[2], int but, const svg_frame *f)
{
    double room = 20.0;

    for (int k = 0; k < d.f.nrun; k++)
        for (int j = 0; j < d.run[k].particles && k != but; j++)
            for (int i = 0; i < d.path[k][j].count; i++) {
                const double *p = d.xy[k][j] + 2 * i;
                room = fmin(room, hypot(svg_x(f, p[0]) - at[0], svg_y(f, p[1]) - at[1]));
            }
    return room;
}

/* The times of long ticks of the first run that has some, 15 pixels beside it, on the side with
 * more room; at least ten from the frame, and 30 across or ten upwards from each other. */
static void put_times(const time_ticks *ticks, const svg_frame *f)
{
    double taken[MOST_NAMES][2];
    int named = 0;

    for (int j = 0; ticks->each > 0.0 && j < d.s.nparticle; j++) {
        const int n = ticks_along(d.path[ticks->run] + j, ticks, f, found);
        for (int i = 0; i < n && named < MOST_NAMES; i++) {
            double best = -1.0;
            for (int side = 0; side < 2 && found[i].is_long; side++) {
                double p[2];
                for (int axis = 0; axis < 2; axis++)
                    p[axis] = found[i].at[axis] + (side ? 15.0 : -15.0) * found[i].aside[axis];
                if (!svg_in_frame(f, p, 10.0) || !svg_is_free(p, named, taken, 30.0, 10.0) ||
                    room_at(p, ticks->run, f) <= best)
                    continue;
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

static void put_events(const svg_frame *f)
{
    for (int k = 0; d.f.events && k < d.s.nparticle; k++)
        for (int i = 0; i < d.motion[k].nevent; i++) {
            const exact_event *e = d.event[k] + i;
            if (kind_of(e) >= 0 && svg_inside(f, e->x[0], e->x[1]))
                svg_end_mark(&want, event_style + kind_of(e), svg_x(f, e->x[0]),
                             svg_y(f, e->x[1]));
        }
}

/* ---- words ---- */

static svg_entry entry[RUNS + 40];
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

static void sample_ticks(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    for (int i = 1; i < 4; i++) {
        const double at = x + 0.25 * i * width, half = i == 2 ? 6.5 : 3.5;
        svg_line(out, at, y - half, at, y + half, "stroke=\"#666666\" stroke-width=\"1\"");
    }
    svg_line(out, x, y, x + width, y, "stroke=\"#666666\" stroke-width=\"0.6\"");
}

static void sample_steps(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    output_string(out, "<path fill=\"none\" stroke=\"#000000\" stroke-width=\"1.2\" d=\"");
    svg_marker_path(out, SVG_SQUARE, x + 0.2 * width, y, SVG_MARKER);
    svg_marker_path(out, SVG_TRIANGLE, x + 0.5 * width, y, SVG_MARKER);
    svg_marker_path(out, SVG_CIRCLE, x + 0.8 * width, y, SVG_MARKER);
    output_string(out, "\"/>\n");
}

/* the entries of a close-up: steps, the edges that pushed and when, twice at most for each run */
static void say_pushes(const svg_frame *f)
{
    double until = HUGE_VAL, ends[6];
    int thin = 0, pushing[OBSTACLES * VERTICES];
    const int n = pushing_edges(pushing);

    for (int k = 0; k < d.f.nrun; k++) {
        for (int j = 0; d.run[k].acts && j < d.s.nparticle; j++)
            thin |= d.path[k][j].added > d.path[k][j].count;
        if (d.run[k].acts && d.acts[k].lost)
            until = fmin(until, d.act[k][d.acts[k].count - 1].from);
    }
    entries = 0;
    const int apart = steps_apart(f);
    svg_entry *e = add(SVG_SAMPLE_OWN, NULL, "a marker every ");
    if (apart > 1) svg_entry_add(e, "%d%s ", apart, apart == 2 ? "nd" : "th");
    svg_entry_add(e, "step");
    if (thin) svg_entry_add(e, ", but some of so long a run are left out");
    e->draw = sample_steps;
    for (int i = 0; i < n && i < CLOSEUP_NAMED; i++) {
        const char *before = d.f.nrun > 1 ? ": " : ",";
        e = add(SVG_SAMPLE_HALFSPACE, NULL, "edge ");
        svg_entry_add(e, "%d%s", pushing[i] + 1, line_of(pushing[i], f, ends) ? "" : " (outside)");
        for (int k = 0; k < d.f.nrun; k++) {
            int times = 0;
            double last = 0.0;
            for (int j = 0; d.run[k].acts && j < d.acts[k].count; j++) {
                const act *push = d.act[k] + j;
                if (push->edge != pushing[i]) continue;
                if (times == 0)
                    svg_entry_add(e, "%s%s t = ", before, d.f.nrun > 1 ? d.name[k] : "");
                if (times++ < 2)
                    svg_entry_add(e, "%s%.6g to %.6g", times == 2 ? ", " : "", push->from,
                                  push->to);
                last = push->to;
                before = "; ";
            }
            if (times > 2) svg_entry_add(e, ", and %d more until %.6g", times - 2, last);
            if (times > 0) svg_entry_add(e, " s");
        }
    }
    if (n > CLOSEUP_NAMED)
        svg_entry_add(add(SVG_SAMPLE_HALFSPACE, NULL, ""),
                      "and half-spaces of %d more edges, not shown", n - CLOSEUP_NAMED);
    if (until < HUGE_VAL)
        svg_entry_add(add(SVG_SAMPLE_HALFSPACE, NULL, ""), "too many to be kept: pushes that begin "
                      "after t = %.6g s are left out", until);
}

/* the legend: runs, ticks, starts, ends, events, bodies, obstacles, half-spaces; then close-ups */
static double put_legend(const time_ticks *ticks, const svg_frame *f, double width)
{
    int starts = 0, ends = 0, end = 0, stops = 0, closed = 0, pushed = 0, edges = 0;
    double down;
    char text[80];

    entries = 0;
    for (int k = 0; k < d.s.nobstacle; k++) {
        closed += d.obstacle[k].closed;
        edges += d.obstacle[k].nvert - !d.obstacle[k].closed;
    }
    for (int k = 0; k < d.f.nrun; k++) {
        const trajectory *run = d.run + k;
        int in_frame = 0, points = 0, begins = 0, stands = 0;
        for (int j = 0; j < run->particles; j++)
            for (int i = 0; i < d.path[k][j].count; i++, points++) {
                const int in = svg_inside(f, d.xy[k][j][2 * i], d.xy[k][j][2 * i + 1]);
                in_frame += in;
                begins |= in && i == 0;
                stands |= in && i == d.path[k][j].count - 1;
            }
        if (points == 0) continue;
        starts |= begins && !d.s.nbody;
        stops |= stands && run->failed && !d.s.nbody;
        if (stands && !run->failed && !run->reference && !d.s.nbody) ends++, end = run->style;
        for (int e = 0; !is_close() && run->pushed && e < edges; e++) pushed |= run->pushed[e];
        snprintf(text, sizeof text, "run%d%s%s%s", k, run->note && run->note[0] ? ", thin" : "",
                 run->failed ? ", stopped" : "",
                 in_frame == points || (in_frame && is_close()) ? ""
                 : in_frame ? " (leaves the frame)" : " (outside the frame)");
        add(SVG_SAMPLE_CURVE, svg_style_at(run->style), text)->marked = run->acts || is_marked(run);
    }
    if (ticks->each > 0.0) {
        snprintf(text, sizeof text, "ticks every %.6g s, long ones every %.6g s", ticks->each,
                 ticks->long_each);
        add(SVG_SAMPLE_OWN, NULL, text)->draw = sample_ticks;
    }
    if (starts) add(SVG_SAMPLE_START, NULL, "start");
    if (ends) add(SVG_SAMPLE_END, ends == 1 ? svg_style_at(end) : NULL, "end of a run");
    if (stops) add(SVG_SAMPLE_STOP, NULL, "stopped before its time");
    for (int kind = 0; d.f.events && kind < 6; kind++) say_events(kind, f);
    if (posed()) entries += mechanism_legend(&d.s, posed(), entry + entries);
    if (closed) add(SVG_SAMPLE_SOLID, NULL, "obstacle");
    if (closed < d.s.nobstacle)
        add(SVG_SAMPLE_CHAIN, NULL, "open chain, strokes on its solid side");
    if (pushed) add(SVG_SAMPLE_HALFSPACE, NULL, "half-space beyond its edge");
    if (d.f.halfspaces) add(SVG_SAMPLE_EDGE_LINE, NULL, "the line of an edge");
    down = svg_legend_below(&want, f, width, entries, entry);
    if (is_close()) {
        say_pushes(f);
        down += svg_legend(&want, SVG_MARGIN, down - SVG_MARGIN, width - 2.0 * SVG_MARGIN, entries,
                           entry);
    }
    return down;
}

static void describe(const svg_frame *f, output_text *words)
{
    int named = 0;

    output_printf(words, "Trajectories over %d obstacle%s", d.s.nobstacle,
                  d.s.nobstacle == 1 ? "" : "s");
    for (int k = 0; k < d.f.nrun; k++) {
        int points = 0;
        for (int j = 0; j < d.run[k].particles; j++) points += d.path[k][j].count;
        if (points > 0)
            output_printf(words, "%srun%d%s", named++ ? "; " : ": ", k,
                          d.run[k].failed ? " (stopped)" : "");
    }
    output_printf(words, ". Shown is x from %.3f to %.3f m, y from %.3f to %.3f m.", f->x0, f->x1,
                  f->y0, f->y1);
}

/* the whole picture, from back to front; returns its height */
static double put_picture(const svg_frame *f, double width, double height)
{
    const time_ticks ticks = plain_ticks(f);
    output_text words = { 0 };
    svg_scale x, y;

    svg_scale_x(&x, f, 0);
    svg_scale_y(&y, f, 0);
    describe(f, &words);
    svg_begin(&want, width, height, "figure", d.s.title, words.data);
    output_free(&words);
    svg_window(&want, f);
    svg_heading(&want, width, d.s.title, d.f.subtitle);
    put_solids(f);
    mechanism_fixed(&d.s, f, &want);
    put_lines(f);
    put_halfspaces(f);
    put_pushes(f);
    if (posed()) mechanism_poses(&d.s, posed(), f, &want);
    put_curves(1, f);
    put_outlines(f);
    put_ticks(&ticks, f);
    put_curves(0, f);
    put_steps(f);
    put_ends(f);
    put_events(f);
    put_times(&ticks, f);
    for (int k = 0; d.s.nbody && k < d.f.nrun; k++)       /* where bodies of other runs ended */
        if (d.run + k != posed()) mechanism_last(&d.s, d.run + k, f, &want);
    if (posed()) mechanism_top(&d.s, posed(), f, &want);
    put_numbers(f);
    svg_box(&want, f);
    svg_axis_x(&want, f, &x, "x [m]");
    svg_axis_y(&want, f, &y, "y [m]");
    height = put_legend(&ticks, f, width);
    svg_end(&want);
    return height;
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

/* ---- hostile figures ---- */

/* a random number, or one in five times a special one */
static double hostile(void)
{
    const double special[] = { 0.0, -0.0, 1e308, -1e308, 5e-324, 1e15, HUGE_VAL, -HUGE_VAL };
    int k = rng_int(&r, 40);

    if (k < 8) return special[k];
    return k == 8 ? (double)NAN : rng_range(&r, -1, 1) * pow(10, rng_range(&r, -3, 3));
}

/* small, without nan and inf, and with escaped names */
static void test_hostile_figures(void)
{
    enum { ROUNDS = 300 };
    static const char long_name[] = "a name that is long enough to be wrapped into several lines, "
                                    "all of them below each other, "
                                    "unless somebody makes the picture wider than it is";
    static const char *const names[] = { "a", "", "\xFF\xFE<>&\"'\001", long_name };
    int bad = 0;

    for (int round = 0; round < ROUNDS; round++) {
        make_figure();
        for (int k = 0; k < d.f.nrun; k++) {
            d.run[k].acts = NULL;
            d.run[k].name = names[rng_int(&r, 4)];
            d.run[k].note = rng_int(&r, 2) ? names[rng_int(&r, 4)] : NULL;
            for (int j = 0; j < d.run[k].particles; j++)
                for (int i = 0; i < 2 * d.path[k][j].count; i++) d.xy[k][j][i] = hostile();
        }
        for (int i = 0; i < OBSTACLES * (2 * VERTICES + 2) && round % 2; i++)
            d.vertex[i / (2 * VERTICES + 2)][i % (2 * VERTICES + 2)] = hostile();
        d.particle[0].x[0] = hostile();
        d.s.epsilon = fabs(hostile());
        output_free(&svg);
        figure_svg(&d.f, &svg);
        const char *where = svg.failed || !svg.data ? "no memory" : strstr(svg.data, "nan");
        if (!where) where = strstr(svg.data, "inf");
        if (!where) where = strstr(svg.data, "<>&");
        if ((where || svg.size > 200000) && bad++ == 0)
            note("round %d: %.80s", round, where ? where : "too large");
    }
    check(bad == 0, "%d figures of hostile numbers and names: %d wrong", ROUNDS, bad);
}

int main(void)
{
    enum { ROUNDS = 800 };
    int layouts = 0, pictures = 0, lines = 0;

    for (int round = 0; round < ROUNDS; round++) {
        svg_frame f;
        double width, height;
        make_figure();
        output_free(&svg);
        output_free(&want);
        figure_layout(&d.f, &f, &width, &height);
        figure_svg(&d.f, &svg);
        if (!good_layout(&f, width) && layouts++ == 0) note("the layout of round %d", round);
        if ((put_picture(&f, width, height) != height || !texts_agree(svg.data, want.data, 0.0101))
            && pictures++ == 0) note("the picture of round %d", round);
        lines += !good_ground_lines(&f);
    }
    check(layouts == 0, "%d random pictures: the frame shows the view: %d wrong", ROUNDS, layouts);
    check(pictures == 0, "%d random pictures, drawn again: %d wrong", ROUNDS, pictures);
    check(lines == 0, "%d random pictures: the lines of their edges: %d wrong", ROUNDS, lines);
    test_far();
    test_hostile_figures();
    output_free(&svg);
    output_free(&want);
    return check_done();
}
