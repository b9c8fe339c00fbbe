/* libc.c: what the kit needs of a C library, for wasm32 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The compiler turns loops into calls of these, so they must not be such loops. */
void *memcpy(void *to, const void *from, size_t n)
{
    volatile char *t = to;
    const char *f = from;

    for (size_t i = 0; i < n; i++) t[i] = f[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    volatile char *t = to;
    const volatile char *f = from;

    if (t < f) for (size_t i = 0; i < n; i++) t[i] = f[i];
    else while (n-- > 0) t[n] = f[n];
    return to;
}

void *memset(void *to, int value, size_t n)
{
    volatile char *t = to;

    for (size_t i = 0; i < n; i++) t[i] = (char)value;
    return to;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

double fmax(double a, double b) { return a != a ? b : b != b ? a : a > b ? a : b; }
double fmin(double a, double b) { return a != a ? b : b != b ? a : a < b ? a : b; }

typedef union {
    double x;
    uint64_t bits;
} number;

double ldexp(double x, int e)
{
    const int sign = e < 0 ? -1 : 1;

    for (e *= sign; e > 0 && x != 0.0; e -= 1000) {            /* 2^1000 at a time */
        const int part = e < 1000 ? e : 1000;
        number p;
        p.bits = (uint64_t)(1023 + sign * part) << 52;
        x *= p.x;
    }
    return x;
}

double frexp(double x, int *e)
{
    number n;

    n.x = x;
    *e = 0;
    if (x == 0.0 || x - x != 0.0) return x;
    if ((n.bits >> 52 & 2047) == 0) {                          /* a denormal number */
        x = frexp(x * 0x1p64, e);
        *e -= 64;
        return x;
    }
    *e = (int)(n.bits >> 52 & 2047) - 1022;
    n.bits = (n.bits & ~((uint64_t)2047 << 52)) | (uint64_t)1022 << 52;
    return n.x;
}

double ceil(double x) { return __builtin_ceil(x); }

/* x^2 exactly: its double, and the rest in *low (Dekker 1971) */
static double square(double x, double *low)
{
    const double c = 134217729.0 * x, high = c - (c - x), rest = x - high, p = x * x;

    *low = ((high * high - p) + 2.0 * high * rest) + rest * rest;
    return p;
}

/* sqrt(x^2 + y^2), corrected by what the squares and the root have lost: the nearest double but in
 * very rare cases (Borges 2019) */
double hypot(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y), scale = 1.0, h, p, q, r, e[3], sum;

    if (a < b) h = a, a = b, b = h;
    if (a - a != 0.0 || b != b) return a - a != 0.0 && a == a ? a : x + y;
    if (b == 0.0) return a;
    if (a > 1e150) scale = 0x1p600;
    if (b < 1e-150) scale = 0x1p-600;
    a /= scale;
    b /= scale;
    h = __builtin_sqrt(a * a + b * b);
    p = square(a, e);
    q = square(b, e + 1);
    r = square(h, e + 2);
    sum = ((p - r) + q) + ((e[0] - e[2]) + e[1]);
    return (h + sum / (2.0 * h)) * scale;
}

/* ---- memory that is given back all at once ---- */

static char heap[1 << 24];
static size_t heap_used;

void free_all(void);
void free_all(void) { heap_used = 0; }

void *malloc(size_t n)
{
    size_t *at = (void *)(heap + heap_used);
    const size_t bytes = ((n + 15) & ~(size_t)15) + 16;

    if (n > sizeof heap || bytes > sizeof heap - heap_used) return NULL;
    heap_used += bytes;
    *at = n;
    return (char *)at + 16;
}

void *realloc(void *old, size_t n)
{
    void *p = malloc(n);
    const size_t had = old ? *(size_t *)(void *)((char *)old - 16) : 0;

    if (p && old) memcpy(p, old, had < n ? had : n);
    return p;
}

void free(void *p) { (void)p; }
