/* solvers_mine.c: no solver of the user's own; see solvers.h. In a file by itself, so that another
 * object can take its place. */
#include "solvers.h"

const mb_solver *const solvers_mine = NULL;
