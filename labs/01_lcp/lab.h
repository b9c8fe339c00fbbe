/* lab.h: the contract of lab 1. You write lcp.c; this file you only read.
 *
 * Every function returns a status and writes its answer through its last pointers. MB_TODO means "not written yet".
 * A and b are never written to. Matrices are row-major: row i, column j of A is A[i*n + j]. No two pointers overlap.
 * Where p is given, n = p->n >= 1, and every pointer is valid. Units are those of the caller: your code must not assume any.
 */
#ifndef LAB_LCP_H
#define LAB_LCP_H

#include "mbsim.h"

#define LCP_MAX_CONES 4096       /* 2^12: lcp_enumerate is called with n <= 12 */

/* Task 1, eq 1.2:  w[n] = A z + b. Returns MB_OK. */
mb_status lcp_slack(const mb_lcp *p, const double *z, double *w);

/* Task 2, eq 1.3:  f[n], f_i = min(z_i, w_i). Returns MB_OK. */
mb_status lcp_natural_map(const mb_lcp *p, const double *z, double *f);

/* Task 3, eq 1.4 and 1.5:  *r = the published residual. Returns MB_OK; or MB_NOT_FINITE, with *r not written, if a NaN or an
 * infinity in A, b or z makes a term of it not finite. */
mb_status lcp_residual(const mb_lcp *p, const double *z, double *r);

/* Task 4, eq 1.6:  *phi = a + b - sqrt(a^2 + b^2). Returns MB_OK. a^2 may be too large or too small for a double, a is not. */
mb_status lcp_fischer_burmeister(double a, double b, double *phi);

/* Task 5, eq 1.7 and 1.8:  half the sum of squares of the natural map, and of the Fischer-Burmeister function. Returns MB_OK. */
mb_status lcp_merit_natural(const mb_lcp *p, const double *z, double *merit);
mb_status lcp_merit_fb(const mb_lcp *p, const double *z, double *merit);

/* Task 6, eq 1.10:  C[n*n], the matrix whose columns span cone number `cone`. Bit i of cone, cone >> i & 1, says whether column i
 * of C is minus column i of A (1: z_i may be positive) or column i of the identity (0: w_i may be positive). Returns MB_OK. */
mb_status lcp_cone_matrix(const mb_lcp *p, int cone, double *C);

/* Task 7, eq 1.11:  x[n] with C x = b, whatever its signs. Returns MB_OK; or MB_SINGULAR, with x not written, if C is singular.
 * scratch holds 4 n^2 + 32 n + 256 doubles. */
mb_status lcp_cone_point(const mb_lcp *p, int cone, double *x, mb_arena scratch);

/* Task 8, eq 1.12:  all 2^n cones of an LCP with n <= 12
 *
 *   inside   out     inside[2^n]: 1 if b lies in the cone (x >= 0; the boundary belongs to it), 0 if not, -1 if C is singular
 *   count    out     how many cones have inside = 1
 *   z        out     z[n]: the solution of the LCP from the cone of the lowest number that holds b; not written if count = 0
 *   scratch  in      holds 4 n^2 + 32 n + 256 doubles
 *
 * Returns MB_OK, also if count is 0.
 */
mb_status lcp_enumerate(const mb_lcp *p, int *inside, int *count, double *z, mb_arena scratch);

#endif
