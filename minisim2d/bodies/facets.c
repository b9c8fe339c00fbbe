/* facets.c: the rules `entry` and `max` */
#include <math.h>

#include "facets.h"

#define FAR 5.0                  /* slops */

/* the greater psi; if equal, the one that will be greater */
static int greater(const mbw_sight *a, const mbw_sight *b)
{
    const double pa = a->contact.psi, pb = b->contact.psi;

    return pa > pb || (pa >= pb && a->next > b->next);
}

/* time at which the vertex crosses the facet, in steps; HUGE_VAL: not in this step */
static double crossing(const mbw_sight *s, double delta)
{
    return s->next >= -2.0 * delta ? HUGE_VAL : s->contact.psi / (s->contact.psi - s->next);
}

/* The vertex is in front of the facet now, or will be: a facet that it passes on its way out does
 * not hold it, as when a box tips off a table's edge. */
static int in_front(const mbw_sight *s, double delta)
{
    return s->contact.psi >= -2.0 * delta || s->next >= delta;
}

/* Is facet a crossed after b? Facets behind which the vertex stays come last, and among them the
 * one leads behind which it is least deep. */
static int enters_later(const mbw_sight *a, const mbw_sight *b, double delta)
{
    const int front = in_front(a, delta);
    double ta, tb;

    if (front != in_front(b, delta)) return front;
    if (!front) return greater(a, b);
    ta = crossing(a, delta);
    tb = crossing(b, delta);
    return ta > tb || (ta >= tb && a->next > b->next);
}

/* The vertex lies on an edge, and is far behind all facets that could separate the sets: the rest
 * of its body hangs beyond the edge, as from a ledge. */
static int hangs_on(const mbw_sight *s, double plausible, const mbw_lead *lead)
{
    return plausible < -FAR * lead->slop && s->beside &&
           fabs(s->contact.psi) <= 2.0 * lead->delta;
}

/* Is the facet a candidate at this stage? plausible: the greatest psi of plausible facets.
 *
 *   0   it could separate the sets, and the vertex is not far behind it
 *   1   the vertex is clear of it, plausible or not
 *   2   the vertex hangs on it
 *   3   any, so that a vertex deep inside leaves through the right side; except a side that the
 *       vertex is on, and that could not separate the sets: they slide along it
 *   4   any
 */
static int candidate(const mbw_sight *s, int stage, double plausible, const mbw_lead *lead)
{
    const double psi = s->contact.psi;

    switch (stage) {
    case 0: return s->plausible && psi >= -lead->slop;
    case 1: return psi > lead->delta;
    case 2: return hangs_on(s, plausible, lead);
    case 3: return s->plausible || psi < -2.0 * lead->delta;
    default: return 1;
    }
}

/* the greatest psi of the plausible facets */
static double greatest_plausible(const mbw_sight *s, int count)
{
    double most = -HUGE_VAL;

    for (int k = 0; k < count; k++)
        if (s[k].plausible && s[k].contact.psi > most) most = s[k].contact.psi;
    return most;
}

static int entry(const mbw_sight *s, int count, const mbw_lead *lead)
{
    const double plausible = greatest_plausible(s, count);
    int best = -1;

    for (int stage = 0; best < 0; stage++)
        for (int k = 0; k < count; k++)
            if (candidate(s + k, stage, plausible, lead) &&
                (best < 0 || enters_later(s + k, s + best, lead->delta)))
                best = k;
    return best;
}

/* A primary enforced alone has no chain that can release the vertex. If the vertex is clear of a
 * facet that only the rule left out, and will be by more than of the chosen one, that facet
 * leads. */
static int let_go(const mbw_sight *s, int count, const mbw_lead *lead, int best)
{
    double most = fmax(s[best].next, 0.0);

    for (int k = 0; k < count; k++) {
        if (s[k].plausible || s[k].contact.psi <= lead->delta || s[k].next <= most) continue;
        best = k;
        most = s[k].next;
    }
    return best;
}

int mbw_primary(const mbw_sight *sight, int count, const mbw_lead *lead)
{
    int best = 0;

    if (lead->rule == MB_VERTEX_ENTRY) {
        best = entry(sight, count, lead);
        return lead->alone ? let_go(sight, count, lead, best) : best;
    }
    for (int k = 0; k < count; k++)
        if (greater(sight + k, sight + best)) best = k;
    return best;
}
