/* formulation.c: functions shared by the judges of labs about formulations */
#include "formulation.h"

#include <math.h>
#include <string.h>

/* ---- steps ----------------------------------------------------------------------------------- */

void new_step(made_step *s, int nv, int nc, int nd, double h)
{
    memset(s, 0, sizeof *s);
    s->nv = nv;
    s->nc = nc;
    s->nd = nd;
    s->h = h;
    s->scratch = -1.0;
    s->with_p_ext = 1;
}

/* M = Q diag(m) Q with a reflection Q = I - 2 u u' / u'u */
static void reflected(int n, const double *u, const double *m, double *M)
{
    const double uu = dot(n, u, u);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i * n + j] = 0.0;
            for (int k = 0; k < n; k++) {
                const double qi = (i == k ? 1.0 : 0.0) - 2.0 * u[i] * u[k] / uu;
                const double qj = (j == k ? 1.0 : 0.0) - 2.0 * u[j] * u[k] / uu;
                M[i * n + j] += qi * qj * m[k];
            }
        }
}

void random_body(rng *r, int nv, int nc, int nd, double unit, made_step *s)
{
    double u[STEP_NV] = { 0.0 }, m[STEP_NV] = { 0.0 };

    new_step(s, nv, nc, nd, rng_range(r, 0.01, 0.2));
    for (int i = 0; i < nv; i++) {
        u[i] = rng_range(r, 0.3, 1.0);
        m[i] = unit * rng_range(r, 0.5, 4.0);
        s->v[i] = rng_range(r, -3.0, 3.0);
        s->p_ext[i] = unit * rng_range(r, -1.0, 1.0);
    }
    reflected(nv, u, m, s->M);
}

void make_singular(made_step *s)
{
    for (int i = 0; i < s->nv * s->nv; i++) s->M[i] = 1.0;
}

void tight_step(int doubles, made_step *s)
{
    static const double Jn[] = { 1, -1, 0.5 }, psi[] = { 0.02, 0.3, -0.01 };

    new_step(s, 1, 3, 0, 0.1);
    s->M[0] = 2.0;
    s->v[0] = -1.0;
    s->p_ext[0] = 0.5;
    memcpy(s->Jn, Jn, sizeof Jn);
    memcpy(s->psi, psi, sizeof psi);
    s->scratch = (double)doubles * (double)sizeof(double);
}

void put_dynamics(frame *q, int call, const made_step *s)
{
    const double sizes[SIZES] = { s->nv, s->nc, s->nd, s->nb, s->h, s->scratch };

    request(q, call, given(SIZES, sizes), given(s->nv * s->nv, s->M), given(s->nv, s->v),
            given(s->with_p_ext ? s->nv : 0, s->p_ext), given(s->nc * s->nv, s->Jn),
            given(s->nc * s->nd * s->nv, s->Jf), given(s->nd > 0 ? s->nc : 0, s->mu),
            given(s->nc, s->psi), given(s->grouped ? s->nc : 0, s->group));
}

void put_problem(frame *q, int call, int mixed, const made_step *s, int with_info)
{
    unknown u[STEP_UNKNOWNS];
    int n;

    put_dynamics(q, call, s);
    n = list_unknowns(q, u) + (mixed ? s->nv : 0);
    put(q, blank(n * n), blank(n), blank(OUT_SIZE), output(with_info ? 4 : 0, INFO_BLANK));
    for (int i = 0; i < 2 && mixed; i++) put(q, blank(n));
}

void put_step(frame *q, int call, const made_step *s, int solver)
{
    double at[STEP_NV];

    for (int i = 0; i < s->nv; i++) at[i] = 0.7 - 0.4 * (double)i;
    put_dynamics(q, call, s);
    put(q, given(s->nv, at), scalar((double)solver), blank(s->nv), blank(s->nv));
}

/* ---- what a request holds -------------------------------------------------------------------- */

int nv_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_NV]; }

int nc_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_NC]; }

int nd_of(const frame *q) { return (int)q->array[DYN_SIZES][SIZE_ND]; }

int rows_of(const frame *q) { return nc_of(q) * (1 + nd_of(q)); }

const double *row_of(const frame *q, int r)
{
    const int nv = nv_of(q), nc = nc_of(q);

    return r < nc ? q->array[DYN_JN] + r * nv : q->array[DYN_JF] + (r - nc) * nv;
}

int solve_matrix(int n, const double *M, const double *y, double *x)
{
    double LU[STEP_NV * STEP_NV];
    int pivot[STEP_NV];

    memcpy(LU, M, (size_t)(n * n) * sizeof *LU);
    memcpy(x, y, (size_t)n * sizeof *x);
    if (mb_lu_factor(n, LU, pivot) != MB_OK) return 0;
    mb_lu_solve(n, LU, pivot, x);
    return 1;
}

int solve_mass(const frame *q, const double *y, double *x)
{
    return solve_matrix(nv_of(q), q->array[DYN_M], y, x);
}

/* ---- the unknowns of a step ------------------------------------------------------------------ */

int is_primary(const frame *q, int i)
{
    const double *group = q->array[DYN_GROUP];

    return i == 0 || q->len[DYN_GROUP] == 0 || fabs(group[i] - group[i - 1]) > 0.5;
}

int count_groups(const frame *q)
{
    int ng = 0;

    for (int i = 0; i < nc_of(q); i++) ng += is_primary(q, i);
    return ng;
}

double group_gap(const frame *q, int g, const double *v)
{
    const double *psi = q->array[DYN_PSI], h = q->array[DYN_SIZES][SIZE_H];
    double most = -HUGE_VAL;

    for (int i = 0, group = -1; i < nc_of(q); i++) {
        group += is_primary(q, i);
        if (group == g) most = fmax(most, psi[i] + h * dot(nv_of(q), row_of(q, i), v));
    }
    return most;
}

int list_unknowns(const frame *q, unknown *u)
{
    const int nd = nd_of(q);
    int n = 0;

    for (int kind = P_N; kind <= SLIP; kind++) {
        int group = -1, primary = 0;
        for (int i = 0; i < nc_of(q); i++) {
            const int leads = is_primary(q, i);
            if (leads) group++, primary = i;
            if (leads == (kind == C_K) || (kind == SLIP && nd == 0)) continue;
            for (int k = 0; k < (kind == P_F ? nd : 1); k++)
                u[n++] = (unknown){ (unknown_kind)kind, group, primary, i, i * nd + k };
        }
    }
    return n;
}

/* the name of unknown j of [v+; p_n; c; p_f; s]: v+_1, p_n_1, p_f_1,2 (of contact 1, direction 2);
 * with groups as lab 9 counts */
static void say_unknown(char *text, const frame *q, const unknown *u, int j)
{
    static const char *const name[] = { "p_n", "c", "p_f", "s" };
    const int nv = nv_of(q), grouped = q->len[DYN_GROUP] > 0;

    if (j < nv) {
        say(text, "v+_%d", j + 1);
        return;
    }
    u += j - nv;
    say(text, grouped ? "%s of " : "%s_", name[u->kind]);
    if (u->kind == C_K) say(text, "contact %d", u->contact);
    else if (grouped && u->kind == P_F) say(text, "row %d of Jf", u->row);
    else if (grouped) say(text, "group %d", u->group);
    else say(text, "%d", u->contact + 1);
    if (!grouped && u->kind == P_F) say(text, ",%d", u->row % nd_of(q) + 1);
}

/* the velocities in a row: R[nv]; returns what psi adds to b */
static double velocity_row(const frame *q, const unknown *u, int closed, double *R)
{
    const int nv = nv_of(q);
    const double *psi = q->array[DYN_PSI], *Jn = q->array[DYN_JN];
    const double *lead = Jn + u->primary * nv, *row = Jn + u->contact * nv;

    for (int j = 0; j < nv; j++)
        R[j] = u->kind == P_N   ? lead[j]
               : u->kind == C_K ? lead[j] - row[j]
               : u->kind == P_F ? q->array[DYN_JF][u->row * nv + j]
                                : 0.0;
    if (u->kind == P_N) return gap_rate(q, u->primary, closed);
    return u->kind == C_K ? (psi[u->primary] - psi[u->contact]) / q->array[DYN_SIZES][SIZE_H] : 0.0;
}

/* the impulse that an unknown is: Q[nv], 0 for c and s */
static void impulse_of(const frame *q, const unknown *u, double *Q)
{
    if (u->kind == P_N || u->kind == P_F) (void)velocity_row(q, u, 0, Q);
    else memset(Q, 0, (size_t)nv_of(q) * sizeof *Q);
}

/* the part of the entry in row a, column b that does not come from velocities */
static double pattern(const frame *q, const unknown *a, const unknown *b)
{
    if (a->group != b->group) return 0.0;
    if (a->kind == P_N && b->kind == C_K) return 1.0;
    if (a->kind == C_K && b->kind == C_K) return b->contact <= a->contact ? 1.0 : 0.0;
    if (a->kind == P_F && b->kind == SLIP) return 1.0;
    if (a->kind == SLIP && b->kind == P_N) return q->array[DYN_MU][a->primary];
    return a->kind == SLIP && b->kind == P_F ? -1.0 : 0.0;
}

int velocity_with(const frame *q, const double *z, double *out)
{
    const int nv = nv_of(q);
    unknown u[STEP_UNKNOWNS];
    double push[STEP_NV] = { 0.0 }, Q[STEP_NV];
    const int n = z ? list_unknowns(q, u) : 0;

    for (int i = 0; i < nv && q->len[DYN_P_EXT] > 0; i++) push[i] = q->array[DYN_P_EXT][i];
    for (int j = 0; j < n && u[j].kind != SLIP; j++) {
        impulse_of(q, u + j, Q);
        for (int i = 0; i < nv; i++) push[i] += Q[i] * z[j];
    }
    if (!solve_mass(q, push, out)) return 0;
    for (int i = 0; i < nv; i++) out[i] += q->array[DYN_V][i];
    return 1;
}

int impulses_of(const frame *q, const double *v_next, double *p_n)
{
    const int nv = nv_of(q);
    const double *J[STEP_NC];
    double A[STEP_NC * STEP_NC], z[STEP_UNKNOWNS] = { 0.0 }, v_free[STEP_NV], x[STEP_NV];
    double off = 0.0;
    int pivot[STEP_NC], n = 0;

    for (int i = 0; i < nc_of(q); i++)
        if (is_primary(q, i)) J[n++] = row_of(q, i);
    velocity_with(q, NULL, v_free);
    for (int i = 0; i < nv; i++) off = fmax(off, fabs(v_next[i] - v_free[i]));
    if (off <= 1e-13 * largest(nv, v_free)) {  /* no contact pushes, however many there are */
        for (int i = 0; i < n; i++) p_n[i] = 0.0;
        return 1;
    }
    for (int i = 0; i < n; i++) {
        p_n[i] = dot(nv, J[i], v_next) - dot(nv, J[i], v_free);
        for (int j = 0; j < n; j++) {
            solve_mass(q, J[j], x);
            A[i * n + j] = dot(nv, J[i], x);
        }
    }
    if (mb_lu_factor(n, A, pivot) != MB_OK) return 0;
    mb_lu_solve(n, A, pivot, p_n);
    memcpy(z, p_n, (size_t)n * sizeof *z);
    velocity_with(q, z, x);
    for (int i = 0; i < nv; i++)
        if (!(fabs(x[i] - v_next[i]) <= 1e-7 * fmax(largest(nv, v_next), 1.0))) return 0;
    return 1;
}

double gap_rate(const frame *q, int i, int closed)
{
    return closed ? 0.0 : q->array[DYN_PSI][i] / q->array[DYN_SIZES][SIZE_H];
}

void say_dynamics(const frame *q, verdict *v)
{
    const double *sizes = q->array[DYN_SIZES];
    const int nv = nv_of(q), nc = nc_of(q), nd = nd_of(q);

    say_matrix(v->input, "M", nv, nv, q->array[DYN_M]);
    say_vector(v->input, "v", nv, q->array[DYN_V]);
    if (q->len[DYN_P_EXT] > 0) say_vector(v->input, "p_ext", nv, q->array[DYN_P_EXT]);
    else say(v->input, "p_ext=NULL  ");
    say_matrix(v->input, "Jn", nc, nv, q->array[DYN_JN]);
    say(v->input, "nd=%d  ", nd);
    if (nd > 0) {
        say_matrix(v->input, "Jf", nc * nd, nv, q->array[DYN_JF]);
        say_vector(v->input, "mu", nc, q->array[DYN_MU]);
    }
    say_vector(v->input, "psi", nc, q->array[DYN_PSI]);
    say(v->input, "h=%.5g  ", sizes[SIZE_H]);
    if (q->len[DYN_GROUP] > 0) say_vector(v->input, "group", nc, q->array[DYN_GROUP]);
    if (sizes[SIZE_NB] > 0.0) say(v->input, "nb=%g  ", sizes[SIZE_NB]);
    if (sizes[SIZE_SCRATCH] >= 0.0) say(v->input, "%g bytes of scratch  ", sizes[SIZE_SCRATCH]);
}

/* ---- judging --------------------------------------------------------------------------------- */

int judge_outcome(const frame *q, const frame *a, verdict *v, int *done)
{
    const double bytes = q->array[DYN_SIZES][SIZE_SCRATCH];
    double x[STEP_NV];

    *done = 1;
    if (bytes >= 0.0 && bytes < 8.0)
        return judge_status(v, a, one_of(MB_NO_MEMORY), "there is no scratch at all");
    if (bytes >= 0.0 && a->id == MB_NO_MEMORY) return 1;
    if (!solve_mass(q, q->array[DYN_V], x))
        return judge_status(v, a, one_of(MB_SINGULAR), "M is singular");
    *done = 0;
    return judge_ok(v, a, "M is regular, and there is enough scratch");
}

/* info as the contract demands */
static int judge_told(const frame *q, const frame *a, verdict *v)
{
    static const char *const member[] = { "status", "iterations", "residual", "where" };
    const double want[] = { (double)a->id, 0.0, HUGE_VAL, -1.0 }, *info = a->array[LCP_INFO];

    for (int i = 0; i < q->len[LCP_INFO]; i++) {
        if (fabs(info[i] - want[i]) < 0.5 || (want[i] >= HUGE_VAL && info[i] >= HUGE_VAL)) continue;
        if (!(info[i] < BLANK || info[i] > BLANK))
            say(v->broken, "info->%s was not written", member[i]);
        else say(v->broken, "info->%s is %g, and should be %g", member[i], info[i], want[i]);
        return 0;
    }
    return 1;
}

int judge_refusal(const frame *q, const frame *a, verdict *v)
{
    const double *state = a->array[LCP_OUT];

    if (fabs(state[OUT_N] - OUT_SAME) > 0.5)
        say(v->broken, "out was written to: it must stay unchanged when there is no problem");
    else if (state[OUT_TAKEN] > 0.5)
        say(v->broken, "memory was taken from *arena for good: it must stay unchanged when there "
                       "is no problem");
    else return judge_told(q, a, v);
    return 0;
}

int judge_handed(const frame *q, const frame *a, verdict *v)
{
    const double *state = a->array[LCP_OUT];
    const int n = q->len[LCP_B];

    if (fabs(state[OUT_N] - (double)n) > 0.5)
        say(v->broken, "out->n is %g, and should be %d", state[OUT_N], n);
    else if (n > 0 && state[OUT_TAKEN] < 0.5) {
        say(v->broken,
            "out points to memory that was not taken from *arena and will be overwritten: "
            "take it from *arena itself, not from a copy of it, and do not use arrays "
            "of your own");
        if (state[OUT_TAKEN] < 0.0)
            say(v->cause, "A, b or a bound is in an array of its own, which the next problem "
                "overwrites: take all of them from *arena");
    } else if (state[OUT_TAKEN] >= OUT_TOO_MUCH) {
        say(v->broken, "more memory stays taken from *arena than A, b and the bounds need");
        say(v->cause, "temporary arrays stay taken from *arena: take them from a "
            "copy, after A and b");
    } else return judge_told(q, a, v) && judge_rows_written(v, "A", n, n, a->array[LCP_A]) &&
                judge_written(v, "b", n, a->array[LCP_B]);
    return 0;
}

/* ---- judging a problem ----------------------------------------------------------------------- */

/* row i of the mLCP according to the equations: A's into want[n], b's is returned */
static double mixed_row(const frame *q, const unknown *u, int i, int closed, double *want)
{
    const int nv = nv_of(q), n = q->len[LCP_B];
    const double *M = q->array[DYN_M] + i * nv;
    double Q[STEP_NV];

    for (int j = nv; j < n; j++) {
        impulse_of(q, u + j - nv, Q);
        want[j] = i < nv ? -Q[i] : pattern(q, u + i - nv, u + j - nv);
    }
    if (i >= nv) return velocity_row(q, u + i - nv, closed, want);
    memcpy(want, M, (size_t)nv * sizeof *want);
    return -dot(nv, M, q->array[DYN_V]) - (q->len[DYN_P_EXT] > 0 ? q->array[DYN_P_EXT][i] : 0.0);
}

/* the expected entries of a row without velocities, for a row in which an entry is wrong */
static void say_pattern(verdict *v, const unknown *row)
{
    const int k = row->contact + 1;

    if (row->kind == SLIP)
        say(v->cause, "sigma = U p_n - E' p_f: the row of s_%d has mu_%d in the column of p_n_%d, "
            "-1 in those of its own directions, and nothing else", k, k, k);
    else if (row->kind == P_F)
        say(v->cause, "rho_f = Jf v+ + E s: each direction's row has a 1 in the column of its own "
            "contact's s");
}

/* "row 3 (p_f_1,2): A's column of s_1 should be 1 and is 0"; in an LCP, unknowns begin with p_n.
 * With groups all but velocities count from 0, as in lab 9's contract. */
static void say_entry(verdict *v, const frame *q, const unknown *u, int first, int i, int j,
                      double want, double got)
{
    const int n = q->len[LCP_B], row = first + i - nv_of(q), column = first + j - nv_of(q);
    const int digits = digits_apart(want, got, 6);

    say(v->broken, "row %d (", q->len[DYN_GROUP] > 0 ? i : i + 1);
    say_unknown(v->broken, q, u, first + i);
    say(v->broken, j < n ? "): A's column of " : "): b");
    if (j < n) say_unknown(v->broken, q, u, first + j);
    say(v->broken, " should be %.*g and is %.*g", digits, want, digits, got);
    if (q->len[DYN_GROUP] > 0 || j == n || row < 0) return;
    if (u[row].kind == SLIP || (column >= 0 && u[column].kind == SLIP)) say_pattern(v, u + row);
}

/* Does the student's row i agree with the equations, up to its sign if it is an equation? If not,
 * says which entry is wrong. */
static int judge_mixed_row(const frame *q, const unknown *u, const frame *a, int i, int closed,
                           verdict *v)
{
    const int n = q->len[LCP_B];
    const double *A = a->array[LCP_A] + i * n;
    double want[STEP_NV + STEP_UNKNOWNS + 1], size, sign = 1.0;

    want[n] = mixed_row(q, u, i, closed, want);
    size = largest(n + 1, want);
    if (i < nv_of(q) && A[i] * want[i] < 0.0) sign = -1.0;     /* M_ii > 0 */
    for (int j = 0; j <= n; j++) {
        const double got = j < n ? A[j] : a->array[LCP_B][i];
        if (fabs(got - sign * want[j]) <= NEAR * size) continue;
        say_entry(v, q, u, 0, i, j, sign * want[j], got);
        return 0;
    }
    return 1;
}

/* Do the equations say that v+ = v_free + M^-1 (impulses) for any of them, and nothing about c and
 * s? Their block for v+ must be regular. */
static int same_equations(const frame *q, const frame *a)
{
    const int n = q->len[LCP_B], nv = nv_of(q);
    const double *A = a->array[LCP_A], size = largest(nv * nv, q->array[DYN_M]);
    double LU[STEP_NV * STEP_NV], x[STEP_NV], want[STEP_NV], z[STEP_UNKNOWNS];
    int pivot[STEP_NV];

    for (int i = 0; i < nv; i++) memcpy(LU + i * nv, A + i * n, (size_t)nv * sizeof *LU);
    if (mb_lu_factor(nv, LU, pivot) != MB_OK) return 0;
    for (int k = -1; nv + k < n; k++) { /* z = 0, then one unknown at a time, as large as M is */
        memset(z, 0, sizeof z);
        if (k >= 0) z[k] = size;
        for (int i = 0; i < nv; i++)
            x[i] = -a->array[LCP_B][i] - (k >= 0 ? A[i * n + nv + k] * size : 0.0);
        mb_lu_solve(nv, LU, pivot, x);
        velocity_with(q, z, want);
        for (int i = 0; i < nv; i++)
            if (!(fabs(x[i] - want[i]) <= 100.0 * NEAR * fmax(largest(nv, want), 1.0))) return 0;
    }
    return 1;
}

static int judge_bounds(const frame *q, const unknown *u, const frame *a, verdict *v)
{
    const int n = q->len[LCP_B], nv = nv_of(q);
    const double *lo = a->array[LCP_LO], *hi = a->array[LCP_HI];

    for (int i = 0; i < n; i++) {
        const double low = i < nv ? -HUGE_VAL : 0.0;
        if ((i < nv ? lo[i] <= -HUGE_VAL : fabs(lo[i]) <= 0.0) && hi[i] >= HUGE_VAL) continue;
        say(v->broken, "the bounds of ");
        say_unknown(v->broken, q, u, i);
        return broken(v, " should be %g and %g, and are %g and %g", low, HUGE_VAL, lo[i], hi[i]);
    }
    if (a->array[LCP_OUT][OUT_FINDEX] < 0.5) return 1;
    return broken(v, "findex must be NULL: no bound follows another unknown");
}

static int judge_mixed(const frame *q, const unknown *u, const frame *a, int closed, verdict *v)
{
    const int nv = nv_of(q);

    for (int i = nv; i < q->len[LCP_B]; i++)
        if (!judge_mixed_row(q, u, a, i, closed, v)) return 0;
    for (int i = 0; i < nv && !same_equations(q, a); i++)
        if (!judge_mixed_row(q, u, a, i, closed, v)) return 0;
    return judge_bounds(q, u, a, v);
}

/* R M^-1 Q: the effect of impulse c on the velocity in row r; *moves: do both have one? */
static double coupling(const frame *q, const unknown *r, const unknown *c, int *moves)
{
    double R[STEP_NV], Q[STEP_NV], x[STEP_NV];

    *moves = r->kind != SLIP && (c->kind == P_N || c->kind == P_F);
    (void)velocity_row(q, r, 1, R);
    impulse_of(q, c, Q);
    solve_mass(q, Q, x);
    return dot(nv_of(q), R, x);
}

/* A's likely fault: as a whole; computed without the masses; or with M instead of M^-1 */
static void say_A_likeness(const frame *q, const unknown *u, const frame *a, double size,
                           verdict *v)
{
    static const char *const form[] = { "", "A is computed without M^-1, as if M were the identity",
                                        "A is computed with M instead of its inverse" };
    const int nv = nv_of(q), n = q->len[LCP_B];
    double other[STEP_UNKNOWNS * STEP_UNKNOWNS], R[STEP_NV], Q[STEP_NV], x[STEP_NV];
    int moves;

    for (int k = 0; k < 3; k++) {
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                double *to = other + r * n + c;
                *to = coupling(q, u + r, u + c, &moves);
                (void)velocity_row(q, u + r, 1, R);
                impulse_of(q, u + c, Q);
                if (k == 2) mb_matvec(nv, nv, q->array[DYN_M], Q, x);
                if (!moves) *to = pattern(q, u + r, u + c);
                else if (k > 0) *to = dot(nv, R, k == 1 ? Q : x);
            }
        if (k == 0) note_numbers(v, "A", n, n, a->array[LCP_A], other);
        else alike(v, n * n, a->array[LCP_A], other, size, "%s", form[k]);
    }
}

/* b's likely fault; row r should be gap + R v + R M^-1 p_ext: which of these terms has another
 * factor?
 */
static void say_b_likeness(const frame *q, const unknown *u, const frame *a, int closed,
                           double speed, verdict *v)
{
    const double h = q->array[DYN_SIZES][SIZE_H], none = closed ? 1.0 : 0.0;
    const struct { double gap, v, p_ext; const char *text; } form[] = {
        { none, 1, 1, closed ? "b has psi/h in it" : "psi/h is missing in b" },
        { 2, 1, 1, "psi/h counts twice in b" },
        { h, 1, 1, closed ? "b has psi in it" : "b has psi in it, and not psi/h" },
        { closed ? 0.0 : -1.0, 1, 1, "psi/h has the wrong sign in b" },
        { closed ? 0.0 : 1.0, 1, 0, "b contains only v: p_ext is missing in v_free" },
        { closed ? 0.0 : 1.0, 0, 1, "b contains only p_ext: v is missing in v_free" },
        { closed ? 0.0 : 1.0, 1, -1, "p_ext has the wrong sign in b" },
        { closed ? 0.0 : 1.0, 1, h, "p_ext is multiplied by h in b: it is an impulse already" },
        { closed ? 0.0 : 1.0, -1, -1, "v_free has the wrong sign in b" }
    };
    const double *start = q->array[DYN_V];
    const int nv = nv_of(q), n = q->len[LCP_B];
    double v_free[STEP_NV], R[STEP_NV], other[STEP_UNKNOWNS];

    velocity_with(q, NULL, v_free);
    for (size_t k = 0; k < sizeof form / sizeof form[0]; k++) {
        for (int r = 0; r < n; r++) {
            const double gap = velocity_row(q, u + r, 0, R), moved = dot(nv, R, start);
            other[r] = form[k].gap * gap + form[k].v * moved +
                       form[k].p_ext * (dot(nv, R, v_free) - moved);
        }
        alike(v, n, a->array[LCP_B], other, speed, "%s", form[k].text);
    }
}

/* the LCP's entries; those that depend on masses are compared with the largest of them */
static int judge_reduced(const frame *q, const unknown *u, const frame *a, int closed, verdict *v)
{
    const int nv = nv_of(q), n = q->len[LCP_B];
    double v_free[STEP_NV], R[STEP_NV], unit = 0.0, speed;
    int moves;

    velocity_with(q, NULL, v_free);
    speed = fmax(largest(nv, v_free), 1.0);
    for (int r = 0; r < n; r++) {
        speed = fmax(speed, fabs(velocity_row(q, u + r, closed, R)));
        unit = fmax(unit, coupling(q, u + r, u + r, &moves));
    }
    for (int r = 0; r < n; r++) {
        const double b = a->array[LCP_B][r], gap = velocity_row(q, u + r, closed, R);
        const double want_b = gap + dot(nv, R, v_free);
        for (int c = 0; c < n; c++) {
            const double got = a->array[LCP_A][r * n + c];
            const double made = coupling(q, u + r, u + c, &moves);
            const double want = moves ? made : pattern(q, u + r, u + c);
            if (fabs(got - want) <= NEAR * (moves ? unit : 1.0)) continue;
            say_entry(v, q, u, nv, r, c, want, got);
            say_A_likeness(q, u, a, fmax(unit, 1.0), v);
            return 0;
        }
        if (fabs(b - want_b) <= NEAR * speed) continue;
        say_entry(v, q, u, nv, r, n, want_b, b);
        say_b_likeness(q, u, a, closed, speed, v);
        return 0;
    }
    return 1;
}

/* is it a case that must or may be refused? Then it is judged here, and *done is set */
static int judge_refused(const frame *q, const frame *a, int mixed, verdict *v, int *done)
{
    const int n = q->len[LCP_B];
    const double bytes = q->array[DYN_SIZES][SIZE_SCRATCH];

    *done = 1;
    if (q->array[DYN_SIZES][SIZE_NB] > 0.0)
        return judge_status(v, a, one_of(MB_BAD_ARG), "this lab has no joints") &&
               judge_refusal(q, a, v);
    if (bytes >= 0.0 && bytes < 8.0 * (n * n + (mixed ? 2 : 1) * n))
        return judge_status(v, a, one_of(MB_NO_MEMORY), mixed ? "there is no room for A, b and lo"
                                                              : "there is no room for A and b") &&
               judge_refusal(q, a, v);
    if (mixed) {                         /* hi is taken as well, or it is NULL */
        if (bytes >= 0.0 && a->id == MB_NO_MEMORY) return judge_refusal(q, a, v);
        *done = 0;
        return judge_ok(v, a, "the problem can be made");
    }
    if (!judge_outcome(q, a, v, done)) return 0;
    return !*done || judge_refusal(q, a, v);
}

int judge_problem(const frame *q, const frame *a, int closed, verdict *v)
{
    const int n = q->len[LCP_B], mixed = q->narray > LCP_LO;   /* with bounds */
    unknown u[STEP_UNKNOWNS];
    int done;

    list_unknowns(q, u);
    say_dynamics(q, v);
    if (q->len[LCP_INFO] == 0) say(v->input, "info=NULL  ");
    if (!judge_refused(q, a, mixed, v, &done)) return 0;
    if (done) return 1;
    if (nd_of(q) == 0 && nc_of(q) > 0 && fabs(a->array[LCP_OUT][OUT_N] - n - nc_of(q)) < 0.5)
        say(v->cause, "with nd = 0 there is no p_f, and no s either");
    if (!judge_handed(q, a, v)) return 0;
    say_matrix(v->yours, "A", n, n, a->array[LCP_A]);
    say_vector(v->yours, "b", n, a->array[LCP_B]);
    return (mixed ? judge_mixed : judge_reduced)(q, u, a, closed, v);
}

int judge_gaps(const frame *q, const double *v_next, const double *p_n, verdict *v)
{
    const int nv = nv_of(q), grouped = q->len[DYN_GROUP] > 0;
    const char *who = grouped ? "group" : "contact";
    const char *gap = grouped ? "the greatest of its gaps" : "its gap psi + h Jn v";
    const double tol = 1e-7 * fmax(largest(nv, v_next), 1.0), h = q->array[DYN_SIZES][SIZE_H];
    const double most = largest(nv * nv, q->array[DYN_M]) * tol;

    for (int g = 0; g < count_groups(q); g++) {
        const double after = group_gap(q, g, v_next);
        const int number = grouped ? g : g + 1;
        if (!(p_n[g] >= -most))
            return broken(v, "%s %d pulls: its impulse is %.6g", who, number, p_n[g]);
        if (!(after >= -h * tol))
            return broken(v, "%s %d: after the step %s is %.6g < 0", who, number, gap, after);
        if (p_n[g] > most && after > h * tol)
            return broken(v, "%s %d pushes with %.6g, though after the step %s is %.6g > 0", who,
                          number, p_n[g], gap, after);
    }
    return 1;
}

int judge_position(const frame *q, const frame *a, verdict *v)
{
    double want[STEP_NV];

    for (int i = 0; i < nv_of(q); i++)
        want[i] = q->array[STEP_Q][i] +
                  q->array[DYN_SIZES][SIZE_H] * a->array[STEP_V_NEXT][i];
    return judge_vector(v, "q_next", nv_of(q), a->array[STEP_Q_NEXT], want, 1.0);
}

/* the status of a step that fails, and the reason */
static mb_status failing(const frame *q, const char **why)
{
    static const mb_status told[] = { MB_OK, MB_RAY, MB_MAX_ITER };
    const int solver = (int)q->array[STEP_SOLVER][0];
    double x[STEP_NV];

    *why = "so did the solver";
    if (solver != SOLVER_WORKS) return told[solver];
    *why = "this lab has no joints";
    if (q->array[DYN_SIZES][SIZE_NB] > 0.0) return MB_BAD_ARG;
    *why = "M is singular";
    if (!solve_mass(q, q->array[DYN_V], x)) return MB_SINGULAR;
    *why = "the problem has no solution, and the solver reports that";
    if (q->array[DYN_SIZES][SIZE_SCRATCH] < 0.0) return MB_RAY;
    *why = "the solver got too little scratch";
    return MB_NO_MEMORY;
}

int judge_no_step(const frame *q, const frame *a, int outputs, verdict *v)
{
    static const char *const name[] = { "q_next", "v_next", "p_n", "p_f" };
    const char *why;
    const mb_status told = failing(q, &why);

    say_dynamics(q, v);
    if (!judge_status(v, a, one_of(told), why)) return 0;
    for (int k = 0; k < outputs; k++)
        if (!judge_unchanged(v, name[k], q, a, STEP_Q_NEXT + k)) return 0;
    return 1;
}
