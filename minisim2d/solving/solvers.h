/* solvers.h: the solvers that the program knows: the header's table, and one of the user's own */
#ifndef SOLVERS_H
#define SOLVERS_H

#include "../../mbsim.h"

/* The solver and the formulation called "mine", or NULL. The program has none: mine.c says NULL. A lab
 * links an object of its own that defines these instead, and so makes --solver mine or --formulation
 * mine the student's. Of the formulation's functions those for some forms may be NULL. */
extern const mb_solver *const solvers_mine;
extern const mb_formulation_row *const formulation_mine;

/* ... and how its contacts are found; NULL: as those of the kit's formulation of the same kind */
extern mb_detect_fn *const detect_mine;

/* solvers_at: the solvers for an LCP (mixed = 0) or for an mLCP (mixed = 1) one after the other, i
 * = 0, 1, ...; NULL after the last */
const mb_solver *solvers_at(int mixed, int i);

/* solvers_find: by name, or NULL */
const mb_solver *solvers_find(int mixed, const char *name);

/* solvers_take_friction: whether a solver of the mixed kind takes bounds that follow another
 * unknown, which are friction in the box form: found out by giving it such a problem */
int solvers_take_friction(const mb_solver *s);

#endif
