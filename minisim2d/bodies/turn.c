/* turn.c: cosine and sine, identical bits with every C library; see world.h
 *
 * Those of C libraries differ in the last bit between libraries and processors, which a pile of
 * bodies makes visible. Here the angle is reduced to |x| <= pi/4, and the second term of the
 * series, the only one whose rounding matters, is computed with its rounding error.
 */
#include <math.h>

#include "world.h"

/* pi/2 in three parts, 33 bits, 33 bits, the rest: a count < 2^20 times the first two is exact */
static const double half_pi[3] = { 1.5707963267341256, 6.077100506303966e-11,
                                   2.0222662487959506e-21 };

/* a b = the product and *low, exactly [Dekker 1971] */
static double product(double a, double b, double *low)
{
    const double ca = 134217729.0 * a, cb = 134217729.0 * b;
    const double ah = ca - (ca - a), bh = cb - (cb - b), al = a - ah, bl = b - bh, p = a * b;

    *low = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    return p;
}

/* a polynomial in y, by Horner's rule, its highest coefficient first */
static double horner(int n, const double *c, double y)
{
    double sum = c[0];

    for (int k = 1; k < n; k++) sum = sum * y + c[k];
    return sum;
}

/* sin(x + low): x, minus x^3/6, and the rest of the series to x^17 */
static double sine(double x, double low)
{
    static const double series[] = { 1.0 / 355687428096000.0, -1.0 / 1307674368000.0,
                                     1.0 / 6227020800.0, -1.0 / 39916800.0, 1.0 / 362880.0,
                                     -1.0 / 5040.0, 1.0 / 120.0 };
    double yl, cube_low, y = product(x, x, &yl), cube = product(x, y, &cube_low), exact_low;
    double sixth = cube / 6.0, rest = cube - product(sixth, 6.0, &exact_low), most = x - sixth;

    rest = (rest - exact_low + cube_low + x * yl) / 6.0;       /* of the division */
    return most + (((x - most) - sixth) +
                   (y * cube * horner(7, series, y) - rest + low * (1.0 - 0.5 * y)));
}

/* cos(x + low): 1, minus x^2/2, and the rest to x^18 */
static double cosine(double x, double low)
{
    static const double series[] = { -1.0 / 6402373705728000.0, 1.0 / 20922789888000.0,
                                     -1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0,
                                     1.0 / 40320.0, -1.0 / 720.0, 1.0 / 24.0 };
    double yl, y = product(x, x, &yl), half = 0.5 * y, most = 1.0 - half;

    return most + (((1.0 - most) - half) +
                   (y * y * horner(8, series, y) - 0.5 * yl - x * low));
}

void mb_turn(double angle, double *c, double *s)
{
    const double a = fabs(angle) < 1e6 ? angle : fmod(angle, 6.283185307179586);
    const double quarters = floor(a * 0.63661977236758134 + 0.5);           /* 2/pi */
    const double quarter = quarters - 4.0 * floor(0.25 * quarters);
    const double first = a - quarters * half_pi[0], second = quarters * half_pi[1];
    const double near = first - second, back = near - first;
    const double lost = (first - (near - back)) - (second + back);          /* by the difference */
    const double rest = lost - quarters * half_pi[2], x = near + rest, low = (near - x) + rest;
    const double cx = cosine(x, low), sx = sine(x, low);

    *c = quarter == 0.0 ? cx : quarter == 1.0 ? -sx : quarter == 2.0 ? -cx : sx;
    *s = quarter == 0.0 ? sx : quarter == 1.0 ? cx : quarter == 2.0 ? -sx : -cx;
}

void mb_rotate(double angle, const double *u, double *out)
{
    double c, s;

    mb_turn(angle, &c, &s);
    out[0] = c * u[0] - s * u[1];
    out[1] = s * u[0] + c * u[1];
}
