/* test_random_worlds.c: worlds of 2 to 30 bodies (16 in the quick run) that nobody has tuned for
 *
 * Heaps on floors and hills, clouds, flush stacks under fire, machines of joints, and driven bodies
 * that shove; every shape, friction, restitution. Of every step: it is solved to the published
 * residual, or reported, and then nothing has moved; nobody is in anybody beyond what one step's
 * turning makes; nothing gains energy that nothing gives. `--full`: 2 000 of them; `--seed N`: one
 * of these, told step by step.
 */
#include <stdio.h>

#include "build.h"

static stage s;

/* ---- worlds ---------------------------------------------------------------------------------- */

typedef enum { HEAP, HILLS, CLOUD, STACK, MACHINE, SHOVE, WORLDS } world_kind;
static const char *const worlds[WORLDS] = { "heap",  "hills",   "cloud",
                                            "stack", "machine", "shove" };

/* a convex polygon about its centroid, and all that is no polygon; sizes from .1 to .4 */
static int random_body(rng *r)
{
    const double size = rng_range(r, 0.1, 0.4), round = rng_range(r, 0.1, 0.6) * size;
    const double rod[4] = { -size, 0, size, 0 };
    double xy[2 * VERTICES] = { 0.0 }, area, c[2], j;
    int n;

    switch (rng_int(r, 8)) {
    case 0: return stage_polygon(&s, 1, rod + 1, 0.0, 0, 0, 0);        /* a point */
    case 1: case 2: return stage_disc(&s, size, 0, 0);
    case 3: return stage_polygon(&s, 2, rod, round, 0, 0, 0);
    case 4: return stage_box(&s, 2 * size, 2 * round, 0, 0, 0);
    default: break;
    }
    n = 3 + rng_int(r, 6);
    for (int k = 0; k < n; k++) {
        const double angle = 2 * PI * (k + rng_range(r, -0.3, 0.3)) / n;
        xy[2 * k] = size * cos(angle);
        xy[2 * k + 1] = size * sin(angle);
    }
    (void)mb_polygon_mass(n, xy, &area, c, &j);
    for (int k = 0; k < 2 * n; k++) xy[k] -= c[k % 2];
    return stage_polygon(&s, n, xy, rng_int(r, 2) ? 0.3 * round : 0.0, 0, 0, 0);
}

static void random_matter(rng *r, int i)
{
    const double mass = pow(10.0, rng_range(r, -1.0, 1.0));

    s.body[i].mass = mass;
    s.body[i].inertia *= mass;                                 /* of a point 0: it does not turn */
    s.body[i].mu = rng_int(r, 4) ? rng_range(r, 0.0, 1.0) : -1.0;
    s.body[i].e = rng_int(r, 3) ? 0.0 : rng_range(r, 0.0, 1.0);
}

/* the body where it meets nobody, within the box, nor is under ground, as far as one can see; 0:
 * there is no room */
static int place(rng *r, int i, double width, double lo, double hi)
{
    const double epsilon = s.w.epsilon;

    for (int trial = 0; trial < 60; trial++) {
        double deep;
        s.q[3 * i] = rng_range(r, -width, width);
        s.q[3 * i + 1] = rng_range(r, lo, hi);
        s.q[3 * i + 2] = s.body[i].inertia > 0.0 ? rng_range(r, -PI, PI) : 0.0;
        s.w.epsilon = 5.0;
        deep = stage_penetration(&s);
        s.w.epsilon = epsilon;
        if (!(deep > 0.0)) return 1;
    }
    s.w.nbody--;
    s.w.nshape--;
    return 0;
}

static void random_velocity(rng *r, int i, double speed)
{
    for (int k = 0; k < 2; k++) s.v[3 * i + k] = rng_range(r, -speed, speed);
    s.v[3 * i + 2] = s.body[i].inertia > 0.0 ? rng_range(r, -2 * speed, 2 * speed) : 0.0;
}

static void scatter(rng *r, int count, double width, double lo, double hi)
{
    while (s.w.nbody < count) {
        const int i = random_body(r);
        random_matter(r, i);
        if (!place(r, i, width, lo, hi)) return;
        random_velocity(r, i, 2.0);
    }
}

/* a trough of three sides, or hills */
static void random_ground(rng *r, int hills)
{
    double xy[24];
    mb_polyline line = { 4, xy, 0, 0.0 };

    line.mu = rng_range(r, 0.0, 0.8);
    if (hills) {
        line.nvert = 12;
        for (int k = 0; k < 12; k++) {
            xy[2 * k] = -3 + 6.0 * k / 11;
            xy[2 * k + 1] = rng_range(r, -0.4, 0.4);
        }
    } else {
        const double trough[8] = { -2, 3, -1.5, 0, 1.5, 0, 2, 3 };
        memcpy(xy, trough, sizeof trough);
    }
    (void)stage_ground(&s, &line, 1);
    s.w.terrain_e = rng_int(r, 3) ? 0.0 : 0.5;
}

/* towers of boxes, face on face and side by side, and a disc that flies at them */
static void flush_stack(rng *r, int count)
{
    const int wide = 1 + rng_int(r, 3);
    const double w = rng_range(r, 0.3, 0.8), h = rng_range(r, 0.2, 0.6);

    for (int k = 0; k < count - 1; k++) {
        const int i = stage_box(&s, w, h, w * (k % wide) - 0.6, h * (k / wide) + h / 2, 0);
        random_matter(r, i);
        s.body[i].e = 0.0;
    }
    if (rng_int(r, 2)) {
        const int i = stage_disc(&s, 0.2, -1.25, rng_range(r, 0.3, 1.0));
        random_matter(r, i);
        s.v[3 * i] = rng_range(r, 1.0, 5.0);
    }
}

/* joints of every kind between neighbours, and to the world, as the bodies stand */
static void random_joint(rng *r, int a, int b)
{
    mb_joint *j = s.joint + s.w.njoint++;
    const double *qa = s.q + 3 * a, *qb = s.q + 3 * b, turn = rng_range(r, -PI, PI);
    const double x[2] = { b < 0 ? qa[0] : (qa[0] + qb[0]) / 2, b < 0 ? qa[1] + 0.5
                                                                     : (qa[1] + qb[1]) / 2 };
    const double d[2] = { x[0] - qa[0], x[1] - qa[1] };

    j->kind = (mb_joint_kind)rng_int(r, 5);
    j->a = a;
    j->b = b;
    j->axis[0] = cos(turn);
    j->axis[1] = sin(turn);
    j->pa[0] = cos(qa[2]) * d[0] + sin(qa[2]) * d[1];
    j->pa[1] = cos(qa[2]) * d[1] - sin(qa[2]) * d[0];
    if (b >= 0) {
        const double e[2] = { x[0] - qb[0], x[1] - qb[1] };
        j->pb[0] = cos(qb[2]) * e[0] + sin(qb[2]) * e[1];
        j->pb[1] = cos(qb[2]) * e[1] - sin(qb[2]) * e[0];
    } else {
        j->pb[0] = x[0];
        j->pb[1] = x[1];
    }
    j->angle = (b < 0 ? 0.0 : qb[2]) - qa[2];
    if (j->kind == MB_DISTANCE || j->kind == MB_ROPE) {
        memset(j->pa, 0, sizeof j->pa);
        if (b >= 0) memset(j->pb, 0, sizeof j->pb);
        j->length = hypot((b < 0 ? x[0] : qb[0]) - qa[0], (b < 0 ? x[1] : qb[1]) - qa[1]);
    }
    if (j->kind == MB_WELD) return;
    j->limited = rng_int(r, 3) == 0;
    j->lo = j->kind == MB_DISTANCE || j->kind == MB_ROPE ? 0.0 : -rng_range(r, 0.0, 0.5);
    j->hi = (j->kind == MB_DISTANCE || j->kind == MB_ROPE ? j->length : 0.0) + rng_unit(r);
    j->effort = rng_int(r, 4) ? 0.0 : rng_range(r, 0.0, 5.0);
    j->speed = rng_int(r, 2) ? rng_range(r, -3.0, 3.0) : 0.0;
    j->damping = rng_int(r, 4) ? 0.0 : rng_range(r, 0.0, 2.0);
    if (rng_int(r, 4) == 0) {
        j->stiffness = rng_range(r, 0.0, 50.0);
        j->rest = j->hi / 2;
    }
}

static void random_machine(rng *r)
{
    for (int i = 0; i < s.w.nbody && s.w.njoint < JOINTS; i++) {
        const int b = rng_int(r, 3) == 0 ? -1 : i + 1 < s.w.nbody ? i + 1 : -1;
        if (rng_int(r, 4)) random_joint(r, i, b);
    }
}

static world_kind random_world(uint64_t seed, int most)
{
    rng r = { seed };
    const world_kind kind = (world_kind)rng_int(&r, WORLDS);
    const int few = rng_int(&r, 4), count = 2 + rng_int(&r, few ? 8 : most - 1);
    const int f = rng_int(&r, 20);

    stage_clear(&s);
    s.w.epsilon = 0.2;
    s.w.formulation = f < 12 ? MB_SWEPT : f < 17 ? MB_PEG : f < 18 ? MB_ST : f < 19 ? MB_AP :
                      MB_GAUSS;
    s.w.form = rng_int(&r, 3) ? MB_FORM_LCP : MB_FORM_MLCP;
    s.w.restitution = rng_int(&r, 2) ? MB_RESTITUTION_NEWTON : MB_RESTITUTION_POISSON;
    if (kind != CLOUD) s.w.gravity[1] = -9.81;
    if (kind != CLOUD) random_ground(&r, kind == HILLS);
    if (kind == STACK) flush_stack(&r, count);
    else scatter(&r, count, kind == CLOUD ? 1.0 : 1.4, kind == CLOUD ? -1.0 : 0.2, 1.5);
    if (kind == MACHINE) random_machine(&r);
    for (int i = 0; kind == SHOVE && i < s.w.nbody; i += 3) {
        s.body[i].kind = i % 2 ? MB_STATIC : MB_KINEMATIC;
        random_velocity(&r, i, 0.5);
    }
    return kind;
}

/* ---- what must hold -------------------------------------------------------------------------- */

typedef struct {
    int worlds, steps, problems;
    int failed, coarse;          /* worlds that did not get to their end; that did by sweeps */
    int wrong;                   /* problems beyond the residual, though MB_OK */
    int unseen, moved;           /* failed steps that no observer saw, that changed the state */
    int not_finite, overlap;     /* steps to nowhere; starts in each other */
    int deep, gain;              /* steps into each other; to more energy */
    double deepest;              /* [m] */
} tally;

static struct {
    tally *t;
    int failed;
    int coarse;                  /* an island was swept, to a tolerance that shows */
} seen;

static void watch(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    seen.failed |= step->info.status != MB_OK;
    if (step->solver && strcmp(step->solver, "contact-pgs") == 0) {
        seen.coarse = 1;
        return;
    }
    if (step->info.status != MB_OK || step->problem.n == 0 || !step->problem.A) return;
    seen.t->problems++;
    seen.t->wrong += !(mb_mlcp_residual(&step->problem, step->z) <= 1e-10);
}

/* How much deeper a step can leave two bodies than they were: rows are straight, and bodies turn. A
 * facet of length L that turns at w against a vertex that moves along it at v leaves its row by
 * h^2 (w^2 L/4 + w v/2); of two bodies, at twice w and v. */
static double turning(void)
{
    double w = 0.0, v = 0.0, L = 0.0;

    for (int i = 0; i < s.w.nbody; i++) {
        double r = 0.0;
        for (int k = 0; k < s.shape[i].nvert; k++)
            r = fmax(r, hypot(s.xy[i][2 * k], s.xy[i][2 * k + 1]) + s.shape[i].radius);
        L = fmax(L, 2 * r);
        w = fmax(w, fabs(s.v[3 * i + 2]));
        v = fmax(v, hypot(s.v[3 * i], s.v[3 * i + 1]) + r * fabs(s.v[3 * i + 2]));
    }
    return s.w.h * s.w.h * (w * w * L + 2 * w * v);
}

/* nothing but contacts without bounce, that could give or store energy; ST and PEG can by
 * half-spaces that a body is behind: coming out of them is work */
static int only_loses(void)
{
    for (int i = 0; i < s.w.nbody; i++)
        if (s.body[i].e > 0.0 || s.body[i].kind == MB_KINEMATIC) return 0;
    return s.w.njoint == 0 && !(s.w.terrain_e > 0.0) && s.w.formulation == MB_SWEPT;
}

/* The default. ST and AP take facets that are not there for walls, and AP closes all gaps. PEG cuts
 * corners, and its problem has several solutions there: of 500 worlds two flush stacks slid into
 * each other. */
static int keeps_out(void) { return s.w.formulation == MB_SWEPT; }

static int finite_state(void)
{
    for (int i = 0; i < 3 * s.w.nbody; i++)
        if (!(fabs(s.q[i]) < 1e9) || !(fabs(s.v[i]) < 1e9)) return 0;
    return 1;
}

/* one step; 0 if it fails, which must be seen and change nothing */
static int step(tally *t, mb_info *info)
{
    static double q[3 * BODIES], v[3 * BODIES];
    const double time = s.w.t;

    memcpy(q, s.q, sizeof q);
    memcpy(v, s.v, sizeof v);
    seen.failed = 0;
    s.w.observer = watch;
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    if (mb_world_step(&s.w, info) == MB_OK) return 1;
    t->unseen += !seen.failed;
    t->moved += memcmp(q, s.q, sizeof q) != 0 || memcmp(v, s.v, sizeof v) != 0 || s.w.t != time;
    return 0;
}

static void run(uint64_t seed, int most, int steps, int tell, tally *t)
{
    const world_kind kind = random_world(seed, most);
    double allowed = 1e-6, energy = mb_world_energy(&s.w);
    mb_info info;

    seen.t = t;
    seen.coarse = 0;
    t->worlds++;
    t->overlap += stage_penetration(&s) > 1e-9;
    for (int i = 0; i < steps; i++) {
        double deep, now;
        if (!step(t, &info)) {
            note("seed %d, %s, %s, form %d: step %d: %s, residual %.1e, body %d", (int)seed,
                 worlds[kind], mb_formulations[s.w.formulation].name, (int)s.w.form, i + 1,
                 mb_status_name(info.status), info.residual, info.where);
            t->failed++;
            break;
        }
        t->steps++;
        deep = stage_penetration(&s);
        now = mb_world_energy(&s.w);
        allowed = fmax(allowed - 0.1 * s.w.h, 1e-6) + turning();
        if (tell) note("step %d: deep %.2e of %.2e, energy %.6g", i + 1, deep, allowed, now);
        t->not_finite += keeps_out() && !finite_state();
        if (keeps_out()) {
            t->deep += deep > allowed + (seen.coarse ? 1e-3 : 0.0);
            t->deepest = fmax(t->deepest, deep);
        }
        t->gain += only_loses() && !seen.coarse && now > energy + 1e-9 * (1 + fabs(energy));
        energy = now;
    }
    t->coarse += seen.coarse;
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const int one = argc > 2 && strcmp(argv[1], "--seed") == 0;
    const int count = full ? 2000 : one ? 1 : 60;
    tally t;

    memset(&t, 0, sizeof t);
    for (int k = 0; k < count; k++)
        run(one ? (uint64_t)atoi(argv[2]) : (uint64_t)k + 1, count == 60 ? 16 : 30,
            count == 60 ? 40 : 50, one, &t);
    note("%d worlds, %d steps, %d problems", t.worlds, t.steps, t.problems);
    check(t.overlap == 0, "nothing starts in anything else");
    check(t.wrong == 0, "MB_OK: only within the residual (%d are not)", t.wrong);
    check(t.unseen == 0, "every failed step is shown (%d are not)", t.unseen);
    check(t.moved == 0, "and changes nothing (%d do)", t.moved);
    check(t.not_finite == 0, "all states are finite (%d are not)", t.not_finite);
    check(t.deep == 0, "nobody is in anybody beyond what turning makes (%d steps; deepest %.1e m)",
          t.deep, t.deepest);
    check(t.gain == 0, "contacts without bounce take energy, and give none (%d steps)", t.gain);
    check(t.failed + t.coarse <= t.worlds / 5, "most worlds get to their end (%d of %d do not, %d "
          "by sweeps)", t.failed, t.worlds, t.coarse);
    return check_done();
}
