/* rational.h: decides in exact arithmetic whether a small problem with integer data has a solution,
 * and finds one
 *
 * The tableau is kept in integers over one common denominator (Edmonds, Bareiss): an exchange
 * with pivot d turns every other entry into (a d - b c)/D, D being the previous pivot, and this
 * division is exact. Entries are determinants of the data, so small problems fit in 64 bits; every
 * product is checked, and -1 reports an overflow.
 */
#ifndef RATIONAL_H
#define RATIONAL_H

#include <stdint.h>

enum { EXACT_MAX = 8, EXACT_COLUMNS = 2 * EXACT_MAX + 2 };

/* by columns: n of a complementary cone, n artificial ones, an unused one, the right-hand side; the
 * basis is D times the identity */
typedef struct {
    int n, overflow;
    int64_t T[EXACT_MAX][EXACT_COLUMNS], D;
    int basic[EXACT_MAX];
} exact_tableau;

static inline int64_t exact_mul(exact_tableau *t, int64_t a, int64_t b)
{
    const int64_t size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;

    /* a quarter: the difference of two still fits */
    if (size_a == 0 || size_b <= INT64_MAX / 4 / size_a) return a * b;
    t->overflow = 1;
    return 0;
}

/* the sign of T_ic/T_ie - T_kc/T_ke for positive T_ie, T_ke */
static inline int exact_compare(exact_tableau *t, int i, int k, int c, int e)
{
    const int64_t a = exact_mul(t, t->T[i][c], t->T[k][e]),
                  b = exact_mul(t, t->T[k][c], t->T[i][e]);

    return (a > b) - (a < b);
}

static inline void exact_pivot(exact_tableau *t, int r, int c)
{
    const int64_t d = t->T[r][c];

    for (int i = 0; i < t->n; i++) {
        const int64_t f = t->T[i][c];
        if (i == r) continue;
        for (int j = 0; j < 2 * t->n + 2; j++)
            t->T[i][j] = (exact_mul(t, t->T[i][j], d) - exact_mul(t, f, t->T[r][j])) / t->D;
    }
    if (d < 0)                                                 /* keep the denominator positive */
        for (int i = 0; i < t->n; i++)
            for (int j = 0; j < 2 * t->n + 2; j++) t->T[i][j] = -t->T[i][j];
    t->D = d < 0 ? -d : d;
    t->basic[r] = c;
}

static inline void exact_cone_start(exact_tableau *t, int n, const int *A, const int *b,
                                    unsigned set)
{
    t->n = n;
    t->overflow = 0;
    t->D = 1;
    /* w_i or -A_j z_j, with the sign that makes b_i >= 0 */
    for (int i = 0; i < n; i++) {
        const int sign = b[i] < 0 ? -1 : 1;
        for (int j = 0; j < 2 * n; j++) t->T[i][j] = 0;
        for (int j = 0; j < n; j++) t->T[i][j] = sign * (set >> j & 1u ? -A[i * n + j] : i == j);
        t->T[i][n + i] = 1;
        t->T[i][2 * n] = 0;
        t->T[i][2 * n + 1] = sign * b[i];
        t->basic[i] = n + i;
    }
}

/* 1 if b is a combination with coefficients >= 0 of w_i's unit vector, i not in set, and of
 * minus A's columns in set: phase 1 of the simplex method with Bland's rule, which does not
 * cycle. z[n]: the coefficients in set */
static inline int exact_in_cone(int n, const int *A, const int *b, unsigned set, double *z,
                                int *overflow)
{
    exact_tableau t;

    exact_cone_start(&t, n, A, b, set);
    while (!t.overflow) {
        int64_t left = 0;
        int c = 0, r = -1;
        for (int i = 0; i < n; i++) left += t.basic[i] >= n ? t.T[i][2 * n + 1] : 0;
        for (int i = 0; left == 0 && i < n; i++) {
            const int j = t.basic[i];
            if (j < n && set >> j & 1u) z[j] = (double)t.T[i][2 * n + 1] / (double)t.D;
        }
        if (left == 0) return 1;
        /* the first column along which the sum of the artificial ones decreases */
        for (; c < n; c++) {
            int64_t fall = 0;
            for (int i = 0; i < n; i++) fall += t.basic[i] >= n ? t.T[i][c] : 0;
            if (fall > 0) break;
        }
        if (c == n) return 0;
        for (int i = 0; i < n; i++) {
            int sign;
            if (t.T[i][c] <= 0) continue;
            sign = r < 0 ? -1 : exact_compare(&t, i, r, 2 * n + 1, c);
            if (sign < 0 || (sign == 0 && t.basic[i] < t.basic[r])) r = i;
        }
        exact_pivot(&t, r, c);
    }
    *overflow = 1;
    return 0;
}

/* exact_solve: 1 if LCP(A, b), n <= EXACT_MAX, has a solution, which is then z[n]: if b is in
 * one of the 2^n complementary cones; 0 if not, -1: overflow */
static inline int exact_solve(int n, const int *A, const int *b, double *z)
{
    int overflow = 0;

    for (unsigned set = 0; set < 1u << n; set++) {
        for (int i = 0; i < n; i++) z[i] = 0.0;
        if (exact_in_cone(n, A, b, set, z, &overflow)) return 1;
    }
    return overflow ? -1 : 0;
}

static inline int exact_solvable(int n, const int *A, const int *b)
{
    double z[EXACT_MAX];

    return exact_solve(n, A, b, z);
}

#endif
