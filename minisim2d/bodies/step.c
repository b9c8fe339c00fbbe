/* step.c: the velocities of an island's step
 *
 *     free motion -> rows -> solve: accurate, or half, or safe
 *
 * If accurate right-hand sides have no solution, or one that gains energy, the part of them that is
 * not feasible at rest is halved, then left out: that problem always has a solution, unless driven
 * bodies crush something. See mb_world_step.
 */
#include "island.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- energy: does a step gain it without a source? ------------------------------------------- */

/* The safe step gains none, see world.h. An accurate one bounces and follows the curves of joints,
 * and is accepted only if that explains its gain. */

#define TURN 0.3                 /* [rad] larger turns do not follow the joints' curves */
#define EVEN 0.06                /* [rad] largest difference of the turns of two steps in smooth
                                    motion: cranks have .05, whips 1.3 */
#define UNEVEN 1e-2              /* of the energy of free motion: gain allowed for other joints */

double mbw_energy(const mbw_rows *rows, const double *v)
{
    double energy = 0.0;

    for (int i = 0; i < rows->island->nbody; i++) {
        const double *u = v + 3 * rows->island->body[i];
        const mb_body *b = rows->world->body + rows->island->body[i];
        energy += 0.5 * b->mass * (u[0] * u[0] + u[1] * u[1]) + 0.5 * b->inertia * u[2] * u[2];
    }
    return energy;
}

/* the energy of v minus that at l, less the work h f.v of forces, f h = M (v_free - v_l) */
static double gained(const mbw_rows *rows, const double *v_free, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < 3 * rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i / 3] + i % 3;
        const mb_body *b = rows->world->body + at / 3;
        const double before = rows->world->v[at], pushed = v_free[at] - before;
        sum += (i % 3 < 2 ? b->mass : b->inertia) *
               (0.5 * (v[at] * v[at] - before * before) - v[at] * pushed);
    }
    return sum;
}

double mbw_driven(const mbw_rows *rows)
{
    const mb_world *w = rows->world;
    double most = 0.0;

    for (int i = 0; i < rows->njoint; i++)
        most = fmax(most, fabs(mbw_drift(w, &rows->joint[i].row)));
    for (int i = 0; i < rows->island->ncontact; i++) {
        const mbw_contact *c = rows->contact + i;
        most = fmax(most, fabs(mbw_drift(w, &c->normal)));
        most = fmax(most, fabs(mbw_drift(w, &c->tangent)));
    }
    return most;
}

/* can driven bodies, or bounces by Poisson's law, add energy without bound? */
static int is_fed(const mbw_rows *rows)
{
    int fed = mbw_driven(rows) > 0.0;

    for (int i = 0; i < rows->island->ncontact; i++) fed |= rows->contact[i].e > 0.0;
    return fed;
}

/* the most energy that springs and motors can add in a step [J] */
static double given(const mbw_rows *rows)
{
    const mb_world *w = rows->world;
    double energy = 0.0;

    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        if (row->kind == MBW_SPRING)
            energy += 0.5 * w->joint[row->joint].stiffness * row->gap * row->gap;
        if (row->kind == MBW_MOTOR) energy += w->h * row->effort * fabs(row->speed);
    }
    return energy;
}

/* the greatest turn in a step, of bodies, and of ropes and distances by their bend [rad]; *change:
 * the greatest difference of bodies' turns at v and at l */
static double turn(const mbw_rows *rows, const double *v, double *change)
{
    const mb_world *w = rows->world;
    double most = 0.0;

    *change = 0.0;
    for (int i = 0; i < rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i] + 2;
        most = fmax(most, w->h * fmax(fabs(v[at]), fabs(w->v[at])));
        *change = fmax(*change, w->h * fabs(v[at] - w->v[at]));
    }
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        const double length = mbw_is_support(w, row) ? 0.0 : w->joint[row->joint].length;
        if (length > 0.0) most = fmax(most, sqrt(2.0 * row->bend / length));
    }
    return most;
}

/* gain allowed for joints: following their curves keeps the energy to second order in the turn,
 * unless the turn jumps */
static double curve_energy(const mbw_rows *rows, double free_motion, double before, const double *v)
{
    double change, most = turn(rows, v, &change);

    if (rows->njoint == 0) return 0.0;
    return fmax(change <= EVEN && most < TURN ? most * most * before : 0.0, UNEVEN * free_motion);
}

int mbw_gains(const mbw_rows *rows, const double *v_free, const double *v)
{
    const double before = mbw_energy(rows, rows->world->v), free_motion = mbw_energy(rows, v_free);
    const double gain = rows->bounced ? mbw_energy(rows, v) - fmax(before, free_motion) :
                        gained(rows, v_free, v);

    return !is_fed(rows) && gain > rows->tolerance * free_motion + given(rows) +
                                      curve_energy(rows, free_motion, before, v);
}

#define ROUNDING (8.0 * DBL_EPSILON)           /* of a row's velocity, relative to its terms */
#define REST 1e-14               /* of the free motion's speed: below this a body is at rest */
#define SOFT 1e-6                /* in a safe step a contact gives way by this part of its
                                    impulse's speed: impulses in jams then have a bound */
#define GIVES 1e-3               /* of speeds there, or driven bodies': crushed by more */

/* ---- free motion ----------------------------------------------------------------------------- */

/* Does contact i stay open without an impulse, up to rounding? If friction dilates, by the distance
 * at which it keeps a sliding contact. */
static int stays_open(const mbw_step *s, int i)
{
    const mb_body_contact *c = s->rows.island->contact + i;
    const mbw_contact *row = s->rows.contact + i;
    const double gap = mbw_is_facet(s, i) ? c->psi / s->world->h : row->bias;
    const int dilates = mb_formulations[s->world->formulation].dilates;
    const double slip = dilates ? mbw_speed(&row->tangent, s->v0) : 0.0;

    return mbw_speed(&row->normal, s->v0) + gap - c->mu * fabs(slip) >=
           -ROUNDING * mbw_terms(&row->normal, s->v0);
}

/* Does one facet of the group that begins with contact i stay open? */
static int group_stays_open(const mbw_step *s, int i)
{
    int open = stays_open(s, i);

    for (int k = i + 1; !open && k < s->rows.island->ncontact && mbw_is_facet(s, k); k++)
        open = stays_open(s, k);
    return open;
}

/* If all groups do, and there are no joints or supports, free motion is the solution. */
static int flies(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->ncontact; i++)
        if (!mbw_is_facet(s, i) && !group_stays_open(s, i)) return 0;
    return s->rows.njoint == 0;
}

/* ---- restitution ----------------------------------------------------------------------------- */

/* slower contacts do not bounce: gravity adds this speed in two steps */
double mbw_least_impact(const mb_world *w)
{
    return w->impact > 0.0 ? w->impact : 2.0 * w->h * hypot(w->gravity[0], w->gravity[1]);
}

/* A contact bounces if it would close in this step and approaches fast enough. Newton: it leaves
 * with e times its approach speed. Poisson: in the first half it stops. */
static void set_restitution(mbw_step *s)
{
    const mb_world *world = s->world;
    const double least = mbw_least_impact(world);

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        const double e = s->rows.part * s->rows.island->contact[i].e;
        mbw_contact *row = s->rows.contact + i;
        const double speed = mbw_speed(&row->normal, world->v);
        if (!(e > 0.0 && speed < -least) || mbw_is_facet(s, i) || group_stays_open(s, i)) continue;
        s->rows.bounced = s->rows.scaled = 1;
        if (world->restitution == MB_RESTITUTION_NEWTON) {
            row->bias = fmin(row->bias, e * speed);
        } else {
            row->bias = fmin(row->bias, 0.0);
            row->e = e;
        }
    }
}

/* ---- Poisson's law --------------------------------------------------------------------------- */

/* v0 := v+ of the first half, plus e times the impulses that stopped bouncing contacts */
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

/* Poisson's second half: contacts that these impulses close are stopped, penetration stays. */
static mb_status solve_again(mbw_step *s, mb_arena scratch)
{
    const mb_island *island = s->rows.island;
    const int n = 2 * island->ncontact + s->nhold + 2 * s->world->nsupport;
    const double *free_v = s->v0;
    double *v0 = mb_arena_doubles(&scratch, 3 * s->world->nbody);
    double *p = mb_arena_doubles(&scratch, n);
    mb_status status;

    if (!v0 || !p) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    give_back(s, v0);
    memcpy(p, s->p_n, (size_t)n * sizeof *p);
    for (int i = 0; i < island->ncontact; i++) {
        p[i] *= 1.0 + s->rows.contact[i].e;
        s->rows.contact[i].bias = mbw_gap_rate(s->world, island, i);
    }
    s->v0 = v0;
    status = mbw_solve(s, 1, scratch);
    s->v0 = free_v;
    for (int i = 0; i < n; i++) s->p_n[i] += p[i];
    return status;
}

static int bounces(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->ncontact; i++)
        if (s->rows.contact[i].e * s->p_n[i] > 0.0) return 1;
    return 0;
}

int mbw_make_rows(mbw_step *s, mb_arena *arena)
{
    const int nc = s->rows.island->ncontact;
    int n;

    if (!mbw_contact_rows(&s->rows, arena) || !mbw_joint_rows(&s->rows, arena)) return 0;
    s->nhold = mbw_rows_of(&s->rows, MBW_HOLD);
    for (int i = 0; i < s->rows.island->nbody; i++) {
        const int at = 3 * s->rows.island->body[i];
        memcpy(s->v + at, s->v0 + at, 3 * sizeof *s->v);
    }
    n = 2 * nc + s->nhold + 2 * s->world->nsupport;
    s->out->p_n = s->p_n = mb_arena_doubles(arena, n);
    if (!s->p_n) return 0;
    s->out->p_t = s->p_t = s->p_n + nc;
    s->out->p_b = s->p_b = s->p_n + 2 * nc;
    s->out->p_s = s->p_s = s->p_b + s->nhold;
    for (int i = 0; i < n; i++) s->p_n[i] = 0.0;
    return 1;
}

/* clears the island's report, except the time spent, for the next way */
static void forget(mb_island_step *out)
{
    const mb_island island = out->island;
    const double seconds = out->seconds;

    memset(out, 0, sizeof *out);
    out->island = island;
    out->seconds = seconds;
}

/* does a row give way at this speed by more than GIVES of the speeds there, or of driven bodies? */
static int gives_way(const mbw_step *s, const mbw_row *row, double speed, double driven)
{
    const double terms = mbw_terms(row, s->v0) + mbw_terms(row, s->world->v);

    return speed < -GIVES * (driven > 0.0 ? fmin(terms, driven) : terms);
}

/* of the island's soft contacts and limits */
static mbw_yield yield_of(const mbw_step *s)
{
    const double driven = mbw_driven(&s->rows);
    int gives = 0;

    for (int i = 0; i < s->rows.island->ncontact; i++) {
        const mbw_contact *c = s->rows.contact + i;
        gives |= gives_way(s, &c->normal, mbw_speed(&c->normal, s->v) + c->bias, driven);
    }
    for (int i = 0; i < s->rows.njoint; i++) {
        const mbw_joint_row *row = s->rows.joint + i;
        const double speed = mbw_speed(&row->row, s->v) - mbw_drift(s->world, &row->row);
        if (row->kind == MBW_LIMIT)
            gives |= gives_way(s, &row->row, speed + row->gap / s->world->h, driven);
    }
    return !gives ? MBW_STANDS : driven > 0.0 ? MBW_CRUSHED : MBW_GIVES;
}

static int island_finite(const mbw_step *s)
{
    for (int i = 0; i < s->rows.island->nbody; i++)
        if (!mbw_all_finite(3, s->v + 3 * s->rows.island->body[i])) return 0;
    return 1;
}

static double max_abs(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* In contact or joined, a velocity of rounding size is set to 0: it might halve from step to step
 * until it is too small for any solver. */
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

/* the island's step with its present contacts, for s->v and the impulses */
static mb_status attempt_rows(mbw_step *s, mb_arena scratch)
{
    mb_status status;

    forget(s->out);
    s->unsolved = MB_OK;
    if (!mbw_make_rows(s, &scratch)) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    if (flies(s)) return mbw_done(&s->out->info, MB_OK, 0, 0.0, -1);
    set_restitution(s);
    status = mbw_solve(s, 0, scratch);
    if (status == MB_OK && bounces(s)) status = solve_again(s, scratch);
    if (status == MB_OK && !island_finite(s))
        return mbw_refuse(&s->out->info, MB_NOT_FINITE, -1);
    if (status == MB_OK && s->out->problem.n > 0) come_to_rest(s);
    if (status == MB_OK && !s->unsolved && s->rows.part > 0.0 && mbw_gains(&s->rows, s->v0, s->v))
        s->out->info.status = status = MB_STALLED;
    if (status == MB_OK && s->rows.soft > 0.0) s->gives = yield_of(s);
    return status;
}

/* ---- PEG's facets ---------------------------------------------------------------------------- */

/* A group keeps max_k psi_k+ >= 0. A facet whose psi_k+ another one of its group exceeds has no
 * effect, nor has a group with the same row as another (two corners face to face). The problem is
 * made without those that can be excluded in advance; those that v+ shows to matter are added, and
 * it is solved again. With p = 0 for the rest, and the c of its facets, this is a solution of the
 * whole problem. */

#define SAME 1e-5                /* of epsilon: lines this close count as one */
#define FELT 1e-10               /* of a velocity's terms: smaller differences are ignored */

/* how fast the two sides of a contact move past each other, at v[3*nbody] */
static double relative_speed(const mbw_step *s, const mb_body_contact *c, const double *v)
{
    const double t[2] = { -c->n[1], c->n[0] };
    mbw_row normal, tangent;

    mbw_make_row(s->world, c, c->n, &normal);
    mbw_make_row(s->world, c, t, &tangent);
    return hypot(mbw_speed(&normal, v), mbw_speed(&tangent, v));
}

/* Of contacts i .. end-1, the primary, and those that can have the greatest psi at the end of the
 * step if it ends with v or v0: the difference of two changes by twice the speed at most. */
static int choose_facets(const mbw_step *s, const mb_island *island, int i, int end, int *keep)
{
    double greatest = -HUGE_VAL, speed = 0.0;
    int count = 1;

    for (int k = i; k < end && end > i + 1; k++) {
        const mb_body_contact *c = island->contact + k;
        greatest = fmax(greatest, c->psi);
        speed = fmax(speed, relative_speed(s, c, s->world->v));
        speed = fmax(speed, relative_speed(s, c, s->v0));
    }
    keep[i] = 1;
    for (int k = i + 1; k < end; k++) {
        keep[k] = island->contact[k].psi >= greatest - 2.0 * s->world->h * speed;
        count += keep[k];
    }
    return count;
}

/* does the group of one facet that begins with contact i repeat an earlier one? Contacts that
 * bounce are kept: their impulses may differ. */
static int is_twin(const mbw_step *s, const mb_island *island, int i, const int *keep)
{
    const mb_body_contact *c = island->contact + i;

    for (int k = i - 1; k >= 0 && !(c->e > 0.0); k--) {
        const mb_body_contact *o = island->contact + k;
        const int same_pair = (o->a == c->a && o->b == c->b) || (o->a == c->b && o->b == c->a);
        if (!same_pair) return 0;
        if (keep[k] == MBW_ALONE && mbw_face_to_face(o, c, SAME * s->world->epsilon)) return 1;
    }
    return 0;
}

/* Poisson's second half has other gaps: all facets are kept if something may bounce. */
static int all_matter(const mb_world *w, const mb_island *island)
{
    for (int i = 0; i < island->ncontact; i++)
        if (w->restitution == MB_RESTITUTION_POISSON && island->contact[i].e > 0.0) return 1;
    return 0;
}

void mbw_choose_facets(const mbw_step *s, const mb_island *island, int *keep)
{
    const int all = all_matter(s->world, island);

    for (int i = 0; i < island->ncontact && all; i++) keep[i] = 1;
    for (int i = 0, end; i < island->ncontact && !all; i = end) {
        end = mbw_end_of_group(island, i);
        if (choose_facets(s, island, i, end, keep) > 1) continue;
        keep[i] = is_twin(s, island, i, keep) ? 0 : MBW_ALONE;
    }
}

/* psi_k+ / h, and its error by rounding or the solver's tolerance */
static double gap_rate(const mbw_step *s, const mb_body_contact *c, double *error)
{
    mbw_row row;

    mbw_make_row(s->world, c, c->n, &row);
    *error = fmax(*error, FELT * mbw_terms(&row, s->v0));
    return c->psi / s->world->h + mbw_speed(&row, s->v);
}

/* adds the facets of group i .. end-1 that matter; p: its primary's impulse. Returns how many */
static int take_back(const mbw_step *s, const mb_island *island, int i, int end, double p,
                     int *keep)
{
    const mb_body_contact *c = island->contact;
    double kept = -HUGE_VAL, most = -HUGE_VAL, error = 0.0;
    int best = i;

    for (int k = i; k < end; k++) {
        const double rate = gap_rate(s, c + k, &error);
        if (keep[k]) kept = fmax(kept, rate);
        if (rate <= most) continue;
        best = k;
        most = rate;
    }
    if (!keep[i]) {
        const double bias = mbw_gap_rate(s->world, island, i) - c[i].psi / s->world->h +
                            mbw_contact_curve(&s->rows, c + i);
        if (most + bias >= -error) return 0;
        keep[i] = 1;
        keep[best] = 1;
        return 1 + (best > i);
    }
    if (!(p > 0.0) || most <= kept + error) return 0;
    return keep[best] = 1;
}

int mbw_take_back(const mbw_step *s, const mb_island *island, int *keep)
{
    const double *p = s->p_n;
    int count = 0;

    for (int i = 0, end; i < island->ncontact; i = end) {
        const double own = keep[i] ? *p : 0.0;
        end = mbw_end_of_group(island, i);
        for (int k = i; k < end; k++) p += keep[k] != 0;
        count += take_back(s, island, i, end, own, keep);
    }
    return count;
}

int mbw_leaders(mb_body_contact *c, int count, int by_gap)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (kept == 0 || c[i].group != c[kept - 1].group) c[kept++] = c[i];
        else if (by_gap && c[i].psi > c[kept - 1].psi) c[kept - 1] = c[i];
    }
    return kept;
}

/* s->out->island: the whole island with the kept contacts, in contact[]; if that is large, with the
 * primaries, and returns 1 */
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
    out->ncontact = mbw_leaders(contact, count, 0);
    return 1;
}

/* attempt_rows with those of PEG's facets that matter; or with all, if there is no
 * solution without. s->out->island has those that were used. */
static mb_status attempt_groups(mbw_step *s, mb_arena scratch)
{
    const mb_island *whole = s->rows.island;
    const int nc = whole->ncontact, fresh = s->nfresh;
    mb_body_contact *contact = (mb_body_contact *)mbw_take(&scratch, nc, sizeof *contact);
    int *keep = mb_arena_ints(&scratch, nc), more = 1;
    mb_status status = MB_OK;

    if (!contact || !keep) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    mbw_choose_facets(s, whole, keep);
    s->rows.island = &s->out->island;
    while (more > 0) {
        const int large = select_contacts(s, whole, keep, contact);
        s->nfresh = fresh;
        status = attempt_rows(s, scratch);
        more = 0;
        if (status < 0 || large) break;
        if (status == MB_OK) more = mbw_take_back(s, whole, keep);
        for (int i = 0; i < nc && status > 0; i++) more += !keep[i], keep[i] = 1;
    }
    s->rows.island = whole;
    return status;
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
    if (status != MB_OK) s->nfresh = fresh;
    return status;
}

/* ---- accurate, half, safe -------------------------------------------------------------------- */

/* Soft contacts; if they give way, stiff ones, if these have a solution. If not, driven bodies
 * crush a body between them; without driven bodies it is rounding, and the soft solution is used.
 * Convex models are stiff. */
static mb_status soft_or_stiff(mbw_step *s, mb_arena scratch)
{
    const int convex = mb_formulations[s->world->formulation].cone;
    mb_status soft, stiff;

    s->rows.soft = convex ? 0.0 : SOFT;
    s->gives = MBW_STANDS;
    soft = attempt(s, scratch);
    if (convex || (soft == MB_OK && s->gives == MBW_STANDS)) return soft;
    s->rows.soft = 0.0;
    stiff = attempt(s, scratch);
    if (stiff <= 0 || soft != MB_OK || s->gives == MBW_CRUSHED) return stiff;
    s->rows.soft = SOFT;
    return attempt(s, scratch);
}

/* the safe problem: one facet of each of PEG's groups, as the theorem has no others */
static mb_status attempt_safe(mbw_step *s, mb_arena scratch)
{
    const mb_island *whole = s->rows.island;
    mb_island leading = *whole;
    mb_body_contact *c = (mb_body_contact *)mbw_take(&scratch, whole->ncontact, sizeof *c);
    mb_status status;

    if (!c) return mbw_refuse(&s->out->info, MB_NO_MEMORY, -1);
    memcpy(c, whole->contact, (size_t)whole->ncontact * sizeof *c);
    leading.contact = c;
    if (mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS)
        leading.ncontact = mbw_leaders(c, whole->ncontact, 1);
    s->rows.part = 0.0;
    s->rows.island = &leading;
    status = soft_or_stiff(s, scratch);
    s->rows.soft = 0.0;
    s->rows.island = whole;
    return status;
}

mb_status mbw_velocities(mbw_step *s, int *finer, mb_arena scratch)
{
    mb_status status;

    for (s->way = MB_ACCURATE; s->way <= MB_HALF; s->way++) {
        s->rows.part = s->way == MB_ACCURATE ? 1.0 : 0.5;
        status = attempt(s, scratch);
        if (status <= 0) return status;
        if (finer && s->rows.island->njoint > 0 && !s->rows.bounced) return *finer = 1, status;
        if (!s->rows.scaled) break;
    }
    s->way = MB_SAFE;
    status = attempt_safe(s, scratch);
    if (status > 0 && finer) *finer = 1;
    return status;
}
