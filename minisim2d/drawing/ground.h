/* ground.h: the obstacles of a scene in its picture, and the half-spaces of their edges
 *
 * A polygon's inside is grey. An open chain has no inside, so strokes along it show its solid side.
 */
#ifndef GROUND_H
#define GROUND_H

#include "svg.h"
#include "../reading/scene.h"

/* ground_solids: the insides of polygons, behind everything
 * ground_outlines: of all obstacles
 * ground_halfspace: of the edge from p to q, beyond it */
void ground_solids(const scene *s, const svg_frame *frame, output_text *out);
void ground_outlines(const scene *s, const svg_frame *frame, output_text *out);
void ground_halfspace(const double p[2], const double q[2], const svg_frame *frame,
                      output_text *out);

/* ground_line: the whole line of the edge from p to q, dashed, with strokes on the side of the
 * solid where it meets the frame, between a and b in pixels; 0 if it misses the frame. out NULL:
 * only computes it
 * ground_lines: those of all edges, thinner and without strokes */
int ground_line(const double p[2], const double q[2], const svg_frame *frame, double a[2],
                double b[2], output_text *out);
void ground_lines(const scene *s, const svg_frame *frame, output_text *out);

#endif
