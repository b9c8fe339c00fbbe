/* solvers.c: the solvers of mb_solvers and the user's own as one list; see solvers.h */
#include "solvers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
