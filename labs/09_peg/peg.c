/* Lab 9: Polyhedral Exact Geometry. This is the only file you edit. The contract is in lab.h, the
 * equations are in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=peg`. A function that returns
 * MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena and the
 * dense algebra.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 9.1:  convex chains */
mb_status lab_chains(const mb_polyline *line, lab_chain *chain, int *count)
{
    (void)line; (void)chain; (void)count;
    return MB_TODO;
}

/* Task 2, eq 9.2 and 9.3:  a chain as a group, the primary facet first */
mb_status lab_group(const mb_polyline *line, const lab_chain *chain, const double *x,
                    const double *v, double epsilon, mb_primary rule, lab_facet *facet,
                    int *count)
{
    (void)line; (void)chain; (void)x; (void)v; (void)epsilon; (void)rule; (void)facet; (void)count;
    return MB_TODO;
}

/* Task 3, eq 9.6:  c from the gaps after the step */
mb_status lab_auxiliary(int m, const double *psi, double h, double *c)
{
    (void)m; (void)psi; (void)h; (void)c;
    return MB_TODO;
}

/* Task 4, eq 9.8 and 9.10:  the mLCP in [v+; p_n; c; p_f; s] */
mb_status lab_peg_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 5, eq 9.9 and 9.10:  the LCP in [p_n; c; p_f; s] */
mb_status lab_peg_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    (void)d; (void)out; (void)info; (void)arena;
    return MB_TODO;
}

/* Task 6, eq 9.11:  the velocity of a solution */
mb_status lab_next_velocity(const mb_dynamics *d, const double *z, double *v_next,
                            mb_arena scratch)
{
    (void)d; (void)z; (void)v_next; (void)scratch;
    return MB_TODO;
}

/* Task 7, eq 9.12 and 9.13:  free motion; or else formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    (void)d; (void)q; (void)solver; (void)q_next; (void)v_next; (void)scratch;
    return MB_TODO;
}

/* Task 8, eq 9.14 to 9.16:  the edge that a path enters first */
mb_status lab_sweep(int nline, const mb_polyline *line, const double *x, const double *y,
                    double tol, int nknown, const lab_entry *known, lab_entry *entry, int *found)
{
    (void)nline; (void)line; (void)x; (void)y; (void)tol; (void)nknown; (void)known;
    (void)entry; (void)found;
    return MB_TODO;
}
