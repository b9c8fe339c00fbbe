/* test_scratch.c: a step with less scratch than it needs
 *
 * The same step is made with arenas of many sizes, from 0 to what mb_world_scratch or
 * mb_sim_scratch returns. With too little it reports MB_NO_MEMORY and leaves the state as it was;
 * otherwise it ends in the same state as with all of the scratch. A step of bodies needs all of it,
 * one of particles may need less. Memory behind the arena is never touched.
 */
#include "check.h"

#include <stdlib.h>

#include "minisim2d/motion/simulate.h"

enum { SIZES = 90, GUARD = 64 };

typedef struct {
    const char *scene;
    int steps;                   /* before the step that is repeated */
    int longer, bounce, sweeps;  /* factor of the step length; 1: e = 1; sweeps, or 0 */
    mb_formulation formulation;
    mb_form form;
    const char *solver;
} method;

static const method methods[] = {
    { "joy", 270, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "joy", 33, 8, 1, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "joy", 270, 1, 0, 0, MB_PEG, MB_FORM_LCP, "lemke" },
    { "stack", 5, 1, 0, 4, MB_SWEPT, MB_FORM_LCP, NULL },
    { "double", 6, 32, 0, 0, MB_SWEPT, MB_FORM_MLCP, "lemke" },
    { "curling", 10, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "pushing", 20, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "thrown", 50, 1, 0, 0, MB_FURTHER, MB_FORM_LCP, NULL },
    { "hills", 60, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, "lemke" },
    { "hills", 60, 1, 0, 0, MB_PEG, MB_FORM_MLCP, "lemke" },
    { "sawtooth-friction", 45, 1, 0, 0, MB_ST, MB_FORM_LCP, "lemke" },
    { "sawtooth-friction", 45, 1, 0, 0, MB_AP, MB_FORM_BOX, "pgs" }
};

static int is_world(const driver *d) { return d->scene->nbody > 0; }

static mb_status step(driver *d, double *memory, size_t size)
{
    const mb_arena arena = mb_arena_make(memory, size);

    if (is_world(d)) d->world.scratch = arena;
    else d->sim.scratch = arena;
    return is_world(d) ? mb_world_step(&d->world, NULL) : mb_sim_step(&d->sim, NULL);
}

static void look(const method *m)
{
    static unsigned char guard[GUARD];
    int failed = 0, done = 0, harmed = 0, changed = 0, misnamed = 0, different = 0, nwarm, at;
    double *before, *after, *memory;
    mb_impulse *warm;
    settings with;
    char path[80];
    size_t all, states, warms;
    driver *d;
    double t;
    scene s;

    snprintf(path, sizeof path, "scenes/%s.scene", m->scene);
    if (scene_read(path, &s, stdout) != 0) {
        check(0, "%s can be read", path);
        return;
    }
    for (int b = 0; b < s.nbody && m->bounce; b++) s.body[b].body.e = 1.0;
    settings_default(&with, &s);
    with.h *= m->longer;
    with.formulation = m->formulation;
    with.form = m->form;
    with.solver = m->solver;
    with.sweeps = m->sweeps;
    d = simulate_bare(&s, &with);
    if (!d) {
        check(0, "%s: the simulation can be set up", m->scene);
        scene_free(&s);
        return;
    }
    all = is_world(d) ? mb_world_scratch(&d->world) : mb_sim_scratch(&d->sim);
    states = d->changing * sizeof *d->state;
    warms = is_world(d) ? (size_t)d->world.max_warm * sizeof *warm : 1;
    memory = malloc(all + GUARD);
    before = malloc(states + sizeof *before);
    after = malloc(states + sizeof *after);
    warm = malloc(warms);
    if (!memory || !before || !after || !warm) {
        check(0, "there is memory for copies of the state");
        exit(1);
    }
    memset(guard, 0xA5, sizeof guard);
    for (int k = 0; k < m->steps; k++) (void)step(d, memory, all);
    memcpy(before, d->state, states);
    if (is_world(d)) memcpy(warm, d->world.warm, warms);
    nwarm = d->world.nwarm;
    at = is_world(d) ? d->world.step : d->sim.step;
    t = is_world(d) ? d->world.t : d->sim.t;
    check(step(d, memory, all) == MB_OK || m->sweeps > 0, "%s: step %d can be made",
          m->scene, m->steps + 1);
    memcpy(after, d->state, states);
    for (int k = 0; k <= SIZES; k++) {
        /* a third of the sizes fill the arena evenly, the others are small */
        const double share = (double)k / SIZES;
        const double part = k % 3 == 0 ? share : pow(0.5, 16.0 * (1.0 - share));
        const size_t size = k == SIZES ? all : (size_t)(part * (double)all) & ~(size_t)7;
        mb_status status;
        memcpy(d->state, before, states);
        if (is_world(d)) memcpy(d->world.warm, warm, warms);
        d->world.nwarm = nwarm;
        d->world.step = d->sim.step = at;
        d->world.t = d->sim.t = t;
        memcpy((char *)memory + size, guard, GUARD);
        status = step(d, memory, size);
        harmed += memcmp((char *)memory + size, guard, GUARD) != 0;
        if ((is_world(d) ? d->world.step : d->sim.step) == at) {
            failed++;
            misnamed += status != MB_NO_MEMORY;
            changed += memcmp(d->state, before, states) != 0;
        } else {
            done++;
            different += memcmp(d->state, after, states) != 0;
        }
    }
    check(is_world(d) ? done == 1 : done > 1 && failed > 5,
          "%s: of %d sizes of scratch %d are enough", m->scene, SIZES + 1, done);
    check(harmed + different == 0,
          "%s: memory behind the arena was touched %d times; %d steps ended in another state",
          m->scene, harmed, different);
    check(changed + misnamed == 0,
          "%s: of %d failed steps %d changed the state, %d did not report MB_NO_MEMORY", m->scene,
          failed, changed, misnamed);
    free(memory);
    free(before);
    free(after);
    free(warm);
    simulate_close(d);
    scene_free(&s);
}

int main(void)
{
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) look(methods + k);
    return check_done();
}
