/* attempt.h: a problem and a solver: the memory, the reduction of a mixed problem, and the result
 *
 *     attempt a;
 *     memset(&a, 0, sizeof a);
 *     lcp_file_read(path, NULL, &a.file, stderr);
 *     a.form = ..., a.solver = ..., a.options = ...;
 *     if (attempt_prepare(&a, NULL, 0) == 0) attempt_solve(&a);         a.info, a.z, a.w, a.seconds
 *     attempt_free(&a);
 *
 * A mixed problem goes unchanged to the mLCP solver or, in the form lcp, after its free unknowns
 * are eliminated, to an LCP solver.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "trace.h"
#include "../reading/problem.h"

enum { ATTEMPT_HISTORY = 100000 };    /* iterations that a chart shows; more would be too fine to
                                         see */

typedef struct {
    lcp_file file;
    mb_mlcp problem;              /* the file's; lo = hi = NULL if it is an LCP */
    mb_form form;
    const mb_solver *solver;
    mb_options options;
    double tol;                   /* of the options, or its default */
    tracer trace;
    double *z, *w, *scale;        /* [n]; the scale of w_i, see mb_residual */
    double size;                  /* |z|_inf */
    double *ray;              /* [n] direction of z on MB_RAY; NaN if the solver gave none */
    double *history;             /* [ATTEMPT_HISTORY] residuals, NaN after the last; or NULL */
    void *scratch;
    size_t scratch_size;
    mb_info info;
    double seconds;               /* time of the solver */
} attempt;

/* attempt_prepare: allocates the memory for file, form, solver and options; show: file on which to
 * print every iteration, or NULL; history: 1 to keep the residuals. 0, or -1 without memory
 * attempt_reduced: whether the solver works on a reduction of the problem to an LCP */
int attempt_prepare(attempt *a, FILE *show, int history);
int attempt_reduced(const attempt *a);
void attempt_solve(attempt *a);
void attempt_free(attempt *a);

#endif
