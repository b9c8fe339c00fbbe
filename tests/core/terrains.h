/* terrains.h: scenes of one particle, built in memory: by hand, or at random, of twelve kinds that
 * are hard for time stepping: non-convex, nested, touching, flush, open, thin, sharp, with tiny
 * edges, on a grid
 *
 *     terrain_scene w;                            w.s is a scene for simulate() and exact_run()
 *     terrain_begin(&w, 0, 1, 2, 0);              at (0, 1) with velocity (2, 0)
 *     terrain_edge(&w, -1, 0, 1, 0, 0.5);
 *
 *     rng r = { 7 };
 *     terrain_random(&r, TERRAIN_FLUSH, &w);
 */
#ifndef TERRAINS_H
#define TERRAINS_H

#include <math.h>
#include <string.h>

#include "minisim2d/reading/scene.h"
#include "check.h"

#define TERRAIN_PI 3.14159265358979323846

enum { TERRAIN_OBSTACLES = 12, TERRAIN_VERTICES = 128 };

typedef enum {
    TERRAIN_ROUGH,            /* one chain of random heights */
    TERRAIN_STARS,            /* non-convex polygons over a floor */
    TERRAIN_LETTERS,          /* right-angled and undercut non-convex polygons: L, U, T, C */
    TERRAIN_NESTED,           /* polygons inside and across each other */
    TERRAIN_TOUCHING,         /* polygons that share a vertex or a wall, or stand with a vertex
                                 on an edge */
    TERRAIN_FLUSH,            /* boxes side by side, level with each other and with the floor */
    TERRAIN_BRICKS,           /* the same, overlapping by a little, on a slope */
    TERRAIN_OPEN,             /* short chains with open ends */
    TERRAIN_THIN,             /* plates of 5 to 150 mm */
    TERRAIN_SHARP,            /* a sawtooth of random teeth: tips down to some degrees */
    TERRAIN_TINY,             /* edges from 0.1 mm to 1 m in one chain */
    TERRAIN_GRID,             /* everything on integer coordinates */
    TERRAIN_KINDS
} terrain_kind;

static inline const char *terrain_name(int kind)
{
    static const char *const names[TERRAIN_KINDS] = {
        "rough", "stars", "letters", "nested", "touching", "flush", "bricks", "open", "thin",
        "sharp", "tiny", "grid"
    };

    return names[kind];
}

/* do not copy it: s has pointers into it */
typedef struct {
    scene s;
    scene_obstacle obstacle[TERRAIN_OBSTACLES];
    double xy[TERRAIN_OBSTACLES][2 * TERRAIN_VERTICES];
    scene_particle particle;
} terrain_scene;

/* only a falling particle of 1 kg */
static inline void terrain_begin(terrain_scene *t, double x, double y, double vx, double vy)
{
    static char title[] = "terrain";

    memset(t, 0, sizeof *t);
    t->s.title = title;
    t->s.gravity[1] = -9.81;
    t->s.h = 0.01;
    t->s.time = 1.0;
    t->s.epsilon = 0.2;
    t->s.psi_min = -HUGE_VAL;
    t->s.obstacle = t->obstacle;
    t->s.nparticle = 1;
    t->s.particle = &t->particle;
    t->particle.mass = 1.0;
    t->particle.x[0] = x;
    t->particle.x[1] = y;
    t->particle.v[0] = vx;
    t->particle.v[1] = vy;
}

static inline void terrain_add(terrain_scene *w, int nvert, const double *xy, int closed, double mu)
{
    const int o = w->s.nobstacle++;

    memcpy(w->xy[o], xy, 2 * (size_t)nvert * sizeof *xy);
    w->obstacle[o].nvert = nvert;
    w->obstacle[o].xy = w->xy[o];
    w->obstacle[o].closed = closed;
    w->obstacle[o].mu = mu;
    w->obstacle[o].line = o + 1;
}

static inline void terrain_edge(terrain_scene *t, double x0, double y0, double x1, double y1,
                                double mu)
{
    const double xy[4] = { x0, y0, x1, y1 };

    terrain_add(t, 2, xy, 0, mu);
}

/* a point of (x, y) turned by angle, moved to (cx, cy), appended to xy */
static inline void terrain_point(double x, double y, double cx, double cy, double angle, double *xy,
                                 int *n)
{
    xy[2 * *n] = cx + x * cos(angle) - y * sin(angle);
    xy[2 * *n + 1] = cy + x * sin(angle) + y * cos(angle);
    ++*n;
}

/* a w x h box with its lower left corner at (x, y), rotated about that corner */
static inline void terrain_box(terrain_scene *t, double x, double y, double w, double h,
                               double angle, double mu)
{
    double xy[8];
    int n = 0;

    terrain_point(0, 0, x, y, angle, xy, &n);
    terrain_point(0, h, x, y, angle, xy, &n);
    terrain_point(w, h, x, y, angle, xy, &n);
    terrain_point(w, 0, x, y, angle, xy, &n);
    terrain_add(t, n, xy, 1, mu);
}

/* a star-shaped clockwise polygon */
static inline void terrain_star(terrain_scene *t, rng *r, double x, double y, double size,
                                double mu)
{
    const int n = 3 + rng_int(r, 9);
    double xy[2 * TERRAIN_VERTICES];

    for (int i = 0; i < n; i++) {
        const double angle = -2 * TERRAIN_PI * (i + rng_range(r, 0.0, 0.8)) / n,
                     radius = size * rng_range(r, 0.35, 1.0);
        xy[2 * i] = x + radius * cos(angle);
        xy[2 * i + 1] = y + radius * sin(angle);
    }
    terrain_add(t, n, xy, 1, mu);
}

/* a clockwise letter of arms a wide: 0 = L, 1 = U, 2 = T, 3 = C */
static inline void terrain_letter(terrain_scene *t, rng *r, double x, double y, double angle,
                                  double mu)
{
    const double a = rng_range(r, 0.2, 0.5), b = rng_range(r, 0.7, 1.3), c = rng_range(r, 0.7, 1.3);
    const double L[] = { 0, 0, 0, b, a, b, a, a, c, a, c, 0 };
    const double U[] = { 0, 0, 0, b, a, b, a, a, a + c, a, a + c, b, 2 * a + c, b, 2 * a + c, 0 };
    const double T[] = { 0, 0, 0, b, -c, b, -c, b + a, c + a, b + a, c + a, b, a, b, a, 0 };
    const double C[] = { 0, 0, 0, a + b + a, c, a + b + a, c, a + b, a, a + b, a, a, c, a, c, 0 };
    const double *const letter[] = { L, U, T, C };
    const int count[] = { 6, 8, 8, 8 }, which = rng_int(r, 4);
    double xy[2 * TERRAIN_VERTICES];
    int n = 0;

    while (n < count[which])
        terrain_point(letter[which][2 * n], letter[which][2 * n + 1], x, y, angle, xy, &n);
    terrain_add(t, n, xy, 1, mu);
}

/* a chain from x = -4 to 4 around height y, with steps in x and y within the given bounds */
static inline void terrain_chain(terrain_scene *t, rng *r, double y, double rise, double least,
                                 double most, double mu)
{
    double xy[2 * TERRAIN_VERTICES], x = -4.0;
    int n = 0;

    while (n < TERRAIN_VERTICES && x < 4.0) {
        terrain_point(x, y + rng_range(r, -rise, rise), 0, 0, 0, xy, &n);
        x += least * pow(most / least, rng_unit(r));
    }
    terrain_add(t, n, xy, 0, mu);
}

static inline void terrain_teeth(terrain_scene *t, rng *r, double mu)
{
    double xy[2 * TERRAIN_VERTICES], x = -4.0;
    int n = 0;

    while (n < TERRAIN_VERTICES - 2 && x < 4.0) {
        const double width = rng_range(r, 0.15, 0.8), lean = rng_range(r, 0.0, 1.0);
        terrain_point(x, rng_range(r, -0.1, 0.1), 0, 0, 0, xy, &n);
        terrain_point(x + lean * width, rng_range(r, 0.15, 0.6), 0, 0, 0, xy, &n);
        x += width;
    }
    terrain_add(t, n, xy, 0, mu);
}

static inline void terrain_plates(terrain_scene *t, rng *r, double mu)
{
    for (int i = 0; i < 4; i++)
        terrain_box(t, -2.5 + 1.3 * i, rng_range(r, -0.5, 0.6), rng_range(r, 0.6, 1.6),
                    0.005 * pow(30.0, rng_unit(r)), rng_range(r, -0.5, 0.5), mu);
}

static inline void terrain_open(terrain_scene *t, rng *r, double mu)
{
    for (int i = 0; i < 4; i++) {
        double xy[2 * TERRAIN_VERTICES], x = -2.6 + 1.4 * i, y = rng_range(r, -0.5, 0.6),
                                         heading = rng_range(r, -0.7, 0.7);
        const int edges = 1 + rng_int(r, 4);
        int n = 0;
        terrain_point(x, y, 0, 0, 0, xy, &n);
        for (int k = 0; k < edges; k++) {
            const double length = rng_range(r, 0.15, 0.6);
            x += length * cos(heading);
            y += length * sin(heading);
            heading += rng_range(r, -1.2, 0.9);
            terrain_point(x, y, 0, 0, 0, xy, &n);
        }
        terrain_add(t, n, xy, 0, mu);
    }
}

/* on a floor: a triangle on its tip, two side by side that share a vertex, boxes wall to wall, a
 * ramp that ends on the floor */
static inline void terrain_touching(terrain_scene *t, rng *r, double mu)
{
    const double y = rng_range(r, 0.3, 1.0), ramp[4] = { -4.0, y, -2.5, 0.0 };
    const double tip[6] = { -1.6, 0, -2.1, y, -1.1, y }, left[6] = { -0.6, 0, -0.3, y, 0.2, 0 },
        right[6] = { 0.2, 0, 0.7, 0.8 * y, 1.0, 0 };

    terrain_edge(t, -6, 0.0, 6, 0.0, mu);
    terrain_add(t, 2, ramp, 0, mu);
    terrain_add(t, 3, tip, 1, mu);
    terrain_add(t, 3, left, 1, mu);
    terrain_add(t, 3, right, 1, mu);
    terrain_box(t, 1.5, 0.0, 0.5, rng_range(r, 0.2, 0.8), 0.0, mu);
    terrain_box(t, 2.0, 0.0, 0.5, rng_range(r, 0.2, 0.8), 0.0, mu);
}

/* a smooth chain whose edges are from 0.1 mm to 1 m long */
static inline void terrain_tiny(terrain_scene *t, rng *r, double mu)
{
    const double rise = rng_range(r, 0.1, 0.5), bend = rng_range(r, 1.0, 3.0),
                 phase = rng_range(r, 0.0, 6.3);
    double xy[2 * TERRAIN_VERTICES], x = -4.0;
    int n = 0;

    while (n < 64 && x < 5.0) {
        terrain_point(x, rise * sin(bend * x + phase), 0, 0, 0, xy, &n);
        x += 1e-4 * pow(1e4, rng_unit(r));
    }
    terrain_add(t, n, xy, 0, mu);
}

static inline void terrain_grid(terrain_scene *t, rng *r, double mu)
{
    const int shapes = 1 + rng_int(r, 6);

    terrain_edge(t, -6, 0.0, 6, 0.0, mu);
    for (int i = 0; i < shapes; i++) {
        const double x = rng_int(r, 7) - 3, y = rng_int(r, 3), a = 1 + rng_int(r, 2);
        const double left[6] = { x, y, x, y + a, x + a, y },
            right[6] = { x, y, x + a, y + a, x + a, y };
        const int shape = rng_int(r, 3);
        if (shape == 0) terrain_box(t, x, y, 1, a, 0, mu);
        else terrain_add(t, 3, shape == 1 ? left : right, 1, mu);
    }
}

static inline void terrain_obstacles(terrain_scene *t, rng *r, terrain_kind kind, double mu)
{
    switch (kind) {
    case TERRAIN_ROUGH: terrain_chain(t, r, 0.0, 0.5, 0.15, 0.8, mu); break;
    case TERRAIN_STARS:
        terrain_edge(t, -6, -0.8, 6, -0.8, mu);
        for (int i = 0; i < 3; i++)
            terrain_star(t, r, -2.0 + 2.0 * i, rng_range(r, -0.3, 0.5), 1.0, mu);
        break;
    case TERRAIN_LETTERS:
        terrain_edge(t, -6, -1.0, 6, -1.0, mu);
        for (int i = 0; i < 3; i++)
            terrain_letter(t, r, -2.5 + 2.0 * i, rng_range(r, -0.9, 0.3), rng_range(r, -0.6, 0.6),
                           mu);
        break;
    case TERRAIN_NESTED:
        terrain_chain(t, r, -0.5, 0.3, 0.3, 1.0, mu);
        for (int i = 0; i < 2; i++) terrain_star(t, r, -1.0 + 2.0 * i, 0.0, 1.2, mu);
        for (int i = 0; i < 2; i++) terrain_star(t, r, -1.0 + 2.0 * i, 0.0, 0.3, mu);
        terrain_box(t, rng_range(r, -1.5, 0.5), -0.5, 0.8, rng_range(r, 0.5, 1.2),
                    rng_range(r, -0.3, 0.3), mu);
        break;
    case TERRAIN_TOUCHING: terrain_touching(t, r, mu); break;
    case TERRAIN_FLUSH:
        terrain_edge(t, -6, 0.0, 6, 0.0, mu);
        for (int i = 0; i < 3; i++) terrain_box(t, -2.0 + i, -0.5, 1.0, 0.5, 0.0, mu);
        terrain_box(t, 1.0, 0.0, 0.7, 0.3, 0.0, mu);
        terrain_box(t, 1.7, 0.0, 0.7, 0.3, 0.0, mu);
        break;
    case TERRAIN_BRICKS: {
        const double slope = rng_range(r, -0.4, 0.4), over = rng_int(r, 2) ? 0.01 : 0.0;
        for (int i = 0; i < 8; i++)
            terrain_box(t, (-3.0 + 0.8 * i) * cos(slope), (-3.0 + 0.8 * i) * sin(slope) - 0.5,
                        0.8 + over, 0.5, slope, mu);
        break;
    }
    case TERRAIN_OPEN: terrain_open(t, r, mu); break;
    case TERRAIN_THIN: terrain_plates(t, r, mu); break;
    case TERRAIN_SHARP: terrain_teeth(t, r, mu); break;
    case TERRAIN_TINY: terrain_tiny(t, r, mu); break;
    case TERRAIN_GRID: case TERRAIN_KINDS: terrain_grid(t, r, mu); break;
    }
}

/* a random scene of a kind: obstacles with or without friction, and a particle above them with a
 * random velocity and force */
static inline void terrain_random(rng *r, terrain_kind kind, terrain_scene *t)
{
    const double mu = rng_int(r, 2) ? rng_range(r, 0.05, 0.8) : 0.0;

    terrain_begin(t, 0, 0, 0, 0);
    t->particle.mass = rng_range(r, 0.5, 4.0);
    t->particle.x[0] = rng_range(r, -2.0, 2.0);
    t->particle.x[1] = rng_range(r, 2.2, 3.0);
    t->particle.v[0] = rng_range(r, -3.0, 3.0);
    t->particle.v[1] = rng_range(r, -4.0, 1.0);
    t->particle.force[0] = t->particle.mass * rng_range(r, -4.0, 4.0);
    /* and aimed at corners, by whole numbers */
    if (kind == TERRAIN_GRID || kind == TERRAIN_FLUSH) {
        for (int i = 0; i < 2; i++) t->particle.x[i] = floor(t->particle.x[i]);
        t->particle.v[0] = rng_int(r, 5) - 2;
        t->particle.v[1] = 0.0;
    }
    terrain_obstacles(t, r, kind, mu);
}

/* the same scene with every length times unit; also sets the pointers of the copy */
static inline void terrain_scale(terrain_scene *t, double unit)
{
    t->s.obstacle = t->obstacle;
    t->s.particle = &t->particle;
    t->s.epsilon *= unit;
    for (int i = 0; i < 2; i++) {
        t->s.gravity[i] *= unit;
        t->particle.x[i] *= unit;
        t->particle.v[i] *= unit;
        t->particle.force[i] *= unit;
    }
    for (int o = 0; o < t->s.nobstacle; o++) {
        t->obstacle[o].xy = t->xy[o];
        for (int i = 0; i < 2 * t->obstacle[o].nvert; i++) t->xy[o][i] *= unit;
    }
}

#endif
