/* facets.h: the choice of the leading facet of a convex set, of those that one vertex sees
 *
 * ST with one facet a vertex enforces the primary alone; PEG enforces it or, through its chain, one
 * of the others. The rule `entry` takes the facet that the vertex would cross last on its path, at
 * the present speeds and without gravity, of those that could separate the two sets at all: a
 * corner that lies on the side of a box is also below its top, if only by rounding, and must not be
 * taken for being beside it.
 */
#ifndef FACETS_H
#define FACETS_H

#include "world.h"

typedef enum { MBW_SIGHT_EDGE, MBW_SIGHT_CAP, MBW_SIGHT_CORNER } mbw_sight_kind;

/* One facet as one vertex sees it. */
typedef struct {
    mbw_sight_kind kind;
    mb_body_contact contact;     /* without its group */
    double next;                 /* psi at the end of the step at the present speeds [m] */
    double distance;             /* for ST and AP: from the edge as a segment, the corner [m] */
    int beside;                  /* 1: of an edge, between its ends */
    int flank;                   /* 1: of a rod, its first two facets */
    int joint;                   /* 1: where a chain ends and the ground goes on */
    int plausible;
} mbw_sight;

typedef struct {
    mb_primary_rule rule;
    int alone;                   /* 1: only the primary will be enforced */
    double slop;                 /* deeper facets lead only if there is no other; at least the
                                    penetration of the two sets [m] */
    double delta;                /* distances that count as rounding [m] */
} mbw_lead;

/* mbw_primary: index of the facet that leads, of count > 0.  Cost count. */
int mbw_primary(const mbw_sight *sight, int count, const mbw_lead *lead);

#endif
