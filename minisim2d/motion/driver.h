/* driver.h: a simulation in progress, shared by simulate.c, which has the loop, and worlds.c */
#ifndef DRIVER_H
#define DRIVER_H

#include "simulate.h"
#include "../bodies/world.h"
#include "../reading/problem.h"

/* The data of the stages, by the user field of mb_sim or mb_world, of which one is in use. */
struct driver {
    const scene *scene;
    const settings *with;
    simulation *run;
    FILE *messages;
    int count;                    /* of bodies and particles, bodies first */
    mb_polyline *polyline;
    mb_terrain terrain;
    double *start, *state;        /* positions, then velocities; in the state followed by the
                                     forces */
    size_t changing;              /* numbers of the state that change */
    double *mass;
    double *projection;           /* memory for projected joints */
    void *terrain_memory, *scratch;
    trajectory_row *seen;         /* [count]: this step, so far */
    mb_sim sim;
    mb_world world;               /* and its arrays: */
    mb_shape *shape;
    mb_body *body;
    mb_joint *joint;
    mb_support *support;
    mb_impulse *warm;
    mb_edge *edge;                /* edges of the world's terrain */
    char (*name)[SCENE_NAME];     /* of the bodies and particles */
    trajectory_world whole;       /* data on all bodies in this step's rows */
    int problems, largest;        /* in this step: number of islands with a problem, unknowns of the
                                     largest */
    double residual;
    void *owner;                  /* the user of a caller with an observer of its own */
    int reported;                 /* 1: the step's failure has been reported */
};

/* calloc that returns a block even for size 0, so that NULL always means failure */
void *driver_cleared(size_t count, size_t size);

/* writes a step's problem to a file; `of`: its owner, "particle" or "body" */
void driver_dump(driver *d, const mb_mlcp *problem, int step, const char *of, int number);

/* ---- a scene with bodies ---- */

/* worlds_make: the world at its start, in memory that the driver frees
 * worlds_step: one step of h, from time t on
 * worlds_record: completes d->seen by the state after the step */
mb_status worlds_make(driver *d);
mb_status worlds_step(driver *d, double t, double h);
void worlds_record(driver *d);

#endif
