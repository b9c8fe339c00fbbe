/* test_step.c: worlds that mb_world_step refuses, sweeps that solve too little, a solver that lies;
 * and particles, as mb_sim moves them */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include "build.h"
#include "minisim2d/reading/scene.h"
#include "minisim2d/solving/cone.h"

#define G 9.81

static stage s;
static mb_support support[2];

/* ---- what is refused ------------------------------------------------------------------------- */

/* two boxes with a hinge: valid; and with a square of friction under each */
static void sound_world(void)
{
    static const mb_support square[2] = { { 0, { 0.1, 0.0 }, 1.0, 0.5 },
                                          { 1, { 0.1, 0.0 }, 1.0, 0.5 } };

    stage_on_floor(&s, 0.5);
    memcpy(support, square, sizeof support);
    s.w.support = support;
    s.w.sides = MB_SQUARE;
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    (void)stage_box(&s, 1, 1, 2, 0.5, 0);
    (void)stage_join(&s, MB_REVOLUTE, 0, 1, 1, 0.5);
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
}

/* the world with one fault is refused with this status, thing and place, and nothing has changed */
static void refused(mb_status status, const char *what, int where, const char *why)
{
    const double q0 = s.q[0], q4 = s.q[4];
    const char *got = "";
    mb_info info = { MB_OK, 0, 0.0, 0 }, step = { MB_OK, 0, 0.0, 0 };
    const mb_status check_status = mb_world_check(&s.w, &got, &info);

    if (!check(check_status == status && info.status == status && info.where == where &&
               strcmp(got, what) == 0, "refused: %s", why))
        note("%s %d, %s", got, info.where, mb_status_name(check_status));
    check(mb_world_step(&s.w, &step) == status && step.where == where && s.w.step == 0 &&
          memcmp(&q0, s.q, sizeof q0) == 0 && memcmp(&q4, s.q + 4, sizeof q4) == 0,
          "and so is the step");
    sound_world();
}

#define REFUSED(change, status, what, where) \
    do { change; refused(status, what, where, #change); } while (0)

static void refused_worlds(void)
{
    const double nan = strtod("nan", NULL), inf = HUGE_VAL;
    double spoilt[8] = { -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5 };

    sound_world();
    check(mb_world_check(&s.w, NULL, NULL) == MB_OK, "the valid world is accepted");
    check(mb_world_check(NULL, NULL, NULL) == MB_BAD_ARG, "NULL is refused");
    REFUSED(s.w.h = 0.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.h = -0.01, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.h = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.epsilon = 0.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.epsilon = inf, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.gravity[0] = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.t = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.impact = -1.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.recovery = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.terrain_e = 1.1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.max_contacts = -1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.body = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.shape = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.joint = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.force = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.njoint = -1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.formulation = mb_formulation_count, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.form = (mb_form)3, MB_BAD_ARG, "world", -1);
    REFUSED((s.w.formulation = MB_TWO_PHASE, s.w.form = MB_FORM_BOX), MB_BAD_ARG, "world", -1);
    REFUSED(s.w.primary = (mb_primary_rule)2, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.restitution = (mb_restitution)2, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.options.tol = -1.0, MB_BAD_ARG, "world", -1);
    REFUSED((s.shape[1].xy = spoilt, spoilt[2] = -0.5), MB_BAD_ARG, "shape", 1);
    REFUSED(s.shape[1].radius = -0.1, MB_BAD_ARG, "shape", 1);
    REFUSED(s.body[1].shape = 2, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].kind = (mb_body_kind)3, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mass = 0.0, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mass = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.body[0].inertia = -1.0, MB_BAD_ARG, "body", 0);
    REFUSED((s.body[0].inertia = 0.0, s.v[2] = 1.0), MB_BAD_ARG, "body", 0);
    REFUSED((s.body[1].inertia = 0.0, s.v[5] = 1.0), MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mu = inf, MB_NOT_FINITE, "body", 1);
    REFUSED(s.body[1].e = 1.5, MB_BAD_ARG, "body", 1);
    REFUSED(s.q[4] = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.v[0] = inf, MB_NOT_FINITE, "body", 0);
    REFUSED(s.force[5] = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.joint[0].b = 0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].a = 2, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].a = -2, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].kind = (mb_joint_kind)5, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].pa[1] = nan, MB_NOT_FINITE, "joint", 0);
    REFUSED((s.joint[0].kind = MB_PRISMATIC, s.joint[0].axis[0] = 0.0), MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].kind = MB_ROPE, MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].kind = MB_DISTANCE, s.joint[0].length = 1.0), MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].limited = 1, s.joint[0].lo = 1.0), MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].limited = 1, s.joint[0].hi = nan), MB_NOT_FINITE, "joint", 0);
    REFUSED(s.joint[0].effort = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].effort = inf, MB_NOT_FINITE, "joint", 0);
    REFUSED(s.joint[0].stiffness = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].damping = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].kind = MB_WELD, s.joint[0].effort = 1.0), MB_BAD_ARG, "joint", 0);
    REFUSED(s.w.sweeps = -1, MB_BAD_ARG, "world", -1);
    REFUSED((s.w.sweeps = 3, s.w.lcp_solver = mb_lemke), MB_BAD_ARG, "world", -1);
    REFUSED((s.w.sweeps = 3, s.w.formulation = MB_PEG), MB_BAD_ARG, "world", -1);
    REFUSED((s.w.sweeps = 3, s.w.formulation = MB_GAUSS), MB_BAD_ARG, "world", -1);
    s.w.nsupport = 2;
    check(mb_world_check(&s.w, NULL, NULL) == MB_OK, "squares need no solver of their own");
    REFUSED((s.w.nsupport = 2, support[1].mu = -0.1), MB_BAD_ARG, "support", 1);
    REFUSED((s.w.nsupport = 2, support[0].load = nan), MB_NOT_FINITE, "support", 0);
    REFUSED((s.w.nsupport = 2, support[1].body = 2), MB_BAD_ARG, "support", 1);
    REFUSED((s.w.nsupport = 2, support[0].body = 1, support[1].body = 0), MB_BAD_ARG, "support", 1);
    REFUSED((s.w.nsupport = 2, s.w.sides = 5), MB_BAD_ARG, "world", -1);
    REFUSED((s.w.nsupport = 2, s.w.sides = MB_MOST_SIDES + 2), MB_BAD_ARG, "world", -1);
    REFUSED((s.w.nsupport = 2, s.w.sides = 8, s.w.form = MB_FORM_BOX), MB_BAD_ARG, "world", -1);
    REFUSED((s.w.nsupport = 2, s.w.sides = MB_DISC), MB_BAD_ARG, "world", -1);   /* no solver */
    REFUSED((s.w.nsupport = 2, s.w.sides = MB_DISC, s.w.cone = mb_cone_newton,
             s.w.formulation = MB_PEG), MB_BAD_ARG, "world", -1);
}

/* ---- solvers --------------------------------------------------------------------------------- */

static mb_island_step shown;

static void show(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    shown = *step;
}

/* a solver that falsely returns MB_OK */
static mb_status lies(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                      mb_arena scratch)
{
    (void)opt;
    (void)info;
    (void)scratch;
    for (int i = 0; i < p->n; i++) z[i] = HUGE_VAL;
    return MB_OK;
}

/* A box on two corners: the sum of infinite moments is no number, and no rest either. */
static void what_is_no_number(void)
{
    mb_info info;

    stage_on_floor(&s, 0.5);
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.w.lcp_solver = lies;
    s.w.observer = show;
    check(stage_step(&s, &info) == MB_NOT_FINITE && s.w.step == 0 &&
              shown.info.status == MB_NOT_FINITE && shown.info.where == -1,
          "velocities that are NaN are refused");
}

/* A cube that slides on the floor without friction, by one sweep a step: its first corner's impulse
 * is .4 m g h, (1/m + 1/4/J) z = g h with J = m/6, and the second's .48. */
static void unsolved_steps(void)
{
    static mb_impulse kept[64];
    mb_info info;
    int steps = 0;

    stage_on_floor(&s, 0.5);
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.body[0].mu = 0.0;
    s.v[0] = 1.0;
    s.w.sweeps = 1;
    s.w.observer = show;
    s.w.warm = kept;
    s.w.max_warm = (int)(sizeof kept / sizeof *kept);
    check(stage_step(&s, &info) == MB_MAX_ITER && info.status == MB_MAX_ITER,
          "a step with too few sweeps is never MB_OK");
    check(shown.info.status == MB_MAX_ITER && shown.way == MB_UNSOLVED,
          "and its observer sees MB_UNSOLVED");
    check(s.w.step == 1, "but the step is done");
    check_near(s.v[1], -0.12 * G * 0.01, 1e-12, "with the velocities after the sweep");
    while (stage_step(&s, &info) == MB_MAX_ITER && steps < 100) steps++;
    check(info.status == MB_OK && shown.way == MB_ACCURATE && steps > 0 && steps < 50,
          "warm-started, it is solved some steps later, and reported as MB_OK");
}

/* ---- particles ------------------------------------------------------------------------------- */

static double terrain_memory[20000], sim_memory[200000];

/* a scene's particle by mb_sim, and as a body that does not turn: steps until they part */
static int same_steps(const char *path, mb_formulation f, mb_primary_rule rule)
{
    mb_arena a = mb_arena_make(terrain_memory, sizeof terrain_memory);
    mb_polyline line[64];
    mb_sim sim;
    scene sc;
    double x[2], v[2], point[2] = { 0, 0 };
    int same = 0;

    if (scene_read(path, &sc, stdout) != 0) return -1;
    for (int i = 0; i < sc.nobstacle && i < 64; i++) {
        line[i].nvert = sc.obstacle[i].nvert;
        line[i].xy = sc.obstacle[i].xy;
        line[i].closed = sc.obstacle[i].closed;
        line[i].mu = sc.obstacle[i].mu;
    }
    stage_clear(&s);
    memset(&sim, 0, sizeof sim);
    (void)mb_terrain_build(line, sc.nobstacle, &sim.terrain, NULL, &a);
    memcpy(x, sc.particle[0].x, sizeof x);
    memcpy(v, sc.particle[0].v, sizeof v);
    sim.np = 1;
    sim.mass = &sc.particle[0].mass;
    sim.force = sc.particle[0].force;
    sim.x = x;
    sim.v = v;
    sim.scratch = mb_arena_make(sim_memory, sizeof sim_memory);
    s.w.terrain = sim.terrain;
    (void)stage_polygon(&s, 1, point, 0.0, x[0], x[1], 0.0);
    stage_mass(&s, 0, sc.particle[0].mass, 0.0);
    s.w.primary = rule;
    s.w.recovery = -1.0;
    for (int i = 0; i < 2; i++) {
        s.v[i] = v[i];
        s.force[i] = sim.force[i];
        s.w.gravity[i] = sim.gravity[i] = sc.gravity[i];
    }
    s.w.epsilon = sim.epsilon = sc.epsilon;
    s.w.h = sim.h = sc.h;
    s.w.formulation = sim.formulation = f;
    while (s.w.t < sc.time - 0.5 * sc.h && mb_sim_step(&sim, NULL) == MB_OK && stage_run(&s, 1) &&
           hypot(x[0] - s.q[0], x[1] - s.q[1]) < 1e-9)
        same++;
    scene_free(&sc);
    return same;
}

static void particles(void)
{
    for (int rule = MB_VERTEX_ENTRY; rule <= MB_VERTEX_MAX; rule++) {
        const char *name = rule == MB_VERTEX_MAX ? "max" : "entry";
        check(same_steps("scenes/hills.scene", MB_PEG, (mb_primary_rule)rule) == 250,
              "hills, PEG, %s: a particle in a world moves as in mb_sim", name);
        check_near(s.q[0], 10.302, 5e-4, "to the kit's digits, x");
        check_near(s.q[1], 1.047, 5e-4, "to the kit's digits, y");
        check(same_steps("scenes/sawtooth-friction.scene", MB_PEG, (mb_primary_rule)rule) >= 100,
              "sawtooth with friction, PEG, %s", name);
        check(same_steps("scenes/sawtooth.scene", MB_PEG, (mb_primary_rule)rule) >= 119,
              "sawtooth, PEG, %s: up to the tip where there are two solutions", name);
    }
    check(same_steps("scenes/hills.scene", MB_SWEPT, MB_VERTEX_ENTRY) == 250, "hills, swept");
}

int main(void)
{
    refused_worlds();
    what_is_no_number();
    unsolved_steps();
    particles();
    free(s.scratch);
    return check_done();
}
