/* narrow.h: the contacts of two convex sets that are near each other */
#ifndef NARROW_H
#define NARROW_H

#include "outline.h"
#include "facets.h"

/* A detection under way: where its contacts go, and the pair that it is at. */
typedef struct {
    const mb_world *world;
    mb_detection detection;
    int measure;                 /* 1: no contacts are wanted, only `deepest` */
    mb_body_contact *out;
    int count, max, full;        /* full: they did not fit */
    int groups;
    double deepest;              /* penetration so far [m] */

    mbw_convex a, b;             /* the pair, about origin */
    double origin[2];
    mbw_lead lead;
    double reach;                /* what is farther away is not seen [m] */
    double reach_struck;         /* but of sets that are within reach: they may strike each other,
                                    and so turn that points get this far [m] */
    double rounding;             /* gaps up to this are 0 [m] */
    double apart[2];             /* PEG: the normal, from a to b, of the facet that separates them
                                    best; 0: the sets are not polygons */
    int apart_of_a;              /* 1: it is a's */
    int deep, deep_facet;        /* 1, 2: they are deep in each other, and soonest separated by that
                                    facet of a, b: PEG lets no vertex go that it leads; 0: no */
    int first;                   /* its first contact */
    int inside;                  /* a vertex is inside the other's core */
    mbw_sight *sight;            /* memory for mbw_convex_room() + 1: what one vertex sees */
} mbw_narrow;

/* mbw_touch: append the contacts of s->a and s->b, or deepen s->deepest.
 * Cost: facets times vertices, both ways. */
void mbw_touch(mbw_narrow *s);

#endif
