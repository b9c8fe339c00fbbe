/* trajectory.c: a row of a run as CSV, curves in fewer points, a run's paths; see trajectory.h */
#include "trajectory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

/* the names of the columns, without bodies and with them */
static const char *const header[2] = {
    "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy",
    "step,t,body,x,y,angle,vx,vy,spin,contacts,size,iterations,residual,seconds,energy,px,py,lz,"
    "penetration,joint_error,way,parts"
};

enum { MOST_COLUMNS = 22, BLOCK = 256 };

static const int columns[2] = { 13, MOST_COLUMNS };

/* most points of a path, and of all paths of a run, with a least number for each */
enum { MOST_POINTS = 16384, ALL_POINTS = 1 << 19, LEAST_POINTS = 64 };

/* a row, in the order of the columns, a body by its number; returns how many there are */
static int as_numbers(const trajectory_row *r, double out[MOST_COLUMNS])
{
    const trajectory_world *w = r->world, none = { 0 }, *all = w ? w : &none;
    const double rows[2][MOST_COLUMNS] = {
        { r->step, r->t, r->particle + 1, r->x[0], r->x[1], r->v[0], r->v[1], r->contacts, r->size,
          r->iterations, r->residual, r->seconds, r->energy },
        { r->step, r->t, r->particle + 1, r->x[0], r->x[1], r->angle, r->v[0], r->v[1], r->spin,
          r->contacts, r->size, r->iterations, r->residual, r->seconds, all->energy,
          all->momentum[0], all->momentum[1], all->momentum[2], all->penetration,
          all->joint_error, r->way, r->parts }
    };

    memcpy(out, rows[w != NULL], sizeof rows[0]);
    return columns[w != NULL];
}

void trajectory_csv_header(int bodies, output_text *out)
{
    output_string(out, header[bodies]);
    output_string(out, "\n");
}

void trajectory_csv(const trajectory_row *r, output_text *out)
{
    double row[MOST_COLUMNS];
    const int n = as_numbers(r, row);

    for (int k = 0; k < n; k++) {
        if (k > 0) output_string(out, ",");
        if (k == 2 && r->body) output_string(out, r->body);
        else output_number(out, row[k]);
    }
    output_string(out, "\n");
}

/* ---- for a MAT-file, which has column after column, each preceded by its length ---- */

int trajectory_keep(FILE *kept, const trajectory_row *r)
{
    double row[MOST_COLUMNS];
    const size_t n = (size_t)as_numbers(r, row);

    return fwrite(row, sizeof *row, n, kept) == n ? 0 : -1;
}

/* one column of the rows of n numbers; 0, or -1 if they can't be read */
static int put_column(FILE *kept, int n, int column, output_text *text, output_file *out)
{
    double row[BLOCK * MOST_COLUMNS];
    size_t count;

    if (fseek(kept, 0, SEEK_SET) != 0) return -1;        /* also flushes the buffer */
    while ((count = fread(row, (size_t)n * sizeof *row, BLOCK, kept)) > 0) {
        for (size_t k = 0; k < count; k++) mat_number(row[k * (size_t)n + (size_t)column], text);
        output_put(out, text);
    }
    return ferror(kept) ? -1 : 0;
}

/* the number of rows; -1: unknown */
static long count_rows(FILE *kept, int n)
{
    const long bytes = fseek(kept, 0, SEEK_END) == 0 ? ftell(kept) : -1;

    return bytes < 0 ? -1 : bytes / (n * (long)sizeof(double));
}

int trajectory_mat(FILE *kept, int bodies, output_file *out, FILE *messages)
{
    const int n = columns[bodies];
    const long rows = count_rows(kept, n);
    output_text text = { 0 };
    const char *name = header[bodies];
    int failed = rows < 0;

    if (rows > INT_MAX) {
        fprintf(messages, "minisim2d: %ld rows are too many for a MAT-file\n", rows);
        return -1;
    }
    for (int column = 0; column < n && !failed; column++) {
        const size_t length = strcspn(name, ",");
        char word[16];
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        name += length + 1;
        mat_begin(word, (int)rows, 1, &text);
        failed = put_column(kept, n, column, &text, out);
    }
    output_free(&text);
    if (failed) fprintf(messages, "minisim2d: cannot read the rows kept for the MAT-file\n");
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

int trajectory_poses(trajectory *t, int shots, int planned)
{
    t->shots = shots;
    t->planned = planned;
    t->pose = calloc((size_t)(shots + 1) * 3 * (size_t)t->particles, sizeof *t->pose);
    t->time = calloc((size_t)(shots + 1), sizeof *t->time);
    return t->pose && t->time ? 0 : -1;
}

static void keep_pose(trajectory *t, int shot, const trajectory_row *row)
{
    double *q = t->pose + 3 * ((size_t)shot * (size_t)t->particles + (size_t)row->particle);

    q[0] = row->x[0];
    q[1] = row->x[1];
    q[2] = row->angle;
    t->time[shot] = row->t;
}

/* keeps the first pose at or after its share of the steps, and always the last */
static void add_pose(trajectory *t, const trajectory_row *row)
{
    const int due = t->shot < t->shots &&
                    (double)row->step * t->shots >= (double)t->shot * t->planned;

    if (due) keep_pose(t, t->shot, row);
    if (due && row->particle == t->particles - 1) t->shot++;
    keep_pose(t, t->shots, row);
}

int trajectory_add(void *user, const trajectory_row *row)
{
    trajectory *t = user;

    if (t->pose) add_pose(t, row);
    return thin_path_add(t->path + row->particle, row->t, row->x[0], row->x[1]);
}

void trajectory_free(trajectory *t)
{
    for (int k = 0; k < t->particles; k++) thin_path_free(t->path + k);
    free(t->path);
    free(t->pose);
    free(t->time);
    t->path = NULL;
    t->pose = t->time = NULL;
    t->particles = 0;
}

/* ---- a curve in fewer points ----------------------------------------------------------------- */

#define FIRST_TOLERANCE 1e-9      /* of the distance from the start: a picture's rounding */
#define LARGEST_STRIDE (1 << 28)

void thin_begin(thin_sector *s, double x, double y, double tolerance)
{
    s->from[0] = x;
    s->from[1] = y;
    s->tolerance = tolerance;
    s->reach = 0.0;
}

/* > 0: b is to the left of a; < 0: to its right */
static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }

/* A sector is at most half a turn wide, so a direction is in it if it is neither right of lo nor
 * left of hi, nor opposite to them. */
int thin_passes(const thin_sector *s, double x, double y)
{
    const double way[2] = { x - s->from[0], y - s->from[1] }, least = s->reach - s->tolerance;
    double ahead;

    if (s->reach == 0.0) return 1;
    ahead = (s->lo[0] + s->hi[0]) * way[0] + (s->lo[1] + s->hi[1]) * way[1];
    return cross(s->lo, way) >= 0.0 && cross(way, s->hi) >= 0.0 && ahead >= 0.0 &&
           (least <= 0.0 || way[0] * way[0] + way[1] * way[1] >= least * least);
}

void thin_add(thin_sector *s, double x, double y)
{
    const double way[2] = { x - s->from[0], y - s->from[1] }, distance = hypot(way[0], way[1]);
    double sine, cosine, lo[2], hi[2];

    if (distance <= s->tolerance) return;
    sine = s->tolerance / distance;
    cosine = sqrt(1.0 - sine * sine);
    for (int k = 0; k < 2; k++) {
        const double along = way[k] / distance, across = (k == 0 ? -way[1] : way[0]) / distance;
        lo[k] = cosine * along - sine * across;
        hi[k] = cosine * along + sine * across;
    }
    if (s->reach == 0.0 || cross(s->lo, lo) > 0.0) memcpy(s->lo, lo, sizeof lo);
    if (s->reach == 0.0 || cross(s->hi, hi) < 0.0) memcpy(s->hi, hi, sizeof hi);
    s->reach = fmax(s->reach, distance);
}

/* ---- paths ---- */

void thin_path_init(thin_path *p, int most)
{
    memset(p, 0, sizeof *p);
    p->most = most;
    p->stride = 1;
}

void thin_path_free(thin_path *p)
{
    free(p->xy);
    free(p->t);
    free(p->number);
    thin_path_init(p, p->most);
}

/* room for one more point; 0, or -1 without memory */
static int reserve(thin_path *p)
{
    int room[2] = { p->capacity, p->capacity };

    if (output_grow(&p->xy, p->count, room, 2 * sizeof *p->xy) != 0 ||
        output_grow(&p->t, p->count, room + 1, sizeof *p->t) != 0)
        return -1;
    return output_grow(&p->number, p->count, &p->capacity, sizeof *p->number);
}

/* may the point replace the last one: do those between the last but one and it lie on the line? */
static int replaces_last(const thin_path *p, double x, double y, int number)
{
    return p->count >= 2 && number - p->number[p->count - 2] <= p->stride &&
           thin_passes(&p->sector, x, y);
}

/* puts a point at the end, where there is room for it */
static void put(thin_path *p, double t, double x, double y, int number)
{
    if (!replaces_last(p, x, y, number)) {
        if (p->count > 0) {
            const double *last = p->xy + 2 * (p->count - 1);
            const double way = hypot(last[0] - p->xy[0], last[1] - p->xy[1]);
            thin_begin(&p->sector, last[0], last[1], p->tolerance * way);
        }
        p->count++;
    }
    p->xy[2 * p->count - 2] = x;
    p->xy[2 * p->count - 1] = y;
    p->t[p->count - 1] = t;
    p->number[p->count - 1] = number;
    thin_add(&p->sector, x, y);
}

static void put_all_again(thin_path *p)
{
    const int n = p->count;

    p->count = 0;
    for (int i = 0; i < n; i++)
        put(p, p->t[i], p->xy[2 * i], p->xy[2 * i + 1], p->number[i]);
}

/* At most half of the points stay. The stride alone would leave a seventh: neighbours were at most
 * the old stride apart, so the new ones are more than seven of them apart. */
static void make_room(thin_path *p)
{
    if (p->stride < LARGEST_STRIDE) p->stride *= 8;
    put_all_again(p);
    while (p->count > p->most / 2) {
        p->tolerance = p->tolerance > 0.0 ? 2.0 * p->tolerance : FIRST_TOLERANCE;
        put_all_again(p);
    }
}

int thin_path_add(thin_path *p, double t, double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) return 0;
    if (p->count == p->most) make_room(p);
    if (reserve(p) != 0) return -1;
    put(p, t, x, y, p->added++);
    return 0;
}
