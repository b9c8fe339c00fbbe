/* elements.h: for tests of pictures and of geometry: reads the elements of an SVG, one after the
 * other; points and outlines by their definitions */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "check.h"

#include <stdlib.h>

typedef struct { const char *at, *end; } element;      /* from its `<` to its `>` */

/* moves e to the next element that begins with this, such as `<text `; 0: there is none. Start with
 * { text, text }. */
static inline int next_element(element *e, const char *begin)
{
    const char *at = e->end ? strstr(e->end, begin) : NULL;

    if (!at) return 0;
    e->at = at;
    e->end = strchr(at, '>');
    return e->end != NULL;
}

/* 1 if the text is in the element: part of an attribute, or all of it */
static inline int has(const element *e, const char *text)
{
    const char *at = strstr(e->at, text);

    return at && at < e->end;
}

/* the value of the attribute ` x="`, named with its blank and quote; HUGE_VAL: there is none */
static inline double number(const element *e, const char *attribute)
{
    const char *at = strstr(e->at, attribute);

    return at && at < e->end ? strtod(at + strlen(attribute), NULL) : HUGE_VAL;
}

/* does a begin as b does? Numbers may differ by so much, and by a rounding (a colour such as
 * #5e9999 holds an infinite one) */
static inline int texts_agree(const char *a, const char *b, double by)
{
    while (*b) {
        char *end_a = NULL, *end_b = NULL;
        const int digit = strchr("-.0123456789", *b) != NULL;
        const double x = digit ? strtod(a, &end_a) : 0.0, y = digit ? strtod(b, &end_b) : 0.0;
        if (end_b > b && end_a > a) {
            if (x != y && !(fabs(x - y) <= by + 1e-14 * fabs(y))) return 0;
            a = end_a, b = end_b;
        } else if (*a++ != *b++) {
            return 0;
        }
    }
    return 1;
}

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
