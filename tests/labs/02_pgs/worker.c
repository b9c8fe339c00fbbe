/* Lab 02: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_JACOBI_SWEEP = 1, CALL_PGS_SWEEP, CALL_PGS, CALL_JACOBI };

/* sweeps: A[n*n], b[n], omega, z[n]; the Jacobi sweep also z_next[n]. Solvers: see wire.h */
enum { SWEEP_A, SWEEP_B, SWEEP_OMEGA, SWEEP_Z, SWEEP_NEXT };

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

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

#endif
