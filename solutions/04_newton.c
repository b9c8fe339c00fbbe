/* Lab 4, solved: Newton's method on the Fischer-Burmeister equations, with a line search and a gradient step to fall back on. */
#include "lab.h"

#include <math.h>

#define TOL 1e-10                /* the default of mb_options.tol */
#define MAX_STEPS 100
#define SIGMA 1e-4               /* Armijo's constant, eq 4.10 */
#define DESCENT 1e-8             /* the cosine that a Newton direction must reach, eq 4.9 */
#define HALVINGS 40

/* row i of w = A z + b */
static double slack_of_row(const mb_lcp *p, const double *z, int i)
{
    double w = p->b[i];

    for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
    return w;
}

/* Task 1, eq 4.2:  phi_i = z_i + w_i - sqrt(z_i^2 + w_i^2) */
mb_status lab_phi(const mb_lcp *p, const double *z, double *phi)
{
    for (int i = 0; i < p->n; i++) {
        double w = slack_of_row(p, z, i);
        phi[i] = z[i] + w - hypot(z[i], w);
    }
    return MB_OK;
}

/* Task 2, eq 4.4 to 4.6:  J = Da + Db A */
mb_status lab_jacobian(const mb_lcp *p, const double *z, double *J)
{
    int n = p->n;

    for (int i = 0; i < n; i++) {
        double w = slack_of_row(p, z, i), r = hypot(z[i], w);
        double x = r > 0.0 ? z[i] / r : sqrt(0.5);  /* at the kink: the direction (1, 1), eq 4.6 */
        double y = r > 0.0 ? w / r : sqrt(0.5);

        for (int j = 0; j < n; j++) J[i * n + j] = (1.0 - y) * p->A[i * n + j];
        J[i * n + i] += 1.0 - x;
    }
    return MB_OK;
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* Task 3, eq 4.3 and 4.7:  merit = 1/2 |phi|^2,  g = J' phi */
mb_status lab_merit(const mb_lcp *p, const double *z, double *merit, double *g, mb_arena scratch)
{
    int n = p->n;
    double *J = mb_arena_matrix(&scratch, n, n), *phi = mb_arena_doubles(&scratch, n);

    if (!J || !phi) return MB_NO_MEMORY;
    lab_phi(p, z, phi);
    lab_jacobian(p, z, J);
    *merit = 0.5 * dot(n, phi, phi);
    mb_matvec_transposed(n, n, J, phi, g);
    return MB_OK;
}

/* Task 4, eq 4.8 and 4.9:  J d = -phi, or d = -g */
mb_status lab_direction(const mb_lcp *p, const double *z, double *d, mb_arena scratch)
{
    int n = p->n;
    double *J = mb_arena_matrix(&scratch, n, n), *phi = mb_arena_doubles(&scratch, n), *g = mb_arena_doubles(&scratch, n);
    int *pivot = mb_arena_ints(&scratch, n);

    if (!J || !phi || !g || !pivot) return MB_NO_MEMORY;
    lab_phi(p, z, phi);
    lab_jacobian(p, z, J);
    mb_matvec_transposed(n, n, J, phi, g);

    for (int i = 0; i < n; i++) d[i] = -phi[i];
    if (mb_lu_factor(n, J, pivot) == MB_OK) {
        mb_lu_solve(n, J, pivot, d);
        /* written so that a NaN in d fails */
        if (dot(n, g, d) <= -DESCENT * sqrt(dot(n, g, g) * dot(n, d, d))) return MB_OK;
    }
    for (int i = 0; i < n; i++) d[i] = -g[i];
    return MB_OK;
}

/* the merit function alone, at z + t d */
static double merit_at(const mb_lcp *p, const double *z, double t, const double *d, double *point, double *phi)
{
    for (int i = 0; i < p->n; i++) point[i] = z[i] + t * d[i];
    lab_phi(p, point, phi);
    return 0.5 * dot(p->n, phi, phi);
}

/* Task 5, eq 4.10:  a step length that Armijo's condition accepts */
mb_status lab_line_search(const mb_lcp *p, const double *z, const double *d, double *t, mb_arena scratch)
{
    int n = p->n;
    double *g = mb_arena_doubles(&scratch, n), *point = mb_arena_doubles(&scratch, n), *phi = mb_arena_doubles(&scratch, n);
    double merit, slope, step = 1.0;

    if (!g || !point || !phi) return MB_NO_MEMORY;
    if (lab_merit(p, z, &merit, g, scratch) != MB_OK) return MB_NO_MEMORY;
    slope = dot(n, g, d);
    if (!(slope < 0.0)) return MB_STALLED;

    for (int k = 0; k <= HALVINGS; k++) {
        if (merit_at(p, z, step, d, point, phi) <= merit + SIGMA * step * slope) {
            *t = step;
            return MB_OK;
        }
        step *= 0.5;
    }
    return MB_STALLED;
}

static int is_finite(int count, const double *x)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(x[i])) return 0;
    }
    return 1;
}

static mb_status done(mb_info *info, mb_status status, int steps, double residual)
{
    if (info) {
        info->status = status;
        info->iterations = steps;
        info->residual = residual;
        info->where = -1;
    }
    return status;
}

/* The residual of z; but if z rounded to the pieces it has chosen, eq 4.11, passes the test, z becomes that */
static double settle(const mb_lcp *p, double *z, double *rounded, double tol)
{
    for (int i = 0; i < p->n; i++) rounded[i] = z[i] > 0.0 && z[i] > slack_of_row(p, z, i) ? z[i] : 0.0;
    if (mb_residual(p, rounded) <= tol) {
        for (int i = 0; i < p->n; i++) z[i] = rounded[i];
    }
    return mb_residual(p, z);
}

/* Task 6:  the solver */
mb_status lab_newton(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    int n = p->n;
    double tol = opt && opt->tol > 0.0 ? opt->tol : TOL;
    int max_steps = opt && opt->max_iter > 0 ? opt->max_iter : MAX_STEPS;
    double *d = mb_arena_doubles(&scratch, n), *rounded = mb_arena_doubles(&scratch, n), residual, t;

    if (!d || !rounded) return done(info, MB_NO_MEMORY, 0, HUGE_VAL);
    if (!is_finite(n * n, p->A) || !is_finite(n, p->b) || !is_finite(n, z)) return done(info, MB_NOT_FINITE, 0, HUGE_VAL);

    residual = mb_residual(p, z);  /* a start that solves the problem is not changed */
    for (int step = 0; step < max_steps; step++) {
        mb_status status;

        if (residual <= tol) return done(info, MB_OK, step, residual);
        status = lab_direction(p, z, d, scratch);
        if (status == MB_OK) status = lab_line_search(p, z, d, &t, scratch);
        if (status != MB_OK) return done(info, status, step, residual);

        for (int i = 0; i < n; i++) z[i] += t * d[i];
        residual = settle(p, z, rounded, tol);
        if (opt && opt->history && step < opt->history_len) opt->history[step] = residual;
    }
    return done(info, residual <= tol ? MB_OK : MB_MAX_ITER, max_steps, residual);
}
