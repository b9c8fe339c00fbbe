/* Lab 12: the function by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_CONTEST = 1 };

/* A[n*n], b[n]; bytes of scratch, or -1 for the contract's amount, or ASK_TWICE for that amount and
 * two calls: work = TWO_ANSWERS says that the answers differ; z[n], work out */
enum { CONTEST_A, CONTEST_B, CONTEST_BYTES, CONTEST_Z, CONTEST_WORK };
enum { ASK_TWICE = -2, TWO_ANSWERS = -1000 };

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

#include <string.h>

static mb_status call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const mb_lcp p = { f->len[CONTEST_B], x[CONTEST_A], x[CONTEST_B] };
    const double bytes = x[CONTEST_BYTES][0];

    scratch = worker_arena(scratch, bytes >= 0.0 ? (size_t)bytes : lab_contest_scratch(p.n));
    return lab_contest(&p, x[CONTEST_Z], x[CONTEST_WORK], scratch);
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    frame again;
    mb_status status;

    if (f->id != CALL_CONTEST) return MB_BAD_ARG;
    if (!(f->array[CONTEST_BYTES][0] <= ASK_TWICE) || !frame_copy(&again, f))
        return call(f, scratch);
    status = call(f, scratch);
    if (call(&again, scratch) != status || !frame_same(&again, f))
        f->array[CONTEST_WORK][0] = TWO_ANSWERS;
    frame_free(&again);
    return status;
}

#endif
