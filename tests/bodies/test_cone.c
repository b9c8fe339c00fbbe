/* test_cone.c: steps with friction discs, judged in long double by [BPMD] eq 4-6, in independent
 * code
 *
 * The problems are recorded from grasps: a disc on three feet, pushed between two fingers
 * by a box on a slide with a motor, and pucks that meet. 12 000 of them; --full: 120 000.
 */
#include "build.h"
#include "minisim2d/solving/cone.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion"  /* the judge promotes on purpose */
#endif

enum { ROWS = 64, STEPS = 300 };

static stage s;
static mb_support support[8];
static rng r;

/* ---- the judge ------------------------------------------------------------------------------- */

/* A step in long double: rows, with the kind of each block. M is diagonal. */
typedef struct {
    const mb_dynamics *d;
    int m;
    const double *row[ROWS];
    long double b[ROWS], w[ROWS], size[ROWS], a[ROWS];         /* w = J v+ + b, what it is a sum of,
                                                                  and A_ii */
    long double P0, v[12], terms[12];         /* v+, and what each is a sum of */
} step;

static void add_row(step *t, const double *row, long double b)
{
    const mb_dynamics *d = t->d;
    const int i = t->m++;

    t->row[i] = row;
    t->b[i] = b;
    t->w[i] = b;
    t->size[i] = fabsl(b);
    t->a[i] = 0.0L;
    for (int k = 0; k < d->nv; k++) {
        t->w[i] += row[k] * t->v[k];
        t->size[i] += fabsl(row[k]) * t->terms[k];
        t->a[i] += (long double)row[k] * row[k] / d->M[k * d->nv + k];
    }
}

static void put_rows(step *t)
{
    const mb_dynamics *d = t->d;

    t->m = 0;
    for (int i = 0; i < d->nc; i++) {
        const long double drift = d->dpsi_dt ? d->dpsi_dt[i] : 0.0;
        add_row(t, d->Jn + i * d->nv, (d->bias ? d->bias[i] : d->psi[i] / d->h) + drift);
        if (d->nd > 0)
            add_row(t, d->Jf + i * d->nd * d->nv, d->dpsif_dt ? d->dpsif_dt[i * d->nd] : 0.0);
    }
    for (int i = 0; i < d->nb; i++) add_row(t, d->Jb + i * d->nv, d->phi ? d->phi[i] / d->h : 0.0);
    for (int i = 0; i < d->nl; i++) add_row(t, d->Jl + i * d->nv, d->psi_l[i] / d->h);
    for (int i = 0; i < d->nm; i++) add_row(t, d->Jm + i * d->nv, -d->speed[i]);
}

/* rows in cone.h's order at v+; once to know them, and once with the terms that p makes */
static void make_step(step *t, const mb_dynamics *d, const double *v, const double *p)
{
    memset(t, 0, sizeof *t);
    t->d = d;
    for (int k = 0; k < d->nv; k++) t->v[k] = v[k];
    put_rows(t);
    for (int k = 0; k < d->nv; k++) {
        const long double M = d->M[k * d->nv + k];
        t->terms[k] = fabs(d->v[k]) + (d->p_ext ? fabsl(d->p_ext[k] / M) : 0.0L);
        for (int i = 0; i < t->m; i++) t->terms[k] += fabsl(t->row[i][k] * p[i] / M);
    }
    put_rows(t);
}

/* the scale that the verdict has: see cone.h */
static void set_scale(step *t)
{
    const mb_dynamics *d = t->d;
    long double energy = 0.0L, sum = 0.0L;

    for (int k = 0; k < d->nv; k++) {
        const long double M = d->M[k * d->nv + k], p = d->p_ext ? d->p_ext[k] : 0.0;
        energy += M * (d->v[k] + p / M) * (d->v[k] + p / M);
    }
    for (int i = 0; i < t->m; i++)
        if (t->a[i] > 0.0L) t->P0 = fmaxl(t->P0, sqrtl(energy / t->a[i]));
    for (int i = 0, k = 0; k < d->nc + d->nb + d->nl; i += k < d->nc && d->nd > 0 ? 2 : 1, k++) {
        const int joint = k >= d->nc && k < d->nc + d->nb;     /* each row by itself */
        long double q = t->b[i];
        for (int n = 0; n < d->nv; n++)
            q += t->row[i][n] * (d->v[n] + (d->p_ext ? d->p_ext[n] / d->M[n * d->nv + n] : 0.0L));
        if (t->a[i] > 0.0L && (q < 0.0L || joint)) t->P0 = fmaxl(t->P0, fabsl(q) / t->a[i]);
    }
    for (int k = 0; k < d->nm; k++) {
        const int shared = d->share && ((k > 0 && d->share[k] == d->share[k - 1]) ||
                                        (k + 1 < d->nm && d->share[k] == d->share[k + 1]));
        if (!shared) t->P0 = fmaxl(t->P0, 1e-3L * d->h * d->effort[k]);
        else if (k > 0 && d->share[k] == d->share[k - 1]) sum += d->h * d->effort[k];
    }
    t->P0 = fmaxl(t->P0, sum);
}

/* M v+ - M v - p_ext - J'p beside P0, at most */
static long double momentum_error(const step *t, const double *p)
{
    const mb_dynamics *d = t->d;
    long double worst = 0.0L;

    for (int k = 0; k < d->nv; k++) {
        const long double given = d->p_ext ? d->p_ext[k] : 0.0;
        long double sum = d->M[k * d->nv + k] * (t->v[k] - d->v[k]) - given;
        long double lever = 1.0L;
        for (int i = 0; i < t->m; i++) {
            sum -= (long double)t->row[i][k] * p[i];
            lever = fmaxl(lever, fabsl(t->row[i][k]));
        }
        worst = fmaxl(worst, fabsl(sum) / (lever * t->P0));
    }
    return worst;
}

/* Eq 4 to 6, with s = |w|: r w + s p = 0, and of r^2 - |p|^2 >= 0 and s one is 0; each beside its
 * own scale: P0 for impulses, W = P0 A for velocities. */
static long double friction_error(const step *t, int at, int size, long double bound,
                                  const double *p)
{
    const long double W = t->P0 * (t->a[at] + (size > 1 ? t->a[at + 1] : 0.0L));
    const long double slip = size > 1 ? hypotl(t->w[at], t->w[at + 1]) : fabsl(t->w[at]);
    const long double force = size > 1 ? hypotl(p[at], p[at + 1]) : fabsl((long double)p[at]);
    const long double inside = (bound - force) / t->P0;
    long double worst = fmaxl(-inside, fminl(fabsl(inside), slip / W));

    for (int i = at; i < at + size; i++)
        worst = fmaxl(worst, fabsl(bound * t->w[i] + slip * p[i]) /
                             ((bound + t->P0) * (slip + W)));
    return worst;
}

static long double unilateral_error(const step *t, int i, const double *p)
{
    const long double open = t->size[i] > 0.0L ? t->w[i] / t->size[i] : 0.0L;

    return fabsl(fminl(p[i] / t->P0, open));
}

/* the error of v+ and p as a solution */
static double judge(const mb_dynamics *d, const double *v, const double *p)
{
    long double worst;
    step t;
    int i = 0;

    make_step(&t, d, v, p);
    set_scale(&t);
    if (!(t.P0 > 0.0L)) {
        for (; i < t.m; i++)
            if (fabs(p[i]) > 0.0) return HUGE_VAL;
        return 0.0;
    }
    worst = momentum_error(&t, p);
    for (int k = 0; k < d->nc; k++) {
        worst = fmaxl(worst, unilateral_error(&t, i, p));
        if (d->nd > 0)
            worst = fmaxl(worst, friction_error(&t, i + 1, 1, (long double)d->mu[k] * p[i], p));
        i += d->nd > 0 ? 2 : 1;
    }
    for (int k = 0; k < d->nb; k++, i++)
        worst = fmaxl(worst, t.size[i] > 0.0L ? fabsl(t.w[i]) / t.size[i] : 0.0L);
    for (int k = 0; k < d->nl; k++, i++) worst = fmaxl(worst, unilateral_error(&t, i, p));
    for (int k = 0; k < d->nm;) {
        const int size = k + 1 < d->nm && d->share && d->share[k] == d->share[k + 1] ? 2 : 1;
        worst = fmaxl(worst, friction_error(&t, i, size, (long double)d->h * d->effort[k], p));
        i += size;
        k += size;
    }
    return worst == worst ? (double)worst : HUGE_VAL;
}

/* four times the verdict's tolerance, as the verdict uses other measures of the same errors */
#define ALLOWED 4e-8

/* ---- recorded problems ----------------------------------------------------------------------- */

static struct {
    int problems, solved, wrong;
    double worst;
} seen[8];                                                     /* by method */

static int turn;                                               /* of all problems */

static void count(int method, mb_status status, double error)
{
    seen[method].problems++;
    if (status != MB_OK) return;
    seen[method].solved++;
    seen[method].worst = fmax(seen[method].worst, error);
    if (error <= ALLOWED) return;
    if (seen[method].wrong++ < 5)
        note("%s reports MB_OK for a step that is off by %g", mb_cone_solvers[method].name, error);
}

/* every tenth problem goes to all methods, from 0; the run uses Newton's result */
static mb_status watch(const mb_dynamics *d, const mb_options *o, double *v, double *p,
                       mb_info *info, mb_arena scratch)
{
    const int n = mb_cone_rows(d);
    mb_status status;

    for (int k = 1; k < mb_cone_count && turn % 10 == 0; k++) {
        double v1[12], p1[ROWS] = { 0 };
        const mb_status done = mb_cone_solvers[k].solve(d, o, v1, p1, NULL, scratch);
        if (mb_cone_solvers[k].exact) {
            count(k, done, done == MB_OK ? judge(d, v1, p1) : 0.0);
        } else if (d->nb == 0 && done == MB_OK) {              /* v+'s impulses, without a solve */
            double q[ROWS], off = 0.0, most = 0.0;
            if (mb_cone_soft_impulses(d, v1, q, scratch) != MB_OK) off = HUGE_VAL;
            for (int i = 0; i < n; i++) off = fmax(off, fabs(q[i] - p1[i]));
            for (int i = 0; i < n; i++) most = fmax(most, fabs(p1[i]));
            for (int i = 0; i < d->nm; i++) most = fmax(most, d->h * d->effort[i]);
            count(k, done, off / most);
        } else {
            count(k, done, 0.0);
        }
    }
    turn++;
    status = mb_cone_newton(d, o, v, p, info, scratch);
    count(0, status, status == MB_OK ? judge(d, v, p) : 0.0);
    return status;
}

static int tripod(int body, double radius, double mu)
{
    const double angle = rng_range(&r, 0.0, 2.0 * PI);

    for (int k = 0; k < 3; k++) {
        mb_support *f = support + s.w.nsupport++;
        f->body = body;
        f->at[0] = radius * cos(angle + 2.0 * PI * k / 3.0);
        f->at[1] = radius * sin(angle + 2.0 * PI * k / 3.0);
        f->load = s.body[body].mass * 9.81 / 3.0;
        f->mu = mu;
    }
    return body;
}

static void begin(double epsilon)
{
    stage_clear(&s);
    s.w.epsilon = epsilon;
    s.w.cone = watch;
    s.w.cone_scratch = mb_cone_scratch;
    s.w.support = support;
}

static int puck(double x, double y)
{
    const int i = stage_disc(&s, 0.05, x, y);

    stage_mass(&s, i, 0.5, 0.5 * 0.5 * 0.05 * 0.05);
    return i;
}

/* a box on a slide, with a motor that can stall, pushes a puck between two fingers */
static void set_grasp(void)
{
    mb_joint *slide;
    int pusher;

    begin(0.005);
    (void)tripod(puck(0.0, 0.0), rng_range(&r, 0.005, 0.1), rng_unit(&r));
    pusher = stage_box(&s, 0.02, 0.02, rng_range(&r, -0.025, 0.025), -0.06 - 1e-4, 0.0);
    s.body[pusher].mu = rng_unit(&r);
    slide = stage_join(&s, MB_PRISMATIC, -1, pusher, s.q[3 * pusher], s.q[3 * pusher + 1]);
    slide->axis[0] = 0.0;
    slide->axis[1] = 1.0;
    slide->speed = rng_unit(&r) < 0.8 ? 0.05 : 0.5;
    slide->effort = rng_range(&r, 5.0, 40.0);
    for (int k = 0; k < 2; k++) {
        const int finger = stage_disc(&s, 0.01, (k ? 1 : -1) * rng_range(&r, 0.03, 0.06), 0.1);
        s.body[finger].kind = MB_STATIC;
        s.body[finger].mu = rng_unit(&r);
    }
}

/* pucks that slide and spin into each other and a wall */
static void set_pucks(void)
{
    int wall;

    begin(0.01);
    for (int k = 0; k < 2; k++) {
        const int i = puck(0.12 * k, rng_range(&r, -0.04, 0.04));
        s.v[3 * i] = (k ? -1 : 1) * rng_range(&r, 0.1, 1.0);
        s.v[3 * i + 1] = rng_range(&r, -0.2, 0.2);
        s.v[3 * i + 2] = rng_range(&r, -20, 20);
        s.body[i].mu = rng_unit(&r);
        (void)tripod(i, rng_range(&r, 0.005, 0.05), rng_range(&r, 0.02, 0.5));
    }
    wall = stage_box(&s, 0.02, 0.5, -0.1, 0.0, 0.3);
    s.body[wall].kind = MB_STATIC;
    s.body[wall].mu = 0.4;
}

static void recorded(int problems)
{
    int ended = 0, runs = 0;

    r.state = 7;
    while (turn < problems && runs < problems) {
        if (runs++ % 4) set_grasp();
        else set_pucks();
        for (int k = 0; k < STEPS && turn < problems; k++) {
            mb_info info;
            s.w.scratch = stage_scratch(&s, mb_world_scratch(&s.w));
            if (mb_world_step(&s.w, &info) == MB_OK) continue;
            ended++;
            break;
        }
    }
    note("%d runs, %d ended early", runs, ended);
    for (int k = 0; k < mb_cone_count; k++) {
        note("%-12s %6d of %6d solved, worst %.2g", mb_cone_solvers[k].name, seen[k].solved,
             seen[k].problems, seen[k].worst);
        check(seen[k].wrong == 0, "%s: every MB_OK is within the tolerance",
              mb_cone_solvers[k].name);
    }
    check(seen[0].solved >= seen[0].problems - problems / 600,
          "prox-newton: solves all but 20 of 12 000");
    /* problems of one run are alike: three times the largest standard deviation of a run's share,
     * 1/2, over root n */
    for (int k = 2; k < 4; k++)
        check(fabs((double)seen[k].solved / seen[k].problems - 0.5) < 1.5 / sqrt(runs),
              "%s fails on about half: `list solvers`", mb_cone_solvers[k].name);
    check(seen[4].solved == seen[4].problems, "the soft model is convex: all are solved");
}

/* ---- small problems -------------------------------------------------------------------------- */

static double memory[1 << 17];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* a body on three feet that can hold more than its momentum in every direction: v+ = 0, not what
 * rounding leaves */
static void held_by_feet(void)
{
    static const double M[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 0.3 }, still[6] = { 0 };
    static const double effort[6] = { 100, 100, 110, 110, 130, 130 };
    static const int share[6] = { 0, 0, 1, 1, 2, 2 };
    double J[18] = { 0 }, moved = 0.0;
    int solved = 0;

    for (int k = 0; k < 3; k++) {
        const double x = cos(2.1 * k), y = sin(2.1 * k);
        J[6 * k] = J[6 * k + 4] = 1.0;
        J[6 * k + 2] = -y;
        J[6 * k + 5] = x;
    }
    for (int k = 0; k < 200; k++) {
        const double a = 2.0 * PI * k / 200.0, v[3] = { cos(a), sin(a), 1.0 };
        const mb_dynamics d = { .nv = 3, .nm = 6, .h = 0.1, .M = M, .v = v, .Jm = J,
                                .speed = still, .effort = effort, .share = share };
        double got[3], impulse[6] = { 0 };
        solved += mb_cone_newton(&d, NULL, got, impulse, NULL, scratch()) == MB_OK;
        for (int i = 0; i < 3; i++) moved = fmax(moved, fabs(got[i]));
    }
    check(solved == 200 && !(moved > 0.0),
          "feet hold a body exactly, %d of 200 times; it moves by %g", solved, moved);
}

/* 2 kg on one foot of 3 N s, with a push: v+ is what the foot leaves */
static void one_foot(void)
{
    const double M[4] = { 2, 0, 0, 2 }, v[2] = { 4, 3 }, J[4] = { 1, 0, 0, 1 };
    const double speed[2] = { 0, 0 };
    const int share[2] = { 1, 1 };

    for (int k = 0; k < mb_cone_count; k++)
        for (int stuck = 0; stuck < 2; stuck++) {
            const double effort[2] = { stuck ? 1100.0 : 300.0, 0.0 };
            double got[2], p[2] = { 0 };
            const mb_dynamics d = { .nv = 2, .nm = 2, .h = 0.01, .M = M, .v = v, .Jm = J,
                                    .speed = speed, .effort = effort, .share = share };
            mb_info info;
            if (!mb_cone_solvers[k].exact || k == 3) continue;   /* cck ends beside it */
            check(mb_cone_solvers[k].solve(&d, NULL, got, p, &info, scratch()) == MB_OK,
                  "one foot: %s", mb_cone_solvers[k].name);
            check_near(got[0], stuck ? 0.0 : 4.0 - 1.5 * 0.8, 1e-7, "one foot: along x");
            check_near(got[1], stuck ? 0.0 : 3.0 - 1.5 * 0.6, 1e-7, "one foot: along y");
            check_near(p[0], stuck ? -8.0 : -2.4, 1e-7, "one foot: its impulse");
        }
}

/* 2 kg at -3 m/s come down on a floor, and on a limit: 6 N s, and rest */
static void one_floor(void)
{
    const double M[1] = { 2 }, v[1] = { -3 }, J[1] = { 1 }, closed[1] = { 0 };

    for (int k = 0; k < mb_cone_count; k++)
        for (int limit = 0; limit < 2; limit++) {
            double got[1], p[1] = { 0 };
            const mb_dynamics d = { .nv = 1, .nl = limit, .nc = 1 - limit, .h = 0.01, .M = M,
                                    .v = v, .Jl = J, .Jn = J, .psi_l = closed, .psi = closed };
            if (!mb_cone_solvers[k].exact) continue;
            check(mb_cone_solvers[k].solve(&d, NULL, got, p, NULL, scratch()) == MB_OK &&
                  fabs(p[0] - 6.0) < 1e-6 && fabs(got[0]) < 1e-6, "one %s: %s",
                  limit ? "limit" : "floor", mb_cone_solvers[k].name);
        }
}

/* A point between two approaching walls: there is no solution, and no solver reports one. Then
 * refusals. */
static void refusals(void)
{
    const double M[4] = { 1, 0, 0, 1 }, v[2] = { 0, 0 }, Jn[4] = { 1, 0, -1, 0 };
    const double Jf[16] = { 0, 1, 0, -1, 0, -1, 0, 1 }, psi[2] = { 0, 0 }, mu[2] = { 1, 1 };
    const double closing[2] = { -1, -1 }, Jm[6] = { 1, 0, 0, 1, 1, 1 }, speed[3] = { 0 };
    const double effort[3] = { 1, 1, 1 }, negative[3] = { -1, 1, 1 };
    const int three[3] = { 1, 1, 1 }, apart[3] = { 1, 2, 1 };
    double got[2], p[16] = { 0 };
    const mb_dynamics d = { .nv = 2, .nc = 2, .nd = 2, .h = 0.01, .M = M, .v = v, .Jn = Jn,
                            .Jf = Jf, .psi = psi, .mu = mu, .dpsi_dt = closing };
    mb_dynamics bad;

    for (int k = 0; k < mb_cone_count; k++) {
        if (!mb_cone_solvers[k].exact) continue;
        memset(p, 0, sizeof p);
        check(mb_cone_solvers[k].solve(&d, NULL, got, p, NULL, scratch()) == MB_MAX_ITER,
              "crushed: %s has no solution", mb_cone_solvers[k].name);
    }
    bad = d;
    bad.nd = 4;
    check(mb_cone_newton(&bad, NULL, got, p, NULL, scratch()) == MB_BAD_ARG, "four directions");
    bad = d;
    bad.nm = 3;
    bad.Jm = Jm;
    bad.speed = speed;
    bad.effort = effort;
    bad.share = three;
    check(mb_cone_newton(&bad, NULL, got, p, NULL, scratch()) == MB_BAD_ARG, "three share");
    bad.share = apart;
    check(mb_cone_newton(&bad, NULL, got, p, NULL, scratch()) == MB_BAD_ARG, "shares apart");
    bad.share = NULL;
    bad.effort = negative;
    check(mb_cone_newton(&bad, NULL, got, p, NULL, scratch()) == MB_BAD_ARG, "an effort below 0");
    for (int k = 0; k < mb_cone_count; k++) {                  /* with ever more memory */
        mb_status status = MB_NO_MEMORY;
        int wrong = 0, refused = 0;
        for (size_t size = 0; status == MB_NO_MEMORY; size += sizeof(double), refused++) {
            mb_info info = { MB_TODO, 7, 7.0, 7 };
            status = mb_cone_solvers[k].solve(&d, NULL, got, p, &info, mb_arena_make(memory, size));
            if (status == MB_NO_MEMORY)
                wrong += info.status != status || info.iterations != 0 || info.where != -1;
        }
        check(wrong == 0 && refused > 8,
              "%s: MB_NO_MEMORY after 0 iterations, at nothing, with less than it needs",
              mb_cone_solvers[k].name);
    }
    bad = d;
    bad.M = Jf;
    check(mb_cone_newton(&bad, NULL, got, p, NULL, scratch()) == MB_SINGULAR, "no mass");
    check(mb_find_cone("prox-newton") == mb_cone_solvers && !mb_find_cone("lemke"), "by name");
}

/* ---- motors that share an effort, in mbsim.h's forms ----------------------------------------- */

/* A point of 1 kg at 1 km/s along an angle on a foot of 1 N s. With polygons of 2k corners its
 * impulse is the corner that takes the most energy; a square takes 1 along x and along y. */
static void polygons(void)
{
    const double M[4] = { 1, 0, 0, 1 };
    double J[16], speed[8] = { 0 }, effort[8];
    int share[8];

    for (int k = 2; k <= 8; k *= 2)
        for (int i = 0; i < 7; i++) {
            const double a = 0.05 + 0.9 * i, v[2] = { 1000 * cos(a), 1000 * sin(a) };
            double best[2] = { 0, 0 }, z[64] = { 0 }, got[2];
            const mb_dynamics d = { .nv = 2, .nm = k, .h = 0.01, .M = M, .v = v, .Jm = J,
                                    .speed = speed, .effort = effort, .share = share };
            mb_layout at;
            mb_arena room = scratch();
            mb_mlcp box;
            mb_lcp lcp;
            for (int j = 0; j < k; j++) {
                J[2 * j] = cos(PI * j / k);
                J[2 * j + 1] = sin(PI * j / k);
                effort[j] = 100.0;
                share[j] = 7;
            }
            for (int j = 0; j < 2 * k; j++) {
                const double c = cos(PI * j / k), sn = sin(PI * j / k);
                if (!(c * v[0] + sn * v[1] > best[0] * v[0] + best[1] * v[1])) continue;
                best[0] = c;
                best[1] = sn;
            }
            check(mb_st_lcp(&d, &lcp, NULL, &room) == MB_OK && lcp.n == 2 * k + 1,
                  "%d-gon: as many unknowns and one", 2 * k);
            check(mb_lemke(&lcp, NULL, z, NULL, room) == MB_OK &&
                  mb_layout_of(&d, MB_ST, MB_FORM_LCP, &at) == MB_OK &&
                  mb_step_result(&d, &at, z, got, NULL, NULL, NULL, room) == MB_OK, "solved");
            check_near(got[0], v[0] - best[0], 1e-10, "%d-gon: the corner, x", 2 * k);
            check_near(got[1], v[1] - best[1], 1e-10, "%d-gon: the corner, y", 2 * k);
            room = scratch();
            memset(z, 0, sizeof z);
            if (k > 2) {
                check(mb_st_box(&d, &box, NULL, &room) == MB_BAD_ARG,
                      "no box form for three motors that share");
                continue;
            }
            check(mb_st_box(&d, &box, NULL, &room) == MB_OK &&
                  mb_mlcp_pgs(&box, NULL, z, NULL, room) == MB_OK &&
                  mb_layout_of(&d, MB_ST, MB_FORM_BOX, &at) == MB_OK &&
                  mb_step_result(&d, &at, z, got, NULL, NULL, NULL, room) == MB_OK, "as a box");
            check_near(got[0], v[0] - copysign(1.0, v[0]), 1e-9, "square: x");
            check_near(got[1], v[1] - copysign(1.0, v[1]), 1e-9, "square: y");
        }
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;

    recorded(full ? 120000 : check_few(12000));
    held_by_feet();
    one_foot();
    one_floor();
    refusals();
    polygons();
    return check_done();
}
