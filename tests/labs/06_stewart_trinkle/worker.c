/* Lab 06: the functions by number, and the arrays of a request in order, where problem_frame.h
 * does not say it. Then the worker, which unpacks a request and calls the student's function;
 * tests.c includes this file without it. */
#include "problem_frame.h"

enum { CALL_FREE = 1, CALL_MLCP, CALL_LCP, CALL_NEXT, CALL_STEP, CALL_SIMULATE };

enum { FREE_V = DYN_ARRAYS };                                        /* v_free[nv] out */
enum { NEXT_P = DYN_ARRAYS, NEXT_V };                                /* v_next[nv] out */

/* a solver that fails at its third call */
enum { SOLVER_FAILS_LATER = SOLVERS, GOOD_CALLS = 2 };

/* the world, terrain's vertices, time, x and v in and out, steps out */
enum { SIM_WORLD, SIM_TERRAIN, SIM_TIME, SIM_X, SIM_V, SIM_STEPS };
enum { WORLD_MASS, WORLD_GRAVITY, WORLD_FORCE = 3, WORLD_H = 5, WORLD_EPSILON, WORLD_SOLVER,
       WORLD_SIZE };

#ifndef GRADER_H                                        /* the worker */

#include "lab.h"

static size_t contract(int nv, int nc, int nd)
{
    (void)nd;
    return lab_scratch(nv, nc);
}

#include "problem_worker.h"

/* ---- the solvers that a step is given ---- */

/* projected Gauss-Seidel until nothing changes; it requires z = 0 at the start, and all the scratch
 * that the contract promises */
static mb_status solve(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    enum { SWEEPS = 100000, WANTED = (int)(LAB_SOLVER_SCRATCH / sizeof(double)) };
    double change = 1.0, size = 0.0;

    (void)opt, (void)info;
    if (!begin_solver(p, z, scratch)) return MB_NOT_FINITE;
    if (!mb_arena_doubles(&scratch, WANTED)) return MB_NO_MEMORY;
    for (int i = 0; i < p->n; i++) {
        if (!(p->A[i * p->n + i] > 0.0)) return MB_SINGULAR;
        if (!isfinite(p->b[i])) return MB_NOT_FINITE;
    }
    for (int sweep = 0; sweep < SWEEPS && change > 1e-16 * size; sweep++) {
        change = size = 0.0;
        for (int i = 0; i < p->n; i++) {
            double w = p->b[i], before = z[i];
            for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
            z[i] = fmax(0.0, z[i] - w / p->A[i * p->n + i]);
            change = fmax(change, fabs(z[i] - before));
            size = fmax(size, fabs(z[i]));
        }
    }
    return MB_OK;
}

static long calls_before;                /* this request */

/* a right one, except for the call after GOOD_CALLS problems that were not empty */
static mb_status solve_at_first(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                                mb_arena scratch)
{
    if (p->n > 0 && worker_counted(SOLVER_CALLS) - calls_before >= GOOD_CALLS)
        return fail_with(MB_STALLED, p, z, scratch);
    return solve(p, opt, z, info, scratch);
}

static mb_lcp_solver *const solvers[] = { solve, solve_ray, solve_max_iter, solve_at_first };

/* ---- the functions of one step ---- */

static mb_status step(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);

    return lab_step(&d, x[STEP_Q], solvers[(int)x[STEP_SOLVER][0]], x[STEP_Q_NEXT], x[STEP_V_NEXT],
                    scratch_of(f, LAB_SOLVER_SCRATCH, all));
}

/* ---- simulations: a particle above one polyline ---- */

typedef struct {
    int nvert;
    const double *xy;
    double epsilon;
} polyline;

/* the edges whose distance as segments is below epsilon, in order */
static int detect(const lab_world *world, const double *x, double *Jn, double *psi)
{
    const polyline *line = world->terrain;
    int count = 0;

    for (int i = 0; i + 1 < line->nvert && count < world->max; i++) {
        const double *p = line->xy + 2 * i, *q = p + 2;
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        const double t[2] = { (q[0] - p[0]) / length, (q[1] - p[1]) / length };
        const double r[2] = { x[0] - p[0], x[1] - p[1] }, s = t[0] * r[0] + t[1] * r[1];
        const double beyond = fmax(fmax(-s, s - length), 0.0), gap = t[0] * r[1] - t[1] * r[0];
        if (!(hypot(gap, beyond) < line->epsilon)) continue;
        Jn[2 * count] = -t[1];
        Jn[2 * count + 1] = t[0];
        psi[count++] = gap;
    }
    return count;
}

static mb_status simulate(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const double *w = x[SIM_WORLD];
    const polyline line = { f->len[SIM_TERRAIN] / 2, x[SIM_TERRAIN], w[WORLD_EPSILON] };
    int steps = (int)x[SIM_STEPS][0];
    const lab_world world = {
        .mass = w[WORLD_MASS], .gravity = { w[WORLD_GRAVITY], w[WORLD_GRAVITY + 1] },
        .force = { w[WORLD_FORCE], w[WORLD_FORCE + 1] }, .h = w[WORLD_H], .max = line.nvert - 1,
        .detect = detect, .terrain = &line, .solver = solvers[(int)w[WORLD_SOLVER]]
    };
    mb_status status;

    status = lab_simulate(&world, x[SIM_TIME][0], x[SIM_X], x[SIM_V], &steps,
                          fill_scratch(all, lab_scratch(2, world.max) + LAB_SOLVER_SCRATCH));
    x[SIM_STEPS][0] = (double)steps;
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    mb_dynamics d;

    calls_before = worker_counted(SOLVER_CALLS);
    if (f->id == CALL_SIMULATE) return simulate(f, scratch);
    d = dynamics_of(f);
    switch (f->id) {
    case CALL_FREE: return lab_free_velocity(&d, f->array[FREE_V], scratch_of(f, 0, scratch));
    case CALL_MLCP: return formulate(f, lab_st_mlcp, NULL, scratch);
    case CALL_LCP: return formulate(f, NULL, lab_st_lcp, scratch);
    case CALL_NEXT:
        return lab_next_velocity(&d, f->array[NEXT_P], f->array[NEXT_V], scratch_of(f, 0, scratch));
    case CALL_STEP: return step(f, scratch);
    }
    return MB_BAD_ARG;
}

#endif
