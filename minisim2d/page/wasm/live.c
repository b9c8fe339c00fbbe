/* live.c: the kit in the page: a scene's text is read and run as the program reads and runs it
 *
 *     at = live_text(size)            write the text there
 *     if (live_read(size) == 0) ...   live_scene(): page.c's data on it; else live_messages()
 *     live_begin(run, form, solver)   run: an index of live_looks(); 0 if there is such a run
 *     while (live_step()) ...         live_frames() of live_width() numbers from live_frame() on,
 *                                     and the contacts from live_contact() on: page.h
 *
 * It is compiled for wasm32 without a C library; the few functions it needs are in libc.c, beside
 * this file. A text replaces the one before, a run the run before, with all memory.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#define MBSIM_IMPLEMENTATION
#include "../../../mbsim.h"

#include <stdlib.h>
#include <string.h>

#include "../page.h"
#include "../../drawing/svg.h"
#include "../../motion/simulate.h"
#include "../../solving/attempt.h"
#include "../../writing/output.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* beside formulations: the exact motion, a student's */
#define EXACT (-1)
#define MINE mb_formulation_count

static FILE messages;
FILE *stdin, *stderr = &messages;

static char *text;
static scene stage;
static int staged;                /* 1: stage is a scene */
static reference truth;
static void *stage_end, *begin_of_all;       /* of the heap */
static output_text json;
static settings with;
static simulation run;
static driver *under_way;
static page_run record;

/* neither is used here */
double progress_clock(void) { return 0.0; }

int lcp_file_save_step(const mb_mlcp *problem, const char *folder, int step, const char *of,
                       int number, FILE *to)
{
    (void)problem, (void)folder, (void)step, (void)of, (void)number, (void)to;
    return -1;
}

/* ---- a scene ---- */

EXPORT(live_text) char *live_text(size_t size)
{
    if (!begin_of_all) begin_of_all = heap_end();
    heap_cut(begin_of_all);
    staged = 0;
    under_way = NULL;
    text = malloc(size + 1);
    return text;
}

EXPORT(live_read) int live_read(size_t size)
{
    int errors;

    messages.size = 0;
    text[size] = '\0';
    errors = scene_parse("scene", text, size, &stage, &messages);
    staged = errors == 0;
    memset(&truth, 0, sizeof truth);
    if (staged && stage.nbody == 0) reference_make(&stage, stage.time, &truth, NULL);
    stage_end = heap_end();
    return errors;
}

EXPORT(live_scene) const char *live_scene(void)
{
    memset(&json, 0, sizeof json);
    output_string(&json, "{\"step\":");
    output_number(&json, stage.h);
    output_string(&json, ",\"time\":");
    output_number(&json, stage.time);
    output_string(&json, ",\"epsilon\":");
    output_number(&json, stage.epsilon);
    output_string(&json, ",");
    page_scene(&stage, &json);
    output_string(&json, "}");
    stage_end = heap_end();
    return json.failed ? "" : json.data;
}

/* has it bodies? */
EXPORT(live_rigid) int live_rigid(void) { return stage.nbody > 0; }

EXPORT(live_messages) const char *live_messages(void)
{
    messages.text[messages.size] = '\0';
    return messages.text;
}

/* ---- the choices ---- */

/* the runs: the exact motion, every formulation, and the student's own if there is one */
EXPORT(live_looks) const char *live_looks(void)
{
    memset(&json, 0, sizeof json);
    output_string(&json, "[{");
    page_look("exact", "exact", SVG_STYLE_EXACT, 0, &json);
    for (int i = 0; i < (formulation_mine ? MINE + 1 : MINE); i++) {
        const mb_formulation_row *f = i == MINE ? formulation_mine : mb_formulations + i;
        output_string(&json, "},{");
        page_look(f->name, f->title, SVG_STYLE_FORMULATION + i,
                  f->detection != MB_DETECT_PATH, &json);
    }
    output_string(&json, "}]");
    return json.failed ? "" : json.data;
}

/* the name of solver i for a form; "" after the last */
EXPORT(live_solver) const char *live_solver(int form, int i)
{
    const mb_solver *s = solvers_at(form != MB_FORM_LCP, i);

    return s ? s->name : "";
}

/* the name of a form's default solver */
EXPORT(live_usual) const char *live_usual(int form)
{
    return solver_or_default(NULL, (mb_form)form);
}

/* ---- a run ---- */

/* every k-th row of a fine run is one of the run's */
static int take_fine(void *user, const trajectory_row *row)
{
    const int last = row->step == run.planned;
    trajectory_row coarse = *row;

    coarse.step = last ? scene_steps(stage.time, stage.h) : row->step / REFERENCE_FINE;
    return last || row->step % REFERENCE_FINE == 0 ? page_run_row(user, &coarse) : 0;
}

/* bodies have no exact reference: a run with a fine step replaces it, as in reference_fine */
static int begin_fine(void)
{
    settings_default(&with, &stage);
    with.h = stage.h / REFERENCE_FINE;
    with.take = take_fine;
    with.taker = &record;
    page_run_init(&record, &stage, scene_steps(stage.time, stage.h), NULL);
    under_way = simulate_open(&stage, &with, &run, &messages);
    return under_way ? 0 : -1;
}

/* for particles it is computed at once */
static int begin_exact(void)
{
    if (!truth.path || truth.missing == truth.count) return -1;
    page_run_init(&record, &stage, scene_steps(stage.time, stage.h), &truth);
    return reference_rows(&truth, &stage, stage.h, page_run_row, &record);
}

/* with solver i of the form, -1: with the default one */
EXPORT(live_begin) int live_begin(int number, int form, int solver)
{
    const int formulation = number - 1;
    const mb_solver *chosen = solver < 0 ? NULL : solvers_at(form != MB_FORM_LCP, solver);

    heap_cut(stage_end);
    messages.size = 0;
    under_way = NULL;
    memset(&record, 0, sizeof record);
    if (!staged) return -1;
    if (formulation == EXACT) return stage.nbody > 0 ? begin_fine() : begin_exact();
    settings_default(&with, &stage);
    with.form = (mb_form)form;
    if (formulation == MINE) settings_take_mine(&with);
    else with.formulation = formulation;
    with.solver = chosen ? chosen->name : NULL;
    with.watch = page_run_watch;
    with.watch_bodies = page_run_watch_bodies;
    with.user = with.taker = &record;
    with.take = page_run_row;
    if (settings_leave_out(&with, &stage, (int)with.formulation)) return -1;
    page_run_init(&record, &stage, scene_steps(with.time, with.h), truth.path ? &truth : NULL);
    under_way = simulate_open(&stage, &with, &run, &messages);
    return under_way ? 0 : -1;
}

/* 1: one more step; 0: that was the last, or it failed, see live_messages() */
EXPORT(live_step) int live_step(void)
{
    begin_call();
    return under_way ? simulate_step(under_way) : 0;
}

EXPORT(live_failed) int live_failed(void)
{
    return under_way && (run.cut || run.status != MB_OK);
}

/* the greatest depth of the particle in a solid, and its time */
EXPORT(live_depth) double live_depth(void) { return under_way ? run.solid.depth : 0.0; }
EXPORT(live_depth_time) double live_depth_time(void) { return under_way ? run.solid.t : 0.0; }

EXPORT(live_planned) int live_planned(void) { return scene_steps(stage.time, stage.h); }
EXPORT(live_every) int live_every(void) { return page_every(&stage, live_planned()); }
EXPORT(live_frames) int live_frames(void) { return record.frames; }
EXPORT(live_width) int live_width(void) { return record.width; }
EXPORT(live_frame) const double *live_frame(void) { return record.frame; }
EXPORT(live_contact) const double *live_contact(void) { return record.contact; }
