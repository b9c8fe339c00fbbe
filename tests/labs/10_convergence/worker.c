/* Lab 10: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_POSITION = 1, CALL_ERRORS, CALL_SUMMARY, CALL_ORDERS, CALL_FIT, CALL_RICHARDSON,
       CALL_STUDY, CALL_STATE, CALL_STUDY_AND_STATE };

/* An exact motion: x0 + v t + a t^2/2; if there is a wall, x is held at 0 or above */
enum { MOTION_X, MOTION_V = 2, MOTION_A = 4, MOTION_WALL = 6, MOTION_SIZE };

enum { POSITION_T, POSITION_X, POSITION_AT, POSITION_OUT };                /* x[2] out */
enum { ERRORS_T, ERRORS_X, ERRORS_PER_STEP, ERRORS_MOTION, ERRORS_TIME, ERRORS_E };
enum { SUMMARY_TIME, SUMMARY_E, SUMMARY_MEAN, SUMMARY_MAX };               /* two numbers out */
enum { ORDERS_H, ORDERS_E, ORDERS_P };                                     /* p[] out */
enum { FIT_H, FIT_E, FIT_FLOOR, FIT_LINE };                                /* line out */
enum { RICHARDSON_R, RICHARDSON_A, RICHARDSON_B, RICHARDSON_C, RICHARDSON_ORDER, RICHARDSON_LIMIT };
enum { STUDY_H, STUDY_OF, STUDY_MOTION, STUDY_MEAN, STUDY_MAX };           /* mean[], max[] out */
enum { STATE_H, STATE_E, STATE_ROUNDING, STATE_OUT };                      /* statement out */

/* recorded runs, one after the other: the number of points of each; the statement is about the
 * study's mean errors */
enum { BOTH_H, BOTH_OF, BOTH_MOTION, BOTH_COUNTS, BOTH_T, BOTH_X, BOTH_MEAN, BOTH_MAX, BOTH_OUT };

/* lab_line and lab_statement as numbers */
enum { LINE_ORDER, LINE_CONSTANT, LINE_USED, LINE_SIZE };
enum { OUT_BEHAVIOUR, OUT_FLOOR, OUT_LINE, OUT_SIZE = OUT_LINE + LINE_SIZE };

/* The experiment of a study. bytes: of scratch, or -1 for the contract's amount. The simulator:
 * semi-implicit Euler, or the exact motion moved by constant h^order along x; if h is below `bad`,
 * it fails in the requested way. */
enum { OF_TIME, OF_MAX, OF_PER_STEP, OF_BYTES, OF_SIMULATOR, OF_CONSTANT, OF_ORDER, OF_BAD, OF_WAY,
       OF_SIZE };
enum { SIMULATE_EULER, SIMULATE_POWER };
enum { FAILS_WITH_STATUS, FAILS_WITH_NAN, FAILS_AT_THE_END };

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

#include <math.h>
#include <string.h>

/* ---- what the student's functions are given ---- */

/* of the request that is being answered: what the simulators and the exact motion read */
typedef struct {
    const double *motion, *of;
    const double *counts, *t, *x;        /* recorded runs */
} given;

static void exact(const void *user, double t, double *x)
{
    const double *m = ((const given *)user)->motion;

    for (int i = 0; i < 2; i++)
        x[i] = m[MOTION_X + i] + m[MOTION_V + i] * t + 0.5 * m[MOTION_A + i] * t * t;
    if (m[MOTION_WALL] > 0.0) x[0] = fmax(x[0], 0.0);
}

/* times 0, h, 2 h, ... time, and how many; no step for a remainder of less than 1e-9 h */
static int steps(double h, double time, int max, double *t)
{
    int n = 0;

    for (double at = 0.0; at < time - 1e-9 * h && n < max; at = h * (double)n) t[n++] = at;
    if (n < max) t[n++] = time;
    return n;
}

/* the output of a simulator that fails: NaN, and the requested failure */
static mb_status fail(const given *g, int n, double *x)
{
    const int way = (int)g->of[OF_WAY];

    if (way == FAILS_WITH_NAN) x[2 * (n / 2)] = (double)NAN;
    if (way == FAILS_AT_THE_END) x[2 * n - 1] = HUGE_VAL;
    return way == FAILS_WITH_STATUS ? MB_RAY : MB_OK;
}

static mb_status simulate(const void *user, double h, double time, int max, double *t, double *x,
                          int *n)
{
    const given *g = user;
    const double *m = g->motion;
    double v[2] = { m[MOTION_V], m[MOTION_V + 1] };

    *n = steps(h, time, max, t);
    for (int k = 0; k < *n; k++) {
        const double dt = k > 0 ? t[k] - t[k - 1] : 0.0;
        if (g->of[OF_SIMULATOR] > SIMULATE_EULER) {
            exact(user, t[k], x + 2 * k);
            x[2 * k] += g->of[OF_CONSTANT] * pow(h, g->of[OF_ORDER]);
        } else for (int i = 0; i < 2; i++) {
            v[i] += dt * m[MOTION_A + i];
            x[2 * k + i] = k > 0 ? x[2 * k - 2 + i] + dt * v[i] : m[MOTION_X + i];
        }
    }
    return h < g->of[OF_BAD] ? fail(g, *n, x) : MB_OK;
}

/* the recorded run with this step length: the runs are recognised by their first steps */
static mb_status replay(const void *user, double h, double time, int max, double *t, double *x,
                        int *n)
{
    const given *g = user;
    int from = 0;

    for (int i = 0; g->counts[i] > 0.0; from += (int)g->counts[i], i++) {
        *n = (int)g->counts[i];
        if (*n > max || fabs(g->t[from + 1] - fmin(h, time)) > 1e-9 * h) continue;
        memcpy(t, g->t + from, (size_t)*n * sizeof *t);
        memcpy(x, g->x + 2 * from, (size_t)*n * 2 * sizeof *x);
        return MB_OK;
    }
    return MB_BAD_ARG;
}

/* ---- the functions ---- */

static mb_status errors(const frame *f)
{
    double *const *x = f->array;
    const given g = { x[ERRORS_MOTION], NULL, NULL, NULL, NULL };
    const lab_run run = { f->len[ERRORS_T], x[ERRORS_T], x[ERRORS_X] };

    return lab_errors(&run, (int)x[ERRORS_PER_STEP][0], exact, &g, x[ERRORS_TIME], x[ERRORS_E]);
}

static void put_line(const lab_line *line, double *x)
{
    x[LINE_ORDER] = line->order;
    x[LINE_CONSTANT] = line->constant;
    x[LINE_USED] = (double)line->used;
}

static lab_line line_of(const double *x)
{
    const lab_line line = { x[LINE_ORDER], x[LINE_CONSTANT], (int)x[LINE_USED] };

    return line;
}

static mb_status fit(const frame *f)
{
    double *const *x = f->array;
    lab_line line = line_of(x[FIT_LINE]);
    const mb_status status =
        lab_fit(f->len[FIT_H], x[FIT_H], x[FIT_E], x[FIT_FLOOR][0], &line);

    put_line(&line, x[FIT_LINE]);
    return status;
}

static mb_status state(int count, const double *h, const double *e, double rounding, double *out)
{
    lab_statement s;
    mb_status status;

    s.behaviour = (lab_behaviour)(int)out[OUT_BEHAVIOUR];
    s.floor = out[OUT_FLOOR];
    s.line = line_of(out + OUT_LINE);
    status = lab_state(count, h, e, rounding, &s);
    out[OUT_BEHAVIOUR] = (double)(int)s.behaviour;
    out[OUT_FLOOR] = s.floor;
    put_line(&s.line, out + OUT_LINE);
    return status;
}

static mb_status study(const lab_experiment *of, const double *settings, int count,
                       const double *h, double *mean, double *max, mb_arena all)
{
    const int per_step = (int)settings[OF_PER_STEP];
    const double bytes = settings[OF_BYTES];
    const size_t contract = lab_study_scratch(of->max, per_step);

    return lab_study(of, per_step, count, h, mean, max,
                     worker_arena(all, bytes >= 0.0 ? (size_t)bytes : contract));
}

/* arrays of a study, and of one with recorded runs, begin alike */
static lab_experiment experiment(const frame *f, const given *g, lab_simulate *how)
{
    const double *settings = f->array[STUDY_OF];
    const lab_experiment of = { settings[OF_TIME], (int)settings[OF_MAX], how, exact, g };

    return of;
}

static mb_status only_study(const frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const given g = { x[STUDY_MOTION], x[STUDY_OF], NULL, NULL, NULL };
    const lab_experiment of = experiment(f, &g, simulate);

    return study(&of, x[STUDY_OF], f->len[STUDY_H], x[STUDY_H], x[STUDY_MEAN], x[STUDY_MAX],
                 scratch);
}

static mb_status study_and_state(const frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const given g = { x[BOTH_MOTION], x[BOTH_OF], x[BOTH_COUNTS], x[BOTH_T], x[BOTH_X] };
    const lab_experiment of = experiment(f, &g, replay);
    const int count = f->len[BOTH_H];
    const mb_status status =
        study(&of, x[BOTH_OF], count, x[BOTH_H], x[BOTH_MEAN], x[BOTH_MAX], scratch);

    if (status != MB_OK) return status;
    return state(count, x[BOTH_H], x[BOTH_MEAN], 0.0, x[BOTH_OUT]);
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;
    const lab_run run = { f->len[POSITION_T], x[POSITION_T], x[POSITION_X] };

    switch (f->id) {
    case CALL_POSITION: return lab_position(&run, x[POSITION_AT][0], x[POSITION_OUT]);
    case CALL_ERRORS: return errors(f);
    case CALL_SUMMARY:
        return lab_summary(f->len[SUMMARY_E], x[SUMMARY_TIME], x[SUMMARY_E], x[SUMMARY_MEAN],
                           x[SUMMARY_MAX]);
    case CALL_ORDERS:
        return lab_local_orders(f->len[ORDERS_E], x[ORDERS_H], x[ORDERS_E], x[ORDERS_P]);
    case CALL_FIT: return fit(f);
    case CALL_RICHARDSON:
        return lab_richardson(f->len[RICHARDSON_A], x[RICHARDSON_R][0], x[RICHARDSON_A],
            x[RICHARDSON_B], x[RICHARDSON_C], x[RICHARDSON_ORDER], x[RICHARDSON_LIMIT]);
    case CALL_STUDY: return only_study(f, scratch);
    case CALL_STATE:
        return state(f->len[STATE_H], x[STATE_H], x[STATE_E], x[STATE_ROUNDING][0], x[STATE_OUT]);
    case CALL_STUDY_AND_STATE: return study_and_state(f, scratch);
    }
    return MB_BAD_ARG;
}

#endif
