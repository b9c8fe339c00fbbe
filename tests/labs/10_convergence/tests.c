/* Lab 10's tests: motions whose errors are known in closed form, exact power laws, integrals that
 * are known, and runs of three formulations past a wall, where theory gives each its order */
#include "grader.h"
#include "worker.c"

#include <math.h>
#include <string.h>

enum { MAX_POINTS = 12, MAX_COUNT = 10, MAX_PER_STEP = 4, MAX_ERRORS = MAX_POINTS * MAX_PER_STEP };

/* relative: a few rounding errors of the numbers that a result is made of; a size for judge_number,
 * which takes NEAR of it */
#define CLOSE 1e-10
#define sized(size) (CLOSE / NEAR * (size))
#define GRAVITY 9.81

static int all_finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

/* x[i] is want[i], relative to `size`; where a value that is not finite is expected, it
 * must not be finite */
static int judge_list(verdict *v, const char *name, int n, const double *x, const double *want,
                      double size)
{
    for (int i = 0; i < n; i++) {
        const int ok = isfinite(want[i]) ? fabs(x[i] - want[i]) <= CLOSE * size : !isfinite(x[i]);
        if (ok) continue;
        if (!judge_written(v, name, n, x)) return 0;
        say_vector(v->yours, name, n, x);
        if (all_finite(n, want)) note_numbers(v, name, n, 1, x, want);
        return broken(v, "%s[%d] should be %.10g and is %.10g", name, i, want[i], x[i]);
    }
    return 1;
}

/* ---- 01 and 02: a position ---- */

typedef struct {
    int n;
    double t[MAX_POINTS], x[2 * MAX_POINTS];
} made_run;

/* the worked example of README: a particle that falls, in two steps */
static void example_run(made_run *run)
{
    static const made_run example = { 3, { 0, 0.2, 0.4 }, { 0, 0, 0, -0.4, 0, -1.2 } };

    *run = example;
}

static void random_run(rng *r, int n, made_run *run)
{
    run->n = n;
    run->t[0] = rng_range(r, -1.0, 1.0);
    for (int k = 1; k < n; k++) run->t[k] = run->t[k - 1] + rng_range(r, 0.1, 0.4);
    for (int i = 0; i < 2 * n; i++) run->x[i] = rng_range(r, -2.0, 2.0);
}

static void put_position(frame *q, const made_run *run, double t)
{
    request(q, CALL_POSITION, given(run->n, run->t), given(2 * run->n, run->x), scalar(t),
            blank(2));
}

enum { POSITIONS = 16 };
static void make_position(int k, rng *r, frame *q)
{
    made_run run;
    int at;

    if (k < 2) {
        example_run(&run);
        put_position(q, &run, k == 0 ? 0.3 : 0.05);
        return;
    }
    random_run(r, 2 + k % 7, &run);
    at = rng_int(r, run.n - 1);
    put_position(q, &run, run.t[at] + rng_range(r, 0.1, 0.9) * (run.t[at + 1] - run.t[at]));
}

/* at the points themselves; outside; a single point; lengths and times in other units */
enum { AT_FIRST, AT_LAST, AT_INNER, BEFORE, BEHIND, JUST_BEHIND, SINGLE, BEFORE_SINGLE,
       BEHIND_SINGLE, IN_UNITS, POSITION_ENDS = IN_UNITS + 4 };
static void make_position_end(int k, rng *r, frame *q)
{
    static const double length[] = { 1e200, 1e-200, 1e200, 1e-200 };
    static const double second[] = { 1e200, 1e-200, 1e-3, 1e3 };
    made_run run;
    double t;

    random_run(r, k >= SINGLE && k <= BEHIND_SINGLE ? 1 : 5, &run);
    for (int i = 0; k >= IN_UNITS && i < run.n; i++) {
        run.t[i] *= second[k - IN_UNITS];
        for (int c = 0; c < 2; c++) run.x[2 * i + c] *= length[k - IN_UNITS];
    }
    t = run.t[0];
    if (k == AT_LAST || k == BEHIND) t = run.t[run.n - 1];
    if (k == JUST_BEHIND) t = run.t[run.n - 1] + 1e-9;
    if (k == AT_INNER) t = run.t[2];
    if (k == BEFORE || k == BEFORE_SINGLE) t -= 0.05;
    if (k == BEHIND || k == BEHIND_SINGLE) t += 0.05;
    if (k >= IN_UNITS) t = 0.25 * run.t[3] + 0.75 * run.t[4];
    put_position(q, &run, t);
}

static int judge_position(int k, const frame *q, const frame *a, verdict *v)
{
    const double *t = q->array[POSITION_T], *x = q->array[POSITION_X];
    const double *out = a->array[POSITION_OUT], at = q->array[POSITION_AT][0];
    const int n = q->len[POSITION_T];
    double want[2] = { x[0], x[1] }, s;

    say_vector(v->input, "t", n, t);
    say_vector(v->input, "x", 2 * n, x);
    say(v->input, "at t=%.10g", at);
    if (at < t[0] || at > t[n - 1])
        return judge_status(v, a, one_of(MB_BAD_ARG), "the position at that time is not known") &&
               judge_unchanged(v, "x", q, a, POSITION_OUT);
    if (!judge_ok(v, a, "the time is in the run")) return 0;
    for (int i = 0; i + 1 < n; i++) {
        if (at < t[i] || at > t[i + 1]) continue;
        s = (at - t[i]) / (t[i + 1] - t[i]);
        for (int c = 0; c < 2; c++) want[c] = x[2 * i + c] * (1.0 - s) + x[2 * i + 2 + c] * s;
    }
    return judge_list(v, "x", 2, out, want, largest(2 * n, x));
}

/* ---- 03 and 04: errors ---- */

/* points of a motion x0 + v t + a t^2/2 with the distance to it in closed form */
typedef struct {
    double motion[MOTION_SIZE];
    made_run run;
} made_motion;

static void move(const double *m, double t, double *x)
{
    for (int i = 0; i < 2; i++)
        x[i] = m[MOTION_X + i] + m[MOTION_V + i] * t + 0.5 * m[MOTION_A + i] * t * t;
}

static void random_motion(rng *r, double unit, double *m)
{
    for (int i = 0; i < MOTION_WALL; i++) m[i] = unit * rng_range(r, -2.0, 2.0);
    m[MOTION_WALL] = 0.0;
}

/* semi-implicit Euler with steps of length h: after k of them x0 + v t + a t (t + h)/2, t = k h */
static void euler_run(const double *m, double h, int n, made_run *run)
{
    run->n = n;
    for (int k = 0; k < n; k++) {
        const double t = run->t[k] = k * h;
        for (int i = 0; i < 2; i++)
            run->x[2 * k + i] =
                m[MOTION_X + i] + m[MOTION_V + i] * t + 0.5 * m[MOTION_A + i] * t * (t + h);
    }
}

static void put_errors(frame *q, const made_motion *made, int per_step)
{
    const int n = made->run.n;

    request(q, CALL_ERRORS, given(n, made->run.t), given(2 * n, made->run.x),
            scalar((double)per_step), given(MOTION_SIZE, made->motion),
            blank(per_step * (n - 1) + 1), blank(per_step * (n - 1) + 1));
}

static void say_errors(const frame *q, verdict *v)
{
    const double *m = q->array[ERRORS_MOTION];

    say_vector(v->input, "t", q->len[ERRORS_T], q->array[ERRORS_T]);
    say_vector(v->input, "x", q->len[ERRORS_X], q->array[ERRORS_X]);
    say(v->input, "per_step=%g  exact: (%.5g, %.5g) + (%.5g, %.5g) t + (%.5g, %.5g) t^2/2",
        q->array[ERRORS_PER_STEP][0], m[MOTION_X], m[MOTION_X + 1], m[MOTION_V], m[MOTION_V + 1],
        m[MOTION_A], m[MOTION_A + 1]);
}

/* the fall of the worked example */
static void example_motion(made_motion *made)
{
    memset(made, 0, sizeof *made);
    made->motion[MOTION_A + 1] = -10.0;
    example_run(&made->run);
}

enum { ERRORS = 14 };
static void make_errors(int k, rng *r, frame *q)
{
    made_motion made;

    if (k < 2) {
        example_motion(&made);
        put_errors(q, &made, 2 - k);
        return;
    }
    random_motion(r, 1.0, made.motion);
    euler_run(made.motion, rng_range(r, 0.05, 0.3), 2 + k % 6, &made.run);
    put_errors(q, &made, 1 + k % MAX_PER_STEP);
}

/* the fraction s of step k, from t to t + dt: place and time */
static double share_at(const frame *q, int k, double s)
{
    const double *t = q->array[ERRORS_T] + k;

    return s < 1.0 ? t[0] + s * (t[1] - t[0]) : t[1];
}

/* time[] and e[] are all there: the times are fractions of the steps; the caller provides want[] */
static int judge_error_list(const frame *q, const frame *a, const double *want, double size,
                            verdict *v)
{
    const int m = (int)q->array[ERRORS_PER_STEP][0], n = q->len[ERRORS_T];
    const int count = m * (n - 1) + 1;
    double time[MAX_ERRORS];

    time[0] = q->array[ERRORS_T][0];
    for (int i = 1; i < count; i++)
        time[i] = share_at(q, (i - 1) / m, (double)((i - 1) % m + 1) / m);
    if (!judge_ok(v, a, "every run has errors")) return 0;
    return judge_list(v, "time", count, a->array[ERRORS_TIME], time,
                      largest(n, q->array[ERRORS_T])) &&
           judge_list(v, "e", count, a->array[ERRORS_E], want, size);
}

/* Euler's distance in closed form: (h t + s (2 h - s))/2 times |a|, a time s after t = k h */
static int judge_euler(int k, const frame *q, const frame *a, verdict *v)
{
    const int m = (int)q->array[ERRORS_PER_STEP][0], count = q->len[ERRORS_E];
    const double *motion = q->array[ERRORS_MOTION], h = q->array[ERRORS_T][1];
    const double acceleration = hypot(motion[MOTION_A], motion[MOTION_A + 1]);
    double want[MAX_ERRORS];

    say_errors(q, v);
    want[0] = 0.0;
    for (int i = 1; i < count; i++) {
        const double t = (i - 1) / m * h, s = ((i - 1) % m + 1) * h / m;
        want[i] = 0.5 * acceleration * (h * t + s * (2.0 * h - s));
    }
    return judge_error_list(q, a, want, 10.0, v);
}

/* Points on the motion, or moved from it by `off`, at uneven times: between them the distance is
 * |a| s (dt - s)/2; other units; runs with NaN and infinity in them; one whose end is below 0.3 +
 * (0.9 - 0.3) by a rounding error */
enum { ON_POINTS, BETWEEN_POINTS, SHORT_LAST, ONLY_START, MOVED, LARGE, SMALL, FAST, SLOW, WITH_NAN,
       INFINITE_END, ROUNDED_END, ERROR_CASES };
static void make_errors_awkward(int k, rng *r, frame *q)
{
    static const double length[] = { 1e200, 1e-200, 1e150, 1e-150 };
    static const double second[] = { 1.0, 1.0, 1e-30, 1e30 };
    const double unit = k >= LARGE && k <= SLOW ? length[k - LARGE] : 1.0;
    const double tick = k >= LARGE && k <= SLOW ? second[k - LARGE] : 1.0;
    made_motion made;

    random_run(r, k == ONLY_START ? 1 : k == ROUNDED_END ? 2 : 6, &made.run);
    random_motion(r, unit, made.motion);
    for (int i = 0; i < 2; i++) {
        made.motion[MOTION_V + i] /= tick;
        made.motion[MOTION_A + i] /= tick * tick;
    }
    if (k == ROUNDED_END) made.run.t[0] = 0.3, made.run.t[1] = 0.9;
    if (k == SHORT_LAST) made.run.t[5] = made.run.t[4] + 0.003;
    for (int i = 0; i < made.run.n; i++) {
        made.run.t[i] *= tick;
        move(made.motion, made.run.t[i], made.run.x + 2 * i);
        if (k == ONLY_START || k >= MOVED) made.run.x[2 * i] += 3.0 * unit;
        if (k == ONLY_START || k >= MOVED) made.run.x[2 * i + 1] -= 4.0 * unit;
    }
    if (k == WITH_NAN) made.run.x[5] = (double)NAN;
    if (k == INFINITE_END) made.run.x[10] = HUGE_VAL;
    put_errors(q, &made, k == ON_POINTS || k == WITH_NAN ? 1 : 3);
}

static int is_point(const double *x) { return isfinite(x[0]) && isfinite(x[1]); }

/* the distance in closed form; where a point is a NaN, the error must only not be finite */
static int judge_errors_awkward(int k, const frame *q, const frame *a, verdict *v)
{
    const int m = (int)q->array[ERRORS_PER_STEP][0], count = q->len[ERRORS_E];
    const double *motion = q->array[ERRORS_MOTION], *t = q->array[ERRORS_T];
    const double *x = q->array[ERRORS_X];
    double off[2] = { 0.0, 0.0 }, want[MAX_ERRORS], start[2], size;

    say_errors(q, v);
    move(motion, t[0], start);
    for (int i = 0; i < 2 && (k == ONLY_START || k >= MOVED); i++) off[i] = x[i] - start[i];
    want[0] = hypot(off[0], off[1]);
    for (int i = 1; i < count; i++) {
        const int step = (i - 1) / m, j = (i - 1) % m + 1;
        const double dt = t[step + 1] - t[step], s = j * dt / m;
        const double chord = 0.5 * s * (dt - s);      /* times a */
        want[i] = hypot(off[0] + chord * motion[MOTION_A], off[1] + chord * motion[MOTION_A + 1]);
        if (!is_point(x + 2 * step + 2)) want[i] = (double)NAN;
        /* beside a NaN: either */
        if (!(is_point(x + 2 * step) && (i + 1 == count || is_point(x + 2 * (i / m) + 2))) &&
            !isfinite(a->array[ERRORS_E][i]))
            want[i] = (double)NAN;
    }
    size = hypot(motion[MOTION_X], motion[MOTION_X + 1]) + hypot(start[0], start[1]);
    for (int i = 0; i < 2 * q->len[ERRORS_T]; i++)
        if (isfinite(x[i])) size = fmax(size, fabs(x[i]));
    return judge_error_list(q, a, want, size, v);
}

/* ---- 05 and 06: mean and maximum ---- */

static void put_summary(frame *q, int count, const double *time, const double *e)
{
    request(q, CALL_SUMMARY, given(count, time), given(count, e), blank(1), blank(1));
}

/* the worked example; an error that grows in proportion to the time; one that grows and shrinks
 * again, with its peak at one of the times; and one that lasts until a time, all at uneven times */
enum { EXAMPLE, RAMP, TENT = RAMP + 5, SHAPES = TENT + 5 };
static void make_summary(int k, rng *r, frame *q)
{
    static const double time[] = { 0, 0.1, 0.2, 0.3, 0.4 }, example[] = { 0, 0.15, 0.2, 0.35, 0.4 };
    const double slope = rng_range(r, 0.5, 2.0);
    made_run run;
    double e[MAX_POINTS];

    if (k == EXAMPLE) {
        put_summary(q, 5, time, example);
        return;
    }
    random_run(r, 4 + k % 8, &run);
    if (k < TENT) for (int i = 0; i < run.n; i++) e[i] = slope * (run.t[i] - run.t[0]);
    else for (int i = 0; i < run.n; i++) {
        const double peak = run.t[2], end = run.t[run.n - 1];
        e[i] = i < 2 ? (run.t[i] - run.t[0]) / (peak - run.t[0]) : (end - run.t[i]) / (end - peak);
        e[i] *= slope;
    }
    put_summary(q, run.n, run.t, e);
}

static void say_summary(const frame *q, verdict *v)
{
    say_vector(v->input, "time", q->len[SUMMARY_TIME], q->array[SUMMARY_TIME]);
    say_vector(v->input, "e", q->len[SUMMARY_E], q->array[SUMMARY_E]);
}

/* both numbers; the area below a ramp or a tent is half its height times its length */
static int judge_both(const frame *a, double mean, double max, verdict *v)
{
    return judge_ok(v, a, "all errors are finite") &&
           judge_number(v, "mean", a->array[SUMMARY_MEAN][0], mean, sized(max)) &&
           judge_number(v, "max", a->array[SUMMARY_MAX][0], max, sized(max));
}

static int judge_summary(int k, const frame *q, const frame *a, verdict *v)
{
    const double top = largest(q->len[SUMMARY_E], q->array[SUMMARY_E]);

    say_summary(q, v);
    return judge_both(a, k == EXAMPLE ? 0.225 : 0.5 * top, top, v);
}

/* a single error; all 0; numbers whose sum, or whose product with the time, overflows; errors that
 * are not finite, at the start, inside, at the end */
enum { ONE_ERROR, ALL_ZERO, HUGE_ERRORS, TINY_ERRORS, HUGE_TIMES, TINY_TIMES, NOT_FINITE,
       SUMMARIES = NOT_FINITE + 6 };
static void make_summary_awkward(int k, rng *r, frame *q)
{
    static const double bad[] = { (double)NAN, HUGE_VAL };
    static const double unit[] = { 1, 0, 1e200, 1e-200, 1e200, 1e-200 };
    static const double second[] = { 1, 1, 1, 1, 1e200, 1e-200 };
    made_run run;
    double e[MAX_POINTS];

    random_run(r, k == ONE_ERROR ? 1 : 7, &run);
    for (int i = run.n - 1; i >= 0; i--) {
        e[i] = k == ONE_ERROR ? 2.5 : run.t[i] - run.t[0];
        if (k < NOT_FINITE) e[i] *= unit[k];
        if (k < NOT_FINITE) run.t[i] *= second[k];
    }
    if (k >= NOT_FINITE) e[(k - NOT_FINITE) / 2 * 3] = bad[k % 2];
    put_summary(q, run.n, run.t, e);
}

static int judge_summary_awkward(int k, const frame *q, const frame *a, verdict *v)
{
    const int count = q->len[SUMMARY_E];
    const double last = q->array[SUMMARY_E][count - 1];

    say_summary(q, v);
    if (k < NOT_FINITE) return judge_both(a, count == 1 ? last : 0.5 * last, last, v);
    return judge_status(v, a, one_of(MB_NOT_FINITE), "an error is not finite") &&
           judge_unchanged(v, "mean", q, a, SUMMARY_MEAN) &&
           judge_unchanged(v, "max", q, a, SUMMARY_MAX);
}

/* ---- 07: local orders ---- */

static const double example_h[] = { 0.4, 0.2, 0.1 }, example_e[] = { 0.8, 0.4, 0.2 };

/* count step lengths, the largest first; halved, or in other ratios */
static void step_lengths(rng *r, int count, double first, double *h)
{
    for (int i = 0; i < count; i++)
        h[i] = i == 0 ? first : h[i - 1] / (r ? rng_range(r, 1.2, 3.0) : 2.0);
}

/* the worked example; power laws and others; a single error; units; errors without a logarithm */
enum { ONE_POINT = 9, ORDER_UNITS, NO_LOGARITHM, ORDERS = NO_LOGARITHM + 4 };
static void make_orders(int k, rng *r, frame *q)
{
    static const double none[] = { 0.0, HUGE_VAL };
    double h[MAX_COUNT] = { 0.0 }, e[MAX_COUNT] = { 0.0 };
    int count = k == ONE_POINT ? 1 : 3 + k % 5;

    step_lengths(r, count, rng_range(r, 0.05, 0.5), h);
    for (int i = 0; i < count; i++)
        e[i] = k < 4 ? 3.0 * pow(h[i], k) : h[i] * rng_range(r, 0.1, 3.0);
    if (k == ORDER_UNITS) {
        h[count - 1] *= 1e-200;
        e[0] *= 1e200;
        e[1] *= 1e-200;
    }
    if (k >= NO_LOGARITHM) e[k % 3] = none[k % 2];
    if (k == 0) count = 3;
    request(q, CALL_ORDERS, given(count, k == 0 ? example_h : h),
            given(count, k == 0 ? example_e : e), blank(count - 1));
}

static int has_order(const double *e)
{
    return fmin(e[0], e[1]) > 0.0 && fmax(e[0], e[1]) < HUGE_VAL;
}

/* (h_i/h_j)^p = e_i/e_j, in logarithms */
static int judge_orders(int k, const frame *q, const frame *a, verdict *v)
{
    const double *h = q->array[ORDERS_H], *e = q->array[ORDERS_E], *p = a->array[ORDERS_P];
    const int count = q->len[ORDERS_E];
    double want[MAX_COUNT], size = 1.0;

    say_vector(v->input, "h", count, h);
    say_vector(v->input, "e", count, e);
    for (int i = 0; i + 1 < count; i++) {
        want[i] = (double)NAN;
        if (!has_order(e + i)) continue;
        want[i] = (log(e[i]) - log(e[i + 1])) / (log(h[i]) - log(h[i + 1]));
        size = fmax(size, fabs(want[i]));
    }
    if (!judge_ok(v, a, "each is a number or NAN")) return 0;
    for (int i = 0; i + 1 < count; i++)
        if (!isfinite(want[i]) && isinf(p[i])) {
            say_vector(v->yours, "p", count - 1, p);
            return broken(v, "p[%d] should be NAN, but is infinite", i);
        }
    return judge_list(v, "p", count - 1, p, want, size);
}

/* ---- 08 and 09: the fit ---- */

static void put_fit(frame *q, int count, const double *h, const double *e, double floor)
{
    request(q, CALL_FIT, given(count, h), given(count, e), scalar(floor), blank(LINE_SIZE));
}

/* The line of least squares by pairs of points,
 *
 *     p = sum_(i<j) (x_i - x_j) (y_i - y_j) / sum_(i<j) (x_i - x_j)^2
 *
 * which is the same as by the normal equations. 0 if the points don't have two different h. */
static int line_by_pairs(int count, const double *h, const double *e, double floor, double *line)
{
    double xx = 0.0, xy = 0.0, rest = 0.0;
    int used = 0;

    for (int i = 0; i < count; i++) {
        if (!(e[i] > floor && e[i] < HUGE_VAL)) continue;
        used++;
        for (int j = 0; j < i; j++) {
            const double dx = log(h[i] / h[j]), dy = log(e[i]) - log(e[j]);
            if (!(e[j] > floor && e[j] < HUGE_VAL)) continue;
            xx += dx * dx;
            xy += dx * dy;
        }
    }
    if (!(xx > 0.0)) return 0;
    for (int i = 0; i < count; i++)
        if (e[i] > floor && e[i] < HUGE_VAL) rest += log(e[i]) - xy / xx * log(h[i]);
    line[LINE_ORDER] = xy / xx;
    line[LINE_CONSTANT] = exp(rest / used);
    line[LINE_USED] = used;
    return 1;
}

/* tol: of the order; the constant is found by going back from the points to h = 1 */
static int judge_line(verdict *v, const double *line, const double *want, double tol)
{
    const double back = log(line[LINE_CONSTANT]) - log(want[LINE_CONSTANT]);

    if (!judge_written(v, "line", LINE_SIZE, line)) return 0;
    say(v->yours, "order=%.8g  constant=%.8g  used=%g", line[LINE_ORDER], line[LINE_CONSTANT],
        line[LINE_USED]);
    if (fabs(line[LINE_USED] - want[LINE_USED]) > 0.5)
        return broken(v, "used should be %g and is %g", want[LINE_USED], line[LINE_USED]);
    if (!(fabs(line[LINE_ORDER] - want[LINE_ORDER]) <= tol)) {
        note_numbers(v, "order", 1, 1, line + LINE_ORDER, want + LINE_ORDER);
        return broken(v, "order should be %.10g and is %.10g", want[LINE_ORDER], line[LINE_ORDER]);
    }
    if (!(fabs(back) <= 1000.0 * tol)) {
        note_numbers(v, "constant", 1, 1, line + LINE_CONSTANT, want + LINE_CONSTANT);
        return broken(v, "constant should be %.10g and is %.10g", want[LINE_CONSTANT],
                      line[LINE_CONSTANT]);
    }
    return 1;
}

/* the worked example; exact power laws; scatter around one */
enum { LAWS = 6, FITS = 12 };
static void make_fit(int k, rng *r, frame *q)
{
    double h[MAX_COUNT], e[MAX_COUNT];
    const double constant = rng_range(r, 0.2, 5.0), order = rng_range(r, 0.3, 4.0);
    const int count = 3 + k % 6;

    step_lengths(k % 2 ? r : NULL, count, rng_range(r, 0.05, 0.5), h);
    for (int i = 0; i < count; i++)
        e[i] = constant * pow(h[i], order) * (k < LAWS ? 1.0 : rng_range(r, 0.4, 2.5));
    if (k == 0) put_fit(q, 3, example_h, example_e, 0.0);
    else put_fit(q, count, h, e, 0.0);
}

/* points below the floor or on it; runs that failed, and errors of 0; step lengths that hardly
 * differ, in small units; in disorder; errors whose quotient overflows; two points; h = 1 and
 * 1.0000001; from REFUSED on none or one to fit, or all of one h */
enum { ON_FLOOR, BELOW_FLOOR, FAILED_RUN, ZERO_ERROR, ALL_OF_THEM, CLOSE_STEPS, DISORDER, FIT_UNITS,
       WIDE, TWO_POINTS, CLOSEST_PAIR, EQUAL_PAIR, REFUSED, NONE_GIVEN = REFUSED, ONE_GIVEN,
       ALL_ON_FLOOR, ALL_EQUAL, ONE_ABOVE, FIT_CASES };
static void make_fit_awkward(int k, rng *r, frame *q)
{
    double h[MAX_COUNT], e[MAX_COUNT], floor = 0.0;
    int count = 6;

    step_lengths(r, count, k == FIT_UNITS ? 1e-100 : 0.5, h);
    for (int i = 0; i < count; i++) {
        if (k == CLOSE_STEPS) h[i] = 1e-150 * (1.0 + 0.001 * (6 - i));
        if (k == DISORDER) h[i] = 0.1 * (1 + (i * 5) % 7);
        if (k == ALL_EQUAL) h[i] = 0.3;
        if (k == EQUAL_PAIR) h[i] = i < 3 ? 0.3 : 0.15;
        e[i] = 2.0 * (k == FIT_UNITS ? h[i] * 1e150 : pow(h[i] / h[0], 1.5)) *
               (k == CLOSE_STEPS ? 1.0 : rng_range(r, 0.8, 1.25));
    }
    if (k == ON_FLOOR) e[4] = e[5] = floor = e[3];
    if (k == BELOW_FLOOR || k == ALL_OF_THEM) floor = 1.01 * fmax(e[4], e[5]);
    if (k == FAILED_RUN || k == ALL_OF_THEM) e[0] = HUGE_VAL;
    if (k == ZERO_ERROR || k == ALL_OF_THEM) e[2] = 0.0;
    if (k == ALL_ON_FLOOR) floor = 1e9;
    if (k == ONE_ABOVE) e[0] = 1e3, floor = 1e2;
    for (int i = 0; i < 3 && k == WIDE; i++) h[i] = 2.0 / (1 << i), e[i] = pow(1e160, 1 - i);
    if (k == CLOSEST_PAIR) h[0] = 1.0000001, e[0] = 1.0000002, h[1] = e[1] = 1.0;
    if (k == WIDE) count = 3;
    if (k == TWO_POINTS || k == CLOSEST_PAIR) count = 2;
    if (k == NONE_GIVEN || k == ONE_GIVEN) count = k - NONE_GIVEN;
    put_fit(q, count, h, e, floor);
}

static int judge_fit(int k, const frame *q, const frame *a, verdict *v)
{
    const double *h = q->array[FIT_H], *e = q->array[FIT_E], floor = q->array[FIT_FLOOR][0];
    const int count = q->len[FIT_H];
    double want[LINE_SIZE];
    const int close = count > 1 && fabs(h[1] - h[0]) < 0.01 * h[0] && h[0] < 1e-100;

    say_vector(v->input, "h", count, h);
    say_vector(v->input, "e", count, e);
    say(v->input, "floor=%.6g", floor);
    if (!line_by_pairs(count, h, e, floor, want))
        return judge_status(v, a, one_of(MB_SINGULAR),
                            "two different h with an error above the floor are needed") &&
               judge_unchanged(v, "line", q, a, FIT_LINE);
    if (!judge_ok(v, a, "there are two different h to fit")) return 0;
    return judge_line(v, a->array[FIT_LINE], want, close ? 1e-8 : 1e-9);
}

/* ---- 10 and 11: Richardson ---- */

static void put_richardson(frame *q, int n, double r, double x[3][MAX_COUNT])
{
    request(q, CALL_RICHARDSON, scalar(r));
    for (int i = 0; i < 3; i++) put(q, given(n, x[i]));
    put(q, blank(1), blank(n));
}

/* x(h) = limit + slope h^order with h = 1, 1/r, 1/r^2 */
static void power_steps(rng *r, int n, double ratio, double order, double x[3][MAX_COUNT])
{
    for (int k = 0; k < n; k++) {
        const double limit = rng_range(r, -2.0, 2.0), slope = rng_range(r, -1.0, 1.0);
        for (int i = 0; i < 3; i++) x[i][k] = limit + slope * pow(ratio, -order * i);
    }
}

enum { RICHARDSONS = 14 };
static void make_richardson(int k, rng *r, frame *q)
{
    double x[3][MAX_COUNT] = { { -1.6 }, { -1.2 }, { -1.0 } };
    const int n = k == 0 ? 1 : 1 + k % 4;
    const double ratio = k % 3 ? rng_range(r, 1.5, 4.0) : 2.0, order = rng_range(r, 0.5, 4.0);

    if (k > 0) power_steps(r, n, ratio, order, x);
    put_richardson(q, n, ratio, x);
}

/* numbers that do not follow one power; large and small ones; from there on those without a limit:
 * the differences are equal, grow, are 0, or not finite */
enum { NO_POWER, LARGE_NUMBERS = NO_POWER + 2, SMALL_NUMBERS, NO_LIMIT, EQUAL_STEPS = NO_LIMIT,
       GROWING, FINE_EQUAL, ALL_THE_SAME, NOT_A_NUMBER, COARSE_EQUAL, RICHARDSON_CASES };
static void make_richardson_awkward(int k, rng *r, frame *q)
{
    double x[3][MAX_COUNT];
    const double unit = k == LARGE_NUMBERS ? 1e200 : k == SMALL_NUMBERS ? 1e-200 : 1.0;
    const int n = 3;

    power_steps(r, n, 2.0, 1.0, x);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) x[j][i] *= unit;
        if (k < LARGE_NUMBERS) x[0][i] += rng_range(r, 3.0, 4.0);
        if (k == EQUAL_STEPS) x[0][i] = 1.0, x[1][i] = 2.0, x[2][i] = 3.0;
        if (k == GROWING) x[0][i] = 1.0, x[1][i] = 2.0, x[2][i] = 0.0;
        if (k == FINE_EQUAL || k == ALL_THE_SAME) x[2][i] = x[1][i];
        if (k == COARSE_EQUAL || k == ALL_THE_SAME) x[0][i] = x[1][i];
    }
    if (k == NOT_A_NUMBER) x[1][1] = (double)NAN;
    put_richardson(q, n, 2.0, x);
}

static double difference(int n, const double *x, const double *y)
{
    double sum = 0.0, size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i] - y[i]));
    for (int i = 0; i < n && size > 0.0; i++) sum += pow((x[i] - y[i]) / size, 2.0);
    return size * sqrt(sum);
}

/* b - c is a - b reduced by r^-order; the remainder after c is a geometric series */
static int judge_richardson(int k, const frame *q, const frame *a, verdict *v)
{
    double *const *x = q->array;
    const double *order = a->array[RICHARDSON_ORDER], *limit = a->array[RICHARDSON_LIMIT];
    const double ratio = x[RICHARDSON_R][0];
    const int n = q->len[RICHARDSON_A];
    const double coarse = difference(n, x[RICHARDSON_A], x[RICHARDSON_B]);
    const double fine = difference(n, x[RICHARDSON_B], x[RICHARDSON_C]);
    double want[MAX_COUNT], series = 0.0;

    say(v->input, "r=%.6g  ", ratio);
    say_vector(v->input, "a", n, x[RICHARDSON_A]);
    say_vector(v->input, "b", n, x[RICHARDSON_B]);
    say_vector(v->input, "c", n, x[RICHARDSON_C]);
    say(v->input, "|a-b|=%.6g  |b-c|=%.6g", coarse, fine);
    if (!(coarse > fine && fine > 0.0))
        return judge_status(v, a, one_of(MB_STALLED), "|a - b| > |b - c| > 0 does not hold") &&
               judge_unchanged(v, "order", q, a, RICHARDSON_ORDER) &&
               judge_unchanged(v, "limit", q, a, RICHARDSON_LIMIT);
    if (!judge_ok(v, a, "the differences shrink")) return 0;
    if (!judge_number(v, "order", order[0], log(coarse / fine) / log(ratio), sized(10.0))) return 0;
    for (double term = fine / coarse; term > 1e-18; term *= fine / coarse) series += term;
    for (int i = 0; i < n; i++)
        want[i] = x[RICHARDSON_C][i] + (x[RICHARDSON_C][i] - x[RICHARDSON_B][i]) * series;
    return judge_list(v, "limit", n, limit, want, 10.0 * largest(n, want));
}

/* ---- 12 and 13: studies ---- */

/* the points of the longest run: the contract's scratch has no room for more */
static int points_needed(int count, const double *h, double time)
{
    double most = 0.0;

    for (int i = 0; i < count; i++) most = fmax(most, ceil(time / h[i] - 1e-9));
    return (int)most + 1;
}

static void put_study(frame *q, int count, const double *h, const double *of, const double *motion)
{
    request(q, CALL_STUDY, given(count, h), given(OF_SIZE, of), given(MOTION_SIZE, motion),
            blank(count), blank(count));
}

static void study_of(double *of, int count, const double *h, int per_step, int simulator)
{
    memset(of, 0, OF_SIZE * sizeof *of);
    of[OF_TIME] = 0.8;
    of[OF_MAX] = points_needed(count, h, of[OF_TIME]);
    of[OF_PER_STEP] = per_step;
    of[OF_BYTES] = -1.0;
    of[OF_SIMULATOR] = simulator;
}

/* a fall with Euler's steps, h a divisor of the time or not; and motions along straight lines, from
 * which the simulator is constant h^order away */
enum { STUDIES = 12 };
static void make_study(int k, rng *r, frame *q)
{
    double h[MAX_COUNT], of[OF_SIZE], motion[MOTION_SIZE];
    const int count = 1 + k % 6;

    step_lengths(k % 2 ? r : NULL, count, 0.4, h);
    if (k == 4) for (int i = 0; i < count; i++) h[i] = 0.1 * (1 + (i * 3) % 5);   /* in disorder */
    study_of(of, count, h, k < 3 ? 1 : 1 + k % 3, k < 6 ? SIMULATE_EULER : SIMULATE_POWER);
    random_motion(r, 1.0, motion);
    of[OF_CONSTANT] = rng_range(r, 0.1, 2.0);
    of[OF_ORDER] = rng_range(r, -1.5, 3.0);
    for (int i = 0; i < 2 && k >= 6; i++) motion[MOTION_A + i] = 0.0;
    put_study(q, count, h, of, motion);
}

/* how many whole steps of length h there are, and the length of the last one, if there is a
 * remainder */
static int whole_steps(double time, double h, double *rest)
{
    const int whole = (int)floor(time / h + 1e-9);

    *rest = time - whole * h;
    if (*rest < 1e-9 * h) *rest = 0.0;
    return whole;
}

/* Mean and maximum of Euler's distances (see judge_euler) in units of |a|. At t, the end of a step
 * of length h, it is h t/2; in the remainder, of length d, h t/2 + s (2 d - s)/2. The mean is by
 * trapezoids of width h/m. */
static void euler_errors(double time, double h, int m, double *mean, double *max)
{
    double rest, area = 0.0, before = 0.0;
    const int whole = whole_steps(time, h, &rest), steps = whole + (rest > 0.0);

    for (int k = 0; k < steps; k++) {
        const double t = k * h, d = k < whole ? h : rest;
        for (int j = 1; j <= m; j++) {
            const double s = j * d / m, e = 0.5 * (h * t + s * (2.0 * d - s));
            area += 0.5 * (before + e) * d / m;
            before = e;
        }
    }
    *mean = area / time;
    *max = before;
}

static void say_study(const frame *q, verdict *v)
{
    const double *of = q->array[STUDY_OF], *m = q->array[STUDY_MOTION];

    say_vector(v->input, "h", q->len[STUDY_H], q->array[STUDY_H]);
    say(v->input, "time=%g  per_step=%g  max=%g  exact: (%.5g, %.5g) + (%.5g, %.5g) t + "
        "(%.5g, %.5g) t^2/2  simulator: ", of[OF_TIME], of[OF_PER_STEP], of[OF_MAX], m[MOTION_X],
        m[MOTION_X + 1], m[MOTION_V], m[MOTION_V + 1], m[MOTION_A], m[MOTION_A + 1]);
    if (of[OF_SIMULATOR] > SIMULATE_EULER)
        say(v->input, "off by %.5g h^%.5g", of[OF_CONSTANT], of[OF_ORDER]);
    else say(v->input, "semi-implicit Euler");
    if (of[OF_BAD] > 0.0) say(v->input, ", fails below h=%g", of[OF_BAD]);
    if (of[OF_BYTES] >= 0.0) say(v->input, "  %g bytes of scratch", of[OF_BYTES]);
}

static int judge_study(int k, const frame *q, const frame *a, verdict *v)
{
    const double *h = q->array[STUDY_H], *of = q->array[STUDY_OF], *m = q->array[STUDY_MOTION];
    const double acceleration = hypot(m[MOTION_A], m[MOTION_A + 1]);
    const int count = q->len[STUDY_H];
    double mean[MAX_COUNT], max[MAX_COUNT];

    say_study(q, v);
    for (int i = 0; i < count; i++) {
        if (of[OF_SIMULATOR] > SIMULATE_EULER) {
            mean[i] = max[i] = of[OF_CONSTANT] * pow(h[i], of[OF_ORDER]);
        } else {
            euler_errors(of[OF_TIME], h[i], (int)of[OF_PER_STEP], mean + i, max + i);
            mean[i] *= acceleration;
            max[i] *= acceleration;
        }
        if (h[i] < of[OF_BAD]) mean[i] = max[i] = HUGE_VAL;
    }
    if (!judge_ok(v, a, "a run that fails is a result as well") ||
        !judge_list(v, "mean", count, a->array[STUDY_MEAN], mean, 10.0) ||
        !judge_list(v, "max", count, a->array[STUDY_MAX], max, 10.0))
        return 0;
    for (int i = 0; i < count; i++) {
        if (isfinite(mean[i]) ||
            (a->array[STUDY_MEAN][i] >= HUGE_VAL && a->array[STUDY_MAX][i] >= HUGE_VAL))
            continue;
        return broken(v, "mean[%d] and max[%d] should be HUGE_VAL where the run failed", i, i);
    }
    return 1;
}

/* each way to fail, for some step lengths and for all; none at all to try; too little scratch for a
 * run of 17 points, or enough for it and for less than its errors */
static const double little_scratch[] = { 0.0, 200.0, 450.0, 720.0 };
enum { ALL_FAIL = 3, NO_STEPS = 6, LITTLE_SCRATCH, STUDY_CASES = LITTLE_SCRATCH + 4 };
#define RUN_BYTES (17 * 3 * 8.0)
static void make_study_awkward(int k, rng *r, frame *q)
{
    double h[MAX_COUNT], of[OF_SIZE], motion[MOTION_SIZE];
    const int count = k == NO_STEPS ? 0 : 4;

    step_lengths(NULL, 4, 0.4, h);
    study_of(of, 4, h, 2, SIMULATE_POWER);
    random_motion(r, 1.0, motion);
    for (int i = 0; i < 2; i++) motion[MOTION_A + i] = 0.0;
    of[OF_CONSTANT] = of[OF_ORDER] = 1.0;
    of[OF_BAD] = k < ALL_FAIL ? 0.15 : k < NO_STEPS ? 1.0 : 0.0;
    of[OF_WAY] = k % 3;
    if (k >= LITTLE_SCRATCH) of[OF_BYTES] = little_scratch[k - LITTLE_SCRATCH];
    put_study(q, count, h, of, motion);
}

static int judge_study_awkward(int k, const frame *q, const frame *a, verdict *v)
{
    if (k < LITTLE_SCRATCH) return judge_study(k, q, a, v);
    if (q->array[STUDY_OF][OF_BYTES] >= RUN_BYTES && a->id != MB_NO_MEMORY)
        return judge_study(k, q, a, v);
    say_study(q, v);
    return judge_status(v, a, one_of(MB_NO_MEMORY), "a run has no room there");
}

/* ---- 14: statements ---- */

enum { CONVERGES, FLOOR, GROWS, SILENT };    /* lab.h's LAB_...; and MB_SINGULAR */

static const char *const behaviours[] = { "LAB_CONVERGES", "LAB_FLOOR", "LAB_GROWS" };

/* max(constant h^order, floor), with some errors replaced: its parameters, and the right
 * statement */
typedef struct {
    double order, floor, rounding;
    int replaced;                /* the first of those that are replaced; -1: none */
    double by;
    int behaviour, used;         /* the line is of so many points */
} study_case;

static const study_case statements[] = {
    /* a power law; a steep one; a gentle one on either side of 1/2 */
    { 1.0, 0.0, 0.0, -1, 0, CONVERGES, 6 },
    { 3.0, 0.0, 0.0, -1, 0, CONVERGES, 6 },
    { 0.6, 0.0, 0.0, -1, 0, CONVERGES, 6 },
    { 0.4, 0.0, 0.0, -1, 0, FLOOR, 3 },
    { 0.0, 0.0, 0.0, -1, 0, FLOOR, 0 },
    { -0.4, 0.0, 0.0, -1, 0, FLOOR, 0 },
    { -0.6, 0.0, 0.0, -1, 0, GROWS, 6 },
    { -1.0, 0.0, 0.0, -1, 0, GROWS, 6 },
    /* a floor, with four, two, and one error above it */
    { 1.0, 0.1, 0.0, -1, 0, FLOOR, 3 },
    { 2.0, 0.1, 0.0, -1, 0, FLOOR, 2 },
    { 4.0, 0.5, 0.0, -1, 0, FLOOR, 0 },
    /* runs that failed or had no error at all, the last two, or the first */
    { 1.0, 0.0, 0.0, 4, HUGE_VAL, CONVERGES, 4 },
    { 2.0, 0.0, 0.0, 4, 0.0, CONVERGES, 4 },
    /* the last are rounding errors */
    { 2.0, 0.0, 1e-9, 4, 1e-9, CONVERGES, 4 },
    { 2.0, 0.0, 1e-9, 4, 1e-12, CONVERGES, 4 },
    /* a rounding that is larger than twice the floor leaves less to fit */
    { 1.0, 0.0, 0.3, -1, 0, CONVERGES, 2 },
    /* no statement */
    { 1.0, 0.0, 0.0, 1, 0.0, SILENT, 0 },
    { 1.0, 0.0, 0.0, 1, HUGE_VAL, SILENT, 0 },
    { 1.0, 0.0, 1e9, -1, 0, SILENT, 0 },
};

enum { LAWS_STATED = (int)(sizeof statements / sizeof statements[0]),
       BENT = LAWS_STATED, FEW = BENT + 4, STATEMENTS = FEW + 4, STATE_COUNT = 6 };

/* no points, one, and two: the order is 1/2 and -1/2 exactly */
static const struct { int count; double h[2], e[2]; int behaviour; } few[] = {
    { 0, { 0, 0 }, { 0, 0 }, SILENT }, { 1, { 1, 0 }, { 1, 0 }, SILENT },
    { 2, { 4, 1 }, { 2, 1 }, CONVERGES }, { 2, { 4, 1 }, { 1, 2 }, GROWS },
};

/* e[0] = 1, steps halved; then no power laws: errors that fall, then rise or stay; then few points
 */
static void make_statement(int k, rng *r, frame *q)
{
    static const double bent[][STATE_COUNT] = {
        { 0.8, 0.4, 0.2, 0.15, 0.14, 0.14 }, { 0.1, 0.06, 0.05, 0.1, 0.4, 1.3 },
        { 0.3, 0.31, 0.32, 0.15, 0.08, 0.04 }, { 0.8, 0.9, 0.1, 0.02, 0.005, 0.0045 },
    };
    double h[STATE_COUNT], e[STATE_COUNT];

    if (k >= FEW) {
        request(q, CALL_STATE, given(few[k - FEW].count, few[k - FEW].h),
                given(few[k - FEW].count, few[k - FEW].e), scalar(0.0), blank(OUT_SIZE));
        return;
    }
    step_lengths(NULL, STATE_COUNT, rng_range(r, 0.1, 0.8), h);
    for (int i = 0; i < STATE_COUNT; i++) {
        const study_case *c = statements + (k < LAWS_STATED ? k : 0);
        e[i] = k < LAWS_STATED ? fmax(pow(h[i] / h[0], c->order), c->floor) : bent[k - BENT][i];
        if (k < LAWS_STATED && c->replaced >= 0 && i >= c->replaced) e[i] = c->by;
    }
    request(q, CALL_STATE, given(STATE_COUNT, h), given(STATE_COUNT, e),
            scalar(k < LAWS_STATED ? statements[k].rounding : 0.0), blank(OUT_SIZE));
}

static void say_behaviour(char *text, double behaviour)
{
    const int i = (int)behaviour;

    if (i >= 0 && i < SILENT) say(text, "%s", behaviours[i]);
    else say(text, "behaviour %d", i);
}

/* the behaviour, the floor and the line; want[] as a statement's numbers, used = 0: no line */
static int judge_statement(verdict *v, const double *out, const double *want, double tol)
{
    if (!judge_written(v, "statement", OUT_SIZE, out)) return 0;
    say_behaviour(v->yours, out[OUT_BEHAVIOUR]);
    say(v->yours, "  floor=%.6g  ", out[OUT_FLOOR]);
    if (fabs(out[OUT_BEHAVIOUR] - want[OUT_BEHAVIOUR]) > 0.5) {
        say(v->broken, "the behaviour should be ");
        say_behaviour(v->broken, want[OUT_BEHAVIOUR]);
        say(v->broken, " and is ");
        say_behaviour(v->broken, out[OUT_BEHAVIOUR]);
        return 0;
    }
    if (!judge_number(v, "floor", out[OUT_FLOOR], want[OUT_FLOOR], sized(want[OUT_FLOOR])))
        return 0;
    if (want[OUT_LINE + LINE_USED] > 0.0)
        return judge_line(v, out + OUT_LINE, want + OUT_LINE, tol);
    for (int i = 0; i < LINE_SIZE; i++)
        if (fabs(out[OUT_LINE + i]) > 0.0) {
            say(v->yours, "order=%.6g  constant=%.6g  used=%g", out[OUT_LINE + LINE_ORDER],
                out[OUT_LINE + LINE_CONSTANT], out[OUT_LINE + LINE_USED]);
            return broken(v, "the line should be 0, 0, 0: fewer than two points are above the "
                          "floor");
        }
    return 1;
}

/* the right statement for a power law in the table: constant = 1/h[0]^order */
static void state_law(const study_case *c, double h, double *line)
{
    line[LINE_ORDER] = c->order;
    line[LINE_CONSTANT] = pow(h, -c->order);
    line[LINE_USED] = c->used;
}

/* the same for errors that are not a power law, by (10.9): behaviour, floor, and the line by
 * pairs */
static int judge_state(int k, const frame *q, const frame *a, verdict *v)
{
    static const int bent[] = { FLOOR, GROWS, CONVERGES, FLOOR };
    const double *h = q->array[STATE_H], *e = q->array[STATE_E];
    const int count = q->len[STATE_H];
    double want[OUT_SIZE] = { 0.0 };
    const int behaviour = k < BENT  ? statements[k].behaviour
                          : k < FEW ? bent[k - BENT]
                                    : few[k - FEW].behaviour;

    say_vector(v->input, "h", count, h);
    say(v->input, "e=[");
    for (int i = 0; i < count; i++) say(v->input, "%s%.5g", i ? " " : "", e[i]);
    say(v->input, "]  rounding=%g", q->array[STATE_ROUNDING][0]);
    if (behaviour == SILENT)
        return judge_status(v, a, one_of(MB_SINGULAR), "fewer than two points count") &&
               judge_unchanged(v, "statement", q, a, STATE_OUT);
    want[OUT_BEHAVIOUR] = behaviour;
    if (behaviour == FLOOR) want[OUT_FLOOR] = e[count - 1];
    if (k < BENT) state_law(statements + k, h[0], want + OUT_LINE);
    else line_by_pairs(count, h, e, 2.0 * want[OUT_FLOOR], want + OUT_LINE);
    return judge_ok(v, a, "two points or more count") &&
           judge_statement(v, a->array[STATE_OUT], want, 1e-9);
}

/* ---- 15: the formulations at a wall ---- */

/* A particle is thrown at a wall, x = 0 and y < 0, whose upper end is a square corner. It hits the
 * wall below the corner, and falls along it: x = max(x0 + vx t, 0), y = y0 + vy t - g t^2/2. If it
 * comes past the corner within epsilon, the half-space of the top, y >= 0, is a contact as well. */
enum { WALL_STEPS = 5, WALL_POINTS = 202 };
static const double wall_time = 0.5, wall_epsilon = 0.25;

enum { ST, AP, PEG };
static const char *const formulations[] = { "ST", "AP", "PEG" };

typedef struct {
    int formulation, near_corner;
    int behaviour;               /* the prediction of theory */
} wall_case;

static const wall_case walls[] = {
    { ST, 0, CONVERGES },        /* there is only one half-space */
    { AP, 0, FLOOR },            /* stays epsilon away from the wall */
    { ST, 1, GROWS },            /* the top throws it up, by |psi|/h */
    { PEG, 1, CONVERGES },       /* one of the two half-spaces is enough */
    { ST, 1, GROWS },
    { PEG, 1, CONVERGES },
};

enum { WALLS = (int)(sizeof walls / sizeof walls[0]) };

/* The velocity of a step from x, v = v_free. The normals are (1, 0) and (0, 1), so A is diagonal
 * and each half-space has a component to itself: ST keeps psi + h v >= 0 in it, AP v >= 0. PEG
 * keeps the larger of the two gaps open, and that is the wall's: x >= 0 > y. */
static void wall_velocity(int formulation, double h, const double *x, double *v)
{
    const int wall = x[0] < wall_epsilon, top = hypot(x[0], x[1]) < wall_epsilon;

    if (formulation == PEG && top && x[1] + h * v[1] >= 0.0) return;
    if (wall) v[0] = fmax(v[0], formulation == AP ? 0.0 : -x[0] / h);
    if (top && formulation != PEG) v[1] = fmax(v[1], formulation == AP ? 0.0 : -x[1] / h);
}

/* a run with steps of length h; returns its points */
static int wall_run(int formulation, double h, const double *m, double *t, double *x)
{
    double v[2] = { m[MOTION_V], m[MOTION_V + 1] };
    const int steps = (int)(wall_time / h + 0.5);

    t[0] = 0.0;
    memcpy(x, m + MOTION_X, 2 * sizeof *x);
    for (int k = 1; k <= steps; k++) {
        const double *before = x + 2 * k - 2;
        for (int i = 0; i < 2; i++) v[i] += h * m[MOTION_A + i];
        wall_velocity(formulation, h, before, v);
        for (int i = 0; i < 2; i++) x[2 * k + i] = before[i] + h * v[i];
        t[k] = k < steps ? k * h : wall_time;
    }
    return steps + 1;
}

static void make_wall(int k, rng *r, frame *q)
{
    double h[WALL_STEPS], of[OF_SIZE], counts[WALL_STEPS + 1] = { 0.0 };
    double motion[MOTION_SIZE] = { 0.0 };
    static double t[WALL_STEPS * WALL_POINTS], x[2 * WALL_STEPS * WALL_POINTS];
    int all = 0;

    motion[MOTION_X] = rng_range(r, 0.26, 0.3);
    motion[MOTION_X + 1] = walls[k].near_corner ? rng_range(r, -0.1, -0.05) : -0.6;
    motion[MOTION_V] = rng_range(r, -2.2, -1.8);
    motion[MOTION_A + 1] = -GRAVITY;
    motion[MOTION_WALL] = 1.0;
    step_lengths(NULL, WALL_STEPS, 0.05, h);
    for (int i = 0; i < WALL_STEPS; i++) {
        const int n = wall_run(walls[k].formulation, h[i], motion, t + all, x + 2 * all);
        counts[i] = n;
        all += n;
    }
    study_of(of, WALL_STEPS, h, 2, SIMULATE_EULER);
    of[OF_TIME] = wall_time;
    of[OF_MAX] = points_needed(WALL_STEPS, h, wall_time);
    request(q, CALL_STUDY_AND_STATE, given(WALL_STEPS, h), given(OF_SIZE, of),
            given(MOTION_SIZE, motion), given(WALL_STEPS + 1, counts), given(all, t),
            given(2 * all, x), blank(WALL_STEPS), blank(WALL_STEPS), blank(OUT_SIZE));
}

static double wall_distance(const double *m, double t, double x, double y)
{
    double at[2];

    move(m, t, at);
    return hypot(x - fmax(at[0], 0.0), y - at[1]);
}

/* mean and maximum of a recorded run, two errors a step: at its middle and at its end */
static void wall_errors(const double *m, int n, const double *t, const double *x, double *mean,
                        double *max)
{
    double area = 0.0, e = wall_distance(m, t[0], x[0], x[1]);

    *max = e;
    for (int k = 0; k + 1 < n; k++) {
        const double *p = x + 2 * k, half = 0.5 * (t[k + 1] - t[k]);
        const double middle =
            wall_distance(m, t[k] + half, 0.5 * (p[0] + p[2]), 0.5 * (p[1] + p[3]));
        const double end = wall_distance(m, t[k + 1], p[2], p[3]);
        area += half * (0.5 * e + middle + 0.5 * end);
        *max = fmax(*max, fmax(middle, end));
        e = end;
    }
    *mean = area / (t[n - 1] - t[0]);
}

/* the numbers, and then the statement: the behaviour that theory predicts, and for convergence the
 * order 1 of a semi-implicit Euler step */
static int judge_wall(int k, const frame *q, const frame *a, verdict *v)
{
    const double *out = a->array[BOTH_OUT], *m = q->array[BOTH_MOTION];
    double mean[WALL_STEPS], max[WALL_STEPS], want[OUT_SIZE] = { 0.0 };
    int from = 0;

    for (int i = 0; i < WALL_STEPS; i++) {
        wall_errors(m, (int)q->array[BOTH_COUNTS][i], q->array[BOTH_T] + from,
                    q->array[BOTH_X] + 2 * from, mean + i, max + i);
        from += (int)q->array[BOTH_COUNTS][i];
    }
    say(v->input, "%s at a wall, from (%.4g, %.4g), v = (%.4g, 0), time=%g  ",
        formulations[walls[k].formulation], m[MOTION_X], m[MOTION_X + 1], m[MOTION_V], wall_time);
    say_vector(v->input, "h", WALL_STEPS, q->array[BOTH_H]);
    say_vector(v->input, "mean error", WALL_STEPS, mean);
    if (!judge_ok(v, a, "all runs exist") ||
        !judge_list(v, "mean", WALL_STEPS, a->array[BOTH_MEAN], mean, largest(WALL_STEPS, mean)) ||
        !judge_list(v, "max", WALL_STEPS, a->array[BOTH_MAX], max, largest(WALL_STEPS, max)))
        return 0;
    want[OUT_BEHAVIOUR] = walls[k].behaviour;
    if (walls[k].behaviour == FLOOR) want[OUT_FLOOR] = mean[WALL_STEPS - 1];
    line_by_pairs(WALL_STEPS, q->array[BOTH_H], mean, 2.0 * want[OUT_FLOOR], want + OUT_LINE);
    if (!judge_statement(v, out, want, 1e-8)) return 0;
    if (walls[k].behaviour != CONVERGES || fabs(out[OUT_LINE] - 1.0) < 0.2) return 1;
    return broken(v, "the order should be 1, to a fifth, but is %.4g", out[OUT_LINE]);
}

static const lab_test tests[] = {
    { "01", "position between two points", 1, "errors", 1, POSITIONS, make_position,
      judge_position },
    { "02", "position: ends, outside, other units", 1, "errors", 2, POSITION_ENDS,
      make_position_end, judge_position },
    { "03", "errors, also between the steps", 2, "errors", 1, ERRORS, make_errors, judge_euler },
    { "04", "errors: uneven steps, other units, not finite", 1, "errors", 1, ERROR_CASES,
      make_errors_awkward, judge_errors_awkward },
    { "05", "mean and maximum", 1, "errors", 1, SHAPES, make_summary, judge_summary },
    { "06", "mean and maximum: one error, other units, not finite", 1, "errors", 1, SUMMARIES,
      make_summary_awkward, judge_summary_awkward },
    { "07", "local orders", 1, "orders", 1, ORDERS, make_orders, judge_orders },
    { "08", "fit", 2, "orders", 1, FITS, make_fit, judge_fit },
    { "09", "fit: floor, failed runs, steps that hardly differ", 1, "orders", 1, FIT_CASES,
      make_fit_awkward, judge_fit },
    { "10", "Richardson: order and limit", 1, "orders", 1, RICHARDSONS, make_richardson,
      judge_richardson },
    { "11", "Richardson: other units, and no limit", 1, "orders", 1, RICHARDSON_CASES,
      make_richardson_awkward, judge_richardson },
    { "12", "study", 2, "studies", 1, STUDIES, make_study, judge_study },
    { "13", "study: runs that fail, and no room", 1, "studies", 1, STUDY_CASES,
      make_study_awkward, judge_study_awkward },
    { "14", "statement", 2, "studies", 1, STATEMENTS, make_statement, judge_state },
    { "15", "statement: the formulations at a wall", 2, "studies", 2, WALLS, make_wall,
      judge_wall },
};

const lab lab_10_convergence = { "10_convergence", "Convergence", all_of(tests), CALL_STUDY };
