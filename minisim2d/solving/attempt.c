/* attempt.c: a problem and a solver; see attempt.h */
#include "attempt.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

/* ---- solvers --------------------------------------------------------------------------------- */

static int is_kind(const mb_solver *s, int mixed)
{
    return mixed ? s->mlcp != NULL : s->lcp != NULL;
}

const mb_solver *solvers_at(int mixed, int i)
{
    for (int k = 0; k < mb_solver_count; k++)
        if (is_kind(mb_solvers + k, mixed) && i-- == 0) return mb_solvers + k;
    return i == 0 && solvers_mine && is_kind(solvers_mine, mixed) ? solvers_mine : NULL;
}

const mb_solver *solvers_find(int mixed, const char *name)
{
    const mb_solver *s = mixed ? mb_find_mlcp_solver(name) : mb_find_lcp_solver(name);
    const int mine = !s && solvers_mine && is_kind(solvers_mine, mixed) &&
                     strcmp(solvers_mine->name, name) == 0;

    return mine ? solvers_mine : s;
}

int solvers_take_friction(const mb_solver *s)
{
    const double A[4] = { 0 }, b[2] = { 0 };
    const double lo[2] = { 0, -1 }, hi[2] = { HUGE_VAL, 1 };
    const int findex[2] = { -1, 0 };
    const mb_mlcp p = { 2, A, b, lo, hi, findex };
    const size_t size = s->scratch(2);
    void *scratch = malloc(size);
    double z[2] = { 0, 0 };
    int takes;

    if (!scratch) return 1;                           /* the caller will report it */
    takes = s->mlcp(&p, NULL, z, NULL, mb_arena_make(scratch, size)) != MB_BAD_ARG;
    free(scratch);
    return takes;
}

/* ---- iterations, in columns that depend on the kind of solver -------------------------------- */

int tracer_init(tracer *t, const mb_mlcp *p, int reduced, FILE *to)
{
    memset(t, 0, sizeof *t);
    t->to = to;
    t->n = p->n;
    t->reduced = reduced;
    t->bound = malloc(((size_t)p->n + 1) * sizeof *t->bound);
    t->box = malloc(((size_t)p->n + 1) * sizeof *t->box);
    if (!t->bound || !t->box) return -1;
    for (int i = 0; i < p->n; i++) {
        const int lower = !p->lo || p->lo[i] > -HUGE_VAL, upper = p->hi && p->hi[i] < HUGE_VAL;
        if (lower || upper) t->bound[t->nbound++] = i;
        if (lower && upper) t->box[t->nbox++] = i;
    }
    return 0;
}

void tracer_free(tracer *t)
{
    free(t->bound);
    free(t->box);
    memset(t, 0, sizeof *t);
}

/* name of the variable with this number: z3 or w3, counted from 1; z0; for the upper bound of z3
 * the multiplier u3 and its slack s3 = hi - z3; x3 and y3 in an LCP that the solver made; - if the
 * number is negative */
static const char *variable_name(const tracer *t, int n, int variable, char text[32])
{
    const int slack = variable >= n, i = slack ? variable - n : variable;

    if (variable < 0) snprintf(text, 32, "-");
    else if (variable == 2 * n) strcpy(text, "z0");
    else if (!t->reduced) snprintf(text, 32, "%c%d", slack ? 'w' : 'z', i + 1);
    else if (n != t->nbound + t->nbox) snprintf(text, 32, "%c%d", slack ? 'y' : 'x', i + 1);
    else if (i < t->nbound) snprintf(text, 32, "%c%d", slack ? 'w' : 'z', t->bound[i] + 1);
    else snprintf(text, 32, "%c%d", slack ? 's' : 'u', t->box[i - t->nbound] + 1);
    return text;
}

/* the layout that an iteration needs; Lemke's method is recognised by its first pivot: z0 enters */
static trace_layout layout_for(const tracer *t, const mb_trace *trace)
{
    if (t->layout == TRACE_NOTHING && trace->entering == 2 * trace->n) return TRACE_LEMKE;
    if (t->layout == TRACE_LEMKE || t->layout == TRACE_PIVOTS) return t->layout;
    return trace->entering >= 0 ? TRACE_PIVOTS : TRACE_ITERATES;
}

static void print_header(const tracer *t)
{
    switch (t->layout) {
    case TRACE_LEMKE:
        fprintf(t->to, "\nThe entering variable grows from 0 to the ratio, where the leaving one "
                       "reaches 0.\n");
        if (t->reduced && t->size != t->nbound + t->nbox)
            fprintf(t->to, "The problem is split into an LCP of %d unknowns x with slacks y.\n",
                    t->size);
        else if (t->reduced && t->nbound < t->n)
            fprintf(t->to, "The free unknowns are eliminated.\n");
        if (t->reduced && t->size == t->nbound + t->nbox && t->nbox > 0)
            fprintf(t->to,
                    "Each z is measured from its bound; s3 = hi - z3, with multiplier u3.\n");
        fprintf(t->to, "\n%9s  %-8s  %-8s  %-16s  %s\n", "pivot", "entering", "leaving", "ratio",
                "z0");
        break;
    case TRACE_ITERATES:
        fprintf(t->to, "\nThe step is the solver's own measure: a sweep's |dz|, the length of a "
                       "Newton step.\n");
        fprintf(t->to, "\n%9s  %-16s  %s\n", "iteration", "residual", "step");
        break;
    case TRACE_PIVOTS:
        fprintf(t->to, "\nThe entering variable moves by the step, until the leaving one, if there "
                       "is one, is at its bound.\n");
        fprintf(t->to, "\n%9s  %-8s  %-8s  %-16s  %s\n", "iteration", "entering", "leaving",
                "residual", "step");
        break;
    case TRACE_NOTHING:
        break;
    }
}

void tracer_show(void *user, const mb_trace *trace)
{
    tracer *t = user;
    const trace_layout layout = layout_for(t, trace);
    char entering[32], leaving[32];

    if (layout != t->layout || trace->n != t->size) {
        t->layout = layout;
        t->size = trace->n;
        if (t->to) print_header(t);
    }
    if (!t->to) return;
    variable_name(t, trace->n, trace->entering, entering);
    variable_name(t, trace->n, trace->leaving, leaving);
    if (layout == TRACE_LEMKE)
        fprintf(t->to, "%9d  %-8s  %-8s  %-16.9g  %.9g\n", trace->iteration, entering, leaving,
                trace->step, trace->residual);
    else if (layout == TRACE_ITERATES)
        fprintf(t->to, "%9d  %-16.6e  %.6e\n", trace->iteration, trace->residual, trace->step);
    else
        fprintf(t->to, "%9d  %-8s  %-8s  %-16.6e  %.6e\n", trace->iteration, entering, leaving,
                trace->residual, trace->step);
}

/* ---- an attempt ------------------------------------------------------------------------------ */

#define DEFAULT_TOL 1e-10         /* of mb_options.tol */
#define MISSING ((double)NAN)     /* not written by the solver */

/* unknowns of the LCP that mb_mlcp_to_lcp makes of the problem */
static int reduced_size(const attempt *a) { return a->trace.nbound + a->trace.nbox; }

int attempt_reduced(const attempt *a) { return a->form == MB_FORM_LCP && a->file.mixed; }

static double *numbers(int count, double value)
{
    double *x = malloc(((size_t)count + 1) * sizeof *x);

    for (int i = 0; x && i < count; i++) x[i] = value;
    return x;
}

/* memory for the solver, and for the reduction before it; 0, or -1 without memory */
static int take_scratch(attempt *a)
{
    const int m = attempt_reduced(a) ? reduced_size(a) : a->file.n;
    const size_t solver = m <= MB_MAX_N ? a->solver->scratch(m) : SIZE_MAX;
    const size_t reduction = attempt_reduced(a) ? mb_mlcp_to_lcp_scratch(a->file.n) : 0;
    const size_t vectors = 2 * (size_t)m * sizeof(double) + 64;

    if (solver > SIZE_MAX / 4 || reduction > SIZE_MAX / 4) return -1;
    a->scratch_size = solver + reduction + vectors;
    a->scratch = malloc(a->scratch_size);
    return a->scratch ? 0 : -1;
}

int attempt_prepare(attempt *a, FILE *show, int history)
{
    const int n = a->file.n, lemke = strcmp(a->solver->name, "lemke") == 0;
    const int reduced = a->file.mixed && (a->form == MB_FORM_LCP || lemke);

    a->tol = a->options.tol > 0.0 ? a->options.tol : DEFAULT_TOL;
    a->problem = lcp_file_problem(&a->file);
    if (tracer_init(&a->trace, &a->problem, reduced, show) != 0) return -1;
    a->z = numbers(n, 0.0);
    a->w = numbers(n, 0.0);
    a->scale = numbers(n, 0.0);
    a->ray = numbers(n, MISSING);
    if (!a->z || !a->w || !a->scale || !a->ray || take_scratch(a) != 0) return -1;
    if (history) {
        a->history = numbers(ATTEMPT_HISTORY, MISSING);
        if (!a->history) return -1;
        a->options.history = a->history;
        a->options.history_len = ATTEMPT_HISTORY;
    }
    a->options.ray = a->ray;
    if (show || history) {
        a->options.trace = tracer_show;
        a->options.trace_user = &a->trace;
    }
    return 0;
}

void attempt_free(attempt *a)
{
    lcp_file_free(&a->file);
    tracer_free(&a->trace);
    free(a->z);
    free(a->w);
    free(a->scale);
    free(a->ray);
    free(a->history);
    free(a->scratch);
}

/* the direction of z that corresponds to a direction u of the reduced LCP */
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

/* a mixed problem by an LCP solver: reduced, solved, transformed back, and judged as it was */
static mb_status solve_reduced(attempt *a, mb_arena arena)
{
    mb_options with = a->options;
    mb_schur s;
    mb_status status = mb_mlcp_to_lcp(&a->problem, &s, &a->info, &arena);
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
    status = a->solver->lcp(&s.lcp, &with, x, &a->info, arena);
    if (a->info.where >= a->trace.nbound)
        a->info.where = a->trace.box[a->info.where - a->trace.nbound];
    else if (a->info.where >= 0) a->info.where = a->trace.bound[a->info.where];
    if (status < 0) return status;
    mb_mlcp_from_lcp(&s, x, a->z);
    if (status == MB_RAY) expand_ray(&s, u, a->ray);
    a->info.residual = mb_mlcp_residual(&a->problem, a->z);
    return status == MB_OK && !(a->info.residual <= a->tol) ? MB_STALLED : status;
}

/* the scale of w_i in mb_residual: its terms' sum, infinite if only rounding; size: |z|_inf */
static double row_scale(const mb_lcp *p, int i, const double *z, double size)
{
    const double *row = p->A + i * p->n;
    double sum = fabs(p->b[i]), most = 0.0;

    for (int k = 0; k < p->n; k++) {
        sum += fabs(row[k] * z[k]);
        most = fmax(most, fabs(row[k]));
    }
    return sum <= DBL_EPSILON * size * most ? HUGE_VAL : sum;
}

void attempt_solve(attempt *a)
{
    const mb_lcp lcp = { a->file.n, a->file.A, a->file.b };
    const double begin = progress_clock();
    mb_arena arena = mb_arena_make(a->scratch, a->scratch_size);
    mb_status status;

    if (a->form == MB_FORM_MLCP)
        status = a->solver->mlcp(&a->problem, &a->options, a->z, &a->info, arena);
    else if (a->file.mixed) status = solve_reduced(a, arena);
    else status = a->solver->lcp(&lcp, &a->options, a->z, &a->info, arena);
    a->seconds = progress_clock() - begin;
    a->info.status = status;
    mb_slack(&lcp, a->z, a->w);
    a->size = 0.0;
    for (int i = 0; i < lcp.n; i++) a->size = fmax(a->size, fabs(a->z[i]));
    for (int i = 0; i < lcp.n; i++) a->scale[i] = row_scale(&lcp, i, a->z, a->size);
}

/* ---- errors of a solution, by blocks of unknowns --------------------------------------------- */

/* the row's share of mb_mlcp_residual, with zs = |z|_inf */
static double row_error(const mb_mlcp *p, const double *z, int i, double zs)
{
    const mb_lcp lcp = { p->n, p->A, p->b };
    const double *a = p->A + i * p->n, unit = zs > 0.0 ? zs : 1.0;
    const double factor = p->findex && p->findex[i] >= 0 ? z[p->findex[i]] : 1.0;
    const double lo = p->lo ? p->lo[i] * factor : 0.0, hi = p->hi ? p->hi[i] * factor : HUGE_VAL;
    double w = p->b[i];

    for (int j = 0; j < p->n; j++) w += a[j] * z[j];
    w /= row_scale(&lcp, i, z, zs);
    return fabs(fmax(fmin((z[i] - lo) / unit, w), (z[i] - hi) / unit));
}

static double block_error(const mb_mlcp *p, const double *z, int begin, int end)
{
    double zs = 0.0, worst = 0.0;

    for (int i = 0; i < p->n; i++) zs = fmax(zs, fabs(z[i]));
    for (int i = begin; i < end; i++) worst = fmax(worst, row_error(p, z, i, zs));
    return worst;
}

solution_errors solution_errors_of(const mb_mlcp *p, const mb_layout *at, const double *z)
{
    solution_errors e = { mb_mlcp_residual(p, z), HUGE_VAL, HUGE_VAL };

    if (e.total <= DBL_MAX) {
        e.normal = block_error(p, z, at->normal, at->friction);
        e.friction = block_error(p, z, at->friction, at->n);
    } else {
        e.total = HUGE_VAL;
    }
    return e;
}

/* ---- why a problem was not solved ------------------------------------------------------------ */

enum { SECOND_OPINION = 400 };    /* unknowns; for this many Lemke takes well under a second */

/* do bounds follow another unknown, as friction in the box form? */
static int follows(const mb_mlcp *p)
{
    int found = 0;

    for (int i = 0; p->findex && i < p->n; i++) found |= p->findex[i] >= 0;
    return found;
}

/* are all numbers of A, or all of b, subnormal? No solver is reliable on such a problem. */
static int is_tiny(const mb_mlcp *p)
{
    double A = 0.0, b = 0.0;

    for (int i = 0; i < p->n * p->n; i++) A = fmax(A, fabs(p->A[i]));
    for (int i = 0; i < p->n; i++) b = fmax(b, fabs(p->b[i]));
    return (A > 0.0 && A < DBL_MIN) || (b > 0.0 && b < DBL_MIN);
}

/* ---- the second opinion ---- */

typedef enum { UNKNOWN, SOLVABLE, UNSOLVABLE } opinion;

/* SOLVABLE: `--solver lemke` solves it. UNSOLVABLE: the ray of the LCP that it reduces to is a
 * proof. */
static opinion ask_lemke_in(const mb_mlcp *p, mb_arena arena)
{
    const int mixed = p->lo || p->hi;
    mb_lcp lcp = { p->n, p->A, p->b };
    mb_mlcp q = { 0 };
    mb_options with;
    mb_status status;
    mb_schur schur;
    double *z = mb_arena_doubles(&arena, 2 * p->n);            /* as ask_lemke has room for */
    double *ray = mb_arena_doubles(&arena, 2 * p->n);

    if (mixed) {
        if (mb_mlcp_lemke(p, NULL, z, NULL, arena) == MB_OK) return SOLVABLE;
        if (mb_mlcp_to_lcp(p, &schur, NULL, &arena) != MB_OK) return UNKNOWN;
        lcp = schur.lcp;
    }
    memset(&with, 0, sizeof with);
    with.ray = ray;
    status = mb_lemke(&lcp, &with, z, NULL, arena);
    if (status == MB_OK) return mixed ? UNKNOWN : SOLVABLE;
    q.n = lcp.n;
    q.A = lcp.A;
    q.b = lcp.b;
    return status == MB_RAY && mb_infeasible(&q, ray) ? UNSOLVABLE : UNKNOWN;
}

static opinion ask_lemke(const mb_mlcp *p)
{
    const int m = 2 * p->n;                           /* unknowns of the reduction, at most */
    opinion said = UNKNOWN;
    size_t size, mixed;
    void *memory;

    if (follows(p) || p->n > SECOND_OPINION) return UNKNOWN;
    size = mb_mlcp_to_lcp_scratch(p->n) + mb_lemke_scratch(m);
    mixed = mb_mlcp_lemke_scratch(p->n);
    size = (size > mixed ? size : mixed) + 2 * (size_t)m * sizeof(double);
    memory = malloc(size);
    if (memory) said = ask_lemke_in(p, mb_arena_make(memory, size));
    free(memory);
    return said;
}

/* ---- why, and what to try ---- */

enum {                            /* facts about a failed solve */
    REFUSED = 1 << 0, SINGULAR = 1 << 1, NOT_FINITE = 1 << 2, RAN_OUT = 1 << 3, STUCK = 1 << 4,
    RAY = 1 << 5,                 /* the solver's status */
    TOO_LARGE = 1 << 6, ALL_TRIED = 1 << 7, BY_PGS = 1 << 8, BY_LEMKE = 1 << 9,   /* the solver */
    FOLLOWS = 1 << 10, DIAGONAL = 1 << 11, ROW = 1 << 12, TINY = 1 << 13,         /* the problem */
    PROVED = 1 << 14, SOLVED = 1 << 15                          /* Lemke: no solution, a solution */
};

/* The first row applies that has all facts in `all`, and none in `none`. @s is the solver, @n the
 * unknowns, @m the most that enumerate accepts, @r the row, @d its diagonal, @i the iterations, @l
 * the smallest double with all its digits, @t the text of the status. */
typedef struct {
    int all, none;
    const char *text;
} reason;

static const reason causes[] = {
    { REFUSED | TOO_LARGE, 0, "@s cannot solve problems of this size: @n unknowns, at most @m" },
    { REFUSED | FOLLOWS, BY_PGS, "@s cannot solve problems of this kind: bounds that follow "
      "another unknown, as friction in the box form" },
    { REFUSED | DIAGONAL, 0,
      "@s cannot solve problems of this kind: A has @d on its diagonal in row @r" },
    { REFUSED | ROW, SINGULAR, "@s cannot solve problems of this kind: A is not symmetric in row "
      "@r, or bounds there are crossed" },
    { REFUSED | SINGULAR, 0, "@s cannot solve problems of this kind: its free part is singular, "
      "or A is not positive semidefinite" },
    { REFUSED, 0, "@s cannot solve problems of this size or kind" },
    { TINY, PROVED | SOLVED, "its numbers are below @l, where doubles lose digits: a failure of "
      "@s\n            proves nothing" },
    { PROVED, 0, "the problem has no solution: Lemke's ray proves it" },
    { ALL_TRIED, 0, "@s found no solution, and no proof that there is none" },
    { RAY, SOLVED, "@s found no solution, and no proof that there is none" },
    { RAN_OUT | SOLVED, 0, "@s ran out after @i; the problem has a solution" },
    { RAN_OUT, 0, "@s ran out after @i; the problem may have a solution" },
    { STUCK | SOLVED, 0, "@s got stuck after @i; the problem has a solution" },
    { RAY | SOLVED, 0, "@s got stuck after @i; the problem has a solution" },
    { STUCK, 0, "@s got stuck after @i; the problem may have a solution" },
    { 0, 0, "@t" }
};

static const reason advice[] = {
    { PROVED, 0, "another problem: no --solver solves this one" },
    { NOT_FINITE, 0, "units in which the numbers are nearer to 1" },
    { TINY, 0, "units in which the numbers are nearer to 1" },
    { REFUSED | FOLLOWS, 0, "--solver pgs, or --form lcp" },
    { SOLVED, BY_LEMKE, "--solver lemke, which solves it" },
    { 0, 0, "another --solver (see minisim2d list solvers)" }
};

typedef struct {
    const mb_mlcp *p;
    const char *solver;
    const mb_info *info;
    int known;                    /* the facts */
} failure;

static int facts(const mb_mlcp *p, const char *solver, const mb_info *info)
{
    const int i = info->where < p->n ? info->where : -1;
    const int refused = info->status == MB_BAD_ARG || info->status == MB_SINGULAR;
    const int gave_up = info->status == MB_MAX_ITER || info->status == MB_STALLED;
    const int all = strcmp(solver, "enumerate") == 0;
    const opinion lemke = info->status > 0 || refused ? ask_lemke(p) : UNKNOWN;
    const struct { int so, fact; } list[] = {
        { refused, REFUSED }, { info->status == MB_SINGULAR, SINGULAR },
        { info->status == MB_NOT_FINITE, NOT_FINITE }, { info->status == MB_MAX_ITER, RAN_OUT },
        { info->status == MB_STALLED, STUCK }, { info->status == MB_RAY, RAY },
        { all && p->n > MB_ENUMERATE_MAX, TOO_LARGE }, { all && gave_up, ALL_TRIED },
        { strcmp(solver, "pgs") == 0, BY_PGS }, { strcmp(solver, "lemke") == 0, BY_LEMKE },
        { follows(p), FOLLOWS }, { i >= 0 && !(p->A[i * p->n + i] > 0.0), DIAGONAL },
        { i >= 0, ROW }, { is_tiny(p), TINY }, { lemke == UNSOLVABLE, PROVED },
        { lemke == SOLVABLE, SOLVED }
    };
    int known = 0;

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) known |= list[k].so ? list[k].fact : 0;
    return known;
}

/* one of the texts' @x */
static void print_fact(const failure *f, char which, FILE *to)
{
    const mb_info *info = f->info;
    const int n = f->p->n, row = info->where;

    switch (which) {
    case 's': fprintf(to, "%s", f->solver); break;
    case 'n': fprintf(to, "%d", n); break;
    case 'm': fprintf(to, "%d", MB_ENUMERATE_MAX); break;
    case 'r': fprintf(to, "%d", row + 1); break;
    case 'd': fprintf(to, "%g", f->p->A[row * n + row]); break;
    case 'i':
        fprintf(to, "%d iteration%s", info->iterations, info->iterations == 1 ? "" : "s");
        break;
    case 'l': fprintf(to, "%.2g", DBL_MIN); break;
    default: fprintf(to, "%s", mb_status_text(info->status)); break;
    }
}

static void print_first(const failure *f, const reason *table, FILE *to)
{
    while ((table->all & ~f->known) || (table->none & f->known)) table++;
    for (const char *c = table->text; *c; c++) {
        if (*c == '@') print_fact(f, *++c, to);
        else fputc(*c, to);
    }
}

void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to)
{
    failure f = { p, solver, info, 0 };

    if (info->status == MB_TODO) {            /* the user's own code; where: the lab, if known */
        fprintf(to, "  why       %s", mb_status_text(info->status));
        if (info->where >= 0)
            fprintf(to, ": lab %d\n  try       make test LAB=%d", info->where, info->where);
        fprintf(to, "\n");
        return;
    }
    f.known = facts(p, solver, info);
    fprintf(to, "  why       ");
    print_first(&f, causes, to);
    fprintf(to, "\n  try       ");
    print_first(&f, advice, to);
    if ((f.known & RAN_OUT) && !(f.known & PROVED)) fprintf(to, ", or a greater --max-iter");
    fprintf(to, "\n");
}
