/* svg.h: common to the figures and the charts: styles, ticks, frame, curves, markers, text, legend
 *
 * A picture is SVG 1.1 that stands alone: no script, no style sheet, no embedded font; all ids
 * begin with the caller's prefix, so that several pictures can be inlined in one page. All sizes
 * below are in pixels, y points down. Curves differ in dash pattern, marker shape and luminance as
 * well as in hue, so that they also differ in black and white; the hues are those of Okabe and Ito,
 * which the colour-blind can tell apart.
 */
#ifndef SVG_H
#define SVG_H

#include "../writing/output.h"

typedef enum {
    SVG_NO_MARKER, SVG_CIRCLE, SVG_SQUARE, SVG_TRIANGLE, SVG_DIAMOND, SVG_CARET, SVG_CROSS
} svg_marker;

typedef struct {
    const char *colour;
    const char *dash;     /* stroke-dasharray, "" = solid */
    double width;         /* of the line */
    svg_marker marker;
} svg_style;

/* indices into the table of styles: a formulation's style in every picture is SVG_STYLE_FORMULATION
 * + its row in mb_formulations; the following ones are free. SVG_STYLES: their number */
enum { SVG_STYLE_EXACT, SVG_STYLE_FORMULATION, SVG_STYLES = 8 };

/* svg_style_at: the style with this index, modulo the size of the table */
const svg_style *svg_style_at(int index);

#define SVG_TEXT 12.0         /* font sizes */
#define SVG_TITLE 15.0
#define SVG_LINE 1.35         /* distance of two lines of text, in font sizes */
#define SVG_MARKER 3.2        /* half the size of a marker */
#define SVG_MARGIN 14.0       /* empty border of the picture */
#define SVG_TICK 5.0          /* length of a tick */
#define SVG_INK "#000000"     /* frame, text, outlines */
#define SVG_PALE "#dddddd"    /* grid */
#define SVG_MAX_POINTS 2000   /* a curve is thinned out to this number */

/* Ticks at round numbers: tick i of count is at (first + i) * step */
typedef struct {
    double first;         /* an integer */
    double step;          /* 1, 2 or 5 times a power of ten */
    int count;
} svg_ticks;

/* svg_ticks_between: the finest round ticks in [lo, hi], lo < hi, at most `most` (>= 2) */
svg_ticks svg_ticks_between(double lo, double hi, int most);

/* A scale: the ticks of an axis, in the coordinates of the frame, and their labels */
#define SVG_MAX_TICKS 24
#define SVG_MAX_LABEL 32      /* bytes */
typedef struct {
    int count;
    double at[SVG_MAX_TICKS];
    char label[SVG_MAX_TICKS][SVG_MAX_LABEL];
} svg_scale;

/* svg_scale_linear: the ticks of svg_ticks_between, with the decimals of the step */
void svg_scale_linear(svg_scale *s, double lo, double hi, int most);

/* svg_scale_log: for an axis of decimal logarithms from lo to hi: whole powers of ten, every second
 * one or fewer if they are too many; 1, 2 and 5 times powers of ten if there are fewer than three
 * whole ones
 */
void svg_scale_log(svg_scale *s, double lo, double hi, int most);

/* A rectangle of the plane, and the one of the picture that shows it */
typedef struct {
    double x0, y0, x1, y1;            /* data: left, bottom, right, top; x0 < x1, y0 < y1 */
    double left, top, width, height;  /* pixels */
    const char *prefix;               /* of the ids; differs between pictures that share a page */
} svg_frame;

/* svg_x, svg_y, svg_pixels: from data to pixels
 * svg_inside: of a point in the data; NaN is outside
 * svg_in_frame: of a point in pixels, at least `margin` away from the sides */
double svg_x(const svg_frame *f, double x);
double svg_y(const svg_frame *f, double y);
void svg_pixels(const svg_frame *f, const double p[2], double at[2]);
int svg_inside(const svg_frame *f, double x, double y);
int svg_in_frame(const svg_frame *f, const double at[2], double margin);

/* svg_clip: clips the segment a-b to the box xmin ymin xmax ymax, in place; 0 if no part of it is
 * inside */
int svg_clip(const double box[4], double a[2], double b[2]);

/* svg_begin, svg_end: the svg element with its title and description (for those who do not see it;
 * either may be NULL), and a white ground */
void svg_begin(output_text *out, double width, double height, const char *prefix, const char *title,
               const char *description);
void svg_end(output_text *out);

/* svg_window: clips all output of svg_path to the frame; call it before the first */
void svg_window(output_text *out, const svg_frame *f);

/* svg_path: the curve through xy[2*npoint], or if closed the outline, thinned out where it is
 * straight, and clipped to the frame; a point that is not finite interrupts it. attributes: of the
 * path element, such as stroke="#000" */
void svg_path(output_text *out, const svg_frame *f, int npoint, const double *xy, int closed,
              const char *attributes);

/* svg_style_curve: a curve with the line of a style */
void svg_style_curve(output_text *out, const svg_frame *f, int npoint, const double *xy,
                     const svg_style *style);

/* svg_point: appends `x y` to the current path data, to a hundredth of a pixel */
void svg_point(output_text *out, double x, double y);

void svg_line(output_text *out, double x0, double y0, double x1, double y1, const char *attributes);

/* svg_marker_path: appends the outline of a marker at (x, y), half its size r, to the current path
 * data
 * svg_marker_element: a path element with these attributes and that outline */
void svg_marker_path(output_text *out, svg_marker marker, double x, double y, double r);
void svg_marker_element(output_text *out, svg_marker marker, double x, double y, double r,
                        const char *attributes);

/* svg_marks: the style's marker at points of xy[2*npoint] inside the frame
 *
 *   every    in      k: at every k-th point, more sparsely if they are too many; 0: evenly spread;
 *                    < 0: nowhere
 *   shift    in      moves them along the curve, so that the markers of curves on top of each other
 *                    alternate: the first is at point `shift` modulo every
 *
 * A point without a line, between two gaps, always has one, unless every < 0.
 */
void svg_marks(output_text *out, const svg_frame *f, int npoint, const double *xy,
               const svg_style *style, int every, int shift);

/* svg_text: one line of text; anchor is start, middle or end; attributes may be "" */
void svg_text(output_text *out, double x, double y, double size, const char *anchor,
              const char *attributes, const char *text, size_t n);

/* svg_name: a short text in the middle of (x, y), on a white rim so that it can be read on lines;
 * attributes are of the text, without its rim */
void svg_name(output_text *out, double x, double y, double size, const char *attributes,
              const char *text);

/* svg_is_free: whether none of taken[n] is within x and within y of the place, in pixels */
int svg_is_free(const double at[2], int n, double (*taken)[2], double x, double y);

/* svg_text_width: the approximate width of a text, as the font is not known here */
double svg_text_width(const char *text, size_t n, double size);

/* svg_wrapped: appends text as at most `most` lines of at most this width, broken at blanks; a text
 * that does not fit ends in "..."
 *
 *   y        in      of the first base line
 *   out      in/out  NULL: measure only
 *
 * Returns the number of lines.
 */
int svg_wrapped(output_text *out, const char *text, double x, double y, double width, double size,
                int most, const char *attributes);

/* svg_heading: title and subtitle at the top of a picture, either may be NULL; returns their
 * height, even if out is NULL */
double svg_heading(output_text *out, double width, const char *title, const char *subtitle);

/* svg_box: the frame's outline */
void svg_box(output_text *out, const svg_frame *f);

/* svg_scale_x, svg_scale_y: a scale with as many ticks as suit the frame and the width of their
 * labels */
void svg_scale_x(svg_scale *s, const svg_frame *f, int logarithmic);
void svg_scale_y(svg_scale *s, const svg_frame *f, int logarithmic);

/* svg_scale_width: of the widest label */
double svg_scale_width(const svg_scale *s);

/* svg_axis_x, svg_axis_y: ticks, their labels, and the axis label along the bottom and the left
 * side of the frame */
void svg_axis_x(output_text *out, const svg_frame *f, const svg_scale *s, const char *label);
void svg_axis_y(output_text *out, const svg_frame *f, const svg_scale *s, const char *label);

#define SVG_AXIS_X_HEIGHT (SVG_TICK + 3.0 * SVG_TEXT)      /* room below the frame for svg_axis_x */
#define SVG_AXIS_Y_SPACE (SVG_TICK + 2.2 * SVG_TEXT)       /* left, labels not counted */

/* A legend: entries in columns of equal width */
typedef enum {
    SVG_SAMPLE_CURVE, SVG_SAMPLE_START, SVG_SAMPLE_END, SVG_SAMPLE_STOP, SVG_SAMPLE_SOLID,
    SVG_SAMPLE_CHAIN, SVG_SAMPLE_HALFSPACE, SVG_SAMPLE_EDGE_LINE, SVG_SAMPLE_OWN
} svg_sample;

typedef struct svg_entry {
    svg_sample sample;
    const svg_style *style;           /* of a curve; for an end NULL: of several runs */
    int marked;                       /* the curve has markers */

    /* SVG_SAMPLE_OWN: draws it, from x to x + width at height y; kind: for its use */
    void (*draw)(output_text *out, const struct svg_entry *e, double x, double y, double width);
    int kind;
    char text[240];                   /* longer ones are cut */
} svg_entry;

/* svg_entry_next: the next entry, number (*n)++, with this text
 * svg_entry_text: set an entry's text from up to three parts, NULL for none */
svg_entry *svg_entry_next(svg_entry *entries, int *n, svg_sample sample, const char *text);
void svg_entry_text(svg_entry *e, const char *a, const char *b, const char *c);

/* svg_entry_add: printf appended to the text; ASCII only, as it may be cut anywhere */
void svg_entry_add(svg_entry *e, const char *format, ...);

/* svg_legend: draws n entries below each other, in as many columns as the width allows; returns the
 * height, even if out is NULL */
double svg_legend(output_text *out, double left, double top, double width, int n,
                  const svg_entry *entries);

/* svg_legend_below: the legend below a plot and the labels of its x axis, in a page of this width;
 * returns the height of the page, even if out is NULL. entries NULL: no memory for them */
double svg_legend_below(output_text *out, const svg_frame *frame, double width, int n,
                        const svg_entry *entries);

/* how the things other than curves are drawn; the legend shows them the same way */
#define SVG_SOLID "fill=\"#e6e6e6\""
#define SVG_OUTLINE \
    "fill=\"none\" stroke=\"#333333\" stroke-width=\"1.4\" stroke-linejoin=\"round\""
#define SVG_HALFSPACE \
    "fill=\"none\" stroke=\"#555555\" stroke-width=\"0.8\" stroke-dasharray=\"5 3\""
#define SVG_EDGE_LINE \
    "fill=\"none\" stroke=\"#8a8a8a\" stroke-width=\"0.5\" stroke-dasharray=\"3 3\""
#define SVG_HALFSPACE_TICKS "fill=\"none\" stroke=\"#555555\" stroke-width=\"0.8\""
void svg_start_mark(output_text *out, double x, double y);
void svg_end_mark(output_text *out, const svg_style *style, double x, double y);
void svg_stop_mark(output_text *out, const svg_style *style, double x, double y);

#endif
