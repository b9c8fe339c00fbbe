/* picture.h: the figure of a scene with several runs over each other, as the papers draw it */
#ifndef PICTURE_H
#define PICTURE_H

#include "thin.h"
#include "../motion/simulate.h"
#include "../motion/trajectory.h"
#include "../reading/scene.h"

/* The paths of all particles of a run: a bounded number of points, however long the run is. */
typedef struct {
    int count;
    thin_path *path;              /* path[count], by particle */
} picture_paths;

/* picture_paths_init: no points yet; 0, or -1 without memory. picture_paths_free may follow.
 * picture_row: a trajectory_fn that adds a point; user is the picture_paths */
int picture_paths_init(picture_paths *p, int particles);
int picture_row(void *user, const trajectory_row *row);
void picture_paths_free(picture_paths *p);

typedef struct {
    const char *name;             /* "PEG"; in the legend */
    const char *note;             /* after the name, or NULL */
    int style;                    /* SVG_STYLE_... */
    int failed;                   /* 1: stopped early */
    int reference;                /* 1: the exact motion: without markers, and its place decides what is shown */
    const char *pushed;           /* simulation.pushed: half-spaces to draw; NULL: none */
    const picture_paths *paths;
} picture_run;

/* picture_draw: count runs over the scene's obstacles; out->failed without memory */
void picture_draw(const scene *s, const char *subtitle, int count, const picture_run *run,
                  output_text *out);

#endif
