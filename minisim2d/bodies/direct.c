/* direct.c: an island's rows as mb_dynamics, and their problem in one of mbsim.h's forms, dense,
 * solved by one of its solvers
 *
 *     M v+ = M v + Jn' p_n + Jf' p_f + Jb' p_b + Jl' p_l + Jm' p_m + h f
 *
 * Velocities are those of the dynamic bodies alone, three each, two where a body does not turn.
 * The contribution of driven bodies to a row is known and goes to its right-hand side. The solver
 * is Lemke's method, or the world's own; or, for discs, world->cone, for the data themselves. A z
 * is accepted only if it passes the test of MB_OK and satisfies its joints.
 */
#include "island.h"

#include <math.h>
#include <string.h>

#define DEPENDENT 1e-12          /* a row of Jb is redundant if its squared distance to the others'
                                    span is below this part of its square */

/* An island's rows as mb_dynamics. */
typedef struct {
    const mbw_rows *rows;
    mb_dynamics d;
    int *place;                  /* place[nbody]: of a body's first velocity; -1: not dynamic */
    int *kept;                   /* kept[rows->njoint]: in d's rows; -1: redundant, a spring */
    double *v, *p_ext;           /* d's */
} dynamics;

static void zero(int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = 0.0;
}

/* ---- the island's velocities ----------------------------------------------------------------- */

static int velocities(const mb_world *w, int body) { return w->body[body].inertia > 0.0 ? 3 : 2; }

/* the island's nv, and place[] of its bodies; that of others stays */
static int set_place(const mb_world *world, const mb_island *island, int *place)
{
    int nv = 0;

    for (int i = 0; i < island->nbody; i++) {
        place[island->body[i]] = nv;
        nv += velocities(world, island->body[i]);
    }
    return nv;
}

/* the island's velocities among the world's, and back */
static void spread(const mb_world *world, const mb_island *island, const double *v, double *v_world)
{
    for (int i = 0; i < island->nbody; i++) {
        const int body = island->body[i];
        for (int k = 0; k < velocities(world, body); k++) v_world[3 * body + k] = *v++;
    }
}

static void gather(const mb_world *world, const mb_island *island, const double *v_world, double *v)
{
    for (int i = 0; i < island->nbody; i++) {
        const int body = island->body[i];
        for (int k = 0; k < velocities(world, body); k++) *v++ = v_world[3 * body + k];
    }
}

/* sign times a row, in the island's columns */
static void put_row(const dynamics *w, double sign, const mbw_row *row, double *out)
{
    zero(w->d.nv, out);
    for (int i = 0; i < 2; i++) {
        const int body = row->body[i];
        if (body < 0 || w->place[body] < 0) continue;
        for (int k = 0; k < velocities(w->rows->world, body); k++)
            out[w->place[body] + k] = sign * row->J[i][k];
    }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static int make_bodies(dynamics *w, double **mass_matrix, mb_arena *arena)
{
    const mb_world *world = w->rows->world;
    const mb_island *island = w->rows->island;
    const int nv = w->d.nv;
    double *M = *mass_matrix = mb_arena_matrix(arena, nv, nv);

    w->v = mb_arena_doubles(arena, nv);
    w->p_ext = mb_arena_doubles(arena, nv);
    if (!M || !w->v || !w->p_ext) return 0;
    zero(nv * nv, M);
    for (int i = 0; i < island->nbody; i++) {
        const int body = island->body[i], at = w->place[body];
        const mb_body *b = world->body + body;
        for (int k = 0; k < velocities(world, body); k++) {
            const double weight = k < 2 ? b->mass * world->gravity[k] : 0.0;
            M[(at + k) * nv + at + k] = k < 2 ? b->mass : b->inertia;
            w->p_ext[at + k] = world->h * (weight + world->force[3 * body + k]);
        }
    }
    gather(world, island, world->v, w->v);
    w->d.M = M;
    w->d.v = w->v;
    w->d.p_ext = w->p_ext;
    return 1;
}

/* A spring and damper acts at the end of the step, by -k (s + h J v+ - rest) - c J v+ on its
 * coordinate s. Its terms in v+ are added to M, here on both sides:
 *
 *     M^ = M + h (c + h k) J'J,    M^ v+ = M^ v + p_ext - h (k (s - rest) + (c + h k) J v) J'
 */
static int add_spring(dynamics *w, const mbw_joint_row *row, double *M, mb_arena scratch)
{
    const mb_world *world = w->rows->world;
    const mb_joint *joint = world->joint + row->joint;
    const int nv = w->d.nv;
    const double h = world->h, c = joint->damping + h * joint->stiffness;
    const double p = -h * (joint->stiffness * row->gap + c * mbw_speed(&row->row, world->v));
    double *J = mb_arena_doubles(&scratch, nv);

    if (!J) return 0;
    put_row(w, 1.0, &row->row, J);
    for (int i = 0; i < nv; i++) {
        w->p_ext[i] += p * J[i];
        if (!(fabs(J[i]) > 0.0)) continue;
        for (int j = 0; j < nv; j++) M[i * nv + j] += h * c * J[i] * J[j];
    }
    return 1;
}

/* ---- contacts -------------------------------------------------------------------------------- */

static int make_contacts(dynamics *w, mb_arena *arena)
{
    const mb_world *world = w->rows->world;
    const mb_island *island = w->rows->island;
    const int nc = island->ncontact, nv = w->d.nv, nd = mbw_is_rough(island) ? 2 : 0;
    double *Jn = mb_arena_matrix(arena, nc, nv), *Jf = mb_arena_matrix(arena, nc * nd, nv);
    double *psi = mb_arena_matrix(arena, nc, 4 + nd), *mu = psi + nc;
    double *dpsi_dt = psi + 2 * nc, *bias = psi + 3 * nc, *dpsif_dt = psi + 4 * nc;
    int *group = mb_arena_ints(arena, nc);

    if (!Jn || !Jf || !psi || !group) return 0;
    for (int i = 0; i < nc; i++) {
        const mbw_contact *row = w->rows->contact + i;
        psi[i] = island->contact[i].psi;
        mu[i] = island->contact[i].mu;
        bias[i] = row->bias;
        group[i] = island->contact[i].group;
        put_row(w, 1.0, &row->normal, Jn + i * nv);
        dpsi_dt[i] = mbw_drift(world, &row->normal);
        for (int k = 0; k < nd; k++) {                         /* t, and its opposite */
            const double sign = k == 0 ? 1.0 : -1.0;
            put_row(w, sign, &row->tangent, Jf + (i * nd + k) * nv);
            dpsif_dt[i * nd + k] = sign * mbw_drift(world, &row->tangent);
        }
    }
    w->d.nc = nc;
    w->d.nd = nd;
    w->d.Jn = Jn;
    w->d.Jf = Jf;
    w->d.psi = psi;
    w->d.mu = mu;
    w->d.group = group;
    w->d.dpsi_dt = dpsi_dt;
    w->d.dpsif_dt = dpsif_dt;
    w->d.bias = bias;
    return 1;
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* the row of J farthest from the span of the kept ones; -1: all others lie in it */
static int farthest(int n, const double *rest, const double *own, const int *kept)
{
    int best = -1;

    for (int i = 0; i < n; i++)
        if (kept[i] < 0 && rest[i] > DEPENDENT * own[i] &&
            (best < 0 || rest[i] * own[best] > rest[best] * own[i]))
            best = i;
    return best;
}

/* x' D^-1 y, D^-1 as an array */
static double mobility(int n, const double *inverse, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * inverse[i] * y[i];
    return sum;
}

/* Redundant rows, of a joint listed twice or of a linkage in a line, would make the problem
 * singular. kept[i] = 1 for a maximal set of independent rows, else -1: by a pivoted Cholesky
 * factorisation of J D^-1 J', whose diagonal is the squared distance of a row from the span of
 * those before it. D, the diagonal of M, weights metres and angles. */
static int independent(int n, int nv, const double *M, const double *J, int *kept,
                       mb_arena scratch)
{
    double *L = mb_arena_matrix(&scratch, n, n), *rest = mb_arena_doubles(&scratch, n);
    double *own = mb_arena_doubles(&scratch, n), *inverse = mb_arena_doubles(&scratch, nv);

    if (!L || !rest || !own || !inverse) return 0;
    for (int i = 0; i < nv; i++) inverse[i] = 1.0 / M[i * nv + i];
    for (int i = 0; i < n; i++) {
        rest[i] = own[i] = mobility(nv, inverse, J + i * nv, J + i * nv);
        kept[i] = -1;
    }
    for (int k = 0; k < n; k++) {                              /* l: column k of the factor */
        const int p = farthest(n, rest, own, kept);
        double *l = L + k * n, root;
        if (p < 0) return 1;
        for (int i = 0; i < n; i++) {
            l[i] = kept[i] < 0 ? mobility(nv, inverse, J + i * nv, J + p * nv) : 0.0;
            for (int j = 0; j < k && kept[i] < 0; j++) l[i] -= L[j * n + i] * L[j * n + p];
        }
        kept[p] = 1;
        root = sqrt(rest[p]);
        for (int i = 0; i < n; i++) {
            l[i] /= root;
            rest[i] -= l[i] * l[i];
        }
    }
    return 1;
}

/* the rows of one kind in J, without redundant ones of joints. Returns how many, -1: no room. */
static int make_rows(dynamics *w, mbw_kind kind, double **J, mb_arena *arena)
{
    const int nv = w->d.nv, n = mbw_rows_of(w->rows, kind);
    int *kept = mb_arena_ints(arena, n), used = 0;

    *J = mb_arena_matrix(arena, n, nv);
    if (!*J || !kept) return -1;
    for (int i = 0, k = 0; i < w->rows->njoint; i++)
        if (w->rows->joint[i].kind == kind) put_row(w, 1.0, &w->rows->joint[i].row, *J + k++ * nv);
    for (int k = 0; k < n; k++) kept[k] = 1;
    if (kind == MBW_HOLD && !independent(n, nv, w->d.M, *J, kept, *arena)) return -1;
    for (int i = 0, k = 0; i < w->rows->njoint; i++) {
        if (w->rows->joint[i].kind != kind || kept[k++] < 0) continue;
        memmove(*J + used * nv, *J + (k - 1) * nv, (size_t)nv * sizeof **J);
        w->kept[i] = used++;
    }
    return used;
}

/* the rows of a support, which are adjacent, share its effort */
static int make_share(dynamics *w, mb_arena *arena)
{
    const mbw_rows *rows = w->rows;
    int *share;

    if (!mbw_shared(rows->world)) return 1;
    w->d.share = share = mb_arena_ints(arena, w->d.nm);
    if (!share) return 0;
    for (int i = 0; i < rows->njoint; i++)
        if (rows->joint[i].kind == MBW_MOTOR) share[w->kept[i]] = rows->joint[i].joint;
    return 1;
}

static int make_joints(dynamics *w, mb_arena *arena)
{
    const mbw_rows *rows = w->rows;
    double *Jb, *Jl, *Jm, *gap[3], *effort;

    w->kept = mb_arena_ints(arena, rows->njoint);
    if (!w->kept) return 0;
    for (int i = 0; i < rows->njoint; i++) w->kept[i] = -1;
    w->d.nb = make_rows(w, MBW_HOLD, &Jb, arena);
    w->d.nl = make_rows(w, MBW_LIMIT, &Jl, arena);
    w->d.nm = make_rows(w, MBW_MOTOR, &Jm, arena);
    if (w->d.nb < 0 || w->d.nl < 0 || w->d.nm < 0) return 0;
    gap[MBW_HOLD] = mb_arena_doubles(arena, w->d.nb);
    gap[MBW_LIMIT] = mb_arena_doubles(arena, w->d.nl);
    gap[MBW_MOTOR] = mb_arena_doubles(arena, w->d.nm);         /* the speed */
    effort = mb_arena_doubles(arena, w->d.nm);
    if (!gap[MBW_HOLD] || !gap[MBW_LIMIT] || !gap[MBW_MOTOR] || !effort) return 0;
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        const int k = w->kept[i];
        if (k < 0) continue;
        gap[row->kind][k] = row->kind == MBW_MOTOR ? row->speed : row->gap;
        if (row->kind == MBW_MOTOR) effort[k] = row->effort;
    }
    w->d.Jb = Jb;
    w->d.phi = gap[MBW_HOLD];
    w->d.Jl = Jl;
    w->d.psi_l = gap[MBW_LIMIT];
    w->d.Jm = Jm;
    w->d.speed = gap[MBW_MOTOR];
    w->d.effort = effort;
    return make_share(w, arena);
}

/* ---- all parts together ---------------------------------------------------------------------- */

/* all of d, in memory from arena; 0: no room */
static int make_dynamics(dynamics *w, mb_arena *arena)
{
    const mb_world *world = w->rows->world;
    double *M;

    memset(&w->d, 0, sizeof w->d);
    w->d.h = world->h;
    w->d.nv = set_place(world, w->rows->island, w->place);
    if (!make_bodies(w, &M, arena) || !make_contacts(w, arena) || !make_joints(w, arena)) return 0;
    for (int i = 0; i < w->rows->njoint; i++)
        if (w->rows->joint[i].kind == MBW_SPRING && !add_spring(w, w->rows->joint + i, M, *arena))
            return 0;
    return 1;
}

mb_status mb_world_dynamics(const mb_world *world, const mb_island *island, mb_dynamics *out,
                            mb_arena *arena)
{
    mb_arena a = *arena;
    mbw_rows rows;
    dynamics w;

    if (!mbw_rows_begin(world, &rows, &a)) return MB_NO_MEMORY;
    rows.island = island;
    w.rows = &rows;
    w.place = mb_arena_ints(&a, world->nbody);
    if (!w.place) return MB_NO_MEMORY;
    for (int i = 0; i < world->nbody; i++) w.place[i] = -1;
    if (!mbw_contact_rows(&rows, &a) || !mbw_joint_rows(&rows, &a) ||
        !make_dynamics(&w, &a))
        return MB_NO_MEMORY;
    *arena = a;
    *out = w.d;
    return MB_OK;
}

/* ---- the problem ----------------------------------------------------------------------------- */

/* an island's problem, and how it was made */
typedef struct {
    mbw_step *s;
    dynamics w;
    mb_form form;
    double *z;
} problem;

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

/* adds to w of contacts and limits that give way the part of their own impulse */
static void soften(problem *p)
{
    const mb_layout *at = &p->s->out->layout;
    const mbw_rows *rows = &p->s->rows;
    const int n = at->n;
    double *A;

    memcpy(&A, &p->s->out->problem.A, sizeof A);               /* made here, so it may be changed */
    for (int i = 0; i < rows->island->ncontact; i++)
        A[(at->normal + i) * (n + 1)] += rows->contact[i].soft;
    for (int i = 0; i < rows->njoint; i++)
        if (rows->joint[i].kind == MBW_LIMIT)
            A[(at->limit + p->w.kept[i]) * (n + 1)] += rows->joint[i].soft;
}

/* the island's dynamics */
static mb_status prepare_data(problem *p, mbw_step *s, int again, mb_arena *arena)
{
    mb_island_step *out = s->out;
    mb_dynamics *d = (mb_dynamics *)mbw_take(arena, 1, sizeof *d);

    p->s = s;
    p->w.rows = &s->rows;
    p->w.place = s->place;
    if (!d || !make_dynamics(&p->w, arena)) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    if (again) {                                               /* forces have already acted */
        gather(s->world, s->rows.island, s->v0, p->w.v);
        p->w.d.p_ext = NULL;
    }
    *d = p->w.d;
    out->dynamics = d;
    return MB_OK;
}

/* the layout of its problem, z = 0, and the problem */
static mb_status prepare(problem *p, mbw_step *s, mb_form form, int again, mb_arena *arena)
{
    mb_status status = prepare_data(p, s, again, arena);
    const mb_dynamics *d = s->out->dynamics;
    mb_island_step *out = s->out;

    if (status != MB_OK) return status;
    p->form = form;
    if (mb_layout_of(d, s->world->formulation, p->form, &out->layout) != MB_OK)
        return mb_check_dynamics(d, &out->info);
    out->z = p->z = mb_arena_doubles(arena, out->layout.n);
    if (!p->z) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    for (int i = 0; i < out->layout.n; i++) p->z[i] = 0.0;
    status = formulate(p, arena);
    if (status == MB_OK && s->rows.soft > 0.0) soften(p);
    return status;
}

/* ---- impulses in z --------------------------------------------------------------------------- */

/* An impulse is the difference z[0] - z[1] of two unknowns >= 0; in the box form z[0]. */
static void put_pair(const problem *p, double impulse, double *z)
{
    z[0] = p->form == MB_FORM_BOX ? impulse : fmax(impulse, 0.0);
    if (p->form != MB_FORM_BOX) z[1] = fmax(-impulse, 0.0);
}

/* where motor k's impulse is in z */
static double *motor_of(const problem *p, int k)
{
    return p->z + p->s->out->layout.motor + (p->form == MB_FORM_BOX ? k : 2 * k);
}

/* p_joint[njoint] := impulses of the joints' rows in z; springs are part of M */
static void get_joints(const problem *p, const double *p_b, double *p_joint)
{
    const mb_layout *at = &p->s->out->layout;

    for (int i = 0; i < p->s->rows.njoint; i++) {
        const mbw_kind kind = p->s->rows.joint[i].kind;
        const int k = p->w.kept[i];
        const double *z;
        p_joint[i] = 0.0;
        if (k < 0) continue;
        if (kind == MBW_HOLD) p_joint[i] = p_b[k];
        if (kind == MBW_LIMIT) p_joint[i] = p->z[at->limit + k];
        if (kind != MBW_MOTOR) continue;
        z = motor_of(p, k);
        p_joint[i] = p->form == MB_FORM_BOX ? z[0] : z[0] - z[1];
    }
}

/* z := the result of the rows: impulses, slips and velocities */
static void put_result(problem *p, const double *p_joint)
{
    const mbw_step *s = p->s;
    const mb_layout *at = &s->out->layout;
    const int each = p->form == MB_FORM_BOX ? p->w.d.nd / 2 : p->w.d.nd;
    double *slip = p->z + at->slip;

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        p->z[at->normal + i] = s->p_n[i];
        if (p->w.d.nd == 0) continue;
        put_pair(p, s->p_t[i], p->z + at->friction + i * each);
        if (at->ns > 0) *slip++ = fabs(mbw_speed(&s->rows.contact[i].tangent, s->v));
    }
    for (int i = 0; i < s->rows.njoint; i++) {
        const mbw_joint_row *row = s->rows.joint + i;
        const int k = p->w.kept[i];
        if (k < 0) continue;
        if (row->kind == MBW_HOLD && at->nb > 0) p->z[at->b + k] = p_joint[i];
        if (row->kind == MBW_LIMIT) p->z[at->limit + k] = p_joint[i];
        if (row->kind != MBW_MOTOR) continue;
        put_pair(p, p_joint[i], motor_of(p, k));
        if (at->ns > 0)
            *slip++ = fabs(mbw_speed(&row->row, s->v) - mbw_drift(s->world, &row->row) -
                           row->speed);
    }
    if (at->nv > 0) gather(s->world, s->rows.island, s->v, p->z + at->v);
}

mb_status mbw_show(mbw_step *s, const double *p_joint, mb_arena scratch)
{
    const mb_info said = s->out->info;
    problem p;
    const mb_status status = prepare(&p, s, s->world->form, 0, &scratch);

    if (status != MB_OK) return status;
    put_result(&p, p_joint);
    s->out->info = said;
    return MB_OK;
}

/* ---- solving --------------------------------------------------------------------------------- */

static const char *solver_name(mb_lcp_solver *lcp, mb_mlcp_solver *mlcp)
{
    for (int i = 0; i < mb_solver_count; i++)
        if (lcp ? mb_solvers[i].lcp == lcp : mb_solvers[i].mlcp == mlcp) return mb_solvers[i].name;
    return "user";
}

/* The safe step is the last way. Lemke's method fails by rounding on some problems, of jams on
 * polygons and flush stacks in convex models, where b is 1e-12 beside .05; Newton's method does
 * not. If both fail, the status is Lemke's. */
static mb_status once_more(problem *p, mb_arena scratch)
{
    mb_island_step *out = p->s->out;
    const mb_lcp lcp = { out->problem.n, out->problem.A, out->problem.b };
    const mb_info info = out->info;

    for (int i = 0; i < lcp.n; i++) p->z[i] = 0.0;
    if (mb_fischer_newton(&lcp, &p->s->world->options, p->z, &out->info, scratch) == MB_OK) {
        out->solver = solver_name(mb_fischer_newton, NULL);
        return MB_OK;
    }
    out->info = info;
    return info.status;
}

static mb_status call_solver(problem *p, mb_arena scratch)
{
    const mb_world *world = p->s->world;
    mb_island_step *out = p->s->out;
    const mb_lcp lcp = { out->problem.n, out->problem.A, out->problem.b };
    mb_lcp_solver *const by = world->lcp_solver ? world->lcp_solver : mb_lemke;
    mb_mlcp_solver *const mixed = world->mlcp_solver ? world->mlcp_solver : mb_mlcp_lemke;

    if (p->form == MB_FORM_LCP) {
        mb_status status;
        out->solver = solver_name(by, NULL);
        status = by(&lcp, &world->options, p->z, &out->info, scratch);
        if (status <= 0 || world->lcp_solver || p->s->rows.part > 0.0) return status;
        return once_more(p, scratch);
    }
    out->solver = solver_name(NULL, mixed);
    return mixed(&out->problem, &world->options, p->z, &out->info, scratch);
}

/* Does v+ satisfy all joints, each in its own scale? MB_SINGULAR: it violates a redundant row,
 * which was left out; MB_STALLED: another one. */
static mb_status judge_joints(const problem *p)
{
    const mbw_step *s = p->s;

    s->out->broken = NULL;
    for (int i = 0; i < s->rows.njoint; i++) {
        const mbw_joint_row *row = s->rows.joint + i;
        if (!mbw_has_gap(row) || mbw_keeps(&s->rows, row, s->v0, s->v)) continue;
        s->out->broken = s->world->joint + row->joint;
        return row->kind == MBW_HOLD && p->w.kept[i] < 0 ? MB_SINGULAR : MB_STALLED;
    }
    return MB_OK;
}

/* v+ among the world's, if it satisfies the joints */
static mb_status take_velocities(const problem *p, const double *v)
{
    mb_status status;

    spread(p->s->world, p->s->rows.island, v, p->s->v);
    status = judge_joints(p);
    return status == MB_OK ? MB_OK : mbw_refuse(&p->s->out->info, status, -1);
}

/* the same, and the impulses */
static mb_status take_result(problem *p, double *p_joint, mb_arena scratch)
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
    get_joints(p, p_b, p_joint);
    for (int i = 0, k = 0; i < s->rows.njoint; i++)
        if (s->rows.joint[i].kind == MBW_HOLD) s->p_b[k++] = p_joint[i];
    return take_velocities(p, v);
}

mb_status mbw_direct(mbw_step *s, mb_form form, int again, double *p_joint, mb_arena scratch)
{
    problem p;
    mb_status status = prepare(&p, s, form, again, &scratch);

    if (status != MB_OK) return status;
    status = call_solver(&p, scratch);
    s->out->info.status = status;                              /* in case a solver did not */
    return status == MB_OK ? take_result(&p, p_joint, scratch) : status;
}

/* ---- discs ----------------------------------------------------------------------------------- */

/* copies between the rows of world->cone, p, and those of the island, z: to p or, if `back`, to z,
 * with 0 for redundant rows and springs */
static void exchange(const problem *p, int back, double *rows, double *z)
{
    const mb_dynamics *d = &p->w.d;
    const int each = d->nd > 0 ? 2 : 1, first[] = { d->nc * each, d->nc * each + d->nb,
                                                    d->nc * each + d->nb + d->nl };

    for (int i = 0; i < 2 * d->nc; i++) {
        double *row = rows + i / 2 * each + i % 2;
        if (i % 2 < each) *(back ? z + i : row) = *(back ? row : z + i);
        else if (back) z[i] = 0.0;
    }
    for (int i = 0; i < p->s->rows.njoint; i++) {
        double *own = z + 2 * d->nc + i, *row;
        const int k = p->w.kept[i];
        if (k < 0) {
            if (back) *own = 0.0;
            continue;
        }
        row = rows + first[p->s->rows.joint[i].kind] + k;      /* holds, limits, motors */
        *(back ? own : row) = *(back ? row : own);
    }
}

mb_status mbw_cone(mbw_step *s, int again, double *z, mb_arena scratch)
{
    const mb_world *world = s->world;
    const int nc = s->rows.island->ncontact;
    mb_status status;
    double *v, *rows;
    problem p;

    memset(&s->out->problem, 0, sizeof s->out->problem);
    s->out->solver = "cone";
    status = prepare_data(&p, s, again, &scratch);
    if (status != MB_OK) return status;
    v = mb_arena_doubles(&scratch, p.w.d.nv);
    rows = mb_arena_doubles(&scratch, 2 * nc + s->rows.njoint);
    if (!v || !rows) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    exchange(&p, 0, rows, z);
    status = world->cone(&p.w.d, &world->options, v, rows, &s->out->info, scratch);
    s->out->info.status = status;
    s->out->problem.n = 2 * nc + s->rows.njoint;
    if (status != MB_OK) return status;
    exchange(&p, 1, rows, z);
    mbw_put_impulses(s, z);
    return take_velocities(&p, v);
}

double mbw_cone_scratch(const mb_world *w, int nv, int rows)
{
    if (w->nsupport == 0 || w->sides != MB_DISC || !w->cone_scratch) return 0.0;
    return (double)w->cone_scratch(nv, rows) + 8.0 * (nv + rows + 8.0);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* the most scratch that a solver needs for n unknowns, m of them free in the mLCP form */
static double solver_scratch(const mb_world *w, double n, double m)
{
    const int lcp = (int)fmin(n, MB_MAX_N), mixed = (int)fmin(n + m, MB_MAX_N);
    const int own = w->form == MB_FORM_MLCP ? mixed : lcp;

    if (w->solver_scratch && (w->lcp_solver || w->mlcp_solver))
        return (double)w->solver_scratch(own);
    return fmax(w->form == MB_FORM_LCP ? (double)mb_lemke_scratch(lcp) :
                                         (double)mb_mlcp_lemke_scratch(own),
                (double)mb_fischer_newton_scratch(lcp));
}

double mbw_direct_scratch(const mb_world *w, const mbw_size *most)
{
    const double nv = most->nv, m = nv + most->hold, R = most->rows, nc = most->contacts;
    const double made = nv * nv + 4.0 * nv + most->velocity_rows * nv + 7.0 * nc + R * nv + R * R +
                        8.0 * R;
    const mb_formulation_row *f = mb_formulations + w->formulation;
    const double solving = 4.0 * (most->unknowns + m) + nv + most->velocity_rows + R + 2.0 * nc;
    mb_dynamics d;

    memset(&d, 0, sizeof d);                                   /* as many unknowns, facets or not */
    d.nv = most->nv;
    d.nb = most->hold;
    d.nd = 2;
    d.nc = (int)(most->unknowns / 4.0) + 1;
    return 8.0 * (made + solving + 64.0) + (double)sizeof d + (double)f->scratch(&d) +
           solver_scratch(w, most->unknowns, m);
}
