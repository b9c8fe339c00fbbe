/* Lab 6, solved: Stewart and Trinkle's formulation without friction, and the time step that uses
 * it. */
#include "lab.h"

#include <math.h>

/* M's factors, so that any number of systems with M can be solved */
typedef struct {
    double *LU;
    int *pivot;
} factors;

static mb_status factor_mass(const mb_dynamics *d, factors *f, mb_arena *scratch)
{
    const int nv = d->nv;

    f->LU = mb_arena_matrix(scratch, nv, nv);
    f->pivot = mb_arena_ints(scratch, nv);
    if (!f->LU || !f->pivot) return MB_NO_MEMORY;
    for (int i = 0; i < nv * nv; i++) f->LU[i] = d->M[i];
    return mb_lu_factor(nv, f->LU, f->pivot);
}

/* v_free = v + M^-1 p_ext */
static void free_velocity(const mb_dynamics *d, const factors *f, double *v_free)
{
    for (int i = 0; i < d->nv; i++) v_free[i] = d->p_ext ? d->p_ext[i] : 0.0;
    mb_lu_solve(d->nv, f->LU, f->pivot, v_free);
    for (int i = 0; i < d->nv; i++) v_free[i] += d->v[i];
}

/* Task 1, eq 6.2:  the velocity without contacts */
mb_status lab_free_velocity(const mb_dynamics *d, double *v_free, mb_arena scratch)
{
    factors f;
    mb_status status = factor_mass(d, &f, &scratch);

    if (status == MB_OK) free_velocity(d, &f, v_free);
    return status;
}

static mb_status done(mb_info *info, mb_status status)
{
    if (info) {
        info->status = status;
        info->iterations = 0;
        info->residual = HUGE_VAL;
        info->where = -1;
    }
    return status;
}

/* Task 2, eq 6.5:  the mLCP in [v+; p_n] */
mb_status lab_st_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    const int nv = d->nv, n = nv + d->nc;
    mb_arena a = *arena;
    double *A = mb_arena_matrix(&a, n, n), *b = mb_arena_doubles(&a, n);
    double *lo = mb_arena_doubles(&a, n), *hi = mb_arena_doubles(&a, n);

    if (d->nd != 0 || d->nb != 0) return done(info, MB_BAD_ARG);
    if (!A || !b || !lo || !hi) return done(info, MB_NO_MEMORY);
    for (int i = 0; i < n * n; i++) A[i] = 0.0;

    for (int i = 0; i < nv; i++) {  /* M v+ - Jn' p_n - (M v + p_ext) = 0 */
        b[i] = d->p_ext ? -d->p_ext[i] : 0.0;
        for (int j = 0; j < nv; j++) {
            A[i * n + j] = d->M[i * nv + j];
            b[i] -= d->M[i * nv + j] * d->v[j];
        }
        for (int k = 0; k < d->nc; k++) A[i * n + nv + k] = -d->Jn[k * nv + i];
        lo[i] = -HUGE_VAL;
        hi[i] = HUGE_VAL;
    }
    for (int k = 0; k < d->nc; k++) {  /* Jn v+ + psi/h >= 0 */
        for (int j = 0; j < nv; j++) A[(nv + k) * n + j] = d->Jn[k * nv + j];
        b[nv + k] = d->psi[k] / d->h;
        lo[nv + k] = 0.0;
        hi[nv + k] = HUGE_VAL;
    }
    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    out->lo = lo;
    out->hi = hi;
    out->findex = NULL;
    return done(info, MB_OK);
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* Task 3, eq 6.6:  the LCP in p_n */
mb_status lab_st_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    const int nv = d->nv, nc = d->nc;
    mb_arena a = *arena, scratch;
    double *A = mb_arena_matrix(&a, nc, nc), *b = mb_arena_doubles(&a, nc), *x;
    factors f;
    mb_status status;

    if (d->nd != 0 || d->nb != 0) return done(info, MB_BAD_ARG);
    scratch = a;  /* memory that is taken from here on is free again afterwards */
    x = mb_arena_doubles(&scratch, nv);
    if (!A || !b || !x) return done(info, MB_NO_MEMORY);
    status = factor_mass(d, &f, &scratch);
    if (status != MB_OK) return done(info, status);

    for (int j = 0; j < nc;
         j++) { /* column j: Jn x with x = M^-1 Jn_j', the velocity that impulse j gives */
        for (int i = 0; i < nv; i++) x[i] = d->Jn[j * nv + i];
        mb_lu_solve(nv, f.LU, f.pivot, x);
        for (int i = 0; i < nc; i++) A[i * nc + j] = dot(nv, d->Jn + i * nv, x);
    }
    free_velocity(d, &f, x);
    for (int i = 0; i < nc; i++) b[i] = dot(nv, d->Jn + i * nv, x) + d->psi[i] / d->h;

    *arena = a;
    out->n = nc;
    out->A = A;
    out->b = b;
    return done(info, MB_OK);
}

/* Task 4, eq 6.7:  the velocity with the contacts' impulses */
mb_status lab_next_velocity(const mb_dynamics *d, const double *p_n, double *v_next,
                            mb_arena scratch)
{
    const int nv = d->nv;
    factors f;
    double *push = mb_arena_doubles(&scratch, nv);
    mb_status status = factor_mass(d, &f, &scratch);

    if (status != MB_OK || !push) return status != MB_OK ? status : MB_NO_MEMORY;
    mb_matvec_transposed(d->nc, nv, d->Jn, p_n, push);  /* M^-1 Jn' p_n */
    mb_lu_solve(nv, f.LU, f.pivot, push);
    free_velocity(d, &f, v_next);
    for (int i = 0; i < nv; i++) v_next[i] += push[i];
    return MB_OK;
}

/* Task 5, eq 6.8:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    mb_lcp p;
    double *p_n = mb_arena_doubles(&scratch, d->nc);
    mb_status status;

    if (!p_n) return MB_NO_MEMORY;
    status = lab_st_lcp(d, &p, NULL, &scratch);
    if (status != MB_OK) return status;
    for (int i = 0; i < d->nc; i++) p_n[i] = 0.0;
    status = solver(&p, NULL, p_n, NULL, scratch);
    if (status != MB_OK) return status;

    status = lab_next_velocity(d, p_n, v_next, scratch);
    if (status != MB_OK) return status;
    for (int i = 0; i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return MB_OK;
}

/* the step of length h from x, v, in place */
static mb_status particle_step(const lab_world *w, double h, double *x, double *v, mb_arena scratch)
{
    const double M[4] = { w->mass, 0.0, 0.0, w->mass };
    double p_ext[2], x_next[2], v_next[2];
    double *Jn = mb_arena_matrix(&scratch, w->max, 2), *psi = mb_arena_doubles(&scratch, w->max);
    mb_dynamics d = { 0 };
    mb_status status;

    if (!Jn || !psi) return MB_NO_MEMORY;
    for (int i = 0; i < 2; i++) p_ext[i] = h * (w->mass * w->gravity[i] + w->force[i]);
    d.nv = 2;
    d.nc = w->detect(w, x, Jn, psi);
    d.h = h;
    d.M = M;
    d.v = v;
    d.p_ext = p_ext;
    d.Jn = Jn;
    d.psi = psi;
    status = lab_step(&d, x, w->solver, x_next, v_next, scratch);
    for (int i = 0; i < 2 && status == MB_OK; i++) {
        x[i] = x_next[i];
        v[i] = v_next[i];
    }
    return status;
}

/* Task 6, eq 6.9:  one step after the other */
mb_status lab_simulate(const lab_world *world, double time, double *x, double *v, int *steps,
                       mb_arena scratch)
{
    const double rounding = 1e-6 * world->h;
    int k = 0;

    *steps = 0;
    while (time - k * world->h > rounding) {
        const double rest = time - k * world->h;
        const double h = rest < world->h - rounding ? rest : world->h;
        mb_status status = particle_step(world, h, x, v, scratch);
        if (status != MB_OK) return status;
        *steps = ++k;
    }
    return MB_OK;
}
