/* core.c: the kit's functions for the labs' workers, without its solvers: a lab is there to write those
 *
 * Under other names they are out of reach: a submission that calls mb_pgs does not link, and one that defines an mb_pgs of its own
 * does. Residuals, arena, dense algebra and formulations stay. New solvers of mbsim.h are added to this list.
 */
#define mb_solvers mb_no_solvers
#define mb_solver_count mb_no_solver_count
#define mb_find_lcp_solver mb_no_find_lcp_solver
#define mb_find_mlcp_solver mb_no_find_mlcp_solver
#define mb_lemke mb_no_lemke
#define mb_pgs mb_no_pgs
#define mb_jacobi mb_no_jacobi
#define mb_fischer_newton mb_no_fischer_newton
#define mb_minmap_newton mb_no_minmap_newton
#define mb_interior_point mb_no_interior_point
#define mb_fixed_point mb_no_fixed_point
#define mb_principal_pivot mb_no_principal_pivot
#define mb_enumerate mb_no_enumerate
#define mb_mlcp_lemke mb_no_mlcp_lemke
#define mb_mlcp_pgs mb_no_mlcp_pgs
#define mb_mlcp_fischer_newton mb_no_mlcp_fischer_newton

#define MBSIM_IMPLEMENTATION
#include "mbsim.h"
