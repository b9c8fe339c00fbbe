/* chart.h: lines over two axes, linear or logarithmic, as SVG: residual against iteration, error
 * against step size */
#ifndef CHART_H
#define CHART_H

#include "svg.h"
#include "../writing/output.h"

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

/* chart_layout: the place of the data in the picture, in decimal logarithms along a logarithmic
 * axis; and its size in pixels */
void chart_layout(const chart *c, svg_frame *frame, double *width, double *height);

/* chart_svg: append the picture to out
 * chart_panels: n charts below each other in one picture, each with its own y axis and prefix; the
 * title, the x axis and the legend of the first are common to all */
enum { CHART_PANELS = 4 };        /* at most */
void chart_svg(const chart *c, output_text *out);
void chart_panels(const chart *c, int n, output_text *out);

#endif
