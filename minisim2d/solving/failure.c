/* failure.c: classifies a failed solve: wrong kind of problem, no solution, or out of
 * iterations; see failure.h */
#include "failure.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Lemke's result for the problem, or for the LCP that it reduces to */
static opinion ask_lemke_in(const mb_mlcp *p, mb_arena arena)
{
    mb_lcp lcp = { p->n, p->A, p->b };
    mb_mlcp q = { 0 };
    mb_options with;
    mb_status status;
    mb_schur schur;
    double *z, *ray;

    if (p->lo || p->hi) {
        if (mb_mlcp_to_lcp(p, &schur, NULL, &arena) != MB_OK) return UNKNOWN;
        lcp = schur.lcp;
    }
    z = mb_arena_doubles(&arena, lcp.n);                       /* as ask_lemke has room for */
    ray = mb_arena_doubles(&arena, lcp.n);
    memset(&with, 0, sizeof with);
    with.ray = ray;
    status = mb_lemke(&lcp, &with, z, NULL, arena);
    if (status == MB_OK) return SOLVABLE;
    q.n = lcp.n;
    q.A = lcp.A;
    q.b = lcp.b;
    return status == MB_RAY && mb_infeasible(&q, ray) ? UNSOLVABLE : UNKNOWN;
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
    { ALL_TRIED, 0,
      "as far as is known the problem has no solution: @s found none, and no proof" },
    { RAY, SOLVED, "as far as is known the problem has no solution: @s found none, and no proof" },
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

/* the user's own code, not written yet; info->where is the lab, if known */
static void explain_todo(const mb_info *info, FILE *to)
{
    const char *text = mb_status_text(info->status);

    if (info->where < 0) fprintf(to, "  why       %s\n", text);
    else fprintf(to, "  why       %s: lab %d\n  try       make test LAB=%d\n", text, info->where,
                 info->where);
}

void failure_explain(const mb_mlcp *p, const char *solver, const mb_info *info, FILE *to)
{
    failure f = { p, solver, info, 0 };

    if (info->status == MB_TODO) {
        explain_todo(info, to);
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
