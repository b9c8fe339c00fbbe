/* measure.h: the reference of a whole scene, and how far a run is from it */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>

#include "exact.h"
#include "../motion/simulate.h"
#include "../reading/scene.h"

enum { REFERENCE_FINE = 16 };     /* steps of a fine run to one of the others */

/* The exact motion of every particle; where it can't be followed path[k].npiece = 0. Of bodies no
 * exact motion is known: a run with a fine step takes its place. */
typedef struct {
    int count, missing;       /* particles and bodies; those without a motion */
    double time;              /* its end [s] */
    exact_path *path;         /* path[count]; NULL: a fine run */
    int steps;                /* of the runs that it is for */
    double *sample;           /* sample[(steps+1)*2*count]: where the fine run was after each */
    double h;                 /* its step [s] */
    simulation run;           /* what it came to */
} reference;

/* reference_make: 0; or -1 without memory, after a message. A motion that cannot be followed is
 * reported on messages, too, and counted in out->missing. reference_free follows either way. */
int reference_make(const scene *s, double t_end, reference *out, FILE *messages);
void reference_free(reference *r);

/* reference_fine: for a scene with bodies and the runs of these settings: `swept`, its step theirs
 * / REFERENCE_FINE, by the solver that every island takes if none is named. The run goes into the
 * curve (may be NULL), too, and where its steps end together with theirs to with->take, as a row of
 * their step. 0; or -1 after a message (messages may be NULL): no memory, or too much of it would
 * be needed. If a step of it fails all is missing. */
int reference_fine(const scene *s, const settings *with, reference *out, trajectory *curve,
                   FILE *messages);

/* reference_lacks: whether there is none for this particle or body */
int reference_lacks(const reference *r, int particle);

/* reference_at: where the particle or body of a row is by the reference, which has it */
void reference_at(const reference *r, const trajectory_row *row, double x[2]);

/* reference_rows: every particle at the times k h and at the end, as a simulation would give them
 * reference_points: fewer, for a picture: the events, and between them at most each h and so many
 * that a parabola looks round. Both skip what is missing; nonzero as soon as take returns that. */
int reference_rows(const reference *r, const scene *s, double h, trajectory_fn *take, void *user);
int reference_points(const reference *r, double h, trajectory_fn *take, void *user);

/* Distance of position to the reference at the same time, over all steps of one particle. */
typedef struct {
    int count;                /* steps; the start is not counted */
    double median, max;       /* [m]; 0 if count = 0 */
} error_summary;

/* The distances of one particle as they come: all of them for the median up to a bound, beyond it
 * those of every 2nd, 4th, ... step. */
typedef struct {
    int count, kept, capacity, stride;
    double max;
    double *sample;           /* sample[kept] */
} error_samples;

typedef struct {
    const reference *reference;
    int most;                 /* distances of a particle that are kept */
    error_samples *of;        /* of[reference->count] */
} errors;

/* errors_init: 0, or -1 without memory; errors_free follows either way
 * errors_row: a trajectory_fn; user is the errors
 * errors_add: one more distance of a particle, as errors_row takes it; 0, or -1 without memory
 * errors_of: what came together for one particle. The median of an even count is the mean of the
 * middle two. */
int errors_init(errors *e, const reference *r);
int errors_row(void *user, const trajectory_row *row);
int errors_add(errors *e, int particle, double distance);
error_summary errors_of(errors *e, int particle);
void errors_free(errors *e);

#endif
