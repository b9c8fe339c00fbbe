/* island.h: what the files behind mb_world_step share; users of world.h do not need it */
#ifndef ISLAND_H
#define ISLAND_H

#include "info.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* room for count things of the given size, aligned for double; NULL if there is none */
void *mbw_take(mb_arena *arena, int count, size_t size);

/* mbw_partition: the islands of the world, with their bodies, contacts and joints, in memory from
 * arena; returns how many, -1: no room */
int mbw_partition(const mb_world *world, const mb_body_contact *contact, int ncontact,
                  mb_island **out, mb_arena *arena);

/* mbw_detect: the contacts of bodies that `only`[nbody] marks, among themselves and with all that
 * is not dynamic; NULL: of all. By world->detect, if it is set. -1: no room */
int mbw_detect(const mb_world *world, const int *only, mb_body_contact *out, int max,
               mb_arena scratch);

/* how far a body's points are from its centre, at most [m] */
double mbw_farthest(const mb_world *world, int body);

/* ---- rows ------------------------------------------------------------------------------------ */

/* A row of velocities, J_a v_a + J_b v_b. Either body may be -1. */
typedef struct {
    int a, b;
    double Ja[3], Jb[3];
} mbw_row;

/* a contact's along d[2] */
void mbw_make_row(const mb_world *world, const mb_body_contact *c, const double *d, mbw_row *out);

/* the row's velocity with all bodies at v[3*nbody] */
double mbw_speed(const mbw_row *row, const double *v);

/* what it is the sum of, without signs: a part of that is rounding */
double mbw_terms(const mbw_row *row, const double *v);

/* the part of it that driven bodies make, whatever the solver does */
double mbw_drift(const mb_world *world, const mbw_row *row);

/* J M^-1 J': what an impulse of 1 along the row makes of its velocity */
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
    MBW_MOTOR,                   /* towards J v+ = speed, with at most `effort`: also a support's */
    MBW_SPRING                   /* J v+ + p/(h (c + h k)) = -k gap/(c + h k) */
} mbw_kind;

typedef struct {
    mbw_kind kind;
    mbw_row row;
    int joint;                   /* of the world; support k of the world: njoint + k */
    int part;                    /* hold: which of the joint's errors; limit: 0 lo, 1 hi, 2 rope;
                                    support: which of its directions */
    double gap;                  /* [m] */
    double reached, base;        /* of it whatever `part` is, and what it is counted from */
    double before[2];            /* it, in the last solve but one, but two [m] */
    double bend;                 /* of it by the speeds at l [m] */
    double speed, effort;        /* driven bodies' share taken off the speed */
    double soft;                 /* of a limit, as a contact's */
} mbw_joint_row;

/* An island's rows. Right-hand sides that are feasible at rest are those of all steps; `part` times
 * the others is added: the curves of contacts and joints, and what bounces. */
typedef struct {
    const mb_world *world;
    const mb_island *island;
    double part;                 /* 1: accurate; 0: safe */
    int scaled;                  /* there is something that it scales */
    int bounced;                 /* a contact bounces */
    double soft;                 /* of the speed that a contact's or limit's impulse gives it: so
                                    much it gives way */
    int still;                   /* without motors and springs */
    mbw_contact *contact;        /* contact[island->ncontact] */
    mbw_joint_row *joint;        /* joint[njoint] */
    int njoint;
    double change;               /* of the gaps by the last solve [m]; 0: they stay as they are */
    double bend;                 /* of the gaps by the speeds at l [m] */
    double reach;                /* of the island's bodies, where it has joints: mbw_farthest [m] */
    double tolerance;            /* of the energy of free motion: what solvers leave may gain it */
    double *q_star, *v_star;     /* [3*world->nbody], for curve(): of driven bodies the state at
                                    the end of the step, and 0 */
} mbw_rows;

/* what all islands share; 0: no room */
int mbw_rows_begin(const mb_world *world, mbw_rows *out, mb_arena *arena);

/* contact[], joint[] of out->island, curved by the speeds at l; 0: no room */
int mbw_contact_rows(mbw_rows *out, mb_arena *arena);
int mbw_joint_rows(mbw_rows *out, mb_arena *arena);

/* the end of the group of facets that begins with contact i */
int mbw_end_of_group(const mb_island *island, int i);

/* psi/h of contact i, which leads its group, and so much more that the group's greatest gap has at
 * least the rate 0; with AP 0. mbw_recovery: how fast penetration is undone [m/s]. */
double mbw_gap_rate(const mb_world *world, const mb_island *island, int i);
double mbw_recovery(const mb_world *world);

/* `part` of that by which the gap at q + h v_l is less than its straight row says, over h [m/s] <=
 * 0: where it is more, the row is safe as it is. 0 for what bounces, which has a law of its own,
 * and in ST and AP, where most facets are walls in the air. */
double mbw_contact_curve(const mbw_rows *rows, const mb_body_contact *c);

/* how many rows of a kind there are; how many a joint has */
int mbw_rows_of(const mbw_rows *rows, mbw_kind kind);
int mbw_count_rows(const mb_joint *joint, mbw_kind kind);

/* mbw_is_support: is it a row of a support, and no joint's? mbw_supports: how many with friction
 * an island has; mbw_support_rows: rows of each; mbw_shared: do these share an effort? */
int mbw_is_support(const mb_world *world, const mbw_joint_row *row);
int mbw_supports(const mb_world *world, const mb_island *island);
int mbw_support_rows(const mb_world *world);
int mbw_shared(const mb_world *world);

/* after so many solves, the last of which gave `status` and v[3*nbody]: is another one wanted, for
 * which joints and limits are now curved by v? If that changes them by more than the time before,
 * as it can next to a singular position, it is curved as the last but one. */
int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves);

/* by how much a joint or limit is broken with bodies at q[3*nbody], at most [m]; angles by `reach`
 * */
double mbw_broken(const mbw_rows *rows, const double *q);

/* does it hold or limit? */
int mbw_has_gap(const mbw_joint_row *row);

/* does v[3*nbody] keep a row that holds or limits, beside the free motion v0? Driven bodies may
 * contradict one that was left out, for others imply it; another joint's huge effort may drown one
 * that was not. */
int mbw_keeps(const mbw_rows *rows, const mbw_joint_row *row, const double *v0, const double *v);

/* ---- energy ---------------------------------------------------------------------------------- */

/* kinetic, of the island's bodies with speeds v[3*nbody of the world] [J] */
double mbw_energy(const mbw_rows *rows, const double *v);

/* the greatest speed that driven bodies give a row */
double mbw_driven(const mbw_rows *rows);

/* Does v[3*nbody] have more energy than at l, less the work of gravity and forces, than springs,
 * motors, bounces and the curves of joints explain? v_free: without contacts and joints. */
int mbw_gains(const mbw_rows *rows, const double *v_free, const double *v);

/* ---- as mb_dynamics -------------------------------------------------------------------------- */

/* An island's rows as mb_dynamics, with those of its arrays that a step writes again. */
typedef struct {
    const mbw_rows *rows;
    mb_dynamics d;
    int *place;                  /* place[nbody]: where a body's velocities begin among the
                                    island's; -1: not dynamic */
    int *kept;                   /* kept[rows->njoint]: which of d's rows it is; -1: it follows
                                    from others and is left out, or is a spring */
    double *v, *p_ext, *bias, *Jb, *phi, *Jl, *psi_l;   /* d's */
} mbw_dynamics;

/* All but place and rows is written, in memory from arena; 0: no room. */
int mbw_dynamics_make(mbw_dynamics *out, mb_arena *arena);

/* the island's velocities among the world's, and back */
void mbw_spread(const mb_world *world, const mb_island *island, const double *v, double *v_world);
void mbw_gather(const mb_world *world, const mb_island *island, const double *v_world, double *v);

/* ---- a step under way ------------------------------------------------------------------------ */

/* Soft contacts stand, but for little; or give way; or do so where driven bodies crush. */
typedef enum { MBW_STANDS, MBW_GIVES, MBW_CRUSHED } mbw_yield;

typedef struct {
    const mb_world *world;
    mb_island_step *out;
    mbw_rows rows;
    int *place;                  /* place[nbody], as in mbw_dynamics; -1: not a dynamic body */
    const double *v0;            /* v0[3*nbody] without contacts and joints; driven bodies' own */
    double *v;                   /* v[3*nbody] v+ of the island's bodies, and of earlier ones */
    double *p_n, *p_t, *p_b;     /* impulses in one piece: [ncontact], [ncontact], [nhold], */
    double *p_s;                 /* [2*world->nsupport] */
    int nhold;                   /* rows of joints that hold */
    mb_impulse *fresh;           /* fresh[world->max_warm] impulses of this step */
    int nfresh, cursor;          /* how many; where the last one was found in world->warm */
    double *q;                   /* q[3*nbody] after the step of the island's bodies, and others' */
    mb_way way;                  /* that is tried */
    mb_status unsolved;          /* > 0: why the solver stopped whose iterate v+ is; see mb_world */
    double open, lifted;         /* by its positions, */
    int diverged;                /* which half a step may close */
    mbw_yield gives;             /* soft contacts */
    int large;                   /* too large for a dense problem */
    int chains;                  /* of PEG's facets more than the primaries are in the problem */
} mbw_step;

/* v[3*nbody of s->world] after s->rows.island's step, and the impulses: accurate, half or safe.
 * Returns MB_OK; > 0: there is no solution, or none was found; < 0: no room. With `finer`, 1 is
 * written to it where a step of half the length is to be tried before half or safe ones. */
mb_status mbw_velocities(mbw_step *s, int *finer, mb_arena scratch);

/* mbw_make_rows: those of s->rows.island, without impulses, s->v = s->v0; 0: no room */
int mbw_make_rows(mbw_step *s, mb_arena *arena);

/* slower contacts do not bounce [m/s] */
double mbw_least_impact(const mb_world *w);

enum { MBW_LEVELS = 4 };         /* an island's step is h, h/2, h/4 or h/8 */

/* mbw_project: the island's bodies in s->q, to where joints are closed and nothing overlaps, as far
 * as that can be undone in this step; s->open, s->lifted: see mb_island_step. 0: no room. */
int mbw_project(mbw_step *s, mb_arena scratch);
double mbw_project_scratch(const mb_world *world);

/* is contact i a further facet of the group before it? How many are: PEG keeps one of a group open
 * */
int mbw_is_facet(const mbw_step *s, int i);
int mbw_further_facets(const mbw_step *s);

/* of every group the primary, or the facet with the greatest gap, which is the group's; how many */
int mbw_leaders(mb_body_contact *c, int count, int by_gap);

/* has a contact friction? */
int mbw_is_rough(const mb_island *island);

/* unknowns of the island's LCP */
int mbw_unknowns(const mbw_step *s);

/* the impulses by contact and joint, of z[2*ncontact + njoint]: two a contact, then joints' rows */
void mbw_put_impulses(mbw_step *s, const double *z);

/* mbw_solve: the island's rows with forces from s->world, or, with `again`, as Poisson's second
 * half without: to s->v and the impulses */
mb_status mbw_solve(mbw_step *s, int again, mb_arena scratch);

/* Which of PEG's contacts matter: keep[island->ncontact] is 0 for those that do not as things move
 * now, MBW_ALONE where only the primary of a group does. mbw_take_back: with the island solved for
 * those, those that matter at its v+, too; how many. */
enum { MBW_ALONE = 2 };
void mbw_choose_facets(const mbw_step *s, const mb_island *island, int *keep);
int mbw_take_back(const mbw_step *s, const mb_island *island, int *keep);

/* mbw_direct: the island's dense problem in that form, by Lemke's method or the world's own solver,
 * to s->v and the impulses; p_joint[njoint]: those of the joints' rows. mbw_show: that problem and
 * its solution, of v+ and impulses that were found otherwise, for an observer. */
mb_status mbw_direct(mbw_step *s, mb_form form, int again, double *p_joint, mb_arena scratch);
mb_status mbw_show(mbw_step *s, const double *p_joint, mb_arena scratch);

/* mbw_cone: the same by world->cone, of whose start and impulses z[2*ncontact + njoint] are two a
 * contact, then those of the joints' rows */
mb_status mbw_cone(mbw_step *s, int again, double *z, mb_arena scratch);
double mbw_cone_scratch(const mb_world *world, int nv, int rows);

/* ---- how much there can be ------------------------------------------------------------------- */

/* contacts of all bodies at most; islands of more unknowns are large, INT_MAX: none is */
int mbw_max_contacts(const mb_world *world);
int mbw_least_large(const mb_world *world);

/* What an island that is solved directly has at most. */
typedef struct {
    double unknowns;             /* of its LCP */
    double contacts;
    double velocity_rows;        /* a contact's normal, and both directions of its tangent */
    int nv, hold, rows;          /* velocities; rows of joints that hold, and of any kind */
} mbw_size;

/* bytes of scratch that these need at most, dense problems and rows; rows: of joints */
double mbw_direct_scratch(const mb_world *world, const mbw_size *most);
double mbw_rows_scratch(int nbody, int nc, int rows);

#ifdef __cplusplus
}
#endif

#endif
