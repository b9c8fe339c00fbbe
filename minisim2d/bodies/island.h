/* island.h: shared by the files behind world.h, whose users do not need it
 *
 * In the order of a step: convex sets, the contacts of two of them, rows of velocities, their limit
 * of energy, a step in progress, sizes.
 */
#ifndef ISLAND_H
#define ISLAND_H

#include "contact_rows.h"
#include "world.h"

/* room for count objects of this size, aligned for double; NULL if there is none */
void *mbw_take(mb_arena *arena, int count, size_t size);

/* in the plane: u'w, and u x w */
static inline double mbw_dot(const double *u, const double *w)
{
    return u[0] * w[0] + u[1] * w[1];
}

static inline double mbw_cross(const double *u, const double *w)
{
    return u[0] * w[1] - u[1] * w[0];
}

/* ---- convex sets ----------------------------------------------------------------------------- */

/* Bodies and chains of the terrain, each relative to the other set of a pair. The free space of a
 * set is {max_k psi_k >= 0} over its facets. Coordinates are relative to an origin near both sets,
 * so that far from the world's origin no digits are lost. */

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

/* the set about origin; its facet and corner are memory for mbw_convex_room() each */
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

/* ---- the leading facet of a convex set, of those that one vertex sees ------------------------ */

/* ST with one facet a vertex enforces the primary alone; PEG enforces it or, through its chain, one
 * of the others. The rule `entry` takes the facet that the vertex would cross last on its path, at
 * the present speeds and without gravity, of those that could separate the two sets at all: a
 * corner that lies on the side of a box is also below its top, if only by rounding, and must not be
 * taken for being beside it. */

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

/* ---- the contacts of two sets, of a world, of its islands ------------------------------------ */

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
    mbw_sight *sight;            /* sight[mbw_convex_room() + 1]: facets that one vertex sees */
} mbw_narrow;

/* are the two contacts of a pair the same row: corner on corner, each on the facet of the other? */
int mbw_face_to_face(const mb_body_contact *c, const mb_body_contact *o, double tolerance);

/* mbw_touch: append the contacts of s->a and s->b, or deepen s->deepest.
 * Cost: facets times vertices, both ways. */
void mbw_touch(mbw_narrow *s);

/* mbw_detect: the contacts of the bodies marked in `only`[nbody] (NULL: of all) with each other and
 * with static and driven bodies; by world->detect, if set. -1: no room */
int mbw_detect(const mb_world *world, const int *only, mb_body_contact *out, int max,
               mb_arena scratch);

/* the largest distance of a body's points from its centre [m] */
double mbw_farthest(const mb_world *world, int body);

/* ---- rows ------------------------------------------------------------------------------------ */

/* A row of velocities, the sum of J[k] v of body[k]. Either body may be -1. */
typedef struct {
    int body[2];
    double J[2][3];
} mbw_row;

/* a contact's along d[2] */
void mbw_make_row(const mb_world *world, const mb_body_contact *c, const double *d, mbw_row *out);

/* the row's velocity with all bodies at v[3*nbody] */
double mbw_speed(const mbw_row *row, const double *v);

/* the sum of its terms' magnitudes, of which a part is rounding */
double mbw_terms(const mbw_row *row, const double *v);

/* the part of it that driven bodies cause, whatever the solver does */
double mbw_drift(const mb_world *world, const mbw_row *row);

/* J M^-1 J': the row's change of velocity by an impulse of 1 along it */
double mbw_mobility(const mb_world *world, const mbw_row *row);

/* v += M^-1 J' p */
void mbw_push(const mb_world *world, const mbw_row *row, double p, double *v);

typedef struct {
    mbw_row normal, tangent;
    double bias;                 /* in place of psi/h [m/s] */
    double e;                    /* Poisson's restitution, where the contact bounces; else 0 */
    double soft;                 /* J v+ + soft p >= -bias [1/kg] */
} mbw_contact;

typedef enum {
    MBW_HOLD,                    /* J v+ + gap/h = 0 */
    MBW_LIMIT,                   /* J v+ + gap/h >= 0 */
    MBW_MOTOR,                   /* towards J v+ = speed, with at most `effort`; also supports */
    MBW_SPRING                   /* J v+ + p/(h (c + h k)) = -k gap/(c + h k) */
} mbw_kind;

typedef struct {
    mbw_kind kind;
    mbw_row row;
    int joint;                   /* of the world; support k of the world: njoint + k */
    int part;                    /* hold: index of the joint's error; limit: 0 lo, 1 hi, 2 rope;
                                    support: index of its direction */
    double gap;                  /* [m] */
    double reached, base;        /* its part that does not depend on `part`, and its origin */
    double before[2];            /* the gap in the last solve but one, but two [m] */
    double bend;                 /* its change by the curve at the speeds at l [m] */
    double speed, effort;        /* speed without the share of driven bodies */
    double soft;                 /* of a limit, as a contact's */
} mbw_joint_row;

/* An island's rows. Right-hand sides consist of those that are feasible at rest and `part` times
 * the rest: the curves of contacts and joints, and bounces. */
typedef struct {
    const mb_world *world;
    const mb_island *island;
    double part;                 /* 1: accurate; 0: safe */
    int scaled;                  /* `part` has an effect */
    int bounced;                 /* a contact bounces */
    double soft;                 /* part of an impulse's speed by which contacts, limits yield */
    int still;                   /* without motors and springs */
    mbw_contact *contact;        /* contact[island->ncontact] */
    mbw_joint_row *joint;        /* joint[njoint] */
    int njoint;
    double change;               /* of the gaps by the last solve [m]; 0: no repeats */
    double bend;                 /* of the gaps by the curves at the speeds at l [m] */
    double reach;                /* of the island's bodies, where it has joints: mbw_farthest [m] */
    double tolerance;            /* of free motion's energy: gain allowed for solvers' errors */
    double *q_star, *v_star;     /* [3*world->nbody], for curve(); of driven bodies q+, and 0 */
} mbw_rows;

/* data shared by all islands; 0: no room */
int mbw_rows_begin(const mb_world *world, mbw_rows *out, mb_arena *arena);

/* contact[], joint[] of out->island, curved by the speeds at l; 0: no room */
int mbw_contact_rows(mbw_rows *out, mb_arena *arena);
int mbw_joint_rows(mbw_rows *out, mb_arena *arena);

/* the end of the group of facets that begins with contact i */
int mbw_end_of_group(const mb_island *island, int i);

/* psi/h of contact i, which leads its group, raised so that the group's greatest gap has a rate >=
 * 0; AP: 0. mbw_recovery: how fast penetration is undone [m/s]. */
double mbw_gap_rate(const mb_world *world, const mb_island *island, int i);
double mbw_recovery(const mb_world *world);

/* `part` times the shortfall of the gap at q + h v_l against its linear row, over h [m/s] <= 0:
 * where the gap is larger, the row is safe as it is. 0 for contacts that bounce, which have a law
 * of their own, and in ST and AP, where most facets extend into free space. */
double mbw_contact_curve(const mbw_rows *rows, const mb_body_contact *c);

/* how many rows of a kind there are; how many a joint has */
int mbw_rows_of(const mbw_rows *rows, mbw_kind kind);
int mbw_count_rows(const mb_joint *joint, mbw_kind kind);

/* mbw_is_support: is the row a support's, not a joint's? mbw_supports: how many supports with
 * friction an island has; mbw_support_rows: rows of each; mbw_shared: do these share an effort? */
int mbw_is_support(const mb_world *world, const mbw_joint_row *row);
int mbw_supports(const mb_world *world, const mb_island *island);
int mbw_support_rows(const mb_world *world);
int mbw_shared(const mb_world *world);

/* after this many solves, the last of which gave `status` and v[3*nbody]: linearises joints and
 * limits at v; 1 if another solve is needed. If they change by more than the last time, as may
 * happen near a singular position, those of the last but one are restored. */
int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves);

/* the largest violation of a joint or limit, bodies at q[3*nbody] [m]; angles times `reach` */
double mbw_broken(const mbw_rows *rows, const double *q);

/* does it hold or limit? */
int mbw_has_gap(const mbw_joint_row *row);

/* does v[3*nbody] satisfy a row that holds or limits, relative to free motion v0? Driven bodies may
 * contradict a redundant row that was left out, and a huge effort another row's digits. */
int mbw_keeps(const mbw_rows *rows, const mbw_joint_row *row, const double *v0, const double *v);

/* ---- energy ---------------------------------------------------------------------------------- */

/* kinetic energy of the island's bodies at speeds v[3*nbody of the world] [J] */
double mbw_energy(const mbw_rows *rows, const double *v);

/* the greatest speed that driven bodies give a row */
double mbw_driven(const mbw_rows *rows);

/* Has v[3*nbody], less the work of gravity and forces, gained more energy since l than springs,
 * motors, bounces and the curves of joints explain? v_free: without contacts and joints. */
int mbw_gains(const mbw_rows *rows, const double *v_free, const double *v);

/* ---- a step in progress ---------------------------------------------------------------------- */

/* Soft contacts stand, up to little; or give way; or do so as driven bodies crush something. */
typedef enum { MBW_STANDS, MBW_GIVES, MBW_CRUSHED } mbw_yield;

typedef struct {
    const mb_world *world;
    mb_island_step *out;
    mbw_rows rows;
    int *place;                  /* place[nbody] in the island's problem; -1: not dynamic */
    const double *v0;            /* v0[3*nbody] without contacts and joints; driven bodies' own */
    double *v;                   /* v[3*nbody] v+ of the island's bodies, and of earlier ones */
    double *p_n, *p_t, *p_b;     /* impulses in one piece: [ncontact], [ncontact], [nhold], */
    double *p_s;                 /* [2*world->nsupport] */
    int nhold;                   /* rows of joints that hold */
    mb_impulse *fresh;           /* fresh[world->max_warm] impulses of this step */
    int nfresh, cursor;          /* how many; where the last one was found in world->warm */
    double *q;                   /* q[3*nbody] after the step, of the same bodies */
    mb_way way;                  /* in use */
    int iterations;              /* of all solves so far */
    mb_status unsolved;          /* > 0: the status of a solver whose iterate v+ is; see mb_world */
    double open, lifted;         /* of its positions, */
    int diverged;                /* errors that a step of half the length may close */
    mbw_yield gives;             /* soft contacts */
    int large;                   /* too large for a dense problem */
    int chains;                  /* the problem has more of PEG's facets than the primaries */
} mbw_step;

/* v[3*nbody of s->world] after s->rows.island's step, and the impulses: accurate, half or safe.
 * Returns MB_OK; > 0: there is no solution, or none was found; < 0: no room. If `finer` is not
 * NULL, *finer = 1 where two steps of half the length should be tried before half or safe ones. */
mb_status mbw_velocities(mbw_step *s, int *finer, mb_arena scratch);

/* mbw_make_rows: those of s->rows.island, without impulses, s->v = s->v0; 0: no room */
int mbw_make_rows(mbw_step *s, mb_arena *arena);

/* slower contacts do not bounce [m/s] */
double mbw_least_impact(const mb_world *w);

enum { MBW_LEVELS = 4 };         /* an island's step is h, h/2, h/4 or h/8 */

/* mbw_project: moves the island's bodies in s->q to close joints and undo overlaps, as far as this
 * step allows; s->open, s->lifted: see mb_island_step. 0: no room. */
int mbw_project(mbw_step *s, mb_arena scratch);

/* is contact i a further facet of the group before it, of which PEG keeps one open?
 * mbw_further_facets: how many are */
int mbw_is_facet(const mbw_step *s, int i);
int mbw_further_facets(const mbw_step *s);

/* reduces every group to the primary, or to the facet with the greatest gap; returns how many */
int mbw_leaders(mb_body_contact *c, int count, int by_gap);

/* has any contact friction? */
int mbw_is_rough(const mb_island *island);

/* number of unknowns of the island's LCP */
int mbw_unknowns(const mbw_step *s);

/* the impulses from z[2*ncontact + njoint]: two a contact, then those of the joints' rows */
void mbw_put_impulses(mbw_step *s, const double *z);

/* mbw_solve: solves the island's rows with forces from s->world or, if `again`, without forces as
 * Poisson's second half, for s->v and the impulses */
mb_status mbw_solve(mbw_step *s, int again, mb_arena scratch);

/* Which of PEG's contacts matter: keep[island->ncontact] is 0 for those that do not at the present
 * speeds, MBW_ALONE where only the primary of a group does. mbw_take_back: after the island is
 * solved with those, adds those that matter at its v+; returns how many. */
enum { MBW_ALONE = 2 };
void mbw_choose_facets(const mbw_step *s, const mb_island *island, int *keep);
int mbw_take_back(const mbw_step *s, const mb_island *island, int *keep);

/* mbw_direct: the island's dense problem in that form, by Lemke's method or the world's own solver,
 * for s->v and the impulses; p_joint[njoint]: those of the joints' rows. mbw_show: that problem,
 * with its solution made from v+ and impulses found by another method, for an observer. */
mb_status mbw_direct(mbw_step *s, mb_form form, int again, double *p_joint, mb_arena scratch);
mb_status mbw_show(mbw_step *s, const double *p_joint, mb_arena scratch);

/* mbw_cone: the same by world->cone; its start and impulses are z[2*ncontact + njoint]: two a
 * contact, then those of the joints' rows */
mb_status mbw_cone(mbw_step *s, int again, double *z, mb_arena scratch);
double mbw_cone_scratch(const mb_world *world, int nv, int rows);

/* ---- sizes ----------------------------------------------------------------------------------- */

/* the most contacts of all bodies; islands with more unknowns are large, INT_MAX: none is */
int mbw_max_contacts(const mb_world *world);
int mbw_least_large(const mb_world *world);

/* The largest sizes of an island that is solved directly. */
typedef struct {
    double unknowns;             /* of its LCP */
    double contacts;
    double velocity_rows;        /* a contact's normal, and both directions of its tangent */
    int nv, hold, rows;          /* velocities; rows of joints that hold, and of any kind */
} mbw_size;

/* the most bytes of scratch that dense problems and rows need; rows: of joints */
double mbw_direct_scratch(const mb_world *world, const mbw_size *most);
double mbw_rows_scratch(int nbody, int nc, int rows);

#endif
