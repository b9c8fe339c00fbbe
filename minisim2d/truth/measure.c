/* measure.c: the exact motion as rows and points, a fine run that replaces it, and distances to
 * either; see exact.h */
#include "exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ERRORS = 1 << 20,        /* most distances kept of all particles together, */
    LEAST_ERRORS = 256,           /* but at least of each */
    MOST_SAMPLES = 1 << 26,       /* most numbers kept of a fine run: half a gigabyte */
    PARABOLA_POINTS = 128         /* straight pieces that look like a parabola */
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

/* a fine run in progress */
typedef struct {
    reference *to;
    const settings *with;         /* of the runs to be compared */
    trajectory *curve;
    int planned;
} fine_run;

static int take_sample(void *user, const trajectory_row *row)
{
    const fine_run *f = user;
    const int last = row->step == f->planned;
    trajectory_row coarse = *row;
    double *x;

    if (f->curve && trajectory_add(f->curve, row) != 0) return -1;
    if (!last && row->step % REFERENCE_FINE != 0) return 0;
    coarse.step = last ? f->to->steps : row->step / REFERENCE_FINE;
    x = f->to->sample +
        2 * ((size_t)coarse.step * (size_t)f->to->count + (size_t)row->particle);
    memcpy(x, row->x, sizeof row->x);
    return f->with->take ? f->with->take(f->with->taker, &coarse) : 0;
}

int reference_fine(const scene *s, const settings *with, reference *out, trajectory *curve,
                   FILE *messages)
{
    settings fine = *with;
    fine_run f = { out, with, curve, 0 };

    memset(out, 0, sizeof *out);
    out->count = scene_count(s);
    out->time = with->time;
    out->steps = scene_steps(with->time, with->h);
    out->h = fine.h = with->h / REFERENCE_FINE;
    f.planned = scene_steps(fine.time, fine.h);
    if (curve) curve->planned = f.planned;
    if (f.planned >= 0 && (out->steps + 1.0) * out->count <= MOST_SAMPLES / 2)
        out->sample = malloc(((size_t)out->steps + 1) * 2 * (size_t)out->count *
                             sizeof *out->sample);
    if (!out->sample) {
        if (messages)
            fprintf(messages, "minisim2d: no memory for a reference of %d steps of %d bodies: try "
                    "a greater --h or a smaller --time\n", out->steps, out->count);
        return -1;
    }
    fine.formulation = MB_SWEPT;
    fine.form = MB_FORM_LCP;
    fine.solver = NULL;
    memset(&fine.options, 0, sizeof fine.options);
    fine.watch_bodies = NULL;
    fine.take = take_sample;
    fine.taker = &f;
    if (simulate(s, &fine, &out->run, messages) != MB_OK) out->missing = out->count;
    return out->run.last && !out->run.cut ? 0 : -1;
}

void reference_free(reference *r)
{
    for (int i = 0; r->path && i < r->count; i++) exact_free(r->path + i);
    free(r->path);
    free(r->sample);
    simulation_free(&r->run);
    memset(r, 0, sizeof *r);
}

int reference_lacks(const reference *r, int particle)
{
    return r->path ? r->path[particle].npiece == 0 : r->missing > 0;
}

void reference_at(const reference *r, const trajectory_row *row, double x[2])
{
    const size_t at = (size_t)row->step * (size_t)r->count + (size_t)row->particle;

    if (r->path) exact_at(r->path + row->particle, row->t, x, NULL);
    else memcpy(x, r->sample + 2 * at, 2 * sizeof *x);
}

/* a row of a particle at a time */
static trajectory_row row_at(const reference *r, int particle, double t)
{
    trajectory_row row;

    memset(&row, 0, sizeof row);
    row.particle = particle;
    row.t = t;
    exact_at(r->path + particle, t, row.x, row.v);
    return row;
}

int reference_rows(const reference *r, const scene *s, double h, trajectory_fn *take, void *user)
{
    const int steps = scene_steps(r->time, h);

    for (int step = 0; step <= steps; step++)
        for (int k = 0; k < r->count; k++) {
            trajectory_row row;
            if (reference_lacks(r, k)) continue;
            row = row_at(r, k, step == steps ? r->time : step * h);
            row.step = step;
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

    for (int i = 0; i < n; i++) {
        const trajectory_row row = row_at(r, particle, t0 + i * (t1 - t0) / n);
        if (take(user, &row) != 0) return -1;
    }
    return 0;
}

int reference_points(const reference *r, double h, trajectory_fn *take, void *user)
{
    for (int k = 0; k < r->count; k++) {
        const exact_path *p = r->path + k;
        trajectory_row last;
        if (reference_lacks(r, k)) continue;
        for (int i = 0; i < p->npiece; i++) {
            const double end = i + 1 < p->npiece ? p->piece[i + 1].t0 : p->t_end;
            if (piece_points(r, k, p->piece[i].t0, end, h, take, user) != 0) return -1;
        }
        last = row_at(r, k, r->time);
        if (take(user, &last) != 0) return -1;
    }
    return 0;
}

/* ---- errors ---- */

int errors_init(errors *e, const reference *r)
{
    e->reference = r;
    e->most = MOST_ERRORS / r->count;                          /* a scene has at least one */
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

/* makes room for one more: doubles it or, if that is not allowed, drops every second one */
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
    double x[2];

    if (row->step == 0 || reference_lacks(e->reference, row->particle)) return 0;
    reference_at(e->reference, row, x);
    return errors_add(e, row->particle, exact_distance(row->x, x));
}

int errors_add(errors *e, int particle, double distance)
{
    error_samples *s = e->of + particle;

    s->max = fmax(s->max, distance);
    if (s->stride == 0) s->stride = 1;
    if (s->count++ % s->stride != 0) return 0;
    if (make_room(s, e->most) != 0) return -1;
    s->sample[s->kept++] = distance;
    return 0;
}

/* the number of rank k, from 0; partly sorts x[n], with smaller numbers before it */
static double select_rank(double *x, int n, int k)
{
    int lo = 0, hi = n - 1;

    while (lo < hi) {
        const double pivot = x[lo + (hi - lo) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (x[i] < pivot) i++;
            while (x[j] > pivot) j--;
            if (i > j) break;
            const double other = x[i];
            x[i++] = x[j];
            x[j--] = other;
        }
        if (k <= j) hi = j;
        else if (k >= i) lo = i;
        else break;
    }
    return x[k];
}

error_summary errors_of(errors *e, int particle)
{
    const error_samples *s = e->of + particle;
    error_summary out = { s->count, 0.0, s->max };

    if (s->kept == 0) return out;
    out.median = 0.5 * (select_rank(s->sample, s->kept, (s->kept - 1) / 2) +
                        select_rank(s->sample, s->kept, s->kept / 2));
    return out;
}
