/* Lab 06's worker: unpacks a request, calls the student's function */
#include "worker.h"
#include "lab.h"
#include "requests.h"

#include <math.h>
#include <string.h>

/* ---- the solvers that a step is given ---- */

static int calls;                        /* of the solver, in this request */

/* projected Gauss-Seidel until nothing changes; it wants all the scratch that the contract promises
 * it */
static mb_status solve(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena scratch)
{
    enum { SWEEPS = 100000, WANTED = (int)(LAB_SOLVER_SCRATCH / sizeof(double)) };
    double change = 1.0, size = 0.0;

    (void)opt, (void)info;
    calls++;
    if (!mb_arena_doubles(&scratch, WANTED)) return MB_NO_MEMORY;
    for (int i = 0; i < p->n; i++) {
        if (!(p->A[i * p->n + i] > 0.0)) return MB_SINGULAR;
        if (!isfinite(z[i]) || !isfinite(p->b[i])) return MB_NOT_FINITE;
    }
    for (int sweep = 0; sweep < SWEEPS && change > 1e-16 * size; sweep++) {
        change = size = 0.0;
        for (int i = 0; i < p->n; i++) {
            double w = p->b[i], before = z[i];
            for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
            z[i] = fmax(0.0, z[i] - w / p->A[i * p->n + i]);
            change = fmax(change, fabs(z[i] - before));
            size = fmax(size, fabs(z[i]));
        }
    }
    return MB_OK;
}

static mb_status fail_with(mb_status status, const mb_lcp *p, double *z)
{
    for (int i = 0; i < p->n; i++) z[i] = 1.0 + (double)i;
    return status;
}

static mb_status solve_ray(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                           mb_arena scratch)
{
    (void)opt, (void)info, (void)scratch;
    return fail_with(MB_RAY, p, z);
}

static mb_status solve_max_iter(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                                mb_arena scratch)
{
    (void)opt, (void)info, (void)scratch;
    return fail_with(MB_MAX_ITER, p, z);
}

/* a right one, but for the call after GOOD_CALLS problems that were not empty */
static mb_status solve_at_first(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                                mb_arena scratch)
{
    if (p->n > 0 && calls == GOOD_CALLS) return fail_with(MB_STALLED, p, z);
    if (p->n == 0) calls--;
    return solve(p, opt, z, info, scratch);
}

static mb_lcp_solver *const solvers[] = { solve, solve_ray, solve_max_iter, solve_at_first };

/* ---- the functions of one step ---- */

static mb_dynamics dynamics_of(const frame *f)
{
    static const double zeros[64];
    double *const *x = f->array;
    mb_dynamics d;

    memset(&d, 0, sizeof d);
    d.nv = (int)x[DYN_SIZES][SIZE_NV];
    d.nc = (int)x[DYN_SIZES][SIZE_NC];
    d.nd = (int)x[DYN_SIZES][SIZE_ND];
    d.nb = (int)x[DYN_SIZES][SIZE_NB];
    d.h = x[DYN_SIZES][SIZE_H];
    d.M = x[DYN_M];
    d.v = x[DYN_V];
    d.p_ext = f->len[DYN_P_EXT] > 0 ? x[DYN_P_EXT] : NULL;
    d.Jn = x[DYN_JN];
    d.psi = x[DYN_PSI];
    d.Jf = d.mu = d.Jb = zeros;
    return d;
}

/* Scratch of the size that the request or the contract says, filled with NaN: what is not set shows
 */
static mb_arena scratch_of(const frame *f, size_t contract, mb_arena all)
{
    const double bytes = f->array[DYN_SIZES][SIZE_SCRATCH];
    const mb_arena scratch = worker_arena(all, bytes >= 0.0 ? (size_t)bytes : contract);

    memset(scratch.beg, 0xff, (size_t)(scratch.end - scratch.beg));
    return scratch;
}

/* copy what *out holds to the request's arrays; first, what was not taken from the arena is
 * overwritten */
static void put_problem(const frame *f, const mb_mlcp *p, mb_arena left)
{
    const int nfree = f->narray > LCP_LO ? (int)f->array[DYN_SIZES][SIZE_NV] : 0, n = f->len[LCP_B];

    memset(left.beg, 0xff, (size_t)(left.end - left.beg));
    f->array[LCP_OUT][OUT_FINDEX] = p->findex != NULL;
    if (p->n != n) return;
    memcpy(f->array[LCP_A], p->A, (size_t)(n * n) * sizeof(double));
    memcpy(f->array[LCP_B], p->b, (size_t)n * sizeof(double));
    for (int i = 0; i < n && nfree > 0; i++) {
        f->array[LCP_LO][i] = p->lo ? p->lo[i] : 0.0;
        f->array[LCP_HI][i] = p->hi ? p->hi[i] : HUGE_VAL;
    }
}

static mb_status formulate(const frame *f, int mixed, mb_arena all)
{
    static double rubbish[256];
    static int rubbish_index[16];
    static const mb_mlcp before = {
        (int)OUT_SAME, rubbish, rubbish, rubbish, rubbish, rubbish_index
    };
    const mb_dynamics d = dynamics_of(f);
    mb_arena arena = scratch_of(f, lab_scratch(d.nv, d.nc), all);
    const char *const beg = arena.beg, *const end = arena.end;
    mb_mlcp out = before;
    mb_lcp lcp = { before.n, before.A, before.b };
    mb_info info = { MB_OK, 0, 0.0, 0 }, *const told = f->len[LCP_INFO] > 0 ? &info : NULL;
    mb_status status;

    if (told) info = worker_info(f->array[LCP_INFO]);
    if (mixed) {
        status = lab_st_mlcp(&d, &out, told, &arena);
    } else {
        status = lab_st_lcp(&d, &lcp, told, &arena);
        out.n = lcp.n;
        out.A = lcp.A;
        out.b = lcp.b;
        out.findex = NULL;
    }
    if (told) worker_put_info(told, f->array[LCP_INFO]);
    f->array[LCP_OUT][OUT_N] = (double)out.n;
    f->array[LCP_OUT][OUT_TAKEN] = arena.beg != beg || arena.end != end;
    f->array[LCP_OUT][OUT_FINDEX] = 0.0;
    if (status == MB_OK) put_problem(f, &out, arena);
    return status;
}

static mb_status step(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);

    return lab_step(&d, x[STEP_Q], solvers[(int)x[STEP_SOLVER][0]], x[STEP_Q_NEXT], x[STEP_V_NEXT],
                    scratch_of(f, lab_scratch(d.nv, d.nc) + LAB_SOLVER_SCRATCH, all));
}

/* ---- simulations: a particle above one polyline ---- */

typedef struct {
    int nvert;
    const double *xy;
    double epsilon;
} polyline;

/* the edges whose distance as segments is below epsilon, in order */
static int detect(const lab_world *world, const double *x, double *Jn, double *psi)
{
    const polyline *line = world->terrain;
    int count = 0;

    for (int i = 0; i + 1 < line->nvert && count < world->max; i++) {
        const double *p = line->xy + 2 * i, *q = p + 2;
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        const double t[2] = { (q[0] - p[0]) / length, (q[1] - p[1]) / length };
        const double r[2] = { x[0] - p[0], x[1] - p[1] }, s = t[0] * r[0] + t[1] * r[1];
        const double beyond = fmax(fmax(-s, s - length), 0.0), gap = t[0] * r[1] - t[1] * r[0];
        if (!(hypot(gap, beyond) < line->epsilon)) continue;
        Jn[2 * count] = -t[1];
        Jn[2 * count + 1] = t[0];
        psi[count++] = gap;
    }
    return count;
}

static mb_status simulate(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const double *w = x[SIM_WORLD];
    const polyline line = { f->len[SIM_TERRAIN] / 2, x[SIM_TERRAIN], w[WORLD_EPSILON] };
    int steps = (int)x[SIM_STEPS][0];
    lab_world world;
    mb_status status;

    memset(&world, 0, sizeof world);
    world.mass = w[WORLD_MASS];
    for (int i = 0; i < 2; i++) {
        world.gravity[i] = w[WORLD_GRAVITY + i];
        world.force[i] = w[WORLD_FORCE + i];
    }
    world.h = w[WORLD_H];
    world.max = line.nvert - 1;
    world.detect = detect;
    world.terrain = &line;
    world.solver = solvers[(int)w[WORLD_SOLVER]];
    all = worker_arena(all, lab_scratch(2, world.max) + LAB_SOLVER_SCRATCH);
    memset(all.beg, 0xff, (size_t)(all.end - all.beg));
    status = lab_simulate(&world, x[SIM_TIME][0], x[SIM_X], x[SIM_V], &steps, all);
    x[SIM_STEPS][0] = (double)steps;
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    mb_dynamics d;
    size_t bytes;

    calls = 0;
    if (f->id == CALL_SIMULATE) return simulate(f, scratch);
    d = dynamics_of(f);
    bytes = lab_scratch(d.nv, d.nc);
    switch (f->id) {
    case CALL_FREE: return lab_free_velocity(&d, f->array[FREE_V], scratch_of(f, bytes, scratch));
    case CALL_MLCP: return formulate(f, 1, scratch);
    case CALL_LCP: return formulate(f, 0, scratch);
    case CALL_NEXT:
        return lab_next_velocity(&d, f->array[NEXT_P], f->array[NEXT_V],
                                 scratch_of(f, bytes, scratch));
    case CALL_STEP: return step(f, scratch);
    }
    return MB_BAD_ARG;
}
