/* thin.h: a curve with fewer points that keeps its corners */
#ifndef THIN_H
#define THIN_H

/* The lines from one point that pass all points since within a tolerance: a sector. */
typedef struct {
    double from[2];
    double tolerance;
    double reach;                 /* greatest distance from `from` since; 0: no sector yet */
    double lo[2], hi[2];          /* its sides, the right and the left one: of length 1 */
} thin_sector;

/* thin_begin: at this point, without others
 * thin_passes: whether a line from there to (x, y) passes the points added since
 * thin_add: add one */
void thin_begin(thin_sector *s, double x, double y, double tolerance);
int thin_passes(const thin_sector *s, double x, double y);
void thin_add(thin_sector *s, double x, double y);

/* A path of any length in a bounded number of points: all of them up to the bound. Beyond it,
 * points are left out where the path is straight to a tolerance. The tolerance is no larger than
 * the bound requires, and proportional to the distance from the start: a path that ends far out is
 * as exact near its start. One of `stride` points in a row is always kept, and so is the last
 * point.
 */
typedef struct {
    int count, capacity, most;
    double *xy;                   /* xy[2*count]: x0 y0 x1 y1 ... */
    double *t;                    /* t[count]: time at each point */
    int *number;                  /* number[count]: index of each point among those added */
    int added, stride;
    double tolerance;             /* relative to the distance from the start */
    thin_sector sector;           /* from the last point but one */
} thin_path;

/* thin_path_init: an empty path of at most `most` >= 8 points; takes no memory yet
 * thin_path_add: one more point, at time t; points that are not finite are left out. 0, or -1
 * without memory */
void thin_path_init(thin_path *p, int most);
int thin_path_add(thin_path *p, double t, double x, double y);
void thin_path_free(thin_path *p);

#endif
