/* Lab 04: the functions by number, and the arrays of a request in order */
enum { CALL_PHI = 1, CALL_JACOBIAN, CALL_MERIT, CALL_DIRECTION, CALL_LINE_SEARCH, CALL_SOLVE };

/* at a point (put_point of grader.h): phi[n], J[n*n], the merit or d[n] out; with the merit also
 * g[n] */
enum { POINT_GRADIENT = 4 };

/* line search: A, b, z, d; t out */
enum { LINE_A, LINE_B, LINE_Z, LINE_D, LINE_T };

/* a request with one array more than these says how many bytes of scratch there are; the solver's:
 * see frame.h */
