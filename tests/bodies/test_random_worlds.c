/* test_random_worlds.c: random worlds of 2 to 30 bodies (16 in the quick run)
 *
 * Heaps on floors and hills, clouds, flush stacks under fire, machines of joints, and driven bodies
 * that push; every shape, friction, restitution, masses up to 1:100, and again up to 1:1000; towers
 * that fall into a bin without friction, where corners pass each other fastest; taut chains with up
 * to 500 times a link's mass at the end; jams in a funnel; and arms in steps of up to a second.
 * Each step must be solved to the published residual, or be reported as failed without moving
 * anything; bodies overlap by no more than the turning of one step causes; joints are closed;
 * velocities gain no more energy than world.h allows. `--full`: 2 000 of each, and 500 chains,
 * `--full N`: from seed N on, `--full N C`: C of each and a quarter of C; `--seed N`: one of these,
 * printed step by step, `--heavy N`, `--drop N`, `--chain N`, `--jam N`, `--slow N` others.
 */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"

#include "build.h"

#define DELTA 4e-6               /* [m] overlap left by positions to bodies of 1 m: see world.h */

static stage s;

/* ---- worlds ---------------------------------------------------------------------------------- */

typedef enum {
    HEAP, HILLS, CLOUD, STACK, MACHINE, SHOVE, WORLDS, DROP, CHAIN, JAM, SLOW
} world_kind;
static const char *const worlds[] = { "heap",  "hills", "cloud", "stack", "machine", "shove",
                                      "seed",  "drop",  "chain", "jam",   "slow" };

static double decades = 2.0;     /* of masses */

/* largest distance of its points from its centre of mass */
static double reach(int body)
{
    double r = 0.0;

    for (int k = 0; k < s.shape[body].nvert; k++)
        r = fmax(r, hypot(s.xy[body][2 * k], s.xy[body][2 * k + 1]) + s.shape[body].radius);
    return r;
}

/* a convex polygon about its centroid, of 3 corners or up to so many - 1 more; returns how many */
static int random_corners(rng *r, int more, double size, double *xy)
{
    const int n = 3 + rng_int(r, more);
    double area, c[2], j;

    for (int k = 0; k < n; k++) {
        const double angle = 2 * PI * (k + rng_range(r, -0.3, 0.3)) / n;
        xy[2 * k] = size * cos(angle);
        xy[2 * k + 1] = size * sin(angle);
    }
    (void)mb_polygon_mass(n, xy, &area, c, &j);
    for (int k = 0; k < 2 * n; k++) xy[k] -= c[k % 2];
    return n;
}

/* a convex polygon about its centroid, and all that is no polygon; sizes from .1 to .4 */
static int random_body(rng *r)
{
    const double size = rng_range(r, 0.1, 0.4), round = rng_range(r, 0.1, 0.6) * size;
    const double rod[4] = { -size, 0, size, 0 };
    double xy[2 * VERTICES] = { 0.0 };
    int n;

    switch (rng_int(r, 8)) {
    case 0: return stage_polygon(&s, 1, rod + 1, 0.0, 0, 0, 0);        /* a point */
    case 1: case 2: return stage_disc(&s, size, 0, 0);
    case 3: return stage_polygon(&s, 2, rod, round, 0, 0, 0);
    case 4: return stage_box(&s, 2 * size, 2 * round, 0, 0, 0);
    default: break;
    }
    n = random_corners(r, 6, size, xy);
    return stage_polygon(&s, n, xy, rng_int(r, 2) ? 0.3 * round : 0.0, 0, 0, 0);
}

static void random_matter(rng *r, int i)
{
    const double mass = pow(10.0, rng_range(r, -0.5, 0.5) * decades);

    s.body[i].mass = mass;
    s.body[i].inertia *= mass;                                 /* of a point 0: it does not turn */
    s.body[i].mu = rng_int(r, 4) ? rng_range(r, 0.0, 1.0) : -1.0;
    s.body[i].e = rng_int(r, 3) ? 0.0 : rng_range(r, 0.0, 1.0);
}

/* places the body in the box where it overlaps no other and, as far as detection shows, is not
 * under ground; 0: no such place */
static int place(rng *r, int i, double width, double lo, double hi)
{
    const double epsilon = s.w.epsilon;

    for (int trial = 0; trial < 100; trial++) {
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
    const double *qa = s.q + 3 * a, *qb = s.q + 3 * b, turn = rng_range(r, -PI, PI);
    const double x = b < 0 ? qa[0] : (qa[0] + qb[0]) / 2;
    const double y = b < 0 ? qa[1] + 0.5 : (qa[1] + qb[1]) / 2;
    mb_joint *j = stage_join(&s, (mb_joint_kind)rng_int(r, 5), a, b, x, y);
    const int line = j->kind == MB_DISTANCE || j->kind == MB_ROPE;

    j->axis[0] = cos(turn);
    j->axis[1] = sin(turn);
    if (line) {                                                /* from centre to centre */
        memset(j->pa, 0, sizeof j->pa);
        if (b >= 0) memset(j->pb, 0, sizeof j->pb);
        j->length = hypot((b < 0 ? x : qb[0]) - qa[0], (b < 0 ? y : qb[1]) - qa[1]);
    }
    if (j->kind == MB_WELD) return;
    j->limited = rng_int(r, 3) == 0;
    j->lo = line ? 0.0 : -rng_range(r, 0.0, 0.5);
    j->hi = (line ? j->length : 0.0) + rng_unit(r);
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
                      seed % 2 ? MB_GAUSS : MB_TWO_PHASE;
    s.w.form = rng_int(&r, 3) ? MB_FORM_LCP : MB_FORM_MLCP;
    if (!mb_formulations[s.w.formulation].box) s.w.form = MB_FORM_LCP;
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

/* one above the other over a flat floor, smooth, askew, of masses that differ up to tenfold */
static world_kind random_drop(uint64_t seed)
{
    const double bin[8] = { -3, 12, -3, 0, 3, 0, 3, 12 }, rod[4] = { -0.2, 0, 0.2, 0 };
    const double wedge[6] = { -1.0 / 6, -0.35 / 3, 0.7 / 3, -0.35 / 3, -0.2 / 3, 0.7 / 3 };
    const mb_polyline line = { 4, bin, 0, 0.0 };
    rng r = { seed };
    const int count = 2 + rng_int(&r, 5);

    stage_clear(&s);
    s.w.epsilon = 0.2;
    s.w.gravity[1] = -9.81;
    s.w.formulation = seed % 3 ? MB_SWEPT : MB_PEG;
    (void)stage_ground(&s, &line, 1);
    for (int i = 0; i < count; i++) {
        const int kind = rng_int(&r, 4);
        if (kind == 0) (void)stage_disc(&s, 0.22, 0, 0);
        if (kind == 1) (void)stage_box(&s, 0.38, 0.3, 0, 0, 0);
        if (kind == 2) (void)stage_polygon(&s, 2, rod, 0.05, 0, 0, 0);
        if (kind == 3) (void)stage_polygon(&s, 3, wedge, 0.0, 0, 0, 0);
        s.body[i].mass = pow(10.0, rng_range(&r, -0.5, 0.5));
        s.body[i].inertia *= s.body[i].mass;
        s.q[3 * i] = rng_range(&r, -0.15, 0.15);
        s.q[3 * i + 1] = 0.4 + 0.6 * i;
        s.q[3 * i + 2] = rng_range(&r, -0.3, 0.3);
    }
    return DROP;
}

/* Two to twelve rods from a hinge of the world, zigzag, with a weight at the end that does not
 * turn, from rest or in a swing; some over a floor that the weight may strike. */
static world_kind random_chain(uint64_t seed)
{
    const double rod[4] = { -0.125, 0, 0.125, 0 };
    double x[2] = { 0.0, 0.0 }, floor[4] = { -9, 0, 9, 0 };
    const mb_polyline line = { 2, floor, 0, 0.3 };
    rng r = { seed };
    const int links = 2 + rng_int(&r, 11), swings = rng_int(&r, 2);
    const double way = rng_range(&r, -PI, 0.0), bend = rng_range(&r, 0.0, 0.6);
    const double spin = swings ? rng_range(&r, -2.0, 2.0) : 0.0;

    stage_clear(&s);
    s.w.h = rng_int(&r, 2) ? 0.01 : 0.005;
    s.w.gravity[1] = -9.81;
    for (int i = 0; i <= links; i++) {
        const double angle = way + (i % 2 ? bend : -bend), before[2] = { x[0], x[1] };
        if (i < links) {
            x[0] += 0.25 * cos(angle);
            x[1] += 0.25 * sin(angle);
            (void)stage_polygon(&s, 2, rod, 0.0, (before[0] + x[0]) / 2, (before[1] + x[1]) / 2,
                                angle);
        } else {
            (void)stage_disc(&s, 0.1, x[0], x[1]);
            stage_mass(&s, i, pow(10.0, rng_range(&r, 0.0, 2.7)), 0.0);
        }
        s.body[i].group = 1;
        s.v[3 * i] = -spin * s.q[3 * i + 1];                   /* all about the hinge */
        s.v[3 * i + 1] = spin * s.q[3 * i];
        s.v[3 * i + 2] = i < links ? spin : 0.0;
        (void)stage_join(&s, MB_REVOLUTE, i - 1, i, before[0], before[1]);
        floor[1] = floor[3] = fmin(floor[1], x[1] - 0.1);
    }
    floor[1] = floor[3] -= rng_range(&r, 0.0, 0.5);
    if (rng_int(&r, 3) == 0) (void)stage_ground(&s, &line, 1);
    return CHAIN;
}

/* discs, capsules, boxes, and as many polygons, sizes from .1 to .35 */
static int random_stone(rng *r)
{
    const double size = rng_range(r, 0.1, 0.35), round = rng_range(r, 0.1, 0.6) * size;
    const double rod[4] = { -size, 0, size, 0 };
    double xy[16];
    int n;

    switch (rng_int(r, 6)) {
    case 0: return stage_disc(&s, size, 0, 0);
    case 1: return stage_polygon(&s, 2, rod, round, 0, 0, 0);
    case 2: return stage_box(&s, 2 * size, 2 * round, 0, 0, 0);
    default: break;
    }
    n = random_corners(r, 5, size, xy);
    return stage_polygon(&s, n, xy, 0.0, 0, 0, 0);
}

/* Bodies of masses up to 1:1000 fall into a funnel and jam there. */
static world_kind random_jam(uint64_t seed, mb_formulation f)
{
    double orders;
    rng r = { seed * 7919 + 13 };
    const double mouth = rng_range(&r, 0.1, 0.6);
    const double xy[8] = { -2, 4, -mouth, 0, mouth, 0, 2, 4 };
    mb_polyline line = { 4, xy, 0, 0.0 };
    int count;

    line.mu = rng_range(&r, 0.0, 1.2);
    stage_clear(&s);
    s.w.epsilon = rng_range(&r, 0.02, 0.2);
    s.w.h = rng_int(&r, 2) ? 0.01 : 0.02;
    s.w.gravity[1] = -9.81;
    s.w.formulation = f;
    (void)stage_ground(&s, &line, 1);
    count = 6 + rng_int(&r, 16);
    orders = rng_range(&r, 0.0, 3.0);
    while (s.w.nbody < count) {
        const int i = random_stone(&r);
        s.body[i].mass = pow(10.0, rng_range(&r, -0.5, 0.5) * orders);
        s.body[i].inertia *= s.body[i].mass;
        s.body[i].mu = rng_int(&r, 4) ? rng_range(&r, 0.0, 1.2) : -1.0;
        s.body[i].e = rng_int(&r, 3) ? 0.0 : rng_unit(&r);
        if (!place(&r, i, 1.2, 0.5, 4.0)) break;
        for (int k = 0; k < 2; k++) s.v[3 * i + k] = rng_range(&r, -3.0, 3.0);
        s.v[3 * i + 1] -= rng_range(&r, 0.0, 8.0);
    }
    return JAM;
}

/* Arms of boxes, joints and motors, many of them brakes; everything turns far in a step. */
static world_kind random_arm(uint64_t seed)
{
    const double floor[4] = { -30, -2, 30, -2 };
    const mb_polyline line = { 2, floor, 0, 0.5 };
    rng r = { seed };
    const int count = 2 + rng_int(&r, 4);

    stage_clear(&s);
    s.w.h = rng_int(&r, 2) ? 1.0 : 0.3;
    s.w.gravity[1] = -9.81;
    if (rng_int(&r, 2)) (void)stage_ground(&s, &line, 1);
    for (int i = 0; i < count; i++) {
        mb_joint *j;
        (void)stage_box(&s, 0.5, 0.2, 0.6 * i, rng_range(&r, 0.0, 0.3), rng_range(&r, -1.0, 1.0));
        s.body[i].group = 1;
        s.body[i].mass = pow(10.0, rng_range(&r, -1.0, 1.0));
        s.body[i].inertia *= s.body[i].mass;
        j = stage_join(&s, (mb_joint_kind)rng_int(&r, 3), i - 1, i, 0.6 * i - 0.3, s.q[3 * i + 1]);
        if (j->kind == MB_WELD) continue;
        j->effort = rng_int(&r, 3) ? pow(10.0, rng_range(&r, -1.0, 4.0)) : 0.0;
        j->speed = rng_int(&r, 3) ? 0.0 : rng_range(&r, -3.0, 3.0);
        j->limited = rng_int(&r, 3) == 0;
        j->lo = -rng_unit(&r);
        j->hi = rng_unit(&r);
    }
    return SLOW;
}

/* ---- requirements ---------------------------------------------------------------------------- */

typedef struct {
    int worlds, failed;          /* that ended early, */
    int swept, fast;             /* had large islands, were faster than epsilon */
    double deepest, joint;       /* [m] */
    double gain, lifted;         /* of one step, by velocities, by positions [J] */
} summary;

typedef struct {
    int steps, problems;
    int way[3], finer, open;     /* islands' steps: by the way they went, in parts, not closed */
    int wrong, small;            /* problems beyond the residual, small islands by sweeps, MB_OK */
    int unseen, moved;           /* failed steps that no observer saw, that changed the state */
    int not_finite, overlap;     /* steps to nowhere; starts in each other */
    int deep, gain;              /* steps into each other; to more energy than is explained */
    int ajar;                    /* steps that leave joints open in silence */
    int pushed;                  /* steps that change the momentum of a cloud */
    int driven;                  /* worlds that end early, where driven bodies crush */
    summary of[MB_MAX_FORMULATIONS];
} tally;

static struct {
    tally *t;
    int failed;
    int swept;                   /* an island was, */
    double slack;                /* with what the residual that is allowed there leaves, and what a
                                    safe step lets in [m] */
    double open;                 /* joints, as reported [m] */
    double gain, lifted, least;  /* in a step; least: how far below its bound an island was [J] */
} seen;

/* J_i M^-1 J_j' of contacts i and j along the directions di, dj */
static double coupling(const mb_body_contact *i, const double *di, const mb_body_contact *j,
                       const double *dj)
{
    double Ji[2][3], Jj[2][3], sum = 0.0;
    const int bi[2] = { i->a, i->b }, bj[2] = { j->a, j->b };

    mb_contact_row(s.q, i, di, Ji[0], Ji[1]);
    mb_contact_row(s.q, j, dj, Jj[0], Jj[1]);
    for (int k = 0; k < 4; k++) {
        const int body = bi[k / 2];
        if (body < 0 || body != bj[k % 2] || s.body[body].kind != MB_DYNAMIC) continue;
        for (int x = 0; x < 3; x++) {
            const double m = x < 2 ? s.body[body].mass : s.body[body].inertia;
            if (m > 0.0) sum += Ji[k / 2][x] * Jj[k % 2][x] / m;
        }
    }
    return sum;
}

/* The residual is relative to the sum of a row's terms: of contact i's velocity after the step */
static double terms(const mb_island_step *step, int i)
{
    const mb_body_contact *c = step->island.contact;
    double sum = fabs(c[i].psi) / s.w.h + 2.0 * hypot(s.w.gravity[0], s.w.gravity[1]) * s.w.h;

    for (int k = 0; k < 2; k++) {
        const int body = k ? c[i].b : c[i].a;
        if (body >= 0)
            sum += hypot(s.v[3 * body], s.v[3 * body + 1]) + reach(body) * fabs(s.v[3 * body + 2]);
    }
    for (int j = 0; j < step->island.ncontact; j++) {
        const double t[2] = { -c[j].n[1], c[j].n[0] };
        sum += fabs(coupling(c + i, c[i].n, c + j, c[j].n) * step->p_n[j]) +
               fabs(coupling(c + i, c[i].n, c + j, t) * step->p_t[j]);
    }
    return sum;
}

/* ---- energy: the bounds in world.h ----------------------------------------------------------- */

static double kinetic(const mb_island *island, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < island->nbody; i++) {
        const double *u = v + 3 * island->body[i];
        const mb_body *b = s.body + island->body[i];
        sum += 0.5 * (b->mass * (u[0] * u[0] + u[1] * u[1]) + b->inertia * u[2] * u[2]);
    }
    return sum;
}

/* without contacts and joints */
static void free_velocities(const mb_world *w, double *v)
{
    for (int i = 0; i < w->nbody; i++)
        for (int k = 0; k < 3; k++)
            v[3 * i + k] = w->v[3 * i + k] + (k < 2 ? w->h * w->gravity[k] : 0.0);
}

/* the work of gravity on the island at v */
static double work_of_gravity(const mb_world *w, const mb_island *island, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < island->nbody; i++)
        for (int k = 0; k < 2; k++)
            sum += w->h * s.body[island->body[i]].mass * w->gravity[k] *
                   v[3 * island->body[i] + k];
    return sum;
}

/* the largest energy from springs and motors */
static double given(const mb_world *w, const mb_island *island)
{
    double sum = 0.0;

    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *j = w->joint + island->joint[i];
        const double x = mb_joint_coordinate(j, w->q, NULL, NULL) - j->rest;
        sum += 0.5 * j->stiffness * x * x + w->h * j->effort * fabs(j->speed);
    }
    return sum;
}

/* a joint's anchors, from a's to b's, with bodies at q + h v */
static void line(const mb_world *w, const mb_joint *j, const double *v, double h, double *d)
{
    d[0] = d[1] = 0.0;
    for (int k = 0; k < 2; k++) {
        const int body = k ? j->b : j->a;
        const double *p = k ? j->pb : j->pa, *q = w->q + 3 * body, *u = v + 3 * body;
        double x[2] = { p[0], p[1] };
        if (body >= 0) mb_rotate(q[2] + h * u[2], p, x);
        for (int i = 0; i < 2; i++)
            d[i] += (k ? 1.0 : -1.0) * (x[i] + (body >= 0 ? q[i] + h * u[i] : 0.0));
    }
}

/* how far the lines of distances and ropes turn at v in a step */
static double line_turn(const mb_world *w, const mb_island *island, const double *v)
{
    double most = 0.0, across, along, d[2], e[2];

    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *j = w->joint + island->joint[i];
        if (j->kind != MB_DISTANCE && j->kind != MB_ROPE) continue;
        line(w, j, v, 0.0, d);
        line(w, j, v, w->h, e);
        across = fabs(d[0] * e[1] - d[1] * e[0]);
        along = fmin(d[0] * d[0] + d[1] * d[1], d[0] * e[0] + d[1] * e[1]);
        most = fmax(most, across / along);
    }
    return most;
}

/* Can a driven body or a bounce add energy without bound? */
static int is_fed(const mb_world *w, const mb_island *island, int *bounces)
{
    int fed = 0;

    *bounces = 0;
    for (int i = 0; i < island->ncontact; i++) {
        const mb_body_contact *c = island->contact + i;
        *bounces |= c->e > 0.0;
        fed |= (c->a >= 0 && w->body[c->a].kind == MB_KINEMATIC) ||
               (c->b >= 0 && w->body[c->b].kind == MB_KINEMATIC);
    }
    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *j = w->joint + island->joint[i];
        fed |= (j->a >= 0 && w->body[j->a].kind == MB_KINEMATIC) ||
               (j->b >= 0 && w->body[j->b].kind == MB_KINEMATIC);
    }
    return fed || (*bounces && w->restitution == MB_RESTITUTION_POISSON);
}

/* the energy gained by an island's velocities, and how far that is below its bound [J] */
static void weigh(const mb_world *w, const mb_island_step *step)
{
    static double v_free[3 * BODIES];
    const mb_island *island = &step->island;
    const double before = kinetic(island, w->v), after = kinetic(island, step->v);
    const int swept = step->solver && strcmp(step->solver, "contact-pgs") == 0;
    const double work = work_of_gravity(w, island, step->v);
    double most = given(w, island), turn = 0.0, free_motion, gain;
    int bounces;

    if (is_fed(w, island, &bounces) || (swept && step->way == MB_SAFE)) return;
    free_velocities(w, v_free);
    free_motion = kinetic(island, v_free);
    for (int i = 0; i < island->nbody; i++) {
        const int at = 3 * island->body[i] + 2;
        turn = fmax(turn, w->h * fmax(fabs(w->v[at]), fabs(step->v[at])));
    }
    turn = fmax(turn, line_turn(w, island, w->v));
    gain = after - before - work;
    most += (swept ? 1e-2 : 1e-6) * free_motion;
    if (island->njoint > 0)
        most += step->way == MB_SAFE ? 0.0 : fmax(1e-2 * free_motion,
                                                  turn < 0.3 ? turn * turn * before : 0.0);
    if (bounces) most = fmax(most, fmax(before, free_motion) + most - before - work);
    seen.gain = fmax(seen.gain, gain);
    seen.least = fmin(seen.least, most - gain);
}

static void watch(const mb_world *w, const mb_island_step *step)
{
    const mb_island *island = &step->island;
    const int swept = step->solver && strcmp(step->solver, "contact-pgs") == 0;

    seen.failed |= step->info.status != MB_OK;
    seen.open = fmax(seen.open, step->open);
    if (step->info.status != MB_OK || step->problem.n == 0) return;
    seen.t->way[step->way]++;
    seen.t->finer += step->level > 0;
    seen.t->open += step->open > 0.0;
    seen.lifted = fmax(seen.lifted, step->lifted);
    weigh(w, step);
    for (int i = 0; i < island->ncontact && swept; i++)
        seen.slack = fmax(seen.slack, s.w.h * 1e-3 * terms(step, i));
    for (int i = 0; i < island->ncontact && step->way == MB_SAFE; i++) {
        const mb_body_contact *c = island->contact + i;
        seen.slack = fmax(seen.slack, s.w.h * 1e-6 * coupling(c, c->n, c, c->n) * step->p_n[i]);
    }
    if (swept) {
        int unknowns = 4 * island->ncontact;
        for (int i = 0; i < island->njoint; i++) unknowns += 3 + 3;    /* limits, a motor */
        seen.swept = 1;
        seen.t->small += unknowns <= 600 && step->info.residual > 1e-10;
    } else if (step->problem.A) {
        seen.t->problems++;
        seen.t->wrong += !(mb_mlcp_residual(&step->problem, step->z) <= 1e-10);
    }
}

/* A bound of the depth after a step of two bodies that were d deep: rows are straight, and bodies
 * turn.
 *
 * Seen from the body with the facet, whose spin is w, a vertex that moves at v against it is
 * accelerated by w_b^2 r_b (it goes around its own centre) + w^2 r + 2 w v at most, and so leaves
 * its row by h^2/2 of that. With the greatest spin w, lever r and speed V of any point:
 *
 *     d+ <= max(d - .1 h, 0) + h^2 (w^2 r + 2 w V) + delta
 *
 * as recovery undoes .1 m/s. It does not hold for AP, which leaves the depth as it is, nor where
 * joints may prevent separation. Before contacts are seen none of this holds: epsilon > h (2 V + h
 * g). Returns 0 where things were faster.
 */
static int deepen(double *d)
{
    double w = 0.0, r = 0.0, V = 0.0, g = hypot(s.w.gravity[0], s.w.gravity[1]);

    for (int i = 0; i < s.w.nbody; i++) {
        const double spin = fabs(s.v[3 * i + 2]);
        w = fmax(w, spin);
        r = fmax(r, reach(i));
        V = fmax(V, hypot(s.v[3 * i], s.v[3 * i + 1]) + reach(i) * spin);
    }
    *d = fmax(*d - (!mb_formulations[s.w.formulation].keeps_gap || s.w.njoint > 0 ? 0.0
                                                                                  : 0.1 * s.w.h),
              0.0) +
         s.w.h * s.w.h * (w * w * r + 2 * w * V) + DELTA + seen.slack;
    return s.w.epsilon > s.w.h * (2 * V + s.w.h * g);
}

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
    seen.slack = seen.gain = seen.lifted = seen.least = seen.open = 0.0;
    s.w.observer = watch;
    if (stage_step(&s, info) == MB_OK) return 1;
    t->unseen += !seen.failed;
    t->moved += memcmp(q, s.q, sizeof q) != 0 || memcmp(v, s.v, sizeof v) != 0 || s.w.t != time;
    return 0;
}

/* by how much joints are open without a report, beyond 1e-9 of the largest body */
static double ajar(void)
{
    double most = 0.0, far = 0.0;

    for (int i = 0; i < s.w.nbody; i++) far = fmax(far, reach(i));
    for (int j = 0; j < s.w.njoint; j++) most = fmax(most, mb_joint_error(&s.w, j));
    return seen.open > 0.0 ? 0.0 : most - 1e-9 * fmax(far, 1.0);
}

/* of bodies at q with the velocities that they have now, with the moment about the origin */
static void momentum_at(const double *q, double *p)
{
    memset(p, 0, 3 * sizeof *p);
    for (int i = 0; i < s.w.nbody; i++) {
        const double *x = q + 3 * i, *v = s.v + 3 * i, m = s.body[i].mass;
        p[0] += m * v[0];
        p[1] += m * v[1];
        p[2] += m * (x[0] * v[1] - x[1] * v[0]) + s.body[i].inertia * v[2];
    }
}

/* Is momentum as mb_world_momentum had it, p, before the step from q? Impulses act where the bodies
 * were, and so do moments, if all bodies turn. */
static int keeps_momentum(const double *q, const double *p)
{
    double now[3], off = 0.0;
    int turn = 1;

    momentum_at(q, now);
    for (int i = 0; i < s.w.nbody; i++) turn &= s.body[i].inertia > 0.0;
    for (int k = 0; k < 2 + turn; k++) off = fmax(off, fabs(now[k] - p[k]));
    return off <= 1e-11;
}

static mb_formulation jam_in = MB_AP;

/* wanted: one of the last four; else a world of `most` bodies, of any other */
static void run(uint64_t seed, world_kind wanted, int most, int steps, int tell, tally *t)
{
    const world_kind kind = wanted == DROP ? random_drop(seed) :
                            wanted == CHAIN ? random_chain(seed) :
                            wanted == JAM ? random_jam(seed, jam_in) :
                            wanted == SLOW ? random_arm(seed) : random_world(seed, most);
    const char *name = mb_formulations[s.w.formulation].name;
    summary *of = t->of + s.w.formulation;
    double allowed = DELTA;
    int fast = 0;
    mb_info info;

    seen.t = t;
    seen.swept = 0;
    of->worlds++;
    t->overlap += stage_penetration(&s) > 1e-9;
    for (int i = 0; i < steps; i++) {
        const int parts = t->finer;
        double deep, momentum[3], q[3 * BODIES];
        mb_world_momentum(&s.w, momentum);
        memcpy(q, s.q, sizeof q);
        if (!step(t, &info)) {
            note("seed %d, %s, %s, form %d: step %d: %s, residual %.1e, body %d", (int)seed,
                 worlds[kind], name, (int)s.w.form, i + 1, mb_status_name(info.status),
                 info.residual, info.where);
            of->failed++;
            t->driven += kind == SHOVE;
            break;
        }
        t->steps++;
        t->not_finite += !finite_state();
        deep = stage_penetration(&s);
        fast |= !deepen(&allowed);
        if (tell)
            note("step %d: deep %.2e of %.2e, energy %.6g, gain %.2e, lifted %.2e", i + 1, deep,
                 allowed, mb_world_energy(&s.w), seen.gain, seen.lifted);
        if (!fast && deep > allowed) {
            note("seed %d, %s, %s: step %d: %.2e deep, not %.2e", (int)seed, worlds[kind], name,
                 i + 1, deep, allowed);
            t->deep++;
        }
        if (seen.least < -1e-9 * (1 + fabs(mb_world_energy(&s.w)))) {
            note("seed %d, %s, %s: step %d gains %.2e J too much", (int)seed, worlds[kind], name,
                 i + 1, -seen.least);
            t->gain++;
        }
        for (int j = 0; j < s.w.njoint; j++) of->joint = fmax(of->joint, mb_joint_error(&s.w, j));
        t->ajar += ajar() > 0.0;
        if (kind == CLOUD && t->finer == parts) t->pushed += !keeps_momentum(q, momentum);
        allowed = fmin(allowed, deep);
        if (!fast) of->deepest = fmax(of->deepest, deep);
        of->gain = fmax(of->gain, seen.gain);
        of->lifted = fmax(of->lifted, seen.lifted);
    }
    of->fast += fast;
    of->swept += seen.swept;
}

static int failures(const tally *t)
{
    int sum = 0;

    for (int f = 0; f < mb_formulation_count; f++) sum += t->of[f].failed;
    return sum;
}

static void report(const char *what, const tally *t)
{
    int count = 0;

    for (int f = 0; f < mb_formulation_count; f++) {
        const summary *of = t->of + f;
        count += of->worlds;
        if (of->worlds == 0) continue;
        note("%-9s %4d worlds, %d ended early, %d swept, %d too fast; deep %.1e m, joints %.1e m, "
             "gain %.1e J, lifted %.1e J", mb_formulations[f].name, of->worlds, of->failed,
             of->swept, of->fast, of->deepest, of->joint, of->gain, of->lifted);
    }
    note("%s: %d steps, %d problems; of islands %d accurate, %d half, %d safe, %d in parts, %d not "
         "closed", what, t->steps, t->problems, t->way[MB_ACCURATE], t->way[MB_HALF],
         t->way[MB_SAFE], t->finer, t->open);
    check(t->overlap == 0, "%s: no overlap at the start", what);
    check(t->wrong == 0, "MB_OK only within the residual (%d are not)", t->wrong);
    check(t->small == 0, "small islands by the residual alone (%d are not)", t->small);
    check(t->unseen == 0, "the observer sees every failed step (%d are not seen)", t->unseen);
    check(t->moved == 0, "a failed step changes nothing (%d do)", t->moved);
    check(t->not_finite == 0, "all states are finite (%d are not)", t->not_finite);
    check(t->deep == 0, "no overlap beyond that caused by turning (%d steps)", t->deep);
    check(t->ajar == 0, "joints are closed to 1e-9, or the error is reported (%d steps)", t->ajar);
    check(t->pushed == 0, "bodies push each other equally and oppositely (%d steps)", t->pushed);
    check(t->gain == 0, "no island gains more than it may (%d do)", t->gain);
    check(failures(t) - t->driven <= count / 500,
          "without driven bodies, worlds run to the end (%d of %d do not; %d more are crushed)",
          failures(t) - t->driven, count, t->driven);
}

/* a number of worlds of one kind, from a seed on */
static void run_all(world_kind kind, int first, int count, int most, int steps, tally *t)
{
    for (int k = 0; k < count; k++) run((uint64_t)(first + k), kind, most, steps, 0, t);
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const int first = full && argc > 2 ? atoi(argv[2]) : 1;
    const int count = full && argc > 3 ? atoi(argv[3]) : full ? 2000 : check_few(60);
    const int chains = full ? count / 4 : check_few(20), jams = full ? count / 10 : check_few(12);
    const int most = full ? 30 : 16, steps = full ? 50 : 40;
    static const int passing[] = { 387, 786, 1005, 1298, 1452, 1658 }; /* corner on corner */
    static const int jamming[] = { 82, 114 };                  /* Lemke's method ended on rays */
    static tally usual, heavy, taut, jammed, slow;

    if (argc > 2 && !full) {                                   /* one of them */
        world_kind kind = WORLDS;
        for (int k = WORLDS; k <= SLOW; k++)
            if (strcmp(argv[1] + 2, worlds[k]) == 0) kind = (world_kind)k;
        decades = strcmp(argv[1], "--heavy") == 0 ? 3.0 : 2.0;
        run((uint64_t)atoi(argv[2]), kind, 30, kind == WORLDS ? 50 : 200, 1, &usual);
        report(argv[1], &usual);
        return check_done();
    }
    run_all(WORLDS, first, count, most, steps, &usual);
    run_all(DROP, first, count, most, 120, &usual);
    for (int k = 0; k < 6 && !full; k++) run_all(DROP, passing[k], 1, most, 120, &usual);
    if (!full) run_all(WORLDS, 70261, 1, 30, 50, &usual);      /* rays of Gauss' problem as mLCP */
    report("masses to 1:100", &usual);
    decades = 3.0;
    run_all(WORLDS, first + 10000, count, most, steps, &heavy);
    if (!full) run_all(WORLDS, 11726, 1, 30, 50, &heavy);      /* PEG, deep corner on corner */
    report("masses to 1:1000", &heavy);
    run_all(CHAIN, first, chains, most, full ? 200 : 100, &taut);
    report("taut chains", &taut);
    for (int k = 0; k < jams; k++) {
        static const mb_formulation in[] = { MB_AP, MB_ST, MB_PEG, MB_SWEPT };
        jam_in = in[k % 4];
        run_all(JAM, first + k, 1, most, 100, &jammed);
    }
    jam_in = MB_AP;
    for (int k = 0; k < 2; k++) run_all(JAM, jamming[k], 1, most, 60, &jammed);
    report("jams", &jammed);
    run_all(SLOW, first, 5 * jams, most, 60, &slow);
    report("a second a step", &slow);
    return check_done();
}
