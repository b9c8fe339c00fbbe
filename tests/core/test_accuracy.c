/* test_accuracy.c: whole runs of the shipped scenes: against the exact reference, and all forms
 * and solvers against each other
 *
 * The expected end points come from an independent derivation: the exact reference is tested on
 * its own (test_exact.c), and everything here is measured against it.
 */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include <math.h>
#include <string.h>
#include <time.h>

#include "minisim2d/truth/measure.h"
#include "minisim2d/motion/simulate.h"
#include "check.h"
#include "terrains.h"

static double memory[4000000];

static int open_scene(const char *name, scene *s)
{
    char path[64];

    snprintf(path, sizeof path, "scenes/%s.scene", name);
    return check(scene_read(path, s, stdout) == 0, "%s can be read", path);
}

/* simulates, and measures the only particle against the reference */
static mb_status measured(const scene *s, settings *with, const reference *exact, simulation *run,
                          error_summary *e)
{
    mb_status status;
    errors all;

    check(errors_init(&all, exact) == 0, "there is memory for the errors");
    with->take = errors_row;
    with->taker = &all;
    status = simulate(s, with, run, stdout);
    *e = errors_of(&all, 0);
    errors_free(&all);
    return status;
}

/* ---- the kit's title picture ----------------------------------------------------------------- */

static void hills_at_the_papers_step(void)
{
    const struct {
        mb_formulation f;
        const char *name;
        double x, y, tol;
        int trapped, exact;
    } end[] = {
        { MB_ST, "ST", 2.103, 0.652, 5e-4, 1, 0 },
        { MB_AP, "AP", 23.04, 3.30, 5e-3, 0, 0 },
        { MB_PEG, "PEG", 10.302, 1.047, 5e-4, 0, 1 },
    };
    settings with;
    simulation run;
    scene s;

    if (!open_scene("hills", &s)) return;
    for (int i = 0; i < 3; i++) {
        const trajectory_row *last;
        settings_default(&with, &s);
        with.formulation = end[i].f;
        check(simulate(&s, &with, &run, stdout) == MB_OK && run.steps == 250,
              "hills, %s: 250 steps solved", end[i].name);
        last = run.last;
        check_near(last->x[0], end[i].x, end[i].tol, "hills, %s: where it ends, x", end[i].name);
        check_near(last->x[1], end[i].y, end[i].tol, "hills, %s: where it ends, y", end[i].name);
        if (end[i].trapped)
            check_near(hypot(last->v[0], last->v[1]), 0.0, 1e-9,
                       "hills, ST: trapped in mid-air, without speed");
        if (end[i].exact)
            check(hypot(last->x[0] - 10.282, last->x[1] - 1.074) < 0.05,
                  "hills, PEG: within 0.05 m of the exact end");
        simulation_free(&run);
    }
    scene_free(&s);
}

static void sawtooth_at_the_papers_step(void)
{
    settings with;
    simulation run;
    reference exact;
    error_summary e[3];
    scene s;

    if (!open_scene("sawtooth", &s)) return;
    check(reference_make(&s, s.time, &exact, stdout) == 0, "sawtooth: the exact reference");
    for (int k = 0; k < 3; k++) {
        static const mb_formulation each[] = { MB_ST, MB_AP, MB_PEG };
        const mb_formulation f = each[k];
        settings_default(&with, &s);
        with.formulation = f;
        check(measured(&s, &with, &exact, &run, e + f) == MB_OK, "sawtooth, %s: solved",
              mb_formulations[f].name);
        simulation_free(&run);
    }
    check(e[MB_PEG].max < 0.03, "sawtooth, PEG: off by %.3g m, less than 3 cm", e[MB_PEG].max);
    check(e[MB_ST].max > 10.0, "sawtooth, ST: thrown off the ground by %.3g m", e[MB_ST].max);
    check(e[MB_AP].median > 0.15 && e[MB_AP].median < 0.3,
          "sawtooth, AP: off by %.3g m, about epsilon = 0.25 m", e[MB_AP].median);
    reference_free(&exact);
    scene_free(&s);
}

/* ---- order of convergence -------------------------------------------------------------------- */

/* median error over all steps; hills only to t = 1.3, before bounces from hill to hill amplify
 * small errors */
static void converges(const char *name, mb_formulation formulation, double time)
{
    const double h[] = { 0.02, 0.01, 0.005, 0.0025, 0.00125, 0.000625, 0.0005 };
    double median[7];
    settings with;
    simulation run;
    reference exact;
    error_summary e;
    scene s;
    int solved = 0;

    if (!open_scene(name, &s)) return;
    if (time <= 0.0) time = s.time;
    check(reference_make(&s, time, &exact, stdout) == 0, "%s: the exact reference", name);
    for (int i = 0; i < 7; i++) {
        settings_default(&with, &s);
        with.formulation = formulation;
        with.h = h[i];
        with.time = time;
        solved += measured(&s, &with, &exact, &run, &e) == MB_OK;
        median[i] = e.median;
        simulation_free(&run);
    }
    check(solved == 7, "%s: %s solves every step from h = 0.02 to 0.0005", name,
          mb_formulations[formulation].name);
    check_near(fitted_order(7, h, median), 1.0, 0.1, "%s: %s converges with order one", name,
               mb_formulations[formulation].name);
    note("%s: order %.3f", name, fitted_order(7, h, median));
    check(median[6] < 0.1 * median[0],
          "%s: forty times smaller steps, an error more than ten times smaller", name);
    reference_free(&exact);
    scene_free(&s);
}

/* ---- forms and solvers against each other, step by step -------------------------------------- */

typedef struct {
    double worst_form;            /* |v+ mLCP - v+ LCP| / max(1, |v+|) */
    double worst_solver;
    const char *worst_name;
    int steps, unique, answers, lies;
} agreement;

static double difference(const double *a, const double *b)
{
    return hypot(a[0] - b[0], a[1] - b[1]) / fmax(1.0, hypot(a[0], a[1]));
}

enum { SMALL = 12 };              /* most unknowns of a problem whose 2^n bases are all examined */

/* Every complementary basis of a small problem: do all its solutions give the same v+? The
 * vertices of the solution set are among the basic solutions, and v+ is linear in z, so the
 * nonsingular bases decide. */
static int all_solutions_agree(const mb_step *step)
{
    const int n = step->problem.n;
    const mb_lcp p = { n, step->problem.A, step->problem.b };

    for (int basis = 0; basis < 1 << n; basis++) {
        double K[SMALL * SMALL], z[SMALL] = { 0 }, x[SMALL], v[2];
        int index[SMALL], pivot[SMALL], k = 0;
        for (int i = 0; i < n; i++)
            if (basis >> i & 1) index[k++] = i;
        for (int i = 0; i < k; i++) {
            x[i] = -p.b[index[i]];
            for (int j = 0; j < k; j++) K[i * k + j] = p.A[index[i] * n + index[j]];
        }
        if (mb_lu_factor(k, K, pivot) != MB_OK) continue;
        mb_lu_solve(k, K, pivot, x);
        for (int i = 0; i < k; i++) z[index[i]] = x[i];
        if (!(mb_residual(&p, z) <= 1e-12)) continue;
        if (mb_step_result(step->dynamics, &step->layout, z, v, NULL, NULL, NULL,
                           mb_arena_make(memory, sizeof memory)) != MB_OK)
            continue;
        if (difference(step->v, v) > 1e-9) return 0;
    }
    return 1;
}

/* Can another solution have another v+? Not without friction in ST and AP, where A is symmetric
 * and positive semidefinite; not for PEG with one group in reach whose corners are blunter than
 * 90 degrees. Otherwise small problems are decided by trying all bases, and large ones are
 * skipped. */
static int velocity_is_unique(const mb_sim *sim, const mb_step *step)
{
    const mb_dynamics *d = step->dynamics;
    int blunt = 1;

    if (step->problem.n <= SMALL) return all_solutions_agree(step);
    if (d->nd > 0 || mb_formulations[sim->formulation].detection != MB_DETECT_GROUPS)
        return d->nd == 0;
    for (int i = 1; i < d->nc; i++)
        if (d->group[i] != d->group[0] ||
            d->Jn[0] * d->Jn[2 * i] + d->Jn[1] * d->Jn[2 * i + 1] <= 1e-9)
            blunt = 0;
    return blunt;
}

/* v+ by the other form; free motion is tried first, as mb_sim does */
static mb_status solve_mixed(const mb_sim *sim, const mb_step *step, double *v)
{
    mb_arena a = mb_arena_make(memory, sizeof memory);
    double *z = mb_arena_doubles(&a, 2000);
    mb_layout at;
    mb_mlcp p;
    mb_status status = mb_formulations[sim->formulation].mlcp(step->dynamics, &p, NULL, &a);

    if (status != MB_OK) return status;
    mb_layout_of(step->dynamics, sim->formulation, MB_FORM_MLCP, &at);
    if (mb_no_impulse(step->dynamics, &at, &p, z, a) != MB_OK ||
        !(mb_mlcp_residual(&p, z) <= 1e-10))
        status = mb_mlcp_lemke(&p, NULL, z, NULL, a);
    return status == MB_OK ? mb_step_result(step->dynamics, &at, z, v, NULL, NULL, NULL, a)
                           : status;
}

static void compare_solvers(const mb_sim *sim, const mb_step *step, agreement *g)
{
    mb_lcp p = { step->problem.n, step->problem.A, step->problem.b };
    const int unique = velocity_is_unique(sim, step);

    g->unique += unique;
    for (int i = 0; i < mb_solver_count; i++) {
        mb_arena a = mb_arena_make(memory, sizeof memory);
        double *z = mb_arena_doubles(&a, 2000), v[2];
        mb_options few = { 0 };
        /* enumeration's limit is 16 */
        if (!mb_solvers[i].lcp || p.n > 16) continue;
        /* the residual that makes v+ accurate to 1e-10 */
        few.tol = 1e-12;
        few.max_iter = 1000;
        memset(z, 0, (size_t)p.n * sizeof *z);
        if (mb_solvers[i].lcp(&p, &few, z, NULL, a) != MB_OK) continue;
        g->answers++;
        g->lies += !(mb_residual(&p, z) <= few.tol);
        if (!unique ||
            mb_step_result(step->dynamics, &step->layout, z, v, NULL, NULL, NULL, a) != MB_OK)
            continue;
        if (difference(step->v, v) > g->worst_solver) {
            g->worst_solver = difference(step->v, v);
            g->worst_name = mb_solvers[i].name;
        }
    }
}

static void watch_step(void *user, const mb_sim *sim, const mb_step *step)
{
    agreement *g = user;
    double v[2];

    if (step->problem.n == 0 || step->info.status != MB_OK) return;
    g->steps++;
    if (mb_formulations[sim->formulation].mlcp)
        g->worst_form = fmax(
            g->worst_form, solve_mixed(sim, step, v) == MB_OK ? difference(step->v, v) : HUGE_VAL);
    compare_solvers(sim, step, g);
}

static void forms_and_solvers_agree(const char *name)
{
    scene s;

    if (!open_scene(name, &s)) return;
    for (int f = 0; f < mb_formulation_count; f++) {
        agreement g = { 0 };
        settings with;
        simulation run;
        settings_default(&with, &s);
        with.formulation = (mb_formulation)f;
        with.watch = watch_step;
        with.user = &g;
        check(simulate(&s, &with, &run, stdout) == MB_OK, "%s, %s: every step solved", name,
              mb_formulations[f].name);
        check(g.worst_form <= 1e-10, "%s, %s: LCP and mLCP give the same v+ in all %d steps (%.2g)",
              name, mb_formulations[f].name, g.steps, g.worst_form);
        check(g.worst_solver <= 1e-10,
              "%s, %s: the solvers agree where v+ is unique, %d steps (%.2g, %s)", name,
              mb_formulations[f].name, g.unique, g.worst_solver,
              g.worst_name ? g.worst_name : "none differs");
        check(g.lies == 0, "%s, %s: no MB_OK with a residual above the tolerance (%d answers)",
              name, mb_formulations[f].name, g.answers);
        simulation_free(&run);
    }
    scene_free(&s);
}

/* swept on random ground: v+ is the same in every form and by every solver */
static void swept_agrees_on_random_ground(void)
{
    agreement g = { 0 };
    int failed = 0;

    for (int kind = 0; kind < TERRAIN_KINDS; kind++) {
        rng r = { 400 + (uint64_t)kind };
        for (int i = 0; i < 4; i++) {
            terrain_scene w;
            settings with;
            simulation run;
            terrain_random(&r, (terrain_kind)kind, &w);
            settings_default(&with, &w.s);
            with.watch = watch_step;
            with.user = &g;
            failed += simulate(&w.s, &with, &run, NULL) != MB_OK;
            simulation_free(&run);
        }
    }
    check(failed == 0 && g.worst_form <= 1e-10,
          "random ground, swept: LCP and mLCP give the same v+ in all %d steps (%.2g)", g.steps,
          g.worst_form);
    check(g.unique > g.steps / 2 && g.worst_solver <= 1e-10,
          "random ground, swept: the solvers agree where v+ is unique, %d steps (%.2g, %s)",
          g.unique, g.worst_solver, g.worst_name ? g.worst_name : "none differs");
    check(g.lies == 0,
          "random ground, swept: no MB_OK with a residual above the tolerance (%d answers)",
          g.answers);
}

/* semi-implicit Euler stays below the parabola by g h t/2 */
static void error_summary_of_free_fall(void)
{
    terrain_scene w;
    settings with;
    simulation run;
    reference exact;
    error_summary e;

    terrain_begin(&w, 0, 5, 0, 0);
    w.s.time = 0.03;
    settings_default(&with, &w.s);
    check(reference_make(&w.s, w.s.time, &exact, stdout) == 0 && exact.missing == 0,
          "free fall: the exact reference");
    check(measured(&w.s, &with, &exact, &run, &e) == MB_OK && run.steps == 3,
          "free fall: three steps");
    check(e.count == 3, "free fall: the start is not counted");
    check_near(e.max, 9.81 * 0.01 * 0.03 / 2, 1e-15, "free fall: the last step is g h t/2 too low");
    check_near(e.median, 9.81 * 0.01 * 0.02 / 2, 1e-15,
               "free fall: the median is the middle one of the three errors");
    check_near(run.last->energy, 9.81 * run.last->x[1] + 0.5 * run.last->v[1] * run.last->v[1],
               1e-12, "free fall: energy");
    reference_free(&exact);
    simulation_free(&run);
}

/* a particle flies along a floor within reach, without gravity; then it falls onto the floor */
static void edges_that_push(void)
{
    const double floor_xy[6] = { -1, 0, 3, 0, 9, 0.5 };
    terrain_scene w;
    settings with;
    simulation run;

    terrain_begin(&w, 0, 0.05, 1, 0);
    terrain_add(&w, 3, floor_xy, 0, 0.0);
    w.s.epsilon = 0.1;
    for (int falls = 0; falls < 2; falls++) {
        w.s.gravity[1] = falls ? -9.81 : 0.0;
        for (int f = MB_ST; f < mb_formulation_count; f++) {
            settings_default(&with, &w.s);
            with.formulation = (mb_formulation)f;
            check(simulate(&w.s, &with, &run, stdout) == MB_OK && run.pushed[0] == falls &&
                      !run.pushed[1],
                  "%s: an edge %s", mb_formulations[f].name,
                  falls ? "that pushes is noted, no other is"
                        : "in reach that does not push is not noted");
            simulation_free(&run);
        }
    }
}

static int last_form(int f) { return mb_formulations[f].mlcp ? MB_FORM_MLCP : MB_FORM_LCP; }

/* Random terrains, rough and smooth, sharp corners both ways: all but ST solve every step in
 * every form. (ST need not: its extended half-spaces can exclude every velocity.) */
static void random_terrains(void)
{
    static const terrain_kind kinds[] = { TERRAIN_ROUGH, TERRAIN_SHARP, TERRAIN_TINY };
    rng r = { 3 };
    int failed[MB_MAX_FORMULATIONS][3] = { { 0 } }, steps = 0;

    for (int trial = 0; trial < 300; trial++) {
        terrain_scene w;
        terrain_random(&r, kinds[trial % 3], &w);
        w.s.time = 1.5;
        for (int f = MB_AP; f < mb_formulation_count; f++)
            for (int form = MB_FORM_LCP; form <= last_form(f); form++) {
                settings with;
                simulation run;
                settings_default(&with, &w.s);
                with.formulation = (mb_formulation)f;
                with.form = (mb_form)form;
                failed[f][form] += simulate(&w.s, &with, &run, NULL) != MB_OK;
                steps += run.steps;
                simulation_free(&run);
            }
    }
    for (int f = MB_AP; f < mb_formulation_count; f++)
        for (int form = MB_FORM_LCP; form <= last_form(f); form++)
            /* a notch narrower than Gauss' cones allows only the velocity 0, which is hard for a
             * solver */
            check(failed[f][form] <= mb_formulations[f].dilates,
                  "300 random terrains, %s as %s: every step solved (%d runs failed; %d steps in "
                  "all)",
                  mb_formulations[f].name, form_names[form], failed[f][form], steps);
}

/* The steps take no longer than the whole call, so the rate must be at least that computed from the
 * call's time. */
static void speed_is_a_rate(void)
{
    struct timespec begin, end;
    settings with;
    double speed, seconds;
    scene s;

    if (!open_scene("slope", &s)) return;
    settings_default(&with, &s);
    with.h = 1e-4;
    with.solver = "pgs";
    with.form = MB_FORM_BOX;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    speed = simulate_speed(&s, &with, 1e-9);
    clock_gettime(CLOCK_MONOTONIC, &end);
    seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    check(speed >= 15000.0 / seconds, "15 000 steps in %.3g s: a rate of at least %.3g a second is "
          "reported: %.3g", seconds, 15000.0 / seconds, speed);
    with.solver = "dantzig";
    check(simulate_speed(&s, &with, 1e-9) == 0.0,
          "a run that stops early reports no steps per second");
    scene_free(&s);
}

int main(void)
{
    static const char *const scenes[] = { "bricks", "drop", "end", "flush", "ghost", "hills",
        "letter", "sawtooth", "sawtooth-friction", "slope",
                                          "square", "staircase", "valley" };

    error_summary_of_free_fall();
    edges_that_push();
    speed_is_a_rate();
    hills_at_the_papers_step();
    sawtooth_at_the_papers_step();
    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_SWEPT : MB_PEG;
        converges("hills", f, 1.3);
        converges("sawtooth", f, 0.0);
        converges("sawtooth-friction", f, 0.0);
    }
    for (int i = 0; i < 13; i++) forms_and_solvers_agree(scenes[i]);
    swept_agrees_on_random_ground();
    random_terrains();
    return check_done();
}
