/* test_appended.c: a formulation that is appended to the table: in a row that dilates free motion
 * is no solution, though the row's functions are ST's
 *
 * The header's implementation is in this file, with a table that ends with these rows.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_MORE_FORMULATIONS "tests/program/appended.h"
#include "mbsim.h"

static int opened;                   /* problems, by an appended row */

static mb_status opens_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    opened++;
    return mb_st_lcp(d, out, info, arena);
}

#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include <string.h>

#include "check.h"

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
    const mb_formulation closed = mb_formulation_count - 2, opens = mb_formulation_count - 1;

    check(strcmp(mb_formulations[MB_FURTHER].name, "myst") == 0, "the row of MB_FURTHER is the "
          "first appended one: each row of mbsim.h needs its name in the enum");
    check(strcmp(mb_formulations[closed].name, "myst") == 0 &&
          strcmp(mb_formulations[opens].name, "opens") == 0, "the rows are the last ones");
    check(problems(closed) == 0, "free motion is ST's solution: no problem");
    check(problems(opens) == 1, "in a row that dilates sliding contacts open faster: a problem");
    return check_done();
}
