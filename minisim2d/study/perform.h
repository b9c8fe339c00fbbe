/* perform.h: the step-size study of [PEG] section 3.3: many starts, every formulation, many steps
 *
 * A sample is a run and a particle: it gets a start at random, its exact motion, and for each
 * formulation of a list and each step length h_min 2^k, k = 0 ... halvings, a simulation of it
 * alone (particles do not touch each other) and a row: the median and the greatest distance to the
 * exact motion over all steps. Rows come by run, particle, formulation and step length, and are not
 * all kept.
 *
 * In a scene with bodies all move together: a sample is a run, in which one body gets a start at
 * random. For bodies no exact motion is known; a run of `swept` with the finest step of all, h_min
 * / REFERENCE_FINE, replaces it, and the distance after a step is the greatest one of a body's or
 * particle's centre.
 *
 * A row depends only on its own place, not on the rows before, so that a study can be made in
 * parts.
 */
#ifndef PERFORM_H
#define PERFORM_H

#include "../motion/simulate.h"
#include "../reading/scene.h"
#include "../truth/measure.h"

enum { STUDY_RUNS = 100000000, STUDY_HALVINGS = 60 };        /* at most */

/* The formulations of a study, in the order of mb_formulations. */
typedef struct {
    int count, of[MB_MAX_FORMULATIONS];
} study_list;

typedef struct {
    const scene *scene;
    settings with;                /* for every run; its formulation and h are not used */
    study_list list;              /* all except those of settings_leave_out */
    scene_ranges from;            /* ranges of the starts; none given: one start, the scene's own */
    int body;                     /* the body whose start is drawn, if any; -1: every particle's, in
                                     a scene without bodies */
    int runs;
    double seed;                  /* a whole number from 0 to 2^53 */
    double h_min;                 /* [s] */
    int halvings;                 /* from the longest step to h_min */
    double off;                   /* runs with an error above this are counted [m] */
    int part, parts;              /* this is part 1 ... parts of it; 1 of 1 is the whole */
} study;

typedef struct {
    int run, particle;            /* from 0; particle = 0 in a scene with bodies */
    double start[4];              /* x, y, vx, vy */
    int inside, unfollowed;       /* starts drawn before this one and rejected: in a solid; the
                                     reference can't follow the motion to its end */
    int formulation, level;       /* of mb_formulations; the step length is h_min 2^level */
    double h;
    int steps;                    /* steps made */
    double median, max;           /* distance to the reference [m]; HUGE_VAL for a failed run */
    mb_status status;             /* MB_OK, or the reason why the run stopped */
} study_row;

/* study_fn: called with each row, and the solver's time for it in seconds; a nonzero result ends
 * the study */
typedef int study_fn(void *user, const study_row *row, double seconds);

/* study_samples: number of samples in a run
 * study_runs: the runs of part p of n are [first, end), from 0 */
int study_samples(const scene *s);
void study_runs(int runs, int part, int parts, int *first, int *end);

/* study_perform: the rows of the part; 0, or -1: take returned nonzero or, after a message, out of
 * memory, or no start found */
int study_perform(const study *st, study_fn *take, void *user, FILE *messages);

#endif
