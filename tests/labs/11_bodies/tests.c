/* Lab 11's tests: shapes put together from triangles, rows by finite differences and momentum,
 * steps by trying all states of the contacts, and motions in closed form */
#include "formulation.h"
#include "worker.c"

#include <math.h>
#include <string.h>

enum { MAX_VERT = 16, MAX_PLANES = 2 };

/* relative: central differences */
#define DIFFERENCE 1e-6
/* relative: a step, with the solver's rounding */
#define STEP_NEAR 1e-8
#define GRAVITY 9.81

/* the worked example of README: a box of 2 x 1 that has turned by the angle of a 3-4-5 triangle */
static const double box_xy[] = { -1, -0.5, 1, -0.5, 1, 0.5, -1, 0.5 };
#define BOX_ANGLE 0.6435011087932844

static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

static void turn(double angle, const double *x, double *out)
{
    const double c = cos(angle), s = sin(angle), y[2] = { x[0], x[1] };

    out[0] = c * y[0] - s * y[1];
    out[1] = s * y[0] + c * y[1];
}

/* the point of a body at q that is at own[2] in the body's frame */
static void place(const double *q, const double *own, double *out)
{
    turn(q[2], own, out);
    out[0] += q[0];
    out[1] += q[1];
}

static void random_state(rng *r, double *q)
{
    for (int i = 0; i < 2; i++) q[i] = rng_range(r, -3.0, 3.0);
    q[2] = rng_range(r, -9.0, 9.0);
}

/* a convex polygon around the origin, counter-clockwise; one or two corners: a point, a rod */
static void random_shape(rng *r, int nvert, double *xy)
{
    const double wide = rng_range(r, 0.6, 1.5), high = rng_range(r, 0.6, 1.5);

    for (int i = 0; i < nvert; i++) {
        const double angle = 2.0 * PI / (double)nvert * ((double)i + rng_range(r, -0.3, 0.3));
        xy[2 * i] = wide * cos(angle);
        xy[2 * i + 1] = high * sin(angle);
    }
}

/* ---- 01: corners ---- */

enum { CORNERS = 16 };
static void make_corners(int k, rng *r, frame *q)
{
    static const double example[] = { 0.5, 1.02, BOX_ANGLE }, unit[] = { 1e-6, 1.0, 1e6 };
    const int nvert = k == 0 ? 4 : k;
    double xy[2 * MAX_VERT], state[3];

    random_shape(r, nvert, xy);
    random_state(r, state);
    for (int i = 0; i < 2 * nvert; i++) xy[i] *= unit[k % 3];
    for (int i = 0; i < 2; i++) state[i] *= unit[k % 3];
    request(q, CALL_CORNERS, given(3, k == 0 ? example : state),
            given(2 * nvert, k == 0 ? box_xy : xy), blank(2 * nvert));
}

static int judge_corners(int k, const frame *q, const frame *a, verdict *v)
{
    const double *at = q->array[CORNERS_Q], *xy = q->array[CORNERS_XY];
    const int n = q->len[CORNERS_XY];
    double want[2 * MAX_VERT];

    say_vector(v->input, "q", 3, at);
    say_matrix(v->input, "xy", n / 2, 2, xy);
    for (int i = 0; i < n; i += 2) place(at, xy + i, want + i);
    return judge_ok(v, a, "corners are somewhere") &&
           judge_vector(v, "corner", n, a->array[CORNERS_OUT], want, largest(2, at));
}

/* ---- 02 and 03: masses ---- */

static void put_mass(frame *q, int nvert, const double *xy, double density)
{
    request(q, CALL_MASS, given(2 * nvert, xy), scalar(density), blank(1), blank(2), blank(1));
}

/* turned and moved to anywhere, in another unit of length */
static void move_shape(int nvert, double *xy, const double *to, double unit)
{
    for (int i = 0; i < nvert; i++) {
        place(to, xy + 2 * i, xy + 2 * i);
        for (int j = 0; j < 2; j++) xy[2 * i + j] *= unit;
    }
}

/* the worked example, a triangle; boxes; regular polygons; any convex one */
enum { MASSES = 15 };
static void make_mass(int k, rng *r, frame *q)
{
    static const double triangle[] = { 0, 0, 3, 0, 0, 3 };
    const double w = rng_range(r, 0.2, 2.0), h = rng_range(r, 0.2, 2.0);
    const double box[] = { 0, 0, w, 0, w, h, 0, h };
    double xy[2 * MAX_VERT], to[3];
    const int nvert = k == 0 ? 3 : k < 5 ? 4 : 3 + k % 7;

    random_state(r, to);
    random_shape(r, nvert, xy);
    if (k < 5) memcpy(xy, k == 0 ? triangle : box, (size_t)(2 * nvert) * sizeof *xy);
    for (int i = 0; i < nvert && k >= 5 && k < 10; i++) {
        xy[2 * i] = cos(2.0 * PI * (double)i / (double)nvert);
        xy[2 * i + 1] = sin(2.0 * PI * (double)i / (double)nvert);
    }
    if (k > 0) move_shape(nvert, xy, to, 1.0);
    put_mass(q, nvert, xy, k == 0 ? 2.0 : rng_range(r, 0.5, 3.0));
}

/* not convex: an L and a star; in other units; far from the origin; from MASS_REFUSED on shapes
 * without area: clockwise, two vertices, on a line */
enum { SHAPES = 8, MASS_FAR = SHAPES, MASS_REFUSED = MASS_FAR + 2, BAD_MASSES = MASS_REFUSED + 4 };
static void make_awkward_mass(int k, rng *r, frame *q)
{
    static const double unit[] = { 1.0, 1e-12, 1e5, 1.0 };
    const double a = rng_range(r, 0.2, 0.6), b = rng_range(r, 0.2, 0.6);
    const double el[] = { 0, 0, 1, 0, 1, b, a, b, a, 1, 0, 1 };
    double xy[2 * MAX_VERT], to[3];
    int nvert = 6;

    random_state(r, to);
    memcpy(xy, el, sizeof el);
    if (k % 2 == 1) {
        nvert = 10;
        for (int i = 0; i < nvert; i++) {
            const double out = i % 2 ? rng_range(r, 0.2, 0.5) : 1.0, turns = 0.2 * PI * (double)i;
            xy[2 * i] = out * cos(turns);
            xy[2 * i + 1] = out * sin(turns);
        }
    }
    if (k == MASS_FAR) to[0] += 1e6, to[1] -= 3e5;
    if (k == MASS_FAR + 1) to[0] -= 4e5, to[1] += 2e6;
    move_shape(nvert, xy, to, k < SHAPES ? unit[k / 2] : 1.0);
    if (k == MASS_REFUSED || k == MASS_REFUSED + 1)
        for (int i = 0; i < nvert; i++) xy[2 * i] = -xy[2 * i];
    if (k == MASS_REFUSED + 2) nvert = 2;
    if (k == MASS_REFUSED + 3)
        for (int i = 0; i < nvert; i++) xy[2 * i] = i, xy[2 * i + 1] = 2 * i;
    put_mass(q, nvert, xy, rng_range(r, 0.5, 3.0));
}

/* a shape as the triangles that its sides make with its first vertex, some of them negative: area;
 * mean of the corners; (a^2 + b^2 + c^2)/36 of the mass about it, and parallel axes */
static double triangles(int nvert, const double *xy, double *centre, double *inertia)
{
    double area = 0.0, mean[MAX_VERT][2], part[MAX_VERT], own[MAX_VERT];

    centre[0] = centre[1] = *inertia = 0.0;
    for (int i = 1; i + 1 < nvert; i++) {
        const double *o = xy, *p = xy + 2 * i, *q = p + 2;
        const double a[2] = { p[0] - o[0], p[1] - o[1] }, b[2] = { q[0] - o[0], q[1] - o[1] };
        const double c[2] = { b[0] - a[0], b[1] - a[1] };
        part[i] = 0.5 * cross(a, b);
        own[i] = part[i] * (dot(2, a, a) + dot(2, b, b) + dot(2, c, c)) / 36.0;
        for (int j = 0; j < 2; j++) mean[i][j] = (a[j] + b[j]) / 3.0;
        area += part[i];
        for (int j = 0; j < 2; j++) centre[j] += part[i] * mean[i][j];
    }
    for (int j = 0; j < 2; j++) centre[j] /= area;
    for (int i = 1; i + 1 < nvert; i++) {
        const double d[2] = { mean[i][0] - centre[0], mean[i][1] - centre[1] };
        *inertia += own[i] + part[i] * dot(2, d, d);
    }
    for (int j = 0; j < 2; j++) centre[j] += xy[j];
    return area;
}

static int judge_mass(int k, const frame *q, const frame *a, verdict *v)
{
    const int nvert = q->len[MASS_XY] / 2;
    const double *xy = q->array[MASS_XY], density = q->array[MASS_DENSITY][0];
    const double mass = a->array[MASS_MASS][0], inertia = a->array[MASS_INERTIA][0];
    double centre[2], J, area = triangles(nvert, xy, centre, &J), far = largest(2, centre), near;

    say_matrix(v->input, "xy", nvert, 2, xy);
    say(v->input, "density=%.5g  ", density);
    if (!judge_ok(v, a, "it has an area")) return 0;
    /* vertices that are far from the origin are themselves rounded */
    near = 1.0 + 1e-6 * far / sqrt(area);
    say(v->yours, "mass=%.8g  centre=[%.8g %.8g]  inertia=%.8g", mass, a->array[MASS_CENTRE][0],
        a->array[MASS_CENTRE][1], inertia);
    return judge_number(v, "mass", mass, density * area, near * density * area) &&
           judge_vector(v, "centre", 2, a->array[MASS_CENTRE], centre, sqrt(area)) &&
           judge_number(v, "inertia", inertia, density * J, near * density * J);
}

static int judge_awkward_mass(int k, const frame *q, const frame *a, verdict *v)
{
    if (k < MASS_REFUSED) return judge_mass(k, q, a, v);
    say_matrix(v->input, "xy", q->len[MASS_XY] / 2, 2, q->array[MASS_XY]);
    return judge_status(v, a, one_of(MB_BAD_ARG),
                        k < MASS_REFUSED + 2 ? "the vertices are clockwise" : "there is no area") &&
           judge_unchanged(v, "mass", q, a, MASS_MASS) &&
           judge_unchanged(v, "centre", q, a, MASS_CENTRE) &&
           judge_unchanged(v, "inertia", q, a, MASS_INERTIA);
}

/* ---- 04: the velocity of a point ---- */

enum { VELOCITIES = 10 };
static void make_velocity(int k, rng *r, frame *q)
{
    static const double example[] = { 0.5, 1.02, BOX_ANGLE, 0.78, -0.59, -0.78, 0, 0.02 };
    double state[3], v[3], p[2];

    random_state(r, state);
    for (int i = 0; i < 3; i++) v[i] = rng_range(r, -3.0, 3.0);
    for (int i = 0; i < 2; i++) p[i] = state[i] + rng_range(r, -2.0, 2.0);
    if (k == 1) v[0] = v[1] = 0.0;
    if (k == 2) v[2] = 0.0;
    request(q, CALL_VELOCITY, given(3, k == 0 ? example : state),
            given(3, k == 0 ? example + 3 : v), given(2, k == 0 ? example + 6 : p), blank(2));
}

/* where the point is a little before and after */
static void point_velocity(const double *q, const double *v, const double *p, double *u)
{
    const double dt = 1e-5, r[2] = { p[0] - q[0], p[1] - q[1] };
    double before[2], after[2];

    turn(-dt * v[2], r, before);
    turn(dt * v[2], r, after);
    for (int i = 0; i < 2; i++) u[i] = v[i] + (after[i] - before[i]) / (2.0 * dt);
}

/* A row's likely fault, with ncol columns of (vx, vy, omega) of one or two bodies: in all columns;
 * in those of one body; in those of omega */
static void say_row_likeness(verdict *v, const char *name, int ncol, const double *row,
                             const double *want, double size)
{
    static const char *const which[] = { "A", "B", "omega" };
    double other[6];

    note_numbers(v, name, ncol, 1, row, want);
    for (int part = 0; part < 3; part++)
        for (int zero = 0; zero < 2; zero++) {
            for (int j = 0; j < ncol; j++) {
                const int inside = part < 2 ? j / 3 == part : j % 3 == 2;
                other[j] = !inside ? want[j] : zero ? 0.0 : -want[j];
            }
            if (ncol > 3 || part == 2)
                alike(v, ncol, row, other, size, "in %s the entries of %s %s", name, which[part],
                      zero ? "are 0" : "have the wrong sign");
        }
}

/* x agrees with finite differences; row: it is a row of that name */
static int judge_difference(verdict *v, const char *name, const char *row, int n, const double *x,
                            const double *want, double size)
{
    for (int i = 0; i < n; i++) {
        if (fabs(x[i] - want[i]) <= DIFFERENCE * fmax(size, largest(n, want))) continue;
        if (!judge_written(v, name, n, x)) return 0;
        say_vector(v->yours, name, n, x);
        if (row) say_row_likeness(v, row, n, x, want, 100.0 * fmax(size, largest(n, want)));
        else note_numbers(v, name, n, 1, x, want);
        return broken(v, "%s: number %d should be %.7g, by finite differences, and is %.7g", name,
                      i + 1, want[i], x[i]);
    }
    return 1;
}

static int judge_velocity(int k, const frame *q, const frame *a, verdict *v)
{
    double want[2];

    say_vector(v->input, "q", 3, q->array[VELOCITY_Q]);
    say_vector(v->input, "v", 3, q->array[VELOCITY_V]);
    say_vector(v->input, "p", 2, q->array[VELOCITY_P]);
    point_velocity(q->array[VELOCITY_Q], q->array[VELOCITY_V], q->array[VELOCITY_P], want);
    return judge_ok(v, a, "every point has a velocity") &&
           judge_difference(v, "u", NULL, 2, a->array[VELOCITY_U], want,
                            largest(3, q->array[VELOCITY_V]));
}

/* ---- 05: contacts ---- */

static void put_plane(double *x, const double *point, double angle, double mu, double e)
{
    const double up[] = { 0, 1 };

    x[PLANE_POINT] = point[0];
    x[PLANE_POINT + 1] = point[1];
    turn(angle, up, x + PLANE_N);
    x[PLANE_MU] = mu;
    x[PLANE_E] = e;
}

/* The worked example; a box flush on the ground, in a corner, away from all; rods, discs and
 * polygons near to two planes, some deep inside of one; a box whose lower corners are epsilon away,
 * in numbers without rounding */
enum { AT_EPSILON = 24, DETECTIONS };
static void make_detect(int k, rng *r, frame *q)
{
    static const double origin[] = { 0, 0 }, flush[] = { 0.3, 0.5, 0 }, in_corner[] = { 1, 0.5, 0 };
    static const double above[] = { 0.25, 0.75, 0 };
    const int box = k < 4 || k == AT_EPSILON, nvert = box ? 4 : 1 + k % 5;
    const int nplane = k == 3 ? 0 : k < 3 ? 1 + (k == 2) : 1 + k % 2;
    double xy[2 * MAX_VERT], state[3] = { 0.5, 1.02, BOX_ANGLE }, planes[MAX_PLANES * PLANE_SIZE];
    double sizes[] = { 0.0, k < 3 ? 0.1 : k % 5 ? rng_range(r, 0.2, 2.0) : 0.05 }, at[2];

    put_plane(planes, origin, 0.0, 0.5, 0.5);
    put_plane(planes + PLANE_SIZE, origin, -0.5 * PI, 0.5, 0.5);
    if (k == 1) memcpy(state, flush, sizeof flush);
    if (k == 2) memcpy(state, in_corner, sizeof in_corner);
    random_shape(r, nvert, xy);
    if (box) memcpy(xy, box_xy, sizeof box_xy);
    if (k == AT_EPSILON) memcpy(state, above, sizeof above), sizes[1] = 0.25;
    if (!box) {
        random_state(r, state);
        if (nvert < 3 || k % 3 == 0) sizes[0] = rng_range(r, 0.1, 0.5);
        for (int i = 0; i < nplane; i++) {
            const double angle = rng_range(r, -PI, PI);
            const double away[] = { 0, -rng_range(r, k % 5 ? 0.5 : 0.1, k % 5 ? 1.5 : 0.6) };
            turn(angle, away, at);
            for (int j = 0; j < 2; j++) at[j] += state[j];
            put_plane(planes + i * PLANE_SIZE, at, angle, 0.3, 0.0);
        }
    }
    request(q, CALL_CONTACTS, given(3, state), given(2 * nvert, xy), given(2, sizes),
            given(nplane * PLANE_SIZE, planes), blank(1), blank(nvert * nplane * CONTACT_SIZE));
}

static void say_planes(char *text, int nplane, const double *plane)
{
    for (int i = 0; i < nplane; i++, plane += PLANE_SIZE)
        say(text, "plane %d: point (%.5g, %.5g), n (%.5g, %.5g), mu %.3g, e %.3g  ", i, plane[0],
            plane[1], plane[2], plane[3], plane[PLANE_MU], plane[PLANE_E]);
}

/* corner i of a body at `at` with a plane: a contact, even if it is too far away; returns psi */
static double touch(const double *at, const double *xy, double radius, const double *plane, int i,
                    double *c)
{
    double u[2], out[2];

    place(at, xy + 2 * i, u);
    for (int j = 0; j < 2; j++) {
        out[j] = u[j] - plane[PLANE_POINT + j];
        c[CONTACT_N + j] = plane[PLANE_N + j];
        c[CONTACT_P + j] = u[j] - radius * plane[PLANE_N + j];
    }
    c[CONTACT_CORNER] = i;
    c[CONTACT_PSI] = dot(2, out, plane + PLANE_N) - radius;
    return c[CONTACT_PSI];
}

static int judge_contact(verdict *v, const double *got, const double *want, double size)
{
    char name[60];

    sprintf(name, "psi of corner %d, plane %d", (int)want[CONTACT_CORNER],
            (int)want[CONTACT_PLANE]);
    if (!judge_number(v, name, got[CONTACT_PSI], want[CONTACT_PSI], size)) {
        snprintf(v->subject, sizeof v->subject, "psi");        /* the same in all cases */
        return 0;
    }
    if (!judge_vector(v, "n", 2, got + CONTACT_N, want + CONTACT_N, 1.0)) return 0;
    return judge_vector(v, "p", 2, got + CONTACT_P, want + CONTACT_P, size);
}

/* how often corner and plane are in the list of contacts; where is the first */
static int find_contact(int count, const double *c, const double *want, int *where)
{
    int found = 0;

    for (int i = count - 1; i >= 0; i--) {
        if (fabs(c[i * CONTACT_SIZE] - want[0]) > 0.1 ||
            fabs(c[i * CONTACT_SIZE + 1] - want[1]) > 0.1)
            continue;
        found++;
        *where = i;
    }
    return found;
}

static int judge_detect(int k, const frame *q, const frame *a, verdict *v)
{
    const int nvert = q->len[DETECT_XY] / 2, nplane = q->len[DETECT_PLANES] / PLANE_SIZE;
    const double *at = q->array[DETECT_Q], *xy = q->array[DETECT_XY];
    const double radius = q->array[DETECT_SIZES][0], epsilon = q->array[DETECT_SIZES][1];
    const double size = largest(2, at) + largest(2 * nvert, xy) + 1.0;
    const int count = (int)a->array[DETECT_COUNT][0];
    int right = 0;

    say_vector(v->input, "q", 3, at);
    say_matrix(v->input, "xy", nvert, 2, xy);
    say(v->input, "radius=%.5g  epsilon=%.5g  ", radius, epsilon);
    say_planes(v->input, nplane, q->array[DETECT_PLANES]);
    if (!judge_ok(v, a, "contacts can always be searched for") ||
        !judge_written(v, "count", 1, a->array[DETECT_COUNT]))
        return 0;
    if (count < 0 || count > nvert * nplane)
        return broken(v, "count is %d, with %d corners and %d planes", count, nvert, nplane);
    for (int i = 0; i < nvert * nplane; i++) {
        const double *plane = q->array[DETECT_PLANES] + i / nvert * PLANE_SIZE;
        double want[CONTACT_SIZE];
        const double psi = touch(at, xy, radius, plane, i % nvert, want);
        int where = 0, found;
        want[CONTACT_PLANE] = i / nvert;
        found = find_contact(count, a->array[DETECT_OUT], want, &where);
        right += psi < epsilon;
        if (found == (psi < epsilon)) {
            const double *got = a->array[DETECT_OUT] + where * CONTACT_SIZE;
            if (found && !judge_contact(v, got, want, size)) return 0;
            continue;
        }
        say(v->yours, "count=%d", count);
        return broken(v, "corner %d has psi = %.6g to plane %d: it should be listed %s, and is %d "
                      "times", i % nvert, psi, i / nvert, psi < epsilon ? "once" : "not at all",
                      found);
    }
    if (count == right) return 1;
    return broken(v, "count should be %d and is %d: the list has other entries", right, count);
}

/* ---- 06: rows of contacts with planes ---- */

enum { ROWS = 12 };
static void make_rows(int k, rng *r, frame *q)
{
    static const double example[CONTACT_SIZE] = { 0, 0, 0, 1, 0, 0.02, 0.02 };
    double state[3] = { 0.5, 1.02, BOX_ANGLE }, c[MAX_CONTACTS * CONTACT_SIZE];
    const int nc = k == 0 ? 1 : k % 5;

    memcpy(c, example, sizeof example);
    if (k > 0) random_state(r, state);
    for (int i = 0; i < nc && k > 0; i++) {
        double *at = c + i * CONTACT_SIZE;
        const double up[] = { 0, 1 };
        at[CONTACT_CORNER] = i;
        at[CONTACT_PLANE] = 0;
        turn(rng_range(r, -PI, PI), up, at + CONTACT_N);
        for (int j = 0; j < 2; j++) at[CONTACT_P + j] = state[j] + rng_range(r, -2.0, 2.0);
        at[CONTACT_PSI] = rng_range(r, -0.1, 0.5);
    }
    request(q, CALL_ROWS, given(3, state), given(nc * CONTACT_SIZE, c), blank(3 * nc),
            blank(6 * nc));
}

/* the row of direction d: how the point's velocity along d answers to each of vx, vy, omega */
static void difference_row(const double *q, const double *p, const double *d, double *row)
{
    for (int j = 0; j < 3; j++) {
        double v[3] = { 0.0 }, u[2];
        v[j] = 1.0;
        point_velocity(q, v, p, u);
        row[j] = dot(2, d, u);
    }
}

static int judge_rows(int k, const frame *q, const frame *a, verdict *v)
{
    const int nc = q->len[ROWS_CONTACTS] / CONTACT_SIZE;
    const double *at = q->array[ROWS_Q], *Jn = a->array[ROWS_JN], *Jf = a->array[ROWS_JF];
    char name[60];

    say_vector(v->input, "q", 3, at);
    say(v->input, "nc=%d  ", nc);
    for (int i = 0; i < nc; i++) {
        const double *c = q->array[ROWS_CONTACTS] + i * CONTACT_SIZE;
        say_vector(v->input, "n", 2, c + CONTACT_N);
        say_vector(v->input, "p", 2, c + CONTACT_P);
    }
    if (!judge_ok(v, a, "rows can always be computed")) return 0;
    for (int i = 0; i < nc; i++) {
        const double *c = q->array[ROWS_CONTACTS] + i * CONTACT_SIZE;
        double t[2] = { -c[CONTACT_N + 1], c[CONTACT_N] }, want[3];
        difference_row(at, c + CONTACT_P, c + CONTACT_N, want);
        sprintf(name, "contact %d's row of Jn", i);
        if (!judge_difference(v, name, "Jn", 3, Jn + 3 * i, want, 1.0)) return 0;
        /* t, -t in either order */
        if (dot(2, t, Jf + 6 * i) < 0.0)
            for (int j = 0; j < 2; j++) t[j] = -t[j];
        for (int f = 0; f < 2; f++) {
            difference_row(at, c + CONTACT_P, t, want);
            sprintf(name, "contact %d's %s row of Jf", i, f ? "second" : "first");
            if (!judge_difference(v, name, f ? "Jf's second row" : "Jf's first row", 3,
                                  Jf + 6 * i + 3 * f, want, 1.0))
                return 0;
            for (int j = 0; j < 2; j++) t[j] = -t[j];
        }
    }
    return 1;
}

/* ---- 07 and 08: a side of one body and a corner of another ---- */

static void put_pair(frame *q, const double *qa, int na, const double *a, const double *qb, int nb,
                     const double *b, const double *of)
{
    request(q, CALL_PAIR, given(3, qa), given(2 * na, a), given(3, qb), given(2 * nb, b),
            given(OF_SIZE, of), blank(2), blank(2), blank(1), blank(6), blank(12));
}

/* The worked example; sharp bodies; rounded ones; rods and discs; the last side; in other units */
enum { PAIRS = 16 };
static void make_pair(int k, rng *r, frame *q)
{
    static const double example_a[] = { 0.8, -0.5, 0 }, example_b[] = { 0.5, 1.02, BOX_ANGLE };
    static const double example_of[] = { 0, 0, 2, 0 }, unit[] = { 1.0, 1e-4, 1e4 };
    const int na = 2 + k % 4, nb = 1 + k % 5;
    const double size = unit[k < 10 ? 0 : k % 3];
    double a[2 * MAX_VERT], b[2 * MAX_VERT], qa[3], qb[3], of[OF_SIZE] = { 0.0 };

    if (k == 0) {
        put_pair(q, example_a, 4, box_xy, example_b, 4, box_xy, example_of);
        return;
    }
    random_shape(r, na, a);
    random_shape(r, nb, b);
    random_state(r, qa);
    random_state(r, qb);
    for (int i = 0; i < 2 * na; i++) a[i] *= size;
    for (int i = 0; i < 2 * nb; i++) b[i] *= size;
    for (int i = 0; i < 2; i++) qa[i] *= size, qb[i] *= size;
    of[OF_FACET] = k % 3 == 1 ? na - 1 : rng_int(r, na);
    of[OF_VERTEX] = rng_int(r, nb);
    if (k % 2 == 0 || na == 2) of[OF_RADIUS_A] = size * rng_range(r, 0.1, 0.4);
    if (k % 4 < 2 || nb < 3) of[OF_RADIUS_B] = size * rng_range(r, 0.1, 0.4);
    put_pair(q, qa, na, a, qb, nb, b, of);
}

/* n, p and psi of a pair's request, with the bodies at qa and qb */
static double pair_gap(const frame *q, const double *qa, const double *qb, double *n, double *p)
{
    const double *of = q->array[PAIR_OF];
    const int na = q->len[PAIR_A] / 2, facet = (int)of[OF_FACET];
    const double *first = q->array[PAIR_A] + 2 * facet;
    const double *second = q->array[PAIR_A] + 2 * ((facet + 1) % na);
    double from[2], to[2], u[2], along[2], out[2];

    place(qa, first, from);
    place(qa, second, to);
    place(qb, q->array[PAIR_B] + 2 * (int)of[OF_VERTEX], u);
    for (int j = 0; j < 2; j++) {
        along[j] = (to[j] - from[j]) / hypot(second[0] - first[0], second[1] - first[1]);
        out[j] = u[j] - from[j];
    }
    n[0] = along[1];
    n[1] = -along[0];
    for (int j = 0; j < 2; j++) p[j] = u[j] - of[OF_RADIUS_B] * n[j];
    return dot(2, n, out) - of[OF_RADIUS_A] - of[OF_RADIUS_B];
}

/* column j of [A | B] by moving one body a little, forth or back: to[6] are both */
static void move_one(const double *qa, const double *qb, int j, double by, double *to)
{
    memcpy(to, qa, 3 * sizeof *to);
    memcpy(to + 3, qb, 3 * sizeof *to);
    to[j] += by;
}

/* the size of everything in a pair's request */
static double pair_size(const frame *q)
{
    return largest(2, q->array[PAIR_QA]) + largest(2, q->array[PAIR_QB]) +
           largest(q->len[PAIR_A], q->array[PAIR_A]) + largest(q->len[PAIR_B], q->array[PAIR_B]);
}

static void say_pair(const frame *q, verdict *v)
{
    const double *of = q->array[PAIR_OF];

    say_vector(v->input, "qa", 3, q->array[PAIR_QA]);
    say_matrix(v->input, "a", q->len[PAIR_A] / 2, 2, q->array[PAIR_A]);
    say_vector(v->input, "qb", 3, q->array[PAIR_QB]);
    say_matrix(v->input, "b", q->len[PAIR_B] / 2, 2, q->array[PAIR_B]);
    say(v->input, "radii %.5g, %.5g  facet=%d  vertex=%d", of[0], of[1], (int)of[OF_FACET],
        (int)of[OF_VERTEX]);
}

static void say_row(verdict *v, const char *name, const double *row)
{
    say(v->yours, "%s=[%.5g %.5g %.5g | %.5g %.5g %.5g]", name, row[0], row[1], row[2], row[3],
        row[4], row[5]);
}

/* lengths are divided by size, also in the columns of omega */
static int judge_columns(verdict *v, const char *name, const double *row, const double *want,
                         double size)
{
    for (int j = 0; j < 6; j++) {
        const double unit = j % 3 == 2 ? size : 1.0;
        if (fabs(row[j] - want[j]) <= DIFFERENCE * unit) continue;
        if (!judge_written(v, name, 6, row)) return 0;
        say_row(v, name, row);
        say_row_likeness(v, name, 6, row, want, 100.0 * fmax(size, 1.0));
        return broken(v, "%s, column %s of %s should be %.7g, by finite differences, and is %.7g",
                      name, j % 3 == 0 ? "vx" : j % 3 == 1 ? "vy" : "omega", j < 3 ? "A" : "B",
                      want[j], row[j]);
    }
    return 1;
}

static int judge_pair(int k, const frame *q, const frame *a, verdict *v)
{
    const double size = pair_size(q), dt = 1e-5;
    double n[2], p[2], psi, want[6], both[6], n_then[2], p_then[2];

    say_pair(q, v);
    psi = pair_gap(q, q->array[PAIR_QA], q->array[PAIR_QB], n, p);
    if (!judge_ok(v, a, "a side and a corner have a gap") ||
        !judge_vector(v, "n", 2, a->array[PAIR_N], n, 1.0) ||
        !judge_number(v, "psi", a->array[PAIR_PSI][0], psi, size) ||
        !judge_vector(v, "p", 2, a->array[PAIR_P], p, size))
        return 0;
    for (int j = 0; j < 6; j++) {
        const double by = j % 3 == 2 ? dt : dt * size;
        double after, before;
        move_one(q->array[PAIR_QA], q->array[PAIR_QB], j, by, both);
        after = pair_gap(q, both, both + 3, n_then, p_then);
        move_one(q->array[PAIR_QA], q->array[PAIR_QB], j, -by, both);
        before = pair_gap(q, both, both + 3, n_then, p_then);
        want[j] = (after - before) / (2.0 * by);
    }
    return judge_columns(v, "Jn", a->array[PAIR_JN], want, size);
}

/* A row is the effect of an impulse of 1: no total momentum, linear or about any point */
static int judge_momentum(const frame *q, const char *name, const double *row, double size,
                          verdict *v)
{
    const double *qa = q->array[PAIR_QA], *qb = q->array[PAIR_QB];
    const double angular = cross(qa, row) + row[2] + cross(qb, row + 3) + row[5];

    for (int j = 0; j < 2; j++) {
        if (fabs(row[j] + row[j + 3]) <= NEAR) continue;
        if (!judge_written(v, name, 6, row)) return 0;
        return broken(v, "%s: along %s an impulse gives A %.6g and B %.6g: the sum must be 0",
                      name, j ? "y" : "x", row[j], row[j + 3]);
    }
    if (fabs(angular) <= NEAR * size) return 1;
    if (!judge_written(v, name, 6, row)) return 0;
    say_row(v, name, row);
    return broken(v, "%s creates angular momentum: about the origin xA x d_A + row_3 + xB x d_B + "
                  "row_6 = %.6g, and must be 0 (eq 11.13)", name, angular);
}

static int judge_pair_friction(int k, const frame *q, const frame *a, verdict *v)
{
    const double size = pair_size(q), *Jf = a->array[PAIR_JF];
    double n[2], p[2], t[2], want[6];

    say_pair(q, v);
    pair_gap(q, q->array[PAIR_QA], q->array[PAIR_QB], n, p);
    if (!judge_ok(v, a, "a side and a corner have a gap") ||
        !judge_momentum(q, "Jn", a->array[PAIR_JN], size, v) ||
        !judge_momentum(q, "Jf's first row", Jf, size, v) ||
        !judge_momentum(q, "Jf's second row", Jf + 6, size, v))
        return 0;
    t[0] = -n[1], t[1] = n[0];
    if (dot(2, t, Jf + 3) < 0.0)
        for (int j = 0; j < 2; j++) t[j] = -t[j];
    for (int f = 0; f < 2; f++) {
        double back[2] = { -t[0], -t[1] };
        difference_row(q->array[PAIR_QA], p, back, want);
        difference_row(q->array[PAIR_QB], p, t, want + 3);
        if (!judge_columns(v, f ? "Jf's second row" : "Jf's first row", Jf + 6 * f, want, size))
            return 0;
        memcpy(t, back, sizeof t);
    }
    return 1;
}

/* ---- 09: a revolute joint ---- */

enum { JOINTS = 14 };
static void make_joint(int k, rng *r, frame *q)
{
    static const double world[] = { 0, 0, 0 }, example_qb[] = { 0.5, 1.02, BOX_ANGLE };
    static const double example_a[] = { -0.58, 0.8 }, example_b[] = { -1, 0.5 };
    static const double unit[] = { 1.0, 1e-4, 1e4 };
    const double size = unit[k < 9 ? 0 : k % 3];
    double qa[3], qb[3], a[2], b[2];

    random_state(r, qa);
    random_state(r, qb);
    for (int i = 0; i < 2; i++) {
        a[i] = size * rng_range(r, -1.0, 1.0);
        b[i] = size * rng_range(r, -1.0, 1.0);
        qa[i] *= size;
        qb[i] *= size;
    }
    request(q, CALL_REVOLUTE, given(3, k < 3 ? world : qa), given(2, k == 0 ? example_a : a),
            given(3, k == 0 ? example_qb : qb), given(2, k == 0 ? example_b : b), blank(2),
            blank(12));
}

/* d = pB - pA, with body A or B moved along column j */
static void joint_error(const frame *q, int j, double by, double *d)
{
    double both[6], pa[2], pb[2];

    move_one(q->array[JOINT_QA], q->array[JOINT_QB], j, by, both);
    place(both, q->array[JOINT_A], pa);
    place(both + 3, q->array[JOINT_B], pb);
    for (int i = 0; i < 2; i++) d[i] = pb[i] - pa[i];
}

static int judge_joint(int k, const frame *q, const frame *a, verdict *v)
{
    const double size = largest(2, q->array[JOINT_QA]) + largest(2, q->array[JOINT_QB]) +
                        largest(2, q->array[JOINT_A]) + largest(2, q->array[JOINT_B]);
    const double dt = 1e-5, *phi = a->array[JOINT_PHI];
    double d[2], after[2], before[2], sign[2], want[12];

    say_vector(v->input, "qa", 3, q->array[JOINT_QA]);
    say_vector(v->input, "own_a", 2, q->array[JOINT_A]);
    say_vector(v->input, "qb", 3, q->array[JOINT_QB]);
    say_vector(v->input, "own_b", 2, q->array[JOINT_B]);
    joint_error(q, 0, 0.0, d);
    for (int i = 0; i < 2; i++) sign[i] = a->array[JOINT_JB][6 * i + 3 + i] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 2; i++) d[i] *= sign[i];
    if (!judge_ok(v, a, "a joint always has rows") || !judge_vector(v, "phi", 2, phi, d, size))
        return 0;
    for (int j = 0; j < 6; j++) {
        const double by = j % 3 == 2 ? dt : dt * size;
        joint_error(q, j, by, after);
        joint_error(q, j, -by, before);
        for (int i = 0; i < 2; i++) want[6 * i + j] = sign[i] * (after[i] - before[i]) / (2.0 * by);
    }
    return judge_columns(v, "Jb's first row", a->array[JOINT_JB], want, size) &&
           judge_columns(v, "Jb's second row", a->array[JOINT_JB] + 6, want + 6, size);
}

/* ---- 10: restitution ---- */

enum { MAX_BIAS_NV = 6, MAX_BIAS_NC = 5, BIAS_SLOW = 24, BIAS_FIXED = 30, BIASES = BIAS_FIXED + 3 };

/* One velocity, h = 1/8, e = 1/2, slow = 1/2, in numbers without rounding: a contact that opens
 * fast now, and will close; one that closes to 0 exactly; one that comes at `slow` exactly. psi,
 * v, v_free */
static void fixed_bias(int k, frame *q)
{
    static const double row = 1.0, e = 0.5, sizes[] = { 0.125, 0.5 };
    static const double x[BIASES - BIAS_FIXED][3] = { { 0.25, 1, -3 }, { 0.125, -1, -1 },
                                                      { 0.0625, -0.5, -1 } };

    request(q, CALL_BIAS, given(1, &row), given(1, x[k]), given(2, sizes), given(1, x[k] + 1),
            given(1, x[k] + 2), given(1, &e), blank(1));
}

/* speeds that decide whether a contact closes and approaches: none of them close to where that
 * changes */
static int is_clear(double psi_h, double speed, double free_speed, double e, double slow)
{
    const double margin = 1e-3;

    return fabs(psi_h + free_speed) > margin && fabs(speed + slow) > margin &&
           fabs(psi_h - e * speed) > margin;
}

static void make_bias(int k, rng *r, frame *q)
{
    static const double example_J[] = { 0, 1, -0.5 }, example_v[] = { 0, -1.8, 0, 0, -2.8, 0 };
    static const double all_e[] = { 0.5, 0.0, 1.0, 0.8 };
    const int nv = k == 0 ? 3 : 1 + k % MAX_BIAS_NV;
    const int nc = k == 0 || k >= BIAS_SLOW ? 1 : k % (MAX_BIAS_NC + 1);
    double Jn[MAX_BIAS_NC * MAX_BIAS_NV], psi[MAX_BIAS_NC] = { 0.02 }, e[MAX_BIAS_NC] = { 0.5 };
    double v[MAX_BIAS_NV], v_free[MAX_BIAS_NV];
    double sizes[] = { k == 0 ? 0.1 : rng_range(r, 0.01, 0.2), k % 3 && k < BIAS_SLOW ? 0.0 : 0.4 };

    if (k >= BIAS_FIXED) {
        fixed_bias(k - BIAS_FIXED, q);
        return;
    }
    for (int j = 0; j < nv; j++) {
        v[j] = rng_range(r, -2.0, 2.0);
        v_free[j] = v[j] + rng_range(r, -1.5, 1.5);
    }
    for (int i = 0; i < nc && k > 0; i++) {
        double speed, free_speed;
        if (k >= BIAS_SLOW) {                    /* slowly in or out, and then it closes */
            for (int j = 0; j < nv; j++) Jn[i * nv + j] = 0.0;
            Jn[i * nv] = 1.0;
            e[i] = 0.8;
            psi[i] = sizes[0] * rng_range(r, 0.3, 0.6);
            v[0] = rng_range(r, 0.1, 0.3) * (k % 2 ? 1.0 : -1.0);
            v_free[0] = -1.0;
            continue;
        }
        do {
            for (int j = 0; j < nv; j++) Jn[i * nv + j] = rng_range(r, -1.0, 1.0);
            speed = dot(nv, Jn + i * nv, v);
            free_speed = dot(nv, Jn + i * nv, v_free);
            e[i] = all_e[rng_int(r, 4)];
            psi[i] = sizes[0] * rng_range(r, -2.0, 2.0);
        } while (!is_clear(psi[i] / sizes[0], speed, free_speed, e[i], sizes[1]));
    }
    request(q, CALL_BIAS, given(nc * nv, k == 0 ? example_J : Jn), given(nc, psi), given(2, sizes),
            given(nv, k == 0 ? example_v : v), given(nv, k == 0 ? example_v + 3 : v_free),
            given(nc, e), blank(nc));
}

static int judge_bias(int k, const frame *q, const frame *a, verdict *v)
{
    const int nc = q->len[BIAS_PSI], nv = q->len[BIAS_V];
    const double h = q->array[BIAS_SIZES][0], slow = q->array[BIAS_SIZES][1];

    say_matrix(v->input, "Jn", nc, nv, q->array[BIAS_JN]);
    say_vector(v->input, "psi", nc, q->array[BIAS_PSI]);
    say(v->input, "h=%.5g  ", h);
    say_vector(v->input, "v", nv, q->array[BIAS_V]);
    say_vector(v->input, "v_free", nv, q->array[BIAS_FREE]);
    say_vector(v->input, "e", nc, q->array[BIAS_E]);
    say(v->input, "slow=%.5g", slow);
    if (!judge_ok(v, a, "there is always a bias")) return 0;
    for (int i = 0; i < nc; i++) {
        const double *row = q->array[BIAS_JN] + i * nv, got = a->array[BIAS_OUT][i];
        const double speed = dot(nv, row, q->array[BIAS_V]), e = q->array[BIAS_E][i];
        const double allowed = q->array[BIAS_PSI][i] / h;
        const double free_speed = dot(nv, row, q->array[BIAS_FREE]);
        const int closes = allowed + free_speed < 0.0, fast = speed < -slow;
        const double want = closes && fast && e * speed < allowed && e > 0.0 ? e * speed : allowed;
        if (fabs(got - want) <= NEAR * (1.0 + fabs(want))) continue;
        if (!judge_written(v, "bias", nc, a->array[BIAS_OUT])) return 0;
        say_vector(v->yours, "bias", nc, a->array[BIAS_OUT]);
        return broken(v, "bias_%d should be %.8g and is %.8g: it %s in this step (psi/h = %.5g, Jn "
                      "v_free = %.5g), and comes %s (Jn v = %.5g, e = %g; eq 11.16)", i + 1, want,
                      got, closes ? "closes" : "does not close", allowed, free_speed,
                      fast ? "fast enough" : "too slowly, or not at all", speed, e);
    }
    return 1;
}

/* ---- steps: what is given ---- */

typedef struct {
    double num[WORLD_SIZE], plane[MAX_PLANES * PLANE_SIZE], xy[2 * MAX_VERT], q[3], v[3];
    int nvert, nplane;
} made_world;

static void put_world(frame *q, int call, const made_world *w, int steps)
{
    request(q, call, given(WORLD_SIZE, w->num), given(2 * w->nvert, w->xy),
            given(w->nplane * PLANE_SIZE, w->plane), given(3, w->q), given(3, w->v));
    if (call == CALL_STEP) {
        put(q, blank(3), blank(3));
    } else {
        put(q, blank(6 * steps));
    }
    put(q, output(SEEN_SIZE, NULL));
}

/* a w x h box of 1 kg per unit of area */
static void make_box(made_world *w, double wide, double high)
{
    const double xy[] = { -wide, -high, wide, -high, wide, high, -wide, high };

    w->nvert = 4;
    for (int i = 0; i < 8; i++) w->xy[i] = 0.5 * xy[i];
    w->num[WORLD_MASS] = wide * high;
    w->num[WORLD_INERTIA] = wide * high * (wide * wide + high * high) / 12.0;
}

static void make_rod(made_world *w, double length, double radius)
{
    w->nvert = 2;
    w->xy[0] = -0.5 * length, w->xy[2] = 0.5 * length;
    w->xy[1] = w->xy[3] = 0.0;
    w->num[WORLD_MASS] = 1.0;
    w->num[WORLD_INERTIA] = length * length / 12.0;
    w->num[WORLD_RADIUS] = radius;
}

static void make_disc(made_world *w, double radius)
{
    w->nvert = 1;
    w->xy[0] = w->xy[1] = 0.0;
    w->num[WORLD_MASS] = 1.0;
    w->num[WORLD_INERTIA] = 0.5 * radius * radius;
    w->num[WORLD_RADIUS] = radius;
}

/* the ground, which is y <= 0, with the weight; the wall is x <= 0 */
static void make_ground(made_world *w, double mu, double e)
{
    static const double origin[] = { 0, 0 };

    w->nplane = 1;
    put_plane(w->plane, origin, 0.0, mu, e);
    w->num[WORLD_GRAVITY + 1] = -GRAVITY;
    w->num[WORLD_EPSILON] = 0.1;
    w->num[WORLD_H] = 0.01;
}

static void add_wall(made_world *w, double mu, double e)
{
    static const double origin[] = { 0, 0 };

    put_plane(w->plane + PLANE_SIZE, origin, -0.5 * PI, mu, e);
    w->nplane = 2;
}

/* the whole world moved, and turned by to[2], with the weight; the laws of nature stay the same */
static void move_world(made_world *w, const double *to)
{
    turn(to[2], w->num + WORLD_GRAVITY, w->num + WORLD_GRAVITY);
    turn(to[2], w->num + WORLD_PUSH, w->num + WORLD_PUSH);
    turn(to[2], w->v, w->v);
    place(to, w->q, w->q);
    w->q[2] += to[2];
    place(to, w->num + WORLD_PIVOT, w->num + WORLD_PIVOT);
    for (int i = 0; i < w->nplane; i++) {
        double *plane = w->plane + i * PLANE_SIZE;
        place(to, plane + PLANE_POINT, plane + PLANE_POINT);
        turn(to[2], plane + PLANE_N, plane + PLANE_N);
    }
}

/* the same in other units of length, mass and time */
static void in_units(made_world *w, double L, double M, double T)
{
    double *x = w->num;

    for (int i = 0; i < 2; i++) {
        x[WORLD_GRAVITY + i] *= L / T / T;
        x[WORLD_PUSH + i] *= M * L / T / T;
        x[WORLD_AT + i] *= L;
        x[WORLD_PIVOT + i] *= L;
        x[WORLD_OWN + i] *= L;
        w->q[i] *= L;
        w->v[i] *= L / T;
        for (int k = 0; k < w->nplane; k++) w->plane[k * PLANE_SIZE + PLANE_POINT + i] *= L;
    }
    for (int i = 0; i < 2 * w->nvert; i++) w->xy[i] *= L;
    x[WORLD_RADIUS] *= L;
    x[WORLD_MASS] *= M;
    x[WORLD_INERTIA] *= M * L * L;
    x[WORLD_EPSILON] *= L;
    x[WORLD_SLOW] *= L / T;
    x[WORLD_H] *= T;
    w->v[2] /= T;
}

static void say_world(const frame *q, verdict *v)
{
    const double *x = q->array[BODY_WORLD];

    say_matrix(v->input, "xy", q->len[BODY_XY] / 2, 2, q->array[BODY_XY]);
    say(v->input, "radius=%.4g  mass=%.5g  inertia=%.5g  h=%.4g  epsilon=%.4g  ", x[WORLD_RADIUS],
        x[WORLD_MASS], x[WORLD_INERTIA], x[WORLD_H], x[WORLD_EPSILON]);
    if (x[WORLD_SLOW] > 0.0) say(v->input, "slow=%.4g  ", x[WORLD_SLOW]);
    say_planes(v->input, q->len[BODY_PLANES] / PLANE_SIZE, q->array[BODY_PLANES]);
    say_vector(v->input, "gravity", 2, x + WORLD_GRAVITY);
    if (largest(2, x + WORLD_PUSH) > 0.0) {
        say_vector(v->input, "push", 2, x + WORLD_PUSH);
        say_vector(v->input, "at", 2, x + WORLD_AT);
    }
    if (x[WORLD_PIVOTED] > 0.0) {
        say_vector(v->input, "pivot", 2, x + WORLD_PIVOT);
        say_vector(v->input, "own", 2, x + WORLD_OWN);
    }
    say_vector(v->input, "q", 3, q->array[BODY_Q]);
    say_vector(v->input, "v", 3, q->array[BODY_V]);
}

/* ---- steps: the truth, by trying what every contact could do ---- */

/* a row for the direction d at the point p, for v = (vx, vy, omega * length) */
static void truth_row(const step_problem *t, const double *at, const double *p, const double *d,
                      double *row)
{
    const double r[2] = { p[0] - at[0], p[1] - at[1] };

    row[0] = d[0];
    row[1] = d[1];
    row[2] = cross(r, d) / t->length;
}

static double newton_bias(double psi, double h, double speed, double free_speed, double e,
                          double slow)
{
    const int bounces = e > 0.0 && psi / h + free_speed < 0.0 && speed < -slow;

    return bounces && e * speed < psi / h ? e * speed : psi / h;
}

static void truth_contact(step_problem *t, const frame *q, const double *v, const double *plane,
                          const double *c)
{
    const double *x = q->array[BODY_WORLD], *at = q->array[BODY_Q];
    const double tangent[2] = { -c[CONTACT_N + 1], c[CONTACT_N] };
    const int i = t->nc++;

    truth_row(t, at, c + CONTACT_P, c + CONTACT_N, t->Jn[i]);
    truth_row(t, at, c + CONTACT_P, tangent, t->Jt[i]);
    t->mu[i] = plane[PLANE_MU];
    t->bias[i] = newton_bias(c[CONTACT_PSI], t->h, dot(3, t->Jn[i], v),
                             dot(3, t->Jn[i], t->momentum), plane[PLANE_E], x[WORLD_SLOW]);
    t->corner[i] = (int)c[CONTACT_CORNER];
    t->plane[i] = (int)c[CONTACT_PLANE];
    t->speed = fmax(t->speed, fabs(t->bias[i]));
}

static void truth_pivot(step_problem *t, const frame *q)
{
    const double *x = q->array[BODY_WORLD], *at = q->array[BODY_Q];
    double p[2];

    place(at, x + WORLD_OWN, p);
    t->nb = 2;
    for (int i = 0; i < 2; i++) {
        const double axis[2] = { i == 0, i == 1 };
        truth_row(t, at, p, axis, t->Jb[i]);
        t->phi[i] = p[i] - x[WORLD_PIVOT + i];
        t->speed = fmax(t->speed, fabs(t->phi[i]) / t->h);
    }
}

/* v_free[3]: v + h f/m, and the torque of the push */
static void fly_freely(const frame *q, double *v_free)
{
    const double *x = q->array[BODY_WORLD];
    double r[2];

    memcpy(v_free, q->array[BODY_V], 3 * sizeof *v_free);
    turn(q->array[BODY_Q][2], x + WORLD_AT, r);
    for (int i = 0; i < 2; i++)
        v_free[i] += x[WORLD_H] * (x[WORLD_GRAVITY + i] + x[WORLD_PUSH + i] / x[WORLD_MASS]);
    v_free[2] += x[WORLD_H] * cross(r, x + WORLD_PUSH) / x[WORLD_INERTIA];
}

static void make_truth(step_problem *t, const frame *q)
{
    const double *x = q->array[BODY_WORLD];
    const int nvert = q->len[BODY_XY] / 2, nplane = q->len[BODY_PLANES] / PLANE_SIZE;
    double v[3], c[CONTACT_SIZE];

    memset(t, 0, sizeof *t);
    for (int i = 0; i < 9; i += 4) t->M[i] = 1.0;
    t->h = x[WORLD_H];
    t->length = sqrt(x[WORLD_INERTIA] / x[WORLD_MASS]);
    memcpy(v, q->array[BODY_V], sizeof v);
    fly_freely(q, t->momentum);
    v[2] *= t->length;
    t->momentum[2] *= t->length;
    t->speed = fmax(largest(3, v), largest(3, t->momentum));
    for (int i = 0; i < nvert * nplane; i++) {
        const double *plane = q->array[BODY_PLANES] + i / nvert * PLANE_SIZE;
        if (touch(q->array[BODY_Q], q->array[BODY_XY], x[WORLD_RADIUS], plane, i % nvert, c) >=
                x[WORLD_EPSILON] || t->nc == MAX_CONTACTS)
            continue;
        c[CONTACT_PLANE] = i / nvert;
        truth_contact(t, q, v, plane, c);
    }
    if (x[WORLD_PIVOTED] > 0.0) truth_pivot(t, q);
}

/* Is v[3] the velocity after the step, in one of the ways? want[3] is the first possible one. */
static int is_next(const step_problem *t, const double *v, double *want)
{
    const double scaled[] = { v[0], v[1], v[2] * t->length };
    double out[3], p_n[MAX_CONTACTS], p_t[MAX_CONTACTS];
    int found = 0;

    for (int way = 0; way < 1 << 2 * t->nc; way++) {
        int same = 1;
        if (!try_way(t, way, out, p_n, p_t) || !is_true(t, way, out, p_n, p_t)) continue;
        if (found++ == 0) {
            memcpy(want, out, sizeof out);
            want[2] /= t->length;
        }
        for (int j = 0; j < 3; j++)
            same &= fabs(scaled[j] - out[j]) <= STEP_NEAR * (t->speed + largest(3, out));
        if (same) return 1;
    }
    return 0;
}

/* ---- steps: judging ---- */

/* wrong arguments of the solver, as the cause */
static void say_cause(const frame *q, const step_problem *t, const double *seen, verdict *v)
{
    const double *x = q->array[BODY_WORLD], m = x[WORLD_MASS], J = x[WORLD_INERTIA];
    const double M[9] = { m, 0, 0, 0, m, 0, 0, 0, J };
    double v_free[3];

    fly_freely(q, v_free);
    if (seen[SEEN_H] == 0.0 && t->nc == 0)
        say(v->cause, "the solver was not called: even where no contact is near, a joint has "
            "impulses");
    else if (fabs(seen[SEEN_NC] - t->nc) > 0.1)
        say(v->cause, "the solver got %g contacts: %d corners are nearer to a plane than epsilon",
            seen[SEEN_NC], t->nc);
    else if (fabs(seen[SEEN_NB] - t->nb) > 0.1)
        say(v->cause, "the solver got nb = %g: a joint has 2 rows, none has 0", seen[SEEN_NB]);
    else if (fabs(seen[SEEN_H] - t->h) > NEAR * t->h)
        say(v->cause, "the solver got h = %g, but it is %g", seen[SEEN_H], t->h);
    for (int i = 0; i < 9 && !v->cause[0]; i++)
        if (fabs(seen[SEEN_M + i] - M[i]) > NEAR * (i < 8 ? m : J))
            say(v->cause, "the solver got M with %.6g in row %d, column %d: M = diag(m, m, J) has "
                "%.6g there (eq 11.17)", seen[SEEN_M + i], i / 3, i % 3, M[i]);
    for (int i = 0; i < 3 && !v->cause[0]; i++) {
        const double want = M[4 * i] * (v_free[i] - q->array[BODY_V][i]);
        const double size = M[4 * i] * t->speed / (i < 2 ? 1.0 : t->length);
        if (fabs(seen[SEEN_P_EXT + i] - want) > NEAR * size)
            say(v->cause, "the solver got p_ext_%d = %.6g: h times the %s is %.6g (eq 11.18)",
                i + 1, seen[SEEN_P_EXT + i], i < 2 ? "force" : "torque", want);
    }
}

/* the first condition of a step that v+ breaks, if that can be shown */
static void say_condition(const step_problem *t, const double *v_next, verdict *v)
{
    const double w[3] = { v_next[0], v_next[1], v_next[2] * t->length };

    for (int k = 0; k < t->nb && !v->broken[0]; k++) {
        const double is = dot(3, t->Jb[k], w), want = -t->phi[k] / t->h;
        if (fabs(is - want) > STEP_NEAR * t->speed)
            say(v->broken, "the joint's row %d: Jb v+ should be -phi/h = %.6g and is %.6g; ", k + 1,
                want, is);
    }
    for (int i = 0; i < t->nc && !v->broken[0]; i++) {
        const double speed = dot(3, t->Jn[i], w);
        if (speed + t->bias[i] < -STEP_NEAR * t->speed)
            say(v->broken, "corner %d at plane %d: Jn v+ + bias = %.6g %+.6g is < 0; ",
                t->corner[i], t->plane[i], speed, t->bias[i]);
    }
}

static int judge_next(const frame *q, const frame *a, verdict *v)
{
    const double h = q->array[BODY_WORLD][WORLD_H], *at = q->array[BODY_Q];
    const double *v_next = a->array[BODY_V_NEXT], *q_next = a->array[BODY_Q_NEXT];
    double want[3] = { 0.0 }, q_want[3];
    step_problem t;

    make_truth(&t, q);
    if (!is_next(&t, v_next, want)) {
        if (!judge_written(v, "v_next", 3, v_next)) return 0;
        say_vector(v->yours, "v_next", 3, v_next);
        say_condition(&t, v_next, v);
        if (!v->broken[0]) say(v->broken, "gaps and joint hold, friction or momentum do not; ");
        say(v->broken, "v_next should be (%.7g, %.7g, %.7g)", want[0], want[1], want[2]);
        say_cause(q, &t, a->array[BODY_SEEN], v);
        return 0;
    }
    for (int i = 0; i < 3; i++) q_want[i] = at[i] + h * v_next[i];
    return judge_vector(v, "q_next", 2, q_next, q_want, h * t.speed) &&
           judge_number(v, "theta", q_next[2], q_want[2], 1.0 + fabs(q_want[2]));
}

/* a body that has turned by theta is thrown at the ground, with its lowest corner near to it */
static void throw_at_ground(rng *r, made_world *w, double theta, double mu, double e)
{
    double lowest = 0.0, corner[2];

    make_ground(w, mu, e);
    w->num[WORLD_H] = rng_range(r, 0.01, 0.05);
    w->q[0] = rng_range(r, -2.0, 2.0);
    w->q[2] = theta;
    for (int i = 0; i < w->nvert; i++) {
        turn(w->q[2], w->xy + 2 * i, corner);
        lowest = fmin(lowest, corner[1]);
    }
    w->q[1] = w->num[WORLD_RADIUS] - lowest + w->num[WORLD_H] * rng_range(r, -0.5, 1.0);
    w->v[0] = rng_range(r, -2.0, 2.0);
    w->v[1] = rng_range(r, -3.0, -1.0);
    w->v[2] = rng_range(r, -2.0, 2.0);
}

static void push_it(rng *r, made_world *w)
{
    for (int i = 0; i < 2; i++) {
        w->num[WORLD_PUSH + i] = rng_range(r, -20.0, 20.0);
        w->num[WORLD_AT + i] = rng_range(r, -0.5, 0.5);
    }
}

/* hung up at a point that is to the side of its lowest corner, with an error */
static void hang_up(rng *r, made_world *w)
{
    const double side = rng_int(r, 2) ? 1.0 : -1.0;
    double corner[2], own[2] = { 0.0, 0.0 }, lowest = HUGE_VAL;

    for (int i = 0; i < w->nvert; i++) {
        turn(w->q[2], w->xy + 2 * i, corner);
        if (corner[1] >= lowest) continue;
        lowest = corner[1];
        own[0] = corner[0] + side * rng_range(r, 0.4, 0.8);
        own[1] = corner[1] + rng_range(r, 0.2, 0.8);
    }
    w->num[WORLD_PIVOTED] = 1.0;
    turn(-w->q[2], own, w->num + WORLD_OWN);
    for (int i = 0; i < 2; i++)
        w->num[WORLD_PIVOT + i] = w->q[i] + own[i] + rng_range(r, -0.003, 0.003);
}

/* the worked example of README: a box of 6 kg with its lowest corner 2 cm above the ground */
static void example_world(made_world *w, double e)
{
    static const double q[] = { 0.5, 1.02, BOX_ANGLE }, v[] = { 0, -1.8, 0 };

    make_box(w, 2.0, 1.0);
    make_ground(w, 0.5, e);
    w->num[WORLD_MASS] = 6.0;
    w->num[WORLD_INERTIA] = 2.5;
    w->num[WORLD_GRAVITY + 1] = -10.0;
    w->num[WORLD_H] = 0.1;
    memcpy(w->q, q, sizeof q);
    memcpy(w->v, v, sizeof v);
}

/* flush on the ground: at rest, sliding, falling */
static void flush_world(rng *r, int k, made_world *w)
{
    make_box(w, rng_range(r, 1.0, 2.0), rng_range(r, 0.5, 1.0));
    make_ground(w, 0.4, k % 3 == 2 ? 0.5 : 0.0);
    w->q[1] = w->xy[5] + (k % 3 == 2 ? 0.01 : 0.0);
    if (k % 3 == 1) w->v[0] = rng_range(r, 0.5, 2.0);
    if (k % 3 == 2) w->v[1] = rng_range(r, -3.0, -2.0);
}

/* a rod that leans against the wall, and slides down or is held */
static void leaning_world(rng *r, made_world *w, double mu_ground, double mu_wall)
{
    const double length = rng_range(r, 0.8, 1.5), angle = rng_range(r, 0.8, 1.2);

    make_rod(w, length, 0.0);
    make_ground(w, mu_ground, 0.0);
    add_wall(w, mu_wall, 0.0);
    w->q[0] = 0.5 * length * cos(angle);
    w->q[1] = 0.5 * length * sin(angle);
    w->q[2] = PI - angle;
}

/* a disc, a box or a rod that is thrown at the ground. If it hangs, it must be able to get off the
 * ground: no friction, one corner down. */
static void thrown_world(int k, rng *r, int hangs, double mu, double e, made_world *w)
{
    if (k % 3 == 0) make_disc(w, rng_range(r, 0.3, 1.0));
    else if (k % 3 == 1) make_box(w, rng_range(r, 0.8, 1.6), rng_range(r, 0.8, 1.6));
    else make_rod(w, rng_range(r, 0.8, 1.6), k % 2 ? 0.1 : 0.0);
    if (hangs) throw_at_ground(r, w, rng_range(r, 0.6, 1.0), 0.0, e);
    else throw_at_ground(r, w, rng_range(r, -PI, PI), k % 4 == 0 ? 0.0 : mu, e);
}

/* a box that slides into the corner of ground and wall */
static void cornered_world(double mu, double down, made_world *w)
{
    make_box(w, 1.0, 0.8);
    make_ground(w, mu, 0.0);
    add_wall(w, 0.0, 0.5);
    w->q[0] = 0.505, w->q[1] = 0.4;
    w->v[0] = -1.0, w->v[1] = down;
}

/* a tilted box with its lowest corner at this height above the ground; h = 0.05 */
static void tilted_box(made_world *w, double height)
{
    double corner[2];

    make_box(w, 1.0, 0.2);
    make_ground(w, 0.0, 0.5);
    w->num[WORLD_H] = 0.05;
    w->q[2] = -0.3;
    turn(w->q[2], w->xy + 2, corner);
    w->q[1] = height - corner[1];
}

/* A box that turns about its centre, which is pivoted. By the forces alone its lowest corner would
 * reach the ground in this step, psi/h + Jn v_free < 0: so it bounces. With the pivot, which
 * carries the weight, it would not. */
static void held_world(made_world *w)
{
    tilted_box(w, 0.055);                                /* psi/h = 1.1, Jn v = -0.90, g h = 0.49 */
    w->v[2] = -2.0;
    w->num[WORLD_PIVOTED] = 1.0;
    memcpy(w->num + WORLD_PIVOT, w->q, 2 * sizeof *w->q);
}

/* A box that comes slowly, its lowest corner 5 cm above the ground. Gravity and its own speed do
 * not take it there in this step, psi/h = 1 > 0.3 + 0.49; a push on its centre does, or one along
 * the ground that turns it: only with the whole of p_ext in v_free does it bounce. */
static void driven_world(int turned, made_world *w)
{
    static const double push[2][2] = { { 0, -8 }, { 30, 0 } };
    tilted_box(w, 0.05);
    w->v[1] = -0.3;
    memcpy(w->num + WORLD_PUSH, push[turned], sizeof push[turned]);
    if (turned) w->num[WORLD_AT + 1] = 0.05;
}

/* the worked example 15 cm below the ground: psi/h = -1.5 demands more than e Jn v = -0.9 */
static void deep_world(made_world *w)
{
    example_world(w, 0.5);
    w->q[1] -= 0.17;
}

/* The worked example, without and with restitution; far from the ground; flush; thrown, one of them
 * too slowly to bounce; in the corner of ground and wall; leaning; pushed; hung up, two of them in
 * the air; sliding out of the corner, on a rough ground beside a smooth wall; held by its pivot;
 * driven down by a push, and by its torque; deep in the ground. All except the example in any
 * place, with any direction as "down". */
enum { FAR = 2, FLUSH, THROWN = 6, SLOW = 13, CORNERED = 15, LEANING = 17, PUSHED = 19, HUNG = 23,
       SLIDES_OUT = 28, HELD, DRIVEN, DEEP = DRIVEN + 2, STEPS };
static void make_world(int k, rng *r, made_world *w)
{
    const double mu = rng_range(r, 0.1, 0.6), e = k % 2 ? rng_range(r, 0.2, 0.9) : 0.0;
    double to[3];

    memset(w, 0, sizeof *w);
    if (k < FAR) {
        example_world(w, k == 1 ? 0.5 : 0.0);
        return;
    }
    if (k >= FLUSH && k < THROWN) flush_world(r, k, w);
    else if (k >= CORNERED && k < LEANING) cornered_world(mu, k == CORNERED ? 0.0 : -1.0, w);
    else if (k == SLIDES_OUT) cornered_world(mu, 0.0, w), w->v[0] = 1.0;
    else if (k == LEANING) leaning_world(r, w, 0.2, 0.0);
    else if (k == LEANING + 1) leaning_world(r, w, 0.7, 0.3);
    else if (k == HELD) held_world(w);
    else if (k == DRIVEN || k == DRIVEN + 1) driven_world(k - DRIVEN, w);
    else if (k == DEEP) deep_world(w);
    else thrown_world(k, r, k >= HUNG, mu, e, w);
    if (k == FAR) w->q[1] += 5.0;
    if (k == SLOW) w->num[WORLD_SLOW] = 5.0;
    if (k >= PUSHED && k < HUNG) push_it(r, w);
    if (k >= HUNG && k < SLIDES_OUT) hang_up(r, w);
    if (k == HUNG || k == HUNG + 1) w->q[1] += 5.0, w->num[WORLD_PIVOT + 1] += 5.0;
    random_state(r, to);
    move_world(w, to);
}

static void make_step(int k, rng *r, frame *q)
{
    made_world w;

    make_world(k, r, &w);
    put_world(q, CALL_STEP, &w, 1);
}

/* every step in the tests has a solution */
static int judge_solved(const frame *a, verdict *v)
{
    if (judge_ok(v, a, "the step can be solved")) return 1;
    if ((mb_status)a->id == MB_BAD_ARG)
        say(v->cause, "the solver refused its arguments: a size, an array that is NULL, or "
            "two directions of a contact that are not opposite");
    return 0;
}

static int judge_step(int k, const frame *q, const frame *a, verdict *v)
{
    say_world(q, v);
    return judge_solved(a, v) && judge_next(q, a, v);
}

/* in other units of length, mass and time; then solvers that fail */
enum { UNITS = 12, FAILING = UNITS + 4 };
static void make_awkward_step(int k, rng *r, frame *q)
{
    static const double unit[] = { 1e-3, 1.0, 1e3 }, time[] = { 1.0, 60.0, 3600.0 };
    made_world w;

    make_world(k < UNITS ? 4 + 2 * k : k, r, &w);
    in_units(&w, unit[k % 3], unit[(k + 1) / 2 % 3] * unit[k % 3], time[k / 3 % 3]);
    if (k >= UNITS) w.num[WORLD_SOLVER] = k % 2 ? SOLVER_RAY : SOLVER_MAX_ITER;
    put_world(q, CALL_STEP, &w, 1);
}

static int judge_awkward_step(int k, const frame *q, const frame *a, verdict *v)
{
    if (k < UNITS) return judge_step(k, q, a, v);
    say_world(q, v);
    return judge_status(v, a, one_of(k % 2 ? MB_RAY : MB_MAX_ITER), "the solver does too") &&
           judge_unchanged(v, "q_next", q, a, BODY_Q_NEXT) &&
           judge_unchanged(v, "v_next", q, a, BODY_V_NEXT);
}

/* ---- 13 and 14: motions ---- */

static const double *state_after(const frame *a, int k) { return a->array[MOTION_PATH] + 6 * k; }

static int steps_of(const frame *q) { return q->len[MOTION_PATH] / 6; }

/* one number of the state after step k, with its name */
static int judge_state(const frame *q, verdict *v, int k, const char *what, double x, double want,
                       double allowed)
{
    if (fabs(x - want) <= allowed) return 1;
    if (fabs(x) > 0.1 * BLANK) say(v->cause, "after a step q_next or v_next was not written");
    return broken(v, "after step %d, t = %.4g: %s should be %.7g and is %.7g (allowed: %.1g)",
                  k + 1, (k + 1) * q->array[BODY_WORLD][WORLD_H], what, want, x, allowed);
}

static int judge_path(const frame *q, const frame *a, verdict *v)
{
    say_world(q, v);
    say(v->input, "%d steps", steps_of(q));
    return judge_solved(a, v);
}

/* Where the bodies of 13 are, and their speed, in closed form step by step: s along the plane to
 * the right, y away from it. A box or a disc that is already on the plane feels a from the weight;
 * friction takes mu g_n h from its speed, or all of it. A disc that rolls has 2/3 of the weight's
 * part. A body that falls on the plane bounces by (11.16). */
typedef struct { double s, y, along, away, spin; } plain_motion;

static void slide(plain_motion *m, double a, double g_n, double mu, double h)
{
    const double pushed = m->along + h * a, held = mu * g_n * h;

    m->along = fabs(pushed) <= held ? 0.0 : pushed - copysign(held, pushed);
    m->s += h * m->along;
}

static void roll(plain_motion *m, double a, double g_n, double mu, double radius, double h)
{
    const double held = fmin(fabs(a) / 3.0, mu * g_n);

    m->along += h * (a - copysign(held, a));
    m->spin -= h * 2.0 * copysign(held, a) / radius;
    m->s += h * m->along;
}

static void fall(plain_motion *m, double g, double e, double slow, double h)
{
    const double free = m->away - h * g, bias = newton_bias(m->y, h, m->away, free, e, slow);

    m->away = fmax(free, -bias);
    m->y += h * m->away;
}

/* The block of README, and others on slopes; discs on slopes, that roll and that slip; bodies that
 * fall on the ground: discs, flush boxes, and one too slow to bounce */
enum { BLOCK, FIRST_DISC = 5, FIRST_FALL = 9, SIMPLE = 14 };
static void make_simple(int k, rng *r, frame *q)
{
    const double slope = k == BLOCK ? 0.0 : rng_range(r, 0.1, 0.4) * (k % 2 ? 1.0 : -1.0);
    const double e = k == FIRST_FALL ? 0.5 : rng_range(r, 0.3, 0.8);
    const double radius = k == FIRST_FALL ? 1.0 : rng_range(r, 0.3, 1.0);
    double to[3] = { 0.0 };
    made_world w;

    memset(&w, 0, sizeof w);
    if (k == BLOCK) make_box(&w, 1.0, 1.0);
    else make_box(&w, rng_range(r, 1.0, 2.0), rng_range(r, 0.3, 0.9));
    if (k >= FIRST_DISC && (k <= FIRST_FALL || k % 2 == 0)) make_disc(&w, radius);
    make_ground(&w, 0.3, 0.0);
    w.q[1] = w.num[WORLD_RADIUS] + fabs(w.xy[1]);
    if (k == BLOCK) w.v[0] = 1.0;
    else if (k < FIRST_DISC) w.v[0] = rng_range(r, -1.0, 1.0);
    if (k > BLOCK && k < FIRST_FALL) {       /* a slope is a floor, with the weight at a slant */
        w.num[WORLD_GRAVITY] = GRAVITY * sin(slope);
        w.num[WORLD_GRAVITY + 1] = -GRAVITY * cos(slope);
        w.plane[PLANE_MU] = fabs(tan(slope)) * (k % 4 < 2 ? 1.3 : 0.7) / (k < FIRST_DISC ? 1 : 3);
    }
    if (k >= FIRST_FALL) {
        w.q[1] += k == FIRST_FALL ? 4.0 : rng_range(r, 0.3, 1.0);
        w.plane[PLANE_E] = e;
        if (k == SIMPLE - 1) w.num[WORLD_SLOW] = 9.0;
    }
    random_state(r, to);
    if (k > BLOCK && k != FIRST_FALL) move_world(&w, to);
    put_world(q, CALL_MOTION, &w, k == BLOCK ? 50 : k == FIRST_FALL ? 240 : 100);
}

/* the plain motion's next step, by the world of the request: x along its plane, y up from it */
static void next_simple(int k, const frame *q, plain_motion *m)
{
    const double *x = q->array[BODY_WORLD], *plane = q->array[BODY_PLANES], h = x[WORLD_H];
    const double along[] = { plane[PLANE_N + 1], -plane[PLANE_N] };
    const double a = dot(2, along, x + WORLD_GRAVITY);
    const double g = -dot(2, plane + PLANE_N, x + WORLD_GRAVITY);

    if (k < FIRST_DISC) slide(m, a, g, plane[PLANE_MU], h);
    else if (k < FIRST_FALL) roll(m, a, g, plane[PLANE_MU], x[WORLD_RADIUS], h);
    else fall(m, g, plane[PLANE_E], x[WORLD_SLOW], h);
}

static int judge_simple(int k, const frame *q, const frame *a, verdict *v)
{
    const double *plane = q->array[BODY_PLANES], *start = q->array[BODY_Q];
    const double along[] = { plane[PLANE_N + 1], -plane[PLANE_N] }, near = 1e-6;
    double c[CONTACT_SIZE], up;
    plain_motion m = { 0.0, 0.0, dot(2, along, q->array[BODY_V]), 0.0, 0.0 };

    if (!judge_path(q, a, v)) return 0;
    m.y = up = touch(start, q->array[BODY_XY], q->array[BODY_WORLD][WORLD_RADIUS], plane, 0, c);
    for (int i = 0; i < steps_of(q); i++) {
        const double *at = state_after(a, i);
        const double moved[] = { at[0] - start[0], at[1] - start[1] };
        next_simple(k, q, &m);
        if (!judge_state(q, v, i, "the speed along the plane", dot(2, along, at + 3), m.along,
                         near) ||
            !judge_state(q, v, i, "the path along the plane", dot(2, along, moved), m.s, near) ||
            !judge_state(q, v, i, "the speed away from the plane", dot(2, plane + PLANE_N, at + 3),
                         m.away, near) ||
            !judge_state(q, v, i, "the path away from the plane", dot(2, plane + PLANE_N, moved),
                         m.y - up, near) || !judge_state(q, v, i, "omega", at[5], m.spin, near))
            return 0;
    }
    return 1;
}

/* ---- 14: motions that turn ---- */

/* boxes that are pushed, then rods at a wall, then hanging bodies */
enum { LEANS = 6, SWINGS = 9, TURNING = 12 };

/* a box is pushed a little above the height from which on it tips, or below: that of README, others
 * of any size, to either side */
static void make_tip(int k, rng *r, made_world *w)
{
    const double wide = k < 2 ? 0.5 : rng_range(r, 0.3, 0.6), high = k < 2 ? 1.0 : 1.5 * wide;
    const double mu = k < 2 ? 0.6 : rng_range(r, 0.2, 0.5);
    double weight, push, height, side = k % 4 < 2 ? 1.0 : -1.0;

    make_box(w, wide, high);
    make_ground(w, mu, 0.0);
    if (k < 2) w->num[WORLD_MASS] = 1.0, w->num[WORLD_INERTIA] = 1.25 / 12.0;
    weight = w->num[WORLD_MASS] * GRAVITY;
    push = k < 2 ? 6.0 : weight * (mu + rng_range(r, 0.05, 0.2));
    /* friction and push against the weight about the leading corner */
    height = 0.5 * high + weight * (wide - mu * high) / (2.0 * push);
    height *= k % 2 ? 1.04 : 0.99;
    w->q[1] = 0.5 * high;
    w->num[WORLD_PUSH] = side * push;
    w->num[WORLD_AT + 1] = height - 0.5 * high;
    w->num[WORLD_H] = 0.005;
}

/* a rod without friction that slides down a wall, until it leaves that at 2/3 of its height */
static void make_lean(int k, rng *r, made_world *w)
{
    leaning_world(r, w, 0.0, 0.0);
    if (k == LEANS) {
        make_rod(w, 1.0, 0.0);
        w->q[0] = 0.25, w->q[1] = 0.5 * sin(PI / 3.0), w->q[2] = 2.0 * PI / 3.0;
    }
    w->num[WORLD_H] = 0.004;
}

/* a rod that hangs by its end, or a box by one of its points */
static void make_swing(int k, rng *r, made_world *w)
{
    if (k == SWINGS) make_rod(w, 1.0, 0.0);
    else make_box(w, rng_range(r, 0.5, 1.0), rng_range(r, 0.5, 1.0));
    make_ground(w, 0.0, 0.0);
    w->nplane = 0;
    w->num[WORLD_PIVOTED] = 1.0;
    w->num[WORLD_H] = 0.004;
    for (int i = 0; i < 2; i++) w->num[WORLD_OWN + i] = w->xy[i];
    if (k == SWINGS) w->q[0] = 0.5;
    else {
        double p[2];
        random_state(r, w->q);
        place(w->q, w->num + WORLD_OWN, p);
        memcpy(w->num + WORLD_PIVOT, p, sizeof p);
    }
}

static void make_turning(int k, rng *r, frame *q)
{
    double to[3];
    made_world w;

    memset(&w, 0, sizeof w);
    if (k < LEANS) make_tip(k, r, &w);
    else if (k < SWINGS) make_lean(k, r, &w);
    else make_swing(k, r, &w);
    random_state(r, to);
    if (k != LEANS && k != SWINGS && k > 1) move_world(&w, to);
    put_world(q, CALL_MOTION, &w, k < LEANS ? 60 : k < SWINGS ? 100 : 250);
}

/* The angular acceleration with which it begins to turn about its leading corner, by the torques
 * about that: the corner slides on, or, if it would have to slide back, stays where it is */
static double tipping(double F, double y, double m, double J, double half_w, double half_h,
                      double mu)
{
    const double torque = F * (y - half_h) - m * GRAVITY * (half_w - mu * half_h);
    const double turns = torque / (J + m * half_w * (half_w - mu * half_h));
    const double N = m * (GRAVITY + turns * half_w);

    if ((F - mu * N) / m >= turns * half_h) return turns;
    return (F * y - m * GRAVITY * half_w) / (J + m * (half_w * half_w + half_h * half_h));
}

/* Below the height it slides upright, with the acceleration (F - mu m g)/m. Above it tips, at first
 * with the acceleration of its forces, and then faster. */
static int judge_tip(int k, const frame *q, const frame *a, verdict *v)
{
    enum { FIRST = 12 };
    const double *x = q->array[BODY_WORLD], *xy = q->array[BODY_XY], h = x[WORLD_H];
    const double *plane = q->array[BODY_PLANES], m = x[WORLD_MASS], mu = plane[PLANE_MU];
    const double along[] = { plane[PLANE_N + 1], -plane[PLANE_N] };
    const double half_h = fabs(xy[1]), F = dot(2, along, x + WORLD_PUSH);
    const double slides = copysign(fabs(F) / m - mu * GRAVITY, F);
    const double turns = -copysign(tipping(fabs(F), x[WORLD_AT + 1] + half_h, m, x[WORLD_INERTIA],
                                           fabs(xy[0]), half_h, mu), F);

    for (int i = 0; i < steps_of(q); i++) {
        const double *at = state_after(a, i);
        const double turned = at[2] - q->array[BODY_Q][2];
        const double moved = dot(2, along, at) - dot(2, along, q->array[BODY_Q]);
        const double sum = 0.5 * h * h * (i + 1.0) * (i + 2.0);      /* of h * (h + 2 h + ...) */
        if (k % 2 == 0 &&
            (!judge_state(q, v, i, "the path along the ground", moved, slides * sum, 1e-7) ||
             !judge_state(q, v, i, "the angle that it has turned (it slides upright)", turned, 0.0,
                          1e-7)))
            return 0;
        if (k % 2 && i < FIRST &&
            !judge_state(q, v, i, "the angle that it has turned (it tips)", turned, turns * sum,
                         0.15 * fabs(turns) * sum + 1e-9))
            return 0;
        if (k % 2 && i >= FIRST && turned / turns < 0.85 * sum)
            return broken(v, "after step %d it should have turned by more than %.4g, as it tips, "
                          "and has by %.4g", i + 1, turns * sum, turned);
    }
    return 1;
}

/* phi'' = -(3 g / 2 L) cos phi from rest, which is the rod's angle until it leaves the wall:
 * phi'^2 = (3 g / L) (sin phi_0 - sin phi), and leaves at sin phi = 2/3 sin phi_0 */
static int judge_lean(const frame *q, const frame *a, verdict *v)
{
    const double *x = q->array[BODY_WORLD], *xy = q->array[BODY_XY], h = x[WORLD_H];
    const double *wall = q->array[BODY_PLANES] + PLANE_SIZE, *floor = q->array[BODY_PLANES];
    const double length = 2.0 * fabs(xy[0]), k = 1.5 * GRAVITY / length;
    double c[CONTACT_SIZE], phi, w = 0.0, leaves;
    int i = 0;

    phi = asin(touch(q->array[BODY_Q], xy, 0.0, floor, 1, c) / length);
    leaves = asin(sin(phi) * 2.0 / 3.0);
    for (const double start = phi; phi > leaves && i < steps_of(q); i++) {
        const double *at = state_after(a, i);
        for (int j = 0; j < 100; j++) {              /* the midpoint rule, with a hundredth of h */
            const double mid = phi + 0.005 * h * w;
            phi += 0.01 * h * (w - 0.005 * h * k * cos(phi));
            w -= 0.01 * h * k * cos(mid);
        }
        if (!judge_state(q, v, i, "the angle that it has turned", fabs(at[2] - q->array[BODY_Q][2]),
                         start - phi, 0.03))
            return 0;
    }
    for (i += 8; i < steps_of(q); i++) {             /* it has left the wall */
        const double gone = -0.5 * length * sin(leaves) * w, *at = state_after(a, i);
        if (!judge_state(q, v, i, "the speed away from the wall", dot(2, wall + PLANE_N, at + 3),
                         gone, 0.03 * gone))
            return 0;
    }
    return 1;
}

/* theta'' = torque of the weight about the pivot / (J + m r^2), and the joint stays together */
static int judge_swing(const frame *q, const frame *a, verdict *v)
{
    const double *x = q->array[BODY_WORLD], h = x[WORLD_H];
    const double r2 = dot(2, x + WORLD_OWN, x + WORLD_OWN);
    const double k = x[WORLD_MASS] / (x[WORLD_INERTIA] + x[WORLD_MASS] * r2);
    double theta = q->array[BODY_Q][2], w = 0.0, p[2], r[2];

    for (int i = 0; i < steps_of(q); i++) {
        const double *at = state_after(a, i);
        for (int j = 0; j < 50; j++) {
            const double dt = 0.02 * h;
            turn(theta + 0.5 * dt * w, x + WORLD_OWN, r);
            theta += 0.5 * dt * w;
            w -= dt * k * cross(r, x + WORLD_GRAVITY);
            theta += 0.5 * dt * w;
        }
        place(at, x + WORLD_OWN, p);
        if (!judge_state(q, v, i, "the joint's error", hypot(p[0] - x[WORLD_PIVOT],
                                                             p[1] - x[WORLD_PIVOT + 1]), 0.0,
                         2.0 * h * h * w * w * sqrt(r2) + h * h) ||
            !judge_state(q, v, i, "theta", at[2], theta, 0.05))
            return 0;
    }
    return 1;
}

static int judge_turning(int k, const frame *q, const frame *a, verdict *v)
{
    if (!judge_path(q, a, v)) return 0;
    if (k < LEANS) return judge_tip(k, q, a, v);
    return k < SWINGS ? judge_lean(q, a, v) : judge_swing(q, a, v);
}

static const lab_test tests[] = {
    { "01", "corners", 1, "shapes", 1, CORNERS, make_corners, judge_corners },
    { "02", "mass, centre and inertia", 2, "shapes", 1, MASSES, make_mass, judge_mass },
    { "03", "mass: other shapes, other units, and refusals", 1, "shapes", 1, BAD_MASSES,
      make_awkward_mass, judge_awkward_mass },
    { "04", "velocity of a point", 1, "rows", 1, VELOCITIES, make_velocity, judge_velocity },
    { "05", "contacts with planes", 2, "rows", 1, DETECTIONS, make_detect, judge_detect },
    { "06", "rows of contacts with planes", 1, "rows", 1, ROWS, make_rows, judge_rows },
    { "07", "two bodies: gap, and how fast it changes", 2, "rows", 1, PAIRS, make_pair,
      judge_pair },
    { "08", "two bodies: momentum, and friction", 1, "rows", 1, PAIRS, make_pair,
      judge_pair_friction },
    { "09", "revolute joint", 2, "rows", 1, JOINTS, make_joint, judge_joint },
    { "10", "restitution", 2, "steps", 1, BIASES, make_bias, judge_bias },
    { "11", "a step", 2, "steps", 1, STEPS, make_step, judge_step },
    { "12", "a step: other units, and a solver that fails", 1, "steps", 1, FAILING,
      make_awkward_step, judge_awkward_step },
    { "13", "motions that slide, roll and bounce", 1, "motions", 1, SIMPLE, make_simple,
      judge_simple },
    { "14", "motions that tip, lean and swing", 1, "motions", 1, TURNING, make_turning,
      judge_turning },
};

const lab lab_11_bodies = { "11_bodies", "Bodies", all_of(tests), 0 };
