/* test_swept.c: mb_sweep on cases worked out by hand, and the formulation `swept` against the exact
 * reference on random terrains */
#include <stdlib.h>
#include <string.h>

#include "minisim2d/truth/exact.h"
#include "minisim2d/motion/simulate.h"
#include "check.h"
#include "terrains.h"

/* ---- mb_sweep -------------------------------------------------------------------------------- */

typedef struct {
    mb_sim sim;
    double memory[1024];
} ground;

static void ground_of(ground *g, const mb_polyline *lines, int count)
{
    mb_arena a = mb_arena_make(g->memory, sizeof g->memory);

    memset(&g->sim, 0, sizeof g->sim);
    g->sim.epsilon = 0.2;
    if (mb_terrain_build(lines, count, &g->sim.terrain, NULL, &a) != MB_OK) exit(2);
}

/* boxes clockwise from the lower left corner: edges left, top, right, bottom */
#define BOX(x0, y0, x1, y1) { x0, y0, x0, y1, x1, y1, x1, y0 }

static const double level_xy[] = { 0, 0, 2, 0 }, wall_xy[] = { 0, 2e9, 0, 0 };
static const double roof_xy[] = { -2, -2, 0, 0, 2, -2 }, corner_xy[] = { -2, 0, 0, 0, 0, 2 };
static const double left_xy[] = BOX(0, 0, 1, 1), right_xy[] = BOX(1, 0, 2, 1);
static const double wedge_xy[] = { 1, 0, 1, 1, 2, 0 }, floor_xy[] = { -3, 0, 5, 0 };

static const mb_polyline level[] = { { 2, level_xy, 0, 0.0 } };
static const mb_polyline wall[] = { { 2, wall_xy, 0, 0.0 } };          /* its front: the right */
static const mb_polyline roof[] = { { 3, roof_xy, 0, 0.0 } };          /* a ridge at the origin */
static const mb_polyline corner[] = { { 3, corner_xy, 0, 0.0 } };      /* floor and wall */
static const mb_polyline bricks[] = { { 4, left_xy, 1, 0.0 }, { 4, right_xy, 1, 0.0 },
    { 2, floor_xy, 0, 0.0 } };
static const mb_polyline ridge[] = { { 4, left_xy, 1, 0.0 }, { 3, wedge_xy, 1, 0.0 } };

#define WALL_TOL (64 * 0x1p-52 * (1 + 1e9 + 2e9))      /* as seen from (1, 0), on the way to 1e9 */

/* the edge that a segment enters, -1: none; other: one that it may enter instead */
static const struct {
    const char *what;
    const mb_polyline *lines;
    int count;
    double x[2], y[2];
    int enters, other;
} sweeps[] = {
    { "from the front", level, 1, { 1, 1 }, { 1, -1 }, 0, 0 },
    { "from behind", level, 1, { 1, -1 }, { 1, 1 }, -1, -1 },
    { "stops before it", level, 1, { 1, 1 }, { 1, 0.1 }, -1, -1 },
    { "arrives on it", level, 1, { 1, 1 }, { 1, 0 }, -1, -1 },
    { "passes its first end", level, 1, { -1, 1 }, { 1, -1.1 }, -1, -1 },
    { "passes just outside its end", level, 1, { -1, 0.9 }, { 1, -1.1 }, -1, -1 },
    { "just inside its end", level, 1, { -1, 1.1 }, { 1, -0.9 }, 0, 0 },
    { "slides along it", level, 1, { 0, 0 }, { 2, 0 }, -1, -1 },
    { "on it, towards its solid", level, 1, { 1, 0 }, { 1.5, -1e-6 }, 0, 0 },
    { "towards its solid by 30 roundings", level, 1, { 1, 0 }, { 1.5, -3e-14 }, 0, 0 },
    { "by half of one", level, 1, { 1, 0 }, { 1.5, -5e-16 }, -1, -1 },
    { "from deeper than slack", level, 1, { 1, -1e-5 }, { 1, -1 }, -1, -1 },
    { "from within slack", level, 1, { 1, -1e-12 }, { 1, -1 }, 0, 0 },
    { "a NaN", level, 1, { 1, (double)NAN }, { 1, -1 }, -1, -1 },
    { "tol grows with y: 1.5 tol", wall, 1, { 1, 0 }, { -1.5 * WALL_TOL, 1e9 }, 0, 0 },
    { "tol grows with y: 0.7 tol", wall, 1, { 1, 0 }, { -0.7 * WALL_TOL, 1e9 }, -1, -1 },
    { "left side of a roof", roof, 1, { -1, 1 }, { -1, -3 }, 0, 0 },
    { "right side of a roof", roof, 1, { 1, 1 }, { 1, -3 }, 1, 1 },
    { "over the ridge", roof, 1, { -1, 1e-3 }, { 1, 1e-3 }, -1, -1 },
    { "through the ridge, grazing", roof, 1, { -1, 0 }, { 1, 0 }, -1, -1 },
    { "straight down on the ridge", roof, 1, { 0, 1 }, { 0, -1 }, 0, 1 },
    { "down just right of the ridge", roof, 1, { 0, 1 }, { 1e-12, -1 }, 0, 1 },
    { "down just left of the ridge", roof, 1, { 0, 1 }, { -1e-12, -1 }, 0, 1 },
    { "just below the ridge: the near side", roof, 1, { -1, 0.1 }, { 1, -0.1001 }, 0, 0 },
    { "the floor first", corner, 1, { -0.5, 0.2 }, { 0.5, -0.25 }, 0, 0 },
    { "the wall first", corner, 1, { -0.2, 0.5 }, { 0.25, -0.5 }, 1, 1 },
    { "bricks side by side: over the seam", bricks, 3, { 0.5, 1 }, { 1.5, 1 }, -1, -1 },
    { "down on the seam", bricks, 3, { 1, 2 }, { 1, 0.5 }, 1, 5 },
    { "along the floor against a brick", bricks, 3, { -1, 0 }, { 0.5, 0 }, 0, 0 },
    { "the same from the right", bricks, 3, { 3, 0 }, { 1.5, 0 }, 6, 6 },
    { "the same, floating by a rounding error", bricks, 3, { -1, 1e-14 }, { 0.5, 0 }, 0, 0 },
    { "over a ridge of two solids", ridge, 2, { 0.5, 1 }, { 1.5, 1 }, -1, -1 },
    { "the same, back", ridge, 2, { 1.5, 1 }, { 0.5, 1 }, -1, -1 },
    { "from the ridge along the box's top", ridge, 2, { 1, 1 }, { 0.5, 1 }, -1, -1 },
    { "from the ridge down the wedge", ridge, 2, { 1, 1 }, { 1.5, 0.5 }, -1, -1 },
    { "down on it: box's top or wedge's slope", ridge, 2, { 1, 2 }, { 1, 0 }, 1, 5 },
};

static void sweeps_by_hand(void)
{
    for (size_t k = 0; k < sizeof sweeps / sizeof sweeps[0]; k++) {
        mb_contact c = { .edge = -1 };
        ground g;
        ground_of(&g, sweeps[k].lines, sweeps[k].count);
        if (!mb_sweep(&g.sim, sweeps[k].x, sweeps[k].y, NULL, 0, &c)) c.edge = -1;
        if (!check(c.edge == sweeps[k].enters || c.edge == sweeps[k].other, "%s: %s",
                   sweeps[k].what, sweeps[k].enters < 0 ? "not entered" : "entered"))
            note("edge %d, expected %d or %d", c.edge, sweeps[k].enters, sweeps[k].other);
    }
}

/* into a corner: both edges, one after the other, then none */
static void each_edge_once(void)
{
    const double x[2] = { -0.5, 0.25 }, y[2] = { 0.5, -0.25 };
    mb_contact c[3];
    ground g;

    ground_of(&g, corner, 1);
    check(mb_sweep(&g.sim, x, y, NULL, 0, c) && mb_sweep(&g.sim, x, y, c, 1, c + 1) &&
              c[0].edge + c[1].edge == 1 && !mb_sweep(&g.sim, x, y, c, 2, c + 2),
          "into the corner: both, one after the other");
}

/* a segment whose ends are `from` and `to` [m] in front of an edge, and `begin` and `end` along the
 * direction in which it lies: turned by quarters */
typedef struct { double x[2], y[2]; } segment;

static segment segment_at(int quarters, double begin, double from, double end, double to)
{
    const double c[4] = { 1, 0, -1, 0 }, s[4] = { 0, 1, 0, -1 };
    const double cos = c[quarters], sin = s[quarters];

    return (segment){ { cos * begin - sin * from, sin * begin + cos * from },
                      { cos * end - sin * to, sin * end + cos * to } };
}

/* tol and slack as mb_sweep states them: 1 % less and 1 % more of each decides, at edges in four
 * directions, anywhere on them */
static void tolerances(void)
{
    rng r = { 6 };
    int wrong = 0;

    for (int trial = 0; trial < 200; trial++) {
        const int quarters = trial % 4;
        const double p = 16 * (rng_int(&r, 65) - 32), length = 16 * (1 + rng_int(&r, 8)),
                     reach = fmax(fabs(p), fabs(p + length)), q = p + length,
                     begin = rng_range(&r, p + 1.0, q - 1.0), end = rng_range(&r, p + 1.0, q - 1.0);
        const segment line = segment_at(quarters, p, 0.0, q, 0.0);
        const double xy[4] = { line.x[0], line.x[1], line.y[0], line.y[1] };
        const double tol = 64 * 0x1p-52 * (fabs(begin) + fabs(end) + 1.0 + reach),
                     slack = 64 * tol;
        const mb_polyline edge = { 2, xy, 0, 0.0 };
        ground g;
        ground_of(&g, &edge, 1);
        for (int over = 0; over < 2; over++) {
            const double k = over ? 1.01 : 0.99;
            const double at_ends = 64 * 64 * 0x1p-52 * (2.0 * fabs(q) + 2.0 + reach);
            const double before = 64 * 64 * 0x1p-52 * (2.0 * fabs(p) + 2.0 + reach);
            const struct { segment s; int enters; double psi; } of[] = {
                { segment_at(quarters, begin, 1.0, end, -k * tol), over, 1.0 },
                { segment_at(quarters, begin, -k * slack, end, -1.0), !over, -k * slack },
                { segment_at(quarters, begin, k * slack, end, -1.0), 1, over ? k * slack : 0.0 },
                { segment_at(quarters, begin, -k * tol, end, -1.0), 1, over ? -k * tol : 0.0 },
                { segment_at(quarters, q + k * at_ends, 1.0, q + k * at_ends, -1.0), !over, 1.0 },
                { segment_at(quarters, p - k * before, 1.0, p - k * before, -1.0), !over, 1.0 } };
            for (int i = 0; i < 6; i++) {
                mb_contact c;
                const int enters = mb_sweep(&g.sim, of[i].s.x, of[i].s.y, NULL, 0, &c);
                wrong += enters != of[i].enters || (enters && !(fabs(c.psi - of[i].psi) <=
                                                                1e-3 * fabs(of[i].psi)));
            }
        }
    }
    check(wrong == 0, "at 200 edges tol and slack decide at their sizes: %d wrong", wrong);
}

/* ---- the reported depth ---------------------------------------------------------------------- */

/* the greatest depth on a path through count points */
static double depth_on_way(const scene *s, int count, const double *xy)
{
    inside w;

    if (inside_init(&w, s) != 0) exit(2);
    for (int i = 0; i < count; i++) inside_look(&w, 0, i, xy + 2 * i);
    inside_free(&w);
    return w.depth;
}

static void reported_depth(void)
{
    static double plate[] = { 0, 0, 4, 0 }, slope[] = { 10, 0, 14, 4 }, box[] = BOX(0, -5, 4, -4);
    static const struct { const char *way; int count; double xy[8], depth; } ways[] = {
        { "above and on a plate", 3, { 1, 1, 3, 0, 2, 1e-3 }, 0.0 },
        { "through a plate", 3, { 1, 1, 1, -0.5, 1, -0.25 }, 0.5 },
        { "sinks from the surface", 2, { 1, -1e-17, 1, -0.125 }, 0.125 },
        { "around the end of a plate is not through it", 3, { 5, 1, 5, -1, 1, -1 }, 0.0 },
        { "from behind is not through it", 3, { 5, -1, 1, -1, 1, 1 }, 0.0 },
        { "through, out at the end, and behind again", 4,
          { 1, 1, 1, -0.5, 5, -0.5, 1, -2 }, 0.5 },
        { "through a slope", 2, { 11, 2, 12, 1 }, 0.70710678118654752 },
        { "a start below the edge does not count", 1, { 1, -0.5 }, 0.0 },
        { "in a box", 3, { -1, -4.5, 0.25, -4.5, 1, -3 }, 0.25 },
    };
    scene_obstacle o[] = { { 2, plate, 0, 0.0, 1 }, { 2, slope, 0, 0.0, 2 },
                           { 4, box, 1, 0.0, 3 } };
    const scene s = { .nobstacle = 3, .obstacle = o, .nparticle = 1 };

    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
        check_near(depth_on_way(&s, ways[k].count, ways[k].xy), ways[k].depth, 1e-15, "depth: %s",
                   ways[k].way);
}

/* ---- scenes that once failed, with closed-form results --------------------------------------- */

/* how a run ends for particle k, and the greatest depth of all particles */
typedef struct { mb_status status; double x[2], v[2], depth; long problems; } ending;

static ending run_to_end(const scene *s, const settings *with, int k)
{
    ending e;
    simulation run;

    e.status = simulate(s, with, &run, stdout);
    memcpy(e.x, run.last[k].x, sizeof e.x);
    memcpy(e.v, run.last[k].v, sizeof e.v);
    e.depth = run.solid.depth;
    e.problems = run.problems;
    simulation_free(&run);
    return e;
}

/* the same for a scene: a file, or a text */
static mb_status end_of(const char *path, mb_formulation formulation, int k, double x[2],
                        double *depth)
{
    settings with;
    scene s;
    const int bad = strchr(path, '\n') ? scene_parse("scene", path, strlen(path), &s, stdout)
                                       : scene_read(path, &s, stdout);

    if (bad) return MB_BAD_ARG;
    settings_default(&with, &s);
    with.formulation = formulation;
    const ending e = run_to_end(&s, &with, k);
    memcpy(x, e.x, sizeof e.x);
    *depth = e.depth;
    scene_free(&s);
    return e.status;
}

/* a plate flush with the floor: its inner edge must not slow the particle down */
static const char deg[] =
    "step 0.001\ntime 1\nepsilon 0.2\n"
    "chain 0 0  5 0\n"
    "polygon 2 -0.5  2 0  3 0  3 -0.5\n"
    "particle mass 1 position 1.95 0 velocity 1 0\n";

/* ice beside tarmac: two chains end to end; a plate flush with the ice */
static const char floorbox[] =
    "step 0.01\ntime 1\nepsilon 0.2\n"
    "chain -5 0  0 0 mu 0.2\n"
    "chain 0 0  5 0 mu 0\n"
    "polygon 2 -0.5  2 0  3 0  3 -0.5\n"
    "particle mass 1 position -0.5 0 velocity 3 0\n"
    "particle mass 1 position 1.53 0 velocity 1 0\n";

/* a stand with a sloping underside: the run of its edges turns by 300 degrees */
static const char mush[] =
    "step 0.001\ntime 1\nepsilon 0.2\n"
    "chain -3 0  -0.2 0  -0.2 1  -1 0.4  -1 2  1 2  1 1  0.2 1  0.2 0  3 0\n"
    "particle mass 1 position 0.9 2.3\n"
    "particle mass 1 position -0.9 2.3\n"
    "particle mass 1 position 2 1.5 velocity -3 1\n";

static void scenes_that_went_wrong(void)
{
    /* floorbox: friction does not stop the first particle on the tarmac, 0.5 m at mu 0.2, where
     * 3^2/2 = 4.5 J/kg are not used up; then ice */
    const double h = 0.01, mu_g = 0.2 * 9.81, any = HUGE_VAL;
    double v = 3.0, at = -0.5;

    for (int k = 0; k < 100; k++) {                            /* steps that begin on tarmac */
        if (at < 0.0) v -= h * mu_g;
        at += h * v;
    }
    const struct {
        const char *name, *scene;
        int particle, swept, peg;              /* which formulations end there */
        double x[2], tol;
    } ends[] = {
        { "brick: over the seam", "scenes/bricks.scene", 0, 1, 0, { 0.955 + 0.2, 1.0 }, 1e-12 },
        { "deg: over the flush plate", deg, 0, 1, 0, { 2.95, any }, 1e-12 },
        { "deg: a ghost wall stops it at the seam", deg, 0, 0, 1, { 2.0, any }, 1e-9 },
        { "floorbox: from tarmac to ice, over the plate", floorbox, 0, 1, 0, { at, any }, 0.01 },
        { "floorbox: on the floor", floorbox, 0, 1, 0, { any, 0.0 }, 1e-12 },
        { "floorbox: v = 1 on ice", floorbox, 1, 1, 0, { 2.53, any }, 1e-12 },
        { "L: on the long arm", "scenes/letter.scene", 0, 1, 1, { any, 2.0 }, 1e-9 },
        { "L: on the short arm", "scenes/letter.scene", 1, 1, 1, { any, 1.0 }, 1e-9 },
        { "mush: on the cap", mush, 0, 1, 1, { any, 2.0 }, 1e-9 },
        { "end: straight down past the end of the plate", "scenes/end.scene", 0, 1, 1,
          { 1.1, 1.5 - 9.81 * h * h * 100 * 101 / 2 }, 1e-9 },
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        for (int peg = !ends[i].swept; peg <= ends[i].peg; peg++) {
            const mb_formulation f = peg ? MB_PEG : MB_SWEPT;
            const char *title = mb_formulations[f].name;
            double x[2], depth;
            check(end_of(ends[i].scene, f, ends[i].particle, x, &depth) == MB_OK &&
                      depth <= 1e-12,
                  "%s (%s): every step is solved, outside", ends[i].name, title);
            for (int k = 0; k < 2; k++)
                if (ends[i].x[k] < any)
                    check_near(x[k], ends[i].x[k], ends[i].tol, "%s (%s): %c", ends[i].name, title,
                               "xy"[k]);
        }
}

/* a particle at rest on a floor or a slope */
static void lie_on(terrain_scene *w, double mu, double slope)
{
    terrain_begin(w, 0, 0, 0, 0);
    terrain_edge(w, -5, -5 * slope, 5, 5 * slope, mu);
    w->s.epsilon = 0.1;
}

/* A particle at rest stays at rest, however short the steps: for the shortest, g h^2 is far below
 * the tolerance. */
static void rest_at_any_step(void)
{
    static const double steps[] = { 1e-1, 1e-3, 1e-5, 1e-7 };

    for (int i = 0; i < 4; i++)
        for (int rough = 0; rough < 2; rough++) {
            const char *what = rough ? "slope" : "floor";
            terrain_scene w;
            settings with;
            lie_on(&w, rough ? 0.5 : 0.0, rough ? 0.3 : 0.0);
            settings_default(&with, &w.s);
            with.h = steps[i];
            with.time = 1000 * steps[i];
            const ending e = run_to_end(&w.s, &with, 0);
            check(e.status == MB_OK, "at rest, h = %g, %s: every step solved", steps[i], what);
            check_near(hypot(e.x[0], e.x[1]), 0.0, 1e-12, "at rest, h = %g, %s: it does not creep",
                       steps[i], what);
        }
}

/* from 100 m/s to rest in one step, then 1000 steps at rest: after the rounding of the fast step
 * the particle must still be in front of the edge in the slow ones */
static void fast_then_slow(void)
{
    static const char *const solvers[] = { "lemke", "pgs", "fischer-newton" };

    for (int i = 0; i < 3; i++) {
        terrain_scene w;
        settings with;
        lie_on(&w, 0.0, 0.2);
        w.particle.x[1] = 1.0;
        w.particle.v[1] = -100.0;
        settings_default(&with, &w.s);
        with.solver = solvers[i];
        with.h = 1e-3;
        const ending e = run_to_end(&w.s, &with, 0);
        check(e.status == MB_OK && e.depth <= 1e-9, "100 m/s on a slope, %s: not through it",
              solvers[i]);
    }
}

/* a plate below a particle that flies up, at any speed and tolerance: the plate's underside faces
 * away */
static void what_faces_away_is_no_contact(void)
{
    static const double speed[] = { 3.0, 1e5 }, tol[] = { 0.0, 1e-3 },
        plate[] = BOX(-1, -1e-4, 1, 0);

    for (int i = 0; i < 4; i++) {
        terrain_scene w;
        settings with;
        terrain_begin(&w, 0, 1e-5, 0, speed[i % 2]);
        terrain_add(&w, 4, plate, 1, 0.0);
        w.s.gravity[1] = 0.0;
        w.s.epsilon = 0.1;
        settings_default(&with, &w.s);
        with.options.tol = tol[i / 2];
        const ending e = run_to_end(&w.s, &with, 0);
        check(e.status == MB_OK && e.problems == 0,
              "flies up from a thin plate at %g m/s: no contact", speed[i % 2]);
    }
}

/* a gap of 1 mm above a floor of 2 km is open, whatever epsilon is */
static void a_gap_is_a_gap(void)
{
    static const double epsilon[] = { 0.1, 1e4 }, box[] = BOX(0, 1e-3, 1, 1);

    for (int i = 0; i < 2; i++) {
        terrain_scene w;
        settings with;
        terrain_begin(&w, -1, 0, 3, 0);
        terrain_edge(&w, -1000, 0, 1000, 0, 0.0);
        terrain_add(&w, 4, box, 1, 0.0);
        w.s.epsilon = epsilon[i];
        settings_default(&with, &w.s);
        const ending e = run_to_end(&w.s, &with, 0);
        check(e.status == MB_OK, "under a box 1 mm above the floor, epsilon %g: runs", epsilon[i]);
        check_near(e.x[0], 2.0, 1e-9, "under a box 1 mm above the floor, epsilon %g: out again",
                   epsilon[i]);
    }
}

/* A notch 1 m deep with straight sides, in a polygon or a polyline, begun at any vertex and tilted.
 * A particle that falls into it comes to rest in its corner, however small the angle, up to tol /
 * sin(angle / 2). */
static void narrow_notches(void)
{
    enum { RUNS = 400, NVERT = 7 };
    int failed = 0, fallen = 0;
    double deepest = 0.0;
    rng r = { 23 };

    for (int k = 0; k < RUNS; k++) {
        const int closed = k % 2, begin = closed ? k / 2 % NVERT : 0;
        const double half = pow(10.0, rng_range(&r, -4.0, -1.0));
        const double tilt = rng_range(&r, -0.5, 0.5), s = sin(tilt), c = cos(tilt), w = tan(half);
        const double local[2 * NVERT] = { -2, 0, -w, 0, 0, -1, w, 0, 2, 0, 2, -2, -2, -2 };
        double xy[2 * NVERT], bottom;
        terrain_scene t;
        settings with;
        for (int i = 0; i < NVERT; i++) {
            const double *p = local + 2 * ((i + begin) % NVERT);
            xy[2 * i] = c * p[0] - s * p[1];
            xy[2 * i + 1] = s * p[0] + c * p[1];
        }
        terrain_begin(&t, 0.2 * s, -0.2 * c, rng_range(&r, -1.0, 1.0), rng_range(&r, -2.0, 0.0));
        terrain_add(&t, closed ? NVERT : NVERT - 2, xy, closed, k % 3 ? 0.0 : 0.3);
        settings_default(&with, &t.s);
        with.h = pow(10.0, rng_range(&r, -3.0, -1.0));
        with.time = 100 * with.h;
        const ending e = run_to_end(&t.s, &with, 0);
        bottom = c * e.x[1] - s * e.x[0];
        failed += e.status != MB_OK;
        fallen += !(bottom >= -1.0 - 1e-12 / half);
        if (closed) deepest = fmax(deepest, e.depth);
    }
    check(failed == 0, "%d notches of 2e-4 to .2 rad: %d runs failed", RUNS,
          failed);
    check(fallen == 0 && deepest <= 1e-9,
          "notches: %d particles fall through, the greatest depth is %.1e m", fallen, deepest);
}

/* PEG inside a thin ring: the outer wall is within epsilon, but behind the inner one, so it is no
 * group */
static void thin_ring(void)
{
    enum { N = 40 };
    double xy[4 * (N + 1)];
    terrain_scene w;
    settings with;

    /* a C, open to the right: out along the inside, back along the outside */
    for (int i = 0; i < 2 * (N + 1); i++) {
        const int back = i > N, along = back ? 2 * N + 1 - i : i;
        const double angle = 0.3 + (2.0 * TERRAIN_PI - 0.6) * along / N, radius = back ? 1.05 : 1.0;
        xy[2 * i] = radius * cos(angle);
        xy[2 * i + 1] = radius * sin(angle);
    }
    terrain_begin(&w, 0, 0, -2, 0.2);
    terrain_add(&w, 2 * (N + 1), xy, 1, 0.0);
    w.s.gravity[1] = 0.0;
    w.s.epsilon = 0.1;
    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_SWEPT : MB_PEG;
        settings_default(&with, &w.s);
        with.formulation = f;
        const ending e = run_to_end(&w.s, &with, 0);
        check(e.status == MB_OK && hypot(e.x[0], e.x[1]) <= 1.0 + 1e-9,
              "thin ring, %s: stays inside", mb_formulations[f].name);
        check(hypot(e.v[0], e.v[1]) <= hypot(2.0, 0.2) + 1e-9, "thin ring, %s: gains no speed",
              mb_formulations[f].name);
    }
}

/* ---- random terrains ------------------------------------------------------------------------- */

/* scenes of a kind; step lengths; the index of 0.0025 */
enum { EACH = 84, STEPS = 5, FINE = 3 };
static const double step_length[STEPS] = { 0.02, 0.01, 0.005, 0.0025, 0.00125 };

typedef struct { int runs, failed, inside, off[STEPS], ordered; double deepest, growth; } tally;

/* of one run: the mean and greatest error of its steps, the greatest depth, the greatest energy
 * that a step added [J/kg] */
typedef struct { double mean, max, depth, energy, growth; const exact_path *exact; } run_errors;

static int take_row(void *user, const trajectory_row *row)
{
    run_errors *e = user;
    double x[2], error;

    exact_at(e->exact, row->t, x, NULL);
    error = hypot(row->x[0] - x[0], row->x[1] - x[1]);
    e->mean += error;
    e->max = fmax(e->max, error);
    if (row->step > 0) e->growth = fmax(e->growth, row->energy - e->energy);
    e->energy = row->energy;
    return 0;
}

/* runs with these settings, and measures; 1 if every step is solved */
static int measure_by(settings *with, const scene *s, const exact_path *exact, run_errors *out)
{
    simulation run;
    int solved;

    memset(out, 0, sizeof *out);
    out->exact = exact;
    with->take = take_row;
    with->taker = out;
    solved = simulate(s, with, &run, NULL) == MB_OK;
    out->mean /= run.steps;
    out->growth /= s->particle->mass;
    out->depth = run.solid.depth;
    simulation_free(&run);
    return solved;
}

static int measure(const scene *s, mb_formulation formulation, double h, const exact_path *exact,
                   run_errors *out)
{
    settings with;

    settings_default(&with, s);
    with.formulation = formulation;
    with.h = h;
    return measure_by(&with, s, exact, out);
}

/* is the start inside, or behind a chain? */
static int starts_inside(const terrain_scene *w)
{
    double work = HUGE_VAL, depth = 0.0;

    for (int i = 0; i < w->s.nobstacle; i++) {
        shape_tree t;
        if (shape_tree_init(&t, w->obstacle[i].xy, w->obstacle[i].nvert, w->obstacle[i].closed,
                            &work) != 0)
            exit(2);
        depth = fmax(depth, shape_depth(&t, w->particle.x));
        shape_tree_free(&t);
    }
    return depth > 0.0;
}

/* a scene that starts outside all solids, and its exact motion; scenes that the reference refuses
 * are redrawn */
static void draw(rng *r, terrain_kind kind, terrain_scene *w, exact_path *exact)
{
    do terrain_random(r, kind, w);
    while (starts_inside(w) || exact_run(&w->s, 0, w->s.time, exact, NULL) != 0);
}

static void tally_scene(const terrain_scene *w, mb_formulation f, const exact_path *exact,
                        const char *name, tally *all)
{
    double mean[STEPS];
    run_errors e;

    for (int i = 0; i < STEPS; i++) {
        all->failed += !measure(&w->s, f, step_length[i], exact, &e);
        all->off[i] += e.max > 0.1;
        mean[i] = e.mean;
        all->inside += e.depth > 1e-9;
        all->deepest = fmax(all->deepest, e.depth);
        all->growth = fmax(all->growth, e.growth);
        if (mb_formulations[f].detection == MB_DETECT_PATH && e.depth > 1e-9)
            note("%s, h = %g: %g m inside", name, step_length[i], e.depth);
    }
    all->ordered += mean[STEPS - 1] < 1e-9 || fitted_order(STEPS, step_length, mean) >= 0.9;
    all->runs++;
}

/* swept, and PEG on the same ground for comparison */
static void random_terrains(void)
{
    tally swept = { 0, 0, 0, { 0 }, 0, 0.0, 0.0 }, peg = swept;

    for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
        rng r = { 100 + (uint64_t)kind };
        for (int i = 0; i < EACH; i++) {
            terrain_scene w;
            exact_path exact;
            draw(&r, (terrain_kind)kind, &w, &exact);
            tally_scene(&w, MB_SWEPT, &exact, terrain_name(kind), &swept);
            tally_scene(&w, MB_PEG, &exact, terrain_name(kind), &peg);
            exact_free(&exact);
        }
    }
    check(swept.failed == 0, "%d random terrains, swept: %d runs failed",
          swept.runs, swept.failed);
    check(swept.inside == 0, "random terrains, swept: the greatest depth is %.1e m, at most 1e-9",
          swept.deepest);
    check(swept.growth < 1e-10, "random terrains, swept: a step adds at most %.1e J/kg",
          swept.growth);
    check(swept.ordered >= 0.95 * swept.runs,
          "random terrains, swept: order at least 0.9 in %.1f %%",
          100.0 * swept.ordered / swept.runs);
    check(swept.off[FINE] <= 0.01 * swept.runs,
          "random terrains, swept: off by more than 0.1 m at h = 0.0025 in %d", swept.off[FINE]);
    note("swept: off by more than 0.1 m in %d %d %d %d %d at h = 0.02 ... 0.00125", swept.off[0],
         swept.off[1], swept.off[2], swept.off[3], swept.off[4]);
    note("PEG:   off by more than 0.1 m in %d %d %d %d %d; inside in %d of %d runs, %.2g m deep; "
         "failed in %d; order at least 0.9 in %d of %d",
         peg.off[0], peg.off[1], peg.off[2], peg.off[3], peg.off[4], peg.inside, STEPS * peg.runs,
         peg.deepest, peg.failed, peg.ordered, peg.runs);
    check(peg.off[FINE] > swept.off[FINE],
          "random terrains: PEG is off by more than 0.1 m more often, in %d", peg.off[FINE]);
}

/* the same scene in other units and at another place; and with steps much longer than the scene's
 * features and than epsilon */
static void units_and_large_steps(void)
{
    static const double unit[] = { 1e-6, 1e-3, 1e3, 1e6 }, large[] = { 0.05, 0.1, 0.3 };
    int runs = 0, moved = 0, in = 0, failed = 0;
    double deepest = 0.0;

    for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
        rng r = { 200 + (uint64_t)kind };
        terrain_scene w;
        exact_path exact;
        run_errors one, e;
        draw(&r, (terrain_kind)kind, &w, &exact);
        for (int i = 0; i < 3; i++) {
            failed += !measure(&w.s, MB_SWEPT, large[i], &exact, &e);
            in += e.depth > 1e-9;
            deepest = fmax(deepest, e.depth);
        }
        measure(&w.s, MB_SWEPT, 0.005, &exact, &one);
        exact_free(&exact);
        for (int i = 0; i < 4; i++) {
            terrain_scene u = w;
            terrain_scale(&u, unit[i]);
            if (exact_run(&u.s, 0, u.s.time, &exact, NULL) != 0) continue;
            failed += !measure(&u.s, MB_SWEPT, 0.005, &exact, &e);
            moved += fabs(e.max / unit[i] - one.max) > 1e-3 * one.max + 1e-9;
            runs++;
            exact_free(&exact);
        }
    }
    check(failed == 0 && in == 0, "steps of 0.05 to 0.3 s: the greatest depth is %.1e m", deepest);
    check(runs > 40 && moved == 0,
          "in millimetres or thousands of kilometres %d of %d motions differ", moved, runs);
}

/* a solver's loose tolerance causes no penetration, and no contact with an edge that faces away */
static void any_tolerance(void)
{
    static const double tol[] = { 1e-10, 1e-6, 1e-3 };
    static const struct { const char *solver; mb_form form; } by[] = { { "lemke", MB_FORM_LCP },
        { "interior-point", MB_FORM_LCP }, { "pgs", MB_FORM_BOX } };
    double deepest = 0.0, growth = 0.0;
    int runs = 0, failed = 0;

    for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
        rng r = { 500 + (uint64_t)kind };
        for (int i = 0; i < 27; i++) {
            terrain_scene w;
            exact_path exact;
            settings with;
            run_errors e;
            draw(&r, (terrain_kind)kind, &w, &exact);
            settings_default(&with, &w.s);
            with.solver = by[i % 3].solver;
            with.form = by[i % 3].form;
            with.options.tol = tol[i / 3 % 3];
            /* PGS may run out */
            failed += !measure_by(&with, &w.s, &exact, &e) && with.form == MB_FORM_LCP;
            growth = fmax(growth, e.growth);
            deepest = fmax(deepest, e.depth);
            exact_free(&exact);
            runs++;
        }
    }
    check(failed == 0 && deepest <= 1e-9,
          "%d runs at tolerances of 1e-10 to 1e-3: never inside (%.1e m; %d failed)", runs, deepest,
          failed);
    check(growth <= 1e-9, "tolerances of 1e-10 to 1e-3: a step adds at most %.1e J/kg", growth);
}

int main(void)
{
    sweeps_by_hand();
    each_edge_once();
    tolerances();
    reported_depth();
    scenes_that_went_wrong();
    rest_at_any_step();
    fast_then_slow();
    what_faces_away_is_no_contact();
    a_gap_is_a_gap();
    narrow_notches();
    thin_ring();
    random_terrains();
    units_and_large_steps();
    any_tolerance();
    return check_done();
}
