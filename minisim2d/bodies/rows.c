/* rows.c: contacts and joints as rows of velocities */
#include <math.h>
#include <string.h>

#include "island.h"

#define RECOVERY 0.1             /* [m/s] the default of mb_world.recovery */
#define GAIN 1.25                /* a turn of one radian a step is worth as much energy */
#define MEND 2.0                 /* of the speed that mends an error along its own direction */
#define KEEPS 1e-5               /* of a row's terms, and of its lever, it can be off, and */
#define ROUNDED 1e-9             /* of coordinates, also where it follows from others; */
#define BENDS 4.0                /* and so often the change by the curve at l */
#define STRAIGHT 1e-14           /* [m] gaps of joints that change by no more are the same */
enum { MORE_SOLVES = 2 };        /* the default of mb_world.curved */

static double dot3(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

double mbw_speed(const mbw_row *row, const double *v)
{
    return (row->a >= 0 ? dot3(row->Ja, v + 3 * row->a) : 0.0) +
           (row->b >= 0 ? dot3(row->Jb, v + 3 * row->b) : 0.0);
}

double mbw_terms(const mbw_row *row, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < 3; k++) {
        if (row->a >= 0) sum += fabs(row->Ja[k] * v[3 * row->a + k]);
        if (row->b >= 0) sum += fabs(row->Jb[k] * v[3 * row->b + k]);
    }
    return sum;
}

double mbw_drift(const mb_world *w, const mbw_row *row)
{
    double drift = 0.0;

    if (row->a >= 0 && w->body[row->a].kind == MB_KINEMATIC)
        drift += dot3(row->Ja, w->v + 3 * row->a);
    if (row->b >= 0 && w->body[row->b].kind == MB_KINEMATIC)
        drift += dot3(row->Jb, w->v + 3 * row->b);
    return drift;
}

void mbw_push(const mb_world *w, const mbw_row *row, double p, double *v)
{
    const struct { int body; const double *J; } side[2] = { { row->a, row->Ja },
                                                            { row->b, row->Jb } };

    for (int i = 0; i < 2; i++) {
        const int at = 3 * side[i].body;
        const mb_body *b = w->body + side[i].body;
        if (side[i].body < 0 || b->kind != MB_DYNAMIC) continue;
        for (int k = 0; k < 2; k++) v[at + k] += p / b->mass * side[i].J[k];
        if (b->inertia > 0.0) v[at + 2] += p / b->inertia * side[i].J[2];
    }
}

int mbw_rows_begin(const mb_world *world, mbw_rows *out, mb_arena *arena)
{
    memset(out, 0, sizeof *out);
    out->world = world;
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

/* of a group the greatest gap: of its facets one holds, whichever leads [m] */
static double group_gap(const mb_world *w, const mb_island *island, int i)
{
    const mb_body_contact *c = island->contact;
    const int grouped = mb_formulations[w->formulation].detection == MB_DETECT_GROUPS;
    double gap = c[i].psi;

    for (int k = i + 1; grouped && k < island->ncontact && c[k].group == c[i].group; k++)
        gap = fmax(gap, c[k].psi);
    return gap;
}

double mbw_gap_rate(const mb_world *w, const mb_island *island, int i, double least)
{
    const double rate = island->contact[i].psi / w->h, best = group_gap(w, island, i) / w->h;

    if (w->formulation == MB_AP) return 0.0;
    return best < least ? least + (rate - best) : rate;
}

double mbw_recovery(const mb_world *w)
{
    return w->recovery > 0.0 ? w->recovery : w->recovery < 0.0 ? HUGE_VAL : RECOVERY;
}

int mbw_contact_rows(mbw_rows *out, mb_arena *arena)
{
    const int nc = out->island->ncontact;

    out->contact = (mbw_contact *)mbw_take(arena, nc, sizeof *out->contact);
    if (!out->contact) return 0;
    for (int i = 0; i < nc; i++) {
        const mb_body_contact *c = out->island->contact + i;
        const double t[2] = { -c->n[1], c->n[0] };
        mbw_contact *row = out->contact + i;
        row->normal.a = row->tangent.a = c->a;
        row->normal.b = row->tangent.b = c->b;
        mb_contact_row(out->world->q, c, c->n, row->normal.Ja, row->normal.Jb);
        mb_contact_row(out->world->q, c, t, row->tangent.Ja, row->tangent.Jb);
        row->bias = mbw_gap_rate(out->world, out->island, i, -mbw_recovery(out->world));
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

/* how far a limit is from being reached, with the joint's coordinate at s */
static double limit_gap(const mb_joint *joint, int part, double s)
{
    return part == LO ? s - joint->lo : (part == HI ? joint->hi : joint->length) - s;
}

int mbw_count_rows(const mb_joint *joint, mbw_kind kind)
{
    switch (kind) {
    case MBW_HOLD: return mb_joint_rows(joint->kind);
    case MBW_LIMIT: return limits(joint, NULL);
    case MBW_MOTOR: return joint->effort > 0.0;
    default: return joint->stiffness + joint->damping > 0.0;
    }
}

static mbw_joint_row *add(mbw_rows *out, mbw_kind kind, int joint, int part, double sign,
                          const double *Ja, const double *Jb)
{
    mbw_joint_row *row = out->joint + out->njoint++;

    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->joint = joint;
    row->part = part;
    row->row.a = out->world->joint[joint].a;
    row->row.b = out->world->joint[joint].b;
    for (int k = 0; k < 3; k++) {
        row->row.Ja[k] = sign * Ja[k];
        row->row.Jb[k] = sign * Jb[k];
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
    for (int k = 0, n = limits(joint, part); k < n; k++)
        (void)add(out, MBW_LIMIT, i, part[k], part[k] == LO ? 1.0 : -1.0, Ja, Jb);
    if (mbw_count_rows(joint, MBW_MOTOR) > 0) {
        mbw_joint_row *row = add(out, MBW_MOTOR, i, 0, 1.0, Ja, Jb);
        row->speed = joint->speed - mbw_drift(out->world, &row->row);
        row->effort = joint->effort;
    }
    if (mbw_count_rows(joint, MBW_SPRING) > 0)
        add(out, MBW_SPRING, i, 0, 1.0, Ja, Jb)->gap = s - joint->rest;
}

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

/* g(q + h v*) of a joint's row that holds or limits [m] */
static double gap_there(const mbw_rows *rows, const mbw_joint_row *row)
{
    const mb_joint *joint = rows->world->joint + row->joint;
    double g[MB_JOINT_ROWS];

    if (row->kind == MBW_LIMIT)
        return limit_gap(joint, row->part, mb_joint_coordinate(joint, rows->q_star, NULL, NULL));
    mb_joint_errors(joint, rows->q_star, g);
    return g[row->part];
}

static int has_gap(const mbw_joint_row *row)
{
    return row->kind == MBW_HOLD || row->kind == MBW_LIMIT;
}

double mbw_curve(mbw_rows *rows, const double *v)
{
    double change = 0.0;

    set_star(rows, v);
    for (int i = 0; i < rows->njoint; i++) {
        mbw_joint_row *row = rows->joint + i;
        double gap;
        if (!has_gap(row)) continue;
        gap = gap_there(rows, row) - rows->world->h * mbw_speed(&row->row, rows->v_star);
        change = fmax(change, fabs(gap - row->gap));
        row->before[1] = row->before[0];
        row->before[0] = row->gap;
        row->gap = gap;
    }
    return change;
}

/* by how much a joint or limit is broken at q + h v, at most [m] */
static double broken(mbw_rows *rows, const double *v)
{
    double most = 0.0;

    set_star(rows, v);
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        if (!has_gap(row)) continue;
        most = fmax(most, row->kind == MBW_HOLD ? fabs(gap_there(rows, row)) :
                                                  -gap_there(rows, row));
    }
    return most;
}

/* joints and limits stay as they are but for what driven bodies do to them */
static void calm_gap(const mbw_rows *rows, mbw_joint_row *row)
{
    const double driven = rows->world->h * mbw_drift(rows->world, &row->row);

    if (row->kind == MBW_HOLD) row->gap = driven;
    if (row->kind == MBW_LIMIT) row->gap = driven + fmax(row->gap - driven, 0.0);
}

void mbw_calm(mbw_rows *rows)
{
    for (int i = 0; i < rows->njoint; i++) calm_gap(rows, rows->joint + i);
    rows->trial = MBW_DECIDED;
}

double mbw_energy(const mbw_rows *rows, const double *v)
{
    double energy = 0.0;

    for (int i = 0; i < rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i];
        const mb_body *b = rows->world->body + rows->island->body[i];
        energy += 0.5 * b->mass * (v[at] * v[at] + v[at + 1] * v[at + 1]) +
                  0.5 * b->inertia * v[at + 2] * v[at + 2];
    }
    return energy;
}

/* how fast the deepest of contacts comes out, at most [m/s] */
static double coming_out(const mbw_rows *rows)
{
    double speed = 0.0;

    for (int i = 0; i < rows->island->ncontact; i++)
        speed = fmax(speed, -mbw_gap_rate(rows->world, rows->island, i,
                                          -mbw_recovery(rows->world)));
    return speed;
}

/* what it takes to mend what is broken at l, and to come out of contacts [J] */
static double mending_energy(mbw_rows *rows)
{
    const double speed = MEND * (broken(rows, NULL) / rows->world->h + coming_out(rows));
    double energy = 0.0;

    for (int i = 0; i < rows->island->nbody; i++) {
        const mb_body *b = rows->world->body + rows->island->body[i];
        energy += (b->mass + b->inertia) * speed * speed;
    }
    return energy;
}

int mbw_joint_rows(mbw_rows *out, mb_arena *arena)
{
    const mb_island *island = out->island;
    int count = 0, gaps = 0;

    for (int i = 0; i < island->njoint; i++)
        for (int kind = MBW_HOLD; kind <= MBW_SPRING; kind++)
            count += mbw_count_rows(out->world->joint + island->joint[i], (mbw_kind)kind);
    out->joint = (mbw_joint_row *)mbw_take(arena, count, sizeof *out->joint);
    out->njoint = 0;
    if (!out->joint) return 0;
    for (int i = 0; i < island->njoint; i++) add_joint(out, island->joint[i]);
    (void)mbw_curve(out, NULL);
    out->bend = mbw_curve(out, out->world->v);
    if (out->world->curved < 0) (void)mbw_curve(out, NULL);
    out->mending = mending_energy(out);
    out->trial = out->world->curved < 0 ? MBW_PLAIN : MBW_CURVED;
    for (int i = 0; i < out->njoint; i++) gaps += has_gap(out->joint + i);
    if (gaps == 0) out->trial = MBW_DECIDED;
    out->best = out->trial;
    out->change = out->error = out->energy = HUGE_VAL;
    return 1;
}

int mbw_keeps(const mbw_rows *rows, const mbw_joint_row *row, const double *v)
{
    const mb_world *w = rows->world;
    const double lever = fmax(fabs(row->row.Ja[2]), fabs(row->row.Jb[2]));
    const double speed = mbw_speed(&row->row, v) - mbw_drift(w, &row->row);
    double far = 0.0, off;

    for (int k = 0; k < 2; k++) {
        if (row->row.a >= 0) far = fmax(far, fabs(w->q[3 * row->row.a + k]));
        if (row->row.b >= 0) far = fmax(far, fabs(w->q[3 * row->row.b + k]));
    }
    off = w->h * speed + row->gap;
    return (row->kind == MBW_LIMIT ? -off : fabs(off)) <=
           KEEPS * (w->h * mbw_terms(&row->row, v) + lever) + ROUNDED * far + BENDS * rows->bend;
}

/* is another solve wanted, curved by v, that of the last one? */
static int curve_again(mbw_rows *rows, const double *v, int solves)
{
    const int curved = rows->world->curved, more = curved != 0 ? curved : MORE_SOLVES;
    double change;

    if (solves > more || !(rows->change > 0.0)) return 0;
    change = mbw_curve(rows, v);
    if (change <= rows->change) {
        rows->change = change;
        return change > STRAIGHT;
    }
    rows->change = 0.0;                                        /* it moves away: back by one */
    for (int i = 0; i < rows->njoint; i++) rows->joint[i].gap = rows->joint[i].before[1];
    return 1;
}

/* the energy that a solve of other rows may give beside one that gave so much [J] */
static double allowed(const mbw_rows *rows, double energy) { return GAIN * energy + rows->mending; }

/* is a trial that broke joints by so much, with that energy, better than the best before it? */
static int better(const mbw_rows *rows, double error, double energy)
{
    return energy < HUGE_VAL && (!(rows->energy < HUGE_VAL) ||
                                 rows->energy > allowed(rows, energy) ||
                                 (rows->trial == MBW_PLAIN && error < rows->error));
}

/* contacts do not come out of each other, in a trial of joints that are not mended */
static void calm_contacts(mbw_rows *rows)
{
    for (int i = 0; i < rows->island->ncontact; i++) {
        mbw_contact *row = rows->contact + i;
        const double least = -mbw_recovery(rows->world);
        row->kept = row->bias;
        if (row->bias >= mbw_gap_rate(rows->world, rows->island, i, least))    /* no bounce */
            row->bias = fmax(row->bias, mbw_gap_rate(rows->world, rows->island, i, 0.0));
    }
}

/* the gaps of a trial; of curved rows those that they had */
static void set_trial(mbw_rows *rows, mbw_trial trial)
{
    for (int i = 0; i < rows->island->ncontact && rows->trial == MBW_CALM; i++)
        rows->contact[i].bias = rows->contact[i].kept;
    rows->trial = trial;
    if (trial == MBW_PLAIN) (void)mbw_curve(rows, NULL);
    if (trial == MBW_CALM) calm_contacts(rows);
    for (int i = 0; i < rows->njoint; i++) {
        mbw_joint_row *row = rows->joint + i;
        if (trial == MBW_PLAIN) row->curved = row->before[0];
        if (trial == MBW_CALM) calm_gap(rows, row);
        if (trial == MBW_CURVED) row->gap = row->curved;
    }
}

int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves)
{
    const mbw_trial trial = rows->trial;
    double error = HUGE_VAL, energy = HUGE_VAL;
    int enough;

    if (status < 0 || trial == MBW_DECIDED) return 0;
    if (status == MB_OK && trial == MBW_CURVED && curve_again(rows, v, solves)) return 1;
    if (status == MB_OK) {
        error = broken(rows, v);
        energy = mbw_energy(rows, v);
    }
    if (better(rows, error, energy)) {
        rows->best = trial;
        rows->error = error;
        rows->energy = energy;
    }
    enough = rows->energy <= allowed(rows, rows->free_energy) &&
             (trial > MBW_CURVED || error <= fmax(rows->bend, STRAIGHT));
    if (!enough && trial < MBW_CALM) {
        set_trial(rows, (mbw_trial)(trial + 1));
        return 1;
    }
    if (rows->best == trial || !(rows->energy < HUGE_VAL)) {
        rows->trial = MBW_DECIDED;
        return 0;
    }
    set_trial(rows, rows->best);
    rows->trial = MBW_DECIDED;
    return 1;
}
