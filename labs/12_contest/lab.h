/* lab.h: the contract of lab 12, the contest. You write contest.c, and only read this file.
 *
 * The function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". A and b are never written to, no two pointers overlap, every pointer is valid, and
 * the initial contents of z and work mean nothing.
 *
 * Memory comes from the arena: mb_arena_doubles(&scratch, n), mb_arena_matrix(&scratch, m, n),
 * mb_arena_ints(&scratch, n). Memory that you take is free again when you return. Nothing is kept
 * from one call to the next.
 */
#ifndef LAB_12_CONTEST
#define LAB_12_CONTEST

#include "mbsim.h"

/* z is a solution if mb_residual(p, z) <= LAB_TOL, and no z_i is larger than LAB_LARGE times
 * max_i |b_i| / max_ij |A_ij|: beyond that the residual no longer depends on b */
#define LAB_TOL 1e-10
#define LAB_LARGE 1e9

/* The cost of a lie: MB_OK with a z that is not a solution */
enum { LAB_LIE_COSTS = 5 };

/* lab_contest: any z that solves LCP(A, b), found in any way
 *
 *   p        in      n >= 0; p->A[n*n] row-major, p->b[n]
 *   z        out     z[n]; read only if you return MB_OK
 *   work     out     the number of multiply-adds that you have done for this problem, finite and >=
 *                    0: by the prices below, or by your own count. Written before every return
 *   scratch  in      lab_contest_scratch(n) bytes
 *
 * Returns MB_OK      z is a solution, which you have tested
 *         MB_NOT_FINITE  A or b holds a NaN or an infinity
 *         MB_NO_MEMORY   scratch is too small
 *         any other status but MB_TODO: not solved; MB_STALLED, MB_MAX_ITER and MB_RAY give the
 *         reason
 */
mb_status lab_contest(const mb_lcp *p, double *z, double *work, mb_arena scratch);

/* Prices, in multiply-adds:  a matrix of m rows and n columns times a vector, which is also the
 * price of one sweep, one residual, or one pivot of a tableau with m rows and n columns; the
 * factors of an n x n matrix; and one solution with them */
static inline double lab_price_product(int m, int n) { return (double)m * (double)n; }

static inline double lab_price_factor(int n) { return (double)n * (double)n * (double)n / 3.0; }

static inline double lab_price_solve(int n) { return (double)n * (double)n; }

static inline size_t lab_contest_scratch(int n)
{
    const size_t m = (size_t)n;

    return (8 * m * m + 64 * m + 64) * sizeof(double);
}

#endif
