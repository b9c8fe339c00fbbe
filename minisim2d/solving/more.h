/* more.h: three more solvers for mbsim.h: principal pivoting, interior point, fixed point
 *
 *     #define MBSIM_MORE "minisim2d/solving/more.h"
 *     #define MBSIM_IMPLEMENTATION
 *     #include "mbsim.h"
 *
 * The path is relative to mbsim.h; for the declarations alone leave out the second line. The
 * solvers keep mbsim.h's contract and are rows of its table. Use them to solve symmetric A fast, or
 * for a second opinion. No lab needs them, and mbsim.h can be read without them. They use its
 * internal functions (mbi_...), and are part of its implementation.
 */
#ifndef MBI_MORE_IMPLEMENTATION
#ifndef MORE_H
#define MORE_H

/* -- solvers: principal pivoting -- */

/* mb_dantzig: principal pivoting for symmetric positive semidefinite A: from a greedy guess, one
 * variable at a time in the manner of Dantzig, Cottle and Keller
 *
 *   opt      in      max_iter = guess + start from it + variables driven (100 + 20 n), history,
 *                    ray, trace
 *
 * Also returns
 *   MB_RAY       no solution, at least none below 1e6 b, in units in which A's diagonal is 1:
 *                opt->ray gets u >= 0 with b'u < 0 and A u = 0 to rounding
 *   MB_SINGULAR  A is not positive semidefinite, detected at variable info->where
 *   MB_BAD_ARG   A is not symmetric to 1e-12: info->where = the row
 *   MB_STALLED   rounding: b is lost beside A z, or A u is not small enough beside b'u
 *   MB_MAX_ITER
 * Solves every solvable problem of its class, but for MB_STALLED. Stewart-Trinkle's friction is not
 * symmetric.
 * Cost, with f variables off their bounds: n f^2/2 for the guess; if that is not the solution,
 * f^3/6 to start from it, and O(n^2) for each variable driven.  Source: [CPS] sec 4.2.
 */
MBSIM_API mb_lcp_solver mb_dantzig;
MBSIM_API size_t mb_dantzig_scratch(int n);

/* mb_mlcp_dantzig: the same with bounds and free variables, without findex: joints and contacts in
 * one problem, as ODE and Bullet solve them. MB_RAY: u moves only away from bounds. */
MBSIM_API mb_mlcp_solver mb_mlcp_dantzig;
MBSIM_API size_t mb_mlcp_dantzig_scratch(int n);

/* -- solvers: interior point and fixed point -- */

/* mb_interior_point: predictor-corrector path following around the folds of friction; any A
 *
 *     z_i w_i = t c_i,  w = A z + b + t r,  z, w > 0,  from t = 1 to t = 0 by arc length
 *
 *   opt      in      max_iter (1000), history, trace (step = arc length in log z, log w, log t)
 *   z        in/out  the start is moved into the interior
 *
 * Converges to rounding: near the end the zeros are guessed.
 * Also returns MB_MAX_ITER, MB_STALLED (no step is possible, or the path runs to infinity, as on
 * infeasible problems).
 * Solves monotone (positive semidefinite) problems, though not all with rows listed twice; P
 * problems, unless b or z span many decades; and most of Stewart-Trinkle's with friction, though
 * not every wedge of contacts with nearly the same normal. Elsewhere it may fail.
 * Cost n^3/3 an iteration, more of them where z spans many decades.  Source: Mehrotra, On the
 * implementation of a primal-dual interior point method, SIAM J. Optim. 2, 1992, for the
 * second-order term; arc length because A is not monotone.
 */
MBSIM_API mb_lcp_solver mb_interior_point;
MBSIM_API size_t mb_interior_point_scratch(int n);

/* mb_fixed_point: the projected fixed-point (prox) iteration with an adaptive r; any A, O(n) bytes
 *
 *     z <- max(0, z - r w),  w = A z + b, scaled by rows and columns
 *
 *   opt      in      max_iter = evaluations of w (10000), history, trace (step = r)
 *
 * Also returns MB_MAX_ITER, MB_STALLED (steps grow with any r).
 * Converges linearly for positive definite and most semidefinite symmetric A. Fails on most
 * problems with Stewart-Trinkle friction and on skew A, where no r contracts.
 * Cost n^2 an evaluation.  Source: [BPMD] Table 1; Barzilai, Borwein 1988 for r.
 */
MBSIM_API mb_lcp_solver mb_fixed_point;
MBSIM_API size_t mb_fixed_point_scratch(int n);

/* their rows in mb_solvers */
#define MB_MORE_SOLVERS \
    { "dantzig", mb_dantzig, NULL, mb_dantzig_scratch, \
      "principal pivoting: symmetric positive semidefinite A, the fastest there" }, \
    { "interior-point", mb_interior_point, NULL, mb_interior_point_scratch, \
      "interior point: monotone, P and frictional problems" }, \
    { "fixed-point", mb_fixed_point, NULL, mb_fixed_point_scratch, \
      "projected fixed point: symmetric positive definite A" }, \
    { "dantzig", NULL, mb_mlcp_dantzig, mb_mlcp_dantzig_scratch, \
      "principal pivoting with bounds: symmetric positive semidefinite A" },

#endif /* MORE_H */
#else /* the implementation, included by mbsim.h at its end */

/* ---- principal pivoting ----
 *
 * A is symmetric positive semidefinite: z has the least energy 1/2 z'A z + b'z in its bounds. F:
 * the variables off them.
 *
 *   greedy   An initial guess: variables between their bounds join F, then the variable along which
 *            the energy falls most, and so on until no w has the wrong sign, ignoring the bounds of
 *            those in F. Usually this is the solution.
 *   drive    From a z inside its bounds with w_F = 0, drive one variable with a w of the wrong sign
 *            until it is 0; z_F follows so that w_F stays 0, and variables that reach a bound on
 *            the way leave F. The energy falls with every variable driven, so no F repeats, and
 *            this ends. If nothing stops the drive, the energy is unbounded below, and there is no
 *            solution. Where the guess is so large that b is lost beside A z, and the drives from
 *            it solve nothing, they start from 0.
 *
 * The factor A_FF = L D L' gains a row when a variable joins and takes a rank-one update when one
 * leaves; a variable joins only where its pivot s = A_ii - A_iF A_FF^-1 A_Fi is positive. That is
 * e'A e with e_i = 1, e_F = -A_FF \ A_Fi, and as |A_jk| <= sqrt(A_jj A_kk), its rounding is n eps
 * size(e)^2, size(e) = sum sqrt(A_jj) |e_j|: where e is large, a pivot of 1e-11 A_ii may be 0.
 * Source: Gill, Golub, Murray, Saunders, Methods for modifying matrix factorizations, Math. Comp.
 * 28, 1974.
 */

#define MBI_SYMMETRIC 1e-12      /* of sqrt(A_ii A_jj): rounding of J M^-1 J' */
#define MBI_DEPENDENT 1e-13      /* beside A's diagonal: rounding, as n eps for n = 450 */
#define MBI_SHAKY 1e-8           /* s <= this A_ii: not for the guess, from which none is removed */
#define MBI_REACH 1e6            /* a ray excludes z up to this b; farther out, rounding decides */
#define MBI_INDEFINITE 1e-8      /* s < -this size(e)^2: not rounding, A is indefinite */

typedef struct {
    const mb_mlcp *p;
    const mb_options *o;
    double tol;                  /* a sign is wrong beyond this, a tenth of opt->tol */
    int f;                       /* |F| */
    int *F;                      /* F[n] in the order of the factor's rows */
    int *off;                    /* off[n]: 1 in F, 0 held at a bound, or at its start */
    double *L;                   /* L[n*n]: A_FF = L D L', row stride n, unit diagonal not stored */
    double *Dinv;                /* Dinv[n] = 1/D_kk */
    double *z, *w, *ws;          /* [n]; ws = |b| + sum |A_ij z_j| */
    double *root;                /* root[n] = sqrt(A_ii) */
    double *gain;                /* gain[n]: see mbi_dantzig_steepest */
    double *d, *y;               /* [n] work */
    int iteration, where;        /* as in mb_info */
    double residual;
    mb_arena judge;              /* for mb_mlcp_judge */
} mbi_dantzig;

static double mbi_dantzig_settle(mbi_dantzig *q);
static int mbi_dantzig_entering(const mbi_dantzig *q);
static mb_status mbi_dantzig_drive(mbi_dantzig *q, int i, double *length, int *left);
static int mbi_dantzig_solved(mbi_dantzig *q);

/* drives one variable after the other until no w has the wrong sign */
static mb_status mbi_dantzig_singles(mbi_dantzig *q)
{
    const mb_options *o = q->o;
    double length = 0.0;
    int i = -1, left = -1;

    for (;;) {
        const double r = mbi_dantzig_settle(q);
        mb_status status;
        if (q->iteration < o->max_iter)
            mbi_record(o, ++q->iteration, r, length, i, left, q->p->n, q->z);
        i = mbi_dantzig_entering(q);
        if (i < 0 || (r <= o->tol && mbi_dantzig_solved(q))) return MB_OK;
        if (q->iteration >= o->max_iter) return MB_MAX_ITER;
        status = mbi_dantzig_drive(q, i, &length, &left);
        q->where = i;
        if (status != MB_OK) return status;
    }
}

static void mbi_dantzig_put(mbi_dantzig *q, int i, double x)
{
    q->z[i] = mbi_clamp(x, mbi_lo(q->p, i), mbi_hi(q->p, i));
}

static int mbi_dantzig_inside(const mbi_dantzig *q, int i)
{
    return q->z[i] > mbi_lo(q->p, i) && q->z[i] < mbi_hi(q->p, i);
}

/* -- the factor -- */

/* x = L \ x and x = L' \ x */
static void mbi_unit_solve(int f, int n, const double *L, double *x)
{
    for (int i = 1; i < f; i++) x[i] -= mbi_dot(i, L + i * n, x);
}

static void mbi_unit_solve_transposed(int f, int n, const double *L, double *x)
{
    for (int i = f - 1; i > 0; i--) mbi_axpy(i, -x[i], L + i * n, x);
}

/* y = L \ A_Fi; returns the pivot s that variable i would have as the next row */
static double mbi_dantzig_pivot(const mbi_dantzig *q, int i, double *y)
{
    const double *row = q->p->A + i * q->p->n;
    double s = row[i];

    for (int k = 0; k < q->f; k++) y[k] = row[q->F[k]];
    mbi_unit_solve(q->f, q->p->n, q->L, y);
    for (int k = 0; k < q->f; k++) s -= y[k] * y[k] * q->Dinv[k];
    return s;
}

/* variable i joins F; y and s > 0 from mbi_dantzig_pivot */
static void mbi_dantzig_join(mbi_dantzig *q, int i, const double *y, double s)
{
    double *row = q->L + q->f * q->p->n;

    for (int k = 0; k < q->f; k++) row[k] = y[k] * q->Dinv[k];
    q->Dinv[q->f] = 1.0 / s;
    q->F[q->f++] = i;
    q->off[i] = 1;
}

/* Variable F[k] leaves. With v the column of L below its row and a = D_kk, the factors of
 * L D L' + a v v' below, row by row; d holds p = v as the columns before leave it, y beta = a p/D:
 *
 *     D <- D + a p^2,   a <- a D_old/D,   v_r <- v_r - p L_rc,   L_rc <- L_rc + beta v_r
 */
static void mbi_dantzig_leave(mbi_dantzig *q, int k)
{
    const int n = q->p->n;
    double a = 1.0 / q->Dinv[k];

    q->off[q->F[k]] = 0;
    q->f--;
    for (int r = k; r < q->f; r++) {
        const double *old = q->L + (r + 1) * n, D = 1.0 / q->Dinv[r + 1];
        double *row = q->L + r * n, v = old[k], Dnew;
        mbi_copy(k, old, row);
        for (int c = k; c < r; c++) {
            const double l = old[c + 1];
            v -= q->d[c] * l;
            row[c] = l + q->y[c] * v;
        }
        Dnew = D + a * v * v;
        q->d[r] = v;
        q->y[r] = a * v / Dnew;
        a *= D / Dnew;
        q->Dinv[r] = 1.0 / Dnew;
        q->F[r] = q->F[r + 1];
    }
}

/* d_F = -A_FF \ w_F */
static void mbi_dantzig_newton(mbi_dantzig *q)
{
    for (int k = 0; k < q->f; k++) q->d[k] = -q->w[q->F[k]];
    mbi_unit_solve(q->f, q->p->n, q->L, q->d);
    for (int k = 0; k < q->f; k++) q->d[k] *= q->Dinv[k];
    mbi_unit_solve_transposed(q->f, q->p->n, q->L, q->d);
}

/* -- the greedy guess -- */

/* The variable along which the energy falls most, w^2/A_ii, or -1 if by *fall or less. gain: 1/A_ii
 * where z_i may rise, -1/A_ii where it may fall, else 0. */
static int mbi_dantzig_steepest(int n, const double *w, const double *gain, double *fall)
{
    double most = -*fall;
    int best = -1;

    for (int i = 0; i < n; i++) {
        const double f = w[i] * gain[i] * fabs(w[i]);
        if (f < most) {
            most = f;
            best = i;
        }
    }
    *fall = -most;
    return best;
}

/* Variable i joins the guess, unless it depends on F. Row k of W is A's row F[k] less its part
 * along the rows before, over all n columns, so that neither the next row nor w needs a solve. */
static void mbi_dantzig_guess(mbi_dantzig *q, int i)
{
    const int n = q->p->n, f = q->f;
    const double *Ai = q->p->A + i * n;
    double *W = q->L, *row = W + f * n;

    q->gain[i] = 0.0;                                          /* no variable is tried twice */
    for (int k = 0; k < f; k++) q->y[k] = -W[k * n + i] * q->Dinv[k];
    mbi_copy(n, Ai, row);
    mbi_combine_rows(f, n, W, n, q->y, row);
    if (!(row[i] > MBI_SHAKY * Ai[i])) return;
    q->Dinv[f] = 1.0 / row[i];
    q->d[f] = -q->w[i] * q->Dinv[f];
    mbi_axpy(n, q->d[f], row, q->w);
    q->F[q->f++] = i;
}

static void mbi_dantzig_greedy(mbi_dantzig *q)
{
    const mb_mlcp *p = q->p;
    const int n = p->n;
    double least = 0.0, *x = q->d;

    mbi_copy(n, p->b, q->w);
    for (int i = 0; i < n; i++) {
        const double Aii = p->A[i * n + i], gain = Aii > 0.0 ? 1.0 / Aii : 0.0;
        const double lo = mbi_lo(p, i), hi = mbi_hi(p, i), z = mbi_clamp(0.0, lo, hi);
        q->z[i] = z;
        q->gain[i] = z < hi ? gain : z > lo ? -gain : 0.0;
        if (z != 0.0) mbi_axpy(n, z, p->A + i * n, q->w);      /* A is symmetric */
    }
    for (int i = 0; i < n && (p->lo || p->hi); i++)
        if (mbi_dantzig_inside(q, i)) mbi_dantzig_guess(q, i);
    for (int count = 0; count < n; count++) {
        double fall = least;
        const int i = mbi_dantzig_steepest(n, q->w, q->gain, &fall);
        if (i < 0) break;
        if (count == 0) least = q->tol * q->tol * fall;
        mbi_dantzig_guess(q, i);
    }
    for (int k = q->f - 1; k >= 0; k--) {                      /* z_F += W_F \ D x */
        const int i = q->F[k];
        const double was = q->z[i];
        mbi_dantzig_put(q, i, was + x[k]);
        for (int m = 0; m < k; m++) x[m] -= q->L[m * n + i] * q->Dinv[m] * (q->z[i] - was);
    }
}

/* -- driving -- */

/* The variable F[k] that first reaches a bound along d, and shortens *step; -1 if none does.
 * Entries of d up to `tiny`, in units in which A's diagonal is 1, are rounding. */
static int mbi_dantzig_blocker(const mbi_dantzig *q, double tiny, double *step)
{
    int blocker = -1;

    for (int k = 0; k < q->f; k++) {
        const int i = q->F[k];
        const double size = fabs(q->d[k]);
        const double room = q->d[k] < 0.0 ? q->z[i] - mbi_lo(q->p, i) : mbi_hi(q->p, i) - q->z[i];
        if (!(size * q->root[i] > tiny) || !(mbi_max(room, 0.0) < *step * size)) continue;
        *step = mbi_max(room, 0.0) / size;
        blocker = k;
    }
    return blocker;
}

/* z_F += step d; the blocker ends at its bound and leaves F. Returns the blocker, or -1. */
static int mbi_dantzig_step(mbi_dantzig *q, double step, int blocker)
{
    const int i = blocker < 0 ? -1 : q->F[blocker];

    for (int k = 0; k < q->f; k++) q->z[q->F[k]] += step * q->d[k];
    if (i < 0) return -1;
    q->z[i] = q->d[blocker] < 0.0 ? mbi_lo(q->p, i) : mbi_hi(q->p, i);
    mbi_dantzig_leave(q, blocker);
    return i;
}

/* w and ws at z, after w_F, which the guess and rounding leave nonzero, is made 0: z_F moves there
 * as far as the bounds allow, and variables that block leave F. Returns the residual. */
static double mbi_dantzig_settle(mbi_dantzig *q)
{
    for (int pass = 0;; pass++) {
        const double r = mbi_measure(q->p, q->z, q->w, q->ws);
        int off = 0, blocker;
        for (int k = 0; k < q->f; k++) off |= fabs(q->w[q->F[k]]) > q->tol * q->ws[q->F[k]];
        if (!off || pass == 2) return r;                       /* the second pass corrects */
        do {
            double step = 1.0;
            mbi_dantzig_newton(q);
            blocker = mbi_dantzig_blocker(q, 0.0, &step);
            for (int k = 0; k < q->f; k++) q->w[q->F[k]] *= 1.0 - step;      /* A_FF d = -w_F */
            mbi_dantzig_step(q, step, blocker);
        } while (blocker >= 0);
    }
}

/* the held variable with a w of the wrong sign whose fall, w^2/A_ii, is greatest; -1: none */
static int mbi_dantzig_entering(const mbi_dantzig *q)
{
    const mb_mlcp *p = q->p;
    double most = 0.0;
    int best = -1;

    for (int i = 0; i < p->n; i++) {
        const double Aii = p->A[i * p->n + i], w = q->w[i], wtol = q->tol * q->ws[i];
        const int up = q->z[i] < mbi_hi(p, i) && w < -wtol;
        const int down = q->z[i] > mbi_lo(p, i) && w > wtol;
        const double fall = Aii > 0.0 ? w * w / Aii : HUGE_VAL;
        if (q->off[i] || !(up || down) || (best >= 0 && !(fall > most))) continue;
        most = fall;
        best = i;
    }
    return best;
}

/* Nothing stops variable i. u = the drive's direction, in y. As u'w >= 0 at a solution, its z has
 * (A u)'z >= -b'u. MB_RAY: no z within MBI_REACH of b does, in units in which A's diagonal is 1;
 * MB_STALLED: one may. MB_SINGULAR: A u is not rounding: |(A u)_r| > root_r sqrt(u'A u), where
 * u'A u <= n eps size(u)^2. */
static mb_status mbi_dantzig_ray(mbi_dantzig *q, int i, double sign, double tiny)
{
    const mb_mlcp *p = q->p;
    const int n = p->n;
    double *u = q->y, size = 0.0, rise = 0.0, b = 0.0;

    mbi_zero(n, u);
    u[i] = sign;
    for (int k = 0; k < q->f; k++)
        if (fabs(q->d[k]) * q->root[q->F[k]] > tiny) u[q->F[k]] = q->d[k];
    for (int j = 0; j < n; j++) size += q->root[j] * fabs(u[j]);
    for (int r = 0; r < n; r++) {
        const double Au = fabs(mbi_dot(n, p->A + r * n, u));
        if (!(Au <= sqrt(n * DBL_EPSILON) * q->root[r] * size)) return MB_SINGULAR;
        if (!(q->root[r] > 0.0)) continue;
        rise += Au / q->root[r];
        b = mbi_max(fabs(p->b[r]) / q->root[r], b);
    }
    return mbi_proves(p, u, DBL_MAX) && -mbi_dot(n, p->b, u) >= MBI_REACH * rise * b ? MB_RAY
                                                                                   : MB_STALLED;
}

/* Drives variable i until its w is 0 or it is at its other bound; variables that block on the way
 * leave F. MB_OK, or as mbi_dantzig_ray. *left = the variable that blocked last, or -1. */
static mb_status mbi_dantzig_drive(mbi_dantzig *q, int i, double *length, int *left)
{
    const mb_mlcp *p = q->p;
    const double sign = q->w[i] < 0.0 ? 1.0 : -1.0;
    const double bound = sign > 0.0 ? mbi_hi(p, i) : mbi_lo(p, i);
    const double tiny = MBI_DEPENDENT * q->root[i];
    double w = fabs(q->w[i]);

    *left = -1;
    *length = 0.0;
    for (;;) {
        const double s = mbi_dantzig_pivot(q, i, q->y), own = fabs(bound - q->z[i]);
        double to_zero, step, size = q->root[i];
        int blocker;
        for (int k = 0; k < q->f; k++) q->d[k] = -sign * q->y[k] * q->Dinv[k];
        mbi_unit_solve_transposed(q->f, p->n, q->L, q->d);     /* dz_F/dz_i = -A_FF \ A_Fi */
        for (int k = 0; k < q->f; k++) size += q->root[q->F[k]] * fabs(q->d[k]);
        if (s < -MBI_INDEFINITE * size * size) return MB_SINGULAR;
        to_zero = s > p->n * DBL_EPSILON * size * size ? w / s : HUGE_VAL;
        step = mbi_min(own, to_zero);
        blocker = mbi_dantzig_blocker(q, tiny, &step);
        if (!(step < HUGE_VAL)) return mbi_dantzig_ray(q, i, sign, tiny);
        q->z[i] += sign * step;
        *length += step;
        if (blocker < 0) {
            mbi_dantzig_step(q, step, -1);
            if (own <= to_zero) q->z[i] = bound;
            else mbi_dantzig_join(q, i, q->y, s);
            return MB_OK;
        }
        *left = mbi_dantzig_step(q, step, blocker);
        if (s > 0.0) w = mbi_max(w - step * s, 0.0);
    }
}

/* -- the solver -- */

static int mbi_dantzig_solved(mbi_dantzig *q)
{
    for (int i = 0; i < q->p->n && !mbi_all_finite(q->p->n, q->z); i++)
        if (!(fabs(q->z[i]) <= DBL_MAX)) mbi_dantzig_put(q, i, 0.0);
    return mb_mlcp_judge(q->p, q->o->tol, q->z, &q->residual, q->judge);
}

static void mbi_dantzig_take(mbi_dantzig *q, mb_arena scratch)
{
    const int n = q->p->n;
    double *work = mb_arena_matrix(&scratch, 7, n);

    q->L = mb_arena_matrix(&scratch, n, n);
    q->F = mb_arena_ints(&scratch, 2 * n);
    q->judge = scratch;
    q->off = q->F + n;
    q->Dinv = work;
    q->w = work + n;
    q->ws = work + 2 * n;
    q->root = work + 3 * n;
    q->d = work + 4 * n;
    q->y = work + 5 * n;
    q->gain = work + 6 * n;
}

/* F = the variables between their bounds, except dependent ones; and its factor */
static void mbi_dantzig_factor(mbi_dantzig *q)
{
    q->f = 0;
    for (int i = 0; i < q->p->n; i++) {
        double s;
        q->off[i] = 0;
        if (!mbi_dantzig_inside(q, i)) continue;
        s = mbi_dantzig_pivot(q, i, q->y);
        if (s > MBI_DEPENDENT * q->p->A[i * q->p->n + i]) mbi_dantzig_join(q, i, q->y, s);
    }
}

static mb_status mbi_dantzig_run(mbi_dantzig *q)
{
    const int n = q->p->n;
    mb_status status = MB_OK;
    int solved;

    mbi_dantzig_greedy(q);
    solved = mbi_dantzig_solved(q);
    mbi_record(q->o, ++q->iteration, q->residual, 0.0, -1, -1, n, q->z);
    if (solved) return MB_OK;
    for (int i = 0; i < n; i++) q->root[i] = sqrt(fabs(q->p->A[i * n + i]));
    for (int from_guess = 1; from_guess >= 0 && status == MB_OK; from_guess--) {
        for (int i = 0; i < n && !from_guess; i++) mbi_dantzig_put(q, i, 0.0);
        mbi_dantzig_factor(q);
        status = mbi_dantzig_singles(q);
        if (mbi_dantzig_solved(q)) return MB_OK;
    }
    if (status == MB_RAY && q->o->ray) mbi_copy(n, q->y, q->o->ray);
    return status == MB_OK ? MB_STALLED : status;
}

/* 1 if A is symmetric to the last bit, and finite: only then all differences are 0 */
static int mbi_symmetric(int n, const double *A)
{
    double off = 0.0, more = 0.0;

    for (int i = 0; i < n; i++) {
        const double *row = A + i * n, *col = A + i;
        off += row[i] - row[i];
        for (int j = 0; j < i; j += 2, col += 2 * n) {
            off += fabs(row[j] - col[0]);
            more += fabs(row[j + 1] - col[n]);
        }
    }
    return off + more == 0.0;
}

/* the first row where A is not symmetric to rounding, or -1 */
static int mbi_not_symmetric(int n, const double *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double x = A[i * n + j], y = A[j * n + i];
            double size;
            if (x == y) continue;
            size = sqrt(fabs(A[i * n + i])) * sqrt(fabs(A[j * n + j]));
            if (!(fabs(x - y) <= MBI_SYMMETRIC * (size + fabs(x)))) return i;
        }
    return -1;
}

size_t mb_dantzig_scratch(int n)
{
    const size_t own = mbi_bytes((double)n * n + 7.0 * n, 2.0 * n);

    return n < 0 ? 0 : mbi_sum(own, mb_mlcp_judge_scratch(n));
}
size_t mb_mlcp_dantzig_scratch(int n) { return mb_dantzig_scratch(n); }

mb_status mb_dantzig(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    const mb_mlcp q = mbi_as_mlcp(p);

    return mb_mlcp_dantzig(&q, opt, z, info, scratch);
}

mb_status mb_mlcp_dantzig(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                          mb_arena scratch)
{
    const int n = mbi_has_arrays(p, z) ? p->n : 0;
    const int sound = n > 0 && mbi_symmetric(n, p->A) && mbi_all_finite(n, p->b);
    mb_status status = sound ? mbi_check_bounds(p, info) : mbi_check_mlcp(p, z, info);
    mb_options o;
    mbi_dantzig q;
    int where;

    if (status != MB_OK) return status;
    for (int i = 0; i < n; i++)
        if (mbi_follows(p, i)) return mbi_refuse(info, MB_BAD_ARG, i);
    where = sound ? -1 : mbi_not_symmetric(n, p->A);
    if (where >= 0 || !mbi_options(opt, MBI_ITERATES, 100 + 20 * n, &o))
        return mbi_refuse(info, MB_BAD_ARG, where);
    if (!mbi_fits(scratch, mb_dantzig_scratch(n))) return mbi_refuse(info, MB_NO_MEMORY, -1);
    q.p = p;
    q.o = &o;
    q.z = z;
    q.tol = 0.1 * o.tol;
    q.f = q.iteration = 0;
    q.where = -1;
    mbi_dantzig_take(&q, scratch);
    status = mbi_dantzig_run(&q);
    return mbi_done(info, status, q.iteration, q.residual >= 0.0 ? q.residual : HUGE_VAL,
                    status == MB_RAY || status == MB_SINGULAR ? q.where : -1);
}

/* ---- interior point ----
 *
 * From x, v > 0 anywhere, follow the path of (x, v, t) > 0 from t = 1 to t = 0:
 *
 *     v = S x + q + t r,    x_i v_i = t c_i,       r = v - S x - q and c_i = x_i v_i at the start
 *
 * With K = diag(x) S + diag(v) a change of t moves x by K^-1 (c - x r) dt. Where S is monotone or
 * P, det K > 0 and t falls all the way. Where it is only copositive, as with friction, the path can
 * fold back: det K changes its sign and t rises for a while. So it is followed by its arc length in
 * (log x, log v, log t), downwards in t while det K > 0, upwards while det K < 0; one factorisation
 * a step gives the tangent, Mehrotra's second-order term and the correction back to the path.
 */
#define MBI_START 1.0            /* x and v at the start: well inside, and near a solution's size */
#define MBI_NEAR 4.0             /* x_i v_i / (t c_i) stays within this factor of 1 */
#define MBI_LONGEST 1e3          /* arc length of a step: a finite start for the search */
#define MBI_GUESS 1e-3           /* t below which the iterate shows which variables are zero */
#define MBI_FAR 1e12             /* larger x: the path runs to infinity, as if infeasible */

typedef struct {
    mbi_scaled q;
    double *c, *r, *work;        /* [n] */
    double *u;                   /* the iterate (x, v, t): u[2*n + 1], as the next four */
    double *tangent, *curve;     /* the path is u + h tangent + h^2 curve + ..., |tangent| = 1 */
    double *back;                /* from u to the nearest point of the path */
    double *next;                /* trial point */
    double residual;             /* of z */
} mbi_path;

static void mbi_path_start(mbi_path *s, const double *z);
static int mbi_path_directions(mbi_path *s);
static double mbi_path_step(mbi_path *s);
static int mbi_path_solved(mbi_path *s, double *z);

static mb_status mbi_path_run(mbi_path *s, const mb_options *o, double *z, mb_info *info)
{
    const int n = s->q.n;
    int k = 0, solved;

    mbi_path_start(s, z);
    s->residual = mbi_measure(s->q.p, z, NULL, NULL);
    mbi_record(o, 0, s->residual, 0.0, -1, -1, n, z);
    solved = mbi_scaled_solved(&s->q, z, &s->residual, s->work);
    while (!solved && k < o->max_iter && mbi_path_directions(s)) {
        const double h = mbi_path_step(s);
        if (!(h > 0.0) || mbi_max_abs(n, s->u) > MBI_FAR) break;
        solved = mbi_path_solved(s, z);
        mbi_record(o, ++k, s->residual, h, -1, -1, n, z);
    }
    return mbi_ended(o, solved, k, s->residual, info);
}

/* the start: z, moved into the interior */
static void mbi_path_start(mbi_path *s, const double *z)
{
    const mb_mlcp *p = s->q.p;
    const int n = s->q.n;
    double *x = s->u, *v = s->u + n;

    s->u[2 * n] = 1.0;
    for (int i = 0; i < n; i++) {
        x[i] = MBI_START + mbi_clamp(z[i] / s->q.col[i], 0.0, MBI_START);
        v[i] = MBI_START;
        s->c[i] = x[i] * v[i];
        s->work[i] = s->q.col[i] * x[i];
    }
    for (int i = 0; i < n; i++)
        s->r[i] = v[i] - s->q.row[i] * (p->b[i] + mbi_dot(n, p->A + i * n, s->work));
}

/* K, with row i divided by max(x_i, v_i), factored; the sign of det K, 0 if it is singular */
static double mbi_path_factor(mbi_path *s)
{
    const int n = s->q.n;
    const double *x = s->u, *v = s->u + n;
    double sign = 1.0;

    for (int i = 0; i < n; i++) {
        const double most = mbi_max(x[i], v[i]), f = x[i] / most * s->q.row[i];
        double *ki = s->q.K + i * n;
        for (int j = 0; j < n; j++) ki[j] = f * s->q.p->A[i * n + j] * s->q.col[j];
        ki[i] += v[i] / most;
    }
    if (mb_lu_factor(n, s->q.K, s->q.pivot) != MB_OK) return 0.0;
    for (int i = 0; i < n; i++)
        if ((s->q.K[i * n + i] < 0.0) != (s->q.pivot[i] != i)) sign = -sign;
    return sign;
}

/* d = (dx, dv, dt) with x dv + v dx = g and dv = S dx + dt r, by K dx = g - dt x r; dv by the
 * formula that does not amplify errors of dx */
static void mbi_path_solve(const mbi_path *s, const double *g, double dt, double *d)
{
    const int n = s->q.n;
    const double *x = s->u, *v = s->u + n;

    for (int i = 0; i < n; i++) d[i] = (g[i] - dt * x[i] * s->r[i]) / mbi_max(x[i], v[i]);
    mb_lu_solve(n, s->q.K, s->q.pivot, d);
    for (int i = 0; i < n; i++) s->work[i] = s->q.col[i] * d[i];
    for (int i = 0; i < n; i++) {
        const double *row = s->q.p->A + i * n;
        if (x[i] < v[i]) d[n + i] = s->q.row[i] * mbi_dot(n, row, s->work) + dt * s->r[i];
        else d[n + i] = (g[i] - v[i] * d[i]) / x[i];
    }
    d[2 * n] = dt;
}

/* inner product in the logarithms of u */
static double mbi_path_dot(const mbi_path *s, const double *a, const double *b)
{
    double sum = 0.0;

    for (int i = 0; i <= 2 * s->q.n; i++) sum += a[i] / s->u[i] * (b[i] / s->u[i]);
    return sum;
}

/* the tangent, and orthogonal to it the correction and the curvature; 0 if K is singular */
static int mbi_path_directions(mbi_path *s)
{
    const int n = s->q.n, size = 2 * n + 1;
    const double sign = mbi_path_factor(s);
    double *g = s->next, unit;

    if (sign == 0.0) return 0;
    mbi_path_solve(s, s->c, 1.0, s->tangent);
    unit = -sign / sqrt(mbi_path_dot(s, s->tangent, s->tangent));
    for (int i = 0; i < size; i++) s->tangent[i] *= unit;
    for (int i = 0; i < n; i++) g[i] = s->u[2 * n] * s->c[i] - s->u[i] * s->u[n + i];
    mbi_path_solve(s, g, 0.0, s->back);
    for (int i = 0; i < n; i++) g[i] = -s->tangent[i] * s->tangent[n + i];
    mbi_path_solve(s, g, 0.0, s->curve);
    mbi_axpy(size, -mbi_path_dot(s, s->back, s->tangent), s->tangent, s->back);
    mbi_axpy(size, -mbi_path_dot(s, s->curve, s->tangent), s->tangent, s->curve);
    return 1;
}

/* distance of x v from t c: the largest factor either way; HUGE_VAL unless x, v, t > 0 */
static double mbi_path_distance(const mbi_path *s, const double *u)
{
    const double *x = u, *v = u + s->q.n, t = u[2 * s->q.n];
    double most = 1.0;

    for (int i = 0; i < s->q.n; i++) {
        const double ratio = x[i] * v[i] / (t * s->c[i]);
        if (!(x[i] > 0.0 && v[i] > 0.0 && ratio > 0.0)) return HUGE_VAL;
        most = mbi_max(most, mbi_max(ratio, 1.0 / ratio));
    }
    return most;
}

/* the longest step that stays near the path; its length, 0 if there is none */
static double mbi_path_step(mbi_path *s)
{
    enum { TRIES = 60 };
    const int n = s->q.n, size = 2 * n + 1;
    const double nearness = mbi_max(MBI_NEAR, 0.9 * mbi_path_distance(s, s->u));
    double h = HUGE_VAL, part = 1.0;

    for (int i = 0; i < 2 * n; i++)                            /* step at which x, v > 0 ends */
        if (s->tangent[i] < 0.0) h = mbi_min(h, -s->u[i] / s->tangent[i]);
    h = mbi_min(2.0 * h, MBI_LONGEST);
    if (s->tangent[2 * n] < 0.0) h = mbi_min(h, 0.9999 * s->u[2 * n] / -s->tangent[2 * n]);
    for (int k = 0; k < TRIES; k++) {
        for (int i = 0; i < size; i++)
            s->next[i] = s->u[i] + part * s->back[i] + h * (s->tangent[i] + h * s->curve[i]);
        if (mbi_path_distance(s, s->next) <= nearness) {
            mbi_copy(size, s->next, s->u);
            return h;
        }
        h *= 0.7;
        if (k >= TRIES / 3) part *= 0.7;                       /* the correction may be too long */
    }
    return 0.0;
}

/* 1 if the iterate is a solution, or the guess is, in which each x_i that falls at least as fast as
 * v_i along the path is 0. Destroys K. */
static int mbi_path_solved(mbi_path *s, double *z)
{
    const int n = s->q.n;
    const double *x = s->u, *v = s->u + n;
    double *guess = s->next;
    int m = 0;

    for (int i = 0; i < n; i++) z[i] = mbi_min(s->q.col[i] * x[i], DBL_MAX);
    s->residual = mbi_measure(s->q.p, z, NULL, NULL);
    if (mbi_scaled_solved(&s->q, z, &s->residual, s->work)) return 1;
    if (s->u[2 * n] > MBI_GUESS) return 0;
    for (int i = 0; i < n; i++) {
        const int stays = fabs(s->tangent[i]) * v[i] <= fabs(s->tangent[n + i]) * x[i];
        const int active = stays && x[i] > MBI_TINY;
        guess[i] = active ? z[i] : 0.0;
        if (active) s->q.active[m++] = i;
    }
    if (!mbi_polish(&s->q, m, guess, &s->residual)) return 0;
    mbi_copy(n, guess, z);
    return 1;
}

size_t mb_interior_point_scratch(int n)
{
    return n < 0 ? 0 : mbi_sum(mbi_bytes(13.0 * n + 5.0, 0.0), mbi_scaled_scratch(n));
}

static void mbi_path_take(mbi_path *s, const mb_mlcp *p, double tol, mb_arena *a)
{
    double **const points[] = { &s->u, &s->tangent, &s->curve, &s->back, &s->next };

    s->c = mb_arena_doubles(a, 3 * p->n);
    s->r = s->c + p->n;
    s->work = s->c + 2 * p->n;
    for (int k = 0; k < 5; k++) *points[k] = mb_arena_doubles(a, 2 * p->n + 1);
    mbi_scaled_take(&s->q, p, tol, a);
}

mb_status mb_interior_point(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                            mb_arena scratch)
{
    const mb_mlcp mixed = mbi_as_mlcp(p);
    mb_options o;
    const mb_status status =
        mbi_check_start(&mixed, opt, MBI_STARTS | MBI_ITERATES, 1000, z, &o, info);
    mbi_path s;

    if (status != MB_OK) return status;
    if (p->n == 0) return mbi_done(info, MB_OK, 0, 0.0, -1);
    if (!mbi_fits(scratch, mb_interior_point_scratch(p->n)))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    mbi_path_take(&s, &mixed, o.tol, &scratch);
    return mbi_path_run(&s, &o, z, info);
}

/* ---- fixed point ----
 *
 * A fixed point of x <- max(0, x - r v) solves the problem for any r > 0, but the iteration
 * contracts only for an r that suits S. The next r is the one that would have been best for the
 * last step, r = s's/s'y with s = change of x, y = change of v. A step is taken if |min(x, v)| is
 * then at most its largest of the last few, or if the next step by the same r would be no longer,
 * which for symmetric positive semidefinite S holds of all r <= 2/|S|_2; else r is halved. Source:
 * Barzilai and Borwein, Two-point step size gradient methods, IMA J. Numer. Anal. 8, 1988.
 */
#define MBI_R_MIN 1e-10          /* for an S of size 1, r lies well between these */
#define MBI_R_MAX 1e6

/* min(a, b); unlike fmin it keeps a NaN */
static double mbi_min_map(double a, double b) { return a < b || a != a ? a : b; }

typedef struct {
    mb_mlcp p;
    double *row, *col;           /* the scaling */
    double *z, *w;               /* the iterate, z the caller's */
    double *next, *next_w;       /* the candidate for the next one */
    mb_arena judge;              /* for mb_mlcp_judge */
} mbi_prox;

static void mbi_prox_step(mbi_prox *s, double r);
static double mbi_prox_norm(const mbi_prox *s, double r, const double *z, const double *w);
static double mbi_prox_factor(const mbi_prox *s, double r);

static mb_status mbi_prox_run(mbi_prox *s, const mb_options *o, mb_info *info)
{
    enum { MEMORY = 10 };
    const int n = s->p.n;
    double past[MEMORY], r = 1.0, residual = mbi_measure(&s->p, s->z, s->w, NULL);
    int k = 0, taken = 0, solved;

    for (int i = 0; i < MEMORY; i++) past[i] = mbi_prox_norm(s, 1.0, s->z, s->w);
    mbi_record(o, 0, residual, 0.0, -1, -1, n, s->z);
    solved = residual <= o->tol && mb_mlcp_judge(&s->p, o->tol, s->z, &residual, s->judge);
    while (!solved && k < o->max_iter && r >= MBI_R_MIN) {
        double trial, norm;
        mbi_prox_step(s, r);
        trial = mbi_measure(&s->p, s->next, s->next_w, NULL);
        norm = mbi_prox_norm(s, 1.0, s->next, s->next_w);
        if (norm <= mbi_min(mbi_max_abs(MEMORY, past), DBL_MAX) ||
            mbi_prox_norm(s, r, s->next, s->next_w) <= mbi_prox_norm(s, r, s->z, s->w)) {
            residual = trial;
            past[taken++ % MEMORY] = norm;
            r = mbi_prox_factor(s, r);
            mbi_copy(n, s->next, s->z);
            mbi_copy(n, s->next_w, s->w);
        } else {
            r *= 0.5;
        }
        solved = residual <= o->tol &&
                 mb_mlcp_judge(&s->p, o->tol, s->z, &residual, s->judge);
        mbi_record(o, ++k, residual, r, -1, -1, n, s->z);
    }
    return mbi_ended(o, solved, k, residual, info);
}

/* x is 0 where all of it is below the rounding errors of a solution of size 1 */
static void mbi_prox_step(mbi_prox *s, double r)
{
    double most = 0.0;

    for (int i = 0; i < s->p.n; i++) {
        const double x = mbi_max(s->z[i] / s->col[i] - r * (s->row[i] * s->w[i]), 0.0);
        most = mbi_max(x, most);
        s->next[i] = s->col[i] * x;
    }
    if (most <= DBL_EPSILON) mbi_zero(s->p.n, s->next);
}

/* |min(x, r v)|_2: the length of the next step by r */
static double mbi_prox_norm(const mbi_prox *s, double r, const double *z, const double *w)
{
    double sum = 0.0;

    for (int i = 0; i < s->p.n; i++) {
        const double m = mbi_min_map(z[i] / s->col[i], r * s->row[i] * w[i]);
        sum += m * m;
    }
    return sqrt(sum);
}

/* r after the step from z to next; twice the old one if v did not change as with a monotone S */
static double mbi_prox_factor(const mbi_prox *s, double r)
{
    double xx = 0.0, xv = 0.0;

    for (int i = 0; i < s->p.n; i++) {
        const double x = (s->next[i] - s->z[i]) / s->col[i];
        xx += x * x;
        xv += x * (s->row[i] * (s->next_w[i] - s->w[i]));
    }
    return mbi_min(MBI_R_MAX, xv > 0.0 ? mbi_max(xx / xv, MBI_R_MIN) : 2.0 * r);
}

size_t mb_fixed_point_scratch(int n)
{
    return mbi_sum(mbi_bytes(5.0 * n, 0.0), mb_mlcp_judge_scratch(n));
}

mb_status mb_fixed_point(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                         mb_arena scratch)
{
    mbi_prox s = { mbi_as_mlcp(p), NULL, NULL, z, NULL, NULL, NULL, scratch };
    mb_options o;
    const mb_status status =
        mbi_check_start(&s.p, opt, MBI_STARTS | MBI_ITERATES, 10000, z, &o, info);

    if (status != MB_OK) return status;
    if (p->n == 0) return mbi_done(info, MB_OK, 0, 0.0, -1);
    if (!mbi_fits(scratch, mb_fixed_point_scratch(p->n)))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    s.row = mb_arena_matrix(&s.judge, 5, p->n);
    s.col = s.row + p->n;
    s.w = s.row + 2 * p->n;
    s.next = s.row + 3 * p->n;
    s.next_w = s.row + 4 * p->n;
    mbi_scale(&s.p, s.row, s.col, s.judge);
    return mbi_prox_run(&s, &o, info);
}

#endif
