/* acts.h: intervals in which each edge pushes particles inside a window, for a zoomed picture
 *
 *     acts a = { window };
 *     acts_watch(&a, sim, step);            in an observer
 *     acts_free(&a);
 */
#ifndef ACTS_H
#define ACTS_H

#include "../../mbsim.h"

/* Consecutive steps in which an edge, by its number in the scene, pushed: from the start of the
 * first to the end of the last. */
typedef struct {
    int edge;
    double from, to;              /* [s] */
} act;

enum { MOST_ACTS = 4096 };        /* later ones are lost */

typedef struct {
    const double *window;         /* xmin ymin xmax ymax [m]; NULL: nothing is noted */
    int count, capacity;
    int lost;                     /* 1: there were more */
    act *act;                     /* act[count], by starting time */
} acts;

/* acts_pushes: whether contact i of a step that succeeded is an edge that pushes: a normal impulse
 * above a billionth of the particle's momentum, as a solver's tolerance may leave
 * acts_watch: notes those of a step that began or ended in the window; 0, or -1 without memory */
int acts_pushes(const mb_sim *sim, const mb_step *step, int i);
int acts_watch(acts *a, const mb_sim *sim, const mb_step *step);
void acts_free(acts *a);

#endif
