/* test_picture.c: positions in a picture: markers, axes, legend, heading, and parts of a figure
 *
 * The SVG is read back and compared with geometry: a marker is symmetric about its point, a tick is
 * at the position of its number, no two texts overlap, the strokes of a half-space are on the side
 * of the solid.
 */
#include "check.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/drawing/figure.h"
#include "minisim2d/drawing/raster.h"
#include "minisim2d/writing/output.h"
#include "elements.h"

#include <stdlib.h>
#include <string.h>

#define PIXEL 0.006               /* coordinates are written with two decimals */

/* ---- reading SVG ---- */

enum {
    SVG_STYLE_ST = SVG_STYLE_FORMULATION,
    SVG_STYLE_AP,
    SVG_STYLE_PEG,
    SVG_STYLE_SWEPT,
    SVG_STYLE_OTHER
};

/* reads the absolute points of a path of M, L, l and Z from its data; move[i]: point i follows an
 * M */
static int read_path(const char *d, int most, double *xy, int *move)
{
    int n = 0;

    while (n < most && *d && strchr("MLlZ", *d)) {
        const char command = *d++;
        char *end;
        if (command == 'Z') continue;
        xy[2 * n] = strtod(d, &end);
        xy[2 * n + 1] = strtod(end, &end);
        if (command == 'l') xy[2 * n] += xy[2 * n - 2], xy[2 * n + 1] += xy[2 * n - 1];
        if (move) move[n] = command == 'M';
        d = end;
        n++;
    }
    return n;
}

/* reads the points of the k-th path with these attributes */
static int path_of(const char *text, const char *attributes, int k, int most, double *xy, int *move)
{
    element e = { text, text };

    while (next_element(&e, "<path "))
        if (has(&e, attributes) && k-- == 0)
            return read_path(strstr(e.at, " d=\"") + 4, most, xy, move);
    return 0;
}

static int near_point(const double *p, double x, double y)
{
    return fabs(p[0] - x) <= PIXEL && fabs(p[1] - y) <= PIXEL;
}

typedef struct { double x0, y0, x1, y1; } box;

/* the approximate box of a text, which may be rotated by 90 degrees */
static box text_box(const element *e)
{
    const double x = number(e, " x=\""), y = number(e, " y=\""), size = number(e, " font-size=\"");
    const double wide = svg_text_width(e->end + 1, strcspn(e->end + 1, "<"), size);
    const double left = has(e, "\"middle\"") ? 0.5 * wide : has(e, "\"end\"") ? wide : 0.0;
    const box flat = { x - left, y - 0.8 * size, x - left + wide, y + 0.2 * size };
    const box turned = { x - 0.8 * size, y - wide + left, x + 0.2 * size, y + left };

    return has(e, "rotate(-90 ") ? turned : flat;
}

static int apart(const box *a, const box *b)
{
    return a->x1 <= b->x0 || b->x1 <= a->x0 || a->y1 <= b->y0 || b->y1 <= a->y0;
}

static int within(const box *a, const box *b)
{
    return a->x0 >= b->x0 - PIXEL && a->y0 >= b->y0 - PIXEL && a->x1 <= b->x1 + PIXEL &&
           a->y1 <= b->y1 + PIXEL;
}

enum { MOST_TEXTS = 200 };

static int texts_of(const char *text, box *out)
{
    element e = { text, text };
    int n = 0;

    while (n < MOST_TEXTS && next_element(&e, "<text ")) out[n++] = text_box(&e);
    return n;
}

/* 1 if no two texts overlap and all are in the picture */
static int texts_are_apart(const char *text, const box *picture)
{
    static box texts[MOST_TEXTS];
    const int n = texts_of(text, texts);
    int bad = n == 0;

    for (int i = 0; i < n; i++) {
        bad += !within(&texts[i], picture);
        for (int j = 0; j < i; j++) bad += !apart(&texts[i], &texts[j]);
    }
    return bad == 0;
}

/* ---- markers ---- */

/* twice the area of a polygon, positive if it is clockwise on the screen */
static double area2(int n, const double *xy)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        const double *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % n);
        sum += p[0] * q[1] - q[0] * p[1];
    }
    return sum;
}

/* the corners of a marker of size 1000 at (2000, 3000), so large that two decimals are enough */
static int marker(svg_marker kind, double *xy)
{
    output_text t = { NULL, 0, 0, 0 };
    int n;

    svg_marker_path(&t, kind, 2000.0, 3000.0, 1000.0);
    n = t.data ? read_path(t.data, 8, xy, NULL) : 0;
    output_free(&t);
    return n;
}

static int is_text(output_text *t, const char *expected)
{
    const int same = t->data && strcmp(t->data, expected) == 0;

    if (!same) note("got %s", t->data ? t->data : "nothing");
    output_free(t);
    return same;
}

static void test_markers(void)
{
    static const struct { svg_marker kind; int corners; const char *name; } kinds[] = {
        { SVG_SQUARE, 4, "square" }, { SVG_TRIANGLE, 3, "triangle" }, { SVG_CARET, 3, "caret" },
          { SVG_DIAMOND, 4, "diamond" }
    };
    output_text t = { NULL, 0, 0, 0 };
    double xy[16], up[16];

    for (int k = 0; k < 4; k++) {
        const int n = marker(kinds[k].kind, xy);
        const double area = 0.5e-6 * fabs(area2(n, xy));
        int mirrored = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                mirrored += near_point(xy + 2 * i, 4000.0 - xy[2 * j], xy[2 * j + 1]);
        check(n == kinds[k].corners && mirrored == n,
              "%s: %d corners, symmetric from left to right", kinds[k].name, n);
        check(area > 2.2 && area < 3.8, "%s: about as large as the others: %.2f r^2",
              kinds[k].name, area);
    }
    check(marker(SVG_DIAMOND, xy) == 4 && fabs(xy[1] + xy[5] - 6000.0) <= PIXEL,
          "diamond: symmetric from top to bottom");
    check(marker(SVG_SQUARE, xy) == 4 && fabs(xy[1] + xy[5] - 6000.0) <= PIXEL &&
              xy[4] - xy[0] == xy[5] - xy[1],
          "square: its sides are equal");
    check(marker(SVG_TRIANGLE, up) == 3 && marker(SVG_CARET, xy) == 3 && up[1] < up[3] &&
              fabs(up[1] + xy[1] - 6000.0) <= PIXEL && fabs(up[3] + xy[3] - 6000.0) <= PIXEL,
          "triangle: its tip is at the top; caret: a triangle upside down");
    svg_marker_path(&t, SVG_CIRCLE, 10.0, 20.0, 3.0);
    check(is_text(&t, "M7 20a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z"),
          "circle: two halves from its left end");
    svg_marker_path(&t, SVG_SQUARE, 10.0, 20.0, 10.0);
    check(is_text(&t, "M1 11L19 11L19 29L1 29Z"), "square: its outline is closed");
    svg_marker_path(&t, SVG_CROSS, 10.0, 20.0, 3.0);
    check(is_text(&t, "M7 17L13 23M7 23L13 17"), "cross: two diagonals");
    svg_marker_path(&t, SVG_NO_MARKER, 10.0, 20.0, 3.0);
    check(t.size == 0, "no marker: an empty path");
    output_free(&t);
}

static const svg_frame pixels = { 0.0, 0.0, 1000.0, 1000.0, 0.0, 0.0, 1000.0, 1000.0, "f" };

/* the x of the square markers on a level line of n points, which begin at first and are step
 * apart */
static int marked(int n, double first, double step, int every, int shift, double *x)
{
    static double line[2 * 20001], corner[2 * 8000];
    const svg_style style = { "#123456", "", 1.0, SVG_SQUARE };
    output_text t = { NULL, 0, 0, 0 };
    int count = 0, corners;

    for (int i = 0; i < n; i++) {
        line[2 * i] = first + step * i;
        line[2 * i + 1] = 500.0;
    }
    svg_marks(&t, &pixels, n, line, &style, every, shift);
    corners = t.data ? path_of(t.data, "", 0, 8000, corner, NULL) : 0;
    for (int i = 0; i < corners; i += 4) x[count++] = 0.5 * (corner[2 * i] + corner[2 * i + 4]);
    output_free(&t);
    return count;
}

static void test_marks(void)
{
    static double x[2000];
    double one[8];
    int n = marked(10, 100.0, 10.0, 3, 0, x), wrong = 0;

    check(n == 4 && fabs(x[0] - 100) < PIXEL && fabs(x[1] - 130) < PIXEL &&
              fabs(x[2] - 160) < PIXEL && fabs(x[3] - 190) < PIXEL,
          "markers on every third of ten points: 0, 3, 6, 9");
    n = marked(10, 100.0, 10.0, 3, 5, x);
    check(n == 3 && fabs(x[0] - 120) < PIXEL && fabs(x[1] - 150) < PIXEL &&
              fabs(x[2] - 180) < PIXEL,
          "markers on every third of ten points, shifted by five: 2, 5, 8");
    n = marked(10, -35.0, 10.0, 2, 0, x);
    check(n == 3 && fabs(x[0] - 5) < PIXEL && fabs(x[1] - 25) < PIXEL && fabs(x[2] - 45) < PIXEL,
          "points outside the frame have no markers");
    n = marked(1000, 0.0, 1.0, 1, 0, x);
    check(n >= 200 && n <= 300, "at most 300 markers where all 1000 points should have one: %d", n);
    check(marked(10, 100.0, 10.0, -1, 0, x) == 0, "every = -1 makes no markers");

    n = marked(1000, 0.0, 1.0, 0, 0, x);
    for (int i = 1; i < n; i++) wrong += !(fabs(x[i] - x[i - 1] - 34.0) < PIXEL);
    check(n == 29 && wrong == 0 && fabs(x[0] - 17.0) < PIXEL,
          "every = 0 makes a marker each 34 pixels, the first after 17");
    for (int shift = 0; shift < 4; shift++) {
        marked(1000, 0.0, 1.0, 0, shift, x);
        one[shift] = x[0];
    }
    marked(1000, 0.0, 1.0, 0, 4, x);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            wrong += !(fabs(one[i] - one[j]) >= 6.4 && fabs(one[i] - one[j]) <= 34.0 - 6.4);
    check(wrong == 0 && x[0] == one[0],
          "the markers of four curves on top of each other are in turn");
    n = marked(20001, 0.0, 0.05, 0, 0, x);
    check(n >= 28 && n <= 30, "every = 0 makes a marker each 34 pixels however close points are");
    n = marked(5, 100.0, 1.0, 0, 0, x);
    check(n == 1 && fabs(x[0] - 104.0) < PIXEL, "a short curve has one marker, at its end");
    n = marked(5, 998.5, 1.0, 0, 0, x);
    check(n == 1 && fabs(x[0] - 999.5) < PIXEL,
          "a short curve that leaves the frame has one marker, at its last point inside");
}

/* a curve that goes to and fro is long, so its markers are farther apart */
static void test_many_marks(void)
{
    static double xy[2 * 400];
    const svg_style style = { "#123456", "", 1.0, SVG_CROSS };
    output_text t = { NULL, 0, 0, 0 };
    int crosses = 0;

    for (int i = 0; i < 400; i++) {
        xy[2 * i] = i % 2 ? 900.0 : 100.0;
        xy[2 * i + 1] = 300.0 + i;
    }
    svg_marks(&t, &pixels, 400, xy, &style, 0, 0);
    for (const char *at = t.data; at && *at; at++) crosses += *at == 'M';
    check(crosses / 2 >= 60 && crosses / 2 <= 121,
          "a curve of 320 000 pixels has at most 121 markers: %d", crosses / 2);
    output_free(&t);
}

/* ---- axes, heading, legend ---- */

static const svg_frame plot = { -1.0, 2.0, 3.0, 4.0, 100.0, 50.0, 400.0, 200.0, "f" };

/* 1 if the line goes from (x, y) by (dx, dy), or back */
static int tick_is(const element *line, double x, double y, double dx, double dy)
{
    const double a[2] = { number(line, " x1=\""), number(line, " y1=\"") },
        b[2] = { number(line, " x2=\""), number(line, " y2=\"") };
    const double out[2] = { x + dx, y + dy };

    return (near_point(a, x, y) && near_point(b, out[0], out[1])) ||
           (near_point(b, x, y) && near_point(a, out[0], out[1]));
}

static void test_axes(void)
{
    const svg_scale s = { 3, { -1.0, 1.0, 3.0 }, { "minus", "1", "3" } },
        up = { 2, { 2.5, 4.0 }, { "2.5", "four" } };
    output_text t = { NULL, 0, 0, 0 };
    element line, label;
    box texts[MOST_TEXTS];
    int n;

    svg_axis_x(&t, &plot, &s, "x [m]");
    line.end = label.end = t.data;
    for (int i = 0; i < 3; i++) {
        const double x = 100.0 + 200.0 * i;                              /* 400 pixels for 4 m */
        check(next_element(&line, "<line ") && tick_is(&line, x, 250.0, 0.0, SVG_TICK),
              "x axis: tick %d is below the frame", i);
        check(next_element(&label, "<text ") && fabs(number(&label, " x=\"") - x) <= PIXEL &&
                  has(&label, "\"middle\"") &&
                  strncmp(label.end + 1, s.label[i], strlen(s.label[i])) == 0,
              "x axis: the label of tick %d is centred on it", i);
    }
    n = texts_of(t.data, texts);
    check(n == 4 && texts[0].y0 >= 250.0 + SVG_TICK && fabs(texts[0].y0 - texts[2].y0) < PIXEL &&
              texts[3].y0 >= texts[0].y1 &&
              fabs(0.5 * (texts[3].x0 + texts[3].x1) - 300.0) < PIXEL &&
              texts[3].y1 <= 250.0 + SVG_AXIS_X_HEIGHT,
          "x axis: labels are below the ticks, and the axis' name below them, in the middle");
    output_free(&t);

    svg_axis_y(&t, &plot, &up, "y [m]");
    line.end = label.end = t.data;
    for (int i = 0; i < 2; i++) {
        /* 200 pixels for 2 m, upwards */
        const double y = i == 0 ? 200.0 : 50.0;
        check(next_element(&line, "<line ") && tick_is(&line, 100.0, y, -SVG_TICK, 0.0),
              "y axis: tick %d is left of the frame", i);
        check(next_element(&label, "<text ") &&
                  fabs(number(&label, " y=\"") - y) <= 0.5 * SVG_TEXT && has(&label, "\"end\"") &&
                  strncmp(label.end + 1, up.label[i], strlen(up.label[i])) == 0,
              "y axis: the label of tick %d is at its height", i);
    }
    n = texts_of(t.data, texts);
    check(n == 3 && texts[0].x1 <= 100.0 - SVG_TICK && texts[2].x1 <= texts[1].x0 &&
              fabs(0.5 * (texts[2].y0 + texts[2].y1) - 150.0) < PIXEL &&
              texts[2].x0 >= 100.0 - SVG_AXIS_Y_SPACE - svg_scale_width(&up),
          "y axis: its name is left of the labels, in the middle");
    next_element(&label, "<text ");
    check(number(&label, "rotate(-90 ") == number(&label, " x=\""),
          "y axis: its name is turned about its own place");
    output_free(&t);
}

/* the ticks of a logarithmic scale are at the logarithms of their labels, also those between powers
 * of ten */
static void test_log_scale(void)
{
    svg_scale s;
    int bad = 0;

    svg_scale_log(&s, log10(0.0025), log10(30.0), 24);
    for (int i = 0; i < s.count; i++)
        bad += !(fabs(s.at[i] - log10(strtod(s.label[i], NULL))) < 1e-12);
    check(s.count >= 4 && bad == 0, "logarithmic ticks from 0.0025 to 30 are at their logarithms");
    svg_scale_log(&s, log10(0.0025), log10(0.08), 8);
    for (int i = 0; i < s.count; i++)
        bad += !(fabs(s.at[i] - log10(strtod(s.label[i], NULL))) < 1e-12);
    check(s.count == 4 && bad == 0,
          "logarithmic ticks 0.005, 0.01, 0.02, 0.05 are at their logarithms");
    svg_scale_log(&s, -300.0, 0.0, 4);
    check(s.count >= 2 && s.count <= 4 && s.at[1] - s.at[0] == floor(s.at[1] - s.at[0]) &&
              s.at[s.count - 1] <= 0.0 && s.at[0] >= -300.0,
          "300 decades have at most four ticks");
}

/* the logarithm of a label: 0.02, 5000, or 10 with a raised exponent, alone or after a factor */
static double log_of_label(const char *label)
{
    static const char *const sign = "\xE2\x81\xBB", *const digit[10] = {
        "\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9" };
    char *at;
    const double first = strtod(label, &at);
    double mantissa = 1.0, exponent = 0.0;
    int negative;

    if (*at == '\0') return log10(first);
    if (strncmp(at, "\xC2\xB7" "10", 4) == 0) {
        mantissa = first;
        at += 4;
    }
    negative = strncmp(at, sign, strlen(sign)) == 0;
    if (negative) at += strlen(sign);
    while (*at != '\0') {
        int k = 0;
        while (k < 10 && strncmp(at, digit[k], strlen(digit[k])) != 0) k++;
        if (k == 10) return strtod("nan", NULL);
        exponent = 10.0 * exponent + k;
        at += strlen(digit[k]);
    }
    return (negative ? -exponent : exponent) + log10(mantissa);
}

/* all powers of ten in the range of doubles, and twice and five times these */
static void test_powers(void)
{
    int bad = 0, whole = 0, between = 0;

    for (int k = -307; k < 308; k++) {
        svg_scale s;
        svg_scale_log(&s, k, k + 1.0, SVG_MAX_TICKS);
        for (int i = 0; i < s.count; i++) {
            bad += !(fabs(s.at[i] - log_of_label(s.label[i])) < 1e-12);
            whole += s.at[i] == floor(s.at[i]);
            between += s.at[i] != floor(s.at[i]);
        }
    }
    check(bad == 0 && whole == 2 * 615 && between == 2 * 615,
          "labels of logarithmic axes are at their logarithms, from 1e-307 to 1e308");
}

/* the width of a scale is that of its widest label, which may be any of them; 0 without labels */
static void test_scale_width(void)
{
    const svg_scale none = { 0, { 0.0 }, { "" } };

    for (int wide = 0; wide < 3; wide++) {
        svg_scale s = { 3, { 0.0, 1.0, 2.0 }, { "1", "2", "3" } };
        strcpy(s.label[wide], "-1000");
        check(svg_scale_width(&s) == svg_text_width("-1000", 5, SVG_TEXT),
              "the width of a scale is that of its widest label, number %d", wide);
    }
    check(svg_scale_width(&none) == 0.0, "a scale without labels has no width");
}

static void test_heading(void)
{
    const box room = { SVG_MARGIN, 0.0, 400.0 - SVG_MARGIN + 0.1, 200.0 };
    const double wide = svg_text_width("Hills and valleys", 17, SVG_TITLE);
    output_text t = { NULL, 0, 0, 0 };
    box texts[MOST_TEXTS];
    double height =
        svg_heading(&t, 400.0, "Hills and valleys without end, one after the other after the other",
                    "h = 0.01 s");
    int n = t.data ? texts_of(t.data, texts) : 0;

    check(n == 3 && texts_are_apart(t.data, &room),
          "a title of two lines and a subtitle are below each other, within the margins");
    check(texts[0].y0 >= 0.5 * SVG_MARGIN && height >= texts[2].y1 &&
              height <= texts[2].y1 + SVG_TEXT,
          "a heading ends a little below its texts");
    check(svg_heading(NULL, 400.0,
                      "Hills and valleys without end, one after the other after the other",
                      "h = 0.01 s") == height,
          "a heading that is only measured has the same height");
    output_free(&t);
    svg_heading(&t, 120.0, "one two three four five six seven eight nine ten",
                "one two three four five six seven eight nine ten eleven");
    const box column = { SVG_MARGIN, 0.0, 120.0 - SVG_MARGIN + 0.1, 200.0 };
    check(texts_of(t.data, texts) == 6 && texts_are_apart(t.data, &column) &&
              texts[2].y0 > texts[1].y0 && texts[3].y0 > texts[2].y0,
          "title and subtitle of a narrow heading have three lines each, without overlap");
    element line = { t.data, t.data };
    int alike = 0;
    for (int i = 0; i < 6 && next_element(&line, "<text "); i++)
        alike += has(&line, i < 3 ? "font-weight=\"bold\"" : "fill=\"#444444\"") &&
                 !has(&line, "text-anchor");
    check(alike == 6, "all lines of a title look alike, and so do those of a subtitle");
    check(svg_heading(NULL, 400.0, "", NULL) == svg_heading(NULL, 400.0, NULL, "") &&
              svg_heading(NULL, 400.0, NULL, NULL) < 2 * SVG_MARGIN,
          "a heading without texts is a margin");
    svg_begin(&t, 100.0, 100.0, "7", "title", "description");
    check(t.data && strstr(t.data, "\"p7-") != NULL, "an id begins with a letter");
    output_free(&t);
    check(svg_heading(NULL, 2 * SVG_MARGIN + 1.05 * wide, "Hills and valleys", NULL) >
              svg_heading(NULL, 2 * SVG_MARGIN + 1.15 * wide, "Hills and valleys", NULL),
          "a bold line takes between 5 and 15 %% more room than a plain one");
    output_free(&t);
}

/* an attribute of the first element that begins so: a sample's line or rectangle */
static double sample_x(const char *text, const char *begin, const char *attribute)
{
    element e = { text, text };
    return next_element(&e, begin) ? number(&e, attribute) : HUGE_VAL;
}

/* legends of entries of all lengths, at all widths: texts do not overlap, are in the room, and
 * beside their samples */
static void test_legend_room(void)
{
    rng r = { 5 };
    int apart_always = 1, heights = 1, beside = 1;

    for (int k = 0; k < 300; k++) {
        svg_entry entries[8];
        output_text t = { NULL, 0, 0, 0 };
        const int n = 1 + rng_int(&r, 8);
        const double width = rng_range(&r, 200.0, 900.0), left = rng_range(&r, 0.0, 50.0),
                     top = rng_range(&r, 0.0, 50.0);
        box room = { left, top, left + width + 0.1, 0.0 }, texts[MOST_TEXTS];
        for (int i = 0; i < n; i++) {
            char text[64] = "";
            for (int c = rng_int(&r, 60); c >= 0; c--) text[c] = c % 7 == 6 ? ' ' : 'a';
            entries[i].sample = SVG_SAMPLE_HALFSPACE;
            entries[i].style = NULL;
            entries[i].marked = 0;
            svg_entry_text(&entries[i], text, NULL, NULL);
        }
        room.y1 = top + svg_legend(NULL, left, top, width, n, entries);
        heights =
            heights && fabs(top + svg_legend(&t, left, top, width, n, entries) - room.y1) <= PIXEL;
        apart_always = apart_always && t.data && texts_are_apart(t.data, &room);
        const int lines = t.data ? texts_of(t.data, texts) : 0;
        element e = { t.data, t.data };
        for (int i = 0, own = 0; t.data && next_element(&e, "<line "); i++) {
            const double x2 = number(&e, " x2=\""), y = number(&e, " y1=\"");
            while (own < lines && !(texts[own].y0 < y && y < texts[own].y1 && texts[own].x0 > x2 &&
                                    texts[own].x0 < x2 + 20.0))
                own++;
            beside = beside && own < lines;
        }
        output_free(&t);
    }
    check(apart_always, "300 legends: all texts are in the room, and none overlap");
    check(heights, "300 legends: their heights are as measured");
    check(beside, "300 legends: each sample is left of a text, at its height");
}

static void test_legend_columns(void)
{
    svg_entry e[3];
    output_text t = { NULL, 0, 0, 0 };
    box texts[MOST_TEXTS];

    for (int i = 0; i < 3; i++) {
        e[i].sample = i == 0 ? SVG_SAMPLE_CURVE : i == 1 ? SVG_SAMPLE_SOLID : SVG_SAMPLE_HALFSPACE;
        e[i].style = svg_style_at(SVG_STYLE_ST);
        e[i].marked = 1;
        svg_entry_text(&e[i], i == 0 ? "one" : i == 1 ? "two" : "six", NULL, NULL);
    }
    svg_legend(&t, 10.0, 20.0, 400.0, 3, e);
    check(texts_of(t.data, texts) == 3 && texts[0].y0 == texts[1].y0 &&
              texts[1].y0 == texts[2].y0 && texts[0].x1 < texts[1].x0 &&
              fabs(texts[2].x0 - 2 * texts[1].x0 + texts[0].x0) < PIXEL,
          "three short entries share a line, in columns of equal width");

    double x[8];
    element curve = { t.data, t.data };
    next_element(&curve, "<line ");
    check(path_of(t.data, "fill=\"#ffffff\"", 0, 4, x, NULL) == 4 &&
              fabs(x[0] + x[4] - number(&curve, " x1=\"") - number(&curve, " x2=\"")) < 2 * PIXEL &&
              fabs(x[1] + x[5] - 2 * number(&curve, " y1=\"")) < 2 * PIXEL,
          "a curve's marker is in the middle of its sample");
    check(number(&curve, " x1=\"") == 10.0 && number(&curve, " y1=\"") == number(&curve, " y2=\""),
          "a curve's sample is a level line from the left");
    const double solid = sample_x(t.data, "<rect", " x=\""),
                 wide = sample_x(t.data, "<rect", " width=\"");
    element top = curve;
    next_element(&top, "<line ");
    check(solid > texts[0].x1 && solid + wide < texts[1].x0 && wide > 10.0 &&
              number(&top, " x1=\"") == solid && number(&top, " x2=\"") == solid + wide &&
              number(&top, " y1=\"") == sample_x(t.data, "<rect", " y=\"") &&
              number(&top, " y1=\"") == number(&top, " y2=\""),
          "a solid's sample is left of its text, with its surface on top");
    check(fabs(number(&top, " y1=\"") + 0.5 * sample_x(t.data, "<rect", " height=\"") -
               number(&curve, " y1=\"")) < PIXEL,
          "the samples of a solid and of a curve have the same height");
    output_free(&t);
    svg_legend(&t, 10.0, 20.0, 90.0, 3, e);
    check(texts_of(t.data, texts) == 3 && texts[0].x0 == texts[2].x0 &&
              texts[0].y1 <= texts[1].y0 && texts[1].y1 <= texts[2].y0,
          "in a narrow legend each entry has its own line");
    output_free(&t);
    svg_entry_text(&e[0], "a", NULL, "c");
    check(strcmp(e[0].text, "ac") == 0, "the parts of an entry are joined");
    char long_text[300];
    memset(long_text, 'x', sizeof long_text);
    memcpy(long_text + 236, "ab\xC3\xA4 end", 9);
    svg_entry_text(&e[0], long_text, NULL, NULL);
    check(strlen(e[0].text) == 238 && e[0].text[237] == 'b',
          "an entry that is too long ends before the first character that does not fit");
}

/* the curves of the formulations differ in colour, have the same width, and are narrower than the
 * line of the exact motion below them */
static void test_styles(void)
{
    const svg_style *exact = svg_style_at(SVG_STYLE_EXACT);

    for (int i = SVG_STYLE_FORMULATION; i <= SVG_STYLE_SWEPT; i++) {
        const svg_style *own = svg_style_at(i);
        int bad = !(own->width < exact->width) || own->width != svg_style_at(SVG_STYLE_ST)->width;
        for (int k = 0; k < i; k++) bad += strcmp(own->colour, svg_style_at(k)->colour) == 0;
        check(bad == 0, "style %d: narrower than the exact one, as wide as the others, and in "
              "another colour", i);
    }
}

/* long numbers at the axes: half of the last number of x is to the right of its tick */
static void test_chart_room(void)
{
    int across = 0, up = 0;
    const double xy[] = { 1e9, -1e6, 1e9 + 6, 1e6 };
    const chart_series series = { "long numbers", 2, xy, SVG_STYLE_PEG, 0, NULL };
    const chart c = {
        .title = "Numbers", .x.label = "x", .y.label = "y", .nseries = 1, .series = &series
    };
    svg_frame frame;
    output_text t = { NULL, 0, 0, 0 };
    double width, height;

    chart_layout(&c, &frame, &width, &height);
    chart_svg(&c, &t);
    const box picture = { 0.0, 0.0, width, height };
    check(strstr(t.data, ">1000000006<") && texts_are_apart(t.data, &picture),
          "a chart of numbers with ten digits: all texts are in the picture, and none overlap");
    for (element e = { t.data, t.data }; next_element(&e, "<line ");) {
        if (!has(&e, "stroke=\"" SVG_PALE "\"")) continue;
        const double a[2] = { number(&e, " x1=\""), number(&e, " y1=\"") },
                     b[2] = { number(&e, " x2=\""), number(&e, " y2=\"") };
        across += near_point(a, frame.left, a[1]) && near_point(b, frame.left + frame.width, a[1]);
        up += near_point(a, a[0], frame.top) && near_point(b, a[0], frame.top + frame.height);
    }
    check(across == 5 && up == 4,
          "a chart's grid goes from side to side and from top to bottom: %d, %d", across, up);
    output_free(&t);
}

/* The outline of a band goes forth through its least values and back through the greatest. The axes
 * include it. It is interrupted where a value cannot be shown, and the curve is not. */
static void test_chart_band(void)
{
    const double xy[] = { 0.1, 1, 1, 2, 10, 3, 100, 1, 1000, 2 },
        band[] = { 0.01, 5, 1, 20, 1, HUGE_VAL, 0.5, 100, 1, 4 };
    const double deep[] = { 1e-15, 5, 1, 20, 1, 10, 0.5, 100, 1, 4 };
    const chart_series series = { "quartiles", 5, xy, SVG_STYLE_AP, 1, band };
    const chart c = { .title = "Band",
                      .x.label = "h",
                      .x.log = 1,
                      .y.label = "error",
                      .y.log = 1,
                      .nseries = 1,
                      .series = &series };
    const chart_series far = { "quartiles", 5, xy, SVG_STYLE_AP, 1, deep };
    chart low = c;
    const int outline[2][4] = { { 0, 1, 1, 0 }, { 3, 4, 4, 3 } };
    output_text t = { NULL, 0, 0, 0 };
    double width, height, p[16];
    svg_frame f;
    int bad = 0;

    low.series = &far;
    chart_layout(&low, &f, &width, &height);
    check(f.y0 < -2.0 && f.y0 > -2.5 && f.y1 > 2.0,
          "a chart's axis includes its bands up to two decades away from all points");
    chart_layout(&c, &f, &width, &height);
    chart_svg(&c, &t);
    for (int k = 0; k < 2; k++) {
        bad += path_of(t.data, "fill-opacity=", k, 8, p, NULL) != 4;
        for (int i = 0; i < 4 && !bad; i++) {
            const int at = outline[k][i];
            bad += !near_point(p + 2 * i, svg_x(&f, log10(xy[2 * at])),
                               svg_y(&f, log10(band[2 * at + (i > 1)])));
        }
    }
    check(bad == 0, "a band: two stretches, whose outlines go forth below and back above");
    check(path_of(t.data, "fill-opacity=", 2, 8, p, NULL) == 0,
          "a band: there is no third stretch");
    for (int k = 0; k < 4; k++) {                              /* below and above of each stretch */
        bad += path_of(t.data, "stroke-width=\"0.6\"", k, 8, p, NULL) != 2;
        for (int i = 0; i < 2 && !bad; i++) {
            const int at = outline[k / 2][2 * (k % 2) + i];
            bad += !near_point(p + 2 * i, svg_x(&f, log10(xy[2 * at])),
                               svg_y(&f, log10(band[2 * at + k % 2])));
        }
    }
    check(bad == 0, "a band: a thin line is along each side");
    check(path_of(t.data, "stroke-width=\"1.6\"", 0, 8, p, NULL) == 5,
          "a band: the curve in it is not interrupted");
    output_free(&t);
}

/* ---- a figure ---- */

/* a floor from (0, 0) to (4, 0), a block above it from (2, 0.5) to (3, 1), and a wall that goes up
 * from (4, 0.5) to (4, 2) */
static char figure_name[] = "Here";
static double floor_xy[] = { 0, 0, 4, 0 }, block_xy[] = { 2, 0.5, 2, 1, 3, 1, 3, 0.5 },
    wall_xy[] = { 4, 0.5, 4, 2 };
static const double full[] = { -1, -1, 5, 3 };

/* the figure of a test: its scene and runs, and the picture */
static struct {
    scene s;
    scene_obstacle o[3];
    scene_particle p;
    thin_path path[5];
    trajectory run[5];
    figure f;
    svg_frame frame;
    double width, height;
    output_text t;
} drawn;

/* makes the scene, with this number of empty runs */
static void set_up(int runs)
{
    output_free(&drawn.t);
    memset(&drawn, 0, sizeof drawn);
    drawn.o[0].nvert = 2, drawn.o[0].xy = floor_xy;
    drawn.o[1].nvert = 4, drawn.o[1].xy = block_xy, drawn.o[1].closed = 1;
    drawn.o[2].nvert = 2, drawn.o[2].xy = wall_xy;
    drawn.p.mass = 1.0;
    drawn.p.x[0] = 1.0;
    drawn.p.x[1] = 2.0;
    drawn.s.title = figure_name;
    drawn.s.epsilon = 0.1;
    drawn.s.nobstacle = 3;
    drawn.s.obstacle = drawn.o;
    drawn.s.nparticle = 1;
    drawn.s.particle = &drawn.p;
    for (int i = 0; i < runs; i++) {
        drawn.run[i].particles = 1;
        drawn.run[i].path = &drawn.path[i];
    }
    drawn.f.scene = &drawn.s;
    drawn.f.view = full;
    drawn.f.nrun = runs;
    drawn.f.run = drawn.run;
}

static void draw(void)
{
    output_free(&drawn.t);
    figure_layout(&drawn.f, &drawn.frame, &drawn.width, &drawn.height);
    figure_svg(&drawn.f, &drawn.t);
}

static double at_x(double x) { return svg_x(&drawn.frame, x); }
static double at_y(double y) { return svg_y(&drawn.frame, y); }

/* 1 if the element is a rectangle around the frame */
static int is_frame(const element *e)
{
    return fabs(number(e, " x=\"") - drawn.frame.left) <= PIXEL &&
           fabs(number(e, " y=\"") - drawn.frame.top) <= PIXEL &&
           fabs(number(e, " width=\"") - drawn.frame.width) <= PIXEL &&
           fabs(number(e, " height=\"") - drawn.frame.height) <= PIXEL;
}

static int contains(const double *xy, int n, double x, double y)
{
    for (int i = 0; i < n; i++)
        if (near_point(xy + 2 * i, at_x(x), at_y(y))) return 1;
    return 0;
}

/* 1 if the n points are the corners of a box */
static int is_box(const double *xy, int n, double x0, double y0, double x1, double y1)
{
    return n == 4 && contains(xy, n, x0, y0) && contains(xy, n, x0, y1) &&
           contains(xy, n, x1, y1) && contains(xy, n, x1, y0);
}

static void test_figure_obstacles(void)
{
    double xy[64];
    int n, bad = 0;

    set_up(0);
    draw();
    check(drawn.frame.width == 780.0 && fabs(drawn.frame.height - 520.0) < 1e-9,
          "a figure of 6 m by 4 m has 780 by 520 pixels");
    element whole = { drawn.t.data, drawn.t.data }, e = { drawn.t.data, drawn.t.data };
    next_element(&whole, "<svg ");
    check(number(&whole, " width=\"") == ceil(drawn.width) &&
              number(&whole, " height=\"") == ceil(drawn.height),
          "the picture is as large as its layout");
    while (next_element(&e, "<rect ") && !has(&e, "stroke=")) continue;
    check(is_frame(&e), "the frame has an outline");

    n = path_of(drawn.t.data, SVG_SOLID, 0, 32, xy, NULL);
    check(is_box(xy, n, 2, 0.5, 3, 1), "the block is filled");
    n = path_of(drawn.t.data, SVG_OUTLINE, 0, 32, xy, NULL);
    check(n == 2 && near_point(xy, at_x(0), at_y(0)) && near_point(xy + 2, at_x(4), at_y(0)),
          "the floor's outline is open");
    n = path_of(drawn.t.data, SVG_OUTLINE, 1, 32, xy, NULL);
    e.at = e.end = drawn.t.data;
    check(n == 4 && contains(xy, n, 3, 0.5) && next_element(&e, "<path " SVG_OUTLINE) &&
              !has(&e, "Z\"") && next_element(&e, "<path " SVG_OUTLINE) && has(&e, "Z\""),
          "the block's outline is closed");

    e.at = e.end = drawn.t.data;
    check(next_element(&e, "<clipPath id=\"figure-frame\"") && next_element(&e, "<rect") &&
              is_frame(&e),
          "the clip path is the frame");
    for (e.at = e.end = drawn.t.data; next_element(&e, "<path " SVG_SOLID);)
        bad += !has(&e, "clip-path=\"url(#figure-frame)\"");
    for (e.at = e.end = drawn.t.data; next_element(&e, "<path " SVG_OUTLINE);)
        bad += !has(&e, "clip-path=\"url(#figure-frame)\"");
    check(bad == 0, "every solid and outline is clipped");

    /* the wall goes up, so its solid is on the right: the strokes go from the wall to the right and
     * down by 45 degrees */
    double wall[2 * 120];
    int start[120];
    n = path_of(drawn.t.data, SVG_HALFSPACE_TICKS " d=", 1, 120, wall, start);
    for (int i = 0; i < n; i += 2) {
        const double *a = wall + 2 * i, *b = a + 2;
        bad += !(start[i] && !start[i + 1]) || fabs(a[0] - at_x(4)) > PIXEL ||
               fabs(b[0] - a[0] - 4.0) > 2 * PIXEL || fabs(b[1] - a[1] - 4.0) > 2 * PIXEL ||
               a[1] > at_y(0.5) + PIXEL || a[1] < at_y(2) - PIXEL;
        if (i > 0) bad += fabs(a[1] - a[-3] + 6.0) > 2 * PIXEL;
    }
    check(n / 2 == 1 + (int)(1.5 * 130.0 / 6.0) && bad == 0,
          "the wall has a stroke each 6 pixels, on the side of its solid: %d", n / 2);
    check(fabs(wall[1] - at_y(0.5) + (wall[2 * n - 3] - at_y(2))) < 2 * PIXEL,
          "the wall's strokes are equally far from both ends");
}

/* paths are cut this far outside the frame [m], where the clip path hides them */
#define OUTSIDE (50.0 / 130.0)

/* a solid that reaches beyond one side of the frame, or beyond all four, is cut a little outside */
static void test_cut_solids(void)
{
    static double all[] = { -9, -9, -9, 9, 9, 9, 9, -9 };
    static const double reach[4][4] = { { -9, 0, 1, 1 },
                                        { 0, -9, 1, 1 },
                                        { 0, 0, 9, 1 },
                                        { 0, 0, 1, 9 } }; /* left, below, right, above */
    double xy[32];

    set_up(0);
    drawn.s.nobstacle = 1;
    drawn.o[0].nvert = 4, drawn.o[0].xy = all, drawn.o[0].closed = 1;
    for (int k = -1; k < 4; k++) {
        double b[4] = { -9, -9, 9, 9 };
        int n;
        if (k >= 0) {
            memcpy(b, reach[k], sizeof b);
            const double corners[8] = { b[0], b[1], b[0], b[3], b[2], b[3], b[2], b[1] };
            memcpy(all, corners, sizeof all);
        }
        for (int side = 0; side < 4; side++)
            b[side] = side < 2 ? fmax(b[side], full[side] - OUTSIDE)
                               : fmin(b[side], full[side] + OUTSIDE);
        draw();
        n = path_of(drawn.t.data, SVG_SOLID, 0, 16, xy, NULL);
        check(is_box(xy, n, b[0], b[1], b[2], b[3]), "a box that reaches beyond %s is cut outside",
              k < 0    ? "the whole frame"
              : k == 0 ? "the frame's left side"
              : k == 1 ? "the frame's bottom"
              : k == 2 ? "the frame's right side"
                       : "the frame's top");
    }
}

/* points that are not finite in x or in y do not change the view */
static void test_view_of_numbers(void)
{
    const double bad[4][2] = { { HUGE_VAL, 1 }, { 1, HUGE_VAL }, { -HUGE_VAL, 1 },
        { 1, -HUGE_VAL } };
    double view[4], known[4];

    set_up(0);
    drawn.f.view = NULL;
    figure_view(&drawn.f, known);
    for (int k = 0; k < 4; k++) {
        double xy[6] = { 1, 2, bad[k][0], bad[k][1], 1, 2 };
        set_up(1);
        drawn.f.view = NULL;
        drawn.path[0].count = 3;
        drawn.path[0].xy = xy;
        drawn.run[0].reference = 1;
        figure_view(&drawn.f, view);
        check(memcmp(view, known, sizeof view) == 0,
              "the view leaves out a point of a run at (%g, %g)", bad[k][0], bad[k][1]);
    }
}

static void test_halfspaces(void)
{
    static double long_xy[] = { 1, 0, 3, 0 }, short_xy[] = { 2, 2, 2, 1.99, 2.5, 1.99 };
    const char pushed[3] = { 1, 1, 0 };
    double xy[4], stroke[64];
    int n, bad = 0, far_left = 0, far_right = 0;

    set_up(1);
    drawn.s.nobstacle = 2;
    drawn.o[0].nvert = 2, drawn.o[0].xy = long_xy, drawn.o[0].closed = 0;
    drawn.o[1].nvert = 3, drawn.o[1].xy = short_xy, drawn.o[1].closed = 0;
    drawn.run[0].pushed = pushed;
    draw();

    /* 2 m are 260 pixels; the line goes on for 1.2 times that beyond each end, but is cut 50 pixels
     * outside the frame */
    check(path_of(drawn.t.data, SVG_HALFSPACE, 0, 2, xy, NULL) == 2 &&
              near_point(xy, at_x(-1) - 50, at_y(0)) && near_point(xy + 2, at_x(5) + 50, at_y(0)),
          "a half-space of a long edge: its line goes beyond the frame");
    check(path_of(drawn.t.data, SVG_HALFSPACE, 1, 2, xy, NULL) == 2 &&
              near_point(xy, at_x(2), at_y(2) - 32.0) &&
              near_point(xy + 2, at_x(2), at_y(1.99) + 32.0),
          "a half-space of a short edge: its line goes 32 pixels beyond both ends");
    n = path_of(drawn.t.data, SVG_HALFSPACE_TICKS " d=", 0, 32, stroke, NULL);
    /* the edge goes down, so its solid is on the left */
    for (int i = 0; i < n; i += 2) {
        const double *a = stroke + 2 * i, *b = a + 2, top = at_y(2) - 32.0,
                     bottom = at_y(1.99) + 32.0;
        bad += fabs(a[0] - at_x(2)) > PIXEL || fabs(b[0] - a[0] + 4.0) > 2 * PIXEL ||
               fabs(b[1] - a[1]) > 2 * PIXEL;
        far_left += a[1] >= top - PIXEL && a[1] <= top + 12.0 + PIXEL;
        far_right += a[1] <= bottom + PIXEL && a[1] >= bottom - 12.0 - PIXEL;
    }
    check(n == 12 && bad == 0 && far_left == 3 && far_right == 3,
          "a half-space has three strokes at each end, on the side of the solid");

    /* the last edge did not push */
    element e = { drawn.t.data, drawn.t.data };
    for (n = 0; next_element(&e, "<path " SVG_HALFSPACE " d=");) n++;
    check(n == 2, "only the half-spaces that pushed are drawn: %d", n);
}

/* x = 5 (t - begin) for 0.97 s, with one point twice. A stroke across the path marks each 0.05 s,
 * except 0 s. Those each 0.2 s are longer and have names. */
static void test_times(double begin)
{
    double path_xy[] = { 0, 2, 2, 2, 2, 2, 4.85, 2 }, xy[2 * 64];
    double times[] = { begin, begin + 0.4, begin + 0.4, begin + 0.97 };
    const int first = begin > 0.0 ? 0 : 1;
    char name[3][40];
    int bad = 0;

    for (int i = 0; i < 3; i++)
        snprintf(name[i], sizeof name[i], "fill=\"#444444\">%.6g<",
                 begin + (i == 0 ? 0.2 : i == 1 ? 0.8 : 0.3));
    set_up(1);
    drawn.path[0] = (thin_path){ .count = 4, .xy = path_xy, .t = times };
    drawn.run[0].name = "PEG";
    drawn.run[0].style = SVG_STYLE_PEG;
    draw();
    const int n = path_of(drawn.t.data, "fill=\"none\" stroke=\"#0072B2\" stroke-width=\"1\"", 0,
                          64, xy, NULL);
    for (int i = 0; i < n / 2; i++) {
        const double *a = xy + 4 * i, half = (i + first) % 4 == 0 ? 6.5 : 3.5;
        bad += fabs(a[0] - at_x(0.25 * (i + first))) > PIXEL || fabs(a[2] - a[0]) > PIXEL ||
               fabs(fabs(a[3] - a[1]) - 2 * half) > 2 * PIXEL;
    }
    check(n == 2 * (20 - first) && bad == 0,
          "a path from %g s on has a stroke each 0.05 s, a longer one each 0.2 s: %d", begin,
          n / 2);
    check(strstr(drawn.t.data, ">ticks every 0.05 s, long ones every 0.2 s<") &&
              strstr(drawn.t.data, name[0]) && strstr(drawn.t.data, name[1]) &&
              !strstr(drawn.t.data, name[2]),
          "the legend explains the strokes, and the longer ones have names");
}

/* a path straight up in pieces of a tenth of a pixel has level strokes, as one long piece has */
static void test_times_of_small_pieces(void)
{
    enum { N = 4000 };
    static double path_xy[2 * N], times[N], xy[4];

    for (int i = 0; i < N; i++) {
        path_xy[2 * i] = 2.0;
        path_xy[2 * i + 1] = -0.5 + 3.0 * i / (N - 1);
        times[i] = 0.97 * i / (N - 1);
    }
    set_up(1);
    drawn.path[0] = (thin_path){ .count = N, .xy = path_xy, .t = times };
    drawn.run[0].name = "PEG";
    drawn.run[0].style = SVG_STYLE_PEG;
    draw();
    check(path_of(drawn.t.data, "fill=\"none\" stroke=\"#0072B2\" stroke-width=\"1\"", 0, 2,
                  xy, NULL) == 2 &&
              fabs(xy[1] - xy[3]) <= PIXEL && fabs(fabs(xy[0] - xy[2]) - 7.0) <= 2 * PIXEL,
          "a path of points closer than pixels has strokes across it");
}

/* finds the name of a time in the picture of a straight path of 0.97 s; 0 if there is none */
static int time_named(double x0, double y0, double x1, double y1, const char *name, double at[2])
{
    double path_xy[] = { x0, y0, x1, y1 }, times[] = { 0, 0.97 };
    char text[40];

    set_up(1);
    drawn.path[0] = (thin_path){ .count = 2, .xy = path_xy, .t = times };
    drawn.run[0].name = "PEG";
    drawn.run[0].style = SVG_STYLE_PEG;
    draw();
    const int n = snprintf(text, sizeof text, ">%s<", name);
    for (element e = { drawn.t.data, drawn.t.data }; next_element(&e, "<text ");)
        if (has(&e, " fill=\"#444444\"") && strncmp(e.end, text, (size_t)n) == 0) {
            at[0] = number(&e, " x=\"");
            at[1] = number(&e, " y=\"") - 3.6;          /* from the text's foot to its middle */
            return 1;
        }
    return 0;
}

/* Names are 15 pixels beside their ticks and at least ten from the frame. A tick with less room
 * before or behind it has no name. Names of a path along the frame are on the inner side. */
static void test_time_names(void)
{
    double at[2];
    int bad = 0;

    set_up(1);
    draw();
    const double w = drawn.frame.width / 6, h = drawn.frame.height / 4;      /* pixels a metre */
    /* a name each 0.2 s: each metre at 5 m/s, and each 0.8 m upwards */
    for (int room = 8; room <= 12; room += 4) {
        const double x = room / w, y = room / h;
        bad += time_named(-2 + x, 1, 2.85 + x, 1, "0.2", at) != (room > 10);
        bad += time_named(1 - x, 1, 5.85 - x, 1, "0.8", at) != (room > 10);
        bad += time_named(2, -1.8 + y, 2, 2.08 + y, "0.2", at) != (room > 10);
        bad += time_named(2, -0.2 - y, 2, 3.68 - y, "0.8", at) != (room > 10);
    }
    check(bad == 0, "a time has a name if that is ten pixels from the frame: %d of 8 wrong", bad);
    bad = 0;
    for (int side = -1; side <= 1; side += 2) {      /* below and left, above and right */
        const double x = side > 0 ? 5 - 5 / w : -1 + 5 / w, y = side > 0 ? 3 - 5 / h : -1 + 5 / h;
        bad += !time_named(0, y, 4.85, y, "0.4", at) ||
               !near_point(at, at_x(2), at_y(y) + 15 * side);
        bad += !time_named(x, -0.8, x, 3.08, "0.4", at) ||
               !near_point(at, at_x(x) - 15 * side, at_y(0.8));
    }
    check(bad == 0, "names beside a path along the frame are on the inner side: %d of 4 are not",
          bad);
}

static void test_figure_runs(void)
{
    static double out_xy[] = { 1, 2, 4, 2, 7, 3 }, end_xy[] = { 1, 2, 1.5, 1 },
        stop_xy[] = { 1, 2, 0, 1 }, away_xy[] = { 8, 8, 9, 9 };
    static const struct { const char *name; int style, count; double *xy; } of[5] = {
        { "out", SVG_STYLE_PEG, 3, out_xy }, { "end", SVG_STYLE_ST, 2, end_xy },
          { "stop", SVG_STYLE_AP, 2, stop_xy },
        { "none", SVG_STYLE_SWEPT, 0, away_xy }, { "away", SVG_STYLE_OTHER, 2, away_xy }
    };
    double xy[64], tip[6], white[8];

    set_up(5);
    for (int r = 0; r < 5; r++) {
        drawn.run[r].name = of[r].name;
        drawn.run[r].style = of[r].style;
        drawn.path[r].count = of[r].count;
        drawn.path[r].xy = of[r].xy;
    }
    drawn.run[1].note = "0.1 m";
    drawn.run[2].failed = 1;
    drawn.f.subtitle = "h = 0.01 s";
    draw();
    const box picture = { 0.0, 0.0, drawn.width, drawn.height };
    check(texts_are_apart(drawn.t.data, &picture), "no two texts of a figure overlap");
    check(strstr(drawn.t.data, ">out (leaves the frame)<") &&
              strstr(drawn.t.data, ">end, 0.1 m<") && strstr(drawn.t.data, ">stop, stopped<") &&
              strstr(drawn.t.data, ">away (outside the frame)<") &&
              !strstr(drawn.t.data, ">none") && strstr(drawn.t.data, ">start<") &&
              strstr(drawn.t.data, ">end of a run<") &&
              strstr(drawn.t.data, ">stopped before its time<") &&
              strstr(drawn.t.data, ">obstacle<") && !strstr(drawn.t.data, ">half-space"),
          "the legend has each run with its outcome, and all other things that are drawn");
    check(strstr(drawn.t.data, "Trajectories over 3 obstacles: out; end; stop (stopped); away. "
                               "Shown is x from -1 to 5 m, y from -1 to 3 m."),
          "the description lists the runs and the window");

    for (int r = 0; r < 3; r++) {
        const double *last = drawn.path[r].xy + 2 * (drawn.path[r].count - 1);
        char stroke[40];
        snprintf(stroke, sizeof stroke, "stroke=\"%s\" stroke-linejoin",
                 svg_style_at(of[r].style)->colour);
        const int n = path_of(drawn.t.data, stroke, 0, 32, xy, NULL);
        check(n == drawn.path[r].count && near_point(xy, at_x(1), at_y(2)) &&
                  (r == 0 ? fabs(xy[2 * n - 2] - at_x(5) - 50) <= PIXEL
                          : near_point(xy + 2 * n - 2, at_x(last[0]), at_y(last[1]))),
              "the curve of %s goes through its points", of[r].name);

        char markers[60];
        snprintf(markers, sizeof markers, "fill=\"#ffffff\" stroke=\"%s\"",
                 svg_style_at(of[r].style)->colour);
        element e = { drawn.t.data, drawn.t.data };
        int paths_of_markers = 0;
        while (next_element(&e, "<path ")) paths_of_markers += has(&e, markers);
        check(paths_of_markers == 2, "the markers of %s are on its curve and in the legend",
              of[r].name);
    }
    /* from (4, 2) to (7, 3): the run leaves the frame at x = 5, y = 2 + 1/3, in the direction
     * (3, -1)/sqrt 10 on the screen */
    char fill[40];
    snprintf(fill, sizeof fill, "path fill=\"%s\" d=", svg_style_at(SVG_STYLE_PEG)->colour);
    const double c = 3 / sqrt(10.0), sine = -1 / sqrt(10.0), x = at_x(5), y = at_y(2 + 1.0 / 3.0);
    check(path_of(drawn.t.data, fill, 0, 3, tip, NULL) == 3 && near_point(tip, x, y),
          "an arrow has its tip where the run leaves the frame");
    const double middle[2] = { 0.5 * (tip[2] + tip[4]), 0.5 * (tip[3] + tip[5]) };
    check(fabs((x - middle[0]) * sine - (y - middle[1]) * c) < 0.02 &&
              (x - middle[0]) * c + (y - middle[1]) * sine > 8.0 &&
              fabs((tip[2] - tip[4]) * c + (tip[3] - tip[5]) * sine) < 0.02 &&
              fabs(fabs((tip[2] - tip[4]) * sine - (tip[3] - tip[5]) * c) - 9.0) < 0.02,
          "the arrow points along the run");

    element ring = { drawn.t.data, drawn.t.data };
    int rings = 0;
    while (next_element(&ring,
                        "<path fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.6\" d=\"M")) {
        const double at = at_x(1) - 6.5;
        const char *d = strstr(ring.at, " d=\"M") + 5;
        char *end;
        const double left = strtod(d, &end), level = strtod(end, NULL);
        rings += fabs(left - at) <= PIXEL && fabs(level - at_y(2)) <= PIXEL;
    }
    check(rings == 3, "a ring is at the start of each of the three runs");

    char mark[200];
    snprintf(mark, sizeof mark, "fill=\"%s\" stroke=\"%s\"", svg_style_at(SVG_STYLE_ST)->colour,
             svg_style_at(SVG_STYLE_ST)->colour);
    check(path_of(drawn.t.data, mark, 0, 4, xy, NULL) == 4 &&
              fabs(xy[0] + xy[4] - 2 * at_x(1.5)) < 2 * PIXEL &&
              fabs(xy[1] + xy[5] - 2 * at_y(1)) < 2 * PIXEL,
          "a filled marker is at the end of a run");
    snprintf(mark, sizeof mark, "stroke=\"%s\" stroke-width=\"2.6\"",
             svg_style_at(SVG_STYLE_AP)->colour);
    check(path_of(drawn.t.data, mark, 0, 4, xy, NULL) == 4 &&
              fabs(xy[0] + xy[2] - 2 * at_x(0)) < 2 * PIXEL &&
              fabs(xy[1] + xy[3] - 2 * at_y(1)) < 2 * PIXEL,
          "a cross is where a run stops");
    check(path_of(drawn.t.data, "stroke=\"#ffffff\" stroke-width=\"5.5\"", 0, 4, white, NULL) ==
                  4 &&
              white[0] < xy[0] && white[2] > xy[2],
          "the cross lies on a larger white one");

    static double straight_xy[] = { 4, 2, 7, 3 };
    drawn.path[0].count = 2;
    drawn.path[0].xy = straight_xy;
    drawn.s.nobstacle = 1;
    draw();
    check(path_of(drawn.t.data, fill, 0, 3, tip, NULL) == 3 &&
              near_point(tip, at_x(5), at_y(2 + 1.0 / 3.0)),
          "a run of a single piece has an arrow where it leaves the frame");
    check(!strstr(drawn.t.data, ">obstacle<") && strstr(drawn.t.data, ">open chain"),
          "the legend of a chain alone has no obstacle with an inside");

    const double crooked[] = { -1.23456, -1.11119, 5.55551, 3.33337 };
    drawn.f.view = crooked;
    draw();
    check(strstr(drawn.t.data, "Shown is x from -1.235 to 5.556 m, y from -1.111 to 3.333 m.") !=
              NULL,
          "the description has the window in millimetres");

    const double between[] = { 2, 1, 3, 3 };
    drawn.f.view = between;
    draw();
    check(!strstr(drawn.t.data, ">start<") && !strstr(drawn.t.data, ">end of a run<") &&
              !strstr(drawn.t.data, ">stopped before its time<"),
          "the legend of a window without starts and ends does not have them");
}

/* ---- joints and feet ---- */

#define THIN "fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.3\""

/* body 0 is joined to the world at (1, 1) and has a foot at (1.5, 1), body 1 is joined to body 0; a
 * metre is 100 pixels */
static void test_joints_and_feet(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    const double arrow[2] = { 13.0, 6.5 }, shaft = hypot(arrow[0], arrow[1]) - 7.0;
    static double poses[3][6] = { { 1, 1, 0, 2, 2, 0 }, { 0 }, { 1, 1, 0, 2, 2, 0 } }, xy[2 * 12];
    static char name[] = "";
    static scene_body body[2] = { { .name = name }, { .name = name } };
    static scene_joint joint[2] = {
        { .joint = { .kind = MB_REVOLUTE, .a = -1, .b = 0, .pa = { 1, 1 } } },
        { .joint = { .kind = MB_REVOLUTE, .a = 1, .b = 0 } }
    };
    static scene_support foot = { .support = { .body = 0, .at = { 0.5, 0 } } };
    const trajectory_foot rubs = { { 1.0, -0.5 }, 2.0, 1 };
    const trajectory run = { .particles = 2, .shots = 2, .shot = 1, .pose = poses[0],
                             .foot = &rubs };
    const scene s = { .nbody = 2, .njoint = 2, .nsupport = 1, .body = body, .joint = joint,
                      .support = &foot };
    output_text t = { NULL, 0, 0, 0 };
    int bad = 0;

    body[0].body.kind = body[1].body.kind = MB_DYNAMIC;
    mechanism_top(&s, &run, &frame, &t);
    /* the ground: a line of 18 pixels, 9 below the anchor, and strokes of 4 down and to the left */
    bad += path_of(t.data, THIN, 0, 12, xy, NULL) != 12 || !near_point(xy, 91, 309) ||
           !near_point(xy + 2, 109, 309);
    for (int i = 0; i < 5; i++)
        bad += !near_point(xy + 4 + 4 * i, 91 + 4.5 * i, 309) ||
               !near_point(xy + 6 + 4 * i, 87 + 4.5 * i, 313);
    check(bad == 0, "a joint to the world has a ground, hatched below its line");
    check(path_of(t.data, THIN, 1, 12, xy, NULL) == 0, "a joint of two bodies has no ground");
    check(path_of(t.data, "fill=\"#007F5F\"", 0, 2, xy, NULL) == 2 &&
              near_point(xy, 150, 300) &&
              near_point(xy + 2, 150 + shaft * 2 / sqrt(5), 300 + shaft / sqrt(5)),
          "the arrow of a foot's friction: half of the limit along x, a quarter of it downwards");
    element before = { t.data, t.data };
    int dots = 0;
    while (next_element(&before, "<path "))
        dots += has(&before, "fill-opacity=\"0.35\"") && has(&before, " d=\"M");
    check(dots == 1, "a dot is at the foot in the pose before, and not in the last: %d", dots);
    output_free(&t);
}

/* a box of 0.4 m by 0.2 m at (1, 1) on rails along x, and on a rod from (3, 1) */
static void test_rails_and_rod(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    static double pose[3] = { 1, 1, 0 }, corner[8] = { -.2, -.1, .2, -.1, .2, .1, -.2, .1 };
    static char name[] = "";
    static scene_body body = { .name = name, .shape = { 4, corner, 0.0 } };
    static scene_joint joint[2] = {
        { .joint = { .kind = MB_PRISMATIC, .a = -1, .b = 0, .pa = { 1, 1 }, .axis = { 1, 0 } } },
        { .joint = { .kind = MB_DISTANCE, .a = 0, .b = -1, .pb = { 3, 1 } } }
    };
    const trajectory run = { .particles = 1, .pose = pose };
    const scene s = { .nbody = 1, .njoint = 2, .body = &body, .joint = joint };
    output_text t = { NULL, 0, 0, 0 };
    double xy[3][4];
    int bad = 0;

    body.body.kind = MB_DYNAMIC;
    mechanism_top(&s, &run, &frame, &t);
    for (int k = 0; k < 3; k++) bad += path_of(t.data, THIN, k, 2, xy[k], NULL) != 2;
    check(bad == 0 && fabs(xy[0][1] - 290.0) < PIXEL && fabs(xy[0][3] - 290.0) < PIXEL &&
              fabs(xy[1][1] - 310.0) < PIXEL && fabs(xy[1][3] - 310.0) < PIXEL,
          "rails on both sides of a box");
    check(near_point(xy[2], 291, 309) && near_point(xy[2] + 2, 309, 309),
          "a rod's ground is at its anchor in the world");
    output_free(&t);
}

/* the arrow of the greatest push has 44 pixels; one of 2 is drawn, and a shorter one is not */
static void test_pushes(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    static const trajectory_push push[3] = {
        { { 1, 1 }, { 22, 0 } }, { { 2, 1 }, { 1, 0 } }, { { 3, 1 }, { 0.9, 0 } }
    };
    const trajectory run = { .npush = 3, .push = push };
    const scene s = { .nbody = 0 };
    output_text t = { NULL, 0, 0, 0 };
    double begin[2] = { 0.0, 0.0 };
    int n = 0;

    mechanism_top(&s, &run, &frame, &t);
    for (element e = { t.data, t.data }; next_element(&e, "<path ");)
        if (has(&e, "fill=\"#D55E00\""))
            n++, (void)read_path(strstr(e.at, " d=\"") + 4, 1, begin, NULL);
    check(n == 2 && near_point(begin, 200, 300),
          "pushes of 22 and 1 have arrows, a push of 0.9 has none: %d", n);
    output_free(&t);
}

/* the poses of a point at its start and end, (1, 1) and (3, 2), and none of the poses between that
 * it did not reach */
static void test_poses_of_a_stop(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    static double poses[4][3] = { { 1, 1, 0 }, { 1, 2, 0 }, { 2, 3, 0 }, { 3, 2, 0 } };
    static scene_body body = { .body = { .kind = MB_DYNAMIC } };
    static double point[2];
    const trajectory run = { .particles = 1, .shots = 3, .shot = 1, .pose = poses[0] };
    const scene s = { .nbody = 1, .body = &body };
    output_text t = { NULL, 0, 0, 0 };
    element e;
    int n = 0;

    body.shape.nvert = 1;
    body.shape.xy = point;
    mechanism_poses(&s, &run, &frame, &t);
    e.at = e.end = t.data;
    while (next_element(&e, "<path ")) n++;
    check(n == 2, "a run that stops has the poses that it reached, and the last: %d", n);
    output_free(&t);
}

/* a line above the frame is not drawn; a line through it is */
static void test_line_outside(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    const double p[2] = { 0, 5 }, q[2] = { 1, 5 }, o[2] = { 0, 1 };
    double a[2] = { 0, 0 }, b[2] = { 400, 0 };

    check(!ground_line(p, q, &frame, a, b, NULL), "a line that misses the frame is not drawn");
    check(ground_line(o, q, &frame, a, b, NULL) &&
              near_point(a, 0, 300) && near_point(b, 75, 0),
          "a line that crosses the frame is drawn from side to side");
}

/* the legend has the times of the first eight impacts, and the number of the others */
static void test_many_impacts(void)
{
    const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 400.0, 400.0, "f" };
    exact_event hit[9];
    exact_path path = { .event = hit };
    reference exact = { .count = 1, .path = &path };
    svg_entry entries[EVENTS_ENTRIES];

    memset(hit, 0, sizeof hit);
    for (int i = 0; i < 9; i++) hit[i].kind = EXACT_HIT, hit[i].impulse_n[0] = 1, hit[i].t = i;
    for (int n = 8; n <= 9; n++) {
        path.nevent = n;
        check(events_legend(&exact, &frame, entries) == 1 &&
                  strcmp(entries[0].text, n == 8 ? "impact, t = 0, 1, 2, 3, 4, 5, 6, 7 s"
                                : "impact, t = 0, 1, 2, 3, 4, 5, 6, 7 s and 1 more") == 0,
              "the legend of %d impacts: %s", n, entries[0].text);
    }
}

/* a map with a row of 1s and a row of 0s; the 201 values of a row are drawn as 101 cells, the last
 * one of a single value */
static void test_map_cells(void)
{
    enum { N = MAP_CELLS + 1 };
    static double value[2 * N];
    const map m = { .title = "Map", .x = { "a", 0.0, 1.0, N }, .y = { "b", 0.0, 1.0, 2 },
                    .label = "c", .value = value, .marked = "best", .blank = "none" };
    output_text t = { NULL, 0, 0, 0 };
    int light = 0, dark = 0;

    for (int i = 0; i < N; i++) value[i] = 1.0;
    map_svg(&m, &t);
    for (element e = { t.data, t.data }; next_element(&e, "<rect ");) {
        light += has(&e, "fill=\"#fde725\"");
        dark += has(&e, "fill=\"#440154\"");
    }
    check(light == N / 2 + 1 && dark == N / 2 + 1,
          "a map's cells have the values of their own row: %d light, %d dark", light, dark);
    output_free(&t);
}

/* the mark of a map, and the square for missing values, are in the middle of their samples */
static void test_map_legend(void)
{
    static double value[4] = { 0.0, 1.0, 1.0, (double)NAN };
    const map m = { .title = "Map", .x = { "a", 0.0, 1.0, 2 }, .y = { "b", 0.0, 1.0, 2 },
                    .label = "c", .value = value, .marked = "best", .blank = "none" };
    output_text t = { NULL, 0, 0, 0 };
    double xy[8], mark = HUGE_VAL, square = HUGE_VAL;
    element e;

    map_svg(&m, &t);
    for (int k = 0; path_of(t.data, "fill=\"#ffffff\"", k, 4, xy, NULL) == 4; k++)
        mark = 0.5 * (xy[0] + xy[4]);
    for (e.at = e.end = t.data; next_element(&e, "<rect ");)
        if (has(&e, "width=\"10\"")) square = number(&e, " x=\"") + 5.0;
    for (e.at = e.end = t.data; next_element(&e, "<text ");) {
        if (strncmp(e.end, ">best<", 6) == 0) mark -= number(&e, " x=\"");
        if (strncmp(e.end, ">none<", 6) == 0) square -= number(&e, " x=\"");
    }
    check(fabs(mark - square) < PIXEL && mark < -17.0,
          "mark and square in a map's legend are equally far from their texts: %g, %g", mark,
          square);
    output_free(&t);
}

/* a floor pushes a particle: the push is noted if the step begins or ends in the window */
static void test_acts(void)
{
    static const struct { double x[2], v[2]; int noted; } at[] = {
        { { 0.5, 0.5 }, { 0, 0 }, 1 }, { { -0.5, 0.5 }, { 0, 0 }, 0 },
        { { 1.5, 0.5 }, { 0, 0 }, 0 }, { { 0.5, -0.5 }, { 0, 0 }, 0 },
        { { 0.5, 1.5 }, { 0, 0 }, 0 }, { { 0.5, 1.5 }, { 0, -10 }, 1 },
        { { 0.5, 0.5 }, { 0, 10 }, 1 }
    };
    static const double window[5] = { 0, 0, 1, 1, HUGE_VAL }, p_n[1] = { 1 };
    static mb_edge edge[1];
    static mb_contact contact[1];
    int bad = 0;

    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        double x[2] = { at[k].x[0], at[k].x[1] }, v[2] = { 0, 0 }, mass[1] = { 1 };
        acts a = { window, 0, 0, 0, NULL };
        mb_sim sim;
        mb_step step;
        memset(&sim, 0, sizeof sim);
        memset(&step, 0, sizeof step);
        sim.terrain.edge = edge;
        sim.x = x;
        sim.v = v;
        sim.mass = mass;
        sim.h = 0.1;
        step.ncontact = 1;
        step.contact = contact;
        step.p_n = p_n;
        memcpy(step.v, at[k].v, sizeof step.v);
        bad += acts_watch(&a, &sim, &step) != 0 || a.count != at[k].noted;
        acts_free(&a);
    }
    check(bad == 0, "pushes are noted in a window, on the way in and out, and on no side of it");
}

/* the number of an edge that pushes is drawn inside the frame, near the end of the edge */
static void test_edge_names(void)
{
    act pushed = { 0, 0.0, 0.1 };
    const acts a = { NULL, 1, 1, 0, &pushed };
    const svg_frame frame = { 0.0, -1.0, 4.0, 3.0, 0.0, 0.0, 400.0, 400.0, "f" };
    output_text t = { NULL, 0, 0, 0 };
    element e;

    set_up(1);
    drawn.run[0].acts = &a;
    closeup_names(&drawn.f, &frame, &t);
    e.at = e.end = t.data;
    /* the floor goes to the right, and 0.94 of it is the first place */
    check(next_element(&e, "<text ") && fabs(number(&e, " x=\"") - 376.0) <= PIXEL &&
              strncmp(e.end, ">1<", 3) == 0, "the name of an edge is near its end");
    output_free(&t);
}

/* the legend of a window has a marker of each kind, side by side */
static void test_step_sample(void)
{
    const svg_frame frame = { 0.0, -1.0, 4.0, 3.0, 0.0, 0.0, 400.0, 400.0, "f" };
    svg_entry entries[64];
    output_text t = { NULL, 0, 0, 0 };
    double xy[8];
    int shapes = 0;

    set_up(1);
    check(closeup_legend(&drawn.f, &frame, entries) == 1,
          "the legend of a window without pushes has one entry");
    entries[0].draw(&t, entries, 100.0, 50.0, 40.0);
    for (const char *at = t.data; at && *at; at++) shapes += *at == 'M';
    check(shapes == 3 && path_of(t.data, "fill=\"none\"", 0, 4, xy, NULL) == 4 &&
              fabs(0.5 * (xy[0] + xy[4]) - 108.0) < PIXEL,
          "its sample has three markers, the first at a fifth of its width: %d", shapes);
    output_free(&t);
}

/* ---- in pixels ---- */

enum { SIDE = 80 };

static unsigned char pixel[SIDE][SIDE][3];

/* replace the functions of png.c, which may not be available: keep the pixels of the picture */
int png_there(void) { return 1; }

int png_write(const unsigned char *rgb, int width, int height, output_text *out)
{
    (void)out;
    if (width != SIDE || height != SIDE) return -1;
    memcpy(pixel, rgb, sizeof pixel);
    return 0;
}

static int draw_letters(const char *attributes, const char *letters)
{
    output_text svg = { NULL, 0, 0, 0 }, png = { NULL, 0, 0, 0 };
    int status;

    output_printf(&svg, "<svg width=\"40\" height=\"40\"><text x=\"20\" y=\"20\" %s>"
                        "%s</text></svg>", attributes, letters);
    status = picture_png(&svg, &png, stdout);
    output_free(&svg);
    output_free(&png);
    return status;
}

/* a quarter turn about the picture's middle maps pixels to pixels: (x, y) to (y, SIDE - 1 - x) */
static void test_turned_letters(void)
{
    static unsigned char flat[SIDE][SIDE][3];
    int bad = draw_letters("font-size=\"12\"", "Fr"), inked = 0, far = 0;

    memcpy(flat, pixel, sizeof flat);
    bad |= draw_letters("font-size=\"12\" transform=\"rotate(-90 20 20)\"", "Fr");
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            inked += flat[y][x][0] < 128;
            far += abs(flat[y][x][0] - pixel[SIDE - 1 - x][y][0]) > 64;
        }
    check(!bad && inked > 60 && far == 0,
          "the pixels of turned letters are those of level ones, turned: %d dark, %d differ",
          inked, far);
}

/* the pixels of a round letter stay the same when it is turned by 180 degrees */
static void test_round_letter(void)
{
    int bad = draw_letters("font-size=\"15\"", "O"), x0 = SIDE, x1 = 0, y0 = SIDE, y1 = 0, far = 0;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            if (pixel[y][x][0] == 255) continue;
            x0 = x < x0 ? x : x0, x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0, y1 = y > y1 ? y : y1;
        }
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            far += abs(pixel[y][x][0] - pixel[y0 + y1 - y][x0 + x1 - x][0]) > 64;
    check(!bad && x1 - x0 > 8 && y1 - y0 > 16 && far == 0,
          "an O looks the same upside down: %d pixels differ", far);
}

int main(void)
{
    test_markers();
    test_marks();
    test_many_marks();
    test_axes();
    test_log_scale();
    test_powers();
    test_scale_width();
    test_heading();
    test_legend_room();
    test_legend_columns();
    test_styles();
    test_chart_room();
    test_chart_band();
    test_figure_obstacles();
    test_cut_solids();
    test_view_of_numbers();
    test_halfspaces();
    test_times(0.0);
    test_times(10.0);
    test_times_of_small_pieces();
    test_time_names();
    test_figure_runs();
    test_joints_and_feet();
    test_rails_and_rod();
    test_pushes();
    test_poses_of_a_stop();
    test_line_outside();
    test_many_impacts();
    test_map_cells();
    test_map_legend();
    test_acts();
    test_edge_names();
    test_step_sample();
    test_turned_letters();
    test_round_letter();
    output_free(&drawn.t);
    return check_done();
}
