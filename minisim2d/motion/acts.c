/* acts.c: intervals in which edges push; see acts.h */
#include "acts.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_PUSH 1e-9           /* of the momentum before or after the step */

/* virtual facets at open ends are not edges */
int acts_pushes(const mb_sim *sim, const mb_step *step, int i)
{
    const double *v = sim->v + 2 * step->particle;
    const double speed = fmax(hypot(v[0], v[1]), hypot(step->v[0], step->v[1]));

    return step->p_n && step->contact[i].end == 0 &&
           step->p_n[i] > LEAST_PUSH * sim->mass[step->particle] * speed;
}

static int inside(const double window[4], const double x[2])
{
    return x[0] >= window[0] && x[0] <= window[2] && x[1] >= window[1] && x[1] <= window[3];
}

static int in_window(const double window[4], const mb_sim *sim, const mb_step *step)
{
    const double *x = sim->x + 2 * step->particle;
    const double next[2] = { x[0] + sim->h * step->v[0], x[1] + sim->h * step->v[1] };

    return inside(window, x) || inside(window, next);
}

/* one more; 0, or -1 without memory */
static int add(acts *a, int edge, double from, double to)
{
    if (a->count == MOST_ACTS) {
        a->lost = 1;
        return 0;
    }
    if (a->count == a->capacity) {
        const int larger = a->capacity ? 2 * a->capacity : 16;
        act *more = realloc(a->act, (size_t)larger * sizeof *more);
        if (!more) return -1;
        a->act = more;
        a->capacity = larger;
    }
    a->act[a->count].edge = edge;
    a->act[a->count].from = from;
    a->act[a->count++].to = to;
    return 0;
}

/* the edge pushes from one time to the other: extends its last interval, or begins a new one */
static int note(acts *a, int edge, double from, double to)
{
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->act[i].edge != edge) continue;
        if (a->act[i].to < from - 1e-6 * (to - from)) break;      /* times are rounded */
        a->act[i].to = to;
        return 0;
    }
    return add(a, edge, from, to);
}

int acts_watch(acts *a, const mb_sim *sim, const mb_step *step)
{
    if (!a->window || !in_window(a->window, sim, step)) return 0;
    for (int i = 0; i < step->ncontact; i++) {
        const int edge = sim->terrain.edge[step->contact[i].edge].id;
        if (acts_pushes(sim, step, i) && note(a, edge, sim->t, sim->t + sim->h) != 0) return -1;
    }
    return 0;
}

void acts_free(acts *a)
{
    free(a->act);
    a->act = NULL;
    a->count = a->capacity = 0;
}
