/* step_frame.h: requests about one time step with friction, and about motions of a particle: how
 * the arrays are numbered, for the labs' workers (step_worker.h) and their tests (steps.h) */
#ifndef STEP_FRAME_H
#define STEP_FRAME_H

/* A request about one step begins with an mb_dynamics; p_ext of length 0 is NULL. */
enum { DYN_SIZES, DYN_M, DYN_V, DYN_P_EXT, DYN_JN, DYN_JF, DYN_MU, DYN_PSI, DYN_ARRAYS };
/* in DYN_SIZES; scratch: bytes, or -1 for what the contract gives */
enum { SIZE_NV, SIZE_NC, SIZE_ND, SIZE_NB, SIZE_H, SIZE_SCRATCH, SIZES };

/* a formulation's problem, all of it out; the bounds are there for an mLCP. LCP_INFO of length 0:
 * info is NULL */
enum { LCP_A = DYN_ARRAYS, LCP_B, LCP_OUT, LCP_INFO, LCP_LO, LCP_HI };
/* LCP_OUT, what came of *out and *arena: its n, OUT_SAME if it is as it was; whether memory was
 * taken; whether findex is there */
enum { OUT_N, OUT_TAKEN, OUT_FINDEX, OUT_SIZE };
#define OUT_SAME (-1.0)

/* a whole step: positions, which solver; out: next positions and velocity, impulses */
enum { STEP_Q = DYN_ARRAYS, STEP_SOLVER, STEP_Q_NEXT, STEP_V_NEXT, STEP_P_N, STEP_P_F };
/* the solvers that a step is handed: a right one; two that fail, and leave a z that is none */
enum { SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER };

/* A motion: the world, the vertices of a polyline, how many steps; the particle's position and
 * velocity in and out. It is a step after the other, each by the student's function. */
enum { MOTION_WORLD, MOTION_TERRAIN, MOTION_STEPS, MOTION_X, MOTION_V };
enum { WORLD_MASS, WORLD_FORCE, WORLD_H = 3, WORLD_EPSILON, WORLD_MU, WORLD_SIZE };
enum { WORLD_EDGES = 2 };        /* at most so many are near */

#endif
