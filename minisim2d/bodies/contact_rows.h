/* contact_rows.h: the rows of contacts and joints, without their matrix, and two solvers of them
 *
 *     find z, lo <= z <= hi,   w = A z + b,   w_i >= 0 at lo_i,  <= 0 at hi_i,  = 0 between
 *
 * A = J M^-1 J' + diag(soft) is the matrix that mb_mlcp_pgs and others need. It is never formed
 * here: M is block diagonal and a row of J touches two bodies. Needs only mbsim.h.
 */
#ifndef CONTACT_ROWS_H
#define CONTACT_ROWS_H

#include "../../mbsim.h"

/* Constraint rows between pairs of bodies */
typedef struct {
    int nbody;                   /* each with three velocities */
    int n;                       /* rows */
    const double *Minv;          /* Minv[nbody*9]: inverses of the symmetric mass blocks; rows and
                                    columns of 0 for a velocity that is given */
    const int *body;             /* body[2*n]: row i acts on bodies body[2i] and body[2i+1], two
                                    different ones; -1 = the world */
    const double *J;             /* J[n*6]: row i's two blocks; the world's is ignored */
    const double *b;             /* b[n]: J v_free + bias */
    const double *lo, *hi;       /* [n], as in mb_mlcp */
    const int *findex;           /* [n], as in mb_mlcp */
    const double *soft;          /* soft[n] >= 0, added to A_ii: springs and dampers; NULL = 0 */
    int conjugate;               /* for sweeps, 1: accelerated by conjugate gradients: many times
                                    faster in stacks, without a proof */
    double enough;               /* > 0: sweeps end, with MB_MAX_ITER, at a residual <= this */
    double work;                 /* Newton's method ends once its factorisations have cost this many
                                    multiplications; 0: no limit */
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
 *   info     out     may be NULL; the residual is mb_mlcp_residual of the assembled problem, except
 *                    that no row counts as noise, and that below 1e-5 tol it is an upper bound.
 *                    With `enough`, rows whose w is rounding count as noise, and it is >= 1 where
 *                    any w is over a tenth of the largest b
 *   scratch  in      >= mb_contact_pgs_scratch(p) bytes
 *
 * Returns MB_OK, MB_MAX_ITER, MB_STALLED (a sweep changed nothing, or the iterates diverged),
 * MB_SINGULAR (info->where: the first i with A_ii <= 0), MB_BAD_ARG (e.g. a body out of range, or
 * the same twice in a row), MB_NOT_FINITE, MB_NO_MEMORY. MB_OK: z is within its bounds, the
 * residual is <= tol, and what is left of w is small beside b_i, or beside the largest b among
 * connected bodies, in units in which A's diagonal is 1. mb_mlcp_judge tests more, for n^3.
 * Converges as mb_mlcp_pgs does: always without findex, slowly where light bodies carry heavy ones.
 * Cost 12 a row and sweep. A residual costs each row a pass over all rows of its two bodies: at the
 * start, at the end, and after every 16th sweep once they change little.  Source: [ODE] eq 6-16;
 * Silcowitz, Niebe, Erleben, A nonsmooth nonlinear conjugate gradient method for interactive
 * contact force problems, Visual Comput. 26, 2010.
 */
mb_status mb_contact_pgs(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch);

/* mb_contact_pgs_scratch: bytes; 0 if p is invalid, SIZE_MAX on overflow */
size_t mb_contact_pgs_scratch(const mb_contact_rows *p);

/* mb_contact_newton: Newton's method on the active set, in velocities
 *
 *     (1 + G_F' R G_F) u = rhs        for the rows F strictly between their bounds
 *
 * Arguments as for mb_contact_pgs, with max_iter = factorisations (400); omega, conjugate and
 * enough are not read. A row whose bounds follow another must act on the same two bodies. The z
 * returned is within its bounds; if not solved, it is the best found.
 *
 * Returns MB_OK, as mb_contact_pgs does; MB_MAX_ITER, MB_STALLED: not solved; MB_SINGULAR,
 * MB_BAD_ARG, MB_NOT_FINITE; MB_NO_MEMORY: scratch is too small, or the factors fill it.
 * From the last step's impulses, problems that changed little take one or two corrections; towers
 * and walls of any masses are solved from z = 0. Rows may depend on each other. Convergence is not
 * proved: for falling heaps of discs, some problems of 60 and most of 125 are not solved.
 * Cost of a correction: nbody fill^2, where fill is the blocks a body that elimination leaves: 1 in
 * a stack, 7 in a heap of 125 discs, 13 in a wall of 12 x 30.  Source: contact_newton.c.
 */
mb_status mb_contact_newton(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                            mb_info *info, mb_arena scratch);

/* mb_contact_newton_scratch: bytes that suffice where fill is at most `fill` */
size_t mb_contact_newton_scratch(const mb_contact_rows *p, double fill);

/* ---- for both solvers, and steps ------------------------------------------------------------- */

/* mbw_done: fills *info unless it is NULL, and returns the status
 * mbw_refuse: the same where nothing was iterated, and no residual computed */
mb_status mbw_done(mb_info *info, mb_status status, int iterations, double residual, int where);
mb_status mbw_refuse(mb_info *info, mb_status status, int where);

/* mbw_all_finite: 1 if none of x[n] is NaN or infinite */
int mbw_all_finite(int n, const double *x);

/* x'y, of three each */
static inline double mbw_dot3(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/* mbw_root: the root of i in a union-find forest, parent[root] = root; halves the path to it */
int mbw_root(int *parent, int i);

/* ---- for both solvers: rows in units in which each mass is 1 --------------------------------- */

/* With M^-1 = S S' and velocities dv = S a,
 *
 *     a = G' z,    w = G a + soft z + b,    A = G G' + diag(soft)        where G = J S
 *
 * An end e = 2 i or 2 i + 1 is one of the two places where row i acts: on body[e], with G + 3 e.
 * The row's other end is e ^ 1. */

typedef struct {
    const mb_contact_rows *p;
    double tol;
    double rounded;              /* of ws_i: below this w_i may be rounding; 0: never */
    double *S;                   /* S[nbody*9], lower triangular blocks */
    double *G;                   /* G[n*6] */
    double *diagonal;            /* diagonal[n] = A_ii */
    double *a;                   /* a[nbody*3] */
    double *w;                   /* w[n] as of the last residual, */
    double weight;               /* and the sum of all sqrt(A_ii) |z_i| */
    double *unit;                /* unit[nbody]: of b, stored at the head of each group */
    int *group;                  /* group[nbody]: union-find forest of bodies connected by rows */
    int *first, *next;           /* first[nbody], next[2*n]: ends at a body, -1 after the last */
} unit_rows;

/* ur_begin: checks the arguments, fills the options with their defaults (except max_iter) and takes
 * the memory of *out. ur_prepare: clamps z to its bounds and computes all of *out except a.
 * ur_bytes: its memory. */
mb_status ur_begin(const mb_contact_rows *p, const mb_options *opt, mb_options *o,
                   const double *z, unit_rows *out, mb_info *info, mb_arena *arena);
void ur_prepare(unit_rows *u, double *z);
double ur_bytes(const mb_contact_rows *p);

/* the first row with A_ii <= 0, or n */
int ur_singular(const unit_rows *u);

/* the bounds of z_i; those by findex follow their z. ur_put_inside: clamps z to them */
void ur_bounds(const unit_rows *u, const double *z, int i, double *lo, double *hi);
void ur_put_inside(const unit_rows *u, double *z);

/* w_i = G_i a + soft_i z_i + b_i;  a += G_i' dz;  a = G' z;  dv = S a */
double ur_slack(const unit_rows *u, int i, const double *z);
void ur_push(const unit_rows *u, int i, double dz, double *a);
void ur_add_up(unit_rows *u, const double *z);
void ur_velocities(const unit_rows *u, double *dv);

/* `count` sweeps with conjugate gradients, with a = G' z; before[n], course[n]: work space */
void ur_sweeps(unit_rows *u, int count, double *z, double *before, double *course);

/* 1 if z is MB_OK; a = G' z. *residual is that of z; see `enough` */
int ur_solved(unit_rows *u, const double *z, double *residual);

#endif
