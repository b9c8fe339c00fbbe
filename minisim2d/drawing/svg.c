/* svg.c: styles, ticks, frame, curves, markers, text and legend of every picture */
#include "svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../mbsim.h"
#include "../motion/trajectory.h"

#define FAR_AWAY 1e12        /* pixels; points further out are moved here before clipping */
#define AROUND 50.0               /* pixels around the frame in which paths are still drawn,
                                     invisibly */
#define THIN_TOLERANCE 0.12       /* pixels by which a thinned curve may differ from the true one */
#define MARK_DISTANCE 34.0        /* pixels along the curve between evenly spread markers */
#define MAX_MARKS 300             /* markers on a curve, at given points */
#define MAX_SPREAD_MARKS 120      /* and evenly spread */
#define SAMPLE 34.0               /* width of a legend's sample */
#define LEGEND_LINES 4            /* of text in a legend's entry */
#define BOLD 1.1                  /* how much wider bold text is */
#define PIXELS_PER_TICK_X 70.0
#define PIXELS_PER_TICK_Y 45.0
#define TICKS_LEAST 5           /* with fewer allowed, an interval may have a single round number */

/* The line of the exact reference is broad and grey: the others are drawn over it, and accurate
 * ones stay on it. */
static const svg_style styles[SVG_STYLES] = {
    { "#b0b0b0", "",            6.0, SVG_NO_MARKER },    /* exact */
    { "#D55E00", "6 4.5",       1.6, SVG_SQUARE    },    /* ST: vermillion */
    { "#000000", "2 2.5",       1.6, SVG_TRIANGLE  },    /* AP: black */
    { "#0072B2", "",            1.6, SVG_CIRCLE    },    /* PEG: blue */
    { "#009E73", "9 3 2 3",     1.6, SVG_DIAMOND   },    /* swept: bluish green */
    { "#CC79A7", "12 4",        1.6, SVG_CARET     },    /* Gauss: reddish purple */
    { "#E69F00", "4 2 1 2 1 2", 1.6, SVG_CIRCLE    },    /* two-phase: orange */
    { "#56B4E9", "5 2",         1.6, SVG_SQUARE    }     /* sky blue */
};

const svg_style *svg_style_at(int index)
{
    int i = index % SVG_STYLES;

    return &styles[i < 0 ? i + SVG_STYLES : i];
}

/* ---- ticks ---- */

svg_ticks svg_ticks_between(double lo, double hi, int most)
{
    static const double round_steps[4] = { 1.0, 2.0, 5.0, 10.0 };
    double power = pow(10.0, floor(log10((hi - lo) / most)));
    svg_ticks t = { 0.0, 1.0, 0 };

    for (int i = 0; i < 4; i++) {
        double slack, last;

        t.step = round_steps[i] * power;
        slack = 1e-9 * (hi - lo) / t.step;      /* an end that is a tick up to rounding has one */
        t.first = ceil(lo / t.step - slack);
        last = floor(hi / t.step + slack);
        if (last - t.first + 1.0 > most) continue;
        t.count = last >= t.first ? (int)(last - t.first) + 1 : 0;
        break;
    }
    return t;
}

#define MINUS "\xE2\x88\x92"        /* the true minus sign */

/* appends to a label, which fits unless it is absurd */
static void add_to_label(char label[SVG_MAX_LABEL], const char *text)
{
    const size_t used = strlen(label);

    snprintf(label + used, SVG_MAX_LABEL - used, "%s", text);
}

/* a readable number, a multiple of the step: with a power of ten instead of a row of zeros */
static void print_tick(char label[SVG_MAX_LABEL], double value, double step)
{
    const int exponent = (int)floor(log10(step) + 1e-9);     /* of the step's only digit */
    const int plain = value == 0.0 || (exponent >= -5 && exponent <= 5);
    char number[OUTPUT_FIXED], power[16] = "";

    if (!plain) snprintf(power, sizeof power, "e%d", exponent);
    output_fixed_text(number, fabs(value) / (plain ? 1.0 : pow(10.0, exponent)),
                      plain && exponent < 0 ? -exponent : 0);
    label[0] = '\0';
    if (value < 0.0) add_to_label(label, MINUS);
    add_to_label(label, number);
    add_to_label(label, power);
}

void svg_scale_linear(svg_scale *s, double lo, double hi, int most)
{
    svg_ticks t = svg_ticks_between(lo, hi, most < SVG_MAX_TICKS ? most : SVG_MAX_TICKS);

    s->count = t.count;
    for (int i = 0; i < t.count; i++) {
        s->at[i] = (t.first + i) * t.step;
        print_tick(s->label[i], s->at[i], t.step);
    }
}

/* mantissa times ten to the exponent: 0.002 to 5000 as such, others as a power with raised
 * digits */
static void print_power(char label[SVG_MAX_LABEL], int mantissa, int exponent)
{
    static const char *const raised[10] = {
        "\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"
    };
    char number[OUTPUT_FIXED];

    label[0] = '\0';
    if (exponent >= -3 && exponent <= 3) {
        const int decimals = exponent < 0 ? -exponent : 0;
        add_to_label(label, output_fixed_text(number, mantissa * pow(10.0, exponent), decimals));
        return;
    }
    if (mantissa != 1) snprintf(label, SVG_MAX_LABEL, "%d\xC2\xB7", mantissa);
    add_to_label(label, exponent < 0 ? "10\xE2\x81\xBB" : "10");
    snprintf(number, sizeof number, "%d", abs(exponent));
    for (const char *digit = number; *digit; digit++) add_to_label(label, raised[*digit - '0']);
}

static void add_power(svg_scale *s, int mantissa, int exponent)
{
    if (s->count >= SVG_MAX_TICKS) return;
    s->at[s->count] = exponent + log10(mantissa);
    print_power(s->label[s->count++], mantissa, exponent);
}

void svg_scale_log(svg_scale *s, double lo, double hi, int most)
{
    static const int mantissas[3] = { 1, 2, 5 };
    const double slack = 1e-9;              /* an end that is a power up to rounding has a tick */
    int first = (int)ceil(lo - slack), last = (int)floor(hi + slack);
    int step = 1;

    if (most > SVG_MAX_TICKS) most = SVG_MAX_TICKS;
    s->count = 0;
    if (last - first < 2) {
        for (int i = 3*(first - 1); i < 3*(last + 2); i++) {
            int k = (int)floor(i / 3.0), m = mantissas[i - 3*k];
            double at = k + log10(m);
            if (at >= lo - slack && at <= hi + slack) add_power(s, m, k);
        }
        if (s->count > 0 && (s->count <= most || last < first)) return;
    }

    s->count = 0;
    while ((last - first) / step + 1 > most) step++;
    for (int k = first; k <= last; k++) if (k % step == 0) add_power(s, 1, k);
}

/* ---- frame ---- */

double svg_x(const svg_frame *f, double x)
{
    return f->left + (x - f->x0) / (f->x1 - f->x0) * f->width;
}

double svg_y(const svg_frame *f, double y)
{
    return f->top + (f->y1 - y) / (f->y1 - f->y0) * f->height;
}

void svg_pixels(const svg_frame *f, const double p[2], double at[2])
{
    at[0] = svg_x(f, p[0]);
    at[1] = svg_y(f, p[1]);
}

int svg_in_frame(const svg_frame *f, const double at[2], double margin)
{
    return at[0] >= f->left + margin && at[0] <= f->left + f->width - margin &&
           at[1] >= f->top + margin && at[1] <= f->top + f->height - margin;
}

int svg_inside(const svg_frame *f, double x, double y)
{
    return x >= f->x0 && x <= f->x1 && y >= f->y0 && y <= f->y1;
}

int svg_clip(const double box[4], double a[2], double b[2])
{
    double enter = 0.0, leave = 1.0;      /* the part of a + s (b - a) inside the sides so far */
    double start[2] = { a[0], a[1] }, d[2] = { b[0] - a[0], b[1] - a[1] };

    for (int side = 0; side < 4; side++) {
        int axis = side % 2;
        /* to_side >= 0: inside */
        double to_side = side < 2 ? start[axis] - box[axis] : box[axis + 2] - start[axis];
        double approach = side < 2 ? -d[axis] : d[axis];

        if (approach == 0.0) {
            if (to_side < 0.0) return 0;
        } else if (approach > 0.0) {
            leave = fmin(leave, to_side / approach);
        } else {
            enter = fmax(enter, to_side / approach);
        }
    }
    if (enter > leave) return 0;
    for (int axis = 0; axis < 2; axis++) {
        if (enter > 0.0) a[axis] = start[axis] + enter * d[axis];
        if (leave < 1.0) b[axis] = start[axis] + leave * d[axis];
    }
    return 1;
}

/* ---- the document ---- */

/* an id may hold letters, digits, - and _, and begins with a letter */
static void print_id(output_text *out, const char *prefix)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    if (!strchr(allowed, prefix[0]) || strspn(prefix, allowed + 52) > 0) output_string(out, "p");
    for (; *prefix; prefix++) output_bytes(out, strchr(allowed, *prefix) ? prefix : "-", 1);
}

void svg_begin(output_text *out, double width, double height, const char *prefix, const char *title,
               const char *description)
{
    int w = (int)ceil(width), h = (int)ceil(height);

    output_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" "
                  "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"\n     aria-labelledby=\"",
                  w, h, w, h);
    print_id(out, prefix);
    output_string(out, "-title ");
    print_id(out, prefix);
    output_string(out, "-desc\" font-family=\"sans-serif\">\n<title id=\"");
    print_id(out, prefix);
    output_string(out, "-title\">");
    if (title) output_xml(out, title, strlen(title));
    output_string(out, "</title>\n<desc id=\"");
    print_id(out, prefix);
    output_string(out, "-desc\">");
    if (description) output_xml(out, description, strlen(description));
    output_printf(out, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", w, h);
}

void svg_point(output_text *out, double x, double y)
{
    output_format(out, "%.2F %.2F", x, y);
}

static void print_rectangle(output_text *out, double left, double top, double width, double height)
{
    output_format(out, " x=\"%.2F\" y=\"%.2F\" width=\"%.2F\" height=\"%.2F\"", left, top,
                  width, height);
}

void svg_window(output_text *out, const svg_frame *f)
{
    output_string(out, "<clipPath id=\"");
    print_id(out, f->prefix);
    output_string(out, "-frame\"><rect");
    print_rectangle(out, f->left, f->top, f->width, f->height);
    output_string(out, "/></clipPath>\n");
}

void svg_end(output_text *out)
{
    output_string(out, "</svg>\n");
}

void svg_line(output_text *out, double x0, double y0, double x1, double y1, const char *attributes)
{
    output_format(out, "<line x1=\"%.2F\" y1=\"%.2F\" x2=\"%.2F\" y2=\"%.2F\" %s/>\n", x0, y0, x1,
                  y1, attributes);
}

/* ---- paths ---- */

/* A pen that leaves out points: between two written points all others are within the tolerance of
 * the straight line. */
typedef struct {
    output_text *out;         /* NULL: only count */
    double tolerance;
    int written;              /* points so far */
    int down;                 /* 1: on the paper */
    double last[2];           /* the last point given */
    thin_sector sector;       /* from the last written point */
} thin_pen;

static void pen_write(thin_pen *p, const char *command, double x, double y)
{
    if (p->out) output_format(p->out, "%s%.2F %.2F", command, x, y);
    p->written++;
    p->last[0] = x;
    p->last[1] = y;
    thin_begin(&p->sector, x, y, p->tolerance);
}

static void pen_point(thin_pen *p, const double q[2])
{
    if (!p->down) pen_write(p, "M", q[0], q[1]);
    else if (!thin_passes(&p->sector, q[0], q[1])) pen_write(p, "L", p->last[0], p->last[1]);
    p->down = 1;
    p->last[0] = q[0];
    p->last[1] = q[1];
    thin_add(&p->sector, q[0], q[1]);
}

/* lifts the pen, after writing the point still held back */
static void pen_lift(thin_pen *p)
{
    const double *from = p->sector.from;

    if (p->down && (p->last[0] != from[0] || p->last[1] != from[1]))
        pen_write(p, "L", p->last[0], p->last[1]);
    p->down = 0;
}

/* Scissors in front of the pen: a box somewhat larger than the frame, whose sides clip one after
 * the other (Sutherland and Hodgman). Parts outside are replaced by lines along the box, which the
 * clip path hides. The clip path alone does not suffice: some viewers store a coordinate in 24
 * bits. */
typedef struct {
    double box[4];            /* pixels: left, top, right, bottom */
    struct {
        int any;              /* 1: a point has come */
        double first[2], last[2];
    } side[4];
    thin_pen *pen;
} scissors;

static void scissors_point(scissors *c, int side, const double q[2]);

/* distance of a point inside a side */
static double depth_at(const scissors *c, int side, const double q[2])
{
    return side < 2 ? q[side] - c->box[side] : c->box[side] - q[side - 2];
}

/* the point, if any, where the segment from the last point to q crosses the side */
static void scissors_cross(scissors *c, int side, const double q[2])
{
    const double *p = c->side[side].last;
    const double before = depth_at(c, side, p), after = depth_at(c, side, q);
    const double s = before / (before - after);

    if (!((before > 0.0 && after < 0.0) || (before < 0.0 && after > 0.0))) return;
    const double cut[2] = { p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]) };
    scissors_point(c, side + 1, cut);
}

/* a point that has passed the sides before this one */
static void scissors_point(scissors *c, int side, const double q[2])
{
    if (side == 4) {
        pen_point(c->pen, q);
        return;
    }
    if (c->side[side].any) scissors_cross(c, side, q);
    else memcpy(c->side[side].first, q, sizeof c->side[side].first);
    c->side[side].any = 1;
    memcpy(c->side[side].last, q, sizeof c->side[side].last);
    if (depth_at(c, side, q) >= 0.0) scissors_point(c, side + 1, q);
}

/* the end of a curve, or of an outline, which returns to where it began */
static void scissors_end(scissors *c, int closed)
{
    for (int side = 0; side < 4; side++) {
        if (closed && c->side[side].any) scissors_cross(c, side, c->side[side].first);
        c->side[side].any = 0;
    }
    pen_lift(c->pen);
}

static double not_too_far(double pixel)
{
    return fmin(fmax(pixel, -FAR_AWAY), FAR_AWAY);
}

/* the data of a path; returns the number of points written. out NULL: only count */
static int path_data(output_text *out, const svg_frame *f, int npoint, const double *xy, int closed,
                     double tolerance)
{
    const double right = f->left + f->width, bottom = f->top + f->height;
    const double box[4] = { f->left - AROUND, f->top - AROUND, right + AROUND, bottom + AROUND };
    thin_pen pen;
    scissors c;

    memset(&pen, 0, sizeof pen);
    pen.out = out;
    pen.tolerance = tolerance;
    memset(&c, 0, sizeof c);
    memcpy(c.box, box, sizeof box);
    c.pen = &pen;
    for (int i = 0; i < npoint; i++) {
        const double *p = xy + 2 * i;
        if (isfinite(p[0]) && isfinite(p[1])) {
            const double q[2] = { not_too_far(svg_x(f, p[0])), not_too_far(svg_y(f, p[1])) };
            scissors_point(&c, 0, q);
        } else {
            scissors_end(&c, 0);
        }
    }
    scissors_end(&c, closed);
    return pen.written;
}

static void print_clip(output_text *out, const svg_frame *f)
{
    output_string(out, " clip-path=\"url(#");
    print_id(out, f->prefix);
    output_string(out, "-frame)\"");
}

void svg_path(output_text *out, const svg_frame *f, int npoint, const double *xy, int closed,
              const char *attributes)
{
    double tolerance = THIN_TOLERANCE;
    int points = path_data(NULL, f, npoint, xy, closed, tolerance);

    while (points > SVG_MAX_POINTS && tolerance < f->width) {
        tolerance *= 2.0;                             /* too many: use a coarser tolerance */
        points = path_data(NULL, f, npoint, xy, closed, tolerance);
    }
    if (points < 2) return;
    output_printf(out, "<path %s d=\"", attributes);
    path_data(out, f, npoint, xy, closed, tolerance);
    output_string(out, closed ? "Z\"" : "\"");
    print_clip(out, f);
    output_string(out, "/>\n");
}

enum { STROKE = 160 };

/* the stroke of a style as attributes */
static const char *stroke_of(const svg_style *style, char text[STROKE])
{
    char width[OUTPUT_FIXED];

    snprintf(text, STROKE, "fill=\"none\" stroke=\"%s\" stroke-linejoin=\"round\" "
             "stroke-width=\"%.8s\"%s%s%s", style->colour,
             output_fixed_text(width, style->width, 2),
             style->dash[0] ? " stroke-dasharray=\"" : "", style->dash, style->dash[0] ? "\"" : "");
    return text;
}

void svg_style_curve(output_text *out, const svg_frame *f, int npoint, const double *xy,
                     const svg_style *style)
{
    char stroke[STROKE];

    svg_path(out, f, npoint, xy, 0, stroke_of(style, stroke));
}

/* ---- markers ---- */

void svg_marker_path(output_text *out, svg_marker marker, double x, double y, double r)
{
    /* a command for each corner, which is given in units of r, and at the end */
    static const struct {
        const char *commands;
        double corner[4][2];
    } shapes[] = {
        [SVG_NO_MARKER] = { "", { { 0 } } },
        [SVG_SQUARE] = { "MLLLZ", { { -0.9, -0.9 }, { 0.9, -0.9 }, { 0.9, 0.9 }, { -0.9, 0.9 } } },
        [SVG_TRIANGLE] = { "MLLZ", { { 0, -1.25 }, { 1.15, 0.8 }, { -1.15, 0.8 } } },
        [SVG_DIAMOND] = { "MLLLZ", { { 0, -1.35 }, { 1.35, 0 }, { 0, 1.35 }, { -1.35, 0 } } },
        [SVG_CARET] = { "MLLZ", { { 0, 1.25 }, { 1.15, -0.8 }, { -1.15, -0.8 } } },
        [SVG_CROSS] = { "MLML", { { -1, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 } } }
    };

    if (marker == SVG_CIRCLE) {      /* two half circles, whose end points are relative */
        output_format(out, "M%.2F %.2Fa%.2F %.2F 0 1 1 %.2F 0a%.2F %.2F 0 1 1 -%.2F 0Z", x - r, y,
                      r, r, 2.0 * r, r, r, 2.0 * r);
        return;
    }
    for (int i = 0; shapes[marker].commands[i]; i++) {
        const double *corner = shapes[marker].corner[i];
        output_bytes(out, shapes[marker].commands + i, 1);
        if (shapes[marker].commands[i] != 'Z') svg_point(out, x + r * corner[0], y + r * corner[1]);
    }
}

void svg_marker_element(output_text *out, svg_marker marker, double x, double y, double r,
                        const char *attributes)
{
    output_format(out, "<path %s d=\"", attributes);
    svg_marker_path(out, marker, x, y, r);
    output_string(out, "\"/>\n");
}

/* the path element around any number of svg_marker_path, filled with the colour or white */
static void markers_begin(output_text *out, const svg_style *style, int filled)
{
    output_printf(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.2\" d=\"",
                  filled ? style->colour : "#ffffff", style->colour);
}

static void markers_end(output_text *out)
{
    output_string(out, "\"/>\n");
}

/* the length of the curve between two points, in pixels; 0 for parts outside */
static double pixels_between(const svg_frame *f, const double *p, const double *q)
{
    if (!svg_inside(f, p[0], p[1]) || !svg_inside(f, q[0], q[1])) return 0.0;
    return hypot(svg_x(f, q[0]) - svg_x(f, p[0]), svg_y(f, q[1]) - svg_y(f, p[1]));
}

/* the distance of evenly spread markers, greater on a long curve, so that they are not too many */
static double marker_distance(const svg_frame *f, int npoint, const double *xy)
{
    double length = 0.0;

    for (int i = 0; i + 1 < npoint; i++) length += pixels_between(f, xy + 2*i, xy + 2*i + 2);
    return fmax(MARK_DISTANCE, length / MAX_SPREAD_MARKS);
}

/* 1 if no line goes through point i: its neighbours are gaps or missing */
static int stands_alone(int npoint, const double *xy, int i)
{
    const int before = i > 0 && isfinite(xy[2*i - 2]) && isfinite(xy[2*i - 1]);
    const int after = i + 1 < npoint && isfinite(xy[2*i + 2]) && isfinite(xy[2*i + 3]);

    return !before && !after;
}

void svg_marks(output_text *out, const svg_frame *f, int npoint, const double *xy,
               const svg_style *style, int every, int shift)
{
    size_t start = out->size, data;
    double distance = marker_distance(f, npoint, xy);
    double way = distance * fmod(0.5 + 0.22 * (shift % 4), 1.0);      /* since the last marker */
    int last = -1;                                            /* point inside */

    if (every < 0 || style->marker == SVG_NO_MARKER) return;
    if (every > 0) every = (int)fmax(every, ceil((double)npoint / MAX_MARKS));
    markers_begin(out, style, 0);
    data = out->size;
    for (int i = 0; i < npoint; i++) {
        if (every == 0 && i > 0) way += pixels_between(f, xy + 2*i - 2, xy + 2*i);
        if (!svg_inside(f, xy[2*i], xy[2*i + 1])) continue;
        last = i;
        if (!stands_alone(npoint, xy, i) &&
            (every > 0 ? i % every != shift % every : way < distance))
            continue;
        svg_marker_path(out, style->marker, svg_x(f, xy[2*i]), svg_y(f, xy[2*i + 1]), SVG_MARKER);
        way = 0.0;
    }
    if (out->size == data && last >= 0) {  /* a curve too short for a marker still gets one */
        svg_marker_path(out, style->marker, svg_x(f, xy[2 * last]), svg_y(f, xy[2 * last + 1]),
                        SVG_MARKER);
    }
    if (out->size == data && !out->failed) out->size = start;
    else markers_end(out);
}

void svg_start_mark(output_text *out, double x, double y)
{
    /* a ring, in which an end mark remains visible */
    svg_marker_element(out, SVG_CIRCLE, x, y, 6.5,
                       "fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.6\"");
}

void svg_end_mark(output_text *out, const svg_style *style, double x, double y)
{
    markers_begin(out, style, 1);
    svg_marker_path(out, style->marker == SVG_NO_MARKER ? SVG_CIRCLE : style->marker, x, y,
                    1.45 * SVG_MARKER);
    markers_end(out);
}

void svg_stop_mark(output_text *out, const svg_style *style, double x, double y)
{
    for (int i = 0; i < 2; i++) {              /* a white cross below sets it off from the curves */
        output_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"",
                      i == 0 ? "#ffffff" : style->colour, i == 0 ? "5.5" : "2.6");
        svg_marker_path(out, SVG_CROSS, x, y, i == 0 ? 7.0 : 6.0);
        markers_end(out);
    }
}

/* ---- text ---- */

double svg_text_width(const char *text, size_t n, double size)
{
    double width = 0.0;

    for (size_t i = 0; i < n; ) {
        unsigned long code;

        i += output_character(text + i, n - i, &code);
        const int east_asian = code >= 0x1100 && code != 0xFFFD && (code < 0x2000 || code > 0x2BFF);
        width += east_asian ? 1.0
               : code == ' ' || (code < 128 && strchr("ijl.,:;'|!()[]/", (int)code)) ? 0.36
               : code >= 'A' && code <= 'Z' ? 0.7 : code == 'm' || code == 'w' ? 0.9 : 0.62;
    }
    return width * size;
}

void svg_text(output_text *out, double x, double y, double size, const char *anchor,
              const char *attributes, const char *text, size_t n)
{
    output_format(out, "<text x=\"%.2F\" y=\"%.2F\" font-size=\"%.2F\"", x, y, size);
    if (strcmp(anchor, "start") != 0) output_printf(out, " text-anchor=\"%s\"", anchor);
    output_printf(out, "%s%s>", attributes[0] ? " " : "", attributes);
    output_xml(out, text, n);
    output_string(out, "</text>\n");
}

void svg_name(output_text *out, double x, double y, double size, const char *attributes,
              const char *text)
{
    static const char rim[] = "stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\"";

    for (int i = 0; i < 2; i++)
        svg_text(out, x, y + 0.36 * size, size, "middle", i == 0 ? rim : attributes, text,
                 strlen(text));
}

int svg_is_free(const double at[2], int n, double (*taken)[2], double x, double y)
{
    for (int i = 0; i < n; i++)
        if (fabs(taken[i][0] - at[0]) < x && fabs(taken[i][1] - at[1]) < y) return 0;
    return 1;
}

/* the bytes of text that fit into the width: up to a blank if there is one, else as many characters
 * as fit, at least one */
static size_t fitting(const char *text, size_t n, double width, double size)
{
    size_t fit = 0, blank = 0;

    if (svg_text_width(text, n, size) <= width) return n;
    while (fit < n) {
        unsigned long code;
        size_t next = fit + output_character(text + fit, n - fit, &code);

        if (text[fit] == ' ') blank = fit;
        if (fit > 0 && svg_text_width(text, next, size) > width) break;
        fit = next;
    }
    return blank > 0 ? blank : fit;
}

int svg_wrapped(output_text *out, const char *text, double x, double y, double width, double size,
                int most, const char *attributes)
{
    size_t n = strlen(text);
    int lines = 0;

    while (n > 0 && lines < most) {
        size_t fit = fitting(text, n, width, size);

        if (out && lines == most - 1 && fit < n) {    /* no room for the rest */
            output_text cut = { 0 };
            fit = fitting(text, n, width - svg_text_width("...", 3, size), size);
            output_bytes(&cut, text, fit);
            output_string(&cut, "...");
            if (cut.failed) out->failed = 1;
            else
                svg_text(out, x, y + lines * SVG_LINE * size, size, "start", attributes, cut.data,
                         cut.size);
            output_free(&cut);
        } else if (out) {
            svg_text(out, x, y + lines * SVG_LINE * size, size, "start", attributes, text, fit);
        }
        lines++;
        text += fit;
        n -= fit;
        while (n > 0 && *text == ' ') {
            text++;
            n--;
        }
    }
    return lines;
}

double svg_heading(output_text *out, double width, const char *title, const char *subtitle)
{
    double y = SVG_MARGIN, room = width - 2.0 * SVG_MARGIN;

    if (title && title[0]) {
        y += SVG_LINE * SVG_TITLE *
             svg_wrapped(out, title, SVG_MARGIN, y + SVG_TITLE, room / BOLD, SVG_TITLE, 3,
                         "font-weight=\"bold\"");
    }
    if (subtitle && subtitle[0]) {
        y += SVG_LINE * SVG_TEXT *
             svg_wrapped(out, subtitle, SVG_MARGIN, y + SVG_TEXT, room, SVG_TEXT, 3,
                         "fill=\"#444444\"");
    }
    return y + 6.0;
}

/* ---- axes ---- */

void svg_box(output_text *out, const svg_frame *f)
{
    output_string(out, "<rect");
    print_rectangle(out, f->left, f->top, f->width, f->height);
    output_string(out, " fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1\"/>\n");
}

#define STROKE_TICK "stroke=\"" SVG_INK "\" stroke-width=\"1\""

void svg_axis_x(output_text *out, const svg_frame *f, const svg_scale *s, const char *label)
{
    double bottom = f->top + f->height;

    for (int i = 0; i < s->count; i++) {
        double x = svg_x(f, s->at[i]);

        svg_line(out, x, bottom, x, bottom + SVG_TICK, STROKE_TICK);
        svg_text(out, x, bottom + SVG_TICK + 1.1 * SVG_TEXT, SVG_TEXT, "middle", "", s->label[i],
                 strlen(s->label[i]));
    }
    svg_text(out, f->left + 0.5 * f->width, bottom + SVG_TICK + 2.5 * SVG_TEXT, SVG_TEXT, "middle",
             "", label, strlen(label));
}

void svg_axis_y(output_text *out, const svg_frame *f, const svg_scale *s, const char *label)
{
    double x = f->left - SVG_TICK - svg_scale_width(s) - SVG_TEXT, y = f->top + 0.5 * f->height;
    output_text turn = { 0 };

    for (int i = 0; i < s->count; i++) {
        double at = svg_y(f, s->at[i]);

        svg_line(out, f->left - SVG_TICK, at, f->left, at, STROKE_TICK);
        svg_text(out, f->left - SVG_TICK - 3.0, at + 0.36 * SVG_TEXT, SVG_TEXT, "end", "",
                 s->label[i], strlen(s->label[i]));
    }
    output_format(&turn, "transform=\"rotate(-90 %.2F %.2F)\"", x, y);
    if (turn.failed) out->failed = 1;
    else svg_text(out, x, y, SVG_TEXT, "middle", turn.data, label, strlen(label));
    output_free(&turn);
}

static void make_scale(svg_scale *s, double lo, double hi, int most, int logarithmic)
{
    if (logarithmic) svg_scale_log(s, lo, hi, most);
    else svg_scale_linear(s, lo, hi, most);
}

/* 1 if the widest label and a blank are wider than the distance of two ticks */
static int labels_touch(const svg_scale *s, const svg_frame *f)
{
    return s->count > 1 && svg_scale_width(s) + SVG_TEXT > svg_x(f, s->at[1]) - svg_x(f, s->at[0]);
}

void svg_scale_x(svg_scale *s, const svg_frame *f, int logarithmic)
{
    int most = (int)fmax(TICKS_LEAST, f->width / PIXELS_PER_TICK_X);

    make_scale(s, f->x0, f->x1, most, logarithmic);
    while (most > 2 && labels_touch(s, f)) make_scale(s, f->x0, f->x1, --most, logarithmic);
}

void svg_scale_y(svg_scale *s, const svg_frame *f, int logarithmic)
{
    make_scale(s, f->y0, f->y1, (int)fmax(TICKS_LEAST, f->height / PIXELS_PER_TICK_Y), logarithmic);
}

double svg_scale_width(const svg_scale *s)
{
    double width = 0.0;

    for (int i = 0; i < s->count; i++)
        width = fmax(width, svg_text_width(s->label[i], strlen(s->label[i]), SVG_TEXT));
    return width;
}

/* ---- legend ---- */

svg_entry *svg_entry_next(svg_entry *entries, int *n, svg_sample sample, const char *text)
{
    svg_entry *e = entries + (*n)++;

    memset(e, 0, sizeof *e);
    e->sample = sample;
    svg_entry_text(e, text, NULL, NULL);
    return e;
}

void svg_entry_text(svg_entry *e, const char *a, const char *b, const char *c)
{
    const char *parts[3] = { a, b, c };
    size_t used = 0;

    for (int k = 0; k < 3; k++) {
        size_t n = parts[k] ? strlen(parts[k]) : 0;
        for (size_t i = 0; i < n; ) {                /* by characters, so that none is cut in two */
            unsigned long code;
            size_t length = output_character(parts[k] + i, n - i, &code);

            if (used + length >= sizeof e->text) break;
            memcpy(e->text + used, parts[k] + i, length);
            used += length;
            i += length;
        }
    }
    e->text[used] = '\0';
}

void svg_entry_add(svg_entry *e, const char *format, ...)
{
    const size_t used = strlen(e->text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, arguments);
    va_end(arguments);
}

/* the end mark of a style; NULL: of several runs, in all shapes and no colour */
static void draw_ends(output_text *out, const svg_style *style, double x, double y)
{
    static const svg_style any[3] = {
        { SVG_INK, "", 1.0, SVG_SQUARE }, { SVG_INK, "", 1.0, SVG_TRIANGLE },
        { SVG_INK, "", 1.0, SVG_CIRCLE }
    };

    if (style) svg_end_mark(out, style, x + 0.5 * SAMPLE, y);
    for (int i = 0; !style && i < 3; i++)
        svg_end_mark(out, any + i, x + (0.14 + 0.36 * i) * SAMPLE, y);
}

/* the sample of an entry, from x to x + SAMPLE at height y */
static void draw_sample(output_text *out, const svg_entry *e, double x, double y)
{
    static const svg_style ink = { SVG_INK, "", 1.0, SVG_CROSS };
    double middle = x + 0.5 * SAMPLE;
    char stroke[STROKE];

    switch (e->sample) {
    case SVG_SAMPLE_CURVE:
        svg_line(out, x, y, x + SAMPLE, y, stroke_of(e->style, stroke));
        if (e->marked && e->style->marker != SVG_NO_MARKER) {
            markers_begin(out, e->style, 0);
            svg_marker_path(out, e->style->marker, middle, y, SVG_MARKER);
            markers_end(out);
        }
        break;
    case SVG_SAMPLE_START: svg_start_mark(out, middle, y); break;
    case SVG_SAMPLE_END: draw_ends(out, e->style, x, y); break;
    case SVG_SAMPLE_STOP: svg_stop_mark(out, &ink, middle, y); break;
    case SVG_SAMPLE_SOLID:
        output_string(out, "<rect");
        print_rectangle(out, x + 4.0, y - 5.0, SAMPLE - 8.0, 10.0);
        output_string(out, " " SVG_SOLID "/>\n");
        svg_line(out, x + 4.0, y - 5.0, x + SAMPLE - 4.0, y - 5.0, SVG_OUTLINE);
        break;
    case SVG_SAMPLE_CHAIN:
        svg_line(out, x + 4.0, y - 2.0, x + SAMPLE - 4.0, y - 2.0, SVG_OUTLINE);
        for (int i = 0; i < 4; i++)
            svg_line(out, x + 9.0 + 6.0 * i, y - 2.0, x + 5.0 + 6.0 * i, y + 2.0,
                     SVG_HALFSPACE_TICKS);
        break;
    case SVG_SAMPLE_HALFSPACE: svg_line(out, x, y, x + SAMPLE, y, SVG_HALFSPACE); break;
    case SVG_SAMPLE_EDGE_LINE: svg_line(out, x, y, x + SAMPLE, y, SVG_EDGE_LINE); break;
    case SVG_SAMPLE_OWN: e->draw(out, e, x, y, SAMPLE); break;
    }
}

double svg_legend(output_text *out, double left, double top, double width, int n,
                  const svg_entry *entries)
{
    const double gap = 8.0, column_gap = 22.0, line = SVG_LINE * SVG_TEXT;
    double text_width = 0.0, y = top;
    int columns;

    for (int i = 0; i < n; i++) {
        text_width =
            fmax(text_width, svg_text_width(entries[i].text, strlen(entries[i].text), SVG_TEXT));
    }
    text_width = fmin(text_width, width - SAMPLE - gap);
    columns =
        (int)fmax(1.0, floor((width + column_gap) / (SAMPLE + gap + text_width + column_gap)));
    for (int i = 0; i < n; i += columns) {
        int lines = 1;
        for (int k = i; k < n && k < i + columns; k++) {
            double x = left + (k - i) * (SAMPLE + gap + text_width + column_gap);
            int own = svg_wrapped(out, entries[k].text, x + SAMPLE + gap, y + SVG_TEXT, text_width,
                                  SVG_TEXT, LEGEND_LINES, "");

            if (out) draw_sample(out, &entries[k], x, y + 0.66 * SVG_TEXT);
            if (own > lines) lines = own;
        }
        y += lines * line + 3.0;
    }
    return y - top;
}

double svg_legend_below(output_text *out, const svg_frame *frame, double width, int n,
                        const svg_entry *entries)
{
    const double top = frame->top + frame->height + SVG_AXIS_X_HEIGHT + 10.0;

    if (!entries) {
        if (out) out->failed = 1;
        return top;
    }
    return top + svg_legend(out, SVG_MARGIN, top, width - 2.0 * SVG_MARGIN, n, entries) +
           SVG_MARGIN;
}
