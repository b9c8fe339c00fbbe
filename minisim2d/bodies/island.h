/* island.h: what islands.c, dynamics.c and step.c have in common; users of world.h do not need it */
#ifndef ISLAND_H
#define ISLAND_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MBW_RECOVERY 0.1         /* [m/s] the default of mb_world.recovery */

/* room for count things of the given size, aligned for double; NULL if there is none */
void *mbw_take(mb_arena *arena, int count, size_t size);

/* mbw_partition: the islands of the world, with their bodies, contacts and joints, in memory from
 * arena; returns how many, -1: no room */
int mbw_partition(const mb_world *world, const mb_body_contact *contact, int ncontact,
                  mb_island **out, mb_arena *arena);

/* how many contacts there is room for */
int mbw_max_contacts(const mb_world *world);

/* A row of velocities, J_a v_a + J_b v_b, of contacts and joints. Either body may be -1. */
typedef struct {
    int a, b;
    double Ja[3], Jb[3];
} mbw_row;

/* the row's velocity with all bodies at v[3*nbody] */
double mbw_row_speed(const mbw_row *row, const double *v);

/* the part of the row's velocity that driven bodies make, whatever the solver does */
double mbw_row_drift(const mb_world *world, const mbw_row *row);

/* rows of contact c: along its normal and its tangent */
void mbw_contact_rows(const mb_world *world, const mb_body_contact *c, mbw_row *normal,
                      mbw_row *tangent);

/* psi/h of a contact, as much of it as the formulation and the cap on recovery leave */
double mbw_gap_rate(const mb_world *world, const mb_body_contact *c);

/* An island's dynamics, with those of its arrays that a step writes again. */
typedef struct {
    const mb_world *world;
    const mb_island *island;
    int *place;                  /* place[world->nbody]: where a body's velocities begin among the
                                    island's; -1: not dynamic */
    double *q_star;              /* q_star[3*world->nbody]: driven bodies at the end of the step */
    mb_dynamics d;
    double *v, *p_ext, *bias, *phi, *psi_l;   /* d's */
    int rows;                    /* of all joints */
    int *kept;                   /* kept[rows]: which of d's bilateral rows it is, -1: it follows
                                    from others and is left out */
} mbw_dynamics;

/* what all islands share; 0: no room */
int mbw_dynamics_begin(const mb_world *world, mbw_dynamics *w, mb_arena *arena);

/* the island's nv, and where its bodies' velocities stand */
void mbw_place(mbw_dynamics *w);

/* the dynamics of w->island, in memory from arena; joints curved by the speeds at l. Returns MB_OK
 * or MB_NO_MEMORY. */
mb_status mbw_dynamics_make(mbw_dynamics *w, mb_arena *arena);

/* The errors of joints and limits as a straight line through what they are at q + h v*,
 *
 *     phi := g(q + h v*) - h J v*,    so that phi + h J v+ = g(q + h v+) for v+ = v*
 *
 * with v*[nv] of the island's bodies; NULL = 0. Returns by how much it changed them, at most [m]. */
double mbw_curve(mbw_dynamics *w, const double *v_star);

/* the island's velocities among the world's, and back */
void mbw_spread(const mbw_dynamics *w, const double *v, double *v_world);
void mbw_gather(const mbw_dynamics *w, const double *v_world, double *v);

#ifdef __cplusplus
}
#endif

#endif
