/* problems.h: LCPs to test solvers on: seeded random families, classical examples, and those in
 * tests/data/problems.txt
 *
 *     problem p;
 *     rng r = { 7 };
 *     if (problem_make(&problem_families[0], 16, &r, &p)) {
 *         const mb_lcp lcp = problem_as_lcp(&p);
 *         ...
 *         problem_free(&p);
 *     }
 *
 * Included after mbsim.h. A family names the matrix class of its A and whether its problems have a
 * solution, which is known from their construction and not from any solver.
 */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "check.h"

#include <stdlib.h>
#include <string.h>

/* An LCP whose first nfree unknowns are free: their rows are equations. */
typedef struct {
    int n, nfree;
    double *A, *b;               /* A[n*n] row-major, b[n]; from malloc */
} problem;

static inline mb_lcp problem_as_lcp(const problem *p)
{
    const mb_lcp lcp = { p->n, p->A, p->b };

    return lcp;
}

/* properties of a family */
enum {
    PROBLEM_SYMMETRIC = 1,
    PROBLEM_PSD = 2,             /* z'A z >= 0 for all z; symmetric or not */
    PROBLEM_P = 4,               /* all principal minors positive: exactly one solution for any b */
    PROBLEM_COPOSITIVE = 8,      /* copositive-plus, of the Stewart-Trinkle kind */
    PROBLEM_SOLVABLE = 16,
    PROBLEM_INFEASIBLE = 32,     /* there is no z >= 0 with A z + b >= 0 */
    PROBLEM_EXPONENTIAL = 64,    /* Lemke's method takes 2^n pivots */
    PROBLEM_MIXED = 128,         /* two thirds of the unknowns are free */
    PROBLEM_GRAM = PROBLEM_SYMMETRIC | PROBLEM_PSD | PROBLEM_SOLVABLE,
    PROBLEM_SPD = PROBLEM_GRAM | PROBLEM_P
};

/* fills A[n*n] and b[n], zeroed before, for a size n that is a multiple of the family's step */
typedef void problem_maker(int n, rng *r, double *A, double *b);

typedef struct {
    const char *name;
    int flags;
    int step;                    /* n is a multiple of it */
    problem_maker *make;
} problem_family;

/* zeros; ends the test without memory */
static inline double *problem_doubles(int count)
{
    double *x = (double *)calloc((size_t)count + 1, sizeof(double));

    if (!x) exit(2);
    return x;
}

static inline void problem_alloc(problem *p, int n)
{
    p->n = n;
    p->nfree = 0;
    p->A = problem_doubles(n * n);
    p->b = problem_doubles(n);
}

static inline void problem_free(problem *p)
{
    free(p->A);
    free(p->b);
    p->A = p->b = NULL;
}

/* problem_make: a problem of the family, of its greatest size <= n; 0 if there is no such size */
static inline int problem_make(const problem_family *f, int n, rng *r, problem *p)
{
    n -= n % f->step;
    if (n <= 0) return 0;
    problem_alloc(p, n);
    if (f->flags & PROBLEM_MIXED) p->nfree = 2 * n / 3;
    f->make(n, r, p->A, p->b);
    return 1;
}

/* ---- building blocks ------------------------------------------------------------------------- */

static inline double *problem_normals(int count, rng *r)
{
    double *x = problem_doubles(count);

    for (int i = 0; i < count; i++) x[i] = rng_normal(r);
    return x;
}

/* A += G diag(d) G', G[n*m]; d NULL = ones */
static inline void problem_add_gram(int n, int m, const double *G, const double *d, double *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++) sum += G[i * m + k] * (d ? d[k] : 1.0) * G[j * m + k];
            A[i * n + j] += sum;
            if (i != j) A[j * n + i] += sum;
        }
}

/* b = w - A z with z >= 0 on the first of each four indices, w >= 0 on the others: z solves the
 * problem */
static inline void problem_plant_solution(int n, rng *r, const double *A, double *b)
{
    for (int i = 0; i < n; i++) b[i] = i % 4 == 0 ? 0.0 : rng_unit(r);
    for (int j = 0; j < n; j += 4) {
        const double z = rng_range(r, 0.1, 1.1);
        for (int i = 0; i < n; i++) b[i] -= A[i * n + j] * z;
    }
}

/* b = -A z with z of 0, 1 and 2 */
static inline void problem_plant_integers(int n, rng *r, const double *A, double *b)
{
    for (int j = 0; j < n; j++) {
        const double z = (double)rng_int(r, 3);
        for (int i = 0; i < n; i++) b[i] -= A[i * n + j] * z;
    }
}

/* ---- a, b: symmetric ------------------------------------------------------------------------- */

static inline void problem_spd(int n, rng *r, double *A, double *b)
{
    double *G = problem_normals(n * n, r);

    problem_add_gram(n, n, G, NULL, A);
    for (int i = 0; i < n; i++) {
        A[i * n + i] += 1.0;
        b[i] = rng_normal(r);
    }
    free(G);
}

static inline void problem_psd(int n, rng *r, double *A, double *b)
{
    double *G = problem_normals(n * (n / 2), r);

    problem_add_gram(n, n / 2, G, NULL, A);
    problem_plant_solution(n, r, A, b);
    free(G);
}

/* ---- c: frictional contacts of planar rigid bodies, Stewart-Trinkle --------------------------
 *
 * Unknowns [p_n(nc); p_f(2 nc), +t and -t of each contact; s(nc)]. Body k has velocity (vx, vy,
 * omega) at 3 k.
 */
typedef struct {
    int nb, nc;
    double *Minv;                /* [3*nb] diagonal */
    double *Jn, *Jt;             /* [nc*3*nb] */
    double *bn, *bt;             /* [nc] free relative velocity, normal and along +t */
    double mu;
} problem_contacts;

static inline problem_contacts problem_contacts_alloc(int nb, int nc)
{
    const int nv = 3 * nb;
    double *all = problem_doubles(nv + 2 * nc * nv + 2 * nc), *bn = all + nv + 2 * nc * nv;
    const problem_contacts c = { nb, nc, all, all + nv, all + nv + nc * nv, bn, bn + nc, 0.5 };

    return c;
}

/* contact i at arm (rx, ry) from the centre of a body; sign +1: the body the normal points to,
 * -1: the other one */
static inline void problem_contact_side(const problem_contacts *c, int i, int body, double sign,
                                        const double *normal, double rx, double ry)
{
    /* the normal turned by +90 degrees */
    const double t[2] = { -normal[1], normal[0] };
    double *n = c->Jn + i * 3 * c->nb + 3 * body, *f = c->Jt + i * 3 * c->nb + 3 * body;

    for (int k = 0; k < 2; k++) {
        n[k] = sign * normal[k];
        f[k] = sign * t[k];
    }
    n[2] = sign * (rx * normal[1] - ry * normal[0]);
    f[2] = sign * (rx * t[1] - ry * t[0]);
}

static inline void problem_stewart_trinkle(const problem_contacts *c, double *A, double *b)
{
    const int nc = c->nc, n = 4 * nc, nv = 3 * c->nb;
    double *J = problem_doubles(3 * nc * nv), *small = problem_doubles(3 * nc * 3 * nc);

    for (int i = 0; i < nc; i++)
        for (int k = 0; k < nv; k++) {
            J[i * nv + k] = c->Jn[i * nv + k];
            J[(nc + 2 * i) * nv + k] = c->Jt[i * nv + k];
            J[(nc + 2 * i + 1) * nv + k] = -c->Jt[i * nv + k];
        }
    problem_add_gram(3 * nc, nv, J, c->Minv, small);           /* J M^-1 J' */
    for (int i = 0; i < 3 * nc; i++)
        for (int j = 0; j < 3 * nc; j++) A[i * n + j] = small[i * 3 * nc + j];
    free(J);
    free(small);
    for (int i = 0; i < nc; i++) {
        const int f = nc + 2 * i, s = 3 * nc + i;
        b[i] = c->bn[i];
        b[f] = c->bt[i];
        b[f + 1] = -c->bt[i];
        A[f * n + s] = A[(f + 1) * n + s] = 1.0;
        A[s * n + i] = c->mu;
        A[s * n + f] = A[s * n + f + 1] = -1.0;
    }
}

/* unit boxes on top of each other, two contacts a box (one in the middle for nc = 1); slide > 0:
 * every box has its own tangential velocity; top: mass of the uppermost box */
static inline void problem_stack(int n, rng *r, double slide, double top, double *A, double *b)
{
    static const double up[2] = { 0.0, 1.0 };
    const int nc = n / 4, per = nc > 1 ? 2 : 1, nb = nc / per;
    const problem_contacts c = problem_contacts_alloc(nb, nb * per);
    double below = 0.0;

    for (int k = 0; k < nb; k++) {
        const double mass = k == nb - 1 ? top : 1.0, v = slide * rng_normal(r);
        for (int j = 0; j < 3; j++) c.Minv[3 * k + j] = j < 2 ? 1.0 / mass : 6.0 / mass;
        for (int j = 0; j < per; j++) {
            const int i = per * k + j;
            const double x = per == 2 ? (double)j - 0.5 : 0.0;
            problem_contact_side(&c, i, k, 1.0, up, x, -0.5);
            if (k > 0) problem_contact_side(&c, i, k - 1, -1.0, up, x, 0.5);
            c.bn[i] = k == 0 ? -0.0981 : 0.0;        /* h g; boxes on boxes fall at the same rate */
            c.bt[i] = v - below;
        }
        below = v;
    }
    problem_stewart_trinkle(&c, A, b);
    free(c.Minv);
}

static inline void problem_stack_rest(int n, rng *r, double *A, double *b)
{
    problem_stack(n, r, 0.0, 1.0, A, b);
}
static inline void problem_stack_slide(int n, rng *r, double *A, double *b)
{
    problem_stack(n, r, 0.2, 1.0, A, b);
}
static inline void problem_stack_heavytop(int n, rng *r, double *A, double *b)
{
    problem_stack(n, r, 0.2, 1e4, A, b);
}

static inline void problem_graph(int n, rng *r, double *A, double *b)
{
    const int nc = n / 4, nb = nc / 2 + 1;
    const problem_contacts c = problem_contacts_alloc(nb, nc);
    double *v = problem_normals(3 * nb, r);

    for (int k = 0; k < nb; k++) {
        const double mass = pow(10.0, rng_range(r, -1.0, 1.0));
        for (int j = 0; j < 3; j++) c.Minv[3 * k + j] = j < 2 ? 1.0 / mass : 6.0 / mass;
    }
    for (int i = 0; i < nc; i++) {
        /* lower = nb or upper: the world */
        const int upper = rng_int(r, nb), lower = rng_int(r, nb + 1);
        const double angle = rng_range(r, 0.0, 6.283185307179586);
        const double normal[2] = { cos(angle), sin(angle) };
        problem_contact_side(&c, i, upper, 1.0, normal, rng_range(r, -0.7, 0.7),
                             rng_range(r, -0.7, 0.7));
        if (lower != nb && lower != upper)
            problem_contact_side(&c, i, lower, -1.0, normal, rng_range(r, -0.7, 0.7),
                                 rng_range(r, -0.7, 0.7));
        for (int k = 0; k < 3 * nb; k++) {
            c.bn[i] += c.Jn[i * 3 * nb + k] * v[k];
            c.bt[i] += c.Jt[i * 3 * nb + k] * v[k];
        }
    }
    problem_stewart_trinkle(&c, A, b);
    free(c.Minv);
    free(v);
}

/* ---- d: not symmetric ------------------------------------------------------------------------ */

/* Harker and Pang: G G' + a skew part + a small positive diagonal: positive definite */
static inline void problem_hp(int n, rng *r, double *A, double *b)
{
    double *G = problem_doubles(n * n);

    for (int i = 0; i < n * n; i++) G[i] = rng_range(r, -5.0, 5.0);
    problem_add_gram(n, n, G, NULL, A);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const double skew = rng_range(r, -5.0, 5.0);
            A[i * n + j] += skew;
            A[j * n + i] -= skew;
        }
        A[i * n + i] += rng_range(r, 0.0, 0.3);
        b[i] = rng_range(r, -500.0, 500.0);
    }
    free(G);
}

static inline void problem_hdd(int n, rng *r, double *A, double *b)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            A[i * n + j] = rng_range(r, -1.0, 1.0);
            if (j != i) sum += fabs(A[i * n + j]);
        }
        A[i * n + i] = sum + rng_range(r, 0.1, 1.0);
        b[i] = rng_normal(r);
    }
}

/* a lower triangular matrix with a positive diagonal, rows and columns permuted alike: P, but
 * not definite */
static inline void problem_ptri(int n, rng *r, double *A, double *b)
{
    int *order = (int *)malloc((size_t)n * sizeof(int));

    if (!order) exit(2);
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = rng_int(r, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) A[order[i] * n + order[j]] = rng_normal(r);
        A[order[i] * n + order[i]] = rng_range(r, 0.5, 1.5);
        b[i] = rng_normal(r);
    }
    free(order);
}

/* ---- e: classical examples ------------------------------------------------------------------- */

/* entry of Murty's upper triangular matrix: 1 on the diagonal, 2 above */
static inline double problem_murty_entry(int i, int j) { return i == j ? 1.0 : i < j ? 2.0 : 0.0; }

static inline void problem_murty(int n, rng *r, double *A, double *b)
{
    (void)r;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) A[i * n + j] = problem_murty_entry(i, j);
        b[i] = -1.0;
    }
}

/* the lower one with b_i = -(2^n + ... + 2^(n-i)): 2^n pivots; z = (2^n, 0, ..., 0) */
static inline void problem_murtyexp(int n, rng *r, double *A, double *b)
{
    double sum = 0.0;

    (void)r;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) A[i * n + j] = problem_murty_entry(j, i);
        sum += ldexp(1.0, n - i);
        b[i] = -sum;
    }
}

/* M M' of Murty's matrix M, or M'M: for that 2^n pivots */
static inline void problem_fathi_of(int n, int transposed, double *A, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                A[i * n + j] += transposed ? problem_murty_entry(k, i) * problem_murty_entry(k, j) :
                                             problem_murty_entry(i, k) * problem_murty_entry(j, k);
        b[i] = -1.0;
    }
}

static inline void problem_fathi(int n, rng *r, double *A, double *b)
{
    (void)r;
    problem_fathi_of(n, 0, A, b);
}
static inline void problem_fathi_t(int n, rng *r, double *A, double *b)
{
    (void)r;
    problem_fathi_of(n, 1, A, b);
}

/* ---- f: specials ----------------------------------------------------------------------------- */

/* rank n/4 in small integers, b = -A z: exactly degenerate, w = 0 throughout at the planted
 * solution */
static inline void problem_degenerate(int n, rng *r, double *A, double *b)
{
    const int m = n / 4;
    double *G = problem_doubles(n * m);

    for (int i = 0; i < n * m; i++) G[i] = (double)(rng_int(r, 5) - 2);
    problem_add_gram(n, m, G, NULL, A);
    problem_plant_integers(n, r, A, b);
    free(G);
}

/* A definite problem of n / count unknowns, each of them `count` times; sign -1:
 * copies of alternating sign, and b = -1 */
static inline void problem_copies(int n, int count, double sign, rng *r, double *A, double *b)
{
    const int m = n / count;
    problem small;

    problem_alloc(&small, m);
    problem_spd(m, r, small.A, small.b);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[i * n + j] = ((i / m + j / m) % 2 ? sign : 1.0) * small.A[(i % m) * m + j % m];
        b[i] = sign > 0.0 ? -fabs(small.b[i % m]) : -1.0;
    }
    problem_free(&small);
}

/* every contact listed four times */
static inline void problem_duplicate(int n, rng *r, double *A, double *b)
{
    problem_copies(n, 4, 1.0, r, A, b);
}

/* contacts that squeeze: G v >= 1 and -G v >= 1. Positive semidefinite and infeasible: row i +
 * row i + n/2 of A is 0, of b -2 */
static inline void problem_crush(int n, rng *r, double *A, double *b)
{
    problem_copies(n, 2, -1.0, r, A, b);
}

static inline void problem_identity(int n, rng *r, double *A, double *b)
{
    (void)r;
    for (int i = 0; i < n; i++) {
        A[i * n + i] = 1.0;
        b[i] = -1.0;
    }
}

static inline void problem_ones(int n, rng *r, double *A, double *b)
{
    (void)r;
    for (int i = 0; i < n * n; i++) A[i] = 1.0;
    for (int i = 0; i < n; i++) b[i] = -1.0;
}

/* a definite problem, A -> R A C, b -> R b with factors in 10^+-4, or 1 where the direction is
 * not scaled; same: C = R */
static inline void problem_scaled(int n, rng *r, int rows, int cols, int same, double *A, double *b)
{
    problem_spd(n, r, A, b);
    for (int i = 0; i < n; i++) {
        const double s = pow(10.0, rng_range(r, -4.0, 4.0)),
                     t = same ? s : pow(10.0, rng_range(r, -4.0, 4.0));
        for (int j = 0; j < n; j++) {
            if (rows) A[i * n + j] *= s;
            if (cols) A[j * n + i] *= t;
        }
        if (rows) b[i] *= s;
    }
}

static inline void problem_both_scaled(int n, rng *r, double *A, double *b)
{
    problem_scaled(n, r, 1, 1, 1, A, b);
}
static inline void problem_row_scaled(int n, rng *r, double *A, double *b)
{
    problem_scaled(n, r, 1, 0, 0, A, b);
}
static inline void problem_col_scaled(int n, rng *r, double *A, double *b)
{
    problem_scaled(n, r, 0, 1, 0, A, b);
}

static inline void problem_all_scaled(int n, rng *r, double *A, double *b)
{
    const double s = pow(10.0, rng_range(r, -8.0, 8.0)), t = pow(10.0, rng_range(r, -8.0, 8.0));

    problem_spd(n, r, A, b);
    for (int i = 0; i < n * n; i++) A[i] *= s;
    for (int i = 0; i < n; i++) b[i] *= t;
}

/* skew-symmetric, hence positive semidefinite: the optimality conditions of min c'x, B x >= d, x
 * >= 0 with d, c chosen so that both the program and its dual are feasible. Small integers: many
 * ties. */
static inline void problem_skew(int n, rng *r, double *A, double *b)
{
    const int m = n / 2;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            const double x = (double)(rng_int(r, 7) - 3);
            A[i * n + m + j] = -x;                             /* c - B'y >= 0 */
            A[(m + j) * n + i] = x;                            /* B x - d >= 0 */
        }
    problem_plant_integers(n, r, A, b);
    for (int i = 0; i < n; i++) b[i] += (double)rng_int(r, 2);
}

static inline void problem_zero_b(int n, rng *r, double *A, double *b)
{
    problem_spd(n, r, A, b);
    for (int i = 0; i < n; i++) b[i] = 0.0;
}

/* ---- g: mixed -------------------------------------------------------------------------------- */

/* a chain of n/3 bodies hanging from the world: two joint rows (free) and one contact each. With
 * redundant, the rows of the second half of the joints repeat the first half's: the free block
 * is singular, the problem consistent. */
static inline void problem_chain(int n, rng *r, int redundant, double *A, double *b)
{
    const int k = n / 3, nv = 3 * k;
    double *J = problem_doubles(n * nv), *Minv = problem_doubles(nv), *v = problem_normals(nv, r);

    for (int i = 0; i < nv; i++)
        Minv[i] = i % 3 == 2 ? rng_range(r, 1.0, 6.0) : rng_range(r, 0.5, 1.5);
    for (int i = 0; i < k; i++) {
        const double angle = rng_range(r, 0.0, 6.283185307179586);
        const double arm[4] = { rng_range(r, -1.0, 1.0), rng_range(r, -1.0, 1.0),
            rng_range(r, -1.0, 1.0), rng_range(r, -1.0, 1.0) };
        /* v_i + omega_i x r = v_(i-1) + omega_(i-1) x r' */
        for (int c = 0; c < 2; c++) {
            double *row = J + (2 * i + c) * nv;
            row[3 * i + c] = 1.0;
            row[3 * i + 2] = c == 0 ? -arm[1] : arm[0];
            if (i > 0) {
                row[3 * i - 3 + c] = -1.0;
                row[3 * i - 1] = c == 0 ? arm[3] : -arm[2];
            }
        }
        J[(2 * k + i) * nv + 3 * i] = cos(angle);
        J[(2 * k + i) * nv + 3 * i + 1] = sin(angle);
        J[(2 * k + i) * nv + 3 * i + 2] = rng_range(r, -1.0, 1.0);
    }
    for (int i = k; redundant && i < 2 * k; i++)
        memcpy(J + i * nv, J + (i - k) * nv, (size_t)nv * sizeof(double));
    problem_add_gram(n, nv, J, Minv, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nv; j++) b[i] += J[i * nv + j] * v[j];
    free(J);
    free(Minv);
    free(v);
}

static inline void problem_mixed(int n, rng *r, double *A, double *b)
{
    problem_chain(n, r, 0, A, b);
}
static inline void problem_mixed_redundant(int n, rng *r, double *A, double *b)
{
    problem_chain(n, r, 1, A, b);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const problem_family problem_families[] = {
    { "a_spd", PROBLEM_SPD, 1, problem_spd },
    { "b_psd", PROBLEM_GRAM, 2, problem_psd },
    { "c_stack_rest", PROBLEM_COPOSITIVE | PROBLEM_SOLVABLE, 8, problem_stack_rest },
    { "c_stack_slide", PROBLEM_COPOSITIVE | PROBLEM_SOLVABLE, 8, problem_stack_slide },
    { "c_stack_heavytop", PROBLEM_COPOSITIVE | PROBLEM_SOLVABLE, 8, problem_stack_heavytop },
    { "c_graph", PROBLEM_COPOSITIVE | PROBLEM_SOLVABLE, 4, problem_graph },
    { "d_hp", PROBLEM_PSD | PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_hp },
    { "d_hdd", PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_hdd },
    { "d_ptri", PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_ptri },
    { "e_murty", PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_murty },
    { "e_murtyexp", PROBLEM_P | PROBLEM_SOLVABLE | PROBLEM_EXPONENTIAL, 1, problem_murtyexp },
    { "e_fathi", PROBLEM_SPD, 1, problem_fathi },
    { "e_fathiT", PROBLEM_SPD | PROBLEM_EXPONENTIAL, 1, problem_fathi_t },
    { "f_degenerate", PROBLEM_GRAM, 4, problem_degenerate },
    { "f_duplicate", PROBLEM_GRAM, 4, problem_duplicate },
    { "f_identity", PROBLEM_SPD, 1, problem_identity },
    { "f_ones", PROBLEM_GRAM, 1, problem_ones },
    { "f_rowscale", PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_row_scaled },
    { "f_colscale", PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_col_scaled },
    { "f_bothscale", PROBLEM_PSD | PROBLEM_P | PROBLEM_SOLVABLE, 1, problem_both_scaled },
    { "f_scale", PROBLEM_SPD, 1, problem_all_scaled },
    { "f_crush", PROBLEM_SYMMETRIC | PROBLEM_PSD | PROBLEM_INFEASIBLE, 2, problem_crush },
    { "f_skew", PROBLEM_PSD | PROBLEM_SOLVABLE, 2, problem_skew },
    { "f_zero_b", PROBLEM_SPD, 1, problem_zero_b },
    { "g_mlcp", PROBLEM_GRAM | PROBLEM_MIXED, 3, problem_mixed },
    { "g_redundant", PROBLEM_GRAM | PROBLEM_MIXED, 6, problem_mixed_redundant },
};
enum { PROBLEM_FAMILIES = sizeof problem_families / sizeof problem_families[0] };

static inline const problem_family *problem_find_family(const char *name)
{
    for (int i = 0; i < PROBLEM_FAMILIES; i++)
        if (strcmp(problem_families[i].name, name) == 0) return &problem_families[i];
    return NULL;
}

/* problem_named: a problem of the family of this name, from a seed */
static inline problem problem_named(const char *name, int n, int seed)
{
    rng r = { (uint64_t)seed };
    problem p;

    if (!problem_make(problem_find_family(name), n, &r, &p)) exit(2);
    return p;
}

/* ---- the file of problems -------------------------------------------------------------------- */

/* as seen from the top of the repository, where the tests are run */
#define PROBLEM_FILE "tests/data/problems.txt"

/* a head in PROBLEM_FILE, which says what they are */
typedef struct { char name[64]; int n, nfree, symmetric, solvable; } problem_entry;

/* problem_next: the next head and the line after it, which has n; 0 at the end. The numbers of A
 * and b follow in f. */
static inline int problem_next(FILE *f, problem_entry *e)
{
    char line[512];

    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "problem %63s %d %d", e->name, &e->symmetric, &e->solvable) != 3) continue;
        e->nfree = 0;
        return fgets(line, sizeof line, f) && sscanf(line, "%d %d", &e->n, &e->nfree) >= 1;
    }
    return 0;
}

/* problem_manifest: up to max heads; how many there are, 0 if the file can't be read */
static inline int problem_manifest(problem_entry *out, int max)
{
    FILE *f = fopen(PROBLEM_FILE, "r");
    int count = 0;

    while (f && count < max && problem_next(f, out + count)) count++;
    if (f) fclose(f);
    return count;
}

/* problem_read: a problem by its name, as `a_spd_n8`; 0 if it can't be read */
static inline int problem_read(const char *name, problem *p)
{
    problem_entry e;
    FILE *f = fopen(PROBLEM_FILE, "r");
    int ok = 0;

    while (f && !ok && problem_next(f, &e)) ok = strcmp(e.name, name) == 0;
    if (ok) {
        problem_alloc(p, e.n);
        p->nfree = e.nfree;
        for (int i = 0; ok && i < e.n * e.n; i++) ok = fscanf(f, "%lf", p->A + i) == 1;
        for (int i = 0; ok && i < e.n; i++) ok = fscanf(f, "%lf", p->b + i) == 1;
        if (!ok) problem_free(p);
    }
    if (f) fclose(f);
    return ok;
}

#endif
