/* math.h for wasm32 without a C library: what the kit uses; see libc.c */
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
double sin(double x), cos(double x), exp(double x), log(double x), log2(double x), fmod(double x, double y);
double atan2(double y, double x), pow(double x, double y), round(double x), log10(double x);
double ldexp(double x, int e), frexp(double x, int *e);
