/* failure.c: classifies a failed solve: wrong kind of problem, no solution, or out of
 * iterations; see failure.h */
#include "failure.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND_OPINION = 400 };    /* unknowns; Lemke takes well under a second for so many */

int failure_ray_proves(const mb_lcp *p, const double *u, double *bu)
{
    const int n = p->n;
    const double rounding = 4.0 * n * DBL_EPSILON;      /* of a sum, in the size of its terms */
    double size = 0.0;

    *bu = 0.0;
    for (int i = 0; i < n; i++) {
        double sum = 0.0, terms = 0.0;
        for (int k = 0; k < n; k++) {
            sum += p->A[k * n + i] * u[k];
            terms += fabs(p->A[k * n + i] * u[k]);
        }
        if (!(sum <= rounding * terms) || !(u[i] >= 0.0)) return 0;
        *bu += p->b[i] * u[i];
        size += fabs(p->b[i] * u[i]);
    }
    return *bu < -1e-9 * size;
}

/* do bounds follow another unknown, as friction in the box form? */
static int follows(const mb_mlcp *p)
{
    int found = 0;

    for (int i = 0; p->findex && i < p->n; i++) found |= p->findex[i] >= 0;
    return found;
}

/* are all numbers of A, or all of b, below those that have all their digits? No solver can be held
 * to what it says of such a problem. */
static int is_tiny(const mb_mlcp *p)
{
    double A = 0.0, b = 0.0;

    for (int i = 0; i < p->n * p->n; i++) A = fmax(A, fabs(p->A[i]));
    for (int i = 0; i < p->n; i++) b = fmax(b, fabs(p->b[i]));
    return (A > 0.0 && A < DBL_MIN) || (b > 0.0 && b < DBL_MIN);
}

/* ---- the second opinion ---- */

typedef enum { UNKNOWN, SOLVABLE, UNSOLVABLE } opinion;

/* what Lemke says to the problem, or to the LCP that it reduces to */
static opinion ask_lemke_in(const mb_mlcp *p, mb_arena arena)
{
    mb_lcp lcp = { p->n, p->A, p->b };
    mb_options with;
    mb_status status;
    mb_schur schur;
    double *z, *ray, bu;

    if (p->lo || p->hi) {
        if (mb_mlcp_to_lcp(p, &schur, NULL, &arena) != MB_OK) return UNKNOWN;
        lcp = schur.lcp;
    }
    z = mb_arena_doubles(&arena, lcp.n);
    ray = mb_arena_doubles(&arena, lcp.n);
    if (!z || !ray) return UNKNOWN;
    for (int i = 0; i < lcp.n; i++) ray[i] = 0.0;
    memset(&with, 0, sizeof with);
    with.ray = ray;
    status = mb_lemke(&lcp, &with, z, NULL, arena);
    if (status == MB_OK) return SOLVABLE;
    return status == MB_RAY && failure_ray_proves(&lcp, ray, &bu) ? UNSOLVABLE : UNKNOWN;
}

static opinion ask_lemke(const mb_mlcp *p)
{
    const int m = 2 * p->n;                           /* unknowns of the reduction, at most */
    opinion said = UNKNOWN;
    size_t size;
    void *memory;

    if (follows(p) || p->n > SECOND_OPINION) return UNKNOWN;
    size = mb_mlcp_to_lcp_scratch(p->n) + mb_lemke_scratch(m) + 2 * (size_t)m * sizeof(double);
    memory = malloc(size);
    if (memory) said = ask_lemke_in(p, mb_arena_make(memory, size));
    free(memory);
    return said;
}

/* ---- the three things ---- */

/* the solver does not take it: what about it? */
static void explain_kind(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to)
{
    const int n = p->n, i = info->where < n ? info->where : -1;

    fprintf(to, "  why       %s does not take problems of this ", solver);
    if (strcmp(solver, "enumerate") == 0 && n > MB_ENUMERATE_MAX)
        fprintf(to, "size: %d unknowns, at most %d\n", n, MB_ENUMERATE_MAX);
    else if (follows(p) && strcmp(solver, "pgs") != 0)
        fprintf(to, "kind: bounds that follow another unknown, as friction in the box form\n");
    else if (i >= 0 && !(p->A[i * n + i] > 0.0))
        fprintf(to, "kind: A has %g on its diagonal in row %d\n", p->A[i * n + i], i + 1);
    else if (info->status == MB_BAD_ARG && i >= 0)
        fprintf(to, "kind: A is not symmetric in row %d, or bounds there are crossed\n", i + 1);
    else if (info->status == MB_SINGULAR)
        fprintf(to, "kind: its free part is singular, or A is not positive semidefinite\n");
    else
        fprintf(to, "size or kind\n");
}

static void explain_no_solution(const char *solver, opinion lemke, FILE *to)
{
    if (lemke == UNSOLVABLE)
        fprintf(to, "  why       the problem has no solution: Lemke's ray proves it\n");
    else
        fprintf(to, "  why       as far as is known the problem has no solution: %s found none, "
                "and no proof\n", solver);
}

static void explain_ran_out(const char *solver, const mb_info *info, opinion lemke, FILE *to)
{
    fprintf(to, "  why       %s %s after %d iteration%s; the problem %s a solution\n", solver,
            info->status == MB_MAX_ITER ? "ran out" : "got stuck", info->iterations,
            info->iterations == 1 ? "" : "s", lemke == SOLVABLE ? "has" : "may have");
}

/* what to try */
static void advise(const mb_mlcp *p, const char *solver, const mb_info *info, opinion lemke,
                   FILE *to)
{
    const int refused = info->status == MB_BAD_ARG || info->status == MB_SINGULAR;

    fprintf(to, "  try       ");
    if (lemke == UNSOLVABLE) fprintf(to, "another problem: no --solver solves this one");
    else if (info->status == MB_NOT_FINITE || is_tiny(p))
        fprintf(to, "units in which the numbers are nearer to 1");
    else if (refused && follows(p)) fprintf(to, "--solver pgs, or --form lcp");
    else if (lemke == SOLVABLE && strcmp(solver, "lemke") != 0)
        fprintf(to, "--solver lemke, which solves it");
    else fprintf(to, "another --solver (minisim2d list solvers says what each is for)");
    if (info->status == MB_MAX_ITER && lemke != UNSOLVABLE)
        fprintf(to, ", or a greater --max-iter");
    fprintf(to, "\n");
}

/* the user's own code, which is not there yet; info->where is the lab, where that is known */
static void explain_todo(const mb_info *info, FILE *to)
{
    const char *text = mb_status_text(info->status);

    if (info->where < 0) fprintf(to, "  why       %s\n", text);
    else fprintf(to, "  why       %s: lab %d\n  try       make test LAB=%d\n", text, info->where,
                 info->where);
}

void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to)
{
    const int refused = info->status == MB_BAD_ARG || info->status == MB_SINGULAR;
    const int gave_up = info->status == MB_MAX_ITER || info->status == MB_STALLED;
    const int all_tried = gave_up && strcmp(solver, "enumerate") == 0;
    const opinion lemke = info->status > 0 || refused ? ask_lemke(p) : UNKNOWN;

    if (info->status == MB_TODO) {
        explain_todo(info, to);
        return;
    }
    if (refused) explain_kind(p, solver, info, to);
    else if (lemke == UNKNOWN && is_tiny(p))
        fprintf(to, "  why       its numbers are below %.2g, where doubles lose their digits: that %s "
                "finds no solution\n            says nothing\n", DBL_MIN, solver);
    else if (lemke == UNSOLVABLE || all_tried || (info->status == MB_RAY && lemke != SOLVABLE))
        explain_no_solution(solver, lemke, to);
    else if (gave_up || info->status == MB_RAY) explain_ran_out(solver, info, lemke, to);
    else fprintf(to, "  why       %s\n", mb_status_text(info->status));
    advise(p, solver, info, lemke, to);
}
