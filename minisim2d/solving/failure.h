/* failure.h: why a problem was not solved, and what to try */
#ifndef FAILURE_H
#define FAILURE_H

#include <stdio.h>

#include "../../mbsim.h"

/* failure_explain: decides between three causes: the solver cannot solve this kind of problem; the
 * problem has, as far as is known, no solution; the solver ran out of iterations
 *
 *   p        in   the problem; an LCP has lo = hi = NULL
 *   solver   in   its name; info: its report
 *   to       in   gets a line `  why` and a line `  try`
 *
 * Lemke's method gives a second opinion if it applies and takes negligible time.
 */
void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to);

#endif
