/* Lab 07's worker: unpacks a request, calls the student's function */
#include "lab.h"
#include "requests.h"

#define SOLVER_SCRATCH LAB_SOLVER_SCRATCH
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
