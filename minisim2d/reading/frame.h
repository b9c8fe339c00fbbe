/* frame.h: a recorded step as text, in and out: the problem's data and its solution
 *
 *     frame_reader in;
 *     if (frame_reader_begin(&in, name, file, stderr) == 0)
 *         while ((more = frame_reader_next(&in)) > 0) ...             frame_dynamics()
 *     frame_reader_end(&in);                                          more < 0: there were errors
 *
 * The format is described at the head of frame.c. Numbers read back as the same doubles, and so do
 * the Jacobians computed from them: mb_contact_row makes both. Only one step is in memory.
 */
#ifndef FRAME_H
#define FRAME_H

#include "reader.h"
#include "../../mbsim.h"
#include "../writing/output.h"

typedef struct {
    int number;                   /* in the scene, from 1 */
    double mass, inertia;         /* mass 0: driven, v is given; inertia 0: does not turn */
    double q[3], v[3];            /* at l; angle and spin are set even if the body does not turn */
    double p[3];                  /* p_ext [N s], [N m s] */
} frame_body;

typedef struct {
    int a, b;                     /* numbers of bodies, 0 = the world; n is a's outward normal */
    int group, facet;             /* facets of one group are side by side, the primary first */
    double psi, mu, n[2], at[2];
    int biased;                   /* 1: bias replaces psi/h */
    double bias;
} frame_contact;

typedef struct {
    int step;                     /* from 1 */
    double t;                     /* at its begin [s] */
    int island;                   /* 0: of the particle `number`; 1: of the island with this first
                                     body */
    int number;
    mb_formulation formulation;   /* of the solution */
    mb_form form;
    char solver[24];
    int nbody, ncontact;
    const frame_body *body;
    const frame_contact *contact;
    mb_dynamics d;                /* for writing: without rows of contacts, which are derived */
    mb_status status;
    int iterations;
    const char *stick;            /* stick[ncontact]: 'o' no impulse, 's' sticks, 'l' slides; NULL:
                                     not known */
    int n;                        /* of z; 0: no z */
    const double *z;
    double total, normal, friction;           /* errors, the last two if there is a z */
} frame;

/* frame_write_head, frame_write, frame_write_end: append the head of a file, a step, and the end */
void frame_write_head(const char *title, output_text *out);
void frame_write(const frame *f, output_text *out);
void frame_write_end(int frames, output_text *out);

enum { FRAME_PILES = 23 };        /* arrays that grow */

typedef struct {
    lines l;
    frame frame;                  /* the last one */
    int count, line;              /* number of steps; line at which the last one begins */
    struct frame_pile {
        void *data;
        size_t size, room;
    } pile[FRAME_PILES];
} frame_reader;

/* frame_reader_begin: the first line; 0, or -1 after a message
 * frame_reader_next: the next step; 1, 0 at the end, -1 after a message
 * frame_reader_end: releases the memory; call it in any case */
int frame_reader_begin(frame_reader *r, const char *name, FILE *file, FILE *messages);
int frame_reader_next(frame_reader *r);
void frame_reader_end(frame_reader *r);

/* frame_dynamics: the last step's data for a formulation, which determines the value of a gap
 * without a bias; NULL after a message */
const mb_dynamics *frame_dynamics(frame_reader *r, mb_formulation as);

#endif
