/* narrow.h: the contacts of two convex sets that are near each other */
#ifndef NARROW_H
#define NARROW_H

#include "outline.h"
#include "facets.h"

/* A detection in progress: its contacts so far, and the current pair. */
typedef struct {
    const mb_world *world;
    mb_detection detection;
    int measure;                 /* 1: only `deepest` is computed, no contacts */
    mb_body_contact *out;
    int count, max, full;        /* full: they did not fit */
    int groups;
    double deepest;              /* penetration so far [m] */

    mbw_convex a, b;             /* the pair, about origin */
    double origin[2];
    mbw_lead lead;
    double reach;                /* distances beyond this are ignored [m] */
    double reach_struck;         /* the same for the other points of sets that come within reach: an
                                    impact may turn them this far [m] */
    double rounding;             /* gaps up to this are 0 [m] */
    double apart[2];             /* PEG: the normal, from a to b, of the facet that separates them
                                    best; 0: the sets are not polygons */
    int apart_of_a;              /* 1: that facet belongs to a */
    int deep, deep_facet;        /* 1, 2: the sets overlap deeply, and that facet of a, b separates
                                    them soonest: PEG releases no vertex that it leads; 0: no */
    int first;                   /* its first contact */
    int inside;                  /* a vertex is inside the other set's core */
    mbw_sight *sight;            /* memory for mbw_convex_room() + 1: the facets that one vertex
                                    sees */
} mbw_narrow;

/* mbw_touch: append the contacts of s->a and s->b, or deepen s->deepest.
 * Cost: facets times vertices, both ways. */
void mbw_touch(mbw_narrow *s);

#endif
