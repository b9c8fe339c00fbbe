/* ground.c: obstacles and half-spaces; in a window steps, and half-spaces with their numbers; see
 * figure.h */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HALFSPACE_REACH 32.0  /* pixels by which a half-space extends beyond its edge at least;
                                 or */
#define HALFSPACE_EDGES 1.2       /* this number of lengths of the edge */
#define HATCH_LENGTH 4.0          /* strokes on the solid side */
#define HATCH_DISTANCE 6.0
#define HATCH_STROKES (2.0 * HATCH_DISTANCE)      /* the length of the strokes at one end */
#define MOST_MARKS 150            /* steps of one run with a marker */
#define NAME_SIZE 12.0
#define NAME_ASIDE 10.0           /* pixels from a line to the middle of its name */
#define TIMES 2                   /* intervals of pushing listed for each run and half-space */

/* ---- strokes ---- */

/* the path element around strokes; removed again if it has none */
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
    double length = hypot(b[0] - a[0], b[1] - a[1]);
    double e[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    double slant[2] = { HATCH_LENGTH * (-e[1] - lean * e[0]), HATCH_LENGTH * (e[0] - lean * e[1]) };
    int n = (int)fmin(floor((s1 - s0) / HATCH_DISTANCE), 1000.0);

    for (int i = 0; i <= n; i++) {
        double s = s0 + 0.5 * (s1 - s0 - n * HATCH_DISTANCE) + i * HATCH_DISTANCE;
        double p[2] = { a[0] + s * e[0], a[1] + s * e[1] };

        if (svg_in_frame(frame, p, 0.0))
            output_format(out, "M%.2F %.2Fl%.2F %.2F", p[0], p[1], slant[0], slant[1]);
    }
}

/* ---- obstacles ---- */

void ground_solids(const scene *s, const svg_frame *frame, output_text *out)
{
    for (int k = 0; k < s->nobstacle; k++) {
        const scene_obstacle *o = s->obstacle + k;
        if (o->closed) svg_path(out, frame, o->nvert, o->xy, 1, SVG_SOLID);
    }
}

/* strokes along an open chain */
static void draw_hatching(const scene_obstacle *o, const svg_frame *frame, output_text *out)
{
    const double view[4] = { frame->x0, frame->y0, frame->x1, frame->y1 };
    const size_t begun = hatch_begin(out);

    for (int i = 0; i < scene_edges(o); i++) {
        double p[2], q[2], a[2], b[2], length;
        scene_edge(o, i, p, q);
        if (!svg_clip(view, p, q)) continue;
        svg_pixels(frame, p, a);
        svg_pixels(frame, q, b);
        length = hypot(b[0] - a[0], b[1] - a[1]);
        if (length > 0.5) hatch(a, b, 0.0, length, 1.0, frame, out);
    }
    hatch_end(out, begun);
}

void ground_outlines(const scene *s, const svg_frame *frame, output_text *out)
{
    for (int k = 0; k < s->nobstacle; k++) {
        const scene_obstacle *o = s->obstacle + k;
        if (!o->closed) draw_hatching(o, frame, out);
        svg_path(out, frame, o->nvert, o->xy, o->closed, SVG_OUTLINE);
    }
}

/* ---- half-spaces ---- */

/* strokes at both ends of the line from a to b, reaching beyond these */
static void hatch_ends(const double a[2], const double b[2], double reach, const svg_frame *frame,
                       output_text *out)
{
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const size_t begun = hatch_begin(out);

    hatch(a, b, -reach, -reach + HATCH_STROKES, 0.0, frame, out);
    hatch(a, b, length + reach - HATCH_STROKES, length + reach, 0.0, frame, out);
    hatch_end(out, begun);
}

void ground_halfspace(const double p[2], const double q[2], const svg_frame *frame,
                      output_text *out)
{
    double a[2], b[2], line[4];

    svg_pixels(frame, p, a);
    svg_pixels(frame, q, b);
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double reach = fmax(HALFSPACE_REACH, HALFSPACE_EDGES * length), beyond = reach / length;

    if (!(length > 0.0 && length < HUGE_VAL)) return;
    for (int i = 0; i < 2; i++) {
        line[i] = p[i] - beyond * (q[i] - p[i]);
        line[2 + i] = q[i] + beyond * (q[i] - p[i]);
    }
    svg_path(out, frame, 2, line, 0, SVG_HALFSPACE);
    hatch_ends(a, b, reach, frame, out);
}

/* the line through p and q where it crosses the frame; 0 if it misses it */
static int line_across(const double p[2], const double q[2], const svg_frame *frame, double line[4])
{
    const double view[4] = { frame->x0, frame->y0, frame->x1, frame->y1 };
    const double size = hypot(view[2] - view[0], view[3] - view[1]);
    const double length = hypot(q[0] - p[0], q[1] - p[1]);
    const double middle[2] = { 0.5 * (view[0] + view[2]), 0.5 * (view[1] + view[3]) };
    /* no point of the view is farther from p than the middle plus half the diagonal */
    const double far = size + hypot(middle[0] - p[0], middle[1] - p[1]);

    for (int i = 0; i < 2; i++) {
        line[i] = p[i] - far / length * (q[i] - p[i]);
        line[2 + i] = p[i] + far / length * (q[i] - p[i]);
    }
    return svg_clip(view, line, line + 2);
}

int ground_line(const scene *s, int edge, const svg_frame *frame, double a[2], double b[2],
                output_text *out)
{
    double p[2], q[2], line[4];
    int k;
    const scene_obstacle *o = s->obstacle + scene_edge_find(s, edge, &k);

    scene_edge(o, k, p, q);
    if (!line_across(p, q, frame, line)) return 0;
    svg_pixels(frame, line, a);
    svg_pixels(frame, line + 2, b);
    if (hypot(b[0] - a[0], b[1] - a[1]) < HATCH_STROKES) return 0;
    if (out) {
        svg_path(out, frame, 2, line, 0, SVG_HALFSPACE);
        hatch_ends(a, b, 0.0, frame, out);
    }
    return 1;
}

void ground_lines(const scene *s, const svg_frame *frame, output_text *out)
{
    for (int k = 0; k < s->nobstacle; k++)
        for (int i = 0; i < scene_edges(s->obstacle + k); i++) {
            double p[2], q[2], line[4];
            scene_edge(s->obstacle + k, i, p, q);
            if (line_across(p, q, frame, line)) svg_path(out, frame, 2, line, 0, SVG_EDGE_LINE);
        }
}

/* ---- a window: half-spaces that push ---- */

/* those that push in the window, ascending: their number, and the number of named ones */
typedef struct {
    int count, named;
    int edge[CLOSEUP_NAMED];
} edges;

int closeup_wanted(const figure *f)
{
    for (int r = 0; r < f->nrun; r++)
        if (f->run[r].acts) return 1;
    return 0;
}

/* the least edge above this one that pushes; -1: there is none */
static int next_edge(const figure *f, int above)
{
    int least = -1;

    for (int r = 0; r < f->nrun; r++) {
        const acts *a = f->run[r].acts;
        for (int i = 0; a && i < a->count; i++) {
            const int edge = a->act[i].edge;
            if (edge > above && (least < 0 || edge < least)) least = edge;
        }
    }
    return least;
}

static edges edges_of(const figure *f)
{
    edges e = { 0, 0, { 0 } };

    for (int edge = next_edge(f, -1); edge >= 0; edge = next_edge(f, edge), e.count++)
        if (e.named < CLOSEUP_NAMED) e.edge[e.named++] = edge;
    return e;
}

void closeup_halfspaces(const figure *f, const svg_frame *frame, output_text *out)
{
    const edges e = edges_of(f);
    double a[2], b[2];

    for (int i = 0; i < e.named; i++) ground_line(f->scene, e.edge[i], frame, a, b, out);
}

/* ---- their names ---- */

/* beside the line from a to b, at a place away from other names and the frame: on the side of the
 * solid, as far out as there is room; in the middle if there is none */
static void place_name(const double a[2], const double b[2], const svg_frame *f, int n,
                       double (*taken)[2], double at[2])
{
    static const double along[] = { 0.94, 0.06, 0.86, 0.14, 0.75, 0.25, 0.62, 0.38, 0.5 };
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double aside[2] = { -(b[1] - a[1]) / length, (b[0] - a[0]) / length };

    for (size_t i = 0; i < sizeof along / sizeof along[0]; i++) {
        for (int axis = 0; axis < 2; axis++)
            at[axis] = a[axis] + along[i] * (b[axis] - a[axis]) + NAME_ASIDE * aside[axis];
        if (svg_in_frame(f, at, NAME_SIZE) &&
            svg_is_free(at, n, taken, 2.2 * NAME_SIZE, 1.2 * NAME_SIZE))
            return;
    }
}

static void draw_name(int edge, const double at[2], output_text *out)
{
    char name[16];

    snprintf(name, sizeof name, "%d", edge + 1);
    svg_name(out, at[0], at[1], NAME_SIZE, "font-weight=\"bold\"", name);
}

void closeup_names(const figure *f, const svg_frame *frame, output_text *out)
{
    const edges e = edges_of(f);
    double taken[CLOSEUP_NAMED][2], a[2], b[2];
    int n = 0;

    for (int i = 0; i < e.named; i++) {
        if (!ground_line(f->scene, e.edge[i], frame, a, b, NULL)) continue;
        place_name(a, b, frame, n, taken, taken[n]);
        draw_name(e.edge[i], taken[n++], out);
    }
}

/* ---- a window: steps ---- */

/* k if every k-th step has a marker: 1, 2, 5, 10, ... */
static int steps_apart(const figure *f, const svg_frame *frame)
{
    static const int round[3] = { 1, 2, 5 };
    int most = 0, power = 1;

    for (int r = 0; r < f->nrun; r++)
        for (int k = 0; f->run[r].acts && k < f->run[r].particles; k++) {
            const thin_path *path = f->run[r].path + k;
            int n = 0;
            for (int i = 0; i < path->count; i++)
                n += svg_inside(frame, path->xy[2 * i], path->xy[2 * i + 1]);
            if (n > most) most = n;
        }
    for (;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (most / (round[i] * power) <= MOST_MARKS) return round[i] * power;
}

/* hollow, so that those of other runs at the same place show */
static void mark_steps(const thin_path *path, const svg_style *style, int apart,
                       const svg_frame *frame, output_text *out)
{
    output_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" d=\"",
                  style->colour);
    for (int i = 0; i < path->count; i++) {
        const double *p = path->xy + 2 * i;
        if (path->number[i] % apart == 0 && svg_inside(frame, p[0], p[1]))
            svg_marker_path(out, style->marker, svg_x(frame, p[0]), svg_y(frame, p[1]), SVG_MARKER);
    }
    output_string(out, "\"/>\n");
}

void closeup_steps(const figure *f, const svg_frame *frame, output_text *out)
{
    const int apart = steps_apart(f, frame);

    for (int r = 0; r < f->nrun; r++)
        for (int k = 0; f->run[r].acts && k < f->run[r].particles; k++)
            mark_steps(f->run[r].path + k, svg_style_at(f->run[r].style), apart, frame, out);
}

/* ---- the legend of a window ---- */

/* times at which the edge pushed a run: ` t = 0.31 to 0.42 s`, and so on */
static void add_times(const acts *a, int edge, svg_entry *e)
{
    double last = 0.0;
    int n = 0;

    for (int i = 0; i < a->count; i++) {
        if (a->act[i].edge != edge) continue;
        last = a->act[i].to;
        if (n++ < TIMES)
            svg_entry_add(e, "%s%.6g to %.6g", n == 1 ? " t = " : ", ", a->act[i].from, last);
    }
    if (n > TIMES) svg_entry_add(e, ", and %d more until %.6g", n - TIMES, last);
    svg_entry_add(e, " s");
}

static int pushes(const acts *a, int edge)
{
    for (int i = 0; a && i < a->count; i++)
        if (a->act[i].edge == edge) return 1;
    return 0;
}

/* `edge 7: ST t = 0.31 to 0.42 s; PEG t = ...`; a single run needs no name */
static void say_edge(const figure *f, int edge, int visible, svg_entry *e)
{
    const char *before = f->nrun > 1 ? ": " : ",";

    svg_entry_add(e, "edge %d%s", edge + 1, visible ? "" : " (outside)");
    for (int r = 0; r < f->nrun; r++) {
        if (!pushes(f->run[r].acts, edge)) continue;
        svg_entry_add(e, "%s%s", before, f->nrun > 1 ? f->run[r].name : "");
        add_times(f->run[r].acts, edge, e);
        before = "; ";
    }
}

static void sample_steps(output_text *out, const svg_entry *e, double x, double y, double width)
{
    static const svg_marker kinds[3] = { SVG_SQUARE, SVG_TRIANGLE, SVG_CIRCLE };

    (void)e;
    output_string(out, "<path fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.2\" d=\"");
    for (int i = 0; i < 3; i++)
        svg_marker_path(out, kinds[i], x + (0.2 + 0.3 * i) * width, y, SVG_MARKER);
    output_string(out, "\"/>\n");
}

static int is_thinned(const figure *f)
{
    for (int r = 0; r < f->nrun; r++)
        for (int k = 0; f->run[r].acts && k < f->run[r].particles; k++)
            if (f->run[r].path[k].count < f->run[r].path[k].added) return 1;
    return 0;
}

/* the time until which all pushes were kept; HUGE_VAL: to the end */
static double complete_until(const figure *f)
{
    double t = HUGE_VAL;

    for (int r = 0; r < f->nrun; r++) {
        const acts *a = f->run[r].acts;
        if (a && a->lost) t = fmin(t, a->act[a->count - 1].from);
    }
    return t;
}

/* describes the markers */
static void say_steps(int apart, int thinned, svg_entry *e)
{
    if (apart == 1) svg_entry_add(e, "a marker every step");
    else svg_entry_add(e, "a marker every %d%s step", apart, apart == 2 ? "nd" : "th");
    if (thinned) svg_entry_add(e, ", but some of so long a run are left out");
    e->draw = sample_steps;
}

int closeup_legend(const figure *f, const svg_frame *frame, svg_entry *entries)
{
    const edges e = edges_of(f);
    const double until = complete_until(f);
    double a[2], b[2];
    int n = 0;

    say_steps(steps_apart(f, frame), is_thinned(f),
              svg_entry_next(entries, &n, SVG_SAMPLE_OWN, ""));
    for (int i = 0; i < e.named; i++)
        say_edge(f, e.edge[i], ground_line(f->scene, e.edge[i], frame, a, b, NULL),
                 svg_entry_next(entries, &n, SVG_SAMPLE_HALFSPACE, ""));
    if (e.count > e.named)
        svg_entry_add(svg_entry_next(entries, &n, SVG_SAMPLE_HALFSPACE, ""),
                      "and half-spaces of %d more edges, not shown", e.count - e.named);
    if (until < HUGE_VAL)
        svg_entry_add(svg_entry_next(entries, &n, SVG_SAMPLE_HALFSPACE, ""),
                      "too many to be kept: pushes that begin after t = %.6g s are left out",
                      until);
    return n;
}
