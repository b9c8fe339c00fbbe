/* trajectory.h: what a run says about one particle after one step, and its line in a CSV file */
#ifndef TRAJECTORY_H
#define TRAJECTORY_H

#include "../writing/output.h"

typedef struct {
    int step;             /* 0 is the start */
    double t;             /* time at the end of the step [s] */
    int particle;         /* 0 is the first; whoever reads the CSV sees it counted from 1 */
    double x[2], v[2];    /* state at the end of the step [m], [m/s] */
    int contacts;         /* in the step's problem, of this particle */
    int size;             /* unknowns of the problem that was solved */
    int iterations;       /* of the solver */
    double residual;      /* of the solution */
    double seconds;       /* that the solver took */
    double energy;        /* kinetic and potential, at the end of the step [J] */
} trajectory_row;

/* trajectory_fn: takes the start and every particle after every step, as they come; nonzero ends
 * the run. Nothing else keeps them. */
typedef int trajectory_fn(void *user, const trajectory_row *row);

/* trajectory_csv_header, trajectory_csv: append the names of the columns, and a row; every number
 * reads back as the same double */
void trajectory_csv_header(output_text *out);
void trajectory_csv(const trajectory_row *row, output_text *out);

#endif
