/* test_towers.c: towers and walls of boxes stand still; --full: of up to 300 */
#include "minisim2d/bodies/world.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 301 };

static struct {
    mb_world w;
    mb_shape shape[2];
    mb_body body[MOST];
    double q[3 * MOST], v[3 * MOST], force[3 * MOST], start[3 * MOST];
    mb_impulse warm[16 * MOST];
    int others;                  /* steps of islands that Newton's method did not solve */
} s;

static void watch(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    s.others += step->solver && strcmp(step->solver, "contact-newton") != 0;
}

/* rows of unit boxes on a floor, every second row `ratio` times as heavy, and shifted */
static void lay(int wide, int high, double ratio, double shift)
{
    static const double floor_at[8] = { -500, -0.5, 500, -0.5, 500, 0.5, -500, 0.5 };
    static const double box_at[8] = { -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5 };
    const mb_shape shape[2] = { { 4, floor_at, 0.0 }, { 4, box_at, 0.0 } };
    mb_world *w = &s.w;

    memset(&s, 0, sizeof s);
    memcpy(s.shape, shape, sizeof shape);
    w->nshape = 2;
    w->nbody = 1 + wide * high;
    w->shape = s.shape;
    w->body = s.body;
    w->q = s.q;
    w->v = s.v;
    w->force = s.force;
    w->warm = s.warm;
    w->max_warm = 16 * MOST;
    w->max_contacts = 8 * w->nbody;
    w->gravity[1] = -9.81;
    w->h = 0.01;
    w->epsilon = 0.05;
    w->formulation = MB_SWEPT;
    w->observer = watch;
    s.body[0].kind = MB_STATIC;
    s.body[0].mu = 0.5;
    s.q[1] = -0.5;
    for (int i = 1; i < w->nbody; i++) {
        const int row = (i - 1) / wide, k = (i - 1) % wide;
        s.body[i].shape = 1;
        s.body[i].mass = row % 2 ? ratio : 1.0;
        s.body[i].inertia = s.body[i].mass / 6.0;
        s.body[i].mu = 0.5;
        s.q[3 * i] = k + row % 2 * shift;
        s.q[3 * i + 1] = 0.5 + row;
    }
    memcpy(s.start, s.q, sizeof s.q);
}

static void stands(int wide, int high, double ratio, double shift, int steps)
{
    double moved = 0.0;
    mb_status status = MB_OK;
    void *memory;
    size_t size;

    lay(wide, high, ratio, shift);
    size = mb_world_scratch(&s.w);
    memory = malloc(size);
    if (!memory) {
        check(0, "%.0f MB", (double)size / 1e6);
        return;
    }
    s.w.scratch = mb_arena_make(memory, size);
    for (int i = 0; i < steps && status == MB_OK; i++) status = mb_world_step(&s.w, NULL);
    for (int i = 0; i < 3 * s.w.nbody; i++) moved = fmax(moved, fabs(s.q[i] - s.start[i]));
    check(status == MB_OK && moved <= 1e-9,
          "%d x %d boxes, of 1 and %g kg, laid %g aside: %d steps, moved %.2g m", wide, high, ratio,
          shift, s.w.step, moved);
    check(s.others == 0, "each solved by Newton's method, or as the step before (%d not)",
          s.others);
    free(memory);
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const int high[] = { 10, 20, 30, 50, 75, 76, 90, 100, 150, 200, 250, 300 };
    const int count = full ? (int)(sizeof high / sizeof *high) : 4;

    for (int i = 0; i < count; i++) {
        stands(1, high[i], 1.0, 0.0, 500);
        stands(1, high[i], 1000.0, 0.0, 500);
        stands(1, high[i], 1e-3, 0.0, 500);
    }
    stands(1, 90, 1.0, 0.0, 50);
    stands(4, 6, 1.0, 0.0, 500);
    stands(4, 6, 1.0, 0.5, 500);
    stands(8, 10, 1.0, 0.5, 50);
    if (full) {
        stands(12, 25, 1.0, 0.0, 500);
        stands(12, 25, 1.0, 0.5, 500);
        stands(30, 10, 1.0, 0.5, 500);
    }
    return check_done();
}
