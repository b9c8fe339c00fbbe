/* explorer.c: the solvers on one LCP of two unknowns, for the page: every iteration that they
 * trace, all solutions, the merit
 *
 * The page writes A (by rows), b and a start into explorer_given, and calls; results are in
 * explorer_rows and explorer_result. Nothing is solved in the page itself.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../solving/attempt.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    MOST_ROWS = 2000,
    ROW = 7,                     /* iteration, residual, step, entering, leaving, z (2) */
    MOST_GRID = 1 << 14, MOST_SOLUTIONS = 8, SOLUTION = 7
};

#define PARALLEL 1e-12           /* the sine of an angle that counts as 0 */
#define NONE ((double)NAN)       /* no number */
#define ROUNDING 1e-9            /* tolerance for equal z, or for 0 beside the other one */

static double given[8];          /* A, b, start */
static double row[ROW * MOST_ROWS], result[9], grid[MOST_GRID];
static int nrow;
static double memory[1 << 14];

EXPORT(explorer_given) double *explorer_given(void) { return given; }
EXPORT(explorer_rows) double *explorer_rows(void) { return row; }
EXPORT(explorer_result) double *explorer_result(void) { return result; }
EXPORT(explorer_grid) double *explorer_grid(void) { return grid; }

/* the name of the i-th LCP solver; "" after the last */
EXPORT(explorer_solver) const char *explorer_solver(int i)
{
    const mb_solver *s = solvers_at(0, i);

    return s ? s->name : "";
}

EXPORT(explorer_status) const char *explorer_status(int status)
{
    return mb_status_name((mb_status)status);
}

EXPORT(explorer_text) const char *explorer_text(int status)
{
    return mb_status_text((mb_status)status);
}

static mb_lcp problem(void)
{
    const mb_lcp p = { 2, given, given + 4 };

    return p;
}

/* ---- a solver and its trace ---- */

static void add_row(const mb_trace *t)
{
    double *out = row + ROW * nrow;

    if (nrow == MOST_ROWS) return;
    nrow++;
    out[0] = t->iteration;
    out[1] = t->residual;
    out[2] = t->step;
    out[3] = t->entering;
    out[4] = t->leaving;
    out[5] = t->z ? t->z[0] : NONE;
    out[6] = t->z ? t->z[1] : NONE;
}

/* the ray of Lemke's first path: saved when z0 enters again for another path, which would overwrite
 * it */
typedef struct {
    double now[2], first[2];
    int again;
} rays;

static void on_trace(void *user, const mb_trace *t)
{
    rays *r = user;

    if (nrow > 0 && t->entering == 4 && !r->again++) memcpy(r->first, r->now, sizeof r->first);
    add_row(t);
}

static mb_arena arena(void) { return mb_arena_make(memory, sizeof memory); }

/* A solver that traces no iterations, such as a lab's, is run again with max_iter 1, 2, ...: its
 * results are the iterates. Ends when it needs no more. */
static void rerun(const mb_solver *s, const mb_options *o, int most)
{
    const mb_lcp p = problem();
    double last[2] = { given[6], given[7] };

    for (int k = 1; k <= most; k++) {
        double z[2] = { given[6], given[7] };
        mb_options few = *o;
        mb_info info = { MB_TODO, 0, NONE, -1 };
        mb_trace t = { 0, 0.0, 0.0, -1, -1, 2, z };
        few.max_iter = k;
        s->lcp(&p, &few, z, &info, arena());
        if (info.status < 0 || info.iterations < k || !(info.residual < HUGE_VAL)) return;
        t.iteration = k;
        t.residual = info.residual;
        t.step = fmax(fabs(z[0] - last[0]), fabs(z[1] - last[1]));
        add_row(&t);
        memcpy(last, z, sizeof last);
        if (info.status != MB_MAX_ITER) return;
    }
}

/* How z0 changes along the ray u, |u|_inf = 1, on which Lemke's path ends: a z_i that grows has
 * w_i = 0. */
static double along_ray(const double *u)
{
    const int i = u[1] > u[0];
    double Au[2];

    mb_matvec(2, 2, given, u, Au);
    return -Au[i];
}

/* explorer_solve: rows of the trace. result: status, iterations, residual, z (2); the ray u (2) on
 * which the first path ended, and z0 along it; NaN without; the start's residual. omega 0: the
 * default */
EXPORT(explorer_solve) int explorer_solve(int solver, double omega)
{
    const mb_solver *s = solvers_at(0, solver);
    const mb_lcp p = problem();
    double z[2] = { given[6], given[7] };
    rays ray = { { NONE, NONE }, { NONE, NONE }, 0 };
    mb_info info = { MB_TODO, 0, NONE, -1 };
    mb_options o;

    nrow = 0;
    begin_call();
    if (!s) return 0;
    memset(&o, 0, sizeof o);
    o.omega = omega;
    o.ray = ray.now;
    o.trace = on_trace;
    o.trace_user = &ray;
    s->lcp(&p, &o, z, &info, arena());
    result[0] = info.status;
    result[1] = info.iterations;
    result[2] = info.residual;
    memcpy(result + 3, z, sizeof z);
    memcpy(result + 5, ray.again ? ray.first : ray.now, sizeof ray.now);
    result[7] = along_ray(result + 5);
    result[8] = mb_residual(&p, given + 6);
    if (nrow == 0 && info.status >= 0) {
        o.trace = NULL;
        rerun(s, &o, info.iterations < 100 ? info.iterations : 100);
    }
    return nrow;
}

/* ---- all solutions ----
 *
 * b = w - A z lies in the cone of C, whose columns are -a_i where z_i may be positive, and e_i
 * where w_i may be: C x = b, x >= 0. Where the columns are parallel the cone is flat, and
 * x = v + s n, C n = 0, may be a whole segment. */

typedef struct {
    double z[2];                 /* a solution; */
    double to[2];                /* the other end of a segment, or the direction of a ray */
    int kind;                    /* 0 one, 1 a segment, 2 a ray, 3 every z >= 0 */
} solution;

static solution found[MOST_SOLUTIONS];
static int nfound;

static double cross(const double *a, const double *b) { return a[0] * b[1] - a[1] * b[0]; }
static double length(const double *a) { return hypot(a[0], a[1]); }

static int parallel(const double *a, const double *b)
{
    return fabs(cross(a, b)) <= PARALLEL * length(a) * length(b);
}

static void column(int cone, int i, double *c)
{
    const int z = cone >> i & 1;

    for (int k = 0; k < 2; k++) c[k] = z ? 0.0 - given[2 * k + i] : k == i;
}

/* x of a cone as z, if that is a solution by the kit's test */
static int solves(int cone, const double *x, double *z)
{
    const mb_lcp lcp = problem();
    const mb_mlcp p = { 2, lcp.A, lcp.b, NULL, NULL, NULL };
    const double least = -ROUNDING * fmax(fabs(x[0]), fabs(x[1]));
    double residual;

    if (!(x[0] >= least && x[1] >= least)) return 0;
    for (int i = 0; i < 2; i++) z[i] = cone >> i & 1 ? fmax(0.0, x[i]) : 0.0;
    return mb_mlcp_judge(&p, 1e-10, z, &residual, arena());
}

static int same(const double *a, const double *b)
{
    return fmax(fabs(a[0] - b[0]), fabs(a[1] - b[1])) <= ROUNDING * fmax(length(a), length(b));
}

/* adds a solution unless it is listed, or the end of a listed segment */
static void add_point(const double *z)
{
    for (int i = 0; i < nfound; i++)
        if (same(found[i].z, z) || (found[i].kind == 1 && same(found[i].to, z))) return;
    found[nfound].kind = 0;
    memcpy(found[nfound++].z, z, 2 * sizeof *z);
}

/* A segment, or a ray: it replaces solutions at its ends that were found before; every z >= 0
 * replaces all. */
static void add_segment(const double *z, const double *to, int kind)
{
    int kept = 0;

    for (int i = 0; i < nfound; i++) {
        const int end = same(found[i].z, z) || (kind == 1 && same(found[i].z, to));
        if (kind < 3 && (found[i].kind != 0 || !end)) found[kept++] = found[i];
    }
    nfound = kept;
    found[nfound].kind = kind;
    memcpy(found[nfound].z, z, 2 * sizeof *z);
    memcpy(found[nfound++].to, to, 2 * sizeof *to);
}

/* C n = 0, and v solves: finds v + s n, s >= 0, as far as that solves. 1 if it is more than a
 * point. */
static int slide(int cone, const double *v, const double *n)
{
    double s = HUGE_VAL, x[2], z[2], to[2];

    for (int i = 0; i < 2; i++)
        if (n[i] < 0.0) s = fmin(s, -v[i] / n[i]);
    if (!(s > 0.0) || !solves(cone, v, z)) return 0;
    for (int i = 0; i < 2; i++) x[i] = s < HUGE_VAL ? v[i] + s * n[i] : n[i];
    for (int i = 0; i < 2; i++) to[i] = cone >> i & 1 ? x[i] : 0.0;
    if (s < HUGE_VAL && (!solves(cone, x, to) || same(z, to))) return 0;
    add_segment(z, to, s < HUGE_VAL ? 1 : 2);
    return 1;
}

/* the cone of parallel columns c[0] and c[1]; 1 if b lies in it */
static int flat(int cone, double c[2][2])
{
    const double *b = given + 4, zero[2] = { 0.0, 0.0 };
    const int g = length(c[1]) > length(c[0]);                 /* the longer one */
    double v[2] = { 0.0, 0.0 }, z[2], n[2], size = length(c[g]);

    if (!(size > 0.0)) {
        if (!(length(b) > 0.0)) add_segment(zero, zero, 3);
        return !(length(b) > 0.0);
    }
    if (!parallel(c[g], b)) return 0;
    n[1 - g] = 1.0;
    n[g] = -(c[g][0] * c[1 - g][0] + c[g][1] * c[1 - g][1]) / (size * size);
    v[g] = (c[g][0] * b[0] + c[g][1] * b[1]) / (size * size);
    if (v[g] < 0.0) {            /* then the other column must reach b */
        if (!(n[g] > 0.0)) return 0;
        v[1 - g] = -v[g] / n[g];
        v[g] = 0.0;
    }
    if (slide(cone, v, n)) return 1;
    if (solves(cone, v, z)) add_point(z);
    else return 0;
    return 1;
}

/* explorer_solutions: their number; -1: infinitely many. The rows, result[4] of them, are SOLUTION
 * numbers each: kind, z (2), to (2), w (2). result[0..3]: of each cone 1 if b lies in it, else 0;
 * and 2 more if it is flat */
EXPORT(explorer_solutions) int explorer_solutions(void)
{
    const mb_lcp p = problem();
    const double *b = p.b;
    int endless = 0;

    nfound = 0;
    for (int cone = 0; cone < 4; cone++) {
        double c[2][2], x[2], z[2];
        column(cone, 0, c[0]);
        column(cone, 1, c[1]);
        if (parallel(c[0], c[1])) {
            result[cone] = 2 + flat(cone, c);
            continue;
        }
        x[0] = cross(b, c[1]) / cross(c[0], c[1]);
        x[1] = cross(c[0], b) / cross(c[0], c[1]);
        result[cone] = solves(cone, x, z);
        if (result[cone] > 0.0) add_point(z);
    }
    for (int i = 0; i < nfound; i++) {
        double *out = row + SOLUTION * i;
        endless |= found[i].kind > 0;
        out[0] = found[i].kind;
        memcpy(out + 1, found[i].z, 2 * sizeof *out);
        memcpy(out + 3, found[i].to, 2 * sizeof *out);
        mb_slack(&p, found[i].z, out + 5);
        for (int k = 5; k < 7; k++)
            if (fabs(out[k]) <= ROUNDING * length(b)) out[k] = 0.0;
    }
    result[4] = nfound;
    return endless ? -1 : nfound;
}

/* ---- the merit ---- */

/* explorer_merit: 1/2 |phi(z, w)|^2 of Fischer-Burmeister's phi, on m x m points of the square from
 * (x, y) on */
EXPORT(explorer_merit) void explorer_merit(double x, double y, double size, int m)
{
    const mb_lcp p = problem();

    for (int k = 0; k < m * m && k < MOST_GRID; k++) {
        const double z[2] = { x + size * (k % m) / (m - 1), y + size * (k / m) / (m - 1) };
        double w[2], merit = 0.0;
        mb_slack(&p, z, w);
        for (int i = 0; i < 2; i++) {
            const double phi = mb_fischer_burmeister(z[i], w[i]);
            merit += 0.5 * phi * phi;
        }
        grid[k] = merit;
    }
}
