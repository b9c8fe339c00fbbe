/* test_step.c: the contract of mb_world_step, one fact at a time */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#include "build.h"
#include "minisim2d/reading/scene.h"

#define G 9.81

static stage s;

static const double floor_xy[] = { -50, 0, 50, 0 };
static const mb_polyline rough_floor = { 2, floor_xy, 0, 0.5 };

static void on_floor(void)
{
    stage_clear(&s);
    s.w.gravity[1] = -G;
    (void)stage_ground(&s, &rough_floor, 1);
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* two boxes with a hinge: valid */
static void sound_world(void)
{
    on_floor();
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    (void)stage_box(&s, 1, 1, 2, 0.5, 0);
    s.w.njoint = 1;
    s.joint[0].kind = MB_REVOLUTE;
    s.joint[0].a = 0;
    s.joint[0].b = 1;
    s.joint[0].pa[0] = 1.0;
    s.joint[0].pb[0] = -1.0;
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
}

/* the world with one fault is refused with this status, thing and place, and nothing has changed */
static void refused(mb_status status, const char *what, int where, const char *why)
{
    const double q0 = s.q[0], q4 = s.q[4];
    const char *got = "";
    mb_info info = { MB_OK, 0, 0.0, 0 }, step = { MB_OK, 0, 0.0, 0 };
    const mb_status check_status = mb_world_check(&s.w, &got, &info);

    if (!check(check_status == status && info.status == status && info.where == where &&
               strcmp(got, what) == 0, "refused: %s", why))
        note("%s %d, %s", got, info.where, mb_status_name(check_status));
    check(mb_world_step(&s.w, &step) == status && step.where == where && s.w.step == 0 &&
          memcmp(&q0, s.q, sizeof q0) == 0 && memcmp(&q4, s.q + 4, sizeof q4) == 0,
          "and so is the step");
    sound_world();
}

#define REFUSED(change, status, what, where) \
    do { change; refused(status, what, where, #change); } while (0)

static void refused_worlds(void)
{
    const double nan = strtod("nan", NULL), inf = HUGE_VAL;
    double spoilt[8] = { -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5 };

    sound_world();
    check(mb_world_check(&s.w, NULL, NULL) == MB_OK, "the valid world is accepted");
    check(mb_world_check(NULL, NULL, NULL) == MB_BAD_ARG, "NULL is refused");
    REFUSED(s.w.h = 0.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.h = -0.01, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.h = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.epsilon = 0.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.epsilon = inf, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.gravity[0] = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.t = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.impact = -1.0, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.recovery = nan, MB_NOT_FINITE, "world", -1);
    REFUSED(s.w.terrain_e = 1.1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.max_contacts = -1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.body = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.shape = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.joint = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.force = NULL, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.njoint = -1, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.formulation = mb_formulation_count, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.form = (mb_form)3, MB_BAD_ARG, "world", -1);
    REFUSED((s.w.formulation = MB_TWO_PHASE, s.w.form = MB_FORM_BOX), MB_BAD_ARG, "world", -1);
    REFUSED(s.w.primary = (mb_primary_rule)2, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.restitution = (mb_restitution)2, MB_BAD_ARG, "world", -1);
    REFUSED(s.w.options.tol = -1.0, MB_BAD_ARG, "world", -1);
    REFUSED((s.shape[1].xy = spoilt, spoilt[2] = -0.5), MB_BAD_ARG, "shape", 1);
    REFUSED(s.shape[1].radius = -0.1, MB_BAD_ARG, "shape", 1);
    REFUSED(s.body[1].shape = 2, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].kind = (mb_body_kind)3, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mass = 0.0, MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mass = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.body[0].inertia = -1.0, MB_BAD_ARG, "body", 0);
    REFUSED((s.body[0].inertia = 0.0, s.v[2] = 1.0), MB_BAD_ARG, "body", 0);
    REFUSED((s.body[1].inertia = 0.0, s.v[5] = 1.0), MB_BAD_ARG, "body", 1);
    REFUSED(s.body[1].mu = inf, MB_NOT_FINITE, "body", 1);
    REFUSED(s.body[1].e = 1.5, MB_BAD_ARG, "body", 1);
    REFUSED(s.q[4] = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.v[0] = inf, MB_NOT_FINITE, "body", 0);
    REFUSED(s.force[5] = nan, MB_NOT_FINITE, "body", 1);
    REFUSED(s.joint[0].b = 0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].a = 2, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].a = -2, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].kind = (mb_joint_kind)5, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].pa[1] = nan, MB_NOT_FINITE, "joint", 0);
    REFUSED(s.joint[0].kind = MB_PRISMATIC, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].kind = MB_ROPE, MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].kind = MB_DISTANCE, s.joint[0].length = 1.0), MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].limited = 1, s.joint[0].lo = 1.0), MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].limited = 1, s.joint[0].hi = nan), MB_NOT_FINITE, "joint", 0);
    REFUSED(s.joint[0].effort = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].effort = inf, MB_NOT_FINITE, "joint", 0);
    REFUSED(s.joint[0].stiffness = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED(s.joint[0].damping = -1.0, MB_BAD_ARG, "joint", 0);
    REFUSED((s.joint[0].kind = MB_WELD, s.joint[0].effort = 1.0), MB_BAD_ARG, "joint", 0);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* a joint of every kind between neighbours, with every option of a joint */
static void join_some(void)
{
    s.w.njoint = 5;
    for (int i = 0; i < 5; i++) {
        mb_joint *j = s.joint + i;
        j->kind = (mb_joint_kind)i;
        j->a = 2 * i;
        j->b = 2 * i + 1;
        j->axis[1] = 1.0;
        j->length = 1.0;
        if (j->kind == MB_WELD) continue;
        j->limited = 1;
        j->lo = -0.5;
        j->hi = 2.0;
        j->effort = j->stiffness = j->damping = 1.0;
    }
}

/* ten bodies that fall on each other, with or without joints and friction, until they touch */
static void heap(mb_formulation f, int joined, double mu)
{
    rng r = { 11 };

    on_floor();
    s.w.formulation = f;
    s.w.curved = 1;
    s.w.restitution = MB_RESTITUTION_POISSON;
    s.w.impact = 1e-3;
    for (int i = 0; i < 10; i++) {
        if (i % 3 == 0) (void)stage_disc(&s, 0.3, 0.3 * rng_unit(&r), 0.5 + 0.8 * i);
        else (void)stage_box(&s, 0.6, 0.4, 0.3 * rng_unit(&r), 0.5 + 0.8 * i, rng_unit(&r));
        s.body[i].mu = mu;
        s.body[i].e = 0.3;
    }
    if (joined) join_some();
    check(stage_run(&s, 60), "a heap, %s%s, mu = %g", mb_formulations[f].name,
          joined ? ", joined" : "", mu);
}

/* The least memory: room for twice the present contacts, since a step in halves meets others on its
 * way, and for `direct` unknowns, the most that an island may have. */
static void at_the_limit(int direct, int max_iter)
{
    double q[30], v[30];
    const double t = s.w.t;
    mb_status less, exact;
    size_t enough;

    s.w.max_contacts = 2 * mb_world_detect(&s.w, s.contact, CONTACTS,
                                           stage_scratch(&s, mb_world_detect_scratch(&s.w)));
    s.w.direct = direct;
    s.w.options.max_iter = max_iter;
    memcpy(q, s.q, sizeof q);
    memcpy(v, s.v, sizeof v);
    enough = mb_world_scratch(&s.w);
    s.w.scratch = mb_arena_make(stage_scratch(&s, enough).beg, enough - 1);
    less = mb_world_step(&s.w, NULL);
    check(less == MB_NO_MEMORY && s.w.t == t && memcmp(q, s.q, sizeof q) == 0 &&
          memcmp(v, s.v, sizeof v) == 0, "a byte less is MB_NO_MEMORY, and nothing has changed");
    s.w.scratch = mb_arena_make(s.scratch, enough);
    exact = mb_world_step(&s.w, NULL);
    check(max_iter > 0 ? exact != MB_NO_MEMORY : exact == MB_OK,
          "%s, direct %d: mb_world_scratch is enough, %s", mb_formulations[s.w.formulation].name,
          direct, mb_status_name(exact));
    memcpy(s.q, q, sizeof q);
    memcpy(s.v, v, sizeof v);
    s.w.t = t;
}

static void memory(void)
{
    static const int direct[] = { -1, 0, 1, 60, 100, 140 };

    for (int k = 0; k < 4 * mb_formulation_count; k++) {
        heap((mb_formulation)(k / 4), k & 1, k & 2 ? 0.4 : 0.0);
        for (size_t i = 0; i < sizeof direct / sizeof *direct; i++) {
            at_the_limit(direct[i], 0);
            at_the_limit(direct[i], 1);
        }
    }
}

/* ---- what need not be solved ----------------------------------------------------------------- */

/* boxes and a triangle that fall on squares, corner on corner, and on each other */
static void tumble(mb_formulation f)
{
    static const double triangle[6] = { -0.4, -0.2, 0.4, -0.2, 0.0, 0.4 };

    on_floor();
    s.w.formulation = f;
    for (int i = 0; i < 4; i++) {
        const int square = stage_box(&s, 0.5, 0.5, 0.75 * i - 1.0, 0.1, 0.65 * i);
        s.body[square].kind = MB_STATIC;
        s.body[square].mu = 0.3;
    }
    for (int i = 0; i < 6; i++) {
        const double x = 0.5 * (i % 3) - 0.7, y = 1.0 + 0.6 * i;
        const int body = i == 2 ? stage_polygon(&s, 3, triangle, 0.0, x, y, 0.1) :
                                  stage_box(&s, 0.7, 0.4, x, y, 0.4 * i);
        s.body[body].mu = 0.3;
        s.v[3 * body] = 1.0 - 0.5 * i;
        s.v[3 * body + 2] = i - 3.0;
    }
}

/* Comparisons and counts by the observer of PEG's islands. */
typedef struct {
    mb_body_contact whole[CONTACTS];
    int nwhole, problems, smaller, chains;
    double worst;
} chain_watch;

static chain_watch seen;

/* the impulses of an island's contact; none if it was left out */
static int find_contact(const mb_island_step *step, const mb_body_contact *c)
{
    for (int i = 0; i < step->island.ncontact; i++) {
        const mb_body_contact *o = step->island.contact + i;
        if (o->a == c->a && o->b == c->b && o->vertex == c->vertex && o->facet == c->facet)
            return i;
    }
    return -1;
}

/* z of the whole island's problem from v+ and the impulses of the solved one */
static void whole_solution(const mb_island *whole, const mb_dynamics *d, const mb_layout *at,
                           const mb_island_step *step, const double *v, double *z)
{
    double most = 0.0;

    for (int i = 0, g = -1, k = 0; i < d->nc; i++) {
        const int from = find_contact(step, whole->contact + i);
        double rate = d->psi[i] / d->h + d->dpsi_dt[i], slip = d->dpsif_dt[2 * i];
        for (int j = 0; j < d->nv; j++) {
            rate += d->Jn[i * d->nv + j] * v[j];
            slip += d->Jf[2 * i * d->nv + j] * v[j];
        }
        if (i > 0 && d->group[i] == d->group[i - 1]) {         /* c raises the greatest to it */
            z[at->aux + k++] = fmax(rate - most, 0.0);
            most = fmax(most, rate);
            continue;
        }
        most = rate;
        z[at->normal + ++g] = from < 0 ? 0.0 : step->p_n[from];
        z[at->friction + 2 * g] = from < 0 ? 0.0 : fmax(step->p_t[from], 0.0);
        z[at->friction + 2 * g + 1] = from < 0 ? 0.0 : fmax(-step->p_t[from], 0.0);
        z[at->slip + g] = fabs(slip);
    }
}

/* does the solution also solve the island's problem with all facets? */
static void watch_chains(const mb_world *w, const mb_island_step *step)
{
    static double memory[1 << 20];
    static mb_body_contact contact[CONTACTS];
    mb_arena a = mb_arena_make(memory, sizeof memory);
    mb_island whole = step->island;
    mb_mlcp p = { 0, NULL, NULL, NULL, NULL, NULL };
    double *z, v[3 * BODIES], residual = HUGE_VAL;
    mb_dynamics d;
    mb_layout at;
    mb_lcp lcp;

    whole.ncontact = 0;
    whole.contact = contact;
    for (int i = 0; i < seen.nwhole; i++)
        for (int k = 0; k < whole.nbody; k++)
            if (seen.whole[i].a == whole.body[k] || seen.whole[i].b == whole.body[k]) {
                contact[whole.ncontact++] = seen.whole[i];
                break;
            }
    if (whole.ncontact == 0) return;
    seen.problems++;
    seen.smaller += step->island.ncontact < whole.ncontact;
    for (int i = 1; i < step->island.ncontact; i++)
        seen.chains += step->island.contact[i].group == step->island.contact[i - 1].group;
    if (mb_world_dynamics(w, &whole, &d, &a) == MB_OK &&
        mb_layout_of(&d, MB_PEG, MB_FORM_LCP, &at) == MB_OK &&
        mb_peg_lcp(&d, &lcp, NULL, &a) == MB_OK) {
        p.n = lcp.n;
        p.A = lcp.A;
        p.b = lcp.b;
        z = mb_arena_doubles(&a, p.n);
        for (int k = 0; k < whole.nbody; k++)
            memcpy(v + 3 * k, step->v + 3 * whole.body[k], 3 * sizeof *v);
        whole_solution(&whole, &d, &at, step, v, z);
        residual = mb_mlcp_residual(&p, z);
    }
    seen.worst = fmax(seen.worst, residual);
}

static void facets_that_matter(void)
{
    int steps = 0;

    tumble(MB_PEG);
    memset(&seen, 0, sizeof seen);
    s.w.observer = watch_chains;
    do {
        seen.nwhole = stage_detect(&s, MB_PEG);
        memcpy(seen.whole, s.contact, (size_t)seen.nwhole * sizeof *seen.whole);
    } while (stage_run(&s, 1) && ++steps < 150);
    check(steps == 150 && seen.problems > 100 && seen.smaller > 50 && seen.chains > 20,
          "%d problems, %d with fewer facets, %d facets beside the primaries", seen.problems,
          seen.smaller, seen.chains);
    check(seen.worst <= 1e-9, "PEG's problem with all facets is also solved: residual %g",
          seen.worst);
}

static struct { int islands, unsolved, recalled; } looked_at;

static void count_problems(const mb_world *w, const mb_island_step *step)
{
    const mb_mlcp *p = &step->problem;

    (void)w;
    if (p->n == 0) return;
    looked_at.islands++;
    looked_at.unsolved += !step->z || !p->A || !(mb_mlcp_residual(p, step->z) <= 1e-10);
    looked_at.recalled += step->solves == 0;
}

/* falling, sliding and resting bodies move the same with and without an observer, to the last bit;
 * the problems shown are solved, including those already solved by the last step's impulses */
/* of the same vertex and facet; NULL: it is not seen */
static const mb_body_contact *find(const mb_body_contact *c, const mb_body_contact *in, int count)
{
    for (int i = 0; i < count; i++)
        if (in[i].a == c->a && in[i].facet == c->facet && in[i].vertex == c->vertex) return in + i;
    return NULL;
}

/* For two turning bodies of any shape: a row's rate must be psi/h, reduced where the curved path
 * goes further into the facet than the row predicts. Compared with detection at the end of the
 * path. */
static void curved_contacts(void)
{
    static mb_body_contact before[CONTACTS];
    static double memory[4096];
    const int body[2] = { 0, 1 };
    rng r = { 5 };
    int rows = 0, curved = 0;
    double worst = 0.0;

    for (int trial = 0; trial < 400; trial++) {
        mb_arena a = mb_arena_make(memory, sizeof memory);
        mb_island island = { 2, body, 0, before, 0, NULL };
        mb_dynamics d;
        stage_clear(&s);
        for (int i = 0; i < 2; i++) {
            const double xy[8] = { -.3, -.2, .3, -.2, .3, .2, -.3, .2 };
            (void)stage_polygon(&s, 1 + rng_int(&r, 4), xy, rng_int(&r, 2) ? 0.1 : 0.0, 0.7 * i,
                                0.2 * i, rng_range(&r, -PI, PI));
            stage_mass(&s, i, 1.0, 0.1);
            for (int k = 0; k < 3; k++) s.v[3 * i + k] = rng_range(&r, -3, 3);
        }
        s.w.epsilon = 1.0;
        island.ncontact = stage_detect(&s, MB_ST);
        memcpy(before, s.contact, (size_t)island.ncontact * sizeof *before);
        s.w.formulation = MB_SWEPT;
        if (mb_world_dynamics(&s.w, &island, &d, &a) != MB_OK) continue;
        for (int k = 0; k < 6; k++) s.q[k] += s.w.h * s.v[k];
        (void)stage_detect(&s, MB_ST);
        for (int i = 0; i < island.ncontact; i++) {
            const mb_body_contact *c = before + i, *after = find(c, s.contact, s.ncontact);
            double speed = 0.0, curve;
            if (!after || c->psi < 0.0) continue;
            for (int k = 0; k < 6; k++) speed += d.Jn[6 * i + k] * s.v[k];
            curve = (after->psi - c->psi) / s.w.h - speed;
            worst = fmax(worst, fabs(d.bias[i] - c->psi / s.w.h - fmin(curve, 0.0)));
            curved += curve < -1e-4;
            rows++;
        }
    }
    check(worst < 1e-11 && curved > 200 && rows > 2 * curved,
          "contacts are curved where that closes them: off by %g, %d of %d", worst, curved, rows);
}

static void observers(void)
{
    static mb_impulse warm[1024];
    static double q[2][3 * BODIES];

    for (int watched = 0; watched < 2; watched++) {
        tumble(MB_SWEPT);
        s.w.warm = warm;
        s.w.max_warm = 1024;
        s.w.observer = watched ? count_problems : NULL;
        s.w.show = watched;
        check(stage_run(&s, 300), "six bodies, 300 steps");
        memcpy(q[watched], s.q, sizeof q[0]);
    }
    check(memcmp(q[0], q[1], sizeof q[0]) == 0, "a run is the same with an observer, bit for bit");
    check(looked_at.islands > 300 && looked_at.unsolved == 0 && looked_at.recalled > 100,
          "%d problems were shown, %d of them unsolved; %d needed no solver", looked_at.islands,
          looked_at.unsolved, looked_at.recalled);
}

static mb_impulse remembered[8];
static double held[8];

static void watch_held(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    memcpy(held, step->p_b, 4 * sizeof *held);
}

/* of a double pendulum: its joints' rows, in order, with the impulses that the observer sees */
static void kept_impulses(void)
{
    int wrong = 0;

    stage_clear(&s);
    s.w.gravity[1] = -G;
    for (int i = 0; i < 2; i++) {
        (void)stage_box(&s, 1, 0.2, 0.5 + i, 0, 0.3);
        (void)stage_join(&s, MB_REVOLUTE, i - 1, i, i, 0);
    }
    s.body[0].group = s.body[1].group = 1;
    s.w.warm = remembered;
    s.w.max_warm = 8;
    s.w.observer = watch_held;
    check(stage_run(&s, 1) && s.w.nwarm == 4, "two joints: four impulses are kept");
    for (int i = 0; i < 4; i++)
        wrong += remembered[i].a != -2 || remembered[i].b != i / 2 ||
                 remembered[i].facet != i % 2 || remembered[i].normal != held[i] ||
                 !(fabs(held[i]) > 0.0);
    check(wrong == 0, "each with its row (%d wrong)", wrong);
}

/* ---- islands --------------------------------------------------------------------------------- */

static void islands(void)
{
    mb_body_contact c[3];
    int island[6];

    stage_clear(&s);
    for (int i = 0; i < 6; i++) (void)stage_disc(&s, 0.5, 2.0 * i, 0.0);
    s.body[2].kind = MB_STATIC;
    s.body[3].kind = MB_KINEMATIC;
    memset(c, 0, sizeof c);
    c[0].a = 5;
    c[0].b = 1;
    c[1].a = 1;
    c[1].b = 2;
    c[2].a = -1;
    c[2].b = 0;
    check(mb_world_islands(&s.w, c, 3, island) == 3 && island[0] == 0 && island[1] == 1 && island[5]
          == 1 && island[4] == 2, "touching bodies are one island, numbered by its first body");
    check(island[2] == -1 && island[3] == -1, "static and driven bodies belong to no island");
    s.w.njoint = 2;
    s.joint[0].a = 0;
    s.joint[0].b = 3;
    s.joint[1].a = 4;
    s.joint[1].b = 3;
    check(mb_world_islands(&s.w, c, 3, island) == 3,
          "two bodies joined to one driven body are two islands");
    s.joint[1].b = 0;
    check(mb_world_islands(&s.w, c, 3, island) == 2 && island[4] == 0,
          "joined to each other they are one");
}

/* ---- impulses -------------------------------------------------------------------------------- */

static double n_impulse, t_impulse;
static int contacts_seen, steps_seen, failures_seen;

static void watch(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    steps_seen++;
    failures_seen += step->info.status != MB_OK;
    contacts_seen += step->island.ncontact;
    for (int i = 0; i < step->island.ncontact; i++) {
        n_impulse += step->p_n[i];
        t_impulse += step->p_t[i];
    }
}

static void weight_is_carried(void)
{
    on_floor();
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.force[0] = 2.0;
    s.w.observer = watch;
    n_impulse = t_impulse = 0.0;
    check(stage_run(&s, 1), "a box is pushed along the floor by less than friction");
    check_near(n_impulse, 0.01 * G, 1e-12, "the floor carries its weight");
    check_near(t_impulse, 0.02, 1e-12, "and friction opposes the push: t is n turned by +90 "
               "degrees");
}

/* momentum of two bodies with contact, friction and joints: one gains what the other loses */
static void impulses_are_opposite(void)
{
    static const char *const what[] = { "contact and friction", "a revolute joint", "a weld",
                                        "a prismatic joint", "a distance", "a rope", "a motor",
                                        "a spring" };

    for (int k = 0; k < 8; k++) {
        double before[3], after[3], alone[3], q[6];
        mb_joint *j = s.joint;
        stage_clear(&s);
        (void)stage_box(&s, 1, 0.5, 0.1, 0, 0.2);
        (void)stage_disc(&s, 0.4, k == 0 ? 0.8 : 1.4, 0.1);
        stage_mass(&s, 1, 3.0, 0.7);
        s.v[0] = k == 5 ? -2.0 : 2.0;                          /* a rope must be taut */
        s.v[2] = 3.0;
        s.v[4] = -1.0;
        s.body[0].mu = s.body[1].mu = 0.6;
        s.body[0].group = s.body[1].group = k > 0;
        memset(j, 0, sizeof *j);
        j->a = 0;
        j->b = 1;
        j->pa[0] = 0.5;
        j->pb[1] = 0.2;
        j->axis[1] = 1.0;
        j->length = 0.3;
        j->kind = k == 2 ? MB_WELD : k == 3 ? MB_PRISMATIC : k == 4 ? MB_DISTANCE :
                  k == 5 ? MB_ROPE : k == 7 ? MB_PRISMATIC : MB_REVOLUTE;
        if (k == 6) j->effort = 5.0;
        if (k == 7) j->stiffness = 10.0;
        s.w.njoint = k > 0;
        s.w.curved = -1;
        mb_world_momentum(&s.w, before);
        for (int i = 0; i < 3; i++) alone[i] = s.v[i];
        memcpy(q, s.q, sizeof q);
        check(stage_run(&s, 1), "%s between two bodies", what[k]);
        check(fabs(s.v[0] - alone[0]) + fabs(s.v[2] - alone[2]) > 1e-3, "it acts");
        memcpy(s.q, q, sizeof q);                              /* where they were before */
        mb_world_momentum(&s.w, after);
        check(fabs(after[0] - before[0]) + fabs(after[1] - before[1]) < 1e-13,
              "linear momentum is conserved");
        if (k == 0) check_near(after[2], before[2], 1e-13, "angular momentum is conserved");
    }
}

/* without gravity a hinged pair's angular momentum is conserved over the whole step */
static void momentum_of_a_linkage(void)
{
    double before[3], after[3];

    stage_clear(&s);
    for (int i = 0; i < 3; i++) {
        (void)stage_box(&s, 1, 0.2, i, 0.0, 0.0);
        s.body[i].group = 1;
        s.v[3 * i + 1] = i == 1 ? 1.0 : 0.0;
    }
    s.w.njoint = 2;
    for (int i = 0; i < 2; i++) {
        s.joint[i].kind = MB_REVOLUTE;
        s.joint[i].a = i;
        s.joint[i].b = i + 1;
        s.joint[i].pa[0] = 0.5;
        s.joint[i].pb[0] = -0.5;
    }
    mb_world_momentum(&s.w, before);
    check(stage_run(&s, 200), "three hinged bars");
    mb_world_momentum(&s.w, after);
    for (int i = 0; i < 2; i++) check_near(after[i], before[i], 1e-12, "linear momentum");
    check_near(after[2], before[2], 1e-5, "angular momentum: as exact as the joints are curved");
}

/* ---- springs and dampers --------------------------------------------------------------------- */

static void springs(void)
{
    const double step[] = { 0.01, 0.001 }, measured[] = { -0.419, -0.634 };

    stage_clear(&s);
    (void)stage_box(&s, 1, 1, 0, 0, 0);
    stage_mass(&s, 0, 1.0, 1.0 / 12);
    s.v[2] = 1.0;
    s.w.njoint = 1;
    s.joint[0].kind = MB_REVOLUTE;
    s.joint[0].a = -1;
    s.joint[0].damping = 1000.0;
    check(stage_run(&s, 1), "a damper of 1000 N m s on an inertia of 1/12");
    check_near(s.v[2], 1.0 / 121, 1e-12, "slows down without reversing the motion");
    for (int k = 0; k < 2; k++) {
        stage_clear(&s);
        (void)stage_box(&s, 1, 1, 1, 0, 0);
        s.w.h = step[k];
        s.w.njoint = 1;
        s.joint[0].kind = MB_PRISMATIC;
        s.joint[0].a = -1;
        s.joint[0].axis[0] = 1.0;
        s.joint[0].stiffness = 100.0;
        s.joint[0].damping = 0.5;
        check_near(mb_world_energy(&s.w), 50.0, 1e-12, "k x^2/2");
        check(stage_run(&s, (int)(1.0 / step[k] + 0.5)), "a spring, h = %g", step[k]);
        check_near(s.q[0], measured[k], 1e-3, "where it is after 1 s (-0.665 at h = 0)");
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* two facets; the leading one is the one that the point is .2 m behind */
static int two_facets(const mb_world *w, mb_body_contact *out, int max, mb_arena scratch)
{
    (void)scratch;
    if (max < 2) return -1;
    memset(out, 0, 2 * sizeof *out);
    for (int k = 0; k < 2; k++) {
        out[k].a = -1;
        out[k].facet = k;
        out[k].n[0] = k == 0 ? -0.6 : 0.6;
        out[k].n[1] = 0.8;
        out[k].psi = out[k].n[0] * w->q[0] + 0.8 * w->q[1] - (k == 0 ? 0.2 : 0.0);
    }
    return 2;
}

/* Penetration is undone slowly, but where the other facet holds there is none: with nothing of it
 * to undo, the point must not get behind both. PEG pushes along the facet that leads, and would
 * gain energy: the step is a safe one, which gives way by 1e-6 g h^2. */
static void a_facet_far_behind(void)
{
    for (int sink = 0; sink < 2; sink++) {
        const double xy[2] = { 0.0, 0.0 }, gap = sink ? -0.01 : 0.0;
        double after;
        on_floor();
        (void)stage_polygon(&s, 1, xy, 0.0, 0.6 * gap, 0.8 * gap, 0.0);
        s.w.formulation = MB_PEG;
        s.w.detect = two_facets;
        check(stage_run(&s, 1), "a point on the facet that does not lead");
        after = 0.6 * s.q[0] + 0.8 * s.q[1];
        check_near(after, gap + (sink ? 0.1 * s.w.h : 0.0), 1e-6 * G * s.w.h * s.w.h,
                   "it is held, and comes out at .1 m/s");
    }
}

static double behind;            /* [m] */
static int seen_contacts;

static int floor_and_wall(const mb_world *w, mb_body_contact *out, int max, mb_arena scratch)
{
    (void)scratch;
    if (max < 2) return -1;
    memset(out, 0, 2 * sizeof *out);
    for (int k = 0; k < 2; k++) {
        out[k].a = -1;
        out[k].facet = k;
        out[k].n[k == 0] = 1.0;
        out[k].psi = k == 0 ? w->q[1] : w->q[0] - behind;
    }
    return 2;
}

static void count_contacts(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    seen_contacts = step->island.ncontact;
}

/* PEG's problem holds the facets that can be the greatest within the step: a point that moves at V
 * changes the difference of two by 2 h V at most. */
static void facets_within_a_step(void)
{
    static const double behinds[] = { 0.5, 1.5, 1.99, 2.01, 2.5 };

    for (int k = 0; k < 5; k++) {
        const double xy[2] = { 0.0, 0.0 };
        on_floor();
        s.w.gravity[1] = 0.0;
        (void)stage_polygon(&s, 1, xy, 0.0, 0.0, 0.0, 0.0);
        s.v[1] = -1.0;
        s.w.formulation = MB_PEG;
        s.w.detect = floor_and_wall;
        s.w.observer = count_contacts;
        behind = behinds[k] * s.w.h;
        seen_contacts = 0;
        (void)stage_run(&s, 1);
        check(seen_contacts == (behinds[k] < 2.0 ? 2 : 1),
              "a facet %g h V behind: %d of two in the problem", behinds[k], seen_contacts);
    }
}

/* A body comes to rest across a sharp peak or a ledge, a vertex on an edge beyond which the others
 * hang. Were the edge not to lead, for it cannot separate the two, the vertex would sink, and PEG's
 * problem would have a solution that throws it. Returns the height at the end. */
static double rests_across(mb_formulation f, const double *lines, int points, double mu,
                           int nvert, const double *xy, double mass, const double *q,
                           const double *v)
{
    const mb_polyline line = { points, lines, 0, mu };
    double energy, area, unit, c[2] = { 0.0, 0.0 }, core[6], gain = 0.0;

    stage_clear(&s);
    s.w.gravity[1] = -G;
    s.w.formulation = f;
    (void)stage_ground(&s, &line, 1);
    memcpy(core, xy, 2 * (size_t)nvert * sizeof *core);
    if (nvert > 2) (void)mb_polygon_mass(nvert, xy, &area, c, &unit);
    for (int k = 0; k < 2 * nvert; k++) core[k] -= c[k % 2];
    (void)stage_polygon(&s, nvert, core, 0.0, q[0], q[1], q[2]);
    stage_mass(&s, 0, mass, mass * s.body[0].inertia);
    s.body[0].mu = mu;
    memcpy(s.v, v, 3 * sizeof *v);
    energy = mb_world_energy(&s.w);
    for (int k = 0; k < 100 && stage_run(&s, 1); k++) {
        gain = fmax(gain, mb_world_energy(&s.w) - energy);
        energy = mb_world_energy(&s.w);
    }
    check(s.w.step == 100 && gain < 1e-3, "step %d: no step throws it: gain %g J", s.w.step, gain);
    check(stage_penetration(&s) < 1e-5, "nor does it sink");
    return s.q[1];
}

static void no_solution_that_throws(void)
{
    static const double peak[] = { -1, 0, 0, 0, 0.3, 0.6 };
    static const double ledges[] = { 0.3, 0.6, 0.6, 0, 1, 0, 1, -0.3, 9, 0 };
    static const double triangle[] = { 0, 0, 0.864542, 0, 0.288181, 0.432271 };
    static const double rod[] = { -0.427524, 0, 0.427524, 0 };
    static const double q[2][3] = { { -0.0241418, 1.5, 0.386647 }, { 1.90214, 1.5, 4.14369 } };
    static const double v[2][3] = { { 0.309823, -2, 1.64346 }, { -1.41315, -2, -3.05904 } };

    double y[2][2];

    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_SWEPT : MB_PEG;
        y[k][0] = rests_across(f, peak, 3, 0.632456, 3, triangle, 2.69731, q[0], v[0]);
        y[k][1] = rests_across(f, ledges, 5, 0.547723, 2, rod, 0.296023, q[1], v[1]);
    }
    for (int i = 0; i < 2; i++) check_near(y[0][i], y[1][i], 1e-3, "peg and swept agree");
}

/* ---- driven bodies --------------------------------------------------------------------------- */

static void driven_bodies(void)
{
    for (int k = 0; k < 3; k++) {
        stage_clear(&s);
        s.w.gravity[1] = -G;
        s.w.formulation = k == 0 ? MB_SWEPT : k == 1 ? MB_PEG : MB_ST;
        (void)stage_box(&s, 10, 0.2, 0, -0.1, 0);
        (void)stage_box(&s, 1, 1, 0, 0.5, 0);
        s.body[0].kind = MB_KINEMATIC;
        s.body[1].mu = 0.5;
        s.v[0] = 0.3;
        s.v[1] = 0.2;
        s.v[4] = 0.2;
        check(stage_run(&s, 100), "a box on a belt that rises, %s",
              mb_formulations[s.w.formulation].name);
        check_near(s.v[3], 0.3, 1e-10, "is carried along");
        check_near(s.q[4], 0.7, 1e-10, "and up");
        check_near(s.v[0], 0.3, 0.0, "the belt keeps its speed");
    }
    stage_clear(&s);
    (void)stage_box(&s, 1, 0.2, 0, 0, 0);
    (void)stage_box(&s, 1, 0.2, 1, 0, 0);
    s.body[0].group = s.body[1].group = 1;
    s.body[0].kind = MB_KINEMATIC;
    s.v[2] = 0.5;
    s.w.njoint = 1;
    s.joint[0].kind = MB_WELD;
    s.joint[0].b = 1;
    s.joint[0].pa[0] = 1.0;
    check(stage_run(&s, 100), "a box welded to one that turns");
    check_near(s.q[5], 0.5, 1e-6, "turns with it");
    check(mb_joint_error(&s.w, 0) < 1e-6, "joint error %g", mb_joint_error(&s.w, 0));
}

/* ---- solvers --------------------------------------------------------------------------------- */

static int calls;

static mb_status never(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    (void)p;
    (void)opt;
    (void)z;
    (void)scratch;
    calls++;
    info->status = MB_RAY;
    info->iterations = 1;
    info->residual = HUGE_VAL;
    info->where = -1;
    return MB_RAY;
}

/* a box at rest, and an unaffected second box */
static void a_step_that_fails(void)
{
    mb_info info;
    double q[6], v[6];

    on_floor();
    (void)stage_disc(&s, 0.5, -5, 3);
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    s.w.lcp_solver = never;
    s.w.observer = watch;
    memcpy(q, s.q, sizeof q);
    memcpy(v, s.v, sizeof v);
    calls = steps_seen = failures_seen = 0;
    check(mb_world_step(&s.w, &info) == MB_RAY && info.status == MB_RAY && calls > 0,
          "the user's solver is called, and its failure is the step's");
    check(info.where == 1, "where = the body");
    check(steps_seen == 2 && failures_seen == 1, "the observer has seen it");
    check(s.w.step == 0 && memcmp(q, s.q, sizeof q) == 0 && memcmp(v, s.v, sizeof v) == 0,
          "the state is unchanged, including the other body's");
    s.w.lcp_solver = NULL;
    check(mb_world_step(&s.w, &info) == MB_OK && s.w.step == 1 && s.v[1] < 0.0,
          "with the kit's solver the run continues");
}

static mb_island_step shown;

static void show(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    shown = *step;
}

/* a plate that moves up under a disc gives it energy, in its only contact: no reason to solve the
 * step otherwise than accurately */
static void what_a_plate_lifts(void)
{
    on_floor();
    (void)stage_disc(&s, 0.5, 0, 2.6);
    (void)stage_box(&s, 3, 0.2, 0, 2, 0);
    s.body[1].kind = MB_KINEMATIC;
    s.v[4] = 1.0;
    s.w.observer = show;
    check(stage_run(&s, 1) && shown.way == MB_ACCURATE && shown.island.ncontact == 1,
          "a plate lifts a disc, accurately");
    check_near(s.v[1], 1.0, 1e-12, "as fast as it moves");
}

static double pushed;

static void show_push(const mb_world *w, const mb_island_step *step)
{
    (void)w;
    pushed = step->p_n[0];
}

/* Three discs between the floor and a plate that comes down: there is no solution, only impulses so
 * large that the error is small beside them. */
static void what_is_crushed(void)
{
    for (int f = 0; f < mb_formulation_count; f++) {
        mb_info info;
        on_floor();
        for (int i = 0; i < 3; i++) (void)stage_disc(&s, 0.5, 0, 0.5 + i);
        (void)stage_box(&s, 3, 0.2, 0, 3.1, 0);
        s.body[3].kind = MB_KINEMATIC;
        s.v[10] = -0.01;
        s.w.formulation = (mb_formulation)f;
        s.w.observer = show;
        s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
        check(mb_world_step(&s.w, &info) > 0 && info.where == 0 && s.w.step == 0 &&
              !(s.q[1] < 0.5), "a crushed body: %s fails, and reports where",
              mb_formulations[f].name);
        check(shown.way == MB_SAFE && shown.level == 3, "only after all fallbacks");
    }
}

/* Poisson's law: the impulse that stops a disc of mass 1 and its weight, 1 + 0.01 G, and half as
 * much again, of which the observer sees the sum */
static void what_a_bounce_gives(void)
{
    on_floor();
    (void)stage_disc(&s, 0.5, 0, 0.5);
    s.body[0].e = 0.5;
    s.v[1] = -1.0;
    s.w.restitution = MB_RESTITUTION_POISSON;
    s.w.observer = show_push;
    check(stage_run(&s, 1), "a disc bounces");
    check_near(pushed, 1.5 * (1.0 + 0.01 * G), 1e-5, "the impulse of both halves");
    check_near(s.v[1], pushed - 1.0 - 0.01 * G, 1e-12, "is what changes its speed");
}

/* A plate so slow that soft contacts give way to it by less than to the box's weight: it may not
 * sink in without being reported. */
static void what_is_crushed_slowly(void)
{
    mb_info info;

    for (int k = 0; k < 3; k++) {
        on_floor();
        (void)stage_box(&s, 1, 1, 0, 0.5, 0);
        (void)stage_box(&s, 2, 0.2, 0, 1.1, 0);
        s.body[1].kind = MB_KINEMATIC;
        s.v[4] = -pow(10.0, -3.0 - k);
        s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
        check(mb_world_step(&s.w, &info) > 0 && s.w.step == 0, "crushed at %g m/s", -s.v[4]);
    }
}

/* A weld that wants a box in the floor, by more than the floor can give way. It stays, and so does
 * the error; and a solver that never solves anything is not needed where the box can fly. */
static void the_last_way(void)
{
    mb_joint *weld;

    on_floor();
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    weld = stage_join(&s, MB_WELD, 0, -1, 0, 0.5);
    weld->pb[1] -= 0.01;
    check(stage_run(&s, 10), "a box that a weld pulls into the floor");
    check_near(s.q[1], 0.5, 1e-12, "stays on it");
    check_near(mb_joint_error(&s.w, 0), 0.01, 1e-12, "and the joint's error is unchanged");

    on_floor();
    s.w.gravity[1] = 0.0;
    (void)stage_disc(&s, 0.5, 0, 0.49);
    s.w.lcp_solver = never;
    s.w.observer = show;
    calls = 0;
    memset(&shown, -1, sizeof shown);
    check(stage_run(&s, 1) && calls == 0, "a disc that is let out of the floor by its position");
    check_near(s.q[1], 0.491, 1e-12, "as fast as recovery says");
    check(fabs(s.v[1]) < 1e-12, "not by a velocity");
    check(shown.problem.n == 0 && !shown.problem.A && !shown.z && !shown.dynamics && !shown.solver,
          "nothing is shown of the problem that was not solved");
}

/* a solver that falsely returns MB_OK */
static mb_status lies(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                      mb_arena scratch)
{
    (void)opt;
    (void)info;
    (void)scratch;
    for (int i = 0; i < p->n; i++) z[i] = HUGE_VAL;
    return MB_OK;
}

/* A box on two corners: the sum of infinite moments is no number, and no rest either. */
static void what_is_no_number(void)
{
    mb_info info;

    on_floor();
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.w.lcp_solver = lies;
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    s.w.observer = show;
    check(mb_world_step(&s.w, &info) == MB_NOT_FINITE && s.w.step == 0 &&
              shown.info.status == MB_NOT_FINITE && shown.info.where == -1,
          "velocities that are NaN are refused");
}

static mb_impulse kept[4096];

/* A cube that slides on the floor without friction, by one sweep a step: its first corner's impulse
 * is .4 m g h, (1/m + 1/4/J) z = g h with J = m/6, and the second's .48. */
static void unsolved_steps(void)
{
    mb_info info;
    int steps = 0;

    on_floor();
    (void)stage_box(&s, 1, 1, 0, 0.5, 0);
    s.body[0].mu = 0.0;
    s.v[0] = 1.0;
    s.w.sweeps = 1;
    s.w.observer = show;
    s.w.warm = kept;
    s.w.max_warm = (int)(sizeof kept / sizeof *kept);
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    check(mb_world_step(&s.w, &info) == MB_MAX_ITER && info.status == MB_MAX_ITER,
          "a step with too few sweeps is never MB_OK");
    check(shown.info.status == MB_MAX_ITER && shown.way == MB_UNSOLVED,
          "and its observer sees MB_UNSOLVED");
    check(s.w.step == 1, "but the step is done");
    check_near(s.v[1], -0.12 * G * 0.01, 1e-12, "with the velocities after the sweep");
    while (mb_world_step(&s.w, &info) == MB_MAX_ITER && steps < 100) steps++;
    check(info.status == MB_OK && shown.way == MB_ACCURATE && steps > 0 && steps < 50,
          "warm-started, it is solved some steps later, and reported as MB_OK");
    s.w.lcp_solver = mb_lemke;
    check(mb_world_step(&s.w, &info) == MB_BAD_ARG,
          "sweeps together with a user's solver are refused");
    s.w.lcp_solver = NULL;
    s.w.formulation = MB_PEG;
    check(mb_world_step(&s.w, &info) == MB_BAD_ARG, "and for PEG");
    s.w.formulation = MB_GAUSS;
    check(mb_world_step(&s.w, &info) == MB_BAD_ARG, "and for a convex model");
    s.w.formulation = MB_SWEPT;
    s.w.sweeps = -1;
    check(mb_world_step(&s.w, &info) == MB_BAD_ARG, "and a negative number");
}

/* the same motion in every form, warm or cold */
static void forms_agree(void)
{
    double q[3 * 10];

    for (int way = 0; way < 5; way++) {
        double worst = 0.0;
        rng r = { 7 };
        on_floor();
        for (int i = 0; i < 10; i++) {
            (void)stage_disc(&s, 0.3 + 0.1 * rng_unit(&r), 0.3 * (i % 3), 0.5 + 0.9 * i);
            s.body[i].mu = 0.3;
        }
        s.w.njoint = 2;                                        /* an elastic rope, a driven hinge */
        s.joint[0].kind = MB_ROPE;
        s.joint[0].a = 3;
        s.joint[0].b = 5;
        s.joint[0].length = 1.9;
        s.joint[0].stiffness = 20.0;
        s.joint[0].rest = 1.0;
        s.joint[1].kind = MB_REVOLUTE;
        s.joint[1].a = 7;
        s.joint[1].b = 8;
        s.joint[1].pa[1] = s.q[25] - s.q[22];
        s.joint[1].pa[0] = s.q[24] - s.q[21];
        s.joint[1].effort = 0.5;
        s.joint[1].speed = 1.0;
        if (way == 1) s.w.warm = kept, s.w.max_warm = 4096;
        if (way == 2) s.w.form = MB_FORM_MLCP;
        if (way == 3) s.w.form = MB_FORM_BOX, s.w.options.max_iter = 100000;
        if (way == 4) s.w.direct = 1, s.w.options.tol = 1e-10, s.w.options.max_iter = 100000;
        check(stage_run(&s, 40), "ten discs, way %d", way);
        for (int i = 0; way > 0 && i < 30; i++) worst = fmax(worst, fabs(q[i] - s.q[i]));
        if (way == 0) memcpy(q, s.q, sizeof q);
        check(worst < 1e-6, "%s: %g", way == 1 ? "warm" : way == 2 ? "mLCP form" : way == 3 ?
              "box form" : "by sweeps", worst);
    }
}

/* ---- particles ------------------------------------------------------------------------------- */

static double terrain_memory[20000], sim_memory[200000];

/* a scene's particle by mb_sim, and as a body that does not turn: steps until they part */
static int same_steps(const char *path, mb_formulation f, mb_primary_rule rule)
{
    mb_arena a = mb_arena_make(terrain_memory, sizeof terrain_memory);
    mb_polyline line[64];
    mb_sim sim;
    scene sc;
    double x[2], v[2], point[2] = { 0, 0 };
    int same = 0;

    if (scene_read(path, &sc, stdout) != 0) return -1;
    for (int i = 0; i < sc.nobstacle && i < 64; i++) {
        line[i].nvert = sc.obstacle[i].nvert;
        line[i].xy = sc.obstacle[i].xy;
        line[i].closed = sc.obstacle[i].closed;
        line[i].mu = sc.obstacle[i].mu;
    }
    stage_clear(&s);
    memset(&sim, 0, sizeof sim);
    (void)mb_terrain_build(line, sc.nobstacle, &sim.terrain, NULL, &a);
    memcpy(x, sc.particle[0].x, sizeof x);
    memcpy(v, sc.particle[0].v, sizeof v);
    sim.np = 1;
    sim.mass = &sc.particle[0].mass;
    sim.force = sc.particle[0].force;
    sim.x = x;
    sim.v = v;
    sim.scratch = mb_arena_make(sim_memory, sizeof sim_memory);
    s.w.terrain = sim.terrain;
    (void)stage_polygon(&s, 1, point, 0.0, x[0], x[1], 0.0);
    stage_mass(&s, 0, sc.particle[0].mass, 0.0);
    s.w.primary = rule;
    s.w.recovery = -1.0;
    for (int i = 0; i < 2; i++) {
        s.v[i] = v[i];
        s.force[i] = sim.force[i];
        s.w.gravity[i] = sim.gravity[i] = sc.gravity[i];
    }
    s.w.epsilon = sim.epsilon = sc.epsilon;
    s.w.h = sim.h = sc.h;
    s.w.formulation = sim.formulation = f;
    while (s.w.t < sc.time - 0.5 * sc.h && mb_sim_step(&sim, NULL) == MB_OK && stage_run(&s, 1) &&
           hypot(x[0] - s.q[0], x[1] - s.q[1]) < 1e-9)
        same++;
    scene_free(&sc);
    return same;
}

static void particles(void)
{
    for (int rule = MB_VERTEX_ENTRY; rule <= MB_VERTEX_MAX; rule++) {
        const char *name = rule == MB_VERTEX_MAX ? "max" : "entry";
        check(same_steps("scenes/hills.scene", MB_PEG, (mb_primary_rule)rule) == 250,
              "hills, PEG, %s: a particle in a world moves as in mb_sim", name);
        check_near(s.q[0], 10.302, 5e-4, "to the kit's digits, x");
        check_near(s.q[1], 1.047, 5e-4, "to the kit's digits, y");
        check(same_steps("scenes/sawtooth-friction.scene", MB_PEG, (mb_primary_rule)rule) >= 100,
              "sawtooth with friction, PEG, %s", name);
        check(same_steps("scenes/sawtooth.scene", MB_PEG, (mb_primary_rule)rule) >= 119,
              "sawtooth, PEG, %s: up to the tip where there are two solutions", name);
    }
    check(same_steps("scenes/hills.scene", MB_SWEPT, MB_VERTEX_ENTRY) == 250, "hills, swept");
}

/* ---- free flight ----------------------------------------------------------------------------- */

static void free_flight(void)
{
    mb_info info;

    stage_clear(&s);
    (void)stage_disc(&s, 0.1, 0, 0);
    (void)stage_disc(&s, 0.1, 5, 0);
    stage_mass(&s, 1, 2.0, 0.0);
    s.w.gravity[1] = -G;
    s.force[2] = 0.5;
    s.force[3] = 1.0;
    s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
    check(mb_world_step(&s.w, &info) == MB_OK && info.iterations == 0 && info.where == -1,
          "two bodies in free flight");
    check_near(s.v[1], -0.01 * G, 0.0, "fall");
    check_near(s.v[2], 0.01 * 0.5 / s.body[0].inertia, 1e-15, "turn");
    check_near(s.v[3], 0.005, 1e-17, "are pushed");
    check(s.v[5] == 0.0 && s.q[5] == 0.0, "a body with 1/J = 0 does not turn");
    check_near(s.w.t, 0.01, 0.0, "time goes on");
}

/* a disc on a floor without friction that slides by 1e-17 m a step: rounding far from the origin,
 * where coordinates are 1e-14 m apart, and a motion near it, where they are 1e-19 m apart */
static void creeping(void)
{
    static const double far_xy[] = { 90, 0, 110, 0 }, near_xy[] = { -1, 0, 1, 0 };
    const mb_polyline line[2] = { { 2, near_xy, 0, 0.0 }, { 2, far_xy, 0, 0.0 } };

    for (int far = 0; far < 2; far++) {
        stage_clear(&s);
        (void)stage_ground(&s, line + far, 1);
        (void)stage_disc(&s, 1e-3, far ? 100.0 : 0.0, 1e-3);
        s.v[0] = 1e-15;
        s.v[1] = -1e-15;
        check(stage_run(&s, 1) && s.v[1] == 0.0 && (s.v[0] != 0.0) == !far,
              "a speed of 1e-15 m/s %s", far ? "is rounding 100 m away" :
                  "is a motion near the origin");
    }
}

int main(void)
{
    refused_worlds();
    memory();
    facets_within_a_step();
    curved_contacts();
    observers();
    kept_impulses();
    islands();
    weight_is_carried();
    impulses_are_opposite();
    momentum_of_a_linkage();
    springs();
    a_facet_far_behind();
    facets_that_matter();
    no_solution_that_throws();
    driven_bodies();
    a_step_that_fails();
    what_is_crushed();
    what_a_plate_lifts();
    what_a_bounce_gives();
    what_is_crushed_slowly();
    the_last_way();
    what_is_no_number();
    unsolved_steps();
    forms_agree();
    particles();
    free_flight();
    creeping();
    free(s.scratch);
    return check_done();
}
