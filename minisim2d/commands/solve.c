/* solve.c: `minisim2d solve`: one problem from a file, one solver, and what came of it
 *
 * A mixed problem goes to the mLCP solver as it is, or, with --form lcp, to an LCP solver after its
 * free unknowns are eliminated.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "files.h"
#include "../drawing/chart.h"
#include "../motion/simulate.h"
#include "../reading/problem.h"
#include "../solving/failure.h"
#include "../solving/solvers.h"
#include "../solving/trace.h"

#define DEFAULT_TOL 1e-10         /* of mb_options.tol */
#define MISSING ((double)NAN)     /* what a solver did not write */
enum { HISTORY = 100000 };        /* iterations that a chart shows; more are no wider than a hair */

typedef struct {
    const options *given;
    files files;
    const char *name;             /* of the file */
    lcp_file file;
    mb_mlcp problem;              /* the file's; lo = hi = NULL if it is an LCP */
    mb_form form;
    const mb_solver *solver;
    mb_options options;
    double tol;
    tracer trace;
    double *z, *w, *scale;        /* [n]; scale_i = |b_i| + sum_j |A_ij z_j| */
    double *ray;              /* [n] direction of z on MB_RAY; MISSING where the solver gave none */
    double *history;             /* [HISTORY] if there is a chart to draw, filled up with MISSING */
    void *scratch;
    size_t scratch_size;
    mb_info info;
} job;

/* ---- solving ---- */

/* unknowns of the LCP that mb_mlcp_to_lcp makes of the problem */
static int reduced_size(const job *j) { return j->trace.nbound + j->trace.nbox; }

static int is_reduced(const job *j) { return j->form == MB_FORM_LCP && j->file.mixed; }

static double *numbers(int count, double value)
{
    double *x = malloc(((size_t)count + 1) * sizeof *x);

    for (int i = 0; x && i < count; i++) x[i] = value;
    return x;
}

/* memory for the solver, and for the reduction in front of it; 0, or -1 without memory */
static int take_scratch(job *j)
{
    const int m = is_reduced(j) ? reduced_size(j) : j->file.n;
    const size_t solver = m <= MB_MAX_N ? j->solver->scratch(m) : SIZE_MAX;
    const size_t reduction = is_reduced(j) ? mb_mlcp_to_lcp_scratch(j->file.n) : 0;
    const size_t vectors = 2 * (size_t)m * sizeof(double) + 64;

    if (solver > SIZE_MAX / 4 || reduction > SIZE_MAX / 4) return -1;
    j->scratch_size = solver + reduction + vectors;
    j->scratch = malloc(j->scratch_size);
    return j->scratch ? 0 : -1;
}

/* everything the solver needs; 0, or -1 without memory */
static int prepare(job *j)
{
    const int n = j->file.n, lemke = strcmp(j->solver->name, "lemke") == 0;
    const int reduced = j->file.mixed && (j->form == MB_FORM_LCP || lemke);
    FILE *to = j->given->trace ? j->files.words : NULL;

    if (tracer_init(&j->trace, &j->problem, reduced, to) != 0) return -1;
    j->z = numbers(n, 0.0);
    j->w = numbers(n, 0.0);
    j->scale = numbers(n, 0.0);
    j->ray = numbers(n, MISSING);
    if (!j->z || !j->w || !j->scale || !j->ray || take_scratch(j) != 0) return -1;
    if (j->given->svg) {
        j->history = numbers(HISTORY, MISSING);
        if (!j->history) return -1;
        j->options.history = j->history;
        j->options.history_len = HISTORY;
    }
    j->options.ray = j->ray;
    if (to || j->given->svg) {
        j->options.trace = tracer_show;
        j->options.trace_user = &j->trace;
    }
    return 0;
}

static void job_free(job *j)
{
    lcp_file_free(&j->file);
    tracer_free(&j->trace);
    free(j->z);
    free(j->w);
    free(j->scale);
    free(j->ray);
    free(j->history);
    free(j->scratch);
}

/* the direction of z that belongs to a direction u of the reduced LCP */
static void expand_ray(const mb_schur *s, const double *u, double *ray)
{
    const int nb = s->p->n - s->nfree;

    for (int i = 0; i < nb; i++) ray[s->bound_index[i]] = s->sign[i] * u[i];
    for (int f = 0; f < s->nfree; f++) {
        double sum = 0.0;
        for (int i = 0; i < nb; i++) sum += s->free_gain[f * nb + i] * u[i];
        ray[s->free_index[f]] = sum;
    }
}

/* a mixed problem by an LCP solver: reduce, solve, back, and judge by the problem of the file */
static mb_status solve_reduced(job *j, mb_arena arena)
{
    mb_options with = j->options;
    mb_schur s;
    mb_status status = mb_mlcp_to_lcp(&j->problem, &s, &j->info, &arena);
    double *x, *u;

    if (status != MB_OK) return status;
    x = mb_arena_doubles(&arena, s.lcp.n);
    u = mb_arena_doubles(&arena, s.lcp.n);
    if (!x || !u) return MB_NO_MEMORY;
    for (int i = 0; i < s.lcp.n; i++) {
        x[i] = 0.0;
        u[i] = MISSING;
    }
    with.ray = u;
    status = j->solver->lcp(&s.lcp, &with, x, &j->info, arena);
    if (j->info.where >= j->trace.nbound)
        j->info.where = j->trace.box[j->info.where - j->trace.nbound];
    else if (j->info.where >= 0) j->info.where = j->trace.bound[j->info.where];
    if (status < 0) return status;
    mb_mlcp_from_lcp(&s, x, j->z);
    if (status == MB_RAY) expand_ray(&s, u, j->ray);
    j->info.residual = mb_mlcp_residual(&j->problem, j->z);
    return status == MB_OK && !(j->info.residual <= j->tol) ? MB_STALLED : status;
}

static void solve(job *j)
{
    const mb_lcp lcp = { j->file.n, j->file.A, j->file.b };
    mb_arena arena = mb_arena_make(j->scratch, j->scratch_size);
    mb_status status;

    if (j->form == MB_FORM_MLCP)
        status = j->solver->mlcp(&j->problem, &j->options, j->z, &j->info, arena);
    else if (j->file.mixed) status = solve_reduced(j, arena);
    else status = j->solver->lcp(&lcp, &j->options, j->z, &j->info, arena);
    j->info.status = status;
    mb_slack(&lcp, j->z, j->w);
    for (int i = 0; i < lcp.n; i++) {
        j->scale[i] = fabs(lcp.b[i]);
        for (int k = 0; k < lcp.n; k++) j->scale[i] += fabs(lcp.A[i * lcp.n + k] * j->z[k]);
    }
}

/* ---- what each unknown is ---- */

enum { FREE, ACTIVE, AT_ZERO, AT_LO, AT_HI, DEGENERATE, WRONG };

static const char *const state_names[] = { "free", "active", "at 0", "at lo", "at hi",
                                           "degenerate", "violated" };

/* where z_i stands between its bounds and what w_i says to it, both to the tolerance and in the
 * scales of the scaled natural residual */
static int state_of(const job *j, int i, double zs)
{
    const double z = j->z[i], lo = j->file.lo[i], hi = j->file.hi[i];
    const double near = j->tol * zs, zero = j->tol * j->scale[i];
    const int above = z - lo > near, below = hi - z > near;
    const int w = (j->w[i] > zero) - (j->w[i] < -zero);

    if (!(z - lo >= -near && hi - z >= -near)) return WRONG;
    if (above && below) return w != 0 ? WRONG : lo == -HUGE_VAL && hi == HUGE_VAL ? FREE : ACTIVE;
    if (!above && !below) return AT_LO;
    if (w == 0) return DEGENERATE;
    if (above) return w < 0 ? AT_HI : WRONG;
    return w < 0 ? WRONG : lo == 0.0 ? AT_ZERO : AT_LO;
}

static double size_of(const job *j)
{
    double size = 0.0;

    for (int i = 0; i < j->file.n; i++) size = fmax(size, fabs(j->z[i]));
    return size > 0.0 ? size : 1.0;
}

/* ---- printing ---- */

/* the indices of the unknowns in one state, as `1-3, 7`, in lines of about 100 characters below
 * each other */
static void print_indices(const job *j, const char *label, int state, const char *meaning, FILE *to)
{
    const double zs = size_of(j);
    const int n = j->file.n;
    int column, count = 0;

    column = fprintf(to, "%-12s", label);
    for (int i = 0; i < n; i++) {
        int last = i;
        if (state_of(j, i, zs) != state) continue;
        while (last + 1 < n && state_of(j, last + 1, zs) == state) last++;
        if (column > 100) column = fprintf(to, ",\n%-12s", "") - 2;
        else if (count > 0) column += fprintf(to, ", ");
        column += fprintf(to, last > i ? "%d-%d" : "%d", i + 1, last + 1);
        count += last - i + 1;
        i = last;
    }
    if (count == 0) fprintf(to, "none\n");
    else fprintf(to, "  (%d of %d: %s)\n", count, n, meaning);
}

static void print_table(const job *j, FILE *to)
{
    const double zs = size_of(j);

    fprintf(to, "\n%5s  %-16s  %-16s  %s\n", "i", "z", "w", "state");
    for (int i = 0; i < j->file.n; i++)
        fprintf(to, "%5d  %-16.9g  %-16.9g  %s\n", i + 1, j->z[i] + 0.0, j->w[i] + 0.0,
                state_names[state_of(j, i, zs)]);
    fprintf(to, "\n");
}

static void print_ray(const job *j, FILE *to)
{
    const mb_lcp lcp = { j->file.n, j->file.A, j->file.b };
    double bu;
    int given = 1;

    for (int i = 0; i < j->file.n; i++) given &= isfinite(j->ray[i]);
    if (!given) return;
    fprintf(to, "\nray: the direction u in which the path goes on without end; its entries that "
            "are not 0:\n\n%5s  %s\n", "i", "u");
    for (int i = 0; i < j->file.n; i++)
        if (j->ray[i] < 0.0 || j->ray[i] > 0.0) fprintf(to, "%5d  %.9g\n", i + 1, j->ray[i]);
    if (j->file.mixed) return;
    if (failure_ray_proves(&lcp, j->ray, &bu))
        fprintf(to, "\nu >= 0, A'u <= 0 and b'u = %.9g < 0 prove it: no z >= 0 has A z + b >= 0\n",
                bu);
    else
        fprintf(to, "\nu does not prove that there is no solution: A is none of those for which "
                "a ray would\n");
}

static void print_report(const job *j, FILE *to)
{
    const mb_info *info = &j->info;

    if (info->status >= 0 && j->file.n > 0) print_table(j, to);
    else fprintf(to, "\n");
    fprintf(to, "%-12s%s: %s\n", "status", mb_status_name(info->status),
            mb_status_text(info->status));
    if (info->status > 0 && info->where >= 0)
        fprintf(to, "%-12s%d\n", "at index", info->where + 1);
    if (info->status >= 0) {
        fprintf(to, "%-12s%.3g  (tolerance %.3g)\n", "residual", info->residual, j->tol);
        fprintf(to, "%-12s%d\n", "iterations", info->iterations);
        print_indices(j, "active", ACTIVE,
                      j->file.mixed ? "between bounds, w = 0" : "z > 0, w = 0", to);
        print_indices(j, "degenerate", DEGENERATE,
                      j->file.mixed ? "at a bound, and yet w = 0" : "z = 0 and w = 0", to);
    }
    if (info->status > 0)
        print_indices(j, "violated", WRONG, "z or w has the wrong sign, or neither is 0", to);
    if (info->status == MB_RAY) print_ray(j, to);
}

/* why not, and what else there is, on stderr */
static void complain(const job *j)
{
    const mb_info *info = &j->info;

    fprintf(stderr, "minisim2d: %s: not solved: %s: %s\n", j->name, mb_status_name(info->status),
            mb_status_text(info->status));
    if (info->status < 0 && info->status != MB_TODO && info->where >= 0)
        fprintf(stderr, "  at        index %d\n", info->where + 1);
    failure_explain(&j->problem, j->solver->name, info, stderr);
}

/* ---- files ---- */

static void save_csv(job *j)
{
    output_text text = { NULL, 0, 0, 0 };

    output_string(&text, "i,z,w\n");
    for (int i = 0; i < j->file.n; i++) {
        output_printf(&text, "%d,", i + 1);
        output_number(&text, j->z[i]);
        output_string(&text, ",");
        output_number(&text, j->w[i]);
        output_string(&text, "\n");
    }
    output_put(&j->files.csv, &text);
    output_free(&text);
}

/* residual against iteration; for Lemke its z0, which is no power of ten smaller until it is 0 */
static void save_svg(job *j)
{
    const int lemke = j->trace.layout == TRACE_LEMKE;
    output_text text = { NULL, 0, 0, 0 };
    chart_series series = { j->solver->name, 0, NULL, SVG_STYLE_FORMULATION + MB_PEG, 0, NULL };
    const char *height = lemke ? "artificial variable z0" : "residual";
    chart c = { j->name, NULL, { "iteration", 0 }, { height, !lemke }, 1, &series, NULL };
    char subtitle[160];
    double *xy = numbers(2 * HISTORY, 0.0);
    int last = 0;

    snprintf(subtitle, sizeof subtitle, "solver %s, %d unknowns: %s after %d iterations",
             j->solver->name, j->file.n, mb_status_name(j->info.status), j->info.iterations);
    c.subtitle = subtitle;
    if (!xy) text.failed = 1;
    for (int k = 0; xy && k < HISTORY; k++) {
        xy[2*k] = k + 1;
        xy[2*k + 1] = j->history[k];
        if (!isnan(j->history[k])) last = k + 1;
    }
    series.npoint = xy ? last : 0;
    series.xy = xy;
    if (xy) chart_svg(&c, &text);
    output_put(&j->files.svg, &text);
    output_free(&text);
    free(xy);
}

/* ---- the command ---- */

static void print_heading(const job *j)
{
    FILE *to = j->files.report;

    fprintf(to, "%s: %s of %d unknown%s", j->name, j->file.mixed ? "mLCP" : "LCP", j->file.n,
            j->file.n == 1 ? "" : "s");
    if (j->file.nfree > 0) fprintf(to, ", %d free", j->file.nfree);
    fprintf(to, ", solver %s%s\n", j->solver->name,
            is_reduced(j) ? " on its reduction to an LCP" : "");
}

/* solve, and say and save what came of it; the program's exit status */
static int do_job(job *j)
{
    int solved, kept;

    if (j->files.report) print_heading(j);
    solve(j);
    solved = j->info.status == MB_OK;
    kept = j->info.status >= 0;
    if (j->trace.to && j->trace.layout == TRACE_NOTHING)
        fprintf(j->trace.to, "\n%s shows no iterations here\n", j->solver->name);
    if (j->files.report) print_report(j, j->files.report);
    if (!solved) complain(j);
    if (kept && j->files.csv.path) save_csv(j);
    if (kept && j->files.svg.path) save_svg(j);
    if (files_close(&j->files, kept) != 0) solved = 0;
    return solved ? EXIT_DONE : EXIT_FAILED;
}

static void take_problem(job *j)
{
    j->tol = j->options.tol > 0.0 ? j->options.tol : DEFAULT_TOL;
    j->problem.n = j->file.n;
    j->problem.A = j->file.A;
    j->problem.b = j->file.b;
    j->problem.lo = j->file.mixed ? j->file.lo : NULL;
    j->problem.hi = j->file.mixed ? j->file.hi : NULL;
}

int command_solve(const options *o)
{
    int status = EXIT_USAGE;
    job j;

    memset(&j, 0, sizeof j);
    j.given = o;
    j.name = strcmp(o->operand, "-") == 0 ? "standard input" : o->operand;
    if (lcp_file_read(o->operand, &j.file, stderr) == 0 &&
        options_solver(o, 2, j.file.mixed ? MB_FORM_MLCP : MB_FORM_LCP, 0, &j.form,
                       &j.options) == 0 &&
        files_open(&j.files, o, o->operand) == 0) {
        j.solver = solvers_find(j.form != MB_FORM_LCP, solver_or_default(o->solver, j.form));
        take_problem(&j);
        if (prepare(&j) == 0) {
            status = do_job(&j);
        } else {
            fprintf(stderr, "minisim2d: %s: no memory for %d unknowns\n", j.name, j.file.n);
            files_close(&j.files, 0);
            status = EXIT_FAILED;
        }
    }
    job_free(&j);
    return status;
}
