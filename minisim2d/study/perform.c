/* perform.c: random starts, their exact motions, and what the formulations make of them */
#include "perform.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../truth/measure.h"
#include "../writing/progress.h"

enum { MOST_DRAWS = 1000 };       /* starts that are drawn for a sample before it is given up */

/* One study under way. */
typedef struct {
    const study *given;
    scene one;                    /* the scene with the sample's particle alone */
    scene_particle particle;
    inside solids;                /* of the scene */
    reference exact;              /* of the sample */
    errors errors;                /* of the run, and the seconds that its solver took */
    double seconds;
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

/* ---- starts ---- */

/* the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014) */
static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* coordinate i of a start, in [0, 1): a number of its own for every seed, run, particle and draw,
 * whatever was drawn before */
static double drawn(double seed, const study_row *row, int draw, int i)
{
    uint64_t x = mixed((uint64_t)seed);

    x = mixed(x ^ (uint64_t)row->run);
    x = mixed(x ^ (uint64_t)row->particle);
    x = mixed(x ^ (uint64_t)draw);
    x = mixed(x ^ (uint64_t)i);
    return (double)(x >> 11) / 9007199254740992.0;            /* 2^53 */
}

static void draw_start(performance *p, int draw)
{
    const scene_ranges *from = &p->given->from;
    const scene_particle *own = p->given->scene->particle + p->row.particle;
    double *start = p->row.start;

    memcpy(start, own->x, sizeof own->x);
    memcpy(start + 2, own->v, sizeof own->v);
    for (int i = 0; i < 4; i++)
        if (i < 2 ? from->position : from->velocity)
            start[i] = from->lo[i] + (from->hi[i] - from->lo[i]) *
                                     drawn(p->given->seed, &p->row, draw, i);
    p->particle = *own;
    memcpy(p->particle.x, start, sizeof p->particle.x);
    memcpy(p->particle.v, start + 2, sizeof p->particle.v);
}

static int complain_ranges(const performance *p)
{
    fprintf(p->messages, "minisim2d: run %d, particle %d: of %d starts %d lie in a solid, and "
            "exact can't follow the other %d: give other ranges\n", p->row.run + 1,
            p->row.particle + 1, MOST_DRAWS, p->row.inside, p->row.unfollowed);
    return -1;
}

static int complain_memory(const performance *p)
{
    fprintf(p->messages, "minisim2d: no memory for run %d\n", p->row.run + 1);
    return -1;
}

/* the sample's start and its exact motion, in p->exact; 0, or -1 after a message */
static int find_start(performance *p)
{
    p->row.inside = p->row.unfollowed = 0;
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
        draw_start(p, draw);
        if (inside_start(&p->solids, p->particle.x)) {
            p->row.inside++;
            continue;
        }
        if (reference_make(&p->one, p->given->with.time, &p->exact, NULL) != 0)
            return complain_memory(p);
        if (p->exact.missing == 0) return 0;
        reference_free(&p->exact);
        p->row.unfollowed++;
    }
    return complain_ranges(p);
}

/* ---- runs ---- */

static int take_step(void *user, const trajectory_row *row)
{
    performance *p = user;

    p->seconds += row->seconds;
    progress_show(&p->bar, p->done + row->step, p->all);
    return errors_row(&p->errors, row);
}

/* the row's run; 0, or -1 if it could not be made */
static int run_row(performance *p)
{
    settings with = p->given->with;
    error_summary found;
    simulation run;
    int made;

    with.formulation = (mb_formulation)p->row.formulation;
    with.h = p->row.h;
    with.progress = 0;
    with.take = take_step;
    with.taker = p;
    p->seconds = 0.0;
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
        p->all += scene_steps(st->with.time, ldexp(st->h_min, k));
    p->all *= (double)(end - first) * st->scene->nparticle * st->list.count;
    progress_begin(&p->bar, st->with.progress);
    for (p->row.run = first; p->row.run < end && !failed; p->row.run++)
        for (p->row.particle = 0; p->row.particle < st->scene->nparticle && !failed;
             p->row.particle++) {
            failed = find_start(p);
            if (!failed) failed = run_sample(p);
            reference_free(&p->exact);
        }
    progress_end(&p->bar);
    return failed;
}

int study_perform(const study *st, study_fn *take, void *user, FILE *messages)
{
    performance p;
    int failed;

    memset(&p, 0, sizeof p);
    p.given = st;
    p.one = *st->scene;
    p.one.particle = &p.particle;
    p.one.nparticle = 1;
    p.take = take;
    p.user = user;
    p.messages = messages;
    failed = inside_init(&p.solids, st->scene);
    if (failed) fprintf(messages, "minisim2d: no memory for the obstacles\n");
    else failed = run_part(&p);
    inside_free(&p.solids);
    return failed;
}
