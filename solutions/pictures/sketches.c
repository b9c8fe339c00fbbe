/* The sketches in the labs' READMEs, computed from the worked examples there
 *
 *     sketches staircase OUT.svg          or lemke, gap, friction, wedge, groups
 *
 * `make pictures` runs it.
 */
#include "minisim2d/drawing/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BLUE "#0072b2"
#define RED "#d55e00"
#define GREEN "#009e73"
#define AMBER "#e69f00"
#define GREY "#777777"
#define INK SVG_INK

static output_text out;
static svg_frame frame;

/* ---- drawing in the frame's coordinates ---- */

/* a part of the plane, with so many pixels per unit, at (left, top) of the picture */
static void set_frame(const char *prefix, double x0, double y0, double x1, double y1, double scale,
                      double left, double top)
{
    const svg_frame f = { x0, y0, x1, y1, left, top, (x1 - x0) * scale, (y1 - y0) * scale, prefix };

    frame = f;
}

/* drawings between these are clipped to the frame */
static void begin_clip(void)
{
    svg_window(&out, &frame);
    output_printf(&out, "<g clip-path=\"url(#%s-frame)\">\n", frame.prefix);
}

static void end_clip(void) { output_string(&out, "</g>\n"); }

static void line(double x0, double y0, double x1, double y1, const char *attributes)
{
    svg_line(&out, svg_x(&frame, x0), svg_y(&frame, y0), svg_x(&frame, x1), svg_y(&frame, y1),
             attributes);
}

static void polygon(int n, const double *xy, int closed, const char *attributes)
{
    output_printf(&out, "<path %s d=\"", attributes);
    for (int i = 0; i < n; i++) {
        output_string(&out, i ? "L" : "M");
        svg_point(&out, svg_x(&frame, xy[2 * i]), svg_y(&frame, xy[2 * i + 1]));
    }
    output_string(&out, closed ? "Z\"/>\n" : "\"/>\n");
}

static void dot(double x, double y, double radius, const char *colour)
{
    output_printf(&out, "<circle fill=\"%s\" cx=\"", colour);
    output_fixed(&out, svg_x(&frame, x), 2);
    output_string(&out, "\" cy=\"");
    output_fixed(&out, svg_y(&frame, y), 2);
    output_string(&out, "\" r=\"");
    output_fixed(&out, radius, 2);
    output_string(&out, "\"/>\n");
}

/* a ring of a radius in the frame's units */
static void ring(double x, double y, double radius, const char *colour)
{
    double xy[2 * 96];
    char attributes[90];

    for (int i = 0; i < 96; i++) {
        xy[2 * i] = x + radius * cos(2.0 * acos(-1.0) * i / 96.0);
        xy[2 * i + 1] = y + radius * sin(2.0 * acos(-1.0) * i / 96.0);
    }
    snprintf(attributes, sizeof attributes,
             "fill=\"none\" stroke=\"%s\" stroke-width=\"1\" stroke-dasharray=\"4 3\"", colour);
    polygon(96, xy, 1, attributes);
}

/* text at a point, moved by so many pixels to the right and down; with a rim, so that it can be
 * read on top of lines */
static void name(double x, double y, double right, double down, const char *colour,
                 const char *text)
{
    char attributes[40];

    snprintf(attributes, sizeof attributes, "fill=\"%s\"", colour);
    svg_name(&out, svg_x(&frame, x) + right, svg_y(&frame, y) + down, SVG_TEXT, attributes, text);
}

/* an arrow from one point to another */
static void arrow(double x0, double y0, double x1, double y1, const char *colour, double width)
{
    const double a[2] = { svg_x(&frame, x0), svg_y(&frame, y0) };
    const double b[2] = { svg_x(&frame, x1), svg_y(&frame, y1) };
    const double length = hypot(b[0] - a[0], b[1] - a[1]), size = 5.0 + width;
    const double t[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    char attributes[90];

    snprintf(attributes, sizeof attributes, "stroke=\"%s\" stroke-width=\"%g\"", colour, width);
    svg_line(&out, a[0], a[1], b[0] - 0.8 * size * t[0], b[1] - 0.8 * size * t[1], attributes);
    output_printf(&out, "<path fill=\"%s\" d=\"M", colour);
    svg_point(&out, b[0], b[1]);
    for (int side = -1; side <= 1; side += 2) {
        output_string(&out, "L");
        svg_point(&out, b[0] - size * t[0] - 0.5 * side * size * t[1],
                  b[1] - size * t[1] + 0.5 * side * size * t[0]);
    }
    output_string(&out, "Z\"/>\n");
}

static void heading(double width, double height, const char *title, const char *subtitle)
{
    svg_begin(&out, width, height, "sketch", title, subtitle);
    svg_heading(&out, width, title, subtitle);
}

#define DASHED(colour) "stroke=\"" colour "\" stroke-width=\"1.2\" stroke-dasharray=\"6 4\""
#define FULL(colour) "stroke=\"" colour "\" stroke-width=\"1.6\""
#define SHADE(colour) "fill=\"" colour "\" fill-opacity=\"0.16\""

static void axes(const char *x, const char *y)
{
    svg_scale sx, sy;

    svg_scale_x(&sx, &frame, 0);
    svg_scale_y(&sy, &frame, 0);
    svg_box(&out, &frame);
    svg_axis_x(&out, &frame, &sx, x);
    svg_axis_y(&out, &frame, &sy, y);
}

/* ---- lab 2: Gauss-Seidel's staircase ---- */

static void draw_staircase(void)
{
    double z[2] = { 0, 0 };

    set_frame("sketch", 0, 0, 3.2, 3, 130, 58, 64);
    heading(560, 510, "Gauss-Seidel is a staircase between two lines",
            "A = [2 1; 1 2], b = (-5, -6): steps along z_1 end on w_1 = 0, along z_2 on w_2 = 0");
    line(1, 3, 2.5, 0, DASHED(BLUE));            /* w_1 = 2 z_1 + z_2 - 5 */
    line(0, 3, 3.2, 1.4, DASHED(GREEN));         /* w_2 = z_1 + 2 z_2 - 6 */
    for (int i = 0; i < 10; i++) {
        const double from[2] = { z[0], z[1] };
        if (i % 2 == 0) z[0] = fmax(0.0, (5.0 - z[1]) / 2.0);
        else z[1] = fmax(0.0, (6.0 - z[0]) / 2.0);
        line(from[0], from[1], z[0], z[1], FULL(RED));
        dot(z[0], z[1], i < 4 ? 3.5 : 2, RED);
    }
    dot(0, 0, 3.5, RED);
    dot(4.0 / 3.0, 7.0 / 3.0, 4.5, INK);
    name(0, 0, 22, -12, INK, "start");
    name(2.5, 0, 34, -12, RED, "(2.5, 0)");
    name(2.5, 1.75, 48, -8, RED, "(2.5, 1.75)");
    name(1.625, 1.75, -48, 6, RED, "(1.625, 1.75)");
    name(4.0 / 3.0, 7.0 / 3.0, 66, -18, INK, "solution (4/3, 7/3)");
    name(2.0, 1.0, -34, 6, BLUE, "w_1 = 0");
    name(0.5, 2.75, -6, 18, GREEN, "w_2 = 0");
    axes("z_1", "z_2");
}

/* ---- lab 3: Lemke's path ---- */

static void draw_lemke(void)
{
    static const double cones[4][6] = {
        { 0, 0, 30, 0, 0, 30 }, { 0, 0, 60, 0, -20, -40 }, { 0, 0, -40, -20, 0, 60 },
        { 0, 0, -20, -40, -40, -20 }
    };
    static const char *const shade[] = { SHADE(BLUE), SHADE(GREEN), SHADE(AMBER), SHADE(RED) };
    static const char *const label[] = { "w_1, w_2", "w_1, z_2", "z_1, w_2", "z_1, z_2" };
    static const double at[4][2] = { { 1.7, 0.8 }, { 1.6, -3.6 }, { -3.2, 0.5 }, { -4.6, -3.6 } };

    set_frame("sketch", -6.6, -7, 4.0, 1.6, 52, 58, 60);
    heading(640, 570, "Lemke's path leads from b + z0 d to b",
            "A = [2 1; 1 2], b = (-5, -6), d = (1, 1); each sector is a complementary cone");
    begin_clip();
    for (int i = 0; i < 4; i++) polygon(3, cones[i], 1, shade[i]);
    line(0, 0, 6, 0, FULL(BLUE));
    line(0, 0, 0, 6, FULL(BLUE));
    line(0, 0, -4, -8, FULL(RED));
    line(0, 0, -8, -4, FULL(RED));
    end_clip();
    for (int i = 0; i < 4; i++) name(at[i][0], at[i][1], 0, 0, GREY, label[i]);
    name(-2.4, -4.8, 74, 6, RED, "minus column 2");
    name(-4.8, -2.4, -34, -20, RED, "minus column 1");
    arrow(1, 0, -1, -2, INK, 2);
    arrow(-1, -2, -5, -6, INK, 2);
    dot(1, 0, 4, INK);
    dot(-1, -2, 4, INK);
    dot(-5, -6, 4.5, INK);
    name(1, 0, 64, 16, INK, "z0 = 6: z_2 enters");
    name(-1, -2, 66, 4, INK, "z0 = 4: z_1 enters");
    name(-5, -6, -12, 20, INK, "b: z0 = 0, solved");
    axes("first component", "second component");
}

/* ---- lab 5: a gap is not a distance ---- */

static void draw_gap(void)
{
    const double solid[] = { -1, -0.8, 0, 0, 4, 3, 8, 0, 9, -0.8 };
    const double e[2] = { 0.8, 0.6 }, n[2] = { -0.6, 0.8 }, x[2] = { 5.2, 4.7 };
    const double psi = n[0] * x[0] + n[1] * x[1];              /* of edge 1, through (0, 0) */
    const double forbidden[] = { -1, -0.75, 8, 6, 9, 6, 9, -0.8, -1, -0.8 };

    set_frame("sketch", -1, -0.8, 9, 6, 62, 14, 62);
    heading(650, 500, "The gap psi goes to the line, the distance to the edge",
            "beyond the end of edge 1 its half-space goes on, and calls the air behind the roof "
            "solid");
    polygon(5, solid, 1, SVG_SOLID);
    polygon(5, forbidden, 1, SHADE(RED));
    line(-1, -0.75, 8, 6, DASHED(RED));
    line(0, 0, 4, 3, "stroke=\"" INK "\" stroke-width=\"2.4\"");
    line(4, 3, 8, 0, "stroke=\"" INK "\" stroke-width=\"2.4\"");
    arrow(2, 1.5, 2 + n[0], 1.5 + n[1], BLUE, 1.6);
    arrow(2, 1.5, 2 + e[0], 1.5 + e[1], BLUE, 1.6);
    name(2 + n[0], 1.5 + n[1], -8, -8, BLUE, "n");
    name(2 + e[0], 1.5 + e[1], 0, 16, BLUE, "e");
    line(x[0], x[1], x[0] - psi * n[0], x[1] - psi * n[1], FULL(RED));
    line(x[0], x[1], 4, 3, FULL(GREEN));
    dot(x[0], x[1], 4.5, INK);
    name(x[0], x[1], -6, -14, INK, "x");
    name(x[0] - 0.5 * psi * n[0], x[1] - 0.5 * psi * n[1], 30, -20, RED, "psi > 0");
    name(4.4, 4.0, -34, 0, GREEN, "distance");
    dot(6.4, 2.6, 4.5, INK);
    line(6.4, 2.6, 6.4 + 1.76 * n[0], 2.6 + 1.76 * n[1], FULL(RED));
    name(6.4, 2.6, 62, 4, RED, "psi < 0, in the air");
    dot(4, 3, 3.5, GREEN);
    name(4, 3, -10, -14, GREEN, "c");
    name(0.9, 0.7, 22, 18, INK, "edge 1");
    name(6.9, 0.8, -18, 18, INK, "edge 2");
    dot(0, 0, 3, INK);
    dot(4, 3, 3, GREEN);
    dot(8, 0, 3, INK);
    name(0, 0, -10, -8, INK, "p");
}

/* ---- lab 7: friction's limit ---- */

/* the example's slope, with the impulse p_n n + p_f d_1 within the limits mu p_n */
static void draw_slope(const char *prefix, double mu, double p_n, double p_f, double left,
                       const char *title)
{
    const double n[2] = { 0.6, 0.8 }, t[2] = { -0.8, 0.6 };
    const double solid[] = { -4.0, 3.0, 4.0, -3.0, -4.0, -3.0 };
    const double limit[] = {
        0, 0, 4.0 * (n[0] + mu * t[0]), 4.0 * (n[1] + mu * t[1]), 4.0 * (n[0] - mu * t[0]),
        4.0 * (n[1] - mu * t[1])
    };

    set_frame(prefix, -4, -2.6, 4.2, 7.4, 38, left, 88);
    begin_clip();
    polygon(3, solid, 1, SVG_SOLID);
    polygon(3, limit, 1, SHADE(BLUE));
    line(-4, 3, 4, -3, SVG_OUTLINE);
    end_clip();
    line(p_n * n[0], p_n * n[1], p_n * n[0] + p_f * t[0], p_n * n[1] + p_f * t[1], DASHED(GREY));
    arrow(0, 0, p_n * n[0], p_n * n[1], GREEN, 1.8);
    arrow(0, 0, p_f * t[0], p_f * t[1], RED, 1.8);
    arrow(0, 0, p_n * n[0] + p_f * t[0], p_n * n[1] + p_f * t[1], INK, 2);
    name(p_n * n[0], p_n * n[1], 14, -8, GREEN, "p_n");
    name(p_f * t[0], p_f * t[1], 10, -16, RED, "p_f");
    dot(0, 0, 4.5, INK);
    svg_text(&out, frame.left + 0.5 * frame.width, 78, SVG_TEXT, "middle", "", title,
             strlen(title));
}

static void draw_friction(void)
{
    heading(700, 480, "What slides, what sticks",
            "lab 7's example; shaded: what p_n n and |p_f| <= mu p_n can add up to");
    draw_slope("slides", 0.5, 3.2, 1.6, 14, "mu = 0.5: at the limit, slides at 1.8 m/s");
    draw_slope("sticks", 2.0, 3.2, 5.2, 362, "mu = 2: within the limit, sticks");
}

/* ---- labs 7 and 8: the wedge ---- */

static void draw_wall(double side)
{
    const double wall[] = { 0, 0, -side * 3.45, 4.6, -side * 4.0, 4.6, -side * 4.0, -0.6, 0, -0.6 };
    const double at[2] = { -side * 1.8, 2.4 };
    const double n[2] = { side * 0.8, 0.6 }, t[2] = { -side * 0.6, 0.8 };

    polygon(5, wall, 1, SVG_SOLID);
    line(0, 0, -side * 3.45, 4.6, SVG_OUTLINE);
    arrow(at[0], at[1], at[0] + 1.2 * n[0], at[1] + 1.2 * n[1], GREEN, 1.8);
    arrow(at[0], at[1], at[0] - 1.2 * t[0], at[1] - 1.2 * t[1], RED, 1.8);
    line(at[0], at[1], at[0] + 1.2 * (n[0] - t[0]), at[1] + 1.2 * (n[1] - t[1]), FULL(INK));
    arrow(at[0], at[1], at[0] + 1.2 * (n[0] - t[0]), at[1] + 1.2 * (n[1] - t[1]), INK, 2);
    name(at[0] + 1.2 * n[0], at[1] + 1.2 * n[1], side * 12, -10, GREEN, "p_n");
    name(at[0] - 1.2 * t[0], at[1] - 1.2 * t[1], side * 34, 2, RED, "mu p_n");
}

static void draw_wedge(void)
{
    set_frame("sketch", -4, -0.6, 4, 4.6, 76, 14, 62);
    heading(636, 474, "A wedge that lets nobody out",
            "(7.10), sliding upwards along both walls, mu = 1; black: what each wall and its "
            "friction give");
    draw_wall(1.0);
    draw_wall(-1.0);
    arrow(0, 2.9, 0, 3.9, BLUE, 2);
    dot(0, 2.9, 5, INK);
    name(0, 3.9, 0, -14, BLUE, "asked for: upwards, at 1/6 m/s or more");
    name(0, -0.3, 0, 0, INK, "given: downwards, by 0.2 p_n at each");
}

/* ---- lab 9: chains and groups ---- */

static void draw_groups(void)
{
    static const double ground[] = { -0.4, 0.2, 0.6, 1.7, 2.2, 2.2, 3.8, 1.6, 4.6, 0.4, 5.4, 1.7,
                                     7.0, 2.2, 8.6, 1.6, 9.4, 0.2 };
    const double solid[] = { -0.4, 0.2, 0.6, 1.7, 2.2, 2.2, 3.8, 1.6, 4.6, 0.4, 5.4, 1.7,
                             7.0, 2.2, 8.6, 1.6, 9.4, 0.2, 9.4, -0.6, -0.4, -0.6 };
    const double x[2] = { 4.55, 2.0 };

    set_frame("sketch", -0.4, -0.6, 9.4, 4.2, 68, 14, 62);
    heading(700, 430, "Chains and groups",
            "edges meet in convex corners within a chain; a concave corner begins another");
    polygon(11, solid, 1, SVG_SOLID);
    polygon(5, ground, 0, "fill=\"none\" stroke=\"" BLUE "\" stroke-width=\"3\"");
    polygon(5, ground + 8, 0, "fill=\"none\" stroke=\"" RED "\" stroke-width=\"3\"");
    line(4.9, -0.05, 3.1, 2.65, DASHED(BLUE));      /* through (3.8, 1.6) and (4.6, 0.4) */
    line(4.307, -0.076, 6.05, 2.756, DASHED(RED));  /* through (4.6, 0.4) and (5.4, 1.7) */
    ring(x[0], x[1], 1.35, GREY);
    dot(x[0], x[1], 4.5, INK);
    for (int i = 0; i < 9; i++) dot(ground[2 * i], ground[2 * i + 1], i == 4 ? 4.5 : 2.5, INK);
    name(x[0], x[1] + 1.35, 0, -10, GREY, "epsilon");
    name(1.3, 2.25, -10, -22, BLUE, "chain 1");
    name(7.9, 2.25, 10, -22, RED, "chain 2");
    name(4.6, 0.4, 0, 22, INK, "concave: a new chain begins");
    name(2.75, 2.85, -84, -8, BLUE, "group 1: one of its facets is enough");
    name(6.3, 3.0, 66, -8, RED, "group 2: and one of these, too");
}

static const struct { const char *name; void (*draw)(void); } sketches[] = {
    { "staircase", draw_staircase }, { "lemke", draw_lemke }, { "gap", draw_gap },
    { "friction", draw_friction }, { "wedge", draw_wedge }, { "groups", draw_groups }
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof sketches / sizeof *sketches; i++) {
        int status;
        if (strcmp(argv[1], sketches[i].name) != 0) continue;
        sketches[i].draw();
        svg_end(&out);
        status = output_save(argv[2], &out, stderr);
        output_free(&out);
        return status;
    }
    fprintf(stderr, "usage: sketches NAME OUT.svg\n");
    return 2;
}
