/* Lab 08's tests: problems by their equations, steps by the laws of contact and friction, energies
 * by their terms, and motions in closed form */
#include "formulation.h"
#include "worker.c"

#define CLOSED 1
#include "steps.h"

#include <math.h>
#include <string.h>

/* ---- 07: a step that fails ------------------------------------------------------------------- */

static void make_step_truth(int k, rng *r, frame *q) { make_failing_step(k, r, q, CALL_STEP); }

static int judge_step_truth(int k, const frame *q, const frame *a, verdict *v)
{
    return k == FAILING_WORKS ? judge_one_step(k, q, a, v) : judge_no_step(q, a, 4, v);
}

/* ---- 08: energy ------------------------------------------------------------------------------ */

/* The example: Anitescu and Potra's step, Stewart and Trinkle's, and the latter from inside the
 * slope; no p_ext, no directions, no contact, many; impulses at random, which are equally valid; a
 * singular M; less scratch than it takes, from none on */
enum { ENERGY_FIXED = 3, NO_DIRECTIONS, NO_CONTACTS, NO_FORCE, CROWDED, ENERGY_SINGULAR = 14,
       ENERGY_LITTLE, ENERGIES = ENERGY_LITTLE + TIGHT_FACTORS };
static void make_energy(int k, rng *r, frame *q)
{
    static const double example[][3] = { { 3.6, 1.8, 0 }, { 3.2, 1.6, 0 }, { 15.6, 5.2, 0 } };
    static const double psi[] = { 0.02, 0.02, -0.6 };
    double p[STEP_ROWS], v_next[STEP_NV];
    made_step s;

    if (k < ENERGY_FIXED || k >= ENERGY_SINGULAR) example_step(0.5, &s);
    else random_step(r, 1 + k % STEP_NV, k == NO_CONTACTS ? 0 : 1 + k % 3,
                     k == NO_DIRECTIONS ? 0 : 1 + k % STEP_ND, 1.0, &s);
    if (k == NO_FORCE) s.with_p_ext = 0;
    if (k == CROWDED) crowded_step(r, 2, &s);
    if (k < ENERGY_FIXED) s.psi[0] = psi[k];
    for (int i = 0; i < STEP_ROWS; i++) p[i] = rng_range(r, 0.0, 2.0);
    if (k < ENERGY_FIXED) memcpy(p, example[k], sizeof example[k]);
    if (k == ENERGY_SINGULAR) make_singular(&s);
    if (k >= ENERGY_LITTLE) s.scratch = 8.0 * (double)(k - ENERGY_LITTLE);
    put_dynamics(q, CALL_ENERGY, &s);
    if (!velocity_with(q, p, v_next)) memcpy(v_next, s.v, sizeof v_next);
    put(q, given(s.nv, v_next), given(s.nc, p), given(s.nc * s.nd, p + s.nc), blank(3));
}

/* 1/2 x'M y */
static double kinetic(const frame *q, const double *x, const double *y)
{
    const int nv = nv_of(q);
    double sum = 0.0;

    for (int i = 0; i < nv; i++) sum += 0.5 * x[i] * dot(nv, q->array[DYN_M] + i * nv, y);
    return sum;
}

/* -sum p (J v), of the normals or of the directions */
static double taken(const frame *q, int friction, const double *v)
{
    const int nc = nc_of(q);
    double sum = 0.0;

    for (int r = friction ? nc : 0; r < (friction ? rows_of(q) : nc); r++) {
        const double p = friction ? q->array[ENERGY_P_F][r - nc] : q->array[ENERGY_P_N][r];
        sum -= p * dot(nv_of(q), row_of(q, r), v);
    }
    return sum;
}

static int judge_energy(int k, const frame *q, const frame *a, verdict *v)
{
    static const char *const names[] = { "lost[LAB_IMPACT]", "lost[LAB_FRICTION]",
                                         "lost[LAB_GAPS]" };
    const int nv = nv_of(q), nc = nc_of(q);
    const double *v_next = q->array[ENERGY_V], *got = a->array[ENERGY_LOST];
    double v_free[STEP_NV], change[STEP_NV], want[3], size;
    int done;

    say_dynamics(q, v);
    say_vector(v->input, "v_next", nv, v_next);
    say_vector(v->input, "p_n", nc, q->array[ENERGY_P_N]);
    say_vector(v->input, "p_f", q->len[ENERGY_P_F], q->array[ENERGY_P_F]);
    if (!judge_outcome(q, a, v, &done)) return 0;
    if (done) return judge_unchanged(v, "lost", q, a, ENERGY_LOST);
    if (!judge_written(v, "lost", 3, got)) return 0;
    say_vector(v->yours, "lost", 3, got);
    velocity_with(q, NULL, v_free);
    for (int i = 0; i < nv; i++) change[i] = v_next[i] - v_free[i];
    want[0] = kinetic(q, change, change);
    want[1] = taken(q, 1, v_next);
    want[2] = taken(q, 0, v_next);
    size = kinetic(q, v_free, v_free) + kinetic(q, v_next, v_next) + want[0];
    for (int i = 0; i < 3; i++) {
        if (fabs(got[i] - want[i]) <= NEAR * size) continue;
        note_numbers(v, names[i], 1, 1, got + i, want + i);
        return broken(v, "%s should be %.8g and is %.8g; T(v_free) - T(v_next) = %.8g, and "
                      "the sum of yours is %.8g", names[i], want[i], got[i],
                      kinetic(q, v_free, v_free) - kinetic(q, v_next, v_next),
                      got[0] + got[1] + got[2]);
    }
    return 1;
}

/* ---- 09: where a particle stops -------------------------------------------------------------- */

/* the example, and with half the step; from inside epsilon, at rest and rising; from inside the
 * floor, at rest and rising; through the floor in one step; thrown up; from epsilon itself, and
 * with a rate that becomes 0 itself, in numbers without rounding; after 4284 steps; others at
 * random */
enum { STOP_FIXED = 11, STOPS = STOP_FIXED + 16 };
static void make_stop(int k, rng *r, frame *q)
{
    static const double fixed[STOP_FIXED][FALL_SIZE] = {
        { 0.5, 0, 10, 0.05, 0.2 },  { 0.5, 0, 10, 0.025, 0.2 }, { 0.05, 0, 10, 0.01, 0.2 },
        { 0.05, 1, 10, 0.03, 0.2 }, { -0.1, 0, 10, 0.01, 0.2 }, { -0.1, 2.3, 10, 0.04, 0.2 },
        { 1, -20, 10, 0.1, 0.2 },   { 0.3, 4.1, 9.81, 0.01, 0.1 },
        { 0.25, 0, 8, 0.125, 0.25 }, { 0.125, 1, 8, 0.125, 0.25 }, { 1, 0, 9.81, 1e-4, 0.1 }
    };
    double x[FALL_SIZE];

    if (k < STOP_FIXED) {
        memcpy(x, fixed[k], sizeof x);
    } else {
        x[FALL_GAP] = rng_range(r, -0.2, 2.0);
        x[FALL_RATE] = rng_range(r, -3.0, 3.0);
        x[FALL_G] = rng_range(r, 2.0, 20.0);
        x[FALL_H] = rng_range(r, 0.002, 0.05);
        x[FALL_EPSILON] = rng_range(r, 0.02, 0.6);
    }
    request(q, CALL_STOP, given(FALL_SIZE, x), blank(1), blank(1));
}

/* k steps of free fall, by the sums of semi-implicit Euler */
static double gap_after(const double *x, int k)
{
    return x[FALL_GAP] + k * x[FALL_H] * x[FALL_RATE] -
           0.5 * x[FALL_G] * x[FALL_H] * x[FALL_H] * (double)k * (double)(k + 1);
}

/* the first step that begins below epsilon and would go further down is the one that stops it */
static int steps_to_stop(const double *x)
{
    int k = 0;

    while (!(gap_after(x, k) < x[FALL_EPSILON] && gap_after(x, k + 1) < gap_after(x, k))) k++;
    return k;
}

static int judge_stop(int k, const frame *q, const frame *a, verdict *v)
{
    const double *x = q->array[STOP_FALL];
    const double *steps = a->array[STOP_STEPS], *rest = a->array[STOP_REST];
    const int want = steps_to_stop(x);

    say(v->input, "gap=%.6g  rate=%.6g  fall=%.6g  h=%.6g  epsilon=%.6g", x[FALL_GAP], x[FALL_RATE],
        x[FALL_G], x[FALL_H], x[FALL_EPSILON]);
    if (!judge_ok(v, a, "every falling particle is stopped") ||
        !judge_written(v, "steps", 1, steps) || !judge_written(v, "rest", 1, rest))
        return 0;
    say(v->yours, "steps=%g  rest=%.10g", steps[0], rest[0]);
    if (fabs(steps[0] - (double)want) > 0.5)
        return broken(v, "steps should be %d and is %g: the gap is %.6g after %d and %.6g after %d",
                      want, steps[0], gap_after(x, want), want, gap_after(x, want + 1), want + 1);
    if (!(fabs(rest[0] - gap_after(x, want)) <= NEAR * 10.0))
        return broken(v, "rest should be %.10g, the gap after %d steps, and is %.10g",
                      gap_after(x, want), want, rest[0]);
    return 1;
}

/* ---- 11 and 12: out of the solid, as far as a step can --------------------------------------- */

static void put_recover(frame *q, const made_step *s, int solver)
{
    put_impulses(q, CALL_RECOVER, s, solver);
    put(q, blank(1));
}

/* The wedge of the example, with friction, with less and with none; the same in other directions,
 * with other angles and coefficients; two walls that face each other, of which one gap leaves as
 * much room as the other's share may take; the example, from outside and from deep inside; no
 * contact, no p_ext, many contacts; others at random, whose rows are independent: these can all be
 * opened. Last the example, from inside, with a solver that gives up at its first call. */
/* two gaps, and the share of the one that fits the other */
static const double facing[][3] = {
    { -0.01, -0.01, 0 }, { -0.01, 0.001, 0 }, { -0.01, 0.0015, 0.125 }, { -0.01, 0.004, 0.25 },
    { -0.01, 0.006, 0.5 }, { -0.01, 0.02, 1 }, { 0.004, -0.008, 0.5 }
};
enum { WEDGES = 9, FACING = WEDGES + (int)(sizeof facing / sizeof facing[0]), EXAMPLES = FACING + 2,
       ALONE, UNFORCED, MANY, LATER = UNFORCED + 7, RECOVERS };

static void make_wedge(int k, rng *r, made_step *s)
{
    static const double mu[] = { 1.0, 0.5, 0.0 };
    const double turn = k < 3 ? 0.0 : rng_range(r, -3.0, 3.0);
    const double c = k < 3 ? 0.8 : rng_range(r, 0.72, 0.95);
    const double even = sqrt(1.0 - c * c) / c;   /* from this mu on there is no solution */
    const double by = k < 3 ? mu[k] / even
                            : k % 2 ? rng_range(r, 1.05, 2.0) : rng_range(r, 0.3, 0.95);

    wedge_step(c, even * by, turn, s);
}

static void make_recover(int k, rng *r, frame *q)
{
    made_step s;

    if (k < WEDGES) {
        make_wedge(k, r, &s);
    } else if (k < FACING) {
        squeezed_step(facing[k - WEDGES][0], facing[k - WEDGES][1], &s);
    } else if (k < EXAMPLES || k == LATER) {
        example_step(0.5, &s);
        if (k > FACING) s.psi[0] = -0.6;
    } else {
        random_step(r, 4, k == ALONE ? 0 : 1 + k % 2, 2, 1.0, &s);
        if (k == UNFORCED) s.with_p_ext = 0;
        if (k == MANY) crowded_step(r, 0, &s);
    }
    put_recover(q, &s, k == LATER ? SOLVER_LATER : SOLVER_WORKS);
}

/* the largest share, of those that are tried, with which the problem of request q has a solution:
 * known from the construction of case k */
static double share_of(int k, const frame *q)
{
    const double *n = q->array[DYN_JN];

    if (k < WEDGES) {
        const double s = sqrt(0.5 * (1.0 + dot(2, n, n + 2))), c = sqrt(1.0 - s * s);
        return q->array[DYN_MU][0] * c > s ? 0.0 : 1.0;
    }
    return k < FACING ? facing[k - WEDGES][2] : k == LATER ? 0.5 : 1.0;
}

static int judge_share(const frame *q, const frame *a, double want, verdict *v)
{
    const double share = a->array[RECOVER_SHARE][0], h = q->array[DYN_SIZES][SIZE_H];
    const double asked = share >= 0.0 && share <= 1.0 ? share : want;
    double rate[STEP_NC];

    for (int i = 0; i < nc_of(q); i++) {
        const double psi = q->array[DYN_PSI][i];
        rate[i] = (psi < 0.0 ? asked * psi : psi) / h;
    }
    if (!judge_step_with(q, a, rate, "Jn v+ + psi/h, for psi < 0 your share of it,", v) ||
        !judge_written(v, "share", 1, &share))
        return 0;
    say(v->yours, "share=%g  ", share);
    if (fabs(share - want) <= NEAR) return 1;
    return broken(v, "share is %g, and should be %g: the first of 1, 1/2, 1/4, 1/8 and 0 for which "
                  "the solver returns MB_OK", share, want);
}

static int judge_recover(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == LATER) say(v->input, "a solver that returns MB_MAX_ITER when it is called first  ");
    return judge_share(q, a, share_of(k, q), v);
}

static void make_recover_truth(int k, rng *r, frame *q)
{
    make_failing_step(k, r, q, CALL_RECOVER);
    put(q, blank(1));
}

static int judge_recover_truth(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == FAILING_WORKS) return judge_share(q, a, 1.0, v);
    return judge_no_step(q, a, 4, v) && judge_unchanged(v, "share", q, a, RECOVER_SHARE);
}

static const lab_test tests[] = {
    { "01", "mLCP: one contact", 1, "problems", 1, 8, make_mixed_one, judge_one_problem },
    { "02", "mLCP: several contacts, and refusals", 1, "problems", 1,
      SEVERAL + MIXED_REFUSALS,
      make_mixed_several, judge_one_problem },
    { "03", "LCP: one contact", 1, "problems", 1, 8, make_reduced_one, judge_one_problem },
    { "04", "LCP: several contacts", 1, "problems", 1, SEVERAL, make_reduced_several,
      judge_one_problem },
    { "05", "LCP: many contacts or none, and refusals", 1, "problems", 1, AWKWARD,
      make_reduced_awkward, judge_one_problem },
    { "06", "a step", 1, "steps", 1, WORKING_CLOSED, make_one_step, judge_one_step },
    { "07", "a step that fails", 1, "steps", 1, FAILING, make_step_truth,
      judge_step_truth },
    { "08", "energy", 4, "energy", 1, ENERGIES, make_energy, judge_energy },
    { "09", "where a particle stops", 4, "floor", 1, STOPS, make_stop, judge_stop },
    { "10", "motions", 1, "motions", 1, MOTIONS, make_one_motion, judge_one_motion },
    { "11", "out of the solid", 3, "recovery", 1, RECOVERS, make_recover, judge_recover },
    { "12", "out of the solid: a step that fails", 1, "recovery", 1, FAILING, make_recover_truth,
      judge_recover_truth },
};

const lab lab_08_anitescu_potra = { "08_anitescu_potra", "Anitescu and Potra's time step",
    all_of(tests), 0 };
