/* Lab 01's tests: residuals and merit functions at given points, then the complementary cones */
#include "grader.h"
#include "worker.c"

#include <math.h>

/* cones are enumerated up to MAX_N; a point may have any size */
enum { MAX_N = 12, LARGE = 200 };

#define CLOSE 1e-10
/* random problems: cones with a boundary nearer to b than this, relative to its coordinates, are
 * not judged */
#define MARGIN 1e-9

/* the worked example of README: a matrix that is not symmetric, and a point that breaks both
 * conditions */
static const double example_A[] = { 2, 1, 0, 2 }, example_b[] = { -5, -6 }, example_z[] = { 1, 4 };

static void make_any_matrix(rng *r, int n, double *A)
{
    for (int i = 0; i < n * n; i++) A[i] = rng_range(r, -2.0, 2.0);
}

/* ---- 01 to 04, 06: functions of a point ---- */

/* The worked example, two more points of it, n = 1, and random problems; in 6 to 8 n = 40, 65
 * and 200, and each row has units of its own; in the last four w is far smaller than z, far
 * larger, and both are far from 1. outputs = 0 stands for n of them. */
enum { POINTS = 13 };
static void make_point(int call, int k, rng *r, frame *q, int outputs)
{
    static const double solution[] = { 1, 3 }, origin[] = { 0, 0 };
    static const int size[POINTS] = { 2, 2, 2, 1, 4, 5, 40, 65, LARGE, 3, 4, 5, 3 };
    static const int of_a[] = { -70, 70, 0, 0 }, of_b[] = { 0, 0, 500, -500 },
        of_z[] = { 70, -70, 500, -500 };
    static double A[LARGE * LARGE], b[LARGE], z[LARGE];
    const int n = size[k];

    if (k < 3) {
        put_point(q, call, 2, example_A, example_b,
                  k == 0   ? example_z
                  : k == 1 ? solution
                           : origin,
                  outputs ? outputs : 2);
        return;
    }
    make_any_matrix(r, n, A);
    make_vector(r, n, b);
    make_vector(r, n, z);
    for (int i = 0; i < n && k >= 6; i++) {
        const double unit = ldexp(1.0, k < 9 ? 20 * (i % 4) - 60 : of_a[k - 9]);
        for (int j = 0; j < n; j++) A[i * n + j] *= unit;
        b[i] = k < 9 ? b[i] * unit : ldexp(b[i], of_b[k - 9]);
        if (k >= 9) z[i] = ldexp(z[i], of_z[k - 9]);
    }
    put_point(q, call, n, A, b, z, outputs ? outputs : n);
}

static double slack(const frame *q, int i)
{
    const int n = q->len[POINT_B];
    double w = q->array[POINT_B][i];

    for (int j = 0; j < n; j++) w += q->array[POINT_A][i * n + j] * q->array[POINT_Z][j];
    return w;
}

/* the sum of the sizes of the terms of w_i: rounding errors are a small part of that */
static double slack_size(const frame *q, int i)
{
    const int n = q->len[POINT_B];
    double size = fabs(q->array[POINT_B][i]);

    for (int j = 0; j < n; j++) size += fabs(q->array[POINT_A][i * n + j] * q->array[POINT_Z][j]);
    return size;
}

/* x_i is right up to the rounding errors of row i and of z_i, in their own units */
static int judge_rows(const frame *q, const char *name, const double *x, const double *want,
                      verdict *v)
{
    const int n = q->len[POINT_B];
    double allowed[LARGE];

    for (int i = 0; i < n; i++)
        allowed[i] = 1e-12 * slack_size(q, i) + 1e-14 * fabs(q->array[POINT_Z][i]);
    return judge_each(v, name, n, x, want, allowed);
}

static void make_slack(int k, rng *r, frame *q) { make_point(CALL_SLACK, k, r, q, 0); }

static void make_natural_map(int k, rng *r, frame *q) { make_point(CALL_NATURAL_MAP, k, r, q, 0); }

/* w, or f = min(z, w) */
static int judge_map(int k, const frame *q, const frame *a, verdict *v)
{
    const int natural = q->id == CALL_NATURAL_MAP, n = q->len[POINT_B];
    double want[LARGE];

    say_point(q, v);
    for (int i = 0; i < n; i++) {
        want[i] = slack(q, i);
        if (natural) want[i] = fmin(q->array[POINT_Z][i], want[i]);
    }
    return judge_ok(v, a, natural ? "f can always be computed" : "w can always be computed") &&
           judge_rows(q, natural ? "f" : "w", a->array[POINT_OUT], want, v);
}

/* random problems, half of them in odd units: rows scaled, z and b scaled; in the next five
 * units far from 1, where z >= 0 and w decides; the last two large. */
enum { FAR = 12, FAR_AND_LARGE = 17, RESIDUALS = 19 };
static void make_residual(int k, rng *r, frame *q)
{
    static const double far[] = { 1e-60, 1e60, 1e-100, 1e280, 1e-280 };
    const double unit = k < FAR || k >= FAR_AND_LARGE ? 1e-7 : far[k - FAR];

    make_point(CALL_RESIDUAL,
               k < 6                ? k
               : k >= FAR_AND_LARGE ? k - FAR_AND_LARGE + 7
               : k == 6             ? 6
                                    : 3 + k % 3,
               r, q, 1);
    if (k >= 7 && k < FAR_AND_LARGE) {
        const int n = q->len[POINT_B];
        for (int i = 0; i < n; i++) {
            const double row = pow(10.0, rng_range(r, -6.0, 6.0));
            for (int j = 0; j < n; j++) q->array[POINT_A][i * n + j] *= row;
            q->array[POINT_B][i] *= row * unit;
            if (k >= FAR)
                q->array[POINT_B][i] =
                    copysign(q->array[POINT_B][i], -1.0) * (k == FAR + 2 ? -50.0 : 1.0);
            q->array[POINT_Z][i] =
                unit * (k % 2 || k >= FAR ? fabs(q->array[POINT_Z][i]) : q->array[POINT_Z][i]);
        }
    }
}

static double residual(const frame *q)
{
    const int n = q->len[POINT_B];
    const double *A = q->array[POINT_A], *z = q->array[POINT_Z];
    const double zs = largest(n, z);
    double r = 0.0;

    for (int i = 0; i < n; i++) {
        double ws = fabs(q->array[POINT_B][i]), zi = zs > 0.0 ? z[i] / zs : 0.0, wi;
        for (int j = 0; j < n; j++) ws += fabs(A[i * n + j] * z[j]);
        wi = ws > 0.0 ? slack(q, i) / ws : 0.0;
        r = fmax(r, fabs(fmin(zi, wi)));
    }
    return r;
}

static int judge_residual(int k, const frame *q, const frame *a, verdict *v)
{
    const double r = residual(q);

    say_point(q, v);
    return judge_ok(v, a, "all numbers are finite") &&
           judge_near(v, "r", 1, a->array[POINT_OUT], &r, CLOSE);
}

/* the first cases of test 04 have a residual, and the last one a small one */
enum { FINITE = 4, NEARLY = 14, AWKWARD };

/* Row 2 of A and b is all zeros. 0 and 1: z = 0, the second a solution; 2 and 3: z_2 in that row
 * positive, and negative. From FINITE on: one NaN or infinity, first and last of an array too. In
 * NEARLY the worked example's solution, off by 2^-30. */
static void make_awkward(int k, rng *r, frame *q)
{
    static const spoiler by[] = {
        { POINT_Z, 1, A_NAN }, { POINT_B, 2, A_NAN }, { POINT_A, 4, A_NAN },
        { POINT_Z, 2, HUGE_VAL }, { POINT_Z, 0, -HUGE_VAL }, { POINT_B, 0, -HUGE_VAL },
        { POINT_B, 2, HUGE_VAL }, { POINT_A, 0, HUGE_VAL }, { POINT_A, 5, -HUGE_VAL },
        { POINT_A, 8, A_NAN }
    };
    double A[] = { 1, 2, 0, 0, 0, 0, 3, 0, 1 }, b[] = { -2, 0, 4 }, z[] = { 0, 0, 0 };

    if (k == NEARLY) {
        put_point(q, CALL_RESIDUAL, 2, (const double[]){ 2, 1, 1, 2 }, (const double[]){ -5, -6 },
                  (const double[]){ 4.0 / 3.0, 7.0 / 3.0 + 0x1p-30 }, 1);
        return;
    }
    if (k == 1) b[0] = 2.0;
    if (k >= 2) z[0] = 1.0, z[2] = 2.0;
    if (k == 2) z[1] = 5.0;
    if (k == 3) z[1] = -5.0;
    put_point(q, CALL_RESIDUAL, 3, A, b, z, 1);
    if (k >= FINITE) spoil(q, by[k - FINITE]);
}

static int judge_awkward(int k, const frame *q, const frame *a, verdict *v)
{
    if (k < FINITE) return judge_residual(k, q, a, v);
    say_point(q, v);
    if (k == NEARLY) {
        const double r = residual(q), got = a->array[POINT_OUT][0];
        if (!judge_ok(v, a, "all numbers are finite")) return 0;
        if (fabs(got - r) <= 1e-3 * r) return 1;
        say(v->broken, "r should be %.3g and is %.3g", r, got);
        return blame(v, "a small residual is still a residual: solvers compare it with 1e-10");
    }
    return judge_status(v, a, one_of(MB_NOT_FINITE),
                        "there is a NaN or an infinity in A, b or z") &&
           judge_unchanged(v, "r", q, a, POINT_OUT);
}

/* 06: even cases the natural map, odd ones Fischer-Burmeister. In pair HUGE_Z z_i^2 is too large
 * for a double, the merit is not; in the last two the largest row comes first. */
enum { HUGE_Z = POINTS, MERITS = 2 * (HUGE_Z + 3) };
static void make_merit(int k, rng *r, frame *q)
{
    static const double A[] = { 0x1p-540, 0, 0, 1 }, b[] = { 1, -2 }, z[] = { 0x1p540, 1 };
    static const double one[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, falling[] = { 5, 4, 2, 1 };
    const int call = k % 2 ? CALL_MERIT_FB : CALL_MERIT_NATURAL;

    if (k / 2 < HUGE_Z) make_point(call, k / 2, r, q, 1);
    else if (k / 2 > HUGE_Z)
        put_point(q, call, 3, one, falling + k / 2 % 2, falling + k / 2 % 2, 1);
    else put_point(q, call, 2, A, b, z, 1);
}

/* the merit, and the rounding errors that it may have: those of its terms f^2, where f is a
 * difference */
static double merit(const frame *q, int fb, double *allowed)
{
    double sum = 0.0;

    *allowed = 0.0;
    for (int i = 0; i < q->len[POINT_B]; i++) {
        const double z = q->array[POINT_Z][i], w = slack(q, i),
                     f = fb ? z + w - hypot(z, w) : fmin(z, w);
        const double error = 1e-12 * (slack_size(q, i) + fabs(z));
        sum += f * f;
        *allowed += fabs(f) * error + error * error + 1e-12 * f * f;
    }
    return sum / 2.0;
}

static int judge_merit(int k, const frame *q, const frame *a, verdict *v)
{
    double allowed;
    const double want = merit(q, k % 2, &allowed), *got = a->array[POINT_OUT];

    say(v->input, "%s  ", k % 2 ? "Fischer-Burmeister" : "natural map");
    say_point(q, v);
    if (!judge_ok(v, a, "the merit can always be computed")) return 0;
    if (fabs(got[0] - want) <= allowed) return 1;
    if (!judge_written(v, "merit", 1, got)) return 0;
    say(v->yours, "merit=%g", got[0]);
    return broken(v, "merit should be %.10g and is %.10g  (off by %.2g, allowed %.1g)", want,
                  got[0], fabs(got[0] - want), allowed);
}

/* ---- 05: the Fischer-Burmeister function ---- */

static void make_fb(int k, rng *r, frame *q)
{
    static const double ab[][2] = { { 3, 4 }, { -3, 4 }, { 0, 0 }, { 0, 5 }, { -3, -4 },
        { 1e200, 1e200 }, { 3e-200, 4e-200 },
                                    { -5, 0 }, { 2, -1e200 }, { -1e-170, 2e-170 }, { 0, -3 },
                                      { -2e200, 1 },
                                    { -1e-200, -1 }, { 1e200, -1e200 } };
    enum { FIXED = sizeof ab / sizeof ab[0] };

    q->id = CALL_FISCHER_BURMEISTER;
    if (k < FIXED) put(q, given(2, ab[k]));
    else put(q, given(2, (const double[]){ rng_range(r, -2.0, 2.0), rng_range(r, -2.0, 2.0) }));
    put(q, blank(1));
}

static int judge_fb(int k, const frame *q, const frame *a, verdict *v)
{
    const double x = q->array[FB_AB][0], y = q->array[FB_AB][1], got = a->array[FB_PHI][0],
                 want = x + y - hypot(x, y);

    say(v->input, "a=%g  b=%g", x, y);
    if (!judge_ok(v, a, "phi can always be computed")) return 0;
    if (!judge_written(v, "phi", 1, &got)) return 0;
    say(v->yours, "phi=%g", got);
    say(v->broken, "phi(a, b) is %.15g", want);
    return fabs(got - want) <= 1e-14 * (fabs(x) + fabs(y));
}

/* ---- 07 and 08: one cone ---- */

static void put_cone(frame *q, int call, int n, const double *A, const double *b, int cone)
{
    put_lcp(q, call, n, A, b);
    put(q, scalar((double)cone), blank(call == CALL_CONE_MATRIX ? n * n : n));
}

enum { SINGULAR = 16, CONES = 21 };      /* the cases of test 08 from SINGULAR on have no point */

/* The four cones of the worked example; n = 1; random ones, up to n = 12; all of A in units far
 * from 1. From SINGULAR on rank too low: a column of zeros, two columns that are parallel, and a
 * zero that only shows after a pivot. */
static void make_cone(int call, int k, rng *r, frame *q)
{
    static const double one[] = { 4 }, minus[] = { -3 }, parallel[] = { 1, -1, -1, 1 },
        late[] = { 4, 2, 2, 2, 1, 3, 2, 1, 5 };
    static const double far[] = { 0x1p-60, 0x1p-30, 0x1p60 };
    double A[MAX_N * MAX_N], b[MAX_N];
    const int n = k == 12 ? MAX_N : 3 + k % 3;

    if (k < 4 || k == 4 || k == 5 || k >= 19) {
        const double *which = k < 4 ? example_A : k < 6 ? one : k == 19 ? parallel : late;
        put_cone(q, call,
                 k < 4 || k == 19 ? 2
                 : k < 6          ? 1
                                  : 3,
                 which,
                 k < 4   ? example_b
                 : k < 6 ? minus
                         : (const double[]){ 1, 2, 4 },
                 k < 4     ? k
                 : k < 6   ? k - 4
                 : k == 19 ? 3
                           : 7);
        return;
    }
    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n * n && k >= 13 && k < SINGULAR; i++) A[i] *= far[k - 13];
    for (int i = 0; i < n && k >= SINGULAR; i++) A[i * n + 1] = 0.0;
    put_cone(q, call, n, A, b,
             k >= SINGULAR ? 2 | rng_int(r, 1 << n)
             : k >= 13     ? (1 << n) - 1
             : k == 6      ? 1
                           : rng_int(r, 1 << n));
}

static void say_cone(const frame *q, verdict *v)
{
    const int n = q->len[CONE_B], cone = (int)q->array[CONE_NUMBER][0];

    say_lcp(v->input, n, q->array[CONE_A], q->array[CONE_B]);
    say(v->input, "cone=%d (", cone);
    for (int i = 0; i < n; i++)
        say(v->input, "%s%c_%d", i ? " " : "", cone >> i & 1 ? 'z' : 'w', i + 1);
    say(v->input, ")");
}

static void cone_matrix(int n, const double *A, int cone, double *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            C[i * n + j] = cone >> j & 1 ? -A[i * n + j] : i == j ? 1.0 : 0.0;
}

static void make_cone_matrix(int k, rng *r, frame *q) { make_cone(CALL_CONE_MATRIX, k, r, q); }

static int judge_cone_matrix(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[CONE_B];
    double C[MAX_N * MAX_N];

    say_cone(q, v);
    cone_matrix(n, q->array[CONE_A], (int)q->array[CONE_NUMBER][0], C);
    return judge_ok(v, a, "the matrix can always be made") &&
           judge_rows_near(v, "C", n, n, a->array[CONE_OUT], C, 0.0);
}

static void make_cone_point(int k, rng *r, frame *q) { make_cone(CALL_CONE_POINT, k, r, q); }

static int judge_cone_point(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[CONE_B];
    const double *x = a->array[CONE_OUT];
    double C[MAX_N * MAX_N], left[MAX_N];

    say_cone(q, v);
    if (k >= SINGULAR) {
        if (!judge_status(v, a, one_of(MB_SINGULAR),
                          k < 19 ? "column 2 of C is zero" : "the columns of C are dependent"))
            return 0;
        return judge_unchanged(v, "x", q, a, CONE_OUT);
    }
    if (!judge_ok(v, a, "C is regular")) return 0;
    if (!judge_written(v, "x", n, x)) return 0;
    cone_matrix(n, q->array[CONE_A], (int)q->array[CONE_NUMBER][0], C);
    for (int i = 0; i < n; i++) {
        left[i] = 0.0;
        for (int j = 0; j < n; j++) left[i] += C[i * n + j] * x[j];
    }
    say_vector(v->yours, "x", n, x);
    return judge_near(v, "C x", n, left, q->array[CONE_B], CLOSE);
}

/* ---- 09 to 12: all cones ---- */

static void put_all(frame *q, int n, const double *A, const double *b)
{
    put_lcp(q, CALL_ENUMERATE, n, A, b);
    put(q, blank(1 << n), blank(1), blank(n));
}

/* x with C x = b by Gauss-Jordan; 0 if C is singular */
static int cone_solve(int n, const double *A, const double *b, int cone, double *x)
{
    double C[MAX_N][MAX_N + 1];

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) C[i][j] = cone >> j & 1 ? -A[i * n + j] : i == j ? 1.0 : 0.0;
        C[i][n] = b[i];
    }
    for (int c = 0; c < n; c++) {
        double size = 0.0;                                     /* of the column, in its own units */
        int best = c;
        for (int i = c; i < n; i++)
            if (fabs(C[i][c]) > fabs(C[best][c])) best = i;
        for (int i = 0; i < n; i++) size = fmax(size, fabs(cone >> c & 1 ? A[i * n + c] : i == c));
        if (!(fabs(C[best][c]) > 1e-14 * size)) return 0;
        for (int j = 0; j <= n; j++) {
            const double other = C[best][j];
            C[best][j] = C[c][j];
            C[c][j] = other;
        }
        for (int i = 0; i < n; i++) {
            const double factor = C[i][c] / C[c][c];
            if (i == c) continue;
            for (int j = c; j <= n; j++) C[i][j] -= factor * C[c][j];
        }
    }
    for (int i = 0; i < n; i++) x[i] = C[i][n] / C[i][i];
    return 1;
}

/* the right value of inside[cone]: 1, 0, -1; or 2: too near a boundary to decide, in numbers that
 * are not small integers */
static int cone_state(const frame *q, int cone, int exact)
{
    const int n = q->len[ALL_B];
    double x[MAX_N], smallest = HUGE_VAL, size = 0.0;

    if (!cone_solve(n, q->array[ALL_A], q->array[ALL_B], cone, x)) return -1;
    for (int i = 0; i < n; i++) {
        smallest = fmin(smallest, x[i]);
        size = fmax(size, fabs(x[i]));
    }
    if (exact) return smallest >= -1e-12 * size;
    return fabs(smallest) <= MARGIN * size ? 2 : smallest > 0.0;
}

/* z is the solution from the first cone (lowest number) that contains b */
static int judge_lowest(const frame *q, const double *z, int exact, verdict *v)
{
    const int n = q->len[ALL_B];
    double want[MAX_N], size = 0.0;
    int cone = 0;

    while (cone_state(q, cone, exact) != 1) cone++;
    cone_solve(n, q->array[ALL_A], q->array[ALL_B], cone, want);
    for (int i = 0; i < n; i++) {
        if (!(cone >> i & 1)) want[i] = 0.0;
        size = fmax(size, fabs(want[i]));
    }
    for (int i = 0; i < n; i++) {
        if (fabs(z[i] - want[i]) <= 1e-7 * size) continue;
        say_vector(v->yours, "z", n, z);
        return broken(v, "z is a solution, but from another cone: the first one that contains b "
                      "is %d, with z_%d = %.6g", cone, i + 1, want[i]);
    }
    return 1;
}

static int judge_all(const frame *q, const frame *a, verdict *v, int exact)
{
    const int n = q->len[ALL_B];
    const double *inside = a->array[ALL_INSIDE], *count = a->array[ALL_COUNT];
    int inside_count = 0, unsure = 0;

    say_lcp(v->input, n, q->array[ALL_A], q->array[ALL_B]);
    if (!judge_ok(v, a, "the cones can always be counted")) return 0;
    if (!judge_written(v, "inside", 1 << n, inside) || !judge_written(v, "count", 1, count))
        return 0;
    if (n <= 2) say_vector(v->yours, "inside", 1 << n, inside);
    say(v->yours, "count=%g  ", count[0]);
    for (int cone = 0; cone < 1 << n; cone++) {
        const int state = cone_state(q, cone, exact);
        unsure += state == 2;
        inside_count += state == 1;
        if (state != 2 && fabs(inside[cone] - (double)state) > 0.0) {
            say(v->broken, "inside[%d] is %g: b lies %s that cone, so it must be %d", cone,
                inside[cone],
                state < 0 ? "nowhere, for the matrix is singular, in"
                : state   ? "in"
                          : "outside",
                state);
            return 0;
        }
    }
    if (!unsure && fabs(count[0] - (double)inside_count) > 0.0) {
        say(v->broken, "count is %g, but b lies in %d cones", count[0], inside_count);
        return blame(v, "count is not the number of cones with inside = 1, which are right: count "
                     "each of them, and nothing else");
    }
    if (inside_count == 0) return unsure || judge_unchanged(v, "z", q, a, ALL_Z);
    return judge_written(v, "z", n, a->array[ALL_Z]) &&
           judge_lcp(v, n, q->array[ALL_A], q->array[ALL_B], a->array[ALL_Z], 1e-8) &&
           (unsure || judge_lowest(q, a->array[ALL_Z], exact, v));
}

/* 2x2 pictures: one solution in each of the four cones, four at once, two, none */
static void make_picture(int k, rng *r, frame *q)
{
    static const double A[][4] = { { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 2, 1, 0, 2 },
                                   { -1, 0, 0, -1 }, { 1, 2, 2, 1 }, { -1, 0, 0, -1 },
                                     { 1, -2, -2, 1 } };
    static const double b[][2] = { { 1, 2 }, { -5, 3 }, { 4, -1 }, { -5, -6 }, { 2, 1 }, { -2, -2 },
        { -1, 2 }, { -1, -1 } };

    put_all(q, 2, A[k], b[k]);
}

static int judge_picture(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_all(q, a, v, 1);
}

/* b on a boundary, b = 0, flat cones, and a whole matrix of zeros, in small integers, so that
 * elimination is exact; b a little, but more than rounding, outside of a cone, twice, the second
 * time beside larger numbers; the same in units far from 1; b outside of the last cone by half of
 * the allowance, in either row, by twice the allowance, and both in far units; a z_i, and a w_i,
 * that is negative by less than the allowance only if the other numbers of x count; and b on a
 * boundary on which only rounding errors decide the sign: A z with z_2 = 0, or with z_1 = 0 */
static void make_degenerate(int k, rng *r, frame *q)
{
    static const double A[][4] = { { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 0, 1, -1, 0 },
        { 1, -1, -1, 1 },
                                   { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 1, -1, -1, 1 }, { 2, 1, 0, 2 },
                                     { 2, 1, 0, 2 },
                                   { 0x1p-39, 0x1p-40, 0, 0x1p-39 }, { 0x1p41, 0x1p40, 0, 0x1p41 },
                                     { 0x1p-39, 0x1p-40, 0, 0x1p-39 },
                                   { 2, 1, 1, 2 }, { 2, 1, 1, 2 }, { 2, 1, 1, 2 }, { 2, 1, 1, 2 },
                                     { 2, 1, 1, 2 }, { 2, 1, 1, 2 },
                                   { 2, 1, 0, 2 }, { 2, 1, 1, 2 } };
    static const double b[][2] = { { -2, 0 }, { 0, 0 }, { -1, 2 }, { -1, 1 }, { 1, 0 }, { -1, -1 },
        { -1, -1 }, { 1, -0x1p-30 },
                                   { 0x1p20, -0x1p-10 }, { 0x1p-60, -0x1p-70 }, { 0x1p60, -0x1p50 },
                                     { -0x1p-60, 0x1p-62 },
                                   { -1 + 0x1p-40, -2 + 0x1p-41 }, { -2 + 0x1p-41, -1 + 0x1p-40 },
                                   { -1 + 0x1p-38, -2 + 0x1p-39 }, { -2 + 0x1p-39, -1 + 0x1p-38 },
                                   { -0x1p-90 + 0x1p-130, -0x1p-89 + 0x1p-131 },
                                     { -0x1p91 + 0x1p51, -0x1p90 + 0x1p52 },
                                   { 0x1p-41, 1 }, { -2, -1 - 0x1p-41 } };
    enum { EXACT = sizeof b / sizeof b[0], ROUNDED = 16 };

    /* n = 1 and A = 0: a cone for all b >= 0, and a flat one */
    if (k >= EXACT + ROUNDED) {
        put_all(q, 1, A[4], k % 2 ? (const double[]){ 3 } : (const double[]){ -3 });
    } else if (k >= EXACT) { /* b = -A z with numbers that are not sums of few powers of two */
        const double z = rng_range(r, 0.5, 2.0), X[] = { 0.7, 0.3, 0.1, 0.9 };
        put_all(q, 2, X, (const double[]){ -X[k % 2] * z, -X[2 + k % 2] * z });
    } else {
        put_all(q, 2, A[k], b[k]);
    }
}

static void make_family(int k, rng *r, frame *q)
{
    double A[36], b[6];
    const int n = 1 + k % 6;

    make_any_matrix(r, n, A);
    make_vector(r, n, b);
    put_all(q, n, A, b);
}

static int judge_family(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_all(q, a, v, 0);
}

/* 0 and 1: a P-matrix, whose cones cover the space once, so that b lies in exactly one of 4096;
 * then one with b in the last cone */
static void make_large(int k, rng *r, frame *q)
{
    double A[MAX_N * MAX_N], b[MAX_N];
    const int n = k == 0 ? 11 : 12;

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n && k == 2; i++) {
        b[i] = 0.0;
        /* z_j = 1 + j/10 */
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * (1.0 + 0.1 * (double)j);
    }
    put_all(q, n, A, b);
}

static const lab_test tests[] = {
    { "01", "slack", 1, "residuals", 1, POINTS, make_slack, judge_map },
    { "02", "natural map", 1, "residuals", 1, POINTS, make_natural_map, judge_map },
    { "03", "residual", 2, "residuals", 1, RESIDUALS, make_residual, judge_residual },
    { "04", "residual: zeros, NaN and infinity", 2, "residuals", 0, AWKWARD, make_awkward,
      judge_awkward },
    { "05", "Fischer-Burmeister function", 2, "residuals", 1, 19, make_fb, judge_fb },
    { "06", "merit functions", 2, "residuals", 1, MERITS, make_merit, judge_merit },
    { "07", "cone matrix", 2, "cones", 1, 13, make_cone_matrix, judge_cone_matrix },
    { "08", "point in a cone", 2, "cones", 1, CONES, make_cone_point, judge_cone_point },
    { "09", "enumeration: pictures", 2, "cones", 0, 8, make_picture, judge_picture },
    { "10", "enumeration: boundaries and flat cones", 1, "cones", 0, 38, make_degenerate,
      judge_picture },
    { "11", "enumeration: random problems", 2, "cones", 1, 18, make_family, judge_family },
    { "12", "enumeration: 4096 cones", 1, "cones", 1, 3, make_large, judge_family },
};

const lab lab_01_lcp = { "01_lcp", "What a complementarity problem is", all_of_lcp(tests), 0 };
