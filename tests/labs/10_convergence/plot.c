/* Lab 10's plot: the step-size study on sawtooth.scene, with the student's own lab_study, lab_state
 * and lab_local_orders
 *
 *     plot OUT.svg
 *
 * Each formulation is run from the same 24 random starts. A point is the median of the starts' mean
 * errors with one step length; what it says is lab_state's.
 */
#include "minisim2d/drawing/chart.h"
#include "minisim2d/motion/simulate.h"
#include "lab.h"
#include "minisim2d/truth/exact.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

enum { STARTS = 24, STEPS = 6, PER_STEP = 2, GUIDES = 2 };
/* mbsim.h's; without friction the convex models, which follow, are swept */
enum { FORMULATIONS = MB_FURTHER, CURVES = FORMULATIONS + GUIDES };
enum { MAX_POINTS = 512, SAID = 120 };
static const double h_list[STEPS] = { 0.08, 0.04, 0.02, 0.01, 0.005, 0.0025 };

/* one motion: where it starts is in the scene */
typedef struct {
    const scene *s;
    const exact_path *path;
    mb_formulation formulation;
    int n, max;                          /* points so far, and most */
    double *t, *x;
} motion;

static void exact(const void *user, double t, double *x)
{
    exact_at(((const motion *)user)->path, t, x, NULL);
}

static int take_point(void *user, const trajectory_row *row)
{
    motion *m = user;

    if (m->n == m->max) return -1;
    m->t[m->n] = row->t;
    memcpy(m->x + 2 * m->n, row->x, sizeof row->x);
    m->n++;
    return 0;
}

/* the kit's simulator as a lab_simulate */
static mb_status run_kit(const void *user, double h, double time, int max, double *t, double *x,
                         int *n)
{
    motion m = *(const motion *)user;
    settings with;
    simulation run;
    mb_status status;

    m.n = 0;
    m.max = max;
    m.t = t;
    m.x = x;
    settings_default(&with, m.s);
    with.formulation = m.formulation;
    with.h = h;
    with.time = time;
    with.take = take_point;
    with.taker = &m;
    status = simulate(m.s, &with, &run, stderr);
    simulation_free(&run);
    *n = m.n;
    return status;
}

/* start k of 24, the same for every formulation */
static void place(scene *s, int k)
{
    rng r = { 1000 + (uint64_t)k };
    scene_particle *p = s->particle;

    p->x[0] = rng_range(&r, 0.0, 0.5);
    p->x[1] = rng_range(&r, 0.5, 1.0);
    p->v[0] = rng_range(&r, 1.5, 3.5);
    p->v[1] = rng_range(&r, 0.0, 2.0);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* the median error of one formulation for each step length; what lab_study returned, or MB_TODO if
 * the exact motion can't be followed */
static mb_status median_errors(scene *s, mb_formulation formulation, mb_arena scratch, double *e)
{
    double all[STEPS][STARTS], mean[STEPS], max[STEPS];

    for (int k = 0; k < STARTS; k++) {
        motion m = { s, NULL, formulation, 0, 0, NULL, NULL };
        exact_path path;
        lab_experiment of = { s->time, MAX_POINTS, run_kit, exact, &m };
        mb_status status;
        place(s, k);
        if (exact_run(s, 0, s->time, &path, stderr) != 0) return MB_TODO;
        m.path = &path;
        status = lab_study(&of, PER_STEP, STEPS, h_list, mean, max, scratch);
        exact_free(&path);
        if (status != MB_OK) return status;
        for (int i = 0; i < STEPS; i++) all[i][k] = mean[i];
    }
    for (int i = 0; i < STEPS; i++) {
        qsort(all[i], STARTS, sizeof all[i][0], ascending);
        e[i] = 0.5 * (all[i][STARTS / 2 - 1] + all[i][STARTS / 2]);
    }
    return MB_OK;
}

/* what lab_state says, in words */
static void put_in_words(const lab_statement *s, const char *name, char *text)
{
    if (s->behaviour == LAB_FLOOR) snprintf(text, SAID, "%s: floor at %.2g m", name, s->floor);
    else
        snprintf(text, SAID, "%s: %s, order %.2f", name,
                 s->behaviour == LAB_GROWS ? "grows" : "converges", s->line.order);
}

/* a line of the table: errors, statement; the local orders below the errors they lead from */
static int print_row(const char *said, const double *e)
{
    double p[STEPS - 1];

    if (lab_local_orders(STEPS, h_list, e, p) != MB_OK) return 0;
    for (int i = 0; i < STEPS; i++) printf("  %8.2e", e[i]);
    printf("   %s\n     ", said);
    for (int i = 0; i + 1 < STEPS; i++) printf("  %8.2f", p[i]);
    printf("   local orders\n");
    return 1;
}

static void draw(const chart_series *series, int count, output_text *out)
{
    const chart c = {
        .title = "Step-size study on sawtooth, your lab_study",
        .subtitle = "median of 24 starts: mean distance to the exact motion in 1.2 s",
        .x.label = "step length h [s]", .x.log = 1,
        .y.label = "mean error [m]", .y.log = 1,
        .nseries = count, .series = series
    };

    chart_svg(&c, out);
}

/* a straight line of this slope through (0.01, at) */
static void guide(double slope, double at, double *xy)
{
    for (int i = 0; i < STEPS; i++) {
        xy[2 * i] = h_list[i];
        xy[2 * i + 1] = at * pow(h_list[i] / 0.01, slope);
    }
}

/* every formulation's curve, and two guides; 0 if a function is not written yet */
static int study(scene *s, mb_arena scratch, output_text *out)
{
    static char said[FORMULATIONS][SAID];
    static double xy[CURVES][2 * STEPS];
    chart_series series[CURVES];

    memset(series, 0, sizeof series);
    printf("h [s]");
    for (int i = 0; i < STEPS; i++) printf("  %8.4g", h_list[i]);
    printf("\n");
    for (int f = 0; f < FORMULATIONS; f++) {
        double e[STEPS];
        lab_statement says;
        if (median_errors(s, f, scratch, e) != MB_OK ||
            lab_state(STEPS, h_list, e, 1e-12, &says) != MB_OK)
            return 0;
        put_in_words(&says, mb_formulations[f].title, said[f]);
        printf("%-5s", mb_formulations[f].title);
        if (!print_row(said[f], e)) return 0;
        for (int i = 0; i < STEPS; i++) {
            xy[f][2 * i] = h_list[i];
            xy[f][2 * i + 1] = e[i];
        }
        series[f] = (chart_series){ said[f], STEPS, xy[f], SVG_STYLE_FORMULATION + f, 1, NULL };
    }
    guide(1.0, 0.004, xy[FORMULATIONS]);
    guide(-1.0, 6.0, xy[FORMULATIONS + 1]);
    for (int g = 0; g < GUIDES; g++)
        series[FORMULATIONS + g] =
            (chart_series){ g ? "slope -1" : "slope 1", STEPS, xy[FORMULATIONS + g],
                            SVG_STYLE_EXACT, -1, NULL };
    draw(series, CURVES, out);
    return 1;
}

int main(int argc, char **argv)
{
    const size_t bytes = lab_study_scratch(MAX_POINTS, PER_STEP);
    output_text out = { 0 };
    void *memory;
    scene s;
    int ok;

    if (argc != 2) return 2;
    if (scene_read("scenes/sawtooth.scene", &s, stderr) != 0) return 1;
    memory = malloc(bytes);
    ok = memory && study(&s, mb_arena_make(memory, bytes), &out);
    if (!ok)
        fprintf(stderr, "plot: lab_study, lab_state and lab_local_orders must return MB_OK first: "
                        "is one not written yet?\n");
    else ok = output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    free(memory);
    scene_free(&s);
    return ok ? 0 : 1;
}
