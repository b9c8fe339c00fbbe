/* Lab 5, solved: the gap to an edge, the edges that are near, and how a velocity changes gaps. */
#include "lab.h"

#include <math.h>

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }

static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

/* the unit tangent of the edge from p to q; its length, with t not written if that is 0 */
static double tangent(const double *p, const double *q, double *t)
{
    const double d[2] = { q[0] - p[0], q[1] - p[1] }, length = hypot(d[0], d[1]);

    if (length > 0.0) {
        t[0] = d[0] / length;
        t[1] = d[1] / length;
    }
    return length;
}

/* Task 1, eq 5.1 and 5.2:  the normal of an edge, and the gap */
mb_status lab_gap(const double *p, const double *q, const double *x, double *n, double *psi)
{
    const double r[2] = { x[0] - p[0], x[1] - p[1] };
    double t[2];

    if (!(tangent(p, q, t) > 0.0)) return MB_BAD_ARG;
    n[0] = -t[1];  /* t turned by +90 degrees */
    n[1] = t[0];
    *psi = dot(n, r);
    return MB_OK;
}

/* Task 2, eq 5.3:  the closest point of a segment */
mb_status lab_closest(const double *p, const double *q, const double *x, double *c,
                      double *distance)
{
    const double r[2] = { x[0] - p[0], x[1] - p[1] };
    double t[2] = { 0.0, 0.0 };
    const double length = tangent(p, q, t);
    const double s = fmin(fmax(dot(t, r), 0.0), length);

    c[0] = p[0] + s * t[0];
    c[1] = p[1] + s * t[1];
    *distance = hypot(x[0] - c[0], x[1] - c[1]);
    return MB_OK;
}

/* Task 3, eq 5.4:  the edges within epsilon */
mb_status lab_detect(int nvert, const double *xy, const double *x, double epsilon, int max,
                     lab_contact *contact, int *count)
{
    int found = 0;

    for (int i = 0; i < nvert - 1; i++) {
        const double *p = xy + 2 * i, *q = xy + 2 * (i + 1);
        double c[2], distance;
        lab_closest(p, q, x, c, &distance);
        if (!(distance < epsilon)) continue;
        if (found == max) return MB_NO_MEMORY;
        contact[found].edge = i;
        lab_gap(p, q, x, contact[found].n, &contact[found].psi);
        found++;
    }
    *count = found;
    return MB_OK;
}

/* n turned by +90 degrees, or by -90 for side = -1 */
static void turned(const double *n, double side, double *t)
{
    t[0] = -side * n[1];
    t[1] = side * n[0];
}

/* Task 4, eq 5.5 and 5.6:  a particle's rows */
mb_status lab_particle_rows(int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    for (int i = 0; i < nc; i++) {
        for (int k = 0; k < 2; k++) Jn[2 * i + k] = contact[i].n[k];
        turned(contact[i].n, 1.0, Jf + 4 * i);
        turned(contact[i].n, -1.0, Jf + 4 * i + 2);
    }
    return MB_OK;
}

/* Task 5, eq 5.8:  d . (velocity of a point), as a row */
mb_status lab_body_row(const double *centre, const double *point, const double *d, double *row)
{
    const double r[2] = { point[0] - centre[0], point[1] - centre[1] };  /* the lever arm */

    row[0] = d[0];
    row[1] = d[1];
    row[2] = cross(r, d);
    return MB_OK;
}

/* row[3*nbody]: d . (velocity of body 2's point - velocity of body 1's) */
static void pair_row(int nbody, const double *centre, const lab_pair *pair, const double *d,
                     double *row)
{
    const int body[2] = { pair->body1, pair->body2 };
    const double sign[2] = { -1.0, 1.0 };

    for (int k = 0; k < 3 * nbody; k++) row[k] = 0.0;
    for (int i = 0; i < 2; i++) {
        double block[3];
        if (body[i] < 0) continue;  /* the world */
        lab_body_row(centre + 2 * body[i], pair->point, d, block);
        for (int k = 0; k < 3; k++) row[3 * body[i] + k] = sign[i] * block[k];
    }
}

/* Task 6, eq 5.9:  the rows of pairs of bodies */
mb_status lab_pair_rows(int nbody, const double *centre, int nc, const lab_pair *pair, double *Jn,
                        double *Jf)
{
    const int nv = 3 * nbody;

    for (int i = 0; i < nc; i++) {
        double t[2];
        pair_row(nbody, centre, pair + i, pair[i].n, Jn + i * nv);
        turned(pair[i].n, 1.0, t);
        pair_row(nbody, centre, pair + i, t, Jf + 2 * i * nv);
        turned(pair[i].n, -1.0, t);
        pair_row(nbody, centre, pair + i, t, Jf + (2 * i + 1) * nv);
    }
    return MB_OK;
}

/* Task 7, eq 5.7:  the gaps at the end of a step */
mb_status lab_next_gaps(int nc, int nv, const double *Jn, const double *psi, double h,
                        const double *v, double *next)
{
    for (int i = 0; i < nc; i++) {
        double rate = 0.0;
        for (int k = 0; k < nv; k++) rate += Jn[i * nv + k] * v[k];
        next[i] = psi[i] + h * rate;
    }
    return MB_OK;
}
