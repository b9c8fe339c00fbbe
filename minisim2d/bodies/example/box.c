/* box.c: the smallest program with a body: a box falls, tips and comes to rest
 *
 *     cc -std=c99 -O2 -I. minisim2d/bodies/example/box.c minisim2d/bodies/*.c -lm && ./a.out
 */
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"
#include "minisim2d/bodies/world.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const double corners[] = { -0.5, -0.5,  0.5, -0.5,  0.5, 0.5,  -0.5, 0.5 }, ground[] = { -5, 0,  5, 0 };
    static double memory[1000], q[3] = { 0, 2, 0.5 }, v[3], force[3];         /* x, y, angle; their speeds */
    const mb_polyline floor = { 2, ground, 0, 0.3 };                          /* the solid on the right; mu 0.3 */
    const mb_shape square = { 4, corners, 0 };
    mb_body box = { 0, 0, MB_DYNAMIC, 1, 0, -1, 0 };                          /* shape 0, mass 1 */
    mb_arena arena = mb_arena_make(memory, sizeof memory);
    mb_world world = { 0 };
    mb_info info;
    size_t bytes;

    box.inertia = box.mass * mb_shape_inertia(&square);
    if (mb_terrain_build(&floor, 1, &world.terrain, &info, &arena) != MB_OK) return 1;
    world.nshape = world.nbody = 1;
    world.shape = &square;
    world.body = &box;
    world.q = q;
    world.v = v;
    world.force = force;
    world.gravity[1] = -9.81;
    world.formulation = MB_SWEPT;
    world.epsilon = 0.1;
    world.h = 0.01;
    bytes = mb_world_scratch(&world);
    world.scratch = mb_arena_make(malloc(bytes), bytes);
    while (world.t < 2)
        if (mb_world_step(&world, &info) != MB_OK) {
            printf("not solved: %s\n", mb_status_text(info.status));
            return 1;
        }
    printf("at rest at (%.3f, %.3f)\n", q[0], q[1]);
    return 0;
}
