/* Lab 04's tests: the pieces of a semismooth Newton method one by one, then the solver, judged
 * by the conditions of the LCP */
#include "grader.h"
#include "worker.c"

#include <math.h>
#include <string.h>

/* the short one has no room for all steps */
enum { MAX_N = 65, HISTORY = 12, SHORT_HISTORY = 3 };

#define SOLVED 1e-8              /* relative residual of an answer that counts as a solution */
#define SIGMA 1e-4               /* Armijo's constant, as the contract gives it */
#define MAX_ITER 100             /* the default in the contract */
/* Newton steps that the well-conditioned problems of test 11 may take; about 10 are needed */
#define FAST 25

/* the worked example of README */
static const double example_A[] = { 2, 1, 1, 2 }, example_b[] = { -5, -6 }, example_z[] = { 4, 0 };

/* ---- phi, an element of its Jacobian, and what follows from them ---- */

static double slack(int n, const double *A, const double *b, const double *z, int i)
{
    double w = b[i];

    for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
    return w;
}

static double phi(double z, double w) { return z + w - hypot(z, w); }

/* the cause if x is wrong because the squares of z and w overflow or underflow */
static int say_squares(double x, double z, double w, double with_squares, verdict *v)
{
    const double sum = z * z + w * w;

    if ((sum > 1e-290 && sum < 1e290) || (z * z <= 0.0 && w * w <= 0.0 && sum > 0.0)) return 0;
    if (x == x ? !(fabs(x - with_squares) <= 1e-9 * fabs(x)) : with_squares == with_squares)
        return 0;
    return blame(v, "z_i^2 + w_i^2 is too large or too small for a double here, and its root "
                 "is wrong: hypot(z_i, w_i) squares nothing");
}

static void all_phi(int n, const double *A, const double *b, const double *z, double *f)
{
    for (int i = 0; i < n; i++) f[i] = phi(z[i], slack(n, A, b, z, i));
}

static void jacobian(int n, const double *A, const double *b, const double *z, double *J)
{
    for (int i = 0; i < n; i++) {
        const double w = slack(n, A, b, z, i), r = hypot(z[i], w);
        for (int j = 0; j < n; j++) J[i * n + j] = (r > 0.0 ? 1.0 - w / r : 1.0) * A[i * n + j];
        J[i * n + i] += r > 0.0 ? 1.0 - z[i] / r : 1.0;
    }
}

static double merit(int n, const double *A, const double *b, const double *z)
{
    double f[MAX_N] = { 0.0 };

    all_phi(n, A, b, z, f);
    return 0.5 * dot(n, f, f);
}

/* of the merit, which has one also where phi has not: where phi_i = 0 the choice of an element
 * does not show */
static void gradient(int n, const double *A, const double *b, const double *z, double *g)
{
    double J[MAX_N * MAX_N], f[MAX_N];

    all_phi(n, A, b, z, f);
    jacobian(n, A, b, z, J);
    mb_matvec_transposed(n, n, J, f, g);
}

static int newton_direction(int n, const double *A, const double *b, const double *z, double *d)
{
    double J[MAX_N * MAX_N];
    int pivot[MAX_N];

    all_phi(n, A, b, z, d);
    for (int i = 0; i < n; i++) d[i] = -d[i];
    jacobian(n, A, b, z, J);
    if (mb_lu_factor(n, J, pivot) != MB_OK) return 0;
    mb_lu_solve(n, J, pivot, d);
    return 1;
}

/* eq 4.9, with a margin: the angle between d and -g is well below 90 degrees */
static int descends(int n, const double *A, const double *b, const double *z, const double *d)
{
    double g[MAX_N] = { 0.0 };

    gradient(n, A, b, z, g);
    return dot(n, g, d) <= -1e-3 * sqrt(dot(n, g, g) * dot(n, d, d));
}

/* ---- 01 to 07: functions of a point ---- */

/* the worked example, n = 1, and random problems, not symmetric; in case LARGE n = 65 */
enum { LARGE = 7 };
static void make_point(int call, int k, rng *r, frame *q)
{
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];
    const int n = k == 0 ? 2 : k == LARGE ? MAX_N : 1 + k % 5;
    const int outputs = call == CALL_MERIT ? 1 : call == CALL_JACOBIAN ? n * n : n;

    if (k == 0) {
        put_point(q, call, 2, example_A, example_b, example_z, outputs);
        return;
    }
    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    make_vector(r, n, z);
    put_point(q, call, n, A, b, z, outputs);
}

static void make_phi(int k, rng *r, frame *q) { make_point(CALL_PHI, k, r, q); }

/* z_i = w_i = 0; numbers whose squares are no doubles; z_i that is lost beside w_i < 0 */
static void make_awkward_phi(int k, rng *r, frame *q)
{
    static const double A[] = { 1, 0, 0, 1 }, b[][2] = { { 0, 0 }, { 0, -1 }, { 1e200, 1e200 },
        { 1e-200, -1e-200 }, { 1e-200, 0 }, { -1, -5e200 } };
    static const double z[][2] = { { 0, 0 }, { 0, 2 }, { 1e200, -3e200 }, { 3e-200, 2e-200 },
        { -4e-200, -3e200 }, { 1e-20, 2 } };

    put_point(q, CALL_PHI, 2, A, b[k], z[k], 2);
}

static int judge_phi(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    const double *z = q->array[POINT_Z], *got = a->array[POINT_OUT];
    double all[MAX_N];

    say_point(q, v);
    if (!judge_ok(v, a, "phi can always be computed")) return 0;
    for (int i = 0; i < n; i++) {
        const double w = slack(n, q->array[POINT_A], q->array[POINT_B], z, i), want = phi(z[i], w);
        if (fabs(got[i] - want) <= 1e-12 * (fabs(z[i]) + fabs(w))) continue;
        if (!judge_written(v, "phi", n, got)) return 0;
        for (int j = 0; j < n; j++)
            all[j] = phi(z[j], slack(n, q->array[POINT_A], q->array[POINT_B], z, j));
        note_numbers(v, "phi", n, 1, got, all);
        say_squares(got[i], z[i], w, z[i] + w - sqrt(z[i] * z[i] + w * w), v);
        say_vector(v->yours, "phi", n, got);
        return broken(v, "phi_%d should be %.10g and is %.10g: z_%d = %g, w_%d = %g", i + 1, want,
                      got[i], i + 1, z[i], i + 1, w);
    }
    return 1;
}

/* everything but A in other units: J does not change. The last four cases tell a kink from small
 * numbers, and from a smoothed root; in two of them the squares of z and w are no doubles. */
static void in_units(double unit, frame *q)
{
    for (int i = 0; i < q->len[POINT_B]; i++) {
        q->array[POINT_B][i] *= unit;
        q->array[POINT_Z][i] *= unit;
    }
}

static void make_jacobian(int k, rng *r, frame *q)
{
    make_point(CALL_JACOBIAN, k, r, q);
    if (k >= 10) in_units(k < 12 ? 1e-12 : k == 12 ? 0x1p-600 : 0x1p600, q);
}

static int judge_jacobian(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    double J[MAX_N * MAX_N];

    say_point(q, v);
    jacobian(n, q->array[POINT_A], q->array[POINT_B], q->array[POINT_Z], J);
    return judge_ok(v, a, "J can always be computed") &&
           judge_rows_near(v, "J", n, n, a->array[POINT_OUT], J, NEAR);
}

/* some z_i = w_i = 0: 0 at the origin with b = 0, then a single kink, then random ones where row
 * i of A z is exactly 0 */
static void make_kink(int k, rng *r, frame *q)
{
    static const double b0[] = { 0, 0 }, b1[] = { 0, -1 }, z[] = { 0, 0 };
    double A[9], b[] = { 0, -1, 2 }, z3[] = { 0, 0, 0 };

    if (k < 2) {
        put_point(q, CALL_JACOBIAN, 2, example_A, k == 0 ? b0 : b1, z, 4);
        return;
    }
    make_diagonally_dominant(r, 3, A);
    A[1] = 0.7, A[2] = 0.0;
    z3[2] = rng_range(r, 0.5, 2.0);
    put_point(q, CALL_JACOBIAN, 3, A, b, z3, 9);
}

/* row i of J must be da e_i + db A_i with (1 - da)^2 + (1 - db)^2 <= 1, whatever the element: db
 * from the off-diagonal */
static int judge_kink(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    const double *A = q->array[POINT_A], *J = a->array[POINT_OUT];

    say_point(q, v);
    if (!judge_ok(v, a, "J can always be computed")) return 0;
    if (!judge_rows_written(v, "J", n, n, J)) return 0;
    say_matrix(v->yours, "J", n, n, J);
    for (int i = 0; i < n; i++) {
        const double z = q->array[POINT_Z][i],
                     w = slack(n, A, q->array[POINT_B], q->array[POINT_Z], i), r = hypot(z, w);
        const int other = i == 0 ? 1 : 0;
        const double db = J[i * n + other] / A[i * n + other],
                     da = J[i * n + i] - db * A[i * n + i];
        for (int j = 0; j < n; j++) {
            const double want = db * A[i * n + j] + (i == j ? da : 0.0);
            if (fabs(J[i * n + j] - want) <= NEAR) continue;
            return broken(v, "row %d of J is not da e_%d + db times row %d of A", i + 1, i + 1,
                          i + 1);
        }
        if (r > 0.0 ? hypot(da - (1.0 - z / r), db - (1.0 - w / r)) <= NEAR
                    : hypot(1.0 - da, 1.0 - db) <= 1.0 + NEAR)
            continue;
        if (r > 0.0)
            say(v->broken, "row %d: da = %g, db = %g, and they should be %g, %g", i + 1, da, db,
                1.0 - z / r, 1.0 - w / r);
        else
            say(v->broken, "row %d, where z = w = 0: da = %g, db = %g is not in the generalised "
                "Jacobian", i + 1, da, db);
        return 0;
    }
    return 1;
}

/* From SCRATCH_MERIT on with less scratch than the contract gives, from none on, in steps in
 * which no array of n = 4 fits; so are the last directions and line searches. */
enum { SCRATCH_MERIT = 12, SCRATCH_DIRECTION = 20, SCRATCH_LINE = 25, SCRATCHES = 32 };
static void put_scratch(frame *q, int step)
{
    put(q, scalar(2.0 * (double)step * sizeof(double)));
}

static void say_scratch(const frame *q, int arrays, verdict *v)
{
    if (q->narray > arrays) say(v->input, "scratch: %g bytes", q->array[arrays][0]);
}
static void make_merit(int k, rng *r, frame *q)
{
    static const double b1[] = { 0, -1 }, z[] = { 0, 0 };

    if (k == 1) put_point(q, CALL_MERIT, 2, example_A, b1, z, 1);
    else make_point(CALL_MERIT, k < SCRATCH_MERIT ? k : 3, r, q);
    put(q, blank(q->len[POINT_B]));
    if (k == 10 || k == 11) in_units(k == 10 ? 1e-60 : 1e60, q);
    if (k >= SCRATCH_MERIT) put_scratch(q, k - SCRATCH_MERIT);
}

/* in any units: near to what it should be, relative to the largest */
static int judge_relative(verdict *v, const char *name, int n, const double *x, const double *want)
{
    const double size = largest(n, want);
    double y[MAX_N], one[MAX_N];

    if (!(size > 0.0) || (size > 1e-3 && size < 1e9) || !judge_written(v, name, n, x))
        return judge_near(v, name, n, x, want, NEAR);
    for (int i = 0; i < n; i++) y[i] = x[i] / size, one[i] = want[i] / size;
    return judge_near(v, name, n, y, one, NEAR);
}

static int judge_merit(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    const double *A = q->array[POINT_A], *b = q->array[POINT_B], *z = q->array[POINT_Z],
                 m = merit(n, A, b, z);
    double g[MAX_N];

    say_point(q, v);
    say_scratch(q, POINT_GRADIENT + 1, v);
    if (k >= SCRATCH_MERIT && a->id == MB_NO_MEMORY) return 1;
    gradient(n, A, b, z, g);
    return judge_ok(v, a, "the merit can always be computed") &&
           judge_relative(v, "merit", 1, a->array[POINT_OUT], &m) &&
           judge_relative(v, "g", n, a->array[POINT_GRADIENT], g);
}

/* J nearly singular, but the angle between d and -g less than 90 degrees by more than eq 4.9
 * asks for: 1e-7 to 1e-4 */
static void narrow_problem(rng *r, double *A, double *b, double *z)
{
    for (int tries = 0; tries < 1000; tries++) {
        double d[3], g[3], cosine;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                A[i * 3 + j] = j == 0 ? 0.0 : i == j ? 2.0 : rng_range(r, 0.2, 0.8);
            z[i] = 1.0;
            b[i] = -rng_range(r, 3.0, 4.0);
        }
        A[0] = -1.0 + pow(10.0, rng_range(r, -6.0, -2.0));
        b[0] = 2.0 - A[1] - A[2];
        if (!newton_direction(3, A, b, z, d)) continue;
        gradient(3, A, b, z, g);
        cosine = -dot(3, g, d) / sqrt(dot(3, g, g) * dot(3, d, d));
        if (cosine > 1e-7 && cosine < 1e-4) return;
    }
}

static void make_narrow(rng *r, frame *q)
{
    double A[9], b[3], z[3];

    narrow_problem(r, A, b, z);
    put_point(q, CALL_DIRECTION, 3, A, b, z, 3);
}

/* Four in other units: the test of eq 4.9 is about an angle, and has none. Then four where that
 * is narrow; a regular J with zeros on its diagonal, z = w = (1, 1); and one all of whose
 * entries are small. */
enum { NARROW = 14, ZEROS = 18, SMALL = 19 };
static void make_direction(int k, rng *r, frame *q)
{
    static const double zeros[] = { -1, 2, 3, -1 }, zeros_b[] = { 0, -1 },
        small[] = { 2e-10, 1e-10, 1e-10, 2e-10 };
    static const double small_b[] = { -2.5e-10, -2e-10 }, one[] = { 1, 1 };

    if (k == ZEROS) put_point(q, CALL_DIRECTION, 2, zeros, zeros_b, one, 2);
    else if (k == SMALL) put_point(q, CALL_DIRECTION, 2, small, small_b, one, 2);
    else if (k >= NARROW && k < SCRATCH_DIRECTION) make_narrow(r, q);
    else make_point(CALL_DIRECTION, k < NARROW ? k : 3, r, q);
    if (k >= 10 && k < NARROW) in_units(k % 2 ? 1e8 : 1e-8, q);
    if (k >= SCRATCH_DIRECTION) put_scratch(q, k - SCRATCH_DIRECTION);
}

static int is_minus_gradient(const frame *q, const double *d)
{
    const int n = q->len[POINT_B];
    double g[MAX_N], size = 0.0, off = 0.0;

    gradient(n, q->array[POINT_A], q->array[POINT_B], q->array[POINT_Z], g);
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(g[i]));
        off = d[i] == d[i] ? fmax(off, fabs(g[i] + d[i])) : HUGE_VAL;
    }
    return off <= 1e-6 * size;
}

static int judge_direction(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    const double *A = q->array[POINT_A], *b = q->array[POINT_B], *z = q->array[POINT_Z];
    double J[MAX_N * MAX_N], f[MAX_N], left[MAX_N], size;

    say_point(q, v);
    say_scratch(q, POINT_OUT + 1, v);
    if (k >= SCRATCH_DIRECTION && a->id == MB_NO_MEMORY) return 1;
    if (!judge_ok(v, a, "there is always a direction")) return 0;
    all_phi(n, A, b, z, f);
    jacobian(n, A, b, z, J);
    mb_matvec(n, n, J, a->array[POINT_OUT], left);
    size = largest(n, f);
    for (int i = 0; i < n; i++) f[i] /= -size, left[i] /= size;
    if (!judge_written(v, "d", n, a->array[POINT_OUT])) return 0;
    say_vector(v->yours, "d", n, a->array[POINT_OUT]);
    /* phi is small beside z: rounding */
    return judge_near(v, "(J d)/|phi|", n, left, f, k == SMALL ? 1e-4 : 1e-8);
}

/* J is singular, or so nearly so that the Newton step is at a right angle to the gradient: z_1 =
 * w_1, A_11 = -1, else column 1 is 0. In the last case phi_1 > 0 > phi_2 and A_12 is large, so
 * that phi'J phi < 0: -phi leads uphill. */
static void make_singular(int k, rng *r, frame *q)
{
    static const double tilt[] = { 0.0, 0.0, 0.0, 1e-13, -3e-13, 0.0, 0.0 };
    double A[9] = { 0.0 }, b[3], z[3];
    const int n = k < 2 || k == 6 ? 2 : 3;

    for (int i = 0; i < n; i++) {
        for (int j = 1; j < n; j++)
            A[i * n + j] = k == 0 ? (i == j ? 1.0 : 0.0) : i == j ? 2.0 : rng_range(r, 0.2, 0.8);
        z[i] = 1.0;
        b[i] = -rng_range(r, 3.0, 4.0);
    }
    A[0] = -1.0 + tilt[k];
    if (k == 6) A[1] = 500.0;
    b[0] = 2.0;
    for (int j = 1; j < n; j++) b[0] -= A[j];
    put_point(q, CALL_DIRECTION, n, A, b, z, n);
}

static int judge_descent(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    const double *d = a->array[POINT_OUT];
    double g[MAX_N], cosine;

    say_point(q, v);
    if (!judge_ok(v, a, "there is always a direction: -g, if there is no better one") ||
        !judge_written(v, "d", n, d)) return 0;
    gradient(n, q->array[POINT_A], q->array[POINT_B], q->array[POINT_Z], g);
    cosine = dot(n, g, d) / sqrt(dot(n, g, g) * dot(n, d, d));
    say_vector(v->yours, "d", n, d);
    if (cosine <= -1.0 + 1e-10 && fabs(dot(n, d, d) - 1.0) < 1e-10 && !is_minus_gradient(q, d)) {
        say(v->broken, "d is -g divided by its length, %.6g", sqrt(dot(n, g, g)));
        return blame(v, "the step to fall back on is -g itself, not divided by its length (eq "
                     "4.9)");
    }
    say(v->broken, "J is singular or nearly so, and d does not lead downhill: g'd / |g||d| is "
        "%.2g, and must be below -1e-9", cosine);
    return cosine <= -1e-9;
}

/* ---- 08 and 09: the line search ---- */

static void put_line(frame *q, int n, const double *A, const double *b, const double *z,
                     const double *d)
{
    put_lcp(q, CALL_LINE_SEARCH, n, A, b);
    put(q, given(n, z), given(n, d), blank(1));
}

static double merit_along(int n, const double *A, const double *b, const double *z, double t,
                          const double *d)
{
    double x[MAX_N] = { 0.0 };

    for (int i = 0; i < n; i++) x[i] = z[i] + t * d[i];
    return merit(n, A, b, x);
}

/* By how much the Newton direction d must be longer so that Psi(z + t d) - Psi(z) is part *
 * sigma t g'd, by bisection. g'd = -2 Psi(z). With part = 1 that is where (4.10) begins to fail;
 * with 1/2 the merit falls, but too little; with -1/2 it rises, if by less than that. */
static double borderline(int n, const double *A, const double *b, const double *z, const double *d,
                         double part)
{
    const double start = merit(n, A, b, z);
    double low = 1.0, high = 1e6;

    for (int i = 0; i < 100; i++) {
        const double t = 0.5 * (low + high);
        if (merit_along(n, A, b, z, t, d) - start < -2.0 * part * SIGMA * t * start) low = t;
        else high = t;
    }
    return high;
}

/* The Newton direction, longer or shorter: 30, 1000 and 1e5 can't be taken in full, nor can the
 * next two, which only just fail. From GOOD_ENOUGH on t = 1 is accepted, though a half would be
 * better: z and w are far from the kink, where phi is nearly linear; then one for which t must
 * be nearly 2^-40, one for which it is 2^-40; one in which the merit falls by three times as
 * much as (4.10) asks for at t = 1; n = 65; and one with t = 2^-12, where the merit falls by
 * more than sigma |g'd|: a search that forgets t in (4.10) accepts it, one that ends too early does
 * not. Then a very short step along -g, on which the merit falls by far less than 2 Psi; and TWELVE
 * in units of 2^-20, where no slack in (4.10) is small. */
enum { GOOD_ENOUGH = 16, SHORTEST = 18, LAST_POWER = 19, ENOUGH = 20, WIDE = 21, TWELVE = 22,
       GENTLE = 23, SMALL_UNITS = 24 };
static void make_line(int k, rng *r, frame *q)
{
    static const double length[] = { 1, 3, 30, 1000, 0.2, 1e5 };
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N], d[MAX_N], factor;
    const int n = k == 0 ? 2 : k == WIDE ? MAX_N : k >= SCRATCH_LINE ? 4 : 2 + k % 4;

    if (k == TWELVE || k == SMALL_UNITS) {
        const double unit = k == TWELVE ? 1.0 : 0x1p-20;
        put_line(q, 1, (const double[]){ 1 }, (const double[]){ -unit },
                 (const double[]){ 2 * unit }, (const double[]){ -3500 * unit });
        return;
    }
    if (k == GENTLE) {
        put_line(q, 2, example_A, example_b, example_z,
                 (const double[]){ 6 * 0x1p-20, 19.2 * 0x1p-20 });
        return;
    }
    if (k == 0) {
        memcpy(A, example_A, sizeof example_A), memcpy(b, example_b, sizeof example_b),
            memcpy(z, example_z, sizeof example_z);
    } else {
        make_diagonally_dominant(r, n, A);
        make_vector(r, n, b);
        make_vector(r, n, z);
    }
    if (!newton_direction(n, A, b, z, d)) memset(d, 0, sizeof d);
    for (int i = 0; i < n && (k == GOOD_ENOUGH || k == GOOD_ENOUGH + 1); i++) {
        z[i] = rng_range(r, 1.0, 2.0);
        b[i] = 50.0;
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * z[j];
        d[i] = -(k == GOOD_ENOUGH ? 1.8 : 1.95) * z[i];
    }
    if (k == GOOD_ENOUGH || k == GOOD_ENOUGH + 1 || k >= WIDE) factor = 1.0;
    else if (k == SHORTEST) factor = 0x1p38;
    else if (k == LAST_POWER) factor = borderline(n, A, b, z, d, 1.0) * sqrt(2.0) * 0x1p39;
    else if (k == ENOUGH) factor = borderline(n, A, b, z, d, 3.0);
    else factor = k % 8 < 6 ? length[k % 8] : borderline(n, A, b, z, d, k % 8 == 6 ? 0.5 : -0.5);
    for (int i = 0; i < n; i++) d[i] *= factor;
    put_line(q, n, A, b, z, d);
    if (k >= SCRATCH_LINE) put_scratch(q, k - SCRATCH_LINE);
}

static int accepted(const frame *q, double t, double start, double slope)
{
    double *const *x = q->array;

    return merit_along(q->len[LINE_B], x[LINE_A], x[LINE_B], x[LINE_Z], t, x[LINE_D]) <=
           start + SIGMA * t * slope + 1e-13 * start;
}

static int judge_line(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[LINE_B];
    const double t = a->array[LINE_T][0],
                 start = merit(n, q->array[LINE_A], q->array[LINE_B], q->array[LINE_Z]);
    double g[MAX_N], slope, largest = 1.0;

    say_lcp(v->input, n, q->array[LINE_A], q->array[LINE_B]);
    say_vector(v->input, "z", n, q->array[LINE_Z]);
    say_vector(v->input, "d", n, q->array[LINE_D]);
    say_scratch(q, LINE_T + 1, v);
    if (k >= SCRATCH_LINE && a->id == MB_NO_MEMORY) return 1;
    if (!judge_ok(v, a, k == LAST_POWER ? "2^-40 is accepted" : "d is a direction of descent") ||
        !judge_written(v, "t", 1, &t)) return 0;
    say(v->yours, "t=%g", t);
    gradient(n, q->array[LINE_A], q->array[LINE_B], q->array[LINE_Z], g);
    slope = dot(n, g, q->array[LINE_D]);
    if (!(t > 0.0 && t <= 1.0)) return broken(v, "t must be greater than 0 and at most 1");
    if (!accepted(q, t, start, slope))
        return broken(v, "t does not satisfy (4.10): the merit at z + t d is %.8g, and must be at "
                      "most %.8g = %.8g %+.3g", merit_along(n, q->array[LINE_A], q->array[LINE_B],
                      q->array[LINE_Z], t, q->array[LINE_D]), start + SIGMA * t * slope, start,
                      SIGMA * t * slope);
    while (largest > 0x1p-40 && !accepted(q, largest, start, slope)) largest *= 0.5;
    if (largest >= 1.0 ? t >= 1.0 : t >= 0.1 * largest) return 1;
    return broken(v, "t is too short: %g would be accepted", largest);
}

/* the gradient itself; minus the Newton direction; no direction at all; a solution; a direction
 * that does lead downhill; one so long that no t >= 2^-40 is short enough; and one so long that
 * row 2 of A (z + d) is infinity minus infinity */
static void make_ascent(int k, rng *r, frame *q)
{
    static const double A6[] = { 3, 3, 0, -3, 3, 0, 0, 0, 1 }, b6[] = { -1, -1, 1 },
        z6[] = { 0, 0, 0 }, d6[] = { 1e308, 1e308, 0 };
    double A[9], b[3], z[3], d[3] = { 0.0 };

    if (k == 6) {
        put_line(q, 3, A6, b6, z6, d6);
        return;
    }
    make_diagonally_dominant(r, 3, A);
    make_vector(r, 3, b);
    make_vector(r, 3, z);
    if (k == 0) gradient(3, A, b, z, d);
    if (k == 1 && newton_direction(3, A, b, z, d))
        for (int i = 0; i < 3; i++) d[i] = -d[i];
    if (k == 3)
        for (int i = 0; i < 3; i++) b[i] = 1.0 + (double)i, z[i] = 0.0, d[i] = 1.0;
    if (k >= 4 && !newton_direction(3, A, b, z, d)) memset(d, 0, sizeof d);
    for (int i = 0; k == 5 && i < 3; i++) d[i] *= 1e18;
    put_line(q, 3, A, b, z, d);
}

static int judge_ascent(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == 4) return judge_line(k, q, a, v);
    say_lcp(v->input, 3, q->array[LINE_A], q->array[LINE_B]);
    say_vector(v->input, "z", 3, q->array[LINE_Z]);
    say_vector(v->input, "d", 3, q->array[LINE_D]);
    if (!judge_status(v, a, one_of(MB_STALLED),
                      k >= 5 ? "no t >= 2^-40 is short enough for this d" :
                      "g'd >= 0, so that d does not lead downhill")) return 0;
    return judge_unchanged(v, "t", q, a, LINE_T);
}

/* ---- 10 to 12: the solver ---- */

static void put_solve(frame *q, int n, const double *A, const double *b, const double *z,
                      double tol, int max_iter, int given)
{
    put_solver(q, CALL_SOLVE, n, A, b, z, (const double[]){ tol, max_iter, 0.0, given, -1.0 },
               n < 10 ? HISTORY : SHORT_HISTORY);
}

/* history must hold residuals above tol after the first steps, as many as were done and have room;
 * the last is that of z; nothing else */
static int judge_history(const frame *q, const double *history, int steps, double residual,
                         double tol, verdict *v)
{
    const int length = q->len[SOLVE_HISTORY], room = history_of(q);

    for (int i = 0; i < length; i++) {
        const int last = i == steps - 1, blank = !(history[i] < BLANK || history[i] > BLANK);
        if (i >= steps || i >= room ? blank
            : last                  ? fabs(history[i] - residual) <= 1e-12
                                    : !blank && history[i] > tol && history[i] <= 1.0)
            continue;
        if (i >= steps || i >= room)
            return broken(v, "history[%d] was written: there %s %d step%s, and history_len is %d",
                          i, steps == 1 ? "was" : "were", steps, steps == 1 ? "" : "s", room);
        if (!blank) say(v->broken, "history[%d] is %g, and ", i, history[i]);
        else say(v->broken, "history[%d] was not written, and ", i);
        if (last) return broken(v, "the residual after step %d was %g", i + 1, residual);
        return broken(v, "there were more steps: the residual after step %d was above tol", i + 1);
    }
    return 1;
}

/* MB_OK only to the requested tolerance, MB_MAX_ITER only above it; info and history must agree
 * with z */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    const double *info = a->array[SOLVE_INFO], *history = a->array[SOLVE_HISTORY];
    const mb_lcp p = problem_of(q);
    const double residual = mb_residual(&p, a->array[SOLVE_Z]), tol = tol_of(q);

    if (a->id == MB_OK && !(residual <= tol)) {
        say(v->broken, "MB_OK was returned, but the residual of your z is %.2g, not below tol = %g",
            residual, tol);
        return blame(v, "MB_OK is returned without the test mb_residual(p, z) <= tol, with "
                     "opt->tol where it is given");
    }
    if (a->id == MB_MAX_ITER && residual <= tol) {
        say(v->broken, "MB_MAX_ITER was returned, but the z returned passes the test");
        if (has_info(q)) say_late(info[2], tol, v);
        return 0;
    }
    if (!has_info(q)) return 1;
    return judge_info(v, (mb_status)a->id, info, max_iter_of(q, MAX_ITER), &p, a->array[SOLVE_Z],
                      q->array[SOLVE_Z]) &&
           judge_history(q, history, (int)info[1], residual, tol, v);
}

static void say_solve(const frame *q, verdict *v)
{
    static const char *const given[] = { "", "opt=NULL info=NULL  ", "history=NULL  ", "opt=NULL  ",
        "info=NULL  ", "history_len=0  " };
    const double *o = q->array[SOLVE_OPTIONS];

    say_lcp(v->input, q->len[SOLVE_B], q->array[SOLVE_A], q->array[SOLVE_B]);
    say_vector(v->input, "start z", q->len[SOLVE_B], q->array[SOLVE_Z]);
    if (has_options(q) && o[OPTION_TOL] > 0.0) say(v->input, "tol=%g  ", o[OPTION_TOL]);
    if (has_options(q) && o[OPTION_MAX_ITER] > 0.0)
        say(v->input, "max_iter=%g  ", o[OPTION_MAX_ITER]);
    say(v->input, "%s", given[gives(q)]);
    if (o[OPTION_BYTES] >= 0.0) say(v->input, "scratch: %g bytes", o[OPTION_BYTES]);
}

enum { START_SOLVES = 7 };       /* the case of test 10 that starts at the solution */

static int judge_solution(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];

    say_solve(q, v);
    if (!judge_ok(v, a, "this problem has one solution, and Newton's method finds it")) {
        if (a->id > 0) say_vector(v->yours, ", z", n, a->array[SOLVE_Z]);
        if (a->id == MB_MAX_ITER)
            v->advice = "the steps are used up: is each z + t d, with the t of the line search, "
                        "and its d that of the z where it begins?";
        return 0;
    }
    if (!judge_lcp(v, n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z], SOLVED) ||
        !judge_told(q, a, v))
        return 0;
    if (k != START_SOLVES || a->array[SOLVE_INFO][1] <= 0.0) return 1;
    say(v->broken, "the start is a solution already: no step should be taken");
    return blame(v, "the residual of the start is not tested before the first step, or z was set "
                 "to something else");
}

/* small ones with every kind of start and of NULL; then ROUNDED, whose z = 0 only (4.11) makes 0,
 * and RISES, whose residual is 8 times as large after the first step; then random ones: matrices
 * with a positive symmetric part, one solution each; the last four of them in units far from 1. FAR
 * has w so large that z, beside it 0, stays above 0: z > w is asked, too (4.11). */
enum { ROUNDED = 14, RISES = 18, FAR = 43, PROBLEMS };
static void make_problem(int k, rng *r, frame *q)
{
    static const int size[] = { 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40 };
    static const double zero[MAX_N], positive[] = { 5, 6 }, one[] = { 1, 1 }, kink[] = { 0, -1 };
    static const double solution[] = { 4.0 / 3.0, 7.0 / 3.0 };
    static const double rounded[] = { 6, -2, -2, 5 }, rounded_b[] = { 2, 3 },
        from[][2] = { { 1, 1 }, { 0, 2 }, { -3, 4 }, { 3, -1 } };
    static const double rises[] = { 6, -4, -2, -4, 6, -2, 0, -4, 5 }, rises_b[] = { -1, 5, -3 },
        rises_z[] = { 5, 6, 6 };
    static const double unit_A[] = { 1, 0, 0, 1 }, far_b[] = { 3e7, 3.5e7 }, far_z[] = { 0.3, 0.3 };
    static double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];
    const int n = size[k % 11];

    switch (k) {
    case 0: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, WITH_ALL); return;
    case 1: put_solve(q, 2, example_A, positive, zero, 0.0, 0, WITH_ALL); return;
    case 2: put_solve(q, 2, example_A, kink, zero, 0.0, 0, WITH_ALL); return;
    case 3: put_solve(q, 2, example_A, example_b, solution, 0.0, 0, NO_OPTIONS_NO_INFO); return;
    case 4: put_solve(q, 2, example_A, zero, zero, 0.0, 0, WITH_ALL); return;
    /* z = 0, to be reached from elsewhere */
    case 5: put_solve(q, 2, example_A, positive, one, 0.0, 0, WITH_ALL); return;
    case 6: put_solve(q, 0, example_A, example_b, zero, 0.0, 0, WITH_ALL); return;
    case 7: put_solve(q, 2, example_A, example_b, solution, 0.0, 0, NO_HISTORY); return;
    case 8: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, NO_HISTORY); return;
    case 9: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, NO_OPTIONS_NO_INFO); return;
    case 10: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, NO_OPTIONS); return;
    case 11: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, NO_INFO); return;
    case 12: put_solve(q, 2, example_A, example_b, zero, 0.0, 0, NO_LENGTH); return;
    case 13: put_solve(q, 0, example_A, example_b, zero, 0.0, 0, NO_OPTIONS_NO_INFO); return;
    case RISES: put_solve(q, 3, rises, rises_b, rises_z, 0.0, 0, WITH_ALL); return;
    case FAR: put_solve(q, 2, unit_A, far_b, far_z, 0.0, 0, WITH_ALL); return;
    default: break;
    }
    if (k >= ROUNDED && k < RISES) {
        put_solve(q, 2, rounded, rounded_b, from[k - ROUNDED], 0.0, 0, WITH_ALL);
        return;
    }
    if (k % 3 == 2) make_spd(r, n, A);
    else make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    make_vector(r, n, z);
    for (int i = 0; i < n && k >= FAR - 4; i++) {
        const double unit = ldexp(1.0, k % 2 ? 70 * (k % 4) : -70 * (1 + k % 4));
        b[i] *= unit;
        z[i] *= unit;
    }
    put_solve(q, n, A, b, k % 2 ? zero : z, 0.0, 0, WITH_ALL);
}

static void make_fast(int k, rng *r, frame *q)
{
    double A[400], b[20], z[20] = { 0.0 };
    const int n = 10 + k;

    if (k % 2) make_spd(r, n, A);
    else make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    b[0] = -2.0;
    put_solve(q, n, A, b, z, 0.0, FAST, WITH_ALL);
}

static int judge_fast(int k, const frame *q, const frame *a, verdict *v)
{
    if (a->id == MB_MAX_ITER) {
        say_solve(q, v);
        say(v->yours, "%d steps, residual %.2g  ", FAST, a->array[SOLVE_INFO][2]);
        return broken(v, "not solved after %d steps: Newton's method needs about 10 here", FAST);
    }
    return judge_solution(-1, q, a, v);
}

/* a problem and a start from which the full Newton step raises the merit, although it leads
 * downhill */
static void make_too_long(rng *r, frame *q)
{
    double A[9], b[3], z[3] = { 0.0 }, d[3];

    for (int tries = 0; tries < 10000; tries++) {
        for (int i = 0; i < 9; i++)
            A[i] = i % 4 == 0 ? rng_range(r, 1.0, 4.0) : rng_range(r, -6.0, 6.0);
        make_vector(r, 3, b);
        make_vector(r, 3, z);
        if (newton_direction(3, A, b, z, d) &&
            merit_along(3, A, b, z, 1.0, d) > 2.0 * merit(3, A, b, z) && descends(3, A, b, z, d))
            break;
    }
    put_solve(q, 3, A, b, z, 0.0, 1, WITH_ALL);
}

/* one from which the full step is accepted, and makes an element of z negative */
static void make_negative(rng *r, frame *q)
{
    double A[9], b[3], z[3] = { 0.0 }, d[3];

    for (int tries = 0; tries < 10000; tries++) {
        int below = 0;
        make_diagonally_dominant(r, 3, A);
        make_vector(r, 3, b);
        make_vector(r, 3, z);
        b[0] = -2.0;
        if (!newton_direction(3, A, b, z, d)) continue;
        for (int i = 0; i < 3; i++) below |= z[i] > 0.0 && z[i] + d[i] < -0.1;
        if (below && merit_along(3, A, b, z, 1.0, d) < 0.5 * merit(3, A, b, z)) break;
    }
    put_solve(q, 3, A, b, z, 0.0, 1, WITH_ALL);
}

/* A tolerance that can't be met; a problem without a solution; an ordinary one, so that a solver
 * that always reports failure does not pass; the same with a large tolerance, and without options
 * after that; the start z = -1/2 for w = -z - 1, where the gradient is 0; one step allowed where
 * the full step is too long, and where it leads below 0; from SHORT_STEPS on starts from which the
 * first steps are short; from CAPPED on 10, 9 ... 1 steps allowed, one of which is the one that
 * solves; from REFUSED on, a NaN or an infinity in some place of A, b or the start; from LITTLE on
 * less scratch than the contract gives, first none at all */
enum { IMPOSSIBLE, UNSOLVABLE, ORDINARY, LOOSE, AFTER_LOOSE, STATIONARY, TOO_LONG, NEGATIVE,
       SHORT_STEPS, CAPPED = SHORT_STEPS + 6, REFUSED = CAPPED + 10, LITTLE = REFUSED + 9,
       TRUTHS = LITTLE + 40 };
static void make_truth(int k, rng *r, frame *q)
{
    static const double A0[] = { 1, -1, -1, 1 }, b0[] = { -1, -1 }, minus_one[] = { -1 },
        minus_half[] = { -0.5 };
    static const spoiler by[LITTLE - REFUSED] = {
        { SOLVE_B, 3, A_NAN }, { SOLVE_A, 9, HUGE_VAL }, { SOLVE_Z, 2, A_NAN },
        { SOLVE_Z, 3, HUGE_VAL }, { SOLVE_B, 0, -HUGE_VAL }, { SOLVE_A, 15, A_NAN },
        { SOLVE_A, 0, A_NAN }, { SOLVE_Z, 0, -HUGE_VAL }, { SOLVE_B, 3, HUGE_VAL }
    };
    double A[16], b[4], z[4] = { 0.0 };

    if (k == TOO_LONG || k == NEGATIVE) {
        (k == TOO_LONG ? make_too_long : make_negative)(r, q);
        return;
    }
    if (k >= SHORT_STEPS && k < CAPPED) {
        narrow_problem(r, A, b, z);
        put_solve(q, 3, A, b, z, 0.0, 0, WITH_ALL);
        return;
    }
    make_diagonally_dominant(r, 4, A);
    for (int i = 0; i < 4; i++) b[i] = -rng_range(r, 0.5, 1.5);
    for (int i = 0; i < 4 && k >= LITTLE; i++) z[i] = 0.25;
    if (k == UNSOLVABLE) put_solve(q, 2, A0, b0, z, 0.0, 0, WITH_ALL);
    else if (k == LOOSE || k == AFTER_LOOSE)
        put_solve(q, 4, A, b, z, k == LOOSE ? 0.5 : 0.0, 0, k == LOOSE ? WITH_ALL : NO_OPTIONS);
    else if (k == STATIONARY) put_solve(q, 1, minus_one, minus_one, minus_half, 0.0, 0, WITH_ALL);
    else if (k >= CAPPED && k < REFUSED)
        put_solve(q, 2, example_A, example_b, z, 0.0, REFUSED - k, WITH_ALL);
    else put_solve(q, 4, A, b, z, k == IMPOSSIBLE ? 1e-300 : 0.0, 0, WITH_ALL);
    if (k >= REFUSED && k < LITTLE) spoil(q, by[k - REFUSED]);
    if (k == UNSOLVABLE || k == CAPPED || k == REFUSED + 1 || k == LITTLE)
        q->array[SOLVE_OPTIONS][OPTION_GIVEN] = NO_INFO;
    if (k >= LITTLE)
        q->array[SOLVE_OPTIONS][OPTION_BYTES] = 2.0 * (double)(k - LITTLE) * sizeof(double);
}

/* one step with the line search does not raise the merit */
static int judge_step(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];
    const double *A = q->array[SOLVE_A], *b = q->array[SOLVE_B];
    const double before = merit(n, A, b, q->array[SOLVE_Z]),
                 after = merit(n, A, b, a->array[SOLVE_Z]);

    if (after <= before) return 1;
    return broken(v, "the merit rose from %g to %g in this step: the full d is too long here, z + "
                  "t d with a shorter t is needed", before, after);
}

/* the only step that was allowed: along Newton's d, and all of it where (4.10) accepts t = 1 */
static int judge_only_step(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];
    const double *A = q->array[SOLVE_A], *b = q->array[SOLVE_B], *from = q->array[SOLVE_Z];
    double d[MAX_N], moved[MAX_N], t, off = 0.0;

    if (a->id != MB_MAX_ITER || !newton_direction(n, A, b, from, d)) return 1;
    for (int i = 0; i < n; i++) moved[i] = a->array[SOLVE_Z][i] - from[i];
    t = dot(n, moved, d) / dot(n, d, d);
    for (int i = 0; i < n; i++) off = fmax(off, fabs(moved[i] - t * d[i]));
    say_vector(v->yours, "z", n, a->array[SOLVE_Z]);
    if (off > 1e-6 * largest(n, d)) {
        say(v->broken, "the step from the start is not along d, J d = -phi");
        return blame(v, "z moves to z + t d, with the d of lab_direction and the t of "
                     "lab_line_search");
    }
    if (fabs(t - 1.0) <= 1e-6) return 1;
    say(v->broken, "the step from the start is %.6g d, but t = 1 is accepted there (eq 4.10)", t);
    return blame(v, "the step is shorter or longer than the line search's: use z + t d");
}

/* with too little scratch: either the solver does not need more, or it reports that and leaves z
 * unchanged; with none it needs more */
static int judge_little(int k, const frame *q, const frame *a, verdict *v)
{
    if (a->id == MB_OK && k > LITTLE) {
        v->input[0] = '\0';
        return judge_solution(-1, q, a, v);
    }
    if (!judge_status(v, a, k == LITTLE ? one_of(MB_NO_MEMORY) : one_of(MB_OK, MB_NO_MEMORY),
                      "an array of the arena is NULL")) {
        if (q->array[SOLVE_OPTIONS][OPTION_BYTES] < 16.0 * sizeof(double)) /* no J */
            say(v->cause, "where a piece returns MB_NO_MEMORY, or an array is NULL, the solver's "
                          "status is also MB_NO_MEMORY");
        return 0;
    }
    return judge_unchanged(v, "z", q, a, SOLVE_Z) && judge_told(q, a, v);
}

static int judge_truth(int k, const frame *q, const frame *a, verdict *v)
{
    say_solve(q, v);
    if (k == STATIONARY) {
        if (a->id != MB_STALLED)
            say(v->cause, "where the line search finds no step, the solver ends: MB_STALLED");
        return judge_status(v, a, one_of(MB_STALLED),
                            "the gradient is 0 here: no direction leads downhill") &&
               judge_told(q, a, v);
    }
    if (k == AFTER_LOOSE && a->id == MB_OK && a->array[SOLVE_INFO][2] > 1e-10)
        say(v->cause, "the tolerance of the call before was used: without options it is 1e-10");
    if (k == ORDINARY || k == AFTER_LOOSE) {
        v->input[0] = '\0';
        return judge_solution(-1, q, a, v);
    }
    if (k >= LITTLE) return judge_little(k, q, a, v);
    if (k >= REFUSED)
        return judge_status(v, a, one_of(MB_NOT_FINITE),
                            "A, b or the start holds a NaN or an infinity") &&
               judge_unchanged(v, "z", q, a, SOLVE_Z) && judge_told(q, a, v);
    return judge_status(v, a, one_of(MB_OK, MB_MAX_ITER, MB_STALLED, MB_SINGULAR),
                        "the status must be true") && judge_told(q, a, v) &&
           (k != TOO_LONG || judge_step(q, a, v)) &&
           ((k != NEGATIVE && k != REFUSED - 1) || judge_only_step(q, a, v));
}

static const lab_test tests[] = {
    { "01", "Fischer-Burmeister function", 2, "pieces", 1, 8, make_phi, judge_phi },
    { "02", "Fischer-Burmeister function: zeros and extremes", 1, "pieces", 0, 6, make_awkward_phi,
      judge_phi },
    { "03", "Jacobian", 2, "pieces", 1, 14, make_jacobian, judge_jacobian },
    { "04", "Jacobian at kinks", 2, "pieces", 1, 6, make_kink, judge_kink },
    { "05", "merit and its gradient", 2, "pieces", 1, SCRATCH_MERIT + SCRATCHES, make_merit,
      judge_merit },
    { "06", "direction", 2, "steps", 1, SCRATCH_DIRECTION + SCRATCHES, make_direction,
      judge_direction },
    { "07", "direction where the Jacobian is singular", 2, "steps", 1, 7, make_singular,
      judge_descent },
    { "08", "line search", 2, "steps", 1, SCRATCH_LINE + SCRATCHES, make_line, judge_line },
    { "09", "line search: where there is no step", 1, "steps", 0, 7, make_ascent, judge_ascent },
    { "10", "solve: random problems", 2, "solver", 1, PROBLEMS, make_problem, judge_solution },
    { "11", "solve: few steps", 1, "solver", 4, 8, make_fast, judge_fast },
    { "12", "solve: tells the truth", 1, "solver", 1, TRUTHS, make_truth, judge_truth },
};

const lab lab_04_newton = { "04_newton", "A semismooth Newton method", all_of_lcp(tests),
    CALL_SOLVE };
