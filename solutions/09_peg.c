/* Lab 9, solved: Polyhedral Exact Geometry, from convex chains to a step; and the test that the kit
 * uses instead. */
#include "lab.h"

#include <math.h>

/* ---- polylines ---- */

static double dot2(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1]; }

static int edges_of(const mb_polyline *line)
{
    return line->closed ? line->nvert : line->nvert - 1;
}

/* an edge: its first point, unit tangent, unit normal and length */
typedef struct {
    const double *p;
    double t[2], n[2], length;
} edge_data;

static edge_data edge_of(const mb_polyline *line, int i)
{
    const double *p = line->xy + 2 * i, *q = line->xy + 2 * ((i + 1) % line->nvert);
    edge_data e;

    e.p = p;
    e.length = hypot(q[0] - p[0], q[1] - p[1]);
    for (int k = 0; k < 2; k++) e.t[k] = (q[k] - p[k]) / e.length;
    e.n[0] = -e.t[1];
    e.n[1] = e.t[0];
    return e;
}

static double gap(const edge_data *e, const double *x)
{
    return e->n[0] * (x[0] - e->p[0]) + e->n[1] * (x[1] - e->p[1]);
}

/* the position of x along the edge */
static double along(const edge_data *e, const double *x)
{
    return e->t[0] * (x[0] - e->p[0]) + e->t[1] * (x[1] - e->p[1]);
}

static double distance(const edge_data *e, const double *x)
{
    const double u = along(e, x), beyond = fmax(fmax(-u, u - e->length), 0.0);

    return hypot(gap(e, x), beyond);
}

/* eq 9.1: does the corner where edge i begins turn left? */
static int is_concave(const mb_polyline *line, int i)
{
    const int before = i > 0 ? i - 1 : edges_of(line) - 1;
    const edge_data a = edge_of(line, before), b = edge_of(line, i);

    return a.t[0] * b.t[1] - a.t[1] * b.t[0] > LAB_STRAIGHT;
}

/* Task 1, eq 9.1:  convex chains */
mb_status lab_chains(const mb_polyline *line, lab_chain *chain, int *count)
{
    const int edges = edges_of(line);
    int begin = 0;

    /* in a closed one begin at a concave corner, so that no chain is cut in two */
    while (line->closed && begin < edges && !is_concave(line, begin)) begin++;
    if (begin == edges) begin = 0;
    *count = 0;
    for (int k = 0; k < edges; k++) {
        const int i = (begin + k) % edges;
        if (k == 0 || is_concave(line, i)) {
            chain[*count].first = i;
            chain[*count].count = 0;
            ++*count;
        }
        chain[*count - 1].count++;
    }
    return MB_OK;
}

/* ---- groups ---- */

/* the values that the rules for the primary facet compare */
typedef struct {
    double psi, distance, speed; /* speed: n.v, the less the faster the approach */
} candidate;

/* eq 9.3: is a a better primary than b? */
static int is_better(const candidate *a, const candidate *b, mb_primary rule, double tie)
{
    double lead = a->psi - b->psi;

    if (rule == MB_PRIMARY_CLOSEST) {
        if ((a->psi > 0.0) != (b->psi > 0.0)) return a->psi > 0.0;
        if (a->psi > 0.0) lead = b->distance - a->distance;
    }
    if (fabs(lead) > tie) return lead > 0.0;
    return a->speed < b->speed;
}

/* Task 2, eq 9.2 and 9.3:  a chain as a group, the primary facet first */
mb_status lab_group(const mb_polyline *line, const lab_chain *chain, const double *x,
                    const double *v, double epsilon, mb_primary rule, lab_facet *facet,
                    int *count)
{
    const int edges = edges_of(line);
    candidate best = { 0.0, 0.0, 0.0 };
    int near = 0, primary = 0;
    lab_facet swap;

    for (int k = 0; k < chain->count; k++) {
        const int i = (chain->first + k) % edges;
        const edge_data e = edge_of(line, i);
        const candidate one = { gap(&e, x), distance(&e, x), dot2(e.n, v) };
        facet[k].edge = i;
        facet[k].n[0] = e.n[0];
        facet[k].n[1] = e.n[1];
        facet[k].psi = one.psi;
        if (one.distance < epsilon) near = 1;
        if (k > 0 && !is_better(&one, &best, rule, 1e-12 * epsilon)) continue;
        best = one;
        primary = k;
    }
    swap = facet[0];
    facet[0] = facet[primary];
    facet[primary] = swap;
    *count = near ? chain->count : 0;
    return MB_OK;
}

/* Task 3, eq 9.6:  c from the gaps after the step */
mb_status lab_auxiliary(int m, const double *psi, double h, double *c)
{
    double most = psi[0];

    for (int k = 1; k < m; k++) {
        c[k - 1] = fmax(0.0, psi[k] - most) / h;
        most = fmax(most, psi[k]);
    }
    return MB_OK;
}

/* ---- the problem ---- */

/* The contact of each unknown, and where the blocks begin, relative to the first p_n */
typedef struct {
    int ng, aux;                 /* groups, and facets that are not primary */
    int c, f, s, n;              /* the first c, p_f and s; how many unknowns */
    int *primary;                /* [ng] the contact that leads group g */
    int *facet, *owner;          /* [aux] the contact of c_k, and its group */
} groups;

/* does contact i belong to the same group as the contact before? */
static int goes_on(const mb_dynamics *d, int i)
{
    return d->group && i > 0 && d->group[i] == d->group[i - 1];
}

/* 0 if there is no memory */
static int find_groups(const mb_dynamics *d, groups *g, mb_arena *arena)
{
    g->primary = mb_arena_ints(arena, d->nc);
    g->facet = mb_arena_ints(arena, d->nc);
    g->owner = mb_arena_ints(arena, d->nc);
    if (!g->primary || !g->facet || !g->owner) return 0;
    g->ng = g->aux = 0;
    for (int i = 0; i < d->nc; i++) {
        if (goes_on(d, i)) {
            g->facet[g->aux] = i;
            g->owner[g->aux++] = g->ng - 1;
        } else {
            g->primary[g->ng++] = i;
        }
    }
    g->c = g->ng;
    g->f = g->c + g->aux;
    g->s = g->f + d->nd * g->ng;
    g->n = g->s + (d->nd > 0 ? g->ng : 0);
    return 1;
}

/* Row r of the velocities, counted from the first p_n: writes R[nv], returns the gap's part of b.
 * The row is R v+ + gap + terms without v+ */
static double velocity_row(const mb_dynamics *d, const groups *g, int r, double *R)
{
    const int nv = d->nv;
    const double *psi = d->psi;

    if (r < g->c) {                                        /* rho_n: Jn_1 v+ + psi_1/h */
        const int i = g->primary[r];
        for (int j = 0; j < nv; j++) R[j] = d->Jn[i * nv + j];
        return psi[i] / d->h;
    }
    if (r < g->f) {                                        /* a_k: (Jn_1 - Jn_k) v+ + ... */
        const int k = g->facet[r - g->c], i = g->primary[g->owner[r - g->c]];
        for (int j = 0; j < nv; j++) R[j] = d->Jn[i * nv + j] - d->Jn[k * nv + j];
        return psi[i] / d->h - psi[k] / d->h;
    }
    for (int j = 0; j < nv; j++) {                         /* rho_f: Jf v+ */
        const int i = g->primary[(r - g->f) / d->nd];
        R[j] = d->Jf[(i * d->nd + (r - g->f) % d->nd) * nv + j];
    }
    return 0.0;
}

/* the entries without velocities; A has n columns, and its first p_n is unknown `first` */
static void put_pattern(const mb_dynamics *d, const groups *g, int first, int n, double *A)
{
    for (int k = 0; k < g->aux; k++) {
        double *rho = A + (first + g->owner[k]) * n, *a = A + (first + g->c + k) * n;
        rho[first + g->c + k] = 1.0;                       /* E1: rho_n + sum of all c */
        for (int j = 0; j <= k; j++)                       /* E2: a_k + c_2 + ... + c_k */
            if (g->owner[j] == g->owner[k]) a[first + g->c + j] = 1.0;
    }
    for (int i = 0; d->nd > 0 && i < g->ng; i++) {
        double *sigma = A + (first + g->s + i) * n;
        sigma[first + i] = d->mu[g->primary[i]];           /* sigma = mu p_n - sum of p_f */
        for (int f = g->f + d->nd * i; f < g->f + d->nd * (i + 1); f++) {
            sigma[first + f] = -1.0;
            A[(first + f) * n + first + g->s + i] = 1.0;   /* rho_f + s */
        }
    }
}

static mb_status done(mb_info *info, mb_status status)
{
    if (info) {
        info->status = status;
        info->iterations = 0;
        info->residual = HUGE_VAL;
        info->where = -1;
    }
    return status;
}

/* M v + p_ext */
static void momentum(const mb_dynamics *d, double *out)
{
    mb_matvec(d->nv, d->nv, d->M, d->v, out);
    for (int i = 0; i < d->nv && d->p_ext; i++) out[i] += d->p_ext[i];
}

/* how many unknowns the LCP has */
static int size_of(const mb_dynamics *d)
{
    int ng = 0;

    for (int i = 0; i < d->nc; i++) ng += !goes_on(d, i);
    return d->nc + d->nd * ng + (d->nd > 0 ? ng : 0);
}

/* Task 4, eq 9.8 and 9.10:  the mLCP in [v+; p_n; c; p_f; s] */
mb_status lab_peg_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    const int nv = d->nv, n = nv + size_of(d);
    mb_arena a = *arena, scratch;
    double *A = mb_arena_matrix(&a, n, n), *b = mb_arena_doubles(&a, n);
    double *lo = mb_arena_doubles(&a, n), *hi = mb_arena_doubles(&a, n);
    groups g;

    if (d->nb != 0) return done(info, MB_BAD_ARG);
    scratch = a;
    if (!A || !b || !lo || !hi || !find_groups(d, &g, &scratch)) return done(info, MB_NO_MEMORY);
    for (int i = 0; i < n * n; i++) A[i] = 0.0;
    for (int i = 0; i < n; i++) {
        b[i] = 0.0;
        lo[i] = i < nv ? -HUGE_VAL : 0.0;
        hi[i] = HUGE_VAL;
    }

    momentum(d, b);                                        /* M v+ - ... - (M v + p_ext) = 0 */
    for (int i = 0; i < nv; i++) {
        b[i] = -b[i];
        for (int j = 0; j < nv; j++) A[i * n + j] = d->M[i * nv + j];
    }
    for (int r = 0; r < g.s; r++) {
        const int row = nv + r, pushes = r < g.c || r >= g.f;
        b[row] = velocity_row(d, &g, r, A + row * n);
        for (int j = 0; j < nv && pushes; j++) A[j * n + row] = -A[row * n + j];
    }
    put_pattern(d, &g, nv, n, A);

    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    out->lo = lo;
    out->hi = hi;
    out->findex = NULL;
    return done(info, MB_OK);
}

/* M's factors, so that any number of systems with M can be solved */
typedef struct {
    double *LU;
    int *pivot;
} factors;

static mb_status factor_mass(const mb_dynamics *d, factors *f, mb_arena *scratch)
{
    const int nv = d->nv;

    f->LU = mb_arena_matrix(scratch, nv, nv);
    f->pivot = mb_arena_ints(scratch, nv);
    if (!f->LU || !f->pivot) return MB_NO_MEMORY;
    for (int i = 0; i < nv * nv; i++) f->LU[i] = d->M[i];
    return mb_lu_factor(nv, f->LU, f->pivot);
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* Task 5, eq 9.9 and 9.10:  the LCP in [p_n; c; p_f; s] */
mb_status lab_peg_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    const int nv = d->nv, n = size_of(d);
    mb_arena a = *arena, scratch;
    double *A = mb_arena_matrix(&a, n, n), *b = mb_arena_doubles(&a, n), *x, *R;
    groups g;
    factors f;
    mb_status status;

    if (d->nb != 0) return done(info, MB_BAD_ARG);
    scratch = a;  /* memory that is taken from here on is free again afterwards */
    x = mb_arena_doubles(&scratch, nv);
    R = mb_arena_doubles(&scratch, nv);
    if (!A || !b || !x || !R || !find_groups(d, &g, &scratch)) return done(info, MB_NO_MEMORY);
    status = factor_mass(d, &f, &scratch);
    if (status != MB_OK) return done(info, status);
    for (int i = 0; i < n * n; i++) A[i] = 0.0;

    momentum(d, x);                                        /* v_free = M^-1 (M v + p_ext) */
    mb_lu_solve(nv, f.LU, f.pivot, x);
    for (int r = 0; r < n; r++) {
        b[r] = 0.0;
        if (r >= g.s) continue;
        b[r] = velocity_row(d, &g, r, R);
        b[r] = dot(nv, R, x) + b[r];
    }
    for (int j = 0; j < g.s; j++) {                        /* impulse j gives x = M^-1 R_j' */
        if (j >= g.c && j < g.f) continue;
        velocity_row(d, &g, j, x);
        mb_lu_solve(nv, f.LU, f.pivot, x);
        for (int r = 0; r < g.s; r++) {
            velocity_row(d, &g, r, R);
            A[r * n + j] = dot(nv, R, x);
        }
    }
    put_pattern(d, &g, 0, n, A);

    *arena = a;
    out->n = n;
    out->A = A;
    out->b = b;
    return done(info, MB_OK);
}

/* ---- the step ---- */

/* Task 6, eq 9.11:  the velocity of a solution */
mb_status lab_next_velocity(const mb_dynamics *d, const double *z, double *v_next,
                            mb_arena scratch)
{
    const int nv = d->nv;
    double *push = mb_arena_doubles(&scratch, nv), *R = mb_arena_doubles(&scratch, nv);
    groups g;
    factors f;
    mb_status status;

    if (!push || !R || !find_groups(d, &g, &scratch)) return MB_NO_MEMORY;
    status = factor_mass(d, &f, &scratch);
    if (status != MB_OK) return status;
    momentum(d, push);
    for (int r = 0; r < g.s; r++) {
        if (r >= g.c && r < g.f) continue;                 /* c is not an impulse */
        velocity_row(d, &g, r, R);
        for (int j = 0; j < nv; j++) push[j] += R[j] * z[r];
    }
    mb_lu_solve(nv, f.LU, f.pivot, push);
    for (int j = 0; j < nv; j++) v_next[j] = push[j];
    return MB_OK;
}

/* eq 9.12: does the velocity leave every group with a gap that is not negative? */
static int keeps_all(const mb_dynamics *d, const double *v)
{
    double most = -HUGE_VAL;

    for (int i = 0; i < d->nc; i++) {
        const double psi = d->psi[i] + d->h * dot(d->nv, d->Jn + i * d->nv, v);
        if (i > 0 && !goes_on(d, i) && most < 0.0) return 0;
        most = goes_on(d, i) ? fmax(most, psi) : psi;
    }
    return d->nc == 0 || most >= 0.0;
}

/* Task 7, eq 9.12 and 9.13:  free motion; or else formulate, solve, update */
mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    const int n = size_of(d);
    mb_lcp p;
    double *z = mb_arena_doubles(&scratch, n), *v = mb_arena_doubles(&scratch, d->nv);
    mb_status status;

    if (!z || !v) return MB_NO_MEMORY;
    if (d->nb != 0) return MB_BAD_ARG;
    for (int i = 0; i < n; i++) z[i] = 0.0;
    status = lab_next_velocity(d, z, v, scratch);
    if (status != MB_OK) return status;

    if (!keeps_all(d, v)) {
        status = lab_peg_lcp(d, &p, NULL, &scratch);
        if (status != MB_OK) return status;
        status = solver(&p, NULL, z, NULL, scratch);
        if (status != MB_OK) return status;
        status = lab_next_velocity(d, z, v, scratch);
        if (status != MB_OK) return status;
    }
    for (int i = 0; i < d->nv; i++) {
        v_next[i] = v[i];
        q_next[i] = q[i] + d->h * v[i];
    }
    return MB_OK;
}

/* ---- the path ---- */

/* eq 9.16: is c, at an end of edge i, outside of the edge that a convex corner joins there? */
static int passes_corner(const mb_polyline *line, int i, int end, const double *c, double tol)
{
    const int edges = edges_of(line);
    const int corner = end > 0 ? i + 1 : i, k = end > 0 ? i + 1 : i - 1;
    edge_data neighbour;

    if (!line->closed && (k < 0 || k >= edges)) return 0;
    if (is_concave(line, corner % edges)) return 0;
    neighbour = edge_of(line, (k + edges) % edges);
    return gap(&neighbour, c) > -0.5 * tol;
}

/* eq 9.14 to 9.16: is edge i entered on the path from x to y? *s says where */
static int is_entered(const mb_polyline *line, int i, const double *x, const double *y, double tol,
                      double *s)
{
    const edge_data e = edge_of(line, i);
    const double before = gap(&e, x), after = gap(&e, y);
    double c[2], u;

    if (!(before >= -tol && after < -tol)) return 0;
    *s = (before + tol) / (before - after);
    for (int k = 0; k < 2; k++) c[k] = x[k] + *s * (y[k] - x[k]);
    u = along(&e, c);
    if (u < -tol || u > e.length + tol) return 0;
    if (u < tol && passes_corner(line, i, -1, c, tol)) return 0;
    if (u > e.length - tol && passes_corner(line, i, 1, c, tol)) return 0;
    return 1;
}

static int is_known(int nknown, const lab_entry *known, int line, int edge)
{
    for (int i = 0; i < nknown; i++)
        if (known[i].line == line && known[i].edge == edge) return 1;
    return 0;
}

/* Task 8, eq 9.14 to 9.16:  the edge that a path enters first */
mb_status lab_sweep(int nline, const mb_polyline *line, const double *x, const double *y,
                    double tol, int nknown, const lab_entry *known, lab_entry *entry, int *found)
{
    double first = HUGE_VAL, s = 0.0;

    *found = 0;
    for (int l = 0; l < nline; l++)
        for (int i = 0; i < edges_of(line + l); i++) {
            if (is_known(nknown, known, l, i)) continue;
            if (!is_entered(line + l, i, x, y, tol, &s) || s >= first) continue;
            first = s;
            entry->line = l;
            entry->edge = i;
            *found = 1;
        }
    return MB_OK;
}
