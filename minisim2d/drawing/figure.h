/* figure.h: the picture of a scene: obstacles, half-spaces and the trajectories of any number of
 * runs, as SVG
 *
 *     figure f = { &scene };
 *     f.nrun = 2;
 *     f.run = runs;
 *     figure_svg(&f, &text);
 *     output_save("hills.svg", &text, stderr);
 *
 * The picture has one scale for both axes. Unless a view is given, the scene and the reference run
 * alone determine the part of the plane shown, so that a run that goes far away does not shrink the
 * rest: it ends in an arrow, as the legend explains.
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
    const trajectory *run;        /* runs without points are not shown */
    const double *view;   /* xmin ymin xmax ymax to be shown [m], or NULL: chosen as described at
                             figure_view. Runs with acts are drawn as a close-up (closeup.h) */
    const char *prefix;   /* of the ids; differs between pictures that share a page; NULL: figure */
    int halfspaces;       /* 1: the lines of all edges are drawn, not only of pushing ones */
    const reference *events;      /* exact motions whose events are marked; NULL: none */
} figure;

/* figure_poses: number of poses of bodies in a picture before the last one, for trajectory_poses:
 * five, or only the start if there are very many bodies */
int figure_poses(const scene *s);

/* figure_view: the relevant part of the plane, as xmin ymin xmax ymax
 *
 * The particles' starts and the reference runs are in it; obstacles and the other runs only as far
 * as they are near those.
 */
void figure_view(const figure *f, double view[4]);

/* figure_layout: the place of that view in the picture; the picture's size in pixels */
void figure_layout(const figure *f, svg_frame *frame, double *width, double *height);

/* figure_svg: append the picture to out */
void figure_svg(const figure *f, output_text *out);

#endif
