/* ticks.h: round times along the paths of runs, so that they can be read off
 *
 * A stroke across each path at every round time, and at every few of them a longer one, with the
 * time beside one of the runs.
 */
#ifndef TICKS_H
#define TICKS_H

#include "figure.h"

typedef struct {
    double each, long_each;       /* between strokes, between long ones [s]; 0: none */
    int run;                      /* the run with the times beside it: the first in the frame */
} time_ticks;

/* ticks_of: round times for the motion of a run of particles in the frame
 * ticks_draw: the strokes
 * ticks_names: the times beside the long ones
 * ticks_legend: an entry that explains them */
time_ticks ticks_of(const figure *f, const svg_frame *frame);
void ticks_draw(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out);
void ticks_names(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out);
void ticks_legend(const time_ticks *t, svg_entry *entry);

#endif
