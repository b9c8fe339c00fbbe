/* timeline.h: energy against time: the record of a run, and a chart of several
 *
 *     timeline t;
 *     timeline_init(&t, &scene);
 *     with.take = timeline_row, with.taker = &t;
 *     ...                                              simulate(), reference_rows()
 *     timeline_energy(&t, 1, subtitle, &text);
 *     timeline_free(&t);
 *
 * All particles and bodies of a scene are summed up. Memory does not grow with the number of steps.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "../motion/trajectory.h"
#include "../reading/scene.h"
#include "../writing/output.h"

enum { TIMELINE_KINETIC, TIMELINE_POTENTIAL, TIMELINE_TOTAL, TIMELINE_ENERGIES };

typedef struct {
    const char *name;             /* in the legend; the caller's, as is the style */
    int style;                    /* SVG_STYLE_... */
    const scene *scene;
    double kinetic, total;        /* of the current step, so far [J] */
    thin_path energy[TIMELINE_ENERGIES];      /* against time */
} timeline;

/* timeline_init: nothing yet; takes no memory
 * timeline_row: a trajectory_fn; user is the timeline */
void timeline_init(timeline *t, const scene *s);
int timeline_row(void *user, const trajectory_row *row);
void timeline_free(timeline *t);

/* timeline_energy: append a picture of the runs' energies to out; those without any row are left
 * out */
void timeline_energy(const timeline *runs, int n, const char *subtitle, output_text *out);

#endif
