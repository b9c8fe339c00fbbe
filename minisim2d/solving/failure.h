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

/* failure_ray_proves: does u prove that there is no z >= 0 with w = A z + b >= 0? It does if
 * u >= 0, A'u <= 0 and b'u < 0: u'w would be < 0 and >= 0. A'u is taken as 0 only where it is so to
 * the rounding of its sums: a little more than that, and a great z may be a solution. *bu: b'u */
int failure_ray_proves(const mb_lcp *p, const double *u, double *bu);

#endif
