/* step_worker.h: common code of the workers of labs about formulations with friction: from a
 * request (step_frame.h) to the arguments of the student's function, and back
 *
 * The worker file defines what problem_worker.h needs before it includes this. */
#ifndef STEP_WORKER_H
#define STEP_WORKER_H

#include "problem_worker.h"
#include "step_frame.h"

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
                x[STEP_P_N], x[STEP_P_F], scratch_of(f, LAB_SOLVER_SCRATCH, all));
}

/* ---- motions ----------------------------- */

/* rows and gaps of the edges that are near x */
static int detect(const frame *f, const double *x, double *Jn, double *Jf, double *psi)
{
    const int count = edges_near(f->len[MOTION_TERRAIN] / 2, f->array[MOTION_TERRAIN], x,
                                 f->array[MOTION_WORLD][WORLD_EPSILON], WORLD_EDGES, Jn, psi);

    for (int i = 0; i < count; i++, Jn += 2, Jf += 4) {
        Jf[0] = -Jn[1], Jf[1] = Jn[0];   /* n turned by +90 degrees, and by -90 */
        Jf[2] = Jn[1], Jf[3] = -Jn[0];
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
                      worker_arena(all, contract(2, d.nc, 2) + LAB_SOLVER_SCRATCH));
        if (status != MB_OK) return status;
        memcpy(x[MOTION_X], x_next, sizeof x_next);
        memcpy(x[MOTION_V], v_next, sizeof v_next);
    }
    return MB_OK;
}

#endif
