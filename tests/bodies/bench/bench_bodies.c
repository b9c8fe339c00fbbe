/* bench_bodies.c: bodies at rest: steps per second, drift and penetration, beside Box2D and ODE
 * where they are installed, as a table in Markdown
 *
 *   bench [STEPS [CSV]]
 *
 * Every engine gets the same bodies and the same step. steps/s is processor time in one run of this
 * program; drift is how far the body that moved most has come since the first tenth of the
 * steps, in which an engine may settle in its own way, of the discs, which fall, since the first
 * half; penetration is measured by the kit, in the place where each engine has left the bodies.
 * An engine that a compile-time switch (HAVE_BOX2D, HAVE_ODE) leaves out is named.
 *
 * Then towers, walls and heaps of 10 to 1000 bodies: what a step costs, and the exponent of n that
 * fits it; with CSV as a table, too: kind, bodies, microseconds.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <time.h>

#include "engines.h"
#include "../../check.h"
#include "../../../minisim2d/bodies/world.h"

double bench_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the scenes ---- */

enum { MOST_BODIES = 1100, SCENES = 6, STEPS = 1000 };

static bench_body box(double width, double height, double mass, double x, double y)
{
    const bench_body b = { width, height, 0.0, mass, x, y };

    return b;
}

/* columns of unit boxes, `gap` apart; floor and boxes; how many bodies */
static int columns(int count, int high, double gap, double top_mass, bench_body *out)
{
    int n = 0;

    out[n++] = box(40.0, 1.0, 0.0, 0.0, -0.5);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < high; k++)
            out[n++] = box(1.0, 1.0, k + 1 == high ? top_mass : 1.0,
                           (i - 0.5 * (count - 1)) * (1.0 + gap), k + 0.5);
    return n;
}

/* discs or boxes in rows, just above one another, in a box as wide as 11 of them */
static int heap(int count, int boxes, bench_body *out)
{
    const double r = 0.15;
    int n = 0;

    out[n++] = box(6.0, 1.0, 0.0, 0.0, -0.5);
    out[n++] = box(1.0, 80.0, 0.0, -2.5, 40.0);
    out[n++] = box(1.0, 80.0, 0.0, 2.5, 40.0);
    for (int i = 0; i < count; i++) {
        const int row = i / 11, k = i % 11;
        const bench_body body = { boxes ? 2.0 * r : 0.0, boxes ? 2.0 * r : 0.0, boxes ? 0.0 : r,
                                  1.0, -1.75 + 0.34 * k + (row % 2 ? 0.1 : 0.0), r + 0.32 * row };
        out[n++] = body;
    }
    return n;
}

/* ---- the kit ---- */

typedef struct {
    mb_world world;
    mb_shape shape[MOST_BODIES];
    double corner[MOST_BODIES][8];
    mb_body body[MOST_BODIES];
    double v[3 * MOST_BODIES], force[3 * MOST_BODIES];
    mb_impulse warm[32 * MOST_BODIES];
} kit;

/* the scene as a world, at q */
static void kit_make(const bench_scene *scene, double h, double *q, kit *k)
{
    mb_world *w = &k->world;

    memset(k, 0, sizeof *k);
    for (int i = 0; i < scene->nbody; i++) {
        const bench_body *from = scene->body + i;
        const double x = from->width / 2.0, y = from->height / 2.0;
        const double corner[8] = { -x, -y, x, -y, x, y, -x, y };
        memcpy(k->corner[i], corner, sizeof corner);
        k->shape[i].nvert = from->radius > 0.0 ? 1 : 4;
        if (from->radius > 0.0) k->corner[i][0] = k->corner[i][1] = 0.0;
        k->shape[i].xy = k->corner[i];
        k->shape[i].radius = from->radius;
        k->body[i].shape = i;
        k->body[i].kind = from->mass > 0.0 ? MB_DYNAMIC : MB_STATIC;
        k->body[i].mass = from->mass;
        k->body[i].inertia = from->mass * mb_shape_inertia(k->shape + i);
        k->body[i].mu = scene->mu;
    }
    w->nshape = w->nbody = scene->nbody;
    w->shape = k->shape;
    w->body = k->body;
    w->gravity[1] = -9.81;
    w->epsilon = 0.05;
    w->h = h;
    w->q = q;
    w->v = k->v;
    w->force = k->force;
    w->warm = k->warm;
    if (scene->nbody > 200) w->max_contacts = 12 * scene->nbody;          /* by default n^2 */
    w->max_warm = (int)(sizeof k->warm / sizeof *k->warm);
}

static void engine_kit(mb_formulation formulation, const bench_scene *scene, double h, int steps,
                       bench_run *run)
{
    kit *k = malloc(sizeof *k);
    void *memory = NULL;
    size_t size;
    mb_status status = MB_OK;
    double begin;

    if (k) {
        kit_make(scene, h, run->q, k);
        k->world.formulation = formulation;
        size = mb_world_scratch(&k->world);
        memory = malloc(size);
        k->world.scratch = mb_arena_make(memory, size);
    }
    if (memory) {
        begin = bench_seconds();
        for (int i = 0; i < steps && status == MB_OK; i++) status = mb_world_step(&k->world, NULL);
        run->seconds = bench_seconds() - begin;
        if (status != MB_OK) run->failed = mb_status_name(status);
    } else {
        run->failed = "no memory";
    }
    free(memory);
    free(k);
}

static void engine_swept(const bench_scene *scene, double h, int steps, bench_run *run)
{
    engine_kit(MB_SWEPT, scene, h, steps, run);
}

static void engine_peg(const bench_scene *scene, double h, int steps, bench_run *run)
{
    engine_kit(MB_PEG, scene, h, steps, run);
}

/* how deep the deepest body is in another with the bodies at q; < 0 without memory */
static double penetration(const bench_scene *scene, double *q)
{
    kit *k = malloc(sizeof *k);
    double depth = -1.0;
    void *memory;

    if (!k) return depth;
    kit_make(scene, 0.01, q, k);
    memory = malloc(mb_world_scratch(&k->world));
    if (memory)
        depth = mb_world_penetration(&k->world,
                                     mb_arena_make(memory, mb_world_scratch(&k->world)));
    free(memory);
    free(k);
    return depth;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    bench_engine *run;            /* NULL: not installed */
} engines[] = {
    { "mbsim swept", engine_swept },
    { "mbsim peg", engine_peg },
#ifdef HAVE_BOX2D
    { "Box2D 2.4, 8 and 3 iterations", engine_box2d },
    { "Box2D 2.4, 200 and 60", engine_box2d_exact },
#else
    { "Box2D 2.4", NULL },
#endif
#ifdef HAVE_ODE
    { "ODE step", engine_ode },
    { "ODE quickstep", engine_ode_quick },
#else
    { "ODE", NULL },
#endif
};

static void start(const bench_scene *scene, double *q)
{
    for (int i = 0; i < scene->nbody; i++) {
        q[3 * i] = scene->body[i].x;
        q[3 * i + 1] = scene->body[i].y;
        q[3 * i + 2] = 0.0;
    }
}

static double drift(const bench_scene *scene, const double *before, const double *q)
{
    double most = 0.0;

    for (int i = 0; i < scene->nbody; i++)
        most = fmax(most, hypot(q[3 * i] - before[3 * i], q[3 * i + 1] - before[3 * i + 1]));
    return most;
}

/* to two digits, without an exponent */
static double two_digits(double x)
{
    const double unit = pow(10.0, floor(log10(x)) - 1.0);

    return x > 0.0 ? unit * round(x / unit) : x;
}

/* one engine on one scene, as a cell of the table */
static void cell(const bench_scene *scene, bench_engine *engine, double h, int steps)
{
    const int settle = scene->falls ? steps / 2 : steps / 10;
    double q[3 * MOST_BODIES], before[3 * MOST_BODIES];
    bench_run first = { before, 0.0, NULL, 0 }, run = { q, 0.0, NULL, 0 };

    start(scene, before);
    engine(scene, h, settle, &first);
    start(scene, q);
    if (!first.failed) engine(scene, h, steps, &run);
    if (first.failed || run.failed) {
        printf(" %s |", first.failed ? first.failed : run.failed);
        return;
    }
    printf(" %.0f / %.1g / %.1g", two_digits(steps / run.seconds), drift(scene, before, q),
           penetration(scene, q));
    if (run.complaints > 0) printf(" (%d steps failed)", run.complaints);
    printf(" |");
    fflush(stdout);
}

/* ---- cost against size ---- */

/* microseconds of a step, in the second half of so many */
static double cost(const bench_scene *scene, double h, int steps)
{
    static double q[3 * MOST_BODIES];
    bench_run half = { q, 0.0, NULL, 0 }, all = { q, 0.0, NULL, 0 };

    start(scene, q);
    engine_swept(scene, h, steps / 2, &half);
    start(scene, q);
    engine_swept(scene, h, steps, &all);
    return all.failed ? HUGE_VAL : 1e6 * (all.seconds - half.seconds) / (steps - steps / 2);
}

static void sizes(double h, FILE *csv)
{
    static const int count[] = { 10, 30, 100, 300, 1000 };
    static const char *const kind[] = { "tower", "wall", "discs" };
    static bench_body body[MOST_BODIES];

    printf("\nMicroseconds a step, by mbsim swept:\n\n| bodies |");
    for (int i = 0; i < 5; i++) printf(" %d |", count[i]);
    printf(" exponent |\n|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < 3; k++) {
        double size[5], us[5];
        printf("| %s |", kind[k]);
        for (int i = 0; i < 5; i++) {
            const int n = count[i], wide = k == 0 ? 1 : n >= 100 ? 10 : 5;
            const bench_scene scene = { kind[k], k < 2 ? columns(wide, n / wide, 0.0, 1.0, body)
                                                       : heap(n, 0, body), body, 0.5, 0 };
            size[i] = n;
            us[i] = cost(&scene, h, n < 300 ? 400 : 100);
            printf(" %.3g |", us[i]);
            fflush(stdout);
            if (csv) fprintf(csv, "%s,%d,%.6g\n", kind[k], n, us[i]);
        }
        printf(" %.2f |\n", fitted_order(5, size, us));
    }
}

int main(int argc, char **argv)
{
    static bench_body body[SCENES][MOST_BODIES];
    const bench_scene scene[SCENES] = {
        { "stack of ten", columns(1, 10, 0.0, 1.0, body[0]), body[0], 0.5, 0 },
        { "its top 1000 times as heavy", columns(1, 10, 0.0, 1000.0, body[1]), body[1], 0.5, 0 },
        { "wall of 4 x 6, flush", columns(4, 6, 0.0, 1.0, body[2]), body[2], 0.5, 0 },
        { "60 boxes fall in a box", heap(60, 1, body[3]), body[3], 0.3, 1 },
        { "60 discs", heap(60, 0, body[4]), body[4], 0.3, 1 },
        { "125 discs", heap(125, 0, body[5]), body[5], 0.3, 1 } };
    const int steps = argc > 1 ? atoi(argv[1]) : STEPS;
    const double h = 0.01;

    FILE *csv = argc > 2 ? fopen(argv[2], "w") : NULL;

    if (argc > 3 || steps < 10 || (argc > 2 && !csv)) {
        fprintf(stderr, "usage: bench [STEPS [CSV]], 10 or more\n");
        return 2;
    }
    printf("Steps/s / drift [m] / penetration [m]; %d steps of %g s each:\n\n| |", steps, h);
    for (int i = 0; i < SCENES; i++) printf(" %s |", scene[i].name);
    printf("\n|---|");
    for (int i = 0; i < SCENES; i++) printf("---|");
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
        printf("\n| %s |", engines[k].name);
        for (int i = 0; i < SCENES; i++) {
            if (engines[k].run) cell(scene + i, engines[k].run, h, steps);
            else printf(" not installed |");
        }
    }
    printf("\n");
    if (csv) fprintf(csv, "kind,bodies,us\n");
    sizes(h, csv);
    if (csv) fclose(csv);
    return 0;
}
