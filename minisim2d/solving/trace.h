/* trace.h: prints each iteration of a solver, for a student to compare a lab with
 *
 *     tracer t;
 *     if (tracer_init(&t, &problem, 1, stdout) == 0) {
 *         options.trace = tracer_show;
 *         options.trace_user = &t;
 *         mb_lemke(...);
 *     }
 *     tracer_free(&t);
 */
#ifndef TRACE_H
#define TRACE_H

#include <stdio.h>

#include "../../mbsim.h"

typedef enum {
    TRACE_NOTHING,        /* no iteration so far */
    TRACE_LEMKE,          /* pivots with z0 */
    TRACE_ITERATES,       /* residuals */
    TRACE_PIVOTS          /* residuals, and the variables that change places */
} trace_layout;

typedef struct {
    FILE *to;             /* NULL: only find out the layout */
    trace_layout layout;
    int size;             /* unknowns of the problem in the last iteration */
    int n;                /* unknowns of the problem */
    int nbound;           /* those that are not free, and so remain in its reduction to an LCP */
    int nbox;             /* those with two finite bounds: one more unknown each there */
    int *bound, *box;     /* [nbound], [nbox] their indices */
    int reduced;          /* 1: the solver works on the reduction, whose variables are named by
                             these indices */
} tracer;

/* tracer_init: names for the variables of p, or of its reduction by mb_mlcp_to_lcp; 0, or -1
 * without memory */
int tracer_init(tracer *t, const mb_mlcp *p, int reduced, FILE *to);
void tracer_free(tracer *t);

/* tracer_show: an mb_trace_fn; user is the tracer */
void tracer_show(void *user, const mb_trace *trace);

#endif
