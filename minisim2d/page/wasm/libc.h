/* libc.h: the part of the C library that libc.c has for wasm32, and its additions. page.sh makes
 * the headers that the kit includes: all are copies of this one. */
#ifndef LIBC_H
#define LIBC_H

#include <stdarg.h>
#include <stddef.h>

/* a function that the page has, see live.js: JavaScript converts numbers to text and back with
 * exact digits */
#define PAGE(name) __attribute__((import_module("page"), import_name(#name)))

/* assert: a failure stops the page's run */
#define assert(x) ((x) ? (void)0 : __builtin_trap())

/* errno: nothing sets it */
#define ENOMEM 12
extern int errno;

/* locale: the only one has a decimal point */
struct lconv { const char *decimal_point; };
static inline struct lconv *localeconv(void)
{
    static struct lconv c = { "." };
    return &c;
}

/* math: the functions that the kit uses */
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf(x)
#define isnan(x) __builtin_isnan(x)
#define fabs(x) __builtin_fabs(x)
#define sqrt(x) __builtin_sqrt(x)
#define ceil(x) __builtin_ceil(x)
#define floor(x) __builtin_floor(x)
double fmax(double a, double b), fmin(double a, double b), hypot(double x, double y);
#define copysign(x, y) __builtin_copysign(x, y)
double sin(double x), cos(double x), log10(double x);
double round(double x), ldexp(double x, int e), frexp(double x, int *e);
PAGE(exp) double exp(double x);
PAGE(log) double log(double x);
PAGE(log2) double log2(double x);
PAGE(atan2) double atan2(double y, double x);
PAGE(pow) double pow(double x, double y);
PAGE(fmod) double fmod(double x, double y);

/* stdio: messages go into one text, and there are no files */
typedef struct {
    char text[1 << 14];           /* text that does not fit is lost */
    size_t size;
} FILE;
extern FILE *stdin, *stderr;
int printf(const char *format, ...), fprintf(FILE *f, const char *format, ...);
int vfprintf(FILE *f, const char *format, va_list args);
int snprintf(char *to, size_t size, const char *format, ...), fputc(int c, FILE *f);
PAGE(format) int vsnprintf(char *to, size_t size, const char *format, va_list args);
FILE *fopen(const char *path, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *f);
int ferror(FILE *f), fclose(FILE *f);

/* stdlib */
void *malloc(size_t n), *calloc(size_t count, size_t n), *realloc(void *old, size_t n);
void free(void *p);
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *));
int abs(int n);
PAGE(number) double strtod(const char *text, char **end);     /* end is left */

/* heap_cut frees memory down to an earlier end of the heap */
void *heap_end(void);
void heap_cut(void *end);

/* restarts the limit on a student's code, which suffices for one step */
void begin_call(void);

/* string */
void *memcpy(void *to, const void *from, size_t n), *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n), *memchr(const void *in, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n), strcmp(const char *a, const char *b);
size_t strlen(const char *s), strspn(const char *s, const char *of);
char *strchr(const char *s, int c), *strrchr(const char *s, int c);
char *strcpy(char *to, const char *from);
char *strstr(const char *in, const char *what), *strpbrk(const char *s, const char *any);
char *strerror(int error);

#endif
