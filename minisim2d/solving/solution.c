/* solution.c: the scaled natural residual by blocks of unknowns; see solution.h */
#include "solution.h"

#include <float.h>
#include <math.h>

/* the row's share of mb_mlcp_residual, with zs = |z|_inf */
static double row_error(const mb_mlcp *p, const double *z, int i, double zs)
{
    const double *a = p->A + i * p->n, unit = zs > 0.0 ? zs : 1.0;
    const double factor = p->findex && p->findex[i] >= 0 ? z[p->findex[i]] : 1.0;
    const double lo = p->lo ? p->lo[i] * factor : 0.0, hi = p->hi ? p->hi[i] * factor : HUGE_VAL;
    double w = p->b[i], ws = fabs(p->b[i]), most = 0.0;

    for (int j = 0; j < p->n; j++) {
        w += a[j] * z[j];
        ws += fabs(a[j] * z[j]);
        most = fmax(most, fabs(a[j]));
    }
    w = ws <= DBL_EPSILON * zs * most ? 0.0 : w / ws;          /* if not rounding */
    return fabs(fmax(fmin((z[i] - lo) / unit, w), (z[i] - hi) / unit));
}

static double block_error(const mb_mlcp *p, const double *z, int begin, int end)
{
    double zs = 0.0, worst = 0.0;

    for (int i = 0; i < p->n; i++) zs = fmax(zs, fabs(z[i]));
    for (int i = begin; i < end; i++) worst = fmax(worst, row_error(p, z, i, zs));
    return worst;
}

solution_errors solution_errors_of(const mb_mlcp *p, const mb_layout *at, const double *z)
{
    solution_errors e = { mb_mlcp_residual(p, z), HUGE_VAL, HUGE_VAL };

    if (e.total <= DBL_MAX) {
        e.normal = block_error(p, z, at->normal, at->friction);
        e.friction = block_error(p, z, at->friction, at->n);
    } else {
        e.total = HUGE_VAL;
    }
    return e;
}
