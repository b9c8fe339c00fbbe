/* test_supports.c: bodies on points, seen from above, against closed forms and other methods
 *
 * Velocities of a step are those of its end: a body that is braked evenly comes h v0/2 less far
 * than in truth, exactly if it stops at the end of a step, and else within mu g h^2/8 of that.
 */
#include "build.h"
#include "minisim2d/solving/cone.h"

#define G 9.81
#define MASS 0.5
#define RADIUS 0.05
#define FEET 0.04                /* their distance from the centre */
#define MU 0.3
#define INERTIA (0.5 * MASS * RADIUS * RADIUS)

static stage s;
static mb_support support[12];

static void feet(double angle)
{
    for (int k = 0; k < 3; k++) {
        mb_support *f = support + s.w.nsupport++;
        f->body = 0;
        f->at[0] = FEET * cos(angle + 2.0 * PI * k / 3.0);
        f->at[1] = FEET * sin(angle + 2.0 * PI * k / 3.0);
        f->load = MASS * G / 3.0;
        f->mu = MU;
    }
}

/* a puck at rest in the origin, its first foot at an angle */
static void puck(double h, int sides, double foot)
{
    stage_clear(&s);
    (void)stage_disc(&s, RADIUS, 0.0, 0.0);
    stage_mass(&s, 0, MASS, INERTIA);
    s.w.h = h;
    s.w.epsilon = 0.01;
    s.w.support = support;
    s.w.sides = sides;
    if (sides == MB_SQUARE) s.w.form = MB_FORM_BOX;
    s.w.cone = mb_cone_newton;
    s.w.cone_scratch = mb_cone_scratch;
    feet(foot);
}

/* half of what its feet can hold, in many directions: no digit of its place changes */
static void held(void)
{
    int moved = 0;

    for (int k = 0; k < 40; k++) {
        const double hold = MU * MASS * G;
        puck(0.01, MB_DISC, 0.1 * k);
        s.force[0] = 0.5 * hold * cos(0.7 * k);
        s.force[1] = 0.5 * hold * sin(0.7 * k);
        s.force[2] = 0.1 * FEET * hold * cos(1.1 * k);
        moved += !stage_run(&s, 5) || fabs(s.q[0]) + fabs(s.q[1]) + fabs(s.q[2]) > 0.0;
    }
    check(moved == 0, "a puck that its feet hold stays where it is (%d of 40 do not)", moved);
}

/* runs until nothing moves; returns the time, HUGE_VAL: a step failed, or it moves for more than 5
 * s */
static double run_to_rest(void)
{
    for (int k = 0; k * s.w.h < 5.0; k++) {
        if (fabs(s.v[0]) + fabs(s.v[1]) + fabs(s.v[2]) <= 0.0) return k * s.w.h;
        if (!stage_run(&s, 1)) return HUGE_VAL;
    }
    return HUGE_VAL;
}

/* ---- slide ----------------------------------------------------------------------------------- */

/* from v0 along `angle`, held back by `share` of mu m g */
static void slide(int sides, double angle, double share, const char *what)
{
    const double v0 = 0.5, far = v0 * v0 / (2.0 * share * MU * G);

    for (double h = 0.01; h > 0.001; h *= 0.5) {
        double end, way;
        puck(h, sides, 0.4);
        s.v[0] = v0 * cos(angle);
        s.v[1] = v0 * sin(angle);
        end = run_to_rest();
        way = s.q[0] * cos(angle) + s.q[1] * sin(angle);
        check_near(way + 0.5 * h * v0, far, 0.125 * share * MU * G * h * h + 1e-12,
                   "%s: slides v0^2/(2 mu g), h = %g", what, h);
        check(fabs(end - v0 / (share * MU * G)) <= 2.0 * h, "%s: and stops in time", what);
        check(fabs(s.q[1] * cos(angle) - s.q[0] * sin(angle)) < 1e-12 && fabs(s.q[2]) < 1e-10,
              "%s: straight on", what);
    }
}

/* Where the slip lies between two corners, each holds back with as much: cos(180/n) of a disc's. */
static void slides(void)
{
    static const int sides[] = { 4, 8, 16 };

    slide(MB_DISC, 0.7, 1.0, "disc");
    for (int k = 0; k < 3; k++) {
        const double half = PI / sides[k];
        slide(sides[k], 2.0 * half, 1.0, "polygon along a corner");
        slide(sides[k], half, cos(half), "polygon between corners");
    }
    slide(MB_SQUARE, 0.0, 1.0, "square along a side");
    slide(MB_SQUARE, PI / 4.0, sqrt(2.0), "square along its diagonal");
}

/* ---- slide and spin -------------------------------------------------------------------------- */

/* x, y, angle and their rates, under friction of feet that all slide */
static void rates(const double *x, double *dx)
{
    memcpy(dx, x + 3, 3 * sizeof *dx);
    dx[3] = dx[4] = dx[5] = 0.0;
    for (int k = 0; k < 3; k++) {
        double r[2], u[2], f[2], slip;
        mb_rotate(x[2], support[k].at, r);
        u[0] = x[3] - x[5] * r[1];
        u[1] = x[4] + x[5] * r[0];
        slip = hypot(u[0], u[1]);
        if (!(slip > 0.0)) continue;
        for (int i = 0; i < 2; i++) f[i] = -MU * support[k].load * u[i] / slip;
        dx[3] += f[0] / MASS;
        dx[4] += f[1] / MASS;
        dx[5] += (r[0] * f[1] - r[1] * f[0]) / INERTIA;
    }
}

/* Runge-Kutta's step, until the speeds are a 10 000th of those at the start; the time */
static double integrate(double *x, double dt)
{
    double t = 0.0, k[4][6], y[6];
    const double weight[4] = { 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6 }, part[4] = { 0, 0.5, 0.5, 1 };
    const double start = hypot(x[3], x[4]) + FEET * fabs(x[5]);

    while (hypot(x[3], x[4]) + FEET * fabs(x[5]) > 1e-4 * start && t < 1.0) {
        for (int n = 0; n < 4; n++) {
            for (int i = 0; i < 6; i++) y[i] = x[i] + (n ? part[n] * dt * k[n - 1][i] : 0.0);
            rates(y, k[n]);
        }
        for (int i = 0; i < 6; i++)
            for (int n = 0; n < 4; n++) x[i] += dt * weight[n] * k[n][i];
        t += dt;
    }
    return t;
}

static void slide_and_spin(void)
{
    double truth[6] = { 0, 0, 0.2, 0.5, 0, 10 }, h[4], error[4], t, order;

    puck(0.01, MB_DISC, PI / 2.0);
    t = integrate(truth, 5e-6);
    check_near(t, 0.21359, 5e-5, "slide and spin: Runge-Kutta's time, as another program has it");
    check_near(truth[2], 1.273561, 1e-5, "slide and spin: the turn");
    for (int k = 0; k < 4; k++) {
        int last = 0;
        h[k] = 0.01 / (1 << k);
        puck(h[k], MB_DISC, PI / 2.0);
        s.q[2] = 0.2;
        s.v[0] = 0.5;
        s.v[2] = 10.0;
        while (hypot(s.v[0], s.v[1]) > 0.0 && last < 1000 && stage_run(&s, 1)) last++;
        check(fabs(s.v[2]) <= 0.0, "slide and spin: both end in one step, h = %g", h[k]);
        check(fabs(last * h[k] - t) <= 2.0 * h[k], "slide and spin: in time");
        error[k] = hypot(s.q[0] - truth[0], s.q[1] - truth[1]) + FEET * fabs(s.q[2] - truth[2]);
    }
    order = fitted_order(4, h, error);
    check(order > 0.9 && order < 1.1 && error[3] < 6e-4, "slide and spin: of order %.2f, to %.2g m",
          order, error[3]);
}

/* ---- least power ----------------------------------------------------------------------------- */

/* A body whose mass is negligible compared with its friction always has, of all velocities that its
 * contact allows, the one with the least power of friction, whatever the scale of the loads: here
 * they are HEAVY times the weight. Feet may have any places and loads; the velocity is v + w n for
 * a w in an interval, of which the power is a convex function. */
#define HEAVY 1000.0

typedef struct {
    double v[3], n[3];
} family;

static void load_feet(void)
{
    for (int k = 0; k < s.w.nsupport; k++) support[k].load *= HEAVY;
}

static double power(const double *q, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < s.w.nsupport; k++) {
        double r[2];
        mb_rotate(q[2], support[k].at, r);
        sum += support[k].load * hypot(v[0] - v[2] * r[1], v[1] + v[2] * r[0]);
    }
    return sum;
}

static double power_at(const double *q, const family *f, double w, double *v)
{
    for (int i = 0; i < 3; i++) v[i] = f->v[i] + w * f->n[i];
    return power(q, v);
}

static void least_power(const double *q, const family *f, double *v)
{
    const double golden = 0.5 * (sqrt(5.0) - 1.0);
    double lo = -20.0, hi = 20.0;

    for (int k = 0; k < 90; k++) {
        const double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
        if (power_at(q, f, a, v) < power_at(q, f, b, v)) hi = b;
        else lo = a;
    }
    (void)power_at(q, f, 0.5 * (lo + hi), v);
}

/* a puck that rolls along the face of a pusher with velocity (across, .05) */
static void carried(double across, double h)
{
    double q[3] = { 0, 0, 0.3 }, v[3], middle[3];
    const family f = { { across, 0.05, 0.0 }, { -RADIUS, 0.0, 1.0 } };
    const int steps = 400;
    int pusher;

    puck(h, MB_DISC, PI / 2.0);
    for (int k = 0; k < steps; k++) {
        least_power(q, &f, v);
        for (int i = 0; i < 3; i++) middle[i] = q[i] + 0.5 / steps * v[i];
        least_power(middle, &f, v);
        for (int i = 0; i < 3; i++) q[i] += v[i] / steps;
    }
    s.q[2] = 0.3;
    pusher = stage_box(&s, 0.4, 0.02, 0.0, -0.06, 0.0);
    s.body[pusher].kind = MB_KINEMATIC;
    s.body[pusher].mu = 1.0;
    s.v[3] = across;
    s.v[4] = 0.05;
    load_feet();
    check(stage_run(&s, (int)(1.0 / h + 0.5)), "carried: runs");
    note("carried at %g: least power (%.5f, %.5f), h = %g: (%.5f, %.5f)", across, q[0], q[2], h,
         s.q[0], s.q[2]);
    check_near(s.q[0], q[0], 4e-3 * h, "carried at %g m/s: x, h = %g", across, h);
    check_near(s.q[1], 0.05, 1e-6, "carried at %g m/s: y", across);
    check_near(s.q[2], q[2], 0.08 * h, "carried at %g m/s: angle", across);
}

/* A square on three feet, pushed by a smooth disc at x = `at`. Of velocities at which the square's
 * edge keeps up with the disc two are free: the turn, and how fast it slides along its edge. The
 * least power is that of two nested minima. */
static void pushed_velocity(const double *q, double at, double y, double *v)
{
    const double golden = 0.5 * (sqrt(5.0) - 1.0), c = cos(q[2]), sn = sin(q[2]);
    const double n[2] = { -sn, c };                            /* of the lower edge, inwards */
    const double p[2] = { at + 0.01 * n[0], y + 0.01 * n[1] };
    const double arm = (p[0] - q[0]) * n[1] - (p[1] - q[1]) * n[0], up = 0.02 * n[1];
    double lo = -1.0, hi = 1.0, best[2][3];

    for (int k = 0; k < 70; k++) {                             /* n.v + arm w = up */
        const double w[2] = { hi - golden * (hi - lo), lo + golden * (hi - lo) };
        double least[2];
        for (int i = 0; i < 2; i++) {
            const double along = up - arm * w[i];
            const family f = { { along * n[0], along * n[1], w[i] }, { c, sn, 0.0 } };
            least_power(q, &f, best[i]);
            least[i] = power(q, best[i]);
        }
        if (least[0] < least[1]) hi = w[1];
        else lo = w[0];
    }
    memcpy(v, best[0], sizeof best[0]);
}

static void pushed(double at, int steps)
{
    static const double foot[3][3] = { { 0.04, -0.03, 3.065625 }, { -0.04, -0.03, 3.065625 },
                                       { 0.0, 0.05, 3.67875 } };
    double q[3] = { 0, 0, 0 }, v[3], middle[3];

    stage_clear(&s);
    s.w.epsilon = 0.01;
    s.w.h = 0.001;
    s.w.cone = mb_cone_newton;
    s.w.cone_scratch = mb_cone_scratch;
    s.w.support = support;
    for (int k = 0; k < 3; k++) {
        mb_support *f = support + s.w.nsupport++;
        f->body = 0;
        f->at[0] = foot[k][0];
        f->at[1] = foot[k][1];
        f->load = foot[k][2];
        f->mu = MU;
    }
    (void)stage_box(&s, 0.1, 0.1, 0.0, 0.0, 0.0);
    (void)stage_disc(&s, 0.01, at, -0.06);
    s.body[1].kind = MB_KINEMATIC;
    s.v[4] = 0.02;
    for (int k = 0; k < steps; k++) {
        pushed_velocity(q, at, -0.06 + 0.02 * k / steps, v);
        for (int i = 0; i < 3; i++) middle[i] = q[i] + 0.5 / steps * v[i];
        pushed_velocity(middle, at, -0.06 + 0.02 * (k + 0.5) / steps, v);
        for (int i = 0; i < 3; i++) q[i] += v[i] / steps;
    }
    note("least power: (%.6f, %.6f, %.6f)", q[0], q[1], q[2]);
    load_feet();
    check(stage_run(&s, 1000), "pushed at %g: runs", at);
    for (int i = 0; i < 3; i++)
        check_near(s.q[i], q[i], i < 2 ? 2e-5 : 3e-4, "pushed at %g m: %c", at, "xya"[i]);
}

/* ---- the limit surface ----------------------------------------------------------------------- */

/* By how much a force and torque can grow until no friction holds them: the least of friction's
 * power over theirs, of all velocities at which theirs is 1. Its maximum over impulses is a convex
 * problem whose dual is this one. */
static double holds_up_to(const double *force)
{
    static const double origin[3] = { 0, 0, 0 };
    double least = HUGE_VAL;

    for (int i = 0; i < 720; i++)
        for (int k = -120; k <= 120; k++) {
            const double a = 2.0 * PI * i / 720.0, w = tan(1.55 * k / 120.0) / FEET;
            const double v[3] = { cos(a), sin(a), w };
            const double given = force[0] * v[0] + force[1] * v[1] + force[2] * v[2];
            if (given > 1e-9) least = fmin(least, MU * power(origin, v) / given);
        }
    return least;
}

/* Where a foot is the pole the surface is flat: of the two others, sqrt(3) R from it, the power is
 * (2/sqrt 3) mu m g R w, and F/(mu m g) + M/(mu m g R) = 2/sqrt 3. Its middle has F^2 + M^2 = 2/3,
 * the least of all; on an ellipse all would be 1. */
static void flat_facet(void)
{
    const double most = MU * MASS * G / sqrt(3.0), foot = 0.3;
    const double force[3] = { most * sin(foot), -most * cos(foot), most * FEET };

    for (int k = 0; k < 2; k++) {
        double moved;
        puck(0.01, MB_DISC, foot);
        for (int i = 0; i < 3; i++) s.force[i] = (k ? 1.001 : 0.999) * force[i];
        check(stage_run(&s, 20), "limit surface: runs");
        moved = hypot(s.q[0], s.q[1]) + FEET * fabs(s.q[2]);
        check(k ? moved > 1e-6 : moved < 1e-12, "limit surface: %s of F^2 + M^2 = 2/3 (%.2g m)",
              k ? "1.001" : ".999", moved);
    }
}

static void limit_surface(void)
{
    rng r = { 5 };

    for (int k = 0; k < 12; k++) {
        const double a = rng_range(&r, 0.0, 2.0 * PI), share = rng_unit(&r);
        const double force[3] = { MASS * cos(a) * share, MASS * sin(a) * share,
                                  FEET * MASS * (1.0 - share) };
        double most;
        puck(0.01, MB_DISC, 0.3);
        most = holds_up_to(force);
        for (int i = 0; i < 3; i++) s.force[i] = 0.995 * most * force[i];
        check(stage_run(&s, 20) && hypot(s.q[0], s.q[1]) + FEET * fabs(s.q[2]) < 1e-12,
              "limit surface: .995 of it is held (%d)", k);
        for (int i = 0; i < 3; i++) s.force[i] = 1.005 * most * force[i];
        check(stage_run(&s, 20) && hypot(s.q[0], s.q[1]) + FEET * fabs(s.q[2]) > 1e-6,
              "limit surface: 1.005 of it is not (%d)", k);
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* the island's data: k rows a support, with its effort, and side by side */
static void shares(void)
{
    static const int sides[] = { MB_DISC, MB_SQUARE, 6 };
    static double memory[20000];
    const int body[1] = { 0 };
    const mb_island island = { 1, body, 0, s.contact, 0, NULL };

    for (int k = 0; k < 3; k++) {
        mb_arena a = mb_arena_make(memory, sizeof memory);
        const int each = sides[k] < 4 ? 2 : sides[k] / 2;
        mb_layout at;
        mb_dynamics d;
        puck(0.01, sides[k], 0.0);
        check(mb_world_dynamics(&s.w, &island, &d, &a) == MB_OK && d.nm == 3 * each,
              "rows: %d a support", each);
        check((d.share != NULL) == (sides[k] != MB_SQUARE), "rows: squares share nothing");
        for (int i = 0; i < d.nm && d.share; i++)
            check(d.share[i] == d.share[i - i % each] && (i == 0 || i % each > 0 ||
                  d.share[i] != d.share[i - 1]), "rows: row %d shares with its own", i);
        check_near(d.effort[0], MU * MASS * G / 3.0, 1e-15, "rows: mu N");
        check(mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at) == MB_OK &&
              at.ns == (d.share ? 3 : d.nm), "rows: a slip for each effort");
    }
}

int main(void)
{
    held();
    slides();
    slide_and_spin();
    carried(0.01, 0.01);
    carried(0.05, 0.01);
    pushed(0.042, 60);
    flat_facet();
    limit_surface();
    shares();
    return check_done();
}
