/* calibrate.h: parameters of scenes from measured tracks
 *
 *     calibration c;
 *     calibrate_init(&c);
 *     if (calibrate_vary(&c, "object.tripod.radius=.005:.1:.005") == 0 &&
 *         calibrate_scene(&c, scene, with, "push01.csv") == 0)
 *         calibrate_grid(&c, 0, c.points, 1, 0);
 *     calibrate_free(&c);
 *
 * The error of parameters, [BPMD] eq 18, is the mean over tracks of the mean over their rows of
 *
 *     |q - q_measured|^2,      q = (x, y, L angle)
 *
 * of the body; the equation as printed adds m^2 to rad^2, which is L = 1 m.
 *
 * A track is simulated once for all values of a parameter until that matters: the friction of a
 * contact counts from the first step in which the contact pushes. So the tree of a track's runs
 * branches for a parameter only there. A run that has come to rest is not simulated further.
 */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include "../motion/simulate.h"

enum { CALIBRATE_PARAMETERS = 6, CALIBRATE_TARGETS = 8, CALIBRATE_NAME = 160 };

/* A parameter: one number for all properties in its name, a.mu+b.mu. */
typedef struct {
    char name[CALIBRATE_NAME];
    double lo, hi, step;
    int count;                    /* number of its values, lo + i step */
    int stride;                   /* of its index within a point's */
} calibrate_parameter;

typedef struct {
    int ntrack, used;             /* tracks; those included in `error` */
    struct calibrate_track *track;
    calibrate_parameter parameter[CALIBRATE_PARAMETERS];
    int nparameter, points;       /* of the grid: the last parameter's index runs fastest */
    double length;                /* L [m]; 0: the body's reach */
    const char *body;             /* NULL: the first with supports */
    double *error;                /* error[points], the sums over the tracks; HUGE_VAL: a step
                                     failed */
    char *wanted;                 /* wanted[points]: 1: being tried */
    int best;                     /* 1: a run is abandoned once another point is certainly better */
    int last;                     /* 1: the current track is the last, and lowers the limit */
    double limit;                 /* sums above it are not needed; HUGE_VAL: all are */
    double steps, failed;         /* steps simulated; runs that ended early */
} calibration;

void calibrate_init(calibration *c);

/* All of these return 0, or -1 after a message.
 *
 * calibrate_vary: NAME=LO:HI:STEP, with NAME one of BODY.mu, BODY.tripod.radius, BODY.support.mu,
 * or several with + between them
 * calibrate_scene: a scene with its track; both must outlive the calibration
 * calibrate_ready: checks that every varied body is in one of the scenes */
int calibrate_vary(calibration *c, const char *text);
int calibrate_scene(calibration *c, const scene *s, const settings *with, const char *name,
                    const char *track);

int calibrate_ready(const calibration *c);

/* calibrate_grid: the errors of points first .. end - 1, over all tracks, for every `every`-th
 * value of each parameter; others stay NaN
 * calibrate_refine: from the best point so far, which must exist, to the best of all around it, by
 * `stride` steps of each parameter, until none is better, then by half as many, and so on to one;
 * last on the whole line of each parameter; 0: no steps. With c->best the errors on those lines are
 * computed only now, and are NaN if certainly greater than the best one
 * calibrate_one: of a single track, even one added later, at one point [m^2] */
int calibrate_grid(calibration *c, int first, int end, int every, int progress);
int calibrate_refine(calibration *c, int stride);
int calibrate_one(calibration *c, int track, int point, double *error);
void calibrate_free(calibration *c);

/* calibrate_value: of a parameter at a point; calibrate_neighbour: the point this number of its
 * steps further, or -1; calibrate_best: the point with the least error */
double calibrate_value(const calibration *c, int parameter, int point);
int calibrate_neighbour(const calibration *c, int parameter, int point, int steps);
int calibrate_best(const calibration *c);

/* calibrate_error: of a point, the mean over the tracks [m^2]; calibrate_name: of a track;
 * calibrate_length: L [m] */
double calibrate_error(const calibration *c, int point);
const char *calibrate_name(const calibration *c, int track);
double calibrate_length(const calibration *c);

#endif
