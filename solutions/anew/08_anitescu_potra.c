/* another student's: lab 7's functions unchanged, called with gaps of 0 */
#include "lab.h"

#include <math.h>
#include <string.h>

/* places in z */
static int friction(const mb_dynamics *d, int i, int k) { return d->nc + i * d->nd + k; }
static int slip_of(const mb_dynamics *d, int i) { return d->nc * (1 + d->nd) + i; }
static int unknowns(const mb_dynamics *d) { return d->nd ? d->nc * (2 + d->nd) : d->nc; }
static int impulses(const mb_dynamics *d) { return d->nc * (1 + d->nd); }

/* Jn above Jf; NULL if there is no room */
static double *all_rows(const mb_dynamics *d, mb_arena *a)
{
    double *J = mb_arena_matrix(a, impulses(d), d->nv);

    if (!J) return NULL;
    memcpy(J, d->Jn, (size_t)(d->nc * d->nv) * sizeof *J);
    if (d->nd) memcpy(J + d->nc * d->nv, d->Jf, (size_t)(d->nc * d->nd * d->nv) * sizeof *J);
    return J;
}

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

static void friction_pattern(const mb_dynamics *d, int n, double *corner)
{
    for (int i = 0; d->nd && i < d->nc; i++) {
        corner[slip_of(d, i) * n + i] = d->mu[i];
        for (int k = 0; k < d->nd; k++)
            corner[friction(d, i, k) * n + slip_of(d, i)] =
                -(corner[slip_of(d, i) * n + friction(d, i, k)] = -1);
    }
}

static mb_status tell(mb_info *info, mb_status status)
{
    mb_info all = { status, 0, HUGE_VAL, -1 };

    if (info) *info = all;
    return status;
}

static mb_status st_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, n = nv + unknowns(d);
    mb_arena mine = *arena, scratch;
    double *A = mb_arena_matrix(&mine, n, n), *rest = mb_arena_matrix(&mine, 3, n), *J;

    scratch = mine;
    J = all_rows(d, &scratch);
    if (d->nb) return tell(info, MB_BAD_ARG);
    if (!A || !rest || !J) return tell(info, MB_NO_MEMORY);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(rest, 0, (size_t)n * sizeof *rest);
    mb_matvec(nv, nv, d->M, d->v, rest);
    for (int i = 0; i < nv; i++) {
        rest[i] = -rest[i] - (d->p_ext ? d->p_ext[i] : 0);
        memcpy(A + i * n, d->M + i * nv, (size_t)nv * sizeof *A);
        for (int r = 0; r < impulses(d); r++)
            A[i * n + nv + r] = -(A[(nv + r) * n + i] = J[r * nv + i]);
    }
    for (int i = 0; i < d->nc; i++) rest[nv + i] = d->psi ? d->psi[i] / d->h : 0;
    for (int i = 0; i < n; i++) rest[n + i] = i < nv ? -HUGE_VAL : 0, rest[2 * n + i] = HUGE_VAL;
    friction_pattern(d, n, A + nv * n + nv);
    *arena = mine;
    *out = (mb_mlcp){ n, A, rest, rest + n, rest + 2 * n, NULL };
    return tell(info, MB_OK);
}

static mb_status st_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, n = unknowns(d), m = impulses(d);
    mb_arena keep = *arena, scratch;
    double *A = mb_arena_matrix(&keep, n, n), *b = mb_arena_doubles(&keep, n), *J, *inv, *v;
    mb_status status = MB_NO_MEMORY;

    if (d->nb) return tell(info, MB_BAD_ARG);
    scratch = keep;
    J = all_rows(d, &scratch);
    v = mb_arena_doubles(&scratch, nv);
    inv = A && b && J && v ? inverse(d, &status, &scratch) : NULL;
    if (!inv) return tell(info, status);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(b, 0, (size_t)n * sizeof *b);
    for (int i = 0; i < nv; i++) {
        v[i] = d->v[i];
        for (int j = 0; j < nv && d->p_ext; j++) v[i] += inv[i * nv + j] * d->p_ext[j];
    }
    for (int r = 0; r < m; r++) {
        for (int j = 0; j < nv; j++) b[r] += J[r * nv + j] * v[j];
        for (int c = 0; c < m; c++)
            for (int k = 0; k < nv; k++)
                for (int l = 0; l < nv; l++)
                    A[r * n + c] += J[r * nv + k] * inv[k * nv + l] * J[c * nv + l];
    }
    for (int i = 0; i < d->nc && d->psi; i++) b[i] += d->psi[i] / d->h;
    friction_pattern(d, n, A);
    *arena = keep;
    *out = (mb_lcp){ n, A, b };
    return tell(info, MB_OK);
}

mb_status lab_ap_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    mb_dynamics closed = *d;

    closed.psi = NULL;
    return st_mlcp(&closed, out, info, arena);
}

mb_status lab_ap_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    mb_dynamics closed = *d;

    closed.psi = NULL;
    return st_lcp(&closed, out, info, arena);
}

static mb_status read_impulses(const mb_dynamics *d, const double *z, double *p_n, double *p_f,
                               double *v_next, mb_arena scratch)
{
    int nv = d->nv;
    mb_status status;
    double *inv = inverse(d, &status, &scratch), *J = all_rows(d, &scratch),
           *total = mb_arena_doubles(&scratch, nv);

    if (!inv) return status;
    if (!J || !total) return MB_NO_MEMORY;
    memcpy(p_n, z, (size_t)d->nc * sizeof *z);
    memcpy(p_f, z + d->nc, (size_t)(d->nc * d->nd) * sizeof *z);
    mb_matvec_transposed(impulses(d), nv, J, z, total);
    for (int i = 0; i < nv && d->p_ext; i++) total[i] += d->p_ext[i];
    mb_matvec(nv, nv, inv, total, v_next);
    for (int i = 0; i < nv; i++) v_next[i] += d->v[i];
    return MB_OK;
}

mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch)
{
    double *z = mb_arena_doubles(&scratch, unknowns(d));
    mb_lcp problem;
    mb_info info;
    mb_status status = z ? lab_ap_lcp(d, &problem, &info, &scratch) : MB_NO_MEMORY;

    if (status == MB_OK) memset(z, 0, (size_t)problem.n * sizeof *z);
    if (status == MB_OK) status = solver(&problem, NULL, z, &info, scratch);
    if (status == MB_OK) status = read_impulses(d, z, p_n, p_f, v_next, scratch);
    for (int i = 0; status == MB_OK && i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return status;
}

mb_status lab_energy_lost(const mb_dynamics *d, const double *v_next, const double *p_n,
                          const double *p_f, double *lost, mb_arena scratch)
{
    int nv = d->nv;
    mb_status status;
    double *inv = inverse(d, &status, &scratch), *free = mb_arena_doubles(&scratch, nv),
        sum[3] = { 0 };

    if (!inv) return status;
    if (!free) return MB_NO_MEMORY;
    for (int i = 0; i < nv; i++) {
        free[i] = d->v[i];
        for (int j = 0; j < nv && d->p_ext; j++) free[i] += inv[i * nv + j] * d->p_ext[j];
    }
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++)
            sum[LAB_IMPACT] += (v_next[i] - free[i]) * d->M[i * nv + j] * (v_next[j] - free[j]) / 2;
        for (int k = 0; k < d->nc; k++) sum[LAB_GAPS] -= p_n[k] * d->Jn[k * nv + i] * v_next[i];
        for (int k = 0; k < d->nc * d->nd; k++)
            sum[LAB_FRICTION] -= p_f[k] * d->Jf[k * nv + i] * v_next[i];
    }
    memcpy(lost, sum, sizeof sum);
    return MB_OK;
}

mb_status lab_stop(double gap, double rate, double fall, double h, double epsilon, int *steps,
                   double *rest)
{
    for (*steps = 0;; ++*steps) {
        double next = rate - fall * h;
        if (gap < epsilon && next < 0) {
            *rest = gap;
            return MB_OK;
        }
        gap += next * h;
        rate = next;
    }
}

/* lab 7's problem, with the negative gaps scaled */
mb_status lab_recover(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                      double *v_next, double *p_n, double *p_f, double *share, mb_arena scratch)
{
    double *psi = mb_arena_doubles(&scratch, d->nc), *z = mb_arena_doubles(&scratch, unknowns(d));
    mb_dynamics raised = *d;
    double part = 1.0;
    mb_status status = MB_NO_MEMORY;
    mb_lcp problem;

    if (!psi || !z) return status;
    raised.psi = psi;
    for (;; part = part > 0.125 ? part / 2 : 0) {
        mb_arena rest = scratch;
        for (int i = 0; i < d->nc; i++) psi[i] = d->psi[i] < 0 ? part * d->psi[i] : d->psi[i];
        status = st_lcp(&raised, &problem, NULL, &rest);
        if (status != MB_OK) return status;
        memset(z, 0, (size_t)problem.n * sizeof *z);
        status = solver(&problem, NULL, z, NULL, rest);
        if (status == MB_OK || part <= 0) break;
    }
    if (status == MB_OK) status = read_impulses(d, z, p_n, p_f, v_next, scratch);
    if (status != MB_OK) return status;
    *share = part;
    for (int i = 0; i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return status;
}
