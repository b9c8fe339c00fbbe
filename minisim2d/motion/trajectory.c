/* trajectory.c: a row of a run as CSV, and the paths of a run; see trajectory.h */
#include "trajectory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/mat.h"

static const char header[] =
    "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy";

enum { COLUMNS = 13, BLOCK = 256 };

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
    output_string(out, header);
    output_string(out, "\n");
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

/* ---- for a MAT-file, which has column after column, each with its length in front of it ---- */

int trajectory_keep(FILE *kept, const trajectory_row *r)
{
    const double row[COLUMNS] = {
        r->step, r->t, r->particle + 1, r->x[0], r->x[1], r->v[0], r->v[1], r->contacts, r->size,
        r->iterations, r->residual, r->seconds, r->energy
    };

    return fwrite(row, sizeof row, 1, kept) == 1 ? 0 : -1;
}

/* one column of the rows; 0, or -1 if they can't be read */
static int put_column(FILE *kept, int column, output_text *text, output_file *out)
{
    double row[BLOCK][COLUMNS];
    size_t count;

    if (fseek(kept, 0, SEEK_SET) != 0) return -1;        /* which writes out what is left, too */
    while ((count = fread(row, sizeof row[0], BLOCK, kept)) > 0) {
        for (size_t k = 0; k < count; k++) mat_number(row[k][column], text);
        output_put(out, text);
    }
    return ferror(kept) ? -1 : 0;
}

/* how many rows there are; -1 if that can't be said */
static long count_rows(FILE *kept)
{
    const long bytes = fseek(kept, 0, SEEK_END) == 0 ? ftell(kept) : -1;

    return bytes < 0 ? -1 : bytes / (long)(COLUMNS * sizeof(double));
}

int trajectory_mat(FILE *kept, output_file *out, FILE *messages)
{
    const long rows = count_rows(kept);
    output_text text = { NULL, 0, 0, 0 };
    const char *name = header;
    int failed = rows < 0;

    if (rows > INT_MAX) {
        fprintf(messages, "minisim2d: %ld rows are more than a MAT-file holds\n", rows);
        return -1;
    }
    for (int column = 0; column < COLUMNS && !failed; column++) {
        const size_t length = strcspn(name, ",");
        char word[16];
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        name += length + 1;
        mat_begin(word, (int)rows, 1, &text);
        failed = put_column(kept, column, &text, out);
    }
    output_free(&text);
    if (failed) fprintf(messages, "minisim2d: cannot read what was kept for the MAT-file\n");
    return failed ? -1 : 0;
}

/* ---- paths ---- */

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
