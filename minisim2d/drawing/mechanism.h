/* mechanism.h: bodies, joints and contact impulses in the picture of a scene
 *
 * Bodies are drawn in several poses, from pale at the start to dark at the end, so that they differ
 * in black and white as well; joints by the symbols of technical drawing and impulses as arrows,
 * both at the end; the feet of bodies in every pose, with their friction at the end.
 */
#ifndef MECHANISM_H
#define MECHANISM_H

#include "svg.h"
#include "../motion/trajectory.h"
#include "../reading/scene.h"

enum {
    MECHANISM_POINTS = 2 * SCENE_MAX_CORNERS + 64,    /* of an outline, at most */
    MECHANISM_ENTRIES = 12                            /* of the legend */
};

/* mechanism_outline: body k in the pose q, particles after the bodies: xy[2*MECHANISM_POINTS];
 * returns the number of points */
int mechanism_outline(const scene *s, int k, const double q[3], double *xy);

/* mechanism_pose: of body k: the run's pose `shot`, run->shots being the last */
const double *mechanism_pose(const trajectory *run, int shot, int k);

/* mechanism_fixed: the bodies that never move, behind everything
 * mechanism_poses: the others in all the poses of a run
 * mechanism_last: in its last pose, outlines with the line of the run's style
 * mechanism_top: joints, impulses and names at the end of a run
 * mechanism_legend: entries for these; returns their number, at most MECHANISM_ENTRIES */
void mechanism_fixed(const scene *s, const svg_frame *frame, output_text *out);
void mechanism_poses(const scene *s, const trajectory *run, const svg_frame *frame,
                     output_text *out);
void mechanism_last(const scene *s, const trajectory *run, const svg_frame *frame,
                    output_text *out);
void mechanism_top(const scene *s, const trajectory *run, const svg_frame *frame, output_text *out);
int mechanism_legend(const scene *s, const trajectory *run, svg_entry *entries);

#endif
