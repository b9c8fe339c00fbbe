/* Lab 06's tests: problems made backwards from their solutions, equations judged by what they say,
 * and motions in closed form */
#include "problem.h"
#include "requests.h"

#include <math.h>
#include <string.h>

enum { MAX_NV = 6, MAX_NC = 6, MAX_N = MAX_NV + MAX_NC };

/* relative: a few rounding errors of the numbers that a result is made of */
#define NEAR 1e-9
#define GRAVITY 9.81

static const mb_status only_ok[] = { MB_OK, MB_TODO };

/* ---- steps whose solution is known ---- */

/* A step made backwards: v_free, p and w are chosen, p_i = 0 or w_i = 0, and
 *
 *     v+ = v_free + M^-1 Jn' p,    psi = h (w - Jn v+),    v = v_free - M^-1 p_ext
 *
 * M = Q diag(m) Q with a reflection Q = I - 2 u u' / u'u, so that M^-1 is known, too. */
typedef struct {
    int nv, nc, nd, nb;
    double h, scratch;
    int with_p_ext;
    double M[MAX_NV * MAX_NV], Minv[MAX_NV * MAX_NV];
    double v[MAX_NV], p_ext[MAX_NV], v_free[MAX_NV], v_next[MAX_NV];
    double Jn[MAX_NC * MAX_NV], psi[MAX_NC], p[MAX_NC], w[MAX_NC];
} made_step;

/* what follows from the numbers that were chosen */
static void finish_step(made_step *s)
{
    double push[MAX_NV];

    for (int i = 0; i < s->nv; i++) {
        push[i] = 0.0;
        for (int k = 0; k < s->nc; k++) push[i] += s->Jn[k * s->nv + i] * s->p[k];
    }
    for (int i = 0; i < s->nv; i++) {
        const double *row = s->Minv + i * s->nv;
        s->v_next[i] = s->v_free[i] + dot(s->nv, row, push);
        s->v[i] = s->v_free[i] - (s->with_p_ext ? dot(s->nv, row, s->p_ext) : 0.0);
    }
    for (int k = 0; k < s->nc; k++)
        s->psi[k] = s->h * (s->w[k] - dot(s->nv, s->Jn + k * s->nv, s->v_next));
}

/* the worked example of README: a particle of 2 kg between two edges */
static void example_step(made_step *s)
{
    static const double Jn[] = { 0.6, 0.8, -0.6, 0.8 }, p[] = { 1.953125, 4.453125 };

    memset(s, 0, sizeof *s);
    s->nv = s->nc = 2;
    s->h = 0.1;
    s->scratch = -1.0;
    s->with_p_ext = 1;
    s->M[0] = s->M[3] = 2.0;
    s->Minv[0] = s->Minv[3] = 0.5;
    s->v_free[0] = 1.0, s->v_free[1] = -3.0;
    s->p_ext[1] = -2.0;
    memcpy(s->Jn, Jn, sizeof Jn);
    memcpy(s->p, p, sizeof p);
    finish_step(s);
}

/* nc <= nv contacts, whose rows are independent; the unit of mass is any */
static void random_step(rng *r, int nv, int nc, double unit, made_step *s)
{
    double u[MAX_NV] = { 0.0 }, m[MAX_NV] = { 0.0 };

    memset(s, 0, sizeof *s);
    s->nv = nv;
    s->nc = nc;
    s->h = rng_range(r, 0.01, 0.2);
    s->scratch = -1.0;
    s->with_p_ext = 1;
    for (int i = 0; i < nv; i++) {
        u[i] = rng_range(r, 0.3, 1.0);
        m[i] = unit * rng_range(r, 0.5, 4.0);
        s->v_free[i] = rng_range(r, -3.0, 3.0);
        s->p_ext[i] = unit * rng_range(r, -1.0, 1.0);
    }
    reflected(nv, u, m, s->M);
    for (int i = 0; i < nv; i++) m[i] = 1.0 / m[i];
    reflected(nv, u, m, s->Minv);
    for (int k = 0; k < nc; k++) {
        for (int i = 0; i < nv; i++)
            s->Jn[k * nv + i] = (i == k ? 1.0 : 0.0) + rng_range(r, -0.4, 0.4);
        if (rng_int(r, 3) > 0) s->p[k] = unit * rng_range(r, 0.1, 2.0);
        else s->w[k] = rng_range(r, 0.1, 2.0);
    }
    finish_step(s);
}

/* friction, where there is any, is refused, whatever it is */
static void put_dynamics(frame *q, int call, const made_step *s)
{
    static const double zeros[MAX_NC * 2 * MAX_NV];
    const double sizes[SIZES] = { s->nv, s->nc, s->nd, s->nb, s->h, s->scratch };

    q->id = call;
    put(q, SIZES, sizes);
    put(q, s->nv * s->nv, s->M);
    put(q, s->nv, s->v);
    put(q, s->with_p_ext ? s->nv : 0, s->p_ext);
    put(q, s->nc * s->nv, s->Jn);
    put(q, s->nc * s->nd * s->nv, zeros);
    put(q, s->nd > 0 ? s->nc : 0, zeros);
    put(q, s->nc, s->psi);
    put(q, 0, zeros);
}

static void say_dynamics(const frame *q, verdict *v)
{
    const double *sizes = q->array[DYN_SIZES];
    const int nv = nv_of(q), nc = nc_of(q);

    say_matrix(v->input, "M", nv, nv, q->array[DYN_M]);
    say_vector(v->input, "v", nv, q->array[DYN_V]);
    if (q->len[DYN_P_EXT] > 0) say_vector(v->input, "p_ext", nv, q->array[DYN_P_EXT]);
    else say(v->input, "p_ext=NULL  ");
    say_matrix(v->input, "Jn", nc, nv, q->array[DYN_JN]);
    say_vector(v->input, "psi", nc, q->array[DYN_PSI]);
    say(v->input, "h=%.5g  ", sizes[SIZE_H]);
    if (sizes[SIZE_ND] > 0.0 || sizes[SIZE_NB] > 0.0)
        say(v->input, "nd=%g  nb=%g  ", sizes[SIZE_ND], sizes[SIZE_NB]);
    if (sizes[SIZE_SCRATCH] >= 0.0) say(v->input, "%g bytes of scratch  ", sizes[SIZE_SCRATCH]);
}

/* Which step case k of a test is about: the worked example; no p_ext; bodies; masses far from 1; no
 * contact. The judges make it again from the request: only M^-1 and what follows from it is not in
 * there. */
static void make_step(int k, rng *r, made_step *s)
{
    static const double unit[] = { 1e-9, 1e9 };
    const int nv = 1 + k % MAX_NV;

    if (k == 0) example_step(s);
    else if (k == 1) random_step(r, 2, 0, 1.0, s);
    else if (k < 4) random_step(r, 3, 2, unit[k - 2], s);
    else random_step(r, nv, 1 + k % nv, 1.0, s);
    if (k == 5 || k == 6) {
        s->with_p_ext = 0;
        finish_step(s);
    }
}

/* M that has no inverse, to the last bit: a body whose second velocity moves as much as its first
 */
static void make_singular(made_step *s)
{
    example_step(s);
    for (int i = 0; i < 4; i++) s->M[i] = 1.0;
}

/* ---- 01 and 06: velocities ---- */

/* the last are a singular M, and two that have little scratch and none */
enum { VELOCITIES = 14, VELOCITY_SINGULAR = 11, VELOCITY_LITTLE, VELOCITY_NONE };
static void make_velocity_step(int k, rng *r, made_step *s)
{
    make_step(k, r, s);
    if (k == VELOCITY_SINGULAR) make_singular(s);
    if (k == VELOCITY_LITTLE) s->scratch = 48.0;
    if (k == VELOCITY_NONE) s->scratch = 0.0;
}

static void make_free(int k, rng *r, frame *q)
{
    made_step s;

    make_velocity_step(k, r, &s);
    put_dynamics(q, CALL_FREE, &s);
    put_blank(q, s.nv);
}

static void make_next(int k, rng *r, frame *q)
{
    made_step s;

    make_velocity_step(k, r, &s);
    put_dynamics(q, CALL_NEXT, &s);
    put(q, s.nc, s.p);
    put_blank(q, s.nv);
}

/* who has no scratch may still do without it where M is 1 x 1 */
static int judge_velocity(const frame *q, const frame *a, const char *name, int p, int out,
                          verdict *v)
{
    double want[MAX_NV];
    int done;

    say_dynamics(q, v);
    if (p) say_vector(v->input, "p_n", nc_of(q), q->array[p]);
    if (!judge_outcome(q, a, v, &done)) return 0;
    if (done) return 1;
    velocity_with(q, p ? q->array[p] : NULL, want);
    return judge_vector(v, name, nv_of(q), a->array[out], want, 1.0);
}

static int judge_free(int k, const frame *q, const frame *a, verdict *v)
{
    (void)k;
    return judge_velocity(q, a, "v_free", 0, FREE_V, v);
}

static int judge_next(int k, const frame *q, const frame *a, verdict *v)
{
    (void)k;
    return judge_velocity(q, a, "v_next", NEXT_P, NEXT_V, v);
}

/* ---- 02 to 05: the problems ---- */

static void put_problem(frame *q, int call, const made_step *s, int with_info)
{
    const int n = s->nc + (call == CALL_MLCP ? s->nv : 0);

    put_dynamics(q, call, s);
    put_blank(q, n * n);
    put_blank(q, n);
    put_blank(q, OUT_SIZE);
    put_out(q, with_info ? 4 : 0, INFO_BLANK);
    if (call != CALL_MLCP) return;
    put_blank(q, n);
    put_blank(q, n);
}

/* the name of unknown j: v+_1, ..., p_n_1, ... */
static void say_unknown(char *text, int nv, int j)
{
    if (j < nv) say(text, "v+_%d", j + 1);
    else say(text, "p_n_%d", j - nv + 1);
}

/* row i of the mLCP as eq 6.5 has it: A's into want[n], b's is returned */
static double mixed_row(const frame *q, int i, double *want)
{
    const int nv = nv_of(q), nc = nc_of(q);
    const double *M = q->array[DYN_M], *Jn = q->array[DYN_JN];

    memset(want, 0, (size_t)(nv + nc) * sizeof *want);
    if (i >= nv) {
        memcpy(want, Jn + (i - nv) * nv, (size_t)nv * sizeof *want);
        return q->array[DYN_PSI][i - nv] / q->array[DYN_SIZES][SIZE_H];
    }
    memcpy(want, M + i * nv, (size_t)nv * sizeof *want);
    for (int k = 0; k < nc; k++) want[nv + k] = -Jn[k * nv + i];
    return -dot(nv, M + i * nv, q->array[DYN_V]) -
           (q->len[DYN_P_EXT] > 0 ? q->array[DYN_P_EXT][i] : 0.0);
}

/* Row i of the student's is as in eq 6.5, up to its sign if it is an equation. Otherwise says which
 * entry is not. */
static int judge_mixed_row(const frame *q, const frame *a, int i, verdict *v)
{
    const int n = q->len[LCP_B], nv = nv_of(q);
    const double *A = a->array[LCP_A] + i * n;
    double want[MAX_N + 1], got[MAX_N + 1], size, sign = 1.0;

    want[n] = mixed_row(q, i, want);
    memcpy(got, A, (size_t)n * sizeof *got);
    got[n] = a->array[LCP_B][i];
    size = largest(n + 1, want);
    if (i < nv && A[i] * want[i] < 0.0) sign = -1.0;           /* M_ii > 0 */
    for (int j = 0; j <= n; j++) {
        if (fabs(got[j] - sign * want[j]) <= NEAR * size) continue;
        say(v->broken, "row %d (%s): ", i, i < nv ? "an equation" : "a contact");
        if (j < n) say(v->broken, "in A, the column of ");
        if (j < n) say_unknown(v->broken, nv, j);
        else say(v->broken, "b");
        say(v->broken, " should be %.6g and is %.6g", sign * want[j], got[j]);
        return 0;
    }
    return 1;
}

/* Do the equations say the same as those of eq 6.5, that v+ = v_free + M^-1 Jn' p for any p? Their
 * block of v+ must be regular. */
static int same_equations(const frame *q, const frame *a)
{
    const int n = q->len[LCP_B], nv = nv_of(q), nc = nc_of(q);
    double LU[MAX_NV * MAX_NV], x[MAX_NV], want[MAX_NV], p[MAX_NC];
    int pivot[MAX_NV];

    for (int i = 0; i < nv; i++)
        memcpy(LU + i * nv, a->array[LCP_A] + i * n, (size_t)nv * sizeof *LU);
    if (mb_lu_factor(nv, LU, pivot) != MB_OK) return 0;
    for (int k = -1; k < nc; k++) { /* p = 0, then one impulse at a time, as large as M is */
        const double size = largest(nv * nv, q->array[DYN_M]);
        memset(p, 0, sizeof p);
        if (k >= 0) p[k] = size;
        for (int i = 0; i < nv; i++)
            x[i] = -a->array[LCP_B][i] - (k >= 0 ? a->array[LCP_A][i * n + nv + k] * size : 0.0);
        mb_lu_solve(nv, LU, pivot, x);
        velocity_with(q, p, want);
        for (int i = 0; i < nv; i++)
            if (!(fabs(x[i] - want[i]) <= 100.0 * NEAR * fmax(largest(nv, want), 1.0))) return 0;
    }
    return 1;
}

static int judge_bounds(const frame *q, const frame *a, verdict *v)
{
    const int n = q->len[LCP_B], nv = nv_of(q);
    const double *lo = a->array[LCP_LO], *hi = a->array[LCP_HI];

    for (int i = 0; i < n; i++) {
        const double low = i < nv ? -HUGE_VAL : 0.0;
        if ((i < nv ? lo[i] <= -HUGE_VAL : fabs(lo[i]) <= 0.0) && hi[i] >= HUGE_VAL) continue;
        say(v->broken, "the bounds of ");
        say_unknown(v->broken, nv, i);
        say(v->broken, " should be %g and %g, and are %g and %g", low, HUGE_VAL, lo[i], hi[i]);
        return 0;
    }
    if (a->array[LCP_OUT][OUT_FINDEX] < 0.5) return 1;
    say(v->broken, "findex must be NULL: no bound follows another unknown");
    return 0;
}

static int judge_mixed(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status refused[] = { MB_BAD_ARG, MB_TODO },
                           no_memory[] = { MB_NO_MEMORY, MB_TODO };
    const double *sizes = q->array[DYN_SIZES];
    const int n = q->len[LCP_B], nv = nv_of(q);

    (void)k;
    say_dynamics(q, v);
    if (sizes[SIZE_ND] > 0.0 || sizes[SIZE_NB] > 0.0)
        return judge_status(v, (mb_status)a->id, refused,
                            "this lab has no friction and no joints") &&
               judge_refusal(q, a, v);
    if (sizes[SIZE_SCRATCH] >= 0.0)
        return judge_status(v, (mb_status)a->id, no_memory, "A, b, lo and hi have no room there") &&
               judge_refusal(q, a, v);
    if (!judge_status(v, (mb_status)a->id, only_ok, "the problem can be made") ||
        !judge_handed(q, a, v))
        return 0;
    say_matrix(v->yours, "A", n, n, a->array[LCP_A]);
    say_vector(v->yours, "b", n, a->array[LCP_B]);
    for (int i = nv; i < n; i++)
        if (!judge_mixed_row(q, a, i, v)) return 0;
    for (int i = 0; i < nv && !same_equations(q, a); i++)
        if (!judge_mixed_row(q, a, i, v)) return 0;
    return judge_bounds(q, a, v);
}

/* the worked example, one contact, one velocity */
static void make_mixed(int k, rng *r, frame *q)
{
    made_step s;

    if (k == 0) example_step(&s);
    else random_step(r, k == 1 ? 1 : 1 + k % 3, 1, 1.0, &s);
    put_problem(q, CALL_MLCP, &s, 1);
}

/* several contacts, or none; from REFUSED on friction, a joint, and little scratch; info NULL in
 * some */
enum { REFUSED = 10, REFUSALS = 6, NONE_LEFT = 2 };
static void refuse(int k, made_step *s)
{
    if (k == REFUSED) s->nd = 2;
    if (k == REFUSED + 1) s->nb = 1;
    if (k == REFUSED + 2) s->nd = 2, s->nb = 1;
    if (k >= REFUSED + 3) s->scratch = k == REFUSED + 3 ? 0.0 : k == REFUSED + 4 ? 8.0 : 24.0;
}

static void make_mixed_several(int k, rng *r, frame *q)
{
    made_step s;

    if (k < REFUSED) make_step(k + 1, r, &s);
    else example_step(&s);
    refuse(k, &s);
    put_problem(q, CALL_MLCP, &s, k % 3 != 1);
}

/* entries of A and b, in the order of the contacts */
static int judge_lcp_entries(const frame *q, const frame *a, verdict *v)
{
    const int nc = nc_of(q), nv = nv_of(q);
    const double *Jn = q->array[DYN_JN], h = q->array[DYN_SIZES][SIZE_H];
    double v_free[MAX_NV], x[MAX_NV], unit = 0.0, speed;

    velocity_with(q, NULL, v_free);
    speed = largest(nv, v_free) + largest(nc, q->array[DYN_PSI]) / h;
    for (int j = 0; j < nc; j++) {
        solve_mass(q, Jn + j * nv, x);
        unit = fmax(unit, dot(nv, Jn + j * nv, x));
    }
    for (int i = 0; i < nc; i++) {
        const double b = a->array[LCP_B][i],
                     want_b = dot(nv, Jn + i * nv, v_free) + q->array[DYN_PSI][i] / h;
        for (int j = 0; j < nc; j++) {
            const double got = a->array[LCP_A][i * nc + j];
            double want;
            solve_mass(q, Jn + j * nv, x);
            want = dot(nv, Jn + i * nv, x);
            if (fabs(got - want) <= NEAR * unit) continue;
            say(v->broken, "A, row %d, column %d should be %.8g and is %.8g", i, j, want, got);
            return 0;
        }
        if (fabs(b - want_b) <= NEAR * speed) continue;
        say(v->broken, "b_%d should be %.8g and is %.8g", i + 1, want_b, b);
        return 0;
    }
    return 1;
}

static int judge_problem(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status refused[] = { MB_BAD_ARG, MB_TODO };
    const double *sizes = q->array[DYN_SIZES];
    const int n = q->len[LCP_B];
    int done;

    (void)k;
    say_dynamics(q, v);
    if (sizes[SIZE_ND] > 0.0 || sizes[SIZE_NB] > 0.0)
        return judge_status(v, (mb_status)a->id, refused,
                            "this lab has no friction and no joints") &&
               judge_refusal(q, a, v);
    if (!judge_outcome(q, a, v, &done)) return 0;
    if (done) return judge_refusal(q, a, v);
    if (!judge_handed(q, a, v))
        return 0;
    say_matrix(v->yours, "A", n, n, a->array[LCP_A]);
    say_vector(v->yours, "b", n, a->array[LCP_B]);
    return judge_lcp_entries(q, a, v);
}

static void make_problem(int k, rng *r, frame *q)
{
    made_step s;

    make_step(k == 0 ? 0 : k + 1, r, &s);
    put_problem(q, CALL_LCP, &s, 1);
}

/* no contact; more contacts than velocities; then as for the mLCP, and a singular M */
static void make_awkward_problem(int k, rng *r, frame *q)
{
    made_step s;

    if (k == 0) {
        random_step(r, 3, 0, 1.0, &s);
    } else if (k == REFUSED + REFUSALS) {
        make_singular(&s);
    } else if (k < REFUSED) {
        random_step(r, 2, 2, 1.0, &s);
        s.nc = 2 + k % 4;
        for (int i = 2; i < s.nc; i++) {
            for (int j = 0; j < 2; j++) s.Jn[2 * i + j] = rng_range(r, -1.0, 1.0);
            s.psi[i] = rng_range(r, -0.5, 0.5);
        }
    } else {
        example_step(&s);
    }
    refuse(k, &s);
    if (k == REFUSED + REFUSALS) s.scratch = -1.0;
    put_problem(q, CALL_LCP, &s, k % 3 != 1);
}

/* ---- 07 and 08: one step ---- */

static void put_step(frame *q, const made_step *s, int solver)
{
    double at[MAX_NV];

    for (int i = 0; i < s->nv; i++) at[i] = 0.7 - 0.4 * (double)i;
    put_dynamics(q, CALL_STEP, s);
    put(q, s->nv, at);
    put_number(q, (double)solver);
    put_blank(q, s->nv);
    put_blank(q, s->nv);
}

static void make_one_step(int k, rng *r, frame *q)
{
    made_step s;

    make_step(k, r, &s);
    put_step(q, &s, SOLVER_WORKS);
}

/* The step's velocity keeps every gap open, and what changed it are impulses p >= 0 of contacts
 * that are closed afterwards. Rows are independent, so that p follows from v_next: (Jn M^-1 Jn') p
 * = Jn (v_next - v_free). */
static int judge_velocities(const frame *q, const double *v_next, verdict *v)
{
    const int nv = nv_of(q), nc = nc_of(q);
    const double *Jn = q->array[DYN_JN], h = q->array[DYN_SIZES][SIZE_H];
    double A[MAX_NC * MAX_NC], p[MAX_NC], v_free[MAX_NV], x[MAX_NV], speed = largest(nv, v_next),
                                                                     most;
    int pivot[MAX_NC];

    velocity_with(q, NULL, v_free);
    for (int i = 0; i < nc; i++) {
        p[i] = dot(nv, Jn + i * nv, v_next) - dot(nv, Jn + i * nv, v_free);
        for (int j = 0; j < nc; j++) {
            solve_mass(q, Jn + j * nv, x);
            A[i * nc + j] = dot(nv, Jn + i * nv, x);
        }
    }
    if (mb_lu_factor(nc, A, pivot) == MB_OK) mb_lu_solve(nc, A, pivot, p);
    velocity_with(q, p, x);
    most = largest(nv * nv, q->array[DYN_M]) * fmax(speed, 1.0);   /* impulses are of this size */
    for (int i = 0; i < nv; i++) {
        if (fabs(x[i] - v_next[i]) <= 1e-7 * fmax(speed, 1.0)) continue;
        say(v->broken, "M (v_next - v_free) is not a sum of impulses along the rows of Jn");
        return 0;
    }
    for (int i = 0; i < nc; i++) {
        const double w = dot(nv, Jn + i * nv, v_next) + q->array[DYN_PSI][i] / h;
        if (!(p[i] >= -1e-7 * most))
            say(v->broken, "contact %d pulls: its impulse is %.6g", i, p[i]);
        else if (!(w >= -1e-7 * fmax(speed, 1.0)))
            say(v->broken, "contact %d: the gap after the step is psi + h Jn v = %.6g < 0", i,
                h * w);
        else if (p[i] > 1e-7 * most && w > 1e-7 * fmax(speed, 1.0))
            say(v->broken, "contact %d pushes with %.6g, though its gap after the step is %.6g", i,
                p[i], h * w);
        else continue;
        return 0;
    }
    return 1;
}

static int judge_one_step(int k, const frame *q, const frame *a, verdict *v)
{
    const int nv = nv_of(q);
    const double *v_next = a->array[STEP_V_NEXT];
    double want[MAX_NV];

    (void)k;
    say_dynamics(q, v);
    say_vector(v->input, "q", nv, q->array[STEP_Q]);
    if (!judge_status(v, (mb_status)a->id, only_ok, "the solver solves this step's problem") ||
        !judge_written(v, "v_next", nv, v_next)) return 0;
    say_vector(v->yours, "v_next", nv, v_next);
    for (int i = 0; i < nv; i++)
        want[i] = q->array[STEP_Q][i] + q->array[DYN_SIZES][SIZE_H] * v_next[i];
    return judge_velocities(q, v_next, v) &&
           judge_vector(v, "q_next", nv, a->array[STEP_Q_NEXT], want, 1.0);
}

/* the solver fails; friction; a singular M; from LITTLE on less scratch than the contract gives,
 * first none; one that works */
enum { STEP_FRICTION = 4, STEP_SINGULAR, STEP_WORKS, STEP_LITTLE, STEP_TRUTHS = STEP_LITTLE + 4 };
static void make_step_truth(int k, rng *r, frame *q)
{
    made_step s;

    if (k == 0) example_step(&s);
    else random_step(r, 3, 1 + k % 3, 1.0, &s);
    if (k == STEP_FRICTION) s.nd = 2;
    if (k == STEP_SINGULAR) make_singular(&s);
    if (k >= STEP_LITTLE) s.scratch = 8.0 * (double)((k - STEP_LITTLE) * 20);
    put_step(q, &s, k < STEP_FRICTION ? k % 2 ? SOLVER_MAX_ITER : SOLVER_RAY : SOLVER_WORKS);
}

static int judge_step_truth(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status told[][2] = { { MB_RAY, MB_TODO },
                                         { MB_MAX_ITER, MB_TODO },
                                         { MB_BAD_ARG, MB_TODO },
                                         { MB_SINGULAR, MB_TODO },
                                         { MB_NO_MEMORY, MB_TODO } };
    static const char *const why[] = { "so did the solver", "so did the solver",
                                       "this lab has no friction and no joints", "M is singular",
                                       "the solver got too little scratch" };
    const int i = k < STEP_FRICTION    ? k % 2
                  : k == STEP_FRICTION ? 2
                  : k == STEP_SINGULAR ? 3
                                       : 4,
              nv = nv_of(q);

    if (k == STEP_WORKS) return judge_one_step(k, q, a, v);
    say_dynamics(q, v);
    return judge_status(v, (mb_status)a->id, told[i], why[i]) &&
           judge_unchanged(v, "q_next", nv, a->array[STEP_Q_NEXT], q->array[STEP_Q_NEXT]) &&
           judge_unchanged(v, "v_next", nv, a->array[STEP_V_NEXT], q->array[STEP_V_NEXT]);
}

/* ---- 09 to 11: simulations ---- */

typedef struct {
    double mass, force[2], h, epsilon, time, x[2], v[2];
    int solver;
} start;

static void put_simulation(frame *q, const start *s, int nvert, const double *xy)
{
    const double world[WORLD_SIZE] = { s->mass,     0.0,  -GRAVITY,   s->force[0],
                                       s->force[1], s->h, s->epsilon, s->solver };

    q->id = CALL_SIMULATE;
    put(q, WORLD_SIZE, world);
    put(q, 2 * nvert, xy);
    put_number(q, s->time);
    put_out(q, 2, s->x);
    put_out(q, 2, s->v);
    put_blank(q, 1);
}

static const double flat[] = { -50, 0, 50, 0 }, slope[] = { -40, 30, 40, -30 },
                    valley[] = { -4, 3, 0, 0, 4, 3 };

static void say_simulation(const frame *q, verdict *v)
{
    const double *w = q->array[SIM_WORLD], *xy = q->array[SIM_TERRAIN];

    say(v->input, "m=%g  force=[%g %g]  gravity=[%g %g]  h=%g  time=%.10g  x=[%g %g]  v=[%g %g]  ",
        w[WORLD_MASS], w[WORLD_FORCE], w[WORLD_FORCE + 1], w[WORLD_GRAVITY], w[WORLD_GRAVITY + 1],
        w[WORLD_H], q->array[SIM_TIME][0], q->array[SIM_X][0], q->array[SIM_X][1],
        q->array[SIM_V][0], q->array[SIM_V][1]);
    say(v->input, "edges through");
    for (int i = 0; i < q->len[SIM_TERRAIN] / 2 && i < 4; i++)
        say(v->input, " (%.4g, %.4g)", xy[2 * i], xy[2 * i + 1]);
    if (q->len[SIM_TERRAIN] > 8) say(v->input, " ...");
}

static int judge_state(const frame *a, const double *x, const double *w, int steps, double tol,
                       verdict *v)
{
    const double *const got[2] = { a->array[SIM_X], a->array[SIM_V] }, *const want[2] = { x, w };

    say(v->yours, "steps=%g  ", a->array[SIM_STEPS][0]);
    say_vector(v->yours, "x", 2, got[0]);
    say_vector(v->yours, "v", 2, got[1]);
    if (!judge_written(v, "steps", 1, a->array[SIM_STEPS])) return 0;
    if (fabs(a->array[SIM_STEPS][0] - (double)steps) > 0.5) {
        say(v->broken, "steps should be %d and is %g", steps, a->array[SIM_STEPS][0]);
        if (fabs(a->array[SIM_STEPS][0] - (double)steps) < 1.5)
            say(v->cause,
                a->array[SIM_STEPS][0] < (double)steps
                    ? "a last, shorter step is missing, or time/h was rounded down: 0.3/0.1 is "
                      "2.9999999999999996"
                    : "one step more than there are: was a rest that is rounding taken for one?");
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        if (fabs(got[i / 2][i % 2] - want[i / 2][i % 2]) <= tol) continue;
        say(v->broken, "after %d steps, %s_%s should be %.9g and is %.9g", steps, i < 2 ? "x" : "v",
            i % 2 ? "y" : "x", want[i / 2][i % 2], got[i / 2][i % 2]);
        return 0;
    }
    return 1;
}

/* Free flight for k steps of length h, by the sums of semi-implicit Euler: v_k = v + a k h,  x_k =
 * x + v k h + a h^2 k (k + 1)/2 */
static void fly(const double *a, double h, int k, double *x, double *v)
{
    for (int i = 0; i < 2; i++) {
        x[i] += h * (double)k * v[i] + 0.5 * a[i] * h * h * (double)k * (double)(k + 1);
        v[i] += a[i] * h * (double)k;
    }
}

/* 0: free fall far above the floor; 1: pushed, too; 2: dropped on the floor, on which it slides; 3:
 * down a slope from rest; 4: out of the floor, in which it starts; 5: at rest on the floor; 6:
 * comes to rest in a valley; others: thrown at random */
enum { FALLS, PUSHED, DROPPED, SLIDES, SUNK, RESTS, VALLEY, THROWN, MOTIONS = THROWN + 5 };
static void make_motion(int k, rng *r, frame *q)
{
    start s = { 1.0, { 0, 0 }, 0.01, 0.5, 0.5, { 0.25, 30 }, { 1, 2 }, SOLVER_WORKS };

    if (k == PUSHED) s.mass = 2.5, s.force[0] = 4.0, s.force[1] = 1.5;
    if (k == DROPPED) s.x[1] = 0.3, s.v[0] = 1.5, s.v[1] = 0.0, s.time = 1.0, s.mass = 3.0;
    if (k == SLIDES) s.x[0] = s.x[1] = s.v[0] = s.v[1] = 0.0, s.h = 0.02, s.mass = 0.5;
    if (k == SUNK) s.x[1] = -0.02, s.v[0] = s.v[1] = 0.0, s.time = 0.2;
    if (k == RESTS) s.x[1] = s.v[0] = s.v[1] = 0.0, s.mass = 7.0;
    if (k == VALLEY) s.x[0] = 0.5, s.x[1] = 1.0, s.v[0] = s.v[1] = 0.0, s.time = 5.0;
    if (k >= THROWN) {
        s.mass = rng_range(r, 0.2, 5.0);
        s.h = 0.005 * (double)(1 + rng_int(r, 6));
        s.time = s.h * (double)(1 + rng_int(r, 40));
        for (int i = 0; i < 2; i++)
            s.v[i] = rng_range(r, -3.0, 3.0), s.force[i] = rng_range(r, -5.0, 5.0);
    }
    put_simulation(q, &s, k == VALLEY ? 3 : 2, k == SLIDES ? slope : k == VALLEY ? valley : flat);
}

static int judge_motion(int k, const frame *q, const frame *a, verdict *v)
{
    const double *w = q->array[SIM_WORLD], h = w[WORLD_H], time = q->array[SIM_TIME][0];
    const int steps = (int)floor(time / h + 0.5);
    double x[2] = { q->array[SIM_X][0], q->array[SIM_X][1] },
           u[2] = { q->array[SIM_V][0], q->array[SIM_V][1] };
    double pull[2] = { w[WORLD_FORCE] / w[WORLD_MASS],
                       w[WORLD_FORCE + 1] / w[WORLD_MASS] - GRAVITY };

    say_simulation(q, v);
    if (!judge_status(v, (mb_status)a->id, only_ok, "every step can be solved")) return 0;
    if (k == DROPPED) x[0] += time * u[0], x[1] = u[1] = 0.0;
    else if (k == VALLEY) x[0] = x[1] = u[0] = u[1] = 0.0;
    else if (k == SLIDES)
        pull[0] = 0.8 * 0.6 * GRAVITY, pull[1] = -0.6 * 0.6 * GRAVITY, fly(pull, h, steps, x, u);
    else if (k == SUNK)
        u[1] = -x[1] / h, x[1] = 0.0,
        fly(pull, h, steps - 1, x, u); /* one step takes it to psi = 0 */
    else if (k != RESTS) fly(pull, h, steps, x, u);
    return judge_state(a, x, u, steps, k == VALLEY ? 1e-6 : 1e-9 * 30.0, v);
}

/* time is not a multiple of h: free fall, on the floor, in less than a step, landing in the last
 * step; no step at all; a multiple but for rounding: time/h < 3, time/h > 7, time > 11 h; then a
 * solver that fails at its third problem, in a sliding motion and after a fall */
enum {
    PART_FLIES,
    PART_SLIDES,
    PART_ONLY,
    PART_LANDS,
    NO_STEP,
    ROUNDED_DOWN,
    ROUNDED_UP,
    ROUNDED_SUM,
    FAILS_AT_ONCE,
    FAILS_LATER,
    ENDINGS
};
static void make_ending(int k, rng *r, frame *q)
{
    static const double time[] = { 0.105, 0.243, 0.004, 0.1975, 0.0, 0.3, 0.07, 0.33, 0.5, 0.6 };
    start s = { 1.0, { 2, 0 }, 0.01, 0.5, time[k], { 0, 30 }, { 1, 0 }, SOLVER_WORKS };

    (void)r;
    if (k == PART_SLIDES || k == PART_LANDS) s.x[1] = 0.2, s.force[0] = 0.0;
    if (k == ROUNDED_DOWN || k == ROUNDED_SUM) s.h = k == ROUNDED_DOWN ? 0.1 : 0.03;
    if (k >= FAILS_AT_ONCE) s.solver = SOLVER_FAILS_LATER, s.x[1] = k == FAILS_AT_ONCE ? 0.0 : 0.8;
    put_simulation(q, &s, 2, flat);
}

/* From 0.2 m at rest the particle lands in step 20, also where that is only 0.0075 long: it ends on
 * the floor, with the speed that takes it there. 24 steps end at 0.24: the last one is 0.003 long
 * and on the floor. The failing solver's first two problems are steps that the floor takes part in;
 * from 0.8 m it is near first in step 26 (0.5 m and less after 25), so that steps 1 to 27 are done,
 * all of them in flight. */
static int judge_ending(int k, const frame *q, const frame *a, verdict *v)
{
    static const mb_status stalled[] = { MB_STALLED, MB_TODO };
    static const int whole[] = { 10, 24, 0, 19, 0, 3, 7, 11, GOOD_CALLS, 25 + GOOD_CALLS };
    const double *w = q->array[SIM_WORLD], h = w[WORLD_H], time = q->array[SIM_TIME][0];
    const double pull[2] = { w[WORLD_FORCE] / w[WORLD_MASS], -GRAVITY },
                 along[2] = { pull[0], 0.0 };
    const double rest = time - h * (double)whole[k];
    const int fails = k >= FAILS_AT_ONCE, part = k <= PART_LANDS;
    double x[2] = { q->array[SIM_X][0], q->array[SIM_X][1] },
           u[2] = { q->array[SIM_V][0], q->array[SIM_V][1] };

    say_simulation(q, v);
    if (fails) say(v->input, "; the solver fails at its third problem that is not empty");
    if (!judge_status(v, (mb_status)a->id, fails ? stalled : only_ok,
                      fails ? "so did the solver" : "every step can be solved"))
        return 0;
    if (k == PART_SLIDES) x[1] = 0.0;
    fly(k == PART_SLIDES || k == FAILS_AT_ONCE ? along : pull, h, whole[k], x, u);
    if (k == PART_LANDS)
        u[1] = -x[1] / rest, x[1] = 0.0, fly(along, rest, 1, x, (double[]){ u[0], 0.0 });
    else if (part) fly(k == PART_SLIDES ? along : pull, rest, 1, x, u);
    return judge_state(a, x, u, whole[k] + part, 1e-8, v);
}

/* ---- 11: hills ---- */

enum { HILLS = 8, HILL_EDGES = 10, HILL_VERTICES = HILLS * HILL_EDGES + 1 };

static void hill_vertex(int i, double *x)
{
    const double angle = 3.14159265358979323846 * (double)(i % HILL_EDGES) / HILL_EDGES;

    x[0] = 2.0 * (double)(i / HILL_EDGES) + 1.0 - cos(angle);
    x[1] = sin(angle);
}

/* hills.scene, and the same with steps half as long */
static void make_hills(int k, rng *r, frame *q)
{
    double xy[2 * HILL_VERTICES];
    const start s = {
        1.0, { 12, 0 }, k ? 0.005 : 0.01, 0.5, 2.5, { 0.5, 2 }, { 0, 0 }, SOLVER_WORKS
    };

    (void)r;
    for (int i = 0; i < HILL_VERTICES; i++) hill_vertex(i, xy + 2 * i);
    put_simulation(q, &s, HILL_VERTICES, xy);
}

/* where the lines of two edges cross, by Cramer's rule */
static void crossing(int first, int second, double *x)
{
    const int edge[2] = { first, second };
    double n[2][2], at[2], p[2], to[2], det;

    for (int i = 0; i < 2; i++) {
        hill_vertex(edge[i], p);
        hill_vertex(edge[i] + 1, to);
        n[i][0] = p[1] - to[1], n[i][1] = to[0] - p[0];
        at[i] = dot(2, n[i], p);
    }
    det = n[0][0] * n[1][1] - n[0][1] * n[1][0];
    x[0] = (at[0] * n[1][1] - at[1] * n[0][1]) / det;
    x[1] = (n[0][0] * at[1] - n[1][0] * at[0]) / det;
}

/* trapped where the half-spaces of edges 10 and 13 meet, 0.1 m above the ground */
static int judge_hills(int k, const frame *q, const frame *a, verdict *v)
{
    static const double rest[] = { 0, 0 };
    double x[2];

    say_simulation(q, v);
    crossing(10, 13, x);
    return judge_status(v, (mb_status)a->id, only_ok, "every step can be solved") &&
           judge_state(a, x, rest, k ? 500 : 250, 1e-6, v);
}

static const lab_test tests[] = {
    { "01", "velocity without contacts", 2, "velocities", 1, VELOCITIES, make_free, judge_free },
    { "02", "mLCP: one contact", 3, "problems", 1, 8, make_mixed, judge_mixed },
    { "03", "mLCP: several contacts, and what is refused", 2, "problems", 1, REFUSED + REFUSALS,
      make_mixed_several, judge_mixed },
    { "04", "LCP", 3, "problems", 1, 12, make_problem, judge_problem },
    { "05", "LCP: many contacts or none, and what is refused", 1, "problems", 1,
      REFUSED + REFUSALS + 1, make_awkward_problem, judge_problem },
    { "06", "velocity with impulses", 2, "velocities", 1, VELOCITIES, make_next, judge_next },
    { "07", "a step", 2, "steps", 1, 14, make_one_step, judge_one_step },
    { "08", "a step that can't be done", 1, "steps", 1, STEP_TRUTHS, make_step_truth,
      judge_step_truth },
    { "09", "motions", 2, "motions", 1, MOTIONS, make_motion, judge_motion },
    { "10", "motions: the last step, and one that fails", 1, "motions", 0, ENDINGS, make_ending,
      judge_ending },
    { "11", "motions: hills", 1, "motions", 0, 2, make_hills, judge_hills },
};

const lab lab_06_stewart_trinkle = { "06_stewart_trinkle", "Stewart and Trinkle's time step", tests,
                                     (int)(sizeof tests / sizeof tests[0]), 0 };
