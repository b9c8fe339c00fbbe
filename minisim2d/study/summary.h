/* summary.h: the summary of a study: errors by formulation and step length, their spread over the
 * runs, and orders of convergence; as a table and as a picture
 *
 * A failed run has an infinite error, and is counted. So a mean is infinite as soon as one run
 * failed, a median if half of them did.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "quantiles.h"
#include "record.h"

/* One formulation at one step length: statistics of all samples' errors. */
typedef struct {
    double quartile[3], mean;     /* the lower quartile, the median and the upper one [m] */
    double seconds;               /* time of the solver */
    long long failed;
    long long off, mostly;        /* runs with an error above head->off at some step, and those with
                                     a median error above it */
    int fitted;                   /* 1: used for the line that gives the order */
} summary_cell;

/* The trend of a formulation's medians as the step gets shorter. Points are valid unless they are
 * infinite or rounding (below SUMMARY_ROUNDING). The two finest valid ones decide whether the error
 * falls, grows, or has reached a floor, as in (10.9) of lab 10. The order is the slope of the
 * least-squares line through the logarithms: with a floor, of the points above twice the floor;
 * else of the finer half of the valid ones, as errors of steps as long as a flight between impacts
 * follow no line yet. */
typedef enum { SUMMARY_FEW, SUMMARY_FALLS, SUMMARY_GROWS, SUMMARY_FLOOR } summary_kind;

typedef struct {
    summary_kind kind;
    double order;                 /* if fitted >= 2 */
    double floor;                 /* [m] */
    int fitted, counted;          /* points used for the line; valid points */
    double h_least, h_most;       /* of the used points [s] */
} summary_trend;

#define SUMMARY_ROUNDING 1e-12    /* [m] */

typedef struct {
    const record_head *head;
    int levels;                   /* cell[i * levels + level] and trend[i]: number i of the list */
    summary_cell *cell;
    summary_trend trend[MB_MAX_FORMULATIONS];
    long long samples, inside, unfollowed;          /* and starts that were rejected */
    int timed;                    /* 1: seconds are known */
    quantiles medians;
} summary;

/* summary_init: 0, or -1 after a message; call summary_free in any case
 * summary_add: adds the next row, in the order of a study; seconds < 0: not known. 0, or -1 after a
 *   message
 * summary_finish: call it after all rows; 0, or -1 after a message */
int summary_init(summary *s, const record_head *head);
int summary_add(summary *s, const study_row *row, double seconds);
int summary_finish(summary *s);
void summary_free(summary *s);

void summary_print(const summary *s, FILE *to);

/* summary_csv: the same, appended as CSV */
void summary_csv(const summary *s, output_text *out);

/* summary_svg: medians against h, the quartiles as bands; appended to out */
void summary_svg(const summary *s, output_text *out);

#endif
