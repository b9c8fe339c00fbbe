/* map.c: cells in the colours of a scale beside them; see chart.h */
#include "chart.h"

#include <math.h>
#include <string.h>

#define PLOT 400.0                /* pixels in either direction, up to a remainder of less than a
                                     cell */
#define BAR 16.0                  /* width of the scale */
#define BAR_GAP 22.0
#define STRIPES 100               /* of the scale */
#define MARK 5.0                  /* half the size of the mark */
#define MARK_PAINT "fill=\"#ffffff\" stroke=\"" SVG_INK "\" stroke-width=\"1.4\""

/* One direction of the grid: its cells have `each` points. */
typedef struct {
    int count, each, cells;
} way;

/* The range of the values on the scale, and the number of cells without a value. */
typedef struct {
    double lo, hi;
    int log, blanks;
} range;

static way way_along(const map_axis *a)
{
    way w = { a->count, 1, 0 };

    w.each = (a->count + MAP_CELLS - 1) / MAP_CELLS;
    w.cells = (a->count + w.each - 1) / w.each;
    return w;
}

/* the end of a cell; its beginning is the end of the one before */
static int end_of(const way *w, int cell)
{
    return (cell + 1) * w->each < w->count ? (cell + 1) * w->each : w->count;
}

/* the least value of a cell; infinite if it has none */
static double least(const map *m, const way w[2], int i, int j)
{
    double value = HUGE_VAL;

    for (int y = j * w[1].each; y < end_of(w + 1, j); y++)
        for (int x = i * w[0].each; x < end_of(w, i); x++) {
            const double here = m->value[(size_t)y * (size_t)m->x.count + (size_t)x];
            if (isfinite(here)) value = fmin(value, here);
        }
    return value;
}

static range range_of(const map *m, const way w[2])
{
    range r = { HUGE_VAL, -HUGE_VAL, 0, 0 };

    for (int j = 0; j < w[1].cells; j++)
        for (int i = 0; i < w[0].cells; i++) {
            const double value = least(m, w, i, j);
            r.blanks += !(value < HUGE_VAL);
            if (!(value < HUGE_VAL)) continue;
            r.lo = fmin(r.lo, value);
            r.hi = fmax(r.hi, value);
        }
    if (r.lo > r.hi) r.lo = r.hi = 0.0;
    r.log = r.lo > 0.0 && r.hi >= 10.0 * r.lo;
    if (r.log) {
        r.lo = log10(r.lo);
        r.hi = log10(r.hi);
    } else if (!(r.hi - r.lo > 1e-9 * fabs(r.hi))) {       /* the scale must have a length */
        r.hi = r.lo + fmax(fabs(r.lo), 1.0);
    }
    return r;
}

/* " fill=..." for a place on the scale, 0 to 1: from dark to light, so that it reads without hue */
static void put_colour(double place, output_text *out)
{
    static const double stops[5][3] = {
        { 68, 1, 84 }, { 59, 82, 139 }, { 33, 145, 140 }, { 94, 201, 98 }, { 253, 231, 37 }
    };
    const double at = 4.0 * fmin(fmax(place, 0.0), 1.0);
    const int k = at < 3.0 ? (int)at : 3;

    output_string(out, " fill=\"#");
    for (int i = 0; i < 3; i++)
        output_printf(out, "%02x", (unsigned)(stops[k][i] + 0.5 +
                                              (at - k) * (stops[k + 1][i] - stops[k][i])));
    output_string(out, "\"");
}

static void put_cell(double left, double top, double right, double bottom, double place,
                     output_text *out)
{
    output_printf(out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"", left, top,
                  right - left, bottom - top);
    put_colour(place, out);
    output_string(out, "/>\n");
}

/* whole pixels: adjacent cells leave no seam */
static double whole(double pixels) { return floor(pixels + 0.5); }

static void draw_cells(const map *m, const way w[2], const range *r, const svg_frame *f,
                       output_text *out)
{
    for (int j = 0; j < w[1].cells; j++)
        for (int i = 0; i < w[0].cells; i++) {
            const double value = least(m, w, i, j);
            const double x0 = m->x.lo + (i * w[0].each - 0.5) * m->x.step;
            const double y0 = m->y.lo + (j * w[1].each - 0.5) * m->y.step;
            const double x1 = m->x.lo + (end_of(w, i) - 0.5) * m->x.step;
            const double y1 = m->y.lo + (end_of(w + 1, j) - 0.5) * m->y.step;
            if (!(value < HUGE_VAL)) continue;
            const double place = ((r->log ? log10(value) : value) - r->lo) / (r->hi - r->lo);
            put_cell(whole(svg_x(f, x0)), whole(svg_y(f, y1)), whole(svg_x(f, x1)),
                     whole(svg_y(f, y0)), place, out);
        }
}

static void draw_bar(const map *m, const svg_frame *bar, const svg_scale *scale, output_text *out)
{
    for (int k = 0; k < STRIPES; k++)
        put_cell(bar->left, whole(bar->top + bar->height * (STRIPES - 1 - k) / STRIPES),
                 bar->left + bar->width, whole(bar->top + bar->height * (STRIPES - k) / STRIPES),
                 (k + 0.5) / STRIPES, out);
    svg_box(out, bar);
    svg_axis_y(out, bar, scale, m->label);
}

static void draw_mark(output_text *out, double x, double y)
{
    output_string(out, "<path d=\"");
    svg_marker_path(out, SVG_DIAMOND, x, y, MARK);
    output_string(out, "\" " MARK_PAINT "/>\n");
}

static void draw_sample(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    draw_mark(out, x + 0.5 * width, y);
}

static void draw_blank(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    output_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"10\" height=\"10\" fill=\"none\" "
                  "stroke=\"" SVG_INK "\" stroke-width=\"0.6\"/>\n",
                  x + 0.5 * width - 5.0, y - 5.0);
}

/* the legend; returns the height of the picture. out NULL: measure only */
static double draw_legend(const map *m, const way w[2], const range *r, const svg_frame *f,
                          double width, output_text *out)
{
    svg_entry entries[2];
    int n = 0;

    svg_entry_next(entries, &n, SVG_SAMPLE_OWN, m->marked)->draw = draw_sample;
    if (w[0].each * w[1].each > 1)
        svg_entry_add(entries, "; a cell shows the least of %d x %d points", w[0].each, w[1].each);
    if (r->blanks > 0) svg_entry_next(entries, &n, SVG_SAMPLE_OWN, m->blank)->draw = draw_blank;
    return svg_legend_below(out, f, width, n, entries);
}

/* cells of as many whole pixels as the plot has room for */
static double extent(const way *w)
{
    return w->count % w->each == 0 ? floor(PLOT / w->cells) * w->cells : PLOT;
}

/* the frames of the cells and of the scale; returns the width of the picture */
static double layout(const map *m, const way w[2], const range *r, svg_frame *f, svg_frame *bar,
                     svg_scale scale[3])
{
    double width;

    memset(f, 0, sizeof *f);
    memset(bar, 0, sizeof *bar);
    f->prefix = bar->prefix = "map";
    f->x0 = m->x.lo - 0.5 * m->x.step;
    f->x1 = m->x.lo + (m->x.count - 0.5) * m->x.step;
    f->y0 = m->y.lo - 0.5 * m->y.step;
    f->y1 = m->y.lo + (m->y.count - 0.5) * m->y.step;
    f->width = extent(w);
    f->height = bar->height = extent(w + 1);
    bar->x1 = 1.0;
    bar->y0 = r->lo;
    bar->y1 = r->hi;
    bar->width = BAR;
    svg_scale_x(scale, f, 0);
    svg_scale_y(scale + 1, f, 0);
    svg_scale_y(scale + 2, bar, r->log);
    f->left = whole(SVG_MARGIN + SVG_AXIS_Y_SPACE + svg_scale_width(scale + 1));
    bar->left = whole(f->left + f->width + BAR_GAP + SVG_AXIS_Y_SPACE + svg_scale_width(scale + 2));
    width = bar->left + bar->width + SVG_MARGIN;
    f->top = bar->top = whole(svg_heading(NULL, width, m->title, m->subtitle));
    return width;
}

void map_svg(const map *m, output_text *out)
{
    const way w[2] = { way_along(&m->x), way_along(&m->y) };
    const range r = range_of(m, w);
    output_text description = { 0 };
    svg_frame f, bar;
    svg_scale scale[3];
    const double width = layout(m, w, &r, &f, &bar, scale);

    output_printf(&description, "%s over %s and %s; %s", m->label, m->x.label, m->y.label,
                  m->marked);
    out->failed |= description.failed;
    svg_begin(out, width, draw_legend(m, w, &r, &f, width, NULL), f.prefix, m->title,
              description.data);
    svg_heading(out, width, m->title, m->subtitle);
    draw_cells(m, w, &r, &f, out);
    svg_box(out, &f);
    svg_axis_x(out, &f, scale, m->x.label);
    svg_axis_y(out, &f, scale + 1, m->y.label);
    draw_bar(m, &bar, scale + 2, out);
    draw_mark(out, svg_x(&f, m->x.lo + m->at[0] * m->x.step),
              svg_y(&f, m->y.lo + m->at[1] * m->y.step));
    draw_legend(m, w, &r, &f, width, out);
    svg_end(out);
    output_free(&description);
}
