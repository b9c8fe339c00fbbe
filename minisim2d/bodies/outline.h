/* outline.h: bodies and chains of the terrain as convex sets, seen by the other one of a pair
 *
 * A set is what its facets keep outside: {max_k psi_k >= 0} is free. Coordinates are about an
 * origin that the pair shares, near both of them: far from the world's they keep their digits.
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "world.h"

typedef enum {
    MBW_FACET_EDGE,
    MBW_FACET_CAP,               /* at a rod's end, or where a polyline ends in the air: along it */
    MBW_FACET_JOINT              /* the same where a chain ends and the ground goes on */
} mbw_facet_kind;

typedef struct {
    mbw_facet_kind kind;
    int id;                      /* mb_body_contact.facet */
    double n[2];                 /* outward */
    double half[2];              /* of a joint: along the line that halves the angle. Below the
                                    ground it takes the place of n: of chains that meet in a
                                    concave corner one holds what sinks there, not neither */
    double p[2], q[2];           /* from p to q, the solid on the left of a body's, on the right of
                                    a chain's; p = q unless it is an edge [m] */
    double offset;               /* psi = n.(u - p) - offset: the radii of both. A joint: slop, as
                                    what rests in a concave corner must not slip past the end */
    double mu;
    double sep;                  /* of the whole other set: least psi of its corners */
    int plausible;               /* it could be what separates the two */
} mbw_facet;

/* A vertex. Its own (Voronoi) region is before.(u - at) >= 0, after.(u - at) <= 0: tangents of the
 * edges that meet there, 0 for one that is not there. */
typedef struct {
    int id;
    double at[2], before[2], after[2];
    double above;                /* the other set of the pair: the greatest height over an edge */
    double mu;
} mbw_corner;

typedef struct {
    int body, set;               /* as in mb_body_contact */
    int closed;                  /* 1: it has an inside, and all of its facets hold together */
    int nfacet, nedge, ncorner;  /* the edges come first, as they follow each other */
    mbw_facet *facet;
    mbw_corner *corner;
    double x[2], v[3];           /* centre of mass, velocity: of a static set 0 */
    double radius, e;
    double size;                 /* its least width [m]; 0: it has none */
} mbw_convex;

/* A body of this step: vertices and normals turned, its box. */
typedef struct {
    const double *r, *n;         /* r[2*nvert] about the centre, n[2*nvert] of the edges */
    double lo[2], hi[2];         /* with the radius */
    double size;
    double rim;                  /* how fast it turns its points around its centre, at most [m/s] */
} mbw_placed;

/* mbw_place_body: the body as it is now; r, n: memory for 2*nvert doubles each */
void mbw_place_body(const mb_world *world, int body, double *r, double *n, mbw_placed *out);

/* mbw_convex_room: how many facets, corners at most a set of this world has */
int mbw_convex_room(const mb_world *world);

/* mbw_convex_body, mbw_convex_chain: the set about origin; its facet and corner are memory for
 * mbw_convex_room() each */
void mbw_convex_body(const mb_world *world, int body, const mbw_placed *placed,
                     const double *origin, mbw_convex *out);
void mbw_convex_chain(const mb_world *world, int chain, const double *origin, mbw_convex *out);

/* mbw_height: n.(u - p) */
double mbw_height(const mbw_facet *facet, const double *u);

/* mbw_convex_meet: what the facets of a set are to another one: offset, sep and plausible; and of
 * the other one's corners `above`
 *
 * A facet is plausible if it could separate the two: it lets in less than a quarter of the other's
 * extent along its normal, or no other lets in less.
 *
 * Returns the greatest distance of the cores along an edge's normal. That of both ways is < 0 if
 * and only if closed cores overlap. */
double mbw_convex_meet(mbw_convex *set, mbw_convex *other, double slop);

#endif
