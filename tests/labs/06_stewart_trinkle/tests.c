/* Lab 06's tests: problems made backwards from their solutions, equations judged by their meaning,
 * and motions in closed form */
#include "formulation.h"
#include "worker.c"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81

/* ---- steps whose solution is known ---- */

/* A step made backwards: v_free, p and w are chosen, p_i = 0 or w_i = 0, and
 *
 *     v+ = v_free + M^-1 Jn' p,    psi = h (w - Jn v+),    v = v_free - M^-1 p_ext */
typedef struct {
    made_step made;
    double v_free[STEP_NV], p[STEP_NC], w[STEP_NC];
} known_step;

/* numbers that follow from the chosen ones */
static void finish_step(known_step *k)
{
    made_step *s = &k->made;
    double push[STEP_NV] = { 0.0 }, v_next[STEP_NV], change[STEP_NV];

    for (int c = 0; c < s->nc; c++)
        for (int i = 0; i < s->nv; i++) push[i] += s->Jn[c * s->nv + i] * k->p[c];
    solve_matrix(s->nv, s->M, push, v_next);
    solve_matrix(s->nv, s->M, s->p_ext, change);
    for (int i = 0; i < s->nv; i++) {
        v_next[i] += k->v_free[i];
        s->v[i] = k->v_free[i] - (s->with_p_ext ? change[i] : 0.0);
    }
    for (int c = 0; c < s->nc; c++)
        s->psi[c] = s->h * (k->w[c] - dot(s->nv, s->Jn + c * s->nv, v_next));
}

/* the worked example of README: a particle of 2 kg between two edges */
static void example_step(known_step *k)
{
    static const double Jn[] = { 0.6, 0.8, -0.6, 0.8 }, p[] = { 1.953125, 4.453125 };

    memset(k, 0, sizeof *k);
    new_step(&k->made, 2, 2, 0, 0.1);
    k->made.M[0] = k->made.M[3] = 2.0;
    k->made.p_ext[1] = -2.0;
    memcpy(k->made.Jn, Jn, sizeof Jn);
    k->v_free[0] = 1.0, k->v_free[1] = -3.0;
    memcpy(k->p, p, sizeof p);
    finish_step(k);
}

/* nc <= nv contacts, whose rows are independent; the unit of mass is any */
static void random_step(rng *r, int nv, int nc, double unit, known_step *k)
{
    memset(k, 0, sizeof *k);
    random_body(r, nv, nc, 0, unit, &k->made);
    memcpy(k->v_free, k->made.v, sizeof k->v_free);
    for (int c = 0; c < nc; c++) {
        for (int i = 0; i < nv; i++)
            k->made.Jn[c * nv + i] = (i == c ? 1.0 : 0.0) + rng_range(r, -0.4, 0.4);
        if (rng_int(r, 3) > 0) k->p[c] = unit * rng_range(r, 0.1, 2.0);
        else k->w[c] = rng_range(r, 0.1, 2.0);
    }
    finish_step(k);
}

/* many contacts, which all open without impulses: arrays of a fixed size are too small */
static void crowded_step(rng *r, known_step *k)
{
    random_step(r, 4, 0, 1.0, k);
    k->made.nc = STEP_NC;
    for (int c = 0; c < STEP_NC; c++) {
        for (int i = 0; i < 4; i++) k->made.Jn[c * 4 + i] = rng_range(r, -1.0, 1.0);
        k->p[c] = 0.0;
        k->w[c] = rng_range(r, 0.1, 2.0);
    }
    finish_step(k);
}

/* Case k of a test is about: the worked example; no p_ext; bodies; masses far from 1; no contact */
static void make_step(int k, rng *r, known_step *s)
{
    static const double unit[] = { 1e-9, 1e9 };
    const int nv = 1 + k % STEP_NV;

    if (k == 0) example_step(s);
    else if (k == 1) random_step(r, 2, 0, 1.0, s);
    else if (k < 4) random_step(r, 3, 2, unit[k - 2], s);
    else random_step(r, nv, 1 + k % nv, 1.0, s);
    if (k == 5 || k == 6) {
        s->made.with_p_ext = 0;
        finish_step(s);
    }
}

/* ---- 01 and 06: velocities ---- */

/* the last are a singular M, and the example with less scratch than it takes, from none on */
enum { VELOCITY_SINGULAR = 11, VELOCITY_LITTLE, VELOCITIES = VELOCITY_LITTLE + TIGHT_FACTORS };
static void make_velocity_step(int k, rng *r, known_step *s)
{
    if (k >= VELOCITY_SINGULAR) example_step(s);
    else make_step(k, r, s);
    if (k == VELOCITY_SINGULAR) make_singular(&s->made);
    if (k >= VELOCITY_LITTLE) s->made.scratch = 8.0 * (double)(k - VELOCITY_LITTLE);
}

static void make_free(int k, rng *r, frame *q)
{
    known_step s;

    make_velocity_step(k, r, &s);
    put_dynamics(q, CALL_FREE, &s.made);
    put(q, blank(s.made.nv));
}

static void make_next(int k, rng *r, frame *q)
{
    known_step s;

    make_velocity_step(k, r, &s);
    if (k == VELOCITY_SINGULAR - 1) crowded_step(r, &s);
    for (int i = 0; i < s.made.nc && k == VELOCITY_SINGULAR - 1; i++)
        s.p[i] = rng_range(r, 0.0, 2.0);
    put_dynamics(q, CALL_NEXT, &s.made);
    put(q, given(s.made.nc, s.p), blank(s.made.nv));
}

/* without scratch a function may still succeed where M is 1 x 1 */
static int judge_velocity(const frame *q, const frame *a, const char *name, int p, int out,
                          verdict *v)
{
    double want[STEP_NV];
    int done;

    say_dynamics(q, v);
    if (p) say_vector(v->input, "p_n", nc_of(q), q->array[p]);
    if (!judge_outcome(q, a, v, &done)) return 0;
    if (done) return !p || a->id == MB_OK || judge_unchanged(v, name, q, a, out);
    velocity_with(q, p ? q->array[p] : NULL, want);
    return judge_vector(v, name, nv_of(q), a->array[out], want, 1.0);
}

static int judge_free(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_velocity(q, a, "v_free", 0, FREE_V, v);
}

static int judge_next(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_velocity(q, a, "v_next", NEXT_P, NEXT_V, v);
}

/* ---- 02 to 05: the problems ---- */

/* friction is refused, whatever it is, and whatever else there is */
static int judge_no_friction(const frame *a, verdict *v)
{
    return judge_status(v, a, one_of(MB_BAD_ARG), "this lab has no friction and no joints");
}

static int judge_formulation(int k, const frame *q, const frame *a, verdict *v)
{
    if (nd_of(q) == 0) return judge_problem(q, a, 0, v);
    say_dynamics(q, v);
    return judge_no_friction(a, v) && judge_refusal(q, a, v);
}

/* the worked example, one contact, one velocity */
static void make_mixed(int k, rng *r, frame *q)
{
    known_step s;

    if (k == 0) example_step(&s);
    else random_step(r, k == 1 ? 1 : 1 + k % 3, 1, 1.0, &s);
    put_problem(q, CALL_MLCP, 1, &s.made, 1);
}

/* several contacts, or none; from REFUSED on friction, a joint, and no scratch; from TIGHT on an
 * arena that is too small; info NULL in some */
enum { REFUSED = 10, REFUSALS = 4, TIGHT = REFUSED + REFUSALS };
static void refuse(int k, made_step *s)
{
    if (k == REFUSED) s->nd = 2;
    if (k == REFUSED + 1) s->nb = 1;
    if (k == REFUSED + 2) s->nd = 2, s->nb = 1;
    if (k == REFUSED + 3) s->scratch = 0.0;
}

static void make_mixed_several(int k, rng *r, frame *q)
{
    known_step s;

    if (k < REFUSED) make_step(k + 1, r, &s);
    else example_step(&s);
    if (k == REFUSED - 1) crowded_step(r, &s);
    refuse(k, &s.made);
    if (k >= TIGHT) tight_step(k - TIGHT, &s.made);
    put_problem(q, CALL_MLCP, 1, &s.made, k % 3 != 1);
}

static void make_problem(int k, rng *r, frame *q)
{
    known_step s;

    make_step(k == 0 ? 0 : k + 1, r, &s);
    put_problem(q, CALL_LCP, 0, &s.made, 1);
}

/* no contact; more contacts than velocities; then as for the mLCP, and last a singular M, with and
 * without info */
enum { SINGULAR = TIGHT + TIGHT_LCP, AWKWARD = SINGULAR + 2 };
static void make_awkward_problem(int k, rng *r, frame *q)
{
    known_step s;

    if (k == 0) {
        random_step(r, 3, 0, 1.0, &s);
    } else if (k < REFUSED) {
        random_step(r, 2, 2, 1.0, &s);
        s.made.nc = 2 + k % 4;
        for (int i = 2; i < s.made.nc; i++) {
            for (int j = 0; j < 2; j++) s.made.Jn[2 * i + j] = rng_range(r, -1.0, 1.0);
            s.made.psi[i] = rng_range(r, -0.5, 0.5);
        }
    } else {
        example_step(&s);
    }
    if (k == REFUSED - 1) crowded_step(r, &s);
    refuse(k, &s.made);
    if (k >= TIGHT && k < SINGULAR) tight_step(k - TIGHT, &s.made);
    if (k >= SINGULAR) make_singular(&s.made);
    put_problem(q, CALL_LCP, 0, &s.made, k < SINGULAR ? k % 3 != 1 : k == SINGULAR);
}

/* ---- 07 and 08: one step ---- */

enum { STEPS = 14 };
static void make_one_step(int k, rng *r, frame *q)
{
    known_step s;

    if (k == STEPS - 1) crowded_step(r, &s);
    else make_step(k, r, &s);
    put_step(q, CALL_STEP, &s.made, SOLVER_WORKS);
}

static int judge_one_step(int k, const frame *q, const frame *a, verdict *v)
{
    const int nv = nv_of(q);
    const double *v_next = a->array[STEP_V_NEXT];
    double p[STEP_NC];

    say_dynamics(q, v);
    say_vector(v->input, "q", nv, q->array[STEP_Q]);
    if (!judge_ok(v, a, "the solver solves this step's problem") ||
        !judge_written(v, "v_next", nv, v_next)) return 0;
    say_vector(v->yours, "v_next", nv, v_next);
    if (!impulses_of(q, v_next, p))
        return broken(v, "M (v_next - v_free) is not a sum of impulses along the rows of Jn");
    return judge_gaps(q, v_next, p, v) && judge_position(q, a, v);
}

/* the solver fails; friction; a singular M; from LITTLE on less scratch than the contract gives,
 * first none; one that works */
enum { STEP_FRICTION = 4, STEP_SINGULAR, STEP_WORKS, STEP_LITTLE, STEP_TRUTHS = STEP_LITTLE + 4 };
static void make_step_truth(int k, rng *r, frame *q)
{
    known_step s;

    if (k == 0 || k == STEP_SINGULAR) example_step(&s);
    else random_step(r, 3, 1 + k % 3, 1.0, &s);
    if (k == STEP_FRICTION) s.made.nd = 2;
    if (k == STEP_SINGULAR) make_singular(&s.made);
    if (k >= STEP_LITTLE) s.made.scratch = 8.0 * (double)((k - STEP_LITTLE) * 20);
    put_step(q, CALL_STEP, &s.made, k < STEP_FRICTION ? 1 + k % 2 : SOLVER_WORKS);
}

static int judge_step_truth(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == STEP_WORKS) return judge_one_step(k, q, a, v);
    if (k != STEP_FRICTION) return judge_no_step(q, a, 2, v);
    say_dynamics(q, v);
    return judge_no_friction(a, v) && judge_unchanged(v, "q_next", q, a, STEP_Q_NEXT) &&
           judge_unchanged(v, "v_next", q, a, STEP_V_NEXT);
}

/* ---- 09 to 11: simulations ---- */

typedef struct {
    double mass, force[2], h, epsilon, time, x[2], v[2];
    int solver;
    double sideways;             /* gravity along x */
} start;

static void put_simulation(frame *q, const start *s, int nvert, const double *xy)
{
    const double world[WORLD_SIZE] = { s->mass, s->sideways, -GRAVITY, s->force[0],
                                       s->force[1], s->h, s->epsilon, s->solver };

    request(q, CALL_SIMULATE, given(WORLD_SIZE, world), given(2 * nvert, xy), scalar(s->time),
            output(2, s->x), output(2, s->v), blank(1));
}

static const double flat[] = { -50, 0, 50, 0 }, slope[] = { -40, 30, 40, -30 },
                    valley[] = { -4, 3, 0, 0, 4, 3 };

static void say_simulation(const frame *q, verdict *v)
{
    const double *w = q->array[SIM_WORLD], *xy = q->array[SIM_TERRAIN];

    say(v->input, "m=%g  force=[%g %g]  gravity=[%g %g]  h=%g  time=%.10g  x=[%g %g]  v=[%g %g]  ",
        w[WORLD_MASS], w[WORLD_FORCE], w[WORLD_FORCE + 1], w[WORLD_GRAVITY], w[WORLD_GRAVITY + 1],
        w[WORLD_H], q->array[SIM_TIME][0], q->array[SIM_X][0], q->array[SIM_X][1],
        q->array[SIM_V][0], q->array[SIM_V][1]);
    say(v->input, "edges through");
    for (int i = 0; i < q->len[SIM_TERRAIN] / 2 && i < 4; i++)
        say(v->input, " (%.4g, %.4g)", xy[2 * i], xy[2 * i + 1]);
    if (q->len[SIM_TERRAIN] > 8) say(v->input, " ...");
}

static int judge_state(const frame *a, const double *x, const double *w, int steps, double tol,
                       verdict *v)
{
    const double *const got[2] = { a->array[SIM_X], a->array[SIM_V] }, *const want[2] = { x, w };

    say(v->yours, "steps=%g  ", a->array[SIM_STEPS][0]);
    say_vector(v->yours, "x", 2, got[0]);
    say_vector(v->yours, "v", 2, got[1]);
    if (!judge_written(v, "steps", 1, a->array[SIM_STEPS])) return 0;
    if (fabs(a->array[SIM_STEPS][0] - (double)steps) > 0.5) {
        say(v->broken, "steps should be %d and is %g", steps, a->array[SIM_STEPS][0]);
        if (fabs(a->array[SIM_STEPS][0] - (double)steps) < 1.5)
            say(v->cause,
                a->array[SIM_STEPS][0] < (double)steps
                    ? "a last, shorter step is missing, or time/h was rounded down: 0.3/0.1 is "
                      "2.9999999999999996"
                    : "one step too many: was a remainder of rounding size treated as a step?");
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        if (fabs(got[i / 2][i % 2] - want[i / 2][i % 2]) <= tol) continue;
        return broken(v, "after %d steps, %s_%s should be %.9g and is %.9g", steps,
                      i < 2 ? "x" : "v", i % 2 ? "y" : "x", want[i / 2][i % 2], got[i / 2][i % 2]);
    }
    return 1;
}

/* Free flight for k steps of length h, by the sums of semi-implicit Euler: v_k = v + a k h,  x_k =
 * x + v k h + a h^2 k (k + 1)/2 */
static void fly(const double *a, double h, int k, double *x, double *v)
{
    for (int i = 0; i < 2; i++) {
        x[i] += h * (double)k * v[i] + 0.5 * a[i] * h * h * (double)k * (double)(k + 1);
        v[i] += a[i] * h * (double)k;
    }
}

/* 0: free fall far above the floor; 1: pushed, too, with gravity at a slant; 2: dropped on the
 * floor, on which it slides; 3: down a slope from rest; 4: out of the floor, in which it starts; 5:
 * at rest on the floor; 6: comes to rest in a valley; others: thrown at random */
enum { FALLS, PUSHED, DROPPED, SLIDES, SUNK, RESTS, VALLEY, THROWN, MOTIONS = THROWN + 5 };
static void make_motion(int k, rng *r, frame *q)
{
    start s = { 1.0, { 0, 0 }, 0.01, 0.5, 0.5, { 0.25, 30 }, { 1, 2 }, SOLVER_WORKS, 0.0 };

    if (k == PUSHED) s.mass = 2.5, s.force[0] = 4.0, s.force[1] = 1.5, s.sideways = 3.0;
    if (k == DROPPED) s.x[1] = 0.3, s.v[0] = 1.5, s.v[1] = 0.0, s.time = 1.0, s.mass = 3.0;
    if (k == SLIDES) s.x[0] = s.x[1] = s.v[0] = s.v[1] = 0.0, s.h = 0.02, s.mass = 0.5;
    if (k == SUNK) s.x[1] = -0.02, s.v[0] = s.v[1] = 0.0, s.time = 0.2;
    if (k == RESTS) s.x[1] = s.v[0] = s.v[1] = 0.0, s.mass = 7.0;
    if (k == VALLEY) s.x[0] = 0.5, s.x[1] = 1.0, s.v[0] = s.v[1] = 0.0, s.time = 5.0;
    if (k >= THROWN) {
        s.mass = rng_range(r, 0.2, 5.0);
        s.h = 0.005 * (double)(1 + rng_int(r, 6));
        s.time = s.h * (double)(1 + rng_int(r, 40));
        for (int i = 0; i < 2; i++)
            s.v[i] = rng_range(r, -3.0, 3.0), s.force[i] = rng_range(r, -5.0, 5.0);
    }
    put_simulation(q, &s, k == VALLEY ? 3 : 2, k == SLIDES ? slope : k == VALLEY ? valley : flat);
}

static int judge_motion(int k, const frame *q, const frame *a, verdict *v)
{
    const double *w = q->array[SIM_WORLD], h = w[WORLD_H], time = q->array[SIM_TIME][0];
    const int steps = (int)floor(time / h + 0.5);
    double x[2] = { q->array[SIM_X][0], q->array[SIM_X][1] },
           u[2] = { q->array[SIM_V][0], q->array[SIM_V][1] };
    double pull[2] = { w[WORLD_FORCE] / w[WORLD_MASS] + w[WORLD_GRAVITY],
                       w[WORLD_FORCE + 1] / w[WORLD_MASS] + w[WORLD_GRAVITY + 1] };

    say_simulation(q, v);
    if (!judge_ok(v, a, "every step can be solved")) return 0;
    if (k == DROPPED) x[0] += time * u[0], x[1] = u[1] = 0.0;
    else if (k == VALLEY) x[0] = x[1] = u[0] = u[1] = 0.0;
    else if (k == SLIDES)
        pull[0] = 0.8 * 0.6 * GRAVITY, pull[1] = -0.6 * 0.6 * GRAVITY, fly(pull, h, steps, x, u);
    else if (k == SUNK)
        u[1] = -x[1] / h, x[1] = 0.0,
        fly(pull, h, steps - 1, x, u); /* one step takes it to psi = 0 */
    else if (k != RESTS) fly(pull, h, steps, x, u);
    return judge_state(a, x, u, steps, k == VALLEY ? 1e-6 : 1e-9 * 30.0, v);
}

/* time is not a multiple of h: free fall, on the floor, in less than a step, landing in the last
 * step, by h/20, by 1e-5 h, by h/2 of a small h; no step at all; a multiple but for rounding: by
 * 1e-7 h, time/h < 3, time/h > 7, time > 11 h; then a solver that fails at its third problem, in a
 * sliding motion and after a fall */
enum { PART_FLIES, PART_SLIDES, PART_ONLY, PART_LANDS, PART_SHORT, PART_LEAST, PART_TINY, NO_STEP,
       ROUNDED, ROUNDED_DOWN, ROUNDED_UP, ROUNDED_SUM, FAILS_AT_ONCE, FAILS_LATER, ENDINGS };
static void make_ending(int k, rng *r, frame *q)
{
    static const double time[] = { 0.105, 0.243, 0.004, 0.1975, 0.205, 0.200001, 3.5e-6, 0.0,
                                   0.20000001, 0.3, 0.07, 0.33, 0.5, 0.6 };
    start s = { 1.0, { 2, 0 }, 0.01, 0.5, time[k], { 0, 30 }, { 1, 0 }, SOLVER_WORKS, 0.0 };

    if (k == PART_SLIDES || k == PART_LANDS) s.x[1] = 0.2, s.force[0] = 0.0;
    if (k == PART_SHORT || k == PART_LEAST || k == ROUNDED || k == ROUNDED_DOWN) s.h = 0.1;
    if (k == ROUNDED_SUM) s.h = 0.03;
    if (k == PART_TINY) s.h = 1e-6;
    if (k >= FAILS_AT_ONCE) s.solver = SOLVER_FAILS_LATER, s.x[1] = k == FAILS_AT_ONCE ? 0.0 : 0.8;
    put_simulation(q, &s, 2, flat);
}

/* From 0.2 m at rest the particle lands in step 20, also where that is only 0.0075 long: it ends on
 * the floor, with the speed that takes it there. 24 steps end at 0.24: the last one is 0.003 long
 * and on the floor. The failing solver's first two problems are steps that the floor takes part in;
 * from 0.8 m it is near first in step 26 (0.5 m and less after 25), so that steps 1 to 27 are done,
 * all of them in flight. */
static int judge_ending(int k, const frame *q, const frame *a, verdict *v)
{
    static const int whole[] = { 10, 24, 0, 19, 2, 2, 3, 0, 2, 3, 7, 11, GOOD_CALLS,
                                 25 + GOOD_CALLS };
    const double *w = q->array[SIM_WORLD], h = w[WORLD_H], time = q->array[SIM_TIME][0];
    const double pull[2] = { w[WORLD_FORCE] / w[WORLD_MASS], -GRAVITY },
                 along[2] = { pull[0], 0.0 };
    const double rest = time - h * (double)whole[k];
    const int fails = k >= FAILS_AT_ONCE, part = k <= PART_TINY;
    double x[2] = { q->array[SIM_X][0], q->array[SIM_X][1] },
           u[2] = { q->array[SIM_V][0], q->array[SIM_V][1] };

    say_simulation(q, v);
    if (fails) say(v->input, "; the solver fails at its third problem that is not empty");
    if (!judge_status(v, a, one_of(fails ? MB_STALLED : MB_OK),
                      fails ? "so did the solver" : "every step can be solved"))
        return 0;
    if (k == PART_SLIDES) x[1] = 0.0;
    fly(k == PART_SLIDES || k == FAILS_AT_ONCE ? along : pull, h, whole[k], x, u);
    if (k == PART_LANDS)
        u[1] = -x[1] / rest, x[1] = 0.0, fly(along, rest, 1, x, (double[]){ u[0], 0.0 });
    else if (part) fly(k == PART_SLIDES ? along : pull, rest, 1, x, u);
    /* the remainder of h 1e-7 may be left out, or make the last step longer */
    return judge_state(a, x, u, whole[k] + part, k == ROUNDED ? 1e-6 : 1e-8, v);
}

/* ---- 11: hills ---- */

enum { HILLS = 8, HILL_EDGES = 10, HILL_VERTICES = HILLS * HILL_EDGES + 1 };

static void hill_vertex(int i, double *x)
{
    const double angle = 3.14159265358979323846 * (double)(i % HILL_EDGES) / HILL_EDGES;

    x[0] = 2.0 * (double)(i / HILL_EDGES) + 1.0 - cos(angle);
    x[1] = sin(angle);
}

/* hills.scene, and the same with steps half as long */
static void make_hills(int k, rng *r, frame *q)
{
    double xy[2 * HILL_VERTICES];
    const start s = {
        1.0, { 12, 0 }, k ? 0.005 : 0.01, 0.5, 2.5, { 0.5, 2 }, { 0, 0 }, SOLVER_WORKS,
        0.0
    };

    for (int i = 0; i < HILL_VERTICES; i++) hill_vertex(i, xy + 2 * i);
    put_simulation(q, &s, HILL_VERTICES, xy);
}

/* where the lines of two edges cross, by Cramer's rule */
static void crossing(int first, int second, double *x)
{
    const int edge[2] = { first, second };
    double n[2][2], at[2], p[2], to[2], det;

    for (int i = 0; i < 2; i++) {
        hill_vertex(edge[i], p);
        hill_vertex(edge[i] + 1, to);
        n[i][0] = p[1] - to[1], n[i][1] = to[0] - p[0];
        at[i] = dot(2, n[i], p);
    }
    det = n[0][0] * n[1][1] - n[0][1] * n[1][0];
    x[0] = (at[0] * n[1][1] - at[1] * n[0][1]) / det;
    x[1] = (n[0][0] * at[1] - n[1][0] * at[0]) / det;
}

/* trapped where the half-spaces of edges 10 and 13 meet, 0.1 m above the ground */
static int judge_hills(int k, const frame *q, const frame *a, verdict *v)
{
    static const double rest[] = { 0, 0 };
    double x[2];

    say_simulation(q, v);
    crossing(10, 13, x);
    return judge_ok(v, a, "every step can be solved") &&
           judge_state(a, x, rest, k ? 500 : 250, 1e-6, v);
}

static const lab_test tests[] = {
    { "01", "velocity without contacts", 2, "velocities", 1, VELOCITIES, make_free, judge_free },
    { "02", "mLCP: one contact", 3, "problems", 1, 8, make_mixed, judge_formulation },
    { "03", "mLCP: several contacts, and refusals", 2, "problems", 1, TIGHT + TIGHT_MLCP,
      make_mixed_several, judge_formulation },
    { "04", "LCP", 3, "problems", 1, 12, make_problem, judge_formulation },
    { "05", "LCP: many contacts or none, and refusals", 1, "problems", 1, AWKWARD,
      make_awkward_problem, judge_formulation },
    { "06", "velocity with impulses", 2, "velocities", 1, VELOCITIES, make_next, judge_next },
    { "07", "a step", 2, "steps", 1, STEPS, make_one_step, judge_one_step },
    { "08", "a step that fails", 1, "steps", 1, STEP_TRUTHS, make_step_truth,
      judge_step_truth },
    { "09", "motions", 2, "motions", 1, MOTIONS, make_motion, judge_motion },
    { "10", "motions: the last step, and one that fails", 1, "motions", 0, ENDINGS, make_ending,
      judge_ending },
    { "11", "motions: hills", 1, "motions", 0, 2, make_hills, judge_hills },
};

const lab lab_06_stewart_trinkle = { "06_stewart_trinkle", "Stewart and Trinkle's time step",
    all_of(tests), 0 };
