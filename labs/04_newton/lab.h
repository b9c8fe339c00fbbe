/* lab.h: the contract of lab 4. You write newton.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not written yet".
 * A and b are never written to. Matrices are row-major: J[i*n + j]. No two pointers overlap. Every pointer is valid, unless it says
 * "may be NULL". n = p->n >= 1 in tasks 1 to 5; the solver also accepts n = 0. scratch has
 * lab_newton_scratch(n) bytes for arrays of your own: mb_arena_doubles(&scratch, n) gives n
 * doubles. If it gives NULL, the function returns MB_NO_MEMORY, and so does the solver that called
 * it; the outputs then mean nothing.
 */
#ifndef LAB_04_NEWTON
#define LAB_04_NEWTON

#include "mbsim.h"

/* Task 1, eq 4.2:  phi[n], phi_i = z_i + w_i - sqrt(z_i^2 + w_i^2) with w = A z + b. z_i^2 may be too large or too small for
 * a double. Returns MB_OK. */
mb_status lab_phi(const mb_lcp *p, const double *z, double *phi);

/* Task 2, eq 4.4 to 4.6:  J[n*n] = Da + Db A, an element of the generalised Jacobian of phi at z. Where z_i = w_i = 0 any pair
 * (da_i, db_i) = (1 - x, 1 - y) with x^2 + y^2 <= 1 will do. Returns MB_OK. */
mb_status lab_jacobian(const mb_lcp *p, const double *z, double *J);

/* Task 3, eq 4.3 and 4.7:  *merit = 1/2 |phi|^2 and its gradient g[n] = J' phi. Returns MB_OK or MB_NO_MEMORY. */
mb_status lab_merit(const mb_lcp *p, const double *z, double *merit, double *g, mb_arena scratch);

/* Task 4, eq 4.8 and 4.9:  d[n], the step: J d = -phi where J is regular and d a direction of descent by eq 4.9, else d = -g.
 * Returns MB_OK or MB_NO_MEMORY. */
mb_status lab_direction(const mb_lcp *p, const double *z, double *d, mb_arena scratch);

/* Task 5, eq 4.10:  *t, a step length that Armijo's condition accepts
 *
 *   d        in      d[n], the direction
 *   t        out     1 if t = 1 is accepted; else an accepted t < 1 that is not needlessly small: at
 *                    least a tenth of the largest accepted t among 1/2, 1/4, 1/8 ...
 *
 * Returns MB_OK; MB_STALLED, with *t not written, if g'd >= 0 or if no t >= 2^-40 is accepted; MB_NO_MEMORY.
 */
mb_status lab_line_search(const mb_lcp *p, const double *z, const double *d, double *t, mb_arena scratch);

/* Task 6:  the solver, with the signature of every LCP solver in mbsim.h
 *
 *   opt      in      may be NULL. tol: 1e-10 if 0; max_iter = Newton steps: 100 if 0; history, see below; the rest you may ignore
 *   z        in/out  z[n]: the start in, the last iterate out
 *   info     out     may be NULL; else status = what you return, iterations = steps done, residual = mb_residual of z or HUGE_VAL
 *                    if z was not written, where = -1
 *
 * If opt->history is not NULL, the residual after step k = 1, 2, ... goes to history[k - 1] while k <= history_len.
 *
 * Returns MB_OK      z solves the problem: mb_residual(p, z) <= tol, which you have tested
 *         MB_MAX_ITER    max_iter steps were done and the residual is still above tol
 *         MB_STALLED     the line search found no step
 *         MB_NOT_FINITE  A, b or the start holds a NaN or an infinity: z unchanged
 *         MB_NO_MEMORY   scratch is too small: z unchanged
 */
mb_lcp_solver lab_newton;

static inline size_t lab_newton_scratch(int n) { return (4 * (size_t)n * (size_t)n + 32 * (size_t)n + 64) * sizeof(double); }

#endif
