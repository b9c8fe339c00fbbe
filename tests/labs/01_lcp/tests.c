/* Lab 01's tests: residuals and merit functions at given points, then the complementary cones */
#include "grader.h"
#include "requests.h"

#include <math.h>
#include <string.h>

enum { MAX_N = 12, LARGE = 40 };       /* cones are enumerated up to MAX_N; a point may have any size */

#define NEAR 1e-10
#define MARGIN 1e-9              /* random problems: cones that b is nearer to than this, relative to its coordinates, are not judged */

/* the worked example of README: a matrix that is not symmetric, and a point that breaks both conditions */
static const double example_A[] = { 2, 1, 0, 2 }, example_b[] = { -5, -6 }, example_z[] = { 1, 4 };

static const mb_status only_ok[] = { MB_OK, MB_TODO };

static void make_any_matrix(rng *r, int n, double *A)
{
    for (int i = 0; i < n * n; i++) A[i] = rng_range(r, -2.0, 2.0);
}

/* ---- 01 to 04, 06: functions of a point ---- */

/* the worked example, two more points of it, n = 1, and random problems, from 6 on of n = 40 and with row i in units of its own;
 * outputs = 0 stands for n of them */
static void make_point(int call, int k, rng *r, frame *q, int outputs)
{
    static const double solution[] = { 1, 3 }, origin[] = { 0, 0 };
    static double A[LARGE * LARGE], b[LARGE], z[LARGE];
    const int n = k == 3 ? 1 : k == 6 ? LARGE : k;

    if (k < 3) {
        put_point(q, call, 2, example_A, example_b, k == 0 ? example_z : k == 1 ? solution : origin, outputs ? outputs : 2);
        return;
    }
    make_any_matrix(r, n, A);
    make_vector(r, n, b);
    make_vector(r, n, z);
    for (int i = 0; i < n && k >= 6; i++) {
        const double unit = ldexp(1.0, 20 * (i % 4) - 60);
        for (int j = 0; j < n; j++) A[i * n + j] *= unit;
        b[i] *= unit;
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

static void make_slack(int k, rng *r, frame *q) { make_point(CALL_SLACK, k, r, q, 0); }

static int judge_slack(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    double w[LARGE];

    (void)k;
    say_point(q, v);
    for (int i = 0; i < n; i++) w[i] = slack(q, i);
    return judge_status(v, (mb_status)a->id, only_ok, "w can always be computed") &&
           judge_near(v, "w", n, a->array[POINT_OUT], w, NEAR);
}

static void make_natural_map(int k, rng *r, frame *q) { make_point(CALL_NATURAL_MAP, k, r, q, 0); }

static int judge_natural_map(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[POINT_B];
    double f[LARGE];

    (void)k;
    say_point(q, v);
    for (int i = 0; i < n; i++) f[i] = fmin(q->array[POINT_Z][i], slack(q, i));
    return judge_status(v, (mb_status)a->id, only_ok, "f can always be computed") &&
           judge_near(v, "f", n, a->array[POINT_OUT], f, NEAR);
}

/* random problems, half of them in odd units: rows scaled, z and b scaled; the last three in units far
 * from 1. Where z >= 0 it is w that decides. */
static void make_residual(int k, rng *r, frame *q)
{
    static const double far[] = { 1e-60, 1e60, 1e-100 };
    const double unit = k < 12 ? 1e-7 : far[k - 12];

    make_point(CALL_RESIDUAL, k < 6 ? k : k == 6 ? 6 : 3 + k % 3, r, q, 1);
    if (k >= 7) {
        const int n = q->len[POINT_B];
        for (int i = 0; i < n; i++) {
            const double row = pow(10.0, rng_range(r, -6.0, 6.0));
            for (int j = 0; j < n; j++) q->array[POINT_A][i * n + j] *= row;
            q->array[POINT_B][i] *= row * unit;
            if (k >= 12) q->array[POINT_B][i] = copysign(q->array[POINT_B][i], -1.0) * (k == 14 ? -50.0 : 1.0);
            q->array[POINT_Z][i] = unit * (k % 2 || k >= 12 ? fabs(q->array[POINT_Z][i]) : q->array[POINT_Z][i]);
        }
    }
}

static double residual(const frame *q)
{
    const int n = q->len[POINT_B];
    const double *A = q->array[POINT_A], *z = q->array[POINT_Z];
    double zs = 0.0, r = 0.0;

    for (int i = 0; i < n; i++) zs = fmax(zs, fabs(z[i]));
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

    (void)k;
    say_point(q, v);
    return judge_status(v, (mb_status)a->id, only_ok, "all numbers are finite") &&
           judge_near(v, "r", 1, a->array[POINT_OUT], &r, NEAR);
}

enum { FINITE = 4, AWKWARD = 14 };       /* the first cases of test 04 have a residual */

/* Row 2 of A and b is all zeros. 0 and 1: z = 0, the second a solution; 2 and 3: z_2 in that row positive, and negative. From
 * FINITE on: one NaN or infinity, first and last of an array too. */
static void make_awkward(int k, rng *r, frame *q)
{
    double A[] = { 1, 2, 0, 0, 0, 0, 3, 0, 1 }, b[] = { -2, 0, 4 }, z[] = { 0, 0, 0 };

    (void)r;
    if (k == 1) b[0] = 2.0;
    if (k >= 2) z[0] = 1.0, z[2] = 2.0;
    if (k == 2) z[1] = 5.0;
    if (k == 3) z[1] = -5.0;
    switch (k) {
    case 4: z[1] = (double)NAN; break;
    case 5: b[2] = (double)NAN; break;
    case 6: A[4] = (double)NAN; break;
    case 7: z[2] = HUGE_VAL; break;
    case 8: z[0] = -HUGE_VAL; break;
    case 9: b[0] = -HUGE_VAL; break;
    case 10: b[2] = HUGE_VAL; break;
    case 11: A[0] = HUGE_VAL; break;
    case 12: A[5] = -HUGE_VAL; break;
    case 13: A[8] = (double)NAN; break;
    default: break;
    }
    put_point(q, CALL_RESIDUAL, 3, A, b, z, 1);
}

static int judge_awkward(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status refused[] = { MB_NOT_FINITE, MB_TODO };

    if (k < FINITE) return judge_residual(k, q, a, v);
    say_point(q, v);
    if (!judge_status(v, (mb_status)a->id, refused, "there is a NaN or an infinity in A, b or z")) return 0;
    return judge_unchanged(v, "r", 1, a->array[POINT_OUT], q->array[POINT_OUT]);
}

/* 06: even cases the natural map, odd ones Fischer-Burmeister */
static void make_merit(int k, rng *r, frame *q) { make_point(k % 2 ? CALL_MERIT_FB : CALL_MERIT_NATURAL, k / 2, r, q, 1); }

static double merit(const frame *q, int fb)
{
    double sum = 0.0;

    for (int i = 0; i < q->len[POINT_B]; i++) {
        const double z = q->array[POINT_Z][i], w = slack(q, i), f = fb ? z + w - sqrt(z * z + w * w) : fmin(z, w);
        sum += f * f;
    }
    return sum / 2.0;
}

static int judge_merit(int k, const frame *q, const frame *a, verdict *v)
{
    const double m = merit(q, k % 2);

    say(v->input, "%s  ", k % 2 ? "Fischer-Burmeister" : "natural map");
    say_point(q, v);
    return judge_status(v, (mb_status)a->id, only_ok, "the merit can always be computed") &&
           judge_near(v, "merit", 1, a->array[POINT_OUT], &m, NEAR);
}

/* ---- 05: the Fischer-Burmeister function ---- */

static void make_fb(int k, rng *r, frame *q)
{
    static const double ab[][2] = { { 3, 4 }, { -3, 4 }, { 0, 0 }, { 0, 5 }, { -3, -4 }, { 1e200, 1e200 }, { 3e-200, 4e-200 },
                                    { -5, 0 }, { 2, -1e200 }, { -1e-170, 2e-170 } };
    enum { FIXED = sizeof ab / sizeof ab[0] };

    q->id = CALL_FISCHER_BURMEISTER;
    if (k < FIXED) put(q, 2, ab[k]);
    else put(q, 2, (const double[]){ rng_range(r, -2.0, 2.0), rng_range(r, -2.0, 2.0) });
    put_blank(q, 1);
}

static int judge_fb(int k, const frame *q, const frame *a, verdict *v)
{
    const double x = q->array[FB_AB][0], y = q->array[FB_AB][1], got = a->array[FB_PHI][0], want = x + y - hypot(x, y);

    (void)k;
    say(v->input, "a=%g  b=%g", x, y);
    if (!judge_status(v, (mb_status)a->id, only_ok, "phi can always be computed")) return 0;
    if (!judge_written(v, "phi", 1, &got)) return 0;
    say(v->yours, "phi=%g", got);
    say(v->broken, "phi(a, b) is %.15g", want);
    return fabs(got - want) <= 1e-14 * (fabs(x) + fabs(y));
}

/* ---- 07 and 08: one cone ---- */

static void put_cone(frame *q, int call, int n, const double *A, const double *b, int cone)
{
    q->id = call;
    put(q, n * n, A);
    put(q, n, b);
    put_number(q, (double)cone);
    put_blank(q, call == CALL_CONE_MATRIX ? n * n : n);
}

enum { SINGULAR = 16, CONES = 21 };      /* the cases of test 08 from SINGULAR on have no point */

/* The four cones of the worked example; n = 1; random ones, up to n = 12; all of A in units far from 1. From SINGULAR on rank too
 * low: a column of zeros, two columns that are parallel, and a zero that only shows after a pivot. */
static void make_cone(int call, int k, rng *r, frame *q)
{
    static const double one[] = { 4 }, minus[] = { -3 }, parallel[] = { 1, -1, -1, 1 }, late[] = { 4, 2, 2, 2, 1, 3, 2, 1, 5 };
    static const double far[] = { 0x1p-60, 0x1p-30, 0x1p60 };
    double A[MAX_N * MAX_N], b[MAX_N];
    const int n = k == 12 ? MAX_N : 3 + k % 3;

    if (k < 4 || k == 4 || k == 5 || k >= 19) {
        const double *which = k < 4 ? example_A : k < 6 ? one : k == 19 ? parallel : late;
        put_cone(q, call, k < 4 || k == 19 ? 2 : k < 6 ? 1 : 3, which, k < 4 ? example_b : k < 6 ? minus : (const double[]){ 1, 2, 4 },
                 k < 4 ? k : k < 6 ? k - 4 : k == 19 ? 3 : 7);
        return;
    }
    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n * n && k >= 13 && k < SINGULAR; i++) A[i] *= far[k - 13];
    for (int i = 0; i < n && k >= SINGULAR; i++) A[i * n + 1] = 0.0;
    put_cone(q, call, n, A, b, k >= SINGULAR ? 2 | rng_int(r, 1 << n) : k >= 13 ? (1 << n) - 1 : k == 6 ? 1 : rng_int(r, 1 << n));
}

static void say_cone(const frame *q, verdict *v)
{
    const int n = q->len[CONE_B], cone = (int)q->array[CONE_NUMBER][0];

    say_lcp(v->input, n, q->array[CONE_A], q->array[CONE_B]);
    say(v->input, "cone=%d (", cone);
    for (int i = 0; i < n; i++) say(v->input, "%s%c_%d", i ? " " : "", cone >> i & 1 ? 'z' : 'w', i + 1);
    say(v->input, ")");
}

static void cone_matrix(int n, const double *A, int cone, double *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) C[i * n + j] = cone >> j & 1 ? -A[i * n + j] : i == j ? 1.0 : 0.0;
}

static void make_cone_matrix(int k, rng *r, frame *q) { make_cone(CALL_CONE_MATRIX, k, r, q); }

static int judge_cone_matrix(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[CONE_B];
    double C[MAX_N * MAX_N];

    (void)k;
    say_cone(q, v);
    cone_matrix(n, q->array[CONE_A], (int)q->array[CONE_NUMBER][0], C);
    return judge_status(v, (mb_status)a->id, only_ok, "the matrix can always be made") &&
           judge_near(v, "C", n * n, a->array[CONE_OUT], C, 0.0);
}

static void make_cone_point(int k, rng *r, frame *q) { make_cone(CALL_CONE_POINT, k, r, q); }

static int judge_cone_point(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status singular[] = { MB_SINGULAR, MB_TODO };
    const int n = q->len[CONE_B];
    const double *x = a->array[CONE_OUT];
    double C[MAX_N * MAX_N], left[MAX_N];

    say_cone(q, v);
    if (k >= SINGULAR) {
        if (!judge_status(v, (mb_status)a->id, singular, k < 19 ? "column 2 of C is zero" : "the columns of C are dependent")) return 0;
        return judge_unchanged(v, "x", n, x, q->array[CONE_OUT]);
    }
    if (!judge_status(v, (mb_status)a->id, only_ok, "C is regular")) return 0;
    if (!judge_written(v, "x", n, x)) return 0;
    cone_matrix(n, q->array[CONE_A], (int)q->array[CONE_NUMBER][0], C);
    for (int i = 0; i < n; i++) {
        left[i] = 0.0;
        for (int j = 0; j < n; j++) left[i] += C[i * n + j] * x[j];
    }
    say_vector(v->yours, "x", n, x);
    return judge_near(v, "C x", n, left, q->array[CONE_B], NEAR);
}

/* ---- 09 to 12: all cones ---- */

static void put_all(frame *q, int n, const double *A, const double *b)
{
    q->id = CALL_ENUMERATE;
    put(q, n * n, A);
    put(q, n, b);
    put_blank(q, 1 << n);
    put_blank(q, 1);
    put_blank(q, n);
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

/* what inside[cone] must be: 1, 0, -1; or 2: too near to a boundary to say, in numbers that are not small integers */
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

/* z is the solution that the cone of the lowest number gives */
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
        say(v->broken, "z is a solution, but from another cone: the lowest number that holds b is %d, with z_%d = %.6g", cone, i + 1,
            want[i]);
        return 0;
    }
    return 1;
}

static int judge_all(const frame *q, const frame *a, verdict *v, int exact)
{
    const int n = q->len[ALL_B];
    const double *inside = a->array[ALL_INSIDE], *count = a->array[ALL_COUNT];
    int inside_count = 0, unsure = 0;

    say_lcp(v->input, n, q->array[ALL_A], q->array[ALL_B]);
    if (!judge_status(v, (mb_status)a->id, only_ok, "the cones can always be counted")) return 0;
    if (!judge_written(v, "inside", 1 << n, inside) || !judge_written(v, "count", 1, count)) return 0;
    if (n <= 2) say_vector(v->yours, "inside", 1 << n, inside);
    say(v->yours, "count=%g  ", count[0]);
    for (int cone = 0; cone < 1 << n; cone++) {
        const int state = cone_state(q, cone, exact);
        unsure += state == 2;
        inside_count += state == 1;
        if (state != 2 && fabs(inside[cone] - (double)state) > 0.0) {
            say(v->broken, "inside[%d] is %g: b lies %s that cone, so it must be %d", cone, inside[cone],
                state < 0 ? "nowhere, for the matrix is singular, in" : state ? "in" : "outside", state);
            return 0;
        }
    }
    if (!unsure && fabs(count[0] - (double)inside_count) > 0.0) {
        say(v->broken, "count is %g, and b lies in %d cones", count[0], inside_count);
        return 0;
    }
    if (inside_count == 0) return unsure || judge_unchanged(v, "z", n, a->array[ALL_Z], q->array[ALL_Z]);
    return judge_written(v, "z", n, a->array[ALL_Z]) && judge_lcp(v, n, q->array[ALL_A], q->array[ALL_B], a->array[ALL_Z], 1e-8) &&
           (unsure || judge_lowest(q, a->array[ALL_Z], exact, v));
}

/* 2x2 pictures: one solution in each of the four cones, four at once, two, none */
static void make_picture(int k, rng *r, frame *q)
{
    static const double A[][4] = { { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 2, 1, 0, 2 },
                                   { -1, 0, 0, -1 }, { 1, 2, 2, 1 }, { -1, 0, 0, -1 }, { 1, -2, -2, 1 } };
    static const double b[][2] = { { 1, 2 }, { -5, 3 }, { 4, -1 }, { -5, -6 }, { 2, 1 }, { -2, -2 }, { -1, 2 }, { -1, -1 } };

    (void)r;
    put_all(q, 2, A[k], b[k]);
}

static int judge_picture(int k, const frame *q, const frame *a, verdict *v)
{
    (void)k;
    return judge_all(q, a, v, 1);
}

/* b on a boundary, b = 0, flat cones, and a whole matrix of zeros, in small integers, so that elimination is exact; b a little, but
 * more than rounding, outside of a cone, twice, the second time beside larger numbers; the same in units far from 1; and b on a
 * boundary on which only rounding errors decide the sign: A z with z_2 = 0 */
static void make_degenerate(int k, rng *r, frame *q)
{
    static const double A[][4] = { { 2, 1, 0, 2 }, { 2, 1, 0, 2 }, { 0, 1, -1, 0 }, { 1, -1, -1, 1 },
                                   { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 1, -1, -1, 1 }, { 2, 1, 0, 2 }, { 2, 1, 0, 2 },
                                   { 0x1p-39, 0x1p-40, 0, 0x1p-39 }, { 0x1p41, 0x1p40, 0, 0x1p41 }, { 0x1p-39, 0x1p-40, 0, 0x1p-39 } };
    static const double b[][2] = { { -2, 0 }, { 0, 0 }, { -1, 2 }, { -1, 1 }, { 1, 0 }, { -1, -1 }, { -1, -1 }, { 1, -0x1p-30 },
                                   { 0x1p20, -0x1p-10 }, { 0x1p-60, -0x1p-70 }, { 0x1p60, -0x1p50 }, { -0x1p-60, 0x1p-62 } };
    enum { EXACT = sizeof b / sizeof b[0] };

    if (k >= EXACT) {                                          /* b = -A (z_1, 0) with numbers that are no sums of powers of two */
        const double z = rng_range(r, 0.5, 2.0), X[] = { 0.7, 0.3, 0.1, 0.9 };
        put_all(q, 2, X, (const double[]){ -X[0] * z, -X[2] * z });
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
    (void)k;
    return judge_all(q, a, v, 0);
}

/* 0 and 1: a P-matrix, whose cones cover the space once, so that b lies in exactly one of 4096; then one with b in the last cone */
static void make_large(int k, rng *r, frame *q)
{
    double A[MAX_N * MAX_N], b[MAX_N];
    const int n = k == 0 ? 11 : 12;

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n && k == 2; i++) {
        b[i] = 0.0;
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * (1.0 + 0.1 * (double)j);      /* z_j = 1 + j/10 */
    }
    put_all(q, n, A, b);
}

static const lab_test tests[] = {
    { "01", "slack", 1, "residuals", 1, 7, make_slack, judge_slack },
    { "02", "natural map", 1, "residuals", 1, 7, make_natural_map, judge_natural_map },
    { "03", "residual", 2, "residuals", 1, 15, make_residual, judge_residual },
    { "04", "residual: zeros, NaN and infinity", 2, "residuals", 0, AWKWARD, make_awkward, judge_awkward },
    { "05", "Fischer-Burmeister function", 2, "residuals", 1, 15, make_fb, judge_fb },
    { "06", "merit functions", 2, "residuals", 1, 14, make_merit, judge_merit },
    { "07", "cone matrix", 2, "cones", 1, 13, make_cone_matrix, judge_cone_matrix },
    { "08", "point in a cone", 2, "cones", 1, CONES, make_cone_point, judge_cone_point },
    { "09", "enumeration: pictures", 2, "cones", 0, 8, make_picture, judge_picture },
    { "10", "enumeration: boundaries and flat cones", 1, "cones", 0, 24, make_degenerate, judge_picture },
    { "11", "enumeration: random problems", 2, "cones", 1, 18, make_family, judge_family },
    { "12", "enumeration: 4096 cones", 1, "cones", 1, 3, make_large, judge_family },
};

const lab lab_01_lcp = { "01_lcp", "What a complementarity problem is", tests, (int)(sizeof tests / sizeof tests[0]), 0 };
