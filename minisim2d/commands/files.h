/* files.h: the files that a command writes: opened before the work starts, and kept apart */
#ifndef FILES_H
#define FILES_H

#include <stdio.h>

#include "options.h"
#include "../writing/output.h"

typedef struct {
    /* of the options; path NULL without these */
    output_file csv, svg, png, html, mat, frames, summary, energy;
    int failed;                   /* 1: what belongs into one of them can't be made */
    FILE *words;                  /* for the user: stdout; stderr when data goes to the former */
    FILE *report;                 /* the same; NULL with --quiet */
} files;

/* files_open: open what the options name, and make the folder for problems
 *
 * Refused are what can't be written, what is the input (a path, - = the standard input), and two
 * outputs that are one file under two names. The folder must hold no problems of an earlier run:
 * old files among new ones would pass for results.
 * Returns 0; or 2, and nothing is open, after a message.
 * files_apart: of further inputs, whether they are none of the outputs; 0, or 2 after a message */
int files_open(files *f, const options *o, const char *input);
int files_apart(files *f, const char *input);

/* files_pictured: whether a picture is wanted
 * files_picture: put the picture where it is wanted, as SVG and as PNG, and empty the text */
int files_pictured(const files *f);
void files_picture(files *f, output_text *svg);

/* files_energy: put the chart of energies where it is wanted, and empty the text: as PNG if the
 * file's name ends so */
void files_energy(files *f, output_text *svg);

/* files_close: keep = 1: the files take their places, and the report says where pictures and pages
 * are; 0: they are dropped. 0, or -1 after a message */
int files_close(files *f, int keep);

#endif
