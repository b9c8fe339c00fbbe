/* study.h: the step-size study of [PEG] section 3.3; recorded steps solved again */
#ifndef STUDY_H
#define STUDY_H

#include <stdio.h>

#include "../motion/simulate.h"
#include "../reading/frame.h"
#include "../reading/scene.h"
#include "../solving/cone.h"
#include "../solving/attempt.h"
#include "../truth/exact.h"
#include "../writing/output.h"

/* ---- the study: many starts, every formulation, many steps ---- */

/* A sample is a run and a particle: it gets a start at random, its exact motion, and for each
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

/* ---- its rows as CSV, in parts and whole ---- */

/* Above the columns are lines `# key value` with everything that determines the rows, so that parts
 * of different studies are distinguished. The last one names the part; without that line, and with
 * the rows of all parts in order, the file is the whole. The solver's time is not included, as it
 * is never the same twice.
 */
enum {
    RECORD_FORMULATIONS, RECORD_TITLE, RECORD_SCENE, RECORD_POSITION, RECORD_VELOCITY,
    RECORD_METHOD, RECORD_REFERENCE, RECORD_TIME, RECORD_RUNS, RECORD_PARTICLES, RECORD_SEED,
    RECORD_H_MIN, RECORD_HALVINGS, RECORD_OFF, RECORD_KEYS
};

/* The head above the columns, as text; and its numbers that determine which rows follow. */
typedef struct {
    output_text value[RECORD_KEYS];
    study_list list;
    int runs, particles, halvings;
    double h_min, off;
    int part, parts;              /* 1 of 1: the whole */
} record_head;

/* record_head_make: of a study; nonzero without memory
 * record_head_write: the lines, and the names of the columns
 * record_head_free: may be called after any of these */
int record_head_make(record_head *h, const study *st);
void record_head_write(const record_head *h, output_text *out);
void record_head_free(record_head *h);

/* record_write: one row; every number reads back as the same double */
void record_write(const study_row *row, output_text *out);

/* A file from which rows are being read. */
typedef struct {
    const char *name;
    FILE *stream, *messages;
    int line;
    record_head head;
    long long row;                /* rows read so far */
} record_file;

/* record_open: open the file and read its head; 0, or -1 after the message `name:line: what`. The
 * file must be of this version of the kit, and not a pipe, as parts are checked before they are
 * read. Call record_close in any case.
 * record_read: the next row, which must be the expected one. 1; 0 after the last; -1 after a
 * message, also if rows are missing or too many */
int record_open(record_file *f, const char *name, FILE *messages);
int record_read(record_file *f, study_row *row);
void record_close(record_file *f);

/* record_differ: the first key whose values differ; -1 if both heads are of one study */
int record_differ(const record_head *a, const record_head *b);
extern const char *const record_keys[RECORD_KEYS];

/* ---- exact quartiles of many columns of numbers ---- */

/*     quantiles q;
 *     if (quantiles_init(&q, columns) == 0)
 *         for (...) quantiles_add(&q, x);              column by column, row by row
 *     if (quantiles_find(&q, quartile) == 0) ...       quartile[3*columns]
 *     quantiles_free(&q);
 *
 * The numbers go to a temporary file, so that memory does not grow with them. A quartile is then
 * found byte by byte: numbers >= 0 are in the order of their bits as integers, so counting first
 * bytes gives the first byte of the quartile, counting the next bytes of numbers with this one
 * gives the second, and so on. The file is read eight times.
 */
typedef struct {
    int columns;
    long long added;              /* numbers in the file */
    FILE *file;
} quantiles;

/* quantiles_init, quantiles_add, quantiles_find: 0; or -1 with the reason in errno. Call
 * quantiles_free in any case.
 *
 * x >= 0, and may be infinite. quartile[3*k ...]: the lower quartile, the median and the upper
 * quartile of column k, interpolated linearly, as by numpy.percentile; all columns must have the
 * same length then, at least 1. */
int quantiles_init(quantiles *q, int columns);
int quantiles_add(quantiles *q, double x);
int quantiles_find(quantiles *q, double *quartile);
void quantiles_free(quantiles *q);

/* ---- the summary: a table and a picture ---- */

/* Errors by formulation and step length, their spread over the runs, and orders of convergence.
 *
 * A failed run has an infinite error, and is counted. So a mean is infinite as soon as one run
 * failed, a median if half of them did.
 */
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

/* ---- recorded steps solved again by every solver ---- */

/* How accurate and how fast each is.
 *
 *     replay r;
 *     if (replay_init(&r, ...) == 0)
 *         while (frame_reader_next(&in) > 0) replay_step(&r, &in, &rows);
 *     if (replay_finish(&r) == 0) ...                  r.tally, r.quartile
 *     replay_free(&r);
 *
 * Memory does not grow with the number of steps.
 */
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
