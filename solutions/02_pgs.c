/* Lab 02, solved: projected Jacobi and projected Gauss-Seidel. */
#include "lab.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* w_i = A_i z + b_i */
static double slack(int n, const double *A, const double *b, const double *z, int i)
{
    double w = b[i];

    for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
    return w;
}

/* the first row whose diagonal entry can't be divided by, or -1 */
static int bad_row(int n, const double *A)
{
    for (int i = 0; i < n; i++)
        if (!(A[i * n + i] > 0.0)) return i;
    return -1;
}

/* the next z_i, from the z in which row i finds the others */
static double next_z(int n, const double *A, const double *b, double omega, const double *z, int i)
{
    return fmax(0.0, z[i] - omega * slack(n, A, b, z, i) / A[i * n + i]);
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    if (bad_row(n, A) >= 0) return MB_SINGULAR;
    for (int i = 0; i < n; i++) z_next[i] = next_z(n, A, b, omega, z, i);  /* eq 2.4 */
    return MB_OK;
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    if (bad_row(n, A) >= 0) return MB_SINGULAR;
    for (int i = 0; i < n; i++) z[i] = next_z(n, A, b, omega, z, i);       /* eq 2.5 */
    return MB_OK;
}

/* one sweep of either kind from z to next */
static void sweep(int jacobi, const mb_lcp *p, double omega, const double *z, double *next)
{
    if (jacobi) {
        lab_jacobi_sweep(p->n, p->A, p->b, omega, z, next);
    } else {
        memcpy(next, z, (size_t)p->n * sizeof *z);
        lab_pgs_sweep(p->n, p->A, p->b, omega, next);
    }
}

static mb_status finish(mb_info *info, mb_status status, int iterations, double residual, int where)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = where;
    }
    return status;
}

static int all_finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= DBL_MAX)) return 0;
    return 1;
}

/* The loop that both solvers share. The residual is tested before the first sweep, so that a good start costs none, and as
 * `residual <= tol`, so that a NaN is never success. */
static mb_status iterate(int jacobi, const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    const double tol = opt && opt->tol > 0.0 ? opt->tol : 1e-10, omega = opt && opt->omega > 0.0 ? opt->omega : 1.0;
    const int max_iter = opt && opt->max_iter > 0 ? opt->max_iter : 1000, row = bad_row(p->n, p->A);
    double *next = mb_arena_doubles(&scratch, p->n);
    double residual = mb_residual(p, z);

    if (!next) return finish(info, MB_NO_MEMORY, 0, residual, -1);
    if (row >= 0) return finish(info, MB_SINGULAR, 0, residual, row);
    for (int k = 0;; k++) {
        if (residual <= tol) return finish(info, MB_OK, k, residual, -1);
        if (k == max_iter) return finish(info, MB_MAX_ITER, k, residual, -1);
        sweep(jacobi, p, omega, z, next);
        if (!all_finite(p->n, next)) return finish(info, MB_STALLED, k, residual, -1);
        memcpy(z, next, (size_t)p->n * sizeof *z);
        residual = mb_residual(p, z);
        if (opt && opt->history && k < opt->history_len) opt->history[k] = residual;
    }
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    return iterate(0, p, opt, z, info, scratch);
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    return iterate(1, p, opt, z, info, scratch);
}
