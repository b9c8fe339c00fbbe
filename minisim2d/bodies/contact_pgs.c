/* contact_pgs.c: projected Gauss-Seidel on the rows of contacts and joints; see contact_pgs.h
 *
 * B = M^-1 J' is kept as rows that stand as those of J do, a = B z is kept up to date:
 *
 *     w_i = J_i a + b_i,    A_ij = J_i . B_j
 *
 * An end e = 2 i or 2 i + 1 is one of the two places where row i acts: on body[e], with J + e nb
 * and B + e nb. The row's other end is e ^ 1.
 */
#include "contact_pgs.h"
#include "info.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define DIVERGES 1e150           /* an iterate beyond this does; its square is still finite */
#define UNDERFLOWS 1e-290        /* products of what is smaller are lost */
#define UNDERFLOWS_Z 1e-100      /* beside the largest z, even ws = 0 can be such a loss */

#define ROUNDING (16.0 * DBL_EPSILON)

enum { CHECK_EVERY = 16 };       /* sweeps between two residuals: one costs more than a sweep */
#define CHECK_FROM 1e3           /* none while a sweep changes z by more times tol |z| than this */

/* The second condition of MB_OK, as mbsim.h has it: what may be left of w. The third, at the cost
 * of n^3, is not looked at. */
#define LEFT 1e-6                /* beside b_i, */
#define LEFT_UNIT 1e-9           /* beside the unit of the group, */
#define LEFT_ENOUGH 0.1          /* beside the unit, where the residual is to be good enough: what
                                    diverges has no large residual */
#define LEFT_ROUNDED 1e-2        /* beside b_i where w_i is rounding, */
#define ROUNDED 1e-14            /* which is so much of ws_i */

typedef struct {
    const mb_contact_rows *p;
    double *B;                   /* B[n*2*nb] */
    double *diagonal;            /* diagonal[n] = A_ii */
    double *ws;                  /* ws[n] = |b_i| + sum_j |A_ij z_j|, as of the last residual */
    double *a;                   /* a[nbody*nb] = B z */
    double *unit;                /* unit[nbody]: of b, at the body that heads a group */
    int *group;                  /* group[nbody]: a forest of the bodies that rows join */
    int *first, *next;           /* first[nbody], next[2*n]: ends at a body, -1 after the last */
    double *before, *course;     /* before[n], course[n]: see follow */
} contacts;

static double greater(double x, double y) { return x > y ? x : y; }
static double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }
static int is_finite(double x) { return fabs(x) <= DBL_MAX; }

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

/* ---- the rows -------------------------------------------------------------------------------- */

/* the bounds of z_i; those by findex follow their z */
static void bounds_of(const mb_contact_rows *p, const double *z, int i, double *lo, double *hi)
{
    *lo = p->lo ? p->lo[i] : 0.0;
    *hi = p->hi ? p->hi[i] : HUGE_VAL;
    if (p->findex && p->findex[i] >= 0) {
        const double scale = z[p->findex[i]];
        *lo = scale > 0.0 ? *lo * scale : 0.0;                 /* not inf * 0 where mu = inf */
        *hi = scale > 0.0 ? *hi * scale : 0.0;
    }
}

static double soft_of(const mb_contact_rows *p, int i) { return p->soft ? p->soft[i] : 0.0; }

/* w_i = J_i a + soft_i z_i + b_i */
static double slack(const contacts *c, int i, const double *z)
{
    const mb_contact_rows *p = c->p;
    const int nb = p->nb;
    double w = p->b[i] + soft_of(p, i) * z[i];

    for (int e = 2 * i; e < 2 * i + 2; e++)
        if (p->body[e] >= 0) w += dot(nb, p->J + e * nb, c->a + p->body[e] * nb);
    return w;
}

/* a += B_i dz */
static void push(contacts *c, int i, double dz)
{
    const int nb = c->p->nb, *body = c->p->body;

    for (int e = 2 * i; e < 2 * i + 2; e++)
        for (int k = 0; body[e] >= 0 && k < nb; k++)
            c->a[body[e] * nb + k] += c->B[e * nb + k] * dz;
}

/* a = B z, without the rounding that the pushes of many sweeps left */
static void add_up(contacts *c, const double *z)
{
    for (int k = 0; k < c->p->nbody * c->p->nb; k++) c->a[k] = 0.0;
    for (int i = 0; i < c->p->n; i++) push(c, i, z[i]);
}

/* One sweep: z_i <- mid(lo_i, z_i - omega w_i / A_ii, hi_i), with the z_j of this sweep. Returns
 * |dz|_inf, infinite where z diverges: then that z_i stays. What dwindles, because its b is 0, gets
 * to 0. */
static double sweep(contacts *c, double omega, double *z)
{
    double change = 0.0;

    for (int i = 0; i < c->p->n; i++) {
        double lo, hi, x = z[i] - omega / c->diagonal[i] * slack(c, i, z);
        bounds_of(c->p, z, i, &lo, &hi);
        x = clamp(fabs(x) < UNDERFLOWS ? 0.0 : x, lo, hi);
        if (!(fabs(x) <= DIVERGES)) return HUGE_VAL;
        change = greater(fabs(x - z[i]), change);
        if (x != z[i]) push(c, i, x - z[i]);
        z[i] = x;
    }
    return change;
}

/* Nonsmooth conjugate gradients: what a sweep changes, dz, takes the place of the gradient, and
 *
 *     z += beta course,    course := beta course + dz,    beta = |dz|^2 / |dz before|^2
 *
 * with beta = 0 where dz grows. The next sweep puts z back inside its bounds. Returns |dz|^2, which
 * was `last`. */
static double follow(contacts *c, double last, double *z)
{
    const int n = c->p->n;
    double now = 0.0, beta;

    for (int i = 0; i < n; i++) now += (z[i] - c->before[i]) * (z[i] - c->before[i]);
    beta = last > 0.0 && now <= last ? now / last : 0.0;
    for (int i = 0; i < n; i++) {
        const double step = beta > 0.0 ? beta * c->course[i] : 0.0;
        c->course[i] = step + z[i] - c->before[i];
        z[i] += step;
        if (step != 0.0) push(c, i, step);
    }
    return now;
}

/* ---- solved? --------------------------------------------------------------------------------- */

/* |b_i| + sum_j |A_ij z_j|: over the rows j that share a body with i */
static double size_of_terms(const contacts *c, int i, const double *z)
{
    const mb_contact_rows *p = c->p;
    const int nb = p->nb;
    double sum = fabs(p->b[i]) + fabs(soft_of(p, i) * z[i]);

    for (int e = 2 * i; e < 2 * i + 2; e++) {
        const int other = p->body[e ^ 1];
        for (int f = p->body[e] < 0 ? -1 : c->first[p->body[e]]; f >= 0; f = c->next[f]) {
            const int both = other >= 0 && p->body[f ^ 1] == other;
            double Aij;
            if (!(fabs(z[f / 2]) > 0.0)) continue;
            if (both && e != 2 * i) continue;                  /* counted at the first body */
            Aij = dot(nb, p->J + e * nb, c->B + f * nb);
            if (both) Aij += dot(nb, p->J + (e ^ 1) * nb, c->B + (f ^ 1) * nb);
            sum += fabs(Aij * z[f / 2]);
        }
    }
    return sum;
}

/* |mid((z - lo)/of_z, w, (z - hi)/of_z)|; keeps a NaN */
static double natural(double z, double lo, double hi, double of_z, double w)
{
    const double low = (z - lo) / of_z < w ? (z - lo) / of_z : w;

    return fabs((z - hi) / of_z > low ? (z - hi) / of_z : low);
}

/* The scaled natural residual, and ws; a row counts as unsolved, 1, where products may have
 * underflowed. HUGE_VAL where they overflowed: w/inf = 0 would pass. */
static double residual_at(contacts *c, const double *z)
{
    double most = 0.0, zs, r = 0.0;

    for (int i = 0; i < c->p->n; i++) most = greater(fabs(z[i]), most);
    zs = most > 0.0 ? most : 1.0;
    for (int i = 0; i < c->p->n; i++) {
        const double ws = c->ws[i] = size_of_terms(c, i, z);
        double w = slack(c, i, z), lo, hi;
        bounds_of(c->p, z, i, &lo, &hi);
        /* the velocities in w are sums of all impulses on its bodies, whatever their directions */
        if (c->p->enough > 0.0 && fabs(w) <= ROUNDING * (fabs(c->p->b[i]) + c->diagonal[i] * most))
            w = 0.0;
        if (!(ws <= DBL_MAX) || !is_finite(w)) return HUGE_VAL;
        if (ws < UNDERFLOWS && (ws > 0.0 || zs < UNDERFLOWS_Z)) r = greater(1.0, r);
        else r = greater(natural(z[i], lo, hi, zs, ws > 0.0 ? w / ws : 0.0), r);
    }
    return r;
}

/* the head of a body's group; halves the way there */
static int head_of(int *group, int i)
{
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
}

/* the head of the group that row i belongs to */
static int group_of(const contacts *c, int i)
{
    const int *body = c->p->body + 2 * i;

    return head_of(c->group, body[0] >= 0 ? body[0] : body[1]);
}

/* which bodies rows, and bounds that follow another z, join */
static void join(contacts *c)
{
    const mb_contact_rows *p = c->p;

    for (int k = 0; k < p->nbody; k++) c->group[k] = k;
    for (int i = 0; i < p->n; i++) {
        const int a = p->body[2 * i], b = p->body[2 * i + 1], head = group_of(c, i);
        if (a >= 0 && b >= 0) c->group[head_of(c->group, b)] = head;
        if (p->findex && p->findex[i] >= 0) c->group[group_of(c, p->findex[i])] = head;
    }
}

/* The groups' units of b, in which A's diagonal is 1: the largest |b_i|, but of rows far from their
 * bound, as a contact far off is; and the largest z_i at a bound, which belongs to b. */
static void measure_units(contacts *c, const double *z)
{
    const mb_contact_rows *p = c->p;

    for (int k = 0; k < p->nbody; k++) c->unit[k] = 0.0;
    for (int i = 0; i < p->n; i++) {
        const double root = sqrt(c->diagonal[i]);
        double *unit = c->unit + group_of(c, i), lo, hi;
        bounds_of(p, z, i, &lo, &hi);
        if (z[i] > lo || p->b[i] < 0.0 || slack(c, i, z) <= DBL_EPSILON * c->ws[i])
            *unit = greater(fabs(p->b[i]) / root, *unit);
        if (!(p->findex && p->findex[i] >= 0) && !(z[i] > lo && z[i] < hi))
            *unit = greater(fabs(z[i]) * root, *unit);
    }
}

/* The second condition of MB_OK: what is left of w, at worst within its rounding, is small beside
 * b, or beside the unit. A group without a unit is solved by z = 0. */
static int little_left(contacts *c, const double *z, double left_unit)
{
    const mb_contact_rows *p = c->p;

    join(c);
    measure_units(c, z);
    for (int i = 0; i < p->n; i++) {
        const double root = sqrt(c->diagonal[i]), unit = c->unit[group_of(c, i)];
        const double w = slack(c, i, z), error = DBL_EPSILON * c->ws[i];
        const double scale = 1.0 / (root * unit);
        const double own = p->b[i] != 0.0 ? fabs(p->b[i]) * scale : 1.0;
        double lo, hi, left;
        if (!(unit > 0.0)) continue;
        bounds_of(p, z, i, &lo, &hi);
        left = greater(natural(z[i], lo, hi, unit / root, (w - error) * scale),
                       natural(z[i], lo, hi, unit / root, (w + error) * scale));
        if (left <= greater(LEFT * own, left_unit)) continue;
        if (fabs(w) > ROUNDED * c->ws[i] || !(left <= greater(LEFT_ROUNDED * own, LEFT))) return 0;
    }
    return 1;
}

/* ---- what is asked of the arguments ---------------------------------------------------------- */

/* MB_OK, or what is wrong with row i */
static mb_status check_row(const mb_contact_rows *p, int i, const double *z)
{
    const double lo = p->lo ? p->lo[i] : 0.0, hi = p->hi ? p->hi[i] : HUGE_VAL;
    const int f = p->findex ? p->findex[i] : -1;

    for (int e = 2 * i; e < 2 * i + 2; e++) {
        const int body = p->body[e];
        if (body < -1 || body >= p->nbody || (body >= 0 && body == p->body[e ^ 1]))
            return MB_BAD_ARG;
        for (int k = 0; body >= 0 && k < p->nb; k++)
            if (!is_finite(p->J[e * p->nb + k])) return MB_NOT_FINITE;
    }
    if (!is_finite(p->b[i]) || !is_finite(z[i]) || lo != lo || hi != hi ||
        !is_finite(soft_of(p, i)))
        return MB_NOT_FINITE;
    if (lo > hi || lo >= HUGE_VAL || hi <= -HUGE_VAL || soft_of(p, i) < 0.0) return MB_BAD_ARG;
    return f >= 0 && (f >= p->n || f == i || lo > 0.0 || hi < 0.0) ? MB_BAD_ARG : MB_OK;
}

static mb_status check_arguments(const mb_contact_rows *p, const double *z, mb_info *info)
{
    if (!p || p->n < 0 || p->nbody < 0 || p->nb < 1 || p->n > INT_MAX / 2 / p->nb ||
        p->nbody > INT_MAX / 2 / p->nb / p->nb || (p->nbody > 0 && !p->Minv) ||
        (p->n > 0 && (!p->body || !p->J || !p->b || !z)))
        return mbw_refuse(info, MB_BAD_ARG, -1);
    for (int k = 0; k < p->nbody * p->nb * p->nb; k++)
        if (!is_finite(p->Minv[k])) return mbw_refuse(info, MB_NOT_FINITE, -1);
    for (int i = 0; i < p->n; i++) {
        const mb_status status = check_row(p, i, z);
        if (status != MB_OK) return mbw_refuse(info, status, i);
    }
    return MB_OK;
}

/* the caller's options with their defaults; 0 if one is nonsense */
static int take_options(const mb_options *opt, mb_options *o)
{
    memset(o, 0, sizeof *o);
    if (opt) *o = *opt;
    if (!(o->tol >= 0.0 && o->tol <= DBL_MAX) || o->max_iter < 0 ||
        !(o->omega >= 0.0 && o->omega < 2.0) || (o->history && o->history_len < 0))
        return 0;
    if (!o->history) o->history_len = 0;
    if (!(o->tol > 0.0)) o->tol = 1e-10;
    if (!(o->omega > 0.0)) o->omega = 1.0;
    if (o->max_iter == 0) o->max_iter = 1000;
    return 1;
}

/* ---- the solver ------------------------------------------------------------------------------ */

size_t mb_contact_pgs_scratch(const mb_contact_rows *p)
{
    double bytes;

    if (!p || p->n < 0 || p->nbody < 0 || p->nb < 1) return 0;
    bytes = ((2.0 * p->nb + (p->conjugate ? 4.0 : 2.0)) * p->n + (p->nb + 1.0) * p->nbody) *
                (double)sizeof(double) +
            (2.0 * p->n + 2.0 * p->nbody) * (double)sizeof(int);
    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}

static int take_memory(contacts *c, mb_arena *scratch)
{
    const int n = c->p->n, nb = c->p->nb, nbody = c->p->nbody;

    c->B = mb_arena_matrix(scratch, 2 * n, nb);
    c->diagonal = mb_arena_doubles(scratch, n);
    c->ws = mb_arena_doubles(scratch, n);
    c->a = mb_arena_matrix(scratch, nbody, nb);
    c->unit = mb_arena_doubles(scratch, nbody);
    c->group = mb_arena_ints(scratch, 2 * nbody);
    c->next = mb_arena_ints(scratch, 2 * n);
    c->before = mb_arena_doubles(scratch, c->p->conjugate ? n : 0);
    c->course = mb_arena_doubles(scratch, c->p->conjugate ? n : 0);
    if (!c->B || !c->before || !c->course || !c->diagonal || !c->ws || !c->a || !c->unit ||
        !c->group || !c->next)
        return 0;
    c->first = c->group + nbody;
    return 1;
}

/* B, the diagonal of A, and which ends are at each body */
static void prepare(contacts *c)
{
    const mb_contact_rows *p = c->p;
    const int nb = p->nb;

    for (int k = 0; k < p->nbody; k++) c->first[k] = -1;
    for (int i = 0; i < p->n; i++) c->diagonal[i] = soft_of(p, i);
    for (int e = 2 * p->n - 1; e >= 0; e--) {
        const int body = p->body[e];
        if (body < 0) continue;
        mb_matvec(nb, nb, p->Minv + body * nb * nb, p->J + e * nb, c->B + e * nb);
        c->diagonal[e / 2] += dot(nb, p->J + e * nb, c->B + e * nb);
        c->next[e] = c->first[body];
        c->first[body] = e;
    }
}

/* z inside its bounds; those by findex last, for they follow z */
static void put_inside(const mb_contact_rows *p, double *z)
{
    for (int follow = 0; follow < 2; follow++)
        for (int i = 0; i < p->n; i++) {
            double lo, hi;
            if ((p->findex && p->findex[i] >= 0) != follow) continue;
            bounds_of(p, z, i, &lo, &hi);
            z[i] = clamp(z[i], lo, hi);
        }
}

static void record(const mb_options *o, int k, double residual, double change, int n,
                   const double *z)
{
    const mb_trace trace = { k, residual, change, -1, -1, n, z };

    if (k <= o->history_len) o->history[k - 1] = residual;
    if (o->trace) o->trace(o->trace_user, &trace);
}

/* 1 if z is MB_OK; *residual of a = B z as it is */
static int solved_at(contacts *c, const mb_options *o, const double *z, double *residual)
{
    *residual = residual_at(c, z);
    if (c->p->enough > 0.0 && *residual < 1.0 && !little_left(c, z, LEFT_ENOUGH)) *residual = 1.0;
    return *residual <= o->tol && little_left(c, z, LEFT_UNIT);
}

/* the sweeps until solved, or good enough */
static mb_status iterate(contacts *c, const mb_options *o, double *z, mb_info *info)
{
    const int n = c->p->n, watched = o->history_len > 0 || o->trace;
    const double enough = c->p->enough;
    double residual, course = 0.0;
    int quiet = 0, stuck = 0, k = 0, solved;

    add_up(c, z);
    solved = solved_at(c, o, z, &residual);
    for (int i = 0; i < n; i++)
        if (!(c->diagonal[i] > 0.0) || !is_finite(1.0 / c->diagonal[i]))
            return mbw_done(info, MB_SINGULAR, 0, residual, i);
    while (!solved && !stuck && residual > enough && k < o->max_iter) {
        const int was_quiet = quiet;
        double most = 0.0, change;
        int due;
        if (c->p->conjugate) memcpy(c->before, z, (size_t)n * sizeof *z);
        change = sweep(c, o->omega, z);
        for (int i = 0; i < n; i++) most = greater(fabs(z[i]), most);
        quiet = change <= greater(o->tol, enough) * most;
        stuck = !(change > 0.0 && change <= DBL_MAX);
        due = ++k == o->max_iter || stuck || (quiet && !was_quiet) ||
              (k % CHECK_EVERY == 0 && change <= CHECK_FROM * greater(o->tol, enough) * most);
        if (due || k % CHECK_EVERY == 0) add_up(c, z);
        if (due || watched) solved = solved_at(c, o, z, &residual) && due;
        if (watched) record(o, k, residual, change, n, z);
        if (c->p->conjugate && !due) course = follow(c, course, z);
    }
    return mbw_done(info, solved ? MB_OK : stuck ? MB_STALLED : MB_MAX_ITER, k, residual, -1);
}

mb_status mb_contact_pgs(const mb_contact_rows *p, const mb_options *opt, double *z, double *dv,
                         mb_info *info, mb_arena scratch)
{
    mb_status status = check_arguments(p, z, info);
    mb_options o;
    contacts c;

    if (status != MB_OK) return status;
    if (!take_options(opt, &o)) return mbw_refuse(info, MB_BAD_ARG, -1);
    c.p = p;
    if (!take_memory(&c, &scratch)) return mbw_refuse(info, MB_NO_MEMORY, -1);
    put_inside(p, z);
    prepare(&c);
    status = iterate(&c, &o, z, info);
    for (int k = 0; dv && k < p->nbody * p->nb; k++) dv[k] = c.a[k];
    return status;
}
