/* causes.c: causes that follow from the wrong answers alone, for mistakes that are not listed
 *
 * Traits are statements such as "it is the negative of what it should be", or "z solves the problem
 * with A transposed". Each wrong case has a set of them; one is reported only if all wrong cases of
 * that function have it. If none is left: are the wrong cases exactly those whose input has a
 * certain feature? Both are facts, so that they do not mislead a student who has made another
 * mistake.
 */
#include "parts.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers that are unique ----------------------------------------------------------------- */

/* in the order in which they are reported */
static const char *const numbers[] = {
    "it is a NaN: 0/0, or never written, or read beyond the end of an array",
    "it has the wrong sign throughout",
    "it is twice what it should be",
    "it is half of what it should be",
    "it is 0 where it should not be",
    "it is transposed: row and column are exchanged",
    "numbers below 0 have become 0",
    "numbers have lost or changed their signs",
    /* these may be true of one case by chance */
    "it is a multiple of what it should be: a factor is missing, or one too many",
    "all of it is off by the same number: a term common to all entries is missing or wrong",
    "the values stand one place too early",
    "the values stand one place too late",
    "the values are in the opposite order",
    "only the last one is wrong",
    "only the first one is wrong",
    "only the diagonal is wrong",
    "only the diagonal is right",
    "only the last row is wrong",
    "only the first row is wrong",
    "only the last column is wrong",
    "only the first column is wrong",
};
enum { BY_CHANCE = 8, DIAGONAL = 15, LAST_ROW = 17, NUMBERS = sizeof numbers / sizeof numbers[0] };

typedef struct {
    int rows, cols, n;                   /* n = rows * cols; a vector has one column */
    const double *x, *want;
    double size, factor, offset;
} comparison;

static int near(const comparison *c, double x, double y) { return fabs(x - y) <= 1e-6 * c->size; }

/* does `what` hold for element i, so that trait t is possible? */
static int agrees(const comparison *c, int t, int i)
{
    const double x = c->x[i], want = c->want[i];
    const int row = i / c->cols, col = i % c->cols, right = near(c, x, want);

    switch (t) {
    case 1: return near(c, x, -want);
    case 2: return near(c, x, 2.0 * want);
    case 3: return near(c, x, 0.5 * want);
    case 4: return right || near(c, x, 0.0);
    case 5: return c->rows == c->cols && near(c, x, c->want[col * c->cols + row]);
    case 6: return near(c, x, fmax(0.0, want));
    case 7: return near(c, fabs(x), fabs(want));
    case 8: return near(c, x, c->factor * want);
    /* of two numbers this is one coincidence: (a + r_x, b - r_y) for (a + r_y, b - r_x) */
    case 9: return c->n > 2 && near(c, x - want, c->offset);
    case 10: return c->n > 2 && (i == c->n - 1 || near(c, x, c->want[i + 1]));
    case 11: return c->n > 2 && (i == 0 || near(c, x, c->want[i - 1]));
    case 12: return near(c, x, c->want[c->n - 1 - i]);
    case 13: return right || i == c->n - 1;
    case 14: return right || i == 0;
    case 15: return c->rows == c->cols && right == (row != col);
    case 16: return c->rows == c->cols && right == (row == col);
    case 17: return right || row == c->rows - 1;
    case 18: return right || row == 0;
    case 19: return right || col == c->cols - 1;
    case 20: return right || col == 0;
    }
    return 0;
}

void note_numbers(verdict *v, const char *name, int rows, int cols, const double *x,
                  const double *want)
{
    comparison c = { rows, cols, rows * cols, x, want, 0.0, 0.0, 0.0 };
    int at = 0;

    snprintf(v->subject, sizeof v->subject, "%s", name);
    v->traits = 0;
    for (int i = 0; i < c.n; i++) {
        if (!(fabs(x[i]) <= DBL_MAX)) v->traits = 1;
        if (fabs(want[i]) > fabs(want[at])) at = i;
    }
    c.size = c.n > 0 ? fabs(want[at]) : 0.0;
    if (v->traits || c.n == 0) return;
    c.factor = c.size > 0.0 ? x[at] / want[at] : 0.0;
    c.offset = x[at] - want[at];
    for (int t = 1; t < NUMBERS; t++) {
        int all = 1;
        if ((t >= DIAGONAL && cols == 1) || (cols > 1 && (t == 10 || t == 11))) continue;
        if ((t >= BY_CHANCE && c.n == 1) || (t >= LAST_ROW && rows == 1)) continue;
        for (int i = 0; i < c.n && all; i++) all = agrees(&c, t, i);
        if (all) v->traits |= UINT64_C(1) << t;
    }
}

/* ---- z of an LCP ----------------------------------------------------------------------------- */

static const char *const solutions[] = {
    "z holds NaN: it was not written, or comes from 0/0",
    "z solves the problem with A transposed: A_ij is A[i*n + j]",
    "z solves the problem with -b in the place of b",
    "z solves the problem with -A in the place of A",
    "z holds the values of w",
    "z solves A z + b = 0: z >= 0 is not enforced",
    "z is the solution of A z + b = 0, with 0 for negative z_i: the others are no longer right "
    "then",
    "z would solve the problem with 0 in the place of its negative numbers",
    "z is -b_i/A_ii where that is positive: the other entries of A act, too",
    "z is a multiple of a solution: was a scaling not undone, or b or A divided by something?",
    "z is a solution except for its units: was the scaling of the columns not undone, "
    "or done the wrong way round?",
    "z is 0, and w = b has negative elements",
};
enum { SOLUTIONS = sizeof solutions / sizeof solutions[0], MOST = 64 };

static int solves(int n, const double *A, const double *b, const double *z)
{
    const mb_lcp p = { n, A, b };

    return mb_residual(&p, z) <= 1e-8;
}

static int same_vector(int n, const double *x, const double *y)
{
    const double size = largest(n, y);

    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= 1e-6 * size)) return 0;
    return size > 0.0;
}

/* is z the vector x, which is no solution? */
static int is_wrong_answer(int n, const double *A, const double *b, const double *x,
                           const double *z)
{
    return same_vector(n, z, x) && !solves(n, A, b, x);
}

/* x = -A^-1 (b - w); w = NULL: 0 */
static int equation(int n, const double *A, const double *b, const double *w, double *x)
{
    double LU[MOST * MOST];
    int pivot[MOST];

    memcpy(LU, A, (size_t)(n * n) * sizeof *LU);
    for (int i = 0; i < n; i++) x[i] = (w ? w[i] : 0.0) - b[i];
    if (mb_lu_factor(n, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(n, LU, pivot, x);
    return 1;
}

/* the largest entry of a row, or of a column, of A */
static double extent(int n, const double *A, int i, int column)
{
    double size = 0.0;

    for (int j = 0; j < n; j++) size = fmax(size, fabs(column ? A[j * n + i] : A[i * n + j]));
    return size;
}

/* Does z become a solution when it is multiplied by a number that makes w_i = 0 where z is largest?
 * And when each element has been multiplied or divided by the size of its column or row before? */
static int solves_scaled(int n, const double *A, const double *b, const double *z, int by)
{
    double x[MOST];
    int at = 0;

    for (int i = 0; i < n; i++) {
        const double size = by ? extent(n, A, i, by <= 2) : 1.0;
        if (!(size > 0.0)) return 0;
        x[i] = by % 2 ? z[i] / size : z[i] * size;
        if (x[i] > x[at]) at = i;
    }
    if (!(x[at] > 0.0) || !(fabs(dot(n, A + at * n, x)) > 0.0)) return 0;
    const double factor = -b[at] / dot(n, A + at * n, x);
    for (int i = 0; i < n; i++) x[i] *= factor;
    return factor > 0.0 && !same_vector(n, z, x) && solves(n, A, b, x);
}

/* the statement about a wrong z: a different problem that it solves must not be the same problem */
void note_solution(verdict *v, int n, const double *A, const double *b, const double *z)
{
    double B[MOST * MOST], x[MOST], c[MOST];
    int is[SOLUTIONS] = { 0 };

    snprintf(v->subject, sizeof v->subject, "z");
    v->traits = 0;
    if (n < 1 || n > MOST || solves(n, A, b, z)) return;
    for (int i = 0; i < n; i++) is[0] |= !(fabs(z[i]) <= DBL_MAX);
    if (!is[0]) {
        is[11] = !(largest(n, z) > 0.0);
        for (int i = 0; i < n * n; i++) B[i] = A[i % n * n + i / n];
        is[1] = !is[11] && solves(n, B, b, z);
        for (int i = 0; i < n; i++) c[i] = -b[i];
        is[2] = !is[11] && solves(n, A, c, z);
        for (int i = 0; i < n * n; i++) B[i] = -A[i];
        is[3] = !is[11] && solves(n, B, b, z);
        is[4] = !is[11] && equation(n, A, b, z, x) && solves(n, A, b, x);
        if (equation(n, A, b, NULL, x)) {
            is[5] = is_wrong_answer(n, A, b, x, z);
            for (int i = 0; i < n; i++) x[i] = fmax(0.0, x[i]);
            is[6] = is_wrong_answer(n, A, b, x, z);
        }
        for (int i = 0; i < n; i++) x[i] = fmax(0.0, z[i]);
        is[7] = solves(n, A, b, x);
        for (int i = 0; i < n; i++)
            x[i] = A[i * n + i] > 0.0 ? fmax(0.0, -b[i] / A[i * n + i]) : 0.0;
        is[8] = is_wrong_answer(n, A, b, x, z);
        is[9] = solves_scaled(n, A, b, z, 0);
        for (int by = 1; by <= 4 && !is[9]; by++) is[10] |= solves_scaled(n, A, b, z, by);
    }
    for (int t = 0; t < SOLUTIONS; t++)
        if (is[t]) v->traits |= UINT64_C(1) << (NUMBERS + t);
}

/* The z of a solver that gave up is not an answer, and may be any vector that the method works
 * with. Reported is only what no method produces by itself: a solution of another problem, or one
 * in other units. */
void note_given_up(verdict *v, int n, const double *A, const double *b, const double *z)
{
    static const int telling[] = { 1, 2, 3, 9, 10 };
    uint64_t told = 0;

    note_solution(v, n, A, b, z);
    for (int i = 0; i < (int)(sizeof telling / sizeof telling[0]); i++)
        told |= UINT64_C(1) << (NUMBERS + telling[i]);
    v->traits &= told;
}

/* ---- the input ------------------------------------------------------------------------------- */

static int has_number(int n, const double *x, double low, double high)
{
    for (int i = 0; i < n; i++)
        if (x[i] >= low && x[i] <= high) return 1;
    return 0;
}

static int is_solver(const lab *which, const frame *q)
{
    return which->first_solver > 0 && q->id >= which->first_solver && q->narray > SOLVE_INFO &&
           q->len[SOLVE_OPTIONS] == OPTIONS;
}

/* z, the first array of length n after b in a function's arguments; NULL: none, as in the contest,
 * where z is an output alone */
static const double *start_of(const lab *which, const frame *q)
{
    const int solves = which->first_solver > 0 && q->id >= which->first_solver;

    if (solves && !is_solver(which, q)) return NULL;
    for (int i = solves ? SOLVE_Z : 2; i < q->narray; i++)
        if (q->len[i] == q->len[1] && !(q->len[i] > 0 && q->array[i][0] >= BLANK))
            return q->array[i];
    return NULL;
}

static const char *const features[] = {
    "n = 0",
    "n = 1",
    "A has a 0 on its diagonal",
    "A has a number below 0 on its diagonal",
    "A has an infinity in it",
    "b has an infinity in it",
    "A or b has an infinity in it, and no NaN",
    "A has a NaN in it",
    "b has a NaN in it",
    "A or b has a NaN in it",
    "b has no number below 0",
    "z has a number below 0 in it at the start",
    "z has a NaN or an infinity in it at the start",
    "numbers are above 1e100 or below 1e-100, so that squares overflow or underflow",
    "all of A is below 1e-6, in other units",
    "all of A is above 1e6, in other units",
    "all of b is below 1e-6, in other units",
    "opt is NULL",
    "info is NULL",
    "there is less scratch than lab.h says, so that an array may be NULL",
    "n is more than 12",
    "n is more than 32",
    "n is more than 50",
};
enum { FEATURES = sizeof features / sizeof features[0] };

static int is_extreme(int n, const double *x)
{
    return has_number(n, x, 1e100, DBL_MAX) || has_number(n, x, -DBL_MAX, -1e100) ||
           has_number(n, x, 5e-324, 1e-100) || has_number(n, x, -1e-100, -5e-324);
}

static int has_nan(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (x[i] != x[i]) return 1;
    return 0;
}

/* the features of a request that begins with A[n*n] and b[n], as bits */
static uint64_t features_of(const lab *which, const frame *q)
{
    const int n = q->narray > 1 ? q->len[1] : -1;
    const double *A, *b, *z;
    int is[FEATURES] = { 0 };
    uint64_t bits = 0;

    if (n < 0 || q->len[0] != n * n) return 0;
    A = q->array[0], b = q->array[1], z = start_of(which, q);
    is[0] = n == 0;
    is[1] = n == 1;
    for (int i = 0; i < n; i++) is[2] |= fabs(A[i * n + i]) <= 0.0, is[3] |= A[i * n + i] < 0.0;
    is[4] = has_number(n * n, A, HUGE_VAL, HUGE_VAL) || has_number(n * n, A, -HUGE_VAL, -HUGE_VAL);
    is[5] = has_number(n, b, HUGE_VAL, HUGE_VAL) || has_number(n, b, -HUGE_VAL, -HUGE_VAL);
    is[6] = is[4] || is[5];
    is[7] = has_nan(n * n, A);
    is[8] = has_nan(n, b);
    is[9] = is[7] || is[8];
    is[10] = n > 0 && !has_number(n, b, -HUGE_VAL, -5e-324);
    is[11] = z && has_number(n, z, -HUGE_VAL, -5e-324);
    is[12] = z && (has_nan(n, z) || largest(n, z) > DBL_MAX);
    is[13] = is_extreme(n * n, A) || is_extreme(n, b) || (z && is_extreme(n, z));
    is[14] = n > 0 && largest(n * n, A) < 1e-6;
    is[15] = largest(n * n, A) > 1e6;
    is[16] = n > 0 && largest(n, b) < 1e-6;
    if (is_solver(which, q)) {
        is[17] = !has_options(q);
        is[18] = !has_info(q);
        is[19] = q->array[SOLVE_OPTIONS][OPTION_BYTES] >= 0.0;
    }
    is[20] = n > 12, is[21] = n > 32, is[22] = n > 50;
    for (int f = 0; f < FEATURES; f++) bits |= (uint64_t)(is[f] != 0) << f;
    return bits;
}

/* ---- all cases of a test --------------------------------------------------------------------- */

/* this many wrong cases that agree, or right ones without a feature, are not a coincidence */
enum { ENOUGH = 4 };

gathered start_gathering(void)
{
    gathered g;

    for (int call = 0; call < CALLS; call++)
        g.of[call] = (gathering){ .absent = ~UINT64_C(0) };
    return g;
}

void gather_case(gathered *g, const test_run *run, int k, int right, const verdict *v)
{
    const frame *q = &run->request[k];
    const int status = run->answer[k].id;
    const uint64_t has = run->lab->lcp ? features_of(run->lab, q) : 0;
    gathering *of = &g->of[q->id % CALLS];

    if (right) {
        of->right++;
        of->absent &= ~has;
        return;
    }
    if (of->wrong++ == 0) {
        *of = (gathering){ .wrong = 1, .right = of->right, .absent = of->absent, .common = has,
                           .traits = v->traits, .status = status };
        snprintf(of->subject, sizeof of->subject, "%s", v->subject);
    }
    of->common &= has;
    of->traits &= v->traits;
    if (strcmp(of->subject, v->subject) != 0) of->traits = 0;
    if (of->status != status || strncmp(v->broken, "should return MB_OK:", 20) != 0)
        of->status = MB_OK;
}

/* Signs on the diagonal go with the kind of a problem, and with all else that is new in that kind:
 * they are the cause if the status shows that they were tested. */
static int is_of_kinds(int feature) { return feature == 2 || feature == 3; }

void say_gathered(const gathered *g, int call, verdict *v)
{
    const gathering *of = &g->of[call % CALLS];
    const uint64_t exact = of->common & of->absent;
    /* running out of steps is not a refusal */
    const char *refused = of->status != MB_OK && of->status != MB_MAX_ITER
                              ? mb_status_name((mb_status)of->status) : NULL;

    if (v->cause[0]) return;
    for (int t = 0; t < NUMBERS + SOLUTIONS && !v->cause[0]; t++) {
        if (!(of->traits >> t & 1)) continue;
        if (t >= BY_CHANCE && t < NUMBERS && of->wrong < ENOUGH) continue;
        if (t < NUMBERS) say(v->cause, "%s: %s", of->subject, numbers[t]);
        else say(v->cause, "%s", solutions[t - NUMBERS]);
    }
    if (v->cause[0]) return;
    for (int f = 0; f < FEATURES && of->right >= ENOUGH; f++) {
        if (!(exact >> f & 1) || (is_of_kinds(f) && !refused)) continue;
        if (refused) say(v->cause, "%s is returned exactly where %s: that is no reason to refuse",
                         refused, features[f]);
        else say(v->cause, "the wrong cases are exactly those in which %s", features[f]);
        return;
    }
    if (v->advice) say(v->cause, "%s", v->advice);
    else if (refused && of->status != MB_RAY && of->status != MB_STALLED)  /* nor is giving up */
        say(v->cause, "%s is returned for %s: look at the place where it is returned", refused,
            of->right ? "problems that are all right" : "every problem");
}
