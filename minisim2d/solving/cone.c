/* cone.c: a step with friction as discs; see cone.h
 *
 *     the problem      rows, A and q, blocks
 *     prox             the projections, F and its derivative; the verdict
 *     Newton           on F = 0
 *     sweeps           prox by blocks
 *     polygons         LCPs with polygons that have the discs' impulses as corners
 *     equations        Newton's method on [BPMD] eq 4-6
 *     the methods      cone.h's functions
 */
#include "cone.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define TOL 1e-8                 /* of P0; see cone.h */
#define EFFORT 1e-3              /* part of a motor's h effort in P0 */
#define SOFT 0.01                /* Todorov's R, beside the mean of a block's diagonal of A */
#define SHIFT 1e-9               /* J of F is I - D ((1 - SHIFT) I - rho A): regular even if feet or
                                    contacts depend on each other */
#define DESCENT 1e-4             /* an accepted step t leaves at most (1 - DESCENT t) of |F|^2 */
#define LEAST 1e-3               /* the shortest such step; then SWEEPS_BETWEEN sweeps */
#define AIM 1e-5                 /* of tol: the residual that Newton's method aims at, */
#define GAIN 0.1                 /* as long as a step leaves at most this part of it */
#define ROUNDING (8.0 * DBL_EPSILON)           /* of a velocity, relative to its terms */
#define SHORTEST 1e-10           /* the same on eq 4-6, without sweeps */

enum { WARM = 12,                /* Newton's iterations from the given start; 5 mostly suffice */
       COLD = 60,                /* from the other starts of the chain */
       SWEEPS_BETWEEN = 8,
       SWEEPS = 10000,
       REFINED = 6,              /* LCPs with refined directions; each leaves a third */
       MOST_PAIRS = 8,
       POLYGON_ROWS = 200,       /* mb_cone_scratch has room for the LCPs of this many */
       EQUATIONS = 200 };        /* iterations on eq 4-6 */

typedef enum { JOINT, LIMIT, CONTACT, INTERVAL, DISC } block_kind;

typedef struct {
    block_kind kind;
    int at, size;                /* its rows */
    double r;                    /* interval, disc: h effort */
    double mu;                   /* contact */
    double rho, soft;            /* soft: Todorov's R, else 0 */
} block;

enum { BLOCK = (sizeof(block) + sizeof(double) - 1) / sizeof(double) };        /* doubles for one */

typedef struct {
    const mb_dynamics *d;
    int m, nblock;               /* rows, blocks */
    block *block;
    double *G, *X;               /* G[m*nv]; X[m*nv]: row i is M^-1 G_i' */
    double *A, *q, *b;           /* A[m*m], q[m], b[m] */
    double *v_free;              /* v_free[nv] */
    double P0, tol;
    int associated;              /* contacts' impulses are projected on the cone: Todorov's model */
    double *w, *F, *D;           /* w[m], F[m]; D[2*m]: a block's rows of prox's derivative */
    double *trial, *kept, *J, *step;          /* trial[m], kept[m], J[m*m], step[m] */
} cone;

static mb_status say(mb_info *info, mb_status status, int iterations, double residual)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = -1;
    }
    return status;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static double largest(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]);          /* a NaN stays */
    return most;
}

/* ---- the problem ----------------------------------------------------------------------------- */

static int contact_rows(const mb_dynamics *d) { return d->nd > 0 ? 2 : 1; }

int mb_cone_rows(const mb_dynamics *d)
{
    return d->nc * contact_rows(d) + d->nb + d->nl + d->nm;
}

/* is motor k the second of a disc? */
static int is_second(const mb_dynamics *d, int k)
{
    return d->share && k > 0 && d->share[k] == d->share[k - 1];
}

/* M = L L' in place, the lower triangle; 0: not positive definite */
static int cholesky(int n, double *L)
{
    for (int j = 0; j < n; j++) {
        double pivot = L[j * n + j] - dot(j, L + j * n, L + j * n);
        if (!(pivot > 0.0)) return 0;
        L[j * n + j] = pivot = sqrt(pivot);
        for (int i = j + 1; i < n; i++)
            L[i * n + j] = (L[i * n + j] - dot(j, L + i * n, L + j * n)) / pivot;
    }
    return 1;
}

/* x = L'^-1 L^-1 x */
static void solve_cholesky(int n, const double *L, double *x)
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - dot(i, L + i * n, x)) / L[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= L[j * n + i] * x[j];
        x[i] /= L[i * n + i];
    }
}

static block *add_block(cone *c, block_kind kind, int at, int size)
{
    block *k = c->block + c->nblock++;

    memset(k, 0, sizeof *k);
    k->kind = kind;
    k->at = at;
    k->size = size;
    return k;
}

/* rows and blocks, without rho */
static void put_rows(cone *c)
{
    const mb_dynamics *d = c->d;
    const size_t row = (size_t)d->nv * sizeof *c->G;
    int i = 0;

    for (int k = 0; k < d->nc; k++) {
        add_block(c, CONTACT, i, contact_rows(d))->mu = d->nd > 0 ? d->mu[k] : 0.0;
        memcpy(c->G + i * d->nv, d->Jn + k * d->nv, row);
        c->b[i++] = (d->bias ? d->bias[k] : d->psi[k] / d->h) + (d->dpsi_dt ? d->dpsi_dt[k] : 0.0);
        if (d->nd == 0) continue;
        memcpy(c->G + i * d->nv, d->Jf + k * d->nd * d->nv, row);
        c->b[i++] = d->dpsif_dt ? d->dpsif_dt[k * d->nd] : 0.0;
    }
    for (int k = 0; k < d->nb; k++, i++) {
        add_block(c, JOINT, i, 1);
        memcpy(c->G + i * d->nv, d->Jb + k * d->nv, row);
        c->b[i] = d->phi ? d->phi[k] / d->h : 0.0;
    }
    for (int k = 0; k < d->nl; k++, i++) {
        add_block(c, LIMIT, i, 1);
        memcpy(c->G + i * d->nv, d->Jl + k * d->nv, row);
        c->b[i] = d->psi_l[k] / d->h;
    }
    for (int k = 0; k < d->nm; k++, i++) {
        if (is_second(d, k)) {
            c->block[c->nblock - 1].kind = DISC;
            c->block[c->nblock - 1].size = 2;
        } else {
            add_block(c, INTERVAL, i, 1)->r = d->h * d->effort[k];
        }
        memcpy(c->G + i * d->nv, d->Jm + k * d->nv, row);
        c->b[i] = -d->speed[k];
    }
}

/* v_free, X, A and q; 0: M is not positive definite */
static int put_matrix(cone *c, double *L)
{
    const mb_dynamics *d = c->d;
    const int n = d->nv;

    memcpy(L, d->M, (size_t)n * (size_t)n * sizeof *L);
    for (int i = 0; i < n; i++) c->v_free[i] = d->p_ext ? d->p_ext[i] : 0.0;
    if (!cholesky(n, L)) return 0;
    solve_cholesky(n, L, c->v_free);
    for (int i = 0; i < n; i++) c->v_free[i] += d->v[i];
    for (int i = 0; i < c->m; i++) {
        memcpy(c->X + i * n, c->G + i * n, (size_t)n * sizeof *c->X);
        solve_cholesky(n, L, c->X + i * n);
        c->q[i] = dot(n, c->G + i * n, c->v_free) + c->b[i];
        for (int j = 0; j <= i; j++)
            c->A[i * c->m + j] = c->A[j * c->m + i] = dot(n, c->G + j * n, c->X + i * n);
    }
    return 1;
}

/* rho of a block and, if `soft`, its R, which is added to A */
static void put_rho(cone *c, block *k, int soft)
{
    double *A = c->A + k->at * c->m + k->at;
    const double a = A[0], d = k->size == 2 ? A[c->m + 1] : a, e = k->size == 2 ? A[1] : 0.0;
    const double most = 0.5 * (a + d) + hypot(0.5 * (a - d), e);

    if (soft && k->kind != JOINT) {
        k->soft = SOFT * 0.5 * (a + d);
        for (int i = 0; i < k->size; i++) A[i * c->m + i] += k->soft;
    }
    k->rho = most + k->soft > 0.0 ? 1.0 / (most + k->soft) : 0.0;
}

static double greatest_impulse(const cone *c)
{
    const mb_dynamics *d = c->d;
    double energy = 0.0, sum = 0.0, most = 0.0;

    for (int i = 0; i < d->nv; i++)
        energy += c->v_free[i] * dot(d->nv, d->M + i * d->nv, c->v_free);
    for (int i = 0; i < c->m; i++) {
        const double a = c->A[i * c->m + i];
        if (a > 0.0) most = fmax(most, sqrt(energy / a));
    }
    for (int i = 0; i < c->nblock; i++) {
        const block *k = c->block + i;
        const double q = c->q[k->at], a = c->A[k->at * c->m + k->at];
        if (k->kind == DISC) sum += k->r;
        else if (k->kind == INTERVAL) most = fmax(most, EFFORT * k->r);
        else if (a > 0.0 && (q < 0.0 || k->kind == JOINT)) most = fmax(most, fabs(q) / a);
    }
    return fmax(sum, most);
}

/* is it a problem that cone.h can solve? */
static int takes(const mb_dynamics *d)
{
    if (d->nd != 0 && d->nd != 2) return 0;
    for (int k = 2; k < d->nm; k++)
        if (is_second(d, k) && is_second(d, k - 1)) return 0;
    return 1;
}

static mb_status make(cone *c, const mb_dynamics *d, const mb_options *opt, int soft,
                      mb_info *info, mb_arena *arena)
{
    mb_status status = mb_check_dynamics(d, info);
    int m, n;
    double *L;

    if (status == MB_OK && !takes(d)) status = say(info, MB_BAD_ARG, 0, HUGE_VAL);
    if (status != MB_OK) return status;
    memset(c, 0, sizeof *c);
    c->d = d;
    c->m = m = mb_cone_rows(d);
    n = d->nv;
    c->tol = opt && opt->tol > 0.0 ? opt->tol : TOL;
    c->associated = soft;
    c->block = (block *)mb_arena_matrix(arena, m, BLOCK);
    c->G = mb_arena_matrix(arena, m, n);
    c->X = mb_arena_matrix(arena, m, n);
    c->A = mb_arena_matrix(arena, m, m);
    c->J = mb_arena_matrix(arena, m, m);
    c->q = mb_arena_matrix(arena, m, 9);
    c->v_free = mb_arena_doubles(arena, n);
    L = mb_arena_matrix(arena, n, n);
    if (!c->block || !c->G || !c->X || !c->A || !c->J || !c->q || !c->v_free || !L)
        return say(info, MB_NO_MEMORY, 0, HUGE_VAL);
    c->b = c->q + m;
    c->w = c->q + 2 * m;
    c->F = c->q + 3 * m;
    c->D = c->q + 4 * m;
    c->trial = c->q + 6 * m;
    c->step = c->q + 7 * m;
    c->kept = c->q + 8 * m;
    put_rows(c);
    if (!put_matrix(c, L)) return say(info, MB_SINGULAR, 0, HUGE_VAL);
    for (int i = 0; i < c->nblock; i++) put_rho(c, c->block + i, soft);
    c->P0 = greatest_impulse(c);
    return MB_OK;
}

/* w = A p + q */
static void slacks(const cone *c, const double *p, double *w)
{
    for (int i = 0; i < c->m; i++) w[i] = c->q[i] + dot(c->m, c->A + i * c->m, p);
}

/* v+ = v_free + M^-1 G'p; velocities within the rounding of their terms are set to 0, so that
 * bodies at rest on their feet do not move */
static void velocities(const cone *c, const double *p, double *v)
{
    const int n = c->d->nv;

    for (int k = 0; k < n; k++) {
        double sum = c->v_free[k], terms = fabs(sum);
        for (int i = 0; i < c->m; i++) {
            const double term = p[i] * c->X[i * n + k];
            sum += term;
            terms += fabs(term);
        }
        v[k] = fabs(sum) > ROUNDING * terms ? sum : 0.0;
    }
}

/* ---- prox ------------------------------------------------------------------------------------ */

/* p on a disc of radius r. Outside, with n = a/|a|: prox = r n, D = r/|a| (I - n n') */
static void prox_disc(double r, const double *a, double *p, double D[2][2])
{
    const double length = hypot(a[0], a[1]);
    double n[2], f;

    p[0] = a[0];
    p[1] = a[1];
    if (length <= r) return;
    n[0] = a[0] / length;
    n[1] = a[1] / length;
    f = r / length;
    for (int i = 0; i < 2; i++) {
        p[i] = r * n[i];
        for (int j = 0; j < 2; j++) D[i][j] = f * ((i == j) - n[i] * n[j]);
    }
}

/* Coulomb's law: p_n = max(0, a_n), p_t = a_t between -mu p_n and mu p_n */
static void prox_contact(double mu, int size, const double *a, double *p, double D[2][2])
{
    double most, side;

    p[0] = a[0] > 0.0 ? a[0] : 0.0;
    D[0][0] = a[0] > 0.0;
    if (size == 1) return;
    most = mu * p[0];
    p[1] = a[1];
    if (fabs(a[1]) <= most) return;
    side = a[1] < 0.0 ? -1.0 : 1.0;
    p[1] = side * most;
    D[1][0] = side * mu * D[0][0];
    D[1][1] = 0.0;
}

/* the nearest point of the cone |p_t| <= mu p_n */
static void prox_cone(double mu, int size, const double *a, double *p, double D[2][2])
{
    const double t = size == 2 ? fabs(a[1]) : 0.0, side = size == 2 && a[1] < 0.0 ? -1.0 : 1.0;
    const double scale = 1.0 / (1.0 + mu * mu);

    for (int i = 0; i < size; i++) p[i] = a[i];
    if (a[0] >= 0.0 && t <= mu * a[0]) return;
    memset(D, 0, 4 * sizeof(double));
    for (int i = 0; i < size; i++) p[i] = 0.0;
    if (a[0] <= -mu * t) return;
    p[0] = scale * (a[0] + mu * t);
    D[0][0] = scale;
    if (size == 1) return;
    p[1] = side * mu * p[0];
    D[1][1] = mu * mu * scale;
    D[0][1] = D[1][0] = side * mu * scale;
}

static void prox(const cone *c, const block *k, const double *a, double *p, double D[2][2])
{
    D[0][0] = D[1][1] = 1.0;
    D[0][1] = D[1][0] = 0.0;
    switch (k->kind) {
    case JOINT: p[0] = a[0]; return;
    case LIMIT: prox_contact(0.0, 1, a, p, D); return;
    case DISC: prox_disc(k->r, a, p, D); return;
    case CONTACT:
        if (c->associated) prox_cone(k->mu, k->size, a, p, D);
        else prox_contact(k->mu, k->size, a, p, D);
        return;
    case INTERVAL:
        p[0] = a[0] < -k->r ? -k->r : a[0] > k->r ? k->r : a[0];
        D[0][0] = fabs(a[0]) <= k->r;
        return;
    }
}

/* F and D at p, given w; returns |F|^2 */
static double distances(const cone *c, const double *p, const double *w, double *F, double *D)
{
    for (int i = 0; i < c->nblock; i++) {
        const block *k = c->block + i;
        double a[2], to[2], d[2][2];
        for (int j = 0; j < k->size; j++) a[j] = p[k->at + j] - k->rho * w[k->at + j];
        prox(c, k, a, to, d);
        for (int j = 0; j < k->size; j++) {
            F[k->at + j] = p[k->at + j] - to[j];
            D[2 * (k->at + j)] = d[j][0];
            D[2 * (k->at + j) + 1] = d[j][1];
        }
    }
    return dot(c->m, F, F);
}

/* By how much p violates the row of a contact, joint or limit, relative to the size of w's terms.
 * In Todorov's model a contact's slack is not that of its normal row alone: F covers it. */
static double row_error(const cone *c, const block *k, const double *p)
{
    const double *A = c->A + k->at * c->m, w = c->w[k->at];
    double size = fabs(c->q[k->at]), off;

    if (k->kind == INTERVAL || k->kind == DISC || (k->kind == CONTACT && c->associated)) return 0.0;
    for (int j = 0; j < c->m; j++) size += fabs(A[j] * p[j]);
    off = size > 0.0 ? w / size : 0.0;
    if (k->kind == JOINT) return fabs(off);
    return fabs(fmin(c->P0 > 0.0 ? p[k->at] / c->P0 : 0.0, off));
}

/* The verdict; see cone.h. At most c->tol: solved. Sets w and F at p. */
static double residual_of(cone *c, const double *p)
{
    double worst, error;

    slacks(c, p, c->w);
    (void)distances(c, p, c->w, c->F, c->D);
    worst = largest(c->m, c->F);
    worst = c->P0 > 0.0 ? worst / c->P0 : worst > 0.0 ? HUGE_VAL : worst;
    for (int i = 0; i < c->nblock; i++) {
        error = row_error(c, c->block + i, p);
        if (!(error <= worst)) worst = error;                  /* a NaN stays */
    }
    return worst;
}

static int solved(cone *c, const double *p) { return residual_of(c, p) <= c->tol; }

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* `count` sweeps, p := prox(p - rho w) block by block, with w updated */
static void sweep(const cone *c, int count, double *p, double *w)
{
    while (count-- > 0)
        for (int i = 0; i < c->nblock; i++) {
            const block *k = c->block + i;
            double a[2], to[2], D[2][2];
            for (int j = 0; j < k->size; j++) a[j] = p[k->at + j] - k->rho * w[k->at + j];
            prox(c, k, a, to, D);
            for (int j = 0; j < k->size; j++) {
                const double change = to[j] - p[k->at + j], *A = c->A + (k->at + j) * c->m;
                p[k->at + j] = to[j];
                if (!(fabs(change) > 0.0)) continue;
                for (int l = 0; l < c->m; l++) w[l] += change * A[l];
            }
        }
}

/* sweeps until solved, with the verdict every fourth one; returns their number */
static int sweeps(cone *c, int most, double *p)
{
    int done = 0;

    while (!solved(c, p) && done < most) {
        const int count = most - done < 4 ? most - done : 4;
        sweep(c, count, p, c->w);
        done += count;
    }
    return done;
}

/* ---- Newton's method on F = 0 ---------------------------------------------------------------- */

/* x = J^-1 x, overwrites J[n*n]; 0: singular */
static int solve_lu(int n, double *J, double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(J[i * n + k]) > fabs(J[best * n + k])) best = i;
        if (!(fabs(J[best * n + k]) > DBL_MIN)) return 0;
        for (int j = k; j < n && best != k; j++) {
            const double other = J[k * n + j];
            J[k * n + j] = J[best * n + j];
            J[best * n + j] = other;
        }
        if (best != k) {
            const double other = x[k];
            x[k] = x[best];
            x[best] = other;
        }
        for (int i = k + 1; i < n; i++) {
            const double factor = J[i * n + k] / J[k * n + k];
            if (!(fabs(factor) > 0.0)) continue;
            for (int j = k + 1; j < n; j++) J[i * n + j] -= factor * J[k * n + j];
            x[i] -= factor * x[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= J[i * n + j] * x[j];
        x[i] /= J[i * n + i];
    }
    return 1;
}

/* step = -J^-1 F, J = I - D ((1 - SHIFT) I - rho A) */
static int newton_step(cone *c)
{
    const int m = c->m;

    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        for (int i = k->at; i < k->at + k->size; i++) {
            double *row = c->J + i * m;
            for (int j = 0; j < m; j++) row[j] = 0.0;
            for (int l = 0; l < k->size; l++) {
                const double D = c->D[2 * i + l], *A = c->A + (k->at + l) * m;
                if (!(fabs(D) > 0.0)) continue;
                for (int j = 0; j < m; j++) row[j] += D * k->rho * A[j];
                row[k->at + l] -= D * (1.0 - SHIFT);
            }
            row[i] += 1.0;
            c->step[i] = -c->F[i];
        }
    }
    return solve_lu(m, c->J, c->step);
}

/* p := p + t step, t halved until |F|^2 falls; 0: there is no such t, and p is unchanged */
static int take_step(cone *c, double *p)
{
    const double merit = dot(c->m, c->F, c->F);

    if (!newton_step(c)) return 0;
    for (double t = 1.0; t > LEAST; t *= 0.5) {
        for (int i = 0; i < c->m; i++) c->trial[i] = p[i] + t * c->step[i];
        slacks(c, c->trial, c->w);
        if (!(distances(c, c->trial, c->w, c->F, c->D) <= (1.0 - DESCENT * t) * merit)) continue;
        memcpy(p, c->trial, (size_t)c->m * sizeof *p);
        return 1;
    }
    return 0;
}

/* Until solved, and then as long as steps gain much, so that bodies on their feet do not move;
 * returns the iterations, with p where they ended. If no step gains, some sweeps are made. */
static int newton(cone *c, int most, double *p)
{
    double r = residual_of(c, p);
    int done = 0;

    while (r > AIM * c->tol && done < most) {
        const double before = r;
        if (before <= c->tol) memcpy(c->kept, p, (size_t)c->m * sizeof *p);
        done++;
        if (!take_step(c, p)) {
            if (before <= c->tol) break;
            slacks(c, p, c->w);
            sweep(c, SWEEPS_BETWEEN, p, c->w);
        }
        r = residual_of(c, p);
        if (before > c->tol || r < GAIN * before) continue;
        memcpy(p, c->kept, (size_t)c->m * sizeof *p);
        break;
    }
    return done;
}

/* ---- polygons -------------------------------------------------------------------------------- */

/* The discs' directions, as pairs e, -e: those of an octagon, and others found on the way. */
typedef struct {
    int count;                   /* <= MOST_PAIRS */
    double e[MOST_PAIRS][2];
} pairs;

static void add_pair(pairs *of, double x, double y)
{
    const double length = hypot(x, y);

    if (!(length > 0.0) || of->count == MOST_PAIRS) return;
    of->e[of->count][0] = x / length;
    of->e[of->count++][1] = y / length;
}

static void octagon(pairs *of)
{
    of->count = 0;
    add_pair(of, 1.0, 0.0);
    add_pair(of, 1.0, 1.0);
    add_pair(of, 0.0, 1.0);
    add_pair(of, -1.0, 1.0);
}

static int discs(const cone *c)
{
    int count = 0;

    for (int i = 0; i < c->nblock; i++) count += c->block[i].kind == DISC;
    return count;
}

/* An mb_dynamics in which each disc is a polygon, and its motors. */
typedef struct {
    mb_dynamics d;
    double *J, *speed, *effort;
    int *share;
} many_sided;

static int take_polygons(many_sided *out, const cone *c, mb_arena *arena)
{
    const int most = c->d->nm + discs(c) * MOST_PAIRS;

    out->d = *c->d;
    out->d.Jm = out->J = mb_arena_matrix(arena, most, c->d->nv);
    out->d.speed = out->speed = mb_arena_doubles(arena, most);
    out->d.effort = out->effort = mb_arena_doubles(arena, most);
    out->d.share = out->share = mb_arena_ints(arena, most);
    return out->J && out->speed && out->effort && out->share;
}

/* a disc's or an interval's motors, one for each pair of directions */
static void put_polygon(many_sided *out, const cone *c, const block *k, const pairs *of)
{
    static const pairs alone = { 1, { { 1.0, 0.0 } } };
    const pairs *used = k->kind == DISC ? of : &alone;
    const int n = c->d->nv, number = k->at;

    for (int j = 0; j < used->count; j++) {
        const int at = out->d.nm++;
        const double *e = used->e[j], *G = c->G + k->at * n, *b = c->b + k->at;
        for (int i = 0; i < n; i++)
            out->J[at * n + i] = e[0] * G[i] + (k->size == 2 ? e[1] * G[n + i] : 0.0);
        out->speed[at] = -e[0] * b[0] - (k->size == 2 ? e[1] * b[1] : 0.0);
        out->effort[at] = k->r / c->d->h;
        out->share[at] = number;
    }
}

/* p of the LCP's z */
static void read_polygons(const cone *c, const mb_layout *at, const double *z, const pairs *of,
                          double *p, double *p_b)
{
    const mb_dynamics *d = c->d;
    int motor = at->motor, contact = 0, limit = 0, joint = 0, disc = 0;

    for (int i = 0; i < c->nblock; i++) {
        const block *k = c->block + i;
        const double *z_t;
        double *to = p + k->at;
        switch (k->kind) {
        case CONTACT:
            to[0] = z[at->normal + contact];
            z_t = z + at->friction + 2 * contact;
            if (d->nd > 0) to[1] = z_t[0] - z_t[1];
            contact++;
            break;
        case JOINT: to[0] = p_b[joint++]; break;
        case LIMIT: to[0] = z[at->limit + limit++]; break;
        case INTERVAL: to[0] = z[motor] - z[motor + 1]; motor += 2; break;
        case DISC:
            to[0] = to[1] = 0.0;
            for (int j = 0; j < of[disc].count; j++, motor += 2)
                for (int l = 0; l < 2; l++) to[l] += of[disc].e[j][l] * (z[motor] - z[motor + 1]);
            disc++;
            break;
        }
    }
}

/* p := the solution with polygons instead of discs; returns Lemke's iterations, -1: none found */
static int solve_polygons(const cone *c, const pairs *of, double *p, mb_arena scratch)
{
    many_sided in;
    mb_layout at;
    mb_info info;
    mb_lcp lcp;
    double *z, *v, *p_b;
    int disc = 0;

    if (!take_polygons(&in, c, &scratch)) return -1;
    in.d.nm = 0;
    for (int i = 0; i < c->nblock; i++)
        if (c->block[i].kind == INTERVAL || c->block[i].kind == DISC)
            put_polygon(&in, c, c->block + i, of + (c->block[i].kind == DISC ? disc++ : 0));
    if (mb_layout_of(&in.d, MB_ST, MB_FORM_LCP, &at) != MB_OK) return -1;
    z = mb_arena_doubles(&scratch, at.n);
    v = mb_arena_doubles(&scratch, c->d->nv);
    p_b = mb_arena_doubles(&scratch, c->d->nb);
    if (!z || !v || !p_b || mb_st_lcp(&in.d, &lcp, &info, &scratch) != MB_OK) return -1;
    if (mb_lemke(&lcp, NULL, z, &info, scratch) != MB_OK ||
        mb_step_result(&in.d, &at, z, v, NULL, NULL, p_b, scratch) != MB_OK)
        return -1;
    read_polygons(c, &at, z, of, p, p_b);
    return info.iterations;
}

/* the directions of the slips and impulses at p, beside those of an octagon */
static void refine(cone *c, const double *p, pairs *of)
{
    slacks(c, p, c->w);
    for (int i = 0, disc = 0; i < c->nblock; i++) {
        const block *k = c->block + i;
        if (k->kind != DISC) continue;
        if (of[disc].count + 2 > MOST_PAIRS) octagon(of + disc);
        add_pair(of + disc, c->w[k->at], c->w[k->at + 1]);
        add_pair(of + disc, p[k->at], p[k->at + 1]);
        disc++;
    }
}

/* From the solution with octagons, and with polygons that have corners at the last solution, until
 * Newton's method finds a solution from there. Returns all iterations. */
static int from_polygons(cone *c, double *p, mb_arena scratch)
{
    const int n = discs(c);
    pairs *of = (pairs *)mb_arena_matrix(&scratch, n,
                                         (int)(sizeof(pairs) / sizeof(double)) + 1);
    double *corner = mb_arena_doubles(&scratch, c->m);
    int all = 0, more = 0;

    if (!of || !corner) return 0;
    for (int i = 0; i < n; i++) octagon(of + i);
    for (int k = 0; k <= REFINED && more >= 0 && !solved(c, p); k++) {
        more = solve_polygons(c, of, corner, scratch);
        if (more < 0) break;
        all += more;
        memcpy(p, corner, (size_t)c->m * sizeof *p);
        all += newton(c, COLD, p);
        refine(c, corner, of);
    }
    return all;
}

/* ---- Newton's method on eq 4-6 --------------------------------------------------------------- */

/* phi(a, b) = 0 where a, b >= 0 and a b = 0: Fischer-Burmeister's, lambda = 1, or penalised */
static double phi(double lambda, double a, double b, double *da, double *db)
{
    const double norm = hypot(a, b), root = sqrt(0.5);
    const double up = a > 0.0 && b > 0.0 ? 1.0 - lambda : 0.0;

    *da = lambda * (norm > 0.0 ? 1.0 - a / norm : 1.0 - root) - up * b;
    *db = lambda * (norm > 0.0 ? 1.0 - b / norm : 1.0 - root) - up * a;
    return lambda * (a + b - norm) - up * a * b;
}

/* A problem of n equations in impulses, and a slip for every bounded block. Impulses are in units
 * of P0, those of discs and motors in units of their own bound. A row's velocities are in units of
 * W = E sqrt(A_ii), impulses of joints and limits, which may be moments, in units of E /
 * sqrt(A_ii), with E = P0 times the least sqrt(A_ii): rows in m/s and in rad/s count alike. */
typedef struct {
    cone *c;
    int n;
    double lambda, E;
    double *x, *f, *J, *step, *trial, *W;
} equations;

static int has_slip(const block *k)
{
    return k->kind == DISC || k->kind == INTERVAL || (k->kind == CONTACT && k->size == 2);
}

/* the unit of x, as an impulse */
static double unit_of(const equations *e, const block *k)
{
    const double a = e->c->A[k->at * e->c->m + k->at];

    if (k->kind == DISC || k->kind == INTERVAL) return k->r > 0.0 ? k->r : e->c->P0;
    return (k->kind == JOINT || k->kind == LIMIT) && a > 0.0 ? e->E / sqrt(a) : e->c->P0;
}

/* adds `factor` times the derivative of w_row/W_row to row i of J */
static void add_slack(equations *e, int i, double factor, int row)
{
    const cone *c = e->c;

    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        for (int j = k->at; j < k->at + k->size; j++)
            e->J[i * e->n + j] += factor * c->A[row * c->m + j] * unit_of(e, k) / e->W[row];
    }
}

/* phi of row `at`'s impulse and slack */
static void put_unilateral(equations *e, int at)
{
    double da, db;

    e->f[at] = phi(e->lambda, e->x[at], e->c->w[at] / e->W[at], &da, &db);
    e->J[at * e->n + at] += da;
    add_slack(e, at, db, at);
}

/* eq 4 and 6 of the rows from `at` on, with the bound `most` (in x's units; its derivative by
 * x[normal] is mu, 0 if it does not depend on an impulse), and slip number `slip` */
static void put_friction(equations *e, int at, int size, double most, int normal, double mu,
                         int slip)
{
    const double s = e->x[slip];
    double inside = most * most, da, db;

    for (int i = at; i < at + size; i++) {
        e->f[i] = most * e->c->w[i] / e->W[i] + s * e->x[i];
        add_slack(e, i, most, i);
        e->J[i * e->n + normal] += mu * e->c->w[i] / e->W[i];
        e->J[i * e->n + i] += s;
        e->J[i * e->n + slip] += e->x[i];
        inside -= e->x[i] * e->x[i];
    }
    e->f[slip] = phi(e->lambda, s, inside, &da, &db);
    e->J[slip * e->n + slip] += da;
    for (int i = at; i < at + size; i++) e->J[slip * e->n + i] -= 2.0 * db * e->x[i];
    e->J[slip * e->n + normal] += 2.0 * db * most * mu;
}

/* f and J at x; returns |f|^2/2 */
static double evaluate(equations *e, double *p)
{
    cone *c = e->c;
    int slip = c->m;

    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        for (int j = k->at; j < k->at + k->size; j++) p[j] = e->x[j] * unit_of(e, k);
    }
    slacks(c, p, c->w);
    memset(e->J, 0, (size_t)e->n * (size_t)e->n * sizeof *e->J);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        if (k->kind == JOINT) {
            e->f[k->at] = c->w[k->at] / e->W[k->at];
            add_slack(e, k->at, 1.0, k->at);
        } else if (k->kind == LIMIT || k->kind == CONTACT) {
            put_unilateral(e, k->at);
        }
        if (!has_slip(k)) continue;
        if (k->kind == CONTACT)
            put_friction(e, k->at + 1, 1, k->mu * e->x[k->at], k->at, k->mu, slip);
        else
            put_friction(e, k->at, k->size, k->r > 0.0 ? 1.0 : 0.0, k->at, 0.0, slip);
        slip++;
    }
    return 0.5 * dot(e->n, e->f, e->f);
}

static mb_status make_equations(equations *e, cone *c, double lambda, const double *p,
                                mb_arena *arena)
{
    double least = HUGE_VAL;
    int slip = c->m;

    memset(e, 0, sizeof *e);
    e->c = c;
    e->lambda = lambda;
    e->n = c->m;
    for (int b = 0; b < c->nblock; b++) e->n += has_slip(c->block + b);
    e->x = mb_arena_matrix(arena, e->n, 5);
    e->J = mb_arena_matrix(arena, e->n, e->n);
    if (!e->x || !e->J) return MB_NO_MEMORY;
    e->f = e->x + e->n;
    e->step = e->x + 2 * e->n;
    e->trial = e->x + 3 * e->n;
    e->W = e->x + 4 * e->n;
    for (int i = 0; i < c->m; i++)
        if (c->A[i * c->m + i] > 0.0) least = fmin(least, c->A[i * c->m + i]);
    e->E = least < HUGE_VAL ? c->P0 * sqrt(least) : 0.0;
    for (int i = 0; i < c->m; i++) {
        const double W = e->E * sqrt(c->A[i * c->m + i]);
        e->W[i] = W > 0.0 ? W : 1.0;
    }
    slacks(c, p, c->w);
    for (int b = 0; b < c->nblock; b++) {
        const block *k = c->block + b;
        const int first = k->kind == CONTACT ? k->at + 1 : k->at;
        double slip_speed = 0.0;
        if (k->kind == DISC) e->W[k->at + 1] = e->W[k->at];    /* one slip for both */
        for (int j = k->at; j < k->at + k->size; j++) {
            e->x[j] = unit_of(e, k) > 0.0 ? p[j] / unit_of(e, k) : 0.0;
            if (j >= first) slip_speed = hypot(slip_speed, c->w[j]);
        }
        if (has_slip(k)) e->x[slip++] = slip_speed / e->W[k->at + k->size - 1];
    }
    return MB_OK;
}

/* step = -|g|^2/|J g|^2 g along the gradient g = J'f: least |f| of the linear model. 0: g = 0 */
static int gradient_step(equations *e)
{
    double along = 0.0, steep;

    for (int j = 0; j < e->n; j++) {
        e->step[j] = 0.0;
        for (int i = 0; i < e->n; i++) e->step[j] -= e->J[i * e->n + j] * e->f[i];
    }
    steep = dot(e->n, e->step, e->step);
    for (int i = 0; i < e->n; i++) {
        const double change = dot(e->n, e->J + i * e->n, e->step);
        along += change * change;
    }
    for (int j = 0; j < e->n && along > 0.0; j++) e->step[j] *= steep / along;
    return along > 0.0;
}

/* The step, halved until |f|^2 falls; 0: no such step */
static int search(equations *e, double *merit, double *p)
{
    memcpy(e->trial, e->x, (size_t)e->n * sizeof *e->x);
    for (double t = 1.0; t > SHORTEST; t *= 0.5) {
        double next;
        for (int i = 0; i < e->n; i++) e->x[i] = e->trial[i] + t * e->step[i];
        next = evaluate(e, p);
        if (!(next <= (1.0 - 2.0 * DESCENT * t) * *merit)) continue;
        *merit = next;
        return 1;
    }
    memcpy(e->x, e->trial, (size_t)e->n * sizeof *e->x);
    (void)evaluate(e, p);
    return 0;
}

/* Newton's steps, and steps along the gradient where these do not exist or gain nothing, until
 * solved, or both gain nothing */
static int iterate_equations(equations *e, int most, double *p)
{
    double merit = evaluate(e, p);
    int done = 0;

    for (; done < most && !solved(e->c, p); done++) {
        for (int i = 0; i < e->n; i++) e->step[i] = -e->f[i];
        if (solve_lu(e->n, e->J, e->step) && search(e, &merit, p)) continue;
        (void)evaluate(e, p);
        if (!gradient_step(e) || !search(e, &merit, p)) break;
    }
    return done;
}

/* ---- the methods ----------------------------------------------------------------------------- */

/* If free motion is the solution, p := 0, which keeps bodies exactly at rest. */
static void choose_start(cone *c, double *p)
{
    const size_t size = (size_t)c->m * sizeof *p;

    memset(c->kept, 0, size);
    if (residual_of(c, c->kept) <= ROUNDING) memset(p, 0, size);
}

static int given(const mb_options *opt, int otherwise)
{
    return opt && opt->max_iter > 0 ? opt->max_iter : otherwise;
}

/* v+, the verdict, and the status */
static mb_status finish(cone *c, double *v, const double *p, int iterations, mb_info *info)
{
    const double residual = residual_of(c, p);

    velocities(c, p, v);
    return say(info, residual <= c->tol ? MB_OK : MB_MAX_ITER, iterations, residual);
}

/* Newton's method from the given start, then from polygons, then sweeps. */
static int chain(cone *c, int most, double *p, mb_arena scratch)
{
    int all;

    choose_start(c, p);
    all = newton(c, most < WARM ? most : WARM, p);
    if (all < most && !solved(c, p)) all += from_polygons(c, p, scratch);
    if (all < most && !solved(c, p)) all += sweeps(c, SWEEPS, p);
    return all;
}

mb_status mb_cone_newton(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                         mb_info *info, mb_arena scratch)
{
    cone c;
    const mb_status status = make(&c, d, opt, 0, info, &scratch);

    if (status != MB_OK) return status;
    return finish(&c, v, p, chain(&c, given(opt, INT32_MAX), p, scratch), info);
}

mb_status mb_cone_sweeps(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                         mb_info *info, mb_arena scratch)
{
    cone c;
    const mb_status status = make(&c, d, opt, 0, info, &scratch);

    if (status != MB_OK) return status;
    choose_start(&c, p);
    return finish(&c, v, p, sweeps(&c, given(opt, SWEEPS), p), info);
}

static mb_status by_equations(double lambda, const mb_dynamics *d, const mb_options *opt, double *v,
                              double *p, mb_info *info, mb_arena scratch)
{
    mb_status status;
    equations e;
    cone c;

    status = make(&c, d, opt, 0, info, &scratch);
    if (status != MB_OK) return status;
    status = make_equations(&e, &c, lambda, p, &scratch);
    if (status != MB_OK) return say(info, status, 0, HUGE_VAL);
    return finish(&c, v, p, iterate_equations(&e, given(opt, EQUATIONS), p), info);
}

mb_status mb_cone_fb(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                     mb_info *info, mb_arena scratch)
{
    return by_equations(1.0, d, opt, v, p, info, scratch);
}

mb_status mb_cone_cck(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                      mb_info *info, mb_arena scratch)
{
    return by_equations(0.7, d, opt, v, p, info, scratch);
}

mb_status mb_cone_soft(const mb_dynamics *d, const mb_options *opt, double *v, double *p,
                       mb_info *info, mb_arena scratch)
{
    cone c;
    mb_status status = make(&c, d, opt, 1, info, &scratch);
    int most = given(opt, INT32_MAX), all;

    if (status != MB_OK) return status;
    choose_start(&c, p);
    all = newton(&c, most < COLD ? most : COLD, p);
    if (all < most && !solved(&c, p)) all += sweeps(&c, SWEEPS, p);
    return finish(&c, v, p, all, info);
}

mb_status mb_cone_soft_impulses(const mb_dynamics *d, const double *v, double *p, mb_arena scratch)
{
    cone c;
    const mb_status status = make(&c, d, NULL, 1, NULL, &scratch);

    if (status != MB_OK) return status;
    if (d->nb > 0) return MB_BAD_ARG;                          /* joints are not soft */
    for (int i = 0; i < c.nblock; i++) {
        const block *k = c.block + i;
        double a[2], D[2][2];
        for (int j = 0; j < k->size; j++)
            a[j] = -(dot(d->nv, c.G + (k->at + j) * d->nv, v) + c.b[k->at + j]) / k->soft;
        prox(&c, k, a, p + k->at, D);
    }
    return MB_OK;
}

/* What make() takes, and make_equations() for a slip in each row; for polygons: a disc is two rows,
 * MOST_PAIRS motors and 2 MOST_PAIRS + 1 unknowns, and no other row needs as much. */
size_t mb_cone_scratch(int nv, int rows)
{
    const double n = nv, m = rows, k = m + m;
    double bytes = 8.0 * (m * (BLOCK + 2.0 * n + 2.0 * m + 9.0) + n * (n + 1.0) + k * (5.0 + k));
    mb_dynamics d;

    if (nv < 0 || rows < 0) return 0;
    if (rows <= POLYGON_ROWS) {
        memset(&d, 0, sizeof d);
        d.nv = nv;
        d.nb = rows;
        d.nm = (rows / 2 + 1) * MOST_PAIRS;
        bytes += 8.0 * (d.nm * (n + 4.0) + 16.0 * m * MOST_PAIRS + 64.0);
        bytes += (double)mb_formulation_scratch(&d);
        bytes += (double)mb_lemke_scratch((rows / 2 + 1) * (2 * MOST_PAIRS + 1));
    }
    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}

const mb_cone_row mb_cone_solvers[] = {
    { "prox-newton", "Newton on the projected equation", mb_cone_newton, 1 },
    { "prox-sweeps", "projected Gauss-Seidel by discs", mb_cone_sweeps, 1 },
    { "cone-fb", "Newton on eq 4-6, Fischer-Burmeister: fails on about half", mb_cone_fb, 1 },
    { "cone-cck", "Newton on eq 4-6, Chen-Chen-Kanzow: fails on about half", mb_cone_cck, 1 },
    { "soft-cone", "Todorov's soft model", mb_cone_soft, 0 }
};

const int mb_cone_count = (int)(sizeof mb_cone_solvers / sizeof *mb_cone_solvers);

const mb_cone_row *mb_find_cone(const char *name)
{
    for (int i = 0; i < mb_cone_count; i++)
        if (strcmp(mb_cone_solvers[i].name, name) == 0) return mb_cone_solvers + i;
    return NULL;
}
