/* test_contact_rows.c: sweeps and Newton's method over contact rows, and the test that ends both,
 * computed again with the assembled matrix in long double
 *
 * Sweeps are stopped after 1, 2, 3, ... of them: z, dv, the residual, the number of sweeps and the
 * status have to be those of the same method here. Cases in which a decision is within rounding are
 * not compared. Of Newton's method the end is judged.
 */
#include "check.h"
#include "minisim2d/bodies/contact_rows.h"

#include <limits.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion"  /* on purpose */
#endif

typedef long double real;

enum { ROWS = 24, BODY = 6 };

static double memory[1 << 16];
static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* do not copy it: rows has pointers into it */
typedef struct {
    mb_contact_rows rows;
    double Minv[9 * BODY], J[6 * ROWS], b[ROWS], lo[ROWS], hi[ROWS], soft[ROWS];
    int body[2 * ROWS], findex[ROWS];
} island;

/* bodies without mass, no rows */
static inline void rows_clear(island *p, int nbody)
{
    memset(p, 0, sizeof *p);
    p->rows = (mb_contact_rows){ .nbody = nbody, .Minv = p->Minv, .body = p->body,
                                 .J = p->J, .b = p->b, .lo = p->lo, .hi = p->hi,
                                 .findex = p->findex, .soft = p->soft };
}

/* a row between bodies a and b, -1: the world, with random J; the world's part must not be read */
static inline int rows_add(island *p, rng *r, int a, int b, double lo, double hi, int findex)
{
    const int i = p->rows.n++;

    p->body[2 * i] = a;
    p->body[2 * i + 1] = b;
    for (int k = 0; k < 6; k++)
        p->J[6 * i + k] = p->body[2 * i + k / 3] < 0 ? HUGE_VAL : rng_normal(r);
    p->lo[i] = lo;
    p->hi[i] = hi;
    p->findex[i] = findex;
    return i;
}

/* a problem, and the state of a method */
typedef struct {
    const island *p;
    int n;
    real A[ROWS][ROWS], z[ROWS], tol, enough;
    int close;                   /* a decision was within rounding */
} matrix;

static void begin(matrix *m, const island *p, const double *z, double tol)
{
    memset(m, 0, sizeof *m);
    m->p = p;
    m->n = p->rows.n;
    m->tol = tol;
    m->enough = p->rows.enough;
    for (int i = 0; i < m->n; i++) m->z[i] = z[i];
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++) {
            m->A[i][j] = i == j ? p->soft[i] : 0.0;
            for (int e = 0; e < 4; e++) {
                const int a = p->body[2 * i + e / 2], b = p->body[2 * j + e % 2];
                const double *x = p->J + 6 * i + e / 2 * 3, *y = p->J + 6 * j + e % 2 * 3;
                for (int k = 0; k < 9 && a >= 0 && a == b; k++)
                    m->A[i][j] += (real)x[k / 3] * p->Minv[9 * a + k] * y[k % 3];
            }
        }
}

/* is x < y? A difference of this part of `size` is rounding. */
static int below(matrix *m, real x, real y, real size)
{
    m->close |= x != y && fabsl(x - y) <= 1e-11L * size;
    return x < y;
}

static real mid(real lo, real x, real hi) { return x < lo ? lo : x > hi ? hi : x; }

static void bounds(const matrix *m, const real *z, int i, real *lo, real *hi)
{
    const int f = m->p->findex[i];

    *lo = m->p->lo[i] * (f < 0 ? 1.0L : z[f] > 0.0L ? z[f] : 0.0L);
    *hi = m->p->hi[i] * (f < 0 ? 1.0L : z[f] > 0.0L ? z[f] : 0.0L);
}

static void put_inside(const matrix *m, real *z)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->n; i++) {
            real lo, hi;
            bounds(m, z, i, &lo, &hi);
            if ((m->p->findex[i] >= 0) == pass) z[i] = mid(lo, z[i], hi);
        }
}

/* ---- solved? --------------------------------------------------------------------------------- */

static real slack(const matrix *m, const real *z, int i, real *size)
{
    real w = m->p->b[i], ws = fabsl(w);

    for (int j = 0; j < m->n; j++) {
        w += m->A[i][j] * z[j];
        ws += fabsl(m->A[i][j] * z[j]);
    }
    if (size) *size = ws;
    return w;
}

/* the row's distance from complementarity, z in units of `unit` */
static real off(const matrix *m, const real *z, int i, real unit, real w)
{
    real lo, hi;

    bounds(m, z, i, &lo, &hi);
    return fabsl(mid((z[i] - hi) / unit, w, (z[i] - lo) / unit));
}

/* the scaled natural residual; with `enough`, a w that rounding explains counts as 0 */
static real residual_of(const matrix *m, const real *z)
{
    real most = 0.0L, r = 0.0L;

    for (int i = 0; i < m->n; i++) most = fmaxl(most, fabsl(z[i]));
    if (!(most > 0.0L)) most = 1.0L;
    for (int i = 0; i < m->n; i++) {
        real ws, w = slack(m, z, i, &ws);
        const real noise = 16.0L * DBL_EPSILON * (fabsl((real)m->p->b[i]) + m->A[i][i] * most);
        if (m->enough > 0.0L && fabsl(w) <= noise) w = 0.0L;
        r = fmaxl(r, off(m, z, i, most, ws > 0.0L ? w / ws : 0.0L));
    }
    return r;
}

/* group[i]: the least row that rows of shared bodies, and followers, connect with row i */
static void find_groups(const matrix *m, int *group)
{
    const island *p = m->p;

    for (int i = 0; i < m->n; i++) group[i] = i;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < m->n; i++)
            for (int j = 0; j < m->n; j++) {
                int joined = p->findex[i] == j || p->findex[j] == i;
                for (int e = 0; e < 4; e++)
                    joined |= p->body[2 * i + e / 2] >= 0 &&
                              p->body[2 * i + e / 2] == p->body[2 * j + e % 2];
                if (!joined || group[j] <= group[i]) continue;
                group[j] = group[i];
                changed = 1;
            }
    }
}

/* The unit of b of row i's group, where A's diagonal is 1: the largest b, except of rows that are
 * away from their bound, and the largest z at a bound. */
static real unit_of(const matrix *m, const real *z, const int *group, int i)
{
    real unit = 0.0L;

    for (int j = 0; j < m->n; j++) {
        const real root = sqrtl(m->A[j][j]), b = fabsl((real)m->p->b[j]);
        real lo, hi, ws, w = slack(m, z, j, &ws);
        if (group[j] != group[i]) continue;
        bounds(m, z, j, &lo, &hi);
        if (z[j] > lo || m->p->b[j] < 0.0 || w <= DBL_EPSILON * ws) unit = fmaxl(unit, b / root);
        if (m->p->findex[j] < 0 && (z[j] <= lo || z[j] >= hi))
            unit = fmaxl(unit, fabsl(z[j]) * root);
    }
    return unit;
}

/* is little left of w, known to within `error` times its terms? */
static int little_left(const matrix *m, const real *z, real left_unit, real error)
{
    int group[ROWS];

    find_groups(m, group);
    for (int i = 0; i < m->n; i++) {
        const real root = sqrtl(m->A[i][i]), unit = unit_of(m, z, group, i);
        const real b = fabsl((real)m->p->b[i]) / root / unit, own = b > 0.0L ? b : 1.0L;
        real ws, w = slack(m, z, i, &ws), left;
        if (!(unit > 0.0L)) continue;                          /* solved by z = 0 */
        left = fmaxl(off(m, z, i, unit / root, (w - error * ws) / root / unit),
                     off(m, z, i, unit / root, (w + error * ws) / root / unit));
        if (left <= fmaxl(1e-6L * own, left_unit)) continue;
        if (fabsl(w) > 1e-14L * ws || left > fmaxl(1e-2L * own, 1e-6L)) return 0;
    }
    return 1;
}

static int is_little(matrix *m, const real *z, real left_unit)
{
    const int yes = little_left(m, z, left_unit, DBL_EPSILON);

    m->close |= yes != little_left(m, z, left_unit, 0.3L * DBL_EPSILON) ||
                yes != little_left(m, z, left_unit, 3.0L * DBL_EPSILON);
    return yes;
}

static int is_solved(matrix *m, const real *z, real *r)
{
    *r = residual_of(m, z);
    if (m->enough > 0.0L && *r < 1.0L && !is_little(m, z, 0.1L)) *r = 1.0L;
    m->close |= fabsl(*r - m->tol) <= 1e-5L * m->tol;
    return *r <= m->tol && is_little(m, z, 1e-9L);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* one sweep; returns the largest change */
static real sweep(const matrix *m, real omega, real *z)
{
    real change = 0.0L;

    for (int i = 0; i < m->n; i++) {
        real lo, hi, x = z[i] - omega / m->A[i][i] * slack(m, z, i, NULL);
        bounds(m, z, i, &lo, &hi);
        x = mid(lo, x, hi);
        change = fmaxl(change, fabsl(x - z[i]));
        z[i] = x;
    }
    return change;
}

/* the step of the conjugate gradients after a sweep from `before`; returns the sweep's |dz|^2 */
static real follow(matrix *m, const real *before, real last, real *course, real *z)
{
    real now = 0.0L, beta;

    for (int i = 0; i < m->n; i++) now += (z[i] - before[i]) * (z[i] - before[i]);
    beta = last > 0.0L && !below(m, last, now, now) ? now / last : 0.0L;
    for (int i = 0; i < m->n; i++) {
        const real dz = z[i] - before[i], step = beta * course[i];
        z[i] += step;
        course[i] = step + dz;
    }
    return now;
}

static mb_status by_sweeps(matrix *m, real omega, int most, int *k, real *residual)
{
    const real still = fmaxl(m->tol, m->enough);
    real course[ROWS] = { 0 }, before[ROWS], last = 0.0L;
    int quiet = 0, stuck = 0, solved;

    put_inside(m, m->z);
    solved = is_solved(m, m->z, residual);
    for (*k = 0; !solved && !stuck && *residual > m->enough && *k < most;) {
        const int was_quiet = quiet;
        real size = 0.0L, change;
        int due;
        memcpy(before, m->z, sizeof before);
        change = sweep(m, omega, m->z);
        for (int i = 0; i < m->n; i++) size = fmaxl(size, fabsl(m->z[i]));
        quiet = !below(m, still * size, change, still * size);
        stuck = !(change > 0.0L);
        ++*k;
        due = *k == most || stuck || (quiet && !was_quiet) ||
              (*k % 16 == 0 && !below(m, 1e3L * still * size, change, still * size));
        if (due) solved = is_solved(m, m->z, residual);
        else if (m->p->rows.conjugate) last = follow(m, before, last, course, m->z);
        m->close |= m->enough > 0.0L && fabsl(*residual - m->enough) <= 1e-9L;
    }
    return solved ? MB_OK : stuck ? MB_STALLED : MB_MAX_ITER;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Contacts, with friction or without, joints, motors, limits and soft rows between bodies of any
 * mass, one in five of which does not turn; some normals' impulses are bounded, some rows of
 * friction precede theirs. b = J v for some v, and gaps: v = 0 can be reached, if not `any`. */
static void make(island *p, rng *r, int any)
{
    const int count = 1 + rng_int(r, 8);
    double v[3 * BODY];

    rows_clear(p, 1 + rng_int(r, BODY));
    for (int k = 0; k < p->rows.nbody; k++) {
        const int turns = rng_int(r, 5) > 0, dense = rng_int(r, 2);
        double S[9] = { 0 };
        for (int i = 0; i < 3; i++)
            for (int j = 0; j <= i && (turns || i < 2); j++)
                S[3 * i + j] = i == j ? rng_range(r, 0.5, 2.0) : dense ? rng_normal(r) : 0.0;
        for (int e = 0; e < 27; e++)
            p->Minv[9 * k + e / 3] += S[e / 9 * 3 + e % 3] * S[e / 3 % 3 * 3 + e % 3];
        for (int i = 0; i < 3; i++) v[3 * k + i] = rng_normal(r);
    }
    for (int k = 0; k < count; k++) {
        const int a = rng_int(r, p->rows.nbody + 1) - 1, b = rng_int(r, p->rows.nbody);
        const int kind = rng_int(r, 6), first = a == b ? -1 : a, flip = rng_int(r, 2);
        const int one = flip && first >= 0 ? b : first, two = one == b ? first : b;
        const double most = rng_unit(r), mu = rng_unit(r);
        const int follows = kind < 2, early = follows && rng_int(r, 2), i = p->rows.n + early;
        if (early) (void)rows_add(p, r, one, two, -mu, mu, i);
        (void)rows_add(p, r, one, two, kind < 4 ? 0.0 : kind == 4 ? -HUGE_VAL : -most,
                       kind > 0 && kind < 5 ? HUGE_VAL : most, -1);
        if (follows && !early) (void)rows_add(p, r, one, two, -mu, mu, i);
        if (kind == 3 || rng_int(r, 4) == 0) p->soft[i] = pow(10.0, rng_range(r, -6.0, 1.0));
    }
    for (int i = 0; i < p->rows.n; i++) {
        if (any) p->b[i] = rng_normal(r);
        for (int k = 0; k < 6 && !any; k++) {
            const int body = p->body[2 * i + k / 3];
            if (body >= 0) p->b[i] += p->J[6 * i + k] * v[3 * body + k % 3];
        }
        if (p->lo[i] >= 0.0 && p->findex[i] < 0 && rng_int(r, 2)) p->b[i] += rng_unit(r);
    }
}

/* how far z and dv are from those of m, in parts of the largest; 1 if they are no numbers */
static double apart(const matrix *m, const double *z, const double *dv)
{
    const island *p = m->p;
    real worst = 0.0L, size = 1e-300L, fast = 1e-300L, slow = 0.0L;

    for (int i = 0; i < m->n; i++) {
        size = fmaxl(size, fabsl(m->z[i]));
        worst = fmaxl(worst, z[i] - z[i] != 0.0 ? HUGE_VAL : fabsl(z[i] - m->z[i]));
    }
    for (int k = 0; k < 3 * p->rows.nbody; k++) {
        real v = 0.0L;
        for (int i = 0; i < m->n; i++)
            for (int e = 0; e < 6; e++)
                if (p->body[2 * i + e / 3] == k / 3)
                    v += p->Minv[3 * k + e % 3] * (real)p->J[6 * i + e] * m->z[i];
        fast = fmaxl(fast, fabsl(v));
        slow = fmaxl(slow, dv[k] - dv[k] != 0.0 ? HUGE_VAL : fabsl(dv[k] - v));
    }
    return (double)fminl(fmaxl(worst / size, slow / fast), 1.0L);
}

/* the iterates of sweeps, with every option */
static void test_sweeps(void)
{
    static const double tols[] = { 0.0, 1e-4, 1e-2 };
    static island p;
    static matrix m;
    rng r = { 2026 };
    int compared = 0, wrong = 0, solved = 0;

    for (int k = 0; k < check_few(500); k++) {
        double start[ROWS];
        make(&p, &r, k % 4 == 0);
        for (int i = 0; i < p.rows.n; i++) start[i] = k % 3 ? 0.0 : rng_normal(&r);
        p.rows.conjugate = k / 2 % 2;
        p.rows.enough = k / 4 % 3 == 0 ? 1e-3 : 0.0;
        for (int most = 1; most < 40; most += 1 + most / 4) {
            const mb_options o = { .tol = tols[k % 3], .max_iter = most,
                                   .omega = k % 5 ? 0.0 : 1.3 };
            double z[ROWS], dv[3 * BODY];
            real residual;
            mb_info info;
            mb_status status, got;
            int count;
            begin(&m, &p, start, o.tol > 0.0 ? o.tol : 1e-10);
            status = by_sweeps(&m, k % 5 ? 1.0L : 1.3L, most, &count, &residual);
            memcpy(z, start, sizeof z);
            got = mb_contact_pgs(&p.rows, &o, z, dv, &info, scratch());
            if (m.close) break;
            compared++;
            solved += status == MB_OK;
            wrong += got != status || info.status != status || info.iterations != count ||
                     info.where != -1 || !(apart(&m, z, dv) <= 1e-8) ||
                     !(fabs(info.residual - (double)residual) <=
                       1e-6 * info.residual + 1e-5 * (double)m.tol + 1e-13);
            if (status == MB_OK) break;
        }
    }
    check(compared > check_few(3000) && solved > check_few(200),
          "%d ends of sweeps, %d of them solutions", compared, solved);
    check(wrong == 0, "z, dv, residual, sweeps and status agree (%d do not)", wrong);
}

/* The test alone, of z on and between its bounds, with b such that w, in parts of the largest term,
 * is anything from 1e-15 to 1. */
static void test_solved(void)
{
    static island p;
    static matrix m;
    rng r = { 7 };
    int compared = 0, wrong = 0, yes = 0;

    for (int k = 0; k < check_few(8000); k++) {
        const double small = pow(10.0, rng_range(&r, -15.0, 0.0)), tiny = k % 4 ? 1.0 : small;
        double z[ROWS], got;
        real residual;
        mb_options o;
        mb_arena arena = scratch();
        unit_rows u;
        int solved;
        make(&p, &r, 1);
        p.rows.enough = k % 3 == 0 ? 1e-3 : 0.0;
        for (int i = 0; i < p.rows.n; i++)
            z[i] = rng_int(&r, 3) ? pow(10.0, rng_range(&r, -6.0, 1.0)) : 0.0;
        begin(&m, &p, z, 1e-3);
        put_inside(&m, m.z);
        for (int i = 0; i < m.n; i++) {
            real size, w = rng_int(&r, 2) ? small * rng_normal(&r) : 0.0;
            p.b[i] = 0.0;
            p.b[i] = (double)(tiny * w - slack(&m, m.z, i, &size));
            if (!(size > 0.0L) && rng_int(&r, 2)) p.b[i] = rng_unit(&r);
        }
        if (ur_begin(&p.rows, NULL, &o, z, &u, NULL, &arena) != MB_OK) {
            wrong++;
            continue;
        }
        u.tol = 1e-3;
        ur_prepare(&u, z);
        ur_add_up(&u, z);
        m.close = 0;
        solved = is_solved(&m, m.z, &residual);
        wrong += ur_solved(&u, z, &got) != solved && !m.close;
        wrong += !(fabs(got - (double)residual) <= 1e-6 * got + 1e-8) && !m.close;
        compared += !m.close;
        yes += solved;
    }
    check(compared > check_few(6000) && yes > check_few(1000), "%d tests of z, %d are solutions",
          compared, yes);
    check(wrong == 0, "residual and verdict agree (%d do not)", wrong);
}

/* ---- Newton's method, and both --------------------------------------------------------------- */

typedef mb_status solver(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch);
static solver *const solvers[] = { mb_contact_pgs, mb_contact_newton };

/* the first row that follows a later one: Newton's method refuses it; n: none */
static int first_early(const island *p)
{
    int i = 0;

    while (i < p->rows.n && p->findex[i] < i) i++;
    return i;
}

/* from z = 0, and again from its solution; masses that differ up to a million times */
static void test_newton(void)
{
    static const double ratios[] = { 1.0, 1e3, 1e6 };
    static island p;
    static matrix m;
    rng r = { 41 };
    int solved = 0, cases = 0, wrong = 0;

    for (int k = 0; k < check_few(3000); k++) {
        double z[ROWS] = { 0 }, dv[3 * BODY];
        real residual;
        mb_info info;
        mb_status status;
        int early;
        make(&p, &r, 0);
        early = first_early(&p);
        for (int e = 0; e < 9 * p.rows.nbody; e++) p.Minv[e] *= e < 9 ? ratios[k % 3] : 1.0;
        status = mb_contact_newton(&p.rows, NULL, z, dv, &info, scratch());
        wrong += info.status != status || info.where != (early < p.rows.n ? early : -1);
        wrong += (status == MB_BAD_ARG) != (early < p.rows.n);
        if (early < p.rows.n) continue;
        cases++;
        if (status != MB_OK) continue;
        solved++;
        begin(&m, &p, z, 1e-10);
        wrong += !is_solved(&m, m.z, &residual) && !m.close;
        wrong += !(fabs(info.residual - (double)residual) <= 1e-13) || !(apart(&m, z, dv) <= 1e-8);
        wrong += mb_contact_newton(&p.rows, NULL, z, dv, &info, scratch()) != MB_OK;
    }
    check(solved >= cases - cases / 50 && cases > check_few(1000),
          "Newton's method solves %d of %d islands", solved, cases);
    check(wrong == 0, "and every MB_OK is one, and every refusal (%d wrong)", wrong);
}

/* impulses in other units: z scales with b and its bounds, and nothing else changes */
static void test_units(void)
{
    static island p;
    rng r = { 100 };
    int off = 0, solved = 0;

    for (int k = 0; k < 120; k++) {
        const mb_options o = { .tol = k % 3 ? 1e-6 : 1e-9 };
        const int m = k % 4 < 2 ? 30 : -30;
        double z[ROWS] = { 0 }, y[ROWS] = { 0 };
        mb_info one, two;
        make(&p, &r, k % 4 == 0);
        (void)solvers[k % 2](&p.rows, &o, z, NULL, &one, scratch());
        for (int i = 0; i < p.rows.n; i++) {
            p.b[i] = ldexp(p.b[i], m);
            if (p.findex[i] >= 0) continue;                    /* lo and hi are parts of a z */
            p.lo[i] = ldexp(p.lo[i], m);
            p.hi[i] = ldexp(p.hi[i], m);
        }
        (void)solvers[k % 2](&p.rows, &o, y, NULL, &two, scratch());
        off += one.status != two.status || one.iterations != two.iterations;
        for (int i = 0; i < p.rows.n; i++) off += y[i] != ldexp(z[i], m);
        solved += one.status == MB_OK;
    }
    check(off == 0 && solved > 60,
          "the same iterations and digits in other units, %d times solved (%d differ)", solved,
          off);
}

/* Bodies that move along x, of 1/m: rows between ends a and b with entries j, from z to the
 * solution `want`; otherwise z is no solution, and none is found. */
static void test_along_a_line(void)
{
    static const struct {
        const char *what;
        int nbody, n, body[6];
        double inverse[4], j[6], b[3], lo[3], hi[3], z[3], want[3];
    } at[] = {
        { "b = 0: sweeps dwindle to 0, not to 1e-320", 3, 2, { 0, 1, 1, 2 }, { 0.8, 1.2, 0.8 },
          { 1, -1, 1, -1 }, { 0, 0 }, { 0, 0 }, { 9, 9 }, { 1, 1 }, { 0, 0 } },
        { "and beside a body by itself", 4, 3, { 0, 1, 1, 2, 3, -1 }, { 0.8, 1.2, 0.8, 2 },
          { 1, -1, 1, -1, 1, 0 }, { 0, 0, -2 }, { -9, -9, 0 }, { 9, 9, 9 }, { 1, 1, 3 },
          { 0, 0, 1 } },
        { "a motor within its limit", 1, 2, { 0, -1, 0, -1 }, { 1 }, { 1, 0, -1, 0 }, { -2, 5 },
          { -3, 0 }, { 3, 9 }, { 0, 0 }, { 2, 0 } },
        { "a motor beyond its limit", 1, 2, { 0, -1, 0, -1 }, { 1 }, { 1, 0, -1, 0 }, { -7, 9 },
          { -3, 0 }, { 3, 9 }, { 0, 0 }, { 3, 0 } },
        { "against a stop, which carries the limit", 1, 2, { 0, -1, 0, -1 }, { 1 },
          { 1, 0, -1, 0 }, { -7, 0 }, { -3, 0 }, { 3, 9 }, { 0, 0 }, { 3, 3 } },
        { "from outside the bounds", 1, 1, { 0, -1 }, { 1 }, { 1, 0 }, { -1 }, { 0 }, { 9 },
          { -5 }, { 1 } },
        /* it leaves 4e-3 of the third row's b, but 4e-11 of the largest of its bodies */
        { "rows that meet at body 0 are one group", 3, 3, { 0, 1, 0, 2, 0, -1 }, { 1, 1, 1 },
          { 1, -1, 1, -1, -1, 0 }, { -1e8, -1, 0 }, { 0, 0, 0 }, { 1e9, 1e9, 1e9 },
          { 1e8, 1.004, 1e8 + 1.004 }, { 1e8, 1.004, 1e8 + 1.004 } },
        { "crushed, beside a body with z = 1e8", 2, 3, { 0, -1, 0, -1, 1, -1 }, { 1, 1 },
          { 1, 0, -1, 0, 1, 0 }, { -1, -1, -1e8 }, { 0, 0, 0 }, { 1e99, 1e99, 1e99 },
          { 1e15, 1e15, 0 }, { -1 } },
        { "crushed, from 0", 2, 3, { 0, -1, 0, -1, 1, -1 }, { 1, 1 }, { 1, 0, -1, 0, 1, 0 },
          { -1, -1, -1e8 }, { 0, 0, 0 }, { 1e99, 1e99, 1e99 }, { 0, 0, 0 }, { -1 } },
        { "products that underflow", 2, 2, { 0, -1, 1, -1 }, { 1, 1 }, { 1, 0, 1, 0 },
          { -1, 1e-300 }, { 0, 0 }, { 9, 9 }, { 1, 0 }, { -1 } },
    };

    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        double Minv[36] = { 0 }, J[18] = { 0 }, z[3];
        const mb_contact_rows rows = { .nbody = at[k].nbody, .n = at[k].n, .Minv = Minv,
                                       .body = at[k].body, .J = J, .b = at[k].b, .lo = at[k].lo,
                                       .hi = at[k].hi };
        const mb_options o = { .max_iter = 5000 };
        mb_status status;
        int right = 1;
        for (int i = 0; i < at[k].nbody; i++) Minv[9 * i] = at[k].inverse[i];
        for (int e = 0; e < 2 * at[k].n; e++) J[3 * e] = at[k].j[e];
        memcpy(z, at[k].z, sizeof z);
        status = mb_contact_pgs(&rows, &o, z, NULL, NULL, scratch());
        for (int i = 0; i < at[k].n; i++) right &= fabs(z[i] - at[k].want[i]) <= 1e-15;
        if (at[k].want[0] < 0.0) right = status != MB_OK;
        else right &= status == MB_OK;
        check(right, "%s (%s, %g)", at[k].what, mb_status_name(status), z[0]);
    }
}

/* with just enough scratch, of which nothing beyond is written, and with less */
static void test_memory(void)
{
    static island p;
    rng r = { 1 };
    double z[ROWS] = { 0 }, dv[3 * BODY];
    unsigned char *bytes = (unsigned char *)memory;

    do make(&p, &r, 0);
    while (p.rows.n < 12 || first_early(&p) < p.rows.n);
    for (int k = 0; k < 2; k++)
        for (int n = 0; n <= p.rows.n; n += p.rows.n) {
            mb_contact_rows rows = p.rows;
            size_t need;
            rows.n = n;
            rows.conjugate = n > 0;
            need = k ? mb_contact_newton_scratch(&rows, rows.nbody) : mb_contact_pgs_scratch(&rows);
            memset(bytes, 0x5a, need + 1);
            check(solvers[k](&rows, NULL, z, dv, NULL, mb_arena_make(memory, need)) == MB_OK &&
                      bytes[need] == 0x5a,
                  "solver %d, %d rows: its scratch suffices", k, n);
            z[0] = 0.5;
            check(n == 0 || solvers[k](&rows, NULL, z, dv, NULL,
                                       mb_arena_make(memory, k ? need / 8 : need - 1)) ==
                                MB_NO_MEMORY,
                  "less does not");
            rows.nbody = -1;
            check((k ? mb_contact_newton_scratch(&rows, 1.0) : mb_contact_pgs_scratch(&rows)) == 0,
                  "none is needed for what is invalid");
        }
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* the status and info.where from z = 0 */
static mb_status status_of(const mb_contact_rows *rows, int *where)
{
    double z[ROWS] = { 0 }, dv[3 * BODY];
    mb_info info;

    (void)mb_contact_pgs(rows, NULL, z, dv, &info, scratch());
    *where = info.where;
    return info.status;
}

/* 1 if the rows with *entry = x get another status, or another place */
static int not_so(const island *p, double *entry, double x, mb_status want, int row)
{
    const double was = *entry;
    mb_status got;
    int where;

    *entry = x;
    got = status_of(&p->rows, &where);
    *entry = was;
    return want == MB_OK ? got < 0 : got != want || where != row;
}

/* every entry of a row, beside and beyond its limits */
static void test_rows(void)
{
    static island p;
    const double nan = HUGE_VAL * 0.0;
    rng r = { 3 };
    int bad = 0, at, n;

    do make(&p, &r, 0);
    while (p.rows.n < 12 || p.rows.nbody < 4);
    n = p.rows.n;
    check(status_of(&p.rows, &at) >= 0 && at == -1, "%d good rows", n);
    for (int e = 0; e < 2 * n; e++) {
        const int kept = p.body[e], other = p.body[e ^ 1];
        for (int k = 0; k < 3; k++)
            bad += not_so(&p, p.J + 3 * e + k, nan, kept < 0 ? MB_OK : MB_NOT_FINITE, e / 2);
        for (int body = -3; body <= BODY + 1; body++) {
            const int good = body == -1 || (body >= 0 && body < p.rows.nbody && body != other);
            p.body[e] = body;
            bad += (status_of(&p.rows, &at) == MB_BAD_ARG) != !good || (!good && at != e / 2);
        }
        p.body[e] = kept;
    }
    check(bad == 0, "bodies of rows, and J (%d wrong)", bad);
    for (int i = bad = 0; i < n; i++) {
        const int kept = p.findex[i];
        bad += not_so(&p, p.lo + i, nan, MB_NOT_FINITE, i);
        bad += not_so(&p, p.hi + i, nan, MB_NOT_FINITE, i);
        bad += not_so(&p, p.b + i, -HUGE_VAL, MB_NOT_FINITE, i);
        bad += not_so(&p, p.soft + i, -1e-300, MB_BAD_ARG, i);
        bad += not_so(&p, p.soft + i, nan, MB_NOT_FINITE, i);
        bad += not_so(&p, p.lo + i, HUGE_VAL, MB_BAD_ARG, i);
        bad += not_so(&p, p.hi + i, -HUGE_VAL, MB_BAD_ARG, i);
        bad += not_so(&p, p.lo + i, -HUGE_VAL, MB_OK, i);
        bad += not_so(&p, p.hi + i, HUGE_VAL, MB_OK, i);
        if (kept < 0) {
            bad += not_so(&p, p.hi + i, p.lo[i], p.lo[i] < -9.0 ? MB_BAD_ARG : MB_OK, i);
            continue;
        }
        bad += not_so(&p, p.lo + i, 1e-300, MB_BAD_ARG, i) + not_so(&p, p.lo + i, 0.0, MB_OK, i);
        bad += not_so(&p, p.hi + i, -1e-300, MB_BAD_ARG, i) + not_so(&p, p.hi + i, 0.0, MB_OK, i);
        for (int f = -2; f <= n + 2; f++) {
            p.findex[i] = f;
            bad += (status_of(&p.rows, &at) == MB_BAD_ARG) != (f == i || f >= n);
        }
        p.findex[i] = kept;
    }
    check(bad == 0, "bounds, softness and findex (%d wrong)", bad);
    check(!not_so(&p, p.Minv + 4, HUGE_VAL, MB_NOT_FINITE, -1), "a mass that is no number");
    for (int k = 0; k < 6; k++) p.J[k] = 0.0;
    p.soft[0] = 0.0;
    check(status_of(&p.rows, &at) == MB_SINGULAR && at == 0, "a row of zeros is MB_SINGULAR");
}

/* arrays that are missing, sizes, and options */
static void test_the_others(void)
{
    static const struct { double tol, omega; int most, good; } option[] = {
        { -1e-300, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 0, 0, 1 }, { HUGE_VAL, 0, 0, 0 },
        { 0, -1e-300, 0, 0 }, { 0, 1.999, 0, 1 }, { 0, 2, 0, 0 }, { 0, 0, -1, 0 } };
    static island p;
    rng r = { 3 };
    double z[ROWS] = { 0 };
    mb_info info;
    int bad = 0, at;

    make(&p, &r, 0);
    for (int k = 0; k < 10; k++) {
        mb_contact_rows rows = p.rows;
        if (k == 0) rows.Minv = NULL;
        if (k == 1) rows.body = NULL;
        if (k == 2) rows.J = NULL;
        if (k == 3) rows.b = NULL;
        if (k == 4) rows.n = -1;
        if (k == 5) rows.nbody = -1;
        if (k == 6) rows.nbody = INT_MAX / 9 + 1;
        if (k == 7) rows.n = INT_MAX / 6 + 1;
        if (k == 8) rows.lo = rows.hi = NULL, rows.findex = NULL;          /* may be NULL */
        if (k == 9) rows.soft = NULL;
        bad += (status_of(&rows, &at) == MB_BAD_ARG) != (k < 8);
    }
    check(bad == 0, "arrays and sizes (%d wrong)", bad);
    for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
        const mb_options o = { .tol = option[k].tol, .omega = option[k].omega,
                               .max_iter = option[k].most };
        memset(z, 0, sizeof z);
        bad += (mb_contact_pgs(&p.rows, &o, z, NULL, NULL, scratch()) == MB_BAD_ARG) ==
               option[k].good;
    }
    check(bad == 0, "options (%d wrong)", bad);
    for (int k = 0; k < 2; k++) {
        check(solvers[k](NULL, NULL, z, NULL, NULL, scratch()) == MB_BAD_ARG &&
                  solvers[k](&p.rows, NULL, NULL, NULL, NULL, scratch()) == MB_BAD_ARG,
              "NULL is refused");
        z[0] = HUGE_VAL;
        check(solvers[k](&p.rows, NULL, z, NULL, &info, scratch()) == MB_NOT_FINITE &&
                  info.where == 0,
              "a start that is no number");
        z[0] = 0.0;
    }
    check(mb_contact_pgs_scratch(NULL) == 0 && mb_contact_newton_scratch(NULL, 1.0) == 0,
          "no rows, no scratch");
}

int main(void)
{
    test_sweeps();
    test_solved();
    test_newton();
    test_units();
    test_along_a_line();
    test_memory();
    test_rows();
    test_the_others();
    return check_done();
}
