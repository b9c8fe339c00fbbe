/* chart.h: diagrams as SVG: lines over two axes, a number over two others, energy against time */
#ifndef CHART_H
#define CHART_H

#include "svg.h"
#include "../motion/trajectory.h"
#include "../reading/scene.h"
#include "../writing/output.h"

/* ---- lines over two axes, linear or logarithmic ---- */

typedef struct {
    const char *name;     /* in the legend */
    int npoint;
    const double *xy;     /* xy[2*npoint]; points that the axes cannot show (not finite, or <= 0 on
                             a logarithmic one) are gaps */
    int style;            /* SVG_STYLE_PEG, ... */
    int mark_every;       /* k: a marker at every k-th point, in turn with the other
                             series; 0: evenly spread; -1: none */
    const double *band;   /* band[2*npoint]: least and greatest y beside each point, clipped where
                             it goes far beyond all points; NULL: none */
} chart_series;

typedef struct {
    const char *label;    /* with the unit */
    int log;              /* 1: logarithmic */
} chart_axis;

typedef struct {
    const char *title, *subtitle;     /* may be NULL */
    chart_axis x, y;
    int nseries;
    const chart_series *series;
    const char *prefix;    /* of the ids; differs between pictures that share a page; NULL: chart */
} chart;

/* chart_svg: append the picture to out
 * chart_panels: n charts below each other in one picture, each with its own y axis and prefix; the
 * title, the x axis and the legend of the first are common to all */
enum { CHART_PANELS = 4 };        /* at most */
void chart_svg(const chart *c, output_text *out);
void chart_panels(const chart *c, int n, output_text *out);

/* ---- a number over two others, given on a grid: a coloured cell for each point ---- */

typedef struct {
    const char *label;        /* with the unit */
    double lo, step;          /* value i of count: lo + i*step; step > 0 */
    int count;
} map_axis;

typedef struct {
    const char *title, *subtitle;     /* may be NULL */
    map_axis x, y;
    const char *label;        /* of the number, with its unit */
    const double *value;      /* value[y.count*x.count], a row for each y; not finite: left blank */
    int at[2];                /* the marked point: its i along x and y */
    const char *marked;       /* its description in the legend */
    const char *blank;        /* description of blank cells in the legend, if there are any */
} map;

enum { MAP_CELLS = 200 };     /* along an axis; with more points a cell shows the least of
                                 several */

/* map_svg: append the picture to out. The scale goes from the least value to the greatest, and is
 * logarithmic if all are > 0 and they span a decade or more; for a single value it goes to its
 * double, or from 0 to 1. */
void map_svg(const map *m, output_text *out);

/* ---- energy against time: the record of a run, and a chart of several ---- */

/*     timeline t;
 *     timeline_init(&t, &scene);
 *     with.take = timeline_row, with.taker = &t;
 *     ...                                              simulate(), reference_rows()
 *     timeline_energy(&t, 1, subtitle, &text);
 *     timeline_free(&t);
 *
 * All particles and bodies of a scene are summed up. Memory does not grow with the number of steps.
 */
enum { TIMELINE_KINETIC, TIMELINE_POTENTIAL, TIMELINE_TOTAL, TIMELINE_ENERGIES };

typedef struct {
    const char *name;             /* in the legend; the caller's, as is the style */
    int style;                    /* SVG_STYLE_... */
    const scene *scene;
    double kinetic, total;        /* of the current step, so far [J] */
    thin_path energy[TIMELINE_ENERGIES];      /* against time */
} timeline;

/* timeline_init: nothing yet; takes no memory
 * timeline_row: a trajectory_fn; user is the timeline */
void timeline_init(timeline *t, const scene *s);
int timeline_row(void *user, const trajectory_row *row);
void timeline_free(timeline *t);

/* timeline_energy: append a picture of the runs' energies to out; those without any row are left
 * out */
void timeline_energy(const timeline *runs, int n, const char *subtitle, output_text *out);

#endif
