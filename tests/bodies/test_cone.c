/* test_cone.c: cone.h's methods, computed again in long double
 *
 * Derivatives are difference quotients here, and the projections are found in other ways. On random
 * problems every method is stopped after 1, 2, 3, ... iterations; p, v+, the residual, the number
 * of iterations and the status must be those of the same method here. On recorded ones, of a disc
 * on three feet between two fingers and a box on a slide, and of pucks that meet, the ends are
 * judged: 3 000 problems; --full: 120 000.
 */
#include "build.h"
#include "minisim2d/solving/cone.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion"  /* on purpose */
#endif

typedef long double real;

enum { NV = 14, DRAWN = 14, ROWS = 32, UNKNOWNS = 2 * ROWS, MOTORS = 96 };
/* the constants of cone.c */
enum { WARM = 12, COLD = 60, FEW_SWEEPS = 8, SWEEPS = 10000, REFINED = 6, PAIRS = 8 };
enum { NEWTON, SWEEPING, FB, CCK, SOFT, METHODS };               /* indices of mb_cone_solvers */

typedef enum { JOINT, LIMIT, CONTACT, INTERVAL, DISC } form;

typedef struct {
    form kind;
    int at, size;
    real r, mu, rho, soft;
} block;

typedef struct {
    const mb_dynamics *d;
    int m, nblock, soft;
    block block[ROWS];
    real G[ROWS][NV], X[ROWS][NV], A[ROWS][ROWS], q[ROWS], b[ROWS], free[NV], P0, tol;
    int close;                   /* a decision was within rounding: do not compare */
} step;

/* x := A^-1 x by Gauss-Jordan, A[n*n] overwritten; 0: A is singular */
static int solve(int n, real *A, real *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabsl(A[i * n + k]) > fabsl(A[best * n + k])) best = i;
        if (!(fabsl(A[best * n + k]) > 0.0L)) return 0;
        for (int j = 0; j <= n; j++) {
            real *a = j < n ? A + k * n + j : x + k, *b = j < n ? A + best * n + j : x + best;
            const real t = *a;
            *a = *b;
            *b = t;
        }
        for (int i = 0; i < n; i++) {
            const real f = A[i * n + k] / A[k * n + k];
            if (i == k) continue;
            for (int j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
            x[i] -= f * x[k];
        }
    }
    for (int i = 0; i < n; i++) x[i] /= A[i * n + i];
    return 1;
}

/* x := M^-1 x */
static void by_mass(const mb_dynamics *d, real *x)
{
    real M[NV * NV];

    for (int i = 0; i < d->nv * d->nv; i++) M[i] = d->M[i];
    (void)solve(d->nv, M, x);
}

static block *add_row(step *c, form kind, const double *row, real b)
{
    block *k = c->block + c->nblock;
    const int i = c->m++;

    for (int j = 0; j < c->d->nv; j++) c->G[i][j] = c->X[i][j] = row[j];
    by_mass(c->d, c->X[i]);
    c->b[i] = b;
    if (kind == DISC) {                                        /* the second row of one */
        k[-1].kind = DISC;
        k[-1].size = 2;
        return k - 1;
    }
    *k = (block){ .kind = kind, .at = i, .size = 1 };
    c->nblock++;
    return k;
}

static void put_rows(step *c)
{
    const mb_dynamics *d = c->d;
    const int nv = d->nv;

    for (int k = 0; k < d->nc; k++) {
        const real gap = d->bias ? d->bias[k] : (real)d->psi[k] / d->h;
        block *at = add_row(c, CONTACT, d->Jn + k * nv, gap + (d->dpsi_dt ? d->dpsi_dt[k] : 0.0L));
        if (d->nd == 0) continue;
        at->mu = d->mu[k];
        at->size = 2;
        for (int j = 0; j < nv; j++) c->G[c->m][j] = c->X[c->m][j] = d->Jf[2 * k * nv + j];
        by_mass(d, c->X[c->m]);
        c->b[c->m++] = d->dpsif_dt ? d->dpsif_dt[2 * k] : 0.0;
    }
    for (int k = 0; k < d->nb; k++)
        (void)add_row(c, JOINT, d->Jb + k * nv, d->phi ? (real)d->phi[k] / d->h : 0.0L);
    for (int k = 0; k < d->nl; k++)
        (void)add_row(c, LIMIT, d->Jl + k * nv, (real)d->psi_l[k] / d->h);
    for (int k = 0; k < d->nm; k++) {
        const int second = k > 0 && d->share && d->share[k] == d->share[k - 1];
        block *at = add_row(c, second ? DISC : INTERVAL, d->Jm + k * nv, -(real)d->speed[k]);
        if (!second) at->r = (real)d->h * d->effort[k];
    }
}

static void make(step *c, const mb_dynamics *d, double tol, int soft)
{
    real energy = 0.0L, sum = 0.0L;

    memset(c, 0, sizeof *c);
    c->d = d;
    c->soft = soft;
    c->tol = tol;
    put_rows(c);
    for (int k = 0; k < d->nv; k++) c->free[k] = d->p_ext ? d->p_ext[k] : 0.0;
    by_mass(d, c->free);
    for (int k = 0; k < d->nv; k++) c->free[k] += d->v[k];
    for (int i = 0; i < d->nv; i++)
        for (int k = 0; k < d->nv; k++) energy += c->free[i] * d->M[i * d->nv + k] * c->free[k];
    for (int i = 0; i < c->m; i++) {
        c->q[i] = c->b[i];
        for (int k = 0; k < d->nv; k++) c->q[i] += c->G[i][k] * c->free[k];
        for (int j = 0; j < c->m; j++)
            for (int k = 0; k < d->nv; k++) c->A[i][j] += c->G[i][k] * c->X[j][k];
    }
    for (int b = 0; b < c->nblock; b++) {                      /* soft: .01 of the mean A_ii */
        block *k = c->block + b;
        const int i = k->at, j = k->at + k->size - 1;
        real trace, det;
        if (soft && k->kind != JOINT) {
            k->soft = 0.01L * (c->A[i][i] + c->A[j][j]) / 2.0L;
            c->A[i][i] += k->soft;
            if (j > i) c->A[j][j] += k->soft;
        }
        trace = c->A[i][i] + (j > i ? c->A[j][j] : 0.0L);
        det = j > i ? c->A[i][i] * c->A[j][j] - c->A[i][j] * c->A[j][i] : 0.0L;
        k->rho = 2.0L / (trace + sqrtl(trace * trace - 4 * det));      /* the greater eigenvalue */
    }
    for (int i = 0; i < c->m; i++) c->P0 = fmaxl(c->P0, sqrtl(energy / c->A[i][i]));
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        const real q = c->q[k->at], p = fabsl(q) / c->A[k->at][k->at];
        if (k->kind == DISC) sum += k->r;
        if (k->kind == INTERVAL) c->P0 = fmaxl(c->P0, 1e-3L * k->r);
        if (k->kind == JOINT || ((k->kind == LIMIT || k->kind == CONTACT) && q < 0.0L))
            c->P0 = fmaxl(c->P0, p);
    }
    c->P0 = fmaxl(c->P0, sum);
}

static void slacks(const step *c, const real *p, real *w)
{
    for (int i = 0; i < c->m; i++) {
        w[i] = c->q[i];
        for (int j = 0; j < c->m; j++) w[i] += c->A[i][j] * p[j];
    }
}

/* ---- the projections ------------------------------------------------------------------------- */

/* the nearest point of the cone |p_t| <= mu p_n: a itself, on one of its two sides, or 0 */
static void nearest_in_cone(const block *k, const real *a, real *p)
{
    const real t = k->size == 2 ? a[1] : 0.0L, length = hypotl(1.0L, k->mu);

    p[0] = a[0];
    if (k->size == 2) p[1] = t;
    if (a[0] >= 0.0L && fabsl(t) <= k->mu * a[0]) return;
    p[0] = p[k->size - 1] = 0.0L;
    for (int side = -1; side <= 1; side += 2) {
        const real along = (a[0] + side * k->mu * t) / length;
        if (!(along / length > p[0])) continue;
        p[0] = along / length;
        if (k->size == 2) p[1] = side * k->mu * p[0];
    }
}

static void prox(const step *c, const block *k, const real *a, real *p)
{
    if (k->kind == CONTACT && c->soft) {
        nearest_in_cone(k, a, p);
    } else if (k->kind == CONTACT) {
        p[0] = fmaxl(0.0L, a[0]);
        if (k->size == 2) p[1] = fminl(k->mu * p[0], fmaxl(-k->mu * p[0], a[1]));
    } else if (k->kind == LIMIT) {
        p[0] = fmaxl(0.0L, a[0]);
    } else if (k->kind == INTERVAL) {
        p[0] = fminl(k->r, fmaxl(-k->r, a[0]));
    } else if (k->kind == DISC) {
        const real length = hypotl(a[0], a[1]), f = length > k->r ? k->r / length : 1.0L;
        p[0] = f * a[0];
        p[1] = f * a[1];
    } else {
        p[0] = a[0];
    }
}

/* F = p - prox(p - rho w); returns |F|^2 */
static real distances(const step *c, const real *p, real *F)
{
    real w[ROWS], a[2], to[2], sum = 0.0L;

    slacks(c, p, w);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        for (int j = 0; j < k->size; j++) a[j] = p[k->at + j] - k->rho * w[k->at + j];
        prox(c, k, a, to);
        for (int j = 0; j < k->size; j++) F[k->at + j] = p[k->at + j] - to[j];
    }
    for (int i = 0; i < c->m; i++) sum += F[i] * F[i];
    return sum;
}

/* "the verdict" of cone.h: solved if at most tol */
static real residual(const step *c, const real *p)
{
    real F[ROWS], w[ROWS], worst = 0.0L;

    (void)distances(c, p, F);
    slacks(c, p, w);
    for (int i = 0; i < c->m; i++) worst = fmaxl(worst, fabsl(F[i]) / c->P0);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        real W = fabsl(c->q[k->at]);
        for (int j = 0; j < c->m; j++) W += fabsl(c->A[k->at][j] * p[j]);
        if (k->kind == JOINT) worst = fmaxl(worst, fabsl(w[k->at] / W));
        if (k->kind == LIMIT || (k->kind == CONTACT && !c->soft))
            worst = fmaxl(worst, fabsl(fminl(p[k->at] / c->P0, w[k->at] / W)));
    }
    return worst;
}

/* x <= limit? Notes if they are so close that the same test in double may answer otherwise. */
static int below(step *c, real x, real limit)
{
    if (fabsl(x - limit) <= 1e-9L * fabsl(limit)) c->close = 1;
    return x <= limit;
}

static int is_solved(step *c, const real *p) { return below(c, residual(c, p), c->tol); }

/* ---- sweeps and Newton's method on F = 0 ----------------------------------------------------- */

static void sweep(const step *c, int count, real *p)
{
    while (count-- > 0)
        for (int b = 0; b < c->nblock; b++) {
            const block *k = c->block + b;
            real w[ROWS], a[2];
            slacks(c, p, w);
            for (int j = 0; j < k->size; j++) a[j] = p[k->at + j] - k->rho * w[k->at + j];
            prox(c, k, a, p + k->at);
        }
}

static int sweeps(step *c, int most, real *p)
{
    int done = 0;

    while (!is_solved(c, p) && done < most) {
        const int count = most - done < 4 ? most - done : 4;
        sweep(c, count, p);
        done += count;
    }
    return done;
}

/* p := p - t J^-1 F with the first t = 1, 1/2, 1/4, ... > 1e-3 that leaves at most 1 - 1e-4 t of
 * |F|^2. J is a difference quotient along each p_j of p - prox(a), a = (1 - 1e-9) p - rho A p. */
static int newton_step(step *c, real *p)
{
    real J[ROWS * ROWS], F[ROWS], trial[ROWS], w[ROWS], merit;

    merit = distances(c, p, F);
    slacks(c, p, w);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        for (int j = 0; j < c->m; j++) {
            const real e = 1e-6L * c->P0;
            real to[2][2];
            for (int side = 0; side < 2; side++) {
                real a[2];
                for (int l = 0; l < k->size; l++) {
                    const int i = k->at + l;
                    const real by = (i == j ? 1.0L - 1e-9L : 0.0L) - k->rho * c->A[i][j];
                    a[l] = p[i] - k->rho * w[i] + (side ? e : -e) * by;
                }
                prox(c, k, a, to[side]);
            }
            for (int l = 0; l < k->size; l++)
                J[(k->at + l) * c->m + j] = (k->at + l == j) - (to[1][l] - to[0][l]) / (2.0L * e);
        }
    }
    if (!solve(c->m, J, F)) return 0;
    for (real t = 1.0L; t > 1e-3L; t /= 2.0L) {
        real G[ROWS];
        for (int i = 0; i < c->m; i++) trial[i] = p[i] - t * F[i];
        if (!below(c, distances(c, trial, G), (1.0L - 1e-4L * t) * merit)) continue;
        memcpy(p, trial, sizeof trial);
        return 1;
    }
    return 0;
}

static int newton(step *c, int most, real *p)
{
    real r = residual(c, p), kept[ROWS];
    int done = 0;

    while (!below(c, r, 1e-5L * c->tol) && done < most) {
        const real before = r;
        const int passes = below(c, before, c->tol);
        memcpy(kept, p, sizeof kept);
        done++;
        if (!newton_step(c, p)) {
            if (passes) break;
            sweep(c, FEW_SWEEPS, p);
        }
        r = residual(c, p);
        if (!passes || !below(c, 0.1L * before, r)) continue;
        memcpy(p, kept, sizeof kept);
        break;
    }
    return done;
}

/* ---- polygons: each disc as pairs of directions e, -e ---------------------------------------- */

typedef struct {
    int count;
    double e[PAIRS][2];
} pairs;

static void add_pair(pairs *of, double x, double y)
{
    const double length = hypot(x, y);

    if (!(length > 0.0) || of->count == PAIRS) return;
    of->e[of->count][0] = x / length;
    of->e[of->count++][1] = y / length;
}

static void octagon(pairs *of)
{
    static const double x[4] = { 1, 1, 0, -1 }, y[4] = { 0, 1, 1, 1 };

    of->count = 0;
    for (int k = 0; k < 4; k++) add_pair(of, x[k], y[k]);
}

/* Lemke on the LCP with polygons; p, and the number of pivots */
static int from_lcp(const step *c, const pairs *of, real *p)
{
    static double memory[1 << 21], J[MOTORS * NV], speed[MOTORS], effort[MOTORS], z[1024];
    static int share[MOTORS];
    mb_arena room = mb_arena_make(memory, sizeof memory);
    const mb_dynamics *from = c->d;
    mb_dynamics d = *from;
    double v[NV], p_b[ROWS];
    mb_layout at;
    mb_info info;
    mb_lcp lcp;
    int motor, contact = 0, limit = 0, joint = 0, disc = 0;

    d.nm = 0;
    d.Jm = J;
    d.speed = speed;
    d.effort = effort;
    d.share = share;
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        const pairs one = { 1, { { 1.0, 0.0 } } }, *used = k->kind == DISC ? of + disc++ : &one;
        if (k->kind != DISC && k->kind != INTERVAL) continue;
        for (int j = 0; j < used->count; j++, d.nm++) {
            real to = 0.0L;
            for (int l = 0; l < k->size; l++) to -= used->e[j][l] * c->b[k->at + l];
            speed[d.nm] = (double)to;
            effort[d.nm] = (double)(k->r / d.h);
            share[d.nm] = b;
            for (int i = 0; i < d.nv; i++) {
                real sum = 0.0L;
                for (int l = 0; l < k->size; l++) sum += used->e[j][l] * c->G[k->at + l][i];
                J[d.nm * d.nv + i] = (double)sum;
            }
        }
    }
    memset(z, 0, sizeof z);
    if (mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at) != MB_OK ||
        mb_st_lcp(&d, &lcp, NULL, &room) != MB_OK ||
        mb_lemke(&lcp, NULL, z, &info, room) != MB_OK ||
        mb_step_result(&d, &at, z, v, NULL, NULL, p_b, room) != MB_OK)
        return -1;
    motor = at.motor;
    disc = 0;
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        real *to = p + k->at;
        for (int l = 0; l < k->size; l++) to[l] = 0.0L;
        if (k->kind == CONTACT) {
            const double *f = z + at.friction + 2 * contact;
            to[0] = z[at.normal + contact++];
            if (k->size == 2) to[1] = f[0] - f[1];
        }
        if (k->kind == JOINT) to[0] = p_b[joint++];
        if (k->kind == LIMIT) to[0] = z[at.limit + limit++];
        for (int j = 0; j < (k->kind == DISC ? of[disc].count : k->kind == INTERVAL); j++) {
            const double each = z[motor] - z[motor + 1];
            motor += 2;
            to[0] += (k->kind == DISC ? of[disc].e[j][0] : 1.0) * each;
            if (k->kind == DISC) to[1] += of[disc].e[j][1] * each;
        }
        disc += k->kind == DISC;
    }
    return info.iterations;
}

static int polygons_used, gradients_used;

static int from_polygons(step *c, real *p)
{
    pairs of[ROWS];
    real corner[ROWS], w[ROWS];
    int all = 0;

    for (int i = 0; i < ROWS; i++) octagon(of + i);
    for (int n = 0; n <= REFINED && !is_solved(c, p); n++) {
        const int pivots = from_lcp(c, of, corner);
        if (pivots < 0) break;
        polygons_used++;
        all += pivots;
        memcpy(p, corner, sizeof corner);
        all += newton(c, COLD, p);
        slacks(c, corner, w);
        for (int b = 0, disc = 0; b < c->nblock; b++) {
            const int i = c->block[b].at;
            if (c->block[b].kind != DISC) continue;
            if (of[disc].count > PAIRS - 2) octagon(of + disc);
            add_pair(of + disc, (double)w[i], (double)w[i + 1]);
            add_pair(of + disc, (double)corner[i], (double)corner[i + 1]);
            disc++;
        }
    }
    return all;
}

/* ---- Newton's method on [BPMD] eq 4-6 -------------------------------------------------------- */

typedef struct {
    step *c;
    int n;
    real lambda, E, x[UNKNOWNS], W[ROWS];
} equations;

static real phi(real lambda, real a, real b)
{
    return lambda * (a + b - hypotl(a, b)) - (1.0L - lambda) * fmaxl(a, 0.0L) * fmaxl(b, 0.0L);
}

static int has_slip(const block *k)
{
    return k->kind == INTERVAL || k->kind == DISC || (k->kind == CONTACT && k->size == 2);
}

static real unit_of(const equations *e, const block *k)
{
    if (k->kind == INTERVAL || k->kind == DISC) return k->r;
    return k->kind == CONTACT ? e->c->P0 : e->E / sqrtl(e->c->A[k->at][k->at]);
}

/* f at x, and the impulses p that x stands for; returns |f|^2/2 */
static real evaluate(const equations *e, const real *x, real *f, real *p)
{
    const step *c = e->c;
    real w[ROWS], sum = 0.0L;
    int slip = c->m;

    for (int b = 0; b < c->nblock; b++)
        for (int j = 0; j < c->block[b].size; j++)
            p[c->block[b].at + j] = x[c->block[b].at + j] * unit_of(e, c->block + b);
    slacks(c, p, w);
    for (int i = 0; i < c->m; i++) w[i] /= e->W[i];
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        const int i = k->at, first = k->kind == CONTACT ? i + 1 : i;
        const real most = k->kind == CONTACT ? k->mu * x[i] : 1.0L;
        real inside = most * most;
        if (k->kind == JOINT) f[i] = w[i];
        if (k->kind == LIMIT || k->kind == CONTACT) f[i] = phi(e->lambda, x[i], w[i]);
        if (!has_slip(k)) continue;
        for (int j = first; j < i + k->size; j++) {
            f[j] = most * w[j] + x[slip] * x[j];
            inside -= x[j] * x[j];
        }
        f[slip] = phi(e->lambda, x[slip], inside);
        slip++;
    }
    for (int i = 0; i < e->n; i++) sum += f[i] * f[i];
    return sum / 2.0L;
}

static void make_equations(equations *e, step *c, real lambda, const real *p)
{
    real least = HUGE_VALL, w[ROWS];

    memset(e, 0, sizeof *e);
    e->c = c;
    e->lambda = lambda;
    e->n = c->m;
    for (int i = 0; i < c->m; i++) least = fminl(least, c->A[i][i]);
    e->E = c->P0 * sqrtl(least);
    for (int i = 0; i < c->m; i++) e->W[i] = e->E * sqrtl(c->A[i][i]);
    slacks(c, p, w);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        const int i = k->at, last = k->at + k->size - 1;
        if (k->kind == DISC) e->W[i + 1] = e->W[i];
        for (int j = i; j <= last; j++) e->x[j] = p[j] / unit_of(e, k);
        if (k->kind == DISC) e->x[e->n++] = hypotl(w[i], w[i + 1]) / e->W[i];
        else if (has_slip(k)) e->x[e->n++] = fabsl(w[last]) / e->W[last];
    }
}

static void jacobian(const equations *e, real *J)
{
    real y[UNKNOWNS], f[2][UNKNOWNS], p[ROWS];

    for (int j = 0; j < e->n; j++) {
        const real d = 1e-8L * fmaxl(1.0L, fabsl(e->x[j]));
        for (int side = 0; side < 2; side++) {
            memcpy(y, e->x, sizeof y);
            y[j] += side ? d : -d;
            (void)evaluate(e, y, f[side], p);
        }
        for (int i = 0; i < e->n; i++) J[i * e->n + j] = (f[1][i] - f[0][i]) / (2.0L * d);
    }
}

/* a step, halved until |f|^2 falls; whether one below 1/1000 lowers it, rounding decides */
static int search(equations *e, const real *by, real *p)
{
    real f[UNKNOWNS], y[UNKNOWNS];
    const real merit = evaluate(e, e->x, f, p);

    for (real t = 1.0L; t > 1e-10L; t /= 2.0L) {
        for (int i = 0; i < e->n; i++) y[i] = e->x[i] + t * by[i];
        if (!below(e->c, evaluate(e, y, f, p), (1.0L - 2e-4L * t) * merit)) continue;
        memcpy(e->x, y, sizeof y);
        if (t < 1e-3L) e->c->close = 1;
        return 1;
    }
    (void)evaluate(e, e->x, f, p);
    return 0;
}

static int iterate_equations(equations *e, int most, real *p)
{
    real J[UNKNOWNS * UNKNOWNS], f[UNKNOWNS], g[UNKNOWNS], steep, along;
    int done = 0;

    (void)evaluate(e, e->x, f, p);
    for (; done < most && !is_solved(e->c, p); done++) {
        (void)evaluate(e, e->x, f, p);
        jacobian(e, J);
        for (int i = 0; i < e->n; i++) g[i] = -f[i];
        if (solve(e->n, J, g) && search(e, g, p)) continue;
        jacobian(e, J);
        (void)evaluate(e, e->x, f, p);
        steep = along = 0.0L;
        for (int j = 0; j < e->n; j++) {
            g[j] = 0.0L;
            for (int i = 0; i < e->n; i++) g[j] -= J[i * e->n + j] * f[i];
            steep += g[j] * g[j];
        }
        for (int i = 0; i < e->n; i++) {
            real sum = 0.0L;
            for (int j = 0; j < e->n; j++) sum += J[i * e->n + j] * g[j];
            along += sum * sum;
        }
        for (int j = 0; j < e->n; j++) g[j] *= steep / along;
        gradients_used++;
        if (!search(e, g, p)) break;
    }
    return done;
}

/* ---- a whole method -------------------------------------------------------------------------- */

/* p := 0 if that is a solution */
static void start(const step *c, real *p)
{
    real none[ROWS] = { 0 };

    if (residual(c, none) <= 8.0L * DBL_EPSILON) memset(p, 0, sizeof none);
}

/* method k from p, to its result p; returns the number of iterations */
static int again(int k, step *c, int most, real *p)
{
    equations e;
    int all, limit;

    if (k == FB || k == CCK) {
        make_equations(&e, c, k == FB ? 1.0L : 0.7L, p);
        return iterate_equations(&e, most > 0 ? most : 200, p);
    }
    start(c, p);
    if (k == SWEEPING) return sweeps(c, most > 0 ? most : SWEEPS, p);
    if (most <= 0) most = INT32_MAX;
    limit = k == NEWTON ? WARM : COLD;
    all = newton(c, most < limit ? most : limit, p);
    if (k == NEWTON && all < most && !is_solved(c, p)) all += from_polygons(c, p);
    if (all < most && !is_solved(c, p)) all += sweeps(c, SWEEPS, p);
    return all;
}

/* ---- random steps ---------------------------------------------------------------------------- */

static rng r;

typedef struct {
    mb_dynamics d;
    double M[NV * NV], v[NV], ext[NV], J[5][DRAWN * NV], number[9][DRAWN];
    int share[DRAWN];
} problem;

static double *fill(double *x, int n, double lo, double hi)
{
    for (int i = 0; i < n; i++) x[i] = rng_range(&r, lo, hi);
    return x;
}

/* rows of every kind, at most as many as velocities; what may be NULL is so in some turns */
static void draw(problem *p, int turn)
{
    mb_dynamics *d = &p->d;
    double *f = p->J[1];

    memset(p, 0, sizeof *p);
    d->nv = NV;
    d->h = rng_range(&r, 0.01, 0.5);
    d->nc = rng_int(&r, 3);
    d->nd = turn % 3 == 0 ? 0 : 2;
    d->nb = rng_int(&r, 3);
    d->nl = rng_int(&r, 3);
    d->nm = rng_int(&r, 5);
    if (mb_cone_rows(d) == 0) d->nl = 1;
    for (int i = 0; i < NV; i++)
        for (int j = 0; j <= i; j++)
            p->M[i * NV + j] = p->M[j * NV + i] = i == j ? rng_range(&r, 3.0, 6.0)
                                                         : rng_range(&r, -0.3, 0.3);
    d->M = p->M;
    d->v = fill(p->v, NV, -2.0, 2.0);
    d->p_ext = turn % 2 ? fill(p->ext, NV, -3.0, 3.0) : NULL;
    for (int k = 0; k < 5; k++) (void)fill(p->J[k], DRAWN * NV, -1.0, 1.0);
    for (int k = 0; k < 5; k++)                                /* rows that are much alike */
        for (int i = NV; i < DRAWN * NV && turn % 5 > 2; i++)
            p->J[k][i] = p->J[0][i % NV] + 0.1 * p->J[k][i];
    for (int k = 0; k < d->nc; k++)                            /* t and -t */
        for (int i = 0; i < NV; i++) f[(2 * k + 1) * NV + i] = -f[2 * k * NV + i];
    d->Jn = p->J[0];
    d->Jf = f;
    d->Jb = p->J[2];
    d->Jl = p->J[3];
    d->Jm = p->J[4];
    d->psi = fill(p->number[0], DRAWN, -0.1, 0.3);
    d->mu = fill(p->number[1], DRAWN, 0.05, 1.5);
    d->dpsi_dt = turn % 4 > 1 ? fill(p->number[2], DRAWN, -1.0, 1.0) : NULL;
    d->dpsif_dt = turn % 4 > 1 ? fill(p->number[3], DRAWN, -1.0, 1.0) : NULL;
    for (int k = 0; k < d->nc; k++) p->number[3][2 * k + 1] = -p->number[3][2 * k];
    d->phi = turn % 4 < 3 ? fill(p->number[4], DRAWN, -0.1, 0.1) : NULL;
    d->bias = turn % 5 == 0 ? fill(p->number[5], DRAWN, -1.0, 1.0) : NULL;
    d->psi_l = fill(p->number[6], DRAWN, -0.1, 0.3);
    d->speed = fill(p->number[7], DRAWN, -1.0, 1.0);
    d->effort = fill(p->number[8], DRAWN, 0.1, 30.0);
    for (int k = 0; k < DRAWN; k++)
        p->share[k] = k > 0 && k % 2 == turn % 2 ? p->share[k - 1] : k;
    d->share = turn % 7 == 6 ? NULL : p->share;
}

static int compared[METHODS], differ[METHODS], ended[METHODS][2];      /* stopped, solved */

/* method k, stopped after `most` iterations (0: its own limit) */
static void compare(int k, const step *made, double tol, int most, const double *from)
{
    static double memory[1 << 19];
    const mb_dynamics *d = made->d;
    const int m = mb_cone_rows(d);
    const size_t size = mb_cone_scratch(d->nv, m), guard = 0x5A5A5A5A;
    const mb_options o = { .tol = tol, .max_iter = most };
    double p[ROWS], v[NV], off = 0.0;
    real q[ROWS] = { 0 };
    mb_info info;
    mb_status status;
    size_t after;
    step c = *made;
    int all;

    memcpy(p, from, sizeof p);
    for (int i = 0; i < m; i++) q[i] = p[i];
    if (size + sizeof guard > sizeof memory) {
        check(0, "the scratch of %d rows is less than %zu bytes: %zu", m, sizeof memory, size);
        return;
    }
    memcpy((char *)memory + size, &guard, sizeof guard);
    all = again(k, &c, most, q);
    status = mb_cone_solvers[k].solve(d, &o, v, p, &info, mb_arena_make(memory, size));
    memcpy(&after, (char *)memory + size, sizeof after);
    if (c.close) return;
    compared[k]++;
    ended[k][status == MB_OK]++;
    for (int i = 0; i < m; i++) off = fmax(off, (double)(fabsl(p[i] - q[i]) / c.P0));
    for (int i = 0; i < d->nv; i++) {
        real sum = c.free[i], terms = fabsl(sum);
        for (int j = 0; j < m; j++) sum += q[j] * c.X[j][i], terms += fabsl(q[j] * c.X[j][i]);
        off = fmax(off, (double)(fabsl(v[i] - sum) / terms));
    }
    off = fmax(off, (double)fabsl(info.residual - residual(&c, q)));
    if (off <= (k == FB || k == CCK ? 1e-5 : 1e-7) && info.iterations == all && after == guard &&
        info.where == -1 && info.status == status &&
        status == (residual(&c, q) <= c.tol ? MB_OK : MB_MAX_ITER))
        return;
    if (differ[k]++ < 3)
        note("%s, %d rows, max_iter %d: %s after %d iterations, residual %g; in long double after "
             "%d, %g; p, v or the residual is off by %g", mb_cone_solvers[k].name, m, most,
             mb_status_name(status), info.iterations, info.residual, all,
             (double)residual(&c, q), off);
}

/* states of r from which a problem is drawn that needs more than Newton's first 12 iterations */
static const int hard[] = { 4769, 4816, 8171, 20120, 41236, 41309, 48896, 50233, 55793, 1, 85, 91,
                            95, 111, 134, 146, 164, 324, 365, 383, 406, 416, 430 };

static void chains(void)
{
    static problem in;
    static step made;
    double from[ROWS] = { 0 };

    for (size_t k = 0; k < sizeof hard / sizeof *hard; k++) {
        r.state = (uint64_t)hard[k];
        draw(&in, hard[k] % 5 < 3 ? hard[k] + 3 : hard[k]);
        make(&made, &in.d, 1e-6, 0);
        compare(NEWTON, &made, 1e-6, 0, from);
    }
}

/* Todorov's impulses from any v+: the nearest point of the cone, or interval, to -w/R */
static void soft_impulses(void)
{
    static double memory[1 << 16];
    static problem in;
    static step c;
    double worst = 0.0;
    int done = 0;

    for (int turn = 0; turn < 60; turn++) {
        double v[NV], p[ROWS];
        draw(&in, turn);
        if (in.d.nb > 0) continue;
        done++;
        make(&c, &in.d, 1e-6, 1);
        fill(v, NV, -1.0, 1.0);
        if (mb_cone_soft_impulses(&in.d, v, p, mb_arena_make(memory, sizeof memory)) != MB_OK)
            worst = HUGE_VAL;
        for (int b = 0; b < c.nblock; b++) {
            const block *k = c.block + b;
            real a[2], to[2];
            for (int j = 0; j < k->size; j++) {
                real w = c.b[k->at + j];
                for (int i = 0; i < NV; i++) w += c.G[k->at + j][i] * v[i];
                a[j] = -w / k->soft;
            }
            prox(&c, k, a, to);
            for (int j = 0; j < k->size; j++)
                worst = fmax(worst, (double)(fabsl(p[k->at + j] - to[j]) / (1.0L + fabsl(a[j]))));
        }
    }
    check(done > 10, "soft impulses of %d steps without joints are compared", done);
    check_near(worst, 0.0, 1e-12, "soft impulses are the projections of -w/R");
    draw(&in, 0);
    in.d.nb = 1;
    check(mb_cone_soft_impulses(&in.d, in.v, in.number[0], mb_arena_make(memory, sizeof memory)) ==
          MB_BAD_ARG, "soft impulses are refused for joints");
}

/* too many rows for polygons, each with a slip: here the equations need the most memory */
static void exact_scratch(void)
{
    enum { MANY = 204 };
    static double J[MANY], speed[MANY], effort[MANY], p[MANY], memory[1 << 19];
    const double M[1] = { 2.0 }, v[1] = { 3.0 };
    double got[1];
    const mb_dynamics d = { .nv = 1, .nm = MANY, .h = 0.1, .M = M, .v = v, .Jm = J,
                            .speed = speed, .effort = effort };
    const mb_options o = { .max_iter = 1 };
    const size_t size = mb_cone_scratch(1, MANY);

    for (int i = 0; i < MANY; i++) J[i] = effort[i] = 1.0;
    check(size <= sizeof memory, "scratch of %d motors: %zu bytes", MANY, size);
    for (int k = 0; k < mb_cone_count; k++) {
        mb_arena exactly = mb_arena_make(memory, size < sizeof memory ? size : sizeof memory);
        mb_status status;
        memset(p, 0, sizeof p);
        status = mb_cone_solvers[k].solve(&d, &o, got, p, NULL, exactly);
        check(status == MB_OK || status == MB_MAX_ITER, "%s: the scratch is enough",
              mb_cone_solvers[k].name);
    }
    check(mb_cone_fb(&d, &o, got, p, NULL, mb_arena_make(memory, size - 8)) == MB_NO_MEMORY,
          "%s: 8 bytes less are too few", mb_cone_solvers[FB].name);
    check(mb_cone_scratch(-1, 2) == 0 && mb_cone_scratch(2, -1) == 0,
          "scratch of a negative size: 0");
    check(mb_cone_scratch(INT32_MAX, INT32_MAX) == SIZE_MAX,
          "scratch of too many rows: SIZE_MAX");
}

/* steps of bodies that hardly move: the rows determine P0, not the motion */
static void slow_bodies(void)
{
    static problem in;
    static step made;

    for (int turn = 0; turn < 120; turn++) {
        double from[ROWS] = { 0 };
        draw(&in, turn);
        for (int i = 0; i < NV; i++) in.v[i] *= 1e-4;
        in.d.p_ext = NULL;
        if (turn % 3 == 0) fill(from, DRAWN, 0.01, 0.1);
        make(&made, &in.d, 1e-4, 0);
        for (int most = 1; most < 8; most++) compare(SWEEPING, &made, 1e-4, most, from);
    }
}

/* ---- recorded problems ----------------------------------------------------------------------- */

static stage s;
static mb_support support[8];
static int recorded, at_hand[METHODS], solved[METHODS], wrong[METHODS];

/* whether MB_OK is due: p has the verdict, and v+ is M^-1 (M v + p_ext + G' p) */
static void judge(int k, const mb_dynamics *d, mb_status status, const double *v, const double *p)
{
    static step c;
    real q[ROWS] = { 0 };
    int off = 0;

    at_hand[k]++;
    if (status != MB_OK) return;
    solved[k]++;
    make(&c, d, 1e-8, k == SOFT);
    for (int i = 0; i < c.m; i++) q[i] = p[i];
    for (int i = 0; i < d->nv; i++) {
        real sum = c.free[i], terms = fabsl(sum);
        for (int j = 0; j < c.m; j++) sum += q[j] * c.X[j][i], terms += fabsl(q[j] * c.X[j][i]);
        off += !(fabsl(v[i] - sum) <= 1e-10L * terms + 1e-15L);
    }
    if (c.P0 > 0.0L) off += !(residual(&c, q) <= 1.001L * c.tol);
    else for (int i = 0; i < c.m; i++) off += p[i] != 0.0;
    wrong[k] += off > 0;
}

/* every tenth problem goes to all methods, from 0; the run uses Newton's result */
static mb_status by_all(const mb_dynamics *d, const mb_options *o, double *v, double *p,
                        mb_info *info, mb_arena scratch)
{
    const int most = recorded++ % 10 == 0 ? METHODS : 1;
    mb_status status;

    for (int k = 1; k < most; k++) {
        double v1[NV], p1[ROWS] = { 0 };
        status = mb_cone_solvers[k].solve(d, o, v1, p1, NULL, scratch);
        judge(k, d, status, v1, p1);
    }
    status = mb_cone_newton(d, o, v, p, info, scratch);
    judge(NEWTON, d, status, v, p);
    return status;
}

static int puck(double x, double y, double feet, double mu)
{
    const double angle = rng_range(&r, 0.0, 2.0 * PI);
    const int i = stage_disc(&s, 0.05, x, y);

    stage_mass(&s, i, 0.5, 0.5 * 0.5 * 0.05 * 0.05);
    for (int k = 0; k < 3; k++) {
        mb_support *f = support + s.w.nsupport++;
        f->body = i;
        f->at[0] = feet * cos(angle + 2.0 * PI * k / 3.0);
        f->at[1] = feet * sin(angle + 2.0 * PI * k / 3.0);
        f->load = 0.5 * 9.81 / 3.0;
        f->mu = mu;
    }
    return i;
}

/* a box on a slide, with a motor that can stall, pushes a puck between two fingers */
static void set_grasp(void)
{
    mb_joint *slide;
    int pusher;

    s.w.epsilon = 0.005;
    (void)puck(0.0, 0.0, rng_range(&r, 0.005, 0.1), rng_unit(&r));
    pusher = stage_box(&s, 0.02, 0.02, rng_range(&r, -0.025, 0.025), -0.06 - 1e-4, 0.0);
    s.body[pusher].mu = rng_unit(&r);
    slide = stage_join(&s, MB_PRISMATIC, -1, pusher, s.q[3 * pusher], s.q[3 * pusher + 1]);
    slide->axis[0] = 0.0;
    slide->axis[1] = 1.0;
    slide->speed = rng_unit(&r) < 0.8 ? 0.05 : 0.5;
    slide->effort = rng_range(&r, 5.0, 40.0);
    for (int k = 0; k < 2; k++) {
        const int finger = stage_disc(&s, 0.01, (k ? 1 : -1) * rng_range(&r, 0.03, 0.06), 0.1);
        s.body[finger].kind = MB_STATIC;
        s.body[finger].mu = rng_unit(&r);
    }
}

/* pucks that slide and spin into each other and a wall */
static void set_pucks(void)
{
    int wall;

    s.w.epsilon = 0.01;
    for (int k = 0; k < 2; k++) {
        const int i = puck(0.12 * k, rng_range(&r, -0.04, 0.04), rng_range(&r, 0.005, 0.05),
                           rng_range(&r, 0.02, 0.5));
        s.v[3 * i] = (k ? -1 : 1) * rng_range(&r, 0.1, 1.0);
        s.v[3 * i + 1] = rng_range(&r, -0.2, 0.2);
        s.v[3 * i + 2] = rng_range(&r, -20, 20);
        s.body[i].mu = rng_unit(&r);
    }
    wall = stage_box(&s, 0.02, 0.5, -0.1, 0.0, 0.3);
    s.body[wall].kind = MB_STATIC;
    s.body[wall].mu = 0.4;
}

static void record(int problems)
{
    int runs = 0;

    r.state = 7;
    while (recorded < problems && runs < problems) {
        stage_clear(&s);
        s.w.cone = by_all;
        s.w.cone_scratch = mb_cone_scratch;
        s.w.support = support;
        if (runs++ % 4) set_grasp();
        else set_pucks();
        for (int k = 0; k < 300 && recorded < problems; k++) {
            if (stage_step(&s, NULL) != MB_OK) break;
        }
    }
    for (int k = 0; k < METHODS; k++)
        check(wrong[k] == 0, "%s: of %d recorded problems %d are solved, of these %d are not",
              mb_cone_solvers[k].name, at_hand[k], solved[k], wrong[k]);
    check(solved[NEWTON] >= at_hand[NEWTON] - problems / 600 && solved[SOFT] == at_hand[SOFT],
          "Newton's method solves all but 20 of 12 000, the convex soft model is always solved");
    /* problems of one run are alike: three times the largest standard deviation of a run's share,
     * 1/2, over root n */
    for (int k = FB; k <= CCK; k++)
        check(fabs((double)solved[k] / at_hand[k] - 0.5) < 1.5 / sqrt(runs),
              "%s fails on about half: `list solvers`", mb_cone_solvers[k].name);
}

/* a point between two approaching walls: there is no solution, and no exact method reports one */
static void refusals(void)
{
    static double memory[1 << 16];
    const double M[4] = { 1, 0, 0, 1 }, v[2] = { 0, 0 }, Jn[4] = { 1, 0, -1, 0 };
    const double Jf[16] = { 0, 1, 0, -1, 0, -1, 0, 1 }, psi[2] = { 0, 0 }, mu[2] = { 1, 1 };
    const double closing[2] = { -1, -1 }, Jm[6] = { 1, 0, 0, 1, 1, 1 }, speed[3] = { 0 };
    const double effort[3] = { 1, 1, 1 }, negative[3] = { -1, 1, 1 };
    const int three[3] = { 1, 1, 1 }, apart[3] = { 1, 2, 1 };
    const mb_dynamics d = { .nv = 2, .nc = 2, .nd = 2, .h = 0.01, .M = M, .v = v, .Jn = Jn,
                            .Jf = Jf, .psi = psi, .mu = mu, .dpsi_dt = closing };
    double got[2], p[16] = { 0 };

    for (int k = 0; k < METHODS; k++) {                        /* with ever more memory */
        mb_status status = MB_NO_MEMORY;
        int misnamed = 0, refused = 0;
        for (size_t size = 0; status == MB_NO_MEMORY; size += sizeof(double), refused++) {
            mb_info info = { MB_TODO, 7, 7.0, 7 };
            memset(p, 0, sizeof p);
            status = mb_cone_solvers[k].solve(&d, NULL, got, p, &info, mb_arena_make(memory, size));
            if (status == MB_NO_MEMORY)
                misnamed += info.status != status || info.iterations != 0 || info.where != -1;
        }
        check(misnamed == 0 && refused > 8 && (k == SOFT || status == MB_MAX_ITER),
              "crushed: %s has no solution; and MB_NO_MEMORY with less than it needs",
              mb_cone_solvers[k].name);
    }
    for (int k = 0; k < 5; k++) {
        static const char *const why[] = { "four directions", "three share", "shares apart",
                                           "an effort below 0", "no mass" };
        mb_dynamics bad = d;
        if (k == 0) bad.nd = 4;
        bad.nm = k > 0 && k < 4 ? 3 : 0;
        bad.Jm = Jm;
        bad.speed = speed;
        bad.effort = k == 3 ? negative : effort;
        bad.share = k == 1 ? three : k == 2 ? apart : NULL;
        if (k == 4) bad.M = Jf;
        check(mb_cone_newton(&bad, NULL, got, p, NULL, mb_arena_make(memory, sizeof memory)) ==
                  (k == 4 ? MB_SINGULAR : MB_BAD_ARG),
              "%s", why[k]);
    }
    check(mb_find_cone("prox-newton") == mb_cone_solvers && !mb_find_cone("lemke"), "by name");
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    static problem in;
    static step made[2];

    r.state = 11;
    for (int turn = 0; turn < check_few(100); turn++) {
        const double tol = pow(10.0, -rng_range(&r, 2.0, 6.0));
        double from[ROWS];
        draw(&in, turn);
        make(made, &in.d, tol, 0);
        make(made + 1, &in.d, tol, 1);
        for (int k = 0; k < METHODS; k++) {
            static const int most[] = { 1, 2, 3, 4, 5, 6, 7, 10, 0 };
            for (int n = 0; n < 9; n++) {
                fill(from, DRAWN, 0.01, n % 3 == 2 ? 20.0 : 2.0);
                if (turn % 2 == 0 && k != CCK) memset(from, 0, sizeof from);
                compare(k, made + (k == SOFT), tol, most[n], from);
            }
        }
    }
    slow_bodies();
    chains();
    for (int k = 0; k < METHODS; k++) {
        static const int allowed[METHODS] = { 0, 0, 5, 25, 0 };      /* quotients across kinks */
        check(differ[k] <= allowed[k], "%s: of %d runs %d differ from long double, at most %d may",
              mb_cone_solvers[k].name, compared[k], differ[k], allowed[k]);
        check(ended[k][0] > 10 && ended[k][1] > 10, "%s: %d runs were stopped, %d solved",
              mb_cone_solvers[k].name, ended[k][0], ended[k][1]);
    }
    check(polygons_used > 20 && gradients_used > check_few(1000),
          "polygons were needed %d times, the gradient %d times", polygons_used, gradients_used);
    soft_impulses();
    exact_scratch();
    refusals();
    record(full ? 120000 : check_few(3000));
    free(s.scratch);
    return check_done();
}
