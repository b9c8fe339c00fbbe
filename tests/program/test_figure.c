/* test_figure.c: ticks, frame, clipping, thinning, and the contents of the pictures of figure.h and
 * chart.h */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/drawing/figure.h"
#include "minisim2d/motion/trajectory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SVG_STYLE_ST = SVG_STYLE_FORMULATION, SVG_STYLE_AP, SVG_STYLE_PEG };

/* ---- reading SVG ---- */

/* how many times needle occurs in text */
static int count_of(const char *text, const char *needle)
{
    int n = 0;

    for (const char *at = text; (at = strstr(at, needle)) != NULL; at += strlen(needle)) n++;
    return n;
}

/* 1 if one of the five entities begins at this place */
static int is_entity(const char *at)
{
    static const char *const entities[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&#39;" };

    for (int i = 0; i < 5; i++) if (strncmp(at, entities[i], strlen(entities[i])) == 0) return 1;
    return 0;
}

/* NULL if every element is closed by its own name, attributes are quoted, and < and & are escaped;
 * else the place of an error */
static const char *ill_formed(const char *text)
{
    const char *open[32];
    int depth = 0, elements = 0;

    for (const char *at = text; *at; at++) {
        size_t name;
        const char *start = at;

        if (*at == '&' && !is_entity(at)) return at;
        if (*at != '<') continue;
        if (at[1] == '/') {
            name = strcspn(at + 2, ">");
            if (depth == 0 || strncmp(open[--depth], at + 2, name) != 0) return at;
            at += 2 + name;
            continue;
        }
        name = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
        if (name == 0 || depth == 32) return at;
        open[depth] = at + 1;
        for (at += 1 + name; *at && *at != '>' && *at != '/'; at++) {
            if (*at == '<' || *at == '&') return start;
            if (*at != '"') continue;
            for (at++; *at && *at != '"'; at++)
                if (*at == '<' || (*at == '&' && !is_entity(at))) return start;
            if (!*at) return start;
        }
        if (*at == '\0') return start;
        if (*at == '/') {
            if (*++at != '>') return start;
        } else {
            depth++;
        }
        if (depth == 0 && ++elements > 1) return start;
    }
    return depth == 0 ? NULL : text;
}

/* reads the points of the first path in text that begins with these attributes; knows only M and L
 * with absolute points */
static int path_points(const char *text, const char *attributes, int most, double *xy)
{
    const char *at = strstr(text, attributes);
    int n = 0;

    at = at ? strstr(at, " d=\"") : NULL;
    if (!at) return 0;
    for (at += 4; (*at == 'M' || *at == 'L') && n < most; n++) {
        char *end;
        xy[2*n] = strtod(at + 1, &end);
        xy[2*n + 1] = strtod(end, &end);
        at = end;
    }
    return n;
}

/* 1 if the picture is well formed, without NaN and infinity */
static int is_sound(const output_text *t)
{
    const char *bad = t->failed || !t->data ? "no memory" : ill_formed(t->data);

    if (bad) note("ill-formed at: %.80s", bad);
    if (!bad && (strstr(t->data, "nan") || strstr(t->data, "inf"))) note("%s", bad = "nan or inf");
    return !bad;
}

/* ---- ticks ---- */

static int labels_are(const svg_scale *s, const char *expected)
{
    char got[500] = "";

    for (int i = 0; i < s->count; i++) {
        if (i > 0) strcat(got, " ");
        strcat(got, s->label[i]);
    }
    if (strcmp(got, expected) != 0) note("got %s", got);
    return strcmp(got, expected) == 0;
}

static int ticks_are(double lo, double hi, int most, const char *expected)
{
    svg_scale s;

    svg_scale_linear(&s, lo, hi, most);
    return labels_are(&s, expected);
}

static int powers_are(double lo, double hi, int most, const char *expected)
{
    svg_scale s;

    svg_scale_log(&s, log10(lo), log10(hi), most);
    return labels_are(&s, expected);
}

#define MINUS "\xE2\x88\x92"

static void test_ticks(void)
{
    rng r = { 3 };
    int wrong = 0;

    check(ticks_are(0, 10, 6, "0 2 4 6 8 10"),
          "0 to 10 with at most 6 ticks: steps of 2, both ends");
    check(ticks_are(0, 10, 5, "0 5 10"), "0 to 10 with at most 5 ticks: steps of 5");
    check(ticks_are(0, 10, 11, "0 1 2 3 4 5 6 7 8 9 10"),
          "0 to 10 with at most 11 ticks: steps of 1");
    check(ticks_are(0, 23, 99, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23"),
          "0 to 23 with at most 99 ticks: each of the 24 has its label");
    check(ticks_are(-0.31, 0.32, 8, MINUS "0.3 " MINUS "0.2 " MINUS "0.1 0 0.1 0.2 0.3"),
          "as many decimals as the step has, and 0 without sign");
    check(ticks_are(0.25, 1.01, 5, "0.4 0.6 0.8 1"),
          "ticks are at round numbers, not at the ends of the range");
    check(ticks_are(0, 3e7, 4, "0 1e7 2e7 3e7"), "large numbers have powers of ten");
    check(ticks_are(-2e-7, 2e-7, 5, MINUS "2e-7 " MINUS "1e-7 0 1e-7 2e-7"),
          "small numbers have powers of ten");
    check(ticks_are(1e6, 1e6 + 4, 5, "1000000 1000001 1000002 1000003 1000004"),
          "a small range far from 0");
    for (int k = 0; k < 5000; k++) {
        double lo = rng_range(&r, -1, 1) * pow(10, rng_range(&r, -8, 8));
        double hi = lo + pow(10, rng_range(&r, -6, 6)) * (1 + fabs(lo) * 1e-3);
        int most = 5 + rng_int(&r, 15);
        svg_ticks t = svg_ticks_between(lo, hi, most);
        double digit = t.step / pow(10, floor(log10(t.step) + 1e-9)), slack = 1e-8 * (hi - lo);
        if (t.count < 2 || t.count > most || svg_tick(&t, 0) < lo - slack ||
            svg_tick(&t, t.count - 1) > hi + slack)
            wrong++;
        else if (svg_tick(&t, 0) - t.step > lo + slack ||
                 svg_tick(&t, t.count - 1) + t.step < hi - slack)
            wrong++;
        else if (fabs(digit - 1) > 1e-9 && fabs(digit - 2) > 1e-9 && fabs(digit - 5) > 1e-9)
            wrong++;
    }
    check(wrong == 0, "5000 random ranges: at least two ticks and at most as many as allowed, up "
                      "to the ends of the range, in steps of 1, 2 or 5 times a power of ten");

    check(powers_are(
              1e-8, 1.0, 20,
              "10\xE2\x81\xBB\xE2\x81\xB8 10\xE2\x81\xBB\xE2\x81\xB7 10\xE2\x81\xBB\xE2\x81\xB6 "
              "10\xE2\x81\xBB\xE2\x81\xB5 10\xE2\x81\xBB\xE2\x81\xB4 0.001 0.01 0.1 1"),
          "a logarithmic axis has ticks at powers of ten");
    check(powers_are(1e-16, 1.0, 5,
                     "10\xE2\x81\xBB\xC2\xB9\xE2\x81\xB6 10\xE2\x81\xBB\xC2\xB9\xC2\xB2 "
                     "10\xE2\x81\xBB\xE2\x81\xB8 "
                     "10\xE2\x81\xBB\xE2\x81\xB4 1"),
          "a logarithmic axis has ticks at every fourth power of ten if there are too many");
    check(powers_are(0.0025, 0.08, 8, "0.005 0.01 0.02 0.05"),
          "a logarithmic axis of less than two decades has ticks at 1, 2 and 5");
}

/* ---- frame and curves ---- */

static void test_frame(void)
{
    const svg_frame f = { -1.0, 2.0, 3.0, 4.0, 100.0, 50.0, 400.0, 200.0, "f" };

    check(svg_x(&f, -1.0) == 100.0 && svg_x(&f, 3.0) == 500.0 && svg_x(&f, 1.0) == 300.0,
          "x: left, right and middle of the frame");
    check(svg_y(&f, 4.0) == 50.0 && svg_y(&f, 2.0) == 250.0 && svg_y(&f, 3.5) == 100.0,
          "y: top, bottom and a quarter down");
    check(svg_inside(&f, 3.0, 2.0) && !svg_inside(&f, 3.1, 3.0) && !svg_inside(&f, HUGE_VAL, 3.0) &&
              !svg_inside(&f, strtod("nan", NULL), 3.0),
          "inside the frame: the border is, infinity and NaN are not");
}

/* clips a segment to the unit square, and compares the result */
static int clip_is(double ax, double ay, double bx, double by, int seen, double cx, double cy,
                   double dx, double dy)
{
    const double box[4] = { 0.0, 0.0, 1.0, 1.0 };
    double a[2] = { ax, ay }, b[2] = { bx, by };
    int r = svg_clip(box, a, b);

    if (!seen) return r == 0;
    return r == 1 && fabs(a[0] - cx) + fabs(a[1] - cy) + fabs(b[0] - dx) + fabs(b[1] - dy) < 1e-12;
}

static void test_clip(void)
{
    check(clip_is(0.2, 0.3, 0.7, 0.9, 1, 0.2, 0.3, 0.7, 0.9), "a segment inside stays");
    check(clip_is(-1, 0.5, 3, 0.5, 1, 0, 0.5, 1, 0.5), "a segment across is cut on both sides");
    check(clip_is(0.5, 0.5, 2.5, 1.5, 1, 0.5, 0.5, 1, 0.75),
          "a segment that leaves is cut at the side");
    check(clip_is(-0.5, 0.25, 0.25, -0.5, 0, 0, 0, 0, 0), "a segment past a corner is outside");
    check(clip_is(-1, -1, 2, 2, 1, 0, 0, 1, 1), "the diagonal is cut at both corners");
    check(clip_is(2, 0.5, 3, 0.5, 0, 0, 0, 0, 0) && clip_is(0.5, -2, 0.5, -1, 0, 0, 0, 0, 0),
          "a segment beyond a side, along an axis, is outside");
    check(clip_is(0.5, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5) && clip_is(2, 2, 2, 2, 0, 0, 0, 0, 0),
          "a point inside stays, and a point outside is outside");
}

/* the distance of p from the polyline */
static double distance_to(const double *p, int n, const double *xy)
{
    double least = HUGE_VAL;

    for (int i = 0; i + 1 < n; i++)
        least = fmin(least, mb_distance_to_segment(p, xy + 2 * i, xy + 2 * i + 2));
    return least;
}

/* a unit is one pixel, and y points up */
static const svg_frame pixels = { 0.0, 0.0, 1000.0, 1000.0, 0.0, 0.0, 1000.0, 1000.0, "f" };

static int points_of(int npoint, const double *xy, int most, double *out)
{
    output_text t = { NULL, 0, 0, 0 };
    int n;

    svg_path(&t, &pixels, npoint, xy, 0, "class=\"c\"");
    n = t.data ? path_points(t.data, "class=\"c\"", most, out) : 0;
    output_free(&t);
    return n;
}

static void test_thinning(void)
{
    enum { N = 20000, MOST = 5000 };
    static double xy[2*N], got[2*MOST];
    rng r = { 11 };
    double worst = 0.0;
    int n;

    for (int i = 0; i < 1000; i++) {
        xy[2*i] = i;
        xy[2*i + 1] = 500;
    }
    n = points_of(1000, xy, MOST, got);
    check(n == 2 && got[0] == 0 && got[1] == 500 && got[2] == 999 && got[3] == 500,
          "1000 points on a straight line are drawn with 2");

    for (int i = 0; i < N; i++) {
        xy[2*i] = 500 + 400 * cos(i * 2e-3);
        xy[2*i + 1] = 500 + 400 * sin(i * 2e-3);
    }
    n = points_of(N, xy, MOST, got);
    for (int i = 0; i < N; i += 37) {
        double p[2] = { xy[2*i], 1000 - xy[2*i + 1] };
        worst = fmax(worst, distance_to(p, n, got));
    }
    check(n > 100 && n < SVG_MAX_POINTS, "20000 points on a circle of 400 pixels are drawn with %d",
          n);
    check(worst < 0.15, "the drawn circle is within 0.15 pixels of all points");

    /* up and down a line */
    for (int i = 0; i < 5; i++) {
        static const double height[5] = { 0, 100, 0, 200, 100 };
        xy[2*i] = 300;
        xy[2*i + 1] = height[i];
    }
    n = points_of(5, xy, MOST, got);
    check(n == 5 && got[3] == 900 && got[7] == 800 && got[9] == 900,
          "a curve that returns along itself keeps its turning points");

    for (int i = 0; i < 2*N; i++) xy[i] = rng_range(&r, 0, 1000);
    n = points_of(N, xy, MOST, got);
    check(n > 0 && n <= SVG_MAX_POINTS, "20000 random points are drawn with at most %d",
          SVG_MAX_POINTS);
}

static void test_gaps_and_clipping(void)
{
    const double nan = strtod("nan", NULL);
    const double gap[] = { 100, 100, 200, 100, nan, 100, 300, 100, 400, 100, HUGE_VAL, 0, 500,
        100 };
    const double away[] = { 500, 500, 1500, 500, 1500, 1500, 500, 1500, 500, 900 };
    const double slope[] = { 500, 500, 1e10 + 500, 5e9 + 500 };
    const double thrown[] = { 500, 500, 500, 1e308, -1e308, 1e308, 500, -1e308 };
    output_text t = { NULL, 0, 0, 0 };
    double got[40];

    svg_path(&t, &pixels, 7, gap, 0, "a=\"b\"");
    check(strcmp(t.data, "<path a=\"b\" d=\"M100 900L200 900M300 900L400 900M500 900\" "
                         "clip-path=\"url(#f-frame)\"/>\n") == 0,
          "points that are not finite interrupt the curve");
    t.size = 0;
    svg_path(&t, &pixels, 5, away, 0, "a=\"b\"");
    check(strcmp(t.data, "<path a=\"b\" d=\"M500 500L1050 500L1050 -50L500 -50L500 100\" "
                         "clip-path=\"url(#f-frame)\"/>\n") == 0,
          "a curve that leaves and returns is drawn along a line 50 pixels outside the frame");
    t.size = 0;
    t.data[0] = '\0';
    svg_path(&t, &pixels, 1, gap, 0, "a=\"b\"");
    svg_path(&t, &pixels, 0, NULL, 0, "a=\"b\"");
    check(t.size == 0, "a single point or none makes no path");
    check(points_of(4, thrown, 20, got) >= 2 && got[0] == 500 && got[1] == 500 &&
              fabs(got[2] - 500) < 1e-9 && got[3] == -50,
          "a curve to a point 1e308 m away is cut 50 pixels outside the frame");
    check(points_of(2, slope, 20, got) == 2 && got[2] == 1050 && fabs(got[3] - 225) < 0.011,
          "a line of 1e10 pixels is cut without changing its direction");
    output_free(&t);
}

/* compares the lines of a wrapped text, with | between them */
static int wrapped_are(const char *text, double width, int most, const char *expected)
{
    output_text t = { NULL, 0, 0, 0 };
    char got[300] = "";
    int lines = svg_wrapped(&t, text, 0, 0, width, 12, most, "");

    for (const char *at = t.data ? t.data : ""; (at = strchr(at, '>')) != NULL;
         at = strstr(at, "</text>") + 7) {
        size_t used = strlen(got), n = strcspn(at + 1, "<");
        snprintf(got + used, sizeof got - used, "%s%.*s", used ? "|" : "", (int)n, at + 1);
    }
    output_free(&t);
    if (strcmp(got, expected) != 0) note("%d lines: %s", lines, got);
    return strcmp(got, expected) == 0 &&
           svg_wrapped(NULL, text, 0, 0, width, 12, most, "") == lines;
}

/* a place is free if it is as far as the given size from all others along x or along y */
static void test_free_places(void)
{
    double taken[1][2] = { { 10, 20 } };
    const double beside[2] = { 13, 20 }, below[2] = { 10, 22 }, near[2] = { 12.5, 21.5 };

    check(svg_is_free(beside, 1, taken, 3, 2) && svg_is_free(below, 1, taken, 3, 2) &&
              !svg_is_free(near, 1, taken, 3, 2) && svg_is_free(near, 0, taken, 3, 2),
          "places beside another one and below it are free, a place that overlaps it is not");
}

static void test_text(void)
{
    double word = svg_text_width("aaaa", 4, 12);
    const svg_frame tiny = { 1e6 - 0.1, 0.0, 1e6 + 1.1, 1.0, 0.0, 0.0, 50.0, 170.0, "f" };
    const svg_frame narrow = { 1e6, 0.0, 1e6 + 4.0, 1.0, 0.0, 0.0, 170.0, 170.0, "f" };
    svg_scale s;

    check_near(svg_text_width("aaaa", 4, 24), 2 * word, 1e-12,
               "text of twice the size is twice as wide");
    check(svg_text_width("\xCE\xB5", 2, 12) < word / 2, "a character of two bytes counts once");
    check(wrapped_are("aaaa aaaa aaaa", 10 * word, 3, "aaaa aaaa aaaa"),
          "text that fits is one line");
    check(wrapped_are("aaaa aaaa aaaa", 1.6 * word, 3, "aaaa|aaaa|aaaa"),
          "lines are broken at blanks");
    check(wrapped_are("aaaaaaaaaa", 1.1 * word, 3, "aaaa|aaaa|aa"),
          "a word that is too long is broken");
    check(wrapped_are("aaaa aaaa aaaa", 1.6 * word, 2, "aaaa|aaaa..."),
          "a text of too many lines ends in dots");
    check(wrapped_are("aaaa ", 1.1 * word, 3, "aaaa"), "a blank at the end makes no line");
    check(wrapped_are("", word, 2, "") && wrapped_are("aa", 0, 9, "a|a"),
          "an empty text has no line; without room a line has one character");
    svg_scale_x(&s, &narrow, 0);
    check(s.count >= 1 && (s.count == 1 ||
                           svg_scale_width(&s) < svg_x(&narrow, s.at[1]) - svg_x(&narrow, s.at[0])),
          "labels of seven digits do not overlap on a narrow plot");
    svg_scale_x(&s, &tiny, 0);
    check(s.count == 2, "two ticks stay although their labels overlap");
}

/* ---- figures ---- */

static char title[100] = "Hills & <valleys>";
static double hills_xy[2 * 81];

/* the figure of a test: a scene, its runs, and the picture */
static struct {
    scene s;
    scene_obstacle o;
    scene_particle p;
    thin_path path[4];
    trajectory run[4];
    figure f;
    svg_frame frame;
    double width, height;
    output_text t;
} drawn;

/* a scene of eight half circles of ten edges, from (0, 0) to (16, 0), with a particle that starts
 * at (0.5, 2); and no run */
static void set_up(void)
{
    const double pi = 3.14159265358979323846;

    output_free(&drawn.t);
    memset(&drawn, 0, sizeof drawn);
    for (int i = 0; i <= 80; i++) {
        double angle = pi * (1.0 - (i % 10) / 10.0);
        hills_xy[2*i] = i % 10 ? 2 * (i / 10) + 1 + cos(angle) : 2 * (i / 10);
        hills_xy[2*i + 1] = i % 10 ? sin(angle) : 0.0;
    }
    drawn.o.nvert = 81;
    drawn.o.xy = hills_xy;
    drawn.p.mass = 1.0;
    drawn.p.x[0] = 0.5;
    drawn.p.x[1] = 2.0;
    drawn.s.title = title;
    drawn.s.epsilon = 0.5;
    drawn.s.nobstacle = drawn.s.nparticle = 1;
    drawn.s.obstacle = &drawn.o;
    drawn.s.particle = &drawn.p;
    drawn.f.scene = &drawn.s;
    drawn.f.run = drawn.run;
}

/* adds a run of one particle through these points, which are not copied */
static trajectory *add_run(const char *name, int style, int npoint, const double *xy)
{
    const int i = drawn.f.nrun++;
    trajectory *r = &drawn.run[i];

    drawn.path[i].count = npoint;
    memcpy(&drawn.path[i].xy, &xy, sizeof xy);
    r->name = name;
    r->style = style;
    r->particles = 1;
    r->path = &drawn.path[i];
    return r;
}

static void draw(void)
{
    output_free(&drawn.t);
    figure_layout(&drawn.f, &drawn.frame, &drawn.width, &drawn.height);
    figure_svg(&drawn.f, &drawn.t);
}

static void test_view(void)
{
    const double path[] = { 0.5, 2, 2.2, 0.6, 10.3, 1.1 }, thrown[] = { 0.5, 2, 1, 5, 900, 1000 };
    const svg_frame *frame = &drawn.frame;
    double before[4], after[4], view[4] = { 0, 0, 10, 5 };

    set_up();
    add_run("exact", SVG_STYLE_EXACT, 3, path)->reference = 1;
    figure_view(&drawn.f, before);
    check(before[0] < 0 && before[2] > 16 && before[0] > -2 && before[2] < 18,
          "the view has all eight hills, and at most 2 m more at either end");
    check(before[1] < 0 && before[3] > 2 && before[3] < 4,
          "the view reaches from below the ground to above the start");
    add_run("ST", SVG_STYLE_ST, 3, thrown);
    figure_view(&drawn.f, after);
    check(memcmp(before, after, sizeof before) == 0,
          "a run that is thrown 1000 m away does not change the view");

    draw();
    check_near(frame->width / (frame->x1 - frame->x0), frame->height / (frame->y1 - frame->y0),
               1e-9, "both axes have the same scale");
    check(frame->left > 0 && frame->left + frame->width < drawn.width && frame->top > 0 &&
              frame->top + frame->height < drawn.height,
          "the plot is in the picture");
    drawn.f.view = view;
    draw();
    check(frame->x0 == 0 && frame->y0 == 0 && frame->x1 == 10 && frame->y1 == 5,
          "a requested view is shown unchanged");
    for (int side = 0; side < 4; side++) {
        const double kept = view[side];
        view[side] = side < 2 ? -2e300 : 2e300;
        draw();
        check(frame->x0 > -2.0 && frame->x1 < 18.0 && frame->y0 > -2.0 && frame->y1 < 4.0,
              "a requested view that is too large is replaced by the default, side %d", side + 1);
        view[side] = kept;
    }

    view[2] = 0.1;
    draw();
    check(frame->width >= 150 && 0.5 * (frame->x0 + frame->x1) > 0.049 &&
              0.5 * (frame->x0 + frame->x1) < 0.051,
          "a narrow requested view is widened around its middle");
    check_near(frame->width / (frame->x1 - frame->x0), frame->height / (frame->y1 - frame->y0),
               1e-9, "both axes of a widened view have the same scale");

    drawn.f.view = NULL;
    drawn.f.nrun = 0;
    drawn.s.nobstacle = 0;
    figure_view(&drawn.f, after);
    check(after[0] < 0.5 && after[2] > 0.5 && after[1] < 2 && after[3] > 2 &&
              after[2] - after[0] > 0.1,
          "a lone particle at rest has room around it");
    drawn.s.nparticle = 0;
    figure_view(&drawn.f, after);
    check(after[0] < 0 && after[1] == after[0] && after[2] == -after[0] && after[3] == after[2],
          "the view of an empty scene is a square around the origin");
}

/* how many of the points are in a box, given by its left, bottom, right and top */
static int held(const double box[4], int npoint, const double *xy)
{
    int n = 0;

    for (int i = 0; i < npoint; i++) {
        const double x = xy[2*i], y = xy[2*i + 1];
        n += x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
    }
    return n;
}

/* the view of runs in scenes whose x and y have different ranges */
static void test_view_of_runs(void)
{
    double ground[] = { 100, 0, 110, 0 }, far_below[] = { 100, -50, 110, -50 };
    const double run[] = { 101, 3, 105, 0.5, 109, 1, 105, -1, 900, 700 };
    const double truth[] = { 101, 3, 105, 3, 105, 1 };
    const double about_it[] = { 101, 3, 105.5, 3, 105, 0.5, 100.5, 1, 101, 3.5, 900, 700 };
    double view[4];

    set_up();
    drawn.o.nvert = 2;
    drawn.o.xy = ground;
    drawn.p.x[0] = 101;
    drawn.p.x[1] = 3;
    add_run("PEG", SVG_STYLE_PEG, 5, run);
    figure_view(&drawn.f, view);
    check(held(view, 5, run) == 4,
          "the view has the part of a run above the ground, and a little below it");

    drawn.f.nrun = 0;
    drawn.o.xy = far_below;
    add_run("exact", SVG_STYLE_EXACT, 3, truth)->reference = 1;
    add_run("PEG", SVG_STYLE_PEG, 6, about_it);
    figure_view(&drawn.f, view);
    check(held(view, 3, truth) == 3 && held(view, 6, about_it) == 5,
          "the view has half a metre around 4 m of the reference, on every side");
}

/* the figure of four runs over the hills: one is stopped, another is thrown out */
static void test_elements(void)
{
    const double path[] = { 0.5, 2, 2.2, 0.6, 10.3, 1.1 }, short_path[] = { 0.5, 2, 2.1, 0.65 };
    const double thrown[] = { 0.5, 2, 1, 2.1, 900, 1000 };
    const output_text *t = &drawn.t;
    char pushed[80] = "";         /* the edges on both sides of the first valley */

    set_up();
    pushed[9] = pushed[10] = 1;
    add_run("exact", SVG_STYLE_EXACT, 3, path)->reference = 1;
    add_run("PEG", SVG_STYLE_PEG, 3, path)->pushed = pushed;
    add_run("ST <1996>", SVG_STYLE_ST, 2, short_path)->pushed = pushed;
    add_run("AP", SVG_STYLE_AP, 3, thrown);
    drawn.run[2].failed = 1;
    drawn.f.subtitle = "h = 0.01 s";
    drawn.f.prefix = "a b";
    draw();
    check(is_sound(t), "the figure is well formed");
    check(count_of(t->data, "<title ") == 1 && count_of(t->data, "<desc ") == 1 &&
              count_of(t->data, "role=\"img\"") == 1,
          "the figure has a title and a description");
    check(count_of(t->data, " id=\"a-b-") == count_of(t->data, " id=\""),
          "every id begins with the prefix");
    check(count_of(t->data, ">Hills &amp; &lt;valleys&gt;<") == 2,
          "the scene's title is escaped as title and as heading");
    check(count_of(t->data, SVG_OUTLINE " d=") == 1, "one obstacle has one outline");
    check(count_of(t->data, SVG_SOLID " d=") == 0, "a chain has no filled inside");
    check(count_of(t->data, SVG_HALFSPACE " d=") == 2,
          "two half-spaces that pushed in two runs are drawn once each");
    check(count_of(t->data, ">x [m]<") == 1 && count_of(t->data, ">y [m]<") == 1,
          "both axes have their unit");
    check(count_of(t->data, ">ST &lt;1996&gt;, stopped<") == 1,
          "the legend marks the run that stopped");
    check(count_of(t->data, "stroke-width=\"2.6\" d=") == 2,
          "a cross marks the place where a run stopped, and is in the legend");
    check(count_of(t->data, ">AP (leaves the frame)<") == 1 &&
              count_of(t->data, "(leaves the frame)") == 1,
          "the legend marks the run that leaves the frame");
    check(count_of(t->data, "<path fill=\"none\" stroke=\"#b0b0b0\"") == 1,
          "the reference is drawn once");
    const char *peg = strstr(t->data, "stroke=\"#0072B2\" stroke-linejoin"),
               *st = strstr(t->data, "stroke=\"#D55E00\" stroke-linejoin");
    check(peg && st && peg < st, "dashed ST is drawn over solid PEG");
}

/* the most squares of ST in one path: those on its curve, since the legend has only one */
static int squares(const char *text)
{
    static const char marks[] = "stroke=\"#D55E00\" stroke-width=\"1.2\" d=\"";
    int most = 0;

    for (const char *at = text; (at = strstr(at, marks)) != NULL;) {
        int n = 0;
        for (at += strlen(marks); *at && *at != '"'; at++) n += *at == 'M';
        if (n > most) most = n;
    }
    return most;
}

/* a curve has a marker every 34 pixels, however close its points are */
static void test_markers_of_runs(void)
{
    static double xy[2 * 4001];
    double length;

    set_up();
    for (int i = 0; i <= 4000; i++) {
        xy[2*i] = 0.5 + 15.0 * i / 4000.0;
        xy[2*i + 1] = 2.0;
    }
    add_run("ST", SVG_STYLE_ST, 4001, xy);
    draw();
    length = 15.0 * drawn.frame.width / (drawn.frame.x1 - drawn.frame.x0);
    check(fabs(squares(drawn.t.data) - length / 34.0) <= 1.0,
          "%d squares on a curve of %.0f pixels", squares(drawn.t.data), length);
}

static void test_obstacle_kinds(void)
{
    double platform[] = { 0, 2, 1, 2 }, ground[] = { -2, 0, 4, 0 }, wall[] = { 4, 0, 4, 3 };
    double square[] = { 2, 1, 2, 2, 3, 2, 3, 1 };
    scene_obstacle o[4] = { { 2, platform, 0, 0.0, 1 }, { 2, ground, 0, 0.0, 2 },
        { 2, wall, 0, 0.0, 3 },
                            { 4, square, 1, 0.0, 4 } };
    const double view[4] = { -3, -1, 5, 4 };
    const output_text *t = &drawn.t;

    set_up();
    drawn.f.view = view;
    drawn.s.nobstacle = 4;
    drawn.s.obstacle = o;
    draw();
    check(is_sound(t) && count_of(t->data, SVG_OUTLINE " d=") == 4,
          "platform, ground, wall and square have outlines");
    check(count_of(t->data, SVG_SOLID " d=") == 1, "only the square is filled, chains are not");
    check(count_of(t->data, SVG_HALFSPACE_TICKS " d=") == 3,
          "platform, ground and wall have strokes on the solid side");
}

/* a run that leaves the frame from a point on it: an arrow there has no length */
static void test_point_on_frame(void)
{
    const double view[4] = { 0, 0, 10, 5 }, path[] = { 5, 1, 10, 2, 12, 3 };

    set_up();
    add_run("PEG", SVG_STYLE_PEG, 3, path);
    drawn.f.view = view;
    draw();
    check(is_sound(&drawn.t),
          "a run with a point on the frame and the next one outside is drawn without NaN");
}

/* A star of 16 spikes that all reach beyond the frame is drawn with its 16 inner corners, and with
 * two corners 50 pixels outside the frame for each tip. */
static void test_clipped_polygon(void)
{
    enum { SPIKES = 16 };
    double star[4*SPIKES], got[2*100];
    const double pi = 3.14159265358979323846, view[4] = { -1, -1, 1, 1 };
    scene_obstacle o = { 2*SPIKES, star, 1, 0.0, 1 };
    const svg_frame *frame = &drawn.frame;
    int n, on_frame = 0;

    for (int i = 0; i < 2*SPIKES; i++) {
        double r = i % 2 ? 20.0 : 0.3;
        star[2*i] = r * cos(-pi * i / SPIKES);
        star[2*i + 1] = r * sin(-pi * i / SPIKES);
    }
    set_up();
    drawn.f.view = view;
    drawn.s.obstacle = &o;
    draw();
    n = path_points(drawn.t.data, SVG_SOLID " d=", 100, got);
    for (int i = 0; i < n; i++) {
        double x = fmin(fabs(got[2 * i] - frame->left + 50),
                        fabs(got[2 * i] - frame->left - frame->width - 50));
        double y = fmin(fabs(got[2 * i + 1] - frame->top + 50),
                        fabs(got[2 * i + 1] - frame->top - frame->height - 50));
        on_frame += fmin(x, y) < 0.01;
    }
    check(n == 3 * SPIKES && on_frame == 2 * SPIKES,
          "a star that reaches beyond the frame is cut at all four sides");
}

/* a random number, or one in five times a special one */
static double hostile(rng *r)
{
    const double special[] = { 0.0, -0.0, 1e308, -1e308, 5e-324, 1e15, HUGE_VAL, -HUGE_VAL };
    int k = rng_int(r, 40);

    if (k < 8) return special[k];
    return k == 8 ? strtod("nan", NULL) : rng_range(r, -1, 1) * pow(10, rng_range(r, -3, 3));
}

static void test_hostile_figures(void)
{
    enum { ROUNDS = 300, MOST = 40 };
    static double xy[4][2*MOST], vertices[2*MOST];
    static const char long_name[] = "a name that is long enough to be wrapped into several lines, "
                                    "all of them below each other, "
                                    "unless somebody makes the picture wider than it is";
    static const char *const names[] = { "a", "", "\xFF\xFE<>&\"'\001", long_name };
    rng r = { 5 };
    int bad = 0;

    for (int round = 0; round < ROUNDS; round++) {
        char pushed[MOST] = "";

        set_up();
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < 2*MOST; i++) xy[k][i] = hostile(&r);
            const char *name = names[rng_int(&r, 4)];
            const int style = rng_int(&r, 12) - 2;
            trajectory *run = add_run(name, style, rng_int(&r, MOST), xy[k]);
            run->pushed = rng_int(&r, 2) ? pushed : NULL;
            run->reference = rng_int(&r, 4) == 0;
            run->failed = rng_int(&r, 2);
            run->note = rng_int(&r, 2) ? names[rng_int(&r, 4)] : NULL;
        }
        for (int i = 0; i < 2 * MOST; i++)
            vertices[i] = round % 2 ? hostile(&r) : rng_range(&r, -5, 5);
        drawn.o.xy = vertices;
        drawn.o.nvert = 3 + rng_int(&r, MOST - 3);
        drawn.o.closed = rng_int(&r, 2);
        drawn.p.x[0] = hostile(&r);
        drawn.s.epsilon = fabs(hostile(&r));
        drawn.f.nrun = rng_int(&r, 5);
        pushed[rng_int(&r, drawn.o.nvert - 1)] = 1;
        drawn.f.prefix = names[rng_int(&r, 4)];
        draw();
        if ((!is_sound(&drawn.t) || drawn.t.size > 200000) && bad++ == 0) note("round %d", round);
    }
    check(
        bad == 0,
        "300 figures of hostile numbers and names are well formed, small, and without nan and inf");
}

static void test_size_of_file(void)
{
    enum { N = 100000 };
    static double xy[4][2*N];
    rng r = { 9 };

    set_up();
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++) {
            xy[k][2*i] = rng_range(&r, 0, 16);
            xy[k][2*i + 1] = rng_range(&r, 0, 2);
        }
        add_run("a", k, N, xy[k])->reference = k == 0;
    }
    draw();
    check(is_sound(&drawn.t) && drawn.t.size < 200000,
          "four runs of 100000 chaotic points take less than 200 kB");
}

/* ---- charts ---- */

static chart_series series_of(const char *name, int npoint, const double *xy)
{
    chart_series s = { name, npoint, xy, SVG_STYLE_PEG, 1, NULL };

    return s;
}

static chart chart_of(int nseries, const chart_series *series, int x_log, int y_log)
{

    chart c = {
        .title = "Error", .x.label = "h [s]", .y.label = "error [m]", .x.log = x_log,
        .y.log = y_log, .nseries = nseries, .series = series
    };
    return c;
}

static void test_chart(void)
{
    const double nan = strtod("nan", NULL);
    const double below[] = { -3, -40, -2, -20 };
    const double line[] = { 1, 10, 10, 100, 100, 1000 },
        dirty[] = { 1, 1, 2, 0, 3, nan, 4, -1, 5, HUGE_VAL, 6, 1e-6, 7, 1e-7 };
    chart_series s[2] = { series_of("first", 3, line), series_of("second & last", 7, dirty) };
    chart c = chart_of(1, s, 1, 1);
    svg_frame f;
    output_text t = { NULL, 0, 0, 0 };
    double width, height, got[20];

    chart_layout(&c, &f, &width, &height);
    check_near(f.x0, -0.1, 1e-12, "a chart begins 5 %% of its range before the first point");
    check_near(f.y1, 3.1, 1e-12, "a chart ends 5 %% of its range above the last point");
    chart_svg(&c, &t);
    check(is_sound(&t), "the chart is well formed");
    check(path_points(t.data, "<path fill=\"none\" stroke=\"#0072B2\"", 20, got) == 2,
          "a power law is a straight line in logarithms");
    check(fabs(got[0] - svg_x(&f, 0)) < 0.006 && fabs(got[1] - svg_y(&f, 1)) < 0.006,
          "the line begins at the pixel of the first point");
    check(fabs(got[2] - svg_x(&f, 2)) < 0.006 && fabs(got[3] - svg_y(&f, 3)) < 0.006,
          "the line ends at the pixel of the last point");
    check(count_of(t.data, ">h [s]<") == 1 && count_of(t.data, ">error [m]<") == 1,
          "both axes have labels");
    output_free(&t);

    c = chart_of(2, s, 0, 1);
    chart_layout(&c, &f, &width, &height);
    check_near(f.y0, -7.5, 1e-12, "points that a logarithmic axis cannot show do not count");
    chart_svg(&c, &t);
    check(is_sound(&t) && count_of(t.data, "second &amp; last") == 2,
          "a chart with points that cannot be shown is well formed");
    output_free(&t);

    s[0] = series_of("below", 2, below);
    c = chart_of(1, s, 0, 0);
    chart_layout(&c, &f, &width, &height);
    check(fabs(f.x0 + 3.05) + fabs(f.x1 + 1.95) + fabs(f.y0 + 41.0) + fabs(f.y1 + 19.0) < 1e-12,
          "a chart of negative numbers ends 5 %% of the range beyond the points");
}

/* A chart of points without extent has a least range: 2 around 0, a fifth of any other number, a
 * decade on a logarithmic axis, and 1e-9 of two numbers that differ by rounding; and 5 % more at
 * both ends. */
static void test_least_range(void)
{
    const double alone[] = { -4, 0 }, hundred[] = { 100, 100 }, close[] = { 8, 1, 8 + 1e-12, 1 };
    chart_series s = series_of("alone", 1, alone);
    chart c = chart_of(1, &s, 0, 0);
    svg_frame f;
    double width, height;

    chart_layout(&c, &f, &width, &height);
    check(fabs(f.x0 + 4.44) + fabs(f.x1 + 3.56) < 1e-12,
          "the range around -4 is 0.8 and a tenth more");
    check(fabs(f.y0 + 1.1) + fabs(f.y1 - 1.1) < 1e-12, "the range around 0 is 2 and a tenth more");
    s = series_of("hundred", 1, hundred);
    c = chart_of(1, &s, 1, 0);
    chart_layout(&c, &f, &width, &height);
    check(fabs(f.x0 - 1.45) + fabs(f.x1 - 2.55) < 1e-12,
          "the range on a logarithmic axis is a decade and a tenth more");
    s = series_of("close", 2, close);
    c = chart_of(1, &s, 0, 0);
    chart_layout(&c, &f, &width, &height);
    check_near(f.x1 - f.x0, 8e-9 * 1.1, 1e-14, "the range of two numbers that differ by rounding");
}

/* a body and a particle: their kinetic energies add up, and the total is that of the whole world */
static void test_timeline(void)
{
    static const double expected[TIMELINE_ENERGIES] = { 29.0, -36.0, -7.0 };
    scene_body b;
    const trajectory_world whole = { .energy = -7.0 };
    trajectory_row row[2] = { { .v = { 3, 4 }, .spin = 2, .world = &whole },
        { .particle = 1, .world = &whole } };
    timeline t;
    int bad = 0;

    set_up();
    memset(&b, 0, sizeof b);
    b.body.kind = MB_DYNAMIC;
    b.body.mass = b.body.inertia = 2.0;
    drawn.s.nbody = 1;
    drawn.s.body = &b;
    timeline_init(&t, &drawn.s);
    for (int step = 0; step < 2; step++)
        for (int k = 0; k < 2; k++) {
            row[k].t = 0.25 * step;
            bad |= timeline_row(&t, row + k);
        }
    for (int k = 0; k < TIMELINE_ENERGIES; k++) {
        const thin_path *path = t.energy + k;
        bad |= path->count != 2 || path->xy[2] != 0.25 || path->xy[3] != expected[k];
    }
    check(!bad, "kinetic, potential and total energy of a step");
    timeline_free(&t);
}

static void test_chart_edge_cases(void)
{
    const double one[] = { 3, 5 }, equal[] = { 2, 7, 2, 7, 2, 7 }, none[] = { -1, 0 };
    const double huge[] = { -1.7e308, 1.7e308, 1.7e308, -1.7e308 };
    const chart_series cases[5] = { series_of("one point", 1, one),
                                    series_of("all equal", 3, equal), series_of("empty", 0, NULL),
                                    series_of("nothing to show", 1, none),
                                    series_of("huge", 2, huge) };
    int bad = 0, marks = 0;

    for (int k = 0; k < 6; k++) {
        for (int logs = 0; logs < 4; logs++) {
            chart c = chart_of(k < 5 ? 1 : 0, &cases[k < 5 ? k : 0], logs & 1, logs >> 1);
            output_text t = { NULL, 0, 0, 0 };
            chart_svg(&c, &t);
            if (!is_sound(&t)) note("case %d, axes %d", k, logs);
            bad += !is_sound(&t);
            /* the point and the legend */
            if (k == 0) marks += count_of(t.data, "stroke-width=\"1.2\" d=") == 2;
            output_free(&t);
        }
    }
    check(bad == 0,
          "one point, equal points, no points, no series, huge numbers, on all kinds of axes");
    check(marks == 4, "a single point is shown by its marker");
}

/* ---- a second opinion ---- */

static void test_xmllint(void)
{
    char path[] = "/tmp/minisim2d-figure-XXXXXX", command[100];
    const double path_xy[] = { 0.5, 2, 2.2, 0.6, 10.3, 1.1 };
    int fd;

    set_up();
    add_run("\xFF\001 <&>", SVG_STYLE_PEG, 3, path_xy);
    draw();
    if (system("command -v xmllint >/dev/null 2>&1") != 0 || (fd = mkstemp(path)) < 0) {
        check_skip("no xmllint", "xmllint accepts a figure with hostile names");
    } else {
        close(fd);
        snprintf(command, sizeof command, "xmllint --noout %s", path);
        check(output_save(path, &drawn.t, stderr) == 0 && system(command) == 0,
              "xmllint accepts a figure with hostile names");
        unlink(path);
    }
}

/* ---- paths in a bounded number of points ---- */

/* paths for the tests: p becomes point i of n */
static void bounces(int i, int n, double *p)          /* fifty bounces */
{
    const double s = 50.0 * i / n, u = s - floor(s);

    p[0] = s;
    p[1] = 4.0 * u * (1.0 - u);
}

/* fifty bounces in the first hundredth of the time, then rest */
static void early(int i, int n, double *p)
{
    bounces(i < n / 100 ? i : n / 100, n / 100, p);
}

static void runaway(int i, int n, double *p)          /* early, then thrown 20 000 km away */
{
    const double t = 2000.0 * (i - n / 100) / n;

    early(i, n, p);
    if (t <= 0.0) return;
    p[0] += 1e4 * t;
    p[1] += 1e4 * t - 5.0 * t * t;
}

static void shaking(int i, int n, double *p)          /* to and fro between x = -1 and x = 1 */
{
    p[0] = i % 2 ? 1.0 : -1.0;
    p[1] = (double)i / n;
}

/* the greatest distance of the first `count` points from the thinned path, which has the number of
 * each of its points */
static double deviation(const thin_path *path, void (*point)(int, int, double *), int n, int count)
{
    double worst = 0.0, p[2];

    for (int i = 0, j = 0; i < count; i++) {
        while (j + 2 < path->count && path->number[j + 1] <= i) j++;
        point(i, n, p);
        worst = fmax(worst, mb_distance_to_segment(p, path->xy + 2*j, path->xy + 2*j + 2));
    }
    return worst;
}

static void test_path(const char *name, void (*point)(int, int, double *), int near,
                      double tolerance)
{
    enum { N = 1000000, MOST = 4096 };
    thin_path path;
    double p[2], off;
    int most = 0, failed = 0;

    thin_path_init(&path, MOST);
    for (int i = 0; i < N; i++) {
        point(i, N, p);
        failed |= thin_path_add(&path, 0.0, p[0], p[1]) != 0;
        if (path.count > most) most = path.count;
    }
    off = deviation(&path, point, N, near);
    check(!failed && most <= MOST && path.count >= 2 && path.capacity <= MOST,
          "%s: of a million points never more than %d are kept", name, MOST);
    check(path.xy[2 * path.count - 2] == p[0] && path.xy[2 * path.count - 1] == p[1],
          "%s: the last point is kept", name);
    check(off <= tolerance, "%s: the path is within %g of its points (%.2g)", name, tolerance, off);
    thin_path_free(&path);
}

static void test_paths(void)
{
    thin_path path;
    double p[2];
    int kept = 1;

    thin_path_init(&path, 4096);
    for (int i = 0; i < 4096; i++) thin_path_add(&path, 0.5 * i, 0.001 * i, 0.0);
    for (int i = 0; i < 4096; i++) {
        const double x = 0.001 * i;
        kept &= path.count == 4096 && path.xy[2*i] == x;
    }
    check(kept, "points are all kept while there is room, also on a straight line");
    thin_path_add(&path, 0.0, HUGE_VAL, 0.0);
    thin_path_add(&path, 0.0, 0.0, -strtod("nan", NULL));
    check(path.count == 4096, "a point that is not finite is left out");
    for (int i = 4096; i < 100000; i++) thin_path_add(&path, 0.5 * i, 0.001 * i, 0.0);
    for (int i = 0; i + 1 < path.count; i++) kept &= path.xy[2*i + 2] - path.xy[2*i] < 0.3;
    check(kept && path.count > 300, "a long straight line keeps some points, for markers");
    for (int i = 1; i + 2 < path.count; i++)
        kept &= path.number[i + 1] - path.number[i] == path.number[1] - path.number[0];
    check(kept && path.number[1] == 64 && path.stride == 64,
          "points of a straight line are 8 * 8 apart, except the last");
    for (int i = 0; i < path.count; i++) kept &= path.t[i] == 0.5 * path.number[i];
    check(kept && path.number[path.count - 1] == 99999, "with their times");
    thin_path_free(&path);
    bounces(500000, 1000000, p);
    check(p[0] == 25.0 && p[1] == 0.0, "the bounces touch the ground at whole numbers");
    /* 0.01 m is a sixth of a pixel where 780 pixels show 50 m */
    test_path("fifty bounces", bounces, 1000000, 0.01);
    test_path("bounces, then rest", early, 1000000, 0.01);
    test_path("bounces, then away", runaway, 10000, 0.01);
    test_path("a path of corners only", shaking, 1000000, 3.0);
}

/* all paths of a run have at most 524288 points together, but each may have 64 */
static void test_room_for_paths(void)
{
    static const int counts[] = { 1, 32, 33, 1000, 8192, 50000 };

    for (int i = 0; i < 6; i++) {
        trajectory t = { .particles = 0 };
        const int made = trajectory_init(&t, counts[i]) == 0;
        const int most = made ? t.path[counts[i] - 1].most : 0;
        check(made && most >= 64 && most <= 16384 &&
                  (most == 64 || (double)most * counts[i] <= 524288.0),
              "%d particles: room for %d points of each", counts[i], most);
        trajectory_free(&t);
    }
}

/* ---- bodies ---- */

/* the box around a body's outline, xmin ymin xmax ymax; returns the outline's number of points */
static int outline_box(int nvert, const double *xy, double radius, const double q[3], double box[4])
{
    static double points[2 * MECHANISM_POINTS];
    scene_body body = { .shape = { nvert, xy, radius } };
    const scene s = { .nbody = 1, .body = &body };
    const int n = mechanism_outline(&s, 0, q, points);

    box[0] = box[1] = HUGE_VAL;
    box[2] = box[3] = -HUGE_VAL;
    for (int i = 0; i < 2 * n; i++) {
        box[i % 2] = fmin(box[i % 2], points[i]);
        box[2 + i % 2] = fmax(box[2 + i % 2], points[i]);
    }
    return n;
}

static void test_outlines(void)
{
    const double half_turn = 3.14159265358979323846, slack = 1e-9;
    const double middle[2] = { 0, 0 }, rod[4] = { -1, 0, 1, 0 };
    /* a vertex within an edge */
    const double straight[10] = { -1, -1, 0, -1, 1, -1, 1, 1, -1, 1 };
    const struct {
        const char *name;
        int nvert;
        const double *xy;
        double radius, q[3], box[4];
    } cases[] = {
        { "a disc", 1, middle, 2, { 1, 1, 0.3 }, { -1, -1, 3, 3 } },
        { "a rod", 2, rod, 0, { 0, 0, 0.5 * half_turn }, { 0, -1, 0, 1 } },
        { "a capsule, upright", 2, rod, 0.5, { 1, 2, 0.5 * half_turn }, { 0.5, 0.5, 1.5, 3.5 } },
        { "a square", 5, straight, 0, { 0, 0, 0 }, { -1, -1, 1, 1 } },
        { "a rounded square, upside down",
          5,
          straight,
          0.25,
          { 5, 0, half_turn },
          { 3.75, -1.25, 6.25, 1.25 } }
    };

    for (int k = 0; k < 5; k++) {
        double box[4], off = 0.0;
        const int n = outline_box(cases[k].nvert, cases[k].xy, cases[k].radius, cases[k].q, box);
        for (int i = 0; i < 4; i++) off = fmax(off, fabs(box[i] - cases[k].box[i]));
        check(n <= MECHANISM_POINTS && off <= (cases[k].nvert == 1 ? 0.01 : slack),
              "the outline of %s has the right position and size", cases[k].name);
    }
}

/* checks which poses of two bodies are kept in a run that should have 10 steps and stops early */
static void check_poses(int steps, int shots, const double *times, const char *name)
{
    trajectory t = { .particles = 0 };
    int ok = trajectory_init(&t, 2) == 0 && trajectory_poses(&t, 5, 10) == 0;

    for (int i = 0; ok && i < 2 * (steps + 1); i++) {
        const trajectory_row row = { .step = i / 2, .t = i / 2, .particle = i % 2,
                                     .x = { i / 2, i % 2 }, .angle = -i / 2 };
        ok = trajectory_add(&t, &row) == 0;
    }
    ok = ok && t.shot == shots && t.time[5] == steps;
    for (int shot = 0; ok && shot < shots; shot++)
        for (int k = 0; k < 2; k++) {
            const double *q = mechanism_pose(&t, shot, k);
            ok &= t.time[shot] == times[shot] && q[0] == times[shot] && q[1] == k &&
                  q[2] == -times[shot];
        }
    check(ok && mechanism_pose(&t, 5, 1)[0] == steps, "%s", name);
    trajectory_free(&t);
}

static void test_poses(void)
{
    static const double times[5] = { 0, 2, 4, 6, 8 };

    check_poses(10, 5, times, "five evenly spaced poses of a run are kept, and the last pose");
    check_poses(5, 3, times, "a run that stops keeps the poses until then, and the last pose");
    check_poses(0, 1, times, "a run without a step keeps its start, which is also the last pose");
}

int main(void)
{
    check(ill_formed("<a><b c=\"d\"/>&lt;</a>") == NULL && ill_formed("<a><b></a></b>") &&
              ill_formed("<a>&</a>") && ill_formed("<a b=\"<\"/>") && ill_formed("<a>") &&
              ill_formed("<a/><b/>"),
          "this test's check of well-formed text rejects ill-formed text");
    test_ticks();
    test_frame();
    test_clip();
    test_thinning();
    test_gaps_and_clipping();
    test_free_places();
    test_text();
    test_view();
    test_view_of_runs();
    test_elements();
    test_markers_of_runs();
    test_obstacle_kinds();
    test_point_on_frame();
    test_clipped_polygon();
    test_hostile_figures();
    test_size_of_file();
    test_chart();
    test_least_range();
    test_timeline();
    test_chart_edge_cases();
    test_xmllint();
    test_paths();
    test_room_for_paths();
    test_outlines();
    test_poses();
    output_free(&drawn.t);
    return check_done();
}
