/* test_replay.c: recorded steps solved again, against the same problems made and solved here */
#include "check.h"

#include <stdlib.h>

#include "minisim2d/motion/simulate.h"
#include "minisim2d/solving/attempt.h"
#include "minisim2d/study/study.h"
#include "minisim2d/writing/output.h"

enum { UNKNOWNS = 400, MOST = 4000, STEPS = 12 };

static double memory[1 << 22], numbers[REPLAY_MOST][REPLAY_MEASURES][MOST];

/* In place of progress.c: a clock that ticks when it is read, so that each solve takes a second. */
double progress_clock(void)
{
    static double ticks;

    return ticks += 1.0;
}

void progress_begin(progress *p, int wanted) { p->on = wanted; }
void progress_end(const progress *p) { (void)p; }

void progress_show(progress *p, double done, double all)
{
    (void)p;
    (void)done;
    (void)all;
}

/* from rest: velocities are found relative to what gravity and forces add */
static const char from_rest[] = "step 0.01\ntime 0.1\nepsilon 0.1\nchain -9 0  9 0 mu 0.5\n"
    "disc a radius 0.5 mass 5 position 0 0.5 force 20 0\n"
    "disc b radius 0.5 mass 0.2 position 1 0.6\n";

/* records some steps of a scene, NULL: that above; NULL: it cannot */
static FILE *record(const char *name, mb_formulation formulation, mb_form form, int sweeps)
{
    frame_recorder recorder;
    output_file file;
    simulation run;
    settings with;
    char path[80];
    scene s;

    snprintf(path, sizeof path, "scenes/%s.scene", name ? name : "");
    memset(&file, 0, sizeof file);
    file.stream = tmpfile();
    if (!file.stream || (name ? scene_read(path, &s, stdout)
                              : scene_parse("a", from_rest, strlen(from_rest), &s, stdout)) != 0)
        return NULL;
    settings_default(&with, &s);
    with.formulation = formulation;
    with.form = form;
    with.sweeps = sweeps;
    with.time = fmin(s.time, 0.7);
    with.watch = recorder_watch;
    with.watch_bodies = recorder_watch_bodies;
    with.user = &recorder;
    recorder_begin(&recorder, &s, &with, &file);
    simulate(&s, &with, &run, stdout);
    recorder_end(&recorder);
    simulation_free(&run);
    scene_free(&s);
    return file.stream;
}

/* what is counted of a solver, and of all */
static struct {
    long long solved[REPLAY_MOST], other[REPLAY_MOST], steps, problems, unposed;
    int count;                    /* numbers of each */
} want;

static double largest(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* one result: a row, and its numbers */
static void put(output_text *rows, const frame *f, int formulation, const char *form,
                const char *solver, int n, mb_status status, const mb_info *info,
                const solution_errors *e, double difference, int k)
{
    const double x[4] = { e->total, e->normal, e->friction, info->iterations };
    const double shown[4] = { e->total, e->normal, e->friction, difference };

    output_printf(rows, "%d,", f->step);
    output_number(rows, f->t);
    output_printf(rows, ",%s,%d,%s,%s,%s,%d,%s,%d", f->island ? "island" : "particle", f->number,
                  mb_formulations[formulation].name, form, solver, n, mb_status_name(status),
                  info->iterations);
    for (int i = 0; i < 4; i++) {
        output_string(rows, ",");
        output_number(rows, shown[i]);
    }
    output_string(rows, ",1\n");
    want.solved[k] += status == MB_OK;
    want.other[k] += status == MB_OK && difference > 1e-6;
    for (int i = 0; i < 4; i++) numbers[k][i][want.count] = x[i];
}

/* solves a step by all solvers of a form, or by the methods for discs */
static void solve_step(frame_reader *in, int as, mb_form form, int cone, const char *only,
                       const mb_options *o, output_text *rows)
{
    const frame *f = &in->frame;
    const int formulation = as < 0 ? (int)f->formulation : as;
    const mb_formulation_row *row = mb_formulations + formulation;
    const mb_dynamics *d = frame_dynamics(in, (mb_formulation)formulation);
    mb_arena arena = mb_arena_make(memory, sizeof memory);
    double z[UNKNOWNS], v[UNKNOWNS], known[UNKNOWNS], scale;
    mb_layout at = { .n = 0 }, was;
    mb_mlcp p = { 0 };
    mb_lcp lcp = { 0, NULL, NULL };
    mb_status status;
    mb_info info;
    int has_known = 0, k = 0;

    want.steps++;
    if (cone) p.n = mb_cone_rows(d);
    else {
        status = mb_layout_of(d, (mb_formulation)formulation, form, &at);
        if (status == MB_OK && form == MB_FORM_LCP) status = row->lcp(d, &lcp, &info, &arena);
        else if (form == MB_FORM_BOX ? !row->box : !row->mlcp) status = MB_BAD_ARG;
        else if (status == MB_OK)
            status = (form == MB_FORM_BOX ? row->box : row->mlcp)(d, &p, &info, &arena);
        want.unposed += status != MB_OK;
        if (status != MB_OK) return;
        if (form == MB_FORM_LCP) p.n = lcp.n, p.A = lcp.A, p.b = lcp.b;
        lcp.n = p.n;
    }
    if (p.n == 0) return;
    want.problems++;
    scale = largest(d->nv, d->v);
    for (int i = 0; i < d->nv; i++)
        scale = fmax(scale, fabs(d->p_ext[i]) / d->M[i * d->nv + i]);
    if (!cone && f->n > 0 && f->status == MB_OK && (int)f->formulation == formulation)
        has_known = mb_layout_of(d, f->formulation, f->form, &was) == MB_OK &&
                    mb_step_result(d, &was, f->z, known, NULL, NULL, NULL, arena) == MB_OK;
    for (int s = 0; s < (cone ? mb_cone_count : mb_solver_count); s++) {
        const mb_solver *solver = cone ? NULL : mb_solvers + s;
        const char *name = cone ? mb_cone_solvers[s].name : solver->name;
        solution_errors e = { HUGE_VAL, HUGE_VAL, HUGE_VAL };
        double difference = HUGE_VAL;
        if (only && strcmp(only, name) != 0) continue;
        if (!cone && !(form == MB_FORM_LCP ? solver->lcp != NULL : solver->mlcp != NULL)) continue;
        if (!only && form == MB_FORM_BOX && !solvers_take_friction(solver)) continue;
        memset(z, 0, sizeof z);
        info = (mb_info){ MB_TODO, 0, HUGE_VAL, -1 };
        if (cone) status = mb_cone_solvers[s].solve(d, o, v, z, &info, arena);
        else if (solver->lcp) status = solver->lcp(&lcp, o, z, &info, arena);
        else status = solver->mlcp(&p, o, z, &info, arena);
        if (cone) e.total = info.residual;
        else if (status >= 0) e = solution_errors_of(&p, &at, z);
        if (status == MB_OK && (cone || mb_step_result(d, &at, z, v, NULL, NULL, NULL, arena) ==
                                            MB_OK)) {
            double most = 0.0;
            if (!has_known) memcpy(known, v, sizeof v);
            has_known = 1;
            for (int i = 0; i < d->nv; i++) most = fmax(most, fabs(v[i] - known[i]));
            difference = most > 0.0 ? most / fmax(scale, largest(d->nv, known)) : 0.0;
        }
        put(rows, f, formulation, cone ? "cone" : form_names[form], name, p.n, status, &info, &e,
            difference, k++);
    }
    want.count++;
}

static int same_rows(const char *got, const char *expected)
{
    while (*got && *got == *expected) got++, expected++;
    if (*got || *expected) note("%.90s\n# expected %.90s", got, expected);
    return *got == *expected;
}

static void replayed(FILE *frames, const char *name, int as, mb_form form, int cone,
                     const char *only, int max_iter)
{
    const mb_options o = { .max_iter = max_iter };
    output_text rows = { NULL, 0, 0, 0 }, expected = { NULL, 0, 0, 0 };
    frame_reader in;
    int bad = 0, failed = 0;
    replay r;

    if (!frames) {
        check(0, "%s is recorded", name);
        return;
    }
    memset(&want, 0, sizeof want);
    for (int again = 0; again < 2; again++) {
        rewind(frames);
        failed |= frame_reader_begin(&in, name, frames, stdout) != 0;
        if (again) failed |= replay_init(&r, as, form, cone, only, &o) != 0;
        for (int k = 0; !failed && k < STEPS && frame_reader_next(&in) > 0; k++)
            if (again) failed = replay_step(&r, &in, &rows) != 0;
            else solve_step(&in, as, form, cone, only, &o, &expected);
        if (again) failed |= replay_finish(&r) != 0;
        frame_reader_end(&in);
    }
    bad += r.steps != want.steps || r.problems != want.problems || r.unposed != want.unposed;
    for (int k = 0; k < r.solvers; k++) {
        const replay_tally *t = r.tally + k;
        bad += t->solved != want.solved[k] || t->other != want.other[k] ||
               t->seconds != want.count;
        bad += only && strcmp(replay_name(t), only) != 0;
        for (int i = 0; i < REPLAY_MEASURES && want.count > 0; i++) {
            const double *q = r.quartile + 3 * (k * REPLAY_MEASURES + i), *x = numbers[k][i];
            qsort(numbers[k][i], (size_t)want.count, sizeof *x, check_ascending);
            bad += t->worst[i] != x[want.count - 1];
            bad += !(q[1] >= x[(want.count - 1) / 2] && q[1] <= x[want.count / 2]);
        }
    }
    check(!failed && bad == 0 && r.solvers > 0,
          "%s: %lld problems by %d solvers: %d numbers differ", name, r.problems, r.solvers, bad);
    if (want.problems > 0)
        check(same_rows(rows.data, expected.data), "%s: rows of the same problems", name);
    replay_free(&r);
    output_free(&rows);
    output_free(&expected);
}

int main(void)
{
    FILE *hills = record("hills", MB_PEG, MB_FORM_LCP, 0);
    FILE *sawtooth = record("sawtooth-friction", MB_ST, MB_FORM_BOX, 0);
    FILE *joints = record("fourbar", MB_SWEPT, MB_FORM_LCP, 0);
    FILE *tip = record("tip", MB_SWEPT, MB_FORM_MLCP, 0);
    FILE *stack = record("stack", MB_SWEPT, MB_FORM_LCP, 3);
    FILE *rest = record(NULL, MB_SWEPT, MB_FORM_LCP, 0);
    FILE *pushing = record("pushing", MB_SWEPT, MB_FORM_LCP, 0);

    for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++) {
        replayed(hills, "hills", -1, (mb_form)form, 0, NULL, 0);
        replayed(sawtooth, "sawtooth", -1, (mb_form)form, 0, NULL, 0);
        replayed(joints, "joints", -1, (mb_form)form, 0, NULL, 0);
        replayed(rest, "from rest", -1, (mb_form)form, 0, NULL, 0);
        replayed(tip, "tip", -1, (mb_form)form, 0, NULL, 0);
        replayed(stack, "stack", MB_AP, (mb_form)form, 0, NULL, 3);
        replayed(pushing, "pushing", MB_ST, (mb_form)form, 0, "pgs", 0);
    }
    replayed(sawtooth, "convex", mb_formulation_count - 1, MB_FORM_MLCP, 0, NULL, 0);
    replayed(pushing, "discs", -1, MB_FORM_LCP, 1, NULL, 0);
    replayed(pushing, "one method", -1, MB_FORM_LCP, 1, "prox-sweeps", 4);
    return check_done();
}
