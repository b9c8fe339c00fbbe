/* replay.c: recorded steps solved again; see study.h */
#include "study.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../motion/simulate.h"
#include "../reading/problem.h"
#include "../solving/attempt.h"
#include "../writing/output.h"

/* A step as a problem, and room for a solver's result. */
typedef struct {
    const frame *frame;
    const mb_dynamics *d;
    mb_formulation formulation;
    mb_layout layout;
    mb_mlcp problem;
    double *z, *v, *found;        /* unknowns; v+; found[nv] for the first v+ */
    const double *known;          /* it, once there is one; else NULL */
    double scale;                 /* of velocities */
    mb_arena scratch;
} task;

/* A solver's result. */
typedef struct {
    mb_info info;
    solution_errors errors;
    double difference;            /* of v+ from the known one; HUGE_VAL: not solved */
    double seconds;
} outcome;

static const outcome unsolved = {
    { MB_TODO, 0, HUGE_VAL, -1 }, { HUGE_VAL, HUGE_VAL, HUGE_VAL }, HUGE_VAL, 0.0
};

/* the temporary file of quantiles fails */
static int complain(void)
{
    fprintf(stderr, "minisim2d: medians need a temporary file: %s\n", strerror(errno));
    return -1;
}

/* the greatest velocity, or change of one by the forces: relative to it v+ at rest is rounding */
static double speed_of(const mb_dynamics *d)
{
    double most = scene_greatest(0.0, d->nv, d->v);

    for (int i = 0; i < d->nv; i++) most = fmax(most, fabs(d->p_ext[i]) / d->M[i * d->nv + i]);
    return most;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* bytes for the problem, and then for any of the solvers and for mb_step_result */
static double bytes_of(const replay *r, const task *t)
{
    const mb_dynamics *d = t->d;
    double most = (double)mb_formulation_scratch(d);       /* more than mb_step_result needs */

    for (int k = 0; k < r->solvers; k++)
        most = fmax(most, (double)r->tally[k].solver->scratch(t->layout.n));
    return (double)mb_formulations[t->formulation].scratch(d) + most;
}

/* room for vectors and a number of bytes; 0, or -1 after a message */
static int make_room(replay *r, task *t, int n, double bytes)
{
    const int nv = t->d->nv;

    bytes += (double)sizeof(double) * (n + 2.0 * nv);
    if (bytes > (double)r->room) {
        void *more = bytes < (double)(SIZE_MAX / 4) ? malloc((size_t)bytes) : NULL;
        if (!more) {
            fprintf(stderr, "minisim2d: no memory for a step's problem\n");
            return -1;
        }
        free(r->memory);
        r->memory = more;
        r->room = (size_t)bytes;
    }
    t->scratch = mb_arena_make(r->memory, r->room);
    t->z = mb_arena_doubles(&t->scratch, n);
    t->v = mb_arena_doubles(&t->scratch, nv);
    t->found = mb_arena_doubles(&t->scratch, nv);
    t->scale = speed_of(t->d);
    return 0;
}

/* ---- a step ---------------------------------------------------------------------------------- */

static mb_status formulate(const replay *r, task *t, mb_info *info)
{
    const mb_formulation_row *f = mb_formulations + t->formulation;
    mb_lcp lcp = { 0, NULL, NULL };
    mb_status status;

    if (r->form != MB_FORM_LCP) {
        mb_mlcp_formulation *const make = r->form == MB_FORM_BOX ? f->box : f->mlcp;
        return make ? make(t->d, &t->problem, info, &t->scratch) : MB_BAD_ARG;
    }
    status = f->lcp(t->d, &lcp, info, &t->scratch);
    t->problem.n = lcp.n;
    t->problem.A = lcp.A;
    t->problem.b = lcp.b;
    return status;
}

/* finds the recorded v+, if it is a solution by the same formulation; 0: none */
static int recorded(const task *t)
{
    const frame *f = t->frame;
    mb_layout layout;

    return f->n > 0 && f->status == MB_OK && f->formulation == t->formulation &&
           mb_layout_of(t->d, f->formulation, f->form, &layout) == MB_OK &&
           mb_step_result(t->d, &layout, f->z, t->found, NULL, NULL, NULL, t->scratch) == MB_OK;
}

/* |v+ - known| relative to the greatest velocity; the first v+ becomes the known one */
static double difference(task *t)
{
    double most = 0.0;

    if (!t->known) {
        memcpy(t->found, t->v, (size_t)t->d->nv * sizeof *t->found);
        t->known = t->found;
    }
    for (int i = 0; i < t->d->nv; i++) most = fmax(most, fabs(t->v[i] - t->known[i]));
    return most > 0.0 ? most / scene_greatest(t->scale, t->d->nv, t->known) : 0.0;
}

static outcome solve(const replay *r, task *t, const mb_solver *solver)
{
    const mb_lcp lcp = { t->problem.n, t->problem.A, t->problem.b };
    outcome o = unsolved;
    const double begin = progress_clock();

    for (int i = 0; i < lcp.n; i++) t->z[i] = 0.0;
    o.info.status = solver->lcp ?
        solver->lcp(&lcp, &r->options, t->z, &o.info, t->scratch) :
        solver->mlcp(&t->problem, &r->options, t->z, &o.info, t->scratch);
    o.seconds = progress_clock() - begin;
    if (o.info.status >= 0) o.errors = solution_errors_of(&t->problem, &t->layout, t->z);
    if (o.info.status == MB_OK && mb_step_result(t->d, &t->layout, t->z, t->v, NULL, NULL, NULL,
                                                 t->scratch) == MB_OK)
        o.difference = difference(t);
    return o;
}

static outcome solve_cone(const replay *r, task *t, const mb_cone_row *cone)
{
    outcome o = unsolved;
    const double begin = progress_clock();

    memset(t->z, 0, (size_t)t->problem.n * sizeof *t->z);
    o.info.status = cone->solve(t->d, &r->options, t->v, t->z, &o.info, t->scratch);
    o.seconds = progress_clock() - begin;
    o.errors.total = o.info.residual;
    if (o.info.status == MB_OK) o.difference = difference(t);
    return o;
}

/* ---- the record ------------------------------------------------------------------------------ */

static int add(replay *r, replay_tally *tally, const outcome *o)
{
    const double x[REPLAY_MEASURES] = { o->errors.total, o->errors.normal, o->errors.friction,
                                        o->info.iterations };

    tally->solved += o->info.status == MB_OK;
    tally->other += o->info.status == MB_OK && o->difference > REPLAY_SAME;
    tally->seconds += o->seconds;
    for (int i = 0; i < REPLAY_MEASURES; i++) {
        tally->worst[i] = fmax(tally->worst[i], x[i]);
        if (quantiles_add(&r->medians, x[i]) != 0) return complain();
    }
    return 0;
}

void replay_csv_header(output_text *rows)
{
    output_string(rows, "step,t,of,number,formulation,form,solver,n,status,iterations,total,normal,"
                        "friction,other_v,seconds\n");
}

static void put_row(const replay *r, const task *t, const char *name, const outcome *o,
                    output_text *rows)
{
    const frame *f = t->frame;

    output_format(rows, "%d,%g,%s,%d,%s,%s,%s,%d,%s,%d", f->step, f->t,
                  f->island ? "island" : "particle", f->number,
                  mb_formulations[t->formulation].name, r->cone ? "cone" : form_names[r->form],
                  name, t->problem.n, mb_status_name(o->info.status), o->info.iterations);
    output_format(rows, ",%g,%g,%g,%g,%g\n", o->errors.total, o->errors.normal,
                  o->errors.friction, o->difference, o->seconds);
}

/* ---- all parts together ---------------------------------------------------------------------- */

const char *replay_name(const replay_tally *t) { return t->cone ? t->cone->name : t->solver->name; }

int replay_init(replay *r, int formulation, mb_form form, int cone, const char *solver,
                const mb_options *options)
{
    const int mixed = form != MB_FORM_LCP;
    const mb_solver *s;

    memset(r, 0, sizeof *r);
    r->formulation = formulation;
    r->form = form;
    r->options = *options;
    r->cone = cone;
    for (int i = 0; cone && i < mb_cone_count; i++)
        if (!solver || strcmp(mb_cone_solvers[i].name, solver) == 0)
            r->tally[r->solvers++].cone = mb_cone_solvers + i;
    for (int i = 0; !cone && (s = solvers_at(mixed, i)) && r->solvers < REPLAY_MOST; i++) {
        const int wanted = solver ? strcmp(s->name, solver) == 0 :
                                    form != MB_FORM_BOX || solvers_take_friction(s);
        if (wanted) r->tally[r->solvers++].solver = s;
    }
    return quantiles_init(&r->medians, r->solvers * REPLAY_MEASURES) == 0 ? 0 : complain();
}

/* makes the problem, with room for a solver; 1, 0 if the formulation makes none, -1 after a
 * message */
static int pose(replay *r, task *t)
{
    mb_info info;

    if (mb_layout_of(t->d, t->formulation, r->form, &t->layout) != MB_OK) return 0;
    if (make_room(r, t, t->layout.n, bytes_of(r, t)) != 0) return -1;
    return formulate(r, t, &info) == MB_OK;
}

/* makes room for the rows, and for a method; 1, or -1 after a message */
static int pose_cone(replay *r, task *t)
{
    const int n = mb_cone_rows(t->d);

    t->problem.n = n;
    return make_room(r, t, n, (double)mb_cone_scratch(t->d->nv, n)) == 0 ? 1 : -1;
}

int replay_step(replay *r, frame_reader *in, output_text *rows)
{
    task t;
    int posed;

    memset(&t, 0, sizeof t);
    t.frame = &in->frame;
    t.formulation = r->formulation < 0 ? in->frame.formulation : r->formulation;
    t.d = frame_dynamics(in, t.formulation);
    if (!t.d) return -1;
    r->steps++;
    posed = r->cone ? pose_cone(r, &t) : pose(r, &t);
    if (posed < 0) return -1;
    r->unposed += posed == 0;
    if (posed == 0 || t.problem.n == 0) return 0;
    r->problems++;
    if (r->dump && lcp_file_save_step(&t.problem, r->dump, t.frame->step,
                                      t.frame->island ? "body" : "particle", t.frame->number,
                                      stderr) != 0)
        return -1;
    if (!r->cone && recorded(&t)) t.known = t.found;
    for (int k = 0; k < r->solvers; k++) {
        const outcome o = r->cone ? solve_cone(r, &t, r->tally[k].cone)
                                  : solve(r, &t, r->tally[k].solver);
        if (add(r, r->tally + k, &o) != 0) return -1;
        put_row(r, &t, replay_name(r->tally + k), &o, rows);
    }
    return 0;
}

int replay_finish(replay *r)
{
    return r->problems == 0 || quantiles_find(&r->medians, r->quartile) == 0 ? 0 : complain();
}

void replay_free(replay *r)
{
    quantiles_free(&r->medians);
    free(r->memory);
}
