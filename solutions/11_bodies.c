/* Lab 11, solved: a planar body: corners, masses, rows with lever arms, a joint, restitution, and
 * the step that puts them together. */
#include "lab.h"

#include <math.h>

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }

static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

/* R(theta) own, for a vector in the frame of a body at q */
static void turned(const double *q, const double *own, double *out)
{
    const double c = cos(q[2]), s = sin(q[2]);

    out[0] = c * own[0] - s * own[1];
    out[1] = s * own[0] + c * own[1];
}

/* Task 1, eq 11.1:  the corners of a body */
mb_status lab_corners(const double *q, int nvert, const double *xy, double *corner)
{
    for (int i = 0; i < nvert; i++) {
        turned(q, xy + 2 * i, corner + 2 * i);
        corner[2 * i] += q[0];
        corner[2 * i + 1] += q[1];
    }
    return MB_OK;
}

/* Task 2, eq 11.2 to 11.5:  mass, centre of mass, inertia. The sums are about the first vertex: far
 * from the origin, digits would cancel. */
mb_status lab_mass(int nvert, const double *xy, double density, double *mass, double *centre,
                   double *inertia)
{
    double twice = 0.0, first[2] = { 0.0, 0.0 }, second = 0.0;

    if (nvert < 3) return MB_BAD_ARG;
    for (int i = 0; i < nvert; i++) {
        const double *here = xy + 2 * i, *next = xy + 2 * ((i + 1) % nvert);
        const double a[2] = { here[0] - xy[0], here[1] - xy[1] };
        const double b[2] = { next[0] - xy[0], next[1] - xy[1] };
        const double c = cross(a, b);
        twice += c;
        for (int j = 0; j < 2; j++) first[j] += c * (a[j] + b[j]);
        second += c * (dot(a, a) + dot(a, b) + dot(b, b));
    }
    if (!(twice > 0.0)) return MB_BAD_ARG;
    for (int j = 0; j < 2; j++) first[j] /= 3.0 * twice;
    *mass = 0.5 * density * twice;
    *inertia = *mass * (second / (6.0 * twice) - dot(first, first));
    for (int j = 0; j < 2; j++) centre[j] = xy[j] + first[j];
    return MB_OK;
}

/* Task 3, eq 11.6:  the velocity of a point */
mb_status lab_velocity(const double *q, const double *v, const double *p, double *u)
{
    const double r[2] = { p[0] - q[0], p[1] - q[1] };

    u[0] = v[0] - v[2] * r[1];
    u[1] = v[1] + v[2] * r[0];
    return MB_OK;
}

/* Task 4, eq 11.7 and 11.8:  corners near planes */
mb_status lab_contacts(const double *q, const lab_body *body, int nplane, const lab_plane *plane,
                       double epsilon, lab_contact *contact, int *count)
{
    double corner[2 * LAB_MOST];

    *count = 0;
    lab_corners(q, body->nvert, body->xy, corner);
    for (int i = 0; i < nplane; i++) {
        const double *n = plane[i].n;
        for (int k = 0; k < body->nvert; k++) {
            const double *u = corner + 2 * k;
            const double from[2] = { u[0] - plane[i].point[0], u[1] - plane[i].point[1] };
            const double psi = dot(n, from) - body->radius;
            lab_contact *c = contact + *count;
            if (!(psi < epsilon)) continue;
            c->corner = k;
            c->plane = i;
            c->psi = psi;
            for (int j = 0; j < 2; j++) {
                c->n[j] = n[j];
                c->p[j] = u[j] - body->radius * n[j];
            }
            ++*count;
        }
    }
    return MB_OK;
}

/* sign times the row of a body at q for the direction d at the point p */
static void put_row(const double *q, const double *p, const double *d, double sign, double *row)
{
    const double r[2] = { p[0] - q[0], p[1] - q[1] };

    row[0] = sign * d[0];
    row[1] = sign * d[1];
    row[2] = sign * cross(r, d);
}

/* Task 5, eq 11.9:  rows of a body for its contacts with planes */
mb_status lab_rows(const double *q, int nc, const lab_contact *contact, double *Jn, double *Jf)
{
    for (int i = 0; i < nc; i++) {
        const lab_contact *c = contact + i;
        const double t[2] = { -c->n[1], c->n[0] };
        put_row(q, c->p, c->n, 1.0, Jn + 3 * i);
        put_row(q, c->p, t, 1.0, Jf + 6 * i);
        put_row(q, c->p, t, -1.0, Jf + 6 * i + 3);
    }
    return MB_OK;
}

/* Task 6, eq 11.10 to 11.13:  a side of A and a corner of B */
mb_status lab_pair(const double *qa, const lab_body *a, int facet, const double *qb,
                   const lab_body *b, int vertex, double *n, double *p, double *psi, double *Jn,
                   double *Jf)
{
    double from[2], to[2], u[2], along[2], out[2], t[2], length;

    lab_corners(qa, 1, a->xy + 2 * facet, from);
    lab_corners(qa, 1, a->xy + 2 * ((facet + 1) % a->nvert), to);
    lab_corners(qb, 1, b->xy + 2 * vertex, u);
    for (int j = 0; j < 2; j++) along[j] = to[j] - from[j];
    length = hypot(along[0], along[1]);
    n[0] = along[1] / length;  /* A is on the left of its side: turned by -90 degrees */
    n[1] = -along[0] / length;
    t[0] = -n[1];
    t[1] = n[0];
    for (int j = 0; j < 2; j++) {
        out[j] = u[j] - from[j];
        p[j] = u[j] - b->radius * n[j];
    }
    *psi = dot(n, out) - a->radius - b->radius;

    put_row(qa, p, n, -1.0, Jn);
    put_row(qb, p, n, 1.0, Jn + 3);
    put_row(qa, p, t, -1.0, Jf);
    put_row(qb, p, t, 1.0, Jf + 3);
    put_row(qa, p, t, 1.0, Jf + 6);
    put_row(qb, p, t, -1.0, Jf + 9);
    return MB_OK;
}

/* Task 7, eq 11.14 and 11.15:  a revolute joint */
mb_status lab_revolute(const double *qa, const double *own_a, const double *qb,
                       const double *own_b, double *phi, double *Jb)
{
    double pa[2], pb[2];

    lab_corners(qa, 1, own_a, pa);
    lab_corners(qb, 1, own_b, pb);
    for (int i = 0; i < 2; i++) {
        const double axis[2] = { i == 0, i == 1 };
        phi[i] = pb[i] - pa[i];
        put_row(qa, pa, axis, -1.0, Jb + 6 * i);
        put_row(qb, pb, axis, 1.0, Jb + 6 * i + 3);
    }
    return MB_OK;
}

/* Task 8, eq 11.16:  restitution */
mb_status lab_bias(int nc, int nv, const double *Jn, const double *psi, double h, const double *v,
                   const double *v_free, const double *e, double slow, double *bias)
{
    for (int i = 0; i < nc; i++) {
        double speed = 0.0, free_speed = 0.0;
        for (int j = 0; j < nv; j++) {
            speed += Jn[i * nv + j] * v[j];
            free_speed += Jn[i * nv + j] * v_free[j];
        }
        bias[i] = psi[i] / h;
        if (e[i] > 0.0 && psi[i] / h + free_speed < 0.0 && speed < -slow)
            bias[i] = fmin(bias[i], e[i] * speed);
    }
    return MB_OK;
}

/* h times the forces on the body, and their torque about its centre of mass */
static void impulse_of_forces(const lab_world *w, const double *q, double *p_ext)
{
    double r[2];

    turned(q, w->at, r);
    for (int j = 0; j < 2; j++) p_ext[j] = w->h * (w->body.mass * w->gravity[j] + w->push[j]);
    p_ext[2] = w->h * cross(r, w->push);
}

/* the joint of a body with the world, which is a body at 0 that has no columns */
static void pivot_rows(const lab_world *w, const double *q, double *phi, double *Jb)
{
    static const double world[3] = { 0.0, 0.0, 0.0 };
    double both[12];

    lab_revolute(world, w->pivot, q, w->own, phi, both);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) Jb[3 * i + j] = both[6 * i + 3 + j];
}

/* the contacts of a step, in the form of mb_dynamics */
typedef struct {
    int nc;
    double Jn[3 * LAB_MOST], Jf[6 * LAB_MOST], psi[LAB_MOST], mu[LAB_MOST], bias[LAB_MOST];
} contact_rows;

static void find_contacts(const lab_world *w, const double *q, const double *v,
                          const double *v_free, contact_rows *c)
{
    lab_contact contact[LAB_MOST];
    double e[LAB_MOST];

    lab_contacts(q, &w->body, w->nplane, w->plane, w->epsilon, contact, &c->nc);
    lab_rows(q, c->nc, contact, c->Jn, c->Jf);
    for (int i = 0; i < c->nc; i++) {
        const lab_plane *plane = w->plane + contact[i].plane;
        c->psi[i] = contact[i].psi;
        c->mu[i] = plane->mu;
        e[i] = plane->e;
    }
    lab_bias(c->nc, 3, c->Jn, c->psi, w->h, v, v_free, e, w->slow, c->bias);
}

/* Task 9, eq 11.17 to 11.20:  one time step */
mb_status lab_step(const lab_world *world, const double *q, const double *v, double *q_next,
                   double *v_next, mb_arena scratch)
{
    const double m = world->body.mass, J = world->body.inertia;
    const double M[9] = { m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, J };
    double p_ext[3], v_free[3], phi[2], Jb[6], next[3];
    contact_rows c;
    mb_dynamics d = { 0 };
    mb_status status;

    impulse_of_forces(world, q, p_ext);
    for (int j = 0; j < 3; j++) v_free[j] = v[j] + p_ext[j] / M[4 * j];
    find_contacts(world, q, v, v_free, &c);
    pivot_rows(world, q, phi, Jb);

    d.nv = 3;
    d.nc = c.nc;
    d.nd = 2;
    d.nb = world->pivoted ? 2 : 0;
    d.h = world->h;
    d.M = M;
    d.v = v;
    d.p_ext = p_ext;
    d.Jn = c.Jn;
    d.Jf = c.Jf;
    d.psi = c.psi;
    d.mu = c.mu;
    d.bias = c.bias;
    d.Jb = Jb;
    d.phi = phi;
    status = world->solve(&d, next, scratch);
    if (status != MB_OK) return status;
    for (int j = 0; j < 3; j++) {
        v_next[j] = next[j];
        q_next[j] = q[j] + world->h * next[j];
    }
    return MB_OK;
}
