/* files.h: the files that a command writes: opened before the work starts, and all different */
#ifndef FILES_H
#define FILES_H

#include <stdio.h>

#include "options.h"
#include "../writing/output.h"

typedef struct {
    /* of the options; path NULL without these */
    output_file csv, svg, png, html, mat, frames, summary, energy;
    int failed;                   /* 1: the contents of one of them can't be made */
    FILE *words;                  /* for the user: stdout; stderr when data goes to the former */
    FILE *report;                 /* the same; NULL with --quiet */
} files;

/* files_open: opens the files named by the options, and makes the folder for problems
 *
 * Rejected are files that can't be written, that are the input (a path, - = the standard input), or
 * that are the same under two names. The folder must hold no problems of an earlier run: old files
 * among new ones could be taken for results.
 * Returns 0; or 2, with nothing open, after a message.
 * files_apart: checks that further inputs are not among the outputs; 0, or 2 after a message */
int files_open(files *f, const options *o, const char *input);
int files_apart(files *f, const char *input);

/* files_pictured: whether a picture is wanted
 * files_picture: writes the picture to the files named, as SVG and as PNG, and empties the text */
int files_pictured(const files *f);
void files_picture(files *f, output_text *svg);

/* files_energy: writes the chart of energies to its file, as PNG if its name ends so, and empties
 * the text */
void files_energy(files *f, output_text *svg);

/* files_close: keep = 1: puts the files in their places, and reports where pictures and pages are;
 * 0: discards them. 0, or -1 after a message */
int files_close(files *f, int keep);

#endif
