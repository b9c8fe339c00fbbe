/* Lab 8: Anitescu and Potra's time step. This is the only file you edit. The contract is in lab.h,
 * the equations are in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=anitescu_potra`. A function that
 * returns MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena
 * and the dense algebra. For tasks 1 to 3 start from your code of lab 7.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 8.2:  the mLCP in [v+; p_n; p_f; s] */
mb_status lab_ap_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 2, eq 8.3:  the LCP in [p_n; p_f; s] */
mb_status lab_ap_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 3:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch)
{
    (void)d; (void)q; (void)solver; (void)q_next; (void)v_next; (void)p_n; (void)p_f;
    (void)scratch;
    return MB_TODO;
}

/* Task 4, eq 8.8:  where the kinetic energy goes */
mb_status lab_energy_lost(const mb_dynamics *d, const double *v_next, const double *p_n,
                          const double *p_f, double *lost, mb_arena scratch)
{
    (void)d; (void)v_next; (void)p_n; (void)p_f; (void)lost; (void)scratch;
    return MB_TODO;
}

/* Task 5, eq 8.9:  where a falling particle stops */
mb_status lab_stop(double gap, double rate, double fall, double h, double epsilon, int *steps,
                   double *rest)
{
    (void)gap; (void)rate; (void)fall; (void)h; (void)epsilon; (void)steps; (void)rest;
    return MB_TODO;
}

/* Task 6, eq 8.10:  out of the solid, as far as a solution exists */
mb_status lab_recover(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                      double *v_next, double *p_n, double *p_f, double *share, mb_arena scratch)
{
    (void)d; (void)q; (void)solver; (void)q_next; (void)v_next; (void)p_n; (void)p_f; (void)share;
    (void)scratch;
    return MB_TODO;
}
