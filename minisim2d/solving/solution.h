/* solution.h: errors of a solution, total and by kind of unknown
 *
 *   total      mb_mlcp_residual: the scaled natural residual, max_i |mid((z_i - lo_i)/zs, w_i/ws_i,
 *              (z_i - hi_i)/zs)|
 *   normal     the same over the rows of p_n, of limits' impulses and of c alone
 *   friction   over those of p_f, of motors' impulses and of s; also over those of the convex
 *              models' cones, which are both
 *
 * [BPMD] measures a solve by phi'phi/2, with the functions of Fischer and Burmeister or of Chen,
 * Chen and Kanzow (eq 12-16) instead of min, and friction by slip times force. The errors here have
 * no units and can be compared between problems.
 */
#ifndef SOLUTION_H
#define SOLUTION_H

#include "../../mbsim.h"

typedef struct {
    double total, normal, friction;           /* HUGE_VAL: z is not finite */
} solution_errors;

/* solution_errors_of: the errors of z for a problem with this layout */
solution_errors solution_errors_of(const mb_mlcp *p, const mb_layout *layout, const double *z);

#endif
