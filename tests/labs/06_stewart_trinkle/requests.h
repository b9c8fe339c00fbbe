/* Lab 06: the functions by number, and the arrays of a request in order, where problem_frame.h does
 * not say it */
#include "problem_frame.h"

enum { CALL_FREE = 1, CALL_MLCP, CALL_LCP, CALL_NEXT, CALL_STEP, CALL_SIMULATE };

enum { FREE_V = DYN_ARRAYS };                                        /* v_free[nv] out */
enum { NEXT_P = DYN_ARRAYS, NEXT_V };                                /* v_next[nv] out */

/* a solver that fails at its third call */
enum { SOLVER_FAILS_LATER = SOLVERS, GOOD_CALLS = 2 };

/* the world, terrain's vertices, time, x and v in and out, steps out */
enum { SIM_WORLD, SIM_TERRAIN, SIM_TIME, SIM_X, SIM_V, SIM_STEPS };
enum { WORLD_MASS, WORLD_GRAVITY, WORLD_FORCE = 3, WORLD_H = 5, WORLD_EPSILON, WORLD_SOLVER,
       WORLD_SIZE };
