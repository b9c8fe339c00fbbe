/* parts.h: the interfaces between the grader's parts
 *
 *   grader.c    options, which tests, points, exit status
 *   session.c   runs many tests at once, each in a worker of its own: requests out, answers in,
 *               deadlines
 *   sandbox.c   one worker process
 *   judge.c     conditions, and messages about broken ones
 *   causes.c    causes that follow from the wrong answers alone
 *   likely.c    the known mistakes: whose answers are the student's?
 *   seeds.c     every known mistake under several seeds: one mark
 *   report.c    the same results as table, TAP, JUnit XML and the formats of learning-management
 *               systems
 */
#ifndef PARTS_H
#define PARTS_H

#include "grader.h"
#include "sandbox.h"
#include "seeds.h"

extern const lab *const grader_labs[];   /* in course order; written by the makefile from the
                                            files' names; ends with NULL */

/* ---- memory: judge.c ------------------------------------------------------------------------- */

/* room: zeros; keep: to = from, in memory of its own. Without memory the program ends. */
void *room(size_t count, size_t size);
void keep(frame *to, const frame *from);

/* ---- session.c ------------------------------------------------------------------------------- */

typedef enum {
    RUN_NOT_STARTED,             /* not yet; or no process, memory, space; detail = errno */
    RUN_ANSWERED,                /* all cases */
    RUN_TODO,                    /* the function returned MB_TODO */
    RUN_EXITED,                  /* the worker ended by itself; detail = exit status */
    RUN_KILLED,                  /* by a signal; detail = which */
    RUN_LATE,                    /* no answer within the time allowed */
    RUN_GARBLED                  /* the worker sent no answer to the request */
} run_state;

enum { RUN_PRINTED = 3000 };

/* One test, run on one worker executable. */
typedef struct {
    const lab *lab;
    const lab_test *test;
    const program *exe;
    double wall;                 /* [s] allowed; 0 = the default */
    run_state state;
    int detail;
    int cases;                   /* in all, of all draws: case k is case k % test->cases of its
                                    draw */
    int answered;                /* cases that were answered; if it was not RUN_ANSWERED, this is
                                    the index of the case that failed */
    frame *request, *answer;     /* [cases] */
    double seconds;
    char printed[RUN_PRINTED];   /* the beginning of what it wrote to standard output and error */
    size_t nprinted;             /* the number of characters kept; the rest is discarded */
} test_run;

typedef struct {
    uint64_t seed;
    int jobs;
    limits limit;
    double wall;                 /* [s] for one test */
} settings;

/* run_prepare: a run with its cases; run_free releases it. fixed_cases: how many of them come
 * first, and are the same under every seed. These decide, so that no mark depends on the seed: all
 * must be right. Of those that are drawn from the seed, most_wrong may be wrong: a submission that
 * has stored the fixed answers gets more wrong. */
int fixed_cases(const lab_test *test);
int most_wrong(const lab_test *test);
void run_prepare(test_run *run, const lab *which, const lab_test *test, const program *exe,
                 const settings *set);
void run_free(test_run *run);

/* is_endless: did it run out of time? */
int is_endless(const test_run *run);

/* run_all: every run, jobs at a time. A lab in which three tests were late gives the rest of
 * them one second each. */
void run_all(test_run *runs, int count, const settings *set);

/* ---- results --------------------------------------------------------------------------------- */

typedef enum { PASS, WRONG, CRASH, SKIP, NOT_BUILT, OUTCOMES } outcome;

enum { LIKELY_TEXT = 500 };

typedef struct {
    const lab *lab;
    const lab_test *test;
    outcome outcome;
    int points;                  /* points earned */
    int bad_case;                /* the smallest case that failed, or -1 */
    int cases, bad_cases;        /* how many there are, and how many failed */
    int solved, lies, score;     /* cases, in a contest: right ones, those with a false claim,
                                    and all scores added up */
    double work;
    verdict v;
    char likely[LIKELY_TEXT];    /* the known mistake with the same answers, or empty */
    char printed[RUN_PRINTED];
    double seconds;
} result;

/* judge_run: the result of a run that is over */
void judge_run(const test_run *run, result *r);

/* judge_case: 1 if case k of the run was answered correctly; otherwise says why */
int judge_case(const test_run *run, int k, verdict *v);

/* ---- causes.c -------------------------------------------------------------------------------- */

/* common features of a test's cases, function by function */
enum { CALLS = 12 };
typedef struct {
    int right, wrong;
    uint64_t absent, common;             /* features of no right case, and of all wrong ones */
    uint64_t traits;                     /* of all wrong answers */
    char subject[24];
    int status;                          /* with which all of them refuse; MB_OK: they do not */
} gathering;
typedef struct { gathering of[CALLS]; } gathered;

/* start_gathering: no case; gather_case: one more; say_gathered: v->cause, if the judge has none */
gathered start_gathering(void);
void gather_case(gathered *g, const test_run *run, int k, int right, const verdict *v);
void say_gathered(const gathered *g, int call, verdict *v);

/* ---- likely.c -------------------------------------------------------------------------------- */

typedef struct { const char *top, *grader; } places;           /* the repository; argv[0] */

/* likely_causes: fills in result[i].likely for the wrong answers of one lab. run[i] belongs to
 * result[i], both count long. */
void likely_causes(const lab *which, result *results, const test_run *runs, int count,
                   const settings *set, const places *at);

/* write_answers: of the mistakes built in BUILD/wrong, for likely_causes; 0 after a message */
int write_answers(const lab *which, const settings *set, const char *build, FILE *out);

/* kill_matrix: a TAP line for each known mistake: is it killed by every test that its head names,
 * and would a student see its own hint? Numbered from first + 1; returns how many. */
int kill_matrix(const lab *which, const settings *set, const places *at, int first);

/* ---- seeds.c --------------------------------------------------------------------------------- */

/* check_seeds: prints a TAP line for the solution, each variant and each mistake in
 * BUILD/solution, right and wrong: does it get one mark under this many seeds, at most MOST_SEEDS?
 * Numbered from first + 1; returns how many. */
enum { MOST_SEEDS = 8 };
int check_seeds(const lab *which, const settings *set, const char *build, int seeds, int first);

/* ---- report.c -------------------------------------------------------------------------------- */

/* One lab's results, result[first .. first + count - 1], and why it could not be built, if so */
typedef struct {
    const lab *lab;
    int first, count;
    char build_error[2000];
} lab_results;

typedef struct {
    result *result;
    int count;
    lab_results *lab;
    int nlab;
    double seconds;
    int san;
    const char *picture;         /* SVG for PrairieLearn, or NULL */
    size_t picture_size;
    int trouble;                 /* a worker could not be started, which is not the submission's
                                    fault */
    const char *top;             /* the repository */
    const char *drawn;           /* visibility of tests with an instructor's seed; NULL: visible */
} report;

const char *short_name(const lab *which);                      /* "pgs" of "02_pgs" */
int lab_passed(const report *r, const lab_results *part);      /* every test of it? */

/* how many results of a lab (NULL: of all) there are of each outcome, and their sums */
typedef struct { int of[OUTCOMES], failed, points, possible; } tally;
tally tally_of(const report *r, const lab_results *part);
void report_table(const report *r, FILE *out, int quiet);
void report_progress(const report *r, FILE *out);              /* of its first lab */
void report_tap(const report *r, FILE *out);
void report_junit(const report *r, FILE *out);
void report_gradescope(const report *r, FILE *out);
void report_prairielearn(const report *r, FILE *out);
void report_autolab(const report *r, FILE *out);
void report_vpl(const report *r, FILE *out);
void report_coderunner(const report *r, FILE *out);

/* report_rows: for grade-all, a line for each test, with tabs between: lab, test, points, possible,
 * outcome, title, and the likely mistake or the first line of the compiler's output */
void report_rows(const report *r, FILE *out);

#endif
