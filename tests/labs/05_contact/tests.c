/* Lab 05's tests: gaps and closest points by their definitions, detection edge by edge, and
 * Jacobians by the velocities and momenta that they make */
#include "grader.h"
#include "worker.c"

#include <math.h>
#include <string.h>

enum { MAX_BODIES = 4, MAX_NV = 3 * MAX_BODIES, MAX_CONTACTS = 8, MAX_VERT = 9 };

/* the worked example of README: a convex corner of two edges, and two bodies that touch */
static const double corner[] = { 0, 0, 4, 3, 8, 0 }, corner_x[] = { 4, 3.5 };
static const double corner_contacts[] = { 0, -0.6, 0.8, 0.4, 1, 0.6, 0.8, 0.4 };
static const double two_centres[] = { 0, 0, 4, 3 }, two_touch[] = { 0, 1, 3, 1, -0.6, 0.8 };

static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

/* ---- edges, and what the tests know about them ---- */

static double edge_normal(const double *p, const double *q, double *n)
{
    const double length = hypot(q[0] - p[0], q[1] - p[1]);

    n[0] = -(q[1] - p[1]) / length;
    n[1] = (q[0] - p[0]) / length;
    return length;
}

static double gap_of(const double *p, const double *q, const double *x)
{
    const double r[2] = { x[0] - p[0], x[1] - p[1] };
    double n[2];

    edge_normal(p, q, n);
    return dot(2, n, r);
}

static double distance_of(const double *p, const double *q, const double *x)
{
    double n[2], t[2], beyond;
    const double length = edge_normal(p, q, n), r[2] = { x[0] - p[0], x[1] - p[1] };

    t[0] = n[1], t[1] = -n[0];
    beyond = fmax(fmax(-dot(2, t, r), dot(2, t, r) - length), 0.0);
    return hypot(dot(2, n, r), beyond);
}

static void random_point(rng *r, double *x)
{
    for (int i = 0; i < 2; i++) x[i] = rng_range(r, -3.0, 3.0);
}

/* ---- 01 and 02: gap and normal ---- */

static void put_gap(frame *q, const double *from, const double *to, const double *x)
{
    request(q, CALL_GAP, given(2, from), given(2, to), given(2, x), blank(2), blank(1));
}

static void say_edge(const frame *q, verdict *v)
{
    say_vector(v->input, "p", 2, q->array[GAP_P]);
    say_vector(v->input, "q", 2, q->array[GAP_Q]);
    say_vector(v->input, "x", 2, q->array[GAP_X]);
}

/* the worked example's two edges; an edge in each of four directions; behind it and beyond its
 * ends; edges at random */
static void make_gap(int k, rng *r, frame *q)
{
    static const double x[][2] = { { 2, 0.5 }, { 0.5, 3 }, { 0.25, -1 }, { -2, 0.5 }, { -3, -2 } };
    static const double ends[][4] = {
        { 0, 0, 1, 0 }, { 1, 1, 1, 3 }, { 1, 0, -1, 0 }, { -1, 2, -1, 0 }, { 0, 0, 2, 1 }
    };
    double p[2], to[2], at[2];

    if (k < 2) {
        put_gap(q, corner + 2 * k, corner + 2 * k + 2, corner_x);
    } else if (k < 7) {
        put_gap(q, ends[k - 2], ends[k - 2] + 2, x[k - 2]);
    } else {
        random_point(r, p), random_point(r, to), random_point(r, at);
        to[0] += to[0] > p[0] ? 0.5 : -0.5;
        put_gap(q, p, to, at);
    }
}

/* n is a unit vector, at a right angle to q - p, on its left; psi = n.(x - p) */
static int judge_gap(int k, const frame *q, const frame *a, verdict *v)
{
    const double *p = q->array[GAP_P], *to = q->array[GAP_Q], *x = q->array[GAP_X];
    const double *n = a->array[GAP_N], psi = a->array[GAP_PSI][0];
    const double r[2] = { x[0] - p[0], x[1] - p[1] };
    double want[2], t[2];

    say_edge(q, v);
    if (!judge_ok(v, a, "p and q are two points") || !judge_written(v, "n", 2, n)) return 0;
    edge_normal(p, to, want);
    t[0] = want[1], t[1] = -want[0];
    say_vector(v->yours, "n", 2, n);
    if (!(fabs(hypot(n[0], n[1]) - 1.0) <= NEAR))
        return broken(v, "n is not a unit vector: its length is %.6g", hypot(n[0], n[1]));
    if (fabs(dot(2, n, t)) > NEAR)
        return broken(v, "n is not at a right angle to the edge: n.t = %.6g", dot(2, n, t));
    if (!(dot(2, n, want) > 0.0))
        return broken(v, "n points into the solid, which is on the right from p to q");
    say(v->yours, "psi=%.10g", psi);
    return judge_number(v, "psi", psi, dot(2, want, r), hypot(r[0], r[1]));
}

/* p = q; then coordinates whose squares are no doubles, small ones and an edge far away */
enum { NO_EDGE = 2 };
static void make_awkward_gap(int k, rng *r, frame *q)
{
    static const double unit[] = { 1e-200, 1e200, 1e-13, 1e13 };
    static const double p[] = { 1.5, -2 }, zero[] = { 0, 0 }, far[] = { 1e6, 2e6 };
    double scaled[3][2];

    if (k < NO_EDGE) {
        put_gap(q, k == 0 ? p : zero, k == 0 ? p : zero, corner_x);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const double s = k < 6 ? unit[k - NO_EDGE] : 1.0, shift = k < 6 ? 0.0 : far[i];
        scaled[0][i] = s * corner[i] + shift;
        scaled[1][i] = s * corner[2 + i] + shift;
        scaled[2][i] = s * corner_x[i] + shift;
    }
    put_gap(q, scaled[0], scaled[1], scaled[2]);
}

static int judge_awkward_gap(int k, const frame *q, const frame *a, verdict *v)
{
    if (k >= NO_EDGE) return judge_gap(k, q, a, v);
    say_edge(q, v);
    return judge_status(v, a, one_of(MB_BAD_ARG), "p = q, so there is no direction") &&
           judge_unchanged(v, "n", q, a, GAP_N) && judge_unchanged(v, "psi", q, a, GAP_PSI);
}

/* ---- 03 and 04: the closest point ---- */

static void put_closest(frame *q, const double *from, const double *to, const double *x)
{
    put_gap(q, from, to, x);
    q->id = CALL_CLOSEST;
}

/* the worked example, whose x is beyond an end of both edges; beside the middle, on both sides;
 * beyond either end; at random */
static void make_closest(int k, rng *r, frame *q)
{
    static const double x[][2] = {
        { 1, 2 }, { 1, -2 }, { -3, 1 }, { 5, 0.5 }, { 5, 0 }, { 2.5, 0 }
    };
    static const double p[] = { -1, 0 }, to[] = { 3, 0 };
    double from[2], end[2], at[2];

    if (k < 2) {
        put_closest(q, corner + 2 * k, corner + 2 * k + 2, corner_x);
    } else if (k < 8) {
        put_closest(q, p, to, x[k - 2]);
    } else {
        random_point(r, from), random_point(r, end), random_point(r, at);
        put_closest(q, from, end, at);
    }
}

/* c is on the segment; from c no direction along the segment leads closer to x, and the segment is
 * convex: no point of it is closer; distance = |x - c| */
static int judge_closest(int k, const frame *q, const frame *a, verdict *v)
{
    const double *p = q->array[CLOSEST_P], *to = q->array[CLOSEST_Q], *x = q->array[CLOSEST_X];
    const double *c = a->array[CLOSEST_C], distance = a->array[CLOSEST_DISTANCE][0];
    const double *const end[2] = { p, to };
    const double size = hypot(to[0] - p[0], to[1] - p[1]) + hypot(x[0] - p[0], x[1] - p[1]);
    const double r[2] = { x[0] - c[0], x[1] - c[1] }, far = hypot(r[0], r[1]);

    say_edge(q, v);
    if (!judge_ok(v, a, "there is always a closest point") || !judge_written(v, "c", 2, c))
        return 0;
    say_vector(v->yours, "c", 2, c);
    say(v->yours, "distance=%.10g", distance);
    if (!(hypot(c[0] - p[0], c[1] - p[1]) + hypot(c[0] - to[0], c[1] - to[1]) <=
          hypot(to[0] - p[0], to[1] - p[1]) + NEAR * size)) {
        return broken(v, "c is not on the segment from p to q");
    }
    for (int i = 0; i < 2 && far > NEAR * size; i++) {
        const double d[2] = { end[i][0] - c[0], end[i][1] - c[1] };
        if (dot(2, (const double[]){ r[0] / far, r[1] / far }, d) <= 1e-6 * size) continue;
        return broken(v, "from c towards %s the segment comes closer to x", i ? "q" : "p");
    }
    return judge_number(v, "distance", distance, far, size);
}

/* x at an end; p = q; other units, p = q among them */
static void make_awkward_closest(int k, rng *r, frame *q)
{
    static const double unit[] = { 1.0, 1.0, 1.0, 1.0, 1e-200, 1e200, 1e-200, 1e200, 1e-13, 1e13 };
    static const double x[][2] = { { 0, 0 }, { 4, 3 },   { 4, 3.5 }, { 4, 3 }, { 1, 2 },
                                   { 1, 2 }, { 4, 3.5 }, { 4, 3.5 }, { 1, 2 }, { 5, 5 } };
    double scaled[3][2];

    for (int i = 0; i < 2; i++) {
        scaled[0][i] = unit[k] * corner[k == 2 || k == 3 ? 2 + i : i];
        scaled[1][i] = unit[k] * corner[2 + i];
        scaled[2][i] = unit[k] * x[k][i];
    }
    put_closest(q, scaled[0], scaled[1], scaled[2]);
}

/* ---- 05 and 06: detection ---- */

static void put_detect(frame *q, int nvert, const double *xy, const double *x, double epsilon,
                       int max)
{
    request(q, CALL_DETECT, given(2 * nvert, xy), given(2, x),
            given(2, (const double[]){ epsilon, (double)max }),
            blank(CONTACT_SIZE * (max + DETECT_SPARE)), blank(1));
}

/* a terrain that goes up and down to the right, and at its end back under itself */
static int random_terrain(rng *r, double *xy)
{
    const int nvert = 4 + rng_int(r, MAX_VERT - 3);

    for (int i = 0; i < nvert; i++) {
        xy[2 * i] = (i == 0 ? -3.0 : xy[2 * i - 2]) + rng_range(r, 0.3, 1.2);
        xy[2 * i + 1] = rng_range(r, -0.7, 0.7);
    }
    xy[2 * nvert - 2] -= 2.0;
    xy[2 * nvert - 1] -= 1.5;
    return nvert;
}

/* no edge is so near to epsilon away that rounding decides */
static int is_clear(int nvert, const double *xy, const double *x, double epsilon)
{
    for (int i = 0; i + 1 < nvert; i++)
        if (fabs(distance_of(xy + 2 * i, xy + 2 * i + 2, x) - epsilon) < 1e-6) return 0;
    return 1;
}

/* the worked example; the same with the second edge closer, and the first; terrains at random */
static void make_detect(int k, rng *r, frame *q)
{
    static const double at[][2] = { { 4, 3.5 }, { 7, 1 }, { 5, 2 }, { 1, 2 } };
    double xy[2 * MAX_VERT], x[2], epsilon;
    int nvert;

    if (k < 4) {
        put_detect(q, 3, corner, at[k], k == 0 ? 0.6 : 4.5, 2);
        return;
    }
    do {
        nvert = random_terrain(r, xy);
        random_point(r, x);
        x[1] *= 0.3;
        epsilon = rng_range(r, 0.2, 1.4);
    } while (!is_clear(nvert, xy, x, epsilon));
    put_detect(q, nvert, xy, x, epsilon, nvert - 1);
}

static void say_polyline(const frame *q, verdict *v)
{
    const double *xy = q->array[DETECT_XY];

    say(v->input, "xy=[");
    for (int i = 0; i < q->len[DETECT_XY] / 2; i++)
        say(v->input, "%s%.4g %.4g", i ? "; " : "", xy[2 * i], xy[2 * i + 1]);
    say(v->input, "]  x=[%.4g %.4g]  epsilon=%g  max=%g", q->array[DETECT_X][0],
        q->array[DETECT_X][1], q->array[DETECT_EPSILON_MAX][0], q->array[DETECT_EPSILON_MAX][1]);
}

/* edge i is in the list as often as it should be, with its normal and its gap */
static int judge_listed(int i, const frame *q, int count, const double *list, verdict *v)
{
    const double *p = q->array[DETECT_XY] + 2 * i, *x = q->array[DETECT_X];
    const double distance = distance_of(p, p + 2, x), epsilon = q->array[DETECT_EPSILON_MAX][0];
    const double size = hypot(x[0] - p[0], x[1] - p[1]) + epsilon;
    const double *found = NULL;
    double n[2];
    int times = 0;

    for (int k = 0; k < count; k++)
        if (fabs(list[CONTACT_SIZE * k + CONTACT_EDGE] - (double)i) < 0.5)
            found = list + CONTACT_SIZE * k, times++;
    if (times != (distance < epsilon))
        return broken(v, "edge %d is %.6g away as a segment (psi = %.6g), but in your list %d "
                      "times", i, distance, gap_of(p, p + 2, x), times);
    if (!times) return 1;
    edge_normal(p, p + 2, n);
    if (hypot(found[CONTACT_N] - n[0], found[CONTACT_N + 1] - n[1]) <= NEAR &&
        fabs(found[CONTACT_PSI] - gap_of(p, p + 2, x)) <= NEAR * size) return 1;
    say(v->broken,
        "edge %d has n = (%.6g, %.6g), psi = %.6g; in your list n = (%.6g, %.6g), psi = %.6g", i,
        n[0], n[1], gap_of(p, p + 2, x), found[CONTACT_N], found[CONTACT_N + 1],
        found[CONTACT_PSI]);
    return 0;
}

/* nothing was written beyond contact[max - 1] */
static int judge_spare(const frame *q, const frame *a, verdict *v)
{
    const int max = (int)q->array[DETECT_EPSILON_MAX][1], from = CONTACT_SIZE * max;

    if (memcmp(q->array[DETECT_CONTACT] + from, a->array[DETECT_CONTACT] + from,
               CONTACT_SIZE * DETECT_SPARE * sizeof(double)) == 0)
        return 1;
    return broken(v, "something was written beyond the room for %d contacts", max);
}

static int judge_detect(int k, const frame *q, const frame *a, verdict *v)
{
    const int edges = q->len[DETECT_XY] / 2 - 1, max = (int)q->array[DETECT_EPSILON_MAX][1];
    const double *list = a->array[DETECT_CONTACT], count = a->array[DETECT_COUNT][0];

    say_polyline(q, v);
    if (!judge_spare(q, a, v)) return 0;
    if (!judge_ok(v, a, "there is room for all of them")) {
        v->cause[0] = '\0';             /* not about scratch */
        return 0;
    }
    if (!judge_written(v, "count", 1, &count)) return 0;
    say(v->yours, "count=%g", count);
    if (!(count >= 0.0 && count <= (double)max))
        return broken(v, "count is %g, but there is room for %d", count, max);
    for (int i = 0; i < (int)count; i++)
        say(v->yours, "%s%g", i ? " " : "  edges=", list[CONTACT_SIZE * i + CONTACT_EDGE]);
    for (int i = 0; i < edges; i++)
        if (!judge_listed(i, q, (int)count, list, v)) return 0;
    if ((int)count <= edges)
        for (int i = 0; i < (int)count; i++) {
            const double edge = list[CONTACT_SIZE * i + CONTACT_EDGE];
            if (edge > -0.5 && edge < (double)edges - 0.5) continue;
            return broken(v, "there is no edge %g: they count from 0 to %d", edge, edges - 1);
        }
    return 1;
}

/* epsilon away exactly, which is not a contact; nothing near; a single vertex; beside an end of the
 * line through an edge; from below; the edge that would close a polygon; at a vertex;
 * psi < epsilon, but not the distance; small units, near and not near; between the walls of a slot,
 * whose floor is far away; from SHORT on no room, or just enough */
enum { SHORT = 11, SHORTS = 5 };
static void make_awkward_detect(int k, rng *r, frame *q)
{
    static const double box[] = { 0, 0, 0, 1, 1, 1, 1, 0 }, flat[] = { 0, 0, 1, 0, 2, -1 };
    static const double beside[] = { 0.5, 0.25 }, away[] = { 0.5, 9 }, end[] = { -3, 0.1 },
                        below[] = { 0.5, -0.25 };
    static const double under[] = { 0.5, -0.1 }, middle[] = { 0.5, 0.5 };
    static const double slot[] = { -1, 0, 0, 0, 0, -5, 1, -5, 1, 0, 2, 0 }, in_slot[] = { 0.5, -1 };
    static const int room[] = { 2, 3, 1, 0, 2 };
    double small[6], at[2];

    for (int i = 0; i < 6; i++) small[i] = 1e-200 * corner[i];
    for (int i = 0; i < 2; i++) at[i] = 1e-200 * corner_x[i];
    switch (k) {
    case 0: put_detect(q, 3, flat, beside, 0.25, 2); return;
    case 1: put_detect(q, 3, flat, away, 0.5, 2); return;
    case 2: put_detect(q, 1, flat, flat, 1.0, 0); return;
    case 3: put_detect(q, 3, flat, end, 0.5, 2); return;
    case 4: put_detect(q, 3, flat, below, 0.5, 2); return;
    case 5: put_detect(q, 4, box, under, 0.3, 3); return;
    case 6: put_detect(q, 3, flat, flat + 2, 0.25, 2); return;
    case 7: put_detect(q, 3, corner, corner_x, 0.45, 2); return; /* psi = 0.4, and 0.5 away */
    case 8: put_detect(q, 3, small, at, 0.6e-200, 2); return;
    case 9: put_detect(q, 3, small, at, 0.45e-200, 2); return;
    case 10: put_detect(q, 6, slot, in_slot, 0.6, 2); return;    /* the last edge is far */
    default: put_detect(q, 4, box, middle, k == SHORT + 4 ? 0.5 : 0.75, room[k - SHORT]); return;
    }
}

static int judge_awkward_detect(int k, const frame *q, const frame *a, verdict *v)
{
    const int max = (int)q->array[DETECT_EPSILON_MAX][1];

    if (k < SHORT || max >= 3 || k == SHORT + 4) return judge_detect(k, q, a, v);
    say_polyline(q, v);
    return judge_spare(q, a, v) &&
           judge_status(v, a, one_of(MB_NO_MEMORY), "3 edges are that near");
}

/* ---- Jacobians ---- */

/* The first entry of row x[nv] that is not as in want, or -1. size: of the direction that the row
 * is for; lever: of the lever arms, which the columns of omega are made of: 2, 5, ... of a planar
 * body's. */
static int entry_off(int nv, const double *x, const double *want, double size, double lever)
{
    for (int k = 0; k < nv; k++) {
        const double unit = nv % 3 == 0 && k % 3 == 2 ? size * lever : size;
        if (!(fabs(x[k] - want[k]) <= NEAR * unit)) return k;
    }
    return -1;
}

/* says which entry; row < 0: there is only one row */
static void say_entry(verdict *v, const char *name, int row, int nv, int k, const double *x,
                      const double *want)
{
    static const char *const velocity[] = { "v_x", "v_y", "omega" };
    const int digits = digits_apart(want[k], x[k], 6);

    say(v->broken, "%s", name);
    if (row >= 0) say(v->broken, "[%d]", row);
    say(v->broken, "[%d], the column of %s", k, velocity[nv == 2 ? k : k % 3]);
    if (nv > 3) say(v->broken, " of body number %d", k / 3);
    say(v->broken, ", should be %.*g and is %.*g", digits, want[k], digits, x[k]);
}

/* J[rows*nv] against want */
static int judge_jacobian(verdict *v, const char *name, int rows, int nv, const double *J,
                          const double *want, double lever)
{
    for (int i = 0; i < rows; i++) {
        const int at = i * nv, k = entry_off(nv, J + at, want + at, 1.0, lever);
        if (k < 0) continue;
        say_entry(v, name, i, nv, k, J + at, want + at);
        note_numbers(v, name, rows, nv, J, want);
        return 0;
    }
    return 1;
}

/* rows 2 i and 2 i + 1 of the wanted Jf: t and -t, in the order in which Jf has them */
static void want_tangents(int i, int nv, const double *Jf, const double *t, double lever,
                          double *want)
{
    double *row = want + 2 * i * nv;
    double sign = 1.0;

    for (int k = 0; k < nv; k++) row[k] = -t[k];
    if (entry_off(nv, Jf + 2 * i * nv, row, 1.0, lever) < 0) sign = -1.0;
    for (int k = 0; k < nv; k++) {
        row[k] = sign * t[k];
        row[nv + k] = -sign * t[k];
    }
}

static void random_direction(rng *r, double *d)
{
    const double angle = rng_range(r, -3.1, 3.1);

    d[0] = cos(angle);
    d[1] = sin(angle);
}

/* ---- 07: the rows of a particle ---- */

static void make_particle(int k, rng *r, frame *q)
{
    double contact[CONTACT_SIZE * MAX_CONTACTS];
    const int nc = k == 0 ? 2 : k == 1 ? 0 : 1 + k % MAX_CONTACTS;

    for (int i = 0; i < nc; i++) {
        double *c = contact + CONTACT_SIZE * i;
        c[CONTACT_EDGE] = (double)rng_int(r, 20);
        random_direction(r, c + CONTACT_N);
        c[CONTACT_PSI] = rng_range(r, -0.5, 0.5);
    }
    request(q, CALL_PARTICLE_ROWS, given(CONTACT_SIZE * nc, k == 0 ? corner_contacts : contact),
            blank(2 * nc), blank(4 * nc));
}

static int judge_particle(int k, const frame *q, const frame *a, verdict *v)
{
    const int nc = q->len[PARTICLE_CONTACT] / CONTACT_SIZE;
    const double *Jn = a->array[PARTICLE_JN], *Jf = a->array[PARTICLE_JF];
    double normal[2 * MAX_CONTACTS], tangent[4 * MAX_CONTACTS];

    say(v->input, "nc=%d  normals", nc);
    for (int i = 0; i < nc; i++) {
        const double *n = q->array[PARTICLE_CONTACT] + CONTACT_SIZE * i + CONTACT_N;
        say(v->input, "%s(%.4g, %.4g)", i ? ", " : " ", n[0], n[1]);
    }
    if (!judge_ok(v, a, "the rows can always be made") ||
        !judge_rows_written(v, "Jn", nc, 2, Jn) || !judge_rows_written(v, "Jf", 2 * nc, 2, Jf))
        return 0;
    say_matrix(v->yours, "Jn", nc, 2, Jn);
    say_matrix(v->yours, "Jf", 2 * nc, 2, Jf);
    for (int i = 0; i < nc; i++) {
        const double *n = q->array[PARTICLE_CONTACT] + CONTACT_SIZE * i + CONTACT_N,
                     t[2] = { -n[1], n[0] };
        memcpy(normal + 2 * i, n, 2 * sizeof *n);
        want_tangents(i, 2, Jf, t, 1.0, tangent);
    }
    return judge_jacobian(v, "Jn", nc, 2, Jn, normal, 1.0) &&
           judge_jacobian(v, "Jf", 2 * nc, 2, Jf, tangent, 1.0);
}

/* ---- 08: the row of a body ---- */

static void make_body(int k, rng *r, frame *q)
{
    static const double origin[] = { 0, 0 }, x_axis[] = { 1, 0 }, y_axis[] = { 0, 1 };
    static const double unit[] = { 1e-200, 1e200, 1e-13 };
    double centre[2], point[2], d[2];

    random_point(r, centre), random_point(r, point), random_point(r, d);
    for (int i = 0; i < 2 && k >= 12; i++) centre[i] *= unit[k - 12], point[i] *= unit[k - 12];
    q->id = CALL_BODY_ROW;
    switch (k) { /* the worked example's two bodies; a body at the origin; no lever arm; along the
                    lever arm */
    case 0:
    case 1:
        put(q, given(2, two_centres + 2 * k), given(2, two_touch + PAIR_POINT),
            given(2, two_touch + PAIR_N));
        break;
    case 2: put(q, given(2, origin), given(2, x_axis), given(2, y_axis)); break;
    case 3: put(q, given(2, origin), given(2, y_axis), given(2, x_axis)); break;
    case 4: put(q, given(2, centre), given(2, centre), given(2, d)); break;
    case 5: put(q, given(2, x_axis), given(2, origin), given(2, x_axis)); break;
    default: put(q, given(2, centre), given(2, point), given(2, d));
    }
    put(q, blank(3));
}

static int judge_body(int k, const frame *q, const frame *a, verdict *v)
{
    const double *centre = q->array[BODY_CENTRE], *point = q->array[BODY_POINT],
                 *d = q->array[BODY_D], *row = a->array[BODY_ROW];
    const double arm[2] = { point[0] - centre[0], point[1] - centre[1] };
    const double want[3] = { d[0], d[1], cross(arm, d) };
    const int off = entry_off(3, row, want, hypot(d[0], d[1]), hypot(arm[0], arm[1]));

    say_vector(v->input, "centre", 2, centre);
    say_vector(v->input, "point", 2, point);
    say_vector(v->input, "d", 2, d);
    if (!judge_ok(v, a, "the row can always be made") || !judge_written(v, "row", 3, row)) return 0;
    say_vector(v->yours, "row", 3, row);
    if (off < 0) return 1;
    say_entry(v, "row", -1, 3, off, row, want);
    note_numbers(v, "row", 3, 1, row, want);
    return 0;
}

/* ---- 09 to 11: the rows of pairs of bodies ---- */

static void put_pairs(frame *q, int nbody, const double *centre, int nc, const double *pair)
{
    request(q, CALL_PAIR_ROWS, given(2 * nbody, centre), given(PAIR_SIZE * nc, pair),
            blank(nc * 3 * nbody), blank(2 * nc * 3 * nbody));
}

/* nbody bodies, and nc pairs of them; world: the part of the pairs in which one of the two is the
 * world */
static void random_pairs(rng *r, int nbody, int nc, double world, frame *q)
{
    double centre[2 * MAX_BODIES], pair[PAIR_SIZE * MAX_CONTACTS];

    for (int i = 0; i < nbody; i++) random_point(r, centre + 2 * i);
    for (int i = 0; i < nc; i++) {
        double *c = pair + PAIR_SIZE * i;
        const int one = rng_int(r, nbody),
                  other = (one + 1 + rng_int(r, nbody > 1 ? nbody - 1 : 1)) % nbody;
        const double side = rng_range(r, 0.0, 1.0);
        c[PAIR_BODY1] = nbody == 1 || side < 0.5 * world ? -1.0 : (double)one;
        c[PAIR_BODY2] = nbody > 1 && side > 1.0 - 0.5 * world ? -1.0 : (double)other;
        random_point(r, c + PAIR_POINT);
        random_direction(r, c + PAIR_N);
    }
    put_pairs(q, nbody, centre, nc, pair);
}

/* the worked example, and with its bodies exchanged; one pair among two to four bodies */
static void make_pair(int k, rng *r, frame *q)
{
    static const double exchanged[] = { 1, 0, 3, 1, 0.6, -0.8 };

    if (k < 2) put_pairs(q, 2, two_centres, 1, k == 0 ? two_touch : exchanged);
    else random_pairs(r, k < 6 ? 2 : 3 + k % 2, 1, 0.0, q);
}

/* a body on the world, from both sides; several pairs, with and without the world; no pair at all
 */
static void make_pairs(int k, rng *r, frame *q)
{
    static const double on[] = { -1, 0, 0, -1, 0, 1 }, under[] = { 0, -1, 0.5, 1, 0, 1 };

    if (k == 0 || k == 1) put_pairs(q, 1, two_centres, 1, k == 0 ? on : under);
    else if (k == 2) put_pairs(q, 2, two_centres, 0, two_touch);
    else random_pairs(r, 1 + k % MAX_BODIES, 2 + k % 4, k % 2 ? 0.5 : 1.0, q);
}

static void say_pairs(const frame *q, verdict *v)
{
    say(v->input, "centres");
    for (int i = 0; i < q->len[PAIRS_CENTRE] / 2; i++)
        say(v->input, "%s(%.4g, %.4g)", i ? ", " : " ", q->array[PAIRS_CENTRE][2 * i],
            q->array[PAIRS_CENTRE][2 * i + 1]);
    for (int i = 0; i < q->len[PAIRS_PAIR] / PAIR_SIZE; i++) {
        const double *c = q->array[PAIRS_PAIR] + PAIR_SIZE * i;
        say(v->input, "%s body1=%g and body2=%g at (%.4g, %.4g), n=(%.4g, %.4g)", i ? "," : " ",
            c[PAIR_BODY1], c[PAIR_BODY2], c[PAIR_POINT], c[PAIR_POINT + 1], c[PAIR_N],
            c[PAIR_N + 1]);
    }
}

/* a matrix in full, bodies apart by two blanks */
static void say_rows(char *text, const char *name, int rows, int nv, const double *J)
{
    say(text, "%s=[", name);
    for (int i = 0; i < rows * nv && rows * nv <= 36; i++)
        say(text, "%s%.4g", i == 0 ? "" : i % nv == 0 ? "; " : i % 3 == 0 ? "  " : " ", J[i]);
    say(text, rows * nv <= 36 ? "]  " : "%d x %d]  ", rows, nv);
}

/* the row of a pair for direction d: d . (velocity of body 2's point - velocity of body 1's) for
 * v_x = 1, v_y = 1, omega = 1 */
static void pair_row(int nbody, const double *centre, const double *pair, const double *d,
                     double *row)
{
    const int body[2] = { (int)pair[PAIR_BODY1], (int)pair[PAIR_BODY2] };

    memset(row, 0, (size_t)(3 * nbody) * sizeof *row);
    for (int side = 0; side < 2; side++) {
        const double sign = side ? 1.0 : -1.0, *c = centre + 2 * body[side];
        double *block = row + 3 * body[side];
        if (body[side] < 0) continue;
        block[0] = sign * d[0];
        block[1] = sign * d[1];
        block[2] = sign * (d[1] * (pair[PAIR_POINT] - c[0]) - d[0] * (pair[PAIR_POINT + 1] - c[1]));
    }
}

static int judge_pairs(int k, const frame *q, const frame *a, verdict *v)
{
    const int nbody = q->len[PAIRS_CENTRE] / 2, nc = q->len[PAIRS_PAIR] / PAIR_SIZE, nv = 3 * nbody;
    const double *Jn = a->array[PAIRS_JN], *Jf = a->array[PAIRS_JF], lever = 10.0;
    double normal[MAX_CONTACTS * MAX_NV], tangent[2 * MAX_CONTACTS * MAX_NV], row[MAX_NV];

    say_pairs(q, v);
    if (!judge_ok(v, a, "the rows can always be made") ||
        !judge_rows_written(v, "Jn", nc, nv, Jn) || !judge_rows_written(v, "Jf", 2 * nc, nv, Jf))
        return 0;
    say_rows(v->yours, "Jn", nc, nv, Jn);
    say_rows(v->yours, "Jf", 2 * nc, nv, Jf);
    for (int i = 0; i < nc; i++) {
        const double *c = q->array[PAIRS_PAIR] + PAIR_SIZE * i,
                     t[2] = { -c[PAIR_N + 1], c[PAIR_N] };
        pair_row(nbody, q->array[PAIRS_CENTRE], c, c + PAIR_N, normal + i * nv);
        pair_row(nbody, q->array[PAIRS_CENTRE], c, t, row);
        want_tangents(i, nv, Jf, row, lever, tangent);
    }
    return judge_jacobian(v, "Jn", nc, nv, Jn, normal, lever) &&
           judge_jacobian(v, "Jf", 2 * nc, nv, Jf, tangent, lever);
}

/* the worked example, then pairs at random, never with the world */
static void make_momentum(int k, rng *r, frame *q)
{
    if (k == 0) put_pairs(q, 2, two_centres, 1, two_touch);
    else random_pairs(r, 2 + k % 3, 1 + k % 3, 0.0, q);
}

/* an impulse along a row leaves the total momentum unchanged, linear and angular, about the origin
 */
static int keeps_momentum(const frame *q, const char *name, int row, const double *J, verdict *v)
{
    const int nbody = q->len[PAIRS_CENTRE] / 2;
    double sum[2] = { 0.0, 0.0 }, turn = 0.0;

    for (int i = 0; i < nbody; i++) {
        const double *block = J + 3 * (row * nbody + i);
        sum[0] += block[0];
        sum[1] += block[1];
        turn += cross(q->array[PAIRS_CENTRE] + 2 * i, block) + block[2];
    }
    if (!(hypot(sum[0], sum[1]) <= NEAR))
        say(v->broken, "an impulse of 1 along row %d of %s adds (%.6g, %.6g) to the linear "
            "momentum of all bodies", row, name, sum[0], sum[1]);
    else if (!(fabs(turn) <= 10.0 * NEAR))
        say(v->broken, "an impulse of 1 along row %d of %s adds %.6g to the angular momentum of "
            "all bodies", row, name, turn);
    return !v->broken[0];
}

/* psi = n.(u - a), n and a fixed to body 1 and u to body 2, while the bodies move with velocity
 * w[3*nbody]: how fast it changes at a gap of psi. By the product rule, with n' = omega x n. */
static double gap_rate(const frame *q, const double *pair, double psi, const double *w)
{
    const double *centre = q->array[PAIRS_CENTRE], *u = pair + PAIR_POINT, *n = pair + PAIR_N;
    const int one = (int)pair[PAIR_BODY1], two = (int)pair[PAIR_BODY2];
    const double *v1 = w + 3 * one, *v2 = w + 3 * two, *c1 = centre + 2 * one,
                 *c2 = centre + 2 * two;
    const double at[2] = { u[0] - psi * n[0], u[1] - psi * n[1] },
                 apart[2] = { u[0] - at[0], u[1] - at[1] };
    const double u_rate[2] = { v2[0] - v2[2] * (u[1] - c2[1]), v2[1] + v2[2] * (u[0] - c2[0]) };
    const double a_rate[2] = { v1[0] - v1[2] * (at[1] - c1[1]), v1[1] + v1[2] * (at[0] - c1[0]) };
    const double n_rate[2] = { -v1[2] * n[1], v1[2] * n[0] },
                 apart_rate[2] = { u_rate[0] - a_rate[0], u_rate[1] - a_rate[1] };

    return dot(2, n, apart_rate) + dot(2, n_rate, apart);
}

static int judge_momentum(int k, const frame *q, const frame *a, verdict *v)
{
    const int nbody = q->len[PAIRS_CENTRE] / 2, nc = q->len[PAIRS_PAIR] / PAIR_SIZE, nv = 3 * nbody;
    const double *Jn = a->array[PAIRS_JN], *Jf = a->array[PAIRS_JF];
    double w[3 * MAX_BODIES];

    say_pairs(q, v);
    if (!judge_ok(v, a, "the rows can always be made") ||
        !judge_rows_written(v, "Jn", nc, nv, Jn) || !judge_rows_written(v, "Jf", 2 * nc, nv, Jf))
        return 0;
    for (int i = 0; i < nc; i++)
        if (!keeps_momentum(q, "Jn", i, Jn, v) || !keeps_momentum(q, "Jf", 2 * i, Jf, v) ||
            !keeps_momentum(q, "Jf", 2 * i + 1, Jf, v))
            return 0;
    for (int i = 0; i < nv; i++) w[i] = sin(1.0 + 2.0 * (double)i + (double)k);
    for (int i = 0; i < nc; i++) {
        const double rate = gap_rate(q, q->array[PAIRS_PAIR] + PAIR_SIZE * i, 0.3, w);
        double got = 0.0;
        for (int j = 0; j < nv; j++) got += Jn[i * nv + j] * w[j];
        if (fabs(got - rate) <= 100.0 * NEAR) continue;
        say_vector(v->yours, "v", nv, w);
        say(v->broken, "with this v, the gap of pair %d changes by %.8g in a second, and row %d of "
            "Jn times v is %.8g", i, rate, i, got);
        return 0;
    }
    return 1;
}

/* ---- 12: the gaps after a step ---- */

static void make_next(int k, rng *r, frame *q)
{
    static const double Jn[] = { -0.6, 0.8, 0.6, 0.8 }, psi[] = { 0.4, 0.4 }, v[] = { 1, -5 };
    double J[MAX_CONTACTS * 6], gap[MAX_CONTACTS], w[6];
    const int nc = k == 1 ? 0 : 1 + k % 5, nv = k % 3 == 0 ? 2 : k % 3 == 1 ? 3 : 6;

    if (k == 0) {
        request(q, CALL_NEXT_GAPS, given(4, Jn), given(2, psi), scalar(0.1), given(2, v), blank(2));
        return;
    }
    for (int i = 0; i < nc * nv; i++) J[i] = rng_range(r, -2.0, 2.0);
    for (int i = 0; i < nc; i++) gap[i] = rng_range(r, -0.5, 0.5);
    for (int i = 0; i < nv; i++) w[i] = rng_range(r, -5.0, 5.0);
    request(q, CALL_NEXT_GAPS, given(nc * nv, J), given(nc, gap), scalar(rng_range(r, 0.01, 0.2)),
            given(nv, w), blank(nc));
}

static int judge_next(int k, const frame *q, const frame *a, verdict *v)
{
    const int nc = q->len[NEXT_PSI], nv = q->len[NEXT_V];
    const double *Jn = q->array[NEXT_JN], *psi = q->array[NEXT_PSI], h = q->array[NEXT_H][0];
    double want[MAX_CONTACTS];

    say_matrix(v->input, "Jn", nc, nv, Jn);
    say_vector(v->input, "psi", nc, psi);
    say(v->input, "h=%.5g  ", h);
    say_vector(v->input, "v", nv, q->array[NEXT_V]);
    for (int i = 0; i < nc; i++) {
        want[i] = psi[i];
        for (int j = 0; j < nv; j++) want[i] += h * Jn[i * nv + j] * q->array[NEXT_V][j];
    }
    return judge_ok(v, a, "the gaps can always be computed") &&
           judge_near(v, "next", nc, a->array[NEXT_NEXT], want, NEAR);
}

static const lab_test tests[] = {
    { "01", "gap and normal", 2, "edges", 1, 14, make_gap, judge_gap },
    { "02", "gap: no edge, and other units", 1, "edges", 0, 7, make_awkward_gap,
      judge_awkward_gap },
    { "03", "closest point", 2, "edges", 1, 16, make_closest, judge_closest },
    { "04", "closest point: ends, points, other units", 1, "edges", 0, 10, make_awkward_closest,
      judge_closest },
    { "05", "detection", 2, "edges", 1, 20, make_detect, judge_detect },
    { "06", "detection: borders, and no room", 1, "edges", 0, SHORT + SHORTS, make_awkward_detect,
      judge_awkward_detect },
    { "07", "rows of a particle", 2, "rows", 1, 8, make_particle, judge_particle },
    { "08", "row of a body", 2, "rows", 1, 15, make_body, judge_body },
    { "09", "rows of two bodies", 3, "rows", 1, 10, make_pair, judge_pairs },
    { "10", "rows of several bodies and the world", 1, "rows", 1, 11, make_pairs, judge_pairs },
    { "11", "rows: momentum, and how fast the gap changes", 2, "rows", 1, 8, make_momentum,
      judge_momentum },
    { "12", "gaps after a step", 1, "step", 1, 9, make_next, judge_next },
};

const lab lab_05_contact = { "05_contact", "Contacts", all_of(tests), 0 };
