/* world.h: planar rigid bodies and joints on top of mbsim.h
 *
 * Discs, rods, boxes and any convex polygon, sharp or rounded, among themselves and on polylines,
 * held by joints: a step of the world is one complementarity problem for each island of bodies that
 * touch or are joined. This folder needs only mbsim.h, and keeps the header's rules: it does not
 * allocate, print, exit or keep state between calls.
 *
 * FILES     world.h       all that users need; world.c, shapes.c check and measure
 *           island.h      what the files below share
 *           world_step.c  the loop over islands, which share a problem each; steps in parts; memory
 *           collision.c   bodies that are near each other; outline.c, narrow.c: contacts
 *           rows.c        contacts and joints (joints.c) as rows of velocities
 *           step.c        velocities: accurate, half, safe; PEG's facets that matter; energy
 *           solve.c       the methods for rows: contact_newton.c, contact_rows.c, or dense, as
 *                         mb_dynamics: direct.c
 *           positions.c   joints closed, bodies out of each other
 *
 * BODIES    The state is q = (x, y, theta) of the centre of mass and v = (vx, vy, omega);
 *           M = diag(m, m, J); v = v+, q = q + h v+. Vertices are turned by theta anew each step.
 * SHAPES    A convex core of k vertices, grown by a radius R >= 0: point (k = 1, R = 0), disc
 *           (k = 1), rod or capsule (k = 2), polygon (k >= 3). One narrow phase serves all.
 * CONTACTS  Body a carries the facet, n is its outward normal; body b carries the vertex of the
 *           core. Both use one point p, so that psi' = Jn v holds exactly for every gap, and
 *           momentum is kept to rounding:
 *
 *               Jn:  b  [ n, (p - xb) x n ]    a  -[ n, (p - xa) x n ]      (u x w = ux wy - uy wx)
 *               Jf:  the same with d = +t, then -t for n,  t = n turned by +90 degrees
 *
 * Units are SI, angles in radians, counter-clockwise.
 */
#ifndef WORLD_H
#define WORLD_H

#include "../../mbsim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the parts of a scene -------------------------------------------------------------------- */

typedef struct {
    int nvert;                   /* >= 1, of the convex core */
    const double *xy;            /* xy[2*nvert] [m] about the centre of mass; three or more
                                    counter-clockwise */
    double radius;               /* by which the core is grown [m] >= 0 */
} mb_shape;

typedef enum {
    MB_DYNAMIC,
    MB_KINEMATIC,                /* driven: keeps its v whatever pushes it */
    MB_STATIC
} mb_body_kind;

typedef struct {
    int shape;                   /* index into world->shape */
    int group;                   /* bodies of one group > 0 do not collide */
    mb_body_kind kind;
    double mass, inertia;        /* [kg], [kg m^2] > 0 if dynamic; inertia 0: does not turn */
    double mu;                   /* Coulomb friction coefficient; < 0: not given. For a pair:
                                    sqrt(mu_a mu_b) if both are given, else the given one, or 0 */
    double e;                    /* restitution, 0 to 1; for a pair the greater */
} mb_body;

typedef enum {
    MB_REVOLUTE,                 /* anchors meet. Its coordinate: theta_b - theta_a - angle [rad] */
    MB_PRISMATIC,                /* b slides along an axis of a, and does not turn against it.
                                    Its coordinate: the way along the axis [m] */
    MB_WELD,                     /* anchors meet, no turning; no coordinate */
    MB_DISTANCE,                 /* anchors keep their distance `length`: its coordinate [m] */
    MB_ROPE                      /* anchors are at most `length` apart; the same coordinate */
} mb_joint_kind;

typedef struct {
    mb_joint_kind kind;
    int a, b;                    /* two different bodies; -1 = the world */
    double pa[2], pb[2];         /* anchors: in the body's frame, the world's in the world [m] */
    double axis[2];              /* prismatic: a unit vector in a's frame */
    double length;               /* distance, rope [m] > 0 */
    double angle;                /* theta_b - theta_a that counts as 0 [rad] */
    int limited;                 /* 1: the coordinate stays within lo .. hi */
    double lo, hi;               /* [m] or [rad]; -HUGE_VAL, HUGE_VAL: no limit on that side */
    double speed, effort;        /* motor: towards this speed of the coordinate [m/s], [rad/s], with
                                    at most this (finite) force [N] or torque [N m]; 0: no motor.
                                    Speed 0: dry friction */
    double stiffness, rest;      /* spring towards rest [N/m] or [N m/rad]; 0 = none */
    double damping;              /* [N s/m] or [N m s/rad]; 0 = none */
} mb_joint;

/* A point on which a body stands, in a world seen from above: it carries a load, and resists
 * sliding with a friction force of at most mu load. */
typedef struct {
    int body;                    /* a body; supports ascend by body */
    double at[2];                /* in the body's frame [m] */
    double load;                 /* [N] >= 0 */
    double mu;                   /* >= 0, of the point on its ground */
} mb_support;

/* The set of friction forces of a support, mb_world.sides: the disc |f| <= mu load; the square with
 * sides of 2 mu load along x and y; or a polygon inscribed in the disc, with this many corners: an
 * even number from 4 to MB_MOST_SIDES. On a disc friction opposes the slip; on the others it is at
 * a corner, and so turns bodies that slide obliquely. */
enum { MB_DISC = 0, MB_SQUARE = 1, MB_MOST_SIDES = 64 };

/* mb_polygon_mass: area [m^2], centroid, and inertia about it per unit of mass [m^2] of a polygon,
 * convex or not, counter-clockwise and without crossings
 *
 *   centroid   out   centroid[2]
 *
 * Returns MB_OK; MB_BAD_ARG for fewer than 3 vertices or an area that is not > 0; MB_NOT_FINITE.
 * Cost n. Source: Green's theorem.
 */
mb_status mb_polygon_mass(int nvert, const double *xy, double *area, double *centroid,
                          double *inertia);

/* mb_shape_mass: the same of a valid shape, core and rim; a rod of radius 0 has its mass along its
 * length and area 0, a point has none. The centroid need not be the origin, nor, for a rounded
 * triangle, that of the core.  Cost nvert. */
void mb_shape_mass(const mb_shape *shape, double *area, double *centroid, double *inertia);

/* mb_shape_inertia: mb_shape_mass's inertia [m^2] */
double mb_shape_inertia(const mb_shape *shape);

/* mb_shape_check: MB_OK; MB_BAD_ARG: not convex, clockwise, no length, radius < 0, with
 * info->where = the vertex; MB_NOT_FINITE.  Cost nvert. */
mb_status mb_shape_check(const mb_shape *shape, mb_info *info);

/* ---- contacts -------------------------------------------------------------------------------- */

/* One facet of a convex set against one vertex. Facets of a shape: edge k joins vertices k and k+1;
 * a point or disc has none, a rod its two flanks. Then the caps of a rod, and last the corner. */
typedef struct {
    int a, b;                    /* bodies with the facet, the vertex; -1 = the terrain */
    int set;                     /* a = -1: convex chain of the terrain; else 0 */
    int facet;                   /* a >= 0: edges, then the caps of a rod; a = -1: edge of the
                                    terrain; nedge + k, 2 nedge + k: beyond where edge k ends,
                                    begins; MB_CORNER(w): the corner at vertex w */
    int vertex;                  /* b >= 0: of its core; b = -1: where edge `vertex` of the terrain
                                    begins; nedge + k: where edge k ends (a polyline's end) */
    int group;                   /* contacts of one group are facets of one set against one vertex:
                                    adjacent, the primary first */
    double n[2];                 /* outward normal of the facet, towards b */
    double p[2];                 /* the contact point of both bodies [m] */
    double psi;                  /* gap [m], < 0 in penetration */
    double mu, e;                /* of the pair */
} mb_body_contact;

#define MB_CORNER(w) (-1 - (w))

/* mb_turn: cosine and sine of an angle, within a unit in the last place for |angle| < 1e6, beyond
 * that as exact as the angle itself; identical bits with every C library. */
void mb_turn(double angle, double *c, double *s);

/* mb_rotate: out[2] = the vector u[2] turned by an angle */
void mb_rotate(double angle, const double *u, double *out);

/* mb_contact_row: a contact's row for bodies at q: Ja[3], Jb[3] along the direction d[2] */
void mb_contact_row(const double *q, const mb_body_contact *c, const double *d, double *Ja,
                    double *Jb);

/* ---- the world ------------------------------------------------------------------------------- */

/* The law of impact. Neither bounds the energy:
 *
 *   - the impulse that Poisson's law multiplies includes the weight of one step, a gain of order h.
 *     A ball of 1 kg that falls 1 m, e = 1, has 17.5 J of 12.8 after 10 s at h = .01, 14.0 at
 *     .0025, 13.2 at .001; with Newton's law 12.7, 12.74 and 12.75;
 *   - with friction both can gain energy at any h (Kane's paradox). Of boxes thrown on a floor, mu
 *     = .5, e from .5 to 1, h = .001, one in eight gained more than 2 % in some step, at most 28 %;
 *     without friction none did. Bounces in a corner or a heap would gain many times that: with
 *     Newton's law such a step is rejected, see mb_world_step. */
typedef enum {
    MB_RESTITUTION_NEWTON,       /* a contact opens e times as fast as it closed */
    MB_RESTITUTION_POISSON       /* it gets e times the impulse that stopped it in addition */
} mb_restitution;

typedef enum {
    MB_VERTEX_ENTRY,             /* the facet that the vertex enters last on its way (default) */
    MB_VERTEX_MAX                /* the facet with the greatest psi */
} mb_primary_rule;

typedef struct mb_world mb_world;

/* An impulse of the step before, with its contact or joint: iterative solvers start from it. */
typedef struct {
    int a, b, vertex, facet;     /* joints: a = -2, b = the joint, facet = its row */
    double normal, tangent;      /* [N s], [N m s] */
} mb_impulse;

/* Bodies that touch or are joined, and so share a problem. */
typedef struct {
    int nbody;
    const int *body;             /* body[nbody]: its dynamic bodies, ascending */
    int ncontact;
    const mb_body_contact *contact;
    int njoint;
    const int *joint;            /* joint[njoint] */
} mb_island;

/* How an island's velocities were found; see mb_world_step. */
typedef enum {
    MB_ACCURATE,
    MB_HALF,                     /* half of the bounces and of the joints' curves */
    MB_SAFE,                     /* none of them */
    MB_UNSOLVED                  /* an iterate, not a solution: see mb_world.sweeps */
} mb_way;

/* One island's step, passed to the observer; its pointers are valid until that returns. */
typedef struct {
    mb_island island;
    const mb_dynamics *dynamics; /* its velocities: 3 a body in the order of body, 2 where it does
                                    not turn; NULL: not made */
    mb_layout layout;
    mb_mlcp problem;             /* as solved; LCP form: lo = hi = NULL. n = 0 in free flight.
                                    A = NULL: rows, two a contact; see mb_world.show */
    const double *z;
    const double *v;             /* v[3*nbody of the world] v+ of the island's bodies */
    const double *p_n, *p_t;     /* [ncontact] impulses along n and t [N s] */
    const double *p_b;           /* of its joints' bilateral rows, in the order of joint */
    const double *p_s;           /* p_s[2*nsupport of the world] of its supports, along x and y */
    const char *solver;          /* the name of the last solver; NULL: none was needed */
    mb_info info;
    const mb_joint *broken;      /* the joint that v+ would violate, if that is why it failed */
    mb_way way;
    int level;                   /* how often the step was halved for the island */
    double open;                 /* error of its joints [m]; 0: at most 1e-9 of its bodies' reach */
    double lifted;               /* energy that positions gained against gravity and springs [J] */
    int solves;                  /* problems solved, one after the other */
    double seconds;              /* the solvers' time if world->clock is set, else 0 */
} mb_island_step;

/* The stages. Each may be replaced; NULL means the kit's own (controller, observer: none)
 *
 *   controller   sets world->force before a step
 *   detect       writes the contacts of all bodies, groups side by side, primary first; returns how
 *                many, at most max, or -1 if they do not fit (the step is then MB_NO_MEMORY)
 *   update       q, v <- next state; the kit's: v = v+, q = q + h v+
 *   observer     sees every island's step, even a failed one, before any state changes; of a step
 *                in parts each part, with a world that has its q, v, h and t
 */
typedef void mb_world_controller_fn(mb_world *world);
typedef int mb_world_detect_fn(const mb_world *world, mb_body_contact *out, int max,
                               mb_arena scratch);
typedef void mb_world_update_fn(const mb_world *world, const double *v_next, double *q, double *v);
typedef void mb_world_observer_fn(const mb_world *world, const mb_island_step *step);

/* Solves islands with disc supports, as minisim2d/solving/cone.h does: v[nv] and p[rows], two a
 * contact (one if none has friction), then joints, limits and motors. p holds a start. */
typedef mb_status mb_world_cone_fn(const mb_dynamics *d, const mb_options *options, double *v,
                                   double *p, mb_info *info, mb_arena scratch);

/* May be 0 except epsilon, h, q, v, force, and the counts and arrays of the parts that exist. */
struct mb_world {
    /* the scene */
    mb_terrain terrain;          /* static polylines: body -1; nchain = 0: none */
    double terrain_e;            /* its restitution */
    int nshape, nbody, njoint;
    const mb_shape *shape;
    const mb_body *body;
    const mb_joint *joint;
    int nsupport;
    const mb_support *support;   /* their friction acts like a motor of speed 0 */
    int sides;                   /* MB_DISC, which needs `cone`, and excludes PEG and convex models;
                                    MB_SQUARE; or a polygon's, which excludes the box form */
    double gravity[2];           /* [m/s^2] */
    double epsilon;              /* detection distance [m]; see mb_world_detect */
    double h;                    /* step [s] */

    /* the method */
    mb_formulation formulation;  /* MB_SWEPT: ST with one facet a vertex. With MB_TWO_PHASE bodies
                                    that should tip, by 1 %, slide, and one of 250 random worlds
                                    fails */
    mb_form form;                /* of dense problems, as the observer sees them; without a solver
                                    of one's own, safe steps use LCPs, for the theorem's sake */
    mb_primary_rule primary;
    mb_lcp_solver *lcp_solver;   /* LCP form; NULL = the chain of mb_world_step */
    mb_mlcp_solver *mlcp_solver; /* the other two; NULL = the chain */
    size_t (*solver_scratch)(int n);     /* of the solver that is set */
    mb_world_cone_fn *cone;      /* for discs; its scratch for nv velocities and this many rows */
    size_t (*cone_scratch)(int nv, int rows);
    int direct;                  /* unknowns of the largest dense problem that scratch has room for;
                                    0 = 600, < 0: any, as also if a solver is set or a convex model.
                                    Larger ones may need sweeps, up to 1000 (options.max_iter), to a
                                    residual of 1e-6, after 100 of them 1e-3 (options.tol for
                                    both) */
    mb_options options;
    int sweeps;                  /* > 0: just this many over contacts and joints, from the last
                                    step's impulses; the result is used, solved or not. Not with a
                                    solver, PEG, convex models, supports other than squares */
    mb_restitution restitution;
    double impact;               /* slower contacts do not bounce [m/s]; 0 = 2 h |gravity| */
    double recovery;             /* speed limit for undoing penetration [m/s]; 0 = 0.1, < 0: none */
    int curved;                  /* repeats for joints' curves, 0 = 8; fewer leave errors to the
                                    positions, which do not conserve energy. -1: linear rows, J v+ =
                                    -phi/h, and positions for contacts only. -2: the same with J v+
                                    = 0: joints drift apart */
    int max_contacts;            /* of all bodies; 0 = from the scene's size */

    /* the state */
    int step;                    /* steps done */
    double t;                    /* [s] */
    double *q, *v;               /* q[3*nbody], v[3*nbody] */
    double *force;               /* force[3*nbody] external, without gravity [N], [N m] */
    mb_impulse *warm;            /* warm[max_warm] kept between steps; NULL: no warm start */
    int nwarm, max_warm;

    /* the stages */
    mb_world_controller_fn *controller;
    mb_world_detect_fn *detect;
    mb_world_update_fn *update;
    mb_world_observer_fn *observer;
    int show;                    /* 1: the observer sees dense problems of up to `direct` unknowns,
                                    not rows */
    double (*clock)(void);       /* seconds, for mb_island_step.seconds */
    void *user;

    mb_arena scratch;            /* >= mb_world_scratch(world) bytes */
};

/* mb_world_check: MB_OK; MB_BAD_ARG or MB_NOT_FINITE, with info->where = the shape, body, joint or
 * support, and *what = "shape", "body", "joint", "support" or "world" (may be NULL).  Cost: one
 * pass over the data. */
mb_status mb_world_check(const mb_world *world, const char **what, mb_info *info);

/* mb_world_step: one step of all bodies: for each island velocities, then positions
 *
 * VELOCITIES. v+ = v' + M^-1 J'p, v' the free motion's, with Coulomb friction, motors, springs and
 *
 *     contacts, limits   J v+ + d p >= -max(psi, 0)/h + s (speed of a bounce, or curve of the gap)
 *     joints             J v+ = -s (g(q + h v+) - g(q) - h J v+)/h,   g: how open they are
 *
 * (AP: psi = 0). These ways are tried in order, for a solution that keeps to ENERGY if s > 0:
 *
 *     accurate   s = 1, d = 0: full bounces, joints along their curves
 *     in parts   two steps of h/2, down to h/8: islands with joints and without bounces
 *     half       s = 1/2, d = 0
 *     safe       s = 0, d = 1e-6 J M^-1 J' (Gauss, two-phase: 0); PEG: one facet of each group
 *     in parts   if that has no solution, or POSITIONS leave joints open too far
 *
 * THEOREM [Anitescu, Potra, Nonlinear Dynamics 14, 1997]. If no body is driven, v = 0 satisfies all
 * safe rows. So there is a solution, in exact arithmetic, whatever is wedged, jammed or fixed
 * twice; and apart from springs, motors and sweeps it gains no energy: v+'M v+ <= v''M v' -
 * |v+ - v'|_M^2. This holds for ST, AP, PEG, swept, and for Gauss, a projection onto a convex set
 * with v = 0 in it; not for two-phase. Masses to 1:1e6: under R times its weight a body sinks, due
 * to d, by R 1e-6 g h^2 a safe step.
 *
 * ENERGY. Beside the work of gravity and forces v+ may gain, with K the kinetic energy of v':
 *   - 1e-6 K for rounding (mb_contact_pgs: 1e-2 K); springs 1/2 k x^2; motors h effort |speed|;
 *   - joints, in each part, 1e-2 K or, if more, in smooth motion a^2 times the energy of v: a is
 *     the largest turn of a body, rope or distance; in smooth motion a < .3 rad, and the turn of
 *     each body is within .06 rad of its last one.
 * Bounces count from the larger of both energies. Driven bodies, Poisson's law: no bound.
 *
 * SOLVERS. Those that are set: lcp_solver or mlcp_solver; `sweeps`; `cone`, for discs. Otherwise
 * mb_contact_newton from the last step's impulses, mb_lemke, and in a safe step mb_fischer_newton;
 * if there is no room for a dense problem (`direct`), mb_contact_pgs instead of the last two, to a
 * residual of 1e-3, not MB_OK's. Convex models, supports that are polygons and PEG's further facets
 * begin with mb_lemke.
 *
 * POSITIONS. From q + h v+ bodies move by the least |dq|_M that closes joints and undoes what
 * penetrates by over 4e-6 of the smaller body, twice detection's rounding; penetration from before
 * the step by h recovery at most. Velocities stay, so nothing is thrown; but where joints lifted
 * bodies, v+ is scaled to pay for it (`lifted`). Otherwise linear momentum is kept; angular
 * momentum changes by sum dx x m v. `open`: joints stay open by over 1e-9 of their bodies' reach;
 * too far: by over 1e-6 of it, and over half of before.
 *
 * REFUSED, with q, v, t, step as before, are steps that no solver solves (MB_STALLED), or that
 * driven bodies make impossible: at h/8 contacts give way by over 1e-3 of the speeds there or of
 * the driven ones, and d = 0 has no solution; or v+ violates a joint (`broken`) that others imply
 * (MB_SINGULAR) or that a huge effort outweighs (MB_STALLED). Choices: s; h/8; 1e-6, which bounds
 * impulses of jams, and 1e-3; 1e-2, .3 and .06 (below, mechanisms lose energy, above, whips gain
 * it); those of `open`.
 *
 * Returns MB_OK; with too few `sweeps` MB_MAX_ITER or MB_STALLED: the step is made, islands have
 * the way MB_UNSOLVED, without ENERGY; the reason of a refusal; mb_world_check's; MB_NO_MEMORY:
 * too little scratch, or over max_contacts. info: all iterations, the largest residual; or of the
 * island that failed, where = its first body. With a replaced `update`: no parts, no positions. */
mb_status mb_world_step(mb_world *world, mb_info *info);

/* mb_world_scratch: bytes of scratch that a step can need, wherever the bodies are. It grows with
 * the square of `direct`, which limits the matrices; if it does not, with that of max_contacts. */
size_t mb_world_scratch(const mb_world *world);

/* mb_world_detect: the kit's own detection; see mb_world_detect_fn
 *
 * Vertices of one body on the facets of another, both ways. Contacts are in the order of bodies,
 * each with the terrain first, wherever they are. mb_formulations[world->formulation].detection
 * decides:
 *
 *     MB_DETECT_EDGES    every facet with a vertex within epsilon of it as a segment
 *     MB_DETECT_GROUPS   for every vertex within epsilon of a convex set all facets of the set, the
 *                        primary first
 *     MB_DETECT_PATH     of these the primary alone
 *
 * The last two look ahead, as bodies that come within epsilon only at the end of a step would touch
 * too late, and penetrate: as far as a pair gets in this step, h (speed + h g), if that is more
 * than epsilon and there is room for all contacts. The speed is the pair's relative one or, if
 * greater, that of either body, as the ground may stop one of two that fly side by side. For a pair
 * that gets so near they look twice as far, as an impact at one end may turn the other one faster
 * than anything moved. Segments can't: those beside the vertex would be walls. For ST and AP choose
 * such an epsilon; AP keeps bodies that far apart.
 *
 * In a group of two polygons, a facet that faces away from the other one gets the n and p of the
 * outline along the normal that separates the two best. Otherwise PEG's chain would release two
 * corners face to face as soon as they sink, each being beside the other polygon, and polygons that
 * get narrower from where they touch would sink into each other. Two that stand corner on corner to
 * rounding, and turn against each other, may still be released for one step: they sink by as much
 * as they turn, and positions undo that.
 *
 * Every pair with a dynamic body is tested, except bodies of one group, and two that are joined by
 * a revolute, prismatic or weld joint, as these overlap by construction. Bodies joined by a rope or
 * distance may touch; a body joined to the world still meets the terrain.
 *
 * Tolerances are parts of the smaller body of a pair: neither units matter nor, to 1e-9 of it, the
 * distance from the origin. Not detected are
 *   - a vertex behind an open polyline by more than epsilon: it has no inside;
 *   - a vertex that crosses a whole body within a step: keep h |v| below the width of thin bodies;
 *   - the side of a rod of radius 0 on which a single vertex lies that touches it: it may pass;
 *   - two bars before they cross: they have no vertex inside each other. From then on, as for any
 *     overlap, one contact pushes them apart the shortest way.
 * Cost: n log n and a box test for each pair that overlap along x, for each body and chain of the
 * terrain; facets times vertices for each pair within epsilon.
 */
int mb_world_detect(const mb_world *world, mb_body_contact *out, int max, mb_arena scratch);

/* mb_world_detect_scratch: bytes of scratch that detection and mb_world_penetration need */
size_t mb_world_detect_scratch(const mb_world *world);

/* mb_world_most_contacts: a generous estimate of the contacts: every vertex meets four sets, and
 * the terrain's two bodies; for PEG three, of six facets; no more than all pairs of sets can have.
 * Dense heaps of many bodies with a large epsilon may exceed it: see max_contacts. */
int mb_world_most_contacts(const mb_world *world);

/* mb_world_islands: island[nbody] by union-find over contacts and joints of dynamic bodies; -1 for
 * the others. Returns how many there are.  Cost: nearly linear. */
int mb_world_islands(const mb_world *world, const mb_body_contact *contact, int ncontact,
                     int *island);

/* mb_world_dynamics: an island's step as data, in memory from arena: the first problem of
 * mb_world_step, without restitution. Redundant rows of joints are left out.
 *
 * Returns MB_OK or MB_NO_MEMORY.  Cost: nv (nv + nc) and, with joints, nb^2 nv. */
mb_status mb_world_dynamics(const mb_world *world, const mb_island *island, mb_dynamics *out,
                            mb_arena *arena);

/* ---- joints ---------------------------------------------------------------------------------- */

enum { MB_JOINT_ROWS = 3 };      /* at most, of a joint */

/* mb_joint_rows: how many bilateral rows a joint has: 2, 2, 3, 1, 0 in the order of the kinds */
int mb_joint_rows(mb_joint_kind kind);

/* mb_joint_limits: how many unilateral rows it has: a finite lo, a finite hi, a rope's length */
int mb_joint_limits(const mb_joint *joint);

/* mb_joint_errors: phi[rows] of a joint with bodies at q */
void mb_joint_errors(const mb_joint *joint, const double *q, double *phi);

/* mb_joint_jacobian: Ja[rows*3], Jb[rows*3] with phi' = Ja v_a + Jb v_b; 0 for the world, and for
 * both where a distance joint's anchors meet, for lack of a direction */
void mb_joint_jacobian(const mb_joint *joint, const double *q, double *Ja, double *Jb);

/* mb_joint_coordinate: the joint's own coordinate s, and its row in Ja[3], Jb[3] (may be NULL) as
 * above; all 0 for a weld */
double mb_joint_coordinate(const mb_joint *joint, const double *q, double *Ja, double *Jb);

/* mb_joint_error: the greatest |phi| of a joint; for a rope the excess of its length, for limits
 * that of the coordinate */
double mb_joint_error(const mb_world *world, int joint);

/* ---- measures -------------------------------------------------------------------------------- */

/* mb_world_energy: kinetic, of gravity (0 at the origin) and of the joints' springs [J] */
double mb_world_energy(const mb_world *world);

/* mb_world_momentum: of the dynamic bodies: p[0], p[1] linear, p[2] angular about the origin */
void mb_world_momentum(const mb_world *world, double *p);

/* mb_world_penetration: the deepest penetration of any two bodies that can meet, or of one in the
 * terrain [m]; 0 if none; HUGE_VAL if scratch is too small.  Cost: a detection's. */
double mb_world_penetration(const mb_world *world, mb_arena scratch);

#ifdef __cplusplus
}
#endif

#endif
