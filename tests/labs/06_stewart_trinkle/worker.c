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

static int detect(const lab_world *world, const double *x, double *Jn, double *psi)
{
    const polyline *line = world->terrain;

    return edges_near(line->nvert, line->xy, x, line->epsilon, world->max, Jn, psi);
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
                          worker_arena(all, lab_scratch(2, world.max) + LAB_SOLVER_SCRATCH));
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
