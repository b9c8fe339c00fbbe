/* Lab 03: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_TABLEAU = 1, CALL_FIRST_ROW, CALL_PIVOT, CALL_ENTERING, CALL_RATIO_TEST, CALL_READ,
       CALL_SOLVE };

/* integers travel as doubles; T is T[n*(2n+2)] */
enum { TABLEAU_A, TABLEAU_B, TABLEAU_D, TABLEAU_T, TABLEAU_BASIS };        /* T[], basis[n] out */
enum { FIRST_B, FIRST_D, FIRST_ROW };                                      /* row out */
/* T, basis[n] in and out; {row, entering} */
enum { PIVOT_T, PIVOT_BASIS, PIVOT_PLACE };
/* {n, leaving}; entering out */
enum { ENTERING_N_LEAVING, ENTERING_ENTERING };
enum { RATIO_T, RATIO_BASIS, RATIO_ENTERING, RATIO_ROW };                  /* row out */
enum { READ_T, READ_BASIS, READ_Z };                                       /* z[n] out */
/* the solver: see wire.h; there is no history */

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

#include <stdlib.h>

/* basis[n] as integers, in memory of its own so that a sanitizer sees its ends */
static int *basis_get(const double *x, int n)
{
    int *basis = malloc((size_t)(n > 0 ? n : 1) * sizeof *basis);

    if (!basis) abort();
    for (int i = 0; i < n; i++) basis[i] = (int)x[i];
    return basis;
}

static void basis_put(int *basis, double *x, int n)
{
    for (int i = 0; i < n; i++) x[i] = (double)basis[i];
    free(basis);
}

static mb_status tableau(double *const *x, int n)
{
    const mb_lcp p = { n, x[TABLEAU_A], x[TABLEAU_B] };
    int *basis = basis_get(x[TABLEAU_BASIS], n);
    const mb_status status = lab_tableau(&p, x[TABLEAU_D], x[TABLEAU_T], basis);

    basis_put(basis, x[TABLEAU_BASIS], n);
    return status;
}

static mb_status first_row(double *const *x, int n)
{
    int row = (int)x[FIRST_ROW][0];
    const mb_status status = lab_first_row(n, x[FIRST_B], x[FIRST_D], &row);

    x[FIRST_ROW][0] = (double)row;
    return status;
}

static mb_status pivot(double *const *x, int n)
{
    int *basis = basis_get(x[PIVOT_BASIS], n);
    const mb_status status =
        lab_pivot(n, x[PIVOT_T], basis, (int)x[PIVOT_PLACE][0], (int)x[PIVOT_PLACE][1]);

    basis_put(basis, x[PIVOT_BASIS], n);
    return status;
}

static mb_status entering(double *const *x)
{
    int variable = (int)x[ENTERING_ENTERING][0];
    const mb_status status =
        lab_entering((int)x[ENTERING_N_LEAVING][0], (int)x[ENTERING_N_LEAVING][1], &variable);

    x[ENTERING_ENTERING][0] = (double)variable;
    return status;
}

static mb_status ratio_test(double *const *x, int n)
{
    int *basis = basis_get(x[RATIO_BASIS], n), row = (int)x[RATIO_ROW][0];
    const mb_status status = lab_ratio_test(n, x[RATIO_T], basis, (int)x[RATIO_ENTERING][0], &row);

    basis_put(basis, x[RATIO_BASIS], n);
    x[RATIO_ROW][0] = (double)row;
    return status;
}

static mb_status read_solution(double *const *x, int n)
{
    int *basis = basis_get(x[READ_BASIS], n);
    const mb_status status = lab_read_solution(n, x[READ_T], basis, x[READ_Z]);

    basis_put(basis, x[READ_BASIS], n);
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;

    switch (f->id) {
    case CALL_TABLEAU: return tableau(x, f->len[TABLEAU_B]);
    case CALL_FIRST_ROW: return first_row(x, f->len[FIRST_B]);
    case CALL_PIVOT: return pivot(x, f->len[PIVOT_BASIS]);
    case CALL_ENTERING: return entering(x);
    case CALL_RATIO_TEST: return ratio_test(x, f->len[RATIO_BASIS]);
    case CALL_READ: return read_solution(x, f->len[READ_BASIS]);
    case CALL_SOLVE: return worker_solve(f, lab_lemke, lab_lemke_scratch(f->len[SOLVE_B]), scratch);
    }
    return MB_BAD_ARG;
}

#endif
