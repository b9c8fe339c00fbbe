/* shape.h: is a polyline a proper obstacle, and which side of it is a point on?
 *
 * Vertices are xy[2*n], x0 y0 x1 y1 ... Edge i runs from vertex i to vertex i+1; a closed shape has
 * the edge n-1 -> 0 as well. The solid is on the right of the direction of travel. Indices count
 * from 0 here, from 1 in messages. Points closer than the rounding of their coordinates
 * (SHAPE_ROUNDING times the largest) count as the same point.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include <float.h>

#define SHAPE_ROUNDING (8.0 * DBL_EPSILON)

/* A tree of bounding boxes over consecutive edges: node k has the children 2k and 2k+1, edge i is
 * the leaf nleaf + i. */
typedef struct {
    const double *xy;     /* xy[2*nvert], the caller's */
    int nvert, nedge, closed;
    int nleaf;            /* nedge rounded up to a power of two */
    double *box;     /* box[4*2*nleaf]: xmin ymin xmax ymax; a node without edges has xmin > xmax */
    double *work;         /* remaining budget, in visits to a node; the caller's, shared among
                             trees */
} shape_tree;

/* shape_tree_init: 0, or -1 without memory. shape_tree_free releases it. */
int shape_tree_init(shape_tree *t, const double *xy, int nvert, int closed, double *work);
void shape_tree_free(shape_tree *t);

/* shape_no_length: whether edge i has no length */
int shape_no_length(const double *xy, int nvert, int i);

/* shape_is_flat: whether all vertices lie on one line */
int shape_is_flat(const double *xy, int nvert);

/* shape_folds: whether edge i+1 runs back along edge i */
int shape_folds(const double *xy, int nvert, int i);

/* shape_area: the signed area of a closed shape, > 0 if it is counter-clockwise */
double shape_area(const double *xy, int nvert);

/* shape_reverse: reverses the direction of travel; vertex 0 of a closed shape stays the first */
void shape_reverse(double *xy, int nvert);

/* shape_meets: the first edge before edge j, neighbours excluded, that touches or crosses it; -1 if
 * none does, or *work ran out */
int shape_meets(const shape_tree *t, int j);

/* shape_next: the first edge, from edge `from` on, whose box meets this one (xmin ymin xmax ymax);
 * -1 if there is none, or *work ran out */
int shape_next(const shape_tree *t, const double box[4], int from);

/* shape_depth: depth of p in the solid, 0 outside or on the surface
 *
 * The nearest boundary point decides: within an edge by the edge's side, at a vertex by the sum of
 * the two unit normals, which is on the right side of both faces of a corner, convex or concave.
 * Beyond the ends of an open chain there is no solid. A depth within rounding (1e-12 of the largest
 * coordinate involved) counts as 0. Also 0 if *work ran out.
 */
double shape_depth(const shape_tree *t, const double p[2]);

/* shape_entered: whether the path from p to q goes through an edge from its outside, by more than
 * the rounding in shape_depth */
int shape_entered(const shape_tree *t, const double p[2], const double q[2]);

#endif
