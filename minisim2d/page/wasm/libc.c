/* libc.c: the parts of a C library that the kit needs, for wasm32; see libc.h for the page's */
#include <stdint.h>

#include "libc.h"
#include "../../bodies/world.h"

PAGE(endless) void page_endless(void);       /* does not return */

/* ---- memory and text ---- */

/* The three builtins are single instructions; a loop would be turned into a call of itself. */
void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;

    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i]) return p[i] - q[i];
    return 0;
}

void *memchr(const void *in, int c, size_t n)
{
    const unsigned char *p = in;

    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c) return (char *)in + i;
    return NULL;
}

size_t strlen(const char *s)
{
    const volatile char *end = s;

    while (*end) end++;
    return (size_t)((const char *)end - s);
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *s, int c) { return memchr(s, c, strlen(s) + 1); }

char *strrchr(const char *s, int c)
{
    for (size_t i = strlen(s) + 1; i-- > 0; )
        if (s[i] == (char)c) return (char *)s + i;
    return NULL;
}

char *strstr(const char *in, const char *what)
{
    const size_t n = strlen(what), all = strlen(in);

    for (size_t i = 0; i + n <= all; i++)
        if (memcmp(in + i, what, n) == 0) return (char *)in + i;
    return NULL;
}

int errno;

char *strerror(int error)
{
    (void)error;
    return "no memory";
}

/* ---- the heap: blocks one after the other, their sizes before them ---- */

extern char __heap_base;
static char *heap;

enum { BLOCK = 16, WASM_PAGE = 65536 };

void *heap_end(void) { return heap ? heap : (heap = &__heap_base); }
void heap_cut(void *end) { heap = end; }

/* does the memory reach to `end`? It grows if necessary. */
static int reach(uintptr_t end)
{
    const size_t have = __builtin_wasm_memory_size(0), need = (end + WASM_PAGE - 1) / WASM_PAGE;

    return need <= have || __builtin_wasm_memory_grow(0, need - have) != (size_t)-1;
}

void *malloc(size_t n)
{
    const uintptr_t at = ((uintptr_t)heap_end() + 2 * BLOCK - 1) & ~(uintptr_t)(BLOCK - 1);

    if (n > PTRDIFF_MAX || !reach(at + n)) return NULL;
    *(size_t *)(at - BLOCK) = n;
    heap = (char *)at + n;
    return (void *)at;
}

void *calloc(size_t count, size_t n)
{
    void *p = n == 0 || count <= PTRDIFF_MAX / n ? malloc(count * n) : NULL;

    return p ? memset(p, 0, count * n) : NULL;
}

/* the last block grows in place */
void *realloc(void *old, size_t n)
{
    const size_t had = old ? *(size_t *)((char *)old - BLOCK) : 0;
    char *end = heap, *p;

    if (old && (char *)old + had == heap) heap = (char *)old - BLOCK;
    p = malloc(n);
    if (!p) heap = end;
    else if (old && p != old) memcpy(p, old, had < n ? had : n);
    return p;
}

/* the last block's memory is freed at once, that of others by heap_cut */
void free(void *p)
{
    if (p && (char *)p + *(size_t *)((char *)p - BLOCK) == heap) heap = (char *)p - BLOCK;
}

/* runs in order are merged, and double */
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *from = list, *spare = malloc(count * size), *to = spare;

    for (size_t run = 1; spare && run < count; run *= 2) {
        char *swap = from;
        for (size_t lo = 0; lo < count; lo += 2 * run) {
            size_t i = lo, mid = lo + run < count ? lo + run : count, j = mid;
            const size_t hi = mid + run < count ? mid + run : count;
            for (size_t k = lo; k < hi; k++) {
                const int left = j == hi ||
                                 (i < mid && compare(from + i * size, from + j * size) <= 0);
                memcpy(to + k * size, from + (left ? i++ : j++) * size, size);
            }
        }
        from = to;
        to = swap;
    }
    if (from != list) memcpy(list, from, count * size);
    free(spare);
}

void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    for (size_t lo = 0, hi = count; lo < hi; ) {
        const size_t mid = lo + (hi - lo) / 2;
        const char *at = (const char *)list + mid * size;
        const int order = compare(key, at);
        if (order == 0) return (void *)at;
        if (order < 0) hi = mid;
        else lo = mid + 1;
    }
    return NULL;
}

/* ---- code without end ----
 *
 * While the kit runs the browser does not respond, and an endless loop would freeze the page for
 * good. So page.sh has the compiler insert a call of this function at every branch of a student's
 * code. A step of the labs' largest problems takes some ten million of them; these are seconds. */

enum { BRANCHES = 1000000000 };

static int left = BRANCHES;

void begin_call(void) { left = BRANCHES; }

void __sanitizer_cov_trace_pc(void)
{
    if (--left < 0) page_endless();
}

/* ---- numbers ---- */

double fmax(double a, double b) { return a != a ? b : b != b ? a : a > b ? a : b; }
double fmin(double a, double b) { return a != a ? b : b != b ? a : a < b ? a : b; }

double cos(double x)
{
    double c, s;

    mb_turn(x, &c, &s);
    return c;
}

double sin(double x)
{
    double c, s;

    mb_turn(x, &c, &s);
    return s;
}

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

/* sqrt(x^2 + y^2), corrected for rounding errors [Borges 2019, without fused operations]: a current
 * glibc does the same, so that the page has the same bits as a program linked with it */
double hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y), scale = 1.0, h, rest;

    if (a < b) h = a, a = b, b = h;
    if (a - a != 0.0 || b != b) return a - a != 0.0 && a == a ? a : x + y;
    if (b <= a * 0x1p-54) return a + b;
    if (a > 0x1p511) scale = 0x1p600;
    if (b < 0x1p-459) scale = 0x1p-600;
    a /= scale;
    b /= scale;
    h = sqrt(a * a + b * b);
    if (h <= 2.0 * b) {
        const double d = h - b;
        rest = a * (2.0 * d - a) + (d - 2.0 * (a - b)) * d;
    } else {
        const double d = h - a;
        rest = 2.0 * d * (a - 2.0 * b) + ((4.0 * d - b) * b + d * d);
    }
    return (h - rest / (2.0 * h)) * scale;
}

/* ---- printing ---- */

int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(to, size, format, args);
    va_end(args);
    return n;
}

int vfprintf(FILE *f, const char *format, va_list args)
{
    const size_t space = sizeof f->text - f->size;
    const int n = vsnprintf(f->text + f->size, space, format, args);

    f->size += (size_t)n < space ? (size_t)n : space - 1;
    return n;
}

int fprintf(FILE *f, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vfprintf(f, format, args);
    va_end(args);
    return n;
}

int printf(const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vfprintf(stderr, format, args);
    va_end(args);
    return n;
}

int fputc(int c, FILE *f)
{
    fprintf(f, "%c", c);
    return c;
}
