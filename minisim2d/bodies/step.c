/* step.c: one step of a world
 *
 *     controller -> detect -> islands -> formulate -> solve -> update -> observe
 *
 * Each island is a problem of its own, made by dynamics.c and solved here: free motion first, then
 * a solver; once more for the curvature of joints, for restitution in Poisson's way, or where there
 * is no solution. Nothing of the world's state changes before all islands are solved.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "island.h"

#define STRAIGHT 1e-14           /* [m] errors of joints that change by no more are the same */
#define REST 1e-14               /* of the free motion's speed: a body in contact stands still */
#define IDLE 1e-15               /* of |z|: rounding of an impulse that is 0 */

/* one island's step under way */
typedef struct {
    const mb_world *world;
    mb_island_step *out;         /* its pointers are the arrays below */
    mbw_dynamics w;
    double *v, *p_n, *p_f, *p_b; /* v+ and the impulses */
    double *e;                   /* e[nc]: Poisson's restitution of contacts that bounce */
    const double *free_v;        /* [3*nbody] velocities of all bodies without contacts, joints */
} island_step;

static mb_status done(mb_info *info, mb_status status, int iterations, double residual, int where)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = where;
    }
    return status;
}

static mb_status refuse(mb_info *info, mb_status status, int where)
{
    return done(info, status, 0, HUGE_VAL, where);
}

static double max_abs(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static int all_finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= DBL_MAX)) return 0;
    return 1;
}

/* ---- free motion ----------------------------------------------------------------------------- */

static void free_velocities(const mb_world *w, double *v)
{
    for (int i = 0; i < w->nbody; i++) {
        const mb_body *b = w->body + i;
        for (int k = 0; k < 3; k++) {
            const int at = 3 * i + k;
            const double inertia = k < 2 ? b->mass : b->inertia;
            v[at] = b->kind == MB_STATIC ? 0.0 : w->v[at];
            if (b->kind == MB_DYNAMIC && inertia > 0.0)
                v[at] += w->h * ((k < 2 ? w->gravity[k] : 0.0) + w->force[at] / inertia);
            if (b->kind == MB_DYNAMIC && !(inertia > 0.0)) v[at] = 0.0;
        }
    }
}

/* Does every group keep one of its facets open without an impulse? Then that is the solution. */
static int flies(const island_step *s)
{
    const mb_island *island = s->w.island;
    const int grouped = mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS;
    int open = 1;

    if (island->njoint > 0) return 0;
    for (int i = 0; i < island->ncontact; i++) {
        const mb_body_contact *c = island->contact + i;
        const int facet = grouped && i > 0 && c->group == c[-1].group;
        mbw_row normal, tangent;
        if (!open && !facet) return 0;
        if (!facet) open = 0;
        mbw_contact_rows(s->world, c, &normal, &tangent);
        open |= mbw_row_speed(&normal, s->free_v) + mbw_gap_rate(s->world, c) >= 0.0;
    }
    return open;
}

/* ---- restitution ----------------------------------------------------------------------------- */

/* slower contacts do not bounce: gravity gives as much in two steps */
static double least_impact(const mb_world *w)
{
    return w->impact > 0.0 ? w->impact : 2.0 * w->h * hypot(w->gravity[0], w->gravity[1]);
}

/* A contact bounces that would close in this step and approaches fast enough. Newton: it leaves with
 * e times the speed it came with. Poisson: it stops, for now. */
static void set_restitution(island_step *s)
{
    const mb_world *world = s->world;
    const double least = least_impact(world);

    for (int i = 0; i < s->w.d.nc; i++) {
        const mb_body_contact *c = s->w.island->contact + i;
        const double gap = world->formulation == MB_AP ? 0.0 : c->psi / world->h;
        double speed;
        mbw_row normal, tangent;
        s->e[i] = 0.0;
        if (!(c->e > 0.0)) continue;
        mbw_contact_rows(world, c, &normal, &tangent);
        speed = mbw_row_speed(&normal, world->v);
        if (!(gap + mbw_row_speed(&normal, s->free_v) < 0.0 && speed < -least)) continue;
        if (world->restitution == MB_RESTITUTION_NEWTON) {
            s->w.bias[i] = fmin(s->w.bias[i], c->e * speed);
        } else {
            s->w.bias[i] = fmin(s->w.bias[i], 0.0);
            s->e[i] = c->e;
        }
    }
}

/* ---- solving --------------------------------------------------------------------------------- */

static const char *solver_name(mb_lcp_solver *lcp, mb_mlcp_solver *mlcp)
{
    for (int i = 0; i < mb_solver_count; i++)
        if (lcp ? mb_solvers[i].lcp == lcp : mb_solvers[i].mlcp == mlcp) return mb_solvers[i].name;
    return "user";
}

static mb_status formulate(island_step *s, mb_form form, mb_arena *arena)
{
    const mb_formulation_row *f = mb_formulations + s->world->formulation;
    mb_island_step *out = s->out;
    mb_status status = mb_layout_of(&s->w.d, s->world->formulation, form, &out->layout);
    mb_lcp p = { 0, NULL, NULL };

    memset(&out->problem, 0, sizeof out->problem);
    if (status != MB_OK) return mb_check_dynamics(&s->w.d, &out->info);
    if (form == MB_FORM_MLCP) return f->mlcp(&s->w.d, &out->problem, &out->info, arena);
    if (form == MB_FORM_BOX) return f->box(&s->w.d, &out->problem, &out->info, arena);
    status = f->lcp(&s->w.d, &p, &out->info, arena);
    out->problem.n = p.n;
    out->problem.A = p.A;
    out->problem.b = p.b;
    return status;
}

/* 1 if z solves the step's problem; then its info says so */
static int solved(island_step *s, const double *z, int iterations)
{
    const double tol = s->world->options.tol > 0.0 ? s->world->options.tol : 1e-10;
    const double r = mb_mlcp_residual(&s->out->problem, z);

    if (!(r <= tol)) return 0;
    done(&s->out->info, MB_OK, iterations, r, -1);
    return 1;
}

/* An impulse of rounding size is 100 % wrong beside the bounds that it sets: an idle contact's
 * friction. */
static int solved_when_rounded(island_step *s, double *z)
{
    const int n = s->out->problem.n, iterations = s->out->info.iterations;
    const double idle = IDLE * max_abs(n, z);

    for (int i = 0; i < n; i++)
        if (fabs(z[i]) < idle) z[i] = 0.0;
    return solved(s, z, iterations);
}

static mb_status call_solver(island_step *s, double *z, mb_arena scratch)
{
    const mb_world *world = s->world;
    const mb_mlcp *p = &s->out->problem;
    const mb_lcp lcp = { p->n, p->A, p->b };
    mb_lcp_solver *const plain = world->lcp_solver ? world->lcp_solver : mb_lemke;
    mb_mlcp_solver *const mixed = world->mlcp_solver ? world->mlcp_solver :
                                  world->form == MB_FORM_BOX ? mb_mlcp_pgs : mb_mlcp_lemke;
    const int is_lcp = world->form == MB_FORM_LCP;
    const double start = world->clock ? world->clock() : 0.0;
    mb_status status;

    s->out->solver = solver_name(is_lcp ? plain : NULL, mixed);
    s->out->solves++;
    status = is_lcp ? plain(&lcp, &world->options, z, &s->out->info, scratch)
                    : mixed(p, &world->options, z, &s->out->info, scratch);
    s->out->seconds += world->clock ? world->clock() - start : 0.0;
    s->out->info.status = status;                              /* should a solver not fill it */
    if (status > 0 && solved_when_rounded(s, z)) return MB_OK;
    return status;
}

/* one problem: its solution in s->v, s->p_n, ... */
static mb_status solve(island_step *s, mb_arena scratch)
{
    mb_status status = formulate(s, s->world->form, &scratch);
    double *z;

    if (status != MB_OK) return status;
    z = mb_arena_doubles(&scratch, s->out->layout.n);
    if (!z) return refuse(&s->out->info, MB_NO_MEMORY, -1);
    s->out->z = z;
    status = mb_no_impulse(&s->w.d, &s->out->layout, &s->out->problem, z, scratch);
    if (status != MB_OK || !solved(s, z, 0)) {
        memset(z, 0, (size_t)s->out->layout.n * sizeof *z);
        status = call_solver(s, z, scratch);
        if (status != MB_OK) return status;
    }
    status = mb_step_result(&s->w.d, &s->out->layout, z, s->v, s->p_n, s->p_f, s->p_b, scratch);
    return status == MB_OK ? MB_OK : refuse(&s->out->info, status, -1);
}

static int repeats(const mb_world *w) { return w->curved < 0 ? 0 : w->curved > 0 ? w->curved : 2; }

/* Once more, as often as that is asked for and changes something, with joints and limits curved by
 * the speeds that the solve before gave. */
static mb_status solve_curved(island_step *s, mb_arena scratch)
{
    mb_status status = solve(s, scratch);

    for (int k = 0; status == MB_OK && k < repeats(s->world); k++) {
        const int iterations = s->out->info.iterations;
        if (mbw_curve(&s->w, s->v) <= STRAIGHT) return MB_OK;
        status = solve(s, scratch);
        s->out->info.iterations += iterations;
    }
    return status;
}

/* Only joints: linear equations, of which a repeat is another right-hand side. */
static mb_status solve_linear(island_step *s, mb_arena scratch)
{
    mb_island_step *out = s->out;
    const int nv = s->w.d.nv;
    mb_status status = formulate(s, MB_FORM_MLCP, &scratch);
    const int n = out->problem.n;
    double *LU = mb_arena_matrix(&scratch, n, n), *b = mb_arena_doubles(&scratch, n);
    double *z = mb_arena_doubles(&scratch, n);
    int *pivot = mb_arena_ints(&scratch, n);

    if (status != MB_OK) return status;
    if (!LU || !b || !z || !pivot) return refuse(&out->info, MB_NO_MEMORY, -1);
    memcpy(LU, out->problem.A, (size_t)n * (size_t)n * sizeof *LU);
    memcpy(b, out->problem.b, (size_t)n * sizeof *b);
    out->problem.b = b;
    out->z = z;
    out->solver = "lu";
    if (mb_lu_factor(n, LU, pivot) != MB_OK) return refuse(&out->info, MB_SINGULAR, -1);
    for (int k = 0; k <= repeats(s->world); k++) {
        if (k > 0 && mbw_curve(&s->w, z) <= STRAIGHT) break;
        for (int i = nv; i < n; i++) b[i] = s->w.phi[i - nv] / s->w.d.h;
        for (int i = 0; i < n; i++) z[i] = -b[i];
        mb_lu_solve(n, LU, pivot, z);
        out->solves++;
    }
    memcpy(s->v, z, (size_t)nv * sizeof *z);
    memcpy(s->p_b, z + nv, (size_t)(n - nv) * sizeof *z);
    return solved(s, z, out->solves) ? MB_OK : done(&out->info, MB_STALLED, out->solves, HUGE_VAL, -1);
}

/* Poisson's second half: contacts that bounce give back e times what stopped them, and what closes
 * by that is stopped. Penetration was undone in the first half. */
static mb_status give_back(island_step *s, mb_arena scratch)
{
    mb_dynamics *d = &s->w.d;
    const int nc = d->nc, impulses = nc * (1 + d->nd) + d->nb;
    const int iterations = s->out->info.iterations;
    double *first = mb_arena_doubles(&scratch, impulses);
    mb_status status;
    int bounces = 0;

    if (!first) return refuse(&s->out->info, MB_NO_MEMORY, -1);
    memset(s->w.p_ext, 0, (size_t)d->nv * sizeof *s->w.p_ext);
    for (int i = 0; i < nc; i++) {
        const double p = s->e[i] * s->p_n[i];
        s->w.bias[i] = fmax(mbw_gap_rate(s->world, s->w.island->contact + i), 0.0);
        for (int j = 0; j < d->nv; j++) s->w.p_ext[j] += p * d->Jn[i * d->nv + j];
        bounces |= p > 0.0;
    }
    if (!bounces) return MB_OK;
    memcpy(first, s->p_n, (size_t)impulses * sizeof *first);
    memcpy(s->w.v, s->v, (size_t)d->nv * sizeof *s->v);
    status = solve(s, scratch);
    s->out->info.iterations += iterations;
    if (status != MB_OK) return status;
    for (int i = 0; i < impulses; i++)
        s->p_n[i] += i < nc ? (1.0 + s->e[i]) * first[i] : first[i];
    return MB_OK;
}

/* ---- an island ------------------------------------------------------------------------------- */

/* room for v+ and, in one piece, p_n, p_f and p_b */
static int take_result(island_step *s, int nv, int nc, int nd, int nb, mb_arena *arena)
{
    s->v = mb_arena_doubles(arena, nv);
    s->p_n = mb_arena_doubles(arena, nc * (1 + nd) + nb);
    s->e = mb_arena_doubles(arena, nc);
    if (!s->v || !s->p_n || !s->e) return 0;
    s->p_f = s->p_n + nc;
    s->p_b = s->p_f + nc * nd;
    memset(s->p_n, 0, (size_t)(nc * (1 + nd) + nb) * sizeof *s->p_n);
    return 1;
}

/* formulate and solve w.island */
static mb_status attempt(island_step *s, mb_arena scratch)
{
    mb_dynamics *d = &s->w.d;
    mb_status status = mbw_dynamics_make(&s->w, &scratch);

    s->out->dynamics = d;
    if (status != MB_OK || !take_result(s, d->nv, d->nc, d->nd, d->nb, &scratch))
        return refuse(&s->out->info, MB_NO_MEMORY, -1);
    set_restitution(s);
    if (d->nc + d->nl + d->nm == 0) return solve_linear(s, scratch);
    status = solve_curved(s, scratch);
    return status == MB_OK ? give_back(s, scratch) : status;
}

/* no contact and no joint acts: v+ is free */
static mb_status fly(island_step *s, mb_arena scratch)
{
    const mb_island *island = s->w.island;

    if (!take_result(s, 3 * island->nbody, island->ncontact, 2, 0, &scratch))
        return refuse(&s->out->info, MB_NO_MEMORY, -1);
    mbw_place(&s->w);
    mbw_gather(&s->w, s->free_v, s->v);
    return done(&s->out->info, MB_OK, 0, 0.0, -1);
}

/* ---- no solution ----------------------------------------------------------------------------- */

/* What is tried where a problem has no solution, or none is found. */
enum { AS_DETECTED,
       BY_MAX,                   /* other facets lead their groups */
       PRIMARIES,                /* PEG's problem as ST's, without the facets that do not lead */
       CLOSED,                   /* nothing must come out: psi >= 0, where ST has a solution [ST96] */
       WAYS };

static int of_island(const island_step *s, int body)
{
    const mb_island *island = s->w.island;
    int lo = 0, hi = island->nbody;

    while (lo < hi) {
        const int mid = (lo + hi) / 2;
        if (island->body[mid] < body) lo = mid + 1;
        else hi = mid;
    }
    return lo < island->nbody && island->body[lo] == body;
}

/* a dynamic body of another island */
static int of_another(const island_step *s, int body)
{
    return body >= 0 && s->world->body[body].kind == MB_DYNAMIC && !of_island(s, body);
}

/* the island's contacts as led by MB_VERTEX_MAX; -1: no room, or the rule has no say */
static int detect_by_max(const island_step *s, mb_body_contact *out, int max, mb_arena scratch)
{
    mb_world other = *s->world;
    int kept = 0, count;

    if (other.detect || other.primary == MB_VERTEX_MAX ||
        mb_formulations[other.formulation].detection == MB_DETECT_EDGES)
        return -1;
    other.primary = MB_VERTEX_MAX;
    count = mb_world_detect(&other, out, max, scratch);
    for (int i = 0; i < count; i++) {
        const int a = out[i].a, b = out[i].b;
        if ((of_island(s, a) || of_island(s, b)) && !of_another(s, a) && !of_another(s, b))
            out[kept++] = out[i];
    }
    return count < 0 ? -1 : kept;
}

static int drop_facets(mb_body_contact *c, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (kept == 0 || c[i].group != c[kept - 1].group) c[kept++] = c[i];
    return kept;
}

static int close_gaps(mb_body_contact *c, int count)
{
    int closed = 0;

    for (int i = 0; i < count; i++) {
        if (!(c[i].psi < 0.0)) continue;
        c[i].psi = 0.0;
        closed = 1;
    }
    return closed;
}

/* the contacts of the next way, made of those of the one before; 0: they are the same */
static int change_contacts(const island_step *s, int way, mb_island *island, mb_body_contact *c,
                           int max, mb_arena scratch)
{
    const int before = island->ncontact;
    int count;

    switch (way) {
    case BY_MAX:
        count = detect_by_max(s, c, max, scratch);
        if (count < 0) memcpy(c, island->contact, (size_t)before * sizeof *c);
        else island->ncontact = count;
        island->contact = c;
        return count >= 0;
    case PRIMARIES:
        if (mb_formulations[s->world->formulation].detection != MB_DETECT_GROUPS) return 0;
        island->ncontact = drop_facets(c, before);
        return island->ncontact < before;
    default:
        return close_gaps(c, before);
    }
}

static mb_status solve_island(island_step *s, mb_arena scratch)
{
    const int max = mbw_max_contacts(s->world);
    mb_status status = attempt(s, scratch);
    mb_island island = *s->w.island;
    mb_body_contact *contact;
    int iterations = 0;

    if (status <= 0 || island.ncontact == 0) return status;
    contact = (mb_body_contact *)mbw_take(&scratch, max, sizeof *contact);
    if (!contact) return refuse(&s->out->info, MB_NO_MEMORY, -1);
    s->w.island = &s->out->island;
    for (int way = BY_MAX; way < WAYS && status > 0; way++) {
        if (!change_contacts(s, way, &s->out->island, contact, max, scratch)) continue;
        iterations += s->out->info.iterations;
        status = attempt(s, scratch);
    }
    s->out->info.iterations += iterations;
    return status;
}

/* ---- the world ------------------------------------------------------------------------------- */

/* In contact or joined, a velocity of rounding size is 0, or it may halve from step to step until
 * it is too small for any solver. */
static void come_to_rest(island_step *s)
{
    const mb_world *world = s->world;
    double fastest = 0.0, reach = 0.0;

    for (int i = 0; i < s->w.island->nbody; i++) {
        const int at = 3 * s->w.island->body[i];
        fastest = fmax(fastest, max_abs(3, s->free_v + at));
        reach = fmax(reach, max_abs(2, world->q + at));
    }
    if (max_abs(s->w.d.nv, s->v) <= fmax(REST * fastest, DBL_EPSILON * reach / world->h))
        memset(s->v, 0, (size_t)s->w.d.nv * sizeof *s->v);
}

/* an island's step up to the velocities of its bodies in v_next; what every stage made is in *out */
static mb_status step_island(island_step *s, double *v_next, mb_arena scratch)
{
    mb_island_step *out = s->out;
    mb_status status;
    int aloft;

    memset(out, 0, sizeof *out);
    s->v = s->p_n = s->p_f = s->p_b = NULL;
    out->island = *s->w.island;
    aloft = flies(s);
    status = aloft ? fly(s, scratch) : solve_island(s, scratch);
    if (status == MB_OK && !aloft) come_to_rest(s);
    if (status == MB_OK && !all_finite(s->w.d.nv, s->v))
        status = refuse(&out->info, MB_NOT_FINITE, -1);
    out->v = s->v;
    out->p_n = s->p_n;
    out->p_f = s->p_f;
    out->p_b = s->p_b;
    if (status == MB_OK) mbw_spread(&s->w, s->v, v_next);
    return status;
}

/* v = v+, q = q + h v+ */
static void update(const mb_world *world, const double *v_next, double *q, double *v)
{
    for (int i = 0; i < 3 * world->nbody; i++) {
        v[i] = v_next[i];
        q[i] += world->h * v[i];
    }
}

int mbw_max_contacts(const mb_world *w)
{
    int vertices = 0, facets = 2;

    if (w->max_contacts > 0) return w->max_contacts;
    for (int i = 0; i < w->nbody; i++) {
        const int n = w->shape[w->body[i].shape].nvert;
        vertices += n;
        if (n + 2 > facets) facets = n + 2;
    }
    return 8 * vertices * facets + 64;
}

/* contacts of the world as it is now; -1: no room, -2: more than there are places */
static int detect(const mb_world *world, mb_body_contact **out, mb_arena *arena)
{
    const int max = mbw_max_contacts(world);
    int count;

    *out = (mb_body_contact *)mbw_take(arena, max, sizeof **out);
    if (!*out) return -1;
    count = (world->detect ? world->detect : mb_world_detect)(world, *out, max, *arena);
    return count > max ? -2 : count;
}

mb_status mb_world_step(mb_world *world, mb_info *info)
{
    mb_status status = mb_world_check(world, NULL, info);
    mb_arena scratch;
    mb_body_contact *contact;
    mb_island *island;
    double *v_next, *free_v, residual = 0.0;
    island_step s;
    mb_island_step out;
    int count, iterations = 0;

    if (status != MB_OK) return status;
    scratch = world->scratch;
    if (world->controller) world->controller(world);
    v_next = mb_arena_doubles(&scratch, 3 * world->nbody);
    free_v = mb_arena_doubles(&scratch, 3 * world->nbody);
    if (!v_next || !free_v || !mbw_dynamics_begin(world, &s.w, &scratch))
        return refuse(info, MB_NO_MEMORY, -1);
    count = detect(world, &contact, &scratch);
    if (count < 0) return refuse(info, count < -1 ? MB_BAD_ARG : MB_NO_MEMORY, -1);
    count = mbw_partition(world, contact, count, &island, &scratch);
    if (count < 0) return refuse(info, MB_NO_MEMORY, -1);
    free_velocities(world, free_v);
    memcpy(v_next, free_v, 3 * (size_t)world->nbody * sizeof *v_next);
    s.world = world;
    s.out = &out;
    s.free_v = free_v;
    for (int k = 0; k < count; k++) {
        s.w.island = island + k;
        status = step_island(&s, v_next, scratch);
        if (world->observer) world->observer(world, &out);
        if (status != MB_OK)
            return done(info, status, out.info.iterations, out.info.residual, island[k].body[0]);
        iterations += out.info.iterations;
        residual = fmax(residual, out.info.residual);
    }
    (world->update ? world->update : update)(world, v_next, world->q, world->v);
    world->step++;
    world->t += world->h;
    return done(info, MB_OK, iterations, residual, -1);
}
