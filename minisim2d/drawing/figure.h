/* figure.h: the picture of a scene: obstacles, half-spaces and the trajectories of any number of
 * runs, as SVG
 *
 *     figure f = { &scene };
 *     f.nrun = 2;
 *     f.run = runs;
 *     figure_svg(&f, &text);
 *     output_save("hills.svg", &text, stderr);
 *
 * The picture has one scale for both axes. What part of the plane it shows, if no view is given, is
 * decided by the scene and the reference run alone, so that a run that is thrown far away does not
 * shrink the rest: it ends in an arrow, and the legend says so.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "svg.h"
#include "../motion/trajectory.h"
#include "../reading/scene.h"
#include "../truth/measure.h"

typedef struct {
    const scene *scene;
    const char *subtitle; /* step, solver and the like; may be NULL */
    int nrun;
    const trajectory *run;        /* those without any point are not shown */
    const double *view;   /* xmin ymin xmax ymax to be shown [m], or NULL: chosen as described at
                             figure_view. Runs with acts are drawn as a close-up (closeup.h) */
    const char *prefix;   /* of the ids; differs between pictures that share a page; NULL: figure */
    int halfspaces;       /* 1: the lines of all edges are drawn, not only of those that push */
    const reference *events;      /* exact motions whose events are marked; NULL: none */
} figure;

/* figure_poses: how many poses of its bodies a picture shows before the last one, for
 * trajectory_poses: five, or the start alone of very many bodies */
int figure_poses(const scene *s);

/* figure_view: the part of the plane that shows what matters, as xmin ymin xmax ymax
 *
 * The particles' starts and the reference runs are in it; obstacles and the other runs only so far
 * as they are near those.
 */
void figure_view(const figure *f, double view[4]);

/* figure_layout: where that view lies in the picture; the picture's size in pixels */
void figure_layout(const figure *f, svg_frame *frame, double *width, double *height);

/* figure_svg: append the picture to out */
void figure_svg(const figure *f, output_text *out);

#endif
