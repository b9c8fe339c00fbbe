/* Lab 02: projected Jacobi and projected Gauss-Seidel. The contract: what you write in pgs.c, and
 * how it may be called.
 *
 *     find z >= 0,  w = A z + b >= 0,  z'w = 0
 *
 * A[n*n] is row-major: A_ij is A[i*n + j]. The arrays you are given never overlap. Never write
 * through a pointer to const. A function that is not written yet returns MB_TODO.
 */
#ifndef LAB_02_PGS
#define LAB_02_PGS

#include "mbsim.h"

/* lab_jacobi_sweep: one sweep of damped projected Jacobi (eq 2.4)
 *
 *     z_next_i = max(0, z_i - omega w_i / A_ii),   w = A z + b
 *
 *   A, b     in      A[n*n], b[n]
 *   omega    in      relaxation, in (0, 2)
 *   z        in      z[n], the old iterate
 *   z_next   out     z_next[n], the new one
 *
 * Returns MB_OK, or MB_SINGULAR if some A_ii <= 0 (z_next then means nothing).
 */
mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next);

/* lab_pgs_sweep: one sweep of projected Gauss-Seidel with over-relaxation (eq 2.5), in place, i = 0, 1, ..., n - 1
 *
 *     z_i = max(0, z_i - omega w_i / A_ii),   w_i = sum_j A_ij z_j + b_i with the z_j that this sweep has already changed
 *
 *   z        in/out  z[n]
 *
 * Returns MB_OK, or MB_SINGULAR if some A_ii <= 0. A sweep from n - 1 down to 0 is accepted as well.
 */
mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z);

/* lab_pgs, lab_jacobi: the solvers: sweeps from the z given until mb_residual(p, z) <= tol, or max_iter sweeps are done
 *
 *   p        in      p->n >= 0, p->A, p->b; A_ii > 0 is not guaranteed
 *   opt      in      tol (1e-10), max_iter (1000), omega (1): a field that is 0 stands for the default in brackets, and so does
 *                    opt = NULL for all of them; history[history_len] (may be NULL) receives the
 *                    residual after sweep k + 1 at [k]
 *   z        in/out  z[n]: the start in, the last iterate out (finite numbers, whatever happens)
 *   info     out     may be NULL; status = what is returned, iterations = sweeps done, residual = mb_residual(p, z) of the z handed
 *                    over, where = the row if MB_SINGULAR, else -1
 *   scratch  in      lab_pgs_scratch(n) bytes for your own arrays: mb_arena_doubles(&scratch, n) gives n of them
 *
 * Returns MB_OK (only if the residual is <= tol; with a good start after 0 sweeps), MB_MAX_ITER,
 * MB_SINGULAR (a diagonal entry <= 0; z unchanged. If that z is a solution already, MB_OK after 0
 * sweeps is accepted as well), MB_STALLED (the next iterate would hold an infinity or a NaN: the
 * method diverges).
 */
mb_lcp_solver lab_pgs;
mb_lcp_solver lab_jacobi;

static inline size_t lab_pgs_scratch(int n) { return (4 * (size_t)n + 4) * sizeof(double); }

#endif
