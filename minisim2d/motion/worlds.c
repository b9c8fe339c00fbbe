/* worlds.c: binds a scene with bodies to mb_world, and records its steps; see simulate.h
 *
 * Particles come after the bodies: points that do not turn. The observer sees the islands of a step
 * one after the other; its data wait until the step has succeeded.
 */
#include "simulate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../solving/attempt.h"
#include "../writing/output.h"

/* ---- joints corrected after the step --------------------------------------------------------- */

#define CLOSED 1e-5               /* [m], [rad]: smaller errors of joints are left */
#define IMPLIED 1e-12             /* of S_ii: a row with a smaller pivot is redundant */
enum { PASSES = 50 };             /* each squares the error, unless joints cannot be closed */

/* The joint_rows J of all joints, S = J M^-1 J' and the right-hand side, which becomes lambda. */
typedef struct {
    const mb_world *world;
    int n;
    double *Ja, *Jb, *S, *x;      /* Ja[3*n], Jb[3*n], S[n*n], x[n] */
} joint_rows;

static int count(const mb_world *world)
{
    int n = 0;

    for (int k = 0; k < world->njoint; k++) n += mb_joint_rows(world->joint[k].kind);
    return n;
}

size_t projected_size(const mb_world *world)
{
    const size_t n = (size_t)count(world);

    return n * (n + 7);
}

/* 1 / mass or inertia of coordinate i of a body; 0 for bodies that no force moves */
static double mobility(const mb_world *world, int body, int i)
{
    const mb_body *b = body < 0 ? NULL : world->body + body;
    const double inertia = !b || b->kind != MB_DYNAMIC ? 0.0 : i < 2 ? b->mass : b->inertia;

    return inertia > 0.0 ? 1.0 / inertia : 0.0;
}

/* y[3*nbody] += `by` times row i of M^-1 J' */
static void push(const joint_rows *r, const mb_joint *j, int i, double by, double *y)
{
    for (int k = 0; k < 3; k++) {
        if (j->a >= 0) y[3 * j->a + k] += by * mobility(r->world, j->a, k) * r->Ja[3 * i + k];
        if (j->b >= 0) y[3 * j->b + k] += by * mobility(r->world, j->b, k) * r->Jb[3 * i + k];
    }
}

/* J_i y for y[3*nbody] */
static double speed(const joint_rows *r, const mb_joint *j, int i, const double *y)
{
    double sum = 0.0;

    for (int k = 0; k < 3; k++) {
        if (j->a >= 0) sum += r->Ja[3 * i + k] * y[3 * j->a + k];
        if (j->b >= 0) sum += r->Jb[3 * i + k] * y[3 * j->b + k];
    }
    return sum;
}

/* J_i M^-1 J_l' of joint_rows of two joints */
static double coupling(const joint_rows *r, const mb_joint *j, int i, const mb_joint *m, int l)
{
    const double *Ji[2] = { r->Ja + 3 * i, r->Jb + 3 * i };
    const double *Jl[2] = { r->Ja + 3 * l, r->Jb + 3 * l };
    const int bi[2] = { j->a, j->b }, bl[2] = { m->a, m->b };
    double sum = 0.0;

    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++)
            for (int k = 0; k < 3 && bi[s] >= 0 && bi[s] == bl[t]; k++)
                sum += Ji[s][k] * mobility(r->world, bi[s], k) * Jl[t][k];
    return sum;
}

/* J and S with bodies at q, x = phi; returns max |phi| */
static double make(joint_rows *r, const double *q)
{
    const mb_world *w = r->world;
    double worst = 0.0;

    for (int k = 0, i = 0; k < w->njoint; i += mb_joint_rows(w->joint[k++].kind)) {
        mb_joint_jacobian(w->joint + k, q, r->Ja + 3 * i, r->Jb + 3 * i);
        mb_joint_errors(w->joint + k, q, r->x + i);
    }
    for (int k = 0, i = 0; k < w->njoint; k++)
        for (int a = 0; a < mb_joint_rows(w->joint[k].kind); a++, i++) {
            worst = fmax(worst, fabs(r->x[i]));
            for (int m = 0, l = 0; m < w->njoint; m++)
                for (int b = 0; b < mb_joint_rows(w->joint[m].kind); b++, l++)
                    r->S[i * r->n + l] = coupling(r, w->joint + k, i, w->joint + m, l);
        }
    return worst;
}

/* x := S^-1 x by S = L D L', in place; a redundant row gets 0 */
static void solve(joint_rows *r)
{
    const int n = r->n;
    double *S = r->S, *x = r->x;

    for (int k = 0; k < n; k++) {
        double pivot = S[k * n + k];
        const double whole = pivot;
        for (int m = 0; m < k; m++) pivot -= S[k * n + m] * S[k * n + m] * S[m * n + m];
        S[k * n + k] = pivot > IMPLIED * whole ? pivot : 0.0;
        for (int i = k + 1; i < n; i++) {
            double entry = S[i * n + k];
            for (int m = 0; m < k; m++) entry -= S[i * n + m] * S[k * n + m] * S[m * n + m];
            S[i * n + k] = S[k * n + k] > 0.0 ? entry / S[k * n + k] : 0.0;
        }
    }
    for (int i = 0; i < n; i++)
        for (int m = 0; m < i; m++) x[i] -= S[i * n + m] * x[m];
    for (int i = 0; i < n; i++) x[i] = S[i * n + i] > 0.0 ? x[i] / S[i * n + i] : 0.0;
    for (int i = n - 1; i >= 0; i--)
        for (int m = i + 1; m < n; m++) x[i] -= S[m * n + i] * x[m];
}

/* y -= M^-1 J' S^-1 x */
static void mend(joint_rows *r, double *y)
{
    const mb_world *w = r->world;

    solve(r);
    for (int k = 0, i = 0; k < w->njoint; k++)
        for (int a = 0; a < mb_joint_rows(w->joint[k].kind); a++, i++)
            push(r, w->joint + k, i, -r->x[i], y);
}

void projected_update(const mb_world *world, const double *v_next, double *q, double *v,
                      double *memory)
{
    const int n = count(world);
    joint_rows r = { world, n, memory, memory + 3 * n, memory + 6 * n, memory + 6 * n + n * n };

    for (int i = 0; i < 3 * world->nbody; i++) {
        v[i] = v_next[i];
        q[i] += world->h * v[i];
    }
    if (n == 0) return;
    for (int k = 0; k < PASSES && make(&r, q) > CLOSED; k++) mend(&r, q);
    (void)make(&r, q);
    for (int k = 0, i = 0; k < world->njoint; k++)
        for (int a = 0; a < mb_joint_rows(world->joint[k].kind); a++, i++)
            r.x[i] = speed(&r, world->joint + k, i, v);
    mend(&r, v);
}

#define SLIDES 1e-6               /* of the speed of a support's body */

/* ---- the world ---- */

static void add_body(driver *d, int k)
{
    const scene_body *from = d->scene->body + k;
    double *start = d->start + 3 * k;

    d->shape[k] = from->shape;
    d->body[k] = from->body;
    memcpy(start, from->q, sizeof from->q);
    memcpy(start + 3 * d->count, from->v, sizeof from->v);
    memcpy(d->world.force + 3 * k, from->force, sizeof from->force);
}

static void add_particle(driver *d, int k)
{
    static const double middle[2] = { 0.0, 0.0 };
    const scene_particle *from = d->scene->particle + k - d->scene->nbody;
    const mb_shape point = { 1, middle, 0.0 };
    double *start = d->start + 3 * k;

    d->shape[k] = point;
    d->body[k].shape = k;
    d->body[k].mass = from->mass;
    d->body[k].mu = -1.0;
    memcpy(start, from->x, sizeof from->x);
    memcpy(start + 3 * d->count, from->v, sizeof from->v);
    memcpy(d->world.force + 3 * k, from->force, sizeof from->force);
}

/* The terrain, with a coefficient below 0 if the scene gives none: a body's own is then used. */
static mb_status make_terrain(driver *d)
{
    const scene *s = d->scene;
    const size_t n = (size_t)d->terrain.nedge;
    mb_edge *edge = driver_take(d, n, sizeof *edge);

    if (!edge) return MB_NO_MEMORY;
    if (n > 0) memcpy(edge, d->terrain.edge, n * sizeof *edge);
    d->world.terrain = d->terrain;
    d->world.terrain.edge = edge;
    for (int i = 0; i < s->nobstacle; i++)            /* in the same order */
        for (int k = 0; k < scene_edges(s->obstacle + i); k++) (edge++)->mu = s->obstacle[i].mu;
    return MB_OK;
}

static mb_status make_bodies(driver *d)
{
    const scene *s = d->scene;
    const size_t n = (size_t)d->count;
    mb_world *w = &d->world;

    d->shape = driver_take(d, n, sizeof *d->shape);
    d->body = driver_take(d, n, sizeof *d->body);
    d->joint = driver_take(d, (size_t)s->njoint, sizeof *d->joint);
    d->support = driver_take(d, (size_t)s->nsupport, sizeof *d->support);
    d->start = driver_take(d, 6 * n, sizeof *d->start);
    d->state = driver_take(d, 9 * n, sizeof *d->state);
    d->name = driver_take(d, n, sizeof *d->name);
    if (d->lost) return MB_NO_MEMORY;
    d->changing = 6 * n;
    w->q = d->state;
    w->v = d->state + 3 * n;
    w->force = d->state + 6 * n;
    for (int k = 0; k < d->count; k++) {
        if (k < s->nbody) add_body(d, k);
        else add_particle(d, k);
        scene_name(s, k, d->name[k]);
    }
    for (int k = 0; k < s->njoint; k++) d->joint[k] = s->joint[k].joint;
    for (int k = 0; k < s->nsupport; k++) d->support[k] = s->support[k].support;
    w->nshape = w->nbody = d->count;
    w->nsupport = s->nsupport;
    w->support = d->support;
    w->njoint = s->njoint;
    w->shape = d->shape;
    w->body = d->body;
    w->joint = d->joint;
    return make_terrain(d);
}

static void update_projected(const mb_world *world, const double *v_next, double *q, double *v)
{
    const driver *d = world->user;

    projected_update(world, v_next, q, v, d->projection);
}

/* the user's solver; without one the world chooses for every island */
static mb_status make_method(driver *d)
{
    const settings *with = d->with;
    const mb_cone_row *cone = settings_cone(with, d->scene);
    mb_world *w = &d->world;

    w->formulation = with->formulation;
    w->form = with->form;
    w->sides = with->sides;
    if (cone) {
        w->cone = cone->solve;
        w->cone_scratch = mb_cone_scratch;
    }
    w->primary = with->primary_rule;
    if (with->solver && !cone) {
        const mb_solver *solver = solvers_find(with->form != MB_FORM_LCP, with->solver);
        if (!solver) return MB_BAD_ARG;
        w->lcp_solver = solver->lcp;
        w->mlcp_solver = solver->mlcp;
        w->solver_scratch = solver->scratch;
    }
    w->options = with->options;
    w->sweeps = with->sweeps;
    w->restitution = d->scene->restitution;
    w->recovery = d->scene->recovery;
    w->curved = d->scene->curved;
    if (d->scene->curved == SCENE_PROJECTED) {
        w->curved = SCENE_FREE;
        w->update = update_projected;
        d->projection = driver_take(d, projected_size(w), sizeof *d->projection);
        if (!d->projection) return MB_NO_MEMORY;
    }
    w->epsilon = with->epsilon;
    w->h = with->h;
    memcpy(w->gravity, d->scene->gravity, sizeof w->gravity);
    return MB_OK;
}

/* ---- a step ---- */

static int counts_of(const mb_body_contact *c, int body) { return c->a == body || c->b == body; }

/* data of the island's step on each of its bodies; for a step in parts, contacts of the last one */
static void note_bodies(driver *d, const mb_island_step *step)
{
    const mb_island *island = &step->island;

    for (int i = 0; i < island->nbody; i++) {
        trajectory_row *row = d->seen + island->body[i];
        row->parts++;
        if ((int)step->way > row->way) row->way = (int)step->way;
        row->contacts = 0;
        for (int k = 0; k < island->ncontact; k++)
            row->contacts += counts_of(island->contact + k, island->body[i]);
        row->size = step->problem.n;
        row->iterations += step->info.iterations;
        row->residual = fmax(row->residual, step->info.residual);
        row->seconds += step->seconds;
    }
}

/* which of two opposite impulses is shown: on the moving body; if both move, on the one held up */
static int acts_on_a(const driver *d, const mb_body_contact *c, const double on_b[2])
{
    const double *g = d->world.gravity;

    if (c->a < 0 || d->body[c->a].kind != MB_DYNAMIC) return 0;
    if (c->b < 0 || d->body[c->b].kind != MB_DYNAMIC) return 1;
    return g[0] * on_b[0] + g[1] * on_b[1] > 0.0;
}

/* the impulses of the island's contacts, for arrows in a picture */
static void note_pushes(driver *d, const mb_island_step *step)
{
    simulation *run = d->run;

    for (int i = 0; step->p_n && i < step->island.ncontact; i++) {
        const mb_body_contact *c = step->island.contact + i;
        const double pn = step->p_n[i], pt = step->p_t[i];
        trajectory_push *push;
        if (!(pn > 0.0) || run->npush == MOST_PUSHES) continue;
        push = run->push + run->npush++;
        memcpy(push->at, c->p, sizeof push->at);
        push->impulse[0] = pn * c->n[0] - pt * c->n[1];
        push->impulse[1] = pn * c->n[1] + pt * c->n[0];
        if (acts_on_a(d, c, push->impulse))
            for (int k = 0; k < 2; k++) push->impulse[k] = -push->impulse[k];
    }
}

/* Does a support slide, with its body at the speeds v? Not if that is the rounding that remains
 * where the body's velocity and its turning cancel. */
static int slides(const mb_world *w, const mb_support *s, const double *v)
{
    double r[2];

    mb_rotate(w->q[3 * s->body + 2], s->at, r);
    return hypot(v[0] - v[2] * r[1], v[1] + v[2] * r[0]) > SLIDES * hypot(v[0], v[1]);
}

/* the friction of the island's supports, for a picture; for a step in parts that of the last one */
static void note_feet(driver *d, const mb_island_step *step)
{
    const mb_world *w = &d->world;

    for (int k = 0; step->p_s && step->v && k < w->nsupport; k++) {
        const mb_support *s = w->support + k;
        trajectory_foot *foot = d->run->foot + k;
        for (int i = 0; i < step->island.nbody; i++) {
            if (step->island.body[i] != s->body) continue;
            memcpy(foot->impulse, step->p_s + 2 * k, sizeof foot->impulse);
            foot->bound = d->world.h * s->mu * s->load / (double)(1 << step->level);
            foot->slides = slides(w, s, step->v + 3 * s->body);
        }
    }
}

/* the obstacle in a contact with the terrain, whose facets and vertices are numbered by its edges:
 * the edges themselves, then those at their ends */
static int obstacle_of(const driver *d, const mb_body_contact *c)
{
    const int number = c->a >= 0 ? c->vertex : c->facet >= 0 ? c->facet : -1 - c->facet;

    return scene_edge_find(d->scene, d->terrain.edge[number % d->terrain.nedge].id, NULL);
}

static void report_contact(const driver *d, const mb_body_contact *c, FILE *to)
{
    if (c->a >= 0 && c->b >= 0) {
        fprintf(to, "  contact   %s with %s", d->name[c->a], d->name[c->b]);
    } else {
        const int obstacle = obstacle_of(d, c);
        fprintf(to, "  contact   %s with obstacle %d (line %d)", d->name[c->a >= 0 ? c->a : c->b],
                obstacle + 1, d->scene->obstacle[obstacle].line);
    }
    fprintf(to, " at (%.6g, %.6g): gap %.6g m\n", c->p[0], c->p[1], c->psi);
}

enum { REPORTED = 12 };           /* the most bodies, joints and contacts in a report */

static const char *body_name(const driver *d, int body)
{
    return body < 0 ? "world" : d->name[body];
}

/* "weld of box and world (line 7)" */
static void write_joint(const driver *d, int joint, FILE *to)
{
    static const char *const kinds[] = { "revolute", "prismatic", "weld", "distance", "rope" };
    const mb_joint *j = d->joint + joint;

    fprintf(to, "%s of %s and %s (line %d)", kinds[j->kind], body_name(d, j->a),
            body_name(d, j->b), d->scene->joint[joint].line);
}

static void report_joint(const driver *d, int joint, FILE *to)
{
    fprintf(to, "  joint     ");
    write_joint(d, joint, to);
    fprintf(to, ": error %.3g\n", mb_joint_error(&d->world, joint));
}

/* names its bodies and joints */
static void report_island(const driver *d, const mb_island *island, FILE *to)
{
    fprintf(to, "  bodies   ");
    for (int i = 0; i < island->nbody && i < REPORTED; i++)
        fprintf(to, "%s %s", i ? "," : "", d->name[island->body[i]]);
    if (island->nbody > REPORTED) fprintf(to, ", and %d more", island->nbody - REPORTED);
    fprintf(to, "\n");
    for (int i = 0; i < island->njoint && i < REPORTED; i++)
        report_joint(d, island->joint[i], to);
    if (island->njoint > REPORTED)
        fprintf(to, "  and %d more joints\n", island->njoint - REPORTED);
}

static void report_contacts(const driver *d, const mb_island *island, FILE *to)
{
    for (int i = 0; i < island->ncontact && i < REPORTED; i++)
        report_contact(d, island->contact + i, to);
    if (island->ncontact > REPORTED)
        fprintf(to, "  and %d more contacts\n", island->ncontact - REPORTED);
}

/* a driven body in contacts or, if `joined`, joints of the island; -1: none */
static int driven_body(const driver *d, const mb_island *island, int joined)
{
    for (int i = 0; i < (joined ? island->njoint : island->ncontact); i++) {
        const mb_body_contact *c = island->contact + i;
        const mb_joint *j = joined ? d->joint + island->joint[i] : NULL;
        const int end[2] = { j ? j->a : c->a, j ? j->b : c->b };
        for (int k = 0; k < 2; k++)
            if (end[k] >= 0 && d->body[end[k]].kind == MB_KINEMATIC) return end[k];
    }
    return -1;
}

/* Explains an impossible motion of driven bodies. Returns 0 if there are none. */
static int explain_driven(const driver *d, const mb_island *island, FILE *to)
{
    const int pulls = driven_body(d, island, 1);

    if (driven_body(d, island, 0) >= 0)
        fprintf(to, "  why       driven bodies leave no room for those between them\n"
                "  try       driven bodies that leave room for the others\n");
    else if (pulls >= 0)
        fprintf(to, "  why       %s is driven farther than its joints allow\n"
                "  try       driven bodies that move as their joints allow\n", d->name[pulls]);
    else
        return 0;
    return 1;
}

/* Explains a solution rejected for a joint. Returns 1 if it advises. */
static int explain_joint(const driver *d, const mb_island_step *step, FILE *to)
{
    const int implied = step->info.status == MB_SINGULAR;

    fprintf(to, "  why       the solution violates the ");
    write_joint(d, (int)(step->broken - d->joint), to);
    fprintf(to, ":\n            %s\n", implied ? "other joints imply it" :
            "it turns too far in a step, or an effort or a mass is so large that the others are "
            "lost to rounding");
    if (implied)
        fprintf(to, "  try       driven bodies that move as their joints allow; no joint twice\n");
    return implied;
}

/* the reason, with the contacts; returns 1 if it advises */
static int explain(const driver *d, const mb_island_step *step, FILE *to)
{
    report_contacts(d, &step->island, to);
    if (step->broken) return explain_joint(d, step, to);
    if (step->way == MB_SAFE && explain_driven(d, &step->island, to)) return 1;
    if (step->problem.n == 0 || !step->problem.A) return 0;
    failure_explain(&step->problem, step->solver ? step->solver : "none", &step->info, to);
    return 0;
}

static void report_failure(const driver *d, const mb_island_step *step)
{
    const mb_world *w = &d->world;
    FILE *to = d->messages;
    int advised;

    if (!to) return;
    fprintf(to, "minisim2d: step %d at t = %.9g s failed: %s\n", w->step + 1, w->t,
            mb_status_name(step->info.status));
    fprintf(to, "  %s\n", mb_status_text(step->info.status));
    fprintf(to, "  method    %s as %s, solver %s, %d unknowns, %d iterations, residual %.3g\n",
            mb_formulations[w->formulation].name, form_names[w->form],
            step->solver ? step->solver : "none", step->problem.n, step->info.iterations,
            step->info.residual);
    report_island(d, &step->island, to);
    advised = explain(d, step, to);
    fprintf(to, "  %s       a smaller --h%s%s\n", advised ? "or " : "try",
            settings_advice(w->formulation),
            d->with->dump ? "" : "; --dump-lcp DIR saves the problem");
}

/* counts the solver of the problem; none if free motion solves it */
static void note_solver(simulation *run, const mb_island_step *step)
{
    int k = 0;

    while (k < run->nsolver && strcmp(run->solver[k].name, step->solver) != 0) k++;
    if (k == MOST_SOLVERS) return;
    if (k == run->nsolver) run->solver[run->nsolver++].name = step->solver;
    run->solver[k].problems++;
    run->solver[k].residual = fmax(run->solver[k].residual, step->info.residual);
}

/* was the island's step made, if only by an iterate? */
static int is_done(const mb_island_step *step)
{
    return step->info.status == MB_OK || step->way == MB_UNSOLVED;
}

/* counts steps that were not accurate */
static void note_way(driver *d, const mb_island_step *step, double t)
{
    simulation *run = d->run;

    if (step->level > 0 && d->seen[step->island.body[0]].parts == 1 && run->parts.count++ == 0)
        run->parts.t = t;
    if (step->way == MB_HALF && run->half.count++ == 0) run->half.t = t;
    if (step->way == MB_SAFE && run->safe.count++ == 0) run->safe.t = t;
    if (step->way == MB_UNSOLVED) {
        if (run->unsolved.count++ == 0) run->unsolved.t = t;
        run->unsolved.most = fmax(run->unsolved.most, step->info.residual);
    }
    if (step->open > 0.0 && run->open.count++ == 0) run->open.t = t;
    run->open.most = fmax(run->open.most, step->open);
}

static void observe(const mb_world *w, const mb_island_step *step)
{
    driver *d = w->user;
    const int n = step->problem.n;

    note_bodies(d, step);
    note_pushes(d, step);
    note_feet(d, step);
    if (is_done(step)) note_way(d, step, w->t);
    if (step->solver && is_done(step)) note_solver(d->run, step);
    if (d->seen[step->island.body[0]].parts == 1)
        d->whole.islands += step->island.ncontact + step->island.njoint > 0;
    d->whole.size += n;
    d->whole.iterations += step->info.iterations;
    d->problems += n > 0;
    if (n > d->largest) d->largest = n;
    d->residual = fmax(d->residual, step->info.residual);
    if (d->with->dump && n > 0 && step->problem.A)
        driver_dump(d, &step->problem, w->step + 1, "body", step->island.body[0] + 1);
    if (!is_done(step)) {
        d->reported = 1;
        report_failure(d, step);
    }
    if (d->with->watch_bodies) d->with->watch_bodies(d->with->user, w, step);
}

/* reports a step that failed before any island was made */
static void report_whole(const driver *d, mb_status status)
{
    if (!d->messages) return;
    fprintf(d->messages, "minisim2d: step %d at t = %.9g s failed: %s\n  %s\n", d->world.step + 1,
            d->world.t, mb_status_name(status), mb_status_text(status));
    if (status == MB_NO_MEMORY)
        fprintf(d->messages, "  there is no room for all contacts within epsilon = %g m: "
                "try a smaller --epsilon\n", d->world.epsilon);
}

static void forget_step(driver *d)
{
    memset(d->seen, 0, (size_t)d->count * sizeof *d->seen);
    d->whole.islands = d->whole.size = d->whole.iterations = 0;
    d->problems = d->largest = d->run->npush = 0;
    d->residual = 0.0;
}

mb_status worlds_step(driver *d, double t, double h)
{
    const int step = d->world.step;
    mb_status status;

    d->world.t = t;
    d->world.h = h;
    d->world.show = d->with->show || (d->with->dump && (step + 1) % d->with->dump_every == 0);
    if (d->run) forget_step(d);
    status = mb_world_step(&d->world, NULL);
    if (d->world.step > step) return MB_OK;                    /* or by an iterate */
    if (!d->run) return status;
    if (status != MB_OK && !d->reported) report_whole(d, status);
    return status;
}

/* ---- the record ---- */

/* the energy, with the potential of constant forces, as in scene_energy */
static double energy(const driver *d)
{
    double sum = mb_world_energy(&d->world);

    for (int k = 0; k < 3 * d->count; k++)
        if (d->body[k / 3].kind == MB_DYNAMIC) sum -= d->world.force[k] * d->world.q[k];
    return sum;
}

static void measure(driver *d)
{
    trajectory_world *now = &d->whole;
    simulation *run = d->run;

    now->energy = energy(d);
    mb_world_momentum(&d->world, now->momentum);
    now->penetration = mb_world_penetration(&d->world, d->world.scratch);
    now->joint_error = 0.0;
    for (int j = 0; j < d->world.njoint; j++) {
        const double error = mb_joint_error(&d->world, j);
        now->joint_error = fmax(now->joint_error, error);
        if (error <= run->joint_error) continue;
        run->joint_error = error;
        run->worst_joint = j;
        run->joint_t = run->t;
    }
    if (now->penetration > run->penetration) {
        run->penetration = now->penetration;
        run->penetration_t = run->t;
    }
    if (run->steps == 0) run->energy[0] = now->energy;
    run->energy[1] = now->energy;
    if (now->islands > run->islands) run->islands = now->islands;
}

void worlds_record(driver *d)
{
    measure(d);
    d->run->problems += d->problems;
    if (d->largest > d->run->largest) d->run->largest = d->largest;
    d->run->iterations += d->whole.iterations;
    d->run->residual = fmax(d->run->residual, d->residual);
    for (int k = 0; k < d->count; k++) {
        trajectory_row *row = d->seen + k;
        const double *q = d->world.q + 3 * k, *v = d->world.v + 3 * k;
        row->body = d->name[k];
        row->world = &d->whole;
        memcpy(row->x, q, sizeof row->x);
        memcpy(row->v, v, sizeof row->v);
        row->angle = q[2];
        row->spin = v[2];
    }
}

mb_status worlds_make(driver *d)
{
    mb_world *w = &d->world;
    mb_status status = make_bodies(d);

    if (status == MB_OK) status = make_method(d);
    if (status != MB_OK) return status;
    w->max_warm = mb_world_most_contacts(w) + MB_JOINT_ROWS * w->njoint +
                  w->nsupport * (w->sides < 4 ? 2 : w->sides / 2);
    w->warm = driver_take(d, (size_t)w->max_warm, sizeof *w->warm);
    if (!w->warm) return MB_NO_MEMORY;
    w->user = d;
    if (d->run) {
        w->observer = observe;
        w->clock = progress_clock;
    }
    return driver_scratch(d, mb_world_scratch(w), &w->scratch);
}
