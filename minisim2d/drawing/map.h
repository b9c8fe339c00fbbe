/* map.h: a number over two others, given on a grid, as SVG: a coloured cell for each point */
#ifndef MAP_H
#define MAP_H

#include "../writing/output.h"

typedef struct {
    const char *label;        /* with the unit */
    double lo, step;          /* value i of count: lo + i*step; step > 0 */
    int count;
} map_axis;

typedef struct {
    const char *title, *subtitle;     /* may be NULL */
    map_axis x, y;
    const char *label;        /* of the number, with its unit */
    const double *value;      /* value[y.count*x.count], a row for each y; not finite: left blank */
    int at[2];                /* the marked point: its i along x and y */
    const char *marked;       /* its description in the legend */
    const char *blank;        /* description of blank cells in the legend, if there are any */
} map;

enum { MAP_CELLS = 200 };     /* along an axis; with more points a cell shows the least of
                                 several */

/* map_svg: append the picture to out. The scale goes from the least value to the greatest, and is
 * logarithmic if all are > 0 and they span a decade or more; for a single value it goes to its
 * double, or from 0 to 1. */
void map_svg(const map *m, output_text *out);

#endif
