/* Lab 02's tests: one sweep is unique and compared with eq 2.4 and 2.5 evaluated here; the solvers are judged by the conditions */
#include "grader.h"
#include "requests.h"

#include <float.h>
#include <string.h>

enum { MAX_N = 40, HISTORY = 8, MAX_ITER = 1000 };            /* the default of max_iter */

static const double sweep_tol = 1e-12, solved = 1e-8;          /* allowed: rounding of a sweep; tol of the solvers' tests, below */
static const double ask_tol = 1e-9;                            /* what the solvers are asked for, but for one case of 16 */

/* the worked example of README: z = (4/3, 7/3) */
static const double A2[] = { 2, 1, 1, 2 }, b2[] = { -5, -6 }, zero[MAX_N];

/* ---- sweeps ---------------------------------------------------------------------------------------------------------------- */

static void put_sweep(frame *q, int call, int n, const double *A, const double *b, double omega, const double *z)
{
    q->id = call;
    put(q, n * n, A);
    put(q, n, b);
    put_number(q, omega);
    if (call == CALL_PGS_SWEEP) {
        put_out(q, n, z);
        return;
    }
    put(q, n, z);
    put_blank(q, n);
}

/* one row of either sweep: reads z, returns the new z_i */
static double row_update(int n, const double *A, const double *b, double omega, const double *z, int i)
{
    double w = b[i];

    for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
    return fmax(0.0, z[i] - omega * w / A[i * n + i]);
}

/* Not symmetric, so that a transposed A shows; z and b of such sizes that about half of the rows are clamped. Case LARGE has n = 40. */
enum { LARGE = 29 };
static void random_sweep(rng *r, int k, int call, double omega, frame *q)
{
    const int n = k == LARGE ? MAX_N : 2 + rng_int(r, 7);
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    make_diagonally_dominant(r, n, A);
    for (int i = 0; i < n; i++) {
        z[i] = rng_unit(r) < 0.3 ? 0.0 : rng_range(r, 0.2, 3.0);
        b[i] = A[i * n + i] * rng_range(r, -4.0, 4.0);
    }
    put_sweep(q, call, n, A, b, omega, z);
}

static void make_jacobi_example(int k, rng *r, frame *q)
{
    static const double start[] = { 1, 1 };

    (void)r;
    put_sweep(q, CALL_JACOBI_SWEEP, 2, A2, b2, k == 1 ? 0.5 : 1.0, k == 0 ? zero : start);
}

static void make_pgs_example(int k, rng *r, frame *q)
{
    static const double start[] = { 1, 1 };

    (void)r;
    put_sweep(q, CALL_PGS_SWEEP, 2, A2, b2, 1.0, k == 0 ? zero : start);
}

static void make_jacobi_random(int k, rng *r, frame *q)
{
    random_sweep(r, k, CALL_JACOBI_SWEEP, k % 3 == 0 ? 1.0 : rng_range(r, 0.3, 1.7), q);
}

static void make_pgs_random(int k, rng *r, frame *q)
{
    random_sweep(r, k, CALL_PGS_SWEEP, 1.0, q);
}

static void make_sor_random(int k, rng *r, frame *q)
{
    random_sweep(r, k, CALL_PGS_SWEEP, rng_range(r, 0.3, 1.7), q);
}

/* Where a status alone could be the right answer, it is not from case k = MUST_SOLVE on: no points for always saying the same */
enum { MUST_SOLVE = 8, WITH_SOLVABLE = 10 };

/* small is not zero: the same problem in other units */
static void in_small_units(int n, double *A, double *b)
{
    for (int i = 0; i < n * n; i++) A[i] *= 0x1p-70;
    for (int i = 0; i < n; i++) b[i] *= 0x1p-70;
}

/* a diagonal entry that is 0 or negative, at some row; or all of them small */
static void make_bad_diagonal(int k, rng *r, frame *q)
{
    const int n = 2 + k % 4, row = k < 2 ? 0 : k < 4 ? n - 1 : rng_int(r, n);
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n; i++) z[i] = rng_unit(r);
    if (k < MUST_SOLVE) A[row * n + row] = k < 4 ? 0.0 : -1.0;
    else in_small_units(n, A, b);
    put_sweep(q, k % 2 ? CALL_PGS_SWEEP : CALL_JACOBI_SWEEP, n, A, b, 1.0, z);
}

static void say_sweep(const frame *q, verdict *v)
{
    const int n = q->len[SWEEP_B];

    say(v->input, "%s  ", q->id == CALL_PGS_SWEEP ? "lab_pgs_sweep" : "lab_jacobi_sweep");
    say_lcp(v->input, n, q->array[SWEEP_A], q->array[SWEEP_B]);
    say(v->input, "omega=%.4g  from ", q->array[SWEEP_OMEGA][0]);
    say_vector(v->input, "z", n, q->array[SWEEP_Z]);
}

static int judge_jacobi_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status ok[] = { MB_OK, MB_TODO };
    const int n = q->len[SWEEP_B];
    double want[MAX_N];

    (void)k;
    say_sweep(q, v);
    if (!judge_status(v, (mb_status)a->id, ok, "the diagonal is positive")) return 0;
    for (int i = 0; i < n; i++)
        want[i] = row_update(n, q->array[SWEEP_A], q->array[SWEEP_B], q->array[SWEEP_OMEGA][0], q->array[SWEEP_Z], i);
    return judge_near(v, "z_next", n, a->array[SWEEP_NEXT], want, sweep_tol);
}

/* upwards or downwards: both are Gauss-Seidel; the message is about upwards */
static int judge_pgs_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status ok[] = { MB_OK, MB_TODO };
    const int n = q->len[SWEEP_B];
    double up[MAX_N], down[MAX_N];
    verdict other;

    (void)k;
    memset(&other, 0, sizeof other);
    say_sweep(q, v);
    if (!judge_status(v, (mb_status)a->id, ok, "the diagonal is positive")) return 0;
    memcpy(up, q->array[SWEEP_Z], (size_t)n * sizeof *up);
    memcpy(down, up, (size_t)n * sizeof *down);
    for (int i = 0; i < n; i++)
        up[i] = row_update(n, q->array[SWEEP_A], q->array[SWEEP_B], q->array[SWEEP_OMEGA][0], up, i);
    for (int i = n - 1; i >= 0; i--)
        down[i] = row_update(n, q->array[SWEEP_A], q->array[SWEEP_B], q->array[SWEEP_OMEGA][0], down, i);
    if (judge_near(&other, "z", n, a->array[SWEEP_Z], down, sweep_tol)) return 1;
    return judge_near(v, "z", n, a->array[SWEEP_Z], up, sweep_tol);
}

static int judge_refused_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status singular[] = { MB_SINGULAR, MB_TODO };

    if (k >= MUST_SOLVE) return q->id == CALL_PGS_SWEEP ? judge_pgs_sweep(k, q, a, v) : judge_jacobi_sweep(k, q, a, v);
    say_sweep(q, v);
    return judge_status(v, (mb_status)a->id, singular, "a diagonal entry is not positive, and the sweep divides by it");
}

/* ---- solvers --------------------------------------------------------------------------------------------------------------- */

static void put_solve(frame *q, int call, int n, const double *A, const double *b, int max_iter, double omega, const double *z)
{
    const double options[] = { ask_tol, (double)max_iter, omega, WITH_ALL };

    q->id = call;
    put(q, n * n, A);
    put(q, n, b);
    put(q, 4, options);
    put_out(q, n, z);
    put_out(q, 4, INFO_BLANK);
    put_blank(q, HISTORY);
}

static void say_solve(const frame *q, verdict *v)
{
    const int n = q->len[SOLVE_B];
    const double *o = q->array[SOLVE_OPTIONS];

    say(v->input, "%s  ", q->id == CALL_PGS ? "lab_pgs" : "lab_jacobi");
    say_lcp(v->input, n, q->array[SOLVE_A], q->array[SOLVE_B]);
    if ((int)o[3] == NO_OPTIONS_NO_INFO) say(v->input, "opt=NULL info=NULL  from ");
    else say(v->input, "tol=%g max_iter=%g%s omega=%.4g%s%s  from ", o[0], o[1], o[1] > 0.0 ? "" : " (default)", o[2],
             o[2] > 0.0 ? "" : " (default)", (int)o[3] == NO_HISTORY ? " history=NULL" : "");
    say_vector(v->input, "z", n, q->array[SOLVE_Z]);
}

/* what came back, and after how many sweeps, if that was said */
static void say_returned(const frame *a, verdict *v)
{
    const double sweeps = a->array[SOLVE_INFO][1];

    say(v->yours, "returned %s", mb_status_name((mb_status)a->id));
    if (sweeps < BLANK) say(v->yours, " after %g sweeps", sweeps);
}

static mb_lcp problem_of(const frame *q)
{
    const mb_lcp p = { q->len[SOLVE_B], q->array[SOLVE_A], q->array[SOLVE_B] };

    return p;
}

static double residual_of(const frame *q, const double *z)
{
    const mb_lcp p = problem_of(q);

    return mb_residual(&p, z);
}

/* what holds for every answer of a solver: z finite, MB_OK only for a solution to the tolerance asked for */
static int judge_honest(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];
    const double *z = a->array[SOLVE_Z];

    for (int i = 0; i < n; i++)
        if (!(fabs(z[i]) <= DBL_MAX)) {
            say(v->yours, "returned %s  ", mb_status_name((mb_status)a->id));
            say_vector(v->yours, "z", n, z);
            say(v->broken, "z_%d is not a finite number: hand over the last iterate that was", i + 1);
            return 0;
        }
    if (a->id == MB_OK && !judge_lcp(v, n, q->array[SOLVE_A], q->array[SOLVE_B], z, q->array[SOLVE_OPTIONS][0])) {
        say(v->broken, ", yet it returned MB_OK");
        return 0;
    }
    return 1;
}

/* a number of info as an int; one that is none becomes -1000000 */
static int info_int(const frame *a, int which)
{
    const double x = a->array[SOLVE_INFO][which];

    return x >= -1e6 && x <= 1e6 ? (int)x : -1000000;
}

/* all of info; asked only in the tests that are about what a solver says, so that a forgotten info costs no others */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    const mb_lcp p = problem_of(q);
    const double *z = a->array[SOLVE_Z], tol = q->array[SOLVE_OPTIONS][0], max_iter = q->array[SOLVE_OPTIONS][1];

    if (!judge_info(v, (mb_status)a->id, a->array[SOLVE_INFO], max_iter > 0.0 ? (int)max_iter : MAX_ITER, &p, z, NULL)) return 0;
    if (a->id != MB_MAX_ITER || !(residual_of(q, z) <= tol)) return 1;
    say(v->broken, "MB_MAX_ITER was returned, and the z handed over passes the test: look at the residual after the last sweep, too");
    return 0;
}

/* the solver must solve this one */
static int judge_solved(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];

    (void)k;
    say_solve(q, v);
    if (!judge_lcp(v, n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z], solved)) {
        say_returned(a, v);
        return 0;
    }
    if (!judge_honest(q, a, v)) return 0;
    if (a->id == MB_OK) return 1;
    say_returned(a, v);
    say(v->broken, "the method converges here, and max_iter is enough for it: should return MB_OK");
    return 0;
}

static void make_spd_solve(int k, rng *r, frame *q)
{
    const int n = k == 0 ? 2 : k == LARGE ? MAX_N : 1 + rng_int(r, 8);
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    make_spd(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n; i++) z[i] = k % 2 ? rng_unit(r) : 0.0;
    if (k == 0) put_solve(q, CALL_PGS, 2, A2, b2, 0, 0.0, zero);
    else put_solve(q, CALL_PGS, n, A, b, 5000, k % 3 == 0 ? 1.3 : 1.0, z);
}

static void make_dominant_solve(int k, rng *r, frame *q)
{
    const int n = 2 + rng_int(r, 7);
    double A[MAX_N * MAX_N], b[MAX_N];

    (void)k;
    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    put_solve(q, CALL_PGS, n, A, b, 0, 0.0, zero);
}

static void make_jacobi_solve(int k, rng *r, frame *q)
{
    const int n = k == 19 ? MAX_N : 1 + rng_int(r, 8);
    double A[MAX_N * MAX_N], b[MAX_N];

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    put_solve(q, CALL_JACOBI, n, A, b, 0, k % 2 ? 0.8 : 0.0, zero);
}

/* ones on the diagonal, nearly as much beside it: sweeps change z little although w is far from 0; in odd cases b is so small that
 * "little" can't be a number */
static void make_slow_solve(int k, rng *r, frame *q)
{
    const int n = 2 + k % 3;
    const double c = 0.995;
    double A[MAX_N * MAX_N], b[MAX_N];

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) A[i * n + j] = i == j ? 1.0 : i - j == 1 || j - i == 1 ? (n == 2 ? -c : -c / 2.0) : 0.0;
        b[i] = -(k % 2 ? 1e-6 : 1.0) * rng_range(r, 0.5, 1.0);
    }
    put_solve(q, CALL_PGS, n, A, b, 100000, 1.0, zero);
}

/* start at a solution that was built in: z >= 0 or w >= 0 chosen, b = w - A z; from MUST_SOLVE on, start elsewhere */
static void make_warm_start(int k, rng *r, frame *q)
{
    const int n = 2 + rng_int(r, 6);
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    make_spd(r, n, A);
    for (int i = 0; i < n; i++) z[i] = rng_unit(r) < 0.4 ? 0.0 : rng_range(r, 0.5, 2.0);
    for (int i = 0; i < n; i++) {
        b[i] = z[i] > 0.0 ? 0.0 : rng_range(r, 0.1, 1.0);
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * z[j];
    }
    put_solve(q, k % 4 == 3 ? CALL_JACOBI : CALL_PGS, n, A, b, 1000, 1.0, k < MUST_SOLVE ? z : zero);
}

static int judge_warm_start(int k, const frame *q, const frame *a, verdict *v)
{
    if (!judge_solved(k, q, a, v) || !judge_written(v, "info->iterations", 1, a->array[SOLVE_INFO] + 1)) return 0;
    if (k >= MUST_SOLVE || info_int(a, 1) == 0) return 1;
    say_vector(v->yours, "z", q->len[SOLVE_B], a->array[SOLVE_Z]);
    say(v->yours, "info->iterations = %g", a->array[SOLVE_INFO][1]);
    say(v->broken, "the start is a solution already (residual %.1e): should return MB_OK after 0 sweeps",
        residual_of(q, q->array[SOLVE_Z]));
    return 0;
}

/* k even: no solution exists (A positive semidefinite, rows that contradict each other); odd: solvable, but not in so few sweeps.
 * From MUST_SOLVE on the sweeps suffice; but in the last there is no solution again, and each sweep makes z 9 times as large. */
enum { DIVERGES = WITH_SOLVABLE };
static void make_capped(int k, rng *r, frame *q)
{
    static const double A[] = { 1, -1, -1, 1 }, away[] = { 1, -3, -3, 1 };
    const double b[] = { -rng_range(r, 0.5, 2.0), -rng_range(r, 0.5, 2.0) };

    if (k == DIVERGES) put_solve(q, CALL_PGS, 2, away, b, 20000, 1.0, zero);
    else if (k >= MUST_SOLVE) put_solve(q, CALL_PGS, 2, A2, b2, 100, 1.0, zero);
    else if (k % 2 == 0) put_solve(q, CALL_PGS, 2, A, b, 20 + k, 1.0, zero);
    else put_solve(q, CALL_PGS, 2, A2, b2, 3, 0.3, zero);
}

static int judge_capped(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status unsolvable[] = { MB_MAX_ITER, MB_STALLED, MB_TODO }, too_few[] = { MB_MAX_ITER, MB_OK, MB_TODO };
    const int max_iter = (int)q->array[SOLVE_OPTIONS][1], done = info_int(a, 1);

    if (k >= MUST_SOLVE && k != DIVERGES) return judge_solved(k, q, a, v) && judge_told(q, a, v);
    say_solve(q, v);
    if (!judge_honest(q, a, v)) return 0;
    if (!judge_status(v, (mb_status)a->id, k % 2 ? too_few : unsolvable,
                      k % 2 ? "the method converges here, but not in so few sweeps" : "this problem has no solution") ||
        !judge_told(q, a, v)) return 0;
    if (done <= max_iter && (a->id != MB_MAX_ITER || done == max_iter)) return 1;
    say(v->yours, "returned %s, info->iterations = %d", mb_status_name((mb_status)a->id), done);
    say(v->broken, "%d sweeps were allowed", max_iter);
    return 0;
}

/* Jacobi's iterates are unique */
static int judge_iterate(const frame *q, const frame *a, int sweeps, verdict *v)
{
    const int n = q->len[SOLVE_B];
    double z[MAX_N], next[MAX_N];

    memcpy(z, q->array[SOLVE_Z], (size_t)n * sizeof *z);
    for (int k = 0; k < sweeps; k++) {
        for (int i = 0; i < n; i++) next[i] = row_update(n, q->array[SOLVE_A], q->array[SOLVE_B], q->array[SOLVE_OPTIONS][2], z, i);
        memcpy(z, next, (size_t)n * sizeof *z);
    }
    return judge_near(v, "z after the last sweep", n, a->array[SOLVE_Z], z, sweep_tol);
}

/* info->residual and the history are residuals of iterates that the caller can check. From CAPPED_RECORDS on, 1, 2, 3 ... sweeps are
 * allowed of more than are needed, so that each entry of the history is the last for once; from LAST_SOLVES on one sweep, which is
 * enough. */
enum { CAPPED_RECORDS = 10, LAST_SOLVES = CAPPED_RECORDS + 8, RECORDS = LAST_SOLVES + 4 };
static int judge_records(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status capped[] = { MB_OK, MB_MAX_ITER, MB_TODO };
    const double *history = a->array[SOLVE_HISTORY], residual = residual_of(q, a->array[SOLVE_Z]);
    const int done = info_int(a, 1), last = done < HISTORY ? done : HISTORY;

    if (k < CAPPED_RECORDS ? !judge_solved(k, q, a, v) : !judge_honest(q, a, v)) return 0;
    if (k >= CAPPED_RECORDS) say_solve(q, v);
    if (!judge_status(v, (mb_status)a->id, capped, "the diagonal is positive") || !judge_told(q, a, v)) return 0;
    if (a->id == MB_MAX_ITER && q->id == CALL_JACOBI && !judge_iterate(q, a, done, v)) return 0;
    say_vector(v->yours, "  history", HISTORY, history);
    for (int i = 0; i < last; i++)
        if (!(history[i] > 0.0 && history[i] < BLANK) && !(i == done - 1 && history[i] <= 0.0)) {
            say(v->broken, "history[%d] %s, and should hold the residual after sweep %d", i,
                history[i] < BLANK ? "is not positive" : "was not written", i + 1);
            return 0;
        }
    if (done >= 1 && done <= HISTORY && !(fabs(history[done - 1] - residual) <= 1e-6 * residual + 1e-300)) {
        say(v->broken, "history[%d] should be the residual after the last sweep, %.6g", done - 1, residual);
        return 0;
    }
    return 1;
}

/* small couplings, so that the last sweep falls inside the history */
static void make_records(int k, rng *r, frame *q)
{
    const int n = 1 + k % 5;
    double A[MAX_N * MAX_N], b[MAX_N];

    for (int i = 0; i < n * n; i++)
        A[i] = i % (n + 1) == 0 ? rng_range(r, 1.0, 2.0) : (k < 5 ? 0.01 : 0.2) * rng_range(r, -1.0, 1.0);
    for (int i = 0; i < n; i++) b[i] = -rng_range(r, 0.5, 1.0);
    if (k < CAPPED_RECORDS) put_solve(q, k % 3 == 2 ? CALL_JACOBI : CALL_PGS, n, A, b, 1000, 1.0, zero);
    else if (k < LAST_SOLVES) put_solve(q, k % 2 ? CALL_JACOBI : CALL_PGS, 2, A2, b2, (k - CAPPED_RECORDS) / 2 + 1, 1.0, zero);
    else put_solve(q, k % 2 ? CALL_JACOBI : CALL_PGS, k < LAST_SOLVES + 2 ? 1 : 2, A2, b2, 1, 1.0, zero);
    if (k >= LAST_SOLVES + 2) q->array[SOLVE_OPTIONS][0] = 0.6;
}

static void make_refused_solve(int k, rng *r, frame *q)
{
    const int n = 1 + k % 6, row = rng_int(r, n);
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    make_spd(r, n, A);
    for (int i = 0; i < n; i++) {
        b[i] = -1.0;
        z[i] = rng_unit(r);
    }
    if (k < MUST_SOLVE) A[row * n + row] = k % 2 ? 0.0 : -2.0;
    else in_small_units(n, A, b);
    if (k < MUST_SOLVE) put_solve(q, k % 3 == 2 ? CALL_JACOBI : CALL_PGS, n, A, b, 100, 1.0, z);
    else put_solve(q, CALL_PGS, n, A, b, 20000, 1.0, z);
}

static int judge_refused_solve(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status singular[] = { MB_SINGULAR, MB_TODO };
    const int n = q->len[SOLVE_B], where = info_int(a, 3);

    if (k >= MUST_SOLVE) return judge_solved(k, q, a, v);
    say_solve(q, v);
    if (!judge_status(v, (mb_status)a->id, singular, "a diagonal entry is not positive")) return 0;
    if (!judge_honest(q, a, v) || !judge_told(q, a, v)) return 0;
    if (where < 0 || where >= n || q->array[SOLVE_A][where * n + where] > 0.0) {
        say(v->yours, "info->where = %d", where);
        say(v->broken, "info->where should be a row with a diagonal entry <= 0");
        return 0;
    }
    for (int i = 0; i < n; i++)
        if (fabs(a->array[SOLVE_Z][i] - q->array[SOLVE_Z][i]) > 0.0) {
            say_vector(v->yours, "z", n, a->array[SOLVE_Z]);
            say(v->broken, "z should come back as it was when the problem is refused");
            return 0;
        }
    return 1;
}

/* after how many Jacobi sweeps from 0 some z_i is no double any more */
static int sweeps_to_overflow(int n, const double *A, const double *b)
{
    double z[MAX_N] = { 0.0 }, next[MAX_N], largest = 0.0;
    int sweeps = 0;

    for (; largest <= DBL_MAX; sweeps++) {
        for (int i = 0; i < n; i++) next[i] = row_update(n, A, b, 1.0, z, i);
        for (int i = 0; i < n; i++) largest = fmax(largest, next[i]);
        memcpy(z, next, sizeof z);
    }
    return sweeps;
}

/* -1 off the diagonal and 1.1 on it, b < 0: the sum of all w is (1.1 - (n - 1)) sum z + sum b < 0 for n >= 3, so no z >= 0 has
 * w >= 0. Jacobi multiplies z by (n - 1)/1.1 in each sweep. In odd cases the last sweep allowed is the one that overflows. */
static void make_divergent(int k, rng *r, frame *q)
{
    const int n = 3 + k / 2;
    double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];

    if (k >= MUST_SOLVE) {
        make_jacobi_solve(k, r, q);
        return;
    }
    for (int i = 0; i < n * n; i++) A[i] = i % (n + 1) == 0 ? 1.1 : -1.0;
    for (int i = 0; i < n; i++) {
        b[i] = -rng_range(r, 0.5, 1.0);
        z[i] = 0.0;
    }
    put_solve(q, CALL_JACOBI, n, A, b, k % 2 ? sweeps_to_overflow(n, A, b) : 20000, 1.0, z);
}

static int judge_divergent(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status failed[] = { MB_MAX_ITER, MB_STALLED, MB_TODO };

    if (k >= MUST_SOLVE) return judge_solved(k, q, a, v);
    say_solve(q, v);
    if (!judge_honest(q, a, v)) return 0;
    return judge_status(v, (mb_status)a->id, failed, "there is no solution, and z grows without bound") && judge_told(q, a, v);
}

enum { LOOSE = 13, EDGES = 15 };

/* From LOOSE on the tolerance is so large that two sweeps are enough: no solution to 1e-8 is asked for */
static int judge_edge(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status ok[] = { MB_OK, MB_TODO };

    if (k < LOOSE) return judge_solved(k, q, a, v) && (q->len[SOLVE_B] > 0 || judge_told(q, a, v));
    say_solve(q, v);
    return judge_honest(q, a, v) && judge_status(v, (mb_status)a->id, ok, "this tolerance is reached in max_iter sweeps") &&
           judge_told(q, a, v);
}

/* n = 0; n = 1; options left at 0; no options and no info; no history; and each option so that nothing but it leads to the answer:
 * a tolerance below the default, or large; a problem for which 100 sweeps are too few, two for which omega must be less than 1 */
static void make_edge(int k, rng *r, frame *q)
{
    static const double one[] = { 2 }, minus[] = { -3 }, plus[] = { 3 }, tiny[] = { 2e-20 }, less[] = { -3e-12 };
    static const double slow[] = { 1, -0.97, -0.97, 1 }, turn[] = { 1, 1.5, -1.5, 1 }, bt[] = { -2.5, 0.5 };     /* bt: z = (1, 1) */

    (void)r;
    if (k == 0) put_solve(q, CALL_PGS, 0, zero, zero, 0, 0.0, zero);
    if (k == 1) put_solve(q, CALL_PGS, 1, one, minus, 0, 0.0, zero);
    if (k == 2) put_solve(q, CALL_PGS, 1, one, plus, 0, 0.0, zero);
    if (k == 3) put_solve(q, CALL_JACOBI, 0, zero, zero, 0, 0.0, zero);
    if (k >= 4 && k <= 7) put_solve(q, k % 2 ? CALL_JACOBI : CALL_PGS, 2, A2, b2, 0, 0.0, zero);
    if (k == 8) put_solve(q, CALL_PGS, 2, slow, b2, 0, 0.0, zero);
    if (k == 9 || k == 10) put_solve(q, k == 9 ? CALL_PGS : CALL_JACOBI, 2, turn, bt, 0, 0.5, zero);
    if (k == 11) put_solve(q, CALL_PGS, 1, tiny, less, 0, 0.0, zero);
    if (k == 4 || k == 5) q->array[SOLVE_OPTIONS][3] = NO_OPTIONS_NO_INFO;
    if (k == 6) q->array[SOLVE_OPTIONS][3] = NO_HISTORY;
    if (k == 12) put_solve(q, CALL_PGS, 2, A2, b2, 0, 0.0, zero);
    if (k >= LOOSE) put_solve(q, k % 2 ? CALL_PGS : CALL_JACOBI, 2, A2, b2, 4, 0.0, zero);
    if (k == 7 || k == 12) q->array[SOLVE_OPTIONS][0] = 1e-13;
    if (k >= LOOSE) q->array[SOLVE_OPTIONS][0] = 0.3;
}

/* ---- the table ------------------------------------------------------------------------------------------------------------- */

static const lab_test tests[] = {
    { "01", "Jacobi sweep: the worked example", 1, "sweeps", 0, 3, make_jacobi_example, judge_jacobi_sweep },
    { "02", "Jacobi sweep: any A, z and omega", 2, "sweeps", 1, 30, make_jacobi_random, judge_jacobi_sweep },
    { "03", "Gauss-Seidel sweep: the worked example", 1, "sweeps", 0, 2, make_pgs_example, judge_pgs_sweep },
    { "04", "Gauss-Seidel sweep: any A and z", 2, "sweeps", 1, 30, make_pgs_random, judge_pgs_sweep },
    { "05", "Gauss-Seidel sweep with over-relaxation", 2, "sweeps", 1, 30, make_sor_random, judge_pgs_sweep },
    { "06", "sweeps refuse a diagonal entry <= 0", 1, "sweeps", 1, WITH_SOLVABLE, make_bad_diagonal, judge_refused_sweep },
    { "07", "lab_pgs solves symmetric positive definite problems", 2, "solvers", 1, 30, make_spd_solve, judge_solved },
    { "08", "lab_pgs solves diagonally dominant problems, A not symmetric", 1, "solvers", 1, 20, make_dominant_solve, judge_solved },
    { "09", "a good start is used: 0 sweeps from a solution", 1, "solvers", 1, WITH_SOLVABLE, make_warm_start, judge_warm_start },
    { "10", "slow convergence: the residual decides, not the change of z", 1, "solvers", 1, 6, make_slow_solve, judge_solved },
    { "11", "max_iter is kept, and said", 1, "solvers", 1, WITH_SOLVABLE + 1, make_capped, judge_capped },
    { "12", "info and history", 1, "solvers", 1, RECORDS, make_records, judge_records },
    { "13", "solvers refuse a diagonal entry <= 0", 1, "solvers", 1, WITH_SOLVABLE, make_refused_solve, judge_refused_solve },
    { "14", "lab_jacobi solves diagonally dominant problems", 1, "solvers", 1, 20, make_jacobi_solve, judge_solved },
    { "15", "lab_jacobi says so when it diverges", 1, "solvers", 1, WITH_SOLVABLE, make_divergent, judge_divergent },
    { "16", "n = 0, n = 1, options", 1, "solvers", 0, EDGES, make_edge, judge_edge },
};

const lab lab_02_pgs = { "02_pgs", "projected Jacobi and projected Gauss-Seidel", tests, (int)(sizeof tests / sizeof tests[0]), CALL_PGS };
