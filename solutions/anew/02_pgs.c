/* right: sums of the other columns first (eq 2.2), one function for both solvers with a pointer
 * to the sweep, signed loops */
#include <math.h>
#include <stddef.h>
#include "lab.h"

static double clip(double v)
{
    if (v < 0) return 0;
    return v;
}

/* the value of z_i if row i were an equation */
static double target(int n, const double *A, const double *b, const double *z, int i)
{
    double rest = b[i];
    for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        rest += A[n * i + j] * z[j];
    }
    return -rest / A[n * i + i];
}

static int offending(int n, const double *A)
{
    int i = 0;
    while (i < n) {
        if (A[n * i + i] <= 0) return i;
        i++;
    }
    return -1;
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z,
                           double *z_next)
{
    if (offending(n, A) != -1) return MB_SINGULAR;
    for (int i = 0; i < n; ++i) {
        double t = target(n, A, b, z, i);
        z_next[i] = clip((1 - omega) * z[i] + omega * t);
    }
    return MB_OK;
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    if (offending(n, A) != -1) return MB_SINGULAR;
    for (int i = 0; i < n; ++i) {
        double t = target(n, A, b, z, i);
        z[i] = clip((1 - omega) * z[i] + omega * t);
    }
    return MB_OK;
}

static mb_status report(mb_info *info, mb_status s, int sweeps, double r, int row)
{
    if (info != NULL) {
        info->where = row;
        info->status = s;
        info->residual = r;
        info->iterations = sweeps;
    }
    return s;
}

static mb_status run(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena mem,
                     int kind)
{
    double tol = 1e-10, omega = 1, r;
    int limit = 1000, row, sweeps = 0, n = p->n;
    double *trial = mb_arena_doubles(&mem, n);
    if (opt != NULL) {
        if (opt->tol != 0) tol = opt->tol;
        if (opt->omega != 0) omega = opt->omega;
        if (opt->max_iter != 0) limit = opt->max_iter;
    }
    row = offending(n, p->A);
    r = mb_residual(p, z);
    if (row != -1) return report(info, MB_SINGULAR, 0, r, row);
    while (!(r <= tol)) {
        if (sweeps == limit) return report(info, MB_MAX_ITER, sweeps, r, -1);
        if (kind == 1) {
            lab_jacobi_sweep(n, p->A, p->b, omega, z, trial);
        } else {
            for (int i = 0; i < n; ++i) trial[i] = z[i];
            lab_pgs_sweep(n, p->A, p->b, omega, trial);
        }
        for (int i = 0; i < n; ++i)
            if (!isfinite(trial[i])) return report(info, MB_STALLED, sweeps, r, -1);
        for (int i = 0; i < n; ++i) z[i] = trial[i];
        r = mb_residual(p, z);
        if (opt != NULL && opt->history != NULL && sweeps < opt->history_len)
            opt->history[sweeps] = r;
        sweeps++;
    }
    return report(info, MB_OK, sweeps, r, -1);
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                  mb_arena scratch)
{
    return run(p, opt, z, info, scratch, 0);
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    return run(p, opt, z, info, scratch, 1);
}
