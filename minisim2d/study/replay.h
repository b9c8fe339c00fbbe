/* replay.h: recorded steps solved again, each by every solver: how accurate and how fast each is
 *
 *     replay r;
 *     if (replay_init(&r, ...) == 0)
 *         while (frame_reader_next(&in) > 0) replay_step(&r, &in, &rows);
 *     if (replay_finish(&r) == 0) ...                  r.tally, r.quartile
 *     replay_free(&r);
 *
 * Memory does not grow with the number of steps.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "quantiles.h"
#include "../reading/frame.h"
#include "../solving/cone.h"
#include "../solving/solution.h"

enum { REPLAY_MOST = 32 };        /* solvers */

/* The measures of a solver. */
enum { REPLAY_TOTAL, REPLAY_NORMAL, REPLAY_FRICTION, REPLAY_ITERATIONS, REPLAY_MEASURES };

typedef struct {
    const mb_solver *solver;
    const mb_cone_row *cone;      /* one of the two is set */
    long long solved;
    long long other;              /* of these: v+ differs from the others' */
    double worst[REPLAY_MEASURES];
    double seconds;               /* sum over all problems */
} replay_tally;

typedef struct {
    int formulation;              /* -1: that of each step */
    mb_form form;
    int cone;                     /* 1: supports as discs, by the solvers of cone.h; of the errors
                                     the total is the residual */
    mb_options options;
    const char *dump;             /* folder for the problems, or NULL; the caller's to set */
    int solvers;
    replay_tally tally[REPLAY_MOST];
    long long steps, problems;    /* read; those with unknowns in this form */
    long long unposed;            /* for which the formulation makes no problem */
    quantiles medians;
    double quartile[3 * REPLAY_MOST * REPLAY_MEASURES];    /* after replay_finish */
    void *memory;
    size_t room;
} replay;

/* a v+ is different if it differs by more than this part of the greatest velocity */
#define REPLAY_SAME 1e-6

/* replay_init: with this solver, or (NULL) all of the form, in the box form those for friction. 0,
 * or -1 after a message; call replay_free in any case
 * replay_name: of a solver
 * replay_step: solves the step read last, and adds a row of CSV for each solver. 0; or -1 after a
 * message
 * replay_finish: 0, or -1 after a message */
int replay_init(replay *r, int formulation, mb_form form, int cone, const char *solver,
                const mb_options *options);
const char *replay_name(const replay_tally *t);
int replay_step(replay *r, frame_reader *in, output_text *rows);
int replay_finish(replay *r);
void replay_free(replay *r);

/* replay_csv_header: append the names of the columns */
void replay_csv_header(output_text *rows);

#endif
