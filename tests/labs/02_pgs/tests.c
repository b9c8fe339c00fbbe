/* Lab 02's tests: one sweep is unique and compared with eq 2.4 and 2.5 evaluated here; the
 * solvers are judged by the conditions */
#include "grader.h"
#include "worker.c"

#include <float.h>
#include <string.h>

enum { MAX_N = 200, HISTORY = 8, MAX_ITER = 1000 };           /* the default of max_iter */

/* allowed: rounding of a sweep; tol of the solvers' tests, below */
static const double sweep_tol = 1e-12, solved = 1e-8;
/* the tolerance in the solvers' requests, except for one case of 16 */
static const double ask_tol = 1e-9;

/* the worked example of README: z = (4/3, 7/3) */
static const double A2[] = { 2, 1, 1, 2 }, b2[] = { -5, -6 }, zero[MAX_N];

/* ---- sweeps ---------------------------------------------------------------------------------- */

static void put_sweep(frame *q, int call, int n, const double *A, const double *b, double omega,
                      const double *z)
{
    put_lcp(q, call, n, A, b);
    put(q, scalar(omega));
    if (call == CALL_PGS_SWEEP) {
        put(q, output(n, z));
        return;
    }
    put(q, given(n, z), blank(n));
}

/* one row of either sweep: reads z, returns the new z_i */
static double row_update(int n, const double *A, const double *b, double omega, const double *z,
                         int i)
{
    double w = b[i];

    for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
    return fmax(0.0, z[i] - omega * w / A[i * n + i]);
}

/* row i in units of row[i], column j in units of 1/row[j]: small couplings may occur with large
 * z */
static void in_mixed_units(rng *r, int n, double *A, double *b, double *z)
{
    for (int i = 0; i < n; i++) {
        const double row = ldexp(1.0, rng_int(r, 90) - 45),
                     column = ldexp(1.0, rng_int(r, 90) - 45);
        for (int j = 0; j < n; j++) {
            A[i * n + j] *= row;
            A[j * n + i] *= column;
        }
        b[i] *= row;
        z[i] /= column;
    }
}

/* Not symmetric, so that a transposed A shows; z and b of such sizes that about half of the rows
 * are clamped; every fifth case starts outside of z >= 0, the next each row and column has units
 * of its own, in LARGE and LARGEST n = 65 and 200. */
enum { LARGE = 28, LARGEST };
static void random_sweep(rng *r, int k, int call, double omega, frame *q)
{
    static double A[MAX_N * MAX_N], b[MAX_N], z[MAX_N];
    const int n = k == LARGE ? 65 : k == LARGEST ? MAX_N : 2 + rng_int(r, 7);

    make_diagonally_dominant(r, n, A);
    for (int i = 0; i < n; i++) {
        z[i] = k % 5 == 3          ? rng_range(r, -2.0, 2.0)
               : rng_unit(r) < 0.3 ? 0.0
                                   : rng_range(r, 0.2, 3.0);
        b[i] = A[i * n + i] * rng_range(r, -4.0, 4.0);
    }
    if (k % 5 == 4 && n < 65) in_mixed_units(r, n, A, b, z);
    put_sweep(q, call, n, A, b, omega, z);
}

static void make_jacobi_example(int k, rng *r, frame *q)
{
    static const double start[] = { 1, 1 };

    put_sweep(q, CALL_JACOBI_SWEEP, 2, A2, b2, k == 1 ? 0.5 : 1.0, k == 0 ? zero : start);
}

static void make_pgs_example(int k, rng *r, frame *q)
{
    static const double start[] = { 1, 1 };

    put_sweep(q, CALL_PGS_SWEEP, 2, A2, b2, 1.0, k == 0 ? zero : start);
}

/* From SWEEPS on z_1 = 0 has to grow, though b_1 > 0, and z_2 to shrink */
enum { SWEEPS = 30 };
static void growing_sweep(int call, double omega, frame *q)
{
    static const double A[] = { 2, -1, -1, 2 }, b[] = { 1, 1 }, z[] = { 0, 3 };

    put_sweep(q, call, 2, A, b, omega, z);
}

static void make_jacobi_random(int k, rng *r, frame *q)
{
    if (k >= SWEEPS) growing_sweep(CALL_JACOBI_SWEEP, 1.0, q);
    else random_sweep(r, k, CALL_JACOBI_SWEEP, k % 3 == 0 ? 1.0 : rng_range(r, 0.3, 1.7), q);
}

static void make_pgs_random(int k, rng *r, frame *q)
{
    if (k >= SWEEPS) growing_sweep(CALL_PGS_SWEEP, 1.0, q);
    else random_sweep(r, k, CALL_PGS_SWEEP, 1.0, q);
}

static void make_sor_random(int k, rng *r, frame *q)
{
    if (k >= SWEEPS) growing_sweep(CALL_PGS_SWEEP, 0.5, q);
    else random_sweep(r, k, CALL_PGS_SWEEP, rng_range(r, 0.3, 1.7), q);
}

/* Where a status alone could be the right answer, from case k = MUST_SOLVE on it is not: there are
 * no points for always returning the same */
enum { MUST_SOLVE = 8, WITH_SOLVABLE = 10 };

/* small is not zero: the same problem in other units */
static void in_small_units(int n, double *A, double *b)
{
    for (int i = 0; i < n * n; i++) A[i] *= 0x1p-70;
    for (int i = 0; i < n; i++) b[i] *= 0x1p-70;
}

/* a diagonal entry that is 0 or negative, at some row, which in the first cases stays at z_i = 0;
 * or all of them small */
static void make_bad_diagonal(int k, rng *r, frame *q)
{
    const int n = 2 + k % 4, row = k < 2 ? 0 : k < 4 ? n - 1 : rng_int(r, n);
    double A[25], b[5], z[5];

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    for (int i = 0; i < n; i++) z[i] = rng_unit(r);
    if (k < 4) z[row] = 0.0, b[row] = 100.0;
    if (k < MUST_SOLVE) A[row * n + row] = k < 4 ? 0.0 : k < 6 ? -1.0 : -0x1p-70;
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

/* The rounding errors that the new z_i may have: those of its own terms, and those of the z_j
 * that the row has used, which error[] holds */
static double row_error(const frame *q, const double *z, const double *error, int i)
{
    const int n = q->len[SWEEP_B];
    const double *A = q->array[SWEEP_A], step = q->array[SWEEP_OMEGA][0] / A[i * n + i];
    double sum = sweep_tol * (fabs(z[i]) + step * fabs(q->array[SWEEP_B][i]));

    for (int j = 0; j < n; j++)
        sum += step * fabs(A[i * n + j]) * (sweep_tol * fabs(z[j]) + error[j]);
    return sum;
}

static int judge_jacobi_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    static const double exact[MAX_N];
    const int n = q->len[SWEEP_B];
    const double *z = q->array[SWEEP_Z];
    double want[MAX_N], error[MAX_N];

    say_sweep(q, v);
    if (!judge_ok(v, a, "the diagonal is positive")) return 0;
    for (int i = 0; i < n; i++) {
        want[i] =
            row_update(n, q->array[SWEEP_A], q->array[SWEEP_B], q->array[SWEEP_OMEGA][0], z, i);
        error[i] = row_error(q, z, exact, i);
    }
    return judge_each(v, "z_next", n, a->array[SWEEP_NEXT], want, error);
}

/* a sweep in place, upwards or downwards, and the errors that z may have after it */
static void sweep_in_place(const frame *q, int down, double *z, double *error)
{
    const int n = q->len[SWEEP_B];

    memcpy(z, q->array[SWEEP_Z], (size_t)n * sizeof *z);
    for (int i = 0; i < n; i++) error[i] = 0.0;
    for (int k = 0; k < n; k++) {
        const int i = down ? n - 1 - k : k;
        error[i] = row_error(q, z, error, i);
        z[i] = row_update(n, q->array[SWEEP_A], q->array[SWEEP_B], q->array[SWEEP_OMEGA][0], z, i);
    }
}

/* upwards or downwards: both are Gauss-Seidel; the message is about upwards */
static int judge_pgs_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SWEEP_B];
    double want[MAX_N], error[MAX_N];
    verdict other;

    memset(&other, 0, sizeof other);
    say_sweep(q, v);
    if (!judge_ok(v, a, "the diagonal is positive")) return 0;
    sweep_in_place(q, 1, want, error);
    if (judge_each(&other, "z", n, a->array[SWEEP_Z], want, error)) return 1;
    sweep_in_place(q, 0, want, error);
    return judge_each(v, "z", n, a->array[SWEEP_Z], want, error);
}

/* the row whose diagonal entry is not positive */
static int bad_row(const frame *q)
{
    const int n = q->len[SWEEP_B];
    int row = 0;

    while (row < n - 1 && q->array[SWEEP_A][row * n + row] > 0.0) row++;
    return row;
}

static int judge_refused_sweep(int k, const frame *q, const frame *a, verdict *v)
{
    if (k >= MUST_SOLVE)
        return q->id == CALL_PGS_SWEEP ? judge_pgs_sweep(k, q, a, v)
                                       : judge_jacobi_sweep(k, q, a, v);
    say_sweep(q, v);
    if (judge_status(v, a, one_of(MB_SINGULAR),
                     "a diagonal entry is not positive, and the sweep divides by it")) return 1;
    if (a->id == MB_OK)
        say(v->cause, "A_ii = %g in row i = %d was not noticed: test all rows, 0 to n - 1, for "
            "A_ii <= 0", q->array[SWEEP_A][bad_row(q) * (q->len[SWEEP_B] + 1)], bad_row(q));
    return 0;
}

/* ---- solvers --------------------------------------------------------------------------------- */

static void put_solve(frame *q, int call, int n, const double *A, const double *b, int max_iter,
                      double omega, const double *z)
{
    put_solver(q, call, n, A, b, z, (const double[]){ ask_tol, max_iter, omega, WITH_ALL, -1.0 },
               HISTORY);
}

/* the value that the solver must use: the given one, or the default */
static double omega_of(const frame *q)
{
    const double omega = q->array[SOLVE_OPTIONS][OPTION_OMEGA];

    return has_options(q) && omega > 0.0 ? omega : 1.0;
}

static void say_solve(const frame *q, verdict *v)
{
    static const char *const name[] = { "tol=%g%s", " max_iter=%g%s", " omega=%.4g%s" };
    const int n = q->len[SOLVE_B];
    const double *o = q->array[SOLVE_OPTIONS];

    say(v->input, "%s  ", q->id == CALL_PGS ? "lab_pgs" : "lab_jacobi");
    say_lcp(v->input, n, q->array[SOLVE_A], q->array[SOLVE_B]);
    if (!has_options(q)) say(v->input, "opt=NULL");
    for (int i = 0; i < 3 && has_options(q); i++)
        say(v->input, name[i], o[i], o[i] > 0.0 ? "" : " (default)");
    if (gives(q) == NO_HISTORY) say(v->input, " history=NULL");
    if (gives(q) == NO_LENGTH) say(v->input, " history_len=0");
    say(v->input, has_info(q) ? "  from " : " info=NULL  from ");
    say_vector(v->input, "z", n, q->array[SOLVE_Z]);
}

/* the answer, and the number of sweeps, if it was reported */
static void say_returned(const frame *a, verdict *v)
{
    const double sweeps = a->array[SOLVE_INFO][1];

    say(v->yours, "returned %s", mb_status_name((mb_status)a->id));
    if (sweeps < BLANK) say(v->yours, " after %g sweeps", sweeps);
}

static double residual_of(const frame *q, const double *z)
{
    const mb_lcp p = problem_of(q);

    return mb_residual(&p, z);
}

/* a number of info as an int; NaN and infinity become -1000000 */
static int info_int(const frame *a, int which)
{
    const double x = a->array[SOLVE_INFO][which];

    return x >= -1e6 && x <= 1e6 ? (int)x : -1000000;
}

/* conditions on every answer of a solver: z finite, MB_OK only for a solution to the requested
 * tolerance */
static int judge_honest(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];
    const double *z = a->array[SOLVE_Z];

    for (int i = 0; i < n; i++)
        if (!(fabs(z[i]) <= DBL_MAX)) {
            say(v->yours, "returned %s  ", mb_status_name((mb_status)a->id));
            say_vector(v->yours, "z", n, z);
            say(v->broken, "z_%d is not a finite number: return the last iterate that was", i + 1);
            return 0;
        }
    return a->id != MB_OK ||
           judge_lcp(v, n, q->array[SOLVE_A], q->array[SOLVE_B], z, tol_of(q)) ||
           broken(v, ", yet it returned MB_OK");
}

/* ---- the iterates are known: from where, with which omega, how often ---- */

/* the directions of the sweeps, one after the other; Jacobi has none */
enum { UP, DOWN, UP_DOWN, DOWN_UP, DIRECTIONS, JACOBI = DIRECTIONS };

/* one sweep of the solver in request q */
static void next_iterate(const frame *q, int direction, int sweep, double omega, double *z)
{
    const int n = q->len[SOLVE_B],
              down = direction == DOWN || direction == (sweep % 2 ? UP_DOWN : DOWN_UP);
    double old[MAX_N];

    memcpy(old, z, (size_t)n * sizeof *z);
    for (int k = 0; k < n; k++) {
        const int i = down ? n - 1 - k : k;
        z[i] = row_update(n, q->array[SOLVE_A], q->array[SOLVE_B], omega,
                          direction == JACOBI ? old : z, i);
    }
}

static int is_near(int n, const double *x, const double *y)
{
    const double size = largest(n, y);

    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= 1e-9 * size)) return 0;
    return 1;
}

/* the iterate after a number of sweeps from a start */
static void iterate(const frame *q, int direction, const double *start, double omega, int sweeps,
                    double *z)
{
    memcpy(z, start, (size_t)q->len[SOLVE_B] * sizeof *z);
    for (int k = 0; k < sweeps; k++) next_iterate(q, direction, k, omega, z);
}

/* Is z the iterate after that number of sweeps? Returns the direction, or -1 if not. */
static int direction_of(const frame *q, const double *start, double omega, int sweeps,
                        const double *z)
{
    const int jacobi = q->id == CALL_JACOBI;
    double x[MAX_N];

    for (int d = jacobi ? JACOBI : UP; d < (jacobi ? JACOBI + 1 : DIRECTIONS); d++) {
        iterate(q, d, start, omega, sweeps, x);
        if (is_near(q->len[SOLVE_B], z, x)) return d;
    }
    return -1;
}

/* z is the result of sweeps with another omega */
static void say_other_omega(const frame *q, const double *z, int sweeps, verdict *v)
{
    const int by_default = !has_options(q) || !(q->array[SOLVE_OPTIONS][OPTION_OMEGA] > 0.0);

    for (int tenths = 3; tenths < 20; tenths++) {
        if (direction_of(q, q->array[SOLVE_Z], 0.1 * tenths, sweeps, z) < 0) continue;
        say(v->cause,
            by_default ? "these are the sweeps with omega = %g: where it is 0, and where opt is "
                         "NULL, it is 1, whatever it was before"
                       : "these are the sweeps with omega = %g, which is not opt->omega",
            0.1 * tenths);
        return;
    }
}

/* After max_iter sweeps z is the iterate of eq 2.4, or of eq 2.5 in either direction: from the
 * start, with omega, so often */
static int judge_iterate(const frame *q, const frame *a, verdict *v)
{
    const double *z = a->array[SOLVE_Z];
    const int n = q->len[SOLVE_B], sweeps = max_iter_of(q, MAX_ITER);
    double want[MAX_N], off = 0.0;
    int worst = 0;

    if (a->id != MB_MAX_ITER || direction_of(q, q->array[SOLVE_Z], omega_of(q), sweeps, z) >= 0)
        return 1;
    iterate(q, q->id == CALL_JACOBI ? JACOBI : UP, q->array[SOLVE_Z], omega_of(q), sweeps, want);
    for (int i = 0; i < n; i++)
        if (fabs(z[i] - want[i]) > off) off = fabs(z[i] - want[worst = i]);
    say_returned(a, v);
    say_vector(v->yours, "  z", n, z);
    say(v->broken, "z_%d after %d sweep%s should be %.10g and is %.10g", worst + 1, sweeps,
        sweeps > 1 ? "s" : "", want[worst], z[worst]);
    say_other_omega(q, z, sweeps, v);
    return 0;
}

/* is history[k] the residual after sweep k + 1 of those in this direction? */
static int judge_residuals(const frame *q, const double *history, int direction, int last,
                           verdict *v)
{
    double z[MAX_N];

    memcpy(z, q->array[SOLVE_Z], (size_t)q->len[SOLVE_B] * sizeof *z);
    for (int k = 0; k < last; k++) {
        double residual;
        next_iterate(q, direction, k, omega_of(q), z);
        residual = residual_of(q, z);
        if (fabs(history[k] - residual) <= 1e-9 * residual + 1e-14) continue;
        say(v->broken, "history[%d] should be the residual after sweep %d, %.6g, and is %.6g", k,
            k + 1, residual, history[k]);
        return 0;
    }
    return 1;
}

/* history must hold the residuals of the first sweeps, as many as were done and have room, and
 * nothing else. Where they are known, they are compared: those of Jacobi, and where lab_pgs ended
 * with max_iter sweeps, in one of its directions. */
static int judge_history(const frame *q, const frame *a, verdict *v)
{
    const double *history = a->array[SOLVE_HISTORY], residual = residual_of(q, a->array[SOLVE_Z]);
    const int room = history_of(q), done = info_int(a, 1), last = done < room ? done : room;

    if (room > 0) say_vector(v->yours, "  history", room, history);
    for (int k = 0; k < last; k++) {
        if (history[k] < BLANK || history[k] > BLANK) {
            if (k == done - 1 || history[k] > tol_of(q)) continue;
            say(v->broken, "history[%d] is %g, not above tol, but sweeps were done after that", k,
                history[k]);
            if (k + 1 < room && (history[k + 1] < BLANK || history[k + 1] > BLANK))
                say(v->cause, "the sweeps go on although the residual is <= tol: compare it with "
                              "tol after each of them");
        } else {
            say(v->broken, "history[%d] was not written, and should hold the residual after sweep "
                "%d", k, k + 1);
        }
        return 0;
    }
    for (int k = last > 0 ? last : 0; k < HISTORY; k++)
        if (history[k] < BLANK || history[k] > BLANK) {
            say(v->broken, "history[%d] was written: info->iterations is %d, and history_len is %d",
                k, done, room);
            return blame(v, k < room ? "history has more entries than info->iterations says: one "
                                       "of the two is wrong"
                                     : "history is written beyond history_len");
        }
    if (last == done && last > 0 &&
        !(fabs(history[last - 1] - residual) <= 1e-9 * residual + 1e-15)) {
        say(v->broken, "history[%d] should be the residual after the last sweep, %.6g, and is %.6g",
            last - 1, residual, history[last - 1]);
        return 0;
    }
    if (q->id == CALL_JACOBI) return judge_residuals(q, history, JACOBI, last, v);
    for (int d = UP; d < DIRECTIONS && a->id == MB_MAX_ITER; d++) {
        verdict other;
        memset(&other, 0, sizeof other);
        if (d < DIRECTIONS - 1 ? judge_residuals(q, history, d, last, &other)
                               : judge_residuals(q, history, UP, last, v))
            return 1;
    }
    return a->id != MB_MAX_ITER;
}

/* all of info, history and the iterate; only in the tests about the solver's reports, so that a
 * forgotten info costs no others */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    const mb_lcp p = problem_of(q);
    const double *z = a->array[SOLVE_Z];

    if (a->id == MB_MAX_ITER && residual_of(q, z) <= tol_of(q)) {
        say(v->broken, "MB_MAX_ITER was returned, but the z returned passes the test");
        if (residual_of(q, z) >= tol_of(q))
            say(v->cause, "a residual equal to tol is good enough: residual <= tol");
        else if (has_info(q))
            say_late(a->array[SOLVE_INFO][2], tol_of(q), v);
        return 0;
    }
    if (!judge_iterate(q, a, v)) return 0;
    return !has_info(q) ||
           (judge_info(v, (mb_status)a->id, a->array[SOLVE_INFO], max_iter_of(q, MAX_ITER), &p, z,
                       NULL) && judge_history(q, a, v));
}

/* the solver must solve this one */
static int judge_solved(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];

    say_solve(q, v);
    if (a->id == MB_NO_MEMORY) return judge_ok(v, a, "there is enough");
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

/* A, b and the start in units far from 1: up to 1e300, which is still a number, and down to
 * 1e-200 */
static void in_far_units(int k, int n, double *A, double *b, double *z)
{
    static const int of_a[] = { 0, 300, -300, 0 }, of_b[] = { 980, -300, 600, -660 };

    for (int i = 0; i < n * n; i++) A[i] = ldexp(A[i], of_a[k % 4]);
    for (int i = 0; i < n; i++) {
        b[i] = ldexp(b[i], of_b[k % 4]);
        z[i] = ldexp(z[i], of_b[k % 4] - of_a[k % 4]);
    }
}

/* In FAR and the three after it all is far from 1, in the last two n = 65 and 200. Every fifth
 * case has the default of tol. */
enum { FAR = 24 };
static void put_random_solve(int k, rng *r, frame *q, int call, double *A, int n, double omega)
{
    static double b[MAX_N], z[MAX_N];

    make_vector(r, n, b);
    for (int i = 0; i < n; i++) z[i] = k % 2 ? rng_range(r, -0.5, 1.0) : 0.0;
    if (k >= FAR && k < LARGE) in_far_units(k, n, A, b, z);
    put_solve(q, call, n, A, b, n < 65 ? 5000 : 300, omega, z);
    if (k % 5 == 1) q->array[SOLVE_OPTIONS][OPTION_TOL] = 0.0;
}

static int size_of(int k, rng *r)
{
    return k == LARGE ? 65 : k == LARGEST ? MAX_N : 1 + rng_int(r, 8);
}

static void make_spd_solve(int k, rng *r, frame *q)
{
    static double A[MAX_N * MAX_N];
    const int n = size_of(k, r);

    make_spd(r, n, A);
    if (k == 0) put_solve(q, CALL_PGS, 2, A2, b2, 0, 0.0, zero);
    else put_random_solve(k, r, q, CALL_PGS, A, n, k % 3 == 0 ? 1.3 : 1.0);
}

static void make_dominant_solve(int k, rng *r, frame *q)
{
    const int n = 2 + rng_int(r, 7);
    double A[8 * 8], b[8];

    make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    put_solve(q, CALL_PGS, n, A, b, 0, 0.0, zero);
    if (k % 5 == 1) q->array[SOLVE_OPTIONS][OPTION_TOL] = 0.0;
}

static void make_jacobi_solve(int k, rng *r, frame *q)
{
    static double A[MAX_N * MAX_N];
    const int n = size_of(k, r);

    make_diagonally_dominant(r, n, A);
    put_random_solve(k, r, q, CALL_JACOBI, A, n, k % 2 ? 0.8 : 0.0);
}

/* ones on the diagonal, nearly as much beside it: sweeps change z little although w is far from
 * 0; in odd cases b is so small that "little" can't be a number; the last one has a large z_1,
 * beside which all changes are small */
enum { SLOW = 7 };

static void make_slow_solve(int k, rng *r, frame *q)
{
    static const double beside[] = { 1, 0, 0,  0, 1, -0.9,  0, -0.9, 1 },
        large[] = { -1e6, -1, -1 };
    const int n = 2 + k % 3;
    const double c = 0.995;
    double A[16], b[4];

    if (k == SLOW - 1) {
        put_solve(q, CALL_PGS, 3, beside, large, 100000, 1.0, zero);
        return;
    }

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[i * n + j] = i == j ? 1.0 : i - j == 1 || j - i == 1 ? (n == 2 ? -c : -c / 2.0) : 0.0;
        b[i] = -(k % 2 ? 1e-6 : 1.0) * rng_range(r, 0.5, 1.0);
    }
    put_solve(q, CALL_PGS, n, A, b, 100000, 1.0, zero);
}

/* start at a planted solution: z >= 0 or w >= 0 chosen, b = w - A z; from MUST_SOLVE on, start
 * elsewhere */
static void make_warm_start(int k, rng *r, frame *q)
{
    const int n = 2 + rng_int(r, 6);
    double A[49], b[7], z[7];

    make_spd(r, n, A);
    for (int i = 0; i < n; i++) z[i] = rng_unit(r) < 0.4 ? 0.0 : rng_range(r, 0.5, 2.0);
    for (int i = 0; i < n; i++) {
        b[i] = z[i] > 0.0 ? 0.0 : rng_range(r, 0.1, 1.0);
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * z[j];
    }
    put_solve(q, k % 4 == 3 ? CALL_JACOBI : CALL_PGS, n, A, b, 1000, 1.0,
              k < MUST_SOLVE ? z : zero);
}

static int judge_warm_start(int k, const frame *q, const frame *a, verdict *v)
{
    if (!judge_solved(k, q, a, v) ||
        !judge_written(v, "info->iterations", 1, a->array[SOLVE_INFO] + 1))
        return 0;
    if (k >= MUST_SOLVE || info_int(a, 1) == 0) return 1;
    say_vector(v->yours, "z", q->len[SOLVE_B], a->array[SOLVE_Z]);
    say(v->yours, "info->iterations = %g", a->array[SOLVE_INFO][1]);
    say(v->broken, "the start is a solution already (residual %.1e): should return MB_OK after 0 "
        "sweeps", residual_of(q, q->array[SOLVE_Z]));
    if (memcmp(a->array[SOLVE_Z], q->array[SOLVE_Z], (size_t)q->len[SOLVE_B] * sizeof(double)) == 0)
        return 0;                        /* it may only have been counted */
    return blame(v, "the residual of the start is not tested before the first sweep, or z was set "
                 "to something else");
}

/* is the iterate after the last of so many sweeps worse than one before it, in either direction? */
static int gets_worse(const frame *q, int sweeps)
{
    double z[MAX_N];

    for (int d = q->id == CALL_JACOBI ? JACOBI : UP; d <= (q->id == CALL_JACOBI ? JACOBI : DOWN);
         d++) {
        double best = HUGE_VAL;
        for (int k = 0; k < sweeps; k++) {
            iterate(q, d, q->array[SOLVE_Z], 1.0, k, z);
            best = fmin(best, residual_of(q, z));
        }
        iterate(q, d, q->array[SOLVE_Z], 1.0, sweeps, z);
        if (!(residual_of(q, z) > 1.05 * best)) return 0;
    }
    return 1;
}

/* a problem and a start with negative entries, for one sweep, two or three; in odd cases not
 * dominant, so that three sweeps make it worse */
static void make_few_sweeps(int k, rng *r, frame *q, int call)
{
    static const double omega[] = { 0.0, 0.8, 1.2 };
    const int n = 2 + k % 3;

    for (int tries = 0; tries < 1000; tries++) {
        double A[16], b[4], z[4];
        make_diagonally_dominant(r, n, A);
        make_vector(r, n, b);
        for (int i = 0; i < n; i++) z[i] = i == k % n ? -2.0 : rng_range(r, -1.0, 1.0);
        for (int i = 0; i < n && k % 2; i++) A[i * n + i] *= 0.4;
        frame_free(q);
        put_solve(q, call, n, A, b, k % 2 ? 3 : 1 + k % 3, k % 2 ? 1.0 : omega[k % 3], z);
        if (k % 2 == 0 || gets_worse(q, 3)) return;
    }
}

/* k even: no solution exists (A positive semidefinite, rows that contradict each other); odd:
 * solvable, but not in so few sweeps. From MUST_SOLVE on the sweeps suffice; from DIVERGES on
 * there is no solution again, and each sweep makes z 9 times as large: until it overflows, with
 * and without info, and for a few sweeps, after which the last iterate is worse than the first.
 * Then few sweeps from starts outside of z >= 0. */
enum { DIVERGES = WITH_SOLVABLE, OUTSIDE = DIVERGES + 3, CAPPED = OUTSIDE + 6 };
static void make_capped(int k, rng *r, frame *q)
{
    static const double A[] = { 1, -1, -1, 1 }, away[] = { 1, -3, -3, 1 };
    const double b[] = { -rng_range(r, 0.5, 2.0), -rng_range(r, 0.5, 2.0) };

    if (k >= OUTSIDE) make_few_sweeps(k, r, q, CALL_PGS);
    else if (k >= DIVERGES)
        put_solve(q, CALL_PGS, 2, away, b, k < DIVERGES + 2 ? 20000 : 5, 1.0, zero);
    else if (k >= MUST_SOLVE) put_solve(q, CALL_PGS, 2, A2, b2, 100, 1.0, zero);
    else if (k % 2 == 0) put_solve(q, CALL_PGS, 2, A, b, 20 + k, 1.0, zero);
    else put_solve(q, CALL_PGS, 2, A2, b2, 3, 0.3, zero);
    if (k == 6 || k == 7 || k == DIVERGES + 1) q->array[SOLVE_OPTIONS][OPTION_GIVEN] = NO_INFO;
}

static int judge_capped(int k, const frame *q, const frame *a, verdict *v)
{
    const int solvable = k >= OUTSIDE || (k % 2 && k < DIVERGES);

    if (k >= MUST_SOLVE && k < DIVERGES) return judge_solved(k, q, a, v) && judge_told(q, a, v);
    say_solve(q, v);
    return judge_honest(q, a, v) &&
           judge_status(v, a,
                        solvable ? one_of(MB_MAX_ITER, MB_OK) : one_of(MB_MAX_ITER, MB_STALLED),
                        solvable ? "the method converges here, but not in so few sweeps"
                                 : "this problem has no solution") &&
           judge_told(q, a, v);
}

/* info->residual and the history are residuals of iterates that the caller can check. From
 * CAPPED_RECORDS on, 1, 2, 3 ... sweeps are allowed of more than are needed, so that each entry
 * of the history is the last for once; from LAST_SOLVES on one sweep, which is enough; from
 * SHORT on more sweeps than the history has room for; then no room at all; from NEARLY on the
 * residual ends above tol, but far below 1e-6. */
enum { CAPPED_RECORDS = 10, LAST_SOLVES = CAPPED_RECORDS + 8, SHORT = LAST_SOLVES + 4,
       NO_ROOM = SHORT + 4, NEARLY = NO_ROOM + 4, RECORDS = NEARLY + 4 };
static int judge_records(int k, const frame *q, const frame *a, verdict *v)
{
    if (k < CAPPED_RECORDS ? !judge_solved(k, q, a, v) : !judge_honest(q, a, v)) return 0;
    if (k >= CAPPED_RECORDS) say_solve(q, v);
    return judge_status(v, a, one_of(MB_OK, MB_MAX_ITER), "the diagonal is positive") &&
           judge_told(q, a, v);
}

/* small couplings, so that the last sweep falls inside the history */
static void make_records(int k, rng *r, frame *q)
{
    const int n = 1 + k % 5, call = k % 2 ? CALL_JACOBI : CALL_PGS;
    double A[25], b[5];

    for (int i = 0; i < n * n; i++)
        A[i] = i % (n + 1) == 0 ? rng_range(r, 1.0, 2.0)
                                : (k < 5 ? 0.01 : 0.2) * rng_range(r, -1.0, 1.0);
    for (int i = 0; i < n; i++) b[i] = -rng_range(r, 0.5, 1.0);
    if (k < CAPPED_RECORDS)
        put_solve(q, k % 3 == 2 ? CALL_JACOBI : CALL_PGS, n, A, b, 1000, 1.0, zero);
    else if (k < LAST_SOLVES)
        put_solve(q, call, 2, A2, b2, (k - CAPPED_RECORDS) / 2 + 1, 1.0, zero);
    else if (k < SHORT) put_solve(q, call, k < LAST_SOLVES + 2 ? 1 : 2, A2, b2, 1, 1.0, zero);
    else if (k < NEARLY)
        put_solve(q, call, 2, A2, b2, k < SHORT + 2 ? HISTORY + 4 : 1000, k < SHORT + 2 ? 0.3 : 0.7,
                  zero);
    else
        put_solve(q, call, 2, A2, b2, (call == CALL_JACOBI ? 24 : 12) + (k - NEARLY) / 2 * 2, 1.0,
                  zero);
    if (k >= LAST_SOLVES + 2 && k < SHORT) q->array[SOLVE_OPTIONS][OPTION_TOL] = 0.6;
    if (k >= NO_ROOM && k < NEARLY)
        q->array[SOLVE_OPTIONS][OPTION_GIVEN] = k < NO_ROOM + 2 ? NO_HISTORY : NO_LENGTH;
}

/* A diagonal entry of 0, of less, and of very little less, in the first row, the last or another;
 * the last four times without info. From REFUSALS on the worked example, in small units; from
 * SOLVED_START on A_22 = 0, and a start that is a solution all the same: MB_OK is also right. */
enum { REFUSALS = 16, SOLVED_START = REFUSALS + 2 };
static void make_refused_solve(int k, rng *r, frame *q)
{
    static const double entry[] = { 0.0, -2.0, -0x1p-70, -0.0 };
    const int n = 1 + k % 6,
              row = k % 3 == 0   ? 0
                    : k % 3 == 1 ? n - 1
                                 : rng_int(r, n),
              call = k % 2 ? CALL_JACOBI : CALL_PGS;
    double A[36], b[6], z[6];

    if (k >= SOLVED_START) {
        put_solve(q, call, 2, (const double[]){ 1, 0, 0, 0 }, (const double[]){ -1, 0 }, 100, 1.0,
                  (const double[]){ 1, 0 });
        return;
    }
    if (k >= REFUSALS) {
        memcpy(A, A2, sizeof A2);
        memcpy(b, b2, sizeof b2);
        in_small_units(2, A, b);
        put_solve(q, call, 2, A, b, 20000, 1.0, zero);
        return;
    }
    if (call == CALL_PGS) make_spd(r, n, A);
    else make_diagonally_dominant(r, n, A);
    for (int i = 0; i < n; i++) {
        b[i] = -1.0;
        z[i] = rng_range(r, -0.5, 1.0);
    }
    A[row * n + row] = entry[k / 2 % 4];
    put_solve(q, call, n, A, b, 100, 1.0, z);
    if (k >= REFUSALS - 4) q->array[SOLVE_OPTIONS][OPTION_GIVEN] = NO_INFO;
}

static int judge_refused_solve(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B], where = info_int(a, 3);

    if (k >= REFUSALS && k < SOLVED_START) return judge_solved(k, q, a, v);
    say_solve(q, v);
    if (!judge_status(v, a, k < SOLVED_START ? one_of(MB_SINGULAR) : one_of(MB_SINGULAR, MB_OK),
                      "a diagonal entry is not positive"))
        return 0;
    if (!judge_honest(q, a, v)) return 0;
    for (int i = 0; i < n; i++)
        if (fabs(a->array[SOLVE_Z][i] - q->array[SOLVE_Z][i]) > 0.0) {
            say_vector(v->yours, "z", n, a->array[SOLVE_Z]);
            say(v->broken, "z should be unchanged when the problem is refused");
            return blame(v, "z was changed before all of the diagonal was tested: test it "
                         "first, and leave z alone");
        }
    if (!has_info(q)) return 1;
    if (!judge_told(q, a, v)) return 0;
    if (a->id == MB_OK) return 1;
    if (where >= 0 && where < n && !(q->array[SOLVE_A][where * n + where] > 0.0)) return 1;
    say(v->yours, "info->where = %d", where);
    return broken(v, "info->where should be a row with a diagonal entry <= 0");
}

/* the number of Jacobi sweeps from 0 after which some z_i overflows */
static int sweeps_to_overflow(int n, const double *A, const double *b)
{
    double z[MAX_N] = { 0.0 }, next[MAX_N] = { 0.0 }, largest = 0.0;
    int sweeps = 0;

    for (; largest <= DBL_MAX; sweeps++) {
        for (int i = 0; i < n; i++) next[i] = row_update(n, A, b, 1.0, z, i);
        for (int i = 0; i < n; i++) largest = fmax(largest, next[i]);
        memcpy(z, next, sizeof z);
    }
    return sweeps;
}

/* -1 off the diagonal and 1.1 on it, b < 0: the sum of all w is (1.1 - (n - 1)) sum z + sum b <
 * 0 for n >= 3, so no z >= 0 has w >= 0. Jacobi multiplies z by (n - 1)/1.1 in each sweep. In
 * odd cases the last sweep allowed is the one that overflows; 4 and 5 are without info, 6 and 7
 * end after a few sweeps. Then there is a solution, and from FEW on few sweeps towards it. In
 * LOPSIDED z_1 overflows alone, and in the last case z_2: n = 2, again without a solution. */
enum { FEW = WITH_SOLVABLE, LOPSIDED = FEW + 6, DIVERGENT = LOPSIDED + 2 };
static void make_divergent(int k, rng *r, frame *q)
{
    const int n = 3 + k / 2;
    double A[36], b[6], z[6];

    if (k >= LOPSIDED) {
        const double unit = ldexp(1.0, k == LOPSIDED ? 10 : -10);
        put_solve(q, CALL_JACOBI, 2, (const double[]){ 1, -3 * unit, -3 / unit, 1 },
                  (const double[]){ -unit, -1 }, 20000, 1.0, zero);
        return;
    }
    if (k >= MUST_SOLVE) {
        if (k < FEW) make_jacobi_solve(k, r, q);
        else make_few_sweeps(k, r, q, CALL_JACOBI);
        return;
    }
    for (int i = 0; i < n * n; i++) A[i] = i % (n + 1) == 0 ? 1.1 : -1.0;
    for (int i = 0; i < n; i++) {
        b[i] = -rng_range(r, 0.5, 1.0);
        z[i] = 0.0;
    }
    put_solve(q, CALL_JACOBI, n, A, b,
              k >= 6  ? k
              : k % 2 ? sweeps_to_overflow(n, A, b)
                      : 20000,
              1.0, z);
    if (k == 4 || k == 5) q->array[SOLVE_OPTIONS][OPTION_GIVEN] = NO_INFO;
}

static int judge_divergent(int k, const frame *q, const frame *a, verdict *v)
{
    const int solvable = k >= FEW && k < LOPSIDED;

    if (k >= MUST_SOLVE && k < FEW) return judge_solved(k, q, a, v);
    say_solve(q, v);
    return judge_honest(q, a, v) &&
           judge_status(v, a,
                        solvable ? one_of(MB_MAX_ITER, MB_OK) : one_of(MB_MAX_ITER, MB_STALLED),
                        solvable ? "the method converges here"
                                 : "there is no solution, and z grows without bound") &&
           judge_told(q, a, v);
}

/* First lab_pgs, then lab_jacobi: the smallest problems; each thing that may be NULL or 0, after
 * calls in which it was something else; each option so that nothing but it leads to the answer:
 * a tolerance below the default, or large, or just reached by the start or by the first sweep; a
 * problem for which 100 sweeps are too few, one for which omega must be less than 1, and one
 * without a solution, where z shows the omega and the number of sweeps; and b and A with NaN or
 * infinity. */
enum { SOLVES, REACHES, JUST_REACHED, START_REACHES, NO_SOLUTION, NO_NUMBER };

static const double two[] = { 2 }, minus[] = { -3 }, plus[] = { 3 }, tiny[] = { 2e-20 },
    less[] = { -3e-12 };
static const double slow[] = { 1, -0.97, -0.97, 1 }, turn[] = { 1, 1.5, -1.5, 1 },
                    turn_b[] = { -2.5, 0.5 }; /* z = (1, 1) */
static const double against[] = { 1, -1, -1, 1 }, against_b[] = { -1, -1 };

static const struct {
    int n;
    const double *A, *b;
    double tol, omega;                   /* 0: the default */
    int max_iter, given, want;
} edge[] = {
    { 0, zero, zero, 1e-9, 0.0, 0, WITH_ALL, SOLVES },
    { 0, zero, zero, 1e-9, 0.0, 0, NO_OPTIONS_NO_INFO, SOLVES },
    { 1, two, minus, 1e-9, 0.0, 0, WITH_ALL, SOLVES },
    { 1, two, plus, 1e-9, 0.0, 0, WITH_ALL, SOLVES },
    { 1, tiny, less, 1e-9, 0.0, 0, WITH_ALL, SOLVES },
    { 2, A2, b2, 0.3, 0.8, 4, WITH_ALL, REACHES },
    { 2, A2, b2, 0.0, 0.0, 0, NO_OPTIONS_NO_INFO, SOLVES },
    { 2, against, against_b, 1e-4, 0.8, 7, WITH_ALL, NO_SOLUTION },
    { 2, against, against_b, 0.0, 0.0, 0, NO_OPTIONS, NO_SOLUTION },
    { 2, against, against_b, 0.0, 0.5, 50, NO_INFO, NO_SOLUTION },
    { 2, against, against_b, 0.0, 0.0, 40, WITH_ALL, NO_SOLUTION },
    { 2, against, against_b, 1e-4, 1.4, 0, WITH_ALL, NO_SOLUTION },
    { 2, against, against_b, 0.0, 0.0, 0, NO_HISTORY, NO_SOLUTION },
    { 2, A2, b2, 1e-9, 0.0, 0, NO_HISTORY, SOLVES },
    { 2, A2, b2, 1e-9, 0.0, 0, NO_LENGTH, SOLVES },
    { 2, A2, b2, 1e-9, 0.0, 0, NO_INFO, SOLVES },
    { 2, slow, b2, 1e-9, 0.0, 0, WITH_ALL, SOLVES },
    { 2, turn, turn_b, 1e-9, 0.5, 0, WITH_ALL, SOLVES },
    { 2, turn, turn_b, 0.0, 0.5, 0, WITH_ALL, SOLVES },
    { 2, A2, b2, 1e-13, 0.0, 0, WITH_ALL, SOLVES },
    { 2, A2, b2, 0.3, 0.0, 4, WITH_ALL, REACHES },
    { 2, A2, b2, 0.0, 0.0, 1, WITH_ALL, JUST_REACHED },
    { 2, A2, b2, 0.0, 0.0, 1, WITH_ALL, START_REACHES },
    { 2, A2, b2, 1e-9, 0.0, 30, WITH_ALL, NO_NUMBER },
    { 2, A2, b2, 1e-9, 0.0, 30, WITH_ALL, NO_NUMBER },
    { 2, A2, b2, 0.0, 0.0, 0, NO_OPTIONS_NO_INFO, NO_NUMBER },
};
enum { KINDS = sizeof edge / sizeof edge[0], EDGES = 2 * KINDS };

static void make_edge(int k, rng *r, frame *q)
{
    static const double start[] = { 1, 2 };
    const int e = k % KINDS, call = k < KINDS ? CALL_PGS : CALL_JACOBI;
    double z[2];

    put_solve(q, call, edge[e].n, edge[e].A, edge[e].b, edge[e].max_iter, edge[e].omega,
              edge[e].want == START_REACHES ? start : zero);
    q->array[SOLVE_OPTIONS][OPTION_TOL] = edge[e].tol;
    q->array[SOLVE_OPTIONS][OPTION_GIVEN] = edge[e].given;
    if (edge[e].want == START_REACHES) q->array[SOLVE_OPTIONS][OPTION_TOL] = residual_of(q, start);
    /* in small integers and halves: no rounding */
    if (edge[e].want == JUST_REACHED) {
        iterate(q, call == CALL_JACOBI ? JACOBI : UP, zero, 1.0, 1, z);
        q->array[SOLVE_OPTIONS][OPTION_TOL] = residual_of(q, z);
    }
    if (edge[e].want != NO_NUMBER) return;
    if (e == KINDS - 2) q->array[SOLVE_A][2] = (double)NAN;
    else q->array[SOLVE_B][1] = e == KINDS - 1 ? -HUGE_VAL : (double)NAN;
}

/* A solver that returns MB_OK for NaN has tested for a residual greater than tol, which a NaN is
 * not, or something else */
static int judge_no_number(const frame *q, const frame *a, verdict *v)
{
    if (a->id != MB_OK) return judge_honest(q, a, v);
    say_returned(a, v);
    say(v->broken, "MB_OK was returned, but the residual is a NaN");
    return blame(v, "a NaN is neither > tol nor <= tol: z is solved only where residual <= tol "
                 "holds; use no other test");
}

static int judge_edge(int k, const frame *q, const frame *a, verdict *v)
{
    const int want = edge[k % KINDS].want;

    if (want == SOLVES) return judge_solved(k, q, a, v) && judge_told(q, a, v);
    say_solve(q, v);
    if (want == NO_NUMBER) return judge_no_number(q, a, v);
    if (!judge_honest(q, a, v)) return 0;
    if (want == NO_SOLUTION) return judge_status(v, a, one_of(MB_MAX_ITER, MB_STALLED),
                                                 "there is no solution") && judge_told(q, a, v);
    if (a->id == MB_MAX_ITER && !judge_told(q, a, v)) return 0;
    if (!judge_ok(v, a, "this tolerance is reached in max_iter sweeps") || !judge_told(q, a, v))
        return 0;
    if (want != START_REACHES || info_int(a, 1) == 0) return 1;
    say(v->broken, "the residual of the start is tol: no sweep should be done");
    return blame(v, "a residual equal to tol is good enough: residual <= tol, even before the "
                 "first sweep");
}

/* ---- the table ------------------------------------------------------------------------------- */

static const lab_test tests[] = {
    { "01", "Jacobi sweep: the worked example", 1, "sweeps", 0, 3, make_jacobi_example,
      judge_jacobi_sweep },
    { "02", "Jacobi sweep: any A, z and omega", 2, "sweeps", 2, SWEEPS + 1, make_jacobi_random,
      judge_jacobi_sweep },
    { "03", "Gauss-Seidel sweep: the worked example", 1, "sweeps", 0, 2, make_pgs_example,
      judge_pgs_sweep },
    { "04", "Gauss-Seidel sweep: any A and z", 2, "sweeps", 1, SWEEPS + 1, make_pgs_random,
      judge_pgs_sweep },
    { "05", "Gauss-Seidel sweep with over-relaxation", 2, "sweeps", 1, SWEEPS + 1, make_sor_random,
      judge_pgs_sweep },
    { "06", "sweeps refuse a diagonal entry <= 0", 1, "sweeps", 8, WITH_SOLVABLE, make_bad_diagonal,
      judge_refused_sweep },
    { "07", "lab_pgs solves symmetric positive definite problems", 2, "solvers", 1, 30,
      make_spd_solve, judge_solved },
    { "08", "lab_pgs solves diagonally dominant problems, A not symmetric", 1, "solvers", 6, 20,
      make_dominant_solve, judge_solved },
    { "09", "a good start is used: 0 sweeps from a solution", 1, "solvers", 8, WITH_SOLVABLE,
      make_warm_start, judge_warm_start },
    { "10", "slow convergence: the residual decides, not the change of z", 1, "solvers", 1, SLOW,
      make_slow_solve, judge_solved },
    { "11", "max_iter is obeyed and reported", 1, "solvers", 2, CAPPED, make_capped, judge_capped },
    { "12", "info and history", 1, "solvers", 1, RECORDS, make_records, judge_records },
    { "13", "solvers refuse a diagonal entry <= 0", 1, "solvers", 2, SOLVED_START + 2,
      make_refused_solve, judge_refused_solve },
    { "14", "lab_jacobi solves diagonally dominant problems", 1, "solvers", 1, LARGEST + 1,
      make_jacobi_solve, judge_solved },
    { "15", "lab_jacobi reports divergence", 1, "solvers", 1, DIVERGENT, make_divergent,
      judge_divergent },
    { "16", "n = 0, n = 1, options", 1, "solvers", 0, EDGES, make_edge, judge_edge },
};

const lab lab_02_pgs = { "02_pgs", "projected Jacobi and projected Gauss-Seidel",
    all_of_lcp(tests), CALL_PGS };
