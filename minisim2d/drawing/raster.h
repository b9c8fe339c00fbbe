/* raster.h: pictures in pixels: outlines and strokes with smooth edges, letters, SVG as PNG
 *
 *     raster r;
 *     if (raster_init(&r, 640, 480) == 0) {            white
 *         raster_move(&r, 10, 10), raster_line(&r, 90, 50), raster_line(&r, 10, 50);
 *         raster_fill(&r, 0x0072B2, 1.0);
 *     }
 *     ... r.rgb ...
 *     raster_free(&r);
 *
 * Coordinates are pixels, y down; pixel (i, j) is the square from (i, j) to (i + 1, j + 1). The
 * nonzero winding rule decides what is filled. Memory that runs out is latched in r.failed.
 */
#ifndef RASTER_H
#define RASTER_H

#include <stddef.h>

#include "../writing/output.h"

typedef struct {
    double at[2];
    int begins, closes;           /* 1: the first point of a line, the last one of an outline */
} raster_point;

typedef struct {
    double x0, y0, x1, y1;        /* y0 < y1 */
    int winding;                  /* 1: drawn downwards; -1: upwards */
} raster_edge;

typedef struct {
    int width, height;
    unsigned char *rgb;           /* rgb[3*width*height], by rows from the top */
    double window[4];             /* left, top, right, bottom: nothing is drawn outside */
    int failed;
    raster_point *point;          /* the path so far */
    int npoint, point_room;
    raster_edge *edge;            /* the area to be filled */
    int nedge, edge_room;
} raster;

enum { RASTER_DASHES = 16 };

typedef struct {
    double width;
    int round_ends, round_joins;  /* 1; else butt ends, mitred joins */
    int ndash;                    /* 0: solid */
    double dash[RASTER_DASHES];   /* on, off, ...; an even number of lengths >= 0, not all 0 */
} raster_pen;

/* raster_init: 0, or -1 without memory; call raster_free in any case */
int raster_init(raster *r, int width, int height);
void raster_free(raster *r);

/* raster_window: restricts drawing to this rectangle from now on; NULL: everywhere */
void raster_window(raster *r, const double box[4]);

/* the path: raster_move begins a line, raster_close ends it where it began
 * raster_fill, raster_stroke: paints it with a colour 0xRRGGBB; opacity from 0 to 1
 * raster_forget: empties it */
void raster_move(raster *r, double x, double y);
void raster_line(raster *r, double x, double y);
void raster_close(raster *r);
void raster_fill(raster *r, unsigned colour, double opacity);
void raster_stroke(raster *r, const raster_pen *pen, unsigned colour, double opacity);
void raster_forget(raster *r);

/* ---- text as lines ---- */

/* A small sans-serif alphabet of strokes. It has ASCII and the other characters of svg.h (minus,
 * raised digits, the middle dot); other Latin letters without their accents; a box for everything
 * else.
 *
 * letters_width: of n bytes of UTF-8 [em]; seldom more than svg_text_width, which lays them out
 * letters_path: appends them to the path of r. along: an em in the direction of the text, in
 * pixels; the base line begins at x. To be stroked with a round pen of LETTERS_PEN em, or
 * LETTERS_BOLD. */
double letters_width(const char *text, size_t n);
void letters_path(raster *r, const double x[2], const double along[2], const char *text, size_t n);

#define LETTERS_PEN 0.085
#define LETTERS_BOLD 0.145

/* ---- a picture of svg.h's as PNG ---- */

/* It reads only the SVG written there: rectangles, lines, paths of straight pieces and arcs of
 * circles, one line of text at a time, rectangular windows. Text is in the letters above,
 * whatever font a viewer of the SVG would use.
 */
enum { PICTURE_SCALE = 2 };       /* pixels of the PNG for each of the SVG */

/* picture_png: append the picture to out. 0; or -1 after a message: no memory, or an element of the
 * SVG that svg.h does not write */
int picture_png(const output_text *svg, output_text *out, FILE *messages);

#endif
