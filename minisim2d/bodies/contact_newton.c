/* contact_newton.c: Newton's method for the rows of contacts and joints; see contact_rows.h
 *
 * Near a point z0, and with r_i = R / A_ii, the rows
 *
 *     lo <= z <= hi,   w_i + (z_i - z0_i) / r_i  complementary to that,   w = A z + b
 *
 * have one solution if nothing slips. The larger R is, the nearer it is to a solution of the
 * original rows. Newton's method guesses on which side each row is: strictly between its bounds,
 *
 *     z_i = z0_i - rho_i w_i,      rho_i = r_i / (1 + r_i soft_i)
 *
 * or at one of them; solves the remaining equations; and checks the guess. The change of velocity,
 * u = G' (z - z0), is all that has to be solved for: with F the rows between their bounds,
 *
 *     (1 + sum_F rho_i G_i' G_i) u  =  sum_i G_i' (the part of z_i - z0_i that is not u's)
 *
 * a row of 3 x 3 blocks for each body. A contact that slips, z_t = +-mu z_n, pushes along
 * G_n +- mu G_t, which takes the place of the first G_n'. Rows may depend on each other, and a row
 * adds entries of at most R, whatever the masses.
 *
 * A step that reduces the error moves z0, and R may grow; otherwise R shrinks. If R becomes too
 * small, sweeps lead to another z0.
 *
 * Source: Macklin, Erleben, Mueller, Chentanez, Jeschke, Kim, Non-smooth Newton methods for
 * deformable multi-body dynamics, ACM TOG 38, 2019; Rockafellar, Augmented Lagrangians and the
 * proximal point algorithm, Math. Oper. Res. 1, 1976.
 */
#include "contact_rows.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- sparse LU of 3 x 3 blocks --------------------------------------------------------------- */

/* K = L D U, a row of blocks for each body, eliminated in an order that keeps it sparse. Column k
 * below the diagonal and row k to the right of it have the same places, those of first[k] ..
 * first[k + 1] - 1. Source: Davis, Direct methods for sparse linear systems, SIAM 2006, 6 and 7
 * (the elimination graph, here as sets of bits). */
typedef struct {
    int n;                       /* rows of blocks */
    int *order, *place;          /* order[n]: the row eliminated k-th; place[n]: its inverse */
    int *first, *row;            /* first[n + 1]; row[first[n]] > k, ascending: by place */
    double *D;                   /* D[9*n]; factored: its inverse */
    double *L, *U;               /* [9*first[n]]: block (row, k), block (k, row) */
} block_lu;

enum { BITS = 32 };

static int words_of(int n) { return n / BITS + 1; }

/* ---- its order ------------------------------------------------------------------------------- */

static void put(unsigned *set, int i) { set[i / BITS] |= 1u << i % BITS; }
static void drop(unsigned *set, int i) { set[i / BITS] &= ~(1u << i % BITS); }
static int has(const unsigned *set, int i) { return set[i / BITS] >> i % BITS & 1u; }

static int count(int words, const unsigned *set)
{
    int n = 0;

    for (int k = 0; k < words; k++)
        for (unsigned x = set[k]; x; x &= x - 1) n++;
    return n;
}

/* eliminates v: its neighbours become neighbours of each other */
static void eliminate(int n, unsigned *near, int v, int *degree)
{
    const int words = words_of(n);
    const unsigned *own = near + v * words;

    for (int a = 0; a < n; a++) {
        unsigned *set = near + a * words;
        if (!has(own, a)) continue;
        for (int k = 0; k < words; k++) set[k] |= own[k];
        drop(set, a);
        drop(set, v);
        degree[a] = count(words, set);
    }
}

/* order, place and first; near[v]: v's neighbours when it is eliminated; degree[n]: work space */
static void find_order(block_lu *K, unsigned *near, int *degree)
{
    const int n = K->n, words = words_of(n);

    for (int v = 0; v < n; v++) {
        degree[v] = count(words, near + v * words);
        K->place[v] = -1;
    }
    K->first[0] = 0;
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int v = 0; v < n; v++)
            if (K->place[v] < 0 && (best < 0 || degree[v] < degree[best])) best = v;
        K->order[k] = best;
        K->place[best] = k;
        K->first[k + 1] = K->first[k] + degree[best];
        eliminate(n, near, best, degree);
    }
}

static void find_rows(block_lu *K, const unsigned *near)
{
    const int words = words_of(K->n);
    int *row = K->row;

    for (int k = 0; k < K->n; k++)
        for (int j = k + 1; j < K->n; j++)
            if (has(near + K->order[k] * words, K->order[j])) *row++ = j;
}

/* Order, pattern and room for a matrix with blocks at pair[2*i], pair[2*i + 1]; pairs with a -1 are
 * ignored. Minimum degree: the row with the fewest neighbours is eliminated next, and these become
 * neighbours. 0: no room. */
static int plan(int n, int npair, const int *pair, block_lu *out, mb_arena *arena)
{
    const int words = words_of(n);
    unsigned *near;
    int *degree;

    if (words > 0 && n > 0x7fffffff / words) return 0;
    near = (unsigned *)mb_arena_ints(arena, n * words);
    degree = mb_arena_ints(arena, n);
    out->n = n;
    out->order = mb_arena_ints(arena, n);
    out->place = mb_arena_ints(arena, n);
    out->first = mb_arena_ints(arena, n + 1);
    if (!near || !degree || !out->order || !out->place || !out->first) return 0;
    memset(near, 0, (size_t)n * (size_t)words * sizeof *near);
    for (int i = 0; i < npair; i++) {
        const int a = pair[2 * i], b = pair[2 * i + 1];
        if (a < 0 || b < 0) continue;
        put(near + a * words, b);
        put(near + b * words, a);
    }
    find_order(out, near, degree);
    out->row = mb_arena_ints(arena, out->first[n]);
    out->D = mb_arena_matrix(arena, n, 9);
    out->L = mb_arena_matrix(arena, out->first[n], 9);
    out->U = mb_arena_matrix(arena, out->first[n], 9);
    if (!out->row || !out->D || !out->L || !out->U) return 0;
    find_rows(out, near);
    return 1;
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* K = 1 */
static void clear(block_lu *K)
{
    memset(K->D, 0, 9 * (size_t)K->n * sizeof *K->D);
    memset(K->L, 0, 9 * (size_t)K->first[K->n] * sizeof *K->L);
    memset(K->U, 0, 9 * (size_t)K->first[K->n] * sizeof *K->U);
    for (int k = 0; k < K->n; k++) K->D[9 * k] = K->D[9 * k + 4] = K->D[9 * k + 8] = 1.0;
}

/* A += scale x y' */
static void add_outer(double scale, const double *x, const double *y, double *A)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A[3 * i + j] += scale * x[i] * y[j];
}

/* where block (row, k) is */
static int find(const block_lu *K, int k, int row)
{
    int e = K->first[k];

    while (K->row[e] != row) e++;
    return e;
}

/* K += scale x y', x[6] and y[6] of the bodies a and b (-1: that half is absent) */
static void add_row(block_lu *K, int a, int b, double scale, const double *x, const double *y)
{
    int p, q, e;

    if (a >= 0) add_outer(scale, x, y, K->D + 9 * K->place[a]);
    if (b >= 0) add_outer(scale, x + 3, y + 3, K->D + 9 * K->place[b]);
    if (a < 0 || b < 0) return;
    p = K->place[a];
    q = K->place[b];
    e = 9 * (p < q ? find(K, p, q) : find(K, q, p));
    add_outer(scale, x + 3, y, (p < q ? K->L : K->U) + e);     /* block (q, p) */
    add_outer(scale, x, y + 3, (p < q ? K->U : K->L) + e);     /* block (p, q) */
}

/* ---- elimination ----------------------------------------------------------------------------- */

/* C -= A B */
static void subtract(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[3 * i + j] -= A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* A = A B */
static void multiply(double *A, const double *B)
{
    for (int i = 0; i < 3; i++) {
        const double x = A[3 * i], y = A[3 * i + 1], z = A[3 * i + 2];
        for (int j = 0; j < 3; j++) A[3 * i + j] = x * B[j] + y * B[3 + j] + z * B[6 + j];
    }
}

/* by cofactors; 0: singular */
static int invert(double *A)
{
    double C[9], det;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double *x = A + 3 * ((j + 1) % 3), *y = A + 3 * ((j + 2) % 3);
            const int p = (i + 1) % 3, q = (i + 2) % 3;
            C[3 * i + j] = x[p] * y[q] - x[q] * y[p];
        }
    det = A[0] * C[0] + A[1] * C[3] + A[2] * C[6];
    if (!(fabs(det) > 0.0 && fabs(det) <= DBL_MAX)) return 0;
    for (int i = 0; i < 9; i++) A[i] = C[i] / det;
    return 1;
}

/* subtracts the products of the pivot's block e with it and those after it, from column row[e] */
static void update(block_lu *K, int e, int end)
{
    const int *row = K->row, s = row[e];

    subtract(K->L + 9 * e, K->U + 9 * e, K->D + 9 * s);
    for (int f = e + 1, at = K->first[s]; f < end; f++) {      /* both ascend */
        while (row[at] != row[f]) at++;
        subtract(K->L + 9 * f, K->U + 9 * e, K->L + 9 * at);
        subtract(K->L + 9 * e, K->U + 9 * f, K->U + 9 * at);
    }
}

/* in place; 0: a pivot is singular */
static int factor_blocks(block_lu *K)
{
    for (int k = 0; k < K->n; k++) {
        const int begin = K->first[k], end = K->first[k + 1];
        if (!invert(K->D + 9 * k)) return 0;
        for (int e = begin; e < end; e++) multiply(K->L + 9 * e, K->D + 9 * k);
        for (int e = begin; e < end; e++) update(K, e, end);
    }
    return 1;
}

/* y -= A x */
static void take(const double *A, const double *x, double *y)
{
    for (int i = 0; i < 3; i++) y[i] -= mbw_dot3(A + 3 * i, x);
}

/* x[3*n] = K \ x, with room for as many after it */
static void solve_blocks(const block_lu *K, double *x)
{
    const int n = K->n;
    double *y = x + 3 * n;                                     /* by place */

    for (int k = 0; k < n; k++) memcpy(y + 3 * k, x + 3 * K->order[k], 3 * sizeof *y);
    for (int k = 0; k < n; k++)                                /* y = L \ y */
        for (int e = K->first[k]; e < K->first[k + 1]; e++)
            take(K->L + 9 * e, y + 3 * k, y + 3 * K->row[e]);
    for (int k = n - 1; k >= 0; k--) {                         /* y = D U \ y */
        double *yk = y + 3 * k, *out = x + 3 * K->order[k];
        for (int e = K->first[k]; e < K->first[k + 1]; e++)
            take(K->U + 9 * e, y + 3 * K->row[e], yk);
        memset(out, 0, 3 * sizeof *out);
        take(K->D + 9 * k, yk, out);
        for (int i = 0; i < 3; i++) yk[i] = out[i] = -out[i];
    }
}

/* ---- Newton's method ------------------------------------------------------------------------- */

typedef enum { BETWEEN, AT_LO, AT_HI } side;

typedef struct {
    unit_rows u;
    block_lu K;
    int *side, *factored;        /* side[n] of each row; factored[n]: the sides in K */
    double R, factored_R;
    double *z0, *w0;             /* z0[n]; w0[n] = A z0 + b */
    double *z, *w;               /* z[n] of the guess; w[n] its slack, including (z - z0)/r */
    double *x;                   /* x[6*nbody]: u, and work */
    double *before, *course;     /* [n] for sweeps */
    int factors;                 /* factorisations so far */
} newton;

/* R: a row between its bounds has an error of 1/R after one step, 1/R^k after k; but rounding grows
 * with R. So R grows if a step with settled sides left SLOW of the merit or more, fast as long as
 * no step was rejected, and shrinks if a step is rejected. The values were chosen on 680 recorded
 * problems of heaps and towers: a START of 1e6 to 1e9, a SHRINK of 5 to 100 differ little. */
#define START 1e7
#define MOST 1e12                /* beyond it no digits are left */
#define LEAST 1e-2               /* below it a step is smaller than a sweep's */
#define SLOW 0.1
#define GROW_FAST 100.0
#define GROW 3.0
#define SHRINK 30.0

/* A step is accepted if it leaves at most BETTER of the merit, or GAIN of the residual; or, with
 * settled sides, at most WORSE of the merit, which need not fall monotonically if rows slip. */
#define BETTER 0.9
#define GAIN 0.5
#define WORSE 10.0

#define AIM 1e-5                 /* of tol: bodies at rest then are so to rounding, and the same
                                    impulses solve the next step's problem */
#define TIE 1e-9                 /* of the greatest speed in b: see guess */
#define FIXED 2000.0             /* multiplications that a guess costs, */
#define PER_ROW 110.0            /* plus these for each row, */
#define PER_BLOCK 30.0           /* and these for each pair of blocks beside a pivot */
enum { GUESSES = 5,              /* of sides, for one z0 */
       FACTORS = 400,            /* the default of max_iter */
       ROUND = 100,              /* factorisations from one start */
       FIRST = 20,               /* sweeps before the second start, twice as many before the next */
       SWEEPS = 300 };           /* in all */

static double rho_of(const newton *s, int i)
{
    const double r = s->R / s->u.diagonal[i], *soft = s->u.p->soft;

    return soft ? r / (1.0 + r * soft[i]) : r;
}

static int leader(const newton *s, int i)
{
    return s->u.p->findex ? s->u.p->findex[i] : -1;
}

/* the bound that row i is at; for a follower from its leader's z */
static double bound(const newton *s, int i)
{
    const mb_contact_rows *p = s->u.p;

    if (s->side[i] == AT_LO) return p->lo ? p->lo[i] : 0.0;
    return p->hi ? p->hi[i] : HUGE_VAL;
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* On which side each row is by z - w/A_ii; 1: no side has changed. Rows within `tie` of a bound, a
 * speed in unit mass, count as between: in a tower that falls as a whole no contact closes, and
 * each guess would otherwise find one more. */
static int guess(newton *s, const double *z, const double *w, double tie)
{
    const mb_contact_rows *p = s->u.p;
    int same = 1;

    for (int i = 0; i < p->n; i++) {
        const double x = z[i] - w[i] / s->u.diagonal[i];
        const int f = leader(s, i);
        double lo, hi;
        side at;
        const double near = tie / sqrt(s->u.diagonal[i]);
        ur_bounds(&s->u, z, i, &lo, &hi);
        if (tie > 0.0) lo -= near, hi += near;
        at = x <= lo || (f >= 0 && s->side[f] != BETWEEN) ? AT_LO : x >= hi ? AT_HI : BETWEEN;
        same &= s->side[i] == (int)at;
        s->side[i] = (int)at;
    }
    return same;
}

/* ---- one guess ------------------------------------------------------------------------------- */

static int factor(newton *s)
{
    const mb_contact_rows *p = s->u.p;
    const size_t size = (size_t)p->n * sizeof *s->side;

    if (s->R == s->factored_R && memcmp(s->side, s->factored, size) == 0) return 1;
    clear(&s->K);
    for (int i = 0; i < p->n; i++) {
        const int *body = p->body + 2 * i, f = leader(s, i);
        const double *G = s->u.G + 6 * i;
        if (s->side[i] == BETWEEN)
            add_row(&s->K, body[0], body[1], rho_of(s, i), G, G);
        else if (f >= 0 && s->side[f] == BETWEEN)
            add_row(&s->K, body[0], body[1], rho_of(s, f) * bound(s, i), G, s->u.G + 6 * f);
    }
    s->factors++;
    s->factored_R = factor_blocks(&s->K) ? s->R : 0.0;
    memcpy(s->factored, s->side, size);
    return s->factored_R > 0.0;
}

/* G_i u */
static double along(const newton *s, int i)
{
    const int *body = s->u.p->body + 2 * i;
    double sum = 0.0;

    for (int e = 0; e < 2; e++)
        if (body[e] >= 0) sum += mbw_dot3(s->u.G + 6 * i + 3 * e, s->x + 3 * body[e]);
    return sum;
}

/* z_i after a change of row i's velocity; leaders come before their followers */
static double place(const newton *s, int i, double change)
{
    if (s->side[i] == BETWEEN) return s->z0[i] - rho_of(s, i) * (s->w0[i] + change);
    return bound(s, i) * (leader(s, i) < 0 ? 1.0 : s->z[leader(s, i)]);
}

/* z and w by the sides; 0: singular */
static int solve(newton *s)
{
    const mb_contact_rows *p = s->u.p;

    if (!factor(s)) return 0;
    memset(s->x, 0, 3 * (size_t)p->nbody * sizeof *s->x);
    for (int i = 0; i < p->n; i++) {
        s->z[i] = place(s, i, 0.0);
        ur_push(&s->u, i, s->z[i] - s->z0[i], s->x);
    }
    solve_blocks(&s->K, s->x);
    for (int i = 0; i < p->n; i++) {
        const double change = along(s, i);
        double dz;
        s->z[i] = place(s, i, change);
        dz = s->z[i] - s->z0[i];
        s->w[i] = s->w0[i] + change + dz * s->u.diagonal[i] / s->R;
        if (p->soft) s->w[i] += dz * p->soft[i];
    }
    return 1;
}

/* Cost of a guess in multiplications, measured on heaps, towers and machines. */
static double cost(const newton *s)
{
    double blocks = 0.0;

    for (int k = 0; k < s->K.n; k++) {
        const double row = 1.0 + s->K.first[k + 1] - s->K.first[k];
        blocks += row * row;
    }
    return FIXED + PER_ROW * s->u.p->n + PER_BLOCK * blocks;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The error of the rows as a speed, in units of unit mass: |z - mid(lo, z - w/A, hi)|_A */
static double merit(const newton *s, const double *z, const double *w)
{
    double sum = 0.0;

    for (int i = 0; i < s->u.p->n; i++) {
        const double A = s->u.diagonal[i];
        double lo, hi, x = z[i] - w[i] / A;
        ur_bounds(&s->u, z, i, &lo, &hi);
        x = z[i] - (x < lo ? lo : x > hi ? hi : x);
        sum += A * x * x;
    }
    return sqrt(sum);
}

static void slacks(newton *s, const double *z, double *w)
{
    ur_add_up(&s->u, z);
    for (int i = 0; i < s->u.p->n; i++) w[i] = ur_slack(&s->u, i, z);
}

/* the greatest |b|, in units of unit mass */
static double speed(const newton *s)
{
    double most = 0.0;

    for (int i = 0; i < s->u.p->n; i++)
        most = fmax(most, fabs(s->u.p->b[i]) / sqrt(s->u.diagonal[i]));
    return most;
}

/* Steps from z0 until it is solved and one more step gains little, or R becomes too small; 1:
 * solved. At most `most` factorisations before it is solved. *residual is z0's. */
static int steps(newton *s, int most, double *residual)
{
    double m = merit(s, s->z0, s->w0), grow = GROW_FAST, tie = TIE * speed(s);
    int solved = 0;

    s->R = START;
    for (int step = 0; solved || (step < most && s->factors < most && s->R > LEAST); step++) {
        double r = HUGE_VAL, m1 = HUGE_VAL;
        int settled = 0, ok = 0;
        (void)guess(s, s->z0, s->w0, tie);
        tie = 0.0;
        for (int k = 0; k < GUESSES && !settled && solve(s); k++)
            settled = guess(s, s->z, s->w, 0.0);
        if (s->factored_R > 0.0) {
            ur_put_inside(&s->u, s->z);
            slacks(s, s->z, s->w);
            ok = ur_solved(&s->u, s->z, &r);
            m1 = merit(s, s->z, s->w);
        }
        if (solved && !(ok && m1 < BETTER * m)) return 1;
        if (ok || (settled && m1 < WORSE * m) || m1 < BETTER * m || r < GAIN * *residual) {
            if (settled && !ok && s->R >= MOST && m1 > SLOW * m) return solved;  /* no gain */
            if (settled && m1 > SLOW * m) s->R = fmin(s->R * grow, MOST);
            memcpy(s->z0, s->z, (size_t)s->u.p->n * sizeof *s->z);
            memcpy(s->w0, s->w, (size_t)s->u.p->n * sizeof *s->w);
            *residual = r;
            m = m1;
            solved = ok;
            if (solved && r <= AIM * s->u.tol) return 1;
        } else {
            s->R /= SHRINK;
            grow = GROW;
        }
    }
    return solved;
}

static mb_status iterate(newton *s, int most, mb_info *info, mb_arena scratch)
{
    const mb_contact_rows *p = s->u.p;
    const int zero = ur_singular(&s->u);
    double residual;
    int solved;

    slacks(s, s->z0, s->w0);
    solved = ur_solved(&s->u, s->z0, &residual);
    if (zero < p->n) return mbw_done(info, MB_SINGULAR, 0, residual, zero);
    if (solved && residual <= AIM * s->u.tol) return mbw_done(info, MB_OK, 0, residual, -1);
    if (!plan(p->nbody, p->n, p->body, &s->K, &scratch))
        return mbw_done(info, MB_NO_MEMORY, 0, residual, -1);
    if (p->work > 0.0) most = (int)fmin(fmax(p->work / cost(s), 1.0), most);
    solved = steps(s, most < ROUND ? most : ROUND, &residual);
    for (int k = FIRST, all = FIRST; !solved && all <= SWEEPS && s->factors < most; all += k *= 2) {
        const int end = s->factors + ROUND;
        ur_add_up(&s->u, s->z0);
        ur_sweeps(&s->u, k, s->z0, s->before, s->course);
        ur_put_inside(&s->u, s->z0);
        slacks(s, s->z0, s->w0);
        solved = ur_solved(&s->u, s->z0, &residual) || steps(s, most < end ? most : end, &residual);
    }
    return mbw_done(info, solved ? MB_OK : MB_MAX_ITER, s->factors, residual, -1);
}

/* ---- the solver ------------------------------------------------------------------------------ */

size_t mb_contact_newton_scratch(const mb_contact_rows *p, double fill)
{
    double bytes, bodies;

    if (!p || p->n < 0 || p->nbody < 0) return 0;
    bodies = p->nbody;
    bytes = ur_bytes(p) + 8.0 * (6.0 * p->n + 6.0 * bodies) + 4.0 * 2.0 * p->n + 64.0;
    bytes += 4.0 * bodies * (words_of(p->nbody) + 4.0 + fill);         /* K's plan and blocks */
    bytes += 8.0 * 9.0 * bodies * (1.0 + 2.0 * fill) + 64.0;
    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}

/* does row i follow an earlier row of the same bodies that follows none itself? */
static int sound(const mb_contact_rows *p, int i)
{
    const int f = p->findex ? p->findex[i] : -1;

    return f < 0 || (f < i && p->findex[f] < 0 &&
                     memcmp(p->body + 2 * f, p->body + 2 * i, 2 * sizeof *p->body) == 0);
}

static int take_memory(newton *s, mb_arena *arena)
{
    const mb_contact_rows *p = s->u.p;
    const int n = p->n;

    s->side = mb_arena_ints(arena, n);
    s->factored = mb_arena_ints(arena, n);
    s->z0 = mb_arena_doubles(arena, n);
    s->w0 = mb_arena_doubles(arena, n);
    s->z = mb_arena_doubles(arena, n);
    s->w = mb_arena_doubles(arena, n);
    s->before = mb_arena_doubles(arena, n);
    s->course = mb_arena_doubles(arena, n);
    s->x = mb_arena_doubles(arena, 6 * p->nbody);
    return s->side && s->factored && s->z0 && s->w0 && s->z && s->w && s->before && s->course &&
           s->x;
}

mb_status mb_contact_newton(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                            mb_info *info, mb_arena scratch)
{
    mb_options o;
    newton s;
    mb_status status;

    memset(&s, 0, sizeof s);
    status = ur_begin(p, opt, &o, z, &s.u, info, &scratch);
    if (status != MB_OK) return status;
    /* if rows contradict each other by rounding, z is unbounded */
    s.u.rounded = 0.0;
    for (int i = 0; i < p->n; i++)
        if (!sound(p, i)) return mbw_refuse(info, MB_BAD_ARG, i);
    if (!take_memory(&s, &scratch)) return mbw_refuse(info, MB_NO_MEMORY, -1);
    ur_prepare(&s.u, z);
    memcpy(s.z0, z, (size_t)p->n * sizeof *z);
    status = iterate(&s, o.max_iter > 0 ? o.max_iter : FACTORS, info, scratch);
    memcpy(z, s.z0, (size_t)p->n * sizeof *z);
    if (dv) {
        ur_add_up(&s.u, z);
        ur_velocities(&s.u, dv);
    }
    return status;
}
