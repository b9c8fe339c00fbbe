#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int reference_make(const scene *s, double t_end, reference *out, FILE *messages)
{
    out->count = 0;
    out->path = calloc(s->nparticle > 0 ? (size_t)s->nparticle : 1, sizeof *out->path);
    if (!out->path) {
        if (messages) fprintf(messages, "minisim2d: no memory for the exact reference\n");
        return 1;
    }
    for (; out->count < s->nparticle; out->count++)
        if (exact_run(s, out->count, t_end, out->path + out->count, messages) != 0) return 1;
    return 0;
}

void reference_free(reference *r)
{
    for (int i = 0; i < r->count; i++) exact_free(r->path + i);
    free(r->path);
    r->path = NULL;
    r->count = 0;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int measure_errors(const trajectory *t, const reference *r, error_summary *out)
{
    double *error = malloc((t->nrow > 0 ? (size_t)t->nrow : 1) * sizeof *error);
    int n = 0;

    memset(out, 0, sizeof *out);
    if (!error) return -1;
    for (int i = 0; i < t->nrow; i++) {
        const trajectory_row *row = t->row + i;
        double x[2];
        if (row->step == 0) continue;
        exact_at(r->path + row->particle, row->t, x, NULL);
        error[n++] = hypot(row->x[0] - x[0], row->x[1] - x[1]);
    }
    qsort(error, (size_t)n, sizeof *error, ascending);
    out->count = n;
    if (n > 0) {
        out->median = 0.5 * (error[(n - 1) / 2] + error[n / 2]);
        out->max = error[n - 1];
    }
    free(error);
    return 0;
}

double energy_of_particle(const scene *s, int particle, const double x[2], const double v[2])
{
    const scene_particle *p = s->particle + particle;
    double energy = 0.0;

    for (int i = 0; i < 2; i++) energy += 0.5 * p->mass * v[i] * v[i] - (p->mass * s->gravity[i] + p->force[i]) * x[i];
    return energy;
}

int reference_trajectory(const reference *r, const scene *s, double h, trajectory *out)
{
    const double t_end = r->count > 0 ? r->path[0].t_end : 0.0;
    const int steps = scene_steps(t_end, h);

    for (int step = 0; step <= steps; step++)
        for (int k = 0; k < r->count; k++) {
            trajectory_row row;
            memset(&row, 0, sizeof row);
            row.step = step;
            row.particle = k;
            row.t = step == steps ? t_end : step * h;
            exact_at(r->path + k, row.t, row.x, row.v);
            row.energy = energy_of_particle(s, k, row.x, row.v);
            if (trajectory_append(out, &row) != 0) return -1;
        }
    return 0;
}
