/* picture.h: the figure of a scene with several runs over each other, as the papers draw it */
#ifndef PICTURE_H
#define PICTURE_H

#include "scene.h"
#include "simulate.h"
#include "trajectory.h"

typedef struct {
    const char *name;             /* "PEG"; in the legend */
    const char *note;             /* after the name, or NULL */
    int style;                    /* SVG_STYLE_... */
    int failed;                   /* 1: stopped early */
    int reference;                /* 1: the exact motion: without markers, and its place decides what is shown */
    int halfspaces;               /* 1: draw the half-spaces that pushed in it */
    const trajectory *path;
} picture_run;

/* a formulation in tables and pictures: "ST", ...; picture_looks[mb_formulation] */
typedef struct {
    const char *title;
    int style;                    /* SVG_STYLE_... */
} picture_look;

extern const picture_look picture_looks[FORMULATIONS];

/* picture_save: draw count runs over the scene's obstacles to the file at path
 *
 * Returns 0, or -1 after a message.
 */
int picture_save(const char *path, const scene *s, const char *subtitle, int count, const picture_run *run, FILE *messages);

#endif
