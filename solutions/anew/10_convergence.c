/* another student's: logarithms kept in pairs, errors through the position, a fit by pairs of
 * points, statements from a list of the points that count */
#include "lab.h"

#include <math.h>

mb_status lab_position(const lab_run *run, double t, double *x)
{
    int i = run->n - 1;

    if (t < run->t[0] || t > run->t[i]) return MB_BAD_ARG;
    while (i > 0 && run->t[i] > t) i--;
    x[0] = run->x[2 * i];
    x[1] = run->x[2 * i + 1];
    if (t > run->t[i]) {
        double s = (t - run->t[i]) / (run->t[i + 1] - run->t[i]);
        x[0] += s * (run->x[2 * i + 2] - x[0]);
        x[1] += s * (run->x[2 * i + 3] - x[1]);
    }
    return MB_OK;
}

mb_status lab_errors(const lab_run *run, int per_step, lab_motion *exact, const void *user,
                     double *time, double *e)
{
    int all = per_step * (run->n - 1);

    for (int i = 0; i <= all; i++) {
        int k = i / per_step, j = i % per_step;
        double t = run->t[k], mine[2], right[2];
        if (j > 0) t += (run->t[k + 1] - t) / per_step * j;
        lab_position(run, t, mine);
        exact(user, t, right);
        time[i] = t;
        e[i] = hypot(mine[0] - right[0], mine[1] - right[1]);
    }
    return MB_OK;
}

mb_status lab_summary(int count, const double *time, const double *e, double *mean, double *max)
{
    double area = 0, top = e[0];

    for (int i = 0; i < count; i++)
        if (isnan(e[i]) || isinf(e[i])) return MB_NOT_FINITE;
    for (int i = 1; i < count; i++) {
        double share = (time[i] - time[i - 1]) / (time[count - 1] - time[0]);
        area += share * e[i - 1] + share * (e[i] - e[i - 1]) / 2;
        if (e[i] > top) top = e[i];
    }
    *mean = count == 1 ? e[0] : area;
    *max = top;
    return MB_OK;
}

mb_status lab_local_orders(int count, const double *h, const double *e, double *p)
{
    for (int i = 1; i < count; i++) {
        double fall = log(e[i - 1]) - log(e[i]);
        p[i - 1] = isinf(fall) || isnan(fall) ? (double)NAN : fall / log(h[i - 1] / h[i]);
    }
    return MB_OK;
}

mb_status lab_fit(int count, const double *h, const double *e, double floor, lab_line *line)
{
    double top = 0, bottom = 0, rest = 0;
    int used = 0;

    for (int i = 0; i < count; i++) {
        if (e[i] <= floor || isinf(e[i])) continue;
        used++;
        for (int j = i + 1; j < count; j++) {
            double x = log(h[i] / h[j]);
            if (e[j] <= floor || isinf(e[j])) continue;
            top += x * (log(e[i]) - log(e[j]));
            bottom += x * x;
        }
    }
    if (bottom == 0) return MB_SINGULAR;
    for (int i = 0; i < count; i++)
        if (e[i] > floor && !isinf(e[i])) rest += log(e[i]) - top / bottom * log(h[i]);
    line->used = used;
    line->order = top / bottom;
    line->constant = exp(rest / used);
    return MB_OK;
}

mb_status lab_richardson(int n, double r, const double *a, const double *b, const double *c,
                         double *order, double *limit)
{
    double first = 0, second = 0, q;

    for (int i = 0; i < n; i++) {
        first = hypot(first, a[i] - b[i]);
        second = hypot(second, b[i] - c[i]);
    }
    q = second / first;                        /* of a geometric series, 0 < q < 1 */
    if (!(q > 0 && q < 1)) return MB_STALLED;
    for (int i = 0; i < n; i++) limit[i] = c[i] + (c[i] - b[i]) * (q / (1 - q));
    *order = -log(q) / log(r);
    return MB_OK;
}

mb_status lab_study(const lab_experiment *of, int per_step, int count, const double *h,
                    double *mean, double *max, mb_arena scratch)
{
    double *t = mb_arena_doubles(&scratch, of->max);
    double *x = mb_arena_doubles(&scratch, 2 * of->max);
    double *time = mb_arena_doubles(&scratch, per_step * of->max);
    double *e = mb_arena_doubles(&scratch, per_step * of->max);

    if (!t || !x || !time || !e) return MB_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        lab_run run = { 0, t, x };
        int good = of->simulate(of->user, h[i], of->time, of->max, t, x, &run.n) == MB_OK;
        if (good) {
            lab_errors(&run, per_step, of->exact, of->user, time, e);
            good = lab_summary(per_step * (run.n - 1) + 1, time, e, &mean[i], &max[i]) == MB_OK;
        }
        if (!good) mean[i] = max[i] = HUGE_VAL;
    }
    return MB_OK;
}

mb_status lab_state(int count, const double *h, const double *e, double rounding,
                    lab_statement *statement)
{
    int last = count - 1, before;
    double p;

    while (last >= 0 && !(e[last] > rounding && e[last] < HUGE_VAL)) last--;
    before = last - 1;
    while (before >= 0 && !(e[before] > rounding && e[before] < HUGE_VAL)) before--;
    if (before < 0) return MB_SINGULAR;
    p = log(e[before] / e[last]) / log(h[before] / h[last]);
    statement->floor = 0;
    if (p >= 0.5) statement->behaviour = LAB_CONVERGES;
    else if (p <= -0.5) statement->behaviour = LAB_GROWS;
    else {
        statement->behaviour = LAB_FLOOR;
        statement->floor = e[last];
    }
    if (2 * statement->floor > rounding) rounding = 2 * statement->floor;
    if (lab_fit(count, h, e, rounding, &statement->line) != MB_OK)
        statement->line.order = statement->line.constant = statement->line.used = 0;
    return MB_OK;
}
