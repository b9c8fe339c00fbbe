/* step.c: one step of a world
 *
 *     controller -> detect -> islands -> formulate -> solve -> update -> observe
 *
 * Each island is a problem of its own: free motion first, then a solver; once more for restitution
 * in Poisson's way, or where there is no solution. Nothing of the world's state changes before all
 * islands are solved.
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "island.h"

#define ROUNDING (8.0 * DBL_EPSILON)           /* of a row's velocity, in its terms, */
#define NOISE 1e-10              /* and what the residual of a step before may have left of it */
#define TOL 1e-10                /* the solvers' default */
#define WEDGED 1e-4              /* of its energy: what bodies that are wedged may gain by that */
#define REST 1e-14               /* of the free motion's speed: a body in contact stands still */

static double max_abs(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* ---- free motion ----------------------------------------------------------------------------- */

/* velocities without contacts and joints: v+ of what is driven or static */
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

/* Does contact i stay open without an impulse, but for rounding? Gauss' cone also holds, at a
 * distance, what slides. */
static int stays_open(const mbw_step *s, int i)
{
    const mb_body_contact *c = s->rows.island->contact + i;
    const mbw_contact *row = s->rows.contact + i;
    const double gap = mbw_is_facet(s, i) ? c->psi / s->world->h : row->bias;
    const double slip = s->world->formulation == MB_GAUSS ? mbw_speed(&row->tangent, s->v0) : 0.0;

    return mbw_speed(&row->normal, s->v0) + gap - c->mu * fabs(slip) >=
           -(s->calm ? NOISE : ROUNDING) * mbw_terms(&row->normal, s->v0);
}

/* Does one facet of the group that begins with contact i? */
static int group_stays_open(const mbw_step *s, int i)
{
    int open = stays_open(s, i);

    for (int k = i + 1; !open && k < s->rows.island->ncontact && mbw_is_facet(s, k); k++)
        open = stays_open(s, k);
    return open;
}

/* If all do, and nothing is joined, that is the solution. */
static int flies(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->ncontact; i++)
        if (!mbw_is_facet(s, i) && !group_stays_open(s, i)) return 0;
    return s->rows.island->njoint == 0;
}

/* ---- restitution ----------------------------------------------------------------------------- */

/* slower contacts do not bounce: gravity gives as much in two steps */
static double least_impact(const mb_world *w)
{
    return w->impact > 0.0 ? w->impact : 2.0 * w->h * hypot(w->gravity[0], w->gravity[1]);
}

/* A contact bounces that would close in this step and approaches fast enough. Newton: it leaves
 * with e times the speed it came with. Poisson: it stops, for now. */
static void set_restitution(mbw_step *s)
{
    const mb_world *world = s->world;
    const double least = least_impact(world);

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        const double e = s->rows.island->contact[i].e;
        mbw_contact *row = s->rows.contact + i;
        const double speed = mbw_speed(&row->normal, world->v);
        if (!(e > 0.0 && speed < -least) || mbw_is_facet(s, i) || group_stays_open(s, i)) continue;
        if (world->restitution == MB_RESTITUTION_NEWTON) {
            row->bias = fmin(row->bias, e * speed);
        } else {
            row->bias = fmin(row->bias, 0.0);
            row->e = e;
        }
    }
}

/* ---- Poisson's law -------------------------------------------------------------------------- */

/* v0 := v+ of the first half, and what contacts that bounce give back: e times what stopped them */
static void give_back(const mbw_step *s, double *v0)
{
    const mb_island *island = s->rows.island;

    memcpy(v0, s->v0, 3 * (size_t)s->world->nbody * sizeof *v0);
    for (int i = 0; i < island->nbody; i++)
        memcpy(v0 + 3 * island->body[i], s->v + 3 * island->body[i], 3 * sizeof *v0);
    for (int i = 0; i < island->ncontact; i++) {
        const mbw_contact *c = s->rows.contact + i;
        mbw_push(s->world, &c->normal, c->e * s->p_n[i], v0);
    }
}

/* Poisson's second half: what closes by what is given back is stopped. Penetration was undone in
 * the first. */
static mb_status solve_again(mbw_step *s, mb_arena scratch)
{
    const mb_island *island = s->rows.island;
    const int n = 2 * island->ncontact + s->nhold, iterations = s->out->info.iterations;
    const double *free_v = s->v0;
    double *v0 = mb_arena_doubles(&scratch, 3 * s->world->nbody);
    double *p = mb_arena_doubles(&scratch, n);
    mb_status status;

    if (!v0 || !p) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    give_back(s, v0);
    memcpy(p, s->p_n, (size_t)n * sizeof *p);
    for (int i = 0; i < island->ncontact; i++) {
        p[i] *= 1.0 + s->rows.contact[i].e;
        s->rows.contact[i].bias = mbw_gap_rate(s->world, island, i, 0.0);
    }
    s->v0 = v0;
    status = mbw_solve(s, 1, scratch);
    s->v0 = free_v;
    s->out->info.iterations += iterations;
    for (int i = 0; i < n; i++) s->p_n[i] += p[i];
    return status;
}

static int bounces(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->ncontact; i++)
        if (s->rows.contact[i].e * s->p_n[i] > 0.0) return 1;
    return 0;
}

/* Does a contact that pushes open faster than it bounces, or than penetration is undone? A facet
 * that leads its group from far behind the others can: a solution of PEG's problem, at which a
 * vertex at rest is thrown right across the solid, to where that facet is. */
static int throws(const mbw_step *s)
{
    const mb_body_contact *c = s->rows.island->contact;

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        const mbw_row *row = &s->rows.contact[i].normal;
        double bounce, most;
        if (!(s->rows.contact[i].bias < -mbw_recovery(s->world))) continue;
        bounce = -c[i].e * mbw_speed(row, s->world->v);
        most = fmax(mbw_recovery(s->world), bounce) - s->rows.contact[i].curve +
               NOISE * mbw_terms(row, s->v);
        if (s->p_n[i] > 0.0 && s->rows.contact[i].bias < -most && mbw_speed(row, s->v) > most)
            return 1;
    }
    return 0;
}

/* Do curved contacts give energy? Straight ones do not, but by what they come out at. */
static int gives(const mbw_step *s)
{
    return s->rows.curved && !s->rows.straight && mbw_gained(&s->rows, s->v) > 0.0;
}

static int rows_of(const mbw_step *s, mbw_kind kind)
{
    int n = 0;

    for (int i = 0; i < s->rows.njoint; i++) n += s->rows.joint[i].kind == kind;
    return n;
}

/* the island's rows, without impulses */
static int make_rows(mbw_step *s, mb_arena *arena)
{
    const int nc = s->rows.island->ncontact;
    int n;

    if (!mbw_contact_rows(&s->rows, arena) || !mbw_joint_rows(&s->rows, arena)) return 0;
    if (s->calm) mbw_calm(&s->rows);
    s->nhold = rows_of(s, MBW_HOLD);
    for (int i = 0; i < s->rows.island->nbody; i++) {
        const int at = 3 * s->rows.island->body[i];
        memcpy(s->v + at, s->v0 + at, 3 * sizeof *s->v);
    }
    n = 2 * nc + s->nhold;
    s->out->p_n = s->p_n = mb_arena_doubles(arena, n);
    if (!s->p_n) return 0;
    s->out->p_t = s->p_t = s->p_n + nc;
    s->out->p_b = s->p_b = s->p_n + 2 * nc;
    for (int i = 0; i < n; i++) s->p_n[i] = 0.0;
    return 1;
}

/* what is shown of the island, but for the time that it took, begins anew with every way */
static void forget(mb_island_step *out)
{
    const mb_island island = out->island;
    const double seconds = out->seconds;

    memset(out, 0, sizeof *out);
    out->island = island;
    out->seconds = seconds;
}

/* J M^-1 J' of a row [1/kg] */
static double mobility(const mb_world *w, const mbw_row *row)
{
    const int body[2] = { row->a, row->b };
    double sum = 0.0;

    for (int k = 0; k < 2; k++) {
        const double *J = k == 0 ? row->Ja : row->Jb;
        const mb_body *b = w->body + body[k];
        if (body[k] < 0 || b->kind != MB_DYNAMIC) continue;
        sum += (J[0] * J[0] + J[1] * J[1]) / b->mass;
        if (b->inertia > 0.0) sum += J[2] * J[2] / b->inertia;
    }
    return sum;
}

/* The work sum_i p_i w_i that the test of MB_OK lets contacts do, where all w_i should be 0: |w_i|
 * is at most a part `tol` of its terms, |b_i| + sum_j |A_ij p_j|. Where bodies are wedged, these
 * are large beside what moves; but no more than a part of its energy is taken for that. */
static double work_left(const mbw_step *s)
{
    const double tol = s->world->options.tol > 0.0 ? s->world->options.tol : TOL;
    const double energy = mbw_energy(&s->rows, s->rows.v_free);
    double push = 0.0;

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        const mbw_contact *c = s->rows.contact + i;
        push += fabs(s->p_n[i]) * sqrt(mobility(s->world, &c->normal)) +
                fabs(s->p_t[i]) * sqrt(mobility(s->world, &c->tangent));
    }
    return fmin(tol * push * (push + sqrt(2.0 * energy)), WEDGED * energy);
}

/* Is v+ what a solution must be beside its problem's: does it make no energy, throw nothing, and
 * leave joints together? */
static int is_sound(mbw_step *s)
{
    const int opened = mbw_opened(&s->rows, s->v);
    const double gain = mbw_gain(&s->rows, s->v);

    if (opened >= 0) s->out->broken = s->world->joint + opened;
    return opened < 0 && !(gain > 0.0 && gain > work_left(s)) && !gives(s) && !throws(s);
}

/* the island's step with the contacts that it has, to s->v and the impulses */
static mb_status attempt_rows(mbw_step *s, mb_arena scratch)
{
    mb_status status;

    forget(s->out);
    if (!make_rows(s, &scratch)) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    if (flies(s)) return mbw_done(&s->out->info, MB_OK, 0, 0.0, -1);
    if (!s->calm) set_restitution(s);
    status = mbw_solve(s, 0, scratch);
    if (status == MB_OK && !gives(s) && bounces(s)) return solve_again(s, scratch);
    if (status == MB_OK && !is_sound(s)) s->out->info.status = status = MB_STALLED;
    return status;
}

/* ---- PEG's facets ---------------------------------------------------------------------------- */

static int drop_facets(mb_body_contact *c, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (kept == 0 || c[i].group != c[kept - 1].group) c[kept++] = c[i];
    return kept;
}

/* s->out->island: the whole one with what is kept, in contact[]; of a large one the primaries, and
 * then it returns 1 */
static int select_contacts(mbw_step *s, const mb_island *whole, const int *keep,
                            mb_body_contact *contact)
{
    mb_island *out = &s->out->island;
    int count = 0;

    for (int i = 0; i < whole->ncontact; i++)
        if (keep[i]) contact[count++] = whole->contact[i];
    out->contact = contact;
    out->ncontact = count;
    s->chains = mbw_further_facets(s) > 0;
    if (!s->chains || mbw_unknowns(s) <= mbw_least_large(s->world)) return 0;
    out->ncontact = drop_facets(contact, count);
    return 1;
}

/* attempt_rows with as many of PEG's facets as matter, see chains.c; or with all of them, where
 * there is no solution without. s->out->island has those that were. */
static mb_status attempt_groups(mbw_step *s, mb_arena scratch)
{
    const mb_island *whole = s->rows.island;
    const int nc = whole->ncontact, fresh = s->nfresh;
    mb_body_contact *contact = (mb_body_contact *)mbw_take(&scratch, nc, sizeof *contact);
    int *keep = mb_arena_ints(&scratch, nc), iterations = 0, more = 1;
    mb_status status = MB_OK;

    if (!contact || !keep) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    mbw_choose_facets(s, whole, keep);
    s->rows.island = &s->out->island;
    while (more > 0) {
        const int large = select_contacts(s, whole, keep, contact);
        s->nfresh = fresh;
        status = attempt_rows(s, scratch);
        iterations += s->out->info.iterations;
        more = 0;
        if (status < 0 || large) break;
        if (status == MB_OK) more = mbw_take_back(s, whole, keep);
        for (int i = 0; i < nc && status > 0; i++) more += !keep[i], keep[i] = 1;
    }
    s->rows.island = whole;
    s->out->info.iterations = iterations;
    return status;
}

/* is contact i of the same two bodies as the one before it? */
static int same_pair(const mb_body_contact *c, int i)
{
    return i > 0 && ((c[i].a == c[i - 1].a && c[i].b == c[i - 1].b) ||
                     (c[i].a == c[i - 1].b && c[i].b == c[i - 1].a));
}

/* Rows look at one vertex after another: of two corners that pass each other each is clear of the
 * other's body, beside it, and yet the bodies overlap. So what can turn is measured. */
static int too_deep(const mbw_step *s)
{
    const mb_world *w = s->world;
    const mb_island *island = &s->out->island;
    const mb_body_contact *c = island->contact;
    const double undone = island->njoint > 0 ? 0.0 : mbw_recovery(w);  /* joints may forbid it */

    if (s->closed || s->large || w->detect || w->update ||
        mb_formulations[w->formulation].detection == MB_DETECT_EDGES)
        return 0;
    for (int i = 0; i < island->ncontact; i++)
        if (c[i].a >= 0 && c[i].b >= 0 && !same_pair(c, i) &&
            w->shape[w->body[c[i].a].shape].nvert > 1 &&
            w->shape[w->body[c[i].b].shape].nvert > 1 &&
            mbw_too_deep(w, s->v, c[i].a, c[i].b, undone, s->spare))
            return 1;
    return 0;
}

static mb_status attempt(mbw_step *s, mb_arena scratch)
{
    const int fresh = s->nfresh;
    mb_status status;

    if (mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS) {
        status = attempt_groups(s, scratch);
    } else {
        s->out->island = *s->rows.island;
        s->chains = 0;
        status = attempt_rows(s, scratch);
    }
    if (status == MB_OK && too_deep(s)) s->out->info.status = status = MB_STALLED;
    if (status != MB_OK) s->nfresh = fresh;
    return status;
}

/* ---- no solution ----------------------------------------------------------------------------- */

/* What is tried where a problem has no solution, none is found, or it throws or lets in. */
enum { AS_DETECTED,
       STRAIGHT,                 /* contacts' rows are not curved */
       BY_SWEEPS,                /* which find small impulses where bodies wedge each other */
       BY_MAX,                   /* other facets lead their groups */
       PRIMARIES,                /* PEG's problem as ST's, without the facets that do not lead */
       BY_FACES,                 /* one facet keeps two polygons apart */
       CLOSED,                   /* nothing must come out of anything */
       CALM,                     /* nor bounce, nor joints go back, and what moves as one but for
                                    noise flies: v = 0 breaks no row but of what is driven, and so
                                    ST has a solution [ST96] */
       WAYS };

static int of_island(const mbw_step *s, int body)
{
    const mb_island *island = s->rows.island;
    int lo = 0, hi = island->nbody;

    while (lo < hi) {
        const int mid = (lo + hi) / 2;
        if (island->body[mid] < body) lo = mid + 1;
        else hi = mid;
    }
    return lo < island->nbody && island->body[lo] == body;
}

/* a dynamic body of another island */
static int of_another(const mbw_step *s, int body)
{
    return body >= 0 && s->world->body[body].kind == MB_DYNAMIC && !of_island(s, body);
}

/* the island's contacts by MB_VERTEX_MAX, or by faces; -1: no room, or the rule has no say */
static int detect_again(const mbw_step *s, int way, mb_body_contact *out, int max, mb_arena scratch)
{
    const mb_detection detection = mb_formulations[s->world->formulation].detection;
    mb_world other = *s->world;
    int kept = 0, count;

    if (other.detect || (way == BY_FACES ? detection == MB_DETECT_EDGES :
                         other.primary == MB_VERTEX_MAX || detection != MB_DETECT_PATH))
        return -1;
    other.primary = MB_VERTEX_MAX;
    count = (way == BY_FACES ? mbw_detect_faces : mb_world_detect)(&other, out, max, scratch);
    for (int i = 0; i < count; i++) {
        const int a = out[i].a, b = out[i].b;
        if ((of_island(s, a) || of_island(s, b)) && !of_another(s, a) && !of_another(s, b))
            out[kept++] = out[i];
    }
    return count < 0 ? -1 : kept;
}

/* every group led by its facet with the greatest gap; 0: they are */
static int lead_by_max(mb_body_contact *c, int count)
{
    int changed = 0;

    for (int i = 0, end; i < count; i = end) {
        const mb_body_contact lead = c[i];
        int best = i;
        for (end = i; end < count && c[end].group == lead.group; end++)
            if (c[end].psi > c[best].psi) best = end;
        c[i] = c[best];
        c[best] = lead;
        changed |= best > i;
    }
    return changed;
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
static int change_contacts(const mbw_step *s, int way, mb_island *island, mb_body_contact *c,
                           int max, mb_arena scratch)
{
    const int grouped = mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS;
    const int before = island->ncontact;
    int count;

    switch (way) {
    case STRAIGHT:
        return s->rows.curved;
    case BY_SWEEPS:
        memcpy(c, island->contact, (size_t)before * sizeof *c);
        island->contact = c;
        return mbw_least_large(s->world) < INT_MAX && !s->large && !s->chains;
    case BY_MAX:
    case BY_FACES:
        if (grouped && way == BY_MAX) return lead_by_max(c, before);
        count = before > 0 ? detect_again(s, way, c, max, scratch) : -1;
        if (count >= 0) island->ncontact = count;
        return count >= 0;
    case PRIMARIES:
        if (!grouped) return 0;
        island->ncontact = drop_facets(c, before);
        return island->ncontact < before;
    case CLOSED:
        return close_gaps(c, before);
    default:
        return 1;
    }
}

static mb_status solve_island(mbw_step *s, mb_arena scratch)
{
    const mb_island *whole = s->rows.island;
    const int max = mbw_max_contacts(s->world);
    mb_island other = *whole;
    mb_status status = attempt(s, scratch);
    mb_body_contact *contact;
    int iterations = 0;

    if (status <= 0) return status;
    contact = (mb_body_contact *)mbw_take(&scratch, max, sizeof *contact);
    if (!contact) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    s->rows.island = &other;
    for (int way = STRAIGHT; way < WAYS && status > 0; way++) {
        s->rows.straight = 1;
        s->sweeps = way == BY_SWEEPS;
        s->closed = way >= CLOSED;
        s->calm = way == CALM;
        if (!change_contacts(s, way, &other, contact, max, scratch)) continue;
        iterations += s->out->info.iterations;
        status = attempt(s, scratch);
    }
    s->rows.island = whole;
    s->out->info.iterations += iterations;
    return status;
}

/* ---- the world ------------------------------------------------------------------------------- */

/* In contact or joined, a velocity of rounding size is 0, or it may halve from step to step until
 * it is too small for any solver. */
static void come_to_rest(mbw_step *s)
{
    const mb_island *island = s->rows.island;
    double speed = 0.0, free_speed = 0.0, reach = 0.0;

    for (int i = 0; i < island->nbody; i++) {
        const int at = 3 * island->body[i];
        speed = fmax(speed, max_abs(3, s->v + at));
        free_speed = fmax(free_speed, max_abs(3, s->v0 + at));
        reach = fmax(reach, max_abs(2, s->world->q + at));
    }
    if (speed > fmax(REST * free_speed, DBL_EPSILON * reach / s->world->h)) return;
    for (int i = 0; i < island->nbody; i++)
        for (int k = 0; k < 3; k++) s->v[3 * island->body[i] + k] = 0.0;
}

static int island_finite(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->nbody; i++)
        if (!mbw_all_finite(3, s->v + 3 * s->rows.island->body[i])) return 0;
    return 1;
}

/* an island's step up to the velocities of its bodies in s->v; what every stage made is in *out */
static mb_status step_island(mbw_step *s, mb_arena scratch)
{
    mb_island_step *out = s->out;
    mb_status status;

    memset(out, 0, sizeof *out);
    out->island = *s->rows.island;
    s->sweeps = s->closed = s->calm = 0;
    s->rows.straight = s->world->curved < 0;
    s->rows.curved = 0;
    status = solve_island(s, scratch);
    if (status == MB_OK && out->problem.n > 0) come_to_rest(s);
    if (status == MB_OK && !island_finite(s)) status = mbw_refuse(&out->info, MB_NOT_FINITE, -1);
    out->v = s->v;
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

/* what all islands share */
static int begin(mbw_step *s, mb_world *world, mb_island_step *out, mb_arena *arena)
{
    const size_t size = mb_world_detect_scratch(world);
    double *v0 = mb_arena_doubles(arena, 3 * world->nbody);
    void *spare = mbw_take(arena, 1, size);

    memset(s, 0, sizeof *s);
    s->spare = mb_arena_make(spare, size);
    s->world = world;
    s->out = out;
    s->v0 = v0;
    s->v = mb_arena_doubles(arena, 3 * world->nbody);
    s->place = mb_arena_ints(arena, world->nbody);
    s->fresh = (mb_impulse *)mbw_take(arena, world->warm ? world->max_warm : 0, sizeof *s->fresh);
    if (!v0 || !spare || !s->v || !s->place || !s->fresh ||
        !mbw_rows_begin(world, &s->rows, arena))
        return 0;
    free_velocities(world, v0);
    memcpy(s->v, v0, 3 * (size_t)world->nbody * sizeof *v0);
    for (int i = 0; i < world->nbody; i++) s->place[i] = -1;
    return 1;
}

/* the state after a step that was solved */
static void commit(mb_world *world, const mbw_step *s)
{
    (world->update ? world->update : update)(world, s->v, world->q, world->v);
    if (world->warm) memcpy(world->warm, s->fresh, (size_t)s->nfresh * sizeof *s->fresh);
    world->nwarm = s->nfresh;
    world->step++;
    world->t += world->h;
}

mb_status mb_world_step(mb_world *world, mb_info *info)
{
    mb_status status = mb_world_check(world, NULL, info);
    mb_body_contact *contact;
    mb_island *island;
    mb_island_step out;
    mb_arena scratch;
    mbw_step s;
    double residual = 0.0;
    int count, iterations = 0;

    if (status != MB_OK) return status;
    scratch = world->scratch;
    if ((size_t)(scratch.end - scratch.beg) < mb_world_scratch(world))
        return mbw_refuse(info, MB_NO_MEMORY, -1);
    if (world->controller) world->controller(world);
    if (!begin(&s, world, &out, &scratch)) return mbw_refuse(info, MB_NO_MEMORY, -1);
    count = detect(world, &contact, &scratch);
    if (count < 0) return mbw_refuse(info, count < -1 ? MB_BAD_ARG : MB_NO_MEMORY, -1);
    count = mbw_partition(world, contact, count, &island, &scratch);
    if (count < 0) return mbw_refuse(info, MB_NO_MEMORY, -1);
    for (int k = 0; k < count; k++) {
        s.rows.island = island + k;
        status = step_island(&s, scratch);
        if (world->observer) world->observer(world, &out);
        if (status != MB_OK)
            return mbw_done(info, status, out.info.iterations, out.info.residual,
                            island[k].body[0]);
        iterations += out.info.iterations;
        residual = fmax(residual, out.info.residual);
    }
    commit(world, &s);
    return mbw_done(info, MB_OK, iterations, residual, -1);
}
