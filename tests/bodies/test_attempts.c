/* test_attempts.c: which problems a step tries, in what order, as its solver is given them; and
 * what becomes of the impulses that a solver returns */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include "build.h"

#define G 9.81

static stage s;

/* ---- a solver that solves nothing ------------------------------------------------------------ */

enum { MOST = 32, SIZE = 24 };

static struct {
    int count;
    struct { int n; double A[SIZE * SIZE], b[SIZE]; } problem[MOST];
} tried;

static mb_status record(int n, const double *A, const double *b, mb_info *info)
{
    if (tried.count < MOST && n <= SIZE) {
        tried.problem[tried.count].n = n;
        memcpy(tried.problem[tried.count].A, A, (size_t)(n * n) * sizeof *A);
        memcpy(tried.problem[tried.count].b, b, (size_t)n * sizeof *b);
    }
    tried.count++;
    info->status = MB_RAY;
    info->iterations = 1;
    info->residual = 0.25;
    info->where = -1;
    return MB_RAY;
}

static mb_status no_lcp(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                        mb_arena scratch)
{
    (void)opt;
    (void)z;
    (void)scratch;
    return record(p->n, p->A, p->b, info);
}

static mb_status no_mlcp(const mb_mlcp *p, const mb_options *opt, double *z, mb_info *info,
                         mb_arena scratch)
{
    (void)opt;
    (void)z;
    (void)scratch;
    return record(p->n, p->A, p->b, info);
}

static mb_island_step shown;

static void show(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    shown = *step;
}

/* one step, which fails */
static mb_status fail(mb_info *info)
{
    s.w.observer = show;
    tried.count = 0;
    return stage_step(&s, info);
}

/* A disc of mass 2 falls on the floor, and bounces or not; a rope above it is nearly taut, or not
 * there. Both stop it upwards: with f its free velocity, A = 1/2 and b = f + gap/h in the accurate
 * problem of level 0, 1, 2, 3 with h, h/2, h/4, h/8. A bounce asks for -e v if that is more, half
 * of that, and none of it; where all fails the contact is soft, then stiff. With a rope, and
 * without a bounce, shorter steps come before the others. */
static void order_of_attempts(mb_formulation f, int bounce, int rope)
{
    const mb_formulation_row *row = mb_formulations + f;
    const double v = -2.0, e = 0.5, gap = 0.002, slack = 0.0015;
    int at = 0, wrong = 0;
    mb_info info;

    stage_on_floor(&s, 0.0);
    (void)stage_disc(&s, 0.5, 0, 0.5 + gap);
    stage_mass(&s, 0, 2.0, 1.0);
    s.body[0].e = bounce ? e : 0.0;
    s.v[1] = v;
    s.w.formulation = f;
    s.w.lcp_solver = no_lcp;
    if (rope) {
        mb_joint *j = stage_join(&s, MB_ROPE, 0, -1, 0, 0.5 + gap);
        j->pb[1] += 1.0;
        j->length = 1.0 + slack;
    }
    check(fail(&info) == MB_RAY && info.status == MB_RAY && info.where == 0 && s.w.step == 0 &&
              shown.level == 3 && shown.way == MB_SAFE && shown.info.status == MB_RAY,
          "%s%s%s: the step fails as its last problem does", row->name, bounce ? ", a bounce" : "",
          rope ? ", a rope" : "");
    for (int level = 0; level < 4; level++) {
        const double h = 0.01 / (1 << level), free_v = v - G * h;
        const double rate = row->keeps_gap ? gap / h : 0.0;
        const int skip = rope && !bounce && level < 3, half = bounce || rope;
        for (int k = 0; k < 4; k++) {                          /* accurate, half, soft, stiff */
            const double part = k == 0 ? 1.0 : k == 1 ? 0.5 : 0.0, soft = k == 2 ? 1e-6 : 0.0;
            const double bias = bounce && k < 2 ? fmin(rate, e * part * v) : rate;
            const int n = tried.problem[at].n;
            const double *A = tried.problem[at].A, *b = tried.problem[at].b;
            if ((k == 1 && !half) || (k > 0 && skip) || (k == 3 && row->cone)) continue;
            wrong += n != 1 + rope || fabs(b[0] - free_v - bias) > 1e-9 ||
                     fabs(A[0] - 0.5 * (1.0 + (row->cone ? 0.0 : soft))) > 1e-12;
            if (rope)
                wrong += fabs(b[1] - free_v - slack / h) > 1e-9 || A[1] != A[2] ||
                         fabs(A[1] - 0.5) > 1e-12 ||
                         fabs(A[3] - 0.5 * (1.0 + (row->cone ? 0.0 : soft))) > 1e-12;
            if (++at > tried.count || at == MOST) break;
        }
    }
    check(tried.count == at && wrong == 0, "after %d problems, as they should be (%d wrong of %d)",
          tried.count, wrong, at);
}

/* In soft problems the diagonal of normals and limits has 1e-6 J M^-1 J' more, in every form; other
 * entries are as before. A box with friction on two corners, the rope's two limits and motor. */
static void what_is_soft(mb_form form)
{
    double own[SIZE] = { 0 };
    const mb_layout *at = &shown.layout;
    int wrong = 0;
    mb_info info;

    for (int k = 0; k < 2; k++) {                              /* first the LCP, for J M^-1 J' */
        mb_joint *j;
        stage_on_floor(&s, 0.3);
        (void)stage_box(&s, 1, 1, 0, 0.501, 0);
        s.v[1] = -1.0;
        j = stage_join(&s, MB_ROPE, 0, -1, 0.2, 0.501);
        j->pb[0] = 1.0;
        j->pb[1] = 2.0;
        j->length = 2.0;
        j->limited = 1;
        j->lo = 0.5;
        j->hi = HUGE_VAL;
        j->effort = 3.0;
        s.w.form = k ? form : MB_FORM_LCP;
        if (k) s.w.mlcp_solver = no_mlcp;
        else s.w.lcp_solver = no_lcp;
        check(fail(&info) == MB_RAY && at->nn == 2 && at->nl == 2 && tried.count == 7 &&
                  tried.problem[0].n == at->n,
              "form %d: a box on two corners, a rope with two limits and a motor", (int)s.w.form);
        for (int i = 0; i < 4 && !k; i++)
            own[i] = tried.problem[0].A[(i < 2 ? at->normal + i : at->limit + i - 2) * (at->n + 1)];
    }
    for (int e = 0; e < 7 * at->n * at->n; e++) {              /* 4 accurate; half, soft, stiff */
        const int p = e / at->n / at->n, i = e / at->n % at->n, j = e % at->n;
        const int n = i - at->normal, l = i - at->limit;
        double more = 0.0;
        if (p == 5 && i == j && n >= 0 && n < 2) more = 1e-6 * own[n];
        if (p == 5 && i == j && l >= 0 && l < 2) more = 1e-6 * own[2 + l];
        more -= tried.problem[p].A[i * at->n + j] - tried.problem[0].A[i * at->n + j];
        wrong += fabs(more) > 1e-12;
    }
    check(wrong == 0 && own[0] > 0.0 && own[3] > 0.0, "only normals and limits give way (%d wrong)",
          wrong);
}

/* ---- other ends ------------------------------------------------------------------------------ */

/* Ten discs on each other, for which Lemke's method has too few pivots, as a convex model, which
 * has no other method: in the safe step Newton's method solves them. */
static void newton_in_a_safe_step(void)
{
    mb_info info;

    stage_on_floor(&s, 0.0);
    for (int i = 0; i < 10; i++) (void)stage_disc(&s, 0.5, 0, 0.5 + i);
    s.w.formulation = MB_GAUSS;
    s.w.options.max_iter = 6;
    s.w.observer = show;
    check(stage_step(&s, &info) == MB_OK && shown.way == MB_SAFE && shown.solver &&
              strcmp(shown.solver, "fischer-newton") == 0 && info.iterations > 6,
          "ten discs: where Lemke's method ends after 6 pivots, Newton's solves the safe problem");
    s.w.options.max_iter = 1;
    check(stage_step(&s, &info) == MB_MAX_ITER && shown.way == MB_SAFE && shown.solver &&
              strcmp(shown.solver, "lemke") == 0 && info.where == 0,
          "where both fail, the status is Lemke's");
}

static double odd_gap;

static int one_contact(const mb_world *w, mb_body_contact *out, int max, mb_arena scratch)
{
    (void)w;
    (void)max;
    (void)scratch;
    memset(out, 0, sizeof *out);
    out->a = -1;
    out->n[1] = 1.0;
    out->psi = odd_gap;
    return 1;
}

/* a replaced detection whose gap is no number, for the methods of rows and of the dense problem;
 * and one whose contact stays open */
static void odd_gaps(void)
{
    for (int k = 0; k < 3; k++) {
        mb_info info;
        mb_status status;
        stage_clear(&s);
        s.w.gravity[1] = -G;
        (void)stage_disc(&s, 0.5, 0, 0.5);
        s.w.detect = one_contact;
        s.w.observer = show;
        s.w.formulation = k == 1 ? MB_GAUSS : MB_SWEPT;
        s.w.max_contacts = 1;
        odd_gap = k < 2 ? HUGE_VAL - HUGE_VAL : 1.0;
        status = stage_step(&s, &info);
        if (k < 2)
            check(status == MB_NOT_FINITE && shown.info.status == MB_NOT_FINITE && s.w.step == 0,
                  "a gap that is no number is refused by %s", k ? "a dense problem" : "rows");
        else
            check(status == MB_OK && shown.info.status == MB_OK && shown.info.where == -1 &&
                      shown.info.iterations == 0 && shown.info.residual == 0.0 && !shown.solver,
                  "a contact that stays open needs no solver");
    }
}

/* a disc of mass 1 that falls on the floor at 1 m/s */
static void falling_disc(double e)
{

    stage_on_floor(&s, 0.0);
    (void)stage_disc(&s, 0.5, 0, 0.5);
    s.body[0].e = e;
    s.v[1] = -1.0;
    s.w.observer = show;
}

static mb_status by_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                          mb_arena scratch)
{
    return mb_lemke(p, opt, z, info, scratch);
}

/* the observer sees the name of the solver that the world has, in both forms */
static void names_of_solvers(void)
{
    int wrong = 0;

    for (int i = 0; i < mb_solver_count; i++)
        for (int mixed = 0; mixed < 2; mixed++) {
            falling_disc(0.0);
            s.w.lcp_solver = mixed ? NULL : mb_solvers[i].lcp;
            s.w.mlcp_solver = mixed ? mb_solvers[i].mlcp : NULL;
            s.w.form = mixed ? MB_FORM_BOX : MB_FORM_LCP;
            s.w.solver_scratch = mb_solvers[i].scratch;
            if (!(mixed ? s.w.mlcp_solver != NULL : s.w.lcp_solver != NULL)) continue;
            wrong += stage_step(&s, NULL) != MB_OK || !shown.solver ||
                     strcmp(shown.solver, mb_solvers[i].name) != 0 || shown.way != MB_ACCURATE;
        }
    check(wrong == 0, "every solver has its name (%d have not)", wrong);
    falling_disc(0.0);
    s.w.lcp_solver = by_lemke;
    check(stage_step(&s, NULL) == MB_OK && strcmp(shown.solver, "user") == 0,
          "another one is the user's");
}

static const char *script;
static int spent, started;

/* by the letters of the script: fails; claims that z = 0 is a solution; at its end solves */
static mb_status late(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                      mb_arena scratch)
{
    mb_status status = record(p->n, p->A, p->b, info);
    const char now = *script;

    for (int i = 0; i < p->n; i++) started += z[i] != 0.0;
    if (now) script++;
    else status = mb_lemke(p, opt, z, info, scratch);
    spent += info->iterations;
    if (now != 'c') return status;
    for (int i = 0; i < p->n; i++) z[i] = 0.0;
    return info->status = MB_OK;
}

/* as the kit's, but with a replaced update there are no parts and no positions */
static void plain_update(const mb_world *w, const double *v, double *q, double *v_next)
{
    for (int i = 0; i < 3 * w->nbody; i++) {
        q[i] += w->h * v[i];
        v_next[i] = v[i];
    }
}

static mb_status by_script(const char *text)
{
    s.w.lcp_solver = late;
    s.w.update = plain_update;
    script = text;
    tried.count = spent = started = 0;
    return stage_step(&s, NULL);
}

/* The step ends with the first problem that is solved: accurate, half, soft, stiff. A soft solution
 * in which the contact gives way is used if the stiff problem has none. */
static void the_first_that_is_solved(void)
{
    static const mb_way ways[] = { MB_ACCURATE, MB_HALF, MB_SAFE, MB_SAFE };

    for (int k = 0; k < 4; k++) {
        const double soft = k == 2 ? 1e-6 : 0.0, leaves = k == 0 ? 0.5 : k == 1 ? 0.25 : 0.0;
        falling_disc(0.5);
        check(by_script(&"fff"[3 - k]) == MB_OK && tried.count == k + 1 && shown.way == ways[k] &&
                  shown.level == 0 && shown.info.iterations == spent && started == 0,
              "%d problems fail: the next one is the last", k);
        check_near(s.v[1], leaves - soft * (1.0 + 0.01 * G), 1e-9, "its solution is used");
    }
    falling_disc(0.0);
    check(by_script("fc") == MB_OK && tried.count == 3 && s.v[1] == 0.0,
          "a soft contact that gives way is solved once more, stiff");
    falling_disc(0.0);
    check(by_script("fcf") == MB_OK && tried.count == 4 && tried.problem[3].A[0] > 1.0 + 5e-7 &&
              shown.info.iterations == spent,
          "where that fails, the soft solution is used");
    check_near(s.v[1], -1e-6 * (1.0 + 0.01 * G), 1e-11, "in which it gives way");
    falling_disc(0.0);
    (void)stage_box(&s, 3, 0.2, 0, 1.1, 0);
    s.body[1].kind = MB_KINEMATIC;
    s.v[4] = -0.1;
    check(by_script("fcf") == MB_RAY && tried.count == 3 && s.v[1] == -1.0,
          "except if a driven body crushes it: then the step fails");
}

/* a disc in free fall, at 1 m/s, on a rope that is taut, or slack */
static void limits_that_give_way(void)
{
    for (int slack = 0; slack < 2; slack++) {
        mb_joint *j;
        falling_disc(0.0);
        s.w.terrain.nchain = s.w.terrain.nedge = 0;
        s.w.epsilon = 0.01;
        j = stage_join(&s, MB_ROPE, 0, -1, 0, 0.5);
        j->pb[1] = 2.5;
        j->length = slack ? 2.5 : 2.0;
        check(by_script("ffc") == MB_OK && tried.count == 4 - slack && shown.way == MB_SAFE,
              slack ? "a slack rope does not give way" :
                      "a taut rope that gives way is solved once more, stiff");
        check_near(s.v[1], slack ? -1.0 - 0.01 * G : 0.0, 1e-12, "its speed");
    }
}

/* Poisson's law for two discs of masses 1 and 3 that meet at 4 m/s */
static void two_discs_bounce(void)
{
    const double p = 0.75 * 4.0 * 1.5;                         /* reduced mass, 1 + e */

    stage_clear(&s);
    for (int i = 0; i < 2; i++) (void)stage_disc(&s, 0.5, i, 0);
    stage_mass(&s, 1, 3.0, 1.0);
    s.v[0] = 3.0;
    s.v[3] = -1.0;
    s.body[0].e = s.body[1].e = 0.5;
    s.w.restitution = MB_RESTITUTION_POISSON;
    s.w.observer = show;
    check(by_script("") == MB_OK && tried.count == 2 && shown.info.iterations == spent,
          "two discs bounce, in two problems, whose iterations are added");
    check_near(s.v[0], 3.0 - p, 1e-12, "one gets the impulse of both halves");
    check_near(s.v[3], -1.0 + p / 3.0, 1e-12, "and the other the opposite");
}

/* a disc hinged to a fixed point and to a driven body, which moves: one hinge implies the other's
 * row, which is left out of the problem, and is violated */
static void broken_joints(void)
{
    mb_info info;

    for (int k = 0; k < 2; k++) {
        stage_clear(&s);
        (void)stage_disc(&s, 0.5, 0, 0);
        (void)stage_disc(&s, 0.5, 3, 0);
        s.body[1].kind = MB_KINEMATIC;
        s.v[3 + k] = 1.0;
        (void)stage_join(&s, MB_REVOLUTE, 0, -1, 0, 0);
        (void)stage_join(&s, MB_REVOLUTE, 0, 1, 0, 0);
        s.w.observer = show;
        check(stage_step(&s, &info) == MB_SINGULAR && info.status == MB_SINGULAR &&
                  info.where == 0 && shown.broken == s.joint + 1 && shown.info.where == -1,
              "a joint that others imply is violated, and named");
    }
}

static mb_impulse warm[64];
static double seen_n[2], seen_t[2];

static void look_at_two(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    memcpy(seen_n, step->p_n, sizeof seen_n);
    memcpy(seen_t, step->p_t, sizeof seen_t);
}

/* the impulses of a dense problem are kept as well: a box that slides on two corners */
static void impulses_of_a_dense_problem(void)
{
    int wrong = 0;

    stage_on_floor(&s, 0.3);
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.v[0] = 1.0;
    s.w.lcp_solver = mb_lemke;
    s.w.solver_scratch = mb_lemke_scratch;
    s.w.warm = warm;
    s.w.max_warm = 64;
    s.w.observer = look_at_two;
    check(stage_run(&s, 1) && s.w.nwarm == 2, "two impulses are kept");
    for (int i = 0; i < 2; i++)
        wrong += warm[i].normal != seen_n[i] || warm[i].tangent != seen_t[i];
    check(wrong == 0, "as the observer saw them");
    check_near(seen_n[0] + seen_n[1], 0.01 * G, 1e-12, "they carry the weight");
    check_near(seen_t[0] + seen_t[1], 0.3 * 0.01 * G, 1e-12, "and brake the box");
}

/* ---- shown problems -------------------------------------------------------------------------- */

static struct { int problems, wrong, slips, limits, motors; } displayed;

/* the largest |z - mid(lo, z - w, hi)| */
static double natural(const mb_mlcp *p, const double *z)
{
    double most = 0.0;

    for (int i = 0; i < p->n; i++) {
        const int f = p->findex ? p->findex[i] : -1;
        const double scale = f < 0 ? 1.0 : z[f];
        const double lo = p->lo ? scale * p->lo[i] : 0.0, hi = p->hi ? scale * p->hi[i] : HUGE_VAL;
        double w = p->b[i];
        for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
        most = fmax(most, fabs(z[i] - fmin(fmax(z[i] - w, lo), hi)));
    }
    return most;
}

/* the problem of the whole island, with the solution by rows */
static void look(const mb_world *w, const mb_island_step *step)
{
    const mb_mlcp *p = &step->problem;
    const mb_layout *at = &step->layout;

    if (p->n == 0) return;
    displayed.problems++;
    displayed.wrong += p->n != at->n || !p->A || !(natural(p, step->z) <= 1e-10);
    for (int i = 0; i < at->nn && i < step->island.ncontact; i++)
        displayed.wrong += step->z[at->normal + i] != step->p_n[i];
    for (int i = 0, k = 0; i < step->island.nbody && at->nv > 0; i++) {
        const int body = step->island.body[i];
        for (int c = 0; c < (w->body[body].inertia > 0.0 ? 3 : 2); c++)
            displayed.wrong += step->z[at->v + k++] != step->v[3 * body + c];
    }
    for (int i = 0; i < at->ns; i++) displayed.slips += step->z[at->slip + i] > 0.1;
    for (int i = 0; i < at->nl; i++) displayed.limits += step->z[at->limit + i] > 1e-3;
    for (int i = 0; i < at->nm; i++) displayed.motors += fabs(step->z[at->motor + i]) > 1e-6;
}

/* A sledge slides on the floor, with three arms that rest on their limits, two of them driven by
 * motors that are too weak, one with a spring; a disc and a box that does not turn are dragged
 * along by a plate. */
static void shown_problems(mb_form form)
{
    int ran;

    stage_on_floor(&s, 0.3);
    (void)stage_box(&s, 2, 0.5, 0, 0.25, 0);
    s.v[0] = 2.0;
    for (int i = 0; i < 3; i++) {
        const int arm = stage_box(&s, 0.5, 0.1, 0.25 + 0.6 * (i - 1), 1.0, 0);
        mb_joint *j = stage_join(&s, MB_REVOLUTE, 0, arm, 0.6 * (i - 1), 1.0);
        s.v[3 * arm] = 2.0;
        s.body[arm].group = 1;
        j->limited = 1;
        j->lo = 0.0;
        j->hi = 1.0;
        j->speed = i ? 2.0 : -1.0;
        j->effort = i < 2 ? 0.5 : 0.0;
        j->stiffness = i ? 0.0 : 2.0;
    }
    (void)stage_box(&s, 3, 0.2, 5, 2, 0);
    s.body[4].kind = MB_KINEMATIC;
    s.v[12] = 1.0;
    (void)stage_disc(&s, 0.2, 4.5, 2.3);
    (void)stage_box(&s, 0.4, 0.4, 5.5, 2.3, 0);
    stage_mass(&s, 6, 2.0, 0.0);
    s.body[5].mu = s.body[6].mu = 0.2;
    s.w.form = form;
    s.w.show = 1;
    s.w.observer = look;
    memset(&displayed, 0, sizeof displayed);
    ran = stage_run(&s, 20);
    check(ran && displayed.problems == 60 && displayed.wrong == 0,
          "form %d: %d problems are shown, %d of them not solved", (int)form, displayed.problems,
          displayed.wrong);
    check((displayed.slips > 20 || form == MB_FORM_BOX) && displayed.limits > 20 &&
              displayed.motors > 20,
          "with %d slips, %d limits, %d motors at work", displayed.slips, displayed.limits,
          displayed.motors);
}

/* ---- impulses of discs ----------------------------------------------------------------------- */

enum { NC = 2, JOINT_ROWS = 12, SUPPORT_ROWS = 4, HOLDS = 6, CONE_ROWS = 2 * NC + 4 + 3 + 6 };

static int cone_calls, cone_wrong;
static double cone_mu, cone_start[CONE_ROWS];

/* discs 0, 1, 2 in a row */
static int two_contacts(const mb_world *w, mb_body_contact *out, int max, mb_arena scratch)
{
    (void)w;
    (void)scratch;
    for (int i = 0; i < NC && i < max; i++) {
        memset(out + i, 0, sizeof *out);
        out[i].a = out[i].group = i;
        out[i].b = i + 1;
        out[i].facet = MB_CORNER(0);
        out[i].n[0] = 1.0;
        out[i].p[0] = i + 0.5;
        out[i].mu = cone_mu;
    }
    return NC;
}

/* impulses 1, 2, 3, ... at the first call, 101, 102, ... at the second, and no velocities */
static mb_status count_rows(const mb_dynamics *d, const mb_options *options, double *v, double *p,
                            mb_info *info, mb_arena scratch)
{
    static const int shared[] = { 0, 2, 3, 3, 5, 5 };
    static const double effort[] = { 3.0, 0.5, 1.0, 1.0, 6.0, 6.0 };
    const int n = d->nc * (d->nd > 0 ? 2 : 1) + d->nb + d->nl + d->nm;

    (void)options;
    (void)scratch;
    cone_wrong += d->nv != 9 || d->nc != NC || d->nd != (cone_mu > 0.0 ? 2 : 0) || d->nb != 4 ||
                  d->nl != 3 || d->nm != 6;
    for (int k = 0; k < d->nm; k++)
        cone_wrong += d->share[k] != shared[k] || d->effort[k] != effort[k] ||
                      d->speed[k] != (k == 0 ? 0.25 : 0.0);
    for (int i = 0; i < n; i++) cone_wrong += p[i] != cone_start[i];
    for (int i = 0; i < d->nv; i++) v[i] = 0.0;
    for (int i = 0; i < n; i++) p[i] = cone_start[i] = 100.0 * cone_calls + i + 1.0;
    cone_calls++;
    info->status = MB_OK;
    info->iterations = 7;
    info->residual = 0.0;
    info->where = -1;
    return MB_OK;
}

static size_t no_scratch(int nv, int rows)
{
    (void)nv;
    (void)rows;
    return 0;
}

/* what the observer sees and what is kept of the last call's impulses */
static void read_impulses(const mb_world *w, const mb_island_step *step)
{
    const int each = cone_mu > 0.0 ? 2 : 1, hold = NC * each, limit = hold + 4, motor = limit + 3;
    const double *p = cone_start;

    (void)w;
    cone_wrong += step->way != MB_ACCURATE || step->info.iterations != 7 || step->solves < 1 ||
                  !step->solver || strcmp(step->solver, "cone") != 0 || step->broken ||
                  step->problem.A || step->problem.n != 2 * NC + JOINT_ROWS + SUPPORT_ROWS;
    for (int i = 0; i < NC; i++)
        cone_wrong += step->p_n[i] != p[each * i] ||
                      step->p_t[i] != (each == 2 ? p[2 * i + 1] : 0.0);
    for (int k = 0; k < 2; k++) {
        const double one = step->p_b[k], two = step->p_b[2 + k];
        cone_wrong += (one != 0.0) == (two != 0.0);            /* of the joint listed twice */
        cone_wrong += step->p_b[4 + k] != p[hold + 2 + k] || one + two != p[hold + k];
        cone_wrong += step->p_s[k] != p[motor + 2 + k] || step->p_s[2 + k] != 0.0 ||
                      step->p_s[4 + k] != p[motor + 4 + k];
    }
}

/* Three discs in a row, seen from above: a hinge with two limits, motor and spring, listed once
 * more without them; a slide with a limit and a motor; supports of bodies 0 and 2, one of them
 * without a load. The solver's rows are contacts, joints, limits, motors; every impulse reaches the
 * observer and the next step. */
static void impulses_of_discs(double mu)
{
    static const mb_support support[] = { { 0, { 0.1, 0.0 }, 2.0, 0.5 },
                                          { 2, { 0.1, 0.0 }, 0.0, 0.5 },
                                          { 2, { 0.0, 0.2 }, 12.0, 0.5 } };
    static const int part[] = { 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1 };
    static const int joint[] = { 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 5, 5 };
    static const int row[] = { -1, -1, 4, 5, 7, -1, -1, -1, 2, 3, 6, 8, 9, 10, 11, 12 };
    mb_joint *j;
    mb_info info;

    stage_clear(&s);
    for (int i = 0; i < 3; i++) (void)stage_disc(&s, 0.5, i, 0);
    j = stage_join(&s, MB_REVOLUTE, 0, 1, 0.5, 0);
    j->limited = 1;
    j->lo = -0.1;
    j->hi = 0.2;
    j->speed = 0.25;
    j->effort = 3.0;
    j->stiffness = 2.0;
    (void)stage_join(&s, MB_REVOLUTE, 0, 1, 0.5, 0);
    j = stage_join(&s, MB_PRISMATIC, 1, 2, 1.5, 0);
    j->limited = 1;
    j->lo = -HUGE_VAL;
    j->hi = 0.3;
    j->effort = 0.5;
    s.w.nsupport = 3;
    s.w.support = support;
    s.w.sides = MB_DISC;
    s.w.cone = count_rows;
    s.w.cone_scratch = no_scratch;
    s.w.detect = two_contacts;
    s.w.observer = read_impulses;
    s.w.warm = warm;
    s.w.max_warm = 64;
    s.w.curved = -2;
    cone_mu = mu;
    cone_calls = cone_wrong = 0;
    memset(cone_start, 0, sizeof cone_start);
    for (int step = 1; step <= 3; step++) {
        check(stage_step(&s, &info) == MB_OK && cone_calls == step && cone_wrong == 0,
              "mu %g, step %d: every impulse in its place (%d wrong)", mu, step, cone_wrong);
        check(s.w.nwarm == NC + JOINT_ROWS + SUPPORT_ROWS, "and all are kept");
        for (int i = 0; i < NC + JOINT_ROWS + SUPPORT_ROWS; i++) {
            const int k = i - NC, each = mu > 0.0 ? 2 : 1;
            const double *p = cone_start + NC * each;
            if (k < 0)
                cone_wrong += warm[i].a != i || warm[i].b != i + 1 || warm[i].vertex != 0 ||
                              warm[i].facet != MB_CORNER(0) ||
                              warm[i].normal != cone_start[each * i] ||
                              warm[i].tangent != (each > 1 ? cone_start[2 * i + 1] : 0.0);
            else
                cone_wrong += warm[i].a != -2 || warm[i].b != joint[k] ||
                              warm[i].facet != part[k] ||
                              (row[k] >= 0 && warm[i].normal != p[row[k]]) ||
                              (k == 5 && warm[i].normal != 0.0);
        }
        check(cone_wrong == 0, "each with its row (%d wrong)", cone_wrong);
    }
}

int main(void)
{
    for (int f = 0; f < mb_formulation_count; f++)
        for (int k = 0; k < 4; k++) order_of_attempts((mb_formulation)f, k & 1, k / 2);
    what_is_soft(MB_FORM_MLCP);
    what_is_soft(MB_FORM_BOX);
    impulses_of_discs(0.5);
    impulses_of_discs(0.0);
    newton_in_a_safe_step();
    odd_gaps();
    names_of_solvers();
    the_first_that_is_solved();
    limits_that_give_way();
    two_discs_bounce();
    impulses_of_a_dense_problem();
    broken_joints();
    for (int f = 0; f < 3; f++) shown_problems((mb_form)f);
    free(s.scratch);
    return check_done();
}
