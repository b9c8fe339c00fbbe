/* lab.h: the contract of lab 10. You write convergence.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid, and
 * the initial contents of an output mean nothing.
 *
 * Points are double[2], x before y. There are no units: positions, errors, times and step lengths
 * have any size from 1e-200 to 1e200, so that squares, products and quotients may overflow or
 * underflow. An error may also be 0; a run that failed has the error HUGE_VAL.
 *
 * Memory comes from the arena: mb_arena_doubles(&scratch, n). Memory that you take is free again
 * when you return.
 */
#ifndef LAB_10_CONVERGENCE
#define LAB_10_CONVERGENCE

#include "mbsim.h"

/* What a simulator computed: the particle was at (x[2 k], x[2 k + 1]) at time t[k], k < n. n >= 1,
 * t[0] < t[1] < ...; steps need not be of the same length */
typedef struct {
    int n;
    const double *t;
    const double *x;
} lab_run;

/* The exact motion: x[2] at time t */
typedef void lab_motion(const void *user, double t, double *x);

/* Task 1, eq 10.1:  x[2], where the particle is at time t: on the straight line between the two
 * points around t, on the point itself at t[k]
 *
 * Returns MB_OK; MB_BAD_ARG, with nothing written, if t < t[0] or t > t[n - 1].
 */
mb_status lab_position(const lab_run *run, double t, double *x);

/* Task 2, eq 10.2 and 10.3:  the distances to the exact motion, per_step >= 1 of them for each step
 *
 *   user     in      is passed to exact
 *   time     out     time[per_step*(n - 1) + 1]: t[0], then each step's times in order, the last
 *                    one of step k being t[k]
 *   e        out     e[per_step*(n - 1) + 1], the distances at these times; not finite where a
 *                    position is not finite
 *
 * Returns MB_OK.
 */
mb_status lab_errors(const lab_run *run, int per_step, lab_motion *exact, const void *user,
                     double *time, double *e);

/* Task 3, eq 10.4:  *mean over the time, and *max, of e[count] >= 0 at time[0] < time[1] < ...;
 * count >= 1; for a single error both are that error
 *
 * Returns MB_OK; MB_NOT_FINITE, with nothing written, if some e is a NaN or infinite.
 */
mb_status lab_summary(int count, const double *time, const double *e, double *mean, double *max);

/* Task 4, eq 10.5:  p[count - 1], the local orders: p[i] of e[i] at h[i] and e[i + 1] at h[i + 1];
 * NAN where one of these errors is 0 or infinite. h[i] > h[i + 1] > 0; count >= 1. Returns MB_OK.
 */
mb_status lab_local_orders(int count, const double *h, const double *e, double *p);

/* A power law: e = constant h^order */
typedef struct {
    double order, constant;
    int used;                    /* the number of points used */
} lab_line;

/* Task 5, eq 10.6:  the power law that fits best, by least squares in the logarithms
 *
 *   h, e     in      h[count] > 0 in any order, e[count] >= 0; count >= 0
 *   floor    in      >= 0: only points with floor < e[i] < HUGE_VAL are used
 *
 * Returns MB_OK; MB_SINGULAR, with nothing written, if these don't have at least two different h.
 */
mb_status lab_fit(int count, const double *h, const double *e, double floor, lab_line *line);

/* Task 6, eq 10.7 and 10.8:  order and limit without an exact solution
 *
 *   r        in      > 1
 *   a, b, c  in      n >= 1 numbers each: the results with h, with h/r and with h/r^2
 *   limit    out     limit[n]
 *
 * Returns MB_OK; MB_STALLED, with nothing written, unless |a - b| > |b - c| > 0.
 */
mb_status lab_richardson(int n, double r, const double *a, const double *b, const double *c,
                         double *order, double *limit);

/* A simulator: steps of length h from 0 to time, the last one shorter if need be; writes t[*n] and
 * x[2 * *n], with *n <= max. It returns MB_OK, or the reason why it could not go on. */
typedef mb_status lab_simulate(const void *user, double h, double time, int max, double *t,
                               double *x, int *n);

/* A simulation, and the exact motion */
typedef struct {
    double time;                 /* > 0 */
    int max;                     /* no run has more points: t[max], x[2*max] */
    lab_simulate *simulate;
    lab_motion *exact;
    const void *user;            /* passed to both */
} lab_experiment;

/* Task 7:  mean[count] and max[count], the errors of a run with each of the step lengths h[count],
 * by tasks 2 and 3; both are HUGE_VAL if the simulator does not return MB_OK, or if an error is not
 * finite. h[i] > 0 in any order; count >= 0
 *
 *   scratch  in      lab_study_scratch(max, per_step) bytes, however many step lengths there are
 *
 * Returns MB_OK; or MB_NO_MEMORY.
 */
mb_status lab_study(const lab_experiment *of, int per_step, int count, const double *h,
                    double *mean, double *max, mb_arena scratch);

typedef enum { LAB_CONVERGES, LAB_FLOOR, LAB_GROWS } lab_behaviour;

/* The statement of a study about a formulation */
typedef struct {
    lab_behaviour behaviour;
    double floor;                /* the error that remains; 0 if there is no floor */
    lab_line line;               /* the power law above the floor; all 0 if there is none */
} lab_statement;

/* Task 8, eq 10.9:  the statement of a study with the errors e[count]. Points that count are those
 * with rounding < e[i] < HUGE_VAL. p is the local order of the last two of them:
 *
 *   p >= 1/2     LAB_CONVERGES, floor = 0; the line is lab_fit's, from all points that count
 *   p <= -1/2    LAB_GROWS, floor = 0; the line likewise
 *   else         LAB_FLOOR, floor = e of the last of them; the line is lab_fit's from the points
 *                with e[i] > 2 floor, or 0, 0, 0 if it returns MB_SINGULAR
 *
 * h[i] > h[i + 1] > 0; rounding >= 0; count >= 0.
 *
 * Returns MB_OK; MB_SINGULAR, with nothing written, if fewer than two points count.
 */
mb_status lab_state(int count, const double *h, const double *e, double rounding,
                    lab_statement *statement);

static inline size_t lab_study_scratch(int max, int per_step)
{
    const size_t points = (size_t)max, errors = (size_t)per_step * points + 1;

    return (3 * points + 2 * errors + 64) * sizeof(double);
}

#endif
