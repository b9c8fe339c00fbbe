/* Lab 06: the functions by number, and the arrays of a request in order; shared by the worker and
 * the tests */
#ifndef LAB_06_STEWART_TRINKLE_REQUESTS
#define LAB_06_STEWART_TRINKLE_REQUESTS

enum { CALL_FREE = 1, CALL_MLCP, CALL_LCP, CALL_NEXT, CALL_STEP, CALL_SIMULATE };

/* all but CALL_SIMULATE begin with an mb_dynamics; p_ext of length 0 is NULL */
enum { DYN_SIZES, DYN_M, DYN_V, DYN_P_EXT, DYN_JN, DYN_PSI, DYN_ARRAYS };
enum {
    SIZE_NV,
    SIZE_NC,
    SIZE_ND,
    SIZE_NB,
    SIZE_H,
    SIZE_SCRATCH,
    SIZES
}; /* scratch: bytes, or -1 for
     what the contract gives */

enum { FREE_V = DYN_ARRAYS };                                        /* v_free[nv] out */
enum {
    LCP_A = DYN_ARRAYS,
    LCP_B,
    LCP_OUT,
    LCP_INFO,
    LCP_LO,
    LCP_HI
}; /* all out; the mLCP: lo, hi */
enum { NEXT_P = DYN_ARRAYS, NEXT_V };                                /* v_next[nv] out */
enum { STEP_Q = DYN_ARRAYS, STEP_SOLVER, STEP_Q_NEXT, STEP_V_NEXT }; /* the last two out */

/* LCP_OUT, what came of *out and *arena: its n, OUT_SAME if it is as it was; whether memory was
 * taken; whether findex is there. LCP_INFO of length 0: info is NULL */
enum { OUT_N, OUT_TAKEN, OUT_FINDEX, OUT_SIZE };
#define OUT_SAME (-1.0)

/* the solvers that the worker hands to a step: a right one; one that fails and leaves a z that is
 * none; one that fails at its third call */
enum { SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER, SOLVER_FAILS_LATER };
enum { GOOD_CALLS = 2 };

/* the world, terrain's vertices, time, x and v in and out, steps out */
enum { SIM_WORLD, SIM_TERRAIN, SIM_TIME, SIM_X, SIM_V, SIM_STEPS };
enum {
    WORLD_MASS,
    WORLD_GRAVITY,
    WORLD_FORCE = 3,
    WORLD_H = 5,
    WORLD_EPSILON,
    WORLD_SOLVER,
    WORLD_SIZE
};

#endif
