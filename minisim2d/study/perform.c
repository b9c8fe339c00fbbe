/* perform.c: random starts, their exact motions, and the runs of all formulations */
#include "study.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

enum { MOST_DRAWS = 1000 };       /* most starts drawn for a sample */

/* A study in progress. */
typedef struct {
    const study *given;
    scene one;                    /* the scene with only the sample's particle, or with its body at
                                     the sample's start */
    scene_particle particle;
    scene_body *body;             /* body[nbody] of that */
    inside solids;                /* of the scene */
    reference exact;              /* of the sample */
    errors errors;                /* of the run */
    double seconds, furthest;     /* solver's time; greatest error of the bodies seen so far in a
                                     step */
    int planned;                  /* steps of the run */
    progress bar;
    double done, all;             /* steps */
    study_row row;
    study_fn *take;
    void *user;
    FILE *messages;
} performance;

void study_runs(int runs, int part, int parts, int *first, int *end)
{
    *first = (int)((int64_t)runs * (part - 1) / parts);
    *end = (int)((int64_t)runs * part / parts);
}

int study_samples(const scene *s) { return s->nbody > 0 ? 1 : s->nparticle; }

static int has_bodies(const performance *p) { return p->given->scene->nbody > 0; }

/* ---- starts ---- */

/* the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014) */
static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* coordinate i of a start, in [0, 1): determined by seed, run, particle and draw alone, whatever
 * was drawn before */
static double drawn(double seed, const study_row *row, int draw, int i)
{
    uint64_t x = mixed((uint64_t)seed);

    x = mixed(x ^ (uint64_t)row->run);
    x = mixed(x ^ (uint64_t)row->particle);
    x = mixed(x ^ (uint64_t)draw);
    x = mixed(x ^ (uint64_t)i);
    return (double)(x >> 11) / 9007199254740992.0;            /* 2^53 */
}

/* the scene's own start, with the drawn values */
static void draw_start(performance *p, int draw)
{
    const scene *s = p->given->scene;
    const scene_ranges *from = &p->given->from;
    double *x = p->particle.x, *v = p->particle.v;

    if (has_bodies(p)) {
        x = p->body[p->given->body].q;
        v = p->body[p->given->body].v;
    } else {
        p->particle = s->particle[p->row.particle];
    }
    for (int i = 0; i < 4; i++) {
        double *number = i < 2 ? x + i : v + i - 2;
        if (i < 2 ? from->position : from->velocity)
            *number = from->lo[i] + (from->hi[i] - from->lo[i]) *
                                    drawn(p->given->seed, &p->row, draw, i);
        p->row.start[i] = *number;
    }
}

static int complain_ranges(const performance *p)
{
    if (has_bodies(p) && !p->given->from.position && !p->given->from.velocity) {
        fprintf(p->messages, "minisim2d: the reference, swept at h = %.9g s, stops before its end: "
                "`run` with that --h says why\n", p->given->h_min / REFERENCE_FINE);
        return -1;
    }
    fprintf(p->messages, "minisim2d: run %d, ", p->row.run + 1);
    if (!has_bodies(p)) fprintf(p->messages, "particle %d: ", p->row.particle + 1);
    fprintf(p->messages, "of %d starts %d lie in a solid, and the reference can't follow the other "
            "%d: give other ranges\n", MOST_DRAWS, p->row.inside, p->row.unfollowed);
    return -1;
}

static int complain_memory(const performance *p)
{
    fprintf(p->messages, "minisim2d: no memory for run %d: try a greater --h-min or a smaller "
            "--time\n", p->row.run + 1);
    return -1;
}

static int show_reference(void *user, const trajectory_row *row)
{
    performance *p = user;

    progress_show(&p->bar, p->done + (double)row->step * REFERENCE_FINE, p->all);
    return 0;
}

/* 0, or -1 after a message */
static int make_reference(performance *p)
{
    settings with = p->given->with;
    int failed;

    with.h = p->given->h_min;
    with.progress = 0;
    with.take = show_reference;
    with.taker = p;
    failed = has_bodies(p) ? reference_fine(&p->one, &with, &p->exact, NULL, NULL)
                           : reference_make(&p->one, with.time, &p->exact, NULL);
    return failed ? complain_memory(p) : 0;
}

/* the sample's start and its motion by the reference, in p->exact; 0, or -1 after a message */
static int find_start(performance *p)
{
    const scene_ranges *from = &p->given->from;
    const int draws = from->position || from->velocity ? MOST_DRAWS : 1;

    p->row.inside = p->row.unfollowed = 0;
    for (int draw = 0; draw < draws; draw++) {
        draw_start(p, draw);
        if (has_bodies(p) ? from->position && inside_body(&p->solids, &p->one, p->given->body)
                          : inside_start(&p->solids, p->particle.x)) {
            p->row.inside++;
            continue;
        }
        if (make_reference(p) != 0) return -1;
        if (p->exact.missing == 0) {
            p->done += (double)p->exact.steps * REFERENCE_FINE;      /* of particles none */
            return 0;
        }
        reference_free(&p->exact);
        p->row.unfollowed++;
    }
    return complain_ranges(p);
}

/* ---- runs ---- */

/* The distance of one body; when all of a step have come, the greatest counts. The reference has
 * where they are after each of the shortest steps, the last of which ends with the run. */
static int take_body(performance *p, const trajectory_row *row)
{
    trajectory_row fine = *row;
    double x[2], distance;

    if (row->step == 0) return 0;
    fine.step = row->step == p->planned ? p->exact.steps : row->step << p->row.level;
    reference_at(&p->exact, &fine, x);
    distance = exact_distance(row->x, x);
    p->furthest = fmax(row->particle > 0 ? p->furthest : 0.0,
                       isfinite(distance) ? distance : HUGE_VAL);
    return row->particle + 1 < p->exact.count ? 0 : errors_add(&p->errors, 0, p->furthest);
}

static int take_step(void *user, const trajectory_row *row)
{
    performance *p = user;

    progress_show(&p->bar, p->done + row->step, p->all);
    if (has_bodies(p)) return take_body(p, row);
    p->seconds += row->seconds;
    return errors_row(&p->errors, row);
}

/* every island once, whose seconds the rows of all of its bodies have */
static void add_seconds(void *user, const mb_world *world, const mb_island_step *step)
{
    performance *p = user;

    (void)world;
    p->seconds += step->seconds;
}

/* the row's run; 0, or -1 if it could not be made */
static int run_row(performance *p)
{
    settings with = p->given->with;
    error_summary found;
    simulation run;
    int made;

    with.formulation = p->row.formulation;
    with.h = p->row.h;
    with.brief = 1;
    with.progress = 0;
    with.take = take_step;
    with.taker = with.user = p;
    with.watch_bodies = add_seconds;
    p->seconds = 0.0;
    p->planned = scene_steps(with.time, with.h);
    made = errors_init(&p->errors, &p->exact) == 0;
    if (made) {
        simulate(&p->one, &with, &run, NULL);
        made = run.last && !run.cut;
        found = errors_of(&p->errors, 0);
        p->row.steps = run.steps;
        p->row.status = run.status;
        p->row.median = run.status == MB_OK ? found.median : HUGE_VAL;
        p->row.max = run.status == MB_OK ? found.max : HUGE_VAL;
        p->done += run.planned;
        simulation_free(&run);
    }
    errors_free(&p->errors);
    return made ? 0 : complain_memory(p);
}

/* every formulation with every step; 0, or -1 */
static int run_sample(performance *p)
{
    const study_list *list = &p->given->list;
    study_row *row = &p->row;

    for (int i = 0; i < list->count; i++)
        for (row->level = 0; row->level <= p->given->halvings; row->level++) {
            row->formulation = list->of[i];
            row->h = ldexp(p->given->h_min, row->level);
            if (run_row(p) != 0 || p->take(p->user, row, p->seconds) != 0) return -1;
        }
    return 0;
}

static int run_part(performance *p)
{
    const study *st = p->given;
    int first, end, failed = 0;

    study_runs(st->runs, st->part, st->parts, &first, &end);
    for (int k = 0; k <= st->halvings; k++)
        p->all += st->list.count * (double)scene_steps(st->with.time, ldexp(st->h_min, k));
    if (has_bodies(p)) p->all += REFERENCE_FINE * (double)scene_steps(st->with.time, st->h_min);
    p->all *= (double)(end - first) * study_samples(st->scene);
    progress_begin(&p->bar, st->with.progress);
    for (p->row.run = first; p->row.run < end && !failed; p->row.run++)
        for (p->row.particle = 0; p->row.particle < study_samples(st->scene) && !failed;
             p->row.particle++) {
            failed = find_start(p);
            if (!failed) failed = run_sample(p);
            reference_free(&p->exact);
        }
    progress_end(&p->bar);
    return failed;
}

/* the scene of a sample; its obstacles and joints are the study's. 0, or -1 without memory */
static int make_scene(performance *p)
{
    const scene *s = p->given->scene;

    p->one = *s;
    if (!has_bodies(p)) {
        p->one.particle = &p->particle;
        p->one.nparticle = 1;
        return 0;
    }
    p->body = p->one.body = malloc((size_t)s->nbody * sizeof *p->body);
    if (p->body) memcpy(p->body, s->body, (size_t)s->nbody * sizeof *p->body);
    return p->body ? 0 : -1;
}

int study_perform(const study *st, study_fn *take, void *user, FILE *messages)
{
    performance p;
    int failed;

    memset(&p, 0, sizeof p);
    p.given = st;
    p.take = take;
    p.user = user;
    p.messages = messages;
    failed = make_scene(&p);
    if (!failed) failed = inside_init(&p.solids, st->scene);
    if (failed) fprintf(messages, "minisim2d: no memory for the scene\n");
    else failed = run_part(&p);
    inside_free(&p.solids);
    free(p.body);
    return failed;
}
