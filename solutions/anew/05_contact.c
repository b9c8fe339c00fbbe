/* another student's: no helper functions, the segment by a fraction of its length, rows from the
 * velocities of points */
#include "lab.h"

#include <math.h>

mb_status lab_gap(const double *p, const double *q, const double *x, double *n, double *psi)
{
    double ex = q[0] - p[0], ey = q[1] - p[1], l;

    if (ex == 0 && ey == 0) return MB_BAD_ARG;
    l = hypot(ex, ey);
    ex /= l;
    ey /= l;
    *psi = ex * (x[1] - p[1]) - ey * (x[0] - p[0]);
    n[0] = -ey;
    n[1] = ex;
    return MB_OK;
}

mb_status lab_closest(const double *p, const double *q, const double *x, double *c,
                      double *distance)
{
    double l = hypot(q[0] - p[0], q[1] - p[1]), share = 0;

    if (l > 0) share = ((q[0] - p[0]) / l * (x[0] - p[0]) + (q[1] - p[1]) / l * (x[1] - p[1])) / l;
    if (share < 0) share = 0;
    if (share > 1) share = 1;
    for (int k = 0; k < 2; k++) c[k] = (1 - share) * p[k] + share * q[k];
    *distance = hypot(c[0] - x[0], c[1] - x[1]);
    return MB_OK;
}

mb_status lab_detect(int nvert, const double *xy, const double *x, double epsilon, int max,
                     lab_contact *contact, int *count)
{
    int near = 0;

    for (int pass = 0; pass < 2; pass++) {            /* first only to count them */
        near = 0;
        for (int i = 1; i < nvert; i++) {
            double c[2], d;
            lab_closest(&xy[2 * i - 2], &xy[2 * i], x, c, &d);
            if (d >= epsilon) continue;
            if (pass) {
                lab_contact *k = contact + near;
                k->edge = i - 1;
                lab_gap(&xy[2 * i - 2], &xy[2 * i], x, k->n, &k->psi);
            }
            near++;
        }
        if (near > max) return MB_NO_MEMORY;
    }
    *count = near;
    return MB_OK;
}

mb_status lab_particle_rows(int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    for (int i = 0; i < nc; i++) {
        double nx = contact[i].n[0], ny = contact[i].n[1];
        *Jn++ = nx;
        *Jn++ = ny;
        *Jf++ = ny;
        *Jf++ = -nx;
        *Jf++ = -ny;
        *Jf++ = nx;
    }
    return MB_OK;
}

mb_status lab_body_row(const double *centre, const double *point, const double *d, double *row)
{
    for (int k = 0; k < 3; k++) {
        double vx = k == 0, vy = k == 1, omega = k == 2;
        double ux = vx - omega * (point[1] - centre[1]), uy = vy + omega * (point[0] - centre[0]);
        row[k] = d[0] * ux + d[1] * uy;
    }
    return MB_OK;
}

mb_status lab_pair_rows(int nbody, const double *centre, int nc, const lab_pair *pair, double *Jn,
                        double *Jf)
{
    for (int i = 0; i < nc; i++) {
        const lab_pair *c = &pair[i];
        double d[3][2] = { { c->n[0], c->n[1] }, { c->n[1], -c->n[0] }, { -c->n[1], c->n[0] } };
        for (int j = 0; j < 3; j++) {
            double *row = j == 0 ? Jn + i * 3 * nbody : Jf + (2 * i + j - 1) * 3 * nbody;
            for (int b = 0; b < nbody; b++) {
                lab_body_row(centre + 2 * b, c->point, d[j], row + 3 * b);
                for (int k = 0; k < 3; k++) row[3 * b + k] *= (b == c->body2) - (b == c->body1);
            }
        }
    }
    return MB_OK;
}

mb_status lab_next_gaps(int nc, int nv, const double *Jn, const double *psi, double h,
                        const double *v, double *next)
{
    mb_matvec(nc, nv, Jn, v, next);
    for (int i = 0; i < nc; i++) next[i] = psi[i] + h * next[i];
    return MB_OK;
}
