/* run_command.c: `minisim2d run`: one scene, one method */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "../drawing/figure.h"
#include "../drawing/chart.h"
#include "../motion/simulate.h"
#include "../page/page.h"
#include "../reading/scene.h"
#include "../truth/exact.h"

enum { PRINTED = 12,              /* most bodies in a summary */
       PLACE = 14 };              /* most characters of a coordinate */

/* the destinations of a run's rows */
typedef struct {
    files files;
    output_text text;             /* one row at a time */
    FILE *kept;                   /* all rows, for the MAT-file */
    trajectory curve;             /* for the picture */
    trajectory exact;             /* for the page's view as well */
    page_run frames[2];           /* for the page to replay: the exact motion, and the run */
    timeline energy;              /* for the chart */
    double window[4];
    const double *view;           /* the window of the picture; NULL: the whole scene */
    int halfspaces;               /* 1: the picture has the half-spaces of all edges */
    const reference *events;      /* events for the picture to mark, or NULL */
    frame_recorder steps;         /* the recorder of problems */
} recorder;

/* opens and prepares the outputs; 0, or the exit status after a message */
static int recorder_open(recorder *r, const options *o, const scene *s, int planned,
                         const char *path)
{
    int status;

    memset(r, 0, sizeof *r);
    r->view = options_view(o, r->window);
    r->halfspaces = o->halfspaces;
    timeline_init(&r->energy, s);
    status = files_open(&r->files, o, 1, &path);
    if (status != 0) return status;
    if (figure_record(s, planned, &r->curve) != 0) {
        refuse("no memory for the picture");
        status = EXIT_FAILED;
    } else if (r->files.mat.path && !(r->kept = tmpfile())) {
        status = refuse("--mat needs a temporary file: %s", strerror(errno));
    }
    if (status != 0) {
        files_close(&r->files, 0);
        trajectory_free(&r->curve);
    } else if (r->files.csv.path) {
        trajectory_csv_header(s->nbody > 0, &r->text);
    }
    return status;
}

/* begins a page, with the exact motion of particles, which is made unless it is there already; not
 * 0 after a message */
static int frames_init(recorder *r, const scene *s, const settings *with, reference *exact)
{
    const int planned = scene_steps(with->time, with->h);

    if (s->nbody == 0 && !exact->path && reference_make(s, with->time, exact, NULL) != 0)
        return refuse("no memory for the page");
    page_run_init(r->frames + 1, s, planned, s->nbody > 0 ? NULL : exact);
    if (s->nbody > 0) return 0;
    page_run_init(r->frames, s, planned, exact);
    if (trajectory_init(&r->exact, s->nparticle) != 0 ||
        reference_points(exact, with->h, trajectory_add, &r->exact) != 0 ||
        reference_rows(exact, s, with->h, page_run_row, r->frames) != 0)
        return refuse("no memory for the page");
    r->frames[0].name = r->frames[0].title = "exact";
    r->frames[0].style = SVG_STYLE_EXACT;
    r->exact.reference = 1;
    return 0;
}

static int table_row(void *user, const trajectory_row *row)
{
    recorder *r = user;

    if (r->files.energy.path && timeline_row(&r->energy, row) != 0)
        return refuse("no memory for the energy");
    if (r->steps.failed || (r->kept && trajectory_keep(r->kept, row) != 0)) return -1;
    if (!r->files.csv.path) return 0;
    trajectory_csv(row, &r->text);
    return output_put(&r->files.csv, &r->text);
}

static int take_row(void *user, const trajectory_row *row)
{
    recorder *r = user;

    if (table_row(r, row) != 0) return -1;
    if (r->files.html.path && page_run_row(r->frames + 1, row) != 0)
        return refuse("no memory for the page");
    return trajectory_add(&r->curve, row) == 0 ? 0 : refuse("no memory for the picture");
}

static void watch(void *user, const mb_sim *sim, const mb_step *step)
{
    recorder *r = user;

    if (r->files.html.path) page_run_watch(r->frames + 1, sim, step);
    if (r->files.frames.path) recorder_watch(&r->steps, sim, step);
}

static void watch_bodies(void *user, const mb_world *world, const mb_island_step *step)
{
    recorder *r = user;

    if (r->files.html.path) page_run_watch_bodies(r->frames + 1, world, step);
    if (r->files.frames.path) recorder_watch_bodies(&r->steps, world, step);
}

static void write_page(recorder *r, const scene *s, const settings *with, const char *subtitle)
{
    const trajectory curves[2] = { r->exact, r->curve };
    const figure all = { .scene = s, .nrun = 2, .run = curves };
    const int first = r->frames[0].scene ? 0 : 1;     /* without the exact motion only the run */
    double view[4];
    page p = {
        s, subtitle, with->h, with->time, with->epsilon, view, 2 - first, r->frames + first
    };

    figure_view(&all, view);
    r->frames[1].name = settings_formulation(with)->name;
    r->frames[1].title = r->curve.name;
    r->frames[1].style = r->curve.style;
    r->frames[1].failed = r->curve.failed ? "stopped early" : NULL;
    page_write(&p, &r->text);
    output_put(&r->files.html, &r->text);
}

static void write_energy(recorder *r, const char *subtitle)
{
    r->energy.name = r->curve.name;
    r->energy.style = r->curve.style;
    timeline_energy(&r->energy, 1, subtitle, &r->text);
    files_energy(&r->files, &r->text);
}

/* draws the picture and the page, and puts the files in their places if keep = 1; 0, or -1 after a
 * message */
static int recorder_close(recorder *r, const scene *s, const settings *with, const char *subtitle,
                          int keep)
{
    const figure picture = { .scene = s, .subtitle = subtitle, .nrun = 1, .run = &r->curve,
                             .view = r->view, .halfspaces = r->halfspaces,
                             .events = r->events };
    int failed = keep && r->kept &&
                 trajectory_mat(r->kept, s->nbody > 0, &r->files.mat, stderr) != 0;

    if (r->kept) fclose(r->kept);
    if (r->files.frames.path) recorder_end(&r->steps);
    if (keep && files_pictured(&r->files)) {
        figure_svg(&picture, &r->text);
        files_picture(&r->files, &r->text);
    }
    if (keep && r->files.energy.path) write_energy(r, subtitle);
    if (keep && r->files.html.path) write_page(r, s, with, subtitle);
    if (files_close(&r->files, keep && !failed) != 0) failed = -1;
    trajectory_free(&r->curve);
    trajectory_free(&r->exact);
    timeline_free(&r->energy);
    for (int i = 0; i < 2; i++) page_run_free(r->frames + i);
    output_free(&r->text);
    return failed;
}

/* ---- the exact reference ---- */

/* prints its events instead of the solver's summary */
static void print_events(const scene *s, const reference *r, FILE *to)
{
    fprintf(to, "%s: exact, event by event, to t = %.9g s\n", s->title, r->time);
    for (int k = 0; k < r->count; k++) {
        fprintf(to, "\nparticle %d\n", k + 1);
        fprintf(to, "  %-11s  %-6s  %-12s  %-12s  %-12s  %-12s  edge\n", "t [s]", "event", "x [m]",
                "y [m]", "vx [m/s]", "vy [m/s]");
        for (int i = 0; i < r->path[k].nevent; i++) {
            const exact_event *e = r->path[k].event + i;
            fprintf(to, "  %-11.7f  %-6s  %-12.7g  %-12.7g  %-12.7g  %-12.7g", e->t,
                    exact_kind_name(e->kind), e->x[0], e->x[1], e->v_after[0], e->v_after[1]);
            for (int j = 0; j < 2 && e->edge[j] >= 0; j++) fprintf(to, "  %d", e->edge[j] + 1);
            fprintf(to, "\n");
        }
    }
}

/* the rows at every step go to the CSV, other points to the picture */
static int take_exact(recorder *r, const reference *exact, const scene *s, double h)
{
    if ((r->files.csv.path || r->kept || r->files.energy.path) &&
        reference_rows(exact, s, h, table_row, r) != 0) return -1;
    if (files_pictured(&r->files) &&
        reference_points(exact, h / 10.0, trajectory_add, &r->curve) != 0)
        return refuse("no memory for the picture");
    return 0;
}

static int run_exact(const scene *s, const settings *with, recorder *r)
{
    reference exact;
    int done = reference_make(s, with->time, &exact, stderr) == 0 && exact.missing == 0, lost;

    r->curve.name = "exact";
    r->curve.style = SVG_STYLE_EXACT;
    r->curve.reference = 1;
    r->events = &exact;
    if (done && r->files.report) print_events(s, &exact, r->files.report);
    if (done && take_exact(r, &exact, s, with->h) != 0) {
        refuse("stopped: the record could not be written");
        done = 0;
    }
    if (done && r->files.html.path && frames_init(r, s, with, &exact) != 0) done = 0;
    lost = recorder_close(r, s, with, "exact reference", done) != 0;
    reference_free(&exact);
    return lost ? EXIT_USAGE : done ? EXIT_DONE : EXIT_FAILED;
}

/* ---- a simulation ---- */

/* the final state of particle or body k; in scenes with bodies with angle and spin */
static void print_state(const scene *s, int k, const trajectory_row *row, int small, FILE *to)
{
    const double values[4] = { row->x[0], row->x[1], row->v[0], row->v[1] };
    char name[SCENE_NAME], text[5][OUTPUT_FIT];

    scene_name(s, k, name);
    for (int i = 0; i < 4; i++) output_fit(text[i], values[i], small, PLACE, 6);
    fprintf(to, "  %-11s (%s, %s) m", name, text[0], text[1]);
    if (s->nbody > 0) fprintf(to, ", angle %.6f", output_rounded(row->angle, 6));
    fprintf(to, ", velocity (%s, %s) m/s", text[2], text[3]);
    if (s->nbody > 0) fprintf(to, ", spin %s", output_fit(text[4], row->spin, 0, PLACE, 6));
    fprintf(to, "\n");
}

/* the summary of a scene with bodies */
static void print_bodies(const scene *s, const simulation *run, FILE *to)
{
    const double *e = run->energy;
    const int small = scene_small(s);
    int said = 0;

    fprintf(to, "  islands     at most %d at a time\n", run->islands);
    for (int k = 0; k < run->nsolver; k++)
        fprintf(to, "  %-11s %d problems by %s, worst residual %.2g\n", k == 0 ? "solvers" : "",
                run->solver[k].problems, run->solver[k].name, run->solver[k].residual);
    if (run->parts.count > 0)
        fprintf(to, "  in parts    %d steps of islands, the first at t = %.9g s\n",
                run->parts.count, run->parts.t);
    if (run->half.count > 0)
        fprintf(to, "  half steps  %d of islands, the first at t = %.9g s\n", run->half.count,
                run->half.t);
    if (run->safe.count > 0)
        fprintf(to, "  safe steps  %d of islands, the first at t = %.9g s\n", run->safe.count,
                run->safe.t);
    if (run->unsolved.count > 0)
        fprintf(to, "  unsolved    %d steps of islands, by a last iterate, the first at t = "
                "%.9g s; worst residual %.2g\n", run->unsolved.count, run->unsolved.t,
                run->unsolved.most);
    if (run->open.count > 0)
        fprintf(to, "  not closed  %d times, the first at t = %.9g s; at most %.3g m\n",
                run->open.count, run->open.t, run->open.most);
    fprintf(to, "  energy      %.6g J at the start, %.6g J at the end\n", e[0], e[1]);
    if (run->penetration > 0.0)
        fprintf(to, "  penetration at most %.3g m, at t = %.9g s\n", run->penetration,
                run->penetration_t);
    if (s->njoint > 0)
        fprintf(to, "  joint error at most %.3g, of joint %d (line %d) at t = %.9g s\n",
                run->joint_error, run->worst_joint + 1, s->joint[run->worst_joint].line,
                run->joint_t);
    for (int k = 0; k < scene_count(s); k++) {
        if (k < s->nbody && s->body[k].body.kind == MB_STATIC) continue;
        if (said++ >= PRINTED) continue;
        print_state(s, k, run->last + k, small, to);
    }
    if (said > PRINTED) fprintf(to, "  and %d more; --csv has them all\n", said - PRINTED);
}

static void print_summary(const scene *s, const settings *with, const simulation *run,
                          const char *subtitle, FILE *to)
{
    fprintf(to, "%s: %s\n", s->title, subtitle);
    fprintf(to, "  steps       %d of %d, to t = %.9g s\n", run->steps, run->planned, run->t);
    fprintf(to, "  problems    %d, the largest of %d unknown%s; ", run->problems, run->largest,
            run->largest == 1 ? "" : "s");
    fprintf(to, "%.9g iterations, worst residual %.2g\n", run->iterations, run->residual);
    if (s->nbody > 0) print_bodies(s, run, to);
    for (int k = 0; k < s->nparticle && s->nbody == 0; k++)
        print_state(s, k, run->last + k, scene_small(s), to);
    if (s->nbody == 0) inside_say(&run->solid, "  deepest     ", to);
    if (with->dump) fprintf(to, "  problems saved in %s: %d\n", with->dump, run->dumped);
    if (with->dump && with->dump_every == 1 && run->dumped < run->problems)
        fprintf(to, "  not saved   %d: too large for a matrix (--solver lemke makes one)\n",
                run->problems - run->dumped);
}

static int run_simulation(const scene *s, settings *with, recorder *r)
{
    const mb_formulation_row *f = settings_formulation(with);
    reference exact;
    char subtitle[200], sweeps[64];
    simulation run;
    int failed, kept, lost, n;

    snprintf(sweeps, sizeof sweeps, "%d sweep%s a step, solved or not", with->sweeps,
             with->sweeps == 1 ? "" : "s");
    n = snprintf(subtitle, sizeof subtitle, "%s as %s, solver %s, h = %g s", f->title,
                 settings_cone(with, s) ? "discs" : form_names[with->form],
                 with->sweeps > 0 ? sweeps : solver_said(with, s), with->h);
    if (f->detection != MB_DETECT_PATH || s->nbody > 0)     /* a path has no detection distance */
        snprintf(subtitle + n, sizeof subtitle - (size_t)n, ", epsilon = %g m", with->epsilon);
    memset(&exact, 0, sizeof exact);
    with->take = take_row;
    with->taker = r;
    with->watch = watch;
    with->watch_bodies = watch_bodies;
    with->show = r->files.frames.path != NULL;
    with->user = r;
    with->window = r->view;
    if (r->files.frames.path) recorder_begin(&r->steps, s, with, &r->files.frames);
    if (r->files.html.path && frames_init(r, s, with, &exact) != 0) {
        reference_free(&exact);
        recorder_close(r, s, with, subtitle, 0);
        return EXIT_FAILED;
    }
    failed = simulate(s, with, &run, stderr) != MB_OK;
    kept = run.last && !run.cut;
    r->curve.name = f->title;
    r->curve.style = SVG_STYLE_FORMULATION + (int)with->formulation;
    r->curve.pushed = run.pushed;
    r->curve.acts = r->view && s->nbody == 0 ? &run.acts : NULL;
    r->curve.npush = run.npush;
    r->curve.push = run.push;
    r->curve.foot = run.steps > 0 ? run.foot : NULL;
    r->curve.failed = failed;
    if (kept && r->files.report) print_summary(s, with, &run, subtitle, r->files.report);
    lost = recorder_close(r, s, with, subtitle, kept) != 0;
    reference_free(&exact);
    simulation_free(&run);
    if (lost || run.cut) return EXIT_USAGE;
    return failed || run.unsolved.count > 0 ? EXIT_FAILED : EXIT_DONE;
}

int command_run(const options *o)
{
    recorder r;
    settings with;
    scene s;
    char *path;
    int status;

    if (scenes_open(o->operand, o->program, &path, &s) != 0) return EXIT_USAGE;
    status = options_apply(o, &s, &with);
    if (status == 0)
        status = recorder_open(&r, o, &s, scene_steps(with.time, with.h), path);
    if (status == 0 && options_exact(o)) status = run_exact(&s, &with, &r);
    else if (status == 0) status = run_simulation(&s, &with, &r);
    scene_free(&s);
    free(path);
    return status;
}
