/* shapes.c: mass of polygons and of rounded shapes, the check of a shape, and turning */
#include "island.h"
#include "world.h"

#include <float.h>
#include <math.h>

#define STRAIGHT 1e-12           /* sines of turns to the right below this are rounding */
#define FULL_TURN 6.283185307179586

/* Moments of a plane figure of density 1 about the point `base`, summed over its parts. */
typedef struct {
    const double *base;
    double area, first[2], second;
} moments;

static void subtract(const double *u, const double *w, double *out)
{
    out[0] = u[0] - w[0];
    out[1] = u[1] - w[1];
}

/* ---- moments --------------------------------------------------------------------------------- */

/* the triangle of the base with edge p q, negative if clockwise: over the edges of a polygon they
 * add up to its moments */
static void add_triangle(moments *m, const double *p, const double *q)
{
    double u[2], w[2], c;

    subtract(p, m->base, u);
    subtract(q, m->base, w);
    c = mbw_cross(u, w);
    m->area += c / 2.0;
    for (int i = 0; i < 2; i++) m->first[i] += c * (u[i] + w[i]) / 6.0;
    m->second += c * (mbw_dot(u, u) + mbw_dot(u, w) + mbw_dot(w, w)) / 12.0;
}

/* the rectangle that edge p q sweeps when it moves by radius along its outward normal n */
static void add_strip(moments *m, const double *p, const double *q, const double *n, double radius)
{
    const double length = hypot(q[0] - p[0], q[1] - p[1]), area = length * radius;
    double centre[2];

    for (int i = 0; i < 2; i++) centre[i] = (p[i] + q[i] + radius * n[i]) / 2.0 - m->base[i];
    m->area += area;
    for (int i = 0; i < 2; i++) m->first[i] += area * centre[i];
    m->second += area * (mbw_dot(centre, centre) + (length * length + radius * radius) / 12.0);
}

/* the sector of a disc about w, from direction n1 to n2 by angle */
static void add_sector(moments *m, const double *w, const double *n1, const double *n2,
                       double angle, double radius)
{
    const double r2 = radius * radius, area = angle * r2 / 2.0;
    const double own[2] = { (n2[1] - n1[1]) * r2 * radius / 3.0,       /* integral of (cos, sin) */
                            (n1[0] - n2[0]) * r2 * radius / 3.0 };
    double u[2];

    subtract(w, m->base, u);
    m->area += area;
    for (int i = 0; i < 2; i++) m->first[i] += area * u[i] + own[i];
    m->second += area * (mbw_dot(u, u) + r2 / 2.0) + 2.0 * mbw_dot(u, own);
}

/* centroid, and inertia about it per unit of mass */
static void read_off(const moments *m, double *area, double *centroid, double *inertia)
{
    const double c[2] = { m->first[0] / m->area, m->first[1] / m->area };

    *area = m->area;
    for (int i = 0; i < 2; i++) centroid[i] = m->base[i] + c[i];
    *inertia = m->second / m->area - mbw_dot(c, c);
}

mb_status mb_polygon_mass(int nvert, const double *xy, double *area, double *centroid,
                          double *inertia)
{
    moments m = { xy, 0.0, { 0.0, 0.0 }, 0.0 };

    if (nvert < 3 || !xy || !area || !centroid || !inertia) return MB_BAD_ARG;
    if (!mbw_all_finite(2 * nvert, xy)) return MB_NOT_FINITE;
    for (int k = 0; k < nvert; k++) add_triangle(&m, xy + 2 * k, xy + 2 * ((k + 1) % nvert));
    if (!(m.area > 0.0)) return MB_BAD_ARG;
    read_off(&m, area, centroid, inertia);
    return MB_OK;
}

/* the unit normal of edge k, to its right */
static void edge_normal(const mb_shape *shape, int k, double *n)
{
    const double *p = shape->xy + 2 * (k % shape->nvert);
    const double *q = shape->xy + 2 * ((k + 1) % shape->nvert);
    const double length = hypot(q[0] - p[0], q[1] - p[1]);

    n[0] = (q[1] - p[1]) / length;
    n[1] = (p[0] - q[0]) / length;
}

/* a rod of radius 0 or a point: mass on a line */
static void line_mass(const mb_shape *shape, double *area, double *centroid, double *inertia)
{
    const double *p = shape->xy, *q = p + 2 * (shape->nvert - 1);
    double along[2];

    subtract(q, p, along);
    *area = 0.0;
    for (int i = 0; i < 2; i++) centroid[i] = (p[i] + q[i]) / 2.0;
    *inertia = mbw_dot(along, along) / 12.0;
}

void mb_shape_mass(const mb_shape *shape, double *area, double *centroid, double *inertia)
{
    const int n = shape->nvert;
    const double east[2] = { 1.0, 0.0 };
    moments m = { shape->xy, 0.0, { 0.0, 0.0 }, 0.0 };

    if (n < 3 && !(shape->radius > 0.0)) {
        line_mass(shape, area, centroid, inertia);
        return;
    }
    if (n == 1) add_sector(&m, shape->xy, east, east, FULL_TURN, shape->radius);
    for (int k = 0; k < n && n > 1; k++) {
        const double *p = shape->xy + 2 * k, *q = shape->xy + 2 * ((k + 1) % n);
        double n1[2], n2[2];
        edge_normal(shape, k, n1);
        edge_normal(shape, k + 1, n2);
        if (n > 2) add_triangle(&m, p, q);
        add_strip(&m, p, q, n1, shape->radius);
        add_sector(&m, q, n1, n2, fabs(atan2(mbw_cross(n1, n2), mbw_dot(n1, n2))), shape->radius);
    }
    read_off(&m, area, centroid, inertia);
}

double mb_shape_inertia(const mb_shape *shape)
{
    double area, centroid[2], inertia;

    mb_shape_mass(shape, &area, centroid, &inertia);
    return inertia;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The vertex at which a core is not convex, or -1: edges must have a length and turn to the left,
 * once round in all (a pentagram turns twice). */
static int not_convex(const mb_shape *shape)
{
    const int n = shape->nvert;
    double turned = 0.0;

    for (int k = 0; k < n && n > 1; k++) {
        const double *p = shape->xy + 2 * k, *q = shape->xy + 2 * ((k + 1) % n);
        const double *r = shape->xy + 2 * ((k + 2) % n);
        double in[2], out[2], left, ahead, size;
        subtract(q, p, in);
        subtract(r, q, out);
        left = mbw_cross(in, out);
        ahead = mbw_dot(in, out);
        size = sqrt(mbw_dot(in, in)) * sqrt(mbw_dot(out, out));
        if (!(size > 0.0 && size <= DBL_MAX)) return (k + 1) % n;
        if (n == 2) continue;
        if (left < -STRAIGHT * size || (left <= STRAIGHT * size && ahead < 0.0))
            return (k + 1) % n;
        turned += atan2(left, ahead);
        if (turned > 1.01 * FULL_TURN) return (k + 1) % n;
    }
    return -1;
}

mb_status mb_shape_check(const mb_shape *shape, mb_info *info)
{
    int where;

    if (shape->nvert < 1 || !shape->xy) return mbw_refuse(info, MB_BAD_ARG, -1);
    for (int k = 0; k < shape->nvert; k++)
        if (!mbw_all_finite(2, shape->xy + 2 * k)) return mbw_refuse(info, MB_NOT_FINITE, k);
    if (!mbw_all_finite(1, &shape->radius)) return mbw_refuse(info, MB_NOT_FINITE, -1);
    if (shape->radius < 0.0) return mbw_refuse(info, MB_BAD_ARG, -1);
    where = not_convex(shape);
    return mbw_refuse(info, where < 0 ? MB_OK : MB_BAD_ARG, where);
}

/* ---- cosine and sine, identical bits with every C library ------------------------------------ */

/* Those of C libraries differ in the last bit between libraries and processors, which a pile of
 * bodies makes visible. Here the angle is reduced to |x| <= pi/4, and the second term of the
 * series, the only one whose rounding matters, is computed with its rounding error. */

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
