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

/* ---- the solver that a step is given ---- */

enum { MOST_NV = 3, MOST_NB = 2, MOST_ROWS = 3 * LAB_MOST, MOST_N = 4 * LAB_MOST };

/* Stewart and Trinkle's problem in w = A z + b, z = [p_n; p_f; s], with v+ and p_b eliminated.
 * Impulses are in units of the mass M_11, velocities in those of `unit`. */
typedef struct {
    const mb_dynamics *d;
    int n, rows, nd;                     /* rows of Jn and Jf; nd = 0 where no mu is > 0 */
    double S[(MOST_NV + MOST_NB) * (MOST_NV + MOST_NB)], unit;
    int pivot[MOST_NV + MOST_NB];
    double A[MOST_N * MOST_N], b[MOST_N];
} problem;

static const double *row_of(const mb_dynamics *d, int r)
{
    return r < d->nc ? d->Jn + r * d->nv : d->Jf + (r - d->nc) * d->nv;
}

/* does the solver accept it? Directions in pairs of opposites, sizes that it has room for */
static int is_fit(const mb_dynamics *d)
{
    if (d->nv < 1 || d->nv > MOST_NV || d->nb < 0 || d->nb > MOST_NB || d->nc < 0 ||
        d->nc > LAB_MOST || !(d->h > 0.0) || !d->M || !d->v || !(d->M[0] > 0.0))
        return 0;
    if (d->nd != 0 && d->nd != 2) return 0;
    if (d->nc > 0 && (!d->Jn || !d->psi || (d->nd == 2 && (!d->Jf || !d->mu)))) return 0;
    if (d->nb > 0 && !d->Jb) return 0;
    for (int i = 0; i < (d->nd == 2 ? d->nc : 0); i++)
        for (int j = 0; j < d->nv; j++) {
            const double *first = d->Jf + 2 * i * d->nv;
            if (!(fabs(first[j] + first[d->nv + j]) <= 1e-9 * fabs(first[j]))) return 0;
        }
    return 1;
}

/* S = [M -Jb'; Jb 0]: S [v; p_b] = [M v + p_ext + contacts' impulse; -phi/h] */
static mb_status factor(problem *p)
{
    const mb_dynamics *d = p->d;
    const int nv = d->nv, n = nv + d->nb;

    memset(p->S, 0, sizeof p->S);
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) p->S[i * n + j] = d->M[i * nv + j] / d->M[0];
        for (int k = 0; k < d->nb; k++) {
            p->S[i * n + nv + k] = -d->Jb[k * nv + i];
            p->S[(nv + k) * n + i] = d->Jb[k * nv + i];
        }
    }
    return mb_lu_factor(n, p->S, p->pivot);
}

/* v[nv]: the velocity without contacts, or with the impulses z alone */
static void velocity(const problem *p, const double *z, double *v)
{
    const mb_dynamics *d = p->d;
    double x[MOST_NV + MOST_NB] = { 0.0 };

    for (int i = 0; i < d->nv; i++) {
        if (!z && d->p_ext) x[i] = d->p_ext[i] / d->M[0];
        for (int j = 0; j < d->nv && !z; j++) x[i] += d->M[i * d->nv + j] / d->M[0] * d->v[j];
        for (int r = 0; r < p->rows && z; r++) x[i] += row_of(d, r)[i] * z[r];
    }
    for (int k = 0; k < d->nb && !z; k++) x[d->nv + k] = d->phi ? -d->phi[k] / d->h : 0.0;
    mb_lu_solve(d->nv + d->nb, p->S, p->pivot, x);
    memcpy(v, x, (size_t)d->nv * sizeof *v);
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static void fill(problem *p)
{
    const mb_dynamics *d = p->d;
    const int nc = d->nc, n = p->n;
    double z[MOST_N], v[MOST_NV];

    memset(p->A, 0, sizeof p->A);
    memset(p->b, 0, sizeof p->b);
    velocity(p, NULL, v);
    for (int r = 0; r < p->rows; r++) p->b[r] = dot(d->nv, row_of(d, r), v);
    for (int i = 0; i < nc; i++) p->b[i] += d->bias ? d->bias[i] : d->psi[i] / d->h;
    for (int c = 0; c < p->rows; c++) {
        memset(z, 0, sizeof z);
        z[c] = 1.0;
        velocity(p, z, v);
        for (int r = 0; r < p->rows; r++) p->A[r * n + c] = dot(d->nv, row_of(d, r), v);
    }
    for (int i = 0; i < (p->nd > 0 ? nc : 0); i++) {
        const int s = p->rows + i;
        p->A[s * n + i] = d->mu[i];
        for (int f = nc + 2 * i; f < nc + 2 * i + 2; f++) {
            p->A[f * n + s] = 1.0;
            p->A[s * n + f] = -1.0;
        }
    }
    p->unit = 0.0;
    for (int r = 0; r < n; r++) p->unit = fmax(p->unit, fabs(p->b[r]));
    for (int r = 0; r < n && p->unit > 0.0; r++) p->b[r] /= p->unit;
}

/* Lemke's method on a dictionary: basic variable i is row[i] . (nonbasic ones) + its last two
 * entries, b and b moved a little. The latter decides every ratio test, so that there are no ties;
 * the former is the result. Variables: w are 0 to n-1, z are n to 2n-1, z0 is 2n. */
typedef struct {
    int n, cols, basic[MOST_N], other[MOST_N + 1];
    double *T;
} dictionary;

static void exchange(dictionary *t, int r, int c)
{
    double *row = t->T + r * t->cols;
    const double pivot = row[c];
    const int left = t->basic[r];

    t->basic[r] = t->other[c];
    t->other[c] = left;
    row[c] = -1.0;
    for (int j = 0; j < t->cols; j++) row[j] /= -pivot;
    for (int i = 0; i < t->n; i++) {
        double *at = t->T + i * t->cols;
        const double factor = at[c];
        if (i == r) continue;
        at[c] = 0.0;
        for (int j = 0; j < t->cols; j++) at[j] += factor * row[j];
    }
}

/* the row that leaves when column c enters, or -1 */
static int leaving(const dictionary *t, int c)
{
    double best = HUGE_VAL;
    int r = -1;

    for (int i = 0; i < t->n; i++) {
        const double *at = t->T + i * t->cols, ratio = at[t->n + 2] / -at[c];
        if (!(at[c] < -1e-11) || !(ratio < best)) continue;
        best = ratio;
        r = i;
    }
    return r;
}

static void start(dictionary *t, const problem *p)
{
    t->n = p->n;
    t->cols = p->n + 3;
    for (int i = 0; i < p->n; i++) {
        double *at = t->T + i * t->cols;
        memcpy(at, p->A + i * p->n, (size_t)p->n * sizeof *at);
        at[p->n] = 1.0;
        at[p->n + 1] = p->b[i];
        at[p->n + 2] = p->b[i] + 1e-11 * (1.0 + fmod(0.6180339887498949 * (i + 1.0), 1.0));
        t->basic[i] = i;
        t->other[i] = p->n + i;
    }
    t->other[p->n] = 2 * p->n;
}

static mb_status lemke(const problem *p, double *T, double *z)
{
    const int n = p->n, most = 50 * n;
    dictionary t;
    int r = 0, c = n;

    t.T = T;
    memset(z, 0, (size_t)n * sizeof *z);
    start(&t, p);
    for (int i = 1; i < n; i++)
        if (p->b[i] < p->b[r]) r = i;
    if (n == 0 || p->b[r] >= 0.0) return MB_OK;
    for (int k = 0; k < most; k++) {
        const int left = t.basic[r];
        exchange(&t, r, c);
        if (left == 2 * n) {
            for (int i = 0; i < n; i++)
                if (t.basic[i] >= n) z[t.basic[i] - n] = fmax(t.T[i * t.cols + n + 1], 0.0);
            return MB_OK;
        }
        for (c = 0; t.other[c] != (left < n ? left + n : left - n); c++) ;
        r = leaving(&t, c);
        if (r < 0) return MB_RAY;
    }
    return MB_MAX_ITER;
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

/* filled with NaN: unset values show, and so do values kept in a solver's scratch */
static void fill_with_nan(mb_arena scratch)
{
    if (scratch.beg) memset(scratch.beg, 0xff, (size_t)(scratch.end - scratch.beg));
}

static mb_status solve(const mb_dynamics *d, double *v_next, mb_arena scratch)
{
    static problem p;
    double *T, z[MOST_N], change[MOST_NV];
    mb_status status;

    fill_with_nan(scratch);
    T = mb_arena_doubles(&scratch, (int)(LAB_SOLVER_SCRATCH / sizeof *T));
    tell(d);
    if (!is_fit(d)) return MB_BAD_ARG;
    if (!T) return MB_NO_MEMORY;
    p.d = d;
    p.nd = 0;
    for (int i = 0; i < d->nc && d->nd > 0; i++)
        if (d->mu[i] > 0.0) p.nd = d->nd;
    p.rows = d->nc * (1 + p.nd);
    p.n = p.rows + (p.nd > 0 ? d->nc : 0);
    status = factor(&p);
    if (status != MB_OK) return status;
    fill(&p);
    for (int i = 0; i < p.n; i++)
        if (!isfinite(p.b[i])) return MB_NOT_FINITE;
    status = lemke(&p, T, z);
    if (status != MB_OK) return status;
    velocity(&p, NULL, v_next);
    velocity(&p, z, change);
    for (int i = 0; i < d->nv; i++) v_next[i] += p.unit * change[i];
    return MB_OK;
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

static mb_arena scratch_of_step(mb_arena all)
{
    const mb_arena scratch = worker_arena(all, LAB_SOLVER_SCRATCH);

    fill_with_nan(scratch);
    return scratch;
}

static mb_status step(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    lab_plane plane[LAB_MOST];
    const lab_world world = world_of(f, plane);

    seen = x[BODY_SEEN];
    return lab_step(&world, x[BODY_Q], x[BODY_V], x[BODY_Q_NEXT], x[BODY_V_NEXT],
                    scratch_of_step(all));
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
        const mb_status status = lab_step(&world, q, v, path, path + 3, scratch_of_step(all));
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
