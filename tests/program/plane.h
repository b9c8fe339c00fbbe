/* plane.h: points and outlines by their definitions, for tests of geometry and of pictures */
#ifndef PLANE_H
#define PLANE_H

#include "check.h"

/* 1 if (x, y) is inside of the polygon xy[2*n]: seen from there the directions to its vertices turn
 * around, once or more, as one follows the outline */
static inline int plane_inside(int n, const double *xy, double x, double y)
{
    double turn = 0.0;

    for (int i = 0; i < n; i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % n);
        turn += remainder(atan2(b[1] - y, b[0] - x) - atan2(a[1] - y, a[0] - x), 2.0 * PI);
    }
    return fabs(turn) > PI;
}

/* the distance of (x, y) from the outline of xy[2*n], which may be a point or a segment */
static inline double plane_distance(int n, const double *xy, double x, double y)
{
    double least = HUGE_VAL;

    for (int i = 0; i < n; i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % n);
        const double d[2] = { b[0] - a[0], b[1] - a[1] }, dd = d[0] * d[0] + d[1] * d[1];
        const double s = dd > 0.0 ? (d[0] * (x - a[0]) + d[1] * (y - a[1])) / dd : 0.0;
        const double share = fmin(fmax(s, 0.0), 1.0);
        least = fmin(least, hypot(x - a[0] - share * d[0], y - a[1] - share * d[1]));
    }
    return least;
}

#endif
