/* Lab 11's plot: a box is pushed, with the student's own lab_step: below a height it slides, above
 * it tips
 *
 *     plot OUT.svg
 *
 * Two pictures of the result, at heights 0.1 mm apart. Below them, for many heights, how
 * long it takes until the box has turned by 45 degrees.
 */
#include "minisim2d/drawing/svg.h"
#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 300, HEIGHTS = 51, ROOM = 1 << 17 };
#define H 0.01
#define WIDE 0.5
#define HIGH 1.0
#define FORCE 6.0
#define GRAVITY 9.81
#define MU 0.6                           /* try 0.5: everything below follows */
#define LIMIT (0.5 * HIGH + GRAVITY * (WIDE - MU * HIGH) / (2.0 * FORCE))
#define TURNED 0.7853981633974483        /* 45 degrees */

#define PIXELS 200.0                     /* per metre */
#define TOP 78.0                         /* room for the heading, */
#define LEFT 62.0                        /* for the labels of a y axis, */
#define BETWEEN 74.0                     /* and between two frames */
static const svg_frame frames[] = {
    { -0.35, -0.1, 1.6, 1.25, LEFT, TOP, 1.95 * PIXELS, 1.35 * PIXELS, "slides" },
    { -0.35, -0.1, 1.6, 1.25, LEFT + 1.95 * PIXELS + BETWEEN, TOP, 1.95 * PIXELS, 1.35 * PIXELS,
      "tips" },
    { 0.35, 0.0, 0.6, 2.0, LEFT, TOP + 1.35 * PIXELS + BETWEEN, 3.9 * PIXELS + BETWEEN, 220.0,
      "time" }
};

typedef struct {
    int steps;
    double q[STEPS + 1][3];
} motion;

static const double corners[] = {
    -0.5 * WIDE, -0.5 * HIGH, 0.5 * WIDE, -0.5 * HIGH, 0.5 * WIDE, 0.5 * HIGH, -0.5 * WIDE,
    0.5 * HIGH
};

/* the kit's solver of a step: the problem, its solution, the velocities */
static mb_status solve(const mb_dynamics *d, double *v_next, mb_arena scratch)
{
    mb_lcp p;
    mb_layout layout;
    double *z;
    mb_status status = mb_st_lcp(d, &p, NULL, &scratch);

    if (status != MB_OK) return status;
    z = mb_arena_doubles(&scratch, p.n);
    if (!z) return MB_NO_MEMORY;
    for (int i = 0; i < p.n; i++) z[i] = 0.0;
    status = mb_lemke(&p, NULL, z, NULL, scratch);
    if (status != MB_OK) return status;
    status = mb_layout_of(d, MB_ST, MB_FORM_LCP, &layout);
    if (status != MB_OK) return status;
    return mb_step_result(d, &layout, z, v_next, NULL, NULL, NULL, scratch);
}

/* pushed at this height above the ground, until it lies on its side */
static mb_status push_at(double height, motion *m, mb_arena scratch)
{
    static const lab_plane ground = { { 0, 0 }, { 0, 1 }, MU, 0.0 };
    const lab_world world = {
        .body = { 4, corners, 0.0, 1.0, (WIDE * WIDE + HIGH * HIGH) / 12.0 },
        .nplane = 1, .plane = &ground, .epsilon = 0.1, .gravity = { 0.0, -GRAVITY },
        .push = { FORCE, 0.0 }, .at = { 0.0, height - 0.5 * HIGH }, .h = H, .solve = solve
    };
    double v[3] = { 0.0, 0.0, 0.0 };

    m->q[0][0] = m->q[0][2] = 0.0;
    m->q[0][1] = 0.5 * HIGH;
    for (m->steps = 0; m->steps < STEPS && m->q[m->steps][2] > -1.5; m->steps++) {
        double v_next[3];
        const double *q = m->q[m->steps];
        const mb_status status = lab_step(&world, q, v, m->q[m->steps + 1], v_next, scratch);
        if (status != MB_OK) return status;
        memcpy(v, v_next, sizeof v);
    }
    return MB_OK;
}

/* when the box has turned by 45 degrees [s], or -1 */
static double time_of_tipping(const motion *m)
{
    for (int k = 1; k <= m->steps; k++) {
        const double before = -m->q[k - 1][2], after = -m->q[k][2];
        if (after >= TURNED) return H * (k - 1 + (TURNED - before) / (after - before));
    }
    return -1.0;
}

static void outline_of(const double *q, double *xy)
{
    lab_corners(q, 4, corners, xy);
}

/* the furthest that a corner has moved from one state to another */
static double moved(const double *q, const double *to)
{
    double a[8], b[8], most = 0.0;

    outline_of(q, a);
    outline_of(to, b);
    for (int i = 0; i < 8; i += 2) most = fmax(most, hypot(b[i] - a[i], b[i + 1] - a[i + 1]));
    return most;
}

static void draw_box(output_text *out, const svg_frame *f, const double *q, const char *attributes)
{
    double xy[8];

    outline_of(q, xy);
    svg_path(out, f, 4, xy, 1, attributes);
}

static void put_text(output_text *out, const svg_frame *f, double x, double y, const char *anchor,
                     const char *text)
{
    svg_text(out, svg_x(f, x), svg_y(f, y), SVG_TEXT, anchor, "", text, strlen(text));
}

/* the ground, and the box wherever a corner has moved by 10 cm */
static void draw_motion(output_text *out, const svg_frame *f, const motion *m, double height)
{
    const double ground[] = { f->x0, 0, f->x1, 0, f->x1, f->y0, f->x0, f->y0 };
    const double arrow[] = { -0.5 * WIDE - 0.08, height };
    const double *last = m->q[0], *end = m->q[m->steps];
    char text[80];
    svg_scale sx, sy;

    svg_scale_x(&sx, f, 0);
    svg_scale_y(&sy, f, 0);
    svg_window(out, f);
    svg_path(out, f, 4, ground, 1, SVG_SOLID);
    draw_box(out, f, last, "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.6\"");
    for (int k = 1; k < m->steps; k++) {
        if (moved(last, m->q[k]) < 0.1) continue;
        last = m->q[k];
        draw_box(out, f, last, "fill=\"none\" stroke=\"#777777\" stroke-width=\"0.8\"");
    }
    draw_box(out, f, end, "fill=\"#d55e00\" fill-opacity=\"0.25\" stroke=\"#d55e00\" "
             "stroke-width=\"1.6\"");
    svg_line(out, svg_x(f, f->x0), svg_y(f, 0.0), svg_x(f, f->x1), svg_y(f, 0.0),
             "stroke=\"#333333\" stroke-width=\"1.4\"");
    svg_line(out, svg_x(f, arrow[0]), svg_y(f, height), svg_x(f, -0.5 * WIDE), svg_y(f, height),
             "stroke=\"#000000\" stroke-width=\"2\"");
    output_string(out, "<path fill=\"#000000\" d=\"M ");
    svg_point(out, svg_x(f, -0.5 * WIDE), svg_y(f, height));
    output_string(out, " l -9 -4 v 8 Z\"/>\n");
    svg_box(out, f);
    svg_axis_x(out, f, &sx, "x [m]");
    svg_axis_y(out, f, &sy, "y [m]");
    snprintf(text, sizeof text, "pushed at %.5g m: %s; t = 0 and %.2f s", height,
             time_of_tipping(m) < 0.0 ? "slides" : "tips", H * m->steps);
    put_text(out, f, 0.5 * (f->x0 + f->x1), f->y1 + 0.04, "middle", text);
}

/* the height of run i: through the limit as x^2, so that there are many close to it */
static double height_of(int i)
{
    const double u = (double)i / (HEIGHTS - 1);

    return LIMIT + 1e-4 + (frames[2].x1 - LIMIT - 1e-4) * u * u;
}

/* the lower picture; MB_OK, or the status of a step that failed */
static mb_status draw_times(output_text *out, motion *m, mb_arena scratch)
{
    const svg_frame *f = &frames[2];
    double xy[2 * HEIGHTS];
    char limit[60];
    svg_scale sx, sy;

    for (int i = 0; i < HEIGHTS; i++) {
        const mb_status status = push_at(height_of(i), m, scratch);
        if (status != MB_OK) return status;
        xy[2 * i] = height_of(i);
        xy[2 * i + 1] = time_of_tipping(m) < 0.0 ? (double)NAN : time_of_tipping(m);
    }
    svg_scale_x(&sx, f, 0);
    svg_scale_y(&sy, f, 0);
    svg_window(out, f);
    svg_line(out, svg_x(f, LIMIT), f->top, svg_x(f, LIMIT), f->top + f->height,
             "stroke=\"#000000\" stroke-width=\"1\" stroke-dasharray=\"6 3\"");
    svg_style_curve(out, f, HEIGHTS, xy, svg_style_at(SVG_STYLE_FORMULATION));
    svg_marks(out, f, HEIGHTS, xy, svg_style_at(SVG_STYLE_FORMULATION), 5, 0);
    snprintf(limit, sizeof limit, "no height below %.5g m tips it", LIMIT);
    put_text(out, f, 0.5 * (f->x0 + LIMIT), 0.5 * f->y1, "middle", limit);
    svg_box(out, f);
    svg_axis_x(out, f, &sx, "height of the push above the ground [m]");
    svg_axis_y(out, f, &sy, "time until turned by 45 degrees [s]");
    return MB_OK;
}

static mb_status draw(output_text *out, mb_arena scratch)
{
    static const double heights[] = { LIMIT - 5e-5, LIMIT + 5e-5 };
    const svg_frame *last = &frames[2];
    char subtitle[90];
    double corner[8];
    const double width = LEFT + last->width + SVG_MARGIN;
    static motion m;

    if (lab_corners(m.q[0], 4, corners, corner) != MB_OK) return MB_TODO;
    svg_begin(out, width, last->top + last->height + SVG_AXIS_X_HEIGHT + SVG_MARGIN, "bodies",
              "A box that is pushed slides or tips",
              "Outlines of a box pushed at two heights, and the time that it takes to tip");
    snprintf(subtitle, sizeof subtitle, "box of %g x %g m, 1 kg, mu = %g, pushed with %g N, h = %g "
             "s", WIDE, HIGH, MU, FORCE, H);
    svg_heading(out, width, "Slides or tips: your lab_step", subtitle);
    for (int i = 0; i < 2; i++) {
        const mb_status status = push_at(heights[i], &m, scratch);
        const double *end = m.q[m.steps];
        if (status != MB_OK) return status;
        draw_motion(out, &frames[i], &m, heights[i]);
        printf("at %.5g m: x = %.6f m, turned by %.4f at 0.5 s; x = %.3f m, turned by %.3f at %.2f "
               "s\n", heights[i], m.q[50][0], fabs(m.q[50][2]), end[0], fabs(end[2]), H * m.steps);
    }
    if (draw_times(out, &m, scratch) != MB_OK) return MB_TODO;
    svg_end(out);
    return MB_OK;
}

int main(int argc, char **argv)
{
    output_text out = { 0 };
    void *memory = malloc(ROOM);
    mb_status status = MB_NO_MEMORY;
    int ok;

    if (argc != 2) return 2;
    if (memory) status = draw(&out, mb_arena_make(memory, ROOM));
    if (status == MB_TODO)
        fprintf(stderr, "plot: lab_step, or what it calls, is not written yet\n");
    else if (status != MB_OK)
        fprintf(stderr, "plot: lab_step returned %s\n", mb_status_name(status));
    ok = status == MB_OK && output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    free(memory);
    return ok ? 0 : 1;
}
