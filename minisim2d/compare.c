/* compare.c: `minisim2d compare`: every formulation and the exact reference over each other */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "measure.h"
#include "picture.h"
#include "svg.h"

#define SPEED_SECONDS 0.1         /* how long the bare step loop is timed for each formulation */

typedef struct {
    simulation run;
    error_summary error;
    double speed;                 /* steps/s, 0 if the run failed */
} result;

/* the row's end position: that of particle 1 */
static const double *end_position(const trajectory *t, int particles) { return t->row[t->nrow - particles].x; }

static void print_row(const char *name, const double *x, const result *r)
{
    printf("%-12s (%10.4f, %8.4f)", name, output_rounded(x[0], 4), output_rounded(x[1], 4));
    if (!r) printf("  %-16s  %-13s  %-12s  %s\n", "-", "-", "-", "-");
    else if (r->run.status == MB_OK) printf("  %-16.3g  %-13.3g  %-12d  %.2e\n", r->error.median, r->error.max, 0, r->speed);
    else printf("  %-16.3g  %-13.3g  %-12d  stopped at t = %.4g s: %s\n", r->error.median, r->error.max, 1, r->run.t, mb_status_name(r->run.status));
}

static void print_table(const scene *s, const reference *exact, double time, const char *subtitle, const result *r)
{
    double x[2];

    printf("%s: %s\n", s->title, subtitle);
    printf("%-12s %-22s  %-16s  %-13s  %-12s  %s\n", "formulation", s->nparticle > 1 ? "end of particle 1 [m]" : "end position [m]",
           "median error [m]", "max error [m]", "failed steps", "steps/s");
    if (exact->count > 0) {
        exact_at(exact->path, time, x, NULL);
        print_row("exact", x, NULL);
    }
    for (int i = 0; i < FORMULATIONS; i++) print_row(picture_looks[i].title, end_position(&r[i].run.path, s->nparticle), r + i);
}

static int save_table(const char *path, const scene *s, const result *r)
{
    output_text t = { NULL, 0, 0, 0 };
    int failed;

    output_string(&t, "formulation,x,y,median_error,max_error,steps,failed_steps,steps_per_second\n");
    for (int i = 0; i < FORMULATIONS; i++) {
        const double *x = end_position(&r[i].run.path, s->nparticle);
        const double numbers[] = { x[0], x[1], r[i].error.median, r[i].error.max };
        output_string(&t, formulation_names[i]);
        for (int k = 0; k < 4; k++) {
            output_string(&t, ",");
            output_number(&t, numbers[k]);
        }
        output_printf(&t, ",%d,%d,", r[i].run.steps, r[i].run.status != MB_OK);
        output_number(&t, r[i].speed);
        output_string(&t, "\n");
    }
    failed = output_save(path, &t, stderr);
    output_free(&t);
    return failed;
}

static int save_picture(const char *path, const scene *s, const char *subtitle, const result *r, const trajectory *exact)
{
    picture_run curve[FORMULATIONS + 1];
    char note[FORMULATIONS][64];

    memset(curve, 0, sizeof curve);
    curve[0].name = "exact";
    curve[0].style = SVG_STYLE_EXACT;
    curve[0].reference = 1;
    curve[0].path = exact;
    for (int i = 0; i < FORMULATIONS; i++) {
        picture_run *c = curve + 1 + i;
        snprintf(note[i], sizeof note[i], "max error %.2g m", r[i].error.max);
        c->name = picture_looks[i].title;
        c->note = note[i];
        c->style = picture_looks[i].style;
        c->failed = r[i].run.status != MB_OK;
        c->halfspaces = i == MB_ST;                /* those that trap and throw; more would hide the paths */
        c->path = &r[i].run.path;
    }
    return picture_save(path, s, subtitle, FORMULATIONS + 1, curve, stderr);
}

/* run every formulation; 0, or -1 without a first row or memory */
static int run_all(const scene *s, const settings *with, const reference *exact, result *r)
{
    for (int i = 0; i < FORMULATIONS; i++) {
        settings mine = *with;
        mine.formulation = (mb_formulation)i;
        simulate(s, &mine, &r[i].run, stderr);
        if (r[i].run.path.nrow == 0 || measure_errors(&r[i].run.path, exact, &r[i].error) != 0) return -1;
        if (r[i].run.status == MB_OK) r[i].speed = simulate_speed(s, &mine, SPEED_SECONDS);
    }
    return 0;
}

static int compare(const options *o, const scene *s, const settings *with)
{
    char subtitle[160];
    result r[FORMULATIONS];
    reference exact;
    trajectory truth;
    int status = EXIT_FAILED;

    memset(r, 0, sizeof r);
    trajectory_init(&truth);
    snprintf(subtitle, sizeof subtitle, "h = %g s, %d steps, epsilon = %g m, solver %s (%s)", with->h, scene_steps(with->time, with->h),
             with->epsilon, solver_name(with), form_names[with->form]);
    if (reference_make(s, with->time, &exact, stderr) == 0 && run_all(s, with, &exact, r) == 0 &&
        reference_trajectory(&exact, s, with->h / 10.0, &truth) == 0) {
        status = EXIT_DONE;
        if (!o->quiet) print_table(s, &exact, with->time, subtitle, r);
        if (o->csv && save_table(o->csv, s, r) != 0) status = EXIT_FAILED;
        if (o->svg && save_picture(o->svg, s, subtitle, r, &truth) != 0) status = EXIT_FAILED;
        else if (o->svg && !o->quiet) printf("picture: %s\n", o->svg);
    }
    for (int i = 0; i < FORMULATIONS; i++) simulation_free(&r[i].run);
    trajectory_free(&truth);
    reference_free(&exact);
    return status;
}

int command_compare(const options *o)
{
    settings with;
    scene s;
    int status;

    if (scene_read(o->operand, &s, stderr) != 0) return EXIT_USAGE;
    status = options_apply(o, &s, &with);
    if (status == 0) status = compare(o, &s, &with);
    scene_free(&s);
    return status;
}
