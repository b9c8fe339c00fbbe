/* collision.c: finds bodies near each other or the terrain; rows of their contacts
 *
 *     boxes that come within reach, by a sweep along x  ->  pairs  ->  narrow.c: contacts
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "island.h"

#define STRUCK 2.0               /* the ends of a struck body speed up by at most this factor */

/* A detection in progress. */
typedef struct {
    mbw_narrow narrow;
    const mb_world *world;
    const int *only;             /* only[nbody]: 0: a dynamic body is ignored; NULL: none is */
    int far;                     /* 1: look ahead as far as bodies get, if not less than epsilon */
    double widest;               /* the greatest distance at which two bodies are paired [m] */
    mbw_placed *placed;          /* [nbody] */
    int *head, *next;            /* lists of each body's joints: 2 k, 2 k + 1 are k's a, b */
    int *order;                  /* [nbody] bodies from left to right */
    int *list, *following, *other, room;       /* lists of each body's pairs with later ones */
} search;

/* ---- broad phase ----------------------------------------------------------------------------- */

/* how far two bodies with this relative speed, and this sum of rim speeds, move relative to each
 * other in this step without contact */
static double travel(const mb_world *w, double speed, double rim)
{
    return w->h * (speed + rim + w->h * hypot(w->gravity[0], w->gravity[1]));
}

/* distance at which such bodies are paired: that, or epsilon */
static double reach(const search *s, double way)
{
    return s->far ? fmax(s->world->epsilon, way) : s->world->epsilon;
}

/* travel of bodies i and j; -1: the terrain. The ground may stop one of two that fly side by
 * side. */
static double pair_travel(const search *s, int i, int j)
{
    const int body[2] = { i, j };
    double v[2] = { 0.0, 0.0 }, rim = 0.0, way = 0.0;

    for (int k = 0; k < 2; k++) {
        const double *u = body[k] < 0 ? NULL : s->world->v + 3 * body[k];
        if (!u || s->world->body[body[k]].kind == MB_STATIC) continue;
        for (int x = 0; x < 2; x++) v[x] += (k ? 1.0 : -1.0) * u[x];
        rim += s->placed[body[k]].rim;
        way = fmax(way, hypot(u[0], u[1]));
    }
    return travel(s->world, fmax(way, hypot(v[0], v[1])), rim);
}

/* an upper bound for any two */
static double widest_reach(const search *s)
{
    double lo[2] = { 0.0, 0.0 }, hi[2] = { 0.0, 0.0 }, rim = 0.0;

    for (int i = 0; i < s->world->nbody; i++) {
        const double *v = s->world->v + 3 * i;
        rim = fmax(rim, s->placed[i].rim);
        for (int x = 0; x < 2 && s->world->body[i].kind != MB_STATIC; x++) {
            lo[x] = fmin(lo[x], v[x]);
            hi[x] = fmax(hi[x], v[x]);
        }
    }
    return reach(s, travel(s->world, hypot(hi[0] - lo[0], hi[1] - lo[1]), 2.0 * rim));
}

static int boxes_meet(const double *lo1, const double *hi1, const double *lo2, const double *hi2,
                      double e)
{
    return lo1[0] <= hi2[0] + e && lo2[0] <= hi1[0] + e && lo1[1] <= hi2[1] + e &&
           lo2[1] <= hi1[1] + e;
}

static int boxes_near(const search *s, int i, int j)
{
    const mbw_placed *a = s->placed + i, *b = s->placed + j;

    return boxes_meet(a->lo, a->hi, b->lo, b->hi, s->widest) &&
           boxes_meet(a->lo, a->hi, b->lo, b->hi, reach(s, pair_travel(s, i, j)));
}

static int is_there(const search *s, int i)
{
    return !s->only || s->only[i] || s->world->body[i].kind != MB_DYNAMIC;
}

/* 0 for pairs that do not collide: neither is dynamic, in one group, or hinged to each other, as
 * these overlap by construction. Bodies joined by a rope or distance may touch. */
static int collide(const search *s, int i, int j)
{
    const mb_body *a = s->world->body + i, *b = s->world->body + j;

    if (!is_there(s, i) || !is_there(s, j)) return 0;
    if (a->kind != MB_DYNAMIC && b->kind != MB_DYNAMIC) return 0;
    if (a->group > 0 && a->group == b->group) return 0;
    for (int k = s->head[i]; k >= 0; k = s->next[k]) {
        const mb_joint *joint = s->world->joint + k / 2;
        if (joint->kind == MB_DISTANCE || joint->kind == MB_ROPE) continue;
        if ((joint->a == i && joint->b == j) || (joint->a == j && joint->b == i)) return 0;
    }
    return 1;
}

/* body i's centre is the origin of its pairs with j; -1: the terrain */
static void set_pair(search *s, int i, int j)
{
    const double way = pair_travel(s, i, j);

    s->narrow.reach = reach(s, way);
    s->narrow.reach_struck = reach(s, STRUCK * way);
    for (int k = 0; k < 2; k++) s->narrow.origin[k] = s->world->q[3 * i + k];
}

static void pair_bodies(search *s, int i, int j)
{
    mbw_narrow *n = &s->narrow;

    if (!collide(s, i, j)) return;
    set_pair(s, i, j);
    if (n->a.body != i) mbw_convex_body(s->world, i, s->placed + i, n->origin, &n->a);
    mbw_convex_body(s->world, j, s->placed + j, n->origin, &n->b);
    mbw_touch(n);
}

static void pair_terrain(search *s, int body)
{
    const mb_terrain *t = &s->world->terrain;
    const mbw_placed *box = s->placed + body;
    mbw_narrow *n = &s->narrow;

    if (s->world->body[body].kind != MB_DYNAMIC || !is_there(s, body)) return;
    set_pair(s, body, -1);
    for (int r = 0; r < t->nchain; r++) {
        if (!boxes_meet(box->lo, box->hi, t->chain[r].lo, t->chain[r].hi, n->reach)) continue;
        mbw_convex_chain(s->world, r, n->origin, &n->a);
        mbw_convex_body(s->world, body, box, n->origin, &n->b);
        mbw_touch(n);
    }
}

/* order[] := the bodies from left to right, ties by index; Shell's sort */
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

/* The sweep: along x two meet only if each begins before the other ends. 0: no room for all. */
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
            if (b->lo[0] > a->hi[0] + s->widest) break;
            if (boxes_near(s, i, j) && !list_pair(s, i < j ? i : j, i < j ? j : i, &used))
                return 0;
        }
    }
    return 1;
}

/* All pairs in the order of bodies, not of positions, so that neither noise nor motion permutes a
 * problem's unknowns. If nearly all bodies meet, the lists have no room, and every pair is
 * tried. */
static void pair_all(search *s)
{
    const int n = s->world->nbody;
    int listed;

    sort_by_left(s);
    listed = list_pairs(s);
    for (int i = 0; i < n; i++) {
        pair_terrain(s, i);
        for (int k = listed ? s->list[i] : -1; k >= 0; k = s->following[k])
            pair_bodies(s, i, s->other[k]);
        for (int j = i + 1; !listed && j < n; j++)
            if (boxes_near(s, i, j)) pair_bodies(s, i, j);
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

/* Every vertex of one set of a pair meets the other set, and two that overlap may meet once more:
 * an upper bound for groups. */
static double pairs_groups(const mb_world *world)
{
    const mb_terrain *t = &world->terrain;
    double corners = 0.0, fixed_corners = 0.0, count = 0.0, fixed;

    for (int i = 0; i < world->nbody; i++) {
        const int nvert = world->shape[world->body[i].shape].nvert;
        if (world->body[i].kind != MB_DYNAMIC) fixed_corners += nvert;
        else corners += nvert, count++;
    }
    fixed = world->nbody - count + t->nchain;
    fixed_corners += t->nedge + t->nchain;
    return (count - 1.0) * corners + fixed * corners + count * fixed_corners +
           count * ((count - 1.0) / 2.0 + fixed);
}

int mb_world_most_contacts(const mb_world *world)
{
    const mb_detection detection = mb_formulations[world->formulation].detection;
    const double seen = 2.0 * world->terrain.nedge + 64.0, n = vertices(world);
    const double facets = detection == MB_DETECT_PATH ? 1.0 : mbw_convex_room(world) + 1.0;
    const double guess = detection == MB_DETECT_GROUPS ? (3.0 * n + seen) * fmin(facets, 6.0) :
                         (4.0 * n + seen) * fmin(facets, 2.0);

    return (int)fmin(fmin(guess, fmax(pairs_groups(world), 0.0) * facets), INT_MAX / 2);
}

size_t mb_world_detect_scratch(const mb_world *world)
{
    const size_t n = (size_t)world->nbody, each = (size_t)mbw_convex_room(world);
    const size_t sets = 2 * each * (sizeof(mbw_facet) + sizeof(mbw_corner));
    const size_t ints = 3 * n + 2 * (size_t)world->njoint + 2 * (size_t)pair_room(world);
    const size_t doubles = 4 * (size_t)vertices(world) + 5 * each + n;         /* + mbw_take */

    return n * sizeof(mbw_placed) + sets + (each + 1) * sizeof(mbw_sight) + ints * sizeof(int) +
           (doubles + 16) * sizeof(double);
}

/* places every body; 0 if scratch is too small */
static int place_bodies(search *s, mb_arena *scratch)
{
    const mb_world *w = s->world;
    double *r = mb_arena_doubles(scratch, 4 * vertices(w));

    s->placed = (mbw_placed *)mbw_take(scratch, w->nbody, sizeof *s->placed);
    if (!r || !s->placed) return 0;
    for (int i = 0; i < w->nbody; i++) {
        const int nvert = w->shape[w->body[i].shape].nvert;
        mbw_place_body(w, i, r, r + 2 * nvert, s->placed + i);
        r += 4 * nvert;
    }
    return 1;
}

/* puts every joint into the lists of its bodies; 0 if scratch is too small */
static int list_joints(search *s, mb_arena *scratch)
{
    const mb_world *w = s->world;

    s->head = mb_arena_ints(scratch, w->nbody);
    s->next = mb_arena_ints(scratch, 2 * w->njoint);
    if (!s->head || !s->next) return 0;
    for (int i = 0; i < w->nbody; i++) s->head[i] = -1;
    for (int k = 0; k < 2 * w->njoint; k++) {
        const int body = k % 2 ? w->joint[k / 2].b : w->joint[k / 2].a;
        if (body < 0) continue;
        s->next[k] = s->head[body];
        s->head[body] = k;
    }
    return 1;
}

/* memory for mbw_touch and the sweep; 0 if scratch is too small */
static int take_room(search *s, mb_arena *scratch)
{
    const int each = mbw_convex_room(s->world);
    mbw_narrow *n = &s->narrow;
    mbw_convex *set[2];

    set[0] = &n->a;
    set[1] = &n->b;
    for (int i = 0; i < 2; i++) {
        set[i]->facet = (mbw_facet *)mbw_take(scratch, each, sizeof(mbw_facet));
        set[i]->corner = (mbw_corner *)mbw_take(scratch, each, sizeof(mbw_corner));
        if (!set[i]->facet || !set[i]->corner) return 0;
    }
    n->sight = (mbw_sight *)mbw_take(scratch, each + 1, sizeof(mbw_sight));
    s->room = pair_room(s->world);
    s->order = mb_arena_ints(scratch, s->world->nbody);
    s->list = mb_arena_ints(scratch, s->world->nbody);
    s->following = mb_arena_ints(scratch, s->room);
    s->other = mb_arena_ints(scratch, s->room);
    return n->sight && s->order && s->list && s->following && s->other;
}

/* visits all pairs, as s->narrow is set up; 0 if scratch is too small */
static int run(search *s, const mb_world *world, mb_arena scratch)
{
    s->world = s->narrow.world = world;
    if (!place_bodies(s, &scratch) || !list_joints(s, &scratch) || !take_room(s, &scratch))
        return 0;
    s->narrow.a.body = s->narrow.b.body = -1;
    s->widest = widest_reach(s);
    pair_all(s);
    return 1;
}

/* returns the number of contacts; -1: they do not fit, -2: scratch is too small */
static int detect(const mb_world *world, const int *only, int far, mb_body_contact *out, int max,
                  mb_arena scratch)
{
    search s;
    mbw_narrow *n = &s.narrow;

    memset(&s, 0, sizeof s);
    s.only = only;
    s.far = far;
    n->detection = mb_formulations[world->formulation].detection;
    n->out = out;
    n->max = max;
    n->lead.rule = world->primary;
    n->lead.alone = n->detection == MB_DETECT_PATH;
    return !run(&s, world, scratch) ? -2 : n->full ? -1 : n->count;
}

static int detect_some(const mb_world *world, const int *only, mb_body_contact *out, int max,
                       mb_arena scratch)
{
    const int far = mb_formulations[world->formulation].detection != MB_DETECT_EDGES;
    int count = detect(world, only, far, out, max, scratch);

    if (count == -1 && far) count = detect(world, only, 0, out, max, scratch);
    return count < 0 ? -1 : count;
}

int mb_world_detect(const mb_world *world, mb_body_contact *out, int max, mb_arena scratch)
{
    return detect_some(world, NULL, out, max, scratch);
}

int mbw_detect(const mb_world *world, const int *only, mb_body_contact *out, int max,
               mb_arena scratch)
{
    int count, kept = 0;

    if (!world->detect) return detect_some(world, only, out, max, scratch);
    count = world->detect(world, out, max, scratch);
    if (!only || count < 0 || count > max) return count;
    for (int i = 0; i < count; i++) {
        const int a = out[i].a, b = out[i].b;
        if ((a < 0 || world->body[a].kind != MB_DYNAMIC || only[a]) &&
            (b < 0 || world->body[b].kind != MB_DYNAMIC || only[b]))
            out[kept++] = out[i];
    }
    return kept;
}

double mb_world_penetration(const mb_world *world, mb_arena scratch)
{
    search s;

    memset(&s, 0, sizeof s);
    s.narrow.measure = 1;
    return run(&s, world, scratch) ? s.narrow.deepest : HUGE_VAL;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

double mbw_farthest(const mb_world *w, int body)
{
    const mb_shape *shape = w->shape + w->body[body].shape;
    double most = 0.0;

    for (int k = 0; k < shape->nvert; k++) {
        const double *x = shape->xy + 2 * k;
        most = fmax(most, x[0] * x[0] + x[1] * x[1]);
    }
    return sqrt(most) + shape->radius;
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
    J[2] = sign * (r[0] * d[1] - r[1] * d[0]);
}

void mb_contact_row(const double *q, const mb_body_contact *c, const double *d, double *Ja,
                    double *Jb)
{
    lever(q, c->a, c->p, d, -1.0, Ja);
    lever(q, c->b, c->p, d, 1.0, Jb);
}
