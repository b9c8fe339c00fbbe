/* lab.h: the contract of lab 6. You write stewart_trinkle.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid,
 * unless it says "may be NULL", and the initial contents of an output mean nothing.
 *
 * A step is described by mbsim.h's mb_dynamics. In this lab
 *
 *   d->nv, nc    >= 1 velocities, >= 0 contacts
 *   d->h         > 0, the step's length [s]
 *   d->M         M[nv*nv], symmetric positive definite, not always diagonal
 *   d->v         v[nv], the velocity before the step
 *   d->p_ext     p_ext[nv] = h times the forces; NULL is 0
 *   d->Jn, psi   Jn[nc*nv], psi[nc]: how the contacts' gaps change, and the gaps themselves (lab 5)
 *
 * and there is no friction (nd = 0), no joint (nb = 0), and no obstacle that moves. Matrices are
 * row-major. All numbers are finite. They may be in any units.
 *
 * Memory comes from the arena: mb_arena_matrix(&scratch, n, n), mb_arena_doubles(&scratch, n),
 * mb_arena_ints(&scratch, n). An arena that is passed by value is scratch: it holds
 * lab_scratch(nv, nc) bytes, and memory that you take is free again when you return.
 */
#ifndef LAB_06_STEWART_TRINKLE
#define LAB_06_STEWART_TRINKLE

#include "mbsim.h"

/* Task 1, eq 6.2:  v_free[nv], the velocity after the step if no contact pushed. Returns MB_OK; or
 * MB_SINGULAR if M is, MB_NO_MEMORY. */
mb_status lab_free_velocity(const mb_dynamics *d, double *v_free, mb_arena scratch);

/* Task 2, eq 6.5:  the mixed problem of a step, with n = nv + nc unknowns [v+; p_n]
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
 * Returns MB_OK; or, with *out and *arena unchanged, MB_BAD_ARG (nd or nb is not 0) or
 * MB_NO_MEMORY.
 */
mb_mlcp_formulation lab_st_mlcp;

/* Task 3, eq 6.6:  the problem of a step with n = nc unknowns p_n
 *
 * As lab_st_mlcp, but for *out: n, A[n*n] and b[n]. Also returns MB_SINGULAR if M is singular, with
 * *out and *arena unchanged.
 */
mb_lcp_formulation lab_st_lcp;

/* Task 4, eq 6.7:  v_next[nv], the velocity after the step with impulses p_n[nc]. Returns MB_OK; or
 * MB_SINGULAR if M is, or MB_NO_MEMORY, with nothing written. */
mb_status lab_next_velocity(const mb_dynamics *d, const double *p_n, double *v_next,
                            mb_arena scratch);

/* Task 5, eq 6.8:  one time step: formulate, solve, update
 *
 *   q        in      q[nv], positions before the step
 *   solver   in      solves the LCP. Set z = 0 first: the method may read its start. Its opt and
 *                    info may be NULL
 *   q_next   out     q_next[nv]
 *   v_next   out     v_next[nv]
 *   scratch  in      lab_scratch(nv, nc) + LAB_SOLVER_SCRATCH bytes: the solver needs the latter
 *
 * Returns MB_OK; or the status with which a formulation or the solver failed, with nothing written.
 */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch);

/* A particle in its surroundings */
typedef struct lab_world lab_world;

/* Detection: gaps and rows of Jn for the edges that are near x. Returns how many there are, <= max.
 */
typedef int lab_detect_fn(const lab_world *world, const double *x, double *Jn, double *psi);

struct lab_world {
    double mass;                 /* [kg] */
    double gravity[2];           /* [m/s^2]: the weight is mass * gravity */
    double force[2];             /* constant, without the weight [N] */
    double h;                    /* length of a step [s] */
    int max;                     /* detect finds at most max contacts: Jn[2*max], psi[max] */
    lab_detect_fn *detect;
    const void *terrain;         /* for detect */
    mb_lcp_solver *solver;
};

/* Task 6, eq 6.9:  steps from t = 0 to t = time >= 0
 *
 *   x, v     in/out  x[2], v[2]: the particle's state; start in, end out
 *   steps    out     how many steps were done
 *   scratch  in      lab_scratch(2, max) + LAB_SOLVER_SCRATCH bytes, however many steps there are
 *
 * Steps are of length h, except for the last where time is not a multiple of h: it ends at time. A
 * remainder of less than 1e-6 h is rounding, and no step is made for it.
 *
 * Returns MB_OK; or the status of the step that failed, with x, v and *steps as after the last good
 * step.
 */
mb_status lab_simulate(const lab_world *world, double time, double *x, double *v, int *steps,
                       mb_arena scratch);

static inline size_t lab_scratch(int nv, int nc)
{
    const size_t n = (size_t)nv + (size_t)nc;

    return (4 * n * n + 32 * n + 64) * sizeof(double);
}

#define LAB_SOLVER_SCRATCH ((size_t)4096)

/* make plot: run scenes/hills.scene --formulation mine */

#endif
