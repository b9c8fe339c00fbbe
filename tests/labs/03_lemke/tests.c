/* Lab 03's tests: the pieces of Lemke's method one by one, then the solver, judged by the
 * conditions of the LCP */
#include "grader.h"
#include "worker.c"

#include <math.h>
#include <string.h>

enum { MAX_N = 110, LARGE = 65 };   /* 110: more than 100 pivots; LARGE is for the pieces */

#define SOLVED 1e-8              /* relative residual of an answer that counts as a solution */
#define TIE 1e-12                /* ratios that are this close count as tied */

/* the worked example of README */
static const double example_A[] = { 2, 1, 1, 2 }, example_b[] = { -5, -6 },
    ones[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, minus_ones[] = { -1, -1, -1, -1, -1 };

/* ---- tableaux that the tests make themselves ---- */

static int columns(int n) { return 2 * n + 2; }

static void start_tableau(int n, const double *A, const double *b, const double *d, double *T,
                          double *basis)
{
    memset(T, 0, (size_t)(n * columns(n)) * sizeof *T);
    for (int i = 0; i < n; i++) {
        double *row = T + i * columns(n);
        for (int j = 0; j < n; j++) row[j] = -A[i * n + j];
        row[n + i] = 1.0;
        row[2 * n] = -d[i];
        row[2 * n + 1] = b[i];
        basis[i] = (double)(n + i);
    }
}

/* row operations that make column e the unit vector of row r */
static void eliminate(int n, double *T, double *basis, int r, int e)
{
    double pivot = T[r * columns(n) + e];

    for (int k = 0; k < columns(n); k++) T[r * columns(n) + k] /= pivot;
    for (int i = 0; i < n; i++) {
        double factor = T[i * columns(n) + e];
        if (i == r) continue;
        for (int k = 0; k < columns(n); k++)
            T[i * columns(n) + k] -= factor * T[r * columns(n) + k];
    }
    basis[r] = (double)e;
}

/* the worked example after so many of its three pivots */
static void example_tableau(int pivots, double *T, double *basis)
{
    static const int row[] = { 1, 0, 1 }, entering[] = { 4, 1, 0 };

    start_tableau(2, example_A, example_b, ones, T, basis);
    for (int k = 0; k < pivots; k++) eliminate(2, T, basis, row[k], entering[k]);
}

/* a tableau with the given column and right-hand side: unit vectors in the columns of the basis,
 * numbers of order one elsewhere */
static void made_tableau(int n, rng *r, const double *basis, int entering, const double *column,
                         const double *rhs, double *T)
{
    for (int i = 0; i < n * columns(n); i++) T[i] = rng_range(r, -2.0, 2.0);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) T[k * columns(n) + (int)basis[i]] = k == i ? 1.0 : 0.0;
        T[i * columns(n) + entering] = column[i];
        T[i * columns(n) + 2 * n + 1] = rhs[i];
    }
}

/* a small tableau in full, its rows apart */
static void say_tableau(char *text, int n, const double *T)
{
    say(text, "T=[");
    for (int i = 0; i < n * columns(n) && n <= 3; i++)
        say(text, "%s%.4g", i == 0 ? "" : i % columns(n) == 0 ? ";  " : " ", T[i]);
    say(text, n <= 3 ? "]  " : "%d x %d]  ", n, columns(n));
}

/* a tableau that is unique, up to so much in each entry (NULL: to the last bit); says which
 * entry is off, in the words of the README */
static int judge_entries(verdict *v, int n, const double *T, const double *want,
                         const double *allowed)
{
    for (int i = 0; i < n * columns(n); i++) {
        const int k = i % columns(n);
        if (fabs(T[i] - want[i]) <= (allowed ? allowed[i] : 0.0)) continue;
        say_tableau(v->yours, n, T);
        /* counted as in the code, from 0 */
        say(v->broken, "T, row %d, column %d", i / columns(n), k);
        if (k < 2 * n) say(v->broken, " (%c%d)", k < n ? 'z' : 'w', k % n + 1);
        else say(v->broken, k == 2 * n ? " (z0)" : " (right-hand side)");
        const int digits = digits_apart(want[i], T[i], 6);
        return broken(v, " should be %.*g and is %.*g", digits, want[i], digits, T[i]);
    }
    return 1;
}

/* ---- 01: the tableau ---- */

static void make_tableau(int k, rng *r, frame *q)
{
    static const double A[] = { 1, 2, 3, 5 }, b[] = { -1, -2 }, d[] = { 1, 2 };
    static double RA[LARGE * LARGE], rb[LARGE], rd[LARGE];
    int n = 2;

    q->id = CALL_TABLEAU;
    if (k == 0) {
        put(q, given(4, example_A), given(2, example_b), given(2, ones));
    } else if (k == 1) {
        put(q, given(4, A), given(2, b), given(2, d));
    } else {
        n = k < 5 ? k : k == 5 ? LARGE : 1;
        make_diagonally_dominant(r, n, RA);
        make_vector(r, n, rb);
        for (int i = 0; i < n; i++) rd[i] = rng_range(r, 0.5, 2.0);
        put(q, given(n * n, RA), given(n, rb), given(n, rd));
    }
    put(q, blank(n * columns(n)), blank(n));
}

static int judge_tableau(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[TABLEAU_B];
    static double T[LARGE * (2 * LARGE + 2)];
    double basis[LARGE];

    say_lcp(v->input, n, q->array[TABLEAU_A], q->array[TABLEAU_B]);
    say_vector(v->input, "d", n, q->array[TABLEAU_D]);
    start_tableau(n, q->array[TABLEAU_A], q->array[TABLEAU_B], q->array[TABLEAU_D], T, basis);
    return judge_ok(v, a, "the tableau can always be made") &&
           judge_rows_written(v, "T", n, columns(n), a->array[TABLEAU_T]) &&
           judge_entries(v, n, a->array[TABLEAU_T], T, NULL) &&
           judge_near(v, "basis", n, a->array[TABLEAU_BASIS], basis, 0.0);
}

/* ---- 02: the first row ---- */

static void make_first_row(int k, rng *r, frame *q)
{
    static const double b[][3] = { { -5, -6, 0 }, { -1, -3, -2 }, { -4, -6, -1 }, { 1, 2, 3 },
        { 0, 0, 0 }, { -3, 1, -3 },
                                   { 1e-20, -1e-20, -3e-20 }, { -1e-18, -2e20, 0 }, { -4, -1, -2 },
                                     { 9, -1, -2 }, { -1, -2, 9 },
                                   { -1e-300, 0, 1 }, { -1e300, -3e300, -2e300 }, { 0, 2, -1 } };
    static const double d[] = { 1, 3, 1 };
    enum { FIXED = sizeof b / sizeof b[0] };
    double rb[LARGE], rd[LARGE];
    const int n = k == FIXED ? LARGE : 6;

    q->id = CALL_FIRST_ROW;
    if (k < FIXED) {
        put(q, given(k == 0 ? 2 : 3, b[k]), given(k == 0 ? 2 : 3, k == 2 ? d : ones));
    } else {
        for (int i = 0; i < n; i++) rb[i] = rng_range(r, -2.0, 2.0), rd[i] = rng_range(r, 0.2, 3.0);
        put(q, given(n, rb), given(n, rd));
    }
    put(q, blank(1));
}

static int judge_first_row(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[FIRST_B];
    const double *b = q->array[FIRST_B], *d = q->array[FIRST_D], row = a->array[FIRST_ROW][0];
    double worst = 0.0;

    say(v->input, "n=%d  ", n);
    say_vector(v->input, "b", n, b);
    say_vector(v->input, "d", n, d);
    for (int i = 0; i < n; i++) worst = fmin(worst, b[i] / d[i]);
    if (!judge_ok(v, a, "there is always an answer") || !judge_written(v, "row", 1, &row)) return 0;
    say(v->yours, "row=%g", row);
    if (worst >= 0.0) {
        say(v->broken, "row must be -1: no b_i is negative, z = 0 is the solution");
        return fabs(row + 1.0) <= 0.0;
    }
    if (!(row >= 0.0 && row < (double)n)) {
        if (fabs(row + 1.0) <= 0.0)
            say(v->cause, "-1 is for b >= 0, but here some b_i is negative");
        return broken(v, "row must be one of 0 ... %d: some b_i is negative", n - 1);
    }
    say(v->broken, "b/d in row %g is %g, but the most negative is %g", row,
        b[(int)row] / d[(int)row], worst);
    return b[(int)row] / d[(int)row] <= worst * (1.0 - 1e-12);
}

/* ---- 03: the pivot ---- */

/* The worked example's pivots, a pivot of zero, then places of random tableaux; n = 1; tableaux
 * in units far from 1, with rows in units of their own, and large. */
enum { MIXED_ROWS = 11, PIVOTS = MIXED_ROWS + 5 };
static void make_pivot(int k, rng *r, frame *q)
{
    static const double place[][2] = { { 1, 4 }, { 0, 1 }, { 1, 0 }, { 0, 3 } };
    static double A[LARGE * LARGE], b[LARGE], T[LARGE * (2 * LARGE + 2)], basis[LARGE], d[LARGE];
    int n = 2, row, entering;

    if (k < 4) {
        example_tableau(k < 3 ? k : 0, T, basis);
        row = (int)place[k][0], entering = (int)place[k][1];
    } else {
        n = k < 6 ? 3 : k == 8 ? 1 : k == PIVOTS - 1 ? LARGE : 4;
        make_diagonally_dominant(r, n, A);
        make_vector(r, n, b);
        for (int i = 0; i < n; i++) d[i] = 1.0;
        start_tableau(n, A, b, d, T, basis);
        row = k == 4 ? 0 : k == 5 ? n - 1 : rng_int(r, n), entering = row;
        if (n > 1) eliminate(n, T, basis, (row + 1) % n, 2 * n);
        for (int i = 0; i < n * columns(n) && (k == 9 || k == 10); i++)
            T[i] *= k == 9 ? 0x1p-60 : 0x1p60;
        for (int i = 0; i < n && k >= MIXED_ROWS && n < LARGE; i++) {
            const double unit = ldexp(1.0, rng_int(r, 160) - 80);
            for (int j = 0; j < columns(n); j++) T[i * columns(n) + j] *= unit;
        }
    }
    request(q, CALL_PIVOT, output(n * columns(n), T), output(n, basis),
            given(2, (const double[]){ row, entering }));
}

static int judge_pivot(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[PIVOT_BASIS], row = (int)q->array[PIVOT_PLACE][0],
              entering = (int)q->array[PIVOT_PLACE][1];
    static double T[LARGE * (2 * LARGE + 2)], allowed[LARGE * (2 * LARGE + 2)];
    double basis[LARGE];
    const double *old = q->array[PIVOT_T], pivot = old[row * columns(n) + entering];

    memcpy(T, q->array[PIVOT_T], (size_t)(n * columns(n)) * sizeof *T);
    memcpy(basis, q->array[PIVOT_BASIS], (size_t)n * sizeof *basis);
    say(v->input, "n=%d  row=%d  entering=%d  ", n, row, entering);
    say_tableau(v->input, n, T);
    say_vector(v->input, "basis", n, basis);
    /* the sizes of what is subtracted, or divided */
    for (int i = 0; i < n * columns(n); i++) {
        const double factor =
            i / columns(n) == row ? 1.0 : fabs(old[i / columns(n) * columns(n) + entering]);
        allowed[i] = 1e-12 * ((i / columns(n) == row ? 0.0 : fabs(old[i])) +
                              factor * fabs(old[row * columns(n) + i % columns(n)] / pivot));
    }
    if (fabs(pivot) > 0.0) {
        eliminate(n, T, basis, row, entering);
        if (!judge_ok(v, a, "the pivot is not zero")) return 0;
    } else if (!judge_status(v, a, one_of(MB_SINGULAR), "the pivot is zero")) {
        return 0;
    }
    return judge_entries(v, n, a->array[PIVOT_T], T, fabs(pivot) > 0.0 ? allowed : NULL) &&
           judge_near(v, "basis", n, a->array[PIVOT_BASIS], basis, 0.0);
}

/* ---- 04: who enters ---- */

static void make_entering(int k, rng *r, frame *q)
{
    const int n = k < 4    ? 2
                  : k < 6  ? 1
                  : k < 10 ? 7
                           : 200,
              leaving = k < 4   ? k
                        : k < 6 ? k - 4
                                : rng_int(r, 2 * n);

    request(q, CALL_ENTERING, given(2, (const double[]){ n, leaving }), blank(1));
}

static int judge_entering(int k, const frame *q, const frame *a, verdict *v)
{
    const double n = q->array[ENTERING_N_LEAVING][0], leaving = q->array[ENTERING_N_LEAVING][1];
    const double want = leaving < n ? leaving + n : leaving - n;

    say(v->input, "n=%g  leaving=%g, which is %s_%g", n, leaving, leaving < n ? "z" : "w",
        fmod(leaving, n) + 1.0);
    return judge_ok(v, a, "there is always an answer") &&
           judge_near(v, "entering", 1, a->array[ENTERING_ENTERING], &want, 0.0);
}

/* ---- 05 to 07: the ratio test ---- */

static void put_ratio(frame *q, int n, const double *T, const double *basis, int entering)
{
    request(q, CALL_RATIO_TEST, given(n * columns(n), T), given(n, basis), scalar((double)entering),
            blank(1));
}

/* the two of the worked example; then columns with entries of both signs, small right-hand sides
 * beside the negative ones; from 12 on in other units: column, right-hand side, or both; from
 * ZEROS on a right-hand side of 0, the smallest ratio there is; n = 1; large */
enum { ZEROS = 18, RATIOS = ZEROS + 5 };
static void make_ratio(int k, rng *r, frame *q)
{
    static double T[LARGE * (2 * LARGE + 2)], basis[LARGE], column[LARGE], rhs[LARGE];
    const int n = k == 0 || k == 1 ? 2 : k == RATIOS - 1 ? LARGE : k == RATIOS - 2 ? 1 : 3 + k % 4;

    if (k < 2) {
        example_tableau(k + 1, T, basis);
        put_ratio(q, 2, T, basis, k == 0 ? 1 : 0);
        return;
    }
    for (int i = 0; i < n; i++) {
        basis[i] = (double)(n + i);
        column[i] = rng_range(r, 0.5, 3.0);
        rhs[i] = column[i] * (1.0 + 0.7 * (double)((i + k) % n)) * rng_range(r, 0.95, 1.05);
    }
    for (int i = 0; i < n / 2 && n > 1; i++) {
        const int negative = (2 * i + k) % n;
        column[negative] = -column[negative];
        rhs[negative] *= 0.1;
    }
    if (k >= ZEROS && n > 1) {
        column[k % n] = fabs(column[k % n]);
        rhs[k % n] = 0.0;
    }
    for (int i = 0; i < n && k >= 12 && k < ZEROS; i++) {
        if (k % 3 != 1) column[i] *= k < 15 ? 0x1p-50 : 0x1p50;
        if (k % 3 != 0) rhs[i] *= k < 15 ? 0x1p-50 : 0x1p50;
    }
    basis[n - 1] = (double)(2 * n);
    made_tableau(n, r, basis, 1, column, rhs, T);
    put_ratio(q, n, T, basis, 1);
}

/* Rows 1 and 2, then 0 and 1, then all have the smallest ratio; the row of z0 differs. From 36
 * on the ratio of z0 is larger: first by a rounding error, which makes a tie, then by more than
 * that, which makes none. From LIMITS on the ratio of z0 is larger by a third of what makes a
 * tie, and by three times as much, with entries and right-hand sides of different sizes: 1e-12
 * max |q| / max(T_ie, T_je). In LAST_OF_ALL the lexicographic rule would take any row but that of
 * z0, whose entry in the first column of w is the largest. */
enum { ROUNDED = 36, LIMITS = ROUNDED + 12, LAST_OF_ALL = LIMITS + 12, TIES = LAST_OF_ALL + 3 };
static void make_limit(int k, rng *r, frame *q)
{
    static const double entry[][2] = { { 1, 1 }, { 1, 0x1p-10 }, { 0x1p-10, 1 } },
        third[] = { 0x1p14, 1 };
    const double *e = entry[k % 3], other = third[k / 3 % 2],
                 largest = fmax(other, 3.0 * fmax(e[0], e[1]));
    const double off = (k < 6 ? 0.33 : 3.0) * TIE * largest / fmax(e[0], e[1]);
    double T[3 * 8], column[3], rhs[3], basis[] = { 3, 4, 5 };
    const int first = k % 2, z0 = 1 + k % 2;

    column[0] = column[1] = column[2] = -1.0;
    rhs[0] = rhs[1] = rhs[2] = other;
    column[first] = e[0], rhs[first] = 3.0 * e[0];
    column[z0] = e[1], rhs[z0] = (3.0 + off) * e[1];
    basis[z0] = 6;
    made_tableau(3, r, basis, 0, column, rhs, T);
    put_ratio(q, 3, T, basis, 0);
}

static void make_tie(int k, rng *r, frame *q)
{
    static const double column[] = { 1, 2, 4 },
        rhs[][3] = { { 3, 4, 8 }, { 2, 4, 9 }, { 2, 4, 8 } };
    double T[3 * 8], basis[] = { 3, 4, 5 }, third[3], q3[3];

    if (k >= LAST_OF_ALL) {
        basis[0] = 1, basis[1] = 2, basis[2] = 5;
        basis[k % 3] = 6;
        made_tableau(3, r, basis, 0, column, rhs[2], T);
        for (int i = 0; i < 3; i++) T[i * 8 + 3] = column[i] * (i == k % 3 ? 2.0 : -2.0);
        put_ratio(q, 3, T, basis, 0);
        return;
    }
    if (k >= LIMITS) {
        make_limit(k - LIMITS, r, q);
        return;
    }
    if (k % 12 < 9 || k >= ROUNDED) basis[k % 3] = 6;
    for (int i = 0; i < 3; i++) {
        third[i] = column[i] / 3.0 * (k % 2 ? 1e-9 : 1.0);
        q3[i] = third[i] * 0.7;
    }
    q3[k % 3] *= 1.0 + (k < ROUNDED + 6 ? 4e-16 : 1e-9);
    if (k >= ROUNDED) made_tableau(3, r, basis, 0, third, q3, T);
    else made_tableau(3, r, basis, 0, column, rhs[k % 12 / 3 % 3], T);
    put_ratio(q, 3, T, basis, 0);
}

static void make_small(int k, rng *r, frame *q)
{
    static const double column[][3] = { { 1e-17, 1, 2 }, { 2e-12, 1e-12, -1e-12 }, { -1, -2, -0.5 },
        { 0, 0, 0 }, { -1, 1e-16, -3 },
                                        { 3e-14, -2e-14, 1e-14 }, { 5, 1e-15, -1 },
                                          { 1e-13, 2e-13, -5 }, { -5, 2e-13, 1e-13 },
                                          { 1e-5, 3, -1 },
                                        { 4, -1, 1e-10 } };
    static const double rhs[][3] = { { 1e-19, 1, 4 }, { 1e-12, 3e-12, 1e-13 }, { 1, 1, 1 },
        { 1, 2, 3 }, { 1, 1, 1 },
                                     { 4e-14, 1e-14, 1e-14 }, { 2, 1e-18, 0 }, { 1, 2, 3 },
                                       { 1, 2, 3 }, { 1e-6, 3, 1 }, { 4, 1, 1e-11 } };
    double T[3 * 8], basis[] = { 3, 4, 6 };

    made_tableau(3, r, basis, 2, column[k], rhs[k], T);
    put_ratio(q, 3, T, basis, 2);
}

/* the condition that the chosen row breaks: 1 = none. lab.h defines ties; here with a margin of a
 * factor of 2 for rounding. */
static int judge_row(int n, const double *column, const double *rhs, const double *basis, int row,
                     double threshold, verdict *v)
{
    double largest = 0.0;
    int best = -1;

    if (!(column[row] > threshold))
        return broken(v, "the entry of row %d is %g: rows that are not positive take no part", row,
                      column[row]);
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(rhs[i]));
        if (column[i] > threshold && (best < 0 || rhs[i] / column[i] < rhs[best] / column[best]))
            best = i;
    }
    for (int i = 0; i < n; i++) {
        const double smallest = rhs[best] / column[best], more = rhs[i] / column[i] - smallest;
        const double tied = TIE * largest / fmax(column[i], column[best]);
        if (i == row && more > 2.0 * tied) {
            say(v->broken, "the ratio of row %d is %.13g, but the smallest is %.13g: no tie, which "
                "is within %.2g here", row, rhs[row] / column[row], smallest, tied);
            return 0;
        }
        if (i != row && (int)basis[i] == 2 * n && column[i] > threshold && more <= 0.5 * tied) {
            say(v->broken, "row %d is tied with the row of z0 (up to rounding, eq 3.9), but z0 did "
                "not leave", row);
            return 0;
        }
    }
    return 1;
}

static int judge_ratio(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[RATIO_BASIS], entering = (int)q->array[RATIO_ENTERING][0];
    const double *T = q->array[RATIO_T], *basis = q->array[RATIO_BASIS],
                 row = a->array[RATIO_ROW][0];
    double column[LARGE], rhs[LARGE], size = 0.0, largest = 0.0;

    for (int i = 0; i < n; i++) {
        column[i] = T[i * columns(n) + entering];
        rhs[i] = T[i * columns(n) + 2 * n + 1];
        size = fmax(size, fabs(column[i]));
        largest = fmax(largest, column[i]);
    }
    say(v->input, "n=%d  ", n);
    say_vector(v->input, "column", n, column);
    say_vector(v->input, "rhs", n, rhs);
    say_vector(v->input, "basis", n, basis);
    if (!(largest > 1e-11 * size)) {
        if (!judge_status(v, a, one_of(MB_RAY), "no entry of the column is positive") ||
            !judge_written(v, "row", 1, &row)) return 0;
        say(v->yours, "MB_RAY, row=%g", row);
        say(v->broken, "row must be -1 on a ray");
        return fabs(row + 1.0) <= 0.0;
    }
    if (!judge_ok(v, a, "an entry of the column is positive") || !judge_written(v, "row", 1, &row))
        return 0;
    say(v->yours, "row=%g", row);
    if (!(row >= 0.0 && row < (double)n)) return broken(v, "row must be one of 0 ... %d", n - 1);
    return judge_row(n, column, rhs, basis, (int)row, 1e-11 * size, v);
}

/* ---- 08: read-off ---- */

static void make_read(int k, rng *r, frame *q)
{
    static const double mixed[][4] = { { 3, 8, 5, 0 }, { 2, 1, 4, 7 }, { 4, 5, 6, 7 },
        { 1, 0, 3, 2 } };
    static double T[LARGE * (2 * LARGE + 2)], basis[LARGE], column[LARGE], rhs[LARGE];
    int n = 2;

    if (k == 0) {
        example_tableau(3, T, basis);
    } else {
        n = k == 6 ? LARGE : 4;
        for (int i = 0; i < n; i++) {
            basis[i] = n == 4 ? mixed[(k - 1) % 4][i] : i % 2 ? i : 2 * n - 1 - i;
            column[i] = rng_range(r, -1.0, 1.0);
            /* 5: rounding errors also make numbers negative */
            rhs[i] = rng_range(r, k == 5 ? -2.0 : 0.5, 4.0);
        }
        if (k == 5) rhs[0] = -1.0, rhs[3] = -1e-17;
        made_tableau(n, r, basis, 2 * n + 1, column, rhs, T);
    }
    request(q, CALL_READ, given(n * columns(n), T), given(n, basis), blank(n));
}

static int judge_read(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[READ_BASIS];
    double z[LARGE] = { 0.0 }, rhs[LARGE];

    for (int i = 0; i < n; i++) {
        rhs[i] = q->array[READ_T][i * columns(n) + 2 * n + 1];
        if (q->array[READ_BASIS][i] < (double)n) z[(int)q->array[READ_BASIS][i]] = rhs[i];
    }
    say(v->input, "n=%d  ", n);
    say_vector(v->input, "rhs", n, rhs);
    say_vector(v->input, "basis", n, q->array[READ_BASIS]);
    return judge_ok(v, a, "there is always an answer") &&
           judge_near(v, "z", n, a->array[READ_Z], z, 0.0);
}

/* ---- 09 to 14: the solver ---- */

static void put_solve(frame *q, int n, const double *A, const double *b, double tol, int max_iter,
                      int given)
{
    put_solver(q, CALL_SOLVE, n, A, b, NULL, (const double[]){ tol, max_iter, 0.0, given, -1.0 },
               0);
}

static void say_solve(const frame *q, verdict *v)
{
    const double *o = q->array[SOLVE_OPTIONS];

    say_lcp(v->input, q->len[SOLVE_B], q->array[SOLVE_A], q->array[SOLVE_B]);
    if (!has_options(q)) say(v->input, "opt=NULL  ");
    if (!has_info(q)) say(v->input, "info=NULL  ");
    if (has_options(q) && o[OPTION_TOL] > 0.0) say(v->input, "tol=%g  ", o[OPTION_TOL]);
    if (has_options(q) && o[OPTION_MAX_ITER] > 0.0)
        say(v->input, "max_iter=%g  ", o[OPTION_MAX_ITER]);
    if (o[OPTION_BYTES] >= 0.0) say(v->input, "scratch: %g bytes", o[OPTION_BYTES]);
}

/* 1 if z would solve the problem without its rounding errors: README, (3.12) */
static int only_dust(int n, const double *A, const double *b, const double *z)
{
    const mb_lcp p = { n, A, b };
    const double size = largest(n, z);
    double clean[MAX_N] = { 0.0 };

    for (int i = 0; i < n; i++) clean[i] = z[i] > 1e-12 * size ? z[i] : 0.0;
    return mb_residual(&p, clean) <= SOLVED;
}

/* MB_OK only to the requested tolerance; info must agree with the status and with z */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    const double *z = a->array[SOLVE_Z];
    const mb_lcp p = problem_of(q);
    const int most = max_iter_of(q, p.n > 2 ? 50 * p.n : 100);

    if (!judge_claim(v, (mb_status)a->id, &p, z, tol_of(q))) return 0;
    return !has_info(q) ||
           judge_info(v, (mb_status)a->id, a->array[SOLVE_INFO], most, &p, z, q->array[SOLVE_Z]);
}

/* with b >= 0 there is nothing to do */
static int judge_no_pivots(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];

    for (int i = 0; i < n; i++)
        if (q->array[SOLVE_B][i] < 0.0) return 1;
    if (!has_info(q) || a->array[SOLVE_INFO][1] <= 0.0) return 1;
    return broken(v, "b >= 0, so z = 0 is a solution: no pivot should be done");
}

static int judge_solution(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[SOLVE_B];

    say_solve(q, v);
    if (a->id == MB_MAX_ITER) {
        say(v->yours, "returned MB_MAX_ITER (1)");
        say(v->broken, "the pivots were used up: 2 n or so should be enough");
        return 0;
    }
    if (!judge_ok(v, a, "this problem has a solution that Lemke's method finds")) {
        if (a->id > 0) say_vector(v->yours, ", z", n, a->array[SOLVE_Z]);
        if (a->id == MB_RAY)
            v->advice = "the path of this problem ends on no ray, so the solver combines the "
                        "pieces wrongly: their order, their results or their memory";
        if (a->id != MB_STALLED) return 0;
        note_solution(v, n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z]);
        if (only_dust(n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z]))
            say(v->broken, ".  With the rounding errors in z set to 0 it would pass (eq 3.12)");
        return 0;
    }
    if (!judge_lcp(v, n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z], SOLVED)) {
        if (only_dust(n, q->array[SOLVE_A], q->array[SOLVE_B], a->array[SOLVE_Z]))
            say(v->broken, ".  With the rounding errors in z set to 0 it would pass (eq 3.12)");
        return 0;
    }
    return judge_told(q, a, v) && judge_no_pivots(q, a, v);
}

/* In cases SMALL and NEARLY z_2 is 2^-43, and that is no rounding error: with 0 in its place the
 * residual is 1, and 6e-8. In cases 7 and 8 the pivots allowed are those that are needed,
 * whatever d is: on a diagonal A each brings in one of z0 and the z. In SMALL_SKEW A is small, and
 * has zeros on its diagonal: z = 2^45 (1, 1). In NO_SIZE A is 0, whose size can't be divided by. */
enum { SMALL = 10, NEARLY = 15, MURTY, SMALL_SKEW, NO_SIZE, SMALL_PROBLEMS, MURTY_N = 8 };

/* from the covering vector of ones it takes 2^n = 256 pivots, and 400 are allowed; its solution is
 * z = (2^n, 0, ... 0) */
static void make_murty(frame *q)
{
    double A[MURTY_N * MURTY_N] = { 0.0 }, b[MURTY_N];

    for (int i = 0; i < MURTY_N; i++) {
        A[i * MURTY_N + i] = 1.0;
        for (int j = 0; j < i; j++) A[i * MURTY_N + j] = 2.0;
        b[i] = (i > 0 ? b[i - 1] : 0.0) - ldexp(1.0, MURTY_N - i);
    }
    put_solve(q, MURTY_N, A, b, 0.0, 0, WITH_ALL);
}

static void make_small_problem(int k, rng *r, frame *q)
{
    static const double A1[] = { 2 }, b1[] = { -4, -1, -2 }, A3[] = { 1, 0, 0, 2, 1, 0, 2, 2, 1 },
        b3[] = { -1, -1, -1 };
    static const double positive[] = { 5, 6 }, zero[] = { 0, 0 }, mixed[] = { -1, 4 };
    static const double no_size[] = { 0, 0, 0, 0 };
    static const double one[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, tiny[] = { 0x1p-80 };
    static const double uneven[] = { 1, 0, 0, 0x1p20 }, uneven_b[] = { -1, -0x1p-23 };
    static const double nearly[] = { 1, 0, -1, 0x1p20 }, nearly_b[] = { -1, 1 - 0x1p-23 };
    static const double skew[] = { 0, -0x1p-45, 0x1p-45, 0 }, skew_b[] = { 1, -1 };

    switch (k) {
    case 0: put_solve(q, 2, example_A, example_b, 0.0, 0, WITH_ALL); break;
    case 1: put_solve(q, 1, A1, b1, 0.0, 0, WITH_ALL); break;
    case 2: put_solve(q, 2, example_A, positive, 0.0, 0, WITH_ALL); break;
    case 3: put_solve(q, 2, example_A, zero, 0.0, 0, WITH_ALL); break;
    case 4: put_solve(q, 2, example_A, mixed, 0.0, 0, NO_OPTIONS_NO_INFO); break;
    case 5: put_solve(q, 3, A3, b3, 0.0, 0, WITH_ALL); break;
    case 7: put_solve(q, 1, A1, b1, 0.0, 2, WITH_ALL); break;
    case 8: put_solve(q, 3, one, b1, 0.0, 4, WITH_ALL); break;
    case 9: put_solve(q, 1, tiny, b1, 0.0, 0, WITH_ALL); break;
    case SMALL: put_solve(q, 2, uneven, uneven_b, 0.0, 0, WITH_ALL); break;
    case NEARLY: put_solve(q, 2, nearly, nearly_b, 0.0, 0, WITH_ALL); break;
    case MURTY: make_murty(q); break;
    case NO_SIZE: put_solve(q, 2, no_size, positive, 0.0, 0, WITH_ALL); break;
    case SMALL_SKEW: put_solve(q, 2, skew, skew_b, 0.0, 0, WITH_ALL); break;
    case 11: put_solve(q, 2, example_A, positive, 0.0, 0, NO_OPTIONS_NO_INFO); break;
    case 12: put_solve(q, 2, example_A, example_b, 0.0, 0, NO_OPTIONS); break;
    case 13: put_solve(q, 2, example_A, example_b, 0.0, 0, NO_INFO); break;
    case 14: put_solve(q, 0, A1, b1, 0.0, 0, NO_OPTIONS_NO_INFO); break;
    default: put_solve(q, 0, A1, b1, 0.0, 0, WITH_ALL);
    }
}

/* In SMALL and NEARLY rounding may spoil z; but it must not be removed as dust where that spoils
 * it */
static int judge_small_problem(int k, const frame *q, const frame *a, verdict *v)
{
    const int spoilt = (k == SMALL || k == NEARLY) && a->id == MB_STALLED;
    const int given_up = k == MURTY && a->id == MB_MAX_ITER;

    if (!spoilt && !given_up) return judge_solution(k, q, a, v);
    say_solve(q, v);
    if (given_up) {
        say(v->yours, "returned MB_MAX_ITER (1)");
        return broken(v, "400 pivots are allowed, 50 n, and this problem takes 2^n = 256 of them "
                      "where d is all ones");
    }
    if (a->array[SOLVE_Z][1] > 0.0) return judge_told(q, a, v);
    say_vector(v->yours, "returned MB_STALLED, z", 2, a->array[SOLVE_Z]);
    say(v->broken,
        "z_2 is 2^-43 here, and no rounding error: with 0 in its place the residual is %s",
        k == SMALL ? "1" : "6e-8");
    return blame(v, "small z_i were set to 0 although z does not pass the test with them: keep z "
                 "then (eq 3.12)");
}

/* matrices with a positive symmetric part: one solution each. In the last one all the n z_i are
 * positive: more than 100 pivots. */
static void make_random_problem(int k, rng *r, frame *q)
{
    static const int size[] = { 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40 };
    static double A[MAX_N * MAX_N], b[MAX_N];
    const int n = k == 24 ? MAX_N : size[k % 12];

    if (k % 3 == 2) make_spd(r, n, A);
    else make_diagonally_dominant(r, n, A);
    make_vector(r, n, b);
    b[rng_int(r, n)] = -1.5;                 /* else z = 0 may be the solution */
    for (int i = 0; i < n && k == 24; i++) {
        b[i] = 0.0;
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j];
    }
    put_solve(q, n, A, b, 0.0, 0, WITH_ALL);
}

/* Problems on which "take the first of the tied rows" or a similar rule cycles: with ones
 * for d, in BY_Z so does the lexicographic rule with the columns of z. From DUSTY on two in which a
 * row of the solution has nothing but rounding errors in it, and the first of them with a z_5 =
 * 2^-12 that is no rounding error; and others with many ties. MIRRORED: the first three counted
 * from the other end, for "take the last" */
enum { MAYBE_RAY = 5, DUSTY, DUSTY_AND_SMALL = 8, BY_Z, TIED, MIRRORED = TIED + 10,
       DEGENERATE = MIRRORED + 3 };
static void make_degenerate_problem(int k, rng *r, frame *q)
{
    static const double A[][9] = { { 1, 1, 2, 2, 1, 2, 0, 0, 1 }, { 1, -2, -1, 2, 1, 1, 1, 2, 1 },
                                   { 1, 2, 0, 0, 1, 2, 2, 0, 1 }, { 1, 1, 1, 1, 1, 1, 1, 1, 1 },
                                   { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0, 2, 2, 1, 1, 0, 2, 2, 1 } };
    static const double b[][3] = { { -1, -1, -1 }, { 0, -1, -1 },  { -1, -1, -1 },
                                   { -2, -2, -2 }, { -1, -1, -1 }, { -1, -1, -1 } };
    static const double dusty[][16] = { { 5, 3, 3, -1, 3, 2, 2, 0, 3, 2, 2, 0, -1, 0, 0, 2 },
                                        { 4, 4, 0, -4, 4, 5, 1, -2, 0, 1, 1, 2, -4, -2, 2, 8 } };
    static const double dusty_b[][4] = { { -9, -5, -6, 0 }, { 0, -1, -2, -4 } };
    static const double and_small[] = { 5,  3, 3, -1, 0, 3, 2, 2, 0, 0, 3, 2, 2,
                                        0,  0, -1, 0, 0, 2, 0, 0, 0, 0, 0, 1 };
    static const double and_small_b[] = { -9, -5, -6, 0, -0x1p-12 };
    static const double by_z[] = { 1, 0, 0, 0, 0, 1, 2, 2, 1, 0, 2, 2, 1,
                                   1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1 };
    static double G[MAX_N * MAX_N], B[MAX_N * MAX_N], c[MAX_N], z[MAX_N];
    const int n = 11 + k - TIED, rank = n / 2;

    if (k >= MIRRORED) {
        for (int i = 0; i < 9; i++) B[i] = A[k - MIRRORED][8 - i];
        for (int i = 0; i < 3; i++) c[i] = b[k - MIRRORED][2 - i];
    }
    if (k < DUSTY || k >= MIRRORED) {
        put_solve(q, 3, k < DUSTY ? A[k] : B, k < DUSTY ? b[k] : c, 0.0, 0, WITH_ALL);
        return;
    }
    if (k < DUSTY_AND_SMALL) {
        put_solve(q, 4, dusty[k - DUSTY], dusty_b[k - DUSTY], 0.0, 0, WITH_ALL);
        return;
    }
    if (k == DUSTY_AND_SMALL || k == BY_Z) {
        const int dust = k == DUSTY_AND_SMALL;
        put_solve(q, 5, dust ? and_small : by_z, dust ? and_small_b : minus_ones, 0.0, 0, WITH_ALL);
        return;
    }
    /* small integers, rank n/2, solution planted with z_i = w_i = 0 for a third of the rows:
     * ties everywhere */
    for (int i = 0; i < n * rank; i++) G[i] = (double)(rng_int(r, 3) - 1);
    for (int i = 0; i < n; i++) z[i] = i % 3 == 0 ? 1.0 : 0.0;
    for (int i = 0; i < n; i++) {
        c[i] = i % 3 == 1 ? 1.0 : 0.0;
        for (int j = 0; j < n; j++) {
            B[i * n + j] = 0.0;
            for (int l = 0; l < rank; l++) B[i * n + j] += G[i * rank + l] * G[j * rank + l];
            c[i] -= B[i * n + j] * z[j];
        }
    }
    put_solve(q, n, B, c, 0.0, 0, WITH_ALL);
}

/* In MAYBE_RAY and BY_Z, A is of no kind on which each covering vector leads to the solution: some
 * end on a ray. But every path ends. */
static int judge_degenerate_problem(int k, const frame *q, const frame *a, verdict *v)
{
    if ((k != MAYBE_RAY && k != BY_Z) || a->id != MB_RAY) return judge_solution(k, q, a, v);
    say_solve(q, v);
    return judge_told(q, a, v);
}

/* 0 to 2, 4 to 9 and 11 are positive semidefinite, so that Lemke's method must end on a ray; 3
 * is not. 10 has a solution, so that a solver that always returns MB_RAY does not pass */
static void make_infeasible(int k, rng *r, frame *q)
{
    static const double A0[9] = { 0 }, b0[] = { -1, 2, -3 }, A1[] = { 1, -1, -1, 1 },
        b1[] = { -1, -1 };
    static const double A2[] = { 0, -1, 1, 0 }, b2[] = { -1, -2 };
    static const double A3[] = { -1, 0, -3, 1, -2, -5, -2, -1, -2 }, b3[] = { -3, -2, -1 };
    double L[64], b[8] = { 0.0 }, sum = 0.0;
    const int n = 3 + k % 5;

    switch (k) {
    case 0: put_solve(q, 1, A0, b0, 0.0, 0, WITH_ALL); return;
    case 1: put_solve(q, 2, A1, b1, 0.0, 0, WITH_ALL); return;
    case 2: put_solve(q, 2, A2, b2, 0.0, 0, WITH_ALL); return;
    case 3: put_solve(q, 3, A3, b3, 0.0, 0, WITH_ALL); return;
    case 11: put_solve(q, 2, A1, b1, 0.0, 0, NO_INFO); return;
    case 12: put_solve(q, 3, A0, b0, 0.0, 0, WITH_ALL); return;
    default: break;
    }
    /* a graph's Laplacian: symmetric, L 1 = 0; so sum w_i = sum b_i, which is negative */
    memset(L, 0, sizeof L);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const double weight = rng_range(r, 0.2, 1.0);
            L[i * n + j] = L[j * n + i] = -weight;
            L[i * n + i] += weight;
            L[j * n + j] += weight;
        }
        b[i] = rng_range(r, -1.0, 1.0);
        sum += b[i];
    }
    b[0] -= k == 10 ? sum - 0.5 : sum > 0.0 ? sum + 0.5 : 0.5;
    if (k == 10) b[0] += 1.0, b[1] -= 1.0;
    put_solve(q, n, L, b, 0.0, 0, WITH_ALL);
}

/* Where A = 0 no entry of A can be a pivot: whatever d is, z0 comes in, and then there is a ray */
static int judge_one_pivot(const frame *a, verdict *v)
{
    const double pivots = a->array[SOLVE_INFO][1];

    if (fabs(pivots - 1.0) < 0.5) return 1;
    say(v->broken, "info->iterations should be 1 and is %g: where A = 0, the pivot that brings z0 "
        "in is the only one", pivots);
    return blame(v, pivots < 1.0 ? "the pivot that brings z0 in counts as well"
                                 : "where the ratio test finds no row, no pivot is done: there is "
                                   "none to count");
}

static int judge_infeasible(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == 10) return judge_solution(k, q, a, v);
    say_solve(q, v);
    if (k == 3) return judge_status(v, a, one_of(MB_RAY, MB_MAX_ITER, MB_SINGULAR, MB_STALLED),
                                    "this problem has no solution") && judge_told(q, a, v);
    return judge_status(v, a, one_of(MB_RAY),
                        "this problem has no solution, and A is positive semidefinite: the method "
                        "ends on a ray") &&
           judge_told(q, a, v) &&
           (largest(q->len[SOLVE_A], q->array[SOLVE_A]) > 0.0 || judge_one_pivot(a, v));
}

/* a sphere on a plane and a block on its two corners, sliding and sticking: Stewart-Trinkle's
 * matrices, unknowns [p_n; p_f; s] */
static void make_friction(int k, rng *r, frame *q)
{
    static const double sphere[] = { 1, 0, 0, 0, 0, 0,
                                     0, 3.5, 0, -3.5, 0, 1,
                                     0, 0, 3.5, 0, -3.5, 1,
                                     0, -3.5, 0, 3.5, 0, 1,
                                     0, 0, -3.5, 0, 3.5, 1,
                                     0.125, -1, -1, -1, -1, 0 };
    static const double block[] = { 2.5, -0.5, -1.5, 1.5, -1.5, 1.5, 0, 0,
                                    -0.5, 2.5, 1.5, -1.5, 1.5, -1.5, 0, 0,
                                    -1.5, 1.5, 2.5, -2.5, 2.5, -2.5, 1, 0,
                                    1.5, -1.5, -2.5, 2.5, -2.5, 2.5, 1, 0,
                                    -1.5, 1.5, 2.5, -2.5, 2.5, -2.5, 0, 1,
                                    1.5, -1.5, -2.5, 2.5, -2.5, 2.5, 0, 1,
                                    0.5, 0, -1, -1, 0, 0, 0, 0,
                                    0, 0.5, 0, 0, -1, -1, 0, 0 };
    double A[64], b[8] = { -0.0981, -0.0981 };

    if (k % 2 == 0) {
        const double vx = k == 0 ? 1.0 : rng_range(r, -1.0, 1.0),
                     vy = k == 0 ? 0.0 : rng_range(r, -1.0, 1.0);
        memcpy(A, sphere, sizeof sphere);
        if (k > 0) A[30] = rng_range(r, 0.05, 0.8);
        b[1] = vx, b[2] = vy, b[3] = -vx, b[4] = -vy;
        put_solve(q, 6, A, b, 0.0, 0, WITH_ALL);
    } else {
        const double v = k == 1 ? 1.0 : k == 3 ? 0.02 : rng_range(r, -0.3, 0.3);
        memcpy(A, block, sizeof block);
        for (int i = 2; i < 6; i++) b[i] = i % 2 == 0 ? v : -v;
        put_solve(q, 8, A, b, 0.0, 0, WITH_ALL);
    }
}

/* Two pivots allowed, and one; a tolerance that can't be met; small units, large units; the
 * defaults after these; then, refused, a NaN or an infinity in some place of A or b; and from
 * LITTLE on less scratch than the contract gives, from none on, in steps in which no array fits.
 * In these groups some cases are without opt, or without info. */
enum { IMPOSSIBLE = 2, UNITS = 3, DEFAULTS = 5, REFUSED = 7, LITTLE = 15, TRUTHS = LITTLE + 45 };
static int given_in(int k)
{
    if (k == 1 || k == REFUSED + 3 || k == LITTLE + 1) return NO_INFO;
    return k == DEFAULTS       ? NO_OPTIONS
           : k == DEFAULTS + 1 ? NO_OPTIONS_NO_INFO
           : k == REFUSED + 4  ? NO_OPTIONS_NO_INFO
                               : WITH_ALL;
}

static void make_truth(int k, rng *r, frame *q)
{
    static const spoiler by[LITTLE - REFUSED] = {
        { SOLVE_B, 3, A_NAN }, { SOLVE_A, 9, HUGE_VAL }, { SOLVE_B, 0, A_NAN },
        { SOLVE_B, 3, -HUGE_VAL }, { SOLVE_B, 1, HUGE_VAL }, { SOLVE_A, 15, A_NAN },
        { SOLVE_A, 0, A_NAN }, { SOLVE_A, 15, -HUGE_VAL }
    };
    double A[144], b[12];
    /* 12: in a small problem the residual can be 0 by chance */
    const int n = k == IMPOSSIBLE ? 12 : 4;

    make_diagonally_dominant(r, n, A);
    for (int i = 0; i < n; i++) b[i] = -rng_range(r, 0.5, 1.5);
    for (int i = 0; i < n * n && (k == UNITS || k == UNITS + 1); i++)
        A[i] *= k == UNITS ? 1e-13 : 1e7;
    for (int i = 0; i < n && (k == UNITS || k == UNITS + 1); i++) b[i] *= k == UNITS ? 1e-13 : 1e-7;
    put_solve(q, n, A, b, k == IMPOSSIBLE ? 1e-300 : 0.0, k == 0 ? 2 : k == 1 ? 1 : 0, given_in(k));
    if (k >= REFUSED && k < LITTLE) spoil(q, by[k - REFUSED]);
    if (k >= LITTLE)
        q->array[SOLVE_OPTIONS][OPTION_BYTES] = 2.0 * (double)(k - LITTLE) * sizeof(double);
}

/* with too little scratch: either the solver does not need more, or it reports that and leaves z
 * unchanged */
static int judge_little(const frame *q, const frame *a, verdict *v)
{
    if (a->id == MB_OK) return judge_solution(-1, q, a, v);
    say_solve(q, v);
    return judge_status(v, a, one_of(MB_OK, MB_NO_MEMORY), "an array of the arena is NULL") &&
           judge_unchanged(v, "z", q, a, SOLVE_Z) && judge_told(q, a, v);
}

static int judge_truth(int k, const frame *q, const frame *a, verdict *v)
{
    if (k >= UNITS && k < REFUSED) return judge_solution(k, q, a, v);
    if (k >= LITTLE) return judge_little(q, a, v);
    say_solve(q, v);
    if (k >= REFUSED)
        return judge_status(v, a, one_of(MB_NOT_FINITE), "A or b holds a NaN or an infinity") &&
               judge_unchanged(v, "z", q, a, SOLVE_Z) && judge_told(q, a, v);
    return judge_status(v, a, one_of(MB_OK, k == IMPOSSIBLE ? MB_STALLED : MB_MAX_ITER),
                        k == IMPOSSIBLE ? "z0 leaves, and this tolerance is beyond rounding"
                                        : "max_iter pivots are allowed") &&
           judge_told(q, a, v);
}

static const lab_test tests[] = {
    { "01", "tableau", 2, "pieces", 1, 7, make_tableau, judge_tableau },
    { "02", "first row", 1, "pieces", 1, 28, make_first_row, judge_first_row },
    { "03", "pivot", 2, "pieces", 1, PIVOTS, make_pivot, judge_pivot },
    { "04", "entering variable", 1, "pieces", 1, 13, make_entering, judge_entering },
    { "05", "ratio test", 2, "ratio test", 1, RATIOS, make_ratio, judge_ratio },
    { "06", "ratio test: ties with z0", 1, "ratio test", 1, TIES, make_tie, judge_ratio },
    { "07", "ratio test: small entries, and rays", 1, "ratio test", 1, 11, make_small,
      judge_ratio },
    { "08", "read-off", 1, "pieces", 1, 7, make_read, judge_read },
    { "09", "solve: small problems", 2, "solver", 0, SMALL_PROBLEMS, make_small_problem,
      judge_small_problem },
    { "10", "solve: random problems", 2, "solver", 5, 25, make_random_problem, judge_solution },
    { "11", "solve: degenerate problems", 2, "solver", 5, DEGENERATE, make_degenerate_problem,
      judge_degenerate_problem },
    { "12", "solve: problems without a solution", 1, "solver", 6, 13, make_infeasible,
      judge_infeasible },
    { "13", "solve: contact with friction", 1, "solver", 5, 12, make_friction, judge_solution },
    { "14", "solve: tells the truth", 1, "solver", 3, TRUTHS, make_truth, judge_truth },
};

const lab lab_03_lemke = { "03_lemke", "Lemke's method", all_of_lcp(tests), CALL_SOLVE };
