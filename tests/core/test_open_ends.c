/* test_open_ends.c: PEG where a polyline ends: the virtual facet there does not let a particle pass
 * through the ground elsewhere
 *
 *   test_open_ends [count]      count random grounds; default 2000
 */
#include <stdlib.h>

#include "minisim2d/motion/simulate.h"
#include "check.h"
#include "terrains.h"

/* stops a run near an end of the ground, or beyond it */
static int stop_at_ends(void *user, const trajectory_row *row)
{
    const scene *s = user;
    const scene_obstacle *ground = s->obstacle;
    const double *first = ground->xy, *last = first + 2 * (ground->nvert - 1);

    if (row->x[0] < first[0] || row->x[0] > last[0]) return 1;
    return hypot(row->x[0] - first[0], row->x[1] - first[1]) < s->epsilon ||
           hypot(row->x[0] - last[0], row->x[1] - last[1]) < s->epsilon;
}

typedef struct { int runs, failed, through; double deepest; } tally;

/* Runs the scene by PEG until the particle comes within epsilon of an end; at_ends = 1: to the
 * scene's end time. allowed: the depth [m] that is no failure, as PEG's steps cut corners by
 * h |v|. */
static void run_peg(scene *s, int at_ends, double allowed, tally *all)
{
    settings with;
    simulation run;

    settings_default(&with, s);
    with.formulation = MB_PEG;
    with.take = at_ends ? NULL : stop_at_ends;
    with.taker = s;
    all->failed += simulate(s, &with, &run, NULL) != MB_OK && !run.cut;
    all->through += run.solid.depth > allowed;
    if (run.solid.depth > allowed && all->through < 5)
        note("run %d: %g m inside at t = %g", all->runs, run.solid.depth, run.solid.t);
    all->deepest = fmax(all->deepest, run.solid.depth);
    all->runs++;
    simulation_free(&run);
}

static void report(const char *what, const tally *t)
{
    check(t->failed == 0, "%s: of %d runs %d failed", what, t->runs, t->failed);
    check(t->through == 0, "%s: of %d runs %d were inside the ground, by %.2g m at most", what,
          t->runs, t->through, t->deepest);
}

/* two scenes in which an earlier PEG let the particle through an edge away from the open end */
static void grounds_that_leaked(void)
{
    static const char slope_end[] = "step 0.01\ntime 1\nepsilon 0.1\nchain 0 0  2 1  2 0.5\n"
                                    "particle mass 1 position 1 0.8\n";
    tally ridge = { 0, 0, 0, 0.0 }, teeth = ridge;
    scene s;

    if (!check(scene_parse("slope_end", slope_end, sizeof slope_end - 1, &s, stdout) == 0,
               "the scene of a slope can be read"))
        return;
    run_peg(&s, 1, 1e-9, &ridge);
    scene_free(&s);
    report("a ridge whose right side is open", &ridge);
    if (!check(scene_read("scenes/sawtooth.scene", &s, stdout) == 0, "the sawtooth can be read"))
        return;
    s.particle[0].x[0] = 8.6;                                  /* over the last tooth */
    s.particle[0].v[0] = s.particle[0].v[1] = 0.0;
    run_peg(&s, 1, 1e-9, &teeth);
    scene_free(&s);
    report("a sawtooth, from rest above its last tooth", &teeth);
}

/* throws at a tooth whose back is the open end */
static void notch(void)
{
    static const double xy[] = { -1, 0, 0, 0.12, 0, 0, 0.37, 0.12, 0.37, 0 };
    tally all = { 0, 0, 0, 0.0 };
    rng r = { 3 };

    for (int k = 0; k < 120; k++) {
        terrain_scene w;
        terrain_begin(&w, rng_range(&r, 0.05, 0.2), 0.3, rng_range(&r, -1.0, 0.2),
                      rng_range(&r, -2.0, 0.0));
        terrain_add(&w, 5, xy, 0, 0.0);
        w.s.epsilon = 0.05;
        run_peg(&w.s, 1, 1e-9, &all);
    }
    report("throws at a notch", &all);
}

/* one chain in two windows, with an open end in each: there are two facets more than edges, and
 * memory for them */
static void ends_in_two_windows(void)
{
    static const double xy[] = { 0, -0.5, 0, 0, 0.59, 0.21, 1.07, -0.08, 0.26, -0.65 };
    tally all = { 0, 0, 0, 0.0 };
    terrain_scene w;

    terrain_begin(&w, 0.533, 3.0, -0.763, 0.365);
    terrain_add(&w, 5, xy, 0, 0.0);
    w.s.epsilon = 0.59;
    run_peg(&w.s, 1, 0.1, &all);
    report("a ridge that is open below", &all);
}

/* slopes with corners of either kind; an end that drops like a step lies, as in the notch, above
 * parts of the ground. In a step the particle falls by less than epsilon. */
static void draw(rng *r, terrain_scene *w)
{
    const int n = 3 + rng_int(r, 6);
    double xy[2 * 10], x = 0.0, y = 0.0;
    int count = 0;

    if (rng_int(r, 2)) terrain_point(x, y - rng_range(r, 0.05, 0.5), 0, 0, 0, xy, &count);
    for (int i = 0; i < n; i++) {
        terrain_point(x, y, 0, 0, 0, xy, &count);
        if (i == n - 1) break;
        x += rng_range(r, 0.4, 1.2);
        y += rng_range(r, -0.5, 0.5);
    }
    if (rng_int(r, 2)) terrain_point(x, y - rng_range(r, 0.05, 0.5), 0, 0, 0, xy, &count);
    terrain_begin(w, x * rng_range(r, 0.1, 0.9), 3.0, rng_range(r, -2.0, 2.0),
                  rng_range(r, -2.0, 1.0));
    terrain_add(w, count, xy, 0, rng_int(r, 2) ? 0.3 : 0.0);
    w->s.epsilon = rng_range(r, 0.12, 0.3);
}

/* the same ground, with an end that runs back below it: within epsilon of the ground above, parts
 * of which are in front of the virtual facet */
static void curl(rng *r, terrain_scene *w)
{
    scene_obstacle *o = w->s.obstacle;
    double *end = o->xy + 2 * o->nvert, low = o->xy[1];

    for (int i = 1; i < o->nvert; i++) low = fmin(low, o->xy[2 * i + 1]);
    end[0] = end[-2] - rng_range(r, 0.3, 1.0);
    end[1] = low - rng_range(r, 0.05, 0.2);
    o->nvert++;
    w->s.epsilon = rng_range(r, 0.3, 0.8);
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : check_few(2000);
    tally all = { 0, 0, 0, 0.0 }, curled = all;
    rng r = { 4 };

    grounds_that_leaked();
    notch();
    ends_in_two_windows();
    while (all.runs < count) {
        terrain_scene w;
        draw(&r, &w);
        run_peg(&w.s, 0, 0.1, &all);
    }
    report("random grounds with open ends", &all);
    while (curled.runs < count) {
        terrain_scene w;
        draw(&r, &w);
        curl(&r, &w);
        run_peg(&w.s, 1, 0.1, &curled);
    }
    report("random grounds with ends that run back below them", &curled);
    return check_done();
}
