/* rational.h: Lemke's method in exact arithmetic, and whether a problem has a solution at all, for small problems with integer data
 *
 * The tableau is kept in integers over one common denominator (Edmonds, Bareiss): an exchange with pivot d turns every other entry
 * into (a d - b c)/D, D being the previous pivot, and this division is exact. Entries are determinants of the data, so that small problems fit 64 bits;
 * every product is checked, and EXACT_OVERFLOW is honest about those that do not. Ties are broken by the lexicographic rule, so that
 * no problem cycles.
 */
#ifndef RATIONAL_H
#define RATIONAL_H

#include <stdint.h>

enum { EXACT_MAX = 8, EXACT_COLUMNS = 2 * EXACT_MAX + 2 };

typedef enum { EXACT_SOLVED, EXACT_RAY, EXACT_OVERFLOW } exact_outcome;

typedef struct {
    exact_outcome outcome;
    int pivots;
    double z[EXACT_MAX];
    int ties;                    /* ratio tests in which the least ratio occurred more than once */
} exact_answer;

/* [w z z0 1] by columns: w_j = j, z_j = n + j, z0 = 2 n, right-hand side 2 n + 1; the basis is D times the identity */
typedef struct {
    int n, overflow;
    int64_t T[EXACT_MAX][EXACT_COLUMNS], D;
    int basic[EXACT_MAX];
} exact_tableau;

static inline int64_t exact_mul(exact_tableau *t, int64_t a, int64_t b)
{
    const int64_t size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;

    if (size_a == 0 || size_b <= INT64_MAX / 4 / size_a) return a * b;   /* a quarter: the difference of two still fits */
    t->overflow = 1;
    return 0;
}

/* the sign of T_ic/T_ie - T_kc/T_ke for positive T_ie, T_ke */
static inline int exact_compare(exact_tableau *t, int i, int k, int c, int e)
{
    const int64_t a = exact_mul(t, t->T[i][c], t->T[k][e]), b = exact_mul(t, t->T[k][c], t->T[i][e]);

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

/* lexicographically least row [1 w]/e among those with a positive entry in column e; z0 is preferred where it ties in the first */
static inline int exact_ratio(exact_tableau *t, int e, int *ties)
{
    const int n = t->n;
    int best = -1, tied = 0;

    for (int i = 0; i < n; i++) {
        int sign;
        if (t->T[i][e] <= 0) continue;
        if (best < 0) {
            best = i;
            continue;
        }
        sign = exact_compare(t, i, best, 2 * n + 1, e);
        if (sign == 0) tied = 1;
        if (sign < 0) tied = 0;
        if (sign == 0 && t->basic[i] == 2 * n) sign = -1;
        if (sign == 0 && t->basic[best] == 2 * n) sign = 1;
        for (int j = 0; sign == 0 && j < n; j++) sign = exact_compare(t, i, best, j, e);
        if (sign < 0) best = i;
    }
    *ties += tied;
    return best;
}

/* exact_lemke: A[n*n], b[n] integers, n <= EXACT_MAX; covering vector of ones */
static inline exact_answer exact_lemke(int n, const int *A, const int *b)
{
    exact_answer answer = { EXACT_SOLVED, 0, { 0 }, 0 };
    int r = 0, entering = 2 * n;

    exact_tableau t = { .n = n, .D = 1 };
    for (int i = 0; i < n; i++) {                              /* w - A z - z0 = b */
        for (int j = 0; j < n; j++) t.T[i][n + j] = -(int64_t)A[i * n + j];
        t.T[i][i] = 1;
        t.T[i][2 * n] = -1;
        t.T[i][2 * n + 1] = b[i];
        t.basic[i] = i;
        if (b[i] <= b[r]) r = i;                               /* in a tie the last: least after adding eps^i */
    }
    if (n == 0 || b[r] >= 0) return answer;
    while (r >= 0) {
        const int leaving = t.basic[r];
        exact_pivot(&t, r, entering);
        answer.pivots++;
        if (t.overflow || answer.pivots > 100000) {
            answer.outcome = EXACT_OVERFLOW;
            return answer;
        }
        if (leaving == 2 * n) break;
        entering = leaving < n ? leaving + n : leaving - n;
        r = exact_ratio(&t, entering, &answer.ties);
    }
    if (t.overflow) answer.outcome = EXACT_OVERFLOW;
    else if (r < 0) answer.outcome = EXACT_RAY;
    for (int i = 0; i < n; i++)
        if (t.basic[i] >= n && t.basic[i] < 2 * n) answer.z[t.basic[i] - n] = (double)t.T[i][2 * n + 1] / (double)t.D;
    return answer;
}

/* ---- is there a solution? --------------------------------------------------------------------------------------------------- */

/* The columns of T that stand for variables: n of a complementary cone, then n artificial ones; the last is the right-hand side. */
static inline void exact_cone_start(exact_tableau *t, int n, const int *A, const int *b, unsigned set)
{
    t->n = n;
    t->overflow = 0;
    t->D = 1;
    for (int i = 0; i < n; i++) {                              /* w_i or -A_j z_j, with the sign that makes b_i >= 0 */
        const int sign = b[i] < 0 ? -1 : 1;
        for (int j = 0; j < 2 * n; j++) t->T[i][j] = 0;
        for (int j = 0; j < n; j++) t->T[i][j] = sign * (set >> j & 1u ? -A[i * n + j] : i == j);
        t->T[i][n + i] = 1;
        t->T[i][2 * n] = 0;
        t->T[i][2 * n + 1] = sign * b[i];
        t->basic[i] = n + i;
    }
}

/* 1 if b is a combination with coefficients >= 0 of w_i's unit vector, i not in set, and of minus A's columns in set: phase 1 of the
 * simplex method with Bland's rule, which does not cycle */
static inline int exact_in_cone(int n, const int *A, const int *b, unsigned set, int *overflow)
{
    exact_tableau t;

    exact_cone_start(&t, n, A, b, set);
    while (!t.overflow) {
        int64_t left = 0;
        int c = 0, r = -1;
        for (int i = 0; i < n; i++) left += t.basic[i] >= n ? t.T[i][2 * n + 1] : 0;
        if (left == 0) return 1;
        for (; c < n; c++) {                                   /* the first column along which the artificial ones fall */
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

/* exact_solvable: 1 if LCP(A, b), n <= EXACT_MAX, has a solution: if b is in one of the 2^n complementary cones; 0 if not, -1: overflow */
static inline int exact_solvable(int n, const int *A, const int *b)
{
    int overflow = 0;

    for (unsigned set = 0; set < 1u << n; set++)
        if (exact_in_cone(n, A, b, set, &overflow)) return 1;
    return overflow ? -1 : 0;
}

#endif
