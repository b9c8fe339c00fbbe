/* test_mechanism.c: the pictures of mechanism.c, shape by shape: bodies, joints, feet, impulses,
 * names, legend
 *
 * The SVG is read back as a list of shapes. Where each should be in pixels is computed from the
 * poses of the bodies in metres.
 */
#include "check.h"
#include "minisim2d/drawing/figure.h"
#include "elements.h"

#define PIXEL 0.0121              /* coordinates have two decimals, and sums of two are rounded */

/* a metre is 100 pixels, x = -1 and y = 6 are at (30, 20) */
static const svg_frame frame = { -1.0, 2.0, 3.0, 6.0, 30.0, 20.0, 400.0, 400.0, "f" };

static double px(double x) { return 30.0 + 100.0 * (x + 1.0); }
static double py(double y) { return 20.0 + 100.0 * (6.0 - y); }

/* ---- shapes of an SVG ---- */

enum { MOST_SHAPES = 200, MOST_POINTS = 160 };

typedef struct {
    enum { LINE, CIRCLE, PATH, TEXT } kind;
    int n, closed;                /* points of a line or a path; 1 of a text or a circle */
    int move[MOST_POINTS];        /* 1: the pen is lifted before that point */
    double xy[2 * MOST_POINTS], r;
    element e;
} shape;

static shape drawn[MOST_SHAPES];
static int shapes;

/* reads the data of a path; a circle is written as two half circles from its left end */
static void read_data(shape *s, const char *d)
{
    while (*d != '"' && s->n < MOST_POINTS) {
        const char command = *d++;
        const int from = 2 * s->n - 2;
        double v[7];
        char *end;
        if (command == 'Z') s->closed = 1;
        if (!strchr("MLmla", command)) continue;
        for (int i = 0; i < (command == 'a' ? 7 : 2); i++, d = end) v[i] = strtod(d, &end);
        if (command == 'a') {
            s->kind = CIRCLE;
            s->r = v[0];
            if (v[5] > 0.0) s->xy[0] += v[0];
            continue;
        }
        for (int i = 0; i < 2; i++)
            s->xy[2 * s->n + i] = v[i] + (command >= 'a' ? s->xy[from + i] : 0.0);
        s->move[s->n++] = command == 'M' || command == 'm';
    }
}

static void read_shapes(output_text *t)
{
    shapes = 0;
    for (const char *at = t->data; at && (at = strchr(at, '<')) && shapes < MOST_SHAPES; at++) {
        shape *s = drawn + shapes;
        memset(s, 0, sizeof *s);
        s->e.at = at;
        s->e.end = strchr(at, '>');
        if (strncmp(at, "<line", 5) == 0) {
            const double ends[4] = { number(&s->e, " x1=\""), number(&s->e, " y1=\""),
                                     number(&s->e, " x2=\""), number(&s->e, " y2=\"") };
            memcpy(s->xy, ends, sizeof ends);
            s->n = 2;
        } else if (strncmp(at, "<path", 5) == 0) {
            s->kind = PATH;
            read_data(s, strstr(at, " d=\"") + 4);
        } else if (strncmp(at, "<text", 5) == 0 && s->e.end[1] != '<') {
            s->kind = TEXT;
            s->xy[0] = number(&s->e, " x=\"");
            s->xy[1] = number(&s->e, " y=\"");
            s->n = 1;
        } else {
            continue;
        }
        shapes++;
    }
}

/* shows: check, which prints the shapes that were drawn if it fails */
#define shows(ok, ...) print_shapes(check(ok, __VA_ARGS__))

static void print_shapes(int ok)
{
    for (int k = 0; !ok && k < shapes && k < 20; k++)
        note("drawn: %.*s", (int)(drawn[k].e.end - drawn[k].e.at) + 1, drawn[k].e.at);
}

static int is_at(const double *p, double x, double y)
{
    return fabs(p[0] - x) <= PIXEL && fabs(p[1] - y) <= PIXEL;
}

/* 1 if shape k is a circle with this centre, radius and fill */
static int is_circle(int k, double x, double y, double r, const char *fill)
{
    char attribute[32];

    snprintf(attribute, sizeof attribute, "fill=\"%s\"", fill);
    return k < shapes && drawn[k].kind == CIRCLE && is_at(drawn[k].xy, x, y) &&
           fabs(drawn[k].r - r) <= PIXEL && has(&drawn[k].e, attribute);
}

/* 1 if shape k is a line between these points */
static int is_line(int k, double x0, double y0, double x1, double y1)
{
    return k < shapes && drawn[k].kind == LINE && is_at(drawn[k].xy, x0, y0) &&
           is_at(drawn[k].xy + 2, x1, y1);
}

/* 1 if shape k is a hatched line: the line, then strokes from its ends and evenly between them,
 * about 4.5 pixels apart, that lean back by 45 degrees on its right side */
static int is_hatch(int k, double x0, double y0, double x1, double y1)
{
    const double length = hypot(x1 - x0, y1 - y0);
    const double t[2] = { (x1 - x0) / length, (y1 - y0) / length };
    const shape *s = drawn + k;
    const int strokes = (s->n - 2) / 2;
    int bad;

    if (k >= shapes || s->kind != PATH || strokes < 2) return 0;
    bad = !is_at(s->xy, x0, y0) || !is_at(s->xy + 2, x1, y1) || s->n != 2 * strokes + 2;
    bad += !(length / (strokes - 1) >= 4.5 && length / strokes < 4.5);
    for (int i = 0; i < strokes; i++) {
        const double *a = s->xy + 4 + 4 * i, way = length * i / (strokes - 1);
        const double x = x0 + way * t[0], y = y0 + way * t[1];
        bad += !s->move[2 + 2 * i] || s->move[3 + 2 * i] || !is_at(a, x, y) ||
               !is_at(a + 2, x - 4.0 * t[0] - 4.0 * t[1], y - 4.0 * t[1] + 4.0 * t[0]);
    }
    return bad == 0;
}

/* 1 if shape k is an arrow: a shaft and a filled head of 7 by 5.6 pixels, or of three fifths of the
 * length of a short arrow */
static int is_arrow(int k, double x0, double y0, double x1, double y1, const char *colour)
{
    const double length = hypot(x1 - x0, y1 - y0);
    const double head = fmin(7.0, 0.6 * length), half = 0.4 * head;
    const double t[2] = { (x1 - x0) / length, (y1 - y0) / length };
    const double neck[2] = { x1 - head * t[0], y1 - head * t[1] };
    const shape *s = drawn + k;
    char fill[32];

    snprintf(fill, sizeof fill, "fill=\"%s\"", colour);
    return k < shapes && s->kind == PATH && has(&s->e, fill) && s->closed && s->n == 6 &&
           is_at(s->xy, x0, y0) && is_at(s->xy + 2, neck[0], neck[1]) && s->move[2] &&
           is_at(s->xy + 4, neck[0], neck[1]) &&
           is_at(s->xy + 6, neck[0] - half * t[1], neck[1] + half * t[0]) &&
           is_at(s->xy + 8, x1, y1) &&
           is_at(s->xy + 10, neck[0] + half * t[1], neck[1] - half * t[0]);
}

/* ---- the scene ---- */

static char no_name[] = "";                  /* only bodies of test_names have names */
static double block_xy[8] = { -0.4, -0.2, 0.2, -0.1, 0.2, 0.1, -0.1, 0.1 }, disc_xy[2] = { 0, 0 };

/* a block at (0.5, 3), turned by 0.5, and a disc of 0.3 m at (1.5, 4.25), turned by 2 */
static double poses[2][3] = { { 0.5, 3.0, 0.5 }, { 1.5, 4.25, 2.0 } };
static scene_body body[2];
static scene_joint joint;
static scene s;
static trajectory run;

static void set_up(void)
{
    memset(&s, 0, sizeof s);
    memset(&run, 0, sizeof run);
    memset(body, 0, sizeof body);
    memset(&joint, 0, sizeof joint);
    for (int k = 0; k < 2; k++) {
        body[k].name = no_name;
        body[k].shape.nvert = k == 0 ? 4 : 1;
        body[k].shape.xy = k == 0 ? block_xy : disc_xy;
        body[k].shape.radius = k == 0 ? 0.0 : 0.3;
        body[k].body.kind = MB_DYNAMIC;
    }
    s.nbody = 2;
    s.body = body;
    run.particles = 2;
    run.pose = poses[0];
}

static void draw_top(void)
{
    static output_text t;

    output_free(&t);
    mechanism_top(&s, &run, &frame, &t);
    read_shapes(&t);
}

/* the position of point p of body k, or of the world if k = -1 */
static void point_of(int k, const double p[2], double at[2])
{
    const double *q = k < 0 ? NULL : poses[k];

    at[0] = q ? q[0] + cos(q[2]) * p[0] - sin(q[2]) * p[1] : p[0];
    at[1] = q ? q[1] + sin(q[2]) * p[0] + cos(q[2]) * p[1] : p[1];
}

/* draws one joint; returns its anchors in pixels. Anchors in the world are at (1, 5), (2, 3.5) */
static void draw_joint(mb_joint_kind kind, int a, int b, double pa[2], double pb[2])
{
    static const double of_a[3][2] = { { 1, 5 }, { 0.1, -0.05 }, { 0.2, 0.05 } };
    static const double of_b[3][2] = { { 2, 3.5 }, { -0.15, 0.08 }, { -0.1, 0.25 } };
    mb_joint *j = &joint.joint;
    double at[2];

    set_up();
    j->kind = kind;
    j->a = a;
    j->b = b;
    memcpy(j->pa, of_a[a + 1], sizeof j->pa);
    memcpy(j->pb, of_b[b + 1], sizeof j->pb);
    j->axis[0] = 0.6;
    j->axis[1] = 0.8;
    s.njoint = 1;
    s.joint = &joint;
    draw_top();
    point_of(a, j->pa, at);
    pa[0] = px(at[0]);
    pa[1] = py(at[1]);
    point_of(b, j->pb, at);
    pb[0] = px(at[0]);
    pb[1] = py(at[1]);
}

/* ---- joints ---- */

/* pairs of the world and a body, in both orders, and of two bodies */
enum { PAIRS = 5, OF_WORLD = 3 };
static const int pairs[PAIRS][2] = { { -1, 1 }, { 0, -1 }, { -1, 0 }, { 0, 1 }, { 1, 0 } };

/* 1 if shapes k to k + 2 are the bearing below an anchor in the world: two struts and the ground */
static int is_bearing(int k, const double at[2])
{
    return is_line(k, at[0], at[1], at[0] - 7.0, at[1] + 9.0) &&
           is_line(k + 1, at[0], at[1], at[0] + 7.0, at[1] + 9.0) &&
           is_hatch(k + 2, at[0] - 9.0, at[1] + 9.0, at[0] + 9.0, at[1] + 9.0);
}

static void test_joints(void)
{
    for (int k = 0; k < PAIRS; k++) {
        const int *of = pairs[k], first = k < OF_WORLD ? 3 : 0;
        double a[2], b[2];
        const double *world = of[0] < 0 ? a : b;

        draw_joint(MB_REVOLUTE, of[0], of[1], a, b);
        shows(shapes == first + 1 && (k >= OF_WORLD || is_bearing(0, world)) &&
                  is_circle(first, b[0], b[1], 4.0, "#ffffff"),
              "a revolute joint of %d and %d: a white circle at the anchor of b", of[0], of[1]);
        draw_joint(MB_WELD, of[0], of[1], a, b);
        shows(shapes == first + 1 && (k >= OF_WORLD || is_bearing(0, world)) &&
                  is_circle(first, b[0], b[1], 4.0, SVG_INK),
              "a weld of %d and %d: a black circle at the anchor of b", of[0], of[1]);
        draw_joint(MB_DISTANCE, of[0], of[1], a, b);
        shows(shapes == first + 3 && (k >= OF_WORLD || is_bearing(0, world)) &&
                  is_line(first, a[0], a[1], b[0], b[1]) && !has(&drawn[first].e, "dasharray") &&
                  is_circle(first + 1, a[0], a[1], 3.0, "#ffffff") &&
                  is_circle(first + 2, b[0], b[1], 3.0, "#ffffff"),
              "a distance of %d and %d: a rod with two eyes", of[0], of[1]);
        draw_joint(MB_ROPE, of[0], of[1], a, b);
        shows(shapes == first + 3 && (k >= OF_WORLD || is_bearing(0, world)) &&
                  is_line(first, a[0], a[1], b[0], b[1]) && has(&drawn[first].e, "dasharray") &&
                  is_circle(first + 1, a[0], a[1], 1.6, SVG_INK) &&
                  is_circle(first + 2, b[0], b[1], 1.6, SVG_INK),
              "a rope of %d and %d: a dashed line with two knots", of[0], of[1]);
    }
}

/* the greatest distance of body k from a line through `at` along t, in pixels */
static double reach(int k, const double at[2], const double t[2])
{
    double most = 0.0, corner[2];

    for (int i = 0; k == 0 && i < 4; i++) {
        point_of(0, block_xy + 2 * i, corner);
        most = fmax(most, fabs(t[0] * (py(corner[1]) - at[1]) - t[1] * (px(corner[0]) - at[0])));
    }
    if (k == 1)
        most = 30.0 + fabs(t[0] * (py(poses[1][1]) - at[1]) - t[1] * (px(poses[1][0]) - at[0]));
    return most;
}

/* Rails are 52 pixels long, on both sides of the anchor of b, along the axis, which turns with a.
 * The sliding body fits between them. Rails of the world are hatched on their outer sides. */
static void test_rails(void)
{
    for (int k = 0; k < PAIRS; k++) {
        const int *of = pairs[k], slider = of[1] >= 0 ? of[1] : of[0];
        const double turn = of[0] < 0 ? 0.0 : poses[of[0]][2], angle = turn + atan2(0.8, 0.6);
        const double t[2] = { cos(angle), -sin(angle) }, n[2] = { -t[1], t[0] };
        double a[2], b[2], gauge, slack;
        int bad = 0;

        draw_joint(MB_PRISMATIC, of[0], of[1], a, b);
        gauge = reach(slider, b, t);
        slack = slider == 1 ? 30.0 * (1.0 - cos(PI / 48)) : 0.0;      /* a disc has 48 sides */
        shows(shapes == 3 && is_circle(2, b[0], b[1], 2.0, SVG_INK),
              "a prismatic joint of %d and %d: two rails and the slider", of[0], of[1]);
        for (int side = 0; side < 2; side++) {
            const shape *rail = drawn + side;
            const double sign = side == 0 ? -1.0 : 1.0, *p = rail->xy, *q = rail->xy + 2;
            const double away = sign * ((p[0] - b[0]) * n[0] + (p[1] - b[1]) * n[1]);
            const double x = b[0] + sign * away * n[0], y = b[1] + sign * away * n[1];
            bad += !(away <= gauge + PIXEL && away >= gauge - slack - PIXEL);
            bad += !is_at(p, x - sign * 26.0 * t[0], y - sign * 26.0 * t[1]);
            bad += !is_at(q, x + sign * 26.0 * t[0], y + sign * 26.0 * t[1]);
            bad += rail->kind != (k < OF_WORLD ? PATH : LINE);
            bad += k < OF_WORLD && !is_hatch(side, p[0], p[1], q[0], q[1]);
        }
        shows(bad == 0, "rails are along the axis, as far apart as body %d is wide: %d errors",
              slider, bad);
    }
    /* rails of a point are five pixels away on each side */
    double a[2], b[2];
    draw_joint(MB_PRISMATIC, -1, 1, a, b);
    body[1].shape.radius = 0.0;
    joint.joint.pb[0] = joint.joint.pb[1] = 0.0;
    draw_top();
    const double *first = drawn[0].xy, *other = drawn[1].xy + 2;      /* they go opposite ways */
    const double between = hypot(first[0] - other[0], first[1] - other[1]);
    shows(shapes == 3 && fabs(between - 10.0) <= 2.0 * PIXEL,
          "rails are at least ten pixels apart: %g", between);
}

/* A joint is drawn if both of its anchors are in the frame or on its border. Each anchor is tried
 * at each of the four sides. */
static void test_joints_in_frame(void)
{
    static const double side[4][2] = { { -1, 4 }, { 3, 4 }, { 1, 2 }, { 1, 6 } };
    int wrong = 0;

    for (int k = 0; k < 16; k++) {
        const double *on = side[k % 4], away = k / 8 ? 1.001 : 1.0;
        const double p[2] = { 1 + away * (on[0] - 1), 4 + away * (on[1] - 4) };
        set_up();
        joint.joint.kind = MB_DISTANCE;
        joint.joint.a = joint.joint.b = -1;
        joint.joint.pa[0] = joint.joint.pb[0] = 1.0;
        joint.joint.pa[1] = joint.joint.pb[1] = 4.0;
        memcpy(k / 4 % 2 ? joint.joint.pa : joint.joint.pb, p, sizeof p);
        s.njoint = 1;
        s.joint = &joint;
        draw_top();
        wrong += (shapes > 0) != (k < 8);
    }
    check(wrong == 0, "joints are drawn if and only if they are in the frame: %d of 16 are wrong",
          wrong);
}

/* ---- impulses, feet, names ---- */

/* impulses are arrows from the contacts; that of the greatest, 5 N s, is 44 pixels long */
static void test_pushes(void)
{
    static const trajectory_push push[] = {
        { { 0.5, 3 }, { 3, 4 } }, { { -1, 4 }, { -1, 0 } }, { { 3, 4 }, { 0, -2 } },
        { { 1, 2 }, { 1, 1 } }, { { 1, 6 }, { 0.9, 0 } }, { { 1, 4 }, { 0.2, 0.1 } },
        { { -1.001, 4 }, { 1, 0 } }, { { 3.001, 4 }, { 1, 0 } }, { { 1, 1.999 }, { 1, 0 } },
        { { 1, 6.001 }, { 1, 0 } }
    };
    int bad = 0;

    set_up();
    run.push = push;
    run.npush = 10;
    draw_top();
    for (int i = 0; i < 5; i++) {
        const double x = px(push[i].at[0]), y = py(push[i].at[1]);
        bad += !is_arrow(i, x, y, x + 8.8 * push[i].impulse[0], y - 8.8 * push[i].impulse[1],
                         "#D55E00");
    }
    shows(shapes == 5 && bad == 0,
          "impulses in the frame and on its border have arrows, unless shorter than 2 pixels: "
          "%d arrows, expected 5, of which %d are wrong", shapes, bad);
}

/* Three feet at the end of a run that reached up to two earlier poses. The arrow of friction at
 * its limit is 26 pixels long. */
static void test_feet(void)
{
    static double three[3][2][3] = {
        { { 0.5, 3, 0 }, { 1.5, 4.25, 0 } }, { { 0.6, 3.5, 1 }, { 1.5, 4.5, 1 } },
        { { 0.5, 3.0, 0.5 }, { 1.5, 4.25, 2.0 } }
    };
    static const trajectory_foot rub[3] = {
        { { 0.4, -0.3 }, 0.5, 1 }, { { 0.01, 0.0 }, 0.5, 0 }, { { 0.1, 0.0 }, 0.0, 0 }
    };
    static scene_support foot[3];
    const double at[3][2] = { { 0.2, -0.1 }, { -0.1, 0.1 }, { 0.3, 0.0 } };

    set_up();
    for (int k = 0; k < 3; k++) {
        foot[k].support.body = k == 2;
        memcpy(foot[k].support.at, at[k], sizeof at[k]);
    }
    s.nsupport = 3;
    s.support = foot;
    run.foot = rub;
    run.shots = 2;
    run.pose = three[0][0];
    for (run.shot = 0; run.shot <= 2; run.shot++) {
        int bad = 0, i = 0;
        draw_top();
        for (int k = 0; k < 3; k++) {
            double last[2];
            for (int shot = 0; shot < run.shot; shot++, i++) {
                const double *q = three[shot][k == 2], *p = at[k];
                bad += !is_circle(i, px(q[0] + cos(q[2]) * p[0] - sin(q[2]) * p[1]),
                                  py(q[1] + sin(q[2]) * p[0] + cos(q[2]) * p[1]), 1.4, SVG_INK) ||
                       number(&drawn[i].e, "fill-opacity=\"") != 0.35;
            }
            point_of(k == 2, at[k], last);
            last[0] = px(last[0]);
            last[1] = py(last[1]);
            bad += !is_circle(i++, last[0], last[1], 3.2, k == 0 ? "#ffffff" : SVG_INK);
            if (k == 0)
                bad += !is_arrow(i++, last[0], last[1], last[0] + 26 * 0.8, last[1] + 26 * 0.6,
                                 "#007F5F");
        }
        shows(bad == 0 && shapes == i,
              "feet: a dot in each of %d earlier poses, then a circle, which is white with an "
              "arrow if the foot slides: %d of %d shapes are wrong", run.shot, bad, shapes);
    }
    run.shot = 0;
    run.foot = NULL;
    draw_top();
    shows(shapes == 3 && has(&drawn[0].e, "fill=\"" SVG_INK "\""),
          "feet in a run without a step: no arrows, and black circles");
    three[2][0][0] = 9;
    draw_top();
    shows(shapes == 1, "feet outside the frame are not drawn: %d are, expected 1", shapes);
    three[2][0][0] = 0.5;
}

/* draws n discs of one name in a column, of which the first are fixed; returns the number of names
 * that are drawn at centres, or -1 if there are other shapes */
static int names_of(int n, const char *text, double apart, int fixed)
{
    static scene_body many[20];
    static double where[20][3];
    static char name[16];
    int named = 0;

    set_up();
    snprintf(name, sizeof name, "%s", text);
    for (int k = 0; k < n; k++) {
        many[k] = body[1];
        many[k].name = name;
        many[k].body.kind = k < fixed ? MB_STATIC : MB_DYNAMIC;
        where[k][0] = -0.9;
        where[k][1] = 5.9 - apart * k;
    }
    s.nbody = run.particles = n;
    s.body = many;
    run.pose = where[0];
    draw_top();
    for (int i = 0; i < shapes; i++) {
        const double y = drawn[i].xy[1] - 0.36 * 11.0;
        named += drawn[i].kind == TEXT && fabs(drawn[i].xy[0] - px(-0.9)) <= PIXEL &&
                 fabs(remainder(y - py(5.9), 100.0 * apart)) <= PIXEL;
    }
    return named == shapes ? named / 2 : -1;              /* each name has a rim below it */
}

static void test_names(void)
{
    int n;

    check(names_of(16, "b", 0.2, 0) == 16 && names_of(17, "b", 0.2, 0) == 0,
          "up to 16 bodies have names at their centres");
    check(names_of(19, "b", 0.2, 3) == 16, "fixed bodies have no names, and do not count");
    check(names_of(2, "b", 0.105, 0) == 1 && names_of(2, "b", 0.115, 0) == 2,
          "of names that would overlap only one is drawn: 10.5 and 11.5 pixels apart");
    n = names_of(4, "b", 1.5, 0);
    check(n == 3, "of four bodies one is outside the frame and has no name: %d names", n);
}

/* names side by side need half of their widths and 2 pixels */
static void test_names_beside(void)
{
    static char wide[] = "mmmm", thin[] = "i";
    double q[2][3] = { { 0, 3, 0 }, { 0, 3, 0 } };
    const double room = 0.5 * (svg_text_width(wide, 4, 11.0) + svg_text_width(thin, 1, 11.0)) + 2.0;

    for (int k = 0; k < 4; k++) {
        set_up();
        body[0].name = wide;
        body[1].name = thin;
        q[1][0] = (k % 2 ? -0.01 : 0.01) * (room + (k < 2 ? -0.5 : 0.5));
        run.pose = q[0];
        draw_top();
        shows(shapes == (k < 2 ? 2 : 4), "names side by side that %s: %d are",
              k < 2 ? "would overlap: one is drawn" : "do not overlap: two are drawn", shapes / 2);
    }
}

/* ---- bodies ---- */

/* three poses of a driven block and a disc: the start, a later one, and the end of the run */
static double three[3][2][3] = {
    { { 0.5, 3, 0 }, { 1.5, 4.25, 0 } }, { { 0.6, 3.5, 1 }, { 1.5, 4.5, 1 } },
    { { 0.7, 4.0, 2 }, { 2.0, 5.0, -1 } }
};

/* 1 if shape i is body k in this pose; a disc is two shapes, the rim and a spoke */
static int is_body(int i, int k, const double q[3])
{
    const shape *it = drawn + i;
    int bad = i + k >= shapes || !it->closed || (k == 0 ? it->n != 4 : it->n < 24);

    for (int p = 0; !bad && p < it->n; p++) {
        const double dx = 0.01 * (it->xy[2 * p] - px(q[0]));
        const double dy = -0.01 * (it->xy[2 * p + 1] - py(q[1]));
        const double x = cos(q[2]) * dx + sin(q[2]) * dy, y = cos(q[2]) * dy - sin(q[2]) * dx;
        if (k == 1) bad += !(fabs(hypot(x, y) - 0.3) < 1e-4);
        else bad += !(hypot(x - block_xy[2 * p], y - block_xy[2 * p + 1]) < 1e-4);
    }
    if (k == 1 && !bad)
        bad = drawn[i + 1].n != 2 || !is_at(drawn[i + 1].xy, px(q[0]), py(q[1])) ||
              !is_at(drawn[i + 1].xy + 2, px(q[0] + 0.3 * cos(q[2])), py(q[1] + 0.3 * sin(q[2])));
    return !bad;
}

static void test_poses(void)
{
    static output_text t;
    double opacity = 0.0, grey = 256.0;

    set_up();
    body[0].body.kind = MB_KINEMATIC;
    run.shots = 2;
    run.pose = three[0][0];
    for (run.shot = 1; run.shot <= 2; run.shot++) {
        int bad = 0, i = 0;
        output_free(&t);
        mechanism_poses(&s, &run, &frame, &t);
        read_shapes(&t);
        opacity = 0.0;
        grey = 256.0;
        for (int shot = 0; shot < 3; shot++) {
            const element *block = &drawn[i].e, *disc = &drawn[i + 1].e;
            const char *stroke;
            if (shot == 1 && run.shot == 1) continue;
            bad += !is_body(i, 0, three[shot][0]) || !is_body(i + 1, 1, three[shot][1]);
            bad += !has(block, "stroke-dasharray") || has(disc, "stroke-dasharray");
            bad += !has(block, "fill=\"#E69F00\"") || !has(disc, "fill=\"#56B4E9\"");
            bad += number(block, "stroke-width=\"") != (shot < 2 ? 0.8 : 1.3);
            bad += !(number(block, "fill-opacity=\"") > opacity);
            opacity = number(block, "fill-opacity=\"");
            stroke = strstr(block->at, "stroke=\"#") + 9;
            bad += !((double)strtol(stroke, NULL, 16) < grey * 0x10000);
            grey = (double)(strtol(stroke, NULL, 16) >> 16);
            bad += strncmp(stroke, stroke + 2, 2) != 0 || strncmp(stroke, stroke + 4, 2) != 0;
            i += 3;
        }
        shows(bad == 0 && shapes == i && opacity == 0.4 && grey == 30.0,
              "a run that reached pose %d: each pose is darker than the one before: %d errors",
              run.shot, bad);
    }
    body[0].body.kind = MB_STATIC;
    output_free(&t);
    mechanism_poses(&s, &run, &frame, &t);
    read_shapes(&t);
    shows(shapes == 6 && is_body(0, 1, three[0][1]), "a fixed body is not drawn as a pose");
    output_free(&t);
    memcpy(body[0].q, three[1][0], sizeof body[0].q);
    mechanism_fixed(&s, &frame, &t);
    read_shapes(&t);
    shows(shapes == 2 && is_body(0, 0, three[1][0]) && is_body(1, 0, three[1][0]) &&
              has(&drawn[0].e, SVG_SOLID) && has(&drawn[1].e, SVG_OUTLINE),
          "a fixed body is filled and outlined at its position in the scene");
    run.style = SVG_STYLE_FORMULATION;
    output_free(&t);
    mechanism_last(&s, &run, &frame, &t);
    read_shapes(&t);
    shows(shapes == 2 && is_body(0, 1, three[2][1]) && has(&drawn[0].e, "fill=\"none\"") &&
              has(&drawn[0].e, svg_style_at(run.style)->colour) &&
              has(&drawn[0].e, svg_style_at(run.style)->dash),
          "of another run the last pose is drawn, as an outline in the line style of that run");
    output_free(&t);
    run.style = SVG_STYLE_EXACT;
    mechanism_last(&s, &run, &frame, &t);
    read_shapes(&t);
    shows(shapes == 2 && !has(&drawn[0].e, "dasharray"),
          "the outline of the exact run has no dashes");
    output_free(&t);
}

/* a particle in the frame or on its border is a dot */
static void test_particle(void)
{
    static const double side[4][2] = { { -1, 4 }, { 3, 4 }, { 1, 2 }, { 1, 6 } };
    static output_text t;
    int wrong = 0;

    for (int k = 0; k < 8; k++) {
        double q[2][3] = { { 1, 4, 0 }, { 1, 4, 0 } };
        for (int i = 0; i < 2; i++) q[1][i] += (k / 4 ? 1.001 : 1.0) * (side[k % 4][i] - q[0][i]);
        memcpy(q[0], q[1], sizeof q[0]);
        set_up();
        s.nbody = 0;
        run.particles = 1;
        run.pose = q[0];
        run.shots = run.shot = 1;
        output_free(&t);
        mechanism_poses(&s, &run, &frame, &t);
        read_shapes(&t);
        wrong += k < 4 ? shapes != 2 || drawn[0].kind != CIRCLE || drawn[0].r != 2.5 ||
                             !is_at(drawn[0].xy, px(q[0][0]), py(q[0][1]))
                       : shapes != 0;
    }
    output_free(&t);
    check(wrong == 0,
          "particles are dots if and only if they are in the frame: %d of 8 wrong",
          wrong);
}

/* The outline of a core grown by r is everywhere at distance r from it. Its area is that of the
 * core plus r times its rim plus that of a disc. Arcs in pieces of a 48th of a turn lose at most 3
 * per mille of the disc. */
static void test_outlines(void)
{
    static double triangle[6] = { -0.5, -0.3, 0.9, -0.2, -0.1, 0.7 };
    static double rod[4] = { -0.6, 0.1, 0.5, 0.2 };
    static double xy[2 * MECHANISM_POINTS];
    const struct { const char *name; mb_shape core; double area, rim; } of[] = {
        { "triangle", { 3, triangle, 0.2 }, 0.5 * (1.4 * 1.0 - 0.1 * 0.4),
          hypot(1.4, 0.1) + hypot(1.0, 0.9) + hypot(0.4, 1.0) },
        { "rod", { 2, rod, 0.2 }, 0.0, 2.0 * hypot(1.1, 0.1) },
        { "disc", { 1, disc_xy, 0.2 }, 0.0, 0.0 }
    };
    const double turned[3] = { 3.0, -2.0, 2.5 };

    for (int k = 0; k < 3; k++) {
        const double r = of[k].core.radius, all = of[k].area + r * of[k].rim + PI * r * r;
        double area = 0.0, off = 0.0, longest = 0.0;
        int n;
        set_up();
        body[1].shape = of[k].core;
        n = mechanism_outline(&s, 1, turned, xy);
        for (int i = 0; i < n; i++) {
            const double *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % n);
            const double dx = p[0] - 3.0, dy = p[1] + 2.0, c = cos(2.5), sine = sin(2.5);
            const double x = c * dx + sine * dy, y = c * dy - sine * dx;
            const double step = hypot(q[0] - p[0], q[1] - p[1]);
            area += 0.5 * (dx * (q[1] + 2.0) - dy * (q[0] - 3.0));
            off = fmax(off, fabs(plane_distance(of[k].core.nvert, of[k].core.xy, x, y) - r));
            if (step < 0.4) longest = fmax(longest, step);
        }
        check(n > 8 && off < 1e-12,
              "a grown %s: its outline is everywhere at distance r, but for %g", of[k].name, off);
        check(area <= all + 1e-12 && area >= all - 0.003 * PI * r * r &&
                  longest <= 2.0 * r * sin(PI / 48.0) + 1e-12,
              "a grown %s: its outline has the area %g, expected %g, and arcs in pieces of %g m",
              of[k].name, area, all, longest);
    }
}

/* ---- the legend ---- */

static svg_entry entries[MECHANISM_ENTRIES];

static int legend_is(const char *const *expected, const char *name)
{
    const int n = mechanism_legend(&s, &run, entries);
    int same = 1, i = 0;

    for (; expected[i]; i++) same = same && i < n && strcmp(entries[i].text, expected[i]) == 0;
    for (int k = 0; k < n && (!same || n != i); k++) note("got %s", entries[k].text);
    return check(same && n == i, "the legend of %s", name);
}

/* draws the sample of an entry between x = 100 and 140 at y = 50 */
static void draw_sample(const char *text)
{
    static output_text t;
    const int n = mechanism_legend(&s, &run, entries);

    output_free(&t);
    shapes = 0;
    for (int i = 0; i < n; i++)
        if (strncmp(entries[i].text, text, strlen(text)) == 0)
            entries[i].draw(&t, entries + i, 100.0, 50.0, 40.0);
    if (t.data) read_shapes(&t);
}

static void test_legend(void)
{
    static const trajectory_push push = { { 1, 4 }, { 3, 4 } };
    static double times[4] = { 0, 0.25, 0.5, 1.0 / 3.0 };
    static scene_joint all[5];
    static const char *const bodies[] = { "bodies at t = 0, 0.3333 s", NULL };
    static const char *const poses_too[] = { "bodies at t = 0, 0.25, 0.5, 0.3333 s", NULL };
    static const char *const kinds[] = { "driven body", "fixed body" };
    static const char *const joints[5] = {
        "revolute joint", "prismatic joint", "weld", "fixed distance", "rope"
    };

    set_up();
    run.shots = 3;
    run.time = times;
    run.shot = 1;
    legend_is(bodies, "bodies that stopped after the start");
    run.shot = 3;
    legend_is(poses_too, "bodies in four poses");
    for (int k = 0; k < 2; k++) {
        const char *const list[] = { poses_too[0], kinds[k], NULL };
        body[1].body.kind = k == 0 ? MB_KINEMATIC : MB_STATIC;
        legend_is(list, kinds[k]);
    }
    body[1].body.kind = MB_DYNAMIC;
    for (int k = 0; k < 15; k++) {
        const char *const held = k < 5 ? NULL : "held by the world";
        const char *const list[] = { poses_too[0], joints[k % 5], held, NULL };
        joint.joint.kind = (mb_joint_kind)(k % 5);
        joint.joint.a = k / 5 == 1 ? -1 : 0;
        joint.joint.b = k / 5 == 2 ? -1 : 1;
        s.njoint = 1;
        s.joint = &joint;
        legend_is(list, joints[k % 5]);
    }
    for (int k = 0; k < 5; k++) {
        all[k].joint.kind = (mb_joint_kind)k;
        all[k].joint.a = k == 2 ? -1 : 0;
        all[k].joint.b = 1;
    }
    s.njoint = 5;
    s.joint = all;
    s.nsupport = 1;
    run.push = &push;
    run.npush = 1;
    body[0].body.kind = MB_KINEMATIC;
    body[1].body.kind = MB_STATIC;
    static const char *const everything[] = {
        "bodies at t = 0, 0.25, 0.5, 0.3333 s", "driven body", "fixed body", "revolute joint",
        "prismatic joint", "weld", "fixed distance", "rope", "foot that sticks in the last step",
        "foot that slides, and its friction", "held by the world",
        "contact impulse in the last step, at most 5 N s", NULL
    };
    legend_is(everything, "all at once");
}

/* the sample of an entry looks like the thing in the picture, in the middle of its place */
static void test_samples(void)
{
    int bad = 0;

    draw_sample("bodies");
    bad += shapes != 3;
    for (int i = 0; i < shapes; i++) {
        const double *p = drawn[i].xy;
        bad += drawn[i].n != 4 || !is_at(p, 108 + 12 * i - 4.5, 45.5) ||
               !is_at(p + 4, 108 + 12 * i + 4.5, 54.5) || has(&drawn[i].e, "dasharray");
        bad += i > 0 && !(number(&drawn[i].e, "fill-opacity=\"") >
                          number(&drawn[i - 1].e, "fill-opacity=\""));
    }
    check(bad == 0 && number(&drawn[2].e, "fill-opacity=\"") == 0.4,
          "the sample of bodies: three squares, each darker");
    draw_sample("driven body");
    shows(shapes == 1 && drawn[0].n == 4 && fabs(drawn[0].xy[0] + drawn[0].xy[4] - 240) <= PIXEL &&
              fabs(drawn[0].xy[1] + drawn[0].xy[5] - 100) <= PIXEL && has(&drawn[0].e, "dasharray"),
          "the sample of a driven body: a dashed square");
    draw_sample("fixed body");
    bad = shapes != 2;
    for (int i = 0; i < shapes; i++)
        bad += drawn[i].n != 4 || !has(&drawn[i].e, i == 0 ? SVG_SOLID : SVG_OUTLINE) ||
               fabs(drawn[i].xy[0] + drawn[i].xy[4] - 240) > PIXEL ||
               fabs(drawn[i].xy[1] + drawn[i].xy[5] - 100) > PIXEL;
    check(bad == 0, "the sample of a fixed body: a filled square with an outline");
    draw_sample("revolute joint");
    shows(shapes == 1 && is_circle(0, 120, 50, 4.0, "#ffffff"), "the sample of a revolute joint");
    draw_sample("weld");
    shows(shapes == 1 && is_circle(0, 120, 50, 4.0, SVG_INK), "the sample of a weld");
    draw_sample("prismatic joint");
    shows(shapes == 3 && is_line(0, 104, 46, 136, 46) && is_line(1, 104, 54, 136, 54) &&
              is_circle(2, 120, 50, 2.0, SVG_INK),
          "the sample of a prismatic joint");
    draw_sample("fixed distance");
    shows(shapes == 3 && is_line(0, 104, 50, 136, 50) && is_circle(1, 104, 50, 3.0, "#ffffff") &&
              is_circle(2, 136, 50, 3.0, "#ffffff"),
          "the sample of a rod");
    draw_sample("rope");
    shows(shapes == 3 && is_line(0, 104, 50, 136, 50) && has(&drawn[0].e, "dasharray") &&
              is_circle(1, 104, 50, 1.6, SVG_INK) && is_circle(2, 136, 50, 1.6, SVG_INK),
          "the sample of a rope");
    draw_sample("foot that sticks");
    shows(shapes == 1 && is_circle(0, 120, 50, 3.2, SVG_INK), "the sample of a foot that sticks");
    draw_sample("foot that slides");
    shows(shapes == 2 && is_circle(0, 104, 50, 3.2, "#ffffff") &&
              is_arrow(1, 104, 50, 136, 50, "#007F5F"),
          "the sample of a foot that slides");
    draw_sample("held");
    shows(shapes == 1 && is_hatch(0, 104, 48, 136, 48), "the sample of the ground");
    draw_sample("contact");
    shows(shapes == 1 && is_arrow(0, 104, 50, 136, 50, "#D55E00"), "the sample of an impulse");
}

int main(void)
{
    test_joints();
    test_rails();
    test_joints_in_frame();
    test_pushes();
    test_feet();
    test_names();
    test_names_beside();
    test_poses();
    test_particle();
    test_outlines();
    test_legend();
    test_samples();
    return check_done();
}
