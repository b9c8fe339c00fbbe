/* Lab 02: projected Jacobi and projected Gauss-Seidel. Your name:
 *
 * Read README.md first; lab.h says exactly what each function gets and returns. Replace `return MB_TODO;` function by function:
 * what still returns it counts as not attempted, so you can run `make test LAB=pgs` at any time.
 */
#include "lab.h"

#include <math.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;       /* delete this line when you start */
    return MB_TODO;
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z;
    return MB_TODO;
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}
