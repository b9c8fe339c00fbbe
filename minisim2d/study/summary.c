/* summary.c: from rows to medians, bands and orders; see study.h */
#include "study.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../drawing/chart.h"

static double step_of(const summary *s, int level) { return ldexp(s->head->h_min, level); }

static int cells_of(const summary *s) { return s->head->list.count * s->levels; }

static const char *title_of(const summary *s, int i)
{
    return mb_formulations[s->head->list.of[i]].title;
}

static int complain(void)
{
    fprintf(stderr, "minisim2d: cannot keep the errors in a temporary file: %s\n",
            strerror(errno ? errno : EIO));
    return -1;
}

int summary_init(summary *s, const record_head *head)
{
    memset(s, 0, sizeof *s);
    s->head = head;
    s->levels = head->halvings + 1;
    s->timed = 1;
    s->cell = calloc((size_t)cells_of(s), sizeof *s->cell);
    if (!s->cell) {
        fprintf(stderr, "minisim2d: no memory for the summary\n");
        return -1;
    }
    return quantiles_init(&s->medians, cells_of(s)) == 0 ? 0 : complain();
}

void summary_free(summary *s)
{
    quantiles_free(&s->medians);
    free(s->cell);
    s->cell = NULL;
}

int summary_add(summary *s, const study_row *row, double seconds)
{
    summary_cell *c = s->cell + s->medians.added % cells_of(s);

    if (c == s->cell) {
        s->samples++;
        s->inside += row->inside;
        s->unfollowed += row->unfollowed;
    }
    c->failed += row->status != MB_OK;
    c->off += row->max > s->head->off;
    c->mostly += row->median > s->head->off;
    c->mean += row->median;                               /* a sum, until all rows are in */
    c->seconds += seconds;
    if (seconds < 0.0) s->timed = 0;
    return quantiles_add(&s->medians, row->median) == 0 ? 0 : complain();
}

/* ---- orders ---- */

static int counts(double error) { return error > SUMMARY_ROUNDING && error < HUGE_VAL; }

/* the least-squares line through the logarithms of the first `most` valid points above `floor` */
static void fit(const summary *s, summary_cell *c, double floor, int most, summary_trend *t)
{
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
    int n = 0;

    for (int k = 0; k < s->levels && n < most; k++) {
        const double error = c[k].quartile[1];
        if (!counts(error) || error <= floor) continue;
        c[k].fitted = 1;
        if (n == 0) t->h_least = step_of(s, k);
        t->h_most = step_of(s, k);
        mx += k;                                          /* log2(h / h_min) */
        my += log2(error);
        n++;
    }
    t->fitted = n;
    for (int k = 0; k < s->levels; k++) {
        if (!c[k].fitted) continue;
        xx += (k - mx / n) * (k - mx / n);
        xy += (k - mx / n) * (log2(c[k].quartile[1]) - my / n);
    }
    if (n >= 2) t->order = xy / xx;
}

static void find_trend(const summary *s, int i, summary_trend *t)
{
    summary_cell *c = s->cell + i * s->levels;
    int fine[2] = { 0, 0 };                               /* the two finest valid ones */
    double local;

    for (int k = s->levels - 1; k >= 0; k--) {
        if (!counts(c[k].quartile[1])) continue;
        t->counted++;
        fine[1] = fine[0];
        fine[0] = k;
    }
    if (t->counted < 2) return;
    local = log2(c[fine[1]].quartile[1] / c[fine[0]].quartile[1]) / (fine[1] - fine[0]);
    t->kind = local >= 0.5 ? SUMMARY_FALLS : local <= -0.5 ? SUMMARY_GROWS : SUMMARY_FLOOR;
    if (t->kind == SUMMARY_FLOOR) {
        t->floor = c[fine[0]].quartile[1];
        fit(s, c, 2.0 * t->floor, s->levels, t);
    } else {
        fit(s, c, 0.0, t->counted > 4 ? (t->counted + 1) / 2 : 2, t);
    }
}

int summary_finish(summary *s)
{
    const int cells = cells_of(s);
    double *quartile = malloc(3 * (size_t)cells * sizeof *quartile);

    if (!quartile || quantiles_find(&s->medians, quartile) != 0) {
        free(quartile);
        return complain();
    }
    for (int i = 0; i < cells; i++) {
        memcpy(s->cell[i].quartile, quartile + 3*i, sizeof s->cell[i].quartile);
        s->cell[i].mean /= (double)s->samples;
    }
    for (int i = 0; i < s->head->list.count; i++) find_trend(s, i, s->trend + i);
    free(quartile);
    return 0;
}

/* ---- the table ---- */

static const char *text_of(const summary *s, int key) { return s->head->value[key].data; }

static void print_trend(const summary_trend *t, const char *title, FILE *to)
{
    fprintf(to, "%-12s ", title);
    if (t->kind == SUMMARY_FEW) fprintf(to, "too few step lengths to say\n");
    if (t->kind == SUMMARY_FALLS) fprintf(to, "error falls with h, ");
    if (t->kind == SUMMARY_GROWS) fprintf(to, "error grows as h shrinks, ");
    if (t->kind == SUMMARY_FLOOR) fprintf(to, "floor %.3g m, ", t->floor);
    if (t->fitted >= 2)
        fprintf(to, "order %.2f%s (line through %d of %d step lengths, from %.3g to %.3g s)\n",
                t->order, t->kind == SUMMARY_FLOOR ? " above it" : "", t->fitted, t->counted,
                t->h_least, t->h_most);
    else if (t->kind != SUMMARY_FEW)
        fprintf(to, "no two step lengths with more than twice that\n");
}

static void print_formulation(const summary *s, int i, FILE *to)
{
    for (int k = 0; k < s->levels; k++) {
        const summary_cell *c = s->cell + i * s->levels + k;
        fprintf(to, "%-12s %-11.4g %-9.3g %-9.3g %-9.3g %-9.3g %-6lld %-6lld %-7lld ",
                k ? "" : title_of(s, i), step_of(s, k), c->quartile[0], c->quartile[1],
                c->quartile[2], c->mean, c->off, c->mostly, c->failed);
        if (s->timed) fprintf(to, "%.3g\n", c->seconds);
        else fprintf(to, "-\n");
    }
}

void summary_print(const summary *s, FILE *to)
{
    fprintf(to, "%s: %lld start%s, time %s s, seed %s\n", text_of(s, RECORD_TITLE), s->samples,
            s->samples == 1 ? "" : "s", text_of(s, RECORD_TIME), text_of(s, RECORD_SEED));
    fprintf(to, "position %s, velocity %s\n", text_of(s, RECORD_POSITION),
            text_of(s, RECORD_VELOCITY));
    fprintf(to, "%s\n", text_of(s, RECORD_METHOD));
    fprintf(to, "errors: distance from %s\n", text_of(s, RECORD_REFERENCE));
    if (s->inside > 0) fprintf(to, "drawn again: %lld starts in a solid\n", s->inside);
    if (s->unfollowed > 0)
        fprintf(to, "drawn again: %lld starts whose motion the reference can't follow\n",
                s->unfollowed);
    fprintf(to, "off: runs with an error above %s m at some step; mostly: those whose median is "
            "above it\n", text_of(s, RECORD_OFF));
    fprintf(to, "\nmedian error of a run's steps [m]; of all runs:\n");
    fprintf(to, "%-12s %-11s %-9s %-9s %-9s %-9s %-6s %-6s %-7s %s\n", "formulation", "h [s]",
            "quartile", "median", "quartile", "mean", "off", "mostly", "failed", "solver [s]");
    for (int i = 0; i < s->head->list.count; i++) print_formulation(s, i, to);
    fprintf(to, "\n");
    for (int i = 0; i < s->head->list.count; i++) print_trend(s->trend + i, title_of(s, i), to);
}

/* a comma, and a number if it is known */
static void csv_number(output_text *out, double value, int known)
{
    output_string(out, ",");
    if (known) output_number(out, value);
}

void summary_csv(const summary *s, output_text *out)
{
    output_string(out, "formulation,h,samples,failed,lower_quartile,median,upper_quartile,mean,"
                  "solver_seconds,fitted,order,off,mostly_off\n");
    for (int i = 0; i < cells_of(s); i++) {
        const summary_cell *c = s->cell + i;
        const summary_trend *t = s->trend + i / s->levels;
        output_format(out, "%s,%g", mb_formulations[s->head->list.of[i / s->levels]].name,
                      step_of(s, i % s->levels));
        output_printf(out, ",%lld,%lld", s->samples, c->failed);
        output_numbers(out, ",", 3, c->quartile);
        csv_number(out, c->mean, 1);
        csv_number(out, c->seconds, s->timed);
        output_printf(out, ",%d", c->fitted);
        csv_number(out, t->order, t->fitted >= 2);
        output_printf(out, ",%lld,%lld\n", c->off, c->mostly);
    }
}

/* ---- the picture ---- */

static void name_series(const summary *s, int i, char *name, size_t size)
{
    const summary_trend *t = s->trend + i;
    const char *title = title_of(s, i);

    if (t->kind == SUMMARY_FLOOR) snprintf(name, size, "%s, floor %.2g m", title, t->floor);
    else if (t->fitted >= 2) snprintf(name, size, "%s, order %.2f", title, t->order);
    else snprintf(name, size, "%s", title);
}

void summary_svg(const summary *s, output_text *out)
{
    const int cells = cells_of(s);
    double *xy = malloc(4 * (size_t)cells * sizeof *xy), *band = xy ? xy + 2 * cells : NULL;
    char name[MB_MAX_FORMULATIONS][64], subtitle[320], over[96] = " the run";
    chart_series series[MB_MAX_FORMULATIONS];
    const chart c = { text_of(s, RECORD_TITLE), subtitle, { "h [s]", 1 },
                      { "error [m]", 1 }, s->head->list.count, series, NULL };

    if (!xy) {
        out->failed = 1;
        return;
    }
    if (s->samples > 1)
        snprintf(over, sizeof over, " a run; lines: median of %lld runs, bands: their quartiles",
                 s->samples);
    snprintf(subtitle, sizeof subtitle, "median error over all steps of%s; error: distance from %s",
             over, text_of(s, RECORD_REFERENCE));
    for (int i = 0; i < cells; i++) {
        const double *q = s->cell[i].quartile;
        xy[2*i] = step_of(s, i % s->levels);
        xy[2*i + 1] = q[1];
        band[2*i] = q[0];
        band[2*i + 1] = q[2];
    }
    for (int i = 0; i < s->head->list.count; i++) {
        name_series(s, i, name[i], sizeof name[i]);
        series[i].name = name[i];
        series[i].npoint = s->levels;
        series[i].xy = xy + 2 * i * s->levels;
        series[i].style = SVG_STYLE_FORMULATION + s->head->list.of[i];
        series[i].mark_every = 3;
        series[i].band = band + 2 * i * s->levels;
    }
    chart_svg(&c, out);
    free(xy);
}
