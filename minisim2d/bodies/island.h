/* island.h: what the files behind mb_world_step share; users of world.h do not need it
 *
 *     islands.c    which bodies share a problem
 *     rows.c       its rows of velocities: two for a contact, some for a joint
 *     trials.c     which rows of joints a solve has, and what energy it may give
 *     dynamics.c   the rows as mb_dynamics, for the formulations and solvers of mbsim.h
 *     solve.c      by which method they are solved
 *     direct.c     ... solved as such
 *     chains.c     which of PEG's facets a problem must hold
 *     sweeps.c     the rows as they are, for mb_contact_pgs: where an island is large
 *     warm.c       impulses from step to step
 *     scratch.c    how much memory that can take
 *     step.c       restitution, what is tried where there is no solution, the world's loop
 */
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

/* mbw_detect_faces: as mb_world_detect, but of two solid bodies only the corners of one on the
 * facet of the other that separates them best. mbw_too_deep: with v[3*nbody], are bodies a and b
 * deeper in each other after this step than world.h has it, where penetration is undone at `undone`
 * [m/s]? */
int mbw_detect_faces(const mb_world *world, mb_body_contact *out, int max, mb_arena scratch);
int mbw_too_deep(const mb_world *world, const double *v, int a, int b, double undone,
                 mb_arena scratch);

/* ---- rows ------------------------------------------------------------------------------------ */

/* A row of velocities, J_a v_a + J_b v_b. Either body may be -1. */
typedef struct {
    int a, b;
    double Ja[3], Jb[3];
} mbw_row;

/* the row's velocity with all bodies at v[3*nbody] */
double mbw_speed(const mbw_row *row, const double *v);

/* what it is the sum of, without signs: a part of that is rounding */
double mbw_terms(const mbw_row *row, const double *v);

/* the part of it that driven bodies make, whatever the solver does */
double mbw_drift(const mb_world *world, const mbw_row *row);

/* v += M^-1 J' p */
void mbw_push(const mb_world *world, const mbw_row *row, double p, double *v);

typedef struct {
    mbw_row normal, tangent;
    double bias;                 /* in place of psi/h [m/s] */
    double curve;                /* in it: by the speeds at l, where it closes [m/s] <= 0 */
    double kept;                 /* it, while another is tried */
    double e;                    /* Poisson's restitution, where the contact bounces; else 0 */
} mbw_contact;

typedef enum {
    MBW_HOLD,                    /* J v+ + gap/h = 0 */
    MBW_LIMIT,                   /* J v+ + gap/h >= 0 */
    MBW_MOTOR,                   /* towards J v+ = speed, with at most `effort` */
    MBW_SPRING                   /* J v+ + p/(h (c + h k)) = -k gap/(c + h k) */
} mbw_kind;

typedef struct {
    mbw_kind kind;
    mbw_row row, own;            /* own: as it is at l, while another one is tried */
    int joint;                   /* of the world */
    int part;                    /* hold: which of the joint's errors; limit: 0 lo, 1 hi, 2 rope */
    double gap;                  /* [m] */
    double open;                 /* by how much it is broken at l [m] */
    double curved;               /* that of the curved rows, when others are tried [m] */
    double before[2];            /* it, in the last solve but one, but two [m] */
    double speed, effort;        /* driven bodies' share taken off the speed */
} mbw_joint_row;

/* Which rows of joints a solve has, or whether that is decided; see mbw_once_more. */
typedef enum {
    MBW_CURVED,                  /* lines through q + h v*, with J at l */
    MBW_TURNED,                  /* of distances and ropes with J there, too */
    MBW_PLAIN,                   /* lines through q */
    MBW_GENTLE,                  /* errors are undone as slowly as penetration is */
    MBW_CALM,                    /* they stay, and contacts do not come out of each other */
    MBW_DECIDED
} mbw_trial;

/* An island's rows. */
typedef struct {
    const mb_world *world;
    const mb_island *island;
    int straight, curved;        /* contacts are not to be curved; one of them was */
    mbw_contact *contact;        /* contact[island->ncontact] */
    mbw_joint_row *joint;        /* joint[njoint] */
    int njoint;
    mbw_trial trial, best;       /* the best so far, */
    double error, gain;          /* by how much it broke joints [m]; mbw_gain of it [J] */
    int earlier;                 /* solves before this trial */
    double change;               /* of the gaps by the last solve [m]; 0: they stay as they are */
    double bend;                 /* of the gaps by the speeds at l [m] */
    double torn;                 /* by how much joints are broken at l [m] */
    const double *v_before, *v_free;           /* [3*world->nbody] at l; without contacts, joints */
    double tolerance;            /* of the energy of the latter: what solvers leave may gain it */
    double *q_star, *v_star;     /* [3*world->nbody], for mbw_curve: of driven bodies the state at
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
 * least the rate `least`; with AP 0. mbw_recovery: how fast penetration is undone [m/s]. */
double mbw_gap_rate(const mb_world *world, const mb_island *island, int i, double least);
double mbw_recovery(const mb_world *world);

/* By how much the gap at q + h v_l is less than its straight row says, over h [m/s] <= 0: where it
 * is more, the row is safe as it is. 0 for what bounces, which has a law of its own, and in ST and
 * AP, where most facets are walls in the air. */
double mbw_contact_curve(const mbw_rows *rows, const mb_body_contact *c);

/* how many rows of a kind a joint has */
int mbw_count_rows(const mb_joint *joint, mbw_kind kind);

/* The gaps of joints and limits as a straight line through what they are at q + h v*,
 *
 *     gap := g(q + h v*) - h J v*,    so that gap + h J v+ = g(q + h v+) for v+ = v*
 *
 * with v*[3*nbody], of which the dynamic bodies are read; NULL = 0. J is that at l, in the
 * trial MBW_TURNED what it will be. Returns by how much it changed them, at most [m]. */
double mbw_curve(mbw_rows *rows, const double *v_star);

/* by how much a joint or limit is broken at q + h v, at most [m] */
double mbw_broken(mbw_rows *rows, const double *v);

/* the joint, if there is one, that is broken at q + h v by more than an eighth of its levers, and
 * than 1.1 times as much as at l; else -1 */
int mbw_opened(mbw_rows *rows, const double *v);

/* does it hold or limit? */
int mbw_has_gap(const mbw_joint_row *row);

/* kinetic, of the island's bodies with speeds v[3*nbody of the world] [J] */
double mbw_energy(const mbw_rows *rows, const double *v);

/* does v[3*nbody] keep a row that holds or limits, beside the free motion v0? Driven bodies may
 * contradict one that was left out, for others imply it; another joint's huge effort may drown one
 * that was not. */
int mbw_keeps(const mbw_rows *rows, const mbw_joint_row *row, const double *v0, const double *v);

/* ---- trials ---------------------------------------------------------------------------------- */

/* after so many solves, the last of which gave `status` and v[3*nbody]: is another one wanted, for
 * which joints and limits are now curved by v? If that changes them by more than the time before,
 * as it can next to a singular position, it is curved as the last but one.
 *
 * Rows that contradict each other, as those of a rope across two bodies that touch, have no
 * solution, or ask for speeds at which the curve is another one. So where curved rows have none, or
 * one that breaks joints by more than the curve at l is worth, or gains energy, then, if something
 * touches, J turns with v*: bodies that slide along where they touch, while a bolt across it gets
 * askew, are stopped by the bolt as it will stand; with J at l nothing stops them. If that breaks
 * joints or gains energy, too, rows are tried plain; if these gain energy, with gaps that are
 * undone gently; and at last as they are. What is worse than the trial before is taken back. */
int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves);

/* the last trial, and no other: no impulse is needed to mend joints */
void mbw_calm(mbw_rows *rows);

/* The energy that v[3*nbody] has more than at l, less the work of gravity and forces, and less what
 * may be honest: springs, motors, bounces, errors and penetration undone, and the curve of joints.
 * 0 if there is none, or if driven bodies or Poisson's bounces may give any [J]. */
double mbw_gain(const mbw_rows *rows, const double *v);

/* by how much v[3*nbody] has more energy than l, less the work of gravity and forces [J] */
double mbw_gained(const mbw_rows *rows, const double *v);

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

/* the island's nv, and where its bodies' velocities stand: place[] of others stays */
int mbw_place(const mb_world *world, const mb_island *island, int *place);

/* All but place and rows is written, in memory from arena; 0: no room. mbw_dynamics_again: only
 * what changes with the rows' biases and gaps, and the rows of joints that have some. */
int mbw_dynamics_make(mbw_dynamics *out, mb_arena *arena);
void mbw_dynamics_again(mbw_dynamics *out);

/* the island's velocities among the world's, and back */
void mbw_spread(const mb_world *world, const mb_island *island, const double *v, double *v_world);
void mbw_gather(const mb_world *world, const mb_island *island, const double *v_world, double *v);

/* ---- a step under way ------------------------------------------------------------------------ */

typedef struct {
    const mb_world *world;
    mb_island_step *out;
    mbw_rows rows;
    int *place;                  /* place[nbody], for mbw_place; -1: not a dynamic body */
    mb_arena spare;              /* for detection, when scratch holds what the observer sees */
    const double *v0;            /* v0[3*nbody] without contacts and joints; driven bodies' own */
    double *v;                   /* v[3*nbody] v+ of the island's bodies, and of earlier ones */
    double *p_n, *p_t, *p_b;     /* impulses in one piece: [ncontact], [ncontact], [nhold] */
    int nhold;                   /* rows of joints that hold */
    mb_impulse *fresh;           /* fresh[world->max_warm] impulses of this step */
    int nfresh, cursor;          /* how many; where the last one was found in world->warm */
    int large;                   /* an island for mb_contact_pgs */
    int chains;                  /* of PEG's facets more than the primaries are in the problem */
    int sweeps;                  /* by it however small, but then to the test of MB_OK */
    int closed;                  /* contacts may stay as deep as they are */
    int calm;                    /* nothing bounces, and joints stay as they are */
} mbw_step;

/* mbw_recall: *m of the last step, of which a, b, vertex and facet say what it acted on; zero if it
 * did not. mbw_keep: for the next step. */
void mbw_recall(mbw_step *s, mb_impulse *m);
void mbw_keep(mbw_step *s, const mb_impulse *m);
mb_impulse mbw_contact_key(const mb_body_contact *c);
mb_impulse mbw_joint_key(const mbw_joint_row *row);

/* is contact i a further facet of the group before it? How many are: PEG keeps one of a group open */
int mbw_is_facet(const mbw_step *s, int i);
int mbw_further_facets(const mbw_step *s);

/* unknowns of the island's LCP */
int mbw_unknowns(const mbw_step *s);

/* mbw_solve: the island's rows with forces from s->world, or, with `again`, as Poisson's second half
 * without: to s->v and the impulses */
mb_status mbw_solve(mbw_step *s, int again, mb_arena scratch);

/* Which of PEG's contacts matter: keep[island->ncontact] is 0 for those that do not as things move
 * now, MBW_ALONE where only the primary of a group does. mbw_take_back: with the island solved for
 * those, those that matter at its v+, too; how many. */
enum { MBW_ALONE = 2 };
void mbw_choose_facets(const mbw_step *s, const mb_island *island, int *keep);
int mbw_take_back(const mbw_step *s, const mb_island *island, int *keep);

/* mbw_still_solved: 1 if the last step's impulses, or one sweep from there, pass the test of MB_OK
 * in an island of contacts alone, each a group of its own; then they are taken, at a cost that is
 * linear. mbw_show: that problem in the world's form, for an observer. */
int mbw_still_solved(mbw_step *s, mb_arena scratch);
mb_status mbw_show(mbw_step *s, mb_arena scratch);

/* Solve the island's rows by what mbsim.h has, or by mb_contact_pgs: to s->v and the impulses.
 * `again`: forces have acted already, impulses are not to be kept. */
mb_status mbw_direct(mbw_step *s, int again, mb_arena scratch);
mb_status mbw_sweeps(mbw_step *s, int again, mb_arena scratch);

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

/* bytes of scratch that these need at most; rows: of joints */
double mbw_direct_scratch(const mb_world *world, const mbw_size *most);
double mbw_sweeps_scratch(int nbody, int nc, int rows);

#ifdef __cplusplus
}
#endif

#endif
