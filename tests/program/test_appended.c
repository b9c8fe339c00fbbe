/* test_appended.c: a formulation is one row of a table: ST's functions under another name act like
 * ST; in a row that dilates free motion is no solution
 *
 * The header's implementation is in this file, with a table that ends with these rows.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_MORE_FORMULATIONS "tests/program/appended.h"
#include "mbsim.h"

static int opened;                   /* problems, by the last row */

static mb_status opens_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    opened++;
    return mb_st_lcp(d, out, info, arena);
}

#define MBSIM_IMPLEMENTATION
#include "mbsim.h"
#include "minisim2d/motion/simulate.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { STEPS = 300, FEW = 12, NUMBERS = 9 };

/* mixes the bits of a row into a sum */
static int take(void *user, const trajectory_row *row)
{
    const double number[NUMBERS] = { row->x[0], row->x[1], row->angle, row->v[0], row->v[1],
                                     row->spin, row->size, row->iterations, row->residual };
    uint64_t *sum = user;

    for (int i = 0; i < NUMBERS; i++) {
        rng r;
        memcpy(&r.state, number + i, sizeof r.state);
        r.state ^= *sum;
        *sum = rng_next(&r);
    }
    return 0;
}

/* the status of a run of particles for up to STEPS steps, or bodies for FEW; *end: of all rows, so
 * that no bit of the motion or of the solver's work may differ */
static mb_status run(const scene *s, mb_formulation f, mb_form form, uint64_t *end)
{
    simulation done;
    settings with;

    settings_default(&with, s);
    with.formulation = f;
    with.form = form;
    with.time = fmin(s->time, with.h * (s->nbody > 0 ? FEW : STEPS));
    with.take = take;
    with.taker = end;
    *end = 0;
    (void)simulate(s, &with, &done, NULL);
    simulation_free(&done);
    return done.status;
}

/* problems made in a step of a particle that slides and rises above a floor */
static int problems(mb_formulation f)
{
    static const double xy[] = { -5, 0, 5, 0 }, mass = 1.0;
    static double terrain[1000], work[10000], x[2] = { 0, 1e-4 }, v[2] = { 1, 0.05 }, force[2];
    const mb_polyline floor = { 2, xy, 0, 1.0 };
    mb_arena arena = mb_arena_make(terrain, sizeof terrain);
    mb_sim sim;

    memset(&sim, 0, sizeof sim);
    if (mb_terrain_build(&floor, 1, &sim.terrain, NULL, &arena) != MB_OK) return -1;
    sim.np = 1;
    sim.mass = &mass;
    sim.epsilon = 0.1;
    sim.h = 0.01;
    sim.formulation = f;
    sim.x = x;
    sim.v = v;
    sim.force = force;
    sim.scratch = mb_arena_make(work, sizeof work);
    opened = 0;
    return mb_sim_step(&sim, NULL) == MB_OK ? opened : -1;
}

int main(void)
{
    const mb_formulation myst = mb_formulation_count - 2, opens = mb_formulation_count - 1;
    DIR *folder = opendir("scenes");
    int scenes = 0, solved = 0;

    check(myst == MB_FURTHER && strcmp(mb_formulations[myst].name, "myst") == 0,
          "the rows are the last ones, after the header's");
    check(problems(MB_ST) == 0 && problems(myst) == 0, "free motion is ST's solution: no problem");
    check(problems(opens) == 1, "in a row that dilates sliding contacts open faster: a problem");
    for (struct dirent *e = folder ? readdir(folder) : NULL; e; e = readdir(folder)) {
        const char *end = strstr(e->d_name, ".scene");
        char path[300];
        scene s;
        if (!end || end[6]) continue;
        snprintf(path, sizeof path, "scenes/%s", e->d_name);
        if (scene_read(path, &s, stderr) != 0) continue;
        for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++) {
            uint64_t plain, appended;
            const mb_status status = run(&s, MB_ST, (mb_form)form, &plain);
            check(run(&s, myst, (mb_form)form, &appended) == status && appended == plain,
                  "%s as %s: the same as ST", e->d_name, form_names[form]);
            solved += status == MB_OK;
        }
        scene_free(&s);
        scenes++;
    }
    if (folder) closedir(folder);
    check(scenes > 30, "all scenes were run (%d)", scenes);
    check(solved > 2 * scenes, "most runs were solved (%d of %d)", solved, 3 * scenes);
    return check_done();
}
