/* Lab 10: the functions by number, and the arrays of a request in order */
enum { CALL_POSITION = 1, CALL_ERRORS, CALL_SUMMARY, CALL_ORDERS, CALL_FIT, CALL_RICHARDSON,
       CALL_STUDY, CALL_STATE, CALL_STUDY_AND_STATE };

/* An exact motion: x0 + v t + a t^2/2; if there is a wall, x is held at 0 or above */
enum { MOTION_X, MOTION_V = 2, MOTION_A = 4, MOTION_WALL = 6, MOTION_SIZE };

enum { POSITION_T, POSITION_X, POSITION_AT, POSITION_OUT };                /* x[2] out */
enum { ERRORS_T, ERRORS_X, ERRORS_PER_STEP, ERRORS_MOTION, ERRORS_TIME, ERRORS_E };
enum { SUMMARY_TIME, SUMMARY_E, SUMMARY_MEAN, SUMMARY_MAX };               /* two numbers out */
enum { ORDERS_H, ORDERS_E, ORDERS_P };                                     /* p[] out */
enum { FIT_H, FIT_E, FIT_FLOOR, FIT_LINE };                                /* line out */
enum { RICHARDSON_R, RICHARDSON_A, RICHARDSON_B, RICHARDSON_C, RICHARDSON_ORDER, RICHARDSON_LIMIT };
enum { STUDY_H, STUDY_OF, STUDY_MOTION, STUDY_MEAN, STUDY_MAX };           /* mean[], max[] out */
enum { STATE_H, STATE_E, STATE_ROUNDING, STATE_OUT };                      /* statement out */

/* recorded runs, one after the other: so many points each; the study's mean errors are stated */
enum { BOTH_H, BOTH_OF, BOTH_MOTION, BOTH_COUNTS, BOTH_T, BOTH_X, BOTH_MEAN, BOTH_MAX, BOTH_OUT };

/* lab_line and lab_statement as numbers */
enum { LINE_ORDER, LINE_CONSTANT, LINE_USED, LINE_SIZE };
enum { OUT_BEHAVIOUR, OUT_FLOOR, OUT_LINE, OUT_SIZE = OUT_LINE + LINE_SIZE };

/* The experiment of a study. bytes: of scratch, or -1 for what the contract gives. The simulator:
 * semi-implicit Euler, or the exact motion moved by constant h^order along x; if h is below `bad`,
 * it fails in the way that is asked for. */
enum { OF_TIME, OF_MAX, OF_PER_STEP, OF_BYTES, OF_SIMULATOR, OF_CONSTANT, OF_ORDER, OF_BAD, OF_WAY,
       OF_SIZE };
enum { SIMULATE_EULER, SIMULATE_POWER };
enum { FAILS_WITH_STATUS, FAILS_WITH_NAN, FAILS_AT_THE_END };
