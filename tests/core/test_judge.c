/* test_judge.c: "what MB_OK means", word by word, in long double, beside what the solvers use
 *
 * Problems are made in blocks whose rows and columns have known units, so that the words "in
 * units in which the largest entry of each row and column is about 1" need no method. Those
 * units say nothing of how one block stands to another: where blocks are coupled, rows and
 * columns go by the same ones. Where a verdict hangs on "about" the case is left out: it must be
 * clear by MARGIN.
 */
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include "problems.h"

enum { MAX_N = 12, BLOCKS = 4 };

#define MARGIN 32.0L
#define TOL 1e-10L
#define EPS 2.220446049250313e-16L

typedef struct {
    int n, count, block[MAX_N];          /* rows and columns; blocks, and of which one each is */
    int bounded;                 /* some variables have an upper bound */
    int coupled;                 /* blocks have weak entries in each other's rows */
    double A[MAX_N * MAX_N], b[MAX_N], lo[MAX_N], hi[MAX_N], z[MAX_N];
    int row[MAX_N], col[MAX_N];  /* 2^row_i A_ij 2^col_j is about 1 within a block */
} guess;

/* ---- guesses, good and bad ------------------------------------------------------------------- */

static double sign_of(rng *r) { return rng_int(r, 2) ? 1.0 : -1.0; }

/* 10^-most .. 1 */
static double small(rng *r, int most) { return pow(10.0, rng_range(r, -most, 0.0)); }

/* z: some at 0, the others of the block's size; some at an upper bound that is no part of the
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

/* a row whose w is what it should be, or nearly, or not at all: by the choice of an entry or of
 * b */
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

static void make_guess(guess *g, rng *r)
{
    double size[BLOCKS];
    const int unit = rng_int(r, 41) - 20;

    g->n = 0;
    g->bounded = rng_int(r, 2);
    g->coupled = rng_int(r, 2);
    g->count = 1 + rng_int(r, BLOCKS);
    for (int k = 0; k < g->count; k++) {
        size[k] = rng_int(r, 3) ? 1.0 : pow(10.0, rng_range(r, -3.0, 16.0));
        for (int m = 1 + rng_int(r, 3); m > 0; m--) g->block[g->n++] = k;
    }
    make_point(g, size, r);
    for (int i = 0; i < g->n; i++) make_row(g, i, r);
    /* other units: exact, by powers of two */
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

/* ---- the words ------------------------------------------------------------------------------- */

enum { REFUSED, UNCLEAR, ACCEPTED };

static int worse(int a, int b) { return a < b ? a : b; }

/* is x at most `most`? */
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

/* 1: r(z) <= tol; the residual knows no units, so it is in those of the problem */
static int residual_is_small(const guess *g, const long double *w, const long double *ws)
{
    long double largest = 0.0L, zs, worst = 0.0L;

    for (int i = 0; i < g->n; i++) largest = fmaxl(largest, (long double)g->z[i]);
    zs = largest > 0.0L ? largest : 1.0L;
    for (int i = 0; i < g->n; i++) {
        long double most = 0.0L, size = 0.0L, share = ws[i] > 0.0L ? w[i] / ws[i] : 0.0L;
        /* its z_j, and what their rows have */
        for (int j = 0; j < g->n; j++) {
            most = fmaxl(most, wide(fabs(g->A[i * g->n + j]), g->row[i]));
            for (int k = 0; k < g->n && g->A[i * g->n + j] != 0.0; k++)
                if (j == k || g->A[j * g->n + k] != 0.0) size = fmaxl(size, (long double)g->z[k]);
        }
        /* a row of nothing but rounding; or nearly */
        if (ws[i] <= EPS * size * most * 2.0L) {
            if (ws[i] > EPS * size * most / 2.0L) return UNCLEAR;
            share = 0.0L;
        }
        worst = fmaxl(worst, fabsl(mid((long double)(g->z[i] - g->lo[i]) / zs, share,
                                       (long double)(g->z[i] - g->hi[i]) / zs)));
    }
    return worst <= TOL / 2 ? ACCEPTED : worst > TOL * 2 ? REFUSED : UNCLEAR;
}

/* z_i in the column's unit */
static long double in_unit(const guess *g, int i, double z) { return wide(z, -g->col[i]); }

/* What the blocks bring into each other's rows is b there; 1 if that raises a unit. s[i*n + j]
 * is weak where i, j are of two blocks. */
static int brings(const guess *g, long double *unit)
{
    int more = 0;

    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) {
            const long double s = wide(fabs(g->A[i * g->n + j]), g->row[i] + g->col[j]);
            if (g->block[i] == g->block[j] || s * unit[g->block[j]] <= unit[g->block[i]]) continue;
            unit[g->block[i]] = s * unit[g->block[j]];
            more = 1;
        }
    return more;
}

/* The blocks that have no unit: the least that brings a whole unit into a row that has one, all
 * at once; 1 if there is such */
static int asked_for(const guess *g, long double *unit)
{
    long double least[BLOCKS] = { 0 };
    int more = 0;

    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) {
            const long double s = wide(fabs(g->A[i * g->n + j]), g->row[i] + g->col[j]),
                              to = unit[g->block[i]];
            const int k = g->block[j];
            if (s > 0.0L && to > 0.0L && (least[k] <= 0.0L || to / s < least[k])) least[k] = to / s;
        }
    for (int k = 0; k < g->count; k++)
        if (unit[k] <= 0.0L && least[k] > 0.0L) unit[k] = least[k], more = 1;
    return more;
}

/* the blocks' units of b: a block's own, what other blocks bring into its rows, and, where it
 * has none, what it must be of to matter elsewhere; 0: ambiguous */
static int units(const guess *g, const long double *w, const long double *ws, long double *unit)
{
    for (int k = 0; k < g->count; k++) unit[k] = 0.0L;
    for (int i = 0; i < g->n; i++) {
        const int far = g->z[i] <= g->lo[i] && g->b[i] >= 0.0;
        if (far && w[i] > EPS * ws[i] / MARGIN && w[i] < EPS * ws[i] * MARGIN) return 0;
        if (!(far && w[i] > EPS * ws[i]))
            unit[g->block[i]] = fmaxl(unit[g->block[i]], wide(fabs(g->b[i]), g->row[i]));
        if (g->z[i] >= g->hi[i])
            unit[g->block[i]] = fmaxl(unit[g->block[i]], in_unit(g, i, g->z[i]));
    }
    do
        while (brings(g, unit)) continue;
    while (asked_for(g, unit));
    return 1;
}

enum { NEVER, PERHAPS, SURELY };

/* the second condition, in one row; *rounding: is it needed that rounding may leave more? */
static int little_left(const guess *g, int i, long double w, long double ws, long double unit,
                       int *rounding)
{
    const long double own = g->b[i] != 0.0 ? wide(fabs(g->b[i]), g->row[i]) / unit : 1.0L;
    const long double below = in_unit(g, i, g->z[i] - g->lo[i]) / unit,
                      above = in_unit(g, i, g->z[i] - g->hi[i]) / unit;
    const long double left = fmaxl(fabsl(mid(below, (w - EPS * ws) / unit, above)),
                                   fabsl(mid(below, (w + EPS * ws) / unit, above)));
    const int first = at_most(left, fmaxl(1e-6L * own, 1e-9L)),
              second = at_most(left, 1e-2L * fmaxl(own, 1.0L));
    const int rounded = at_most(fabsl(w), 1e-14L * ws);

    if (first != ACCEPTED && *rounding < SURELY) *rounding = first == UNCLEAR ? PERHAPS : SURELY;
    if (first == ACCEPTED || (second == ACCEPTED && rounded == ACCEPTED)) return ACCEPTED;
    return first == REFUSED && (second == REFUSED || rounded == REFUSED) ? REFUSED : UNCLEAR;
}

static int between(const guess *g, int i) { return g->z[i] > g->lo[i] && g->z[i] < g->hi[i]; }

/* row i of [A b] in its units, the columns of z at a bound moved to b */
static void equation(const guess *g, int i, const long double *unit, long double *row)
{
    const int n = g->n;

    row[n] = wide(g->b[i], g->row[i]) / unit[g->block[i]];
    for (int j = 0; j < n; j++) {
        const long double a = wide(g->A[i * n + j], g->row[i]) / unit[g->block[i]];
        row[j] = between(g, j) ? a * wide(1.0, g->col[j]) * unit[g->block[j]] : 0.0L;
        if (!between(g, j)) row[n] += a * (long double)g->z[j];
    }
}

/* 1 if there is a pivot among the rows >= k, which is brought to row k; *c = its column */
static int take_pivot(int rows, int n, int k, long double M[][MAX_N + 1], int *c)
{
    int r = k;

    *c = 0;
    for (int i = k; i < rows; i++)
        for (int j = 0; j < n; j++)
            if (fabsl(M[i][j]) > fabsl(M[r][*c])) r = i, *c = j;
    for (int j = 0; j <= n && k < rows; j++) {
        const long double t = M[k][j];
        M[k][j] = M[r][j];
        M[r][j] = t;
    }
    return k < rows && M[k][*c] != 0.0L;
}

/* the third condition */
static int agree(const guess *g, const long double *w, const long double *ws,
                 const long double *unit)
{
    long double M[MAX_N][MAX_N + 1], least = 1.0L;
    const int n = g->n;
    int rows = 0, k = 0, c, all = ACCEPTED, doubtful = 0;

    for (int i = 0; i < n; i++) {
        const int wrong = (g->z[i] <= g->lo[i] && w[i] < 0.0L) ||
                          (g->z[i] >= g->hi[i] && w[i] > 0.0L);
        if (unit[g->block[i]] <= 0.0L) continue;
        /* its sign may be another in doubles */
        doubtful |= !between(g, i) && fabsl(w[i]) <= MARGIN * EPS * ws[i];
        if (!between(g, i) && !wrong) continue;
        equation(g, i, unit, M[rows++]);
    }
    for (; take_pivot(rows, n, k, M, &c); k++) {
        const int zero = at_most(fabsl(M[k][c]), 1e-14L);
        if (zero == UNCLEAR) return UNCLEAR;
        if (zero == ACCEPTED) break;
        least = fminl(least, fabsl(M[k][c]));
        for (int i = k + 1; i < rows; i++) {
            const long double f = M[i][c] / M[k][c];
            for (int j = 0; j <= n; j++) M[i][j] -= f * M[k][j];
            M[i][c] = 0.0L;
        }
    }
    for (; k < rows; k++) all = worse(all, at_most(fabsl(M[k][n]), fmaxl(1e-9L, 1e-14L / least)));
    return doubtful ? UNCLEAR : all;
}

static int verdict(const guess *g)
{
    long double w[MAX_N], ws[MAX_N], unit[BLOCKS];
    int all, third, rounding = NEVER;

    slack(g, w, ws);
    all = residual_is_small(g, w, ws);
    if (all == REFUSED || !units(g, w, ws, unit)) return all == REFUSED ? REFUSED : UNCLEAR;
    for (int i = 0; i < g->n; i++)
        if (unit[g->block[i]] > 0.0L)
            all = worse(all, little_left(g, i, w[i], ws[i], unit[g->block[i]], &rounding));
    third = rounding == NEVER ? ACCEPTED : agree(g, w, ws, unit);
    return worse(all, rounding == PERHAPS && third == REFUSED ? UNCLEAR : third);
}

/* ---- proofs that there is no solution -------------------------------------------------------- */

/* u in powers of two and zeros, A in integers but for one entry a column, so that A'u and b'u
 * are what they are to be, exactly */
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
        /* none of it, if the terms are about 1 */
        if (rounding) sum = 0x1p-48;
        else if (rng_int(r, 2 * n) == 0)
            sum = j < n ? ldexp(1.0, -rng_int(r, 20)) : (double)rng_int(r, 2), proof = 0;
        for (int i = 0; i < n; i++) {
            x[i * stride] = rng_int(r, 7) - 3;
            if (i != one) sum -= x[i * stride] * u[i];
        }
        x[one * stride] = sum;
        for (int i = 0; i < n; i++) terms += fabsl((long double)x[i * stride] * (long double)u[i]);
        if (rounding && 0x1p-48L > 1e-13L * terms) proof = 0;
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
        wrong += mbi_infeasible(&p, u) != proof;
        found += proof;
    }
    check(wrong == 0 && found > 2000,
          "A'u <= 0 and b'u < 0 is a proof, %d times, and nothing else is (%d wrong)", found,
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

/* g with row and column i of it as order[i] */
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

/* 2000 guesses of up to 12 rows, none too close to call, in six orders each */
static void any_order(void)
{
    rng r = { 31 };
    int differ = 0, tried = 0;

    while (tried < 2000) {
        int order[MAX_N];
        guess g, h;
        make_guess(&g, &r);
        if (verdict(&g) == UNCLEAR || g.n < 2) continue;
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
    check(differ == 0, "%d guesses judged alike in any order of their rows (%d not)", tried,
          differ);
}

/* ---- beside the kit's ------------------------------------------------------------------------ */

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
            note("guess %d, n = %d: %s, and should not be", k, g.n,
                 got == ACCEPTED ? "accepted" : "refused");
    }
    check(wrong[REFUSED] == 0, "what the words refuse is refused, %d times (%d wrongly)",
          clear[REFUSED], wrong[REFUSED]);
    check(wrong[ACCEPTED] == 0, "what they accept is accepted, %d times (%d wrongly)",
          clear[ACCEPTED], wrong[ACCEPTED]);
    check(clear[ACCEPTED] > 10000 && clear[REFUSED] > 10000,
          "and both happen (%d are too close to call)", clear[UNCLEAR]);
    any_order();
    proofs();
    return check_done();
}
