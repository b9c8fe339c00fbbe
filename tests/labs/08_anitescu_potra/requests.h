/* Lab 08: the functions by number, and the arrays of a request in order, where step_frame.h does
 * not say it */
#include "step_frame.h"

enum { CALL_MLCP = 1, CALL_LCP, CALL_STEP, CALL_ENERGY, CALL_STOP, CALL_MOTION, CALL_RECOVER };

enum { ENERGY_V = DYN_ARRAYS, ENERGY_P_N, ENERGY_P_F, ENERGY_LOST };         /* the last one out */
/* out, behind a step's */
enum { RECOVER_SHARE = STEP_P_F + 1 };
/* a solver that gives up at the first call of a request */
enum { SOLVER_LATER = SOLVERS };
enum { STOP_FALL, STOP_STEPS, STOP_REST };                                   /* the last two out */
enum { FALL_GAP, FALL_RATE, FALL_G, FALL_H, FALL_EPSILON, FALL_SIZE };       /* in STOP_FALL */
