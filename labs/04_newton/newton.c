/* Lab 4: a semismooth Newton method. This is the only file you edit. The contract is in lab.h, the equations in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=newton`. A function that returns MB_TODO counts as not attempted.
 * You may use libm and, from mbsim.h, the types, the arena, the dense algebra and mb_residual.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 4.2:  phi_i = z_i + w_i - sqrt(z_i^2 + w_i^2) */
mb_status lab_phi(const mb_lcp *p, const double *z, double *phi)
{
    (void)p; (void)z; (void)phi;
    return MB_TODO;
}

/* Task 2, eq 4.4 to 4.6:  J = Da + Db A */
mb_status lab_jacobian(const mb_lcp *p, const double *z, double *J)
{
    (void)p; (void)z; (void)J;
    return MB_TODO;
}

/* Task 3, eq 4.3 and 4.7:  merit = 1/2 |phi|^2,  g = J' phi */
mb_status lab_merit(const mb_lcp *p, const double *z, double *merit, double *g, mb_arena scratch)
{
    (void)p; (void)z; (void)merit; (void)g; (void)scratch;
    return MB_TODO;
}

/* Task 4, eq 4.8 and 4.9:  J d = -phi, or d = -g */
mb_status lab_direction(const mb_lcp *p, const double *z, double *d, mb_arena scratch)
{
    (void)p; (void)z; (void)d; (void)scratch;
    return MB_TODO;
}

/* Task 5, eq 4.10:  a step length that Armijo's condition accepts */
mb_status lab_line_search(const mb_lcp *p, const double *z, const double *d, double *t, mb_arena scratch)
{
    (void)p; (void)z; (void)d; (void)t; (void)scratch;
    return MB_TODO;
}

/* Task 6:  the solver */
mb_status lab_newton(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p; (void)opt; (void)z; (void)info; (void)scratch;
    return MB_TODO;
}
