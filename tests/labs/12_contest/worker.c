/* Lab 12's worker: unpacks a request, calls the student's function */
#include "worker.h"
#include "lab.h"
#include "requests.h"

#include <string.h>

/* the scratch is filled with NaN: what is read before it is written shows */
static mb_status call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const mb_lcp p = { f->len[CONTEST_B], x[CONTEST_A], x[CONTEST_B] };
    const double bytes = x[CONTEST_BYTES][0];

    scratch = worker_arena(scratch, bytes >= 0.0 ? (size_t)bytes : lab_contest_scratch(p.n));
    memset(scratch.beg, 0xff, (size_t)(scratch.end - scratch.beg));
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
