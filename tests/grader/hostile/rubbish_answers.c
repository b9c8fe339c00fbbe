/* hostile: answers NaN, infinity and 1e308, also where it should count
 * points: 0 */
#include "lab.h"

#include <math.h>

static double rubbish(void)
{
    static const double all[] = { NAN, INFINITY, -INFINITY, 1e308, -1e308, 5e-324, -0.0, 4e9 };
    static int next;

    return all[next++ % 8];
}

static mb_status spoil(int n, const mb_options *opt, double *z, mb_info *info)
{
    for (int i = 0; i < n; i++) z[i] = rubbish();
    for (int i = 0; opt && opt->history && i < opt->history_len; i++) opt->history[i] = rubbish();
    if (info) {
        info->iterations = -2147483647 - 1;
        info->where = 2147483647;
        info->residual = rubbish();
        info->status = (mb_status)77;
    }
    return (mb_status)(n % 2 ? 1000 : -1000);
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)A, (void)b, (void)omega, (void)z;
    return spoil(n, NULL, z_next, NULL);
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    (void)A, (void)b, (void)omega;
    return spoil(n, NULL, z, NULL);
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)scratch;
    return spoil(p->n, opt, z, info);
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)scratch;
    return spoil(p->n, opt, z, info);
}
