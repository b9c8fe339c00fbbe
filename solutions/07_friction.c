/* Lab 7, solved: friction directions, and Stewart and Trinkle's formulation with friction. */
#include "lab.h"

#include <math.h>

/* two unit vectors at right angles to n and to each other, in space */
static void tangents(const double *n, double *t, double *u)
{
    int least = 0;
    double length;

    for (int i = 1; i < 3; i++)
        if (fabs(n[i]) < fabs(n[least])) least = i;
    for (int i = 0; i < 3; i++) t[i] = (i == least ? 1.0 : 0.0) - n[least] * n[i];
    length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);  /* >= sqrt(2/3) */
    for (int i = 0; i < 3; i++) t[i] /= length;
    u[0] = n[1] * t[2] - n[2] * t[1];
    u[1] = n[2] * t[0] - n[0] * t[2];
    u[2] = n[0] * t[1] - n[1] * t[0];
}

/* Task 1, eq 7.1 and 7.2:  friction directions */
mb_status lab_directions(int dim, const double *n, int nd, double *D)
{
    const double turn = 2.0 * acos(-1.0) / nd;
    double t[3], u[3];

    if (!(dim == 2 && nd == 2) && !(dim == 3 && nd >= 3)) return MB_BAD_ARG;
    if (dim == 2) {
        D[0] = -n[1];
        D[1] = n[0];
        D[2] = n[1];
        D[3] = -n[0];
        return MB_OK;
    }
    tangents(n, t, u);
    for (int k = 0; k < nd; k++)
        for (int i = 0; i < 3; i++) D[3 * k + i] = cos(turn * k) * t[i] + sin(turn * k) * u[i];
    return MB_OK;
}

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

/* Task 2, eq 7.5:  the mLCP in [v+; p_n; p_f; s] */
mb_status lab_friction_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
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
    for (int i = 0; i < d->nc; i++) b[nv + i] = d->psi[i] / d->h;
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

/* Task 3, eq 7.7:  the LCP in [p_n; p_f; s] */
mb_status lab_friction_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
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
    for (int i = 0; i < d->nc; i++) b[i] += d->psi[i] / d->h;

    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    return done(info, MB_OK);
}

/* Task 4, eq 7.8:  impulses and velocity from a solution */
mb_status lab_read_impulses(const mb_dynamics *d, const double *z, double *p_n, double *p_f,
                            double *v_next, mb_arena scratch)
{
    const blocks at = blocks_of(d);
    const int nv = d->nv;
    factors f;
    double *push = mb_arena_doubles(&scratch, nv);
    mb_status status = factor_mass(d, &f, &scratch);

    if (status != MB_OK || !push) return status != MB_OK ? status : MB_NO_MEMORY;
    for (int i = 0; i < at.friction; i++) p_n[i] = z[i];
    for (int k = at.friction; k < at.slip; k++) p_f[k - at.friction] = z[k];
    for (int i = 0; i < nv; i++) {  /* Jn' p_n + Jf' p_f */
        push[i] = 0.0;
        for (int r = 0; r < at.slip; r++) push[i] += jacobian_row(d, r)[i] * z[r];
    }
    velocity_with(d, &f, push, v_next);
    return MB_OK;
}

/* Task 5, eq 7.9:  which contacts slide, and which stick */
mb_status lab_contact_states(const mb_dynamics *d, const double *z, const double *v_next,
                             double p_small, double v_small, double *slip, lab_state *state)
{
    for (int i = 0; i < d->nc; i++) {
        slip[i] = 0.0;
        for (int k = i * d->nd; k < (i + 1) * d->nd; k++)
            slip[i] = fmax(slip[i], -dot(d->nv, d->Jf + k * d->nv, v_next));
        state[i] = slip[i] > v_small ? LAB_SLIDES : LAB_STICKS;
        if (z[i] <= p_small) state[i] = LAB_OPEN;
    }
    return MB_OK;
}

/* Task 6:  formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, double *p_n, double *p_f, mb_arena scratch)
{
    mb_lcp p;
    double *z;
    mb_status status = lab_friction_lcp(d, &p, NULL, &scratch);

    if (status != MB_OK) return status;
    z = mb_arena_doubles(&scratch, p.n);
    if (!z) return MB_NO_MEMORY;
    for (int i = 0; i < p.n; i++) z[i] = 0.0;
    status = solver(&p, NULL, z, NULL, scratch);
    if (status != MB_OK) return status;

    status = lab_read_impulses(d, z, p_n, p_f, v_next, scratch);
    if (status != MB_OK) return status;
    for (int i = 0; i < d->nv; i++) q_next[i] = q[i] + d->h * v_next[i];
    return MB_OK;
}
