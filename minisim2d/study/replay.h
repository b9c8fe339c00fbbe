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

/* What a solver has numbers of. */
enum { REPLAY_TOTAL, REPLAY_NORMAL, REPLAY_FRICTION, REPLAY_ITERATIONS, REPLAY_MEASURES };

typedef struct {
    const mb_solver *solver;
    const mb_cone_row *cone;      /* one of the two */
    long long solved;
    long long other;              /* of these: v+ is not that of the others */
    double worst[REPLAY_MEASURES];
    double seconds;               /* of all of them together */
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
    long long unposed;            /* that the formulation makes no problem of */
    quantiles medians;
    double quartile[3 * REPLAY_MOST * REPLAY_MEASURES];    /* after replay_finish */
    void *memory;
    size_t room;
} replay;

/* a v+ is another if it differs by more than this of the greatest velocity */
#define REPLAY_SAME 1e-6

/* replay_init: with that solver, or all that the form has (NULL), of the box form those that take
 * friction. 0, or -1 after a message; replay_free follows either way
 * replay_name: of a solver
 * replay_step: the step that was read last, and a row of CSV for each solver. 0; or -1 after a
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
