/* problem_worker.h: common code of the workers of labs about formulations: from a request
 * (problem_frame.h) to the arguments of the student's function, and back
 *
 * The worker file says how much scratch the lab's contract gives, as
 * static size_t contract(int nv, int nc, int nd), before it includes this; lab.h has
 * LAB_SOLVER_SCRATCH. */
#ifndef PROBLEM_WORKER_H
#define PROBLEM_WORKER_H

#include "worker.h"
#include "problem_frame.h"

#include <math.h>
#include <string.h>

/* ---- solvers ---- */

/* How every solver begins: it is counted, if the problem is not empty, and it overwrites all the
 * memory that it was given, as it may: the caller must keep nothing there. Returns 1 if z was 0. */
static int begin_solver(const mb_lcp *p, const double *z, mb_arena scratch)
{
    int zero = 1;

    if (p->n > 0) worker_count(SOLVER_CALLS);
    for (int i = 0; i < p->n; i++) zero &= fabs(z[i]) <= 0.0;
    if (scratch.beg) memset(scratch.beg, 0xff, (size_t)(scratch.end - scratch.beg));
    return zero;
}

enum { SOLVER_MOST = 20, SOLVER_POSITIVE = 10 };

/* z of the basis whose positive unknowns are the bits of mask, of which there are at most
 * SOLVER_POSITIVE; 0 if it is singular */
static int basic_point(const mb_lcp *p, int mask, double *z)
{
    double LU[SOLVER_POSITIVE * SOLVER_POSITIVE], x[SOLVER_POSITIVE];
    int pivot[SOLVER_POSITIVE], at[SOLVER_POSITIVE], size = 0;

    for (int i = 0; i < p->n; i++) {
        z[i] = 0.0;
        if (mask >> i & 1) at[size++] = i;
    }
    for (int i = 0; i < size; i++) {
        x[i] = -p->b[at[i]];
        for (int j = 0; j < size; j++) LU[i * size + j] = p->A[at[i] * p->n + at[j]];
    }
    if (mb_lu_factor(size, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(size, LU, pivot, x);
    for (int i = 0; i < size; i++) z[at[i]] = fmax(x[i], 0.0);
    return 1;
}

/* the residual is relative: beside the terms of a huge z, b is only rounding. Solutions of these
 * steps are of the order of b/A (as in lab 12, eq 12.2). */
static int is_solution(const mb_lcp *p, const double *z)
{
    double most_A = 0.0, most_b = 0.0, most_z = 0.0;

    for (int i = 0; i < p->n * p->n; i++) most_A = fmax(most_A, fabs(p->A[i]));
    for (int i = 0; i < p->n; i++) {
        most_b = fmax(most_b, fabs(p->b[i]));
        most_z = fmax(most_z, z[i]);
    }
    return mb_residual(p, z) <= 1e-11 && most_z * most_A <= 1e9 * most_b;
}

/* the next greater mask with as many bits */
static int next_mask(int mask)
{
    const int low = mask & -mask, carry = mask + low;

    return carry | ((mask ^ carry) / low) >> 2;
}

/* A right one: z = 0, with which it must start, or the complementary basis with the fewest positive
 * unknowns; of more than 10, at most 7 are. It requires all the scratch of the contract. */
static mb_status solve(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    const int most = p->n <= SOLVER_POSITIVE ? p->n : 7;
    double x[SOLVER_MOST];

    (void)opt, (void)info;
    if (!begin_solver(p, z, scratch)) return MB_NOT_FINITE;
    if (!mb_arena_doubles(&scratch, (int)(LAB_SOLVER_SCRATCH / sizeof(double))))
        return MB_NO_MEMORY;
    if (p->n < 0) return MB_BAD_ARG;
    if (is_solution(p, z)) return MB_OK;
    if (p->n > SOLVER_MOST) return MB_RAY;
    for (int size = 1; size <= most; size++)
        for (int mask = (1 << size) - 1; mask < 1 << p->n; mask = next_mask(mask)) {
            if (!basic_point(p, mask, x) || !is_solution(p, x)) continue;
            memcpy(z, x, (size_t)p->n * sizeof *z);
            return MB_OK;
        }
    return MB_RAY;
}

static mb_status fail_with(mb_status status, const mb_lcp *p, double *z, mb_arena scratch)
{
    begin_solver(p, z, scratch);
    for (int i = 0; i < p->n; i++) z[i] = 1.0 + (double)i;
    return status;
}

static mb_status solve_ray(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                           mb_arena scratch)
{
    (void)opt, (void)info;
    return fail_with(MB_RAY, p, z, scratch);
}

static mb_status solve_max_iter(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                                mb_arena scratch)
{
    (void)opt, (void)info;
    return fail_with(MB_MAX_ITER, p, z, scratch);
}

/* ---- polylines ---- */

/* the edges of a polyline whose distance to x, as segments, is below epsilon, in order: their
 * normals and gaps; how many, at most max */
static inline int edges_near(int nvert, const double *xy, const double *x, double epsilon, int max,
                             double *n, double *psi)
{
    int count = 0;

    for (int i = 0; i + 1 < nvert && count < max; i++) {
        const double *p = xy + 2 * i, *q = p + 2;
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        const double t[2] = { (q[0] - p[0]) / length, (q[1] - p[1]) / length };
        const double r[2] = { x[0] - p[0], x[1] - p[1] }, s = t[0] * r[0] + t[1] * r[1];
        const double beyond = fmax(fmax(-s, s - length), 0.0), gap = t[0] * r[1] - t[1] * r[0];
        if (!(hypot(gap, beyond) < epsilon)) continue;
        n[2 * count] = -t[1];
        n[2 * count + 1] = t[0];
        psi[count++] = gap;
    }
    return count;
}

/* ---- the problem of a step --- */

static double *or_null(const frame *f, int i) { return f->len[i] > 0 ? f->array[i] : NULL; }

static mb_dynamics dynamics_of(const frame *f)
{
    static const double zeros[64];
    static int group[64];
    double *const *x = f->array;
    const double *sizes = x[DYN_SIZES];
    const mb_dynamics d = {
        .nv = (int)sizes[SIZE_NV], .nc = (int)sizes[SIZE_NC], .nd = (int)sizes[SIZE_ND],
        .nb = (int)sizes[SIZE_NB], .h = sizes[SIZE_H], .M = x[DYN_M], .v = x[DYN_V],
        .p_ext = or_null(f, DYN_P_EXT), .Jn = x[DYN_JN], .Jf = or_null(f, DYN_JF),
        .mu = or_null(f, DYN_MU), .psi = x[DYN_PSI],
        .group = f->len[DYN_GROUP] > 0 ? group : NULL,
        .Jb = zeros                      /* if nb is not 0, which is refused */
    };

    for (int i = 0; i < f->len[DYN_GROUP]; i++) group[i] = (int)x[DYN_GROUP][i];
    return d;
}

/* scratch of the size that the request or the contract says */
static mb_arena scratch_of(const frame *f, size_t more, mb_arena all)
{
    const double *sizes = f->array[DYN_SIZES];
    const size_t given =
        contract((int)sizes[SIZE_NV], (int)sizes[SIZE_NC], (int)sizes[SIZE_ND]) + more;

    return worker_arena(all, sizes[SIZE_SCRATCH] >= 0.0 ? (size_t)sizes[SIZE_SCRATCH] : given);
}

/* copy what *out holds to the request; first, arrays not taken from the arena are overwritten */
static void put_problem(const frame *f, const mb_mlcp *p, mb_arena left)
{
    const int n = f->len[LCP_B];

    memset(left.beg, 0xff, (size_t)(left.end - left.beg));
    f->array[LCP_OUT][OUT_FINDEX] = p->findex != NULL;
    if (p->n != n) return;
    memcpy(f->array[LCP_A], p->A, (size_t)(n * n) * sizeof(double));
    memcpy(f->array[LCP_B], p->b, (size_t)n * sizeof(double));
    for (int i = 0; i < n && f->narray > LCP_LO; i++) {
        f->array[LCP_LO][i] = p->lo ? p->lo[i] : 0.0;
        f->array[LCP_HI][i] = p->hi ? p->hi[i] : HUGE_VAL;
    }
}

static int lies_in(const double *x, const char *beg, const char *end)
{
    return !x || ((const char *)x >= beg && (const char *)x < end);
}

/* Does *p lie in the memory that was taken from the arena? If not, it will be overwritten: by the
 * next step, or by the next function that takes memory. (findex is NULL in these labs.) */
static int is_taken(const mb_mlcp *p, const char *beg, const char *end)
{
    return p->n == 0 || (lies_in(p->A, beg, end) && lies_in(p->b, beg, end) &&
                         lies_in(p->lo, beg, end) && lies_in(p->hi, beg, end));
}

/* A, b, lo, hi, and what their alignment takes */
static double most_taken(const mb_mlcp *p)
{
    const double n = p->n;

    return 8.0 * (n * n + (p->lo ? 3.0 : 1.0) * n + 4.0);
}

/* call one of the two formulations, the other is NULL */
static mb_status formulate(const frame *f, mb_mlcp_formulation *mixed, mb_lcp_formulation *reduced,
                           mb_arena all)
{
    static double rubbish[1024];
    static int rubbish_index[32];
    static const mb_mlcp before = {
        (int)OUT_SAME, rubbish, rubbish, rubbish, rubbish, rubbish_index
    };
    const mb_dynamics d = dynamics_of(f);
    mb_arena arena = scratch_of(f, 0, all);
    const char *const beg = arena.beg, *const end = arena.end;
    mb_mlcp out = before;
    mb_lcp lcp = { before.n, before.A, before.b };
    mb_info info = { MB_OK, 0, 0.0, 0 }, *const told = f->len[LCP_INFO] > 0 ? &info : NULL;
    mb_status status;

    if (told) info = worker_info(f->array[LCP_INFO]);
    if (mixed) {
        status = mixed(&d, &out, told, &arena);
    } else {
        status = reduced(&d, &lcp, told, &arena);
        out.n = lcp.n;
        out.A = lcp.A;
        out.b = lcp.b;
        out.lo = out.hi = NULL;
        out.findex = NULL;
    }
    if (told) worker_put_info(told, f->array[LCP_INFO]);
    f->array[LCP_OUT][OUT_N] = (double)out.n;
    f->array[LCP_OUT][OUT_TAKEN] = arena.beg != beg || arena.end != end;
    if (status == MB_OK && !is_taken(&out, beg, arena.beg))
        f->array[LCP_OUT][OUT_TAKEN] = arena.beg != beg ? OUT_ELSEWHERE : 0.0;
    else if (status == MB_OK && (double)(arena.beg - beg) > most_taken(&out))
        f->array[LCP_OUT][OUT_TAKEN] = OUT_TOO_MUCH;
    f->array[LCP_OUT][OUT_FINDEX] = 0.0;
    if (status == MB_OK) put_problem(f, &out, arena);
    return status;
}

#endif
