/* outline.h: bodies and chains of the terrain as convex sets, each relative to the other one of a
 * pair
 *
 * The free space of a set is {max_k psi_k >= 0} over its facets. Coordinates are relative to an
 * origin near both sets of the pair, so that far from the world's origin no digits are lost.
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "world.h"

typedef enum {
    MBW_FACET_EDGE,
    MBW_FACET_CAP,               /* at a rod's end, or at a free end of a polyline: along it */
    MBW_FACET_JOINT              /* the same where a chain ends and the ground goes on */
} mbw_facet_kind;

typedef struct {
    mbw_facet_kind kind;
    int id;                      /* mb_body_contact.facet */
    double n[2];                 /* outward */
    double half[2];              /* of a joint: along the bisector of its angle. Below the ground it
                                    replaces n, so that of two chains that meet in a concave corner
                                    one holds a vertex that sinks there */
    double p[2], q[2];           /* from p to q, the solid on the left of a body's, on the right of
                                    a chain's; p = q unless it is an edge [m] */
    double offset;               /* psi = n.(u - p) - offset: the radii of both. For a joint: slop,
                                    so that a vertex at rest in a concave corner does not slip past
                                    the end */
    double mu;
    double sep;                  /* least psi of the other set's corners */
    int plausible;               /* it could separate the two sets */
} mbw_facet;

/* A vertex. Its own (Voronoi) region is before.(u - at) >= 0, after.(u - at) <= 0: tangents of the
 * edges that meet there, 0 for a missing one. */
typedef struct {
    int id;
    double at[2], before[2], after[2];
    double above;                /* the other set of the pair: the greatest height over an edge */
    double mu;
} mbw_corner;

typedef struct {
    int body, set;               /* as in mb_body_contact */
    int closed;                  /* 1: it has an inside, and its facets hold all together */
    int nfacet, nedge, ncorner;  /* the edges come first, in order */
    mbw_facet *facet;
    mbw_corner *corner;
    double x[2], v[3];           /* centre of mass, velocity: of a static set 0 */
    double radius, e;
    double size;                 /* its least width [m]; 0: no width */
} mbw_convex;

/* A body of this step: vertices and normals turned, its box. */
typedef struct {
    const double *r, *n;         /* r[2*nvert] about the centre, n[2*nvert] of the edges */
    double lo[2], hi[2];         /* with the radius */
    double size;
    double rim;                  /* the greatest speed of its points about its centre [m/s] */
} mbw_placed;

/* mbw_place_body: the body as it is now; r, n: memory for 2*nvert doubles each */
void mbw_place_body(const mb_world *world, int body, double *r, double *n, mbw_placed *out);

/* mbw_convex_room: the most facets, and corners, of a set of this world */
int mbw_convex_room(const mb_world *world);

/* mbw_convex_body, mbw_convex_chain: the set about origin; its facet and corner are memory for
 * mbw_convex_room() each */
void mbw_convex_body(const mb_world *world, int body, const mbw_placed *placed,
                     const double *origin, mbw_convex *out);
void mbw_convex_chain(const mb_world *world, int chain, const double *origin, mbw_convex *out);

/* mbw_height: n.(u - p) */
double mbw_height(const mbw_facet *facet, const double *u);

/* mbw_convex_meet: sets the facets' fields for another set: offset, sep and plausible; and `above`
 * of the other one's corners
 *
 * A facet is plausible if it could separate the two: behind it lies less than a quarter of the
 * other's extent along its normal, or less than behind any other.
 *
 * Returns the greatest distance of the cores along an edge's normal. That of both ways is < 0 if
 * and only if closed cores overlap. */
double mbw_convex_meet(mbw_convex *set, mbw_convex *other, double slop);

#endif
