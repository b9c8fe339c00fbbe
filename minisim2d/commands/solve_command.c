/* solve_command.c: `minisim2d solve`: solves one problem from a file with one solver; batch.c
 * solves several */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/chart.h"
#include "../solving/attempt.h"
#include "../writing/output.h"

typedef struct {
    files files;
    const char *name;             /* of the file */
    attempt attempt;
} task;

/* ---- the state of each unknown ---- */

enum { FREE, ACTIVE, AT_ZERO, AT_LO, AT_HI, DEGENERATE, WRONG };

static const char *const state_names[] = { "free", "active", "at 0", "at lo", "at hi",
                                           "degenerate", "violated" };

/* state of z_i by its bounds and by the sign of w_i, both to the tolerance and in the scales of the
 * scaled natural residual */
static int state_of(const attempt *a, int i)
{
    const double zs = a->size > 0.0 ? a->size : 1.0;
    const double z = a->z[i], lo = a->file.lo[i], hi = a->file.hi[i];
    const double near = a->tol * zs, zero = a->tol * a->scale[i];
    const int above = z - lo > near, below = hi - z > near;
    const int w = (a->w[i] > zero) - (a->w[i] < -zero);

    if (!(z - lo >= -near && hi - z >= -near)) return WRONG;
    if (above && below) return w != 0 ? WRONG : lo == -HUGE_VAL && hi == HUGE_VAL ? FREE : ACTIVE;
    if (!above && !below) return AT_LO;
    if (w == 0) return DEGENERATE;
    if (above) return w < 0 ? AT_HI : WRONG;
    return w < 0 ? WRONG : lo == 0.0 ? AT_ZERO : AT_LO;
}

/* ---- printing ---- */

/* the indices of the unknowns in one state, as `1-3, 7`, in aligned lines of about 100
 * characters */
static void print_indices(const attempt *a, const char *label, int state, const char *meaning,
                          FILE *to)
{
    const int n = a->file.n;
    int column, count = 0;

    column = fprintf(to, "%-12s", label);
    for (int i = 0; i < n; i++) {
        int last = i;
        if (state_of(a, i) != state) continue;
        while (last + 1 < n && state_of(a, last + 1) == state) last++;
        if (column > 100) column = fprintf(to, ",\n%-12s", "") - 2;
        else if (count > 0) column += fprintf(to, ", ");
        column += fprintf(to, last > i ? "%d-%d" : "%d", i + 1, last + 1);
        count += last - i + 1;
        i = last;
    }
    if (count == 0) fprintf(to, "none\n");
    else fprintf(to, "  (%d of %d: %s)\n", count, n, meaning);
}

static void print_table(const attempt *a, FILE *to)
{
    fprintf(to, "\n%5s  %-16s  %-16s  %s\n", "i", "z", "w", "state");
    for (int i = 0; i < a->file.n; i++)
        fprintf(to, "%5d  %-16.9g  %-16.9g  %s\n", i + 1, a->z[i] + 0.0, a->w[i] + 0.0,
                state_names[state_of(a, i)]);
    fprintf(to, "\n");
}

static void print_ray(const attempt *a, FILE *to)
{
    const mb_mlcp p = { a->file.n, a->file.A, a->file.b, NULL, NULL, NULL };
    double bu = 0.0;
    int given = 1;

    for (int i = 0; i < a->file.n; i++) given &= isfinite(a->ray[i]);
    if (!given) return;
    fprintf(to, "\nray: the direction u in which the path is unbounded; its entries that "
            "are not 0:\n\n%5s  %s\n", "i", "u");
    for (int i = 0; i < a->file.n; i++)
        if (a->ray[i] < 0.0 || a->ray[i] > 0.0) fprintf(to, "%5d  %.9g\n", i + 1, a->ray[i]);
    if (a->file.mixed) return;
    for (int i = 0; i < p.n; i++) bu += p.b[i] * a->ray[i];
    if (mb_infeasible(&p, a->ray))
        fprintf(to, "\nu >= 0, A'u <= 0 and b'u = %.9g < 0 prove it: no z >= 0 has A z + b >= 0\n",
                bu);
    else
        fprintf(to, "\nu does not prove that there is no solution: that takes u >= 0, A'u <= 0 and "
                "b'u < 0\n");
}

static void print_report(const attempt *a, FILE *to)
{
    const mb_info *info = &a->info;

    if (info->status >= 0 && a->file.n > 0) print_table(a, to);
    else fprintf(to, "\n");
    fprintf(to, "%-12s%s: %s\n", "status", mb_status_name(info->status),
            mb_status_text(info->status));
    if (info->status > 0 && info->where >= 0)
        fprintf(to, "%-12s%d\n", "at index", info->where + 1);
    if (info->status >= 0) {
        fprintf(to, "%-12s%.3g  (tolerance %.3g)\n", "residual", info->residual, a->tol);
        fprintf(to, "%-12s%d\n", "iterations", info->iterations);
        print_indices(a, "active", ACTIVE,
                      a->file.mixed ? "between bounds, w = 0" : "z > 0, w = 0", to);
        print_indices(a, "degenerate", DEGENERATE,
                      a->file.mixed ? "at a bound, and also w = 0" : "z = 0 and w = 0", to);
    }
    if (info->status > 0)
        print_indices(a, "violated", WRONG, "z or w has the wrong sign, or neither is 0", to);
    if (info->status == MB_RAY) print_ray(a, to);
}

/* reports the failure, with advice, on stderr */
static void complain(const task *t)
{
    const mb_info *info = &t->attempt.info;

    fprintf(stderr, "minisim2d: %s: not solved: %s: %s\n", t->name, mb_status_name(info->status),
            mb_status_text(info->status));
    if (info->status < 0 && info->status != MB_TODO && info->where >= 0)
        fprintf(stderr, "  at        index %d\n", info->where + 1);
    failure_explain(&t->attempt.problem, t->attempt.solver->name, info, stderr);
}

/* ---- files ---- */

static void save_csv(task *t)
{
    const attempt *a = &t->attempt;
    output_text text = { 0 };

    output_string(&text, "i,z,w\n");
    for (int i = 0; i < a->file.n; i++)
        output_format(&text, "%d,%g,%g\n", i + 1, a->z[i], a->w[i]);
    output_put(&t->files.csv, &text);
    output_free(&text);
}

static void save_mat(task *t)
{
    const lcp_file *file = &t->attempt.file;
    const mb_mlcp problem = { file->n, file->A, file->b, file->lo, file->hi, NULL };
    output_text text = { 0 };

    problem_mat.write(&problem, 0, &text);
    mat_vector("z", file->n, t->attempt.z, &text);
    mat_vector("w", file->n, t->attempt.w, &text);
    output_put(&t->files.mat, &text);
    output_free(&text);
}

/* residual against iteration; for Lemke its z0, on a linear axis, as it drops to 0 in the last
 * pivot */
static void save_picture(task *t)
{
    const attempt *a = &t->attempt;
    const int lemke = a->trace.layout == TRACE_LEMKE;
    output_text text = { 0 };
    chart_series series = { a->solver->name, 0, NULL, SVG_STYLE_FORMULATION + MB_PEG, 0, NULL };
    const char *height = lemke ? "artificial variable z0" : "residual";
    chart c = { t->name, NULL, { "iteration", 0 }, { height, !lemke }, 1, &series, NULL };
    char subtitle[160];
    double *xy = malloc(2 * ATTEMPT_HISTORY * sizeof *xy);
    int last = 0;

    snprintf(subtitle, sizeof subtitle, "solver %s, %d unknowns: %s after %d iterations",
             a->solver->name, a->file.n, mb_status_name(a->info.status), a->info.iterations);
    c.subtitle = subtitle;
    if (!xy) text.failed = 1;
    for (int k = 0; xy && k < ATTEMPT_HISTORY; k++) {
        xy[2*k] = k + 1;
        xy[2*k + 1] = a->history[k];
        if (!isnan(a->history[k])) last = k + 1;
    }
    series.npoint = xy ? last : 0;
    series.xy = xy;
    if (xy) chart_svg(&c, &text);
    files_picture(&t->files, &text);
    free(xy);
}

/* ---- the command ---- */

static void print_heading(const task *t, FILE *to)
{
    const lcp_file *file = &t->attempt.file;

    fprintf(to, "%s: %s of %d unknown%s", t->name, file->mixed ? "mLCP" : "LCP", file->n,
            file->n == 1 ? "" : "s");
    if (file->nfree > 0) fprintf(to, ", %d free", file->nfree);
    fprintf(to, ", solver %s%s\n", t->attempt.solver->name,
            attempt_reduced(&t->attempt) ? " on its reduction to an LCP" : "");
}

/* solves, prints and saves the results; returns the program's exit status */
static int do_task(task *t)
{
    attempt *a = &t->attempt;
    int solved, kept;

    if (t->files.report) print_heading(t, t->files.report);
    attempt_solve(a);
    solved = a->info.status == MB_OK;
    kept = a->info.status >= 0;
    if (a->trace.to && a->trace.layout == TRACE_NOTHING)
        fprintf(a->trace.to, "\n%s shows no iterations here\n", a->solver->name);
    if (t->files.report) print_report(a, t->files.report);
    if (!solved) complain(t);
    if (kept && t->files.csv.path) save_csv(t);
    if (kept && t->files.mat.path) save_mat(t);
    if (kept && files_pictured(&t->files)) save_picture(t);
    if (files_close(&t->files, kept) != 0) return EXIT_USAGE;
    return solved ? EXIT_DONE : EXIT_FAILED;
}

static int solve_one(const options *o, const problem_format *format)
{
    int status = EXIT_USAGE;
    task t;
    attempt *a = &t.attempt;

    memset(&t, 0, sizeof t);
    t.name = strcmp(o->operand, "-") == 0 ? "standard input" : o->operand;
    if (lcp_file_read(o->operand, format, &a->file, stderr) == 0 &&
        options_attempt(o, a) == 0 && files_open(&t.files, o, o->operand) == 0) {
        if (attempt_prepare(a, o->trace ? t.files.words : NULL, o->svg || o->png) == 0) {
            status = do_task(&t);
        } else {
            fprintf(stderr, "minisim2d: %s: no memory for %d unknowns\n", t.name, a->file.n);
            files_close(&t.files, 0);
            status = EXIT_FAILED;
        }
    }
    attempt_free(a);
    return status;
}

int command_solve(const options *o)
{
    const problem_format *format;

    if (options_format("--from", o->from, &format) != 0) return EXIT_USAGE;
    if (o->list || o->noperand > 1) return batch_solve(o, format);
    return solve_one(o, format);
}
