/* attempt.h: a problem and a solver: solvers by name, the memory, the reduction of a mixed problem,
 * the result, its errors, every iteration, and why it was not solved
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

#include <stdio.h>

#include "../../mbsim.h"
#include "../reading/problem.h"

/* ---- solvers: the header's table, and one of the user's own ---------------------------------- */

/* The solver and the formulation called "mine", or NULL. In the program they are NULL, by mine.c. A
 * lab links its own object instead, so that --solver mine or --formulation mine is the student's.
 * The formulation's functions for some forms may be NULL. */
extern const mb_solver *const solvers_mine;
extern const mb_formulation_row *const formulation_mine;

/* ... and its detection of contacts; NULL: that of the kit's formulation of the same kind */
extern mb_detect_fn *const detect_mine;

/* solvers_at: the solvers for an LCP (mixed = 0) or for an mLCP (mixed = 1) one after the other, i
 * = 0, 1, ...; NULL after the last */
const mb_solver *solvers_at(int mixed, int i);

/* solvers_find: by name, or NULL */
const mb_solver *solvers_find(int mixed, const char *name);

/* solvers_take_friction: whether an mLCP solver accepts bounds that follow another unknown, as for
 * friction in the box form; found out by a trial with such a problem */
int solvers_take_friction(const mb_solver *s);

/* ---- iterations, printed for a student to compare a lab with --------------------------------- */

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
    int reduced;          /* 1: the solver works on the reduction, named by these indices */
} tracer;

/* tracer_init: names for the variables of p, or of its reduction by mb_mlcp_to_lcp; 0, or -1
 * without memory
 * tracer_show: an mb_trace_fn; user is the tracer */
int tracer_init(tracer *t, const mb_mlcp *p, int reduced, FILE *to);
void tracer_show(void *user, const mb_trace *trace);
void tracer_free(tracer *t);

/* ---- an attempt ------------------------------------------------------------------------------ */

enum { ATTEMPT_HISTORY = 100000 };    /* iterations that a chart shows */

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

/* ---- errors of a solution, total and by kind of unknown -------------------------------------- */

/* total      mb_mlcp_residual: the scaled natural residual, max_i |mid((z_i - lo_i)/zs, w_i/ws_i,
 *            (z_i - hi_i)/zs)|
 * normal     the same over the rows of p_n, of limits' impulses and of c alone
 * friction   over those of p_f, of motors' impulses and of s; also over those of the convex models'
 *            cones, which are both
 *
 * [BPMD] measures a solve by phi'phi/2, with the functions of Fischer and Burmeister or of Chen,
 * Chen and Kanzow (eq 12-16) instead of min, and friction by slip times force. The errors here have
 * no units and can be compared between problems. */
typedef struct {
    double total, normal, friction;           /* HUGE_VAL: z is not finite */
} solution_errors;

/* solution_errors_of: the errors of z for a problem with this layout */
solution_errors solution_errors_of(const mb_mlcp *p, const mb_layout *layout, const double *z);

/* ---- why a problem was not solved, and what to try ------------------------------------------- */

/* failure_explain: the cause: the solver cannot solve this kind of problem; the problem has no
 * solution, or none was found; the solver ran out of iterations, or got stuck
 *
 *   p        in   the problem; an LCP has lo = hi = NULL
 *   solver   in   its name; info: its report
 *   to       in   gets a line `  why` and a line `  try`
 *
 * Lemke's method gives a second opinion if it applies and takes negligible time. */
void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to);

#endif
