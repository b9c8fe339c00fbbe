/* summary.h: what the rows of a study say: errors by formulation and step length, their spread over
 * the runs, and orders of convergence; as a table and as a picture
 *
 * A run that failed counts as infinitely wrong, and is counted. So a mean is infinite as soon as
 * one failed, a median when half of them did.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "quantiles.h"
#include "record.h"

/* One formulation at one step length: of the errors of all samples. */
typedef struct {
    double quartile[3], mean;     /* the lower quartile, the median and the upper one [m] */
    double seconds;               /* that the solver took */
    long long failed;
    long long off, mostly;        /* runs with an error above head->off at some step, and those
                                     whose median error is */
    int fitted;                   /* 1: on the line that gives the order */
} summary_cell;

/* What the medians of a formulation do as the step gets shorter. Points count unless they are
 * infinite or rounding (below SUMMARY_ROUNDING). The two finest that count say whether the error
 * falls, grows, or has reached a floor, as in (10.9) of lab 10. The order is that of the
 * least-squares line through the logarithms: with a floor, of the points above twice the floor;
 * else of the finer half of those that count, because a step as long as a flight from one impact
 * to the next is on no line yet. */
typedef enum { SUMMARY_FEW, SUMMARY_FALLS, SUMMARY_GROWS, SUMMARY_FLOOR } summary_kind;

typedef struct {
    summary_kind kind;
    double order;                 /* if fitted >= 2 */
    double floor;                 /* [m] */
    int fitted, counted;          /* points on the line, of how many that count */
    double h_least, h_most;       /* of the former [s] */
} summary_trend;

#define SUMMARY_ROUNDING 1e-12    /* [m] */

typedef struct {
    const record_head *head;
    int levels;                   /* cell[i * levels + level] and trend[i]: number i of the list */
    summary_cell *cell;
    summary_trend trend[MB_MAX_FORMULATIONS];
    long long samples, inside, unfollowed;          /* and starts that were dropped */
    int timed;                    /* 1: seconds are known */
    quantiles medians;
} summary;

/* summary_init: 0, or -1 after a message; summary_free follows either way
 * summary_add: the next row, in the order of a study; seconds < 0: not known. 0, or -1 after a
 *   message
 * summary_finish: when all are in; 0, or -1 after a message */
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
