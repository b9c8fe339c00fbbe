/* mbsim.h 0.1.0: contact simulation as complementarity problems: solvers, time-stepping formulations, a planar particle simulator
 *
 * Do this in ONE .c (or C++) file, and include the header without the define wherever else you need it:
 *
 *     #define MBSIM_IMPLEMENTATION
 *     #include "mbsim.h"
 *
 * A complete program: solve LCP(A, b), find z >= 0 with w = A z + b >= 0 and z'w = 0.
 *
 *     #define MBSIM_IMPLEMENTATION
 *     #include "mbsim.h"
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         static const double A[] = { 2, 1,
 *                                     1, 2 }, b[] = { -5, -6 };
 *         static double memory[1000];
 *         mb_lcp p = { 2, A, b };
 *         mb_info info;
 *         double z[2];
 *
 *         if (mb_lemke(&p, NULL, z, &info, mb_arena_make(memory, sizeof memory)) != MB_OK) {
 *             printf("not solved: %s\n", mb_status_text(info.status));
 *             return 1;
 *         }
 *         printf("z = (%g, %g), residual %g\n", z[0], z[1], info.residual);     z = (1.33333, 2.33333)
 *         return 0;
 *     }
 *
 * DOES      LCPs and mixed LCPs with many solvers behind one interface and one published residual; the Stewart-Trinkle (ST),
 *           Anitescu-Potra (AP) and Polyhedral-Exact-Geometry (PEG) formulations of a time step, with and without friction,
 *           with bilateral rows, as mLCP and as LCP; particles among planar polylines, with every stage of the step replaceable.
 * DOES NOT  allocate, print, exit, assert, keep state between calls, or start threads. Dense matrices only.
 *
 * CONVENTIONS
 *   matrices      row-major and tight: A[i*n + j]; sizes and indices are int, n <= MB_MAX_N
 *   units         SI; p are impulses [N s], p_ext = h f_ext, psi are gaps [m], positive apart, negative in penetration
 *   LCP(A, b)     z >= 0, w = A z + b >= 0, z'w = 0. The literature's M and q are A and b here: M is the mass matrix
 *   mLCP          lo <= z <= hi; w_i >= 0 at lo_i, <= 0 at hi_i, = 0 between. Free: lo = -HUGE_VAL, hi = HUGE_VAL
 *   residual      r(z) = max_i |min(z_i/zs, w_i/ws_i)|, zs = |z|_inf, ws_i = |b_i| + sum_j |A_ij z_j|: no unit changes it
 *   contact       body 2 lies on the positive side of the normal, which points from body 1 (here: the world) to body 2
 *   obstacle      a polyline with the solid on the right of the direction of travel; normal = direction turned by +90 degrees
 *
 * STATUSES  A solver returns MB_OK only after it has evaluated the residual of the z it hands over and found it <= tol. Statuses
 *           > 0 are honest failures with the last iterate in z, < 0 are refusals that leave every output but *info untouched.
 *
 * MEMORY    Solvers work in a scratch arena that the caller owns: a block of bytes, passed by value, so that all of it is free again
 *           when the call returns. mb_..._scratch(n) says how many bytes a call needs. One byte less is MB_NO_MEMORY.
 *
 * READING   status and info, arena, dense algebra, problems and residuals (lab 1), solvers (labs 2-4), dynamics and formulations
 * ORDER     (labs 6-9), planar minisim (lab 5). The implementation follows in the same order.
 *
 * Compile with -ffp-contract=off where results must agree between machines to the last bit; never with -ffast-math.
 *
 * REFERENCES
 *   [CPS]   Cottle, Pang, Stone, The Linear Complementarity Problem, 1992
 *   [RPI]   Williams, Lu, Niebe, Andersen, Erleben, Trinkle, RPI-MATLAB-Simulator, VRIPHYS 2013
 *   [PEG]   Flickinger, Williams, Trinkle, Performance of a Method for Formulating Geometrically Exact Complementarity
 *           Constraints, J. Comput. Nonlinear Dynam. 2014, doi 10.1115/1.4027314
 *   [BPMD]  Lu et al., A Framework for Problem Standardization and Algorithm Comparison, DETC2014-35041
 *   [ODE]   Drumwright, Hsu, Koenig, Shell, Extending Open Dynamics Engine for Robotics Simulation, SIMPAR 2010
 *   [ST96]  Stewart, Trinkle, An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and Coulomb
 *           friction, Int. J. Numer. Methods Eng. 39, 1996
 *   [AP97]  Anitescu, Potra, Formulating dynamic multi-rigid-body contact problems with friction as solvable linear
 *           complementarity problems, Nonlinear Dynamics 14, 1997
 *   [GVL]   Golub, Van Loan, Matrix Computations
 *
 * SYMBOLS WHERE THE PAPERS DISAGREE
 *   here                [RPI]          [PEG]          meaning
 *   A, b                A, b           M, q           matrix and vector of the complementarity problem
 *   z, w                z, w           z, w           unknown, slack
 *   psi                 psi_n          psi            gap [m]
 *   Jn, Jf (by rows)    G_n', G_f'     G_n', G_f'     contact and friction Jacobians
 *   p_n, p_f            p_n, p_f       lambda         impulses [N s]
 *   c                   c_a            c_a            PEG's auxiliary velocities [m/s]
 *   s                   s              sigma          slip speed [m/s]
 */
#ifndef MBSIM_H
#define MBSIM_H

#include <stddef.h>

#ifndef MBSIM_API
#ifdef __cplusplus
#define MBSIM_API extern "C"
#else
#define MBSIM_API extern
#endif
#endif

#define MB_VERSION "0.1.0"
#define MB_MAX_N 46340           /* n*n must fit an int of 32 bits */

/* ---- status and info ------------------------------------------------------------------------------------------------------- */

typedef enum {
    MB_OK = 0,                   /* r(z) <= tol, verified */
    MB_MAX_ITER = 1,             /* > 0: outcome, last iterate in z. The iterations or pivots allowed were used up */
    MB_RAY = 2,                  /* Lemke ended on a secondary ray: no solution where A is copositive-plus or PSD */
    MB_SINGULAR = 3,             /* a matrix that the method must invert is singular, or a diagonal that it divides by is <= 0 */
    MB_STALLED = 4,              /* the method can't make the residual any smaller */
    MB_BAD_ARG = -1,             /* < 0: refused, outputs untouched. NULL, n < 0, n > MB_MAX_N, lo > hi, a nonsense option */
    MB_NOT_FINITE = -2,          /* NaN or Inf in the problem or in the start */
    MB_NO_MEMORY = -3,           /* the scratch arena is too small */
    MB_TODO = -4                 /* not written yet: what a lab's stub returns */
} mb_status;

/* What a solver says about its answer; filled on every path where it is not NULL. */
typedef struct {
    mb_status status;
    int iterations;              /* sweeps, pivots or Newton steps done */
    double residual;             /* published residual of the z handed over; HUGE_VAL: none was computed */
    int where;                   /* the index that a failure is about (row, variable, contact), or -1 */
} mb_info;

/* mb_status_name: "MB_OK", "MB_RAY", ... ; mb_status_text: one sentence on what it means and what to try. Static strings. */
MBSIM_API const char *mb_status_name(mb_status status);
MBSIM_API const char *mb_status_text(mb_status status);

/* ---- arena ----------------------------------------------------------------------------------------------------------------- */

/* The unused part [beg, end) of a block of memory. Passed by value it is scratch: the callee takes from its own copy, so everything
 * is given back on return. Passed by pointer it hands out memory that stays taken. */
typedef struct { char *beg, *end; } mb_arena;

/* mb_arena_make: an arena over size bytes at memory (aligned for double, as malloc's is) */
MBSIM_API mb_arena mb_arena_make(void *memory, size_t size);

/* mb_arena_doubles, mb_arena_ints: room for count >= 0 of them, aligned for double, not cleared; NULL if there is no room */
MBSIM_API double *mb_arena_doubles(mb_arena *arena, int count);
MBSIM_API int *mb_arena_ints(mb_arena *arena, int count);

/* mb_arena_matrix: room for rows x cols doubles; NULL if there is no room */
MBSIM_API double *mb_arena_matrix(mb_arena *arena, int rows, int cols);

/* ---- dense algebra --------------------------------------------------------------------------------------------------------- */

/* y = A x and y = A' x, A[m*n]. Cost m n. */
MBSIM_API void mb_matvec(int m, int n, const double *A, const double *x, double *y);
MBSIM_API void mb_matvec_transposed(int m, int n, const double *A, const double *x, double *y);

/* mb_lu_factor: P A = L U by Gaussian elimination with partial pivoting, in place
 *
 *   A        in/out  A[n*n]: L below the diagonal (its unit diagonal not stored), U on and above it
 *   pivot    out     pivot[n]: row k was exchanged with row pivot[k] >= k
 *
 * Returns MB_OK or MB_SINGULAR (a column with no nonzero pivot; NaN counts as one). Nearly singular matrices pass: judge by
 * the residual of what you solve. Cost n^3/3 multiply-adds. Source: [GVL] sec 3.4.
 */
MBSIM_API mb_status mb_lu_factor(int n, double *A, int *pivot);

/* mb_lu_solve: x = A \ x with the factors of mb_lu_factor; mb_lu_solve_transposed: x = A' \ x. Cost n^2. */
MBSIM_API void mb_lu_solve(int n, const double *LU, const int *pivot, double *x);
MBSIM_API void mb_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x);

/* mb_lu_refine: one step of iterative refinement, x <- x + A \ (b - A x)
 *
 *   A, LU    in      the matrix and its factors
 *   work     out     work[n], overwritten
 *
 * Returns |b - A x|_inf of the x that came in. Cost 2 n^2. Source: [GVL] sec 3.5.
 */
MBSIM_API double mb_lu_refine(int n, const double *A, const double *LU, const int *pivot, const double *b, double *x, double *work);

/* mb_cholesky_factor: A = L L' in place for symmetric positive definite A; only the lower triangle is read and written
 *
 * Returns MB_OK or MB_SINGULAR (a pivot <= 0 or NaN). Cost n^3/6. Source: [GVL] sec 4.2.
 */
MBSIM_API mb_status mb_cholesky_factor(int n, double *A);

/* mb_cholesky_solve: x = A \ x with the factor of mb_cholesky_factor. Cost n^2. */
MBSIM_API void mb_cholesky_solve(int n, const double *L, double *x);

/* ---- problems and residuals ------------------------------------------------------------------------------------------------ */

/* LCP(A, b): find z >= 0, w = A z + b >= 0, z'w = 0. Neither A nor b is ever written. */
typedef struct {
    int n;
    const double *A, *b;         /* A[n*n] row-major, b[n] */
} mb_lcp;

/* mLCP: find lo <= z <= hi with w = A z + b, w_i >= 0 where z_i = lo_i, <= 0 where z_i = hi_i, 0 between.
 * With findex[i] = f >= 0 the bounds of variable i are lo_i z_f and hi_i z_f: friction in the box form, lo = -mu, hi = mu. */
typedef struct {
    int n;
    const double *A, *b;         /* A[n*n] row-major, b[n] */
    const double *lo, *hi;       /* [n]; lo NULL = all 0, hi NULL = all +inf; +-HUGE_VAL = no bound */
    const int *findex;           /* [n], -1 = plain bounds; NULL = all plain */
} mb_mlcp;

/* mb_residual: the published residual of LCP(A, b) at z, the one number that MB_OK rests on
 *
 *     r(z) = max_i | min(z_i/zs, w_i/ws_i) |,   zs = |z|_inf (1 if z = 0),   ws_i = |b_i| + sum_j |A_ij z_j|   (0/0 = 0)
 *
 * Scaling a row of A and b, or all of z and b, does not change it. NaN in, NaN out; n = 0 gives 0. Cost n^2, no memory.
 */
MBSIM_API double mb_residual(const mb_lcp *p, const double *z);

/* mb_mlcp_residual: the same for an mLCP: max_i |mid((z_i - lo_i)/zs, w_i/ws_i, (z_i - hi_i)/zs)|, which is |w_i|/ws_i for a free
 * variable and the LCP's term for lo = 0, hi = inf. Bounds by findex are taken at z. */
MBSIM_API double mb_mlcp_residual(const mb_mlcp *p, const double *z);

/* mb_slack: w = A z + b. Cost n^2. */
MBSIM_API void mb_slack(const mb_lcp *p, const double *z, double *w);

/* Complementarity functions: phi(a, b) = 0 iff a >= 0, b >= 0 and a b = 0. Source: [BPMD] eq 12-16.
 *
 *   mb_min_map            min(a, b)
 *   mb_fischer_burmeister a + b - sqrt(a^2 + b^2), without overflow and without cancellation at a, b > 0
 *   mb_cck                Chen-Chen-Kanzow: lambda phi_FB + (1 - lambda) max(0, a) max(0, b), 0 < lambda <= 1; lambda = 0.7 is the
 *                         error metric of [BPMD]
 *   mb_prox               a - max(0, a - r b), r > 0
 */
MBSIM_API double mb_min_map(double a, double b);
MBSIM_API double mb_fischer_burmeister(double a, double b);
MBSIM_API double mb_cck(double lambda, double a, double b);
MBSIM_API double mb_prox(double r, double a, double b);

/* Merit functions 1/2 sum_i phi(z_i, w_i)^2, w = A z + b: natural map, Fischer-Burmeister, Chen-Chen-Kanzow. Unscaled: they carry
 * the units of the problem, and are here for comparison with the literature; the kit itself judges by mb_residual. Cost n^2. */
MBSIM_API double mb_merit_natural(const mb_lcp *p, const double *z);
MBSIM_API double mb_merit_fb(const mb_lcp *p, const double *z);
MBSIM_API double mb_merit_cck(const mb_lcp *p, double lambda, const double *z);

/* An mLCP turned into an LCP: free variables eliminated by a Schur complement, bounds shifted and reflected to x >= 0, each variable
 * with two finite bounds given one more unknown (the multiplier of its upper bound). */
typedef struct {
    mb_lcp lcp;                  /* what to solve; its n <= 2 p->n */
    const mb_mlcp *p;            /* where it came from; must stay alive */
    int nfree, nbox;             /* free variables, and variables with two finite bounds */
    const int *free_index;       /* [nfree] their indices in p */
    const int *bound_index;      /* [p->n - nfree] indices in p of the others, in the order of the LCP's first unknowns */
    const double *sign;          /* [p->n - nfree] z = offset + sign x */
    const double *offset;
    const double *free_const;    /* [nfree]: z_free = free_const + free_gain x */
    const double *free_gain;     /* [nfree*(p->n - nfree)] */
} mb_schur;

/* mb_mlcp_to_lcp: the LCP of an mLCP, in memory taken from arena; mb_mlcp_from_lcp: back from x[lcp.n] to z[p->n]
 *
 * Returns MB_OK, MB_SINGULAR (the free block is; where = the column), MB_BAD_ARG (findex is not supported), MB_NOT_FINITE,
 * MB_NO_MEMORY. Cost nfree^3/3 + nfree n^2. Source: [CPS] sec 1.5 on mixed problems and sec 2.3 on Schur complements.
 */
MBSIM_API mb_status mb_mlcp_to_lcp(const mb_mlcp *p, mb_schur *out, mb_info *info, mb_arena *arena);
MBSIM_API void mb_mlcp_from_lcp(const mb_schur *schur, const double *x, double *z);
MBSIM_API size_t mb_mlcp_to_lcp_scratch(int n);

/* ---- solvers --------------------------------------------------------------------------------------------------------------- */

/* One iteration, as a solver that traces sees it. Variables are numbered z_i = i, w_i = n + i, Lemke's artificial z0 = 2 n. */
typedef struct {
    int iteration;               /* 0 = the start, before the first */
    double residual;             /* iterative solvers: published residual of z; Lemke: the artificial variable z0, 0 when done */
    double step;                 /* pivoting: the ratio; Newton: the step length; splitting: |dz|_inf */
    int entering, leaving;       /* pivoting: which variables change places; -1 elsewhere */
    int n;
    const double *z;             /* z[n], NULL where the solver does not have it at hand */
} mb_trace;

typedef void mb_trace_fn(void *user, const mb_trace *trace);

/* Options of all solvers; NULL or {0} = every default. A solver ignores what does not concern it; negative or non-finite values are
 * MB_BAD_ARG. */
typedef struct {
    double tol;                  /* MB_OK means residual <= tol; default 1e-10 */
    int max_iter;                /* sweeps, pivots, Newton steps; each solver names its default */
    double omega;                /* relaxation of the splitting methods, in (0, 2); default 1 */
    double lambda;               /* Fischer-Newton: weight of Fischer-Burmeister in Chen-Chen-Kanzow, in (0, 1]; default 1 */
    double *history;             /* [history_len] or NULL: residual (Lemke: z0) after iteration k + 1 in history[k] */
    int history_len;
    double *ray;                 /* [n] or NULL: on MB_RAY the direction u of the secondary ray, u >= 0, u != 0, (A u)_i u_i <= 0 */
    mb_trace_fn *trace;          /* called at every iteration; NULL = not */
    void *trace_user;
} mb_options;

typedef mb_status mb_lcp_solver(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch);
typedef mb_status mb_mlcp_solver(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch);

/* A solver by name, for programs and tests. Exactly one of lcp and mlcp is not NULL. */
typedef struct {
    const char *name;            /* what --solver takes */
    mb_lcp_solver *lcp;
    mb_mlcp_solver *mlcp;
    size_t (*scratch)(int n);
    const char *summary;         /* one line: method, and the problems it is for */
} mb_solver;

MBSIM_API const mb_solver mb_solvers[];
MBSIM_API const int mb_solver_count;

/* mb_find_lcp_solver, mb_find_mlcp_solver: by name, or NULL. The two kinds share their names. */
MBSIM_API const mb_solver *mb_find_lcp_solver(const char *name);
MBSIM_API const mb_solver *mb_find_mlcp_solver(const char *name);

/* -- solvers: pivoting -- */

/* mb_lemke: Lemke's complementary pivoting with the covering vector of ones
 *
 *     find z >= 0,  w = A z + b >= 0,  z'w = 0
 *
 *   p        in      p->A[n*n] row-major, any; p->b[n]
 *   opt      in      tol (1e-10), max_iter = pivots (max(100, 50 n)), history, ray, trace; NULL or {0} = the defaults in brackets
 *   z        out     z[n]; the start is not read
 *   info     out     may be NULL; iterations = pivots
 *   scratch  in      >= mb_lemke_scratch(n) bytes
 *
 * Returns MB_OK, MB_RAY, MB_MAX_ITER, MB_STALLED (ended on a basis whose z does not pass the residual test), MB_BAD_ARG,
 * MB_NOT_FINITE, MB_NO_MEMORY.
 * Solves every solvable problem with copositive-plus, positive semidefinite or P-matrix A; MB_RAY proves infeasibility for the first
 * two. Elsewhere MB_RAY says only that this path ended. Takes about n to 2 n pivots, 2^n on Murty's and Fathi's examples.
 * Cost O(n^2) a pivot.  Source: [CPS] sec 4.4.
 */
MBSIM_API mb_lcp_solver mb_lemke;
MBSIM_API size_t mb_lemke_scratch(int n);

/* -- solvers: splitting -- */

/* mb_pgs: projected Gauss-Seidel with over-relaxation for LCP(A, b)
 *
 *     z_i <- max(0, z_i - omega w_i / A_ii),   w = A z + b with the z_j, j < i, of this sweep
 *
 *   p        in      p->A[n*n] row-major with A_ii > 0; p->b[n]
 *   opt      in      tol (1e-10), max_iter = sweeps (1000), omega in (0, 2) (1), history, trace
 *   z        in/out  z[n]: start in, last iterate out
 *   info     out     may be NULL
 *   scratch  in      >= mb_pgs_scratch(n) bytes
 *
 * Returns MB_OK, MB_MAX_ITER, MB_SINGULAR (info->where: the first i with A_ii <= 0), MB_BAD_ARG, MB_NOT_FINITE, MB_NO_MEMORY.
 * Converges for symmetric positive definite A. Fails on Stewart-Trinkle's rows for s, whose diagonal is zero.
 * Cost n^2 multiply-adds a sweep, and as many for the residual.  Source: [CPS] sec 5.2; [ODE] eq 6-9.
 */
MBSIM_API mb_lcp_solver mb_pgs;
MBSIM_API size_t mb_pgs_scratch(int n);

/* -- solvers: Newton -- */

/* -- solvers: interior point and fixed point -- */

/* -- solvers for mixed problems -- */

/* mb_mlcp_lemke: bounds and free variables by mb_mlcp_to_lcp, the LCP by mb_lemke, the residual of the mLCP checked at the end
 *
 *   p        in      any bounds with lo <= hi; findex must be NULL; the block of the free variables nonsingular
 *   opt      in      as for mb_lemke
 *   z        out     z[n]; the start is not read
 *   scratch  in      >= mb_mlcp_lemke_scratch(n) bytes
 *
 * Returns as mb_lemke, and MB_SINGULAR (the free block).  Cost: one factorisation of the free block, then Lemke's.
 */
MBSIM_API mb_mlcp_solver mb_mlcp_lemke;
MBSIM_API size_t mb_mlcp_lemke_scratch(int n);

/* ---- dynamics and formulations --------------------------------------------------------------------------------------------- */

/* One time step l -> l+1 of length h of any multibody system, as data:
 *
 *     M v+ = M v + Jn' p_n + Jf' p_f + Jb' p_b + p_ext,    Jb v+ + phi/h = 0,    contact conditions by formulation
 *
 * Jacobians are stored by rows. No size is assumed: a planar particle has nv = 2, a rigid body in the plane 3, in space 6. */
typedef struct {
    int nv, nc, nd, nb;          /* velocities, contacts, friction directions per contact (0: frictionless), bilateral rows */
    double h;                    /* [s] > 0 */
    const double *M;             /* M[nv*nv] symmetric positive definite */
    const double *v;             /* v[nv] at l */
    const double *p_ext;         /* p_ext[nv] = h f_ext; NULL = 0 */
    const double *Jn;            /* Jn[nc*nv]: psi' = Jn v */
    const double *Jf;            /* Jf[nc*nd*nv], the nd rows of contact 0 first; a positive spanning set, in the plane +t and -t */
    const double *psi;           /* psi[nc] gaps at l [m] */
    const double *mu;            /* mu[nc] Coulomb coefficients; not read if nd = 0 */
    const int *group;            /* group[nc] for PEG: facets of one convex run share a number and stand side by side, the primary
                                    first; NULL = every contact on its own, which makes PEG the same as ST */
    const double *dpsi_dt;       /* dpsi_dt[nc] velocity of the obstacle's gap at v = 0 [m/s]; NULL = 0 */
    const double *dpsif_dt;      /* dpsif_dt[nc*nd] the same along the friction directions; NULL = 0 */
    const double *Jb;            /* Jb[nb*nv] bilateral rows (joints) */
    const double *phi;           /* phi[nb] their errors at l [m]; NULL = 0 */
} mb_dynamics;

typedef enum {
    MB_ST,                       /* Stewart-Trinkle: every contact keeps psi + h Jn v+ >= 0 */
    MB_AP,                       /* Anitescu-Potra: ST with psi := 0 */
    MB_PEG                       /* Polyhedral Exact Geometry, heuristic: each group keeps max_k psi_k + h Jn_k v+ >= 0 */
} mb_formulation;

typedef enum {
    MB_FORM_LCP,                 /* unknowns [p_n; c; p_f; s] */
    MB_FORM_MLCP                 /* unknowns [v+; p_b; p_n; c; p_f; s], the first two free */
} mb_form;

/* Where each block of unknowns stands, in a problem of size n: first index and length. p_n has one entry for each contact (ST, AP)
 * or group (PEG), c one for each facet that is not a primary, p_f nd and s 1 for each entry of p_n. */
typedef struct {
    int n;
    int v, nv, b, nb;            /* nv = nb = 0 in the LCP form */
    int normal, nn;
    int chain, nk;
    int friction, nf;
    int slip, ns;
} mb_layout;

/* mb_layout_of: MB_OK, or MB_BAD_ARG where the dynamics are malformed (see mb_check_dynamics) */
MBSIM_API mb_status mb_layout_of(const mb_dynamics *d, mb_formulation formulation, mb_form form, mb_layout *out);

/* mb_check_dynamics: MB_OK; MB_BAD_ARG (a NULL that is needed, h <= 0, mu < 0, groups apart, more than MB_MAX_N unknowns),
 * MB_NOT_FINITE; info->where = the contact or row. The formulations call it themselves. Cost: one pass over the data. */
MBSIM_API mb_status mb_check_dynamics(const mb_dynamics *d, mb_info *info);

/* The formulations: fill *out with the problem of one step, in memory taken from arena
 *
 * mLCP, [CPS]'s mixed form, with i the primary of its group and k its other facets in order (none in ST and AP):
 *
 *     0     = M v+ - Jn' p_n - Jf' p_f - Jb' p_b - M v - p_ext
 *     0     = Jb v+ + phi/h
 *     rho_n = Jn_i v+ + sum_k c_k                         + psi_i/h           _|_  p_n >= 0
 *     a_k   = (Jn_i - Jn_k) v+ + sum_{j <= k} c_j         + (psi_i - psi_k)/h _|_  c_k >= 0
 *     rho_f = Jf_i v+ + s_i                                                   _|_  p_f >= 0
 *     sigma = mu_i p_n - sum_d p_f                                            _|_  s_i >= 0
 *
 * LCP: the same with v+ and p_b eliminated, so that products J M^-1 J' stand in A and J v_free in b.
 *
 * Returns MB_OK, MB_BAD_ARG, MB_NOT_FINITE, MB_NO_MEMORY; LCP form also MB_SINGULAR (M, or M with the bilateral rows).
 * Memory: mb_formulation_scratch(d) bytes for either form.  Cost: LCP nv^3/3 + nv^2 m + nv m^2 for m = nn + nk + nf, mLCP n^2.
 * Source: ST [ST96; RPI eq 7; PEG eq 3, 5], AP [AP97; PEG eq 10], PEG [RPI eq 6; PEG eq 25]. Misprints in the papers: [RPI] eq 6-7 have
 * v_n/h for psi_n/h and lose s and the last entry of b; [PEG] eq 13-16 take the base facet 2 and eq 21-23 facet 1, eq 24's sign
 * belongs to the former.
 */
typedef mb_status mb_lcp_formulation(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena);
typedef mb_status mb_mlcp_formulation(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena);
MBSIM_API mb_lcp_formulation mb_st_lcp, mb_ap_lcp, mb_peg_lcp;
MBSIM_API mb_mlcp_formulation mb_st_mlcp, mb_ap_mlcp, mb_peg_mlcp;
MBSIM_API size_t mb_formulation_scratch(const mb_dynamics *d);

/* mb_no_impulse: the candidate of free motion, p = 0, v+ = v_free, and with it the c and s that complete it. It solves the problem
 * iff its residual says so. PEG's problem at a sharp corner can have several solutions; the one without impulse is the physical one
 * and is tested first.
 *
 *   p        in      the problem that a formulation made of d; as an mLCP (an LCP is one with lo = hi = NULL)
 *   z        out     z[n]
 *
 * Returns MB_OK, MB_SINGULAR, MB_NO_MEMORY.  Cost n^2 + (nv + nb)^3/3 in the mLCP form, n in the LCP form.
 */
MBSIM_API mb_status mb_no_impulse(const mb_dynamics *d, const mb_layout *layout, const mb_mlcp *p, double *z, mb_arena scratch);

/* mb_step_result: from a solution z back to velocity and impulses
 *
 *   v        out     v[nv] = v+
 *   p_n      out     p_n[nc], 0 at facets that are not primary; may be NULL
 *   p_f      out     p_f[nc*nd]; may be NULL
 *   p_b      out     p_b[nb]; may be NULL
 *
 * Returns MB_OK, MB_SINGULAR, MB_NO_MEMORY.  Cost: LCP form nv^3/3 + nv n, mLCP form n.
 */
MBSIM_API mb_status mb_step_result(const mb_dynamics *d, const mb_layout *layout, const double *z, double *v, double *p_n, double *p_f,
                                   double *p_b, mb_arena scratch);

/* ---- planar minisim -------------------------------------------------------------------------------------------------------- */

/* The loop of [RPI] Fig 3 for particles among polylines, with a replaceable function at each stage:
 *
 *     controller -> detection -> formulation -> solver -> update -> observer
 *
 * Particles do not couple: each is a problem of its own, and the cost is linear in their number. */

typedef struct {
    int nvert;                   /* >= 2 (open) or >= 3 (closed) */
    const double *xy;            /* xy[2*nvert] [m]; solid on the right of the direction of travel: closed ones run clockwise */
    int closed;                  /* 1: the last vertex joins the first */
    double mu;                   /* Coulomb friction coefficient >= 0 */
} mb_polyline;

typedef struct {
    double p[2], q[2];           /* from p to q [m] */
    double t[2], n[2];           /* unit tangent, unit normal = t turned by +90 degrees */
    double length, mu;
    int id;                      /* counts edges in the order in which the polylines give them */
    int run;
} mb_edge;

typedef struct {
    int first, count;            /* edges first .. first + count - 1: a locally convex run */
    double lo[2], hi[2];         /* bounding box [m] */
} mb_run;

/* Edges in runs. A run ends at a concave corner (a left turn); the free space beside a run is where max_k psi_k >= 0. */
typedef struct {
    int nedge, nrun, longest;    /* longest: the most edges in a run */
    const mb_edge *edge;
    const mb_run *run;
} mb_terrain;

/* mb_terrain_build: edges, normals and runs of count polylines, in memory taken from arena. Returns MB_OK; MB_BAD_ARG (too few vertices,
 * an edge of length 0, mu < 0), MB_NOT_FINITE, with info->where = the polyline; MB_NO_MEMORY. Cost linear. */
MBSIM_API mb_status mb_terrain_build(const mb_polyline *polyline, int count, mb_terrain *out, mb_info *info, mb_arena *arena);
MBSIM_API size_t mb_terrain_scratch(const mb_polyline *polyline, int count);

/* Half-space of one edge as a particle at x sees it. */
typedef struct {
    int edge;                    /* index into terrain.edge */
    int run;
    double psi;                  /* signed distance to the edge's line [m] */
    double distance;             /* distance to the edge as a segment [m] */
} mb_contact;

typedef enum {
    MB_SCOPE_EDGE,               /* an edge whose distance as a segment is below epsilon is a contact */
    MB_SCOPE_RUN                 /* any edge of a run within epsilon adds the whole run ([PEG] sec 2.2); PEG always does that */
} mb_scope;

typedef enum {
    MB_PRIMARY_MAX,              /* the facet with the greatest psi: the signed distance to the convex run */
    MB_PRIMARY_CLOSEST           /* as [PEG] prints it: the closest facet with psi > 0; if none is, the greatest psi */
} mb_primary;

typedef struct mb_sim mb_sim;

/* What one particle's step was: filled stage by stage, handed to the observer. Pointers are into the step's scratch memory. */
typedef struct {
    int particle;
    int ncontact;
    const mb_contact *contact;
    const mb_dynamics *dynamics;
    mb_layout layout;
    mb_mlcp problem;             /* as solved; LCP form: lo = hi = NULL. n = 0 in free flight */
    const double *z;
    double v[2];                 /* v+ */
    const double *p_n, *p_f;     /* impulses by contact, [ncontact] and [ncontact*nd] */
    mb_info info;                /* of the formulation or the solver */
    double seconds;              /* the solver's time if sim->clock is set, else 0 */
} mb_step;

/* The stages. Each may be replaced; NULL in mb_sim means the kit's own (controller, observer: none).
 *
 *   controller   sets sim->force before a step
 *   detect       writes the contacts of a particle at x with velocity v, facets of a run side by side and, for PEG, the primary
 *                first; returns how many, at most max, or -1 if they do not fit (the step is then MB_NO_MEMORY)
 *   update       x, v <- next state, h later; the kit's is semi-implicit Euler, v = v+, x = x + h v+
 *   observer     is shown every particle's step, also one that failed (step->info.status), before any state changes
 */
typedef void mb_controller_fn(mb_sim *sim);
typedef int mb_detect_fn(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max);
typedef void mb_update_fn(const mb_sim *sim, const double *v_next, double *x, double *v);
typedef void mb_observer_fn(const mb_sim *sim, const mb_step *step);

struct mb_sim {
    /* the scene */
    mb_terrain terrain;
    int np;                      /* particles */
    const double *mass;          /* mass[np] [kg] */
    double gravity[2];           /* [m/s^2] */
    double epsilon;              /* detection distance [m] */
    double psi_min;              /* contacts with psi below it are ignored by ST and AP; < 0, or 0 = none is */
    int max_contacts;            /* the most contacts one particle may have; 0 = as many as the terrain has edges, at most 256 */
    double h;                    /* step [s] */

    /* the method */
    mb_formulation formulation;
    mb_form form;
    mb_scope scope;
    mb_primary primary;
    mb_lcp_solver *lcp_solver;   /* for the LCP form; NULL = mb_lemke */
    mb_mlcp_solver *mlcp_solver; /* for the mLCP form; NULL = mb_mlcp_lemke */
    size_t (*solver_scratch)(int n);       /* of the solver that is set; NULL = that of the default */
    mb_options options;

    /* the state */
    int step;                    /* steps done */
    double t;                    /* [s] */
    double *x, *v;               /* x[2*np], v[2*np] */
    double *force;               /* force[2*np] external, without gravity [N] */

    /* the stages; NULL = the kit's own */
    mb_controller_fn *controller;
    mb_detect_fn *detect;
    mb_lcp_formulation *formulate_lcp;
    mb_mlcp_formulation *formulate_mlcp;
    mb_update_fn *update;
    mb_observer_fn *observer;
    double (*clock)(void);       /* seconds, for mb_step.seconds */
    void *user;

    mb_arena scratch;            /* >= mb_sim_scratch(sim) bytes */
};

/* mb_sim_step: one step of every particle
 *
 * Returns MB_OK; otherwise what the first failing particle's formulation or solver returned, and no state has changed: x, v, t and
 * step are those of the last good step, and the observer has seen the failing problem. info (may be NULL) is that of the failing
 * particle with where = the particle, or else the sum of the iterations and the greatest residual.
 * Allocates nothing.  Cost: a box test per run and particle, and the problems of the particles in reach of something.
 */
MBSIM_API mb_status mb_sim_step(mb_sim *sim, mb_info *info);

/* mb_sim_scratch: bytes of scratch that a step can need, from the terrain's size and the method; it must be asked again when these change */
MBSIM_API size_t mb_sim_scratch(const mb_sim *sim);

/* mb_detect: the kit's own detection; see mb_detect_fn. Ties of the primary (psi equal to 1e-12 of epsilon) go to the facet with the
 * greater approach speed. Cost: a box test for each run, a segment distance for each edge of those in reach. */
MBSIM_API int mb_detect(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max);

/* mb_distance_to_segment: from x to the segment p q; degenerate segments (p = q) are points */
MBSIM_API double mb_distance_to_segment(const double *x, const double *p, const double *q);

#endif /* MBSIM_H */

#ifdef MBSIM_IMPLEMENTATION
#ifndef MBSIM_IMPLEMENTATION_DONE
#define MBSIM_IMPLEMENTATION_DONE

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* restrict is C99's; C++ compilers spell it otherwise */
#if defined(__cplusplus) || defined(_MSC_VER)
#define MBI_RESTRICT __restrict
#else
#define MBI_RESTRICT restrict
#endif

/* ==== status and info ======================================================================================================= */

#define MBI_TOL 1e-10            /* default of mb_options.tol: what a direct method reaches on a well-scaled frictional stack */

static const mb_options mbi_no_options = { 0.0, 0, 0.0, 0.0, NULL, 0, NULL, NULL, NULL };

const char *mb_status_name(mb_status status)
{
    switch (status) {
    case MB_OK: return "MB_OK";
    case MB_MAX_ITER: return "MB_MAX_ITER";
    case MB_RAY: return "MB_RAY";
    case MB_SINGULAR: return "MB_SINGULAR";
    case MB_STALLED: return "MB_STALLED";
    case MB_BAD_ARG: return "MB_BAD_ARG";
    case MB_NOT_FINITE: return "MB_NOT_FINITE";
    case MB_NO_MEMORY: return "MB_NO_MEMORY";
    case MB_TODO: return "MB_TODO";
    }
    return "unknown status";
}

const char *mb_status_text(mb_status status)
{
    switch (status) {
    case MB_OK: return "solved: the residual was checked and is within the tolerance";
    case MB_MAX_ITER: return "the iterations allowed were used up: raise max_iter, or use a pivoting method";
    case MB_RAY: return "Lemke ended on a ray: the problem has no solution, or is outside the class that Lemke solves";
    case MB_SINGULAR: return "a matrix is singular, or a diagonal entry that the method divides by is not positive: use mb_lemke";
    case MB_STALLED: return "the residual can't be made any smaller by this method: try another, or loosen the tolerance";
    case MB_BAD_ARG: return "an argument is out of its range";
    case MB_NOT_FINITE: return "the problem holds a NaN or an infinity";
    case MB_NO_MEMORY: return "the scratch arena is too small";
    case MB_TODO: return "not written yet";
    }
    return "unknown status";
}

/* fill *info, if there is one, and pass the status on: every return of a solver goes through here */
static mb_status mbi_done(mb_info *info, mb_status status, int iterations, double residual, int where)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = where;
    }
    return status;
}

/* a refusal: nothing was iterated, no residual computed */
static mb_status mbi_refuse(mb_info *info, mb_status status, int where) { return mbi_done(info, status, 0, HUGE_VAL, where); }

/* the caller's options with their defaults filled in; 0 if one of them is nonsense */
static int mbi_options(const mb_options *opt, int max_iter, mb_options *out)
{
    *out = opt ? *opt : mbi_no_options;
    if (!(out->tol >= 0.0 && out->tol <= DBL_MAX) || out->max_iter < 0) return 0;
    if (!(out->omega >= 0.0 && out->omega < 2.0) || !(out->lambda >= 0.0 && out->lambda <= 1.0)) return 0;
    if (out->history_len < 0 || (out->history_len > 0 && !out->history)) return 0;
    if (out->tol <= 0.0) out->tol = MBI_TOL;
    if (out->max_iter == 0) out->max_iter = max_iter;
    if (out->omega <= 0.0) out->omega = 1.0;
    if (out->lambda <= 0.0) out->lambda = 1.0;
    return 1;
}

/* record iteration `iteration` >= 1 in the history and show it to the trace */
static void mbi_record(const mb_options *opt, int iteration, double residual, double step, int entering, int leaving, int n,
                       const double *z)
{
    if (iteration >= 1 && iteration <= opt->history_len) opt->history[iteration - 1] = residual;
    if (opt->trace) {
        mb_trace t;
        t.iteration = iteration;
        t.residual = residual;
        t.step = step;
        t.entering = entering;
        t.leaving = leaving;
        t.n = n;
        t.z = z;
        opt->trace(opt->trace_user, &t);
    }
}

/* ==== arena ================================================================================================================= */

mb_arena mb_arena_make(void *memory, size_t size)
{
    mb_arena a;

    a.beg = (char *)memory;
    a.end = (char *)memory + size;
    return a;
}

/* Take count elements of the given size, aligned for double; every piece is a multiple of a double long, so that in an aligned
 * block none is lost between pieces. The one place where a size becomes a size_t. */
static void *mbi_take(mb_arena *a, int count, size_t size)
{
    size_t room, bytes, pad;
    char *p;

    if (!a->beg || count < 0) return NULL;
    room = (size_t)(a->end - a->beg);
    pad = (size_t)(-(uintptr_t)a->beg & (sizeof(double) - 1));
    if ((size_t)count > (SIZE_MAX - sizeof(double)) / size) return NULL;
    bytes = ((size_t)count * size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    if (room < pad || room - pad < bytes) return NULL;
    p = a->beg + pad;
    a->beg = p + bytes;
    return p;
}

double *mb_arena_doubles(mb_arena *arena, int count) { return (double *)mbi_take(arena, count, sizeof(double)); }
int *mb_arena_ints(mb_arena *arena, int count) { return (int *)mbi_take(arena, count, sizeof(int)); }

double *mb_arena_matrix(mb_arena *arena, int rows, int cols)
{
    if (rows < 0 || cols < 0 || (cols > 0 && rows > INT_MAX / cols)) return NULL;
    return mb_arena_doubles(arena, rows * cols);
}

/* bytes for so many doubles and ints, taken one array of each; SIZE_MAX where that does not fit a size_t */
static size_t mbi_bytes(double doubles, int ints)
{
    double bytes = (doubles + ((double)ints + 1.0) / 2.0) * (double)sizeof(double);

    if (!(bytes < (double)(SIZE_MAX / 2))) return SIZE_MAX;
    return ((size_t)doubles + ((size_t)ints + 1) / 2) * sizeof(double);
}

/* ==== dense algebra ========================================================================================================= */

/* Inner loops work on blocks of MBI_BLOCK with a trip count known at compile time: that is what gcc -O2 and clang -O2 vectorise. */
enum { MBI_BLOCK = 8 };

/* x . y */
static double mbi_dot(int n, const double *MBI_RESTRICT x, const double *MBI_RESTRICT y)
{
    double sum[MBI_BLOCK] = { 0, 0, 0, 0, 0, 0, 0, 0 }, tail = 0.0;
    int i = 0;

    for (; i + MBI_BLOCK <= n; i += MBI_BLOCK)
        for (int k = 0; k < MBI_BLOCK; k++) sum[k] += x[i + k] * y[i + k];
    for (; i < n; i++) tail += x[i] * y[i];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7])) + tail;
}

/* y += a x */
static void mbi_axpy(int n, double a, const double *MBI_RESTRICT x, double *MBI_RESTRICT y)
{
    int i = 0;

    for (; i + MBI_BLOCK <= n; i += MBI_BLOCK)
        for (int k = 0; k < MBI_BLOCK; k++) y[i + k] += a * x[i + k];
    for (; i < n; i++) y[i] += a * x[i];
}

/* 1 if every entry is finite: 0 * x is 0 for a finite x and NaN for the others */
static int mbi_all_finite(int n, const double *x)
{
    double sum[MBI_BLOCK] = { 0, 0, 0, 0, 0, 0, 0, 0 }, total = 0.0;
    int i = 0;

    for (; i + MBI_BLOCK <= n; i += MBI_BLOCK)
        for (int k = 0; k < MBI_BLOCK; k++) sum[k] += 0.0 * x[i + k];
    for (; i < n; i++) total += 0.0 * x[i];
    for (int k = 0; k < MBI_BLOCK; k++) total += sum[k];
    return total == 0.0;
}

/* |x|_inf of finite x */
static double mbi_max_abs(int n, const double *x)
{
    double m = 0.0;

    for (int i = 0; i < n; i++) m = fmax(m, fabs(x[i]));
    return m;
}

static void mbi_copy(int n, const double *x, double *y)
{
    if (n > 0) memcpy(y, x, (size_t)n * sizeof(double));
}

static void mbi_zero(int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = 0.0;
}

static void mbi_swap_rows(int n, double *MBI_RESTRICT x, double *MBI_RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        const double t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

void mb_matvec(int m, int n, const double *A, const double *x, double *y)
{
    for (int i = 0; i < m; i++) y[i] = mbi_dot(n, A + i * n, x);
}

void mb_matvec_transposed(int m, int n, const double *A, const double *x, double *y)
{
    mbi_zero(n, y);
    for (int i = 0; i < m; i++) mbi_axpy(n, x[i], A + i * n, y);
}

mb_status mb_lu_factor(int n, double *A, int *pivot)
{
    for (int k = 0; k < n; k++) {
        double *rk = A + k * n;
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
        pivot[k] = p;
        if (!(fabs(A[p * n + k]) > 0.0)) return MB_SINGULAR;
        if (p != k) mbi_swap_rows(n, rk, A + p * n);
        for (int i = k + 1; i < n; i++) {
            double *ri = A + i * n;
            ri[k] /= rk[k];                                    /* L */
            mbi_axpy(n - k - 1, -ri[k], rk + k + 1, ri + k + 1); /* the rest of the row, towards U */
        }
    }
    return MB_OK;
}

void mb_lu_solve(int n, const double *LU, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) {                              /* x = P x */
        const double t = x[k];
        x[k] = x[pivot[k]];
        x[pivot[k]] = t;
    }
    for (int i = 0; i < n; i++) x[i] -= mbi_dot(i, LU + i * n, x);                               /* x = L \ x */
    for (int i = n - 1; i >= 0; i--)                                                             /* x = U \ x */
        x[i] = (x[i] - mbi_dot(n - 1 - i, LU + i * n + i + 1, x + i + 1)) / LU[i * n + i];
}

void mb_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x)
{
    for (int i = 0; i < n; i++) {                              /* x = U' \ x, by columns of U' = rows of U */
        x[i] /= LU[i * n + i];
        mbi_axpy(n - 1 - i, -x[i], LU + i * n + i + 1, x + i + 1);
    }
    for (int i = n - 1; i >= 0; i--) mbi_axpy(i, -x[i], LU + i * n, x);                          /* x = L' \ x */
    for (int k = n - 1; k >= 0; k--) {                         /* x = P' x */
        const double t = x[k];
        x[k] = x[pivot[k]];
        x[pivot[k]] = t;
    }
}

double mb_lu_refine(int n, const double *A, const double *LU, const int *pivot, const double *b, double *x, double *work)
{
    double norm;

    for (int i = 0; i < n; i++) work[i] = b[i] - mbi_dot(n, A + i * n, x);
    norm = mbi_max_abs(n, work);
    mb_lu_solve(n, LU, pivot, work);
    for (int i = 0; i < n; i++) x[i] += work[i];
    return norm;
}

mb_status mb_cholesky_factor(int n, double *A)
{
    for (int i = 0; i < n; i++) {
        double *ri = A + i * n;
        for (int j = 0; j < i; j++) ri[j] = (ri[j] - mbi_dot(j, ri, A + j * n)) / A[j * n + j];
        ri[i] -= mbi_dot(i, ri, ri);
        if (!(ri[i] > 0.0)) return MB_SINGULAR;
        ri[i] = sqrt(ri[i]);
    }
    return MB_OK;
}

void mb_cholesky_solve(int n, const double *L, double *x)
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - mbi_dot(i, L + i * n, x)) / L[i * n + i];         /* x = L \ x */
    for (int i = n - 1; i >= 0; i--) {                                                           /* x = L' \ x */
        x[i] /= L[i * n + i];
        mbi_axpy(i, -x[i], L + i * n, x);
    }
}

/* ==== problems and residuals ================================================================================================ */

/* row . z + b, and the size of what was added up: |b| + sum |A_ij z_j| */
static double mbi_row_slack(int n, const double *MBI_RESTRICT row, const double *MBI_RESTRICT z, double b, double *size)
{
    double sum[MBI_BLOCK] = { 0, 0, 0, 0, 0, 0, 0, 0 }, abs_sum[MBI_BLOCK] = { 0, 0, 0, 0, 0, 0, 0, 0 };
    double w = b, s = fabs(b);
    int j = 0;

    for (; j + MBI_BLOCK <= n; j += MBI_BLOCK)
        for (int k = 0; k < MBI_BLOCK; k++) {
            const double term = row[j + k] * z[j + k];
            sum[k] += term;
            abs_sum[k] += fabs(term);
        }
    for (; j < n; j++) {
        const double term = row[j] * z[j];
        w += term;
        s += fabs(term);
    }
    for (int k = 0; k < MBI_BLOCK; k++) {
        w += sum[k];
        s += abs_sum[k];
    }
    *size = s;
    return w;
}

/* x/scale with 0/0 = 0; a NaN stays one */
static double mbi_ratio(double x, double scale) { return x == 0.0 ? 0.0 : x / scale; }

/* the scale of z: |z|_inf, 1 if z = 0; NaN if an entry is not finite */
static double mbi_z_scale(int n, const double *z)
{
    const double m = mbi_max_abs(n, z);

    if (!mbi_all_finite(n, z)) return HUGE_VAL * 0.0;
    return m > 0.0 ? m : 1.0;
}

double mb_residual(const mb_lcp *p, const double *z)
{
    const int n = p->n;
    const double zs = mbi_z_scale(n, z);
    double r = 0.0;

    if (!(zs > 0.0)) return zs;
    for (int i = 0; i < n; i++) {
        double ws;
        const double w = mbi_row_slack(n, p->A + i * n, z, p->b[i], &ws);
        const double ri = fabs(mb_min_map(z[i] / zs, mbi_ratio(w, ws)));
        if (!(ri <= r)) r = ri;                                /* also takes a NaN, */
        if (!(r >= 0.0)) return r;                             /* and keeps it */
    }
    return r;
}

/* the bounds of variable i at z */
static void mbi_bounds(const mb_mlcp *p, const double *z, int i, double *lo, double *hi)
{
    const double scale = p->findex && p->findex[i] >= 0 ? fmax(0.0, z[p->findex[i]]) : 1.0;

    *lo = p->lo ? p->lo[i] : 0.0;
    *hi = p->hi ? p->hi[i] : HUGE_VAL;
    if (p->findex && p->findex[i] >= 0) {
        *lo *= scale;
        *hi *= scale;
    }
}

double mb_mlcp_residual(const mb_mlcp *p, const double *z)
{
    const int n = p->n;
    const double zs = mbi_z_scale(n, z);
    double r = 0.0;

    if (!(zs > 0.0)) return zs;
    for (int i = 0; i < n; i++) {
        double ws, lo, hi, ri;
        const double w = mbi_row_slack(n, p->A + i * n, z, p->b[i], &ws);
        mbi_bounds(p, z, i, &lo, &hi);
        ri = fabs(mb_min_map(-mb_min_map(-mbi_ratio(w, ws), (hi - z[i]) / zs), (z[i] - lo) / zs));   /* mid(z - lo, w, z - hi) */
        if (!(ri <= r)) r = ri;
        if (!(r >= 0.0)) return r;
    }
    return r;
}

void mb_slack(const mb_lcp *p, const double *z, double *w)
{
    for (int i = 0; i < p->n; i++) w[i] = p->b[i] + mbi_dot(p->n, p->A + i * p->n, z);
}

/* min(a, b); unlike fmin it keeps a NaN */
double mb_min_map(double a, double b) { return a < b || a != a ? a : b; }

double mb_fischer_burmeister(double a, double b)
{
    if (a > 0.0 && b > 0.0) {                                  /* 2ab/(a + b + hypot(a, b)): no cancellation, no overflow */
        const double big = fmax(a, b), small = fmin(a, b), ratio = small / big;
        return 2.0 * small / (1.0 + ratio + sqrt(1.0 + ratio * ratio));
    }
    return a + b - hypot(a, b);
}

double mb_cck(double lambda, double a, double b)
{
    return lambda * mb_fischer_burmeister(a, b) + (1.0 - lambda) * fmax(0.0, a) * fmax(0.0, b);
}

double mb_prox(double r, double a, double b)
{
    const double x = a - r * b;

    return x > 0.0 || x != x ? a - x : a;
}

double mb_merit_natural(const mb_lcp *p, const double *z)
{
    double sum = 0.0;

    for (int i = 0; i < p->n; i++) {
        const double phi = mb_min_map(z[i], p->b[i] + mbi_dot(p->n, p->A + i * p->n, z));
        sum += 0.5 * phi * phi;
    }
    return sum;
}

double mb_merit_fb(const mb_lcp *p, const double *z) { return mb_merit_cck(p, 1.0, z); }

double mb_merit_cck(const mb_lcp *p, double lambda, const double *z)
{
    double sum = 0.0;

    for (int i = 0; i < p->n; i++) {
        const double phi = mb_cck(lambda, z[i], p->b[i] + mbi_dot(p->n, p->A + i * p->n, z));
        sum += 0.5 * phi * phi;
    }
    return sum;
}

/* the first row of [A b] that is not finite, or -1 */
static int mbi_row_not_finite(int n, const double *A, const double *b)
{
    if (mbi_all_finite(n, b) && mbi_all_finite(n * n, A)) return -1;
    for (int i = 0; i < n; i++)
        if (!mbi_all_finite(1, b + i) || !mbi_all_finite(n, A + i * n)) return i;
    return -1;
}

/* what every solver asks of an LCP before it starts: MB_OK, MB_BAD_ARG or MB_NOT_FINITE */
static mb_status mbi_check_lcp(const mb_lcp *p, const double *z, mb_info *info)
{
    int row;

    if (!p || p->n < 0 || p->n > MB_MAX_N || (p->n > 0 && (!p->A || !p->b || !z))) return mbi_refuse(info, MB_BAD_ARG, -1);
    row = mbi_row_not_finite(p->n, p->A, p->b);
    return row < 0 ? MB_OK : mbi_refuse(info, MB_NOT_FINITE, row);
}

/* the same of an mLCP: bounds that are NaN, crossed, or infinite on the wrong side are MB_BAD_ARG */
static mb_status mbi_check_mlcp(const mb_mlcp *p, const double *z, mb_info *info)
{
    int row;

    if (!p || p->n < 0 || p->n > MB_MAX_N || (p->n > 0 && (!p->A || !p->b || !z))) return mbi_refuse(info, MB_BAD_ARG, -1);
    row = mbi_row_not_finite(p->n, p->A, p->b);
    if (row >= 0) return mbi_refuse(info, MB_NOT_FINITE, row);
    for (int i = 0; i < p->n; i++) {
        const double lo = p->lo ? p->lo[i] : 0.0, hi = p->hi ? p->hi[i] : HUGE_VAL;
        if (lo != lo || hi != hi) return mbi_refuse(info, MB_NOT_FINITE, i);
        if (!(lo <= hi) || lo >= HUGE_VAL || hi <= -HUGE_VAL) return mbi_refuse(info, MB_BAD_ARG, i);
        if (p->findex && p->findex[i] >= 0 && (p->findex[i] >= p->n || p->findex[i] == i || lo > 0.0 || hi < 0.0))
            return mbi_refuse(info, MB_BAD_ARG, i);
    }
    return MB_OK;
}

/* -- mLCP to LCP --
 *
 * With F the free variables and B the others, z_B = offset + sign x, and the free rows 0 = A_FF z_F + A_FB z_B + b_F:
 *
 *     z_F = free_const + free_gain x,   free_gain = -A_FF \ A_FB diag(sign),   free_const = -A_FF \ (b_F + A_FB offset)
 *
 * Row i of B then reads sign_i w_i _|_ x_i. A variable with two bounds, width u = hi - lo, needs the multiplier y >= 0 of its upper
 * one: w_i + y _|_ x_i,  u - x_i _|_ y.
 */

enum { MBI_FREE, MBI_LOWER, MBI_UPPER, MBI_BOX };

static int mbi_bound_kind(const mb_mlcp *p, int i)
{
    const int lower = !p->lo || p->lo[i] > -HUGE_VAL, upper = p->hi && p->hi[i] < HUGE_VAL;

    return lower ? (upper ? MBI_BOX : MBI_LOWER) : (upper ? MBI_UPPER : MBI_FREE);
}

size_t mb_mlcp_to_lcp_scratch(int n) { return mbi_bytes(4.0 * n * n + 7.0 * n, 3 * n + 3); }

/* free_gain and free_const; work[nf] */
static mb_status mbi_eliminate_free(const mb_mlcp *p, const mb_schur *s, double *gain, double *constant, double *FF, int *pivot,
                                    double *column)
{
    const int n = p->n, nf = s->nfree, nb = n - nf;

    for (int i = 0; i < nf; i++) {
        const double *row = p->A + s->free_index[i] * n;
        for (int j = 0; j < nf; j++) FF[i * nf + j] = row[s->free_index[j]];
        constant[i] = -p->b[s->free_index[i]];
        for (int j = 0; j < nb; j++) constant[i] -= row[s->bound_index[j]] * s->offset[j];
    }
    if (mb_lu_factor(nf, FF, pivot) != MB_OK) return MB_SINGULAR;
    mb_lu_solve(nf, FF, pivot, constant);
    for (int j = 0; j < nb; j++) {
        for (int i = 0; i < nf; i++) column[i] = -s->sign[j] * p->A[s->free_index[i] * n + s->bound_index[j]];
        mb_lu_solve(nf, FF, pivot, column);
        for (int i = 0; i < nf; i++) gain[i * nb + j] = column[i];
    }
    return mbi_all_finite(nf * nb, gain) && mbi_all_finite(nf, constant) ? MB_OK : MB_SINGULAR;
}

/* the LCP's rows, from those of the mLCP and z_F, z_B as functions of x */
static void mbi_reduced_rows(const mb_schur *s, double *A, double *b)
{
    const mb_mlcp *p = s->p;
    const int n = p->n, nf = s->nfree, nb = n - nf, m = s->lcp.n;

    mbi_zero(m * m, A);
    for (int i = 0, box = nb; i < nb; i++) {
        const double *row = p->A + s->bound_index[i] * n;
        double *out = A + i * m;
        b[i] = p->b[s->bound_index[i]];
        for (int j = 0; j < nb; j++) {
            out[j] = row[s->bound_index[j]] * s->sign[j];
            b[i] += row[s->bound_index[j]] * s->offset[j];
        }
        for (int k = 0; k < nf; k++) {
            mbi_axpy(nb, row[s->free_index[k]], s->free_gain + k * nb, out);
            b[i] += row[s->free_index[k]] * s->free_const[k];
        }
        for (int j = 0; j < nb; j++) out[j] *= s->sign[i];
        b[i] *= s->sign[i];
        if (mbi_bound_kind(p, s->bound_index[i]) == MBI_BOX) {
            out[box] = 1.0;
            A[box * m + i] = -1.0;
            b[box] = p->hi[s->bound_index[i]] - (p->lo ? p->lo[s->bound_index[i]] : 0.0);
            box++;
        }
    }
}

mb_status mb_mlcp_to_lcp(const mb_mlcp *p, mb_schur *out, mb_info *info, mb_arena *arena)
{
    const int n = p ? p->n : 0;
    mb_arena a = *arena;
    mb_status status = mbi_check_mlcp(p, p ? p->b : NULL, info);
    int nf = 0, nbox = 0, nb, m;
    int *index, *pivot;
    double *sign, *offset, *gain, *constant, *FF, *column, *A, *b;

    if (status != MB_OK) return status;
    for (int i = 0; i < n; i++) {
        const int kind = mbi_bound_kind(p, i);
        if (p->findex && p->findex[i] >= 0) return mbi_refuse(info, MB_BAD_ARG, i);
        nf += kind == MBI_FREE;
        nbox += kind == MBI_BOX;
    }
    nb = n - nf;
    m = nb + nbox;
    if (m > MB_MAX_N) return mbi_refuse(info, MB_BAD_ARG, -1);

    A = mb_arena_matrix(&a, m, m);
    b = mb_arena_doubles(&a, m);
    index = mb_arena_ints(&a, n);
    sign = mb_arena_doubles(&a, nb);
    offset = mb_arena_doubles(&a, nb);
    gain = mb_arena_matrix(&a, nf, nb);
    constant = mb_arena_doubles(&a, nf);
    *arena = a;                                                /* what follows is scratch; taken back below on failure */
    FF = mb_arena_matrix(&a, nf, nf);
    column = mb_arena_doubles(&a, nf);
    pivot = mb_arena_ints(&a, nf);
    if (!A || !b || !index || !sign || !offset || !gain || !constant || !FF || !column || !pivot)
        return mbi_refuse(info, MB_NO_MEMORY, -1);

    for (int i = 0, f = 0, k = 0; i < n; i++) {
        const int kind = mbi_bound_kind(p, i);
        if (kind == MBI_FREE) {
            index[f++] = i;
        } else {
            sign[k] = kind == MBI_UPPER ? -1.0 : 1.0;
            offset[k] = kind == MBI_UPPER ? p->hi[i] : p->lo ? p->lo[i] : 0.0;
            index[nf + k++] = i;
        }
    }
    out->p = p;
    out->nfree = nf;
    out->nbox = nbox;
    out->free_index = index;
    out->bound_index = index + nf;
    out->sign = sign;
    out->offset = offset;
    out->free_const = constant;
    out->free_gain = gain;
    out->lcp.n = m;
    out->lcp.A = A;
    out->lcp.b = b;
    if (mbi_eliminate_free(p, out, gain, constant, FF, pivot, column) != MB_OK) return mbi_refuse(info, MB_SINGULAR, -1);
    mbi_reduced_rows(out, A, b);
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

void mb_mlcp_from_lcp(const mb_schur *schur, const double *x, double *z)
{
    const int nf = schur->nfree, nb = schur->p->n - nf;

    for (int i = 0; i < nb; i++) z[schur->bound_index[i]] = schur->offset[i] + schur->sign[i] * x[i];
    for (int i = 0; i < nf; i++) z[schur->free_index[i]] = schur->free_const[i] + mbi_dot(nb, schur->free_gain + i * nb, x);
}

/* ==== solvers =============================================================================================================== */

/* The table, in the order in which `list solvers` shows it. */
const mb_solver mb_solvers[] = {
    { "lemke", mb_lemke, NULL, mb_lemke_scratch, "Lemke's pivoting: any LCP of a contact problem; the default" },
    { "pgs", mb_pgs, NULL, mb_pgs_scratch, "projected Gauss-Seidel/SOR: symmetric positive definite A" },
    { "lemke", NULL, mb_mlcp_lemke, mb_mlcp_lemke_scratch, "mLCP: free block eliminated, then Lemke; the default" },
};
const int mb_solver_count = (int)(sizeof mb_solvers / sizeof mb_solvers[0]);

const mb_solver *mb_find_lcp_solver(const char *name)
{
    for (int i = 0; name && i < mb_solver_count; i++)
        if (mb_solvers[i].lcp && strcmp(mb_solvers[i].name, name) == 0) return &mb_solvers[i];
    return NULL;
}

const mb_solver *mb_find_mlcp_solver(const char *name)
{
    for (int i = 0; name && i < mb_solver_count; i++)
        if (mb_solvers[i].mlcp && strcmp(mb_solvers[i].name, name) == 0) return &mb_solvers[i];
    return NULL;
}

/* ---- pivoting: Lemke --------------------------------------------------------------------------------------------------------
 *
 * Find z >= 0, w = A z + b >= 0, z'w = 0. With an artificial variable z0 the system w = A z + d z0 + b, d = (1, ..., 1), has the
 * complementary solution z = 0, z0 = max(-b). Exchange basic and nonbasic variables one pair at a time so that z_i and w_i are never
 * both basic; when z0 leaves, the problem is solved. The entering variable is the complement of the one that left.
 * Source: [CPS] sec 4.4.
 */

size_t mb_lemke_scratch(int n) { return n < 0 ? 0 : mbi_bytes((double)n * (n + 2), 2 * n + 1); }

/* exchange basic variable of row r with the nonbasic one of column c in the dictionary basic = T [nonbasic; 1], T[n*(n+2)] */
static void mbi_lemke_pivot(int n, double *T, int r, int c)
{
    const int m = n + 2;
    double *row = T + r * m;
    const double pivot = row[c];

    for (int j = 0; j < m; j++) row[j] /= -pivot;
    row[c] = 1.0 / pivot;
    for (int i = 0; i < n; i++) {
        double *ri = T + i * m;
        const double a = ri[c];
        if (i == r || a == 0.0) continue;
        ri[c] = 0.0;
        mbi_axpy(m, a, row, ri);
    }
}

/* the row whose basic variable reaches 0 first as column c grows, z0 preferred in a tie; -1 if none does */
static int mbi_lemke_ratio(int n, const double *T, const int *basic, int c, double *ratio)
{
    const int m = n + 2;
    int best = -1;

    for (int i = 0; i < n; i++) {
        const double a = -T[i * m + c], q = fmax(0.0, T[i * m + n + 1]);
        if (a <= 1e-11) continue;
        if (best < 0 || q / a < *ratio || (q / a <= *ratio && basic[i] == 2 * n)) {
            best = i;
            *ratio = q / a;
        }
    }
    return best;
}

mb_status mb_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    mb_status status = mbi_check_lcp(p, z, info);
    mb_options o;
    int n, m, c, r = 0, iteration = 0;
    int *basic, *column;
    double *T, scale, residual;

    if (status != MB_OK) return status;
    n = p->n;
    m = n + 2;
    if (!mbi_options(opt, n > 2 ? 50 * n : 100, &o)) return mbi_refuse(info, MB_BAD_ARG, -1);
    T = mb_arena_matrix(&scratch, n, m);
    basic = mb_arena_ints(&scratch, 2 * n + 1);
    if (!T || !basic) return mbi_refuse(info, MB_NO_MEMORY, -1);
    column = basic + n;

    scale = mbi_max_abs(n, p->b);
    for (int i = 0; i < n; i++) {
        mbi_copy(n, p->A + i * n, T + i * m);
        T[i * m + n] = 1.0;
        T[i * m + n + 1] = scale > 0.0 ? p->b[i] / scale : 0.0;
        basic[i] = n + i;
        column[i] = i;
        if (p->b[i] < p->b[r]) r = i;
    }
    column[n] = 2 * n;
    mbi_zero(n, z);
    if (n == 0 || p->b[r] >= 0.0) return mbi_done(info, MB_OK, 0, mb_residual(p, z), -1);

    for (c = n;;) {                                            /* z0 enters first, in the row of the most negative b */
        double ratio = 0.0;
        int left;
        if (iteration > 0) r = mbi_lemke_ratio(n, T, basic, c, &ratio);
        if (r < 0) return mbi_done(info, MB_RAY, iteration, mb_residual(p, z), -1);
        if (iteration == o.max_iter) return mbi_done(info, MB_MAX_ITER, iteration, mb_residual(p, z), -1);
        mbi_lemke_pivot(n, T, r, c);
        left = basic[r];
        basic[r] = column[c];
        column[c] = left;
        mbi_record(&o, ++iteration, 0.0, ratio, basic[r], left, n, NULL);
        if (left == 2 * n) break;
        for (c = 0; column[c] != (left < n ? left + n : left - n);) c++;
    }
    for (int i = 0; i < n; i++)
        if (basic[i] < n) z[basic[i]] = scale * fmax(0.0, T[i * m + n + 1]);
    residual = mb_residual(p, z);
    return mbi_done(info, residual <= o.tol ? MB_OK : MB_STALLED, iteration, residual, -1);
}

/* ---- splitting: projected Gauss-Seidel ------------------------------------------------------------------------------------ */

size_t mb_pgs_scratch(int n)
{
    (void)n;
    return 0;
}

/* one sweep, in place: each z_i solves its own row with the others held, then is projected onto z_i >= 0; returns |dz|_inf */
static double mbi_pgs_sweep(const mb_lcp *p, double omega, double *z)
{
    double change = 0.0;

    for (int i = 0; i < p->n; i++) {
        const double *row = p->A + i * p->n;
        const double w = p->b[i] + mbi_dot(p->n, row, z);      /* w_i = A_i z + b_i */
        const double next = fmax(0.0, z[i] - omega * w / row[i]);
        change = fmax(change, fabs(next - z[i]));
        z[i] = next;
    }
    return change;
}

mb_status mb_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    mb_status status = mbi_check_lcp(p, z, info);
    mb_options o;
    double residual;

    (void)scratch;
    if (status != MB_OK) return status;
    if (!mbi_options(opt, 1000, &o)) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (!mbi_all_finite(p->n, z)) return mbi_refuse(info, MB_NOT_FINITE, -1);
    residual = mb_residual(p, z);
    for (int i = 0; i < p->n; i++)
        if (!(p->A[i * p->n + i] > 0.0)) return mbi_done(info, MB_SINGULAR, 0, residual, i);

    for (int k = 0;; k++) {
        double change;
        if (residual <= o.tol) return mbi_done(info, MB_OK, k, residual, -1);
        if (k == o.max_iter) return mbi_done(info, MB_MAX_ITER, k, residual, -1);
        change = mbi_pgs_sweep(p, o.omega, z);
        residual = mb_residual(p, z);
        mbi_record(&o, k + 1, residual, change, -1, -1, p->n, z);
    }
}

/* ---- Newton --------------------------------------------------------------------------------------------------------------- */

/* ---- interior point and fixed point --------------------------------------------------------------------------------------- */

/* ---- mixed problems ------------------------------------------------------------------------------------------------------- */

size_t mb_mlcp_lemke_scratch(int n)
{
    if (n < 0 || n > MB_MAX_N / 2) return SIZE_MAX;
    return mb_mlcp_to_lcp_scratch(n) + mb_lemke_scratch(2 * n) + mbi_bytes(3.0 * n, 0);
}

mb_status mb_mlcp_lemke(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    mb_schur s;
    mb_info mine;
    mb_status status;
    mb_options o;
    double *x;

    if (!mbi_options(opt, 0, &o)) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (p && p->n > 0 && !z) return mbi_refuse(info, MB_BAD_ARG, -1);
    status = mb_mlcp_to_lcp(p, &s, info, &scratch);
    if (status != MB_OK) return status;
    x = mb_arena_doubles(&scratch, s.lcp.n);
    if (!x) return mbi_refuse(info, MB_NO_MEMORY, -1);
    status = mb_lemke(&s.lcp, opt, x, &mine, scratch);
    if (status < 0) return mbi_refuse(info, status, -1);
    mb_mlcp_from_lcp(&s, x, z);
    mine.residual = mb_mlcp_residual(p, z);
    if (status == MB_OK && !(mine.residual <= o.tol)) status = MB_STALLED;
    return mbi_done(info, status, mine.iterations, mine.residual, -1);
}

#endif /* MBSIM_IMPLEMENTATION_DONE */
#endif /* MBSIM_IMPLEMENTATION */
