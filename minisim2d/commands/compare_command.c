/* compare_command.c: `minisim2d compare`: every formulation and the reference over each other
 *
 * The reference is the exact motion or, if the scene has bodies, a run with a fine step. If these
 * stand on supports, models of the supports' friction are compared.
 */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/figure.h"
#include "../drawing/chart.h"
#include "../page/page.h"
#include "../reading/scene.h"
#include "../truth/exact.h"

#define SPEED_SECONDS 0.05        /* time for which the bare step loop of each formulation is
                                     measured */

/* The things compared: the formulations or, for a scene with supports, the rows of this table. */
enum { MOST = MB_MAX_FORMULATIONS };

static const struct {
    int sides;
    const char *name, *title;
} friction[] = {
    { MB_DISC, "disc", "discs" }, { 16, "16", "16-gons" }, { 8, "8", "8-gons" },
    { 4, "4", "4-gons" }, { MB_SQUARE, "square", "squares" }
};

enum { FRICTIONS = (int)(sizeof friction / sizeof *friction) };

/* one of them; all 0 if it is left out */
typedef struct {
    simulation run;
    errors errors;
    trajectory *curve;            /* for the picture; NULL: left out */
    page_run *frames;             /* for the page to replay; NULL: no page */
    timeline *energy;             /* for the chart; NULL: no chart */
    error_summary *error;         /* [particles] */
    double worst;                 /* the greatest error of all particles, */
    int of;                       /* and its particle */
    double speed;                 /* steps/s, 0 if the run failed */
} result;

typedef struct {
    const options *given;
    const scene *scene;
    const settings *with;
    int particles;                /* particles and bodies */
    reference exact;
    result r[MOST];
    trajectory curve[1 + MOST];   /* exact, and one for each run */
    page_run frames[1 + MOST];    /* the same for the page */
    double window[4];
    const double *view;           /* the window of the picture; NULL: the whole scene */
    timeline energy[1 + MOST];    /* the same for the chart of energies */
    int small;                    /* 1: the scene is small, see scene_small */
    int timed;                    /* 1: the speed of the runs is reported */
    char note[MOST][64];          /* notes in the legend */
    char fine[48];                /* name of the reference in the legend */
    char subtitle[160];
} comparison;

static int is_known(const comparison *c, int particle)
{
    return !reference_lacks(&c->exact, particle);
}

static int has_bodies(const comparison *c) { return c->scene->nbody > 0; }

static int has_supports(const comparison *c) { return c->scene->nsupport > 0; }

/* number i: whether it is left out, and its name */
static int is_left_out(const comparison *c, int i)
{
    if (has_supports(c)) return i >= FRICTIONS;
    return i >= mb_formulation_count || settings_leave_out(c->with, c->scene, i);
}

static const char *name_of(const comparison *c, int i)
{
    return has_supports(c) ? friction[i].name : mb_formulations[i].name;
}

static const char *title_of(const comparison *c, int i)
{
    return has_supports(c) ? friction[i].title : mb_formulations[i].title;
}

/* ---- the runs ---- */

static int no_memory(const comparison *c)
{
    return refuse("no memory to compare %d %s", c->particles,
                  has_bodies(c) ? "bodies" : "particles");
}

static int take_row(void *user, const trajectory_row *row)
{
    result *r = user;

    if (r->frames && page_run_row(r->frames, row) != 0) return -1;
    if (r->energy && timeline_row(r->energy, row) != 0) return -1;
    return errors_row(&r->errors, row) != 0 ? -1 : trajectory_add(r->curve, row);
}

static void frames_init(comparison *c, int i)
{
    page_run_init(c->frames + i, c->scene, scene_steps(c->with->time, c->with->h), &c->exact);
}

static int curve_init(const comparison *c, trajectory *t)
{
    return figure_record(c->scene, scene_steps(c->with->time, c->with->h), t);
}

/* number i; not 0 after a message */
static int run_one(comparison *c, int i)
{
    result *r = c->r + i;
    settings with = *c->with;

    if (has_supports(c)) {
        with.sides = friction[i].sides;
        with.form = with.sides == MB_SQUARE ? MB_FORM_BOX : MB_FORM_LCP;
        if (with.sides != MB_DISC || !mb_find_cone(with.solver ? with.solver : ""))
            with.solver = NULL;
    } else {
        with.formulation = (mb_formulation)i;
    }
    with.window = c->view;
    with.take = take_row;
    with.taker = r;
    r->curve = c->curve + 1 + i;
    r->error = calloc((size_t)c->particles, sizeof *r->error);
    if (!r->error || errors_init(&r->errors, &c->exact) != 0 ||
        curve_init(c, r->curve) != 0)
        return no_memory(c);
    frames_init(c, 1 + i);
    if (c->given->energy) r->energy = c->energy + 1 + i;
    if (c->given->html) {
        r->frames = c->frames + 1 + i;
        with.watch = page_run_watch;
        with.watch_bodies = page_run_watch_bodies;
        with.user = r->frames;
    }
    simulate(c->scene, &with, &r->run, stderr);
    if (r->run.cut) return no_memory(c);
    if (!r->run.last) return -1;
    for (int k = 0; k < c->particles; k++) {
        r->error[k] = errors_of(&r->errors, k);
        if (r->error[k].max <= r->worst) continue;
        r->worst = r->error[k].max;
        r->of = k;
    }
    if (r->run.status == MB_OK && c->timed)
        r->speed = simulate_speed(c->scene, &with, SPEED_SECONDS);
    return 0;
}

/* a chart shows the sum of all particles, so none may be missing */
static int take_reference(void *user, const trajectory_row *row)
{
    comparison *c = user;

    if (c->given->html && page_run_row(c->frames, row) != 0) return -1;
    return c->given->energy && c->exact.missing == 0 ? timeline_row(c->energy, row) : 0;
}

/* the exact motion of particles; not 0 after a message */
static int run_exact(comparison *c)
{
    if (reference_make(c->scene, c->with->time, &c->exact, stderr) != 0) return -1;
    if (c->exact.missing > 0)
        refuse("the table lacks the exact line, and errors, of %d particle%s", c->exact.missing,
               c->exact.missing == 1 ? "" : "s");
    frames_init(c, 0);
    if (curve_init(c, c->curve) != 0 ||
        reference_points(&c->exact, c->with->h / 10.0, trajectory_add, c->curve) != 0 ||
        ((c->given->html || c->given->energy) &&
         reference_rows(&c->exact, c->scene, c->with->h, take_reference, c) != 0))
        return refuse("no memory for the path of the exact reference");
    return 0;
}

/* a run with a fine step; not 0 after a message */
static int run_fine(comparison *c)
{
    settings with = *c->with;

    if (curve_init(c, c->curve) != 0) return no_memory(c);
    frames_init(c, 0);
    with.take = take_reference;
    with.taker = c;
    if (has_supports(c)) with.sides = MB_DISC;
    if (reference_fine(c->scene, &with, &c->exact, c->curve, stderr) != 0)
        return c->exact.run.cut ? no_memory(c) : -1;
    if (c->exact.missing > 0)
        refuse("the reference, swept at h = %.6g s, stopped: the table is without errors",
               c->exact.h);
    return 0;
}

/* the reference and every formulation; not 0 after a message */
static int run_all(comparison *c)
{
    if ((has_bodies(c) ? run_fine(c) : run_exact(c)) != 0) return -1;
    for (int i = 0; i < MOST; i++)
        if (!is_left_out(c, i) && run_one(c, i) != 0) return -1;
    return 0;
}

static void comparison_free(comparison *c)
{
    for (int i = 0; i < MOST; i++) {
        simulation_free(&c->r[i].run);
        errors_free(&c->r[i].errors);
        free(c->r[i].error);
    }
    for (int i = 0; i <= MOST; i++) {
        trajectory_free(c->curve + i);
        timeline_free(c->energy + i);
        if (c->given->html) page_run_free(c->frames + i);
    }
    reference_free(&c->exact);
}

/* ---- the table ---- */

/* the columns with the particle, and where it ended; "" for a name printed above */
static void print_place(const comparison *c, const char *name, int particle, const double *x,
                        FILE *to)
{
    char a[OUTPUT_FIT], b[OUTPUT_FIT];

    fprintf(to, "%-12s ", name);
    if (c->particles > 1) fprintf(to, "%-8d  ", particle + 1);
    fprintf(to, "(%10s, %8s)", output_fit(a, x[0], c->small, 10, 4),
            output_fit(b, x[1], c->small, 8, 4));
}

static void print_exact(const comparison *c, FILE *to)
{
    int first = 1;

    for (int k = 0; k < c->particles; k++) {
        double x[2];
        if (!is_known(c, k)) continue;
        exact_at(c->exact.path + k, c->exact.time, x, NULL);
        print_place(c, first ? "exact" : "", k, x, to);
        fprintf(to, first ? "  %-16s  %-13s  %-12s  -\n" : "  %-16s  -\n", "-", "-", "-");
        first = 0;
    }
}

static void print_result(const comparison *c, int formulation, FILE *to)
{
    const result *r = c->r + formulation;

    for (int k = 0; k < c->particles; k++) {
        const int width = k == 0 ? 13 : 0;            /* no blanks at the end of a line */
        print_place(c, k == 0 ? title_of(c, formulation) : "", k, r->run.last[k].x, to);
        if (is_known(c, k))
            fprintf(to, "  %-16.3g  %-*.3g", r->error[k].median, width, r->error[k].max);
        else
            fprintf(to, "  %-16s  %-*s", "-", width, "-");
        if (k > 0) fprintf(to, "\n");
        else if (r->run.status == MB_OK) fprintf(to, "  %-12d  %.2e\n", 0, r->speed);
        else fprintf(to, "  %-12d  stopped at t = %.4g s: %s\n", 1, r->run.t,
                     mb_status_name(r->run.status));
    }
}

/* the columns on all bodies of a run */
static void print_whole(const simulation *run, FILE *to)
{
    fprintf(to, "%-15.3g  %-11.3g  %-10.6g  %-12d  ", run->penetration, run->joint_error,
            run->energy[1], run->status != MB_OK);
}

/* a scene with bodies: a line for each formulation, on the body with the largest error */
static void print_bodies(const comparison *c, FILE *to)
{
    char name[SCENE_NAME];

    fprintf(to, "%s: %s\n", c->scene->title, c->subtitle);
    fprintf(to, "errors: distances of centres from the reference, swept at h = %.6g s; of the body "
            "furthest off\n", c->exact.h);
    fprintf(to, "%-12s %-16s  %-13s  %-10s  %-15s  %-11s  %-10s  %-12s  %s\n",
            has_supports(c) ? "friction" : "formulation",
            "median error [m]", "max error [m]", "body", "penetration [m]", "joint error",
            "energy [J]", "failed steps", "steps/s");
    fprintf(to, "%-12s %-16s  %-13s  %-10s  ", "reference", "-", "-", "-");
    print_whole(&c->exact.run, to);
    fprintf(to, "-\n");
    for (int i = 0; i < MOST; i++) {
        const result *r = c->r + i;
        const error_summary *e = r->error + r->of;
        if (is_left_out(c, i)) continue;
        scene_name(c->scene, r->of, name);
        fprintf(to, "%-12s ", title_of(c, i));
        if (is_known(c, r->of))
            fprintf(to, "%-16.3g  %-13.3g  %-10s  ", e->median, e->max, e->max > 0.0 ? name : "-");
        else
            fprintf(to, "%-16s  %-13s  %-10s  ", "-", "-", "-");
        print_whole(&r->run, to);
        if (r->run.status == MB_OK) fprintf(to, "%.2e\n", r->speed);
        else fprintf(to, "stopped at t = %.4g s: %s\n", r->run.t, mb_status_name(r->run.status));
    }
}

static void print_table(const comparison *c, FILE *to)
{
    if (has_bodies(c)) {
        print_bodies(c, to);
        return;
    }
    fprintf(to, "%s: %s\n%-12s ", c->scene->title, c->subtitle, "formulation");
    if (c->particles > 1) fprintf(to, "%-8s  ", "particle");
    fprintf(to, "%-22s  %-16s  %-13s  %-12s  %s\n", "end position [m]", "median error [m]",
            "max error [m]", "failed steps", "steps/s");
    print_exact(c, to);
    for (int i = 0; i < MOST; i++)
        if (c->r[i].curve) print_result(c, i, to);
    for (int i = 0; i < mb_formulation_count; i++) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "%s was ", mb_formulations[i].title);
        inside_say(&c->r[i].run.solid, prefix, to);
    }
}

/* ---- files ---- */

/* formulation, particle, place, and two errors or nothing */
static void csv_row(const char *name, int particle, const double *x, const error_summary *e,
                    output_text *out)
{
    output_format(out, "%s,%d,%g,%g,", name, particle + 1, x[0], x[1]);
    if (e) output_format(out, "%g,%g", e->median, e->max);
    else output_string(out, ",");
}

/* the bodies at the end of a run; e: their errors, or NULL; speed: or < 0 */
static void csv_bodies(const comparison *c, const char *name, const simulation *run,
                       const error_summary *e, double speed, output_text *out)
{
    for (int k = 0; k < c->particles; k++) {
        const trajectory_row *row = run->last + k;
        char body[SCENE_NAME];
        scene_name(c->scene, k, body);
        output_format(out, "%s,%s,%g,%g,%g,", name, body, row->x[0], row->x[1], row->angle);
        if (e && is_known(c, k)) output_format(out, "%g,%g", e[k].median, e[k].max);
        else output_string(out, ",");
        output_format(out, ",%g,%g,%g,%d,%d,", run->penetration, run->joint_error, run->energy[1],
                      run->steps, run->status != MB_OK);
        if (speed >= 0.0) output_number(out, speed);
        output_string(out, "\n");
    }
}

static void write_bodies(const comparison *c, output_text *out)
{
    output_string(out, "formulation,body,x,y,angle,median_error,max_error,penetration,joint_error,"
                  "energy,steps,failed_steps,steps_per_second\n");
    csv_bodies(c, "reference", &c->exact.run, NULL, -1.0, out);
    for (int i = 0; i < MOST; i++)
        if (!is_left_out(c, i))
            csv_bodies(c, name_of(c, i), &c->r[i].run, c->r[i].error, c->r[i].speed, out);
}

static void write_table(const comparison *c, output_text *out)
{
    if (has_bodies(c)) {
        write_bodies(c, out);
        return;
    }
    output_string(out, "formulation,particle,x,y,median_error,max_error,"
                  "steps,failed_steps,steps_per_second\n");
    for (int k = 0; k < c->particles; k++) {
        double x[2];
        if (!is_known(c, k)) continue;
        exact_at(c->exact.path + k, c->exact.time, x, NULL);
        csv_row("exact", k, x, NULL, out);
        output_string(out, ",,,\n");
    }
    for (int i = 0; i < MOST; i++)
        for (int k = 0; k < c->particles && c->r[i].curve; k++) {
            const result *r = c->r + i;
            csv_row(mb_formulations[i].name, k, r->run.last[k].x,
                    is_known(c, k) ? r->error + k : NULL, out);
            output_format(out, ",%d,%d,%g\n", r->run.steps, r->run.status != MB_OK, r->speed);
        }
}

/* names and styles of the runs in the picture and on the page */
static void name_curves(comparison *c)
{
    snprintf(c->fine, sizeof c->fine, "reference: swept, h = %g s", c->exact.h);
    c->curve[0].name = has_bodies(c) ? c->fine : "exact";
    c->curve[0].npush = c->exact.run.npush;
    c->curve[0].push = c->exact.run.push;
    c->curve[0].foot = has_supports(c) ? c->exact.run.foot : NULL;
    c->curve[0].style = SVG_STYLE_EXACT;
    c->curve[0].reference = 1;
    for (int i = 0; i < MOST; i++) {
        const result *r = c->r + i;
        if (!r->curve) continue;
        snprintf(c->note[i], sizeof c->note[i], "max error %.2g m", r->worst);
        r->curve->name = title_of(c, i);
        r->curve->note = c->exact.missing < c->particles ? c->note[i] : NULL;
        r->curve->style = SVG_STYLE_FORMULATION + i;
        r->curve->acts = c->view && !has_bodies(c) ? &r->run.acts : NULL;
        r->curve->failed = r->run.status != MB_OK;
        /* those trap particles and throw them off; showing more would be too many */
        if (mb_formulations[i].detection == MB_DETECT_EDGES && mb_formulations[i].keeps_gap)
            r->curve->pushed = r->run.pushed;
    }
}

static void write_page(comparison *c, const figure *picture, output_text *out)
{
    double view[4];
    const page p = { c->scene, c->subtitle, c->with->h, c->with->time, c->with->epsilon, view,
                     1 + MOST, c->frames };
    const int last = has_supports(c) ? FRICTIONS : mb_formulation_count;

    for (int i = 0; i <= MOST; i++) {
        c->frames[i].name = i == 0 ? "exact" : i <= last ? name_of(c, i - 1) : "";
        c->frames[i].title = c->curve[i].name;
        c->frames[i].style = c->curve[i].style;
        c->frames[i].failed = c->curve[i].failed ? "stopped early" : NULL;
    }
    figure_view(picture, view);
    page_write(&p, out);
}

static void write_energy(comparison *c, output_text *out)
{
    for (int i = 0; i <= MOST; i++) {
        c->energy[i].name = c->curve[i].name;
        c->energy[i].style = c->curve[i].style;
    }
    timeline_energy(c->energy, 1 + MOST, c->subtitle, out);
}

static int save(comparison *c, files *f)
{
    const figure drawing = { .scene = c->scene, .subtitle = c->subtitle,
                             .nrun = 1 + MOST, .run = c->curve, .view = c->view,
                             .halfspaces = c->given->halfspaces };
    output_text text = { 0 };

    name_curves(c);
    if (f->csv.path) {
        write_table(c, &text);
        output_put(&f->csv, &text);
    }
    if (files_pictured(f)) {
        figure_svg(&drawing, &text);
        files_picture(f, &text);
    }
    if (f->energy.path) {
        write_energy(c, &text);
        files_energy(f, &text);
    }
    if (f->html.path) {
        write_page(c, &drawing, &text);
        output_put(&f->html, &text);
    }
    output_free(&text);
    return files_close(f, 1);
}

static void set_subtitle(comparison *c)
{
    const settings *with = c->with;

    const int n = snprintf(c->subtitle, sizeof c->subtitle, "h = %g s, %d steps, epsilon = %g m",
                           with->h, scene_steps(with->time, with->h), with->epsilon);

    if (!has_supports(c))
        snprintf(c->subtitle + n, sizeof c->subtitle - (size_t)n, ", solver %s (%s)",
                 solver_said(with, c->scene), form_names[with->form]);
}

/* a formulation that fails is a result; only if all fail the command does */
static int none_solved(const comparison *c)
{
    int solved = 0;

    for (int i = 0; i < MOST; i++)
        solved |= c->r[i].curve && c->r[i].run.status == MB_OK;
    return !solved;
}

int command_compare(const options *o)
{
    comparison c;
    settings with;
    files f;
    scene s;
    char *path;
    int status;

    if (scenes_open(o->operand, o->program, &path, &s) != 0) return EXIT_USAGE;
    memset(&c, 0, sizeof c);
    c.given = o;
    c.scene = &s;
    c.with = &with;
    c.particles = scene_count(&s);
    c.small = scene_small(&s);
    c.view = options_view(o, c.window);
    for (int i = 0; i <= MOST; i++) timeline_init(c.energy + i, &s);
    status = options_apply(o, &s, &with);
    if (status == 0) status = files_open(&f, o, 1, (const char *const *)&path);
    if (status == 0) {
        c.timed = f.report || f.csv.path;
        set_subtitle(&c);
        status = run_all(&c) == 0 ? EXIT_DONE : EXIT_FAILED;
        if (status == EXIT_DONE && f.report) print_table(&c, f.report);
        if (status != EXIT_DONE) files_close(&f, 0);
        else if (save(&c, &f) != 0) status = EXIT_USAGE;
        else if (none_solved(&c)) status = EXIT_FAILED;
    }
    comparison_free(&c);
    scene_free(&s);
    free(path);
    return status;
}
