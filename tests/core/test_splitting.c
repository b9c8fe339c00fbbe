/* test_splitting.c: projected Gauss-Seidel and Jacobi, bounds and box friction */
#include "mbsim.h"

#include "problems.h"

static double memory[1 << 16];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* ---- fixed points ---------------------------------------------------------------------------- */

static void test_fixed_points(void)
{
    const double A[] = { 2, 1, 1, 2 }, b[] = { -5, -6 }, diagonal[] = { 2, 0, 0, 4 },
        c[] = { -1, 1 };
    const mb_lcp p = { 2, A, b }, q = { 2, diagonal, c };
    double z[2] = { 4.0 / 3.0, 7.0 / 3.0 };
    mb_options o = { 0 };
    mb_info info;

    o.tol = 1e-15;
    check(mb_pgs(&p, &o, z, &info, scratch()) == MB_OK && info.iterations == 0,
          "PGS from the solution: no sweep");
    check(mb_jacobi(&p, &o, z, &info, scratch()) == MB_OK && info.iterations == 0,
          "Jacobi from the solution: no sweep");
    z[0] = z[1] = 100.0;
    check(mb_pgs(&q, NULL, z, &info, scratch()) == MB_OK && z[0] == 0.5 && z[1] == 0.0,
          "PGS on a diagonal matrix: z = max(0, -b/A)");
    check(info.iterations <= 2, "in at most two sweeps");
    z[0] = z[1] = 100.0;
    check(mb_jacobi(&q, NULL, z, &info, scratch()) == MB_OK && z[0] == 0.5 && z[1] == 0.0,
          "Jacobi on a diagonal matrix, likewise");
}

/* what the trace recorded */
typedef struct { int calls; double change[256], z0[256]; } watched;

static void watch(void *user, const mb_trace *t)
{
    watched *w = (watched *)user;

    if (t->iteration >= 1 && t->iteration < 256) {
        w->change[t->iteration] = t->step;
        w->z0[t->iteration] = t->z[0];
    }
    w->calls++;
}

/* For [1 c; c 1] and a solution with z > 0 each sweep of Gauss-Seidel reduces the error of z_0 by
 * exactly the factor c^2; the factors of damped Jacobi on its two eigenvectors are 1 - omega (1 +
 * c) and 1 - omega (1 - c). */
static void test_rates(void)
{
    const double c = 0.5, A[] = { 1, c, c, 1 }, b[] = { -2 - c, -1 - 2 * c };   /* z = (2, 1) */
    const mb_lcp p = { 2, A, b };
    double z[2] = { 4, 0.5 };
    watched w = { 0 };
    mb_info info;
    int bad = 0;

    mb_options o = { .trace = watch, .trace_user = &w, .tol = 1e-14 };
    check(mb_pgs(&p, &o, z, &info, scratch()) == MB_OK, "a 2x2 with c = 1/2 is solved");
    for (int k = 2; k < 12; k++)
        bad += !(fabs((w.z0[k + 1] - 2.0) / (w.z0[k] - 2.0) - c * c) < 1e-6);
    check(bad == 0, "Gauss-Seidel's error shrinks by c^2 a sweep");
    check(w.calls == info.iterations, "the trace is called once a sweep");

    /* error (2, 2): the eigenvector of 1 + c */
    z[0] = 4.0;
    z[1] = 3.0;
    w.calls = bad = 0;
    o.omega = 0.5;
    check(mb_jacobi(&p, &o, z, &info, scratch()) == MB_OK, "damped Jacobi solves it");
    for (int k = 1; k < 10; k++)
        bad += !(fabs((w.z0[k + 1] - 2.0) / (w.z0[k] - 2.0) - (1.0 - 0.5 * (1.0 + c))) < 1e-6);
    check(bad == 0, "damped Jacobi's error shrinks by 1 - omega (1 + c)");
}

/* SOR with the best omega beats omega = 1 */
static void test_over_relaxation(void)
{
    const double c = 0.95, A[] = { 1, c, c, 1 }, b[] = { -1, -1 };
    /* Young's formula, consistently ordered matrix */
    const double best = 2.0 / (1.0 + sqrt(1.0 - c * c));
    const mb_lcp p = { 2, A, b };
    double z[2] = { 0, 0 };
    mb_options o = { 0 };
    mb_info plain, fast;

    mb_pgs(&p, NULL, z, &plain, scratch());
    z[0] = z[1] = 0.0;
    o.omega = best;
    mb_pgs(&p, &o, z, &fast, scratch());
    check(fast.status == MB_OK && plain.status == MB_OK && 2 * fast.iterations < plain.iterations,
          "SOR with Young's omega takes %d sweeps, Gauss-Seidel %d", fast.iterations,
          plain.iterations);
}

/* ---- honesty --------------------------------------------------------------------------------- */

static void test_divergence(void)
{
    /* each z_i is pushed up by 0.3 of the five others, or by 10: the methods diverge. All-ones
     * plus a little: PGS converges, slowly */
    enum { N = 6 };
    const double crossed[] = { 1, 3, 3, 1 }, down[] = { -1, -1 };
    const mb_lcp q = { 2, crossed, down };
    double A[N * N], b[N], z[N] = { 0 }, z2[2] = { 0.5, 0 };
    const mb_lcp p = { N, A, b };
    mb_info info;
    int finite = 1;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) A[i * N + j] = i == j ? 1.0 : -0.9 / N * 2;
        b[i] = i % 2 ? 1.0 : -1.0;
    }
    mb_options o = { .omega = 1.0, .max_iter = 100000 };
    mb_jacobi(&p, &o, z, &info, scratch());
    check(info.status == MB_STALLED, "Jacobi that diverges is MB_STALLED (%s)",
          mb_status_name(info.status));
    for (int i = 0; i < N; i++) finite = finite && fabs(z[i]) < 1e300;
    check(finite && info.residual > 1e-3, "and leaves a finite z, with its residual");
    for (int i = 0; i < N; i++) {
        z[i] = 0.0;
        for (int j = 0; j < N; j++) A[i * N + j] = i == j ? 1.0 : -10.0;
    }
    check(mb_pgs(&p, &o, z, &info, scratch()) == MB_STALLED,
          "Gauss-Seidel that diverges is MB_STALLED");
    for (int i = 0; i < N; i++) finite = finite && z[i] > 1.0 && z[i] <= 1e150;
    check(finite && fabs(info.residual - mb_residual(&p, z)) <= 0.0,
          "and leaves a z whose squares are finite, with its residual");
    o.max_iter = 50;
    check(mb_jacobi(&q, &o, z2, &info, scratch()) != MB_OK || mb_residual(&q, z2) <= 1e-10,
          "Jacobi that cycles reports the residual of its z");
    o.max_iter = 3;
    z[0] = 0.0;
    for (int i = 0; i < N; i++) {
        z[i] = 0.0;
        for (int j = 0; j < N; j++) A[i * N + j] = i == j ? 1.01 : 1.0;
    }
    check(mb_pgs(&p, &o, z, &info, scratch()) == MB_MAX_ITER && info.iterations == 3 &&
              info.residual > 1e-10 && fabs(info.residual - mb_residual(&p, z)) <= 0.0,
          "out of sweeps: MB_MAX_ITER, and the residual is that of z");
}

static void test_stall(void)
{
    /* in doubles, 3 z = 1 cannot be satisfied to 1e-300 */
    const double A[] = { 3, 1, 1, 3 }, b[] = { -1, -1.1 };
    const mb_lcp p = { 2, A, b };
    double z[2] = { 0, 0 };
    mb_options o = { 0 };
    mb_info info;

    o.tol = 1e-300;
    mb_pgs(&p, &o, z, &info, scratch());
    check(info.status == MB_STALLED || (info.status == MB_OK && info.residual <= 1e-300),
          "a tolerance below rounding: %s after %d sweeps", mb_status_name(info.status),
          info.iterations);
    check(info.residual < 1e-15, "with a residual of rounding size");
}

static void test_diagonal(void)
{
    const double A[] = { 1, 0, 0, 0, 0, 1, 0, 1, -2 }, b[] = { -1, -1, -1 };
    const mb_lcp p = { 3, A, b };
    const mb_mlcp m = { 3, A, b, NULL, NULL, NULL };
    const double least = 5e-324;
    const mb_lcp tiny = { 1, &least, b };
    double z[3] = { 1, 2, 3 };
    mb_info info;

    check(mb_pgs(&p, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 1,
          "PGS: the first diagonal entry that is not positive is at 1");
    check(mb_jacobi(&p, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 1,
          "Jacobi, likewise");
    check(mb_mlcp_pgs(&m, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 1,
          "mixed PGS, likewise");
    check_near(info.residual, mb_residual(&p, z), 0.0, "with the residual of the start");
    check(mb_pgs(&tiny, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 0,
          "PGS: 5e-324 is positive, but 1/5e-324 overflows");
}

static void test_history(void)
{
    double history[200], z[12] = { 0 }, again[12] = { 0 };
    const mb_options plain = { 0 }, o = { .history = history, .history_len = 200 },
        cut = { .max_iter = 5 };
    mb_info info, watched_info;
    problem p = problem_named("a_spd", 12, 5);
    const mb_lcp q = { p.n, p.A, p.b };

    mb_pgs(&q, &plain, again, &info, scratch());
    for (int k = 0; k < 200; k++) history[k] = -1.0;
    check(mb_pgs(&q, &o, z, &watched_info, scratch()) == MB_OK &&
              watched_info.iterations == info.iterations,
          "a trace changes nothing");
    check(memcmp(z, again, sizeof z) == 0, "no bit of z");
    check_near(history[info.iterations - 1], info.residual, 0.0,
               "the last entry is the returned residual");
    check(history[0] >= 0.0 && history[info.iterations] == -1.0,
          "one entry per sweep, none after the last");
    memset(z, 0, sizeof z);
    mb_pgs(&q, &cut, z, &info, scratch());
    check_near(history[4], mb_residual(&q, z), 0.0, "entry k is the residual after sweep k + 1");
    problem_free(&p);
}

/* ---- against others -------------------------------------------------------------------------- */

/* with lo, hi and findex NULL, or lo = 0 and hi = inf, an mLCP is an LCP, and the iterates are the
 * same */
static void test_same_as_lcp(void)
{
    const problem_family *f = problem_find_family("a_spd");
    rng r = { 11 };
    int bad = 0;

    for (int k = 0; k < 200; k++) {
        double x[24] = { 0 }, y[24] = { 0 }, lo[24] = { 0 }, hi[24];
        problem p;
        mb_info one, two;
        if (!problem_make(f, 1 + rng_int(&r, 24), &r, &p)) continue;
        for (int i = 0; i < 24; i++) hi[i] = HUGE_VAL;
        const mb_lcp q = { p.n, p.A, p.b };
        const mb_mlcp m = { p.n, p.A, p.b, lo, hi, NULL };
        mb_pgs(&q, NULL, x, &one, scratch());
        mb_mlcp_pgs(&m, NULL, y, &two, scratch());
        bad += one.iterations != two.iterations || memcmp(x, y, sizeof x) != 0 ||
               one.status != two.status;
        problem_free(&p);
    }
    check(bad == 0, "200 LCPs as mLCPs: the same bits");
}

/* PGS against enumeration where the solution is unique */
static void test_against_enumeration(void)
{
    const problem_family *f = problem_find_family("a_spd");
    rng r = { 3 };
    int bad = 0, solved = 0;

    for (int k = 0; k < 2000; k++) {
        double x[8] = { 0 }, y[8], z[8] = { 0 }, big = 1.0;
        const mb_options o = { .max_iter = 20000 };
        problem p;
        if (!problem_make(f, 1 + rng_int(&r, 8), &r, &p)) continue;
        const mb_lcp q = { p.n, p.A, p.b };
        if (mb_enumerate(&q, NULL, y, NULL, scratch()) != MB_OK) bad++;
        for (int i = 0; i < p.n; i++) big = fmax(big, y[i]);
        const int by_pgs = mb_pgs(&q, &o, x, NULL, scratch()) == MB_OK;
        const int by_jacobi = mb_jacobi(&q, &o, z, NULL, scratch()) == MB_OK;
        solved += by_pgs;
        for (int i = 0; i < p.n; i++) {
            bad += by_pgs && !(fabs(x[i] - y[i]) <= 1e-6 * big);
            bad += by_jacobi && !(fabs(z[i] - y[i]) <= 1e-6 * big);
        }
        problem_free(&p);
    }
    check(bad == 0 && solved == 2000,
          "2000 problems with n <= 8: PGS solves all, and PGS and Jacobi agree with enumeration");
}

/* With b = 0 each sweep multiplies the iterates by 0.36, until products underflow. The solution is
 * 0; 1e-320 must not pass as one. */
static void test_dwindling(void)
{
    static const double A[] = { 2, -1.2, -1.2, 2 }, b[] = { 0, 0 };
    const mb_lcp p = { 2, A, b };
    double z[] = { 1, 1 }, y[] = { 1, 1 };
    mb_options o = { 0 };

    o.max_iter = 5000;
    check(mb_pgs(&p, &o, z, NULL, scratch()) == MB_OK && z[0] + z[1] <= 0.0,
          "Gauss-Seidel, b = 0: z = 0");
    check(mb_jacobi(&p, &o, y, NULL, scratch()) == MB_OK && y[0] + y[1] <= 0.0,
          "Jacobi, b = 0: z = 0");
}

/* mu = inf: the tangential impulse is free while the normal impulse is positive, and else 0: w =
 * (z_0 + b_0, z_1 - 1) */
static void test_infinite_friction(void)
{
    const double A[] = { 1, 0, 0, 1 }, lo[] = { 0, -HUGE_VAL }, hi[] = { HUGE_VAL, HUGE_VAL },
        apart[] = { 1, -1 }, pressed[] = { -1, -1 };
    static const int findex[] = { -1, 0 };
    mb_mlcp p = { 2, A, apart, lo, hi, findex };
    double z[] = { 0, 0 };

    check(mb_mlcp_pgs(&p, NULL, z, NULL, scratch()) == MB_OK && fabs(z[0]) + fabs(z[1]) <= 0.0,
          "mu = inf, apart: no friction");
    p.b = pressed;
    check(mb_mlcp_pgs(&p, NULL, z, NULL, scratch()) == MB_OK &&
              fabs(z[0] - 1.0) + fabs(z[1] - 1.0) <= 0.0,
          "mu = inf, pressed: it sticks");
}

int main(void)
{
    test_fixed_points();
    test_rates();
    test_over_relaxation();
    test_divergence();
    test_stall();
    test_diagonal();
    test_history();
    test_same_as_lcp();
    test_against_enumeration();
    test_dwindling();
    test_infinite_friction();
    return check_done();
}
