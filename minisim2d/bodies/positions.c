/* positions.c: closes joints and separates bodies, after the velocities
 *
 *     min |dq|_M   with   psi + Jn dq >= 0,   phi + J dq = 0,   limits
 *
 * at q* = q + h v+. These are the rows of a step of a world at rest, h = 1, without friction,
 * forces, motors and springs, and are solved as such. The result is a displacement: velocities do
 * not change. As rows are linear, it is repeated, damped as by Levenberg: inertias grow until
 * joints close.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "island.h"

#define SLOP 4e-6                /* of the smaller body's reach: penetration that is left. Twice the
                                    rounding that detection allows for */
#define ROUNDING (64.0 * DBL_EPSILON)          /* of coordinates */
#define CLOSED 1e-9              /* of the bodies' reach: error of joints that is left */
#define OPEN 1e-6                /* above this a step in parts is tried, if it is also */
#define LESS 0.5                 /* at least this part of the error before the step */
#define FALLS 0.3                /* of the joints' error: a pass that leaves more is damped */
#define TURN 0.3                 /* [rad] largest turn in a pass */
#define FAR 100.0                /* times the sum of errors: largest displacement in a pass */
enum { PASSES = 4,
       DAMPINGS = 4,             /* inertias grow ten times each */
       SHORTER = 8 };            /* halvings of a pass that damping does not help */

typedef struct {
    const mbw_step *step;        /* the step whose velocities were found */
    mb_world world;              /* at rest at its s->q */
    mb_body *body;               /* body[nbody]: world's */
    int *only;                   /* only[nbody]: 1: of the island */
    const mb_body_contact *before;         /* before[nbefore]: the contacts at the step's begin */
    int nbefore;
    double recovered;            /* older penetration is undone by this at most [m] */
    double *dq, *trial;          /* [3*nbody] a pass's displacement; bodies moved by part of it */
    mbw_step pass;
    mb_island island;
    mb_island_step out;
    double deep, errors;         /* sum of penetration to undo; and of joints' errors [m] */
} projection;

/* ---- errors ---------------------------------------------------------------------------------- */

/* of a contact [m] */
static double slop(const mb_world *w, const mb_body_contact *c)
{
    const int body[2] = { c->a, c->b };
    double least = 0.0;

    for (int k = 0; k < 2; k++) {
        const double far = body[k] < 0 ? 0.0 : mbw_farthest(w, body[k]);
        if (far > 0.0) least = least > 0.0 ? fmin(least, far) : far;
    }
    return SLOP * (least > 0.0 ? least : w->epsilon) + ROUNDING * (fabs(c->p[0]) + fabs(c->p[1]));
}

/* How far the true motion can differ from the linear rows of contacts in a step: h^2 w (w r + 2 V),
 * with the greatest spin w of bodies other than discs, lever r and speed V of a point. */
static double bent(const mbw_step *s)
{
    const mb_world *w = s->world;
    const mb_island *island = s->rows.island;
    double spin = 0.0, lever = 0.0, speed = 0.0;

    for (int i = 0; i < island->nbody + w->nbody; i++) {
        const int body = i < island->nbody ? island->body[i] : i - island->nbody;
        const mb_shape *shape = w->shape + w->body[body].shape;
        const double *v = s->v + 3 * body;
        double r;
        if (i >= island->nbody && w->body[body].kind != MB_KINEMATIC) continue;
        r = mbw_farthest(w, body);
        lever = fmax(lever, r);
        speed = fmax(speed, hypot(v[0], v[1]) + r * fabs(v[2]));
        if (shape->nvert > 1) spin = fmax(spin, fabs(v[2]));
    }
    return w->h * w->h * spin * (spin * lever + 2.0 * speed);
}

/* did contacts penetrate before the step, or may they now? Are joints open? */
static int is_wanted(const mbw_step *s, double bend)
{
    const mb_island *island = s->rows.island;

    if (s->world->curved >= 0 && mbw_broken(&s->rows, s->q) > CLOSED * s->rows.reach) return 1;
    for (int i = 0; i < island->ncontact; i++) {
        const double deep = fmax(bend, -island->contact[i].psi);
        if (deep > 0.0 && deep > slop(s->world, island->contact + i)) return 1;
    }
    return 0;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

/* how deep the contact's bodies may stay: as before the step, less `recovered` */
static double may_stay(const projection *p, const mb_body_contact *c)
{
    double deep = 0.0;

    for (int i = 0; i < p->nbefore; i++) {
        const mb_body_contact *o = p->before + i;
        if ((o->a == c->a && o->b == c->b) || (o->a == c->b && o->b == c->a))
            deep = fmax(deep, -o->psi);
    }
    return deep - p->recovered;
}

/* Right-hand sides of contacts. Half the slop is left: detection moves facets inwards by that. */
static void ask_contacts(projection *p, mb_body_contact *contact)
{
    p->deep = 0.0;
    for (int i = 0; i < p->island.ncontact; i++) {
        const double psi = contact[i].psi, own = slop(&p->world, contact + i);
        const double stays = psi < -own ? fmax(0.5 * own, may_stay(p, contact + i)) : own;
        mbw_contact *row = p->pass.rows.contact + i;
        contact[i].mu = contact[i].e = 0.0;
        row->bias = psi < -stays ? psi + stays : fmax(psi, 0.0);
        p->deep -= fmin(row->bias, 0.0);
    }
    p->errors = p->deep;
}

/* The problem of a pass at q*. Returns 1: to be solved, 0: nothing to do, -1: no room. */
static int ask(projection *p, mb_arena *arena)
{
    const mb_world *w = &p->world;
    const int max = mbw_max_contacts(w);
    mb_body_contact *contact = (mb_body_contact *)mbw_take(arena, max, sizeof *contact);
    mbw_step *s = &p->pass;

    if (!contact) return -1;
    p->island = *p->step->rows.island;
    p->island.contact = contact;
    p->island.ncontact = mbw_detect(w, p->only, contact, max, *arena);
    if (p->island.ncontact < 0 || p->island.ncontact > max) return -1;
    p->island.ncontact = mbw_leaders(contact, p->island.ncontact, 1);
    memset(&p->out, 0, sizeof p->out);
    p->out.island = p->island;
    s->rows.island = &p->out.island;
    s->rows.part = p->step->world->curved < 0 ? 0.0 : 1.0;
    s->rows.still = 1;
    if (!mbw_make_rows(s, arena)) return -1;
    ask_contacts(p, contact);
    if (!(p->errors > 0.0) && !(mbw_broken(&s->rows, w->q) > CLOSED * s->rows.reach)) return 0;
    for (int i = 0; i < s->rows.njoint; i++) {
        const mbw_joint_row *row = s->rows.joint + i;
        p->errors += row->kind == MBW_HOLD ? fabs(row->gap) : fmax(-row->gap, 0.0);
    }
    return 1;
}

/* the largest part of the displacement that keeps to TURN and FAR */
static double near(const projection *p)
{
    double turn = 0.0, far = 0.0;

    for (int i = 0; i < p->island.nbody; i++) {
        const double *d = p->dq + 3 * p->island.body[i];
        turn = fmax(turn, fabs(d[2]));
        far = fmax(far, hypot(d[0], d[1]));
    }
    return fmin(1.0, fmin(TURN / turn, FAR * p->errors / far));
}

/* the joints' error after a part of the displacement */
static double open_at(projection *p, double part)
{
    for (int i = 0; i < 3 * p->island.nbody; i++) {
        const int at = 3 * p->island.body[i / 3] + i % 3;
        p->trial[at] = p->world.q[at] + part * p->dq[at];
    }
    return mbw_broken(&p->pass.rows, p->trial);
}

/* The displacement that closes joints, with as much damping as it needs; contacts alone are not
 * damped, the next pass detects them anew. Returns the part of it to be made, 0: not solved. */
static double find_way(projection *p, mb_arena scratch)
{
    const double before = fmax(mbw_broken(&p->pass.rows, p->world.q), p->deep);
    const double enough = fmax(FALLS * before, 0.5 * CLOSED * p->pass.rows.reach);
    double part = 0.0;

    for (int k = 0; k <= DAMPINGS; k++) {
        if (mbw_solve(&p->pass, 0, scratch) != MB_OK) return 0.0;
        part = near(p);
        if (p->island.njoint == 0 || open_at(p, part) <= enough) return part;
        for (int i = 0; i < p->island.nbody; i++) p->body[p->island.body[i]].inertia *= 10.0;
    }
    for (int k = 0; k < SHORTER && open_at(p, part) > before; k++) part *= 0.5;
    return part;
}

/* One pass. Returns 1: another one may help, 0: nothing to do, or not solved, -1: no room. */
static int go(projection *p, mb_arena scratch)
{
    const int wanted = ask(p, &scratch);
    const double part = wanted > 0 ? find_way(p, scratch) : 0.0;

    for (int i = 0; i < p->island.nbody && wanted > 0; i++) {
        const int body = p->island.body[i];
        for (int k = 0; k < 3; k++) p->world.q[3 * body + k] += part * p->dq[3 * body + k];
        p->body[body].inertia = p->step->world->body[body].inertia;
    }
    return wanted < 0 ? -1 : part > 0.0;
}

/* ---- an island ------------------------------------------------------------------------------- */

/* the world at rest, h = 1, at s->q; 0: no room */
static int begin(projection *p, const mbw_step *s, mb_arena *arena)
{
    const int n = s->world->nbody, max = mbw_max_contacts(s->world);
    mb_body_contact *before = (mb_body_contact *)mbw_take(arena, max, sizeof *before);
    double *zero = mb_arena_matrix(arena, 4, 3 * n);
    mb_world *w = &p->world;

    memset(p, 0, sizeof *p);
    p->step = s;
    p->body = (mb_body *)mbw_take(arena, n, sizeof *p->body);
    p->only = mb_arena_ints(arena, n);
    p->pass.place = mb_arena_ints(arena, n);
    if (!before || !zero || !p->body || !p->only || !p->pass.place) return 0;
    memset(zero, 0, 12 * (size_t)n * sizeof *zero);
    memcpy(p->body, s->world->body, (size_t)n * sizeof *p->body);
    for (int i = 0; i < n; i++) {
        p->only[i] = 0;
        p->pass.place[i] = -1;
    }
    for (int i = 0; i < s->rows.island->nbody; i++) p->only[s->rows.island->body[i]] = 1;
    p->dq = zero + 3 * n;
    p->trial = zero + 6 * n;
    *w = *s->world;
    w->body = p->body;
    w->v = w->force = zero;
    w->h = 1.0;
    w->gravity[0] = w->gravity[1] = 0.0;
    w->formulation = MB_SWEPT;
    w->form = MB_FORM_LCP;
    w->lcp_solver = NULL;
    w->mlcp_solver = NULL;
    memset(&w->options, 0, sizeof w->options);
    w->curved = -1;
    w->warm = NULL;
    w->nwarm = w->max_warm = 0;
    w->observer = NULL;
    w->clock = NULL;
    p->pass.world = w;
    p->pass.out = &p->out;
    p->pass.v0 = zero;
    p->pass.v = p->dq;
    p->before = before;
    p->nbefore = mbw_detect(w, p->only, before, max, *arena);
    if (p->nbefore < 0 || p->nbefore > max) return 0;
    p->nbefore = mbw_leaders(before, p->nbefore, 1);
    p->recovered = mbw_recovery(s->world) * s->world->h;
    w->q = s->q;
    if (!mbw_rows_begin(w, &p->pass.rows, arena)) return 0;
    memcpy(p->trial, w->q, 3 * (size_t)n * sizeof *p->trial);
    return 1;
}

/* of the island with bodies at q[3*nbody]: gravity and springs [J] */
static double potential(const mbw_step *s, const double *q)
{
    const mb_world *w = s->world;
    const mb_island *island = s->rows.island;
    double energy = 0.0;

    for (int i = 0; i < island->nbody; i++) {
        const double *x = q + 3 * island->body[i];
        energy -= w->body[island->body[i]].mass * (w->gravity[0] * x[0] + w->gravity[1] * x[1]);
    }
    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *j = w->joint + island->joint[i];
        const double x = mb_joint_coordinate(j, q, NULL, NULL) - j->rest;
        energy += 0.5 * j->stiffness * x * x;
    }
    return energy;
}

int mbw_project(mbw_step *s, mb_arena scratch)
{
    const mb_world *w = s->world;
    const double before = potential(s, s->q);
    double open;
    projection p;

    if (!is_wanted(s, bent(s))) return 1;
    if (!begin(&p, s, &scratch)) return 0;
    for (int k = 0, more = 1; k < PASSES && more > 0; k++) {
        more = go(&p, scratch);
        if (more < 0) return 0;
    }
    s->lifted = potential(s, s->q) - before;
    open = w->curved < 0 ? 0.0 : mbw_broken(&s->rows, s->q);
    if (open > CLOSED * s->rows.reach) s->open = open;
    s->diverged = open > fmax(OPEN * s->rows.reach, LESS * mbw_broken(&s->rows, w->q));
    return 1;
}
