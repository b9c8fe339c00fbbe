/* test_worlds_joints.c: springs, dampers, limits, motors, ropes and chains in a world; and friction
 * in the convex models */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include "build.h"

#define G 9.81

static stage s;
static mb_form form;             /* of the problems */

static void begin(double h, double gravity)
{
    stage_clear(&s);
    s.w.form = form;
    s.w.h = h;
    s.w.gravity[1] = -gravity;
}

/* a body of 1 kg on a rail along x, s = x */
static mb_joint *on_a_rail(double h, double x, double v)
{
    mb_joint *j;

    begin(h, 0.0);
    (void)stage_box(&s, 0.2, 0.2, x, 0.0, 0.0);
    j = stage_join(&s, MB_PRISMATIC, -1, 0, 0.0, 0.0);
    j->pb[0] = 0.0;
    s.v[0] = v;
    return j;
}

/* ---- springs and dampers --------------------------------------------------------------------- */

/* Implicit: with s+ = s + h v+, v+ = (v - h k s/m) / (1 + h (c + h k)/m). The exact motion of this
 * one ends at -.665; the step takes energy. */
static void spring(void)
{
    static const double steps[2] = { 0.01, 0.001 }, end[2] = { -0.419, -0.634 };

    for (int k = 0; k < 2; k++) {
        const double h = steps[k];
        mb_joint *j = on_a_rail(h, 1.0, 0.0);
        double x = 1.0, v = 0.0;
        j->stiffness = 100.0;
        j->damping = 0.5;
        check(stage_run(&s, (int)(1.0 / h + 0.5)), "spring: runs");
        for (int i = 0; i < (int)(1.0 / h + 0.5); i++) {
            v = (v - h * 100.0 * x) / (1.0 + h * (0.5 + h * 100.0));
            x += h * v;
        }
        check_near(s.q[0], x, 1e-12, "spring, h = %g: the place given by the formula", h);
        check_near(s.q[0], end[k], 5e-4, "spring, h = %g: the known place", h);
    }
}

/* c = 1000, J = 1/12, h = .01: w+ = w/(1 + h c/J) = w/121, where an explicit damper gives -119 w */
static void damper(void)
{
    mb_joint *j;

    begin(0.01, 0.0);
    (void)stage_box(&s, 1.0, 1.0, 0.0, 0.0, 0.0);
    stage_mass(&s, 0, 1.0, 1.0 / 12.0);
    j = stage_join(&s, MB_REVOLUTE, -1, 0, 0.0, 0.0);
    j->damping = 1000.0;
    s.v[2] = 5.0;
    check(stage_run(&s, 1), "damper: runs");
    check_near(s.v[2], 5.0 / 121.0, 1e-14, "damper: w/121, even if strong");
}

/* between two bodies: opposite forces, so that their centre of mass stays */
static void spring_between_bodies(void)
{
    mb_joint *j;

    begin(0.01, 0.0);
    (void)stage_box(&s, 0.1, 0.1, 0.0, 0.0, 0.0);
    (void)stage_box(&s, 0.1, 0.1, 2.0, 0.5, 0.3);
    stage_mass(&s, 1, 3.0, 0.2);
    j = stage_join(&s, MB_ROPE, 0, 1, 0.0, 0.0);
    memset(j->pb, 0, sizeof j->pb);
    j->pb[0] = 0.03;
    j->length = 10.0;
    j->stiffness = 50.0;
    j->rest = 1.0;
    check(stage_run(&s, 300), "spring between bodies: runs");
    check_near(s.v[0] + 3.0 * s.v[3], 0.0, 1e-12, "spring between bodies: momentum, x");
    check_near(s.v[1] + 3.0 * s.v[4], 0.0, 1e-12, "spring between bodies: momentum, y");
    check(fabs(s.v[0]) > 0.01, "spring between bodies: they move (%g m/s)", s.v[0]);
}

/* ---- limits, motors, ropes ------------------------------------------------------------------- */

/* pushed against a stop at 1 m by 10 N, it rests there; and hits it at 3 m/s before */
static void limit(void)
{
    mb_joint *j = on_a_rail(0.01, 0.0, 3.0);

    j->limited = 1;
    j->lo = -1.0;
    j->hi = 1.0;
    s.force[0] = 10.0;
    check(stage_run(&s, 200), "limit: runs");
    check_near(s.q[0], 1.0, 1e-15, "limit: rests at the stop");
    check_near(s.v[0], 0.0, 1e-15, "limit: at rest");
    s.force[0] = -10.0;
    check(stage_run(&s, 200), "limit: runs");
    check_near(s.q[0], -1.0, 1e-15, "limit: and at the other");
}

/* 1 kg, 5 N, 2 m/s: after .4 s at its speed; then it holds it against 3 N, and not against 8 */
static void motor(void)
{
    mb_joint *j = on_a_rail(0.01, 0.0, 0.0);

    j->speed = 2.0;
    j->effort = 5.0;
    check(stage_run(&s, 20), "motor: runs");
    check_near(s.v[0], 1.0, 1e-12, "motor: F t/m on the way");
    check(stage_run(&s, 40), "motor: runs");
    check_near(s.v[0], 2.0, 1e-12, "motor: its speed");
    s.force[0] = -3.0;
    check(stage_run(&s, 40), "motor: runs");
    check_near(s.v[0], 2.0, 1e-12, "motor: its speed under a load");
    s.force[0] = -8.0;
    check(stage_run(&s, 40), "motor: runs");
    check_near(s.v[0], 2.0 - 3.0 * 0.4, 1e-11, "motor: overloaded");
    s.force[0] = 0.0;
    j->speed = 0.0;
    check(stage_run(&s, 10), "motor: runs");
    check_near(s.v[0], 0.8 - 0.5, 1e-11, "speed 0: dry friction of the joint");
    check(stage_run(&s, 10), "motor: runs");
    check_near(s.v[0], 0.0, 1e-14, "dry friction: stands still");
}

/* 2 m/s against a stop at .3 m, with an effort so large that the body's weight is lost to rounding:
 * it reaches the stop, and stands there or the step fails. */
static void motor_that_drowns_all(void)
{
    mb_joint *j = on_a_rail(0.01, 0.0, 0.0);

    j->speed = 2.0;
    j->effort = 1e20;
    j->limited = 1;
    j->lo = -0.1;
    j->hi = 0.3;
    for (int k = 0; k < 40 && stage_run(&s, 1); k++) {
        if (fabs(s.v[0]) < 2.001 && s.q[0] < 0.301) continue;
        check(0, "motor of 1e20 N: at %g m, with %g m/s", s.q[0], s.v[0]);
        return;
    }
    check_near(s.q[0], 0.29, 0.011, "motor of 1e20 N: reaches the stop");
}

/* A wheel on a hinge at its centre, with its weight: nothing of the hinge's rows moves. J = .225,
 * 30 N m: 4/3 rad/s after a step, then 2; with any more effort 2 at once. */
static void motor_of_a_wheel(void)
{
    static const double effort[] = { 30.0, 1e8, 1e16, 1e50 };

    for (int f = 0; f < mb_formulation_count; f++)
        for (int k = 0; k < 4; k++) {
            mb_joint *j;
            if (!mb_formulations[f].box && form != MB_FORM_LCP) continue;
            begin(0.01, G);
            s.body[stage_disc(&s, 0.3, 0.0, 0.0)].mass = 5.0;
            s.body[0].inertia = 0.225;
            j = stage_join(&s, MB_REVOLUTE, -1, 0, 0.0, 0.0);
            j->speed = 2.0;
            j->effort = effort[k];
            s.w.formulation = (mb_formulation)f;
            s.w.direct = -1;
            check(stage_run(&s, 10), "motor of a wheel: %s", mb_formulations[f].title);
            check_near(s.q[2], k > 0 ? 0.2 : 0.01 * (4.0 / 3.0 + 18.0), 1e-10, "turned");
        }
}

/* A stack of four boxes of a ton, a wheel at the side of each, as one large island: compared with
 * the weights, the residual of a wheel's motor is negligible. J = .005, 5 steps: w = 10 F, or 2. */
static void motors_by_sweeps(void)
{
    static const double effort[] = { 1e-6, 1e-3, 0.15, 1e12 }, line[] = { -5, 0, 5, 0 };
    const mb_polyline ground = { 2, line, 0, 0.5 };

    begin(0.01, G);
    (void)stage_ground(&s, &ground, 1);
    for (int i = 0; i < 4; i++)
        stage_mass(&s, stage_box(&s, 1.0, 0.4, 0.0, 0.2 + 0.4 * i, 0.0), 1e3, 1e2);
    for (int i = 0; i < 4; i++) {
        const int wheel = stage_disc(&s, 0.1, 0.8, 0.2 + 0.4 * i);
        mb_joint *j = stage_join(&s, MB_REVOLUTE, i, wheel, 0.8, 0.2 + 0.4 * i);
        stage_mass(&s, wheel, 1.0, 0.005);
        j->speed = 2.0;
        j->effort = effort[i];
    }
    s.w.direct = 1;
    check(stage_run(&s, 5), "motors of a large island: run");
    for (int i = 0; i < 4; i++)
        check_near(s.v[3 * (4 + i) + 2], fmin(10.0 * effort[i], 2.0), 1e-5, "their speed, %g N m",
                   effort[i]);
}

/* a driven body turns the motor's zero: the speed is between the two */
static void motor_on_a_driven_body(void)
{
    mb_joint *j;

    begin(0.01, 0.0);
    (void)stage_box(&s, 1.0, 1.0, 0.0, 0.0, 0.0);
    (void)stage_box(&s, 0.2, 0.2, 0.0, 0.0, 0.0);
    s.body[0].kind = MB_KINEMATIC;
    s.v[2] = 1.5;
    j = stage_join(&s, MB_REVOLUTE, 0, 1, 0.0, 0.0);
    j->speed = 2.0;
    j->effort = 100.0;
    check(stage_run(&s, 50), "motor on a driven body: runs");
    check_near(s.v[5], 3.5, 1e-12, "motor on a driven body: both speeds");
    check_near(s.q[2], 0.75, 1e-12, "the driven body keeps its own");
}

/* a weight falls 1 m into a rope and hangs there */
static void rope(void)
{
    mb_joint *j;

    begin(0.01, G);
    (void)stage_disc(&s, 0.1, 0.0, 0.0);
    j = stage_join(&s, MB_ROPE, -1, 0, 0.0, 0.0);
    j->length = 1.0;
    check(stage_run(&s, 40), "rope: runs");
    check_near(s.q[1], -G * 0.0001 * 40 * 41 / 2, 1e-12, "a slack rope: free fall");
    check(stage_run(&s, 100), "rope: runs");
    check_near(s.q[1], -1.0, 1e-14, "a taut rope: its length");
    check(mb_joint_error(&s.w, 0) < 1e-14, "a taut rope: not too long");
}

/* Two boxes side by side, tied across the side on which they touch. One of them slides down at 1
 * m/s: the tie's row sees that only by its curve, and then demands a motion that the contacts
 * forbid. The joint's error is about its curve in a step, h^2 v^2/(2 l) = 2.5 h^2. Sliding apart
 * stretches the tie: so they go on as one, with J = 2 (.29/12 + .0625), L = .25 and half the speed,
 * and turn by L/J = 75/52. */
static void tied(mb_joint_kind kind, double h)
{
    double worst = 0.0, energy = 0.0, p[3];
    mb_joint *j;

    begin(h, 0.0);
    (void)stage_box(&s, 0.5, 0.2, -0.25, 0.0, 0.0);
    (void)stage_box(&s, 0.5, 0.2, 0.25, 0.0, 0.0);
    j = stage_join(&s, kind, 0, 1, -0.1, 0.0);
    j->pb[0] = -0.15;
    j->length = 0.2;
    s.v[1] = -1.0;
    for (int k = 0; k < 50; k++) {
        if (!stage_run(&s, 1)) break;
        worst = fmax(worst, mb_joint_error(&s.w, 0));
        energy = fmax(energy, mb_world_energy(&s.w));
    }
    check(s.w.step == 50, "tied across a contact, h = %g: runs", h);
    check(worst < 100.0 * h * h, "tied across a contact: the tie holds (%.2g m)", worst);
    check(energy < 0.51, "tied across a contact: gains no energy (%.4g J)", energy);
    mb_world_momentum(&s.w, p);
    check_near(p[2], 0.25, 10.0 * h * h, "tied across a contact: angular momentum, but what the "
               "projection moves");
    for (int i = 0; i < 2 && form != MB_FORM_BOX; i++)         /* pgs is slow to see the bolt */
        check_near(s.v[3 * i + 2], 75.0 / 52.0, 0.02, "tied across a contact: they turn as one");
}

/* A heavy box and a light disc that are tied together fall on a floor, the disc between them: what
 * turning has put too deep can only be undone along the tie, which is curved. Both the overlap and
 * the tie are corrected at the end of each step. */
static void tied_and_deep(void)
{
    static const double line[8] = { -1, -0.3, 0, 0, 2, 0, 4, 0.8 };
    const mb_polyline floor = { 4, line, 0, 0.5 };
    static const double v[6] = { 0.5567218, -0.2449642, 0.101457,
                                 1.8873152, -0.2531041, 1.2051169 };
    double deep = 0.0, open = 0.0;
    mb_joint *j;

    begin(0.005, 9.81);
    s.w.epsilon = 0.05;
    (void)stage_ground(&s, &floor, 1);
    (void)stage_disc(&s, 0.17620314, 0.13958991, 1.2);
    (void)stage_box(&s, 0.5107177, 0.7982694, -0.060233, 1.77823942, -1.29802087);
    stage_mass(&s, 0, 0.04740424, 0.00073589);
    stage_mass(&s, 1, 21.93901, 1.641891);
    s.body[0].mu = 0.0;
    s.body[1].mu = 0.478;
    s.q[2] = -1.30928284;
    j = stage_join(&s, MB_DISTANCE, 0, 1, 0.0, 0.0);
    j->pa[0] = 0.02100054;
    j->pa[1] = 0.07846479;
    j->pb[0] = 0.01568461;
    j->pb[1] = 0.05606685;
    j->length = 0.61968867;
    memcpy(s.v, v, sizeof v);
    for (int k = 0; k < 200 && stage_run(&s, 1); k++) {
        deep = fmax(deep, stage_penetration(&s));
        open = fmax(open, mb_joint_error(&s.w, 0));
    }
    check(s.w.step == 200 && deep < 4e-6 * 0.48, "tied and deep: out of each other (%.2g m)", deep);
    check(open < 1e-9, "tied and deep: the tie is closed (%.2g m)", open);
}

/* A body on a hinge, .5 m from its centre, turns by 2 radians a step: no straight row keeps it
 * there, the step is done in parts. By a fifth of a radian it stays, to fourth order. */
static void hinge_in_large_steps(void)
{
    for (int k = 0; k < 2; k++) {
        const double spin = k ? 20.0 : 200.0;
        double energy;
        begin(0.01, 0.0);
        (void)stage_box(&s, 1.0, 1.0, 0.5, 0.0, 0.0);
        (void)stage_join(&s, MB_REVOLUTE, -1, 0, 0.0, 0.0);
        s.v[1] = 0.5 * spin;
        s.v[2] = spin;
        energy = mb_world_energy(&s.w);
        check(stage_run(&s, 50), "a hinge: steps of %g radians", spin * s.w.h);
        check(mb_joint_error(&s.w, 0) < 1e-9, "a hinge: it stays (%g m)", mb_joint_error(&s.w, 0));
        check(mb_world_energy(&s.w) < 1.0625 * energy,         /* 1/4 rad, in eighths of a step */
              "a hinge: %g J of %g, to second order in the turn", mb_world_energy(&s.w), energy);
    }
}

/* Three rods, hinged to each other, fall into a slack rope, and whip round. The energy that the
 * joints' curve may add grows with the square of a step's turn. */
static void whip(void)
{
    static const double half[4] = { -0.25, 0, 0.25, 0 };
    static const double mass[3] = { 0.5744, 3.346, 0.1124 };
    static const double q[9] = { 0.249628491, -0.013624116, -0.054523474, 0.745414956, -0.070908876,
                                 -0.175542752, 1.122311983, -0.327659406, -1.020480783 };
    static const double v[9] = { -0.812, -0.943, 3.358, 0.392, -0.467,
                                 3.018,  0.878,  -0.238, -2.834 };
    double energy, start;
    mb_joint *j;

    begin(0.002, 9.81);
    for (int i = 0; i < 3; i++) {
        (void)stage_polygon(&s, 2, half, 0.02, q[3 * i], q[3 * i + 1], q[3 * i + 2]);
        stage_mass(&s, i, mass[i], mass[i] * s.body[i].inertia);
        s.body[i].group = 1;
    }
    memcpy(s.v, v, sizeof v);
    j = stage_join(&s, MB_REVOLUTE, 0, 1, 0.499256982, -0.027248232);
    j->limited = 1;
    j->lo = -0.296;
    j->hi = 0.051;
    (void)stage_join(&s, MB_REVOLUTE, 1, 2, 0.99157293, -0.114569519);
    j = stage_join(&s, MB_ROPE, -1, 2, 1.553051036, 0.459250706);
    j->pb[0] = 0.25;
    j->pb[1] = 0.0;
    j->length = hypot(0.3, 1.0);
    start = energy = mb_world_energy(&s.w);
    for (int k = 0; k < 300 && stage_run(&s, 1); k++) energy = fmax(energy, mb_world_energy(&s.w));
    check(s.w.step == 300 && energy <= start, "a whip: %g J of %g at the start", energy, start);
}

/* A box on another, bolted to it twice, comes at 1 m/s: they rock, and stand. There is no gap to
 * slide, and the rounding of contradictory rows must not throw them. */
static void bolted(mb_formulation f, double h)
{
    static const double xy[4] = { -5, 0, 5, 0 };
    const mb_polyline ground = { 2, xy, 0, 0.5 };
    double energy = 0.0;

    begin(h, 9.81);
    s.w.formulation = f;
    check(stage_ground(&s, &ground, 1), "bolted: ground");
    for (int i = 0; i < 2; i++) (void)stage_box(&s, 0.5, 0.5, 0.0, 0.25 + 0.5 * i, 0.0);
    for (int i = 0; i < 2; i++) {
        mb_joint *j = stage_join(&s, MB_DISTANCE, 0, 1, 0.1 * i, 0.2);
        j->pb[1] = 0.05;
        j->length = 0.6;
    }
    s.v[3] = 1.0;
    for (int k = 0; k < (int)(1.0 / h) && stage_run(&s, 1); k++)
        energy = fmax(energy, mb_world_energy(&s.w));
    check(s.w.step == (int)(1.0 / h), "bolted, h = %g: runs", h);
    check(energy < 10.31 + 1e-6, "bolted: no energy beyond that at the start (%.4g J)", energy);
    check_near(mb_world_energy(&s.w), 9.81, 1e-5, "bolted: they stand");
}

/* A driven body moves away from a body that is joined to it and welded to the world. */
static void driven_away(mb_joint_kind kind)
{
    mb_joint *j;

    begin(0.01, 0.0);
    (void)stage_disc(&s, 0.1, 0.0, 0.0);
    (void)stage_disc(&s, 0.1, 1.0, 0.0);
    s.body[1].kind = MB_KINEMATIC;
    s.v[3] = 1.0;
    (void)stage_join(&s, MB_WELD, -1, 0, 0.0, 0.0);
    j = stage_join(&s, kind, 1, 0, 1.0, 0.0);
    if (kind != MB_WELD) j->pb[0] = 0.0;
    j->length = 1.0;
    j->limited = kind == MB_PRISMATIC;
    j->lo = -1.02;
    check(!stage_run(&s, 10), "driven away from a body that cannot follow: fails");
    check(mb_joint_error(&s.w, 1) < 1e-9 && mb_joint_coordinate(j, s.q, NULL, NULL) > -1.0201,
          "and no joint opens before");
}

/* ---- restitution along a row ----------------------------------------------------------------- */

/* Five discs, e = 1, the first at 1 m/s. All in touch at once there is no cradle, but the energy is
 * kept; with gaps that take more than a step there is; gaps of half a step lose some. */
static void cradle(mb_restitution rule, double gap, const double *want, double energy)
{
    begin(0.01, 0.0);
    s.w.restitution = rule;
    for (int i = 0; i < 5; i++) {
        (void)stage_disc(&s, 0.1, (0.2 + gap) * i, 0.0);
        s.body[i].e = 1.0;
    }
    s.v[0] = 1.0;
    check(stage_run(&s, 100), "cradle: runs");
    for (int i = 0; i < 5 && want; i++)
        check_near(s.v[3 * i], want[i], 1e-9, "cradle, gaps of %g m: speed of disc %d", gap, i);
    check_near(2.0 * mb_world_energy(&s.w), energy, 0.005, "cradle, gaps of %g m: energy left",
               gap);
}

/* ---- chains ---------------------------------------------------------------------------------- */

/* Chain of 50 links over a span of 3 m. In balance link i from the left, with w its weight and H
 * the tension's level part, stands at tan a = (i - 24.5) w/H; H so that the spans add up. */
enum { LINKS = 50 };
static double slope(int i, double H) { return (i - 24.5) * 0.1 * G / H; }

static double level_tension(void)
{
    double lo = 1.0, hi = 100.0;

    for (int k = 0; k < 100; k++) {
        const double H = 0.5 * (lo + hi);
        double span = 0.0;
        for (int i = 0; i < LINKS; i++) span += 0.1 * cos(atan(slope(i, H)));
        if (span < 3.0) lo = H;
        else hi = H;
    }
    return lo;
}

static double hang(double H)
{
    double x = 0.0, y = 0.0, sag = 0.0;

    begin(0.01, G);
    for (int i = 0; i < LINKS; i++) {
        const double a = atan(slope(i, H)), ends[4] = { -0.05, 0, 0.05, 0 };
        (void)stage_polygon(&s, 2, ends, 0.0, x + 0.05 * cos(a), y + 0.05 * sin(a), a);
        stage_mass(&s, i, 0.1, 0.1 * 0.01 / 12.0);
        s.body[i].group = 1;
        (void)stage_join(&s, MB_REVOLUTE, i - 1, i, x, y);
        x += 0.1 * cos(a);
        y += 0.1 * sin(a);
        sag = fmin(sag, y);
    }
    (void)stage_join(&s, MB_REVOLUTE, LINKS - 1, -1, x, y);
    return -sag;
}

static double worst_joint(void)
{
    double worst = 0.0;

    for (int j = 0; j < s.w.njoint; j++) worst = fmax(worst, mb_joint_error(&s.w, j));
    return worst;
}

/* of the island's step: what the joint at the chain's left end holds, over h */
static double end_tension;
static void read_tension(const mb_world *world, const mb_island_step *step)
{
    end_tension = hypot(step->p_b[0], step->p_b[1]) / world->h;
}

static void chain(void)
{
    const double H = level_tension(), sag = hang(H);
    double q[3 * LINKS], drift = 0.0;

    check_near(H, 8.002888, 1e-6, "chain: level part of the tension");
    check_near(sag, 1.814443, 1e-6, "chain: sag");
    check_near(atan(slope(0, H)), -1.249368, 1e-6, "chain: angle of the first link");
    memcpy(q, s.q, sizeof q);
    s.w.observer = read_tension;
    check(stage_run(&s, 200), "chain: runs");
    for (int i = 0; i < 3 * LINKS; i++) drift = fmax(drift, fabs(s.q[i] - q[i]));
    check(drift < 1e-12, "chain: hangs still for 2 s (%.2g)", drift);
    check_near(end_tension, 25.797710, 1e-6, "chain: tension at its end");
    (void)hang(H);
    for (int i = 0; i < LINKS; i++) s.v[3 * i] = 0.5;
    check(stage_run(&s, 200), "chain: kicked, it runs");
    check(worst_joint() < 2e-5, "chain: kicked, its joints hold (%.2g m)", worst_joint());
}

/* ---- pushing --------------------------------------------------------------------------------- */

/* A square on three supports, seen from above: a motor of speed 0 for each support and direction is
 * its dry friction. Such rows are none of a joint: mb_dynamics takes them as they are. */
static mb_status push_step(void)
{
    static const double support[3][2] = { { 0.04, -0.03 }, { -0.04, -0.03 }, { 0.0, 0.05 } };
    static const double load[3] = { 3.065625, 3.065625, 3.67875 }, still[6] = { 0 };
    static double memory[20000];
    const int square[1] = { 0 };
    const double c = cos(s.q[2]), sn = sin(s.q[2]);
    mb_island island = { 1, square, 0, s.contact, 0, NULL };
    mb_arena a = mb_arena_make(memory, sizeof memory);
    double Jm[18] = { 0 }, effort[6], z[64] = { 0 }, v[3];
    mb_dynamics d;
    mb_layout at;
    mb_lcp p;
    mb_status status;

    island.ncontact = stage_detect(&s, MB_SWEPT);
    status = mb_world_dynamics(&s.w, &island, &d, &a);
    if (status != MB_OK) return status;
    for (int i = 0; i < 3; i++) {
        Jm[6 * i] = Jm[6 * i + 4] = 1.0;
        Jm[6 * i + 2] = -(sn * support[i][0] + c * support[i][1]);
        Jm[6 * i + 5] = c * support[i][0] - sn * support[i][1];
        effort[2 * i] = effort[2 * i + 1] = 0.3 * load[i];
    }
    d.nm = 6;
    d.Jm = Jm;
    d.speed = still;
    d.effort = effort;
    status = mb_st_lcp(&d, &p, NULL, &a);
    if (status == MB_OK) status = mb_lemke(&p, NULL, z, NULL, a);
    if (status == MB_OK) status = mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at);
    if (status == MB_OK) status = mb_step_result(&d, &at, z, v, NULL, NULL, NULL, a);
    if (status != MB_OK) return status;
    memcpy(s.v, v, sizeof v);
    for (int i = 0; i < 6; i++) s.q[i] += s.w.h * s.v[i];
    return MB_OK;
}

/* where the quasi-static motion, least power of friction, takes it in 1 s */
static void pushing(double at, const double *end, double tol)
{
    int failed = 0;

    begin(0.01, 0.0);
    s.w.epsilon = 0.01;
    (void)stage_box(&s, 0.1, 0.1, 0.0, 0.0, 0.0);
    (void)stage_disc(&s, 0.01, at, -0.06);
    s.body[1].kind = MB_KINEMATIC;
    s.v[4] = 0.02;
    for (int k = 0; k < 100; k++) failed += push_step() != MB_OK;
    check(failed == 0, "pushed %g m off the middle: runs", at);
    for (int i = 0; i < 3; i++)
        check_near(s.q[i], end[i], i < 2 ? 1.5e-5 : tol, "pushed %g m off the middle: %c", at,
                   "xya"[i]);
}

/* ---- convex friction ------------------------------------------------------------------------- */

static const double line[4] = { -10, 0, 10, 0 };
static const mb_formulation compared[3] = { MB_SWEPT, MB_GAUSS, MB_TWO_PHASE };

/* A block of 1 m slides from 1 m/s, mu = .3. Exact: .169895 m. Gauss' floats at h mu slip, after a
 * hop of (mu slip)^2/2g and what the step makes of it, slip h/2. */
static void sliding_block(mb_formulation f, mb_form as, double h, double distance)
{
    const mb_polyline ground = { 2, line, 0, 0.3 };
    const double after = 0.3 / (1.0 + 0.09), hop = after * after / (2.0 * G) + 0.5 * h * after;
    double top = 0.0, floats = 0.0, turned = 0.0;
    int ran = 1;

    begin(h, G);
    s.w.form = as;
    (void)stage_ground(&s, &ground, 1);
    (void)stage_box(&s, 1.0, 1.0, 0.0, 0.5, 0.0);
    s.body[0].mu = 0.3;
    s.v[0] = 1.0;
    s.w.formulation = f;
    for (int k = 0; k < (int)(1.0 / h + 0.5) && ran; k++) {
        ran = stage_run(&s, 1);
        top = fmax(top, s.q[1] - 0.5);
        turned = fmax(turned, fabs(s.q[2]));
        if (k == (int)(0.15 / h)) floats = fabs(s.q[1] - 0.5 - h * 0.3 * s.v[0]);
    }
    check(ran && turned < 1e-12, "%s: the block slides", mb_formulations[f].title);
    check_near(s.q[0], distance, 1e-6, "%s, h = %g: how far", mb_formulations[f].title, h);
    if (mb_formulations[f].dilates) {
        check_near(top, hop, 2e-4, "Gauss, h = %g: it hops", h);
        check(floats < 1e-14, "Gauss, h = %g: it floats at h mu slip (%.2g m off)", h, floats);
    } else {
        check(top < 1e-12, "%s: it stays down", mb_formulations[f].title);
    }
}

/* .5 m x 1 m, 1 kg, mu = .6, 6 N at a height: above .41825 m it tips. Where it slides
 * x(.5) = .014250, and v h/2 on top. */
static void tipping_box(mb_formulation f, double height, int tips)
{
    const mb_polyline ground = { 2, line, 0, 0.6 };

    begin(0.01, G);
    (void)stage_ground(&s, &ground, 1);
    (void)stage_box(&s, 0.5, 1.0, 0.0, 0.5, 0.0);
    s.body[0].mu = 0.6;
    s.w.formulation = f;
    s.force[0] = 6.0;
    s.force[2] = 6.0 * (0.5 - height);
    check(stage_run(&s, 50), "%s: the box is pushed", mb_formulations[f].title);
    check((s.q[2] < -1e-3) == tips && (tips || fabs(s.q[2]) < 1e-12),
          "%s: pushed at %g m it %s (%.3g rad)", mb_formulations[f].title, height,
          tips ? "tips" : "does not tip", s.q[2]);
    if (!tips && height < 0.42)
        check_near(s.q[0], 0.014250 + 0.005 * s.v[0], 1e-4, "%s: it slides",
                   mb_formulations[f].title);
}

static void convex_friction(void)
{
    static const double distance[3][2] = { { 0.164898, 0.167396 }, { 0.164890, 0.167393 },
                                           { 0.164898, 0.167396 } };

    for (int k = 0; k < 3; k++)
        for (int f = MB_FORM_LCP; f <= MB_FORM_BOX; f++) {
            if (!mb_formulations[compared[k]].box && f != MB_FORM_LCP) continue;
            sliding_block(compared[k], (mb_form)f, 0.01, distance[k][0]);
            sliding_block(compared[k], (mb_form)f, 0.005, distance[k][1]);
        }
    tipping_box(MB_SWEPT, 0.4182, 0);
    tipping_box(MB_SWEPT, 0.4183, 1);
    tipping_box(MB_SWEPT, 0.43, 1);
    tipping_box(MB_GAUSS, 0.43, 1);
    tipping_box(MB_TWO_PHASE, 0.4182, 0);
    tipping_box(MB_TWO_PHASE, 0.4224, 0);                      /* 1 % past tipping */
    tipping_box(MB_TWO_PHASE, 0.43, 0);                        /* it should: kappa is one sum */
    check_near(s.q[0], 0.0325, 5e-5, "two-phase: instead it slides");
    s.w.form = MB_FORM_BOX;
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    check(mb_world_step(&s.w, NULL) == MB_BAD_ARG, "two-phase: it has no box form");
}

int main(void)
{
    static const double touch[5] = { -0.6, 0.4, 0.4, 0.4, 0.4 }, apart[5] = { 0, 0, 0, 0, 1 };
    static const double straight[3] = { 0.0, 0.02, 0.0 }, turned[3] = { -0.00636, 0.00925, 0.2591 };

    for (int f = MB_FORM_LCP; f <= MB_FORM_BOX; f++) {
        form = (mb_form)f;
        spring();
        damper();
        spring_between_bodies();
        limit();
        motor();
        motor_that_drowns_all();
        motor_of_a_wheel();
        if (f == MB_FORM_LCP) motors_by_sweeps();
        motor_on_a_driven_body();
        rope();
        for (int k = 0; k < 4; k++) tied(k % 2 ? MB_ROPE : MB_DISTANCE, k / 2 ? 0.001 : 0.01);
        if (f == MB_FORM_LCP) tied_and_deep();
        hinge_in_large_steps();
        if (f == MB_FORM_LCP) whip();
        if (f == MB_FORM_LCP) bolted(MB_SWEPT, 0.01);
        if (f == MB_FORM_LCP) bolted(MB_PEG, 0.01);
        driven_away(MB_ROPE);
        driven_away(MB_PRISMATIC);
        driven_away(MB_WELD);
        driven_away(MB_DISTANCE);
        for (int k = 0; k < 2; k++) {
            const mb_restitution rule = k ? MB_RESTITUTION_POISSON : MB_RESTITUTION_NEWTON;
            cradle(rule, 0.0, touch, 1.0);
            cradle(rule, 0.05, apart, 1.0);
            cradle(rule, 0.005, NULL, k ? 0.53 : 0.73);
        }
        chain();
    }
    form = MB_FORM_LCP;
    pushing(0.02, straight, 5e-4);
    pushing(0.042, turned, 2e-4);
    convex_friction();
    return check_done();
}
