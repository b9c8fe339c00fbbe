/* simulate.c: binds a scene to mb_sim, steps it, and passes on the results; see simulate.h
 *
 * All memory is taken before the first step. The observer sees each particle's step before the
 * state changes, so its data wait in `seen`; after the whole step has succeeded, the new state
 * completes them to a row.
 */
#include "simulate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../solving/attempt.h"
#include "../reading/problem.h"
#include "../writing/output.h"

/* ---- the greatest depth of particles in solids ----------------------------------------------- */

int inside_init(inside *w, const scene *s)
{
    const size_t np = s->nparticle > 0 ? (size_t)s->nparticle : 1;
    const size_t no = s->nobstacle > 0 ? (size_t)s->nobstacle : 1;

    memset(w, 0, sizeof *w);
    w->s = s;
    w->work = HUGE_VAL;
    w->tree = calloc(no, sizeof *w->tree);
    w->last = malloc(2 * np * sizeof *w->last);
    w->behind = malloc(np * sizeof *w->behind);
    if (!w->tree || !w->last || !w->behind) return -1;
    for (size_t k = 0; k < np; k++) {
        w->behind[k] = -1;
        w->last[2 * k] = w->last[2 * k + 1] = HUGE_VAL * 0.0;
    }
    for (int i = 0; i < s->nobstacle; i++)
        if (shape_tree_init(w->tree + i, s->obstacle[i].xy, s->obstacle[i].nvert,
                            s->obstacle[i].closed, &w->work) != 0)
            return -1;
    return 0;
}

void inside_free(inside *w)
{
    for (int i = 0; w->tree && i < w->s->nobstacle; i++) shape_tree_free(w->tree + i);
    free(w->tree);
    free(w->last);
    free(w->behind);
    w->tree = NULL;
    w->last = NULL;
    w->behind = NULL;
}

/* depth of the particle, at x, in obstacle i now */
static double depth_in(inside *w, int i, int particle, const double x[2])
{
    const shape_tree *t = w->tree + i;
    const double *box = t->box + 4;                            /* of the root */
    double depth;

    if (t->closed) {
        const int near = x[0] > box[0] && x[1] > box[1] && x[0] < box[2] && x[1] < box[3];
        return near ? shape_depth(t, x) : 0.0;
    }
    if (w->behind[particle] != i && !shape_entered(t, w->last + 2 * particle, x)) return 0.0;
    depth = shape_depth(t, x);
    if (depth > 0.0) w->behind[particle] = i;
    else if (w->behind[particle] == i) w->behind[particle] = -1;
    return depth;
}

void inside_look(inside *w, int particle, double t, const double x[2])
{
    for (int i = 0; i < w->s->nobstacle; i++) {
        const double depth = depth_in(w, i, particle, x);
        if (!(depth > w->depth)) continue;
        w->depth = depth;
        w->t = t;
        w->particle = particle;
        w->obstacle = i;
    }
    memcpy(w->last + 2 * particle, x, 2 * sizeof *x);
}

int inside_start(const inside *w, const double x[2])
{
    for (int i = 0; i < w->s->nobstacle; i++)
        if (shape_depth(w->tree + i, x) > 0.0) return 1;
    return 0;
}

int inside_body(const inside *w, const scene *s, int k)
{
    return scene_starts_inside(s, k, w->tree);
}

void inside_say(const inside *w, const char *prefix, FILE *to)
{
    if (!(w->depth > 0.0)) return;
    fprintf(to, "%s%.3g m %s obstacle %d (line %d): particle %d at t = %.9g s\n", prefix, w->depth,
            w->s->obstacle[w->obstacle].closed ? "inside" : "behind", w->obstacle + 1,
            w->s->obstacle[w->obstacle].line, w->particle + 1, w->t);
}

/* ---- intervals in which edges push ----------------------------------------------------------- */

#define LEAST_PUSH 1e-9           /* of the momentum before or after the step */

/* virtual facets at open ends are not edges */
int acts_pushes(const mb_sim *sim, const mb_step *step, int i)
{
    const double *v = sim->v + 2 * step->particle;
    const double speed = fmax(hypot(v[0], v[1]), hypot(step->v[0], step->v[1]));

    return step->p_n && step->contact[i].end == 0 &&
           step->p_n[i] > LEAST_PUSH * sim->mass[step->particle] * speed;
}

static int within(const double window[4], const double x[2])
{
    return x[0] >= window[0] && x[0] <= window[2] && x[1] >= window[1] && x[1] <= window[3];
}

static int in_window(const double window[4], const mb_sim *sim, const mb_step *step)
{
    const double *x = sim->x + 2 * step->particle;
    const double next[2] = { x[0] + sim->h * step->v[0], x[1] + sim->h * step->v[1] };

    return within(window, x) || within(window, next);
}

/* one more; 0, or -1 without memory */
static int add_act(acts *a, int edge, double from, double to)
{
    if (a->count == MOST_ACTS) {
        a->lost = 1;
        return 0;
    }
    if (output_grow(&a->act, a->count, &a->capacity, sizeof *a->act) != 0) return -1;
    a->act[a->count].edge = edge;
    a->act[a->count].from = from;
    a->act[a->count++].to = to;
    return 0;
}

/* the edge pushes from one time to the other: extends its last interval, or begins a new one */
static int note_act(acts *a, int edge, double from, double to)
{
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->act[i].edge != edge) continue;
        if (a->act[i].to < from - 1e-6 * (to - from)) break;      /* times are rounded */
        a->act[i].to = to;
        return 0;
    }
    return add_act(a, edge, from, to);
}

int acts_watch(acts *a, const mb_sim *sim, const mb_step *step)
{
    if (!a->window || !in_window(a->window, sim, step)) return 0;
    for (int i = 0; i < step->ncontact; i++) {
        const int edge = sim->terrain.edge[step->contact[i].edge].id;
        if (acts_pushes(sim, step, i) && note_act(a, edge, sim->t, sim->t + sim->h) != 0) return -1;
    }
    return 0;
}

void acts_free(acts *a)
{
    free(a->act);
    a->act = NULL;
    a->count = a->capacity = 0;
}

/* ---- settings -------------------------------------------------------------------------------- */

const char *const form_names[3] = { "lcp", "mlcp", "box" };
const char *const scope_names[2] = { "edge", "chain" };
const char *const primary_names[2] = { "max", "closest" };
const char *const rule_names[2] = { "entry", "max" };

const char *solver_or_default(const char *name, mb_form form)
{
    return name ? name : form == MB_FORM_BOX ? "pgs" : "lemke";
}

const char *solver_name(const settings *with)
{
    return solver_or_default(with->solver, with->form);
}

const mb_cone_row *settings_cone(const settings *with, const scene *s)
{
    if (s->nsupport == 0 || with->sides != MB_DISC) return NULL;
    return with->solver ? mb_find_cone(with->solver) : mb_cone_solvers;
}

const char *solver_said(const settings *with, const scene *s)
{
    if (settings_cone(with, s)) return settings_cone(with, s)->name;
    return s->nbody > 0 && !with->solver ? "by island" : solver_name(with);
}

const mb_formulation_row *settings_formulation(const settings *with)
{
    return with->mine ? with->mine : mb_formulations + with->formulation;
}

const char *settings_advice(mb_formulation formulation)
{
    return formulation == USUAL_FORMULATION ? "" : ", --formulation swept";
}

void settings_default(settings *with, const scene *s)
{
    memset(with, 0, sizeof *with);
    with->formulation = USUAL_FORMULATION;
    with->form = MB_FORM_LCP;
    with->scope = MB_SCOPE_EDGE;
    with->h = s->h;
    with->time = s->time;
    with->epsilon = s->epsilon;
    with->psi_min = s->psi_min;
    with->sides = s->sides;
}

void settings_take_mine(settings *with)
{
    int i = 0;

    with->mine = formulation_mine;
    while (i + 1 < mb_formulation_count &&
           mb_formulations[i].detection != with->mine->detection)
        i++;
    with->formulation = i;
}

int settings_leave_out(const settings *with, const scene *s, int formulation)
{
    const mb_formulation_row *f = mb_formulations + formulation;

    if (with->only && !(with->only >> formulation & 1)) return 1;
    if (f->cone && !scene_has_friction(s)) return 1;
    if (settings_cone(with, s) && (f->cone || f->detection == MB_DETECT_GROUPS)) return 1;
    return with->form == MB_FORM_MLCP ? !f->mlcp : with->form == MB_FORM_BOX ? !f->box : !f->lcp;
}

static void driver_free(driver *d)
{
    while (d->blocks > 0) free(d->memory[--d->blocks]);
}

/* calloc that returns a block even for size 0, so that NULL always means failure */
static void *cleared(size_t count, size_t size) { return calloc(count ? count : 1, size); }

static void *keep(driver *d, void *block)
{
    if (block) d->memory[d->blocks++] = block;
    else d->lost = 1;
    return block;
}

void *driver_take(driver *d, size_t count, size_t size) { return keep(d, cleared(count, size)); }

mb_status driver_scratch(driver *d, size_t bytes, mb_arena *out)
{
    void *block = bytes < SIZE_MAX ? keep(d, malloc(bytes)) : NULL;

    *out = mb_arena_make(block, block ? bytes : 0);
    return block ? MB_OK : MB_NO_MEMORY;
}

static mb_status driver_terrain(driver *d)
{
    const scene *s = d->scene;
    size_t bytes;
    mb_arena arena;
    mb_info info;
    void *memory;

    d->polyline = driver_take(d, (size_t)s->nobstacle, sizeof *d->polyline);
    if (!d->polyline) return MB_NO_MEMORY;
    for (int i = 0; i < s->nobstacle; i++) {
        d->polyline[i].nvert = s->obstacle[i].nvert;
        d->polyline[i].xy = s->obstacle[i].xy;
        d->polyline[i].closed = s->obstacle[i].closed;
        d->polyline[i].mu = fmax(0.0, s->obstacle[i].mu);
    }
    bytes = mb_terrain_scratch(d->polyline, s->nobstacle);
    memory = driver_take(d, bytes, 1);
    if (!memory) return MB_NO_MEMORY;
    arena = mb_arena_make(memory, bytes);
    return mb_terrain_build(d->polyline, s->nobstacle, &d->terrain, &info, &arena);
}

/* resets everything to its start */
static void driver_rewind(driver *d)
{
    memcpy(d->state, d->start, d->changing * sizeof *d->state);
    d->sim.step = d->world.step = 0;
    d->sim.t = d->world.t = 0.0;
    d->world.nwarm = 0;
}

static mb_status driver_particles(driver *d)
{
    const size_t np = (size_t)d->scene->nparticle;
    mb_sim *sim = &d->sim;

    d->start = driver_take(d, 4 * np, sizeof *d->start);
    d->state = driver_take(d, 6 * np, sizeof *d->state);
    d->mass = driver_take(d, np, sizeof *d->mass);
    if (d->lost) return MB_NO_MEMORY;
    d->changing = 4 * np;
    sim->np = d->scene->nparticle;
    sim->terrain = d->terrain;
    sim->x = d->state;
    sim->v = d->state + 2 * np;
    sim->force = d->state + 4 * np;
    sim->mass = d->mass;
    for (size_t k = 0; k < np; k++) {
        const scene_particle *p = d->scene->particle + k;
        d->mass[k] = p->mass;
        memcpy(d->start + 2 * k, p->x, sizeof p->x);
        memcpy(d->start + 2 * (np + k), p->v, sizeof p->v);
        memcpy(sim->force + 2 * k, p->force, sizeof p->force);
    }
    return MB_OK;
}

static mb_observer_fn observe;

static mb_status driver_method(driver *d)
{
    const settings *with = d->with;
    const mb_solver *solver = solvers_find(with->form != MB_FORM_LCP, solver_name(with));
    mb_sim *sim = &d->sim;

    if (!solver) return MB_BAD_ARG;
    sim->lcp_solver = solver->lcp;
    sim->mlcp_solver = solver->mlcp;
    sim->solver_scratch = solver->scratch;
    sim->options = with->options;
    sim->formulation = with->formulation;
    if (with->mine) {
        sim->formulate_lcp = with->mine->lcp;
        sim->formulate_mlcp = with->form == MB_FORM_BOX ? with->mine->box : with->mine->mlcp;
        sim->detect = detect_mine;
    }
    sim->form = with->form;
    sim->scope = with->scope;
    sim->primary = with->primary;
    sim->epsilon = with->epsilon;
    sim->psi_min = with->psi_min;
    sim->h = with->h;
    memcpy(sim->gravity, d->scene->gravity, sizeof sim->gravity);
    sim->user = d;
    sim->observer = d->run ? observe : NULL;
    sim->clock = d->run ? progress_clock : NULL;
    return driver_scratch(d, mb_sim_scratch(sim), &sim->scratch);
}

/* sets up everything but the steps; run: for their results, or NULL if no one watches */
static mb_status driver_make(driver *d, const scene *s, const settings *with, simulation *run)
{
    mb_status status;

    memset(d, 0, sizeof *d);
    d->scene = s;
    d->with = with;
    d->run = run;
    d->count = scene_count(s);
    d->seen = driver_take(d, (size_t)d->count, sizeof *d->seen);
    status = d->seen ? driver_terrain(d) : MB_NO_MEMORY;
    if (status == MB_OK && s->nbody > 0) {
        status = worlds_make(d);
    } else {
        if (status == MB_OK) status = driver_particles(d);
        if (status == MB_OK) status = driver_method(d);
    }
    if (status == MB_OK) driver_rewind(d);
    return status;
}

/* Step k, from time k h; the last one is shorter if time is not a multiple of h. */
static mb_status driver_step(driver *d, int k, int planned)
{
    const double h = d->with->h, t = (double)k * h;
    double last = k == planned - 1 ? d->with->time - t : h;

    if (fabs(last - h) <= 1e-6 * h) last = h;             /* that is rounding, not a shorter step */
    if (d->scene->nbody > 0) return worlds_step(d, t, last);
    d->sim.t = t;
    d->sim.h = last;
    return mb_sim_step(&d->sim, NULL);
}

/* ---- the record ---- */

/* completes the observer's data by the state after the step */
static void record_particles(driver *d, double t)
{
    simulation *run = d->run;

    for (int k = 0; k < d->sim.np; k++) {
        trajectory_row *row = d->seen + k;
        memcpy(row->x, d->sim.x + 2 * k, sizeof row->x);
        memcpy(row->v, d->sim.v + 2 * k, sizeof row->v);
        row->energy = scene_energy(d->scene, k, row->x, row->v);
        if (!d->with->brief) inside_look(&run->solid, k, t, row->x);
        run->iterations += row->iterations;
        run->residual = fmax(run->residual, row->residual);
    }
}

/* completes the rows of a step, and passes them on */
static void record_step(driver *d, int step, double t)
{
    simulation *run = d->run;

    run->steps = step;
    run->t = t;
    if (d->scene->nbody > 0) worlds_record(d);
    else record_particles(d, t);
    for (int k = 0; k < d->count; k++) {
        trajectory_row *row = d->seen + k;
        row->step = step;
        row->t = t;
        row->particle = k;
        run->last[k] = *row;
        run->last[k].body = NULL;                     /* those end with the driver */
        run->last[k].world = NULL;
        if (d->with->take && d->with->take(d->with->taker, row) != 0) run->cut = 1;
    }
}

/* notes which edges push */
static void record_contacts(driver *d, const mb_step *step)
{
    for (int i = 0; i < step->ncontact; i++)
        if (acts_pushes(&d->sim, step, i))
            d->run->pushed[d->sim.terrain.edge[step->contact[i].edge].id] = 1;
    if (acts_watch(&d->run->acts, &d->sim, step) != 0) d->run->cut = 1;
}

void driver_dump(driver *d, const mb_mlcp *problem, int step, const char *of, int number)
{
    if (step % d->with->dump_every != 0) return;
    if (lcp_file_save_step(problem, d->with->dump, step, of, number, d->messages) != 0)
        d->run->cut = 1;
    else d->run->dumped++;
}

static void report_failure(const driver *d, const mb_step *step)
{
    const mb_sim *sim = &d->sim;
    const double *x = sim->x + 2 * step->particle, *v = sim->v + 2 * step->particle;
    FILE *to = d->messages;

    if (!to) return;
    fprintf(to, "minisim2d: step %d at t = %.9g s failed: %s\n", sim->step + 1, sim->t,
            mb_status_name(step->info.status));
    if (step->ncontact < 0) {
        fprintf(to, "  more than %d edges are within epsilon = %g m of the particle: try a smaller "
                "--epsilon\n", step->info.where, sim->epsilon);
        return;
    }
    if (step->info.status == MB_NO_MEMORY) {
        fprintf(to, "  the path of the step enters more than %d edges: try a smaller --h\n",
                step->ncontact);
        return;
    }
    if (step->info.status == MB_TODO) {
        failure_explain(&step->problem, solver_name(d->with), &step->info, to);
        return;
    }
    fprintf(to, "  %s\n", mb_status_text(step->info.status));
    fprintf(to, "  method    %s as %s, solver %s, %d unknowns, %d iterations, residual %.3g\n",
            settings_formulation(d->with)->name, form_names[sim->form], solver_name(d->with),
            step->problem.n, step->info.iterations, step->info.residual);
    fprintf(to, "  particle  %d at (%.9g, %.9g) m, velocity (%.9g, %.9g) m/s\n", step->particle + 1,
            x[0], x[1], v[0], v[1]);
    for (int i = 0; i < step->ncontact; i++) {
        const mb_edge *e = sim->terrain.edge + step->contact[i].edge;
        int k = 0, obstacle = scene_edge_find(d->scene, e->id, &k);
        fprintf(to, "  contact   edge %d of obstacle %d (line %d), from (%.6g, %.6g) to (%.6g, "
                "%.6g): gap %.6g m\n", k + 1, obstacle + 1, d->scene->obstacle[obstacle].line,
                e->p[0], e->p[1], e->q[0], e->q[1], step->contact[i].psi);
    }
    if (step->problem.n > 0) failure_explain(&step->problem, solver_name(d->with), &step->info, to);
    if (d->with->mine && step->info.status == MB_BAD_ARG && step->dynamics->nd > 0) {
        fprintf(to, "  the scene has friction: lab 6's formulation is without it, "
                "lab 7's has it\n");
        return;
    }
    fprintf(to, "  %s       a smaller --h%s%s\n", step->problem.n > 0 ? "or " : "try",
            settings_advice(sim->formulation),
            d->with->dump ? "" : "; --dump-lcp DIR saves the problem");
}

static void observe(const mb_sim *sim, const mb_step *step)
{
    driver *d = sim->user;
    trajectory_row *row = d->seen + step->particle;
    const int n = step->problem.n;

    row->contacts = step->ncontact > 0 ? step->ncontact : 0;
    /* a free step's mLCP is M v+ = M v + p_ext alone, which needs no solver */
    row->size = n == 0 && d->with->form == MB_FORM_MLCP ? 2 : n;
    d->run->problems += n > 0;
    if (n > d->run->largest) d->run->largest = n;
    row->iterations = step->info.iterations;
    row->residual = step->info.residual;
    row->seconds = step->seconds;
    if (d->with->dump && n > 0)
        driver_dump(d, &step->problem, sim->step + 1, "particle", step->particle + 1);
    if (step->info.status != MB_OK) report_failure(d, step);
    else if (!d->with->brief) record_contacts(d, step);
    if (d->with->watch) d->with->watch(d->with->user, sim, step);
}

/* ---- the loop ---- */

static mb_status make_record(simulation *run, const scene *s, int edges)
{
    run->last = cleared((size_t)scene_count(s), sizeof *run->last);
    run->pushed = cleared((size_t)edges, 1);
    run->push = cleared(s->nbody > 0 ? MOST_PUSHES : 0, sizeof *run->push);
    run->foot = cleared((size_t)s->nsupport, sizeof *run->foot);
    if (!run->last || !run->pushed || !run->push || !run->foot) return MB_NO_MEMORY;
    return inside_init(&run->solid, s) == 0 ? MB_OK : MB_NO_MEMORY;
}

driver *simulate_open(const scene *s, const settings *with, simulation *run, FILE *messages)
{
    driver *d = malloc(sizeof *d);

    memset(run, 0, sizeof *run);
    run->planned = scene_steps(with->time, with->h);
    run->acts.window = with->window;
    run->status = d ? driver_make(d, s, with, run) : MB_NO_MEMORY;
    if (run->status == MB_OK) run->status = make_record(run, s, d->terrain.nedge);
    if (run->status != MB_OK) {
        if (messages)
            fprintf(messages, "minisim2d: cannot set up the simulation: %s\n",
                    run->status == MB_NO_MEMORY ? "no memory" : mb_status_text(run->status));
        free(run->last);
        run->last = NULL;                                    /* there is no state to keep */
        simulate_close(d);
        return NULL;
    }
    d->messages = messages;
    record_step(d, 0, 0.0);
    return d;
}

int simulate_step(driver *d)
{
    simulation *run = d->run;
    const int k = run->steps;

    if (run->status != MB_OK || run->cut || k >= run->planned) return 0;
    run->status = driver_step(d, k, run->planned);
    if (run->status != MB_OK) return 0;
    record_step(d, k + 1, k == run->planned - 1 ? d->with->time : (double)(k + 1) * d->with->h);
    return 1;
}

void simulate_close(driver *d)
{
    if (d) driver_free(d);
    free(d);
}

mb_status simulate(const scene *s, const settings *with, simulation *run, FILE *messages)
{
    driver *d = simulate_open(s, with, run, messages);
    progress bar;

    if (!d) return run->status;
    progress_begin(&bar, with->progress);
    while (simulate_step(d)) progress_show(&bar, run->steps, run->planned);
    progress_end(&bar);
    if (run->cut && run->status == MB_OK) {
        run->status = MB_NO_MEMORY;
        if (messages)
            fprintf(messages, "minisim2d: stopped after step %d: its record could not be written\n",
                    run->steps);
    }
    simulate_close(d);
    return run->status;
}

void simulation_free(simulation *run)
{
    free(run->last);
    free(run->pushed);
    free(run->push);
    free(run->foot);
    acts_free(&run->acts);
    inside_free(&run->solid);
}

driver *simulate_bare(const scene *s, const settings *with)
{
    driver *d = malloc(sizeof *d);

    if (d && driver_make(d, s, with, NULL) == MB_OK) return d;
    simulate_close(d);
    return NULL;
}

double simulate_speed(const scene *s, const settings *with, double seconds)
{
    const int planned = scene_steps(with->time, with->h);
    double begin = progress_clock(), elapsed = 0.0, steps = 0.0;
    mb_status status;
    driver d;

    status = driver_make(&d, s, with, NULL);
    while (status == MB_OK && planned > 0 && elapsed < seconds) {
        driver_rewind(&d);
        for (int k = 0; k < planned && status == MB_OK; k++) status = driver_step(&d, k, planned);
        steps += planned;
        elapsed = progress_clock() - begin;
    }
    driver_free(&d);
    return status == MB_OK && elapsed > 0.0 ? steps / elapsed : 0.0;
}
