/* test_shape.c: shape.c, the geometry of outlines, against definitions that try every edge */
#include "check.h"
#include "minisim2d/reading/scene.h"
#include "elements.h"

#include <stdlib.h>

enum { MOST = 24 };

/* a star around (1, 2), clockwise, so that its solid is on the right of each edge: inside */
static double *outline(rng *r, int n, double *xy)
{
    for (int i = 0; i < n; i++) {
        const double a = -2.0 * PI * (i + rng_range(r, -0.3, 0.3)) / n;
        const double far = rng_range(r, 0.3, 2.0);
        xy[2 * i] = 1.0 + far * cos(a);
        xy[2 * i + 1] = 2.0 + far * sin(a);
    }
    return xy;
}

static void test_depth(void)
{
    rng r = { 21 };
    int bad = 0, inside = 0;

    for (int k = 0; k < 2000; k++) {
        double xy[2 * MOST], work = 1e9, want;
        const int n = 3 + rng_int(&r, MOST - 2);
        const double p[2] = { rng_range(&r, -1.0, 3.0), rng_range(&r, 0.0, 4.0) };
        shape_tree tree;
        outline(&r, n, xy);
        if (shape_tree_init(&tree, xy, n, 1, &work) != 0) abort();
        want = plane_inside(n, xy, p[0], p[1]) ? plane_distance(n, xy, p[0], p[1]) : 0.0;
        inside += want > 0.0;
        bad += !(fabs(shape_depth(&tree, p) - want) < 1e-12);
        work = 0.0;
        bad += shape_depth(&tree, p) != 0.0;
        shape_tree_free(&tree);
    }
    check(bad == 0 && inside > 300, "depths of 2000 points in stars: %d inside, %d wrong", inside,
          bad);
}

/* from each edge on, the next one whose box meets a given box */
static void test_next(void)
{
    rng r = { 22 };
    int bad = 0;

    for (int k = 0; k < 500; k++) {
        double xy[2 * MOST], work = 1e9;
        const int n = 3 + rng_int(&r, MOST - 2), closed = rng_int(&r, 2), edges = n - !closed;
        const double x = rng_range(&r, -1.0, 3.0), y = rng_range(&r, 0.0, 4.0);
        const double box[4] = { x, y, x + rng_range(&r, 0.0, 0.7), y + rng_range(&r, 0.0, 0.7) };
        shape_tree tree;
        outline(&r, n, xy);
        if (shape_tree_init(&tree, xy, n, closed, &work) != 0) abort();
        for (int from = 0; from <= edges; from++) {
            int want = -1;
            for (int i = from; i < edges && want < 0; i++) {
                const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % n);
                if (fmin(a[0], b[0]) <= box[2] && fmax(a[0], b[0]) >= box[0] &&
                    fmin(a[1], b[1]) <= box[3] && fmax(a[1], b[1]) >= box[1])
                    want = i;
            }
            bad += shape_next(&tree, box, from) != want;
        }
        shape_tree_free(&tree);
    }
    check(bad == 0, "the next edge whose box meets a given one, in 500 outlines: %d are wrong",
          bad);
}

/* boxes that only touch, on each side */
static void test_touching(void)
{
    const double xy[4] = { 1, 2, 3, 4 };
    const double at[4][4] = { { 0, 3, 1, 3 }, { 3, 3, 5, 3 }, { 2, 0, 2, 2 }, { 2, 4, 2, 9 } };
    double work = 1e9;
    shape_tree tree;
    int bad = 0;

    if (shape_tree_init(&tree, xy, 2, 0, &work) != 0) abort();
    for (int k = 0; k < 4; k++) {
        double box[4];
        memcpy(box, at[k], sizeof box);
        bad += shape_next(&tree, box, 0) != 0;
        box[k < 2 ? 0 : 1] += k % 2 ? 0.01 : -0.01;
        box[k < 2 ? 2 : 3] += k % 2 ? 0.01 : -0.01;
        bad += shape_next(&tree, box, 0) != -1;
    }
    shape_tree_free(&tree);
    check(bad == 0,
          "a box that touches an edge's box meets it, one beside it does not: %d of 8 are wrong",
          bad);
}

/* A path enters a solid if one of 400 places along it is outside and the next is inside. Paths that
 * come close to a vertex or touch the outline, or change sides twice within four places, are left
 * out. */
static void test_entered(void)
{
    enum { PLACES = 400 };
    rng r = { 23 };
    int bad = 0, entered = 0, tried = 0;

    for (int k = 0; k < 400; k++) {
        double xy[2 * MOST], work = 1e9;
        const int n = 3 + rng_int(&r, MOST - 2);
        const double p[2] = { rng_range(&r, -1.0, 3.0), rng_range(&r, 0.0, 4.0) };
        const double q[2] = { p[0] + rng_range(&r, -1.0, 1.0), p[1] + rng_range(&r, -1.0, 1.0) };
        const double way[4] = { p[0], p[1], q[0], q[1] };
        int want = 0, last = 0, unsure = 0, run = PLACES;
        shape_tree tree;
        outline(&r, n, xy);
        for (int i = 0; i <= PLACES; i++) {
            const double s = (double)i / PLACES;
            const double at[2] = { p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]) };
            const int inside = plane_inside(n, xy, at[0], at[1]);
            unsure |= plane_distance(n, xy, at[0], at[1]) < 1e-4 ||
                      (i > 0 && inside != last && run < 4);
            run = i > 0 && inside == last ? run + 1 : 0;
            want |= i > 0 && inside && !last;
            last = inside;
        }
        for (int e = 0; e < n; e++)
            unsure |= plane_distance(2, way, xy[2 * e], xy[2 * e + 1]) < 0.02;
        if (unsure) continue;
        if (shape_tree_init(&tree, xy, n, 1, &work) != 0) abort();
        bad += shape_entered(&tree, p, q) != want;
        shape_tree_free(&tree);
        entered += want;
        tried++;
    }
    check(bad == 0 && entered > 30 && tried - entered > 60,
          "of %d paths near stars %d enter one; %d are wrong", tried, entered, bad);
}

/* ---- areas, the order of vertices, edges without length ---- */

static void test_outlines(void)
{
    double xy[10] = { 1, 1, 4, 1, 4, 3, 2.5, 5, 1, 3 }, back[10];
    const double same[6] = { 3, -2, 3, -2, 5, 0 };
    rng r = { 24 };
    int bad = 0;

    check_near(shape_area(xy, 5), 3.0 * 2.0 + 0.5 * 3.0 * 2.0, 1e-14,
               "the area of a house, counter-clockwise");
    memcpy(back, xy, sizeof back);
    shape_reverse(back, 5);
    check_near(shape_area(back, 5), -9.0, 1e-14, "its area is negative clockwise");
    for (int i = 0; i < 5; i++)
        bad += back[2 * i] != xy[2 * ((5 - i) % 5)] || back[2 * i + 1] != xy[2 * ((5 - i) % 5) + 1];
    check(bad == 0, "it is reversed from the same vertex: %d of 5 are wrong", bad);
    shape_reverse(back, 4);
    check(back[0] == 1 && back[2] == xy[4] && back[6] == xy[8] && back[8] == xy[2],
          "the first four of its vertices are reversed");
    check(shape_no_length(same, 3, 0) && !shape_no_length(same, 3, 1) &&
              !shape_no_length(same, 3, 2),
          "two vertices in one place are an edge without length");
    for (int axis = 0; axis < 2; axis++)
        for (int k = 0; k < 2; k++) {
            double pair[4] = { 1000, 1000, 1000, 1000 };
            pair[2 + axis] += 1000 * (k ? 16.0 : 4.0) * DBL_EPSILON;
            check(shape_no_length(pair, 2, 0) == !k, "%s eight roundings in %c apart",
                  k ? "more than" : "less than", "xy"[axis]);
        }
    bad = 0;
    for (int k = 0; k < 500; k++) {                    /* points on a line, and one beside it */
        const double a = rng_range(&r, 0.0, 2 * PI), x = rng_range(&r, -9.0, 9.0);
        const double y = rng_range(&r, -9.0, 9.0);
        const int n = 3 + rng_int(&r, 5), odd = rng_int(&r, n);
        double line[16];
        for (int i = 0; i < n; i++) {
            const double s = rng_range(&r, -5.0, 5.0);
            line[2 * i] = x + s * cos(a);
            line[2 * i + 1] = y + s * sin(a);
        }
        bad += !shape_is_flat(line, n);
        line[2 * odd] -= 0.1 * sin(a);
        line[2 * odd + 1] += 0.1 * cos(a);
        bad += shape_is_flat(line, n);
    }
    check(bad == 0,
          "500 times points on a line are flat, and with one of them beside it they are not: %d "
          "are wrong", bad);
}

/* a fold: an edge that turns back along the one before, which may be shorter, equal, or longer */
static void test_folds(void)
{
    rng r = { 25 };
    int bad = 0;

    for (int k = 0; k < 500; k++) {
        const double a = rng_range(&r, 0.0, 2 * PI), x = rng_range(&r, -9.0, 9.0);
        const double b[2] = { x, rng_range(&r, -9.0, 9.0) }, first = rng_range(&r, 0.5, 3.0);
        const double second = k % 3 ? rng_range(&r, 0.5, 3.0) : first;
        double xy[6] = { b[0] - first * cos(a), b[1] - first * sin(a), b[0], b[1],
                         b[0] - second * cos(a), b[1] - second * sin(a) };
        bad += !shape_folds(xy, 3, 0);
        xy[4] = b[0] + second * cos(a);                       /* straight on */
        xy[5] = b[1] + second * sin(a);
        bad += shape_folds(xy, 3, 0);
        xy[4] = b[0] - second * cos(a + 0.01);                /* nearly back */
        xy[5] = b[1] - second * sin(a + 0.01);
        bad += shape_folds(xy, 3, 0);
    }
    check(bad == 0, "500 folds, straight lines and acute corners: %d are wrong", bad);
}

int main(void)
{
    test_depth();
    test_next();
    test_touching();
    test_entered();
    test_outlines();
    test_folds();
    return check_done();
}
