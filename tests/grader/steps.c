/* steps.c: time steps with friction, judged by the equations of motion and the laws of contact */
#include "steps.h"

#include <math.h>
#include <string.h>

/* tolerances for steps, which went through a solver, relative; for motions [m, m/s] */
#define STEP_NEAR 1e-8
#define MOTION_NEAR 1e-8

/* ---- making ---------------------------------------------------------------------------------- */

/* a row that is near unit vector k */
static void random_row(rng *r, int nv, int k, double *row)
{
    for (int j = 0; j < nv; j++) row[j] = (j == k % nv ? 1.0 : 0.0) + rng_range(r, -0.4, 0.4);
}

/* the directions of contact i */
static void random_directions(rng *r, int i, made_step *s)
{
    const int nv = s->nv, nd = s->nd;
    double *D = s->Jf + i * nd * nv;

    for (int k = 0; k < nd; k++) {
        double *row = D + k * nv;
        random_row(r, nv, s->nc + i + k, row);
        for (int j = 0; j < nv && nd % 2 == 0 && k % 2 == 1; j++) row[j] = -row[j - nv];
        for (int j = 0; j < nv && nd % 2 == 1 && nd > 1 && k == nd - 1; j++) {
            row[j] = 0.0;
            for (int l = 0; l < k; l++) row[j] -= D[l * nv + j];
        }
    }
}

void random_step(rng *r, int nv, int nc, int nd, double unit, made_step *s)
{
    random_body(r, nv, nc, nd, unit, s);
    for (int i = 0; i < nc; i++) {
        random_row(r, nv, i, s->Jn + i * nv);
        random_directions(r, i, s);
        s->mu[i] = rng_range(r, 0.1, 1.0);
        s->psi[i] = s->h * rng_range(r, -1.5, 2.5);
    }
}

void crowded_step(rng *r, int nd, made_step *s)
{
    random_step(r, 4, STEP_NC, nd, 1.0, s);
    for (int i = 0; i < s->nv; i++)            /* v_free = 1.25 v */
        s->p_ext[i] = 0.25 * dot(s->nv, s->M + i * s->nv, s->v);
    for (int i = 0; i < s->nc; i++) {
        double *n = s->Jn + i * s->nv;
        const double sign = dot(s->nv, n, s->v) < 0.0 ? -1.0 : 1.0;
        for (int j = 0; j < s->nv; j++) n[j] *= sign;
        s->psi[i] = fabs(s->psi[i]);
    }
}

void put_impulses(frame *q, int call, const made_step *s, int solver)
{
    put_step(q, call, s, solver);
    put(q, blank(s->nc), blank(s->nc * s->nd));
}

/* ---- the cases of the labs' tests ------------------------------------------------------------ */

/* the worked example of README: a particle of 2 kg on a slope, with mu = 0.5 it slides */
void example_step(double mu, made_step *s)
{
    static const double Jn[] = { 0.6, 0.8 }, Jf[] = { -0.8, 0.6, 0.8, -0.6 };

    new_step(s, 2, 1, 2, 0.1);
    s->M[0] = s->M[3] = 2.0;
    s->v[0] = 1.0, s->v[1] = -2.0;
    s->p_ext[1] = -2.0;
    memcpy(s->Jn, Jn, sizeof Jn);
    memcpy(s->Jf, Jf, sizeof Jf);
    s->mu[0] = mu;
    s->psi[0] = 0.02;
}

void make_one_contact(int k, rng *r, frame *q, int call, int mixed)
{
    made_step s;

    if (k == 0) example_step(0.5, &s);
    else random_step(r, 1 + k % 3, 1, (k + 1) % (STEP_ND + 1), 1.0, &s);
    put_problem(q, call, mixed, &s, 1);
}

void make_several(int k, rng *r, frame *q, int call, int mixed)
{
    static const double unit[] = { 1e-9, 1e9 };
    made_step s;

    random_step(r, 2 + k % 4, 2 + k % 3, k == 3 ? 0 : 1 + k % STEP_ND, k < 2 ? unit[k] : 1.0, &s);
    if (k == 4 || k == 5) s.with_p_ext = 0;
    if (k == 6) s.mu[1] = 0.0;
    if (k == 7) crowded_step(r, 2, &s);
    put_problem(q, call, mixed, &s, !mixed || k % 3 != 1);
}

void make_refused(int k, frame *q, int call, int mixed)
{
    made_step s;

    example_step(0.5, &s);
    s.nb = k == 0;
    if (k == 1) s.scratch = 0.0;
    if (k > 1) tight_step(k - 2, &s);
    put_problem(q, call, mixed, &s, k % 3 != 1);
}

enum { NO_CONTACT = 2, MANY = 3, REFUSED = NO_CONTACT + MANY };
void make_awkward(int k, rng *r, frame *q, int call)
{
    made_step s;

    if (k >= REFUSED && k < REFUSED + REFUSALS) {
        make_refused(k - REFUSED, q, call, 0);
        return;
    }
    if (k < NO_CONTACT) random_step(r, 3, 0, 2 * k, 1.0, &s);
    else if (k < REFUSED) random_step(r, 2, 3 + k % 3, 2, 1.0, &s);
    else example_step(0.5, &s);
    if (k >= REFUSED) make_singular(&s);
    put_problem(q, call, 0, &s, k < REFUSED ? k % 3 != 1 : k == REFUSED + REFUSALS);
}

/* a unit block on its two corners, with the velocity v along the floor */
static void block_step(double v, made_step *s)
{
    static const double Jn[] = { 0, 1, -0.5, 0, 1, 0.5 };
    static const double Jf[] = { 1, 0, 0.5, -1, 0, -0.5, 1, 0, 0.5, -1, 0, -0.5 };

    new_step(s, 3, 2, 2, 0.01);
    s->M[0] = s->M[4] = 1.0;
    s->M[8] = 1.0 / 6.0;
    s->v[0] = v;
    s->p_ext[1] = -0.0981;
    memcpy(s->Jn, Jn, sizeof Jn);
    memcpy(s->Jf, Jf, sizeof Jf);
    s->mu[0] = s->mu[1] = 0.5;
}

/* a ball on a floor in space, sliding askew to the four directions */
static void ball_step(made_step *s)
{
    static const double direction[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    static const double m[] = { 1, 1, 1, 0.4, 0.4, 0.4 };

    new_step(s, 6, 1, 4, 0.01);
    for (int i = 0; i < 6; i++) s->M[7 * i] = m[i];
    s->v[0] = 1.0, s->v[1] = 0.3;
    s->p_ext[2] = -0.0981;
    s->Jn[2] = 1.0;
    for (int k = 0; k < 4; k++) {            /* [d; r x d] with r = (0, 0, -1) */
        const double *d = direction[k];
        const double row[6] = { d[0], d[1], 0, d[1], -d[0], 0 };
        memcpy(s->Jf + 6 * k, row, sizeof row);
    }
    s->mu[0] = 0.125;
}

void squeezed_step(double psi1, double psi2, made_step *s)
{
    const double psi[3] = { psi1, psi2, 0.03 };

    example_step(0.5, s);
    s->nc = 3;
    for (int i = 0; i < 3; i++) {
        const double n[2] = { i == 2 ? 0.0 : i ? -1.0 : 1.0, i == 2 ? 1.0 : 0.0 };
        memcpy(s->Jn + 2 * i, n, sizeof n);
        s->psi[i] = psi[i];
    }
    s->nd = 0;
}

void wedge_step(double c, double mu, double turn, made_step *s)
{
    const double up[2] = { -sin(turn), cos(turn) }, right[2] = { cos(turn), sin(turn) };

    new_step(s, 2, 2, 2, 0.1);
    s->M[0] = s->M[3] = 1.0;
    for (int j = 0; j < 2; j++) s->p_ext[j] = -up[j];
    for (int i = 0; i < 2; i++) {
        double *n = s->Jn + 2 * i, *t = s->Jf + 4 * i;
        for (int j = 0; j < 2; j++) n[j] = (i ? -c : c) * right[j] + sqrt(1.0 - c * c) * up[j];
        t[0] = -n[1], t[1] = n[0];
        t[2] = n[1], t[3] = -n[0];
        s->mu[i] = mu;
        s->psi[i] = -0.01;
    }
}

enum { BLOCK = 2, BALL = 4, FREE, SMOOTH, ONE_SMOOTH, NO_FORCE, CROWDED, SQUEEZED = WORKING,
       WEDGE };
void make_working_step(int k, rng *r, frame *q, int call)
{
    made_step s;

    if (k < BLOCK) example_step(k == 0 ? 0.5 : 2.0, &s);
    else if (k < BALL) block_step(k == BLOCK ? 1.0 : 0.02, &s);
    else if (k == BALL) ball_step(&s);
    else if (k == FREE) random_step(r, 3, 0, 2, 1.0, &s);
    else if (k == SMOOTH) random_step(r, 3, 2, 0, 1.0, &s);
    else if (k == SQUEEZED) squeezed_step(-0.01, -0.01, &s);
    else if (k == WEDGE) wedge_step(0.8, 1.0, 0.0, &s);
    else if (k % 3 == 0) random_step(r, 4, 1, 3 + k % 2, 1.0, &s);
    else random_step(r, 4, 1 + k % 2, 2, 1.0, &s);
    if (k == ONE_SMOOTH) s.mu[0] = 0.0;
    if (k == NO_FORCE) s.with_p_ext = 0;
    if (k == CROWDED) crowded_step(r, 0, &s);
    put_impulses(q, call, &s, SOLVER_WORKS);
}

enum { FAILING_JOINT = 4, FAILING_SINGULAR };
void make_failing_step(int k, rng *r, frame *q, int call)
{
    made_step s;

    if (k == 0 || k == FAILING_WORKS) example_step(0.5, &s);
    else if (k == FAILING - 1) random_step(r, 1, 1, 4, 1.0, &s);
    else random_step(r, 4, 1 + k % 2, 2, 1.0, &s);
    if (k == FAILING_JOINT) s.nb = 1;
    if (k == FAILING_SINGULAR) make_singular(&s);
    if (k > FAILING_WORKS) s.scratch = 8.0 * (double)((k - FAILING_WORKS - 1) * 25);
    if (k == FAILING - 1) s.scratch = 368.0;       /* A and b take 336: no room for z */
    put_impulses(q, call, &s, k < FAILING_JOINT ? 1 + k % 2 : SOLVER_WORKS);
}

/* A particle above a line, or in a valley at (0, 0). The line is given by two points. */
typedef struct {
    double mass, force[2], h, epsilon, mu;   /* the force includes the weight */
    int steps;
    double x[2], v[2];
} made_motion;

static void put_motion(frame *q, int call, const made_motion *m, int nvert, const double *xy)
{
    const double world[WORLD_SIZE] = { m->mass, m->force[0], m->force[1], m->h, m->epsilon, m->mu };

    request(q, call, given(WORLD_SIZE, world), given(2 * nvert, xy), scalar((double)m->steps),
            output(2, m->x), output(2, m->v));
}

static const double flat[] = { -50, 0, 50, 0 }, slope[] = { -40, 30, 40, -30 },
                    valley[] = { -4, 3, 0, 0, 4, 3 };

enum { HELD, SLIPS, UP_HELD, UP_AND_DOWN, SLOWS, DROPPED, SUNK, VALLEY, SMOOTH_FLOOR, FLIES,
       THROWN };
void make_motion(int k, rng *r, frame *q, int call)
{
    made_motion m = { 1.0, { 0, -STEP_GRAVITY }, 0.01, 0.5, 0.5, 150, { 0, 0 }, { 0, 0 } };
    const double *terrain = k <= UP_AND_DOWN ? slope : k == VALLEY ? valley : flat;

    if (k == HELD || k == UP_HELD) m.mu = 0.9;
    if (k == UP_HELD || k == UP_AND_DOWN) m.v[0] = -2.4, m.v[1] = 1.8;
    if (k == SLOWS) m.mu = 0.125, m.v[0] = 1.0, m.steps = 100;
    if (k == DROPPED) m.x[1] = 0.3, m.v[0] = 3.0, m.v[1] = -1.0, m.steps = 40, m.mass = 3.0;
    if (k == SUNK) m.x[1] = -0.02, m.v[0] = 1.0, m.steps = 5;
    if (k == SMOOTH_FLOOR) m.mu = 0.0, m.v[0] = 1.0, m.steps = 20;
    if (k == FLIES) m.x[1] = 0.8, m.v[0] = 1.0, m.steps = 20;
    if (k >= THROWN) {
        m.mass = rng_range(r, 0.2, 5.0);
        m.mu = rng_range(r, 0.1, 1.0);
        m.h = 0.005 * (double)(1 + rng_int(r, 4));
        m.steps = 20 + rng_int(r, 40);
        m.x[1] = rng_range(r, 0.0, 0.6);
        for (int i = 0; i < 2; i++) {
            m.v[i] = rng_range(r, -3.0, 3.0);
            m.force[i] = m.mass * rng_range(r, -5.0, 5.0) - (i ? 10.0 * m.mass : 0.0);
        }
    }
    put_motion(q, call, &m, k == VALLEY ? 3 : 2, terrain);
}

/* ---- judging a step -------------------------------------------------------------------------- */

/* a step's answer, and the sizes that its errors are compared with */
typedef struct {
    const double *v, *p_n, *p_f;
    double speed, impulse;
} step_answer;

/* 0 <= p_n  _|_  Jn v+ + rate >= 0 at contact i; rate: psi/h, or 0, or less */
static int judge_gap(const frame *q, const step_answer *a, int i, double rate, const char *row,
                     verdict *v)
{
    const double w = dot(nv_of(q), row_of(q, i), a->v) + rate;

    if (!(a->p_n[i] >= -STEP_NEAR * a->impulse))
        return broken(v, "contact %d pulls: p_n = %.6g", i + 1, a->p_n[i]);
    if (!(w >= -STEP_NEAR * a->speed))
        return broken(v, "the gap of contact %d closes too far: %s = %.6g < 0", i + 1, row, w);
    if (a->p_n[i] > STEP_NEAR * a->impulse && w > STEP_NEAR * a->speed)
        return broken(v, "contact %d pushes with p_n = %.6g, and %s = %.6g is not 0", i + 1,
                      a->p_n[i], row, w);
    return 1;
}

/* Friction of contact i. With slip = max(0, -Jf v+): p_f >= 0, their sum <= mu p_n; if it slides,
 * the sum is mu p_n, and only the directions that are most against the motion act. These are the
 * conditions on p_f and s for some s. */
static int judge_friction(const frame *q, const step_answer *a, int i, verdict *v)
{
    const int nv = nv_of(q), nd = nd_of(q);
    const double *D = q->array[DYN_JF] + i * nd * nv, *p_f = a->p_f + i * nd;
    const double most = q->array[DYN_MU][i] * a->p_n[i], allowed = STEP_NEAR * a->impulse;
    double sum = 0.0, slip = 0.0;

    for (int k = 0; k < nd; k++) {
        sum += p_f[k];
        slip = fmax(slip, -dot(nv, D + k * nv, a->v));
        if (p_f[k] >= -allowed) continue;
        return broken(v, "p_f_%d,%d = %.6g < 0", i + 1, k + 1, p_f[k]);
    }
    if (!(sum <= most + allowed))
        return broken(v, "friction of contact %d is %.6g, more than mu p_n = %.6g", i + 1, sum,
                      most);
    if (slip > STEP_NEAR * a->speed && sum < most - allowed)
        return broken(v, "contact %d slides at %.6g, and friction is %.6g, less than mu p_n = %.6g",
                      i + 1, slip, sum, most);
    for (int k = 0; k < nd; k++) {
        const double along = dot(nv, D + k * nv, a->v);
        if (p_f[k] <= allowed || along + slip <= STEP_NEAR * a->speed) continue;
        return broken(v, "p_f_%d,%d = %.6g acts, and the velocity that way is %.6g: it is not the "
                      "direction against the motion", i + 1, k + 1, p_f[k], along);
    }
    return 1;
}

/* v+ follows from v and the impulses; *answer's sizes are filled */
static int judge_momentum(const frame *q, step_answer *answer, verdict *v)
{
    const int nv = nv_of(q), nc = nc_of(q);
    double p[STEP_ROWS], want[STEP_NV], v_free[STEP_NV];

    memcpy(p, answer->p_n, (size_t)nc * sizeof *p);
    memcpy(p + nc, answer->p_f, (size_t)(rows_of(q) - nc) * sizeof *p);
    velocity_with(q, p, want);
    velocity_with(q, NULL, v_free);  /* v+ is a difference of it, and may be 0 */
    answer->speed =
        fmax(fmax(largest(nv, want), largest(nv, v_free)), largest(nv, q->array[DYN_V]));
    answer->impulse = largest(nv * nv, q->array[DYN_M]) * answer->speed;
    for (int i = 0; i < nv; i++) {
        if (fabs(answer->v[i] - want[i]) <= STEP_NEAR * answer->speed) continue;
        return broken(v, "v_next_%d is %.8g; v + M^-1 (p_ext + Jn' p_n + Jf' p_f) with your p_n "
                      "and p_f is %.8g", i + 1, answer->v[i], want[i]);
    }
    return 1;
}

int judge_step(const frame *q, const frame *a, int closed, verdict *v)
{
    double rate[STEP_NC];

    for (int i = 0; i < nc_of(q); i++) rate[i] = gap_rate(q, i, closed);
    return judge_step_with(q, a, rate, closed ? "Jn v+" : "Jn v+ + psi/h", v);
}

int judge_step_with(const frame *q, const frame *a, const double *rate, const char *row, verdict *v)
{
    const int nv = nv_of(q), nc = nc_of(q), nd = nd_of(q);
    step_answer answer = { a->array[STEP_V_NEXT], a->array[STEP_P_N], a->array[STEP_P_F], 0, 0 };

    say_dynamics(q, v);
    say_vector(v->input, "q", nv, q->array[STEP_Q]);
    if (!judge_ok(v, a, "the solver solves this step's problem") ||
        !judge_written(v, "v_next", nv, answer.v) || !judge_written(v, "p_n", nc, answer.p_n) ||
        !judge_written(v, "p_f", nc * nd, answer.p_f))
        return 0;
    say_vector(v->yours, "v_next", nv, answer.v);
    say_vector(v->yours, "p_n", nc, answer.p_n);
    say_vector(v->yours, "p_f", nc * nd, answer.p_f);
    if (!judge_momentum(q, &answer, v)) return 0;
    for (int i = 0; i < nc; i++) {
        if (!judge_gap(q, &answer, i, rate[i], row, v)) return 0;
        if (nd > 0 && !judge_friction(q, &answer, i, v)) return 0;
    }
    return judge_position(q, a, v);
}

/* ---- motions --------------------------------------------------------------------------------- */

static void say_motion(const frame *q, verdict *v)
{
    const double *w = q->array[MOTION_WORLD], *xy = q->array[MOTION_TERRAIN];

    say(v->input, "%g steps of your lab_step, h=%g:  m=%g  force=[%g %g]  mu=%g  epsilon=%g  "
        "x=[%g %g]  v=[%g %g]  edges through", q->array[MOTION_STEPS][0], w[WORLD_H], w[WORLD_MASS],
        w[WORLD_FORCE], w[WORLD_FORCE + 1], w[WORLD_MU], w[WORLD_EPSILON], q->array[MOTION_X][0],
        q->array[MOTION_X][1], q->array[MOTION_V][0], q->array[MOTION_V][1]);
    for (int i = 0; i < q->len[MOTION_TERRAIN] / 2; i++)
        say(v->input, " (%.4g, %.4g)", xy[2 * i], xy[2 * i + 1]);
}

/* the motion along and across a line, in closed form: the gap's velocity is the least that the
 * contact allows; friction reduces the speed by up to mu times the change across the line */
static void slide_on_line(const frame *q, int closed, double *x, double *u)
{
    const double *w = q->array[MOTION_WORLD], *p = q->array[MOTION_TERRAIN], h = w[WORLD_H];
    const double length = hypot(p[2] - p[0], p[3] - p[1]);
    const double t[2] = { (p[2] - p[0]) / length, (p[3] - p[1]) / length }, n[2] = { -t[1], t[0] };
    double gap = n[0] * (x[0] - p[0]) + n[1] * (x[1] - p[1]);
    double along = t[0] * (x[0] - p[0]) + t[1] * (x[1] - p[1]);
    double rate = dot(2, n, u), speed = dot(2, t, u);

    for (int k = 0; k < (int)q->array[MOTION_STEPS][0]; k++) {
        double push = 0.0, least;
        rate += h * dot(2, n, w + WORLD_FORCE) / w[WORLD_MASS];
        speed += h * dot(2, t, w + WORLD_FORCE) / w[WORLD_MASS];
        least = closed ? 0.0 : -gap / h;
        if (fabs(gap) < w[WORLD_EPSILON] && rate < least) {
            push = least - rate;
            rate = least;
        }
        speed -= fmin(fmax(speed, -w[WORLD_MU] * push), w[WORLD_MU] * push);
        gap += h * rate;
        along += h * speed;
    }
    for (int i = 0; i < 2; i++) {
        x[i] = p[i] + along * t[i] + gap * n[i];
        u[i] = speed * t[i] + rate * n[i];
    }
}

int judge_motion(const frame *q, const frame *a, int closed, verdict *v)
{
    const double *const got[2] = { a->array[MOTION_X], a->array[MOTION_V] };
    double x[2] = { q->array[MOTION_X][0], q->array[MOTION_X][1] },
           u[2] = { q->array[MOTION_V][0], q->array[MOTION_V][1] };
    const double *const want[2] = { x, u };

    say_motion(q, v);
    if (!judge_ok(v, a, "every step can be solved")) return 0;
    if (q->len[MOTION_TERRAIN] == 4) slide_on_line(q, closed, x, u);
    say_vector(v->yours, "x", 2, got[0]);
    say_vector(v->yours, "v", 2, got[1]);
    for (int i = 0; i < 4; i++) {
        if (fabs(got[i / 2][i % 2] - want[i / 2][i % 2]) <= MOTION_NEAR) continue;
        return broken(v, "after %g steps, %s_%s should be %.9g and is %.9g",
                      q->array[MOTION_STEPS][0], i < 2 ? "x" : "v", i % 2 ? "y" : "x",
                      want[i / 2][i % 2], got[i / 2][i % 2]);
    }
    return 1;
}
