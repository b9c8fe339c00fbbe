/* mine.c: no solver and no formulation of the user's own; see attempt.h. In a file of its own,
 * which another object can replace. */
#include "attempt.h"

const mb_solver *const solvers_mine = NULL;
const mb_formulation_row *const formulation_mine = NULL;
mb_detect_fn *const detect_mine = NULL;
