/* test_raster.c: SVG elements drawn in pixels, against the definitions of their shapes
 *
 * The expected colour of a pixel is found without edges and slices: it is the share of 36 points in
 * it that are inside of the shape by its definition, such as the winding number of a polygon, the
 * distance from a centre, or the place along a line.
 */
#include "check.h"
#include "minisim2d/drawing/raster.h"
#include "minisim2d/drawing/svg.h"
#include "minisim2d/writing/output.h"
#include "elements.h"

enum { SIDE = 40, PIXELS = PICTURE_SCALE * SIDE, SAMPLES = 6 };

static unsigned char pixel[PIXELS][PIXELS][3];

/* in place of png.c, which needs zlib: keeps the pixels that would be written */
int png_there(void) { return 1; }

int png_write(const unsigned char *rgb, int width, int height, output_text *out)
{
    (void)out;
    if (width != PIXELS || height != PIXELS) return -1;
    memcpy(pixel, rgb, sizeof pixel);
    return 0;
}

/* ---- expected pixels ---- */

/* is a point, in the SVG's units, inside of the shape? */
typedef int inside_fn(double x, double y);

static double expected[PIXELS][PIXELS][3];

/* an empty, white picture */
static void begin(void)
{
    for (int y = 0; y < PIXELS; y++)
        for (int x = 0; x < PIXELS; x++)
            for (int k = 0; k < 3; k++) expected[y][x][k] = 255.0;
}

/* mixes a colour into each pixel by the share of its points that are inside */
static void add(inside_fn *inside, unsigned colour, double opacity)
{
    const double step = 1.0 / (PICTURE_SCALE * SAMPLES);

    for (int y = 0; y < PIXELS; y++)
        for (int x = 0; x < PIXELS; x++) {
            int n = 0;
            for (int i = 0; i < SAMPLES * SAMPLES; i++)
                n += inside((SAMPLES * x + i % SAMPLES + 0.5) * step,
                            (SAMPLES * y + i / SAMPLES + 0.5) * step);
            const double share = opacity * n / (SAMPLES * SAMPLES);
            for (int k = 0; k < 3; k++)
                expected[y][x][k] += share * ((colour >> (16 - 8 * k) & 255) - expected[y][x][k]);
        }
}

/* draws the elements; 0 if that is possible */
static int draw(const char *elements, FILE *messages)
{
    output_text svg = { 0 }, png = { 0 };
    int status;

    memset(pixel, 0, sizeof pixel);
    output_printf(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n"
                  "%s</svg>\n", SIDE, SIDE, elements);
    status = picture_png(&svg, &png, messages);
    output_free(&svg);
    output_free(&png);
    return status;
}

/* Draws the elements and compares the pixels with those expected. At edges single pixels may be off
 * by the error of 36 samples; their mean may not. */
static int is_drawn(const char *elements, const char *name)
{
    const int status = draw(elements, stdout);
    double sum = 0.0, worst = 0.0;

    for (int y = 0; y < PIXELS; y++)
        for (int x = 0; x < PIXELS; x++)
            for (int k = 0; k < 3; k++) {
                const double off = pixel[y][x][k] - expected[y][x][k];
                sum += off / (3.0 * PIXELS * PIXELS);
                worst = fmax(worst, fabs(off));
            }
    return check(status == 0 && worst < 40.0 && fabs(sum) < 0.25,
                 "%s: off by %.3g of 255 in the mean, %.3g at most", name, sum, worst);
}

/* ---- areas ---- */

static const double (*polygon)[2];
static int corners;

static int winds(double x, double y) { return plane_inside(corners, polygon[0], x, y); }

static int in_ring(double x, double y)
{
    const double r = hypot(x - 20.0, y - 20.0);
    return r < 15.0 && r >= 8.0;
}

static int in_rectangle(double x, double y) { return x > 4.3 && x < 30.1 && y > 6.7 && y < 12.2; }
static int in_corner(double x, double y) { return x < 9.5 && y < 7.25; }
static int in_window(double x, double y)
{
    return winds(x, y) && x > 10.2 && x < 27.3 && y > 12.6 && y < 24.8;
}

static int in_other_window(double x, double y) { return in_rectangle(x, y) && x < 12.0 && y < 9.0; }

static void test_areas(void)
{
    static const double star[5][2] = {
        { 20, 3 }, { 30, 35 }, { 3, 14 }, { 37, 14 }, { 10, 35 }
    };
    static const double shapes[4][2] = { { 3, 5 }, { 36, 9 }, { 31, 35 }, { 8, 28 } };

    corners = 5;
    polygon = star;
    begin();
    add(winds, 0x0072b2, 1.0);
    is_drawn("<path fill=\"#0072b2\" d=\"M20 3L30 35L3 14L37 14L10 35Z\"/>",
             "a star, also filled where its outline goes around twice");
    is_drawn("<path fill=\"#0072b2\" d=\"M20 3l10 32l-27 -21l34 0l-27 21\"/>",
             "the star with relative lines, not closed");
    corners = 4;
    polygon = shapes;
    begin();
    add(winds, 0, 1.0);
    add(in_rectangle, 0xd55e00, 0.4);
    add(in_corner, 0x56b4e9, 1.0);
    is_drawn("<path d=\"M3,5 L36,9 L31,35 L8,28 Z\"/><rect x=\"4.3\" y=\"6.7\" width=\"25.8\" "
             "height=\"5.5\" fill=\"#d55e00\" fill-opacity=\"0.4\"/>"
             "<rect width=\"9.5\" height=\"7.25\" fill=\"#56b4e9\"/>",
             "no colour: black; a transparent element over another; no x, y: at the corner");
    is_drawn("<path d=\"m3 5l33 4M31 35M3 5L36 9L31 35L8 28\"/><rect x=\"4.3\" y=\"6.7\" "
             "width=\"25.8\" height=\"5.5\" fill=\"#d55e00\" fill-opacity=\"0.4\"/>"
             "<rect width=\"9.5\" height=\"7.25\" fill=\"#56b4e9\"/>",
             "lines and points without an area add nothing");
    begin();
    add(in_window, 0x009e73, 1.0);
    add(in_other_window, 0xe69f00, 1.0);
    add(in_corner, 0xcc79a7, 1.0);
    is_drawn("<clipPath id=\"a\"><rect x=\"10.2\" y=\"12.6\" width=\"17.1\" height=\"12.2\"/>"
             "</clipPath><clipPath id=\"b\"><rect width=\"12\" height=\"9\"/></clipPath>"
             "<path fill=\"#009e73\" clip-path=\"url(#a)\" d=\"M3 5L36 9L31 35L8 28Z\"/>"
             "<rect x=\"4.3\" y=\"6.7\" width=\"25.8\" height=\"5.5\" fill=\"#e69f00\" "
             "clip-path=\"url(#b)\"/><rect width=\"9.5\" height=\"7.25\" fill=\"#cc79a7\"/>",
             "two elements with a clipping window each, and one without");
    begin();
    add(in_ring, 0xcc79a7, 1.0);
    is_drawn("<path fill=\"#cc79a7\" d=\"M5 20a15 15 0 1 1 30 0a15 15 0 1 1 -30 0Z"
             "M12 20a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z\"/>",
             "a disc with a hole that is wound the other way");
    begin();
    is_drawn("<path fill=\"none\" d=\"M3 5L36 9L31 35Z\"/><rect width=\"20\" height=\"20\" "
             "fill=\"none\"/><path d=\"\"/><line x1=\"3\" y1=\"4\" x2=\"30\" y2=\"40\"/>",
             "no fill, no stroke: nothing");
}

/* ---- arcs ---- */

static double centre[2] = { 21.0, 19.0 }, radius = 13.0, chord[2][2];
static int arc_side;

/* in the disc, and on the arc's side of the chord */
static int in_segment(double x, double y)
{
    const double *p = chord[0], *q = chord[1];
    const double side = (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);

    return hypot(x - centre[0], y - centre[1]) < radius && side * arc_side > 0.0;
}

/* Arcs from one end of a chord to the other, clockwise on the screen (sweep) or not, with absolute
 * and relative ends. The ends, and which arc is the large one, follow from the centre. */
static void test_arcs(void)
{
    static const double ends[4][2] = { { 0.3, 1.7 }, { -2.0, 2.2 }, { 1.0, -0.4 }, { 2.0, 2.6 } };

    for (int k = 0; k < 16; k++) {
        const double a = ends[k / 4][0], b = ends[k / 4][1], turn = b - a;
        const int sweep = k % 2, relative = k / 2 % 2;
        /* clockwise on the screen is towards greater angles, as y points down */
        const int large = sweep == (turn > 0.0) ? fabs(turn) > PI : fabs(turn) < PI;
        char path[200];
        for (int i = 0; i < 2; i++) {
            chord[i][0] = centre[0] + radius * cos(i == 0 ? a : b);
            chord[i][1] = centre[1] + radius * sin(i == 0 ? a : b);
        }
        arc_side = sweep ? -1 : 1;
        snprintf(path, sizeof path, "<path fill=\"#0072b2\" d=\"M%.9f %.9f%c%g %g 0 %d %d %.9f "
                 "%.9fZ\"/>", chord[0][0], chord[0][1], relative ? 'a' : 'A', radius, radius, large,
                 sweep,
                 chord[1][0] - relative * chord[0][0], chord[1][1] - relative * chord[0][1]);
        begin();
        add(in_segment, 0x0072b2, 1.0);
        is_drawn(path, sweep ? "an arc clockwise" : "an arc counter-clockwise");
    }
    chord[0][0] = 8.0, chord[0][1] = 19.0, chord[1][0] = 34.0, chord[1][1] = 19.0;
    arc_side = -1;
    begin();
    add(in_segment, 0, 1.0);
    is_drawn("<path d=\"M8 19A5 5 0 0 1 34 19\"/>", "a radius that is too small: half a circle");
    begin();
    is_drawn("<path d=\"M8 19A5 5 0 1 1 8 19\"/>", "an arc that ends where it begins: nothing");
}

/* ---- strokes ---- */

static double pen, pattern[8];
static int dashes, round_joins, round_ends, closed;

/* is the place at distance s along the line in a dash? */
static int is_dashed(double s)
{
    double period = 0.0;
    int k = 0;

    if (dashes == 0) return 1;
    for (int i = 0; i < dashes; i++) period += pattern[i];
    for (s = fmod(s, period); s >= pattern[k]; k++) s -= pattern[k];
    return k % 2 == 0;
}

/* positive on one side of the line from p to q, negative on the other */
static double side_of(const double p[2], const double q[2], double x, double y)
{
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

/* In the mitre at q, between the line from p and the line to r: beyond the ends of both, and within
 * their outer sides. A mitre that would be longer than four widths is cut off at the line between
 * the outer corners. */
static int in_mitre(const double p[2], const double q[2], const double r[2], double x, double y)
{
    const double a = atan2(q[1] - p[1], q[0] - p[0]), b = atan2(r[1] - q[1], r[0] - q[0]);
    const double turn = remainder(b - a, 2.0 * PI), out = turn > 0.0 ? -0.5 * pen : 0.5 * pen;
    const double u = (x - q[0]) * cos(a) + (y - q[1]) * sin(a);      /* past the end of the first */
    const double v = (x - q[0]) * cos(b) + (y - q[1]) * sin(b);      /* before the second begins */
    const double m = (y - q[1]) * cos(a) - (x - q[0]) * sin(a);      /* to the side of each */
    const double n = (y - q[1]) * cos(b) - (x - q[0]) * sin(b);
    const double outer[2][2] = { { q[0] - out * sin(a), q[1] + out * cos(a) },
                                 { q[0] - out * sin(b), q[1] + out * cos(b) } };

    if (u < 0.0 || v > 0.0 || m * out > out * out || n * out > out * out) return 0;
    if (1.0 / cos(0.5 * turn) <= 4.0) return 1;
    return side_of(outer[0], outer[1], x, y) * side_of(outer[0], outer[1], q[0], q[1]) > 0.0;
}

/* in the stroke of the closed polygon, or of the open line through its corners; dashes are not
 * joined where a polygon begins */
static int in_stroke(double x, double y)
{
    const int pieces = corners - !closed;
    double s = 0.0;

    for (int i = 0; i < pieces; i++) {
        const double *p = polygon[i], *q = polygon[(i + 1) % corners];
        const double *r = polygon[(i + 2) % corners];
        const double dx = q[0] - p[0], dy = q[1] - p[1], length = hypot(dx, dy);
        const double along = ((x - p[0]) * dx + (y - p[1]) * dy) / length;
        const double aside = ((y - p[1]) * dx - (x - p[0]) * dy) / length;
        const int joined = i + 1 < pieces || (closed && dashes == 0);
        if (along >= 0.0 && along <= length && fabs(aside) <= 0.5 * pen && is_dashed(s + along))
            return 1;
        s += length;
        if (joined && is_dashed(s)) {
            if (round_joins && hypot(x - q[0], y - q[1]) <= 0.5 * pen) return 1;
            if (!round_joins && in_mitre(p, q, r, x, y)) return 1;
        }
        if (round_ends && !closed && ((i == 0 && hypot(x - p[0], y - p[1]) <= 0.5 * pen) ||
                                      (!joined && hypot(x - q[0], y - q[1]) <= 0.5 * pen)))
            return 1;
    }
    return 0;
}

/* draws the stroke with these attributes, and compares */
static void stroke(const char *attributes, const char *name)
{
    char path[400];
    size_t n = (size_t)snprintf(path, sizeof path, "<path fill=\"none\" stroke=\"#0072b2\" "
                                "stroke-width=\"%g\" %s d=\"", pen, attributes);

    for (int i = 0; i < corners; i++)
        n += (size_t)snprintf(path + n, sizeof path - n, "%c%g %g", i == 0 ? 'M' : 'L',
                              polygon[i][0], polygon[i][1]);
    snprintf(path + n, sizeof path - n, "%s\"/>", closed ? "Z" : "");
    begin();
    add(in_stroke, 0x0072b2, 1.0);
    is_drawn(path, name);
}

static const double zigzag[4][2] = { { 4, 8 }, { 33, 10 }, { 12, 29 }, { 35, 33 } };
static const double acute[3][2] = { { 6, 12 }, { 32, 15 }, { 6, 20 } };
static const double square[4][2] = { { 6, 7 }, { 33, 7 }, { 33, 30 }, { 6, 30 } };

static void test_strokes(void)
{
    const struct { const double (*line)[2]; int n; const char *name; } of[3] = {
        { zigzag, 4, "a zigzag" }, { acute, 3, "an acute corner" }, { square, 4, "a square" }
    };

    dashes = 0;
    for (int k = 0; k < 18; k++) {
        char name[80];
        polygon = of[k / 6].line;
        corners = of[k / 6].n;
        closed = k / 3 % 2;
        round_joins = k % 3 > 0;
        round_ends = k % 3 == 2;
        pen = k / 6 == 1 ? 3.0 : 4.5;
        snprintf(name, sizeof name, "%s, %s, %s", of[k / 6].name, closed ? "closed" : "open",
                 k % 3 == 0 ? "with mitres" : k % 3 == 1 ? "round" : "round to its ends");
        stroke(k % 3 == 0 ? "" : k % 3 == 1 ? "stroke-linejoin=\"round\""
                               : "stroke-linejoin=\"round\" stroke-linecap=\"round\"", name);
    }
    round_joins = round_ends = closed = 0;
    polygon = zigzag;
    corners = 2;
    pen = 1.0;
    begin();
    add(in_stroke, 0x123456, 0.6);
    is_drawn("<line x1=\"4\" y1=\"8\" x2=\"33\" y2=\"10\" stroke=\"#123456\" "
             "stroke-opacity=\"0.6\"/>", "a line without stroke-width: its width is 1");
    is_drawn("<path stroke=\"#123456\" stroke-opacity=\"0.6\" fill=\"#ff0000\" "
             "d=\"M4 8L4 8L33 10L33 10\"/>", "repeated points in a path change nothing");
    const double corner[2][2] = { { 0, 0 }, { 33, 10 } };
    polygon = corner;
    begin();
    add(in_stroke, 0x123456, 1.0);
    is_drawn("<line x2=\"33\" y2=\"10\" stroke=\"#123456\"/>",
             "a line without x1, y1: from the corner");
}

static void test_dashes(void)
{
    static const struct { const char *list, *name; double pattern[8]; int n; } of[] = {
        { "5.5 2.5", "dashes of 5.5 with gaps of 2.5", { 5.5, 2.5 }, 2 },
        { "3", "dashes and gaps of 3", { 3, 3 }, 2 },
        { "4 1.5,2", "a list of three, used twice", { 4, 1.5, 2, 4, 1.5, 2 }, 6 },
        { "7 2 1 2", "long ones and short ones", { 7, 2, 1, 2 }, 4 },
        { "0 0", "dashes of no length: a solid line", { 0 }, 0 },
        { "50 1", "a dash longer than two sides", { 50, 1 }, 2 }
    };
    static const double line[3][2] = { { 3, 11 }, { 36.5, 11 }, { 36.5, 37 } };

    pen = 3.0;
    for (int k = 0; k < 12; k++) {
        char attributes[80];
        const int n = (int)(sizeof of / sizeof *of);
        closed = k / n;
        polygon = closed ? square : line;
        corners = closed ? 4 : 3;
        dashes = of[k % n].n;
        round_joins = 1;
        memcpy(pattern, of[k % n].pattern, sizeof pattern);
        snprintf(attributes, sizeof attributes, "stroke-linejoin=\"round\" stroke-dasharray=\"%s\"",
                 of[k % n].list);
        stroke(attributes, of[k % n].name);
    }
}

/* ---- letters ---- */

static double upright[2], high, half_pen;

/* in an upright line of width 2 half_pen with round ends */
static int in_upright(double x, double y)
{
    const double above = fmin(fmax(upright[1] - y, 0.0), high);

    return hypot(x - upright[0], y - upright[1] + above) <= half_pen;
}

/* An I is an upright from the base line to 7/10 of the font size, 1/10 of it to the right of x. A
 * stroke makes it broader by its width, and gives it its colour. */
static void test_letter(void)
{
    static const struct {
        const char *attributes;
        double size, pen, wider;
        unsigned colour;
    } of[] = {
        { "font-size=\"20\"", 20, LETTERS_PEN, 0, 0 },
        { "", 12, LETTERS_PEN, 0, 0 },
        { "font-size=\"20\" font-weight=\"bold\" fill=\"#0072b2\"", 20, LETTERS_BOLD, 0,
          0x0072b2 },
        { "font-size=\"20\" stroke=\"#d55e00\" stroke-width=\"3\"", 20, LETTERS_PEN, 3, 0xd55e00 },
        { "font-size=\"20\" stroke=\"#000000\"", 20, LETTERS_PEN, 1, 0 }
    };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        char text[200];
        snprintf(text, sizeof text, "<text x=\"12\" y=\"30.5\" %s>I</text>", of[k].attributes);
        upright[0] = 12.0 + 0.1 * of[k].size;
        upright[1] = 30.5;
        high = 0.7 * of[k].size;
        half_pen = 0.5 * (of[k].pen * of[k].size + of[k].wider);
        begin();
        add(in_upright, of[k].colour, 1.0);
        is_drawn(text, of[k].attributes);
    }
    begin();
    is_drawn("<text x=\"12\" y=\"30\" fill=\"none\"> </text>", "a blank: nothing");
}

/* ---- the lines of letters ---- */

/* the points of a letter whose em is one pixel, from (0, 0) on; returns their number */
static int points_of(const char *letter, double (*xy)[2])
{
    static const double at[2] = { 0.0, 0.0 }, along[2] = { 1.0, 0.0 };
    raster r;
    int n;

    memset(&r, 0, sizeof r);
    letters_path(&r, at, along, letter, strlen(letter));
    for (n = 0; n < r.npoint && n < 200; n++) memcpy(xy[n], r.point[n].at, sizeof xy[n]);
    raster_free(&r);
    return n;
}

/* are these the points, multiplied by a factor, and moved upwards? */
static int same_points(const char *letter, const char *other, double factor, double up)
{
    static double a[200][2], b[200][2];
    const int n = points_of(letter, a), m = points_of(other, b);
    const double width = letters_width(letter, strlen(letter));
    int good = n == m && fabs(width - factor * letters_width(other, strlen(other))) < 1e-12;

    for (int i = 0; i < n && good; i++)
        good = fabs(a[i][0] - factor * b[i][0]) < 1e-12 &&
               fabs(a[i][1] - factor * b[i][1] + up) < 1e-12;
    return good;
}

/* Corners cut twice: each side is cut at a quarter and at three quarters; an open line keeps its
 * ends. The result has n points in tenths of an em, the base line at 2. */
static int is_rounded(const char *letter, int n, const double (*corner)[2])
{
    static double want[2][200][2], got[200][2];
    const int ring = memcmp(corner[0], corner[n - 1], sizeof corner[0]) == 0;
    int good;

    memcpy(want[0], corner, (size_t)n * sizeof *corner);
    for (int cut = 0; cut < 2; cut++) {
        double (*from)[2] = want[cut], (*to)[2] = want[1 - cut];
        int m = 0;
        for (int i = 0; i + 1 < n; i++)
            for (int k = 0; k < 4; k++) {
                const int end = !ring && (i == 0 ? k == 0 : i + 2 == n && k == 3);
                if (!end && k != 1 && k != 2) continue;
                if (!ring && ((i == 0 && k == 1) || (i + 2 == n && k == 2))) continue;
                const double share = end ? k / 3.0 : 0.5 * k - 0.25;
                for (int j = 0; j < 2; j++)
                    to[m][j] = from[i][j] + share * (from[i + 1][j] - from[i][j]);
                m++;
            }
        if (ring) memcpy(to[m++], to[0], sizeof to[0]);
        n = m;
    }
    good = points_of(letter, got) == n;
    for (int i = 0; i < n && good; i++)
        good = fabs(got[i][0] - 0.1 * (1.0 + want[0][i][0])) < 1e-12 &&
               fabs(got[i][1] + 0.1 * (want[0][i][1] - 2.0)) < 1e-12;
    return good;
}

static void test_lines_of_letters(void)
{
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
    static const char *const same[][2] = {
        { "\xE2\x88\x92", "\xE2\x80\x93" }, { "\xE2\x88\x92", "\xE2\x80\x94" },
        { "\xC2\xB5", "\xCE\xBC" }, { "\xE2\x80\x99", "'" }
    };
    static const char *const raised[] = {
        "\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4", "\xE2\x81\xB5",
        "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9", "\xE2\x81\xBB"
    };
    /* of a J, open, and of a degree sign, closed */
    static const double hook[5][2] = { { 3, 9 }, { 3, 3 }, { 2, 2 }, { 1, 2 }, { 0, 3 } };
    static const double ring[5][2] = { { 1, 9 }, { 0, 8 }, { 1, 7 }, { 2, 8 }, { 1, 9 } };
    int bad = 0;

    for (int k = 0; k < 64; k++) {
        const char letter[3] = { '\xC3', (char)(0x80 + k), '\0' }, plain[2] = { latin[k], '\0' };
        bad += k != 0x17 && !same_points(letter, plain, 1.0, 0.0);      /* but the times sign */
    }
    check(bad == 0, "63 Latin letters without their accents: %d wrong", bad);
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        check(same_points(same[k][0], same[k][1], 1.0, 0.0), "%s as %s", same[k][0], same[k][1]);
    for (int k = 0; k < 11; k++) {
        const char digit[2] = { (char)('0' + k), '\0' };
        check(same_points(raised[k], k < 10 ? digit : "\xE2\x88\x92", 0.6, 0.36),
              "%s is smaller and higher", raised[k]);
        if (k < 10) check_near(letters_width(digit, 1), 0.6, 1e-12, "%s is as wide as all", digit);
    }
    check_near(letters_width(" ", 1), 0.3, 1e-12, "the width of a blank");
    check_near(letters_width("il.", 3), 0.69, 1e-12, "narrow letters");
    check_near(letters_width("AI", 2), 0.6 + 0.23, 1e-12, "a letter from 0 to 4, and one at 0");
    check(is_rounded("J", 5, hook) && is_rounded("\xC2\xB0", 5, ring), "round corners");
}

/* the amount of black, in pixels; of those on the right of x alone */
static double ink(const raster *r, double x)
{
    double sum = 0.0;

    for (int i = 0; i < r->width * r->height; i++)
        if (i % r->width >= x) sum += (255 - r->rgb[3 * i]) / 255.0;
    return sum;
}

/* all are there, differ, and are no wider than svg_text_width says */
static void test_letters(void)
{
    static const char text[] =
        "!\"#$%&'()*+,-./"
        "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const double at[2] = { 8.0, 40.0 }, along[2] = { 40.0, 0.0 };
    const raster_pen heavy = { 40.0 * LETTERS_PEN, 1, 1, 0, { 0.0 } };
    int wide = 0, missing = 0, same = 0;
    double inked[sizeof text];

    for (size_t k = 0; text[k]; k++) {
        const double width = letters_width(text + k, 1);
        raster r;
        if (raster_init(&r, 64, 64) != 0) abort();
        letters_path(&r, at, along, text + k, 1);
        raster_stroke(&r, &heavy, 0, 1.0);
        wide += width > svg_text_width(text + k, 1, 1.0) + 0.05 ||
                ink(&r, at[0] + 40.0 * width + 1.0) > 0.0;
        inked[k] = ink(&r, 0.0);
        missing += inked[k] < 8.0;
        raster_free(&r);
    }
    for (size_t k = 0; text[k]; k++)
        for (size_t i = 0; i < k; i++) same += inked[i] == inked[k] && !strchr("6u9n", text[k]);
    check(wide == 0, "%d characters are wider than svg_text_width", wide);
    check(missing == 0 && same < 20, "%d characters are missing; %d pairs have the same amount of "
          "black", missing, same);
}

static unsigned char first[PIXELS][PIXELS][3];

/* the pixels of the first picture and of this one, turned by 90 degrees, that differ; -1: the
 * first one is empty */
static int differ(int turned, int by)
{
    int far = 0, inked = 0;

    for (int y = 0; y < PIXELS; y++)
        for (int x = 0; x < PIXELS; x++) {
            const int over = PIXELS - 1 - x;
            for (int i = 0; i < 3; i++)
                far += abs(first[y][x][i] - (turned ? pixel[over][y][i] : pixel[y][x][i])) > by;
            inked += first[y][x][0] < 128;
        }
    return inked ? far : -1;
}

/* Two ways to write the same text give the same pixels. A quarter turn about the middle maps pixels
 * to pixels. */
static void test_texts(void)
{
    const double wide = 14.0 * letters_width("Ax<s", 4);
    char end[120], middle[120];
    const char *const same[][2] = {
        { "<text x=\"4\" y=\"20\" font-size=\"14\">Ax&lt;s</text>", end },
        { "<text x=\"4\" y=\"20\" font-size=\"14\" text-anchor=\"start\">Ax&lt;s</text>", middle },
        { "<text x=\"9\" y=\"20\">a>b</text>", "<text x=\"9\" y=\"20\">a&gt;b</text>" },
        { "<text x=\"9\" y=\"20\">a&b</text>", "<text x=\"9\" y=\"20\">a&amp;b</text>" },
        { "<text x=\"9\" y=\"20\">a\"b</text>", "<text x=\"9\" y=\"20\">a&quot;b</text>" },
        { "<text x=\"9\" y=\"20\">a'b</text>", "<text x=\"9\" y=\"20\">a&#39;b</text>" },
        { "<text y=\"20\">up</text>", "<text x=\"0\" y=\"20\" font-size=\"12\">up</text>" },
        { "<text>gq</text>", "<text x=\"0\" y=\"0\" fill=\"#000000\">gq</text>" },
        /* letters without their accents, a box for others */
        { "<text x=\"9\" y=\"20\">AeyO</text>",
          "<text x=\"9\" y=\"20\">\xC3\x80\xC3\xA9\xC3\xBF\xC3\x96</text>" },
        { "<text x=\"9\" y=\"20\">\xC4\x80</text>", "<text x=\"9\" y=\"20\">\xE6\xBC\xA2</text>" },
        { "<text x=\"9\" y=\"20\">\xC2\xBF</text>", "<text x=\"9\" y=\"20\">\xE6\xBC\xA2</text>" },
        { "<text x=\"20\" y=\"20\">Fr</text>",
          "<text x=\"20\" y=\"20\" transform=\"rotate(-90 20 20)\">Fr</text>" }
    };

    snprintf(end, sizeof end, "<text x=\"%.12g\" y=\"20\" font-size=\"14\" text-anchor=\"end\">"
             "Ax&lt;s</text>", 4.0 + wide);
    snprintf(middle, sizeof middle, "<text x=\"%.12g\" y=\"20\" font-size=\"14\" "
             "text-anchor=\"middle\">Ax&lt;s</text>", 4.0 + 0.5 * wide);
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        const int turned = strstr(same[k][1], "rotate") != NULL;
        int bad = draw(same[k][0], stdout);
        memcpy(first, pixel, sizeof first);
        bad |= draw(same[k][1], stdout);
        check(!bad && differ(turned, turned ? 64 : 1) == 0, "the same pixels: %s", same[k][1]);
    }
}

/* an element that cannot be drawn is named in one line, with at most 60 bytes of it */
static void test_refusals(void)
{
    static const struct { const char *elements, *said; } of[] = {
        { "<path d=\"M1 1A5 6 0 0 1 9 9\"/>", "the path 'M1 1A5 6 0 0 1 9 9'" },
        { "<path d=\"M1 1a5 5 0 0 1 9\"/>", "the path 'M1 1a5 5 0 0 1 9'" },
        { "<path d=\"M1\"/>", "the path 'M1'" },
        { "<path d=\"M1 1L2 2L3 3L4 4L5 5L6 6L7 7L8 8L9 9L1 1L2 2L3 3L4 4L5 5L6 6L7 7Q8 8\"/>",
          "the path 'M1 1L2 2L3 3L4 4L5 5L6 6L7 7L8 8L9 9L1 1L2 2L3 3L4 4L5 5L6 6' of" },
        { "<g>", "element 'g'" },
        { "<circle r=\"3\"/>", "attribute 'r'" },
        { "<line x1 y1=\"3\"/>", "the attribute 'x1'" },
        { "<line x1=3/>", "the attribute 'x1'" },
        { "<line stroke=\"#12345\"/>", "the colour '#12345'" },
        { "<line stroke=\"0123456\"/>", "the colour '0123456'" },
        { "<line fill=\"#1234567\"/>", "the colour '#1234567'" },
        { "<line x1=\"1\" stroke=\"red\"/>", "colour 'red'" },
        { "<line stroke-dasharray=\"1 2 3 4 5 6 7 8 9\"/>", "dashes '1 2 3" },
        { "<rect clip-path=\"url(#a)\"/>", "the window 'url(#a)'" },
        { "<rect clip-path=\"\"/>", "the window ''" },
        { "<text transform=\"rotate(-90 3 4)\" x=\"3\" y=\"5\">a</text>", "the transform 'rotate" },
        { "<text transform=\"rotate(-90 3 4)\" x=\"2\" y=\"4\">a</text>", "the transform 'rotate" },
        { "<text transform=\"rotate(-90)\">a</text>", "the transform 'rotate(-90)'" },
        { "<text transform=\"scale(2)\">a</text>", "transform 'scale(2)'" },
        { "<svg width=\"40\" height=\"40\"/>", "the size 'svg'" }
    };
    char said[200];

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        FILE *messages = tmpfile();
        const int status = messages ? draw(of[k].elements, messages) : 0;
        if (messages) rewind(messages);
        check(status != 0 && fgets(said, sizeof said, messages) && strstr(said, of[k].said) &&
                  !fgets(said, sizeof said, messages),
              "refused, in one line: %s", of[k].said);
        if (messages) fclose(messages);
    }
}

int main(void)
{
    test_areas();
    test_arcs();
    test_strokes();
    test_dashes();
    test_letter();
    test_lines_of_letters();
    test_letters();
    test_texts();
    test_refusals();
    return check_done();
}
