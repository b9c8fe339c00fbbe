/* test_svg.c: the parts of every picture: ticks, curves, markers, text, axes, legend; and curves in
 * a bounded number of points */
#include "check.h"
#include "mbsim.h"
#include "minisim2d/drawing/svg.h"
#include "minisim2d/motion/trajectory.h"
#include "elements.h"

#define PIXEL 0.006               /* coordinates are written with two decimals */

static output_text t;

/* is this the text? Then it begins anew. */
static int is_text(const char *expected)
{
    const int same = strcmp(t.data ? t.data : "", expected) == 0;

    if (!same) note("got %s", t.data ? t.data : "nothing");
    output_free(&t);
    return same;
}

/* ---- ticks ---- */

#define MINUS "\xE2\x88\x92"

static void test_linear_ticks(void)
{
    static const struct { double lo, hi; int most; const char *labels, *name; } of[] = {
        { 0, 10, 6, "0 2 4 6 8 10", "steps of 2, both ends" },
        { 0, 10, 5, "0 5 10", "steps of 5" },
        { 0, 23, 99, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23", "of 1" },
        { -0.31, 0.32, 8, MINUS "0.3 " MINUS "0.2 " MINUS "0.1 0 0.1 0.2 0.3",
          "as many decimals as the step has, and 0 without sign" },
        { 0.25, 1.01, 5, "0.4 0.6 0.8 1", "round numbers, not the ends of the range" },
        { 0, 3e7, 4, "0 1e7 2e7 3e7", "large numbers have powers of ten" },
        { 0.9e-5, 3.1e-5, 3, "0.00001 0.00002 0.00003", "down to 1e-5 they do not" },
        { 0.9e5, 3.1e5, 3, "100000 200000 300000", "up to 1e5 they do not" },
        { 0.9e6, 3.1e6, 3, "1e6 2e6 3e6", "from 1e6 on they do" },
        { -2e-6, 2e-6, 5, MINUS "2e-6 " MINUS "1e-6 0 1e-6 2e-6", "small numbers, too" },
        { 1e6, 1e6 + 4, 5, "1000000 1000001 1000002 1000003 1000004", "a small range far from 0" }
    };
    rng r = { 3 };
    int wrong = 0;

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        svg_scale s;
        svg_scale_linear(&s, of[k].lo, of[k].hi, of[k].most);
        for (int i = 0; i < s.count; i++) output_printf(&t, "%s%s", i ? " " : "", s.label[i]);
        check(is_text(of[k].labels), "ticks from %g to %g: %s", of[k].lo, of[k].hi, of[k].name);
    }
    for (int k = 0; k < 5000; k++) {
        const double lo = rng_range(&r, -1, 1) * pow(10, rng_range(&r, -8, 8));
        const double hi = lo + pow(10, rng_range(&r, -6, 6)) * (1 + fabs(lo) * 1e-3);
        const int most = 5 + rng_int(&r, 15);
        const svg_ticks ticks = svg_ticks_between(lo, hi, most);
        const double digit = ticks.step / pow(10, floor(log10(ticks.step) + 1e-9));
        const double first = ticks.first * ticks.step;
        const double last = first + (ticks.count - 1) * ticks.step;
        const double slack = 1e-8 * (hi - lo);
        wrong += ticks.count < 2 || ticks.count > most || first < lo - slack || last > hi + slack ||
                 first - ticks.step > lo + slack || last + ticks.step < hi - slack ||
                 (fabs(digit - 1) > 1e-9 && fabs(digit - 2) > 1e-9 && fabs(digit - 5) > 1e-9);
    }
    check(wrong == 0, "5000 random ranges: at least two ticks and at most as many as allowed, up "
                      "to the ends of the range, in steps of 1, 2 or 5 times a power of ten");
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
        if (k == 10) return (double)NAN;
        exponent = 10.0 * exponent + k;
        at += strlen(digit[k]);
    }
    return (negative ? -exponent : exponent) + log10(mantissa);
}

/* whole powers of ten, or if there are fewer than three also 2 and 5 times these, if that is not
 * too many; of too many every second one, or every third, ... */
static void test_log_ticks(void)
{
    rng r = { 17 };
    int bad = 0;

    for (int round = 0; round < 3000; round++) {
        const double around = round % 2 ? 8.0 : 290.0, decades = round % 3 ? 6.0 : 300.0;
        const double lo = rng_range(&r, -around, around - 3.0);
        const double hi = fmin(lo + rng_range(&r, 0.1, decades), 307.0);
        const int most = 2 + rng_int(&r, SVG_MAX_TICKS);
        const int limit = most < SVG_MAX_TICKS ? most : SVG_MAX_TICKS;
        const double factors[3] = { 0.0, log10(2.0), log10(5.0) };
        double all[2000], whole[700];
        int n = 0, powers = 0, every = 1, kept = 0;
        svg_scale s;
        for (int k = -300; k < 308; k++) {
            if (k >= lo && k <= hi) whole[powers++] = k;
            for (int i = 0; i < 3; i++)
                if (k + factors[i] >= lo && k + factors[i] <= hi) all[n++] = k + factors[i];
        }
        if (powers > 2 || n == 0 || (n > most && powers > 0)) {
            while ((powers - 1) / every + 1 > limit) every++;
            for (int i = n = 0; i < powers; i++)
                if (fmod(whole[i], every) == 0.0) all[n++] = whole[i];
        }
        svg_scale_log(&s, lo, hi, most);
        for (int i = 0; i < n && i < s.count; i++) {
            const int power = (int)floor(all[i] + 1e-9), raised = power < -3 || power > 3;
            kept += fabs(s.at[i] - all[i]) < 1e-12 &&
                    fabs(log_of_label(s.label[i]) - all[i]) < 1e-12 &&
                    (strpbrk(s.label[i], "\xE2\xC2") != NULL) == raised;
        }
        bad += kept != n || s.count != n;
    }
    check(bad == 0, "3000 logarithmic scales: %d wrong", bad);
    {
        svg_scale s;
        svg_scale_log(&s, 2.0, 5.0, 8);
        check(s.count == 4 && s.at[0] == 2.0 && s.at[3] == 5.0,
              "a scale from 100 to 100000 has ticks at both ends (%d ticks, from %g to %g)",
              s.count, s.at[0], s.at[s.count - 1]);
    }
}

/* as many as suit the width of their labels, but two in any case */
static void test_scale_x(void)
{
    const svg_frame tiny = { 1e6 - 0.1, 0.0, 1e6 + 1.1, 1.0, 0.0, 0.0, 50.0, 170.0, "f" };
    const svg_frame narrow = { 1e6, 0.0, 1e6 + 4.0, 1.0, 0.0, 0.0, 170.0, 170.0, "f" };
    svg_scale s;

    svg_scale_x(&s, &narrow, 0);
    check(s.count > 1 && svg_scale_width(&s) + SVG_TEXT <= 42.5 * (s.at[1] - s.at[0]),
          "labels of seven digits do not overlap on a narrow plot");
    svg_scale_x(&s, &tiny, 0);
    check(s.count == 2, "two ticks stay although their labels overlap");
    for (int wide = 0; wide < 3; wide++) {
        svg_scale three = { 3, { 0.0, 1.0, 2.0 }, { "1", "2", "3" } };
        strcpy(three.label[wide], "-1000");
        check(svg_scale_width(&three) == svg_text_width("-1000", 5, SVG_TEXT),
              "the width of a scale is that of its widest label, number %d", wide);
    }
}

/* ---- frame and curves ---- */

static void test_frame(void)
{
    const svg_frame f = { -1.0, 2.0, 3.0, 4.0, 100.0, 50.0, 400.0, 200.0, "f" };

    check(svg_x(&f, -1.0) == 100.0 && svg_x(&f, 3.0) == 500.0 && svg_x(&f, 1.0) == 300.0,
          "x: left, right and middle of the frame");
    check(svg_y(&f, 4.0) == 50.0 && svg_y(&f, 2.0) == 250.0 && svg_y(&f, 3.5) == 100.0,
          "y: top, bottom and a quarter down");
    for (int k = 0; k < 8; k++) {
        const double away = k < 4 ? 0.0 : 0.1;
        check(svg_inside(&f, k % 4 == 0 ? -1.0 - away : k % 4 == 1 ? 3.0 + away : 0.0,
                         k % 4 == 2 ? 2.0 - away : k % 4 == 3 ? 4.0 + away : 3.0) == (k < 4),
              "inside of the frame: its border is, points beyond are not");
    }
    check(!svg_inside(&f, HUGE_VAL, 3.0) && !svg_inside(&f, (double)NAN, 3.0),
          "infinity and NaN are outside");
    for (int k = 0; k < 8; k++) {
        const double away = k < 4 ? 5.0 : 4.9;
        const double p[2] = { k % 4 == 0 ? 100.0 + away : k % 4 == 1 ? 500.0 - away : 300.0,
                              k % 4 == 2 ? 50.0 + away : k % 4 == 3 ? 250.0 - away : 150.0 };
        check(svg_in_frame(&f, p, 5.0) == (k < 4), "5 pixels from a side of the frame, or less");
    }
}

static void test_clip(void)
{
    static const struct {
        double a[2], b[2];
        int seen;
        double c[2], d[2];
        const char *name;
    } of[] = {
        { { 0.2, 0.3 }, { 0.7, 0.9 }, 1, { 0.2, 0.3 }, { 0.7, 0.9 }, "inside" },
        { { -1, 0.5 }, { 3, 0.5 }, 1, { 0, 0.5 }, { 1, 0.5 }, "across" },
        { { 0.5, 0.5 }, { 2.5, 1.5 }, 1, { 0.5, 0.5 }, { 1, 0.75 }, "that leaves" },
        { { -0.5, 0.25 }, { 0.25, -0.5 }, 0, { 0 }, { 0 }, "past a corner" },
        { { -1, -1 }, { 2, 2 }, 1, { 0, 0 }, { 1, 1 }, "through two corners" },
        { { 2, 0.5 }, { 3, 0.5 }, 0, { 0 }, { 0 }, "beyond a side" },
        { { 0.5, -2 }, { 0.5, -1 }, 0, { 0 }, { 0 }, "below" },
        { { 0.5, 0.5 }, { 0.5, 0.5 }, 1, { 0.5, 0.5 }, { 0.5, 0.5 }, "without length" },
        { { 2, 2 }, { 2, 2 }, 0, { 0 }, { 0 }, "without length, outside" }
    };
    const double box[4] = { 0.0, 0.0, 1.0, 1.0 };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        double a[2] = { of[k].a[0], of[k].a[1] }, b[2] = { of[k].b[0], of[k].b[1] }, off = 0.0;
        const int seen = svg_clip(box, a, b);
        for (int i = 0; i < 2 && of[k].seen; i++)
            off += fabs(a[i] - of[k].c[i]) + fabs(b[i] - of[k].d[i]);
        check(seen == of[k].seen && off < 1e-12, "a segment %s is clipped", of[k].name);
    }
}

/* a unit is one pixel, and y points up */
static const svg_frame pixels = { 0.0, 0.0, 1000.0, 1000.0, 0.0, 0.0, 1000.0, 1000.0, "f" };

/* the points of the first path of M and L */
static int points_of(int most, double *out)
{
    const char *at = t.data ? strstr(t.data, " d=\"") : NULL;
    int n = 0;

    for (at = at ? at + 4 : ""; (*at == 'M' || *at == 'L') && n < most; n++) {
        char *end;
        out[2 * n] = strtod(at + 1, &end);
        out[2 * n + 1] = strtod(end, &end);
        at = end;
    }
    output_free(&t);
    return n;
}

enum { N = 20000, MOST = 5000 };
static double xy[2 * N], got[2 * MOST];

static int drawn_points(int n)
{
    svg_path(&t, &pixels, n, xy, 0, "a=\"b\"");
    return points_of(MOST, got);
}

static void test_thinning(void)
{
    static const double height[5] = { 0, 100, 0, 200, 100 };
    rng r = { 11 };
    double worst = 0.0;
    int n;

    for (int i = 0; i < 1000; i++) xy[2 * i] = i, xy[2 * i + 1] = 500;
    n = drawn_points(1000);
    check(n == 2 && got[0] == 0 && got[1] == 500 && got[2] == 999 && got[3] == 500,
          "1000 points on a straight line are drawn with 2");
    for (int i = 0; i < N; i++) {
        xy[2 * i] = 500 + 400 * cos(i * 2e-3);
        xy[2 * i + 1] = 500 + 400 * sin(i * 2e-3);
    }
    n = drawn_points(N);
    for (int i = 0; i < N; i += 37) {
        const double p[2] = { xy[2 * i], 1000 - xy[2 * i + 1] };
        double least = HUGE_VAL;
        for (int k = 0; k + 1 < n; k++)
            least = fmin(least, mb_distance_to_segment(p, got + 2 * k, got + 2 * k + 2));
        worst = fmax(worst, least);
    }
    check(n > 100 && n < SVG_MAX_POINTS && worst < 0.15,
          "20000 points on a circle of 400 pixels are drawn with %d, within 0.15 pixels: %g", n,
          worst);
    for (int i = 0; i < 5; i++) xy[2 * i] = 300, xy[2 * i + 1] = height[i];
    n = drawn_points(5);
    check(n == 5 && got[3] == 900 && got[7] == 800 && got[9] == 900,
          "a curve that returns along itself keeps its turning points");
    for (int i = 0; i < 2 * N; i++) xy[i] = rng_range(&r, 0, 1000);
    n = drawn_points(N);
    check(n > 0 && n <= SVG_MAX_POINTS, "20000 random points are drawn with at most %d",
          SVG_MAX_POINTS);
}

static void test_gaps_and_clipping(void)
{
    static const double gap[] = { 100, 100, 200, 100, (double)NAN, 100, 300, 100, 400, 100,
                                  HUGE_VAL, 0, 500, 100 };
    static const double away[] = { 500, 500, 1500, 500, 1500, 1500, 500, 1500, 500, 900 };
    static const double slope[] = { 500, 500, 1e10 + 500, 5e9 + 500 };
    static const double thrown[] = { 500, 500, 500, 1e308, -1e308, 1e308, 500, -1e308 };
    enum { SPIKES = 16 };
    double star[4 * SPIKES];
    int n, on_box = 0;

    svg_path(&t, &pixels, 7, gap, 0, "a=\"b\"");
    check(is_text("<path a=\"b\" d=\"M100 900L200 900M300 900L400 900M500 900\" "
                  "clip-path=\"url(#f-frame)\"/>\n"),
          "points that are not finite interrupt the curve");
    svg_path(&t, &pixels, 5, away, 0, "a=\"b\"");
    check(is_text("<path a=\"b\" d=\"M500 500L1050 500L1050 -50L500 -50L500 100\" "
                  "clip-path=\"url(#f-frame)\"/>\n"),
          "a curve that leaves and returns is drawn along a line 50 pixels outside the frame");
    svg_path(&t, &pixels, 1, gap, 0, "a=\"b\"");
    svg_path(&t, &pixels, 0, NULL, 0, "a=\"b\"");
    check(is_text(""), "a single point or none makes no path");
    memcpy(xy, thrown, sizeof thrown);
    check(drawn_points(4) >= 2 && got[0] == 500 && got[1] == 500 && fabs(got[2] - 500) < 1e-9 &&
              got[3] == -50, "a curve to a point 1e308 m away is cut 50 pixels outside the frame");
    memcpy(xy, slope, sizeof slope);
    check(drawn_points(2) == 2 && got[2] == 1050 && fabs(got[3] - 225) < 0.011,
          "a line of 1e10 pixels is cut without changing its direction");
    for (int i = 0; i < 2 * SPIKES; i++) {
        const double reach = i % 2 ? 9000.0 : 150.0;
        star[2 * i] = 500.0 + reach * cos(-PI * i / SPIKES);
        star[2 * i + 1] = 500.0 + reach * sin(-PI * i / SPIKES);
    }
    svg_path(&t, &pixels, 2 * SPIKES, star, 1, "a=\"b\"");
    n = points_of(MOST, got);
    for (int i = 0; i < n; i++)
        on_box += fabs(fmax(fabs(got[2 * i] - 500.0), fabs(got[2 * i + 1] - 500.0)) - 550.0) < 0.01;
    check(n == 3 * SPIKES && on_box == 2 * SPIKES, "a star that reaches beyond the frame keeps its "
          "inner corners, and is cut on all four sides, twice at each tip");
}

/* ---- markers ---- */

/* twice the area of a polygon */
static double area2(int n, const double *p)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % n);
        sum += a[0] * b[1] - b[0] * a[1];
    }
    return fabs(sum);
}

static void test_markers(void)
{
    static const struct { svg_marker kind; const char *name, *expected; } of[] = {
        { SVG_NO_MARKER, "none", "" },
        { SVG_CIRCLE, "circle", "M0 20a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z" },
        { SVG_SQUARE, "square", "M1 11L19 11L19 29L1 29Z" },
        { SVG_TRIANGLE, "triangle", "M10 7.5L21.5 28L-1.5 28Z" },
        { SVG_CARET, "caret, a triangle upside down", "M10 32.5L21.5 12L-1.5 12Z" },
        { SVG_DIAMOND, "diamond", "M10 6.5L23.5 20L10 33.5L-3.5 20Z" },
        { SVG_CROSS, "cross", "M0 10L20 30M0 30L20 10" }
    };
    static const svg_style style = { "#123456", "", 1.0, SVG_SQUARE };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        double corner[16];
        output_string(&t, " d=\"");
        svg_marker_path(&t, of[k].kind, 0.0, 0.0, 1.0);
        const double area = 0.5 * area2(points_of(8, corner), corner);
        svg_marker_path(&t, of[k].kind, 10.0, 20.0, 10.0);
        check(is_text(of[k].expected), "the outline of a marker: %s", of[k].name);
        if (of[k].kind > SVG_CIRCLE && of[k].kind < SVG_CROSS)
            check(area > 2.2 && area < 3.8, "%s: about as large as the others: %.2f r^2",
                  of[k].name, area);
    }
    svg_start_mark(&t, 10.0, 20.0);
    check(is_text("<path fill=\"none\" stroke=\"#000000\" stroke-width=\"1.6\" "
                  "d=\"M3.5 20a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1 -13 0Z\"/>\n"),
          "a ring at a start");
    svg_end_mark(&t, &style, 10.0, 20.0);
    check(is_text("<path fill=\"#123456\" stroke=\"#123456\" stroke-width=\"1.2\" "
                  "d=\"M5.82 15.82L14.18 15.82L14.18 24.18L5.82 24.18Z\"/>\n"),
          "a large marker at an end");
    svg_end_mark(&t, svg_style_at(SVG_STYLE_EXACT), 10.0, 20.0);
    check(t.data && strstr(t.data, "M5.36 20a4.64 4.64 0 1 1 "), "a circle, if it has no marker");
    output_free(&t);
    svg_stop_mark(&t, &style, 10.0, 20.0);
    check(is_text("<path fill=\"none\" stroke=\"#ffffff\" stroke-width=\"5.5\" "
                  "d=\"M3 13L17 27M3 27L17 13\"/>\n"
                  "<path fill=\"none\" stroke=\"#123456\" stroke-width=\"2.6\" "
                  "d=\"M4 14L16 26M4 26L16 14\"/>\n"),
          "a cross on a larger white one where a run stops");
}

/* the x of the square markers on a level line of n points, which begin at first and are step
 * apart */
static int marked(int n, double first, double step, int every, int shift, double *x)
{
    const svg_style style = { "#123456", "", 1.0, SVG_SQUARE };
    int count = 0;

    for (int i = 0; i < n; i++) {
        xy[2 * i] = first + step * i;
        xy[2 * i + 1] = 500.0;
    }
    svg_marks(&t, &pixels, n, xy, &style, every, shift);
    for (const char *at = t.data; at && (at = strchr(at, 'M')) != NULL; at++)
        x[count++] = strtod(at + 1, NULL) + 0.9 * SVG_MARKER;
    output_free(&t);
    return count;
}

/* markers at points i of n where every divides i - shift; every = 0: each 34 pixels along the line,
 * the first after half of that and 22 % more for each shift */
static void test_marks(void)
{
    static const struct {
        int n;
        double first, step;
        int every, shift, count;
        double x, apart;
        const char *name;
    } of[] = {
        { 10, 100, 10, 3, 0, 4, 100, 30, "every third point" },
        { 10, 100, 10, 3, 5, 3, 120, 30, "every third point, shifted by five" },
        { 10, -35, 10, 2, 0, 3, 5, 20, "only points in the frame" },
        { 10, 100, 10, -1, 0, 0, 0, 0, "every = -1: none" },
        { 1000, 0, 1, 1, 0, 250, 0, 4, "300 at most" },
        { 1000, 0, 1, 0, 0, 29, 17, 34, "each 34 pixels" },
        { 1000, 0, 1, 0, 1, 30, 10, 34, "each 34 pixels, shifted by one" },
        { 1000, 0, 1, 0, 2, 30, 3, 34, "each 34 pixels, shifted by two" },
        { 1000, 0, 1, 0, 3, 29, 29, 34, "each 34 pixels, shifted by three" },
        { 1000, 0, 1, 0, 4, 29, 17, 34, "each 34 pixels, shifted by four" },
        { 10001, 0, 0.1, 0, 0, 29, 17, 34, "each 34 pixels however close points are" },
        { 5, 100, 1, 0, 0, 1, 104, 0, "a short curve has one, at its end" },
        { 5, 998.5, 1, 0, 0, 1, 999.5, 0, "or at its last point in the frame" }
    };
    const svg_style style = { "#123456", "", 1.0, SVG_CROSS };
    static double x[2000];
    int crosses = 0, wrong = 0;

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        int n = marked(of[k].n, of[k].first, of[k].step, of[k].every, of[k].shift, x), bad = 0;
        for (int i = 0; i < n; i++) bad += fabs(x[i] - of[k].x - i * of[k].apart) > 0.2;
        check(n == of[k].count && bad == 0, "markers: %s: %d", of[k].name, n);
    }
    for (int i = 0; i < 400; i++) xy[2 * i] = i % 2 ? 900.0 : 100.0, xy[2 * i + 1] = 300.0 + i;
    svg_marks(&t, &pixels, 400, xy, &style, 0, 0);
    for (const char *at = t.data; at && *at; at++) crosses += *at == 'M';
    check(crosses / 2 >= 60 && crosses / 2 <= 121,
          "a curve of 320 000 pixels has at most 121 markers: %d", crosses / 2);
    output_free(&t);
    /* A point without neighbours, which are missing or not finite, has a marker. Of other points
     * each thousandth has one, here none; but a curve that would have no marker has one. */
    for (int k = 0; k < 64; k++) {                    /* which numbers of three points are lost */
        double p[6] = { 1, 2, 2, 2, 3, 2 };
        int there[3], lone = 0, marks = 0;
        for (int i = 0; i < 6; i++) if (k >> i & 1) p[i] = (double)NAN;
        for (int i = 0; i < 3; i++) there[i] = !(k >> 2 * i & 3);
        for (int i = 0; i < 3; i++)
            lone += there[i] && !(i > 0 && there[i - 1]) && !(i < 2 && there[i + 1]);
        svg_marks(&t, &pixels, 3, p, svg_style_at(SVG_STYLE_FORMULATION), 1000, 999);
        for (const char *at = t.data; at && (at = strchr(at, 'M')) != NULL; at++) marks++;
        wrong += marks != (there[0] || there[1] || there[2] ? lone + (lone == 0) : 0);
        output_free(&t);
    }
    check(wrong == 0, "markers of points without neighbours: %d of 64 wrong", wrong);
}

/* the curves of the formulations differ in colour, have the same width, and are narrower than the
 * line of the exact motion below them */
static void test_styles(void)
{
    for (int i = SVG_STYLE_FORMULATION; i < SVG_STYLES; i++) {
        const svg_style *own = svg_style_at(i);
        int bad = own->width != 1.6 || svg_style_at(SVG_STYLE_EXACT)->width <= 1.6;
        for (int k = 0; k < i; k++) bad += strcmp(own->colour, svg_style_at(k)->colour) == 0;
        bad += svg_style_at(i - SVG_STYLES) != own || svg_style_at(i + SVG_STYLES) != own;
        check(bad == 0,
              "style %d: narrower than the exact one, and in another colour than all before", i);
    }
    svg_style_curve(&t, &pixels, 2, (const double[4]){ 0, 0, 9, 9 }, svg_style_at(2));
    check(is_text("<path fill=\"none\" stroke=\"#000000\" stroke-linejoin=\"round\" "
                  "stroke-width=\"1.6\" stroke-dasharray=\"2 2.5\" d=\"M0 1000L9 991\" "
                  "clip-path=\"url(#f-frame)\"/>\n"), "a curve in its style");
}

/* ---- text ---- */

/* compares the lines of a wrapped text, with | between them */
static int wrapped_are(const char *text, double width, int most, const char *expected)
{
    output_text lines = { 0 };
    const int n = svg_wrapped(&lines, text, 0, 0, width, 12, most, "");

    for (const char *at = lines.data; at && (at = strchr(at, '>')); at = strstr(at, "</text>") + 7)
        output_printf(&t, "%s%.*s", t.size ? "|" : "", (int)strcspn(at + 1, "<"), at + 1);
    output_free(&lines);
    return is_text(expected) && svg_wrapped(NULL, text, 0, 0, width, 12, most, "") == n;
}

static void test_text(void)
{
    /* characters of East Asian scripts are as wide as their size is high, others are not */
    static const struct { unsigned code; int wide; } of[] = {
        { 0x10FF, 0 }, { 0x1100, 1 }, { 0x1FFF, 1 }, { 0x2000, 0 }, { 0x2192, 0 }, { 0x2BFF, 0 },
        { 0x2C00, 1 }, { 0x6F22, 1 }, { 0xFFFC, 1 }, { 0xFFFD, 0 }, { 0xFFFE, 1 }
    };
    static const struct { const char *text; double width; int most; const char *lines; } wrap[] = {
        { "aaaa aaaa aaaa", 10.0, 3, "aaaa aaaa aaaa" },
        { "aaaa aaaa aaaa", 1.6, 3, "aaaa|aaaa|aaaa" },
        { "aaaaaaaaaa", 1.1, 3, "aaaa|aaaa|aa" }, { "aaaa aaaa aaaa", 1.6, 2, "aaaa|aaaa..." },
        { "aaaa ", 1.1, 3, "aaaa" }, { "", 1.0, 2, "" }, { "aa", 0.0, 9, "a|a" }
    };
    static const char *const same[] = { "ijl.,:;'|!()[]/ ", "ABYZ", "mw", "aeyz01~\"" };
    static const double wide[] = { 0.36, 0.7, 0.9, 0.62 };
    double taken[1][2] = { { 10, 20 } };
    const double word = svg_text_width("aaaa", 4, 12);

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const char text[3] = { (char)(0xE0 | of[k].code >> 12),
                               (char)(0x80 | (of[k].code >> 6 & 0x3F)),
                               (char)(0x80 | (of[k].code & 0x3F)) };
        check((svg_text_width(text, 3, 10.0) == 10.0) == of[k].wide, "the width of U+%04X",
              of[k].code);
    }
    for (int k = 0; k < 4; k++)
        for (const char *c = same[k]; *c; c++)
            check_near(svg_text_width(c, 1, 10.0), 10.0 * wide[k], 1e-12, "the width of %c", *c);
    check_near(svg_text_width("a\xCE\xB5 A", 5, 24), 24.0 * (0.62 + 0.62 + 0.36 + 0.7), 1e-12,
               "the width of four characters, of which one has two bytes");
    for (size_t k = 0; k < sizeof wrap / sizeof *wrap; k++)
        check(wrapped_are(wrap[k].text, wrap[k].width * word, wrap[k].most, wrap[k].lines),
              "\"%s\" in the lines %s", wrap[k].text, wrap[k].lines);
    for (int k = 0; k < 4; k++) {
        const double at[2] = { k / 2 ? 12.5 : 13, k % 2 ? 21.5 : 22 };
        check(svg_is_free(at, 1, taken, 3, 2) == (k < 3),
              "a place is free if it is far enough from another one along x or along y");
    }
    svg_name(&t, 10.0, 20.0, 10.0, "a=\"b\"", "<");
    check(is_text("<text x=\"10\" y=\"23.6\" font-size=\"10\" text-anchor=\"middle\" "
                  "stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\">&lt;</text>\n"
                  "<text x=\"10\" y=\"23.6\" font-size=\"10\" text-anchor=\"middle\" a=\"b\">&lt;"
                  "</text>\n"), "a name on its white rim");
}

/* an id begins with a letter, and has only letters, digits, - and _ */
static void test_ids(void)
{
    static const char *const ids[][2] = {
        { "a", "a" }, { "z", "z" }, { "A", "A" }, { "Z", "Z" }, { "0", "p0" }, { "9x", "p9x" },
        { "-", "p-" }, { "_", "p_" }, { "a b", "a-b" }, { "\"", "p-" }, { "x9-_Y", "x9-_Y" },
        { "\xC3\xA9t", "p--t" }
    };
    char text[400];

    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        const char *id = ids[k][1];
        svg_begin(&t, 9.5, 10.0, ids[k][0], "a < b", "v & w");
        svg_end(&t);
        snprintf(text, sizeof text, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" "
                 "width=\"10\" height=\"10\" viewBox=\"0 0 10 10\" role=\"img\"\n     "
                 "aria-labelledby=\"%s-title %s-desc\" font-family=\"sans-serif\">\n"
                 "<title id=\"%s-title\">a &lt; b</title>\n<desc id=\"%s-desc\">v &amp; w</desc>\n"
                 "<rect width=\"10\" height=\"10\" fill=\"#ffffff\"/>\n</svg>\n", id, id, id,
                 id);
        check(is_text(text), "the id of %s is %s", ids[k][0], id);
    }
}

typedef struct { double x0, y0, x1, y1; } box;

/* the approximate box of a text */
static box text_box(const element *e)
{
    const double x = number(e, " x=\""), y = number(e, " y=\""), size = number(e, " font-size=\"");
    const double wide = svg_text_width(e->end + 1, strcspn(e->end + 1, "<"), size);
    const box b = { x, y - 0.8 * size, x + wide, y + 0.2 * size };

    return b;
}

enum { MOST_TEXTS = 40 };
static box texts[MOST_TEXTS];

/* the number of texts that begin at their x; -1: two of them overlap, or one is not in the room */
static int texts_in(const box *room)
{
    element e = { t.data, t.data };
    int n = 0, bad = 0;

    for (; n < MOST_TEXTS && next_element(&e, "<text "); n++) {
        const box *a = texts + n;
        texts[n] = text_box(&e);
        bad += a->x0 < room->x0 - PIXEL || a->y0 < room->y0 - PIXEL || a->x1 > room->x1 + PIXEL ||
               a->y1 > room->y1 + PIXEL || has(&e, "text-anchor");
        for (const box *b = texts; b < a; b++)
            bad += a->x1 > b->x0 && b->x1 > a->x0 && a->y1 > b->y0 && b->y1 > a->y0;
    }
    return bad ? -1 : n;
}

static void test_heading(void)
{
    static const char *const words = "one two three four five six seven eight nine ten eleven";
    static const char *const valleys = "Hills and valleys";
    static const struct { double width; const char *title, *subtitle; int bold, plain; } of[] = {
        { 400, "Hills and valleys without end, one after the other after another", "below", 2, 1 },
        { 120, "one two three four five six seven eight nine ten", words, 3, 3 },
        { 400, "", NULL, 0, 0 }, { 400, NULL, "", 0, 0 }, { 400, "Hills", NULL, 1, 0 }
    };
    const double wide = svg_text_width(valleys, 17, SVG_TITLE);

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const double height = svg_heading(&t, of[k].width, of[k].title, of[k].subtitle);
        const box room = { SVG_MARGIN, SVG_MARGIN, of[k].width - SVG_MARGIN + 0.1, height };
        const double measured = svg_heading(NULL, of[k].width, of[k].title, of[k].subtitle);
        const int lines = of[k].bold + of[k].plain;
        element line = { t.data, t.data };
        int alike = 0;
        check(texts_in(&room) == lines, "a heading of %d lines, without overlap", lines);
        for (int i = 0; i < lines && next_element(&line, "<text "); i++)
            alike += has(&line, i < of[k].bold ? "font-size=\"15\" font-weight=\"bold\""
                                               : "font-size=\"12\" fill=\"#444444\"") &&
                     (i == 0 || texts[i].y0 > texts[i - 1].y0);
        check(alike == lines && measured == height,
              "its lines below each other, and its height as measured");
        check_near(height, SVG_MARGIN + SVG_LINE * (SVG_TITLE * of[k].bold + SVG_TEXT * of[k].plain)
                   + 6.0, 1e-9, "its height");
        output_free(&t);
    }
    check(svg_heading(NULL, 2 * SVG_MARGIN + 1.05 * wide, valleys, NULL) >
              svg_heading(NULL, 2 * SVG_MARGIN + 1.15 * wide, valleys, NULL),
          "a bold line takes between 5 and 15 %% more room than a plain one");
}

/* ---- axes ---- */

/* 400 pixels for 4 m to the right, and 200 for 2 m upwards */
static void test_axes(void)
{
    const svg_frame plot = { -1.0, 2.0, 3.0, 4.0, 100.0, 50.0, 400.0, 200.0, "f" };
    const svg_scale s = { 2, { -1.0, 1.5 }, { "-1", "1.5" } }, up = { 1, { 2.5 }, { "four" } };
    const double aside = 100.0 - SVG_TICK - svg_scale_width(&up) - SVG_TEXT;
    output_text want = { 0 };
    char turned[200];

    svg_axis_x(&t, &plot, &s, "x < y");
    check(is_text("<line x1=\"100\" y1=\"250\" x2=\"100\" y2=\"255\" stroke=\"#000000\" "
                  "stroke-width=\"1\"/>\n"
                  "<text x=\"100\" y=\"268.2\" font-size=\"12\" text-anchor=\"middle\">-1</text>\n"
                  "<line x1=\"350\" y1=\"250\" x2=\"350\" y2=\"255\" stroke=\"#000000\" "
                  "stroke-width=\"1\"/>\n"
                  "<text x=\"350\" y=\"268.2\" font-size=\"12\" text-anchor=\"middle\">1.5</text>\n"
                  "<text x=\"300\" y=\"285\" font-size=\"12\" text-anchor=\"middle\">x &lt; y"
                  "</text>\n"),
          "x axis: ticks below the frame, their labels, and in the middle below them its name");
    svg_axis_y(&t, &plot, &up, "y");
    snprintf(turned, sizeof turned, "%.10g\" y=\"150\" font-size=\"12\" text-anchor=\"middle\" "
             "transform=\"rotate(-90 %.10g 150)\">y</text>\n", aside, aside);
    output_string(&want, "<line x1=\"95\" y1=\"200\" x2=\"100\" y2=\"200\" stroke=\"#000000\" "
                  "stroke-width=\"1\"/>\n<text x=\"92\" y=\"204.32\" font-size=\"12\" "
                  "text-anchor=\"end\">four</text>\n<text x=\"");
    output_string(&want, turned);
    check(is_text(want.data), "y axis: ticks on the left, their labels, and its name, turned");
    output_free(&want);
    svg_box(&t, &plot);
    svg_window(&t, &plot);
    check(is_text("<rect x=\"100\" y=\"50\" width=\"400\" height=\"200\" fill=\"none\" "
                  "stroke=\"#000000\" stroke-width=\"1\"/>\n<clipPath id=\"f-frame\">"
                  "<rect x=\"100\" y=\"50\" width=\"400\" height=\"200\"/></clipPath>\n"),
          "the frame and its window");
}

/* ---- legend ---- */

/* Legends of entries of all lengths, at all widths: texts do not overlap, and are in the room. A
 * sample has 34 pixels, eight before its text, at its height; columns are 22 apart, as many as the
 * widest text has room for. */
static void test_legend_room(void)
{
    rng r = { 5 };
    int bad = 0;

    for (int k = 0; k < 300; k++) {
        svg_entry entries[8];
        const int n = 1 + rng_int(&r, 8);
        const double width = rng_range(&r, 200.0, 900.0), left = rng_range(&r, 0.0, 50.0);
        const double top = rng_range(&r, 0.0, 50.0);
        box room = { left, top, left + width + 0.1, 0.0 };
        double wide = 0.0;
        int own = 0, columns = 1, sample = 0;
        for (int i = 0; i < n; i++) {
            char text[64] = "";
            for (int c = rng_int(&r, 60); c >= 0; c--) text[c] = c % 7 == 6 ? ' ' : 'a';
            memset(entries + i, 0, sizeof entries[i]);
            entries[i].sample = SVG_SAMPLE_HALFSPACE;
            svg_entry_text(&entries[i], text, NULL, NULL);
            wide = fmax(wide, svg_text_width(text, strlen(text), SVG_TEXT));
        }
        while ((columns + 1) * (42.0 + wide + 22.0) - 22.0 <= width) columns++;
        wide = fmin(wide, width - 42.0);
        room.y1 = top + svg_legend(NULL, left, top, width, n, entries);
        bad += svg_legend(&t, left, top, width, n, entries) != room.y1 - top;
        const int lines = texts_in(&room);
        for (element e = { t.data, t.data }; next_element(&e, "<line "); sample++) {
            const double x = left + sample % columns * (42.0 + wide + 22.0);
            const double y = number(&e, " y1=\"");
            while (own < lines && !(fabs(texts[own].y0 + 5.52 - y) < 2.0 * PIXEL &&
                                    fabs(texts[own].x0 - x - 42.0) < 2.0 * PIXEL)) own++;
            bad += own >= lines || fabs(number(&e, " x1=\"") - x) > PIXEL ||
                   fabs(number(&e, " x2=\"") - x - 34.0) > PIXEL;
        }
        bad += sample != n;
        output_free(&t);
    }
    check(bad == 0, "300 legends: texts in the room, without overlap, beside their samples: %d "
          "wrong", bad);
}

static void own_sample(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    output_printf(out, "%g %g %g", x, y, width);
}

/* the samples of an entry at (50, 70), from x = 50 to 84 at y = 77.92 */
static void test_samples(void)
{
    enum { CURVE = SVG_SAMPLE_OWN + 1, EXACT, END };      /* with a marker; and of a single run */
    static const svg_style ink = { SVG_INK, "", 1.0, SVG_CROSS };
    static const svg_style ends[3] = {
        { SVG_INK, "", 1.0, SVG_SQUARE }, { SVG_INK, "", 1.0, SVG_TRIANGLE },
        { SVG_INK, "", 1.0, SVG_CIRCLE }
    };
    static const char dashed[] = "fill=\"none\" stroke=\"#D55E00\" stroke-linejoin=\"round\" "
                                 "stroke-width=\"1.6\" stroke-dasharray=\"6 4.5\"";
    const double y = 77.92;

    for (int k = SVG_SAMPLE_CURVE; k <= END; k++) {
        output_text want = { 0 };
        svg_entry e;
        memset(&e, 0, sizeof e);
        e.sample = k <= SVG_SAMPLE_OWN ? (svg_sample)k : k == END ? SVG_SAMPLE_END
                                                                  : SVG_SAMPLE_CURVE;
        e.style = k == SVG_SAMPLE_END ? NULL : svg_style_at(k == EXACT ? SVG_STYLE_EXACT
                                                                       : SVG_STYLE_FORMULATION);
        e.marked = k != SVG_SAMPLE_CURVE;
        e.draw = own_sample;
        svg_legend(&t, 50.0, 70.0, 400.0, 1, &e);
        switch (k) {
        case SVG_SAMPLE_CURVE: svg_line(&want, 50, y, 84, y, dashed); break;
        case CURVE:
            svg_line(&want, 50, y, 84, y, dashed);
            output_string(&want, "<path fill=\"#ffffff\" stroke=\"#D55E00\" stroke-width=\"1.2\" "
                          "d=\"");
            svg_marker_path(&want, SVG_SQUARE, 67, y, SVG_MARKER);
            output_string(&want, "\"/>\n");
            break;
        case EXACT:
            svg_line(&want, 50, y, 84, y, "fill=\"none\" stroke=\"#b0b0b0\" "
                     "stroke-linejoin=\"round\" stroke-width=\"6\"");
            break;
        case SVG_SAMPLE_START: svg_start_mark(&want, 67, y); break;
        case END: svg_end_mark(&want, e.style, 67, y); break;
        case SVG_SAMPLE_END:      /* of several runs: three marks, evenly spaced */
            for (int i = 0; i < 3; i++) svg_end_mark(&want, ends + i, 54.76 + 12.24 * i, y);
            break;
        case SVG_SAMPLE_STOP: svg_stop_mark(&want, &ink, 67, y); break;
        case SVG_SAMPLE_SOLID:    /* in the middle, with its outline above */
            output_string(&want, "<rect x=\"54\" y=\"72.92\" width=\"26\" height=\"10\" " SVG_SOLID
                          "/>\n");
            svg_line(&want, 54, y - 5, 80, y - 5, SVG_OUTLINE);
            break;
        case SVG_SAMPLE_CHAIN:    /* with strokes below it that lean back by 45 degrees */
            svg_line(&want, 54, y - 2, 80, y - 2, SVG_OUTLINE);
            for (int i = 0; i < 4; i++)
                svg_line(&want, 59 + 6 * i, y - 2, 55 + 6 * i, y + 2, SVG_HALFSPACE_TICKS);
            break;
        case SVG_SAMPLE_HALFSPACE: svg_line(&want, 50, y, 84, y, SVG_HALFSPACE); break;
        case SVG_SAMPLE_EDGE_LINE: svg_line(&want, 50, y, 84, y, SVG_EDGE_LINE); break;
        default: output_string(&want, "50 77.92 34");
        }
        check(is_text(want.data), "sample %d of a legend", k);
        output_free(&want);
    }
}

static void test_entries(void)
{
    static const svg_frame frame = { 0.0, 0.0, 1.0, 1.0, 30.0, 40.0, 100.0, 200.0, "f" };
    char long_text[300];
    svg_entry e;

    memset(&e, 0, sizeof e);
    e.sample = SVG_SAMPLE_START;
    svg_entry_text(&e, "a", NULL, "c");
    svg_entry_add(&e, "%d", 7);
    check(strcmp(e.text, "ac7") == 0, "the parts of an entry are joined");
    check_near(svg_legend_below(&t, &frame, 400.0, 1, &e), 40.0 + 200.0 + 41.0 + 10.0 + 19.2 + 14.0,
               1e-9, "the height of a picture with a legend of a line");
    check(t.data && strstr(t.data, "<text x=\"56\" y=\"303\" font-size=\"12\">ac7<"),
          "the legend is below the labels of the x axis");
    output_free(&t);
    check(svg_legend_below(NULL, &frame, 400.0, 1, NULL) == 291.0 && !t.failed &&
              svg_legend_below(&t, &frame, 400.0, 1, NULL) == 291.0 && t.failed,
          "a legend for which there was no memory");
    t.failed = 0;
    memset(long_text, 'x', sizeof long_text);
    memcpy(long_text + 236, "ab\xC3\xA4 end", 9);
    svg_entry_text(&e, long_text, NULL, NULL);
    check(strlen(e.text) == 238 && e.text[237] == 'b',
          "an entry that is too long ends before the first character that does not fit");
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
    const double time = 2000.0 * (i - n / 100) / n;

    early(i, n, p);
    if (time <= 0.0) return;
    p[0] += 1e4 * time;
    p[1] += 1e4 * time - 5.0 * time * time;
}

static void shaking(int i, int n, double *p)          /* to and fro between x = -1 and x = 1 */
{
    p[0] = i % 2 ? 1.0 : -1.0;
    p[1] = (double)i / n;
}

/* the first `near` points are within the tolerance of the thinned path, which has the number of
 * each of its points */
static void test_path(const char *name, void (*point)(int, int, double *), int near,
                      double tolerance)
{
    enum { POINTS = 1000000, KEPT = 4096 };
    thin_path path;
    double p[2], off = 0.0;
    int most = 0, failed = 0;

    thin_path_init(&path, KEPT);
    for (int i = 0; i < POINTS; i++) {
        point(i, POINTS, p);
        failed |= thin_path_add(&path, 0.0, p[0], p[1]) != 0;
        if (path.count > most) most = path.count;
    }
    check(!failed && most <= KEPT && path.count >= 2 && path.capacity <= KEPT,
          "%s: of a million points never more than %d are kept", name, KEPT);
    check(path.xy[2 * path.count - 2] == p[0] && path.xy[2 * path.count - 1] == p[1],
          "%s: the last point is kept", name);
    for (int i = 0, j = 0; i < near; i++) {
        while (j + 2 < path.count && path.number[j + 1] <= i) j++;
        point(i, POINTS, p);
        off = fmax(off, mb_distance_to_segment(p, path.xy + 2 * j, path.xy + 2 * j + 2));
    }
    check(off <= tolerance, "%s: the path is within %g of its points (%.2g)", name, tolerance, off);
    thin_path_free(&path);
}

static void test_paths(void)
{
    thin_path path;
    int kept = 1;

    thin_path_init(&path, 4096);
    for (int i = 0; i < 4096; i++) thin_path_add(&path, 0.5 * i, 0.001 * i, 0.0);
    for (int i = 0; i < 4096; i++) {
        const double x = 0.001 * i;
        kept &= path.count == 4096 && path.xy[2 * i] == x;
    }
    check(kept, "points are all kept while there is room, also on a straight line");
    thin_path_add(&path, 0.0, HUGE_VAL, 0.0);
    thin_path_add(&path, 0.0, 0.0, (double)NAN);
    check(path.count == 4096, "a point that is not finite is left out");
    for (int i = 4096; i < 100000; i++) thin_path_add(&path, 0.5 * i, 0.001 * i, 0.0);
    for (int i = 0; i + 1 < path.count; i++) kept &= path.xy[2 * i + 2] - path.xy[2 * i] < 0.3;
    check(kept && path.count > 300, "a long straight line keeps some points, for markers");
    for (int i = 1; i + 2 < path.count; i++)
        kept &= path.number[i + 1] - path.number[i] == path.number[1] - path.number[0];
    check(kept && path.number[1] == 64 && path.stride == 64,
          "points of a straight line are 8 * 8 apart, except the last");
    for (int i = 0; i < path.count; i++) kept &= path.t[i] == 0.5 * path.number[i];
    check(kept && path.number[path.count - 1] == 99999, "with their times");
    thin_path_free(&path);
    /* 0.01 m is a sixth of a pixel where 780 pixels show 50 m */
    test_path("fifty bounces", bounces, 1000000, 0.01);
    test_path("bounces, then rest", early, 1000000, 0.01);
    test_path("bounces, then away", runaway, 10000, 0.01);
    test_path("a path of corners only", shaking, 1000000, 3.0);
}

int main(void)
{
    test_linear_ticks();
    test_log_ticks();
    test_scale_x();
    test_frame();
    test_clip();
    test_thinning();
    test_gaps_and_clipping();
    test_markers();
    test_marks();
    test_styles();
    test_text();
    test_ids();
    test_heading();
    test_axes();
    test_legend_room();
    test_samples();
    test_entries();
    test_paths();
    return check_done();
}
