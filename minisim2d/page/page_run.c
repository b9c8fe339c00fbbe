/* page_run.c: a run in progress, as the numbers that a page replays; see page.h */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int page_every(const scene *s, int planned)
{
    const int frames = PAGE_MAX_PLACES / (scene_count(s) + 1) + 1;

    return planned / (frames < PAGE_MAX_FRAMES ? frames : PAGE_MAX_FRAMES) + 1;
}

void page_run_init(page_run *run, const scene *s, int planned, const reference *r)
{
    memset(run, 0, sizeof *run);
    run->scene = s;
    run->reference = r && r->missing < r->count ? r : NULL;
    run->every = page_every(s, planned);
    run->width = PAGE_FRAME + 3 * scene_count(s);
    run->contact_width = s->nbody > 0 ? PAGE_TOUCH : PAGE_CONTACT;
}

void page_run_free(page_run *run)
{
    free(run->frame);
    free(run->contact);
    memset(run, 0, sizeof *run);
}

/* ---- contacts ---- */

/* the index of a contact's half-space in the page's list: edges, then two ends of each obstacle */
static int facet_of(const scene *s, const mb_terrain *terrain, const mb_contact *c)
{
    const int id = terrain->edge[c->edge].id;

    if (c->end == 0) return id;
    return terrain->nedge + 2 * scene_edge_find(s, id, NULL) + (c->end > 0);
}

static void add_contact(page_run *run, const double *number)
{
    const size_t n = (size_t)run->contact_width, size = n * sizeof *number;

    if (output_grow(&run->contact, run->contacts, &run->contact_room, size) != 0) run->lost = 1;
    else memcpy(run->contact + n * (size_t)run->contacts++, number, size);
}

/* is this step one of those that are kept? */
static int is_kept(const page_run *run, int step, int done)
{
    return (step + 1) % run->every == 0 && done;
}

void page_run_watch(void *user, const mb_sim *sim, const mb_step *step)
{
    page_run *run = user;
    const int grouped = mb_formulations[sim->formulation].detection == MB_DETECT_GROUPS;

    run->solved = 1;
    run->reaches = mb_formulations[sim->formulation].detection != MB_DETECT_PATH;
    if (!is_kept(run, sim->step, step->info.status == MB_OK)) return;
    for (int i = 0; i < step->ncontact; i++) {
        const mb_contact *c = step->contact + i;
        const double *p_f = step->p_f ? step->p_f + i * step->dynamics->nd : NULL;
        const double number[PAGE_CONTACT] = {
            step->particle, facet_of(run->scene, &sim->terrain, c), c->psi,
            step->p_n ? step->p_n[i] : 0.0,
            p_f && step->dynamics->nd == 2 ? p_f[0] - p_f[1] : 0.0,
            grouped ? c->chain + c->window * sim->terrain.nchain : i };
        add_contact(run, number);
    }
}

void page_run_watch_bodies(void *user, const mb_world *world, const mb_island_step *step)
{
    page_run *run = user;

    run->solved = 1;
    if (!is_kept(run, world->step, step->info.status == MB_OK || step->way == MB_UNSOLVED)) return;
    for (int i = 0; i < step->island.ncontact; i++) {
        const mb_body_contact *c = step->island.contact + i;
        const double number[PAGE_TOUCH] = {
            c->a, c->b, c->p[0], c->p[1], c->n[0], c->n[1], c->psi,
            step->p_n ? step->p_n[i] : 0.0, step->p_n ? step->p_t[i] : 0.0 };
        add_contact(run, number);
    }
}

/* ---- frames ---- */

/* adds a frame, in which nothing is known of bodies yet */
static double *add_frame(page_run *run)
{
    const size_t size = (size_t)run->width * sizeof *run->frame;
    double *at;

    if (output_grow(&run->frame, run->frames, &run->frame_room, size) != 0) return NULL;
    at = run->frame + run->width * run->frames++;
    for (int i = 0; i < run->width; i++) at[i] = i < PAGE_FRAME ? 0.0 : (double)NAN;
    at[PAGE_CONTACTS] = (double)run->contact_width * run->contacts;
    return at;
}

/* the data of the row's step on all bodies, or its particle's contribution */
static void add_row(double *frame, const trajectory_row *row)
{
    const trajectory_world *whole = row->world;

    frame[PAGE_RESIDUAL] = fmax(frame[PAGE_RESIDUAL], row->residual);
    frame[PAGE_ENERGY] = whole ? whole->energy : frame[PAGE_ENERGY] + row->energy;
    frame[PAGE_SIZE] = whole ? whole->size : frame[PAGE_SIZE] + row->size;
    frame[PAGE_ITERATIONS] = whole ? whole->iterations : frame[PAGE_ITERATIONS] + row->iterations;
}

int page_run_row(void *user, const trajectory_row *row)
{
    page_run *run = user;
    const reference *r = run->reference;
    double *frame, *q;

    if (row->step % run->every != 0) return run->lost ? -1 : 0;
    if (row->step / run->every >= run->frames && !add_frame(run)) return -1;
    frame = run->frame + run->width * (run->frames - 1);
    q = frame + PAGE_FRAME + 3 * row->particle;
    q[0] = row->x[0];
    q[1] = row->x[1];
    q[2] = row->angle;
    add_row(frame, row);
    if (r && !reference_lacks(r, row->particle)) {
        double x[2];
        reference_at(r, row, x);
        frame[PAGE_ERROR] = fmax(frame[PAGE_ERROR], hypot(q[0] - x[0], q[1] - x[1]));
    }
    return run->lost ? -1 : 0;
}
