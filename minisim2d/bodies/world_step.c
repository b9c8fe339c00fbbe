/* world_step.c: a step of a world, island by island
 *
 *     controller -> detect -> islands -> velocities -> positions -> observe -> update
 *
 * An island for which the step is too long is stepped in two halves, each of these in halves if
 * need be, and so on; the other islands are not affected. Each level has a state of its own, and
 * the world's state changes only after all islands are done.
 */
#include "island.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- islands: bodies that touch or are joined, and so share a problem ------------------------ */

/* Union-find over the dynamic bodies; static and driven bodies belong to no island, as contacts do
 * not change their motion. */

void *mbw_take(mb_arena *arena, int count, size_t size)
{
    const size_t each = (size + sizeof(double) - 1) / sizeof(double);
    const size_t doubles = each * (size_t)(count > 0 ? count : 0);

    return doubles > 0x7fffffff ? NULL : mb_arena_doubles(arena, (int)doubles);
}

/* Unites the sets of bodies a and b, if both are dynamic. A parent is never above its child: roots
 * are the least of their sets. */
static void unite(int *parent, int a, int b)
{
    if (a < 0 || b < 0 || parent[a] < 0 || parent[b] < 0) return;
    a = mbw_root(parent, a);
    b = mbw_root(parent, b);
    if (a < b) parent[b] = a;
    else parent[a] = b;
}

int mb_world_islands(const mb_world *world, const mb_body_contact *contact, int ncontact,
                     int *island)
{
    int count = 0;

    for (int i = 0; i < world->nbody; i++) island[i] = world->body[i].kind == MB_DYNAMIC ? i : -1;
    for (int i = 0; i < ncontact; i++) unite(island, contact[i].a, contact[i].b);
    for (int i = 0; i < world->njoint; i++) unite(island, world->joint[i].a, world->joint[i].b);
    for (int i = 0; i < world->nbody; i++)
        if (island[i] >= 0) island[i] = mbw_root(island, i);
    for (int i = 0; i < world->nbody; i++) {                   /* a root precedes its set */
        if (island[i] == i) island[i] = count++;
        else if (island[i] >= 0) island[i] = island[island[i]];
    }
    return count;
}

/* the island of a contact or joint between bodies a and b, or -1 */
static int island_of(const int *island, int a, int b)
{
    if (a >= 0 && island[a] >= 0) return island[a];
    return b >= 0 ? island[b] : -1;
}

/* Sorts objects 0 .. n-1 by island, stably, without those of none (-1): island k has
 * order[first[k]] .. order[first[k + 1] - 1]. 0: no room. */
static int sort(int n, const int *of, int count, int **order, int **first, mb_arena *arena)
{
    int *at;

    *order = mb_arena_ints(arena, n);
    *first = at = mb_arena_ints(arena, count + 2);
    if (!*order || !at) return 0;
    for (int k = 0; k < count + 2; k++) at[k] = 0;
    for (int i = 0; i < n; i++)
        if (of[i] >= 0) at[of[i] + 2]++;
    for (int k = 0; k < count; k++) at[k + 2] += at[k + 1];
    for (int i = 0; i < n; i++)                                /* at[k + 1]: k's next place */
        if (of[i] >= 0) (*order)[at[of[i] + 1]++] = i;
    return 1;
}

/* the world's islands with all that is theirs, in memory from arena; how many, -1: no room */
static int partition(const mb_world *w, const mb_body_contact *contact, int ncontact,
                     mb_island **out, mb_arena *arena)
{
    int *island = mb_arena_ints(arena, w->nbody), *of_joint = mb_arena_ints(arena, w->njoint);
    int *of_contact = mb_arena_ints(arena, ncontact), count, *order, *body, *joint, *first[3];
    mb_body_contact *sorted = (mb_body_contact *)mbw_take(arena, ncontact, sizeof *sorted);

    if (!island || !of_joint || !of_contact || !sorted) return -1;
    count = mb_world_islands(w, contact, ncontact, island);
    for (int i = 0; i < w->njoint; i++)
        of_joint[i] = island_of(island, w->joint[i].a, w->joint[i].b);
    for (int i = 0; i < ncontact; i++)
        of_contact[i] = island_of(island, contact[i].a, contact[i].b);
    *out = (mb_island *)mbw_take(arena, count, sizeof **out);
    if (!*out || !sort(w->nbody, island, count, &body, &first[0], arena) ||
        !sort(w->njoint, of_joint, count, &joint, &first[1], arena) ||
        !sort(ncontact, of_contact, count, &order, &first[2], arena))
        return -1;
    for (int i = 0; i < first[2][count]; i++) sorted[i] = contact[order[i]];
    for (int k = 0; k < count; k++) {
        mb_island *to = *out + k;
        to->body = body + first[0][k];
        to->nbody = first[0][k + 1] - first[0][k];
        to->joint = joint + first[1][k];
        to->njoint = first[1][k + 1] - first[1][k];
        to->contact = sorted + first[2][k];
        to->ncontact = first[2][k + 1] - first[2][k];
    }
    return count;
}

/* ---- how much memory a step may need --------------------------------------------------------- */

/* Dense matrices of islands dominate. They are limited whatever the contacts are: islands with more
 * unknowns than mb_world.direct are never dense. */

enum { DIRECT = 600 };           /* default of mb_world.direct */

int mbw_max_contacts(const mb_world *w)
{
    return w->max_contacts > 0 ? w->max_contacts : mb_world_most_contacts(w);
}

int mbw_least_large(const mb_world *w)
{
    if (w->direct < 0 || w->lcp_solver || w->mlcp_solver ||
        mb_formulations[w->formulation].cone)
        return INT_MAX;
    return w->direct > 0 ? w->direct : DIRECT;
}

/* rows of the joints, of one kind */
static int count_rows(const mb_world *w, mbw_kind kind)
{
    int n = 0;

    for (int i = 0; i < w->njoint; i++) n += mbw_count_rows(w->joint + i, kind);
    return n;
}

/* A contact has four unknowns and three rows of velocities, one and one where it is smooth; where
 * it is a further facet, one and three. */
static mbw_size largest(const mb_world *w)
{
    const mb_formulation_row *f = mb_formulations + w->formulation;
    const double per_group = f->detection == MB_DETECT_GROUPS ? mbw_convex_room(w) + 1.0 : 1.0;
    const double nc = mbw_max_contacts(w), nl = count_rows(w, MBW_LIMIT);
    const double nm = count_rows(w, MBW_MOTOR) + w->nsupport * mbw_support_rows(w);
    const double share = fmax(1.0, 3.0 * per_group / (per_group + 3.0));
    mbw_size most;
    double bodies;

    most.unknowns = fmin(4.0 * nc + nl + 3.0 * nm, mbw_least_large(w));
    if (f->cone) most.unknowns += nc + nl + 1.0;
    most.velocity_rows = fmin(3.0 * nc, share * most.unknowns);
    most.contacts = fmin(nc, most.velocity_rows);
    bodies = most.contacts + w->njoint + 1.0;                  /* that this many can connect */
    most.nv = 3 * (int)fmin(bodies, w->nbody);
    most.hold = count_rows(w, MBW_HOLD);
    most.rows = most.hold + (int)(nl + nm) + count_rows(w, MBW_SPRING);
    return most;
}

/* the rows of the largest island, and their solution */
static double solving_scratch(const mb_world *w)
{
    const double nc = mbw_max_contacts(w);
    const mbw_size most = largest(w);

    return mbw_direct_scratch(w, &most) + mbw_rows_scratch(w->nbody, (int)nc, most.rows) +
           mbw_cone_scratch(w, most.nv, (int)(2.0 * most.contacts) + most.rows) +
           16.0 * w->nsupport +
           8.0 * (2.0 * nc + 2.0 * most.rows + 64.0) +
           nc * (double)(sizeof(mbw_contact) + 8) + most.rows * (double)(sizeof(mbw_joint_row) + 8);
}

static double project_scratch(const mb_world *w)
{
    mb_world at_rest = *w;

    at_rest.formulation = MB_SWEPT;
    at_rest.form = MB_FORM_LCP;
    at_rest.lcp_solver = NULL;
    at_rest.mlcp_solver = NULL;
    return 8.0 * (22.0 * w->nbody + 64.0) + w->nbody * (double)(sizeof(mb_body) + 8) +
           mbw_max_contacts(w) * 2.0 * (double)(sizeof(mb_body_contact) + 8) +
           (double)mb_world_detect_scratch(w) + solving_scratch(&at_rest);
}

/* Each level of halved steps has its own state, contacts and islands. */
size_t mb_world_scratch(const mb_world *w)
{
    const double nbody = w->nbody, nc = mbw_max_contacts(w);
    const double level = 8.0 * (36.0 * nbody + 8.0 * w->njoint + 6.0 * nc + 64.0) +
                         nbody * (double)(sizeof(mb_island) + 8) +
                         nc * (double)(2 * (sizeof(mb_body_contact) + 8)) +
                         (double)sizeof(mb_island_step);
    const double bytes = MBW_LEVELS * level + 64.0 +
                         nc * (double)(3 * (sizeof(mb_body_contact) + 8)) +
                         (w->warm ? w->max_warm * (double)(sizeof(mb_impulse) + 8) : 0.0) +
                         (double)mb_world_detect_scratch(w) + solving_scratch(w) +
                         project_scratch(w);

    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}

/* ---- a call ---------------------------------------------------------------------------------- */

/* A call of mb_world_step: data shared by all levels. */
typedef struct {
    mb_world *world;
    mb_info info;
    mb_status unsolved;          /* > 0: the status of an island whose v+ is only an iterate */
    mb_arena spare;              /* for positions, as the observer still reads scratch */
} call;

static mb_status step_part(call *c, const mb_world *w, const int *only, int level, double *q,
                           double *v, mb_arena scratch);

/* ---- an island ------------------------------------------------------------------------------- */

/* The energy by which closing joints lifted bodies is taken out of the kinetic energy, as far as
 * that suffices: v+ is scaled, and so satisfies its rows. Otherwise a whip throws its weight. */
static void pay(mbw_step *s)
{
    const mb_island *island = s->rows.island;
    const double energy = mbw_energy(&s->rows, s->v), paid = fmin(s->lifted, energy);

    if (island->njoint == 0 || !(paid > 0.0)) return;
    for (int i = 0; i < 3 * island->nbody; i++)
        s->v[3 * island->body[i / 3] + i % 3] *= sqrt(1.0 - paid / energy);
}

/* v+ of an island, and the positions that follow. *finer = 1: half the step should be tried. */
static mb_status move_island(mbw_step *s, int *finer, mb_arena spare, mb_arena scratch)
{
    const mb_island *island = s->rows.island;
    mb_island_step *out = s->out;
    mb_status status;

    memset(out, 0, sizeof *out);
    out->island = *island;
    s->iterations = s->diverged = 0;
    s->open = s->lifted = 0.0;
    status = mbw_velocities(s, finer, scratch);
    out->info.iterations = s->iterations;
    if (status != MB_OK) return status;
    for (int i = 0; i < 3 * island->nbody; i++) {
        const int at = 3 * island->body[i / 3] + i % 3;
        s->q[at] = s->world->q[at] + s->world->h * s->v[at];
    }
    if (!s->world->update && !mbw_project(s, spare))
        return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    if (s->diverged && finer) *finer = 1;
    return MB_OK;
}

/* An island's step in two halves. Bodies of other islands stay in place: none of them is near. */
static mb_status step_in_halves(call *c, mbw_step *s, int level, mb_arena scratch)
{
    const mb_island *island = s->rows.island;
    const int n = 3 * s->world->nbody;
    mb_world half = *s->world;
    double *state = mb_arena_matrix(&scratch, 4, n), *q = state + 2 * n, *v = state + 3 * n;
    int *only = mb_arena_ints(&scratch, s->world->nbody);
    mb_status status = MB_OK;

    if (!state || !only) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    memset(only, 0, (size_t)s->world->nbody * sizeof *only);
    for (int i = 0; i < island->nbody; i++) only[island->body[i]] = 1;
    half.q = state;
    half.v = state + n;
    memcpy(half.q, s->world->q, (size_t)n * sizeof *half.q);
    memcpy(half.v, s->world->v, (size_t)n * sizeof *half.v);
    half.h *= 0.5;
    half.impact = mbw_least_impact(s->world);
    half.warm = NULL;
    half.nwarm = half.max_warm = 0;
    for (int k = 0; k < 2 && status == MB_OK; k++, half.t += half.h) {
        status = step_part(c, &half, only, level + 1, q, v, scratch);
        for (int i = 0; i < n; i++) {
            if (half.body[i / 3].kind == MB_DYNAMIC && !only[i / 3]) continue;
            half.q[i] = q[i];
            half.v[i] = v[i];
        }
    }
    for (int i = 0; i < 3 * island->nbody; i++) {
        const int at = 3 * island->body[i / 3] + i % 3;
        s->q[at] = half.q[at];
        s->v[at] = half.v[at];
    }
    return status;
}

static mb_status step_island(call *c, mbw_step *s, int level, mb_arena scratch)
{
    const int may_halve = level < MBW_LEVELS - 1 && !s->world->update, fresh = s->nfresh;
    mb_island_step *out = s->out;
    int finer = 0;
    mb_status status = move_island(s, may_halve ? &finer : NULL, c->spare, scratch);

    if (finer) {
        s->nfresh = fresh;
        return step_in_halves(c, s, level, scratch);
    }
    out->way = s->way;
    out->level = level;
    out->open = s->open;
    out->lifted = s->lifted;
    out->v = s->v;
    if (status == MB_OK && s->unsolved) {
        out->way = MB_UNSOLVED;
        c->unsolved = out->info.status = s->unsolved;
    }
    if (s->world->observer) s->world->observer(s->world, out);
    if (status != MB_OK)
        return mbw_done(&c->info, status, out->info.iterations, out->info.residual,
                        s->rows.island->body[0]);
    pay(s);
    c->info.iterations += out->info.iterations;
    c->info.residual = fmax(c->info.residual, out->info.residual);
    return MB_OK;
}

/* ---- the world ------------------------------------------------------------------------------- */

/* velocities without contacts and joints; for driven and static bodies these are v+ */
static void free_velocities(const mb_world *w, double *v)
{
    for (int i = 0; i < 3 * w->nbody; i++) {
        const mb_body *b = w->body + i / 3;
        const double inertia = i % 3 < 2 ? b->mass : b->inertia;
        const double gravity = i % 3 < 2 ? w->gravity[i % 3] : 0.0;
        v[i] = b->kind == MB_KINEMATIC ? w->v[i] : 0.0;
        if (b->kind == MB_DYNAMIC && inertia > 0.0)
            v[i] = w->v[i] + w->h * (gravity + w->force[i] / inertia);
    }
}

/* data shared by the islands; 0: no room */
static int begin(mbw_step *s, const mb_world *world, double *q, double *v, mb_arena *arena)
{
    double *v0 = mb_arena_doubles(arena, 3 * world->nbody);

    memset(s, 0, sizeof *s);
    s->world = world;
    s->v0 = v0;
    s->q = q;
    s->v = v;
    s->place = mb_arena_ints(arena, world->nbody);
    s->fresh = (mb_impulse *)mbw_take(arena, world->warm ? world->max_warm : 0, sizeof *s->fresh);
    s->out = (mb_island_step *)mbw_take(arena, 1, sizeof *s->out);
    if (!v0 || !s->place || !s->fresh || !s->out ||
        !mbw_rows_begin(world, &s->rows, arena))
        return 0;
    free_velocities(world, v0);
    for (int i = 0; i < 3 * world->nbody; i++) {
        v[i] = v0[i];
        q[i] = world->q[i] + world->h * v[i];
    }
    for (int i = 0; i < world->nbody; i++) s->place[i] = -1;
    return 1;
}

/* A step of the bodies marked in `only` (NULL: all), from the state of w to q, v. */
static mb_status step_part(call *c, const mb_world *w, const int *only, int level, double *q,
                           double *v, mb_arena scratch)
{
    const int max = mbw_max_contacts(w);
    mb_body_contact *contact = (mb_body_contact *)mbw_take(&scratch, max, sizeof *contact);
    mb_island *island;
    mb_status status = MB_OK;
    mbw_step s;
    int count;

    if (!contact || !begin(&s, w, q, v, &scratch)) return mbw_refuse(&c->info, MB_NO_MEMORY, -1);
    count = mbw_detect(w, only, contact, max, scratch);
    if (count < 0 || count > max)
        return mbw_refuse(&c->info, count < 0 ? MB_NO_MEMORY : MB_BAD_ARG, -1);
    count = partition(w, contact, count, &island, &scratch);
    if (count < 0) return mbw_refuse(&c->info, MB_NO_MEMORY, -1);
    for (int k = 0; k < count && status == MB_OK; k++) {
        if (only && !only[island[k].body[0]]) continue;
        s.rows.island = island + k;
        status = step_island(c, &s, level, scratch);
    }
    if (level == 0 && status == MB_OK) {
        mb_world *world = c->world;
        if (world->warm) memcpy(world->warm, s.fresh, (size_t)s.nfresh * sizeof *s.fresh);
        world->nwarm = s.nfresh;
    }
    return status;
}

/* the state after a solved step */
static void commit(mb_world *world, const double *q, const double *v)
{
    const size_t size = 3 * (size_t)world->nbody * sizeof *q;

    if (world->update) {
        world->update(world, v, world->q, world->v);
    } else {
        memcpy(world->q, q, size);
        memcpy(world->v, v, size);
    }
    world->step++;
    world->t += world->h;
}

mb_status mb_world_step(mb_world *world, mb_info *info)
{
    mb_status status = mb_world_check(world, NULL, info);
    mb_arena scratch;
    double *q, *v;
    size_t size;
    void *spare;
    call c;

    if (status != MB_OK) return status;
    scratch = world->scratch;
    if ((size_t)(scratch.end - scratch.beg) < mb_world_scratch(world))
        return mbw_refuse(info, MB_NO_MEMORY, -1);
    if (world->controller) world->controller(world);
    q = mb_arena_doubles(&scratch, 3 * world->nbody);
    v = mb_arena_doubles(&scratch, 3 * world->nbody);
    size = (size_t)project_scratch(world);
    spare = mbw_take(&scratch, 1, size);
    if (!q || !v || !spare) return mbw_refuse(info, MB_NO_MEMORY, -1);
    c.spare = mb_arena_make(spare, size);
    c.world = world;
    c.unsolved = MB_OK;
    (void)mbw_done(&c.info, MB_OK, 0, 0.0, -1);
    status = step_part(&c, world, NULL, 0, q, v, scratch);
    if (status == MB_OK) {
        commit(world, q, v);
        status = c.unsolved;
    }
    return mbw_done(info, status, c.info.iterations, c.info.residual, c.info.where);
}
