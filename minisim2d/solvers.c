#include "solvers.h"

#include <string.h>

static int is_kind(const mb_solver *s, int mixed) { return mixed ? s->mlcp != NULL : s->lcp != NULL; }

const mb_solver *solvers_at(int mixed, int i)
{
    for (int k = 0; k < mb_solver_count; k++)
        if (is_kind(mb_solvers + k, mixed) && i-- == 0) return mb_solvers + k;
    return i == 0 && solvers_mine && is_kind(solvers_mine, mixed) ? solvers_mine : NULL;
}

const mb_solver *solvers_find(int mixed, const char *name)
{
    const mb_solver *s = NULL;

    for (int i = 0; (s = solvers_at(mixed, i)) != NULL && strcmp(s->name, name) != 0;) i++;
    return s;
}
