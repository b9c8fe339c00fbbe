/* test_row_methods.c: sweeps over contact rows, and the test that ends them, computed again with
 * the assembled matrix in long double
 *
 * Sweeps are stopped after 1, 2, 3, ... of them: z, dv, the residual, the number of sweeps and the
 * status have to be those of the same method here. Cases in which a decision is within rounding are
 * not compared.
 */
#include "minisim2d/bodies/unit_rows.h"

#include "rows.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion"  /* on purpose */
#endif

typedef long double real;

enum { ROWS = 24, BODY = 6 };

static double memory[1 << 16];
static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

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

int main(void)
{
    test_sweeps();
    test_solved();
    return check_done();
}
