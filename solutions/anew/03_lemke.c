/* right: covering vector 2, ties by candidate lists, pivot through a copy of the column */
#include <math.h>
#include <string.h>
#include "lab.h"

#define W (2 * n + 2)

mb_status lab_tableau(const mb_lcp *p, const double *d, double *T, int *basis)
{
    const int n = p->n;
    memset(T, 0, sizeof(double) * (size_t)(n * W));
    for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) T[r * W + c] = -p->A[r * n + c];
        T[r * W + n + r] = 1;
        T[r * W + W - 2] = -d[r];
        T[r * W + W - 1] = p->b[r];
        basis[r] = r + n;
    }
    return MB_OK;
}

mb_status lab_first_row(int n, const double *b, const double *d, int *row)
{
    int found = -1;
    for (int r = 0; r < n; ++r) {
        if (!(b[r] < 0)) continue;
        if (found == -1 || b[r] / d[r] <= b[found] / d[found]) found = r;
    }
    *row = found;
    return MB_OK;
}

mb_status lab_pivot(int n, double *T, int *basis, int row, int entering)
{
    double p = T[row * W + entering];
    if (p == 0) return MB_SINGULAR;
    for (int c = 0; c < W; ++c) T[row * W + c] = T[row * W + c] / p;
    for (int r = 0; r < n; ++r) {
        double m = T[r * W + entering];
        if (r == row || m == 0) continue;
        for (int c = 0; c < W; ++c) T[r * W + c] = T[r * W + c] - m * T[row * W + c];
    }
    basis[row] = entering;
    return MB_OK;
}

mb_status lab_entering(int n, int leaving, int *entering)
{
    if (leaving >= n) *entering = leaving - n;
    else *entering = leaving + n;
    return MB_OK;
}

static double biggest(int n, const double *T, int col)
{
    double m = 0;
    for (int r = 0; r < n; ++r)
        if (fabs(T[r * W + col]) > m) m = fabs(T[r * W + col]);
    return m;
}

/* keep those of the candidate rows whose entry in column col, over that in the entering column,
 * is smallest */
static int thin_out(int n, const double *T, int entering, int col, int *mark)
{
    int best = -1, left = 0;
    double scale = biggest(n, T, col);
    for (int r = 0; r < n; ++r) {
        if (!mark[r]) continue;
        if (best < 0 ||
            T[r * W + col] / T[r * W + entering] < T[best * W + col] / T[best * W + entering])
            best = r;
    }
    for (int r = 0; r < n; ++r) {
        double gap, slack;
        if (!mark[r]) continue;
        gap = T[r * W + col] / T[r * W + entering] - T[best * W + col] / T[best * W + entering];
        slack = 1e-12 * scale / fmax(T[r * W + entering], T[best * W + entering]);
        if (gap > slack) mark[r] = 0;
        left += mark[r];
    }
    return left;
}

mb_status lab_ratio_test(int n, const double *T, const int *basis, int entering, int *row)
{
    int mark[256], any = 0;
    double size = biggest(n, T, entering);
    *row = -1;
    for (int r = 0; r < n; ++r) {
        mark[r] = T[r * W + entering] > 1e-11 * size;
        any += mark[r];
    }
    if (any == 0) return MB_RAY;
    any = thin_out(n, T, entering, W - 1, mark);
    for (int r = 0; r < n; ++r)
        if (mark[r] && basis[r] == 2 * n) {
            *row = r;
            return MB_OK;
        }
    for (int c = n; c < 2 * n && any > 1; ++c) any = thin_out(n, T, entering, c, mark);
    for (int r = 0; r < n; ++r)
        if (mark[r]) *row = r;
    return MB_OK;
}

mb_status lab_read_solution(int n, const double *T, const int *basis, double *z)
{
    for (int v = 0; v < n; ++v) {
        z[v] = 0;
        for (int r = 0; r < n; ++r)
            if (basis[r] == v) z[v] = T[r * W + W - 1];
    }
    return MB_OK;
}

static double norm_of(int count, const double *x)
{
    double m = 0;
    for (int i = 0; i < count; ++i)
        if (fabs(x[i]) > m) m = fabs(x[i]);
    return m > 0 ? m : 1;
}

mb_status lab_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                    mb_arena scratch)
{
    const int n = p->n;
    double tol = 1e-10, la, lb, r = HUGE_VAL, top;
    int limit = 50 * n > 100 ? 50 * n : 100, row, in, out, done = 0;
    mb_status s = MB_OK;
    double *T = mb_arena_doubles(&scratch, n * W), *A = mb_arena_doubles(&scratch, n * n);
    double *b = mb_arena_doubles(&scratch, n), *d = mb_arena_doubles(&scratch, n);
    int *basis = mb_arena_ints(&scratch, n);
    mb_lcp own;

    if (opt && opt->tol) tol = opt->tol;
    if (opt && opt->max_iter) limit = opt->max_iter;
    if (!T || !A || !b || !d || !basis) { s = MB_NO_MEMORY; goto end; }
    for (int i = 0; i < n * n; ++i)
        if (!isfinite(p->A[i])) { s = MB_NOT_FINITE; goto end; }
    for (int i = 0; i < n; ++i)
        if (!isfinite(p->b[i])) { s = MB_NOT_FINITE; goto end; }
    la = norm_of(n * n, p->A);
    lb = norm_of(n, p->b);
    for (int i = 0; i < n * n; ++i) A[i] = p->A[i] / la;
    for (int i = 0; i < n; ++i) { b[i] = p->b[i] / lb; d[i] = 2; }
    own.n = n, own.A = A, own.b = b;
    lab_tableau(&own, d, T, basis);
    lab_first_row(n, b, d, &row);
    in = 2 * n;
    while (row >= 0) {
        if (done == limit) { s = MB_MAX_ITER; break; }
        out = basis[row];
        lab_pivot(n, T, basis, row, in);
        done++;
        if (out == 2 * n) break;
        lab_entering(n, out, &in);
        if (lab_ratio_test(n, T, basis, in, &row) == MB_RAY) { s = MB_RAY; break; }
    }
    lab_read_solution(n, T, basis, z);
    for (int i = 0; i < n; ++i) z[i] = z[i] * lb / la;
    top = norm_of(n, z);
    for (int i = 0; i < n; ++i) d[i] = z[i] <= 1e-12 * top ? 0 : z[i];
    if (mb_residual(p, d) <= tol) memcpy(z, d, sizeof(double) * (size_t)n);
    r = mb_residual(p, z);
    if (s == MB_OK && !(r <= tol)) s = MB_STALLED;
end:
    if (info) {
        info->status = s;
        info->iterations = done;
        info->residual = r;
        info->where = -1;
    }
    return s;
}
