/* outline.c: facets and corners of bodies and of the terrain's chains */
#include <math.h>
#include <string.h>

#include "island.h"

#define STRAIGHT 1e-12           /* sines of turns below this are rounding */

double mbw_height(const mbw_facet *facet, const double *u)
{
    return (u[0] - facet->p[0]) * facet->n[0] + (u[1] - facet->p[1]) * facet->n[1];
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Least width of a placed body: of the core over its edges, plus the rim. A rod without a rim has
 * no width and counts by its length. */
static double least_width(const mb_shape *shape, const double *r, const double *n)
{
    double least = shape->nvert == 1 ? 0.0 : HUGE_VAL;

    if (shape->nvert == 2)
        least = shape->radius > 0.0 ? 0.0 : hypot(r[2] - r[0], r[3] - r[1]);
    for (int k = 0; k < shape->nvert && shape->nvert > 2; k++) {
        double deepest = 0.0;
        for (int i = 0; i < shape->nvert; i++) {
            const double u[2] = { r[2 * i] - r[2 * k], r[2 * i + 1] - r[2 * k + 1] };
            deepest = fmin(deepest, mbw_dot(u, n + 2 * k));
        }
        least = fmin(least, -deepest);
    }
    return least + 2.0 * shape->radius;
}

void mbw_place_body(const mb_world *world, int body, double *r, double *n, mbw_placed *out)
{
    const mb_shape *shape = world->shape + world->body[body].shape;
    const double *q = world->q + 3 * body;
    const double spin = world->body[body].kind != MB_STATIC ? fabs(world->v[3 * body + 2]) : 0.0;
    const int count = shape->nvert;
    double c, s;

    mb_turn(q[2], &c, &s);
    out->r = r;
    out->n = n;
    for (int k = 0; k < count; k++) {
        const double *xy = shape->xy + 2 * k;
        r[2 * k] = c * xy[0] - s * xy[1];
        r[2 * k + 1] = s * xy[0] + c * xy[1];
    }
    for (int k = 0; k < count; k++) {
        const double *p = shape->xy + 2 * k, *next = shape->xy + 2 * ((k + 1) % count);
        const double t[2] = { next[0] - p[0], next[1] - p[1] }, length = hypot(t[0], t[1]);
        n[2 * k] = count == 1 ? 0.0 : (c * t[1] + s * t[0]) / length;
        n[2 * k + 1] = count == 1 ? 0.0 : (s * t[1] - c * t[0]) / length;
    }
    for (int i = 0; i < 2; i++) {
        double lo = r[i], hi = r[i];
        for (int k = 1; k < count; k++) {
            lo = fmin(lo, r[2 * k + i]);
            hi = fmax(hi, r[2 * k + i]);
        }
        out->lo[i] = q[i] + lo - shape->radius;
        out->hi[i] = q[i] + hi + shape->radius;
    }
    out->size = least_width(shape, r, n);
    out->rim = 0.0;
    for (int k = 0; k < count && spin > 0.0; k++)
        out->rim = fmax(out->rim, spin * (hypot(r[2 * k], r[2 * k + 1]) + shape->radius));
}

/* the edge from p to q, or the point p = q, as the next facet of a set */
static void add_facet(mbw_convex *set, mbw_facet_kind kind, int id, const double *n,
                      const double *p, const double *q, double mu)
{
    mbw_facet *f = set->facet + set->nfacet++;

    memset(f, 0, sizeof *f);
    f->kind = kind;
    f->id = id;
    f->mu = mu;
    for (int i = 0; i < 2; i++) {
        f->n[i] = n[i];
        f->p[i] = p[i];
        f->q[i] = q[i];
    }
}

/* a vertex as the next corner, where edges with these tangents meet; NULL: there is none */
static void add_corner(mbw_convex *set, int id, const double *at, const double *before,
                       const double *after, double mu)
{
    mbw_corner *c = set->corner + set->ncorner++;

    memset(c, 0, sizeof *c);
    c->id = id;
    c->mu = mu;
    for (int i = 0; i < 2; i++) {
        c->at[i] = at[i];
        if (before) c->before[i] = before[i];
        if (after) c->after[i] = after[i];
    }
}

/* the velocity in contacts: static bodies have none, and some do not turn */
static void body_velocity(const mb_world *world, int body, double *v)
{
    const mb_body *b = world->body + body;
    const int turns = b->kind == MB_KINEMATIC || b->inertia > 0.0;

    for (int i = 0; i < 3; i++)
        v[i] = b->kind == MB_STATIC || (i == 2 && !turns) ? 0.0 : world->v[3 * body + i];
}

void mbw_convex_body(const mb_world *world, int body, const mbw_placed *placed,
                     const double *origin, mbw_convex *out)
{
    const mb_body *b = world->body + body;
    const mb_shape *shape = world->shape + b->shape;
    const int count = shape->nvert;
    const double *q = world->q + 3 * body, *r = placed->r, *n = placed->n;

    out->body = body;
    out->set = 0;
    out->closed = 1;
    out->nfacet = out->ncorner = 0;
    out->radius = shape->radius;
    out->e = b->e;
    out->size = placed->size;
    body_velocity(world, body, out->v);
    for (int i = 0; i < 2; i++) out->x[i] = q[i] - origin[i];

    for (int k = 0; k < count; k++) {
        const int last = (k + count - 1) % count, next = (k + 1) % count;
        const double p[2] = { out->x[0] + r[2 * k], out->x[1] + r[2 * k + 1] };
        const double end[2] = { out->x[0] + r[2 * next], out->x[1] + r[2 * next + 1] };
        const double before[2] = { -n[2 * last + 1], n[2 * last] };    /* n turned by +90 degrees */
        const double after[2] = { -n[2 * k + 1], n[2 * k] };
        if (count > 1) add_facet(out, MBW_FACET_EDGE, k, n + 2 * k, p, end, b->mu);
        add_corner(out, k, p, count > 1 ? before : NULL, count > 1 ? after : NULL, b->mu);
    }
    out->nedge = out->nfacet;
    for (int k = 0; k < 2 && count == 2; k++) {                        /* caps point outwards */
        const mbw_corner *c = out->corner + k;
        add_facet(out, MBW_FACET_CAP, 2 + k, c->before, c->at, c->at, b->mu);
    }
}

/* ---- chains of the terrain ------------------------------------------------------------------- */

/* does edge b begin where edge a of the same polyline ends? */
static int follows(const mb_terrain *t, int a, int b)
{
    return !(t->edge[a].q[0] < t->edge[b].p[0] || t->edge[a].q[0] > t->edge[b].p[0] ||
             t->edge[a].q[1] < t->edge[b].p[1] || t->edge[a].q[1] > t->edge[b].p[1]);
}

/* The edge of the same polyline that ends where edge e begins, or -1. A polyline's edges are
 * adjacent, so the predecessor of the first one, if it is closed, is its last one. */
static int edge_before(const mb_terrain *t, int e)
{
    int last = e;

    if (e > 0 && follows(t, e - 1, e)) return e - 1;
    while (last + 1 < t->nedge && follows(t, last, last + 1)) last++;
    return follows(t, last, e) ? last : -1;
}

static int edge_after(const mb_terrain *t, int e)
{
    int first = e;

    if (e + 1 < t->nedge && follows(t, e, e + 1)) return e + 1;
    while (first > 0 && follows(t, first - 1, first)) first--;
    return follows(t, e, first) ? first : -1;
}

/* the vertex where edge `in` ends and `out` begins, -1: none; a corner if convex */
static void add_joint(const mb_terrain *t, int in, int out, const double *at, mbw_convex *set)
{
    const mb_edge *a = in < 0 ? NULL : t->edge + in, *b = out < 0 ? NULL : t->edge + out;

    if (a && b) {
        const double left = mbw_cross(a->t, b->t);
        if (left > STRAIGHT || (left >= -STRAIGHT && mbw_dot(a->t, b->t) > 0.0)) return;
    }
    add_corner(set, b ? out : t->nedge + in, at, a ? a->t : NULL, b ? b->t : NULL,
               b ? b->mu : a->mu);
}

/* where edge e begins or ends (end = -1, +1), and with it its chain */
static void add_end(const mb_terrain *t, int e, int end, int open, const double *at,
                    mbw_convex *set)
{
    const int next = end > 0 ? edge_after(t, e) : edge_before(t, e);
    const double *own = t->edge[e].t, *other = next < 0 ? own : t->edge[next].t;
    const double sum[2] = { own[0] + other[0], own[1] + other[1] }, length = hypot(sum[0], sum[1]);
    const double n[2] = { end * own[0], end * own[1] };
    mbw_facet *f = set->facet + set->nfacet;

    add_facet(set, open ? MBW_FACET_CAP : MBW_FACET_JOINT, (end > 0 ? 1 : 2) * t->nedge + e, n, at,
              at, t->edge[e].mu);
    for (int i = 0; i < 2; i++) f->half[i] = length > STRAIGHT ? end * sum[i] / length : n[i];
}

void mbw_convex_chain(const mb_world *world, int chain, const double *origin, mbw_convex *out)
{
    const mb_terrain *t = &world->terrain;
    const mb_chain *c = t->chain + chain;
    const int first = c->first, last = first + c->count - 1;
    double q[2] = { 0.0, 0.0 };

    memset(out->x, 0, sizeof out->x);
    memset(out->v, 0, sizeof out->v);
    out->body = -1;
    out->set = chain;
    out->closed = c->closed;
    out->nfacet = out->ncorner = 0;
    out->radius = out->size = 0.0;
    out->e = world->terrain_e;
    for (int e = first; e <= last; e++) {
        const mb_edge *edge = t->edge + e;
        const int before = e > first ? e - 1 : c->closed ? last : edge_before(t, e);
        const double p[2] = { edge->p[0] - origin[0], edge->p[1] - origin[1] };
        for (int i = 0; i < 2; i++) q[i] = edge->q[i] - origin[i];
        add_facet(out, MBW_FACET_EDGE, e, edge->n, p, q, edge->mu);
        add_joint(t, before, e, p, out);
    }
    out->nedge = out->nfacet;
    if (c->closed) return;
    add_end(t, first, -1, c->open[0], out->facet[0].p, out);
    add_end(t, last, +1, c->open[1], q, out);
    if (edge_after(t, last) < 0) add_joint(t, last, -1, q, out);
}

int mbw_convex_room(const mb_world *world)
{
    int most = 4;                                              /* a rod's */

    for (int i = 0; i < world->nshape; i++)
        if (world->shape[i].nvert > most) most = world->shape[i].nvert;
    for (int i = 0; i < world->terrain.nchain; i++)
        if (world->terrain.chain[i].count + 2 > most) most = world->terrain.chain[i].count + 2;
    return most;
}

/* ---- two sets -------------------------------------------------------------------------------- */

double mbw_convex_meet(mbw_convex *set, mbw_convex *other, double slop)
{
    const double radius = set->radius + other->radius;
    double apart = -HUGE_VAL, greatest = -HUGE_VAL;

    for (int i = 0; i < other->ncorner; i++) other->corner[i].above = -HUGE_VAL;
    for (int k = 0; k < set->nfacet; k++) {
        mbw_facet *f = set->facet + k;
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < other->ncorner; i++) {
            mbw_corner *c = other->corner + i;
            const double d = mbw_height(f, c->at);
            if (d < least) least = d;
            if (d > most) most = d;
            if (f->kind == MBW_FACET_EDGE && d > c->above) c->above = d;
        }
        f->offset = f->kind == MBW_FACET_JOINT ? slop : radius;
        f->sep = least - f->offset;
        f->plausible = f->sep >= -0.25 * (most - least + 2.0 * other->radius);
        greatest = fmax(greatest, f->sep);
        if (f->kind == MBW_FACET_EDGE) apart = fmax(apart, least);
    }
    for (int k = 0; k < set->nfacet; k++)
        if (set->facet[k].sep >= greatest) set->facet[k].plausible = 1;
    return apart;
}
