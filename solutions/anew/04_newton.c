/* right: elimination of its own, da = 1 and db = 0 at the kink, steps of a third in the line
 * search */
#include <math.h>
#include <string.h>
#include "lab.h"

static void products(const mb_lcp *p, const double *z, double *w)
{
    for (int i = 0; i < p->n; i++) {
        double s = 0;
        for (int j = 0; j < p->n; j++) s += p->A[i * p->n + j] * z[j];
        w[i] = s + p->b[i];
    }
}

mb_status lab_phi(const mb_lcp *p, const double *z, double *phi)
{
    products(p, z, phi);
    for (int i = 0; i < p->n; i++) {
        double w = phi[i];
        phi[i] = z[i] + w - hypot(w, z[i]);
    }
    return MB_OK;
}

mb_status lab_jacobian(const mb_lcp *p, const double *z, double *J)
{
    int n = p->n;
    for (int i = 0; i < n; i++) {
        double w = p->b[i], r, da = 1, db = 0;
        for (int j = 0; j < n; j++) w += p->A[i * n + j] * z[j];
        r = hypot(z[i], w);
        if (r > 0) {
            da = 1 - z[i] / r;
            db = 1 - w / r;
        }
        for (int j = 0; j < n; j++) {
            J[i * n + j] = db * p->A[i * n + j];
            if (j == i) J[i * n + j] += da;
        }
    }
    return MB_OK;
}

static double inner(int n, const double *x, const double *y)
{
    double s = 0;
    while (n-- > 0) s += *x++ * *y++;
    return s;
}

mb_status lab_merit(const mb_lcp *p, const double *z, double *merit, double *g, mb_arena scratch)
{
    int n = p->n;
    double *f = mb_arena_doubles(&scratch, n), *J = mb_arena_doubles(&scratch, n * n);
    if (f == NULL || J == NULL) return MB_NO_MEMORY;
    lab_phi(p, z, f);
    lab_jacobian(p, z, J);
    for (int j = 0; j < n; j++) {
        g[j] = 0;
        for (int i = 0; i < n; i++) g[j] += J[i * n + j] * f[i];
    }
    *merit = inner(n, f, f) / 2;
    return MB_OK;
}

/* x = M^-1 x by elimination with pivoting; 0 if M is singular */
static int eliminate(int n, double *M, double *x)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        double t;
        for (int i = c + 1; i < n; i++)
            if (fabs(M[i * n + c]) > fabs(M[best * n + c])) best = i;
        if (M[best * n + c] == 0) return 0;
        for (int j = 0; j < n; j++) {
            t = M[c * n + j];
            M[c * n + j] = M[best * n + j];
            M[best * n + j] = t;
        }
        t = x[c];
        x[c] = x[best];
        x[best] = t;
        for (int i = c + 1; i < n; i++) {
            double f = M[i * n + c] / M[c * n + c];
            for (int j = c; j < n; j++) M[i * n + j] -= f * M[c * n + j];
            x[i] -= f * x[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= M[i * n + j] * x[j];
        x[i] /= M[i * n + i];
    }
    return 1;
}

mb_status lab_direction(const mb_lcp *p, const double *z, double *d, mb_arena scratch)
{
    int n = p->n, ok;
    double *J = mb_arena_doubles(&scratch, n * n), *g = mb_arena_doubles(&scratch, n), merit;
    if (!J || !g) return MB_NO_MEMORY;
    if (lab_merit(p, z, &merit, g, scratch) != MB_OK) return MB_NO_MEMORY;
    lab_jacobian(p, z, J);
    lab_phi(p, z, d);
    for (int i = 0; i < n; i++) d[i] *= -1;
    ok = eliminate(n, J, d);
    if (ok) ok = inner(n, g, d) <= -1e-8 * sqrt(inner(n, g, g)) * sqrt(inner(n, d, d));
    if (!ok)
        for (int i = 0; i < n; i++) d[i] = -g[i];
    return MB_OK;
}

mb_status lab_line_search(const mb_lcp *p, const double *z, const double *d, double *t,
                          mb_arena scratch)
{
    int n = p->n;
    double *g = mb_arena_doubles(&scratch, n), *x = mb_arena_doubles(&scratch, n),
           *f = mb_arena_doubles(&scratch, n);
    double before, after, s, step = 1;
    if (g == NULL || x == NULL || f == NULL) return MB_NO_MEMORY;
    if (lab_merit(p, z, &before, g, scratch) == MB_NO_MEMORY) return MB_NO_MEMORY;
    s = inner(n, g, d);
    if (!(s < 0)) return MB_STALLED;
    do {
        for (int i = 0; i < n; i++) x[i] = z[i] + step * d[i];
        lab_phi(p, x, f);
        after = inner(n, f, f) / 2;
        if (after <= before + 1e-4 * step * s) {
            *t = step;
            return MB_OK;
        }
        step /= 3;
    } while (step >= ldexp(1, -40));
    return MB_STALLED;
}

static int bad(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return 1;
    return 0;
}

mb_status lab_newton(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    int n = p->n, k = 0, most = 100;
    double tol = 1e-10, res = HUGE_VAL, t;
    double *d = mb_arena_doubles(&scratch, n), *y = mb_arena_doubles(&scratch, n),
           *w = mb_arena_doubles(&scratch, n);
    mb_status s = MB_OK;
    if (opt != NULL && opt->tol > 0) tol = opt->tol;
    if (opt != NULL && opt->max_iter > 0) most = opt->max_iter;
    if (!d || !y || !w) {
        s = MB_NO_MEMORY;
    } else if (bad(n * n, p->A) || bad(n, p->b) || bad(n, z)) {
        s = MB_NOT_FINITE;
    } else {
        res = mb_residual(p, z);
        while (s == MB_OK && res > tol) {
            if (k == most) {
                s = MB_MAX_ITER;
                break;
            }
            s = lab_direction(p, z, d, scratch);
            if (s != MB_OK) break;
            s = lab_line_search(p, z, d, &t, scratch);
            if (s != MB_OK) break;
            for (int i = 0; i < n; i++) z[i] += t * d[i];
            products(p, z, w);
            for (int i = 0; i < n; i++) y[i] = z[i] > 0 && z[i] > w[i] ? z[i] : 0;
            if (mb_residual(p, y) <= tol) memcpy(z, y, sizeof(double) * (size_t)n);
            res = mb_residual(p, z);
            if (opt != NULL && opt->history != NULL && k < opt->history_len) opt->history[k] = res;
            k++;
        }
    }
    if (info != NULL) {
        info->status = s;
        info->iterations = k;
        info->residual = res;
        info->where = -1;
    }
    return s;
}
