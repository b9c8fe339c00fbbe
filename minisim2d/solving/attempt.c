/* attempt.c: a problem and a solver; see attempt.h */
#include "attempt.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

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

/* solves a mixed problem by an LCP solver: reduces it, solves, transforms back, and judges by the
 * original problem */
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

/* the scale of w_i in mb_residual: the sum of its terms; if they are only rounding any w_i counts
 * as 0; size: |z|_inf */
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
