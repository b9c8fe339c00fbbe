/* another student's: everything in complex numbers, and rows from how fast a point moves when the
 * body moves with unit speed */
#include "lab.h"

#include <complex.h>
#include <math.h>

typedef double complex point;

static point at(const double *x) { return x[0] + I * x[1]; }

static void out(point z, double *x)
{
    x[0] = creal(z);
    x[1] = cimag(z);
}

static point placed(const double *q, const double *own) { return at(q) + cexp(I * q[2]) * at(own); }

/* a . b, as the real part of the conjugate times b; a x b is its imaginary part */
static double inner(point a, point b) { return creal(conj(a) * b); }
static double outer(point a, point b) { return cimag(conj(a) * b); }

mb_status lab_corners(const double *q, int nvert, const double *xy, double *corner)
{
    for (int i = 0; i < nvert; i++) out(placed(q, xy + 2 * i), corner + 2 * i);
    return MB_OK;
}

/* triangles from the first vertex */
mb_status lab_mass(int nvert, const double *xy, double density, double *mass, double *centre,
                   double *inertia)
{
    double area = 0, J = 0;
    point sum = 0, o = at(xy);

    for (int i = 1; i + 1 < nvert; i++) {
        point a = at(xy + 2 * i) - o, b = at(xy + 2 * i + 2) - o;
        double part = outer(a, b) / 2;
        area += part;
        sum += part * (a + b) / 3;
        J += part * (inner(a, a) + inner(a, b) + inner(b, b)) / 6;
    }
    if (area <= 0) return MB_BAD_ARG;
    sum /= area;
    *mass = density * area;
    out(o + sum, centre);
    *inertia = density * (J - area * inner(sum, sum));
    return MB_OK;
}

static point velocity(const double *q, const double *v, point p)
{
    return at(v) + I * v[2] * (p - at(q));
}

mb_status lab_velocity(const double *q, const double *v, const double *p, double *u)
{
    out(velocity(q, v, at(p)), u);
    return MB_OK;
}

mb_status lab_contacts(const double *q, const lab_body *body, int nplane, const lab_plane *plane,
                       double epsilon, lab_contact *contact, int *count)
{
    int found = 0;

    for (int all = body->nvert * nplane, i = 0; i < all; i++) {
        const lab_plane *on = plane + i % nplane;
        point n = at(on->n), u = placed(q, body->xy + 2 * (i / nplane));
        double psi = inner(n, u - at(on->point)) - body->radius;
        if (psi < epsilon) {
            lab_contact c = { i / nplane, i % nplane, { 0 }, { 0 }, psi };
            out(n, c.n);
            out(u - body->radius * n, c.p);
            contact[found++] = c;
        }
    }
    *count = found;
    return MB_OK;
}

static void ask(const double *q, point p, point d, double *row)
{
    for (int j = 0; j < 3; j++) {
        double v[3] = { j == 0, j == 1, j == 2 };
        row[j] = inner(d, velocity(q, v, p));
    }
}

mb_status lab_rows(const double *q, int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    for (int i = 0; i < nc; i++) {
        point n = at(contact[i].n), p = at(contact[i].p);
        ask(q, p, n, Jn + 3 * i);
        ask(q, p, -I * n, Jf + 6 * i);
        ask(q, p, I * n, Jf + 6 * i + 3);
    }
    return MB_OK;
}

mb_status lab_pair(const double *qa, const lab_body *a, int facet, const double *qb,
                   const lab_body *b, int vertex, double *n, double *p, double *psi, double *Jn,
                   double *Jf)
{
    point from = placed(qa, a->xy + 2 * facet);
    point side = placed(qa, a->xy + 2 * (facet == a->nvert - 1 ? 0 : facet + 1)) - from;
    point normal = -I * side / cabs(side), u = placed(qb, b->xy + 2 * vertex);
    point touch = u - b->radius * normal;

    out(normal, n);
    out(touch, p);
    *psi = inner(normal, touch - from) - a->radius;
    for (int k = 0; k < 3; k++) {
        double *row = k ? Jf + 6 * (k - 1) : Jn;
        point d = k == 0 ? normal : k == 1 ? I * normal : -I * normal;
        ask(qa, touch, -d, row);
        ask(qb, touch, d, row + 3);
    }
    return MB_OK;
}

mb_status lab_revolute(const double *qa, const double *own_a, const double *qb,
                       const double *own_b, double *phi, double *Jb)
{
    point a = placed(qa, own_a), b = placed(qb, own_b);

    out(b - a, phi);
    ask(qa, a, -1, Jb);
    ask(qb, b, 1, Jb + 3);
    ask(qa, a, -I, Jb + 6);
    ask(qb, b, I, Jb + 9);
    return MB_OK;
}

mb_status lab_bias(int nc, int nv, const double *Jn, const double *psi, double h, const double *v,
                   const double *v_free, const double *e, double slow, double *bias)
{
    for (int i = 0; i < nc; i++) {
        double before = 0, gap = psi[i];
        for (int j = 0; j < nv; j++) before += Jn[i * nv + j] * v[j];
        for (int j = 0; j < nv; j++) gap += h * Jn[i * nv + j] * v_free[j];
        bias[i] = psi[i] / h;
        if (gap < 0 && before < -slow && e[i] > 0) bias[i] = fmin(bias[i], e[i] * before);
    }
    return MB_OK;
}

mb_status lab_step(const lab_world *w, const double *q, const double *v, double *q_next,
                   double *v_next, mb_arena scratch)
{
    double M[9] = { [0] = w->body.mass, [4] = w->body.mass, [8] = w->body.inertia };
    double force[3], free[3], Jn[3 * LAB_MOST], Jf[6 * LAB_MOST], both[12], phi[2], Jb[6];
    double psi[LAB_MOST], mu[LAB_MOST], e[LAB_MOST], bias[LAB_MOST], u[3], still[3] = { 0 };
    lab_contact c[LAB_MOST];
    int nc;
    mb_status status;

    out(w->body.mass * at(w->gravity) + at(w->push), force);
    force[2] = outer(cexp(I * q[2]) * at(w->at), at(w->push));
    for (int j = 0; j < 3; j++) free[j] = v[j] + (force[j] *= w->h) / M[4 * j];
    lab_contacts(q, &w->body, w->nplane, w->plane, w->epsilon, c, &nc);
    for (int i = 0; i < nc; i++) {
        psi[i] = c[i].psi;
        mu[i] = w->plane[c[i].plane].mu;
        e[i] = w->plane[c[i].plane].e;
    }
    lab_rows(q, nc, c, Jn, Jf);
    lab_bias(nc, 3, Jn, psi, w->h, v, free, e, w->slow, bias);
    lab_revolute(q, w->own, still, w->pivot, phi, both);          /* the body is A */
    for (int i = 0; i < 6; i++) Jb[i] = both[i < 3 ? i : i + 3];
    const mb_dynamics d = { .nv = 3, .nc = nc, .nd = 2, .nb = w->pivoted ? 2 : 0, .h = w->h, .M = M,
                            .v = v, .p_ext = force, .Jn = Jn, .Jf = Jf, .psi = psi, .mu = mu,
                            .bias = bias, .Jb = Jb, .phi = phi };
    status = w->solve(&d, u, scratch);
    for (int j = 0; j < 3 && status == MB_OK; j++) q_next[j] = q[j] + w->h * (v_next[j] = u[j]);
    return status;
}
