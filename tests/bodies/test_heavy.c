/* test_heavy.c: scenes whose masses differ by a hundred and a thousand times
 *
 * Weights on chains of light rods, and boxes in turn light and heavy on each other. `--full`: with
 * shorter steps, too.
 */
#include "minisim2d/motion/simulate.h"
#include "check.h"

typedef struct {
    double x[2];                 /* of the last body, at the end or at `at` */
    double worst;                /* how far a body was from its start [m] */
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

/* to its end; w->x: where the last body is at the time `at` */
static simulation run(const char *name, double h, mb_formulation f, double at, watched *w)
{
    char path[100];
    settings with;
    simulation done;
    scene s;

    memset(&done, 0, sizeof done);
    done.status = MB_BAD_ARG;
    snprintf(path, sizeof path, "tests/data/cases/%s.scene", name);
    memset(w, 0, sizeof *w);
    w->at = at;
    if (scene_read(path, &s, stdout) != 0) return done;
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

/* Weights of 100 and 50 kg hang from rods of 1 and .1 kg. No step may fail, or gain what a whip
 * has: 1 % of the weight's kinetic energy, of up to 1500 J. Joints are closed to 1e-9, or to
 * 1e-6 in what Levenberg's damping leaves. */
static void chains(int full)
{
    static const char *const name[] = { "hang_3_100", "hang_6_100", "chain50_swing_heavy" };

    for (int k = 0; k < 3; k++)
        for (double h = 0.01; h > (full ? 0.002 : k == 2 ? 0.009 : 0.004); h /= 2.0) {
            watched w;
            const simulation done = run(name[k], h, MB_SWEPT, 2.0, &w);
            check(done.status == MB_OK, "%s, h = %g: runs", name[k], h);
            check(w.gain < 15.0, "no step gains much (%g J)", w.gain);
            check(done.joint_error < 1e-6, "joints hold (%g m)", done.joint_error);
        }
}

/* before rods whip, at .5 s, steps agree with steps of an eighth */
static void a_weight_falls(void)
{
    watched fine, w;

    (void)run("hang_6_100", 0.000625, MB_SWEPT, 0.3, &fine);
    (void)run("hang_6_100", 0.005, MB_SWEPT, 0.3, &w);
    check_near(hypot(w.x[0] - fine.x[0], w.x[1] - fine.x[1]), 0.0, 0.01,
               "hang_6_100: where the weight is at .3 s");
}

/* boxes of 1 and 1000 kg, in turn */
static void towers(void)
{
    static const struct { const char *name; double h; mb_formulation f; } tower[] = {
        { "st_6_1000", 0.01, MB_SWEPT }, { "st_6_1000", 0.0025, MB_SWEPT },
        { "st_6_1000", 0.01, MB_PEG },   { "stack1_1000", 0.01, MB_SWEPT }
    };

    for (int k = 0; k < 4; k++) {
        watched w;
        const simulation done = run(tower[k].name, tower[k].h, tower[k].f, 3.0, &w);
        check(done.status == MB_OK, "%s, h = %g, %s: runs", tower[k].name, tower[k].h,
              mb_formulations[tower[k].f].name);
        check(w.worst < 1e-8, "nobody moves (%g m)", w.worst);
    }
}

int main(int argc, char **argv)
{
    chains(argc > 1 && strcmp(argv[1], "--full") == 0);
    a_weight_falls();
    towers();
    return check_done();
}
