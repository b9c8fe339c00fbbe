/* trajectory.c: a row of a run as CSV, and the paths of a run; see trajectory.h */
#include "trajectory.h"

#include <stdlib.h>

/* points of a path, and of all paths of a run together, yet not fewer of one */
enum { MOST_POINTS = 16384, ALL_POINTS = 1 << 19, LEAST_POINTS = 64 };

static void csv_numbers(const double *values, int n, output_text *out)
{
    for (int i = 0; i < n; i++) {
        output_string(out, ",");
        output_number(out, values[i]);
    }
}

void trajectory_csv_header(output_text *out)
{
    output_string(out,
                  "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy\n");
}

void trajectory_csv(const trajectory_row *r, output_text *out)
{
    output_printf(out, "%d", r->step);
    csv_numbers(&r->t, 1, out);
    output_printf(out, ",%d", r->particle + 1);
    csv_numbers(r->x, 2, out);
    csv_numbers(r->v, 2, out);
    output_printf(out, ",%d,%d,%d", r->contacts, r->size, r->iterations);
    csv_numbers(&r->residual, 1, out);
    csv_numbers(&r->seconds, 1, out);
    csv_numbers(&r->energy, 1, out);
    output_string(out, "\n");
}

int trajectory_init(trajectory *t, int particles)
{
    int most = ALL_POINTS / particles;

    if (most > MOST_POINTS) most = MOST_POINTS;
    if (most < LEAST_POINTS) most = LEAST_POINTS;
    t->particles = 0;
    t->path = malloc((size_t)particles * sizeof *t->path);
    if (!t->path) return -1;
    for (; t->particles < particles; t->particles++) thin_path_init(t->path + t->particles, most);
    return 0;
}

int trajectory_add(void *user, const trajectory_row *row)
{
    const trajectory *t = user;

    return thin_path_add(t->path + row->particle, row->x[0], row->x[1]);
}

void trajectory_free(trajectory *t)
{
    for (int k = 0; k < t->particles; k++) thin_path_free(t->path + k);
    free(t->path);
    t->path = NULL;
    t->particles = 0;
}
