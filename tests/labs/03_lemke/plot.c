/* Lab 03's plot: linked with the program in the place of solvers_mine.c, so that --solver mine is the student's */
#include "minisim2d/solving/solvers.h"
#include "lab.h"

static const mb_solver mine = { "mine", lab_lemke, NULL, lab_lemke_scratch, "your own: labs/03_lemke/lemke.c" };

const mb_solver *const solvers_mine = &mine;
