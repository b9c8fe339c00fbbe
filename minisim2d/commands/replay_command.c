/* replay_command.c: `minisim2d replay`: recorded steps, solved again */
#include <math.h>

#include "commands.h"
#include "../motion/simulate.h"
#include "../study/study.h"

/* an error, or - if there was no z */
static void print_error(double x, FILE *to)
{
    if (x < HUGE_VAL) fprintf(to, " %-8.2g", x);
    else fprintf(to, " %-8s", "-");
}

static void print_tally(const replay *r, int k, FILE *to)
{
    const replay_tally *t = r->tally + k;
    const double *quartile = r->quartile + 3 * REPLAY_MEASURES * k;

    fprintf(to, "%-17s %-7lld %-8lld", replay_name(t), t->solved, t->other);
    for (int i = 0; i < REPLAY_MEASURES; i++) {
        print_error(quartile[3 * i + 1], to);
        print_error(t->worst[i], to);
    }
    fprintf(to, " %.3g\n", t->seconds);
}

static void print_table(const replay *r, const char *name, FILE *to)
{
    fprintf(to, "%s: %lld step%s, %lld problem%s ", name, r->steps, r->steps == 1 ? "" : "s",
            r->problems, r->problems == 1 ? "" : "s");
    if (r->cone) fprintf(to, "with supports as discs\n");
    else fprintf(to, "in form %s, formulation %s\n", form_names[r->form],
                 r->formulation < 0 ? "as recorded" : mb_formulations[r->formulation].name);
    if (r->unposed > 0)
        fprintf(to, "%lld have none: their formulation has not this form, or M is singular\n",
                r->unposed);
    if (r->problems == 0) return;
    fprintf(to, "\n%-26s %-8s %-17s %-17s %-17s %s\n", "", "other", "total error",
            "normal error", "friction error", "iterations");
    fprintf(to, "%-17s %-7s %-8s", "solver", "solved", "v+");
    for (int i = 0; i < REPLAY_MEASURES; i++) fprintf(to, " %-8s %-8s", "median", "worst");
    fprintf(to, " seconds\n");
    for (int k = 0; k < r->solvers; k++) print_tally(r, k, to);
}

/* replays all steps; 0, or -1 after a message, or when writing the CSV failed */
static int replay_all(replay *r, frame_reader *in, output_file *csv)
{
    output_text rows = { 0 };
    int more, failed = 0;

    replay_csv_header(&rows);
    while (!failed && (more = frame_reader_next(in)) > 0) {
        failed = replay_step(r, in, &rows);
        if (!failed && csv->path) failed = output_put(csv, &rows);
        rows.size = 0;
    }
    if (!failed) failed = more < 0 || replay_finish(r) != 0;
    if (!failed && csv->path) failed = output_put(csv, &rows);
    output_free(&rows);
    return failed ? -1 : 0;
}

static int replay_file(const options *o, replay *r, const char *name, FILE *file, files *f)
{
    frame_reader in;
    int failed = frame_reader_begin(&in, name, file, stderr);

    r->dump = o->dump;
    if (!failed) failed = replay_all(r, &in, &f->csv);
    frame_reader_end(&in);
    if (!failed && f->report) print_table(r, name, f->report);
    if (files_close(f, !failed) != 0 || failed) return EXIT_USAGE;
    return o->solver && r->tally[0].solved < r->problems ? EXIT_FAILED : EXIT_DONE;
}

int command_replay(const options *o)
{
    int status = EXIT_USAGE, formulation, cone;
    mb_options with;
    const char *name;
    mb_form form;
    replay r;
    FILE *file;
    files f;

    if (options_replay(o, &formulation, &form, &cone, &with) != 0) return EXIT_USAGE;
    file = reader_open(o->operand, &name, stderr);
    if (!file) return EXIT_USAGE;
    if (files_open(&f, o, 1, &o->operand) == 0) {
        if (replay_init(&r, formulation, form, cone, o->solver, &with) == 0)
            status = replay_file(o, &r, name, file, &f);
        else files_close(&f, 0);
        replay_free(&r);
    }
    reader_close(file);
    return status;
}
