/* Lab 09: the functions by number, and the arrays of a request in order, where problem_frame.h does
 * not say it */
#include "problem_frame.h"

/* CALL_MOTION: chains, groups and steps together; CALL_SWEPT: sweeps and steps */
enum { CALL_CHAINS = 1, CALL_GROUP, CALL_AUXILIARY, CALL_MLCP, CALL_LCP, CALL_NEXT, CALL_STEP,
       CALL_SWEEP, CALL_MOTION, CALL_SWEPT };

/* polylines: {number of vertices, closed} of each, and all their vertices */
enum { LINES_SIZES, LINES_XY, LINES_ARRAYS };

enum { CHAINS_LIST = LINES_ARRAYS, CHAINS_COUNT }; /* {first, count} of each edges many; both out */
/* rule: epsilon, mb_primary; the last two out */
enum { GROUP_CHAIN = LINES_ARRAYS, GROUP_X, GROUP_V, GROUP_RULE, GROUP_FACET, GROUP_COUNT };
enum { FACET_EDGE, FACET_N, FACET_PSI = 3, FACET_SIZE };
enum { AUX_PSI, AUX_H, AUX_C };                     /* c out */
/* {line, edge} of each that is known; {line, edge} and found out */
enum { SWEEP_X = LINES_ARRAYS, SWEEP_Y, SWEEP_TOL, SWEEP_KNOWN, SWEEP_ENTRY, SWEEP_FOUND };

enum { NEXT_Z = DYN_ARRAYS, NEXT_V };               /* v_next out */
enum { STEP_CALLS = STEP_V_NEXT + 1 };              /* out: how often the solver was asked */

/* motions: the world, {x, v} at the start, and out {x, v} after each step */
enum { MOTION_WORLD = LINES_ARRAYS, MOTION_START, MOTION_PATH };
enum { WORLD_MASS, WORLD_FORCE, WORLD_H = 3, WORLD_EPSILON, WORLD_MU, WORLD_TOL, WORLD_SIZE };
#define GRAVITY 9.81
/* of the worker: what functions hand on to each other can't be; more edges than there are */
enum { NONSENSE = 900 };
