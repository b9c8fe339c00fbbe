/* events.h: events of particles in the exact motion: impacts, leaving, corners, stick and slip, as
 * markers with their times in the legend */
#ifndef EVENTS_H
#define EVENTS_H

#include "svg.h"
#include "../truth/measure.h"

enum { EVENTS_ENTRIES = 6 };      /* of the legend, one for each kind */

/* events_draw: a marker at each event in the frame except start and end
 * events_legend: an entry for each kind of these; returns their number */
void events_draw(const reference *exact, const svg_frame *frame, output_text *out);
int events_legend(const reference *exact, const svg_frame *frame, svg_entry *entries);

#endif
