/* step_frame.h: requests about one time step with friction, and about motions of a particle: how
 * the arrays are numbered, for the labs' workers (step_worker.h) and their tests (steps.h) */
#ifndef STEP_FRAME_H
#define STEP_FRAME_H

#include "problem_frame.h"

/* A motion: the world, the vertices of a polyline, the number of steps; the particle's position and
 * velocity in and out. The student's function makes one step after the other. */
enum { MOTION_WORLD, MOTION_TERRAIN, MOTION_STEPS, MOTION_X, MOTION_V };
enum { WORLD_MASS, WORLD_FORCE, WORLD_H = 3, WORLD_EPSILON, WORLD_MU, WORLD_SIZE };
enum { WORLD_EDGES = 2 };        /* at most this many are near */

#endif
