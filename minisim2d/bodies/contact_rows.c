/* contact_rows.c: the rows of contacts and joints in units of unit mass, the test of MB_OK on them,
 * and projected Gauss-Seidel; see contact_rows.h */
#include "contact_rows.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define UNDERFLOWS 1e-290        /* products of smaller numbers are lost */
#define UNDERFLOWS_Z 1e-100      /* if the largest z is below this, even ws = 0 may be underflow */
#define ROUNDING (16.0 * DBL_EPSILON)

/* What may be left of w, in units in which A's diagonal is 1. mb_mlcp_judge finds by elimination
 * the rows that are certain to hold near z; that costs n^3, and is not done here. */
#define LEFT 1e-6                /* beside b_i, */
#define LEFT_UNIT 1e-9           /* beside the unit of the group, */
#define LEFT_ENOUGH 0.1          /* beside the unit, with `enough`: a diverging z need not have a
                                    large residual */
#define LEFT_ROUNDED 1e-2        /* beside b_i where w_i is rounding, */
#define ROUNDED 1e-14            /* which is this part of ws_i */
#define EXACT 1e-5               /* of tol: a smaller residual may be reported too large */

static double greater(double x, double y) { return x > y ? x : y; }
static double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }
static int is_finite(double x) { return fabs(x) <= DBL_MAX; }

mb_status mbw_done(mb_info *info, mb_status status, int iterations, double residual, int where)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = where;
    }
    return status;
}

mb_status mbw_refuse(mb_info *info, mb_status status, int where)
{
    return mbw_done(info, status, 0, HUGE_VAL, where);
}

int mbw_root(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

int mbw_all_finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!is_finite(x[i])) return 0;
    return 1;
}

/* ---- the rows -------------------------------------------------------------------------------- */

void ur_bounds(const unit_rows *u, const double *z, int i, double *lo, double *hi)
{
    const mb_contact_rows *p = u->p;

    *lo = p->lo ? p->lo[i] : 0.0;
    *hi = p->hi ? p->hi[i] : HUGE_VAL;
    if (p->findex && p->findex[i] >= 0) {
        const double scale = z[p->findex[i]];
        *lo = scale > 0.0 ? *lo * scale : 0.0;                 /* not inf * 0 where mu = inf */
        *hi = scale > 0.0 ? *hi * scale : 0.0;
    }
}

/* those by findex last, as they follow z */
void ur_put_inside(const unit_rows *u, double *z)
{
    const mb_contact_rows *p = u->p;

    for (int follow = 0; follow < 2; follow++)
        for (int i = 0; i < p->n; i++) {
            double lo, hi;
            if ((p->findex && p->findex[i] >= 0) != follow) continue;
            ur_bounds(u, z, i, &lo, &hi);
            z[i] = clamp(z[i], lo, hi);
        }
}

static double soft_of(const mb_contact_rows *p, int i) { return p->soft ? p->soft[i] : 0.0; }

double ur_slack(const unit_rows *u, int i, const double *z)
{
    const mb_contact_rows *p = u->p;
    double w = p->b[i] + soft_of(p, i) * z[i];

    for (int e = 2 * i; e < 2 * i + 2; e++)
        if (p->body[e] >= 0) w += mbw_dot3(u->G + 3 * e, u->a + 3 * p->body[e]);
    return w;
}

void ur_push(const unit_rows *u, int i, double dz, double *a)
{
    const int *body = u->p->body;

    for (int e = 2 * i; e < 2 * i + 2; e++)
        for (int k = 0; body[e] >= 0 && k < 3; k++) a[3 * body[e] + k] += u->G[3 * e + k] * dz;
}

void ur_add_up(unit_rows *u, const double *z)
{
    for (int k = 0; k < 3 * u->p->nbody; k++) u->a[k] = 0.0;
    for (int i = 0; i < u->p->n; i++)
        if (fabs(z[i]) > 0.0) ur_push(u, i, z[i], u->a);
}

void ur_velocities(const unit_rows *u, double *dv)
{
    for (int k = 0; k < 3 * u->p->nbody; k++) dv[k] = mbw_dot3(u->S + 3 * k, u->a + k / 3 * 3);
}

int ur_singular(const unit_rows *u)
{
    int i = 0;

    while (i < u->p->n && u->diagonal[i] > 0.0 && is_finite(1.0 / u->diagonal[i])) i++;
    return i;
}

/* ---- solved? --------------------------------------------------------------------------------- */

/* |A_ij| of the rows of ends e and f, which meet at a body; 0 if they also meet at another one, and
 * this is not row i's first */
static double coupling(const unit_rows *c, int e, int f)
{
    const int other = c->p->body[e ^ 1];
    const double here = mbw_dot3(c->G + 3 * e, c->G + 3 * f);

    if (other < 0 || c->p->body[f ^ 1] != other) return fabs(here);
    return e & 1 ? 0.0 : fabs(here + mbw_dot3(c->G + 3 * (e ^ 1), c->G + 3 * (f ^ 1)));
}

/* ws_i = |b_i| + sum_j |A_ij z_j|, over the rows j that share a body with i; or a partial sum >=
 * enough: all of it costs ten times as much as w. *largest: the largest |z_j| in the sum. */
static double size_of_terms(const unit_rows *c, int i, const double *z, double enough,
                            double *largest)
{
    double sum = fabs(c->p->b[i]) + fabs(c->diagonal[i] * z[i]);

    *largest = fabs(z[i]);
    for (int e = 2 * i; e < 2 * i + 2; e++) {
        const int body = c->p->body[e];
        for (int f = body < 0 ? -1 : c->first[body]; f >= 0 && sum < enough; f = c->next[f]) {
            const double y = fabs(z[f / 2]);
            if (f == e || !(y > 0.0)) continue;
            *largest = greater(y, *largest);
            sum += coupling(c, e, f) * y;
        }
    }
    return sum;
}

static double terms(const unit_rows *c, int i, const double *z)
{
    double largest;

    return size_of_terms(c, i, z, HUGE_VAL, &largest);
}

/* an upper bound of it, as |A_ij|^2 <= A_ii A_jj */
static double most_terms(const unit_rows *c, int i)
{
    return fabs(c->p->b[i]) + sqrt(c->diagonal[i]) * c->weight;
}

/* |mid((z - lo)/of_z, w, (z - hi)/of_z)|; keeps a NaN */
static double natural(double z, double lo, double hi, double of_z, double w)
{
    const double low = (z - lo) / of_z < w ? (z - lo) / of_z : w;

    return fabs((z - hi) / of_z > low ? (z - hi) / of_z : low);
}

/* Row i of the scaled natural residual; below EXACT tol it may be overestimated up to that. 1,
 * unsolved, if products may have underflowed; HUGE_VAL if they overflowed, as w/inf = 0 would pass.
 * zs: the largest |z|. */
static double row_residual(const unit_rows *c, int i, const double *z, double zs)
{
    double w = c->w[i], enough = UNDERFLOWS, lo, hi, ws, largest;

    ur_bounds(c, z, i, &lo, &hi);
    if (natural(z[i], lo, hi, zs, w > 0.0 ? HUGE_VAL : -HUGE_VAL) > 0.0)
        enough = greater(fabs(w) / (EXACT * c->tol), UNDERFLOWS);
    ws = size_of_terms(c, i, z, enough, &largest);
    if (ws <= DBL_EPSILON * largest * c->diagonal[i]) w = 0.0;                /* noise */
    /* the velocities in w are sums of all impulses on its bodies, whatever their directions */
    if (c->p->enough > 0.0 && fabs(w) <= ROUNDING * (fabs(c->p->b[i]) + c->diagonal[i] * zs))
        w = 0.0;
    if (!(ws <= DBL_MAX) || !is_finite(w)) return HUGE_VAL;
    if (ws < UNDERFLOWS && (ws > 0.0 || zs < UNDERFLOWS_Z)) return 1.0;
    return natural(z[i], lo, hi, zs, ws > 0.0 ? w / ws : 0.0);
}

/* The residual of z, with a = G' z. */
static double residual_at(unit_rows *c, const double *z)
{
    double most = 0.0, r = 0.0;

    c->weight = 0.0;
    for (int i = 0; i < c->p->n; i++) {
        most = greater(fabs(z[i]), most);
        c->weight += sqrt(c->diagonal[i]) * fabs(z[i]);
        c->w[i] = ur_slack(c, i, z);
    }
    for (int i = 0; i < c->p->n; i++)
        r = greater(row_residual(c, i, z, most > 0.0 ? most : 1.0), r);
    return r;
}

/* the head of the group that row i belongs to */
static int group_of(const unit_rows *c, int i)
{
    const int *body = c->p->body + 2 * i;

    return mbw_root(c->group, body[0] >= 0 ? body[0] : body[1]);
}

/* groups of bodies that rows, and bounds that follow another z, connect */
static void join(unit_rows *c)
{
    const mb_contact_rows *p = c->p;

    for (int k = 0; k < p->nbody; k++) c->group[k] = k;
    for (int i = 0; i < p->n; i++) {
        const int a = p->body[2 * i], b = p->body[2 * i + 1], head = group_of(c, i);
        if (a >= 0 && b >= 0) c->group[mbw_root(c->group, b)] = head;
        if (p->findex && p->findex[i] >= 0) c->group[group_of(c, p->findex[i])] = head;
    }
}

/* The groups' units of b, for A's diagonal 1: the largest |b_i|, except of rows far from their
 * bound, such as distant contacts; and the largest z_i at a bound, which counts as part of b. */
static void measure_units(unit_rows *c, const double *z)
{
    const mb_contact_rows *p = c->p;

    for (int k = 0; k < p->nbody; k++) c->unit[k] = 0.0;
    for (int i = 0; i < p->n; i++) {
        const double root = sqrt(c->diagonal[i]);
        double *unit = c->unit + group_of(c, i), lo, hi;
        ur_bounds(c, z, i, &lo, &hi);
        if (fabs(p->b[i]) / root > *unit &&
            (z[i] > lo || p->b[i] < 0.0 || (c->w[i] <= DBL_EPSILON * most_terms(c, i) &&
                                            c->w[i] <= DBL_EPSILON * terms(c, i, z))))
            *unit = fabs(p->b[i]) / root;
        if (!(p->findex && p->findex[i] >= 0) && !(z[i] > lo && z[i] < hi))
            *unit = greater(fabs(z[i]) * root, *unit);
    }
}

/* the allowance for w_i, given ws_i, in units in which A's diagonal and the group's b are 1 */
static double left_of(const unit_rows *c, int i, const double *z, double unit, double ws)
{
    const double root = sqrt(c->diagonal[i]), scale = 1.0 / (root * unit), w = c->w[i];
    const double error = DBL_EPSILON * ws;
    double lo, hi;

    ur_bounds(c, z, i, &lo, &hi);
    return greater(natural(z[i], lo, hi, unit / root, (w - error) * scale),
                   natural(z[i], lo, hi, unit / root, (w + error) * scale));
}

/* Is what is left of w, with its rounding, small beside b, or beside the unit of the connected
 * bodies? Groups without a unit are solved by z = 0. */
static int little_left(unit_rows *c, const double *z, double left_unit)
{
    const mb_contact_rows *p = c->p;

    join(c);
    measure_units(c, z);
    for (int i = 0; i < p->n; i++) {
        const double unit = c->unit[group_of(c, i)];
        const double b = fabs(p->b[i]) / (sqrt(c->diagonal[i]) * unit), own = b > 0.0 ? b : 1.0;
        double left;
        if (!(unit > 0.0) || left_of(c, i, z, unit, most_terms(c, i)) <=
                                 greater(LEFT * own, left_unit)) continue;
        left = left_of(c, i, z, unit, terms(c, i, z));
        if (left <= greater(LEFT * own, left_unit)) continue;
        if (fabs(c->w[i]) > c->rounded * terms(c, i, z)) return 0;
        if (!(left <= greater(LEFT_ROUNDED * own, LEFT))) return 0;
    }
    return 1;
}

int ur_solved(unit_rows *c, const double *z, double *residual)
{
    *residual = residual_at(c, z);
    if (c->p->enough > 0.0 && !little_left(c, z, LEFT_ENOUGH)) *residual = greater(1.0, *residual);
    return *residual <= c->tol && little_left(c, z, LEFT_UNIT);
}

/* ---- checks of the arguments ----------------------------------------------------------------- */

/* MB_OK, or the error in row i */
static mb_status check_row(const mb_contact_rows *p, int i, const double *z)
{
    const double lo = p->lo ? p->lo[i] : 0.0, hi = p->hi ? p->hi[i] : HUGE_VAL;
    const int f = p->findex ? p->findex[i] : -1;

    for (int e = 2 * i; e < 2 * i + 2; e++) {
        const int body = p->body[e];
        if (body < -1 || body >= p->nbody || (body >= 0 && body == p->body[e ^ 1]))
            return MB_BAD_ARG;
        if (body >= 0 && !mbw_all_finite(3, p->J + 3 * e)) return MB_NOT_FINITE;
    }
    if (!is_finite(p->b[i]) || !is_finite(z[i]) || lo != lo || hi != hi ||
        !is_finite(soft_of(p, i)))
        return MB_NOT_FINITE;
    if (lo > hi || lo >= HUGE_VAL || hi <= -HUGE_VAL || soft_of(p, i) < 0.0) return MB_BAD_ARG;
    if (f < 0) return MB_OK;
    if (f >= p->n || f == i || lo > 0.0 || hi < 0.0) return MB_BAD_ARG;
    return MB_OK;
}

static mb_status check_arguments(const mb_contact_rows *p, const double *z, mb_info *info)
{
    if (!p || p->n < 0 || p->nbody < 0 || p->n > INT_MAX / 6 || p->nbody > INT_MAX / 9 ||
        (p->nbody > 0 && !p->Minv) || (p->n > 0 && (!p->body || !p->J || !p->b || !z)))
        return mbw_refuse(info, MB_BAD_ARG, -1);
    if (!mbw_all_finite(9 * p->nbody, p->Minv)) return mbw_refuse(info, MB_NOT_FINITE, -1);
    for (int i = 0; i < p->n; i++) {
        const mb_status status = check_row(p, i, z);
        if (status != MB_OK) return mbw_refuse(info, status, i);
    }
    return MB_OK;
}

/* the caller's options with their defaults; 0 if one is invalid */
static int take_options(const mb_options *opt, mb_options *o)
{
    memset(o, 0, sizeof *o);
    if (opt) *o = *opt;
    if (!(o->tol >= 0.0 && o->tol <= DBL_MAX) || o->max_iter < 0 ||
        !(o->omega >= 0.0 && o->omega < 2.0))
        return 0;
    if (!(o->tol > 0.0)) o->tol = 1e-10;
    if (!(o->omega > 0.0)) o->omega = 1.0;
    return 1;
}

/* ---- in memory ------------------------------------------------------------------------------- */

double ur_bytes(const mb_contact_rows *p)
{
    const double n = p->n, nbody = p->nbody;

    return sizeof(double) * (8.0 * n + 13.0 * nbody) + sizeof(int) * 2.0 * (n + nbody);
}

static int take_memory(unit_rows *u, mb_arena *arena)
{
    const int n = u->p->n, nbody = u->p->nbody;

    u->G = mb_arena_matrix(arena, 2 * n, 3);
    u->diagonal = mb_arena_doubles(arena, n);
    u->w = mb_arena_doubles(arena, n);
    u->S = mb_arena_matrix(arena, nbody, 9);
    u->a = mb_arena_matrix(arena, nbody, 3);
    u->unit = mb_arena_doubles(arena, nbody);
    u->group = mb_arena_ints(arena, 2 * nbody);
    u->next = mb_arena_ints(arena, 2 * n);
    if (!u->G || !u->diagonal || !u->w || !u->S || !u->a || !u->unit || !u->group || !u->next)
        return 0;
    u->first = u->group + nbody;
    return 1;
}

/* S of one body: S S' = M^-1 by Cholesky's method; if a pivot is only rounding, a column of 0 */
static void factor_mass(const double *Minv, double *S)
{
    memset(S, 0, 9 * sizeof *S);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            const double rest = Minv[3 * i + j] - mbw_dot3(S + 3 * i, S + 3 * j);
            if (j < i) S[3 * i + j] = S[4 * j] > 0.0 ? rest / S[4 * j] : 0.0;
            else S[4 * i] = rest > ROUNDING * Minv[4 * i] ? sqrt(rest) : 0.0;
        }
}

void ur_prepare(unit_rows *u, double *z)
{
    const mb_contact_rows *p = u->p;

    ur_put_inside(u, z);
    for (int k = 0; k < p->nbody; k++) {
        u->first[k] = -1;
        factor_mass(p->Minv + 9 * k, u->S + 9 * k);
    }
    for (int i = 0; i < p->n; i++) u->diagonal[i] = soft_of(p, i);
    for (int e = 2 * p->n - 1; e >= 0; e--) {
        const int body = p->body[e];
        const double *J = p->J + 3 * e, *S = u->S + 9 * body;
        double *G = u->G + 3 * e;
        if (body < 0) continue;
        for (int k = 0; k < 3; k++) G[k] = J[0] * S[k] + J[1] * S[3 + k] + J[2] * S[6 + k];
        u->diagonal[e / 2] += mbw_dot3(G, G);
        u->next[e] = u->first[body];
        u->first[body] = e;
    }
}

mb_status ur_begin(const mb_contact_rows *p, const mb_options *opt, mb_options *o,
                   const double *z, unit_rows *out, mb_info *info, mb_arena *arena)
{
    const mb_status status = check_arguments(p, z, info);

    if (status != MB_OK) return status;
    if (!take_options(opt, o)) return mbw_refuse(info, MB_BAD_ARG, -1);
    out->p = p;
    out->tol = o->tol;
    out->rounded = ROUNDED;
    if (!take_memory(out, arena)) return mbw_refuse(info, MB_NO_MEMORY, -1);
    return MB_OK;
}

/* ---- projected Gauss-Seidel ------------------------------------------------------------------ */

#define DIVERGES 1e150           /* an iterate beyond this has diverged; its square is finite */
#define SWEEPS 1000              /* at most, by default */

enum { CHECK_EVERY = 16 };       /* sweeps between two residuals, as one costs more than a sweep */
#define CHECK_FROM 1e3           /* no residual while a sweep's change is above this tol |z| */

typedef struct {
    unit_rows u;
    double *before, *course;     /* before[n], course[n]: see follow */
} sweeps;

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
