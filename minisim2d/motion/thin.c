/* thin.c: leaves out points of a curve on a straight line between others; see thin.h */
#include "thin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_TOLERANCE 1e-9      /* relative to the distance from the start: about the rounding of
                                     a picture */
#define LARGEST_STRIDE (1 << 28)

void thin_begin(thin_sector *s, double x, double y, double tolerance)
{
    s->from[0] = x;
    s->from[1] = y;
    s->tolerance = tolerance;
    s->reach = 0.0;
}

/* > 0: b is to the left of a; < 0: to its right */
static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

/* A sector is at most half a turn wide, so a direction is in it if it is neither right of lo nor
 * left of hi, nor opposite to them. */
int thin_passes(const thin_sector *s, double x, double y)
{
    const double way[2] = { x - s->from[0], y - s->from[1] }, least = s->reach - s->tolerance;
    double ahead;

    if (s->reach == 0.0) return 1;
    ahead = (s->lo[0] + s->hi[0]) * way[0] + (s->lo[1] + s->hi[1]) * way[1];
    return cross(s->lo, way) >= 0.0 && cross(way, s->hi) >= 0.0 && ahead >= 0.0 &&
           (least <= 0.0 || way[0] * way[0] + way[1] * way[1] >= least * least);
}

void thin_add(thin_sector *s, double x, double y)
{
    const double way[2] = { x - s->from[0], y - s->from[1] }, distance = hypot(way[0], way[1]);
    double sine, cosine, lo[2], hi[2];

    if (distance <= s->tolerance) return;
    sine = s->tolerance / distance;
    cosine = sqrt(1.0 - sine * sine);
    for (int k = 0; k < 2; k++) {
        const double along = way[k] / distance, across = (k == 0 ? -way[1] : way[0]) / distance;
        lo[k] = cosine * along - sine * across;
        hi[k] = cosine * along + sine * across;
    }
    if (s->reach == 0.0 || cross(s->lo, lo) > 0.0) memcpy(s->lo, lo, sizeof lo);
    if (s->reach == 0.0 || cross(s->hi, hi) < 0.0) memcpy(s->hi, hi, sizeof hi);
    s->reach = fmax(s->reach, distance);
}

/* ---- paths ---- */

void thin_path_init(thin_path *p, int most)
{
    memset(p, 0, sizeof *p);
    p->most = most;
    p->stride = 1;
}

void thin_path_free(thin_path *p)
{
    free(p->xy);
    free(p->t);
    free(p->number);
    thin_path_init(p, p->most);
}

/* room for one more point; 0, or -1 without memory */
static int reserve(thin_path *p)
{
    const int larger = p->capacity ? 2 * p->capacity : 64;
    double *xy, *t;
    int *number;

    if (p->count < p->capacity) return 0;
    xy = realloc(p->xy, 2 * (size_t)larger * sizeof *xy);
    if (!xy) return -1;
    p->xy = xy;
    t = realloc(p->t, (size_t)larger * sizeof *t);
    if (!t) return -1;
    p->t = t;
    number = realloc(p->number, (size_t)larger * sizeof *number);
    if (!number) return -1;
    p->number = number;
    p->capacity = larger;
    return 0;
}

/* may the point replace the last one: do those between the last but one and it lie on the line? */
static int replaces_last(const thin_path *p, double x, double y, int number)
{
    return p->count >= 2 && number - p->number[p->count - 2] <= p->stride &&
           thin_passes(&p->sector, x, y);
}

/* puts a point at the end, where there is room for it */
static void put(thin_path *p, double t, double x, double y, int number)
{
    if (!replaces_last(p, x, y, number)) {
        if (p->count > 0) {
            const double *last = p->xy + 2 * (p->count - 1);
            const double way = hypot(last[0] - p->xy[0], last[1] - p->xy[1]);
            thin_begin(&p->sector, last[0], last[1], p->tolerance * way);
        }
        p->count++;
    }
    p->xy[2 * p->count - 2] = x;
    p->xy[2 * p->count - 1] = y;
    p->t[p->count - 1] = t;
    p->number[p->count - 1] = number;
    thin_add(&p->sector, x, y);
}

static void put_all_again(thin_path *p)
{
    const int n = p->count;

    p->count = 0;
    for (int i = 0; i < n; i++)
        put(p, p->t[i], p->xy[2 * i], p->xy[2 * i + 1], p->number[i]);
}

/* At most half of the points stay. The stride alone would leave a seventh: neighbours were at most
 * the old stride apart, so the new ones are more than seven of them apart. */
static void make_room(thin_path *p)
{
    if (p->stride < LARGEST_STRIDE) p->stride *= 8;
    put_all_again(p);
    while (p->count > p->most / 2) {
        p->tolerance = p->tolerance > 0.0 ? 2.0 * p->tolerance : FIRST_TOLERANCE;
        put_all_again(p);
    }
}

int thin_path_add(thin_path *p, double t, double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) return 0;
    if (p->count == p->most) make_room(p);
    if (reserve(p) != 0) return -1;
    put(p, t, x, y, p->added++);
    return 0;
}
