/* letters.h: text as lines, for pictures in pixels: a small sans-serif alphabet of strokes
 *
 * It has ASCII and the other characters of svg.h (minus, raised digits, the middle dot); other
 * Latin letters without their accents; a box for everything else.
 */
#ifndef LETTERS_H
#define LETTERS_H

#include <stddef.h>

#include "raster.h"

/* letters_width: of n bytes of UTF-8 [em]; seldom more than svg_text_width, which lays them out
 * letters_path: appends them to the path of r. along: an em in the direction of the text, in
 * pixels; the base line begins at x. To be stroked with a round pen of LETTERS_PEN em, or
 * LETTERS_BOLD. */
double letters_width(const char *text, size_t n);
void letters_path(raster *r, const double x[2], const double along[2], const char *text, size_t n);

#define LETTERS_PEN 0.085
#define LETTERS_BOLD 0.145

#endif
