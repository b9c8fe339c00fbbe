/* problem.c: what the judges of labs about formulations share */
#include "problem.h"

#include <math.h>
#include <string.h>

enum { MOST_NV = 6 };

/* relative: a few rounding errors of the numbers that a result is made of */
#define NEAR 1e-9

static const mb_status only_ok[] = { MB_OK, MB_TODO };

/* ---- numbers --------------------------------------------------------------------------------- */

double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

double largest(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

void reflected(int n, const double *u, const double *m, double *M)
{
    const double uu = dot(n, u, u);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i * n + j] = 0.0;
            for (int k = 0; k < n; k++) {
                const double qi = (i == k ? 1.0 : 0.0) - 2.0 * u[i] * u[k] / uu;
                const double qj = (j == k ? 1.0 : 0.0) - 2.0 * u[j] * u[k] / uu;
                M[i * n + j] += qi * qj * m[k];
            }
        }
}

/* ---- what a request holds -------------------------------------------------------------------- */

int nv_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_NV]; }

int nc_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_NC]; }

int nd_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_ND]; }

int rows_of(const frame *q) { return nc_of(q) * (1 + nd_of(q)); }

const double *row_of(const frame *q, int r)
{
    const int nv = nv_of(q), nc = nc_of(q);

    return r < nc ? q->array[DYN_JN] + r * nv : q->array[DYN_JF] + (r - nc) * nv;
}

int solve_matrix(int n, const double *M, const double *y, double *x)
{
    double LU[MOST_NV * MOST_NV];
    int pivot[MOST_NV];

    memcpy(LU, M, (size_t)(n * n) * sizeof *LU);
    memcpy(x, y, (size_t)n * sizeof *x);
    if (mb_lu_factor(n, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(n, LU, pivot, x);
    return 1;
}

int solve_mass(const frame *q, const double *y, double *x)
{
    return solve_matrix(nv_of(q), q->array[DYN_M], y, x);
}

int velocity_with(const frame *q, const double *p, double *out)
{
    const int nv = nv_of(q);
    double push[MOST_NV] = { 0.0 };

    for (int i = 0; i < nv; i++) {
        push[i] = q->len[DYN_P_EXT] > 0 ? q->array[DYN_P_EXT][i] : 0.0;
        for (int r = 0; r < rows_of(q) && p; r++) push[i] += row_of(q, r)[i] * p[r];
    }
    if (!solve_mass(q, push, out)) return 0;
    for (int i = 0; i < nv; i++) out[i] += q->array[DYN_V][i];
    return 1;
}

/* ---- judging --------------------------------------------------------------------------------- */

int judge_vector(verdict *v, const char *name, int n, const double *x, const double *want,
                 double size)
{
    for (int i = 0; i < n; i++) size = fmax(size, fabs(want[i]));
    for (int i = 0; i < n; i++) {
        if (fabs(x[i] - want[i]) <= NEAR * size) continue;
        if (!judge_written(v, name, n, x)) return 0;
        say_vector(v->yours, name, n, x);
        say(v->broken, "%s_%d should be %.10g and is %.10g", name, i + 1, want[i], x[i]);
        return 0;
    }
    return 1;
}

int judge_outcome(const frame *q, const frame *a, verdict *v, int *done)
{
    static const mb_status singular[] = { MB_SINGULAR, MB_TODO },
                           no_memory[] = { MB_NO_MEMORY, MB_TODO };
    const double bytes = q->array[DYN_SIZES][SIZE_SCRATCH];
    double x[MOST_NV];

    *done = 1;
    if (bytes >= 0.0 && bytes < 8.0)
        return judge_status(v, (mb_status)a->id, no_memory, "there is no scratch at all");
    if (bytes >= 0.0 && a->id == MB_NO_MEMORY) return 1;
    if (!solve_mass(q, q->array[DYN_V], x))
        return judge_status(v, (mb_status)a->id, singular, "M is singular");
    *done = 0;
    return judge_status(v, (mb_status)a->id, only_ok, "M is regular, and there is enough scratch");
}

/* info as the contract has it */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    static const char *const member[] = { "status", "iterations", "residual", "where" };
    const double want[] = { (double)a->id, 0.0, HUGE_VAL, -1.0 }, *info = a->array[LCP_INFO];

    for (int i = 0; i < q->len[LCP_INFO]; i++) {
        if (fabs(info[i] - want[i]) < 0.5 || (want[i] >= HUGE_VAL && info[i] >= HUGE_VAL)) continue;
        if (!(info[i] < BLANK || info[i] > BLANK))
            say(v->broken, "info->%s was not written", member[i]);
        else say(v->broken, "info->%s is %g, and should be %g", member[i], info[i], want[i]);
        return 0;
    }
    return 1;
}

int judge_refusal(const frame *q, const frame *a, verdict *v)
{
    const double *state = a->array[LCP_OUT];

    if (fabs(state[OUT_N] - OUT_SAME) > 0.5)
        say(v->broken, "out was written to: it must stay as it came when there is no problem");
    else if (state[OUT_TAKEN] > 0.5)
        say(v->broken, "memory was taken from *arena for good: it must stay as it came when there "
                       "is no problem");
    else return judge_told(q, a, v);
    return 0;
}

int judge_handed(const frame *q, const frame *a, verdict *v)
{
    const double *state = a->array[LCP_OUT];
    const int n = q->len[LCP_B];

    if (fabs(state[OUT_N] - (double)n) > 0.5)
        say(v->broken, "out->n is %g, and should be %d", state[OUT_N], n);
    else if (n > 0 && state[OUT_TAKEN] < 0.5)
        say(v->broken, "*arena is as it was, so that A and b will be overwritten: take them from "
                       "*arena itself, not from a copy");
    else return judge_told(q, a, v) && judge_written(v, "A", n * n, a->array[LCP_A]) &&
                judge_written(v, "b", n, a->array[LCP_B]);
    return 0;
}
