/* closeup.h: additions to the picture of a window: every step of the runs, and the half-spaces that
 * push there, with their numbers
 *
 * A half-space has the number of its edge in the scene, counted from 1, as `run --formulation
 * exact` prints it.
 */
#ifndef CLOSEUP_H
#define CLOSEUP_H

#include "figure.h"

enum { CLOSEUP_NAMED = 24,        /* most half-spaces drawn and named */
       CLOSEUP_ENTRIES = CLOSEUP_NAMED + 3 };

/* closeup_wanted: whether there is a run that has acts
 * closeup_halfspaces: their lines, across the frame
 * closeup_steps: a marker for every step of those runs, or for every 2nd, 5th, 10th, ... of very
 *   many
 * closeup_names: the numbers of the half-spaces
 * closeup_legend: entries[CLOSEUP_ENTRIES] for all of these; returns their number */
int closeup_wanted(const figure *f);
void closeup_halfspaces(const figure *f, const svg_frame *frame, output_text *out);
void closeup_steps(const figure *f, const svg_frame *frame, output_text *out);
void closeup_names(const figure *f, const svg_frame *frame, output_text *out);
int closeup_legend(const figure *f, const svg_frame *frame, svg_entry *entries);

#endif
