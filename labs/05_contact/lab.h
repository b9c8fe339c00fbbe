/* lab.h: the contract of lab 5. You write contact.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid, and
 * the initial contents of an output mean nothing.
 *
 * Points and vectors are double[2], x before y. There are no units: coordinates have any size from
 * 1e-200 to 1e200, so that their squares may overflow or underflow. hypot(x, y) of <math.h> is
 * sqrt(x*x + y*y) even for these.
 *
 * Matrices are row-major: in one of cols columns, row i, column k is J[i*cols + k].
 * a x b = a_x b_y - a_y b_x.
 */
#ifndef LAB_05_CONTACT
#define LAB_05_CONTACT

#include "mbsim.h"

/* A particle's contact with an edge that is near */
typedef struct {
    int edge; /* 0 joins vertex 0 to vertex 1, 1 joins vertex 1 to vertex 2, ... (what the
                 program prints counts from 1) */
    double n[2];                 /* the edge's unit normal, eq 5.1 */
    double psi;                  /* gap, eq 5.2 */
} lab_contact;

/* Two bodies that touch */
typedef struct {
    int body1, body2; /* which: 0 ... nbody - 1, not the same; one of them may be -1, which
                         is the world: it does not move and has no columns */
    double point[2];             /* where */
    double n[2];                 /* unit normal, from body1 to body2 */
} lab_pair;

/* Task 1, eq 5.1 and 5.2:  the half-space of the edge from p to q
 *
 *   n        out     n[2], the unit normal: q - p turned by +90 degrees, away from the solid
 *   psi      out     the signed distance of x to the line through p and q, < 0 on the solid's side
 *
 * Returns MB_OK; MB_BAD_ARG, with nothing written, if p = q.
 */
mb_status lab_gap(const double *p, const double *q, const double *x, double *n, double *psi);

/* Task 2, eq 5.3:  the point c[2] of the segment from p to q, its ends included, that is closest to
 * x, and *distance = |x - c|. p = q is a segment of one point. Returns MB_OK. */
mb_status lab_closest(const double *p, const double *q, const double *x, double *c,
                      double *distance);

/* Task 3, eq 5.4:  the edges of a polyline whose distance to x, as segments, is below epsilon
 *
 *   xy       in      xy[2*nvert], the vertices; nvert >= 1. There are nvert - 1 edges: the last
 *                    vertex is not joined to the first. No edge has length 0
 *   contact  out     contact[max]: one for each such edge, in any order, with a psi of either sign
 *   count    out     how many there are
 *
 * Returns MB_OK; MB_NO_MEMORY if there are more than max >= 0: then *count means nothing. Nothing
 * is written beyond contact[max - 1].
 */
mb_status lab_detect(int nvert, const double *xy, const double *x, double epsilon, int max,
                     lab_contact *contact, int *count);

/* Task 4, eq 5.5 and 5.6:  the contact Jacobians of a particle, v = (v_x, v_y)
 *
 *   Jn       out     Jn[nc*2]: row i is for contact i
 *   Jf       out     Jf[2*nc*2]: rows 2 i and 2 i + 1 are for contact i, t and -t in either order
 *
 * Returns MB_OK.
 */
mb_status lab_particle_rows(int nc, const lab_contact *contact, double *Jn, double *Jf);

/* Task 5, eq 5.8:  the row of a planar body, v = (v_x, v_y, omega)
 *
 *   centre   in      centre[2], the body's centre of mass
 *   point    in      point[2], a point of the body
 *   d        in      d[2], any vector
 *   row      out     row[3]: times v it is d . (velocity of the point)
 *
 * Returns MB_OK.
 */
mb_status lab_body_row(const double *centre, const double *point, const double *d, double *row);

/* Task 6, eq 5.9:  the contact Jacobians of nbody planar bodies, v = (v_x, v_y, omega of body 0,
 * ...)
 *
 *   centre   in      centre[2*nbody], the bodies' centres of mass
 *   Jn       out     Jn[nc * 3*nbody]: row i is for pair i; 0 in the columns of all other bodies
 *   Jf       out     Jf[2*nc * 3*nbody]: rows 2 i and 2 i + 1 are for pair i, with t and -t in the
 *                    place of n, in either order
 *
 * Returns MB_OK.
 */
mb_status lab_pair_rows(int nbody, const double *centre, int nc, const lab_pair *pair, double *Jn,
                        double *Jf);

/* Task 7, eq 5.7:  next[nc], the gaps after a step of length h with the velocity v[nv], by the rows
 * Jn[nc*nv]. Returns MB_OK. */
mb_status lab_next_gaps(int nc, int nv, const double *Jn, const double *psi, double h,
                        const double *v, double *next);

#endif
