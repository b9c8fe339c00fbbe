/* worker.h: the functions that a lab's worker file (tests/labs/NN_name/worker.c) must define
 *
 * The worker file is the only code that is linked with the student's: it unpacks the arrays of a
 * request, calls the requested function, and returns its status. Arrays are passed in place, so
 * that the student's function writes into the answer; each is allocated by itself, with guards
 * before and after it (or, in a SAN=1 build, with the sanitizer's own).
 */
#ifndef WORKER_H
#define WORKER_H

#include "wire.h"
#include "mbsim.h"

#include <string.h>

/* worker_call: the function numbered f->id of the student's, called with the arrays of f;
 * scratch is an arena of WORKER_SCRATCH bytes. Returns the function's mb_status. */
mb_status worker_call(frame *f, mb_arena scratch);

enum { WORKER_SCRATCH = 4 << 20 };

/* Counts of all requests so far, which the student's code, in the same process, can't turn back */
enum { SOLVER_CALLS, MEMORY_TAKEN, COUNTS };
void worker_count(int which);
long worker_counted(int which);

/* worker_arena: the first so many bytes of the scratch, filled with NaN, so that reading unwritten
 * memory shows, and gives the same in each run */
mb_arena worker_arena(mb_arena scratch, size_t bytes);

/* worker_info: an mb_info as four doubles, x = (status, iterations, residual, where), and back */
mb_info worker_info(const double *x);
void worker_put_info(const mb_info *info, double *x);

/* worker_solve: a request to a solver (wire.h), whose contract gives it this many bytes of
 * scratch */
static inline mb_status worker_solve(const frame *f, mb_lcp_solver *solver, size_t bytes,
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
    mb_status status;

    if (options[OPTION_BYTES] >= 0.0) bytes = (size_t)options[OPTION_BYTES];
    status = solver(&p, has_options(f) ? &opt : NULL, f->array[SOLVE_Z],
                    has_info(f) ? &info : NULL, worker_arena(scratch, bytes));
    worker_put_info(&info, f->array[SOLVE_INFO]);
    options[OPTION_TOL] = opt.tol;                     /* their values at this time: opt is const */
    options[OPTION_MAX_ITER] = opt.max_iter;
    options[OPTION_OMEGA] = opt.omega;
    return status;
}

#endif
