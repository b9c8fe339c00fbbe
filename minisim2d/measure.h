/* measure.h: the exact reference of a whole scene, and how far a run is from it */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>

#include "exact.h"
#include "scene.h"
#include "trajectory.h"

/* the exact motion of every particle */
typedef struct {
    int count;
    exact_path *path;         /* path[count] */
} reference;

/* reference_make: 0, or nonzero after a message; *out must be freed either way */
int reference_make(const scene *s, double t_end, reference *out, FILE *messages);
void reference_free(reference *r);

/* Distance of position to the reference at the same time, over all particles and all rows after the start. */
typedef struct {
    int count;
    double median, max;       /* [m]; the median of an even count is the mean of the middle two; 0 if count = 0 */
} error_summary;

/* measure_errors: 0, or -1 without memory */
int measure_errors(const trajectory *t, const reference *r, error_summary *out);

/* reference_trajectory: the reference as rows at the times k h and at its end, as a simulation would give them; no contacts, and an
 * energy without gravity's zero set elsewhere: that of the scene. 0, or -1 without memory */
int reference_trajectory(const reference *r, const scene *s, double h, trajectory *out);

/* energy_of_particle: kinetic energy, and the potential of gravity and of the constant force, 0 at the origin [J] */
double energy_of_particle(const scene *s, int particle, const double x[2], const double v[2]);

#endif
