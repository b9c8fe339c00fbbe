/* test_worlds.c: worlds whose motion is known in closed form, in every form and formulation that
 * can describe them, and towers; scenes have others, which tests/program/cli_bodies.sh checks.
 * --full: towers of up to 300 boxes
 *
 * Where forces are constant the speeds are exact, and positions are those of the parabola plus h
 * v/2, the error of semi-implicit Euler.
 */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include "build.h"

#define G 9.81

static stage s;
static mb_form form;             /* of the problems */

static const char *name(mb_formulation f) { return mb_formulations[f].name; }

static void begin(mb_formulation f, double h, double gravity)
{
    stage_clear(&s);
    s.w.formulation = f;
    s.w.form = form;
    s.w.h = h;
    s.w.gravity[1] = -gravity;
}

/* a floor, or with an angle a slope that falls to the right, through the origin */
static void ground(double angle, double mu)
{
    const double x = 50 * cos(angle), y = 50 * sin(angle), xy[4] = { -x, y, x, -y };
    const mb_polyline line = { 2, xy, 0, mu };

    (void)stage_ground(&s, &line, 1);
}

/* ---- springs, dampers, limits, motors, ropes ------------------------------------------------- */

/* a body of 1 kg on a rail along x, s = x */
static mb_joint *on_a_rail(double h, double x, double v)
{
    mb_joint *j;

    begin(MB_SWEPT, h, 0.0);
    (void)stage_box(&s, 0.2, 0.2, x, 0.0, 0.0);
    j = stage_join(&s, MB_PRISMATIC, -1, 0, 0.0, 0.0);
    j->pb[0] = 0.0;
    s.v[0] = v;
    return j;
}

/* Implicit: with s+ = s + h v+, v+ = (v - h k s/m) / (1 + h (c + h k)/m). The exact motion of this
 * one ends at -.665; the step takes energy. */
static void spring(void)
{
    static const double steps[2] = { 0.01, 0.001 }, end[2] = { -0.419, -0.634 };

    for (int k = 0; k < 2; k++) {
        const double h = steps[k];
        const int count = (int)(1.0 / h + 0.5);
        mb_joint *j = on_a_rail(h, 1.0, 0.0);
        double x = 1.0, v = 0.0;
        j->stiffness = 100.0;
        j->damping = 0.5;
        check_near(mb_world_energy(&s.w), 50.0, 1e-12, "spring: k x^2/2");
        check(stage_run(&s, count), "spring: runs");
        for (int i = 0; i < count; i++) {
            v = (v - h * 100.0 * x) / (1.0 + h * (0.5 + h * 100.0));
            x += h * v;
        }
        check_near(s.q[0], x, 1e-12, "spring, h = %g: the place given by the formula", h);
        check_near(s.q[0], end[k], 5e-4, "spring, h = %g: the known place", h);
    }
}

/* pushed against a stop at 1 m by 10 N, it rests there; and hits it at 3 m/s before */
static void limit(void)
{
    mb_joint *j = on_a_rail(0.01, 0.0, 3.0);

    j->limited = 1;
    j->lo = -1.0;
    j->hi = 1.0;
    for (int side = 1; side >= -1; side -= 2) {
        s.force[0] = 10.0 * side;
        check(stage_run(&s, 200), "limit: runs");
        check_near(s.q[0], side, 1e-15, "limit: rests at the stop");
        check_near(s.v[0], 0.0, 1e-15, "limit: at rest");
    }
}

/* 1 kg, 5 N, from rest: F t/m until it has its speed, which it holds against 3 N, and not against
 * 8; speed 0 is dry friction of the joint */
static void motor(void)
{
    static const struct { double speed, load, time, want; } part[] = {
        { 2, 0, 0.2, 1 }, { 2, 0, 0.4, 2 }, { 2, -3, 0.4, 2 }, { 2, -8, 0.4, 0.8 },
        { 0, 0, 0.1, 0.3 }, { 0, 0, 0.1, 0 } };
    mb_joint *j = on_a_rail(0.01, 0.0, 0.0);

    j->effort = 5.0;
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        j->speed = part[k].speed;
        s.force[0] = part[k].load;
        check(stage_run(&s, (int)(part[k].time / 0.01 + 0.5)), "motor: runs");
        check_near(s.v[0], part[k].want, 1e-11, "motor of %g m/s with %g N", j->speed, s.force[0]);
    }
}

/* 2 m/s against a stop at .3 m, with an effort so large that the body's weight is lost to rounding:
 * it reaches the stop, and stands there or the step fails. */
static void motor_that_drowns_all(void)
{
    mb_joint *j = on_a_rail(0.01, 0.0, 0.0);
    int wild = 0;

    j->speed = 2.0;
    j->effort = 1e20;
    j->limited = 1;
    j->lo = -0.1;
    j->hi = 0.3;
    for (int k = 0; k < 40 && stage_run(&s, 1); k++)
        wild += !(fabs(s.v[0]) < 2.001 && s.q[0] < 0.301);
    check_near(s.q[0], 0.29, 0.011, "motor of 1e20 N: reaches the stop");
    check(wild == 0, "and is never beyond, or faster");
}

/* A wheel on a hinge at its centre, with its weight: nothing of the hinge's rows moves. J = .225,
 * 30 N m: 4/3 rad/s after a step, then 2; with any more effort 2 at once. */
static void motor_of_a_wheel(void)
{
    static const double effort[] = { 30.0, 1e8, 1e16, 1e50 };

    for (int k = 0; k < 4 * mb_formulation_count; k++) {
        const mb_formulation f = (mb_formulation)(k / 4);
        mb_joint *j;
        if (!mb_formulations[f].box && form != MB_FORM_LCP) continue;
        begin(f, 0.01, G);
        stage_mass(&s, stage_disc(&s, 0.3, 0.0, 0.0), 5.0, 0.225);
        j = stage_join(&s, MB_REVOLUTE, -1, 0, 0.0, 0.0);
        j->speed = 2.0;
        j->effort = effort[k % 4];
        s.w.direct = -1;
        check(stage_run(&s, 10), "motor of a wheel: %s", name(f));
        check_near(s.q[2], k % 4 > 0 ? 0.2 : 0.01 * (4.0 / 3.0 + 18.0), 1e-10, "turned");
    }
}

/* a driven body turns the motor's zero: both speeds add up; a damper of c = 1000, J = 1/12, h = .01
 * leaves w/(1 + h c/J) = w/121, where an explicit one would give -119 w */
static void hinges(void)
{
    for (int damped = 0; damped < 2; damped++) {
        mb_joint *j;
        begin(MB_SWEPT, 0.01, 0.0);
        (void)stage_box(&s, 1.0, 1.0, 0.0, 0.0, 0.0);
        (void)stage_box(&s, 0.2, 0.2, 0.0, 0.0, 0.0);
        stage_mass(&s, 1, 1.0, 1.0 / 12.0);
        s.body[0].kind = MB_KINEMATIC;
        s.v[2] = 1.5;
        s.v[5] = 2.5;
        j = stage_join(&s, MB_REVOLUTE, 0, 1, 0.0, 0.0);
        j->damping = damped ? 1000.0 : 0.0;
        j->effort = damped ? 0.0 : 100.0;
        j->speed = 2.0;
        check(stage_run(&s, damped ? 1 : 50), "hinge on a driven body: runs");
        check_near(s.v[5], damped ? 1.5 + 1.0 / 121.0 : 3.5, 1e-12, "its speed");
        check_near(s.v[2], 1.5, 0.0, "the driven body keeps its own");
    }
}

/* a weight falls 1 m into a rope and hangs there */
static void rope(void)
{
    mb_joint *j;

    begin(MB_SWEPT, 0.01, G);
    (void)stage_disc(&s, 0.1, 0.0, 0.0);
    j = stage_join(&s, MB_ROPE, -1, 0, 0.0, 0.0);
    j->length = 1.0;
    check(stage_run(&s, 40), "rope: runs");
    check_near(s.q[1], -G * 0.0001 * 40 * 41 / 2, 1e-12, "a slack rope: free fall");
    check(stage_run(&s, 100), "rope: runs");
    check_near(s.q[1], -1.0, 1e-14, "a taut rope: its length");
}

/* Five discs, e = 1, the first at 1 m/s. All in touch at once there is no cradle, but the energy is
 * kept; with gaps that take more than a step there is; gaps of half a step lose some. */
static void cradle(mb_restitution rule, double gap, const double *want, double energy)
{
    begin(MB_SWEPT, 0.01, 0.0);
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

/* ---- friction -------------------------------------------------------------------------------- */

/* rolls or slips, in any formulation */
static void disc_on_a_slope(void)
{
    static const mb_formulation each[] = { MB_SWEPT, MB_PEG, MB_AP };
    const double slope = PI / 9, g = G * sin(slope), n = G * cos(slope);
    const struct { double mu, a, alpha; const char *what; } way[] = {
        { 0.2, 2 * g / 3, 4 * g / 3, "rolls at mu 0.2" },
        { 0.05, g - 0.05 * n, 0.2 * n, "slips at mu 0.05" },
        { 0.12, g - 0.12 * n, 0.48 * n, "slips at mu 0.12" },
        { 0.123, 2 * g / 3, 4 * g / 3, "rolls at mu 0.123" } };

    for (int k = 0; k < 12; k++) {
        begin(each[k / 4], 0.01, G);
        ground(slope, way[k % 4].mu);
        (void)stage_disc(&s, 0.5, 0.5 * sin(slope), 0.5 * cos(slope));
        check(stage_run(&s, 100), "disc on a slope, %s, %s", name(each[k / 4]), way[k % 4].what);
        check_near(s.v[2], -way[k % 4].alpha, 1e-12, "its spin after 1 s");
        check_near(hypot(s.q[0] - 0.5 * sin(slope), s.q[1] - 0.5 * cos(slope)),
                   way[k % 4].a * 0.5 * 1.01, 1e-12, "its distance, plus h v/2");
    }
}

/* A block of 1 m slides from 1 m/s, mu = .3. Exact: .169895 m. Gauss' floats at h mu slip, after a
 * hop of (mu slip)^2/2g and what the step makes of it, slip h/2. */
static void sliding_block(mb_formulation f, double h, double distance)
{
    const double after = 0.3 / (1.0 + 0.09), hop = after * after / (2.0 * G) + 0.5 * h * after;
    double top = 0.0, floats = 0.0, turned = 0.0;
    int ran = 1;

    begin(f, h, G);
    ground(0.0, 0.3);
    (void)stage_box(&s, 1.0, 1.0, 0.0, 0.5, 0.0);
    s.v[0] = 1.0;
    for (int k = 0; k < (int)(1.0 / h + 0.5) && ran; k++) {
        ran = stage_run(&s, 1);
        top = fmax(top, s.q[1] - 0.5);
        turned = fmax(turned, fabs(s.q[2]));
        if (k == (int)(0.15 / h)) floats = fabs(s.q[1] - 0.5 - h * 0.3 * s.v[0]);
    }
    check(ran && turned < 1e-12, "%s: the block slides", name(f));
    check_near(s.q[0], distance, 1e-6, "%s, h = %g: how far", name(f), h);
    if (mb_formulations[f].dilates) {
        check_near(top, hop, 2e-4, "Gauss, h = %g: it hops", h);
        check(floats < 1e-14, "Gauss, h = %g: it floats at h mu slip (%.2g m off)", h, floats);
    } else {
        check(top < 1e-12, "%s: it stays down", name(f));
    }
}

/* .5 m x 1 m, 1 kg, mu = .6, 6 N at a height: above .41825 m it tips. Where it slides
 * x(.5) = .014250, and v h/2 on top. */
static void tipping_box(mb_formulation f, double height, int tips)
{
    begin(f, 0.01, G);
    ground(0.0, 0.6);
    (void)stage_box(&s, 0.5, 1.0, 0.0, 0.5, 0.0);
    s.force[0] = 6.0;
    s.force[2] = 6.0 * (0.5 - height);
    check(stage_run(&s, 50), "%s: the box is pushed", name(f));
    check((s.q[2] < -1e-3) == tips && (tips || fabs(s.q[2]) < 1e-12),
          "%s: pushed at %g m it %s (%.3g rad)", name(f), height, tips ? "tips" : "does not tip",
          s.q[2]);
    if (!tips && height < 0.42)
        check_near(s.q[0], 0.014250 + 0.005 * s.v[0], 1e-4, "%s: it slides", name(f));
}

static void friction(void)
{
    static const struct { mb_formulation f; double distance[2]; } of[] = {
        { MB_SWEPT, { 0.164898, 0.167396 } }, { MB_PEG, { 0.164898, 0.167396 } },
        { MB_AP, { 0.164898, 0.167396 } }, { MB_GAUSS, { 0.164890, 0.167393 } },
        { MB_TWO_PHASE, { 0.164898, 0.167396 } } };

    for (size_t k = 0; k < 3 * sizeof of / sizeof *of; k++) {
        const mb_formulation f = of[k / 3].f;
        form = (mb_form)(k % 3);
        if (!mb_formulations[f].box && form != MB_FORM_LCP) continue;
        for (int i = 0; i < 2; i++) sliding_block(f, i ? 0.005 : 0.01, of[k / 3].distance[i]);
    }
    form = MB_FORM_LCP;
    tipping_box(MB_SWEPT, 0.4182, 0);
    tipping_box(MB_SWEPT, 0.4183, 1);
    tipping_box(MB_PEG, 0.4182, 0);
    tipping_box(MB_PEG, 0.4183, 1);
    tipping_box(MB_GAUSS, 0.43, 1);
    tipping_box(MB_TWO_PHASE, 0.4182, 0);
    tipping_box(MB_TWO_PHASE, 0.43, 0);                        /* it should: kappa is one sum */
    check_near(s.q[0], 0.0325, 5e-5, "two-phase: instead it slides");
}

static double watched_n, watched_t;

static void watch_impulse(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    watched_n = step->island.ncontact > 0 ? step->p_n[0] : 0.0;
    watched_t = step->island.ncontact > 0 ? step->p_t[0] : 0.0;
}

/* the impulse of the first step of a rod, tan phi = 2, whose lower end leads at 1 m/s */
static double painleve(mb_formulation f, double mu, double spin, double h)
{
    const double rod[] = { -0.5, 0, 0.5, 0 };

    begin(f, h, G);
    ground(0.0, mu);
    s.w.observer = watch_impulse;
    (void)stage_polygon(&s, 2, rod, 0.0, 0.0, 0.5 * sin(atan(2.0)), atan(2.0));
    s.v[0] = -1.0;
    s.v[2] = spin;
    return stage_run(&s, 1) ? watched_n : HUGE_VAL;
}

static void painleve_rod(void)
{
    static const double measured[] = { 0.38339, 0.30834, 0.30083, 0.30008 };

    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_PEG : MB_SWEPT;
        double h = 0.01;
        for (int i = 0; i < 4; i++, h /= 10)
            check_near(painleve(f, 2.0, 0.0, h), measured[i], 1e-5,
                       "rod at mu 2, %s, h = %g: an impact without a collision", name(f), h);
        check_near(watched_t, -0.4, 1e-3, "it stops the end: p_t");
        check_near(painleve(f, 1.3, 0.0, 1e-5) / 1e-5, 245.0, 1.0, "at mu 1.3 a force");
        check(painleve(f, 2.0, -8.0, 0.01) == 0.0,
              "where p = 0 is a second solution, it is chosen");
    }
}

/* ---- seams ----------------------------------------------------------------------------------- */

/* a box slides at 2 m/s from one table over the seam to the next */
static int slide_over_seam(mb_formulation f, double h, mb_primary_rule rule)
{
    static const double left[] = { -3, -1, -3, 0, 0, 0, 0, -1 };
    static const double right[] = { 0, -1, 0, 0, 3, 0, 3, -1 };
    const mb_polyline tables[] = { { 4, left, 1, 0.0 }, { 4, right, 1, 0.0 } };

    begin(f, h, G);
    s.w.primary = rule;
    (void)stage_ground(&s, tables, 2);
    (void)stage_box(&s, 1, 1, -1, 0.5, 0);
    s.v[0] = 2.0;
    return stage_run(&s, (int)(1.0 / h + 0.5));
}

static void seam(void)
{
    for (int k = 0; k < 4; k++) {
        const mb_formulation f = k % 2 ? MB_PEG : MB_SWEPT;
        const double h = k / 2 ? 0.0025 : 0.01;
        check(slide_over_seam(f, h, MB_VERTEX_ENTRY) && fabs(s.v[0] - 2) < 1e-12 &&
                  fabs(s.q[0] - 1) < 1e-12 && fabs(s.q[1] - 0.5) < 1e-12 && fabs(s.q[2]) < 1e-12,
              "%s, h = %g: over the seam between two tables at 2 m/s", name(f), h);
        (void)slide_over_seam(f, 0.01, MB_VERTEX_MAX);
        check_near(s.v[0], -0.70, 0.005, "%s by the rule max: thrown back at -.70 m/s", name(f));
    }
    (void)slide_over_seam(MB_ST, 0.01, MB_VERTEX_ENTRY);
    check(s.q[0] < 0.0, "st on all edges: the box does not get over the seam");
}

/* ---- towers and walls ------------------------------------------------------------------------ */

static int others;               /* steps of islands that Newton's method did not solve */

static void watch_solver(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    others += step->solver && strcmp(step->solver, "contact-newton") != 0;
}

/* rows of unit boxes on a floor, every second row `ratio` times as heavy, and shifted */
static void stands(int wide, int high, double ratio, double shift, int steps)
{
    static mb_impulse warm[16 * BODIES];
    static double start[3 * BODIES];
    double moved = 0.0;
    int ran;

    stage_on_floor(&s, 0.5);
    s.w.epsilon = 0.05;
    s.w.warm = warm;
    s.w.max_warm = 16 * BODIES;
    s.w.max_contacts = 8 * wide * high;
    s.w.observer = watch_solver;
    for (int i = 0; i < wide * high; i++) {
        const int row = i / wide;
        const double mass = row % 2 ? ratio : 1.0;
        stage_mass(&s, stage_box(&s, 1, 1, i % wide + row % 2 * shift, 0.5 + row, 0), mass,
                   mass / 6.0);
        s.body[i].mu = 0.5;
    }
    memcpy(start, s.q, sizeof start);
    others = 0;
    ran = stage_run(&s, steps);
    for (int i = 0; i < 3 * s.w.nbody; i++) moved = fmax(moved, fabs(s.q[i] - start[i]));
    check(ran && moved <= 1e-9,
          "%d x %d boxes, of 1 and %g kg, laid %g aside: %d steps, moved %.2g m", wide, high, ratio,
          shift, s.w.step, moved);
    check(others == 0, "each solved by Newton's method, or as the step before (%d not)", others);
}

static void towers(int full)
{
    static const int high[] = { 10, 20, 30, 50, 75, 76, 90, 100, 150, 200, 250, 300 };

    for (int i = 0; i < (full ? 12 : 4); i++) {
        stands(1, high[i], 1.0, 0.0, 500);
        stands(1, high[i], 1000.0, 0.0, 500);
        stands(1, high[i], 1e-3, 0.0, 500);
    }
    stands(1, 90, 1.0, 0.0, 50);
    stands(4, 6, 1.0, 0.0, 500);
    stands(4, 6, 1.0, 0.5, 500);
    stands(8, 10, 1.0, 0.5, 50);
    if (!full) return;
    stands(12, 25, 1.0, 0.0, 500);
    stands(12, 25, 1.0, 0.5, 500);
    stands(30, 10, 1.0, 0.5, 500);
}

int main(int argc, char **argv)
{
    static const double touch[5] = { -0.6, 0.4, 0.4, 0.4, 0.4 }, apart[5] = { 0, 0, 0, 0, 1 };

    for (int f = MB_FORM_LCP; f <= MB_FORM_BOX; f++) {
        form = (mb_form)f;
        spring();
        limit();
        motor();
        motor_that_drowns_all();
        motor_of_a_wheel();
        hinges();
        rope();
        for (int k = 0; k < 2; k++) {
            const mb_restitution rule = k ? MB_RESTITUTION_POISSON : MB_RESTITUTION_NEWTON;
            cradle(rule, 0.0, touch, 1.0);
            cradle(rule, 0.05, apart, 1.0);
            cradle(rule, 0.005, NULL, k ? 0.53 : 0.73);
        }
    }
    friction();
    disc_on_a_slope();
    painleve_rod();
    seam();
    towers(argc > 1 && strcmp(argv[1], "--full") == 0);
    free(s.scratch);
    return check_done();
}
