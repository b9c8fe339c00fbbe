/* solve_command.c: `minisim2d solve`: problems from files, with one solver; `minisim2d convert`: a
 * problem from one format into another */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/chart.h"
#include "../reading/problem.h"
#include "../reading/reader.h"
#include "../solving/attempt.h"
#include "../writing/output.h"

enum { LONGEST_NAME = 1 << 16 };

typedef struct {
    files files;
    const char *name;             /* of the file */
    attempt attempt;
    output_text text;             /* of a file at a time */
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

    refuse("%s: not solved: %s: %s", t->name, mb_status_name(info->status),
           mb_status_text(info->status));
    if (info->status < 0 && info->status != MB_TODO && info->where >= 0)
        fprintf(stderr, "  at        index %d\n", info->where + 1);
    failure_explain(&t->attempt.problem, t->attempt.solver->name, info, stderr);
}

/* ---- files ---- */

static void save_csv(task *t)
{
    const attempt *a = &t->attempt;

    output_string(&t->text, "i,z,w\n");
    for (int i = 0; i < a->file.n; i++)
        output_format(&t->text, "%d,%g,%g\n", i + 1, a->z[i], a->w[i]);
    output_put(&t->files.csv, &t->text);
}

static void save_mat(task *t)
{
    const lcp_file *file = &t->attempt.file;
    const mb_mlcp problem = { file->n, file->A, file->b, file->lo, file->hi, NULL };

    problem_mat.write(&problem, 0, &t->text);
    mat_vector("z", file->n, t->attempt.z, &t->text);
    mat_vector("w", file->n, t->attempt.w, &t->text);
    output_put(&t->files.mat, &t->text);
}

/* residual against iteration; for Lemke its z0, on a linear axis, as it drops to 0 in the last
 * pivot */
static void save_picture(task *t)
{
    const attempt *a = &t->attempt;
    const int lemke = a->trace.layout == TRACE_LEMKE;
    chart_series series = { a->solver->name, 0, NULL, SVG_STYLE_FORMULATION + MB_PEG, 0, NULL };
    const char *height = lemke ? "artificial variable z0" : "residual";
    chart c = { t->name, NULL, { "iteration", 0 }, { height, !lemke }, 1, &series, NULL };
    char subtitle[160];
    double *xy = malloc(2 * ATTEMPT_HISTORY * sizeof *xy);
    int last = 0;

    snprintf(subtitle, sizeof subtitle, "solver %s, %d unknowns: %s after %d iterations",
             a->solver->name, a->file.n, mb_status_name(a->info.status), a->info.iterations);
    c.subtitle = subtitle;
    if (!xy) t->text.failed = 1;
    for (int k = 0; xy && k < ATTEMPT_HISTORY; k++) {
        xy[2*k] = k + 1;
        xy[2*k + 1] = a->history[k];
        if (!isnan(a->history[k])) last = k + 1;
    }
    series.npoint = xy ? last : 0;
    series.xy = xy;
    if (xy) chart_svg(&c, &t->text);
    files_picture(&t->files, &t->text);
    free(xy);
}

/* ---- one problem ---- */

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
        options_attempt(o, a) == 0 && files_open(&t.files, o, 1, &o->operand) == 0) {
        if (attempt_prepare(a, o->trace ? t.files.words : NULL, o->svg || o->png) == 0) {
            status = do_task(&t);
        } else {
            refuse("%s: no memory for %d unknowns", t.name, a->file.n);
            files_close(&t.files, 0);
            status = EXIT_FAILED;
        }
    }
    attempt_free(a);
    output_free(&t.text);
    return status;
}

/* ---- many problems, one after the other ---- */

typedef struct {
    const options *given;
    const problem_format *format;
    files files;
    output_text row;
    int refused[2];               /* the options do not suit LCPs, mLCPs, as was reported */
    int count, solved, bad;       /* problems; bad: not tried */
} batch;

/* a field of a CSV, in quotes if necessary */
static void put_field(output_text *row, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        output_string(row, text);
        return;
    }
    output_string(row, "\"");
    for (; *text; text++) {
        if (*text == '"') output_string(row, "\"");
        output_bytes(row, text, 1);
    }
    output_string(row, "\"");
}

static void put_bad(batch *b, const char *why)
{
    b->bad++;
    output_printf(&b->row, ",,%s,,,\n", why);
}

/* solver and form for the problem; errors in the options are reported once for LCPs, and once
 * for mLCPs */
static int choose_solver(batch *b, attempt *a)
{
    int *refused = b->refused + a->file.mixed;

    if (!*refused) *refused = options_attempt(b->given, a) != 0;
    return *refused;
}

static void solve_problem(batch *b, const char *path)
{
    attempt a;

    memset(&a, 0, sizeof a);
    b->count++;
    put_field(&b->row, path);
    if (lcp_file_read(path, b->format, &a.file, stderr) != 0) {
        put_bad(b, "unreadable");
    } else if (choose_solver(b, &a) != 0) {
        put_bad(b, "refused");
    } else if (attempt_prepare(&a, NULL, 0) != 0) {
        refuse("%s: no memory for %d unknowns", path, a.file.n);
        put_bad(b, mb_status_name(MB_NO_MEMORY));
    } else {
        attempt_solve(&a);
        output_format(&b->row, ",%d,%s,%d,%g,%g\n", a.file.n, mb_status_name(a.info.status),
                      a.info.iterations, a.info.residual, a.seconds);
        b->solved += a.info.status == MB_OK;
    }
    attempt_free(&a);
}

/* adds the problem's row to the table; not 0 if it is useless to go on */
static int take_problem(batch *b, const char *path)
{
    if (output_is(&b->files.csv, path))
        return refuse("--csv %s would overwrite the problem %s: name another file", b->given->csv,
                      path);
    solve_problem(b, path);
    return output_put(&b->files.csv, &b->row);
}

/* a name ends with its line, even if that ends in CR LF */
static void cut_return(output_text *name)
{
    if (name->size > 0 && name->data[name->size - 1] == '\r') name->data[--name->size] = '\0';
}

/* the next line of the list that is not empty; 0 at its end, -1 after a message */
static int next_name(FILE *list, const char *list_name, output_text *name)
{
    int c;

    name->size = 0;
    while ((c = getc(list)) != EOF) {
        const char byte = (char)c;
        if (c == '\n') cut_return(name);
        if (c == '\n' && name->size > 0) break;
        if (c != '\n') output_bytes(name, &byte, 1);
        if (c != 0 && name->size < LONGEST_NAME && !name->failed) continue;
        fprintf(stderr, "%s: a line that is not the name of a file\n", list_name);
        return -1;
    }
    cut_return(name);
    return name->size > 0;
}

static int take_list(batch *b)
{
    output_text name = { 0 };
    const char *list_name;
    FILE *list = reader_open(b->given->list, &list_name, stderr);
    int more = list ? 1 : -1;

    while (more > 0) {
        more = next_name(list, list_name, &name);
        if (more > 0 && take_problem(b, name.data) != 0) more = -1;
    }
    if (list) reader_close(list);
    output_free(&name);
    return more;
}

/* reports options that are for one problem only; 0, or 2 after a message */
static int check_options(const options *o)
{
    const char *wrong = o->svg ? "--svg" : o->png ? "--png" : o->mat ? "--mat"
                      : o->trace ? "--trace" : NULL;

    if (!wrong) return 0;
    return refuse("%s is for one problem, not for several", wrong);
}

static int finish(batch *b, int failed)
{
    if (files_close(&b->files, !failed) != 0) failed = 1;
    output_free(&b->row);
    if (failed) return EXIT_USAGE;
    if (b->files.report) {
        fprintf(b->files.report, "%d of %d problems solved", b->solved, b->count);
        if (b->bad) fprintf(b->files.report, ", %d not tried", b->bad);
        fprintf(b->files.report, "\n");
    }
    return b->bad ? EXIT_USAGE : b->solved < b->count ? EXIT_FAILED : EXIT_DONE;
}

/* solves the operands, then the problems that --list names; format: that of all, or NULL. Memory
 * does not grow with their number. EXIT_USAGE if some could not even be tried */
static int solve_several(const options *o, const problem_format *format)
{
    options with = *o;
    int failed;
    batch b;

    memset(&b, 0, sizeof b);
    if (!with.csv) with.csv = "-";
    b.given = &with;
    b.format = format;
    if (check_options(o) != 0 || files_open(&b.files, &with, o->list != NULL, &o->list) != 0)
        return EXIT_USAGE;
    output_string(&b.row, "file,n,status,iterations,residual,seconds\n");
    failed = output_put(&b.files.csv, &b.row);
    for (int k = 0; k < o->noperand && !failed; k++) failed = take_problem(&b, o->operands[k]);
    if (o->list && !failed) failed = take_list(&b) < 0;
    return finish(&b, failed);
}

/* ---- the commands ---- */

int command_solve(const options *o)
{
    const problem_format *format;

    if (options_format("--from", o->from, &format) != 0) return EXIT_USAGE;
    if (o->list || o->noperand > 1) return solve_several(o, format);
    return solve_one(o, format);
}

/* 1, after a message, for a name with an ending that no format has. A point at the beginning starts
 * no ending. */
static int unknown_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *ending = strrchr(name, '.');

    if (!ending || ending == name || strcmp(problem_format_of(path)->ending, ending) == 0) return 0;
    fprintf(stderr, "minisim2d: no format has the ending %s: there are", ending);
    for (int i = 0; problem_format_at(i); i++)
        fprintf(stderr, "%s %s", i ? "," : "", problem_format_at(i)->ending);
    fprintf(stderr, "; or say --to FORMAT\n");
    return 1;
}

int command_convert(const options *o)
{
    const char *in = o->operands[0], *out = o->operands[1];
    const problem_format *from, *to;
    lcp_file file;
    int failed;

    if (options_format("--from", o->from, &from) != 0 || options_format("--to", o->to, &to) != 0 ||
        (!to && unknown_ending(out)) ||
        lcp_file_read(in, from, &file, stderr) != 0)
        return EXIT_USAGE;
    failed = lcp_file_save(&file, out, to ? to : problem_format_of(out), in, stderr);
    lcp_file_free(&file);
    return failed ? EXIT_USAGE : EXIT_DONE;
}
