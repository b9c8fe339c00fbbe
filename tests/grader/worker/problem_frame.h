/* problem_frame.h: requests about the problem of one time step: how the arrays are numbered, for
 * the labs' workers (problem_worker.h) and their tests (formulation.h) */
#ifndef PROBLEM_FRAME_H
#define PROBLEM_FRAME_H

/* A request about a step begins with an mb_dynamics; p_ext, Jf, mu, group of length 0 are NULL. */
enum { DYN_SIZES, DYN_M, DYN_V, DYN_P_EXT, DYN_JN, DYN_JF, DYN_MU, DYN_PSI, DYN_GROUP, DYN_ARRAYS };
/* in DYN_SIZES; scratch: bytes, or -1 for what the contract gives */
enum { SIZE_NV, SIZE_NC, SIZE_ND, SIZE_NB, SIZE_H, SIZE_SCRATCH, SIZES };

/* a formulation's problem, all outputs; an mLCP's has bounds. LCP_INFO of length 0: info is NULL */
enum { LCP_A = DYN_ARRAYS, LCP_B, LCP_OUT, LCP_INFO, LCP_LO, LCP_HI };
/* LCP_OUT, the state of *out and *arena: its n, OUT_SAME if unchanged; whether memory was taken,
 * OUT_TOO_MUCH if more than the problem needs, OUT_ELSEWHERE if some array is not in it; whether
 * findex is set */
enum { OUT_N, OUT_TAKEN, OUT_FINDEX, OUT_SIZE };
#define OUT_TOO_MUCH 2.0
#define OUT_ELSEWHERE (-1.0)
#define OUT_SAME (-1.0)

/* a whole step: positions, number of the solver; outputs: next positions and velocity, and in some
 * labs impulses */
enum { STEP_Q = DYN_ARRAYS, STEP_SOLVER, STEP_Q_NEXT, STEP_V_NEXT, STEP_P_N, STEP_P_F };
/* a step's solvers: a right one; two that fail, and leave a wrong z; a lab's own from SOLVERS on */
enum { SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER, SOLVERS };

#endif
