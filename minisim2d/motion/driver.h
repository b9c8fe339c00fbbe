/* driver.h: a simulation under way: what simulate.c, which has the loop, and worlds.c share */
#ifndef DRIVER_H
#define DRIVER_H

#include "simulate.h"
#include "../bodies/world.h"
#include "../reading/problem.h"

/* What the stages see through the user of mb_sim or of mb_world: one of the two is in use. */
struct driver {
    const scene *scene;
    const settings *with;
    simulation *run;
    FILE *messages;
    int count;                    /* of bodies and particles, bodies first */
    mb_polyline *polyline;
    mb_terrain terrain;
    double *start, *state;        /* positions, then velocities; the state also holds the forces
                                     behind them */
    size_t changing;              /* numbers of the state that change */
    double *mass;
    double *projection;           /* what joints that are projected need */
    void *terrain_memory, *scratch;
    trajectory_row *seen;         /* [count]: this step, so far */
    mb_sim sim;
    mb_world world;               /* and what it points to: */
    mb_shape *shape;
    mb_body *body;
    mb_joint *joint;
    mb_support *support;
    mb_impulse *warm;
    mb_edge *edge;                /* the terrain's, as the world has it */
    char (*name)[SCENE_NAME];     /* of the bodies and particles */
    trajectory_world whole;       /* what the rows of this step say of all bodies */
    int problems, largest;        /* in this step: islands with a problem, the largest one */
    double residual;
    void *owner;                  /* of who steps it with an observer of its own */
    int reported;                 /* 1: why the step failed has been said */
};

/* calloc that gives a block even for nothing, so that NULL always means failure */
void *driver_cleared(size_t count, size_t size);

/* a step's problem as a file; `of` says whose it is: "particle" or "body" */
void driver_dump(driver *d, const mb_mlcp *problem, int step, const char *of, int number);

/* ---- a scene with bodies ---- */

/* worlds_make: the world at its start, in memory that the driver frees
 * worlds_step: one step of h, from time t on
 * worlds_record: complete d->seen by the state that came of the step */
mb_status worlds_make(driver *d);
mb_status worlds_step(driver *d, double t, double h);
void worlds_record(driver *d);

#endif
