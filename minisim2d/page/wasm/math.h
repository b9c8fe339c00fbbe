/* math.h for wasm32 without a C library: what the kit uses; see libc.c */
#define HUGE_VAL __builtin_huge_val()
#define NAN __builtin_nan("")
#define isfinite(x) __builtin_isfinite(x)
#define fabs(x) __builtin_fabs(x)
#define sqrt(x) __builtin_sqrt(x)
double fmax(double a, double b), fmin(double a, double b), hypot(double x, double y), ceil(double x);
double ldexp(double x, int e), frexp(double x, int *e);
