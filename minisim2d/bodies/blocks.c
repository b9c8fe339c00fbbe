/* blocks.c: sparse LU of 3 x 3 blocks; see blocks.h
 *
 * Source: Davis, Direct methods for sparse linear systems, SIAM 2006, 6 and 7 (the elimination
 * graph, here as sets of bits).
 */
#include "blocks.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { BITS = 32 };

static int words_of(int n) { return n / BITS + 1; }

/* ---- the order ------------------------------------------------------------------------------- */

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

/* order, place and first; near[v]: the neighbours of v when it is eliminated. degree[n] is work
 * space. */
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

int blocks_plan(int n, int npair, const int *pair, block_lu *out, mb_arena *arena)
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

double blocks_bytes(int n, double fill)
{
    return 4.0 * n * (words_of(n) + 4.0 + fill) + 8.0 * 9.0 * n * (1.0 + 2.0 * fill) + 64.0;
}

/* ---- the matrix ------------------------------------------------------------------------------ */

void blocks_clear(block_lu *K)
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

void blocks_add(block_lu *K, int a, int b, double scale, const double *x, const double *y)
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

/* subtracts the products with the pivot's block e, for it and the blocks after it, from column
 * row[e] */
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

int blocks_factor(block_lu *K)
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
    for (int i = 0; i < 3; i++) y[i] -= A[3 * i] * x[0] + A[3 * i + 1] * x[1] + A[3 * i + 2] * x[2];
}

void blocks_solve(const block_lu *K, double *x)
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
