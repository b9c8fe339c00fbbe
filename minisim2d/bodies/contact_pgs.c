/* contact_pgs.c: projected Gauss-Seidel on the rows of contacts and joints; see contact_rows.h */
#include "info.h"
#include "unit_rows.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define UNDERFLOWS 1e-290        /* products of smaller numbers are lost */
#define DIVERGES 1e150           /* an iterate beyond this has diverged; its square is still
                                    finite */
#define SWEEPS 1000              /* at most, by default */

enum { CHECK_EVERY = 16 };       /* sweeps between two residuals, as one costs more than a sweep */
#define CHECK_FROM 1e3           /* no residual while a sweep changes z by more than this times tol
                                    |z| */

typedef struct {
    unit_rows u;
    double *before, *course;     /* before[n], course[n]: see follow */
} sweeps;

static double greater(double x, double y) { return x > y ? x : y; }

/* One sweep: z_i <- mid(lo_i, z_i - omega w_i / A_ii, hi_i), with the z_j of this sweep. Returns
 * |dz|_inf, infinite where z diverges: then that z_i stays. A component that shrinks without end,
 * as its b is 0, is set to 0. */
static double sweep(unit_rows *u, double omega, double *z)
{
    double change = 0.0;

    for (int i = 0; i < u->p->n; i++) {
        double lo, hi, x = z[i] - omega / u->diagonal[i] * ur_slack(u, i, z);
        ur_bounds(u, z, i, &lo, &hi);
        if (fabs(x) < UNDERFLOWS) x = 0.0;
        x = x < lo ? lo : x > hi ? hi : x;
        if (!(fabs(x) <= DIVERGES)) return HUGE_VAL;
        change = greater(fabs(x - z[i]), change);
        if (x != z[i]) ur_push(u, i, x - z[i], u->a);
        z[i] = x;
    }
    return change;
}

/* Nonsmooth conjugate gradients: the change dz of a sweep replaces the gradient,
 *
 *     z += beta course,    course := beta course + dz,    beta = |dz|^2 / |dz before|^2
 *
 * with beta = 0 where dz grows. The next sweep puts z back inside its bounds. Returns |dz|^2;
 * `last` is that of the sweep before. */
static double follow(sweeps *s, double last, double *z)
{
    const int n = s->u.p->n;
    double now = 0.0, beta;

    for (int i = 0; i < n; i++) now += (z[i] - s->before[i]) * (z[i] - s->before[i]);
    beta = last > 0.0 && now <= last ? now / last : 0.0;
    for (int i = 0; i < n; i++) {
        const double step = beta > 0.0 ? beta * s->course[i] : 0.0;
        s->course[i] = step + z[i] - s->before[i];
        z[i] += step;
        if (step != 0.0) ur_push(&s->u, i, step, s->u.a);
    }
    return now;
}

void ur_sweeps(unit_rows *u, int count, double *z, double *before, double *course)
{
    sweeps s = { *u, before, course };
    double last = 0.0;

    for (int k = 0; k < count; k++) {
        memcpy(before, z, (size_t)u->p->n * sizeof *z);
        if (!(sweep(u, 1.0, z) <= DBL_MAX)) return;
        if (k + 1 < count) last = follow(&s, last, z);
    }
}

/* sweeps until solved, or good enough */
static mb_status iterate(sweeps *s, const mb_options *o, double *z, mb_info *info)
{
    unit_rows *u = &s->u;
    const int n = u->p->n, zero = ur_singular(u);
    const double enough = u->p->enough;
    double residual, course = 0.0;
    int quiet = 0, stuck = 0, k = 0, solved;

    ur_add_up(u, z);
    solved = ur_solved(u, z, &residual);
    if (zero < n) return mbw_done(info, MB_SINGULAR, 0, residual, zero);
    while (!solved && !stuck && residual > enough && k < o->max_iter) {
        const int was_quiet = quiet;
        double most = 0.0, change;
        int due;
        if (u->p->conjugate) memcpy(s->before, z, (size_t)n * sizeof *z);
        change = sweep(u, o->omega, z);
        for (int i = 0; i < n; i++) most = greater(fabs(z[i]), most);
        quiet = change <= greater(o->tol, enough) * most;
        stuck = !(change > 0.0 && change <= DBL_MAX);
        due = ++k == o->max_iter || stuck || (quiet && !was_quiet) ||
              (k % CHECK_EVERY == 0 && change <= CHECK_FROM * greater(o->tol, enough) * most);
        if (due || k % CHECK_EVERY == 0) ur_add_up(u, z);
        if (due) solved = ur_solved(u, z, &residual);
        if (u->p->conjugate && !due) course = follow(s, course, z);
    }
    return mbw_done(info, solved ? MB_OK : stuck ? MB_STALLED : MB_MAX_ITER, k, residual, -1);
}

size_t mb_contact_pgs_scratch(const mb_contact_rows *p)
{
    double bytes;

    if (!p || p->n < 0 || p->nbody < 0) return 0;
    bytes = ur_bytes(p) + (p->conjugate ? 2.0 * p->n * (double)sizeof(double) : 0.0);
    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}

mb_status mb_contact_pgs(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch)
{
    mb_options o;
    sweeps s;
    mb_status status = ur_begin(p, opt, &o, z, &s.u, info, &scratch);

    if (status != MB_OK) return status;
    if (o.max_iter == 0) o.max_iter = SWEEPS;
    s.before = mb_arena_doubles(&scratch, p->conjugate ? p->n : 0);
    s.course = mb_arena_doubles(&scratch, p->conjugate ? p->n : 0);
    if (!s.before || !s.course) return mbw_refuse(info, MB_NO_MEMORY, -1);
    ur_prepare(&s.u, z);
    status = iterate(&s, &o, z, info);
    if (dv) ur_velocities(&s.u, dv);
    return status;
}
