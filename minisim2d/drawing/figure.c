/* figure.c: the picture of a scene and its runs
 *
 * From back to front: solids, half-spaces, bodies in their poses, reference runs, outlines, times,
 * runs, their ends, events, joints, names, frame and axes. The legend is below the plot, never on
 * it.
 */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLOT_WIDTH 780.0          /* the plot fills one of these two, in pixels */
#define PLOT_HEIGHT 560.0
#define PLOT_LEAST 170.0          /* and shows more of the plane rather than be narrower or lower
                                     than this, */
#define PLOT_NARROWEST 400.0      /* or narrower than this, if the view was chosen here */
#define PICTURE_LEAST 560.0       /* width of the picture: room for the legend */
#define OBSTACLES_NEAR 0.6        /* obstacles count within this distance of the core of the view,
                                     in sizes of the core */
#define RUNS_NEAR 0.15            /* and runs within this */
#define PADDING 0.05              /* border within the view, in sizes of the view */
#define ARROW_LENGTH 11.0         /* where a run leaves the frame */
#define ARROW_HALF 4.5
#define POSES 5                   /* of bodies before the last one */
#define MANY 500                  /* bodies, for which that would be too many */
#define MOST_MARKED 12            /* bodies whose paths have markers */
#define RIM 1.4                   /* white, around dashes */
#define LAYERS 3                  /* of lines */
#define TRAIL 0.9                 /* width of the path of a body's centre */

/* of the legend, besides the runs' */
enum { OTHER_ENTRIES = 8 + EVENTS_ENTRIES + MECHANISM_ENTRIES };

int figure_record(const scene *s, int planned, trajectory *run)
{
    if (trajectory_init(run, scene_count(s)) != 0) return -1;
    return s->nbody > 0 ? trajectory_poses(run, scene_count(s) <= MANY ? POSES : 1, planned) : 0;
}

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

/* adds the parts of obstacles within `near` */
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

/* the core of the view: starts and reference runs; without a reference run every run, as far as the
 * obstacles reach; *least: the minimal size of a view */
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

    /* the core of a particle at rest is a point: the detection distance indicates the size of
     * things around it */
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

/* can this box be shown? */
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
    at_least(&view[0], &view[2], (box_usable(f->view) ? PLOT_LEAST : PLOT_NARROWEST) / scale);
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
    frame->top = svg_heading(NULL, *width, f->scene->title, f->subtitle);
}

/* ---- the legend ---- */

static int has_points(const trajectory *run)
{
    int points = 0;

    for (int k = 0; k < run->particles; k++) points |= run->path[k].count > 0;
    return points;
}

/* the legend's remark on a run that leaves the frame; for a window, which most runs leave, only on
 * those that miss it */
static const char *remark_on(const figure *f, const trajectory *run, const svg_frame *frame)
{
    int within = 0, outside = 0;

    for (int k = 0; k < run->particles; k++)
        for (int i = 0; i < run->path[k].count; i++) {
            const double *p = run->path[k].xy + 2 * i;
            if (svg_inside(frame, p[0], p[1])) within = 1;
            else outside = 1;
        }
    if (!outside || (within && closeup_wanted(f))) return NULL;
    return within ? " (leaves the frame)" : " (outside the frame)";
}

/* is there a path whose first point, or whose last one, is in the frame? */
static int shows_end(const trajectory *run, int last, const svg_frame *frame)
{
    for (int k = 0; k < run->particles; k++) {
        const thin_path *path = run->path + k;
        const int at = last ? 2 * path->count - 2 : 0;
        if (path->count > 0 && svg_inside(frame, path->xy[at], path->xy[at + 1])) return 1;
    }
    return 0;
}

/* the run whose bodies are drawn in all their poses: the reference, or the only one; NULL: a scene
 * without bodies */
static const trajectory *posed_run(const figure *f)
{
    for (int r = 0; r < f->nrun; r++)
        if (f->run[r].pose && (f->run[r].reference || f->nrun == 1)) return f->run + r;
    return NULL;
}

/* markers distinguish runs; a single run needs none if bodies are in the way */
static int has_marks(const figure *f, const trajectory *run)
{
    if (run->reference || run->acts) return 0;
    return !(run->pose && (f->nrun == 1 || run->particles > MOST_MARKED));
}

/* fill entries[nrun + OTHER_ENTRIES]; returns their number */
static int legend_entries(const figure *f, const svg_frame *frame, svg_entry *entries)
{
    const int edges = scene_edge_count(f->scene), close = closeup_wanted(f);
    const trajectory *posed = posed_run(f);
    const time_ticks ticks = ticks_of(f, frame);
    int n = 0, started = 0, stopped = 0, ended = 0, end = 0, halfspaces = 0, closed = 0;

    for (int k = 0; k < f->scene->nobstacle; k++) closed += f->scene->obstacle[k].closed;
    for (int r = 0; r < f->nrun; r++) {
        const trajectory *run = &f->run[r];
        char note[160] = "";

        if (!has_points(run)) continue;
        started |= !run->pose && shows_end(run, 0, frame);
        if (!run->pose && shows_end(run, 1, frame)) {
            stopped |= run->failed;
            if (!run->failed && !run->reference) {
                ended++;
                end = run->style;
            }
        }
        for (int i = 0; !close && run->pushed && i < edges; i++) halfspaces |= run->pushed[i];
        if (run->note && run->note[0]) snprintf(note, sizeof note, ", %s", run->note);
        if (run->failed && strlen(note) + 12 < sizeof note) strcat(note, ", stopped");
        svg_entry *e = svg_entry_next(entries, &n, SVG_SAMPLE_CURVE, "");
        e->style = svg_style_at(run->style);
        e->marked = run->acts || has_marks(f, run);
        svg_entry_text(e, run->name, note, remark_on(f, run, frame));
    }
    if (ticks.each > 0.0) ticks_legend(&ticks, entries + n++);
    if (started) svg_entry_next(entries, &n, SVG_SAMPLE_START, "start");
    if (ended) svg_entry_next(entries, &n, SVG_SAMPLE_END, "end of a run");
    if (ended == 1) entries[n - 1].style = svg_style_at(end);
    if (stopped) svg_entry_next(entries, &n, SVG_SAMPLE_STOP, "stopped before its time");
    if (f->events) n += events_legend(f->events, frame, entries + n);
    if (posed) n += mechanism_legend(f->scene, posed, entries + n);
    if (closed > 0) svg_entry_next(entries, &n, SVG_SAMPLE_SOLID, "obstacle");
    if (closed < f->scene->nobstacle)
        svg_entry_next(entries, &n, SVG_SAMPLE_CHAIN, "open chain, strokes on its solid side");
    if (halfspaces) svg_entry_next(entries, &n, SVG_SAMPLE_HALFSPACE, "half-space beyond its edge");
    if (f->halfspaces) svg_entry_next(entries, &n, SVG_SAMPLE_EDGE_LINE, "the line of an edge");
    return n;
}

/* the legend; returns the height of the picture. out NULL: measure only */
static double draw_legend(const figure *f, const svg_frame *frame, double width, output_text *out)
{
    svg_entry *entries = malloc(((size_t)f->nrun + OTHER_ENTRIES) * sizeof *entries), *more;
    const int n = entries ? legend_entries(f, frame, entries) : 0;
    double height = svg_legend_below(out, frame, width, n, entries);

    more = entries && closeup_wanted(f) ? malloc(CLOSEUP_ENTRIES * sizeof *more) : NULL;
    if (more)                     /* long texts: a list of their own, with columns of their own */
        height += svg_legend(out, SVG_MARGIN, height - SVG_MARGIN, width - 2.0 * SVG_MARGIN,
                             closeup_legend(f, frame, more), more);
    if (out && closeup_wanted(f) && !more) out->failed = 1;
    free(more);
    free(entries);
    return height;
}

void figure_layout(const figure *f, svg_frame *frame, double *width, double *height)
{
    plot_frame(f, frame, width);
    frame->prefix = "figure";
    *height = draw_legend(f, frame, *width, NULL);
}

/* ---- half-spaces ---- */

static void draw_halfspaces(const figure *f, const svg_frame *frame, output_text *out)
{
    int edge = 0;

    for (int k = 0; k < f->scene->nobstacle; k++) {
        const scene_obstacle *o = f->scene->obstacle + k;
        for (int i = 0; i < scene_edges(o); i++, edge++) {
            double p[2], q[2];
            int pushed = 0;
            for (int r = 0; r < f->nrun; r++)
                pushed |= f->run[r].pushed && f->run[r].pushed[edge];
            if (!pushed) continue;
            scene_edge(o, i, p, q);
            ground_halfspace(p, q, frame, out);
        }
    }
}

/* ---- runs ---- */

/* an arrow head with its tip at b, coming from a (pixels) */
static void draw_arrow(const double a[2], const double b[2], const char *colour, output_text *out)
{
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double e[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };

    output_printf(out, "<path fill=\"%s\" d=\"", colour);
    for (int corner = 0; corner < 3; corner++) {      /* tip, then the two ends of the base */
        const double back = corner == 0 ? 0.0 : ARROW_LENGTH;
        const double aside = corner == 0 ? 0.0 : corner == 1 ? ARROW_HALF : -ARROW_HALF;
        output_format(out, "%s%.2F %.2F", corner == 0 ? "M" : "L",
                      b[0] - back * e[0] - aside * e[1], b[1] - back * e[1] + aside * e[0]);
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

/* How large the gaps of a line are: 0 solid, 1 small, 2 larger. Lines with larger gaps are drawn
 * later, each on a white rim, so that lines on top of each other are all visible. */
static int layer_of(const svg_style *style)
{
    double part[2] = { 0.0, 0.0 };
    const char *at = style->dash;
    char *end;

    for (int i = 0; ; i = 1 - i, at = end) {
        const double length = strtod(at, &end);
        if (end == at) break;
        part[i] += length;
    }
    return part[1] == 0.0 ? 0 : part[1] < 0.4 * (part[0] + part[1]) ? 1 : 2;
}

static void draw_curve(const thin_path *path, const svg_style *style, int rimmed,
                       const svg_frame *frame, output_text *out)
{
    svg_style rim = *style;

    rim.colour = "#ffffff";
    rim.width += RIM;
    if (rimmed) svg_style_curve(out, frame, path->count, path->xy, &rim);
    svg_style_curve(out, frame, path->count, path->xy, style);
}

/* the curves of the reference runs, or of the others; the markers of paths on top of each other are
 * shifted against each other */
static void draw_curves(const figure *f, int references, const svg_frame *frame, output_text *out)
{
    for (int layer = 0; layer < LAYERS; layer++)
        for (int r = 0, shift = 0; r < f->nrun; r++) {
            const trajectory *run = &f->run[r];
            svg_style style = *svg_style_at(run->style);
            const int skip = (run->reference != 0) != references || layer_of(&style) != layer;
            if (run->pose && !run->reference) style.width = TRAIL;
            for (int k = 0; k < run->particles; k++) {
                const thin_path *path = run->path + k;
                if (path->count == 0 || (shift++, skip)) continue;
                draw_curve(path, &style, layer > 0 && !run->pose, frame, out);
                if (has_marks(f, run))
                    svg_marks(out, frame, path->count, path->xy, &style, 0, shift - 1);
            }
        }
}

/* marks where the runs begin, leave the frame and end */
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

/* describes the picture in words */
static void describe(const figure *f, const svg_frame *frame, output_text *out)
{
    output_printf(out, "Trajectories over %d obstacle%s", f->scene->nobstacle,
                  f->scene->nobstacle == 1 ? "" : "s");
    for (int r = 0, named = 0; r < f->nrun; r++) {
        if (!has_points(f->run + r)) continue;
        output_format(out, "%s%s%s", named++ ? "; " : ": ", f->run[r].name,
                      f->run[r].failed ? " (stopped)" : "");
    }
    output_format(out, ". Shown is x from %.3F to %.3F m, y from %.3F to %.3F m.", frame->x0,
                  frame->x1, frame->y0, frame->y1);
}

void figure_svg(const figure *f, output_text *out)
{
    const trajectory *posed = posed_run(f);
    output_text description = { 0 };
    svg_frame frame;
    svg_scale x, y;
    time_ticks ticks;
    double width, height;

    figure_layout(f, &frame, &width, &height);
    ticks = ticks_of(f, &frame);
    svg_scale_x(&x, &frame, 0);
    svg_scale_y(&y, &frame, 0);
    describe(f, &frame, &description);
    out->failed |= description.failed;
    svg_begin(out, width, height, frame.prefix, f->scene->title, description.data);
    svg_window(out, &frame);
    svg_heading(out, width, f->scene->title, f->subtitle);
    ground_solids(f->scene, &frame, out);
    mechanism_fixed(f->scene, &frame, out);
    if (f->halfspaces) ground_lines(f->scene, &frame, out);
    if (closeup_wanted(f)) closeup_halfspaces(f, &frame, out);
    else draw_halfspaces(f, &frame, out);
    if (posed) mechanism_poses(f->scene, posed, &frame, out);
    draw_curves(f, 1, &frame, out);
    ground_outlines(f->scene, &frame, out);
    ticks_draw(f, &ticks, &frame, out);
    draw_curves(f, 0, &frame, out);
    if (closeup_wanted(f)) closeup_steps(f, &frame, out);
    draw_ends(f, &frame, out);
    if (f->events) events_draw(f->events, &frame, out);
    ticks_names(f, &ticks, &frame, out);
    draw_other_bodies(f, &frame, out);
    if (posed) mechanism_top(f->scene, posed, &frame, out);
    if (closeup_wanted(f)) closeup_names(f, &frame, out);
    svg_box(out, &frame);
    svg_axis_x(out, &frame, &x, "x [m]");
    svg_axis_y(out, &frame, &y, "y [m]");
    /* else there was no memory to measure it */
    if (draw_legend(f, &frame, width, out) != height) out->failed = 1;
    svg_end(out);
    output_free(&description);
}
