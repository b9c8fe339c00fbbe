/* another student's: a list of the kinds of the unknowns, and both problems from one function of
 * two unknowns; angles for corners; groups handled in one place for the step */
#include "lab.h"

#include <math.h>
#include <string.h>

static void corner_of(const mb_polyline *l, int i, double *x)
{
    memcpy(x, l->xy + 2 * (i % l->nvert), 2 * sizeof *x);
}

static void frame_of(const mb_polyline *l, int i, double *p, double *n, double *length)
{
    double q[2];

    corner_of(l, i, p);
    corner_of(l, i + 1, q);
    *length = hypot(q[0] - p[0], q[1] - p[1]);
    n[0] = (p[1] - q[1]) / *length;
    n[1] = (q[0] - p[0]) / *length;
}

/* height over the line of edge i, and the position along it */
static double measure(const mb_polyline *l, int i, const double *x, double *u, double *length)
{
    double p[2], n[2];

    frame_of(l, i, p, n, length);
    *u = n[1] * (x[0] - p[0]) - n[0] * (x[1] - p[1]);
    return n[0] * (x[0] - p[0]) + n[1] * (x[1] - p[1]);
}

static int edge_count(const mb_polyline *l) { return l->nvert - (l->closed ? 0 : 1); }

/* 1: left turn, -1: convex, 0: no corner */
static int corner(const mb_polyline *l, int i)
{
    double p[2], a[2], b[2], length;
    int edges = edge_count(l);

    if (!l->closed && (i <= 0 || i >= edges)) return 0;
    frame_of(l, (i + edges - 1) % edges, p, a, &length);
    frame_of(l, i % edges, p, b, &length);
    return a[0] * b[1] - b[0] * a[1] > LAB_STRAIGHT ? 1 : -1;
}

mb_status lab_chains(const mb_polyline *line, lab_chain *chain, int *count)
{
    int edges = edge_count(line), start = 0;

    *count = 0;
    for (int i = 0; i < edges; i++)
        if (corner(line, i) == 1 || (i == 0 && !line->closed)) chain[(*count)++].first = i;
    if (*count == 0) chain[(*count)++].first = 0;
    for (int c = 0; c < *count; c++) {
        start = chain[c].first;
        chain[c].count =
            (c + 1 < *count ? chain[c + 1].first : edges + (line->closed ? chain[0].first : 0)) -
            start;
    }
    return MB_OK;
}

mb_status lab_group(const mb_polyline *line, const lab_chain *chain, const double *x,
                    const double *v, double epsilon, mb_primary rule, lab_facet *facet, int *count)
{
    double best_key = 0, best_speed = 0, tie = 1e-12 * epsilon, nearest = HUGE_VAL;
    int any_positive = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < chain->count; k++) {
            int i = (chain->first + k) % edge_count(line);
            double p[2], n[2], length, u, psi = measure(line, i, x, &u, &length), far, key, speed;
            far = hypot(psi, u < 0 ? u : u > length ? u - length : 0);
            if (far < nearest) nearest = far;
            any_positive |= psi > 0;
            if (pass == 0) continue;
            frame_of(line, i, p, n, &length);
            facet[k].edge = i;
            memcpy(facet[k].n, n, sizeof n);
            facet[k].psi = psi;
            key = psi;
            if (rule == MB_PRIMARY_CLOSEST && any_positive) key = psi > 0 ? -far : -HUGE_VAL;
            speed = n[0] * v[0] + n[1] * v[1];
            if (k == 0 || key > best_key + tie || (key > best_key - tie && speed < best_speed)) {
                lab_facet other = facet[k];
                facet[k] = facet[0];
                facet[0] = other;
                best_key = key;
                best_speed = speed;
            }
        }
    *count = nearest < epsilon ? chain->count : 0;
    return MB_OK;
}

mb_status lab_auxiliary(int m, const double *psi, double h, double *c)
{
    /* c so far: psi[0]/h + sum is the greatest so far, over h */
    double sum = 0;

    for (int k = 1; k < m; k++) {
        double a = (psi[0] - psi[k]) / h + sum;
        c[k - 1] = a < 0 ? -a : 0;
        sum += c[k - 1];
    }
    return MB_OK;
}

typedef struct {
    char what;                           /* n, c, f, s */
    int group, lead, contact, k;
} thing;

static int first_of_group(const mb_dynamics *d, int i)
{
    return i == 0 || d->group == NULL || d->group[i] != d->group[i - 1];
}

/* t may be NULL, to count */
static int things(const mb_dynamics *d, thing *t)
{
    const char *order = d->nd > 0 ? "ncfs" : "nc";
    int n = 0;

    for (; *order; order++)
        for (int i = 0, group = -1, lead = 0; i < d->nc; i++) {
            int fresh = first_of_group(d, i), copies = *order == 'f' ? d->nd : 1;
            if (fresh) group++, lead = i;
            if (fresh == (*order == 'c')) continue;
            for (int k = 0; k < copies; k++, n++)
                if (t) t[n] = (thing){ *order, group, lead, i, k };
        }
    return n;
}

/* entry j of the velocity row of a thing */
static double row(const mb_dynamics *d, const thing *t, int j)
{
    int nv = d->nv;

    switch (t->what) {
    case 'n': return d->Jn[t->lead * nv + j];
    case 'c': return d->Jn[t->lead * nv + j] - d->Jn[t->contact * nv + j];
    case 'f': return d->Jf[(t->lead * d->nd + t->k) * nv + j];
    }
    return 0;
}

static double offset(const mb_dynamics *d, const thing *t)
{
    if (t->what == 'n') return d->psi[t->lead] / d->h;
    return t->what == 'c' ? (d->psi[t->lead] - d->psi[t->contact]) / d->h : 0;
}

static double impulse(const mb_dynamics *d, const thing *t, int j)
{
    return t->what == 'n' || t->what == 'f' ? row(d, t, j) : 0;
}

static double coupling(const mb_dynamics *d, const thing *a, const thing *b)
{
    if (a->group != b->group) return 0;
    if (a->what == 'n') return b->what == 'c';
    if (a->what == 'c') return b->what == 'c' && b->contact <= a->contact;
    if (a->what == 'f') return b->what == 's';
    return b->what == 'n' ? d->mu[a->lead] : b->what == 'f' ? -1 : 0;
}

static mb_status tell(mb_info *info, mb_status status)
{
    mb_info all = { status, 0, HUGE_VAL, -1 };

    if (info) *info = all;
    return status;
}

/* things in memory from *a; there is no type for them, so doubles hold them */
static thing *list(const mb_dynamics *d, mb_arena *a)
{
    size_t bytes = (size_t)things(d, NULL) * sizeof(thing);
    thing *t = (thing *)mb_arena_doubles(a, (int)(bytes / sizeof(double)) + 1);

    if (t) things(d, t);
    return t;
}

mb_status lab_peg_mlcp(const mb_dynamics *d, mb_mlcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, n = nv + things(d, NULL);
    mb_arena mine = *arena, scratch;
    double *A = mb_arena_matrix(&mine, n, n), *rest = mb_arena_matrix(&mine, 3, n);
    thing *t;

    scratch = mine;
    t = A && rest ? list(d, &scratch) : NULL;
    if (d->nb) return tell(info, MB_BAD_ARG);
    if (!t) return tell(info, MB_NO_MEMORY);
    for (int i = 0; i < n; i++) {
        rest[i] = i < nv ? (d->p_ext ? -d->p_ext[i] : 0) : offset(d, t + i - nv);
        rest[n + i] = i < nv ? -HUGE_VAL : 0;
        rest[2 * n + i] = HUGE_VAL;
        for (int j = 0; j < n; j++) {
            double *a = A + i * n + j;
            if (i < nv && j < nv) *a = d->M[i * nv + j], rest[i] -= *a * d->v[j];
            else if (i < nv) *a = -impulse(d, t + j - nv, i);
            else if (j < nv) *a = row(d, t + i - nv, j);
            else *a = coupling(d, t + i - nv, t + j - nv);
        }
    }
    *arena = mine;
    *out = (mb_mlcp){ n, A, rest, rest + n, rest + 2 * n, NULL };
    return tell(info, MB_OK);
}

/* v + M^-1 (p_ext + impulses z); z may be NULL */
static mb_status move(const mb_dynamics *d, const double *z, double *v, mb_arena scratch)
{
    int nv = d->nv, n = things(d, NULL), *pivot = mb_arena_ints(&scratch, nv);
    double *LU = mb_arena_matrix(&scratch, nv, nv), *x = mb_arena_doubles(&scratch, nv);
    thing *t = LU && x && pivot ? list(d, &scratch) : NULL;
    mb_status status;

    if (!t) return MB_NO_MEMORY;
    memcpy(LU, d->M, (size_t)(nv * nv) * sizeof *LU);
    status = mb_lu_factor(nv, LU, pivot);
    if (status) return status;
    for (int j = 0; j < nv; j++) {
        x[j] = d->p_ext ? d->p_ext[j] : 0;
        for (int i = 0; z && i < n; i++) x[j] += impulse(d, t + i, j) * z[i];
    }
    mb_lu_solve(nv, LU, pivot, x);
    for (int j = 0; j < nv; j++) v[j] = d->v[j] + x[j];
    return MB_OK;
}

mb_status lab_next_velocity(const mb_dynamics *d, const double *z, double *v_next,
                            mb_arena scratch)
{
    return move(d, z, v_next, scratch);
}

mb_status lab_peg_lcp(const mb_dynamics *d, mb_lcp *out, mb_info *info, mb_arena *arena)
{
    int nv = d->nv, n = things(d, NULL);
    mb_arena keep = *arena, scratch;
    double *A = mb_arena_matrix(&keep, n, n), *b = mb_arena_doubles(&keep, n), *v, *w, *e;
    mb_dynamics at_rest = *d;
    mb_status status = MB_NO_MEMORY;
    thing *t;

    if (d->nb) return tell(info, MB_BAD_ARG);
    scratch = keep;
    v = mb_arena_doubles(&scratch, nv);
    w = mb_arena_doubles(&scratch, nv);
    e = mb_arena_doubles(&scratch, n);
    t = A && b && v && w && e ? list(d, &scratch) : NULL;
    if (t) status = move(d, NULL, v, scratch);
    if (status) return tell(info, status);
    memset(e, 0, (size_t)n * sizeof *e);
    memset(w, 0, (size_t)nv * sizeof *w);
    at_rest.p_ext = NULL;
    for (int i = 0; i < n; i++) {
        b[i] = offset(d, t + i);
        for (int k = 0; k < nv; k++) b[i] += row(d, t + i, k) * v[k];
    }
    for (int j = 0; j < n; j++) { /* the effect of unknown j = 1 on a body at rest */
        for (int k = 0; k < nv; k++) w[k] = 0;
        at_rest.v = w;
        e[j] = 1;
        status = move(&at_rest, e, v, scratch);
        if (status) return tell(info, status);
        e[j] = 0;
        for (int i = 0; i < n; i++) {
            A[i * n + j] = coupling(d, t + i, t + j);
            for (int k = 0; k < nv; k++) A[i * n + j] += row(d, t + i, k) * v[k];
        }
    }
    *arena = keep;
    *out = (mb_lcp){ n, A, b };
    return tell(info, MB_OK);
}

mb_status lab_step(const mb_dynamics *d, const double *q, mb_lcp_solver *solver, double *q_next,
                   double *v_next, mb_arena scratch)
{
    int n = things(d, NULL), blocked = 0;
    double *z = mb_arena_doubles(&scratch, n), *v = mb_arena_doubles(&scratch, d->nv);
    mb_status status = z && v ? move(d, NULL, v, scratch) : MB_NO_MEMORY;
    mb_lcp problem;

    for (int i = 0; status == MB_OK && i < d->nc;) { /* one group after the other */
        int open = 0;
        do {
            double psi = d->psi[i];
            for (int j = 0; j < d->nv; j++) psi += d->h * d->Jn[i * d->nv + j] * v[j];
            open |= psi >= 0;
        } while (++i < d->nc && !first_of_group(d, i));
        blocked |= !open;
    }
    if (status == MB_OK && blocked) {
        memset(z, 0, (size_t)n * sizeof *z);
        status = lab_peg_lcp(d, &problem, NULL, &scratch);
        if (status == MB_OK) status = solver(&problem, NULL, z, NULL, scratch);
        if (status == MB_OK) status = move(d, z, v, scratch);
    }
    for (int i = 0; status == MB_OK && i < d->nv; i++) {
        v_next[i] = v[i];
        q_next[i] = q[i] + d->h * v[i];
    }
    return status;
}

/* HUGE_VAL: not entered */
static double entry_at(const mb_polyline *l, int i, const double *x, const double *y, double tol)
{
    int edges = edge_count(l);
    double u, length, from = measure(l, i, x, &u, &length), to = measure(l, i, y, &u, &length), s,
                      c[2];

    if (from < -tol || to >= -tol) return HUGE_VAL;
    s = (from + tol) / (from - to);
    c[0] = (1 - s) * x[0] + s * y[0];
    c[1] = (1 - s) * x[1] + s * y[1];
    measure(l, i, c, &u, &length);
    if (u < -tol || u > length + tol) return HUGE_VAL;
    for (int side = 0; side < 2; side++) {
        double u2, length2;
        if (side ? u <= length - tol : u >= tol) continue;
        if (corner(l, i + side) != -1) continue;
        if (measure(l, (i + (side ? 1 : edges - 1)) % edges, c, &u2, &length2) > -tol / 2)
            return HUGE_VAL;
    }
    return s;
}

mb_status lab_sweep(int nline, const mb_polyline *line, const double *x, const double *y,
                    double tol, int nknown, const lab_entry *known, lab_entry *entry, int *found)
{
    double least = HUGE_VAL;

    for (int l = 0; l < nline; l++)
        for (int i = 0; i < edge_count(line + l); i++) {
            double s = entry_at(line + l, i, x, y, tol);
            for (int k = 0; k < nknown; k++)
                if (known[k].line == l && known[k].edge == i) s = HUGE_VAL;
            if (s >= least) continue;
            least = s;
            *entry = (lab_entry){ l, i };
        }
    *found = least < HUGE_VAL;
    return MB_OK;
}
