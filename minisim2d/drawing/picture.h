/* picture.h: a picture of svg.h's as PNG
 *
 * It reads only the SVG written there: rectangles, lines, paths of straight pieces and arcs of
 * circles, one line of text at a time, rectangular windows. Text is in the letters of letters.h,
 * whatever font a viewer of the SVG would use.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "../writing/output.h"

enum { PICTURE_SCALE = 2 };       /* pixels of the PNG for each of the SVG */

/* picture_png: append the picture to out. 0; or -1 after a message: no memory, or an element of the
 * SVG that svg.h does not write */
int picture_png(const output_text *svg, output_text *out, FILE *messages);

#endif
