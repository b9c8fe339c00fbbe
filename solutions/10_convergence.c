/* Lab 10, solved: errors against an exact motion, orders, and a study's statement. */
#include "lab.h"

#include <math.h>

/* x[2] at the fraction s of step k, which leads from point k to point k + 1, eq 10.1 */
static void between(const lab_run *run, int k, double s, double *x)
{
    const double *p = run->x + 2 * k, *q = p + 2;

    for (int i = 0; i < 2; i++) x[i] = (1.0 - s) * p[i] + s * q[i];
}

/* Task 1, eq 10.1:  the position between two points of a run */
mb_status lab_position(const lab_run *run, double t, double *x)
{
    const int last = run->n - 1;
    int k = 0;

    if (!(t >= run->t[0] && t <= run->t[last])) return MB_BAD_ARG;
    if (last == 0) {
        for (int i = 0; i < 2; i++) x[i] = run->x[i];
        return MB_OK;
    }
    while (k < last - 1 && t >= run->t[k + 1]) k++;
    between(run, k, (t - run->t[k]) / (run->t[k + 1] - run->t[k]), x);
    return MB_OK;
}

/* |x - exact(t)|, eq 10.2 */
static double distance(const double *x, double t, lab_motion *exact, const void *user)
{
    double y[2];

    exact(user, t, y);
    return hypot(x[0] - y[0], x[1] - y[1]);
}

/* Task 2, eq 10.2 and 10.3:  distances to the exact motion */
mb_status lab_errors(const lab_run *run, int per_step, lab_motion *exact, const void *user,
                     double *time, double *e)
{
    int at = 0;

    time[0] = run->t[0];
    e[0] = distance(run->x, time[0], exact, user);
    for (int k = 0; k + 1 < run->n; k++) {
        for (int j = 1; j <= per_step; j++) {
            const double s = (double)j / per_step;
            double x[2];
            at++;
            between(run, k, s, x);
            time[at] = j == per_step ? run->t[k + 1] : run->t[k] + s * (run->t[k + 1] - run->t[k]);
            e[at] = distance(x, time[at], exact, user);
        }
    }
    return MB_OK;
}

/* Task 3, eq 10.4:  mean over the time, by the trapezoidal rule, and maximum */
mb_status lab_summary(int count, const double *time, const double *e, double *mean, double *max)
{
    const double whole = time[count - 1] - time[0];
    double sum = 0.0, most = 0.0;

    for (int i = 0; i < count; i++) {  /* fmax would skip a NaN */
        if (!isfinite(e[i])) return MB_NOT_FINITE;
        most = fmax(most, e[i]);
    }
    for (int i = 0; i + 1 < count; i++)
        sum += (time[i + 1] - time[i]) / whole * (0.5 * e[i] + 0.5 * e[i + 1]);
    *mean = count > 1 ? sum : e[0];
    *max = most;
    return MB_OK;
}

/* does the error have a finite logarithm? */
static int counts(double e, double floor) { return e > floor && e < HUGE_VAL; }

/* the order that leads from error e at h to error f at g, eq 10.5 */
static double order_between(double h, double e, double g, double f)
{
    return (log(e) - log(f)) / (log(h) - log(g));
}

/* Task 4, eq 10.5:  the order from one step length to the next */
mb_status lab_local_orders(int count, const double *h, const double *e, double *p)
{
    for (int i = 0; i + 1 < count; i++) {
        p[i] = (double)NAN;
        if (counts(e[i], 0.0) && counts(e[i + 1], 0.0))
            p[i] = order_between(h[i], e[i], h[i + 1], e[i + 1]);
    }
    return MB_OK;
}

/* Task 5, eq 10.6:  a straight line through the logarithms */
mb_status lab_fit(int count, const double *h, const double *e, double floor, lab_line *line)
{
    double x_mean = 0.0, y_mean = 0.0, xx = 0.0, xy = 0.0;
    int used = 0, first = -1, different = 0;

    for (int i = 0; i < count; i++) {
        if (!counts(e[i], floor)) continue;
        if (first < 0) first = i;
        if (h[i] < h[first] || h[i] > h[first]) different = 1;
        x_mean += log(h[i]);
        y_mean += log(e[i]);
        used++;
    }
    if (!different) return MB_SINGULAR;
    x_mean /= used;
    y_mean /= used;
    for (int i = 0; i < count; i++) {  /* relative to the means: else digits cancel */
        if (!counts(e[i], floor)) continue;
        xx += (log(h[i]) - x_mean) * (log(h[i]) - x_mean);
        xy += (log(h[i]) - x_mean) * (log(e[i]) - y_mean);
    }
    line->order = xy / xx;
    line->constant = exp(y_mean - line->order * x_mean);
    line->used = used;
    return MB_OK;
}

/* |x - y|, Euclidean, even where squares overflow or underflow */
static double norm_of_difference(int n, const double *x, const double *y)
{
    double norm = 0.0;

    for (int i = 0; i < n; i++) norm = hypot(norm, x[i] - y[i]);
    return norm;
}

/* Task 6, eq 10.7 and 10.8:  order and limit from three runs */
mb_status lab_richardson(int n, double r, const double *a, const double *b, const double *c,
                         double *order, double *limit)
{
    const double coarse = norm_of_difference(n, a, b), fine = norm_of_difference(n, b, c);
    const double shrinks = coarse / fine;  /* r^order */

    if (!(coarse > fine && fine > 0.0)) return MB_STALLED;
    *order = (log(coarse) - log(fine)) / log(r);
    for (int i = 0; i < n; i++) limit[i] = c[i] + (c[i] - b[i]) / (shrinks - 1.0);
    return MB_OK;
}

/* the errors of one run, in memory that is free again afterwards */
static mb_status one_run(const lab_experiment *of, int per_step, double h, double *mean,
                         double *max, mb_arena scratch)
{
    const int most = per_step * (of->max - 1) + 1;
    double *t = mb_arena_doubles(&scratch, of->max), *x = mb_arena_doubles(&scratch, 2 * of->max);
    double *time = mb_arena_doubles(&scratch, most), *e = mb_arena_doubles(&scratch, most);
    lab_run run = { 0, t, x };

    *mean = *max = HUGE_VAL;  /* unless all goes well */
    if (!t || !x || !time || !e) return MB_NO_MEMORY;
    if (of->simulate(of->user, h, of->time, of->max, t, x, &run.n) != MB_OK) return MB_OK;
    lab_errors(&run, per_step, of->exact, of->user, time, e);
    lab_summary(per_step * (run.n - 1) + 1, time, e, mean, max);
    return MB_OK;
}

/* Task 7:  the errors for a list of step lengths */
mb_status lab_study(const lab_experiment *of, int per_step, int count, const double *h,
                    double *mean, double *max, mb_arena scratch)
{
    mb_status status = MB_OK;

    for (int i = 0; i < count && status == MB_OK; i++)
        status = one_run(of, per_step, h[i], mean + i, max + i, scratch);
    return status;
}

/* Task 8, eq 10.9:  the statement of a study */
mb_status lab_state(int count, const double *h, const double *e, double rounding,
                    lab_statement *statement)
{
    static const lab_line none = { 0.0, 0.0, 0 };
    int last = -1, before = -1;
    double p;

    for (int i = 0; i < count; i++) {
        if (!counts(e[i], rounding)) continue;
        before = last;
        last = i;
    }
    if (before < 0) return MB_SINGULAR;

    p = order_between(h[before], e[before], h[last], e[last]);
    statement->behaviour = p >= 0.5 ? LAB_CONVERGES : p <= -0.5 ? LAB_GROWS : LAB_FLOOR;
    statement->floor = statement->behaviour == LAB_FLOOR ? e[last] : 0.0;
    statement->line = none;
    lab_fit(count, h, e, fmax(rounding, 2.0 * statement->floor), &statement->line);
    return MB_OK;
}
