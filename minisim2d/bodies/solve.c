/* solve.c: an island's rows, solved by the first method that can
 *
 *     cone             the world's, for discs: no other method
 *     contact-newton   Newton's method in velocities, from the last step's impulses, until it has
 *                      cost as much as the next one would; in a safe step to its end
 *     lemke            of the dense problem, if there is memory for it; at once for problems that
 *                      rows cannot express: PEG's further facets, convex models, solvers of one's
 *                      own; in a safe step fischer-newton after it
 *     contact-pgs      sweeps, if there is not; at once if the world gives their number
 *
 * step.c makes the rows and uses v+ and the impulses; this file does not know their meaning. A
 * solution is accepted if it passes the test of MB_OK row by row; only sweeps may end at a residual
 * of 1e-3.
 */
#include <math.h>
#include <string.h>

#include "contact_rows.h"
#include "island.h"

#define SMALL 1e-6               /* part of the energy that errors of a solution may add, and */
#define LARGE 1e-2               /* that those of sweeps may */
#define AIM 1e-6                 /* the residual that sweeps aim at, */
#define ACCEPTED 1e-3            /* and the one that is accepted, if options.tol is 0 */
#define FILL 2.0                 /* blocks a body after elimination, times the log of bodies */
enum { FIRST = 100,              /* sweeps to AIM, */
       SWEEPS = 1000 };          /* and in all, if options.max_iter is 0 */

/* Costs of methods in multiplications, measured on heaps, towers and machines. */
#define PIVOT 1500.0             /* of Lemke's method, and */
#define PIVOT_ENTRY 0.125        /* for each entry of its matrix */
#define SWEEP_ROW 25.0           /* of a sweep, for each row, and */
#define HEAP_SWEEPS 300          /* how many a heap takes: from FIRST to SWEEPS */

/* ---- the island's size ----------------------------------------------------------------------- */

int mbw_is_rough(const mb_island *island)
{
    for (int i = 0; i < island->ncontact; i++)
        if (island->contact[i].mu > 0.0) return 1;
    return 0;
}

int mbw_is_facet(const mbw_step *s, int i)
{
    const mb_body_contact *c = s->rows.island->contact;

    return mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS && i > 0 &&
           c[i].group == c[i - 1].group;
}

int mbw_further_facets(const mbw_step *s)
{
    int count = 0;

    for (int i = 1; i < s->rows.island->ncontact; i++) count += mbw_is_facet(s, i);
    return count;
}

int mbw_unknowns(const mbw_step *s)
{
    const mb_island *island = s->rows.island;
    const int further = mbw_further_facets(s);
    int n = further + (island->ncontact - further) * (mbw_is_rough(island) ? 4 : 1);

    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *joint = s->world->joint + island->joint[i];
        n += mbw_count_rows(joint, MBW_LIMIT) + 3 * mbw_count_rows(joint, MBW_MOTOR);
    }
    return n + mbw_supports(s->world, island) *
                   (2 * mbw_support_rows(s->world) + (mbw_shared(s->world) ? 1 : 2));
}

static int has_supports(const mbw_step *s)
{
    return !s->rows.still && mbw_supports(s->world, s->rows.island) > 0;
}

static int has_discs(const mbw_step *s) { return s->world->sides == MB_DISC && has_supports(s); }

/* Do rows express the whole problem? Not with motors that share an effort. An island without
 * contacts and inequalities has the same problem in every model, and for every solver except those
 * of the form that keeps equations. */
static int rows_suffice(const mbw_step *s)
{
    const mb_world *w = s->world;

    if (s->rows.island->ncontact == 0 && mbw_unknowns(s) == 0)
        return !(w->form == MB_FORM_MLCP && w->mlcp_solver);
    if (mbw_shared(w) && has_supports(s)) return 0;
    return !w->lcp_solver && !w->mlcp_solver && !mb_formulations[w->formulation].cone &&
           mbw_further_facets(s) == 0;
}

/* ---- the rows -------------------------------------------------------------------------------- */

typedef struct {
    mbw_step *s;
    mb_contact_rows rows;        /* contact i: its normal, then its tangent; then the joints' */
    int again;                   /* see mbw_solve */
    int *body, *findex;          /* the arrays of rows */
    double *J, *b, *lo, *hi, *soft, *z, *dv;
} sparse;

/* row i, stiff; returns its velocity without impulses */
static double put_row(sparse *w, int i, const mbw_row *row, double lo, double hi, int findex)
{
    for (int k = 0; k < 2; k++)
        w->body[2 * i + k] = row->body[k] < 0 ? -1 : w->s->place[row->body[k]];
    memcpy(w->J + 6 * i, row->J, sizeof row->J);
    w->lo[i] = lo;
    w->hi[i] = hi;
    w->findex[i] = findex;
    w->soft[i] = 0.0;
    return mbw_speed(row, w->s->v0);
}

static void put_contacts(sparse *w)
{
    const mb_island *island = w->s->rows.island;

    for (int i = 0; i < island->ncontact; i++) {
        const mbw_contact *row = w->s->rows.contact + i;
        const double mu = island->contact[i].mu;
        w->b[2 * i] = put_row(w, 2 * i, &row->normal, 0.0, HUGE_VAL, -1) + row->bias;
        w->soft[2 * i] = row->soft;
        w->b[2 * i + 1] = put_row(w, 2 * i + 1, &row->tangent, -mu, mu, 2 * i);
    }
}

/* J v+ + p/(h c^) + k gap/c^ = 0, c^ = c + h k; in Poisson's second half it does not act again */
static double put_spring(sparse *w, int i, const mbw_joint_row *row)
{
    const mb_world *world = w->s->world;
    const mb_joint *joint = world->joint + row->joint;
    const double c = joint->damping + world->h * joint->stiffness;
    const double speed = put_row(w, i, &row->row, -HUGE_VAL, HUGE_VAL, -1);

    w->soft[i] = 1.0 / (world->h * c);
    return w->again ? 0.0 : speed + joint->stiffness * row->gap / c;
}

/* the gaps of joints and limits include the motion of driven bodies */
static void put_joints(sparse *w)
{
    const mb_world *world = w->s->world;
    const mbw_rows *rows = &w->s->rows;

    for (int k = 0, i = 2 * rows->island->ncontact; k < rows->njoint; k++, i++) {
        const mbw_joint_row *row = rows->joint + k;
        const double most = row->kind == MBW_MOTOR ? world->h * row->effort : HUGE_VAL;
        if (row->kind == MBW_SPRING) {
            w->b[i] = put_spring(w, i, row);
            continue;
        }
        w->b[i] = put_row(w, i, &row->row, row->kind == MBW_LIMIT ? 0.0 : -most, most, -1);
        w->soft[i] = row->soft;
        w->b[i] += row->gap / world->h - row->speed - mbw_drift(world, &row->row);
        if (mbw_mobility(world, &row->row) > 0.0 || fabs(mbw_drift(world, &row->row)) > 0.0)
            continue;
        w->b[i] = w->lo[i] = w->hi[i] = 0.0;                   /* it moves no body */
        w->soft[i] = 1.0;
    }
}

static void put_masses(sparse *w, double *Minv)
{
    const mb_island *island = w->s->rows.island;

    memset(Minv, 0, 9 * (size_t)island->nbody * sizeof *Minv);
    for (int i = 0; i < island->nbody; i++) {
        const mb_body *b = w->s->world->body + island->body[i];
        Minv[9 * i] = Minv[9 * i + 4] = 1.0 / b->mass;
        if (b->inertia > 0.0) Minv[9 * i + 8] = 1.0 / b->inertia;
    }
}

/* in memory from arena; 0: no room */
static int make(sparse *w, mbw_step *s, int again, mb_arena *arena)
{
    const mbw_rows *rows = &s->rows;
    const int n = 2 * rows->island->ncontact + rows->njoint, nbody = rows->island->nbody;
    double *Minv = mb_arena_matrix(arena, nbody, 9);

    memset(w, 0, sizeof *w);
    w->s = s;
    w->again = again;
    w->body = mb_arena_ints(arena, 2 * n);
    w->findex = mb_arena_ints(arena, n);
    w->J = mb_arena_matrix(arena, n, 6);
    w->b = mb_arena_matrix(arena, n, 5);
    w->dv = mb_arena_matrix(arena, nbody, 3);
    if (!Minv || !w->body || !w->findex || !w->J || !w->b || !w->dv) return 0;
    w->lo = w->b + n;
    w->hi = w->b + 2 * n;
    w->z = w->b + 3 * n;
    w->soft = w->b + 4 * n;
    memset(w->z, 0, (size_t)n * sizeof *w->z);
    put_masses(w, Minv);
    w->rows.nbody = nbody;
    w->rows.n = n;
    w->rows.Minv = Minv;
    w->rows.body = w->body;
    w->rows.J = w->J;
    w->rows.b = w->b;
    w->rows.lo = w->lo;
    w->rows.hi = w->hi;
    w->rows.findex = w->findex;
    w->rows.soft = w->soft;
    return 1;
}

/* ---- impulses from step to step -------------------------------------------------------------- */

static mb_impulse contact_key(const mb_body_contact *c)
{
    const mb_impulse key = { c->a, c->b, c->vertex, c->facet, 0.0, 0.0 };

    return key;
}

static mb_impulse joint_key(const mbw_joint_row *row)
{
    const mb_impulse key = { -2, row->joint, (int)row->kind, row->part, 0.0, 0.0 };

    return key;
}

static int same(const mb_impulse *x, const mb_impulse *y)
{
    return x->a == y->a && x->b == y->b && x->vertex == y->vertex && x->facet == y->facet;
}

/* *m's impulse of the last step, if it existed. Contacts are nearly in the order of the step
 * before, so the search begins where the last one ended. */
static void recall(mbw_step *s, mb_impulse *m)
{
    const mb_world *w = s->world;

    for (int k = 0; k < w->nwarm; k++) {
        const int i = (s->cursor + k) % w->nwarm;
        if (!same(w->warm + i, m)) continue;
        *m = w->warm[i];
        s->cursor = i + 1;
        return;
    }
}

/* z from the last step's impulses; if `keep`, this step's impulses from z, while there is room */
static void carry(sparse *w, int keep)
{
    mbw_step *s = w->s;
    const int nc = s->rows.island->ncontact;
    double *z = w->z;

    for (int i = 0; i < nc + s->rows.njoint; i++) {
        const int each = i < nc ? 2 : 1;
        mb_impulse m = i < nc ? contact_key(s->rows.island->contact + i) :
                                joint_key(s->rows.joint + i - nc);
        double *part[2] = { &m.normal, &m.tangent };
        if (!keep) recall(s, &m);
        for (int k = 0; k < each; k++, z++) *(keep ? part[k] : z) = *(keep ? z : part[k]);
        if (keep && s->nfresh < s->world->max_warm) s->fresh[s->nfresh++] = m;
    }
}

void mbw_put_impulses(mbw_step *s, const double *z)
{
    const int nc = s->rows.island->ncontact;

    for (int i = 0; i < nc; i++) {
        s->p_n[i] = z[2 * i];
        s->p_t[i] = z[2 * i + 1];
    }
    for (int i = 0, k = 0; i < s->rows.njoint; i++)
        if (s->rows.joint[i].kind == MBW_HOLD) s->p_b[k++] = z[2 * nc + i];
}

/* v+ = v0 + dv, and the impulses by contact and joint */
static void take_result(sparse *w)
{
    mbw_step *s = w->s;
    const mbw_rows *rows = &s->rows;

    for (int i = 0; i < rows->island->nbody; i++)
        for (int k = 0; k < 3; k++) {
            const int at = 3 * rows->island->body[i] + k;
            s->v[at] = s->v0[at] + w->dv[3 * i + k];
        }
    mbw_put_impulses(s, w->z);
}

/* the supports' impulses along x and y */
static void put_supports(sparse *w)
{
    const mbw_step *s = w->s;

    for (int i = 0; i < s->rows.njoint; i++) {
        const mbw_joint_row *row = s->rows.joint + i;
        const double z = w->z[2 * s->rows.island->ncontact + i];
        double *p;
        if (!mbw_is_support(s->world, row)) continue;
        p = s->p_s + 2 * (row->joint - s->world->njoint);
        if (row->part == 0) p[0] = p[1] = 0.0;
        for (int k = 0; k < 2; k++) p[k] += z * row->row.J[1][k];
    }
}

/* the problem as solved: rows, without a matrix */
static void show(sparse *w, const char *solver)
{
    mb_island_step *out = w->s->out;

    memset(&out->problem, 0, sizeof out->problem);
    out->dynamics = NULL;
    out->problem.n = w->rows.n;
    out->problem.b = w->b;
    out->problem.lo = w->lo;
    out->problem.hi = w->hi;
    out->problem.findex = w->findex;
    out->z = w->z;
    out->solver = solver;
}

/* ---- the methods ----------------------------------------------------------------------------- */

/* It is abandoned once it has cost as much as the next method would: about n pivots, or the sweeps
 * to the first aim. Not in a safe step, which is the last way: in jams Lemke's method fails by
 * rounding earlier than this one. */
static mb_status by_newton(sparse *w, mb_arena scratch)
{
    const double n = 1.0 + mbw_unknowns(w->s) + w->s->nhold;
    mb_options o = w->s->world->options;
    mb_status status;

    o.max_iter = 0;
    w->rows.work = w->s->large ? HEAP_SWEEPS * SWEEP_ROW * w->rows.n :
                   w->s->rows.part > 0.0 ? n * (PIVOT + PIVOT_ENTRY * n * n) : 0.0;
    show(w, "contact-newton");
    status = mb_contact_newton(&w->rows, &o, w->z, w->dv, &w->s->out->info, scratch);
    if (status == MB_OK && w->s->out->info.iterations == 0) w->s->out->solver = NULL;
    return status == MB_NO_MEMORY ? MB_MAX_ITER : status;      /* fill exceeded FILL */
}

/* Sweeps until z passes the test of MB_OK, or at least its residual is small enough: the other half
 * of the test, w small beside b, would take many more sweeps. Bodies at rest creep at a speed
 * proportional to the residual, so a small one is aimed at; in an impact a larger one suffices. */
static mb_status by_sweeps(sparse *w, mb_arena scratch)
{
    const mb_options *opt = &w->s->world->options;
    const double aim = opt->tol > 0.0 ? opt->tol : AIM, accepted = opt->tol > 0.0 ? aim : ACCEPTED;
    const int most = opt->max_iter > 0 ? opt->max_iter : SWEEPS;
    mb_info *info = &w->s->out->info;
    mb_options o = *opt;
    mb_status status;
    int first;

    show(w, "contact-pgs");
    w->rows.conjugate = 1;
    w->rows.enough = aim;
    o.max_iter = aim < accepted && most > FIRST ? FIRST : most;
    status = mb_contact_pgs(&w->rows, &o, w->z, w->dv, info, scratch);
    first = info->iterations;
    if (status <= 0) return status;
    w->s->rows.tolerance = LARGE;
    if (status == MB_MAX_ITER && info->residual > accepted && first < most) {
        w->rows.enough = accepted;
        o.max_iter = most - first;
        status = mb_contact_pgs(&w->rows, &o, w->z, w->dv, info, scratch);
        info->iterations += first;
    }
    if (status > 0 && info->residual <= accepted) status = MB_OK;
    return info->status = status;
}

/* The world's number of sweeps; their result is used, a solution or not. */
static mb_status by_given_sweeps(sparse *w, mb_arena scratch)
{
    mb_options o = w->s->world->options;
    mb_status status;

    show(w, "contact-pgs");
    o.max_iter = w->s->world->sweeps;
    status = mb_contact_pgs(&w->rows, &o, w->z, w->dv, &w->s->out->info, scratch);
    if (status != MB_OK && status != MB_MAX_ITER && status != MB_STALLED) return status;
    if (status > 0 || !w->again) w->s->unsolved = status;      /* the last repeat's */
    take_result(w);
    return MB_OK;
}

/* v+, the impulses, and, except by the dense problem, z of the present rows */
static mb_status solve_rows(sparse *w, mb_arena scratch)
{
    const int suffice = rows_suffice(w->s), nc = w->s->rows.island->ncontact;
    const int safe = !(w->s->rows.part > 0.0) && !w->s->world->mlcp_solver;
    const mb_form form = suffice || safe ? MB_FORM_LCP : w->s->world->form;
    mb_info *info = &w->s->out->info;
    mb_status status = MB_MAX_ITER;
    int iterations = 0;

    for (int i = 0; i < w->s->rows.island->nbody; i++) w->s->place[w->s->rows.island->body[i]] = i;
    put_contacts(w);
    put_joints(w);
    w->s->rows.tolerance = SMALL;
    if (w->s->world->sweeps > 0) return by_given_sweeps(w, scratch);
    if (has_discs(w->s)) return mbw_cone(w->s, w->again, w->z, scratch);
    if (suffice) {
        status = by_newton(w, scratch);
        iterations = info->iterations;
        if (status == MB_OK) take_result(w);
    }
    if (status == MB_OK) return status;
    if (!w->s->large) {
        status = mbw_direct(w->s, form, w->again, w->z + 2 * nc, scratch);
        for (int i = 0; i < nc && status == MB_OK; i++) {
            w->z[2 * i] = w->s->p_n[i];
            w->z[2 * i + 1] = w->s->p_t[i];
        }
    } else {
        status = by_sweeps(w, scratch);
        if (status == MB_OK) take_result(w);
    }
    info->iterations += iterations;
    return status;
}

mb_status mbw_solve(mbw_step *s, int again, mb_arena scratch)
{
    const mb_world *world = s->world;
    mb_island_step *out = s->out;
    const double start = world->clock ? world->clock() : 0.0;
    int solves = 0;
    mb_status status;
    sparse w;

    s->large = mbw_unknowns(s) > mbw_least_large(world) && !has_discs(s);
    if (!make(&w, s, again, &scratch)) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    if (!again && world->warm) carry(&w, 0);
    do {
        status = solve_rows(&w, scratch);
        s->iterations += out->info.iterations;
        out->solves += out->solver != NULL;
    } while (mbw_once_more(&s->rows, status, s->v, ++solves));
    out->seconds += world->clock ? world->clock() - start : 0.0;
    if (status == MB_OK) put_supports(&w);
    if (status == MB_OK && !again && world->warm) carry(&w, 1);
    if (status == MB_OK && world->show && world->observer && !again && rows_suffice(s) && !s->large)
        return mbw_show(s, w.z + 2 * s->rows.island->ncontact, scratch);
    return status;
}

double mbw_rows_scratch(int nbody, int nc, int rows)
{
    mb_contact_rows p;

    memset(&p, 0, sizeof p);
    p.nbody = nbody;
    p.n = 2 * nc + rows;
    p.conjugate = 1;
    return 8.0 * (12.0 * nbody + 13.0 * (2.0 * nc + rows) + 16.0) +          /* make()'s */
           fmax((double)mb_contact_pgs_scratch(&p),
                (double)mb_contact_newton_scratch(&p, FILL * (1.0 + log2(1.0 + nbody))));
}
