/* check.h: the kit's test harness: a TAP producer, a seeded generator, and little else
 *
 *     #include "check.h"
 *     int main(void)
 *     {
 *         check(1 + 1 == 2, "one and one make two");
 *         check_near(sqrt(2.0) * sqrt(2.0), 2.0, 1e-15, "root of %d, squared", 2);
 *         return check_done();
 *     }
 *
 * Each check prints one line, `ok N - name` or `not ok N - name` with `# ...` lines on the
 * difference; check_done prints the plan `1..N` and returns the exit status. Any TAP consumer reads
 * it; tests/run.sh adds up all programs. A loop over thousands of cases reports once: count the bad
 * ones, note() the first few, check(bad == 0, ...).
 */
#ifndef CHECK_H
#define CHECK_H

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define CHECK_PRINTF(f, a) __attribute__((format(printf, f, a), unused))
#else
#define CHECK_PRINTF(f, a)
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECK_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CHECK_SANITIZED
#endif

/* check_few: how many random problems of a kind: count, and under a sanitizer an eighth of it. A
 * sanitizer is many times slower, and its errors show in the first few problems. */
static inline int check_few(int count)
{
#if defined(CHECK_SANITIZED)
    return (count + 7) / 8;
#else
    return count;
#endif
}

#define PI 3.14159265358979323846

static int check_count, check_failures;

CHECK_PRINTF(4, 0)
static void check_vline(int ok, const char *file, int line, const char *format, va_list args)
{
    check_count++;
    if (!ok) check_failures++;
    printf("%sok %d - ", ok ? "" : "not ", check_count);
    vprintf(format, args);
    printf("\n");
    if (!ok) printf("# at %s:%d\n", file, line);
    fflush(stdout);
}

/* check_line: what the macro check() calls; returns ok, so that details can follow a failure */
CHECK_PRINTF(4, 5)
static int check_line(int ok, const char *file, int line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    check_vline(ok, file, line, format, args);
    va_end(args);
    return ok;
}

/* check_near_line: |got - want| <= tol, written so that a NaN fails */
CHECK_PRINTF(6, 7)
static int check_near_line(double got, double want, double tol, const char *file, int line,
                           const char *format, ...)
{
    va_list args;
    int ok = fabs(got - want) <= tol;

    va_start(args, format);
    check_vline(ok, file, line, format, args);
    va_end(args);
    if (!ok)
        printf("# got %.17g, expected %.17g within %g, off by %g\n", got, want, tol,
               fabs(got - want));
    return ok;
}

#define check(ok, ...) check_line((ok) ? 1 : 0, __FILE__, __LINE__, __VA_ARGS__)
#define check_near(got, want, tol, ...)                                                            \
    check_near_line((got), (want), (tol), __FILE__, __LINE__, __VA_ARGS__)

/* note: a TAP diagnostic line */
CHECK_PRINTF(1, 2) static void note(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    printf("# ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

/* check_skip: a check that cannot be made here, and the reason */
CHECK_PRINTF(2, 3) static void check_skip(const char *why, const char *format, ...)
{
    va_list args;

    check_count++;
    printf("ok %d - ", check_count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf(" # SKIP %s\n", why);
}

/* check_said: the text written to a temporary file, which is then closed */
static inline const char *check_said(FILE *f)
{
    static char text[1 << 16];
    size_t n = 0;

    if (f) {
        rewind(f);
        n = fread(text, 1, sizeof text - 1, f);
        fclose(f);
    }
    text[n] = '\0';
    return text;
}

/* check_ascending: for qsort of doubles */
static inline int check_ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* check_done: the plan, and the exit status for main */
static inline int check_done(void)
{
    printf("1..%d\n", check_count);
    return check_failures ? 1 : 0;
}

/* rng: splitmix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers on every machine, from
 * any seed, 0 included */
typedef struct { uint64_t state; } rng;

static inline uint64_t rng_next(rng *r)
{
    uint64_t x = (r->state += UINT64_C(0x9E3779B97F4A7C15));

    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* rng_unit: uniform in [0, 1), a multiple of 2^-53 */
static inline double rng_unit(rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

/* rng_range: uniform in [lo, hi) */
static inline double rng_range(rng *r, double lo, double hi)
{
    return lo + (hi - lo) * rng_unit(r);
}

/* rng_int: uniform in {0, ..., n - 1}; n > 0 */
static inline int rng_int(rng *r, int n) { return (int)(rng_unit(r) * (double)n); }

/* rng_normal: mean 0, variance 1 (twelve uniforms: exact moments, tails cut at 6; good enough
 * for test matrices) */
static inline double rng_normal(rng *r)
{
    double sum = -6.0;

    for (int i = 0; i < 12; i++) sum += rng_unit(r);
    return sum;
}

/* rng_finite: a double of random bits, from the denormals up; 1/3 in place of NaN and infinity */
static inline double rng_finite(rng *r)
{
    const uint64_t bits = rng_next(r);
    double x;

    memcpy(&x, &bits, sizeof x);
    return fabs(x) <= DBL_MAX ? x : 1.0 / 3.0;
}

/* fitted_order: the slope of the least-squares line through the n points (log h, log error) */
static inline double fitted_order(int n, const double *h, const double *error)
{
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;

    for (int i = 0; i < n; i++) {
        const double a = log(h[i]), b = log(error[i]);
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

/* plain_solve: x := A^-1 x by Gauss-Jordan with row exchanges, A[n*n] overwritten; returns det A;
 * if that is 0, x is no solution */
static inline double plain_solve(int n, double *A, double *x)
{
    double det = 1.0;

    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        for (int j = 0; j <= n; j++) {
            double *a = j < n ? A + k * n + j : x + k, *b = j < n ? A + best * n + j : x + best;
            const double t = *a;
            *a = *b;
            *b = t;
        }
        det *= best == k ? A[k * n + k] : -A[k * n + k];
        if (det == 0.0) return 0.0;
        for (int i = 0; i < n; i++) {
            const double f = A[i * n + k] / A[k * n + k];
            if (i == k) continue;
            for (int j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
            x[i] -= f * x[k];
        }
    }
    for (int k = 0; k < n; k++) x[k] /= A[k * n + k];
    return det;
}

#endif
