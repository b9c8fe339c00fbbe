/* cone.h: a step with disc or exact Coulomb friction, not approximated by polygons
 *
 *     M v+ = M v + p_ext + G'p,     w = G v+ + b = A p + q,     A = G M^-1 G',  q = G v_free + b
 *
 * with the rows G of an mb_dynamics and an impulse for each, in blocks:
 *
 *     contact      n and t     p_n >= 0, w_n >= 0, p_n w_n = 0;  |p_t| <= mu p_n, p_t against w_t
 *     joint        one row     w = 0
 *     limit        one row     p >= 0, w >= 0, p w = 0
 *     motor        one row     |p| <= h effort, p against w
 *     disc         two motors that share an effort: |p| <= r = h effort, p against w
 *
 * "Against" is [BPMD] eq 4-6: with a slip s, and the bound r,
 *
 *     r w + s p = 0,     0 <= r^2 - |p|^2   _|_   s >= 0                                    (1)
 *
 * A disc's two rows must be along two perpendicular unit directions: a point's friction, seen from
 * above. Contacts have one tangent (nd = 2, or 0), so that their friction is the same in an LCP;
 * only discs are replaced by polygons in an LCP, and by squares in the box form. Without contacts
 * v+ is unique, as the problem is strictly convex. With friction in contacts there may be no v+, or
 * several.
 *
 * THE VERDICT is the same for all methods. With prox the projection on a block's bounds, and rho =
 * 1 over the greatest eigenvalue of the block's part of A,
 *
 *     F = p - prox(p - rho w),       MB_OK means   |F|_inf <= tol P0
 *
 * and, for rows of contacts, joints and limits, |min(p / P0, w / W)| <= tol, or |w| / W of joints,
 * where W = |q| + sum |A p| is the size of w's terms. P0 is the greatest of these impulses: the sum
 * of the discs' r; one with the free motion's energy along one row, |v_free|_M / sqrt(A_ii); one
 * that alone would bring a joint, or a contact or limit with q < 0, to w = 0, |q| / A_ii; 1e-3 of
 * each motor's h effort. tol is 1e-8 by default.
 *
 * METHODS
 *
 *     mb_cone_newton     Newton's method on F = 0, and a chain of others if it fails
 *     mb_cone_sweeps     prox, block by block, Gauss-Seidel: [BPMD]'s fixed point
 *     mb_cone_fb         Newton's method on (1) and its kin by the Fischer-Burmeister function, and
 *     mb_cone_cck        by the penalised one of Chen, Chen and Kanzow, as [BPMD] Table 1 lists
 *                        them. From p = 0 each fails on about half of the steps of
 *                        tests/bodies/test_cone.c
 *     mb_cone_soft       another model, Todorov's: A + R instead of A, R = .01 of the mean of a
 *                        block's A_ii, and contacts' impulses projected on the cone. It is convex,
 *                        creeps, and has a closed inverse: mb_cone_soft_impulses
 *
 *   d        in      nd = 0 or 2; at most two motors share an effort. Groups of contacts are
 *                    ignored
 *   opt      in      tol, max_iter of Newton's iterations or of sweeps; NULL or {0} = defaults
 *   v        out     v[nv] v+
 *   p        in/out  p[mb_cone_rows(d)] the start (0s, or the last step's), then the impulses: n
 *                    and t of each contact (n alone if nd = 0), joints, limits, motors, in d's
 *                    order
 *   info     out     may be NULL: iterations; residual, which is <= tol if and only if solved
 *   scratch  in      >= mb_cone_scratch(nv, rows) bytes
 *
 * Return MB_OK, MB_MAX_ITER, MB_SINGULAR (M), MB_NO_MEMORY, and what mb_check_dynamics does. If not
 * MB_OK, v and p are the last iterate. Cost: rows^2 nv, and rows^3/3 for an iteration of Newton's
 * method, rows^2 for a sweep.
 *
 * Source: [BPMD] Lu, Williams, Trinkle, Lacoursiere, A framework for problem standardization and
 * algorithm comparison in multibody system, IDETC 2014; Todorov, A convex, smooth and invertible
 * contact model for trajectory optimization, ICRA 2011. It needs only mbsim.h.
 */
#ifndef CONE_H
#define CONE_H

#include "../../mbsim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef mb_status mb_cone_solver(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                                 mb_info *info, mb_arena scratch);

mb_cone_solver mb_cone_newton, mb_cone_sweeps, mb_cone_fb, mb_cone_cck, mb_cone_soft;

/* mb_cone_rows: nc (1 + nd/2) + nb + nl + nm */
int mb_cone_rows(const mb_dynamics *d);

/* mb_cone_scratch: bytes of scratch for these velocities and rows; SIZE_MAX: too many */
size_t mb_cone_scratch(int nv, int rows);

/* mb_cone_soft_impulses: p[rows] of Todorov's model from v+: prox(-w / R). Returns as methods do */
mb_status mb_cone_soft_impulses(const mb_dynamics *d, const double *v, double *p, mb_arena scratch);

/* The methods by name, for programs and tests. */
typedef struct {
    const char *name, *title;
    mb_cone_solver *solve;
    int exact;                   /* 0: another model, with a v+ of its own */
} mb_cone_row;

extern const mb_cone_row mb_cone_solvers[];
extern const int mb_cone_count;

const mb_cone_row *mb_find_cone(const char *name);

#ifdef __cplusplus
}
#endif

#endif
