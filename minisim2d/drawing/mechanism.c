/* mechanism.c: outlines in several poses, the symbols of joints, arrows; see figure.h */
#include "figure.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define ARC_POINTS 48             /* of a whole turn */
#define PIVOT 4.0                 /* pixels: radius of a revolute joint's circle */
#define GROUND 9.0                /* half the width of the ground below an anchor, and its depth */
#define RAIL 26.0                 /* half the length of a prismatic joint's rails, */
#define GAUGE 5.0                 /* and half their distance at least: the slider is between them */
#define LONGEST_ARROW 44.0        /* the greatest impulse */
#define LEAST_ARROW 2.0           /* smaller ones are not drawn */
#define HEAD_LENGTH 7.0
#define HEAD_HALF 2.8
#define NAMED 16                  /* most bodies with their name in the picture */
#define NAME_SIZE 11.0
#define INK "fill=\"none\" stroke=\"" SVG_INK "\" stroke-width=\"1.3\""
#define PUSH "#D55E00"
#define FRICTION "#007F5F"
#define FOOT 3.2                  /* radius of a support, and in the poses before the last one */
#define FOOT_BEFORE 1.4
#define FOOT_ARROW 26.0           /* friction at its bound */

/* ---- outlines ---- */

/* an arc of the rim about u from direction a0 to a1, both ends included */
static int add_arc(const double u[2], double radius, double a0, double a1, double *xy)
{
    const int pieces = radius > 0.0 ? (int)ceil((a1 - a0) / (2.0 * PI) * ARC_POINTS) : 0;

    for (int i = 0; i <= pieces; i++) {
        const double a = pieces > 0 ? a0 + i * (a1 - a0) / pieces : a0;
        xy[2 * i] = u[0] + radius * cos(a);
        xy[2 * i + 1] = u[1] + radius * sin(a);
    }
    return pieces + 1;
}

/* the direction of the outward normal of edge k */
static double normal_angle(const mb_shape *s, int k)
{
    const double *p = s->xy + 2 * (k % s->nvert), *q = s->xy + 2 * ((k + 1) % s->nvert);

    return atan2(p[0] - q[0], q[1] - p[1]);
}

/* in the body's frame */
static int shape_outline(const mb_shape *s, double *xy)
{
    int n = 0;

    if (s->nvert == 1) return add_arc(s->xy, s->radius, 0.0, 2.0 * PI, xy);
    for (int k = 0; k < s->nvert; k++) {
        const double a0 = normal_angle(s, k + s->nvert - 1);
        double a1 = normal_angle(s, k);
        while (a1 < a0) a1 += 2.0 * PI;
        if (a1 - a0 > PI + 0.1) a1 = a0;                  /* a straight corner, up to rounding */
        n += add_arc(s->xy + 2 * k, s->radius, a0, a1, xy + 2 * n);
    }
    return n;
}

/* from a frame in the pose q to the world, in place */
static void place(const double q[3], int n, double *xy)
{
    const double c = cos(q[2]), s = sin(q[2]);

    for (int i = 0; i < n; i++) {
        const double x = xy[2 * i], y = xy[2 * i + 1];
        xy[2 * i] = q[0] + c * x - s * y;
        xy[2 * i + 1] = q[1] + s * x + c * y;
    }
}

int mechanism_outline(const scene *s, int k, const double q[3], double *xy)
{
    int n = 1;

    if (k < s->nbody) n = shape_outline(&s->body[k].shape, xy);
    else xy[0] = xy[1] = 0.0;
    place(q, n, xy);
    return n;
}

const double *mechanism_pose(const trajectory *run, int shot, int k)
{
    return run->pose + 3 * ((size_t)shot * (size_t)run->particles + (size_t)k);
}

/* ---- bodies ---- */

static int is_fixed(const scene *s, int k)
{
    return k < s->nbody && s->body[k].body.kind == MB_STATIC;
}

static int is_driven(const scene *s, int k)
{
    return k < s->nbody && s->body[k].body.kind == MB_KINEMATIC;
}

void mechanism_fixed(const scene *s, const svg_frame *frame, output_text *out)
{
    double xy[2 * MECHANISM_POINTS];

    for (int k = 0; k < s->nbody; k++) {
        int n;
        if (!is_fixed(s, k)) continue;
        n = mechanism_outline(s, k, s->body[k].q, xy);
        svg_path(out, frame, n, xy, 1, SVG_SOLID);
        svg_path(out, frame, n, xy, 1, SVG_OUTLINE);
    }
}

/* a spoke shows how a disc has turned */
static void draw_spoke(const scene *s, int k, const double q[3], const svg_frame *frame,
                       const char *stroke, output_text *out)
{
    double line[4] = { 0.0, 0.0, 0.0, 0.0 };

    if (k >= s->nbody || s->body[k].shape.nvert > 1) return;
    line[2] = s->body[k].shape.radius;
    place(q, 2, line);
    svg_path(out, frame, 2, line, 0, stroke);
}

/* style of a pose: share 0 at the start, 1 at the end */
static void pose_style(double share, int driven, char attributes[160])
{
    const int grey = (int)(190.0 - 160.0 * share);

    snprintf(attributes, 160, "fill=\"%s\" fill-opacity=\".%02d\" stroke=\"#%02x%02x%02x\" "
             "stroke-width=\"%s\" stroke-linejoin=\"round\"%s", driven ? "#E69F00" : "#56B4E9",
             (int)(6.0 + 34.0 * share * share), grey, grey, grey, share < 1.0 ? "0.8" : "1.3",
             driven ? " stroke-dasharray=\"5 2\"" : "");
}

static void draw_body(const scene *s, int k, const double q[3], const svg_frame *frame,
                      const char *attributes, output_text *out)
{
    double xy[2 * MECHANISM_POINTS];
    const int n = mechanism_outline(s, k, q, xy);

    if (n > 1) {
        svg_path(out, frame, n, xy, 1, attributes);
        draw_spoke(s, k, q, frame, attributes, out);
    } else if (svg_inside(frame, q[0], q[1])) {           /* a point */
        svg_marker_element(out, SVG_CIRCLE, svg_x(frame, q[0]), svg_y(frame, q[1]), 2.5,
                           attributes);
    }
}

void mechanism_poses(const scene *s, const trajectory *run, const svg_frame *frame,
                     output_text *out)
{
    char attributes[160];

    for (int shot = 0; shot <= run->shots; shot++) {
        if (shot >= run->shot && shot < run->shots) continue;     /* the run stopped before that */
        for (int k = 0; k < run->particles; k++) {
            if (is_fixed(s, k)) continue;
            pose_style((double)shot / run->shots, is_driven(s, k), attributes);
            draw_body(s, k, mechanism_pose(run, shot, k), frame, attributes, out);
        }
    }
}

void mechanism_last(const scene *s, const trajectory *run, const svg_frame *frame, output_text *out)
{
    const svg_style *style = svg_style_at(run->style);
    char attributes[160];

    snprintf(attributes, sizeof attributes,
             "fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s%s%s", style->colour,
             style->dash[0] ? " stroke-dasharray=\"" : "", style->dash,
             style->dash[0] ? "\"" : "");
    for (int k = 0; k < run->particles; k++)
        if (!is_fixed(s, k))
            draw_body(s, k, mechanism_pose(run, run->shots, k), frame, attributes, out);
}

/* ---- joints ---- */

static void draw_circle(output_text *out, const double at[2], double r, const char *fill)
{
    char attributes[80];

    snprintf(attributes, sizeof attributes,
             "fill=\"%s\" stroke=\"" SVG_INK "\" stroke-width=\"1.3\"", fill);
    svg_marker_element(out, SVG_CIRCLE, at[0], at[1], r, attributes);
}

/* strokes below the line from a to b, on its right as one looks along it in the picture */
static void draw_hatch(output_text *out, const double a[2], const double b[2])
{
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    const double t[2] = { (b[0] - a[0]) / length, (b[1] - a[1]) / length };
    const int n = (int)(length / 4.5);

    output_format(out, "<path " INK " d=\"M%.2F %.2FL%.2F %.2F", a[0], a[1], b[0], b[1]);
    for (int i = 0; i <= n; i++) {
        const double s = i * length / n, x = a[0] + s * t[0], y = a[1] + s * t[1];
        output_format(out, "M%.2F %.2FL%.2F %.2F", x, y, x - 4.0 * (t[0] + t[1]),
                      y + 4.0 * (t[0] - t[1]));
    }
    output_string(out, "\"/>\n");
}

/* the world below an anchor: a bearing on hatched ground */
static void draw_ground(output_text *out, const double at[2])
{
    const double a[2] = { at[0] - GROUND, at[1] + GROUND };
    const double b[2] = { at[0] + GROUND, at[1] + GROUND };

    svg_line(out, at[0], at[1], a[0] + 2.0, a[1], INK);
    svg_line(out, at[0], at[1], b[0] - 2.0, b[1], INK);
    draw_hatch(out, a, b);
}

/* two rails along the direction t (of unit length, in the picture), hatched if they belong to the
 * world, and the slider between */
static void draw_rails(output_text *out, const double at[2], const double t[2], double gauge,
                       int ground)
{
    const double side[2] = { -t[1], t[0] };

    for (int k = -1; k <= 1; k += 2) {
        const double a[2] = { at[0] + k * (gauge * side[0] - RAIL * t[0]),
                              at[1] + k * (gauge * side[1] - RAIL * t[1]) };
        const double b[2] = { at[0] + k * (gauge * side[0] + RAIL * t[0]),
                              at[1] + k * (gauge * side[1] + RAIL * t[1]) };
        if (ground) draw_hatch(out, a, b);
        else svg_line(out, a[0], a[1], b[0], b[1], INK);
    }
    draw_circle(out, at, 2.0, SVG_INK);
}

static void draw_rod(output_text *out, const double a[2], const double b[2])
{
    svg_line(out, a[0], a[1], b[0], b[1], INK);
    draw_circle(out, a, 3.0, "#ffffff");
    draw_circle(out, b, 3.0, "#ffffff");
}

static void draw_rope(output_text *out, const double a[2], const double b[2])
{
    svg_line(out, a[0], a[1], b[0], b[1], INK " stroke-dasharray=\"4 3\"");
    draw_circle(out, a, 1.6, SVG_INK);
    draw_circle(out, b, 1.6, SVG_INK);
}

/* an anchor of the joint in the picture */
static void anchor(const trajectory *run, int body, const double p[2], const svg_frame *frame,
                   double at[2])
{
    double x[2] = { p[0], p[1] };

    if (body >= 0) place(mechanism_pose(run, run->shots, body), 1, x);
    svg_pixels(frame, x, at);
}

/* extent of a body on both sides of a line through `at` along t, in the picture */
static double half_width(const scene *s, const trajectory *run, int body, const double at[2],
                         const double t[2], const svg_frame *frame)
{
    double xy[2 * MECHANISM_POINTS], width = GAUGE;
    const int n = mechanism_outline(s, body, mechanism_pose(run, run->shots, body), xy);

    for (int i = 0; i < n; i++) {
        const double x = svg_x(frame, xy[2 * i]) - at[0], y = svg_y(frame, xy[2 * i + 1]) - at[1];
        width = fmax(width, fabs(t[0] * y - t[1] * x));
    }
    return width;
}

static void draw_joint(const scene *s, const mb_joint *j, const trajectory *run,
                       const svg_frame *frame, output_text *out)
{
    const int slider = j->b >= 0 ? j->b : j->a;
    const double turn = j->a >= 0 ? mechanism_pose(run, run->shots, j->a)[2] : 0.0;
    const double t[2] = { cos(turn) * j->axis[0] - sin(turn) * j->axis[1],
                          -sin(turn) * j->axis[0] - cos(turn) * j->axis[1] };
    double a[2], b[2];

    anchor(run, j->a, j->pa, frame, a);
    anchor(run, j->b, j->pb, frame, b);
    if (!svg_in_frame(frame, a, 0.0) || !svg_in_frame(frame, b, 0.0)) return;
    if (j->kind != MB_PRISMATIC && (j->a < 0 || j->b < 0)) draw_ground(out, j->a < 0 ? a : b);
    switch (j->kind) {
    case MB_REVOLUTE: draw_circle(out, b, PIVOT, "#ffffff"); break;
    case MB_PRISMATIC:
        draw_rails(out, b, t, half_width(s, run, slider, b, t, frame), j->a < 0 || j->b < 0);
        break;
    case MB_WELD: draw_circle(out, b, PIVOT, SVG_INK); break;
    case MB_DISTANCE: draw_rod(out, a, b); break;
    case MB_ROPE: draw_rope(out, a, b); break;
    }
}

/* ---- impulses and names ---- */

static double greatest_push(const trajectory *run)
{
    double most = 0.0;

    for (int i = 0; i < run->npush; i++)
        most = fmax(most, hypot(run->push[i].impulse[0], run->push[i].impulse[1]));
    return most;
}

/* an arrow in the picture */
static void draw_arrow(output_text *out, const double from[2], const double to[2],
                       const char *colour)
{
    const double length = hypot(to[0] - from[0], to[1] - from[1]);
    const double t[2] = { (to[0] - from[0]) / length, (to[1] - from[1]) / length };
    const double head = fmin(HEAD_LENGTH, 0.6 * length), half = HEAD_HALF * head / HEAD_LENGTH;
    const double base[2] = { to[0] - head * t[0], to[1] - head * t[1] };

    output_format(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" "
                  "d=\"M%.2F %.2FL%.2F %.2Fm0 0", colour, colour, from[0], from[1], base[0],
                  base[1]);
    output_format(out, "L%.2F %.2FL%.2F %.2FL%.2F %.2FZ\"/>\n", base[0] - half * t[1],
                  base[1] + half * t[0], to[0], to[1], base[0] + half * t[1],
                  base[1] - half * t[0]);
}

static void draw_pushes(const trajectory *run, const svg_frame *frame, output_text *out)
{
    const double scale = LONGEST_ARROW / greatest_push(run);

    for (int i = 0; i < run->npush; i++) {
        const trajectory_push *p = run->push + i;
        const double from[2] = { svg_x(frame, p->at[0]), svg_y(frame, p->at[1]) };
        const double to[2] = { from[0] + scale * p->impulse[0], from[1] - scale * p->impulse[1] };
        if (svg_in_frame(frame, from, 0.0) &&
            hypot(to[0] - from[0], to[1] - from[1]) >= LEAST_ARROW)
            draw_arrow(out, from, to, PUSH);
    }
}

/* ---- feet ---- */

/* place of support k with its body in a pose, in pixels */
static void foot_at(const scene *s, int k, const trajectory *run, int shot, const svg_frame *frame,
                    double at[2])
{
    const mb_support *foot = &s->support[k].support;
    double x[2];

    memcpy(x, foot->at, sizeof x);
    place(mechanism_pose(run, shot, foot->body), 1, x);
    svg_pixels(frame, x, at);
}

static void draw_feet(const scene *s, const trajectory *run, const svg_frame *frame,
                      output_text *out)
{
    for (int k = 0; k < s->nsupport; k++) {
        const trajectory_foot *f = run->foot ? run->foot + k : NULL;
        double at[2], to[2];
        for (int shot = 0; shot < run->shot; shot++) {
            foot_at(s, k, run, shot, frame, at);
            if (svg_in_frame(frame, at, 0.0))
                svg_marker_element(out, SVG_CIRCLE, at[0], at[1], FOOT_BEFORE,
                                   "fill=\"" SVG_INK "\" fill-opacity=\"0.35\"");
        }
        foot_at(s, k, run, run->shots, frame, at);
        if (!svg_in_frame(frame, at, 0.0)) continue;
        draw_circle(out, at, FOOT, f && f->slides ? "#ffffff" : SVG_INK);
        if (!f || !(f->bound > 0.0)) continue;
        to[0] = at[0] + FOOT_ARROW * f->impulse[0] / f->bound;
        to[1] = at[1] - FOOT_ARROW * f->impulse[1] / f->bound;
        if (hypot(to[0] - at[0], to[1] - at[1]) >= LEAST_ARROW) draw_arrow(out, at, to, FRICTION);
    }
}

/* would the last name overlap an earlier one? */
static int is_covered(double (*place)[3], int last)
{
    const double *at = place[last];

    for (int i = 0; i < last; i++)
        if (fabs(place[i][0] - at[0]) < place[i][2] + at[2] + 2.0 &&
            fabs(place[i][1] - at[1]) < NAME_SIZE)
            return 1;
    return 0;
}

static void draw_names(const scene *s, const trajectory *run, const svg_frame *frame,
                       output_text *out)
{
    double place[NAMED][3];                       /* of the names so far, with half their widths */
    int moving = 0, named = 0;

    for (int k = 0; k < s->nbody; k++) moving += !is_fixed(s, k);
    for (int k = 0; k < s->nbody && moving <= NAMED; k++) {
        const double *q = mechanism_pose(run, run->shots, k);
        const char *name = s->body[k].name;
        double *at = place[named];
        if (is_fixed(s, k)) continue;
        svg_pixels(frame, q, at);
        at[2] = 0.5 * svg_text_width(name, strlen(name), NAME_SIZE);
        if (!svg_in_frame(frame, at, 0.0) || is_covered(place, named)) continue;
        svg_name(out, at[0], at[1], NAME_SIZE, "", name);
        named++;
    }
}

void mechanism_top(const scene *s, const trajectory *run, const svg_frame *frame, output_text *out)
{
    for (int j = 0; j < s->njoint; j++) draw_joint(s, &s->joint[j].joint, run, frame, out);
    draw_feet(s, run, frame, out);
    draw_names(s, run, frame, out);
    draw_pushes(run, frame, out);
}

/* ---- the legend ---- */

/* the things it explains, in its order; the joints in that of mb_joint_kind */
enum { POSES, DRIVEN, FIXED, JOINT, STICKING = JOINT + MB_ROPE + 1, SLIDING, WORLD, PUSHES, KINDS };

static void sample(output_text *out, const svg_entry *e, double x, double y, double width)
{
    const double at[2] = { x + 0.5 * width, y };
    const double a[2] = { x + 4.0, e->kind == WORLD ? y - 2.0 : y };
    const double b[2] = { x + width - 4.0, a[1] };
    char attributes[160];

    switch (e->kind) {
    case POSES:
        for (int i = 0; i < 3; i++) {
            pose_style(0.5 * i, 0, attributes);
            svg_marker_element(out, SVG_SQUARE, x + (0.2 + 0.3 * i) * width, y, 5.0, attributes);
        }
        break;
    case DRIVEN:
        pose_style(1.0, 1, attributes);
        svg_marker_element(out, SVG_SQUARE, at[0], y, 5.5, attributes);
        break;
    case FIXED:
        svg_marker_element(out, SVG_SQUARE, at[0], y, 5.5, SVG_SOLID);
        svg_marker_element(out, SVG_SQUARE, at[0], y, 5.5, SVG_OUTLINE);
        break;
    case JOINT + MB_REVOLUTE: draw_circle(out, at, PIVOT, "#ffffff"); break;
    case JOINT + MB_PRISMATIC:
        svg_line(out, a[0], y - 4.0, b[0], y - 4.0, INK);
        svg_line(out, a[0], y + 4.0, b[0], y + 4.0, INK);
        draw_circle(out, at, 2.0, SVG_INK);
        break;
    case JOINT + MB_WELD: draw_circle(out, at, PIVOT, SVG_INK); break;
    case JOINT + MB_DISTANCE: draw_rod(out, a, b); break;
    case JOINT + MB_ROPE: draw_rope(out, a, b); break;
    case STICKING: draw_circle(out, at, FOOT, SVG_INK); break;
    case SLIDING:
        draw_circle(out, a, FOOT, "#ffffff");
        draw_arrow(out, a, b, FRICTION);
        break;
    case WORLD: draw_hatch(out, a, b); break;
    case PUSHES: draw_arrow(out, a, b, PUSH); break;
    }
}

/* the times of the poses: ` 0, 0.2, 0.4 s` */
static void add_times(const trajectory *run, svg_entry *e)
{
    for (int i = 0; i <= run->shots; i++) {
        if (i >= run->shot && i < run->shots) continue;
        svg_entry_add(e, "%s%.4g", i ? ", " : " ", run->time[i]);
    }
    svg_entry_add(e, " s");
}

int mechanism_legend(const scene *s, const trajectory *run, svg_entry *entries)
{
    static const char *const words[KINDS] = {
        "bodies at t =", "driven body", "fixed body", "revolute joint", "prismatic joint", "weld",
        "fixed distance", "rope", "foot that sticks in the last step",
        "foot that slides, and its friction", "held by the world",
        "contact impulse in the last step, at most"
    };
    int n = 0, there = 1 << POSES;

    for (int k = 0; k < s->nbody; k++) there |= is_driven(s, k) << DRIVEN | is_fixed(s, k) << FIXED;
    for (int k = 0; k < s->njoint; k++) {
        const mb_joint *j = &s->joint[k].joint;
        there |= 1 << (JOINT + (int)j->kind) | (j->a < 0 || j->b < 0) << WORLD;
    }
    if (s->nsupport > 0) there |= 1 << STICKING | 1 << SLIDING;
    if (greatest_push(run) > 0.0) there |= 1 << PUSHES;
    for (int kind = 0; kind < KINDS; kind++) {
        svg_entry *e;
        if (!(there >> kind & 1)) continue;
        e = svg_entry_next(entries, &n, SVG_SAMPLE_OWN, words[kind]);
        e->draw = sample;
        e->kind = kind;
        if (kind == POSES) add_times(run, e);
        if (kind == PUSHES) svg_entry_add(e, " %.3g N s", greatest_push(run));
    }
    return n;
}
