/* scene.h: a scene file, read into plain arrays; scenes by name; obstacles as shapes
 *
 * The file format is described in scenes/README.md; units are SI. Obstacles are polylines with the
 * solid on the right of the direction of travel, so an open chain of terrain runs from left to
 * right and a closed polygon runs clockwise (the reader reverses a counter-clockwise one).
 * Generators (hills, sawtooth) are expanded by the reader: a scene holds obstacles only.
 */
#ifndef SCENE_H
#define SCENE_H

#include <float.h>
#include <stddef.h>
#include <stdio.h>

#include "../bodies/world.h"

#define SCENE_MAX_BYTES (16 * 1024 * 1024)      /* a larger file is rejected */
#define SCENE_MAX_VERTICES 1000000              /* of all obstacles together */
#define SCENE_MAX_OBSTACLES 100000
#define SCENE_MAX_PARTICLES 10000
#define SCENE_MAX_STEPS 100000000
#define SCENE_MAX_BODIES 10000
#define SCENE_MAX_JOINTS 10000
#define SCENE_MAX_SUPPORTS 30000
#define SCENE_MAX_CORNERS 256                   /* of a body */

typedef struct {
    int nvert;            /* number of vertices, >= 2 (open) or >= 3 (closed) */
    double *xy;           /* xy[2*nvert]: x0 y0 x1 y1 ...  [m]; a closed one does not repeat its
                             first vertex */
    int closed;           /* 1: polygon, the last vertex joins the first */
    double mu;            /* Coulomb friction coefficient, the obstacle's own or the scene's
                             default; -1: neither is given, in a scene with bodies */
    int line;             /* its line in the file */
} scene_obstacle;

typedef struct {
    double mass;          /* [kg] */
    double x[2], v[2];    /* start [m], [m/s] */
    double force[2];      /* constant external force, gravity not included [N] */
    int line;
} scene_particle;

/* The least and greatest of x, y, vx and vy at random starts; what is not given is the particle's
 * own. */
typedef struct {
    int position, velocity;       /* 1: given */
    double lo[4], hi[4];          /* [m], [m/s] */
} scene_ranges;

typedef struct {
    char *name;
    mb_shape shape;
    double *xy;           /* xy[2*shape.nvert], the shape's vertices */
    mb_body body;         /* its shape has the same number */
    double q[3], v[3];    /* start: centre of mass [m] and angle, and their speeds */
    double force[3];      /* constant external force and torque, gravity not included */
    int line;
} scene_body;

typedef struct {
    mb_joint joint;       /* its bodies by their number in scene.body */
    int line;
} scene_joint;

typedef struct {
    mb_support support;   /* its body by its number in scene.body; they ascend by it */
    int tripod;           /* 1: a foot of a tripod, at this angle in the body's frame */
    double angle;
    int number;           /* in the order of the file */
    int line;
} scene_support;

typedef struct {
    char *title;          /* never NULL; valid UTF-8 without control characters */
    double gravity[2];    /* [m/s^2] */
    double h;             /* step [s] */
    double time;          /* end of the simulation [s] */
    double epsilon;       /* detection distance [m] */
    double friction;      /* of obstacles that have none of their own */
    double psi_min;       /* contacts with a gap below it are ignored [m]; -HUGE_VAL: none are */
    int nobstacle;
    scene_obstacle *obstacle;
    int nparticle;
    scene_particle *particle;
    scene_ranges study;   /* the ranges of a study's starts */
    int nbody, njoint, nsupport;
    scene_body *body;
    scene_joint *joint;
    scene_support *support;
    int sides;            /* of the supports' friction: as in mb_world */
    mb_restitution restitution;
    double recovery;      /* penetration is undone at most this fast [m/s]; and repeats for */
    int curved;           /* curved joints, -1: none; both as in mb_world, where 0 is the default */
} scene;

/* of curved: joints that drift, as in mb_world; the same corrected after each step, see
 * motion/simulate.h */
enum { SCENE_FREE = -2, SCENE_PROJECTED = -3 };

/* scene_read: read the scene file at path ("-" = standard input)
 *
 * Every error goes to messages as `path:line:column: what, and what was expected`, one a line, and
 * the reader goes on after it; `path: cannot read: reason` if it can't be read. Columns count bytes
 * from 1. Returns the number of errors. With 0 the scene is complete and scene_free must follow;
 * otherwise *out is empty.
 */
int scene_read(const char *path, scene *out, FILE *messages);

/* scene_parse: the same for a text in memory, text[size] = '\0'; name replaces the path in messages
 * and in the default title */
int scene_parse(const char *name, const char *text, size_t size, scene *out, FILE *messages);

/* scene_has_friction: 1 if an obstacle or a body has some */
int scene_has_friction(const scene *s);

/* scene_small: 1 if neither epsilon nor a coordinate of a start or a vertex reaches 1 cm: the usual
 * number of decimals would show too little */
int scene_small(const scene *s);

/* scene_free: release what scene_read allocated; an empty or freed scene is fine */
void scene_free(scene *s);

/* scene_greatest: the greatest of so_far and |x[i]|, i < count */
double scene_greatest(double so_far, int count, const double *x);

/* scene_set_foot: puts a tripod's foot at this distance from the centre of mass
 * scene_sides_good: whether a polygon for supports may have this many corners */
void scene_set_foot(scene_support *s, double radius);
int scene_sides_good(double sides);

/* Edges: edge k of an obstacle joins its vertex k to vertex k+1, a closed one's last edge the last
 * vertex to vertex 0. Over the whole scene they are numbered in the order of the obstacles.
 *
 * scene_edges: number of edges of an obstacle
 * scene_edge: edge k runs from p to q
 * scene_edge_count: number of edges of all obstacles
 * scene_edge_find: the obstacle that edge `number` of the scene belongs to, and its index there in
 * *k (may be NULL); -1 if there is no such edge
 */
int scene_edges(const scene_obstacle *o);
void scene_edge(const scene_obstacle *o, int k, double p[2], double q[2]);
int scene_edge_count(const scene *s);
int scene_edge_find(const scene *s, int number, int *k);

/* Bodies and particles are numbered together if a scene has bodies: these first.
 *
 * scene_count: number of both
 * scene_name: the name of number k: a body's name, or `particle 1` */
enum { SCENE_NAME = 40 };
int scene_count(const scene *s);
void scene_name(const scene *s, int k, char text[SCENE_NAME]);

/* scene_energy: of a particle at x with velocity v: kinetic energy, and the potential of gravity
 * and of its constant force, which is 0 at the origin [J] */
double scene_energy(const scene *s, int particle, const double x[2], const double v[2]);

/* scene_steps: number of steps of length h to the scene's end: ceil(time/h), ignoring a remainder
 * below 1e-9 h (or below the rounding of time/h). Returns -1 if that is more than SCENE_MAX_STEPS,
 * or unless time >= 0 and h > 0 are finite.
 */
int scene_steps(double time, double h);

/* ---- scenes by name ---- */

/* scenes_open: reads the scene with this name: a path, - for the standard input, or a path without
 * its ending; or a name in the folder scenes, here or beside the program, which was started as
 * argv[0]
 *
 *   path     out     the file read, to be freed; set only on success
 *
 * Returns 0; or 2 after messages, with a suggested name.
 */
int scenes_open(const char *name, const char *program, char **path, scene *s);

/* scenes_list: prints the scenes with titles; 0, or after a message 1 without memory, 2 if none is
 * found */
int scenes_list(const char *program);

/* ---- shapes ---- */

/* Is a polyline a proper obstacle, and which side of it is a point on?
 *
 * Vertices are xy[2*n], x0 y0 x1 y1 ... Edge i runs from vertex i to vertex i+1; a closed shape has
 * the edge n-1 -> 0 as well. The solid is on the right of the direction of travel. Indices count
 * from 0 here, from 1 in messages. Points closer than the rounding of their coordinates
 * (SHAPE_ROUNDING times the largest) count as the same point.
 */
#define SHAPE_ROUNDING (8.0 * DBL_EPSILON)

/* A tree of bounding boxes over consecutive edges: node k has the children 2k and 2k+1, edge i is
 * the leaf nleaf + i. */
typedef struct {
    const double *xy;     /* xy[2*nvert], the caller's */
    int nvert, nedge, closed;
    int nleaf;            /* nedge rounded up to a power of two */
    double *box;          /* box[4*2*nleaf]: xmin ymin xmax ymax; without edges xmin > xmax */
    double *work;         /* budget left, in visits to a node; the caller's, for many trees */
} shape_tree;

/* shape_tree_init: 0, or -1 without memory. shape_tree_free releases it. */
int shape_tree_init(shape_tree *t, const double *xy, int nvert, int closed, double *work);
void shape_tree_free(shape_tree *t);

/* shape_no_length: whether edge i has no length
 * shape_is_flat: whether all vertices lie on one line
 * shape_folds: whether edge i+1 runs back along edge i
 * shape_area: the signed area of a closed shape, > 0 if it is counter-clockwise
 * shape_reverse: reverses the direction of travel; vertex 0 of a closed shape stays the first */
int shape_no_length(const double *xy, int nvert, int i);
int shape_is_flat(const double *xy, int nvert);
int shape_folds(const double *xy, int nvert, int i);
double shape_area(const double *xy, int nvert);
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

/* scene_starts_inside: whether a dynamic body of a complete scene, after a move, starts in an
 * obstacle, tree[nobstacle], or in another body or a particle */
int scene_starts_inside(const scene *s, int body, const shape_tree *tree);

#endif
