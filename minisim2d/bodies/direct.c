/* direct.c: an island's problem in one of mbsim.h's forms, solved by one of its solvers
 *
 * Free motion of all but the joints is tried first, then the impulses of the step before; then the
 * solver. Nothing is taken that does not pass the test of MB_OK.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "island.h"

#define TOL 1e-10                /* the solvers' default */
#define NOISE 1e-6               /* in b, beside the largest, and a tenth of that, and so on */
#define GOLDEN 0.6180339887498949              /* its multiples fall evenly into 0 .. 1 */
#define OBEYS 1e-6               /* of the terms of a motor's speed, by which it can be off, */
#define STILL 1e-12              /* and of the fastest row's */
#define ROUNDING (8.0 * DBL_EPSILON)
#define IDLE 1e-15               /* of |z|: rounding of an impulse that is 0 */
#define SOFT 1e-12               /* of 1/mass: how soft rows are that may contradict each other */
#define FAR 1e2                  /* times the speeds that there are, or are asked for: no answer */
enum { CORRECTIONS = 15,         /* Newton steps from the last step's contacts, at most */
       TRIES = 7 };              /* of Lemke's method with noise */

/* an island's problem, and how it was made */
typedef struct {
    mbw_step *s;
    mbw_dynamics w;
    mb_form form;
    double *z;
    int linear;                  /* only joints: their equations, */
    int reduced;                 /* but not now: they are eliminated, and no unknown is left */
    int warm;                    /* z is a start: of the last step, or of the solve before */
} problem;

/* ---- the problem ----------------------------------------------------------------------------- */

static mb_status formulate(problem *p, mb_arena *arena)
{
    const mb_formulation_row *f = mb_formulations + p->s->world->formulation;
    mb_island_step *out = p->s->out;
    mb_lcp lcp = { 0, NULL, NULL };
    mb_status status;

    memset(&out->problem, 0, sizeof out->problem);
    if (p->form == MB_FORM_MLCP) return f->mlcp(&p->w.d, &out->problem, &out->info, arena);
    if (p->form == MB_FORM_BOX) return f->box(&p->w.d, &out->problem, &out->info, arena);
    status = f->lcp(&p->w.d, &lcp, &out->info, arena);
    out->problem.n = lcp.n;
    out->problem.A = lcp.A;
    out->problem.b = lcp.b;
    return status;
}

/* ---- impulses in z --------------------------------------------------------------------------- */

/* What exchange does: takes z from the last step's impulses, or the impulses from z. */
typedef enum { RECALL, KEEP } direction;

static void pass(direction to, double *impulse, double *z)
{
    if (to == KEEP) *impulse = *z;
    else *z = *impulse;
}

/* *impulse = z[0] - z[1], both >= 0, and their slip; in the box form it is z[0] */
static void pass_pair(direction to, const problem *p, mb_impulse *m, double *z, double *slip)
{
    if (p->form == MB_FORM_BOX) {
        pass(to, &m->tangent, z);
    } else if (to == KEEP) {
        m->tangent = z[0] - z[1];
        m->slip = *slip;
    } else {
        z[0] = fmax(m->tangent, 0.0);
        z[1] = fmax(-m->tangent, 0.0);
        *slip = m->slip;
    }
}

static void exchange_contacts(direction to, problem *p)
{
    const mb_layout *at = &p->s->out->layout;
    const mb_island *island = p->s->rows.island;
    const int nd = p->w.d.nd, each = p->form == MB_FORM_BOX ? nd / 2 : nd;

    for (int i = 0, g = -1, k = 0; i < island->ncontact; i++) {
        const mb_body_contact *c = island->contact + i;
        mb_impulse m = mbw_contact_key(c);
        if (to == RECALL) mbw_recall(p->s, &m);
        if (at->naux > 0 && i > 0 && c->group == c[-1].group) {
            pass(to, &m.normal, p->z + at->aux + k++);
        } else {
            pass(to, &m.normal, p->z + at->normal + ++g);
            if (nd > 0)
                pass_pair(to, p, &m, p->z + at->friction + g * each, p->z + at->slip + g);
        }
        if (to == KEEP) mbw_keep(p->s, &m);
    }
}

static void exchange_joints(direction to, problem *p)
{
    const mb_layout *at = &p->s->out->layout;
    const int each = p->form == MB_FORM_BOX ? 1 : 2;
    double *slip = p->z + at->slip + at->ns - p->w.d.nm;

    for (int i = 0; i < p->s->rows.njoint; i++) {
        const mbw_joint_row *row = p->s->rows.joint + i;
        const int k = p->w.kept[i];
        mb_impulse m = mbw_joint_key(row);
        if (to == RECALL) mbw_recall(p->s, &m);
        if (row->kind == MBW_LIMIT) pass(to, &m.normal, p->z + at->limit + k);
        else if (row->kind == MBW_MOTOR)
            pass_pair(to, p, &m, p->z + at->motor + each * k, slip + k);
        else continue;
        if (to == KEEP) mbw_keep(p->s, &m);
    }
}

/* The unknowns of the convex models are others. */
static int has_impulses(const mb_world *w) { return w->formulation < MB_GAUSS; }

static void exchange(direction to, problem *p)
{
    exchange_contacts(to, p);
    exchange_joints(to, p);
}

/* ---- solving --------------------------------------------------------------------------------- */

/* 1 if z solves the problem; then info says so */
static int solved(problem *p, int iterations, mb_arena scratch)
{
    const double tol = p->s->world->options.tol;
    double r;

    if (!mb_mlcp_judge(&p->s->out->problem, tol > 0.0 ? tol : TOL, p->z, &r, scratch)) return 0;
    (void)mbw_done(&p->s->out->info, MB_OK, iterations, r, -1);
    return 1;
}

/* An impulse of rounding size is 100 % wrong beside the bounds that it sets: an idle contact's
 * friction. */
static int solved_when_rounded(problem *p, mb_arena scratch)
{
    const int n = p->s->out->layout.n;
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(p->z[i]));
    for (int i = 0; i < n; i++)
        if (fabs(p->z[i]) < IDLE * most) p->z[i] = 0.0;
    return solved(p, p->s->out->info.iterations, scratch);
}

static const char *solver_name(mb_lcp_solver *lcp, mb_mlcp_solver *mlcp)
{
    for (int i = 0; i < mb_solver_count; i++)
        if (lcp ? mb_solvers[i].lcp == lcp : mb_solvers[i].mlcp == mlcp) return mb_solvers[i].name;
    return "user";
}

/* The default for LCPs, by name. Last step's contacts, corrected by Newton's method, are the
 * solution in most steps; Lemke's method finds one from nowhere, but may lose its way by rounding,
 * where others may not: the more unknowns there are, and the nearer to rest bodies are. Before it,
 * and with edges in reach before all, it is asked whether there can be a solution. */
static const char *const ways[] = { "minmap-newton", "lemke", "fischer-newton", "interior-point" };
enum { NEWTON, LEMKE, WAYS = 4 };

/* Where contacts wedge each other, rounding decides which basis is singular. With a little chance
 * in b, up to `noise` of the largest |b_i|, Lemke's path is another one, and from its end Newton's
 * method finds what solves the problem itself. */
static mb_status solve_nearby(const mb_lcp *lcp, problem *p, double noise, mb_arena scratch)
{
    const int n = lcp->n;
    mb_info *info = &p->s->out->info;
    const mb_solver *lemke = mb_find_lcp_solver("lemke");
    const mb_solver *newton = mb_find_lcp_solver("minmap-newton");
    mb_options o = p->s->world->options;
    double *b = mb_arena_doubles(&scratch, n), most = 0.0;
    const mb_lcp nearby = { n, lcp->A, b };
    int iterations;

    if (!lemke || !newton) return info->status;                /* a lab that is to be written */
    if (!b) return mbw_refuse(info, MB_NO_MEMORY, -1);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(lcp->b[i]));
    for (int i = 0; i < n; i++) b[i] = lcp->b[i] + noise * most * fmod((i + 1) * GOLDEN, 1.0);
    p->s->out->solver = lemke->name;
    o.max_iter = 10 * n;
    if (lemke->lcp(&nearby, &o, p->z, info, scratch) != MB_OK) return info->status;
    iterations = info->iterations;
    o.max_iter = CORRECTIONS;
    (void)newton->lcp(lcp, &o, p->z, info, scratch);
    info->iterations += iterations;
    return info->status;
}

/* Do impulses p >= 0 prove that no z keeps all rows, A z + b >= 0? If A p = 0 they move nothing,
 * yet p'(A z + b) = b'p is < 0 for every z. If A p is next to nothing, z must be far away: its
 * energy E has sqrt(2 E p'A p) >= p'A z >= -b'p. That must be more than if the island moved FAR
 * times as fast as it does when it is free, or all of its mass as a row asks for at most. */
static int refutes(const mb_lcp *rows, const double *p, double mass, double free_energy)
{
    const int n = rows->n;
    double moved = 0.0, missing = 0.0, most = 0.0;

    for (int i = 0; i < n; i++) {
        const double *A = rows->A + i * n;
        most = fmax(most, -rows->b[i]);
        missing -= rows->b[i] * p[i];
        for (int j = 0; j < n; j++)
            moved += p[i] * A[j] * p[j] + ROUNDING * fabs(p[i] * A[j] * p[j]);
    }
    return missing > FAR * sqrt((mass * most * most + 2.0 * free_energy) * fmax(moved, 0.0));
}

/* Do contacts and limits ask for what no speeds can keep? Then the LCP has no solution, whatever
 * friction does, and no solver needs to look for one; z is the proof. It comes from rows that are a
 * little soft, which always have a solution. In PEG's groups one facet is enough, and the unknowns
 * of the convex models are others: they are left to the solvers. */
static int contradict(problem *p, const mb_lcp *lcp, mb_arena scratch)
{
    const mb_layout *at = &p->s->out->layout;
    const int n = at->nn + at->nl;                             /* they come first */
    const mb_solver *dantzig = mb_find_lcp_solver("dantzig");
    double *A = mb_arena_matrix(&scratch, n, n), *z = mb_arena_doubles(&scratch, n);
    const mb_lcp rows = { n, A, lcp->b };
    double mass = 0.0;

    if (!dantzig || !A || !z || at->naux > 0 || !has_impulses(p->s->world)) return 0;
    for (int i = 0; i < p->w.d.nv; i++) mass += p->w.d.M[i * p->w.d.nv + i];
    for (int i = 0; i < n; i++) {
        memcpy(A + i * n, lcp->A + i * lcp->n, (size_t)n * sizeof *A);
        A[i * n + i] += SOFT * (A[i * n + i] + 1.0 / mass);
        z[i] = 0.0;
    }
    (void)dantzig->lcp(&rows, NULL, z, NULL, scratch);
    for (int i = 0; i < n; i++) A[i * n + i] = lcp->A[i * lcp->n + i];
    if (!refutes(&rows, z, mass, mbw_energy(&p->s->rows, p->s->v0))) return 0;
    memset(p->z, 0, (size_t)lcp->n * sizeof *p->z);
    memcpy(p->z, z, (size_t)n * sizeof *z);
    p->s->out->solver = NULL;
    (void)mbw_done(&p->s->out->info, MB_RAY, 0, 1.0, -1);
    return 1;
}

static mb_status solve_lcp(const mb_lcp *lcp, problem *p, mb_arena scratch)
{
    const int edges = mb_formulations[p->s->world->formulation].detection == MB_DETECT_EDGES;
    const int first = p->warm ? NEWTON : LEMKE, doubtful = edges ? first : LEMKE;
    mb_info *info = &p->s->out->info;
    double noise = NOISE;
    mb_status status = MB_MAX_ITER;
    int iterations = 0;

    for (int k = first; k < WAYS && status > 0; k++) {
        const mb_solver *way = mb_find_lcp_solver(ways[k]);
        mb_options o = p->s->world->options;
        if (k == doubtful && contradict(p, lcp, scratch)) {
            info->iterations = iterations;
            return MB_RAY;
        }
        if (!way) continue;
        if (k == NEWTON) o.max_iter = CORRECTIONS;
        else memset(p->z, 0, (size_t)lcp->n * sizeof *p->z);
        p->s->out->solver = way->name;
        status = way->lcp(lcp, &o, p->z, info, scratch);
        info->iterations = iterations += info->iterations;
    }
    for (int k = 0; k < TRIES && status > 0; k++, noise *= 0.1) {
        status = solve_nearby(lcp, p, noise, scratch);
        info->iterations = iterations += info->iterations;
    }
    return status;
}

static size_t ways_scratch(int n)
{
    const mb_solver *dantzig = mb_find_lcp_solver("dantzig");
    size_t most = dantzig ? dantzig->scratch(n) + 8 * (size_t)n * ((size_t)n + 1) + 64 : 0;

    for (int k = 0; k < WAYS; k++) {
        const mb_solver *way = mb_find_lcp_solver(ways[k]);
        if (way && way->scratch(n) > most) most = way->scratch(n);
    }
    return most;
}

static mb_status call_solver(problem *p, mb_arena scratch)
{
    const mb_world *world = p->s->world;
    mb_island_step *out = p->s->out;
    const mb_lcp lcp = { out->problem.n, out->problem.A, out->problem.b };
    /* Gauss' bounds follow no other unknown, and its rows come in pairs that slow sweeps down */
    const int sweeps = p->form == MB_FORM_BOX && has_impulses(world);
    mb_mlcp_solver *const mixed = world->mlcp_solver ? world->mlcp_solver :
                                  sweeps ? mb_mlcp_pgs : mb_mlcp_lemke;

    if (p->form == MB_FORM_LCP && !world->lcp_solver)
        return solve_lcp(&lcp, p, scratch);
    if (p->form == MB_FORM_LCP) {
        out->solver = solver_name(world->lcp_solver, NULL);
        return world->lcp_solver(&lcp, &world->options, p->z, &out->info, scratch);
    }
    out->solver = solver_name(NULL, mixed);
    return mixed(&out->problem, &world->options, p->z, &out->info, scratch);
}

/* free motion of all but the joints; else z is as before */
static int solved_by_no_impulse(problem *p, mb_arena scratch)
{
    const int n = p->s->out->layout.n;
    double *z = mb_arena_doubles(&scratch, n);

    if (!z) return 0;
    memcpy(z, p->z, (size_t)n * sizeof *z);
    if (mb_no_impulse(&p->w.d, &p->s->out->layout, &p->s->out->problem, p->z, scratch) == MB_OK &&
        solved(p, 0, scratch))
        return 1;
    memcpy(p->z, z, (size_t)n * sizeof *z);
    return 0;
}

static mb_status solve(problem *p, mb_arena scratch)
{
    const mb_world *world = p->s->world;
    mb_island_step *out = p->s->out;
    const double start = world->clock ? world->clock() : 0.0;
    mb_status status;

    if (solved_by_no_impulse(p, scratch) || (p->warm && solved(p, 0, scratch))) return MB_OK;
    out->solves++;
    status = call_solver(p, scratch);
    out->seconds += world->clock ? world->clock() - start : 0.0;
    out->info.status = status;                                 /* should a solver not fill it */
    if (status > 0 && solved_when_rounded(p, scratch)) return MB_OK;
    return status;
}

/* what the velocity of a row is the sum of, before and after; of all rows of contacts and joints
 * the greatest */
static double terms(const mbw_step *s, const mbw_row *row)
{
    return mbw_terms(row, s->v) + mbw_terms(row, s->v0);
}

static double most_terms(const mbw_step *s)
{
    double most = 0.0;

    for (int i = 0; i < s->rows.njoint; i++) most = fmax(most, terms(s, &s->rows.joint[i].row));
    for (int i = 0; i < s->rows.island->ncontact; i++)
        most = fmax(most, terms(s, &s->rows.contact[i].normal));
    return most;
}

/* Does motor k, unless it gives all it can, keep its speed? An effort far beyond what there is to
 * move drowns all that in its own rounding, also for the test of MB_OK. */
static int motor_obeys(const problem *p, const mbw_joint_row *row, int k)
{
    const mbw_step *s = p->s;
    const double *z = p->z + s->out->layout.motor + (p->form == MB_FORM_BOX ? k : 2 * k);
    const double impulse = p->form == MB_FORM_BOX ? z[0] : z[0] - z[1];
    const double most = (1.0 - OBEYS) * p->w.d.h * row->effort;
    const double off = mbw_speed(&row->row, s->v) - mbw_drift(s->world, &row->row) - row->speed;
    const double near = OBEYS * (terms(s, &row->row) + fabs(row->speed)) + STILL * most_terms(s);

    return (off >= -near || impulse >= most) && (off <= near || impulse <= -most);
}

static int joint_obeys(const problem *p, const mbw_joint_row *row, int k)
{
    if (row->kind == MBW_HOLD || row->kind == MBW_LIMIT)
        return mbw_keeps(&p->s->rows, row, p->s->v0, p->s->v);
    if (row->kind != MBW_MOTOR || p->s->world->formulation == MB_TWO_PHASE)
        return 1;                                              /* two-phase has other rows for it */
    return motor_obeys(p, row, k);
}

/* Does v+ do what joints want, each in its own scale? MB_SINGULAR: not that of a row which was left
 * out; MB_STALLED: of another. */
static mb_status judge_joints(const problem *p)
{
    const mbw_rows *rows = &p->s->rows;

    p->s->out->broken = NULL;
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        if (joint_obeys(p, row, p->w.kept[i])) continue;
        p->s->out->broken = p->s->world->joint + row->joint;
        return row->kind == MBW_HOLD && p->w.kept[i] < 0 ? MB_SINGULAR : MB_STALLED;
    }
    return MB_OK;
}

/* v+ among the world's, if joints agree */
static mb_status take_result(problem *p, mb_arena scratch)
{
    mbw_step *s = p->s;
    const mb_dynamics *d = &p->w.d;
    double *v = mb_arena_doubles(&scratch, d->nv), *p_f = mb_arena_matrix(&scratch, d->nc, d->nd);
    double *p_b = mb_arena_doubles(&scratch, d->nb);
    mb_status status;

    if (!v || !p_f || !p_b) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    status = mb_step_result(d, &s->out->layout, p->z, v, s->p_n, p_f, p_b, scratch);
    if (status != MB_OK) return mbw_refuse(&s->out->info, status, -1);
    for (int i = 0; i < d->nc; i++) s->p_t[i] = d->nd > 0 ? p_f[2 * i] - p_f[2 * i + 1] : 0.0;
    for (int i = 0, k = 0; i < s->rows.njoint; i++)
        if (s->rows.joint[i].kind == MBW_HOLD)
            s->p_b[k++] = p->w.kept[i] < 0 ? 0.0 : p_b[p->w.kept[i]];
    mbw_spread(s->world, s->rows.island, v, s->v);
    status = judge_joints(p);
    return status == MB_OK ? MB_OK : mbw_refuse(&s->out->info, status, -1);
}

/* ---- the island ------------------------------------------------------------------------------ */

/* x = -A \ b, with one step of iterative refinement: the residual measures each row by itself, and
 * bodies at rest have rows of nothing but rounding. */
static void solve_refined(const mb_mlcp *p, const double *LU, const int *pivot, double *z,
                          double *r)
{
    const int n = p->n;

    for (int i = 0; i < n; i++) z[i] = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        mb_matvec(n, n, p->A, z, r);
        for (int i = 0; i < n; i++) r[i] += p->b[i];
        mb_lu_solve(n, LU, pivot, r);
        for (int i = 0; i < n; i++) z[i] -= r[i];
    }
}

/* Only joints: linear equations, of which a repeat is another right-hand side. */
static mb_status solve_linear(problem *p, mb_arena scratch)
{
    const mb_world *world = p->s->world;
    mb_island_step *out = p->s->out;
    const int nv = p->w.d.nv, n = out->layout.n;
    double *LU = mb_arena_matrix(&scratch, n, n), *b = mb_arena_doubles(&scratch, n);
    double *r = mb_arena_doubles(&scratch, n);
    int *pivot = mb_arena_ints(&scratch, n);
    mb_status status = mb_st_mlcp(&p->w.d, &out->problem, &out->info, &scratch);
    double start;

    if (status != MB_OK) return status;
    if (!LU || !b || !r || !pivot) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    memcpy(LU, out->problem.A, (size_t)n * (size_t)n * sizeof *LU);
    memcpy(b, out->problem.b, (size_t)n * sizeof *b);
    out->problem.b = b;
    out->solver = "lu";
    start = world->clock ? world->clock() : 0.0;
    if (mb_lu_factor(n, LU, pivot) != MB_OK)
        return mbw_refuse(&out->info, MB_SINGULAR, -1);
    do {
        mbw_dynamics_again(&p->w);
        for (int i = nv; i < n; i++) b[i] = p->w.phi[i - nv] / p->w.d.h;
        solve_refined(&out->problem, LU, pivot, p->z, r);
        status = take_result(p, scratch);
    } while (mbw_once_more(&p->s->rows, status, p->s->v, ++out->solves));
    out->seconds += world->clock ? world->clock() - start : 0.0;
    if (status != MB_OK || solved(p, out->solves, scratch)) return status;
    return mbw_done(&out->info, MB_STALLED, out->solves, mb_mlcp_residual(&out->problem, p->z), -1);
}

static mb_status solve_repeatedly(problem *p, mb_arena scratch)
{
    mb_info *info = &p->s->out->info;
    int iterations = 0, k = 0;
    mb_status status;

    do {
        mb_arena a = scratch;
        mbw_dynamics_again(&p->w);
        status = formulate(p, &a);
        if (status == MB_OK) status = solve(p, a);
        if (status == MB_OK) status = take_result(p, a);
        iterations += info->iterations;
        p->warm = status == MB_OK;
    } while (mbw_once_more(&p->s->rows, status, p->s->v, ++k));
    info->iterations = iterations;
    return status;
}

/* what there is after an impact: forces have acted, v0 is what it has made of the velocities */
static void start_over(problem *p)
{
    mbw_gather(p->s->world, p->s->rows.island, p->s->v0, p->w.v);
    p->w.d.p_ext = NULL;
}

static int only_joints(const mb_dynamics *d) { return d->nc + d->nl + d->nm == 0; }

/* the island's dynamics, the layout of its problem, and a start for z */
static mb_status prepare(problem *p, int again, mb_arena *arena)
{
    mbw_step *s = p->s;
    mb_island_step *out = s->out;
    const mb_world *world = s->world;
    mb_dynamics *d = (mb_dynamics *)mbw_take(arena, 1, sizeof *d);

    p->w.rows = &s->rows;
    p->w.place = s->place;
    if (!d || !mbw_dynamics_make(&p->w, arena))
        return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    if (again) start_over(p);
    *d = p->w.d;
    out->dynamics = d;
    p->linear = !p->reduced && only_joints(d) &&
                !(world->form == MB_FORM_MLCP && world->mlcp_solver);
    if (p->linear) p->form = MB_FORM_MLCP;
    if (mb_layout_of(d, world->formulation, p->form, &out->layout) != MB_OK)
        return mb_check_dynamics(d, &out->info);
    out->z = p->z = mb_arena_doubles(arena, out->layout.n);
    if (!p->z) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    for (int i = 0; i < out->layout.n; i++) p->z[i] = 0.0;
    p->warm = !again && !p->linear && has_impulses(world) && world->warm && world->nwarm > 0;
    if (p->warm) exchange(RECALL, p);
    return MB_OK;
}

/* the most that a solver asks for, for n unknowns, m free ones among them in the mLCP form */
static double solver_scratch(const mb_world *w, double n, double m)
{
    const int lcp = (int)fmin(n, MB_MAX_N), mixed = (int)fmin(n + m, MB_MAX_N);
    const int own = w->lcp_solver || w->mlcp_solver;
    double most = 0.0;

    if (own && w->solver_scratch)
        most = (double)w->solver_scratch(w->form == MB_FORM_MLCP ? mixed : lcp);
    if (!own || !w->solver_scratch) most = fmax(most, (double)ways_scratch(lcp));
    if (w->form == MB_FORM_MLCP) most = fmax(most, (double)mb_mlcp_lemke_scratch(mixed));
    if (w->form == MB_FORM_BOX)
        most = fmax(most, (double)(has_impulses(w) ? mb_mlcp_pgs_scratch(lcp) :
                                                     mb_mlcp_lemke_scratch(lcp)));
    return most;
}

/* for any form, and for islands of joints alone */
double mbw_direct_scratch(const mb_world *w, const mbw_size *most)
{
    const double nv = most->nv, m = nv + most->hold, R = most->rows, nc = most->contacts;
    const double made = nv * nv + 4.0 * nv + most->velocity_rows * nv + 7.0 * nc + R * nv + R * R +
                        8.0 * R;
    const double solving = 4.0 * (most->unknowns + m) + m * m + 4.0 * m + nv +
                           most->velocity_rows + R + 2.0 * nc;
    mb_dynamics d;

    memset(&d, 0, sizeof d);                                   /* as many unknowns, facets or not */
    d.nv = most->nv;
    d.nb = most->hold;
    d.nd = 2;
    d.nc = (int)(most->unknowns / 4.0) + 1;
    return 8.0 * (made + solving + 64.0) + (double)sizeof d + (double)mb_formulation_scratch(&d) +
           (double)mb_mlcp_judge_scratch((int)fmin(most->unknowns + m, MB_MAX_N)) +
           solver_scratch(w, most->unknowns, m);
}

static mb_status solve_in_form(mbw_step *s, mb_form form, int reduced, int again,
                               mb_arena scratch)
{
    mb_status status;
    problem p;

    memset(&p, 0, sizeof p);
    p.s = s;
    p.form = form;
    p.reduced = reduced;
    status = prepare(&p, again, &scratch);
    if (status != MB_OK) return status;
    status = p.linear ? solve_linear(&p, scratch) : solve_repeatedly(&p, scratch);
    if (status == MB_OK && !p.linear && !again && has_impulses(s->world)) exchange(KEEP, &p);
    return status;
}

mb_status mbw_show(mbw_step *s, mb_arena scratch)
{
    const mb_island *island = s->rows.island;
    const mb_info said = s->out->info;
    const mb_layout *at = &s->out->layout;
    mb_status status;
    problem p;

    memset(&p, 0, sizeof p);
    p.s = s;
    p.form = s->world->form;
    status = prepare(&p, 0, &scratch);
    if (status == MB_OK) status = formulate(&p, &scratch);
    if (status != MB_OK) return status;
    for (int i = 0; i < island->ncontact; i++) {
        const double slip = fabs(mbw_speed(&s->rows.contact[i].tangent, s->v));
        mb_impulse m = { 0, 0, 0, 0, s->p_n[i], s->p_t[i], slip };
        pass(RECALL, &m.normal, p.z + at->normal + i);
        if (p.w.d.nd > 0)
            pass_pair(RECALL, &p, &m, p.z + at->friction + i * at->nf / at->nn,
                      p.z + at->slip + i);
    }
    if (at->nv > 0) mbw_gather(s->world, island, s->v, p.z + at->v);
    s->out->info = said;
    return MB_OK;
}

/* The defaults for the other forms give up where that for LCPs does not: it is asked, too. Of
 * joints alone the LCP has no unknowns, and v+ only has to keep them: where they are nearly in
 * line, their impulses are so large that rounding leaves too much of M v+ in the equations. */
mb_status mbw_direct(mbw_step *s, int again, mb_arena scratch)
{
    const mb_world *world = s->world;
    const mb_status status = solve_in_form(s, world->form, 0, again, scratch);
    const int iterations = s->out->info.iterations;
    int linear;

    if (status <= 0 || world->mlcp_solver) return status;
    linear = only_joints(s->out->dynamics);
    if (world->form == MB_FORM_LCP && !linear) return status;
    (void)solve_in_form(s, MB_FORM_LCP, linear, again, scratch);
    s->out->info.iterations += iterations;
    return s->out->info.status;
}
