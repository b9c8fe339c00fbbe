/* hostile: defines a function that mbsim.h has as well, which is allowed for solvers
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>

mb_status mb_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_OK;
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    (void)0;
    return MB_OK;
}
