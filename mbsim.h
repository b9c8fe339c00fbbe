/* mbsim.h 0.4.0: contact simulation as complementarity problems
 *
 * SPDX-License-Identifier: MIT-0
 * Copyright 2026 the mbsim authors; the licence stands at the end.
 *
 * A complete program: solve LCP(A, b), find z >= 0 with w = A z + b >= 0 and z'w = 0. The define
 * goes into ONE .c (or C++) file; include the header without it wherever else you need it.
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
 *         printf("z = (%g, %g), residual %g\n", z[0], z[1], info.residual);
 *         return 0;
 *     }
 *
 * It prints z = (1.33333, 2.33333) and a residual of rounding size. The header does not allocate,
 * print, exit, assert, keep state between calls or start threads; matrices are dense. Compile with
 * -ffp-contract=off where results must agree between machines to the last bit; never with
 * -ffast-math.
 *
 * WHAT IS HERE, in the order of the labs. In the file all declarations come first; among the
 * implementations each solver opens with the loop of the textbook.
 *
 *     status and info, arena        what solvers report, and the memory that they work in
 *     dense algebra                 products, LU, Cholesky
 *     problems and residuals        mb_lcp, mb_mlcp, mb_residual; "what MB_OK means"     lab 1
 *     solvers: splitting            Gauss-Seidel, Jacobi                                 lab 2
 *     solvers: pivoting             Lemke                                                lab 3
 *     solvers: Newton               Fischer-Burmeister                                   lab 4
 *     solvers: enumeration          the reference for small problems
 *     solvers for mixed problems    these methods with bounds; more are in minisim2d/solving/more.h
 *     dynamics and formulations     a step as a problem: Stewart-Trinkle (ST), Anitescu-Potra (AP),
 *                                   Polyhedral Exact Geometry (PEG): the equations at mb_st_lcp,
 *                                   then mbi_pattern, mbi_mixed, mbi_reduced; convex models are in
 *                                   minisim2d/solving/convex.h
 *     planar minisim                particles among polylines: mb_sim_step, mbi_contact_step, then
 *                                   mb_detect, or mb_sweep for the kit's own formulation, swept
 *
 * TO ADD A SOLVER, declare and write a function of type mb_lcp_solver or mb_mlcp_solver and one for
 * its scratch, as mb_pgs and mb_pgs_scratch, and add a row to mb_solvers[]. TO ADD A FORMULATION,
 * declare and write its functions, add a row at the end of mb_formulations[] and its name in the
 * enum before MB_FURTHER. The program offers it; test_solvers.c and test_dynamics.c test it with
 * the others.
 *
 * CONVENTIONS
 *   matrices   row-major and tight: A[i*n + j]; sizes and indices are int, n <= MB_MAX_N
 *   units      SI; p are impulses [N s], p_ext = h f_ext; psi are gaps [m], < 0 in penetration
 *   contact    the normal points from body 1 (here: the world) to body 2
 *   obstacle   a polyline with the solid on the right of the direction of travel; its normal is
 *              that direction turned by +90 degrees
 *   memory     solvers work in an mb_arena that the caller owns. mb_..._scratch returns the bytes
 *              that a solver needs, exactly (one less: MB_NO_MEMORY); for the formulations, the
 *              terrain and the simulator an upper bound
 *
 * REFERENCES
 *   [CPS]   Cottle, Pang, Stone, The Linear Complementarity Problem, 1992
 *   [RPI]   Williams, Lu, Niebe et al., RPI-MATLAB-Simulator, VRIPHYS 2013
 *   [PEG]   Flickinger, Williams, Trinkle, Performance of a Method for Formulating Geometrically
 *           Exact Complementarity Constraints, J. Comput. Nonlinear Dynam. 2014
 *   [BPMD]  Lu et al., A Framework for Problem Standardization and Algorithm Comparison,
 *           DETC2014-35041
 *   [ODE]   Drumwright et al., Extending Open Dynamics Engine for Robotics Simulation, SIMPAR 2010
 *   [ST96]  Stewart, Trinkle, Int. J. Numer. Methods Eng. 39, 1996
 *   [AP97]  Anitescu, Potra, Nonlinear Dynamics 14, 1997
 *   [GVL]   Golub, Van Loan, Matrix Computations
 *
 * SYMBOLS   here               [RPI]         [PEG]
 *           A, b               A, b          M, q         of the problem; M is the mass matrix
 *           psi                psi_n         psi          gap [m]
 *           Jn, Jf, by rows    G_n', G_f'    G_n', G_f'   contact and friction Jacobians
 *           p_n, p_f           p_n, p_f      lambda       impulses [N s]
 *           c                  c_a           c_a          PEG's auxiliary velocities [m/s]
 *           s                  s             sigma        slip speed [m/s]
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

#define MB_VERSION_MAJOR 0
#define MB_VERSION_MINOR 4
#define MB_VERSION_PATCH 0
#define MBI_TEXT(x) #x
#define MBI_VERSION(major, minor, patch) MBI_TEXT(major) "." MBI_TEXT(minor) "." MBI_TEXT(patch)
#define MB_VERSION MBI_VERSION(MB_VERSION_MAJOR, MB_VERSION_MINOR, MB_VERSION_PATCH)
#define MB_MAX_N 46340           /* n*n must fit an int of 32 bits */

/* ---- status and info ---- */

typedef enum {
    MB_OK = 0,                   /* solved and checked: see "what MB_OK means" */
    /* > 0: ran and failed, the last iterate is in z */
    MB_MAX_ITER = 1,             /* the iterations or pivots allowed were used up */
    MB_RAY = 2,                  /* ended on a ray: no solution, if A is copositive-plus or PSD */
    MB_SINGULAR = 3,             /* a matrix to invert is singular, or a diagonal entry <= 0 */
    MB_STALLED = 4,              /* the method can't make the residual any smaller */
    /* < 0: call rejected, outputs untouched */
    MB_BAD_ARG = -1,             /* NULL, n out of range, lo > hi, an invalid option, or a kind of
                                    problem that the method does not handle */
    MB_NOT_FINITE = -2,          /* NaN or Inf in the problem or in the start */
    MB_NO_MEMORY = -3,           /* the scratch arena is too small */
    MB_TODO = -4                 /* not written yet: what a lab's stub returns */
} mb_status;

/* A solver's report; filled on every path, unless it is NULL. */
typedef struct {
    mb_status status;
    int iterations;              /* sweeps, pivots or Newton steps done */
    double residual;             /* of the z returned; HUGE_VAL: not computed */
    int where;                   /* row, variable or contact that failed, -1: none; with MB_TODO
                                    the number of the lab */
} mb_info;

/* mb_status_name: "MB_OK", "MB_RAY", ...; mb_status_text: what it means and what to try */
MBSIM_API const char *mb_status_name(mb_status status);
MBSIM_API const char *mb_status_text(mb_status status);

/* ---- arena ---- */

/* The unused part [beg, end) of a block of memory. Passed by value it is scratch, free again on
 * return; what is taken through a pointer stays taken. */
typedef struct { char *beg, *end; } mb_arena;

/* mb_arena_make: an arena over size bytes at memory (aligned for double, as malloc's is) */
MBSIM_API mb_arena mb_arena_make(void *memory, size_t size);

/* mb_arena_doubles, _ints, _matrix: room for count, or rows x cols, of them, aligned for double,
 * not cleared; NULL if there is no room */
MBSIM_API double *mb_arena_doubles(mb_arena *arena, int count);
MBSIM_API int *mb_arena_ints(mb_arena *arena, int count);
MBSIM_API double *mb_arena_matrix(mb_arena *arena, int rows, int cols);

/* ---- dense algebra ---- */

/* y = A x and y = A' x, A[m*n]. Cost m n. */
MBSIM_API void mb_matvec(int m, int n, const double *A, const double *x, double *y);
MBSIM_API void mb_matvec_transposed(int m, int n, const double *A, const double *x, double *y);

/* mb_lu_factor: P A = L U by Gaussian elimination with partial pivoting, in place
 *
 *   A        in/out  A[n*n]: L below the diagonal (its unit diagonal not stored), U on and above
 *   pivot    out     pivot[n]: row k was exchanged with row pivot[k] >= k
 *
 * Returns MB_OK or MB_SINGULAR (a column with no nonzero pivot; NaN counts as one). Nearly singular
 * matrices pass: check the residual of your solution. Cost n^3/3.  Source: [GVL] sec 3.4.
 */
MBSIM_API mb_status mb_lu_factor(int n, double *A, int *pivot);

/* mb_lu_solve: x = A \ x with the factors of mb_lu_factor. Cost n^2. */
MBSIM_API void mb_lu_solve(int n, const double *LU, const int *pivot, double *x);

/* ---- problems and residuals ---- */

/* LCP(A, b): find z >= 0, w = A z + b >= 0, z'w = 0. Neither A nor b is ever written. */
typedef struct {
    int n;
    const double *A, *b;         /* A[n*n] row-major, b[n] */
} mb_lcp;

/* mLCP: find lo <= z <= hi with w = A z + b, w_i >= 0 where z_i = lo_i, <= 0 where z_i = hi_i, 0
 * between. With findex[i] = f >= 0 the bounds of variable i are lo_i z_f and hi_i z_f: friction in
 * the box form, lo = -mu, hi = mu. */
typedef struct {
    int n;
    const double *A, *b;         /* A[n*n] row-major, b[n] */
    const double *lo, *hi;       /* [n]; NULL = all 0, all +inf; +-HUGE_VAL = no bound */
    const int *findex;           /* [n], -1 = plain bounds; NULL = all plain */
} mb_mlcp;

/* mb_residual: the scaled natural residual of LCP(A, b) at z, by which every solver is judged
 *
 *     r(z) = max_i | min(z_i/zs, w_i/ws_i) |,   zs = |z|_inf,   ws_i = |b_i| + sum_j |A_ij z_j|
 *
 * with zs = 1 if z = 0, and 0/0 = 0. A row of nothing but rounding counts as w_i = 0:
 * ws_i <= 2^-52 max_j |A_ij| max_k |z_k|, k over the nonzero columns of row i and of each row j
 * among them; bodies at rest on each other leave such rows. Scaling a row of A and b, or all of b
 * and z, does not change r; a new unit for one z_j does. NaN in, NaN out; n = 0 gives 0. Terms that
 * under- or overflow are summed relative to the largest; a row whose terms all underflow although
 * |z|_inf > 1e-100 counts as 0. Cost n^2, no memory.
 */
MBSIM_API double mb_residual(const mb_lcp *p, const double *z);

/* mb_mlcp_residual: the same for an mLCP, max_i |mid((z_i - lo_i)/zs, w_i/ws_i, (z_i - hi_i)/zs)|,
 * which is |w_i|/ws_i for a free variable. Bounds by findex are those at z. */
MBSIM_API double mb_mlcp_residual(const mb_mlcp *p, const double *z);

/* What MB_OK means, from every solver:
 *
 *   - z is inside its bounds, to the last bit; its scaled natural residual is <= tol;
 *   - where w_i should be 0, it is within 1e-6 |b_i| of it, at z or at a point within 1e-6 of each
 *     z_j; or, as b_i may be 0 or rounding, w_i is rounding (below 1e-13 of the terms), and the
 *     equations w_i = 0 contradict each other by no more than rounding, or 1e-6 of b.
 *
 * The residual alone also accepts a z so large that b is lost beside A z, which problems without a
 * solution have. Below 1e-13 of A z, as b = 1 is beside 1e13, a contradiction is not detected.
 * With singular A a solution can be refused, even at a residual of 0, if its size comes from
 * neither b nor a bound (b = 0, z on a line of solutions), or b is small beside terms of bounds.
 * The numbers: "MB_OK in full", at the code. */

/* mb_mlcp_judge: clamps z to its bounds; 1 if it is then MB_OK, *residual = its residual. p must be
 * valid, z without NaN; 0 if scratch has less than mb_mlcp_judge_scratch(n) bytes. */
MBSIM_API int mb_mlcp_judge(const mb_mlcp *p, double tol, double *z, double *residual,
                            mb_arena scratch);
MBSIM_API size_t mb_mlcp_judge_scratch(int n);

/* mb_infeasible: 1 if u proves that p has no solution, whatever A is (Farkas): u_i >= 0 where z_i
 * has a lower bound, <= 0 where it has an upper one, so that u'w >= 0 at a solution, but u'w =
 * z'A'u + b'u < 0 at all z inside the bounds, beyond rounding. 0 with findex. */
MBSIM_API int mb_infeasible(const mb_mlcp *p, const double *u);

/* mb_slack: w = A z + b. Cost n^2. */
MBSIM_API void mb_slack(const mb_lcp *p, const double *z, double *w);

/* Complementarity functions: phi(a, b) = 0 iff a >= 0, b >= 0 and a b = 0. Source: [BPMD] eq 12-16.
 *
 *   mb_fischer_burmeister   a + b - sqrt(a^2 + b^2), without overflow or cancellation
 *   mb_cck                  Chen-Chen-Kanzow: lambda phi_FB + (1 - lambda) max(0, a) max(0, b),
 *                           0 < lambda <= 1; [BPMD] uses lambda = 0.7
 */
MBSIM_API double mb_fischer_burmeister(double a, double b);
MBSIM_API double mb_cck(double lambda, double a, double b);

/* An mLCP turned into an LCP: free variables eliminated by a Schur complement, bounds shifted and
 * reflected to x >= 0, one more unknown for each variable with two finite bounds: the multiplier of
 * the upper one. */
typedef struct {
    mb_lcp lcp;                  /* the LCP; its n <= 2 p->n */
    const mb_mlcp *p;            /* the mLCP; must outlive this */
    int nfree, nbox;             /* free variables, and variables with two finite bounds */
    int *free_index;             /* [nfree] their indices in p */
    int *bound_index;            /* [p->n - nfree] indices in p of the LCP's first unknowns */
    double *sign, *offset;       /* [p->n - nfree] z = offset + sign x */
    double *free_const;          /* [nfree]: z_free = free_const + free_gain x */
    double *free_gain;           /* [nfree*(p->n - nfree)] */
} mb_schur;

/* mb_mlcp_to_lcp: the LCP of an mLCP, in memory taken from arena; mb_mlcp_from_lcp: x back to z
 *
 * Returns MB_OK, MB_SINGULAR (the free block; where = the column), MB_BAD_ARG (findex),
 * MB_NOT_FINITE, MB_NO_MEMORY. Cost nfree^3/3 + nfree n^2.  Source: [CPS] sec 1.5, 2.3.
 */
MBSIM_API mb_status mb_mlcp_to_lcp(const mb_mlcp *p, mb_schur *out, mb_info *info, mb_arena *arena);
MBSIM_API void mb_mlcp_from_lcp(const mb_schur *schur, const double *x, double *z);
MBSIM_API size_t mb_mlcp_to_lcp_scratch(int n);

/* ---- solvers ---- */

/* One iteration, as a solver passes it to opt->trace. Variables are numbered z_i = i, w_i = n + i,
 * and Lemke's artificial z0 = 2 n. */
typedef struct {
    int iteration;               /* from 1; Newton, interior and fixed point: the start as 0 */
    double residual;             /* of z; Lemke: the artificial variable z0, 0 when done */
    double step;                 /* pivoting: ratio; Newton: step length; splitting: |dz|_inf */
    int entering, leaving;       /* pivoting: the variables that change places; -1 elsewhere */
    int n;
    const double *z;             /* z[n], NULL where the solver does not have it at hand */
} mb_trace;

typedef void mb_trace_fn(void *user, const mb_trace *trace);

/* Options of all solvers; NULL or {0} = every default. A solver ignores the fields that its comment
 * does not name; in the others, negative, infinite or otherwise invalid values are MB_BAD_ARG. */
typedef struct {
    double tol;                  /* of the residual; default 1e-10 */
    int max_iter;                /* sweeps, pivots, Newton steps; each solver names its default */
    double omega;                /* relaxation of the splitting methods, in (0, 2); default 1 */
    double lambda;               /* Fischer-Newton: weight of Fischer-Burmeister, in (0, 1] */
    double *history;             /* [history_len] or NULL: history[k] = the residual (Lemke: z0)
                                    after iteration k + 1 */
    int history_len;             /* not read where history is NULL */
    double *ray;                 /* [n] or NULL: on MB_RAY the direction of the ray, |u|_inf = 1 */
    mb_trace_fn *trace;          /* called at every iteration; NULL = no trace */
    void *trace_user;
} mb_options;

typedef mb_status mb_lcp_solver(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                                mb_arena scratch);
typedef mb_status mb_mlcp_solver(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                                 mb_arena scratch);

/* A solver by name, for programs and tests. Exactly one of lcp and mlcp is not NULL. */
typedef struct {
    const char *name;            /* as in --solver lemke */
    mb_lcp_solver *lcp;
    mb_mlcp_solver *mlcp;
    size_t (*scratch)(int n);
    const char *summary;         /* one line: the method and its problems */
} mb_solver;

MBSIM_API const mb_solver mb_solvers[];
MBSIM_API const int mb_solver_count;

/* mb_find_lcp_solver, mb_find_mlcp_solver: by name, or NULL. The two kinds share their names. */
MBSIM_API const mb_solver *mb_find_lcp_solver(const char *name);
MBSIM_API const mb_solver *mb_find_mlcp_solver(const char *name);

/* Arguments of every solver; exceptions are listed with the solver.
 *
 *   p        in      the problem; LCP: p->A[n*n] row-major, p->b[n], 0 <= n <= MB_MAX_N
 *   opt      in      tol (1e-10) and the fields named there, defaults in brackets; may be NULL
 *   z        in/out  z[n]: start in, last iterate out; pivoting and enumeration read no start
 *   info     out     may be NULL
 *   scratch  in      >= mb_..._scratch(n) bytes
 *
 * Every solver may return MB_OK, MB_BAD_ARG, MB_NOT_FINITE, MB_NO_MEMORY. "Cost" counts
 * multiply-adds. */

/* -- solvers: pivoting -- */

/* BEGIN SOLUTION lemke */
/* mb_lemke: Lemke's complementary pivoting with the covering vector of ones; any A
 *
 *   opt      in      max_iter = pivots (max(100, 50 n)), history, ray, trace
 *   info     out     iterations = pivots
 *
 * Also returns MB_RAY, MB_MAX_ITER, MB_STALLED (ended on a basis whose z fails the test of MB_OK).
 * Solves every solvable problem with copositive-plus, positive semidefinite or P-matrix A; for the
 * first two MB_RAY means that there is no solution, elsewhere only that no path got further.
 *   - mb_infeasible says whether the ray in opt->ray is a proof. By rounding a path can end on a
 *     ray although there is a solution: nearly parallel normals can make A singular in doubles.
 *   - Where the path cycles or fails by roundoff, others with other covering vectors follow: their
 *     pivots count as well, and in the trace z0 enters again.
 *   - b and z, in units in which A is about 1, should lie within 1e-150 to 1e150.
 *   - Murty's and Fathi's examples take 2^n pivots.
 * Cost of pivot k: n k, at most 2 n^2.  Source: [CPS] sec 4.4; Harris, Pivot selection methods of
 * the Devex LP code, Math. Programming 5, 1973.
 */
/* END SOLUTION */
MBSIM_API mb_lcp_solver mb_lemke;
MBSIM_API size_t mb_lemke_scratch(int n);

/* -- solvers: splitting -- */

/* BEGIN SOLUTION pgs */
/* mb_pgs: projected Gauss-Seidel with over-relaxation; A_ii > 0
 *
 *     z_i <- max(0, z_i - omega w_i / A_ii),   w = A z + b with the z_j, j < i, of this sweep
 *
 *   opt      in      max_iter = sweeps (1000), omega in (0, 2) (1), history, trace
 *
 * Also returns MB_MAX_ITER, MB_STALLED (a sweep changed nothing, or the iterates diverged),
 * MB_SINGULAR (info->where: the first i with no finite 1/A_ii > 0).
 * Converges when A is symmetric positive definite, or strictly diagonally dominant at omega = 1;
 * slowly when bodies of very different mass are stacked. Fails on Stewart-Trinkle's rows for s,
 * whose diagonal is zero (use mb_mlcp_pgs with findex).
 * Cost n^2 a sweep, and as much for each residual: before the first sweep, after every 16th
 * (`iterations` can be 15 too high), when a sweep's own change first falls below tol |z|, and with
 * a history or a trace after every sweep.
 * Source: [CPS] sec 5.2; [ODE] eq 6-9.
 */
/* END SOLUTION */
MBSIM_API mb_lcp_solver mb_pgs;
MBSIM_API size_t mb_pgs_scratch(int n);

/* BEGIN SOLUTION pgs */
/* mb_jacobi: projected Jacobi iteration, damped
 *
 *     z_i <- max(0, z_i - omega w_i / A_ii),   w = A z + b with z before the sweep
 *
 *   opt      in      omega (1 / max_i sum_j |A_ij| / A_ii); everything else as for mb_pgs
 *
 * With its default damping it converges for symmetric positive definite A, slower than mb_pgs; with
 * omega = 1 it diverges on most contact problems: MB_MAX_ITER or MB_STALLED. All rows can be
 * updated at once.  Source: [CPS] sec 5.2.
 */
/* END SOLUTION */
MBSIM_API mb_lcp_solver mb_jacobi;
MBSIM_API size_t mb_jacobi_scratch(int n);

/* BEGIN SOLUTION pgs */
/* mb_mlcp_pgs: the same with bounds, free variables and findex; A_ii > 0 in every row
 *
 *     z_i <- min(hi, max(lo, z_i - omega w_i / A_ii))
 *
 * with lo = lo_i z_f, hi = hi_i z_f of this sweep where findex[i] = f. Options, statuses and cost
 * as for mb_pgs. Converges for symmetric positive definite A with constant bounds; with findex
 * usually, without a proof: the bounds move. Fails on velocity-level mLCPs, whose contact rows have
 * a zero diagonal: hand it J M^-1 J'.  Source: [ODE] eq 6-16.
 */
MBSIM_API mb_mlcp_solver mb_mlcp_pgs;
MBSIM_API size_t mb_mlcp_pgs_scratch(int n);
/* END SOLUTION */

/* -- solvers: enumeration -- */

/* BEGIN SOLUTION lcp */
/* mb_enumerate: tries all 2^n choices of z_i = 0 or w_i = 0: the reference; any A, n <=
 * MB_ENUMERATE_MAX; info->iterations = systems solved
 *
 * Returns the first z that passes, in binary order (bit i set: i is in S, and z_i may be positive);
 * MB_STALLED: none passes, z is the one of least residual, and there is no solution (unless a
 * nearly singular A_SS, with pivots below 1e-14, hides it).
 * Cost 2^n n^3/3; where A_SS is singular, more rows with w_i = 0 select the corners of its
 * solutions: these are tried last, 3^n at most.  Source: [CPS] sec 1.3 on complementary cones.
 */
#define MB_ENUMERATE_MAX 16
/* END SOLUTION */
MBSIM_API mb_lcp_solver mb_enumerate;
MBSIM_API size_t mb_enumerate_scratch(int n);

/* -- solvers: Newton -- */

/* BEGIN SOLUTION newton */
/* mb_fischer_newton: damped semismooth Newton on Fischer-Burmeister or Chen-Chen-Kanzow functions
 * of z and w = A z + b, scaled; any A
 *
 *     lambda (z_i + w_i - sqrt(z_i^2 + w_i^2)) + (1 - lambda) max(0, z_i) max(0, w_i) = 0
 *
 *   opt      in      max_iter (200), lambda in (0, 1] (1 = plain Fischer-Burmeister; 0.7 to 0.95 =
 *                    penalised), history, trace (step: 1 = the full step)
 *
 * Degenerate problems also converge to rounding: near the end the active set is guessed and solved.
 * Also returns MB_MAX_ITER (also if no solution exists), MB_STALLED (local minimum of the sum of
 * squares). Solves positive definite A and nearly always positive semidefinite A, quadratically at
 * the end; less reliably where A = G G' and the entries of G span many decades, and with friction,
 * many contacts and heavy upper boxes. Fails on large P matrices far from definite: use mb_lemke.
 * Cost m^3/3 + n^2 an iteration, m the rows whose w_i matters.  Source: Fischer 1992; De Luca,
 * Facchinei, Kanzow 1996; Chen, Chen, Kanzow 2000 (titles in the implementation).
 */
/* END SOLUTION */
MBSIM_API mb_lcp_solver mb_fischer_newton;
MBSIM_API size_t mb_fischer_newton_scratch(int n);

/* BEGIN SOLUTION newton */
/* mb_minmap_newton: damped Newton on the minimum map, min(z, w) = 0; on full steps an active-set
 * method. Options (except lambda) and statuses as for mb_fischer_newton.
 *
 * Ends after one step once the active rows are the right ones. As reliable as mb_fischer_newton
 * where A is positive definite; its merit function has kinks along planes, so that it stalls more
 * often on skew A and on stacks under a heavy box.
 * Cost m^3/3 + n^2 an iteration, m the rows with w_i < z_i.  Source: [BPMD]; as mb_fischer_newton.
 */
MBSIM_API mb_lcp_solver mb_minmap_newton;
MBSIM_API size_t mb_minmap_newton_scratch(int n);

/* mb_mlcp_fischer_newton: mb_fischer_newton with bounds and free variables, without findex; the
 * free block may be singular, the start outside of the bounds. Free rows are always among the m.
 * Fails on some velocity-level problems, with masses, joints and contacts in one matrix:
 * mb_mlcp_lemke solves those. */
MBSIM_API mb_mlcp_solver mb_mlcp_fischer_newton;
MBSIM_API size_t mb_mlcp_fischer_newton_scratch(int n);
/* END SOLUTION */

/* -- solvers for mixed problems -- */

/* mb_mlcp_lemke: Lemke's method with bounds and free variables, without findex, n <= MB_MAX_N / 2
 *
 * Options and statuses as for mb_lemke, but no ray is given, and the trace numbers the variables of
 * the LCP that is solved. Tried in order; iterations and max_iter count all, history and trace
 * begin anew with each:
 *   - mb_mlcp_to_lcp, then mb_lemke;
 *   - if that loses too much or fails (joints listed twice), free variables split in two;
 *   - both once more without bounds beyond 1e4 |b|/|A|, such as 1e20 for "none".
 * z is computed as its distance from a bound: of a z much smaller than its bound digits are lost,
 * and MB_STALLED may follow where b is small as well.
 * Cost: one factorisation of the free block, nfree n^2, then Lemke's.
 */
MBSIM_API mb_mlcp_solver mb_mlcp_lemke;
MBSIM_API size_t mb_mlcp_lemke_scratch(int n);

/* "minisim2d/solving/more.h" adds principal pivoting, interior point and fixed point. */
#ifdef MBSIM_MORE
#include MBSIM_MORE
#endif

/* ---- dynamics and formulations ---- */

/* One time step l -> l+1 of length h of any multibody system, as data:
 *
 *     M v+ = M v + Jn' p_n + Jf' p_f + Jb' p_b + Jl' p_l + Jm' p_m + p_ext
 *
 * under the conditions of the formulations below. Jacobians are stored by rows. nv is 2 for a
 * planar particle, 3 for a rigid body in the plane, 6 in space, and the sum of these for several.
 * Absent parts are 0 or NULL. */
typedef struct {
    int nv, nc, nd, nb;          /* velocities, contacts, friction directions of each contact (0:
                                    frictionless), bilateral rows */
    double h;                    /* [s] > 0 */
    const double *M;             /* M[nv*nv] symmetric positive definite */
    const double *v;             /* v[nv] at l */
    const double *p_ext;         /* p_ext[nv] = h f_ext; NULL = 0 */
    const double *Jn;            /* Jn[nc*nv]: psi' = Jn v */
    const double *Jf;            /* Jf[nc*nd*nv], the nd rows of contact 0 first; a positive
                                    spanning set, in the plane +t and -t */
    const double *psi;           /* psi[nc] gaps at l [m] */
    const double *mu;            /* mu[nc] Coulomb coefficients; not read if nd = 0 */
    const int *group;            /* group[nc] for PEG: facets of one convex chain share a number and
                                    stand side by side, the primary first; NULL = each its own */
    const double *dpsi_dt;       /* dpsi_dt[nc] at v = 0, of moving obstacles [m/s]; NULL = 0 */
    const double *dpsif_dt;      /* dpsif_dt[nc*nd] the same along the directions; NULL = 0 */
    const double *Jb;            /* Jb[nb*nv] bilateral rows (joints) */
    const double *phi;           /* phi[nb] their errors at l [m]; NULL = 0 */
    const double *bias;          /* bias[nc] replaces psi/h in rho_n (AP: the 0): for restitution,
                                    or to undo penetration slowly [m/s] */
    int nl, nm;                  /* one-sided rows without friction (limits), motors */
    const double *Jl, *psi_l;    /* Jl[nl*nv], psi_l[nl]: limits keep psi_l + h Jl v+ >= 0 */
    const double *Jm;            /* Jm[nm*nv]: motors drive Jm v+ */
    const double *speed;         /* speed[nm] towards this, 0: dry friction of a joint [m/s] */
    const double *effort;        /* effort[nm] with at most this force >= 0 [N] */
    const int *share;            /* share[nm]: motors with equal numbers stand side by side and
                                    share the first one's effort, sum |p_m| <= h effort: k of them
                                    are friction in a polygon of 2k corners. Box: each has all of
                                    it, a square, k <= 2. NULL = none share */
} mb_dynamics;

typedef int mb_formulation;      /* a row of mb_formulations: */
enum {
    MB_ST,                       /* Stewart-Trinkle: every contact keeps psi + h Jn v+ >= 0 */
    MB_AP,                       /* Anitescu-Potra: ST with psi := 0 */
    MB_PEG,                      /* Polyhedral Exact Geometry, heuristic: each group keeps
                                    max_k psi_k + h Jn_k v+ >= 0 */
    MB_SWEPT,                    /* ST on the edges that the step's path enters, see mb_sweep */
    MB_FURTHER                   /* the first of MBSIM_MORE_FORMULATIONS */
};

/* The contacts that a formulation needs, and so how the minisim finds them. */
typedef enum {
    MB_DETECT_EDGES,             /* the edges within epsilon */
    MB_DETECT_GROUPS,            /* groups of facets, a window of a convex chain each */
    MB_DETECT_PATH               /* the edges that the step's path enters */
} mb_detection;

typedef enum {
    MB_FORM_LCP,                 /* unknowns [p_n; p_l; c; p_f; p_m; s] */
    MB_FORM_MLCP,                /* unknowns [v+; p_b; p_n; ...; s], the first two free */
    MB_FORM_BOX                  /* unknowns [p_n; p_l; c; p_t; p_m]: one tangent for a pair of
                                    directions */
} mb_form;

typedef struct mb_unknowns mb_unknowns;

/* Where each block of unknowns stands in a problem of size n: first index and length. */
typedef struct {
    int n;
    int v, nv, b, nb;            /* v+, p_b; nv = nb = 0 in other forms than mLCP */
    int normal, nn;              /* p_n: one for each contact, in PEG for each group */
    int limit, nl;               /* p_l */
    int aux, naux;               /* c: one for each facet of a group that is not its primary */
    int friction, nf;            /* p_f: nd for each p_n; p_t: nd/2 */
    int motor, nm;               /* p_m: two for each motor, whose impulse is the first less the
                                    second; in the box form one, the impulse */
    int slip, ns;                /* s: one for each p_n with friction, then for each motor; none in
                                    the box form */
    const mb_unknowns *as;       /* NULL: the unknowns above */
} mb_layout;

/* mb_layout_of: the layout; returns what mb_check_dynamics does. Cost: one pass over the data. */
MBSIM_API mb_status mb_layout_of(const mb_dynamics *d, mb_formulation formulation, mb_form form,
                                 mb_layout *out);

/* mb_check_dynamics: MB_OK; MB_BAD_ARG (a missing array, h <= 0, mu or effort < 0, a split group or
 * share, more than MB_MAX_N unknowns), MB_NOT_FINITE; info->where = the contact or row. The
 * formulations call it. Cost: a pass over the data, and nc^2/2 with groups. */
MBSIM_API mb_status mb_check_dynamics(const mb_dynamics *d, mb_info *info);

/* The formulations: fill *out with the problem of one step, in memory taken from arena
 *
 * mLCP, with i the primary of a group and k its other facets in order (none in ST and AP):
 *
 *     0     = M v+ - Jn' p_n - Jf' p_f - Jb' p_b - Jl' p_l - Jm' p_m - M v - p_ext
 *     0     = Jb v+ + phi/h
 *     rho_n = Jn_i v+ + sum_k c_k                 + psi_i/h             _|_  p_n >= 0    (E1 c)
 *     rho_l = Jl v+                               + psi_l/h             _|_  p_l >= 0
 *     a_k   = (Jn_i - Jn_k) v+ + sum_{j <= k} c_j + (psi_i - psi_k)/h   _|_  c_k >= 0    (E2 c)
 *     rho_f = Jf_i v+ + s_i                                             _|_  p_f >= 0    (E s)
 *     sigma = mu_i p_n - sum_d p_f                           (U p_n - E' p_f)   _|_  s_i >= 0
 *
 * As matrices, E1 has a row of ones for each group, E2 a lower triangle of ones, E a column of ones
 * for each contact; U = diag(mu). With one facet to a group PEG is ST. A motor, p_m = p+ - p-, is
 * friction along +Jm and -Jm with a bound of its own: |p_m| <= h effort, Jm v+ = speed below it:
 *
 *     rho_m = +-(Jm v+ - speed) + s                                     _|_  p+, p- >= 0
 *     sigma = h effort - p+ - p-                                        _|_  s >= 0
 *
 * LCP: v+ and p_b eliminated; products J M^-1 J' stand in A, J v_free in b.
 *
 * Box: the LCP without s; bounds on p_m, and |p_t| <= mu p_n by findex, on one impulse along each
 * first direction of a pair t, -t (Jf must hold such pairs, else MB_BAD_ARG). In the plane it has
 * the solutions of the LCP, p_t = p_f+ - p_f-; with more tangents it is ODE's friction pyramid. No
 * diagonal is zero, so that mb_mlcp_pgs applies. Source: [ODE] eq 16.
 *
 * Returns what mb_check_dynamics does, or MB_NO_MEMORY; LCP and box also MB_SINGULAR (M, or M with
 * the bilateral rows). Memory: at most mb_formulation_scratch(d).
 * Cost: LCP nv^3/3 + nv^2 m + nv m^2 for m rows of velocities, mLCP n^2.
 * Source: ST [ST96; RPI eq 7; PEG eq 3, 5], AP [AP97; PEG eq 10], PEG [RPI eq 6; PEG eq 25].
 * As printed, [RPI] eq 6-7 have v_n/h for psi_n/h and lose s and b's third entry; [PEG]: lab 9.
 */
typedef mb_status mb_lcp_formulation(const mb_dynamics *d, mb_lcp *out, mb_info *info,
                                     mb_arena *arena);
typedef mb_status mb_mlcp_formulation(const mb_dynamics *d, mb_mlcp *out, mb_info *info,
                                      mb_arena *arena);
MBSIM_API mb_lcp_formulation mb_st_lcp, mb_ap_lcp, mb_peg_lcp;
MBSIM_API mb_mlcp_formulation mb_st_mlcp, mb_ap_mlcp, mb_peg_mlcp;
MBSIM_API mb_mlcp_formulation mb_st_box, mb_ap_box, mb_peg_box;
MBSIM_API size_t mb_formulation_scratch(const mb_dynamics *d);

/* unknowns other than ST's; d has been checked */
struct mb_unknowns {
    void (*layout)(const mb_dynamics *d, mb_form form, mb_layout *out);
    /* z's auxiliary unknowns of free motion, given b and z = 0 elsewhere; see mb_no_impulse */
    void (*complete)(const mb_layout *at, const double *b, double *z);
    /* p_n and p_f, 0 before, from z */
    void (*impulses)(const mb_dynamics *d, const mb_layout *at, const double *z, double *p_n,
                     double *p_f);
};

/* A formulation. Code tests these columns, never which formulation it has. In all of them free
 * motion is the solution where every contact stays open; in one that dilates, where every contact
 * opens at mu times its slip or faster. */
typedef struct {
    const char *name;            /* as in --formulation st */
    const char *title;           /* in tables and pictures: "ST" */
    const char *summary;         /* one line */
    mb_detection detection;
    int keeps_gap;               /* 0: rho_n has 0 in the place of psi/h, as in AP */
    int cone;                    /* 1: friction is a convex model, not the equations above */
    int dilates;                 /* 1: sliding contacts open at mu times their slip */
    mb_lcp_formulation *lcp;
    mb_mlcp_formulation *mlcp, *box;         /* NULL: no such form */
    size_t (*scratch)(const mb_dynamics *d); /* upper bound for all of them */
    const mb_unknowns *unknowns;             /* NULL: ST's, with PEG's c if it detects groups */
} mb_formulation_row;

enum { MB_MAX_FORMULATIONS = 16 };
MBSIM_API const mb_formulation_row mb_formulations[];
MBSIM_API const int mb_formulation_count;    /* <= MB_MAX_FORMULATIONS */

/* More formulations, if MBSIM_MORE_FORMULATIONS is "minisim2d/solving/convex.h", or a file of your
 * own: rows of MB_MORE_FORMULATIONS follow those of the header. */
#ifdef MBSIM_MORE_FORMULATIONS
#include MBSIM_MORE_FORMULATIONS
#endif

/* mb_no_impulse: the candidate of free motion, p = 0, v+ = v_free, with the c, lambda and s that
 * complete it. Its residual tells whether it solves the problem. PEG's problem at a sharp corner
 * can have several solutions; the one without impulse is the physical one and is tested first.
 *
 *   p        in      the problem that a formulation made of d; LCP: as an mLCP with lo = hi = NULL
 *   z        out     z[n]
 *
 * Returns MB_OK, MB_SINGULAR, MB_NO_MEMORY.  Cost n^2 + (nv + nb)^3/3 in the mLCP form, else n.
 */
MBSIM_API mb_status mb_no_impulse(const mb_dynamics *d, const mb_layout *layout, const mb_mlcp *p,
                                  double *z, mb_arena scratch);

/* mb_step_result: from a solution z back to velocity and impulses
 *
 *   v        out     v[nv] = v+
 *   p_n      out     p_n[nc], 0 at facets that are not primary; may be NULL, as the next two
 *   p_f      out     p_f[nc*nd]
 *   p_b      out     p_b[nb]; p_l and p_m are unknowns in every form: see mb_layout
 *
 * Returns MB_OK, MB_SINGULAR, MB_NO_MEMORY.  Cost: mLCP form n, else nv^3/3 + nv n.
 */
MBSIM_API mb_status mb_step_result(const mb_dynamics *d, const mb_layout *layout, const double *z,
                                   double *v, double *p_n, double *p_f, double *p_b,
                                   mb_arena scratch);

/* ---- planar minisim ---- */

/* The loop of [RPI] Fig 3 for particles among polylines, with a replaceable function at each stage:
 *
 *     controller -> detection -> formulation -> solver -> update -> observer
 *
 * Particles do not couple: each is a problem of its own. */

typedef struct {
    int nvert;                   /* >= 2 (open) or >= 3 (closed) */
    const double *xy;            /* xy[2*nvert] [m], the solid on the right: closed: clockwise */
    int closed;                  /* 1: the last vertex joins the first */
    double mu;                   /* Coulomb friction coefficient >= 0 */
} mb_polyline;

typedef struct {
    double p[2], q[2];           /* from p to q [m] */
    double t[2], n[2];           /* unit tangent, unit normal = t turned by +90 degrees */
    double length, mu;
    int id;                      /* counts edges in the order in which the polylines give them */
    int chain;
} mb_edge;

/* A convex chain: it ends at a concave corner (a left turn) or at the end of its polyline. */
typedef struct {
    int first, count;            /* edges first .. first + count - 1 */
    int closed;                  /* 1: a convex polygon, whose last edge joins its first */
    int open[2];                 /* 1: begins, ends where a polyline does and touches nothing */
    int beyond[2];               /* the edges that it begins, ends at in a concave corner, or -1 */
    int narrow;                  /* 1: closed, or turns by less than 180 degrees: its free space is
                                    {max_k psi_k >= 0} */
    double lo[2], hi[2];         /* bounding box [m] */
} mb_chain;

typedef struct {
    int nedge, nchain;
    int nopen;                   /* open ends of polylines */
    double reach;                /* the largest coordinate, in absolute value [m] */
    const mb_edge *edge;
    const mb_chain *chain;
} mb_terrain;

/* mb_terrain_build: edges, normals and convex chains of count polylines, in memory from arena
 *
 * Returns MB_OK; MB_BAD_ARG (too few vertices, an edge of length 0, mu < 0), MB_NOT_FINITE, with
 * info->where = the polyline; MB_NO_MEMORY.
 * Cost: linear, and for each edge a search in a tree of the polylines' ends.
 */
MBSIM_API mb_status mb_terrain_build(const mb_polyline *polyline, int count, mb_terrain *out,
                                     mb_info *info, mb_arena *arena);
MBSIM_API size_t mb_terrain_scratch(const mb_polyline *polyline, int count);

/* Half-space of one edge as a particle at x sees it; or, for PEG, of the virtual facet that closes
 * a polyline at an open end: its normal is the tangent that points out. */
typedef struct {
    int edge;                    /* index into terrain.edge */
    int end;                     /* 0: the edge; -1, +1: the virtual facet where it begins, ends */
    int chain;
    int window;                  /* PEG: contacts of one chain with the same number are a group */
    double psi;                  /* signed distance to the line of the edge, the facet [m] */
    double distance;             /* distance to the edge as a segment, or to the open end [m] */
} mb_contact;

/* mb_contact_normal: the unit normal of a contact's half-space, n[2] */
MBSIM_API void mb_contact_normal(const mb_terrain *terrain, const mb_contact *contact, double *n);

/* How each formulation treats a terrain, and its faults
 *
 *   MB_ST     Each edge within epsilon (see mb_scope) is a half-space. At corners they extend into
 *             free space, where they trap particles or throw them off.
 *   MB_AP     The same with every gap treated as closed: a particle stops where it first came
 *             within epsilon, an error of about epsilon however small h is.
 *   MB_PEG    One half-space is enforced of each convex chain's window near x: the edges around the
 *             closest one while they turn by less than 180 degrees in all (all of a convex
 *             polygon), and the virtual facets of open ends within epsilon and in sight.
 *             Right where obstacles stand apart. The solver chooses the half-space, and only the
 *             end of the step is tested:
 *               - corners are cut by up to h |v|, and thinner solids are passed through;
 *               - walls between flush obstacles stop a particle or throw it off at psi/h, and in
 *                 seams up to 1e-9 wide it may fall; with epsilon < h |v| it falls through edges;
 *               - past a corner within the step the other side's half-space may act;
 *               - at corners of 90 degrees and sharper there are several solutions; the solver
 *                 picks one.
 *   MB_SWEPT  ST on the edges that the step's own segment enters, found by mb_sweep:
 *
 *                 W := {},  v+ := v_free = v + h M^-1 f
 *                 while x -> x + h v+ enters an edge outside W:
 *                     W := W + the first one,  v+ := ST's solution on W
 *
 *             At any h no penetration beyond the tolerance of mb_sweep, and no energy gained beyond
 *             the solver's tolerance. Epsilon is not used. Remaining faults:
 *               - order 1: a vertex within O(h) of the path may be hit or missed;
 *               - an open gap leaves the approach speed psi/h to the next step, and half-spaces act
 *                 to the end of a step: where features are smaller than h |v|, impacts lose the
 *                 wrong share of energy;
 *               - where two obstacles share a single point, the particle may pass between them, or
 *                 through the corner of a notch narrower than 1e-4 rad, by the solver's tolerance;
 *               - a particle that starts deeper inside a solid than the tolerance stays there.
 */
typedef enum {
    MB_SCOPE_EDGE,               /* an edge within epsilon, as a segment, is a contact */
    MB_SCOPE_CHAIN               /* any edge within epsilon adds its whole chain ([PEG] sec 2.2) */
} mb_scope;

typedef enum {
    MB_PRIMARY_MAX,              /* greatest psi: the signed distance to the convex chain */
    MB_PRIMARY_CLOSEST           /* as [PEG] prints it: the closest facet with psi > 0; without one,
                                    the greatest psi */
} mb_primary;

typedef struct mb_sim mb_sim;

/* One particle's step, filled stage by stage and passed to the observer; its pointers are valid
 * until the observer returns. */
typedef struct {
    int particle;
    int ncontact;                /* -1: they did not fit */
    const mb_contact *contact;   /* MB_SWEPT: the edges that were entered, in that order */
    const mb_dynamics *dynamics;
    mb_layout layout;
    mb_mlcp problem;             /* as solved; LCP form: lo = hi = NULL. n = 0 in free flight */
    const double *z;
    double v[2];                 /* v+ */
    const double *p_n, *p_f;     /* impulses by contact, [ncontact] and [ncontact*nd] */
    mb_info info;                /* of the formulation or the solver */
    int solves;                  /* problems handed to a solver: 0 where free motion solves the
                                    step, else 1; MB_SWEPT: one for each contact, and one for each
                                    that had to be solved with gaps >= 0 */
    double seconds;              /* the solvers' time if sim->clock is set, else 0 */
} mb_step;

/* The stages. Each may be replaced; NULL in mb_sim means the kit's own (controller, observer: none)
 *
 *   controller   sets sim->force before a step
 *   detect       writes the contacts of a particle at x with velocity v, facets of a group side by
 *                side, the primary first; returns how many, at most max, or -1 if they do not fit
 *                (the step is then MB_NO_MEMORY). out comes zeroed. MB_SWEPT with a detect of your
 *                own is ST on its contacts
 *   update       x, v <- next state; the kit's: semi-implicit Euler, v = v+, x = x + h v+
 *   observer     sees every particle's step, even a failed one, before any state changes
 */
typedef void mb_controller_fn(mb_sim *sim);
typedef int mb_detect_fn(const mb_sim *sim, const double *x, const double *v, mb_contact *out,
                         int max);
typedef void mb_update_fn(const mb_sim *sim, const double *v_next, double *x, double *v);
typedef void mb_observer_fn(const mb_sim *sim, const mb_step *step);

struct mb_sim {
    /* the scene */
    mb_terrain terrain;
    int np;                      /* particles */
    const double *mass;          /* mass[np] [kg] */
    double gravity[2];           /* [m/s^2] */
    double epsilon;              /* detection distance of ST, AP and PEG [m] */
    double psi_min;              /* ST, AP: contacts with psi below it are ignored; < 0, 0 = none */
    int max_contacts;            /* of one particle; 0 = as many as the terrain has edges (and, for
                                    PEG, open ends), at most 256 */
    double h;                    /* step [s] */

    /* the method */
    mb_formulation formulation;
    mb_form form;
    mb_scope scope;
    mb_primary primary;
    mb_lcp_solver *lcp_solver;   /* LCP form; NULL = mb_lemke */
    mb_mlcp_solver *mlcp_solver; /* the other two; NULL = mb_mlcp_lemke, box form mb_mlcp_pgs */
    size_t (*solver_scratch)(int n);     /* of the solver that is set; NULL = that of the default */
    mb_options options;

    /* the state */
    int step;                    /* steps done */
    double t;                    /* [s] */
    double *x, *v;               /* x[2*np], v[2*np] */
    double *force;               /* force[2*np] external, without gravity [N] */

    /* the stages */
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
 *   info     out     may be NULL: the sum of the iterations and the greatest residual; or that of
 *                    the first particle that failed, with where = the particle. Without an observer
 *                    no problem is made where free motion opens all contacts: its residual is 0
 *
 * Returns MB_OK; otherwise what that particle's formulation or solver returned, and no state has
 * changed: x, v, t and step are those of the last good step, and the observer has seen the failing
 * problem. Before any particle moves: MB_BAD_ARG (a NULL, np or max_contacts < 0, h, epsilon or a
 * mass not > 0, no such formulation or form), MB_NOT_FINITE (a position, a mass), MB_NO_MEMORY.
 * Cost: a box test per chain and particle, and the problems of particles in reach of something.
 */
MBSIM_API mb_status mb_sim_step(mb_sim *sim, mb_info *info);

/* mb_sim_scratch: bytes that a step can need, with a terrain of this size and this method */
MBSIM_API size_t mb_sim_scratch(const mb_sim *sim);

/* mb_detect: the kit's own detection for ST, AP and PEG; see mb_detect_fn. Ties of the primary (psi
 * equal to 1e-12 of epsilon) go to the facet with the greater approach speed. Cost: a box test a
 * chain, a segment distance an edge of those in reach. */
MBSIM_API int mb_detect(const mb_sim *sim, const double *x, const double *v, mb_contact *out,
                        int max);

/* mb_sweep: the edge that the segment from x to y enters first, except known ones
 *
 *   sim      in      only its terrain is read
 *   known    in      known[count]: edges to leave out
 *   out      out     the edge, with its gap psi at x, which is 0 where -tol <= psi <= slack
 *
 * Returns 1; 0 if it enters none, and *out is untouched.
 *
 * An edge is entered by crossing its line from the front, psi(x) >= -slack, psi(y) < -tol, between
 * its ends (in a concave corner, up to slack from the other edge's line). At a convex corner the
 * segment must end behind both edges; else it passes outside, unless there is no room: under a box
 * that stands on a floor, or between two bricks. An edge that x lies on (|psi| <= tol) is entered
 * by any approach beyond rounding. Gaps below slack are closed, and solids thinner than slack hold
 * on both sides.
 *
 *     tol = 64 rounding,  slack = 64 tol,  rounding = 2^-52 (|x|_1 + |y|_1 + terrain.reach)
 *
 * Cost: a box test per chain, two dot products per edge in chains that the segment's box meets.
 */
MBSIM_API int mb_sweep(const mb_sim *sim, const double *x, const double *y, const mb_contact *known,
                       int count, mb_contact *out);

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

/* ==== status and info ==== */

#define MBI_TOL 1e-10            /* the default: within reach on a well-scaled frictional stack */

static const mb_options mbi_no_options = { 0.0, 0, 0.0, 0.0, NULL, 0, NULL, NULL, NULL };

typedef struct {
    mb_status status;
    const char *name, *text;
} mbi_status_row;

static const mbi_status_row *mbi_status_of(mb_status status)
{
    static const mbi_status_row rows[] = {
        { MB_OK, "MB_OK", "solved: the residual was checked and is within the tolerance" },
        { MB_MAX_ITER, "MB_MAX_ITER", "the iterations allowed were used up: raise max_iter, or use "
          "a pivoting method" },
        { MB_RAY, "MB_RAY", "the path ended on a ray: the problem has no solution, or is outside "
          "the class that the method solves" },
        { MB_SINGULAR, "MB_SINGULAR", "a matrix is singular, or a diagonal entry that the method "
          "divides by is not positive: use mb_lemke" },
        { MB_STALLED, "MB_STALLED", "the residual can't be made any smaller by this method: try "
          "another, or loosen the tolerance" },
        { MB_BAD_ARG, "MB_BAD_ARG", "an argument is out of its range, or the problem of a kind "
          "that the method does not take" },
        { MB_NOT_FINITE, "MB_NOT_FINITE", "the problem holds a NaN or an infinity" },
        { MB_NO_MEMORY, "MB_NO_MEMORY", "the scratch arena is too small" },
        { MB_TODO, "MB_TODO", "not written yet" },
        { MB_OK, "unknown status", "unknown status" }
    };
    const mbi_status_row *row = rows, *last = rows + sizeof rows / sizeof *rows - 1;

    while (row < last && row->status != status) row++;
    return row;
}

const char *mb_status_name(mb_status status) { return mbi_status_of(status)->name; }
const char *mb_status_text(mb_status status) { return mbi_status_of(status)->text; }

static mb_status mbi_done(mb_info *info, mb_status status, int iterations, double residual,
                          int where)
{
    const mb_info said = { status, iterations, residual, where };

    if (info) *info = said;
    return status;
}

/* nothing was iterated, no residual computed */
static mb_status mbi_refuse(mb_info *info, mb_status status, int where)
{
    return mbi_done(info, status, 0, HUGE_VAL, where);
}

/* the fields of mb_options that a solver uses beside tol and ray, */
enum { MBI_ITERATES = 1,         /* max_iter, history */
       MBI_RELAXES = 2,          /* omega */
       MBI_BLENDS = 4,           /* lambda */
       MBI_STARTS = 8,           /* whether z is a start, */
       MBI_PLAIN = 16 };         /* and whether findex is refused */

/* the options with their defaults; 0 if one that the solver uses is invalid */
static int mbi_options(const mb_options *opt, int takes, int max_iter, mb_options *out)
{
    *out = opt ? *opt : mbi_no_options;
    if (!(takes & MBI_ITERATES)) out->max_iter = 0;
    if (!(takes & MBI_RELAXES)) out->omega = 0.0;
    if (!(takes & MBI_BLENDS)) out->lambda = 0.0;
    if (!(takes & MBI_ITERATES) || !out->history) out->history_len = 0;
    if (!(out->tol >= 0.0 && out->tol <= DBL_MAX) || out->max_iter < 0 || out->history_len < 0 ||
        !(out->omega >= 0.0 && out->omega < 2.0) || !(out->lambda >= 0.0 && out->lambda <= 1.0))
        return 0;
    if (out->tol <= 0.0) out->tol = MBI_TOL;
    if (out->max_iter == 0) out->max_iter = max_iter;
    if (out->omega <= 0.0) out->omega = 1.0;
    if (out->lambda <= 0.0) out->lambda = 1.0;
    return 1;
}

static void mbi_record(const mb_options *opt, int iteration, double residual, double step,
                       int entering, int leaving, int n, const double *z)
{
    if (iteration >= 1 && iteration <= opt->history_len) opt->history[iteration - 1] = residual;
    if (opt->trace) {
        const mb_trace trace = { iteration, residual, step, entering, leaving, n, z };
        opt->trace(opt->trace_user, &trace);
    }
}

/* ==== arena ==== */

mb_arena mb_arena_make(void *memory, size_t size)
{
    char *const beg = (char *)memory;
    const mb_arena a = { beg, beg ? beg + size : NULL };       /* NULL + 0 is undefined */

    return a;
}

static void *mbi_take_bytes(mb_arena *a, uint64_t bytes)
{
    const size_t pad = (size_t)(-(uintptr_t)a->beg & (sizeof(double) - 1));
    const size_t room = (size_t)(a->end - a->beg);
    char *const beg = a->beg;

    if (!beg || room < pad || room - pad < bytes) return NULL;
    a->beg = beg + pad + bytes;
    return beg + pad;
}

/* count elements of this size, in whole doubles: no gaps between the pieces */
static void *mbi_take(mb_arena *a, int count, size_t size)
{
    const uint64_t doubles = ((uint64_t)count * size + sizeof(double) - 1) / sizeof(double);

    return count < 0 ? NULL : mbi_take_bytes(a, doubles * sizeof(double));
}

double *mb_arena_doubles(mb_arena *arena, int count)
{
    return (double *)mbi_take(arena, count, sizeof(double));
}

int *mb_arena_ints(mb_arena *arena, int count)
{
    return (int *)mbi_take(arena, count, sizeof(int));
}

double *mb_arena_matrix(mb_arena *arena, int rows, int cols)
{
    if (rows < 0 || cols < 0 || (int64_t)rows * cols > INT_MAX) return NULL;
    return mb_arena_doubles(arena, rows * cols);
}

static int mbi_fits(mb_arena a, size_t bytes) { return mbi_take_bytes(&a, bytes) != NULL; }

/* bytes for an array of doubles and one of ints; SIZE_MAX on overflow, 0 if a count is negative */
static size_t mbi_bytes(double doubles, double ints)
{
    const double bytes = (doubles + (ints + 1.0) / 2.0) * (double)sizeof(double);

    if (doubles < 0.0 || ints < 0.0) return 0;
    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes / sizeof(double) * sizeof(double)
                                          : SIZE_MAX;
}

static size_t mbi_sum(size_t a, size_t b) { return a < SIZE_MAX - b ? a + b : SIZE_MAX; }

/* ==== dense algebra ==== */

/* gcc -O2 and clang -O2 both vectorise plain loops over a known multiple of MBI_BLOCK, and sums as
 * MBI_BLOCK sums side by side. */
enum { MBI_BLOCK = 4 };

static inline int mbi_whole(int n) { return n & ~(MBI_BLOCK - 1); }

static double mbi_whole_dot(int n, const double *MBI_RESTRICT x, const double *MBI_RESTRICT y)
{
    double sum[MBI_BLOCK] = { 0, 0, 0, 0 };

    for (int i = 0; i < mbi_whole(n); i += MBI_BLOCK)
        for (int k = 0; k < MBI_BLOCK; k++) sum[k] += x[i + k] * y[i + k];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

static inline double mbi_dot(int n, const double *x, const double *y)
{
    double sum = n < MBI_BLOCK ? 0.0 : mbi_whole_dot(n, x, y);

    for (int i = mbi_whole(n); i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* y += a x */
static void mbi_axpy(int n, double a, const double *MBI_RESTRICT x, double *MBI_RESTRICT y)
{
    int i = 0;

    for (; i < mbi_whole(n); i++) y[i] += a * x[i];
    for (; i < n; i++) y[i] += a * x[i];
}

/* the first entry that is not finite, or -1: at once where no square overflows */
static int mbi_first_not_finite(int n, const double *x)
{
    int i = 0;

    if (mbi_dot(n, x, x) <= DBL_MAX) return -1;
    while (i < n && fabs(x[i]) <= DBL_MAX) i++;
    return i < n ? i : -1;
}

static int mbi_all_finite(int n, const double *x) { return mbi_first_not_finite(n, x) < 0; }

/* y += a0 x0 + a1 x1 + a2 x2 + a3 x3 for four rows */
static void mbi_axpy_rows(int n, const double *MBI_RESTRICT a, const double *const *x,
                          double *MBI_RESTRICT y)
{
    const double *MBI_RESTRICT x0 = x[0], *MBI_RESTRICT x1 = x[1];
    const double *MBI_RESTRICT x2 = x[2], *MBI_RESTRICT x3 = x[3];
    const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    int i = 0;

    for (; i < mbi_whole(n); i++) y[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
    for (; i < n; i++) y[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
}

/* y += a_0 X_0 + ... + a_(m-1) X_(m-1), X_i n entries of row i of X[m*stride]; by fours, to touch y
 * less */
static void mbi_combine_rows(int m, int n, const double *X, int stride, const double *a, double *y)
{
    int i = 0;

    for (; i + 4 <= m; i += 4) {
        const double *x[4];
        if (a[i] == 0.0 && a[i + 1] == 0.0 && a[i + 2] == 0.0 && a[i + 3] == 0.0) continue;
        for (int k = 0; k < 4; k++) x[k] = X + (i + k) * stride;
        mbi_axpy_rows(n, a + i, x, y);
    }
    for (; i < m; i++) mbi_axpy(n, a[i], X + i * stride, y);
}

/* one instruction each, unlike fmax and fmin; if a is NaN the result is b */
static double mbi_max(double a, double b) { return a > b ? a : b; }
static double mbi_min(double a, double b) { return a < b ? a : b; }

/* |x|_inf of finite x */
static double mbi_max_abs(int n, const double *x)
{
    double block[MBI_BLOCK] = { 0, 0, 0, 0 }, most = 0.0;
    int i = 0;

    if (n >= 4 * MBI_BLOCK) {                                  /* Lemke's n = 4: 6 % faster */
        for (; i + MBI_BLOCK <= n; i += MBI_BLOCK)
            for (int k = 0; k < MBI_BLOCK; k++) block[k] = mbi_max(fabs(x[i + k]), block[k]);
        for (int k = 0; k < MBI_BLOCK; k++) most = mbi_max(block[k], most);
    }
    for (; i < n; i++) most = mbi_max(fabs(x[i]), most);
    return most;
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
    for (int i = 0; i < n && x != y; i++) {
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
    mbi_combine_rows(m, n, A, n, x, y);
}

/* partial pivoting in columns k0 .. k1 - 1; exchanges take the whole row. With k0 = 0 and k1 = n
 * this is all of P A = L U.  Source: [GVL] sec 3.4. */
static mb_status mbi_lu_panel(int n, double *A, int *pivot, int k0, int k1)
{
    for (int k = k0; k < k1; k++) {
        double *rk = A + k * n, most = fabs(rk[k]);
        pivot[k] = k;
        for (int i = k + 1; i < n; i++) {
            const double size = fabs(A[i * n + k]);
            pivot[k] = size > most ? i : pivot[k];
            most = mbi_max(size, most);
        }
        if (!(most > 0.0)) return MB_SINGULAR;
        mbi_swap_rows(n, rk, A + pivot[k] * n);
        for (int i = k + 1; i < n; i++) {
            double *ri = A + i * n;
            const double l = ri[k] / rk[k];
            ri[k] = l;
            for (int j = k + 1; j < k1; j++) ri[j] -= l * rk[j];
        }
    }
    return MB_OK;
}

/* by panels of a few columns, so that those on their right are touched once a panel */
mb_status mb_lu_factor(int n, double *A, int *pivot)
{
    enum { PANEL = 8 };

    for (int k0 = 0; k0 < n; k0 += PANEL) {
        const int k1 = k0 + PANEL < n ? k0 + PANEL : n;
        if (mbi_lu_panel(n, A, pivot, k0, k1) != MB_OK) return MB_SINGULAR;
        for (int i = k0 + 1; i < n && k1 < n; i++) {
            const int m = (i < k1 ? i : k1) - k0;
            double minus[PANEL];
            for (int k = 0; k < m; k++) minus[k] = -A[i * n + k0 + k];
            mbi_combine_rows(m, n - k1, A + k0 * n + k1, n, minus, A + i * n + k1);
        }
    }
    return MB_OK;
}

void mb_lu_solve(int n, const double *LU, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) mbi_swap_rows(1, x + k, x + pivot[k]);           /* x = P x */
    for (int i = 0; i < n; i++) x[i] -= mbi_dot(i, LU + i * n, x);               /* x = L \ x */
    for (int i = n - 1; i >= 0; i--)                                             /* x = U \ x */
        x[i] = (x[i] - mbi_dot(n - 1 - i, LU + i * n + i + 1, x + i + 1)) / LU[i * n + i];
}

/* X = A \ X for the m columns of X[n*m] at once, by rows; work[n] */
static void mbi_lu_solve_rows(int n, const double *LU, const int *pivot, int m, double *X,
                              double *work)
{
    for (int k = 0; k < n; k++) mbi_swap_rows(m, X + k * m, X + pivot[k] * m);
    for (int i = 0; i < 2 * n; i++) {                          /* X = L \ X, then X = U \ X */
        const int r = i < n ? i : 2 * n - 1 - i, k0 = i < n ? 0 : r + 1, k1 = i < n ? r : n;
        for (int k = k0; k < k1; k++) work[k] = -LU[r * n + k];
        mbi_combine_rows(k1 - k0, m, X + k0 * m, m, work + k0, X + r * m);
        for (int j = 0; j < m && i >= n; j++) X[r * m + j] /= LU[r * n + r];
    }
}

/* ==== problems and residuals ==== */

/* row . z + b, and *size = |b| + sum |A_ij z_j| */
static inline double mbi_row_slack(int n, const double *MBI_RESTRICT row,
                                   const double *MBI_RESTRICT z, double b, double *size)
{
    double sum[MBI_BLOCK] = { 0, 0, 0, 0 }, abs_sum[MBI_BLOCK] = { 0, 0, 0, 0 };
    double w = b, s = fabs(b);
    int j = 0;

    for (; j + MBI_BLOCK <= n; j += MBI_BLOCK) {
        double term[MBI_BLOCK];                                /* gcc vectorises three loops */
        for (int k = 0; k < MBI_BLOCK; k++) term[k] = row[j + k] * z[j + k];
        for (int k = 0; k < MBI_BLOCK; k++) sum[k] += term[k];
        for (int k = 0; k < MBI_BLOCK; k++) abs_sum[k] += fabs(term[k]);
    }
    for (; j < n; j++) {
        const double term = row[j] * z[j];
        w += term;
        s += fabs(term);
    }
    *size = s + ((abs_sum[0] + abs_sum[2]) + (abs_sum[1] + abs_sum[3]));
    return w + ((sum[0] + sum[2]) + (sum[1] + sum[3]));
}

#define MBI_SMALL 1e-290         /* ws below this: terms that underflowed may matter in w */
#define MBI_SMALL_Z 1e-100       /* zs below this: even ws = 0 may be underflow */

/* w/ws of a row whose terms leave the range of a double: summed up relative to the largest */
static double mbi_wide_share(int n, const double *row, const double *z, double b)
{
    double w = 0.0, ws = 0.0;
    int top = INT_MIN;

    for (int add = 0; add < 2; add++)
        for (int j = 0; j <= n; j++) {
            int e = 0, f = 0;
            const double term = j < n ? frexp(row[j], &e) * frexp(z[j], &f) : frexp(b, &e);
            if (term == 0.0) continue;                         /* no underflow: mantissas >= 1/2 */
            if (!add && e + f > top) top = e + f;
            if (add) w += ldexp(term, e + f - top);
            if (add) ws += fabs(ldexp(term, e + f - top));
        }
    return ws == 0.0 ? 0.0 : w / ws;                           /* NaN where z is not finite */
}

/* 1 if ws overflowed, or is so small that underflow matters */
static inline int mbi_out_of_range(double ws, double zs)
{
    return (ws > DBL_MAX) | (ws != ws) | ((ws < MBI_SMALL) & ((ws > 0.0) | (zs < MBI_SMALL_Z)));
}

/* an LCP is an mLCP with the default bounds; NULL becomes n = -1, which every check rejects */
static mb_mlcp mbi_as_mlcp(const mb_lcp *p)
{
    const mb_lcp none = { -1, NULL, NULL }, *q = p ? p : &none;
    const mb_mlcp mixed = { q->n, q->A, q->b, NULL, NULL, NULL };

    return mixed;
}

static mb_lcp mbi_as_lcp(const mb_mlcp *p)
{
    const mb_lcp lcp = { p->n, p->A, p->b };

    return lcp;
}

static double mbi_lo(const mb_mlcp *p, int i) { return p->lo ? p->lo[i] : 0.0; }
static double mbi_hi(const mb_mlcp *p, int i) { return p->hi ? p->hi[i] : HUGE_VAL; }
static int mbi_follows(const mb_mlcp *p, int i) { return p->findex && p->findex[i] >= 0; }

static int mbi_is_plain(const mb_mlcp *p) { return !p->lo && !p->hi && !p->findex; }

/* the bounds of variable i at z */
static inline void mbi_bounds(const mb_mlcp *p, const double *z, int i, double *lo, double *hi)
{
    *lo = mbi_lo(p, i);
    *hi = mbi_hi(p, i);
    if (mbi_follows(p, i)) {
        const double scale = z[p->findex[i]];
        *lo = scale > 0.0 ? *lo * scale : 0.0;                 /* not inf * 0 where mu = inf */
        *hi = scale > 0.0 ? *hi * scale : 0.0;
    }
}

/* |mid((z - lo)/zs, share, (z - hi)/zs)|, share = w/ws: a row's term of the scaled natural
 * residual; keeps a NaN of share */
static inline double mbi_row_residual(double z, double lo, double hi, double zs, double share)
{
    const double mid = mbi_min((z - lo) / zs, share);

    return fabs(hi < HUGE_VAL ? mbi_max((z - hi) / zs, mid) : mid);
}

/* 1 if row i's terms are all within the last digit of max |A_ij| |z_k|: z_j is known only to the
 * rounding of its own row j, which has z_k */
static int mbi_is_noise(int n, const double *A, const double *z, int i, double ws, double zs)
{
    const double last = DBL_EPSILON * mbi_max_abs(n, A + i * n);
    double most = 0.0;

    for (int j = 0; j < n && ws <= last * zs; j++)             /* most <= zs */
        for (int k = 0; k < n && A[i * n + j] != 0.0; k++)
            if (A[j * n + k] != 0.0 || j == k) most = mbi_max(fabs(z[k]), most);
    return most >= MBI_SMALL_Z && ws <= DBL_MAX && ws <= last * most;
}

/* The scaled natural residual at z; w = A z + b, and ws, the sizes of the terms of w (or NULL) */
static double mbi_measure(const mb_mlcp *p, const double *z, double *w, double *ws)
{
    const int n = p->n, plain = mbi_is_plain(p);
    const double most = mbi_max_abs(n, z), zs = most > 0.0 ? most : 1.0;
    double worst = 0.0;

    for (int i = 0; i < n; i++) {
        const double *row = p->A + i * n;
        double lo = 0.0, hi = HUGE_VAL, share = 0.0, size, r;
        const double wi = mbi_row_slack(n, row, z, p->b[i], &size);
        if (w) w[i] = wi;
        if (ws) ws[i] = size;
        if (mbi_out_of_range(size, zs)) share = mbi_wide_share(n, row, z, p->b[i]);
        else if (plain && z[i] == 0.0 && wi >= 0.0) continue;  /* min(0, w/ws) = 0 */
        else if (size > 0.0) share = wi / size;
        if (!plain) mbi_bounds(p, z, i, &lo, &hi);
        r = mbi_row_residual(z[i], lo, hi, zs, share);
        if (r > worst && r > DBL_EPSILON && mbi_is_noise(n, p->A, z, i, size, zs))
            r = mbi_row_residual(z[i], lo, hi, zs, 0.0);
        if (!(r <= worst) && worst == worst) worst = r;        /* a NaN stays */
    }
    return worst;
}

double mb_mlcp_residual(const mb_mlcp *p, const double *z) { return mbi_measure(p, z, NULL, NULL); }

double mb_residual(const mb_lcp *p, const double *z)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);

    return mb_mlcp_residual(&mixed, z);
}

void mb_slack(const mb_lcp *p, const double *z, double *w)
{
    for (int i = 0; i < p->n; i++) w[i] = p->b[i] + mbi_dot(p->n, p->A + i * p->n, z);
}

/* the greatest power of two <= x >= 0, by its bits; its inverse is a double: 1 for x = 0,
 * 2^-1022 for subnormal x */
static double mbi_power_of_two(double x)
{
    uint64_t bits;

    if (!(x >= DBL_MIN)) return x > 0.0 ? DBL_MIN : 1.0;
    x = mbi_min(x, DBL_MAX);
    memcpy(&bits, &x, sizeof bits);
    bits &= UINT64_C(0x7FF0000000000000);                      /* the exponent alone */
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* max |row A_ij col_j| of a row; also updates the columns' maxima */
static double mbi_row_max(int n, const double *a, double row, const double *col, double *column_max)
{
    double most = 0.0;

    for (int j = 0; j < n; j++) {
        const double size = fabs(a[j]) * row * col[j];
        most = mbi_max(size, most);
        column_max[j] = mbi_max(size, column_max[j]);
    }
    return most;
}

/* row and col such that the largest |row_i A_ij col_j| of each row and column is from 1/4 to 4, by
 * dividing by its root. Symmetric A stays symmetric. work[2*n]: 0 for empty rows.
 * Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, 2001. */
static void mbi_equilibrate(int n, const double *A, double *row, double *col, double *work)
{
    enum { PASSES = 8 };
    double *rows = work, *cols = work + n;
    int far = 1;

    for (int i = 0; i < n; i++) row[i] = col[i] = 1.0;
    for (int pass = 0; pass < PASSES && far; pass++) {
        mbi_zero(n, cols);
        for (int i = 0; i < n; i++) rows[i] = mbi_row_max(n, A + i * n, row[i], col, cols);
        far = 0;
        for (int i = 0; i < 2 * n; i++) {
            double *scale = i < n ? row + i : col + i - n;
            if (!(work[i] > 0.0)) continue;
            *scale /= sqrt(work[i]);
            far |= pass == 0 || work[i] > 4.0 || work[i] < 0.25;       /* the first: in any unit */
        }
    }
}

/* mid(lo, x, hi) */
static double mbi_clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

/* -- MB_OK in full --
 *
 * z is clamped to its bounds; its residual must be <= tol. left_i is the largest |w_i| that the
 * rounding of w_i, 2^-52 ws_i, allows; at a bound of z_i, only of the wrong sign. A row is clean if
 * left_i <= 1e-6 |b_i|. One of these must hold:
 *
 * 1. All rows are clean.
 * 2. All rows are clean at a point near z: those that are not get w_i = 0, whatever their rounding
 *    is, with changes below 1e-6 of each z_j and of its distance to its bounds. By 1 or 2, z solves
 *    a problem whose b differs by at most 1e-6 of each b_i.
 * 3. Only rounding is left. Scale A so that the largest entry of each row and column is about 1.
 *    z_i is at a bound where w_i presses it there by more than 1e-14 ws_i; else it is active, with
 *    the equation w_i = 0. Elimination, in which pivots up to 1e-14 count as 0 and the largest is
 *    next (of equal ones the first by a code of what its row is, not where), gives size_i: the sum
 *    of sizes in row i for z at its bounds and active z solved with all terms of one sign; an
 *    active z_j that gets 0 so is given a share of its rows' sizes. An active z_j within 1e-14 of a
 *    bound that is not 0 counts as at it here. Let unit_i be |b_i| and the sizes of z at bounds in
 *    an equation. Every row needs
 *
 *        left_i <= 1e-6 |b_i|,  or  left_i <= 1e-13 min(size_i, sum ws) and <= 1e-9 max unit,
 *
 *    or 1e-3 min unit in place of the last if |w_i| <= 1e-14 ws_i. Where an equation depends on
 *    others, y'A = 0, |y'b| must be <= 1e-6 |y|'|b|, with the terms at bounds, or <= 1e-14 size_i.
 *
 * In another order of rows the verdict is the same, unless the rounding of a sum is at a limit.
 * Why these: 1e-6, as .004 left of b = 1 is no solution; 1e-14 is some 50 times 2^-52; the others
 * are measured (test_certificates.c).
 * Cost: a comparison a row where z is clean; 2: m^2 n for m rows that are not; 3: n^3. */

#define MBI_LEFT 1e-6            /* limits of left_i: beside |b_i|, */
#define MBI_LEFT_UNIT 1e-9       /* max unit, */
#define MBI_LEFT_SIZE 1e-13      /* size_i, */
#define MBI_LEFT_ROUNDED 1e-3    /* and min unit, where w_i is rounding: */
#define MBI_ROUNDED 1e-14        /* |w_i| beside ws_i */
#define MBI_SUM(n) (4.0 * (n) * DBL_EPSILON)     /* rounding of a sum, beside its terms */

/* clamps z to its bounds, those by findex last: they follow z */
static void mbi_put_inside(const mb_mlcp *p, double *z)
{
    if (mbi_is_plain(p)) {
        for (int i = 0; i < p->n; i++)
            if (z[i] < 0.0) z[i] = 0.0;
        return;
    }
    for (int i = 0; i < p->n; i++)
        if (!mbi_follows(p, i)) z[i] = mbi_clamp(z[i], mbi_lo(p, i), mbi_hi(p, i));
    for (int i = 0; p->findex && i < p->n; i++) {
        double lo, hi;
        mbi_bounds(p, z, i, &lo, &hi);
        z[i] = mbi_clamp(z[i], lo, hi);
    }
}

/* the equations at z */
typedef struct {
    const mb_mlcp *p;
    double *row, *col;           /* [n] units of S */
    const double *z;
    double *w, *ws;              /* [n] see mbi_measure */
    double *X, *size;            /* [n] see mbi_look_back, mbi_look_sizes */
    double *x;                   /* [2*n] work */
    double *M;                   /* M[m*width], see mbi_look_equations */
    int m, width, active, rank;  /* equations, columns, unknowns, pivots */
    int *state;                  /* [n] of each variable: 0 at a bound, else 1 + its first column */
    int *q, *eq;                 /* [n] variables of the columns, equations of the rows */
    uint64_t *code;              /* [2*n] see mbi_look_order */
    int ordered;                 /* 1 if codes are made */
    double unit, least;          /* see mbi_look_equations */
} mbi_look;

/* left_i of "MB_OK in full" */
static inline double mbi_look_left(const mbi_look *s, int i)
{
    const double w = s->w[i];
    double lo = 0.0, hi = HUGE_VAL;

    if (!mbi_is_plain(s->p)) mbi_bounds(s->p, s->z, i, &lo, &hi);
    return mbi_max(s->z[i] < hi ? -w : -HUGE_VAL, s->z[i] > lo ? w : -HUGE_VAL) +
           DBL_EPSILON * s->ws[i];
}

/* 1 if row i is clean with `more` added to left_i */
static inline int mbi_look_clean(const mbi_look *s, int i, double more)
{
    return mbi_look_left(s, i) + more <= MBI_LEFT * fabs(s->p->b[i]);
}

/* eq: the rows that are not clean; returns how many */
static int mbi_look_unclean(mbi_look *s)
{
    s->m = 0;
    for (int i = 0; i < s->p->n; i++)
        if (!mbi_look_clean(s, i, 0.0)) s->eq[s->m++] = i;
    return s->m;
}

/* sorts variables into active ones, for which w_i should be 0, and those at a bound */
static void mbi_look_sort(mbi_look *s)
{
    s->m = 0;
    for (int i = 0; i < s->p->n; i++) {
        const double unit = s->row[i] * s->col[i], e = MBI_ROUNDED * unit * s->ws[i];
        const double v = unit * s->w[i];
        double lo, hi;
        mbi_bounds(s->p, s->z, i, &lo, &hi);
        s->state[i] = 0;
        if (!(lo < hi && v - e < s->z[i] - lo && -v - e < hi - s->z[i])) continue;
        s->q[s->m] = s->eq[s->m] = i;
        s->state[i] = ++s->m;
    }
    s->active = s->m;
}

/* the active variable that z_j moves with, *times as fast, or -1 */
static int mbi_look_moves(const mbi_look *s, int j, double *times)
{
    const int f = mbi_follows(s->p, j) ? s->p->findex[j] : -1;

    *times = 1.0;
    if (s->state[j]) return j;
    if (f < 0 || !s->state[f] || s->z[f] == 0.0) return -1;
    *times = s->z[j] / s->z[f];
    return f;
}

/* 1 if a variable that moves with f, -1: none, is data as b is: at a bound, or z_f is one, not 0 */
static int mbi_look_given(const mbi_look *s, int f)
{
    double z, lo, hi;

    if (f < 0) return 1;
    z = s->z[f];
    lo = mbi_lo(s->p, f);
    hi = mbi_hi(s->p, f);
    return !mbi_follows(s->p, f) && (fabs(z - lo) < MBI_ROUNDED * fabs(lo) ||
                                     fabs(z - hi) < MBI_ROUNDED * fabs(hi));
}

/* Rows of M: S_ij for active j, the terms of the others that are not 0, b_i, |b_i|. unit and least:
 * the largest and the smallest sum of sizes of what is given, in a row where it is not 0 */
static void mbi_look_equations(mbi_look *s)
{
    const int n = s->p->n;
    int columns = s->active;
    double times;

    for (int j = 0; j < n; j++) {
        const int f = mbi_look_moves(s, j, &times);
        s->x[j] = mbi_look_given(s, f) ? fabs(s->z[j]) : 0.0;
        if (f < 0 && s->z[j] != 0.0) s->q[columns++] = j;
    }
    s->width = columns + 2;
    s->unit = 0.0;
    s->least = HUGE_VAL;
    for (int k = 0; k < s->m; k++) {
        const int i = s->eq[k];
        double *r = s->M + k * s->width, given;
        for (int t = 0; t < columns; t++) {
            const int j = s->q[t];
            r[t] = s->row[i] * s->p->A[i * n + j] * (t < s->active ? s->col[j] : s->z[j]);
        }
        for (int j = 0; j < n && s->p->findex; j++) {
            const int f = s->state[j] ? -1 : mbi_look_moves(s, j, &times);
            if (f >= 0) r[s->state[f] - 1] += s->row[i] * s->p->A[i * n + j] * s->col[f] * times;
        }
        r[columns] = s->row[i] * s->p->b[i];
        r[columns + 1] = fabs(r[columns]);
        (void)mbi_row_slack(n, s->p->A + i * n, s->x, s->p->b[i], &given);
        given *= s->row[i];
        s->unit = mbi_max(given, s->unit);
        if (given > 0.0) s->least = mbi_min(given, s->least);
    }
}

/* mixes x, with the same result for 0 and -0, into the bits of code */
static uint64_t mbi_mix(uint64_t code, double x)
{
    uint64_t bits;

    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    for (int k = 0; k < 2; k++) {
        code = (code ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        code ^= code >> 32;
    }
    return code;
}

/* mixes into each code those that entries and findex couple it to; sum[n] is work */
static void mbi_look_refine(const mb_mlcp *p, uint64_t *code, uint64_t *sum)
{
    const int n = p->n;

    memcpy(sum, code, (size_t)n * sizeof *code);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const double a = p->A[i * n + j];
            const uint64_t times = mbi_mix(0, a);
            if (a == 0.0) continue;
            sum[i] += times * code[j];
            sum[j] += (times ^ times >> 32) * code[i];
        }
        if (!mbi_follows(p, i)) continue;
        sum[i] += 3 * code[p->findex[i]];
        sum[p->findex[i]] += 5 * code[i];
    }
    for (int i = 0; i < n; i++) code[i] = mbi_mix(sum[i], 0.0);
}

/* pairs of equal codes */
static int mbi_look_equal(int n, const uint64_t *code)
{
    int pairs = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) pairs += code[i] == code[j];
    return pairs;
}

/* The codes sort variables independently of the order of rows. They are made from b_i, z_i and its
 * bounds, and refined while fewer become equal. Equal ones are, almost always, interchangeable.
 * Source: Weisfeiler and Leman, The reduction of a graph to canonical form, 1968 */
static void mbi_look_order(mbi_look *s)
{
    const int n = s->p->n;
    int equal = INT_MAX, before;

    for (int i = 0; i < n; i++) {
        const uint64_t code = mbi_mix(mbi_mix(0, s->p->b[i]), s->z[i]);
        s->code[i] = mbi_mix(mbi_mix(code, mbi_lo(s->p, i)), mbi_hi(s->p, i));
    }
    do {
        mbi_look_refine(s->p, s->code, s->code + n);
        before = equal;
        equal = mbi_look_equal(n, s->code);
    } while (0 < equal && equal < before);
    s->ordered = 1;
}

static int mbi_look_before(mbi_look *s, int i, int j)
{
    if (!s->ordered) mbi_look_order(s);
    return s->code[i] < s->code[j];
}

/* The pivot of step k, the largest entry: its row, or -1 if it is rounding, and its column *c; of
 * equal ones the first by their codes. x: the largest entry left in each row */
static int mbi_look_pivot(mbi_look *s, int k, int *c)
{
    const double most = mbi_max_abs(s->m - k, s->x + k);
    int r = -1;

    if (!(most > MBI_ROUNDED)) return -1;
    for (int i = k; i < s->m; i++)
        if (s->x[i] == most && (r < 0 || mbi_look_before(s, s->eq[i], s->eq[r]))) r = i;
    *c = -1;
    for (int j = k; j < s->active; j++) {
        if (fabs(s->M[r * s->width + j]) != most) continue;
        if (*c < 0 || mbi_look_before(s, s->q[j], s->q[*c])) *c = j;
    }
    return r;
}

/* complete pivoting; the multipliers stay below the pivots */
static void mbi_look_eliminate(mbi_look *s)
{
    const int m = s->m, active = s->active, width = s->width;
    int k = 0;

    for (int i = 0; i < m; i++) s->x[i] = mbi_max_abs(active, s->M + i * width);
    for (; k < m && k < active; k++) {
        double *pivot = s->M + k * width;
        int c, t;
        const int r = mbi_look_pivot(s, k, &c);
        if (r < 0) break;
        if (r != k) mbi_swap_rows(width, s->M + r * width, pivot);
        s->x[r] = s->x[k];
        t = s->eq[r];
        s->eq[r] = s->eq[k];
        s->eq[k] = t;
        t = s->q[c];
        s->q[c] = s->q[k];
        s->q[k] = t;
        for (int i = 0; i < m; i++) {
            double *row = s->M + i * width;
            const double f = row[c];
            row[c] = row[k];
            row[k] = f;
            if (i <= k || f == 0.0) continue;
            row[k] /= pivot[k];
            mbi_axpy(width - k - 2, -row[k], pivot + k + 1, row + k + 1);
            row[width - 1] += fabs(row[k]) * pivot[width - 1];
            s->x[i] = mbi_max_abs(active - k - 1, row + k + 1);
        }
    }
    s->rank = k;
}

/* X: bounds of |x| by the equations, in scaled unknowns: all terms with one sign */
static void mbi_look_back(mbi_look *s)
{
    mbi_zero(s->p->n, s->X);
    for (int k = s->rank - 1; k >= 0; k--) {
        const double *r = s->M + k * s->width;
        double size = r[s->width - 1];
        for (int t = k + 1; t < s->rank; t++) size += fabs(r[t]) * s->X[s->q[t]];
        s->X[s->q[k]] = size / fabs(r[k]);
    }
}

static void mbi_look_sizes(mbi_look *s)
{
    const int n = s->p->n;
    double times;
    int again = 1;

    for (int j = 0; j < n; j++) {
        const int f = mbi_look_moves(s, j, &times);
        s->x[j] = mbi_look_given(s, f) ? fabs(s->z[j]) : s->X[f] * s->col[f] * fabs(times);
    }
    while (again) {
        again = 0;
        for (int i = 0; i < n; i++) {
            (void)mbi_row_slack(n, s->p->A + i * n, s->x, s->p->b[i], s->size + i);
            s->size[i] *= s->row[i];
        }
        for (int j = 0; j < n; j++) {
            double most = 0.0;
            for (int i = 0; i < n && s->state[j] && s->x[j] <= MBI_ROUNDED * fabs(s->z[j]); i++) {
                const double a = s->row[i] * fabs(s->p->A[i * n + j]) * s->col[j];
                most = mbi_max(mbi_min(a, 1.0) * s->size[i] * s->col[j], most);
            }
            if (!(most > 2.0 * s->x[j])) continue;
            s->x[j] = most;
            again = 1;
        }
    }
}

/* 1 if dependent equations do not contradict the others */
static int mbi_look_agrees(mbi_look *s)
{
    for (int k = s->rank; k < s->m; k++) {
        const int i = s->eq[k];
        double *r = s->M + k * s->width, data = s->row[i] * fabs(s->p->b[i]);
        double left = r[s->width - 2];
        for (int t = s->active; t < s->width - 2; t++) {
            left += r[t];
            data += fabs(r[t]);
        }
        for (int t = s->rank - 1; t >= 0; t--) {               /* r[t] times equation t */
            if (r[t] == 0.0) continue;
            mbi_axpy(t, -r[t], s->M + t * s->width, r);
            data += fabs(r[t]) * s->row[s->eq[t]] * fabs(s->p->b[s->eq[t]]);
        }
        if (!(fabs(left) <= mbi_max(MBI_LEFT * data, MBI_ROUNDED * s->size[i]))) return 0;
    }
    return 1;
}

/* 1 if only rounding is left */
static int mbi_look_passes(const mbi_look *s)
{
    double terms = 0.0;

    for (int i = 0; i < s->p->n; i++) terms += s->row[i] * s->ws[i];
    for (int i = 0; i < s->p->n; i++) {
        double most = MBI_LEFT_UNIT * s->unit;
        if (fabs(s->w[i]) <= MBI_ROUNDED * s->ws[i])
            most = mbi_max(MBI_LEFT_ROUNDED * s->least, most);
        most = mbi_min(MBI_LEFT_SIZE * mbi_min(s->size[i], terms), most);
        if (!(s->row[i] * mbi_look_left(s, i) <= most || mbi_look_clean(s, i, 0.0))) return 0;
    }
    return 1;
}

/* 1 if rule 2 holds for the rows eq[m] */
static int mbi_look_nearby(mbi_look *s)
{
    const mb_mlcp *p = s->p;
    const int n = p->n;

    if (p->findex) return 0;
    s->active = 0;
    for (int j = 0; j < n; j++) {
        const double room = mbi_min(s->z[j] - mbi_lo(p, j), mbi_hi(p, j) - s->z[j]);
        s->col[j] = mbi_min(fabs(s->z[j]), room);
        if (s->col[j] > 0.0) s->q[s->active++] = j;
    }
    if (s->m > s->active) return 0;
    s->width = s->active + 2;
    for (int k = 0; k < s->m; k++) {
        const int i = s->eq[k];
        const double row = 1.0 / s->ws[i];
        double *r = s->M + k * s->width;
        for (int t = 0; t < s->active; t++) r[t] = row * p->A[i * n + s->q[t]] * s->col[s->q[t]];
        r[s->active] = 0.0;
        r[s->active + 1] = row * fabs(s->w[i]) + DBL_EPSILON;
    }
    mbi_look_eliminate(s);
    if (s->rank < s->m) return 0;
    mbi_look_back(s);
    for (int k = 0; k < s->m; k++)
        if (!(s->X[s->q[k]] <= MBI_LEFT)) return 0;
    for (int i = 0; i < n; i++) {
        double more = 0.0;
        if (!mbi_look_clean(s, i, 0.0)) continue;
        for (int k = 0; k < s->m; k++)
            more += fabs(p->A[i * n + s->q[k]]) * s->col[s->q[k]] * s->X[s->q[k]];
        if (!mbi_look_clean(s, i, more)) return 0;
    }
    return 1;
}

/* 1 if rule 3 holds */
static int mbi_look_rounded(mbi_look *s)
{
    mbi_equilibrate(s->p->n, s->p->A, s->row, s->col, s->x);
    mbi_look_sort(s);
    mbi_look_equations(s);
    mbi_look_eliminate(s);
    mbi_look_back(s);
    mbi_look_sizes(s);
    return mbi_look_passes(s) && mbi_look_agrees(s);
}

size_t mb_mlcp_judge_scratch(int n)
{
    return n < 0 ? 0 : mbi_bytes((double)n * n + 14.0 * n, 0.0);
}

static int mbi_look_take(mbi_look *s, const mb_mlcp *p, const double *z, mb_arena a)
{
    const int n = p->n;

    s->p = p;
    s->z = z;
    s->w = mb_arena_matrix(&a, n, n + 14);
    if (!s->w) return 0;
    s->ws = s->w + n;
    s->row = s->w + 2 * n;
    s->col = s->w + 3 * n;
    s->X = s->w + 4 * n;
    s->size = s->w + 5 * n;
    s->x = s->w + 6 * n;
    s->q = (int *)(s->w + 8 * n);                              /* 3 n of them */
    s->code = (uint64_t *)(void *)(s->w + 10 * n);
    s->ordered = 0;
    s->M = s->w + 12 * n;
    s->eq = s->q + n;
    s->state = s->q + 2 * n;
    return 1;
}

int mb_mlcp_judge(const mb_mlcp *p, double tol, double *z, double *residual, mb_arena scratch)
{
    mbi_look s;

    if (!mbi_look_take(&s, p, z, scratch)) return 0;
    mbi_put_inside(p, z);
    *residual = mbi_measure(p, z, s.w, s.ws);
    return *residual <= tol && (mbi_look_unclean(&s) == 0 || mbi_look_nearby(&s) ||
                                mbi_look_rounded(&s));
}

/* as mb_infeasible; where z_j has no bound (A'u)_j may be `rounding` times its terms: DBL_MAX, if
 * the caller has checked A'u */
static int mbi_proves(const mb_mlcp *p, const double *u, double rounding)
{
    const int n = p->n;
    double most = 0.0;                                         /* of u'w */

    for (int j = 0; j < n; j++) {
        const double lo = mbi_lo(p, j), hi = mbi_hi(p, j), b = p->b[j] * u[j];
        double Au = 0.0, terms = 0.0, z;
        for (int i = 0; i < n; i++) {
            Au += p->A[i * n + j] * u[i];
            terms += fabs(p->A[i * n + j] * u[i]);
        }
        z = Au > 0.0 ? hi : lo;
        if (mbi_follows(p, j) || (u[j] < 0.0 && lo > -HUGE_VAL) || (u[j] > 0.0 && hi < HUGE_VAL) ||
            (fabs(z) >= HUGE_VAL && !(fabs(Au) <= rounding * terms)))
            return 0;
        if (fabs(z) < HUGE_VAL) most += Au * z + MBI_SUM(n) * terms * fabs(z);
        most += b + MBI_LEFT_UNIT * fabs(b);
    }
    return most < 0.0;
}

int mb_infeasible(const mb_mlcp *p, const double *u) { return mbi_proves(p, u, MBI_SUM(p->n)); }

double mb_fischer_burmeister(double a, double b)
{
    const double least = a <= b ? a : b, large = a <= b ? b : a;
    const double big = mbi_max(fabs(a), fabs(b)), small = mbi_min(fabs(a), fabs(b));
    const double ratio = big > 0.0 ? small / big : 0.0, root = sqrt(1.0 + ratio * ratio);

    if (!(large > 0.0)) return a + b - big * root;
    return least * (1.0 - least / big / (large / big + root));     /* large - r < 0 */
}

double mb_cck(double lambda, double a, double b)
{
    return lambda * mb_fischer_burmeister(a, b) +
           (1.0 - lambda) * mbi_max(a, 0.0) * mbi_max(b, 0.0);
}

static int mbi_row_not_finite(int n, const double *A, const double *b)
{
    if (mbi_all_finite(n, b) && mbi_all_finite(n * n, A)) return -1;
    for (int i = 0; i < n; i++)
        if (!mbi_all_finite(1, b + i) || !mbi_all_finite(n, A + i * n)) return i;
    return -1;
}

/* NaN: MB_NOT_FINITE; crossed, infinite on the wrong side, findex out of range: MB_BAD_ARG */
static mb_status mbi_check_bounds(const mb_mlcp *p, mb_info *info)
{
    for (int i = 0; i < p->n && (p->lo || p->hi || p->findex); i++) {
        const double lo = mbi_lo(p, i), hi = mbi_hi(p, i);
        if (lo != lo || hi != hi) return mbi_refuse(info, MB_NOT_FINITE, i);
        if (lo > hi || lo >= HUGE_VAL || hi <= -HUGE_VAL ||
            (mbi_follows(p, i) &&
             (p->findex[i] >= p->n || p->findex[i] == i || lo > 0.0 || hi < 0.0)))
            return mbi_refuse(info, MB_BAD_ARG, i);
    }
    return MB_OK;
}

static int mbi_has_arrays(const mb_mlcp *p, const double *z)
{
    return p && p->n >= 0 && p->n <= MB_MAX_N && (p->n == 0 || (p->A && p->b && z));
}

/* the first check of every solver: MB_OK, MB_BAD_ARG or MB_NOT_FINITE */
static mb_status mbi_check_mlcp(const mb_mlcp *p, const double *z, mb_info *info)
{
    int row;

    if (!mbi_has_arrays(p, z)) return mbi_refuse(info, MB_BAD_ARG, -1);
    row = mbi_row_not_finite(p->n, p->A, p->b);
    return row < 0 ? mbi_check_bounds(p, info) : mbi_refuse(info, MB_NOT_FINITE, row);
}

/* the same, then the options, and the start where takes has MBI_STARTS */
static mb_status mbi_check_start(const mb_mlcp *p, const mb_options *opt, int takes, int max_iter,
                                 const double *z, mb_options *o, mb_info *info)
{
    const mb_status status = mbi_check_mlcp(p, z, info);
    int bad;

    if (status != MB_OK) return status;
    for (int i = 0; i < p->n && (takes & MBI_PLAIN); i++)
        if (mbi_follows(p, i)) return mbi_refuse(info, MB_BAD_ARG, i);
    if (!mbi_options(opt, takes, max_iter, o)) return mbi_refuse(info, MB_BAD_ARG, -1);
    bad = takes & MBI_STARTS ? mbi_first_not_finite(p->n, z) : -1;
    return bad < 0 ? MB_OK : mbi_refuse(info, MB_NOT_FINITE, bad);
}

/* the result of an iterative solver after k iterations */
static mb_status mbi_ended(const mb_options *o, int solved, int k, double residual, mb_info *info)
{
    const mb_status unsolved = k < o->max_iter ? MB_STALLED : MB_MAX_ITER;

    return mbi_done(info, solved ? MB_OK : unsolved, k, residual, -1);
}

/* -- mLCP to LCP --
 *
 * With F the free variables, B the others, z_B = offset + sign x and 0 = A_FF z_F + A_FB z_B + b_F:
 *
 *     z_F = free_const + free_gain x,   free_gain = -A_FF \ A_FB diag(sign),
 *                                       free_const = -A_FF \ (b_F + A_FB offset)
 *
 * Row i of B then reads sign_i w_i _|_ x_i. A variable with two bounds needs the multiplier y >= 0
 * of its upper one: w_i + y _|_ x_i,  hi - lo - x_i _|_ y.
 */

enum { MBI_FREE, MBI_LOWER, MBI_UPPER, MBI_BOX };
#define MBI_SINGULAR 1e-13       /* a pivot this small beside the entries above it is roundoff */

static int mbi_bound_kind(const mb_mlcp *p, int i)
{
    const int lower = mbi_lo(p, i) > -HUGE_VAL, upper = mbi_hi(p, i) < HUGE_VAL;

    return lower ? (upper ? MBI_BOX : MBI_LOWER) : (upper ? MBI_UPPER : MBI_FREE);
}

static int mbi_count_free(const mb_mlcp *p)
{
    int count = 0;

    for (int i = 0; i < p->n; i++) count += mbi_bound_kind(p, i) == MBI_FREE;
    return count;
}

size_t mb_mlcp_to_lcp_scratch(int n) { return mbi_bytes(4.0 * n * n + 7.0 * n, 3.0 * n + 3.0); }

/* free_index, bound_index, sign and offset */
static void mbi_schur_sort(mb_schur *s)
{
    for (int i = 0, f = 0, k = 0; i < s->p->n; i++) {
        const int kind = mbi_bound_kind(s->p, i);
        if (kind == MBI_FREE) {
            s->free_index[f++] = i;
        } else {
            s->sign[k] = kind == MBI_UPPER ? -1.0 : 1.0;
            s->offset[k] = kind == MBI_UPPER ? s->p->hi[i] : mbi_lo(s->p, i);
            s->bound_index[k++] = i;
        }
    }
}

/* free_gain and free_const; -1, or the first column whose pivot is roundoff: A_FF, factored in
 * FF[nf*nf], is singular. work[nf] */
static int mbi_eliminate_free(mb_schur *s, double *FF, int *pivot, double *work)
{
    const int n = s->p->n, nf = s->nfree, nb = n - nf, *at = s->free_index, *bound = s->bound_index;

    for (int i = 0; i < nf; i++) {
        const double *row = s->p->A + at[i] * n;
        for (int j = 0; j < nf; j++) FF[i * nf + j] = row[at[j]];
        s->free_const[i] = -s->p->b[at[i]];
        for (int j = 0; j < nb; j++) {
            s->free_const[i] -= row[bound[j]] * s->offset[j];
            s->free_gain[i * nb + j] = -s->sign[j] * row[bound[j]];
        }
    }
    (void)mb_lu_factor(nf, FF, pivot);
    for (int k = 0; k < nf; k++) {
        double most = 0.0;
        for (int i = 0; i < k; i++) most = mbi_max(fabs(FF[i * nf + k]), most);
        if (!(fabs(FF[k * nf + k]) > MBI_SINGULAR * most)) return k;
    }
    mb_lu_solve(nf, FF, pivot, s->free_const);
    mbi_lu_solve_rows(nf, FF, pivot, nb, s->free_gain, work);
    return mbi_all_finite(nf * nb, s->free_gain) && mbi_all_finite(nf, s->free_const) ? -1 : nf - 1;
}

/* A[m*m] and b[m] of the LCP, from the rows of the mLCP with its z as a function of x; work[nf] */
static void mbi_reduced_rows(const mb_schur *s, int m, double *A, double *b, double *work)
{
    const int n = s->p->n, nf = s->nfree, nb = n - nf, *bound = s->bound_index;

    mbi_zero(m * m, A);
    for (int i = 0, box = nb; i < nb; i++) {
        const double *row = s->p->A + bound[i] * n;
        double *out = A + i * m;
        b[i] = s->p->b[bound[i]];
        for (int j = 0; j < nb; j++) {
            out[j] = row[bound[j]] * s->sign[j];
            b[i] += row[bound[j]] * s->offset[j];
        }
        for (int k = 0; k < nf; k++) {
            work[k] = row[s->free_index[k]];
            b[i] += work[k] * s->free_const[k];
        }
        mbi_combine_rows(nf, nb, s->free_gain, nb, work, out);
        for (int j = 0; j < nb; j++) out[j] *= s->sign[i];
        b[i] *= s->sign[i];
        if (mbi_bound_kind(s->p, bound[i]) == MBI_BOX) {
            out[box] = 1.0;
            A[box * m + i] = -1.0;
            b[box++] = s->p->hi[bound[i]] - mbi_lo(s->p, bound[i]);
        }
    }
}

mb_status mb_mlcp_to_lcp(const mb_mlcp *p, mb_schur *out, mb_info *info, mb_arena *arena)
{
    mb_status status = out && arena ? mbi_check_mlcp(p, p ? p->b : NULL, info)
                                    : mbi_refuse(info, MB_BAD_ARG, -1);
    int nf, nb, m, singular, *pivot;
    double *A, *b, *FF, *work;
    mb_schur s = { { 0, NULL, NULL }, p, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL };
    mb_arena a, kept;

    if (status != MB_OK) return status;
    for (int i = 0; i < p->n; i++) {
        const int kind = mbi_bound_kind(p, i);
        if (mbi_follows(p, i)) return mbi_refuse(info, MB_BAD_ARG, i);
        s.nfree += kind == MBI_FREE;
        s.nbox += kind == MBI_BOX;
    }
    nf = s.nfree;
    nb = p->n - nf;
    m = nb + s.nbox;
    if (m > MB_MAX_N) return mbi_refuse(info, MB_BAD_ARG, -1);
    a = *arena;
    A = mb_arena_matrix(&a, m, m + 1);
    s.free_index = mb_arena_ints(&a, p->n);
    s.sign = mb_arena_matrix(&a, 2, nb);
    s.free_gain = mb_arena_matrix(&a, nf, nb + 1);
    kept = a;                                                  /* the rest is work space */
    FF = mb_arena_matrix(&a, nf, nf + 1);
    pivot = mb_arena_ints(&a, nf);
    if (!A || !s.free_index || !s.sign || !s.free_gain || !FF || !pivot)
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    b = A + m * m;
    work = FF + nf * nf;
    s.free_const = s.free_gain + nf * nb;
    s.bound_index = s.free_index + nf;
    s.offset = s.sign + nb;
    mbi_schur_sort(&s);
    singular = mbi_eliminate_free(&s, FF, pivot, work);
    if (singular >= 0) return mbi_refuse(info, MB_SINGULAR, s.free_index[singular]);
    mbi_reduced_rows(&s, m, A, b, work);
    s.lcp.n = m;
    s.lcp.A = A;
    s.lcp.b = b;
    *out = s;
    *arena = kept;
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

void mb_mlcp_from_lcp(const mb_schur *schur, const double *x, double *z)
{
    const int nf = schur->nfree, nb = schur->p->n - nf;

    for (int i = 0, box = nb; i < nb; i++) {
        const int k = schur->bound_index[i];
        const double offset = schur->offset[i], zi = offset + schur->sign[i] * x[i];
        z[k] = fabs(zi) <= 4.0 * DBL_EPSILON * fabs(offset) ? 0.0 : zi;
        if (mbi_bound_kind(schur->p, k) != MBI_BOX) continue;
        if (x[box++] > schur->p->hi[k] - z[k]) z[k] = schur->p->hi[k];
    }
    for (int i = 0; i < nf; i++)
        z[schur->free_index[i]] = schur->free_const[i] + mbi_dot(nb, schur->free_gain + i * nb, x);
}

/* ==== solvers ==== */

/* in the order in which `list solvers` shows them */
const mb_solver mb_solvers[] = {
    { "lemke", mb_lemke, NULL, mb_lemke_scratch,
      "Lemke's pivoting: any LCP of a contact problem; the default" },
    { "pgs", mb_pgs, NULL, mb_pgs_scratch,
      "projected Gauss-Seidel/SOR: symmetric positive definite A" },
    { "jacobi", mb_jacobi, NULL, mb_jacobi_scratch,
      "damped projected Jacobi: as pgs, slower, every row at the same time" },
/* BEGIN SOLUTION lcp */
    { "enumerate", mb_enumerate, NULL, mb_enumerate_scratch,
      "all 2^n bases, n <= 16: any A, the reference" },
/* END SOLUTION */
    { "fischer-newton", mb_fischer_newton, NULL, mb_fischer_newton_scratch,
      "Fischer-Burmeister Newton: positive semidefinite A" },
/* BEGIN SOLUTION newton */
    { "minmap-newton", mb_minmap_newton, NULL, mb_minmap_newton_scratch,
      "minimum-map Newton: positive definite A, fast" },
/* END SOLUTION */
/* BEGIN SOLUTION newton */
    { "fischer-newton", NULL, mb_mlcp_fischer_newton, mb_mlcp_fischer_newton_scratch,
      "mLCP: bounds, free block may be singular" },
/* END SOLUTION */
    { "lemke", NULL, mb_mlcp_lemke, mb_mlcp_lemke_scratch,
      "mLCP: free block eliminated, then Lemke; the default" },
    { "pgs", NULL, mb_mlcp_pgs, mb_mlcp_pgs_scratch,
      "projected Gauss-Seidel with bounds and box friction; positive diagonal" },
#ifdef MBSIM_MORE
    MB_MORE_SOLVERS
#endif
};
const int mb_solver_count = (int)(sizeof mb_solvers / sizeof mb_solvers[0]);

static const mb_solver *mbi_find_solver(const char *name, int mixed)
{
    for (int i = 0; name && i < mb_solver_count; i++)
        if ((mb_solvers[i].mlcp != NULL) == mixed && strcmp(mb_solvers[i].name, name) == 0)
            return &mb_solvers[i];
    return NULL;
}

const mb_solver *mb_find_lcp_solver(const char *name) { return mbi_find_solver(name, 0); }
const mb_solver *mb_find_mlcp_solver(const char *name) { return mbi_find_solver(name, 1); }

/* BEGIN SOLUTION lemke */
/* ---- pivoting: Lemke ----
 *
 * With an artificial variable z0 and a covering vector d > 0, w = A z + d z0 + b has the
 * complementary solution z = 0 for large z0. Let z0 fall from there by pivots: one variable enters
 * the basis, another leaves it, and its complement enters next, so that z_i and w_i are never both
 * basic. When z0 leaves, the problem is solved; when nothing blocks the entering variable, the path
 * ends on a ray.
 *
 * PRODUCT FORM  The pivots are kept instead of a tableau. Pivot k puts another variable into row
 * r_k; its updated column a_k holds the rates at which the basic variables rise with it. The pivot
 * turns the updated column v of any other variable into
 *
 *     v_i - (v_r / a_r) a_i    in the rows i != r,     -v_r / a_r    in row r
 *
 * and that of the variable that left into a_i / a_r and 1 / a_r. So columns of A, and b, go through
 * the pivots so far; one costs nothing where v_r = 0: bodies far apart are cheap. After 2 n pivots
 * the basis is factored anew, in at most n.
 *
 * ROUNDOFF  The values q of the basic variables are compared with A z + b from time to time, and
 * corrected. Harris' ratio test allows every basic variable to fall to -delta, and takes the
 * largest pivot among those that would be reached.
 *
 * TIES  This choice may cycle. The path then starts again with d in general position, where only
 * the last pivot can tie, and z0 is preferred. Such paths are also tried after every other failure.
 */

enum { MBI_LEMKE_PATHS = 9,
       MBI_LEMKE_CHECK = 32,     /* pivots between comparisons with the data */
       MBI_LEMKE_VECTORS = 6 };  /* of n numbers, beside the updated columns */

#define MBI_LEMKE_HARRIS 1e-10   /* delta, for |b|_inf about 1; jammed stacks need it */
#define MBI_LEMKE_PIVOT 1e-11    /* smallest pivot, for A about 1 */
#define MBI_LEMKE_FINE_HARRIS 1e-290     /* the same on the fine paths, where b_i may be so small */
#define MBI_LEMKE_FINE_PIVOT 1e-280
#define MBI_LEMKE_DRIFT 1e-9     /* error of q, for |b|_inf about 1, at which to refactor */
#define MBI_LEMKE_GOOD 1e-13     /* residual of a z that needs no refinement */

typedef struct {
    int n;
    mb_mlcp p;                   /* the LCP */
    const mb_options *o;
    double *z;                   /* the caller's */
    int iteration;               /* pivots of all paths */
    double residual;             /* of the z read off last */
    mb_arena judge;              /* for mb_mlcp_judge */

    /* a path's start, in which A and b are scaled to be about 1 */
    double *row_scale, *col_scale;       /* [n] powers of two; */
    double unit;                 /* b goes with row_scale / unit, and z = unit col_scale q */
    double *d;                   /* [n] covering vector, for the scaled rows */
    double delta, pivot;         /* of Harris' ratio test */

    /* the basis: variables are numbered z_j = j, w_i = n + i, z0 = 2 n */
    int *basic;                  /* [n] by row */
    double *q;                   /* [n] their values */
    int z0;                      /* the row in which z0 is basic, or -1 */

    /* the pivots */
    int count, most;             /* how many, room for them */
    int *row;                    /* [most] r of each */
    double *inverse;             /* [most] 1 / a_r of each */
    double *a;                   /* a[(most+1)*n] updated columns, the entering one's last */
    int *left;                   /* [2n+1] the pivot, from 1, by which a variable left, or 0 */

    int pivots;                  /* see mbi_lemke_cycles */
    uint64_t basis;
    double *work, *x;            /* [n], side by side */
    int *list;                   /* [2n] */
} mbi_lemke;

/* v through pivots first, first + 1, ... */
static void mbi_lemke_apply(const mbi_lemke *L, int first, double *v)
{
    for (int k = first; k < L->count; k++) {
        const int r = L->row[k];
        const double f = v[r] * L->inverse[k];
        if (f == 0.0) continue;
        mbi_axpy(L->n, -f, L->a + k * L->n, v);
        v[r] = -f;
    }
}

/* the updated column of a variable that is not basic: the one that may enter next */
static double *mbi_lemke_column(const mbi_lemke *L, int entering)
{
    const int n = L->n, k = L->left[entering];
    double *v = L->a + L->count * n;

    if (k > 0) {                                               /* as pivot k left it */
        for (int i = 0; i < n; i++) v[i] = L->inverse[k - 1] * L->a[(k - 1) * n + i];
        v[L->row[k - 1]] = L->inverse[k - 1];
    } else if (entering < n) {
        const double *a = L->p.A + entering, s = L->col_scale[entering];
        for (int i = 0; i < n; i++) v[i] = a[i * n] * L->row_scale[i] * s;
    } else {
        mbi_copy(n, L->d, v);
    }
    mbi_lemke_apply(L, k, v);
    return v;
}

/* Harris' ratio test: the row whose variable leaves, -1 if none falls */
static int mbi_lemke_ratio_test(const mbi_lemke *L, const double *a)
{
    const double *q = L->q;
    double step = HUGE_VAL;                                    /* the longest with q >= -delta */
    int leaving = -1;

    for (int i = 0; i < L->n; i++) {
        const double room = mbi_max(q[i], 0.0) + L->delta;
        if (room < -a[i] * step) step = room / -a[i];
    }
    step *= 1.0 + 4.0 * DBL_EPSILON;
    if (L->z0 >= 0 && a[L->z0] < -L->pivot && q[L->z0] <= -a[L->z0] * step) return L->z0;
    for (int i = 0; i < L->n; i++)
        if (a[i] < -L->pivot && q[i] <= -a[i] * step && (leaving < 0 || a[i] < a[leaving]))
            leaving = i;
    return leaving;
}

/* in the units of the problem, but z0 as scaled where rows are scaled one by one */
static void mbi_lemke_record(const mbi_lemke *L, int entering, int leaving)
{
    const int n = L->n;
    const double z0 = leaving == 2 * n ? 0.0 : L->q[L->z0] * L->unit / L->row_scale[0];
    const double scale = entering < n ? L->col_scale[entering]
                                      : 1.0 / L->row_scale[entering < 2 * n ? entering - n : 0];
    const double step = mbi_max(0.0, L->q[L->row[L->count - 1]]) * L->unit * scale;

    mbi_record(L->o, L->iteration, z0, step, entering, leaving, n, NULL);
}

/* pivots with the last updated column: entering into row r; returns the variable that leaves */
static int mbi_lemke_pivot(mbi_lemke *L, int entering, int r)
{
    const int k = L->count++, leaving = L->basic[r];

    L->row[k] = r;
    L->inverse[k] = 1.0 / L->a[k * L->n + r];
    mbi_lemke_apply(L, k, L->q);
    L->basic[r] = entering;
    L->left[leaving] = k + 1;
    L->left[entering] = 0;
    if (entering == 2 * L->n) L->z0 = r;
    if (leaving == 2 * L->n) L->z0 = -1;
    return leaving;
}

/* z from the basis, 0 where q is below `rounding` times its largest; 1 if solved */
static int mbi_lemke_read_off(mbi_lemke *L, double rounding)
{
    const int n = L->n;
    const double least = rounding * mbi_max_abs(n, L->q);

    mbi_zero(n, L->z);
    for (int i = 0; i < n; i++) {
        const int j = L->basic[i];
        if (j < n && L->q[i] > least)
            L->z[j] = mbi_min(L->q[i] * L->col_scale[j] * L->unit, DBL_MAX);
    }
    return mb_mlcp_judge(&L->p, L->o->tol, L->z, &L->residual, L->judge);
}

/* 1 if the basis noted after 1, 2, 4, ... pivots is back: the codes of all that entered and left
 * since then xor to 0 */
static int mbi_lemke_cycles(mbi_lemke *L, int entering, int leaving)
{
    L->basis ^= mbi_mix(1, entering) ^ mbi_mix(1, leaving);
    if (L->basis == 0) return 1;
    L->pivots++;
    if ((L->pivots & (L->pivots - 1)) == 0) L->basis = 0;      /* a power of two: this is noted */
    return 0;
}

static void mbi_lemke_all_slack(mbi_lemke *L)
{
    const int n = L->n;
    const double scale = 1.0 / L->unit;

    for (int i = 0; i < n; i++) {
        L->q[i] = L->row_scale[i] * L->p.b[i] * scale;
        L->basic[i] = n + i;
    }
    for (int i = 0; i <= 2 * n; i++) L->left[i] = 0;
    L->count = 0;
    L->z0 = -1;
}

/* Factors the basis anew: pivots each basic z_j, and z0, into the row with its largest entry, of
 * those whose w is not basic. 0: singular. */
static int mbi_lemke_reinvert(mbi_lemke *L)
{
    const int n = L->n;
    int *in = L->list, *free_row = L->list + n, m = 0;

    for (int i = 0; i < n; i++) free_row[i] = 1;
    for (int i = 0; i < n; i++) {
        const int j = L->basic[i];
        if (j < n || j == 2 * n) in[m++] = j;
        else free_row[j - n] = 0;
    }
    if (m >= L->most) return 0;
    mbi_lemke_all_slack(L);
    for (int k = 0; k < m; k++) {
        const double *v = mbi_lemke_column(L, in[k]);
        int r = -1;
        for (int i = 0; i < n; i++)
            if (free_row[i] && (r < 0 || fabs(v[i]) > fabs(v[r]))) r = i;
        if (!(fabs(v[r]) > 0.0)) return 0;
        (void)mbi_lemke_pivot(L, in[k], r);
        free_row[r] = 0;
    }
    return 1;
}

/* one step of iterative refinement of q; returns how far w - A z - d z0 was from b */
static double mbi_lemke_refine(mbi_lemke *L)
{
    const int n = L->n;
    const double z0 = L->z0 < 0 ? 0.0 : L->q[L->z0];
    double *r = L->work, error;

    mbi_zero(n, L->x);
    for (int i = 0; i < n; i++)
        if (L->basic[i] < n) L->x[L->basic[i]] = L->q[i] * L->col_scale[L->basic[i]];
    for (int i = 0; i < n; i++) {
        const double w = mbi_dot(n, L->p.A + i * n, L->x) + L->p.b[i] / L->unit;
        r[i] = L->row_scale[i] * w + L->d[i] * z0;
    }
    for (int i = 0; i < n; i++)
        if (L->basic[i] >= n && L->basic[i] < 2 * n) r[L->basic[i] - n] -= L->q[i];
    error = mbi_max_abs(n, r);
    mbi_lemke_apply(L, 0, r);
    for (int i = 0; i < n; i++) L->q[i] += r[i];
    return error;
}

/* 0: the basis is singular */
static int mbi_lemke_keep_exact(mbi_lemke *L)
{
    const int due = L->iteration % MBI_LEMKE_CHECK == 0;

    if (L->count < L->most && !(due && mbi_lemke_refine(L) > MBI_LEMKE_DRIFT)) return 1;
    return mbi_lemke_reinvert(L);
}

/* the path's last direction, |u|_inf = 1; 0 if z does not move along it */
static int mbi_lemke_direction(const mbi_lemke *L, const double *a, int entering, double *u)
{
    const int n = L->n;
    double size;

    mbi_zero(n, u);
    for (int i = 0; i < n; i++) {
        const int j = L->basic[i];
        if (j < n) u[j] = mbi_max(0.0, a[i]) * L->col_scale[j];
    }
    if (entering < n) u[entering] = L->col_scale[entering];
    size = mbi_max_abs(n, u);
    if (!(size > 0.0 && size <= DBL_MAX)) return 0;
    for (int j = 0; j < n; j++) u[j] /= size;
    return 1;
}

/* Nothing seems to block the entering variable. MB_RAY: x is the ray. MB_OK: with the basis
 * factored anew, row *r blocks it. */
static mb_status mbi_lemke_ray(mbi_lemke *L, int entering, int *r)
{
    const double *a;

    if (!mbi_lemke_reinvert(L)) return MB_SINGULAR;
    (void)mbi_lemke_refine(L);
    a = mbi_lemke_column(L, entering);
    *r = mbi_lemke_ratio_test(L, a);
    if (*r >= 0) return MB_OK;
    if (!mbi_all_finite(L->n, a)) return MB_SINGULAR;
    if (!mbi_lemke_direction(L, a, entering, L->x)) return MB_STALLED;
    if (L->o->ray) mbi_copy(L->n, L->x, L->o->ray);
    return MB_RAY;
}

/* One path, from all w basic. MB_OK: z0 is out, and q >= 0. */
static mb_status mbi_lemke_path(mbi_lemke *L)
{
    const int n = L->n, z0 = 2 * n;
    int entering = z0, r = -1;
    double height = 0.0;

    for (int i = 0; i < n; i++)                                /* the row that needs most z0 */
        if (L->q[i] < 0.0 && -L->q[i] >= height * L->d[i]) {
            r = i;
            height = -L->q[i] / L->d[i];
        }
    if (r < 0) return MB_OK;
    (void)mbi_lemke_column(L, z0);
    while (L->iteration < L->o->max_iter) {
        const int leaving = mbi_lemke_pivot(L, entering, r);
        L->iteration++;
        if (L->o->trace || L->o->history) mbi_lemke_record(L, entering, leaving);
        if (leaving == z0) return MB_OK;
        if (mbi_lemke_cycles(L, entering, leaving)) return MB_STALLED;
        if (!mbi_lemke_keep_exact(L)) return MB_SINGULAR;

        entering = leaving < n ? leaving + n : leaving - n;    /* the complement */
        r = mbi_lemke_ratio_test(L, mbi_lemke_column(L, entering));
        if (r < 0) {
            const mb_status end = mbi_lemke_ray(L, entering, &r);
            if (end != MB_OK) return end;
        }
    }
    return MB_MAX_ITER;
}

/* z at a path's end, refined until it passes. It may do so while z0 is basic: rounded data of
 * bodies that jam each other may end on a ray at a z0 of rounding size. */
static int mbi_lemke_polish(mbi_lemke *L)
{
    if (mbi_lemke_read_off(L, MBI_ROUNDED) && L->residual <= MBI_LEMKE_GOOD) return 1;
    for (int fresh = 0; fresh < 2 && (!fresh || mbi_lemke_reinvert(L)); fresh++) {
        (void)mbi_lemke_refine(L);
        (void)mbi_lemke_refine(L);
        if (mbi_lemke_read_off(L, 0.0)) return 1;
    }
    return 0;
}

/* Scales A to entries of about 1: by one factor from its diagonal, which bounds all entries of a
 * positive semidefinite A; or row by row and column by column */
static void mbi_lemke_scale(mbi_lemke *L, int one_by_one)
{
    const int n = L->n;
    double size = 0.0, row, col;

    if (one_by_one) mbi_equilibrate(n, L->p.A, L->row_scale, L->col_scale, L->work);
    for (int i = 0; i < n; i++) size = mbi_max(fabs(L->p.A[i * n + i]), size);
    row = 1.0 / mbi_power_of_two(size);
    col = 1.0 / mbi_power_of_two(size * row);                  /* 1, unless size is subnormal */
    for (int i = 0; i < n; i++) {
        L->row_scale[i] = one_by_one ? mbi_power_of_two(L->row_scale[i]) : row;
        L->col_scale[i] = one_by_one ? mbi_power_of_two(L->col_scale[i]) : col;
    }
}

/* Makes all w basic, with the scales and covering vector of a path; path 0 is the plain one. On the
 * fine paths, for a b of many decades, d grows with |b|: small entries are not lost in large
 * sums. */
static void mbi_lemke_start(mbi_lemke *L, int path)
{
    const int n = L->n, fine = path == 2 || path == 4;
    uint32_t state = (uint32_t)path;
    double most = 0.0, least = HUGE_VAL;

    mbi_lemke_scale(L, path > 0);
    for (int i = 0; i < n; i++) {
        const double size = L->row_scale[i] * fabs(L->p.b[i]);
        most = mbi_max(size, most);
        if (size > 0.0) least = mbi_min(size, least);
    }
    L->unit = mbi_power_of_two(most);
    for (int i = 0; i < n; i++) {
        L->d[i] = 1.0;
        if (path == 0) continue;
        state = state * 1664525u + 1013904223u;                /* any pseudorandom d will do */
        L->d[i] += (double)(state >> 8) / 16777216.0;
        if (fine) L->d[i] *= mbi_max(least, L->row_scale[i] * fabs(L->p.b[i])) / L->unit;
    }
    L->delta = fine ? MBI_LEMKE_FINE_HARRIS : MBI_LEMKE_HARRIS;
    L->pivot = fine ? MBI_LEMKE_FINE_PIVOT : MBI_LEMKE_PIVOT;
    L->pivots = 0;
    L->basis = 0;
    mbi_lemke_all_slack(L);
}

/* paths until one ends with a z that passes, or a proof that there is none */
static mb_status mbi_lemke_paths(mbi_lemke *L, mb_info *info)
{
    mb_status status = MB_STALLED;
    int proven = 0;

    for (int k = 0; k < MBI_LEMKE_PATHS && !proven; k++) {
        mb_status end;
        mbi_lemke_start(L, k);
        end = mbi_lemke_path(L);
        if (end == MB_RAY) status = MB_RAY;
        proven = end == MB_RAY && mb_infeasible(&L->p, L->x);
        if ((end == MB_MAX_ITER || proven) ? mbi_lemke_read_off(L, 0.0) : mbi_lemke_polish(L))
            return mbi_done(info, MB_OK, L->iteration, L->residual, -1);
        if (end == MB_MAX_ITER) return mbi_done(info, end, L->iteration, L->residual, -1);
    }
    return mbi_done(info, status, L->iteration, L->residual, -1);
}

size_t mb_lemke_scratch(int n)
{
    const double vectors = 2.0 * n + (MBI_LEMKE_VECTORS + 3);

    if (n < 0) return 0;
    return mbi_sum(mbi_bytes(vectors * n + 2.0 * n + 2.0, 7.0 * n + 3.0), mb_mlcp_judge_scratch(n));
}

static void mbi_lemke_take(mbi_lemke *L, mb_arena a)
{
    const int n = L->n, room = INT_MAX / (n + 1) - MBI_LEMKE_VECTORS - 3;
    const int most = 2 * n + 2 < room ? 2 * n + 2 : room;
    const int columns = (most + 1) * n, vectors = MBI_LEMKE_VECTORS * n;
    double *v = mb_arena_doubles(&a, vectors + columns + most);

    L->most = most;
    L->row = mb_arena_ints(&a, most + 5 * n + 1);
    L->q = v;
    L->work = v + n;
    L->x = v + 2 * n;
    L->row_scale = v + 3 * n;
    L->col_scale = v + 4 * n;
    L->d = v + 5 * n;
    L->a = v + vectors;
    L->inverse = L->a + columns;
    L->basic = L->row + most;
    L->list = L->basic + n;
    L->left = L->list + 2 * n;
    L->judge = a;
}

mb_status mb_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                   mb_arena scratch)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);
    const int n = mixed.n;
    int blocked = 0;
    mb_options o;
    const mb_status status = mbi_check_start(&mixed, opt, MBI_ITERATES, 0, z, &o, info);
    mbi_lemke L;

    if (status != MB_OK) return status;
    if (!mbi_fits(scratch, mb_lemke_scratch(n))) return mbi_refuse(info, MB_NO_MEMORY, -1);
    if (o.max_iter == 0) o.max_iter = n > 2 ? 50 * n : 100;
    for (int i = 0; i < n; i++) blocked |= p->b[i] < 0.0;
    if (!blocked) {                                            /* z = 0, w = b */
        mbi_zero(n, z);
        return mbi_done(info, MB_OK, 0, 0.0, -1);
    }
    L.n = n;
    L.p = mixed;
    L.o = &o;
    L.z = z;
    L.iteration = 0;
    mbi_lemke_take(&L, scratch);
    return mbi_lemke_paths(&L, info);
}
/* END SOLUTION */

/* BEGIN SOLUTION pgs */
/* ---- splitting ----
 *
 * Each row is an equation for its own z_i, solved with the other z_j as they are, then projected
 * onto its bounds.
 */

#define MBI_DIVERGES 1e150       /* an iterate beyond this has; its square is still finite */

/* z_i <- x put inside its bounds; returns |dz_i|, infinite where x diverges: then z_i stays */
static inline double mbi_place(const mb_mlcp *p, double *z, int i, double x)
{
    const double was = z[i];
    double lo = 0.0, hi = HUGE_VAL;

    if (!mbi_is_plain(p)) mbi_bounds(p, z, i, &lo, &hi);
    x = mbi_clamp(x, lo, hi);
    if (!(fabs(x) <= MBI_DIVERGES)) return HUGE_VAL;
    z[i] = x;
    return fabs(x - was);
}

/* One sweep; returns |dz|_inf. Gauss-Seidel: x is z itself, with the z_j, j < i, of this sweep.
 * Jacobi: x is z before the sweep. */
static double mbi_sweep(const mb_mlcp *p, double omega, const double *x, double *z)
{
    double change = 0.0;

    for (int i = 0; i < p->n; i++) {
        const double *row = p->A + i * p->n;
        const double w = p->b[i] + mbi_dot(p->n, row, x);
        change = mbi_max(mbi_place(p, z, i, z[i] - omega / row[i] * w), change);
    }
    return change;
}

/* the first row without a finite 1/A_ii > 0, or -1 */
static int mbi_bad_diagonal(const mb_mlcp *p)
{
    for (int i = 0; i < p->n; i++) {
        const double diagonal = p->A[i * p->n + i];
        if (!(diagonal > 0.0) || !(1.0 / diagonal <= DBL_MAX)) return i;
    }
    return -1;
}

/* sets components that shrink without end, as b is 0 there, to 0 or their bound */
static void mbi_drop_dust(const mb_mlcp *p, double *z)
{
    for (int i = 0; i < p->n; i++)
        if (fabs(z[i]) < MBI_SMALL) (void)mbi_place(p, z, i, 0.0);
}

enum { MBI_CHECK_EVERY = 16 };   /* sweeps between two residuals, which cost more */

/* Sweeps until z solves the problem: checked after every 16th sweep, after the first that changes
 * little, and after the last. old[n]: for Jacobi, z before the sweep; else NULL */
static mb_status mbi_split(const mb_mlcp *p, const mb_options *o, double omega, double *z,
                           double *old, mb_info *info, mb_arena scratch)
{
    const int watched = o->history_len > 0 || o->trace, bad = mbi_bad_diagonal(p);
    int quiet = 0;
    double residual;
    int solved = mb_mlcp_judge(p, o->tol, z, &residual, scratch);

    if (bad >= 0) return mbi_done(info, MB_SINGULAR, 0, residual, bad);
    if (solved) return mbi_done(info, MB_OK, 0, residual, -1);
    for (int k = 1; k <= o->max_iter; k++) {
        const int was_quiet = quiet;
        double change;
        int ends, due;
        if (old) mbi_copy(p->n, z, old);
        change = mbi_sweep(p, omega, old ? old : z, z);
        quiet = change <= o->tol * mbi_max_abs(p->n, z);
        ends = !(change > 0.0 && change <= DBL_MAX);
        due = ends || k == o->max_iter || k % MBI_CHECK_EVERY == 0 || (quiet && !was_quiet);
        if (due) mbi_drop_dust(p, z);
        if (due || watched) solved = mb_mlcp_judge(p, o->tol, z, &residual, scratch);
        if (watched) mbi_record(o, k, residual, change, -1, -1, p->n, z);
        if (due && solved) return mbi_done(info, MB_OK, k, residual, -1);
        if (ends) return mbi_done(info, MB_STALLED, k, mbi_min(residual, HUGE_VAL), -1);
    }
    return mbi_done(info, MB_MAX_ITER, o->max_iter, mbi_min(residual, HUGE_VAL), -1);
}

/* |D \ A|_inf or 1, whichever is greater: no eigenvalue of D \ A is larger */
static double mbi_jacobi_norm(const mb_mlcp *p)
{
    double norm = 1.0;

    for (int i = 0; i < p->n; i++) {
        double sum = 0.0;
        for (int j = 0; j < p->n; j++) sum += fabs(p->A[i * p->n + j]);
        norm = mbi_max(sum / p->A[i * p->n + i], norm);
    }
    return norm;
}

static mb_status mbi_split_matrix(const mb_mlcp *p, const mb_options *opt, int jacobi, double *z,
                                  mb_info *info, mb_arena scratch)
{
    double *old = NULL, omega;
    mb_options o;
    const mb_status status =
        mbi_check_start(p, opt, MBI_STARTS | MBI_ITERATES | MBI_RELAXES, 1000, z, &o, info);

    if (status != MB_OK) return status;
    if (!mbi_fits(scratch, jacobi ? mb_jacobi_scratch(p->n) : mb_pgs_scratch(p->n)))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    if (jacobi) old = mb_arena_doubles(&scratch, p->n);
    omega = jacobi && !(opt && opt->omega > 0.0) ? 1.0 / mbi_jacobi_norm(p) : o.omega;
    return mbi_split(p, &o, omega, z, old, info, scratch);
}

size_t mb_pgs_scratch(int n) { return mb_mlcp_judge_scratch(n); }
size_t mb_mlcp_pgs_scratch(int n) { return mb_pgs_scratch(n); }
size_t mb_jacobi_scratch(int n) { return mbi_sum(mbi_bytes(n, 0), mb_mlcp_judge_scratch(n)); }

mb_status mb_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    const mb_mlcp q = mbi_as_mlcp(p);

    return mbi_split_matrix(&q, opt, 0, z, info, scratch);
}

mb_status mb_mlcp_pgs(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                      mb_arena scratch)
{
    return mbi_split_matrix(p, opt, 0, z, info, scratch);
}

mb_status mb_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                    mb_arena scratch)
{
    const mb_mlcp q = mbi_as_mlcp(p);

    return mbi_split_matrix(&q, opt, 1, z, info, scratch);
}
/* END SOLUTION */

/* BEGIN SOLUTION lcp */
/* ---- enumeration ----
 *
 * For every set S of variables that may be positive: A_SS z_S = -b_S, the others 0. Where A_SS is
 * singular, w is set to 0 in further rows, outside S, as many as the rank lacks. This finds a
 * solution with support S if there is one: such solutions form a polyhedron without lines, which
 * has a vertex, and at a vertex |S| independent equations hold.
 */

#define MBI_RANK 1e-14           /* a pivot below this counts as 0, where the largest entry of every
                                    row and column is 1: b would be lost beside A z */

typedef struct {
    mb_mlcp p;                   /* the LCP */
    double tol;
    double *T;                   /* T[n*(n+1)] rows of [A_S  -b] */
    double *z, *best;            /* [n] the candidate; the best so far */
    double residual;             /* of best */
    int solved;                  /* 1 if best is */
    int systems;
    mb_arena judge;              /* for mb_mlcp_judge */
} mbi_enumerate;

/* T = rows `rows` of [A_S -w], each divided by its largest entry, then column c by its, unit[c];
 * var = the members of S. Returns |S|; *nrow = the rows. */
static int mbi_enumerate_system(mbi_enumerate *e, unsigned set, unsigned rows, int *var,
                                double *unit, int *nrow)
{
    const int n = e->p.n, m = n + 1;
    int count = 0;

    *nrow = 0;
    for (int j = 0; j < n; j++)
        if (set >> j & 1u) var[count++] = j;
    for (int i = 0; i < n; i++) {
        double *row = e->T + *nrow * m, size;
        if (!(rows >> i & 1u)) continue;
        for (int c = 0; c < count; c++) row[c] = e->p.A[i * n + var[c]];
        row[count] = -(mbi_dot(n, e->p.A + i * n, e->z) + e->p.b[i]);
        size = mbi_max_abs(count, row);
        for (int c = 0; c <= count && size > 0.0; c++) row[c] /= size;
        ++*nrow;
    }
    for (int c = 0; c < count; c++) {
        unit[c] = 0.0;
        for (int i = 0; i < *nrow; i++) unit[c] = mbi_max(fabs(e->T[i * m + c]), unit[c]);
        for (int i = 0; i < *nrow && unit[c] > 0.0; i++) e->T[i * m + c] /= unit[c];
    }
    return count;
}

/* z_S += dz with rows `rows` of A_S dz = -w, w = A z + b, by elimination. Returns |S| less the
 * rank; z changes only where that is 0. */
static int mbi_enumerate_correct(mbi_enumerate *e, unsigned set, unsigned rows)
{
    const int m = e->p.n + 1;
    int var[MB_ENUMERATE_MAX], nrow, rank = 0;
    double unit[MB_ENUMERATE_MAX], *T = e->T;
    const int count = mbi_enumerate_system(e, set, rows, var, unit, &nrow);

    for (int c = 0; c < count && rank < nrow; c++) {
        double *pivot = T + rank * m;
        int r = rank;
        for (int i = rank; i < nrow; i++)
            if (fabs(T[i * m + c]) > fabs(T[r * m + c])) r = i;
        if (!(fabs(T[r * m + c]) > MBI_RANK)) continue;        /* depends on those before */
        mbi_swap_rows(m, T + r * m, pivot);
        for (int i = ++rank; i < nrow; i++)
            mbi_axpy(count + 1 - c, -T[i * m + c] / pivot[c], pivot + c, T + i * m + c);
    }
    if (rank < count) return count - rank;
    for (int i = count - 1; i >= 0; i--) {
        double *x = T + i * m + count;
        for (int j = i + 1; j < count; j++) *x -= T[i * m + j] * T[j * m + count];
        *x /= T[i * m + i];
        e->z[var[i]] += *x / unit[i];
    }
    return 0;
}

/* rows `rows` of A_S z_S = -b, and once more for what rounding leaves of w. Returns as above. */
static int mbi_enumerate_solve(mbi_enumerate *e, unsigned set, unsigned rows)
{
    int lacks;

    e->systems++;
    mbi_zero(e->p.n, e->z);
    lacks = mbi_enumerate_correct(e, set, rows);
    return lacks ? lacks : mbi_enumerate_correct(e, set, rows);
}

/* judges the candidate, clamped at 0; keeps it if it passes or has the least residual so far */
static void mbi_enumerate_judge(mbi_enumerate *e)
{
    double r;

    e->solved = mb_mlcp_judge(&e->p, e->tol, e->z, &r, e->judge);
    if (!e->solved && !(r < e->residual)) return;
    e->residual = r;
    mbi_copy(e->p.n, e->z, e->best);
}

static int mbi_count_bits(unsigned x)
{
    int count = 0;

    for (; x; x &= x - 1u) count++;
    return count;
}

/* where A_SS is singular: with as many of the other rows as the rank lacks */
static void mbi_enumerate_dependent(mbi_enumerate *e, unsigned set, unsigned others)
{
    const int lacks = mbi_enumerate_solve(e, set, set);

    for (unsigned more = lacks ? others : 0u; more && !e->solved; more = (more - 1u) & others)
        if (mbi_count_bits(more) == lacks && mbi_enumerate_solve(e, set, set | more) == 0)
            mbi_enumerate_judge(e);
}

/* all sets; then those that are singular once more */
static void mbi_enumerate_sets(mbi_enumerate *e)
{
    const unsigned all = (1u << e->p.n) - 1u;

    for (unsigned set = 0; set <= all && !e->solved; set++)
        if (mbi_enumerate_solve(e, set, set) == 0) mbi_enumerate_judge(e);
    for (unsigned set = 0; set <= all && !e->solved; set++)
        mbi_enumerate_dependent(e, set, all & ~set);
}

size_t mb_enumerate_scratch(int n)
{
    return n < 0 ? 0 : mbi_sum(mbi_bytes((double)n * n + 3.0 * n, 0), mb_mlcp_judge_scratch(n));
}

mb_status mb_enumerate(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);
    const int n = mixed.n;
    mb_options o;
    const mb_status status = mbi_check_start(&mixed, opt, 0, 0, z, &o, info);
    mbi_enumerate e;

    if (status != MB_OK) return status;
    if (n > MB_ENUMERATE_MAX) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (!mbi_fits(scratch, mb_enumerate_scratch(n))) return mbi_refuse(info, MB_NO_MEMORY, -1);
    e.p = mixed;
    e.T = mb_arena_matrix(&scratch, n, n + 1);
    e.z = mb_arena_doubles(&scratch, n);
    e.best = mb_arena_doubles(&scratch, n);
    e.tol = o.tol;
    e.residual = HUGE_VAL;
    e.solved = e.systems = 0;
    e.judge = scratch;
    mbi_zero(n, e.best);
    mbi_enumerate_sets(&e);
    mbi_copy(n, e.best, z);
    e.solved = mb_mlcp_judge(&e.p, o.tol, z, &e.residual, scratch);
    return mbi_done(info, e.solved ? MB_OK : MB_STALLED, e.systems, e.residual, -1);
}
/* END SOLUTION */

/* ---- scaled unknowns ----
 *
 * The methods below work in scaled unknowns, so that their results do not depend on units; the
 * largest entry of each row and column of S and that of q are about 1:
 *
 *     z = col x,  v = row w,  v = S x + q,  S = diag(row) A diag(col),  q = diag(row) b
 */

#define MBI_STRONG 0.015625      /* an entry of S */
#define MBI_TINY 1e-10           /* an x this near its bound may belong on it */
#define MBI_REGULAR 1e-9         /* in mbi_polish */

/* a problem in scaled unknowns, and memory to solve some of its rows */
typedef struct {
    const mb_mlcp *p;
    int n;
    double tol;
    double *row, *col;           /* [n] powers of two: scaling commits no rounding error */
    double *K, *rhs;             /* K[n*n], rhs[n] */
    int *active, *pivot;         /* [n] */
    mb_arena judge;              /* for mb_mlcp_judge */
} mbi_scaled;

static size_t mbi_scaled_scratch(int n)
{
    return mbi_sum(mbi_bytes((double)n * n + 3.0 * n, 2.0 * n), mb_mlcp_judge_scratch(n));
}

/* row and col of S, row 0 if empty; unit[2*n], of rows and columns: the size of w and z that b and
 * bounds cause there. Units spread along the entries of S, reduced by weak ones. None grows by a
 * smaller one: each spreads once, the largest first (Dijkstra), to rest[left], the smaller ones. */
static void mbi_units(const mb_mlcp *p, const double *z, double *row, double *col, double *unit,
                      int *rest)
{
    const int n = p->n;
    int left = 2 * n;

    mbi_equilibrate(n, p->A, row, col, unit);
    for (int i = 0; i < n; i++) {
        if (!(unit[i] > 0.0)) row[i] = 0.0;
        unit[i] = row[i] * fabs(p->b[i]);
        unit[n + i] = fabs(z[i]) / col[i];
        rest[i] = i;
        rest[n + i] = n + i;
    }
    while (left > 0) {
        const int end = left;
        double most = 0.0;
        for (int t = 0; t < left; t++) most = mbi_max(unit[rest[t]], most);
        for (int t = left - 1; t >= 0; t--) {
            const int v = rest[t];
            if (unit[v] < most) continue;
            rest[t] = rest[--left];
            rest[left] = v;
        }
        for (int k = left; k < end; k++)
            for (int t = 0; t < left; t++) {
                const int v = rest[k], to = rest[t], r = v < to ? v : to, c = v + to - r - n;
                double a;
                if (r >= n || c < 0) continue;
                a = fabs(p->A[r * n + c]) * row[r] * col[c];
                unit[to] = mbi_max((a > MBI_STRONG ? 1.0 : a) * unit[v], unit[to]);
            }
    }
}

/* row and col, with the units that b and the bounds next to 0 cause; where none, the largest */
static void mbi_scale(const mb_mlcp *p, double *row, double *col, mb_arena scratch)
{
    const int n = p->n;
    double *z = mb_arena_doubles(&scratch, 3 * n), *unit = z + n, most;
    int *rest = mb_arena_ints(&scratch, 2 * n);

    mbi_zero(n, z);
    mbi_put_inside(p, z);
    mbi_units(p, z, row, col, unit, rest);
    most = mbi_max_abs(2 * n, unit);
    for (int i = 0; i < 2 * n; i++)
        if (!(unit[i] > 0.0)) unit[i] = most;
    for (int i = 0; i < n; i++) {
        if (row[i] > 0.0) row[i] = mbi_power_of_two(row[i]) / mbi_power_of_two(unit[i]);
        else row[i] = 1.0 / mbi_power_of_two(fabs(p->b[i]));           /* an empty row */
        col[i] = 4.0 * mbi_power_of_two(col[i]) * mbi_power_of_two(unit[n + i]);
    }
}

static void mbi_scaled_take(mbi_scaled *s, const mb_mlcp *p, double tol, mb_arena *a)
{
    s->p = p;
    s->n = p->n;
    s->tol = tol;
    s->K = mb_arena_matrix(a, p->n, p->n);
    s->row = mb_arena_matrix(a, 3, p->n);
    s->col = s->row + p->n;
    s->rhs = s->row + 2 * p->n;
    s->active = mb_arena_ints(a, 2 * p->n);
    s->pivot = s->active + p->n;
    s->judge = *a;
    mbi_scale(p, s->row, s->col, *a);
}

/* 1 if z passes; it is clamped to its bounds only then */
static int mbi_scaled_solved(const mbi_scaled *s, double *z, double *residual, double *work)
{
    double r;

    if (!(*residual <= s->tol)) return 0;
    mbi_copy(s->n, z, work);
    if (!mb_mlcp_judge(s->p, s->tol, work, &r, s->judge)) return 0;
    mbi_copy(s->n, work, z);
    *residual = r;
    return 1;
}

/* The solution if the m active rows are right: z stays where it is elsewhere, at its bounds, and
 *
 *     (S_aa + MBI_REGULAR I) dx_a = -v_a,  a few times over
 *
 * The rounds remove the effect of the regularisation; singular but consistent systems (more
 * contacts than degrees of freedom) are solved near z. 1 if the result in z passes, with
 * *residual. */
static int mbi_polish(const mbi_scaled *s, int m, double *z, double *residual)
{
    enum { ROUNDS = 3 };
    const mb_mlcp *p = s->p;
    const int n = s->n, *a = s->active;
    double *dx = s->rhs, r;

    for (int i = 0; i < m; i++) {
        const double *row = p->A + a[i] * n;
        for (int j = 0; j < m; j++) s->K[i * m + j] = s->row[a[i]] * row[a[j]] * s->col[a[j]];
        s->K[i * m + i] += MBI_REGULAR;
    }
    if (mb_lu_factor(m, s->K, s->pivot) != MB_OK) return 0;
    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < m; i++)
            dx[i] = -s->row[a[i]] * (p->b[a[i]] + mbi_dot(n, p->A + a[i] * n, z));
        mb_lu_solve(m, s->K, s->pivot, dx);
        for (int i = 0; i < m; i++) z[a[i]] += s->col[a[i]] * dx[i];
    }
    if (!mb_mlcp_judge(p, s->tol, z, &r, s->judge)) return 0;
    *residual = r;
    return 1;
}

/* BEGIN SOLUTION newton */
/* ---- Newton ----
 *
 * Newton's method for Phi(x) = 0, Phi_i a complementarity function of x_i and v_i:
 *
 *     J d = -Phi,  J = diag(da) + diag(db) S,  da_i = dphi/dx_i,  db_i = dphi/dv_i
 *     x <- x + t d,  t = 1, 1/2, 1/4, ... until theta = 1/2 |Phi|^2 has fallen enough (Armijo)
 *
 * At kinks J is an element of the C-subdifferential. Rows with db_i = 0 read d_i = -Phi_i/da_i and
 * are eliminated; only the active rows are factored. Where J is singular or d does not descend,
 * regular I is added to S; last, d = -grad theta = -J' Phi.
 * Source: Fischer, A special Newton-type optimization method, Optimization 24, 1992; De Luca,
 * Facchinei, Kanzow, A semismooth equation approach to the solution of nonlinear complementarity
 * problems, Math. Program. 75, 1996; Chen, Chen, Kanzow, A penalized Fischer-Burmeister
 * NCP-function, Math. Program. 88, 2000.
 */

#define MBI_ARMIJO 1e-4          /* fraction of the decrease that the slope predicts */
#define MBI_SHORTEST 1e-8        /* a shorter step is a failure */
#define MBI_TOO_LONG 1e6         /* times max(1, |x|_inf): if d is longer, J is all but singular */
#define MBI_CUT 0.01             /* rows with db < cut da are left out; cut falls with theta */

enum { MBI_THETAS = 5 };         /* a new theta may be as large as the largest of the last few */

typedef struct {
    mbi_scaled q;
    double lambda;               /* weight of Fischer-Burmeister; 0: the minimum map */
    double *z, *w;               /* the iterate, z the caller's */
    double residual, theta;      /* its */
    double *phi, *da, *db;       /* as of the last mbi_newton_phi */
    double *d;                   /* direction, in units of x */
    double *zn, *wn, *wt;        /* trial point: z, w at the whole step, w at a shorter one */
    int *was_active, moved;      /* rows active one iterate ago; 1 if those were new */
} mbi_newton;

/* -- the function and its derivatives -- */

/* phi(a, b), b where a is infinite, and its derivatives. At the kink (0, 0) of Fischer-Burmeister
 * (1 - cos, 1 - sin) of any angle would do. */
static double mbi_phi(double lambda, double a, double b, double *da, double *db)
{
    double r;

    if (lambda <= 0.0 || a >= HUGE_VAL) {
        *da = a <= b ? 1.0 : 0.0;
        *db = 1.0 - *da;
        return a <= b ? a : b;
    }
    r = sqrt(a * a + b * b);
    *da = *db = 1.0 - 0.70710678118654752;
    if (r > 0.0) {                                             /* 1 - a/r, without cancellation */
        const double cosine = a / r, sine = b / r;
        *da = a > 0.0 ? sine * sine / (1.0 + cosine) : 1.0 - cosine;
        *db = b > 0.0 ? cosine * cosine / (1.0 + sine) : 1.0 - sine;
    }
    *da = lambda * *da + (1.0 - lambda) * (a > 0.0 ? mbi_max(b, 0.0) : 0.0);
    *db = lambda * *db + (1.0 - lambda) * (b > 0.0 ? mbi_max(a, 0.0) : 0.0);
    return mb_cck(lambda, a, b);
}

/* Phi, da, db at z: phi(x - lo, -phi(hi - x, -v)), which leaves out a bound that is infinite;
 * returns theta */
static double mbi_newton_phi(mbi_newton *s, const double *z, const double *w)
{
    const double lambda = s->lambda;
    double theta = 0.0;

    for (int i = 0; i < s->q.n; i++) {
        const double to_lo = (z[i] - mbi_lo(s->q.p, i)) / s->q.col[i];
        const double to_hi = (mbi_hi(s->q.p, i) - z[i]) / s->q.col[i];
        double inner = s->q.row[i] * w[i], inner_a = 0.0, inner_b = 1.0, outer_b;
        if (to_hi < HUGE_VAL) inner = -mbi_phi(lambda, to_hi, -inner, &inner_a, &inner_b);
        s->phi[i] = mbi_phi(lambda, to_lo, inner, s->da + i, &outer_b);
        s->da[i] += outer_b * inner_a;
        s->db[i] = outer_b * inner_b;
        theta += 0.5 * s->phi[i] * s->phi[i];
    }
    return theta;
}

/* -- directions and steps -- */

/* d = J \ -Phi, up to a relative error in the rows left out; 0 if J is singular */
static int mbi_newton_direction(mbi_newton *s, double regular)
{
    const int n = s->q.n;
    const double cut = mbi_min(MBI_CUT, s->theta), *col = s->q.col;
    double size = 1.0, *rhs = s->q.rhs;
    int m = 0, *active = s->q.active;

    for (int i = 0; i < n; i++) {
        const int in = s->db[i] > cut * s->da[i];
        if (in) active[m++] = i;
        s->d[i] = in ? 0.0 : -s->phi[i] / s->da[i];
        s->zn[i] = col[i] * s->d[i];
        size = mbi_max(fabs(s->z[i] / col[i]), size);
    }
    for (int i = 0; i < m; i++) {
        const int a = active[i];
        const double *row = s->q.p->A + a * n, f = s->db[a] * s->q.row[a];
        double *ki = s->q.K + i * m;
        for (int j = 0; j < m; j++) ki[j] = f * row[active[j]];        /* the unknowns are col d */
        ki[i] += (s->da[a] + regular) / col[a];
        rhs[i] = -s->phi[a] - f * mbi_dot(n, row, s->zn);
    }
    if (mb_lu_factor(m, s->q.K, s->q.pivot) != MB_OK) return 0;
    mb_lu_solve(m, s->q.K, s->q.pivot, rhs);
    for (int i = 0; i < m; i++) s->d[active[i]] = rhs[i] / col[active[i]];
    return mbi_all_finite(n, s->d) && mbi_max_abs(n, s->d) <= MBI_TOO_LONG * size;
}

/* d = -grad theta = -J' Phi; returns grad theta . d */
static double mbi_newton_gradient(mbi_newton *s)
{
    const int n = s->q.n;
    double slope = 0.0;

    for (int i = 0; i < n; i++) s->wn[i] = -s->db[i] * s->q.row[i] * s->phi[i];
    mb_matvec_transposed(n, n, s->q.p->A, s->wn, s->d);
    for (int i = 0; i < n; i++) {
        s->d[i] = s->q.col[i] * s->d[i] - s->da[i] * s->phi[i];
        slope -= s->d[i] * s->d[i];
    }
    return slope;
}

/* Armijo: z <- z + t d with theta <= bound + MBI_ARMIJO t slope; returns t, 0 if none will do.
 * Between z and z + d w is linear, so that only the whole step costs a pass over A. */
static double mbi_newton_search(mbi_newton *s, double bound, double slope)
{
    const int n = s->q.n;
    double t = 1.0, theta, residual;

    for (int i = 0; i < n; i++) s->zn[i] = s->z[i] + s->q.col[i] * s->d[i];
    residual = mbi_measure(s->q.p, s->zn, s->wn, NULL);
    for (;;) {
        for (int i = 0; i < n; i++) {
            s->zn[i] = s->z[i] + t * s->q.col[i] * s->d[i];
            s->wt[i] = (1.0 - t) * s->w[i] + t * s->wn[i];
        }
        theta = mbi_newton_phi(s, s->zn, s->wt);
        if (theta <= bound + MBI_ARMIJO * t * slope) break;
        t *= 0.5;
        if (t < MBI_SHORTEST) {
            (void)mbi_newton_phi(s, s->z, s->w);
            return 0.0;
        }
    }
    mbi_copy(n, s->zn, s->z);
    mbi_copy(n, s->wt, s->w);
    if (t < 1.0) {                                             /* w without the sum's rounding */
        residual = mbi_measure(s->q.p, s->z, s->w, NULL);
        theta = mbi_newton_phi(s, s->z, s->w);
    }
    s->residual = residual;
    s->theta = theta;
    return t;
}

/* One iteration: Newton's step; if it fails, with S regularised, the less the smaller |Phi|; last,
 * along the gradient. */
static double mbi_newton_step(mbi_newton *s, double bound)
{
    const double regular = mbi_clamp(0.1 * sqrt(s->theta), 1e-6, 1e-2);
    double t = 0.0;

    for (int k = 0; k < 2 && !(t > 0.0); k++)
        if (mbi_newton_direction(s, k * regular)) t = mbi_newton_search(s, bound, -2.0 * s->theta);
    return t > 0.0 ? t : mbi_newton_search(s, bound, mbi_newton_gradient(s));
}

/* -- active rows -- */

/* 1 if row i is active: w_i = 0 */
static int mbi_newton_active(const mbi_newton *s, int i)
{
    const double v = s->q.row[i] * s->w[i] * s->q.col[i];

    return v < s->z[i] - mbi_lo(s->q.p, i) && -v < mbi_hi(s->q.p, i) - s->z[i];
}

/* 1 if the active rows have not changed for the first time: they may be the right ones */
static int mbi_newton_settled(mbi_newton *s)
{
    const int had_moved = s->moved;

    s->moved = 0;
    for (int i = 0; i < s->q.n; i++) {
        const int active = mbi_newton_active(s, i);
        s->moved |= active != s->was_active[i];
        s->was_active[i] = active;
    }
    return had_moved && !s->moved;
}

/* where several solutions or z_i = w_i = 0 slow convergence: moves variables near a bound onto it
 * and solves the other rows */
static int mbi_newton_guess(mbi_newton *s)
{
    int m = 0;

    for (int i = 0; i < s->q.n; i++) {
        const double lo = mbi_lo(s->q.p, i), hi = mbi_hi(s->q.p, i), z = s->z[i];
        const double bound = z - lo <= hi - z ? lo : hi;
        const int on = !mbi_newton_active(s, i) || fabs(z - bound) <= MBI_TINY * s->q.col[i];
        s->zn[i] = on ? bound : z;
        if (!on) s->q.active[m++] = i;
    }
    if (!mbi_polish(&s->q, m, s->zn, &s->residual)) return 0;
    mbi_copy(s->q.n, s->zn, s->z);
    return 1;
}

static mb_status mbi_newton_run(mbi_newton *s, const mb_options *o, mb_info *info)
{
    double past[MBI_THETAS];
    int k = 0, solved;

    s->residual = mbi_measure(s->q.p, s->z, s->w, NULL);
    s->theta = mbi_newton_phi(s, s->z, s->w);
    for (int i = 0; i < MBI_THETAS; i++) past[i] = s->theta;
    mbi_record(o, 0, s->residual, 0.0, -1, -1, s->q.n, s->z);
    solved = mbi_scaled_solved(&s->q, s->z, &s->residual, s->zn);
    while (!solved && k < o->max_iter && s->theta <= DBL_MAX) {
        const int settled = mbi_newton_settled(s);
        const double step = mbi_newton_step(s, mbi_max_abs(MBI_THETAS, past));
        if (!(step > 0.0)) break;
        past[k++ % MBI_THETAS] = s->theta;
        solved = mbi_scaled_solved(&s->q, s->z, &s->residual, s->zn);
        if (!solved && (settled || s->theta <= MBI_TINY * MBI_TINY))
            solved = mbi_newton_guess(s);
        mbi_record(o, k, s->residual, step, -1, -1, s->q.n, s->z);
    }
    return mbi_ended(o, solved, k, s->residual, info);
}

size_t mb_fischer_newton_scratch(int n)
{
    return n < 0 ? 0 : mbi_sum(mbi_bytes(8.0 * n, n), mbi_scaled_scratch(n));
}

static void mbi_newton_take(mbi_newton *s, const mb_mlcp *p, double *z, double tol, mb_arena *a)
{
    double **const arrays[] = { &s->w,  &s->phi, &s->da, &s->db,
                                &s->d,  &s->zn,  &s->wn, &s->wt };

    for (int k = 0; k < 8; k++) *arrays[k] = mb_arena_doubles(a, p->n);
    s->was_active = mb_arena_ints(a, p->n);
    for (int i = 0; i < p->n; i++) s->was_active[i] = 0;
    s->moved = 1;
    s->z = z;
    mbi_scaled_take(&s->q, p, tol, a);
}

static mb_status mbi_newton_solve(const mb_mlcp *p, const mb_options *opt, int minimum, double *z,
                                  mb_info *info, mb_arena scratch)
{
    const int takes = MBI_PLAIN | MBI_STARTS | MBI_ITERATES | (minimum ? 0 : MBI_BLENDS);
    mb_options o;
    const mb_status status = mbi_check_start(p, opt, takes, 200, z, &o, info);
    mbi_newton s;

    if (status != MB_OK) return status;
    if (p->n == 0) return mbi_done(info, MB_OK, 0, 0.0, -1);
    if (!mbi_fits(scratch, mb_fischer_newton_scratch(p->n)))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    mbi_newton_take(&s, p, z, o.tol, &scratch);
    s.lambda = minimum ? 0.0 : o.lambda;
    return mbi_newton_run(&s, &o, info);
}

size_t mb_minmap_newton_scratch(int n) { return mb_fischer_newton_scratch(n); }
size_t mb_mlcp_fischer_newton_scratch(int n) { return mb_fischer_newton_scratch(n); }

mb_status mb_fischer_newton(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                            mb_arena scratch)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);

    return mbi_newton_solve(&mixed, opt, 0, z, info, scratch);
}

mb_status mb_minmap_newton(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                           mb_arena scratch)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);

    return mbi_newton_solve(&mixed, opt, 1, z, info, scratch);
}

mb_status mb_mlcp_fischer_newton(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                                 mb_arena scratch)
{
    return mbi_newton_solve(p, opt, 0, z, info, scratch);
}
/* END SOLUTION */

/* ---- mixed problems ----
 *
 * First by mb_mlcp_to_lcp. Otherwise each free variable is a difference, its row written with both
 * signs:
 *
 *     z_F = u - v,   A_F z + b_F >= 0 _|_ u >= 0,   -(A_F z + b_F) >= 0 _|_ v >= 0
 *
 * This keeps A semidefinite or copositive-plus, and the pivots choose a basis.
 */

#define MBI_FAR_BOUND 1e4        /* times |b|/|A|: beyond this a bound is far off */

/* mbi_mlcp_split's memory: A, b, lo, hi, z of 2 n unknowns, and the solution of that problem, which
 * has no free variables */
size_t mb_mlcp_lemke_scratch(int n)
{
    if (n < 0 || n > MB_MAX_N / 2) return n < 0 ? 0 : SIZE_MAX;
    return mbi_sum(mbi_bytes(8.0 * n * n + 32.0 * n, 8.0 * n + 8.0), mb_lemke_scratch(2 * n));
}

/* by way of the Schur complement; info is filled */
static mb_status mbi_mlcp_reduce(const mb_mlcp *p, const mb_options *o, double *z, mb_info *info,
                                 mb_arena scratch)
{
    mb_schur s;
    mb_status status = mb_mlcp_to_lcp(p, &s, info, &scratch);
    double *x;

    if (status != MB_OK) return status;
    x = mb_arena_doubles(&scratch, s.lcp.n);
    status = mb_lemke(&s.lcp, o, x, info, scratch);
    if (status >= 0) mb_mlcp_from_lcp(&s, x, z);
    return status;
}

/* with every free variable split in two: unknown i is a part of z_from[i] */
static mb_status mbi_mlcp_split(const mb_mlcp *p, const mb_options *o, double *z, mb_info *info,
                                mb_arena scratch)
{
    const int n = p->n;
    int m = n, *from = mb_arena_ints(&scratch, 2 * n);
    double *A, *b, *lo, *hi, *x;
    mb_status status;

    for (int i = 0; i < n; i++) {
        from[i] = i;
        if (mbi_bound_kind(p, i) == MBI_FREE) from[m++] = i;
    }
    A = mb_arena_matrix(&scratch, m, m);
    b = mb_arena_matrix(&scratch, 4, m);
    lo = b + m;
    hi = b + 2 * m;
    x = b + 3 * m;
    for (int i = 0; i < m; i++) {
        const int k = from[i], free = mbi_bound_kind(p, k) == MBI_FREE;
        const double sign = i < n ? 1.0 : -1.0;
        for (int j = 0; j < m; j++) A[i * m + j] = (j < n ? sign : -sign) * p->A[k * n + from[j]];
        b[i] = sign * p->b[k];
        lo[i] = free ? 0.0 : mbi_lo(p, k);
        hi[i] = mbi_hi(p, k);
    }
    {
        const mb_mlcp q = { m, A, b, lo, hi, NULL };
        status = mbi_mlcp_reduce(&q, o, x, info, scratch);
    }
    if (status < 0) return status;
    mbi_copy(n, x, z);
    for (int i = n; i < m; i++) z[from[i]] -= x[i];
    return status;
}

/* Bounds so large that offsets from them lose precision become infinite in lo, hi; 1 if any were */
static int mbi_relax(const mb_mlcp *p, double *lo, double *hi)
{
    const int n = p->n;
    const double far = MBI_FAR_BOUND * mbi_max_abs(n, p->b), most = mbi_max_abs(n * n, p->A);
    int count = 0;

    for (int i = 0; i < n; i++) {
        lo[i] = mbi_lo(p, i);
        hi[i] = mbi_hi(p, i);
        if (lo[i] > -HUGE_VAL && -lo[i] * most > far) {
            lo[i] = -HUGE_VAL;
            count++;
        }
        if (hi[i] < HUGE_VAL && hi[i] * most > far) {
            hi[i] = HUGE_VAL;
            count++;
        }
    }
    return count > 0;
}

mb_status mb_mlcp_lemke(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                        mb_arena scratch)
{
    mb_options o;
    mb_status status = mbi_check_start(p, opt, MBI_PLAIN | MBI_ITERATES, 0, z, &o, info);
    int done = 0, limit;
    double residual, *lo, *hi;
    mb_mlcp relaxed;
    mb_info said;

    if (status != MB_OK) return status;
    if (p->n > MB_MAX_N / 2) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (!mbi_fits(scratch, mb_mlcp_lemke_scratch(p->n))) return mbi_refuse(info, MB_NO_MEMORY, -1);
    o.ray = NULL;                                              /* it would be a ray of the LCP */
    limit = o.max_iter;
    relaxed = *p;
    relaxed.lo = lo = mb_arena_doubles(&scratch, p->n);
    relaxed.hi = hi = mb_arena_doubles(&scratch, p->n);
    mbi_zero(p->n, z);                                         /* for a way that finds no z */
    for (int way = 0; way < 4; way++) {        /* reduced, split; both without the far bounds */
        const mb_mlcp *q = way < 2 ? p : &relaxed;
        mb_status end;
        if (way == 2 && !mbi_relax(p, lo, hi)) break;
        if (way % 2 == 1 && !mbi_count_free(q)) continue;
        end = way % 2 == 0 ? mbi_mlcp_reduce(q, &o, z, &said, scratch)
                           : mbi_mlcp_split(q, &o, z, &said, scratch);
        done += said.iterations;
        if (mb_mlcp_judge(p, o.tol, z, &residual, scratch))
            return mbi_done(info, MB_OK, done, residual, -1);
        if (way < 2) status = end;
        if (limit > 0) o.max_iter = limit - done;
        if (end == MB_MAX_ITER || (limit > 0 && o.max_iter <= 0)) status = MB_MAX_ITER;
        if (status == MB_MAX_ITER) break;
    }
    if (status != MB_MAX_ITER && status != MB_RAY) status = MB_STALLED;        /* or an overflow */
    return mbi_done(info, status, done, mbi_min(residual, HUGE_VAL), -1);
}

/* ==== dynamics and formulations ==== */

/* All formulations are one assembly. Contacts come in groups with one normal impulse each; only PEG
 * has groups of several. The rows for p_n to p_m hold a velocity, R v+ + gap. The forms differ only
 * in how v+ is written: as an unknown (mLCP), or as v_free + X p (LCP, box). */

const mb_formulation_row mb_formulations[] = {
    { "st", "ST", "Stewart-Trinkle: every edge in reach keeps its gap open; extended half-spaces "
      "can trap a particle", MB_DETECT_EDGES, 1, 0, 0, mb_st_lcp, mb_st_mlcp, mb_st_box,
      mb_formulation_scratch, NULL },
    { "ap", "AP", "Anitescu-Potra: st with every gap in reach taken as closed; stays about epsilon "
      "away", MB_DETECT_EDGES, 0, 0, 0, mb_ap_lcp, mb_ap_mlcp, mb_ap_box,
      mb_formulation_scratch, NULL },
    { "peg", "PEG", "Polyhedral Exact Geometry: one half-space of each convex chain is enforced",
      MB_DETECT_GROUPS, 1, 0, 0, mb_peg_lcp, mb_peg_mlcp, mb_peg_box,
      mb_formulation_scratch, NULL },
    { "swept", "swept", "Stewart-Trinkle on the edges that the path of the step enters; the "
      "default", MB_DETECT_PATH, 1, 0, 0, mb_st_lcp, mb_st_mlcp, mb_st_box,
      mb_formulation_scratch, NULL },
#ifdef MBSIM_MORE_FORMULATIONS
    MB_MORE_FORMULATIONS
#endif
};
const int mb_formulation_count = (int)(sizeof mb_formulations / sizeof mb_formulations[0]);
typedef char mbi_formulations_fit[sizeof mb_formulations / sizeof mb_formulations[0] <=
                                  MB_MAX_FORMULATIONS ? 1 : -1];

typedef struct {
    const mb_dynamics *d;
    mb_layout at;
    int keeps_gap;
    int *primary;                /* [nc] contact of group g */
    int *facet, *owner;          /* [naux] contact of c_k, and its group */
} mbi_assembly;

/* the first contact that continues a group after its end, or -1 */
static int mbi_group_apart(int nc, const int *group)
{
    for (int i = 1; i < nc; i++)
        for (int j = 0; j < i && group[i] != group[i - 1]; j++)
            if (group[j] == group[i]) return i;
    return -1;
}

static int mbi_malformed(const mb_dynamics *d)
{
    if (!d || d->nv < 0 || d->nc < 0 || d->nd < 0 || d->nb < 0 || d->nl < 0 || d->nm < 0) return 1;
    if (!(d->h > 0.0 && d->h <= DBL_MAX)) return 1;
    if (d->nv > 0 && (!d->M || !d->v)) return 1;
    if (d->nc > 0 && (!d->Jn || !d->psi || (d->nd > 0 && (!d->Jf || !d->mu)))) return 1;
    if (d->nb > 0 && !d->Jb) return 1;
    if (d->nl > 0 && (!d->Jl || !d->psi_l)) return 1;
    if (d->nm > 0 && (!d->Jm || !d->speed || !d->effort)) return 1;
    return (double)d->nv + d->nb + d->nc * (d->nd + 2.0) + d->nl + 3.0 * d->nm > MB_MAX_N;
}

/* the first row of data that is not finite, or -1; NULL has no rows */
static int mbi_dynamics_not_finite(const mb_dynamics *d)
{
    const int nv = d->nv, nc = d->nc, nd = d->nd, nb = d->nb, nl = d->nl, nm = d->nm;
    const struct { int rows, cols; const double *x; } part[] = {
        { nv, nv, d->M }, { nv, 1, d->v }, { nv, 1, d->p_ext },
        { nc, nv, d->Jn }, { nc, 1, d->psi }, { nc, 1, d->dpsi_dt },
        { nb, nv, d->Jb }, { nb, 1, d->phi },
        { nc, nd > 0, d->mu }, { nc, nd * nv, d->Jf }, { nc, nd, d->dpsif_dt },
        { nc, 1, d->bias }, { nl, nv, d->Jl }, { nl, 1, d->psi_l },
        { nm, nv, d->Jm }, { nm, 1, d->speed }, { nm, 1, d->effort } };

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const int count = part[k].rows * part[k].cols;
        const int bad = part[k].x ? mbi_first_not_finite(count, part[k].x) : -1;
        if (bad >= 0) return bad / part[k].cols;
    }
    return -1;
}

mb_status mb_check_dynamics(const mb_dynamics *d, mb_info *info)
{
    int bad;

    if (mbi_malformed(d)) return mbi_refuse(info, MB_BAD_ARG, -1);
    for (int i = 0; d->nd > 0 && i < d->nc; i++)
        if (d->mu[i] < 0.0) return mbi_refuse(info, MB_BAD_ARG, i);
    for (int k = 0; k < d->nm; k++)
        if (d->effort[k] < 0.0) return mbi_refuse(info, MB_BAD_ARG, k);
    bad = d->group ? mbi_group_apart(d->nc, d->group) : -1;
    if (bad < 0 && d->share) bad = mbi_group_apart(d->nm, d->share);
    if (bad >= 0) return mbi_refuse(info, MB_BAD_ARG, bad);
    bad = mbi_dynamics_not_finite(d);
    if (bad >= 0) return mbi_refuse(info, MB_NOT_FINITE, bad);
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

/* contact i continues the group of contact i - 1 */
static int mbi_is_facet(const mb_dynamics *d, int i)
{
    return d->group && i > 0 && d->group[i] == d->group[i - 1];
}

/* motor k shares its effort with motor k - 1 */
static int mbi_is_shared(const mb_dynamics *d, int k)
{
    return d->share && k > 0 && d->share[k] == d->share[k - 1];
}

/* how many efforts there are */
static int mbi_efforts(const mb_dynamics *d)
{
    int count = 0;

    for (int k = 0; k < d->nm; k++) count += !mbi_is_shared(d, k);
    return count;
}

static void mbi_layout(const mb_dynamics *d, mb_formulation formulation, mb_form form,
                       mb_layout *out)
{
    const mb_formulation_row *f = mb_formulations + formulation;
    const int grouped = f->detection == MB_DETECT_GROUPS;
    const int mixed = form == MB_FORM_MLCP, box = form == MB_FORM_BOX;
    int facets = 0;

    out->as = f->unknowns;
    if (f->unknowns) {
        f->unknowns->layout(d, form, out);
        return;
    }
    for (int i = 0; i < d->nc; i++) facets += grouped && mbi_is_facet(d, i);
    out->v = 0;
    out->nv = mixed ? d->nv : 0;
    out->b = out->nv;
    out->nb = mixed ? d->nb : 0;
    out->normal = out->b + out->nb;
    out->nn = d->nc - facets;
    out->limit = out->normal + out->nn;
    out->nl = d->nl;
    out->aux = out->limit + out->nl;
    out->naux = facets;
    out->friction = out->aux + out->naux;
    out->nf = out->nn * (box ? d->nd / 2 : d->nd);
    out->motor = out->friction + out->nf;
    out->nm = box ? d->nm : 2 * d->nm;
    out->slip = out->motor + out->nm;
    out->ns = box ? 0 : (d->nd > 0 ? out->nn : 0) + mbi_efforts(d);
    out->n = out->slip + out->ns;
}

mb_status mb_layout_of(const mb_dynamics *d, mb_formulation formulation, mb_form form,
                       mb_layout *out)
{
    mb_info info;

    if (!out || mb_check_dynamics(d, &info) != MB_OK) return !out ? MB_BAD_ARG : info.status;
    mbi_layout(d, formulation, form, out);
    return MB_OK;
}

/* which contact each unknown belongs to, in memory from arena; 0 if there is no room */
static int mbi_make_index(mbi_assembly *as, mb_arena *arena)
{
    const int nc = as->d->nc, naux = as->at.naux;
    int g = -1, k = 0;

    as->primary = mb_arena_ints(arena, nc + 2 * naux);
    if (!as->primary) return 0;
    as->facet = as->primary + nc;
    as->owner = as->facet + naux;
    for (int i = 0; i < nc; i++) {
        if (naux > 0 && mbi_is_facet(as->d, i)) {
            as->facet[k] = i;
            as->owner[k++] = g;
        } else {
            as->primary[++g] = i;
        }
    }
    return 1;
}

/* psi/h, or what replaces it, + d psi/dt of contact i */
static double mbi_gap_rate(const mbi_assembly *as, int i, const double *bias)
{
    const mb_dynamics *d = as->d;
    const double gap = bias ? bias[i] : as->keeps_gap ? d->psi[i] / d->h : 0.0;

    return gap + (d->dpsi_dt ? d->dpsi_dt[i] : 0.0);
}

/* A row R v+ + gap: each of these writes R[nv] and returns the gap.
 *
 * rho_n of group g: Jn_i v+ + psi_i/h */
static double mbi_normal_row(const mbi_assembly *as, int g, double *R)
{
    const mb_dynamics *d = as->d;
    const int i = as->primary[g];

    mbi_copy(d->nv, d->Jn + i * d->nv, R);
    return mbi_gap_rate(as, i, d->bias);
}

/* rho_l: Jl v+ + psi_l/h */
static double mbi_limit_row(const mbi_assembly *as, int k, double *R)
{
    const mb_dynamics *d = as->d;

    mbi_copy(d->nv, d->Jl + k * d->nv, R);
    return d->psi_l[k] / d->h;
}

/* BEGIN SOLUTION peg */
/* a_k: (Jn_i - Jn_k) v+ + (psi_i - psi_k)/h */
static double mbi_auxiliary_row(const mbi_assembly *as, int k, double *R)
{
    const int i = as->primary[as->owner[k]], facet = as->facet[k], nv = as->d->nv;

    for (int j = 0; j < nv; j++) R[j] = as->d->Jn[i * nv + j] - as->d->Jn[facet * nv + j];
    return mbi_gap_rate(as, i, NULL) - mbi_gap_rate(as, facet, NULL);
}

/* E1 and E2 */
static void mbi_group_pattern(const mbi_assembly *as, double *A)
{
    const mb_layout *at = &as->at;

    for (int k = 0; k < at->naux; k++) {
        double *rho = A + (at->normal + as->owner[k]) * at->n, *a = A + (at->aux + k) * at->n;
        rho[at->aux + k] = 1.0;                                /* rho_n: + E1 c */
        for (int j = k; j >= 0 && as->owner[j] == as->owner[k]; j--) a[at->aux + j] = 1.0;
    }                                                          /* a: + E2 c */
}
/* END SOLUTION */

/* rho_f: Jf v+; the box form uses every second direction */
static double mbi_friction_row(const mbi_assembly *as, int f, double *R)
{
    const mb_dynamics *d = as->d;
    const int each = as->at.nf / as->at.nn;                    /* rows of one contact */
    const int direction = as->primary[f / each] * d->nd + f % each * (d->nd / each);

    mbi_copy(d->nv, d->Jf + direction * d->nv, R);
    return d->dpsif_dt ? d->dpsif_dt[direction] : 0.0;
}

/* rho_m: Jm v+ - speed; except in the box form, of opposite sign for every second unknown */
static double mbi_motor_row(const mbi_assembly *as, int m, double *R)
{
    const mb_dynamics *d = as->d;
    const int two = as->at.nm / d->nm, k = m / two;
    const double sign = m % two ? -1.0 : 1.0;

    for (int j = 0; j < d->nv; j++) R[j] = sign * d->Jm[k * d->nv + j];
    return -sign * d->speed[k];
}

/* row r, normal <= r < slip */
static double mbi_velocity_row(const mbi_assembly *as, int r, double *R)
{
    const mb_layout *at = &as->at;

    if (r < at->limit) return mbi_normal_row(as, r - at->normal, R);
    if (r < at->aux) return mbi_limit_row(as, r - at->limit, R);
    if (r < at->friction) return mbi_auxiliary_row(as, r - at->aux, R);
    if (r < at->motor) return mbi_friction_row(as, r - at->friction, R);
    return mbi_motor_row(as, r - at->motor, R);
}

/* row r belongs to an impulse, not to a c */
static int mbi_pushes(const mb_layout *at, int r) { return r < at->aux || r >= at->friction; }

/* the slip that row r has, of a contact or of motors that share; -1: none */
static int mbi_slip_of(const mb_dynamics *d, const mb_layout *at, int r)
{
    int s = at->ns - mbi_efforts(d);                           /* those of contacts */

    if (r < at->motor) return s > 0 ? (r - at->friction) / d->nd : -1;
    for (int k = 1; k <= (r - at->motor) / 2; k++) s += !mbi_is_shared(d, k);
    return at->ns > 0 ? s : -1;
}

/* the entries that do not come from velocities: E1, E2, E, U and -E', and h effort */
static void mbi_pattern(const mbi_assembly *as, double *A, double *b)
{
    const mb_dynamics *d = as->d;
    const mb_layout *at = &as->at;
    const int n = at->n;

    mbi_group_pattern(as, A);
    for (int r = at->friction; r < at->slip; r++) {
        const int s = mbi_slip_of(d, at, r), k = (r - at->motor) / 2;
        double *sigma = A + (at->slip + s) * n;
        if (s < 0) continue;
        sigma[r] = -1.0;                                       /* sigma = U p_n - E' p_f */
        A[r * n + at->slip + s] = 1.0;                         /* rho_f: + E s */
        if (r < at->motor) sigma[at->normal + s] = d->mu[as->primary[s]];
        else if (!mbi_is_shared(d, k)) b[at->slip + s] = d->h * d->effort[k];
    }
}

/* The rows of the free unknowns [v+; p_b] without contacts: S = [M -Jb'; Jb 0], top left in a
 * matrix of zeros with n columns, and the right-hand side [M v + p_ext; -phi/h]. */
static void mbi_free_rows(const mb_dynamics *d, int n, double *S, double *rhs)
{
    const int nv = d->nv;

    for (int i = 0; i < nv; i++) {
        const double *row = d->M + i * nv;
        mbi_copy(nv, row, S + i * n);
        rhs[i] = mbi_dot(nv, row, d->v) + (d->p_ext ? d->p_ext[i] : 0.0);
    }
    for (int k = 0; k < d->nb; k++) {
        for (int j = 0; j < nv; j++) {
            S[(nv + k) * n + j] = d->Jb[k * nv + j];
            S[j * n + nv + k] = -d->Jb[k * nv + j];
        }
        rhs[nv + k] = d->phi ? -d->phi[k] / d->h : 0.0;
    }
}

/* S of the free unknowns, factored, and its right-hand side */
static mb_status mbi_free_system(const mb_dynamics *d, double *S, int *pivot, double *rhs)
{
    const int m = d->nv + d->nb;

    mbi_zero(m * m, S);
    mbi_free_rows(d, m, S, rhs);
    return mb_lu_factor(m, S, pivot);
}

/* A and b with v+ as an unknown, given the pattern */
static void mbi_mixed(const mbi_assembly *as, double *A, double *b)
{
    const mb_layout *at = &as->at;
    const int n = at->n, nv = as->d->nv;

    mbi_free_rows(as->d, n, A, b);
    for (int i = 0; i < at->normal; i++) b[i] = -b[i];
    for (int r = at->normal; r < at->slip; r++) {              /* R v+ + gap; of impulses -R' p */
        b[r] = mbi_velocity_row(as, r, A + r * n);
        for (int j = 0; j < nv && mbi_pushes(at, r); j++) A[j * n + r] = -A[r * n + j];
    }
}

/* at[] = the nonzero columns of a row, which touches two bodies at most */
static int mbi_nonzeros(int n, const double *R, int *at)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        if (R[i] != 0.0) at[count++] = i;
    return count;
}

static double mbi_dot_at(int count, const int *at, const double *R, const double *x)
{
    double sum = 0.0;

    for (int k = 0; k < count; k++) sum += R[at[k]] * x[at[k]];
    return sum;
}

/* A and b with v+ = v_free + X p, given the pattern */
static mb_status mbi_reduced(const mbi_assembly *as, double *A, double *b, mb_arena scratch)
{
    const mb_layout *at = &as->at;
    const int nv = as->d->nv, m = nv + as->d->nb, n = at->n, rows = at->slip;
    double *S = mb_arena_matrix(&scratch, m, m), *X = mb_arena_matrix(&scratch, rows, m);
    double *v_free = mb_arena_doubles(&scratch, m), *R = mb_arena_doubles(&scratch, m);
    int *pivot = mb_arena_ints(&scratch, m), *used = mb_arena_ints(&scratch, nv);

    if (!S || !X || !v_free || !R || !pivot || !used) return MB_NO_MEMORY;
    if (mbi_free_system(as->d, S, pivot, v_free) != MB_OK) return MB_SINGULAR;
    mb_lu_solve(m, S, pivot, v_free);                          /* [v_free; p_b] */
    for (int j = 0; j < rows; j++) {                           /* X_j = S \ [R_j'; 0] */
        mbi_zero(m, X + j * m);
        if (!mbi_pushes(at, j)) continue;
        mbi_velocity_row(as, j, X + j * m);
        mb_lu_solve(m, S, pivot, X + j * m);
    }
    for (int r = 0; r < rows; r++) {                           /* R X p + (R v_free + gap) */
        const double gap = mbi_velocity_row(as, r, R);
        const int count = mbi_nonzeros(nv, R, used);
        for (int j = 0; j < rows; j++)
            if (mbi_pushes(at, j)) A[r * n + j] += mbi_dot_at(count, used, R, X + j * m);
        b[r] = mbi_dot_at(count, used, R, v_free) + gap;
    }
    return MB_OK;
}

/* in the box form |p_t| <= mu p_n, |p_m| <= h effort */
static void mbi_set_bounds(const mbi_assembly *as, mb_form form, double *lo, double *hi,
                           int *findex)
{
    const mb_layout *at = &as->at;

    for (int i = 0; i < at->n; i++) {
        lo[i] = i < at->normal ? -HUGE_VAL : 0.0;
        hi[i] = HUGE_VAL;
        findex[i] = -1;
    }
    for (int t = 0; form == MB_FORM_BOX && t < at->nf; t++) {
        const int i = at->friction + t, g = t / (at->nf / at->nn);
        findex[i] = at->normal + g;
        hi[i] = as->d->mu[as->primary[g]];
        lo[i] = -hi[i];
    }
    for (int k = 0; form == MB_FORM_BOX && k < at->nm; k++) {
        hi[at->motor + k] = as->d->h * as->d->effort[k];
        lo[at->motor + k] = -hi[at->motor + k];
    }
}

/* the first of a pair of friction directions that are not opposite, or -1 */
static int mbi_unpaired(const mb_dynamics *d)
{
    for (int k = 0; k < d->nc * d->nd; k += 2) {
        if (d->nd % 2 != 0) return k;
        for (int j = 0; j < d->nv; j++)
            if (d->Jf[k * d->nv + j] != -d->Jf[(k + 1) * d->nv + j]) return k;
    }
    return -1;
}

/* the first motor with which three or more share an effort, or -1 */
static int mbi_third_share(const mb_dynamics *d)
{
    for (int k = 2; k < d->nm; k++)
        if (mbi_is_shared(d, k) && mbi_is_shared(d, k - 1)) return k;
    return -1;
}

/* BEGIN SOLUTION peg */
/* enough for any form: N unknowns, and the index; the free system, X and A of a reduced form need
 * less */
size_t mb_formulation_scratch(const mb_dynamics *d)
{
    const double m = (double)d->nv + d->nb, rows = d->nc * (1.0 + d->nd) + d->nl + 2.0 * d->nm;
    const double N = m + rows + d->nc + d->nm;

    if (d->nv < 0 || d->nb < 0 || d->nc < 0 || d->nd < 0 || d->nl < 0 || d->nm < 0) return 0;
    if (N > MB_MAX_N) return SIZE_MAX;
    return mbi_bytes(N * N + 3.0 * N, 2.0 * N + 2.0 * d->nc + d->nv + 6.0);
}
/* END SOLUTION */

/* A and b; MB_NO_MEMORY leaves them untouched */
static mb_status mbi_assemble(mbi_assembly *as, mb_form form, double *A, double *b,
                              mb_arena scratch)
{
    if (!mbi_make_index(as, &scratch)) return MB_NO_MEMORY;
    mbi_zero(as->at.n * as->at.n, A);
    mbi_zero(as->at.n, b);
    mbi_pattern(as, A, b);
    if (form != MB_FORM_MLCP) return mbi_reduced(as, A, b, scratch);
    mbi_mixed(as, A, b);
    return MB_OK;
}

/* in any form; a failure takes nothing from arena and leaves *out alone */
static mb_status mbi_formulate(mb_formulation formulation, mb_form form, const mb_dynamics *d,
                               mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    mbi_assembly as;
    mb_arena a;
    mb_status status;
    double *A, *b, *lo, *hi;
    int *findex, n, unpaired, third;

    if (!out || !arena) return mbi_refuse(info, MB_BAD_ARG, -1);
    status = mb_check_dynamics(d, info);
    if (status != MB_OK) return status;
    unpaired = form == MB_FORM_BOX ? mbi_unpaired(d) : -1;
    if (unpaired >= 0) return mbi_refuse(info, MB_BAD_ARG, unpaired / d->nd);
    third = form == MB_FORM_BOX ? mbi_third_share(d) : -1;
    if (third >= 0) return mbi_refuse(info, MB_BAD_ARG, third);
    as.d = d;
    as.keeps_gap = mb_formulations[formulation].keeps_gap;
    mbi_layout(d, formulation, form, &as.at);
    n = as.at.n;
    a = *arena;
    A = mb_arena_matrix(&a, n, n);
    b = mb_arena_matrix(&a, 3, n);
    findex = mb_arena_ints(&a, n);
    if (!A || !b || !findex) return mbi_refuse(info, MB_NO_MEMORY, -1);
    status = mbi_assemble(&as, form, A, b, a);
    if (status != MB_OK) return mbi_refuse(info, status, -1);
    lo = b + n;
    hi = b + 2 * n;
    if (form != MB_FORM_LCP) mbi_set_bounds(&as, form, lo, hi, findex);
    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    out->lo = form == MB_FORM_LCP ? NULL : lo;
    out->hi = form == MB_FORM_LCP ? NULL : hi;
    out->findex = form == MB_FORM_BOX ? findex : NULL;
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

static mb_status mbi_lcp(mb_formulation formulation, const mb_dynamics *d, mb_lcp *out,
                         mb_info *info, mb_arena *arena)
{
    mb_mlcp p;
    mb_status status = mbi_formulate(formulation, MB_FORM_LCP, d, out ? &p : NULL, info, arena);

    if (status == MB_OK) *out = mbi_as_lcp(&p);
    return status;
}

#define MBI_FORMS(name, formulation) \
    mb_status name##_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena) \
    { \
        return mbi_lcp(formulation, d, out, info, arena); \
    } \
    mb_status name##_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena) \
    { \
        return mbi_formulate(formulation, MB_FORM_MLCP, d, out, info, arena); \
    } \
    mb_status name##_box(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena) \
    { \
        return mbi_formulate(formulation, MB_FORM_BOX, d, out, info, arena); \
    }

MBI_FORMS(mb_st, MB_ST)
MBI_FORMS(mb_ap, MB_AP)
/* BEGIN SOLUTION peg */
MBI_FORMS(mb_peg, MB_PEG)
/* END SOLUTION */

mb_status mb_no_impulse(const mb_dynamics *d, const mb_layout *layout, const mb_mlcp *p, double *z,
                        mb_arena scratch)
{
    const int n = layout->n, m = layout->nv + layout->nb;
    double *S = mb_arena_matrix(&scratch, m, m), *b = mb_arena_doubles(&scratch, n);
    int *pivot = mb_arena_ints(&scratch, m);
    double sum = 0.0;

    if (!S || !b || !pivot) return MB_NO_MEMORY;
    mbi_copy(n, p->b, b);
    mbi_zero(n, z);
    if (m > 0) {                                               /* b = A_free [v_free; p_b] + b */
        if (mbi_free_system(d, S, pivot, z) != MB_OK) return MB_SINGULAR;
        mb_lu_solve(m, S, pivot, z);
        for (int i = m; i < n; i++) b[i] += mbi_dot(m, p->A + i * n, z);
    }
    if (layout->as) layout->as->complete(layout, b, z);
    for (int i = 0, k = layout->aux; !layout->as && layout->naux > 0 && i < d->nc; i++) {
        if (!mbi_is_facet(d, i)) {
            sum = 0.0;
        } else {                                               /* a_k = b_k + c so far + c_k >= 0 */
            z[k] = fmax(0.0, -(b[k] + sum));
            sum += z[k++];
        }
    }
    for (int r = layout->friction; r < layout->slip; r++) {    /* the least s with b_r + s >= 0 */
        const int s = mbi_slip_of(d, layout, r);
        if (s >= 0) z[layout->slip + s] = fmax(z[layout->slip + s], -b[r]);
    }
    return MB_OK;
}

/* impulses by contact from a solution: p_n[nc], p_f[nc*nd] */
static void mbi_impulses(const mb_dynamics *d, const mb_layout *layout, const double *z,
                         double *p_n, double *p_f)
{
    const int nd = d->nd, box = layout->nf < layout->nn * nd;

    mbi_zero(d->nc, p_n);
    mbi_zero(d->nc * nd, p_f);
    if (layout->as) layout->as->impulses(d, layout, z, p_n, p_f);
    for (int i = 0, g = 0; !layout->as && i < d->nc; i++) {
        const double *t = z + layout->friction + (box ? nd / 2 : nd) * g;
        if (layout->naux > 0 && mbi_is_facet(d, i)) continue;
        p_n[i] = z[layout->normal + g++];
        for (int k = 0; k < nd; k++)                           /* p_t's signs: a pair's impulses */
            p_f[i * nd + k] = box ? fmax(0.0, k % 2 ? -t[k / 2] : t[k / 2]) : t[k];
    }
}

mb_status mb_step_result(const mb_dynamics *d, const mb_layout *layout, const double *z, double *v,
                         double *p_n, double *p_f, double *p_b, mb_arena scratch)
{
    const int nv = d->nv, m = nv + d->nb, nc = d->nc, nd = d->nd, two = layout->nm > d->nm;
    double *S, *x;
    int *pivot;

    if (!p_n) p_n = mb_arena_doubles(&scratch, nc);
    if (!p_f) p_f = mb_arena_matrix(&scratch, nc, nd);
    if (!p_n || !p_f) return MB_NO_MEMORY;
    if (layout->nv > 0) {                                      /* mLCP: v+ and p_b are unknowns */
        mbi_impulses(d, layout, z, p_n, p_f);
        mbi_copy(nv, z + layout->v, v);
        if (p_b) mbi_copy(d->nb, z + layout->b, p_b);
        return MB_OK;
    }
    S = mb_arena_matrix(&scratch, m + 1, m);
    pivot = mb_arena_ints(&scratch, m);
    if (!S || !pivot) return MB_NO_MEMORY;
    x = S + m * m;
    if (mbi_free_system(d, S, pivot, x) != MB_OK) return MB_SINGULAR;
    mbi_impulses(d, layout, z, p_n, p_f);                      /* rhs + [J' p; 0] */
    for (int i = 0; i < nc; i++) mbi_axpy(nv, p_n[i], d->Jn + i * nv, x);
    for (int i = 0; i < nc * nd; i++) mbi_axpy(nv, p_f[i], d->Jf + i * nv, x);
    for (int i = 0; i < d->nl; i++) mbi_axpy(nv, z[layout->limit + i], d->Jl + i * nv, x);
    for (int i = 0; i < layout->nm; i++)                       /* p+ and p-, or p_m */
        mbi_axpy(nv, two && i % 2 ? -z[layout->motor + i] : z[layout->motor + i],
                 d->Jm + (two ? i / 2 : i) * nv, x);
    mb_lu_solve(m, S, pivot, x);
    mbi_copy(nv, x, v);
    if (p_b) mbi_copy(d->nb, x + nv, p_b);
    return MB_OK;
}

/* ==== planar minisim ==== */

#define MBI_STRAIGHT 1e-12       /* sines of turns below this are rounding */
#define MBI_PARALLEL 1e-12       /* 1 - cosine of the angle, 1e-6, up to which edges are parallel */

/* u.(x - p) */
static double mbi_along(const double *x, const double *p, const double *u)
{
    return (x[0] - p[0]) * u[0] + (x[1] - p[1]) * u[1];
}

/* the signed distance to an edge's line, as it is computed */
static double mbi_height(const mb_edge *e, const double *x) { return mbi_along(x, e->p, e->n); }

/* sine of the turn from a to b, positive to the left */
static double mbi_turn(const mb_edge *a, const mb_edge *b)
{
    return a->t[0] * b->t[1] - a->t[1] * b->t[0];
}

static int mbi_concave(const mb_edge *a, const mb_edge *b) { return mbi_turn(a, b) > MBI_STRAIGHT; }

/* 1 if a convex chain turns by less than 180 degrees from a to b, given that it does by less than
 * 360 */
static int mbi_below_180(const mb_edge *a, const mb_edge *b)
{
    const double right = -mbi_turn(a, b), ahead = a->t[0] * b->t[0] + a->t[1] * b->t[1];

    return right > MBI_STRAIGHT || (right >= -MBI_STRAIGHT && ahead > 0.0);
}

/* ---- the terrain ---- */

static int mbi_edge_count(const mb_polyline *l) { return l->closed ? l->nvert : l->nvert - 1; }

/* an end of a polyline: end 0 or 1 of a chain */
typedef struct {
    const double *at;            /* p or q of its edge */
    int chain, end, axis;
} mbi_end;

size_t mb_terrain_scratch(const mb_polyline *polyline, int count)
{
    const size_t each = sizeof(mb_edge) + sizeof(mb_chain) + 2 * sizeof(mbi_end);
    double edges = 0.0;

    for (int i = 0; i < count; i++) edges += polyline[i].nvert > 0 ? polyline[i].nvert : 0;
    return edges < (double)(SIZE_MAX / 2 / each) ? (size_t)edges * each : SIZE_MAX;
}

/* edge k of a polyline; 0 if it has no length */
static int mbi_make_edge(const mb_polyline *l, int k, int id, mb_edge *e)
{
    const double *p = l->xy + 2 * (k % l->nvert), *q = l->xy + 2 * ((k + 1) % l->nvert);

    mbi_copy(2, p, e->p);
    mbi_copy(2, q, e->q);
    e->length = hypot(q[0] - p[0], q[1] - p[1]);
    if (!(e->length > 0.0 && e->length <= DBL_MAX)) return 0;
    for (int i = 0; i < 2; i++) e->t[i] = (q[i] - p[i]) / e->length;
    e->n[0] = -e->t[1];
    e->n[1] = e->t[0];
    e->mu = l->mu;
    e->id = id;
    return 1;
}

/* the edge to begin with: at a concave corner if a closed polyline has one, so that no chain is cut
 * in two */
static int mbi_first_edge(const mb_polyline *l)
{
    mb_edge a, b;

    for (int k = 0; l->closed && k < l->nvert; k++)
        if (mbi_make_edge(l, k + l->nvert - 1, 0, &a) && mbi_make_edge(l, k, 0, &b) &&
            mbi_concave(&a, &b))
            return k;
    return 0;
}

static void mbi_grow_chain(mb_chain *chain, const mb_edge *first, const mb_edge *e)
{
    for (int i = 0; i < 2; i++) {
        chain->lo[i] = fmin(e == first ? HUGE_VAL : chain->lo[i], fmin(e->p[i], e->q[i]));
        chain->hi[i] = fmax(e == first ? -HUGE_VAL : chain->hi[i], fmax(e->p[i], e->q[i]));
    }
    chain->narrow = e == first || (chain->narrow && mbi_below_180(first, e));
    chain->count++;
}

static int mbi_box_within(const mb_chain *chain, const double *x, double margin)
{
    return x[0] > chain->lo[0] - margin && x[0] < chain->hi[0] + margin &&
           x[1] > chain->lo[1] - margin && x[1] < chain->hi[1] + margin;
}

/* Sorts n ends into a k-d tree: the median in the middle, none before it greater, none after it
 * less, along the axis in which the first and the last are farther apart; the same in either
 * half. */
static void mbi_sort_ends(mbi_end *end, int n)
{
    int axis;

    if (n < 1) return;
    axis = fabs(end->at[0] - end[n - 1].at[0]) < fabs(end->at[1] - end[n - 1].at[1]);
    for (int first = 0, last = n - 1; first < last;) {         /* Hoare's selection */
        const double pivot = end[first + (last - first) / 2].at[axis];
        int i = first, j = last;
        while (i <= j) {
            while (end[i].at[axis] < pivot) i++;
            while (end[j].at[axis] > pivot) j--;
            if (i <= j) {
                const mbi_end swap = end[i];
                end[i++] = end[j];
                end[j--] = swap;
            }
        }
        if (n / 2 <= j) last = j;
        else if (n / 2 >= i) first = i;
        else break;
    }
    end[n / 2].axis = axis;
    mbi_sort_ends(end, n / 2);
    mbi_sort_ends(end + n / 2 + 1, n - n / 2 - 1);
}

/* closes the ends of other edges that lie on e: edges end to end are one ground */
static void mbi_close_ends(const mb_edge *e, double rounding, const mbi_end *end, int n,
                           mb_chain *chain)
{
    while (n > 0) {
        const mbi_end *mid = end + n / 2;
        const int axis = mid->axis;
        const double x = mid->at[axis], margin = 2.0 * rounding;
        const int below = x < mbi_min(e->p[axis], e->q[axis]) - margin;
        const int above = x > mbi_max(e->p[axis], e->q[axis]) + margin;
        if (!below && !above && mid->at != e->p && mid->at != e->q &&
            mb_distance_to_segment(mid->at, e->p, e->q) <= rounding)
            chain[mid->chain].open[mid->end] = 0;
        if (!below) mbi_close_ends(e, rounding, end, n / 2, chain);
        if (above) break;
        n -= n / 2 + 1;
        end = mid + 1;
    }
}

/* closes ends on other edges; 0: no room */
static int mbi_find_open_ends(mb_terrain *t, mb_chain *chain, mb_arena scratch)
{
    const double rounding = 16.0 * DBL_EPSILON * t->reach;
    mbi_end *end = (mbi_end *)mbi_take(&scratch, 2 * t->nchain, sizeof *end);
    int n = 0;

    if (!end) return 0;
    for (int i = 0; i < 2 * t->nchain; i++) {
        const mb_chain *c = chain + i / 2;
        const mb_edge *e = t->edge + c->first + (i % 2 ? c->count - 1 : 0);
        const mbi_end one = { i % 2 ? e->q : e->p, i / 2, i % 2, 0 };
        if (c->open[i % 2]) end[n++] = one;
    }
    mbi_sort_ends(end, n);
    for (int e = 0; e < t->nedge; e++) mbi_close_ends(t->edge + e, rounding, end, n, chain);
    for (int c = 0; c < t->nchain; c++) t->nopen += chain[c].open[0] + chain[c].open[1];
    return 1;
}

/* append the edges of a polyline, and their chains; 0 if an edge has no length */
static int mbi_add_polyline(const mb_polyline *l, mb_edge *edge, mb_chain *chain, mb_terrain *t)
{
    const int edges = mbi_edge_count(l), begin = mbi_first_edge(l), id = t->nedge;
    mb_chain *const first = chain + t->nchain, *last = NULL;

    edge += t->nedge;
    for (int k = 0; k < edges; k++) {
        mb_edge *e = edge + k;
        if (!mbi_make_edge(l, begin + k, id + (begin + k) % edges, e)) return 0;
        if (k == 0 || mbi_concave(e - 1, e)) {
            if (k > 0) last->beyond[1] = t->nedge;
            last = chain + t->nchain++;
            memset(last, 0, sizeof *last);
            last->first = t->nedge;
            last->beyond[0] = t->nedge - 1;
        }
        e->chain = t->nchain - 1;
        mbi_grow_chain(last, t->edge + last->first, e);
        t->nedge++;
    }
    first->open[0] = last->open[1] = !l->closed;
    if (l->closed && !mbi_concave(edge + edges - 1, edge))     /* a convex polygon */
        last->closed = last->narrow = 1;
    first->beyond[0] = l->closed && !last->closed ? t->nedge - 1 : -1;
    last->beyond[1] = l->closed && !last->closed ? id : -1;
    return 1;
}

mb_status mb_terrain_build(const mb_polyline *polyline, int count, mb_terrain *out, mb_info *info,
                           mb_arena *arena)
{
    int edges = 0;
    mb_terrain made;
    mb_arena a;
    mb_edge *edge;
    mb_chain *chain;

    if (!out || !arena || count < 0 || (count > 0 && !polyline))
        return mbi_refuse(info, MB_BAD_ARG, -1);
    for (int i = 0; i < count; i++) {
        const mb_polyline *l = polyline + i;
        if (l->nvert < (l->closed ? 3 : 2) || l->nvert > INT_MAX / 2 - edges || !l->xy ||
            l->mu < 0.0)
            return mbi_refuse(info, MB_BAD_ARG, i);
        if (!mbi_all_finite(2 * l->nvert, l->xy) || !mbi_all_finite(1, &l->mu))
            return mbi_refuse(info, MB_NOT_FINITE, i);
        edges += mbi_edge_count(l);
    }
    a = *arena;
    edge = (mb_edge *)mbi_take(&a, edges, sizeof *edge);
    chain = (mb_chain *)mbi_take(&a, edges, sizeof *chain);
    if (!edge || !chain) return mbi_refuse(info, MB_NO_MEMORY, -1);

    memset(&made, 0, sizeof made);
    made.edge = edge;
    made.chain = chain;
    for (int i = 0; i < count; i++) {
        const mb_polyline *l = polyline + i;
        if (!mbi_add_polyline(l, edge, chain, &made)) return mbi_refuse(info, MB_BAD_ARG, i);
        made.reach = fmax(made.reach, mbi_max_abs(2 * l->nvert, l->xy));
    }
    if (!mbi_find_open_ends(&made, chain, a)) return mbi_refuse(info, MB_NO_MEMORY, -1);
    *out = made;
    *arena = a;
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

double mb_distance_to_segment(const double *x, const double *p, const double *q)
{
    const double d[2] = { q[0] - p[0], q[1] - p[1] }, r[2] = { x[0] - p[0], x[1] - p[1] };
    const double along = r[0] * d[0] + r[1] * d[1], length2 = d[0] * d[0] + d[1] * d[1];
    const double s = along <= 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;

    return hypot(r[0] - s * d[0], r[1] - s * d[1]);
}

/* ---- contacts, and detection for ST, AP and PEG ---- */

static mb_detection mbi_detection(const mb_sim *sim)
{
    return mb_formulations[sim->formulation].detection;
}

void mb_contact_normal(const mb_terrain *terrain, const mb_contact *contact, double *n)
{
    const mb_edge *e = terrain->edge + contact->edge;
    const double *from = contact->end == 0 ? e->n : e->t;

    for (int i = 0; i < 2; i++) n[i] = contact->end < 0 ? -from[i] : from[i];
}

/* An edge as the contact of a particle at x. A gap within the rounding of coordinates is 0: a
 * particle at rest has a problem of zeros, not of noise. */
static void mbi_edge_contact(const mb_terrain *terrain, int edge, const double *x, mb_contact *c)
{
    const mb_edge *e = terrain->edge + edge;
    const double size = fabs(x[0]) + fabs(x[1]) + fabs(e->p[0]) + fabs(e->p[1]) + e->length;
    const double u = mbi_along(x, e->p, e->t), height = mbi_height(e, x);
    const double beyond = u < 0.0 ? u : u > e->length ? u - e->length : 0.0;
    const double psi = fabs(height) <= 4.0 * DBL_EPSILON * size ? 0.0 : height;
    const mb_contact contact = { edge, 0, e->chain, 0, psi, sqrt(psi * psi + beyond * beyond) };

    *c = contact;
}

typedef struct {
    const mb_sim *sim;
    const double *x, *v;
    mb_contact *out;
    int count, max;
} mbi_search;

static int mbi_listed(const mb_contact *contact, int count, int edge)
{
    for (int i = 0; i < count; i++)
        if (contact[i].edge == edge) return 1;
    return 0;
}

/* BEGIN SOLUTION peg */
/* The virtual facet at an open end, where edge begins (end = -1) or ends (+1): 1 if x sees the end,
 * within epsilon. Behind a wall it is ignored: points in the wall may be in front of it. */
static int mbi_end_contact(const mbi_search *s, int edge, int end, mb_contact *c)
{
    const mb_terrain *terrain = &s->sim->terrain;
    const double *at = end > 0 ? terrain->edge[edge].q : terrain->edge[edge].p;
    mb_contact between;
    double n[2];

    mbi_edge_contact(terrain, edge, s->x, c);
    c->end = end;
    mb_contact_normal(terrain, c, n);
    c->psi = mbi_along(s->x, at, n);
    c->distance = mb_distance_to_segment(s->x, at, at);
    return c->distance < s->sim->epsilon && !mb_sweep(s->sim, s->x, at, NULL, 0, &between);
}

/* is facet a a better primary than b? approach speeds break ties closer than tie */
static int mbi_better_primary(const mbi_search *s, const mb_contact *a, const mb_contact *b)
{
    const double tie = 1e-12 * s->sim->epsilon, *v = s->v;
    double difference = a->psi - b->psi, na[2], nb[2];

    if (s->sim->primary == MB_PRIMARY_CLOSEST) {
        if ((a->psi > 0.0) != (b->psi > 0.0)) return a->psi > 0.0;
        if (a->psi > 0.0) difference = b->distance - a->distance;
    }
    if (fabs(difference) > tie) return difference > 0.0;
    mb_contact_normal(&s->sim->terrain, a, na);
    mb_contact_normal(&s->sim->terrain, b, nb);
    return na[0] * v[0] + na[1] * v[1] < nb[0] * v[0] + nb[1] * v[1];
}

static void mbi_primary_first(const mbi_search *s, mb_contact *c, int count)
{
    mb_contact primary;
    int best = 0;

    for (int i = 1; i < count; i++)
        if (mbi_better_primary(s, c + i, c + best)) best = i;
    primary = c[best];
    memmove(c + 1, c, (size_t)best * sizeof *c);
    c[0] = primary;
}

/* The edge around which to make a chain's next group, or -1: the closest within epsilon that is not
 * listed; of equals the one with the greater psi. After the first group (front = 1), x must be in
 * front of it: a thin wall has another side. */
static int mbi_next_closest(const mbi_search *s, const mb_chain *chain, int front)
{
    mb_contact c, best;

    best.edge = -1;
    best.distance = s->sim->epsilon;
    best.psi = HUGE_VAL;
    for (int e = chain->first; e < chain->first + chain->count; e++) {
        mbi_edge_contact(&s->sim->terrain, e, s->x, &c);
        if (!(c.distance < best.distance || (c.distance <= best.distance && c.psi > best.psi)))
            continue;
        if (front && (c.psi < 0.0 || mbi_listed(s->out, s->count, e))) continue;
        best = c;
    }
    return best.edge;
}

/* The window of a chain in which {max_k psi_k >= 0} is the free space near x: edges *first .. *last
 * around the closest one, the nearer side first, while they turn by less than 180 degrees in all
 * and are in no other window */
static void mbi_window(const mbi_search *s, const mb_chain *chain, int closest, int *first,
                       int *last)
{
    const int begin = chain->first, end = chain->first + chain->count - 1;
    const mb_edge *edge = s->sim->terrain.edge;
    int i = closest, j = closest, down = 1, up = 1;

    for (;;) {
        double below, above;
        down = down && i > begin && mbi_below_180(edge + i - 1, edge + j) &&
               !mbi_listed(s->out, s->count, i - 1);
        up = up && j < end && mbi_below_180(edge + i, edge + j + 1) &&
             !mbi_listed(s->out, s->count, j + 1);
        if (!down && !up) break;
        below = down ? mb_distance_to_segment(s->x, edge[i - 1].p, edge[i - 1].q) : HUGE_VAL;
        above = up ? mb_distance_to_segment(s->x, edge[j + 1].p, edge[j + 1].q) : HUGE_VAL;
        if (below <= above) i--;
        else j++;
    }
    *first = i;
    *last = j;
}

/* The particle is behind every facet of the group. Is another wall between? Not if it has merely
 * sunk in. */
static int mbi_other_side(const mbi_search *s, const mb_contact *group, int count)
{
    const mb_contact *closest = group;
    const mb_edge *e;
    mb_contact between;
    double u, y[2];

    for (int i = 0; i < count; i++)
        if (group[i].distance < closest->distance) closest = group + i;
    e = s->sim->terrain.edge + closest->edge;
    u = mbi_min(mbi_max(mbi_along(s->x, e->p, e->t), 0.0), e->length);
    for (int i = 0; i < 2; i++) y[i] = e->p[i] + u * e->t[i];
    return mb_sweep(s->sim, s->x, y, NULL, 0, &between);
}

/* One window's contacts, the primary first: edges first .. last, and open ends it reaches;
 * none if no edge is within epsilon, or they face the other way. 0: no room */
static int mbi_group(mbi_search *s, const mb_chain *chain, int first, int last, int window)
{
    const int begins = chain->open[0] && first == chain->first;
    const int ends = chain->open[1] && last == chain->first + chain->count - 1;
    const int room = s->max - s->count;
    mb_contact *c = s->out + s->count, facet;
    int count = 0, reached = 0, front = 0;

    for (int e = first; e <= last; e++, count++) {
        mbi_edge_contact(&s->sim->terrain, e, s->x, &facet);
        reached |= facet.distance < s->sim->epsilon;
        if (count < room) c[count] = facet;
    }
    if (!reached) return 1;
    if (count + begins + ends > room) return 0;
    if (begins) count += mbi_end_contact(s, first, -1, c + count);
    if (ends) count += mbi_end_contact(s, last, +1, c + count);
    for (int i = 0; i < count; i++) {
        c[i].window = window;
        front |= c[i].psi >= 0.0;
    }
    if (!front && mbi_other_side(s, c, count)) return 1;
    mbi_primary_first(s, c, count);
    s->count += count;
    return 1;
}

/* PEG: a group for each window of a chain; 0: no room */
static int mbi_groups(mbi_search *s, const mb_chain *chain)
{
    int first = chain->first, last = first + chain->count - 1, closest;

    if (chain->narrow) return mbi_group(s, chain, first, last, 0);
    for (int window = 0; (closest = mbi_next_closest(s, chain, window > 0)) >= 0; window++) {
        mbi_window(s, chain, closest, &first, &last);
        if (!mbi_group(s, chain, first, last, window)) return 0;
    }
    return 1;
}
/* END SOLUTION */

/* ST and AP: a chain's edges within epsilon, in scope chain all of them if one is; 0: no room */
static int mbi_edges_in_reach(mbi_search *s, const mb_chain *chain)
{
    const double psi_min = s->sim->psi_min < 0.0 ? s->sim->psi_min : -HUGE_VAL;
    const int room = s->max - s->count;
    int count = 0, reached = 0;

    for (int e = chain->first; e < chain->first + chain->count; e++) {
        mb_contact c;
        int near;
        mbi_edge_contact(&s->sim->terrain, e, s->x, &c);
        near = c.distance < s->sim->epsilon;
        reached |= near;
        if (c.psi < psi_min || !(near || s->sim->scope == MB_SCOPE_CHAIN)) continue;
        if (count < room) s->out[s->count + count] = c;
        count++;
    }
    if (!reached) return 1;
    if (count > room) return 0;
    s->count += count;
    return 1;
}

/* BEGIN SOLUTION peg */
int mb_detect(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max)
{
    const int grouped = mbi_detection(sim) == MB_DETECT_GROUPS;
    mbi_search s = { sim, x, v, out, 0, max };

    for (int r = 0; r < sim->terrain.nchain; r++) {
        const mb_chain *chain = sim->terrain.chain + r;
        if (!mbi_box_within(chain, x, sim->epsilon)) continue;
        if (!(grouped ? mbi_groups(&s, chain) : mbi_edges_in_reach(&s, chain))) return -1;
    }
    return s.count;
}
/* END SOLUTION */

/* ---- swept: the edges that a step's path enters ---- */

/* The segment from x to y, with tolerances for the rounding of coordinates alone, as a step leaves
 * no penetration [m] */
typedef struct {
    const mb_terrain *terrain;
    double d[2];                 /* y - x */
    double lo[2], hi[2];         /* its box with slack */
    double tol;                  /* depth below which an edge is not entered */
    double slack;                /* depth, and distance past its ends, up to which an edge holds */
} mbi_way;

static mbi_way mbi_way_of(const mb_terrain *terrain, const double *x, const double *y)
{
    const double size = fabs(x[0]) + fabs(x[1]) + fabs(y[0]) + fabs(y[1]) + terrain->reach;
    const double tol = 64.0 * DBL_EPSILON * size, slack = 64.0 * tol;
    const mbi_way way = { terrain, { y[0] - x[0], y[1] - x[1] },
                          { mbi_min(x[0], y[0]) - slack, mbi_min(x[1], y[1]) - slack },
                          { mbi_max(x[0], y[0]) + slack, mbi_max(x[1], y[1]) + slack },
                          tol, slack };

    return way;
}

/* the edge that a convex corner joins where an edge begins (side = -1) or ends (+1), or -1 */
static int mbi_neighbour(const mb_terrain *terrain, int edge, int side)
{
    const mb_chain *chain = terrain->chain + terrain->edge[edge].chain;
    const int last = chain->first + chain->count - 1;

    if (side < 0) return edge > chain->first ? edge - 1 : chain->closed ? last : -1;
    return edge < last ? edge + 1 : chain->closed ? chain->first : -1;
}

/* 1 if edge f faces edge k without room between (a floor and a box, two bricks), at k's corner c
 * and a little along k from there (side = +1: k begins at c) */
static int mbi_faces(const mb_edge *f, const mb_edge *k, int side, const double *c, double slack)
{
    const double ahead = 2.0 * slack * side, cosine = f->n[0] * k->n[0] + f->n[1] * k->n[1];
    const double at[2] = { c[0] + ahead * k->t[0], c[1] + ahead * k->t[1] };
    const double u = mbi_along(at, f->p, f->t);

    return cosine < -1.0 + MBI_PARALLEL && fabs(mbi_height(f, c)) <= slack &&
           u >= -slack && u <= f->length + slack;
}

/* Does edge f of another solid thus shut the way around the corner of e and k? Not where f also has
 * a convex corner there: the way leads around both. */
static int mbi_shuts(const mbi_way *way, int f, int e, int k, int side, const double *c)
{
    const mb_edge *edge = way->terrain->edge;
    const double *corner = side > 0 ? edge[f].q : edge[f].p;
    const int m = mbi_neighbour(way->terrain, f, side);

    if (!mbi_faces(edge + f, edge + k, side, c, way->slack)) return 0;
    if (fabs(c[0] - corner[0]) + fabs(c[1] - corner[1]) >= 2.0 * way->slack || m < 0) return 1;
    if (side > 0 ? mbi_concave(edge + e, edge + m) : mbi_concave(edge + m, edge + e)) return 1;
    return mbi_height(edge + m, c) <= -0.999 * way->tol;
}

/* Edge e ends (side = +1) or begins (-1) in c, in a convex corner with edge k. Is the way around it
 * shut by another solid that faces k without a gap? */
static int mbi_shut(const mbi_way *way, int e, int k, int side, const double *c)
{
    for (int r = 0; r < way->terrain->nchain; r++) {
        const mb_chain *chain = way->terrain->chain + r;
        if (!mbi_box_within(chain, c, 4.0 * way->slack)) continue;
        for (int f = chain->first; f < chain->first + chain->count; f++)
            if (mbi_shuts(way, f, e, k, side, c)) return 1;
    }
    return 0;
}

/* 1 if c is beyond edge e's begin (side 0), or end (1): in a concave corner, however narrow, where
 * the other edge's line is farther off than slack */
static int mbi_is_beyond(const mbi_way *way, int e, int side, const double *c)
{
    const mb_chain *chain = way->terrain->chain + way->terrain->edge[e].chain;
    const int last = e == chain->first + (side ? chain->count - 1 : 0);
    const int k = last ? chain->beyond[side] : -1;

    return k < 0 || fabs(mbi_height(way->terrain->edge + k, c)) > way->slack;
}

/* May the path ignore edge e, whose line it crosses at c? Yes beyond the edge's ends, and around a
 * convex corner, where only a point behind both edges is in the solid. */
static int mbi_passes(const mbi_way *way, int e, const double *c)
{
    const mb_edge *edge = way->terrain->edge + e;
    const double u = mbi_along(c, edge->p, edge->t);

    if (u < -way->slack) return mbi_is_beyond(way, e, 0, c);
    if (u > edge->length + way->slack) return mbi_is_beyond(way, e, 1, c);
    for (int side = -1; side <= 1; side += 2) {
        const int near = (side < 0 ? u : edge->length - u) < way->slack;
        const int k = near ? mbi_neighbour(way->terrain, e, side) : -1;
        if (k < 0 || mbi_height(way->terrain->edge + k, c) <= -0.999 * way->tol) continue;
        if (!mbi_shut(way, e, k, side, c)) return 1;
    }
    return 0;
}

int mb_sweep(const mb_sim *sim, const double *x, const double *y, const mb_contact *known,
             int count, mb_contact *out)
{
    const mb_terrain *terrain = &sim->terrain;
    const mbi_way way = mbi_way_of(terrain, x, y);
    const double tol = way.tol, *d = way.d;
    double first = HUGE_VAL, steepest = 0.0;
    int found = -1;

    for (int r = 0; r < terrain->nchain; r++) {
        const mb_chain *chain = terrain->chain + r;
        if (!(way.lo[0] <= chain->hi[0] && way.hi[0] >= chain->lo[0] &&
              way.lo[1] <= chain->hi[1] && way.hi[1] >= chain->lo[1]))
            continue;
        for (int e = chain->first; e < chain->first + chain->count; e++) {
            const mb_edge *edge = terrain->edge + e;
            const double sinks = edge->n[0] * d[0] + edge->n[1] * d[1];
            double psi, s, c[2];
            int crosses;
            if (!(sinks < 0.0)) continue;
            psi = mbi_height(edge, x);
            crosses = psi + sinks < -tol;
            if (!(crosses ? psi >= -way.slack : fabs(psi) <= tol && sinks < -0.25 * tol))
                continue;                                      /* enters by rounding at most */
            s = psi > -tol ? (psi + tol) / -sinks : 0.0;
            if (!(s < first || (s <= first && sinks < steepest))) continue;
            for (int i = 0; i < 2; i++) c[i] = crosses ? x[i] + s * d[i] : x[i];
            if (mbi_passes(&way, e, c) || mbi_listed(known, count, e)) continue;
            first = s;
            steepest = sinks;
            found = e;
        }
    }
    if (found < 0) return 0;
    mbi_edge_contact(terrain, found, x, out);
    if (out->psi >= -tol && out->psi <= way.slack) out->psi = 0.0;  /* else it jams in a wedge */
    return 1;
}

/* ---- the simulator ---- */

enum { MBI_MAX_CONTACTS = 256 };

static int mbi_contact_limit(const mb_sim *sim)
{
    const int most = sim->max_contacts > 0 ? sim->max_contacts : MBI_MAX_CONTACTS;
    const int ends = mbi_detection(sim) == MB_DETECT_GROUPS ? sim->terrain.nopen : 0;
    const int all = sim->terrain.nedge + ends;

    return all < most ? all : most;
}

size_t mb_sim_scratch(const mb_sim *sim)
{
    const int nc = mbi_contact_limit(sim), n = 2 + 4 * (nc < MB_MAX_N ? nc : MB_MAX_N);
    size_t problem, solver;
    mb_dynamics d;

    memset(&d, 0, sizeof d);
    d.nv = d.nd = 2;
    d.nc = nc;
    problem = mb_formulations[sim->formulation].scratch(&d);
    solver = sim->solver_scratch ? sim->solver_scratch(n) :
             sim->form == MB_FORM_LCP ? mb_lemke_scratch(n) :
             sim->form == MB_FORM_BOX ? mb_mlcp_pgs_scratch(n) : mb_mlcp_lemke_scratch(n);
    if (problem > SIZE_MAX / 4 || solver > SIZE_MAX / 4) return SIZE_MAX;
    return problem + solver + (size_t)nc * sizeof(mb_contact) +
           mbi_bytes(16.0 + 10.0 * nc + n + 2.0 * sim->np, 2.0 * nc) + 64;
}

typedef struct {
    const mb_sim *sim;
    mb_step *step;               /* its contact is the one below */
    mb_contact *contact;         /* [max] */
    int max;
    double M[4], p_ext[2];
    mb_dynamics d;
} mbi_particle;

/* the step's contacts as w->d, in memory from arena; 0: no room */
static int mbi_particle_dynamics(mbi_particle *w, mb_arena *arena)
{
    const mb_sim *sim = w->sim;
    const mb_terrain *terrain = &sim->terrain;
    const int nc = w->step->ncontact, k = w->step->particle;
    double *Jn = mb_arena_matrix(arena, 8, nc), *Jf, *psi, *mu;
    int *group = mb_arena_ints(arena, nc), nd = 0;             /* 0: no friction, fewer unknowns */

    if (!Jn || !group) return 0;
    Jf = Jn + 2 * nc;
    psi = Jf + 4 * nc;
    mu = psi + nc;
    for (int i = 0; i < nc; i++) {
        const mb_contact *c = w->contact + i;
        double *n = Jn + 2 * i, *t = Jf + 4 * i;
        mb_contact_normal(terrain, c, n);
        t[0] = -n[1];                                          /* n turned by +90 degrees */
        t[1] = n[0];
        t[2] = n[1];                                           /* and its opposite */
        t[3] = -n[0];
        psi[i] = c->psi;
        mu[i] = terrain->edge[c->edge].mu;
        group[i] = c->chain + c->window * terrain->nchain;
        if (mu[i] > 0.0) nd = 2;
    }
    w->M[0] = w->M[3] = sim->mass[k];
    w->M[1] = w->M[2] = 0.0;
    for (int i = 0; i < 2; i++)
        w->p_ext[i] = sim->h * (sim->mass[k] * sim->gravity[i] + sim->force[2 * k + i]);
    memset(&w->d, 0, sizeof w->d);
    w->d.nv = 2;
    w->d.nc = nc;
    w->d.nd = nd;
    w->d.h = sim->h;
    w->d.M = w->M;
    w->d.v = sim->v + 2 * k;
    w->d.p_ext = w->p_ext;
    w->d.Jn = Jn;
    w->d.Jf = Jf;
    w->d.psi = psi;
    w->d.mu = mu;
    w->d.group = mbi_detection(sim) == MB_DETECT_GROUPS ? group : NULL;
    w->step->dynamics = &w->d;
    return 1;
}

static mb_status mbi_particle_problem(const mbi_particle *w, mb_arena *arena)
{
    const mb_sim *sim = w->sim;
    const mb_formulation_row *f = mb_formulations + sim->formulation;
    mb_lcp_formulation *const plain = sim->formulate_lcp ? sim->formulate_lcp : f->lcp;
    mb_mlcp_formulation *const mixed = sim->formulate_mlcp ? sim->formulate_mlcp :
                                       sim->form == MB_FORM_MLCP ? f->mlcp : f->box;
    mb_mlcp *out = &w->step->problem;
    mb_lcp p = { 0, NULL, NULL };
    mb_status status;

    if (sim->form != MB_FORM_LCP) return mixed(&w->d, out, &w->step->info, arena);
    status = plain(&w->d, &p, &w->step->info, arena);
    *out = mbi_as_mlcp(&p);
    return status;
}

/* free motion first (see mb_no_impulse), then the solver */
static mb_status mbi_solve(const mb_sim *sim, mb_step *step, double *z, mb_arena scratch)
{
    const mb_mlcp *p = &step->problem;
    const double tol = sim->options.tol > 0.0 ? sim->options.tol : MBI_TOL;
    const int entered = mbi_detection(sim) == MB_DETECT_PATH && !sim->detect;
    mb_mlcp_solver *const mixed = sim->mlcp_solver ? sim->mlcp_solver :
                                  sim->form == MB_FORM_BOX ? mb_mlcp_pgs : mb_mlcp_lemke;
    const mb_lcp lcp = mbi_as_lcp(p);
    mb_info *info = &step->info;
    double r;

    if (p->n != step->layout.n) return mbi_refuse(info, MB_BAD_ARG, -1);   /* a replaced stage's */
    if (!entered && mb_no_impulse(step->dynamics, &step->layout, p, z, scratch) == MB_OK &&
        mb_mlcp_judge(p, tol, z, &r, scratch))
        return mbi_done(info, MB_OK, 0, r, -1);
    step->solves++;
    mbi_zero(p->n, z);
    if (sim->form != MB_FORM_LCP) return mixed(p, &sim->options, z, info, scratch);
    return (sim->lcp_solver ? sim->lcp_solver : mb_lemke)(&lcp, &sim->options, z, info, scratch);
}

/* 1 if free motion, v+ = v_free, opens every contact (PEG: one facet of each group) by more than
 * rounding: then p = 0 solves it, as c and s can make every other row 0, or leave it positive. */
static int mbi_is_free(const mbi_particle *w)
{
    const mb_sim *sim = w->sim;
    const int keeps_gap = mb_formulations[sim->formulation].keeps_gap, nc = w->step->ncontact;
    const int grouped = mbi_detection(sim) == MB_DETECT_GROUPS;
    const double *v = w->step->v, rounding = (64.0 + 8.0 * nc) * DBL_EPSILON;
    double best = -HUGE_VAL, size = 0.0;

    for (int i = 0; i < nc; i++) {
        const mb_contact *c = w->contact + i;
        const double gap = keeps_gap ? c->psi / sim->h : 0.0;
        double n[2];
        if (i > 0 && !(grouped && c->chain == c[-1].chain && c->window == c[-1].window)) {
            if (!(best > rounding * size)) return 0;
            best = -HUGE_VAL;
        }
        mb_contact_normal(&sim->terrain, c, n);
        size = mbi_max(fabs(v[0]) + fabs(v[1]) + fabs(gap), size);
        best = mbi_max(n[0] * v[0] + n[1] * v[1] + gap, best);
    }
    return best > rounding * size;
}

/* formulate and solve: the new velocity in step->v; the results of every stage stay in *step */
static mb_status mbi_contact_step(mbi_particle *w, mb_arena scratch)
{
    const mb_sim *sim = w->sim;
    mb_step *step = w->step;
    const int iterations = step->info.iterations, solves = step->solves;
    double *z, *p_n, *p_f, start;
    mb_status status;

    step->p_n = step->p_f = NULL;
    if (!mbi_particle_dynamics(w, &scratch)) return mbi_refuse(&step->info, MB_NO_MEMORY, -1);
    status = mbi_particle_problem(w, &scratch);
    if (status != MB_OK)
        return mbi_done(&step->info, status, iterations, HUGE_VAL, step->info.where);
    mbi_layout(&w->d, sim->formulation, sim->form, &step->layout);
    z = mb_arena_doubles(&scratch, step->layout.n);
    p_n = mb_arena_doubles(&scratch, w->d.nc);
    p_f = mb_arena_matrix(&scratch, w->d.nc, w->d.nd);
    if (!z || !p_n || !p_f) return mbi_refuse(&step->info, MB_NO_MEMORY, -1);
    start = sim->clock ? sim->clock() : 0.0;
    status = mbi_solve(sim, step, z, scratch);
    step->seconds += sim->clock ? sim->clock() - start : 0.0;
    step->info.status = status;                                /* in case a solver did not */
    step->info.iterations += iterations;
    step->z = z;
    if (status != MB_OK) return status;
    if (step->solves == solves) {                              /* step->v is v_free already */
        mbi_zero(w->d.nc, p_n);
        mbi_zero(w->d.nc * w->d.nd, p_f);
    } else {
        status = mb_step_result(&w->d, &step->layout, z, step->v, p_n, p_f, NULL, scratch);
    }
    if (status != MB_OK) return mbi_refuse(&step->info, status, -1);
    step->p_n = p_n;
    step->p_f = p_f;
    return MB_OK;
}

/* depth in contact i's half-space at the end of the step, by h: -(n.v+ + psi/h) */
static double mbi_sinks(const mb_step *step, int i)
{
    const double *n = step->dynamics->Jn + 2 * i, *v = step->v;

    return -(n[0] * v[0] + n[1] * v[1] + step->contact[i].psi / step->dynamics->h);
}

/* Corrects v+ for the penetration that a solver's tolerance leaves, as edges are entered only from
 * the front: the worst contact first, then along the one before. A narrow wedge takes two
 * passes. */
static void mbi_push_out(mb_step *step)
{
    enum { MOST = 32 };
    const double rounding = 4.0 * DBL_EPSILON * mbi_max_abs(2, step->v);
    const double *before = NULL;

    for (int pass = 0; pass < MOST; pass++) {
        const double *n;
        double sinks = rounding, c = 0.0;
        int worst = -1;
        for (int i = 0; i < step->ncontact; i++) {
            if (!(mbi_sinks(step, i) > sinks)) continue;
            sinks = mbi_sinks(step, i);
            worst = i;
        }
        if (worst < 0) return;
        n = step->dynamics->Jn + 2 * worst;
        if (!before) before = n;
        else c = n[0] * before[0] + n[1] * before[1];
        if (!(c < 0.0 && c > -1.0 + 1e-12)) c = 0.0;           /* not in the way, or n's opposite */
        for (int j = 0; j < 2; j++) step->v[j] += sinks / (1.0 - c * c) * (n[j] - c * before[j]);
        before = n;
    }
}

/* MB_SWEPT: from step->v = v_free, adds contacts with the edges that the path to x + h v+ enters,
 * one by one, and solves ST for v+ each time. It ends, as no edge is added twice. */
static mb_status mbi_swept_step(mbi_particle *w, mb_arena scratch)
{
    const double *x = w->sim->x + 2 * w->step->particle, h = w->sim->h;
    mb_contact *contact = w->contact;
    mb_step *step = w->step;

    for (;;) {
        const double y[2] = { x[0] + h * step->v[0], x[1] + h * step->v[1] };
        mb_contact entered;
        mb_status status;
        int behind = 0;
        if (!mb_sweep(w->sim, x, y, contact, step->ncontact, &entered)) return MB_OK;
        if (step->ncontact == w->max) return mbi_refuse(&step->info, MB_NO_MEMORY, w->max);
        contact[step->ncontact++] = entered;
        status = mbi_contact_step(w, scratch);
        for (int i = 0; i < step->ncontact; i++) behind |= contact[i].psi < 0.0;
        /* friction can hold a particle that must come out; gaps >= 0 have a solution [ST96] */
        if (status > 0 && behind) {
            for (int i = 0; i < step->ncontact; i++) contact[i].psi = fmax(contact[i].psi, 0.0);
            status = mbi_contact_step(w, scratch);
        }
        if (status != MB_OK) return status;
        mbi_push_out(step);
    }
}

/* in contact a velocity of rounding size is 0: it may halve each step, to underflow */
static void mbi_come_to_rest(const mb_sim *sim, const double *v_free, double *v)
{
    const double rounding = DBL_EPSILON * sim->terrain.reach / sim->h;

    if (mbi_max_abs(2, v) <= mbi_max(1e-14 * mbi_max_abs(2, v_free), rounding)) v[0] = v[1] = 0.0;
}

/* 1 if no observer sees the problem, all stages are the kit's own, and rounding is within tol */
static int mbi_may_skip(const mb_sim *sim)
{
    return !sim->observer && !sim->detect && !sim->formulate_lcp && !sim->formulate_mlcp &&
           !mb_formulations[sim->formulation].dilates && sim->form != MB_FORM_MLCP &&
           !(sim->options.tol > 0.0 && sim->options.tol < 1e-12);
}

static mb_status mbi_particle_step(mbi_particle *w, mb_arena scratch)
{
    const mb_sim *sim = w->sim;
    mb_step *step = w->step;
    const int k = step->particle;
    const double *x = sim->x + 2 * k, *v = sim->v + 2 * k, *force = sim->force + 2 * k;
    double v_free[2];
    mb_status status = MB_OK;

    mbi_done(&step->info, MB_OK, 0, 0.0, -1);                  /* free flight: no problem */
    step->ncontact = step->solves = 0;
    step->seconds = 0.0;
    w->max = mbi_contact_limit(sim);
    w->contact = (mb_contact *)mbi_take(&scratch, w->max, sizeof *w->contact);
    if (!w->contact) return mbi_refuse(&step->info, MB_NO_MEMORY, -1);
    step->contact = w->contact;
    for (int i = 0; i < 2; i++)
        step->v[i] = v_free[i] = v[i] + sim->h * (sim->gravity[i] + force[i] / sim->mass[k]);
    if (mbi_detection(sim) == MB_DETECT_PATH && !sim->detect) {
        status = mbi_swept_step(w, scratch);
    } else {
        if (sim->detect) memset(w->contact, 0, (size_t)w->max * sizeof *w->contact);
        step->ncontact = (sim->detect ? sim->detect : mb_detect)(sim, x, v, w->contact, w->max);
        if (step->ncontact > w->max) return mbi_refuse(&step->info, MB_BAD_ARG, -1);
        if (step->ncontact < 0) return mbi_refuse(&step->info, MB_NO_MEMORY, w->max);
        if (step->ncontact > 0 && !(mbi_may_skip(sim) && mbi_is_free(w)))
            status = mbi_contact_step(w, scratch);
    }
    if (status == MB_OK && step->ncontact > 0) mbi_come_to_rest(sim, v_free, step->v);
    return status;
}

/* semi-implicit Euler */
static void mbi_update(const mb_sim *sim, const double *v_next, double *x, double *v)
{
    for (int i = 0; i < 2; i++) {
        v[i] = v_next[i];
        x[i] += sim->h * v[i];
    }
}

/* the formulation, or a replaced stage, has this form */
static int mbi_has_form(const mb_sim *sim)
{
    const mb_formulation_row *f = mb_formulations + sim->formulation;

    if (sim->form == MB_FORM_LCP) return f->lcp || sim->formulate_lcp;
    return (sim->form == MB_FORM_MLCP ? f->mlcp : f->box) || sim->formulate_mlcp;
}

static mb_status mbi_check_sim(const mb_sim *sim, mb_info *info)
{
    if (!sim || sim->np < 0 || !(sim->h > 0.0) || !(sim->epsilon > 0.0) || sim->max_contacts < 0 ||
        sim->formulation < 0 || sim->formulation >= mb_formulation_count ||
        (int)sim->form < 0 || sim->form > MB_FORM_BOX || !mbi_has_form(sim) ||
        (sim->np > 0 && (!sim->x || !sim->v || !sim->mass || !sim->force)))
        return mbi_refuse(info, MB_BAD_ARG, -1);
    for (int k = 0; k < sim->np; k++) {
        if (!mbi_all_finite(2, sim->x + 2 * k) || sim->mass[k] != sim->mass[k])
            return mbi_refuse(info, MB_NOT_FINITE, k);
        if (!(sim->mass[k] > 0.0)) return mbi_refuse(info, MB_BAD_ARG, k);
    }
    return MB_OK;
}

mb_status mb_sim_step(mb_sim *sim, mb_info *info)
{
    mb_status status = mbi_check_sim(sim, info);
    mb_arena scratch;
    mb_update_fn *update;
    double *v_next, residual = 0.0;
    int iterations = 0;

    if (status != MB_OK) return status;
    scratch = sim->scratch;
    v_next = mb_arena_doubles(&scratch, 2 * sim->np);
    if (!v_next) return mbi_refuse(info, MB_NO_MEMORY, -1);
    if (sim->controller) sim->controller(sim);
    for (int k = 0; k < sim->np; k++) {
        mb_step step;
        mbi_particle w;
        if (sim->observer) memset(&step, 0, sizeof step);      /* sees all of it */
        step.particle = k;
        w.sim = sim;
        w.step = &step;
        status = mbi_particle_step(&w, scratch);
        if (status == MB_OK && !mbi_all_finite(2, step.v))
            status = mbi_refuse(&step.info, MB_NOT_FINITE, -1);
        if (sim->observer) sim->observer(sim, &step);
        if (status != MB_OK)
            return mbi_done(info, status, step.info.iterations, step.info.residual, k);
        mbi_copy(2, step.v, v_next + 2 * k);
        iterations += step.info.iterations;
        residual = mbi_max(step.info.residual, residual);
    }
    update = sim->update ? sim->update : mbi_update;
    for (int k = 0; k < sim->np; k++) update(sim, v_next + 2 * k, sim->x + 2 * k, sim->v + 2 * k);
    sim->step++;
    sim->t += sim->h;
    return mbi_done(info, MB_OK, iterations, residual, -1);
}

#define MBI_MORE_IMPLEMENTATION
#ifdef MBSIM_MORE
#include MBSIM_MORE
#endif
#ifdef MBSIM_MORE_FORMULATIONS
#include MBSIM_MORE_FORMULATIONS
#endif

#endif /* MBSIM_IMPLEMENTATION_DONE */
#endif /* MBSIM_IMPLEMENTATION */

/* MIT No Attribution
 *
 * Copyright 2026 the mbsim authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this
 * software and associated documentation files (the "Software"), to deal in the Software
 * without restriction, including without limitation the rights to use, copy, modify,
 * merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
 * INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
 * PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
 * HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
 * CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
 * THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
