/* step_worker.h: common code of the workers of labs about formulations with friction: from a
 * request (step_frame.h) to the arguments of the student's function, and back
 *
 * The worker file defines what problem_worker.h needs, and SOLVER_SCRATCH, before it includes
 * this. */
#ifndef STEP_WORKER_H
#define STEP_WORKER_H

#include "problem_worker.h"
#include "step_frame.h"

/* ---- the solvers that a step is given ---- */

enum { SOLVER_MOST = 10 };       /* unknowns: all 2^n complementary bases are tried */

/* z of the basis in which bit i of mask says whether z_i is positive; 0 if it is singular */
static int basic_point(const mb_lcp *p, int mask, double *z)
{
    double LU[SOLVER_MOST * SOLVER_MOST], x[SOLVER_MOST];
    int pivot[SOLVER_MOST];

    for (int i = 0; i < p->n; i++) {
        x[i] = mask >> i & 1 ? -p->b[i] : 0.0;
        for (int j = 0; j < p->n; j++)
            LU[i * p->n + j] = mask >> i & 1 && mask >> j & 1 ? p->A[i * p->n + j] : i == j;
    }
    if (mb_lu_factor(p->n, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(p->n, LU, pivot, x);
    for (int i = 0; i < p->n; i++) z[i] = fmax(x[i], 0.0);
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

/* Enumeration. It requires z = 0 at the start, and all the scratch that the contract promises. */
static mb_status solve(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    double x[SOLVER_MOST];

    (void)opt, (void)info;
    if (!begin_solver(p, z, scratch)) return MB_NOT_FINITE;
    if (!mb_arena_doubles(&scratch, (int)(SOLVER_SCRATCH / sizeof(double)))) return MB_NO_MEMORY;
    if (p->n < 0) return MB_BAD_ARG;
    /* z = 0, with which it starts; for a large problem no other */
    if (is_solution(p, z)) return MB_OK;
    if (p->n > SOLVER_MOST) return MB_RAY;
    for (int mask = 1; mask < 1 << p->n; mask++) {
        if (!basic_point(p, mask, x) || !is_solution(p, x)) continue;
        memcpy(z, x, (size_t)p->n * sizeof *z);
        return MB_OK;
    }
    return MB_RAY;
}

static mb_lcp_solver *const solvers[] = { solve, solve_ray, solve_max_iter };

/* ---- one step ---------------------------- */

/* common part of the labs' steps */
typedef mb_status step_fn(const mb_dynamics *d, const double *q, mb_lcp_solver *solver,
                          double *q_next, double *v_next, double *p_n, double *p_f,
                          mb_arena scratch);

static mb_status step(const frame *f, step_fn *take, mb_arena all)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);

    return take(&d, x[STEP_Q], solvers[(int)x[STEP_SOLVER][0]], x[STEP_Q_NEXT], x[STEP_V_NEXT],
                x[STEP_P_N], x[STEP_P_F], scratch_of(f, SOLVER_SCRATCH, all));
}

/* ---- motions ----------------------------- */

/* the edges of the polyline whose distance to x, as segments, is below epsilon: rows and gaps */
static int detect(const frame *f, const double *x, double *Jn, double *Jf, double *psi)
{
    const double *xy = f->array[MOTION_TERRAIN], epsilon = f->array[MOTION_WORLD][WORLD_EPSILON];
    int count = 0;

    for (int i = 0; i + 1 < f->len[MOTION_TERRAIN] / 2 && count < WORLD_EDGES; i++) {
        const double *p = xy + 2 * i, *q = p + 2;
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        const double t[2] = { (q[0] - p[0]) / length, (q[1] - p[1]) / length };
        const double r[2] = { x[0] - p[0], x[1] - p[1] }, s = t[0] * r[0] + t[1] * r[1];
        const double beyond = fmax(fmax(-s, s - length), 0.0), gap = t[0] * r[1] - t[1] * r[0];
        if (!(hypot(gap, beyond) < epsilon)) continue;
        Jn[2 * count] = -t[1];
        Jn[2 * count + 1] = t[0];
        for (int k = 0; k < 2; k++) {
            Jf[4 * count + k] = -t[k];   /* n turned by +90 degrees is -t */
            Jf[4 * count + 2 + k] = t[k];
        }
        psi[count++] = gap;
    }
    return count;
}

static mb_status move(const frame *f, step_fn *take, mb_arena all)
{
    double *const *x = f->array;
    const double *w = x[MOTION_WORLD], M[4] = { w[WORLD_MASS], 0.0, 0.0, w[WORLD_MASS] };
    double Jn[2 * WORLD_EDGES], Jf[4 * WORLD_EDGES], psi[WORLD_EDGES], mu[WORLD_EDGES], p_ext[2];
    mb_dynamics d = {
        .nv = 2, .nd = 2, .h = w[WORLD_H], .M = M, .v = x[MOTION_V], .p_ext = p_ext, .Jn = Jn,
        .Jf = Jf, .mu = mu, .psi = psi
    };

    for (int i = 0; i < WORLD_EDGES; i++) mu[i] = w[WORLD_MU];
    for (int i = 0; i < 2; i++) p_ext[i] = d.h * w[WORLD_FORCE + i];
    for (int k = 0; k < (int)x[MOTION_STEPS][0]; k++) {
        double x_next[2], v_next[2], p_n[WORLD_EDGES], p_f[2 * WORLD_EDGES];
        mb_status status;
        d.nc = detect(f, x[MOTION_X], Jn, Jf, psi);
        status = take(&d, x[MOTION_X], solve, x_next, v_next, p_n, p_f,
                      fill_scratch(all, contract(2, d.nc, 2) + SOLVER_SCRATCH));
        if (status != MB_OK) return status;
        memcpy(x[MOTION_X], x_next, sizeof x_next);
        memcpy(x[MOTION_V], v_next, sizeof v_next);
    }
    return MB_OK;
}

#endif
