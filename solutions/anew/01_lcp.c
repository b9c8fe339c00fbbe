/* right: sums in long double, cones from the last to the first, the bits of a cone by division */
#include <math.h>
#include <string.h>
#include "lab.h"

#define AT(M, r, c) ((M)[(size_t)(r) * (size_t)n + (size_t)(c)])

static double row_value(const mb_lcp *lcp, const double *z, int r)
{
    const int n = lcp->n;
    long double acc = 0.0L;
    int c = 0;
    while (c < n) {
        acc += (long double)AT(lcp->A, r, c) * (long double)z[c];
        c++;
    }
    acc += (long double)lcp->b[r];
    return (double)acc;
}

static double smaller(double p, double q)
{
    return p <= q ? p : q;
}

mb_status lab_slack(const mb_lcp *lcp, const double *z, double *w)
{
    int r;
    for (r = lcp->n - 1; r >= 0; r--)
        w[r] = row_value(lcp, z, r);
    return MB_OK;
}

mb_status lab_natural_map(const mb_lcp *lcp, const double *z, double *f)
{
    int r;
    for (r = 0; r != lcp->n; ++r) {
        const double w = row_value(lcp, z, r);
        f[r] = smaller(w, z[r]);
    }
    return MB_OK;
}

mb_status lab_residual(const mb_lcp *lcp, const double *z, double *r)
{
    const int n = lcp->n;
    double zmax = 0, worst = 0;
    int i, j;
    for (i = 0; i < n * n; i++)
        if (!isfinite(lcp->A[i])) return MB_NOT_FINITE;
    for (i = 0; i < n; i++) {
        if (!isfinite(z[i])) return MB_NOT_FINITE;
        if (!isfinite(lcp->b[i])) return MB_NOT_FINITE;
        if (zmax < fabs(z[i])) zmax = fabs(z[i]);
    }
    if (zmax == 0) zmax = 1;
    for (i = 0; i < n; i++) {
        double scale = fabs(lcp->b[i]);
        double zr = z[i] / zmax, wr = 0, m;
        for (j = 0; j < n; j++)
            scale = scale + fabs(AT(lcp->A, i, j) * z[j]);
        if (scale != 0)
            wr = row_value(lcp, z, i) / scale;
        m = fabs(smaller(zr, wr));
        worst = m > worst ? m : worst;
    }
    r[0] = worst;
    return MB_OK;
}

mb_status lab_fischer_burmeister(double a, double b, double *phi)
{
    const double h = hypot(b, a);
    phi[0] = (a + b) - h;
    return MB_OK;
}

mb_status lab_merit_natural(const mb_lcp *lcp, const double *z, double *merit)
{
    int r;
    double total = 0;
    for (r = 0; r < lcp->n; r++) {
        const double m = smaller(z[r], row_value(lcp, z, r));
        total += 0.5 * m * m;
    }
    merit[0] = total;
    return MB_OK;
}

mb_status lab_merit_fb(const mb_lcp *lcp, const double *z, double *merit)
{
    int r;
    double total = 0;
    for (r = 0; r < lcp->n; r++) {
        const double w = row_value(lcp, z, r);
        const double m = z[r] + w - hypot(z[r], w);
        total += pow(m, 2);
    }
    merit[0] = total / 2;
    return MB_OK;
}

mb_status lab_cone_matrix(const mb_lcp *lcp, int cone, double *C)
{
    const int n = lcp->n;
    int r, c, bits = cone;
    memset(C, 0, sizeof(double) * (size_t)(n * n));
    for (c = 0; c < n; c++) {
        if (bits % 2 == 1) {
            for (r = 0; r < n; r++)
                AT(C, r, c) = -AT(lcp->A, r, c);
        } else {
            AT(C, c, c) = 1;
        }
        bits /= 2;
    }
    return MB_OK;
}

mb_status lab_cone_point(const mb_lcp *lcp, int cone, double *x, mb_arena scratch)
{
    const int n = lcp->n;
    double *C = mb_arena_doubles(&scratch, n * n);
    double *rhs = mb_arena_doubles(&scratch, n);
    int *perm = mb_arena_ints(&scratch, n);
    mb_status s;
    if (C == NULL || rhs == NULL || perm == NULL) return MB_NO_MEMORY;
    s = lab_cone_matrix(lcp, cone, C);
    if (s != MB_OK) return s;
    memcpy(rhs, lcp->b, sizeof(double) * (size_t)n);
    s = mb_lu_factor(n, C, perm);
    if (s != MB_OK) return MB_SINGULAR;
    mb_lu_solve(n, C, perm, rhs);
    memcpy(x, rhs, sizeof(double) * (size_t)n);
    return MB_OK;
}

mb_status lab_enumerate(const mb_lcp *lcp, int *inside, int *count, double *z, mb_arena scratch)
{
    const int n = lcp->n;
    const int total = 1 << n;
    double *x = mb_arena_doubles(&scratch, n);
    int cone, i, found = 0, best = -1;
    if (x == NULL) return MB_NO_MEMORY;
    for (cone = total - 1; cone >= 0; cone--) {
        double big = 0;
        int good = 1;
        if (lab_cone_point(lcp, cone, x, scratch) != MB_OK) {
            inside[cone] = -1;
            continue;
        }
        for (i = 0; i < n; i++)
            if (fabs(x[i]) > big) big = fabs(x[i]);
        for (i = 0; i < n; i++)
            if (x[i] < -1e-12 * big) good = 0;
        inside[cone] = good;
        if (good) {
            found++;
            best = cone;
        }
    }
    if (best >= 0) {
        lab_cone_point(lcp, best, x, scratch);
        for (i = 0; i < n; i++) {
            if ((best & (1 << i)) != 0) z[i] = x[i];
            else z[i] = 0;
        }
    }
    *count = found;
    return MB_OK;
}
