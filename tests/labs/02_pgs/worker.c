/* Lab 02's worker: unpacks a request, calls the student's function */
#include "worker.h"
#include "lab.h"
#include "requests.h"

#include <string.h>

static mb_status solve(mb_lcp_solver *solver, const frame *f, mb_arena scratch)
{
    const mb_lcp p = { f->len[SOLVE_B], f->array[SOLVE_A], f->array[SOLVE_B] };
    const int given = (int)f->array[SOLVE_OPTIONS][3];
    mb_info info = worker_info(f->array[SOLVE_INFO]);
    mb_status status;

    scratch = worker_arena(scratch, lab_pgs_scratch(p.n));
    mb_options opt = {
        .tol = f->array[SOLVE_OPTIONS][0], .max_iter = (int)f->array[SOLVE_OPTIONS][1],
        .omega = f->array[SOLVE_OPTIONS][2],
        .history = given == NO_HISTORY ? NULL : f->array[SOLVE_HISTORY],
        .history_len = given == NO_LENGTH ? 0 : f->len[SOLVE_HISTORY]
    };
    status = solver(&p, gives_options(given) ? &opt : NULL, f->array[SOLVE_Z], gives_info(given) ? &info : NULL, scratch);
    worker_put_info(&info, f->array[SOLVE_INFO]);
    f->array[SOLVE_OPTIONS][0] = opt.tol;              /* as they are now: opt is const */
    f->array[SOLVE_OPTIONS][1] = opt.max_iter;
    f->array[SOLVE_OPTIONS][2] = opt.omega;
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    const int n = f->len[SWEEP_B];
    double *const *x = f->array;

    switch (f->id) {
    case CALL_JACOBI_SWEEP: return lab_jacobi_sweep(n, x[SWEEP_A], x[SWEEP_B], x[SWEEP_OMEGA][0], x[SWEEP_Z], x[SWEEP_NEXT]);
    case CALL_PGS_SWEEP: return lab_pgs_sweep(n, x[SWEEP_A], x[SWEEP_B], x[SWEEP_OMEGA][0], x[SWEEP_Z]);
    case CALL_PGS: return solve(lab_pgs, f, scratch);
    case CALL_JACOBI: return solve(lab_jacobi, f, scratch);
    }
    return MB_BAD_ARG;
}
