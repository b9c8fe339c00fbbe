/* Lab 3, solved: Lemke's method on the full tableau, with the lexicographic rule for ties. */
#include "lab.h"

#include <math.h>

#define TOL 1e-10                /* the default of mb_options.tol */
#define PIVOT 1e-11              /* entries up to this part of their column's largest are rounding errors, not pivots */
#define DUST 1e-12               /* z_i up to this part of the largest may be rounding errors of 0, eq 3.12 */
#define TIE 1e-12                /* right-hand sides that differ by less than this part of the largest are tied */

/* Task 1, eq 3.3:  T = [ -A  I  -d  b ] */
mb_status lab_tableau(const mb_lcp *p, const double *d, double *T, int *basis)
{
    int n = p->n;

    for (int i = 0; i < n; i++) {
        double *row = T + i * (2 * n + 2);
        for (int j = 0; j < n; j++) {
            row[j] = -p->A[i * n + j];
            row[n + j] = i == j ? 1.0 : 0.0;
        }
        row[2 * n] = -d[i];
        row[2 * n + 1] = p->b[i];
        basis[i] = n + i;
    }
    return MB_OK;
}

/* Task 2, eq 3.4:  the row in which z0 enters. On ties the last: it leaves every row lexicographically positive */
mb_status lab_first_row(int n, const double *b, const double *d, int *row)
{
    double worst = 0.0;

    *row = -1;
    for (int i = 0; i < n; i++) {
        if (b[i] < 0.0 && b[i] / d[i] <= worst) {
            worst = b[i] / d[i];
            *row = i;
        }
    }
    return MB_OK;
}

/* Task 3, eq 3.5:  variable `entering` takes the place of the basic variable of row `row` */
mb_status lab_pivot(int n, double *T, int *basis, int row, int entering)
{
    int cols = 2 * n + 2;
    double *R = T + row * cols, pivot = R[entering];

    if (!(fabs(pivot) > 0.0)) return MB_SINGULAR;
    for (int k = 0; k < cols; k++) R[k] /= pivot;
    R[entering] = 1.0;

    for (int i = 0; i < n; i++) {
        double *Ti = T + i * cols, factor = Ti[entering];
        if (i == row) continue;
        for (int k = 0; k < cols; k++) Ti[k] -= factor * R[k];
        Ti[entering] = 0.0;  /* it is, but for rounding */
    }
    basis[row] = entering;
    return MB_OK;
}

/* Task 4, eq 3.6:  the complement of the variable that left */
mb_status lab_entering(int n, int leaving, int *entering)
{
    *entering = leaving < n ? leaving + n : leaving - n;
    return MB_OK;
}

/* largest |entry| of column k */
static double column_size(int n, const double *T, int k)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(T[i * (2 * n + 2) + k]));
    return size;
}

/* -1, 0, 1: with column k for the right-hand side, the ratio of row i is smaller than, as large as, larger than that of row j */
static int compare_ratios(int n, const double *T, int entering, int k, int i, int j)
{
    const double *a = T + i * (2 * n + 2), *b = T + j * (2 * n + 2);
    double difference = a[k] / a[entering] - b[k] / b[entering];
    double rounding = TIE * column_size(n, T, k) / fmax(a[entering], b[entering]);

    return difference > rounding ? 1 : difference < -rounding ? -1 : 0;
}

/* 1 if row i should leave rather than row j */
static int leaves_before(int n, const double *T, const int *basis, int entering, int i, int j)
{
    int order = compare_ratios(n, T, entering, 2 * n + 1, i, j);

    if (order != 0) return order < 0;
    if (basis[j] == 2 * n) return 0;  /* z0 first: when it can leave, the problem is solved */
    if (basis[i] == 2 * n) return 1;

    /* the other ties by the columns of w, eq 3.9: no basis can occur twice */
    for (int k = n; k < 2 * n && order == 0; k++) order = compare_ratios(n, T, entering, k, i, j);
    return order < 0;
}

/* Task 5, eq 3.7 to 3.9:  the row whose variable leaves */
mb_status lab_ratio_test(int n, const double *T, const int *basis, int entering, int *row)
{
    double size = column_size(n, T, entering);

    *row = -1;
    for (int i = 0; i < n; i++) {
        if (!(T[i * (2 * n + 2) + entering] > PIVOT * size)) continue;
        if (*row < 0 || leaves_before(n, T, basis, entering, i, *row)) *row = i;
    }
    return *row < 0 ? MB_RAY : MB_OK;
}

/* Task 6, eq 3.10:  the solution that the tableau shows */
mb_status lab_read_solution(int n, const double *T, const int *basis, double *z)
{
    for (int i = 0; i < n; i++) z[i] = 0.0;
    for (int i = 0; i < n; i++) {
        if (basis[i] < n) z[basis[i]] = T[i * (2 * n + 2) + 2 * n + 1];
    }
    return MB_OK;
}

static int is_finite(int count, const double *x)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(x[i])) return 0;
    }
    return 1;
}

static mb_status done(mb_info *info, mb_status status, int pivots, double residual)
{
    if (info) {
        info->status = status;
        info->iterations = pivots;
        info->residual = residual;
        info->where = -1;
    }
    return status;
}

/* pivot until z0 leaves; returns MB_OK when it has, MB_RAY or MB_MAX_ITER */
static mb_status lemke_loop(int n, double *T, int *basis, int row, int max_pivots, int *pivots)
{
    int entering = 2 * n;

    while (*pivots < max_pivots) {
        int leaving = basis[row];
        if (lab_pivot(n, T, basis, row, entering) != MB_OK) return MB_SINGULAR;
        ++*pivots;
        if (leaving == 2 * n) return MB_OK;

        lab_entering(n, leaving, &entering);
        if (lab_ratio_test(n, T, basis, entering, &row) == MB_RAY) return MB_RAY;
    }
    return MB_MAX_ITER;
}

/* y = x / size with size = |x|_inf (1 if x = 0), which is returned */
static double copy_scaled(int count, const double *x, double *y)
{
    double size = 0.0;

    for (int i = 0; i < count; i++) size = fmax(size, fabs(x[i]));
    if (!(size > 0.0)) size = 1.0;
    for (int i = 0; i < count; i++) y[i] = x[i] / size;
    return size;
}

/* The residual of z; but if z without its dust, eq 3.12, passes the test, z becomes that */
static double dust_off(const mb_lcp *p, double *z, double *clean, double tol)
{
    double size = 0.0;

    for (int i = 0; i < p->n; i++) size = fmax(size, fabs(z[i]));
    for (int i = 0; i < p->n; i++) clean[i] = z[i] > DUST * size ? z[i] : 0.0;
    if (mb_residual(p, clean) <= tol) {
        for (int i = 0; i < p->n; i++) z[i] = clean[i];
    }
    return mb_residual(p, z);
}

/* Task 7:  the solver */
mb_status lab_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    int n = p->n, row, pivots = 0;
    double tol = opt && opt->tol > 0.0 ? opt->tol : TOL, residual, unit;
    int max_pivots = opt && opt->max_iter > 0 ? opt->max_iter : (n > 2 ? 50 * n : 100);
    double *A = mb_arena_matrix(&scratch, n, n), *b = mb_arena_doubles(&scratch, n), *d = mb_arena_doubles(&scratch, n);
    double *T = mb_arena_matrix(&scratch, n, 2 * n + 2);
    int *basis = mb_arena_ints(&scratch, n);
    const mb_lcp scaled = { n, A, b };
    mb_status status = MB_OK;

    if (!A || !b || !d || !T || !basis) return done(info, MB_NO_MEMORY, 0, HUGE_VAL);
    if (!is_finite(n * n, p->A) || !is_finite(n, p->b)) return done(info, MB_NOT_FINITE, 0, HUGE_VAL);

    unit = copy_scaled(n, p->b, b);         /* eq 3.11: all entries are now of order one */
    unit /= copy_scaled(n * n, p->A, A);
    for (int i = 0; i < n; i++) d[i] = 1.0;
    lab_tableau(&scaled, d, T, basis);
    lab_first_row(n, b, d, &row);
    if (row >= 0) status = lemke_loop(n, T, basis, row, max_pivots, &pivots);
    lab_read_solution(n, T, basis, z);
    for (int i = 0; i < n; i++) z[i] *= unit;

    residual = dust_off(p, z, d, tol);
    if (status == MB_OK && !(residual <= tol)) status = MB_STALLED;
    return done(info, status, pivots, residual);
}
