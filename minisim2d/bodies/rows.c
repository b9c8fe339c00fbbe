/* rows.c: contacts and joints as rows of velocities */
#include <math.h>
#include <string.h>

#include "island.h"

#define RECOVERY 0.1             /* [m/s] the default of mb_world.recovery */
#define KEEPS 1e-5               /* allowed error of a row: this part of its terms and its lever, */
#define ROUNDED 1e-9             /* plus this part of coordinates and of the path of free motion, */
#define BENDS 4.0                /* plus this many times the change by the curve at l */
#define TURNS 1e-4               /* [rad] bodies that turn less per step have straight rows */
#define SAME 1e-14               /* of the bodies' reach: changes of gaps at which repeats end */
#define PI 3.14159265358979323846
enum { REPEATS = 8 };            /* the default of mb_world.curved */

void mbw_make_row(const mb_world *w, const mb_body_contact *c, const double *d, mbw_row *out)
{
    out->body[0] = c->a;
    out->body[1] = c->b;
    mb_contact_row(w->q, c, d, out->J[0], out->J[1]);
}

double mbw_speed(const mbw_row *row, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < 2; k++)
        if (row->body[k] >= 0) sum += mbw_dot3(row->J[k], v + 3 * row->body[k]);
    return sum;
}

double mbw_terms(const mbw_row *row, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            if (row->body[k] >= 0) sum += fabs(row->J[k][i] * v[3 * row->body[k] + i]);
    return sum;
}

double mbw_drift(const mb_world *w, const mbw_row *row)
{
    double drift = 0.0;

    for (int k = 0; k < 2; k++)
        if (row->body[k] >= 0 && w->body[row->body[k]].kind == MB_KINEMATIC)
            drift += mbw_dot3(row->J[k], w->v + 3 * row->body[k]);
    return drift;
}

/* what resists a change of a body's i-th velocity; infinite: impulses do not change it */
static double inertia_of(const mb_world *w, int body, int i)
{
    const mb_body *b = body < 0 ? NULL : w->body + body;
    const double inertia = !b || b->kind != MB_DYNAMIC ? 0.0 : i < 2 ? b->mass : b->inertia;

    return inertia > 0.0 ? inertia : HUGE_VAL;
}

void mbw_push(const mb_world *w, const mbw_row *row, double p, double *v)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3 && row->body[k] >= 0; i++)
            v[3 * row->body[k] + i] += p / inertia_of(w, row->body[k], i) * row->J[k][i];
}

double mbw_mobility(const mb_world *w, const mbw_row *row)
{
    double sum = 0.0;

    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            sum += row->J[k][i] * row->J[k][i] / inertia_of(w, row->body[k], i);
    return sum;
}

int mbw_rows_begin(const mb_world *world, mbw_rows *out, mb_arena *arena)
{
    memset(out, 0, sizeof *out);
    out->world = world;
    out->part = 1.0;
    out->q_star = mb_arena_doubles(arena, 3 * world->nbody);
    out->v_star = mb_arena_doubles(arena, 3 * world->nbody);
    if (!out->q_star || !out->v_star) return 0;
    for (int i = 0; i < world->nbody; i++) {
        const double h = world->body[i].kind == MB_KINEMATIC ? world->h : 0.0;
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            out->q_star[k] = world->q[k] + h * world->v[k];
            out->v_star[k] = 0.0;
        }
    }
    return 1;
}

/* ---- contacts -------------------------------------------------------------------------------- */

int mbw_end_of_group(const mb_island *island, int i)
{
    int end = i + 1;

    while (end < island->ncontact && island->contact[end].group == island->contact[i].group) end++;
    return end;
}

/* the greatest gap in a group: one of its facets holds, whichever leads [m] */
static double group_gap(const mb_world *w, const mb_island *island, int i)
{
    const mb_body_contact *c = island->contact;
    const int grouped = mb_formulations[w->formulation].detection == MB_DETECT_GROUPS;
    const int end = grouped ? mbw_end_of_group(island, i) : i + 1;
    double gap = c[i].psi;

    for (int k = i + 1; k < end; k++) gap = fmax(gap, c[k].psi);
    return gap;
}

double mbw_gap_rate(const mb_world *w, const mb_island *island, int i)
{
    const double gap = island->contact[i].psi, best = group_gap(w, island, i);

    if (!mb_formulations[w->formulation].keeps_gap) return 0.0;
    return (gap - fmin(best, 0.0)) / w->h;
}

/* displacement of a body's point x in this step at the speeds at l; bend: its part off the line */
static void move(const mb_world *w, int body, const double *x, double *way, double *bend)
{
    const double *q, *v;
    double c, s;

    way[0] = way[1] = bend[0] = bend[1] = 0.0;
    if (body < 0 || w->body[body].kind == MB_STATIC) return;
    q = w->q + 3 * body;
    v = w->v + 3 * body;
    mb_turn(w->h * v[2], &c, &s);
    for (int i = 0; i < 2; i++) {
        const double r = x[i] - q[i], across = i ? x[0] - q[0] : q[1] - x[1];
        bend[i] = (c - 1.0) * r + (s - w->h * v[2]) * across;
        way[i] = w->h * (v[i] + v[2] * across) + bend[i];
    }
}

/* how far a body turns in this step at its spin at l [rad] */
static double turn_of(const mb_world *w, int body)
{
    if (body < 0 || w->body[body].kind == MB_STATIC) return 0.0;
    return w->h * w->v[3 * body + 2];
}

static double radius(const mb_world *w, int body)
{
    return body < 0 ? 0.0 : w->shape[w->body[body].shape].radius;
}

/* The vertex u and the facet's point there, or the corner, move on curves. With d the difference of
 * their displacements, and n' the normal after a has turned, the gap becomes psi + n'.d, or |u -
 * corner + d| less both radii. */
double mbw_contact_curve(const mbw_rows *rows, const mb_body_contact *c)
{
    const mb_world *w = rows->world;
    const int corner = c->facet < 0;
    const double own = radius(w, c->b), length = corner ? c->psi + own + radius(w, c->a) : 0.0;
    const double *n = c->n;
    double u[2], x[2], way_a[2], way_b[2], bend_a[2], bend_b[2], d[2], cosine, sine, curve;

    if (!(rows->part > 0.0) || w->curved < 0 || c->e > 0.0 ||
        mb_formulations[w->formulation].detection == MB_DETECT_EDGES ||
        fmax(fabs(turn_of(w, c->a)), fabs(turn_of(w, c->b))) < TURNS)
        return 0.0;
    for (int i = 0; i < 2; i++) {
        u[i] = c->p[i] + own * n[i];
        x[i] = u[i] - length * n[i];
    }
    move(w, c->b, u, way_b, bend_b);
    move(w, c->a, x, way_a, bend_a);
    for (int i = 0; i < 2; i++) d[i] = way_b[i] - way_a[i];
    curve = n[0] * (bend_b[0] - bend_a[0]) + n[1] * (bend_b[1] - bend_a[1]);
    if (corner) {
        curve += hypot(length * n[0] + d[0], length * n[1] + d[1]) - length;
        curve -= n[0] * d[0] + n[1] * d[1];
    } else {
        mb_turn(turn_of(w, c->a), &cosine, &sine);
        curve += (cosine - 1.0) * (n[0] * d[0] + n[1] * d[1]) + sine * (n[0] * d[1] - n[1] * d[0]);
    }
    return rows->part * fmin(curve, 0.0) / w->h;
}

double mbw_recovery(const mb_world *w)
{
    return w->recovery > 0.0 ? w->recovery : w->recovery < 0.0 ? HUGE_VAL : RECOVERY;
}

int mbw_contact_rows(mbw_rows *out, mb_arena *arena)
{
    const int nc = out->island->ncontact;

    out->scaled = out->bounced = 0;
    out->contact = (mbw_contact *)mbw_take(arena, nc, sizeof *out->contact);
    if (!out->contact) return 0;
    for (int i = 0; i < nc; i++) {
        const mb_body_contact *c = out->island->contact + i;
        const double t[2] = { -c->n[1], c->n[0] };
        mbw_contact *row = out->contact + i;
        double curve;
        mbw_make_row(out->world, c, c->n, &row->normal);
        mbw_make_row(out->world, c, t, &row->tangent);
        curve = mbw_contact_curve(out, c);
        out->scaled |= curve < 0.0;
        row->bias = curve + mbw_gap_rate(out->world, out->island, i);
        row->soft = out->soft * mbw_mobility(out->world, &row->normal);
        row->e = 0.0;
    }
    return 1;
}

/* ---- joints ---------------------------------------------------------------------------------- */

enum { LO, HI, ROPE };           /* mbw_joint_row.part of a limit */

/* the limits of a joint; out[3] may be NULL */
static int limits(const mb_joint *joint, int *out)
{
    const int there[] = { joint->limited && joint->lo > -HUGE_VAL,
                          joint->limited && joint->hi < HUGE_VAL, joint->kind == MB_ROPE };
    int count = 0;

    for (int part = LO; part <= ROPE; part++) {
        if (!there[part]) continue;
        if (out) out[count] = part;
        count++;
    }
    return count;
}

int mb_joint_limits(const mb_joint *joint) { return limits(joint, NULL); }

int mbw_count_rows(const mb_joint *joint, mbw_kind kind)
{
    switch (kind) {
    case MBW_HOLD: return mb_joint_rows(joint->kind);
    case MBW_LIMIT: return mb_joint_limits(joint);
    case MBW_MOTOR: return joint->effort > 0.0;
    default: return joint->stiffness + joint->damping > 0.0;
    }
}

int mbw_rows_of(const mbw_rows *rows, mbw_kind kind)
{
    int n = 0;

    for (int i = 0; i < rows->njoint; i++) n += rows->joint[i].kind == kind;
    return n;
}

static mbw_joint_row *add(mbw_rows *out, mbw_kind kind, int joint, int part, double sign,
                          const double *Ja, const double *Jb)
{
    mbw_joint_row *row = out->joint + out->njoint++;

    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->joint = joint;
    row->part = part;
    row->row.body[0] = out->world->joint[joint].a;
    row->row.body[1] = out->world->joint[joint].b;
    for (int k = 0; k < 3; k++) {
        row->row.J[0][k] = sign * Ja[k];
        row->row.J[1][k] = sign * Jb[k];
    }
    return row;
}

static void add_joint(mbw_rows *out, int i)
{
    const mb_joint *joint = out->world->joint + i;
    double Ja[3 * MB_JOINT_ROWS], Jb[3 * MB_JOINT_ROWS], s;
    int part[3];

    mb_joint_jacobian(joint, out->world->q, Ja, Jb);
    for (int k = 0; k < mbw_count_rows(joint, MBW_HOLD); k++)
        (void)add(out, MBW_HOLD, i, k, 1.0, Ja + 3 * k, Jb + 3 * k);
    s = mb_joint_coordinate(joint, out->world->q, Ja, Jb);
    for (int k = 0, n = limits(joint, part); k < n; k++) {
        mbw_joint_row *row = add(out, MBW_LIMIT, i, part[k], part[k] == LO ? 1.0 : -1.0, Ja, Jb);
        row->soft = out->soft * mbw_mobility(out->world, &row->row);
    }
    if (out->still) return;
    if (mbw_count_rows(joint, MBW_MOTOR) > 0) {
        mbw_joint_row *row = add(out, MBW_MOTOR, i, 0, 1.0, Ja, Jb);
        row->speed = joint->speed - mbw_drift(out->world, &row->row);
        row->effort = joint->effort;
    }
    if (mbw_count_rows(joint, MBW_SPRING) > 0)
        add(out, MBW_SPRING, i, 0, 1.0, Ja, Jb)->gap = s - joint->rest;
}

/* ---- supports -------------------------------------------------------------------------------- */

int mbw_is_support(const mb_world *w, const mbw_joint_row *row) { return row->joint >= w->njoint; }

/* the first support of body `body` or of a later one */
static int first_support(const mb_world *w, int body)
{
    int lo = 0, hi = w->nsupport;

    while (lo < hi) {
        const int middle = lo + (hi - lo) / 2;
        if (w->support[middle].body < body) lo = middle + 1;
        else hi = middle;
    }
    return lo;
}

static double effort_of(const mb_support *s) { return s->mu * s->load; }

int mbw_supports(const mb_world *w, const mb_island *island)
{
    int count = 0;

    for (int i = 0; i < island->nbody && w->nsupport > 0; i++)
        for (int k = first_support(w, island->body[i]);
             k < w->nsupport && w->support[k].body == island->body[i]; k++)
            count += effort_of(w->support + k) > 0.0;
    return count;
}

int mbw_support_rows(const mb_world *w) { return w->sides < 4 ? 2 : w->sides / 2; }

int mbw_shared(const mb_world *w) { return w->nsupport > 0 && w->sides != MB_SQUARE; }

/* The point's velocity along x and y, if it has friction; or along half of the polygon's corners,
 * as a motor pushes both ways. */
static void add_support(mbw_rows *out, int i)
{
    const mb_world *w = out->world;
    const mb_support *s = w->support + i;
    const int count = mbw_support_rows(w);
    double r[2];

    if (!(effort_of(s) > 0.0)) return;
    mb_rotate(w->q[3 * s->body + 2], s->at, r);
    for (int k = 0; k < count; k++) {
        mbw_joint_row *row = out->joint + out->njoint++;
        double *J = row->row.J[1];
        memset(row, 0, sizeof *row);
        mb_turn(PI * k / count, &J[0], &J[1]);
        if (count == 2) {
            J[0] = k == 0;
            J[1] = k == 1;
        }
        J[2] = r[0] * J[1] - r[1] * J[0];
        row->kind = MBW_MOTOR;
        row->row.body[0] = -1;
        row->row.body[1] = s->body;
        row->joint = w->njoint + i;
        row->part = k;
        row->effort = effort_of(s);
    }
}

static void add_supports(mbw_rows *out)
{
    const mb_island *island = out->island;

    for (int i = 0; i < island->nbody && out->world->nsupport > 0; i++) {
        const int end = first_support(out->world, island->body[i] + 1);
        for (int k = first_support(out->world, island->body[i]); k < end; k++) add_support(out, k);
    }
}

/* ---- curves of joints ------------------------------------------------------------------------ */

/* the bodies at q + h v*; NULL = 0 */
static void set_star(mbw_rows *rows, const double *v)
{
    const mb_world *world = rows->world;

    for (int i = 0; i < rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i];
        for (int k = at; k < at + 3; k++) {
            rows->v_star[k] = v ? v[k] : 0.0;
            rows->q_star[k] = world->q[k] + world->h * rows->v_star[k];
        }
    }
}

/* g of a joint's row that holds or limits, with bodies at q[3*nbody] [m] */
static double gap_at(const mbw_rows *rows, const mbw_joint_row *row, const double *q)
{
    const mb_joint *joint = rows->world->joint + row->joint;
    double g[MB_JOINT_ROWS], s;

    if (row->kind == MBW_LIMIT) {
        s = mb_joint_coordinate(joint, q, NULL, NULL);
        return row->part == LO ? s - joint->lo : (row->part == HI ? joint->hi : joint->length) - s;
    }
    mb_joint_errors(joint, q, g);
    return g[row->part];
}

int mbw_has_gap(const mbw_joint_row *row)
{
    return row->kind == MBW_HOLD || row->kind == MBW_LIMIT;
}

/* The gaps of joints and limits, linearised through their values at q + h v*,
 *
 *     gap := g(q + h v*) - h J v* - g(q),    so that gap + h J v+ = g(q + h v+) - g(q) for v+ = v*
 *
 * with J at l and v*[3*nbody], read for dynamic bodies, NULL = 0. Errors of joints stay:
 * positions.c closes them. Plain rows keep g(q), and are phi/h. Returns the largest change of a gap
 * [m]. */
static double curve(mbw_rows *rows, const double *v)
{
    const double h = rows->world->h;
    double change = 0.0;

    set_star(rows, v);
    for (int i = 0; i < rows->njoint; i++) {
        mbw_joint_row *row = rows->joint + i;
        double gap, drift;
        if (!mbw_has_gap(row)) continue;
        drift = h * mbw_drift(rows->world, &row->row);
        gap = gap_at(rows, row, rows->q_star) - h * mbw_speed(&row->row, rows->v_star);
        gap = row->reached + drift + rows->part * (gap - row->base - drift);
        change = fmax(change, fabs(gap - row->gap));
        row->before[1] = row->before[0];
        row->before[0] = row->gap;
        row->gap = gap;
    }
    return change;
}

/* is a row's gap an angle? */
static int is_turn(const mbw_rows *rows, const mbw_joint_row *row)
{
    const mb_joint_kind kind = rows->world->joint[row->joint].kind;

    if (row->kind == MBW_LIMIT) return kind == MB_REVOLUTE;
    return row->part == mb_joint_rows(kind) - 1 && (kind == MB_WELD || kind == MB_PRISMATIC);
}

double mbw_broken(const mbw_rows *rows, const double *q)
{
    double most = 0.0;

    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        double gap;
        if (!mbw_has_gap(row)) continue;
        gap = gap_at(rows, row, q);
        gap = row->kind == MBW_HOLD ? fabs(gap) : fmax(-gap, 0.0);
        most = fmax(most, is_turn(rows, row) ? rows->reach * gap : gap);
    }
    return most;
}

int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves)
{
    const int curved = rows->world->curved, most = curved != 0 ? curved : REPEATS;
    double change;

    if (status != MB_OK || !(rows->change > 0.0) || solves > most) return 0;
    change = curve(rows, v);
    if (change <= rows->change) {
        rows->change = change;
        return change > SAME * rows->reach;
    }
    rows->change = 0.0;                                        /* diverges: one step back */
    for (int i = 0; i < rows->njoint; i++) rows->joint[i].gap = rows->joint[i].before[1];
    return 1;
}

int mbw_joint_rows(mbw_rows *out, mb_arena *arena)
{
    const mb_island *island = out->island;
    int count = 0, gaps = 0;

    out->reach = 0.0;
    for (int i = 0; i < island->nbody && island->njoint > 0; i++)
        out->reach = fmax(out->reach, mbw_farthest(out->world, island->body[i]));

    for (int i = 0; i < island->njoint; i++)
        for (int kind = MBW_HOLD; kind <= MBW_SPRING; kind++)
            count += mbw_count_rows(out->world->joint + island->joint[i], (mbw_kind)kind);
    if (!out->still) count += mbw_supports(out->world, island) * mbw_support_rows(out->world);
    out->joint = (mbw_joint_row *)mbw_take(arena, count, sizeof *out->joint);
    out->njoint = 0;
    if (!out->joint) return 0;
    for (int i = 0; i < island->njoint; i++) add_joint(out, island->joint[i]);
    if (!out->still) add_supports(out);
    for (int i = 0; i < out->njoint; i++) {
        mbw_joint_row *row = out->joint + i;
        double gap;
        if (!mbw_has_gap(row)) continue;
        gaps++;
        gap = gap_at(out, row, out->world->q);      /* errors stay, unless rows are plain */
        row->reached = row->kind == MBW_LIMIT ? fmax(gap, 0.0) : 0.0;
        row->base = out->world->curved == -1 ? row->reached : gap;
    }
    out->change = gaps > 0 && out->part > 0.0 && out->world->curved >= 0 ? HUGE_VAL : 0.0;
    (void)curve(out, NULL);
    out->bend = 0.0;
    if (out->change > 0.0) out->bend = curve(out, out->world->v);
    for (int i = 0; i < out->njoint && out->change > 0.0; i++)
        out->joint[i].bend = fabs(out->joint[i].gap - out->joint[i].before[0]);
    out->scaled |= out->part > 0.0 && gaps > 0;
    return 1;
}

int mbw_keeps(const mbw_rows *rows, const mbw_joint_row *row, const double *v0, const double *v)
{
    const mb_world *w = rows->world;
    const double lever = fmax(fabs(row->row.J[0][2]), fabs(row->row.J[1][2]));
    const double speed = mbw_speed(&row->row, v) - mbw_drift(w, &row->row);
    double far = w->h * mbw_terms(&row->row, v0), off;

    for (int i = 0; i < 4; i++) {
        const int body = row->row.body[i / 2];
        if (body >= 0) far = fmax(far, fabs(w->q[3 * body + i % 2]));
    }
    off = w->h * speed + row->gap;
    return (row->kind == MBW_LIMIT ? -off : fabs(off)) <=
           KEEPS * (w->h * mbw_terms(&row->row, v) + lever) + ROUNDED * far + BENDS * rows->bend;
}
