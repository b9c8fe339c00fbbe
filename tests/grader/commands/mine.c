/* mine.c: the student's solver as `--solver mine` of minisim2d; compiled with LAB_SOLVER=lab_lemke
 * and LAB_SCRATCH=lab_lemke_scratch */
#include "lab.h"
#include "minisim2d/solving/solvers.h"

static size_t scratch(int n) { return LAB_SCRATCH(n); }

static const mb_solver mine = { "mine", LAB_SOLVER, NULL, scratch, "the solver of your lab" };
const mb_solver *const solvers_mine = &mine;
