/* test_drawing.c: maps, panels, close-ups, ticks and figures of bodies, read back from their SVG
 *
 * The place of a number in a picture is found from two labels of its axis, as by a reader.
 */
#include "check.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/drawing/figure.h"
#include "elements.h"

#include <stdlib.h>
#include <string.h>

#define PIXEL 0.0121              /* coordinates have two decimals, and sums of two are rounded */

static output_text t;
static char some_title[] = "A title";

/* ---- reading SVG ---- */

/* An axis: a number x is at the pixel at + each * x, or at + each * log10(x). */
typedef struct {
    int labels, log;
    double at, each, lo, hi;      /* the pixels of its first and last label */
} axis;

/* the number of a label, whose minus sign is U+2212 */
static double number_of(const char *label)
{
    static const char minus[] = "\xE2\x88\x92";
    const int negative = strncmp(label, minus, 3) == 0;

    return (negative ? -1.0 : 1.0) * strtod(label + 3 * negative, NULL);
}

/* an axis along the bottom (y = 0) or the side (y = 1), from the labels in this box; labels = -1 if
 * they are not on the straight line through the first and the last one */
static axis axis_of(double left, double right, double top, double bottom, int y, int log)
{
    axis a = { 0, log, 0.0, 0.0, 0.0, 0.0 };
    double place[30], value[30], off = 0.0;

    for (element e = { t.data, t.data }; next_element(&e, "<text ") && a.labels < 30;) {
        const double px = number(&e, " x=\"");
        const double py = number(&e, " y=\"") - (y ? 0.36 * SVG_TEXT : 0.0);
        if (px < left || px > right || py < top || py > bottom) continue;
        if (!has(&e, y ? "\"end\"" : "\"middle\"") || !strchr("0123456789\xE2", e.end[1])) continue;
        place[a.labels] = y ? py : px;
        value[a.labels] = log ? log10(number_of(e.end + 1)) : number_of(e.end + 1);
        a.labels++;
    }
    if (a.labels < 2) return a;
    a.lo = place[0];
    a.hi = place[a.labels - 1];
    a.each = (a.hi - a.lo) / (value[a.labels - 1] - value[0]);
    a.at = a.lo - a.each * value[0];
    for (int i = 0; i < a.labels; i++) off = fmax(off, fabs(place[i] - a.at - a.each * value[i]));
    if (off > 2.0 * PIXEL) a.labels = -1;
    return a;
}

/* the pixel of a number */
static double on(const axis *a, double value)
{
    return a->at + a->each * (a->log ? log10(value) : value);
}

/* ---- maps ---- */

enum { ACROSS = 5, UP = 4 };

static const map_axis columns = { "a [m]", -1.0, 0.5, ACROSS }, rows = { "b [s]", 10.0, 2.0, UP };

typedef struct { double x, y, wide, high; long colour; } cell;

/* the coloured rectangles of the map, or those of its scale */
static int cells_of(cell *out, int most, int scale)
{
    int n = 0;

    for (element e = { t.data, t.data }; next_element(&e, "<rect ") && n < most;) {
        const char *fill = strstr(e.at, " fill=\"#");
        const cell c = { number(&e, " x=\""), number(&e, " y=\""), number(&e, " width=\""),
                         number(&e, " height=\""), fill ? strtol(fill + 8, NULL, 16) : -1 };
        if (!has(&e, " x=\"") || !has(&e, " fill=\"#") || (c.wide == 16.0) != scale) continue;
        out[n++] = c;
    }
    return n;
}

static double light(long colour)
{
    return 0.21 * (double)(colour >> 16 & 255) + 0.72 * (double)(colour >> 8 & 255) +
           0.07 * (double)(colour & 255);
}

/* the greatest difference of two colours' parts */
static double apart(long a, long b)
{
    double most = 0.0;

    for (int k = 0; k < 24; k += 8)
        most = fmax(most, fabs((double)(a >> k & 255) - (double)(b >> k & 255)));
    return most;
}

/* A map of these values: each cell lies where the axes say, in the colour that the scale has at its
 * value; cells without a value are left out. Returns the scale's axis. */
static axis check_map(const double *value, int log, const char *name)
{
    const map m = { "Map", "of numbers", columns, rows, "error [m]", value, { 1, 2 }, "best",
                    "none" };
    static cell cells[ACROSS * UP], stripes[101];
    int n, k, bad = 0, there = 0;
    axis x, y, scale = { 0 };

    output_free(&t);
    map_svg(&m, &t);
    n = cells_of(cells, ACROSS * UP, 0);
    k = cells_of(stripes, 101, 1);
    if (!check(n > 0 && k == 100, "%s: %d cells, and %d stripes of the scale, expected 100", name,
               n, k)) return scale;
    const double left = cells[0].x, bottom = cells[0].y + cells[0].high, bar = stripes[0].x;
    x = axis_of(left - 1, left + 401, bottom, bottom + 20, 0, 0);
    y = axis_of(0, left, bottom - 401, bottom + 1, 1, 0);
    scale = axis_of(left + 401, bar, bottom - 401, bottom + 1, 1, log);
    check(x.labels >= 2 && y.labels >= 2 && scale.labels >= 2,
          "%s: %d, %d, %d labels of x, y and the scale (-1: not evenly spaced)", name, x.labels,
          y.labels, scale.labels);
    for (int j = 0; j < UP; j++)
        for (int i = 0; i < ACROSS; i++) {
            const double v = value[j * ACROSS + i];
            const cell *c = cells + there;
            if (!isfinite(v)) continue;
            bad += !(fabs(c->x - on(&x, -1.0 + 0.5 * (i - 0.5))) <= 0.52 &&
                     fabs(c->x + c->wide - on(&x, -1.0 + 0.5 * (i + 0.5))) <= 0.52 &&
                     fabs(c->y - on(&y, 10.0 + 2.0 * (j + 0.5))) <= 0.52 &&
                     fabs(c->y + c->high - on(&y, 10.0 + 2.0 * (j - 0.5))) <= 0.52);
            bad += c->wide != 80.0 || c->high != 100.0;
            for (int s = 0; s < k; s++) {                 /* the stripe beside the value */
                const double height = on(&scale, v);
                if (height < stripes[s].y - 1.0 || height > stripes[s].y + stripes[s].high + 1.0)
                    continue;
                bad += apart(stripes[s].colour, c->colour) > 7.0;
                break;
            }
            there++;
        }
    check(there == n && bad == 0, "%s: %d cells, expected %d; %d places or colours are wrong", name,
          n, there, bad);
    bad = 0;
    for (int s = 0; s < k; s++) {
        bad += stripes[s].x != bar || fabs(stripes[s].high - 4.0) > 1.0;
        if (s > 0) bad += stripes[s].y + stripes[s].high != stripes[s - 1].y;
        if (s > 0) bad += !(light(stripes[s].colour) > light(stripes[s - 1].colour));
    }
    check(bad == 0 && stripes[0].y + stripes[0].high == bottom && stripes[k - 1].y == bottom - 400,
          "%s: the scale is as high as the map, and lighter upwards: %d errors", name, bad);
    bad = 0;
    for (element e = { t.data, t.data }; next_element(&e, "<path ");) {      /* the mark */
        const char *top = strstr(e.at, "\"M") + 2;                    /* of a diamond of 5 pixels */
        bad += fabs(strtod(top, NULL) - on(&x, -0.5)) <= 2.0 * PIXEL &&
               fabs(strtod(strchr(top, ' '), NULL) - on(&y, 14.0) + 6.75) <= 2.0 * PIXEL;
    }
    check(bad == 1, "%s: one mark, at the second value across and the third upwards: %d", name,
          bad);
    check(strstr(t.data, ">best<") && !strstr(t.data, ">none<") == (n == ACROSS * UP),
          "%s: its legend", name);
    check(strstr(t.data, ">error [m] over a [m] and b [s]; best<") &&
              strstr(t.data, ">Map</title>") && strstr(t.data, ">of numbers<"),
          "%s: its title and description", name);
    return scale;
}

static void test_maps(void)
{
    double linear[ACROSS * UP], wide[ACROSS * UP], gaps[ACROSS * UP], same[ACROSS * UP];
    const double hole[2] = { (double)NAN, HUGE_VAL };
    axis a;

    for (int i = 0; i < ACROSS * UP; i++) {
        linear[i] = 3.0 + 0.25 * (i * 7 % (ACROSS * UP));                /* 3 to 7.75 */
        wide[i] = pow(10.0, -2.0 + 3.0 * (i * 7 % (ACROSS * UP)) / 19.0);       /* 0.01 to 10 */
        gaps[i] = i % 6 == 2 ? hole[i / 6 % 2] : 0.5 * i - 4.0;
        same[i] = 2.0;
    }
    a = check_map(linear, 0, "from 3 to 7.75");
    const double height = fabs(on(&a, 7.75) - on(&a, 3.0));
    check_near(height, 400.0, 2.0,
               "the pixels from the least value to the greatest, all of the scale");
    a = check_map(wide, 1, "three decades");
    check_near(fabs(on(&a, 10.0) - on(&a, 0.01)), 400.0, 2.0,
               "the pixels of three decades, all of the scale");
    check_map(gaps, 0, "with gaps");
    a = check_map(same, 0, "a single value");
    check_near(fabs(on(&a, 4.0) - on(&a, 2.0)), 400.0, 2.0,
               "the scale of a single value: the pixels to its double");
    for (int i = 0; i < ACROSS * UP; i++) same[i] = 0.0;
    a = check_map(same, 0, "zero everywhere");
    check_near(fabs(on(&a, 1.0) - on(&a, 0.0)), 400.0, 2.0,
               "the scale of zeros: the pixels from 0 to 1");
}

/* the scale of positive numbers is logarithmic if they span a decade or more; others are linear */
static void test_map_decade(void)
{
    static const struct { double least, most; int log; } of[] = {
        { 1.0, 10.0, 1 }, { 1.0, 9.99, 0 }, { 0.0, 10.0, 0 }, { -1.0, 10.0, 0 }
    };
    double value[ACROSS * UP];

    for (int k = 0; k < 4; k++) {
        const double middle = of[k].log ? sqrt(of[k].least * of[k].most)
                                        : 0.5 * (of[k].least + of[k].most);
        for (int i = 0; i < ACROSS * UP; i++) value[i] = i == 0 ? of[k].least : of[k].most;
        value[1] = middle;
        check_map(value, of[k].log, of[k].log ? "a decade" : "no decade");
    }
}

/* of 401 values across three share a cell, which shows the least; the last cell has two */
static void test_map_least(void)
{
    enum { N = 2 * MAP_CELLS + 1, CELLS = (N + 2) / 3 };
    static double value[2 * N];
    const map m = { .title = "Map", .x = { "a", 0.0, 1.0, N }, .y = { "b", 0.0, 1.0, 2 },
                    .label = "c", .value = value, .marked = "best", .blank = "none" };
    static cell cells[2 * CELLS + 1];
    int n, bad = 0;

    for (int i = 0; i < 2 * N; i++) value[i] = 1.0;
    value[4] = 0.0;                                       /* in the second cell below, */
    value[N + N - 1] = 0.0;                               /* and in the last one above */
    output_free(&t);
    map_svg(&m, &t);
    n = cells_of(cells, 2 * CELLS + 1, 0);
    for (int i = 0; i < n; i++)
        bad += (cells[i].colour == cells[1].colour) != (i == 1 || i == n - 1);
    check(n == 2 * CELLS && bad == 0,
          "a cell of three values shows the least: %d cells, expected %d, %d wrong", n, 2 * CELLS,
          bad);
    check(strstr(t.data, ">best; a cell shows the least of 3 x 1 points<") != NULL,
          "the legend says that a cell shows the least of three points");
    for (int i = 1; i < n; i++)
        bad += i != CELLS && cells[i].x != cells[i - 1].x + cells[i - 1].wide;
    check(bad == 0, "no gaps between cells: %d errors", bad);
}

/* With up to 200 points along an axis each has a cell, up to 400 each two, then each three,
 * whichever way it goes. Five values have the colours of viridis at 0, 1/4, 1/2, 3/4 and 1 */
static void test_map_ways(void)
{
    static const struct { int points, each; } of[] = {
        { 199, 1 }, { 200, 1 }, { 201, 2 }, { 400, 2 }, { 401, 3 }
    };
    static const long viridis[5] = { 0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725 };
    static double value[2 * 401];
    static cell cells[3 * 200];
    map m = { .title = "Map", .label = "c", .value = value, .marked = "best", .blank = "none" };

    for (int k = 0; k < 10; k++) {
        const int points = of[k / 2].points, each = of[k / 2].each, up = k % 2;
        const map_axis two = { "b", 0.0, 1.0, 2 }, many = { "a", 0.0, 1.0, points };
        char said[60] = "";
        int dark = 0, n;
        m.x = up ? two : many;
        m.y = up ? many : two;
        for (int i = 0; i < 2 * points; i++) value[i] = 1.0;
        value[up ? 2 * (points - 1) : points - 1] = 0.0;      /* the last one, left or below */
        output_free(&t);
        map_svg(&m, &t);
        n = cells_of(cells, 3 * 200, 0);
        for (int i = 0; i < n; i++) dark += cells[i].colour == viridis[0];
        if (each > 1)
            snprintf(said, sizeof said, "; a cell shows the least of %d x %d points",
                     up ? 1 : each, up ? each : 1);
        check(n == (points + each - 1) / each * 2 && strstr(t.data, said) && dark == 1 &&
                  cells[up ? n - 2 : n / 2 - 1].colour == viridis[0] &&
                  (strstr(t.data, "points<") != NULL) == (each > 1),
              "%d points, %s: %d cells%s", points, up ? "upwards" : "across", n, said);
    }
    const map_axis five = { "a", 0.0, 1.0, 5 }, one = { "b", 0.0, 1.0, 1 };
    m.x = five;
    m.y = one;
    m.title = "A title of several lines, because it is much longer than the picture of a map is "
              "wide, as long as its size in letters is as it is";
    m.subtitle = "Below it";
    for (int i = 0; i < 5; i++) value[i] = 3.0 + 0.5 * i;
    output_free(&t);
    map_svg(&m, &t);
    int bad = cells_of(cells, 6, 0) != 5;
    for (int i = 0; i < 5; i++) bad += cells[i].colour != viridis[i];
    check(bad == 0, "the colours of five values: %d wrong", bad);
    double below = 0.0, left = HUGE_VAL;
    for (element e = { t.data, t.data }; next_element(&e, "<text ");) {
        if (strncmp(e.end, ">Below it", 9) == 0) below = number(&e, " y=\"");
        if (!has(&e, "\"end\"") || number(&e, " x=\"") > cells[0].x) continue;
        left = fmin(left, number(&e, " x=\"") -
                              svg_text_width(e.end + 1, strcspn(e.end + 1, "<"), SVG_TEXT));
    }
    check(below > 2.0 * SVG_TITLE && cells[0].y > below && cells[0].y < below + 20.0,
          "a map is below its heading: %g, %g", below, cells[0].y);
    check(left > SVG_MARGIN + SVG_TEXT && left < SVG_MARGIN + SVG_AXIS_Y_SPACE,
          "room for the numbers and the label of its y axis: %g", left);
}

/* ---- panels ---- */

/* the k-th path of this colour and width: its points */
static int curve(const char *colour, const char *width, int k, int most, double *xy)
{
    int n = 0;

    for (element e = { t.data, t.data }; next_element(&e, "<path ");) {
        if (!has(&e, colour) || !has(&e, width) || k-- != 0) continue;
        for (const char *d = strstr(e.at, " d=\"") + 4; strchr("ML", *d) && n < most; n++) {
            char *end;
            xy[2 * n] = strtod(d + 1, &end);
            xy[2 * n + 1] = strtod(end, &end);
            d = end;
        }
        break;
    }
    return n;
}

/* three panels below each other: each curve where the common x axis and its own y axis say */
static void test_panels(void)
{
    static const double xy[3][8] = {
        { 0, 1, 1, 3, 2, -2, 3, 4 }, { 0, 100, 1, 400, 2, 900, 3, 100 },
        { 0, 1, 1, 0.01, 2, 30, 3, 0.5 }
    };
    chart_series series[3];
    chart panel[3];
    svg_frame frame;
    double width, height, top[3];
    int frames = 0, x_labels = 0;

    memset(series, 0, sizeof series);
    memset(panel, 0, sizeof panel);
    for (int k = 0; k < 3; k++) {
        static const char *const label[3] = { "height [m]", "energy [J]", "error [m]" };
        const chart_series one = { "run", 4, xy[k], SVG_STYLE_FORMULATION, -1, NULL };
        const chart c = { "Panels", NULL, { "t [s]", 0 }, { label[k], k == 2 }, 1, series + k,
                          "p" };
        series[k] = one;
        panel[k] = c;
    }
    output_free(&t);
    chart_panels(panel, 3, &t);
    chart_layout(panel, &frame, &width, &height);
    for (element e = { t.data, t.data }; next_element(&e, "<rect ");)
        if (has(&e, "fill=\"none\"") && frames < 3) top[frames++] = number(&e, " y=\"");
    check(frames == 3, "%d panels, expected 3", frames);
    for (element e = { t.data, t.data }; next_element(&e, "<text ");)
        x_labels += strncmp(e.end, ">t [s]<", 7) == 0;
    check(x_labels == 1, "%d panels have the x axis, expected 1", x_labels);
    for (int k = 0; k < 3 && frames == 3; k++) {
        double p[8];
        const axis x = axis_of(0, width, top[2] + 190, top[2] + 215, 0, 0);
        const axis y = axis_of(0, 90, top[k] - 1, top[k] + 191, 1, k == 2);
        const char *colour = svg_style_at(SVG_STYLE_FORMULATION)->colour;
        int bad = x.labels < 2 || y.labels < 2 || curve(colour, "stroke-linejoin", k, 4, p) != 4;
        for (int i = 0; i < 4 && !bad; i++)
            bad += fabs(p[2 * i] - on(&x, xy[k][2 * i])) > 4.0 * PIXEL ||
                   fabs(p[2 * i + 1] - on(&y, xy[k][2 * i + 1])) > 4.0 * PIXEL ||
                   p[2 * i + 1] < top[k] || p[2 * i + 1] > top[k] + 190.0;
        check(bad == 0, "panel %d: its curve is where the axes say: %d errors", k + 1, bad);
        if (k > 0)
            check_near(top[k], top[k - 1] + 206.0, 0.0,
                       "panel %d is 16 pixels below the one before", k + 1);
    }
    check(strstr(t.data, ">height [m], energy [J] and error [m] against t [s]: run<") != NULL,
          "the description names the y axes of all panels");
}

/* a curve with markers has one in the legend, wherever they are; a band of a single point, before a
 * gap or after one, has no area and no sides */
static void test_marks_and_bands(void)
{
    static const double xy[] = { 0, 1, 1, 2, 2, 1, 3, 2, 4, 1 };
    const double nan = (double)NAN;
    const double band[] = { 0, 2, nan, nan, 0.5, 2, nan, nan, 0, 2 };
    const char *colour = svg_style_at(SVG_STYLE_FORMULATION)->colour;
    char marker[60];

    snprintf(marker, sizeof marker, "fill=\"#ffffff\" stroke=\"%s\"", colour);
    for (int every = -1; every <= 1; every++) {
        const chart_series one = { "run", 5, xy, SVG_STYLE_FORMULATION, every, band };
        const chart c = { "Chart", NULL, { "x", 0 }, { "y", 0 }, 1, &one, NULL };
        int markers = 0, areas = 0, lines = 0;
        output_free(&t);
        chart_svg(&c, &t);
        for (element e = { t.data, t.data }; next_element(&e, "<path ");) {
            markers += has(&e, marker);
            areas += has(&e, "fill-opacity");
            lines += has(&e, "stroke-linejoin");
        }
        check(markers == (every < 0 ? 0 : 2),
              "mark_every = %d: %d markers on the curve and in the legend", every, markers);
        check(areas == 0 && lines == 1,
              "bands of single points: %d areas, expected 0; %d lines, expected 1", areas, lines);
    }
}

/* the legend names curves of which no point can be shown: here those at and below 0 */
static void test_no_points(void)
{
    for (int k = 0; k < 16; k++) {
        double xy[8];
        for (int i = 0; i < 4; i++) {
            xy[2 * i] = i + 1.0;
            xy[2 * i + 1] = k >> i & 1 ? 2.0 : -1.0;
        }
        const chart_series one = { "run", 4, xy, SVG_STYLE_FORMULATION, -1, NULL };
        const chart c = { "Chart", NULL, { "x", 0 }, { "y", 1 }, 1, &one, NULL };
        output_free(&t);
        chart_svg(&c, &t);
        check((strstr(t.data, ">run (no points)<") != NULL) == (k == 0) &&
                  (strstr(t.data, ">run<") != NULL) == (k != 0),
              "a curve whose points %d can be shown", k);
    }
}

/* Energies of three runs, of which the second has no rows: a moving and a driven body, and a
 * particle; the total is that of all rows, or of the world. Panels as of a chart made by hand. */
static void test_energies(void)
{
    static const char *const labels[3] = {
        "kinetic energy [J]", "potential energy [J]", "total energy [J]"
    };
    static const char *const prefixes[3] = { "kinetic", "potential", "total" };
    scene_body body[2];
    scene_particle particle;
    scene s;
    timeline runs[4];
    chart_series series[3][2];
    chart panel[3];
    double xy[3][2][6];
    output_text want = { 0 };

    memset(&s, 0, sizeof s);
    memset(body, 0, sizeof body);
    memset(&particle, 0, sizeof particle);
    body[0].body.kind = MB_DYNAMIC;
    body[1].body.kind = MB_KINEMATIC;
    for (int k = 0; k < 2; k++) body[k].body.mass = 2.0, body[k].body.inertia = 3.0;
    particle.mass = 4.0;
    s.title = some_title;
    s.nbody = 2, s.body = body;
    s.nparticle = 1, s.particle = &particle;
    for (int run = 0; run < 4; run++) {
        timeline_init(runs + run, &s);
        runs[run].name = run == 0 ? "first" : run == 2 ? "last" : "none";
        runs[run].style = SVG_STYLE_FORMULATION + run;
        for (int i = 0; run % 2 == 0 && i < 3; i++) {
            const double vx = 1.0 + i, vy = 2.0 * run, spin = 0.5 * i, t0 = 0.25 * i;
            const double kinetic = (1.0 + 2.0) * (vx * vx + vy * vy) + 1.5 * spin * spin;
            const trajectory_world world = { .energy = 50.0 + i };
            const double total = run ? 50.0 + i : 3.0 * (10.0 + i) + 3.0;
            for (int k = 0; k < 3; k++) {
                const trajectory_row row = { .t = t0, .particle = k, .v = { vx, vy }, .spin = spin,
                                             .energy = 10.0 + i + k, .world = run ? &world : NULL };
                check(timeline_row(runs + run, &row) == 0, "a row is taken");
            }
            for (int k = 0; k < 3; k++) {
                xy[k][run / 2][2 * i] = t0;
                xy[k][run / 2][2 * i + 1] = k == 0 ? kinetic : k == 1 ? total - kinetic : total;
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        const chart c = { some_title, "below", { "t [s]", 0 }, { labels[k], 0 }, 2, series[k],
                          prefixes[k] };
        for (int i = 0; i < 2; i++) {
            const chart_series one = { i ? "last" : "first", 3, xy[k][i],
                                       SVG_STYLE_FORMULATION + 2 * i, 0, NULL };
            series[k][i] = one;
        }
        panel[k] = c;
    }
    output_free(&t);
    timeline_energy(runs, 3, "below", &t);
    chart_panels(panel, 3, &want);
    check(strcmp(t.data, want.data) == 0, "energies in three panels");
    output_free(&want);
    for (int run = 0; run < 4; run++) timeline_free(runs + run);
}

/* ---- close-ups ---- */

static const svg_frame frame = { 0.0, 0.0, 4.0, 4.0, 30.0, 20.0, 400.0, 400.0, "f" };

/* a run along y = 2 with many points in the window, and one on either side of it */
static void test_steps(void)
{
    enum { MOST = 8000 };
    static double xy[2 * MOST];
    static int index[MOST];
    static const struct { int points, apart; } of[] = {
        { 150, 1 }, { 151, 2 }, { 301, 2 }, { 302, 5 }, { 755, 10 }, { 1510, 20 }, { 7549, 50 }
    };
    scene s;
    figure f;
    trajectory run;
    thin_path path[2];                                /* the first particle has no points */
    acts none;

    memset(&s, 0, sizeof s);
    memset(&f, 0, sizeof f);
    memset(&run, 0, sizeof run);
    memset(path, 0, sizeof path);
    memset(&none, 0, sizeof none);
    f.scene = &s;
    f.nrun = 1;
    f.run = &run;
    run.particles = 2;
    run.path = path;
    run.acts = &none;
    run.style = SVG_STYLE_FORMULATION;                       /* squares */
    path[1].xy = xy;
    path[1].number = index;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const int n = of[k].points;
        svg_entry entries[CLOSEUP_ENTRIES];
        char text[80];
        int marks = 0, bad = 0;
        path[1].count = path[1].added = n + 2;                     /* two are outside the window */
        for (int i = 0; i < n + 2; i++) {
            xy[2 * i] = i == 0 ? -1.0 : i == n + 1 ? 5.0 : 4.0 * (i - 1) / (n - 1);
            xy[2 * i + 1] = 2.0;
            index[i] = i;
        }
        output_free(&t);
        closeup_steps(&f, &frame, &t);
        for (const char *at = t.data; (at = strchr(at, 'M')) != NULL; at++, marks++) {
            const double x = strtod(at + 1, NULL) + 0.9 * SVG_MARKER;
            const double point = 1.0 + (x - 30.0) / 400.0 * (n - 1);
            const double y = strtod(strchr(at, ' ') + 1, NULL) + 0.9 * SVG_MARKER;
            bad += fabs(remainder(point, of[k].apart)) > 0.03 * n / 400.0;
            bad += fabs(y - 220.0) > PIXEL;
        }
        check(marks == n / of[k].apart && bad == 0,
              "%d steps in the window: %d markers, expected %d, %d errors", n, marks,
              n / of[k].apart, bad);
        snprintf(text, sizeof text, of[k].apart == 1 ? "a marker every step"
                 : of[k].apart == 2 ? "a marker every 2nd step" : "a marker every %dth step",
                 of[k].apart);
        check(closeup_legend(&f, &frame, entries) == 1 && strcmp(entries[0].text, text) == 0,
              "%d steps: the legend says: %s, expected: %s", n, entries[0].text, text);
        path[1].added++;
        strcat(text, ", but some of so long a run are left out");
        check(closeup_legend(&f, &frame, entries) == 1 && strcmp(entries[0].text, text) == 0,
              "a run that was thinned out: the legend says: %s, expected: %s", entries[0].text,
              text);
    }
}

/* the half-spaces that pushed, in the order of their edges, each with the times of each run */
static void test_pushing(void)
{
    static double floor_xy[] = { 0, 1, 4, 1 }, far_xy[] = { 0, 9, 4, 9 };
    static act first[] = { { 1, 0.5, 0.75 }, { 0, 1.0, 1.25 }, { 0, 1.5, 2.0 }, { 0, 2.5, 2.75 },
                           { 0, 3.0, 3.125 } };
    static act second[] = { { 0, 0.125, 0.25 } };
    static const acts of[2] = { { NULL, 5, 5, 0, first }, { NULL, 1, 1, 0, second } };
    scene_obstacle o[2];
    trajectory run[2];
    svg_entry entries[CLOSEUP_ENTRIES];
    scene s;
    figure f;
    acts lost = of[0];

    memset(&s, 0, sizeof s);
    memset(&f, 0, sizeof f);
    memset(o, 0, sizeof o);
    memset(run, 0, sizeof run);
    o[0].nvert = 2, o[0].xy = floor_xy;
    o[1].nvert = 2, o[1].xy = far_xy;
    s.nobstacle = 2;
    s.obstacle = o;
    f.scene = &s;
    f.run = run;
    run[0].name = "ST";
    run[0].acts = of;
    run[1].name = "PEG";
    run[1].acts = of + 1;
    for (f.nrun = 1; f.nrun <= 2; f.nrun++) {
        const char *both = "edge 1: ST t = 1 to 1.25, 1.5 to 2, and 2 more until 3.125 s; "
                           "PEG t = 0.125 to 0.25 s";
        const char *one = "edge 1, t = 1 to 1.25, 1.5 to 2, and 2 more until 3.125 s";
        check(closeup_legend(&f, &frame, entries) == 3 &&
                  strcmp(entries[1].text, f.nrun == 1 ? one : both) == 0,
              "%d runs: %s", f.nrun, entries[1].text);
        check(strcmp(entries[2].text, f.nrun == 1 ? "edge 2 (outside), t = 0.5 to 0.75 s"
                                                  : "edge 2 (outside): ST t = 0.5 to 0.75 s") == 0,
              "an edge outside the window: %s", entries[2].text);
    }
    f.nrun = 1;
    lost.lost = 1;
    run[0].acts = &lost;
    check(closeup_legend(&f, &frame, entries) == 4 &&
              strcmp(entries[3].text, "too many to be kept: pushes that begin after t = 3 s are "
                                      "left out") == 0,
          "pushes that were lost: %s", entries[3].text);
}

/* Nine edges along y = 2, so near each other that their names would overlap, and more above them.
 * The names are spread along the edges: the first near one end, the next near the other, and so on
 * inwards, each 10 pixels below its edge, in the solid. Of 26 edges 24 are named. */
static void test_names(void)
{
    enum { MOST = 26, ROOM = 9 };
    static double floor_xy[MOST][4];
    static scene_obstacle o[MOST];
    static act pushed[MOST];
    const acts of = { NULL, MOST, MOST, 0, pushed };
    trajectory run[2];
    svg_entry entries[CLOSEUP_ENTRIES];
    scene s;
    figure f;
    double last = HUGE_VAL, side = -1.0;
    int n = 0, bad = 0, lines = 0, strokes = 0;

    memset(&s, 0, sizeof s);
    memset(&f, 0, sizeof f);
    memset(run, 0, sizeof run);
    for (int k = 0; k < MOST; k++) {
        const double y = k < ROOM ? 2.0 + 0.01 * k : 2.5 + 0.05 * k;
        const double xy[4] = { 1.0, y, 3.0, y };
        memcpy(floor_xy[k], xy, sizeof xy);
        o[k].nvert = 2;
        o[k].xy = floor_xy[k];
        pushed[k].edge = MOST - 1 - k;
    }
    s.nobstacle = MOST;
    s.obstacle = o;
    f.scene = &s;
    f.nrun = 2;                                       /* the first notes no pushes */
    f.run = run;
    run[1].acts = &of;
    run[1].name = "ST";
    check(closeup_wanted(&f), "a window of a run that notes pushes has names");
    output_free(&t);
    closeup_names(&f, &frame, &t);
    for (element e = { t.data, t.data }; next_element(&e, "<text ");) {
        const double x = number(&e, " x=\"") - 230.0, y = number(&e, " y=\"") - 0.36 * 12.0;
        if (!has(&e, "font-weight=\"bold\"") || n++ >= ROOM) continue;
        bad += strtol(e.end + 1, NULL, 10) != n || x * side > PIXEL || fabs(x) > last + PIXEL;
        bad += fabs(y - (220.0 - n + 1 + 10.0)) > PIXEL || fabs(x) > 188.0;
        last = fabs(x);
        side = -side;
    }
    check(n == CLOSEUP_NAMED && bad == 0 && last < PIXEL,
          "names of 24 edges, those near each other from the ends to the middle: %d names, %d "
          "errors", n, bad);
    check(closeup_legend(&f, &frame, entries) == CLOSEUP_NAMED + 2 &&
              strcmp(entries[CLOSEUP_NAMED + 1].text,
                     "and half-spaces of 2 more edges, not shown") == 0 &&
              strcmp(entries[1].text, "edge 1: ST t = 0 to 0 s") == 0,
          "the legend of named edges, and the number of others: %s",
          entries[CLOSEUP_NAMED + 1].text);
    output_free(&t);
    closeup_halfspaces(&f, &frame, &t);
    bad = 0;
    for (element e = { t.data, t.data }; next_element(&e, "<path ");) {
        const double y = 220.0 - (lines < ROOM ? lines : 50.0 + 5.0 * lines);
        double p[4] = { 0 };
        if (!has(&e, SVG_HALFSPACE)) continue;
        sscanf(strstr(e.at, " d=\"M"), " d=\"M%lf %lfL%lf %lf", p, p + 1, p + 2, p + 3);
        bad += fabs(p[0] - 30.0) > PIXEL || fabs(p[2] - 430.0) > PIXEL ||
               fabs(p[1] - y) > PIXEL || fabs(p[3] - y) > PIXEL;
        lines++;
    }
    for (const char *at = t.data; (at = strstr(at, "l0 4")) != NULL; at++) strokes++;
    check(lines == CLOSEUP_NAMED && bad == 0 && strokes <= 6 * CLOSEUP_NAMED &&
              strokes > 5 * CLOSEUP_NAMED,
          "their lines from side to side, with six strokes downwards each: %d lines, %d wrong, %d "
          "strokes",
          lines, bad, strokes);
}

/* ---- times along paths ---- */

/* 1, 2 or 5 times a power of ten? */
static int is_round(double value)
{
    const double digit = value / pow(10.0, floor(log10(value) + 1e-9));

    return fabs(digit - 1.0) < 1e-9 || fabs(digit - 2.0) < 1e-9 || fabs(digit - 5.0) < 1e-9;
}

/* a straight run at y = 2, of six points, and another run above or below it */
static struct {
    scene s;
    figure f;
    trajectory run[2];
    thin_path path[2];
    double xy[2][12], times[6];
} timed;

static time_ticks set_times(double begin, double lasts, double other)
{
    memset(&timed, 0, sizeof timed);
    for (int i = 0; i < 6; i++) timed.times[i] = begin + i * lasts / 5.0;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 6; i++) {
            timed.xy[k][2 * i] = 0.8 * i;
            timed.xy[k][2 * i + 1] = k == 0 ? 2.0 : other;
        }
        timed.path[k].count = 6;
        timed.path[k].xy = timed.xy[k];
        timed.path[k].t = timed.times;
        timed.run[k].particles = 1;
        timed.run[k].path = timed.path + k;
        timed.run[k].style = SVG_STYLE_FORMULATION + k;
    }
    timed.f.scene = &timed.s;
    timed.f.nrun = 2;
    timed.f.run = timed.run;
    return ticks_of(&timed.f, &frame);
}

static void test_round_times(void)
{
    rng r = { 11 };
    int bad = 0;

    for (int k = 0; k < 2000; k++) {
        const double begin = rng_range(&r, 0.0, 5.0), lasts = pow(10.0, rng_range(&r, -5.0, 5.0));
        const time_ticks ticks = set_times(begin, lasts, 3.0);
        const double together = ticks.long_each / ticks.each;
        bad += !is_round(ticks.each) || !is_round(ticks.long_each) ||
               !(fabs(together - 4.0) < 1e-9 || fabs(together - 5.0) < 1e-9) ||
               lasts / ticks.each > 31.0 || lasts / ticks.each < 10.0 || ticks.run != 0;
    }
    check(bad == 0, "2000 spans: 10 to 31 ticks at round times, each fourth or fifth one is long: "
          "%d errors", bad);
    check(set_times(1.0, 0.0, 3.0).each == 0.0, "a run that takes no time has no ticks");
    set_times(1.0, 1.0, 3.0);
    timed.path[0].t = NULL;
    check(ticks_of(&timed.f, &frame).run == 1,
          "if the first path has no times, the next run has the ticks");
}

/* names are on the side away from the other run; the legend has a short tick, a long, a short */
static void test_tick_names(void)
{
    static const double short_half = 3.5, long_half = 6.5;
    svg_entry entry;
    int i = 0, bad = 0;

    for (int k = 0; k < 4; k++) {
        const int above = k % 2, upright = k / 2;         /* the other is above, or on the right */
        time_ticks ticks;
        int n = 0;
        set_times(0.0, 1.0, above ? 2.1 : 1.9);
        for (int r = 0; upright && r < 2; r++)
            for (int p = 0; p < 12; p += 2) {
                const double x = timed.xy[r][p];
                timed.xy[r][p] = timed.xy[r][p + 1];
                timed.xy[r][p + 1] = x;
            }
        ticks = ticks_of(&timed.f, &frame);
        output_free(&t);
        ticks_names(&timed.f, &ticks, &frame, &t);
        for (element e = { t.data, t.data }; next_element(&e, "<text ");) {
            const double x = number(&e, " x=\""), y = number(&e, " y=\"") - 3.6;
            const double time = strtod(e.end + 1, NULL), side = above ? 15.0 : -15.0;
            if (!has(&e, "fill=\"#444444\"")) continue;
            bad += fabs(x - (upright ? 230.0 - side : 30.0 + 400.0 * time)) > PIXEL ||
                   fabs(y - (upright ? 420.0 - 400.0 * time : 220.0 + side)) > PIXEL ||
                   fabs(remainder(time, ticks.long_each)) > 1e-9;
            n++;
        }
        check(n == 4 && bad == 0,
              "the other run %s: %d times beside the path, expected 4, %d errors",
              upright ? above ? "on the right" : "on the left" : above ? "above" : "below", n, bad);
    }
    const time_ticks ticks = set_times(0.0, 1.0, 3.0);
    ticks_legend(&ticks, &entry);
    check(strcmp(entry.text, "ticks every 0.05 s, long ones every 0.2 s") == 0,
          "the legend of ticks: %s", entry.text);
    output_free(&t);
    entry.draw(&t, &entry, 100.0, 50.0, 40.0);
    bad = 0;
    for (element e = { t.data, t.data }; next_element(&e, "<line "); i++) {
        const double half = i == 3 ? 0.0 : i == 1 ? long_half : short_half;
        bad += fabs(number(&e, " x1=\"") - (i == 3 ? 100 : 110 + 10 * i)) > PIXEL;
        bad += fabs(number(&e, " x2=\"") - (i == 3 ? 140 : 110 + 10 * i)) > PIXEL;
        bad += fabs(number(&e, " y1=\"") - 50.0 + half) > PIXEL;
        bad += fabs(number(&e, " y2=\"") - 50.0 - half) > PIXEL;
    }
    check(i == 4 && bad == 0,
          "the sample of ticks: three strokes across a line, the middle one longer: %d lines, %d "
          "errors", i, bad);
}

/* ---- parts of every picture ---- */

/* an id begins with a letter, and has only letters, digits, - and _ */
static void test_ids(void)
{
    static const char *const ids[][2] = {
        { "a", "a" }, { "z", "z" }, { "A", "A" }, { "Z", "Z" }, { "0", "p0" }, { "9x", "p9x" },
        { "-", "p-" }, { "_", "p_" }, { "a b", "a-b" }, { "\"", "p-" }, { "x9-_Y", "x9-_Y" },
        { "\xC3\xA9t", "p--t" }
    };
    char text[80];

    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        output_free(&t);
        svg_begin(&t, 10.0, 10.0, ids[k][0], "title", "words");
        snprintf(text, sizeof text, "\"%s-title %s-desc\"", ids[k][1], ids[k][1]);
        check(strstr(t.data, text) != NULL, "the id of %s is %s", ids[k][0], ids[k][1]);
        snprintf(text, sizeof text, "<title id=\"%s-title\">title</title>\n<desc id=\"%s-desc\">",
                 ids[k][1], ids[k][1]);
        check(strstr(t.data, text) != NULL, "the id of %s in the title and the description",
              ids[k][0]);
    }
}

/* A point without neighbours, which are missing or not finite, has a marker. Of other points each
 * thousandth has one, here none; but a curve that would have no marker has one. */
static void test_lone_points(void)
{
    int wrong = 0;

    for (int k = 0; k < 64; k++) {                    /* which numbers of three points are lost */
        double xy[6] = { 1, 2, 2, 2, 3, 2 };
        int there[3], lone = 0, marks = 0;
        for (int i = 0; i < 6; i++) if (k >> i & 1) xy[i] = (double)NAN;
        for (int i = 0; i < 3; i++) there[i] = !(k >> 2 * i & 3);
        for (int i = 0; i < 3; i++)
            lone += there[i] && !(i > 0 && there[i - 1]) && !(i < 2 && there[i + 1]);
        output_free(&t);
        svg_marks(&t, &frame, 3, xy, svg_style_at(SVG_STYLE_FORMULATION), 1000, 999);
        for (const char *at = t.data; at && (at = strchr(at, 'M')) != NULL; at++) marks++;
        wrong += marks != (there[0] || there[1] || there[2] ? lone + (lone == 0) : 0);
    }
    check(wrong == 0, "markers of points without neighbours: %d of 64 wrong", wrong);
}

/* the sample of the ends of several runs: three different marks, black, evenly spaced */
static void test_end_sample(void)
{
    svg_entry entry;
    double middle[3] = { 0, 0, 0 };
    int n = 0;

    memset(&entry, 0, sizeof entry);
    entry.sample = SVG_SAMPLE_END;
    svg_entry_text(&entry, "end of a run", NULL, NULL);
    output_free(&t);
    svg_legend(&t, 50.0, 70.0, 400.0, 1, &entry);
    for (element e = { t.data, t.data }; next_element(&e, "<path fill=\"#000000\"") && n < 4; n++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (const char *d = strstr(e.at, " d=\"") + 4; d < e.end; d++) {
            const double x = strchr("ML", *d) ? strtod(d + 1, NULL) : HUGE_VAL;
            if (x < HUGE_VAL) lo = fmin(lo, x);
            if (x < HUGE_VAL) hi = fmax(hi, x);
        }
        /* the last is a circle */
        if (n < 3) middle[n] = n < 2 ? 0.5 * (lo + hi) : lo + 1.45 * SVG_MARKER;
    }
    check(n == 3 && fabs(middle[1] - 67.0) <= PIXEL &&
              fabs(middle[0] + middle[2] - 134.0) <= 2.0 * PIXEL && middle[1] - middle[0] > 9.3 &&
              middle[0] > 50.0 + 1.15 * SVG_MARKER,
          "%d marks in a sample of 34 pixels, at %g, %g, %g, expected 3 around 67", n, middle[0],
          middle[1], middle[2]);
}

/* Samples of 34 pixels, from x = 50: lines across them; a solid with its outline above; and a chain
 * with strokes below it, that lean back by 45 degrees. */
static void test_samples(void)
{
    static const struct { svg_sample sample; const char *line; } across[] = {
        { SVG_SAMPLE_HALFSPACE, SVG_HALFSPACE "/" }, { SVG_SAMPLE_EDGE_LINE, SVG_EDGE_LINE "/" }
    };
    const double y = 70.0 + 0.66 * SVG_TEXT;
    double top = 0.0, last = 50.0;
    int lines = 0, strokes = 0, bad = 0;
    svg_entry entry;

    memset(&entry, 0, sizeof entry);
    for (int k = 0; k < 2; k++) {
        entry.sample = across[k].sample;
        output_free(&t);
        svg_legend(&t, 50.0, 70.0, 400.0, 1, &entry);
        element e = { t.data, t.data };
        check(next_element(&e, "<line ") && has(&e, across[k].line) &&
                  number(&e, " x1=\"") == 50.0 && number(&e, " x2=\"") == 84.0 &&
                  fabs(number(&e, " y1=\"") - y) < PIXEL && fabs(number(&e, " y2=\"") - y) < PIXEL,
              "a line across its sample");
    }
    entry.sample = SVG_SAMPLE_SOLID;
    output_free(&t);
    svg_legend(&t, 50.0, 70.0, 400.0, 1, &entry);
    element r = { t.data, t.data }, l = r;
    check(next_element(&r, "<rect ") && has(&r, SVG_SOLID) && next_element(&l, "<line ") &&
              has(&l, SVG_OUTLINE) &&
              fabs(2.0 * number(&r, " x=\"") + number(&r, " width=\"") - 134.0) < 2.0 * PIXEL &&
              fabs(2.0 * number(&r, " y=\"") + number(&r, " height=\"") - 2.0 * y) < 2.0 * PIXEL &&
              number(&r, " width=\"") == 26.0 && number(&r, " height=\"") == 10.0,
          "a solid in the middle of its sample");
    check(number(&l, " x1=\"") == number(&r, " x=\"") && number(&l, " x2=\"") == 80.0 &&
              number(&l, " y1=\"") == number(&r, " y=\"") &&
              number(&l, " y2=\"") == number(&r, " y=\""),
          "its outline is above");
    entry.sample = SVG_SAMPLE_CHAIN;
    output_free(&t);
    svg_legend(&t, 50.0, 70.0, 400.0, 1, &entry);
    for (element e = { t.data, t.data }; next_element(&e, "<line ");) {
        const double x1 = number(&e, " x1=\""), x2 = number(&e, " x2=\"");
        const double y1 = number(&e, " y1=\""), y2 = number(&e, " y2=\"");
        if (has(&e, SVG_OUTLINE)) {
            bad += x1 != 54.0 || x2 != 80.0 || y1 != y2 || fabs(y1 - y) > 2.0 + PIXEL;
            lines++;
            top = y1;
        } else {
            bad += !has(&e, SVG_HALFSPACE_TICKS) || y1 != top || fabs(y2 - y1 - 4.0) > PIXEL ||
                   fabs(x1 - x2 - 4.0) > PIXEL || x2 < 54.0 || x1 > 80.0;
            bad += strokes > 0 && fabs(x1 - last - 6.0) > PIXEL;
            strokes++;
            last = x1;
        }
    }
    check(lines == 1 && strokes == 4 && bad == 0, "a chain with four strokes on its solid side");
}

/* whole powers of ten, or if there are fewer than three also 2 and 5 times these, if that is not
 * too many; of too many every second one, or every third, ... */
static void test_log_ticks(void)
{
    rng r = { 17 };
    int bad = 0;

    for (int round = 0; round < 2000; round++) {
        const double lo = rng_range(&r, -9.0, 6.0), hi = lo + rng_range(&r, 0.1, 12.0);
        const int most = 2 + rng_int(&r, SVG_MAX_TICKS);
        const double factors[3] = { 0.0, log10(2.0), log10(5.0) };
        double all[99], whole[30];
        int n = 0, powers = 0, every = 1, kept = 0;
        svg_scale s;
        for (int k = -10; k < 19; k++) {
            if (k >= lo && k <= hi) whole[powers++] = k;
            for (int i = 0; i < 3; i++)
                if (k + factors[i] >= lo && k + factors[i] <= hi) all[n++] = k + factors[i];
        }
        if (powers > 2 || n == 0 || (n > most && powers > 0)) {
            while ((powers - 1) / every + 1 > most) every++;
            for (int i = n = 0; i < powers; i++)
                if (fmod(whole[i], every) == 0.0) all[n++] = whole[i];
        }
        svg_scale_log(&s, lo, hi, most);
        for (int i = 0; i < n && i < s.count; i++) {
            const int power = (int)floor(all[i] + 1e-9), raised = power < -3 || power > 3;
            kept += fabs(s.at[i] - all[i]) < 1e-12 && (strchr(s.label[i], '\xE2') || strchr(
                s.label[i], '\xC2')) == raised;
        }
        bad += kept != n || s.count != n;
    }
    check(bad == 0, "2000 logarithmic scales: %d wrong", bad);
}

/* steps of 1e-5 to 1e5 have plain numbers, others a power of ten */
static void test_plain_numbers(void)
{
    int bad = 0;

    for (int k = -9; k < 10; k++) {
        const double step = pow(10.0, k);
        char want[40];
        svg_scale s;
        svg_scale_linear(&s, 0.9 * step, 3.1 * step, 3);
        for (int i = 0; i < 3; i++) {
            if (k < -5 || k > 5) snprintf(want, sizeof want, "%de%d", i + 1, k);
            else snprintf(want, sizeof want, "%.*f", k < 0 ? -k : 0, (i + 1) * step);
            bad += s.count != 3 || strcmp(want, s.label[i]) != 0;
        }
    }
    check(bad == 0, "numbers of linear scales: %d wrong", bad);
}

/* characters of East Asian scripts are as wide as their size is high, arrows and others are not */
static void test_wide_characters(void)
{
    static const struct { unsigned code; int wide; } of[] = {
        { 0x10FF, 0 }, { 0x1100, 1 }, { 0x1FFF, 1 }, { 0x2000, 0 }, { 0x2192, 0 }, { 0x2BFF, 0 },
        { 0x2C00, 1 }, { 0x6F22, 1 }, { 0xFFFC, 1 }, { 0xFFFD, 0 }, { 0xFFFE, 1 }
    };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const char text[3] = { (char)(0xE0 | of[k].code >> 12),
                               (char)(0x80 | (of[k].code >> 6 & 0x3F)),
                               (char)(0x80 | (of[k].code & 0x3F)) };
        check((svg_text_width(text, 3, 10.0) == 10.0) == of[k].wide, "the width of U+%04X",
              of[k].code);
    }
}

/* ---- figures of bodies ---- */

/* A square of 0.4 m, with ropes from the world at (-1, 3) and (-1, 2), in four poses of two runs.
 * The first run stopped: only its start and its last pose are known. */
static struct {
    scene s;
    scene_body body;
    scene_joint joint[2];
    figure f;
    trajectory run[2];
    thin_path path[2];
} posed;

static void set_poses(int runs, int references)
{
    static double square[8] = { -0.2, -0.2, 0.2, -0.2, 0.2, 0.2, -0.2, 0.2 };
    static double pose[2][4][3] = {
        { { 0, 0, 0 }, { 90, 90, 0 }, { 90, -90, 0 }, { 2, 1, 0 } },
        { { 0, 0, 0 }, { 1, 0.5, 0 }, { 2, 0.2, 0 }, { 3, -1, 0 } }
    };
    static double xy[2][4] = { { 0, 0, 2, 1 }, { 0, 0, 3, -1 } }, times[4] = { 0, 1, 2, 3 };
    static char name[] = "block";

    memset(&posed, 0, sizeof posed);
    posed.body.name = name;
    posed.body.shape.nvert = 4;
    posed.body.shape.xy = square;
    posed.body.body.kind = MB_DYNAMIC;
    for (int j = 0; j < 2; j++) {
        mb_joint *joint = &posed.joint[j].joint;
        joint->kind = MB_ROPE;
        joint->a = j - 1;
        joint->b = -j;
        (j == 0 ? joint->pa : joint->pb)[0] = -1.0;
        (j == 0 ? joint->pb : joint->pa)[0] = 50.0;       /* in the frame of the body */
        (j == 0 ? joint->pa : joint->pb)[1] = 3.0 - j;
    }
    posed.s.nbody = 1;
    posed.s.body = &posed.body;
    posed.s.joint = posed.joint;
    posed.f.scene = &posed.s;
    posed.f.nrun = runs;
    posed.f.run = posed.run;
    for (int r = 0; r < 2; r++) {
        posed.path[r].count = 2;
        posed.path[r].xy = xy[r];
        posed.run[r].name = r == 0 ? "stopped" : "whole";
        posed.run[r].style = SVG_STYLE_FORMULATION + r;
        posed.run[r].reference = references >> r & 1;
        posed.run[r].particles = 1;
        posed.run[r].path = posed.path + r;
        posed.run[r].shots = 3;
        posed.run[r].shot = r == 0 ? 1 : 3;
        posed.run[r].pose = pose[r][0];
        posed.run[r].time = times;
    }
}

/* the view contains all known poses and the anchors in the world, with a margin of a twentieth */
static void test_view_of_bodies(void)
{
    static const struct { int runs, joints, held; double box[4]; } of[] = {
        { 1, 0, 0, { -0.2, -0.2, 2.2, 1.2 } }, { 2, 0, 0, { -0.2, -1.2, 3.2, 1.2 } },
        { 0, 0, 0, { -0.2, -0.2, 0.2, 0.2 } }, { 0, 1, 0, { -1.0, -0.2, 0.2, 3.0 } },
        { 0, 1, 1, { -1.0, -0.2, 0.2, 2.0 } }, { 2, 2, 0, { -1.0, -1.2, 3.2, 3.0 } }
    };

    for (int k = 0; k < 18; k++) {
        const double *box = of[k % 6].box, size = fmax(box[2] - box[0], box[3] - box[1]);
        double view[4], off = 0.0;
        set_poses(of[k % 6].runs, k / 6 == 0 ? 0 : k / 6 == 1 ? 2 : 3);
        if (k / 6 == 1 && of[k % 6].runs == 1) posed.run[0].reference = 1;
        posed.s.njoint = of[k % 6].joints;
        if (of[k % 6].held) posed.s.joint++;
        figure_view(&posed.f, view);
        for (int i = 0; i < 4; i++)
            off = fmax(off, fabs(view[i] - box[i] - (i < 2 ? -0.05 : 0.05) * size));
        check(off < 1e-12, "%d runs, %d joints: the view contains them, off by %g", of[k % 6].runs,
              of[k % 6].joints, off);
    }
}

/* all poses of a single run or a reference are drawn, of other runs the last, as an outline */
static void test_posed_runs(void)
{
    static const struct { int runs, references, poses, outlines; } of[] = {
        { 1, 0, 2, 0 }, { 1, 1, 2, 0 }, { 2, 0, 0, 2 }, { 2, 1, 2, 1 }, { 2, 2, 4, 1 }
    };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const double view[4] = { -2, -2, 4, 3 };
        int poses = 0, outlines = 0, thin = 0, references = 0, legend;
        set_poses(of[k].runs, of[k].references);
        posed.f.view = view;
        output_free(&t);
        figure_svg(&posed.f, &t);
        for (element e = { t.data, t.data }; next_element(&e, "<path ");) {
            if (!has(&e, "clip-path")) continue;              /* the legend's */
            poses += has(&e, "fill-opacity=\".");
            thin += has(&e, "stroke-linejoin=\"round\" stroke-width=\"0.9\"");
            references += has(&e, "stroke-linejoin=\"round\" stroke-width=\"1.6\"");
            for (int r = 0; r < 2; r++) {
                char outline[80];
                snprintf(outline, sizeof outline, "\"none\" stroke=\"%s\" stroke-width=\"1.6\"",
                         svg_style_at(SVG_STYLE_FORMULATION + r)->colour);
                outlines += has(&e, outline);
            }
        }
        legend = strstr(t.data, ">bodies at t = 0, ") != NULL;
        check(poses == of[k].poses && outlines == of[k].outlines && legend == (poses > 0),
              "%d runs, references %d: %d poses, expected %d; %d outlines, expected %d", of[k].runs,
              of[k].references, poses, of[k].poses, outlines, of[k].outlines);
        check(references == (of[k].references + 1) / 2 && thin == of[k].runs - references,
              "the paths of the reference are broader: %d, %d", references, thin);
    }
}

/* markers distinguish the paths of two runs, unless there are more than twelve bodies */
static void test_marked_bodies(void)
{
    enum { MOST = 13 };
    static scene_body body[MOST];
    static thin_path path[MOST];
    static double pose[2 * 3 * MOST];
    const char *colour = svg_style_at(SVG_STYLE_FORMULATION)->colour;
    char marker[60];

    snprintf(marker, sizeof marker, "fill=\"#ffffff\" stroke=\"%s\"", colour);
    for (int n = 12; n <= 13; n++)
        for (int runs = 1; runs <= 2; runs++) {
            int markers = 0;
            set_poses(runs, 0);
            for (int k = 0; k < n; k++) {
                body[k] = posed.body;
                path[k] = posed.path[0];
            }
            posed.s.nbody = n;
            posed.s.body = body;
            for (int r = 0; r < runs; r++) {
                posed.run[r].particles = n;
                posed.run[r].path = path;
                posed.run[r].shots = posed.run[r].shot = 1;
                posed.run[r].pose = pose;
            }
            output_free(&t);
            figure_svg(&posed.f, &t);
            for (element e = { t.data, t.data }; next_element(&e, "<path ");)
                markers += has(&e, marker);
            check(markers == (runs == 2 && n == 12 ? 13 : 0),
                  "%d runs of %d bodies: %d markers, with the one in the legend", runs, n, markers);
        }
}

/* a picture is at least 560 pixels wide; a narrow plot is in the middle of it */
static void test_narrow(void)
{
    static const double view[4] = { 0, 0, 0.1, 4 };
    svg_frame f;
    double width, height, label = 0.0;

    set_poses(1, 0);
    posed.f.view = view;
    output_free(&t);
    figure_layout(&posed.f, &f, &width, &height);
    figure_svg(&posed.f, &t);
    for (element e = { t.data, t.data }; next_element(&e, "<text ");)
        if (has(&e, "\"end\""))
            label = fmax(label, svg_text_width(e.end + 1, strcspn(e.end + 1, "<"), SVG_TEXT));
    check(width == 560.0 && fabs(f.width - 170.0) < 1e-9 && label > 0.0,
          "a narrow picture: width %g, expected 560; its plot: %g, expected 170", width, f.width);
    check_near(f.left - SVG_MARGIN - SVG_AXIS_Y_SPACE - label,
               width - f.left - f.width - SVG_MARGIN - 10.0, 1e-9,
               "a narrow plot has the same space on both sides");
}

int main(void)
{
    test_maps();
    test_map_decade();
    test_map_least();
    test_map_ways();
    test_panels();
    test_marks_and_bands();
    test_no_points();
    test_energies();
    test_steps();
    test_pushing();
    test_names();
    test_round_times();
    test_tick_names();
    test_ids();
    test_lone_points();
    test_end_sample();
    test_samples();
    test_log_ticks();
    test_plain_numbers();
    test_wide_characters();
    test_view_of_bodies();
    test_posed_runs();
    test_marked_bodies();
    test_narrow();
    output_free(&t);
    return check_done();
}
