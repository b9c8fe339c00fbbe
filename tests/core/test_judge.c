/* test_judge.c: the definition of MB_OK in long double, compared with the solvers' own code
 *
 * A residual that is too large is refused. A z that leaves at most 1e-6 of each b_i is accepted, in
 * any units, and so is a z near such a point, which is found here independently. The rest is
 * decided by an analysis of the equations, repeated here, with the same verdict in any order of
 * rows; test_certificates tests which problems that analysis may pass. Only verdicts clear by
 * MARGIN are compared. Problems are made in blocks whose rows and columns have their own units.
 */
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include "problems.h"

enum { MAX_N = 12, BLOCKS = 4 };

#define MARGIN 32.0L
#define TOL 1e-10L
#define EPS 2.220446049250313e-16L

typedef struct {
    int n, count, block[MAX_N];          /* rows and columns; blocks, and the block of each */
    int bounded;                 /* some variables have an upper bound */
    int coupled;                 /* blocks are coupled by weak entries */
    double A[MAX_N * MAX_N], b[MAX_N], lo[MAX_N], hi[MAX_N], z[MAX_N];
    int row[MAX_N], col[MAX_N];  /* 2^row_i A_ij 2^col_j is about 1 within a block */
} guess;

/* ---- guesses, good and bad ------------------------------------------------------------------- */

static double sign_of(rng *r) { return rng_int(r, 2) ? 1.0 : -1.0; }

/* 10^-most .. 1 */
static double small(rng *r, int most) { return pow(10.0, rng_range(r, -most, 0.0)); }

/* z: some at 0, the others of the block's size; some at an upper bound that is not included in the
 * row's b */
static void make_point(guess *g, const double *size, rng *r)
{
    for (int i = 0; i < g->n; i++) {
        const int at = rng_int(r, 8);
        g->lo[i] = 0.0;
        g->hi[i] = HUGE_VAL;
        g->z[i] = at < 3 ? 0.0 : size[g->block[i]] * rng_range(r, 0.5, 1.0);
        if (g->bounded && at == 7) g->hi[i] = g->z[i];
        if (g->bounded && at == 6) g->hi[i] = 3.0 * g->z[i];
    }
}

/* a row whose w is right, nearly right or wrong, by the choice of an entry or of b */
static void make_row(guess *g, int i, rng *r)
{
    const int n = g->n;
    double *row = g->A + i * n, w = 0.0, rest = 0.0;
    int j = -1;

    for (int k = 0; k < n; k++) {
        row[k] = 0.0;
        if (g->block[k] == g->block[i]) row[k] = sign_of(r) * rng_range(r, 0.5, 1.0);
        else if (g->coupled && rng_int(r, 4) == 0)
            row[k] = sign_of(r) * ldexp(1.0, -12 - rng_int(r, 30));
        if (g->block[k] == g->block[i] && g->z[k] > 0.0 && (j < 0 || rng_int(r, 2))) j = k;
    }
    g->b[i] = rng_int(r, 4) ? sign_of(r) * small(r, rng_int(r, 2) ? 12 : 1) : 0.0;
    if (rng_int(r, 3))
        w = sign_of(r) * small(r, 14) * (rng_int(r, 2) && g->b[i] != 0.0 ? fabs(g->b[i]) : 1.0);
    if (g->z[i] <= 0.0 && rng_int(r, 2)) w = rng_range(r, 0.1, 1.0);
    for (int k = 0; k < n; k++) rest += k == j ? 0.0 : row[k] * g->z[k];
    if (j >= 0) row[j] = (w - g->b[i] - rest) / g->z[j];
    if (j < 0 || !(fabs(row[j]) >= 0.25 && fabs(row[j]) <= 2.0)) {
        if (j >= 0) row[j] = 0.75;
        g->b[i] = w - rest - (j < 0 ? 0.0 : row[j] * g->z[j]);
    }
}

static double widest = 16.0;     /* decades of z in a block relative to its b */

static void make_guess(guess *g, rng *r)
{
    double size[BLOCKS];
    const int unit = rng_int(r, 41) - 20;

    g->n = 0;
    g->bounded = rng_int(r, 2);
    g->coupled = rng_int(r, 2);
    g->count = 1 + rng_int(r, BLOCKS);
    for (int k = 0; k < g->count; k++) {
        size[k] = rng_int(r, 3) ? 1.0 : pow(10.0, rng_range(r, -3.0, widest));
        for (int m = 1 + rng_int(r, 3); m > 0; m--) g->block[g->n++] = k;
    }
    make_point(g, size, r);
    for (int i = 0; i < g->n; i++) make_row(g, i, r);
    /* other units, exactly, by powers of two */
    for (int i = 0; i < g->n; i++) {
        g->row[i] = rng_int(r, 41) - 20;
        g->col[i] = g->coupled ? g->row[i] : rng_int(r, 41) - 20;
    }
    for (int i = 0; i < g->n; i++) {
        for (int j = 0; j < g->n; j++)
            g->A[i * g->n + j] = ldexp(g->A[i * g->n + j], -g->row[i] - g->col[j]);
        g->b[i] = ldexp(g->b[i], unit - g->row[i]);
        g->z[i] = ldexp(g->z[i], unit + g->col[i]);
        g->hi[i] = ldexp(g->hi[i], unit + g->col[i]);
    }
}

/* ---- verdicts -------------------------------------------------------------------------------- */

enum { REFUSED, UNCLEAR, ACCEPTED };

static int worse(int a, int b) { return a < b ? a : b; }

/* whether x is at most `most`; UNCLEAR within a factor of MARGIN */
static int at_most(long double x, long double most)
{
    return x * MARGIN <= most ? ACCEPTED : x > most * MARGIN ? REFUSED : UNCLEAR;
}

static long double mid(long double a, long double b, long double c)
{
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}

/* x 2^power */
static long double wide(double x, int power) { return ldexpl((long double)x, power); }

/* w and ws, in the row's unit */
static void slack(const guess *g, long double *w, long double *ws)
{
    for (int i = 0; i < g->n; i++) {
        w[i] = wide(g->b[i], g->row[i]);
        ws[i] = fabsl(w[i]);
        for (int j = 0; j < g->n; j++) {
            const long double term = wide(g->A[i * g->n + j], g->row[i]) * (long double)g->z[j];
            w[i] += term;
            ws[i] += fabsl(term);
        }
    }
}

/* ACCEPTED: r(z) <= tol; the residual does not depend on balanced units, so it is computed in the
 * problem's own */
static int residual_is_small(const guess *g, const long double *w, const long double *ws)
{
    long double largest = 0.0L, zs, worst = 0.0L;

    for (int i = 0; i < g->n; i++) largest = fmaxl(largest, (long double)g->z[i]);
    zs = largest > 0.0L ? largest : 1.0L;
    for (int i = 0; i < g->n; i++) {
        long double most = 0.0L, size = 0.0L, share = ws[i] > 0.0L ? w[i] / ws[i] : 0.0L;
        /* its z_j, and their entries in its rows */
        for (int j = 0; j < g->n; j++) {
            most = fmaxl(most, wide(fabs(g->A[i * g->n + j]), g->row[i]));
            for (int k = 0; k < g->n && g->A[i * g->n + j] != 0.0; k++)
                if (j == k || g->A[j * g->n + k] != 0.0) size = fmaxl(size, (long double)g->z[k]);
        }
        /* a row of rounding alone, or nearly */
        if (ws[i] <= EPS * size * most * 2.0L) {
            if (ws[i] > EPS * size * most / 2.0L) return UNCLEAR;
            share = 0.0L;
        }
        worst = fmaxl(worst, fabsl(mid((long double)(g->z[i] - g->lo[i]) / zs, share,
                                       (long double)(g->z[i] - g->hi[i]) / zs)));
    }
    return worst <= TOL / 2 ? ACCEPTED : worst > TOL * 2 ? REFUSED : UNCLEAR;
}

/* left_i as a share of b_i: 1e-6 in every row is enough */
static int clean(const guess *g, const long double *w, const long double *ws)
{
    int all = ACCEPTED;

    for (int i = 0; i < g->n; i++) {
        const long double b = wide(fabs(g->b[i]), g->row[i]), e = EPS * ws[i];
        long double left = -HUGE_VALL;
        if (g->z[i] < g->hi[i]) left = fmaxl(left, e - w[i]);
        if (g->z[i] > g->lo[i]) left = fmaxl(left, e + w[i]);
        all = worse(all, left <= 0.0L ? ACCEPTED : at_most(left, 1e-6L * b));
    }
    return all;
}

/* REFUSED: its residual is too large; ACCEPTED: it is clean; else the equations decide */
static int verdict(const guess *g)
{
    long double w[MAX_N], ws[MAX_N];
    int small;

    slack(g, w, ws);
    small = residual_is_small(g, w, ws);
    if (small != ACCEPTED) return small;
    return clean(g, w, ws) == ACCEPTED ? ACCEPTED : UNCLEAR;
}

/* ---- a clean point near z -------------------------------------------------------------------- */

/* w at g->z + d */
static long double moved(const guess *g, int i, const long double *d)
{
    long double w = (long double)g->b[i];

    for (int j = 0; j < g->n; j++)
        w += (long double)g->A[i * g->n + j] * ((long double)g->z[j] + d[j]);
    return w;
}

/* d = unit x with M x = its last column, as few x as rows: Gauss and Jordan, complete pivoting */
static void solve_rows(int n, int m, long double (*M)[MAX_N + 1], const long double *unit,
                       long double *d)
{
    int at[MAX_N], done[MAX_N] = { 0 };

    for (int j = 0; j < n; j++) d[j] = 0.0L;
    for (int k = 0; k < m; k++) {
        int r = -1, c = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n && !done[i]; j++)
                if (r < 0 || fabsl(M[i][j]) > fabsl(M[r][c])) r = i, c = j;
        done[r] = 1;
        at[r] = c;
        for (int i = 0; i < m; i++) {
            const long double f = i == r ? 0.0L : M[i][c] / M[r][c];
            for (int j = 0; j <= n; j++) M[i][j] -= f * M[r][j];
        }
    }
    for (int k = 0; k < m; k++) d[at[k]] = unit[at[k]] * M[k][n] / M[k][at[k]];
}

/* 1 if there is a clean point near z, with a margin of one half; rows in which more than `most` of
 * b_i is left are corrected */
static int near_a_clean_point(const guess *g, long double most)
{
    const int n = g->n;
    long double M[MAX_N][MAX_N + 1], d[MAX_N], w[MAX_N], ws[MAX_N], unit[MAX_N] = { 0.0L };
    const long double none[MAX_N] = { 0.0L };
    int m = 0, is_clean = 1;

    slack(g, w, ws);
    for (int i = 0; i < n; i++)
        unit[i] = (long double)fmin(fabs(g->z[i]), fmin(g->z[i] - g->lo[i], g->hi[i] - g->z[i]));
    for (int i = 0; i < n; i++) {
        const long double e = EPS * ws[i], b = wide(fabs(g->b[i]), g->row[i]);
        long double left = -HUGE_VALL;
        if (g->z[i] < g->hi[i]) left = fmaxl(left, e - w[i]);
        if (g->z[i] > g->lo[i]) left = fmaxl(left, e + w[i]);
        if (left <= most * b) continue;
        for (int j = 0; j < n; j++)
            M[m][j] = wide(g->A[i * n + j], g->row[i]) * unit[j] / ws[i];
        M[m++][n] = -wide(1.0, g->row[i]) * moved(g, i, none) / ws[i];
    }
    solve_rows(n, m, M, unit, d);
    for (int i = 0; i < n; i++) {
        const long double v = moved(g, i, d);
        const long double left = fmaxl(g->z[i] < g->hi[i] ? -v : -HUGE_VALL,
                                       g->z[i] > g->lo[i] ? v : -HUGE_VALL);
        is_clean &= left <= 1.5e-6L * fabsl((long double)g->b[i]) +
                                ldexpl(1e-18L * ws[i], -g->row[i]);
        is_clean &= fabsl(d[i]) <= 1.5e-6L * unit[i];
    }
    return is_clean;
}

/* a z that passes the judge's second test is near a point that is clean in long double */
static void nearby(void)
{
    static double memory[1000];
    rng r = { 77 };
    int found = 0, wrong = 0;

    for (int k = 0; k < 200000; k++) {
        guess g;
        mbi_look s;
        make_guess(&g, &r);
        {
            const mb_mlcp p = { g.n, g.A, g.b, g.lo, g.hi, NULL };
            (void)mbi_look_take(&s, &p, g.z, mb_arena_make(memory, sizeof memory));
            if (mbi_measure(&p, g.z, s.w, s.ws) > 1e-10 || mbi_look_unclean(&s) == 0 ||
                !mbi_look_nearby(&s))
                continue;
        }
        found++;
        if (!near_a_clean_point(&g, 1e-6L) && !near_a_clean_point(&g, 0.8e-6L) && wrong++ < 3)
            note("guess %d, n = %d", k, g.n);
    }
    check(wrong == 0 && found > 100,
          "z passes as near a clean point %d times, in long double %d are not", found, wrong);
}

/* ---- only rounding is left ------------------------------------------------------------------- */

/* the equations at a guess, in its units */
typedef struct {
    const guess *g;
    long double w[MAX_N], ws[MAX_N];         /* in the row's unit */
    int active[MAX_N], m;                    /* the variables; how many, and how many equations */
    int at_bound[MAX_N];                     /* is it a bound that is not 0? */
    long double S[MAX_N][MAX_N];             /* 2^row_i A_ij 2^col_j */
    long double given[MAX_N][MAX_N + 1];     /* each column's and b's part in a row */
    int row[MAX_N], col[MAX_N], rank;        /* of the pivots, then the other equations' rows */
    long double x[MAX_N], size[MAX_N];       /* sizes, x in units of z */
} equations;

static long double units(const guess *g, int i, int j) { return wide(1.0, g->row[i] + g->col[j]); }

/* is z_i active? UNCLEAR if other units or another rounding of w_i would change it */
static int activity(const equations *q, int i)
{
    const guess *g = q->g;
    int sum = 0;

    for (int k = 0; k < 4; k++) {
        const long double unit = ldexpl(1.0L, g->col[i] + (k < 2 ? 4 : -4)), v = unit * q->w[i];
        const long double e = 1e-14L * unit * q->ws[i] * (k % 2 ? 2.0L : 0.5L);
        sum += g->lo[i] < g->hi[i] && v - e < (long double)(g->z[i] - g->lo[i]) &&
               -v - e < (long double)(g->hi[i] - g->z[i]);
    }
    return sum == 0 ? REFUSED : sum == 4 ? ACCEPTED : UNCLEAR;
}

/* is z_i at a bound that is not 0? */
static int boundness(const guess *g, int i)
{
    int is = REFUSED;

    for (int k = 0; k < 2; k++) {
        const long double bound = (long double)(k ? g->hi[i] : g->lo[i]);
        const long double apart = fabsl((long double)g->z[i] - bound);
        if (bound == 0.0L || fabsl(bound) > (long double)DBL_MAX) continue;
        if (at_most(apart, 1e-14L * fabsl(bound)) != REFUSED)
            is = at_most(apart, 1e-14L * fabsl(bound));
    }
    return is;
}

/* complete pivoting on a copy of S; UNCLEAR where a pivot is near 1e-14. U: its rows */
static int pivots(equations *q, long double (*U)[MAX_N], long double *b)
{
    const int n = q->g->n;
    int done_row[MAX_N] = { 0 }, done_col[MAX_N] = { 0 }, k = 0;

    for (int i = 0; i < n; i++) {
        b[i] = fabsl(q->given[i][n]);
        for (int j = 0; j < n; j++) U[i][j] = q->S[i][j];
    }
    for (; k < q->m; k++) {
        int r = -1, c = -1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (q->active[i] && q->active[j] && !done_row[i] && !done_col[j] &&
                    (r < 0 || fabsl(U[i][j]) > fabsl(U[r][c])))
                    r = i, c = j;
        if (at_most(fabsl(U[r][c]), 1e-14L) == ACCEPTED) break;
        if (at_most(fabsl(U[r][c]), 1e-14L) == UNCLEAR) return UNCLEAR;
        done_row[q->row[k] = r] = done_col[q->col[k] = c] = 1;
        for (int i = 0; i < n; i++) {
            const long double f = U[i][c] / U[r][c];
            if (!q->active[i] || done_row[i]) continue;
            for (int j = 0; j < n; j++) U[i][j] -= f * U[r][j];
            b[i] += fabsl(f) * b[r];
        }
    }
    q->rank = k;
    for (int i = 0; i < n; i++)
        if (q->active[i] && !done_row[i]) q->row[k++] = i;
    return ACCEPTED;
}

/* the sum of each row's terms; UNCLEAR where some z_j is near 1e14 times the size its row
 * demands */
static int sizes(equations *q, long double (*U)[MAX_N], const long double *b)
{
    const guess *g = q->g;
    long double solved[MAX_N];
    int again = 1;

    for (int j = 0; j < g->n; j++)
        q->x[j] = q->active[j] && !q->at_bound[j] ? 0.0L : fabsl((long double)g->z[j]);
    for (int k = q->rank - 1; k >= 0; k--) {
        const int r = q->row[k], c = q->col[k];
        long double sum = b[r];
        for (int t = k + 1; t < q->rank; t++)
            sum += fabsl(U[r][q->col[t]]) * ldexpl(solved[q->col[t]], -g->col[q->col[t]]);
        solved[c] = ldexpl(sum / fabsl(U[r][c]), g->col[c]);
        if (!q->at_bound[c]) q->x[c] = solved[c];
    }
    for (int j = 0; j < g->n; j++)
        if (q->active[j] && at_most(q->x[j], 1e-14L * fabsl((long double)g->z[j])) == UNCLEAR)
            return UNCLEAR;
    while (again) {
        again = 0;
        for (int i = 0; i < g->n; i++) {
            q->size[i] = wide(fabs(g->b[i]), g->row[i]);
            for (int j = 0; j < g->n; j++)
                q->size[i] += wide(fabs(g->A[i * g->n + j]), g->row[i]) * q->x[j];
        }
        for (int j = 0; j < g->n; j++) {
            long double most = 0.0L;
            if (!q->active[j] || q->x[j] > 1e-14L * fabsl((long double)g->z[j])) continue;
            for (int i = 0; i < g->n; i++) {
                const long double a = fabsl((long double)g->A[i * g->n + j]) * units(g, i, j);
                most = fmaxl(most, fminl(a, 1.0L) * ldexpl(q->size[i], g->col[j]));
            }
            if (most <= 2.0L * q->x[j]) continue;
            q->x[j] = most;
            again = 1;
        }
    }
    return ACCEPTED;
}

/* whether the equations that depend on the pivots' equations are consistent with them */
static int agreement(const equations *q)
{
    const int n = q->g->n;
    int all = ACCEPTED;

    for (int k = q->rank; k < q->m; k++) {
        const int i = q->row[k];
        long double M[MAX_N][MAX_N + 1], y[MAX_N], ones[MAX_N], left = 0.0L, data = 0.0L;
        for (int c = 0; c < q->rank; c++) {                  /* y'S = -S_i in the pivots' columns */
            ones[c] = 1.0L;
            for (int t = 0; t < q->rank; t++) M[c][t] = q->S[q->row[t]][q->col[c]];
            for (int t = q->rank; t < n; t++) M[c][t] = 0.0L;
            M[c][n] = -q->S[i][q->col[c]];
        }
        for (int c = q->rank; c < n; c++) ones[c] = 0.0L;
        solve_rows(n, q->rank, M, ones, y);
        for (int j = 0; j <= n; j++) {                         /* each bound, and b */
            long double sum = q->given[i][j], of_each = fabsl(q->given[i][j]);
            for (int t = 0; t < q->rank; t++) {
                sum += y[t] * q->given[q->row[t]][j];
                of_each += fabsl(y[t] * q->given[q->row[t]][j]);
            }
            left += sum;
            data += j == n ? of_each : fabsl(sum);
        }
        all = worse(all, at_most(fabsl(left), fmaxl(1e-6L * data, 1e-14L * q->size[i])));
    }
    return all;
}

/* whether no more is left than rounding explains */
static int leftover(const equations *q)
{
    const guess *g = q->g;
    long double unit = 0.0L, least = HUGE_VALL, terms = 0.0L;
    int all = ACCEPTED;

    for (int i = 0; i < g->n; i++) {
        long double sum = 0.0L;
        for (int j = 0; j <= g->n && q->active[i]; j++) {
            const int at_bound = j < g->n && q->active[j] && q->at_bound[j];
            sum += fabsl(at_bound ? wide(g->A[i * g->n + j], g->row[i]) * (long double)g->z[j]
                                  : q->given[i][j]);
        }
        unit = fmaxl(unit, sum);
        if (sum > 0.0L) least = fminl(least, sum);
        terms += q->ws[i];
    }
    for (int i = 0; i < g->n; i++) {
        const long double e = EPS * q->ws[i], b = wide(fabs(g->b[i]), g->row[i]);
        const int round = at_most(fabsl(q->w[i]), 1e-14L * q->ws[i]);
        const long double more = fmaxl(1e-9L * unit, 1e-3L * least);
        const long double size = 1e-13L * fminl(q->size[i], terms);
        const long double low = round == ACCEPTED ? more : 1e-9L * unit;
        const long double high = round == REFUSED ? 1e-9L * unit : more;
        long double left = -HUGE_VALL;
        if (g->z[i] < g->hi[i]) left = fmaxl(left, e - q->w[i]);
        if (g->z[i] > g->lo[i]) left = fmaxl(left, e + q->w[i]);
        /* the sums in the judge have a few roundings more */
        if (at_most(left + 4.0L * e, fmaxl(fminl(low, size), 1e-6L * b)) == ACCEPTED) continue;
        all = worse(all, at_most(left - 4.0L * e, fmaxl(fminl(high, size), 1e-6L * b)) == REFUSED
                             ? REFUSED
                             : UNCLEAR);
    }
    return all;
}

/* half 0 or 1 of the test: little is left; the equations are consistent */
static int rounding_is_left(const guess *g, int half)
{
    long double U[MAX_N][MAX_N], b[MAX_N];
    equations q;

    q.g = g;
    q.m = 0;
    slack(g, q.w, q.ws);
    for (int i = 0; i < g->n; i++) {
        const int active = activity(&q, i), at_bound = boundness(g, i);
        if (active == UNCLEAR || at_bound == UNCLEAR) return UNCLEAR;
        q.at_bound[i] = at_bound == ACCEPTED;
        q.m += q.active[i] = active == ACCEPTED;
    }
    for (int i = 0; i < g->n; i++) {
        q.given[i][g->n] = wide(g->b[i], g->row[i]);
        for (int j = 0; j < g->n; j++) {
            const long double a = wide(g->A[i * g->n + j], g->row[i]);
            q.S[i][j] = ldexpl(a, g->col[j]);
            q.given[i][j] = q.active[j] ? 0.0L : a * (long double)g->z[j];
        }
    }
    if (pivots(&q, U, b) == UNCLEAR || sizes(&q, U, b) == UNCLEAR) return UNCLEAR;
    return half ? agreement(&q) : leftover(&q);
}

/* the same verdict in any units from a quarter to four times those, which change the order of the
 * pivots */
static int rounding_in_any_units(const guess *g, int half, rng *r)
{
    const int verdict = rounding_is_left(g, half);

    for (int k = 0; k < 8; k++) {
        guess h = *g;
        for (int i = 0; i < g->n; i++) {
            h.row[i] += rng_int(r, 5) - 2;
            h.col[i] += rng_int(r, 5) - 2;
        }
        if (verdict == UNCLEAR || rounding_is_left(&h, half) != verdict) return UNCLEAR;
    }
    return verdict;
}

/* g's units, balanced: a factor that a block's rows and columns can exchange is split evenly
 * between them */
static void balance(guess *g)
{
    for (int k = 0; k < g->count; k++) {
        int row = INT_MAX, col = INT_MAX, more;
        for (int i = 0; i < g->n; i++) {
            if (g->block[i] == k && g->row[i] < row) row = g->row[i];
            if (g->block[i] == k && g->col[i] < col) col = g->col[i];
        }
        more = (col - row) / 2;
        for (int i = 0; i < g->n; i++) {
            if (g->block[i] != k) continue;
            g->row[i] += more;
            g->col[i] -= more;
        }
    }
}

/* makes a row of a block twice another, with b the same or different in some digits */
static void make_dependent(guess *g, rng *r)
{
    const int i = rng_int(r, g->n), k = rng_int(r, g->n);
    const int power = g->row[k] - g->row[i] + 1;

    if (i == k || g->block[i] != g->block[k]) return;
    for (int j = 0; j < g->n; j++) g->A[i * g->n + j] = ldexp(g->A[k * g->n + j], power);
    g->b[i] = ldexp(g->b[k] * (1.0 + (rng_int(r, 2) ? sign_of(r) * small(r, 14) : 0.0)), power);
}

/* the judge's third test, where the verdict is clear in long double */
static void rounded(int half, const char *what)
{
    static double memory[1000];
    rng r = { 99 };
    int seen[3] = { 0, 0, 0 }, wrong[3] = { 0, 0, 0 };

    for (int k = 0; k < 50000; k++) {
        guess g;
        mbi_look s;
        int want, got;
        make_guess(&g, &r);
        if (k % 2) make_dependent(&g, &r);
        balance(&g);
        {
            const mb_mlcp p = { g.n, g.A, g.b, g.lo, g.hi, NULL };
            int all;
            (void)mbi_look_take(&s, &p, g.z, mb_arena_make(memory, sizeof memory));
            (void)mbi_measure(&p, g.z, s.w, s.ws);
            all = mbi_look_rounded(&s);
            got = mbi_look_passes(&s);
            if (half) got = got ? all : mbi_look_agrees(&s);
        }
        want = rounding_in_any_units(&g, half, &r);
        got = got ? ACCEPTED : REFUSED;
        seen[want]++;
        if (want != UNCLEAR && got != want && wrong[want]++ < 3)
            note("guess %d, n = %d: %s", k, g.n, got == ACCEPTED ? "accepted" : "refused");
    }
    check(wrong[ACCEPTED] == 0 && seen[ACCEPTED] > 5000, "%s: true of %d guesses, of which %d are "
          "refused", what, seen[ACCEPTED], wrong[ACCEPTED]);
    check(wrong[REFUSED] == 0 && seen[REFUSED] > 500, "%s: false of %d guesses, of which %d are "
          "accepted; %d are unclear", what, seen[REFUSED], wrong[REFUSED], seen[UNCLEAR]);
}

/* ---- proofs that there is no solution -------------------------------------------------------- */

/* u of powers of two and zeros, A of integers except for one entry per column, so that A'u and b'u
 * have the wanted values exactly */
static int make_proof(rng *r, int n, double *A, double *b, double *u)
{
    int one = 0, proof = 1;

    for (int i = 0; i < n; i++) u[i] = rng_int(r, 3) ? ldexp(1.0, rng_int(r, 5) - 2) : 0.0;
    one = rng_int(r, n);
    u[one] = 1.0;
    for (int j = 0; j <= n; j++) {                             /* the columns of A, and b */
        double *x = j < n ? A + j : b, sum = j < n ? -(double)rng_int(r, 3) : -1.0;
        const int stride = j < n ? n : 1, rounding = rng_int(r, 3) == 0 && j < n;
        long double terms = 0.0L;
        /* negligible if the terms are about 1 */
        if (rounding) sum = 0x1p-48;
        else if (rng_int(r, 2 * n) == 0)
            sum = j < n ? ldexp(1.0, -rng_int(r, 20)) : (double)rng_int(r, 2), proof = 0;
        for (int i = 0; i < n; i++) {
            x[i * stride] = rng_int(r, 7) - 3;
            if (i != one) sum -= x[i * stride] * u[i];
        }
        x[one * stride] = sum;
        for (int i = 0; i < n; i++) terms += fabsl((long double)x[i * stride] * (long double)u[i]);
        if (rounding && 0x1p-48L > 4 * n * EPS * terms) proof = 0;
    }
    return proof;
}

static void proofs(void)
{
    rng r = { 5 };
    int wrong = 0, found = 0;

    for (int k = 0; k < 20000; k++) {
        const int n = 1 + rng_int(&r, 5);
        double A[25], b[5], u[5];
        const mb_mlcp p = { n, A, b, NULL, NULL, NULL };
        const int proof = make_proof(&r, n, A, b, u);
        wrong += mb_infeasible(&p, u) != proof;
        found += proof;
    }
    check(wrong == 0 && found > 2000,
          "u is a proof if and only if A'u <= 0 and b'u < 0: %d proofs, %d wrong answers", found,
          wrong);
}

/* ---- the order of rows ----------------------------------------------------------------------- */

static int accepts(const guess *g)
{
    static double memory[1000];
    const mb_mlcp p = { g->n, g->A, g->b, g->bounded ? g->lo : NULL, g->bounded ? g->hi : NULL,
        NULL };
    double z[MAX_N], residual;

    memcpy(z, g->z, sizeof z);
    return mb_mlcp_judge(&p, 1e-10, z, &residual, mb_arena_make(memory, sizeof memory));
}

/* g with row and column i moved to order[i] */
static void permute(const guess *g, const int *order, guess *out)
{
    *out = *g;
    for (int i = 0; i < g->n; i++) {
        const int k = order[i];
        for (int j = 0; j < g->n; j++) out->A[k * g->n + order[j]] = g->A[i * g->n + j];
        out->b[k] = g->b[i];
        out->lo[k] = g->lo[i];
        out->hi[k] = g->hi[i];
        out->z[k] = g->z[i];
        out->row[k] = g->row[i];
        out->col[k] = g->col[i];
        out->block[k] = g->block[i];
    }
}

/* z[m] with A z = -b for the m leading rows and columns, the rest of z being given */
static int solve_leading(guess *g, int from, int m)
{
    double M[MAX_N * MAX_N], x[MAX_N];
    int pivot[MAX_N];

    for (int i = 0; i < m; i++) {
        x[i] = -g->b[from + i];
        for (int j = 0; j < m; j++) M[i * m + j] = g->A[(from + i) * g->n + from + j];
        for (int j = from + m; j < g->n; j++) x[i] -= g->A[(from + i) * g->n + j] * g->z[j];
    }
    if (mb_lu_factor(m, M, pivot) != MB_OK) return 0;
    mb_lu_solve(m, M, pivot, x);
    memcpy(g->z + from, x, (size_t)m * sizeof *x);
    return 1;
}

/* A of small integers, many of them equal. The last rows are a block of equations with a tiny b and
 * a z that is not its solution; in the others w = 0. 0: none could be made, try again. */
static int make_tiny_block(guess *g, rng *r)
{
    const double tiny = ldexp(1.0, -30 - rng_int(r, 21));
    const double times = ldexp(rng_range(r, 1.0, 3.0), rng_int(r, 10) - 3);
    const int n = 2 + rng_int(r, 5), cut = 1 + rng_int(r, n - 1);

    memset(g, 0, sizeof *g);
    g->n = n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) g->A[i * n + j] = i >= cut && j < cut ? 0 : rng_int(r, 7) - 3;
        g->b[i] = (rng_int(r, 7) - 3) * (i < cut ? 1.0 : tiny);
        g->hi[i] = HUGE_VAL;
    }
    if (!solve_leading(g, cut, n - cut)) return 0;
    for (int i = cut; i < n; i++) g->z[i] *= times;
    if (!solve_leading(g, 0, cut)) return 0;
    for (int j = 0; j < n; j++) {
        if (!(g->z[j] < 0.0)) continue;
        g->z[j] = -g->z[j];
        for (int i = 0; i < n; i++) g->A[i * n + j] = -g->A[i * n + j];
    }
    return 1;
}

/* Small integers, z nearly 1, and a b that is tiny or 0 in half of the rows: many pivots tie.
 * One in four has one row n times, each shifted by one more column: all codes are equal. */
static int make_tied(guess *g, rng *r)
{
    const double step = ldexp(1.0, -30 - rng_int(r, 16));
    const int ring = rng_int(r, 4) == 0, n = 3 + rng_int(r, 5);

    memset(g, 0, sizeof *g);
    g->n = n;
    for (int i = 0; i < n; i++) {
        double *row = g->A + i * n, w = 0.0;
        const int balanced = rng_int(r, 2), most = balanced ? 1 : 1 << rng_int(r, 15);
        g->z[i] = ring ? 1.0 : 1.0 + step * (rng_int(r, 5) - 2) * rng_int(r, 2);
        g->hi[i] = HUGE_VAL;
        for (int j = 0; j < n; j++) row[j] = (rng_int(r, 3) - 1) * most;
        for (int j = 0; j < n && ring && i > 0; j++) row[j] = g->A[(j + n - i) % n];
        for (int j = 0; j < n; j++) w += row[j];
        if (balanced || ring) row[i] -= w;
        else g->b[i] = -w;
        if ((balanced || ring) && rng_int(r, 2)) g->b[i] = ldexp(1.0, -30 - rng_int(r, 31));
        if (ring && i > 0) g->b[i] = g->b[0];
    }
    return 1;
}

static int make_any(guess *g, rng *r)
{
    make_guess(g, r);
    return g->n > 1;
}

/* `count` guesses in six orders each */
static void any_order(int (*make)(guess *g, rng *r), int count, const char *what)
{
    rng r = { 31 };
    int differ = 0, tried = 0;

    while (tried < count) {
        int order[MAX_N];
        guess g, h;
        if (!make(&g, &r)) continue;
        tried++;
        for (int k = 0; k < 6; k++) {
            for (int i = 0; i < g.n; i++) {
                const int j = rng_int(&r, i + 1);
                order[i] = order[j];
                order[j] = i;
            }
            permute(&g, order, &h);
            differ += accepts(&h) != accepts(&g);
        }
    }
    check(differ == 0, "%d guesses%s: the verdict is the same in any order of rows, but for %d",
          tried, what, differ);
}

int main(void)
{
    rng r = { 12 };
    int clear[3] = { 0, 0, 0 }, wrong[3] = { 0, 0, 0 };

    for (int k = 0; k < 200000; k++) {
        guess g;
        int want, got;
        make_guess(&g, &r);
        want = verdict(&g);
        got = accepts(&g) ? ACCEPTED : REFUSED;
        clear[want]++;
        if (want != UNCLEAR && got != want && wrong[want]++ < 3)
            note("guess %d, n = %d: wrongly %s", k, g.n,
                 got == ACCEPTED ? "accepted" : "refused");
    }
    check(wrong[REFUSED] == 0, "of %d guesses that the definition refuses %d are accepted",
          clear[REFUSED], wrong[REFUSED]);
    check(wrong[ACCEPTED] == 0, "of %d guesses that the definition accepts %d are refused",
          clear[ACCEPTED], wrong[ACCEPTED]);
    check(clear[ACCEPTED] > 10000 && clear[REFUSED] > 10000,
          "both verdicts occur; %d guesses are unclear", clear[UNCLEAR]);
    nearby();
    rounded(0, "only rounding is left");
    rounded(1, "the equations agree");
    widest = 6.0;                /* beyond, most of w is rounding, by the order of summation */
    any_order(make_any, 2000, "");
    any_order(make_tiny_block, 20000, " beside a tiny b");
    any_order(make_tied, 20000, " whose pivots tie");
    proofs();
    return check_done();
}
