/* Lab 05's plot: the half-spaces that the student's detection finds along the exact motion on
 * hills.scene
 *
 *     plot OUT.svg
 *
 * Around the particle a disc of radius epsilon at several times. In it, each contact's half-space:
 * its border, with the region behind it shaded. Shading in the air shows where half-spaces forbid
 * free space.
 */
#include "minisim2d/drawing/svg.h"
#include "minisim2d/truth/exact.h"
#include "minisim2d/reading/scene.h"
#include "lab.h"

#include <math.h>

enum { MOST = 8 };
static const double stations[] = { 0.37, 0.58, 1.17, 1.41, 1.74, 2.11 };

#define PIXELS 118.0                     /* per metre */
#define TOP 66.0                         /* room for the heading, */
#define LEFT 66.0                        /* and for the labels of the y axis */
static const svg_frame frame = { -0.4, -0.35, 8.6, 2.5, LEFT, TOP, 9.0 * PIXELS,
                                 2.85 * PIXELS, "contact" };

static double across(double x) { return svg_x(&frame, x); }

static double down(double y) { return svg_y(&frame, y); }

/* append a letter of path data and a point */
static void path_to(output_text *out, const char *letter, double x, double y)
{
    output_string(out, letter);
    svg_point(out, across(x), down(y));
}

/* the part of the disc that lies behind the half-space's border, a chord that is psi away from the
 * centre, and the chord */
static void draw_halfspace(output_text *out, const double *x, double radius, const lab_contact *c)
{
    const double half = sqrt(fmax(radius * radius - c->psi * c->psi, 0.0));
    const double foot[2] = { x[0] - c->psi * c->n[0], x[1] - c->psi * c->n[1] };
    const double a[2] = { foot[0] - half * c->n[1], foot[1] + half * c->n[0] };  /* on n's left */
    const double b[2] = { foot[0] + half * c->n[1], foot[1] - half * c->n[0] };

    output_string(out, "<path fill=\"#d55e00\" fill-opacity=\"0.22\" d=\"");
    path_to(out, "M ", a[0], a[1]);
    output_string(out, " A ");
    svg_point(out, PIXELS * radius, PIXELS * radius);
    path_to(out, c->psi < 0.0 ? " 0 1 0 " : " 0 0 0 ", b[0], b[1]);
    output_string(out, " Z\"/>\n");
    svg_line(out, across(a[0]), down(a[1]), across(b[0]), down(b[1]),
             "stroke=\"#d55e00\" stroke-width=\"1.4\"");
}

static void draw_circle(output_text *out, const double *x, double radius, const char *attributes)
{
    output_string(out, "<circle ");
    output_string(out, attributes);
    output_string(out, " cx=\"");
    output_fixed(out, across(x[0]), 2);
    output_string(out, "\" cy=\"");
    output_fixed(out, down(x[1]), 2);
    output_string(out, "\" r=\"");
    output_fixed(out, radius, 2);
    output_string(out, "\"/>\n");
}

/* the solid under the terrain, down to the lower border of the picture */
static void draw_solid(output_text *out, const scene_obstacle *o)
{
    output_string(out, "<path " SVG_SOLID " d=\"");
    for (int i = 0; i < o->nvert; i++)
        path_to(out, i ? " L " : "M ", fmin(o->xy[2 * i], frame.x1), o->xy[2 * i + 1]);
    path_to(out, " L ", frame.x1, frame.y0);
    path_to(out, " L ", fmin(o->xy[0], frame.x1), frame.y0);
    output_string(out, " Z\"/>\n");
}

/* the name of a disc above it */
static void draw_label(output_text *out, const double *x, double radius, double t, int count)
{
    char text[40];
    const int n = snprintf(text, sizeof text, "t = %.2f s: %d edges", t, count);

    svg_text(out, across(x[0]), down(x[1] + radius) - 6.0, SVG_TEXT, "middle", "", text, (size_t)n);
}

/* the number of every fifth edge, counted from 1, in the solid below its middle */
static void draw_numbers(output_text *out, const scene_obstacle *o)
{
    for (int i = 0; i + 1 < o->nvert; i++) {
        const double *p = o->xy + 2 * i, *q = p + 2, length = hypot(q[0] - p[0], q[1] - p[1]);
        const double x = 0.5 * (p[0] + q[0]) + 0.1 * (q[1] - p[1]) / length;
        const double y = 0.5 * (p[1] + q[1]) - 0.1 * (q[0] - p[0]) / length;
        char text[16];
        if (i % 5 != 0 || x < frame.x0 || x > frame.x1) continue;
        svg_text(out, across(x), down(y) + 4.0, SVG_TEXT, "middle", "", text,
                 (size_t)snprintf(text, sizeof text, "%d", i + 1));
    }
}

/* the contacts at one time: a line of the table, and a disc; 0 if a function is not written yet */
static int draw_station(output_text *out, const scene *s, const exact_path *motion, double t)
{
    const scene_obstacle *o = s->obstacle;
    lab_contact contact[MOST];
    double x[2], v[2], Jn[2 * MOST], Jf[4 * MOST], psi[MOST], next[MOST];
    int count = 0;

    exact_at(motion, t, x, v);
    if (lab_detect(o->nvert, o->xy, x, s->epsilon, MOST, contact, &count) != MB_OK || count < 0 ||
        count > MOST)
        return 0;
    if (lab_particle_rows(count, contact, Jn, Jf) != MB_OK) return 0;
    for (int i = 0; i < count; i++) psi[i] = contact[i].psi;
    if (lab_next_gaps(count, 2, Jn, psi, s->h, v, next) != MB_OK) return 0;
    draw_circle(out, x, PIXELS * s->epsilon,
                "fill=\"#ffffff\" fill-opacity=\"0.6\" stroke=\"#0072b2\" stroke-width=\"0.9\"");
    for (int i = 0; i < count; i++) draw_halfspace(out, x, s->epsilon, contact + i);
    draw_circle(out, x, 3.6, "fill=\"#000000\"");
    draw_label(out, x, s->epsilon, t, count);
    for (int i = 0; i < count; i++)
        printf("  %5.2f  %7.4f  %7.4f  %5d  %9.4f  %9.4f\n", t, x[0], x[1], contact[i].edge + 1,
               output_rounded(psi[i], 4), output_rounded(next[i], 4));
    if (count == 0) printf("  %5.2f  %7.4f  %7.4f   none\n", t, x[0], x[1]);
    return 1;
}

/* the exact motion as a curve of points 5 ms apart */
static void draw_motion(output_text *out, const exact_path *motion)
{
    enum { POINTS = 501 };
    double xy[2 * POINTS];

    for (int i = 0; i < POINTS; i++) exact_at(motion, 0.005 * (double)i, xy + 2 * i, NULL);
    svg_path(out, &frame, POINTS, xy, 0,
             "fill=\"none\" stroke=\"#000000\" stroke-width=\"1.2\" stroke-dasharray=\"6 3\"");
}

static int draw(output_text *out, const scene *s, const exact_path *motion)
{
    const double width = LEFT + frame.width + SVG_MARGIN;
    const double height = TOP + frame.height + SVG_AXIS_X_HEIGHT + SVG_MARGIN;
    svg_scale sx, sy;
    int ok = 1;

    svg_begin( out, width, height, frame.prefix, "Half-spaces along a motion", "Discs of radius "
              "epsilon around a particle on hills, and half-spaces of the edges there");
    svg_heading(
        out, width, "What your lab_detect finds along the exact motion on hills",
        "discs: radius epsilon = 0.5 m; orange: what the half-space of each contact forbids");
    svg_scale_x(&sx, &frame, 0);
    svg_scale_y(&sy, &frame, 0);
    svg_window(out, &frame);
    draw_solid(out, s->obstacle);
    printf("    t        x        y     edge     psi     psi + h Jn v\n");
    for (int i = 0; ok && i < (int)(sizeof stations / sizeof stations[0]); i++)
        ok = draw_station(out, s, motion, stations[i]);
    svg_path(out, &frame, s->obstacle->nvert, s->obstacle->xy, 0, SVG_OUTLINE);
    draw_numbers(out, s->obstacle);
    draw_motion(out, motion);
    svg_box(out, &frame);
    svg_axis_x(out, &frame, &sx, "x [m]");
    svg_axis_y(out, &frame, &sy, "y [m]");
    svg_end(out);
    return ok;
}

int main(int argc, char **argv)
{
    output_text out = { 0 };
    exact_path motion;
    scene s;
    int ok;

    if (argc != 2) return 2;
    if (scene_read("scenes/hills.scene", &s, stderr) != 0) return 1;
    if (exact_run(&s, 0, s.time, &motion, stderr) != 0) {
        scene_free(&s);
        return 1;
    }
    ok = draw(&out, &s, &motion);
    if (!ok)
        fprintf(stderr, "plot: lab_detect, lab_particle_rows and lab_next_gaps must return MB_OK "
                        "first: is one not written yet?\n");
    else ok = output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    exact_free(&motion);
    scene_free(&s);
    return ok ? 0 : 1;
}
