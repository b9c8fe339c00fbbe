/* Lab 7: friction. This is the only file you edit. The contract is in lab.h, the equations are in
 * README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=friction`. A function that
 * returns MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena
 * and the dense algebra. Your code of lab 6 is a good start for tasks 2, 3 and 6.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 7.1 and 7.2:  friction directions */
mb_status lab_directions(int dim, const double *n, int nd, double *D)
{
    (void)dim; (void)n; (void)nd; (void)D;
    return MB_TODO;
}

/* Task 2, eq 7.5:  the mLCP in [v+; p_n; p_f; s] */
mb_status lab_friction_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 3, eq 7.7:  the LCP in [p_n; p_f; s] */
mb_status lab_friction_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 4, eq 7.8:  impulses and velocity from a solution */
mb_status lab_read_impulses(const mb_dynamics *d, const double *z, double *p_n, double *p_f,
                            double *v_next, mb_arena scratch)
{
    (void)d; (void)z; (void)p_n; (void)p_f; (void)v_next; (void)scratch;
    return MB_TODO;
}

/* Task 5, eq 7.9:  which contacts slide, and which stick */
mb_status lab_contact_states(const mb_dynamics *d, const double *z, const double *v_next,
                             double p_small, double v_small, double *slip, lab_state *state)
{
    (void)d; (void)z; (void)v_next; (void)p_small; (void)v_small; (void)slip; (void)state;
    return MB_TODO;
}

/* Task 6:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch)
{
    (void)d; (void)q; (void)solver; (void)q_next; (void)v_next; (void)p_n; (void)p_f;
    (void)scratch;
    return MB_TODO;
}
