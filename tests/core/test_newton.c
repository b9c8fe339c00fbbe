/* test_newton.c: the Newton solvers, the interior point and the fixed point
 *
 * `--full` tries 10 000 problems of each family in place of a few.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"
#include "problems.h"

#define TOL 1e-10

enum { SOLVERS = 4 };
static const char *const names[SOLVERS] = { "fischer-newton", "minmap-newton", "interior-point",
    "fixed-point" };

static int full;

/* ---- calling a solver with exactly the scratch it announces ---------------------------------- */

enum { MAX_N = 256 };

static char *block_of(size_t size)
{
    char *block = (char *)malloc(size + 1);

    if (!block) exit(2);
    return block;
}

static mb_status solve(const char *name, const mb_lcp *p, const mb_options *opt, double *z,
                       mb_info *info)
{
    const mb_solver *s = mb_find_lcp_solver(name);
    char *block = block_of(s->scratch(p->n));
    const mb_status status = s->lcp(p, opt, z, info, mb_arena_make(block, s->scratch(p->n)));

    free(block);
    return status;
}

static mb_status solve_mixed(const mb_mlcp *p, double *z)
{
    const size_t size = mb_mlcp_fischer_newton_scratch(p->n);
    char *block = block_of(size);
    const mb_status status = mb_mlcp_fischer_newton(p, NULL, z, NULL, mb_arena_make(block, size));

    free(block);
    return status;
}

/* ---- awkward input --------------------------------------------------------------------------- */

typedef enum {
    SOLVED,                      /* by the wanted z; NaN: any z */
    AT_ONCE,                     /* the start is the solution: 0 iterations */
    REFUSED,                     /* with the residual of its z */
    NO_LIE                       /* solved, or refused: there may be no MB_OK with a wrong z */
} outcome;

static const struct {
    const char *name;
    outcome end;
    int n;
    double A[9], b[3], start[3], want[3];
} small_cases[] = {
    { "z = w = 0", AT_ONCE, 2, { 2, 1, 1, 2 }, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { "started at its solution", AT_ONCE, 3, { 4, 1, 0, 1, 4, 1, 0, 1, 4 }, { -4, 3, -8 },
      { 1, 0, 2 }, { 1, 0, 2 } },
    { "start at a kink, z_1 = w_1 = 0", SOLVED, 2, { 2, 1, 1, 2 }, { 0, -1 }, { 0, 0 },
      { 0, 0.5 } },
    { "a zero row with b = 0", SOLVED, 2, { 1, 0, 0, 0 }, { -1, 0 }, { 0, 0 }, { 1, (double)NAN } },
    { "a start far away and infeasible", SOLVED, 2, { 2, 1, 1, 2 }, { -5, -6 }, { -1e6, 1e9 },
      { 4.0 / 3.0, 7.0 / 3.0 } },
    { "infeasible: the rows add up to -2", REFUSED, 2, { 1, -1, -1, 1 }, { -1, -1 }, { 0 }, { 0 } },
    { "infeasible of size 3", REFUSED, 3, { -1, 0, -3, 1, -2, -5, -2, -1, -2 }, { -3, -2, -1 },
      { 0 }, { 0 } },
    { "overflow on the way: no solution", NO_LIE, 2, { 1e300, 1e300, 1e300, 1e300 },
      { -1e300, -1e300 }, { 1e300, 1e300 }, { (double)NAN, (double)NAN } },
    { "z = 1e600: no solution", NO_LIE, 2, { 1e-300, 0, 0, 1e-300 }, { -1e300, -1e300 }, { 0, 0 },
      { (double)NAN, (double)NAN } },
};

static void small_problem(int s, int k)
{
    const int n = small_cases[k].n;
    const outcome end = small_cases[k].end;
    const mb_lcp p = { n, small_cases[k].A, small_cases[k].b };
    double z[3];
    mb_info info;

    memcpy(z, small_cases[k].start, sizeof z);
    const mb_status status = solve(names[s], &p, NULL, z, &info);
    int ok = status == MB_OK ? end != REFUSED : status > 0 && (end == REFUSED || end == NO_LIE);
    if (status == MB_OK) ok = ok && mb_residual(&p, z) <= TOL;
    if (end == AT_ONCE)
        ok = ok && info.iterations == 0 && memcmp(z, small_cases[k].start, sizeof z) == 0;
    if (end == REFUSED)
        ok = ok && fabs(info.residual - mb_residual(&p, z)) <= 1e-15 &&
             (s != 2 || info.iterations < 100);
    for (int i = 0; i < n && ok && status == MB_OK; i++)
        ok = isnan(small_cases[k].want[i]) || fabs(z[i] - small_cases[k].want[i]) <= 1e-9;
    if (!check(ok && info.status == status, "%s: %s", names[s], small_cases[k].name))
        note("%s after %d iterations, residual %g", mb_status_name(status), info.iterations,
             info.residual);
}

/* ---- scaled unknowns ------------------------------------------------------------------------- */

/* the greatest power of two <= x; 1 for 0 */
static double floor_power(double x) { return x > 0.0 ? ldexp(1.0, ilogb(x)) : 1.0; }

/* The units of rows and columns, unit[2 n], start as those of b and of bounds. They spread along
 * the entries of S, weak ones reduce them, until nothing changes. */
static void spread_units(int n, const double *S, double *unit)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double a = S[i * n + j] > 1.0 / 64 ? 1.0 : S[i * n + j];
                double *const r = unit + i, *const c = unit + n + j;
                if (a * *r > *c) *c = a * *r, changed = 1;
                if (a * *c > *r) *r = a * *c, changed = 1;
            }
    }
}

/* problems of several blocks, coupled weakly or not at all, with entries, b and bounds of many
 * decades, rows of zeros, and b = 0 */
static void units_by_definition(void)
{
    rng r = { 61 };
    int wrong = 0, spread = 0;

    for (int trial = 0; trial < 2000; trial++) {
        const int n = 1 + rng_int(&r, 8), blocks = 1 + rng_int(&r, 3), zero = rng_int(&r, 5) == 0;
        double A[64], S[64], b[8], lo[8], hi[8], row[8], col[8], want_row[8], want_col[8], work[16];
        double unit[16], before[16], most = 0.0;
        static double room[1000];
        const mb_mlcp p = { n, A, b, lo, hi, NULL };
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                A[i * n + j] = rng_int(&r, 3) == 0 ? 0.0 : rng_normal(&r) *
                    (i % blocks == j % blocks ? 1.0 : blocks == 2 ? 1e-3 : 0.0);
            for (int j = 0; j < n && rng_int(&r, 12) == 0; j++) A[i * n + j] = 0.0;
            b[i] = zero || rng_int(&r, 4) == 0 ? 0.0 : pow(10.0, rng_range(&r, -6.0, 6.0));
            lo[i] = rng_int(&r, 4) ? 0.0 : rng_int(&r, 2) ? -HUGE_VAL : rng_range(&r, 0.0, 9.0);
            hi[i] = rng_int(&r, 2) ? HUGE_VAL : rng_int(&r, 4) || lo[i] > 0.0 ? 9.0 : -3.0;
            if (hi[i] < lo[i]) lo[i] = -HUGE_VAL;
        }
        mbi_equilibrate(n, A, want_row, want_col, work);
        for (int i = 0; i < n; i++) {
            const double z = lo[i] > 0.0 ? lo[i] : hi[i] < 0.0 ? hi[i] : 0.0;
            int empty = 1;
            for (int j = 0; j < n; j++) {
                S[i * n + j] = want_row[i] * fabs(A[i * n + j]) * want_col[j];
                empty &= A[i * n + j] == 0.0;
            }
            if (empty) want_row[i] = 0.0;
            unit[i] = want_row[i] * fabs(b[i]);
            unit[n + i] = fabs(z) / want_col[i];
        }
        memcpy(before, unit, sizeof unit);
        spread_units(n, S, unit);
        spread += memcmp(before, unit, sizeof(double) * 2 * (size_t)n) != 0;
        for (int i = 0; i < 2 * n; i++) most = fmax(most, unit[i]);
        for (int i = 0; i < 2 * n; i++) unit[i] = unit[i] > 0.0 ? unit[i] : most;
        mbi_scale(&p, row, col, mb_arena_make(room, sizeof room));
        for (int i = 0; i < n; i++) {
            const double to = want_row[i] > 0.0 ? floor_power(want_row[i]) / floor_power(unit[i])
                                                : 1.0 / floor_power(fabs(b[i]));
            wrong += row[i] != to ||
                     col[i] != 4.0 * floor_power(want_col[i]) * floor_power(unit[n + i]);
        }
    }
    check(wrong == 0 && spread > 500,
          "rows and columns of 2000 problems have the units that spread from b and bounds, but for "
          "%d", wrong);
}

/* ---- the fixed point by a plain loop --------------------------------------------------------- */

typedef struct {
    const mb_lcp *p;
    double row[16], col[16], z[16], w[16], past[10], r;
    int calls, taken, wrong, refused;
} prox_loop;

/* |min(x, r v)|_2 at z, whose w is set */
static double prox_size(const prox_loop *s, double r, const double *z, double *w)
{
    double sum = 0.0;

    mb_slack(s->p, z, w);
    for (int i = 0; i < s->p->n; i++) {
        const double m = fmin(z[i] / s->col[i], r * s->row[i] * w[i]);
        sum += m * m;
    }
    return sqrt(sum);
}

/* The next evaluation. A step is taken if |min(x, v)| is then at most the largest of the last ten,
 * or if the next step by the same r would be no longer; the next r is s's/s'y, or twice as large
 * where that is negative. Otherwise r is halved. */
static void prox_follow(void *user, const mb_trace *t)
{
    prox_loop *s = user;
    const int n = s->p->n;
    double next[16], w[16], here[16], norm, most = 0.0, size = 0.0, xx = 0.0, xv = 0.0, apart = 0.0;

    s->wrong += t->iteration != s->calls || t->n != n || t->entering != -1 || t->leaving != -1 ||
                !(fabs(t->residual - mb_residual(s->p, t->z)) <= 1e-14);
    if (s->calls++ == 0) {
        for (int i = 0; i < 10; i++) s->past[i] = prox_size(s, 1.0, s->z, s->w);
        s->wrong += memcmp(t->z, s->z, (size_t)n * sizeof *t->z) != 0;
        return;
    }
    for (int i = 0; i < n; i++)
        next[i] = s->col[i] * fmax(0.0, s->z[i] / s->col[i] - s->r * s->row[i] * s->w[i]);
    norm = prox_size(s, 1.0, next, w);
    for (int i = 0; i < 10; i++) most = fmax(most, s->past[i]);
    if (norm <= most || prox_size(s, s->r, next, w) <= prox_size(s, s->r, s->z, here)) {
        for (int i = 0; i < n; i++) {
            const double x = (next[i] - s->z[i]) / s->col[i];
            xx += x * x;
            xv += x * s->row[i] * (w[i] - s->w[i]);
        }
        s->past[s->taken++ % 10] = norm;
        s->r = fmin(1e6, xv > 0.0 ? fmax(xx / xv, 1e-10) : 2.0 * s->r);
        memcpy(s->z, next, sizeof next);
        memcpy(s->w, w, sizeof w);
    } else {
        s->r *= 0.5;
        s->refused++;
    }
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(s->z[i]));
        apart = fmax(apart, fabs(s->z[i] - t->z[i]));
    }
    if (t->residual > 1e-6)                                    /* later r is a ratio of rounding */
        s->wrong += !(apart <= 1e-7 * size) || !(fabs(s->r - t->step) <= 1e-5 * s->r);
    memcpy(s->z, t->z, (size_t)n * sizeof *s->z);
    mb_slack(s->p, s->z, s->w);
    s->r = t->step;
}

static void fixed_point_by_a_plain_loop(void)
{
    static const char *const families[] = { "a_spd", "b_psd", "d_hp", "d_ptri", "c_stack_slide" };
    static double room[4000];
    rng r = { 62 };

    for (int k = 0; k < 5; k++) {
        int wrong = 0, calls = 0, refused = 0;
        for (int trial = 0; trial < 60; trial++) {
            static prox_loop s;
            const mb_options o = { .max_iter = 200, .trace = prox_follow, .trace_user = &s };
            double z[16];
            problem p;
            if (!problem_make(problem_find_family(families[k]), 2 + rng_int(&r, 14), &r, &p))
                continue;
            const mb_lcp lcp = problem_as_lcp(&p);
            const mb_mlcp q = { p.n, p.A, p.b, NULL, NULL, NULL };
            memset(&s, 0, sizeof s);
            s.p = &lcp;
            s.r = 1.0;
            mbi_scale(&q, s.row, s.col, mb_arena_make(room, sizeof room));
            for (int i = 0; i < p.n; i++) s.z[i] = z[i] = rng_int(&r, 2) * rng_unit(&r) * s.col[i];
            (void)solve("fixed-point", &lcp, &o, z, NULL);
            wrong += s.wrong;
            refused += s.refused;
            calls += s.calls;
            problem_free(&p);
        }
        check(wrong == 0 && calls > 1000 && refused > 30,
              "%s, fixed-point: of %d evaluations %d differ from the plain loop; %d steps are "
              "refused", families[k], calls, wrong, refused);
    }
}

/* ---- Newton's method by a plain loop --------------------------------------------------------- */

typedef struct {
    mb_mlcp p;
    double A[64], b[8], lo[8], hi[8];
    double row[8], col[8], z[8], past[5], lambda;        /* lambda 0: the minimum map */
    int calls, wrong, halved, steepest;
} newton_loop;

static double plain_phi(double lambda, double a, double b, double *da, double *db)
{
    const double r = hypot(a, b);

    *da = lambda * (1.0 - (r > 0.0 ? a / r : sqrt(0.5)));
    *db = lambda * (1.0 - (r > 0.0 ? b / r : sqrt(0.5)));
    if (a > 0.0) *da += (1.0 - lambda) * fmax(b, 0.0);
    if (b > 0.0) *db += (1.0 - lambda) * fmax(a, 0.0);
    if (lambda > 0.0 && a < HUGE_VAL)
        return lambda * (a + b - r) + (1.0 - lambda) * fmax(a, 0.0) * fmax(b, 0.0);
    *da = a <= b;
    *db = a > b;
    return fmin(a, b);
}

/* Phi and its derivatives by x and v at z; returns theta */
static double plain_theta(const newton_loop *s, const double *z, double *phi, double *da,
                          double *db)
{
    double theta = 0.0;

    for (int i = 0; i < s->p.n; i++) {
        const double x = z[i] / s->col[i], lo = s->lo[i] / s->col[i], hi = s->hi[i] / s->col[i];
        double w = s->b[i], inner, ia = 0.0, ib = 1.0, oa, ob;
        for (int j = 0; j < s->p.n; j++) w += s->A[i * s->p.n + j] * z[j];
        inner = s->row[i] * w;
        if (hi < HUGE_VAL) inner = -plain_phi(s->lambda, hi - x, -inner, &ia, &ib);
        phi[i] = plain_phi(s->lambda, x - lo, inner, &oa, &ob);
        da[i] = oa + ob * ia;
        db[i] = ob * ib;
        theta += 0.5 * phi[i] * phi[i];
    }
    return theta;
}

/* J d = -Phi, with regular I added; rows in which w hardly matters count as d = -Phi/da. 0: no such
 * d, or too long a one */
static int plain_direction(const newton_loop *s, double theta, double regular, const double *phi,
                           const double *da, const double *db, double *d)
{
    const int n = s->p.n;
    double T[64], size = 1.0;

    for (int i = 0; i < n; i++) {
        const int out = db[i] <= fmin(0.01, theta) * da[i];
        for (int j = 0; j < n; j++)
            T[i * n + j] = out ? 0.0 : db[i] * s->row[i] * s->A[i * n + j] * s->col[j];
        T[i * n + i] += da[i] + (out ? 0.0 : regular);
        d[i] = -phi[i];
        size = fmax(size, fabs(s->z[i]) / s->col[i]);
    }
    if (plain_solve(n, T, d) == 0.0) return 0;
    for (int k = 0; k < n; k++)
        if (!(fabs(d[k]) <= 1e6 * size)) return 0;
    return 1;
}

/* the step, halved until theta is at most bound + 1e-4 t slope; 0: no step is */
static double plain_search(const newton_loop *s, const double *d, double bound, double slope,
                           double *to)
{
    double phi[8], da[8], db[8];

    for (double t = 1.0; t >= 1e-8; t *= 0.5) {
        for (int i = 0; i < s->p.n; i++) to[i] = s->z[i] + t * s->col[i] * d[i];
        if (plain_theta(s, to, phi, da, db) <= bound + 1e-4 * t * slope) return t;
    }
    return 0.0;
}

static void newton_follow(void *user, const mb_trace *t)
{
    newton_loop *s = user;
    const int n = s->p.n;
    double phi[8], da[8], db[8], d[8], to[8], bound = 0.0, step = 0.0, apart = 0.0;
    const double theta = plain_theta(s, s->z, phi, da, db);

    if (s->calls++ == 0) {
        for (int i = 0; i < 5; i++) s->past[i] = theta;
        s->wrong += memcmp(t->z, s->z, (size_t)n * sizeof *t->z) != 0;
        return;
    }
    for (int i = 0; i < 5; i++) bound = fmax(bound, s->past[i]);
    for (int k = 0; k < 2 && !(step > 0.0); k++) {
        const double regular = k * fmin(fmax(0.1 * sqrt(theta), 1e-6), 1e-2);
        if (plain_direction(s, theta, regular, phi, da, db, d))
            step = plain_search(s, d, bound, -2.0 * theta, to);
    }
    if (!(step > 0.0)) {
        double slope = 0.0;
        for (int j = 0; j < n; j++) {
            d[j] = -da[j] * phi[j];
            for (int i = 0; i < n; i++)
                d[j] -= db[i] * s->row[i] * s->A[i * n + j] * s->col[j] * phi[i];
            slope -= d[j] * d[j];
        }
        step = plain_search(s, d, bound, slope, to);
        s->steepest++;
    }
    s->halved += step < 1.0;
    for (int i = 0; i < n; i++)
        apart = fmax(apart, fabs(to[i] - t->z[i]) / (s->col[i] + fabs(to[i])));
    if (t->residual > 1e-6)                        /* later the guess of active rows may solve it */
        s->wrong += t->step != step || !(apart <= 1e-6);
    memcpy(s->z, t->z, (size_t)n * sizeof *s->z);
    s->past[(s->calls - 2) % 5] = plain_theta(s, s->z, phi, da, db);
}

/* positive definite, skew and indefinite A, with bounds of every kind */
static void newton_by_a_plain_loop(void)
{
    static const char *const what[] = { "the minimum map", "Fischer-Burmeister", "lambda = .8" };
    static double room[4000];
    rng r = { 63 };

    for (int k = 0; k < 3; k++) {
        int wrong = 0, steps = 0, halved = 0, steepest = 0;
        for (int trial = 0; trial < 300; trial++) {
            static newton_loop s;
            const mb_options o = { .max_iter = 60, .lambda = k == 2 ? 0.8 : 0.0,
                                   .trace = newton_follow, .trace_user = &s };
            const int n = 1 + rng_int(&r, 8);
            double z[8];
            memset(&s, 0, sizeof s);
            s.p = (mb_mlcp){ n, s.A, s.b, s.lo, s.hi, NULL };
            s.lambda = k == 0 ? 0.0 : k == 1 ? 1.0 : 0.8;
            for (int i = 0; i < n * n; i++) s.A[i] = rng_range(&r, -1.0, 1.0);
            for (int i = 0; i < n; i++) {
                s.A[i * n + i] += rng_range(&r, -0.5, 2.0);
                s.b[i] = rng_range(&r, -3.0, 1.0);
                s.lo[i] = k == 0 || rng_int(&r, 4) ? 0.0 : -HUGE_VAL;
                s.hi[i] = k == 0 || rng_int(&r, 3) ? HUGE_VAL : rng_range(&r, 0.0, 2.0);
                s.z[i] = z[i] = rng_int(&r, 2) * rng_range(&r, 0.0, 2.0);
            }
            mbi_scale(&s.p, s.row, s.col, mb_arena_make(room, sizeof room));
            const mb_lcp lcp = { n, s.A, s.b };
            char *block = block_of(mb_mlcp_fischer_newton_scratch(n));
            const mb_arena a = mb_arena_make(block, mb_mlcp_fischer_newton_scratch(n));
            if (k == 0) mb_minmap_newton(&lcp, &o, z, NULL, a);
            else mb_mlcp_fischer_newton(&s.p, &o, z, NULL, a);
            free(block);
            wrong += s.wrong > 0;
            steps += s.calls;
            halved += s.halved;
            steepest += s.steepest;
        }
        check(wrong == 0 && steps > 1000 && halved > 100,
              "%s: %d steps, in %d runs not as in the plain loop; %d are shortened, %d along the "
              "gradient", what[k], steps, wrong, halved, steepest);
    }
}

/* ---- the interior point by a plain loop ------------------------------------------------------ */

enum { PATH = 6 };

typedef struct {
    int n, calls, wrong, folds;
    double S[PATH * PATH], q[PATH], r[PATH], c[PATH], col[PATH];
    double u[2 * PATH + 1];      /* x, v, t */
} path_loop;

/* dx, dv, dt with x dv + v dx = g and dv = S dx + dt r; returns det(diag(x) S + diag(v)) */
static double plain_path(const path_loop *s, const double *g, double dt, double *d)
{
    const int n = s->n;
    const double *x = s->u, *v = s->u + n;
    double T[PATH * PATH], det;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) T[i * n + j] = x[i] * s->S[i * n + j] + (i == j ? v[i] : 0.0);
        d[i] = g[i] - dt * x[i] * s->r[i];
    }
    det = plain_solve(n, T, d);
    for (int i = 0; i < n; i++) {
        d[n + i] = dt * s->r[i];
        for (int j = 0; j < n; j++) d[n + i] += s->S[i * n + j] * d[j];
    }
    d[2 * n] = dt;
    return det;
}

/* a'b in the logarithms of u */
static double path_product(const path_loop *s, const double *a, const double *b)
{
    double sum = 0.0;

    for (int i = 0; i <= 2 * s->n; i++) sum += a[i] * b[i] / (s->u[i] * s->u[i]);
    return sum;
}

/* the largest factor between x v and t c; infinite unless all are positive */
static double path_apart(const path_loop *s, const double *u)
{
    double most = 1.0;

    for (int i = 0; i < s->n; i++) {
        const double share = u[i] * u[s->n + i] / (u[2 * s->n] * s->c[i]);
        if (!(u[i] > 0.0 && u[s->n + i] > 0.0 && u[2 * s->n] > 0.0)) return HUGE_VAL;
        most = fmax(most, fmax(share, 1.0 / share));
    }
    return most;
}

/* one step along the path; returns its length, 0 if none stays near it */
static double plain_path_step(path_loop *s)
{
    const int n = s->n, size = 2 * n + 1;
    double tangent[2 * PATH + 1], back[2 * PATH + 1], curve[2 * PATH + 1], to[2 * PATH + 1];
    double g[PATH] = { 0 }, h = HUGE_VAL, part = 1.0;
    const double near = fmax(4.0, 0.9 * path_apart(s, s->u));
    const double det = plain_path(s, s->c, 1.0, tangent);
    const double length = sqrt(path_product(s, tangent, tangent));

    for (int i = 0; i < size; i++) tangent[i] *= (det > 0.0 ? -1.0 : 1.0) / length;
    s->folds += det < 0.0;
    for (int i = 0; i < n; i++) g[i] = s->u[2 * n] * s->c[i] - s->u[i] * s->u[n + i];
    plain_path(s, g, 0.0, back);
    for (int i = 0; i < n; i++) g[i] = -tangent[i] * tangent[n + i];
    plain_path(s, g, 0.0, curve);
    const double b = path_product(s, back, tangent), c = path_product(s, curve, tangent);
    for (int i = 0; i < size; i++) {
        back[i] -= b * tangent[i];
        curve[i] -= c * tangent[i];
        if (i < 2 * n && tangent[i] < 0.0) h = fmin(h, -s->u[i] / tangent[i]);
    }
    h = fmin(2.0 * h, 1e3);
    if (tangent[2 * n] < 0.0) h = fmin(h, 0.9999 * s->u[2 * n] / -tangent[2 * n]);
    for (int k = 0; k < 60; k++, h *= 0.7) {
        for (int i = 0; i < size; i++)
            to[i] = s->u[i] + part * back[i] + h * tangent[i] + h * h * curve[i];
        if (path_apart(s, to) <= near) {
            memcpy(s->u, to, sizeof to);
            return h;
        }
        if (k >= 20) part *= 0.7;
    }
    return 0.0;
}

static void path_follow(void *user, const mb_trace *t)
{
    path_loop *s = user;
    double apart = 0.0, h;

    if (s->calls++ == 0 || s->wrong) return;
    h = plain_path_step(s);
    for (int i = 0; i < s->n; i++)
        apart = fmax(apart, fabs(s->u[i] - t->z[i] / s->col[i]) / s->u[i]);
    if (t->residual > 1e-4 && s->u[2 * s->n] < 1e6)            /* later it guesses, or is lost */
        s->wrong += !(fabs(h - t->step) <= 1e-5 * h) || !(apart <= 1e-5);
}

static void interior_point_by_a_plain_loop(void)
{
    static double room[4000];
    rng r = { 64 };
    int wrong = 0, steps = 0, folds = 0;

    for (int trial = 0; trial < 400; trial++) {
        static path_loop s;
        const int n = 1 + rng_int(&r, PATH);
        double A[PATH * PATH], b[PATH], z[PATH], row[PATH];
        const mb_lcp lcp = { n, A, b };
        const mb_mlcp p = { n, A, b, NULL, NULL, NULL };
        const mb_options o = { .max_iter = 40, .trace = path_follow, .trace_user = &s };
        memset(&s, 0, sizeof s);
        s.n = n;
        for (int i = 0; i < n * n; i++) A[i] = rng_range(&r, -1.0, 1.0);
        for (int i = 0; i < n; i++) {
            A[i * n + i] += rng_range(&r, -0.5, 2.0);
            b[i] = rng_range(&r, -3.0, 1.0);
            z[i] = rng_range(&r, -1.0, 2.0);
        }
        mbi_scale(&p, row, s.col, mb_arena_make(room, sizeof room));
        for (int i = 0; i < n; i++) {
            s.u[i] = 1.0 + fmin(fmax(z[i] / s.col[i], 0.0), 1.0);
            s.u[n + i] = 1.0;
            s.c[i] = s.u[i];
            for (int j = 0; j < n; j++) s.S[i * n + j] = row[i] * A[i * n + j] * s.col[j];
        }
        s.u[2 * n] = 1.0;
        for (int i = 0; i < n; i++) {
            s.r[i] = 1.0 - row[i] * b[i];
            for (int j = 0; j < n; j++) s.r[i] -= s.S[i * n + j] * s.u[j];
        }
        (void)solve("interior-point", &lcp, &o, z, NULL);
        wrong += s.wrong;
        steps += s.calls;
        folds += s.folds;
    }
    check(wrong == 0 && steps > 2000 && folds > 200,
          "interior-point: %d steps, in %d runs not as in the plain loop; %d are upwards in t",
          steps, wrong, folds);
}

/* ---- the guess of active rows ---------------------------------------------------------------- */

/* the residual of the guess that all rows are active, HUGE_VAL if that gives no solution */
static double guess_solves(int n, const double *A, const double *b, double *z)
{
    static double block[1000];
    mb_arena arena = mb_arena_make(block, sizeof block);
    const mb_mlcp p = { n, A, b, NULL, NULL, NULL };
    double residual = HUGE_VAL;
    mbi_scaled s;

    mbi_scaled_take(&s, &p, TOL, &arena);
    for (int i = 0; i < n; i++) s.active[i] = i;
    return mbi_polish(&s, n, z, &residual) ? residual : HUGE_VAL;
}

/* a guess that goes below a bound is put on it */
static void guess_beyond_a_bound(void)
{
    const double A = 1.0, b = 1e-3;
    double z = 1e-4;

    check(guess_solves(1, &A, &b, &z) == 0.0 && z == 0.0,
          "a guess that would go below its bound ends on it");
}

/* every contact twice: the active rows are singular, and the guess still solves the problem */
static void guess_of_a_singular_system(void)
{
    static const double A[16] = { 2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2 },
        b[4] = { -5, -5, -4, -4 };
    double z[4] = { 0.9, 1.1, 0.6, 0.4 };
    const double residual = guess_solves(4, A, b, z);

    check(residual <= 1e-14 && fabs(z[0] + z[1] - 2.0) <= 1e-12 && fabs(z[2] + z[3] - 1.0) <= 1e-12,
          "repeated active rows are solved near the iterate: residual %.1e", residual);
}

/* ---- mixed problems -------------------------------------------------------------------------- */

static void joints(void)
{
    static const char *const families[2] = { "g_mlcp", "g_redundant" };
    const int runs = full ? 10000 : 100;

    for (int f = 0; f < 2; f++) {
        int wrong = 0, lies = 0;
        for (int seed = 0; seed < runs; seed++) {
            problem p = problem_named(families[f], 6 * (1 + seed % 8), seed);
            double lo[MAX_N] = { 0 }, z[MAX_N] = { 0 };
            for (int i = 0; i < p.nfree; i++) lo[i] = -HUGE_VAL;
            const mb_mlcp m = { p.n, p.A, p.b, lo, NULL, NULL };
            const mb_status status = solve_mixed(&m, z);
            lies += status < 0 || (status == MB_OK && !(mb_mlcp_residual(&m, z) <= TOL));
            if (status != MB_OK && wrong++ < 3)
                note("%s: seed %d, n = %d, %s", families[f], seed, p.n, mb_status_name(status));
            problem_free(&p);
        }
        check(lies == 0 && 500 * wrong <= runs, "%s: %d of %d chains with contacts are solved, %d "
              "wrongly", families[f], runs - wrong, runs, lies);
    }
}

/* ---- families -------------------------------------------------------------------------------- */

/* problems on which other methods fail: frictional stacks and graphs of up to 64 contacts, mass
 * ratios up to 1e4 */
static void friction(void)
{
    static const char *const which[] = { "c_stack_rest", "c_stack_slide", "c_stack_heavytop",
        "c_graph" };

    for (int f = 0; f < 4; f++)
        for (int nc = 32; nc <= 64; nc *= 2) {
            const int runs = full ? 200 : nc == 32 ? 10 : 3;
            int wrong = 0;
            double worst = 0.0;
            for (int seed = 0; seed < runs; seed++) {
                /* 1162: t must decrease to 1e-12 to show which variables are zero */
                problem p = problem_named(which[f], 4 * nc, 1000 + (seed == 2 ? 162 : seed));
                const mb_lcp lcp = problem_as_lcp(&p);
                double z[MAX_N] = { 0 };
                wrong += solve("interior-point", &lcp, NULL, z, NULL) != MB_OK;
                worst = fmax(worst, mb_residual(&lcp, z));
                problem_free(&p);
            }
            check(wrong == 0 && worst <= TOL,
                  "interior-point on %s with %d contacts: of %d %d are not solved, residuals <= "
                  "%.1e", which[f], nc, runs, wrong, worst);
        }
}

/* Rows of zeros: b alone decides at which bound z_1 and z_4 are, these decide z_3, and then z_5.
 * The size of b in such a row is no unit for the others. */
static void empty_rows(void)
{
    static const double A[25] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, -2, 0,
                                  0, 0, 0, 0, 0, 0, 0, -1, 0, -1 };
    static const double b[5] = { -3e-4, 0, 0, 1e-4, 0 }, lo[5] = { -1, 0, -1, 0, 0 };
    static const double hi[5] = { 2, HUGE_VAL, 2, HUGE_VAL, 2 };
    const mb_mlcp p = { 5, A, b, lo, hi, NULL };
    double z[5] = { 0 };

    check(solve_mixed(&p, z) == MB_OK &&
              fabs(z[0] - 2.0) + fabs(z[2] - 2.0) + fabs(z[3]) + fabs(z[4] - 2.0) < 1e-9,
          "rows of zeros decide the others: z = (2, any, 2, 0, 2)");
}

int main(int argc, char **argv)
{
    full = argc > 1 && strcmp(argv[1], "--full") == 0;

    for (int s = 0; s < SOLVERS; s++)
        for (int k = 0; k < (int)(sizeof small_cases / sizeof *small_cases); k++)
            small_problem(s, k);
    units_by_definition();
    fixed_point_by_a_plain_loop();
    newton_by_a_plain_loop();
    interior_point_by_a_plain_loop();
    guess_of_a_singular_system();
    guess_beyond_a_bound();
    joints();
    friction();
    empty_rows();
    return check_done();
}
