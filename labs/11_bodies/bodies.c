/* Lab 11: bodies. This is the only file you edit. The contract is in lab.h, the equations are in
 * README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=bodies`. A function that returns
 * MB_TODO counts as not attempted. You may use libm and, from mbsim.h, the types, the arena and the
 * dense algebra.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 11.1:  the corners of a body */
mb_status lab_corners(const double *q, int nvert, const double *xy, double *corner)
{
    (void)q; (void)nvert; (void)xy; (void)corner;
    return MB_TODO;
}

/* Task 2, eq 11.2 to 11.5:  mass, centre of mass, inertia */
mb_status lab_mass(int nvert, const double *xy, double density, double *mass, double *centre,
                   double *inertia)
{
    (void)nvert; (void)xy; (void)density; (void)mass; (void)centre; (void)inertia;
    return MB_TODO;
}

/* Task 3, eq 11.6:  the velocity of a point */
mb_status lab_velocity(const double *q, const double *v, const double *p, double *u)
{
    (void)q; (void)v; (void)p; (void)u;
    return MB_TODO;
}

/* Task 4, eq 11.7 and 11.8:  corners near planes */
mb_status lab_contacts(const double *q, const lab_body *body, int nplane, const lab_plane *plane,
                       double epsilon, lab_contact *contact, int *count)
{
    (void)q; (void)body; (void)nplane; (void)plane; (void)epsilon; (void)contact; (void)count;
    return MB_TODO;
}

/* Task 5, eq 11.9:  rows of a body for its contacts with planes */
mb_status lab_rows(const double *q, int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    (void)q; (void)nc; (void)contact; (void)Jn; (void)Jf;
    return MB_TODO;
}

/* Task 6, eq 11.10 to 11.13:  a side of A and a corner of B */
mb_status lab_pair(const double *qa, const lab_body *a, int facet, const double *qb,
                   const lab_body *b, int vertex, double *n, double *p, double *psi, double *Jn,
                   double *Jf)
{
    (void)qa; (void)a; (void)facet; (void)qb; (void)b; (void)vertex;
    (void)n; (void)p; (void)psi; (void)Jn; (void)Jf;
    return MB_TODO;
}

/* Task 7, eq 11.14 and 11.15:  a revolute joint */
mb_status lab_revolute(const double *qa, const double *own_a, const double *qb,
                       const double *own_b, double *phi, double *Jb)
{
    (void)qa; (void)own_a; (void)qb; (void)own_b; (void)phi; (void)Jb;
    return MB_TODO;
}

/* Task 8, eq 11.16:  restitution */
mb_status lab_bias(int nc, int nv, const double *Jn, const double *psi, double h, const double *v,
                   const double *v_free, const double *e, double slow, double *bias)
{
    (void)nc; (void)nv; (void)Jn; (void)psi; (void)h; (void)v; (void)v_free; (void)e;
    (void)slow; (void)bias;
    return MB_TODO;
}

/* Task 9, eq 11.17 to 11.20:  one time step */
mb_status lab_step(const lab_world *world, const double *q, const double *v, double *q_next,
                   double *v_next, mb_arena scratch)
{
    (void)world; (void)q; (void)v; (void)q_next; (void)v_next; (void)scratch;
    return MB_TODO;
}
