/* collision.c: contacts of all bodies among themselves and with the terrain
 *
 *     broad phase   pairs whose boxes come within epsilon, by a sweep along x
 *     pair          both as convex sets: the vertices of b on the facets of a, then those of a on
 *                   the facets of b
 *     vertex        within epsilon of a set: what it sees of its facets, which of them leads
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "convex.h"
#include "facets.h"
#include "world.h"

#define SLOP 5e-3                /* mbw_lead.slop and delta in sizes of the smaller of two bodies */
#define DELTA 1e-6
#define ROUNDING (64.0 * DBL_EPSILON)          /* delta at least, in coordinates */
#define STRAIGHT 1e-12           /* sines of turns below this are rounding */
#define FACING -0.99             /* cosine of normals that face each other */

static double dot(const double *u, const double *w) { return u[0] * w[0] + u[1] * w[1]; }
static double cross(const double *u, const double *w) { return u[0] * w[1] - u[1] * w[0]; }

/* A detection under way. */
typedef struct {
    const mb_world *world;
    mb_detection detection;
    int measure;                 /* 1: only `deepest` is wanted */
    mb_body_contact *out;
    int count, max, full;        /* full: they did not fit */
    int groups;
    double deepest;              /* [m] */

    mbw_placed *placed;           /* [nbody] */
    int *head, *next;            /* list of each body's joints: 2 k + 0, 1 is joint k's a, b */
    int *order;                  /* [nbody] bodies from left to right */
    int *list, *following, *other, room;       /* of each body's pairs with later ones, as ordered */

    /* the pair */
    mbw_convex a, b;
    double origin[2];
    mbw_lead lead;
    int first;                   /* its first contact */
    int inside;                  /* a vertex is inside the other's core */
    mbw_sight *sight;             /* of one vertex */
} search;

/* ---- a vertex -------------------------------------------------------------------------------- */

static double pair_mu(double a, double b)
{
    if (a >= 0.0 && b >= 0.0) return sqrt(a * b);
    return a >= 0.0 ? a : b >= 0.0 ? b : 0.0;
}

/* the velocity of set b's point p against that of set a */
static void relative_velocity(const mbw_convex *a, const mbw_convex *b, const double *p, double *v)
{
    v[0] = b->v[0] - b->v[2] * (p[1] - b->x[1]) - (a->v[0] - a->v[2] * (p[1] - a->x[1]));
    v[1] = b->v[1] + b->v[2] * (p[0] - b->x[0]) - (a->v[1] + a->v[2] * (p[0] - a->x[0]));
}

/* fill in what vertex u of b sees of a facet of a with normal n, gap psi */
static void look(const search *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u,
                 const double *n, double psi, double mu, mbw_sight *out)
{
    mb_body_contact *c = &out->contact;
    double p[2], v[2];

    for (int i = 0; i < 2; i++) p[i] = u->at[i] - b->radius * n[i];
    relative_velocity(a, b, p, v);
    c->a = a->body;
    c->b = b->body;
    c->set = a->set;
    c->vertex = u->id;
    c->group = 0;
    c->psi = psi;
    c->mu = pair_mu(mu, u->mu);
    c->e = fmax(a->e, b->e);
    for (int i = 0; i < 2; i++) {
        c->n[i] = n[i];
        c->p[i] = s->origin[i] + p[i];
    }
    out->next = psi + s->world->h * dot(n, v);
}

/* Moved inwards by delta: a facet that the other set reaches behind. Where a corner lies on a side,
 * it is not beside it for a gap of 1e-17. A single vertex has nothing behind. */
static double shift(const search *s, const mbw_convex *b, double sep)
{
    const int wanted = s->detection != MB_DETECT_EDGES && b->ncorner > 1;

    return wanted && sep < -s->lead.delta ? s->lead.delta : 0.0;
}

static void see_facet(const search *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u,
                      const mbw_facet *f, mbw_sight *out)
{
    const double psi = mbw_height(f, u->at) - f->offset;
    const double from[2] = { u->at[0] - f->p[0], u->at[1] - f->p[1] };
    const double to[2] = { f->q[0] - u->at[0], f->q[1] - u->at[1] };
    const double edge[2] = { f->q[0] - f->p[0], f->q[1] - f->p[1] };

    look(s, a, b, u, f->n, psi - shift(s, b, f->sep), f->mu, out);
    out->contact.facet = f->id;
    out->kind = f->kind == MBW_FACET_EDGE ? MBW_SIGHT_EDGE : MBW_SIGHT_CAP;
    out->beside = dot(from, edge) >= 0.0 && dot(to, edge) >= 0.0;
    out->flank = f->kind == MBW_FACET_EDGE && a->closed && a->nedge == 2;
    out->distance = mb_distance_to_segment(u->at, f->p, f->q);
    out->plausible = f->plausible;
}

/* The corner in whose own region u is, as a facet across the line to it. Returns 1, 0: there is
 * none. On top of the corner itself, any direction is as good. */
static int see_corner(const search *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u,
                      mbw_sight *out)
{
    const double radius = a->radius + b->radius;

    for (int k = 0; k < a->ncorner && radius > 0.0; k++) {
        const mbw_corner *w = a->corner + k;
        const double d[2] = { u->at[0] - w->at[0], u->at[1] - w->at[1] }, length = hypot(d[0], d[1]);
        double n[2] = { 0.0, 1.0 }, least = HUGE_VAL;
        if (dot(w->before, d) < 0.0 || dot(w->after, d) > 0.0) continue;
        for (int i = 0; i < 2 && length > 0.0; i++) n[i] = d[i] / length;
        for (int i = 0; i < b->ncorner; i++) {
            const double *x = b->corner[i].at, r[2] = { x[0] - w->at[0], x[1] - w->at[1] };
            least = fmin(least, dot(n, r));
        }
        look(s, a, b, u, n, length - radius - shift(s, b, least - radius), w->mu, out);
        out->contact.facet = MB_CORNER(w->id);
        out->kind = MBW_SIGHT_CORNER;
        out->beside = out->flank = 0;
        out->distance = length;
        out->plausible = 1;
        return 1;
    }
    return 0;
}

/* 1 if a chain turns by less than 180 degrees from edge a to b, given that it is less than 360 */
static int below_180(const mbw_facet *a, const mbw_facet *b)
{
    const double right = cross(b->n, a->n);

    return right > STRAIGHT || (right >= -STRAIGHT && dot(a->n, b->n) > 0.0);
}

/* The facets first .. last-1 of an open chain's edges that hold together near u: around the closest,
 * on the nearer side first, as long as they turn by less than 180 degrees in all. A closed set's
 * hold together anyway. */
static void window(const mbw_convex *a, const double *u, int closest, int *first, int *last)
{
    int i = closest, j = closest, down = 1, up = 1;

    *first = 0;
    *last = a->nedge;
    if (a->closed) return;
    for (;;) {
        const mbw_facet *f = a->facet;
        double below = HUGE_VAL, above = HUGE_VAL;
        down = down && i > 0 && below_180(f + i - 1, f + j);
        up = up && j + 1 < a->nedge && below_180(f + i, f + j + 1);
        if (down) below = mb_distance_to_segment(u, f[i - 1].p, f[i - 1].q);
        if (up) above = mb_distance_to_segment(u, f[j + 1].p, f[j + 1].q);
        if (!down && !up) break;
        if (below <= above) i--;
        else j++;
    }
    *first = i;
    *last = j + 1;
}

/* The edge closest to u as a segment, -1: there is none; of equals the one with the greater psi.
 * Sets *distance from the core, and *front: u is not behind all of its edges. */
static int closest_edge(const mbw_convex *a, const double *u, double *distance, int *front)
{
    int best = -1;
    double height = -HUGE_VAL;

    *distance = HUGE_VAL;
    *front = a->nedge < 3 && a->closed;                        /* points and rods have no inside */
    for (int k = 0; k < a->nedge; k++) {
        const mbw_facet *f = a->facet + k;
        const double d = mb_distance_to_segment(u, f->p, f->q), up = mbw_height(f, u);
        *front |= up >= 0.0;
        if (!(d < *distance || (d <= *distance && up > height))) continue;
        best = k;
        *distance = d;
        height = up;
    }
    if (a->nedge == 0)
        *distance = hypot(u[0] - a->corner[0].at[0], u[1] - a->corner[0].at[1]);
    return best;
}

/* Behind all edges of an open chain, but is other ground between? What has sunk into the chain's own
 * solid has nothing between. */
static int other_side(const search *s, const double *u, const mbw_facet *closest)
{
    const double t[2] = { -closest->n[1], closest->n[0] };     /* +- the tangent */
    const double along[2] = { closest->q[0] - closest->p[0], closest->q[1] - closest->p[1] };
    const double r[2] = { u[0] - closest->p[0], u[1] - closest->p[1] };
    const double part = fmin(fmax(dot(r, t) / dot(along, t), 0.0), 1.0);
    double x[2], y[2];
    mb_contact between;
    mb_sim sim;

    memset(&sim, 0, sizeof sim);
    sim.terrain = s->world->terrain;
    for (int i = 0; i < 2; i++) {
        x[i] = s->origin[i] + u[i];
        y[i] = s->origin[i] + closest->p[i] + part * along[i];
    }
    return mb_sweep(&sim, x, y, NULL, 0, &between);
}

/* What u sees of set a, in s->sight: the edges that hold together, caps and ends beside them, the
 * corner. Returns how many, 0 if u is out of reach. */
static int sights(search *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u)
{
    const double radius = a->radius + b->radius;
    int front, closest, first, last, count = 0;
    double distance;

    closest = closest_edge(a, u->at, &distance, &front);
    if (distance - radius >= s->world->epsilon && (front || !a->closed)) return 0;
    if (!front && !a->closed && other_side(s, u->at, a->facet + closest)) return 0;
    s->inside |= !front;
    window(a, u->at, closest, &first, &last);
    for (int k = 0; k < a->nfacet; k++) {
        const int end_before = k == a->nedge, end_after = k == a->nedge + 1;
        if (k < a->nedge && (k < first || k >= last)) continue;
        if (!a->closed && ((end_before && first > 0) || (end_after && last < a->nedge))) continue;
        see_facet(s, a, b, u, a->facet + k, s->sight + count++);
    }
    return count + see_corner(s, a, b, u, s->sight + count);
}

/* ---- from sights to contacts ----------------------------------------------------------------- */

static void emit(search *s, const mb_body_contact *c)
{
    if (s->count == s->max) {
        s->full = 1;
        return;
    }
    s->out[s->count] = *c;
    s->out[s->count++].group = s->groups;
}

/* 1 if the first pass found the same two corners: facet and vertex have changed places */
static int found_before(const search *s, const mb_body_contact *c)
{
    for (int i = s->first; i < s->count; i++) {
        const mb_body_contact *o = s->out + i;
        if (o->a == c->b && o->b == c->a && o->facet == MB_CORNER(c->vertex) &&
            c->facet == MB_CORNER(o->vertex))
            return 1;
    }
    return 0;
}

/* 1 if the first pass found the same row: corner on corner, each on the facet of the other, when two
 * boxes stand on each other. PEG needs both: each lets go where the other holds. */
static int face_to_face(const search *s, const mb_body_contact *c)
{
    for (int i = s->first; i < s->count; i++) {
        const mb_body_contact *o = s->out + i;
        const double d[2] = { c->p[0] - o->p[0], c->p[1] - o->p[1] };
        if (o->a == c->b && o->b == c->a && dot(o->n, c->n) < FACING &&
            fabs(cross(o->n, d)) <= 2.0 * s->lead.delta)
            return 1;
    }
    return 0;
}

/* ST, AP: edges within epsilon as segments, each a group of its own; of what is deeper inside the
 * closest. Where sets are round, the corner takes the place of edges that u is not beside; a sharp
 * rod has its caps. */
static void emit_edges(search *s, double radius, int count)
{
    double least = HUGE_VAL;

    for (int k = 0; k < count; k++) least = fmin(least, s->sight[k].distance);
    for (int k = 0; k < count; k++) {
        const mbw_sight *c = s->sight + k;
        const int in_reach = c->distance - radius < s->world->epsilon || c->distance <= least;
        const int cap = c->kind == MBW_SIGHT_CAP && c->contact.a >= 0 && !(radius > 0.0);
        const int edge = c->kind == MBW_SIGHT_EDGE && (c->beside || !(radius > 0.0));
        if (!in_reach || !(edge || cap || c->kind == MBW_SIGHT_CORNER)) continue;
        if (found_before(s, &c->contact)) continue;
        emit(s, &c->contact);
        s->groups++;
    }
}

/* PEG: all of the set's facets, the primary first. Not those which u is so far behind, against the
 * others, that they cannot be the greatest within a step; nor the flank of a rod that u is not on,
 * as between two of them that face away from each other everything is free. */
static void emit_group(search *s, int primary, int count)
{
    const mbw_sight *lead = s->sight + primary;
    double greatest = -HUGE_VAL;

    for (int k = 0; k < count; k++) greatest = fmax(greatest, s->sight[k].contact.psi);
    emit(s, &lead->contact);
    for (int k = 0; k < count; k++) {
        const mbw_sight *c = s->sight + k, *back = c->flank ? s->sight + 1 - k : NULL;
        if (k == primary || c->contact.psi < greatest - 2.0 * s->world->epsilon) continue;
        if (back && (back == lead || c->contact.psi < back->contact.psi)) continue;
        emit(s, &c->contact);
    }
    s->groups++;
}

/* the contacts of vertex u of b with set a */
static void visit_vertex(search *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u)
{
    const int count = sights(s, a, b, u);
    double greatest = -HUGE_VAL;
    int primary;

    if (count == 0) return;
    if (s->measure) {
        for (int k = 0; k < count; k++) greatest = fmax(greatest, s->sight[k].contact.psi);
        s->deepest = fmax(s->deepest, -greatest);
        return;
    }
    primary = mbw_primary(s->sight, count, &s->lead);
    if (s->detection == MB_DETECT_EDGES) {
        emit_edges(s, a->radius + b->radius, count);
    } else if (found_before(s, &s->sight[primary].contact)) {
        return;
    } else if (s->detection == MB_DETECT_GROUPS) {
        emit_group(s, primary, count);
    } else if (!face_to_face(s, &s->sight[primary].contact)) {
        emit(s, &s->sight[primary].contact);
        s->groups++;
    }
}

/* ---- a pair ---------------------------------------------------------------------------------- */

/* Two bars that cross have no vertex inside each other. The edge along which they are least deep in
 * one another, and the vertex that it has to let out, are their contact. */
static void visit_crossing(search *s)
{
    const mbw_convex *a = NULL, *b = NULL;
    const mbw_facet *best = NULL;
    const mbw_corner *deepest;

    for (int pass = 0; pass < 2; pass++) {
        const mbw_convex *set = pass ? &s->b : &s->a;
        for (int k = 0; k < set->nedge; k++) {
            if (best && set->facet[k].sep <= best->sep) continue;
            best = set->facet + k;
            a = set;
        }
    }
    b = a == &s->a ? &s->b : &s->a;
    deepest = b->corner;
    for (int i = 1; i < b->ncorner; i++)
        if (mbw_height(best, b->corner[i].at) < mbw_height(best, deepest->at))
            deepest = b->corner + i;
    see_facet(s, a, b, deepest, best, s->sight);
    s->deepest = fmax(s->deepest, -best->sep);
    if (s->measure) return;
    emit(s, &s->sight->contact);
    s->groups++;
}

/* slop and delta of the pair: units must not matter, nor how far off the origin it is */
static void set_scale(search *s)
{
    const double a = s->a.size, b = s->b.size;
    const double least = a > 0.0 && b > 0.0 ? fmin(a, b) : fmax(a, b);
    const double size = least > 0.0 ? least : s->world->epsilon;
    const double coordinates = fabs(s->origin[0]) + fabs(s->origin[1]) + size;

    s->lead.delta = fmax(DELTA * size, ROUNDING * coordinates);
    s->lead.slop = fmax(SLOP * size, 4.0 * s->lead.delta);
}

/* the contacts of the two sets that s->a and s->b hold */
static void visit_pair(search *s)
{
    double apart;

    set_scale(s);
    s->first = s->count;
    s->inside = 0;
    apart = mbw_convex_meet(&s->a, &s->b, s->lead.slop);
    apart = fmax(apart, mbw_convex_meet(&s->b, &s->a, s->lead.slop));
    for (int i = 0; i < s->b.ncorner; i++) visit_vertex(s, &s->a, &s->b, s->b.corner + i);
    for (int i = 0; i < s->a.ncorner; i++) visit_vertex(s, &s->b, &s->a, s->a.corner + i);
    if (!s->inside && s->a.closed && s->b.closed && s->a.nedge > 0 && s->b.nedge > 0 &&
        apart < -s->lead.slop)
        visit_crossing(s);
}

/* ---- broad phase ----------------------------------------------------------------------------- */

static int boxes_meet(const search *s, const double *lo1, const double *hi1, const double *lo2,
                      const double *hi2)
{
    const double e = s->world->epsilon;

    return lo1[0] <= hi2[0] + e && lo2[0] <= hi1[0] + e && lo1[1] <= hi2[1] + e &&
           lo2[1] <= hi1[1] + e;
}

/* Bodies that do not touch: neither moves freely, one group, or hinged to each other: these overlap
 * by construction. A rope or a distance holds two apart, and they may well touch. */
static int collide(const search *s, int i, int j)
{
    const mb_body *a = s->world->body + i, *b = s->world->body + j;

    if (a->kind != MB_DYNAMIC && b->kind != MB_DYNAMIC) return 0;
    if (a->group > 0 && a->group == b->group) return 0;
    for (int k = s->head[i]; k >= 0; k = s->next[k]) {
        const mb_joint *joint = s->world->joint + k / 2;
        if (joint->kind == MB_DISTANCE || joint->kind == MB_ROPE) continue;
        if ((joint->a == i && joint->b == j) || (joint->a == j && joint->b == i)) return 0;
    }
    return 1;
}

static void pair_bodies(search *s, int i, int j)
{
    const double *x = s->world->q + 3 * i;

    if (!collide(s, i, j)) return;
    s->origin[0] = x[0];
    s->origin[1] = x[1];
    mbw_convex_body(s->world, i, s->placed + i, s->origin, &s->a);
    mbw_convex_body(s->world, j, s->placed + j, s->origin, &s->b);
    visit_pair(s);
}

static void pair_terrain(search *s, int body)
{
    const mb_terrain *t = &s->world->terrain;
    const mbw_placed *box = s->placed + body;
    const double *x = s->world->q + 3 * body;

    if (s->world->body[body].kind != MB_DYNAMIC) return;
    for (int r = 0; r < t->nchain; r++) {
        if (!boxes_meet(s, box->lo, box->hi, t->chain[r].lo, t->chain[r].hi)) continue;
        s->origin[0] = x[0];
        s->origin[1] = x[1];
        mbw_convex_chain(s->world, r, s->origin, &s->a);
        mbw_convex_body(s->world, body, box, s->origin, &s->b);
        visit_pair(s);
    }
}

/* order[] := the bodies from left to right; Shell's sort, of equals the lesser index first */
static void sort_by_left(search *s)
{
    const int n = s->world->nbody;
    int gap = 1, *order = s->order;

    for (int i = 0; i < n; i++) order[i] = i;
    while (gap < n / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (int i = gap; i < n; i++) {
            const int body = order[i];
            int j = i;
            for (; j >= gap; j -= gap) {
                const double left = s->placed[order[j - gap]].lo[0], mine = s->placed[body].lo[0];
                if (left < mine || (left <= mine && order[j - gap] < body)) break;
                order[j] = order[j - gap];
            }
            order[j] = body;
        }
    }
}

/* put j into the ascending list of the bodies whose boxes meet that of i < j; 0: no room */
static int list_pair(search *s, int i, int j, int *used)
{
    int *at = s->list + i;

    if (*used == s->room) return 0;
    while (*at >= 0 && s->other[*at] < j) at = s->following + *at;
    s->other[*used] = j;
    s->following[*used] = *at;
    *at = (*used)++;
    return 1;
}

/* The sweep: along x only those can meet which begin before the other ends. 0: no room for all. */
static int list_pairs(search *s)
{
    const int n = s->world->nbody;
    int used = 0;

    for (int i = 0; i < n; i++) s->list[i] = -1;
    for (int k = 0; k < n; k++) {
        const int i = s->order[k];
        const mbw_placed *a = s->placed + i;
        for (int l = k + 1; l < n; l++) {
            const int j = s->order[l];
            const mbw_placed *b = s->placed + j;
            if (b->lo[0] > a->hi[0] + s->world->epsilon) break;
            if (boxes_meet(s, a->lo, a->hi, b->lo, b->hi) &&
                !list_pair(s, i < j ? i : j, i < j ? j : i, &used))
                return 0;
        }
    }
    return 1;
}

/* All pairs by body: their order does not depend on where they are, so that neither noise nor motion
 * shuffles a problem's unknowns. Where nearly everything meets, the lists have no room for it, and
 * every pair is tried. */
static void pair_all(search *s)
{
    const int n = s->world->nbody;
    int listed;

    sort_by_left(s);
    listed = list_pairs(s);
    for (int i = 0; i < n; i++) {
        const mbw_placed *a = s->placed + i;
        pair_terrain(s, i);
        for (int k = listed ? s->list[i] : -1; k >= 0; k = s->following[k])
            pair_bodies(s, i, s->other[k]);
        for (int j = i + 1; !listed && j < n; j++) {
            const mbw_placed *b = s->placed + j;
            if (boxes_meet(s, a->lo, a->hi, b->lo, b->hi)) pair_bodies(s, i, j);
        }
    }
}

/* ---- detection ------------------------------------------------------------------------------- */

/* the vertices of all bodies */
static int vertices(const mb_world *world)
{
    int sum = 0;

    for (int i = 0; i < world->nbody; i++) sum += world->shape[world->body[i].shape].nvert;
    return sum;
}

/* how many pairs the lists can hold */
static int pair_room(const mb_world *world)
{
    const int n = world->nbody;

    return n < 65 ? n * (n - 1) / 2 : 32 * n;
}

size_t mb_world_detect_scratch(const mb_world *world)
{
    const size_t n = (size_t)world->nbody, each = (size_t)mbw_convex_room(world);
    const size_t sets = 2 * each * (sizeof(mbw_facet) + sizeof(mbw_corner));
    const size_t ints = 3 * n + 2 * (size_t)world->njoint + 2 * (size_t)pair_room(world);

    return n * sizeof(mbw_placed) + 4 * (size_t)vertices(world) * sizeof(double) + sets +
           (each + 1) * sizeof(mbw_sight) + ints * sizeof(int) + 16 * sizeof(double);
}

int mb_world_most_contacts(const mb_world *world)
{
    const mb_detection detection = mb_formulations[world->formulation].detection;
    const double facets = detection == MB_DETECT_PATH ? 1.0 : detection == MB_DETECT_EDGES ? 2.0 :
                          fmin(mbw_convex_room(world) + 1.0, 16.0);
    const double seen = 4.0 * vertices(world) + 2.0 * world->terrain.nedge + 64.0;

    return (int)fmin(facets * seen, INT_MAX / 2);
}

/* memory for count things of a size; NULL if there is none left */
static void *take(mb_arena *a, size_t count, size_t size)
{
    return mb_arena_doubles(a, (int)((count * size + sizeof(double) - 1) / sizeof(double)));
}

/* every body placed, every joint listed; 0 if scratch is too small */
static int begin(search *s, mb_arena scratch)
{
    const mb_world *w = s->world;
    const size_t n = (size_t)w->nbody, each = (size_t)mbw_convex_room(w);
    double *r;

    if ((size_t)(scratch.end - scratch.beg) < mb_world_detect_scratch(w)) return 0;
    s->room = pair_room(w);
    s->placed = (mbw_placed *)take(&scratch, n, sizeof *s->placed);
    s->a.facet = (mbw_facet *)take(&scratch, each, sizeof *s->a.facet);
    s->b.facet = (mbw_facet *)take(&scratch, each, sizeof *s->b.facet);
    s->a.corner = (mbw_corner *)take(&scratch, each, sizeof *s->a.corner);
    s->b.corner = (mbw_corner *)take(&scratch, each, sizeof *s->b.corner);
    s->sight = (mbw_sight *)take(&scratch, each + 1, sizeof *s->sight);
    s->head = mb_arena_ints(&scratch, w->nbody);
    s->next = mb_arena_ints(&scratch, 2 * w->njoint);
    s->order = mb_arena_ints(&scratch, w->nbody);
    s->list = mb_arena_ints(&scratch, w->nbody);
    s->following = mb_arena_ints(&scratch, s->room);
    s->other = mb_arena_ints(&scratch, s->room);
    r = mb_arena_doubles(&scratch, 4 * vertices(w));
    if (!r) return 0;
    for (int i = 0; i < w->nbody; i++) {
        const int nvert = w->shape[w->body[i].shape].nvert;
        mbw_place_body(w, i, r, r + 2 * nvert, s->placed + i);
        r += 4 * nvert;
        s->head[i] = -1;
    }
    for (int k = 0; k < 2 * w->njoint; k++) {
        const int body = k % 2 ? w->joint[k / 2].b : w->joint[k / 2].a;
        if (body < 0) continue;
        s->next[k] = s->head[body];
        s->head[body] = k;
    }
    return 1;
}

int mb_world_detect(const mb_world *world, mb_body_contact *out, int max, mb_arena scratch)
{
    search s;

    memset(&s, 0, sizeof s);
    s.world = world;
    s.detection = mb_formulations[world->formulation].detection;
    s.out = out;
    s.max = max;
    s.lead.rule = world->primary;
    s.lead.alone = s.detection == MB_DETECT_PATH;
    if (!begin(&s, scratch)) return -1;
    pair_all(&s);
    return s.full ? -1 : s.count;
}

double mb_world_penetration(const mb_world *world, mb_arena scratch)
{
    search s;

    memset(&s, 0, sizeof s);
    s.world = world;
    s.measure = 1;
    if (!begin(&s, scratch)) return HUGE_VAL;
    pair_all(&s);
    return s.deepest;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* the row of one body along d, through the point p */
static void lever(const double *q, int body, const double *p, const double *d, double sign,
                  double *J)
{
    const double *x = body < 0 ? p : q + 3 * body;
    const double r[2] = { p[0] - x[0], p[1] - x[1] };

    J[0] = body < 0 ? 0.0 : sign * d[0];
    J[1] = body < 0 ? 0.0 : sign * d[1];
    J[2] = sign * cross(r, d);
}

void mb_contact_row(const double *q, const mb_body_contact *c, const double *d, double *Ja,
                    double *Jb)
{
    lever(q, c->a, c->p, d, -1.0, Ja);
    lever(q, c->b, c->p, d, 1.0, Jb);
}
