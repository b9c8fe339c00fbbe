/* another student's: M^-1 once, by columns, and everything from it; one status throughout */
#include "lab.h"

#include <math.h>
#include <string.h>

/* M^-1 in memory from *a; NULL with *status if there is none */
static double *inverse(const mb_dynamics *d, mb_status *status, mb_arena *a)
{
    int n = d->nv, *pivot;
    double *inv = mb_arena_matrix(a, n, n), *LU = mb_arena_matrix(a, n, n),
           *e = mb_arena_doubles(a, n);

    pivot = mb_arena_ints(a, n);
    *status = MB_NO_MEMORY;
    if (!inv || !LU || !e || !pivot) return NULL;
    memcpy(LU, d->M, (size_t)(n * n) * sizeof *LU);
    *status = mb_lu_factor(n, LU, pivot);
    if (*status) return NULL;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) e[i] = i == j;
        mb_lu_solve(n, LU, pivot, e);
        for (int i = 0; i < n; i++) inv[i * n + j] = e[i];
    }
    return inv;
}

mb_status lab_next_velocity(const mb_dynamics *d, const double *p_n, double *v_next,
                            mb_arena scratch)
{
    mb_status status;
    double *inv = inverse(d, &status, &scratch);

    for (int i = 0; inv && i < d->nv; i++) {
        v_next[i] = d->v[i];
        for (int j = 0; j < d->nv; j++) {
            double impulse = d->p_ext ? d->p_ext[j] : 0;
            for (int k = 0; p_n && k < d->nc; k++) impulse += d->Jn[k * d->nv + j] * p_n[k];
            v_next[i] += inv[i * d->nv + j] * impulse;
        }
    }
    return status;
}

mb_status lab_free_velocity(const mb_dynamics *d, double *v_free, mb_arena scratch)
{
    return lab_next_velocity(d, NULL, v_free, scratch);
}

static mb_status tell(mb_info *info, mb_status status)
{
    mb_info all = { status, 0, HUGE_VAL, -1 };

    if (info) *info = all;
    return status;
}

mb_status lab_st_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, n = nv + d->nc;
    mb_arena mine = *arena;
    double *A = mb_arena_matrix(&mine, n, n), *rest = mb_arena_matrix(&mine, 3, n);

    if (d->nd || d->nb) return tell(info, MB_BAD_ARG);
    if (!A || !rest) return tell(info, MB_NO_MEMORY);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    mb_matvec(nv, nv, d->M, d->v, rest);
    for (int i = 0; i < n; i++) {
        int contact = i - nv;
        if (contact < 0) rest[i] = -rest[i] - (d->p_ext ? d->p_ext[i] : 0);
        else rest[i] = d->psi[contact] / d->h;
        rest[n + i] = contact < 0 ? -HUGE_VAL : 0;
        rest[2 * n + i] = HUGE_VAL;
        for (int j = 0; j < nv; j++) {
            if (contact < 0) A[i * n + j] = d->M[i * nv + j];
            else A[j * n + i] = -(A[i * n + j] = d->Jn[contact * nv + j]);
        }
    }
    *arena = mine;
    *out = (mb_mlcp){ n, A, rest, rest + n, rest + 2 * n, NULL };
    return tell(info, MB_OK);
}

mb_status lab_st_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, nc = d->nc;
    mb_arena keep = *arena, scratch;
    double *A = mb_arena_matrix(&keep, nc, nc), *b = mb_arena_doubles(&keep, nc), *v, *inv;
    mb_status status = MB_NO_MEMORY;

    if (d->nd || d->nb) return tell(info, MB_BAD_ARG);
    scratch = keep;
    v = mb_arena_doubles(&scratch, nv);
    inv = A && b && v ? inverse(d, &status, &scratch) : NULL;
    if (inv) status = lab_free_velocity(d, v, scratch);
    if (!inv || status) return tell(info, status);
    for (int i = 0; i < nc; i++) {
        const double *Ji = d->Jn + i * nv;
        b[i] = d->psi[i] / d->h;
        for (int k = 0; k < nv; k++) b[i] += Ji[k] * v[k];
        for (int j = 0; j < nc; j++) {
            A[i * nc + j] = 0;
            for (int k = 0; k < nv; k++)
                for (int l = 0; l < nv; l++)
                    A[i * nc + j] += Ji[k] * inv[k * nv + l] * d->Jn[j * nv + l];
        }
    }
    *arena = keep;
    *out = (mb_lcp){ nc, A, b };
    return tell(info, MB_OK);
}

mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    double *z = mb_arena_doubles(&scratch, d->nc);
    mb_lcp problem;
    mb_info info;
    mb_status status = z ? lab_st_lcp(d, &problem, &info, &scratch) : MB_NO_MEMORY;

    for (int i = 0; status == MB_OK && i < d->nc; i++) z[i] = 0;
    if (status == MB_OK) status = solver(&problem, NULL, z, &info, scratch);
    if (status == MB_OK) status = lab_next_velocity(d, z, v_next, scratch);
    for (int i = 0; status == MB_OK && i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return status;
}

mb_status lab_simulate(const lab_world *world, double time, double *x, double *v, int *steps,
                       mb_arena scratch)
{
    double *Jn = mb_arena_matrix(&scratch, world->max, 2),
           *psi = mb_arena_doubles(&scratch, world->max);
    double M[4] = { world->mass, 0, 0, world->mass };
    int last = (int)ceil(time / world->h - 1e-6);

    *steps = 0;
    if (!Jn || !psi) return MB_NO_MEMORY;
    for (int k = 0; k < last; k++) {
        double h = k == last - 1 ? time - k * world->h : world->h, x_next[2], v_next[2], p_ext[2];
        mb_dynamics d = { 0 };
        mb_status status;
        for (int i = 0; i < 2; i++)
            p_ext[i] = h * (world->force[i] + world->mass * world->gravity[i]);
        d.nv = 2;
        d.h = h;
        d.M = M;
        d.v = v;
        d.p_ext = p_ext;
        d.Jn = Jn;
        d.psi = psi;
        d.nc = world->detect(world, x, Jn, psi);
        status = lab_step(&d, x, world->solver, x_next, v_next, scratch);
        if (status) return status;
        memcpy(x, x_next, sizeof x_next);
        memcpy(v, v_next, sizeof v_next);
        ++*steps;
    }
    return MB_OK;
}
