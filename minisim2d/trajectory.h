/* trajectory.h: what a run records: the state after every step, and the half-spaces that were active in it */
#ifndef TRAJECTORY_H
#define TRAJECTORY_H

#include "output.h"

typedef struct {
    int step;             /* 0 is the start */
    double t;             /* time at the end of the step [s] */
    int particle;         /* 0 is the first */
    double x[2], v[2];    /* state at the end of the step [m], [m/s] */
    int contacts;         /* in the step's problem, of this particle */
    int size;             /* unknowns of the problem that was solved */
    int iterations;       /* of the solver */
    double residual;      /* of the solution */
    double seconds;       /* that the solver took */
    double energy;        /* kinetic and potential, at the end of the step [J] */
} trajectory_row;

typedef struct {
    int step;
    int particle;
    double edge[4];       /* x0 y0 x1 y1: its end points, the solid on the right [m] */
    double psi;           /* gap at the begin of the step [m] */
    double impulse;       /* normal impulse in the step [N s] */
} trajectory_contact;

typedef struct {
    int nrow, row_capacity;
    trajectory_row *row;                  /* row[nrow], in the order of the steps */
    int ncontact, contact_capacity;
    trajectory_contact *contact;          /* contact[ncontact], in the order of the steps */
} trajectory;

void trajectory_init(trajectory *t);
void trajectory_free(trajectory *t);      /* leaves it empty, as trajectory_init does */

/* trajectory_append, trajectory_append_contact: copy one record to the end; return 0, or -1 without memory, nothing changed */
int trajectory_append(trajectory *t, const trajectory_row *row);
int trajectory_append_contact(trajectory *t, const trajectory_contact *contact);

/* trajectory_csv: append the rows as CSV with a header; every number reads back as the same double */
void trajectory_csv(const trajectory *t, output_text *out);

/* trajectory_path: the positions of one particle as x0 y0 x1 y1 ... in xy[2*nrow]; returns the number of points */
int trajectory_path(const trajectory *t, int particle, double *xy);

/* trajectory_edges: the edges, each once, whose normal impulse was above min_impulse in any step
 *
 *   edge     out     edge[4*ncontact], of which the first 4 times the returned number are filled
 *
 * Cost: the number of contacts times the number of edges found.
 */
int trajectory_edges(const trajectory *t, double min_impulse, double *edge);

#endif
