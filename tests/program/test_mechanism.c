/* test_mechanism.c: random bodies, joints, feet, impulses and names in pictures, drawn again */
#include "check.h"
#include "minisim2d/drawing/figure.h"
#include "elements.h"

#define INK "fill=\"none\" stroke=\"#000000\" stroke-width=\"1.3\""
#define FRICTION "#007F5F"
#define PUSH "#D55E00"

enum { BODIES = 20, PARTICLES = 2, JOINTS = 5, FEET = 3, PUSHES = 4, SHOTS = 3 };

static rng r = { 20261130 };
static output_text got, want;

/* a metre is 100 pixels, x = -1 and y = 6 are at (30, 20) */
static const svg_frame frame = { -1.0, 2.0, 3.0, 6.0, 30.0, 20.0, 400.0, 400.0, "f" };

static struct {
    scene s;
    scene_body body[BODIES + 1];
    double corner[BODIES + 1][8];
    char name[BODIES + 1][8];
    scene_joint joint[JOINTS + 1];
    scene_support support[FEET + 1];
    trajectory run;
    trajectory_push push[PUSHES + 1];
    trajectory_foot foot[FEET + 1];
    double pose[3 * (SHOTS + 1) * (BODIES + PARTICLES)], time[SHOTS + 1];
} d;

/* a place: in the frame, on one of its sides, or outside */
static void place(double x[2])
{
    const int side = rng_int(&r, 24);

    x[0] = rng_range(&r, -1.2, 3.2);
    x[1] = rng_range(&r, 1.8, 6.2);
    if (side < 4) x[side / 2] = frame.x0 * (side == 0) + frame.x1 * (side == 1)
                                + frame.y0 * (side == 2) + frame.y1 * (side == 3);
}

/* a disc, a rod, a triangle or a quadrangle; some are rounded, some have no extent */
static void make_body(int k)
{
    static const double square[8] = { -1, -1, 1, -1, 1, 1, -1, 1 };
    scene_body *b = d.body + k;
    const mb_shape shape = { 1 + rng_int(&r, 4), d.corner[k],
                             rng_int(&r, 3) ? rng_range(&r, 0.0, 0.3) : 0.0 };

    b->shape = shape;
    if (shape.nvert > 1)
        for (int i = 0; i < 8; i++) d.corner[k][i] = square[i] * rng_range(&r, 0.1, 0.6);
    snprintf(d.name[k], sizeof d.name[k], "%.*s", rng_int(&r, 5), "mjmi");
    b->name = d.name[k];
    b->body.kind = rng_int(&r, 4) ? MB_DYNAMIC : rng_int(&r, 2) ? MB_STATIC : MB_KINEMATIC;
    place(b->q);
    b->q[2] = rng_range(&r, -4.0, 4.0);
}

static void make_joint(int k)
{
    mb_joint *j = &d.joint[k].joint;
    const double angle = rng_range(&r, 0.0, 6.0);

    j->kind = (mb_joint_kind)rng_int(&r, MB_ROPE + 1);
    j->a = rng_int(&r, d.s.nbody + 1) - 1;
    j->b = rng_int(&r, d.s.nbody + 1) - 1;
    if (j->a < 0 && j->b < 0) j->b = d.s.nbody - 1;
    place(j->pa);
    place(j->pb);
    for (int i = 0; i < 2; i++) {
        if (j->a >= 0) j->pa[i] = 0.1 * rng_unit(&r);
        if (j->b >= 0) j->pb[i] = 0.1 * rng_unit(&r);
    }
    j->axis[0] = cos(angle);
    j->axis[1] = sin(angle);
}

static void make_scene(void)
{
    memset(&d, 0, sizeof d);
    d.s.nbody = rng_int(&r, 6) ? rng_int(&r, 5) : BODIES - rng_int(&r, 5);
    d.s.nparticle = rng_int(&r, PARTICLES + 1);
    d.s.njoint = d.s.nbody ? rng_int(&r, JOINTS + 1) : 0;
    d.s.nsupport = d.s.nbody ? rng_int(&r, FEET + 1) : 0;
    d.s.body = d.body;
    d.s.joint = d.joint;
    d.s.support = d.support;
    d.run.particles = d.s.nbody + d.s.nparticle;
    d.run.style = rng_int(&r, SVG_STYLES);
    d.run.shots = 1 + rng_int(&r, SHOTS);
    d.run.shot = rng_int(&r, d.run.shots + 1);
    d.run.pose = d.pose;
    d.run.time = d.time;
    d.run.npush = rng_int(&r, PUSHES + 1);
    d.run.push = d.push;
    d.run.foot = rng_int(&r, 3) ? d.foot : NULL;
    for (int k = 0; k <= BODIES; k++) make_body(k);
    for (int k = 0; k <= JOINTS; k++) make_joint(k);
    for (int k = 0; k <= SHOTS; k++) d.time[k] = k + rng_unit(&r);
    for (int k = 0; k < (SHOTS + 1) * (BODIES + PARTICLES); k++) {
        place(d.pose + 3 * k);
        d.pose[3 * k + 2] = rng_range(&r, -4.0, 4.0);
    }
    for (int k = 0; k <= FEET; k++) {
        mb_support *foot = &d.support[k].support;
        foot->body = rng_int(&r, d.s.nbody + (d.s.nbody == 0));
        d.foot[k].bound = rng_int(&r, 4) ? 0.5 : 0.0;
        d.foot[k].slides = rng_int(&r, 2);
        for (int i = 0; i < 2; i++) {
            foot->at[i] = rng_range(&r, -0.3, 0.3);
            d.foot[k].impulse[i] = rng_range(&r, -0.4, 0.4) * (rng_int(&r, 3) ? 1.0 : 0.05);
        }
    }
    for (int k = 0; k <= PUSHES; k++) {
        place(d.push[k].at);
        for (int i = 0; i < 2; i++)
            d.push[k].impulse[i] = rng_range(&r, -3.0, 3.0) * (rng_int(&r, 3) ? 1.0 : 0.05);
    }
}

/* ---- strokes ---- */

static void put_line(double x0, double y0, double x1, double y1)
{
    svg_line(&want, x0, y0, x1, y1, INK);
}

static void put_marker(svg_marker kind, double x, double y, double radius, const char *attributes)
{
    output_printf(&want, "<path %s d=\"", attributes);
    svg_marker_path(&want, kind, x, y, radius);
    output_string(&want, "\"/>\n");
}

static void put_circle(const double at[2], double radius, const char *fill)
{
    char attributes[80];

    snprintf(attributes, sizeof attributes, "fill=\"%s\" stroke=\"#000000\" stroke-width=\"1.3\"",
             fill);
    put_marker(SVG_CIRCLE, at[0], at[1], radius, attributes);
}

/* a line, then strokes from its ends and evenly between them, 4.5 pixels apart or a little more,
 * that lean back by 45 degrees on its right side */
static void put_hatch(double x0, double y0, double x1, double y1)
{
    const double length = hypot(x1 - x0, y1 - y0), pieces = floor(length / 4.5);
    const double t[2] = { (x1 - x0) / length, (y1 - y0) / length };

    output_printf(&want, "<path " INK " d=\"M%.2f %.2fL%.2f %.2f", x0, y0, x1, y1);
    for (int i = 0; i <= pieces; i++) {
        const double x = x0 + i / pieces * (x1 - x0), y = y0 + i / pieces * (y1 - y0);
        output_printf(&want, "M%.2f %.2fL%.2f %.2f", x, y, x - 4.0 * t[0] - 4.0 * t[1],
                      y - 4.0 * t[1] + 4.0 * t[0]);
    }
    output_string(&want, "\"/>\n");
}

/* a shaft and a filled head of 7 by 5.6 pixels, or of three fifths of a short arrow */
static void put_arrow(const double a[2], double x, double y, const char *colour)
{
    const double length = hypot(x - a[0], y - a[1]), head = fmin(7.0, 0.6 * length);
    const double t[2] = { (x - a[0]) / length, (y - a[1]) / length };
    const double neck[2] = { x - head * t[0], y - head * t[1] }, half = 0.4 * head;

    output_printf(&want, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" "
                  "d=\"M%.2f %.2fL%.2f %.2fm0 0L%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n", colour,
                  colour, a[0], a[1], neck[0], neck[1], neck[0] - half * t[1],
                  neck[1] + half * t[0], x, y, neck[0] + half * t[1], neck[1] - half * t[0]);
}

/* ---- bodies ---- */

static const double *pose_of(int shot, int k)
{
    return d.pose + 3 * (shot * d.run.particles + k);
}

/* point p of a body in a pose, or of the world, in pixels; 1: in the frame or on its border */
static int pixels_of(const double *q, const double p[2], double at[2])
{
    const double x = q ? q[0] + cos(q[2]) * p[0] - sin(q[2]) * p[1] : p[0];
    const double y = q ? q[1] + sin(q[2]) * p[0] + cos(q[2]) * p[1] : p[1];

    at[0] = 30.0 + 100.0 * (x + 1.0);
    at[1] = 20.0 + 100.0 * (6.0 - y);
    return at[0] >= 30.0 && at[0] <= 430.0 && at[1] >= 20.0 && at[1] <= 420.0;
}

static int is_kind(int k, mb_body_kind kind)
{
    return k < d.s.nbody && d.body[k].body.kind == kind;
}

/* the outline, and of a disc a spoke; a point is a dot in the frame */
static void put_body(int k, const double q[3], const char *attributes)
{
    static const double centre[2] = { 0.0, 0.0 };
    double xy[2 * MECHANISM_POINTS], at[2];
    const int n = mechanism_outline(&d.s, k, q, xy);

    if (n == 1) {
        if (pixels_of(q, centre, at)) put_marker(SVG_CIRCLE, at[0], at[1], 2.5, attributes);
        return;
    }
    svg_path(&want, &frame, n, xy, 1, attributes);
    const mb_shape *shape = &d.body[k].shape;
    if (shape->nvert > 1) return;
    const double spoke[4] = { q[0], q[1], q[0] + shape->radius * cos(q[2]),
                              q[1] + shape->radius * sin(q[2]) };
    svg_path(&want, &frame, 2, spoke, 0, attributes);
}

static void put_fixed(void)
{
    double xy[2 * MECHANISM_POINTS];

    for (int k = 0; k < d.s.nbody; k++) {
        if (!is_kind(k, MB_STATIC)) continue;
        const int n = mechanism_outline(&d.s, k, d.body[k].q, xy);
        svg_path(&want, &frame, n, xy, 1, SVG_SOLID);
        svg_path(&want, &frame, n, xy, 1, SVG_OUTLINE);
    }
}

/* darker from pose to pose; driven bodies are orange, and dashed */
static const char *look_of(double share, int driven)
{
    static char attributes[200];
    const int grey = 190 - (int)ceil(160.0 * share - 1e-9);

    snprintf(attributes, sizeof attributes, "fill=\"%s\" fill-opacity=\".%02d\" "
             "stroke=\"#%02x%02x%02x\" stroke-width=\"%s\" stroke-linejoin=\"round\"%s",
             driven ? "#E69F00" : "#56B4E9", 6 + (int)floor(34.0 * share * share), grey, grey, grey,
             share == 1.0 ? "1.3" : "0.8", driven ? " stroke-dasharray=\"5 2\"" : "");
    return attributes;
}

static void put_poses(void)
{
    for (int shot = 0; shot <= d.run.shots; shot++)
        for (int k = 0; k < d.run.particles; k++)
            if ((shot < d.run.shot || shot == d.run.shots) && !is_kind(k, MB_STATIC))
                put_body(k, pose_of(shot, k),
                         look_of((double)shot / d.run.shots, is_kind(k, MB_KINEMATIC)));
}

static void put_last(void)
{
    const svg_style *style = svg_style_at(d.run.style);
    char attributes[160], dash[60] = "";

    if (style->dash[0]) snprintf(dash, sizeof dash, " stroke-dasharray=\"%s\"", style->dash);
    snprintf(attributes, sizeof attributes, "fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s",
             style->colour, dash);
    for (int k = 0; k < d.run.particles; k++)
        if (!is_kind(k, MB_STATIC)) put_body(k, pose_of(d.run.shots, k), attributes);
}

/* ---- joints, feet, names, impulses ---- */

/* rails of 52 pixels on both sides of the anchor of b, along the axis, which turns with a; the
 * sliding body fits between them, or ten pixels; rails of the world are hatched outside */
static void put_rails(const mb_joint *j, const double b[2])
{
    const int slider = j->b >= 0 ? j->b : j->a;
    const double turn = atan2(j->axis[1], j->axis[0])
                        + (j->a < 0 ? 0.0 : pose_of(d.run.shots, j->a)[2]);
    const double t[2] = { cos(turn), -sin(turn) };
    double xy[2 * MECHANISM_POINTS], gauge = 5.0;
    const int n = mechanism_outline(&d.s, slider, pose_of(d.run.shots, slider), xy);

    for (int i = 0; i < n; i++) {
        double at[2];
        pixels_of(NULL, xy + 2 * i, at);
        gauge = fmax(gauge, fabs(t[0] * (at[1] - b[1]) - t[1] * (at[0] - b[0])));
    }
    for (int side = -1; side <= 1; side += 2) {
        const double x = b[0] - side * gauge * t[1], y = b[1] + side * gauge * t[0];
        const double along[2] = { side * 26.0 * t[0], side * 26.0 * t[1] };
        if (j->a < 0 || j->b < 0)
            put_hatch(x - along[0], y - along[1], x + along[0], y + along[1]);
        else
            put_line(x - along[0], y - along[1], x + along[0], y + along[1]);
    }
    put_circle(b, 2.0, "#000000");
}

static void put_rod(const double a[2], const double b[2], int rope)
{
    svg_line(&want, a[0], a[1], b[0], b[1], rope ? INK " stroke-dasharray=\"4 3\"" : INK);
    put_circle(a, rope ? 1.6 : 3.0, rope ? "#000000" : "#ffffff");
    put_circle(b, rope ? 1.6 : 3.0, rope ? "#000000" : "#ffffff");
}

/* a joint whose anchors are both in the frame; below one in the world are two struts and ground */
static void put_joint(const mb_joint *j)
{
    double a[2], b[2];
    const int seen = pixels_of(j->a < 0 ? NULL : pose_of(d.run.shots, j->a), j->pa, a) +
                     pixels_of(j->b < 0 ? NULL : pose_of(d.run.shots, j->b), j->pb, b);

    if (seen < 2) return;
    if (j->kind != MB_PRISMATIC && (j->a < 0 || j->b < 0)) {
        const double *at = j->a < 0 ? a : b;
        put_line(at[0], at[1], at[0] - 7.0, at[1] + 9.0);
        put_line(at[0], at[1], at[0] + 7.0, at[1] + 9.0);
        put_hatch(at[0] - 9.0, at[1] + 9.0, at[0] + 9.0, at[1] + 9.0);
    }
    switch (j->kind) {
    case MB_REVOLUTE: put_circle(b, 4.0, "#ffffff"); break;
    case MB_WELD: put_circle(b, 4.0, "#000000"); break;
    case MB_PRISMATIC: put_rails(j, b); break;
    case MB_DISTANCE: put_rod(a, b, 0); break;
    case MB_ROPE: put_rod(a, b, 1); break;
    }
}

/* a dot in each earlier pose, then a circle, which is white if the foot slides; friction at its
 * limit is 26 pixels long */
static void put_foot(int k)
{
    const mb_support *foot = &d.support[k].support;
    const trajectory_foot *f = d.run.foot ? d.foot + k : NULL;
    double at[2];

    for (int shot = 0; shot < d.run.shot; shot++)
        if (pixels_of(pose_of(shot, foot->body), foot->at, at))
            put_marker(SVG_CIRCLE, at[0], at[1], 1.4, "fill=\"#000000\" fill-opacity=\"0.35\"");
    if (!pixels_of(pose_of(d.run.shots, foot->body), foot->at, at)) return;
    put_circle(at, 3.2, f && f->slides ? "#ffffff" : "#000000");
    if (!f || f->bound == 0.0) return;
    const double x = 26.0 * f->impulse[0] / f->bound, y = 26.0 * f->impulse[1] / f->bound;
    if (hypot(x, y) >= 2.0) put_arrow(at, at[0] + x, at[1] - y, FRICTION);
}

/* names of up to 16 bodies that move, at their centres, two pixels apart from those before */
static void put_names(void)
{
    static const double centre[2] = { 0.0, 0.0 };
    double taken[BODIES][3];
    int moving = 0, named = 0;

    for (int k = 0; k < d.s.nbody; k++) moving += !is_kind(k, MB_STATIC);
    for (int k = 0; k < d.s.nbody && moving <= 16; k++) {
        double *at = taken[named];
        int free = pixels_of(pose_of(d.run.shots, k), centre, at) && !is_kind(k, MB_STATIC);
        at[2] = 0.5 * svg_text_width(d.name[k], strlen(d.name[k]), 11.0);
        for (int i = 0; i < named; i++)
            free &= fabs(at[1] - taken[i][1]) >= 11.0 ||
                    fabs(at[0] - taken[i][0]) >= at[2] + taken[i][2] + 2.0;
        if (!free) continue;
        svg_name(&want, at[0], at[1], 11.0, "", d.name[k]);
        named++;
    }
}

static double greatest_push(void)
{
    double most = 0.0;

    for (int k = 0; k < d.run.npush; k++)
        most = fmax(most, hypot(d.push[k].impulse[0], d.push[k].impulse[1]));
    return most;
}

/* arrows from the contacts: the greatest is 44 pixels long, and none is shorter than two */
static void put_pushes(void)
{
    for (int k = 0; k < d.run.npush; k++) {
        const double x = 44.0 / greatest_push() * d.push[k].impulse[0];
        const double y = 44.0 / greatest_push() * d.push[k].impulse[1];
        double at[2];
        if (pixels_of(NULL, d.push[k].at, at) && hypot(x, y) >= 2.0)
            put_arrow(at, at[0] + x, at[1] - y, PUSH);
    }
}

/* ---- the legend ---- */

static const char *const words[] = {
    "revolute joint", "prismatic joint", "weld", "fixed distance", "rope", "bodies at t =",
    "driven body", "fixed body", "foot that sticks in the last step",
    "foot that slides, and its friction", "held by the world",
    "contact impulse in the last step, at most"
};
enum { BODY = MB_ROPE + 1, DRIVEN, FIXED, STICKS, SLIDES, HELD, IMPULSE, KINDS };

/* is there something of this kind? */
static int has_kind(int kind)
{
    int there = kind == BODY || (kind == IMPULSE && greatest_push() > 0.0) ||
                ((kind == STICKS || kind == SLIDES) && d.s.nsupport > 0);

    for (int k = 0; k < d.s.nbody; k++)
        there |= (kind == DRIVEN && is_kind(k, MB_KINEMATIC)) ||
                 (kind == FIXED && is_kind(k, MB_STATIC));
    for (int k = 0; k < d.s.njoint; k++) {
        const mb_joint *j = &d.joint[k].joint;
        there |= (kind == (int)j->kind) || (kind == HELD && (j->a < 0 || j->b < 0));
    }
    return there;
}

/* from x = 100 to 140 at y = 50 */
static void put_sample(int kind)
{
    static const double a[2] = { 104, 50 }, b[2] = { 136, 50 }, middle[2] = { 120, 50 };

    switch (kind) {
    case BODY:
        for (int i = 0; i < 3; i++)
            put_marker(SVG_SQUARE, 108 + 12 * i, 50, 5.0, look_of(0.5 * i, 0));
        break;
    case DRIVEN: put_marker(SVG_SQUARE, 120, 50, 5.5, look_of(1.0, 1)); break;
    case FIXED:
        put_marker(SVG_SQUARE, 120, 50, 5.5, SVG_SOLID);
        put_marker(SVG_SQUARE, 120, 50, 5.5, SVG_OUTLINE);
        break;
    case MB_REVOLUTE: put_circle(middle, 4.0, "#ffffff"); break;
    case MB_WELD: put_circle(middle, 4.0, "#000000"); break;
    case MB_PRISMATIC:
        put_line(104, 46, 136, 46);
        put_line(104, 54, 136, 54);
        put_circle(middle, 2.0, "#000000");
        break;
    case MB_DISTANCE: put_rod(a, b, 0); break;
    case MB_ROPE: put_rod(a, b, 1); break;
    case STICKS: put_circle(middle, 3.2, "#000000"); break;
    case SLIDES:
        put_circle(a, 3.2, "#ffffff");
        put_arrow(a, 136, 50, FRICTION);
        break;
    case HELD: put_hatch(104, 48, 136, 48); break;
    case IMPULSE: put_arrow(a, 136, 50, PUSH); break;
    }
}

static int good_legend(void)
{
    static const int order[KINDS] = { BODY, DRIVEN, FIXED, MB_REVOLUTE, MB_PRISMATIC, MB_WELD,
                                      MB_DISTANCE, MB_ROPE, STICKS, SLIDES, HELD, IMPULSE };
    svg_entry entries[MECHANISM_ENTRIES];
    const int n = mechanism_legend(&d.s, &d.run, entries);
    int i = 0, bad = 0;

    for (int k = 0; k < KINDS; k++) {
        char text[200];
        size_t used = (size_t)snprintf(text, sizeof text, "%s", words[order[k]]);
        if (!has_kind(order[k])) continue;
        if (i >= n) return 0;
        for (int shot = 0; order[k] == BODY && shot <= d.run.shots; shot++)
            if (shot < d.run.shot || shot == d.run.shots)
                used += (size_t)snprintf(text + used, sizeof text - used, "%s%.4g",
                                         shot ? ", " : " ", d.time[shot]);
        if (order[k] == BODY) snprintf(text + used, sizeof text - used, " s");
        if (order[k] == IMPULSE)
            snprintf(text + used, sizeof text - used, " %.3g N s", greatest_push());
        bad += strcmp(entries[i].text, text) != 0;
        output_free(&got);
        output_free(&want);
        entries[i].draw(&got, entries + i, 100.0, 50.0, 40.0);
        put_sample(order[k]);
        bad += !texts_agree(got.data, want.data, 0.0101);
        i++;
    }
    return bad == 0 && i == n;
}

/* ---- outlines ---- */

/* The outline of a core grown by r is everywhere at distance r from it. Its area is that of the
 * core plus r times its rim plus that of a disc. Arcs in pieces of a 48th of a turn lose at most 3
 * per mille of the disc. */
static void test_outlines(void)
{
    static double triangle[6] = { -0.5, -0.3, 0.9, -0.2, -0.1, 0.7 };
    static double rod[4] = { -0.6, 0.1, 0.5, 0.2 };
    static double disc[2] = { 0, 0 }, xy[2 * MECHANISM_POINTS];
    const struct { const char *name; mb_shape core; double area, rim; } of[] = {
        { "triangle", { 3, triangle, 0.2 }, 0.5 * (1.4 * 1.0 - 0.1 * 0.4),
          hypot(1.4, 0.1) + hypot(1.0, 0.9) + hypot(0.4, 1.0) },
        { "rod", { 2, rod, 0.2 }, 0.0, 2.0 * hypot(1.1, 0.1) },
        { "disc", { 1, disc, 0.2 }, 0.0, 0.0 }
    };
    const double turned[3] = { 3.0, -2.0, 2.5 };

    for (int k = 0; k < 3; k++) {
        const double by = of[k].core.radius, all = of[k].area + by * of[k].rim + PI * by * by;
        double area = 0.0, off = 0.0, longest = 0.0;
        int n;
        d.s.nbody = 2;
        d.body[1].shape = of[k].core;
        n = mechanism_outline(&d.s, 1, turned, xy);
        for (int i = 0; i < n; i++) {
            const double *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % n);
            const double dx = p[0] - 3.0, dy = p[1] + 2.0, c = cos(2.5), sine = sin(2.5);
            const double x = c * dx + sine * dy, y = c * dy - sine * dx;
            const double step = hypot(q[0] - p[0], q[1] - p[1]);
            area += 0.5 * (dx * (q[1] + 2.0) - dy * (q[0] - 3.0));
            off = fmax(off, fabs(plane_distance(of[k].core.nvert, of[k].core.xy, x, y) - by));
            if (step < 0.4) longest = fmax(longest, step);
        }
        check(n > 8 && off < 1e-12,
              "a grown %s: its outline is everywhere at distance r, but for %g", of[k].name, off);
        check(area <= all + 1e-12 && area >= all - 0.003 * PI * by * by &&
                  longest <= 2.0 * by * sin(PI / 48.0) + 1e-12,
              "a grown %s: its outline has the area %g, expected %g, and arcs in pieces of %g m",
              of[k].name, area, all, longest);
    }
}

int main(void)
{
    enum { ROUNDS = 1000 };
    int bad = 0, legends = 0;

    for (int round = 0; round < ROUNDS; round++) {
        make_scene();
        legends += !good_legend();
        output_free(&got);
        output_free(&want);
        mechanism_fixed(&d.s, &frame, &got);
        put_fixed();
        mechanism_poses(&d.s, &d.run, &frame, &got);
        put_poses();
        mechanism_last(&d.s, &d.run, &frame, &got);
        put_last();
        mechanism_top(&d.s, &d.run, &frame, &got);
        for (int k = 0; k < d.s.njoint; k++) put_joint(&d.joint[k].joint);
        for (int k = 0; k < d.s.nsupport; k++) put_foot(k);
        put_names();
        put_pushes();
        output_string(&got, ".");
        output_string(&want, ".");
        if (!texts_agree(got.data, want.data, 0.0101) && bad++ == 0) note("round %d", round);
    }
    check(bad == 0, "%d random scenes of bodies, drawn again: %d wrong", ROUNDS, bad);
    check(legends == 0, "their legends: %d wrong", legends);
    test_outlines();
    output_free(&got);
    output_free(&want);
    return check_done();
}
