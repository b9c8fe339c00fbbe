/* contact_pgs.h: projected Gauss-Seidel on the rows of contacts and joints, without their matrix
 *
 * What mb_mlcp_pgs does to A = J M^-1 J', from what A is made of: M is block diagonal and a row of
 * J touches two bodies, so that a sweep costs as much as there are rows. Needs mbsim.h alone.
 */
#ifndef CONTACT_PGS_H
#define CONTACT_PGS_H

#include "../../mbsim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constraint rows between pairs of bodies: the mLCP with A = J M^-1 J' + diag(soft) */
typedef struct {
    int nbody, nb;               /* bodies; velocities of one: 2 particle, 3 plane, 6 space */
    int n;                       /* rows */
    const double *Minv;          /* Minv[nbody*nb*nb]: inverses of the symmetric mass blocks */
    const int *body;             /* body[2*n]: row i acts on bodies body[2i] and body[2i+1], two
                                    different ones; -1 = the world */
    const double *J;             /* J[n*2*nb]: row i's two blocks; the world's is not read */
    const double *b;             /* b[n]: J v_free + bias */
    const double *lo, *hi;       /* [n], as in mb_mlcp */
    const int *findex;           /* [n], as in mb_mlcp */
    const double *soft;          /* soft[n] >= 0, added to A_ii: springs and dampers; NULL = 0 */
    int conjugate;               /* 1: conjugate gradients carry on what a sweep begins: in stacks
                                    many times faster, without a proof */
    double enough;               /* end, with MB_MAX_ITER, once a residual is no larger; 0: never */
} mb_contact_rows;

/* mb_contact_pgs: projected Gauss-Seidel in contact space; A_ii > 0
 *
 *     a = M^-1 J' z is kept up to date:   w_i = J_i a + soft_i z_i + b_i,   a += M^-1 J_i' dz_i
 *
 *   p        in      the rows
 *   opt      in      tol (1e-10), max_iter = sweeps (1000), omega in (0, 2) (1), history, trace;
 *                    NULL or {0} = defaults
 *   z        in/out  z[n]: start in, last iterate out
 *   dv       out     dv[nbody*nb] = M^-1 J' z, the change of velocity; may be NULL
 *   info     out     may be NULL; the residual is mb_mlcp_residual of the assembled problem, but
 *                    that no row counts as noise. With `enough` those do whose w is rounding,
 *                    and it is 1 at least where a tenth of the largest b is left of any w
 *   scratch  in      >= mb_contact_pgs_scratch(p) bytes
 *
 * Returns MB_OK, MB_MAX_ITER, MB_STALLED (a sweep changed nothing, or the iterates diverged),
 * MB_SINGULAR (info->where: the first i with A_ii <= 0), MB_BAD_ARG (also for a body out of range,
 * or one twice in a row), MB_NOT_FINITE, MB_NO_MEMORY. MB_OK means what mbsim.h says, but for its
 * third condition, which costs n^3; the units of the second are taken from A's diagonal, and its
 * groups are bodies that rows join.
 * Converges as mb_mlcp_pgs does: surely without findex, slowly where light bodies carry heavy ones.
 * Cost 4 nb a row and sweep. For a residual, each row asks the rows of its two bodies: at the start
 * and at the end, and after every 16th sweep once they change little; after each with a history or
 * a trace, which do not change z.  Source: [ODE] eq 6-16; Silcowitz, Niebe, Erleben, A nonsmooth
 * nonlinear conjugate gradient method for interactive contact force problems, Visual Comput. 26,
 * 2010.
 */
mb_status mb_contact_pgs(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch);

/* mb_contact_pgs_scratch: bytes; 0 where p is no such rows, SIZE_MAX where they do not fit */
size_t mb_contact_pgs_scratch(const mb_contact_rows *p);

#ifdef __cplusplus
}
#endif

#endif
