/* lab.h: the contract of lab 7. You write friction.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid,
 * unless it says "may be NULL", and the initial contents of an output mean nothing.
 *
 * A step is described by mbsim.h's mb_dynamics. In this lab
 *
 *   d->nv, nc    >= 1 velocities, >= 0 contacts
 *   d->nd        >= 0 friction directions of each contact; 0: there is no friction
 *   d->h         > 0, the step's length [s]
 *   d->M         M[nv*nv], symmetric positive definite, not always diagonal
 *   d->v         v[nv], the velocity before the step
 *   d->p_ext     p_ext[nv] = h times the forces; NULL is 0
 *   d->Jn, psi   Jn[nc*nv], psi[nc]: how the contacts' gaps change, and the gaps themselves (lab 5)
 *   d->Jf, mu    Jf[nc*nd*nv], mu[nc] >= 0: direction k of contact i is row i*nd + k; the contacts'
 *                coefficients of friction, not all the same. Not to be read if nd is 0
 *
 * and there is no joint (nb = 0), and no obstacle that moves. Matrices are row-major. All numbers
 * are finite. They may be in any units.
 *
 * Memory comes from the arena: mb_arena_matrix(&scratch, n, n), mb_arena_doubles(&scratch, n),
 * mb_arena_ints(&scratch, n). An arena that is passed by value is scratch: it holds
 * lab_scratch(nv, nc, nd) bytes, and memory that you take is free again when you return.
 */
#ifndef LAB_07_FRICTION
#define LAB_07_FRICTION

#include "mbsim.h"

/* Task 1, eq 7.1 and 7.2:  the directions in which friction may act on a point
 *
 *   dim      in      2: in the plane; 3: in space
 *   n        in      n[dim], the contact's normal, a unit vector
 *   nd       in      how many directions; in the plane there are 2, in space 3 or more
 *   D        out     D[nd*dim], a direction in each row: unit vectors at right angles to n, with
 *                    equal angles of 360/nd degrees between neighbours. In any order, and in space
 *                    beginning with any direction
 *
 * Returns MB_OK; MB_BAD_ARG, with nothing written, for any other dim or nd.
 */
mb_status lab_directions(int dim, const double *n, int nd, double *D);

/* Task 2, eq 7.5:  the mixed problem of a step, with unknowns [v+; p_n; p_f; s], which are
 * n = nv + nc + nc*nd + nc; if nd is 0, [v+; p_n], and n = nv + nc
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
 * Returns MB_OK; or, with *out and *arena unchanged, MB_BAD_ARG (nb is not 0) or MB_NO_MEMORY.
 */
mb_mlcp_formulation lab_friction_mlcp;

/* Task 3, eq 7.7:  the problem of a step with unknowns [p_n; p_f; s], or [p_n] if nd is 0
 *
 * As lab_friction_mlcp, but for *out: n, A[n*n] and b[n]. Also returns MB_SINGULAR if M is
 * singular, with *out and *arena unchanged.
 */
mb_lcp_formulation lab_friction_lcp;

/* Task 4, eq 7.8:  the impulses and the velocity in a solution z of the LCP
 *
 *   z        in      z[n] as in task 3
 *   p_n      out     p_n[nc]
 *   p_f      out     p_f[nc*nd]
 *   v_next   out     v_next[nv], the velocity after the step
 *
 * Returns MB_OK; or, with nothing written, MB_SINGULAR if M is singular or MB_NO_MEMORY.
 */
mb_status lab_read_impulses(const mb_dynamics *d, const double *z, double *p_n, double *p_f,
                            double *v_next, mb_arena scratch);

/* The states of a contact */
typedef enum {
    LAB_OPEN,                    /* it does not push: p_n <= p_small */
    LAB_STICKS,                  /* it pushes, and slip <= v_small */
    LAB_SLIDES                   /* it pushes, and slip > v_small */
} lab_state;

/* Task 5, eq 7.9:  which contacts slide, and which stick. Here nd >= 1.
 *
 *   z        in      z[n], a solution of the LCP
 *   v_next   in      v_next[nv], the velocity that belongs to it
 *   slip     out     slip[nc], by eq 7.9, including contacts that do not push
 *   state    out     state[nc]
 *
 * Returns MB_OK.
 */
mb_status lab_contact_states(const mb_dynamics *d, const double *z, const double *v_next,
                             double p_small, double v_small, double *slip, lab_state *state);

/* Task 6:  one time step: formulate, solve, update
 *
 *   q        in      q[nv], positions before the step
 *   solver   in      solves the LCP. Set z = 0 first: the method may read its start. Its opt and
 *                    info may be NULL
 *   q_next   out     q_next[nv] = q + h v_next
 *   v_next, p_n, p_f out as in task 4
 *   scratch  in      lab_scratch(nv, nc, nd) + LAB_SOLVER_SCRATCH bytes: the solver needs the
 *                    latter
 *
 * Returns MB_OK; or the status with which a formulation or the solver failed, with nothing written.
 */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch);

static inline size_t lab_scratch(int nv, int nc, int nd)
{
    const size_t n = (size_t)nv + (size_t)nc * ((size_t)nd + 2);

    return (4 * n * n + 32 * n + 64) * sizeof(double);
}

#define LAB_SOLVER_SCRATCH ((size_t)4096)

/* make plot: run scenes/sawtooth-friction.scene --formulation mine */

#endif
