/* measure.h: the reference of a whole scene, and the distance of a run from it */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>

#include "exact.h"
#include "../motion/simulate.h"
#include "../reading/scene.h"

enum { REFERENCE_FINE = 16 };     /* steps of a fine run for one of the others */

/* The exact motion of every particle; path[k].npiece = 0 if it can't be followed. For bodies no
 * exact motion is known: a run with a fine step replaces it. */
typedef struct {
    int count, missing;       /* particles and bodies; those without a motion */
    double time;              /* its end [s] */
    exact_path *path;         /* path[count]; NULL: a fine run */
    int steps;                /* steps of the runs to be compared */
    double *sample;           /* sample[(steps+1)*2*count]: positions of the fine run after each */
    double h;                 /* its step [s] */
    simulation run;           /* results of the fine run */
} reference;

/* reference_make: 0; or -1 without memory, after a message. A motion that cannot be followed is
 * also reported on messages, and counted in out->missing. Call reference_free in any case. */
int reference_make(const scene *s, double t_end, reference *out, FILE *messages);
void reference_free(reference *r);

/* reference_fine: for a scene with bodies and the runs of these settings: `swept`, its step theirs
 * / REFERENCE_FINE, with the solver that islands use by default. The run is also added to the curve
 * (may be NULL) and, where its steps end together with theirs, passed to with->take as a row of
 * their step. 0; or -1 after a message (messages may be NULL): out of memory, or too much would be
 * needed. If one of its steps fails all is missing. */
int reference_fine(const scene *s, const settings *with, reference *out, trajectory *curve,
                   FILE *messages);

/* reference_lacks: whether this particle or body has no reference */
int reference_lacks(const reference *r, int particle);

/* reference_at: the position of a row's particle or body in the reference, which must have it */
void reference_at(const reference *r, const trajectory_row *row, double x[2]);

/* reference_rows: every particle at the times k h and at the end, as a simulation would give them
 * reference_points: fewer, for a picture: the events, and between them points at most every h,
 * enough to make a parabola look round. Both skip missing motions; nonzero as soon as take returns
 * that. */
int reference_rows(const reference *r, const scene *s, double h, trajectory_fn *take, void *user);
int reference_points(const reference *r, double h, trajectory_fn *take, void *user);

/* Distance of position to the reference at the same time, over all steps of one particle. */
typedef struct {
    int count;                /* steps; the start is not counted */
    double median, max;       /* [m]; 0 if count = 0 */
} error_summary;

/* The distances of one particle in order: for the median all of them up to a bound, beyond it those
 * of every 2nd, 4th, ... step. */
typedef struct {
    int count, kept, capacity, stride;
    double max;
    double *sample;           /* sample[kept] */
} error_samples;

typedef struct {
    const reference *reference;
    int most;                 /* most distances kept of a particle */
    error_samples *of;        /* of[reference->count] */
} errors;

/* errors_init: 0, or -1 without memory; call errors_free in any case
 * errors_row: a trajectory_fn; user is the errors
 * errors_add: adds a distance of a particle, as errors_row does; 0, or -1 without memory
 * errors_of: the result for one particle. The median of an even count is the mean of the middle
 * two. */
int errors_init(errors *e, const reference *r);
int errors_row(void *user, const trajectory_row *row);
int errors_add(errors *e, int particle, double distance);
error_summary errors_of(errors *e, int particle);
void errors_free(errors *e);

#endif
