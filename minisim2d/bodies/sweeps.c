/* sweeps.c: an island's rows as they are, solved by mb_contact_pgs
 *
 * For large islands: two rows a contact, no matrix, a cost that is linear in the number of rows.
 * The answer is as good as the sweeps make it; see mb_world_step.
 */
#include <math.h>
#include <string.h>

#include "contact_pgs.h"
#include "island.h"

#define AIM 1e-6                 /* the residual that sweeps go on for, */
#define ACCEPTED 1e-3            /* and the one that is taken, where options.tol is 0 */
#define TOL 1e-10                /* the solvers' default, */
#define SURE 0.1                 /* and how much of it is passed in every form: their rows differ */
enum { FIRST = 100,              /* sweeps for the former, */
       SWEEPS = 1000 };          /* and in all, where options.max_iter is 0 */

typedef struct {
    mbw_step *s;
    mb_contact_rows rows;        /* contact i: its normal, then its tangent; then the joints' */
    int again;                   /* see mbw_sweeps */
    int *body, *findex;          /* the arrays of rows */
    double *J, *b, *lo, *hi, *soft, *z, *dv;
} sweeps;

/* ---- the rows -------------------------------------------------------------------------------- */

/* row i, stiff; returns its velocity without impulses */
static double put_row(sweeps *w, int i, const mbw_row *row, double lo, double hi, int findex)
{
    const int side[2] = { row->a, row->b };

    for (int k = 0; k < 2; k++) {
        w->body[2 * i + k] = side[k] < 0 ? -1 : w->s->place[side[k]];
        memcpy(w->J + 6 * i + 3 * k, k == 0 ? row->Ja : row->Jb, 3 * sizeof(double));
    }
    w->lo[i] = lo;
    w->hi[i] = hi;
    w->findex[i] = findex;
    w->soft[i] = 0.0;
    return mbw_speed(row, w->s->v0);
}

static void put_contacts(sweeps *w)
{
    const mb_island *island = w->s->rows.island;

    for (int i = 0; i < island->ncontact; i++) {
        const mbw_contact *row = w->s->rows.contact + i;
        const double mu = island->contact[i].mu;
        w->b[2 * i] = put_row(w, 2 * i, &row->normal, 0.0, HUGE_VAL, -1) + row->bias;
        w->b[2 * i + 1] = put_row(w, 2 * i + 1, &row->tangent, -mu, mu, 2 * i);
    }
}

/* J v+ + p/(h c^) + k gap/c^ = 0, c^ = c + h k; what it has done it does not do again */
static double put_spring(sweeps *w, int i, const mbw_joint_row *row)
{
    const mb_world *world = w->s->world;
    const mb_joint *joint = world->joint + row->joint;
    const double c = joint->damping + world->h * joint->stiffness;
    const double speed = put_row(w, i, &row->row, -HUGE_VAL, HUGE_VAL, -1);

    w->soft[i] = 1.0 / (world->h * c);
    return w->again ? 0.0 : speed + joint->stiffness * row->gap / c;
}

/* joints' and limits' gaps hold what driven bodies do */
static void put_joints(sweeps *w)
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
        w->b[i] += row->gap / world->h - row->speed - mbw_drift(world, &row->row);
    }
}

static void put_masses(sweeps *w, double *Minv)
{
    const mb_island *island = w->s->rows.island;

    memset(Minv, 0, 9 * (size_t)island->nbody * sizeof *Minv);
    for (int i = 0; i < island->nbody; i++) {
        const mb_body *b = w->s->world->body + island->body[i];
        w->s->place[island->body[i]] = i;
        Minv[9 * i] = Minv[9 * i + 4] = 1.0 / b->mass;
        if (b->inertia > 0.0) Minv[9 * i + 8] = 1.0 / b->inertia;
    }
}

static int make(sweeps *w, mb_arena *arena)
{
    const mbw_rows *rows = &w->s->rows;
    const int n = 2 * rows->island->ncontact + rows->njoint, nbody = rows->island->nbody;
    double *Minv = mb_arena_matrix(arena, nbody, 9);

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
    put_masses(w, Minv);
    w->rows.nbody = nbody;
    w->rows.nb = 3;
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

/* ---- impulses -------------------------------------------------------------------------------- */

static void recall(sweeps *w)
{
    const mbw_rows *rows = &w->s->rows;
    double *z = w->z;

    for (int i = 0; i < rows->island->ncontact; i++) {
        mb_impulse m = mbw_contact_key(rows->island->contact + i);
        mbw_recall(w->s, &m);
        *z++ = m.normal;
        *z++ = m.tangent;
    }
    for (int i = 0; i < rows->njoint; i++) {
        mb_impulse m = mbw_joint_key(rows->joint + i);
        mbw_recall(w->s, &m);
        *z++ = rows->joint[i].kind == MBW_MOTOR ? m.tangent : m.normal;
    }
}

static void keep(sweeps *w)
{
    const mbw_rows *rows = &w->s->rows;
    const double *z = w->z;

    for (int i = 0; i < rows->island->ncontact; i++) {
        mb_impulse m = mbw_contact_key(rows->island->contact + i);
        m.normal = *z++;
        m.tangent = *z++;
        m.slip = fabs(mbw_speed(&rows->contact[i].tangent, w->s->v));
        mbw_keep(w->s, &m);
    }
    for (int i = 0; i < rows->njoint; i++) {
        mb_impulse m = mbw_joint_key(rows->joint + i);
        *(rows->joint[i].kind == MBW_MOTOR ? &m.tangent : &m.normal) = *z++;
        mbw_keep(w->s, &m);
    }
}

/* v+ = v0 + dv, and the impulses by contact and joint */
static void take_result(sweeps *w)
{
    mbw_step *s = w->s;
    const mbw_rows *rows = &s->rows;

    for (int i = 0; i < rows->island->nbody; i++)
        for (int k = 0; k < 3; k++) {
            const int at = 3 * rows->island->body[i] + k;
            s->v[at] = s->v0[at] + w->dv[3 * i + k];
        }
    for (int i = 0; i < rows->island->ncontact; i++) {
        s->p_n[i] = w->z[2 * i];
        s->p_t[i] = w->z[2 * i + 1];
    }
    for (int i = 0, k = 0; i < rows->njoint; i++)
        if (rows->joint[i].kind == MBW_HOLD) s->p_b[k++] = w->z[2 * rows->island->ncontact + i];
}

/* ---- the island ------------------------------------------------------------------------------ */

static void start_anew(sweeps *w)
{
    for (int i = 0; i < w->rows.n; i++) w->z[i] = 0.0;
    w->rows.conjugate = 0;
}

/* Sweeps until z passes the test of MB_OK, or its residual at least is small enough: what is left
 * of w beside b, the test's other half, would take many more. Bodies at rest creep at a speed that
 * goes with the residual, so that a small one is aimed at; in an impact a larger one will do. Small
 * islands, which come here when all else has failed, have to pass the test. */
static mb_status sweep(sweeps *w, mb_arena scratch)
{
    const mb_options *opt = &w->s->world->options;
    const double aim = opt->tol > 0.0 ? opt->tol : AIM, accepted = opt->tol > 0.0 ? aim : ACCEPTED;
    const int most = opt->max_iter > 0 ? opt->max_iter : SWEEPS;
    mb_info *info = &w->s->out->info;
    mb_options o = *opt;
    mb_status status;
    int first;

    w->rows.conjugate = 1;
    if (w->s->sweeps) return mb_contact_pgs(&w->rows, &o, w->z, w->dv, info, scratch);
    w->rows.enough = aim;
    o.max_iter = aim < accepted && most > FIRST ? FIRST : most;
    status = mb_contact_pgs(&w->rows, &o, w->z, w->dv, info, scratch);
    first = info->iterations;
    if (status > 0 && info->residual > accepted && first < most) {
        if (status == MB_STALLED) start_anew(w);               /* conjugate gradients may diverge */
        w->rows.enough = accepted;
        o.max_iter = most - first;
        status = mb_contact_pgs(&w->rows, &o, w->z, w->dv, info, scratch);
        info->iterations += first;
    }
    if (status > 0 && info->residual <= accepted) status = MB_OK;
    return info->status = status;
}

double mbw_sweeps_scratch(int nbody, int nc, int rows)
{
    mb_contact_rows p;

    memset(&p, 0, sizeof p);
    p.nbody = nbody;
    p.nb = 3;
    p.n = 2 * nc + rows;
    p.conjugate = 1;
    return 8.0 * (12.0 * nbody + 13.0 * p.n + 16.0) + (double)mb_contact_pgs_scratch(&p);
}

/* in memory from arena, also s->out's problem; 0: no room */
static int begin(sweeps *w, mbw_step *s, int again, mb_arena *arena)
{
    memset(w, 0, sizeof *w);
    w->s = s;
    w->again = again;
    if (!make(w, arena)) return 0;
    memset(w->z, 0, (size_t)w->rows.n * sizeof *w->z);
    if (!again) recall(w);
    s->out->problem.n = w->rows.n;
    s->out->problem.b = w->b;
    s->out->problem.lo = w->lo;
    s->out->problem.hi = w->hi;
    s->out->problem.findex = w->findex;
    s->out->z = w->z;
    return 1;
}

int mbw_still_solved(mbw_step *s, mb_arena scratch)
{
    mb_options o;
    sweeps w;

    memset(&o, 0, sizeof o);
    o.tol = SURE * (s->world->options.tol > 0.0 ? s->world->options.tol : TOL);
    o.max_iter = 1;                                            /* 0 would be the default */
    if (!begin(&w, s, 0, &scratch)) return 0;
    put_contacts(&w);
    if (mb_contact_pgs(&w.rows, &o, w.z, w.dv, &s->out->info, scratch) != MB_OK)
        return 0;
    take_result(&w);
    keep(&w);
    return 1;
}

mb_status mbw_sweeps(mbw_step *s, int again, mb_arena scratch)
{
    const mb_world *world = s->world;
    mb_island_step *out = s->out;
    const double start = world->clock ? world->clock() : 0.0;
    mb_status status;
    int iterations = 0;
    sweeps w;

    if (!begin(&w, s, again, &scratch)) return mbw_refuse(&out->info, MB_NO_MEMORY, -1);
    out->solver = "contact-pgs";
    do {
        put_contacts(&w);
        put_joints(&w);
        status = sweep(&w, scratch);
        iterations += out->info.iterations;
        if (status == MB_OK) take_result(&w);
    } while (mbw_once_more(&s->rows, status, s->v, ++out->solves));
    out->info.iterations = iterations;
    out->seconds += world->clock ? world->clock() - start : 0.0;
    if (status == MB_OK && !again) keep(&w);
    return status;
}
