/* ground.c: obstacles and half-spaces; see figure.h */
#include "figure.h"

#include <math.h>

#define HALFSPACE_REACH 32.0  /* pixels by which a half-space extends beyond its edge at least;
                                 or */
#define HALFSPACE_EDGES 1.2       /* this number of lengths of the edge */
#define HATCH_LENGTH 4.0          /* strokes on the solid side */
#define HATCH_DISTANCE 6.0
#define HATCH_STROKES (2.0 * HATCH_DISTANCE)      /* the length of the strokes at one end */

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

int ground_line(const double p[2], const double q[2], const svg_frame *frame, double a[2],
                double b[2], output_text *out)
{
    double line[4];

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
