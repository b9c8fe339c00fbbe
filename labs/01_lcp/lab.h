/* lab.h: the contract of lab 1. You write lcp.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its last pointers. MB_TODO means "not written yet".
 * A and b are never written to. Matrices are row-major: row i, column j of A is A[i*n + j]. No two pointers overlap.
 * n = p->n >= 1, and every pointer is valid. The caller chooses the units: your code must not
 * assume any.
 */
#ifndef LAB_01_LCP
#define LAB_01_LCP

#include "mbsim.h"

/* lab_scratch: the bytes of scratch that you are given, for arrays of your own: mb_arena_doubles(&scratch, n) gives n doubles */
static inline size_t lab_scratch(int n) { return (4 * (size_t)n * (size_t)n + 32 * (size_t)n + 64) * sizeof(double); }

/* Task 1, eq 1.2:  w[n] = A z + b. Returns MB_OK. */
mb_status lab_slack(const mb_lcp *p, const double *z, double *w);

/* Task 2, eq 1.3:  f[n], f_i = min(z_i, w_i). Returns MB_OK. */
mb_status lab_natural_map(const mb_lcp *p, const double *z, double *f);

/* Task 3, eq 1.4 and 1.5:  *r = the scaled natural residual. Returns MB_OK; or MB_NOT_FINITE, with
 * *r not written, if a NaN or an infinity in A, b or z makes one of its terms not finite. */
mb_status lab_residual(const mb_lcp *p, const double *z, double *r);

/* Task 4, eq 1.6:  *phi = a + b - sqrt(a^2 + b^2). Returns MB_OK. a^2 may be too large or too small
 * for a double; a itself is not. */
mb_status lab_fischer_burmeister(double a, double b, double *phi);

/* Task 5, eq 1.7 and 1.8:  half the sum of squares of the natural map, and of the Fischer-Burmeister function. Returns MB_OK. */
mb_status lab_merit_natural(const mb_lcp *p, const double *z, double *merit);
mb_status lab_merit_fb(const mb_lcp *p, const double *z, double *merit);

/* Task 6, eq 1.10:  C[n*n], the matrix whose columns span cone number `cone`. Bit i of cone, cone >> i & 1, says whether column i
 * of C is minus column i of A (1: z_i may be positive) or column i of the identity (0: w_i may be positive). Returns MB_OK. */
mb_status lab_cone_matrix(const mb_lcp *p, int cone, double *C);

/* Task 7, eq 1.11:  x[n] with C x = b, whatever its signs. Returns MB_OK; or MB_SINGULAR, with x not written, if C is singular.
 * scratch: lab_scratch(n) bytes. */
mb_status lab_cone_point(const mb_lcp *p, int cone, double *x, mb_arena scratch);

/* Task 8, eq 1.12:  all 2^n cones of an LCP with n <= 12
 *
 *   inside   out     inside[2^n]: 1 if b lies in the cone (x >= 0; the boundary belongs to it, so allow for rounding:
 *                    x_i >= -1e-12 max_k |x_k|), 0 if not, -1 if C is singular
 *   count    out     how many cones have inside = 1
 *   z        out     z[n]: the LCP's solution from the first cone (lowest number) that contains b;
 *                    not written if count = 0
 *   scratch  in      lab_scratch(n) bytes
 *
 * Returns MB_OK, also if count is 0.
 */
mb_status lab_enumerate(const mb_lcp *p, int *inside, int *count, double *z, mb_arena scratch);

#endif
