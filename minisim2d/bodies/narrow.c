/* narrow.c: the facets that the vertices of one set see of the other, and the contacts made of them
 *
 * Vertices of b on the facets of a, then those of a on the facets of b. A vertex sees the same
 * facets in all formulations; ST uses edges, PEG a group of facets, the default the leading one.
 */
#include "island.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- the leading facet: the rules `entry` and `max` ------------------------------------------ */

#define FAR 5.0                  /* slops */

/* the greater psi; if equal, the one that will be greater */
static int greater(const mbw_sight *a, const mbw_sight *b)
{
    const double pa = a->contact.psi, pb = b->contact.psi;

    return pa > pb || (pa >= pb && a->next > b->next);
}

/* time at which the vertex crosses the facet, in steps; HUGE_VAL: not in this step */
static double crossing(const mbw_sight *s, double delta)
{
    return s->next >= -2.0 * delta ? HUGE_VAL : s->contact.psi / (s->contact.psi - s->next);
}

/* The vertex is in front of the facet now, or will be: a facet that it passes on its way out does
 * not hold it, as when a box tips off a table's edge. */
static int in_front(const mbw_sight *s, double delta)
{
    return s->contact.psi >= -2.0 * delta || s->next >= delta;
}

/* Is facet a crossed after b? Facets behind which the vertex stays come last, and among them the
 * one leads behind which it is least deep. */
static int enters_later(const mbw_sight *a, const mbw_sight *b, double delta)
{
    const int front = in_front(a, delta);
    double ta, tb;

    if (front != in_front(b, delta)) return front;
    if (!front) return greater(a, b);
    ta = crossing(a, delta);
    tb = crossing(b, delta);
    return ta > tb || (ta >= tb && a->next > b->next);
}

/* The vertex lies on an edge, and is far behind all facets that could separate the sets: the rest
 * of its body hangs beyond the edge, as from a ledge. */
static int hangs_on(const mbw_sight *s, double plausible, const mbw_lead *lead)
{
    return plausible < -FAR * lead->slop && s->beside &&
           fabs(s->contact.psi) <= 2.0 * lead->delta;
}

/* Is the facet a candidate at this stage? plausible: the greatest psi of plausible facets.
 *
 *   0   it could separate the sets, and the vertex is not far behind it
 *   1   the vertex is clear of it, plausible or not
 *   2   the vertex hangs on it
 *   3   any, so that a vertex deep inside leaves through the right side; except a side that the
 *       vertex is on, and that could not separate the sets: they slide along it
 *   4   any
 */
static int candidate(const mbw_sight *s, int stage, double plausible, const mbw_lead *lead)
{
    const double psi = s->contact.psi;

    switch (stage) {
    case 0: return s->plausible && psi >= -lead->slop;
    case 1: return psi > lead->delta;
    case 2: return hangs_on(s, plausible, lead);
    case 3: return s->plausible || psi < -2.0 * lead->delta;
    default: return 1;
    }
}

/* the greatest psi of the plausible facets */
static double greatest_plausible(const mbw_sight *s, int count)
{
    double most = -HUGE_VAL;

    for (int k = 0; k < count; k++)
        if (s[k].plausible && s[k].contact.psi > most) most = s[k].contact.psi;
    return most;
}

static int entry(const mbw_sight *s, int count, const mbw_lead *lead)
{
    const double plausible = greatest_plausible(s, count);
    int best = -1;

    for (int stage = 0; best < 0; stage++)
        for (int k = 0; k < count; k++)
            if (candidate(s + k, stage, plausible, lead) &&
                (best < 0 || enters_later(s + k, s + best, lead->delta)))
                best = k;
    return best;
}

/* A primary enforced alone has no chain that can release the vertex. A facet that only the rule
 * left out leads if the vertex is clear of it, and will be by more than of the chosen one. */
static int let_go(const mbw_sight *s, int count, const mbw_lead *lead, int best)
{
    double most = fmax(s[best].next, 0.0);

    for (int k = 0; k < count; k++) {
        if (s[k].plausible || s[k].contact.psi <= lead->delta || s[k].next <= most) continue;
        best = k;
        most = s[k].next;
    }
    return best;
}

int mbw_primary(const mbw_sight *sight, int count, const mbw_lead *lead)
{
    int best = 0;

    if (lead->rule == MB_VERTEX_ENTRY) {
        best = entry(sight, count, lead);
        return lead->alone ? let_go(sight, count, lead, best) : best;
    }
    for (int k = 0; k < count; k++)
        if (greater(sight + k, sight + best)) best = k;
    return best;
}

#define SLOP 5e-3                /* mbw_lead.slop and delta in sizes of the smaller of the two */
#define DELTA 1e-6
#define ROUNDING (16.0 * DBL_EPSILON)          /* of a gap, in coordinates */
#define STRAIGHT 1e-12           /* sines of turns below this are rounding */
#define FACING (-0.99)           /* cosine of normals that face each other */

/* ---- a vertex -------------------------------------------------------------------------------- */

static double pair_mu(double a, double b)
{
    if (a >= 0.0 && b >= 0.0) return sqrt(a * b);
    return a >= 0.0 ? a : b >= 0.0 ? b : 0.0;
}

/* puts the contact to p; and the gap's next value, with v the velocity there of b relative to a */
static void put_at(const mbw_narrow *s, const mbw_convex *a, const mbw_convex *b, const double *p,
                   mbw_sight *out)
{
    mb_body_contact *c = &out->contact;
    double v[2];

    v[0] = b->v[0] - b->v[2] * (p[1] - b->x[1]) - (a->v[0] - a->v[2] * (p[1] - a->x[1]));
    v[1] = b->v[1] + b->v[2] * (p[0] - b->x[0]) - (a->v[1] + a->v[2] * (p[0] - a->x[0]));
    for (int i = 0; i < 2; i++) c->p[i] = s->origin[i] + p[i];
    out->next = c->psi + s->world->h * mbw_dot(c->n, v);
}

/* fills in vertex u of b's view of a facet of a with normal n, gap psi */
static void look(const mbw_narrow *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u,
                 const double *n, double psi, double mu, mbw_sight *out)
{
    mb_body_contact *c = &out->contact;
    double p[2];

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
        p[i] = u->at[i] - b->radius * n[i];
    }
    put_at(s, a, b, p, out);
}

/* A gap within the rounding of coordinates is 0: bodies at rest then have a problem of zeros. */
static double not_noise(const mbw_narrow *s, double psi)
{
    return fabs(psi) <= s->rounding ? 0.0 : psi;
}

/* A facet behind which the other set reaches is moved inwards by delta, so that a corner that lies
 * on a side is not beside it by a gap of 1e-17. A single vertex does not reach behind. */
static double shift(const mbw_narrow *s, const mbw_convex *b, double sep)
{
    const int wanted = s->detection != MB_DETECT_EDGES && b->ncorner > 1;

    return wanted && sep < -s->lead.delta ? s->lead.delta : 0.0;
}

static void see_facet(const mbw_narrow *s, const mbw_convex *a, const mbw_convex *b,
                      const mbw_corner *u, const mbw_facet *f, mbw_sight *out)
{
    const mbw_facet *ended = a->facet + (f - a->facet > a->nedge ? a->nedge - 1 : 0);
    const int below = f->kind == MBW_FACET_JOINT && mbw_height(ended, u->at) < 0.0;
    const double *n = below ? f->half : f->n;
    const double from[2] = { u->at[0] - f->p[0], u->at[1] - f->p[1] };
    const double to[2] = { f->q[0] - u->at[0], f->q[1] - u->at[1] };
    const double edge[2] = { f->q[0] - f->p[0], f->q[1] - f->p[1] };
    const double psi = not_noise(s, mbw_dot(n, from) - f->offset);

    look(s, a, b, u, n, psi - shift(s, b, f->sep), f->mu, out);
    out->contact.facet = f->id;
    out->kind = f->kind == MBW_FACET_EDGE ? MBW_SIGHT_EDGE : MBW_SIGHT_CAP;
    out->beside = mbw_dot(from, edge) >= 0.0 && mbw_dot(to, edge) >= 0.0;
    out->flank = f->kind == MBW_FACET_EDGE && a->closed && a->nedge == 2;
    out->joint = f->kind == MBW_FACET_JOINT;
    if (s->detection == MB_DETECT_EDGES)
        out->distance = mb_distance_to_segment(u->at, f->p, f->q);
    out->plausible = f->plausible;
}

/* The corner in whose own region u is, as a facet perpendicular to the line to it. Returns 1, 0:
 * none. On the corner itself any direction will do. */
static int see_corner(const mbw_narrow *s, const mbw_convex *a, const mbw_convex *b,
                      const mbw_corner *u, mbw_sight *out)
{
    const double radius = a->radius + b->radius;

    for (int k = 0; k < a->ncorner && radius > 0.0; k++) {
        const mbw_corner *w = a->corner + k;
        const double d[2] = { u->at[0] - w->at[0], u->at[1] - w->at[1] };
        const double length = hypot(d[0], d[1]);
        double n[2] = { 0.0, 1.0 };
        if (mbw_dot(w->before, d) < 0.0 || mbw_dot(w->after, d) > 0.0) continue;
        for (int i = 0; i < 2 && length > 0.0; i++) n[i] = d[i] / length;
        look(s, a, b, u, n, not_noise(s, length - radius), w->mu, out);
        out->contact.facet = MB_CORNER(w->id);
        out->kind = MBW_SIGHT_CORNER;
        out->beside = out->flank = out->joint = 0;
        out->distance = length;
        out->plausible = 1;
        return 1;
    }
    return 0;
}

/* Two polygons can cross without a vertex in the other one: of two corners face to face each is a
 * hair beside the other's side, and both are released. So each polygon casts a shadow, away from
 * the other along their common normal, in which no vertex is released: facets that face into it are
 * replaced by its side. The sides of both shadows are parallel, and of two corners, one beside the
 * other's shadow, the other one is in that of the first. Returns 0 if the facet faces straight into
 * it, or its side is listed already. */
static int clear_shadow(const mbw_narrow *s, const mbw_convex *a, const mbw_convex *b,
                        const mbw_corner *u, mbw_sight *out)
{
    const int first = a == &s->a;
    const double sign = first ? 1.0 : -1.0, away[2] = { sign * s->apart[0], sign * s->apart[1] };
    mb_body_contact *c = &out->contact;
    const double up = mbw_dot(c->n, away);
    const double side[2] = { c->n[0] - up * away[0], c->n[1] - up * away[1] };
    const double length = hypot(side[0], side[1]);
    const mbw_corner *end = a->corner;
    double p[2];

    if (!(up < -STRAIGHT)) return 1;
    if (!(length > STRAIGHT)) return 0;
    for (int i = 0; i < 2; i++) c->n[i] = side[i] / length;
    for (const mbw_sight *o = s->sight; o < out; o++)
        if (mbw_dot(o->contact.n, c->n) > 1.0 - STRAIGHT) return 0;
    for (int i = 1; i < a->ncorner; i++)
        if (mbw_dot(c->n, a->corner[i].at) > mbw_dot(c->n, end->at)) end = a->corner + i;
    c->psi = mbw_dot(c->n, u->at) - mbw_dot(c->n, end->at) - a->radius - b->radius - s->lead.delta;
    for (int i = 0; i < 2; i++)                /* p turns with the body that has the normal */
        p[i] = s->apart_of_a == first ? u->at[i] - b->radius * c->n[i] :
                                        end->at[i] + a->radius * c->n[i];
    put_at(s, a, b, p, out);
    return 1;
}

/* 1 if a chain turns by less than 180 degrees from edge a to b, given that it is less than 360 */
static int below_180(const mbw_facet *a, const mbw_facet *b)
{
    const double right = mbw_cross(b->n, a->n);

    return right > STRAIGHT || (right >= -STRAIGHT && mbw_dot(a->n, b->n) > 0.0);
}

/* The edges first .. last-1 of an open chain that form one group near u: around the closest, on the
 * nearer side first, as long as they turn by less than 180 degrees in all. Those of a closed set
 * are always one group. */
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

/* The edge closest to u as a segment, or -1; if equal, the one with the greater psi. For a u
 * outside a polygon, one that faces u. Sets *distance from the core, and *front = 1 if u is not
 * behind all edges. */
static int closest_edge(const mbw_convex *a, const double *u, double *distance, int *front)
{
    int best = -1;
    double height = -HUGE_VAL;

    *distance = HUGE_VAL;
    *front = a->nedge < 3 && a->closed;                        /* points and rods have no inside */
    for (int k = 0; k < a->nedge; k++) {
        const mbw_facet *f = a->facet + k;
        const double up = mbw_height(f, u);
        double d;
        *front |= up >= 0.0;
        if (a->closed && a->nedge > 2 && up < 0.0) continue;
        d = mb_distance_to_segment(u, f->p, f->q);
        if (!(d < *distance || (d <= *distance && up > height))) continue;
        best = k;
        *distance = d;
        height = up;
    }
    if (a->nedge == 0)
        *distance = hypot(u[0] - a->corner[0].at[0], u[1] - a->corner[0].at[1]);
    return best;
}

/* u is behind all edges of an open chain. Is other ground between? Not if u has merely sunk into
 * the chain's own solid. */
static int other_side(const mbw_narrow *s, const double *u, const mbw_facet *closest)
{
    const double t[2] = { -closest->n[1], closest->n[0] };     /* +- the tangent */
    const double along[2] = { closest->q[0] - closest->p[0], closest->q[1] - closest->p[1] };
    const double r[2] = { u[0] - closest->p[0], u[1] - closest->p[1] };
    const double part = fmin(fmax(mbw_dot(r, t) / mbw_dot(along, t), 0.0), 1.0);
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

/* The facets of set a that u sees, in s->sight: the edges of a group, caps and ends beside them,
 * the corner. A joint releases only a u that is beyond it: another one would come out only as fast
 * as its distance allows, or move along it. Returns how many, 0 if u is out of reach. */
static int sights(mbw_narrow *s, const mbw_convex *a, const mbw_convex *b, const mbw_corner *u)
{
    const double radius = a->radius + b->radius;
    const int shadows = fabs(s->apart[0]) + fabs(s->apart[1]) > 0.0;
    int front, closest, first, last, count = 0;
    double distance;

    if (a->closed && u->above - radius >= s->reach) return 0;
    closest = closest_edge(a, u->at, &distance, &front);
    if (distance - radius >= s->reach && (front || !a->closed)) return 0;
    if (!front && !a->closed && (closest < 0 || other_side(s, u->at, a->facet + closest))) return 0;
    s->inside |= !front;
    window(a, u->at, closest, &first, &last);
    for (int k = 0; k < a->nfacet; k++) {
        const int end_before = k == a->nedge, end_after = k == a->nedge + 1;
        if (k < a->nedge && (k < first || k >= last)) continue;
        if (!a->closed && ((end_before && first > 0) || (end_after && last < a->nedge))) continue;
        see_facet(s, a, b, u, a->facet + k, s->sight + count);
        if (s->sight[count].joint && s->sight[count].contact.psi < 0.0) continue;
        count += !shadows || clear_shadow(s, a, b, u, s->sight + count);
    }
    if (see_corner(s, a, b, u, s->sight + count))
        count += !shadows || clear_shadow(s, a, b, u, s->sight + count);
    return count;
}

/* ---- from sights to contacts ----------------------------------------------------------------- */

/* does contact i of this pair lead its group? */
static int leads(const mbw_narrow *s, int i)
{
    return i == s->first || s->out[i].group != s->out[i - 1].group;
}

static void emit(mbw_narrow *s, const mb_body_contact *c)
{
    if (s->count == s->max) {
        s->full = 1;
        return;
    }
    s->out[s->count] = *c;
    s->out[s->count++].group = s->groups;
}

/* does facet `facet` of set a lead the group of vertex u of set b? */
static int is_held(const mbw_narrow *s, int a, int facet, int b, int u)
{
    for (int i = s->first; i < s->count; i++) {
        const mb_body_contact *c = s->out + i;
        if (leads(s, i) && c->a == a && c->facet == facet && c->b == b && c->vertex == u) return 1;
    }
    return 0;
}

/* did the same two corners lead in the first pass, with facet and vertex exchanged? */
static int found_before(const mbw_narrow *s, const mb_body_contact *c)
{
    return is_held(s, c->b, MB_CORNER(c->vertex), c->a, MB_CORNER(c->facet));
}

int mbw_face_to_face(const mb_body_contact *c, const mb_body_contact *o, double tolerance)
{
    const double d[2] = { c->p[0] - o->p[0], c->p[1] - o->p[1] };

    return o->a == c->b && o->b == c->a && mbw_dot(o->n, c->n) < FACING &&
           fabs(mbw_cross(o->n, d)) <= tolerance;
}

/* Did the first pass find the same row, when two boxes stand on each other? PEG needs both: each
 * releases where the other holds. */
static int is_repeated(const mbw_narrow *s, const mb_body_contact *c)
{
    for (int i = s->first; i < s->count; i++)
        if (s->out[i].facet >= 0 && c->facet >= 0 &&
            mbw_face_to_face(c, s->out + i, 2.0 * s->lead.delta))
            return 1;
    return 0;
}

/* is vertex u beyond an end of c's edge that is a concave joint, from which the ground goes on? */
static int is_in_front(const mbw_convex *a, const mbw_corner *u, const mbw_sight *c)
{
    const mbw_facet *f = a->facet;
    const double *end;

    while (f->id != c->contact.facet) f++;
    end = hypot(u->at[0] - f->p[0], u->at[1] - f->p[1]) <
          hypot(u->at[0] - f->q[0], u->at[1] - f->q[1]) ? f->p : f->q;
    for (int k = 0; k < a->ncorner; k++)
        if (!(fabs(a->corner[k].at[0] - end[0]) + fabs(a->corner[k].at[1] - end[1]) > 0.0))
            return 0;
    return 1;
}

/* ST, AP: edges within reach as segments, each a group of its own; for a u deeper inside, the
 * closest. If sets are round, edges that u is not beside are replaced by the corner, if there is
 * one; a sharp rod has its caps. */
static void emit_edges(mbw_narrow *s, const mbw_convex *a, const mbw_corner *u, double radius,
                       int count)
{
    double least = HUGE_VAL;

    for (int k = 0; k < count; k++) least = fmin(least, s->sight[k].distance);
    for (int k = 0; k < count; k++) {
        const mbw_sight *c = s->sight + k;
        const int in_reach = c->distance - radius < s->reach || c->distance <= least;
        const int cap = c->kind == MBW_SIGHT_CAP && c->contact.a >= 0 && !(radius > 0.0);
        const int edge = c->kind == MBW_SIGHT_EDGE &&
                         (c->beside || !(radius > 0.0) || is_in_front(a, u, c));
        if (!in_reach || !(edge || cap || c->kind == MBW_SIGHT_CORNER)) continue;
        if (found_before(s, &c->contact)) continue;
        emit(s, &c->contact);
        s->groups++;
    }
}

/* PEG: all of the set's facets, the primary first. Left out are facets whose psi is so much less
 * than another's that it cannot be the greatest within a step, and the flank of a rod that u is not
 * on, as two facets that face away from each other leave everything free. Where the two sets
 * overlap deeply, a group led by the facet that separates them soonest is that facet alone: else
 * corners that are flush would both be released. */
static void emit_group(mbw_narrow *s, int primary, int count)
{
    const mbw_sight *lead = s->sight + primary;
    const int set = lead->contact.a == s->a.body ? 1 : 2;
    const int stays = s->deep == set && lead->contact.facet == s->deep_facet;
    double greatest = -HUGE_VAL;

    for (int k = 0; k < count; k++) greatest = fmax(greatest, s->sight[k].contact.psi);
    emit(s, &lead->contact);
    for (int k = 0; k < count && !stays; k++) {
        const mbw_sight *c = s->sight + k, *back = c->flank ? s->sight + 1 - k : NULL;
        if (k == primary || c->contact.psi < greatest - 2.0 * s->reach) continue;
        if (back && (back == lead || c->contact.psi < back->contact.psi)) continue;
        emit(s, &c->contact);
    }
    s->groups++;
}

/* the contacts of vertex u of b with set a */
static void visit_vertex(mbw_narrow *s, const mbw_convex *a, const mbw_convex *b,
                         const mbw_corner *u)
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
        emit_edges(s, a, u, a->radius + b->radius, count);
    } else if (found_before(s, &s->sight[primary].contact)) {
        return;
    } else if (s->detection == MB_DETECT_GROUPS) {
        emit_group(s, primary, count);
    } else if (!is_repeated(s, &s->sight[primary].contact)) {
        emit(s, &s->sight[primary].contact);
        s->groups++;
    }
}

/* ---- a pair ---------------------------------------------------------------------------------- */

/* the edge behind which the other set reaches least */
static const mbw_facet *best_edge(const mbw_narrow *s, int *of_a)
{
    const mbw_facet *best = s->a.facet;

    *of_a = 1;
    for (int pass = 0; pass < 2; pass++) {
        const mbw_convex *set = pass ? &s->b : &s->a;
        for (int k = 0; k < set->nedge; k++) {
            if (set->facet[k].sep <= best->sep) continue;
            best = set->facet + k;
            *of_a = !pass;
        }
    }
    return best;
}

/* Two cores overlap. The edge behind which the other one reaches least separates them soonest. That
 * edge and the vertex deepest behind it are a contact, even if no vertex or path leads to it: bars
 * that cross have no vertex inside each other, and of two corners that have passed each other each
 * is beside the other's body. */
static void visit_overlap(mbw_narrow *s, double slop)
{
    const mbw_convex *a, *b;
    const mbw_facet *best;
    const mbw_corner *deepest;
    int of_a;

    best = best_edge(s, &of_a);
    a = of_a ? &s->a : &s->b;
    b = of_a ? &s->b : &s->a;
    s->deepest = fmax(s->deepest, -best->sep);
    if (s->measure || best->sep >= -slop) return;
    if (s->detection == MB_DETECT_EDGES && s->inside) return;      /* its edges are listed */
    deepest = b->corner;
    for (int i = 1; i < b->ncorner; i++)
        if (mbw_height(best, b->corner[i].at) < mbw_height(best, deepest->at))
            deepest = b->corner + i;
    if (is_held(s, a->body, best->id, b->body, deepest->id)) return;
    see_facet(s, a, b, deepest, best, s->sight);
    emit(s, &s->sight->contact);
    s->groups++;
}

static int solid(const mbw_convex *set) { return set->closed && set->nedge > 0; }

/* slop and delta of the pair: neither units nor the distance from the origin matter */
static void set_scale(mbw_narrow *s)
{
    const double a = s->a.size, b = s->b.size;
    const double least = a > 0.0 && b > 0.0 ? fmin(a, b) : fmax(a, b);
    const double size = least > 0.0 ? least : s->world->epsilon;
    const double coordinates = fabs(s->origin[0]) + fabs(s->origin[1]) + size;

    s->rounding = ROUNDING * coordinates;
    s->lead.delta = fmax(DELTA * size, 4.0 * s->rounding);
    s->lead.slop = fmax(SLOP * size, 4.0 * s->lead.delta);
}

/* the normal of shadows, which polygons cast whose facets are groups */
static void set_apart(mbw_narrow *s)
{
    const mbw_facet *best;

    s->apart[0] = s->apart[1] = 0.0;
    if (s->measure || s->detection != MB_DETECT_GROUPS || !s->a.closed || !s->b.closed ||
        s->a.nedge < 3 || s->b.nedge < 3)
        return;
    best = best_edge(s, &s->apart_of_a);
    for (int i = 0; i < 2; i++) s->apart[i] = s->apart_of_a ? best->n[i] : -best->n[i];
}

void mbw_touch(mbw_narrow *s)
{
    const double reach = s->reach;
    double apart, slop;
    int overlap, of_a;

    set_scale(s);
    slop = s->lead.slop;
    s->first = s->count;
    s->inside = 0;
    apart = mbw_convex_meet(&s->a, &s->b, slop);
    apart = fmax(apart, mbw_convex_meet(&s->b, &s->a, slop));
    overlap = apart < 0.0 && solid(&s->a) && solid(&s->b);
    s->deep = 0;
    if (overlap) {
        const mbw_facet *best = best_edge(s, &of_a);
        s->lead.slop = fmax(slop, -best->sep);
        s->deep = best->sep >= -slop ? 0 : of_a ? 1 : 2;
        s->deep_facet = best->id;
    }
    set_apart(s);
    if (apart - s->a.radius - s->b.radius < reach) s->reach = s->reach_struck;
    for (int i = 0; i < s->b.ncorner; i++) visit_vertex(s, &s->a, &s->b, s->b.corner + i);
    for (int i = 0; i < s->a.ncorner; i++) visit_vertex(s, &s->b, &s->a, s->a.corner + i);
    if (overlap) visit_overlap(s, slop);
    s->reach = reach;
}
