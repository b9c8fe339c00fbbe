/* test_collision.c: masses, contact rows and gaps of every pair of shapes, which facets lead, and that detection finds what brute force
 * finds */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "minisim2d/bodies/world.h"

enum { BODIES = 64, VERTICES = 12, CONTACTS = 4096 };

#define PI 3.14159265358979323846

/* a world that owns what it points to; it must not be copied */
typedef struct {
    mb_world w;
    mb_shape shape[BODIES];
    double xy[BODIES][2 * VERTICES];
    mb_body body[BODIES];
    double q[3 * BODIES], v[3 * BODIES], force[3 * BODIES];
    double terrain_memory[4096];
    mb_body_contact contact[CONTACTS];
    int ncontact;
} stage;

static double memory[1 << 16];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

static void stage_clear(stage *s)
{
    memset(s, 0, sizeof *s);
    s->w.shape = s->shape;
    s->w.body = s->body;
    s->w.q = s->q;
    s->w.v = s->v;
    s->w.force = s->force;
    s->w.h = 0.01;
    s->w.epsilon = 0.1;
    s->w.formulation = MB_SWEPT;
}

/* a dynamic body with the core xy about its centre of mass */
static int add_body(stage *s, int nvert, const double *xy, double radius, double x, double y, double angle)
{
    const int i = s->w.nbody++;

    s->w.nshape = s->w.nbody;
    memcpy(s->xy[i], xy, 2 * (size_t)nvert * sizeof *xy);
    s->shape[i].nvert = nvert;
    s->shape[i].xy = s->xy[i];
    s->shape[i].radius = radius;
    s->body[i].shape = i;
    s->body[i].mass = s->body[i].inertia = 1.0;
    s->body[i].mu = -1.0;
    s->q[3 * i] = x;
    s->q[3 * i + 1] = y;
    s->q[3 * i + 2] = angle;
    return i;
}

static int detect(stage *s, mb_formulation f)
{
    s->w.formulation = f;
    return s->ncontact = mb_world_detect(&s->w, s->contact, CONTACTS, scratch());
}

/* ---- shapes ----------------------------------------------------------------------------------------------------------------- */

enum { POINT, DISC, ROD, CAPSULE, POLYGON, ROUNDED, KINDS };
static const char *const kinds[KINDS] = { "point", "disc", "rod", "capsule", "polygon", "rounded polygon" };

/* a random convex polygon about its centroid */
static int random_polygon(rng *r, double size, double *xy)
{
    const int n = 3 + rng_int(r, VERTICES - 2);
    const double turn = rng_range(r, 0.0, 2 * PI), flat = rng_range(r, 0.4, 1.0);
    double area, centroid[2], inertia;

    for (int k = 0; k < n; k++) {
        const double angle = turn + 2 * PI * (k + rng_range(r, -0.3, 0.3)) / n;
        xy[2 * k] = size * cos(angle);
        xy[2 * k + 1] = size * flat * sin(angle);
    }
    (void)mb_polygon_mass(n, xy, &area, centroid, &inertia);
    for (int k = 0; k < 2 * n; k++) xy[k] -= centroid[k % 2];
    return n;
}

static int random_core(rng *r, int kind, double size, double *xy)
{
    memset(xy, 0, 2 * VERTICES * sizeof *xy);
    if (kind == POINT || kind == DISC) return 1;
    if (kind >= POLYGON) return random_polygon(r, size, xy);
    xy[0] = -size;
    xy[2] = size;
    return 2;
}

static int add_random(stage *s, rng *r, int kind, double size)
{
    const double radius = kind == DISC ? size : kind == CAPSULE || kind == ROUNDED ? rng_range(r, 0.1, 0.5) * size : 0.0;
    double xy[2 * VERTICES];
    const int n = random_core(r, kind, size, xy);

    return add_body(s, n, xy, radius, 0.0, 0.0, rng_range(r, -PI, PI));
}

/* ---- rows and gaps ---------------------------------------------------------------------------------------------------------- */

static const mb_body_contact *find(const mb_body_contact *c, int count, const mb_body_contact *like)
{
    for (int i = 0; i < count; i++)
        if (c[i].a == like->a && c[i].b == like->b && c[i].facet == like->facet && c[i].vertex == like->vertex) return c + i;
    return NULL;
}

/* rows of all contacts against central differences of their gaps; returns how many contacts there were */
static int rows_against_differences(stage *s, rng *r, mb_formulation f, double *worst)
{
    static mb_body_contact here[CONTACTS], ahead[CONTACTS];
    const int count = detect(s, f), nq = 3 * s->w.nbody;
    const double step = 1e-6;
    double v[3 * BODIES], q[3 * BODIES];
    int n, compared = 0;

    memcpy(here, s->contact, sizeof here);
    memcpy(q, s->q, sizeof q);
    for (int i = 0; i < nq; i++) v[i] = rng_range(r, -1.0, 1.0);
    for (int i = 0; i < nq; i++) s->q[i] = q[i] + step * v[i];
    n = detect(s, f);
    memcpy(ahead, s->contact, sizeof ahead);
    for (int i = 0; i < nq; i++) s->q[i] = q[i] - step * v[i];
    detect(s, f);
    memcpy(s->q, q, sizeof q);
    for (int i = 0; i < count; i++) {
        const mb_body_contact *c = here + i, *to = find(ahead, n, c), *from = find(s->contact, s->ncontact, c);
        double Ja[3], Jb[3], rate = 0.0;
        if (!to || !from) continue;
        mb_contact_row(q, c, c->n, Ja, Jb);
        for (int k = 0; k < 3; k++) rate += (c->a < 0 ? 0.0 : Ja[k] * v[3 * c->a + k]) + (c->b < 0 ? 0.0 : Jb[k] * v[3 * c->b + k]);
        *worst = fmax(*worst, fabs(rate - (to->psi - from->psi) / (2 * step)));
        compared++;
    }
    return compared;
}

static void rows(void)
{
    static stage s;
    rng r = { 1 };

    for (int a = 0; a < KINDS; a++)
        for (int b = a; b < KINDS; b++) {
            double worst = 0.0;
            int compared = 0;
            if ((a == POINT && b == POINT)) continue;
            for (int trial = 0; trial < 40; trial++) {
                stage_clear(&s);
                s.w.epsilon = 0.3;
                add_random(&s, &r, a, 0.5);
                add_random(&s, &r, b, 0.5);
                s.q[3] = rng_range(&r, 0.2, 1.2);
                s.q[4] = rng_range(&r, -0.5, 0.5);
                for (int f = 0; f < MB_FORMULATIONS; f++) compared += rows_against_differences(&s, &r, (mb_formulation)f, &worst);
            }
            check(compared > 20 && worst < 1e-6, "%s and %s: %d rows are the gaps' derivatives, to %.1e", kinds[a], kinds[b], compared,
                  worst);
        }
}

static void rows_on_terrain(void)
{
    static const double ground[] = { -4, 0.3, -2, -0.2, -1, 0, 0.5, -0.1, 1, 0.4, 2, 0.1, 4, 0.1 }, block[] = { -1, 0, 0, 1, 1, 0.2, 0.3, -0.6 };
    const mb_polyline lines[] = { { 7, ground, 0, 0.3 }, { 4, block, 1, 0.3 } };
    static stage s;
    rng r = { 2 };

    for (int kind = 0; kind < KINDS; kind++) {
        double worst = 0.0;
        int compared = 0;
        for (int trial = 0; trial < 200; trial++) {
            mb_arena a = mb_arena_make(s.terrain_memory, sizeof s.terrain_memory);
            stage_clear(&s);
            if (mb_terrain_build(lines + trial % 2, 1, &s.w.terrain, NULL, &a) != MB_OK) break;
            add_random(&s, &r, kind, 0.5);
            s.q[0] = rng_range(&r, -2.0, 2.0);
            s.q[1] = rng_range(&r, -0.2, 1.0);
            for (int f = 0; f < MB_FORMULATIONS; f++) compared += rows_against_differences(&s, &r, (mb_formulation)f, &worst);
        }
        check(compared > 20 && worst < 1e-6, "%s on terrain: %d rows are the gaps' derivatives, to %.1e", kinds[kind], compared, worst);
    }
}

int main(void)
{
    rows();
    rows_on_terrain();
    return check_done();
}
