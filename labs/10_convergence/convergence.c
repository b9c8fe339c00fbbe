/* Lab 10: convergence. This is the only file you edit. The contract is in lab.h, the equations are
 * in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=convergence`. A function that
 * returns MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena
 * and the dense algebra.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 10.1:  the position between two points of a run */
mb_status lab_position(const lab_run *run, double t, double *x)
{
    (void)run; (void)t; (void)x;
    return MB_TODO;
}

/* Task 2, eq 10.2 and 10.3:  distances to the exact motion */
mb_status lab_errors(const lab_run *run, int per_step, lab_motion *exact, const void *user,
                     double *time, double *e)
{
    (void)run; (void)per_step; (void)exact; (void)user; (void)time; (void)e;
    return MB_TODO;
}

/* Task 3, eq 10.4:  mean over the time, and maximum */
mb_status lab_summary(int count, const double *time, const double *e, double *mean, double *max)
{
    (void)count; (void)time; (void)e; (void)mean; (void)max;
    return MB_TODO;
}

/* Task 4, eq 10.5:  the order from one step length to the next */
mb_status lab_local_orders(int count, const double *h, const double *e, double *p)
{
    (void)count; (void)h; (void)e; (void)p;
    return MB_TODO;
}

/* Task 5, eq 10.6:  a straight line through the logarithms */
mb_status lab_fit(int count, const double *h, const double *e, double floor, lab_line *line)
{
    (void)count; (void)h; (void)e; (void)floor; (void)line;
    return MB_TODO;
}

/* Task 6, eq 10.7 and 10.8:  order and limit from three runs */
mb_status lab_richardson(int n, double r, const double *a, const double *b, const double *c,
                         double *order, double *limit)
{
    (void)n; (void)r; (void)a; (void)b; (void)c; (void)order; (void)limit;
    return MB_TODO;
}

/* Task 7:  the errors for a list of step lengths */
mb_status lab_study(const lab_experiment *of, int per_step, int count, const double *h,
                    double *mean, double *max, mb_arena scratch)
{
    (void)of; (void)per_step; (void)count; (void)h; (void)mean; (void)max; (void)scratch;
    return MB_TODO;
}

/* Task 8, eq 10.9:  the statement of a study */
mb_status lab_state(int count, const double *h, const double *e, double rounding,
                    lab_statement *statement)
{
    (void)count; (void)h; (void)e; (void)rounding; (void)statement;
    return MB_TODO;
}
