/* solution.h: how wrong a solution is, in all and by what it is of
 *
 *   total      mb_mlcp_residual: the scaled natural residual, max_i |mid((z_i - lo_i)/zs, w_i/ws_i,
 *              (z_i - hi_i)/zs)|
 *   normal     the same over the rows of p_n, of limits' impulses and of c alone
 *   friction   over those of p_f, of motors' impulses and of s; also over those of the convex
 *              models' cones, which are of both
 *
 * [BPMD] measures a solve by phi'phi/2, with the functions of Fischer and Burmeister or of Chen,
 * Chen and Kanzow (eq 12-16) in the place of min, and friction by slip times force. Without units,
 * the errors here can be compared from problem to problem.
 */
#ifndef SOLUTION_H
#define SOLUTION_H

#include "../../mbsim.h"

typedef struct {
    double total, normal, friction;           /* HUGE_VAL: z is not finite */
} solution_errors;

/* solution_errors_of: of z for a problem with that layout */
solution_errors solution_errors_of(const mb_mlcp *p, const mb_layout *layout, const double *z);

#endif
