/* figure.c: the picture of a scene and its runs
 *
 * From back to front: solids, half-spaces, bodies in their poses, reference runs, outlines, runs,
 * their ends, joints, frame and axes. The legend is below the plot, never on it.
 */
#include "figure.h"

#include "mechanism.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLOT_WIDTH 780.0          /* the plot fills one of these two, in pixels */
#define PLOT_HEIGHT 560.0
#define PLOT_LEAST 170.0          /* and shows more of the plane rather than be narrower or lower
                                     than this */
#define PICTURE_LEAST 560.0       /* width of the picture: room for the legend */
#define OBSTACLES_NEAR 0.6        /* obstacles count so far from the core of the view, in sizes
                                     of the core */
#define RUNS_NEAR 0.15            /* and runs so far */
#define PADDING 0.05              /* border within the view, in sizes of the view */
#define HALFSPACE_REACH 32.0  /* pixels by which a half-space goes beyond its edge at least; else */
#define HALFSPACE_EDGES 1.2       /* so many lengths of the edge */
#define HATCH_LENGTH 4.0          /* strokes on the solid side */
#define HATCH_DISTANCE 6.0
#define ARROW_LENGTH 11.0         /* where a run leaves the frame */
#define ARROW_HALF 4.5
#define POSES 5                   /* of bodies before the last one */
#define MANY 500                  /* bodies, of which that would be too much */
#define MOST_MARKED 12            /* bodies whose paths have markers */
#define TRAIL 0.9                 /* width of the path of a body's centre */

int figure_poses(const scene *s) { return scene_count(s) <= MANY ? POSES : 1; }

/* ---- the view ---- */

static void box_clear(double box[4])
{
    box[0] = box[1] = HUGE_VAL;
    box[2] = box[3] = -HUGE_VAL;
}

static int box_empty(const double box[4])
{
    return !(box[0] <= box[2] && box[1] <= box[3]);
}

static void box_add(double box[4], const double *p)
{
    if (!isfinite(p[0]) || !isfinite(p[1])) return;
    for (int axis = 0; axis < 2; axis++) {
        box[axis] = fmin(box[axis], p[axis]);
        box[axis + 2] = fmax(box[axis + 2], p[axis]);
    }
}

/* the greater side of the box */
static double box_size(const double box[4])
{
    return box_empty(box) ? 0.0 : fmax(box[2] - box[0], box[3] - box[1]);
}

static void box_grow(double box[4], double by)
{
    box[0] -= by;
    box[1] -= by;
    box[2] += by;
    box[3] += by;
}

static int box_holds(const double box[4], const double *p)
{
    return p[0] >= box[0] && p[0] <= box[2] && p[1] >= box[1] && p[1] <= box[3];
}

/* add what lies within `near` of the obstacles */
static void add_obstacles(const scene *s, const double near[4], double box[4])
{
    for (int k = 0; k < s->nobstacle; k++) {
        for (int i = 0; i < scene_edges(&s->obstacle[k]); i++) {
            double a[2], b[2];
            scene_edge(&s->obstacle[k], i, a, b);
            if (!svg_clip(near, a, b)) continue;
            box_add(box, a);
            box_add(box, b);
        }
    }
}

/* add a body's outline, if its centre lies within a box; NULL: in any case */
static void add_body(const scene *s, int k, const double q[3], const double *within, double box[4])
{
    double xy[2 * MECHANISM_POINTS];
    const int n = within && !box_holds(within, q) ? 0 : mechanism_outline(s, k, q, xy);

    for (int i = 0; i < n; i++) box_add(box, xy + 2 * i);
}

/* add the starts of all particles and bodies */
static void add_starts(const scene *s, double box[4])
{
    for (int i = 0; i < s->nparticle; i++) box_add(box, s->particle[i].x);
    for (int k = 0; k < s->nbody; k++) add_body(s, k, s->body[k].q, NULL, box);
    for (int j = 0; j < s->njoint; j++) {
        if (s->joint[j].joint.a < 0) box_add(box, s->joint[j].joint.pa);
        if (s->joint[j].joint.b < 0) box_add(box, s->joint[j].joint.pb);
    }
}

/* add the points of a run that lie within a box, and the bodies there; NULL: all of them */
static void add_run(const scene *s, const trajectory *run, const double *within, double box[4])
{
    for (int k = 0; k < run->particles; k++)
        for (int i = 0; i < run->path[k].count; i++) {
            const double *p = run->path[k].xy + 2 * i;
            if (!within || box_holds(within, p)) box_add(box, p);
        }
    for (int shot = 0; run->pose && shot <= run->shots; shot++) {
        if (shot >= run->shot && shot < run->shots) continue;
        for (int k = 0; k < run->particles; k++)
            add_body(s, k, mechanism_pose(run, shot, k), within, box);
    }
}

/* the core of the view: starts and reference runs; without a reference run every run, so far as the
 * obstacles reach; *least: the size that a view must have */
static void view_core(const figure *f, double core[4], double *least)
{
    const double everywhere[4] = { -HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL };
    double obstacles[4];
    int references = 0;

    box_clear(core);
    box_clear(obstacles);
    add_obstacles(f->scene, everywhere, obstacles);
    add_starts(f->scene, core);
    for (int r = 0; r < f->nrun; r++) {
        if (!f->run[r].reference) continue;
        references++;
        add_run(f->scene, f->run + r, NULL, core);
    }
    if (references == 0) {
        double limit[4];
        memcpy(limit, obstacles, sizeof limit);
        add_starts(f->scene, limit);
        if (!box_empty(limit)) box_grow(limit, RUNS_NEAR * box_size(limit));
        for (int r = 0; r < f->nrun; r++)
            add_run(f->scene, f->run + r, box_empty(obstacles) ? NULL : limit, core);
    }
    if (box_empty(core)) memcpy(core, obstacles, sizeof obstacles);

    /* a particle at rest has a point for a core: the detection distance says how large the things
     * around it are */
    *least = fmin(4.0 * f->scene->epsilon, box_size(obstacles));
    if (!(*least > 0.0)) *least = box_size(core) > 0.0 ? 0.0 : 1.0;
}

/* widen the interval about its middle until it has the length */
static void at_least(double *lo, double *hi, double length)
{
    double more = length - (*hi - *lo);

    if (!(more > 0.0)) return;
    *lo -= 0.5 * more;
    *hi += 0.5 * more;
}

void figure_view(const figure *f, double view[4])
{
    static const double unit[4] = { -1.0, -1.0, 1.0, 1.0 };
    double near[4], reach, least, magnitude = 0.0;

    view_core(f, view, &least);
    if (box_empty(view)) memcpy(view, unit, sizeof unit);
    reach = fmax(box_size(view), least);

    memcpy(near, view, sizeof near);
    box_grow(near, RUNS_NEAR * reach);
    for (int r = 0; r < f->nrun; r++) add_run(f->scene, f->run + r, near, view);
    memcpy(near, view, sizeof near);
    box_grow(near, OBSTACLES_NEAR * reach);
    add_obstacles(f->scene, near, view);
    for (int axis = 0; axis < 2; axis++) at_least(&view[axis], &view[axis + 2], least);
    box_grow(view, PADDING * box_size(view));

    /* a view must have a size that its coordinates can resolve */
    for (int i = 0; i < 4; i++) magnitude = fmax(magnitude, fabs(view[i]));
    if (!(magnitude < 1e300)) memcpy(view, unit, sizeof unit);
    else if (box_size(view) < 1e-9 * magnitude) box_grow(view, 1e-9 * magnitude);
}

static const char *figure_title(const figure *f)
{
    return f->scene->title ? f->scene->title : "";
}

/* is this a box that can be shown? */
static int box_usable(const double *box)
{
    if (!box) return 0;
    for (int i = 0; i < 4; i++) if (!(fabs(box[i]) < 1e300)) return 0;
    return box[0] < box[2] && box[1] < box[3];
}

/* the frame and the picture's width; the heading and so the frame's top depend on the width */
static void plot_frame(const figure *f, svg_frame *frame, double *width)
{
    double view[4], scale, space;
    svg_scale ticks;

    if (box_usable(f->view)) memcpy(view, f->view, sizeof view);
    else figure_view(f, view);
    scale = fmin(PLOT_WIDTH / (view[2] - view[0]), PLOT_HEIGHT / (view[3] - view[1]));
    at_least(&view[0], &view[2], PLOT_LEAST / scale);
    at_least(&view[1], &view[3], PLOT_LEAST / scale);

    frame->x0 = view[0];
    frame->y0 = view[1];
    frame->x1 = view[2];
    frame->y1 = view[3];
    frame->width = (view[2] - view[0]) * scale;
    frame->height = (view[3] - view[1]) * scale;
    svg_scale_y(&ticks, frame, 0);
    frame->left = SVG_MARGIN + SVG_AXIS_Y_SPACE + svg_scale_width(&ticks);
    *width = frame->left + frame->width + SVG_MARGIN + 10.0;
    space = PICTURE_LEAST - *width;
    if (space > 0.0) {
        frame->left += 0.5 * space;
        *width = PICTURE_LEAST;
    }
    frame->top = svg_heading(NULL, *width, figure_title(f), f->subtitle);
}

/* ---- the legend ---- */

static int has_points(const trajectory *run)
{
    int points = 0;

    for (int k = 0; k < run->particles; k++) points |= run->path[k].count > 0;
    return points;
}

/* how a run gets on with the frame: what the legend remarks on it */
static const char *remark_on(const trajectory *run, const svg_frame *frame)
{
    int inside = 0, outside = 0;

    for (int k = 0; k < run->particles; k++)
        for (int i = 0; i < run->path[k].count; i++) {
            const double *p = run->path[k].xy + 2 * i;
            if (svg_inside(frame, p[0], p[1])) inside = 1;
            else outside = 1;
        }
    return !outside ? NULL : inside ? " (leaves the frame)" : " (outside the frame)";
}

static void legend_add(svg_entry *entries, int *n, svg_sample sample, const char *text)
{
    entries[*n].sample = sample;
    entries[*n].style = NULL;
    entries[*n].marked = 0;
    svg_entry_text(&entries[(*n)++], text, NULL, NULL);
}

/* the run whose bodies are drawn in all their poses: the reference, or the only one; NULL: a scene
 * without bodies */
static const trajectory *posed_run(const figure *f)
{
    for (int r = 0; r < f->nrun; r++)
        if (f->run[r].pose && (f->run[r].reference || f->nrun == 1)) return f->run + r;
    return NULL;
}

/* markers tell runs apart; a run alone needs none where bodies are in the way */
static int has_marks(const figure *f, const trajectory *run)
{
    return !run->reference && !(run->pose && (f->nrun == 1 || run->particles > MOST_MARKED));
}

/* fill entries[nrun + 5 + MECHANISM_ENTRIES]; returns their number */
static int legend_entries(const figure *f, const svg_frame *frame, svg_entry *entries)
{
    const int edges = scene_edge_count(f->scene);
    const trajectory *posed = posed_run(f);
    int n = 0, stopped = 0, ended = 0, halfspaces = 0;

    for (int r = 0; r < f->nrun; r++) {
        const trajectory *run = &f->run[r];
        char note[160] = "";

        if (!has_points(run)) continue;
        stopped |= run->failed;
        ended |= !run->failed && !run->reference && !run->pose;
        for (int i = 0; run->pushed && i < edges; i++) halfspaces |= run->pushed[i];
        if (run->note && run->note[0]) snprintf(note, sizeof note, ", %s", run->note);
        if (run->failed && strlen(note) + 12 < sizeof note) strcat(note, ", stopped");
        entries[n].sample = SVG_SAMPLE_CURVE;
        entries[n].style = svg_style_at(run->style);
        entries[n].marked = has_marks(f, run);
        svg_entry_text(&entries[n++], run->name, note, remark_on(run, frame));
    }
    if (n > 0 && !posed) legend_add(entries, &n, SVG_SAMPLE_START, "start");
    if (ended) legend_add(entries, &n, SVG_SAMPLE_END, "end of a run");
    if (stopped && !posed) legend_add(entries, &n, SVG_SAMPLE_STOP, "stopped before its time");
    if (posed) n += mechanism_legend(f->scene, posed, entries + n);
    if (f->scene->nobstacle > 0) legend_add(entries, &n, SVG_SAMPLE_SOLID, "obstacle");
    if (halfspaces) legend_add(entries, &n, SVG_SAMPLE_HALFSPACE, "half-space beyond its edge");
    return n;
}

/* the legend; returns the height of the picture. out NULL: measure only */
static double draw_legend(const figure *f, const svg_frame *frame, double width, output_text *out)
{
    svg_entry *entries = malloc(((size_t)f->nrun + 5 + MECHANISM_ENTRIES) * sizeof *entries);
    const int n = entries ? legend_entries(f, frame, entries) : 0;
    const double height = svg_legend_below(out, frame, width, n, entries);

    free(entries);
    return height;
}

void figure_layout(const figure *f, svg_frame *frame, double *width, double *height)
{
    plot_frame(f, frame, width);
    frame->prefix = f->prefix ? f->prefix : "figure";
    *height = draw_legend(f, frame, *width, NULL);
}

/* ---- obstacles ---- */

/* which way the chain runs: +1 to the right (solid below), -1 to the left (solid above), 0 neither */
static int chain_direction(const scene_obstacle *o)
{
    int right = 1, left = 1;

    for (int i = 0; i + 1 < o->nvert; i++) {
        double dx = o->xy[2*i + 2] - o->xy[2*i];
        if (dx < 0.0) right = 0;
        if (dx > 0.0) left = 0;
    }
    return right - left;
}

/* is the point in the region that a chain of this direction would fill? */
static int chain_covers(const scene_obstacle *o, int direction, const double *p)
{
    for (int i = 0; i + 1 < o->nvert; i++) {
        const double *a = o->xy + 2*i, *b = a + 2;
        double dx = b[0] - a[0], y;

        if (dx == 0.0 || (p[0] - a[0]) * (p[0] - b[0]) >= 0.0) continue;
        y = a[1] + (b[1] - a[1]) * (p[0] - a[0]) / dx;
        return direction > 0 ? p[1] < y : p[1] > y;
    }
    return 0;
}

/* May the whole region below (+1) or above (-1) the obstacle be shown as solid? 0: neither, as when
 * another obstacle or a particle is in it. */
static int chain_fill(const scene *s, const scene_obstacle *o)
{
    int direction = o->closed ? 0 : chain_direction(o);

    if (direction == 0) return 0;
    for (int i = 0; i < s->nparticle; i++) {
        if (chain_covers(o, direction, s->particle[i].x)) return 0;
    }
    for (int k = 0; k < s->nbody; k++) {
        if (chain_covers(o, direction, s->body[k].q)) return 0;
    }
    for (int k = 0; k < s->nobstacle; k++) {
        const scene_obstacle *other = &s->obstacle[k];
        double ends[2] = { o->xy[0], o->xy[2*o->nvert - 2] };
        double strip[4] = { fmin(ends[0], ends[1]), -DBL_MAX, fmax(ends[0], ends[1]), DBL_MAX };

        if (other == o) continue;
        for (int i = 0; i < scene_edges(other); i++) {
            double a[2], b[2], middle[2];
            scene_edge(other, i, a, b);
            if (!svg_clip(strip, a, b)) continue;
            middle[0] = 0.5 * (a[0] + b[0]);
            middle[1] = 0.5 * (a[1] + b[1]);
            if (chain_covers(o, direction, middle)) return 0;
        }
    }
    return direction;
}

/* the solid of an obstacle, if it is known where it is: inside a polygon, below terrain */
static void draw_solid(const figure *f, const scene_obstacle *o, const svg_frame *frame,
                       output_text *out)
{
    const int direction = chain_fill(f->scene, o), n = o->nvert;
    const double far = direction > 0 ? frame->y0 : frame->y1;
    double *xy;

    if (o->closed) svg_path(out, frame, n, o->xy, 1, SVG_SOLID);
    if (direction == 0) return;
    xy = malloc(2 * ((size_t)n + 2) * sizeof *xy);
    if (!xy) {
        out->failed = 1;
        return;
    }
    memcpy(xy, o->xy, 2 * (size_t)n * sizeof *xy);
    for (int i = 0; i < 2; i++) {        /* down (or up) at the end, back below (above) the start */
        const double *end = i == 0 ? o->xy + 2 * n - 2 : o->xy;
        xy[2 * (n + i)] = end[0];
        xy[2 * (n + i) + 1] = direction > 0 ? fmin(far, end[1]) : fmax(far, end[1]);
    }
    svg_path(out, frame, n + 2, xy, 1, SVG_SOLID);
    free(xy);
}

/* the path element around strokes; one without any is taken back */
static size_t hatch_begin(output_text *out)
{
    output_string(out, "<path " SVG_HALFSPACE_TICKS " d=\"");
    return out->size;
}

static void hatch_end(output_text *out, size_t begun)
{
    static const size_t opening = sizeof "<path " SVG_HALFSPACE_TICKS " d=\"" - 1;

    if (out->failed) return;
    if (out->size == begun) out->size = begun - opening;
    else output_string(out, "\"/>\n");
}

/* strokes on the right of the line from a to b (pixels), where the solid is, between the distances
 * s0 and s1 from a;
 * lean: 0 for strokes at right angles, 1 for strokes that lean back by 45 degrees */
static void hatch(const double a[2], const double b[2], double s0, double s1, double lean,
                  const svg_frame *frame, output_text *out)
{
    const double box[4] = { frame->left, frame->top, frame->left + frame->width,
                            frame->top + frame->height };
    double length = hypot(b[0] - a[0], b[1] - a[1]);
    double e[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    double slant[2] = { HATCH_LENGTH * (-e[1] - lean * e[0]), HATCH_LENGTH * (e[0] - lean * e[1]) };
    int n = (int)fmin(floor((s1 - s0) / HATCH_DISTANCE), 1000.0);

    for (int i = 0; i <= n; i++) {
        double s = s0 + 0.5 * (s1 - s0 - n * HATCH_DISTANCE) + i * HATCH_DISTANCE;
        double p[2] = { a[0] + s * e[0], a[1] + s * e[1] };

        if (!box_holds(box, p)) continue;
        output_string(out, "M");
        output_fixed(out, p[0], 2);
        output_string(out, " ");
        output_fixed(out, p[1], 2);
        output_string(out, "l");
        output_fixed(out, slant[0], 2);
        output_string(out, " ");
        output_fixed(out, slant[1], 2);
    }
}

/* is the solid on the right of the edge from a to b part of what draw_solid fills? direction: of
 * the chain's fill */
static int edge_is_filled(const scene_obstacle *o, int direction, const double a[2],
                          const double b[2])
{
    const double aside = 1e-6;               /* of the edge's length: a point just off its middle */
    double p[2] = { 0.5 * (a[0] + b[0]) + aside * (b[1] - a[1]),
                    0.5 * (a[1] + b[1]) - aside * (b[0] - a[0]) };

    return o->closed || (direction != 0 && chain_covers(o, direction, p));
}

/* strokes along the edges whose solid is not filled */
static void draw_hatching(const scene *s, const scene_obstacle *o, const svg_frame *frame,
                          output_text *out)
{
    const double view[4] = { frame->x0, frame->y0, frame->x1, frame->y1 };
    size_t begun = hatch_begin(out);
    int direction = chain_fill(s, o);

    for (int i = 0; i < scene_edges(o); i++) {
        double a[2], b[2], length;
        scene_edge(o, i, a, b);
        if (edge_is_filled(o, direction, a, b) || !svg_clip(view, a, b)) continue;
        a[0] = svg_x(frame, a[0]);
        a[1] = svg_y(frame, a[1]);
        b[0] = svg_x(frame, b[0]);
        b[1] = svg_y(frame, b[1]);
        length = hypot(b[0] - a[0], b[1] - a[1]);
        if (length > 0.5) hatch(a, b, 0.0, length, 1.0, frame, out);
    }
    hatch_end(out, begun);
}

static void draw_obstacles(const figure *f, const svg_frame *frame, output_text *out)
{
    for (int k = 0; k < f->scene->nobstacle; k++) {
        const scene_obstacle *o = f->scene->obstacle + k;
        draw_hatching(f->scene, o, frame, out);
        svg_path(out, frame, o->nvert, o->xy, o->closed, SVG_OUTLINE);
    }
}

/* ---- half-spaces ---- */

/* the half-space of the edge from p to q: dashed beyond both of its ends, with strokes at the far
 * ends on the side of the solid */
static void draw_halfspace(const double p[2], const double q[2], const svg_frame *frame,
                           output_text *out)
{
    const double a[2] = { svg_x(frame, p[0]), svg_y(frame, p[1]) };
    const double b[2] = { svg_x(frame, q[0]), svg_y(frame, q[1]) };
    const double length = hypot(b[0] - a[0], b[1] - a[1]), strokes = 2.0 * HATCH_DISTANCE;
    const double reach = fmax(HALFSPACE_REACH, HALFSPACE_EDGES * length), beyond = reach / length;
    double line[4];
    size_t begun;

    if (!(length > 0.0 && length < HUGE_VAL)) return;
    for (int i = 0; i < 2; i++) {
        line[i] = p[i] - beyond * (q[i] - p[i]);
        line[2 + i] = q[i] + beyond * (q[i] - p[i]);
    }
    svg_path(out, frame, 2, line, 0, SVG_HALFSPACE);
    begun = hatch_begin(out);
    hatch(a, b, -reach, -reach + strokes, 0.0, frame, out);
    hatch(a, b, length + reach - strokes, length + reach, 0.0, frame, out);
    hatch_end(out, begun);
}

static int pushed_in_a_run(const figure *f, int edge)
{
    int pushed = 0;

    for (int r = 0; r < f->nrun; r++) pushed |= f->run[r].pushed && f->run[r].pushed[edge];
    return pushed;
}

static void draw_halfspaces(const figure *f, const svg_frame *frame, output_text *out)
{
    int edge = 0;

    for (int k = 0; k < f->scene->nobstacle; k++) {
        const scene_obstacle *o = f->scene->obstacle + k;
        for (int i = 0; i < scene_edges(o); i++, edge++) {
            double p[2], q[2];
            if (!pushed_in_a_run(f, edge)) continue;
            scene_edge(o, i, p, q);
            draw_halfspace(p, q, frame, out);
        }
    }
}

/* ---- runs ---- */

/* an arrow head with its tip at b, on the way from a (pixels) */
static void draw_arrow(const double a[2], const double b[2], const char *colour, output_text *out)
{
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double e[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };

    output_printf(out, "<path fill=\"%s\" d=\"", colour);
    for (int corner = 0; corner < 3; corner++) {      /* tip, then the two ends of the base */
        const double back = corner == 0 ? 0.0 : ARROW_LENGTH;
        const double aside = corner == 0 ? 0.0 : corner == 1 ? ARROW_HALF : -ARROW_HALF;
        output_string(out, corner == 0 ? "M" : "L");
        svg_point(out, b[0] - back * e[0] - aside * e[1], b[1] - back * e[1] + aside * e[0]);
    }
    output_string(out, "Z\"/>\n");
}

/* an arrow where the path leaves the frame for the first time */
static void draw_exit(const thin_path *path, const char *colour, const svg_frame *frame,
                      output_text *out)
{
    const double view[4] = { frame->x0, frame->y0, frame->x1, frame->y1 };

    for (int i = 0; i + 1 < path->count; i++) {
        double a[2], b[2];
        memcpy(a, path->xy + 2 * i, sizeof a);
        memcpy(b, path->xy + 2 * i + 2, sizeof b);
        if (!box_holds(view, a) || box_holds(view, b) || !svg_clip(view, a, b)) continue;
        const double from[2] = { svg_x(frame, a[0]), svg_y(frame, a[1]) };
        const double to[2] = { svg_x(frame, b[0]), svg_y(frame, b[1]) };
        if (!(hypot(to[0] - from[0], to[1] - from[1]) > 0.0)) continue;
        draw_arrow(from, to, colour, out);
        return;
    }
}

/* where the path ends, if that is inside the frame */
static void draw_last(const trajectory *run, const thin_path *path, const svg_frame *frame,
                      output_text *out)
{
    const double *p = path->xy + 2 * (path->count - 1), x = svg_x(frame, p[0]),
                 y = svg_y(frame, p[1]);

    if (!svg_inside(frame, p[0], p[1])) return;
    if (run->failed) svg_stop_mark(out, svg_style_at(run->style), x, y);
    else if (!run->reference) svg_end_mark(out, svg_style_at(run->style), x, y);
}

/* the curves of the reference runs, or of the others; the markers of paths on top of each other are
 * shifted against each other */
static void draw_curves(const figure *f, int references, const svg_frame *frame, output_text *out)
{
    int shift = 0;

    for (int r = 0; r < f->nrun; r++) {
        const trajectory *run = &f->run[r];
        svg_style style = *svg_style_at(run->style);
        if (run->pose && !run->reference) style.width = TRAIL;
        for (int k = 0; k < run->particles; k++) {
            const thin_path *path = run->path + k;
            if (path->count == 0) continue;
            shift++;
            if ((run->reference != 0) != references) continue;
            svg_style_curve(out, frame, path->count, path->xy, &style);
            if (has_marks(f, run))
                svg_marks(out, frame, path->count, path->xy, &style, 0, shift - 1);
        }
    }
}

/* where the runs begin, leave the frame and end */
static void draw_ends(const figure *f, const svg_frame *frame, output_text *out)
{
    for (int starts = 0; starts < 2; starts++)
        for (int r = 0; r < f->nrun; r++) {
            const trajectory *run = &f->run[r];
            for (int k = 0; k < run->particles; k++) {
                const thin_path *path = run->path + k;
                if (path->count == 0 || run->pose) continue;
                if (!starts) {
                    draw_exit(path, svg_style_at(run->style)->colour, frame, out);
                    draw_last(run, path, frame, out);
                } else if (svg_inside(frame, path->xy[0], path->xy[1])) {
                    svg_start_mark(out, svg_x(frame, path->xy[0]), svg_y(frame, path->xy[1]));
                }
            }
        }
}

/* where the bodies of the other runs ended */
static void draw_other_bodies(const figure *f, const svg_frame *frame, output_text *out)
{
    const trajectory *posed = posed_run(f);

    for (int r = 0; r < f->nrun; r++)
        if (f->run[r].pose && f->run + r != posed)
            mechanism_last(f->scene, f->run + r, frame, out);
}

/* ---- the picture ---- */

/* what the picture shows, in words */
static void describe(const figure *f, const svg_frame *frame, output_text *out)
{
    output_printf(out, "Trajectories over %d obstacle%s", f->scene->nobstacle,
                  f->scene->nobstacle == 1 ? "" : "s");
    for (int r = 0, named = 0; r < f->nrun; r++) {
        if (!has_points(f->run + r)) continue;
        output_string(out, named++ ? "; " : ": ");
        output_string(out, f->run[r].name);
        if (f->run[r].failed) output_string(out, " (stopped)");
    }
    output_string(out, ". Shown is x from ");
    output_fixed(out, frame->x0, 3);
    output_string(out, " to ");
    output_fixed(out, frame->x1, 3);
    output_string(out, " m, y from ");
    output_fixed(out, frame->y0, 3);
    output_string(out, " to ");
    output_fixed(out, frame->y1, 3);
    output_string(out, " m.");
}

void figure_svg(const figure *f, output_text *out)
{
    const trajectory *posed = posed_run(f);
    output_text description = { NULL, 0, 0, 0 };
    svg_frame frame;
    svg_scale x, y;
    double width, height;

    figure_layout(f, &frame, &width, &height);
    svg_scale_x(&x, &frame, 0);
    svg_scale_y(&y, &frame, 0);
    describe(f, &frame, &description);
    if (description.failed) {
        output_free(&description);
        out->failed = 1;
        return;
    }
    svg_begin(out, width, height, frame.prefix, figure_title(f), description.data);
    svg_window(out, &frame);
    svg_heading(out, width, figure_title(f), f->subtitle);
    for (int k = 0; k < f->scene->nobstacle; k++)
        draw_solid(f, &f->scene->obstacle[k], &frame, out);
    mechanism_fixed(f->scene, &frame, out);
    draw_halfspaces(f, &frame, out);
    if (posed) mechanism_poses(f->scene, posed, &frame, out);
    draw_curves(f, 1, &frame, out);
    draw_obstacles(f, &frame, out);
    draw_curves(f, 0, &frame, out);
    draw_ends(f, &frame, out);
    draw_other_bodies(f, &frame, out);
    if (posed) mechanism_top(f->scene, posed, &frame, out);
    svg_box(out, &frame);
    svg_axis_x(out, &frame, &x, "x [m]");
    svg_axis_y(out, &frame, &y, "y [m]");
    draw_legend(f, &frame, width, out);
    svg_end(out);
    output_free(&description);
}
