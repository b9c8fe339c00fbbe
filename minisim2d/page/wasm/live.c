/* live.c: the kit in the page: one particle among obstacles, with a formulation or exact
 *
 * Compiled for wasm32 without a C library; what little of one it needs is in libc.c, beside this.
 * The page writes a scene into the numbers of live_scene, calls live_run, and reads frames and
 * contacts. Everything is in static memory, and a run starts from nothing.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_IMPLEMENTATION
#include "../../../mbsim.h"

#include "../../reading/scene.h"
#include "../../truth/exact.h"

void free_all(void);              /* in libc.c: all that malloc gave */

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    MOST_NUMBERS = 1 << 16, MOST_OBSTACLES = 256, MOST_FRAMES = 1 << 15, MOST_CONTACTS = 1 << 18,
    FRAME = 9, CONTACT = 6        /* numbers of each */
};

/* gravity (2), mass, force (2), x (2), v (2), h, time, epsilon, obstacles; then of each obstacle:
 * closed, mu, vertices, and these */
static double given[MOST_NUMBERS];
/* x, y, vx, vy, energy, unknowns, iterations, residual, contacts up to here */
static double frame[MOST_FRAMES * FRAME];
/* body, facet, gap, p_n, p_t, group */
static double contact[MOST_CONTACTS * CONTACT];
static int ncontact;
static char terrain_memory[1 << 23], scratch_memory[1 << 25];

static scene_obstacle obstacle[MOST_OBSTACLES];
static mb_polyline polyline[MOST_OBSTACLES];
static scene_particle particle;
static scene stage;
static mb_step seen;

EXPORT(live_given) double *live_given(void) { return given; }
EXPORT(live_frames) double *live_frames(void) { return frame; }
EXPORT(live_contacts) double *live_contacts(void) { return contact; }
EXPORT(live_status) const char *live_status(int status) { return mb_status_name((mb_status)status); }

/* names by index: of a formulation; of a solver, "" for one that takes no LCP */
EXPORT(live_formulations) int live_formulations(void) { return MB_FORMULATIONS; }
EXPORT(live_formulation) const char *live_formulation(int i) { return mb_formulations[i].name; }

EXPORT(live_solvers) int live_solvers(void) { return mb_solver_count; }

EXPORT(live_solver) const char *live_solver(int i)
{
    return mb_solvers[i].lcp ? mb_solvers[i].name : "";
}

/* the numbers as a scene; 0 if they are too many */
static int read_scene(void)
{
    const double *at = given + 13;
    const int count = (int)given[12];

    if (count < 0 || count > MOST_OBSTACLES) return 0;
    memset(&stage, 0, sizeof stage);
    memcpy(stage.gravity, given, sizeof stage.gravity);
    particle.mass = given[2];
    memcpy(particle.force, given + 3, sizeof particle.force);
    memcpy(particle.x, given + 5, sizeof particle.x);
    memcpy(particle.v, given + 7, sizeof particle.v);
    stage.h = given[9];
    stage.time = given[10];
    stage.epsilon = given[11];
    stage.psi_min = -HUGE_VAL;
    stage.nparticle = 1;
    stage.particle = &particle;
    stage.nobstacle = count;
    stage.obstacle = obstacle;
    for (int i = 0; i < count; i++) {
        scene_obstacle *o = obstacle + i;
        if (at + 3 > given + MOST_NUMBERS) return 0;
        o->closed = at[0] > 0.0;
        o->mu = at[1];
        o->nvert = (int)at[2];
        o->xy = (double *)at + 3;
        at += 3 + 2 * o->nvert;
        if (o->nvert < 0 || at > given + MOST_NUMBERS) return 0;
        polyline[i].nvert = o->nvert;
        polyline[i].xy = o->xy;
        polyline[i].closed = o->closed;
        polyline[i].mu = o->mu;
    }
    return 1;
}

/* the index of a contact's half-space in the page's list; see page.c */
static int facet_of(const mb_terrain *terrain, const mb_contact *c)
{
    const int id = terrain->edge[c->edge].id;

    if (c->end == 0) return id;
    return terrain->nedge + 2 * scene_edge_find(&stage, id, NULL) + (c->end > 0);
}

static void observe(const mb_sim *sim, const mb_step *step)
{
    const int grouped = mb_formulations[sim->formulation].detection == MB_DETECT_GROUPS;

    seen = *step;
    for (int i = 0; i < step->ncontact && ncontact < MOST_CONTACTS; i++) {
        const mb_contact *c = step->contact + i;
        const double *p_f = step->p_f ? step->p_f + i * step->dynamics->nd : NULL;
        double *out = contact + CONTACT * ncontact++;
        out[0] = 0.0;
        out[1] = facet_of(&sim->terrain, c);
        out[2] = c->psi;
        out[3] = step->p_n ? step->p_n[i] : 0.0;
        out[4] = p_f && step->dynamics->nd == 2 ? p_f[0] - p_f[1] : 0.0;
        out[5] = grouped ? c->chain + c->window * sim->terrain.nchain : i;
    }
}

static void record(int k, const double *x, const double *v)
{
    double *out = frame + FRAME * k;

    memcpy(out, x, 2 * sizeof *x);
    memcpy(out + 2, v, 2 * sizeof *v);
    out[4] = scene_energy(&stage, 0, x, v);
    out[5] = k > 0 ? seen.problem.n : 0;
    out[6] = k > 0 ? seen.info.iterations : 0;
    out[7] = k > 0 ? seen.info.residual : 0.0;
    out[8] = ncontact;
}

static int steps(void)
{
    const int planned = scene_steps(stage.time, stage.h);

    return planned < 0 || planned >= MOST_FRAMES ? -1 : planned;
}

/* live_run: frames of the scene with a formulation, of which the start is the first; fewer than
 * there should be if a step failed; -1 if the scene or the choice makes no sense */
EXPORT(live_run) int live_run(int formulation, int solver, int form)
{
    double x[2], v[2], force[2], mass;
    const int planned = read_scene() ? steps() : -1;
    mb_arena arena = mb_arena_make(terrain_memory, sizeof terrain_memory);
    mb_sim sim;
    mb_info info;
    int k = 0;

    ncontact = 0;
    memset(&sim, 0, sizeof sim);
    if (planned < 0 || formulation < 0 || formulation >= MB_FORMULATIONS ||
        mb_terrain_build(polyline, stage.nobstacle, &sim.terrain, &info, &arena) != MB_OK)
        return -1;
    memcpy(x, particle.x, sizeof x);
    memcpy(v, particle.v, sizeof v);
    memcpy(force, particle.force, sizeof force);
    mass = particle.mass;
    sim.np = 1;
    sim.mass = &mass;
    memcpy(sim.gravity, stage.gravity, sizeof sim.gravity);
    sim.epsilon = stage.epsilon;
    sim.psi_min = stage.psi_min;
    sim.formulation = (mb_formulation)formulation;
    sim.form = (mb_form)form;
    if (form == MB_FORM_LCP && solver >= 0 && solver < mb_solver_count && mb_solvers[solver].lcp) {
        sim.lcp_solver = mb_solvers[solver].lcp;
        sim.solver_scratch = mb_solvers[solver].scratch;
    }
    sim.x = x;
    sim.v = v;
    sim.force = force;
    sim.observer = observe;
    sim.scratch = mb_arena_make(scratch_memory, sizeof scratch_memory);
    record(0, x, v);
    for (; k < planned; k++) {
        memset(&seen, 0, sizeof seen);
        sim.t = (double)k * stage.h;
        sim.h = k == planned - 1 ? stage.time - sim.t : stage.h;
        if (fabs(sim.h - stage.h) <= 1e-6 * stage.h) sim.h = stage.h;
        if (mb_sim_step(&sim, NULL) != MB_OK) break;
        record(k + 1, x, v);
    }
    return k + 1;
}

/* live_exact: the same times on the exact motion; -1 if it can't be followed */
EXPORT(live_exact) int live_exact(void)
{
    const int planned = read_scene() ? steps() : -1;
    exact_path path;

    free_all();
    if (planned < 0 || exact_run(&stage, 0, stage.time, &path, NULL) != 0) return -1;
    ncontact = 0;
    for (int k = 0; k <= planned; k++) {
        double x[2], v[2];
        exact_at(&path, k == planned ? stage.time : k * stage.h, x, v);
        memset(&seen, 0, sizeof seen);
        record(k, x, v);
    }
    return planned + 1;
}
