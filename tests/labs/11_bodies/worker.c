/* Lab 11: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
#include "problem_frame.h"       /* the solvers: SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER */

enum { CALL_CORNERS = 1, CALL_MASS, CALL_VELOCITY, CALL_CONTACTS, CALL_ROWS, CALL_PAIR,
       CALL_REVOLUTE, CALL_BIAS, CALL_STEP, CALL_MOTION };

/* a lab_plane, a lab_contact as numbers */
enum { PLANE_POINT, PLANE_N = 2, PLANE_MU = 4, PLANE_E, PLANE_SIZE };
enum { CONTACT_CORNER, CONTACT_PLANE, CONTACT_N, CONTACT_P = 4, CONTACT_PSI = 6, CONTACT_SIZE };

enum { CORNERS_Q, CORNERS_XY, CORNERS_OUT };                       /* corner[2*nvert] out */
enum { MASS_XY, MASS_DENSITY, MASS_MASS, MASS_CENTRE, MASS_INERTIA };            /* 1, 2, 1 out */
enum { VELOCITY_Q, VELOCITY_V, VELOCITY_P, VELOCITY_U };           /* u[2] out */
/* radius and epsilon; out: the number of contacts, and room for all possible ones */
enum { DETECT_Q, DETECT_XY, DETECT_SIZES, DETECT_PLANES, DETECT_COUNT, DETECT_OUT };
enum { ROWS_Q, ROWS_CONTACTS, ROWS_JN, ROWS_JF };                  /* the last two out */
/* both radii, facet, vertex; out: n, p, psi, Jn, Jf */
enum { PAIR_QA, PAIR_A, PAIR_QB, PAIR_B, PAIR_OF, PAIR_N, PAIR_P, PAIR_PSI, PAIR_JN, PAIR_JF };
enum { OF_RADIUS_A, OF_RADIUS_B, OF_FACET, OF_VERTEX, OF_SIZE };
enum { JOINT_QA, JOINT_A, JOINT_QB, JOINT_B, JOINT_PHI, JOINT_JB };             /* 2, 12 out */
/* h and slow; bias[nc] out */
enum { BIAS_JN, BIAS_PSI, BIAS_SIZES, BIAS_V, BIAS_FREE, BIAS_E, BIAS_OUT };

/* A step, and a motion of many: the world's numbers, corners, planes, the start. Out: a step's
 * q_next and v_next, a motion's path, q and v after each step; and the solver's arguments in the
 * last step. */
enum { BODY_WORLD, BODY_XY, BODY_PLANES, BODY_Q, BODY_V, BODY_Q_NEXT, BODY_V_NEXT, BODY_SEEN };
enum { MOTION_PATH = BODY_Q_NEXT, MOTION_SEEN };
enum { WORLD_RADIUS, WORLD_MASS, WORLD_INERTIA, WORLD_EPSILON, WORLD_SLOW, WORLD_GRAVITY,
       WORLD_PUSH = 7, WORLD_AT = 9, WORLD_PIVOTED = 11, WORLD_PIVOT, WORLD_OWN = 14, WORLD_H = 16,
       WORLD_SOLVER, WORLD_SIZE };
/* of mb_dynamics, as numbers */
enum { SEEN_NC, SEEN_NB, SEEN_H, SEEN_M, SEEN_P_EXT = 12, SEEN_SIZE = 15 };

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

#include <math.h>
#include <string.h>

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static double largest(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

#endif

/* ---- a step, by trying what every contact could do ---- */

enum { MAX_CONTACTS = 8 };

/* M v+ = momentum + impulses, in units in which M_11 is 1, and M_33 as well */
typedef struct {
    int nc, nb;
    double M[9], momentum[3], h, length, speed;  /* speed: the largest of all that there is */
    double Jn[MAX_CONTACTS][3], Jt[MAX_CONTACTS][3], bias[MAX_CONTACTS], mu[MAX_CONTACTS];
    double Jb[2][3], phi[2];
    int corner[MAX_CONTACTS], plane[MAX_CONTACTS];       /* for messages */
} step_problem;

/* What a contact may do: open; stick; slide along +t; slide along -t. In a trial every contact does
 * one of these, given by a digit of `way` in base 4. The unknowns are v+, the joint's impulses, and
 * p_n and p_t of the contacts that are not open. */
enum { OPEN, STICKS, SLIDES, SLIDES_BACK, WAYS, MAX_UNKNOWNS = 3 + 2 + 2 * MAX_CONTACTS };
static int does(int way, int i) { return way >> 2 * i & 3; }

/* one column and one row: an impulse along `push` that keeps row . v+ at `is` */
static void add_unknown(double *A, double *b, int *n, const double *push, const double *row,
                        double is)
{
    for (int j = 0; j < 3; j++) {
        A[j * MAX_UNKNOWNS + *n] = -push[j];
        A[*n * MAX_UNKNOWNS + j] = row[j];
    }
    b[(*n)++] = is;
}

/* v+ and the contacts' impulses if every contact does what `way` says; 0 if that has no solution,
 * or more than one */
static int try_way(const step_problem *t, int way, double *v, double *p_n, double *p_t)
{
    double A[MAX_UNKNOWNS * MAX_UNKNOWNS] = { 0.0 }, b[MAX_UNKNOWNS], LU[sizeof A / sizeof *A];
    int n = 3, pivot[MAX_UNKNOWNS];

    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) A[j * MAX_UNKNOWNS + k] = t->M[3 * j + k];
        b[j] = t->momentum[j];
    }
    for (int k = 0; k < t->nb; k++) add_unknown(A, b, &n, t->Jb[k], t->Jb[k], -t->phi[k] / t->h);
    for (int i = 0; i < t->nc; i++) {
        const int what = does(way, i);
        const double back = what == SLIDES ? -t->mu[i] : what == SLIDES_BACK ? t->mu[i] : 0.0;
        double push[3];
        for (int j = 0; j < 3; j++) push[j] = t->Jn[i][j] + back * t->Jt[i][j];
        if (what != OPEN) add_unknown(A, b, &n, push, t->Jn[i], -t->bias[i]);
        if (what == STICKS) add_unknown(A, b, &n, t->Jt[i], t->Jt[i], 0.0);
    }
    for (int i = 0; i < n; i++) memcpy(LU + i * n, A + i * MAX_UNKNOWNS, (size_t)n * sizeof *LU);
    if (mb_lu_factor(n, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(n, LU, pivot, b);
    memcpy(v, b, 3 * sizeof *v);
    n = 3 + t->nb;
    for (int i = 0; i < t->nc; i++) {
        const int what = does(way, i);
        p_n[i] = what == OPEN ? 0.0 : b[n++];
        p_t[i] = what == STICKS ? b[n++] : 0.0;
    }
    return 1;
}

/* does the result agree with the assumption? Contacts push, friction holds, and slip has the right
 * direction. */
static int is_true(const step_problem *t, int way, const double *v, const double *p_n,
                   const double *p_t)
{
    const double near = 1e-9 * t->speed;

    for (int i = 0; i < t->nc; i++) {
        const int what = does(way, i);
        const double slip = dot(3, t->Jt[i], v);
        if (!(p_n[i] >= -near) || !(dot(3, t->Jn[i], v) + t->bias[i] >= -near)) return 0;
        if (what == STICKS && !(fabs(p_t[i]) <= t->mu[i] * p_n[i] + near)) return 0;
        if ((what == SLIDES && slip < -near) || (what == SLIDES_BACK && slip > near)) return 0;
    }
    return largest(3, v) <= 1e6 * t->speed;
}

#ifndef GRADER_H                                        /* the worker */

/* ---- the solver that a step is given ---- */

/* does the solver accept it? Directions in pairs of opposites, sizes that it has room for */
static int is_fit(const mb_dynamics *d)
{
    if (d->nv != 3 || d->nb < 0 || d->nb > 2 || d->nc < 0 || d->nc > MAX_CONTACTS ||
        !(d->h > 0.0) || !d->M || !d->v || !(d->M[0] > 0.0) || !(d->M[8] > 0.0))
        return 0;
    if (d->nd != 0 && d->nd != 2) return 0;
    if (d->nc > 0 && (!d->Jn || !d->psi || (d->nd == 2 && (!d->Jf || !d->mu)))) return 0;
    if (d->nb > 0 && !d->Jb) return 0;
    for (int k = 0; k < (d->nd == 2 ? 3 * d->nc : 0); k++) {
        const double *first = d->Jf + 6 * (k / 3) + k % 3;
        if (!(fabs(first[0] + first[3]) <= 1e-9 * fabs(first[0]))) return 0;
    }
    return 1;
}

/* a row for (vx, vy, omega * length) */
static void put_row(const step_problem *t, const double *J, double *row)
{
    memcpy(row, J, 2 * sizeof *row);
    row[2] = J[2] / t->length;
}

static void fill(const mb_dynamics *d, step_problem *t)
{
    memset(t, 0, sizeof *t);
    t->nc = d->nc;
    t->nb = d->nb;
    t->h = d->h;
    t->length = sqrt(d->M[8] / d->M[0]);
    for (int i = 0; i < 3; i++) {
        const double unit = d->M[0] * (i < 2 ? 1.0 : t->length);
        for (int j = 0; j < 3; j++)
            t->M[3 * i + j] = d->M[3 * i + j] / (unit * (j < 2 ? 1.0 : t->length));
        t->momentum[i] = (dot(3, d->M + 3 * i, d->v) + (d->p_ext ? d->p_ext[i] : 0.0)) / unit;
    }
    for (int i = 0; i < d->nc; i++) {
        put_row(t, d->Jn + 3 * i, t->Jn[i]);
        if (d->nd > 0) put_row(t, d->Jf + 6 * i, t->Jt[i]);
        t->mu[i] = d->nd > 0 ? d->mu[i] : 0.0;
        t->bias[i] = d->bias ? d->bias[i] : d->psi[i] / d->h;
    }
    for (int k = 0; k < d->nb; k++) {
        put_row(t, d->Jb + 3 * k, t->Jb[k]);
        t->phi[k] = d->phi ? d->phi[k] : 0.0;
    }
    t->speed = fmax(largest(3, t->momentum), largest(t->nc, t->bias));
    t->speed = fmax(t->speed, largest(t->nb, t->phi) / t->h);
}

static double *seen;                     /* the solver's problem in this request, or NULL */

static void tell(const mb_dynamics *d)
{
    if (!seen) return;
    seen[SEEN_NC] = d->nc;
    seen[SEEN_NB] = d->nb;
    seen[SEEN_H] = d->h;
    for (int i = 0; i < 9; i++) seen[SEEN_M + i] = d->nv == 3 && d->M ? d->M[i] : 0.0;
    for (int i = 0; i < 3; i++) seen[SEEN_P_EXT + i] = d->nv == 3 && d->p_ext ? d->p_ext[i] : 0.0;
}

static mb_status solve(const mb_dynamics *d, double *v_next, mb_arena scratch)
{
    double v[3], p_n[MAX_CONTACTS], p_t[MAX_CONTACTS];
    step_problem t;

    if (scratch.beg) scratch = worker_arena(scratch, (size_t)(scratch.end - scratch.beg));
    tell(d);
    if (!is_fit(d)) return MB_BAD_ARG;
    if (!mb_arena_doubles(&scratch, (int)(LAB_SOLVER_SCRATCH / sizeof *v))) return MB_NO_MEMORY;
    fill(d, &t);
    for (int i = 0; i < 3; i++)
        if (!isfinite(t.momentum[i])) return MB_NOT_FINITE;
    for (int i = 0; i < t.nc; i++)
        if (!isfinite(t.bias[i])) return MB_NOT_FINITE;
    for (int way = 0; way < 1 << 2 * t.nc; way++) {
        if (!try_way(&t, way, v, p_n, p_t) || !is_true(&t, way, v, p_n, p_t)) continue;
        v[2] /= t.length;
        memcpy(v_next, v, sizeof v);
        return MB_OK;
    }
    return MB_RAY;
}

static mb_status fail_with(mb_status status, const mb_dynamics *d, double *v_next)
{
    tell(d);
    for (int i = 0; i < d->nv; i++) v_next[i] = 1.0 + (double)i;
    return status;
}

static mb_status solve_ray(const mb_dynamics *d, double *v_next, mb_arena scratch)
{
    (void)scratch;
    return fail_with(MB_RAY, d, v_next);
}

static mb_status solve_max_iter(const mb_dynamics *d, double *v_next, mb_arena scratch)
{
    (void)scratch;
    return fail_with(MB_MAX_ITER, d, v_next);
}

static lab_solver *const solvers[] = { solve, solve_ray, solve_max_iter };

/* ---- the functions ---- */

static void take_planes(int nplane, const double *x, lab_plane *plane)
{
    for (int i = 0; i < nplane; i++, x += PLANE_SIZE) {
        memcpy(plane[i].point, x + PLANE_POINT, sizeof plane[i].point);
        memcpy(plane[i].n, x + PLANE_N, sizeof plane[i].n);
        plane[i].mu = x[PLANE_MU];
        plane[i].e = x[PLANE_E];
    }
}

/* a body of which only the shape is used */
static lab_body shape(int len, const double *xy, double radius)
{
    lab_body body = { len / 2, xy, radius, 1.0, 1.0 };

    return body;
}

static mb_status contacts(const frame *f)
{
    double *const *x = f->array, *out = x[DETECT_OUT];
    const int nplane = f->len[DETECT_PLANES] / PLANE_SIZE;
    const lab_body body = shape(f->len[DETECT_XY], x[DETECT_XY], x[DETECT_SIZES][0]);
    lab_plane plane[LAB_MOST];
    lab_contact contact[LAB_MOST + 1];
    int count = (int)x[DETECT_COUNT][0];
    mb_status status;

    take_planes(nplane, x[DETECT_PLANES], plane);
    memset(contact, 0xff, sizeof contact);
    status = lab_contacts(x[DETECT_Q], &body, nplane, plane, x[DETECT_SIZES][1], contact, &count);
    if (status != MB_OK) return status;
    x[DETECT_COUNT][0] = count;
    for (int i = 0; i < count && CONTACT_SIZE * i < f->len[DETECT_OUT]; i++, out += CONTACT_SIZE) {
        out[CONTACT_CORNER] = contact[i].corner;
        out[CONTACT_PLANE] = contact[i].plane;
        memcpy(out + CONTACT_N, contact[i].n, sizeof contact[i].n);
        memcpy(out + CONTACT_P, contact[i].p, sizeof contact[i].p);
        out[CONTACT_PSI] = contact[i].psi;
    }
    return status;
}

static mb_status rows(const frame *f)
{
    double *const *x = f->array;
    const int nc = f->len[ROWS_CONTACTS] / CONTACT_SIZE;
    lab_contact contact[LAB_MOST];

    for (int i = 0; i < nc; i++) {
        const double *from = x[ROWS_CONTACTS] + i * CONTACT_SIZE;
        contact[i].corner = (int)from[CONTACT_CORNER];
        contact[i].plane = (int)from[CONTACT_PLANE];
        memcpy(contact[i].n, from + CONTACT_N, sizeof contact[i].n);
        memcpy(contact[i].p, from + CONTACT_P, sizeof contact[i].p);
        contact[i].psi = from[CONTACT_PSI];
    }
    return lab_rows(x[ROWS_Q], nc, contact, x[ROWS_JN], x[ROWS_JF]);
}

static mb_status pair(const frame *f)
{
    double *const *x = f->array;
    const double *of = x[PAIR_OF];
    const lab_body a = shape(f->len[PAIR_A], x[PAIR_A], of[OF_RADIUS_A]);
    const lab_body b = shape(f->len[PAIR_B], x[PAIR_B], of[OF_RADIUS_B]);

    return lab_pair(x[PAIR_QA], &a, (int)of[OF_FACET], x[PAIR_QB], &b, (int)of[OF_VERTEX],
                    x[PAIR_N], x[PAIR_P], x[PAIR_PSI], x[PAIR_JN], x[PAIR_JF]);
}

static lab_world world_of(const frame *f, lab_plane *plane)
{
    const double *w = f->array[BODY_WORLD];
    lab_world world = {
        .body = shape(f->len[BODY_XY], f->array[BODY_XY], w[WORLD_RADIUS]),
        .nplane = f->len[BODY_PLANES] / PLANE_SIZE, .plane = plane, .epsilon = w[WORLD_EPSILON],
        .slow = w[WORLD_SLOW], .gravity = { w[WORLD_GRAVITY], w[WORLD_GRAVITY + 1] },
        .push = { w[WORLD_PUSH], w[WORLD_PUSH + 1] }, .at = { w[WORLD_AT], w[WORLD_AT + 1] },
        .pivoted = w[WORLD_PIVOTED] > 0.5, .pivot = { w[WORLD_PIVOT], w[WORLD_PIVOT + 1] },
        .own = { w[WORLD_OWN], w[WORLD_OWN + 1] }, .h = w[WORLD_H],
        .solve = solvers[(int)w[WORLD_SOLVER]]
    };

    world.body.mass = w[WORLD_MASS];
    world.body.inertia = w[WORLD_INERTIA];
    take_planes(world.nplane, f->array[BODY_PLANES], plane);
    return world;
}

static mb_status step(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    lab_plane plane[LAB_MOST];
    const lab_world world = world_of(f, plane);

    seen = x[BODY_SEEN];
    return lab_step(&world, x[BODY_Q], x[BODY_V], x[BODY_Q_NEXT], x[BODY_V_NEXT],
                    worker_arena(all, LAB_SOLVER_SCRATCH));
}

/* one step after the other, each by the student's function */
static mb_status motion(const frame *f, mb_arena all)
{
    double *const *x = f->array, *path = x[MOTION_PATH];
    const int steps = f->len[MOTION_PATH] / 6;
    const double *q = x[BODY_Q], *v = x[BODY_V];
    lab_plane plane[LAB_MOST];
    const lab_world world = world_of(f, plane);

    seen = x[MOTION_SEEN];
    for (int k = 0; k < steps; k++, path += 6) {
        const mb_status status = lab_step(&world, q, v, path, path + 3,
                                          worker_arena(all, LAB_SOLVER_SCRATCH));
        if (status != MB_OK) return status;
        q = path;
        v = path + 3;
    }
    return MB_OK;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;

    seen = NULL;
    switch (f->id) {
    case CALL_CORNERS:
        return lab_corners(x[CORNERS_Q], f->len[CORNERS_XY] / 2, x[CORNERS_XY], x[CORNERS_OUT]);
    case CALL_MASS:
        return lab_mass(f->len[MASS_XY] / 2, x[MASS_XY], x[MASS_DENSITY][0], x[MASS_MASS],
                        x[MASS_CENTRE], x[MASS_INERTIA]);
    case CALL_VELOCITY:
        return lab_velocity(x[VELOCITY_Q], x[VELOCITY_V], x[VELOCITY_P], x[VELOCITY_U]);
    case CALL_CONTACTS: return contacts(f);
    case CALL_ROWS: return rows(f);
    case CALL_PAIR: return pair(f);
    case CALL_REVOLUTE:
        return lab_revolute(x[JOINT_QA], x[JOINT_A], x[JOINT_QB], x[JOINT_B], x[JOINT_PHI],
                            x[JOINT_JB]);
    case CALL_BIAS:
        return lab_bias(f->len[BIAS_PSI], f->len[BIAS_V], x[BIAS_JN], x[BIAS_PSI], x[BIAS_SIZES][0],
                        x[BIAS_V], x[BIAS_FREE], x[BIAS_E], x[BIAS_SIZES][1], x[BIAS_OUT]);
    case CALL_STEP: return step(f, scratch);
    case CALL_MOTION: return motion(f, scratch);
    }
    return MB_BAD_ARG;
}

#endif
