/* dynamics.c: an island as mb_dynamics
 *
 *     M v+ = M v + Jn' p_n + Jf' p_f + Jb' p_b + h f
 *
 * Velocities are those of the dynamic bodies alone, three each, two where a body does not turn. What
 * driven bodies do to a row, J_kin v_kin, is a known number and goes to its right-hand side.
 */
#include <math.h>
#include <string.h>

#include "island.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/* 0 where one of them is NULL */
static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; x && y && i < n; i++) sum += x[i] * y[i];
    return sum;
}

double mbw_row_speed(const mbw_row *row, const double *v)
{
    return (row->a >= 0 ? dot(3, row->Ja, v + 3 * row->a) : 0.0) +
           (row->b >= 0 ? dot(3, row->Jb, v + 3 * row->b) : 0.0);
}

double mbw_row_drift(const mb_world *w, const mbw_row *row)
{
    double drift = 0.0;

    if (row->a >= 0 && w->body[row->a].kind == MB_KINEMATIC)
        drift += dot(3, row->Ja, w->v + 3 * row->a);
    if (row->b >= 0 && w->body[row->b].kind == MB_KINEMATIC)
        drift += dot(3, row->Jb, w->v + 3 * row->b);
    return drift;
}

void mbw_contact_rows(const mb_world *w, const mb_body_contact *c, mbw_row *normal,
                      mbw_row *tangent)
{
    const double t[2] = { -c->n[1], c->n[0] };

    normal->a = tangent->a = c->a;
    normal->b = tangent->b = c->b;
    mb_contact_row(w->q, c, c->n, normal->Ja, normal->Jb);
    mb_contact_row(w->q, c, t, tangent->Ja, tangent->Jb);
}

double mbw_gap_rate(const mb_world *w, const mb_body_contact *c)
{
    const double rate = w->formulation == MB_AP ? 0.0 : c->psi / w->h;
    const double most = w->recovery > 0.0 ? w->recovery : MBW_RECOVERY;

    return rate < -most && w->recovery >= 0.0 ? -most : rate;
}

/* ---- the island's velocities ----------------------------------------------------------------- */

static int velocities(const mb_world *w, int body) { return w->body[body].inertia > 0.0 ? 3 : 2; }

void mbw_spread(const mbw_dynamics *w, const double *v, double *v_world)
{
    for (int i = 0; i < w->island->nbody; i++) {
        const int body = w->island->body[i];
        for (int k = 0; k < velocities(w->world, body); k++)
            v_world[3 * body + k] = v[w->place[body] + k];
    }
}

void mbw_gather(const mbw_dynamics *w, const double *v_world, double *v)
{
    for (int i = 0; i < w->island->nbody; i++) {
        const int body = w->island->body[i];
        for (int k = 0; k < velocities(w->world, body); k++)
            v[w->place[body] + k] = v_world[3 * body + k];
    }
}

/* one block of a row, sign times J, in the island's columns */
static void put_block(const mbw_dynamics *w, int body, double sign, const double *J, double *out)
{
    if (body < 0 || w->place[body] < 0) return;
    for (int k = 0; k < velocities(w->world, body); k++) out[w->place[body] + k] = sign * J[k];
}

static void put_row(const mbw_dynamics *w, double sign, const mbw_row *row, double *out)
{
    memset(out, 0, (size_t)w->d.nv * sizeof *out);
    put_block(w, row->a, sign, row->Ja, out);
    put_block(w, row->b, sign, row->Jb, out);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

void mbw_place(mbw_dynamics *w)
{
    memset(&w->d, 0, sizeof w->d);
    for (int i = 0; i < w->island->nbody; i++) {
        w->place[w->island->body[i]] = w->d.nv;
        w->d.nv += velocities(w->world, w->island->body[i]);
    }
}

/* M, diagonal, v and p_ext; NULL: no room */
static double *make_bodies(mbw_dynamics *w, mb_arena *arena)
{
    const mb_world *world = w->world;
    const double h = world->h;
    const int nv = w->d.nv;
    double *M;

    M = mb_arena_matrix(arena, nv, nv);
    w->v = mb_arena_doubles(arena, nv);
    w->p_ext = mb_arena_doubles(arena, nv);
    if (!M || !w->v || !w->p_ext) return NULL;
    memset(M, 0, (size_t)nv * (size_t)nv * sizeof *M);
    for (int i = 0; i < w->island->nbody; i++) {
        const int body = w->island->body[i], at = w->place[body];
        const mb_body *b = world->body + body;
        for (int k = 0; k < velocities(world, body); k++) {
            const double weight = k < 2 ? b->mass * world->gravity[k] : 0.0;
            M[(at + k) * nv + at + k] = k < 2 ? b->mass : b->inertia;
            w->p_ext[at + k] = h * (weight + world->force[3 * body + k]);
        }
    }
    w->d.h = h;
    w->d.M = M;
    w->d.v = w->v;
    w->d.p_ext = w->p_ext;
    mbw_gather(w, world->v, w->v);
    return M;
}

/* Springs and dampers act at the end of the step: their force on the coordinate s with row J is
 * -k (s + h J v+ - rest) - c J v+. What multiplies v+ is a part of M, here of both sides:
 *
 *     M^ = M + h (c + h k) J'J,    M^ v+ = M^ v + p_ext - h (k (s - rest) + (c + h k) J v) J'
 */
static int add_spring(mbw_dynamics *w, const mb_joint *joint, double *M, mb_arena scratch)
{
    const int nv = w->d.nv;
    const double h = w->d.h, c = joint->damping + h * joint->stiffness;
    double *J = mb_arena_doubles(&scratch, nv), s, p;
    mbw_row row;

    if (!J) return 0;
    row.a = joint->a;
    row.b = joint->b;
    s = mb_joint_coordinate(joint, w->world->q, row.Ja, row.Jb);
    put_row(w, 1.0, &row, J);
    p = -h * (joint->stiffness * (s - joint->rest) +
              c * (dot(nv, J, w->v) + mbw_row_drift(w->world, &row)));
    for (int i = 0; i < nv; i++) {
        if (!(J[i] != 0.0)) continue;
        for (int j = 0; j < nv; j++) M[i * nv + j] += h * c * J[i] * J[j];
        w->p_ext[i] += p * J[i];
    }
    return 1;
}

/* ---- contacts -------------------------------------------------------------------------------- */

static int rough(const mb_island *island)
{
    for (int i = 0; i < island->ncontact; i++)
        if (island->contact[i].mu > 0.0) return 1;
    return 0;
}

static int make_contacts(mbw_dynamics *w, mb_arena *arena)
{
    const mb_island *island = w->island;
    const int nc = island->ncontact, nv = w->d.nv, nd = rough(island) ? 2 : 0;
    double *Jn = mb_arena_matrix(arena, nc, nv), *Jf = mb_arena_matrix(arena, nc * nd, nv);
    double *number = mb_arena_matrix(arena, nc, 4 + nd);
    int *group = mb_arena_ints(arena, nc);
    double *psi = number, *mu = number + nc, *dpsi_dt = number + 2 * nc, *dpsif_dt = number + 4 * nc;

    if (!Jn || !Jf || !number || !group) return 0;
    w->bias = number + 3 * nc;
    for (int i = 0; i < nc; i++) {
        const mb_body_contact *c = island->contact + i;
        mbw_row normal, tangent;
        mbw_contact_rows(w->world, c, &normal, &tangent);
        put_row(w, 1.0, &normal, Jn + i * nv);
        psi[i] = c->psi;
        mu[i] = c->mu;
        group[i] = c->group;
        dpsi_dt[i] = mbw_row_drift(w->world, &normal);
        w->bias[i] = mbw_gap_rate(w->world, c);
        for (int k = 0; k < nd; k++) {                         /* t, and its opposite */
            const double sign = k == 0 ? 1.0 : -1.0;
            put_row(w, sign, &tangent, Jf + (i * nd + k) * nv);
            dpsif_dt[i * nd + k] = sign * mbw_row_drift(w->world, &tangent);
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
    w->d.bias = w->bias;
    return 1;
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* Limits of a joint's coordinate s, each a row sign J v with the gap sign (s - bound). */
typedef struct {
    int count;
    double sign[3], bound[3];
} limits;

static void add_limit(limits *l, double sign, double bound)
{
    if (!(fabs(bound) < HUGE_VAL)) return;
    l->sign[l->count] = sign;
    l->bound[l->count++] = bound;
}

static limits limits_of(const mb_joint *joint)
{
    limits l = { 0, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };

    if (joint->kind == MB_ROPE) add_limit(&l, -1.0, joint->length);
    if (joint->limited) {
        add_limit(&l, 1.0, joint->lo);
        add_limit(&l, -1.0, joint->hi);
    }
    return l;
}

static int has_motor(const mb_joint *joint) { return joint->effort > 0.0; }

/* rows of a joint's Jb, or of its coordinate */
static void take_row(const mb_joint *joint, const double *Ja, const double *Jb, mbw_row *row)
{
    row->a = joint->a;
    row->b = joint->b;
    memcpy(row->Ja, Ja, sizeof row->Ja);
    memcpy(row->Jb, Jb, sizeof row->Jb);
}

static void count_joints(mbw_dynamics *w)
{
    for (int i = 0; i < w->island->njoint; i++) {
        const mb_joint *joint = w->world->joint + w->island->joint[i];
        w->d.nb += mb_joint_rows(joint->kind);
        w->d.nl += limits_of(joint).count;
        w->d.nm += has_motor(joint);
    }
}

/* Rows of joints that follow from others, of a joint listed twice or of linkages in a line, are left
 * out: by the pivots of a Cholesky factorisation of Jb Jb', in which the diagonal is the square of
 * a row's distance from the span of those before it. */
#define DEPENDENT 1e-12          /* of the row's own square */

/* moves on to the row that is farthest from the span; -1: all others are in it */
static int farthest(int n, const double *rest, const double *own, const int *kept)
{
    int best = -1;

    for (int i = 0; i < n; i++)
        if (kept[i] < 0 && rest[i] > DEPENDENT * own[i] &&
            (best < 0 || rest[i] * own[best] > rest[best] * own[i]))
            best = i;
    return best;
}

/* kept[i] = 1 for a largest independent set of the rows, else -1 */
static int independent(int n, int nv, const double *J, int *kept, mb_arena scratch)
{
    double *L = mb_arena_matrix(&scratch, n, n), *rest = mb_arena_doubles(&scratch, n);
    double *own = mb_arena_doubles(&scratch, n);

    if (!L || !rest || !own) return 0;
    for (int i = 0; i < n; i++) {
        rest[i] = own[i] = dot(nv, J + i * nv, J + i * nv);
        kept[i] = -1;
    }
    for (int k = 0; k < n; k++) {                              /* row k of L: column k of the factor */
        const int p = farthest(n, rest, own, kept);
        if (p < 0) return 1;
        for (int i = 0; i < n; i++) {
            double l = 0.0;
            if (kept[i] < 0) {
                l = dot(nv, J + i * nv, J + p * nv);
                for (int j = 0; j < k; j++) l -= L[j * n + i] * L[j * n + p];
                l /= sqrt(rest[p]);
            }
            L[k * n + i] = l;
        }
        kept[p] = 1;
        for (int i = 0; i < n; i++) rest[i] -= L[k * n + i] * L[k * n + i];
    }
    return 1;
}

/* leaves out the dependent rows of Jb */
static int drop_dependent(mbw_dynamics *w, double *Jb, mb_arena scratch)
{
    const int nv = w->d.nv;

    if (!independent(w->d.nb, nv, Jb, w->kept, scratch)) return 0;
    w->d.nb = 0;
    for (int i = 0; i < w->rows; i++) {
        if (w->kept[i] < 0) continue;
        memmove(Jb + w->d.nb * nv, Jb + i * nv, (size_t)nv * sizeof *Jb);
        w->kept[i] = w->d.nb++;
    }
    return 1;
}

static int make_joints(mbw_dynamics *w, mb_arena *arena)
{
    const mb_world *world = w->world;
    const int nv = w->d.nv;
    int nb = 0, nl = 0, nm = 0;
    double *Jb, *Jl, *Jm, *speed, *effort;

    count_joints(w);
    Jb = mb_arena_matrix(arena, w->d.nb, nv);
    Jl = mb_arena_matrix(arena, w->d.nl, nv);
    Jm = mb_arena_matrix(arena, w->d.nm, nv);
    w->rows = w->d.nb;
    w->kept = mb_arena_ints(arena, w->rows);
    w->phi = mb_arena_doubles(arena, w->rows);
    w->psi_l = mb_arena_doubles(arena, w->d.nl);
    speed = mb_arena_doubles(arena, w->d.nm);
    effort = mb_arena_doubles(arena, w->d.nm);
    if (!Jb || !Jl || !Jm || !w->kept || !w->phi || !w->psi_l || !speed || !effort) return 0;
    for (int i = 0; i < w->island->njoint; i++) {
        const mb_joint *joint = world->joint + w->island->joint[i];
        const limits l = limits_of(joint);
        double Ja[3 * MB_JOINT_ROWS], Jother[3 * MB_JOINT_ROWS];
        mbw_row row;
        mb_joint_jacobian(joint, world->q, Ja, Jother);
        for (int k = 0; k < mb_joint_rows(joint->kind); k++, nb++) {
            take_row(joint, Ja + 3 * k, Jother + 3 * k, &row);
            put_row(w, 1.0, &row, Jb + nb * nv);
            w->phi[nb] = 0.0;
        }
        (void)mb_joint_coordinate(joint, world->q, row.Ja, row.Jb);
        for (int k = 0; k < l.count; k++, nl++) {
            put_row(w, l.sign[k], &row, Jl + nl * nv);
            w->psi_l[nl] = 0.0;
        }
        if (!has_motor(joint)) continue;
        put_row(w, 1.0, &row, Jm + nm * nv);
        speed[nm] = joint->speed - mbw_row_drift(world, &row);
        effort[nm++] = joint->effort;
    }
    if (!drop_dependent(w, Jb, *arena)) return 0;
    w->d.Jb = Jb;
    w->d.phi = w->phi;
    w->d.Jl = Jl;
    w->d.psi_l = w->psi_l;
    w->d.Jm = Jm;
    w->d.speed = speed;
    w->d.effort = effort;
    return 1;
}

/* *x := value, and by how much that changes it at most */
static void replace(double *x, double value, double *change)
{
    *change = fmax(*change, fabs(value - *x));
    *x = value;
}

double mbw_curve(mbw_dynamics *w, const double *v_star)
{
    const mb_world *world = w->world;
    const int nv = w->d.nv;
    const double h = w->d.h;
    double change = 0.0;

    for (int i = 0; i < w->island->nbody; i++) {
        const int body = w->island->body[i];
        for (int k = 0; k < velocities(world, body); k++)
            w->q_star[3 * body + k] = world->q[3 * body + k] +
                                      (v_star ? h * v_star[w->place[body] + k] : 0.0);
    }
    for (int i = 0, nb = 0, nl = 0; i < w->island->njoint; i++) {
        const mb_joint *joint = world->joint + w->island->joint[i];
        const double s = mb_joint_coordinate(joint, w->q_star, NULL, NULL);
        const limits l = limits_of(joint);
        double phi[MB_JOINT_ROWS];
        mb_joint_errors(joint, w->q_star, phi);
        for (int k = 0; k < mb_joint_rows(joint->kind); k++, nb++) {
            const int r = w->kept[nb];
            if (r < 0) continue;
            replace(w->phi + r, phi[k] - h * dot(nv, w->d.Jb + r * nv, v_star), &change);
        }
        for (int k = 0; k < l.count; k++, nl++)
            replace(w->psi_l + nl, l.sign[k] * (s - l.bound[k]) -
                    h * dot(nv, w->d.Jl + nl * nv, v_star), &change);
    }
    return change;
}

/* ---- all of it ------------------------------------------------------------------------------- */

mb_status mbw_dynamics_make(mbw_dynamics *w, mb_arena *arena)
{
    double *M;

    mbw_place(w);
    M = make_bodies(w, arena);
    if (!M || !make_contacts(w, arena) || !make_joints(w, arena)) return MB_NO_MEMORY;
    for (int i = 0; i < w->island->njoint; i++) {
        const mb_joint *joint = w->world->joint + w->island->joint[i];
        if (joint->stiffness + joint->damping > 0.0 && !add_spring(w, joint, M, *arena))
            return MB_NO_MEMORY;
    }
    (void)mbw_curve(w, w->world->curved < 0 ? NULL : w->v);
    return MB_OK;
}

int mbw_dynamics_begin(const mb_world *world, mbw_dynamics *w, mb_arena *arena)
{
    w->world = world;
    w->place = mb_arena_ints(arena, world->nbody);
    w->q_star = mb_arena_doubles(arena, 3 * world->nbody);
    if (!w->place || !w->q_star) return 0;
    for (int i = 0; i < world->nbody; i++) {
        const double h = world->body[i].kind == MB_KINEMATIC ? world->h : 0.0;
        w->place[i] = -1;
        for (int k = 3 * i; k < 3 * i + 3; k++) w->q_star[k] = world->q[k] + h * world->v[k];
    }
    return 1;
}

mb_status mb_world_dynamics(const mb_world *world, const mb_island *island, mb_dynamics *out,
                            mb_arena *arena)
{
    mb_arena a = *arena;
    mbw_dynamics w;

    if (!mbw_dynamics_begin(world, &w, &a)) return MB_NO_MEMORY;
    w.island = island;
    if (mbw_dynamics_make(&w, &a) != MB_OK) return MB_NO_MEMORY;
    *arena = a;
    *out = w.d;
    return MB_OK;
}
