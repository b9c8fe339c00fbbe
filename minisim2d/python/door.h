/* door.h: problems and scenes for other languages: numbers, arrays and a pointer, no struct to
 * mirror
 *
 * `make python` puts these functions into build/minisim2d/mbsim.so; mbsim.py calls them from
 * Python. door_open reports errors on the standard error, the others as described.
 */
#ifndef DOOR_H
#define DOOR_H

/* door_solve: solve LCP(A, b), or with bounds an mLCP
 *
 *   A, b             in      A[n*n] row-major, b[n]
 *   lo, hi           in      [n] each, or NULL both: an LCP
 *   solver           in      one of `minisim2d list solvers`; NULL: lemke
 *   tol, max_iter    in      0: the solver's own
 *   z                in/out  [n]: start, and solution
 *   residual, iterations     out
 *
 * Returns an mb_status, see mb_status_name(); 0 is MB_OK.
 */
int door_solve(int n, const double *A, const double *b, const double *lo, const double *hi,
               const char *solver, double tol, int max_iter, double *z, double *residual,
               int *iterations);

/* A scene, a step at a time. */
typedef struct door door;

/* door_open: the scene, a path or a name, with a formulation (NULL: swept) and a step (0: the
 * scene's); NULL after a message. To be closed by door_close.
 * door_count: number of bodies and particles, bodies first
 * door_width: numbers in a position, and in a velocity: 2; in a scene with bodies 3, the last ones
 * the angle [rad] and spin [rad/s]
 * door_state: the time, and x[count*width], v[count*width]
 * door_step: 1; 0 at the end, or if a step could not be solved
 * door_status: an mb_status: the reason why there was no further step; MB_OK at the end
 * door_message: the program's messages about that step, until the next call */
door *door_open(const char *scene, const char *formulation, double h);
int door_count(const door *d);
int door_width(const door *d);
void door_state(const door *d, double *t, double *x, double *v);
int door_step(door *d);
int door_status(const door *d);
const char *door_message(door *d);
void door_close(door *d);

#endif
