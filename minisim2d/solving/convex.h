/* convex.h: two more formulations for mbsim.h, with friction as a convex model
 *
 *     #define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
 *     #define MBSIM_IMPLEMENTATION
 *     #include "mbsim.h"
 *
 * The path is relative to mbsim.h; for the declarations alone leave out the second line. The
 * formulations keep mbsim.h's contract and follow swept in its table. No lab needs them. They use
 * mbsim.h's internal functions (mbi_...), and are part of its implementation.
 */
#ifndef MBI_MORE_IMPLEMENTATION
#ifndef CONVEX_H
#define CONVEX_H

enum {
    MB_GAUSS = MB_FURTHER,       /* friction as a cone of impulses, which dilates */
    MB_TWO_PHASE                 /* friction that dissipates the most energy */
};

/* The impulses of a contact are in a cone: z_k >= 0 along rows G_k = Jn_i + mu_i Jf_k, with
 * p_n = sum_k z_k and p_f = mu_i z_k. Such a problem always has a unique v+, but friction is not
 * Coulomb's. Without friction both are ST. The layout has z, nd for each contact, instead of p_f,
 * and no p_n.
 *
 * Gauss' least constraint, the least |v+ - v_free|_M with
 *
 *     rho_k = G_k v+ + psi_i/h                                          _|_  z_k >= 0
 *
 * instead of rho_n, rho_f and sigma. A is symmetric and semidefinite without motors, and with them
 * in the box form. A sliding contact must open at mu times its slip: it floats at psi = h mu slip,
 * and if it starts at psi = 0 it hops (mu slip)^2/2g high, whatever h is.
 *
 * Two-phase, LCP only: kappa = sum p_n + sum p_l of the problem without friction, by mb_lemke; then
 * of the impulses that keep gaps open and add up to kappa at most, those that leave the least
 * energy. With N = [Jn; Jl] and V the velocities that impulses of 1 along its rows make:
 *
 *     rho_z = G (v+ - V nu) + lambda                                    _|_  z >= 0
 *     rho_l = Jl (v+ - V nu) + lambda                                   _|_  p_l >= 0
 *     gap   = N v+ + psi/h                                              _|_  nu >= 0
 *     rest  = kappa - sum z - sum p_l                                   _|_  lambda >= 0
 *
 * and v+ - V nu in the rows of motors; nu and lambda replace c. Energy is measured relative to the
 * obstacles (dpsi_dt, dpsif_dt); limits count as at rest.
 * Nothing floats, but a contact may push while it opens, and kappa is one sum for all contacts: a
 * box that should tip slides. In [ODE] eq 18, M v^{n+1} on the right should be M v^n.
 *
 * On a terrain both act on the edges that the path enters, as MB_SWEPT does. Without friction they
 * are MB_SWEPT, and so is two-phase on a single edge. With Gauss a particle does not float over an
 * edge, as it would not enter it: it slides in hops.
 *
 * Returns what mb_st_lcp does, two-phase also what mb_lemke does. Memory: at most
 * mb_convex_scratch(d).
 * Source: Gauss: Anitescu, Optimization-based simulation of nonsmooth rigid multibody dynamics,
 * Math. Program. 105, 2006; two-phase: [ODE] sec 4.1.
 */
MBSIM_API mb_lcp_formulation mb_gauss_lcp, mb_two_phase_lcp;
MBSIM_API mb_mlcp_formulation mb_gauss_mlcp, mb_gauss_box;
MBSIM_API size_t mb_convex_scratch(const mb_dynamics *d);
MBSIM_API const mb_unknowns mb_gauss_unknowns, mb_two_phase_unknowns;

/* their rows in mb_formulations */
#define MB_MORE_FORMULATIONS \
    { "gauss", "Gauss", "Gauss' least constraint: friction as a convex cone; sliding contacts " \
      "float at h mu slip", MB_DETECT_PATH, 1, 1, 1, mb_gauss_lcp, mb_gauss_mlcp, mb_gauss_box, \
      mb_convex_scratch, &mb_gauss_unknowns }, \
    { "two-phase", "two-phase", "convex: friction that dissipates the most energy; a box pushed " \
      "1 % above its tipping limit slides", MB_DETECT_PATH, 1, 1, 0, mb_two_phase_lcp, NULL, NULL, \
      mb_convex_scratch, &mb_two_phase_unknowns },

#endif /* CONVEX_H */
#else /* the implementation, included by mbsim.h at its end */

/* ==== convex models ====
 *
 * Both are Stewart-Trinkle's problem of other dynamics, without friction: a contact for each limit
 * and for each row G. Two-phase adds the rows N, and one for lambda without velocities; then it
 * changes signs in A. */

/* ---- the layouts ---- */

static int mbi_is_cone(const mb_dynamics *d) { return d->nd > 0 && d->nc > 0; }

/* [v+; p_b; p_l; naux; z; p_m; s] */
static void mbi_cone_layout(const mb_dynamics *d, mb_form form, int naux, mb_layout *out)
{
    const mb_unknowns *as = out->as;
    mb_dynamics flat = *d;

    if (mbi_is_cone(d)) flat.nc = 0;
    mbi_layout(&flat, MB_ST, form, out);
    if (!mbi_is_cone(d)) return;
    out->as = as;
    out->naux = naux;
    out->friction = out->aux + naux;
    out->nf = d->nc * d->nd;
    out->motor = out->friction + out->nf;
    out->slip = out->motor + out->nm;
    out->n = out->slip + out->ns;
}

static void mbi_gauss_layout(const mb_dynamics *d, mb_form form, mb_layout *out)
{
    mbi_cone_layout(d, form, 0, out);
}

static void mbi_two_phase_layout(const mb_dynamics *d, mb_form form, mb_layout *out)
{
    mbi_cone_layout(d, form, d->nc + d->nl + 1, out);
}

static void mbi_gauss_complete(const mb_layout *at, const double *b, double *z)
{
    (void)at, (void)b, (void)z;                                /* no auxiliary unknowns */
}

/* the least lambda with rho_z, rho_l >= 0 */
static void mbi_two_phase_complete(const mb_layout *at, const double *b, double *z)
{
    double *lambda = z + at->friction - 1;

    for (int r = at->limit; r < at->motor; r++)
        if (mbi_pushes(at, r)) *lambda = fmax(*lambda, -b[r]);
}

static void mbi_cone_impulses(const mb_dynamics *d, const mb_layout *at, const double *z,
                              double *p_n, double *p_f)
{
    for (int f = 0; f < d->nc * d->nd; f++) {
        p_n[f / d->nd] += z[at->friction + f];
        p_f[f] = d->mu[f / d->nd] * z[at->friction + f];
    }
}

const mb_unknowns mb_gauss_unknowns = { mbi_gauss_layout, mbi_gauss_complete, mbi_cone_impulses };
const mb_unknowns mb_two_phase_unknowns = { mbi_two_phase_layout, mbi_two_phase_complete,
                                            mbi_cone_impulses };

/* ---- the rows ---- */

typedef struct {
    const mb_dynamics *d;        /* as they are */
    double *J, *gap;             /* J[rows*nv], gap[rows] of `flat` */
    mb_dynamics flat;            /* without friction and limits */
} mbi_cones;

/* memory for the rows of J, each with its gap */
static int mbi_cones_make(mbi_cones *c, const mb_dynamics *d, int rows, mb_arena *arena)
{
    c->d = d;
    c->J = mb_arena_matrix(arena, rows, d->nv);
    c->gap = mb_arena_doubles(arena, rows);
    c->flat = *d;
    c->flat.nc = rows;
    c->flat.nd = c->flat.nl = 0;
    c->flat.Jn = c->J;
    c->flat.psi = c->flat.bias = c->gap;
    c->flat.group = NULL;
    c->flat.dpsi_dt = NULL;
    return c->J && c->gap;
}

/* Jn_i, and its gap as a rate */
static double mbi_cones_normal(const mbi_cones *c, int i, double *R)
{
    const mb_dynamics *d = c->d;

    mbi_copy(d->nv, d->Jn + i * d->nv, R);
    return (d->bias ? d->bias[i] : d->psi[i] / d->h) + (d->dpsi_dt ? d->dpsi_dt[i] : 0.0);
}

/* The rows of limits from row r on, with their gaps or 0; returns the row after them. */
static int mbi_cones_limits(mbi_cones *c, int r, int gaps)
{
    const mb_dynamics *d = c->d;

    for (int k = 0; k < d->nl; k++, r++) {
        mbi_copy(d->nv, d->Jl + k * d->nv, c->J + r * d->nv);
        c->gap[r] = gaps ? d->psi_l[k] / d->h : 0.0;
    }
    return r;
}

/* the rows G_k, with the contacts' gaps or only the obstacles' speeds */
static int mbi_cones_friction(mbi_cones *c, int r, int gaps)
{
    const mb_dynamics *d = c->d;

    for (int f = 0; f < d->nc * d->nd; f++, r++) {
        const int i = f / d->nd;
        double gap = mbi_cones_normal(c, i, c->J + r * d->nv);
        if (!gaps) gap = d->dpsi_dt ? d->dpsi_dt[i] : 0.0;
        mbi_axpy(d->nv, d->mu[i], d->Jf + f * d->nv, c->J + r * d->nv);
        c->gap[r] = gap + (d->dpsif_dt ? d->mu[i] * d->dpsif_dt[f] : 0.0);
    }
    return r;
}

/* the rows N, and lambda's, whose "gap" is kappa */
static int mbi_cones_gaps(mbi_cones *c, int r, double kappa)
{
    const mb_dynamics *d = c->d;

    for (int i = 0; i < d->nc; i++, r++) c->gap[r] = mbi_cones_normal(c, i, c->J + r * d->nv);
    r = mbi_cones_limits(c, r, 1);
    mbi_zero(d->nv, c->J + r * d->nv);
    c->gap[r] = kappa;
    return r + 1;
}

/* ---- Gauss ---- */

static mb_status mbi_gauss(mb_form form, const mb_dynamics *d, mb_mlcp *out, mb_info *info,
                           mb_arena *arena)
{
    mb_status status = mb_check_dynamics(d, info);
    mbi_cones c;
    mb_arena a;

    if (!out || !arena) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (status != MB_OK) return status;
    if (!mbi_is_cone(d)) return mbi_formulate(MB_ST, form, d, out, info, arena);
    if (form == MB_FORM_BOX && mbi_unpaired(d) >= 0)
        return mbi_refuse(info, MB_BAD_ARG, mbi_unpaired(d) / d->nd);
    a = *arena;
    if (!mbi_cones_make(&c, d, d->nl + d->nc * d->nd, &a))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    mbi_cones_friction(&c, mbi_cones_limits(&c, 0, 1), 1);
    status = mbi_formulate(MB_ST, form, &c.flat, out, info, &a);
    if (status == MB_OK) *arena = a;
    return status;
}

mb_status mb_gauss_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    mb_mlcp p;
    mb_status status = mbi_gauss(MB_FORM_LCP, d, out ? &p : NULL, info, arena);

    if (status == MB_OK) *out = mbi_as_lcp(&p);
    return status;
}

mb_status mb_gauss_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    return mbi_gauss(MB_FORM_MLCP, d, out, info, arena);
}

mb_status mb_gauss_box(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    return mbi_gauss(MB_FORM_BOX, d, out, info, arena);
}

/* ---- two-phase ---- */

/* kappa; info is filled */
static mb_status mbi_first_phase(const mb_dynamics *d, double *kappa, mb_info *info,
                                 mb_arena scratch)
{
    mb_dynamics smooth = *d;
    mb_status status;
    mb_lcp p;
    double *z;

    smooth.nd = 0;
    status = mb_st_lcp(&smooth, &p, info, &scratch);
    if (status != MB_OK) return status;
    z = mb_arena_doubles(&scratch, p.n);
    if (!z) return mbi_refuse(info, MB_NO_MEMORY, -1);
    status = mb_lemke(&p, NULL, z, info, scratch);
    *kappa = 0.0;
    for (int i = 0; i < d->nc + d->nl && status == MB_OK; i++) *kappa += z[i];
    return status;
}

/* A, from the rows p_l, N, lambda, z, p_m as contacts; nu acts with opposite sign, and only in the
 * rows of impulses; lambda and kappa appear in those of p_l and z */
static void mbi_second_phase(const mb_layout *at, double *A)
{
    const int n = at->n, lambda = at->friction - 1;

    for (int r = at->limit; r < at->slip; r++)
        for (int j = at->aux; j < lambda; j++)
            A[r * n + j] = mbi_pushes(at, r) ? 0.0 - A[r * n + j] : 0.0;
    for (int r = at->limit; r < at->motor; r++) {
        if (!mbi_pushes(at, r)) continue;
        A[r * n + lambda] = 1.0;
        A[lambda * n + r] = -1.0;
    }
}

mb_status mb_two_phase_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    mb_status status = mb_check_dynamics(d, info);
    mbi_assembly as;
    mb_layout at;
    mb_arena a, scratch;
    mbi_cones c;
    double *A, *b, kappa;

    if (!out || !arena) return mbi_refuse(info, MB_BAD_ARG, -1);
    if (status != MB_OK) return status;
    if (!mbi_is_cone(d)) return mb_st_lcp(d, out, info, arena);
    status = mbi_first_phase(d, &kappa, info, *arena);
    if (status != MB_OK) return status;
    a = *arena;
    mbi_two_phase_layout(d, MB_FORM_LCP, &at);
    A = mb_arena_matrix(&a, at.n, at.n);
    b = mb_arena_doubles(&a, at.n);
    scratch = a;
    if (!A || !b || !mbi_cones_make(&c, d, at.motor, &scratch))
        return mbi_refuse(info, MB_NO_MEMORY, -1);
    mbi_cones_friction(&c, mbi_cones_gaps(&c, mbi_cones_limits(&c, 0, 0), kappa), 0);
    as.d = &c.flat;
    as.keeps_gap = 1;
    mbi_layout(&c.flat, MB_ST, MB_FORM_LCP, &as.at);
    status = mbi_assemble(&as, MB_FORM_LCP, A, b, scratch);
    if (status != MB_OK) return mbi_refuse(info, status, -1);
    mbi_second_phase(&at, A);
    *arena = a;
    out->n = at.n;
    out->A = A;
    out->b = b;
    return mbi_done(info, MB_OK, 0, HUGE_VAL, -1);
}

/* that of two-phase, which has the most unknowns: its rows and their problem; before them the first
 * phase's problem and solver */
size_t mb_convex_scratch(const mb_dynamics *d)
{
    const double rows = d->nc * (1.0 + d->nd) + 2.0 * d->nl + 1.0;
    const size_t plain = mb_formulation_scratch(d);
    mb_dynamics flat = *d, smooth = *d;
    size_t first, second;

    if (plain == 0 || plain == SIZE_MAX || rows > MB_MAX_N) return plain == 0 ? 0 : SIZE_MAX;
    smooth.nd = 0;
    flat.nc = (int)rows;
    flat.nd = flat.nl = 0;
    first = mbi_sum(mb_formulation_scratch(&smooth),
                    mbi_sum(mbi_bytes((double)d->nc + d->nl + 3.0 * d->nm, 0.0),
                            mb_lemke_scratch(d->nc + d->nl + 3 * d->nm)));
    second = mbi_sum(mb_formulation_scratch(&flat), mbi_bytes(rows * (d->nv + 1.0), 0.0));
    return first > second ? first : second;
}

#endif
