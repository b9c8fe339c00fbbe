/* Lab 07's tests: directions by their angles, problems by their equations, steps by the laws of
 * contact and friction, and motions in closed form */
#include "formulation.h"
#include "worker.c"

#define CLOSED 0
#include "steps.h"

#include <math.h>
#include <string.h>

/* ---- 01 and 02: directions ------------------------------------------------------------------- */

static void put_directions(frame *q, int dim, int nd, const double *n)
{
    const double sizes[2] = { dim, nd };

    request(q, CALL_DIRECTIONS, given(2, sizes), given(dim > 0 ? dim : 0, n),
            blank(nd > 0 ? nd * dim : 1));
}

static void random_normal(rng *r, int dim, double *n)
{
    double length = 0.0;

    while (!(length > 0.1)) {
        make_vector(r, dim, n);
        length = sqrt(dot(dim, n, n));
    }
    for (int i = 0; i < dim; i++) n[i] /= length;
}

/* the example, up and down, left, at random; then dim and nd that are not allowed */
enum { PLANE_REFUSED = 8, PLANE = PLANE_REFUSED + 5 };
static void make_plane(int k, rng *r, frame *q)
{
    static const double fixed[4][4] = { { 0.6, 0.8 }, { 0, 1 }, { 0, -1 }, { -1, 0 } };
    static const int refused[][2] = { { 2, 1 }, { 2, 3 }, { 2, 4 }, { 1, 2 }, { 4, 4 } };
    double n[4];

    if (k < 4 || k >= PLANE_REFUSED) memcpy(n, fixed[k % 4], sizeof n);
    else random_normal(r, 2, n);
    if (k < PLANE_REFUSED) put_directions(q, 2, 2, n);
    else put_directions(q, refused[k - PLANE_REFUSED][0], refused[k - PLANE_REFUSED][1], n);
}

/* n along the axes, near to one, between them, at random; 3 to 8 directions; then too few */
enum { SPACE_REFUSED = 20, SPACE = SPACE_REFUSED + 3 };
static void make_space(int k, rng *r, frame *q)
{
    static const double fixed[][3] = { { 0, 0, 1 },  { 1, 0, 0 },  { 0, 1, 0 },
                                       { 0, 0, -1 }, { -1, 0, 0 }, { 0, -1, 0 },
                                       { 1e-9, 0, 1 }, { 0, 1, -1e-7 }, { 0.6, 0, 0.8 },
                                       { 0, -0.8, 0.6 } };
    enum { FIXED = (int)(sizeof fixed / sizeof fixed[0]) };
    double n[3];

    if (k < FIXED) memcpy(n, fixed[k], sizeof n);
    else if (k < SPACE_REFUSED) random_normal(r, 3, n);
    else memcpy(n, fixed[0], sizeof n);
    put_directions(q, 3, k < SPACE_REFUSED ? k == 0 ? 4 : 3 + k % 6 : k - SPACE_REFUSED, n);
}

/* row k is a unit vector at right angles to n */
static int judge_direction(int dim, const double *n, const double *row, int k, verdict *v)
{
    const double length = sqrt(dot(dim, row, row)), along = dot(dim, n, row);

    if (!(fabs(length - 1.0) <= NEAR))
        say(v->broken, "direction %d has the length %.10g, and should have 1", k + 1, length);
    else if (!(fabs(along) <= NEAR))
        say(v->broken, "direction %d is not at right angles to n: their product is %.6g", k + 1,
            along);
    else return 1;
    if (length != length)
        say(v->cause, "that is not a number: something was divided by 0, or had no root; may n lie "
            "along the axis that t is made from?");
    return 0;
}

/* the angles between neighbours, around n, from direction 0 on, are all 360/nd degrees */
static int judge_angles(const double *n, int nd, const double *D, verdict *v)
{
    const double circle = 2.0 * acos(-1.0);
    const double u[3] = { n[1] * D[2] - n[2] * D[1], n[2] * D[0] - n[0] * D[2],
                          n[0] * D[1] - n[1] * D[0] };
    double angle[8];

    for (int k = 0; k < nd; k++) { /* sorted as they come, those of rounding size below 0 as 0 */
        double turn = atan2(dot(3, D + 3 * k, u), dot(3, D + 3 * k, D));
        int i = k;
        if (turn < -1e-6) turn += circle;
        for (; i > 0 && angle[i - 1] > turn; i--) angle[i] = angle[i - 1];
        angle[i] = turn;
    }
    for (int k = 0; k < nd; k++) {
        const double next = k + 1 < nd ? angle[k + 1] : angle[0] + circle;
        if (fabs(next - angle[k] - circle / nd) <= 1e-7) continue;
        const double turn = (next - angle[k]) * 360.0 / circle;
        const int digits = digits_apart(turn, 360.0 / nd, 6);
        return broken(v, "the directions are not spread evenly: between two neighbours there are "
                      "%.*g degrees, and should be %.*g", digits, turn, digits, 360.0 / nd);
    }
    return 1;
}

static int judge_directions(int k, const frame *q, const frame *a, verdict *v)
{
    const int dim = (int)q->array[DIR_SIZES][0], nd = (int)q->array[DIR_SIZES][1];
    const double *n = q->array[DIR_N], *D = a->array[DIR_D];

    say(v->input, "dim=%d  nd=%d  ", dim, nd);
    say_vector(v->input, "n", q->len[DIR_N], n);
    if (!(dim == 2 && nd == 2) && !(dim == 3 && nd >= 3))
        return judge_status(v, a, one_of(MB_BAD_ARG), "there is no such dim or nd") &&
               judge_unchanged(v, "D", q, a, DIR_D);
    if (!judge_ok(v, a, "every normal has its directions") ||
        !judge_rows_written(v, "D", nd, dim, D))
        return 0;
    say_matrix(v->yours, "D", nd, dim, D);
    if (!judge_direction(dim, n, D, 0, v)) return 0;
    if (dim == 2) say(v->cause, "the second direction is -t: both numbers of the first with the "
                      "other sign (eq 7.1)");
    for (int i = 1; i < nd; i++)
        if (!judge_direction(dim, n, D + i * dim, i, v)) return 0;
    if (dim == 3) return judge_angles(n, nd, D, v);
    if (dot(2, D, D + 2) < 0.0) return 1;
    return broken(v, "both directions are the same: friction must be able to act either way");
}

/* ---- 08: impulses and velocity --------------------------------------------------------------- */

/* the example's solution; no friction, no contact; at random; a singular M; less scratch than it
 * takes, from none on */
enum { READ_SINGULAR = 11, READ_LITTLE, READS = READ_LITTLE + TIGHT_FACTORS };
static void make_read(int k, rng *r, frame *q)
{
    static const double solution[] = { 3.2, 1.6, 0, 1.8 };
    double z[STEP_ROWS + STEP_NC];
    made_step s;

    if (k == 0 || k >= READ_SINGULAR) example_step(0.5, &s);
    else random_step(r, 1 + k % STEP_NV, k == 2 ? 0 : 1 + k % 3, k == 1 ? 0 : 1 + k % STEP_ND, 1.0,
                     &s);
    if (k == 5) s.with_p_ext = 0;
    if (k == 6) crowded_step(r, 2, &s);
    if (k == READ_SINGULAR) make_singular(&s);
    if (k >= READ_LITTLE) s.scratch = 8.0 * (double)(k - READ_LITTLE);
    for (int i = 0; i < STEP_ROWS + STEP_NC; i++) z[i] = rng_range(r, 0.0, 2.0);
    if (k == 0) memcpy(z, solution, sizeof solution);
    put_dynamics(q, CALL_READ, &s);
    put(q, given(s.nc * (s.nd > 0 ? s.nd + 2 : 1), z), blank(s.nc), blank(s.nc * s.nd),
        blank(s.nv));
}

static int judge_read(int k, const frame *q, const frame *a, verdict *v)
{
    static const char *const name[] = { "p_n", "p_f", "v_next" };
    const int nc = nc_of(q);
    const double *z = q->array[READ_Z];
    double want[STEP_NV];
    int done;

    say_dynamics(q, v);
    say_vector(v->input, "z", q->len[READ_Z], z);
    if (!judge_outcome(q, a, v, &done)) return 0;
    for (int i = 0; i < 3 && done; i++)
        if (!judge_unchanged(v, name[i], q, a, READ_P_N + i)) return 0;
    if (done) return 1;
    velocity_with(q, z, want);
    return judge_vector(v, "p_n", nc, a->array[READ_P_N], z, 0.0) &&
           judge_vector(v, "p_f", q->len[READ_P_F], a->array[READ_P_F], z + nc, 0.0) &&
           judge_vector(v, "v_next", nv_of(q), a->array[READ_V], want, 1.0);
}

/* ---- 09: which contacts slide, which stick -------------------------------------------------- */

enum { OPEN, STICKS, SLIDES };           /* as lab.h has them */

/* z with impulses, and s >= slip, which a contact that is open or without friction may have */
static void put_states(frame *q, const made_step *s, const double *p_n, const double *v_next,
                       double p_small, double v_small)
{
    const double small[2] = { p_small, v_small };
    double z[STEP_ROWS + STEP_NC];
    const int rows = s->nc * (1 + s->nd), slips = s->nd > 0 ? s->nc : 0;

    memcpy(z, p_n, (size_t)s->nc * sizeof *z);
    for (int k = s->nc; k < rows; k++) z[k] = 0.25;
    for (int i = 0; i < slips; i++) z[rows + i] = 3.5;
    put_dynamics(q, CALL_STATES, s);
    put(q, given(rows + slips, z), given(s->nv, v_next), given(2, small), blank(s->nc),
        blank(s->nc));
}

/* the directions of contact i at right angles to the velocity: it does not slip */
static void hold(made_step *s, int i, const double *v)
{
    const double vv = dot(s->nv, v, v);

    for (int k = i * s->nd; k < (i + 1) * s->nd; k++) {
        const double part = dot(s->nv, s->Jf + k * s->nv, v) / vv;
        for (int j = 0; j < s->nv; j++) s->Jf[k * s->nv + j] -= part * v[j];
    }
}

/* the example slides, sticks, is open; at the limits: p_n = p_small, slip = v_small; p_n of
 * rounding size below 0; limits that are not small; one direction, along which it moves, and none;
 * slips below both limits, and below v_small h; others at random */
enum { STATE_FIXED = 11, STATES = STATE_FIXED + 10 };
static void make_states(int k, rng *r, frame *q)
{
    static const double p_n[] = { 3.2, 6.4, 0, 0.25, 2, -1e-17, 3.2, 3.2, 3.2, 2, 2 };
    static const double v_next[][2] = { { 1.32, -1.24 }, { -0.12, -0.16 }, { 1.32, -1.24 },
                                        { 1.32, -1.24 }, { 0.5, -2 },      { 1.32, -1.24 },
                                        { 1.32, -1.24 }, { -1.32, 1.24 },  { 1.32, -1.24 },
                                        { 0.1, -2 },     { 0.02, -2 } };
    static const double small[][2] = { { 0, 1e-9 },   { 0, 1e-9 }, { 0, 1e-9 }, { 0.25, 1e-9 },
                                       { 1e-9, 0.5 }, { 0, 1e-9 }, { 1e-9, 2 }, { 0, 1e-9 },
                                       { 0, 1e-9 },   { 0.25, 0.5 }, { 0.25, 0.5 } };
    double p[STEP_NC], v[STEP_NV];
    made_step s;

    if (k < STATE_FIXED) {
        example_step(0.5, &s);
        if (k == 4 || k > 8) s.Jf[0] = 1.0, s.Jf[2] = -1.0, s.Jf[1] = s.Jf[3] = 0.0;
        if (k == 7 || k == 8) s.nd = 8 - k;
        put_states(q, &s, p_n + k, v_next[k], small[k][0], small[k][1]);
        return;
    }
    random_step(r, 3 + k % 4, 2 + k % 4, 2 + k % 3, 1.0, &s);
    if (k == STATES - 1) crowded_step(r, 2, &s);
    make_vector(r, s.nv, v);
    for (int i = 0; i < s.nc; i++) {
        p[i] = rng_int(r, 3) > 0 ? rng_range(r, 0.1, 2.0) : 1e-12;
        if (rng_int(r, 2) > 0) hold(&s, i, v);
    }
    if (k % 3 == 0) s.mu[0] = 0.0;
    put_states(q, &s, p, v, 1e-9, 1e-6);
}

/* the contacts with a wrong state */
static void say_wrong_state(double p_n, double slip, const double *small, verdict *v)
{
    const double one = 1.0;
    const char *which = p_n < 0.0 ? "p_n < 0" : !(p_n > 0.0) ? "p_n = 0"
                        : p_n < small[0] ? "0 < p_n < p_small"
                        : p_n <= small[0] ? "p_n = p_small"
                        : !(slip > 0.0) ? "p_n > p_small and slip = 0"
                        : slip < small[1] ? "p_n > p_small and 0 < slip < v_small"
                        : slip <= small[1] ? "p_n > p_small and slip = v_small"
                                           : "p_n > p_small and slip > v_small";

    alike(v, 1, &one, &one, 1.0, "the state is wrong for contacts with %s", which);
}

static int judge_states(int k, const frame *q, const frame *a, verdict *v)
{
    static const char *const name[] = { "LAB_OPEN", "LAB_STICKS", "LAB_SLIDES" };
    const int nv = nv_of(q), nc = nc_of(q), nd = nd_of(q);
    const double *z = q->array[STATE_Z], *v_next = q->array[STATE_V];
    const double *small = q->array[STATE_SMALL];
    double slip[STEP_NC];

    say_dynamics(q, v);
    say_vector(v->input, "z", q->len[STATE_Z], z);
    say_vector(v->input, "v_next", nv, v_next);
    say(v->input, "p_small=%g  v_small=%g", small[0], small[1]);
    if (!judge_ok(v, a, "every contact has a state")) return 0;
    for (int i = 0; i < nc; i++) {
        slip[i] = 0.0;
        for (int l = 0; l < nd; l++)
            slip[i] = fmax(slip[i], -dot(nv, row_of(q, nc + i * nd + l), v_next));
    }
    if (!judge_vector(v, "slip", nc, a->array[STATE_SLIP], slip, 1.0)) return 0;
    if (!judge_written(v, "state", nc, a->array[STATE_OUT])) return 0;
    say_vector(v->yours, "slip", nc, a->array[STATE_SLIP]);
    say_vector(v->yours, "state", nc, a->array[STATE_OUT]);
    for (int i = 0; i < nc; i++) {
        const int want = z[i] <= small[0] ? OPEN : slip[i] <= small[1] ? STICKS : SLIDES;
        if (fabs(a->array[STATE_OUT][i] - (double)want) < 0.5) continue;
        say_wrong_state(z[i], slip[i], small, v);
        return broken(v, "contact %d, with p_n = %.4g and slip = %.4g, should be %s = %d and is %g",
                      i + 1, z[i], slip[i], name[want], want, a->array[STATE_OUT][i]);
    }
    return 1;
}

/* ---- 11: a step that fails ------------------------------------------------------------------- */

/* and the wedge of (7.10), whose problem has no solution */
enum { WEDGE = FAILING };
static void make_step_truth(int k, rng *r, frame *q)
{
    made_step s;

    if (k < FAILING) {
        make_failing_step(k, r, q, CALL_STEP);
        return;
    }
    wedge_step(0.8, 1.0, 0.0, &s);
    put_impulses(q, CALL_STEP, &s, SOLVER_WORKS);
}

static int judge_step_truth(int k, const frame *q, const frame *a, verdict *v)
{
    if (k == FAILING_WORKS) return judge_step(q, a, 0, v);
    if (k == WEDGE)
        say(v->cause, "no complementary cone of this problem contains b (eq 7.10): the solver says "
            "that, and the step must return its status");
    return judge_no_step(q, a, 4, v);
}

static const lab_test tests[] = {
    { "01", "directions in the plane", 1, "directions", 1, PLANE, make_plane, judge_directions },
    { "02", "directions in space", 2, "directions", 1, SPACE, make_space, judge_directions },
    { "03", "mLCP: one contact", 3, "problems", 1, 8, make_mixed_one, judge_one_problem },
    { "04", "mLCP: several contacts, and refusals", 2, "problems", 1,
      SEVERAL + MIXED_REFUSALS,
      make_mixed_several, judge_one_problem },
    { "05", "LCP: one contact", 2, "problems", 1, 8, make_reduced_one, judge_one_problem },
    { "06", "LCP: several contacts", 2, "problems", 1, SEVERAL, make_reduced_several,
      judge_one_problem },
    { "07", "LCP: many contacts or none, and refusals", 1, "problems", 1, AWKWARD,
      make_reduced_awkward, judge_one_problem },
    { "08", "impulses and velocity", 2, "impulses", 1, READS, make_read, judge_read },
    { "09", "which contacts slide, which stick", 2, "impulses", 1, STATES, make_states,
      judge_states },
    { "10", "a step", 1, "steps", 1, WORKING, make_one_step, judge_one_step },
    { "11", "a step that fails", 1, "steps", 1, WEDGE + 1, make_step_truth,
      judge_step_truth },
    { "12", "motions", 1, "motions", 1, MOTIONS, make_one_motion, judge_one_motion },
};

const lab lab_07_friction = { "07_friction", "Friction", all_of(tests), 0 };
