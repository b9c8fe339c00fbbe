/* facets.h: which facet of a convex set leads, of those that one vertex sees
 *
 * ST with one facet a vertex enforces the primary alone; PEG enforces it or, through its chain, one
 * of the others. The rule `entry` asks what the vertex would cross last on its way, as things move
 * now and without gravity, among facets that could be what separates the two sets at all: a corner
 * that lies on the side of a box is below its top as well, if only by rounding, and must not be
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
    double next;                 /* psi at the end of the step, as things move now [m] */
    double distance;             /* for ST and AP: from the edge as a segment, the corner [m] */
    int beside;                  /* 1: of an edge, between its ends */
    int flank;                   /* 1: of a rod, its first two facets */
    int joint;                   /* 1: where a chain ends and the ground goes on */
    int plausible;
} mbw_sight;

typedef struct {
    mb_primary_rule rule;
    int alone;                   /* 1: only the primary will be enforced */
    double slop;                 /* deeper facets lead only if there is no other; at least as deep
                                    as the two sets are in each other [m] */
    double delta;                /* what counts as rounding [m] */
} mbw_lead;

/* mbw_primary: index of the facet that leads, of count > 0.  Cost count. */
int mbw_primary(const mbw_sight *sight, int count, const mbw_lead *lead);

#endif
