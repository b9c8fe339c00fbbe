/* rational.c: small LCPs with integer data, solved exactly and by the kit
 *
 *   rational [COUNT]       prints the number of problems, of those with a solution, and of those
 *                          with a single one; and for each solver how many it solved, how many of
 *                          those have no solution, and the worst |z - z_exact| of single ones
 *
 * Half of the problems have a general matrix of integers in -2 ... 2, half G G' with G of -1 ... 1.
 * The exact solution comes from trying all complementary cones in rational arithmetic
 * (tests/core/rational.h). It is single if no principal minor of A is 0, so that each cone has at
 * most one solution, and all cones that contain b give the same solution.
 */
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include <stdlib.h>

#include "check.h"
#include "tests/core/rational.h"

enum { MOST = 6 };

static double memory[20000];

/* the number of different solutions in the cones that contain b, with the last one in z; -1:
 * overflow */
static int count_solutions(int n, const int *A, const int *b, double *z)
{
    double first[MOST], next[EXACT_MAX];
    int overflow = 0, count = 0;

    for (unsigned set = 0; set < 1u << n && !overflow; set++) {
        int same = count > 0;
        for (int i = 0; i < n; i++) next[i] = 0.0;
        if (!exact_in_cone(n, A, b, set, next, &overflow)) continue;
        for (int i = 0; i < n; i++) same &= next[i] == first[i];
        if (same) continue;                   /* on the face of two cones: the same point */
        for (int i = 0; i < n; i++) first[i] = z[i] = next[i];
        count++;
    }
    return overflow ? -1 : count;
}

/* 1 if a principal minor of A is 0, by Bareiss' elimination in integers */
static int is_degenerate(int n, const int *A)
{
    for (unsigned set = 1; set < 1u << n; set++) {
        long long M[MOST][MOST], before = 1;
        int index[MOST], m = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1u) index[m++] = i;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) M[i][j] = A[index[i] * n + index[j]];
        for (int k = 0; k < m; k++) {
            int row = k;
            while (row < m && M[row][k] == 0) row++;
            if (row == m) return 1;
            for (int j = k; j < m && row != k; j++) {
                const long long x = M[k][j];
                M[k][j] = M[row][j];
                M[row][j] = x;
            }
            for (int i = k + 1; i < m; i++)
                for (int j = k + 1; j < m; j++)
                    M[i][j] = (M[i][j] * M[k][k] - M[i][k] * M[k][j]) / before;
            before = M[k][k];
        }
    }
    return 0;
}

static int problem_of(rng *r, int semidefinite, int *A, int *b)
{
    int G[MOST * MOST], n = 1 + rng_int(r, MOST), rank = 1 + rng_int(r, n);

    for (int i = 0; i < n * rank; i++) G[i] = rng_int(r, 3) - 1;
    for (int i = 0; i < n; i++) {
        b[i] = rng_int(r, 9) - 4;
        for (int j = 0; j < n; j++) {
            A[i * n + j] = semidefinite ? 0 : rng_int(r, 5) - 2;
            for (int k = 0; semidefinite && k < rank; k++)
                A[i * n + j] += G[i * rank + k] * G[j * rank + k];
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 20000;
    int solvable = 0, single = 0, made = 0, solved[16] = { 0 }, wrong[16] = { 0 };
    double worst[16] = { 0.0 };
    rng r = { 20140827 };

    while (made < count) {
        int A[MOST * MOST], b[MOST];
        double a[MOST * MOST], c[MOST], exact[MOST], z[MOST];
        const int n = problem_of(&r, made % 2, A, b);
        const int solutions = count_solutions(n, A, b, exact);
        const int alone = solutions == 1 && !is_degenerate(n, A);
        if (solutions < 0) continue;
        made++;
        solvable += solutions > 0;
        single += alone;
        for (int i = 0; i < n * n; i++) a[i] = A[i];
        for (int i = 0; i < n; i++) c[i] = b[i];
        for (int k = 0; k < mb_solver_count; k++) {
            const mb_lcp p = { n, a, c };
            const mb_arena scratch = mb_arena_make(memory, sizeof memory);
            mb_info info;
            if (!mb_solvers[k].lcp) continue;
            for (int i = 0; i < n; i++) z[i] = 0.0;
            if (mb_solvers[k].lcp(&p, NULL, z, &info, scratch) != MB_OK) continue;
            solved[k]++;
            wrong[k] += solutions == 0;
            for (int i = 0; i < n && alone; i++)
                worst[k] = fmax(worst[k], fabs(z[i] - exact[i]));
        }
    }
    printf("problems %d solvable %d single %d\n", made, solvable, single);
    for (int k = 0; k < mb_solver_count; k++)
        if (mb_solvers[k].lcp)
            printf("%s %d %d %.2g\n", mb_solvers[k].name, solved[k], wrong[k], worst[k]);
    return 0;
}
