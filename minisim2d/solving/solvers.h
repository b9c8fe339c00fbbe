/* solvers.h: the solvers of the program: the header's table, and one of the user's own */
#ifndef SOLVERS_H
#define SOLVERS_H

#include "../../mbsim.h"

/* The solver and the formulation called "mine", or NULL. In the program they are NULL, by mine.c. A
 * lab links its own object instead, so that --solver mine or --formulation mine is the student's.
 * The formulation's functions for some forms may be NULL. */
extern const mb_solver *const solvers_mine;
extern const mb_formulation_row *const formulation_mine;

/* ... and its detection of contacts; NULL: that of the kit's formulation of the same kind */
extern mb_detect_fn *const detect_mine;

/* solvers_at: the solvers for an LCP (mixed = 0) or for an mLCP (mixed = 1) one after the other, i
 * = 0, 1, ...; NULL after the last */
const mb_solver *solvers_at(int mixed, int i);

/* solvers_find: by name, or NULL */
const mb_solver *solvers_find(int mixed, const char *name);

/* solvers_take_friction: whether an mLCP solver accepts bounds that follow another unknown, as for
 * friction in the box form; found out by a trial with such a problem */
int solvers_take_friction(const mb_solver *s);

#endif
