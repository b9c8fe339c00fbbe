/* judge.c: conditions, and messages about broken ones; building requests and random problems */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5 };                      /* vectors and matrices are printed up to this size */
enum { SEGMENTATION = 11 };              /* the signal */

/* ---- requests -------------------------------------------------------------------------------- */

static void no_memory(void)
{
    fprintf(stderr, "grader: no memory for a test's case\n");
    exit(2);
}

void *room(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (!memory) no_memory();
    return memory;
}

void keep(frame *to, const frame *from)
{
    if (!frame_copy(to, from)) no_memory();
}

void put_arrays(frame *q, const array_put *list)
{
    for (; list->len >= 0; list++) {
        if (!frame_add(q, list->len, list->x, list->what != GIVEN)) no_memory();
        for (int i = 0; i < list->len && list->what == BLANKS; i++)
            q->array[q->narray - 1][i] = BLANK;
    }
}

void put_lcp(frame *q, int call, int n, const double *A, const double *b)
{
    request(q, call, given(n * n, A), given(n, b));
}

mb_lcp problem_of(const frame *q)
{
    const mb_lcp p = { q->len[POINT_B], q->array[POINT_A], q->array[POINT_B] };

    return p;
}

void spoil(frame *q, spoiler s) { q->array[s.array][s.at] = s.x; }

void put_point(frame *q, int call, int n, const double *A, const double *b, const double *z,
               int outputs)
{
    put_lcp(q, call, n, A, b);
    put(q, given(n, z), blank(outputs));
}

void put_solver(frame *q, int call, int n, const double *A, const double *b, const double *z,
                const double *options, int history)
{
    put_lcp(q, call, n, A, b);
    put(q, given(OPTIONS, options));
    if (z) put(q, output(n, z));
    else put(q, blank(n));
    put(q, output(4, INFO_BLANK));
    if (history > 0) put(q, blank(history));
}

double tol_of(const frame *q)
{
    const double tol = q->array[SOLVE_OPTIONS][OPTION_TOL];

    return has_options(q) && tol > 0.0 ? tol : 1e-10;
}

int max_iter_of(const frame *q, int by_default)
{
    const double max_iter = q->array[SOLVE_OPTIONS][OPTION_MAX_ITER];

    return has_options(q) && max_iter > 0.0 ? (int)max_iter : by_default;
}

int history_of(const frame *q)
{
    return has_options(q) && gives(q) != NO_HISTORY &&
           gives(q) != NO_LENGTH ? q->len[SOLVE_HISTORY] : 0;
}

void make_vector(rng *r, int n, double *b)
{
    for (int i = 0; i < n; i++) b[i] = rng_normal(r);
}

void make_spd(rng *r, int n, double *A)
{
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    /* sum of x x' / n, plus half the identity */
    for (int k = 0; k < n; k++) {
        double x[256];
        make_vector(r, n, x);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) A[i * n + j] += x[i] * x[j] / n;
    }
    for (int i = 0; i < n; i++) A[i * n + i] += 0.5;
}

void make_diagonally_dominant(rng *r, int n, double *A)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            A[i * n + j] = i == j ? 0.0 : rng_range(r, -1.0, 1.0);
            sum += fabs(A[i * n + j]);
        }
        A[i * n + i] = 1.2 * sum + rng_range(r, 0.1, 0.5);
    }
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void say_list(char *text, const char *format, va_list args)
{
    const size_t have = strlen(text);

    if (have < VERDICT_TEXT - 1) vsnprintf(text + have, VERDICT_TEXT - have, format, args);
}

void say(char *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_list(text, format, args);
    va_end(args);
}

int broken(verdict *v, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_list(v->broken, format, args);
    va_end(args);
    return 0;
}

int blame(verdict *v, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_list(v->cause, format, args);
    va_end(args);
    return 0;
}

static void say_numbers(char *text, int n, const double *x)
{
    for (int i = 0; i < n && i < SHOWN; i++) say(text, i ? " %.5g" : "%.5g", x[i]);
    if (n > SHOWN) say(text, " ...");
}

void say_vector(char *text, const char *name, int n, const double *x)
{
    say(text, "%s=[", name);
    say_numbers(text, n, x);
    say(text, "]  ");
}

void say_matrix(char *text, const char *name, int rows, int cols, const double *A)
{
    if (rows > SHOWN) {
        say(text, "%s: %d x %d  ", name, rows, cols);
        return;
    }
    say(text, "%s=[", name);
    for (int i = 0; i < rows; i++) {
        if (i) say(text, "; ");
        say_numbers(text, cols, A + i * cols);
    }
    say(text, "]  ");
}

void say_lcp(char *text, int n, const double *A, const double *b)
{
    say(text, "n=%d  ", n);
    say_matrix(text, "A", n, n, A);
    say_vector(text, "b", n, b);
}

void say_point(const frame *q, verdict *v)
{
    say_lcp(v->input, q->len[POINT_B], q->array[POINT_A], q->array[POINT_B]);
    say_vector(v->input, "z", q->len[POINT_B], q->array[POINT_Z]);
}

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

/* ---- conditions ------------------------------------------------------------------------------ */

/* element i as the reader finds it: z_2 counts from 1, as formulas do; J[0][1] from 0, as C does */
enum { ELEMENT = 80 };
static const char *element(char *text, const char *name, int cols, int i)
{
    if (cols > 0) snprintf(text, ELEMENT, "%s[%d][%d]", name, i / cols, i % cols);
    else snprintf(text, ELEMENT, "%s_%d", name, i + 1);
    return text;
}

/* judge_written of a vector, cols = 0, or of a matrix */
static int judge_elements(verdict *v, const char *name, int cols, int n, const double *x)
{
    char which[ELEMENT];
    const double near_blank = 0.1 * BLANK;
    int blank = 0, first = -1;

    for (int i = 0; i < n; i++) {
        if (!(fabs(x[i] - BLANK) < near_blank)) continue;
        if (first < 0) first = i;
        blank += !(x[i] < BLANK || x[i] > BLANK);
    }
    if (first < 0) return 1;
    if (x[first] < BLANK || x[first] > BLANK) {
        say(v->broken,
            "%s was added to before it was set: the initial contents of an output mean nothing",
            element(which, name, cols, first));
        say(v->cause, "%s is added to, or read, before it is set: it is not initialised",
            name);
    } else {
        if (blank == n) say(v->broken, "%s was not written", name);
        else say(v->broken, "%s was not written", element(which, name, cols, first));
        say(v->cause,
            "there is a path through your function on which %s is not written: write %s on each",
            name, n > 1 ? "all of it, including the zeros," : "it");
    }
    return 0;
}

int judge_written(verdict *v, const char *name, int n, const double *x)
{
    return judge_elements(v, name, 0, n, x);
}

int judge_rows_written(verdict *v, const char *name, int rows, int cols, const double *x)
{
    return judge_elements(v, name, cols, rows * cols, x);
}

int digits_apart(double x, double y, int least)
{
    char one[40], other[40];

    for (; least < 17; least++) {
        snprintf(one, sizeof one, "%.*g", least, x);
        snprintf(other, sizeof other, "%.*g", least, y);
        if (strcmp(one, other) != 0) break;
    }
    return least;
}

/* x[i] is not want[i]: an element of a vector, cols = 0, or of a matrix; off by how much, and the
 * most that is allowed, if that is to be said */
static int say_off(verdict *v, const char *name, int cols, int n, const double *x,
                   const double *want, int i, double allowed)
{
    const int rows = cols > 0 ? n / cols : n, digits = digits_apart(x[i], want[i], 10);
    char which[ELEMENT];

    if (!judge_elements(v, name, cols, n, x)) return 0;
    note_numbers(v, name, rows, cols > 0 ? cols : 1, x, want);
    if (cols > 0) say_matrix(v->yours, name, rows, cols, x);
    else say_vector(v->yours, name, n, x);
    say(v->broken, "%s should be %.*g and is %.*g", element(which, name, cols, i), digits, want[i],
        digits, x[i]);
    if (allowed >= 0.0)
        say(v->broken, "  (off by %.2g, allowed %.1g)", fabs(x[i] - want[i]), allowed);
    return 0;
}

static int judge_near_elements(verdict *v, const char *name, int cols, int n, const double *x,
                               const double *want, double tol)
{
    const double scale = fmax(1.0, largest(n, want));
    double worst = -1.0;
    int where = 0;

    for (int i = 0; i < n; i++) {
        const double off = fabs(x[i] - want[i]);
        if (!(off <= worst)) {                                 /* a NaN as well, which then stays */
            worst = off;
            where = i;
        }
        if (off != off) break;
    }
    return n == 0 || worst <= tol * scale ||
           say_off(v, name, cols, n, x, want, where, tol * scale);
}

int judge_near(verdict *v, const char *name, int n, const double *x, const double *want, double tol)
{
    return judge_near_elements(v, name, 0, n, x, want, tol);
}

int judge_rows_near(verdict *v, const char *name, int rows, int cols, const double *x,
                    const double *want, double tol)
{
    return judge_near_elements(v, name, cols, rows * cols, x, want, tol);
}

int judge_number(verdict *v, const char *name, double x, double want, double size)
{
    const int digits = digits_apart(x, want, 10);

    if (fabs(x - want) <= NEAR * size) return 1;
    note_numbers(v, name, 1, 1, &x, &want);
    return judge_written(v, name, 1, &x) &&
           broken(v, "%s should be %.*g and is %.*g", name, digits, want, digits, x);
}

int judge_vector(verdict *v, const char *name, int n, const double *x, const double *want,
                 double size)
{
    size = fmax(size, largest(n, want));
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - want[i]) <= NEAR * size)) return say_off(v, name, 0, n, x, want, i, -1.0);
    return 1;
}

int judge_each(verdict *v, const char *name, int n, const double *x, const double *want,
               const double *allowed)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - want[i]) <= allowed[i]))
            return say_off(v, name, 0, n, x, want, i, allowed[i]);
    return 1;
}

void alike(verdict *v, int n, const double *x, const double *other, double size,
           const char *format, ...)
{
    va_list args;
    int same = n > 0;

    for (int i = 0; i < n; i++) same &= fabs(x[i] - other[i]) <= 10.0 * NEAR * size;
    if (n == 0 || (same ? v->nlike : v->nunlike) == LIKENESSES) return;
    va_start(args, format);
    vsnprintf(same ? v->like[v->nlike++] : v->unlike[v->nunlike++], LIKENESS_TEXT, format, args);
    va_end(args);
}

static int is_among(const char *text, char (*list)[LIKENESS_TEXT], int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0) return 1;
    return 0;
}

/* of one[], only the sentences that are in list[], or, without it, those that are not */
static void sift(char (*one)[LIKENESS_TEXT], int *count, char (*list)[LIKENESS_TEXT], int n,
                 int with)
{
    int kept = 0;

    for (int i = 0; i < *count; i++)
        if (is_among(one[i], list, n) == with) memmove(one[kept++], one[i], LIKENESS_TEXT);
    *count = kept;
}

int judge_ok(verdict *v, const frame *a, const char *because)
{
    return judge_status(v, a, one_of(MB_OK), because);
}

int judge_status(verdict *v, const frame *a, const mb_status *accepted, const char *because)
{
    const mb_status got = (mb_status)a->id;

    for (int i = 0; accepted[i] != MB_TODO; i++)
        if (got == accepted[i]) return 1;
    say(v->yours, "returned %s (%d)", mb_status_name(got), a->id);
    say(v->broken, "should return ");
    for (int i = 0; accepted[i] != MB_TODO; i++)
        say(v->broken, i ? " or %s" : "%s", mb_status_name(accepted[i]));
    say(v->broken, ": %s", because);
    if (got == MB_NO_MEMORY)
        say(v->cause, "lab.h gives enough scratch for every n: more is taken from it, "
                      "or an array has a fixed size");
    return 0;
}

int judge_unchanged(verdict *v, const char *name, const frame *q, const frame *a, int i)
{
    if (memcmp(a->array[i], q->array[i], (size_t)q->len[i] * sizeof(double)) == 0) return 1;
    say_vector(v->yours, name, q->len[i], a->array[i]);
    if (a->id == MB_OK) {
        say(v->broken, "%s must stay unchanged, for there is none to return", name);
        return blame(v, "%s is written to before it is clear that there is one", name);
    }
    say(v->broken, "%s must stay unchanged when the input is refused", name);
    return blame(v, "%s is written to before it is clear that the call succeeds: make all the "
                 "tests first", name);
}

int judge_claim(verdict *v, mb_status got, const mb_lcp *p, const double *z, double tol)
{
    const double residual = mb_residual(p, z);

    if (got != MB_OK || residual <= tol) return 1;
    say_vector(v->yours, "z", p->n, z);
    say(v->broken, "MB_OK was returned, but the residual of z is %g: more than %g", residual, tol);
    return blame(v, "MB_OK is returned without the test mb_residual(p, z) <= tol, with opt->tol "
                 "where it is given");
}

/* which of info's members is not filled, or -1 */
static int info_blank(const double *info)
{
    for (int i = 0; i < 4; i++)
        if (!(info[i] < BLANK || info[i] > BLANK) && info[i] == info[i]) return i;
    return -1;
}

static int judge_iterations(verdict *v, mb_status got, double iterations, int max_iter)
{
    if (!(iterations >= 0.0 && iterations <= (double)max_iter)) {
        say(v->broken, "info->iterations is %g, and should be between 0 and max_iter = %d",
            iterations, max_iter);
    } else if (got == MB_MAX_ITER && iterations < (double)max_iter) {
        say(v->broken,
            "MB_MAX_ITER was returned with info->iterations = %g, and max_iter = %d: were they all "
            "counted, or did "
            "something else end it?",
            iterations, max_iter);
        if (iterations >= (double)max_iter - 1.0)
            say(v->cause,
                "one is not counted in info->iterations, or max_iter stops it one too early");
    } else {
        return 1;
    }
    return 0;
}

void say_late(double told, double tol, verdict *v)
{
    if (told <= tol)
        say(v->cause, "the residual in info, %.6g, is <= tol, but was not compared with it",
            told);
    else if (told < BLANK || told > BLANK)
        say(v->cause, "the residual in info, %.6g, is that of a z before the last: test the z "
                      "that you return as well", told);
}

int judge_info(verdict *v, mb_status got, const double *info, int max_iter, const mb_lcp *p,
               const double *z, const double *z_before)
{
    static const char *const member[] = { "status", "iterations", "residual", "where" };
    const double residual = mb_residual(p, z), off = fabs(info[2] - residual);
    const int untouched = z_before && memcmp(z, z_before, (size_t)p->n * sizeof *z) == 0,
              blank = info_blank(info);

    if (blank >= 0) {
        say(v->broken, "info->%s was not written", member[blank]);
        return blame(v, "info->%s is not filled where %s is returned: fill all of info on every "
                     "way out", member[blank], mb_status_name(got));
    }
    say(v->yours, "%sinfo: status=%g iterations=%g residual=%g where=%g", v->yours[0] ? "  " : "",
        info[0], info[1], info[2], info[3]);
    if (!(fabs(info[0] - (double)got) < 0.5)) {
        say(v->broken, "info->status is %g, and %s = %d was returned", info[0], mb_status_name(got),
            (int)got);
        return blame(v, "info->status is filled with another status than the one returned");
    }
    if (!judge_iterations(v, got, info[1], max_iter)) return 0;
    if (!(off <= 1e-6 * residual + 1e-12) && !(untouched && info[2] >= HUGE_VAL) &&
        residual <= DBL_MAX) {
        say(v->broken, "info->residual is %g, but the residual of your z is %g", info[2],
            residual);
        if (info[2] >= HUGE_VAL)
            say(v->cause, "info->residual is HUGE_VAL where it should be mb_residual(p, z) of the "
                          "z handed over");
        else
            say(v->cause, "info->residual is that of another z than the one returned, or is not "
                          "mb_residual");
        return 0;
    }
    if (got == MB_SINGULAR || fabs(info[3] + 1.0) < 0.5) return 1;
    say(v->broken, "info->where is %g, and should be -1 where no row is the cause", info[3]);
    return blame(v, "info->where must be -1 where no row is the cause");
}

/* the first row in which one of the three conditions fails, as text */
static void say_broken_condition(verdict *v, int n, const double *A, const double *b,
                                 const double *z, const double *w, double tol)
{
    const double zs = largest(n, z) > 0.0 ? largest(n, z) : 1.0;

    for (int i = 0; i < n; i++) {
        double ws = fabs(b[i]), zr = z[i] / zs, wr;
        for (int j = 0; j < n; j++) ws += fabs(A[i * n + j] * z[j]);
        wr = ws > 0.0 ? w[i] / ws : 0.0;
        if (!(zr >= -tol)) {
            say(v->broken, "z_%d = %.6g < 0  (relative %.1e, allowed %.0e)", i + 1, z[i], fabs(zr),
                tol);
        } else if (!(wr >= -tol)) {
            say(v->broken, "w_%d = %.6g < 0  (relative %.1e, allowed %.0e)", i + 1, w[i], fabs(wr),
                tol);
        } else if (!(fmin(zr, wr) <= tol)) {
            say(v->broken, "z_%d w_%d = %.6g * %.6g is not 0  (relative %.1e, allowed %.0e)", i + 1,
                i + 1, z[i], w[i], fmin(zr, wr), tol);
        } else {
            continue;
        }
        return;
    }
    say(v->broken, "the numbers are so large that the residual can't be computed");
}

int judge_lcp(verdict *v, int n, const double *A, const double *b, const double *z, double tol)
{
    const mb_lcp p = { n, A, b };
    double *w;

    for (int i = 0; i < n; i++)
        if (!(fabs(z[i]) <= DBL_MAX)) {
            say_vector(v->yours, "z", n, z);
            note_solution(v, n, A, b, z);
            return broken(v, "z_%d is not a finite number", i + 1);
        }
    if (mb_residual(&p, z) <= tol) return 1;
    note_solution(v, n, A, b, z);
    w = room((size_t)n, sizeof *w);
    mb_matvec(n, n, A, z, w);
    for (int i = 0; i < n; i++) w[i] += b[i];
    say_vector(v->yours, "z", n, z);
    say_vector(v->yours, "w=Az+b", n, w);
    say_broken_condition(v, n, A, b, z, w, tol);
    free(w);
    return 0;
}

/* ---- a run's result -------------------------------------------------------------------------- */

/* the rules for every lab: inputs unchanged, nothing written beyond an array's end */
static int judge_contract(const frame *q, const frame *a, verdict *v)
{
    if (a->damaged == FRAME_MEMORY) {
        say(v->broken,
            "malloc was called: memory comes from the arena, as in mb_arena_doubles(&scratch, n)");
        return blame(v, "malloc was called: memory comes from the arena");
    }
    if (a->damaged == FRAME_STATIC) {
        say(v->broken, "a static variable was written to");
        return blame(v, "a static variable was written to: use the function's own variables, and "
                     "memory from the arena");
    }
    if (a->damaged >= 0 && a->damaged < q->narray) {
        say(v->broken,
            "something was written before the beginning or beyond the end of an array (argument "
            "%d, length %d)",
            a->damaged + 1, q->len[a->damaged]);
        if (q->len[a->damaged] == 0)
            return blame(v, "an index is out of range in an array without elements");
        return blame(v, "an index is out of range in an array of %d numbers: the first is 0, the "
                     "last %d", q->len[a->damaged], q->len[a->damaged] - 1);
    }
    for (int i = 0; i < q->narray; i++) {
        if (q->writable[i]) continue;
        for (int j = 0; j < q->len[i]; j++)
            if (memcmp(&q->array[i][j], &a->array[i][j], sizeof(double)) != 0) {
                say(v->broken,
                    "an input was written to: argument %d, element %d, was %.6g and is now %.6g",
                    i + 1, j, q->array[i][j], a->array[i][j]);
                return blame(v, "an array that is read-only was written to: work in an array "
                             "of your own");
            }
    }
    return 1;
}

int judge_case(const test_run *run, int k, verdict *v)
{
    const frame *q = &run->request[k], *a = &run->answer[k];
    verdict rest;

    memset(v, 0, sizeof *v);
    if (!judge_contract(q, a, v)) {
        /* the judge's own text tells what the input was */
        memset(&rest, 0, sizeof rest);
        run->test->judge(k % run->test->cases, q, a, &rest);
        memcpy(v->input, rest.input, sizeof v->input);
        return 0;
    }
    return run->test->judge(k % run->test->cases, q, a, v);
}

static const char *signal_text(int number)
{
    switch (number) {
    case 4: return "illegal instruction";
    case 6: return "abort";
    case 7: case 10: return "bus error";
    case 8: return "floating point exception: often an integer division by 0";
    case 9: return "killed: out of processor time or memory, or it killed its supervisor";
    case 11: return "segmentation fault: an index or pointer out of range, or a stack overflow";
    case 24: return "out of processor time: does a loop never end?";
    case 25: return "wrote too much to a file";
    case 31: return "a system call that is not allowed";
    }
    return "killed";
}

/* Does the report say what is at its addresses? clang's sanitizer asks another program for
 * that, which can't be started here. */
static int names_functions(const char *printed)
{
    const char *top = strstr(printed, "#0 "), *name = top ? strstr(top, " in ") : NULL;

    return name && name < top + strcspn(top, "\n");
}

/* the sanitizers' report in one line: what, where; the worker printed it. 1 if there is one. */
static int say_sanitizer(const char *printed, verdict *v)
{
    const char *address = strstr(printed, "AddressSanitizer: "),
               *undefined = strstr(printed, "runtime error: ");
    const char *stage, *access = NULL, *frame_text;
    char kind[60] = "", function[60] = "", line[12] = "";

    if (undefined) {
        const char *start = undefined;
        while (start > printed && start[-1] != '\n' && start[-1] != '/') start--;
        say(v->broken, "undefined behaviour at %.*s", (int)strcspn(start, "\n"), start);
        return 1;
    }
    if (!address) return 0;
    sscanf(address, "AddressSanitizer: %59s", kind);
    stage = strstr(address, "/stage/");
    frame_text = stage;
    while (frame_text && frame_text > address && strncmp(frame_text, " in ", 4) != 0) frame_text--;
    if (frame_text) sscanf(frame_text, " in %59s", function);
    if (stage && strchr(stage, ':')) sscanf(strchr(stage, ':'), ":%11[0-9]", line);
    if (strstr(address, "WRITE of size")) access = "wrote";
    else if (strstr(address, "READ of size")) access = "read";
    if (access && strstr(kind, "buffer-overflow"))
        say(v->broken, "out of bounds: %s beyond an array", access);
    else if (access) say(v->broken, "%s where it must not", access);
    else say(v->broken, "stopped by the sanitizer");
    if (function[0]) say(v->broken, ", in %s, line %s of your file", function, line);
    else if (!names_functions(address))
        say(v->broken, "; gcc's sanitizer (CC=gcc) says in which line");
    say(v->broken, "  (%s)", kind);
    return 1;
}

/* A segmentation fault: what may have been NULL, if the input has but one kind of it: arguments, or
 * arrays for which there is too little scratch */
static void blame_null(verdict *v)
{
    const int little = strstr(v->input, "scratch") != NULL;
    const char *at = strstr(v->input, "=NULL");

    if (little && !at)
        say(v->cause,
            "mb_arena_doubles and similar functions return NULL where no memory is left: test each "
            "before you use the array, and the status of functions that take memory for you");
    if (little || !at) return;
    say(v->cause, "an argument may be NULL: test it before you look into it. Here is NULL:");
    for (; at; at = strstr(at + 1, "=NULL")) {
        const char *name = at;
        while (name > v->input && name[-1] != ' ') name--;
        say(v->cause, " %.*s", (int)(at - name), name);
    }
}

/* the line about how a run ended that did not answer */
static void say_ending(const test_run *run, verdict *v)
{
    switch (run->state) {
    case RUN_EXITED:
        if (say_sanitizer(run->printed, v)) break;
        if (run->detail == 127) say(v->broken, "the worker could not be started");
        else
            say(v->broken, "the program ended by itself (exit status %d) instead of returning",
                run->detail);
        break;
    case RUN_KILLED:
        say(v->broken, "crashed with signal %d (%s)", run->detail, signal_text(run->detail));
        break;
    case RUN_LATE:
        say(v->broken, "no answer within the time allowed: does a loop never end?");
        break;
    case RUN_GARBLED:
        say(v->broken,
            "your program sent something that is not an answer: it wrote to where answers go");
        break;
    case RUN_NOT_STARTED:
        say(v->broken, "the grader could not start it: %s", strerror(run->detail));
        break;
    case RUN_ANSWERED:
    case RUN_TODO: break;
    }
}

/* Of two wrong cases the smaller teaches more; but data kept in memory outside the arena makes
 * other cases wrong as well */
static int teaches_more(const test_run *run, int k, int than)
{
    const int kept = run->answer[k].damaged >= FRAME_MEMORY;
    const int before = run->answer[than].damaged >= FRAME_MEMORY;

    return kept != before ? kept
                          : frame_bytes(&run->request[k]) < frame_bytes(&run->request[than]);
}

void judge_run(const test_run *run, result *r)
{
    const int fixed = fixed_cases(run->test), counted = run->cases > fixed ? fixed : 0;
    char like[LIKENESSES][LIKENESS_TEXT] = { "" };
    int drawn_wrong = 0, nlike = 0;
    gathered all = start_gathering();
    verdict v;

    *r = (result){ .lab = run->lab,
                   .test = run->test,
                   .cases = run->cases,
                   .bad_case = -1,
                   .seconds = run->seconds };
    memcpy(r->printed, run->printed, sizeof r->printed);
    for (int k = 0; k < run->answered; k++) {
        const int right = judge_case(run, k, &v);
        /* in a contest the seed's problems count */
        if (k >= counted) {
            r->solved += right;
            r->lies += v.score < 0;
            r->score += v.score;
            r->work += v.work;
        }
        drawn_wrong += !right && k >= fixed;
        gather_case(&all, run, k, right, &v);
        if (!right) {
            if (r->bad_cases++ == 0 || teaches_more(run, k, r->bad_case)) {
                r->bad_case = k;
                r->v = v;
            }
            if (r->bad_cases == 1) memcpy(like, v.like, sizeof like), nlike = v.nlike;
            else sift(like, &nlike, v.like, v.nlike, 1);
        }
    }
    for (int k = 0; k < run->answered && nlike > 0; k++)       /* the right ones contradict it */
        if (judge_case(run, k, &v)) sift(like, &nlike, v.unlike, v.nunlike, 0);
    if (r->bad_cases == drawn_wrong && drawn_wrong <= most_wrong(run->test)) {
        r->bad_cases = 0;
        r->bad_case = -1;
        memset(&r->v, 0, sizeof r->v);
    }
    if (run->state == RUN_TODO && r->bad_cases == 0) {
        r->outcome = SKIP;
    } else if (r->bad_cases > 0) {
        r->outcome = WRONG;
        if (nlike > 0 && !r->v.cause[0]) say(r->v.cause, "%s", like[0]);
        say_gathered(&all, run->request[r->bad_case].id, &r->v);
    } else if (run->state != RUN_ANSWERED || run->answered != run->cases) {
        r->outcome = CRASH;
        r->bad_case = run->answered;
        r->bad_cases = 1;
        /* the input on which it crashed, as the judge would print it */
        if (run->answered < run->cases) {
            const frame *q = &run->request[run->answered];
            frame same;
            keep(&same, q);
            memset(&v, 0, sizeof v);
            run->test->judge(run->answered % run->test->cases, q, &same, &v);
            memcpy(r->v.input, v.input, sizeof v.input);
            frame_free(&same);
        }
        say_ending(run, &r->v);
        if (run->state == RUN_KILLED && run->detail == SEGMENTATION) blame_null(&r->v);
    } else {
        r->outcome = PASS;
        r->points = run->test->points;
    }
}
