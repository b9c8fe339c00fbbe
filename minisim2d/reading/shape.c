/* shape.c: the geometry behind the scene reader's errors; see scene.h
 *
 * A file may hold a million vertices, so nothing here tests all pairs: a tree of bounding boxes
 * prunes both the search for crossings and that for the nearest edge. For some shapes no box
 * prunes; the work budget limits these.
 */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_ROUNDING 1e-12      /* a start this deep, relative to its coordinates, is on the
                                     surface: decimals are not exact */
#define EDGE_WORK 10.0            /* cost of testing an edge, in visits to a node */

/* (b - a) x (c - a), > 0: c left of a -> b */
static double cross(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static double larger(double size, const double a[2])      /* max(size, |a|_inf) */
{
    return fmax(size, fmax(fabs(a[0]), fabs(a[1])));
}

/* the square of the distance from p to the segment a-b, and the place of the nearest point along
 * it: *s in [0, 1], clamped */
static double segment_distance2(const double a[2], const double b[2], const double p[2], double *s)
{
    double d[2] = { b[0] - a[0], b[1] - a[1] };
    double along = d[0] * (p[0] - a[0]) + d[1] * (p[1] - a[1]);
    double length2 = d[0] * d[0] + d[1] * d[1];

    *s = length2 > 0.0 ? fmin(fmax(along / length2, 0.0), 1.0) : 0.0;
    if (*s > 0.0 && *s < 1.0) {
        double c = cross(a, b, p);
        return c * c / length2;
    }
    const double *end = *s > 0.0 ? b : a;
    return (p[0] - end[0]) * (p[0] - end[0]) + (p[1] - end[1]) * (p[1] - end[1]);
}

static int on_segment(const double a[2], const double b[2], const double p[2], double tol)
{
    double s;
    return segment_distance2(a, b, p, &s) <= tol * tol;
}

static int segments_meet(const double a[2], const double b[2], const double c[2], const double d[2])
{
    double tol = SHAPE_ROUNDING * larger(larger(larger(larger(0.0, a), b), c), d);

    if (on_segment(a, b, c, tol) || on_segment(a, b, d, tol) || on_segment(c, d, a, tol) ||
        on_segment(c, d, b, tol))
        return 1;
    return (cross(a, b, c) > 0.0) != (cross(a, b, d) > 0.0) &&
           (cross(c, d, a) > 0.0) != (cross(c, d, b) > 0.0);
}

/* ---- one edge, one corner, the whole outline ---- */

int shape_no_length(const double *xy, int nvert, int i)
{
    const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % nvert);
    double tol = SHAPE_ROUNDING * larger(larger(0.0, a), b);

    return fabs(b[0] - a[0]) <= tol && fabs(b[1] - a[1]) <= tol;
}

int shape_is_flat(const double *xy, int nvert)
{
    const double *a = xy, *far = xy;
    double size = 0.0, length = 0.0;

    for (int i = 0; i < nvert; i++) {
        const double *p = xy + 2 * i;
        double d = hypot(p[0] - a[0], p[1] - a[1]);
        size = larger(size, p);
        if (d > length) {
            length = d;
            far = p;
        }
    }
    for (int i = 0; i < nvert; i++)
        if (fabs(cross(a, far, xy + 2 * i)) > SHAPE_ROUNDING * size * length) return 0;
    return 1;
}

int shape_folds(const double *xy, int nvert, int i)
{
    const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % nvert), *c = xy + 2 * ((i + 2) % nvert);
    double tol = SHAPE_ROUNDING * larger(larger(larger(0.0, a), b), c);

    /* the shorter of the two edges ends on the other one */
    return on_segment(a, b, c, tol) || on_segment(b, c, a, tol);
}

double shape_area(const double *xy, int nvert)
{
    double twice = 0.0;
    for (int i = 1; i + 1 < nvert; i++) twice += cross(xy, xy + 2 * i, xy + 2 * (i + 1));
    return 0.5 * twice;
}

void shape_reverse(double *xy, int nvert)
{
    for (int i = 1, j = nvert - 1; i < j; i++, j--) {
        double p[2] = { xy[2 * i], xy[2 * i + 1] };
        memcpy(xy + 2 * i, xy + 2 * j, sizeof p);
        memcpy(xy + 2 * j, p, sizeof p);
    }
}

/* ---- the tree ---- */

static const double *edge_beg(const shape_tree *t, int i)
{
    return t->xy + 2 * i;
}

static const double *edge_end(const shape_tree *t, int i)
{
    return t->xy + 2 * ((i + 1) % t->nvert);
}

int shape_tree_init(shape_tree *t, const double *xy, int nvert, int closed, double *work)
{
    t->xy = xy;
    t->nvert = nvert;
    t->nedge = closed ? nvert : nvert - 1;
    t->closed = closed;
    t->work = work;
    for (t->nleaf = 1; t->nleaf < t->nedge; t->nleaf *= 2) { }
    t->box = malloc((size_t)t->nleaf * 8 * sizeof *t->box);
    if (!t->box) return -1;

    for (int i = 0; i < t->nleaf; i++) {
        double *box = t->box + 4 * (t->nleaf + i);
        for (int c = 0; c < 2; c++) {
            box[c] = i < t->nedge ? fmin(edge_beg(t, i)[c], edge_end(t, i)[c]) : HUGE_VAL;
            box[2 + c] = i < t->nedge ? fmax(edge_beg(t, i)[c], edge_end(t, i)[c]) : -HUGE_VAL;
        }
    }
    for (int k = t->nleaf - 1; k >= 1; k--) {
        double *box = t->box + 4 * k, *left = t->box + 8 * k, *right = left + 4;
        for (int c = 0; c < 2; c++) {
            box[c] = fmin(left[c], right[c]);
            box[2 + c] = fmax(left[2 + c], right[2 + c]);
        }
    }
    return 0;
}

void shape_tree_free(shape_tree *t)
{
    free(t->box);
    t->box = NULL;
}

static int spend(const shape_tree *t, double visits)      /* 0 when the budget is used up */
{
    if (*t->work <= 0.0) return 0;
    *t->work -= visits;
    return 1;
}

/* ---- crossings ---- */

static int boxes_meet(const double a[4], const double b[4])
{
    return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

static int neighbours(const shape_tree *t, int i, int j)      /* i < j */
{
    return j - i == 1 || (t->closed && i == 0 && j == t->nedge - 1);
}

/* the first edge of from ... end - 1 whose box meets this one, below node k, which covers the edges
 * first ... first + span - 1 */
static int next_below(const shape_tree *t, int k, int first, int span, const double box[4],
                      int from, int end)
{
    int i;

    if (first + span <= from || first >= end || !spend(t, 1.0) ||
        !boxes_meet(t->box + 4 * k, box))
        return -1;
    if (span == 1) return first;
    i = next_below(t, 2 * k, first, span / 2, box, from, end);
    return i >= 0 ? i : next_below(t, 2 * k + 1, first + span / 2, span / 2, box, from, end);
}

int shape_next(const shape_tree *t, const double box[4], int from)
{
    return next_below(t, 1, 0, t->nleaf, box, from, t->nedge);
}

int shape_meets(const shape_tree *t, int j)
{
    const double *own = t->box + 4 * (t->nleaf + j), *all = t->box + 4;
    const double tol = SHAPE_ROUNDING * larger(larger(0.0, all), all + 2);
    const double box[4] = { own[0] - tol, own[1] - tol, own[2] + tol, own[3] + tol };
    int i = -1;

    while ((i = next_below(t, 1, 0, t->nleaf, box, i + 1, j)) >= 0)
        if (!neighbours(t, i, j) && spend(t, EDGE_WORK) &&
            segments_meet(edge_beg(t, i), edge_end(t, i), edge_beg(t, j), edge_end(t, j)))
            return i;
    return -1;
}

/* ---- the nearest edge, and the side ---- */

typedef struct {
    double distance2;
    int edge;
    double s;             /* place of the nearest point along the edge, in [0, 1] */
} nearest;

static double box_distance2(const double box[4], const double p[2])
{
    double dx = fmax(fmax(box[0] - p[0], p[0] - box[2]), 0.0),
           dy = fmax(fmax(box[1] - p[1], p[1] - box[3]), 0.0);
    return dx * dx + dy * dy;
}

static void nearest_below(const shape_tree *t, int k, const double p[2], nearest *best)
{
    if (!spend(t, k >= t->nleaf ? EDGE_WORK : 1.0)) return;
    if (k >= t->nleaf) {
        int i = k - t->nleaf;
        double s, d = segment_distance2(edge_beg(t, i), edge_end(t, i), p, &s);
        if (d < best->distance2) {
            best->distance2 = d;
            best->edge = i;
            best->s = s;
        }
        return;
    }
    /* nearer child first: it prunes the other; a node without edges is at infinite distance */
    double left = box_distance2(t->box + 8 * k, p), right = box_distance2(t->box + 8 * k + 4, p);
    int near = left <= right ? 2 * k : 2 * k + 1;
    if (fmin(left, right) < best->distance2) nearest_below(t, near, p, best);
    if (fmax(left, right) < best->distance2) nearest_below(t, near ^ 1, p, best);
}

/* n += direction of edge i turned by +90 degrees */
static void add_normal(const shape_tree *t, int i, double n[2])
{
    const double *a = edge_beg(t, i), *b = edge_end(t, i);
    double length = hypot(b[0] - a[0], b[1] - a[1]);

    n[0] -= (b[1] - a[1]) / length;
    n[1] += (b[0] - a[0]) / length;
}

double shape_depth(const shape_tree *t, const double p[2])
{
    nearest best = { HUGE_VAL, -1, 0.0 };
    double n[2] = { 0.0, 0.0 };

    nearest_below(t, 1, p, &best);
    if (best.edge < 0 || *t->work <= 0.0) return 0.0;

    const double *a = edge_beg(t, best.edge), *b = edge_end(t, best.edge),
                 *from = best.s < 1.0 ? a : b;
    add_normal(t, best.edge, n);
    if (best.s <= 0.0 || best.s >= 1.0) {
        int other = best.s <= 0.0 ? best.edge - 1 : best.edge + 1;
        if (t->closed) other = (other + t->nedge) % t->nedge;
        if (other < 0 || other >= t->nedge) {
            /* an end of the chain: a point on the perpendicular there counts as beside the edge,
             * past it there is no solid */
            double past = (p[0] - from[0]) * (b[0] - a[0]) + (p[1] - from[1]) * (b[1] - a[1]);
            if (past != 0.0) return 0.0;
        } else {
            add_normal(t, other, n);
        }
    }
    double depth = sqrt(best.distance2), size = larger(larger(larger(0.0, p), a), b);
    double side = n[0] * (p[0] - from[0]) + n[1] * (p[1] - from[1]);
    return side < 0.0 && depth > DEPTH_ROUNDING * size ? depth : 0.0;
}

/* through edge i, from a to b? Heights h over its line, and the place along it where the path
 * crosses */
static int entered_edge(const double a[2], const double b[2], const double p[2], const double q[2])
{
    double length = hypot(b[0] - a[0], b[1] - a[1]),
           t[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    double tol = DEPTH_ROUNDING * larger(larger(larger(0.0, p), a), b);
    double before = t[0] * (p[1] - a[1]) - t[1] * (p[0] - a[0]),
           after = t[0] * (q[1] - a[1]) - t[1] * (q[0] - a[0]);
    double s = before > 0.0 ? before / (before - after) : 0.0;
    double along =
        t[0] * (p[0] + s * (q[0] - p[0]) - a[0]) + t[1] * (p[1] + s * (q[1] - p[1]) - a[1]);

    return before >= -tol && after < -tol && along >= -tol && along <= length + tol;
}

int shape_entered(const shape_tree *t, const double p[2], const double q[2])
{
    double tol = DEPTH_ROUNDING * larger(larger(0.0, p), q), box[4];

    for (int i = 0; i < 2; i++) {
        box[i] = fmin(p[i], q[i]) - tol;
        box[2 + i] = fmax(p[i], q[i]) + tol;
    }
    for (int i = shape_next(t, box, 0); i >= 0; i = shape_next(t, box, i + 1))
        if (entered_edge(edge_beg(t, i), edge_end(t, i), p, q)) return 1;
    return 0;
}
