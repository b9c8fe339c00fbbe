/* run.c: `minisim2d run`: one scene, one method */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "files.h"
#include "../drawing/figure.h"
#include "../reading/scenes.h"
#include "../truth/measure.h"

/* where the rows of a run go, as they come */
typedef struct {
    files files;
    output_text text;             /* one row at a time */
    trajectory curve;             /* what the picture shows */
} recorder;

/* what the options ask for is open and ready; 0, or the exit status after a message */
static int recorder_open(recorder *r, const options *o, const scene *s, const char *path)
{
    int status;

    memset(r, 0, sizeof *r);
    status = files_open(&r->files, o, path);
    if (status == 0 && r->files.svg.path && trajectory_init(&r->curve, s->nparticle) != 0) {
        fprintf(stderr, "minisim2d: no memory for the picture\n");
        files_close(&r->files, 0);
        status = EXIT_FAILED;
    }
    if (r->files.csv.path) trajectory_csv_header(&r->text);
    return status;
}

static int csv_row(void *user, const trajectory_row *row)
{
    recorder *r = user;

    trajectory_csv(row, &r->text);
    return output_put(&r->files.csv, &r->text);
}

static int take_row(void *user, const trajectory_row *row)
{
    recorder *r = user;

    if (r->files.csv.path && csv_row(r, row) != 0) return -1;
    return r->files.svg.path ? trajectory_add(&r->curve, row) : 0;
}

/* draw the picture, and let the files take their places if keep = 1; 0, or -1 after a message */
static int recorder_close(recorder *r, const scene *s, const char *subtitle, int keep)
{
    const figure picture = { s, subtitle, 1, &r->curve, NULL, NULL };
    int failed;

    if (keep && r->files.svg.path) {
        figure_svg(&picture, &r->text);
        output_put(&r->files.svg, &r->text);
    }
    failed = files_close(&r->files, keep);
    trajectory_free(&r->curve);
    output_free(&r->text);
    return failed;
}

/* ---- the exact reference ---- */

/* its events take the place of the solver's summary */
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
    if (r->files.csv.path && reference_rows(exact, s, h, csv_row, r) != 0) return -1;
    if (!r->files.svg.path) return 0;
    return reference_points(exact, h / 10.0, trajectory_add, &r->curve);
}

static int run_exact(const scene *s, const settings *with, recorder *r)
{
    reference exact;
    int done = reference_make(s, with->time, &exact, stderr) == 0 && exact.missing == 0;

    r->curve.name = "exact";
    r->curve.style = SVG_STYLE_EXACT;
    r->curve.reference = 1;
    if (done && r->files.report) print_events(s, &exact, r->files.report);
    if (done && take_exact(r, &exact, s, with->h) != 0) {
        fprintf(stderr, "minisim2d: stopped: the record could not be kept\n");
        done = 0;
    }
    if (recorder_close(r, s, "exact reference", done) != 0) done = 0;
    reference_free(&exact);
    return done ? EXIT_DONE : EXIT_FAILED;
}

/* ---- a simulation ---- */

static void print_summary(const scene *s, const settings *with, const simulation *run,
                          const char *subtitle, FILE *to)
{
    fprintf(to, "%s: %s\n", s->title, subtitle);
    fprintf(to, "  steps       %d of %d, to t = %.9g s\n", run->steps, run->planned, run->t);
    fprintf(to, "  problems    %d, the largest of %d unknown%s; ", run->problems, run->largest,
            run->largest == 1 ? "" : "s");
    fprintf(to, "%.9g iterations, worst residual %.2g\n", run->iterations, run->residual);
    for (int k = 0; k < s->nparticle; k++) {
        const trajectory_row *row = run->last + k;
        fprintf(to, "  particle %-2d (%.6f, %.6f) m, velocity (%.6f, %.6f) m/s\n", k + 1,
                output_rounded(row->x[0], 6), output_rounded(row->x[1], 6),
                output_rounded(row->v[0], 6), output_rounded(row->v[1], 6));
    }
    inside_say(&run->solid, "  deepest     ", to);
    if (with->dump) fprintf(to, "  problems saved in %s: %d\n", with->dump, run->dumped);
}

static int run_simulation(const scene *s, settings *with, recorder *r)
{
    const mb_formulation_row *f = settings_formulation(with);
    char subtitle[160];
    simulation run;
    int failed, kept, n;

    n = snprintf(subtitle, sizeof subtitle, "%s as %s, solver %s, h = %g s", f->title,
                 form_names[with->form], solver_name(with), with->h);
    if (f->detection != MB_DETECT_PATH)               /* which knows no detection distance */
        snprintf(subtitle + n, sizeof subtitle - (size_t)n, ", epsilon = %g m", with->epsilon);
    with->take = take_row;
    with->taker = r;
    failed = simulate(s, with, &run, stderr) != MB_OK;
    kept = run.last && !run.cut;
    r->curve.name = f->title;
    r->curve.style = SVG_STYLE_FORMULATION + (int)with->formulation;
    r->curve.pushed = run.pushed;
    r->curve.failed = failed;
    if (kept && r->files.report) print_summary(s, with, &run, subtitle, r->files.report);
    if (recorder_close(r, s, subtitle, kept) != 0) failed = 1;
    simulation_free(&run);
    return failed ? EXIT_FAILED : EXIT_DONE;
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
    if (status == 0) status = recorder_open(&r, o, &s, path);
    if (status == 0 && options_exact(o)) status = run_exact(&s, &with, &r);
    else if (status == 0) status = run_simulation(&s, &with, &r);
    scene_free(&s);
    free(path);
    return status;
}
