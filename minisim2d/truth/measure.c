/* measure.c: the exact motion as rows and points, and distances to it; see measure.h */
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ERRORS = 1 << 20,        /* distances kept of all particles together, */
    LEAST_ERRORS = 256,           /* and yet of each */
    PARABOLA_POINTS = 128         /* for the eye, a parabola in so many straight pieces is one */
};

/* ---- the reference ---- */

int reference_make(const scene *s, double t_end, reference *out, FILE *messages)
{
    memset(out, 0, sizeof *out);
    out->time = t_end;
    out->path = calloc((size_t)s->nparticle, sizeof *out->path);
    if (!out->path) {
        if (messages) fprintf(messages, "minisim2d: no memory for the exact reference\n");
        return -1;
    }
    for (; out->count < s->nparticle; out->count++) {
        const int failed = exact_run(s, out->count, t_end, out->path + out->count, messages);
        if (failed == EXACT_NO_MEMORY) return -1;
        out->missing += failed != 0;
    }
    return 0;
}

void reference_free(reference *r)
{
    for (int i = 0; i < r->count; i++) exact_free(r->path + i);
    free(r->path);
    memset(r, 0, sizeof *r);
}

static int is_missing(const reference *r, int particle) { return r->path[particle].npiece == 0; }

int reference_rows(const reference *r, const scene *s, double h, trajectory_fn *take, void *user)
{
    const int steps = scene_steps(r->time, h);

    for (int step = 0; step <= steps; step++)
        for (int k = 0; k < r->count; k++) {
            trajectory_row row;
            if (is_missing(r, k)) continue;
            memset(&row, 0, sizeof row);
            row.step = step;
            row.particle = k;
            row.t = step == steps ? r->time : step * h;
            exact_at(r->path + k, row.t, row.x, row.v);
            row.energy = scene_energy(s, k, row.x, row.v);
            if (take(user, &row) != 0) return -1;
        }
    return 0;
}

/* one piece of a motion, from t0 to t1 */
static int piece_points(const reference *r, int particle, double t0, double t1, double h,
                        trajectory_fn *take, void *user)
{
    const int n = (int)fmin(ceil((t1 - t0) / h), PARABOLA_POINTS);
    trajectory_row row;

    memset(&row, 0, sizeof row);
    row.particle = particle;
    for (int i = 0; i < n; i++) {
        row.t = t0 + i * (t1 - t0) / n;
        exact_at(r->path + particle, row.t, row.x, row.v);
        if (take(user, &row) != 0) return -1;
    }
    return 0;
}

int reference_points(const reference *r, double h, trajectory_fn *take, void *user)
{
    for (int k = 0; k < r->count; k++) {
        const exact_path *p = r->path + k;
        trajectory_row last;
        if (is_missing(r, k)) continue;
        for (int i = 0; i < p->npiece; i++) {
            const double end = i + 1 < p->npiece ? p->piece[i + 1].t0 : p->t_end;
            if (piece_points(r, k, p->piece[i].t0, end, h, take, user) != 0) return -1;
        }
        memset(&last, 0, sizeof last);
        last.particle = k;
        last.t = p->t_end;
        exact_at(p, last.t, last.x, last.v);
        if (take(user, &last) != 0) return -1;
    }
    return 0;
}

/* ---- errors ---- */

int errors_init(errors *e, const reference *r)
{
    e->reference = r;
    e->most = MOST_ERRORS / (r->count > 0 ? r->count : 1);
    if (e->most < LEAST_ERRORS) e->most = LEAST_ERRORS;
    e->of = calloc((size_t)r->count, sizeof *e->of);
    return e->of ? 0 : -1;
}

void errors_free(errors *e)
{
    for (int k = 0; e->of && k < e->reference->count; k++) free(e->of[k].sample);
    free(e->of);
    e->of = NULL;
}

/* room for one more: twice as much, or, where that is not allowed, every second one goes */
static int make_room(error_samples *s, int most)
{
    const int larger = s->capacity ? 2 * s->capacity : 64;
    double *more;

    if (s->kept < s->capacity) return 0;
    if (larger > most) {
        for (int i = 0; 2 * i < s->kept; i++) s->sample[i] = s->sample[2 * i];
        s->kept = (s->kept + 1) / 2;
        s->stride *= 2;
        return 0;
    }
    more = realloc(s->sample, (size_t)larger * sizeof *more);
    if (!more) return -1;
    s->sample = more;
    s->capacity = larger;
    return 0;
}

int errors_row(void *user, const trajectory_row *row)
{
    errors *e = user;
    error_samples *s = e->of + row->particle;
    double x[2], distance;

    if (row->step == 0 || is_missing(e->reference, row->particle)) return 0;
    exact_at(e->reference->path + row->particle, row->t, x, NULL);
    distance = exact_distance(row->x, x);
    s->max = fmax(s->max, distance);
    if (s->stride == 0) s->stride = 1;
    if (s->count++ % s->stride != 0) return 0;
    if (make_room(s, e->most) != 0) return -1;
    s->sample[s->kept++] = distance;
    return 0;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

error_summary errors_of(errors *e, int particle)
{
    const error_samples *s = e->of + particle;
    error_summary out = { s->count, 0.0, s->max };

    if (s->kept == 0) return out;
    qsort(s->sample, (size_t)s->kept, sizeof *s->sample, ascending);
    out.median = 0.5 * (s->sample[(s->kept - 1) / 2] + s->sample[s->kept / 2]);
    return out;
}
