/* Lab 01: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_SLACK = 1, CALL_NATURAL_MAP, CALL_RESIDUAL, CALL_FISCHER_BURMEISTER, CALL_MERIT_NATURAL,
       CALL_MERIT_FB, CALL_CONE_MATRIX, CALL_CONE_POINT, CALL_ENUMERATE };

/* at a point (put_point of grader.h): w[n], f[n], or one number out */

/* Fischer-Burmeister: {a, b}; phi out */
enum { FB_AB, FB_PHI };

/* of one cone: A, b, its number; C[n*n] or x[n] out */
enum { CONE_A, CONE_B, CONE_NUMBER, CONE_OUT };

/* all cones: A, b; inside[2^n], count, z[n] out */
enum { ALL_A, ALL_B, ALL_INSIDE, ALL_COUNT, ALL_Z };

#ifndef GRADER_H                                        /* the worker */

/* hidden from submissions: mb_residual */

#include "worker.h"
#include "lab.h"

#include <stdlib.h>

static mb_status enumerate(double *const *x, int n, mb_arena scratch)
{
    const mb_lcp p = { n, x[ALL_A], x[ALL_B] };
    const int cones = 1 << n;
    int *inside = malloc((size_t)cones * sizeof *inside), count = (int)x[ALL_COUNT][0];
    mb_status status;

    if (!inside) abort();
    for (int c = 0; c < cones; c++) inside[c] = (int)x[ALL_INSIDE][c];
    status = lab_enumerate(&p, inside, &count, x[ALL_Z], worker_arena(scratch, lab_scratch(n)));
    for (int c = 0; c < cones; c++) x[ALL_INSIDE][c] = (double)inside[c];
    x[ALL_COUNT][0] = (double)count;
    free(inside);
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const int n = f->narray > 1 ? f->len[POINT_B] : 0;
    const mb_lcp p = { n, x[POINT_A], x[POINT_B] };

    switch (f->id) {
    case CALL_SLACK: return lab_slack(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_NATURAL_MAP: return lab_natural_map(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_RESIDUAL: return lab_residual(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_FISCHER_BURMEISTER:
        return lab_fischer_burmeister(x[FB_AB][0], x[FB_AB][1], x[FB_PHI]);
    case CALL_MERIT_NATURAL: return lab_merit_natural(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_MERIT_FB: return lab_merit_fb(&p, x[POINT_Z], x[POINT_OUT]);
    case CALL_CONE_MATRIX: return lab_cone_matrix(&p, (int)x[CONE_NUMBER][0], x[CONE_OUT]);
    case CALL_CONE_POINT:
        return lab_cone_point(&p, (int)x[CONE_NUMBER][0], x[CONE_OUT],
                              worker_arena(scratch, lab_scratch(n)));
    case CALL_ENUMERATE: return enumerate(x, n, scratch);
    }
    return MB_BAD_ARG;
}

#endif
