/* grader.h: the interface between the grader and a lab's tests
 *
 * labs/ADDING.md says of which files a lab consists.
 *
 * A TEST is a number of cases, made by make() and judged by judge(). make(k, r, q) fills the
 * request of case k, the number of the function to call and arrays; a function's outputs are arrays
 * too. judge(k, q, a, v) sees the request as it was sent and the answer: a->id is the status that
 * the function returned, a->array[i] the i-th array after the call. It writes v->input first, even
 * for a right answer: the message about a crash takes that line from it, with the request in the
 * place of the answer. Before, the grader has checked the rules for every lab: the status is not
 * MB_TODO (= not attempted), the arrays that are not outputs are unchanged, nothing was written
 * beyond their ends.
 *
 * JUDGE BY CONDITIONS, not by comparison with a reference: most questions have more than one right
 * answer. judge_lcp says whether z solves LCP(A, b) and, if not, which condition is broken and by
 * how much.
 */
#ifndef GRADER_H
#define GRADER_H

#include "wire.h"
#include "mbsim.h"
#include "tests/check.h"              /* rng: seeded numbers, the same on every machine */

#include <stdio.h>

/* make and judge are called through one type: not each of them uses k, r or q */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- for the labs' tests --------------------------------------------------------------------- */

enum { VERDICT_TEXT = 1200, LIKENESSES = 24, LIKENESS_TEXT = 120 };

/* A judge's message about a wrong answer, one text for each line; empty lines are not printed. */
typedef struct {
    char input[VERDICT_TEXT];        /* the case: sizes, A, b, options */
    char yours[VERDICT_TEXT];        /* the answer, and numbers computed from it (w = A z + b) */
    /* the condition that does not hold, by how much, and how much is allowed */
    char broken[VERDICT_TEXT];
    /* the mistake, if it follows from the answer: printed if no known one has the same answers */
    char cause[VERDICT_TEXT];
    /* printed if there is nothing better and the earlier tests are passed or explained; or NULL */
    const char *advice;
    /* traits of wrong numbers, as bits, and which numbers they are */
    uint64_t traits;
    char subject[24];
    /* other questions whose answer this one equals, and does not equal: see alike */
    char like[LIKENESSES][LIKENESS_TEXT], unlike[LIKENESSES][LIKENESS_TEXT];
    int nlike, nunlike;
    /* in a CONTEST: the case's score, < 0 for a false claim, and the work of its answer */
    int score;
    double work;
} verdict;

enum { LAB_CASES = 80 };             /* the most cases that a test may have */

/* A group of tests whose cases also count one by one, for a leaderboard */
#define CONTEST "contest"

typedef struct {
    const char *id;                  /* "01", "02", ... in order */
    const char *title;
    int points;
    /* the part of the lab that it belongs to: "sweeps", "solver"; or CONTEST */
    const char *group;
    /* 0: the cases are always the same. Otherwise they are drawn this many times from fixed seeds,
     * which decide, and once more from the instructor's seed, which shows whether the fixed answers
     * are known by heart. In a contest the cases of that last draw are counted. */
    int seeded;
    int cases;
    void (*make)(int k, rng *r, frame *q);
    /* 1 = right; 0 = wrong, and *v says why */
    int (*judge)(int k, const frame *q, const frame *a, verdict *v);
} lab_test;

typedef struct {
    const char *name;                /* "02_pgs" */
    const char *title;
    const lab_test *test;
    int ntest;
    int lcp;                         /* all_of_lcp */
    /* functions from this number on solve whole problems, by any method; 0: there is none */
    int first_solver;
} lab;

/* a table of tests, and how many, as in { "02_pgs", "Sweeps", all_of(tests), CALL_PGS } */
#define all_of(tests) tests, (int)(sizeof tests / sizeof tests[0]), 0
/* the same, where a request that begins with n^2 numbers and n more is about LCP(A, b) */
#define all_of_lcp(tests) tests, (int)(sizeof tests / sizeof tests[0]), 1

/* Building a request: the function to call and its arrays, in order; put appends more of them.
 *
 *     request(q, CALL_SWEEP, given(n, b), scalar(omega), output(n, z), blank(n));
 *
 * given, scalar: must stay unchanged; output: the function may write to it; blank: an output filled
 * with BLANK: a function that leaves it there has not written it, and one that adds to it gets a
 * number near BLANK. */
#define BLANK 77777.0
#define request(q, call, ...) ((q)->id = (call), put(q, __VA_ARGS__))
#define put(q, ...) put_arrays(q, (const array_put[]){ __VA_ARGS__, { -1, NULL, GIVEN } })
#define given(len, ...) { len, __VA_ARGS__, GIVEN }       /* an array, also one in braces */
#define scalar(x) { 1, (const double[]){ x }, GIVEN }
#define output(len, ...) { len, __VA_ARGS__, OUTPUT }
#define blank(len) { len, NULL, BLANKS }
typedef struct {
    int len;
    const double *x;
    enum { GIVEN, OUTPUT, BLANKS } what;
} array_put;
void put_arrays(frame *q, const array_put *list);

/* put_lcp: call a function of LCP(A, b), with further arrays put after it */
void put_lcp(frame *q, int call, int n, const double *A, const double *b);
mb_lcp problem_of(const frame *q);

/* put_point: call a function of a point z of LCP(A, b), with blank outputs[];
 * say_point: "n=2  A=...  b=...  z=..." */
void put_point(frame *q, int call, int n, const double *A, const double *b, const double *z,
               int outputs);
void say_point(const frame *q, verdict *v);

/* put_solver: a solver with these options[OPTIONS] (wire.h), from z; NULL: blank; and with room
 * for so many residuals, if any. tol_of, max_iter_of: the values that it must use, by default 1e-10
 * and the second argument; history_of: the number of residuals for which it has room */
void put_solver(frame *q, int call, int n, const double *A, const double *b, const double *z,
                const double *options, int history);
double tol_of(const frame *q);
int max_iter_of(const frame *q, int by_default);
int history_of(const frame *q);

/* spoil: a NaN or an infinity replaces number `at` of an array */
typedef struct { int array, at; double x; } spoiler;
void spoil(frame *q, spoiler s);
#define A_NAN ((double)NAN)

/* Building a message: appends to a text of a verdict, up to VERDICT_TEXT - 1 characters in all */
CHECK_PRINTF(2, 3) void say(char *text, const char *format, ...);
/* to v->broken, and to v->cause; both return 0, as a judge does then */
CHECK_PRINTF(2, 3) int broken(verdict *v, const char *format, ...);
CHECK_PRINTF(2, 3) int blame(verdict *v, const char *format, ...);
/* "b=[-5 -6]  " */
void say_vector(char *text, const char *name, int n, const double *x);
/* "A=[2 1; 1 2]  " */
void say_matrix(char *text, const char *name, int rows, int cols, const double *A);
/* "n=2  A=[2 1; 1 2]  b=[-5 -6]" */
void say_lcp(char *text, int n, const double *A, const double *b);

/* judge_written: every element of x was written; otherwise says which was not, or was added to */
int judge_written(verdict *v, const char *name, int n, const double *x);
/* the same for a matrix, whose elements are called J[0][1] */
int judge_rows_written(verdict *v, const char *name, int rows, int cols, const double *x);

/* judge_info: a solver's info[4] (worker_info) is complete and true: status = got; at most the
 * given iterations, and exactly that many with MB_MAX_ITER; residual = that of z, or HUGE_VAL if z
 * still equals z_before (NULL: not accepted); where = -1 unless the status is MB_SINGULAR.
 * INFO_BLANK: info as a request sends it. */
int judge_info(verdict *v, mb_status got, const double *info, int max_iter, const mb_lcp *p,
               const double *z, const double *z_before);
/* say_late: MB_MAX_ITER although z passes: was its residual, `told` in info, not tested, or not
 * compared with tol? */
void say_late(double told, double tol, verdict *v);
#define INFO_BLANK ((const double[]){ BLANK, BLANK, BLANK, BLANK })

/* the number of digits, at least `least`, with which different x and y are not printed alike */
int digits_apart(double x, double y, int least);

/* judge_near: |x[i] - want[i]| <= tol max(1, |want|_inf) for all i. Otherwise says, in v->yours and
 * v->broken, which is off by how much. For results that are unique, such as one sweep from a given
 * start. NaN fails, and so does a number that was not written. */
int judge_near(verdict *v, const char *name, int n, const double *x, const double *want,
               double tol);
int judge_rows_near(verdict *v, const char *name, int rows, int cols, const double *x,
                    const double *want, double tol);

/* Numbers that are unique: x is want, relative to size; all of x[n] are, to the largest of want and
 * size; each x[i] is, up to allowed[i], and otherwise v->yours shows them all */
#define NEAR 1e-9                    /* a few rounding errors of a result's terms */
int judge_number(verdict *v, const char *name, double x, double want, double size);
int judge_vector(verdict *v, const char *name, int n, const double *x, const double *want,
                 double size);
int judge_each(verdict *v, const char *name, int n, const double *x, const double *want,
               const double *allowed);

/* note_numbers, note_solution: traits of wrong numbers, and of a z that is not a solution: a trait
 * of all wrong cases is reported as their cause. The functions above call them. note_given_up: for
 * a z that the function itself does not call a solution. */
void note_numbers(verdict *v, const char *name, int rows, int cols, const double *x,
                  const double *want);
void note_solution(verdict *v, int n, const double *A, const double *b, const double *z);
void note_given_up(verdict *v, int n, const double *A, const double *b, const double *z);

/* alike: a sentence about an answer x[n], if it is other[n], relative to size: the answer to
 * another question, such as the same without gravity. Reported if it is true of all wrong cases,
 * and of all right ones for which alike was called. */
CHECK_PRINTF(6, 7) void alike(verdict *v, int n, const double *x, const double *other, double size,
                              const char *format, ...);

/* judge_ok: the function returned MB_OK; judge_status: one of these, as in
 * judge_status(v, a, one_of(MB_RAY, MB_STALLED), "there is no solution") */
int judge_ok(verdict *v, const frame *a, const char *because);
int judge_status(verdict *v, const frame *a, const mb_status *accepted, const char *because);
#define one_of(...) ((const mb_status[]){ __VA_ARGS__, MB_TODO })

/* judge_unchanged: a function that refused its input, or found nothing to return, left its array i
 * unchanged */
int judge_unchanged(verdict *v, const char *name, const frame *q, const frame *a, int i);

/* judge_claim: a solver that returned MB_OK has a z with a residual of at most tol */
int judge_claim(verdict *v, mb_status got, const mb_lcp *p, const double *z, double tol);

/* judge_lcp: z solves LCP(A, b) up to a relative residual of tol. Otherwise says z, w and the first
 * condition that is broken. */
int judge_lcp(verdict *v, int n, const double *A, const double *b, const double *z, double tol);

double dot(int n, const double *x, const double *y);
double largest(int n, const double *x);      /* of all |x_i|, and 0 */

/* random problems of known kinds, all with entries of order one; b of either sign */
/* symmetric positive definite, eigenvalues in about [0.5, 3] */
void make_spd(rng *r, int n, double *A);
/* not symmetric; A_ii >= 1.2 sum_j |A_ij| */
void make_diagonally_dominant(rng *r, int n, double *A);
void make_vector(rng *r, int n, double *b);

#endif
