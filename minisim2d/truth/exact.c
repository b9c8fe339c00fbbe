/* exact.c: the event-driven reference
 *
 * One particle of mass m under a constant force, so between events it has the constant acceleration
 * a = gravity + force/m. It is in one of three modes, each with its own computation of when it
 * ends:
 *
 *     free    x(t) is a parabola; ends at the first edge that it crosses from outside
 *     slide   on the line of an edge with a_t = d.a - mu N sign(v_t), N = max(0, -n.a); ends at the
 *             end of the edge, where the speed vanishes, or at the first other edge that is hit
 *     rest    for good, because nothing changes any more
 *
 * Where a mode ends the particle is at a point with a velocity, and one function, arrive(), decides
 * what happens there, from the set of the edges that touch the point:
 *
 *     1. impact:  can the particle go on with its velocity? If not, the touching edges give
 *                 impulses: respond().
 *     2. stopped:  if it has stopped, the same question for the acceleration. The answer is the
 *                 same function, because Coulomb's law at rest for forces and accelerations reads
 *                 as the law of impact for impulses and velocities.
 *     3. next mode:  along an edge that the direction ahead is tangent to, if a does not pull off
 *                    it; else free; or rest.
 *
 * The directions ahead. At a point of an edge the particle may go into the half-plane n.u >= 0. In
 * a concave corner both edges' conditions must hold (intersection), at a convex corner one of the
 * two suffices (union). The conditions of obstacles that touch must all hold (intersection).
 *
 * The impact. respond() solves the Stewart-Trinkle LCP of the touching edges with psi = 0 and
 * v_free = v by enumeration: in the plane at most two edges need to push, so it tries no edge, each
 * one, and each pair,
 *
 *     one edge:  v_n+ = 0, v_t+ = 0 if |v_t| <= mu |v_n|, else |v_t| reduced by mu |v_n|
 *     a pair:    v+ = 0, if -v is a combination of both normals with positive weights
 *
 * and of those that leave an admissible velocity it selects the one that changes it least (Gauss);
 * on ties the fewest edges, then the lowest numbers. At a convex corner, where the union makes the
 * LCP a choice between facets, this takes the facet that is hit least.
 *
 * Rattling. A particle that slides to and fro over an obtuse concave corner loses a fixed part of
 * its speed at each passage, and so comes to rest after infinitely many of them in a finite time.
 * Once an excursion is shorter than the tolerance, rattle() sums the remaining time, a geometric
 * series. All other motions have finitely many events.
 */
#include "exact.h"
#include "../../mbsim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

/* Tolerances. Everything else is decided by exact comparison.
 *
 * POINT_TOL, times the largest coordinate of the scene: closer than this, two points are the same
 *     point (is an edge touched, is this the corner). Coordinates carry a rounding of 1e-16 of that
 *     scale and events are found to a few hundred of these.
 * ANGLE_TOL, in radians: a direction closer than this to an edge's is along the edge, and a corner
 *     that turns less is straight. The direction of an edge carries a rounding of 1e-16 times
 *     largest coordinate over length. The error made is that a hop of that slope is missed.
 * TIE_TOL, relative: two candidates of respond() whose changes differ by less are tied, so that
 *     rounding does not choose.
 * MIN_EDGE, times POINT_TOL: shorter edges cannot be told from points. */
#define POINT_TOL 1e-12
#define ANGLE_TOL 1e-10
#define TIE_TOL   1e-12
#define MIN_EDGE  16.0

/* the edges that touch a point; end[i] = -1: in the edge's vertex p, +1: in q, 0: between */
typedef struct { int n, e[EXACT_MAX_TOUCH], end[EXACT_MAX_TOUCH]; } touching;

/* the response of n edges to a velocity, at rest an acceleration: u; impulses per mass on n, d */
typedef struct { int n, edge[2]; double u[2], pn[2], pt[2]; } response;

typedef struct {
    const mb_edge *edges;     /* their chain is the obstacle */
    const int *beside;        /* beside[2*nedge]: the edges that share p and q; -1: an open end */
    int nedge;
    double tol;               /* POINT_TOL in metres */
    double m, a[2];           /* mass, free acceleration */
    double t, t_end;
    double x[2], v[2];
    double back;      /* after a stop on the way out of a corner: the distance back to it; else 0 */
    touching at;              /* the edges at x when the current piece began */
    exact_piece now;          /* the current piece */
    exact_path *out;
    int piece_cap, event_cap;
    const char *error;        /* the error, or NULL */
} motion;

static const char no_memory[] = "out of memory";

static double dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

static double cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

/* |a|, by correctly rounded operations only, so that the reference has the same bits with every C
 * library; hypot() differs in the last one. A power of two scales the larger component to about 1,
 * where squares neither overflow nor vanish; if they would not anyway, the bits are the same. */
static double length(const double a[2])
{
    const double big = fmax(fabs(a[0]), fabs(a[1]));
    int e = 0;

    if (big > 0x1p-400 && big < 0x1p400) return sqrt(a[0] * a[0] + a[1] * a[1]);
    frexp(big, &e);
    const double x = ldexp(a[0], -e), y = ldexp(a[1], -e);
    return ldexp(sqrt(x * x + y * y), e);
}

double exact_distance(const double a[2], const double b[2])
{
    const double r[2] = {a[0] - b[0], a[1] - b[1]};
    return length(r);
}

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* out = p + s d */
static void line_point(const double p[2], double s, const double d[2], double out[2])
{
    for (int i = 0; i < 2; i++) out[i] = p[i] + s * d[i];
}

/* out = x + v t + a t^2/2 */
static void arc_point(const double x[2], const double v[2], const double a[2], double t,
                      double out[2])
{
    for (int i = 0; i < 2; i++) out[i] = x[i] + t * (v[i] + 0.5 * a[i] * t);
}

/* ---- touching and the directions ahead ---- */

/* touch: the edges within tol of x, in their order. x is moved onto the corner or, if between, onto
 * the edge that it touches. Returns 0, or nonzero if there are more than EXACT_MAX_TOUCH. */
static int touch(const motion *m, double x[2], touching *c)
{
    const double at[2] = {x[0], x[1]};
    int snapped = 0;                          /* 1: onto an edge, 2: onto a corner */

    c->n = 0;
    for (int i = 0; i < m->nedge; i++) {
        const mb_edge *e = &m->edges[i];
        const double r[2] = {at[0] - e->p[0], at[1] - e->p[1]};
        if (fabs(dot(e->n, r)) > m->tol) continue;

        const double s = clamp(dot(e->t, r), 0.0, e->length);
        double foot[2];
        line_point(e->p, s, e->t, foot);
        if (exact_distance(at, foot) > m->tol) continue;
        if (c->n == EXACT_MAX_TOUCH) return 1;
        const int end = exact_distance(at, e->p) <= m->tol ? -1
                      : exact_distance(at, e->q) <= m->tol ? 1 : 0;
        c->e[c->n] = i;
        c->end[c->n++] = end;
        if (snapped < (end ? 2 : 1)) {
            memcpy(x, end < 0 ? e->p : end > 0 ? e->q : foot, 2 * sizeof *x);
            snapped = end ? 2 : 1;
        }
    }
    return 0;
}

/* does the direction u leave all solids at the point, exactly? */
static int leads_out(const motion *m, const touching *c, const double u[2])
{
    for (int i = 0; i < c->n; i++) {
        const mb_edge *e = &m->edges[c->e[i]];
        /* the edge that shares the corner in which this one is touched, or -1 */
        const int k = c->end[i] == 0 ? -1 : m->beside[2 * c->e[i] + (c->end[i] > 0)];
        if (dot(e->n, u) >= 0.0) continue;
        if (k < 0) return 0;

        /* a right turn is convex, and the other facet may let the particle pass */
        const mb_edge *f = &m->edges[k];
        const double turn = c->end[i] > 0 ? cross(e->t, f->t) : cross(f->t, e->t);
        if (turn > 0.0 || dot(f->n, u) < 0.0) return 0;
    }
    return 1;
}

/* admissible: can the particle go on with u? u and two directions a hair to its left and right are
 * tested together: along an edge one of them is free whatever the rounding, and along the seam of
 * two solids that touch, which has no width, none is. */
static int admissible(const motion *m, const touching *c, const double u[2])
{
    const double left[2] = {u[0] - ANGLE_TOL * u[1], u[1] + ANGLE_TOL * u[0]};
    const double right[2] = {u[0] + ANGLE_TOL * u[1], u[1] - ANGLE_TOL * u[0]};

    return (u[0] == 0.0 && u[1] == 0.0) || leads_out(m, c, left) || leads_out(m, c, right);
}

/* ---- impact ---- */

/* one edge pushes: r->u from u, 0 if it does not push, because u leads off it
 *
 *     pn = -n.u,   |pt| <= mu pn,   pt = -d.u if possible (stick), else against d.u (slip)
 */
static int respond_one(const motion *m, int i, const double u[2], response *r)
{
    const mb_edge *e = &m->edges[i];
    const double pn = -dot(e->n, u), ut = dot(e->t, u);
    if (!(pn > 0.0)) return 0;

    const double pt = -clamp(ut, -e->mu * pn, e->mu * pn), left = ut + pt;
    const response one = {1, {i, -1}, {left * e->t[0], left * e->t[1]}, {pn}, {pt}};
    *r = one;
    return 1;
}

/* two edges push: r->u = 0, if -u = pn_i n_i + pn_j n_j with both positive. Returns 0 if not.
 *
 * This needs no friction: if the normals alone cannot hold u, the frictionless particle would go on
 * along one of the edges; with friction it does the same, or sticks, which respond_one finds.
 */
static int respond_pair(const motion *m, int i, int j, const double u[2], response *r)
{
    const mb_edge *e = &m->edges[i], *f = &m->edges[j];
    const double det = cross(e->n, f->n);
    if (fabs(det) <= ANGLE_TOL) return 0;

    const double p = -cross(u, f->n) / det, q = -cross(e->n, u) / det;      /* Cramer */
    if (!(p > 0.0 && q > 0.0)) return 0;
    const response both = {2, {i, j}, {0.0}, {p, q}, {0.0}};
    *r = both;
    return 1;
}

/* keeps the candidate in *best if it is admissible and changes u less */
static void consider(const motion *m, const touching *c, const double u[2],
                     const response *candidate, response *best)
{
    const double change = exact_distance(candidate->u, u), least = exact_distance(best->u, u);

    if (best->n >= 0 && !(change < (1.0 - TIE_TOL) * least)) return;
    if (admissible(m, c, candidate->u)) *best = *candidate;
}

/* respond: the response of the touching edges to u; see the head of the file. Between edges that
 * face each other without a gap there may be no candidate: the particle is jammed, u = 0. */
static void respond(const motion *m, const touching *c, const double u[2], response *best)
{
    const response none = {0, {-1, -1}, {u[0], u[1]}, {0.0}, {0.0}};
    response r;

    *best = none;
    if (admissible(m, c, u)) return;
    best->n = -1;
    for (int i = 0; i < c->n; i++) {
        if (respond_one(m, c->e[i], u, &r)) consider(m, c, u, &r, best);
    }
    for (int i = 0; i < c->n; i++) {
        for (int j = i + 1; j < c->n; j++) {
            if (respond_pair(m, c->e[i], c->e[j], u, &r)) consider(m, c, u, &r, best);
        }
    }
    if (best->n < 0) {
        *best = none;
        best->u[0] = best->u[1] = 0.0;
    }
}

/* ---- times at which a free or sliding particle meets an edge ---- */

/* approach: time at which psi(t) = c + b t + a t^2/2 crosses zero downwards, or HUGE_VAL
 *
 * The two roots have psi' = b + a t = -+ sqrt(b^2 - 2 a c), so the downward one is
 * t = (-b - root)/a = 2c/(-b + root). Of the two forms, the one whose terms have the same sign is
 * free of cancellation; the second also covers a = 0.
 */
static double approach(double a, double b, double c)
{
    const double square = b * b - 2.0 * a * c;
    if (!(square >= 0.0)) return HUGE_VAL;

    const double root = sqrt(square);
    if (b < 0.0) return 2.0 * c / (root - b);
    return a < 0.0 ? -(b + root) / a : HUGE_VAL;
}

/* time at which a particle that starts on an edge comes back to it, or HUGE_VAL; psi = 0 at the
 * start is known, not computed */
static double return_time(const mb_edge *e, const double v[2], const double a[2])
{
    const double vn = dot(e->n, v), an = dot(e->n, a);
    return vn > ANGLE_TOL * length(v) && an < 0.0 ? -2.0 * vn / an : HUGE_VAL;
}

static int is_touched(const touching *c, int e)
{
    for (int i = 0; i < c->n; i++) {
        if (c->e[i] == e) return 1;
    }
    return 0;
}

/* time at which the current piece meets edge i, or HUGE_VAL
 *
 * A sliding particle moves on a straight line, away from all other edges that it touched at its
 * start, and cannot meet an edge parallel to its own; the neighbours of its edge are met at the end
 * of the edge, which slide_end() finds.
 */
static double meeting_time(const motion *m, int i)
{
    const mb_edge *e = &m->edges[i];
    const exact_piece *arc = &m->now;

    if (arc->mode == EXACT_SLIDE) {
        const mb_edge *own = &m->edges[arc->edge[0]];
        const int *beside = m->beside + 2 * arc->edge[0];
        if (i == beside[0] || i == beside[1] || is_touched(&m->at, i)) return HUGE_VAL;
        if (fabs(cross(own->t, e->t)) <= ANGLE_TOL) return HUGE_VAL;
    } else if (is_touched(&m->at, i)) {
        return return_time(e, arc->v0, arc->a);
    }
    const double r[2] = {arc->x0[0] - e->p[0], arc->x0[1] - e->p[1]};
    return approach(dot(e->n, arc->a), dot(e->n, arc->v0), dot(e->n, r));
}

/* first_hit: the first edge that the current piece meets within t s, at time *when; -1: none */
static int first_hit(const motion *m, double t, double *when)
{
    double x[2];
    int hit = -1;

    for (int i = 0; i < m->nedge; i++) {
        const mb_edge *e = &m->edges[i];
        const double meet = meeting_time(m, i);
        if (!(meet >= 0.0 && (hit < 0 ? meet <= t : meet < t))) continue;
        arc_point(m->now.x0, m->now.v0, m->now.a, meet, x);
        const double s = (x[0] - e->p[0]) * e->t[0] + (x[1] - e->p[1]) * e->t[1];
        if (s < -m->tol || s > e->length + m->tol) continue;
        hit = i;
        t = meet;
    }
    *when = t;
    return hit;
}

/* ---- the record ---- */

/* the current piece begins here and now */
static void record_piece(motion *m)
{
    if (output_grow(&m->out->piece, m->out->npiece, &m->piece_cap, sizeof m->now) != 0)
        m->error = no_memory;
    else
        m->out->piece[m->out->npiece++] = m->now;
}

/* record: an event here and now, with the velocity before it; r: impulses per mass, or NULL */
static void record(motion *m, exact_kind kind, const double before[2], int e, int f,
                   const response *r)
{
    if (output_grow(&m->out->event, m->out->nevent, &m->event_cap, sizeof *m->out->event) != 0) {
        m->error = no_memory;
        return;
    }

    exact_event *ev = &m->out->event[m->out->nevent++];
    memset(ev, 0, sizeof *ev);
    ev->t = m->t;
    ev->kind = kind;
    ev->edge[0] = e;
    ev->edge[1] = f;
    memcpy(ev->x, m->x, sizeof ev->x);
    memcpy(ev->v_before, before, sizeof ev->v_before);
    memcpy(ev->v_after, m->v, sizeof ev->v_after);
    for (int i = 0; r && i < r->n; i++) {
        ev->impulse_n[i] = m->m * r->pn[i];
        ev->impulse_t[i] = m->m * r->pt[i];
    }
}

/* ---- arriving in a point ---- */

/* slide_edge: the edge that a particle going in direction u slides along, or -1 if it flies
 *
 * u is tangent to the edge, the edge continues in that direction from the point, and the free
 * acceleration does not pull off it. Where edges of two obstacles lie on each other, the one with
 * less friction counts, as in respond(); then the lower number.
 */
static int slide_edge(const motion *m, const double u[2])
{
    int best = -1;

    for (int i = 0; i < m->at.n; i++) {
        const int k = m->at.e[i];
        const mb_edge *e = &m->edges[k];
        const double ahead = dot(e->t, u);
        if (fabs(dot(e->n, u)) > ANGLE_TOL * length(u)) continue;
        if ((m->at.end[i] < 0 && ahead < 0.0) || (m->at.end[i] > 0 && ahead > 0.0)) continue;
        if (dot(e->n, m->a) > ANGLE_TOL * length(m->a)) continue;
        if (best < 0 || e->mu < m->edges[best].mu) best = k;
    }
    return best;
}

/* acceleration along an edge while the particle slides or begins to slide in direction sign:
 * friction opposes the motion */
static double slide_acceleration(const motion *m, const mb_edge *e, double sign)
{
    const double N = fmax(0.0, -dot(e->n, m->a));
    return dot(e->t, m->a) - sign * e->mu * N;
}

/* the current piece becomes the given mode, with acceleration a, from the state here and now */
static void begin(motion *m, exact_mode mode, int e, int f, const double a[2])
{
    exact_piece *p = &m->now;

    p->t0 = m->t;
    p->mode = mode;
    p->edge[0] = e;
    p->edge[1] = f;
    p->obstacle = e >= 0 ? m->edges[e].chain : -1;
    memcpy(p->x0, m->x, sizeof p->x0);
    memcpy(p->v0, m->v, sizeof p->v0);
    memcpy(p->a, a, sizeof p->a);
    record_piece(m);
}

/* a slide along an edge begins; sign: its direction */
static void begin_slide(motion *m, int e, double sign)
{
    const mb_edge *own = &m->edges[e];
    const double at = slide_acceleration(m, own, sign), vt = dot(own->t, m->v);
    const double a[2] = {at * own->t[0], at * own->t[1]};

    for (int i = 0; i < 2; i++) m->v[i] = vt * own->t[i] + 0.0;
    begin(m, EXACT_SLIDE, e, -1, a);
}

/* flight begins; touched: the edge that it leaves, or -1 */
static void begin_flight(motion *m, int touched)
{
    begin(m, EXACT_FREE, -1, -1, m->a);
    if (touched >= 0) record(m, EXACT_LEAVE, m->v, touched, -1, NULL);
}

static void begin_rest(motion *m, int e, int f)
{
    static const double none[2] = {0.0, 0.0};

    begin(m, EXACT_REST, e, f, none);
}

/* one to and fro, for rattle(): up edge e with speed 1 in direction sign away from the corner, down
 * again, into the other edge. Returns the time, and the speed with which the particle leaves along
 * the other edge in *out; 0 if it sticks on the way. */
static double excursion(const motion *m, const mb_edge *e, double sign, double *out)
{
    /* both positive when they act towards the corner */
    const double up = -sign * slide_acceleration(m, e, sign);
    const double down = -sign * slide_acceleration(m, e, -sign);
    response r;

    *out = 0.0;
    if (!(down > 0.0)) return 1.0 / up;

    const double back = sqrt(down / up);
    const double v[2] = {-sign * back * e->t[0], -sign * back * e->t[1]};
    respond(m, &m->at, v, &r);
    *out = length(r.u);
    return 1.0 / up + back / down;
}

/* rattle: the particle has just left a concave corner along edge e. If it comes back before it gets
 * farther than the tolerance, and continues so on both edges, it is at rest in the corner except
 * for excursions; returns the time after which these end, else -1.
 *
 * Everything is proportional to the speed w: a round takes K w and leaves r w, so all rounds take K
 * w (1 + r + r^2 + ...) = K w / (1 - r).
 */
static double rattle(const motion *m, int i)
{
    const mb_edge *e = &m->edges[i];
    const double vt = dot(e->t, m->v), sign = vt < 0.0 ? -1.0 : 1.0;
    const double up = -sign * slide_acceleration(m, e, sign);
    if (!(up > 0.0 && 0.5 * vt * vt / up <= m->tol)) return -1.0;

    for (int k = 0; k < m->at.n; k++) {
        const mb_edge *f = &m->edges[m->at.e[k]];
        const double other = m->at.end[k] > 0 ? -1.0 : 1.0;       /* away from the corner along f */
        double out, again;
        response held;
        if (m->at.e[k] == i || m->at.end[k] == 0 || !(sign * dot(f->n, e->t) > ANGLE_TOL)) continue;
        respond(m, &m->at, m->a, &held);
        if (held.u[0] != 0.0 || held.u[1] != 0.0) return -1.0;

        double K = excursion(m, e, sign, &out);
        K += out > 0.0 ? out * excursion(m, f, other, &again) : 0.0;
        const double r = out > 0.0 ? out * again : 0.0;
        return r < 1.0 ? fabs(vt) * K / (1.0 - r) : -1.0;
    }
    return -1.0;
}

static void rest(motion *m, int e, int f)
{
    begin_rest(m, e, f);
    record(m, EXACT_STOP, m->v, e, f, NULL);
}

/* the end of arrive() for a particle without speed: it stays, or starts with the acceleration that
 * the edges leave. The edge that it slides on need not be the one that pushes: where edges meet in
 * a line, the friction of the pushing one may hold it. */
static void set_off(motion *m, int touched)
{
    response r;

    respond(m, &m->at, m->a, &r);
    const int e = slide_edge(m, r.u);
    const double sign = e >= 0 && dot(m->edges[e].t, r.u) < 0.0 ? -1.0 : 1.0;
    if (m->at.n > 0 && r.u[0] == 0.0 && r.u[1] == 0.0) {
        rest(m, r.edge[0], r.edge[1]);
    } else if (e >= 0 && sign * slide_acceleration(m, &m->edges[e], sign) <= 0.0) {
        rest(m, e, -1);
    } else if (e >= 0) {
        begin_slide(m, e, sign);
        record(m, EXACT_SLIP, m->v, e, -1, NULL);
    } else {
        begin_flight(m, touched);
    }
}

/* rest in a corner after a rattle of the given time, which may outlast the run */
static void settle(motion *m, double time)
{
    const double before[2] = {m->v[0], m->v[1]};
    response r;

    respond(m, &m->at, m->a, &r);
    m->v[0] = m->v[1] = 0.0;
    begin_rest(m, r.edge[0], r.edge[1]);
    if (m->t + time > m->t_end) return;
    m->t += time;
    record(m, EXACT_STOP, before, r.edge[0], r.edge[1], NULL);
}

/* arrive: the particle is at x with velocity v; was: the edge that it slid on, or -1. Impact,
 * events, and the next piece. */
static void arrive(motion *m, int was)
{
    const double before[2] = {m->v[0], m->v[1]};
    const int flew = m->out->npiece > 0 && was < 0;
    response r;

    if (touch(m, m->x, &m->at)) {
        m->error = "too many edges meet in one point";
        return;
    }
    respond(m, &m->at, before, &r);
    for (int i = 0; i < 2; i++) m->v[i] = r.u[i] + 0.0;      /* so that no speed is printed as -0 */
    if (r.n > 0) record(m, EXACT_HIT, before, r.edge[0], r.edge[1], &r);

    const int touched = r.n > 0 ? r.edge[0] : was;
    if (m->v[0] == 0.0 && m->v[1] == 0.0) {
        set_off(m, touched);
        return;
    }
    const int e = slide_edge(m, m->v);
    const double ring = e >= 0 && r.n > 0 ? rattle(m, e) : -1.0;
    if (ring >= 0.0) {
        settle(m, ring);
    } else if (e >= 0) {
        if (flew && r.n == 0) record(m, EXACT_HIT, before, e, -1, NULL);
        if (was >= 0 && was != e && r.n == 0) record(m, EXACT_NEXT, before, was, e, NULL);
        begin_slide(m, e, dot(m->edges[e].t, m->v) < 0.0 ? -1.0 : 1.0);
    } else {
        begin_flight(m, touched);
    }
}

/* ---- from one arrival to the next ---- */

/* slide_end: time at which the current slide stops or comes to the end of its edge, whichever is
 * first; *stops = 1: it stops, *end: the end of the edge
 *
 * In the direction of motion, with speed w, acceleration b and the distance D to the end:
 * w t + b t^2/2 = D at t = 2D / (w + sqrt(w^2 + 2 b D)), which needs the root to be real; else the
 * speed vanishes first, at t = -w/b. On the way back to a corner D is the length of the way out, as
 * the difference of positions loses digits when both are close.
 */
static double slide_end(const motion *m, int *stops, const double **end)
{
    const mb_edge *e = &m->edges[m->now.edge[0]];
    const double vt = dot(e->t, m->now.v0), at = dot(e->t, m->now.a);
    const double sign = vt != 0.0 ? (vt < 0.0 ? -1.0 : 1.0) : at < 0.0 ? -1.0 : 1.0;
    const double *corner = sign > 0.0 ? e->q : e->p;
    const double D = m->back > 0.0 ? m->back : exact_distance(corner, m->now.x0);
    const double w = sign * vt, b = sign * at, square = w * w + 2.0 * b * D;

    *end = corner;
    *stops = square < 0.0;
    if (*stops) return -w / b;
    return w + sqrt(square) > 0.0 ? 2.0 * D / (w + sqrt(square)) : HUGE_VAL;
}

/* the length w^2 / 2b of a slide that began in a corner and has stopped; 0 if it began elsewhere */
static double way_out(const motion *m)
{
    const mb_edge *e = &m->edges[m->now.edge[0]];
    const double *x = m->now.x0;
    const int corner = exact_distance(x, e->p) == 0.0 || exact_distance(x, e->q) == 0.0;

    return corner ? dot(m->now.v0, m->now.v0) / (2.0 * length(m->now.a)) : 0.0;
}

/* moves the state along the current piece by dt */
static void move(motion *m, double dt)
{
    arc_point(m->now.x0, m->now.v0, m->now.a, dt, m->x);
    line_point(m->now.v0, dt, m->now.a, m->v);
    m->t = fmin(m->now.t0 + dt, m->t_end);
}

/* onto the edge just hit: after a long flight the arc's rounding may exceed the tolerance */
static void snap(motion *m, const mb_edge *e)
{
    const double r[2] = {m->x[0] - e->p[0], m->x[1] - e->p[1]};
    const double s = clamp(dot(e->t, r), 0.0, e->length);

    line_point(e->p, s, e->t, m->x);
}

/* advance: along the current piece to its end, or to t_end */
static void advance(motion *m)
{
    const int own = m->now.mode == EXACT_SLIDE ? m->now.edge[0] : -1;
    const double left = m->t_end - m->now.t0;
    const double *end = m->now.x0;
    double dt = left, slide_time = HUGE_VAL;
    int stops = 0;

    if (own >= 0) slide_time = slide_end(m, &stops, &end);
    const int hit = first_hit(m, fmin(left, slide_time), &dt);
    if (hit < 0 && slide_time > left) {
        move(m, left);
        m->t = m->t_end;
        return;
    }
    move(m, dt);
    m->back = hit < 0 && stops ? way_out(m) : 0.0;
    if (hit >= 0) snap(m, &m->edges[hit]);
    else if (stops) m->v[0] = m->v[1] = 0.0;
    else memcpy(m->x, end, sizeof m->x);
    arrive(m, own);
    if (m->now.edge[0] != own) m->back = 0.0;     /* it started along another edge */
}

/* run: the whole motion; errors are in m->error */
static void run(motion *m)
{
    m->now.mode = EXACT_FREE;
    record(m, EXACT_START, m->v, -1, -1, NULL);
    if (!m->error) arrive(m, -1);
    for (int count = 0; !m->error && m->now.mode != EXACT_REST && m->t < m->t_end; count++) {
        if (count == EXACT_MAX_EVENTS) m->error = "too many events: run a shorter time";
        else advance(m);
        if (!isfinite(m->x[0] + m->x[1] + m->v[0] + m->v[1]))
            m->error = "the motion leaves the range of a double: run a shorter time";
    }
    if (m->error) return;
    m->t = m->t_end;
    record(m, EXACT_END, m->v, m->now.edge[0], m->now.edge[1], NULL);
}

/* ---- setting up ---- */

/* the edges of obstacle number o; `first`: number of its first edge */
static void make_edges(const scene_obstacle *ob, int o, int first, mb_edge *edges, int *beside)
{
    const int n = scene_edges(ob);

    for (int k = 0; k < n; k++) {
        mb_edge *e = &edges[first + k];
        scene_edge(ob, k, e->p, e->q);
        e->length = exact_distance(e->p, e->q);
        for (int i = 0; i < 2; i++) e->t[i] = (e->q[i] - e->p[i]) / e->length;
        e->n[0] = -e->t[1];
        e->n[1] = e->t[0];
        e->mu = ob->mu;
        e->id = first + k;
        e->chain = o;
        beside[2 * e->id] = k > 0 ? e->id - 1 : ob->closed ? first + n - 1 : -1;
        beside[2 * e->id + 1] = k < n - 1 ? e->id + 1 : ob->closed ? first : -1;
    }
}

/* is x inside the polygon? A ray to the right crosses an odd number of its half-open edges */
static int is_inside(const scene_obstacle *o, const double x[2])
{
    int odd = 0;

    for (int k = 0; k < o->nvert; k++) {
        double p[2], q[2];
        scene_edge(o, k, p, q);
        if ((p[1] > x[1]) == (q[1] > x[1])) continue;
        if (x[0] < p[0] + (x[1] - p[1]) / (q[1] - p[1]) * (q[0] - p[0])) odd = !odd;
    }
    return odd;
}

/* is the start inside a polygon, not counting one whose border it touches? */
static int starts_inside(const scene *s, const motion *m)
{
    double x[2] = {m->x[0], m->x[1]};
    touching c;

    if (touch(m, x, &c)) return 0;                    /* too many edges: arrive() reports it */
    for (int o = 0; o < s->nobstacle; o++) {
        int border = 0;
        for (int i = 0; i < c.n; i++) border = border || m->edges[c.e[i]].chain == o;
        if (s->obstacle[o].closed && !border && is_inside(&s->obstacle[o], m->x)) return 1;
    }
    return 0;
}

/* the error in the numbers of an obstacle, or NULL; raises *scale to its largest coordinate */
static const char *check_obstacle(const scene_obstacle *o, double *scale)
{
    if (o->nvert < (o->closed ? 3 : 2)) return "an obstacle has too few vertices";
    if (!(o->mu >= 0.0 && isfinite(o->mu)))
        return "an obstacle's friction coefficient is not a number >= 0";
    for (int i = 0; i < 2 * o->nvert; i++) {
        if (!isfinite(o->xy[i])) return "an obstacle has a vertex that is not a number";
        *scale = fmax(*scale, fabs(o->xy[i]));
    }
    return NULL;
}

/* the error in the numbers, or NULL; *scale: the largest coordinate */
static const char *check(const scene *s, int particle, double t_end, double *scale)
{
    if (particle < 0 || particle >= s->nparticle) return "there is no such particle";
    if (!(t_end >= 0.0 && isfinite(t_end))) return "the time to run is not a number >= 0";

    const scene_particle *p = &s->particle[particle];
    if (!(p->mass > 0.0 && isfinite(p->mass))) return "the mass is not a number > 0";
    for (int i = 0; i < 2; i++) {
        if (!isfinite(p->x[i] + p->v[i] + p->force[i] + s->gravity[i]))
            return "position, velocity, force or gravity is not a number";
    }
    *scale = fmax(fabs(p->x[0]), fabs(p->x[1]));
    for (int i = 0; i < s->nobstacle; i++) {
        const char *error = check_obstacle(&s->obstacle[i], scale);
        if (error) return error;
    }
    return NULL;
}

/* prepare: edges[] and the start of the motion from the checked scene */
static void prepare(motion *m, const scene *s, int particle, mb_edge *edges, int *beside)
{
    const scene_particle *p = &s->particle[particle];

    for (int o = 0; o < s->nobstacle; o++) {
        make_edges(&s->obstacle[o], o, m->nedge, edges, beside);
        m->nedge += scene_edges(&s->obstacle[o]);
    }
    m->edges = edges;
    m->beside = beside;
    m->m = p->mass;
    for (int i = 0; i < 2; i++) {
        m->a[i] = s->gravity[i] + p->force[i] / p->mass;
        m->x[i] = p->x[i];
        m->v[i] = p->v[i];
    }
    for (int i = 0; i < m->nedge && !m->error; i++) {
        if (edges[i].length < MIN_EDGE * m->tol)
            m->error = "an edge is too short to be told from a point";
    }
    if (!m->error && starts_inside(s, m)) m->error = "the particle starts inside a polygon";
}

int exact_run(const scene *s, int particle, double t_end, exact_path *out, FILE *messages)
{
    motion m;
    double scale = 0.0;
    mb_edge *edges = NULL;
    int *beside = NULL;

    memset(out, 0, sizeof *out);
    memset(&m, 0, sizeof m);
    m.error = check(s, particle, t_end, &scale);
    if (!m.error) {
        const size_t count = (size_t)scene_edge_count(s) + 1;
        edges = malloc(count * sizeof *edges);
        beside = malloc(2 * count * sizeof *beside);
        if (!edges || !beside) m.error = no_memory;
    }
    if (!m.error) {
        m.tol = POINT_TOL * scale;
        m.t_end = out->t_end = t_end;
        m.out = out;
        prepare(&m, s, particle, edges, beside);
    }
    if (!m.error) run(&m);
    if (m.error) {
        if (messages)
            fprintf(messages, "exact reference, particle %d, t = %g: %s\n", particle + 1, m.t,
                    m.error);
        exact_free(out);
    }
    free(edges);
    free(beside);
    return m.error == no_memory ? EXACT_NO_MEMORY : m.error != NULL;
}

void exact_at(const exact_path *p, double t, double x[2], double v[2])
{
    int lo = 0, hi = p->npiece;

    t = clamp(t, 0.0, p->t_end);
    while (hi - lo > 1) {              /* piece[lo].t0 <= t, and t < piece[hi].t0 if there is one */
        const int mid = lo + (hi - lo) / 2;
        if (p->piece[mid].t0 <= t) lo = mid;
        else hi = mid;
    }
    const exact_piece *q = &p->piece[lo];
    const double dt = t - q->t0;
    if (x) arc_point(q->x0, q->v0, q->a, dt, x);
    if (v) line_point(q->v0, dt, q->a, v);
}

void exact_free(exact_path *p)
{
    free(p->piece);
    free(p->event);
    memset(p, 0, sizeof *p);
}

const char *exact_kind_name(exact_kind kind)
{
    static const char *const name[] = {"start", "hit", "leave", "next", "slip", "stop", "end"};
    return name[kind];
}
