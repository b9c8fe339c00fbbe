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

/* worker_call: the function numbered f->id of the student's, called with the arrays of f;
 * scratch is an arena of WORKER_SCRATCH bytes. Returns the function's mb_status. */
mb_status worker_call(frame *f, mb_arena scratch);

enum { WORKER_SCRATCH = 4 << 20 };

/* Counts that the student's code can't turn back, although it runs in the same process: of all
 * requests so far. */
enum { SOLVER_CALLS, MEMORY_TAKEN, COUNTS };
void worker_count(int which);
long worker_counted(int which);

/* worker_arena: the first so many bytes of the scratch, for a function whose contract limits its
 * scratch */
mb_arena worker_arena(mb_arena scratch, size_t bytes);

/* worker_info: an mb_info as four doubles, x = (status, iterations, residual, where), and back */
mb_info worker_info(const double *x);
void worker_put_info(const mb_info *info, double *x);

#endif
