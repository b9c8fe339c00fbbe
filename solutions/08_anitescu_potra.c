/* Lab 8, solved: Anitescu and Potra's formulation, its effect on energy, where it stops a particle,
 * and a step that leaves the solid as far as a solution exists. The formulation is lab 7's, without
 * psi/h. */
#include "lab.h"

#include <math.h>

/* where the blocks of unknowns begin, relative to p_n */
typedef struct { int friction, slip, n; } blocks;

static blocks blocks_of(const mb_dynamics *d)
{
    const int nc = d->nc, nd = d->nd;
    blocks at;

    at.friction = nc;
    at.slip = nc + nc * nd;
    at.n = at.slip + (nd > 0 ? nc : 0);
    return at;
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

/* E, U and -E' into A, whose rows have n entries; p_n begins at row and column first */
static void add_pattern(const mb_dynamics *d, int first, int n, double *A)
{
    const blocks at = blocks_of(d);

    for (int i = 0; d->nd > 0 && i < d->nc; i++) {
        const int s = first + at.slip + i;
        A[s * n + first + i] = d->mu[i];  /* sigma = U p_n - E' p_f */
        for (int k = 0; k < d->nd; k++) {
            const int f = first + at.friction + i * d->nd + k;
            A[s * n + f] = -1.0;
            A[f * n + s] = 1.0;  /* rho_f = Jf v+ + E s */
        }
    }
}

/* row r of Jn and Jf, one below the other */
static const double *jacobian_row(const mb_dynamics *d, int r)
{
    return r < d->nc ? d->Jn + r * d->nv : d->Jf + (r - d->nc) * d->nv;
}

/* Task 1, eq 8.2:  the mLCP in [v+; p_n; p_f; s] */
mb_status lab_ap_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    const blocks at = blocks_of(d);
    const int nv = d->nv, n = nv + at.n;
    mb_arena a = *arena;
    double *A = mb_arena_matrix(&a, n, n), *b = mb_arena_doubles(&a, n);
    double *lo = mb_arena_doubles(&a, n), *hi = mb_arena_doubles(&a, n);

    if (d->nb != 0) return done(info, MB_BAD_ARG);
    if (!A || !b || !lo || !hi) return done(info, MB_NO_MEMORY);
    for (int i = 0; i < n * n; i++) A[i] = 0.0;
    for (int i = 0; i < n; i++) {
        b[i] = 0.0;
        lo[i] = i < nv ? -HUGE_VAL : 0.0;
        hi[i] = HUGE_VAL;
    }

    for (int i = 0; i < nv; i++) {  /* M v+ - (M v + p_ext) */
        if (d->p_ext) b[i] = -d->p_ext[i];
        for (int j = 0; j < nv; j++) {
            A[i * n + j] = d->M[i * nv + j];
            b[i] -= d->M[i * nv + j] * d->v[j];
        }
    }
    for (int r = 0; r < at.slip; r++)  /* Jn v+ and Jf v+; for the impulses -Jn' and -Jf' */
        for (int j = 0; j < nv; j++) {
            A[(nv + r) * n + j] = jacobian_row(d, r)[j];
            A[j * n + nv + r] = -jacobian_row(d, r)[j];
        }
    add_pattern(d, nv, n, A);

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

/* v + M^-1 (p_ext + push); push may be NULL */
static void velocity_with(const mb_dynamics *d, const factors *f, const double *push, double *v)
{
    for (int i = 0; i < d->nv; i++)
        v[i] = (d->p_ext ? d->p_ext[i] : 0.0) + (push ? push[i] : 0.0);
    mb_lu_solve(d->nv, f->LU, f->pivot, v);
    for (int i = 0; i < d->nv; i++) v[i] += d->v[i];
}

/* Task 2, eq 8.3:  the LCP in [p_n; p_f; s] */
mb_status lab_ap_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    const blocks at = blocks_of(d);
    const int nv = d->nv, n = at.n;
    mb_arena a = *arena, scratch;
    double *A = mb_arena_matrix(&a, n, n), *b = mb_arena_doubles(&a, n), *x;
    factors f;
    mb_status status;

    if (d->nb != 0) return done(info, MB_BAD_ARG);
    scratch = a;  /* memory that is taken from here on is free again afterwards */
    x = mb_arena_doubles(&scratch, nv);
    if (!A || !b || !x) return done(info, MB_NO_MEMORY);
    status = factor_mass(d, &f, &scratch);
    if (status != MB_OK) return done(info, status);

    for (int i = 0; i < n * n; i++) A[i] = 0.0;
    for (int c = 0; c < at.slip; c++) {  /* column c: J x with x = M^-1 J_c' */
        for (int i = 0; i < nv; i++) x[i] = jacobian_row(d, c)[i];
        mb_lu_solve(nv, f.LU, f.pivot, x);
        for (int r = 0; r < at.slip; r++) A[r * n + c] = dot(nv, jacobian_row(d, r), x);
    }
    add_pattern(d, 0, n, A);

    velocity_with(d, &f, NULL, x);
    for (int i = 0; i < n; i++) b[i] = i < at.slip ? dot(nv, jacobian_row(d, i), x) : 0.0;

    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    return done(info, MB_OK);
}

/* Jn' p_n + Jf' p_f */
static void add_up(const mb_dynamics *d, const double *p_n, const double *p_f, double *push)
{
    for (int i = 0; i < d->nv; i++) {
        push[i] = 0.0;
        for (int k = 0; k < d->nc; k++) push[i] += d->Jn[k * d->nv + i] * p_n[k];
        for (int k = 0; k < d->nc * d->nd; k++) push[i] += d->Jf[k * d->nv + i] * p_f[k];
    }
}

/* a step with Jn v+ + rate >= 0; rate is 0 in lab_step, where it is NULL */
static mb_status step_with(const mb_dynamics *d, const double *rate, const double *q,
                           mb_lcp_solver *solver, double *q_next, double *v_next, double *p_n,
                           double *p_f, mb_arena scratch)
{
    const blocks at = blocks_of(d);
    mb_lcp p;
    factors f;
    double *z, *push;
    mb_status status = lab_ap_lcp(d, &p, NULL, &scratch);

    if (status != MB_OK) return status;
    z = mb_arena_doubles(&scratch, p.n);
    push = mb_arena_doubles(&scratch, d->nv);
    if (!z || !push) return MB_NO_MEMORY;
    if (rate) {
        double *b = mb_arena_doubles(&scratch, p.n);
        if (!b) return MB_NO_MEMORY;
        for (int i = 0; i < p.n; i++) b[i] = p.b[i] + (i < at.friction ? rate[i] : 0.0);
        p.b = b;
    }
    for (int i = 0; i < p.n; i++) z[i] = 0.0;
    status = factor_mass(d, &f, &scratch);
    if (status == MB_OK) status = solver(&p, NULL, z, NULL, scratch);
    if (status != MB_OK) return status;

    for (int i = 0; i < at.friction; i++) p_n[i] = z[i];
    for (int k = at.friction; k < at.slip; k++) p_f[k - at.friction] = z[k];
    add_up(d, p_n, p_f, push);
    velocity_with(d, &f, push, v_next);
    for (int i = 0; i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return MB_OK;
}

/* Task 3:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch)
{
    return step_with(d, NULL, q, solver, q_next, v_next, p_n, p_f, scratch);
}

/* Task 4, eq 8.8:  where the kinetic energy goes */
mb_status lab_energy_lost(const mb_dynamics *d, const double *v_next, const double *p_n,
                          const double *p_f, double *lost, mb_arena scratch)
{
    const int nv = d->nv;
    double *change = mb_arena_doubles(&scratch, nv);
    factors f;
    mb_status status = factor_mass(d, &f, &scratch);

    if (status != MB_OK || !change) return status != MB_OK ? status : MB_NO_MEMORY;
    velocity_with(d, &f, NULL, change);
    for (int i = 0; i < nv; i++) change[i] = v_next[i] - change[i];  /* v+ - v_free */
    for (int k = 0; k < LAB_LOSSES; k++) lost[k] = 0.0;
    for (int i = 0; i < nv; i++)
        lost[LAB_IMPACT] += 0.5 * change[i] * dot(nv, d->M + i * nv, change);
    for (int k = 0; k < d->nc * d->nd; k++)
        lost[LAB_FRICTION] -= p_f[k] * dot(nv, d->Jf + k * nv, v_next);
    for (int i = 0; i < d->nc; i++) lost[LAB_GAPS] -= p_n[i] * dot(nv, d->Jn + i * nv, v_next);
    return MB_OK;
}

/* Task 5, eq 8.9:  where a falling particle stops */
mb_status lab_stop(double gap, double rate, double fall, double h, double epsilon, int *steps,
                   double *rest)
{
    *steps = 0;
    while (!(gap < epsilon && rate - h * fall < 0.0)) {
        rate -= h * fall;
        gap += h * rate;
        ++*steps;
    }
    *rest = gap;
    return MB_OK;
}

/* Task 6, eq 8.10:  out of the solid, as far as a solution exists */
mb_status lab_recover(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                      double *v_next, double *p_n, double *p_f, double *share, mb_arena scratch)
{
    static const double shares[] = { 1.0, 0.5, 0.25, 0.125, 0.0 };
    double *rate = mb_arena_doubles(&scratch, d->nc);
    mb_status status = MB_NO_MEMORY;

    for (int k = 0; rate && k < 5; k++) {
        for (int i = 0; i < d->nc; i++)
            rate[i] = (d->psi[i] < 0.0 ? shares[k] : 1.0) * d->psi[i] / d->h;
        status = step_with(d, rate, q, solver, q_next, v_next, p_n, p_f, scratch);
        if (status != MB_OK) continue;
        *share = shares[k];
        break;
    }
    return status;
}
