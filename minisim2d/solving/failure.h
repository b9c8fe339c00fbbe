/* failure.h: why a problem was not solved, and what to try */
#ifndef FAILURE_H
#define FAILURE_H

#include <stdio.h>

#include "../../mbsim.h"

/* failure_explain: which of three things is wrong: the solver does not take this kind of problem;
 * the problem has no solution, as far as is known; the solver ran out
 *
 *   p        in   the problem; an LCP has lo = hi = NULL
 *   solver   in   its name; info is what it left
 *   to       in   gets a line `  why` and a line `  try`
 *
 * Lemke is asked for a second opinion where it applies and that takes no time to speak of.
 */
void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to);

#endif
