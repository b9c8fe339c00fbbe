/* Lab 09: the functions by number, and the arrays of a request in order; shared by the worker and
 * the tests */
#ifndef LAB_09_PEG_REQUESTS
#define LAB_09_PEG_REQUESTS

enum {
    CALL_CHAINS = 1,
    CALL_GROUP,
    CALL_AUXILIARY,
    CALL_MLCP,
    CALL_LCP,
    CALL_NEXT,
    CALL_STEP,
    CALL_SWEEP,
    CALL_MOTION, /* chains, groups and steps together */
    CALL_SWEPT   /* sweeps and steps together */
};

/* polylines: {number of vertices, closed} of each, and all their vertices */
enum { LINES_SIZES, LINES_XY, LINES_ARRAYS };

enum { CHAINS_LIST = LINES_ARRAYS, CHAINS_COUNT }; /* {first, count} of each edges many; both out */
enum {
    GROUP_CHAIN = LINES_ARRAYS,
    GROUP_X,
    GROUP_V,
    GROUP_RULE,  /* epsilon, mb_primary */
    GROUP_FACET, /* out, as the next */
    GROUP_COUNT
};
enum { FACET_EDGE, FACET_N, FACET_PSI = 3, FACET_SIZE };
enum { AUX_PSI, AUX_H, AUX_C };                     /* c out */
enum {
    SWEEP_X = LINES_ARRAYS,
    SWEEP_Y,
    SWEEP_TOL,
    SWEEP_KNOWN, /* {line, edge} of each */
    SWEEP_ENTRY, /* {line, edge}, out, as the next */
    SWEEP_FOUND
};

/* a step begins with an mb_dynamics; p_ext, Jf, mu, group of length 0 are NULL */
enum {
    DYN_SIZES,
    DYN_M,
    DYN_V,
    DYN_P_EXT,
    DYN_JN,
    DYN_PSI,
    DYN_JF,
    DYN_MU,
    DYN_GROUP,
    DYN_ARRAYS
};
enum {
    SIZE_NV,
    SIZE_NC,
    SIZE_ND,
    SIZE_NB,
    SIZE_H,
    SIZE_SCRATCH, /* bytes, or -1 for what the contract gives */
    SIZES
};
enum { LCP_A = DYN_ARRAYS, LCP_B, LCP_OUT, LCP_INFO, LCP_LO, LCP_HI }; /* out; mLCP: lo, hi */
enum { NEXT_Z = DYN_ARRAYS, NEXT_V };               /* v_next out */
enum { STEP_Q = DYN_ARRAYS, STEP_SOLVER, STEP_Q_NEXT, STEP_V_NEXT, STEP_CALLS }; /* 3 out; the
    last: how often the solver was asked */

/* LCP_OUT, what came of *out and *arena: its n, OUT_SAME if it is as it was; whether memory was
 * taken; whether findex is there. LCP_INFO of length 0: info is NULL */
enum { OUT_N, OUT_TAKEN, OUT_FINDEX, OUT_SIZE };
#define OUT_SAME (-1.0)

/* the solvers that the worker hands to a step: a right one; two that fail and leave a z that is
 * none */
enum { SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER };

/* motions: the world, {x, v} at the start, and out {x, v} after each step */
enum { MOTION_WORLD = LINES_ARRAYS, MOTION_START, MOTION_PATH };
enum {
    WORLD_MASS,
    WORLD_FORCE,
    WORLD_H = 3,
    WORLD_EPSILON,
    WORLD_MU,
    WORLD_TOL,
    WORLD_SIZE
};
#define GRAVITY 9.81
/* of the worker: what functions hand on to each other can't be; more edges than there are */
enum { NONSENSE = 900 };

#endif
