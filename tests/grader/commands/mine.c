/* mine.c: what a lab has of the student's own, as `--solver mine` and `--formulation mine` of
 * minisim2d. Compiled with LAB_SOLVER=lab_lemke and LAB_SCRATCH=lab_lemke_scratch, or with
 * LAB_LCP=lab_st_lcp and LAB_MLCP=lab_st_mlcp */
#include "lab.h"
#include "minisim2d/solving/solvers.h"

#ifdef LAB_SOLVER
static size_t scratch(int n) { return LAB_SCRATCH(n); }

static const mb_solver solver = { "mine", LAB_SOLVER, NULL, scratch, "the solver of your lab" };
const mb_solver *const solvers_mine = &solver;
#else
const mb_solver *const solvers_mine = NULL;
#endif

#if defined(LAB_LCP) && defined(LAB_MLCP)
static const mb_formulation_row formulation = { "mine", "your own", "the formulation of your lab",
                                                MB_DETECT_EDGES, LAB_LCP, LAB_MLCP, NULL };
const mb_formulation_row *const formulation_mine = &formulation;
#else
const mb_formulation_row *const formulation_mine = NULL;
#endif
