/* trajectory.c: the record of a run, and its CSV form */
#include "trajectory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void trajectory_init(trajectory *t)
{
    memset(t, 0, sizeof *t);
}

void trajectory_free(trajectory *t)
{
    free(t->row);
    free(t->contact);
    trajectory_init(t);
}

/* room for one more record in an array of count: doubles its capacity when it is full; returns the array or NULL */
static void *grown(void *array, int count, int *capacity, size_t record)
{
    int larger = *capacity > 0 ? *capacity : 32;
    void *moved;

    if (count < *capacity) return array;
    if (*capacity > 0) {
        if (*capacity > INT_MAX / 2) return NULL;
        larger = 2 * *capacity;
    }
    if ((size_t)larger > SIZE_MAX / record) return NULL;
    moved = realloc(array, (size_t)larger * record);
    if (moved) *capacity = larger;
    return moved;
}

int trajectory_append(trajectory *t, const trajectory_row *row)
{
    trajectory_row *array = grown(t->row, t->nrow, &t->row_capacity, sizeof *array);

    if (!array) return -1;
    t->row = array;
    t->row[t->nrow++] = *row;
    return 0;
}

int trajectory_append_contact(trajectory *t, const trajectory_contact *contact)
{
    trajectory_contact *array = grown(t->contact, t->ncontact, &t->contact_capacity, sizeof *array);

    if (!array) return -1;
    t->contact = array;
    t->contact[t->ncontact++] = *contact;
    return 0;
}

static void csv_numbers(const double *values, int n, output_text *out)
{
    for (int i = 0; i < n; i++) {
        output_string(out, ",");
        output_number(out, values[i]);
    }
}

void trajectory_csv(const trajectory *t, output_text *out)
{
    output_string(out, "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy\n");
    for (int i = 0; i < t->nrow; i++) {
        const trajectory_row *r = &t->row[i];

        output_printf(out, "%d", r->step);
        csv_numbers(&r->t, 1, out);
        output_printf(out, ",%d", r->particle);
        csv_numbers(r->x, 2, out);
        csv_numbers(r->v, 2, out);
        output_printf(out, ",%d,%d,%d", r->contacts, r->size, r->iterations);
        csv_numbers(&r->residual, 1, out);
        csv_numbers(&r->seconds, 1, out);
        csv_numbers(&r->energy, 1, out);
        output_string(out, "\n");
    }
}

int trajectory_path(const trajectory *t, int particle, double *xy)
{
    int n = 0;

    for (int i = 0; i < t->nrow; i++) {
        if (t->row[i].particle != particle) continue;
        xy[2*n] = t->row[i].x[0];
        xy[2*n + 1] = t->row[i].x[1];
        n++;
    }
    return n;
}

static int same_edge(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

int trajectory_edges(const trajectory *t, double min_impulse, double *edge)
{
    int n = 0;

    for (int i = 0; i < t->ncontact; i++) {
        const trajectory_contact *c = &t->contact[i];
        int k = 0;

        if (!(c->impulse > min_impulse)) continue;
        while (k < n && !same_edge(edge + 4*k, c->edge)) k++;
        if (k < n) continue;
        memcpy(edge + 4*n, c->edge, sizeof c->edge);
        n++;
    }
    return n;
}
