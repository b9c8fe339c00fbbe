/* lab.h: the contract of lab 8. You write anitescu_potra.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid,
 * unless it says "may be NULL", and the initial contents of an output mean nothing.
 *
 * A step is described by mbsim.h's mb_dynamics, as in lab 7:
 *
 *   d->nv, nc    >= 1 velocities, >= 0 contacts
 *   d->nd        >= 0 friction directions of each contact; 0: there is no friction
 *   d->h         > 0, the step's length [s]
 *   d->M         M[nv*nv], symmetric positive definite, not always diagonal
 *   d->v         v[nv], the velocity before the step
 *   d->p_ext     p_ext[nv] = h times the forces; NULL is 0
 *   d->Jn, psi   Jn[nc*nv], psi[nc]: how the contacts' gaps change, and the gaps themselves, of
 *                either sign
 *   d->Jf, mu    Jf[nc*nd*nv], mu[nc] >= 0: direction k of contact i is row i*nd + k; the contacts'
 *                coefficients of friction. Not to be read if nd is 0
 *
 * and there is no joint (nb = 0), and no obstacle that moves. Matrices are row-major. All numbers
 * are finite. They may be in any units.
 *
 * Memory comes from the arena. One that is passed by value is scratch: it holds
 * lab_scratch(nv, nc, nd) bytes, and memory that you take is free again when you return.
 */
#ifndef LAB_08_ANITESCU_POTRA
#define LAB_08_ANITESCU_POTRA

#include "mbsim.h"

/* Task 1, eq 8.2:  the mixed problem of a step, with unknowns [v+; p_n; p_f; s], which are
 * n = nv + nc + nc*nd + nc; if nd is 0, [v+; p_n], and n = nv + nc. Every contact is in it,
 * whatever its gap.
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
mb_mlcp_formulation lab_ap_mlcp;

/* Task 2, eq 8.3:  the problem of a step with unknowns [p_n; p_f; s], or [p_n] if nd is 0
 *
 * As lab_ap_mlcp, but for *out: n, A[n*n] and b[n]. Also returns MB_SINGULAR if M is singular, with
 * *out and *arena unchanged.
 */
mb_lcp_formulation lab_ap_lcp;

/* Task 3:  one time step: formulate, solve, update
 *
 *   q        in      q[nv], positions before the step
 *   solver   in      solves the LCP. Set z = 0 first: the method may read its start. Its opt and
 *                    info may be NULL
 *   q_next   out     q_next[nv] = q + h v_next
 *   v_next   out     v_next[nv], the velocity after the step
 *   p_n, p_f out     p_n[nc], p_f[nc*nd]: the impulses that made it
 *   scratch  in      lab_scratch(nv, nc, nd) + LAB_SOLVER_SCRATCH bytes: the solver needs the
 *                    latter
 *
 * Returns MB_OK; or, with nothing written, the status with which a formulation or the solver
 * failed, or MB_NO_MEMORY.
 */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch);

enum { LAB_IMPACT, LAB_FRICTION, LAB_GAPS, LAB_LOSSES };

/* Task 4, eq 8.8:  how much of the kinetic energy of v_free a step takes away
 *
 *   v_next, p_n, p_f in  the result of a step with any formulation, such as Stewart and Trinkle's
 *   lost     out     lost[LAB_LOSSES]: through impacts, through friction, through gaps; < 0 is a
 *                    gain. Their sum is T(v_free) - T(v_next)
 *
 * Returns MB_OK; or, with nothing written, MB_SINGULAR if M is singular or MB_NO_MEMORY.
 */
mb_status lab_energy_lost(const mb_dynamics *d, const double *v_next, const double *p_n,
                          const double *p_f, double *lost, mb_arena scratch);

/* Task 5, eq 8.9:  where a particle that falls on a floor comes to rest
 *
 *   gap      in      the initial gap above the floor [m], of either sign
 *   rate     in      how fast the gap changes initially [m/s]: > 0 is upwards
 *   fall     in      > 0, how much rate decreases in each second [m/s^2]
 *   h        in      > 0, the steps' length [s]
 *   epsilon  in      > 0: the floor is a contact in a step that begins with gap < epsilon [m]
 *   steps    out     the number of steps before the one that stops the particle
 *   rest     out     the gap at which it is stopped and stays
 *
 * Returns MB_OK.
 */
mb_status lab_stop(double gap, double rate, double fall, double h, double epsilon, int *steps,
                   double *rest);

/* Task 6, eq 8.10:  a step that leaves the solid as far as a solution exists
 *
 * As lab_step, with Jn v+ + psi/h in the rows of contacts with psi >= 0, and Jn v+ + share psi/h in
 * those with psi < 0. The solver is called for share = 1, 1/2, 1/4, 1/8 and 0, until it returns
 * MB_OK.
 *
 *   share    out     the share with which it did
 *
 * Returns MB_OK; or, with nothing written, the status with which a formulation or the last call of
 * the solver failed, or MB_NO_MEMORY.
 */
mb_status lab_recover(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                      double *v_next, double *p_n, double *p_f, double *share, mb_arena scratch);

static inline size_t lab_scratch(int nv, int nc, int nd)
{
    const size_t n = (size_t)nv + (size_t)nc * ((size_t)nd + 2);

    return (4 * n * n + 32 * n + 64) * sizeof(double);
}

#define LAB_SOLVER_SCRATCH ((size_t)4096)

#endif
