/* Lab 5: contacts. This is the only file you edit. The contract is in lab.h, the equations in
 * README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=contact`. A function that returns
 * MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types and the dense
 * algebra.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 5.1 and 5.2:  the normal of an edge, and the gap */
mb_status lab_gap(const double *p, const double *q, const double *x, double *n, double *psi)
{
    (void)p; (void)q; (void)x; (void)n; (void)psi;
    return MB_TODO;
}

/* Task 2, eq 5.3:  the closest point of a segment */
mb_status lab_closest(const double *p, const double *q, const double *x, double *c,
                      double *distance)
{
    (void)p; (void)q; (void)x; (void)c; (void)distance;
    return MB_TODO;
}

/* Task 3, eq 5.4:  the edges within epsilon */
mb_status lab_detect(int nvert, const double *xy, const double *x, double epsilon, int max,
                     lab_contact *contact, int *count)
{
    (void)nvert; (void)xy; (void)x; (void)epsilon; (void)max; (void)contact; (void)count;
    return MB_TODO;
}

/* Task 4, eq 5.5 and 5.6:  a particle's rows */
mb_status lab_particle_rows(int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    (void)nc; (void)contact; (void)Jn; (void)Jf;
    return MB_TODO;
}

/* Task 5, eq 5.8:  d . (velocity of a point), as a row */
mb_status lab_body_row(const double *centre, const double *point, const double *d, double *row)
{
    (void)centre; (void)point; (void)d; (void)row;
    return MB_TODO;
}

/* Task 6, eq 5.9:  the rows of pairs of bodies */
mb_status lab_pair_rows(int nbody, const double *centre, int nc, const lab_pair *pair, double *Jn,
                        double *Jf)
{
    (void)nbody; (void)centre; (void)nc; (void)pair; (void)Jn; (void)Jf;
    return MB_TODO;
}

/* Task 7, eq 5.7:  the gaps at the end of a step */
mb_status lab_next_gaps(int nc, int nv, const double *Jn, const double *psi, double h,
                        const double *v, double *next)
{
    (void)nc; (void)nv; (void)Jn; (void)psi; (void)h; (void)v; (void)next;
    return MB_TODO;
}
