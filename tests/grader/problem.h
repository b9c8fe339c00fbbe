/* problem.h: judging the problem of one time step, for the labs about formulations. How the arrays
 * of a request are numbered is in worker/problem_frame.h. */
#ifndef PROBLEM_H
#define PROBLEM_H

#include "grader.h"
#include "problem_frame.h"

double dot(int n, const double *x, const double *y);
double largest(int n, const double *x);
/* M = Q diag(m) Q with a reflection Q = I - 2 u u' / u'u */
void reflected(int n, const double *u, const double *m, double *M);

/* what a request is about: nv, nc, nd; rows of Jn and Jf together; row r of these */
int nv_of(const frame *q);
int nc_of(const frame *q);
int nd_of(const frame *q);
int rows_of(const frame *q);
const double *row_of(const frame *q, int r);

/* M x = y, by elimination in the grader; 0 if M is singular. That of a request; any, n <= 6 */
int solve_mass(const frame *q, const double *y, double *x);
int solve_matrix(int n, const double *M, const double *y, double *x);
/* v + M^-1 (p_ext + Jn' p_n + Jf' p_f); p, [p_n; p_f], may be NULL; 0 if M is singular */
int velocity_with(const frame *q, const double *p, double *out);

/* x[n] is want[n], relative to the largest of want's entries and size */
int judge_vector(verdict *v, const char *name, int n, const double *x, const double *want,
                 double size);

/* Status, where there is a choice: MB_SINGULAR for a singular M; MB_NO_MEMORY also counts as right
 * if there is less scratch than the contract gives, and must be told if there is none. *done:
 * nothing else is to be judged */
int judge_outcome(const frame *q, const frame *a, verdict *v, int *done);

/* refused: *out and *arena as they came, and info as the contract has it */
int judge_refusal(const frame *q, const frame *a, verdict *v);
/* the problem was handed over: its size, memory that is still there, info, and numbers in it */
int judge_handed(const frame *q, const frame *a, verdict *v);

#endif
