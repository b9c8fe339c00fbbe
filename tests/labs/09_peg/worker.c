/* Lab 09: the functions by number, and the arrays of a request in order, where problem_frame.h
 * does not say it. Then the worker, which unpacks a request and calls the student's functions,
 * for motions one after the other; tests.c includes this file without it. */
#include "problem_frame.h"

/* CALL_MOTION: chains, groups and steps together; CALL_SWEPT: sweeps and steps */
enum { CALL_CHAINS = 1, CALL_GROUP, CALL_AUXILIARY, CALL_MLCP, CALL_LCP, CALL_NEXT, CALL_STEP,
       CALL_SWEEP, CALL_MOTION, CALL_SWEPT };

/* polylines: {number of vertices, closed} of each, and all their vertices */
enum { LINES_SIZES, LINES_XY, LINES_ARRAYS };

enum { CHAINS_LIST = LINES_ARRAYS, CHAINS_COUNT }; /* {first, count} of each edges many; both out */
/* rule: epsilon, mb_primary; the last two out */
enum { GROUP_CHAIN = LINES_ARRAYS, GROUP_X, GROUP_V, GROUP_RULE, GROUP_FACET, GROUP_COUNT };
enum { FACET_EDGE, FACET_N, FACET_PSI = 3, FACET_SIZE };
enum { AUX_PSI, AUX_H, AUX_C };                     /* c out */
/* {line, edge} of each known edge; {line, edge} and found out */
enum { SWEEP_X = LINES_ARRAYS, SWEEP_Y, SWEEP_TOL, SWEEP_KNOWN, SWEEP_ENTRY, SWEEP_FOUND };

enum { NEXT_Z = DYN_ARRAYS, NEXT_V };               /* v_next out */
enum { STEP_CALLS = STEP_V_NEXT + 1 };              /* out: how often the solver was called */

/* motions: the world, {x, v} at the start, and out {x, v} after each step */
enum { MOTION_WORLD = LINES_ARRAYS, MOTION_START, MOTION_PATH };
enum { WORLD_MASS, WORLD_FORCE, WORLD_H = 3, WORLD_EPSILON, WORLD_MU, WORLD_TOL, WORLD_SIZE };
#define GRAVITY 9.81
/* statuses of the worker: a function's result is impossible for the next one; more edges than
 * exist */
enum { NONSENSE = 900 };

#ifndef GRADER_H                                        /* the worker */

#include "lab.h"

#include <stdlib.h>

static size_t contract(int nv, int nc, int nd) { return lab_scratch(nv, nc, nd); }

#include "problem_worker.h"

/* memory of its own for each array of structures, so that a sanitizer sees its ends */
static void *room(int count, size_t size)
{
    void *memory = calloc(1, (size_t)count * size + 1);

    if (!memory) abort();
    return memory;
}

static mb_lcp_solver *const solvers[] = { solve, solve_ray, solve_max_iter };

/* ---- polylines ---- */

enum { MOST_LINES = 4 };
static mb_polyline lines[MOST_LINES];

/* the request's polylines in `lines`; how many */
static int lines_of(const frame *f)
{
    const double *sizes = f->array[LINES_SIZES], *xy = f->array[LINES_XY];
    const int count = f->len[LINES_SIZES] / 2;

    for (int i = 0; i < count; i++) {
        lines[i].nvert = (int)sizes[2 * i];
        lines[i].closed = (int)sizes[2 * i + 1];
        lines[i].xy = xy;
        lines[i].mu = 0.0;
        xy += 2 * lines[i].nvert;
    }
    return count;
}

static int edges_of(const mb_polyline *l) { return l->closed ? l->nvert : l->nvert - 1; }

static mb_status chains(const frame *f)
{
    const int edges = f->len[CHAINS_LIST] / 2;
    double *list = f->array[CHAINS_LIST];
    lab_chain *chain = room(edges, sizeof *chain);
    int count = (int)f->array[CHAINS_COUNT][0];
    mb_status status;

    for (int i = 0; i < edges; i++) {
        chain[i].first = (int)list[2 * i];
        chain[i].count = (int)list[2 * i + 1];
    }
    lines_of(f);
    status = lab_chains(lines, chain, &count);
    for (int i = 0; i < edges; i++) {
        list[2 * i] = (double)chain[i].first;
        list[2 * i + 1] = (double)chain[i].count;
    }
    f->array[CHAINS_COUNT][0] = (double)count;
    free(chain);
    return status;
}

static mb_status group(const frame *f)
{
    double *const *x = f->array, *list = x[GROUP_FACET];
    const lab_chain chain = { (int)x[GROUP_CHAIN][0], (int)x[GROUP_CHAIN][1] };
    lab_facet *facet = room(chain.count, sizeof *facet);
    int count = (int)x[GROUP_COUNT][0];
    mb_status status;

    for (int i = 0; i < chain.count; i++) {
        facet[i].edge = (int)list[FACET_SIZE * i + FACET_EDGE];
        facet[i].n[0] = facet[i].n[1] = facet[i].psi = list[FACET_SIZE * i + FACET_PSI];
    }
    lines_of(f);
    status = lab_group(lines, &chain, x[GROUP_X], x[GROUP_V], x[GROUP_RULE][0],
                       (mb_primary)x[GROUP_RULE][1], facet, &count);
    for (int i = 0; i < chain.count; i++) {
        list[FACET_SIZE * i + FACET_EDGE] = (double)facet[i].edge;
        list[FACET_SIZE * i + FACET_N] = facet[i].n[0];
        list[FACET_SIZE * i + FACET_N + 1] = facet[i].n[1];
        list[FACET_SIZE * i + FACET_PSI] = facet[i].psi;
    }
    x[GROUP_COUNT][0] = (double)count;
    free(facet);
    return status;
}

static mb_status sweep(const frame *f)
{
    double *const *x = f->array;
    const int nknown = f->len[SWEEP_KNOWN] / 2;
    lab_entry *known = room(nknown, sizeof *known);
    lab_entry entry = { (int)x[SWEEP_ENTRY][0], (int)x[SWEEP_ENTRY][1] };
    int found = (int)x[SWEEP_FOUND][0];
    mb_status status;

    for (int i = 0; i < nknown; i++) {
        known[i].line = (int)x[SWEEP_KNOWN][2 * i];
        known[i].edge = (int)x[SWEEP_KNOWN][2 * i + 1];
    }
    status = lab_sweep(lines_of(f), lines, x[SWEEP_X], x[SWEEP_Y], x[SWEEP_TOL][0], nknown, known,
                       &entry, &found);
    x[SWEEP_ENTRY][0] = (double)entry.line;
    x[SWEEP_ENTRY][1] = (double)entry.edge;
    x[SWEEP_FOUND][0] = (double)found;
    free(known);
    return status;
}

/* ---- the functions of one step ---- */

static mb_status step(const frame *f, mb_arena all)
{
    double *const *x = f->array;
    const mb_dynamics d = dynamics_of(f);
    const long before = worker_counted(SOLVER_CALLS);
    const mb_status status =
        lab_step(&d, x[STEP_Q], solvers[(int)x[STEP_SOLVER][0]], x[STEP_Q_NEXT], x[STEP_V_NEXT],
                 scratch_of(f, LAB_SOLVER_SCRATCH, all));

    x[STEP_CALLS][0] = (double)(worker_counted(SOLVER_CALLS) - before);
    return status;
}

/* ---- motions: a particle among polylines ---- */

enum { MOST_CONTACTS = 24 };

/* the contacts of a step */
typedef struct {
    int count;
    int group[MOST_CONTACTS];
    double n[2 * MOST_CONTACTS], psi[MOST_CONTACTS], t[4 * MOST_CONTACTS], mu[MOST_CONTACTS];
} contacts;

static void add_contact(contacts *c, const double *n, double psi, int group)
{
    const int i = c->count++;

    c->n[2 * i] = c->t[4 * i + 1] = n[0];
    c->n[2 * i + 1] = c->t[4 * i + 2] = n[1];
    c->t[4 * i] = -n[1];
    c->t[4 * i + 3] = -n[0];
    c->psi[i] = psi;
    c->group[i] = group;
}

/* the student's step with these contacts; x and v are changed if it is MB_OK */
static mb_status move(const double *world, contacts *c, int grouped, double *x, double *v,
                      mb_arena all)
{
    const double M[4] = { world[WORLD_MASS], 0.0, 0.0, world[WORLD_MASS] }, h = world[WORLD_H];
    const double p_ext[2] = { h * world[WORLD_FORCE],
                              h * (world[WORLD_FORCE + 1] - world[WORLD_MASS] * GRAVITY) };
    double q_next[2], v_next[2];
    mb_dynamics d = {
        .nv = 2, .nc = c->count, .nd = world[WORLD_MU] > 0.0 ? 2 : 0, .h = h, .M = M, .v = v,
        .p_ext = p_ext, .Jn = c->n, .psi = c->psi, .group = grouped ? c->group : NULL
    };
    mb_arena scratch;
    mb_status status;

    for (int i = 0; i < c->count; i++) c->mu[i] = world[WORLD_MU];
    if (d.nd > 0) d.Jf = c->t, d.mu = c->mu;
    scratch = worker_arena(all, lab_scratch(2, d.nc, d.nd) + LAB_SOLVER_SCRATCH);
    status = lab_step(&d, x, solve, q_next, v_next, scratch);
    for (int i = 0; i < 2 && status == MB_OK; i++) {
        x[i] = q_next[i];
        v[i] = v_next[i];
    }
    return status;
}

/* a particle's groups on one polyline */
static mb_status add_groups(const double *world, const mb_polyline *line, const double *x,
                            const double *v, contacts *c)
{
    enum { EDGES = 64 };
    static lab_chain chain[EDGES];
    static lab_facet facet[EDGES];
    int nchain = 0, count = 0;
    mb_status status = lab_chains(line, chain, &nchain);

    if (status != MB_OK) return status;
    if (nchain < 1 || nchain > edges_of(line)) return (mb_status)NONSENSE;
    for (int k = 0; k < nchain; k++) {
        if (chain[k].first < 0 || chain[k].count < 1 || chain[k].count > edges_of(line))
            return (mb_status)NONSENSE;
        status = lab_group(line, chain + k, x, v, world[WORLD_EPSILON], MB_PRIMARY_MAX, facet,
                           &count);
        if (status != MB_OK) return status;
        if (count < 0 || count > chain[k].count || count > MOST_CONTACTS - c->count)
            return (mb_status)NONSENSE;
        for (int i = 0; i < count; i++) add_contact(c, facet[i].n, facet[i].psi, c->count - i);
    }
    return MB_OK;
}

static mb_status peg_step(const double *world, int nline, double *x, double *v, mb_arena all)
{
    static contacts c;
    mb_status status = MB_OK;

    c.count = 0;
    for (int l = 0; l < nline && status == MB_OK; l++)
        status = add_groups(world, lines + l, x, v, &c);
    return status == MB_OK ? move(world, &c, 1, x, v, all) : status;
}

/* the half-space of an edge as a contact; a gap within tol counts as closed */
static void add_edge(const lab_entry *e, const double *x, double tol, contacts *c)
{
    const mb_polyline *l = lines + e->line;
    const double *p = l->xy + 2 * e->edge, *q = l->xy + 2 * ((e->edge + 1) % l->nvert);
    const double length = hypot(q[0] - p[0], q[1] - p[1]);
    const double n[2] = { (p[1] - q[1]) / length, (q[0] - p[0]) / length };
    const double psi = n[0] * (x[0] - p[0]) + n[1] * (x[1] - p[1]);

    add_contact(c, n, fabs(psi) <= tol ? 0.0 : psi, c->count);
}

/* the loop of README's eq 9.17 */
static mb_status swept_step(const double *world, int nline, double *x, double *v, mb_arena all)
{
    static contacts c;
    lab_entry known[MOST_CONTACTS], entry = { -1, -1 };

    c.count = 0;
    for (;;) {
        double y[2] = { x[0], x[1] }, u[2] = { v[0], v[1] };
        int found = 0;
        mb_status status = move(world, &c, 0, y, u, all);
        if (status != MB_OK) return status;
        status = lab_sweep(nline, lines, x, y, world[WORLD_TOL], c.count, known, &entry, &found);
        if (status != MB_OK) return status;
        if (!found) {
            memcpy(x, y, sizeof y);
            memcpy(v, u, sizeof u);
            return MB_OK;
        }
        if (c.count == MOST_CONTACTS || entry.line < 0 || entry.line >= nline || entry.edge < 0 ||
            entry.edge >= edges_of(lines + entry.line))
            return (mb_status)NONSENSE;
        known[c.count] = entry;
        add_edge(&entry, x, world[WORLD_TOL], &c);
    }
}

static mb_status motion(const frame *f, mb_arena all)
{
    const int nline = lines_of(f), steps = f->len[MOTION_PATH] / 4;
    const double *world = f->array[MOTION_WORLD];
    double state[4];
    mb_status status = MB_OK;

    memcpy(state, f->array[MOTION_START], sizeof state);
    for (int k = 0; k < steps && status == MB_OK; k++) {
        status = f->id == CALL_MOTION ? peg_step(world, nline, state, state + 2, all)
                                      : swept_step(world, nline, state, state + 2, all);
        if (status == MB_OK) memcpy(f->array[MOTION_PATH] + 4 * k, state, sizeof state);
    }
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    mb_dynamics d;

    switch (f->id) {
    case CALL_CHAINS: return chains(f);
    case CALL_GROUP: return group(f);
    case CALL_AUXILIARY:
        return lab_auxiliary(f->len[AUX_PSI], f->array[AUX_PSI], f->array[AUX_H][0],
                             f->array[AUX_C]);
    case CALL_MLCP: return formulate(f, lab_peg_mlcp, NULL, scratch);
    case CALL_LCP: return formulate(f, NULL, lab_peg_lcp, scratch);
    case CALL_NEXT:
        d = dynamics_of(f);
        return lab_next_velocity(&d, f->array[NEXT_Z], f->array[NEXT_V], scratch_of(f, 0, scratch));
    case CALL_STEP: return step(f, scratch);
    case CALL_SWEEP: return sweep(f);
    case CALL_MOTION:
    case CALL_SWEPT: return motion(f, scratch);
    }
    return MB_BAD_ARG;
}

#endif
