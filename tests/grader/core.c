/* core.c: the kit's functions for the labs' workers, without its solvers: a lab is there to write those
 *
 * Under other names they are out of reach: a submission that calls mb_pgs does not link, and one that defines an mb_pgs of its
 * own does. Residuals, arena, dense algebra and formulations stay. build.sh collects the solvers' names from mbsim.h, as
 * `#define mb_pgs mb_no_pgs`; a lab that is about something else as well has a tests/labs/NN_name_hide.h of the same kind.
 */
#define mb_solvers mb_no_solvers
#define mb_solver_count mb_no_solver_count
#define mb_find_lcp_solver mb_no_find_lcp_solver
#define mb_find_mlcp_solver mb_no_find_mlcp_solver

#define MBSIM_IMPLEMENTATION
#include "mbsim.h"
