/* png.h: PNG files, if the system has stb_image_write.h (Debian: libstb-dev) */
#ifndef PNG_H
#define PNG_H

#include "output.h"

/* png_there: 1; 0 if the program was built without it: png_write then always fails
 * png_write: appends rgb[3*width*height], by rows from the top, as a PNG to out; 0, or -1 */
int png_there(void);
int png_write(const unsigned char *rgb, int width, int height, output_text *out);

#endif
