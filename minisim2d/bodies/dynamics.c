/* dynamics.c: an island's rows as mb_dynamics
 *
 *     M v+ = M v + Jn' p_n + Jf' p_f + Jb' p_b + Jl' p_l + Jm' p_m + h f
 *
 * Velocities are those of the dynamic bodies alone, three each, two where a body does not turn.
 * The contribution of driven bodies to a row is known and goes to its right-hand side.
 */
#include <math.h>
#include <string.h>

#include "island.h"

#define DEPENDENT 1e-12          /* a row of Jb is redundant if its squared distance to the others'
                                    span is below this part of its square */

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

void mbw_spread(const mb_world *world, const mb_island *island, const double *v, double *v_world)
{
    for (int i = 0; i < island->nbody; i++) {
        const int body = island->body[i];
        for (int k = 0; k < velocities(world, body); k++) v_world[3 * body + k] = *v++;
    }
}

void mbw_gather(const mb_world *world, const mb_island *island, const double *v_world, double *v)
{
    for (int i = 0; i < island->nbody; i++) {
        const int body = island->body[i];
        for (int k = 0; k < velocities(world, body); k++) *v++ = v_world[3 * body + k];
    }
}

/* sign times a row, in the island's columns */
static void put_row(const mbw_dynamics *w, double sign, const mbw_row *row, double *out)
{
    const struct { int body; const double *J; } block[2] = { { row->a, row->Ja },
                                                             { row->b, row->Jb } };

    zero(w->d.nv, out);
    for (int i = 0; i < 2; i++) {
        const int body = block[i].body;
        if (body < 0 || w->place[body] < 0) continue;
        for (int k = 0; k < velocities(w->rows->world, body); k++)
            out[w->place[body] + k] = sign * block[i].J[k];
    }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static int make_bodies(mbw_dynamics *w, double **mass_matrix, mb_arena *arena)
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
    mbw_gather(world, island, world->v, w->v);
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
static int add_spring(mbw_dynamics *w, const mbw_joint_row *row, double *M, mb_arena scratch)
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

static int make_contacts(mbw_dynamics *w, mb_arena *arena)
{
    const mb_world *world = w->rows->world;
    const mb_island *island = w->rows->island;
    const int nc = island->ncontact, nv = w->d.nv, nd = mbw_is_rough(island) ? 2 : 0;
    double *Jn = mb_arena_matrix(arena, nc, nv), *Jf = mb_arena_matrix(arena, nc * nd, nv);
    double *psi = mb_arena_matrix(arena, nc, 4 + nd), *mu = psi + nc;
    double *dpsi_dt = psi + 2 * nc, *dpsif_dt = psi + 4 * nc;
    int *group = mb_arena_ints(arena, nc);

    if (!Jn || !Jf || !psi || !group) return 0;
    w->bias = psi + 3 * nc;
    for (int i = 0; i < nc; i++) {
        const mbw_contact *row = w->rows->contact + i;
        psi[i] = island->contact[i].psi;
        mu[i] = island->contact[i].mu;
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
    w->d.bias = w->bias;
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
static int make_rows(mbw_dynamics *w, mbw_kind kind, double **J, mb_arena *arena)
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
static int make_share(mbw_dynamics *w, mb_arena *arena)
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

static int make_joints(mbw_dynamics *w, mb_arena *arena)
{
    const mbw_rows *rows = w->rows;
    double *Jm, *speed, *effort;

    w->kept = mb_arena_ints(arena, rows->njoint);
    if (!w->kept) return 0;
    for (int i = 0; i < rows->njoint; i++) w->kept[i] = -1;
    w->d.nb = make_rows(w, MBW_HOLD, &w->Jb, arena);
    w->d.nl = make_rows(w, MBW_LIMIT, &w->Jl, arena);
    w->d.nm = make_rows(w, MBW_MOTOR, &Jm, arena);
    if (w->d.nb < 0 || w->d.nl < 0 || w->d.nm < 0) return 0;
    w->phi = mb_arena_doubles(arena, w->d.nb);
    w->psi_l = mb_arena_doubles(arena, w->d.nl);
    speed = mb_arena_doubles(arena, w->d.nm);
    effort = mb_arena_doubles(arena, w->d.nm);
    if (!w->phi || !w->psi_l || !speed || !effort) return 0;
    for (int i = 0; i < rows->njoint; i++) {
        if (rows->joint[i].kind != MBW_MOTOR) continue;
        speed[w->kept[i]] = rows->joint[i].speed;
        effort[w->kept[i]] = rows->joint[i].effort;
    }
    w->d.Jb = w->Jb;
    w->d.phi = w->phi;
    w->d.Jl = w->Jl;
    w->d.psi_l = w->psi_l;
    w->d.Jm = Jm;
    w->d.speed = speed;
    w->d.effort = effort;
    return make_share(w, arena);
}

/* ---- all parts together ---------------------------------------------------------------------- */

/* the data that depend on the rows' biases and gaps, and joints' rows with gaps */
static void take_rows(mbw_dynamics *w)
{
    const mbw_rows *rows = w->rows;

    for (int i = 0; i < w->d.nc; i++) w->bias[i] = rows->contact[i].bias;
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        const int k = w->kept[i];
        if (k < 0 || !mbw_has_gap(row)) continue;
        *(row->kind == MBW_HOLD ? w->phi + k : w->psi_l + k) = row->gap;
        put_row(w, 1.0, &row->row, (row->kind == MBW_HOLD ? w->Jb : w->Jl) + k * w->d.nv);
    }
}

int mbw_dynamics_make(mbw_dynamics *w, mb_arena *arena)
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
    take_rows(w);
    return 1;
}

mb_status mb_world_dynamics(const mb_world *world, const mb_island *island, mb_dynamics *out,
                            mb_arena *arena)
{
    mb_arena a = *arena;
    mbw_rows rows;
    mbw_dynamics w;

    if (!mbw_rows_begin(world, &rows, &a)) return MB_NO_MEMORY;
    rows.island = island;
    w.rows = &rows;
    w.place = mb_arena_ints(&a, world->nbody);
    if (!w.place) return MB_NO_MEMORY;
    for (int i = 0; i < world->nbody; i++) w.place[i] = -1;
    if (!mbw_contact_rows(&rows, &a) || !mbw_joint_rows(&rows, &a) ||
        !mbw_dynamics_make(&w, &a))
        return MB_NO_MEMORY;
    *arena = a;
    *out = w.d;
    return MB_OK;
}
