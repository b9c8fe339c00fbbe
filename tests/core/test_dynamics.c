/* test_dynamics.c: formulations on textbook problems worked out by hand, and on random systems
 * against the equations */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "mbsim.h"

#define G 9.81
#define H 0.01

static double memory[2000000];

static mb_arena arena(void) { return mb_arena_make(memory, sizeof memory); }

static double max_difference(int n, const double *x, const double *y)
{
    double m = 0.0;

    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= m)) m = fabs(x[i] - y[i]);
    return m;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* ---- worked examples ------------------------------------------------------------------------- */

/* a sphere on a plane, four friction directions: every number of A, b, z and v+ is known */
static void sphere_on_a_plane(void)
{
    const double J = 0.4, mu = 0.125, psi = 0.0;
    const double direction[4][3] = { { 1, 0, 0 }, { 0, -1, 0 }, { -1, 0, 0 }, { 0, 1, 0 } };
    const double A[36] = { 1, 0, 0, 0, 0, 0, 0, 3.5, 0, -3.5, 0, 1, 0, 0, 3.5, 0, -3.5, 1, 0, -3.5,
        0, 3.5, 0, 1, 0, 0, -3.5, 0, 3.5, 1, 0.125, -1, -1, -1, -1, 0 };
    const double b[6] = { -0.0981, 1, 0, -1, 0, 0 },
        z[6] = { 0.0981, 0, 0, 0.0122625, 0, 0.95708125 };
    const double v[6] = { 1, 0, 0, 0, 0, 0 }, p_ext[6] = { 0, 0, -H * G, 0, 0, 0 };
    const double Jn[6] = { 0, 0, 1, 0, 0, 0 };
    double M[36] = { 0 }, Jf[24], got[6], v_next[6];
    mb_arena a = arena();
    mb_layout at;
    mb_lcp p;
    mb_info info;

    for (int i = 0; i < 3; i++) {
        M[7 * i] = 1.0;
        M[7 * (i + 3)] = J;
    }
    for (int k = 0; k < 4; k++) {                              /* [t; r x t], r = (0, 0, -1) */
        const double *t = direction[k], row[6] = { t[0], t[1], t[2], t[1], -t[0], 0 };
        memcpy(Jf + 6 * k, row, sizeof row);
    }
    mb_dynamics d = {
        .nv = 6, .nc = 1, .nd = 4, .h = H, .M = M, .v = v, .p_ext = p_ext, .Jn = Jn, .Jf = Jf,
        .psi = &psi, .mu = &mu
    };
    check(mb_st_lcp(&d, &p, &info, &a) == MB_OK && p.n == 6, "sphere on a plane: six unknowns");
    check_near(max_difference(36, p.A, A), 0.0, 1e-15, "sphere on a plane: A");
    check_near(max_difference(6, p.b, b), 0.0, 1e-15, "sphere on a plane: b");
    check(mb_lemke(&p, NULL, got, &info, a) == MB_OK, "sphere on a plane: solved");
    check_near(max_difference(6, got, z), 0.0, 1e-12, "sphere on a plane: z");
    mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at);
    check(mb_step_result(&d, &at, got, v_next, NULL, NULL, NULL, a) == MB_OK,
          "sphere on a plane: mb_step_result returns v+");
    check_near(v_next[0], 0.9877375, 1e-12, "sphere on a plane: it slows down by mu g h");
    check_near(v_next[2], 0.0, 1e-15, "sphere on a plane: it stays on the plane");
    check_near(v_next[4], 0.0122625 / J, 1e-12,
               "sphere on a plane: friction makes it roll forward");
}

/* v+ of one step of d as an LCP, and z */
static mb_status step_of(mb_formulation f, const mb_dynamics *d, mb_layout *at, double *z,
                         double *v)
{
    mb_arena a = arena();
    mb_lcp p;
    mb_status status = mb_formulations[f].lcp(d, &p, NULL, &a);

    mb_layout_of(d, f, MB_FORM_LCP, at);
    memset(z, 0, (size_t)at->n * sizeof *z);
    if (status == MB_OK) status = mb_lemke(&p, NULL, z, NULL, a);
    return status == MB_OK ? mb_step_result(d, at, z, v, NULL, NULL, NULL, a) : status;
}

/* ---- PEG ------------------------------------------------------------------------------------- */

/* a corner sharper than 90 degrees: three solutions, and the one without impulse comes first */
static void sharp_corner(void)
{
    const double c = 0.5 * sqrt(3.0), M[4] = { 1, 0, 0, 1 }, Jn[4] = { 0, 1, c, -0.5 },
        psi[2] = { 0, 0 };
    const double v[2] = { (0.5 - 1.0) / c, -2.0 };             /* Jn v = (-2, 0.5) = free psi+/h */
    const double A[4] = { 1, 1, 1.5, 1 }, b[2] = { -2, -2.5 };
    const double known[3][2] = { { 0, 2.5 }, { 1, 1 }, { 2, 0 } };
    const int group[2] = { 7, 7 };
    const mb_dynamics d = {
        .nv = 2, .nc = 2, .h = H, .M = M, .v = v, .Jn = Jn, .psi = psi, .group = group
    };
    mb_arena a = arena();
    mb_layout at;
    mb_lcp p;
    double z[2];

    check(mb_peg_lcp(&d, &p, NULL, &a) == MB_OK && p.n == 2, "sharp corner: unknowns p and c");
    check_near(max_difference(4, p.A, A), 0.0, 1e-15, "sharp corner: A");
    check_near(max_difference(2, p.b, b), 0.0, 1e-14, "sharp corner: b");
    for (int i = 0; i < 3; i++)
        check_near(mb_residual(&p, known[i]), 0.0, 1e-14,
                   "sharp corner: (p, c) = (%g, %g) is a solution", known[i][0], known[i][1]);
    const mb_mlcp q = { .n = p.n, .A = p.A, .b = p.b };
    mb_layout_of(&d, MB_PEG, MB_FORM_LCP, &at);
    check(mb_no_impulse(&d, &at, &q, z, a) == MB_OK, "sharp corner: free motion gives a candidate");
    check_near(max_difference(2, z, known[0]), 0.0, 1e-14,
               "sharp corner: the candidate is the solution without impulse");
}

/* random dynamics, each in its own memory */
typedef struct {
    mb_dynamics d;
    double M[64], v[8], p_ext[8], Jn[96], Jf[384], psi[12], mu[12], Jb[24], phi[3], rate[12],
        ratef[48];
    double bias[12], Jl[24], psi_l[3], Jm[24], speed[3], effort[3];
    int group[12];
} system_data;

static void fill(rng *r, int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = rng_range(r, -1.0, 1.0);
}

/* nd even: directions come in opposite pairs, so that they span positively */
static void random_system(rng *r, int nv, int nc, int nd, int nb, int groups, system_data *s)
{
    memset(s, 0, sizeof *s);
    /* M = B'B + I, with Jf as B's room */
    fill(r, nv * nv, s->Jf);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            s->M[i * nv + j] = i == j;
            for (int k = 0; k < nv; k++) s->M[i * nv + j] += s->Jf[k * nv + i] * s->Jf[k * nv + j];
        }
    fill(r, nv, s->v);
    fill(r, nv, s->p_ext);
    fill(r, nc * nv, s->Jn);
    fill(r, nc * nd * nv, s->Jf);
    for (int i = 0; i < nc * nd; i += 2)
        for (int j = 0; j < nv; j++) s->Jf[(i + 1) * nv + j] = -s->Jf[i * nv + j];
    fill(r, nb * nv, s->Jb);
    for (int i = 0; i < nc; i++) {
        s->psi[i] = rng_range(r, 0.0, 0.01);
        s->mu[i] = rng_unit(r);
        s->group[i] = i * groups / nc;
    }
    s->d = (mb_dynamics){
        .nv = nv, .nc = nc, .nd = nd, .nb = nb, .h = H, .M = s->M, .v = s->v, .p_ext = s->p_ext,
        .Jn = s->Jn, .Jf = s->Jf, .psi = s->psi, .mu = s->mu, .group = s->group, .Jb = s->Jb,
        .phi = s->phi
    };
}

/* limits and motors for a system; some motors are weak and some strong beside its impulses */
static void add_limits_and_motors(rng *r, int nl, int nm, system_data *s)
{
    fill(r, nl * s->d.nv, s->Jl);
    fill(r, nm * s->d.nv, s->Jm);
    fill(r, nm, s->speed);
    for (int k = 0; k < nl; k++) s->psi_l[k] = rng_range(r, 0.0, 0.01);
    for (int k = 0; k < nm; k++) s->effort[k] = rng_range(r, 0.0, 2.0) / H;
    s->d.nl = nl;
    s->d.nm = nm;
    s->d.Jl = s->Jl;
    s->d.psi_l = s->psi_l;
    s->d.Jm = s->Jm;
    s->d.speed = s->speed;
    s->d.effort = s->effort;
}

/* ---- convex models --------------------------------------------------------------------------- */

/* x'Mx / 2 of x = v - from; from = NULL: 0 */
static double energy(const mb_dynamics *d, const double *v, const double *from)
{
    double x[8], sum = 0.0;

    for (int i = 0; i < d->nv; i++) x[i] = v[i] - (from ? from[i] : 0.0);
    for (int i = 0; i < d->nv; i++) sum += 0.5 * x[i] * dot(d->nv, d->M + i * d->nv, x);
    return sum;
}

/* A body of 2 kg, mu = .3, that slides at 1 m/s floats in Gauss' model: it stays at psi = h mu
 * slip, with Coulomb's friction, and rises from below. */
static void gauss_floats(void)
{
    static const double M[4] = { 2, 0, 0, 2 }, Jn[2] = { 0, 1 }, Jf[4] = { -1, 0, 1, 0 };
    const double slip = 1.0 - 0.3 * G * H, mu = 0.3, v[2] = { 1, 0 }, p_ext[2] = { 0, -H * 2 * G };

    for (int below = 0; below < 2; below++) {
        const double psi = H * 0.3 * slip - (below ? 1e-4 : 0.0);
        const mb_dynamics d = { .nv = 2, .nc = 1, .nd = 2, .h = H, .M = M, .v = v, .p_ext = p_ext,
                                .Jn = Jn, .Jf = Jf, .psi = &psi, .mu = &mu };
        double z[8], v_next[2] = { nan(""), nan("") };
        mb_layout at;
        (void)step_of(MB_GAUSS, &d, &at, z, v_next);
        if (below) check(v_next[1] > 1e-3, "Gauss: below that height it rises: %g m/s", v_next[1]);
        else check(fabs(v_next[0] - slip) < 1e-14 && fabs(v_next[1]) < 1e-14,
                   "Gauss: at psi = h mu slip it stays, and slows down by mu g h: (%g, %g) m/s",
                   v_next[0], v_next[1]);
    }
}

/* sum p_n + sum p_l without friction */
static double kappa_of(const mb_dynamics *d)
{
    mb_dynamics smooth = *d;
    mb_layout at;
    double z[64], v[8], sum = 0.0;

    smooth.nd = 0;
    if (step_of(MB_ST, &smooth, &at, z, v) != MB_OK) return nan("");
    for (int i = 0; i < d->nc + d->nl; i++) sum += z[i];
    return sum;
}

/* by how much a step violates two-phase's conditions on gaps, cones and kappa; v is its v+ */
static double two_phase_violation(const mb_dynamics *d, const mb_layout *at, const double *z,
                                  const double *v)
{
    const int nv = d->nv;
    double p_n[12], p_f[48], x[8], sum = -kappa_of(d), w = 0.0;

    mb_step_result(d, at, z, x, p_n, p_f, NULL, arena());
    for (int i = 0; i < d->nc; i++) {
        const double gap = d->psi[i] / d->h + dot(nv, d->Jn + i * nv, v);
        sum += p_n[i];
        w = fmax(w, fmax(-gap, p_f[2 * i] + p_f[2 * i + 1] - d->mu[i] * p_n[i]));
        w = fmax(w, fmax(-p_n[i], -fmin(p_f[2 * i], p_f[2 * i + 1])));
    }
    for (int k = 0; k < d->nl; k++) {
        const double gap = d->psi_l[k] / d->h + dot(nv, d->Jl + k * nv, v);
        sum += z[at->limit + k];
        w = fmax(w, fmax(-gap, -z[at->limit + k]));
    }
    for (int k = 0; k < d->nm; k++)
        w = fmax(w, fabs(z[at->motor + 2 * k] - z[at->motor + 2 * k + 1]) - d->h * d->effort[k]);
    return fmax(w, sum);
}

/* Two-phase keeps the gaps with impulses in their cones. Their sum is at most that without
 * friction. The energy left is at most that without friction, and at most that of Stewart-Trinkle
 * where its impulses are no larger. */
static void two_phase_takes_energy(void)
{
    rng r = { 142 };
    double wrong = 0.0, less = 0.0;
    int solved = 0, compared = 0;

    for (int trial = 0; trial < 300; trial++) {
        system_data s;
        mb_dynamics smooth;
        mb_layout at;
        double z[64], v[8], other[8], p_n[12], sum = 0.0;
        random_system(&r, 2 + rng_int(&r, 5), 1 + rng_int(&r, 4), 2, rng_int(&r, 2), 1, &s);
        if (trial % 2) add_limits_and_motors(&r, rng_int(&r, 3), trial % 3 == 0, &s);
        if (step_of(MB_TWO_PHASE, &s.d, &at, z, v) != MB_OK) continue;
        solved++;
        wrong = fmax(wrong, two_phase_violation(&s.d, &at, z, v));
        if (s.d.nm > 0) continue;                              /* motors may add energy */
        smooth = s.d;
        smooth.nd = 0;
        step_of(MB_ST, &smooth, &at, z, other);
        less = fmax(less, energy(&s.d, v, NULL) - energy(&s.d, other, NULL));
        if (step_of(MB_ST, &s.d, &at, z, other) != MB_OK) continue;
        mb_step_result(&s.d, &at, z, other, p_n, NULL, NULL, arena());
        for (int i = 0; i < s.d.nc; i++) sum += p_n[i];
        for (int k = 0; k < s.d.nl; k++) sum += z[at.limit + k];
        if (sum > kappa_of(&s.d)) continue;
        compared++;
        less = fmax(less, energy(&s.d, v, NULL) - energy(&s.d, other, NULL));
    }
    check(solved >= 295 && compared > 50, "two-phase: solved (%d of 300; %d beside ST)", solved,
          compared);
    check_near(wrong, 0.0, 1e-8, "two-phase: gaps, cones and kappa are kept");
    check_near(less, 0.0, 1e-8, "two-phase: no admissible impulse leaves less energy");
}

/* Between two walls that demand 10 m/s in opposite directions the first phase has no solution: z
 * would be a ray, and kappa undefined. */
static void two_phase_between_walls(void)
{
    static const double M[4] = { 1, 0, 0, 1 }, v[2] = { 0, 0 }, p_ext[2] = { 0, 0 };
    static const double Jn[4] = { 1, 0, -1, 0 }, Jf[8] = { 0, 1, 0, -1, 0, -1, 0, 1 };
    static const double psi[2] = { -0.1, -0.1 }, mu[2] = { 0.5, 0.5 };
    static const int group[2] = { 0, 1 };
    const mb_dynamics d = { .nv = 2, .nc = 2, .nd = 2, .h = H, .M = M, .v = v, .p_ext = p_ext,
                            .Jn = Jn, .Jf = Jf, .psi = psi, .mu = mu, .group = group };
    mb_arena a = arena();
    const mb_arena before = a;
    mb_info info = { 0 };
    mb_lcp p = { -1, NULL, NULL };
    const mb_status status = mb_two_phase_lcp(&d, &p, &info, &a);

    check(status == MB_RAY && info.status == MB_RAY,
          "two-phase: no first phase between walls, so no problem is formed (%s)",
          mb_status_name(status));
    check(p.n == -1 && a.beg == before.beg, "two-phase: nothing is written, no memory kept");
}

/* ---- the equations, row by row --------------------------------------------------------------- */

enum { MOST = 100 };             /* unknowns of any problem below */

typedef struct {
    int m, n;                    /* the first m unknowns are free: velocities, impulses of joints */
    double A[MOST][MOST], b[MOST];
} equations;

/* one form of a formulation, an LCP as an mLCP without bounds; the box form takes directions in
 * opposite pairs */
static mb_status formulate(mb_formulation f, mb_form form, const mb_dynamics *d, mb_mlcp *out,
                           mb_info *info, mb_arena *a)
{
    mb_lcp p = { out->n, out->A, out->b };
    mb_status status;

    if (form == MB_FORM_MLCP) return mb_formulations[f].mlcp(d, out, info, a);
    if (form == MB_FORM_BOX) return mb_formulations[f].box(d, out, info, a);
    status = mb_formulations[f].lcp(d, &p, info, a);
    out->n = p.n;
    out->A = p.A;
    out->b = p.b;
    return status;
}

static int is_facet(mb_formulation f, const mb_dynamics *d, int i)
{
    return mb_formulations[f].detection == MB_DETECT_GROUPS && i > 0 && d->group &&
           d->group[i] == d->group[i - 1];
}

static int is_shared(const mb_dynamics *d, int k)
{
    return k > 0 && d->share && d->share[k] == d->share[k - 1];
}

static int is_cone(mb_formulation f, const mb_dynamics *d)
{
    return mb_formulations[f].cone && d->nc > 0 && d->nd > 0;
}

static int two_phases(mb_formulation f, const mb_dynamics *d)
{
    return is_cone(f, d) && !mb_formulations[f].dilates;
}

/* the unknowns in their order */
static mb_layout places(mb_formulation f, mb_form form, const mb_dynamics *d)
{
    const int cone = is_cone(f, d), box = form == MB_FORM_BOX;
    mb_layout at;
    int groups = 0, efforts = 0;

    memset(&at, 0, sizeof at);
    for (int i = 0; i < d->nc; i++) groups += !is_facet(f, d, i);
    for (int k = 0; k < d->nm; k++) efforts += !is_shared(d, k);
    at.nv = form == MB_FORM_MLCP ? d->nv : 0;
    at.nb = form == MB_FORM_MLCP ? d->nb : 0;
    at.nn = cone ? 0 : groups;
    at.nl = d->nl;
    at.naux = !cone ? d->nc - groups : two_phases(f, d) ? d->nc + d->nl + 1 : 0;
    at.nf = cone ? d->nc * d->nd : groups * (box ? d->nd / 2 : d->nd);
    at.nm = box ? d->nm : 2 * d->nm;
    at.ns = box ? 0 : efforts + (d->nd > 0 ? at.nn : 0);
    at.b = at.nv;
    at.normal = at.b + at.nb;
    at.limit = at.normal + at.nn;
    at.aux = at.limit + at.nl;
    at.friction = at.aux + at.naux;
    at.motor = at.friction + at.nf;
    at.slip = at.motor + at.nm;
    at.n = at.slip + at.ns;
    return at;
}

/* adds sign R v+ + gap to row r; pushes = 1: also sign R' times its impulse to the momentum; less:
 * subtracts R times the velocities that begin at that unknown */
static void add_row(equations *q, int r, int nv, double sign, const double *R, double gap,
                    int pushes, int less)
{
    for (int j = 0; j < nv; j++) {
        q->A[r][j] += sign * R[j];
        if (pushes) q->A[j][r] -= sign * R[j];
        if (less) q->A[r][less + j] -= sign * R[j];
    }
    q->b[r] += gap;
}

/* contacts of ST, AP and PEG, from unknown m on */
static void add_contacts(equations *q, mb_formulation f, const mb_dynamics *d, const mb_layout *at)
{
    const int nv = d->nv, m = q->m;
    int g = -1, c = m + at->aux - 1, first = 0, from = 0;
    double gap[12];

    for (int i = 0; i < d->nc; i++) {
        const double rate = d->dpsi_dt ? d->dpsi_dt[i] : 0.0;
        const int facet = is_facet(f, d, i), r = m + at->normal + (facet ? g : ++g);
        const int s = m + at->slip + g;
        gap[i] = rate + (mb_formulations[f].keeps_gap ? d->psi[i] / d->h : 0.0);
        if (facet) {                                           /* a = rho_i + c's - rho_k */
            add_row(q, ++c, nv, 1.0, d->Jn + first * nv, gap[first], 0, 0);
            add_row(q, c, nv, -1.0, d->Jn + i * nv, -gap[i], 0, 0);
            for (int j = from; j <= c; j++) q->A[c][j] = 1.0;
            q->A[r][c] = 1.0;
            continue;
        }
        first = i;
        from = c + 1;
        add_row(q, r, nv, 1.0, d->Jn + i * nv, d->bias ? d->bias[i] + rate : gap[i], 1, 0);
        for (int k = i * d->nd, t = m + at->friction + g * d->nd; k < (i + 1) * d->nd; k++, t++) {
            add_row(q, t, nv, 1.0, d->Jf + k * nv, d->dpsif_dt ? d->dpsif_dt[k] : 0.0, 1, 0);
            q->A[t][s] = 1.0;
            q->A[s][t] = -1.0;
            q->A[s][r] = d->mu[i];
        }
    }
}

/* contacts of the convex models; in two-phase the rows of gaps, whose nu act on the velocities that
 * begin at unknown `less` */
static void add_cones(equations *q, const mb_dynamics *d, const mb_layout *at, int less)
{
    const int nv = d->nv, nu = q->m + at->aux, lambda = q->m + at->friction - 1;

    for (int i = 0; i < d->nc; i++) {
        const double rate = d->dpsi_dt ? d->dpsi_dt[i] : 0.0;
        const double gap = rate + (d->bias ? d->bias[i] : d->psi[i] / d->h);
        for (int k = i * d->nd; k < (i + 1) * d->nd; k++) {
            const int r = q->m + at->friction + k;
            add_row(q, r, nv, 1.0, d->Jn + i * nv, less ? rate : gap, 1, less);
            add_row(q, r, nv, d->mu[i], d->Jf + k * nv,
                    d->dpsif_dt ? d->mu[i] * d->dpsif_dt[k] : 0.0, 1, less);
            if (less) q->A[r][lambda] = 1.0, q->A[lambda][r] = -1.0;
        }
        if (less) add_row(q, nu + i, nv, 1.0, d->Jn + i * nv, gap, 0, 0);
        for (int j = 0; j < nv && less; j++) q->A[less + j][nu + i] = -d->Jn[i * nv + j];
    }
    for (int k = 0; k < d->nl && less; k++) {
        const int r = q->m + at->limit + k, own = nu + d->nc + k;
        q->A[r][lambda] = 1.0, q->A[lambda][r] = -1.0;
        add_row(q, own, nv, 1.0, d->Jl + k * nv, d->psi_l[k] / d->h, 0, 0);
        for (int j = 0; j < nv; j++) q->A[less + j][own] = -d->Jl[k * nv + j];
    }
    if (less) q->b[lambda] = kappa_of(d);
}

/* the problem as mbsim.h and convex.h state it, with free unknowns: v+ and p_b; in two-phase then
 * V nu, with impulses of joints of its own */
static void by_equations(mb_formulation f, const mb_dynamics *d, equations *q)
{
    const mb_layout at = places(f, MB_FORM_LCP, d);
    const int nv = d->nv, less = two_phases(f, d) ? nv + d->nb : 0;

    memset(q, 0, sizeof *q);
    q->m = less ? 2 * less : nv + d->nb;
    q->n = q->m + at.n;
    for (int from = 0; from < q->m; from += nv + d->nb) {
        for (int i = 0; i < nv; i++) {
            for (int j = 0; j < nv; j++) q->A[from + i][from + j] = d->M[i * nv + j];
            if (from == 0) q->b[i] = -dot(nv, d->M + i * nv, d->v) - d->p_ext[i];
        }
        for (int k = 0; k < d->nb; k++)
            for (int j = 0; j < nv; j++) {
                q->A[from + nv + k][from + j] = d->Jb[k * nv + j];
                q->A[from + j][from + nv + k] = -d->Jb[k * nv + j];
            }
    }
    for (int k = 0; k < d->nb; k++) q->b[nv + k] = d->phi ? d->phi[k] / d->h : 0.0;
    for (int k = 0; k < d->nl; k++)
        add_row(q, q->m + at.limit + k, nv, 1.0, d->Jl + k * nv, less ? 0.0 : d->psi_l[k] / d->h, 1,
                less);
    if (is_cone(f, d)) add_cones(q, d, &at, less);
    else add_contacts(q, f, d, &at);
    for (int k = 0, s = q->n; k < d->nm; k++) {
        if (k == 0) for (int i = 0; i < d->nm; i++) s -= !is_shared(d, i);
        else s += !is_shared(d, k);
        if (!is_shared(d, k)) q->b[s] = d->h * d->effort[k];
        for (int i = 0; i < 2; i++) {
            const int r = q->m + at.motor + 2 * k + i;
            const double sign = i ? -1.0 : 1.0;
            add_row(q, r, nv, sign, d->Jm + k * nv, -sign * d->speed[k], 1, less);
            q->A[r][s] = 1.0;
            q->A[s][r] = -1.0;
        }
    }
}

/* the free unknowns eliminated from the other rows */
static void eliminate(equations *q)
{
    for (int k = 0; k < q->m; k++) {
        int p = k;
        for (int i = k + 1; i < q->m; i++)
            if (fabs(q->A[i][k]) > fabs(q->A[p][k])) p = i;
        for (int j = 0; j < q->n; j++) {
            const double t = q->A[k][j];
            q->A[k][j] = q->A[p][j];
            q->A[p][j] = t;
        }
        const double t = q->b[k];
        q->b[k] = q->b[p];
        q->b[p] = t;
        for (int i = k + 1; i < q->n; i++) {
            const double l = q->A[i][k] / q->A[k][k];
            for (int j = k; j < q->n; j++) q->A[i][j] -= l * q->A[k][j];
            q->b[i] -= l * q->b[k];
        }
    }
}

/* how far p is from rows and columns of[] of the equations */
static double apart_from(const equations *q, const int *of, const mb_mlcp *p)
{
    const int n = p->n;
    double most = 0.0;

    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(p->b[i] - q->b[of[i]]));
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(p->A[i * n + j] - q->A[of[i]][of[j]]));
    }
    return most;
}

/* of[] = where the unknowns of a form are among the equations'; returns 1 if the bounds of p are
 * theirs */
static int bounds_of(mb_formulation f, mb_form form, const mb_dynamics *d, const equations *q,
                     const mb_mlcp *p, int *of)
{
    const mb_layout at = places(f, MB_FORM_LCP, d), box = places(f, MB_FORM_BOX, d);
    const int is_box = form == MB_FORM_BOX, half = d->nd / 2;
    int right = (form == MB_FORM_LCP) == (!p->lo && !p->hi && !p->findex), primary[12], g = 0;

    for (int i = 0; i < d->nc; i++)
        if (!is_facet(f, d, i)) primary[g++] = i;
    for (int i = 0; i < p->n; i++) {
        const int k = i - box.motor, motor = is_box && k >= 0, t = i - box.friction;
        const int tangent = is_box && t >= 0 && !motor && !is_cone(f, d);
        const double most = motor ? d->h * d->effort[k] : tangent ? d->mu[primary[t / half]]
                                                                  : HUGE_VAL;
        const double least = motor || tangent ? -most
                             : form == MB_FORM_MLCP && i < q->m ? -HUGE_VAL : 0.0;
        of[i] = motor ? q->m + at.motor + 2 * k : tangent ? q->m + at.friction + 2 * t :
                form == MB_FORM_MLCP ? i : q->m + i;
        if (form != MB_FORM_LCP) right &= p->hi[i] == most && p->lo[i] == least;
        if (is_box) right &= p->findex[i] == (tangent ? box.normal + t / half : -1);
    }
    return right;
}

/* the largest error of a random z's result in the balance of momentum, in joints, and in z's own
 * impulses; q: the problem before the elimination */
static double wrong_result(mb_formulation f, mb_form form, const mb_dynamics *d,
                           const equations *q, const int *of, rng *r, mb_arena a)
{
    const mb_layout at = places(f, form, d), lcp = places(f, MB_FORM_LCP, d);
    const int nv = d->nv, box = form == MB_FORM_BOX, nd = d->nd;
    double z[MOST], x[MOST] = { 0 }, v[8], p_n[12], p_f[48], p_b[3], wrong = 0.0;
    mb_layout used;
    int g = 0;

    mb_layout_of(d, f, form, &used);
    for (int i = 0; i < at.n; i++) {
        const int two = box && (i >= at.motor || (i >= at.friction && !is_cone(f, d)));
        z[i] = rng_range(r, two ? -1.0 : 0.0, 1.0);
        x[of[i]] = two ? fmax(z[i], 0.0) : z[i];
        if (two) x[of[i] + 1] = fmax(-z[i], 0.0);
    }
    if (mb_step_result(d, &used, z, v, p_n, p_f, p_b, a) != MB_OK) return HUGE_VAL;
    if (form == MB_FORM_MLCP)
        return fmax(max_difference(nv, v, z), max_difference(d->nb, p_b, z + nv));
    memcpy(x, v, (size_t)nv * sizeof *v);
    memcpy(x + nv, p_b, (size_t)d->nb * sizeof *v);
    for (int i = 0; i < nv + d->nb; i++) wrong = fmax(wrong, fabs(dot(q->n, q->A[i], x) + q->b[i]));
    for (int i = 0; i < d->nc; i++) {
        const int facet = is_facet(f, d, i);
        const double *p = x + q->m + lcp.friction + g * nd, size = is_cone(f, d) ? d->mu[i] : 1.0;
        double sum = is_cone(f, d) ? 0.0 : facet ? 0.0 : x[q->m + lcp.normal + g];
        for (int k = 0; k < nd; k++) {
            wrong = fmax(wrong, fabs(p_f[i * nd + k] - (facet ? 0.0 : size * p[k])));
            if (is_cone(f, d)) sum += p[k];
        }
        wrong = fmax(wrong, fabs(p_n[i] - sum));
        g += !facet;
    }
    return wrong;
}

/* the largest error of free motion's z: no impulse, w = 0 for free unknowns, and the least
 * auxiliary unknowns with w >= 0 in the rows where they are added; q: the problem after the
 * elimination */
static double wrong_free_motion(mb_formulation f, mb_form form, const mb_dynamics *d,
                                const equations *q, const mb_mlcp *p, const int *of,
                                mb_arena a)
{
    const mb_layout at = places(f, form, d);
    const int lambda = is_cone(f, d) ? at.friction - 1 : -1;
    double z[MOST], w[MOST], wrong = 0.0;
    mb_layout used;

    mb_layout_of(d, f, form, &used);
    if (mb_no_impulse(d, &used, p, z, a) != MB_OK) return HUGE_VAL;
    for (int i = 0; i < p->n; i++) w[i] = p->b[i] + dot(p->n, p->A + i * p->n, z);
    for (int i = 0; i < p->n; i++) {
        const int grows = i >= at.slip || i == lambda, c = i >= at.aux && i < at.friction;
        double least = c && lambda < 0 ? w[i] : HUGE_VAL;
        for (int k = at.limit; k < at.slip && grows; k++)
            if (q->A[of[k]][of[i]] == 1.0) least = fmin(least, w[k]);
        if (i < at.normal) wrong = fmax(wrong, fabs(w[i]));
        else wrong = fmax(wrong, grows || c ? fabs(fmin(z[i], least)) : fabs(z[i]));
    }
    return wrong;
}

/* 1 unless the box form refuses the system with one friction direction moved, by its contact */
static int takes_unpaired(mb_formulation f, const system_data *s, int direction)
{
    system_data odd = *s;
    mb_arena a = arena();
    mb_mlcp p;
    mb_info info;

    odd.d.Jf = odd.Jf;
    odd.Jf[direction * s->d.nv] += 0.25;
    return formulate(f, MB_FORM_BOX, &odd.d, &p, &info, &a) != MB_BAD_ARG ||
           info.where != direction / s->d.nd;
}

/* every form of random systems with all kinds of rows: the layout, A, b and bounds, the step that z
 * makes, and free motion */
static void by_the_book(mb_formulation f)
{
    static const int shares[4][3] = { { 4, 4, 7 }, { 4, 7, 7 }, { 4, 4, 4 }, { 4, 7, 4 } };
    static equations q, reduced;
    const char *title = mb_formulations[f].title;
    double apart = 0.0, result = 0.0, candidate = 0.0, schur_apart = 0.0;
    int wrong = 0, formed = 0, refused = 0, eliminated = 0;
    rng r = { 21 };

    for (int trial = 0; trial < 300; trial++) {
        const int nv = 1 + rng_int(&r, 8), nc = rng_int(&r, 6), nd = rng_int(&r, 5);
        const int third = trial % 5 == 2;
        system_data s;
        random_system(&r, nv, nc, nd, nv > 3 ? rng_int(&r, 3) : 0, nc > 2 ? nc / 2 : 1, &s);
        add_limits_and_motors(&r, rng_int(&r, 4), third ? 3 : rng_int(&r, 4), &s);
        fill(&r, nc, s.bias);
        fill(&r, nc, s.rate);
        fill(&r, nc * nd, s.ratef);
        fill(&r, s.d.nb, s.phi);
        s.d.share = trial % 5 < 3 ? shares[trial % 5] : trial % 5 == 3 ? NULL : shares[0];
        if (trial % 2) s.d.bias = s.bias;
        if (trial % 3) s.d.dpsi_dt = s.rate;
        if (trial % 7) s.d.dpsif_dt = s.ratef;
        if (trial % 11 == 0) s.d.phi = NULL;
        by_equations(f, &s.d, &q);
        if (two_phases(f, &s.d) && !(kappa_of(&s.d) >= 0.0)) continue; /* no first phase */
        reduced = q;
        eliminate(&reduced);
        for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++) {
            const mb_layout want = places(f, (mb_form)form, &s.d);
            const int odd = nc > 0 && nd % 2, box = form == MB_FORM_BOX;
            mb_arena a = arena();
            mb_mlcp p = { 0, NULL, NULL, NULL, NULL, NULL };
            mb_schur schur;
            mb_layout at;
            mb_info info;
            int of[MOST];
            if (form != MB_FORM_LCP && !mb_formulations[f].mlcp) continue;
            const mb_status status = formulate(f, (mb_form)form, &s.d, &p, &info, &a);
            if (box && (odd || third)) {
                wrong += status != MB_BAD_ARG || info.where != (odd ? 0 : 2);
                refused++;
                continue;
            }
            if (box && nc > 0 && nd > 0 && trial % 4 == 0)
                wrong += takes_unpaired(f, &s, rng_int(&r, nc * nd));
            formed++;
            wrong += mb_layout_of(&s.d, f, (mb_form)form, &at) != MB_OK || status != MB_OK ||
                     memcmp(&at, &want, offsetof(mb_layout, ns) + sizeof at.ns) != 0 ||
                     p.n != want.n || !bounds_of(f, (mb_form)form, &s.d, &q, &p, of);
            if (wrong) break;
            apart = fmax(apart, apart_from(form == MB_FORM_MLCP ? &q : &reduced, of, &p));
            result = fmax(result, wrong_result(f, (mb_form)form, &s.d, &q, of, &r, a));
            candidate = fmax(candidate,
                             wrong_free_motion(f, (mb_form)form, &s.d, &reduced, &p, of, a));
            if (form != MB_FORM_MLCP) continue;
            if (mb_mlcp_to_lcp(&p, &schur, NULL, &a) != MB_OK) break;
            p = (mb_mlcp){ .n = schur.lcp.n, .A = schur.lcp.A, .b = schur.lcp.b };
            eliminated++;
            schur_apart = fmax(schur_apart, apart_from(&reduced, of + q.m, &p));
        }
    }
    check(wrong == 0 && formed > 250,
          "%s: layout, bounds and statuses of %d problems, of which %d are refused", title, formed,
          refused);
    check_near(apart, 0.0, 1e-9, "%s: A and b are those of the equations", title);
    check(schur_apart <= 1e-9 && eliminated == (mb_formulations[f].mlcp ? 300 : 0),
          "%s: mb_mlcp_to_lcp makes its LCP of the mLCP (to %.1e)", title, schur_apart);
    check_near(result, 0.0, 1e-9, "%s: v+ and p_b balance the impulses of z, by contact", title);
    check_near(candidate, 0.0, 1e-9, "%s: free motion's candidate", title);
}

/* ---- bad input ------------------------------------------------------------------------------- */

/* 1 if the system is refused with that status, at that place */
static int refused(const mb_dynamics *d, mb_status status, int where)
{
    mb_info info;

    return mb_check_dynamics(d, &info) == status && info.status == status && info.where == where;
}

static void bad_dynamics(void)
{
    const double steps[3] = { 0.0, -1.0, nan("") };
    const int apart[4] = { 0, 1, 0, 1 };
    rng r = { 51 };
    system_data s;
    mb_dynamics d;
    mb_layout at, untouched;

    random_system(&r, 3, 4, 2, 1, 2, &s);
    check(refused(&s.d, MB_OK, -1), "a good system passes");
    check(refused(NULL, MB_BAD_ARG, -1), "refused: no dynamics");
    for (int k = 0; k < 3; k++) {
        d = s.d, d.h = steps[k];
        check(refused(&d, MB_BAD_ARG, -1), "refused: h = %g", steps[k]);
    }
    memset(&at, 7, sizeof at);
    untouched = at;
    check(mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at) == MB_BAD_ARG &&
              memcmp(&at, &untouched, sizeof at) == 0 &&
              mb_layout_of(&d, MB_ST, MB_FORM_LCP, NULL) == MB_BAD_ARG,
          "mb_layout_of refuses it as well, the layout unchanged");
    d = s.d, d.group = apart;
    check(refused(&d, MB_BAD_ARG, 2), "refused: a group in two pieces, at its place");
    d = s.d, d.nc = MB_MAX_N;
    check(refused(&d, MB_BAD_ARG, -1), "refused: more unknowns than MB_MAX_N");
    d = (mb_dynamics){ .h = H, .Jb = s.Jb, .nb = MB_MAX_N };
    check(refused(&d, MB_OK, -1), "MB_MAX_N joint rows are accepted");
    d.nb++;
    check(refused(&d, MB_BAD_ARG, -1), "refused: MB_MAX_N + 1 joint rows");
    for (int k = 0; k < 2; k++) {                              /* nv = 0: Jacobians are empty */
        static double zero[MB_MAX_N];
        const int rest = MB_MAX_N % 3 + k;
        d = (mb_dynamics){ .h = H, .Jm = zero, .speed = zero, .effort = zero,
                           .nm = MB_MAX_N / 3, .Jl = zero, .psi_l = zero, .nl = rest };
        check(refused(&d, k ? MB_BAD_ARG : MB_OK, -1),
              "a motor has three unknowns, a limit one: MB_MAX_N + %d", k);
        d = (mb_dynamics){ .h = H, .Jn = zero, .psi = zero, .Jf = zero, .mu = zero, .nd = 2,
                           .nc = MB_MAX_N / 4, .Jb = zero, .nb = MB_MAX_N % 4 + k };
        check(refused(&d, k ? MB_BAD_ARG : MB_OK, -1),
              "a contact has nd + 2 unknowns, a joint one: MB_MAX_N + %d", k);
    }
    d = (mb_dynamics){ .h = H, .nv = 1, .v = s.v };
    check(refused(&d, MB_BAD_ARG, -1), "refused: one velocity, and M NULL");
}

/* a NaN at every place of every array, every array missing, every count negative */
static void each_bad_dynamics(int nd)
{
    enum { NV = 3, NC = 4, NB = 2, NL = 3, NM = 2 };
    rng r = { 52 };
    system_data s;
    mb_dynamics d;
    int bad = 0;

    random_system(&r, NV, NC, nd, NB, 2, &s);
    s.d.dpsi_dt = s.rate;
    s.d.dpsif_dt = s.ratef;
    s.d.bias = s.bias;
    add_limits_and_motors(&r, NL, NM, &s);
    const struct { double *x; int rows, columns; } arrays[] = {
        { s.M, NV, NV }, { s.v, NV, 1 }, { s.p_ext, NV, 1 }, { s.Jn, NC, NV }, { s.psi, NC, 1 },
        { s.rate, NC, 1 }, { s.Jb, NB, NV }, { s.phi, NB, 1 }, { s.mu, NC, 1 },
        { s.Jf, NC, nd * NV }, { s.ratef, NC, nd }, { s.bias, NC, 1 }, { s.Jl, NL, NV },
        { s.psi_l, NL, 1 }, { s.Jm, NM, NV }, { s.speed, NM, 1 }, { s.effort, NM, 1 }
    };
    for (int k = 0; k < 17; k++)
        for (int i = 0; i < arrays[k].rows * arrays[k].columns; i++) {
            const double was = arrays[k].x[i];
            arrays[k].x[i] = i % 2 ? nan("") : HUGE_VAL;
            bad += !refused(&s.d, MB_NOT_FINITE, i / arrays[k].columns);
            arrays[k].x[i] = was;
        }
    check(bad == 0,
          "nd = %d, a NaN in any array and row: MB_NOT_FINITE, with the place", nd);
    for (int i = bad = 0; i < NC + NM; i++) {
        double *x = i < NC ? s.mu + i : s.effort + i - NC, was = *x;
        *x = -1e-300;
        bad += !refused(&s.d, MB_BAD_ARG, i < NC ? i : i - NC);
        d = s.d, d.nd = 0, d.Jf = NULL;
        bad += i < NC && !refused(&d, MB_OK, -1);
        *x = 0.0;
        bad += !refused(&s.d, MB_OK, -1);
        *x = was;
    }
    check(bad == 0, "mu < 0 at any contact: MB_BAD_ARG, with the place, unless nd = 0; an "
                    "effort < 0; 0 is good");
    int *const number[] = { &d.nv, &d.nc, &d.nd, &d.nb, &d.nl, &d.nm };
    const double **const given[] = { &d.M, &d.v, &d.Jn, &d.psi, &d.Jb, &d.Jf, &d.mu, &d.Jl,
        &d.psi_l, &d.Jm, &d.speed, &d.effort };
    for (int k = bad = 0; k < 6; k++) {
        d = s.d, *number[k] = -1;
        if (!refused(&d, MB_BAD_ARG, -1)) bad++, note("number %d < 0", k);
    }
    for (int k = 0; k < 12; k++) {
        d = s.d, *given[k] = NULL;
        if (!refused(&d, MB_BAD_ARG, -1)) bad++, note("array %d not given", k);
    }
    check(bad == 0, "refused: an array that is missing, a negative count");
}

static int has_form(mb_formulation f, mb_form form)
{
    const mb_formulation_row *row = mb_formulations + f;

    if (form == MB_FORM_LCP) return row->lcp != NULL;
    return (form == MB_FORM_MLCP ? row->mlcp : row->box) != NULL;
}

/* how often a form refuses because memory is too small; -1 if it does so wrongly, or if its scratch
 * function asks for too little */
static int refusals(mb_formulation f, mb_form form, const mb_dynamics *d)
{
    const size_t most = mb_formulations[f].scratch(d);
    mb_mlcp p = { -7, NULL, NULL, NULL, NULL, NULL };
    mb_arena a = mb_arena_make(memory, most);
    mb_info info;
    int refused = 0;

    if (formulate(f, form, d, &p, &info, &a) != MB_OK || info.where != -1) return -1;
    p.n = -7;
    for (size_t size = 0; size < most; size += sizeof(double)) {
        const mb_arena before = a = mb_arena_make(memory, size);
        if (formulate(f, form, d, &p, &info, &a) == MB_OK) break;
        if (info.status != MB_NO_MEMORY || info.where != -1 || a.beg != before.beg || p.n != -7)
            return -1;
        refused++;
    }
    return refused;
}

static void too_little_memory(void)
{
    rng r = { 61 };
    system_data s;

    for (int nv = 1; nv <= 5; nv += 2) {
        random_system(&r, nv, nv < 5 ? 4 : 1, 2, nv / 2, nv < 5 ? 2 : 1, &s);
        add_limits_and_motors(&r, nv < 5 ? nv : 0, nv < 5 ? nv : 0, &s);
        for (int f = 0; f < mb_formulation_count; f++)
            for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++)
                check(!has_form((mb_formulation)f, (mb_form)form) ||
                          refusals((mb_formulation)f, (mb_form)form, &s.d) > 50,
                      "nv = %d, %s, form %d: its scratch is enough; with less, MB_NO_MEMORY, "
                      "no memory kept, output unchanged",
                      nv, mb_formulations[f].name, form);
    }
}

/* a negative count needs no bytes, too many unknowns need SIZE_MAX */
static void scratch_of_bad_sizes(void)
{
    int wrong = 0;

    for (int f = 0; f < mb_formulation_count; f++)
        for (int k = 0; k < 6; k++) {
            mb_dynamics d = { .nv = 2, .nc = 2, .nd = 2, .nb = 1, .nl = 1, .nm = 1, .h = H };
            int *const number[] = { &d.nv, &d.nc, &d.nd, &d.nb, &d.nl, &d.nm };
            wrong += mb_formulations[f].scratch(&d) == 0;
            *number[k] = -1;
            wrong += mb_formulations[f].scratch(&d) != 0;
            *number[k] = MB_MAX_N;
            wrong += mb_formulations[f].scratch(&d) != SIZE_MAX;
        }
    check(wrong == 0, "scratch: 0 for a negative count, SIZE_MAX for too many unknowns");
}

/* without velocities only the friction rows and the index of contacts take memory, or the solver of
 * the first phase: the scratch must be just enough */
static void just_enough_memory(void)
{
    static const double none[40] = { 0 };
    int short_of = 0;

    for (int k = 1; k <= 12; k++) {
        const int two_phase = k > 8, nc = two_phase ? 1 : k, n = two_phase ? 10 * (k - 8) : k;
        const mb_dynamics d = {
            .nc = nc, .nd = 2, .h = H, .Jn = none, .Jf = none, .psi = none, .mu = none, .nl = n,
            .nm = n, .Jl = none, .psi_l = none, .Jm = none, .speed = none, .effort = none
        };
        const mb_formulation f = two_phase ? MB_TWO_PHASE : MB_ST;
        mb_arena a = mb_arena_make(memory, mb_formulations[f].scratch(&d));
        mb_mlcp p = { 0, NULL, NULL, NULL, NULL, NULL };
        short_of += formulate(f, two_phase ? MB_FORM_LCP : MB_FORM_MLCP, &d, &p, NULL, &a) != MB_OK;
    }
    check(short_of == 0, "contacts without velocities: the scratch is enough");
}

/* every size of memory, from none to enough, without and with room for the impulses; and no mass: a
 * result, or a refusal that leaves the outputs unchanged */
static void refused_results(void)
{
    rng r = { 71 };
    system_data s;
    mb_layout at;
    double z[64] = { 0 }, v_free[16];
    int refused = 0, wrong = 0;

    random_system(&r, 3, 4, 2, 1, 2, &s);
    mb_layout_of(&s.d, MB_ST, MB_FORM_LCP, &at);
    wrong += mb_step_result(&s.d, &at, z, v_free, NULL, NULL, NULL, arena()) != MB_OK;
    for (size_t size = 0; size <= 800; size += sizeof(double)) {
        double out[16 + 16 + 32 + 16], *v = out, *p_n = v + 16, *p_f = p_n + 16, *p_b = p_f + 32;
        const int massless = size == 800, impulses = size >= 400;
        const mb_arena room = massless ? arena() : mb_arena_make(memory, size % 400);
        for (int k = 0; k < 80; k++) out[k] = 7.0;
        if (massless) memset(s.M, 0, sizeof s.M);
        const mb_status status = impulses ? mb_step_result(&s.d, &at, z, v, p_n, p_f, p_b, room) :
                                            mb_step_result(&s.d, &at, z, v, NULL, NULL, NULL, room);
        refused += status == MB_NO_MEMORY;
        wrong += massless ? status != MB_SINGULAR
                          : status != MB_NO_MEMORY &&
                                (status != MB_OK || max_difference(3, v, v_free) > 0.0);
        for (int k = 0; k < 80; k++) wrong += status != MB_OK && out[k] != 7.0;
    }
    mb_layout_of(&s.d, MB_ST, MB_FORM_MLCP, &at);
    for (size_t size = 0; size <= 12 * sizeof(double); size += sizeof(double)) {
        const int enough = size == 12 * sizeof(double);        /* 4 of p_n, 8 of p_f */
        wrong += mb_step_result(&s.d, &at, z, v_free, NULL, NULL, NULL,
                                mb_arena_make(memory, size)) != (enough ? MB_OK : MB_NO_MEMORY);
    }
    check(wrong == 0 && refused > 40,
          "mb_step_result: the result, or MB_NO_MEMORY (%d times), outputs untouched; without mass "
          "MB_SINGULAR",
          refused);
}

/* group numbers may be in any order, as long as each group is contiguous; there are many */
static void many_groups(void)
{
    enum { MANY = 2000 };
    static int group[MANY];
    static double psi[MANY];
    mb_info info;
    int wrong = 0;

    mb_dynamics d = { .nc = MANY, .h = H, .Jn = psi, .psi = psi, .group = group };
    for (int i = 0; i < MANY; i++) group[i] = (i / 2 * 7919 % 1009) * 65536 - 10000000;
    wrong += mb_check_dynamics(&d, &info) != MB_OK;
    for (int k = 0; k < 50; k++) {
        const int i = 3 + 39 * k, was = group[i];
        group[i] = group[i - 3];
        wrong += mb_check_dynamics(&d, &info) != MB_BAD_ARG || info.where != i;
        group[i] = was;
    }
    check(wrong == 0, "%d groups are contiguous; one that is not is refused", MANY / 2);
}

/* a missing mass, problem or arena, and no bodies or contacts */
static void nothing(void)
{
    rng r = { 61 };
    system_data s;
    const mb_dynamics empty = { .h = H };
    mb_arena a = arena();
    mb_lcp p;
    mb_mlcp q;

    random_system(&r, 3, 4, 2, 1, 2, &s);
    memset(s.M, 0, sizeof s.M);
    check(mb_st_lcp(&s.d, &p, NULL, &a) == MB_SINGULAR, "no mass: MB_SINGULAR");
    check(mb_st_lcp(&s.d, NULL, NULL, &a) == MB_BAD_ARG, "refused: no struct for the problem");
    check(mb_st_lcp(&s.d, &p, NULL, NULL) == MB_BAD_ARG, "refused: no arena");
    check(mb_st_lcp(&empty, &p, NULL, &a) == MB_OK && p.n == 0,
          "no bodies, no contacts: an LCP of size 0");
    check(mb_peg_mlcp(&empty, &q, NULL, &a) == MB_OK && q.n == 0,
          "no bodies, no contacts: an mLCP of size 0");
}

int main(void)
{
    sphere_on_a_plane();
    sharp_corner();
    gauss_floats();
    two_phase_takes_energy();
    two_phase_between_walls();
    for (int f = MB_ST; f < mb_formulation_count; f++) by_the_book((mb_formulation)f);
    bad_dynamics();
    each_bad_dynamics(1);
    each_bad_dynamics(2);
    too_little_memory();
    scratch_of_bad_sizes();
    just_enough_memory();
    refused_results();
    many_groups();
    nothing();
    return check_done();
}
