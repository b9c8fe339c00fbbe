/* test_dense.c: the dense algebra against identities that hold exactly, or to a bound that
 * rounding-error analysis gives */
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include "check.h"

#include <string.h>

enum { MAX_N = 200 };

static double A[MAX_N * MAX_N], F[MAX_N * MAX_N];
static int pivot[MAX_N];

static void random_matrix(int n, rng *r)
{
    for (int i = 0; i < n * n; i++) A[i] = F[i] = rng_normal(r);
}

/* what an arena gives: aligned pieces side by side, in whole doubles, as long as they fit; a
 * request that does not leaves it as it was */
static void test_arena(void)
{
    static double block[64];
    const mb_arena none = mb_arena_make(NULL, 100);
    mb_arena a = none;
    rng r = { 3 };
    int wrong = 0, refused = 0;

    check(!none.beg && !none.end && !mb_arena_doubles(&a, 0) && !mb_arena_ints(&a, 1),
          "no memory: an arena without room");
    for (int trial = 0; trial < 20000; trial++) {
        const int offset = rng_int(&r, 9), size = rng_int(&r, 400);
        char *const memory = (char *)block + offset;
        int used = offset % 8 ? 8 - offset % 8 : 0;            /* to the first aligned byte */
        a = mb_arena_make(memory, (size_t)size);
        wrong += a.beg != memory || a.end != memory + size;
        for (int k = 0; k < 4; k++) {
            static const int huge[] = { -1, INT_MIN, INT_MAX, 40000 };
            const int kind = rng_int(&r, 4), rows = rng_int(&r, 6), cols = rng_int(&r, 6);
            const int odd = huge[rng_int(&r, 4)], count = kind == 3 ? odd : rows * cols;
            const mb_arena before = a;
            const int few = count >= 0 && count < 1000 ? count : 1000;
            const int bytes = kind == 1 ? (few + 1) / 2 * 8 : 8 * few;
            const int fits = count >= 0 && used + bytes <= size;
            void *const x = kind == 0 ? (void *)mb_arena_doubles(&a, count)
                          : kind == 1 ? (void *)mb_arena_ints(&a, count)
                          : kind == 2 ? (void *)mb_arena_matrix(&a, rows, cols)
                          : rows < 2  ? (void *)mb_arena_doubles(&a, odd)
                          : rows < 4  ? (void *)mb_arena_matrix(&a, odd, 1 + rows)
                                      : (void *)mb_arena_matrix(&a, 60000, odd);
            if (fits) {
                wrong += x != memory + used;
                used += bytes;
                wrong += a.beg != memory + used || a.end != before.end;
            } else {
                wrong += x || a.beg != before.beg || a.end != before.end;
                refused++;
            }
        }
    }
    check(wrong == 0 && refused > 10000, "arenas: pieces side by side, or nothing (%d wrong)",
          wrong);
    a = mb_arena_make(block, sizeof block);
    check(!mb_arena_matrix(&a, 0, -1) && !mb_arena_matrix(&a, -1, 0) &&
              mb_arena_matrix(&a, 0, INT_MAX) && mb_arena_matrix(&a, INT_MAX, 0) &&
              a.beg == (char *)block,
          "a matrix without rows takes nothing, one with -1 rows fails");
}

/* |P A - L U|_max over |A|_max, with L, U and the exchanges from F */
static double lu_error(int n)
{
    static double PA[MAX_N * MAX_N];
    double worst = 0.0, size = 0.0;

    memcpy(PA, A, (size_t)(n * n) * sizeof(double));
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
            const double t = PA[k * n + j];
            PA[k * n + j] = PA[pivot[k] * n + j];
            PA[pivot[k] * n + j] = t;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = i <= j ? F[i * n + j] : 0.0;
            for (int k = 0; k < i && k <= j; k++) sum += F[i * n + k] * F[k * n + j];
            worst = fmax(worst, fabs(PA[i * n + j] - sum));
            size = fmax(size, fabs(A[i * n + j]));
        }
    return size > 0.0 ? worst / size : worst;
}

/* orders on both sides of every block of the factorisation */
static void test_lu(void)
{
    static const int sizes[] = { 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96,
        97, 127, 128, 129, 160, 161, 200 };
    rng r = { 1 };
    int bad = 0;

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const int n = sizes[s];
        double multiplier = 0.0, error;
        random_matrix(n, &r);
        if (mb_lu_factor(n, F, pivot) != MB_OK) bad++;
        for (int k = 0; k < n; k++) {
            if (pivot[k] < k || pivot[k] >= n) bad++;
            for (int i = k + 1; i < n; i++) multiplier = fmax(multiplier, fabs(F[i * n + k]));
        }
        error = lu_error(n);
        if (!(error <= n * 1e-15) || multiplier > 1.0)
            bad++, note("n = %d: |PA - LU| = %g, |L| = %g", n, error, multiplier);
    }
    check(bad == 0, "P A = L U with |L_ij| <= 1, n = 1 .. 200: %d wrong", bad);
}

/* A x = b with x of known integers, so that b is exact */
static void test_solve(void)
{
    static double x[MAX_N], X[MAX_N * 3], work[MAX_N];
    rng r = { 2 };
    int bad = 0;

    for (int n = 1; n <= 130; n += n < 20 ? 1 : 11) {
        for (int i = 0; i < n * n; i++) A[i] = F[i] = (double)(rng_int(&r, 19) - 9);
        for (int i = 0; i < n; i++) {                          /* large where a permutation is 1 */
            const int j = n % 3 == 0 ? n - 1 - i : (i + 1) % n;
            A[i * n + j] = F[i * n + j] = A[i * n + j] + 10.0 * n;
        }
        for (int i = 0; i < n; i++) {
            x[i] = 0.0;
            for (int j = 0; j < n; j++) x[i] += A[i * n + j] * (j % 7 - 3);
            for (int k = 0; k < 3; k++) X[3 * i + k] = x[i] * (k + 1);
        }
        if (mb_lu_factor(n, F, pivot) != MB_OK) bad++;
        mb_lu_solve(n, F, pivot, x);
        mbi_lu_solve_rows(n, F, pivot, 3, X, work);
        for (int i = 0; i < n; i++) {
            bad += !(fabs(x[i] - (i % 7 - 3)) <= 1e-13);
            for (int k = 0; k < 3; k++)
                bad += !(fabs(X[3 * i + k] - (k + 1) * (i % 7 - 3)) <= 1e-12);
        }
    }
    check(bad == 0, "A x = b, with one right-hand side and with three: %d x_i are wrong", bad);
}

static void test_lu_special(void)
{
    double one[] = { 0 }, rank1[] = { 1, 2, 2, 4 }, column[] = { 0, 1, 0, 2 },
        swap[] = { 0, 1, 2, 0 }, nan[] = { 1, (double)NAN, 1, 1 }, x[] = { 3, 4 };

    check(mb_lu_factor(0, NULL, pivot) == MB_OK, "n = 0: MB_OK");
    check(mb_lu_factor(1, one, pivot) == MB_SINGULAR, "n = 1, zero: MB_SINGULAR");
    check(mb_lu_factor(2, rank1, pivot) == MB_SINGULAR, "rank 1: MB_SINGULAR");
    check(mb_lu_factor(2, column, pivot) == MB_SINGULAR, "a zero column: MB_SINGULAR");
    check(mb_lu_factor(2, nan, pivot) == MB_SINGULAR, "a NaN: MB_SINGULAR");
    check(mb_lu_factor(2, swap, pivot) == MB_OK && pivot[0] == 1,
          "a zero on the diagonal: the rows are exchanged");
    mb_lu_solve(2, swap, pivot, x);
    check(x[0] == 2.0 && x[1] == 3.0, "the solution with exchanged rows");
}

/* kernels at every remainder of their blocks; small integers, so that the order of summation does
 * not matter */
static void test_kernels(void)
{
    double x[40], y[40], M[12 * 40], a[12];
    int bad = 0;

    for (int n = 0; n <= 40; n++)
        for (int m = 0; m <= 12; m++) {
            double z[40], dot = 0.0, most = 0.0;
            for (int i = 0; i < n; i++) {
                x[i] = i % 5 - 3;
                y[i] = z[i] = i % 3 - 1;
                dot += x[i] * y[i];
                most = fmax(most, fabs(x[i]));
            }
            for (int i = 0; i < m; i++) a[i] = i - 4;
            for (int i = 0; i < m * 40; i++) M[i] = i % 7 - 2;
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) z[j] += a[i] * M[i * 40 + j];
            bad += mbi_dot(n, x, y) != dot || mbi_max_abs(n, x) != most || !mbi_all_finite(n, x);
            mbi_combine_rows(m, n, M, 40, a, y);
            for (int j = 0; j < n; j++) bad += y[j] != z[j];
            for (int j = 0; j < n; j++) {
                const double was = x[j];
                x[j] = j % 2 ? HUGE_VAL : (double)NAN;
                bad += mbi_all_finite(n, x);
                x[j] = was;
            }
        }
    check(bad == 0,
          "sums over rows, dot products, largest entries, finiteness of every length up to 40: %d "
          "wrong", bad);
    for (int i = 0; i < 12; i++) M[i] = i;                     /* 3 x 4 */
    for (int i = 0; i < 4; i++) x[i] = 1.0;
    mb_matvec(3, 4, M, x, y);
    check(y[0] == 6.0 && y[1] == 22.0 && y[2] == 38.0, "mb_matvec");
    mb_matvec_transposed(3, 4, M, x, y);
    check(y[0] == 12.0 && y[1] == 15.0 && y[2] == 18.0 && y[3] == 21.0, "mb_matvec_transposed");
}

/* [a^2 1; 1 0]: row and column 1 are divided by a, which leaves 1/a as the largest entry of row and
 * column 2. They are multiplied by its root, until that entry is at least 1/4, and once more. */
static void test_equilibrate(void)
{
    const double corner[2] = { 16, 256 };
    const double want[2][2] = { { 1.0 / 4.0, 2.0 }, { 1.0 / 16.0, 8.0 } };

    for (int k = 0; k < 2; k++) {
        const double M[4] = { corner[k], 1, 1, 0 };
        double row[2], col[2], work[4];
        mbi_equilibrate(2, M, row, col, work);
        for (int i = 0; i < 2; i++)
            check(row[i] == want[k][i] && col[i] == want[k][i],
                  "a matrix with %g: row and column %d are scaled by %g and %g, expected %g",
                  corner[k], i + 1, row[i], col[i], want[k][i]);
    }
}

/* Lemke's pivots on [2 1; 1 2], b = (-5, -6), worked out in cli_solve.sh: z0 enters for w2, z2 for
 * w1, z1 for z0. After each pivot the basis solves its equations, so that refinement has nothing to
 * do; it corrects a value that the test changes. */
static void test_refinement(void)
{
    static const double matrix[] = { 2, 1, 1, 2 }, b[] = { -5, -6 };
    static const int entering[] = { 4, 1, 0 }, row[] = { 1, 0, 1 }, leaving[] = { 3, 2, 4 };
    static double memory[4096];
    const mb_lcp p = { 2, matrix, b };
    mb_options o = { 0 };
    double z[2];
    mbi_lemke L;

    memset(&L, 0, sizeof L);
    L.n = 2;
    L.p = mbi_as_mlcp(&p);
    L.o = &o;
    L.z = z;
    mbi_lemke_take(&L, mb_arena_make(memory, sizeof memory));
    mbi_lemke_start(&L, 0);
    for (int k = 0; k < 3; k++) {
        double q;
        (void)mbi_lemke_column(&L, entering[k]);
        check(mbi_lemke_pivot(&L, entering[k], row[k]) == leaving[k] &&
                  mbi_lemke_refine(&L) <= 1e-15,
              "pivot %d: the basis solves its equations", k + 1);
        q = L.q[1];
        L.q[1] += 1e-3;
        check(mbi_lemke_refine(&L) > 1e-4 && fabs(L.q[1] - q) <= 1e-15,
              "pivot %d: refinement corrects a changed value", k + 1);
    }
    check(L.z0 == -1, "at the end z0 has left the basis");
}

int main(void)
{
    test_arena();
    test_lu();
    test_solve();
    test_lu_special();
    test_kernels();
    test_equilibrate();
    test_refinement();
    return check_done();
}
