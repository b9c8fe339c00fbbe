/* solver_worker.h: common code of the workers of labs about solvers */
#ifndef SOLVER_WORKER_H
#define SOLVER_WORKER_H

#include "worker.h"

#include <string.h>

/* a request to a solver (wire.h), whose contract gives it this many bytes of scratch. They are
 * filled with NaN, so that reading unwritten memory gives the same in each run. */
static mb_status worker_solve(const frame *f, mb_lcp_solver *solver, size_t bytes,
                              mb_arena scratch)
{
    const mb_lcp p = { f->len[SOLVE_B], f->array[SOLVE_A], f->array[SOLVE_B] };
    double *options = f->array[SOLVE_OPTIONS];
    const int history = f->narray > SOLVE_HISTORY ? f->len[SOLVE_HISTORY] : 0;
    mb_options opt = {
        .tol = options[OPTION_TOL], .max_iter = (int)options[OPTION_MAX_ITER],
        .omega = options[OPTION_OMEGA],
        .history = history > 0 && gives(f) != NO_HISTORY ? f->array[SOLVE_HISTORY] : NULL,
        .history_len = gives(f) != NO_LENGTH ? history : 0
    };
    mb_info info = worker_info(f->array[SOLVE_INFO]);
    mb_arena own;
    mb_status status;

    if (options[OPTION_BYTES] >= 0.0) bytes = (size_t)options[OPTION_BYTES];
    own = worker_arena(scratch, bytes);
    memset(own.beg, 0xff, (size_t)(own.end - own.beg));
    status = solver(&p, has_options(f) ? &opt : NULL, f->array[SOLVE_Z],
                    has_info(f) ? &info : NULL, own);
    worker_put_info(&info, f->array[SOLVE_INFO]);
    options[OPTION_TOL] = opt.tol;                     /* their values at this time: opt is const */
    options[OPTION_MAX_ITER] = opt.max_iter;
    options[OPTION_OMEGA] = opt.omega;
    return status;
}

#endif
