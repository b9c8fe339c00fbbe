/* contact_rows.h: the rows of contacts and joints, without their matrix, and two solvers of them
 *
 *     find z, lo <= z <= hi,   w = A z + b,   w_i >= 0 at lo_i,  <= 0 at hi_i,  = 0 between
 *
 * A = J M^-1 J' + diag(soft) is what mb_mlcp_pgs and others take. Here it is never made: M is block
 * diagonal and a row of J touches two bodies. Needs mbsim.h alone.
 */
#ifndef CONTACT_ROWS_H
#define CONTACT_ROWS_H

#include "../../mbsim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constraint rows between pairs of bodies */
typedef struct {
    int nbody;                   /* each with three velocities */
    int n;                       /* rows */
    const double *Minv;          /* Minv[nbody*9]: inverses of the symmetric mass blocks; a
                                    velocity that nothing changes has rows and columns of 0 */
    const int *body;             /* body[2*n]: row i acts on bodies body[2i] and body[2i+1], two
                                    different ones; -1 = the world */
    const double *J;             /* J[n*6]: row i's two blocks; the world's is not read */
    const double *b;             /* b[n]: J v_free + bias */
    const double *lo, *hi;       /* [n], as in mb_mlcp */
    const int *findex;           /* [n], as in mb_mlcp */
    const double *soft;          /* soft[n] >= 0, added to A_ii: springs and dampers; NULL = 0 */
    int conjugate;               /* sweeps, 1: conjugate gradients carry on what a sweep begins: in
                                    stacks many times faster, without a proof */
    double enough;               /* sweeps end, with MB_MAX_ITER, once a residual is no larger; 0:
                                    never */
    double work;                 /* Newton's method ends once its factorisations have cost so much,
                                    in products of two numbers; 0: it does not */
} mb_contact_rows;

/* mb_contact_pgs: projected Gauss-Seidel in contact space; A_ii > 0
 *
 *     a = M^-1 J' z is kept up to date:   w_i = J_i a + soft_i z_i + b_i,   a += M^-1 J_i' dz_i
 *
 *   p        in      the rows
 *   opt      in      tol (1e-10), max_iter = sweeps (1000), omega in (0, 2) (1); NULL or {0} =
 *                    defaults
 *   z        in/out  z[n]: start in, last iterate out
 *   dv       out     dv[nbody*3] = M^-1 J' z, the change of velocity; may be NULL
 *   info     out     may be NULL; the residual is mb_mlcp_residual of the assembled problem, but
 *                    that no row counts as noise, and that below 1e-5 tol it is a bound. With
 *                    `enough` rows whose w is rounding count as noise, and it is 1 at least where
 *                    a tenth of the largest b is left of any w
 *   scratch  in      >= mb_contact_pgs_scratch(p) bytes
 *
 * Returns MB_OK, MB_MAX_ITER, MB_STALLED (a sweep changed nothing, or the iterates diverged),
 * MB_SINGULAR (info->where: the first i with A_ii <= 0), MB_BAD_ARG (also for a body out of range,
 * or one twice in a row), MB_NOT_FINITE, MB_NO_MEMORY. MB_OK: z is within its bounds, the residual
 * is <= tol, and what is left of w is small beside b_i, or beside the largest b of the bodies that
 * rows join, in units in which A's diagonal is 1. mbsim.h's judge asks more, at the cost of n^3.
 * Converges as mb_mlcp_pgs does: surely without findex, slowly where light bodies carry heavy ones.
 * Cost 12 a row and sweep. For a residual, each row asks the rows of its two bodies: at the start
 * and at the end, and after every 16th sweep once they change little.  Source: [ODE] eq 6-16;
 * Silcowitz, Niebe, Erleben, A nonsmooth nonlinear conjugate gradient method for interactive
 * contact force problems, Visual Comput. 26, 2010.
 */
mb_status mb_contact_pgs(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch);

/* mb_contact_pgs_scratch: bytes; 0 where p is no such rows, SIZE_MAX where they do not fit */
size_t mb_contact_pgs_scratch(const mb_contact_rows *p);

/* mb_contact_newton: Newton's method on the active set, in velocities
 *
 *     (1 + G_F' R G_F) u = rhs        for the rows F strictly between their bounds
 *
 * Arguments as for mb_contact_pgs, with max_iter = factorisations (400); omega, conjugate and
 * enough are not read. A row whose bounds follow another must act on the same two bodies. z comes
 * back within its bounds; where it is not solved, the best that was found.
 *
 * Returns MB_OK, which is that of mb_contact_pgs; MB_MAX_ITER, MB_STALLED: not solved; MB_SINGULAR,
 * MB_BAD_ARG, MB_NOT_FINITE; MB_NO_MEMORY: scratch is too small, or the factors fill it.
 * Solves what changed little since the last step, from its impulses, in one or two corrections, and
 * towers and walls from z = 0, of any masses; rows may depend on each other. Convergence is not
 * proved: of heaps of discs that fall, some problems of 60 and most of 125 are not solved.
 * Cost of a correction: nbody fill^2, where fill is what elimination leaves beside a body: 1 in a
 * stack, 7 in a heap of 125 discs, 13 in a wall of 12 x 30.  Source: contact_newton.c.
 */
mb_status mb_contact_newton(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                            mb_info *info, mb_arena scratch);

/* mb_contact_newton_scratch: bytes that let it run where fill is at most `fill` */
size_t mb_contact_newton_scratch(const mb_contact_rows *p, double fill);

#ifdef __cplusplus
}
#endif

#endif
