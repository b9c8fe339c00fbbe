/* Lab 1: what a linear complementarity problem is. This is the only file you edit. The contract is in lab.h, the
 * equations are in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=lcp`. A function that returns MB_TODO counts as not attempted.
 * You may use libm and, from mbsim.h, the types, the arena and the dense algebra (mb_lu_factor,
 * mb_lu_solve, mb_matvec).
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 1.2:  w = A z + b */
mb_status lab_slack(const mb_lcp *p, const double *z, double *w)
{
    (void)p; (void)z; (void)w;
    return MB_TODO;
}

/* Task 2, eq 1.3:  f_i = min(z_i, w_i) */
mb_status lab_natural_map(const mb_lcp *p, const double *z, double *f)
{
    (void)p; (void)z; (void)f;
    return MB_TODO;
}

/* Task 3, eq 1.4 and 1.5:  r = max_i | min(z_i/zs, w_i/ws_i) | */
mb_status lab_residual(const mb_lcp *p, const double *z, double *r)
{
    (void)p; (void)z; (void)r;
    return MB_TODO;
}

/* Task 4, eq 1.6:  phi(a, b) = a + b - sqrt(a^2 + b^2) */
mb_status lab_fischer_burmeister(double a, double b, double *phi)
{
    (void)a; (void)b; (void)phi;
    return MB_TODO;
}

/* Task 5, eq 1.7:  1/2 sum_i min(z_i, w_i)^2 */
mb_status lab_merit_natural(const mb_lcp *p, const double *z, double *merit)
{
    (void)p; (void)z; (void)merit;
    return MB_TODO;
}

/* Task 5, eq 1.8:  1/2 sum_i phi(z_i, w_i)^2 */
mb_status lab_merit_fb(const mb_lcp *p, const double *z, double *merit)
{
    (void)p; (void)z; (void)merit;
    return MB_TODO;
}

/* Task 6, eq 1.10:  the columns of cone number `cone` */
mb_status lab_cone_matrix(const mb_lcp *p, int cone, double *C)
{
    (void)p; (void)cone; (void)C;
    return MB_TODO;
}

/* Task 7, eq 1.11:  C x = b */
mb_status lab_cone_point(const mb_lcp *p, int cone, double *x, mb_arena scratch)
{
    (void)p; (void)cone; (void)x; (void)scratch;
    return MB_TODO;
}

/* Task 8, eq 1.12:  which of the 2^n cones contain b */
mb_status lab_enumerate(const mb_lcp *p, int *inside, int *count, double *z, mb_arena scratch)
{
    (void)p; (void)inside; (void)count; (void)z; (void)scratch;
    return MB_TODO;
}
