/* lab.h: the contract of lab 9. You write peg.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid,
 * unless it says "may be NULL", and the initial contents of an output mean nothing.
 *
 * Obstacles are mbsim.h's mb_polyline: nvert vertices xy[2*nvert], the solid on the right of the
 * direction from one to the next. Edge i joins vertex i to vertex i + 1, so that an open one has
 * nvert - 1 edges. In a closed one the last vertex joins the first: it has nvert edges, and runs
 * clockwise. No edge has length 0, and none runs back along the one before.
 *
 * A step is described by mbsim.h's mb_dynamics, as in labs 6 and 7. In this lab
 *
 *   d->nv, nc    >= 1 velocities, >= 0 contacts, which are the facets of all groups
 *   d->nd        friction directions of each contact; 0: no friction, and then don't read Jf and
 *                mu. Jf[nc*nd*nv]: the rows of contact i begin at Jf + i*nd*nv. mu[nc] >= 0
 *   d->group     group[nc]: contacts with the same number form a group. They stand side by side,
 *                the primary facet first. Numbers are arbitrary; NULL: each contact is its own
 *                group
 *   d->M         M[nv*nv], symmetric positive definite, not always diagonal
 *   d->p_ext     p_ext[nv] = h times the forces; NULL is 0
 *   d->h, v, Jn[nc*nv], psi[nc] as in lab 6
 *
 * and there is no obstacle that moves. Matrices are row-major. All numbers are finite. They may be
 * in any units.
 *
 * Memory comes from the arena: mb_arena_matrix(&scratch, n, n), mb_arena_doubles(&scratch, n),
 * mb_arena_ints(&scratch, n). An arena that is passed by value is scratch: it holds
 * lab_scratch(nv, nc, nd) bytes, and memory that you take is free again when you return.
 */
#ifndef LAB_09_PEG
#define LAB_09_PEG

#include "mbsim.h"

/* A convex chain: edges first, first + 1, ..., count of them. In a closed polyline edge 0 follows
 * the last one. */
typedef struct {
    int first, count;
} lab_chain;

/* One facet of a group */
typedef struct {
    int edge;
    double n[2];                 /* the edge's unit normal, as in lab 5 */
    double psi;                  /* its gap, of either sign */
} lab_facet;

/* Task 1, eq 9.1:  the convex chains of a polyline
 *
 *   chain    out     chain[number of edges], in any order: every edge is in exactly one chain. A
 *                    closed polyline without a concave corner is one chain, and begins with any of
 *                    its edges
 *   count    out     the number of chains
 *
 * A corner is concave if it turns left, with a sine above LAB_STRAIGHT: below that it is rounding.
 * Returns MB_OK.
 */
mb_status lab_chains(const mb_polyline *line, lab_chain *chain, int *count);

#define LAB_STRAIGHT 1e-12

/* Task 2, eq 9.2 and 9.3:  a chain as a group, as a particle at x[2] with the velocity v[2] sees it
 *
 *   rule     in      MB_PRIMARY_MAX: the primary is the facet with the greatest psi;
 *                    MB_PRIMARY_CLOSEST: of those with psi > 0 the one that is closest to x as a
 *                    segment; if there is none, that with the greatest psi.
 *                    Values that differ by less than 1e-12 epsilon are equal; among equals the
 *                    primary is the facet with the least n.v, which is approached fastest
 *   facet    out     facet[chain->count]: the primary first, the others in any order
 *   count    out     chain->count if the distance of x to an edge of the chain, as a segment, is
 *                    below epsilon; else 0: then there is no group
 *
 * Returns MB_OK.
 */
mb_status lab_group(const mb_polyline *line, const lab_chain *chain, const double *x,
                    const double *v, double epsilon, mb_primary rule, lab_facet *facet,
                    int *count);

/* Task 3, eq 9.6:  the auxiliary velocities of a group
 *
 *   m        in      >= 1 facets
 *   psi      in      psi[m], their gaps after the step, the primary's first
 *   c        out     c[m - 1]: c[0] belongs to facet 1, which follows the primary, facet 0
 *
 * Returns MB_OK.
 */
mb_status lab_auxiliary(int m, const double *psi, double h, double *c);

/* Task 4, eq 9.8 and 9.10:  the mixed problem of a step
 *
 * With ng groups the unknowns are, in this order,
 *
 *   v+[nv]       free
 *   p_n[ng]      one for each group, in the order of the groups
 *   c[nc - ng]   one for each contact that is not a primary, in the order of the contacts
 *   p_f[nd*ng]   nd for each group, from its primary's rows of Jf       (if nd > 0)
 *   s[ng]        one for each group                                   (if nd > 0)
 *
 *   out      out     all of it: n; A[n*n] and b[n]; lo[n] and hi[n], -HUGE_VAL and HUGE_VAL where
 *                    there is no bound; findex = NULL. hi may be NULL: no upper bounds
 *   info     out     may be NULL; else status = what you return, iterations = 0,
 *                    residual = HUGE_VAL, where = -1
 *   arena    in/out  A, b, lo and hi come from it, and stay taken. Take temporary arrays from a
 *                    copy of it
 *
 * Rows 0 ... nv-1 are equations: each may be negated, or all may be multiplied by a regular matrix.
 *
 * Returns MB_OK; or, with *out and *arena unchanged, MB_BAD_ARG (a joint: nb is not 0) or
 * MB_NO_MEMORY.
 */
mb_mlcp_formulation lab_peg_mlcp;

/* Task 5, eq 9.9 and 9.10:  the problem without v+, with the unknowns [p_n; c; p_f; s]
 *
 * As lab_peg_mlcp, but for *out: n, A[n*n] and b[n]. Also returns MB_SINGULAR if M is singular,
 * with *out and *arena unchanged.
 */
mb_lcp_formulation lab_peg_lcp;

/* Task 6, eq 9.11:  v_next[nv], the velocity that belongs to the solution z of lab_peg_lcp's
 * problem. Returns MB_OK; MB_SINGULAR if M is singular; or MB_NO_MEMORY. */
mb_status lab_next_velocity(const mb_dynamics *d, const double *z, double *v_next,
                            mb_arena scratch);

/* Task 7, eq 9.12 and 9.13:  one time step: free motion if it will do; else formulate, solve,
 * update
 *
 *   q        in      q[nv], positions before the step
 *   solver   in      solves the LCP. Set z = 0 first. Its opt and info may be NULL. Don't call it
 *                    if no group obstructs free motion
 *   q_next   out     q_next[nv]
 *   v_next   out     v_next[nv]
 *   scratch  in      lab_scratch(nv, nc, nd) + LAB_SOLVER_SCRATCH bytes: the solver needs the
 *                    latter
 *
 * Returns MB_OK; or the status with which a formulation or the solver failed, with nothing written.
 */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch);

/* An edge of one of several polylines */
typedef struct {
    int line, edge;
} lab_entry;

/* Task 8, eq 9.14 to 9.16:  the edge that the path from x[2] to y[2] enters first
 *
 *   tol      in      > 0, the depth [m] beyond which an edge counts as entered
 *   known    in      known[nknown], nknown >= 0: edges to leave out
 *   entry    out     the edge with the least s of eq 9.15; among equals any. Eq 9.16 may be tested
 *                    at its convex corners only, or along all of it
 *   found    out     1; or 0 if the path enters no edge, and then *entry means nothing
 *
 * Returns MB_OK.
 */
mb_status lab_sweep(int nline, const mb_polyline *line, const double *x, const double *y,
                    double tol, int nknown, const lab_entry *known, lab_entry *entry, int *found);

static inline size_t lab_scratch(int nv, int nc, int nd)
{
    const size_t n = (size_t)nv + (size_t)nc * (2 + (size_t)nd);

    return (4 * n * n + 32 * n + 64) * sizeof(double);
}

#define LAB_SOLVER_SCRATCH ((size_t)4096)

/* make plot: run scenes/hills.scene --formulation mine */

#endif
