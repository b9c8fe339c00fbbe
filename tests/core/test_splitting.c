/* test_splitting.c: projected Gauss-Seidel and Jacobi, bounds and box friction */
#include "mbsim.h"

#include "problems.h"

static double memory[1 << 16];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* ---- the loop of the textbook ---------------------------------------------------------------- */

/* a problem in small numbers, and its iterate by a plain loop */
typedef struct {
    mb_mlcp p;
    double A[8 * 8], b[8], lo[8], hi[8], z[8], omega;
    int findex[8], jacobi;
    int calls, wrong;
} textbook;

/* random A whose diagonal is dominant or nearly so; bounds of every kind, some by findex */
static void textbook_make(textbook *t, int kind, rng *r)
{
    const int n = 1 + rng_int(r, 8), boxed = kind == 2 && rng_int(r, 4);
    const double diagonal = rng_int(r, 4) ? rng_range(r, 0.5, 3.0) : rng_range(r, 0.03, 0.5);

    memset(t, 0, sizeof *t);
    t->p = (mb_mlcp){ n, t->A, t->b, NULL, NULL, NULL };
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) t->A[i * n + j] = i == j ? diagonal : rng_range(r, -0.5, 0.5);
        t->b[i] = rng_range(r, -2.0, 1.0);
        t->lo[i] = rng_int(r, 3) ? rng_range(r, -1.0, 0.0) : -HUGE_VAL;
        t->hi[i] = rng_int(r, 3) ? rng_range(r, 0.0, 1.0) : HUGE_VAL;
        t->findex[i] = i > 0 && rng_int(r, 2) ? rng_int(r, i) : -1;
        if (t->findex[i] >= 0) t->lo[t->findex[i]] = fmax(t->lo[t->findex[i]], 0.0);
        if (t->findex[i] >= 0) t->hi[t->findex[i]] = fmax(t->hi[t->findex[i]], 0.5);
        t->z[i] = rng_range(r, 0.0, 1.0);
    }
    if (boxed) t->p.lo = t->lo, t->p.hi = t->hi;
    if (boxed && rng_int(r, 2)) t->p.findex = t->findex;
    t->jacobi = kind == 1;
    t->omega = rng_int(r, 2) ? rng_range(r, 0.5, 1.9) : 0.0;
}

/* omega as given, or by default: 1, for Jacobi the inverse of |D \ A|_inf */
static double textbook_omega(const textbook *t)
{
    const int n = t->p.n;
    double most = 1.0;

    for (int i = 0; i < n && t->jacobi; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) sum += fabs(t->A[i * n + j]);
        most = fmax(most, sum / t->A[i * n + i]);
    }
    return t->omega > 0.0 ? t->omega : 1.0 / most;
}

/* one sweep; returns |dz|_inf, infinite where an iterate leaves 1e150 */
static double textbook_sweep(textbook *t)
{
    const int n = t->p.n;
    const double omega = textbook_omega(t);
    double old[8], change = 0.0;

    memcpy(old, t->z, sizeof old);
    for (int i = 0; i < n; i++) {
        const int f = t->p.findex ? t->findex[i] : -1;
        double w = t->b[i], x, lo = t->p.lo ? t->lo[i] : 0.0, hi = t->p.hi ? t->hi[i] : HUGE_VAL;
        for (int j = 0; j < n; j++) w += t->A[i * n + j] * (t->jacobi ? old[j] : t->z[j]);
        x = t->z[i] - omega * w / t->A[i * n + i];
        if (f >= 0) lo = t->z[f] > 0.0 ? lo * t->z[f] : 0.0;
        if (f >= 0) hi = t->z[f] > 0.0 ? hi * t->z[f] : 0.0;
        x = fmin(fmax(x, lo), hi);
        if (!(fabs(x) <= 1e150)) change = HUGE_VAL;
        else change = fmax(change, fabs(x - t->z[i])), t->z[i] = x;
    }
    return change;
}

static void textbook_watch(void *user, const mb_trace *s)
{
    textbook *t = user;
    const double change = textbook_sweep(t);
    double size = 0.0, apart = 0.0;

    for (int i = 0; i < t->p.n; i++) {
        size = fmax(size, fabs(t->z[i]));
        apart = fmax(apart, fabs(t->z[i] - s->z[i]));
    }
    t->wrong += s->iteration != ++t->calls || s->n != t->p.n || s->entering != -1 ||
                s->leaving != -1 || !(apart <= 1e-10 * size) ||
                !(s->step == change || fabs(s->step - change) <= 1e-10 * (size + change)) ||
                !(s->residual == mb_mlcp_residual(&t->p, s->z) || s->residual != s->residual);
    memcpy(t->z, s->z, (size_t)t->p.n * sizeof *t->z);         /* so rounding does not grow */
}

/* The plain loop tests for its end before the first sweep, after every 16th, after the first that
 * changes less than tol |z|, and after the last, which changes nothing or diverges. */
static mb_status textbook_ends(textbook *t, int max_iter, int *sweeps)
{
    int quiet = 0;
    double r, z[8], start[8];

    memcpy(start, t->z, sizeof start);
    memcpy(z, t->z, sizeof z);
    *sweeps = 0;
    for (int i = 0; i < t->p.n; i++) z[i] = t->z[i];
    if (mb_mlcp_judge(&t->p, 1e-10, z, &r, scratch())) return MB_OK;
    memcpy(t->z, z, sizeof z);                                 /* put inside its bounds */
    for (int k = 1; k <= max_iter; k++) {
        const double change = textbook_sweep(t);
        const int was_quiet = quiet, ends = !(change > 0.0 && change < HUGE_VAL);
        double size = 0.0;
        for (int i = 0; i < t->p.n; i++) size = fmax(size, fabs(t->z[i]));
        quiet = change <= 1e-10 * size;
        *sweeps = k;
        if (!(k % 16 == 0 || k == max_iter || ends || (quiet && !was_quiet))) continue;
        memcpy(z, t->z, sizeof z);
        if (mb_mlcp_judge(&t->p, 1e-10, z, &r, scratch())) return MB_OK;
        if (ends) return MB_STALLED;
    }
    return MB_MAX_ITER;
}

static void test_textbook(void)
{
    static const char *const names[] = { "mb_pgs", "mb_jacobi", "mb_mlcp_pgs" };
    rng r = { 41 };

    for (int kind = 0; kind < 3; kind++) {
        int wrong = 0, sweeps = 0, count[5] = { 0 };
        for (int trial = 0; trial < 400; trial++) {
            textbook t, plain;
            double z[8], start[8];
            mb_info info;
            int k;
            textbook_make(&t, kind, &r);
            plain = t;
            plain.p.A = plain.A, plain.p.b = plain.b;
            if (t.p.lo) plain.p.lo = plain.lo, plain.p.hi = plain.hi;
            if (t.p.findex) plain.p.findex = plain.findex;
            const mb_options o = { .max_iter = 1 + rng_int(&r, 200), .omega = t.omega },
                             traced = { .max_iter = o.max_iter, .omega = t.omega,
                                        .trace = textbook_watch, .trace_user = &t };
            const mb_lcp lcp = { t.p.n, t.A, t.b };
            memcpy(start, t.z, sizeof start);
            const mb_status want = textbook_ends(&plain, o.max_iter, &k);
            for (int w = 0; w < 2; w++) {
                double unused;
                memcpy(z, start, sizeof z);
                if (w) mb_mlcp_judge(&t.p, 1e-10, t.z, &unused, scratch());
                if (kind == 0) mb_pgs(&lcp, w ? &traced : &o, z, &info, scratch());
                else if (kind == 1) mb_jacobi(&lcp, w ? &traced : &o, z, &info, scratch());
                else mb_mlcp_pgs(&t.p, w ? &traced : &o, z, &info, scratch());
                wrong += w && t.calls != info.iterations;
                wrong += info.status != want || info.iterations != k || info.where != -1;
            }
            wrong += t.wrong;
            sweeps += t.calls;
            count[want]++;
        }
        check(wrong == 0 && sweeps > 8000 && count[MB_OK] > 100 && count[MB_MAX_ITER] > 20 &&
                  count[MB_STALLED] > 0,
              "%s: %d sweeps as in a plain loop, and it ends as often: %d solved, %d at the limit, "
              "%d stalled", names[kind], sweeps, count[MB_OK], count[MB_MAX_ITER],
              count[MB_STALLED]);
    }
}

/* ---- what a solver reports ------------------------------------------------------------------- */

static void test_divergence(void)
{
    /* each z_i is pushed up by 0.3 of the five others, or by 10: the methods diverge */
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
    check(finite && info.residual > 1e-3,
          "Jacobi that diverges leaves a finite z, with its residual");
    for (int i = 0; i < N; i++) {
        z[i] = 0.0;
        for (int j = 0; j < N; j++) A[i * N + j] = i == j ? 1.0 : -10.0;
    }
    check(mb_pgs(&p, &o, z, &info, scratch()) == MB_STALLED,
          "Gauss-Seidel that diverges is MB_STALLED");
    for (int i = 0; i < N; i++) finite = finite && z[i] > 1.0 && z[i] <= 1e150;
    check(finite && fabs(info.residual - mb_residual(&p, z)) <= 0.0,
          "Gauss-Seidel that diverges leaves a z whose squares are finite, with its residual");
    o.max_iter = 50;
    check(mb_jacobi(&q, &o, z2, &info, scratch()) != MB_OK || mb_residual(&q, z2) <= 1e-10,
          "Jacobi that cycles reports the residual of its z");
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
    check(info.residual < 1e-15, "a tolerance below rounding: the residual is of rounding size");
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
          "Jacobi: the first diagonal entry that is not positive is at 1");
    check(mb_mlcp_pgs(&m, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 1,
          "mixed PGS: the first diagonal entry that is not positive is at 1");
    check_near(info.residual, mb_residual(&p, z), 0.0,
               "a diagonal entry that is not positive: the residual is that of the start");
    check(mb_pgs(&tiny, NULL, z, &info, scratch()) == MB_SINGULAR && info.where == 0,
          "PGS: 5e-324 is positive, but 1/5e-324 overflows");
}

/* ---- against others -------------------------------------------------------------------------- */

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
    test_textbook();
    test_divergence();
    test_stall();
    test_diagonal();
    test_dwindling();
    test_infinite_friction();
    return check_done();
}
