/* lab.h: the contract of lab 11. You write bodies.c, and only read this file.
 *
 * Every function returns a status and writes its answer through its pointers. MB_TODO means "not
 * written yet". Inputs are never written to, no two pointers overlap, every pointer is valid,
 * unless it says "may be NULL", and the initial contents of an output mean nothing. All numbers
 * are finite. They may be in any units, but angles are in radians, counter-clockwise.
 *
 *   q[3]   x, y, theta   position of a body's centre of mass, and the angle by which the body has
 *                        turned
 *   v[3]   vx, vy, omega its velocity
 *
 * Points and vectors are double[2], x before y. Matrices are row-major. a x b = a_x b_y - a_y b_x.
 */
#ifndef LAB_11_BODIES
#define LAB_11_BODIES

#include "mbsim.h"

enum { LAB_MOST = 16 };          /* corners of a body; contacts of a step: nvert * nplane */

/* A body: corners, joined in order, and grown by a radius on all sides. One corner with a radius is
 * a disc, two are a rod, three or more a polygon, convex and counter-clockwise. */
typedef struct {
    int nvert;                   /* 1 to LAB_MOST */
    const double *xy;            /* xy[2*nvert], the corners in the body's own frame:
                                    relative to its centre of mass, as they are at theta = 0 */
    double radius;               /* >= 0 */
    double mass, inertia;        /* > 0, inertia about the centre of mass */
} lab_body;

/* A fixed obstacle: a half-space that a body must not enter, such as the ground, a wall, a slope */
typedef struct {
    double point[2];             /* of its border */
    double n[2];                 /* unit normal, out of the solid */
    double mu;                   /* friction coefficient, >= 0 */
    double e;                    /* restitution, 0 to 1 */
} lab_plane;

/* One corner near to one plane */
typedef struct {
    int corner, plane;           /* which: both count from 0 */
    double n[2];                 /* unit normal, towards the body */
    double p[2];                 /* the point at which they touch, eq 11.8 */
    double psi;                  /* gap, eq 11.7; < 0 in penetration */
} lab_contact;

/* Task 1, eq 11.1:  corner[2*nvert], the positions of the corners xy[2*nvert] of a body at q, nvert
 * >= 1. Returns MB_OK. */
mb_status lab_corners(const double *q, int nvert, const double *xy, double *corner);

/* Task 2, eq 11.2 to 11.5:  mass, centre of mass and inertia of a polygon
 *
 *   xy       in      xy[2*nvert], the vertices; convex or not, its sides do not cross. It may be
 *                    far from the origin
 *   density  in      > 0, mass per area
 *   centre   out     centre[2]
 *   inertia  out     about the centre of mass
 *
 * Returns MB_OK; or MB_BAD_ARG, with nothing written, if nvert < 3 or the area is not > 0, as for
 * clockwise vertices.
 */
mb_status lab_mass(int nvert, const double *xy, double density, double *mass, double *centre,
                   double *inertia);

/* Task 3, eq 11.6:  u[2], the velocity of the point of a body at q that is at p[2] now. Returns
 * MB_OK. */
mb_status lab_velocity(const double *q, const double *v, const double *p, double *u);

/* Task 4, eq 11.7 and 11.8:  the contacts of a body at q: each corner with each plane if
 * psi < epsilon
 *
 *   contact  out     contact[nvert*nplane], at most LAB_MOST: all contacts, in any order
 *   count    out     the number of contacts
 *
 * Returns MB_OK.
 */
mb_status lab_contacts(const double *q, const lab_body *body, int nplane, const lab_plane *plane,
                       double epsilon, lab_contact *contact, int *count);

/* Task 5, eq 11.9:  the rows of a body at q for its contacts with planes
 *
 *   Jn       out     Jn[nc*3]: row i is for contact i
 *   Jf       out     Jf[2*nc*3]: rows 2 i and 2 i + 1 are for contact i, t and -t in either order
 *
 * nc >= 0. Returns MB_OK.
 */
mb_status lab_rows(const double *q, int nc, const lab_contact *contact, double *Jn, double *Jf);

/* Task 6, eq 11.10 to 11.13:  two bodies: side `facet` of A, from its corner `facet` to the next
 * (after the last comes corner 0), and corner `vertex` of B. A has two corners or more.
 *
 *   n        out     n[2], unit normal of the side, out of A
 *   p        out     p[2], the point of both bodies
 *   psi      out     the gap
 *   Jn       out     Jn[6]: A's three columns, then B's
 *   Jf       out     Jf[2*6]: t and -t in either order
 *
 * Returns MB_OK.
 */
mb_status lab_pair(const double *qa, const lab_body *a, int facet, const double *qb,
                   const lab_body *b, int vertex, double *n, double *p, double *psi, double *Jn,
                   double *Jf);

/* Task 7, eq 11.14 and 11.15:  a revolute joint: the point of A that is at own_a[2] in A's own
 * frame coincides with the point of B that is at own_b[2] in B's
 *
 *   phi      out     phi[2], the joint's error
 *   Jb       out     Jb[2*6]: A's three columns, then B's. A row may be negated together with its
 *                    phi
 *
 * Returns MB_OK.
 */
mb_status lab_revolute(const double *qa, const double *own_a, const double *qb,
                       const double *own_b, double *phi, double *Jb);

/* Task 8, eq 11.16:  restitution: the bias that replaces psi/h
 *
 *   Jn, psi  in      Jn[nc*nv], psi[nc]; nv >= 1, nc >= 0
 *   h        in      > 0, the step's length
 *   v        in      v[nv], the velocity before the step
 *   v_free   in      v_free[nv] = v + M^-1 p_ext: the effect of forces only, without contacts and
 *                    joints
 *   e        in      e[nc], 0 to 1
 *   slow     in      >= 0: a contact that closes no faster than that does not bounce
 *   bias     out     bias[nc]
 *
 * Returns MB_OK.
 */
mb_status lab_bias(int nc, int nv, const double *Jn, const double *psi, double h, const double *v,
                   const double *v_free, const double *e, double slow, double *bias);

/* The solver of a step: formulation, LCP solver, and velocities from z; see README. It reads
 * d->nv, nc, nd, nb, h, M, v, p_ext, Jn, Jf, psi, mu, bias, Jb and phi. If nd = 2, the second
 * direction of a contact is the opposite of the first.
 *
 *   v_next   out     v_next[nv]
 *   scratch  in      LAB_SOLVER_SCRATCH bytes
 */
typedef mb_status lab_solver(const mb_dynamics *d, double *v_next, mb_arena scratch);

/* A body in its surroundings */
typedef struct {
    lab_body body;
    int nplane;                  /* >= 0, and nvert * nplane <= LAB_MOST */
    const lab_plane *plane;
    double epsilon;              /* of lab_contacts */
    double slow;                 /* of lab_bias */
    double gravity[2];           /* the weight is mass * gravity */
    double push[2];              /* a constant force, without the weight ... */
    double at[2];                /* ... and the point where it acts, in the body's own frame */
    int pivoted;                 /* 1: a revolute joint with the world */
    double pivot[2];             /* the joint's position in the world ... */
    double own[2];               /* ... and the point that it holds, in the body's own frame */
    double h;                    /* length of a step, > 0 */
    lab_solver *solve;
} lab_world;

/* Task 9, eq 11.17 to 11.20:  one time step
 *
 *   q_next   out     q_next[3]
 *   v_next   out     v_next[3]
 *   scratch  in      LAB_SOLVER_SCRATCH bytes, for the solver. You need none yourself: arrays of 3
 *                    LAB_MOST numbers are large enough
 *
 * Returns MB_OK; or, with nothing written, the solver's status if it is not MB_OK.
 */
mb_status lab_step(const lab_world *world, const double *q, const double *v, double *q_next,
                   double *v_next, mb_arena scratch);

#define LAB_SOLVER_SCRATCH ((size_t)65536)

#endif
