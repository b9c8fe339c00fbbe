/* test_heavy_stacks.c: six boxes on the ground, every second one 1000 times as heavy, stay
 *
 * Between a heavy box and a light one the rows of a problem hardly touch, and most of b is
 * rounding: what remains of w is small beside the forces, not beside b.
 */
#include "minisim2d/motion/simulate.h"
#include "check.h"

static void stands(const char *path, double h)
{
    settings with;
    simulation run;
    scene s;
    double moved = 0.0;

    if (!check(scene_read(path, &s, stdout) == 0, "%s", path)) return;
    settings_default(&with, &s);
    with.h = h;
    (void)simulate(&s, &with, &run, stdout);
    check(run.status == MB_OK && run.steps == run.planned, "%s, h = %g: all of %d steps solved",
          path, h, run.planned);
    for (int i = 0; i < s.nbody; i++) {
        const double *x = run.last[i].x, *start = s.body[i].q;
        moved = fmax(moved, hypot(x[0] - start[0], x[1] - start[1]));
    }
    check(moved <= 1e-9, "%s, h = %g: nothing has moved (%.1e m)", path, h, moved);
    simulation_free(&run);
    scene_free(&s);
}

int main(void)
{
    static const char *const paths[] = { "tests/data/cases/st_6_1000.scene",
                                         "tests/data/cases/stack1_1000.scene" };

    for (int i = 0; i < 2; i++) {
        stands(paths[i], 0.01);
        stands(paths[i], 0.001);
    }
    return check_done();
}
