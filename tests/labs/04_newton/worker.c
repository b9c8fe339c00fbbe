/* Lab 04: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_PHI = 1, CALL_JACOBIAN, CALL_MERIT, CALL_DIRECTION, CALL_LINE_SEARCH, CALL_SOLVE };

/* at a point (put_point of grader.h): phi[n], J[n*n], the merit or d[n] out; with the merit also
 * g[n] */
enum { POINT_GRADIENT = 4 };

/* line search: A, b, z, d; t out */
enum { LINE_A, LINE_B, LINE_Z, LINE_D, LINE_T };

/* a request with one array more than these says how many bytes of scratch there are; the solver's:
 * see wire.h */

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

/* the scratch of one of the pieces, which is less than in the contract if there is an array more
 * than its own */
static mb_arena scratch_of(const frame *f, int arrays, mb_arena scratch)
{
    return f->narray > arrays ? worker_arena(scratch, (size_t)f->array[arrays][0]) : scratch;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const int n = f->len[POINT_B];
    const mb_lcp p = { n, x[POINT_A], x[POINT_B] };

    scratch = worker_arena(scratch, lab_newton_scratch(n));
    switch (f->id) {
    case CALL_PHI: return lab_phi(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_JACOBIAN: return lab_jacobian(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_MERIT:
        return lab_merit(&p, x[POINT_Z], x[POINT_OUT], x[POINT_GRADIENT],
                         scratch_of(f, POINT_GRADIENT + 1, scratch));
    case CALL_DIRECTION:
        return lab_direction(&p, x[POINT_Z], x[POINT_OUT], scratch_of(f, POINT_OUT + 1, scratch));
    case CALL_SOLVE: return worker_solve(f, lab_newton, lab_newton_scratch(n), scratch);
    case CALL_LINE_SEARCH:
        return lab_line_search(&p, x[LINE_Z], x[LINE_D], x[LINE_T],
                               scratch_of(f, LINE_T + 1, scratch));
    }
    return MB_BAD_ARG;
}

#endif
