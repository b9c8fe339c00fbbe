/* timeline.c: energy against time; see chart.h */
#include "chart.h"

#include <string.h>

enum { MOST_POINTS = 16384, MOST_RUNS = 16 };

/* ---- the record ---- */

void timeline_init(timeline *t, const scene *s)
{
    memset(t, 0, sizeof *t);
    t->scene = s;
    for (int k = 0; k < TIMELINE_ENERGIES; k++) thin_path_init(t->energy + k, MOST_POINTS);
}

void timeline_free(timeline *t)
{
    for (int k = 0; k < TIMELINE_ENERGIES; k++) thin_path_free(t->energy + k);
}

/* bodies come before particles */
static double kinetic_energy(const scene *s, const trajectory_row *row)
{
    const mb_body *b = row->particle < s->nbody ? &s->body[row->particle].body : NULL;
    const double v2 = row->v[0] * row->v[0] + row->v[1] * row->v[1];

    if (!b) return 0.5 * s->particle[row->particle - s->nbody].mass * v2;
    if (b->kind != MB_DYNAMIC) return 0.0;
    return 0.5 * (b->mass * v2 + b->inertia * row->spin * row->spin);
}

int timeline_row(void *user, const trajectory_row *row)
{
    timeline *t = user;

    if (row->particle == 0) t->kinetic = t->total = 0.0;
    t->kinetic += kinetic_energy(t->scene, row);
    if (row->world) t->total = row->world->energy;   /* the sum over all of them */
    else t->total += row->energy;
    if (row->particle < scene_count(t->scene) - 1) return 0;
    const double now[TIMELINE_ENERGIES] = { t->kinetic, t->total - t->kinetic, t->total };
    for (int k = 0; k < TIMELINE_ENERGIES; k++)
        if (thin_path_add(t->energy + k, row->t, row->t, now[k]) != 0) return -1;
    return 0;
}

/* ---- the chart ---- */

/* one energy of the runs that have rows, as the series of a chart; returns their number */
static int series_of(const timeline *runs, int n, int energy, chart_series *series)
{
    int count = 0;

    for (int r = 0; r < n && count < MOST_RUNS; r++) {
        const thin_path *path = runs[r].energy + energy;
        const chart_series s = { runs[r].name, path->count, path->xy, runs[r].style, 0, NULL };
        if (path->count > 0) series[count++] = s;
    }
    return count;
}

void timeline_energy(const timeline *runs, int n, const char *subtitle, output_text *out)
{
    static const char *const label[TIMELINE_ENERGIES] = {
        "kinetic energy [J]", "potential energy [J]", "total energy [J]"
    };
    static const char *const prefix[TIMELINE_ENERGIES] = { "kinetic", "potential", "total" };
    chart_series series[TIMELINE_ENERGIES][MOST_RUNS];
    chart panel[TIMELINE_ENERGIES];

    for (int k = 0; k < TIMELINE_ENERGIES; k++) {
        const chart c = { runs->scene->title, subtitle, { "t [s]", 0 }, { label[k], 0 },
                          series_of(runs, n, k, series[k]), series[k], prefix[k] };
        panel[k] = c;
    }
    chart_panels(panel, TIMELINE_ENERGIES, out);
}
