/* Lab 6: Stewart and Trinkle's time step. This is the only file you edit. The contract is in lab.h,
 * the equations are in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=stewart_trinkle`. A function that
 * returns MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena
 * and the dense algebra.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 6.2:  the velocity without contacts */
mb_status lab_free_velocity(const mb_dynamics *d, double *v_free, mb_arena scratch)
{
    (void)d; (void)v_free; (void)scratch;
    return MB_TODO;
}

/* Task 2, eq 6.5:  the mLCP in [v+; p_n] */
mb_status lab_st_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 3, eq 6.6:  the LCP in p_n */
mb_status lab_st_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 4, eq 6.7:  the velocity with the contacts' impulses */
mb_status lab_next_velocity(const mb_dynamics *d, const double *p_n, double *v_next,
                            mb_arena scratch)
{
    (void)d; (void)p_n; (void)v_next; (void)scratch;
    return MB_TODO;
}

/* Task 5, eq 6.8:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    (void)d; (void)q; (void)solver; (void)q_next; (void)v_next; (void)scratch;
    return MB_TODO;
}

/* Task 6, eq 6.9:  one step after the other */
mb_status lab_simulate(const lab_world *world, double time, double *x, double *v, int *steps,
                       mb_arena scratch)
{
    (void)world; (void)time; (void)x; (void)v; (void)steps; (void)scratch;
    return MB_TODO;
}
