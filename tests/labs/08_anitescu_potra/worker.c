/* Lab 08: the functions by number, and the arrays of a request in order, where step_frame.h does
 * not say it. Then the worker, which unpacks a request and calls the student's function; tests.c
 * includes this file without it. */
#include "step_frame.h"

enum { CALL_MLCP = 1, CALL_LCP, CALL_STEP, CALL_ENERGY, CALL_STOP, CALL_MOTION, CALL_RECOVER };

enum { ENERGY_V = DYN_ARRAYS, ENERGY_P_N, ENERGY_P_F, ENERGY_LOST };         /* the last one out */
/* out, behind a step's */
enum { RECOVER_SHARE = STEP_P_F + 1 };
/* a solver that gives up at the first call of a request */
enum { SOLVER_LATER = SOLVERS };
enum { STOP_FALL, STOP_STEPS, STOP_REST };                                   /* the last two out */
enum { FALL_GAP, FALL_RATE, FALL_G, FALL_H, FALL_EPSILON, FALL_SIZE };       /* in STOP_FALL */

#ifndef GRADER_H                                        /* the worker */

#include "lab.h"

static size_t contract(int nv, int nc, int nd) { return lab_scratch(nv, nc, nd); }

#include "step_worker.h"

static mb_status stop(const frame *f)
{
    const double *x = f->array[STOP_FALL];
    int steps = (int)f->array[STOP_STEPS][0];
    const mb_status status = lab_stop(x[FALL_GAP], x[FALL_RATE], x[FALL_G], x[FALL_H],
                                      x[FALL_EPSILON], &steps, f->array[STOP_REST]);

    f->array[STOP_STEPS][0] = (double)steps;
    return status;
}

static long calls_before;                /* this request */

static mb_status solve_later(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                             mb_arena scratch)
{
    mb_lcp_solver *const by = worker_counted(SOLVER_CALLS) > calls_before ? solve : solve_max_iter;

    return by(p, opt, z, info, scratch);
}

static mb_status recover(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);
    const int which = (int)x[STEP_SOLVER][0];

    calls_before = worker_counted(SOLVER_CALLS);
    return lab_recover(&d, x[STEP_Q], which == SOLVER_LATER ? solve_later : solvers[which],
                       x[STEP_Q_NEXT], x[STEP_V_NEXT], x[STEP_P_N], x[STEP_P_F], x[RECOVER_SHARE],
                       scratch_of(f, LAB_SOLVER_SCRATCH, all));
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    mb_dynamics d;

    switch (f->id) {
    case CALL_MLCP: return formulate(f, lab_ap_mlcp, NULL, scratch);
    case CALL_LCP: return formulate(f, NULL, lab_ap_lcp, scratch);
    case CALL_STEP: return step(f, lab_step, scratch);
    case CALL_ENERGY:
        d = dynamics_of(f);
        return lab_energy_lost(&d, x[ENERGY_V], x[ENERGY_P_N], x[ENERGY_P_F], x[ENERGY_LOST],
                               scratch_of(f, 0, scratch));
    case CALL_STOP: return stop(f);
    case CALL_RECOVER: return recover(f, scratch);
    case CALL_MOTION: return move(f, lab_step, scratch);
    }
    return MB_BAD_ARG;
}

#endif
