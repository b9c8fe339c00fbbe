/* recorder.c: a step as a frame; see recorder.h */
#include "simulate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../bodies/world.h"
#include "../reading/frame.h"
#include "../solving/attempt.h"

#define INSIDE (1.0 - 1e-9)       /* of a cone's edge: friction below it sticks */

void recorder_begin(frame_recorder *f, const scene *s, const settings *with, output_file *file)
{
    memset(f, 0, sizeof *f);
    f->with = with;
    f->file = file;
    frame_write_head(s->title, &f->text);
    f->failed = output_put(file, &f->text) != 0;
}

void recorder_end(frame_recorder *f)
{
    frame_write_end(f->count, &f->text);
    output_put(f->file, &f->text);
    output_free(&f->text);
    free(f->memory);
}

/* nothing more is recorded, and closing the file reports why */
static void no_memory(frame_recorder *f) { f->failed = f->text.failed = 1; }

/* an arena of at least this many bytes; without memory an empty one, and f->failed */
static mb_arena arena_of(frame_recorder *f, size_t bytes)
{
    if (bytes > f->room) {
        void *more = realloc(f->memory, bytes);
        if (!more) {
            no_memory(f);
            return mb_arena_make(NULL, 0);
        }
        f->memory = more;
        f->room = bytes;
    }
    return mb_arena_make(f->memory, f->room);
}

static void *take(mb_arena *arena, int count, size_t size)
{
    const size_t each = (size + sizeof(double) - 1) / sizeof(double);

    return mb_arena_matrix(arena, count, (int)each);
}

/* ---- for particles and bodies ---- */

/* state of a contact after the step: 'o', 's' or 'l' */
static char stick_of(double mu, double p_n, double p_t)
{
    if (!(p_n > 0.0)) return 'o';
    return fabs(p_t) < INSIDE * mu * p_n ? 's' : 'l';
}

static void set_solution(frame *out, const mb_mlcp *p, const mb_layout *layout, const double *z)
{
    const solution_errors e = solution_errors_of(p, layout, z);

    /* not always the requested one */
    out->form = layout->nv + layout->nb > 0 ? MB_FORM_MLCP : p->lo ? MB_FORM_BOX : MB_FORM_LCP;
    out->total = e.total;
    out->normal = e.normal;
    out->friction = e.friction;
    for (int i = 0; i < p->n; i++)
        if (!isfinite(z[i])) return;
    out->n = p->n;
    out->z = z;
}

static void set_name(frame *out, const char *solver)
{
    out->solver[0] = '\0';
    strncat(out->solver, solver && solver[0] ? solver : "none", sizeof out->solver - 1);
}

/* the data of contact i in d */
static void set_contact(frame_contact *c, const mb_dynamics *d, int i, mb_formulation formulation)
{
    c->psi = d->psi[i];
    c->mu = d->mu[i];
    c->group = d->group ? d->group[i] : i;
    if (d->bias) {
        const int keeps_gap = mb_formulations[formulation].keeps_gap;
        const double usual = keeps_gap ? d->psi[i] / d->h : 0.0;
        c->bias = d->bias[i];
        c->biased = c->bias < usual || c->bias > usual;
    }
}

static void put(frame_recorder *f, const frame *step)
{
    frame_write(step, &f->text);
    if (output_put(f->file, &f->text) != 0) f->failed = 1;
    f->count++;
}

/* ---- particles ---- */

static void set_particle(frame_body *b, const mb_sim *sim, const mb_step *step)
{
    const int k = step->particle;

    b->number = k + 1;
    b->mass = sim->mass[k];
    for (int i = 0; i < 2; i++) {
        b->q[i] = sim->x[2 * k + i];
        b->v[i] = step->dynamics->v[i];
        b->p[i] = step->dynamics->p_ext[i];
    }
}

/* the edge, counted from 1; for a virtual facet at its end the negative number */
static int facet_of(const mb_contact *c) { return c->end == 0 ? c->edge + 1 : -1 - c->edge; }

void recorder_watch(void *user, const mb_sim *sim, const mb_step *step)
{
    frame_recorder *f = user;
    const mb_dynamics *d = step->dynamics;
    const int nc = step->ncontact;
    frame_contact *contact;
    frame_body body;
    mb_arena arena;
    char *stick;
    frame out;

    if (f->failed || step->problem.n == 0 || !d || !step->z) return;
    arena = arena_of(f, ((size_t)nc + 1) * (sizeof *contact + 32));
    if (f->failed) return;
    contact = take(&arena, nc, sizeof *contact);
    stick = take(&arena, nc, 1);
    memset(&out, 0, sizeof out);
    memset(&body, 0, sizeof body);
    memset(contact, 0, (size_t)nc * sizeof *contact);
    set_particle(&body, sim, step);
    for (int i = 0; i < nc; i++) {
        frame_contact *c = contact + i;
        set_contact(c, d, i, sim->formulation);
        c->b = body.number;
        c->facet = facet_of(step->contact + i);
        memcpy(c->n, d->Jn + 2 * i, sizeof c->n);
        memcpy(c->at, body.q, sizeof c->at);
        if (step->p_n)
            stick[i] = stick_of(c->mu, step->p_n[i],
                                d->nd > 0 ? step->p_f[2 * i] - step->p_f[2 * i + 1] : 0.0);
    }
    out.step = sim->step + 1;
    out.t = sim->t;
    out.number = body.number;
    out.formulation = sim->formulation;
    set_name(&out, solver_name(f->with));
    out.nbody = 1;
    out.body = &body;
    out.ncontact = nc;
    out.contact = contact;
    out.d = *d;
    out.status = step->info.status;
    out.iterations = step->info.iterations;
    if (step->p_n && step->info.status == MB_OK) out.stick = stick;
    set_solution(&out, &step->problem, &step->layout, step->z);
    put(f, &out);
}

/* ---- bodies ---- */

/* enough bytes for mb_world_dynamics and the rest of a frame */
static size_t bytes_of(const mb_world *world, const mb_island *island)
{
    const double nv = 3.0 * island->nbody, nc = island->ncontact, rows = 8.0 * island->njoint;
    const double numbers = (nv + 3.0 * nc + rows) * (nv + 64.0) + rows * rows +
                           64.0 * (world->nbody + nc + rows + 1.0);

    return numbers < (double)(SIZE_MAX / 16) ? 8 * (size_t)numbers : SIZE_MAX;
}

/* data of the island's problem, the step's own or without restitution; NULL: none, or no memory */
static const mb_dynamics *dynamics_of(frame_recorder *f, const mb_world *world,
                                      const mb_island_step *step,
                                      mb_dynamics *made, mb_arena *arena)
{
    const mb_dynamics *d = step->dynamics;

    *arena = arena_of(f, bytes_of(world, &step->island));
    if (f->failed) return NULL;
    if (step->problem.A) return d && step->z && d->nc == step->island.ncontact ? d : NULL;
    if (mb_world_dynamics(world, &step->island, made, arena) == MB_OK) return made;
    no_memory(f);
    return NULL;
}

/* adds body k of a contact if it is driven and new; returns how many there are */
static int add_driven(frame_body *driven, int count, const mb_world *world, int k)
{
    frame_body *b = driven + count;

    if (k < 0 || world->body[k].kind == MB_DYNAMIC) return count;
    for (int i = 0; i < count; i++)
        if (driven[i].number == k + 1) return count;
    memset(b, 0, sizeof *b);
    b->number = k + 1;
    memcpy(b->q, world->q + 3 * k, sizeof b->q);
    if (world->body[k].kind == MB_KINEMATIC) memcpy(b->v, world->v + 3 * k, sizeof b->v);
    return count + 1;
}

/* the island's bodies, and the driven ones that they touch; returns how many */
static int set_bodies(frame_body *body, const mb_world *world, const mb_island *island,
                      const mb_dynamics *d)
{
    int driven = 0, at = 0;

    memset(body, 0, (size_t)island->nbody * sizeof *body);
    for (int i = 0; i < island->nbody; i++) {
        const int k = island->body[i], nv = world->body[k].inertia > 0.0 ? 3 : 2;
        body[i].number = k + 1;
        body[i].mass = world->body[k].mass;
        body[i].inertia = world->body[k].inertia;
        memcpy(body[i].q, world->q + 3 * k, sizeof body[i].q);
        memcpy(body[i].v, d->v + at, (size_t)nv * sizeof *body[i].v);
        if (d->p_ext) memcpy(body[i].p, d->p_ext + at, (size_t)nv * sizeof *body[i].p);
        at += nv;
    }
    for (int i = 0; i < island->ncontact; i++) {
        driven = add_driven(body + island->nbody, driven, world, island->contact[i].a);
        driven = add_driven(body + island->nbody, driven, world, island->contact[i].b);
    }
    return island->nbody + driven;
}

static void set_contacts(frame_contact *contact, char *stick, const mb_world *world,
                         const mb_island_step *step, const mb_dynamics *d)
{
    for (int i = 0; i < step->island.ncontact; i++) {
        const mb_body_contact *from = step->island.contact + i;
        frame_contact *c = contact + i;
        memset(c, 0, sizeof *c);
        set_contact(c, d, i, world->formulation);
        c->a = from->a + 1;
        c->b = from->b + 1;
        c->facet = from->facet >= 0 ? from->facet + 1 : from->facet;
        memcpy(c->n, from->n, sizeof c->n);
        memcpy(c->at, from->p, sizeof c->at);
        if (step->p_n) stick[i] = stick_of(c->mu, step->p_n[i], step->p_t[i]);
    }
}

void recorder_watch_bodies(void *user, const mb_world *world, const mb_island_step *step)
{
    frame_recorder *f = user;
    const mb_island *island = &step->island;
    const mb_dynamics *d;
    frame_contact *contact;
    frame_body *body;
    mb_dynamics made;
    mb_arena arena;
    char *stick;
    frame out;

    if (f->failed || step->problem.n == 0) return;
    d = dynamics_of(f, world, step, &made, &arena);
    if (!d) return;
    contact = take(&arena, island->ncontact, sizeof *contact);
    stick = take(&arena, island->ncontact, 1);
    body = take(&arena, world->nbody, sizeof *body);
    if (!contact || !stick || !body) {
        no_memory(f);
        return;
    }
    memset(&out, 0, sizeof out);
    set_contacts(contact, stick, world, step, d);
    out.step = world->step + 1;
    out.t = world->t;
    out.island = 1;
    out.number = island->body[0] + 1;
    out.formulation = world->formulation;
    set_name(&out, step->solver);
    out.nbody = set_bodies(body, world, island, d);
    out.body = body;
    out.ncontact = island->ncontact;
    out.contact = contact;
    out.d = *d;
    out.status = step->info.status;
    out.iterations = step->info.iterations;
    out.total = step->info.residual;
    if (step->p_n && step->info.status == MB_OK) out.stick = stick;
    if (step->problem.A) set_solution(&out, &step->problem, &step->layout, step->z);
    put(f, &out);
}
