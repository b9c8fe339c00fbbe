/* Lab 08's picture: the greatest error on drop.scene against the step's length, for three epsilon,
 * with the student's own lab_ap_lcp; and Stewart and Trinkle's, by the kit
 *
 *     plot FILE.svg
 */
#include "lab.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/motion/simulate.h"
#include "minisim2d/truth/exact.h"

#include <math.h>

enum { STEPS = 7, CURVES = 4 };

/* the greatest distance to the exact motion, over all steps */
static mb_status greatest_error(const scene *s, const reference *exact, const settings *with,
                                double *error)
{
    settings watched = *with;
    simulation run;
    mb_status status = MB_NO_MEMORY;
    errors e;

    if (errors_init(&e, exact) == 0) {
        watched.take = errors_row;
        watched.taker = &e;
        status = simulate(s, &watched, &run, stderr);
        simulation_free(&run);
        *error = errors_of(&e, 0).max;
    }
    errors_free(&e);
    return status;
}

/* a curve: errors for steps of 0.02 s and shorter, each half of the one before; and a line of the
 * table */
static mb_status run_curve(const scene *s, const reference *exact, const char *name, double epsilon,
                           const mb_formulation_row *mine, double *xy)
{
    mb_status status = MB_OK;
    settings with;

    settings_default(&with, s);
    with.formulation = mine ? MB_AP : MB_ST;
    with.mine = mine;
    with.scope = MB_SCOPE_EDGE;
    with.epsilon = epsilon;
    with.h = 0.02;
    printf("%-20s", name);
    for (int k = 0; k < STEPS && status == MB_OK; k++) {
        xy[2 * k] = with.h;
        status = greatest_error(s, exact, &with, xy + 2 * k + 1);
        with.h *= 0.5;
        if (status == MB_OK) printf("  %8.3g", xy[2 * k + 1]);
    }
    printf(status == MB_OK ? "\n" : "  %s\n", mb_status_name(status));
    return status;
}

static int draw(const char *path, const chart_series *series)
{
    const chart c = {
        .title = "Drop: greatest error against step",
        .subtitle = "AP: your own lab_ap_lcp, for three epsilon; ST: the kit's",
        .x.label = "h [s]", .x.log = 1, .y.label = "greatest error [m]", .y.log = 1,
        .nseries = CURVES, .series = series
    };
    output_text text = { NULL, 0, 0, 0 };
    int status;

    chart_svg(&c, &text);
    status = output_save(path, &text, stderr);
    output_free(&text);
    return status;
}

int main(int argc, char **argv)
{
    static const mb_formulation_row mine = {
        .name = "mine", .title = "your own", .detection = MB_DETECT_EDGES,
        .lcp = lab_ap_lcp, .mlcp = lab_ap_mlcp
    };
    static const double epsilon[CURVES] = { 0.1, 0.2, 0.1, 0.05 };
    static const char *const name[CURVES] = { "ST", "AP, epsilon = 0.2 m", "AP, epsilon = 0.1 m",
                                              "AP, epsilon = 0.05 m" };
    static double xy[CURVES][2 * STEPS];
    chart_series series[CURVES] = { { 0 } };
    reference exact;
    scene s;
    int ok;

    if (argc != 2 || scene_read("scenes/drop.scene", &s, stderr) != 0) return 2;
    ok = reference_make(&s, s.time, &exact, stderr) == 0;
    printf("greatest error [m] for h = 0.02, 0.01, ... s\n");
    for (int i = 0; i < CURVES && ok; i++) {
        series[i].name = name[i];
        series[i].npoint = STEPS;
        series[i].xy = xy[i];
        series[i].mark_every = 1;
        series[i].style = SVG_STYLE_FORMULATION + i;
        ok = run_curve(&s, &exact, name[i], epsilon[i], i > 0 ? &mine : NULL, xy[i]) == MB_OK;
    }
    ok = ok && draw(argv[1], series) == 0;
    reference_free(&exact);
    scene_free(&s);
    return ok ? 0 : 1;
}
