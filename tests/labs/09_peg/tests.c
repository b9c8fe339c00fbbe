/* Lab 09's tests: chains corner by corner, groups and sweeps edge by edge, problems by their
 * equations, steps by PEG's conditions, motions by closed forms or the exact motion */
#include "formulation.h"
#include "worker.c"

#include <math.h>
#include <string.h>

enum { MAX_VERT = 24, MAX_NV = 5, MAX_NC = 9 };

/* cases are drawn again until no deciding number is nearer to its limit than this */
#define CLEAR 1e-6

/* ---- polylines, and what the tests know about them ---- */

typedef struct {
    int nvert, closed;
    double xy[2 * MAX_VERT];
} polyline;

/* the worked example of README: a bump with a flat top, and the floor behind it */
static const polyline bump = { 5, 0, { -0.5, -0.3, -0.1, 0, 0.1, 0, 0.5, -0.3, 1, -0.3 } };
static const polyline letter = { 6, 1, { 0, 0, 0, 2, 1, 2, 1, 1, 2, 1, 2, 0 } };
static const polyline plate = { 2, 0, { 0, 1, 1, 1 } };
static const polyline level = { 2, 0, { -1, 0, 5, 0 } };
/* _1, _2: begun one and two vertices later */
static const polyline square = { 4, 1, { 0, 0, 0, 1, 1, 1, 1, 0 } };
static const polyline square_1 = { 4, 1, { 0, 1, 1, 1, 1, 0, 0, 0 } };
static const polyline square_2 = { 4, 1, { 1, 1, 1, 0, 0, 0, 0, 1 } };
static const polyline box = { 4, 1, { 2, -0.5, 2, 0, 3, 0, 3, -0.5 } };
static const polyline box_1 = { 4, 1, { 2, 0, 3, 0, 3, -0.5, 2, -0.5 } };
static const polyline box_2 = { 4, 1, { 3, 0, 3, -0.5, 2, -0.5, 2, 0 } };

/* polyline i of a request */
static polyline line_of(const frame *q, int i)
{
    const double *sizes = q->array[LINES_SIZES], *xy = q->array[LINES_XY];
    polyline l = { (int)sizes[2 * i], (int)sizes[2 * i + 1], { 0.0 } };

    for (int k = 0; k < i; k++) xy += 2 * (int)sizes[2 * k];
    memcpy(l.xy, xy, 2 * (size_t)l.nvert * sizeof *xy);
    return l;
}

static void put_lines(frame *q, int count, const polyline *l)
{
    double sizes[8], xy[8 * MAX_VERT];
    int n = 0;

    for (int i = 0; i < count; i++) {
        sizes[2 * i] = l[i].nvert;
        sizes[2 * i + 1] = l[i].closed;
        for (int k = 0; k < 2 * l[i].nvert; k++) xy[n++] = l[i].xy[k];
    }
    put(q, given(2 * count, sizes), given(n, xy));
}

static void say_lines(const frame *q, verdict *v)
{
    for (int i = 0; i < q->len[LINES_SIZES] / 2; i++) {
        const polyline l = line_of(q, i);
        say(v->input, "%s%s with the vertices", i ? "; " : "", l.closed ? "closed" : "open");
        for (int k = 0; k < l.nvert && k < 9; k++)
            say(v->input, " (%.5g, %.5g)", l.xy[2 * k], l.xy[2 * k + 1]);
        if (l.nvert > 9) say(v->input, " ...");
    }
    say(v->input, "  ");
}

static int edges_of(const polyline *l) { return l->closed ? l->nvert : l->nvert - 1; }

static const double *vertex(const polyline *l, int i) { return l->xy + 2 * (i % l->nvert); }

/* edge i: its normal, and its length is returned; t = (n_y, -n_x) */
static double normal(const polyline *l, int i, double *n)
{
    const double *p = vertex(l, i), *q = vertex(l, i + 1);
    const double length = hypot(q[0] - p[0], q[1] - p[1]);

    n[0] = (p[1] - q[1]) / length;
    n[1] = (q[0] - p[0]) / length;
    return length;
}

static double gap(const polyline *l, int i, const double *x)
{
    const double r[2] = { x[0] - vertex(l, i)[0], x[1] - vertex(l, i)[1] };
    double n[2];

    normal(l, i, n);
    return dot(2, n, r);
}

/* how far along edge i x stands; *length is the edge's */
static double along(const polyline *l, int i, const double *x, double *length)
{
    const double r[2] = { x[0] - vertex(l, i)[0], x[1] - vertex(l, i)[1] };
    double n[2];

    *length = normal(l, i, n);
    return n[1] * r[0] - n[0] * r[1];
}

static double distance(const polyline *l, int i, const double *x)
{
    double length, u = along(l, i, x, &length);

    return hypot(gap(l, i, x), fmax(fmax(-u, u - length), 0.0));
}

/* sine of the turn at vertex i, to the left; 0 at the ends of an open polyline */
static double turn(const polyline *l, int i)
{
    double a[2], b[2];

    if (!l->closed && (i == 0 || i == l->nvert - 1)) return 0.0;
    normal(l, (i + l->nvert - 1) % l->nvert, a);
    normal(l, i, b);
    return a[0] * b[1] - a[1] * b[0];
}

static int is_concave(const polyline *l, int i) { return turn(l, i) > 1e-12; }

/* an open polyline to the right, without nearly straight corners */
static void random_terrain(rng *r, polyline *l)
{
    int clear = 0;

    while (!clear) {
        l->closed = 0;
        l->nvert = 4 + rng_int(r, 9);
        for (int i = 0; i < l->nvert; i++) {
            l->xy[2 * i] = (i == 0 ? -3.0 : l->xy[2 * i - 2]) + rng_range(r, 0.2, 1.0);
            l->xy[2 * i + 1] = rng_range(r, -0.7, 0.7);
        }
        clear = 1;
        for (int i = 1; i + 1 < l->nvert; i++) clear &= fabs(turn(l, i)) > 1e-3;
    }
}

/* a closed one, clockwise around the origin; dented: with radii that differ */
static void random_polygon(rng *r, int dented, polyline *l)
{
    int clear = 0;

    while (!clear) {
        l->closed = 1;
        l->nvert = 4 + rng_int(r, 8);
        for (int i = 0; i < l->nvert; i++) {
            const double a =
                -6.28318530717958648 * ((double)i + rng_range(r, 0.0, 0.6)) / l->nvert;
            const double radius = dented ? rng_range(r, 0.4, 1.6) : 1.0;
            l->xy[2 * i] = radius * cos(a);
            l->xy[2 * i + 1] = radius * sin(a);
        }
        clear = 1;
        for (int i = 0; i < l->nvert; i++) clear &= fabs(turn(l, i)) > 1e-3;
    }
}

/* the same polyline, begun `by` vertices later, if closed; then as large, and moved */
static void rolled(polyline *l, int by, double unit, double shift)
{
    const polyline old = *l;

    for (int i = 0; i < l->nvert; i++)
        for (int k = 0; k < 2; k++) l->xy[2 * i + k] = unit * (vertex(&old, i + by)[k] + shift);
}

/* ---- 01 and 02: convex chains ---- */

static void put_chains(frame *q, const polyline *l)
{
    put_lines(q, 1, l);
    request(q, CALL_CHAINS, blank(2 * edges_of(l)), blank(1));
}

/* `count` hills or teeth of so many edges each, side by side */
static polyline ground(int count, int edges, int teeth)
{
    polyline l = { 0, 0, { 0.0 } };

    l.nvert = count * edges + 1;
    for (int i = 0; i < l.nvert; i++) {
        const double angle = 3.14159265358979324 * (double)(i % edges) / edges;
        l.xy[2 * i] = teeth ? 0.75 * (double)((i + 1) / edges) : 2.0 * (i / edges) + 1 - cos(angle);
        l.xy[2 * i + 1] = teeth ? 0.15 * (double)(i % edges) : sin(angle);
    }
    return l;
}

/* the worked example; one edge; hills, teeth; stairs; terrains at random */
static void make_chains(int k, rng *r, frame *q)
{
    static const polyline stairs = { 8, 0, { 0, 3, 1, 3, 1, 2, 2, 2, 2, 1, 3, 1, 3, 0, 5, 0 } };
    static const polyline up = { 5, 0, { 0, 0, 0, 1, 1, 1, 1, 2, 2, 2 } };
    polyline l;

    if (k == 0) l = bump;
    else if (k == 1) l = plate;
    else if (k == 2) l = ground(3, 5, 0);
    else if (k == 3) l = ground(4, 2, 1);
    else if (k == 4) l = stairs;
    else if (k == 5) l = up;
    else random_terrain(r, &l);
    put_chains(q, &l);
}

/* corners that are straight but for rounding, open and closed, and nearly straight ones that are
 * not: 1e-9 to the left and to the right */
static const polyline nearly_straight[] = {
    { 6, 0, { 0, 0, 0.1, 0.3, 0.2, 0.6, 0.3, 0.9, 0.7, 2.1, 1, 1 } },
    { 7, 1, { 0, 0, 0, 0.1, 0, 0.3, 0.1, 0.6, 0.2, 0.9, 0.3, 0.7, 0.3, 0 } },
    { 4, 0, { 0, 0, 1, 0, 2, 1e-9, 3, 1e-9 } },
};

/* square and letter, begun at each of their vertices in turn; nearly straight corners; polygons at
 * random, and terrains in other units */
enum { SQUARES = 2, LETTERS = 8, STRAIGHT = 11, POLYGONS = 22, CHAIN_CASES = 26 };
static void make_awkward_chains(int k, rng *r, frame *q)
{
    static const double unit[] = { 1e-7, 1e7, 1e-3, 1e5 };
    polyline l;

    if (k < SQUARES) l = square, rolled(&l, k, 1.0, 0.0);
    else if (k < LETTERS) l = letter, rolled(&l, k - SQUARES, 1.0, 0.0);
    else if (k < STRAIGHT) l = nearly_straight[k - LETTERS];
    else if (k < POLYGONS) random_polygon(r, k % 3 > 0, &l);
    else random_terrain(r, &l), rolled(&l, 0, unit[k - POLYGONS], 0.0);
    put_chains(q, &l);
}

/* the chain of each edge; 0 if an edge is in none or in two, or a chain is impossible */
static int chains_of(const polyline *l, int count, const double *list, int *owner, verdict *v)
{
    const int edges = edges_of(l);

    for (int i = 0; i < edges; i++) owner[i] = -1;
    for (int c = 0; c < count; c++) {
        const double first = list[2 * c], length = list[2 * c + 1];
        if (!(first >= 0.0 && first < edges && length >= 1.0 && length <= edges) ||
            (!l->closed && first + length > edges)) {
            return broken(v, "chain %d is impossible: edges %g, ..., %g of them; there are %d", c,
                          first, length, edges);
        }
        for (int k = 0; k < (int)length; k++) {
            const int i = ((int)first + k) % edges;
            if (owner[i] >= 0)
                return broken(v, "edge %d is in chain %d and in chain %d", i, owner[i], c);
            owner[i] = c;
        }
    }
    for (int i = 0; i < edges; i++) {
        if (owner[i] >= 0) continue;
        return broken(v, "edge %d is in no chain", i);
    }
    return 1;
}

/* every edge in one chain; a chain begins where the corner is concave, and where an open polyline
 * does, and nowhere else */
static int judge_chains(int k, const frame *q, const frame *a, verdict *v)
{
    const polyline l = line_of(q, 0);
    const double *list = a->array[CHAINS_LIST];
    const int edges = edges_of(&l), count = (int)a->array[CHAINS_COUNT][0];
    int owner[MAX_VERT], concave = 0;

    say_lines(q, v);
    if (!judge_ok(v, a, "every polyline has chains") ||
        !judge_written(v, "count", 1, a->array[CHAINS_COUNT]))
        return 0;
    say(v->yours, "%d chains:", count);
    for (int c = 0; c < count && c < edges; c++)
        say(v->yours, " %g from edge %g;", list[2 * c + 1], list[2 * c]);
    if (count < 1 || count > edges)
        return broken(v, "there are %d edges: %d chains are impossible", edges, count);
    if (!chains_of(&l, count, list, owner, v)) return 0;
    for (int i = 0; i < edges; i++) concave += is_concave(&l, i);
    for (int i = 0; i < edges; i++) {
        int begins = 0;
        for (int c = 0; c < count; c++) begins |= (int)list[2 * c] == i;
        if (begins == is_concave(&l, i) || (!l.closed && i == 0)) continue;
        if (begins && concave == 0 && count == 1) continue;   /* all of a closed convex one */
        say(v->broken, "the corner at vertex %d turns %s (sine %.3g): ", i,
            turn(&l, i) > 0.0 ? "left" : "right, or not at all", turn(&l, i));
        return broken(v, begins ? "the chain goes on there" : "a chain begins there");
    }
    return 1;
}

/* ---- 03 and 04: groups ---- */

typedef struct {
    polyline line;
    double chain[2], x[2], v[2], epsilon;
    mb_primary rule;
} group_case;

static void put_group(frame *q, const group_case *g)
{
    const double options[] = { g->epsilon, g->rule };

    put_lines(q, 1, &g->line);
    request(q, CALL_GROUP, given(2, g->chain), given(2, g->x), given(2, g->v), given(2, options),
            blank(FACET_SIZE * (int)g->chain[1]), blank(1));
}

/* By the rule, how much better as a primary is edge a than b? 0: equal. Closest: an edge with psi >
 * 0 is better than one without, by far. */
static double lead(const polyline *l, mb_primary rule, int a, int b, const double *x)
{
    const double pa = gap(l, a, x), pb = gap(l, b, x);

    if (rule == MB_PRIMARY_CLOSEST && (pa > 0.0) != (pb > 0.0)) return pa > 0.0 ? 1.0 : -1.0;
    if (rule == MB_PRIMARY_CLOSEST && pa > 0.0) return distance(l, b, x) - distance(l, a, x);
    return pa - pb;
}

static double approach(const polyline *l, int i, const double *v)
{
    double n[2];

    normal(l, i, n);
    return dot(2, n, v);
}

static int chain_edge(const group_case *g, int k)
{
    return ((int)g->chain[0] + k) % edges_of(&g->line);
}

/* no distance is so near to epsilon, no psi so near to 0, and no two edges so nearly equal, that
 * rounding decides; what is equal is so to the last bits */
static int is_clear_group(const group_case *g)
{
    for (int i = 0; i < (int)g->chain[1]; i++) {
        const int a = chain_edge(g, i);
        if (fabs(distance(&g->line, a, g->x) - g->epsilon) < CLEAR) return 0;
        if (fabs(gap(&g->line, a, g->x)) < CLEAR) return 0;
        for (int k = 0; k < i; k++) {
            const int b = chain_edge(g, k);
            const double by = fabs(lead(&g->line, g->rule, a, b, g->x));
            if (by > 1e-14 && by < CLEAR) return 0;
            if (fabs(approach(&g->line, a, g->v) - approach(&g->line, b, g->v)) < CLEAR) return 0;
        }
    }
    return 1;
}

/* a convex chain of 1 to 6 edges with an edge before it and one behind */
static void random_chain(rng *r, group_case *g)
{
    const int count = 1 + rng_int(r, 6);
    polyline *l = &g->line;
    double angle = rng_range(r, 0.4, 1.4), at[2] = { -1.5, -0.5 };

    l->closed = 0;
    l->nvert = count + 3;
    l->xy[0] = at[0] - 0.8;
    l->xy[1] = at[1] + 0.1;
    for (int i = 1; i < l->nvert - 1; i++) {
        memcpy(l->xy + 2 * i, at, sizeof at);
        const double length = rng_range(r, 0.2, 0.9);
        at[0] += length * cos(angle);
        at[1] += length * sin(angle);
        angle -= rng_range(r, 0.1, 3.6 / count);
    }
    l->xy[2 * l->nvert - 2] = l->xy[2 * l->nvert - 4] + 0.8;
    l->xy[2 * l->nvert - 1] = l->xy[2 * l->nvert - 3] + 0.3;
    g->chain[0] = 1.0;
    g->chain[1] = (double)count;
}

static void random_group(rng *r, mb_primary rule, group_case *g)
{
    g->rule = rule;
    do {
        if (rng_int(r, 4) > 0) {
            random_chain(r, g);
        } else {                                         /* from the concave corner once around */
            g->line = letter;
            rolled(&g->line, rng_int(r, 6), 1.0, -1.0);
            for (int i = 0; i < 6; i++)
                if (is_concave(&g->line, i)) g->chain[0] = (double)i;
            g->chain[1] = 6.0;
        }
        for (int i = 0; i < 2; i++) {
            g->x[i] = rng_range(r, -1.6, 1.6);
            g->v[i] = rng_range(r, -3.0, 3.0);
        }
        g->epsilon = rng_range(r, 0.1, 0.9);
    } while (!is_clear_group(g));
}

/* a group by design */
typedef struct {
    const polyline *line;
    double chain[2], x[2], v[2], epsilon;
    mb_primary rule;
} design;

static void put_design(frame *q, const design *d, const double *v)
{
    group_case g = { *d->line, { d->chain[0], d->chain[1] }, { d->x[0], d->x[1] },
                     { v[0], v[1] }, d->epsilon, d->rule };

    put_group(q, &g);
}

static const design groups[] = {
    /* the worked example; the same from above, where all psi > 0; its floor, near and far */
    { &bump, { 0, 3 }, { -0.2, 0.05 }, { 4, -1.5 }, 0.15, MB_PRIMARY_MAX },
    { &bump, { 0, 3 }, { -0.05, 0.3 }, { 4, -1.5 }, 0.4, MB_PRIMARY_MAX },
    { &bump, { 3, 1 }, { 0.8, 0.05 }, { 4, -1.5 }, 0.4, MB_PRIMARY_MAX },
    { &bump, { 3, 1 }, { 0.8, 0.05 }, { 4, -1.5 }, 0.3, MB_PRIMARY_MAX },
    /* a convex polygon begun with its third edge; a plate exactly epsilon away */
    { &square, { 2, 4 }, { 1.1, 1.05 }, { 4, -1.5 }, 0.15, MB_PRIMARY_MAX },
    { &plate, { 0, 1 }, { 0.5, 2 }, { 4, -1.5 }, 1.0, MB_PRIMARY_MAX },
    /* the letter's inner corner, where the primary is further than epsilon */
    { &letter, { 3, 6 }, { 1.3, 1.05 }, { 4, -1.5 }, 0.2, MB_PRIMARY_MAX },
};

enum { GROUPS = sizeof groups / sizeof *groups };
static void make_group(int k, rng *r, frame *q)
{
    group_case g;

    if (k < GROUPS) {
        put_design(q, groups + k, groups[k].v);
        return;
    }
    random_group(r, MB_PRIMARY_MAX, &g);
    put_group(q, &g);
}

static const polyline moved = { 4, 1, { 0.3, 0.7, 0.3, 0.8, 0.4, 0.8, 0.4, 0.7 } };
static const polyline hook = { 3, 0, { 0, 0, 1, 0, 1, -0.3 } };
static const polyline spike = { 3, 0, { 1, -0.3, 0, 0, 1, 0 } };

static const design rules[] = {
    /* equal psi of a square's top and right side: outside, and in other places, where they are
     * equal but for rounding; inside; equal distances, at a corner, by the rule `closest` */
    { &square, { 0, 4 }, { 1.25, 1.25 }, { 0, 0 }, 0.6, MB_PRIMARY_MAX },
    { &moved, { 0, 4 }, { 0.43, 0.83 }, { 0, 0 }, 0.6, MB_PRIMARY_MAX },
    { &square, { 0, 4 }, { 0.9, 0.9 }, { 0, 0 }, 0.6, MB_PRIMARY_MAX },
    { &square, { 0, 4 }, { 1.2, 1.1 }, { 0, 0 }, 0.6, MB_PRIMARY_CLOSEST },
    /* what else that rule says: a side that is closer has psi < 0; all have, and the one whose line
     * is closer is further away; two have one corner in common, which is what is closest, and one
     * of them has psi < 0 */
    { &letter, { 3, 6 }, { 0.1, 1.5 }, { -1, -2 }, 0.6, MB_PRIMARY_CLOSEST },
    { &hook, { 0, 2 }, { 0.55, -0.46 }, { -1, -2 }, 0.6, MB_PRIMARY_CLOSEST },
    { &spike, { 0, 2 }, { -0.02, 0.1 }, { 0, 1 }, 0.6, MB_PRIMARY_CLOSEST },
    /* gaps that differ by 1e-8 are equal where epsilon is 1e6 */
    { &square, { 0, 4 }, { 1.25 + 1e-8, 1.25 }, { -1, -2 }, 1e6, MB_PRIMARY_MAX },
    { &square, { 0, 4 }, { 1.25, 1.25 + 1e-8 }, { -2, -1 }, 1e6, MB_PRIMARY_MAX },
};

/* the first four with either side approached faster, or left; at random, by `closest` */
enum { TIES = 4, TIED = 4 * TIES, RULES = TIED + sizeof rules / sizeof *rules - TIES };
static void make_primary(int k, rng *r, frame *q)
{
    static const double v[][2] = { { -1, -2 }, { -2, -1 }, { 2, -1 }, { -1, 2 } };
    const design *d = rules + (k < TIED ? k / 4 : TIES + k - TIED);
    group_case g;

    if (k < RULES) {
        put_design(q, d, k < TIED ? v[k % 4] : d->v);
        return;
    }
    random_group(r, MB_PRIMARY_CLOSEST, &g);
    put_group(q, &g);
}

static group_case group_of(const frame *q)
{
    group_case g = { line_of(q, 0), { 0, 0 }, { 0, 0 }, { 0, 0 }, q->array[GROUP_RULE][0],
                     (mb_primary)q->array[GROUP_RULE][1] };

    memcpy(g.chain, q->array[GROUP_CHAIN], sizeof g.chain);
    memcpy(g.x, q->array[GROUP_X], sizeof g.x);
    memcpy(g.v, q->array[GROUP_V], sizeof g.v);
    return g;
}

static void say_group(const frame *q, const group_case *g, verdict *v)
{
    say_lines(q, v);
    say(v->input, "chain: %g edges from edge %g  x=[%.5g %.5g]  v=[%.5g %.5g]  epsilon=%.5g  %s",
        g->chain[1], g->chain[0], g->x[0], g->x[1], g->v[0], g->v[1], g->epsilon,
        g->rule == MB_PRIMARY_MAX ? "greatest psi" : "closest");
}

/* each edge of the chain is there once, with its normal and its gap */
static int judge_facets(const group_case *g, const double *list, verdict *v)
{
    const int count = (int)g->chain[1];

    for (int k = 0; k < count; k++) {
        const int i = chain_edge(g, k);
        const double *f = NULL, size = 1.0 + fabs(g->x[0]) + fabs(g->x[1]);
        double n[2];
        int times = 0;
        for (int j = 0; j < count; j++) {
            if ((int)list[FACET_SIZE * j + FACET_EDGE] != i) continue;
            f = list + FACET_SIZE * j;
            times++;
        }
        normal(&g->line, i, n);
        if (times != 1)
            return broken(v, "edge %d is in the group %d times, and should be once", i, times);
        if (fabs(f[FACET_N] - n[0]) > NEAR || fabs(f[FACET_N + 1] - n[1]) > NEAR)
            return broken(v, "edge %d: n should be [%.6g %.6g] and is [%.6g %.6g]", i, n[0], n[1],
                          f[FACET_N], f[FACET_N + 1]);
        if (!(fabs(f[FACET_PSI] - gap(&g->line, i, g->x)) <= NEAR * size))
            return broken(v, "edge %d: psi should be %.8g and is %.8g", i, gap(&g->line, i, g->x),
                          f[FACET_PSI]);
    }
    return 1;
}

/* no edge of the chain is a better primary */
static int judge_primary(const group_case *g, int first, verdict *v)
{
    const double near = fmax(NEAR, 1e-12 * g->epsilon);

    for (int k = 0; k < (int)g->chain[1]; k++) {
        const int i = chain_edge(g, k);
        const double by = lead(&g->line, g->rule, i, first, g->x);
        const int tied = fabs(by) <= near;
        if (!(by > near) && !(tied && approach(&g->line, i, g->v) <
                                          approach(&g->line, first, g->v) - NEAR))
            continue;
        say(v->broken, "the primary should be edge %d, not edge %d: ", i, first);
        if (tied) {
            say(v->broken, "they are equal, and edge %d is approached faster", i);
        } else if (g->rule == MB_PRIMARY_MAX) {
            say(v->broken, "psi = %.6g > %.6g", gap(&g->line, i, g->x), gap(&g->line, first, g->x));
        } else {
            say(v->broken, "psi = %.6g and %.6g, distance = %.6g and %.6g", gap(&g->line, i, g->x),
                gap(&g->line, first, g->x), distance(&g->line, i, g->x),
                distance(&g->line, first, g->x));
        }
        return 0;
    }
    return 1;
}

static int judge_group(int k, const frame *q, const frame *a, verdict *v)
{
    const group_case g = group_of(q);
    const double *list = a->array[GROUP_FACET], count = a->array[GROUP_COUNT][0];
    double nearest = HUGE_VAL;

    say_group(q, &g, v);
    if (!judge_ok(v, a, "every chain can be tested") ||
        !judge_written(v, "count", 1, a->array[GROUP_COUNT]))
        return 0;
    for (int i = 0; i < (int)g.chain[1]; i++)
        nearest = fmin(nearest, distance(&g.line, chain_edge(&g, i), g.x));
    say(v->yours, "count=%g  ", count);
    if (fabs(count - (nearest < g.epsilon ? g.chain[1] : 0.0)) > 0.5)
        return broken(v, "the closest edge of the chain is %.6g away: count should be %g", nearest,
                      nearest < g.epsilon ? g.chain[1] : 0.0);
    if (count < 0.5) return 1;
    say(v->yours, "edges");
    for (int i = 0; i < (int)g.chain[1]; i++)
        say(v->yours, " %g", list[FACET_SIZE * i + FACET_EDGE]);
    return judge_facets(&g, list, v) && judge_primary(&g, (int)list[FACET_EDGE], v);
}

/* ---- 05: auxiliary velocities ---- */

/* the worked example; one facet; rising, falling; at random, with equal ones; many */
enum { MANY = 70 };
static void make_auxiliary(int k, rng *r, frame *q)
{
    static const double example[] = { -0.09, 0, -0.03 }, rising[] = { -0.2, -0.1, 0.1, 0.4 },
                        falling[] = { 0.3, 0.2, -0.1 };
    const int m = k == 0 || k == 3 ? 3 : k == 1 ? 1 : k == 2 ? 4 : k == 15 ? MANY : 2 + k % 6;
    double psi[MANY], h = k < 4 ? 0.1 : rng_range(r, 0.005, 0.2);

    for (int i = 0; i < m; i++) psi[i] = rng_range(r, -0.4, 0.4);
    if (k == 0) memcpy(psi, example, sizeof example);
    if (k == 2) memcpy(psi, rising, sizeof rising);
    if (k == 3) memcpy(psi, falling, sizeof falling);
    if (k > 8) psi[1] = psi[0];
    request(q, CALL_AUXILIARY, given(m, psi), scalar(h), blank(m - 1));
}

/* c >= 0, a >= 0, of each pair one is 0 (eq 9.7) */
static int judge_auxiliary(int k, const frame *q, const frame *a, verdict *v)
{
    const int m = q->len[AUX_PSI];
    const double *psi = q->array[AUX_PSI], h = q->array[AUX_H][0], *c = a->array[AUX_C];
    const double tol = NEAR * (1.0 + largest(m, psi)) / h;
    double sum = 0.0, want[MANY];

    say_vector(v->input, "psi", m, psi);
    say(v->input, "h=%.6g", h);
    if (!judge_ok(v, a, "there is always a c") || !judge_written(v, "c", m - 1, c)) return 0;
    say_vector(v->yours, "c", m - 1, c);
    for (int i = 1, most = 0; i < m; i++) {
        want[i - 1] = fmax(0.0, psi[i] - psi[most]) / h;
        if (psi[i] > psi[most]) most = i;
    }
    note_numbers(v, "c", m - 1, 1, c, want);
    for (int i = 1; i < m; i++) {
        double slack;
        sum += c[i - 1];
        slack = (psi[0] - psi[i]) / h + sum;
        if (!(c[i - 1] >= 0.0)) return broken(v, "c[%d] = %.6g < 0", i - 1, c[i - 1]);
        if (!(slack >= -tol))
            return broken(v, "facet %d: a = (psi[0] - psi[%d])/h + c[0] + ... + c[%d] = %.6g < 0",
                          i, i, i - 1, slack);
        if (c[i - 1] > tol && slack > tol)
            return broken(v, "facet %d: c[%d] = %.6g > 0, but a = %.6g > 0 as well", i, i - 1,
                          c[i - 1], slack);
    }
    return 1;
}

/* ---- steps ---- */

/* the worked example of README: three facets, the left one primary */
static void example_step(made_step *s)
{
    static const double Jn[] = { -0.6, 0.8, 0, 1, 0.6, 0.8 }, psi[] = { 0.1, 0.05, -0.14 };

    new_step(s, 2, 3, 0, 0.1);
    s->grouped = 1;
    s->M[0] = s->M[3] = 2.0;
    s->v[0] = 4.0, s->v[1] = -1.5;
    s->p_ext[1] = -2.0;
    memcpy(s->Jn, Jn, sizeof Jn);
    memcpy(s->psi, psi, sizeof psi);
}

/* Groups of size[0], size[1], ... facets, all pointing about the same way in one group, each group
 * its own. Numbers of groups are anything. */
static void random_step(rng *r, int nv, int ng, const int *size, double unit, made_step *s)
{
    static const double name[] = { 5, -2, 0, 3, 40, 1, 7, -9, 2 };

    random_body(r, nv, 0, 0, unit, s);
    s->grouped = 1;
    for (int g = 0; g < ng; g++)
        for (int k = 0; k < size[g]; k++, s->nc++) {
            for (int j = 0; j < nv; j++)
                s->Jn[s->nc * nv + j] = (j == g % nv ? 1.0 : 0.0) + rng_range(r, -0.3, 0.3);
            s->psi[s->nc] = s->h * rng_range(r, -2.0, 2.0);
            s->group[s->nc] = name[g];
        }
}

/* friction for a step: nd rows, not unit vectors, in pairs t and -t */
static void add_friction(rng *r, int nd, made_step *s)
{
    s->nd = nd;
    for (int i = 0; i < s->nc; i++) {
        double *t = s->Jf + nd * i * s->nv;
        for (int j = 0; j < nd * s->nv; j++)
            t[j] = j / s->nv % 2 ? -t[j - s->nv] : rng_range(r, -1.0, 1.0);
        s->mu[i] = rng_range(r, 0.1, 0.9);
    }
}

/* the result of velocity_with for a step before it is a request */
static void velocity_of(const made_step *s, const double *z, double *out)
{
    frame q;

    frame_start(&q, CALL_STEP);
    put_dynamics(&q, CALL_STEP, s);
    velocity_with(&q, z, out);
    frame_free(&q);
}

/* ---- 06 to 09: the problems ---- */

/* one group: the worked example; 1 to 5 facets; no p_ext; masses far from 1 */
enum { ONE_GROUP = 12 };
static void one_group(int k, rng *r, made_step *s)
{
    static const double unit[] = { 1e-9, 1e9 };
    const int size = 1 + k % 5;

    if (k == 0) example_step(s);
    else random_step(r, 1 + k % 4, 1, &size, k == 7 || k == 8 ? unit[k - 7] : 1.0, s);
    if (k == 5) s->with_p_ext = 0;
}

/* one velocity, and one group of many facets: A is large, and all terms with M are small */
static void one_velocity(rng *r, int facets, made_step *s)
{
    random_step(r, 1, 1, &facets, 1.0, s);
}

/* Several groups; some of one facet; group NULL; friction; no contact; from REFUSED on a joint,
 * little scratch, and a singular M */
enum { NO_GROUPS = 3, NO_CONTACT = 4, FRICTION = 7, REFUSED = 14, REFUSALS = 7,
       REFUSED_SINGULAR = REFUSED + REFUSALS };
static void several_groups(int k, rng *r, made_step *s)
{
    static const int size[][3] = { { 3, 2, 4 }, { 1, 3, 1 }, { 2, 1, 2 }, { 1, 4, 2 },
                                   { 2, 2, 2 }, { 4, 1, 3 }, { 1, 1, 1 } };
    static const int many[] = { 30, 20, 20 };        /* arrays of a fixed size are too small */
    const int ng = k == NO_CONTACT ? 0 : 2 + k % 2;

    if (k == FRICTION + 3) random_step(r, 4, 3, many, 1.0, s);
    else if (k >= REFUSED) example_step(s);
    else random_step(r, 2 + k % 4, ng, size[k % 7], 1.0, s);
    if (k == NO_GROUPS || k == FRICTION + 3) s->grouped = 0;
    if (k >= FRICTION && k < REFUSED)
        add_friction(r, k == FRICTION + 1 ? 1 : k < FRICTION + 5 ? 2 : k - FRICTION - 2, s);
    if (k == REFUSED || k == REFUSED + 1) s->nb = k - REFUSED + 1;
    if (k > REFUSED + 1 && k < REFUSED_SINGULAR)
        s->scratch = (const double[]){ 0.0, 8.0, 64.0, 120.0, 200.0 }[k - REFUSED - 2];
    if (k == REFUSED_SINGULAR - 1) one_velocity(r, 6, s), s->scratch = 200.0;
    if (k == REFUSED_SINGULAR) make_singular(s);
}

static void make_mixed(int k, rng *r, frame *q)
{
    made_step s;

    one_group(k, r, &s);
    put_problem(q, CALL_MLCP, 1, &s, 1);
}

static void make_mixed_several(int k, rng *r, frame *q)
{
    made_step s;

    several_groups(k, r, &s);
    put_problem(q, CALL_MLCP, 1, &s, k % 3 != 1);
}

static void make_problem(int k, rng *r, frame *q)
{
    made_step s;

    one_group(k, r, &s);
    put_problem(q, CALL_LCP, 0, &s, 1);
}

static void make_problem_several(int k, rng *r, frame *q)
{
    made_step s;

    several_groups(k, r, &s);
    put_problem(q, CALL_LCP, 0, &s, k % 3 != 1);
}

static int judge_one_problem(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_problem(q, a, 0, v);
}

/* ---- 10: the velocity of a solution ---- */

/* one group; several; with friction; then a singular M, and little scratch: enough for M, for
 * nothing, none */
enum { VELOCITY_SINGULAR = 11, VELOCITY_TIGHT, VELOCITY_LITTLE, VELOCITY_NONE, VELOCITIES };
static void make_next(int k, rng *r, frame *q)
{
    static const double example[] = { 5, 0.9, 0 };
    unknown u[STEP_UNKNOWNS];
    double z[STEP_UNKNOWNS];
    made_step s;
    int n;

    if (k < 4) one_group(k, r, &s);
    else several_groups(k < 7 ? k - 4 : k < VELOCITY_SINGULAR ? k : REFUSED_SINGULAR, r, &s);
    if (k == VELOCITY_TIGHT) one_velocity(r, MAX_NC, &s), s.scratch = 72.0;
    if (k >= VELOCITY_LITTLE) example_step(&s), s.scratch = k == VELOCITY_LITTLE ? 48.0 : 0.0;
    if (k == 6) s.with_p_ext = 0;
    put_dynamics(q, CALL_NEXT, &s);
    n = list_unknowns(q, u);
    for (int i = 0; i < n; i++) z[i] = rng_range(r, 0.0, 2.0);
    if (k == 0) memcpy(z, example, sizeof example);
    put(q, given(n, z), blank(s.nv));
}

static int judge_next(int k, const frame *q, const frame *a, verdict *v)
{
    double want[MAX_NV];
    int done;

    say_dynamics(q, v);
    say_vector(v->input, "z", q->len[NEXT_Z], q->array[NEXT_Z]);
    if (!judge_outcome(q, a, v, &done)) return 0;
    if (done) return 1;
    velocity_with(q, q->array[NEXT_Z], want);
    return judge_vector(v, "v_next", nv_of(q), a->array[NEXT_V], want, 1.0);
}

/* ---- 11 and 12: one step ---- */

static void put_one_step(frame *q, const made_step *s, int solver)
{
    put_step(q, CALL_STEP, s, solver);
    put(q, blank(1));
}

/* the least of the groups' gaps after free motion */
static double free_gap(const frame *q)
{
    double v_free[MAX_NV], least = HUGE_VAL;

    velocity_with(q, NULL, v_free);
    for (int g = 0; g < count_groups(q); g++) least = fmin(least, group_gap(q, g, v_free));
    return least;
}

/* the same of a step before it is a request */
static double gap_left(const made_step *s)
{
    double least;
    frame q;

    frame_start(&q, CALL_STEP);
    put_dynamics(&q, CALL_STEP, s);
    least = free_gap(&q);
    frame_free(&q);
    return least;
}

/* Make a step backwards: impulses p of some groups are chosen, v+ follows, and the gaps so that the
 * greatest of a group is 0 after the step if it pushes, else positive. There may be other solutions
 * besides. */
static void close_gaps(rng *r, int ng, const int *size, const double *v_next, const double *p,
                       made_step *s)
{
    for (int g = 0, i = 0; g < ng; i += size[g++]) {
        double after[STEP_NC], most = -HUGE_VAL;
        for (int k = 0; k < size[g]; k++) {
            after[k] = rng_range(r, -0.2, 0.2);
            most = fmax(most, after[k]);
        }
        for (int k = 0; k < size[g]; k++) {
            after[k] += (p[g] > 0.0 ? 0.0 : rng_range(r, 0.01, 0.1)) - most;
            if (p[g] > 0.0) after[k] = fmin(after[k], 0.0);
            s->psi[i + k] = after[k] - s->h * dot(s->nv, s->Jn + (i + k) * s->nv, v_next);
        }
    }
}

/* a step of that kind in which free motion will not do, by far */
static void blocked_step(rng *r, int nv, int ng, const int *size, made_step *s)
{
    do {
        double v_next[MAX_NV], p[STEP_UNKNOWNS] = { 0.0 };
        random_step(r, nv, ng, size, 1.0, s);
        for (int g = 0; g < ng; g++)
            if (g == 0 || rng_int(r, 2)) p[g] = rng_range(r, 0.2, 2.0);
        velocity_of(s, p, v_next);
        close_gaps(r, ng, size, v_next, p, s);
    } while (!(gap_left(s) < -1e-4));
}

/* the same with friction: a particle and one group in the plane, which sticks or slides */
static void rubbing_step(rng *r, int facets, made_step *s)
{
    do {
        const double m = rng_range(r, 0.5, 3.0), p_n = rng_range(r, 0.2, 2.0);
        const double slide = rng_int(r, 3) > 0 ? rng_range(r, -2.0, 2.0) : 0.0;
        double v_next[2], p_t;
        random_step(r, 2, 1, &facets, 1.0, s);
        s->nd = 2;
        for (int i = 0; i < s->nc; i++) {
            const double a = 0.9 + 0.3 * (double)i;
            double *n = s->Jn + 2 * i, *t = s->Jf + 4 * i;
            n[0] = t[1] = cos(a), n[1] = t[2] = sin(a);
            t[0] = -n[1], t[3] = -n[0];
            s->mu[i] = rng_range(r, 0.05, 0.8);
        }
        p_t = s->mu[0] * p_n * (slide < 0.0 ? 1.0 : slide > 0.0 ? -1.0 : rng_range(r, -0.9, 0.9));
        for (int j = 0; j < 2; j++) {
            const double impulse = p_n * s->Jn[j] + p_t * s->Jf[j];
            s->M[3 * j] = m, s->M[2 - j] = 0.0;
            v_next[j] = slide * s->Jf[j] + rng_range(r, -0.5, 0.5) * s->Jn[j];
            s->v[j] = v_next[j] - (impulse + s->p_ext[j]) / m;
        }
        close_gaps(r, 1, &facets, v_next, &p_n, s);
    } while (!(gap_left(s) < -1e-4));
}

/* a step in which free motion will do, by far */
static void free_step(rng *r, int nv, int ng, const int *size, made_step *s)
{
    do random_step(r, nv, ng, size, 1.0, s);
    while (!(gap_left(s) > 1e-4));
}

/* the worked example; at rest on a floor; one group and several; friction; free motion that does;
 * and that just does, or just does not */
enum { STEP_FRICTION = 9, STEP_FREE = 15, STEP_ZERO = 18, STEP_BARELY, STEP_CASES };
/* free motion leaves one facet of two a gap of 0, without rounding; or closes the only one by less
 * than a hair */
static void border_step(int barely, made_step *s)
{
    example_step(s);
    s->nc = barely ? 1 : 2;
    s->h = 0.125;
    s->with_p_ext = 0;
    s->v[0] = 1.0, s->v[1] = -2.0;
    s->Jn[0] = s->Jn[3] = 0.0, s->Jn[1] = s->Jn[2] = 1.0;
    s->psi[0] = barely ? 0.25 - 5e-7 : 0.125, s->psi[1] = -0.125;
}

static void make_step(int k, rng *r, frame *q)
{
    static const int size[][3] = { { 3, 0, 0 }, { 1, 0, 0 }, { 3, 2, 0 }, { 2, 2, 2 }, { 4, 1, 0 },
                                   { 1, 3, 2 }, { 5, 0, 0 } };
    static const int many[] = { 35, 35 };
    made_step s;

    if (k < 2) example_step(&s);
    else if (k < STEP_FRICTION)
        blocked_step(r, 2 + k % 3, 1 + (k % 7 > 1) - (k % 7 == 6), size[k % 7], &s);
    else if (k < STEP_FREE) rubbing_step(r, 1 + k % 4, &s);
    else if (k == STEP_FREE) free_step(r, 3, 2, many, &s);
    else if (k < STEP_ZERO) free_step(r, 2 + k % 2, 2, size[2 + k % 3], &s);
    else border_step(k == STEP_BARELY, &s);
    if (k == 1) {
        s.nc = 1;
        s.Jn[0] = s.v[0] = s.v[1] = s.psi[0] = 0.0;
        s.Jn[1] = 1.0;
    }
    put_one_step(q, &s, SOLVER_WORKS);
}

/* one group in the plane, M = m I: |p_t| <= mu p_n, against the sliding, and all of mu p_n if it
 * slides */
static int judge_friction(const frame *q, const double *v_next, double *p_n, verdict *v)
{
    const double *n = q->array[DYN_JN], *t = q->array[DYN_JF], mu = q->array[DYN_MU][0];
    const double m = q->array[DYN_M][0], tol = 1e-7 * (1.0 + largest(2, v_next));
    double v_free[MAX_NV], p_t, slide = dot(2, t, v_next);

    velocity_with(q, NULL, v_free);
    *p_n = m * (dot(2, n, v_next) - dot(2, n, v_free));
    p_t = m * (slide - dot(2, t, v_free));
    if (fabs(p_t) > mu * *p_n + m * tol)
        return broken(v, "friction |p_t| = %.6g > mu p_n = %.6g", fabs(p_t), mu * *p_n);
    if (slide * p_t > m * tol * tol && fabs(slide) > tol && fabs(p_t) > m * tol)
        return broken(v, "friction p_t = %.6g acts with the sliding, t.v = %.6g", p_t, slide);
    if (fabs(slide) > tol && fabs(p_t) < mu * *p_n - m * tol)
        return broken(v, "it slides, t.v = %.6g, and friction is |p_t| = %.6g < mu p_n = %.6g",
                      slide, fabs(p_t), mu * *p_n);
    return 1;
}

static int judge_velocities(const frame *q, const double *v_next, verdict *v)
{
    double p[STEP_NC];

    if (nd_of(q) > 0 && !judge_friction(q, v_next, p, v)) return 0;
    if (nd_of(q) == 0 && !impulses_of(q, v_next, p))
        return broken(v, "M (v_next - v_free) is not a sum of impulses along the primaries' rows "
                      "of Jn");
    return judge_gaps(q, v_next, p, v);
}

static int judge_step(int k, const frame *q, const frame *a, verdict *v)
{
    const double *v_next = a->array[STEP_V_NEXT];
    const int nv = nv_of(q);
    double want[MAX_NV];

    say_dynamics(q, v);
    say_vector(v->input, "q", nv, q->array[STEP_Q]);
    if (!judge_ok(v, a, "the step can be done") || !judge_written(v, "v_next", nv, v_next))
        return 0;
    say_vector(v->yours, "v_next", nv, v_next);
    if (free_gap(q) >= 0.0) {
        velocity_with(q, NULL, want);
        for (int i = 0; i < nv; i++) {
            if (fabs(v_next[i] - want[i]) <= NEAR * fmax(largest(nv, want), 1.0)) continue;
            return broken(v, "free motion leaves every group a gap >= 0: v_next should be v_free, "
                          "and v_next_%d is %.8g, not %.8g", i + 1, v_next[i], want[i]);
        }
        if (a->array[STEP_CALLS][0] > 0.5)
            return broken(v, "the solver was called, but free motion leaves every group a gap >= "
                          "0");
    }
    return judge_velocities(q, v_next, v) && judge_position(q, a, v);
}

/* The sharp corner of README, where the LCP has three solutions; and two sharper ones */
static void sharp_step(int k, made_step *s)
{
    static const double c[] = { -0.5, -0.8, -0.3 }, gap_of[][2] = { { -0.02, 0.005 },
                                                                    { -0.03, 0.01 },
                                                                    { 0.004, -0.01 } };

    example_step(s);
    s->nc = 2;
    s->h = 0.01;
    s->with_p_ext = 0;
    s->M[0] = s->M[3] = 1.0;
    s->Jn[0] = 0.0, s->Jn[1] = 1.0;
    s->Jn[2] = sqrt(1.0 - c[k] * c[k]), s->Jn[3] = c[k];
    s->v[0] = 1.5, s->v[1] = -3.0;
    for (int i = 0; i < 2; i++)
        s->psi[i] = gap_of[k][i] - s->h * (s->Jn[2 * i] * s->v[0] + s->Jn[2 * i + 1] * s->v[1]);
}

/* several solutions, with solvers that work and solvers that fail; free flight with a solver that
 * fails; one that fails; a joint; a singular M; little scratch */
enum { SHARP = 6, TRUTH_FREE = 8, TRUTH_FAILS = 12, TRUTH_JOINT = 13, TRUTH_SINGULAR = 14,
       TRUTHS = 17 };
static void make_truth(int k, rng *r, frame *q)
{
    static const int size[] = { 3, 2 };
    made_step s;
    int solver = SOLVER_WORKS;

    example_step(&s);
    if (k < SHARP) {
        sharp_step(k / 2, &s);
        if (k % 2) solver = SOLVER_RAY;
    } else if (k < TRUTH_FAILS) {
        if (k < TRUTH_FREE) free_step(r, 3, 1 + k % 2, size, &s);
        else blocked_step(r, 3, 1 + k % 2, size, &s);
        solver = k % 2 ? SOLVER_MAX_ITER : SOLVER_RAY;
    }
    if (k == TRUTH_FAILS) s.nb = 1;
    if (k == TRUTH_JOINT) make_singular(&s);
    if (k >= TRUTH_SINGULAR) s.scratch = 8.0 * (double)((k - TRUTH_SINGULAR) * 20);
    put_one_step(q, &s, solver);
}

static int judge_truth(int k, const frame *q, const frame *a, verdict *v)
{
    return k < TRUTH_FREE ? judge_step(k, q, a, v) : judge_no_step(q, a, 2, v);
}

/* ---- 13: motions by groups ---- */

typedef struct {
    double world[WORLD_SIZE], start[4];
    int steps;
} motion_case;

static void put_motion(frame *q, int call, int nline, const polyline *l, const motion_case *m)
{
    q->id = call;
    put_lines(q, nline, l);
    put(q, given(WORLD_SIZE, m->world), given(4, m->start), blank(4 * m->steps));
}

static void say_motion(const frame *q, verdict *v)
{
    const double *w = q->array[MOTION_WORLD], *s = q->array[MOTION_START];

    say_lines(q, v);
    say(v->input, "m=%g  force=[%g %g]  h=%g  mu=%g  x=[%g %g]  v=[%g %g]  %d steps", w[WORLD_MASS],
        w[WORLD_FORCE], w[WORLD_FORCE + 1], w[WORLD_H], w[WORLD_MU], s[0], s[1], s[2], s[3],
        q->len[MOTION_PATH] / 4);
}

/* the worker could not go on with the result of one function for another */
static int judge_motion_status(const frame *a, verdict *v)
{
    if (a->id != NONSENSE) return judge_ok(v, a, "every step can be done");
    return broken(v, "what a function found cannot be: a chain, a group or an edge that there is "
                  "not");
}

/* hills.scene up to the fourth hill, sawtooth.scene, sawtooth-friction.scene: the events of the
 * exact motion, which `minisim2d run NAME --formulation exact` prints */
typedef struct {
    double t, x[2];
} event;

static const event events[][6] = {
    { { 0.5334, { 2.207, 0.604 } }, { 0.8663, { 2.479, 0.843 } }, { 1.3598, { 4.272, 0.668 } },
      { 1.8585, { 6.384, 0.781 } } },
    { { 0.5942, { 1.188, 0.088 } }, { 1.0025, { 1.5, 0.15 } }, { 1.1774, { 1.566, 0.013 } } },
    { { 0.5893, { 3.536, 0.107 } }, { 0.687, { 3.75, 0.15 } }, { 0.8619, { 4.077, 0.065 } },
      { 0.9699, { 4.115, 0.073 } }, { 1.5, { 4.115, 0.073 } } }
};

static void make_motion(int k, rng *r, frame *q)
{
    static const motion_case m[] = {
        { { 1, 12, 0, 0.01, 0.5, 0, 0 }, { 0.5, 2, 0, 0 }, 190 },
        { { 5, 0, 0, 0.01, 0.25, 0, 0 }, { 0, 0.75, 2, 1.8 }, 120 },
        { { 5, 0, 0, 0.01, 0.25, 0.5, 0 }, { 0, 0.75, 6, 1.8 }, 150 }
    };
    polyline l[2];

    l[0] = k == 0 ? ground(2, 10, 0) : ground(8, 2, 1);
    l[1] = ground(2, 10, 0);
    for (int i = 0; i < l[1].nvert; i++) l[1].xy[2 * i] += 4.0;
    put_motion(q, CALL_MOTION, k == 0 ? 2 : 1, l, &m[k]);
}

/* PEG is of first order: at every event it is where the exact motion is, up to a few steps' way */
static int judge_motion(int k, const frame *q, const frame *a, verdict *v)
{
    const double h = q->array[MOTION_WORLD][WORLD_H], *path = a->array[MOTION_PATH];
    const int steps = q->len[MOTION_PATH] / 4;

    say_motion(q, v);
    if (!judge_motion_status(a, v)) return 0;
    say(v->yours, "x=[%.6g %.6g] at the end", path[4 * steps - 4], path[4 * steps - 3]);
    for (const event *e = events[k]; e < events[k] + 6 && e->t > 0.0; e++) {
        const int last = (int)floor(e->t / h + 0.5), step = (last < steps ? last : steps) - 1;
        const double *x = path + 4 * step, off = hypot(x[0] - e->x[0], x[1] - e->x[1]);
        if (off <= 0.15) continue;            /* not NaN */
        return broken(v, "at t = %g the exact motion is at (%g, %g), and yours at (%.4g, %.4g)",
                      e->t, e->x[0], e->x[1], x[0], x[1]);
    }
    return 1;
}

/* ---- 14: the edge entered first ---- */

enum { MAX_LINES = 3, MAX_KNOWN = 4 };
typedef struct {
    int nline, nknown;
    polyline line[MAX_LINES];
    double x[2], y[2], tol, known[2 * MAX_KNOWN];
} sweep_case;

static void put_sweep(frame *q, const sweep_case *s)
{
    put_lines(q, s->nline, s->line);
    request(q, CALL_SWEEP, given(2, s->x), given(2, s->y), scalar(s->tol),
            given(2 * s->nknown, s->known), blank(2), blank(1));
}

/* Where is edge i entered (eq 9.14 to 9.16)? HUGE_VAL: nowhere. *margin: how far from the opposite
 * result */
static double entered_at(const polyline *l, int i, const double *x, const double *y, double tol,
                         double *margin)
{
    const double before = gap(l, i, x), after = gap(l, i, y);
    double c[2], s, u, length;

    *margin = fmin(fabs(before + tol), fabs(after + tol));
    if (before < -tol || after >= -tol) return HUGE_VAL;
    s = (before + tol) / (before - after);
    for (int k = 0; k < 2; k++) c[k] = x[k] + s * (y[k] - x[k]);
    u = along(l, i, c, &length);
    *margin = fmin(*margin, fmin(fabs(u), fabs(u - length)));
    if (u < -tol || u > length + tol) return HUGE_VAL;
    for (int end = 0; end < 2; end++) {
        const int corner = (i + end) % l->nvert;
        const int k = (i + (end ? 1 : edges_of(l) - 1)) % edges_of(l);
        if ((end ? length - u : u) >= tol || is_concave(l, corner)) continue;
        if (!l->closed && (corner == 0 || corner == l->nvert - 1)) continue;
        if (gap(l, k, c) > -0.5 * tol) return HUGE_VAL;
    }
    return s;
}

static int is_known(const sweep_case *s, int line, int edge)
{
    for (int i = 0; i < s->nknown; i++)
        if ((int)s->known[2 * i] == line && (int)s->known[2 * i + 1] == edge) return 1;
    return 0;
}

/* where the path first enters an edge; HUGE_VAL: nowhere; *clear: whether rounding does not
 * matter */
static double first_entry(const sweep_case *s, int *clear)
{
    double first = HUGE_VAL, margin;

    *clear = 1;
    for (int l = 0; l < s->nline; l++)
        for (int i = 0; i < edges_of(s->line + l); i++) {
            const double at = entered_at(s->line + l, i, s->x, s->y, s->tol, &margin);
            if (margin < s->tol + CLEAR) *clear = 0;
            if (!is_known(s, l, i)) first = fmin(first, at);
        }
    return first;
}

/* The conditions of (9.14) to (9.16) that decide about edge i of a polyline: those that it does not
 * fulfil; of an edge that was missed those that it fulfils by little. They are reported if they
 * apply to all wrong answers. */
static void say_conditions(const sweep_case *s, const polyline *l, int i, verdict *v)
{
    static const char *const decides[] = {
        "psi(x) >= -tol decides (eq 9.14)", "psi(y) < -tol decides (eq 9.14)",
        "the ends of an edge decide, -tol <= u <= L + tol (eq 9.15)",
        "a convex corner decides (eq 9.16)",
        "an end of an edge without a convex corner decides: eq 9.15 alone, and not 9.16"
    };
    const double before = gap(l, i, s->x), after = gap(l, i, s->y), tol = s->tol, one = 1.0;
    double margin, length, c[2], u;
    const int missed = entered_at(l, i, s->x, s->y, tol, &margin) < HUGE_VAL;
    const double at = (before + tol) / (before - after);
    int is[5] = { before < (missed ? tol : -tol), after >= (missed ? -4.0 * tol : -tol), 0, 0, 0 };

    for (int k = 0; k < 2; k++) c[k] = s->x[k] + at * (s->y[k] - s->x[k]);
    u = along(l, i, c, &length);
    if (missed && (u < tol || u > length - tol)) {
        const int corner = (i + (u < tol ? 0 : 1)) % l->nvert;
        const int open = !l->closed && (corner == 0 || corner == l->nvert - 1);
        is[open || is_concave(l, corner) ? 4 : 3] = 1;
    }
    if (!missed && !is[0] && !is[1]) is[u < -tol || u > length + tol ? 2 : 3] = 1;
    for (int k = 0; k < 5; k++)
        if (is[k]) alike(v, 1, &one, &one, 1.0, "the wrong answers have paths where %s",
                         decides[k]);
}

/* the same of the edges that are entered first */
static void say_missed(const sweep_case *s, double first, verdict *v)
{
    double margin;

    for (int l = 0; l < s->nline; l++)
        for (int i = 0; i < edges_of(s->line + l); i++)
            if (!is_known(s, l, i) &&
                entered_at(s->line + l, i, s->x, s->y, s->tol, &margin) <= first)
                say_conditions(s, s->line + l, i, v);
}

static void random_sweep(rng *r, int known, sweep_case *s)
{
    int clear;

    do {
        s->nline = 1 + rng_int(r, 3);
        for (int i = 0; i < s->nline; i++) {
            if (i == 0) random_terrain(r, s->line);
            else random_polygon(r, i == 2, s->line + i);
            rolled(s->line + i, 0, i == 0 ? 1.0 : 0.4, i == 0 ? -0.4 : (double)i - 1.0);
        }
        for (int i = 0; i < 2; i++) {
            s->x[i] = rng_range(r, -1.5, 1.5);
            s->y[i] = s->x[i] + rng_range(r, -1.5, 1.5);
        }
        s->tol = rng_int(r, 3) > 0 ? 1e-9 : 0.02;
        s->nknown = 0;
        for (int l = 0; l < s->nline && known; l++) {      /* the edge entered first is known */
            sweep_case one = *s;
            double margin;
            for (int i = 0; i < edges_of(s->line + l) && s->nknown < MAX_KNOWN; i++)
                if (entered_at(s->line + l, i, s->x, s->y, s->tol, &margin) <=
                    first_entry(&one, &clear)) {
                    s->known[2 * s->nknown] = l;
                    s->known[2 * s->nknown++ + 1] = i;
                }
        }
    } while (first_entry(s, &clear) >= HUGE_VAL || !clear);
}

/* Designed paths: start, end, polylines, and depth; known: the first polyline's first edge is */
typedef struct {
    double x[2], y[2];
    const polyline *line[2];
    double tol;
    int known;
} way;

static const polyline valley = { 3, 0, { -4, 3, 0, 0, 4, 3 } };
static const polyline wedge = { 3, 0, { 0, 0, 1, -1, 2, 0 } };
static const polyline lower = { 2, 0, { 0, 0.9995, 1, 0.9995 } };
static const polyline apart = { 4, 1, { 2, 0, 2, 1, 3, 1, 3, 0 } };

static const way ways[] = {
    { { -0.2, 0.05 }, { 0.2, -0.2 }, { &bump }, 1e-9, 0 },   /* the worked example */
    { { -0.05, 0.02 }, { 0.3, 0.02 }, { &bump }, 1e-9, 0 },  /* over it, and away */
    { { -0.05, 0 }, { 0.1, 0 }, { &bump }, 1e-9, 0 },        /* along its top, to the corner */
    { { -0.05, 0 }, { 0.3, 0 }, { &bump }, 1e-9, 0 },        /* and past it */
    { { 0.1, 0 }, { 0.3, -0.15 }, { &bump }, 1e-9, 0 },      /* down its right side */
    { { 0.1, 0 }, { 0.3, -0.2 }, { &bump }, 1e-9, 0 },       /* and into that */
    { { 0.2, 0.3 }, { 0, -0.3 }, { &bump }, 1e-9, 0 },       /* into the corner between the two */
    { { -4, 4 }, { -4, 2 }, { &valley }, 1e-9, 0 },          /* onto the very begin of a valley */
    { { 1.5, 1.5 }, { 0.5, 0.5 }, { &square }, 1e-9, 0 },    /* through a corner, into the square */
    { { 1.5, 1.5 }, { 0.5, 0.5 }, { &square_1 }, 1e-9, 0 },
    { { 1.5, 1.5 }, { 0.5, 0.5 }, { &square_2 }, 1e-9, 0 },
    { { 1.2, 2 }, { 0.9, 0.5 }, { &square }, 1e-9, 0 },
    { { 0.5, 1 }, { 1.5, 1 }, { &square_1 }, 1e-9, 0 },      /* along its top */
    { { -0.5, 1 }, { 0.5, 1 }, { &square_2 }, 1e-9, 0 },     /* past its left side, onto the top */
    { { 1.5, 1.5 }, { 0.5, 0.5 }, { &letter }, 1e-9, 0 },    /* into the inner corner */
    { { 1.5, 1 }, { 0.5, 1 }, { &letter }, 1e-9, 0 },        /* along the floor, to the wall */
    { { 1, 1.5 }, { 1, 0.5 }, { &letter }, 1e-9, 0 },        /* along the wall, to the floor */
    { { 0.5, 2.2 }, { 1.9, 0.5 }, { &letter }, 1e-9, 0 },    /* into the top, and later the floor */
    { { 0.3, -2e-10 }, { 0.3, -0.1 }, { &level, &box }, 1e-9, 0 }, /* sunk in by less than tol */
    { { 0.3, -1e-6 }, { 0.3, -0.1 }, { &level, &box }, 1e-9, 0 }, /* and by more */
    { { 0.3, 0.2 }, { 0.5, 0 }, { &level, &box }, 1e-9, 0 }, /* to just the floor */
    { { 0.3, 0.2 }, { 0.5, -5e-10 }, { &level, &box }, 1e-9, 0 }, /* deeper, by less than tol */
    { { 0.3, 0.2 }, { 0.5, -0.01 }, { &level, &box }, 0.02, 0 },
    { { 0.3, 0.2 }, { 0.5, -0.03 }, { &level, &box }, 0.02, 0 }, /* and by more */
    { { 0.3, 0 }, { 0.5, 0.3 }, { &level, &box }, 1e-9, 0 }, /* up */
    { { 0.3, 4 }, { 0.5, 3.5 }, { &level, &box }, 1e-9, 0 }, /* nothing is near */
    { { 1.9, 0 }, { 2.1, 0 }, { &level, &box }, 1e-9, 0 },   /* along the floor, over the seam */
    { { 1.9, 0 }, { 2.1, 0 }, { &level, &box_1 }, 1e-9, 0 },
    { { 1.9, 2e-10 }, { 2.1, 2e-10 }, { &level, &box }, 1e-9, 0 },
    { { 1.9, -2e-10 }, { 2.1, -2e-10 }, { &level, &box }, 1e-9, 0 },
    { { 3.1, 0 }, { 2.9, 0 }, { &level, &box }, 1e-9, 0 },   /* and from the other side */
    { { 3.1, 0 }, { 2.9, 0 }, { &level, &box_2 }, 1e-9, 0 },
    { { 1.9, 0 }, { 2.1, -0.01 }, { &level, &box }, 1e-9, 0 }, /* down */
    { { 2, 0.1 }, { 2, -0.1 }, { &level, &box }, 1e-9, 0 },  /* onto the seam */
    { { 1.9, 0.5 }, { 2.1, -1 }, { &level, &box }, 1e-9, 0 }, /* box closer, floor first */
    { { 1.00001, 1.2 }, { 1.00001, 0.8 }, { &plate }, 1e-9, 0 }, /* past a plate's end */
    { { 0.99999, 1.2 }, { 0.99999, 0.8 }, { &plate }, 1e-9, 0 }, /* just onto it */
    { { 0.5, 0.8 }, { 0.5, 1.2 }, { &plate }, 1e-9, 0 },     /* from below */
    { { -1, 0.5 }, { 3, 0.5 }, { &square, &apart }, 1e-9, 1 }, /* through one into the other */
    { { 3.5, 0.6 }, { -1, 0.4 }, { &square, &apart }, 1e-9, 0 }, /* back, and neither is known */
    { { -1, 0.6 }, { 3.5, 0.4 }, { &square, &apart }, 1e-9, 0 }, /* s = .22, .67; 1 m, 3 m */
    { { 1.92, 0.06 }, { 2.06, -0.08 }, { &wedge }, 0.02, 0 }, /* into the end of an open one */
    { { 0.985, 1.2 }, { 0.985, 0.8 }, { &square }, 0.02, 0 }, /* at a corner, deep by (9.16) */
    { { 0.995, 1.2 }, { 0.995, 0.8 }, { &square }, 0.02, 0 }, /* and not */
    { { -0.095, 1.18 }, { 0.105, 0.78 }, { &square }, 0.02, 0 }, /* outside of it, and inwards */
    { { 1.095, 1.18 }, { 0.895, 0.78 }, { &square }, 0.02, 0 },
    { { 0.115, 1.18 }, { -0.085, 0.78 }, { &square }, 0.02, 0 }, /* inside of it, and out again */
    { { 0.885, 1.18 }, { 1.085, 0.78 }, { &square }, 0.02, 0 },
    { { 0.5, -0.2 }, { 0.5, 0.2 }, { &square }, 1e-9, 0 },   /* into its last edge */
    { { 0.5, 1.2 }, { 0.5, 0.2 }, { &lower, &plate }, 1e-9, 0 }, /* s = 0.2005, and 0.2 */
    { { 0.5, 1.2 }, { 0.5, 0.7 }, { &lower, &plate }, 1e-9, 0 }, /* s = 0.401, .2 m; 0.4 */
    { { 1.01, 1.2 }, { 1.01, 0.8 }, { &plate }, 0.02, 0 },   /* past its ends, by less than tol */
    { { -0.01, 1.2 }, { -0.01, 0.8 }, { &plate }, 0.02, 0 },
    { { 1.03, 1.2 }, { 1.03, 0.8 }, { &plate }, 0.02, 0 },   /* and by more */
    { { -0.03, 1.2 }, { -0.03, 0.8 }, { &plate }, 0.02, 0 },
    { { 4.07, 3.3 }, { 4.07, 2.7 }, { &valley }, 0.025, 0 }  /* past one of 5 m: L does not count */
};

static void make_designed(int k, sweep_case *s)
{
    const way *w = ways + k;

    *s = (sweep_case){ .nknown = w->known, .tol = w->tol };
    memcpy(s->x, w->x, sizeof s->x);
    memcpy(s->y, w->y, sizeof s->y);
    for (int i = 0; i < 2 && w->line[i]; i++) s->line[s->nline++] = *w->line[i];
}

enum { DESIGNED = sizeof ways / sizeof *ways, SWEEPS = DESIGNED + 16 };
static void make_sweep(int k, rng *r, frame *q)
{
    sweep_case s;

    if (k < DESIGNED) make_designed(k, &s);
    else random_sweep(r, k % 3 == 0, &s);
    put_sweep(q, &s);
}

static sweep_case sweep_of(const frame *q)
{
    sweep_case s;

    s.nline = q->len[LINES_SIZES] / 2;
    for (int i = 0; i < s.nline; i++) s.line[i] = line_of(q, i);
    memcpy(s.x, q->array[SWEEP_X], sizeof s.x);
    memcpy(s.y, q->array[SWEEP_Y], sizeof s.y);
    s.tol = q->array[SWEEP_TOL][0];
    s.nknown = q->len[SWEEP_KNOWN] / 2;
    memcpy(s.known, q->array[SWEEP_KNOWN], 2 * (size_t)s.nknown * sizeof *s.known);
    return s;
}

static int is_edge(const sweep_case *s, const double *entry)
{
    return entry[0] >= 0.0 && entry[0] < s->nline && entry[1] >= 0.0 &&
           entry[1] < edges_of(s->line + (int)entry[0]);
}

static int judge_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    const sweep_case s = sweep_of(q);
    const double *entry = a->array[SWEEP_ENTRY], found = a->array[SWEEP_FOUND][0];
    double first, at, margin;
    int clear;

    say_lines(q, v);
    say(v->input, "x=[%.6g %.6g]  y=[%.6g %.6g]  tol=%g", s.x[0], s.x[1], s.y[0], s.y[1], s.tol);
    for (int i = 0; i < s.nknown; i++)
        say(v->input, "%s (%g, %g)", i ? "" : "  known (line, edge):", s.known[2 * i],
            s.known[2 * i + 1]);
    if (!judge_ok(v, a, "every path can be tested") ||
        !judge_written(v, "found", 1, a->array[SWEEP_FOUND]))
        return 0;
    first = first_entry(&s, &clear);
    say(v->yours, "found=%g  ", found);
    if (found > 0.5) say(v->yours, "line %g, edge %g", entry[0], entry[1]);
    if (fabs(found - (first < HUGE_VAL ? 1.0 : 0.0)) > 0.5) {
        say(v->broken, "the path enters %s edge that is not known", first < HUGE_VAL ? "an" : "no");
        if (first < HUGE_VAL) say(v->broken, ", first at s = %.6g", first);
        if (first < HUGE_VAL) say_missed(&s, first, v);
        else if (is_edge(&s, entry)) say_conditions(&s, s.line + (int)entry[0], (int)entry[1], v);
        return 0;
    }
    if (found < 0.5) return 1;
    if (!is_edge(&s, entry)) return broken(v, "there is no such edge");
    at = entered_at(s.line + (int)entry[0], (int)entry[1], s.x, s.y, s.tol, &margin);
    if (is_known(&s, (int)entry[0], (int)entry[1])) return broken(v, "that edge is known");
    if (at >= HUGE_VAL) {
        say_conditions(&s, s.line + (int)entry[0], (int)entry[1], v);
        return broken(v, "the path does not enter that edge");
    }
    if (at <= first + NEAR) return 1;
    say_missed(&s, first, v);
    return broken(v, "that edge is entered at s = %.6g, but another at s = %.6g", at, first);
}

/* ---- 15: motions by sweeps ---- */

/* A particle of 1 kg, h = 0.01, in letter.scene (three particles), end.scene (two), flush.scene,
 * there and back, and bricks.scene */
static const polyline next_one = { 4, 1, { 1, 0, 1, 1, 2, 1, 2, 0 } };
static const struct {
    const polyline *line[2];
    double start[4];
    int steps;
} swept[] = {
    { { &letter }, { 0.5, 2.5, 0, 0 }, 100 },
    { { &letter }, { 1.5, 1.5, 0, 0 }, 100 },
    { { &letter }, { 2.5, 0.5, -3, 4 }, 100 },
    { { &plate }, { 1.1, 1.5, 0, 0 }, 100 },
    { { &plate }, { 0.5, 1.1, 1, 0 }, 100 },
    { { &level, &box }, { 0.95, 0, 1, 0 }, 200 },
    { { &level, &box }, { 3.955, 0, -1, 0 }, 200 },
    { { &square, &next_one }, { 0.955, 1, 1, 0 }, 20 },
};

enum { SWEPT_MOTIONS = sizeof swept / sizeof *swept };
static void make_swept(int k, rng *r, frame *q)
{
    motion_case m = { { 1, 0, 0, 0.01, 0, 0, 1e-9 }, { 0, 0, 0, 0 }, swept[k].steps };
    polyline l[2];
    int n = 0;

    memcpy(m.start, swept[k].start, sizeof m.start);
    for (; n < 2 && swept[k].line[n]; n++) l[n] = *swept[k].line[n];
    put_motion(q, CALL_SWEPT, n, l, &m);
}

/* free flight for n steps, in closed form: h^2 (1 + ... + n) g */
static void fly(int n, double h, double *x, double *v)
{
    x[0] += h * n * v[0];
    x[1] += h * n * v[1] - 0.5 * h * h * n * (n + 1) * GRAVITY;
    v[1] -= h * n * GRAVITY;
}

/* Lands on a level at height y, then slides on it with the velocity that it has along it, until it
 * has gone past `end`, if ever; then flies. The steps that are left after the landing, in closed
 * form. */
static void land(int steps, double h, double y, double end, double *x, double *v)
{
    int flown = 0, slid;

    while (flown < steps) {                       /* the step that would come below y ends on it */
        double to[2] = { x[0], x[1] }, u[2] = { v[0], v[1] };
        fly(flown + 1, h, to, u);
        if (to[1] < y) break;
        flown++;
    }
    fly(flown, h, x, v);
    if (flown == steps) return;
    slid = (int)ceil((end - x[0]) / (h * v[0]) - 1e-9);
    if (!(v[0] > 0.0) || flown + slid > steps) slid = steps - flown;
    x[0] += h * slid * v[0];
    x[1] = y;
    v[1] = 0.0;
    fly(steps - flown - slid, h, x, v);
}

static int judge_swept(int k, const frame *q, const frame *a, verdict *v)
{
    const int steps = q->len[MOTION_PATH] / 4;
    const double h = q->array[MOTION_WORLD][WORLD_H];
    const double *end = a->array[MOTION_PATH] + 4 * (steps - 1);
    double want[4];

    say_motion(q, v);
    if (!judge_motion_status(a, v)) return 0;
    memcpy(want, q->array[MOTION_START], sizeof want);
    if (k == 0) land(steps, h, 2.0, HUGE_VAL, want, want + 2);
    else if (k == 1) land(steps, h, 1.0, HUGE_VAL, want, want + 2);
    else if (k == 2) want[0] = want[1] = 1.0, want[2] = want[3] = 0.0;
    else if (k == 3) fly(steps, h, want, want + 2);
    else if (k == 4) land(steps, h, 1.0, 1.0, want, want + 2);
    else want[0] += h * steps * want[2];
    say(v->yours, "x=[%.8g %.8g]  v=[%.6g %.6g] at the end", end[0], end[1], end[2], end[3]);
    for (int i = 0; i < 4; i++) {
        if (fabs(end[i] - want[i]) <= 1e-6) continue;
        return broken(v, "it should end at x=[%.8g %.8g], with v=[%.6g %.6g]", want[0], want[1],
                      want[2], want[3]);
    }
    return 1;
}

static const lab_test tests[] = {
    { "01", "convex chains: open polylines", 2, "chains", 1, 14, make_chains, judge_chains },
    { "02", "convex chains: closed ones, straight corners", 1, "chains", 1, CHAIN_CASES,
      make_awkward_chains, judge_chains },
    { "03", "groups", 2, "groups", 1, 26, make_group, judge_group },
    { "04", "groups: the closest facet as primary, ties", 1, "groups", 1, RULES + 16,
      make_primary, judge_group },
    { "05", "auxiliary velocities", 1, "problems", 1, 16, make_auxiliary, judge_auxiliary },
    { "06", "mLCP: one group", 3, "problems", 1, ONE_GROUP, make_mixed, judge_one_problem },
    { "07", "mLCP: several groups, friction, and refusals", 1, "problems", 1,
      REFUSED + REFUSALS, make_mixed_several, judge_one_problem },
    { "08", "LCP: one group", 2, "problems", 1, ONE_GROUP, make_problem, judge_one_problem },
    { "09", "LCP: several groups, friction, and refusals", 1, "problems", 1,
      REFUSED + REFUSALS + 1, make_problem_several, judge_one_problem },
    { "10", "velocity of a solution", 1, "steps", 1, VELOCITIES, make_next, judge_next },
    { "11", "a step", 1, "steps", 3, STEP_CASES, make_step, judge_step },
    { "12", "a step: free motion first, and a step that fails", 1, "steps", 4, TRUTHS, make_truth,
      judge_truth },
    { "13", "motions: hills and sawtooth", 1, "motions", 0, 3, make_motion, judge_motion },
    { "14", "the edge that a path enters first", 1, "sweeps", 1, SWEEPS, make_sweep, judge_sweep },
    { "15", "motions: L, end of a plate, flush floor, bricks", 1, "motions", 0, SWEPT_MOTIONS,
      make_swept, judge_swept },
};

const lab lab_09_peg = { "09_peg", "Polyhedral Exact Geometry", all_of(tests), 0 };
