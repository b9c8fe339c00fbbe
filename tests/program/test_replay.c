/* test_replay.c: recorded steps solved again, against the same problems made and solved here */
#include "check.h"

#include <stdlib.h>

#include "minisim2d/motion/recorder.h"
#include "minisim2d/solving/solvers.h"
#include "minisim2d/study/replay.h"

enum { UNKNOWNS = 400, MOST = 4000, STEPS = 12 };

static double memory[1 << 22], numbers[REPLAY_MOST][REPLAY_MEASURES][MOST];

/* records some steps of a scene; NULL: it cannot */
static FILE *record(const char *name, mb_formulation formulation, mb_form form, int sweeps)
{
    frame_recorder recorder;
    output_file file;
    simulation run;
    settings with;
    char path[80];
    scene s;

    snprintf(path, sizeof path, "scenes/%s.scene", name);
    memset(&file, 0, sizeof file);
    file.stream = tmpfile();
    if (!file.stream || scene_read(path, &s, stdout) != 0) return NULL;
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

/* one result: a row without its last column, and its numbers */
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
    output_string(rows, "\n");
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

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* 1 if the rows are the same, but for the last column of the first */
static int same_rows(const char *got, const char *expected)
{
    int line = 1;

    for (; *got && *expected; line++) {
        const size_t n = strcspn(got, "\n"), m = strcspn(expected, "\n");
        if (n <= m || strncmp(got, expected, m) != 0 || got[m] != ',' ||
            memchr(got + m + 1, ',', n - m - 1)) {
            note("%.*s\n# expected %.*s", (int)n, got, (int)m, expected);
            return 0;
        }
        got += n + 1;
        expected += m + 1;
    }
    return !*got && !*expected && line > 2;
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
        bad += t->solved != want.solved[k] || t->other != want.other[k] || !(t->seconds >= 0.0);
        bad += only && strcmp(replay_name(t), only) != 0;
        for (int i = 0; i < REPLAY_MEASURES && want.count > 0; i++) {
            const double *q = r.quartile + 3 * (k * REPLAY_MEASURES + i), *x = numbers[k][i];
            qsort(numbers[k][i], (size_t)want.count, sizeof *x, ascending);
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
    FILE *pushing = record("pushing", MB_SWEPT, MB_FORM_LCP, 0);

    for (int form = MB_FORM_LCP; form <= MB_FORM_BOX; form++) {
        replayed(hills, "hills", -1, (mb_form)form, 0, NULL, 0);
        replayed(sawtooth, "sawtooth", -1, (mb_form)form, 0, NULL, 0);
        replayed(joints, "joints", -1, (mb_form)form, 0, NULL, 0);
        replayed(tip, "tip", -1, (mb_form)form, 0, NULL, 0);
        replayed(stack, "stack", MB_AP, (mb_form)form, 0, NULL, 3);
        replayed(pushing, "pushing", MB_ST, (mb_form)form, 0, "pgs", 0);
    }
    replayed(sawtooth, "convex", mb_formulation_count - 1, MB_FORM_MLCP, 0, NULL, 0);
    replayed(pushing, "discs", -1, MB_FORM_LCP, 1, NULL, 0);
    replayed(pushing, "one method", -1, MB_FORM_LCP, 1, "prox-sweeps", 4);
    return check_done();
}
