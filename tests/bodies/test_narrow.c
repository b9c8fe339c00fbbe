/* test_narrow.c: all contacts of bodies and ground, with every field, by a second implementation
 *
 * Facets are found again by their definitions, far simpler than in the sets of outline.c, and seen
 * by every vertex; the leading one is mbw_primary's, which is compared with its rule as an order.
 */
#include "build.h"
#include "minisim2d/bodies/island.h"

static stage s;

enum { EDGE, CAP, JOINT, MOST = 16, LOTS = 2000 };

typedef struct {
    int kind, id;
    double n[2], half[2], p[2], q[2], offset, sep;
    int plausible;
} facet;

/* a body or a chain of the ground, relative to the origin of its pair; before, after: the
 * directions of the edges that meet in a corner, 0: no edge */
typedef struct {
    int body, chain, open, nvert, nfacet, nedge, id[MOST];
    double at[MOST][2], before[MOST][2], after[MOST][2], x[2], v[3], R, size, mu, e;
    facet facet[MOST];
} set;

typedef struct {
    set a, b;
    double origin[2], reach, rounding, delta, slop, apart[2];
    int apart_of_a, deep, deep_facet, inside, groups, count;
    mb_detection detection;
    mb_body_contact out[LOTS];
} pair;

static double dot(const double *u, const double *v) { return u[0] * v[0] + u[1] * v[1]; }

static double height(const facet *f, const double *u)
{
    return f->n[0] * (u[0] - f->p[0]) + f->n[1] * (u[1] - f->p[1]);
}

static double farthest(int i)
{
    double most = 0.0;

    for (int k = 0; k < s.shape[i].nvert; k++)
        most = fmax(most, hypot(s.xy[i][2 * k], s.xy[i][2 * k + 1]));
    return most + s.shape[i].radius;
}

static set place(int i, const double *origin)
{
    set t = { .body = i, .nvert = s.shape[i].nvert, .R = s.shape[i].radius,
              .mu = s.body[i].mu, .e = s.body[i].e };
    const int turns = s.body[i].kind == MB_KINEMATIC || s.body[i].inertia > 0.0;

    for (int k = 0; k < 2; k++) t.x[k] = s.q[3 * i + k] - origin[k];
    for (int k = 0; k < 3 && s.body[i].kind != MB_STATIC; k++)
        t.v[k] = k < 2 || turns ? s.v[3 * i + k] : 0.0;
    for (int k = 0; k < t.nvert; k++) {
        mb_rotate(s.q[3 * i + 2], s.xy[i] + 2 * k, t.at[k]);
        for (int c = 0; c < 2; c++) t.at[k][c] += t.x[c];
        t.id[k] = k;
    }
    t.size = t.nvert > 2 ? HUGE_VAL : 0.0;
    for (int k = 0; k < t.nvert && t.nvert > 1; k++) {
        const double *p = t.at[k], *q = t.at[(k + 1) % t.nvert];
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        double width = 0.0;
        facet f = { .kind = EDGE, .id = k,
                    .n = { (q[1] - p[1]) / length, (p[0] - q[0]) / length } };
        memcpy(f.p, p, sizeof f.p);
        memcpy(f.q, q, sizeof f.q);
        t.facet[t.nfacet++] = f;
        for (int c = 0; c < 2; c++) {
            t.after[k][c] = q[c] - p[c];
            t.before[(k + 1) % t.nvert][c] = q[c] - p[c];
        }
        for (int c = 0; c < t.nvert; c++) width = fmax(width, -height(&f, t.at[c]));
        if (t.nvert > 2) t.size = fmin(t.size, width);
        if (t.nvert == 2 && !(t.R > 0.0)) t.size = length;     /* a rod without width */
    }
    t.size += 2 * t.R;
    t.nedge = t.nfacet;
    for (int k = 0; k < 2 && t.nvert == 2; k++) {
        const double *p = t.at[k], *q = t.at[1 - k], length = hypot(p[0] - q[0], p[1] - q[1]);
        facet f = { .kind = CAP, .id = 2 + k,
                    .n = { (p[0] - q[0]) / length, (p[1] - q[1]) / length } };
        memcpy(f.p, p, sizeof f.p);
        memcpy(f.q, p, sizeof f.q);
        t.facet[t.nfacet++] = f;
    }
    return t;
}

/* the corner of the ground where edge a ends and b begins (-1: no edge); a concave one is not added
 * */
static void add_corner(set *t, int a, int b, const double *origin)
{
    const mb_terrain *w = &s.w.terrain;
    const mb_edge *in = a < 0 ? NULL : w->edge + a, *out = b < 0 ? NULL : w->edge + b;
    const double *at = out ? out->p : in->q;
    const int k = t->nvert;

    if (in && out && in->t[0] * out->t[1] - in->t[1] * out->t[0] > -1e-12) return;
    t->id[k] = out ? b : w->nedge + a;
    for (int c = 0; c < 2; c++) {
        t->at[k][c] = at[c] - origin[c];
        if (in) t->before[k][c] = in->t[c];
        if (out) t->after[k][c] = out->t[c];
    }
    t->nvert++;
}

/* the edge of the ground that ends where edge e begins, or begins where it ends; -1: none */
static int neighbour(int e, int after)
{
    const mb_terrain *w = &s.w.terrain;

    for (int k = 0; k < w->nedge; k++)
        if (after ? memcmp(w->edge[k].p, w->edge[e].q, sizeof w->edge->p) == 0 :
                    memcmp(w->edge[k].q, w->edge[e].p, sizeof w->edge->p) == 0)
            return k;
    return -1;
}

/* a convex chain of the ground; an open one has a facet at each end: a cap if free space follows, a
 * joint if more ground does */
static set ground(int r, const double *origin)
{
    const mb_terrain *w = &s.w.terrain;
    const mb_chain *c = w->chain + r;
    const int last = c->first + c->count - 1;
    set t = { .body = -1, .chain = r, .open = !c->closed, .mu = w->edge[c->first].mu,
              .e = s.w.terrain_e };

    for (int k = c->first; k <= last; k++) {
        facet f = { .kind = EDGE, .id = k };
        for (int i = 0; i < 2; i++) {
            f.n[i] = w->edge[k].n[i];
            f.p[i] = w->edge[k].p[i] - origin[i];
            f.q[i] = w->edge[k].q[i] - origin[i];
        }
        t.facet[t.nfacet++] = f;
        add_corner(&t, neighbour(k, 0), k, origin);
    }
    t.nedge = t.nfacet;
    for (int end = 0; end < 2 && t.open; end++) {
        const int own = end ? last : c->first, other = neighbour(own, end);
        const double *u = w->edge[own].t, *v = other < 0 ? u : w->edge[other].t;
        const double sign = end ? 1.0 : -1.0, length = hypot(u[0] + v[0], u[1] + v[1]);
        facet f = { .kind = c->open[end] ? CAP : JOINT, .id = (2 - end) * w->nedge + own };
        for (int i = 0; i < 2; i++) {
            f.n[i] = sign * u[i];
            f.half[i] = sign * (u[i] + v[i]) / length;
            f.p[i] = f.q[i] = (end ? w->edge[own].q[i] : w->edge[own].p[i]) - origin[i];
        }
        t.facet[t.nfacet++] = f;
    }
    if (t.open && neighbour(last, 1) < 0) add_corner(&t, last, -1, origin);
    return t;
}

/* sets sep and plausible of a's facets; returns the greatest distance by which an edge separates
 * the cores */
static double separate(set *a, const set *b, double slop)
{
    double best = -HUGE_VAL, apart = -HUGE_VAL;

    for (int k = 0; k < a->nfacet; k++) {
        facet *f = a->facet + k;
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < b->nvert; i++) {
            least = fmin(least, height(f, b->at[i]));
            most = fmax(most, height(f, b->at[i]));
        }
        f->offset = f->kind == JOINT ? slop : a->R + b->R;
        f->sep = least - f->offset;
        f->plausible = -f->sep <= (most - least + 2 * b->R) / 4;
        best = fmax(best, f->sep);
        if (f->kind == EDGE) apart = fmax(apart, least);
    }
    for (int k = 0; k < a->nfacet; k++)
        if (a->facet[k].sep == best) a->facet[k].plausible = 1;
    return apart;
}

/* the edge that separates the two sets best */
static const facet *separator(const pair *t, int *of_a)
{
    const facet *best = NULL;

    for (int k = 0; k < t->a.nedge + t->b.nedge; k++) {
        const facet *f = k < t->a.nedge ? t->a.facet + k : t->b.facet + k - t->a.nedge;
        if (best && f->sep <= best->sep) continue;
        best = f;
        *of_a = k < t->a.nedge;
    }
    return best;
}

/* how far the two move in this step, `times`, but at least epsilon */
static double reach_of(const pair *t, double times)
{
    const double *a = t->a.v, *b = t->b.v, g = hypot(s.w.gravity[0], s.w.gravity[1]);
    double speed = fmax(hypot(a[0], a[1]), hypot(b[0], b[1])), rim = 0.0;

    speed = fmax(speed, hypot(b[0] - a[0], b[1] - a[1]));
    for (int e = 0; e < 2; e++) {
        const int i = e ? t->b.body : t->a.body;
        if (i >= 0 && s.body[i].kind != MB_STATIC) rim += fabs(s.v[3 * i + 2]) * farthest(i);
    }
    if (t->detection == MB_DETECT_EDGES) return s.w.epsilon;
    return fmax(s.w.epsilon, times * s.w.h * (speed + rim + s.w.h * g));
}

/* the speed along n of b's point p relative to a's */
static double opening(const pair *t, const set *a, const set *b, const double *n, const double *p)
{
    double sum = 0.0;

    for (int k = 0; k < 2; k++) {
        const double own = p[1 - k] - t->origin[1 - k], turn = k ? 1.0 : -1.0;
        sum += n[k] * (b->v[k] + turn * b->v[2] * (own - b->x[1 - k]));
        sum -= n[k] * (a->v[k] + turn * a->v[2] * (own - a->x[1 - k]));
    }
    return sum;
}

/* the contact of vertex u of b with a facet of a that has normal n and gap psi */
static mbw_sight seen(const pair *t, const set *a, const set *b, int u, const double *n, double psi)
{
    mbw_sight x;
    mb_body_contact *c = &x.contact;
    memset(&x, 0, sizeof x);
    c->a = a->body;
    c->b = b->body;
    c->vertex = b->id[u];
    c->set = a->chain;
    c->psi = psi;
    c->e = fmax(a->e, b->e);
    c->mu = a->mu >= 0.0 && b->mu >= 0.0 ? sqrt(a->mu * b->mu) : fmax(fmax(a->mu, b->mu), 0.0);
    for (int k = 0; k < 2; k++) {
        c->n[k] = n[k];
        c->p[k] = t->origin[k] + b->at[u][k] - b->R * n[k];
    }
    x.next = psi + s.w.h * opening(t, a, b, n, c->p);
    return x;
}

static double clean(const pair *t, double psi) { return fabs(psi) <= t->rounding ? 0.0 : psi; }

/* PEG, two polygons: each casts a shadow away from the other, and no vertex may leave into it. A
 * facet that faces into the shadow is replaced by the shadow's side, through the corner farthest
 * that way. 0: there is no such side, or it is listed. */
static int out_of_shadow(const pair *t, const set *a, const set *b, int u, const mbw_sight *list,
                         int count, mbw_sight *x)
{
    const double sign = a == &t->a ? 1.0 : -1.0, *n = x->contact.n;
    const double away[2] = { sign * t->apart[0], sign * t->apart[1] }, up = dot(n, away);
    double side[2] = { n[0] - up * away[0], n[1] - up * away[1] }, length = hypot(side[0], side[1]);
    mbw_sight moved;
    int end = 0;

    if (up >= -1e-12) return 1;
    if (length <= 1e-12) return 0;
    for (int c = 0; c < 2; c++) side[c] /= length;
    for (int k = 0; k < count; k++)
        if (dot(list[k].contact.n, side) > 1.0 - 1e-12) return 0;
    for (int k = 1; k < a->nvert; k++)
        if (dot(a->at[k], side) > dot(a->at[end], side)) end = k;
    moved = seen(t, a, b, u, side, dot(b->at[u], side) - dot(a->at[end], side));
    moved.contact.psi -= a->R + b->R + t->delta;
    if (t->apart_of_a != (a == &t->a))             /* the point turns with the body of the normal */
        for (int c = 0; c < 2; c++)
            moved.contact.p[c] = t->origin[c] + a->at[end][c] + a->R * side[c];
    memcpy(x->contact.n, side, sizeof side);
    memcpy(x->contact.p, moved.contact.p, sizeof moved.contact.p);
    x->contact.psi = moved.contact.psi;
    x->next = moved.contact.psi + s.w.h * opening(t, a, b, side, moved.contact.p);
    return 1;
}

/* u is behind a chain: 1 if other ground is between, 0 if u is in the chain's own solid */
static int is_beyond(const pair *t, const double *u, const facet *f)
{
    const double l[2] = { f->q[0] - f->p[0], f->q[1] - f->p[1] };
    const double r[2] = { u[0] - f->p[0], u[1] - f->p[1] };
    const double part = fmin(fmax(dot(r, l) / dot(l, l), 0.0), 1.0);
    double x[2], y[2];
    mb_contact between;
    mb_sim sim;

    memset(&sim, 0, sizeof sim);
    sim.terrain = s.w.terrain;
    for (int i = 0; i < 2; i++) {
        x[i] = t->origin[i] + u[i];
        y[i] = t->origin[i] + f->p[i] + part * l[i];
    }
    return mb_sweep(&sim, x, y, NULL, 0, &between);
}

/* The edges of an open chain that turn by less than 180 degrees in all: from the closest to u on,
 * whichever neighbour is nearer. */
static void window(const set *a, const double *u, int best, int *first, int *last)
{
    *first = best;
    *last = best + 1;
    for (;;) {
        double near[2] = { HUGE_VAL, HUGE_VAL };
        for (int e = 0; e < 2; e++) {
            const int k = e ? *last : *first - 1;
            double turn = 0.0;
            if (k < 0 || k >= a->nedge) continue;
            for (int i = e ? *first : k; i < (e ? k : *last - 1); i++) {       /* to the right */
                const double *m = a->facet[i].n, *n = a->facet[i + 1].n;
                turn += atan2(n[0] * m[1] - n[1] * m[0], dot(m, n));
            }
            if (turn < PI - 1e-9) near[e] = mb_distance_to_segment(u, a->facet[k].p, a->facet[k].q);
        }
        if (near[0] == HUGE_VAL && near[1] == HUGE_VAL) return;
        if (near[0] <= near[1]) --*first;
        else ++*last;
    }
}

/* the facets of a that vertex u of b sees: edges, caps, and the corner in whose region it is */
static int look(const pair *t, const set *a, const set *b, int u, mbw_sight *out)
{
    const double R = a->R + b->R, *at = b->at[u];
    const int shadows = t->apart[0] != 0.0 || t->apart[1] != 0.0;
    int count = 0, front = a->nedge < 3 && !a->open, corner = 0;
    int best = 0, first = 0, last = a->nedge;
    double above = -HUGE_VAL, near = HUGE_VAL;

    for (int k = 0; k < a->nedge; k++) {
        const facet *f = a->facet + k;
        above = fmax(above, height(f, at));
        front |= height(f, at) >= 0.0;
        if (mb_distance_to_segment(at, f->p, f->q) < near ||
            (mb_distance_to_segment(at, f->p, f->q) <= near &&
             height(f, at) > height(a->facet + best, at)))
            best = k;
        near = fmin(near, mb_distance_to_segment(at, f->p, f->q));
    }
    if (a->nedge == 0) near = hypot(at[0] - a->at[0][0], at[1] - a->at[0][1]);
    if (!a->open && above - R >= t->reach) return 0;
    if ((front || a->open) && near - R >= t->reach) return 0;
    if (a->open && !front && is_beyond(t, at, a->facet + best)) return 0;
    if (a->open) window(a, at, best, &first, &last);
    for (int k = 0; k < a->nfacet; k++) {
        const facet *f = a->facet + k;
        const double r[2] = { at[0] - f->p[0], at[1] - f->p[1] };
        const double l[2] = { f->q[0] - f->p[0], f->q[1] - f->p[1] };
        const int moved = t->detection != MB_DETECT_EDGES && b->nvert > 1 && f->sep < -t->delta;
        const facet *end = k == a->nedge ? a->facet : a->facet + a->nedge - 1;
        const double *n = f->kind == JOINT && height(end, at) < 0.0 ? f->half : f->n;
        mbw_sight *x = out + count;
        if (k < a->nedge && (k < first || k >= last)) continue;
        if (a->open && k == a->nedge && first > 0) continue;
        if (a->open && k > a->nedge && last < a->nedge) continue;
        *x = seen(t, a, b, u, n, clean(t, dot(n, r) - f->offset) - (moved ? t->delta : 0.0));
        x->kind = f->kind == EDGE ? MBW_SIGHT_EDGE : MBW_SIGHT_CAP;
        x->contact.facet = f->id;
        x->beside = dot(r, l) >= 0.0 && dot(r, l) <= dot(l, l);
        x->flank = f->kind == EDGE && a->nedge == 2 && !a->open;
        x->joint = f->kind == JOINT;
        x->distance = mb_distance_to_segment(at, f->p, f->q);
        x->plausible = f->plausible;
        if (x->joint && x->contact.psi < 0.0) continue;
        count += !shadows || out_of_shadow(t, a, b, u, out, count, x);
    }
    for (int k = 0; k < a->nvert && R > 0.0 && !corner; k++) {
        const double d[2] = { at[0] - a->at[k][0], at[1] - a->at[k][1] };
        const double length = hypot(d[0], d[1]);
        double n[2] = { 0.0, 1.0 };
        if (dot(d, a->before[k]) < 0.0 || dot(d, a->after[k]) > 0.0) continue;
        for (int c = 0; c < 2 && length > 0.0; c++) n[c] = d[c] / length;
        out[count] = seen(t, a, b, u, n, clean(t, length - R));
        out[count].kind = MBW_SIGHT_CORNER;
        out[count].contact.facet = MB_CORNER(a->id[k]);
        out[count].distance = length;
        out[count].plausible = 1;
        count += !shadows || out_of_shadow(t, a, b, u, out, count, out + count);
        corner = 1;
    }
    return count;
}

/* ---- contacts -------------------------------------------------------------------------------- */

static void emit(pair *t, const mb_body_contact *c)
{
    t->out[t->count] = *c;
    t->out[t->count++].group = t->groups;
}

static int leads(const pair *t, int i) { return i == 0 || t->out[i].group != t->out[i - 1].group; }

/* is a contact of the same two corners listed, or by default, of the same line, each on the other's
 * facet? */
static int is_listed(const pair *t, const mb_body_contact *c)
{
    for (int i = 0; i < t->count; i++) {
        const mb_body_contact *o = t->out + i;
        const double d[2] = { c->p[0] - o->p[0], c->p[1] - o->p[1] };
        if (o->a != c->b || o->b != c->a) continue;
        if (leads(t, i) && o->facet == MB_CORNER(c->vertex) && c->facet == MB_CORNER(o->vertex))
            return 1;
        if (t->detection == MB_DETECT_PATH && o->facet >= 0 && c->facet >= 0 &&
            dot(o->n, c->n) < -0.99 && fabs(o->n[0] * d[1] - o->n[1] * d[0]) <= 2 * t->delta)
            return 1;
    }
    return 0;
}

/* 1 if the end of the edge that is nearer to u has no corner, because the ground continues there */
static int goes_on(const set *a, const double *u, int edge)
{
    const facet *f = a->facet;
    const double *end;

    while (f->id != edge) f++;
    end = hypot(u[0] - f->p[0], u[1] - f->p[1]) <
          hypot(u[0] - f->q[0], u[1] - f->q[1]) ? f->p : f->q;
    for (int k = 0; k < a->nvert; k++)
        if (a->at[k][0] == end[0] && a->at[k][1] == end[1]) return 0;
    return 1;
}

static void add_edges(pair *t, const set *a, const double *u, const mbw_sight *x, int count,
                      double R)
{
    double least = HUGE_VAL;

    for (int k = 0; k < count; k++) least = fmin(least, x[k].distance);
    for (int k = 0; k < count; k++) {
        if (x[k].distance - R >= t->reach && x[k].distance > least) continue;
        if (x[k].kind == MBW_SIGHT_CAP && (R > 0.0 || a->body < 0)) continue;
        if (R > 0.0 && x[k].kind == MBW_SIGHT_EDGE && !x[k].beside &&
            !goes_on(a, u, x[k].contact.facet))
            continue;
        if (is_listed(t, &x[k].contact)) continue;
        emit(t, &x[k].contact);
        t->groups++;
    }
}

static void add_group(pair *t, const mbw_sight *x, int count, int lead)
{
    const int first = x[lead].contact.a == t->a.body;
    const int alone = t->deep == 2 - first && x[lead].contact.facet == t->deep_facet;
    double most = -HUGE_VAL;

    for (int k = 0; k < count; k++) most = fmax(most, x[k].contact.psi);
    emit(t, &x[lead].contact);
    for (int k = 0; k < count && !alone; k++) {
        const int back = x[k].flank ? 1 - k : -1;
        if (k == lead || x[k].contact.psi < most - 2 * t->reach) continue;
        if (back >= 0 && (back == lead || x[k].contact.psi < x[back].contact.psi)) continue;
        emit(t, &x[k].contact);
    }
    t->groups++;
}

static void vertices(pair *t, const set *a, const set *b, double slop)
{
    const mbw_lead lead = { s.w.primary, t->detection == MB_DETECT_PATH, slop, t->delta };

    for (int u = 0; u < b->nvert; u++) {
        mbw_sight x[MOST + 1];
        const int count = look(t, a, b, u, x), best = count ? mbw_primary(x, count, &lead) : 0;
        double above = -HUGE_VAL;
        for (int k = 0; k < a->nedge; k++) above = fmax(above, height(a->facet + k, b->at[u]));
        t->inside |= count > 0 && (a->nedge > 2 || a->open) && above < 0.0;
        if (count == 0) continue;
        if (t->detection == MB_DETECT_EDGES) {
            add_edges(t, a, b->at[u], x, count, a->R + b->R);
        } else if (!is_listed(t, &x[best].contact)) {
            if (t->detection == MB_DETECT_GROUPS) add_group(t, x, count, best);
            else emit(t, &x[best].contact), t->groups++;
        }
    }
}

/* cores that overlap: the edge that separates them best, and the vertex deepest behind it */
static void overlap(pair *t, double slop)
{
    int of_a, deepest = 0, held = 0;
    const facet *f = separator(t, &of_a);
    const set *a = of_a ? &t->a : &t->b, *b = of_a ? &t->b : &t->a;
    mbw_sight x[MOST + 1];

    if (f->sep >= -slop || (t->detection == MB_DETECT_EDGES && t->inside)) return;
    for (int i = 1; i < b->nvert; i++)
        if (height(f, b->at[i]) < height(f, b->at[deepest])) deepest = i;
    for (int i = 0; i < t->count; i++)
        held |= leads(t, i) && t->out[i].a == a->body && t->out[i].facet == f->id &&
                t->out[i].b == b->body && t->out[i].vertex == b->id[deepest];
    if (held) return;
    x[0] = seen(t, a, b, deepest, f->n, clean(t, height(f, b->at[deepest]) - a->R - b->R));
    if (t->detection != MB_DETECT_EDGES) x[0].contact.psi -= t->delta;
    x[0].contact.facet = f->id;
    emit(t, &x[0].contact);
    t->groups++;
}

/* are their boxes within reach of each other? */
static int near(const pair *t)
{
    for (int c = 0; c < 2; c++) {
        double lo[2] = { HUGE_VAL, HUGE_VAL }, hi[2] = { -HUGE_VAL, -HUGE_VAL };
        for (int e = 0; e < 2; e++) {
            const set *x = e ? &t->b : &t->a;
            for (int k = 0; k < x->nvert; k++) {
                lo[e] = fmin(lo[e], x->at[k][c] - x->R);
                hi[e] = fmax(hi[e], x->at[k][c] + x->R);
            }
            for (int k = 0; k < x->nedge && x->body < 0; k++) {
                lo[e] = fmin(lo[e], fmin(x->facet[k].p[c], x->facet[k].q[c]));
                hi[e] = fmax(hi[e], fmax(x->facet[k].p[c], x->facet[k].q[c]));
            }
        }
        if (lo[1] > hi[0] + t->reach || lo[0] > hi[1] + t->reach) return 0;
    }
    return 1;
}

/* adds the contacts of t->a and t->b */
static void find_contacts(pair *t)
{
    double apart, slop, least, size;
    int cross;

    t->inside = t->deep = 0;
    t->apart[0] = t->apart[1] = 0.0;
    least = t->a.size > 0.0 && t->b.size > 0.0 ? fmin(t->a.size, t->b.size) :
            fmax(t->a.size, t->b.size);
    size = least > 0.0 ? least : s.w.epsilon;
    t->rounding = 16 * DBL_EPSILON * (fabs(t->origin[0]) + fabs(t->origin[1]) + size);
    t->delta = fmax(1e-6 * size, 4 * t->rounding);
    slop = t->slop = fmax(5e-3 * size, 4 * t->delta);
    apart = separate(&t->a, &t->b, slop);
    apart = fmax(apart, separate(&t->b, &t->a, slop));
    cross = apart < 0.0 && t->a.nedge > 0 && t->b.nedge > 0 && !t->a.open;
    if (cross) {
        int of_a;
        const facet *best = separator(t, &of_a);
        slop = fmax(slop, -best->sep);
        t->deep = best->sep >= -t->slop ? 0 : of_a ? 1 : 2;
        t->deep_facet = best->id;
    }
    if (t->detection == MB_DETECT_GROUPS && t->a.nedge > 2 && t->b.nedge > 2 &&
        !t->a.open) {
        const facet *best = separator(t, &t->apart_of_a);
        for (int k = 0; k < 2; k++) t->apart[k] = t->apart_of_a ? best->n[k] : -best->n[k];
    }
    t->reach = reach_of(t, 1.0);
    if (!near(t)) return;
    if (apart - t->a.R - t->b.R < t->reach) t->reach = reach_of(t, 2.0);
    vertices(t, &t->a, &t->b, slop);
    vertices(t, &t->b, &t->a, slop);
    if (cross) overlap(t, t->slop);
}

/* neither is dynamic, in one group, or hinged or welded to each other */
static int pass_each_other(int i, int j)
{
    int pass = s.body[i].kind != MB_DYNAMIC && s.body[j].kind != MB_DYNAMIC;

    pass |= s.body[i].group > 0 && s.body[i].group == s.body[j].group;
    for (int k = 0; k < s.w.njoint; k++) {
        const mb_joint *o = s.joint + k;
        const int both = (o->a == i && o->b == j) || (o->a == j && o->b == i);
        pass |= both && o->kind != MB_DISTANCE && o->kind != MB_ROPE;
    }
    return pass;
}

/* the contacts of all bodies in the world's order: each with the ground first */
static void find_all(pair *t, mb_formulation f)
{
    memset(t, 0, sizeof *t);
    t->detection = mb_formulations[f].detection;
    for (int i = 0; i < s.w.nbody; i++) {
        memcpy(t->origin, s.q + 3 * i, sizeof t->origin);
        for (int r = 0; r < s.w.terrain.nchain && s.body[i].kind == MB_DYNAMIC; r++) {
            t->a = ground(r, t->origin);
            t->b = place(i, t->origin);
            find_contacts(t);
        }
        for (int j = i + 1; j < s.w.nbody; j++) {
            if (pass_each_other(i, j)) continue;
            t->a = place(i, t->origin);
            t->b = place(j, t->origin);
            find_contacts(t);
        }
    }
}

/* ---- random pairs ---------------------------------------------------------------------------- */

/* a point, disc, rod, capsule, or polygon, sharp or rounded */
static void add_shape(rng *r, double size)
{
    const int kind = rng_int(r, 3), round = rng_int(r, 2);
    const int n = kind == 2 ? 3 + rng_int(r, 4) : 1 + kind;
    const double turn = rng_range(r, 0.0, 2 * PI);
    double xy[2 * MOST];

    for (int k = 0; k < n; k++) {
        const double angle = turn + 2 * PI * (k + (n > 2 ? rng_range(r, -0.3, 0.3) : 0.0)) / n;
        xy[2 * k] = n > 1 ? size * cos(angle) : 0.0;
        xy[2 * k + 1] = n > 1 ? size * sin(angle) : 0.0;
    }
    (void)stage_polygon(&s, n, xy, round ? size * rng_range(r, 0.1, 0.5) : 0.0, 0, 0, 0);
}

static int differ(const mb_body_contact *x, const mb_body_contact *y)
{
    int off = x->a != y->a || x->b != y->b || x->set != y->set || x->facet != y->facet ||
              x->vertex != y->vertex || x->group != y->group || x->mu != y->mu || x->e != y->e;

    off |= !(fabs(x->psi - y->psi) <= 1e-12);
    for (int k = 0; k < 2; k++)
        off |= !(fabs(x->n[k] - y->n[k]) <= 1e-11) || !(fabs(x->p[k] - y->p[k]) <= 1e-11);
    return off;
}

/* do both implementations find the same contacts of the scene? */
static int agree(pair *t, mb_formulation f)
{
    int off;

    (void)stage_detect(&s, f);
    find_all(t, f);
    off = s.ncontact != t->count;
    for (int i = 0; i < t->count && !off; i++) off |= differ(s.contact + i, t->out + i);
    return !off;
}

static void compare(mb_formulation f, int cases)
{
    static pair t;
    rng r = { 77 + (uint64_t)f };
    int wrong = 0, contacts = 0, groups = 0;

    for (int k = 0; k < cases; k++) {
        const int count = k % 50 == 2 ? 40 : 3, joints = k % 5 ? 0 : count / 2;
        const double near_by = count > 3 ? 3.0 : k % 4 ? 1.2 : 0.3, fast = k % 3 ? 1.0 : 10.0;
        const int solid = k % 6 == 5, open = k % 3 == 1, flush = k % 4 == 3;
        double xy[2 * MOST];
        mb_polyline line = { 0, xy, 1, rng_unit(&r) };
        stage_clear(&s);
        if (solid) {
            add_shape(&r, 1.0);
            while (s.shape[0].nvert < 3) s.w.nbody = 0, add_shape(&r, 1.0);
            line.nvert = s.shape[0].nvert;
            for (int i = 0; i < line.nvert; i++)
                memcpy(xy + 2 * i, s.xy[0] + 2 * (line.nvert - 1 - i), 2 * sizeof *xy);
            (void)stage_ground(&s, &line, 1);
            s.w.terrain_e = rng_unit(&r);
            s.w.nbody = 0;
        }
        if (k % 9 == 4) {                                      /* an L, which has an inner corner */
            static const double ell[12] = { -1, -1, -1, 1, 0, 1, 0, 0, 1, 0, 1, -1 };
            line.nvert = 6;
            memcpy(xy, ell, sizeof ell);
            (void)stage_ground(&s, &line, 1);
        } else if (open) {                                     /* hills, or around a peninsula */
            const double turn = rng_range(&r, 3.0, 5.5);
            line.nvert = 3 + rng_int(&r, 8);
            line.closed = 0;
            for (int i = 0; i < line.nvert; i++) {
                const double angle = turn * (0.5 - (i + rng_unit(&r) / 2) / line.nvert);
                xy[2 * i] = k % 2 ? cos(angle) : (i ? xy[2 * i - 2] : -3.0) + rng_unit(&r);
                xy[2 * i + 1] = k % 2 ? sin(angle) : 0.5 * rng_normal(&r);
            }
            (void)stage_ground(&s, &line, 1);
            s.w.terrain_e = rng_unit(&r);
        }
        for (int i = 0; i < count; i++) {
            if (flush) (void)stage_box(&s, 0.5 + 0.5 * rng_int(&r, 2), 0.5, 0, 0, 0);
            else add_shape(&r, rng_range(&r, 0.3, 1.0));
            s.body[i].mu = rng_int(&r, 2) ? rng_unit(&r) : rng_int(&r, 2) - 1.0;
            s.body[i].e = rng_unit(&r);
            s.body[i].kind = rng_int(&r, 2) ? MB_DYNAMIC : (mb_body_kind)rng_int(&r, 3);
            s.body[i].group = count > 3 ? rng_int(&r, 4) : 0;
            if (rng_int(&r, 4) == 0) stage_mass(&s, i, 1.0, 0.0);
            for (int c = 0; c < 3; c++) {
                s.q[3 * i + c] = flush ? (c < 2) * 0.25 * rng_int(&r, 6) : near_by * rng_normal(&r);
                s.v[3 * i + c] = fast * rng_normal(&r);
            }
        }
        for (int i = 0; i < joints; i++) {
            const int a = rng_int(&r, count), b = rng_int(&r, count);
            if (a != b) (void)stage_join(&s, (mb_joint_kind)rng_int(&r, 5), a, b, 0.0, 0.0);
        }
        s.w.gravity[1] = k % 2 ? -9.81 : 0.0;
        s.w.epsilon = k % 5 ? 0.05 : 0.5;
        s.w.primary = k % 7 ? MB_VERTEX_ENTRY : MB_VERTEX_MAX;
        wrong += !agree(&t, f);
        contacts += t.count;
        groups += t.groups;
    }
    check(wrong == 0 && contacts > cases / 2,
          "%s: %d contacts in %d groups; in %d of %d scenes they differ", mb_formulations[f].name,
          contacts, groups, wrong, cases);
}

/* bars side by side, aslant: all bounding boxes overlap, there is no room for lists of pairs */
static void all_near_all(void)
{
    static pair t;
    const double xy[4] = { -3.0, -3.0, 3.0, 3.0 };
    const double wild[] = { HUGE_VAL - HUGE_VAL, HUGE_VAL, -HUGE_VAL, 1e300, -1e300 };
    int n, same, many = 0;

    stage_clear(&s);
    for (int i = 0; i < 80; i++)
        (void)stage_polygon(&s, 2, xy, 0.001, 0.04 * i, -0.04 * i, 0.0);
    same = agree(&t, MB_SWEPT);
    n = t.count;
    check(same && n >= 79, "80 bars side by side: %d contacts", n);
    check(mb_world_detect(&s.w, s.contact, n, stage_scratch(&s, 0)) == n, "room for as many: all");
    check(mb_world_detect(&s.w, s.contact, n - 1, stage_scratch(&s, 0)) == -1, "for less: -1");
    check(mb_world_detect(&s.w, s.contact, n, mb_arena_make(s.scratch, 999)) == -1,
          "little scratch: -1");
    for (int k = 0; k < 5; k++) {
        s.q[3 * k + k % 3] = wild[k];
        for (int f = 0; f < mb_formulation_count; f++)
            many += stage_detect(&s, (mb_formulation)f) > CONTACTS;
    }
    check(many == 0, "with a body that is nowhere, detection returns");
}

/* the greatest number of contacts, pair by pair: every vertex of one set sees the other one, and
 * two that overlap may have one more; but at most as many as vertices usually have */
static void most_contacts(void)
{
    rng r = { 12 };
    int wrong = 0, few = 0;

    for (int k = 0; k < 300; k++) {
        static const double xy[] = { -3, 0, -1, 1, 1, 0.5, 2, 1, 3, 0 };
        const mb_polyline line = { 5, xy, 0, 0.5 };
        double pairs = 0.0, vertices = 0.0, usual, facets = 0.0, each, ends = 0.0;
        mb_detection d;
        stage_clear(&s);
        if (k % 2) (void)stage_ground(&s, &line, 1);
        for (int i = rng_int(&r, 20); i > 0; i--) add_shape(&r, 1.0);
        for (int i = 0; i < s.w.nbody; i++) s.body[i].kind = (mb_body_kind)(rng_int(&r, 4) % 3);
        s.w.formulation = k % 3 == 0 ? MB_ST : k % 3 == 1 ? MB_PEG : MB_SWEPT;
        d = mb_formulations[s.w.formulation].detection;
        for (int i = 0; i < s.w.nbody; i++) {
            const double n = s.shape[i].nvert;
            vertices += n;
            facets = fmax(facets, fmax(n, 4.0));
            for (int j = 0; j < i; j++)
                if (s.body[i].kind == MB_DYNAMIC || s.body[j].kind == MB_DYNAMIC)
                    pairs += n + s.shape[j].nvert + 1;
            for (int c = 0; c < s.w.terrain.nchain && s.body[i].kind == MB_DYNAMIC; c++)
                pairs += n + s.w.terrain.chain[c].count + 1 + 1;
        }
        for (int c = 0; c < s.w.terrain.nchain; c++)
            facets = fmax(facets, s.w.terrain.chain[c].count + 2);
        facets = fmax(facets, 4.0) + 1;
        ends = 2.0 * s.w.terrain.nedge + 64;
        each = d == MB_DETECT_PATH ? 1.0 : facets;
        usual = d == MB_DETECT_GROUPS ? (3 * vertices + ends) * fmin(each, 6.0) :
                                        (4 * vertices + ends) * fmin(each, 2.0);
        wrong += mb_world_most_contacts(&s.w) != (int)fmin(usual, pairs * each);
        few += pairs * each < usual;
    }
    check(wrong == 0 && few > 50 && few < 250, "the most contacts of 300 worlds: %d are wrong",
          wrong);
}

/* ---- the leading facet ----------------------------------------------------------------------- */

/* Its place by the rule, as numbers that are compared one after the other; the greatest leads, of
 * equals the first. */
static void place_of(const mbw_sight *x, const mbw_lead *lead, double plausible, double *out)
{
    const double psi = x->contact.psi, delta = lead->delta;
    const int front = psi >= -2.0 * delta || x->next >= delta, leaves = x->next >= -2.0 * delta;
    const int hangs = plausible < -5.0 * lead->slop && x->beside && fabs(psi) <= 2.0 * delta;

    out[0] = out[1] = 0.0;
    out[2] = psi;
    out[3] = x->next;
    if (lead->rule == MB_VERTEX_MAX) return;
    out[0] = x->plausible && psi >= -lead->slop ? 4.0 : psi > delta ? 3.0 : hangs ? 2.0 :
             x->plausible || psi < -2.0 * delta ? 1.0 : 0.0;
    out[1] = front;
    if (front) out[2] = leaves ? HUGE_VAL : psi / (psi - x->next);         /* when it is crossed */
}

static int leader(const mbw_sight *x, int count, const mbw_lead *lead)
{
    double best[4], plausible = -HUGE_VAL, most;
    int at = 0;

    for (int k = 0; k < count; k++)
        if (x[k].plausible) plausible = fmax(plausible, x[k].contact.psi);
    for (int k = 0; k < count; k++) {
        double own[4];
        int i = 0;
        place_of(x + k, lead, plausible, own);
        if (k == 0) memcpy(best, own, sizeof best);
        while (i < 3 && own[i] == best[i]) i++;
        if (own[i] > best[i]) {
            memcpy(best, own, sizeof best);
            at = k;
        }
    }
    if (lead->rule == MB_VERTEX_MAX || !lead->alone) return at;
    most = fmax(x[at].next, 0.0);                              /* a facet that lets go */
    for (int k = 0; k < count; k++)
        if (!x[k].plausible && x[k].contact.psi > lead->delta && x[k].next > most) {
            at = k;
            most = x[k].next;
        }
    return at;
}

/* Facets whose gaps are at and around every limit of the rule, and often equal. */
static void leading(void)
{
    static const double gaps[] = { 0.0,  1e-3, -1e-3, 2e-3, -2e-3, 3e-3, -3e-3,
                                   -0.5, -2.5, -4.0,  0.1,  -0.1,  0.5 };
    enum { GAPS = sizeof gaps / sizeof *gaps };
    rng r = { 11 };
    int wrong = 0;

    for (int k = 0; k < 20000; k++) {
        const int count = 1 + rng_int(&r, 4), far = rng_int(&r, 2) ? GAPS : 7;
        mbw_sight sight[4];
        mbw_lead lead = { rng_int(&r, 4) ? MB_VERTEX_ENTRY : MB_VERTEX_MAX, 0, 0.5, 1e-3 };
        lead.alone = rng_int(&r, 2);
        memset(sight, 0, sizeof sight);
        for (int i = 0; i < count; i++) {
            sight[i].contact.psi = gaps[rng_int(&r, far)];
            sight[i].next = rng_int(&r, 3) ? gaps[rng_int(&r, GAPS)] : sight[i].contact.psi;
            sight[i].plausible = rng_int(&r, 2);
            sight[i].beside = rng_int(&r, 3) > 0;
        }
        wrong += mbw_primary(sight, count, &lead) != leader(sight, count, &lead);
    }
    check(wrong == 0, "the facet that the rule names leads (%d times another)", wrong);
}

int main(void)
{
    leading();
    all_near_all();
    most_contacts();
    compare(MB_ST, check_few(2000));
    compare(MB_PEG, check_few(2000));
    compare(MB_SWEPT, check_few(2000));
    free(s.scratch);
    return check_done();
}
