/* test_minisim.c: terrain, detection and the step loop of the planar simulator, on small cases and
 * against definitions on random terrains */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "mbsim.h"
#include "terrains.h"

#define G 9.81

static double memory[6000000], terrain_memory[40000];

/* a simulator of one particle over the given polylines, standing still at the origin */
typedef struct {
    mb_sim sim;
    double x[4], v[4], force[4], mass[2];
} world;

static int make_world_of(world *w, const mb_polyline *lines, int count)
{
    mb_arena a = mb_arena_make(terrain_memory, sizeof terrain_memory);
    int built;

    memset(w, 0, sizeof *w);
    built = mb_terrain_build(lines, count, &w->sim.terrain, NULL, &a) == MB_OK;
    w->mass[0] = w->mass[1] = 1.0;
    w->sim.np = 1;
    w->sim.mass = w->mass;
    w->sim.x = w->x;
    w->sim.v = w->v;
    w->sim.force = w->force;
    w->sim.gravity[1] = -G;
    w->sim.epsilon = 0.5;
    w->sim.h = 0.01;
    w->sim.formulation = MB_PEG;
    w->sim.scratch = mb_arena_make(memory, sizeof memory);
    return built;
}

static void make_world(world *w, const mb_polyline *lines, int count)
{
    check(make_world_of(w, lines, count), "terrain of %d polylines", count);
}

/* particle k at (x, y) with velocity (vx, vy) */
static void place(world *w, int k, double x, double y, double vx, double vy)
{
    w->x[2 * k] = x;
    w->x[2 * k + 1] = y;
    w->v[2 * k] = vx;
    w->v[2 * k + 1] = vy;
}

static const double floor_xy[] = { -10, 0, 10, 0 }, corner_xy[] = { -1, 0, 0, 0, 0, -1 };
static const double steps_xy[] = { 0, 0, 1, 0, 1, 1, 2, 1, 2, 0, 3, 0 };

static const mb_polyline the_floor = { 2, floor_xy, 0, 0.0 }, corner = { 3, corner_xy, 0, 0.0 };
static const double valley_xy[] = { -1, 1, 0, 0, 1, 1 };
static const mb_polyline valley = { 3, valley_xy, 0, 0.0 };
static const mb_polyline steps = { 6, steps_xy, 0, 0.0 };

/* ---- terrain --------------------------------------------------------------------------------- */

/* the angle by which a polyline of integer coordinates turns to the left at vertex k; turning back
 * counts as to the right */
static double turn_at(const mb_polyline *l, int k)
{
    const double *p = l->xy + 2 * ((k + l->nvert - 1) % l->nvert), *q = l->xy + 2 * (k % l->nvert),
                 *s = l->xy + 2 * ((k + 1) % l->nvert);
    const double ax = q[0] - p[0], ay = q[1] - p[1], bx = s[0] - q[0], by = s[1] - q[1];
    const double sine = ax * by - ay * bx, cosine = ax * bx + ay * by;

    return sine != 0.0 ? atan2(sine, cosine) : cosine > 0.0 ? 0.0 : -acos(-1.0);
}

/* 1 if the edges of a polyline or their chains are not as defined. Its first edge is number e, its
 * first chain *chain, which becomes the next polyline's first. */
static int polyline_wrong(const mb_terrain *t, const mb_polyline *l, int first, int *chain)
{
    const int edges = l->closed ? l->nvert : l->nvert - 1;
    double turned = 0.0;
    int begin = 0, concave = 0, wrong = 0;

    for (int k = edges - 1; k >= 0 && l->closed; k--)
        if (turn_at(l, k) > 0.0) begin = k, concave = 1;
    for (int k = 0; k < edges; k++) {
        const int at = (begin + k) % edges, to = (at + 1) % l->nvert;
        const int starts = k == 0 || turn_at(l, at) > 0.0;
        const int ends = k == edges - 1 || turn_at(l, to) > 0.0;
        const double dx = l->xy[2 * to] - l->xy[2 * at], dy = l->xy[2 * to + 1] - l->xy[2 * at + 1];
        const mb_edge *e = t->edge + first + k;
        const mb_chain *c = t->chain + *chain;
        wrong |= e->p[0] != l->xy[2 * at] || e->p[1] != l->xy[2 * at + 1] ||
                 e->q[0] != l->xy[2 * to] || e->q[1] != l->xy[2 * to + 1] || e->mu != l->mu ||
                 e->id != first + at || e->chain != *chain ||
                 !(fabs(e->length - sqrt(dx * dx + dy * dy)) < 1e-14) ||
                 !(fabs(e->t[0] * e->length - dx) + fabs(e->t[1] * e->length - dy) < 1e-14) ||
                 e->n[0] != -e->t[1] || e->n[1] != e->t[0];
        wrong |= c->lo[0] > fmin(e->p[0], e->q[0]) || c->hi[0] < fmax(e->p[0], e->q[0]) ||
                 c->lo[1] > fmin(e->p[1], e->q[1]) || c->hi[1] < fmax(e->p[1], e->q[1]);
        if (starts)
            wrong |= c->first != first + k ||
                     c->beyond[0] != (k > 0 ? first + k - 1 : concave ? first + edges - 1 : -1);
        turned = starts ? 0.0 : turned - turn_at(l, at);
        if (!ends) continue;
        wrong |= c->first + c->count != first + k + 1 || c->closed != (l->closed && !concave) ||
                 c->narrow != (c->closed || turned < acos(-1.0) - 1e-9) ||
                 c->beyond[1] != (k < edges - 1 ? first + k + 1 : concave ? first : -1);
        ++*chain;
    }
    return wrong;
}

/* 1 if a chain's box is larger than its vertices need, or an end is not as defined: open if it
 * touches no other edge */
static int chain_wrong(const mb_terrain *t, const mb_chain *chain)
{
    int wrong = 0;

    for (int side = 0; side < 2; side++) {
        const int own = side ? chain->first + chain->count - 1 : chain->first;
        const double *at = side ? t->edge[own].q : t->edge[own].p;
        int open = 1, low = 0, high = 0;
        for (int e = 0; e < t->nedge; e++)
            open &= e == own || mb_distance_to_segment(at, t->edge[e].p, t->edge[e].q) > 1e-12;
        for (int e = chain->first; e < chain->first + chain->count; e++) {
            low |= t->edge[e].p[side] == chain->lo[side] || t->edge[e].q[side] == chain->lo[side];
            high |= t->edge[e].p[side] == chain->hi[side] || t->edge[e].q[side] == chain->hi[side];
        }
        wrong |= chain->open[side] != open || !low || !high;
    }
    return wrong;
}

/* short polylines on a coarse grid, where many ends meet, lie on an edge, or share a place: edges
 * and chains by definition */
static void terrain_by_definition(void)
{
    enum { COUNT = 60 };
    static double xy[COUNT][10];
    rng r = { 5 };
    int wrong = 0, open = 0, all = 0, closed = 0;

    for (int trial = 0; trial < 600; trial++) {
        mb_polyline lines[COUNT];
        const int count = 1 + rng_int(&r, COUNT), wide = 3 + rng_int(&r, 12);
        const int high = rng_int(&r, 12);
        const mb_terrain *t;
        double reach = 0.0;
        int found = 0, edge = 0, chain = 0, bad;
        world w;
        for (int i = 0; i < count; i++) {
            const int nvert = 2 + rng_int(&r, 4), x = rng_int(&r, wide) - 6,
                      y = rng_int(&r, high + 1) - 4;
            for (int k = 0; k < nvert; k++) {
                const double *was = xy[i] + 2 * k - 2;
                do {
                    xy[i][2 * k] = k == 0 ? x : x + rng_int(&r, 4);
                    xy[i][2 * k + 1] = k == 0 ? y : y + rng_int(&r, 3);
                } while (k > 0 && ((xy[i][2 * k] == was[0] && xy[i][2 * k + 1] == was[1]) ||
                                   (xy[i][2 * k] == x && xy[i][2 * k + 1] == y)));
                reach = fmax(reach, fmax(fabs(xy[i][2 * k]), fabs(xy[i][2 * k + 1])));
            }
            lines[i] = (mb_polyline){ nvert, xy[i], nvert > 2 && rng_int(&r, 3) == 0, 0.1 * i };
        }
        bad = !make_world_of(&w, lines, count);
        t = &w.sim.terrain;
        for (int i = 0; i < count; i++) {
            bad |= polyline_wrong(t, lines + i, edge, &chain);
            edge += lines[i].nvert - !lines[i].closed;
        }
        bad |= chain != t->nchain || edge != t->nedge || t->reach != reach;
        for (int c = 0; c < t->nchain; c++) {
            bad |= chain_wrong(t, t->chain + c);
            found += t->chain[c].open[0] + t->chain[c].open[1];
            closed += t->chain[c].closed;
            all += 2;
        }
        bad |= found != t->nopen;
        open += found;
        wrong += bad;
    }
    check(wrong == 0 && open > 1000 && open < all - 1000 && closed > 1000,
          "600 grounds of short polylines: edges and chains by definition (%d of %d ends open, %d "
          "closed chains, %d grounds wrong)", open, all, closed, wrong);
}

/* the second of two polylines is bad: refused with its number, nothing taken, output untouched */
static void bad_terrain(void)
{
    static const double twice[] = { 0, 0, 1, 0, 1, 0 }, not_finite[] = { 0, 0, 1, HUGE_VAL };
    static const struct { mb_polyline line; mb_status status; const char *what; } bad[] = {
        { { 1, floor_xy, 0, 0.0 }, MB_BAD_ARG, "one vertex" },
        { { 2, floor_xy, 1, 0.0 }, MB_BAD_ARG, "a polygon of two vertices" },
        { { 3, twice, 0, 0.0 }, MB_BAD_ARG, "an edge of length 0" },
        { { 2, floor_xy, 0, -1.0 }, MB_BAD_ARG, "mu < 0" },
        { { 2, NULL, 0, 0.0 }, MB_BAD_ARG, "no vertices given" },
        { { 2, not_finite, 0, 0.0 }, MB_NOT_FINITE, "a vertex at infinity" },
    };
    mb_arena a = mb_arena_make(terrain_memory, sizeof terrain_memory);
    const mb_arena before = a;
    mb_terrain t, was;
    mb_info info;

    memset(&t, 0x5a, sizeof t);
    was = t;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const mb_polyline lines[] = { the_floor, bad[i].line };
        check(mb_terrain_build(lines, 2, &t, &info, &a) == bad[i].status && info.where == 1 &&
                  a.beg == before.beg && memcmp(&t, &was, sizeof t) == 0,
              "refused: %s", bad[i].what);
    }
    check(mb_terrain_build(NULL, 1, &t, &info, &a) == MB_BAD_ARG,
          "refused: one polyline, but no array");
    check(mb_terrain_build(NULL, 0, &t, &info, &a) == MB_OK && t.nedge == 0,
          "no obstacles: accepted");
    check(info.status == MB_OK && info.iterations == 0 && info.where == -1,
          "no obstacles: info has MB_OK and no place");
    a = mb_arena_make(terrain_memory, mb_terrain_scratch(&steps, 1));
    check(mb_terrain_build(&steps, 1, &t, &info, &a) == MB_OK, "mb_terrain_scratch is enough");
    a = mb_arena_make(terrain_memory, 5 * (sizeof(mb_edge) + sizeof(mb_chain)) - 1);
    check(mb_terrain_build(&steps, 1, &t, &info, &a) == MB_NO_MEMORY,
          "one byte less than its edges and runs need is too little");
}

/* ---- detection ------------------------------------------------------------------------------- */

static double gap_of(const mb_terrain *t, int e, const double *x)
{
    const mb_edge *edge = t->edge + e;

    return edge->n[0] * (x[0] - edge->p[0]) + edge->n[1] * (x[1] - edge->p[1]);
}

static double distance_of(const mb_terrain *t, int e, const double *x)
{
    return mb_distance_to_segment(x, t->edge[e].p, t->edge[e].q);
}

static mb_contact contact_of(const mb_terrain *t, int e, int window, const double *x)
{
    return (mb_contact){ .edge = e, .chain = t->edge[e].chain, .window = window,
                         .psi = gap_of(t, e, x), .distance = distance_of(t, e, x) };
}

/* the contacts of a chain in ST and AP, by their definition */
static int edges_by_definition(const mb_sim *sim, const mb_chain *chain, const double *x,
                               mb_contact *out)
{
    const mb_terrain *t = &sim->terrain;
    int near = 0, n = 0;

    for (int e = chain->first; e < chain->first + chain->count; e++)
        near |= distance_of(t, e, x) < sim->epsilon;
    for (int e = chain->first; e < chain->first + chain->count; e++) {
        if (!(sim->scope == MB_SCOPE_CHAIN ? near : distance_of(t, e, x) < sim->epsilon)) continue;
        if (sim->psi_min < 0.0 && gap_of(t, e, x) < sim->psi_min) continue;
        out[n++] = contact_of(t, e, 0, x);
    }
    return n;
}

/* the angle by which a chain turns to the right from edge i to edge j */
static double right_turn(const mb_terrain *t, int i, int j)
{
    double sum = 0.0;

    for (; i < j; i++) {
        const double *a = t->edge[i].t, *b = t->edge[i + 1].t;
        sum += atan2(a[1] * b[0] - a[0] * b[1], a[0] * b[0] + a[1] * b[1]);
    }
    return sum;
}

static int enters_something(const mb_sim *sim, const double *x, const double *y)
{
    mb_contact c;

    return mb_sweep(sim, x, y, NULL, 0, &c);
}

/* is a a better primary than b? */
static int is_better(const mb_sim *sim, const mb_contact *a, const mb_contact *b, const double *v)
{
    double na[2], nb[2], more = a->psi - b->psi;

    if (sim->primary == MB_PRIMARY_CLOSEST && (a->psi > 0.0 || b->psi > 0.0))
        more = a->psi > 0.0 && b->psi > 0.0 ? b->distance - a->distance : a->psi > 0.0 ? 1.0 : -1.0;
    if (fabs(more) > 1e-12 * sim->epsilon) return more > 0.0;
    mb_contact_normal(&sim->terrain, a, na);
    mb_contact_normal(&sim->terrain, b, nb);
    return na[0] * v[0] + na[1] * v[1] < nb[0] * v[0] + nb[1] * v[1];
}

/* edges i to j as a group, with the open ends within epsilon and in sight; no group if x is behind
 * all of it and another wall is between */
static int group_by_definition(const mb_sim *sim, const mb_chain *chain, int i, int j, int window,
                               const double *x, const double *v, mb_contact *out)
{
    const mb_terrain *t = &sim->terrain;
    int n = 0, best = 0, closest = 0;
    double front = -HUGE_VAL;

    for (int e = i; e <= j; e++) out[n++] = contact_of(t, e, window, x);
    for (int end = -1; end <= 1; end += 2) {
        const int e = end < 0 ? i : j;
        const double *at = end < 0 ? t->edge[e].p : t->edge[e].q;
        if (!chain->open[end > 0] || e != chain->first + (end < 0 ? 0 : chain->count - 1)) continue;
        mb_contact c = contact_of(t, e, window, x);
        c.end = end;
        c.psi = end * (t->edge[e].t[0] * (x[0] - at[0]) + t->edge[e].t[1] * (x[1] - at[1]));
        c.distance = hypot(x[0] - at[0], x[1] - at[1]);
        if (c.distance < sim->epsilon && !enters_something(sim, x, at)) out[n++] = c;
    }
    for (int k = 0; k < n; k++) {
        front = fmax(front, out[k].psi);
        if (out[k].distance < out[closest].distance) closest = k;
        if (is_better(sim, out + k, out + best, v)) best = k;
    }
    if (front < 0.0) {                                         /* the nearest point */
        const mb_edge *e = t->edge + out[closest].edge;
        const double u = fmin(fmax(e->t[0] * (x[0] - e->p[0]) + e->t[1] * (x[1] - e->p[1]), 0.0),
                              e->length);
        const double y[2] = { e->p[0] + u * e->t[0], e->p[1] + u * e->t[1] };
        if (enters_something(sim, x, y)) return 0;
    }
    const mb_contact primary = out[best];
    memmove(out + 1, out, (size_t)best * sizeof *out);
    out[0] = primary;
    return n;
}

/* PEG's groups. A closed chain, or one that turns by less than 180 degrees, is a group. Of another
 * chain the edges around the closest one are, the nearer side first, as long as they turn by less;
 * then those around the next closest edge that x is in front of, and so on. */
static int groups_by_definition(const mb_sim *sim, const mb_chain *chain, const double *x,
                                const double *v, mb_contact *out)
{
    const mb_terrain *t = &sim->terrain;
    const double half = acos(-1.0) - 1e-9;
    const int first = chain->first, last = first + chain->count - 1;
    int used[400] = { 0 }, n = 0, near = 0;

    for (int e = first; e <= last; e++) near |= distance_of(t, e, x) < sim->epsilon;
    if (!near) return 0;
    if (chain->closed || right_turn(t, first, last) < half)
        return group_by_definition(sim, chain, first, last, 0, x, v, out);
    for (int window = 0;; window++) {
        int i, j, c = -1, count;
        for (int e = first; e <= last; e++) {
            const double d = distance_of(t, e, x), psi = gap_of(t, e, x);
            if (used[e] || !(d < sim->epsilon) || (window > 0 && psi < 0.0)) continue;
            if (c < 0 || d < distance_of(t, c, x) ||
                (d <= distance_of(t, c, x) && psi > gap_of(t, c, x)))
                c = e;
        }
        if (c < 0) return n;
        for (i = j = c;;) {
            const int down = i > first && !used[i - 1] && right_turn(t, i - 1, j) < half;
            const int up = j < last && !used[j + 1] && right_turn(t, i, j + 1) < half;
            if (!down && !up) break;
            if (!up || (down && distance_of(t, i - 1, x) <= distance_of(t, j + 1, x))) i--;
            else j++;
        }
        count = group_by_definition(sim, chain, i, j, window, x, v, out + n);
        for (int e = i; e <= j; e++) used[e] = used[e] || count > 0;
        n += count;
    }
}

/* the ground alone, and the particle at the origin */
static int make_world_on(world *w, const terrain_scene *ground)
{
    mb_polyline lines[TERRAIN_OBSTACLES];

    for (int i = 0; i < ground->s.nobstacle; i++) {
        const scene_obstacle *o = ground->obstacle + i;
        lines[i] = (mb_polyline){ o->nvert, o->xy, o->closed, o->mu };
    }
    return make_world_of(w, lines, ground->s.nobstacle);
}

/* at random places on random terrains of all kinds the contacts are those of the definition, in its
 * order */
static void detection_by_definition(void)
{
    rng r = { 91 };
    int wrong = 0, found = 0, ends = 0, windows = 0, facets = 0;

    for (int trial = 0; trial < 600; trial++) {
        static terrain_scene ground;
        const int kind = trial % TERRAIN_KINDS, grid = kind == TERRAIN_GRID;
        const int grouped = trial % 5 < 3;
        world w;
        terrain_random(&r, (terrain_kind)kind, &ground);
        /* every second grid is a block with places that are equally far from both sides */
        wrong += grid && trial / TERRAIN_KINDS % 2 ? !make_world_of(&w, &steps, 1)
                                                   : !make_world_on(&w, &ground);
        w.sim.formulation = grouped ? MB_PEG : trial % 2 ? MB_ST : MB_AP;
        w.sim.scope = rng_int(&r, 2) ? MB_SCOPE_EDGE : MB_SCOPE_CHAIN;
        w.sim.primary = rng_int(&r, 2) ? MB_PRIMARY_MAX : MB_PRIMARY_CLOSEST;
        w.sim.psi_min = trial % 3 ? 0.0 : -rng_unit(&r);
        for (int k = 0; k < 40; k++) {
            mb_contact c[400], want[400];
            int n = 0;
            const double v[2] = { rng_range(&r, -1.0, 1.0), rng_range(&r, -1.0, 1.0) };
            double x[2] = { rng_range(&r, -5.0, 5.0), rng_range(&r, -1.5, 2.5) };
            for (int i = 0; i < 2 && grid; i++) x[i] = 0.25 * floor(4.0 * x[i]);
            w.sim.epsilon = grid ? 0.25 * (1 + rng_int(&r, 4)) : rng_range(&r, 0.01, 1.0);
            for (int i = 0; i < w.sim.terrain.nchain; i++) {
                const mb_chain *chain = w.sim.terrain.chain + i;
                n += grouped ? groups_by_definition(&w.sim, chain, x, v, want + n)
                             : edges_by_definition(&w.sim, chain, x, want + n);
            }
            memset(c, 0x5a, sizeof c);
            int bad = mb_detect(&w.sim, x, v, c, 400) != n;
            for (int i = 0; i < n; i++) {
                bad |= c[i].edge != want[i].edge || c[i].end != want[i].end ||
                       c[i].chain != want[i].chain || c[i].window != want[i].window ||
                       !(fabs(c[i].psi - want[i].psi) < 1e-13) ||
                       !(fabs(c[i].distance - want[i].distance) < 1e-13);
                ends += c[i].end != 0;
                windows += c[i].window > 0;
                facets += i > 0 && c[i].chain == c[i - 1].chain;
            }
            /* PEG needs room for the open ends that it examines */
            bad |= n > 0 && mb_detect(&w.sim, x, v, c, n - 1) != -1;
            bad |= !grouped && mb_detect(&w.sim, x, v, c, n) != n;
            if (bad && wrong++ < 5)
                note("trial %d (%s): %d contacts at (%.17g, %.17g)", trial, terrain_name(kind), n,
                     x[0], x[1]);
            found += n;
        }
    }
    check(wrong == 0,
          "600 terrains, 40 places each: %d places have other contacts than the definition's %d, "
          "of which %d are virtual facets, %d in other windows than the first", wrong, found, ends,
          windows);
    check(found > 10000 && ends > 300 && windows > 150 && facets > 3000,
          "the definition has many contacts of each kind, %d facets", facets);
}

/* of the edges not in known[count] the first that the segment from x to y crosses from its front;
 * -1: none; -2: unclear, as a comparison is within 1e-6 of its limit */
static int first_entered(const mb_terrain *t, const double *x, const double *y,
                         const mb_contact *known, int count)
{
    const double near = 1e-6;
    double first = HUGE_VAL;
    int found = -1;

    for (int e = 0; e < t->nedge; e++) {
        const mb_edge *edge = t->edge + e;
        const double before = gap_of(t, e, x), after = gap_of(t, e, y);
        const double s = before / (before - after);
        double u = -edge->t[0] * edge->p[0] - edge->t[1] * edge->p[1];
        int listed = 0;
        for (int i = 0; i < count; i++) listed |= known[i].edge == e;
        if (listed || before < -near || after > near || !(before > after)) continue;
        for (int i = 0; i < 2; i++) u += edge->t[i] * (x[i] + s * (y[i] - x[i]));
        if (u < -near || u > edge->length + near) continue;
        if (before < near || after > -near || u < near || u > edge->length - near) return -2;
        if (fabs(s - first) < near) return -2;
        if (s < first) first = s, found = e;
    }
    return found;
}

/* segments on random terrains, and every edge that they enter, one after the other */
static void sweep_by_definition(void)
{
    rng r = { 92 };
    int wrong = 0, entered = 0, clear = 0, unclear = 0;

    for (int trial = 0; trial < 12000; trial++) {
        static terrain_scene ground;
        static world w;
        const double size = rng_range(&r, 0.05, 3.0);
        double x[2] = { rng_range(&r, -2.5, 2.5), rng_range(&r, -1.0, 1.0) };
        double y[2] = { x[0] + rng_range(&r, -size, size), x[1] + rng_range(&r, -size, size) };
        mb_contact known[200], c;
        int count = 0, found, want;
        if (trial % 40 == 0) {
            terrain_random(&r, (terrain_kind)(trial / 40 % TERRAIN_KINDS), &ground);
            wrong += !make_world_on(&w, &ground);
        }
        do {
            want = first_entered(&w.sim.terrain, x, y, known, count);
            if (want == -2 || count == 200) break;
            memset(&c, 0x5a, sizeof c);
            found = mb_sweep(&w.sim, x, y, known, count, &c);
            wrong += found != (want >= 0);
            if (!found || want < 0) break;
            wrong += c.edge != want || c.end != 0 || c.window != 0 ||
                     c.chain != w.sim.terrain.edge[want].chain ||
                     !(fabs(c.psi - gap_of(&w.sim.terrain, want, x)) < 1e-13) ||
                     !(fabs(c.distance - distance_of(&w.sim.terrain, want, x)) < 1e-13);
            known[count++] = c;
        } while (1);
        entered += count;
        clear += want == -1;
        unclear += want == -2;
    }
    check(wrong == 0 && entered > 3000 && clear > 8000,
          "12000 segments enter %d edges, each the first one crossed from its front (%d unclear)",
          entered, unclear);
}

/* The gap of a level or upright edge is computed exactly. It is 0 up to 2^-50 (|x|_1 + |p|_1 +
 * length), p the edge's begin, at any place beside it or past its ends. */
static void largest_gap_of_zero(void)
{
    rng r = { 17 };
    int wrong = 0;

    for (int trial = 0; trial < 400; trial++) {
        const double p = 16 * (rng_int(&r, 129) - 64), length = 16 * (1 + rng_int(&r, 8)),
                     along = p + 16 * (rng_int(&r, 40) - 16), height = trial % 3 - 1;
        const int up = trial % 2, below = rng_int(&r, 2);
        const double limit = 0x1p-50 * (fabs(along) + 2.0 * fabs(height) + fabs(p) + length);
        const double xy[4] = { up ? height : p, up ? p : height, up ? height : p + length,
                               up ? p + length : height };
        const mb_polyline line = { 2, xy, 0, 0.0 };
        const double v[2] = { 0, 0 };
        world w;
        wrong += !make_world_of(&w, &line, 1);
        w.sim.formulation = MB_ST;
        w.sim.epsilon = 1e4;
        for (int over = 0; over < 2; over++) {                 /* upright, the front is the left */
            const double gap = limit * (over ? 1.01 : 0.99) * (below ? -1.0 : 1.0);
            const double x[2] = { up ? height - gap : along, up ? along : height + gap };
            mb_contact c;
            wrong += mb_detect(&w.sim, x, v, &c, 1) != 1 || (c.psi != 0.0) != over ||
                     (over && (c.psi < 0.0) != below);
        }
    }
    check(wrong == 0, "gaps up to 2^-50 of the coordinates are 0 (%d of 400 wrong)", wrong);
}

/* ---- the step loop --------------------------------------------------------------------------- */

/* the number of errors of each kind in the steps that the observer sees, and of steps with
 * contacts; the iterations and the largest residual of one step */
static struct {
    int dynamics, problem, solution, motion, contacts, free, pushed, slid, iterations;
    double residual;
} audit;

/* are these the dynamics of particle k at its contacts? */
static int right_dynamics(const mb_sim *sim, const mb_step *s)
{
    const mb_dynamics *d = s->dynamics;
    const int k = s->particle, grouped = mb_formulations[sim->formulation].detection ==
                                         MB_DETECT_GROUPS;
    const double m = sim->mass[k], *f = sim->force + 2 * k;
    int right = d->nv == 2 && d->nc == s->ncontact && d->nb == 0 && d->nl == 0 && d->nm == 0 &&
                d->h == sim->h && d->M[0] == m && d->M[3] == m && d->M[1] == 0.0 &&
                d->M[2] == 0.0 && d->v == sim->v + 2 * k && (d->group != NULL) == grouped &&
                !d->dpsi_dt && !d->dpsif_dt && !d->bias && !d->phi && !d->share, rough = 0;

    for (int i = 0; i < 2; i++)
        right &= fabs(d->p_ext[i] - sim->h * (m * sim->gravity[i] + f[i])) < 1e-14 * m;
    for (int i = 0; i < d->nc; i++) {
        const mb_contact *c = s->contact + i;
        const double mu = sim->terrain.edge[c->edge].mu, *Jn = d->Jn + 2 * i;
        double n[2];
        mb_contact_normal(&sim->terrain, c, n);
        rough |= mu > 0.0;
        right &= Jn[0] == n[0] && Jn[1] == n[1] && d->psi[i] == c->psi && d->mu[i] == mu;
        for (int j = 0; j < i && grouped; j++)
            right &= (d->group[i] == d->group[j]) ==
                     (c->chain == s->contact[j].chain && c->window == s->contact[j].window);
    }
    for (int i = 0; i < d->nc && rough; i++) {                 /* along the edge and back */
        const double *Jn = d->Jn + 2 * i, *Jf = d->Jf + 4 * i;
        right &= Jf[0] == -Jn[1] && Jf[1] == Jn[0] && Jf[2] == Jn[1] && Jf[3] == -Jn[0];
    }
    return right && d->nd == (rough ? 2 : 0);
}

/* is the problem the formulation's, bit by bit? */
static int right_problem(const mb_sim *sim, const mb_step *s)
{
    static double room[200000];
    const mb_formulation_row *f = mb_formulations + sim->formulation;
    const mb_mlcp *p = &s->problem;
    const int n = p->n;
    mb_arena a = mb_arena_make(room, sizeof room);
    mb_mlcp q = { 0, NULL, NULL, NULL, NULL, NULL };
    mb_lcp lcp = { 0, NULL, NULL };
    mb_layout at;
    mb_status status;

    if (sim->form == MB_FORM_LCP) status = f->lcp(s->dynamics, &lcp, NULL, &a);
    else status = (sim->form == MB_FORM_BOX ? f->box : f->mlcp)(s->dynamics, &q, NULL, &a);
    if (sim->form == MB_FORM_LCP) q = (mb_mlcp){ .n = lcp.n, .A = lcp.A, .b = lcp.b };
    mb_layout_of(s->dynamics, sim->formulation, sim->form, &at);
    return status == MB_OK && q.n == n && at.n == s->layout.n && at.slip == s->layout.slip &&
           memcmp(p->A, q.A, (size_t)(n * n) * sizeof(double)) == 0 &&
           memcmp(p->b, q.b, (size_t)n * sizeof(double)) == 0 && !p->lo == !q.lo &&
           (!q.lo || memcmp(p->lo, q.lo, (size_t)n * sizeof(double)) == 0) &&
           (!q.hi || memcmp(p->hi, q.hi, (size_t)n * sizeof(double)) == 0) &&
           (!q.findex || memcmp(p->findex, q.findex, (size_t)n * sizeof(int)) == 0);
}

static void audit_step(const mb_sim *sim, const mb_step *s)
{
    static double room[200000];
    const double *v = sim->v + 2 * s->particle, tol = sim->form == MB_FORM_BOX ? 1e-6 : 1e-9;
    double z[400], residual, lost = 0.0, p_f = 0.0;

    audit.iterations += s->info.iterations;
    audit.residual = fmax(audit.residual, s->info.residual);
    if (s->info.status != MB_OK || s->ncontact == 0) {
        const double *f = sim->force + 2 * s->particle, m = sim->mass[s->particle];
        for (int i = 0; i < 2 && s->info.status == MB_OK; i++)
            audit.motion += !(fabs(s->v[i] - v[i] - sim->h * (sim->gravity[i] + f[i] / m)) <
                              1e-14 * (1.0 + fabs(v[i]))) || s->solves != 0 ||
                            s->seconds != 0.0 || s->info.where != -1;
        return;
    }
    audit.contacts++;
    audit.free += s->solves == 0;
    audit.dynamics += !right_dynamics(sim, s);
    audit.problem += !right_problem(sim, s);
    memcpy(z, s->z, (size_t)s->problem.n * sizeof *z);
    audit.solution += !mb_mlcp_judge(&s->problem, 1e-10, z, &residual,
                                     mb_arena_make(room, sizeof room)) ||
                      memcmp(z, s->z, (size_t)s->problem.n * sizeof *z) != 0 ||
                      !(s->info.residual <= 1e-10) || s->info.where != -1 ||
                      s->seconds != fmax(1.0, s->solves);      /* by a clock that counts calls */
    for (int i = 0; i < 2; i++) {                              /* M (v+ - v) = p_ext + J' p */
        double sum = s->dynamics->p_ext[i];
        for (int k = 0; k < s->ncontact; k++) {
            sum += s->dynamics->Jn[2 * k + i] * s->p_n[k];
            for (int j = 0; j < s->dynamics->nd; j++) {
                sum += s->dynamics->Jf[4 * k + 2 * j + i] * s->p_f[2 * k + j];
                p_f += s->p_f[2 * k + j];
            }
        }
        lost = fmax(lost, fabs(s->v[i] - v[i] - sum / s->dynamics->M[0]));
    }
    for (int k = 0; k < s->ncontact; k++) audit.pushed += s->p_n[k] > 0.0;
    audit.slid += p_f > 0.0;
    audit.motion += !(lost <= tol * (1.0 + fabs(v[0]) + fabs(v[1])));
}

static double calls_counted;

static double count_calls(void) { return calls_counted++; }

/* Every field that an observer sees, in every formulation and form, on random terrains where a
 * particle may start inside an obstacle. Without an observer no problem is formed in a step that
 * free motion clearly solves, but no bit of the motion and no status may differ. */
static void audited_steps(void)
{
    static terrain_scene ground;
    rng r = { 29 };
    int moved = 0, steps_done = 0, refused = 0, differ = 0;

    memset(&audit, 0, sizeof audit);
    for (int trial = 0; trial < 600; trial++) {
        world w, unseen;
        mb_info info;
        terrain_random(&r, (terrain_kind)(trial % TERRAIN_KINDS), &ground);
        if (!make_world_on(&w, &ground)) continue;
        w.sim.formulation = trial / TERRAIN_KINDS % mb_formulation_count;
        w.sim.form = (mb_form)rng_int(&r, 3);
        if (!mb_formulations[w.sim.formulation].mlcp) w.sim.form = MB_FORM_LCP;
        w.sim.primary = rng_int(&r, 2) ? MB_PRIMARY_CLOSEST : MB_PRIMARY_MAX;
        w.sim.np = 2;
        w.sim.h = pow(10.0, rng_range(&r, -4.0, -1.0));
        w.sim.epsilon = rng_range(&r, 0.05, 1.0);
        w.sim.options.max_iter = w.sim.form == MB_FORM_BOX ? 100000 : 0;
        w.sim.scratch = mb_arena_make(memory, mb_sim_scratch(&w.sim));
        refused += mb_sim_scratch(&w.sim) > sizeof memory;
        for (int k = 0; k < 2; k++) {
            w.mass[k] = rng_range(&r, 0.5, 2.0);
            place(&w, k, rng_range(&r, -2.0, 2.0), rng_range(&r, -0.5, 1.5), rng_range(&r, -3, 3),
                  rng_range(&r, -3, 1));
            w.force[2 * k] = rng_range(&r, -4.0, 4.0);
            w.force[2 * k + 1] = rng_range(&r, -4.0, 4.0);
        }
        unseen = w;
        unseen.sim.x = unseen.x;
        unseen.sim.v = unseen.v;
        unseen.sim.mass = unseen.mass;
        unseen.sim.force = unseen.force;
        w.sim.observer = audit_step;
        w.sim.clock = count_calls;
        for (int k = 0; k < 40; k++) {
            double x[4];
            memcpy(x, w.x, sizeof x);
            audit.iterations = 0;
            audit.residual = 0.0;
            const mb_status status = mb_sim_step(&w.sim, &info);
            differ += mb_sim_step(&unseen.sim, NULL) != status ||
                      memcmp(w.x, unseen.x, sizeof w.x) != 0 ||
                      memcmp(w.v, unseen.v, sizeof w.v) != 0;
            refused += status == MB_NO_MEMORY;
            if (status != MB_OK) break;
            audit.solution += info.status != MB_OK || info.where != -1 ||
                              info.iterations != audit.iterations ||
                              info.residual != audit.residual;
            for (int i = 0; i < 4; i++) moved += w.x[i] != x[i] + w.sim.h * w.v[i];
            moved += w.sim.step != k + 1 || !(fabs(w.sim.t - (k + 1) * w.sim.h) < 1e-12);
            steps_done++;
        }
    }
    check(audit.dynamics == 0, "%d steps with contacts: the dynamics are the particle's",
          audit.contacts);
    check(refused == 0, "the announced scratch is too small %d times", refused);
    check(audit.problem == 0, "%d problems are not the formulation's", audit.problem);
    check(audit.solution == 0, "%d z do not solve their problem as info says", audit.solution);
    check(audit.motion == 0 && moved == 0, "v+ is what the impulses and forces make, x moves by "
          "h v+ (%d and %d not)", audit.motion, moved);
    check(differ == 0, "an observer changes no bit of the motion and no status: %d differ", differ);
    check(audit.contacts > 2000 && audit.pushed > 1000 && audit.slid > 300 && audit.free > 3000,
          "contacts push (%d) and rub (%d), or free motion solves them (%d), in %d steps",
          audit.pushed, audit.slid, audit.free, steps_done);
}

/* A particle in test_wedge's wedge with mu = 1, 3e-13 below both walls, as rounding may leave it,
 * and so slow that this depth matters: friction blocks the way out, and ST has no solution. The
 * step is then made as if the particle were on the walls, and it stays. */
static void sunk_in_a_wedge(void)
{
    static const double notch[] = { -0.6, 0.8, 0, 0, 0.6, 0.8 };
    const mb_polyline rough = { 3, notch, 0, 1.0 };
    world w;
    mb_info info;

    make_world(&w, &rough, 1);
    w.sim.formulation = MB_SWEPT;
    w.sim.h = 0.1;
    w.sim.gravity[1] = -1e-10;
    place(&w, 0, 0.0, -5e-13, 0.0, 0.0);
    (void)mb_sim_step(&w.sim, &info);
    check(info.status == MB_OK && fabs(w.v[0]) + fabs(w.v[1]) < 1e-9,
          "sunk in a wedge with friction: it stays where it is (%s)",
          mb_status_name(info.status));
}

/* ---- replaceable stages ---------------------------------------------------------------------- */

static int calls, fails;

static void push(mb_sim *sim)
{
    calls++;
    sim->force[0] = 3.0;
}

static int see_nothing(const mb_sim *sim, const double *x, const double *v, mb_contact *out,
                       int max)
{
    (void)sim, (void)x, (void)v, (void)out, (void)max;
    calls++;
    return 0;
}

static mb_status own_formulation(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    calls++;
    return fails ? MB_SINGULAR : mb_st_lcp(d, out, info, arena);
}

static mb_status own_solver(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                            mb_arena scratch)
{
    calls++;
    return fails ? MB_TODO : mb_lemke(p, opt, z, info, scratch);
}

static void explicit_euler(const mb_sim *sim, const double *v_next, double *x, double *v)
{
    for (int i = 0; i < 2; i++) {
        x[i] += sim->h * v[i];
        v[i] = v_next[i];
    }
}

static void observe(const mb_sim *sim, const mb_step *step)
{
    (void)sim, (void)step;
    calls++;
}

static void stages(void)
{
    world w;

    calls = 0;
    make_world(&w, NULL, 0);
    w.sim.controller = push;
    mb_sim_step(&w.sim, NULL);
    check(calls == 1, "the controller is called once a step");
    check_near(w.v[0], 0.03, 1e-16, "the controller's force acts in that step");

    calls = 0;
    make_world(&w, &the_floor, 1);
    w.sim.detect = see_nothing;
    mb_sim_step(&w.sim, NULL);
    check(calls == 1 && w.v[1] < 0.0,
          "a detection without contacts lets the particle fall through");

    calls = 0;
    make_world(&w, &the_floor, 1);
    w.sim.lcp_solver = own_solver;
    mb_sim_step(&w.sim, NULL);
    check(calls == 1, "the solver is replaceable");
    w.x[1] = 0.4;
    mb_sim_step(&w.sim, NULL);
    check(calls == 1, "the solver is not called where free motion solves the problem");

    make_world(&w, NULL, 0);
    w.sim.update = explicit_euler;
    w.x[1] = 1.0;
    mb_sim_step(&w.sim, NULL);
    check(w.x[1] == 1.0,
          "the update is replaceable: explicit Euler does not move in the first step");
}

static void failing_stages(void)
{
    world w;
    mb_info info;
    double x[4];

    make_world(&w, &the_floor, 1);
    w.sim.np = 2;
    w.sim.lcp_solver = own_solver;
    w.sim.observer = observe;
    w.x[1] = 5.0;                              /* 0 is in free fall, 1 on the floor */
    memcpy(x, w.x, sizeof x);
    calls = 0;
    fails = 1;
    check(mb_sim_step(&w.sim, &info) == MB_TODO && info.status == MB_TODO && info.where == 1,
          "a solver that fails: its status is returned, info has the particle");
    check(memcmp(x, w.x, sizeof x) == 0 && w.v[1] == 0.0 && w.sim.step == 0 && w.sim.t == 0.0,
          "a solver that fails: no particle has moved; step and time are unchanged");
    check(calls == 3, "the observer has seen both, the failing one last");

    make_world(&w, &corner, 1);
    w.sim.formulation = MB_ST;
    w.sim.formulate_lcp = own_formulation;
    w.x[0] = -0.5;
    fails = calls = 0;
    check(mb_sim_step(&w.sim, NULL) == MB_OK && calls == 1, "the formulation is replaceable");
    fails = 1;
    check(mb_sim_step(&w.sim, &info) == MB_SINGULAR && info.where == 0 && info.iterations == 0 &&
          info.residual == HUGE_VAL,
          "a formulation that fails: its status, the particle, no iterations");
}

static size_t endless_scratch(int n) { return n > 0 ? SIZE_MAX : 0; }

/* only one contact is allowed where there are two: by detection, or by a step into a concave corner
 * */
static void one_contact_at_most(void)
{
    world w;
    mb_info info;

    for (int f = MB_ST; f < mb_formulation_count; f++) {
        const int grouped = mb_formulations[f].detection == MB_DETECT_GROUPS;
        make_world(&w, &valley, 1);
        w.sim.formulation = (mb_formulation)f;
        place(&w, 0, 0.0, 0.1, 1.0, -50.0);
        /* with groups, also the facets at the open ends */
        w.sim.max_contacts = grouped ? 4 : 2;
        check(mb_sim_step(&w.sim, &info) == MB_OK, "%s: two contacts, and two allowed",
              mb_formulations[f].title);
        if (grouped) continue;
        place(&w, 0, 0.0, 0.1, 0.0, -50.0);
        w.sim.max_contacts = 1;
        check(mb_sim_step(&w.sim, &info) == MB_NO_MEMORY && info.where == 0,
              "%s: one allowed is too few", mb_formulations[f].title);
    }
    make_world(&w, &valley, 1);
    w.sim.solver_scratch = endless_scratch;
    check(mb_sim_scratch(&w.sim) == SIZE_MAX,
          "a solver that needs more scratch than there is: the simulator reports it");
}

/* a frictionless particle on a floor keeps its velocity, unless that is rounding: at most 1e-14 of
 * the free velocity, g h, or 2^-52 of the terrain's reach over h */
static void slow_is_not_at_rest(void)
{
    for (int k = 0; k < 4; k++) {
        const double reach = k < 2 ? 8.0 : 0.125, h = k % 2 ? 0.01 : 0.25;
        const double limit = fmax(1e-14 * G * h, 0x1p-52 * reach / h);
        const double xy[4] = { -reach, 0, reach, 0 };
        const mb_polyline line = { 2, xy, 0, 0.0 };
        for (int over = 0; over < 2; over++) {
            const double v = limit * (over ? 1.01 : 0.99);
            world w;
            make_world(&w, &line, 1);
            w.sim.formulation = MB_ST;
            w.sim.h = h;
            w.v[0] = v;
            check(mb_sim_step(&w.sim, NULL) == MB_OK && fabs(w.v[0] - (over ? v : 0.0)) < 1e-3 * v,
                  "reach %g m, h = %g s: a velocity of %g m/s is %s", reach, h, v,
                  over ? "kept" : "0");
        }
    }
}

/* a solver whose impulses are too small, or too large */
static double sloppy;

static mb_status sloppy_solver(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                               mb_arena scratch)
{
    const mb_status status = mb_lemke(p, opt, z, info, scratch);

    for (int i = 0; i < p->n && status == MB_OK; i++) z[i] *= 1.0 + (1 + i % 2) * sloppy;
    return status;
}

static struct { int wrong, pushed, wedged, slots; } corrected;

/* v+ is that of z, corrected where it sinks into a contact: by the least change along one normal,
 * or by a nonnegative sum of two */
static void watch_corrections(const mb_sim *sim, const mb_step *s)
{
    const mb_dynamics *d = s->dynamics;
    const double *n = d ? d->Jn : NULL;
    double v[2], by[2], rounding, room[400];

    if (s->ncontact == 0 || s->info.status != MB_OK) return;
    mb_step_result(d, &s->layout, s->z, v, NULL, NULL, NULL, mb_arena_make(room, sizeof room));
    for (int i = 0; i < 2; i++) by[i] = s->v[i] - v[i];
    rounding = 1e-15 * (1.0 + fabs(v[0]) + fabs(v[1]));
    for (int i = 0; i < s->ncontact; i++) {
        const double opens = n[2 * i] * s->v[0] + n[2 * i + 1] * s->v[1] + d->psi[i] / sim->h;
        corrected.wrong += opens < -4.0 * rounding;
    }
    if (s->ncontact == 1) {
        const double sinks = -(n[0] * v[0] + n[1] * v[1] + d->psi[0] / sim->h);
        for (int i = 0; i < 2; i++)
            corrected.wrong += !(fabs(by[i] - fmax(sinks, 0.0) * n[i]) <= 2.0 * rounding);
        corrected.pushed += sinks > 1e-4;
    } else if (fabs(n[0] * n[3] - n[1] * n[2]) < 1e-9) {
        corrected.slots += fabs(by[0]) + fabs(by[1]) > 1e-4;
    } else if (s->ncontact == 2) {
        const double det = n[0] * n[3] - n[1] * n[2];
        corrected.wrong += (by[0] * n[3] - by[1] * n[2]) / det < -1e-12 ||
                           (n[0] * by[1] - n[1] * by[0]) / det < -1e-12;
        corrected.wedged += fabs(by[0]) + fabs(by[1]) > 1e-4;
    }
}

static void sloppy_solvers(void)
{
    rng r = { 37 };
    int unsolved = 0;

    memset(&corrected, 0, sizeof corrected);
    for (int trial = 0; trial < 500; trial++) {
        const double left = rng_range(&r, 0.2, 3.0), right = rng_range(&r, 0.2, 3.0);
        const double xy[6] = { -1, left, 0, 0, 1, right };
        const double slot[2][4] = { { -1, 0.0995, 1, 0.0995 }, { 1, 0.1005, -1, 0.1005 } };
        const mb_polyline wedge = { 3, xy, 0, 0.0 },
                          walls[2] = { { 2, slot[0], 0, 0.0 }, { 2, slot[1], 0, 0.0 } };
        const int between = trial % 5 == 0;
        world w;
        if (!make_world_of(&w, between ? walls : &wedge, between ? 2 : 1)) continue;
        sloppy = between ? 0.01 : -0.01;
        w.sim.formulation = MB_SWEPT;
        w.sim.h = 0.1;
        w.sim.lcp_solver = sloppy_solver;
        w.sim.observer = watch_corrections;
        place(&w, 0, rng_range(&r, -0.02, 0.02), 0.1, rng_range(&r, -3.0, 3.0),
              rng_range(&r, -9.0, -1.0));
        unsolved += mb_sim_step(&w.sim, NULL) != MB_OK;
    }
    check(corrected.wrong == 0 && unsolved == 0, "v+ opens every contact, after %d and %d "
          "corrections of a sloppy solver's (%d wrong)", corrected.pushed, corrected.wedged,
          corrected.wrong);
    check(corrected.pushed > 20 && corrected.wedged > 100 && corrected.slots > 20,
          "corrections of each kind occur often, %d of them in a slot", corrected.slots);
}

/* as many contacts as the terrain has edges and open ends, but 256 at most */
static void many_contacts(void)
{
    static double xy[2 * 260];

    for (int i = 0; i < 260; i++) xy[2 * i] = 0.001 * i;
    for (int f = 0; f < mb_formulation_count; f++)
        for (int more = 0; more < 2; more++) {
            const int ends = mb_formulations[f].detection == MB_DETECT_GROUPS ? 2 : 0;
            const mb_polyline line = { 257 - ends + more, xy, 0, 0.0 };
            mb_status status;
            mb_info info;
            world w;
            if (mb_formulations[f].detection == MB_DETECT_PATH) continue;
            make_world(&w, &line, 1);
            w.sim.formulation = f;
            w.sim.epsilon = 1.0;
            place(&w, 0, 0.1, 0.1, 0.0, 5.0);
            status = mb_sim_step(&w.sim, &info);
            check(status == (more ? MB_NO_MEMORY : MB_OK) && info.where == (more ? 0 : -1),
                  "%s: %d contacts: %s", mb_formulations[f].title, 256 + more,
                  mb_status_name(status));
        }
}

static void bad_simulators(void)
{
    world w;
    mb_info info;
    const struct { double *x, bad; mb_status status; int where; const char *what; } numbers[] = {
        { &w.sim.h, 0.0, MB_BAD_ARG, -1, "h = 0" },
        { &w.sim.epsilon, nan(""), MB_BAD_ARG, -1, "epsilon NaN" },
        { &w.mass[0], 0.0, MB_BAD_ARG, 0, "no mass, in contact" },
        { &w.x[0], nan(""), MB_NOT_FINITE, 0, "a place that is not a number" },
        { &w.v[0], nan(""), MB_NOT_FINITE, 0, "a velocity that is not a number" }
    };

    check(mb_sim_step(NULL, &info) == MB_BAD_ARG, "no simulator");
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        make_world(&w, &the_floor, 1);
        *numbers[k].x = numbers[k].bad;
        check(mb_sim_step(&w.sim, &info) == numbers[k].status && info.where == numbers[k].where &&
                  w.sim.step == 0,
              "refused: %s", numbers[k].what);
    }
    make_world(&w, &the_floor, 1);
    w.mass[0] = 0.0;
    w.x[1] = 3.0;
    check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG && info.where == 0,
          "refused: no mass, in free flight");
    make_world(&w, &the_floor, 1);
    w.sim.formulation = mb_formulation_count;
    check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG, "refused: a formulation that does not exist");
    w.sim.formulation = MB_ST;
    w.sim.form = (mb_form)3;
    check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG, "refused: a form that does not exist");
    w.sim.formulation = MB_TWO_PHASE;
    w.sim.form = MB_FORM_MLCP;
    check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG, "refused: a form that the formulation lacks");
    w.sim.formulate_mlcp = mb_st_mlcp;
    check(mb_sim_step(&w.sim, &info) == MB_OK,
          "accepted: that form with a stage of the user's own");
    double **const arrays[] = { &w.sim.x, &w.sim.v, &w.sim.force };
    for (int k = 0; k < 5; k++) {
        make_world(&w, &the_floor, 1);
        w.x[1] = 3.0;
        if (k < 3) *arrays[k] = NULL;
        if (k == 3) w.sim.mass = NULL;
        if (k == 4) w.sim.np = -1;
        check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG && info.where == -1, "refused: %s",
              k < 4 ? "an array is missing" : "np < 0");
    }
    make_world(&w, &the_floor, 1);
    w.sim.max_contacts = -1;
    check(mb_sim_step(&w.sim, &info) == MB_BAD_ARG, "refused: a negative number of contacts");
    w.sim.max_contacts = 0;
    for (int k = 0; k < 2; k++) {                              /* for velocities, for contacts */
        w.sim.scratch = mb_arena_make(memory, k ? 100 : 8);
        check(mb_sim_step(&w.sim, &info) == MB_NO_MEMORY && info.where == k - 1 && w.sim.step == 0,
              "too little scratch%s", k ? " for the first particle" : "");
    }
    w.sim.scratch = mb_arena_make(memory, mb_sim_scratch(&w.sim));
    check(mb_sim_step(&w.sim, &info) == MB_OK, "mb_sim_scratch is enough");
    w.sim.np = 0;
    check(mb_sim_step(&w.sim, &info) == MB_OK, "no particles: time passes");
}

int main(void)
{
    terrain_by_definition();
    bad_terrain();
    detection_by_definition();
    sweep_by_definition();
    largest_gap_of_zero();
    audited_steps();
    sunk_in_a_wedge();
    stages();
    failing_stages();
    one_contact_at_most();
    slow_is_not_at_rest();
    sloppy_solvers();
    many_contacts();
    bad_simulators();
    return check_done();
}
