/* scene.h: a scene file, read into plain arrays
 *
 * The file format is described in scenes/README.md; units are SI. Obstacles are polylines with the
 * solid on the right of the direction of travel, so an open chain of terrain runs from left to
 * right and a closed polygon runs clockwise (the reader reverses a counter-clockwise one).
 * Generators (hills, sawtooth) are expanded by the reader: a scene holds obstacles only.
 */
#ifndef SCENE_H
#define SCENE_H

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
    double mu;            /* Coulomb friction coefficient, the obstacle's own or the scene's default;
                             -1: neither is given, in a scene with bodies */
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
 * motion/projected.h */
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

#endif
