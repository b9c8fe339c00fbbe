/* right: lab_pgs solves the problem by Murty's least-index principal pivoting where that works, and
 * else by the requested sweeps */
#include "lab.h"

#include <float.h>
#include <string.h>

static double slack(int n, const double *A, const double *b, const double *z, int i)
{
    double w = b[i];

    for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
    return w;
}

static int bad_row(int n, const double *A)
{
    for (int i = 0; i < n; i++)
        if (!(A[i * n + i] > 0.0)) return i;
    return -1;
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z,
                           double *z_next)
{
    if (bad_row(n, A) >= 0) return MB_SINGULAR;
    for (int i = 0; i < n; i++) {
        const double next = z[i] - omega * slack(n, A, b, z, i) / A[i * n + i];
        z_next[i] = next > 0.0 ? next : 0.0;
    }
    return MB_OK;
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    if (bad_row(n, A) >= 0) return MB_SINGULAR;
    for (int i = 0; i < n; i++) {
        z[i] -= omega * slack(n, A, b, z, i) / A[i * n + i];
        if (z[i] < 0.0) z[i] = 0.0;
    }
    return MB_OK;
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

enum { MOST = 200 };

/* z with z_i = 0 outside the set, w_i = 0 inside it; 0 if that is singular */
static int basic_solution(const mb_lcp *p, const int *in, double *z)
{
    double S[MOST * MOST], x[MOST];
    int index[MOST], pivot[MOST], m = 0;

    for (int i = 0; i < p->n; i++)
        if (in[i]) index[m++] = i;
    for (int i = 0; i < m; i++) {
        x[i] = -p->b[index[i]];
        for (int j = 0; j < m; j++) S[i * m + j] = p->A[index[i] * p->n + index[j]];
    }
    if (mb_lu_factor(m, S, pivot) != MB_OK) return 0;
    mb_lu_solve(m, S, pivot, x);
    memset(z, 0, (size_t)p->n * sizeof *z);
    for (int i = 0; i < m; i++) z[index[i]] = x[i];
    return 1;
}

/* 1 if max_iter pivots solve it: *iterations of them; z is then the solution, else
 * unchanged */
static int murty(const mb_lcp *p, double tol, int max_iter, double *history, int room, double *z,
                 double *next, int *iterations)
{
    int in[MOST] = { 0 };

    for (int k = 1; k <= max_iter; k++) {
        int i;
        if (!basic_solution(p, in, next)) return 0;
        if (k <= room) history[k - 1] = mb_residual(p, next);
        if (mb_residual(p, next) <= tol) {
            memcpy(z, next, (size_t)p->n * sizeof *z);
            *iterations = k;
            return 1;
        }
        /* the least index that breaks a condition */
        for (i = 0; i < p->n; i++)
            if (in[i] ? next[i] < 0.0 : slack(p->n, p->A, p->b, next, i) < 0.0) break;
        if (i == p->n) return 0;
        in[i] = !in[i];
    }
    return 0;
}

static mb_status solve(int jacobi, const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    const double tol = opt && opt->tol > 0.0 ? opt->tol : 1e-10,
                 omega = opt && opt->omega > 0.0 ? opt->omega : 1.0;
    const int max_iter = opt && opt->max_iter > 0 ? opt->max_iter : 1000, row = bad_row(p->n, p->A);
    const int room = opt && opt->history ? opt->history_len : 0;
    double *next = mb_arena_doubles(&scratch, p->n), residual = mb_residual(p, z);
    int k;

    if (row >= 0) return finish(info, MB_SINGULAR, 0, residual, row);
    if (residual <= tol) return finish(info, MB_OK, 0, residual, -1);
    if (!jacobi && murty(p, tol, max_iter, opt ? opt->history : NULL, room, z, next, &k))
        return finish(info, MB_OK, k, mb_residual(p, z), -1);
    for (k = 0; k < max_iter && !(residual <= tol); k++) {
        memcpy(next, z, (size_t)p->n * sizeof *z);
        if (jacobi) lab_jacobi_sweep(p->n, p->A, p->b, omega, z, next);
        else lab_pgs_sweep(p->n, p->A, p->b, omega, next);
        for (int i = 0; i < p->n; i++)
            if (next[i] > DBL_MAX || next[i] != next[i])
                return finish(info, MB_STALLED, k, residual, -1);
        memcpy(z, next, (size_t)p->n * sizeof *z);
        residual = mb_residual(p, z);
        if (k < room) opt->history[k] = residual;
    }
    return finish(info, residual <= tol ? MB_OK : MB_MAX_ITER, k, residual, -1);
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                  mb_arena scratch)
{
    return solve(0, p, opt, z, info, scratch);
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    return solve(1, p, opt, z, info, scratch);
}
