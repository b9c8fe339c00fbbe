/* Lab 12, solved: guess which z_i are positive, as a Newton method on min(z, w) does; if that
 * fails, make some sweeps, and then run Lemke's method. All in units in which every row and column
 * of A is about 1. */
#include "lab.h"

#include <math.h>

enum { GUESSES = 12, SWEEPS_PER_ROW = 2, PIVOTS_PER_ROW = 50 };

#define PIVOT 1e-11              /* entries up to this part of their column's largest count as 0 */
#define TIE 1e-12                /* ratios that differ by less than this are tied */
#define DUST 1e-12               /* z_i up to this part of the largest may be rounding errors */

/* A problem being solved. Row i of A and b_i were divided by row[i], column j of A by
 * column[j]: z_j of the problem as given is z'_j / column[j]. */
typedef struct {
    const mb_lcp *given;
    int n;
    double *A, *b, *row, *column;        /* scaled */
    double *z, *w, *clean;
    int *free, *pivot;                   /* for a guess: indices of the z_i that may be positive */
    double *sub;                         /* A in these rows and columns */
    double *T;                           /* T[n*(2 n + 2)]: [ -A  I  -1  b ] */
    int *basis;                          /* for T's rows: z_j is j, w_j is n + j, z0 is 2 n */
    double work;
} solver;

static int take_memory(solver *s, mb_arena *scratch)
{
    const int n = s->n;
    double **const vectors[] = { &s->b, &s->row, &s->column, &s->z, &s->w, &s->clean };
    int ok = 1;

    for (int i = 0; i < (int)(sizeof vectors / sizeof vectors[0]); i++)
        ok = (*vectors[i] = mb_arena_doubles(scratch, n)) != NULL && ok;
    s->A = mb_arena_matrix(scratch, n, n);
    s->sub = mb_arena_matrix(scratch, n, n);
    s->T = mb_arena_matrix(scratch, n, 2 * n + 2);
    s->free = mb_arena_ints(scratch, n);
    s->pivot = mb_arena_ints(scratch, n);
    s->basis = mb_arena_ints(scratch, n);
    return ok && s->A && s->sub && s->T && s->free && s->pivot && s->basis;
}

static int is_finite(int count, const double *x)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

/* the largest |x[i * stride]|, or 1 if all are 0 */
static double size_of(int count, const double *x, int stride)
{
    double size = 0.0;

    for (int i = 0; i < count; i++) size = fmax(size, fabs(x[i * stride]));
    return size > 0.0 ? size : 1.0;
}

/* the largest entry of every row of A, then of every column, becomes 1, and the largest of b */
static void scale(solver *s)
{
    const mb_lcp *p = s->given;
    const int n = s->n;
    double unit;

    for (int i = 0; i < n; i++) {
        s->row[i] = size_of(n, p->A + i * n, 1);
        s->b[i] = p->b[i] / s->row[i];
        for (int j = 0; j < n; j++) s->A[i * n + j] = p->A[i * n + j] / s->row[i];
    }
    unit = size_of(n, s->b, 1);
    for (int i = 0; i < n; i++) s->b[i] /= unit;
    for (int j = 0; j < n; j++) {
        const double size = size_of(n, s->A + j, n);
        for (int i = 0; i < n; i++) s->A[i * n + j] /= size;
        s->column[j] = size / unit;
    }
    s->work += 2.0 * lab_price_product(n, n);
}

/* Is the z of the scaled problem a solution of the given one? It is written to out[] in its units,
 * without dust if it then still passes. */
static int accepted(solver *s, double *out)
{
    const mb_lcp *p = s->given;
    const int n = s->n;
    double size = 0.0;

    for (int i = 0; i < n; i++) out[i] = fmax(s->z[i], 0.0) / s->column[i];
    for (int i = 0; i < n; i++) size = fmax(size, out[i]);
    for (int i = 0; i < n; i++) s->clean[i] = out[i] > DUST * size ? out[i] : 0.0;
    if (size > LAB_LARGE * size_of(n, p->b, 1) / size_of(n * n, p->A, 1)) return 0;
    s->work += 2.0 * lab_price_product(n, n);
    if (mb_residual(p, s->clean) <= LAB_TOL)
        for (int i = 0; i < n; i++) out[i] = s->clean[i];
    return mb_residual(p, out) <= LAB_TOL;
}

/* ---- guesses ---- */

/* z with w_i = 0 for the rows in free[], z_i = 0 for the others; and w. 0 if there is none */
static int solve_guess(solver *s, int nfree)
{
    const int n = s->n;

    for (int i = 0; i < nfree; i++) {
        for (int j = 0; j < nfree; j++) s->sub[i * nfree + j] = s->A[s->free[i] * n + s->free[j]];
        s->w[i] = -s->b[s->free[i]];
    }
    s->work += lab_price_factor(nfree) + lab_price_solve(nfree) + lab_price_product(n, nfree);
    if (nfree > 0 && mb_lu_factor(nfree, s->sub, s->pivot) != MB_OK) return 0;
    if (nfree > 0) mb_lu_solve(nfree, s->sub, s->pivot, s->w);
    for (int i = 0; i < n; i++) s->z[i] = 0.0;
    for (int i = 0; i < nfree; i++) s->z[s->free[i]] = s->w[i];
    mb_matvec(n, n, s->A, s->z, s->w);
    for (int i = 0; i < n; i++) s->w[i] += s->b[i];
    return is_finite(n, s->z);
}

/* A guess: w_i = 0 where z_i > w_i, else z_i = 0. If the resulting z gives the same guess for all
 * rows, it is the solution. */
static int solve_by_guesses(solver *s, double *out)
{
    const int n = s->n;

    for (int i = 0; i < n; i++) {
        s->z[i] = 0.0;
        s->w[i] = s->b[i];
    }
    for (int guess = 0; guess < GUESSES; guess++) {
        int nfree = 0, wrong = 0;
        for (int i = 0; i < n; i++)
            if (s->z[i] > s->w[i]) s->free[nfree++] = i;
        if (!solve_guess(s, nfree)) return 0;
        for (int i = 0; i < n; i++) wrong += fmin(s->z[i], s->w[i]) < -1e-9;
        if (wrong == 0) return accepted(s, out);
    }
    return 0;
}

/* ---- sweeps, lab 2 ---- */

/* Triangular problems, which may mislead the guesses and need very many pivots, end after n. */
static int solve_by_sweeps(solver *s, double *out)
{
    const int n = s->n;

    for (int i = 0; i < n; i++) {
        if (!(s->A[i * n + i] > PIVOT)) return 0;
        s->z[i] = 0.0;
    }
    for (int sweep = 0; sweep < SWEEPS_PER_ROW * n; sweep++) {
        double change = 0.0;
        for (int i = 0; i < n; i++) {
            const double before = s->z[i];
            double w = s->b[i];
            for (int j = 0; j < n; j++) w += s->A[i * n + j] * s->z[j];
            s->z[i] = fmax(0.0, s->z[i] - w / s->A[i * n + i]);
            change = fmax(change, fabs(s->z[i] - before));
        }
        s->work += lab_price_product(n, n);
        if (change <= DUST * size_of(n, s->z, 1)) break;
    }
    return is_finite(n, s->z) && accepted(s, out);
}

/* ---- Lemke's method, lab 3 ---- */

static void make_tableau(solver *s)
{
    const int n = s->n, columns = 2 * n + 2;

    for (int i = 0; i < n; i++) {
        double *row = s->T + i * columns;
        for (int j = 0; j < n; j++) {
            row[j] = -s->A[i * n + j];
            row[n + j] = i == j ? 1.0 : 0.0;
        }
        row[2 * n] = -1.0;
        row[2 * n + 1] = s->b[i];
        s->basis[i] = n + i;
    }
}

static void pivot(solver *s, int row, int entering)
{
    const int columns = 2 * s->n + 2;
    double *R = s->T + row * columns;
    const double by = R[entering];

    for (int k = 0; k < columns; k++) R[k] /= by;
    R[entering] = 1.0;
    for (int i = 0; i < s->n; i++) {
        double *Ti = s->T + i * columns;
        const double factor = Ti[entering];
        if (i == row) continue;
        for (int k = 0; k < columns; k++) Ti[k] -= factor * R[k];
        Ti[entering] = 0.0;
    }
    s->basis[row] = entering;
    s->work += lab_price_product(s->n, columns);
}

/* < 0, 0, > 0: with column k for the right-hand side, the ratio of row i is smaller than that of j,
 * as large, larger */
static int compare_ratios(const solver *s, int entering, int k, int i, int j)
{
    const int columns = 2 * s->n + 2;
    const double *a = s->T + i * columns, *b = s->T + j * columns;
    const double difference = a[k] / a[entering] - b[k] / b[entering];
    const double rounding =
        TIE * size_of(s->n, s->T + k, columns) / fmax(a[entering], b[entering]);

    return difference > rounding ? 1 : difference < -rounding ? -1 : 0;
}

/* the row whose variable leaves, ties by the lexicographic rule, z0 first; -1 on a ray */
static int leaving_row(const solver *s, int entering)
{
    const int n = s->n, columns = 2 * n + 2;
    const double least = PIVOT * size_of(n, s->T + entering, columns);
    int best = -1;

    for (int i = 0; i < n; i++) {
        int order = -1;
        if (!(s->T[i * columns + entering] > least)) continue;
        if (best >= 0) order = compare_ratios(s, entering, 2 * n + 1, i, best);
        if (order == 0 && s->basis[best] == 2 * n) continue;
        if (order == 0 && s->basis[i] == 2 * n) order = -1;
        for (int k = n; k < 2 * n && order == 0; k++)
            order = compare_ratios(s, entering, k, i, best);
        if (order < 0) best = i;
    }
    return best;
}

static mb_status solve_by_lemke(solver *s, double *out)
{
    const int n = s->n, columns = 2 * n + 2;
    int row = 0, entering = 2 * n, leaving = -1;

    make_tableau(s);
    for (int i = 1; i < n; i++)
        if (s->b[i] <= s->b[row]) row = i;
    if (!(s->b[row] < 0.0)) leaving = 2 * n;           /* z = 0 is the solution */
    for (int done = 0; leaving != 2 * n; done++) {
        if (done > PIVOTS_PER_ROW * n) return MB_MAX_ITER;
        leaving = s->basis[row];
        pivot(s, row, entering);
        entering = leaving < n ? leaving + n : leaving - n;
        if (leaving != 2 * n) row = leaving_row(s, entering);
        if (row < 0) return MB_RAY;
    }
    for (int i = 0; i < n; i++) s->z[i] = 0.0;
    for (int i = 0; i < n; i++)
        if (s->basis[i] < n) s->z[s->basis[i]] = s->T[i * columns + 2 * n + 1];
    return accepted(s, out) ? MB_OK : MB_STALLED;
}

mb_status lab_contest(const mb_lcp *p, double *z, double *work, mb_arena scratch)
{
    solver s = { 0 };
    mb_status status = MB_OK;

    s.given = p;
    s.n = p->n;
    *work = 0.0;
    if (p->n == 0) return MB_OK;
    if (!take_memory(&s, &scratch)) return MB_NO_MEMORY;
    if (!is_finite(p->n * p->n, p->A) || !is_finite(p->n, p->b)) return MB_NOT_FINITE;
    scale(&s);
    if (!solve_by_guesses(&s, z) && !solve_by_sweeps(&s, z)) status = solve_by_lemke(&s, z);
    *work = s.work;
    return status;
}
