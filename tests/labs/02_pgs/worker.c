/* Lab 02's worker: unpacks a request, calls the student's function */
#include "solver_worker.h"
#include "lab.h"
#include "requests.h"

mb_status worker_call(frame *f, mb_arena scratch)
{
    const int n = f->len[SWEEP_B];
    double *const *x = f->array;

    switch (f->id) {
    case CALL_JACOBI_SWEEP:
        return lab_jacobi_sweep(n, x[SWEEP_A], x[SWEEP_B], x[SWEEP_OMEGA][0], x[SWEEP_Z],
                                x[SWEEP_NEXT]);
    case CALL_PGS_SWEEP:
        return lab_pgs_sweep(n, x[SWEEP_A], x[SWEEP_B], x[SWEEP_OMEGA][0], x[SWEEP_Z]);
    case CALL_PGS: return worker_solve(f, lab_pgs, lab_pgs_scratch(n), scratch);
    case CALL_JACOBI: return worker_solve(f, lab_jacobi, lab_pgs_scratch(n), scratch);
    }
    return MB_BAD_ARG;
}
