/* lab.h: the contract of lab 3. You write lemke.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not written yet".
 * A and b are never written to. No two pointers overlap. Every pointer is valid, unless it says "may be NULL".
 *
 * Variables are numbered from 0: the z are 0 ... n-1, the w are n ... 2 n - 1, the artificial variable z0 is 2 n. (Formulas count
 * from 1, so that z_1 has the number 0.) Column k of the tableau T belongs to variable k, and its last column, number 2 n + 1, is the
 * right-hand side. T has n rows of 2 n + 2 doubles: row i, column k is T[i*(2*n + 2) + k]. basis[i] is the number of the variable
 * whose value stands in row i.
 */
#ifndef LAB_03_LEMKE
#define LAB_03_LEMKE

#include "mbsim.h"

/* Task 1, eq 3.3:  T = [ -A  I  -d  b ],  basis = (n, n + 1, ... 2 n - 1);  d[n] > 0 is the covering vector. Returns MB_OK. */
mb_status lab_tableau(const mb_lcp *p, const double *d, double *T, int *basis);

/* Task 2, eq 3.4:  *row = the row in which z0 enters: the most negative b_i/d_i; -1 if b >= 0. On a tie any of the tied rows.
 * Returns MB_OK. */
mb_status lab_first_row(int n, const double *b, const double *d, int *row);

/* Task 3, eq 3.5:  in place, make column `entering` the unit vector of row `row`, by row operations, and put `entering` into the
 * basis there. Returns MB_OK; or MB_SINGULAR, with nothing written, if the pivot T[row, entering] is 0. */
mb_status lab_pivot(int n, double *T, int *basis, int row, int entering);

/* Task 4, eq 3.6:  *entering = the complement of the variable that left. 0 <= leaving < 2 n. Returns MB_OK. */
mb_status lab_entering(int n, int leaving, int *entering);

/* Task 5, eq 3.7 to 3.9c:  *row = the row whose variable leaves when variable `entering` grows
 *
 *   T        in      right-hand side >= 0
 *   basis    in      basis[i] is the variable whose value stands in row i
 *   row      out     the smallest ratio; on a tie the row of z0 if it is one of the tied rows, else any of them. Ratios are tied if
 *                    they differ by no more than 1e-12 max_k |q_k| / max(T_ie, T_je), with q the right-hand side: rounding errors
 *
 * Returns MB_OK; or MB_RAY, with *row = -1, if no entry of the column is positive. An entry counts as positive if it is greater
 * than 1e-11 times the largest |entry| of that column.
 */
mb_status lab_ratio_test(int n, const double *T, const int *basis, int entering, int *row);

/* Task 6, eq 3.10:  z[n] from the right-hand side: its value where a z is basic, 0 elsewhere. Returns MB_OK. */
mb_status lab_read_solution(int n, const double *T, const int *basis, double *z);

/* Task 7:  the solver, with the signature of every LCP solver in mbsim.h
 *
 *   opt      in      may be NULL. tol: 1e-10 if 0; max_iter = pivots: the larger of 100 and 50 n if 0; the rest you may ignore
 *   z        out     z[n]
 *   info     out     may be NULL; else status = what you return, iterations = pivots done (the one that brings z0 in counts),
 *                    residual = mb_residual of z or HUGE_VAL if z was not written, where = -1
 *   scratch  in      lab_lemke_scratch(n) bytes, for arrays of your own
 *
 * Returns MB_OK      z solves the problem: mb_residual(p, z) <= tol, which you have tested
 *         MB_RAY     the ratio test found no row: z0 stays basic
 *         MB_MAX_ITER    max_iter pivots were done and z0 is still basic
 *         MB_STALLED     z0 left, but z does not pass the test
 *         MB_NOT_FINITE  A or b holds a NaN or an infinity: z unchanged
 *         MB_NO_MEMORY   scratch is too small: z unchanged
 *
 * n >= 0. With n = 0 there is nothing to solve: MB_OK. Any covering vector d > 0 and any pivoting method will do.
 */
mb_lcp_solver lab_lemke;

static inline size_t lab_lemke_scratch(int n) { return (4 * (size_t)n * (size_t)n + 32 * (size_t)n + 64) * sizeof(double); }

/* make plot: run scenes/hills.scene --formulation peg --form lcp --solver mine */

#endif
