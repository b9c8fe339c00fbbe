/* test_heavy.c: scenes with mass ratios of a hundred and a thousand
 *
 * Weights on chains of light rods, and towers of alternately light and heavy boxes. `--full`: also
 * with shorter steps.
 */
#include "minisim2d/motion/simulate.h"
#include "minisim2d/writing/output.h"
#include "check.h"

typedef struct {
    double x[2];                 /* of the last body, at the end or at `at` */
    double worst;                /* largest distance of a body from its start [m] */
    /* the greatest of a step beside what the potential energy is [J] */
    double gain;
    double energy, at, t;
    const scene *s;
} watched;

static int watch(void *user, const trajectory_row *row)
{
    watched *w = user;
    const double *q = w->s->body[row->particle].q;

    w->worst = fmax(w->worst, hypot(row->x[0] - q[0], row->x[1] - q[1]));
    if (row->particle + 1 < w->s->nbody) return 0;
    if (row->step > 0) w->gain = fmax(w->gain, row->world->energy - w->energy);
    w->energy = row->world->energy;
    if (row->t > w->at + 1e-9) return 0;
    memcpy(w->x, row->x, sizeof w->x);
    return 0;
}

/* ---- scenes ---------------------------------------------------------------------------------- */

static output_text text;

static void scene_begin(double time)
{
    output_free(&text);
    output_printf(&text, "step .01\nepsilon .05\ntime %g\n", time);
}

/* a rod of a chain, from one point to another, on the end of the one before */
static void rod(int k, double length, double mass, const double *from, const double *to)
{
    output_printf(&text, "rod r%d length %g mass %g position %.15g %.15g angle %.15g group 1\n", k,
                  length, mass, 0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]),
                  atan2(to[1] - from[1], to[0] - from[0]));
    if (k > 0) output_printf(&text, "revolute r%d r%d", k - 1, k);
    else output_string(&text, "revolute world r0");
    output_printf(&text, " at %.15g %.15g\n", from[0], from[1]);
}

/* 100 kg on rods of 1 kg, which zigzag by .3 rad about the horizontal */
static void weight_on_rods(int rods)
{
    double at[2] = { 0, 0 };

    scene_begin(2.0);
    for (int k = 0; k < rods; k++) {
        const double to[2] = { at[0] + 0.25 * cos(0.3), k % 2 ? 0.0 : -0.25 * sin(0.3) };
        rod(k, 0.25, 1.0, at, to);
        memcpy(at, to, sizeof at);
    }
    output_printf(&text, "box load size .2 .2 mass 100 position %.15g %.15g group 1\n"
                         "revolute r%d load at %.15g %.15g\n",
                  at[0], at[1], rods - 1, at[0], at[1]);
}

/* 50 kg on 50 rods of .1 kg in a line, .2 rad from the vertical */
static void weight_on_a_chain(void)
{
    const double along[2] = { 0.1 * sin(0.2), -0.1 * cos(0.2) };

    scene_begin(2.0);
    for (int k = 0; k < 50; k++) {
        const double from[2] = { k * along[0], k * along[1] };
        const double to[2] = { (k + 1) * along[0], (k + 1) * along[1] };
        rod(k, 0.1, 0.1, from, to);
    }
    output_printf(&text, "disc end radius .05 mass 50 inertia 0 position %.15g %.15g group 1\n"
                         "revolute r49 end at %.15g %.15g\n",
                  50 * along[0], 50 * along[1], 50 * along[0], 50 * along[1]);
}

/* six boxes, alternately of 1 and 1000 kg */
static void tower(void)
{
    scene_begin(3.0);
    output_string(&text, "chain -3 0 3 0 mu 0.5\n");
    for (int k = 0; k < 6; k++)
        output_printf(&text, "box b%d size 1 0.5 mass %d position 0 %g mu 0.5\n", k,
                      k % 2 ? 1000 : 1, 0.25 + 0.5 * k);
}

/* to its end; w->x: where the last body is at the time `at` */
static simulation run(double h, mb_formulation f, double at, watched *w)
{
    settings with;
    simulation done;
    scene s;

    memset(&done, 0, sizeof done);
    done.status = MB_BAD_ARG;
    memset(w, 0, sizeof *w);
    w->at = at;
    if (scene_parse("heavy", text.data, text.size, &s, stdout) != 0) return done;
    w->s = &s;
    settings_default(&with, &s);
    with.h = h;
    with.formulation = f;
    with.take = watch;
    with.taker = w;
    (void)simulate(&s, &with, &done, stdout);
    simulation_free(&done);
    scene_free(&s);
    return done;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Weights of 100 and 50 kg hang from rods of 1 and .1 kg. No step may fail, or gain more than a
 * whipping chain may: 1 % of the weight's kinetic energy, of up to 1500 J. Joints are closed to
 * 1e-9, or to 1e-6 where Levenberg's damping leaves a remainder. */
static void chains(int full)
{
    static const int rods[] = { 3, 6, 50 };

    for (int k = 0; k < 3; k++) {
        if (k < 2) weight_on_rods(rods[k]);
        else weight_on_a_chain();
        for (double h = 0.01; h > (full ? 0.002 : k == 2 ? 0.009 : 0.004); h /= 2.0) {
            watched w;
            const simulation done = run(h, MB_SWEPT, 2.0, &w);
            check(done.status == MB_OK, "a weight on %d rods, h = %g: runs", rods[k], h);
            check(w.gain < 15.0, "no step gains much (%g J)", w.gain);
            check(done.joint_error < 1e-6, "joints hold (%g m)", done.joint_error);
        }
    }
}

/* before rods whip, at .5 s, steps agree with steps of an eighth */
static void a_weight_falls(void)
{
    watched fine, w;

    weight_on_rods(6);
    (void)run(0.000625, MB_SWEPT, 0.3, &fine);
    (void)run(0.005, MB_SWEPT, 0.3, &w);
    check_near(hypot(w.x[0] - fine.x[0], w.x[1] - fine.x[1]), 0.0, 0.01,
               "a weight on six rods: where it is at .3 s");
}

/* Between a heavy box and a light one the rows of a problem are weakly coupled, and most of b is
 * rounding: the remainder of w is small compared with the forces, but not with b. */
static void towers(void)
{
    static const struct { double h; mb_formulation f; } way[] = {
        { 0.01, MB_SWEPT }, { 0.0025, MB_SWEPT }, { 0.001, MB_SWEPT }, { 0.01, MB_PEG } };

    tower();
    for (int k = 0; k < 4; k++) {
        watched w;
        const simulation done = run(way[k].h, way[k].f, 3.0, &w);
        check(done.status == MB_OK && done.steps == done.planned,
              "a tower, h = %g, %s: all of %d steps solved", way[k].h,
              mb_formulations[way[k].f].name, done.planned);
        check(w.worst <= 1e-9, "no box has moved (%g m)", w.worst);
    }
}

int main(int argc, char **argv)
{
    chains(argc > 1 && strcmp(argv[1], "--full") == 0);
    a_weight_falls();
    towers();
    output_free(&text);
    return check_done();
}
