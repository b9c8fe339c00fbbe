/* Lab 07: the functions by number, and the arrays of a request in order, where step_frame.h does
 * not say it. Then the worker, which unpacks a request and calls the student's function; tests.c
 * includes this file without it. */
#include "step_frame.h"

enum { CALL_DIRECTIONS = 1, CALL_MLCP, CALL_LCP, CALL_READ, CALL_STATES, CALL_STEP, CALL_MOTION };

enum { DIR_SIZES, DIR_N, DIR_D };                                /* D out */
enum { READ_Z = DYN_ARRAYS, READ_P_N, READ_P_F, READ_V };        /* all but z out */
enum { STATE_Z = DYN_ARRAYS, STATE_V, STATE_SMALL, STATE_SLIP, STATE_OUT };  /* the last two out */

#ifndef GRADER_H                                        /* the worker */

#include "lab.h"

static size_t contract(int nv, int nc, int nd) { return lab_scratch(nv, nc, nd); }

#include "step_worker.h"

static mb_status contact_states(const frame *f)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);
    lab_state state[128];
    mb_status status;

    for (int i = 0; i < d.nc; i++) state[i] = (lab_state)x[STATE_OUT][i];
    status = lab_contact_states(&d, x[STATE_Z], x[STATE_V], x[STATE_SMALL][0], x[STATE_SMALL][1],
                                x[STATE_SLIP], state);
    for (int i = 0; i < d.nc; i++) x[STATE_OUT][i] = (double)state[i];
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    mb_dynamics d;

    switch (f->id) {
    case CALL_DIRECTIONS:
        return lab_directions((int)x[DIR_SIZES][0], x[DIR_N], (int)x[DIR_SIZES][1], x[DIR_D]);
    case CALL_MLCP: return formulate(f, lab_friction_mlcp, NULL, scratch);
    case CALL_LCP: return formulate(f, NULL, lab_friction_lcp, scratch);
    case CALL_READ:
        d = dynamics_of(f);
        return lab_read_impulses(&d, x[READ_Z], x[READ_P_N], x[READ_P_F], x[READ_V],
                                 scratch_of(f, 0, scratch));
    case CALL_STATES: return contact_states(f);
    case CALL_STEP: return step(f, lab_step, scratch);
    case CALL_MOTION: return move(f, lab_step, scratch);
    }
    return MB_BAD_ARG;
}

#endif
