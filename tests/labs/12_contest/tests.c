/* Lab 12's tests: small problems, the truth, and the contest: 50 problems of each family. The
 * residual decides whether a problem is solved; the student's claim about its cost is only
 * recorded. */
#include "grader.h"
#include "worker.c"
#include "families.h"
#include "labs/12_contest/lab.h"


/* z is NaN, and work less than 0, until they are written: any number may be right */
static void put_problem(frame *q, int n, const double *A, const double *b, double bytes)
{
    static const double not_written = -1.0;
    double z[LARGEST];

    for (int i = 0; i < n; i++) z[i] = (double)NAN;
    put_lcp(q, CALL_CONTEST, n, A, b);
    put(q, scalar(bytes), output(n, z), output(1, &not_written));
}

static void say_problem(const frame *q, verdict *v)
{
    say_lcp(v->input, q->len[CONTEST_B], q->array[CONTEST_A], q->array[CONTEST_B]);
    if (q->array[CONTEST_BYTES][0] >= 0.0)
        say(v->input, "%g bytes of scratch", q->array[CONTEST_BYTES][0]);
}

/* work is a number. Reading all of A takes n^2: at least that, where z is not 0. */
static int judge_work(const frame *q, const frame *a, verdict *v)
{
    const double n = q->len[CONTEST_B], work = a->array[CONTEST_WORK][0];

    if (q->array[CONTEST_BYTES][0] <= ASK_TWICE && work <= TWO_ANSWERS) {
        say(v->broken, "called twice with the same problem, your function gave two answers");
        return blame(v, "memory is read that this call has not written: memory from the arena "
                     "is not initialised, and may hold data of the previous call");
    }
    if (!(isfinite(work) && work >= 0.0)) {
        say(v->yours, "work=%g", work);
        say(v->cause, work <= -1.0 && work >= -1.0
                          ? "work is not written on this path: *work = 0 in the first line"
                          : "work counts multiply-adds, upwards from 0");
        return broken(v, "work should be a finite number >= 0 on every path");
    }
    v->work = largest(q->len[CONTEST_B], a->array[CONTEST_Z]) > 0.0 ? fmax(work, n * n) : work;
    return 1;
}

/* (12.2): no z_i is so large that the residual does not depend on b */
static int is_small(const frame *q, const double *z)
{
    const int n = q->len[CONTEST_B];

    return largest(n, z) * largest(n * n, q->array[CONTEST_A]) <=
               LAB_LARGE * largest(n, q->array[CONTEST_B]) || !(largest(n, z) > 0.0);
}

static int judge_size(const frame *q, const double *z, verdict *v)
{
    const int n = q->len[CONTEST_B];
    const double a = largest(n * n, q->array[CONTEST_A]), b = largest(n, q->array[CONTEST_B]);

    if (is_small(q, z)) return 1;
    say_vector(v->yours, "z", n, z);
    say(v->broken, "z_i = %.4g is more than %g |b|/|A| = %.4g: there the residual ignores b",
        largest(n, z), LAB_LARGE, LAB_LARGE * b / a);
    return blame(v, "z_i <= 1e9 |b|/|A| is a part of the test before MB_OK (eq 12.2)");
}

/* MB_OK was returned: is z a solution? If not, that is a lie */
static int judge_solved(const frame *q, const frame *a, verdict *v)
{
    const double *z = a->array[CONTEST_Z];
    const int n = q->len[CONTEST_B];

    const mb_lcp p = problem_of(q);

    if (judge_lcp(v, n, q->array[CONTEST_A], q->array[CONTEST_B], z, LAB_TOL) &&
        judge_size(q, z, v)) {
        v->score = 1;
        return 1;
    }
    v->advice = mb_residual(&p, z) <= 1e-4
                    ? "MB_OK needs mb_residual(p, z) <= LAB_TOL: it was tested with a larger "
                      "tolerance, or not for this z"
                    : "MB_OK is returned for a z that does not pass mb_residual(p, z) <= LAB_TOL: "
                      "test it, whatever has ended the method";
    v->score = -LAB_LIE_COSTS;
    return broken(v, "; MB_OK reports it as solved: a lie");
}

static int judge_problem(int k, const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[CONTEST_B];
    const mb_lcp p = problem_of(q);

    say_problem(q, v);
    if (!judge_work(q, a, v)) return 0;
    if (judge_ok(v, a, "this problem has a solution")) return judge_solved(q, a, v);
    /* even the z of a solver that gave up may show the mistake */
    if (n > 0 && isfinite(a->array[CONTEST_Z][0]))
        note_given_up(v, n, q->array[CONTEST_A], q->array[CONTEST_B], a->array[CONTEST_Z]);
    if (n > 0 && is_small(q, a->array[CONTEST_Z]) &&
        mb_residual(&p, a->array[CONTEST_Z]) <= LAB_TOL)
        say(v->cause, "the z that you gave up passes both tests, mb_residual(p, z) <= LAB_TOL and "
                      "eq 12.2: is one of yours stricter, or in other units?");
    return 0;
}

/* ---- 01: small problems ---- */

static const small_problem small[] = {
    { 2, { 2, 1, 1, 2 }, { -5, -6 } },                   /* the worked example of README */
    { 0, { 0 }, { 0 } },
    { 1, { 2 }, { -3 } },
    { 1, { 2 }, { 3 } },
    { 1, { 0 }, { 0 } },
    { 2, { 2, 1, 1, 2 }, { 5, -6 } },
    { 2, { 1, -1, -1, 1 }, { -1, 1 } },                  /* singular, with a line of solutions */
    { 2, { 0, -1, 1, 0 }, { 1, -1 } },                   /* a diagonal of zeros */
    { 2, { 1, 10, 0, 1 }, { -1, -1 } },                  /* not symmetric */
    { 2, { 2e-12, 1e-12, 1e-12, 2e-12 }, { -5e9, -6e9 } },
    { 2, { 2e12, 1e12, 1e12, 2e12 }, { -5e-9, -6e-9 } },
    { 3, { 1, 1, 2, 2, 1, 2, 0, 0, 1 }, { -1, -1, -1 } },      /* two that cycle under a naive */
    { 3, { 1, -2, -1, 2, 1, 1, 1, 2, 1 }, { 0, -1, -1 } },     /* rule for ties, */
    { 3, { 1, 2, 0, 0, 1, 2, 2, 0, 1 }, { -1, -1, -1 } },      /* and Kostreva's */
    { 3, { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0, 0, 0 } },
};

/* outside of the contest a solved problem adds no score, but a lie counts */
static int only_lies_count(int right, verdict *v)
{
    if (v->score > 0) v->score = 0;
    return right;
}

static int judge_small(int k, const frame *q, const frame *a, verdict *v)
{
    return only_lies_count(judge_problem(k, q, a, v), v);
}

enum { SMALL = (int)(sizeof small / sizeof small[0]) };

static void make_small(int k, rng *r, frame *q)
{
    put_problem(q, small[k].n, small[k].A, small[k].b, ASK_TWICE);
}

/* ---- 02: the truth ---- */

/* Problems without a solution; a NaN or an infinity in some place of A or b; less scratch than the
 * contract gives; one that can be solved; one with two solutions, z = (1, 0) and one of 2^50. */
static const small_problem two_sizes = { 2, { 1, -1, 2, -2 - 0x1p-50 }, { -1, -1 } };

static const struct { int at; double x; } spoilt[] = {     /* at: in A, and behind it in b */
    { 1, A_NAN }, { 3, HUGE_VAL }, { 4, A_NAN }, { 3, A_NAN }, { 1, -HUGE_VAL }, { 5, HUGE_VAL },
    { 5, A_NAN }, { 0, HUGE_VAL }
};
enum { SPOILT = HOPELESS, NO_BYTES = SPOILT + (int)(sizeof spoilt / sizeof spoilt[0]), FEW_BYTES,
       SOLVABLE, TWO_SIZES, TRUTHS };

static void make_truth(int k, rng *r, frame *q)
{
    small_problem p = small[0];

    if (k < HOPELESS) p = hopeless[k];
    if (k == TWO_SIZES) p = two_sizes;
    if (k >= SPOILT && k < NO_BYTES) {
        const int at = spoilt[k - SPOILT].at;
        *(at < 4 ? &p.A[at] : &p.b[at - 4]) = spoilt[k - SPOILT].x;
    }
    put_problem(q, p.n, p.A, p.b, k == NO_BYTES ? 0.0 : k == FEW_BYTES ? 64.0 : -1.0);
}

static int judge_claim_of_truth(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == SOLVABLE) return judge_problem(k, q, a, v);
    say_problem(q, v);
    if (!judge_work(q, a, v)) return 0;
    if (k == NO_BYTES || k == FEW_BYTES)
        return (a->id == MB_OK && judge_solved(q, a, v)) ||
               judge_status(v, a, one_of(MB_NO_MEMORY), "the scratch is too small");
    if (k >= HOPELESS && k < NO_BYTES)
        return judge_status(v, a, one_of(MB_NOT_FINITE), "a number is NaN or infinite");
    if (a->id != MB_OK) return 1;
    if (k == TWO_SIZES) return judge_solved(q, a, v);
    v->score = -LAB_LIE_COSTS;
    v->advice = k >= UNSOLVABLE
                    ? "z_i <= 1e9 |b|/|A| is a part of the test before MB_OK (eq 12.2)"
                    : "MB_OK is returned for a z that does not pass mb_residual(p, z) <= LAB_TOL: "
                      "test it, whatever has ended the method";
    say_vector(v->yours, "z", q->len[CONTEST_B], a->array[CONTEST_Z]);
    return broken(v, "MB_OK was returned, but this problem has no solution%s",
                  k >= UNSOLVABLE ? " that (12.2) allows" : "");
}

static int judge_truth(int k, const frame *q, const frame *a, verdict *v)
{
    return only_lies_count(judge_claim_of_truth(k, q, a, v), v);
}

/* ---- 03 to 10: the contest ---- */

static void make_family(int f, int k, rng *r, frame *q)
{
    const int n = family_size(families + f, k);
    double A[LARGEST * LARGEST] = { 0.0 }, b[LARGEST];

    families[f].make(n, r, A, b);
    put_problem(q, n, A, b, -1.0);
}

#define FAMILY(f) static void make_##f(int k, rng *r, frame *q) { make_family(f, k, r, q); }
FAMILY(0)
FAMILY(1)
FAMILY(2)
FAMILY(3)
FAMILY(4)
FAMILY(5)
FAMILY(6)
FAMILY(7)
#undef FAMILY

static const lab_test tests[] = {
    { "01", "small problems", 2, "small", 0, SMALL, make_small, judge_small },
    { "02", "the truth: no solution, no numbers, no room", 2, "truth", 0, TRUTHS, make_truth,
      judge_truth },
    { "03", "symmetric positive definite", 2, CONTEST, 1, PER_FAMILY, make_0, judge_problem },
    { "04", "more contacts than velocities", 2, CONTEST, 1, PER_FAMILY, make_1, judge_problem },
    { "05", "a tower of light and heavy boxes", 2, CONTEST, 1, PER_FAMILY, make_2, judge_problem },
    { "06", "positive definite, not symmetric", 2, CONTEST, 1, PER_FAMILY, make_3, judge_problem },
    { "07", "not definite", 2, CONTEST, 1, PER_FAMILY, make_4, judge_problem },
    { "08", "contacts with friction", 2, CONTEST, 1, PER_FAMILY, make_5, judge_problem },
    { "09", "ties, and a diagonal of zeros", 2, CONTEST, 1, PER_FAMILY, make_6, judge_problem },
    { "10", "rows and columns in any units", 2, CONTEST, 1, PER_FAMILY, make_7, judge_problem },
};

const lab lab_12_contest = { "12_contest", "The contest", all_of_lcp(tests), CALL_CONTEST };
