/* Lab 1, solved: residuals, merit functions, and the enumeration of the complementary cones. */
#include "lab.h"

#include <math.h>

/* x_i may be this far below zero, relative to |x|_inf, by rounding: b still counts as inside */
#define BOUNDARY 1e-12

/* Task 1, eq 1.2:  w = A z + b */
mb_status lab_slack(const mb_lcp *p, const double *z, double *w)
{
    for (int i = 0; i < p->n; i++) {
        const double *row = p->A + i * p->n;
        w[i] = p->b[i];
        for (int j = 0; j < p->n; j++) w[i] += row[j] * z[j];
    }
    return MB_OK;
}

/* Task 2, eq 1.3:  f_i = min(z_i, w_i) */
mb_status lab_natural_map(const mb_lcp *p, const double *z, double *f)
{
    lab_slack(p, z, f);
    for (int i = 0; i < p->n; i++) {
        if (z[i] < f[i]) f[i] = z[i];
    }
    return MB_OK;
}

/* Task 3, eq 1.4 and 1.5:  r = max_i | min(z_i/zs, w_i/ws_i) | */
mb_status lab_residual(const mb_lcp *p, const double *z, double *r)
{
    double zs = 0.0, largest = 0.0;

    for (int i = 0; i < p->n; i++) {
        if (fabs(z[i]) > zs) zs = fabs(z[i]);
    }
    if (zs <= 0.0) zs = 1.0;  /* z = 0 is a valid point */

    for (int i = 0; i < p->n; i++) {
        const double *row = p->A + i * p->n;
        double w = p->b[i], size = fabs(p->b[i]);

        for (int j = 0; j < p->n; j++) {
            w += row[j] * z[j];
            size += fabs(row[j] * z[j]);
        }
        /* finite only if all of its terms are; a comparison would not catch a NaN */
        if (!isfinite(size) || !isfinite(z[i])) return MB_NOT_FINITE;
        if (size > 0.0) w /= size;

        double f = fabs(z[i] / zs < w ? z[i] / zs : w);
        if (f > largest) largest = f;
    }
    *r = largest;
    return MB_OK;
}

/* Task 4, eq 1.6:  phi(a, b) = a + b - sqrt(a^2 + b^2); hypot has no overflow in the squares */
mb_status lab_fischer_burmeister(double a, double b, double *phi)
{
    *phi = a + b - hypot(a, b);
    return MB_OK;
}

/* row i of eq 1.2 alone, so that the merit functions need no memory */
static double slack_of_row(const mb_lcp *p, const double *z, int i)
{
    double w = p->b[i];

    for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
    return w;
}

/* Task 5, eq 1.7:  1/2 sum_i min(z_i, w_i)^2 */
mb_status lab_merit_natural(const mb_lcp *p, const double *z, double *merit)
{
    double sum = 0.0;

    for (int i = 0; i < p->n; i++) {
        double w = slack_of_row(p, z, i), f = z[i] < w ? z[i] : w;
        sum += f * f;
    }
    *merit = 0.5 * sum;
    return MB_OK;
}

/* Task 5, eq 1.8:  1/2 sum_i phi(z_i, w_i)^2 */
mb_status lab_merit_fb(const mb_lcp *p, const double *z, double *merit)
{
    double sum = 0.0;

    for (int i = 0; i < p->n; i++) {
        double phi;
        lab_fischer_burmeister(z[i], slack_of_row(p, z, i), &phi);
        sum += phi * phi;
    }
    *merit = 0.5 * sum;
    return MB_OK;
}

/* Task 6, eq 1.10:  the columns of cone number `cone` */
mb_status lab_cone_matrix(const mb_lcp *p, int cone, double *C)
{
    int n = p->n;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (cone >> j & 1) C[i * n + j] = -p->A[i * n + j];  /* b = w - A z: z_j multiplies -A_j */
            else C[i * n + j] = i == j ? 1.0 : 0.0;              /* and w_j multiplies e_j */
        }
    }
    return MB_OK;
}

/* Task 7, eq 1.11:  C x = b */
mb_status lab_cone_point(const mb_lcp *p, int cone, double *x, mb_arena scratch)
{
    int n = p->n;
    double *C = mb_arena_matrix(&scratch, n, n);
    int *pivot = mb_arena_ints(&scratch, n);

    if (!C || !pivot) return MB_NO_MEMORY;
    lab_cone_matrix(p, cone, C);
    if (mb_lu_factor(n, C, pivot) != MB_OK) return MB_SINGULAR;
    for (int i = 0; i < n; i++) x[i] = p->b[i];
    mb_lu_solve(n, C, pivot, x);
    return MB_OK;
}

/* x >= 0, up to the rounding of the solve */
static int is_nonnegative(int n, const double *x)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    for (int i = 0; i < n; i++) {
        if (!(x[i] >= -BOUNDARY * size)) return 0;
    }
    return 1;
}

/* Task 8, eq 1.12:  which of the 2^n cones contain b */
mb_status lab_enumerate(const mb_lcp *p, int *inside, int *count, double *z, mb_arena scratch)
{
    int n = p->n;
    double *x = mb_arena_doubles(&scratch, n);

    if (!x) return MB_NO_MEMORY;
    *count = 0;
    for (int cone = 0; cone < 1 << n; cone++) {
        if (lab_cone_point(p, cone, x, scratch) == MB_SINGULAR) {
            inside[cone] = -1;
            continue;
        }
        inside[cone] = is_nonnegative(n, x);
        if (!inside[cone]) continue;
        if (*count == 0) {
            /* x_i is z_i where the bit is set, and w_i where it is not: there z_i = 0 */
            for (int i = 0; i < n; i++) z[i] = cone >> i & 1 ? fmax(0.0, x[i]) : 0.0;
        }
        ++*count;
    }
    return MB_OK;
}
