/* test_motion.c: what a run reports, against sums over the steps that its observers see
 *
 * Rows and totals of a run, impulses and feet for pictures, recorded steps, kept poses, the columns
 * of a MAT-file; joints that are corrected after the step, against difference quotients; settings;
 * pushes, depths and the messages of a run that fails.
 */
#include "check.h"

#include <limits.h>
#include <stdlib.h>

#include "minisim2d/motion/simulate.h"
#include "minisim2d/reading/frame.h"
#include "minisim2d/solving/attempt.h"

static int same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1e-3 + fabs(a) + fabs(b));
}

/* ---- a run's rows and totals ----------------------------------------------------------------- */

enum { BODIES = 16, NAMES = 8, EDGES = 200 };

static struct {
    driver *d;
    trajectory_row row[BODIES];
    trajectory_world whole;
    int npush, problems, largest;
    trajectory_push push[64];
    trajectory_foot foot[16];
    double now, residual;        /* of the current step, as all above */
    int total, most, islands, parts, half, safe, unsolved, open;      /* from here, of the run */
    double iterations, worst, first[5], deepest[2];
    int names, count[NAMES];
    const char *name[NAMES];
    double name_worst[NAMES];
    char pushed[EDGES];
    int rows, wrong;             /* numbers of rows compared, and of differences */
} seen;

/* counts a difference, and prints the first ones */
static void wrong(const char *what, double got, double want)
{
    if (seen.wrong++ < 8)
        note("step %d: %s is %.17g, not %.17g", seen.d ? seen.d->run->steps : 0, what, got, want);
}

static void compare(const char *what, double got, double want)
{
    if (!same(got, want)) wrong(what, got, want);
}

/* before the next step */
static void forget(void)
{
    memset(seen.row, 0, sizeof seen.row);
    memset(&seen.whole, 0, sizeof seen.whole);
    seen.npush = seen.problems = seen.largest = 0;
    seen.residual = 0.0;
}

/* counts a step of the k-th kind, and notes the time of the first one */
static void first(int *count, int k)
{
    if ((*count)++ == 0) seen.first[k] = seen.now;
}

/* adds the impulse on the body that can move; if both can, on the one that it pushes up */
static void see_push(const mb_world *w, const mb_body_contact *c, double p_n, double p_t)
{
    const int moves[2] = { c->a >= 0 && w->body[c->a].kind == MB_DYNAMIC,
                           c->b >= 0 && w->body[c->b].kind == MB_DYNAMIC };
    const double t[2] = { -c->n[1], c->n[0] };                 /* n turned to the left */
    trajectory_push *p = seen.push + seen.npush++;
    double up = 0.0;

    for (int k = 0; k < 2; k++) {
        p->at[k] = c->p[k];
        p->impulse[k] = p_n * c->n[k] + p_t * t[k];
        up -= w->gravity[k] * p->impulse[k];
    }
    if (moves[1] && !(moves[0] && up < 0.0)) return;
    for (int k = 0; k < 2; k++) p->impulse[k] *= -1.0;
}

static void see_island(void *user, const mb_world *w, const mb_island_step *step)
{
    const mb_island *in = &step->island;
    const int n = step->problem.n, begins = seen.row[in->body[0]].parts == 0;
    const int done = step->info.status == MB_OK || step->way == MB_UNSOLVED;
    int k = 0;

    (void)user;
    seen.now = w->t;
    for (int i = 0; i < in->nbody; i++) {
        trajectory_row *row = seen.row + in->body[i];
        row->parts++;
        row->way = step->way > (mb_way)row->way ? (int)step->way : row->way;
        row->contacts = 0;
        for (int c = 0; c < in->ncontact; c++)
            if (in->contact[c].a == in->body[i] || in->contact[c].b == in->body[i]) row->contacts++;
        row->size = n;
        row->iterations += step->info.iterations;
        row->residual = fmax(row->residual, step->info.residual);
        row->seconds += step->seconds;
    }
    for (int c = 0; step->p_n && c < in->ncontact; c++)
        if (step->p_n[c] > 0.0) see_push(w, in->contact + c, step->p_n[c], step->p_t[c]);
    for (int s = 0; step->p_s && step->v && s < w->nsupport; s++) {
        const mb_support *f = w->support + s;
        const double *v = step->v + 3 * f->body, a = w->q[3 * f->body + 2];
        const double at[2] = { f->at[0] * cos(a) - f->at[1] * sin(a),
                               f->at[0] * sin(a) + f->at[1] * cos(a) };
        int here = 0;
        for (int i = 0; i < in->nbody; i++) here |= in->body[i] == f->body;
        if (!here) continue;
        memcpy(seen.foot[s].impulse, step->p_s + 2 * s, sizeof seen.foot[s].impulse);
        seen.foot[s].bound = w->h * f->mu * f->load / pow(2.0, step->level);
        seen.foot[s].slides = hypot(v[0] - v[2] * at[1], v[1] + v[2] * at[0]) >
                              1e-6 * hypot(v[0], v[1]);
    }
    if (begins && in->ncontact + in->njoint > 0) seen.whole.islands++;
    seen.whole.size += n;
    seen.whole.iterations += step->info.iterations;
    if (n > 0) {
        seen.problems++;
        if (n > seen.largest) seen.largest = n;
        seen.residual = fmax(seen.residual, step->info.residual);
    }
    if (!done) return;
    if (step->level > 0 && begins) first(&seen.parts, 0);
    if (step->way == MB_HALF) first(&seen.half, 1);
    if (step->way == MB_SAFE) first(&seen.safe, 2);
    if (step->way == MB_UNSOLVED) first(&seen.unsolved, 3);
    if (step->way == MB_UNSOLVED) seen.deepest[0] = fmax(seen.deepest[0], step->info.residual);
    if (step->open > 0.0) first(&seen.open, 4);
    seen.deepest[1] = fmax(seen.deepest[1], step->open);
    if (!step->solver) return;
    while (k < seen.names && strcmp(seen.name[k], step->solver) != 0) k++;
    if (k == seen.names) seen.name[seen.names++] = step->solver;
    seen.count[k]++;
    seen.name_worst[k] = fmax(seen.name_worst[k], step->info.residual);
}

/* an observer of the steps of particles */
static void see_particle(void *user, const mb_sim *sim, const mb_step *step)
{
    trajectory_row *row = seen.row + step->particle;

    (void)user;
    seen.now = sim->t;
    row->contacts = step->ncontact;
    row->size = step->problem.n == 0 && sim->form == MB_FORM_MLCP ? 2 : step->problem.n;
    row->iterations = step->info.iterations;
    row->residual = step->info.residual;
    row->seconds = step->seconds;
    for (int i = 0; i < step->ncontact; i++)
        if (acts_pushes(sim, step, i)) seen.pushed[sim->terrain.edge[step->contact[i].edge].id] = 1;
    if (step->problem.n > 0 && step->info.status == MB_OK) {
        seen.problems++;
        if (step->problem.n > seen.largest) seen.largest = step->problem.n;
    }
}

/* kinetic energy, minus the work of gravity and constant forces from the origin, plus springs */
static double energy_of(const scene *s, const mb_world *w)
{
    double sum = 0.0;

    for (int k = 0; k < w->nbody; k++) {
        const double *q = w->q + 3 * k, *v = w->v + 3 * k, m = w->body[k].mass;
        const double *f = k < s->nbody ? s->body[k].force : s->particle[k - s->nbody].force;
        if (w->body[k].kind != MB_DYNAMIC) continue;
        sum += m * (v[0] * v[0] + v[1] * v[1]) / 2.0 + w->body[k].inertia * v[2] * v[2] / 2.0;
        for (int i = 0; i < 2; i++) sum -= (m * s->gravity[i] + f[i]) * q[i];
        if (k < s->nbody) sum -= f[2] * q[2];
    }
    for (int k = 0; k < w->njoint; k++) {
        const mb_joint *j = w->joint + k;
        const double by = mb_joint_coordinate(j, w->q, NULL, NULL) - j->rest;
        sum += j->stiffness * by * by / 2.0;
    }
    return sum;
}

static void look_at_world(const scene *s, const driver *d)
{
    const mb_world *w = &d->world;
    double p[3] = { 0 };

    for (int k = 0; k < w->nbody; k++) {
        const double *q = w->q + 3 * k, *v = w->v + 3 * k, m = w->body[k].mass;
        if (w->body[k].kind != MB_DYNAMIC) continue;
        p[0] += m * v[0];
        p[1] += m * v[1];
        p[2] += q[0] * (m * v[1]) - q[1] * (m * v[0]) + w->body[k].inertia * v[2];
    }
    for (int i = 0; i < 3; i++) compare("momentum", d->whole.momentum[i], p[i]);
    compare("energy", d->whole.energy, energy_of(s, w));
    compare("islands", d->whole.islands, seen.whole.islands);
    compare("size", d->whole.size, seen.whole.size);
    compare("iterations", d->whole.iterations, seen.whole.iterations);
    compare("penetration", d->whole.penetration, mb_world_penetration(w, w->scratch));
    for (int k = 0; k < w->njoint; k++)
        seen.whole.joint_error = fmax(seen.whole.joint_error, mb_joint_error(w, k));
    compare("joint error", d->whole.joint_error, seen.whole.joint_error);
    compare("pushes", d->run->npush, seen.npush);
    for (int k = 0; k < seen.npush && k < d->run->npush; k++)
        for (int i = 0; i < 2; i++) {
            compare("a push", d->run->push[k].impulse[i], seen.push[k].impulse[i]);
            compare("its place", d->run->push[k].at[i], seen.push[k].at[i]);
        }
    for (int k = 0; k < w->nsupport && d->run->steps > 0; k++) {
        for (int i = 0; i < 2; i++)
            compare("a foot", d->run->foot[k].impulse[i], seen.foot[k].impulse[i]);
        compare("its bound", d->run->foot[k].bound, seen.foot[k].bound);
        compare("its slip", d->run->foot[k].slides, seen.foot[k].slides);
    }
}

/* the world at the start, which is the scene's: bodies, then particles, and the terrain */
static void look_at_start(const scene *s, const driver *d)
{
    const mb_world *w = &d->world;
    int e = 0;

    compare("bodies", w->nbody, scene_count(s));
    compare("joints", w->njoint, s->njoint);
    compare("supports", w->nsupport, s->nsupport);
    for (int k = 0; k < w->nbody; k++) {
        const int point = k >= s->nbody;
        const scene_particle *p = point ? s->particle + k - s->nbody : NULL;
        const scene_body *b = point ? NULL : s->body + k;
        compare("mass", w->body[k].mass, point ? p->mass : b->body.mass);
        compare("inertia", w->body[k].inertia, point ? 0.0 : b->body.inertia);
        compare("mu", w->body[k].mu, point ? -1.0 : b->body.mu);
        compare("kind", w->body[k].kind, point ? MB_DYNAMIC : b->body.kind);
        compare("vertices", w->shape[w->body[k].shape].nvert, point ? 1 : b->shape.nvert);
        compare("radius", w->shape[w->body[k].shape].radius, point ? 0.0 : b->shape.radius);
        for (int i = 0; i < 3; i++) {
            compare("q", w->q[3 * k + i], point ? (i < 2 ? p->x[i] : 0.0) : b->q[i]);
            compare("v", w->v[3 * k + i], point ? (i < 2 ? p->v[i] : 0.0) : b->v[i]);
            compare("force", w->force[3 * k + i],
                    point ? (i < 2 ? p->force[i] : 0.0) : b->force[i]);
        }
    }
    for (int i = 0; i < s->nobstacle; i++)
        for (int k = 0; k < scene_edges(s->obstacle + i); k++, e++)
            compare("an edge's mu", w->terrain.edge[e].mu, s->obstacle[i].mu);
    compare("edges", w->terrain.nedge, e);
}

static int take_row(void *user, const trajectory_row *r)
{
    driver *d = seen.d;
    const scene *s = user;
    const trajectory_row *want = seen.row + r->particle;
    const double *q, *v;

    if (!d) return 0;                                          /* the start is not compared */
    seen.rows++;
    q = s->nbody > 0 ? d->world.q + 3 * r->particle : d->sim.x + 2 * r->particle;
    v = s->nbody > 0 ? d->world.v + 3 * r->particle : d->sim.v + 2 * r->particle;
    compare("contacts", r->contacts, want->contacts);
    compare("size", r->size, want->size);
    compare("iterations", r->iterations, want->iterations);
    compare("residual", r->residual, want->residual);
    compare("seconds", r->seconds, want->seconds);
    for (int i = 0; i < 2; i++) compare("x", r->x[i], q[i]);
    for (int i = 0; i < 2; i++) compare("v", r->v[i], v[i]);
    compare("step", r->step, d->run->steps);
    compare("t", r->t, d->run->t);
    if (s->nbody > 0) {
        compare("way", r->way, want->way);
        compare("parts", r->parts, want->parts);
        compare("angle", r->angle, q[2]);
        compare("spin", r->spin, v[2]);
        if (r->world != &d->whole) wrong("world", 0, 1);
        if (strcmp(r->body, d->name[r->particle]) != 0) wrong("name", 0, 1);
    } else {
        const scene_particle *p = s->particle + r->particle;
        double e = 0.0;
        for (int i = 0; i < 2; i++)
            e += p->mass * v[i] * v[i] / 2.0 - (p->mass * s->gravity[i] + p->force[i]) * q[i];
        compare("energy", r->energy, e);
        seen.iterations += r->iterations;
        seen.worst = fmax(seen.worst, r->residual);
    }
    return 0;
}

static void check_totals(const simulation *run)
{
    const int counts[5] = { seen.parts, seen.half, seen.safe, seen.unsolved, seen.open };
    const int got[5] = { run->parts.count, run->half.count, run->safe.count, run->unsolved.count,
                         run->open.count };
    const double times[5] = { run->parts.t, run->half.t, run->safe.t, run->unsolved.t,
                              run->open.t };

    for (int k = 0; k < 5; k++) {
        compare("a way's count", got[k], counts[k]);
        compare("a way's first time", times[k], counts[k] > 0 ? seen.first[k] : 0.0);
    }
    compare("worst iterate", run->unsolved.most, seen.deepest[0]);
    compare("most open", run->open.most, seen.deepest[1]);
    compare("problems", run->problems, seen.total);
    compare("largest", run->largest, seen.most);
    compare("iterations", run->iterations, seen.iterations);
    compare("residual", run->residual, seen.worst);
    compare("islands", run->islands, seen.islands);
    compare("solvers", run->nsolver, seen.names);
    for (int k = 0; k < seen.names && k < run->nsolver; k++) {
        if (strcmp(run->solver[k].name, seen.name[k]) != 0) wrong("a solver's name", k, -1);
        compare("its problems", run->solver[k].problems, seen.count[k]);
        compare("its residual", run->solver[k].residual, seen.name_worst[k]);
    }
}

/* Runs a scene and compares it with its observers. Returns a bit for each way in which steps were
 * not accurate: in parts, half, safe, unsolved, with open joints. */
static int watched(const char *name, scene *s, settings *with)
{
    double joint[2] = { 0 }, deep[2] = { 0 }, energy[2] = { 0 };
    int worst_joint = 0, ways;
    simulation run;
    driver *d;

    memset(&seen, 0, sizeof seen);
    with->watch = see_particle;
    with->watch_bodies = see_island;
    with->take = take_row;
    with->taker = s;
    d = simulate_open(s, with, &run, stdout);
    if (!d) {
        check(0, "%s: the simulation can be set up", name);
        simulation_free(&run);
        return 0;
    }
    seen.d = d;
    if (!(s->nbody > 0 ? d->world.clock : d->sim.clock)) wrong("the clock", 0, 1);
    if (s->nbody > 0) look_at_start(s, d);
    energy[0] = energy[1] = s->nbody > 0 ? energy_of(s, &d->world) : 0.0;
    for (;;) {                                                 /* the start counts as well */
        if (s->nbody > 0) {
            for (int k = 0; k < d->world.njoint; k++) {
                const double e = mb_joint_error(&d->world, k);
                if (!(e > joint[0])) continue;
                joint[0] = e;
                joint[1] = run.t;
                worst_joint = k;
            }
            if (d->whole.penetration > deep[0]) deep[0] = d->whole.penetration, deep[1] = run.t;
            look_at_world(s, d);
            energy[1] = energy_of(s, &d->world);
            seen.iterations += seen.whole.iterations;
            seen.worst = fmax(seen.worst, seen.residual);
        }
        if (s->nbody > 0 || run.steps > 0) {
            seen.total += seen.problems;
            if (seen.largest > seen.most) seen.most = seen.largest;
            if (seen.whole.islands > seen.islands) seen.islands = seen.whole.islands;
        }
        forget();
        if (!simulate_step(d)) break;
    }
    check(run.status == MB_OK && run.steps == run.planned && run.steps > 1,
          "%s: the run reaches its end: %s after %d of %d steps", name, mb_status_name(run.status),
          run.steps, run.planned);
    if (s->nbody > 0) {
        check_totals(&run);
        compare("energy at the start", run.energy[0], energy[0]);
        compare("energy at the end", run.energy[1], energy[1]);
        compare("joint error", run.joint_error, joint[0]);
        compare("its time", run.joint_t, joint[1]);
        compare("its joint", run.worst_joint, worst_joint);
        compare("penetration", run.penetration, deep[0]);
        compare("its time", run.penetration_t, deep[1]);
    } else {
        compare("problems", run.problems, seen.total);
        compare("largest", run.largest, seen.most);
        compare("iterations", run.iterations, seen.iterations);
        compare("residual", run.residual, seen.worst);
        for (int e = 0; e < d->sim.terrain.nedge; e++)
            compare("an edge that pushed", run.pushed[e], seen.pushed[e]);
    }
    for (int k = 0; k < scene_count(s); k++)
        if (run.last[k].body || run.last[k].world || run.last[k].step != run.steps ||
            run.last[k].particle != k || !same(run.last[k].t, run.t))
            wrong("the last row", k, -1);
    check(seen.rows == run.steps * scene_count(s) && seen.wrong == 0,
          "%s: %d rows, expected %d, and all totals agree with the observers: %d differ", name,
          seen.rows, run.steps * scene_count(s), seen.wrong);
    ways = (seen.parts > 0) | (seen.half > 0) << 1 | (seen.safe > 0) << 2 |
           (seen.unsolved > 0) << 3 | (seen.open > 0) << 4;
    simulate_close(d);
    simulation_free(&run);
    return ways;
}

static const struct {
    const char *name;
    double time;
    int longer, bounce, sweeps;  /* factor of the step length; 1: e = 1; sweeps, or 0 */
    mb_formulation formulation;
    mb_form form;
    const char *solver;
} chosen[] = {
    { "joy", 1.0, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "joy", 3.0, 8, 1, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "curling", 0.1, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "fourbar", 0.5, 2, 0, 0, MB_ST, MB_FORM_MLCP, "lemke" },
    { "tip", 0.5, 1, 0, 0, MB_PEG, MB_FORM_LCP, "lemke" },
    { "push", 0.6, 1, 0, 0, MB_AP, MB_FORM_BOX, "pgs" },
    { "spinning", 0.3, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "pushing", 0.3, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "cradle", 1.0, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "stack", 0.3, 1, 0, 3, MB_SWEPT, MB_FORM_LCP, NULL },
    { "double", 3.0, 32, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "thrown", 0.5, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "painleve", 0.2, 1, 0, 0, MB_SWEPT, MB_FORM_MLCP, NULL },
    { "hills", 0.8, 1, 0, 0, MB_SWEPT, MB_FORM_LCP, NULL },
    { "bricks", 0.8, 1, 0, 0, MB_PEG, MB_FORM_MLCP, "lemke" },
    { "sawtooth-friction", 1.0, 1, 0, 0, MB_ST, MB_FORM_BOX, "pgs" }
};

enum { CHOSEN = sizeof chosen / sizeof *chosen };

/* reads the scene of a chosen run and makes its settings; 1 if the scene can be read */
static int choose(int k, scene *s, settings *with)
{
    char path[80];

    snprintf(path, sizeof path, "scenes/%s.scene", chosen[k].name);
    if (scene_read(path, s, stdout) != 0) {
        check(0, "%s can be read", path);
        return 0;
    }
    settings_default(with, s);
    with->formulation = chosen[k].formulation;
    with->form = chosen[k].form;
    with->solver = chosen[k].solver;
    with->sweeps = chosen[k].sweeps;
    with->h *= chosen[k].longer;
    with->time = fmin(chosen[k].time, s->time) + 0.4 * with->h;           /* the last is shorter */
    for (int b = 0; b < s->nbody && chosen[k].bounce; b++) s->body[b].body.e = 1.0;
    return 1;
}

/* all kinds of bodies at once, under a slanted gravity */
static const char a_bit_of_all[] = "gravity 4 -9\nchain -9 0  9 0  mu 0.3\n"
    "chain 2 1  3 1  4 1.5  mu 0.7\n"
    "chain -9 3  -8 3\nbox a size 1 1 mass 1 position 0 0.5 mu 0.5\n"
    "box b size 0.6 0.6 mass 0.5 position 0 1.3 force 0.1 0.2\n"
    "rod c length 1 radius 0.1 driven position 3 1.9 velocity -0.5 0 spin 1\n"
    "disc e radius 0.2 mass 2 position -2 0.2 velocity 3 0 spin -2\n"
    "particle mass 1 position -3 1 velocity 1 0 force 0.2 0.1\n"
    "particle mass 2 position -4 0.5 velocity 2 -1\n";

/* seen from above: b is hit by a, c turns about one of its supports, d rests */
static const char supported[] = "gravity 0 0\ndisc a radius 0.2 mass 1 position 0 0 velocity 2 0\n"
    "disc b radius 0.2 mass 2 position 0.5 0\n"
    "disc c radius 0.2 mass 1 position 3 0 velocity 0 1 spin 1\n"
    "disc d radius 0.2 mass 1 position 6 0\ntripod a radius 0.1 load 1 mu 0.2\n"
    "tripod b radius 0.1 angle 0.3 load 6 mu 0.2\nsupport c at 2 0 load 2 mu 0.3\n"
    "support c at 3 0.1 load 2 mu 0.4\ntripod d radius 0.1 load 3 mu 0.2\n";

/* two boxes that gravity holds to a wall */
static const char sideways[] = "gravity -9 -1\nchain -1 9  -1 -9  mu 0.4\n"
    "box a size 1 1 mass 1 position -0.5 0\nbox b size 1 1 mass 2 position 0.5 0.1 velocity -1 0\n";

static const char flights_of_three[] = "gravity 1 -9\nchain -9 0  9 0  mu 0.3\n"
    "particle mass 1 position 0 0.1 velocity 1 0\n"
    "particle mass 2 position 1 5 velocity 0 1 force 1 0\n"
    "particle mass 3 position 2 1 velocity -1 0\n";

static int read_text(const char *text, scene *s)
{
    char whole_text[4200];
    int errors;

    snprintf(whole_text, sizeof whole_text, "step 0.25\ntime 1.1\nepsilon 0.3\n%s", text);
    errors = scene_parse("a", whole_text, strlen(whole_text), s, stdout);
    if (errors > 0) check(0, "the scene can be read");
    return errors == 0;
}

static void runs(void)
{
    const char *const text[4] = { a_bit_of_all, supported, sideways, flights_of_three };
    const char *const name[4] = { "a bit of all", "supported", "sideways", "three particles" };
    int ways = 0;
    settings slow;
    scene all;

    for (int k = 0; k < 4; k++) {
        if (!read_text(text[k], &all)) continue;
        settings_default(&slow, &all);
        slow.h = 0.02;
        if (k == 3) slow.form = MB_FORM_MLCP;
        (void)watched(name[k], &all, &slow);
        scene_free(&all);
    }
    for (int k = 0; k < CHOSEN; k++) {
        settings with;
        scene s;
        if (!choose(k, &s, &with)) continue;
        ways |= watched(chosen[k].name, &s, &with);
        scene_free(&s);
    }
    check(ways == 31, "some steps are made in parts, half, safe, unsolved, some with open joints: "
          "bits %d, expected 31", ways);
}

/* ---- recorded steps -------------------------------------------------------------------------- */

enum { NUMBERS = 1 << 18 };

/* The numbers of all steps, as the observers see them, and as they are read back; `kept` is the one
 * that grows. Which problems are made from frames is in cli_frames.sh. */
static struct list { int count, steps; double of[NUMBERS]; } observed, read_back, *kept;

static frame_recorder recorder;

static void keep(double x)
{
    if (kept->count++ < NUMBERS) kept->of[kept->count - 1] = x;
}

static void keep_all(int n, const double *x)
{
    for (int i = 0; i < n; i++) keep(x[i]);
}

/* z: NULL for sweeps, whose problem has no matrix */
static void keep_step(int step, double t, int island, int number, int formulation,
                      const mb_info *info, const mb_mlcp *p, const mb_layout *layout,
                      const double *z)
{
    const double known[] = { step + 1, t, island, number, formulation, info->status,
                             info->iterations };

    kept->steps++;
    keep_all(7, known);
    if (z) {
        const solution_errors e = solution_errors_of(p, layout, z);
        keep(layout->v + layout->nv + layout->nb > 0 ? MB_FORM_MLCP
             : p->lo ? MB_FORM_BOX : MB_FORM_LCP);
        keep(e.total);
        keep(e.normal);
        keep(e.friction);
        keep_all(p->n, z);
    } else {
        keep(info->residual);
    }
}

/* v and p of a body that does not turn have two numbers */
static void keep_body(int number, double mass, double inertia, const double q[3], const double *v,
                      const double *p)
{
    const double known[] = { number, mass, inertia };

    keep_all(3, known);
    keep_all(3, q);
    for (int l = 0; l < 3; l++) keep(l < 2 || inertia > 0.0 || mass <= 0.0 ? v[l] : 0.0);
    for (int l = 0; l < 3; l++) keep(p && (l < 2 || inertia > 0.0) ? p[l] : 0.0);
}

/* o: no impulse; l: on the edge of the friction cone; s: inside the cone; 0: not solved */
static char letter(const mb_info *info, double mu, double p_n, double p_t)
{
    if (info->status != MB_OK) return '\0';
    return !(p_n > 0.0) ? 'o' : fabs(p_t) < (1.0 - 1e-9) * mu * p_n ? 's' : 'l';
}

static void keep_contact(int a, int b, int facet, double psi, double mu, const double n[2],
                         const double at[2], char state)
{
    const double known[] = { a, b, facet, psi, mu, n[0], n[1], at[0], at[1], state };

    keep_all(10, known);
}

static void keep_particle(void *user, const mb_sim *sim, const mb_step *step)
{
    const int b = step->particle;
    const double q[3] = { sim->x[2 * b], sim->x[2 * b + 1], 0.0 };

    (void)user;
    recorder_watch(&recorder, sim, step);
    if (step->problem.n == 0) return;
    keep_step(sim->step, sim->t, 0, b + 1, sim->formulation, &step->info, &step->problem,
              &step->layout, step->z);
    keep_body(b + 1, sim->mass[b], 0.0, q, step->dynamics->v, step->dynamics->p_ext);
    for (int i = 0; i < step->ncontact; i++) {
        const mb_contact *c = step->contact + i;
        const mb_dynamics *d = step->dynamics;
        const double p_t = d->nd ? step->p_f[2 * i] - step->p_f[2 * i + 1] : 0.0;
        keep_contact(0, b + 1, c->end ? -(c->edge + 1) : c->edge + 1, c->psi, d->mu[i],
                     d->Jn + 2 * i, q, letter(&step->info, d->mu[i], step->p_n[i], p_t));
    }
}

static void keep_island(void *user, const mb_world *w, const mb_island_step *step)
{
    const mb_island *in = &step->island;
    const mb_dynamics *d = step->problem.A ? step->dynamics : NULL;
    static const double still[3] = { 0.0, 0.0, 0.0 };
    int driven[BODIES], count = 0, nv = 0;

    (void)user;
    recorder_watch_bodies(&recorder, w, step);
    if (step->problem.n == 0) return;
    keep_step(w->step, w->t, 1, in->body[0] + 1, w->formulation, &step->info, &step->problem,
              &step->layout, d ? step->z : NULL);
    for (int i = 0; i < in->ncontact; i++)                     /* each driven body once */
        for (int l = 0; l < 2; l++) {
            const int end = l ? in->contact[i].b : in->contact[i].a;
            int listed = end < 0 || w->body[end].kind == MB_DYNAMIC;
            for (int n = 0; n < count; n++) listed |= driven[n] == end;
            if (!listed) driven[count++] = end;
        }
    for (int i = 0; i < in->nbody; i++) {
        const int b = in->body[i];
        double p[3];
        for (int l = 0; l < 3; l++)
            p[l] = w->h * (w->force[3 * b + l] + (l < 2 ? w->body[b].mass * w->gravity[l] : 0.0));
        keep_body(b + 1, w->body[b].mass, w->body[b].inertia, w->q + 3 * b,
                  d ? d->v + nv : w->v + 3 * b, d ? d->p_ext + nv : p);
        nv += w->body[b].inertia > 0.0 ? 3 : 2;
    }
    for (int i = 0; i < count; i++) {
        const int b = driven[i];
        keep_body(b + 1, 0.0, 0.0, w->q + 3 * b,
                  w->body[b].kind == MB_KINEMATIC ? w->v + 3 * b : still, NULL);
    }
    for (int i = 0; i < in->ncontact; i++) {
        const mb_body_contact *c = in->contact + i;
        const double mu = d ? d->mu[i] : c->mu;
        keep_contact(c->a + 1, c->b + 1, c->facet < 0 ? c->facet : c->facet + 1,
                     d ? d->psi[i] : c->psi, mu, c->n, c->p,
                     letter(&step->info, mu, step->p_n[i], step->p_t[i]));
    }
}

static void keep_frame(const frame *f)
{
    const double known[] = { f->step, f->t, f->island, f->number, f->formulation, f->status,
                             f->iterations }, errors[] = { f->form, f->total, f->normal,
                                                           f->friction };

    kept->steps++;
    keep_all(7, known);
    keep_all(f->n > 0 ? 4 : 1, f->n > 0 ? errors : &f->total);
    keep_all(f->n, f->z);
    for (int i = 0; i < f->nbody; i++) {
        const frame_body *b = f->body + i;
        keep_body(b->number, b->mass, b->inertia, b->q, b->v, b->p);
    }
    for (int i = 0; i < f->ncontact; i++) {
        const frame_contact *c = f->contact + i;
        keep_contact(c->a, c->b, c->facet, c->psi, c->mu, c->n, c->at,
                     f->stick ? f->stick[i] : '\0');
    }
}

static void recorded(int number)
{
    const char *name = number < CHOSEN ? chosen[number].name : "a bit of all";
    int more, bad = 0;
    frame_reader in;
    output_file file;
    simulation run;
    settings with;
    scene s;

    if (number < CHOSEN ? !choose(number, &s, &with) : !read_text(a_bit_of_all, &s)) return;
    if (number == CHOSEN) settings_default(&with, &s);
    memset(&file, 0, sizeof file);
    file.stream = tmpfile();
    if (!file.stream) {
        check(0, "a temporary file can be opened");
        return;
    }
    observed.count = observed.steps = read_back.count = read_back.steps = 0;
    kept = &observed;
    with.watch = keep_particle;
    with.watch_bodies = keep_island;
    with.show = number % 2;
    with.time = fmin(with.time, (number < 2 ? 25.4 : 60.4) * with.h);
    recorder_begin(&recorder, &s, &with, &file);
    recorder.memory = malloc(recorder.room = 1 << 16);         /* not zeros */
    if (recorder.memory) memset(recorder.memory, 0x55, recorder.room);
    else recorder.room = 0;
    check(simulate(&s, &with, &run, stdout) == MB_OK, "%s: a run is recorded", name);
    recorder_end(&recorder);
    simulation_free(&run);
    rewind(file.stream);
    kept = &read_back;
    bad += frame_reader_begin(&in, "frames", file.stream, stdout) != 0;
    while ((more = frame_reader_next(&in)) > 0) {
        keep_frame(&in.frame);
        bad += !frame_dynamics(&in, in.frame.formulation);
    }
    for (int i = 0; i < observed.count && i < read_back.count; i++) {
        const double want = observed.of[i], got = read_back.of[i];
        bad += !(fabs(got - want) <= 1e-12 * (fabs(want) + 1e-3));
    }
    check(more == 0 && bad == 0 && observed.steps > 1 && observed.count <= NUMBERS &&
          observed.count == read_back.count && recorder.count == read_back.steps &&
          !recorder.failed,
          "%s: %d steps with %d numbers are read back, expected %d and %d; %d differ", name,
          read_back.steps, read_back.count, observed.steps, observed.count, bad);
    frame_reader_end(&in);
    fclose(file.stream);
    scene_free(&s);
}

/* ---- joints corrected after the step --------------------------------------------------------- */

enum { LINKS = 5, COORDINATES = 3 * LINKS, EQUATIONS = 10 };

static rng r;

/* the errors of all joints one after the other, and their number */
static int errors_of(const mb_joint *joint, int count, const double *q, double *phi)
{
    int n = 0;

    for (int k = 0; k < count; k++) {
        mb_joint_errors(joint + k, q, phi + n);
        n += mb_joint_rows(joint[k].kind);
    }
    return n;
}

/* y := y - M^-1 J' (J M^-1 J')^-1 x with J by difference quotients at q; x = NULL means J y */
static void correct(const mb_joint *joint, int count, const double *inverse, const double *q,
                    const double *x, double *y)
{
    double J[EQUATIONS][COORDINATES], S[EQUATIONS * EQUATIONS], b[EQUATIONS];
    int n = 0;

    for (int k = 0; k < COORDINATES; k++) {
        double at[COORDINATES], phi[2][EQUATIONS];
        for (int side = 0; side < 2; side++) {
            memcpy(at, q, sizeof at);
            at[k] += side ? 1e-5 : -1e-5;
            n = errors_of(joint, count, at, phi[side]);
        }
        for (int i = 0; i < n; i++) J[i][k] = (phi[1][i] - phi[0][i]) / 2e-5;
    }
    for (int i = 0; i < n; i++) {
        b[i] = x ? x[i] : 0.0;
        for (int k = 0; k < COORDINATES && !x; k++) b[i] += J[i][k] * y[k];
        for (int j = 0; j < n; j++) {
            S[i * n + j] = 0.0;
            for (int k = 0; k < COORDINATES; k++) S[i * n + j] += J[i][k] * inverse[k] * J[j][k];
        }
    }
    (void)plain_solve(n, S, b);
    for (int k = 0; k < COORDINATES; k++)
        for (int i = 0; i < n; i++) y[k] -= inverse[k] * J[i][k] * b[i];
}

/* a point of the world in the frame of a body at q */
static void back(const double *q, const double *at, double *out)
{
    const double d[2] = { at[0] - q[0], at[1] - q[1] };

    mb_rotate(-q[2], d, out);
}

/* Bodies 0 to 2 move, 3 is a point that does not turn, and 4 is driven. Revolute joints lead from
 * the world to 0 and from 0 to 1, a prismatic joint from 1 to 2, a rod from 2 to 3, and in some
 * turns a weld from 2 to 4. In odd turns the joint of 0 and 1 exists twice. */
static void projected(int turn)
{
    mb_joint joint[5];
    mb_body body[LINKS];
    mb_world w;
    double q[COORDINATES], v[COORDINATES], next[COORDINATES], want_q[COORDINATES], size = 0.0;
    double want_v[COORDINATES], inverse[COORDINATES], memory[200], phi[EQUATIONS], worst = 0.0;
    const int welded = turn % 4 == 2;
    int n = 0, passes = 0, doubles;

    memset(&w, 0, sizeof w);
    memset(joint, 0, sizeof joint);
    memset(body, 0, sizeof body);
    for (int k = 0; k < COORDINATES; k++) q[k] = rng_range(&r, -1.0, 1.0);
    for (int k = 0; k < LINKS; k++) {
        body[k].kind = k == 4 ? MB_KINEMATIC : MB_DYNAMIC;
        body[k].mass = rng_range(&r, 0.5, 3.0);
        body[k].inertia = k == 3 ? 0.0 : rng_range(&r, 0.2, 2.0);
        for (int i = 0; i < 3; i++)
            inverse[3 * k + i] = k == 4 || (k == 3 && i == 2) ? 0.0
                                 : 1.0 / (i < 2 ? body[k].mass : body[k].inertia);
    }
    for (int k = 0; k < 5; k++) {
        mb_joint *j = joint + k;
        const double at[2] = { rng_range(&r, -1.0, 1.0), rng_range(&r, -1.0, 1.0) };
        static const mb_joint_kind kinds[5] = { MB_REVOLUTE, MB_REVOLUTE, MB_PRISMATIC,
                                                MB_DISTANCE, MB_WELD };
        static const int from[5] = { -1, 0, 1, 2, 2 }, to[5] = { 0, 1, 2, 3, 4 };
        /* with a weld the first joint is a rod, so that all joints can be closed */
        j->kind = k == 0 && welded ? MB_DISTANCE : kinds[k];
        j->a = from[k];
        j->b = to[k];
        if (j->a < 0) memcpy(j->pa, at, sizeof at);
        else back(q + 3 * j->a, at, j->pa);
        back(q + 3 * j->b, at, j->pb);
        if (j->kind == MB_DISTANCE) j->pb[0] += 0.7;
        j->length = 0.7;
        j->axis[0] = 0.6;
        j->axis[1] = -0.8;
        j->angle = q[3 * j->b + 2] - (j->a < 0 ? 0.0 : q[3 * j->a + 2]);
    }
    if (turn % 2) joint[4] = joint[1];                         /* a redundant joint */
    w.njoint = turn % 2 || welded ? 5 : 3 + turn / 2 % 2;
    w.joint = joint;
    w.nbody = LINKS;
    w.body = body;
    w.h = 0.01;
    for (int k = 0; k < COORDINATES; k++) q[k] += rng_range(&r, -0.03, 0.03);
    for (int k = 0; k < COORDINATES; k++) next[k] = rng_range(&r, -2.0, 2.0);
    for (int k = 0; k < COORDINATES; k++) want_q[k] = q[k] + 0.01 * next[k];
    memcpy(want_v, next, sizeof next);
    n = w.njoint - (turn % 2);                                 /* without the redundant one */
    for (; passes < 50; passes++) {
        double most = 0.0;
        const int rows = errors_of(joint, n, want_q, phi);
        for (int i = 0; i < rows; i++) most = fmax(most, fabs(phi[i]));
        if (!(most > 1e-5)) break;
        correct(joint, n, inverse, want_q, phi, want_q);
    }
    correct(joint, n, inverse, want_q, NULL, want_v);
    doubles = (int)projected_size(&w);
    for (int k = 0; k < 200; k++) memory[k] = 1234.5;
    projected_update(&w, next, q, v, memory);
    for (int k = 0; k < COORDINATES; k++) {
        worst = fmax(worst, fmax(fabs(q[k] - want_q[k]), fabs(v[k] - want_v[k])));
        size = fmax(size, fabs(v[k]));
    }
    if (turn < 5 || !(worst < 1e-7))
        check_near(worst, 0.0, 1e-7, "%d joints%s: q and v after %d corrections", w.njoint,
                   turn % 2 ? ", one of them twice" : "", passes);
    if (!(fabs(memory[doubles] - 1234.5) <= 0.0)) check(0,
                                                        "projected_size: %d doubles are not enough",
                                                        doubles);
    if (!(size > 0.1) || passes < 1) check(0, "a random mechanism moves");
}

/* ---- rows as text, in a MAT-file, and poses -------------------------------------------------- */

static const trajectory_world whole = { 13.5, { 14.5, 15.5, 16.5 }, 0.5, 0.25, 1, 2, 3 };

/* a row in which no two numbers are the same */
static trajectory_row numbered(int bodies, int k)
{
    trajectory_row row;

    memset(&row, 0, sizeof row);
    row.step = 1 + k;
    row.t = 2.5;
    row.particle = 2;
    row.x[0] = 4.5;
    row.x[1] = 5.5;
    row.angle = 6.5;
    row.v[0] = 7.5;
    row.v[1] = 8.5;
    row.spin = 9.5;
    row.contacts = 10;
    row.size = 11;
    row.iterations = 12;
    row.residual = 0.125;
    row.seconds = 0.0625;
    row.energy = -1.5;
    row.way = 17;
    row.parts = 18;
    row.body = bodies ? "box" : NULL;
    row.world = bodies ? &whole : NULL;
    return row;
}

static const char *const names[2][2] = {
    { "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy",
      "7,2.5,3,4.5,5.5,7.5,8.5,10,11,12,0.125,0.0625,-1.5" },
    { "step,t,body,x,y,angle,vx,vy,spin,contacts,size,iterations,residual,seconds,energy,px,py,lz,"
      "penetration,joint_error,way,parts",
      "7,2.5,box,4.5,5.5,6.5,7.5,8.5,9.5,10,11,12,0.125,0.0625,13.5,14.5,15.5,16.5,0.5,0.25,17,18" }
};

static int read_integer(FILE *f)
{
    unsigned long value = 0;

    for (int k = 0; k < 4; k++) value |= (unsigned long)(fgetc(f) & 255) << 8 * k;
    return (int)value;
}

static double read_double(FILE *f)
{
    uint64_t bits = 0;
    double x;

    for (int k = 0; k < 8; k++) bits |= (uint64_t)(fgetc(f) & 255) << 8 * k;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* checks the MAT-file of 600 rows, variable by variable */
static void mat_file(int bodies)
{
    enum { ROWS = 600 };
    output_file out;
    FILE *rows_kept = tmpfile();
    const char *name = names[bodies][0], *value = names[bodies][1];
    int column = 0, bad = 0;

    memset(&out, 0, sizeof out);
    out.stream = tmpfile();
    if (!rows_kept || !out.stream) {
        check(0, "temporary files can be opened");
        return;
    }
    for (int k = 0; k < ROWS; k++) {
        const trajectory_row row = numbered(bodies, k);
        bad += trajectory_keep(rows_kept, &row) != 0;
    }
    bad += trajectory_mat(rows_kept, bodies, &out, stdout) != 0;
    rewind(out.stream);
    while (*name) {
        const size_t length = strcspn(name, ",");
        char word[20] = "";
        double want = strncmp(value, "box", 3) == 0 ? 3.0 : strtod(value, NULL);
        bad += read_integer(out.stream) != 0;
        bad += read_integer(out.stream) != ROWS;
        bad += read_integer(out.stream) != 1;
        bad += read_integer(out.stream) != 0;
        bad += read_integer(out.stream) != (int)length + 1;
        bad += fread(word, 1, length + 1, out.stream) != length + 1;
        bad += strncmp(word, name, length) != 0 || strlen(word) != length;
        for (int k = 0; k < ROWS; k++)
            bad += !same(read_double(out.stream), column == 0 ? 1.0 + k : want);
        name += length + (name[length] == ',');
        value += strcspn(value, ",");
        value += *value == ',';
        column++;
    }
    bad += fgetc(out.stream) != EOF;
    check(bad == 0 && column == (bodies ? 22 : 13), "a MAT-file of %s: %d columns, %d errors",
          bodies ? "bodies" : "particles", column, bad);
    fclose(rows_kept);
    fclose(out.stream);
}

static void rows_as_text(void)
{
    for (int bodies = 0; bodies < 2; bodies++) {
        const trajectory_row row = numbered(bodies, 6);
        output_text text = { NULL, 0, 0, 0 };
        char want[400];
        trajectory_csv_header(bodies, &text);
        trajectory_csv(&row, &text);
        snprintf(want, sizeof want, "%s\n%s\n", names[bodies][0], names[bodies][1]);
        check(text.data && strcmp(text.data, want) == 0, "the CSV of a row, %s bodies",
              bodies ? "with" : "without");
        output_free(&text);
        mat_file(bodies);
    }
}

/* The kept poses are the first ones at or after evenly spaced steps, and the last. A path has at
 * most 2^14 points, and all paths of a run 2^19, but each path may have 64. */
static void poses(int particles, int shots, int planned, int done)
{
    const int share = (1 << 19) / particles;
    const int room = share > 1 << 14 ? 1 << 14 : share < 64 ? 64 : share;
    trajectory t;
    int bad = 0, shot = 0;

    memset(&t, 0, sizeof t);
    if (trajectory_init(&t, particles) != 0 || trajectory_poses(&t, shots, planned) != 0) {
        check(0, "there is memory for poses");
        return;
    }
    for (int k = 0; k <= done; k++)
        for (int i = 0; i < particles; i++) {
            trajectory_row row = numbered(1, k - 1);
            row.t = 0.5 * k;
            row.particle = i;
            row.x[0] = k;
            row.x[1] = 10.0 * k + i;
            row.angle = -k;
            bad += trajectory_add(&t, &row) != 0;
        }
    for (int k = 0; k <= done; k++) {
        const int due = shot < shots && k * shots >= shot * planned;
        for (int last = 0; last < 2; last++) {
            const int at = last ? shots : shot;
            if (last ? k < done : !due) continue;
            bad += !same(t.time[at], 0.5 * k);
            for (int i = 0; i < particles; i++) {
                const double *q = t.pose + 3 * (at * particles + i);
                bad += !same(q[0], k) || !same(q[1], 10.0 * k + i) || !same(q[2], -k);
            }
        }
        shot += due;
    }
    for (int i = 0; i < particles; i++) {
        const thin_path *path = t.path + i;
        bad += path->count != done + 1 || path->most != room;
        for (int k = 0; k < path->count && k <= done; k++)
            bad += !same(path->xy[2 * k], k) || !same(path->xy[2 * k + 1], 10.0 * k + i) ||
                   !same(path->t[k], 0.5 * k);
    }
    check(bad == 0 && t.shot == shot && shot > 0,
          "after %d of %d planned steps %d poses are kept, expected %d; %d differ", done, planned,
          t.shot, shot, bad);
    trajectory_free(&t);
    check(!t.path && !t.pose && !t.time && t.particles == 0, "a freed trajectory is empty");
}

/* ---- settings, and the start and end of a run ------------------------------------------------ */

static const char flight[] = "gravity 0 -2\n"
                             "chain -9 -50  90 -50\nparticle mass 2 position 1 2 velocity 3 4\n";

static int stop_at;

static int take_until(void *user, const trajectory_row *row)
{
    double *t = user;

    t[row->step] = row->t;
    return row->step == stop_at;
}

/* v+ = v - g h, x+ = x + h v+, four times with h = 1/4 and once with the remaining 0.1 */
static void flights(void)
{
    double x = 1.0, y = 2.0, vy = 4.0, t[8] = { 0 };
    simulation run;
    settings with;
    FILE *said = tmpfile();
    scene s;

    if (!read_text(flight, &s)) return;
    settings_default(&with, &s);
    check(strcmp(mb_formulations[with.formulation].name, "swept") == 0 &&
          with.form == MB_FORM_LCP && !with.solver &&
          with.scope == MB_SCOPE_EDGE && same(with.h, 0.25) && same(with.time, 1.1) &&
          same(with.epsilon, 0.3) && with.sweeps == 0 && !with.mine && with.only == 0 &&
          with.psi_min == s.psi_min, "default settings");
    for (int k = 0; k < 5; k++) {
        const double h = k < 4 ? 0.25 : 1.1 - 1.0;
        vy -= 2.0 * h;
        x += 3.0 * h;
        y += h * vy;
    }
    stop_at = -1;
    with.take = take_until;
    with.taker = t;
    check(simulate(&s, &with, &run, stdout) == MB_OK && run.steps == 5 && run.planned == 5 &&
          !run.cut, "flight: five steps");
    check_near(run.last[0].x[0], x, 1e-14, "flight: x");
    check_near(run.last[0].x[1], y, 1e-14, "flight: y");
    check_near(run.last[0].v[1], vy, 1e-14, "flight: vy");
    check_near(run.last[0].energy, (9.0 + vy * vy) + 4.0 * y, 1e-12, "flight: energy");
    check_near(run.t, 1.1, 0.0, "flight: time");
    for (int k = 0; k < 6; k++) check_near(t[k], k < 5 ? 0.25 * k : 1.1, 0.0, "flight: t[%d]", k);
    simulation_free(&run);
    stop_at = 2;
    check(said && simulate(&s, &with, &run, said) == MB_NO_MEMORY && run.cut && run.steps == 2 &&
          strcmp(check_said(said), "minisim2d: stopped after step 2: its record could not be "
                                   "written\n") == 0,
          "a row that cannot be written ends the run with a message");
    simulation_free(&run);
    said = tmpfile();
    with.solver = "none such";
    check(said && simulate(&s, &with, &run, said) == MB_BAD_ARG && !run.last && run.steps == 0 &&
          strncmp(check_said(said), "minisim2d: cannot set up the simulation: an arg", 47) == 0,
          "an unknown solver is refused with a message");
    simulation_free(&run);
    check(!simulate_bare(&s, &with) && !(simulate_speed(&s, &with, 0.001) > 0.0),
          "an unknown solver is refused by simulate_bare and simulate_speed");
    scene_free(&s);
}

/* counts the numbers that differ */
static void compare_all(const char *what, int n, const double *got, const double *want)
{
    for (int i = 0; i < n; i++) compare(what, got[i], want[i]);
}

/* a simulator of particles; wrong() counts the fields that differ */
static void check_sim(const driver *d, const scene *s, const settings *with,
                      const mb_solver *solver)
{
    const mb_sim *sim = &d->sim;
    const double set[] = { sim->np, sim->terrain.nedge, sim->formulation, sim->form, sim->scope,
                           sim->primary, sim->epsilon, sim->psi_min, sim->h, sim->options.tol,
                           sim->step + sim->t };
    const double want[] = { s->nparticle, 5, with->formulation, with->form, with->scope,
                            with->primary, with->epsilon, with->psi_min, with->h,
                            with->options.tol, 0.0 };

    compare_all("a setting", 11, set, want);
    compare_all("gravity", 2, sim->gravity, s->gravity);
    for (int k = 0; k < 5; k++) compare("an edge's mu", sim->terrain.edge[k].mu, k < 4 ? 0.0 : 0.7);
    for (int k = 0; k < s->nparticle; k++) {
        compare("mass", sim->mass[k], s->particle[k].mass);
        compare_all("x", 2, sim->x + 2 * k, s->particle[k].x);
        compare_all("v", 2, sim->v + 2 * k, s->particle[k].v);
        compare_all("force", 2, sim->force + 2 * k, s->particle[k].force);
    }
    if (sim->lcp_solver != solver->lcp || sim->mlcp_solver != solver->mlcp ||
        sim->solver_scratch != solver->scratch || sim->observer || sim->clock || sim->controller ||
        sim->update || sim->detect || sim->user != d)
        wrong("a function", 0, 1);
    if (sim->formulate_lcp != (with->mine ? with->mine->lcp : NULL) ||
        sim->formulate_mlcp != (!with->mine ? NULL : with->form == MB_FORM_BOX ? with->mine->box
                                                                              : with->mine->mlcp))
        wrong("a formulation", 0, 1);
}

/* the same for bodies; cone: the method for discs, or NULL */
static void check_world(const driver *d, const scene *s, const settings *with,
                        const mb_solver *solver, const mb_cone_row *cone)
{
    const mb_world *w = &d->world;
    const int rows = with->sides < 6 ? 2 : with->sides / 2;
    const double set[] = { w->formulation, w->form, w->sides, w->primary, w->sweeps,
                           w->options.tol, w->restitution, w->recovery, w->curved, w->epsilon,
                           w->h, w->max_warm, w->step + w->t + w->nwarm };
    const double want[] = { with->formulation, with->form, with->sides, with->primary_rule,
                            with->sweeps, with->options.tol, s->restitution, s->recovery,
                            s->curved == SCENE_PROJECTED ? SCENE_FREE : s->curved, with->epsilon,
                            with->h, mb_world_most_contacts(w) + MB_JOINT_ROWS * s->njoint +
                            s->nsupport * rows, 0.0 };

    look_at_start(s, d);
    compare_all("a setting", 13, set, want);
    compare_all("gravity", 2, w->gravity, s->gravity);
    if (w->lcp_solver != (solver ? solver->lcp : NULL) ||
        w->mlcp_solver != (solver ? solver->mlcp : NULL) ||
        w->solver_scratch != (solver ? solver->scratch : NULL) ||
        w->cone != (cone ? cone->solve : NULL) ||
        w->cone_scratch != (cone ? mb_cone_scratch : NULL) || w->observer || w->clock ||
        w->controller || w->detect || w->user != d || !w->warm ||
        (w->update != NULL) != (s->curved == SCENE_PROJECTED))
        wrong("a function", 0, 1);
}

/* simulators of random settings have these, and the scene's, in all of their fields */
static void methods(void)
{
    static const char particles[] = "gravity 1 -9\npolygon 0 0  0 1  1 1  1 0\n"
        "chain -9 -2  9 -2  mu 0.7\nparticle mass 2 position 3 4 velocity 5 6 force 7 8\n"
        "particle mass 9 position -3 4 velocity -5 6 force -7 8\n";
    static const char bodies[] = "gravity 0 0\nchain -9 -2  9 -2\nchain 9 -3  20 -3  mu 0.7\n"
        "disc a radius 1 mass 2 position 1 2 velocity 3 4 spin 5 force 6 7 mu 0.1\n"
        "disc b radius 1 mass 3 position 5 2 fixed\nparticle mass 9 position -3 4 force -7 8\n"
        "revolute a b at 3 2\nsupport a at 1 2 load 3 mu 0.3\nsupport a at 1 2.5 load 2 mu 0.4\n";
    static const int sides[5] = { MB_DISC, MB_SQUARE, 4, 6, 10 };
    int made = 0;

    memset(&seen, 0, sizeof seen);
    for (int n = 0; n < 120; n++) {
        const int world = n % 2, given = rng_int(&r, 3);
        const mb_cone_row *cone = NULL;
        const mb_solver *solver = NULL;
        settings with;
        driver *d;
        scene s;
        if (!read_text(world ? bodies : particles, &s)) return;
        settings_default(&with, &s);
        s.restitution = (mb_restitution)rng_int(&r, 2);
        s.recovery = rng_unit(&r);
        s.curved = n % 8 == 1 ? SCENE_PROJECTED : rng_int(&r, 9);
        with.formulation = (mb_formulation)rng_int(&r, mb_formulation_count);
        with.form = (mb_form)rng_int(&r, 3);
        with.scope = (mb_scope)rng_int(&r, 2);
        with.primary = (mb_primary)rng_int(&r, 2);
        with.primary_rule = (mb_primary_rule)rng_int(&r, 2);
        with.h = rng_range(&r, 0.01, 0.1);
        with.epsilon = rng_range(&r, 0.01, 0.1);
        with.psi_min = -rng_unit(&r);
        with.options.tol = rng_unit(&r);
        with.sides = sides[rng_int(&r, 5)];
        with.sweeps = rng_int(&r, 3);
        if (!world && given == 2) with.mine = mb_formulations + rng_int(&r, mb_formulation_count);
        if (world && with.sides == MB_DISC) {
            cone = mb_cone_solvers + (given ? rng_int(&r, mb_cone_count) : 0);
            if (given) with.solver = cone->name;
        } else {
            solver = solvers_find(with.form != MB_FORM_LCP,
                                  with.form == MB_FORM_BOX ? "pgs" : "lemke");
            if (given) solver = solvers_at(with.form != MB_FORM_LCP, rng_int(&r, 3));
            if (given) with.solver = solver->name;
            if (!given && world) solver = NULL;
        }
        d = simulate_bare(&s, &with);
        made += d != NULL;
        if (d && world) check_world(d, &s, &with, solver, cone);
        else if (d) check_sim(d, &s, &with, solver);
        simulate_close(d);
        scene_free(&s);
    }
    check(seen.wrong == 0 && made > 70, "settings and scenes of %d simulators: %d fields differ",
          made, seen.wrong);
}

/* 1 if `compare` would run the formulation in this form on the scene */
static int takes(const char *text, mb_form form, int formulation)
{
    settings with;
    scene s;
    int out;

    if (!read_text(text, &s)) return -1;
    settings_default(&with, &s);
    with.form = form;
    out = settings_leave_out(&with, &s, formulation);
    scene_free(&s);
    return !out;
}

static int has_form(const mb_formulation_row *row, int form)
{
    return form == MB_FORM_LCP ? row->lcp != NULL
           : form == MB_FORM_MLCP ? row->mlcp != NULL : row->box != NULL;
}

static void choices(void)
{
    static const char rough[] = "friction 0.5\nchain 0 0 9 0\nparticle mass 1 position 1 1\n";
    static const char smooth[] = "chain 0 0 9 0\nparticle mass 1 position 1 1\n";
    static const char feet[] = "gravity 0 0\ndisc a radius 1 mass 1 position 0 0\n"
                               "support a at 0 0 load 9 mu 0.5\nfriction 0.5\n";
    settings with;
    scene s;

    for (int f = 0; f < mb_formulation_count; f++)
        for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++) {
            const mb_formulation_row *row = mb_formulations + f;
            const int has = has_form(row, form), groups = row->detection == MB_DETECT_GROUPS;
            check(takes(rough, (mb_form)form, f) == has &&
                  takes(smooth, (mb_form)form, f) == (has && !row->cone) &&
                  takes(feet, (mb_form)form, f) == (has && !row->cone && !groups),
                  "%s as %s: compared if it has this form; convex models not without friction; "
                  "neither these nor groups with discs", row->name, form_names[form]);
        }
    if (!read_text(rough, &s)) return;
    settings_default(&with, &s);
    with.only = 1 << (int)MB_ST | 1 << (int)MB_AP;
    for (int f = 0; f < mb_formulation_count; f++)
        check(settings_leave_out(&with, &s, f) == !(with.only >> f & 1),
              "%s: compared if it is one of two that are chosen", mb_formulations[f].name);
    check(strcmp(solver_name(&with), "lemke") == 0 && strcmp(solver_said(&with, &s), "lemke") == 0,
          "the default solver is lemke");
    with.form = MB_FORM_BOX;
    check(strcmp(solver_name(&with), "pgs") == 0 &&
          strcmp(solver_or_default("psor", MB_FORM_BOX), "psor") == 0 &&
          strcmp(solver_or_default(NULL, MB_FORM_MLCP), "lemke") == 0,
          "the default solver of the box form is pgs");
    check(!settings_cone(&with, &s), "a scene without supports has no solver for cones");
    check(strcmp(settings_advice(MB_SWEPT), "") == 0 &&
          strcmp(settings_advice(MB_ST), ", --formulation swept") == 0, "the advice to try swept");
    check(settings_formulation(&with) == mb_formulations + MB_SWEPT,
          "a formulation of the kit is found");
    with.mine = mb_formulations + MB_PEG;
    check(settings_formulation(&with) == with.mine, "a user's formulation replaces the kit's");
    scene_free(&s);
    if (!read_text(feet, &s)) return;
    settings_default(&with, &s);
    check(settings_cone(&with, &s) == mb_cone_solvers &&
          strcmp(solver_said(&with, &s), mb_cone_solvers[0].name) == 0,
          "discs: the default is the first method");
    with.solver = mb_cone_solvers[2].name;
    check(settings_cone(&with, &s) == mb_cone_solvers + 2, "discs: a method is found by its name");
    with.sides = MB_SQUARE;
    with.solver = NULL;
    check(!settings_cone(&with, &s) && strcmp(solver_said(&with, &s), "by island") == 0,
          "squares: each island has its own solver by default");
    with.solver = "pgs";
    check(strcmp(solver_said(&with, &s), "pgs") == 0, "squares: the chosen solver");
    scene_free(&s);
}

/* ---- when edges push ------------------------------------------------------------------------- */

static int in_window(const double *w, double x, double y)
{
    return w[0] <= x && x <= w[2] && w[1] <= y && y <= w[3];
}

/* Random steps of two particles on a grid of places and speeds, some of them on the window's rim.
 * gaps = 1: steps are so far apart that intervals do not meet, and there are too many of them. */
static void pushes(int gaps)
{
    static const double window[4] = { -1.0, -2.0, 3.0, 2.0 };
    static const int id[4] = { 7, 3, 9, 1 };
    static act want[MOST_ACTS];
    double x[4], v[4], p_n[4];
    const double mass[2] = { 1.0, 4.0 };
    mb_edge edge[4];
    mb_contact contact[4];
    mb_sim sim;
    mb_step step;
    acts got = { window, 0, 0, 0, NULL };
    int count = 0, lost = 0, bad = 0, pushed = 0;

    memset(&sim, 0, sizeof sim);
    memset(&step, 0, sizeof step);
    memset(edge, 0, sizeof edge);
    memset(contact, 0, sizeof contact);
    for (int i = 0; i < 4; i++) edge[i].id = id[i];
    sim.terrain.edge = edge;
    sim.x = x;
    sim.v = v;
    sim.mass = mass;
    sim.h = 0.1;
    for (int k = 0; k < (gaps ? 15000 : 3000); k++) {
        const int of = rng_int(&r, 2);
        double speed, from, to;
        sim.t = k * (gaps ? 0.25 : 0.1);
        from = sim.t;
        to = sim.t + sim.h;
        for (int i = 0; i < 4; i++) {
            x[i] = rng_int(&r, 9) - 4;
            v[i] = 10 * (rng_int(&r, 5) - 2);
            contact[i].edge = rng_int(&r, gaps ? 4 : 2);
            contact[i].end = rng_int(&r, 4) - 2;
            if (contact[i].end < -1 || gaps) contact[i].end = 0;
        }
        step.particle = of;
        for (int i = 0; i < 2; i++) step.v[i] = 10 * (rng_int(&r, 5) - 2);
        speed = fmax(hypot(v[2 * of], v[2 * of + 1]), hypot(step.v[0], step.v[1]));
        for (int i = 0; i < 4; i++) {
            const double limit = 1e-9 * mass[of] * speed;
            const int kind = rng_int(&r, 4);
            p_n[i] = kind == 0 ? 0.0 : kind == 1 ? limit * (1.0 - 1e-12)
                     : limit * (1.0 + 1e-12) + (kind == 3);
        }
        step.ncontact = rng_int(&r, 5);
        step.contact = contact;
        step.p_n = rng_int(&r, 9) ? p_n : NULL;
        bad += acts_watch(&got, &sim, &step) != 0;
        for (int i = 0; i < step.ncontact; i++) {
            const int at = id[contact[i].edge];
            const int pushes_now = step.p_n && contact[i].end == 0 &&
                                   p_n[i] > 1e-9 * mass[of] * speed;
            int last = count - 1;
            bad += acts_pushes(&sim, &step, i) != pushes_now;
            if (!pushes_now || !(in_window(window, x[2 * of], x[2 * of + 1]) ||
                                 in_window(window, x[2 * of] + 0.1 * step.v[0],
                                           x[2 * of + 1] + 0.1 * step.v[1])))
                continue;
            pushed++;
            while (last >= 0 && want[last].edge != at) last--;
            if (last >= 0 && want[last].to > from - 1e-3) want[last].to = to;
            else if (count == MOST_ACTS) lost = 1;
            else want[count++] = (act){ at, from, to };
        }
    }
    bad += got.count != count || got.lost != lost;
    for (int i = 0; i < got.count && i < count; i++)
        bad += got.act[i].edge != want[i].edge || !same(got.act[i].from, want[i].from) ||
               !same(got.act[i].to, want[i].to);
    check(bad == 0 && lost == gaps && pushed > count,
          "%d pushes in a window are %d intervals, expected %d; %d differ", pushed, got.count,
          count, bad);
    acts_free(&got);
    check(!got.act && got.count == 0 && got.capacity == 0, "freed pushes are empty");
    got.window = NULL;
    check(acts_watch(&got, &sim, &step) == 0 && got.count == 0,
          "nothing is noted without a window");
}

/* ---- depth ----------------------------------------------------------------------------------- */

static void depths(void)
{
    static const char text[] = "chain 0 0  10 0\npolygon 0 20  0 24  6 24  6 20\n"
                               "particle mass 1 position 1 1\nparticle mass 1 position 2 1\n";
    static const double path[][4] = {          /* particle, x, y, depth so far */
        { 0, 1, 1, 0 }, { 1, 3, 21, 1 }, { 1, 3, 22.5, 1.5 }, { 1, 0.5, 22, 1.5 },
        { 0, 2, -1, 1.5 }, { 0, 2, -3, 3 }, { 0, 4, -2, 3 },           /* through the chain */
        { 0, -5, -3, 3 }, { 0, 5, -4, 3 }, { 0, 5, 1, 3 },             /* around its end */
        { 0, 5, -3.5, 3.5 }
    };
    FILE *said = tmpfile();
    scene s;
    inside w;

    if (!read_text(text, &s)) return;
    if (!said || inside_init(&w, &s) != 0) {
        check(0, "there is memory for depths");
        return;
    }
    for (int k = 0; k < 11; k++) {
        if (k == 4)
            check(w.particle == 1 && w.obstacle == 1 && same(w.t, 1.0),
                  "the particle, obstacle and time of the greatest depth so far");
        inside_look(&w, (int)path[k][0], 0.5 * k, path[k] + 1);
        check_near(w.depth, path[k][3], 1e-12, "the greatest depth after %d places", k + 1);
    }
    check(w.particle == 0 && w.obstacle == 0 && same(w.t, 5.0),
          "the particle, obstacle and time of the greatest depth");
    inside_say(&w, "it was ", said);
    check(strcmp(check_said(said), "it was 3.5 m behind obstacle 1 (line 4): particle 1 at t = 5 "
                                   "s\n") == 0, "the message about the greatest depth");
    check(inside_start(&w, path[1] + 1) && !inside_start(&w, path[0] + 1),
          "a start in a solid is detected");
    inside_free(&w);
    check(!w.tree && !w.last && !w.behind, "freed depths are empty");
    scene_free(&s);
}

/* ---- reports --------------------------------------------------------------------------------- */

/* of the step that failed: how its report begins */
static struct { char text[4000]; int failed; const char *solver; } report;

static void begin_report(int step, double t, int formulation, mb_form form, const char *solver,
                         int n, const mb_info *info)
{
    if (info->status == MB_OK || report.failed++) return;
    snprintf(report.text, sizeof report.text,
             "minisim2d: step %d at t = %.9g s failed: %s\n  %s\n  method    %s as %s, solver %s, "
             "%d unknowns, %d iterations, residual %.3g\n", step + 1, t,
             mb_status_name(info->status), mb_status_text(info->status),
             mb_formulations[formulation].name, form_names[form], solver ? solver : "none", n,
             info->iterations, info->residual);
}

static void report_island(void *user, const mb_world *w, const mb_island_step *step)
{
    (void)user;
    begin_report(w->step, w->t, w->formulation, w->form, step->solver, step->problem.n,
                 &step->info);
}

static void report_particle(void *user, const mb_sim *sim, const mb_step *step)
{
    (void)user;
    begin_report(sim->step, sim->t, sim->formulation, sim->form, report.solver, step->problem.n,
                 &step->info);
}

/* the report on the first step that fails, which ends with this text */
static void reports_on(const char *what, const char *text, mb_formulation formulation,
                       const char *solver, int max_iter, const char *end)
{
    FILE *to = tmpfile();
    simulation run;
    settings with;
    scene s;

    if (!to || !read_text(text, &s)) return;
    settings_default(&with, &s);
    memset(&report, 0, sizeof report);
    report.solver = solver;
    with.h = 0.01;
    with.time = 2.0;
    with.epsilon = 0.1;
    with.formulation = formulation;
    with.solver = solver;
    with.options.max_iter = max_iter;
    with.watch_bodies = report_island;
    with.watch = report_particle;
    simulate(&s, &with, &run, to);
    strcat(report.text, end);
    if (!check(report.failed == 1 && strcmp(check_said(to), report.text) == 0,
               "%s: the report on a failed step", what))
        note("expected %s", report.text);
    simulation_free(&run);
    scene_free(&s);
}

#define NO_ROOM "  why       driven bodies leave no room for those between them\n" \
                "  try       driven bodies that leave room for the others\n"
#define OTHER   "  try       another --solver (see minisim2d list solvers), or a greater " \
                "--max-iter\n"
#define LEMKE   "  try       --solver lemke, which solves it"
#define SMALLER "       a smaller --h; --dump-lcp DIR saves the problem\n"
#define SWEPT   "       a smaller --h, --formulation swept; --dump-lcp DIR saves the problem\n"

/* at most twelve bodies and twelve contacts are named: discs in a row between a fixed box and a
 * driven one that approaches it */
static void crushed(int discs)
{
    char text[4000], end[4000] = "  bodies   ";

    snprintf(text, sizeof text, "gravity 0 0\nbox wall size 1 1 fixed position -0.5 0\n"
             "box press size 1 1 driven position %d.5 0 velocity -1 0\n", discs);
    for (int k = 0; k < discs; k++) {
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "disc d%d radius 0.5 mass 1 position %d.5 0\n", k, k);
        if (k < 12) snprintf(end + strlen(end), 9, "%s d%d", k ? "," : "", k);
    }
    if (discs > 12) snprintf(end + strlen(end), 20, ", and %d more", discs - 12);
    snprintf(end + strlen(end), 200, "\n  contact   wall with d0 at (0, 0): gap 0 m\n"
             "  contact   press with d%d at (%d, 0): gap 0 m\n", discs - 1, discs);
    for (int k = 1; k < discs && k <= 10; k++)
        snprintf(end + strlen(end), 60, "  contact   d%d with d%d at (%d, 0): gap 0 m\n", k - 1, k,
                 k);
    if (discs > 11) snprintf(end + strlen(end), 30, "  and %d more contacts\n", discs - 11);
    strcat(end, NO_ROOM "  or " SMALLER);
    reports_on("crushed discs", text, MB_SWEPT, NULL, 0, end);
}

/* of joints twelve as well: a chain of 15 boxes on the ground */
static void chained(void)
{
    char text[4000] = "chain -99 0  99 0  mu 0.5\n", end[4000] = "  bodies    l0";

    for (int k = 0; k < 15; k++) {
        snprintf(text + strlen(text), 60, "box l%d size 0.8 0.2 mass 1 position %d 0.1\n", k, k);
        if (k > 0) snprintf(text + strlen(text), 60, "revolute l%d l%d at %d.5 0.1\n", k - 1, k,
                            k - 1);
        if (k > 0 && k < 12) snprintf(end + strlen(end), 9, ", l%d", k);
    }
    strcat(end, ", and 3 more\n");
    for (int k = 0; k < 12; k++)
        snprintf(end + strlen(end), 80,
                 "  joint     revolute of l%d and l%d (line %d): error 0\n", k, k + 1, 7 + 2 * k);
    strcat(end, "  and 2 more joints\n");
    for (int k = 0; k < 12; k++)                               /* two of each box */
        snprintf(end + strlen(end), 80,
                 "  contact   l%d with obstacle 1 (line 4) at (%.6g, 0): gap 0 m\n", k / 2,
                 k / 2 + (k % 2 ? 0.4 : -0.4));
    strcat(end, "  and 18 more contacts\n"                     /* the first of 30 + 60 others */
           "  why       jacobi cannot solve problems of this kind: A has 0 on its diagonal in row "
           "91\n" LEMKE "\n  try" SWEPT);
    reports_on("a chain on the ground", text, MB_ST, "jacobi", 1, end);
}

/* steps that fail before any island is made: a body without mass, more contacts than there is room
 * for */
static void early_failures(void)
{
    for (int k = 0; k < 4; k++) {
        const int crowded = k % 2, watched_run = k < 2;
        const mb_status want = crowded ? MB_NO_MEMORY : MB_BAD_ARG;
        FILE *to = tmpfile();
        char text[400];
        simulation run;
        settings with;
        driver *d;
        scene s;
        if (!to || !read_text("chain -9 0  9 0\nbox a size 1 1 mass 1 position 0 0.5\n", &s))
            return;
        settings_default(&with, &s);
        memset(&run, 0, sizeof run);
        d = watched_run ? simulate_open(&s, &with, &run, to) : simulate_bare(&s, &with);
        if (!d) return;
        if (crowded) d->world.max_contacts = 1;
        else d->body[0].mass = -1.0;
        snprintf(text, sizeof text, "minisim2d: step 1 at t = 0 s failed: %s\n  %s\n%s",
                 mb_status_name(want), mb_status_text(want),
                 crowded ? "  there is no room for all contacts within epsilon = 0.3 m: try a "
                           "smaller --epsilon\n" : "");
        if (watched_run)
            check(simulate_step(d) == 0 && run.status == want && run.steps == 0 &&
                  strcmp(check_said(to), text) == 0, "a step without islands fails: %s",
                  mb_status_name(want));
        else check(worlds_step(d, 0.0, 0.25) == want, "and when no one watches");
        simulate_close(d);
        simulation_free(&run);
        scene_free(&s);
    }
}

static void reports(void)
{
    static const char particles[] = "chain -1 0  1 0\npolygon 0.5 0.07  0.5 1  1 1  1 0.07\n"
        "particle mass 1 position -0.5 0.5\nparticle mass 2 position 0.47 0.03 velocity 0 -10\n";
    static const char *const ropes[2] = { "tug ball from 0 0 to -0.5 0",
                                          "ball tug from -0.5 0 to 0 0" };
    char text[400], end[400];

    chained();
    for (int k = 10; k <= 14; k++) crushed(k);
    reports_on("boxes", "chain 90 -9  99 -9\nchain -2 0  5 0  mu 0.5\n"
               "box lower size 1 1 mass 1 position 0 0.5 mu 0.5\n"
               "box upper size 1 1 mass 1 position 0.2 1.5 mu 0.5 velocity 1 0\n"
               "disc away radius 0.1 mass 1 position 4 5\n", MB_ST, "lemke", 1,
               "  bodies    lower, upper\n"
               "  contact   lower with obstacle 2 (line 5) at (-0.5, 0): gap 0 m\n"
               "  contact   lower with obstacle 2 (line 5) at (0.5, 0): gap 0 m\n"
               "  contact   lower with upper at (-0.3, 1): gap 0 m\n"
               "  contact   upper with lower at (0.5, 1): gap 0 m\n"
               "  why       lemke ran out after 3 iterations; the problem has a solution\n"
               OTHER "  try" SWEPT);
    reports_on("a peak", "chain 5 0  6 0  7 0  8 0\nchain -1 -1  0 0  1 -1  mu 0.5\n"
               "chain 0.3 -1  0.3 0\nbox b size 1 1 mass 1 position 0 0.5\n", MB_PEG, "jacobi", 1,
               "  bodies    b\n  contact   b with obstacle 2 (line 5) at (0, 0): gap 0 m\n"
               "  contact   b with obstacle 3 (line 6) at (0.3, 0): gap 0 m\n"
               "  why       jacobi cannot solve problems of this kind: A has 0 on its diagonal in "
               "row 7\n" LEMKE "\n  try" SWEPT);
    reports_on("a crushed disc", "chain -5 0  5 0\ndisc a radius 0.5 mass 1 position 0 0.5\n"
               "box plate size 3 0.2 position 0 1.1 velocity 0 -0.01 driven\n"
               "rope world a from 1 0.5 to 0.4 0.5\n", MB_SWEPT, NULL, 0,
               "  bodies    a\n  joint     rope of world and a (line 7): error 0\n"
               "  contact   a with obstacle 1 (line 4) at (0, 0): gap 0 m\n"
               "  contact   plate with a at (0, 1): gap 0 m\n" NO_ROOM "  or " SMALLER);
    reports_on("a plate first", "box plate size 3 0.2 position 0 1.1 velocity 0 -0.01 driven\n"
               "disc a radius 0.5 mass 1 position 0 0.5\nchain -5 0  5 0\n", MB_ST, NULL, 0,
               "  bodies    a\n  contact   plate with a at (0, 1): gap 0 m\n"
               "  contact   a with obstacle 1 (line 6) at (0, 0): gap 0 m\n" NO_ROOM "  or " SWEPT);
    for (int k = 0; k < 2; k++) {                              /* on a grid of powers of 2: exact */
        snprintf(text, sizeof text, "gravity 0 0\n"
                 "disc tug radius 0.1 position 0 0 velocity 1 0 driven\n"
                 "disc ball radius 0.1 mass 1 position -0.5 0\n"
                 "rope ball world from -0.5 0 to -1 0 length 0.5\nrope %s length 0.5\n", ropes[k]);
        snprintf(end, sizeof end, "  bodies    ball\n"
                 "  joint     rope of ball and world (line 7): error 0\n"
                 "  joint     rope of %s (line 8): error 0\n"
                 "  why       tug is driven farther than its joints allow\n"
                 "  try       driven bodies that move as their joints allow\n  or " SMALLER,
                 k ? "ball and tug" : "tug and ball");
        reports_on("a ball in tow", text, MB_SWEPT, NULL, 0, end);
    }
    reports_on("pressed by the last", "gravity 0 0\nchain -1 9  -1 -9\n"
               "disc a radius 0.5 mass 1 position -0.5 0\n"
               "disc b radius 0.5 driven position 0.5 0 velocity -1 0\n", MB_SWEPT, NULL, 0,
               "  bodies    a\n  contact   a with obstacle 1 (line 5) at (-1, 0): gap 0 m\n"
               "  contact   a with b at (0, 0): gap 0 m\n" NO_ROOM "  or " SMALLER);
    reports_on("a disc on a corner", "chain 5 0  6 0\nchain -1 -1  0 0  1 -1\nchain 7 0  8 0\n"
               "chain 9 0  10 0  11 0\ndisc b radius 0.5 mass 1 position 0 0.5\n"
               "disc c radius 0.5 mass 1 position 0 1.5\n", MB_ST, "lemke", 1,
               "  bodies    b, c\n  contact   b with obstacle 2 (line 5) at (0, 0): gap 0 m\n"
               "  contact   b with c at (0, 1): gap 0 m\n"
               "  why       lemke ran out after 3 iterations; the problem has a solution\n"
               OTHER "  try" SWEPT);
    reports_on("a box pulled apart", "box c size 0.2 0.2 mass 1 position 1.5 0\n"
               "box a size 1 1 position 0 0 velocity 1 0 driven\n"
               "box b size 1 1 position 3 0 velocity -1 0 driven\n"
               "weld a c at 1 0\nweld c b at 2 0\n", MB_SWEPT, NULL, 0,
               "  bodies    c\n  joint     weld of a and c (line 7): error 0\n"
               "  joint     weld of c and b (line 8): error 0\n"
               "  why       the solution violates the weld of c and b (line 8):\n"
               "            other joints imply it\n  try       driven bodies that move as their "
               "joints allow; no joint twice\n  or " SMALLER);
    reports_on("two particles", particles, MB_PEG, "jacobi", 1,
               "  particle  2 at (0.47, 0.03) m, velocity (0, -10) m/s\n"
               "  contact   edge 1 of obstacle 1 (line 4), from (-1, 0) to (1, 0): gap 0.03 m\n"
               "  contact   edge 4 of obstacle 2 (line 5), from (1, 0.07) to (0.5, 0.07): gap 0.04 "
               "m\n"
               "  contact   edge 1 of obstacle 2 (line 5), from (0.5, 0.07) to (0.5, 1): gap 0.03 "
               "m\n"
               "  contact   edge 2 of obstacle 2 (line 5), from (0.5, 1) to (1, 1): gap -0.97 m\n"
               "  contact   edge 3 of obstacle 2 (line 5), from (1, 1) to (1, 0.07): gap -0.53 m\n"
               "  why       jacobi ran out after 1 iteration; the problem has a solution\n"
               LEMKE ", or a greater --max-iter\n  or " SWEPT);
    reports_on("two particles", particles, MB_SWEPT, "fischer-newton", 1,
               "  particle  2 at (0.47, 0.03) m, velocity (0, -10) m/s\n"
               "  contact   edge 1 of obstacle 1 (line 4), from (-1, 0) to (1, 0): gap 0.03 m\n"
               "  why       fischer-newton ran out after 1 iteration; the problem has a solution\n"
               LEMKE ", or a greater --max-iter\n  or " SMALLER);
}

int main(void)
{
    runs();
    for (int k = 0; k <= CHOSEN; k++) recorded(k);
    r.state = 5;
    for (int k = 0; k < 48; k++) projected(k);
    rows_as_text();
    poses(1, 4, 10, 10);
    poses(2, 3, 7, 7);
    poses(1, 9, 4, 4);
    poses(2, 5, 20, 11);
    poses(32, 2, 3, 3);
    poses(33, 2, 3, 3);
    poses(8192, 1, 1, 1);
    poses(9000, 1, 1, 1);
    flights();
    methods();
    choices();
    for (int k = 0; k < 2; k++) pushes(k);
    depths();
    reports();
    early_failures();
    return check_done();
}
