/* Lab 07: the functions by number, and the arrays of a request in order, where step_frame.h does
 * not say it */
#include "step_frame.h"

enum { CALL_DIRECTIONS = 1, CALL_MLCP, CALL_LCP, CALL_READ, CALL_STATES, CALL_STEP, CALL_MOTION };

enum { DIR_SIZES, DIR_N, DIR_D };                                /* D out */
enum { READ_Z = DYN_ARRAYS, READ_P_N, READ_P_F, READ_V };        /* all but z out */
enum { STATE_Z = DYN_ARRAYS, STATE_V, STATE_SMALL, STATE_SLIP, STATE_OUT };  /* the last two out */
