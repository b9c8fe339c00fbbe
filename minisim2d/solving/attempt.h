/* attempt.h: a problem and a solver: the memory, the reduction of a mixed problem, and what came of it
 *
 *     attempt a;
 *     memset(&a, 0, sizeof a);
 *     lcp_file_read(path, NULL, &a.file, stderr);
 *     a.form = ..., a.solver = ..., a.options = ...;
 *     if (attempt_prepare(&a, NULL, 0) == 0) attempt_solve(&a);         a.info, a.z, a.w, a.seconds
 *     attempt_free(&a);
 *
 * A mixed problem goes to the mLCP solver as it is, or, in the form lcp, to an LCP solver after its
 * free unknowns are eliminated.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "trace.h"
#include "../reading/problem.h"

enum { ATTEMPT_HISTORY = 100000 };    /* iterations that a chart shows; more are no wider than a hair */

typedef struct {
    lcp_file file;
    mb_mlcp problem;              /* the file's; lo = hi = NULL if it is an LCP */
    mb_form form;
    const mb_solver *solver;
    mb_options options;
    double tol;                   /* of the options, or its default */
    tracer trace;
    double *z, *w, *scale;        /* [n]; by what w_i is measured, see mb_residual */
    double size;                  /* |z|_inf */
    double *ray;              /* [n] direction of z on MB_RAY; NaN where the solver gave none */
    double *history;             /* [ATTEMPT_HISTORY] residuals, NaN behind the last; or NULL */
    void *scratch;
    size_t scratch_size;
    mb_info info;
    double seconds;               /* that the solver took */
} attempt;

/* attempt_prepare: take the memory for file, form, solver and options; show: where every iteration is
 * printed, or NULL; history: 1 if the residuals are wanted. 0, or -1 without memory
 * attempt_reduced: whether the solver sees an LCP that was made of the problem */
int attempt_prepare(attempt *a, FILE *show, int history);
int attempt_reduced(const attempt *a);
void attempt_solve(attempt *a);
void attempt_free(attempt *a);

#endif
