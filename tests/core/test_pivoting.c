/* test_pivoting.c: principal pivoting for symmetric problems with bounds, and enumeration */
#define MBSIM_MORE "minisim2d/solving/more.h"
#include "mbsim.h"

#include "problems.h"

static double memory[1 << 19];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

static double largest(int n, const double *x)
{
    double m = 0.0;

    for (int i = 0; i < n; i++) m = fmax(m, fabs(x[i]));
    return m;
}

/* ---- enumeration ----------------------------------------------------------------------------- */

#define ANY -1.0                 /* marks a z that is not compared */

/* results of enumeration and principal pivoting on small problems; where: info's, -1 for any */
static const struct {
    mb_lcp_solver *solver;
    const char *name;
    int n;
    double A[9], b[3];
    mb_status want;
    int where;
    double z[3];
} small_cases[] = {
    { mb_enumerate, "Murty's: z = (0, 0, 1)", 3, { 1, 2, 2, 0, 1, 2, 0, 0, 1 }, { -1, -1, -1 },
      MB_OK, -1, { 0, 0, 1 } },
    { mb_enumerate, "of several solutions the first: z = 0", 2, { 0, 1, -1, 0 }, { 0, 1 }, MB_OK,
      -1, { 0, 0 } },
    { mb_enumerate, "A = 0, b > 0: z = 0", 2, { 0, 0, 0, 0 }, { 1, 2 }, MB_OK, -1, { 0, 0 } },
    { mb_enumerate, "A = 0, b_2 < 0: no solution", 2, { 0, 0, 0, 0 }, { 1, -2 }, MB_STALLED, -1,
      { ANY } },
    /* row 1 is 0 whatever z is, so that A_SS = (0) is singular for S = { z_1 }; its solutions are
     * z_1 >= 1, and at z_1 = 1 row 2 has w_2 = 0 */
    { mb_enumerate, "a singular A_SS, and a row outside of S that fixes the vertex", 2,
      { 0, 0, 1, -1 }, { 0, -1 }, MB_OK, -1, { 1, 0 } },
    { mb_enumerate, "w_1 = -2, so no solution", 3, { 0, 0, 0, 1, 1, 0, 0, 0, 0 }, { -2, 0, 0 },
      MB_STALLED, -1, { ANY } },
    { mb_dantzig, "A = 0, b > 0: z = 0", 2, { 0, 0, 0, 0 }, { 1, 2 }, MB_OK, -1, { 0, 0 } },
    { mb_dantzig, "A = 0, b_1 < 0: variable 1", 2, { 0, 0, 0, 0 }, { 1, -2 }, MB_RAY, 1, { ANY } },
    { mb_dantzig, "A = -I: not positive semidefinite", 2, { -1, 0, 0, -1 }, { -1, -1 }, MB_SINGULAR,
      -1, { ANY } },
    { mb_dantzig, "not symmetric", 2, { 0, 1, -1, 0 }, { 1, -2 }, MB_BAD_ARG, 1, { ANY } },
    { mb_dantzig, "not symmetric by 1, in two places", 3, { 4, 1, 0, 2, 4, 1, 0, 2, 4 },
      { -1, -1, -1 }, MB_BAD_ARG, 1, { ANY } },
    { mb_dantzig, "a skew pair beside a diagonal of 0", 3, { 4, 0, 0, 0, 0, 1, 0, -1, 4 },
      { 1, 1, 1 }, MB_BAD_ARG, 2, { ANY } },
};

static void test_small(int k)
{
    const mb_lcp p = { small_cases[k].n, small_cases[k].A, small_cases[k].b };
    const double *want = small_cases[k].z;
    double z[3] = { 7, 7, 7 };
    mb_info info;
    const mb_status status = small_cases[k].solver(&p, NULL, z, &info, scratch());
    int ok = status == small_cases[k].want &&
             (small_cases[k].where < 0 || info.where == small_cases[k].where);

    for (int i = 0; i < p.n && want[0] >= 0.0; i++) ok = ok && z[i] == want[i];
    if (status < 0) ok = ok && z[0] == 7.0;
    if (!check(ok, "%s: %s", small_cases[k].name, mb_status_name(small_cases[k].want)))
        note("%s, where %d, z_1 = %.17g", mb_status_name(status), info.where, z[0]);
}

/* w = (0, z_1 - 1): solved by z = (1, 0), which is fixed only by rows outside the set; A_SS is
 * singular for every S that contains 1 */
static void test_no_complementary_basis(void)
{
    const double A[] = { 0, 0, 1, 0 }, b[] = { 0, -1 }, C[] = { 1, -1, -1, 1 + 0x1p-40 },
        d[] = { 0, -0x1p-40 };
    const mb_lcp p = { 2, A, b }, near = { 2, C, d };
    double z[2];

    check(mb_enumerate(&p, NULL, z, NULL, scratch()) == MB_OK && z[0] >= 1.0 - 1e-12 &&
              mb_residual(&p, z) <= 1e-10,
          "a solution that belongs to no nonsingular complementary basis is found");
    check(mb_enumerate(&near, NULL, z, NULL, scratch()) == MB_OK &&
              fabs(z[0] - 1.0) + fabs(z[1] - 1.0) < 1e-2,
          "a definite A with a pivot of 2^-40: z = (1, 1), the only solution");
}

/* A z = -b for z = (2, 4, 2^26): elimination puts rounding errors of z_3's size into row 2, where
 * it is multiplied by 2^-25; a correction removes them. */
static void test_unknowns_of_any_size(void)
{
    const double A[] = { 3, 2, 0, 3, 3, -0x1p-25, 0, 2, 2 }, b[] = { -14, -16, -8 - 0x1p27 };
    const mb_lcp p = { 3, A, b };
    double z[3];

    check(mb_enumerate(&p, NULL, z, NULL, scratch()) == MB_OK &&
              fabs(z[0] - 2.0) + fabs(z[1] - 4.0) < 1e-12 && fabs(z[2] * 0x1p-26 - 1.0) < 1e-14,
          "unknowns of 2, 4 and 2^26 are found to rounding");
}

/* z_S := -A_SS \ b_S, 0 elsewhere; returns 0 if A_SS, of small integers, is singular */
static int solve_set(const mb_lcp *p, unsigned set, double *z)
{
    const int n = p->n;
    double T[36], x[6];
    int in[6], m = 0;

    for (int i = 0; i < n; i++) {
        z[i] = 0.0;
        if (set >> i & 1u) in[m++] = i;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) T[i * m + j] = p->A[in[i] * n + in[j]];
        x[i] = -p->b[in[i]];
    }
    if (fabs(plain_solve(m, T, x)) < 0.5) return 0;            /* det is an integer */
    for (int k = 0; k < m; k++) z[in[k]] = x[k];
    return 1;
}

/* Small integers. Enumeration returns the z of the first set in binary order that passes, and that
 * set's number; if none does, a z of a singular A_SS, or the least residual. */
static void test_sets_in_order(void)
{
    rng r = { 77 };
    int wrong = 0, solved = 0, stalled = 0, singular = 0;

    for (int trial = 0; trial < 4000; trial++) {
        const int n = 1 + rng_int(&r, 6), most = 1 + rng_int(&r, 4);
        double A[36], b[6], z[6], want[6], residual, least = HUGE_VAL;
        const mb_lcp p = { n, A, b };
        const mb_mlcp q = { n, A, b, NULL, NULL, NULL };
        unsigned set = 0;
        mb_info info;
        for (int i = 0; i < n * n; i++) A[i] = rng_int(&r, 2 * most + 1) - most;
        for (int i = 0; i < n; i++) b[i] = rng_int(&r, 7) - 5;
        for (; set < 1u << n; set++) {
            if (!solve_set(&p, set, want)) continue;
            if (mb_mlcp_judge(&q, 1e-10, want, &residual, scratch())) break;
            least = fmin(least, residual);
        }
        (void)mb_enumerate(&p, NULL, z, &info, scratch());
        wrong += info.where != -1 || info.residual != mb_residual(&p, z);
        if (set < 1u << n) {
            double apart = 0.0;
            for (int i = 0; i < n; i++) apart = fmax(apart, fabs(z[i] - want[i]));
            wrong += info.status != MB_OK || info.iterations != (int)set + 1 || !(apart < 1e-9);
            solved++;
        } else if (info.status == MB_OK) {
            singular++;
        } else {
            wrong += info.status != MB_STALLED || info.iterations < 1 << n ||
                     !(info.residual <= least + 1e-12);
            stalled++;
        }
    }
    check(wrong == 0 && solved > 1000 && stalled > 300 && singular > 5,
          "sets in binary order: %d solved by the first that passes, %d by a singular one, %d not",
          solved, singular, stalled);
}

static void test_enumeration_arguments(void)
{
    double A[17 * 17] = { 0 }, b[17] = { 0 }, z[17] = { 3 };
    mb_lcp p = { 17, A, b };
    mb_info info;

    check(mb_enumerate(&p, NULL, z, &info, scratch()) == MB_BAD_ARG && z[0] == 3.0,
          "n = 17 is MB_BAD_ARG, z unchanged");
    p.n = 16;
    for (int i = 0; i < 16; i++) {
        A[i * 16 + i] = 1.0;
        b[i] = -1.0;
    }
    check(mb_enumerate(&p, NULL, z, &info, scratch()) == MB_OK && info.iterations == 1 << 16 &&
              z[0] == 1.0,
          "n = 16: solved by the last set of all");
}

/* ---- principal pivoting, with a linear system solved for each step --------------------------- */

typedef struct {
    mb_mlcp p;
    double A[8 * 8], b[8], lo[8], hi[8];
    double z[8];                 /* as traced last */
    int calls, wrong, drives, blocked;
} plain_pivots;

static double lower(const mb_mlcp *p, int i) { return p->lo ? p->lo[i] : 0.0; }
static double upper(const mb_mlcp *p, int i) { return p->hi ? p->hi[i] : HUGE_VAL; }

static double w_of(const mb_mlcp *p, int i, const double *z)
{
    double w = p->b[i];

    for (int j = 0; j < p->n; j++) w += p->A[i * p->n + j] * z[j];
    return w;
}

/* changes the unknowns in[m] of z such that their w are 0 */
static void solve_rows(const mb_mlcp *p, int m, const int *in, double *z)
{
    double T[64], x[8];

    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) T[i * m + j] = p->A[in[i] * p->n + in[j]];
        x[i] = -w_of(p, in[i], z);
    }
    (void)plain_solve(m, T, x);
    for (int k = 0; k < m; k++) z[in[k]] += x[k];
}

/* the unknowns between their bounds, except one */
static int inside(const mb_mlcp *p, const double *z, int except, int *in)
{
    int m = 0;

    for (int i = 0; i < p->n; i++)
        if (i != except && z[i] > lower(p, i) && z[i] < upper(p, i)) in[m++] = i;
    return m;
}

static double clamp(const mb_mlcp *p, int i, double x)
{
    return fmin(fmax(x, lower(p, i)), upper(p, i));
}

/* The guess: the unknowns between their bounds, then one after the other those along which the
 * energy falls most, are solved as if without bounds. Then each of these, from the last to the
 * first, takes its best value given those after it, clamped. */
static void plain_guess(const mb_mlcp *p, double *z)
{
    int in[8], m = 0, tried[8] = { 0 };
    double first = 0.0, x[8];

    for (int i = 0; i < p->n; i++) z[i] = clamp(p, i, 0.0);
    m = inside(p, z, -1, in);
    for (int k = 0; k < m; k++) tried[in[k]] = 1;
    for (int best = 0; best >= 0;) {
        double most = 1e-22 * first;
        memcpy(x, z, sizeof x);
        solve_rows(p, m, in, x);
        best = -1;
        for (int i = 0; i < p->n; i++) {
            const double w = w_of(p, i, x), fall = w * w / p->A[i * p->n + i];
            if (tried[i] || !(z[i] < upper(p, i) ? w < 0.0 : w > 0.0) || !(fall > most)) continue;
            if (!(z[i] < upper(p, i) || z[i] > lower(p, i))) continue;
            most = fall;
            best = i;
        }
        if (best < 0) break;
        if (first <= 0.0) first = most;
        tried[best] = 1;
        in[m++] = best;
    }
    for (int k = m - 1; k >= 0; k--) {
        memcpy(x, z, sizeof x);
        solve_rows(p, k + 1, in, x);
        z[in[k]] = clamp(p, in[k], x[in[k]]);
    }
}

/* z moves by step d, as far as the bounds of in[m] allow; returns the one that blocks, or -1 */
static int move_inside(const mb_mlcp *p, int m, const int *in, const double *d, double *step,
                       double *z)
{
    int blocker = -1;

    for (int k = 0; k < m; k++) {
        const int i = in[k];
        const double room = d[i] < 0.0 ? z[i] - lower(p, i) : upper(p, i) - z[i];
        if (!(room < *step * fabs(d[i]))) continue;
        *step = room / fabs(d[i]);
        blocker = i;
    }
    for (int k = 0; k < m; k++) z[in[k]] += *step * d[in[k]];
    if (blocker >= 0) z[blocker] = d[blocker] < 0.0 ? lower(p, blocker) : upper(p, blocker);
    return blocker;
}

/* w = 0 between the bounds */
static void plain_settle(const mb_mlcp *p, double *z)
{
    int blocker;

    do {
        double x[8], d[8], step = 1.0;
        int in[8];
        const int m = inside(p, z, -1, in);
        memcpy(x, z, sizeof x);
        solve_rows(p, m, in, x);
        for (int i = 0; i < p->n; i++) d[i] = x[i] - z[i];
        blocker = move_inside(p, m, in, d, &step, z);
    } while (blocker >= 0);
}

/* unknown i moves until its w is 0 or it meets its other bound; returns how far */
static double plain_drive(const mb_mlcp *p, int i, double *z, int *left)
{
    const double sign = w_of(p, i, z) < 0.0 ? 1.0 : -1.0;
    const double bound = sign > 0.0 ? upper(p, i) : lower(p, i);
    double length = 0.0;

    for (*left = -1;;) {
        double x[8], d[8], own = fabs(bound - z[i]), to_zero, step;
        int in[8], blocker;
        const int m = inside(p, z, i, in);
        memcpy(x, z, sizeof x);
        x[i] += sign;
        solve_rows(p, m, in, x);
        for (int j = 0; j < p->n; j++) d[j] = x[j] - z[j];
        to_zero = fabs(w_of(p, i, z)) / (sign * (w_of(p, i, x) - w_of(p, i, z)));
        step = fmin(own, to_zero);
        blocker = move_inside(p, m, in, d, &step, z);
        z[i] += sign * step;
        length += step;
        if (blocker < 0 && own <= to_zero) z[i] = bound;
        if (blocker < 0) return length;
        *left = blocker;
    }
}

/* the unknown at a bound that it should leave, and along which the energy falls most; -1: none */
static int plain_entering(const mb_mlcp *p, const double *z)
{
    double most = 0.0;
    int best = -1;

    for (int i = 0; i < p->n; i++) {
        const double w = w_of(p, i, z), fall = w * w / p->A[i * p->n + i];
        const int up = z[i] < upper(p, i) && w < -1e-9, down = z[i] > lower(p, i) && w > 1e-9;
        if ((z[i] > lower(p, i) && z[i] < upper(p, i)) || !(up || down) || !(fall > most)) continue;
        most = fall;
        best = i;
    }
    return best;
}

static void follow_pivots(void *user, const mb_trace *t)
{
    plain_pivots *s = user;
    int entering = -1, left = -1;
    double length = 0.0, apart = 0.0;

    if (++s->calls == 1) plain_guess(&s->p, s->z);
    else if (s->calls == 2) plain_settle(&s->p, s->z);
    else {
        entering = plain_entering(&s->p, s->z);
        if (entering >= 0) length = plain_drive(&s->p, entering, s->z, &left);
        s->drives++;
        s->blocked += left >= 0;
    }
    for (int i = 0; i < s->p.n; i++) apart = fmax(apart, fabs(s->z[i] - t->z[i]));
    s->wrong += t->iteration != s->calls || t->n != s->p.n || t->entering != entering ||
                t->leaving != left || !(fabs(t->step - length) <= 1e-8 * (1.0 + length)) ||
                !(apart <= 1e-8) || !(fabs(t->residual - mb_mlcp_residual(&s->p, t->z)) <= 1e-13);
    memcpy(s->z, t->z, (size_t)s->p.n * sizeof *s->z);
}

/* definite A, with bounds of every kind and without bounds */
static void test_each_pivot(void)
{
    rng r = { 83 };
    int wrong = 0, drives = 0, blocked = 0, guessed = 0;

    for (int trial = 0; trial < 3000; trial++) {
        static plain_pivots s;
        const int n = 2 + rng_int(&r, 7), boxed = rng_int(&r, 3) > 0;
        const mb_options o = { .trace = follow_pivots, .trace_user = &s };
        double G[64], z[8];
        mb_info info;
        memset(&s, 0, sizeof s);
        s.p = (mb_mlcp){ n, s.A, s.b, boxed ? s.lo : NULL, boxed ? s.hi : NULL, NULL };
        for (int i = 0; i < n * n; i++) G[i] = rng_range(&r, -1.0, 1.0);
        problem_add_gram(n, n, G, NULL, s.A);
        for (int i = 0; i < n; i++) {
            const double unit = pow(2.0, rng_range(&r, -2.0, 2.0));
            s.A[i * n + i] += 0.05;
            for (int j = 0; j < n; j++) s.A[i * n + j] *= unit, s.A[j * n + i] *= unit;
        }
        for (int i = 0; i < n; i++) {
            s.b[i] = rng_range(&r, -2.0, 1.0);
            s.lo[i] = rng_int(&r, 5) ? rng_range(&r, -1.0, 0.5) * rng_int(&r, 2) : -HUGE_VAL;
            s.hi[i] = rng_int(&r, 5) ? fmax(s.lo[i], 0.0) + rng_unit(&r) : HUGE_VAL;
            if (rng_int(&r, 6)) continue;                      /* 0 is out of its bounds */
            s.lo[i] = rng_int(&r, 2) ? 1.0 : -2.0;
            s.hi[i] = s.lo[i] + 1.0;
        }
        (void)mb_mlcp_dantzig(&s.p, &o, z, &info, scratch());
        wrong += s.wrong > 0 || info.status != MB_OK || info.iterations != s.calls ||
                 info.where != -1 || plain_entering(&s.p, z) >= 0;
        drives += s.drives;
        blocked += s.blocked;
        guessed += s.calls == 1;
    }
    check(wrong == 0 && drives > 1000 && blocked > 50 && guessed > 500,
          "%d drives, %d of them blocked, and %d guesses that solve: %d differ from plain solves",
          drives, blocked, guessed, wrong);
}

/* guesses of 1e7 with a solution of 1: the rounding errors of the return must not remain in w */
static void test_far_guess(void)
{
    static const int cases[][2] = { { 10, 14633 }, { 12, 12227 }, { 16, 4046 }, { 20, 8008 } };

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        problem p = problem_named("b_psd", cases[k][0], cases[k][1]);
        const mb_lcp q = { p.n, p.A, p.b };
        double z[20];
        check(mb_dantzig(&q, NULL, z, NULL, scratch()) == MB_OK,
              "from a guess far off, n = %d: solved", p.n);
        problem_free(&p);
    }
}

/* one entry off by half or twice 1e-12 of sqrt(A_ii A_jj) and itself; A_ii of many decades */
static void test_symmetry(void)
{
    rng r = { 84 };
    int wrong = 0;

    for (int trial = 0; trial < 2000; trial++) {
        const int n = 2 + rng_int(&r, 6), i = 1 + rng_int(&r, n - 1), j = rng_int(&r, i);
        const int over = rng_int(&r, 2), upper = rng_int(&r, 2);
        double A[49], b[7], z[7], size[7];
        const mb_lcp p = { n, A, b };
        mb_info info;
        for (int k = 0; k < n; k++) size[k] = pow(10.0, rng_range(&r, -3.0, 3.0));
        for (int k = 0; k < n; k++) {
            b[k] = -1.0;
            for (int l = 0; l < n; l++)
                A[k * n + l] = (k == l ? 8.0 : 1.0 / (1 + k + l)) * size[k] * size[l];
        }
        A[upper ? j * n + i : i * n + j] += (over ? 2e-12 : 0.5e-12) *
                                            (8.0 * size[i] * size[j] + A[i * n + j]);
        (void)mb_dantzig(&p, NULL, z, &info, scratch());
        wrong += over ? info.status != MB_BAD_ARG || info.where != i : info.status == MB_BAD_ARG;
    }
    check(wrong == 0, "symmetric to 1e-12 of A's diagonal, or refused with the row: %d wrong",
          wrong);
}

/* ---- infeasible ------------------------------------------------------------------------------ */

/* A = G G' of low rank, of integers, those in half of the rows times `weak` in half of the columns,
 * and conversely; u >= 0 of integers with G'u = 0; then b'u < 0, or b = w - A z for a planted
 * solution */
static void make_low_rank(int n, int solvable, double weak, rng *r, double *A, double *b)
{
    const int rank = 1 + rng_int(r, n - 1), last = rng_int(r, n), share = 1 + rng_int(r, n);
    double G[15][15], u[15], z[15], bu = 0.0;

    for (int i = 0; i < n; i++) {
        u[i] = i == last ? 1.0 : rng_int(r, n) < share ? 1.0 + rng_int(r, 3) : 0.0;
        b[i] = rng_int(r, 11) - 5;
        bu += b[i] * u[i];
        for (int k = 0; k < rank; k++)
            G[i][k] = i == last ? 0.0 : (rng_int(r, 7) - 3) * ((i + k) % 2 ? weak : 1.0);
    }
    if (bu >= 0.0) b[last] -= bu + 1.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rank && i != last; k++) G[last][k] -= u[i] * G[i][k];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = 0.0;
            for (int k = 0; k < rank; k++) A[i * n + j] += G[i][k] * G[j][k];
        }
    if (!solvable) return;
    for (int i = 0; i < n; i++) z[i] = rng_int(r, 2) * rng_int(r, 4);
    for (int i = 0; i < n; i++) {
        b[i] = z[i] > 0.0 ? 0.0 : rng_int(r, 3);
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * z[j];
    }
}

/* u >= 0, A u = 0, b'u < 0, to rounding */
static int is_certificate(int n, const double *A, const double *b, const double *u)
{
    double bu = 0.0, size = 0.0;

    for (int i = 0; i < n; i++) {
        double Au = 0.0, terms = 0.0;
        for (int j = 0; j < n; j++) {
            Au += A[i * n + j] * u[j];
            terms += fabs(A[i * n + j] * u[j]);
        }
        if (!(u[i] >= -1e-12 * largest(n, u) && fabs(Au) <= 1e-9 * terms)) return 0;
        bu += b[i] * u[i];
        size += fabs(b[i] * u[i]);
    }
    return bu < -1e-9 * size;
}

/* Pivots that should be 0 come out as rounding errors, which are large where a variable depends on
 * others with large factors. */
static void test_low_rank(int count)
{
    rng r = { 5 };
    int bad = 0;

    for (int k = 0; k < count; k++) {
        double A[15 * 15], b[15], z[15], u[15];
        const mb_options o = { .ray = u };
        const int n = 2 + rng_int(&r, 14), solvable = k % 4 == 0;
        const mb_lcp q = { n, A, b };
        mb_status status;
        make_low_rank(n, solvable, 1.0, &r, A, b);
        status = mb_dantzig(&q, &o, z, NULL, scratch());
        if (status == (solvable ? MB_OK : MB_RAY) && (solvable || is_certificate(n, A, b, u)))
            continue;
        if (++bad < 5)
            note("problem %d, n = %d, %s solution: %s", k, n, solvable ? "has a" : "no",
                 mb_status_name(status));
    }
    check(bad == 0,
          "%d semidefinite problems of low rank: MB_OK, or MB_RAY with a certificate where there "
          "is no solution",
          count);
}

/* u >= 0 excludes every solution with z_i <= 1e6 |b|/sqrt(A_ii), |b| = max |b_i|/sqrt(A_ii): there
 * u'w = (A u)'z + b'u < 0 */
static int excludes(int n, const double *A, const double *b, const double *u)
{
    double rise = 0.0, size = 0.0, bu = 0.0;

    for (int i = 0; i < n; i++) {
        const double root = sqrt(A[i * n + i]);
        double Au = 0.0;
        for (int j = 0; j < n; j++) Au += A[i * n + j] * u[j];
        if (!(u[i] >= 0.0)) return 0;
        bu += b[i] * u[i];
        if (root > 0.0) rise += fabs(Au) / root;
        if (root > 0.0) size = fmax(size, fabs(b[i]) / root);
    }
    return bu < 0.0 && bu + 0.99e6 * rise * size <= 0.0;
}

/* Blocks coupled by 2^-7 to 2^-12: the direction in which the energy falls has entries of a million
 * times each other, and a guess may go out to 1e20. */
static void test_weak_couplings(int count)
{
    rng r = { 19 };
    int lies = 0, bad = 0;

    for (int k = 0; k < count; k++) {
        double A[15 * 15], b[15], z[15], u[15];
        const mb_options o = { .ray = u };
        const int n = 2 + rng_int(&r, 14), solvable = k % 4 == 0;
        const mb_lcp q = { n, A, b };
        mb_status status;
        make_low_rank(n, solvable, ldexp(1.0, -7 - rng_int(&r, 6)), &r, A, b);
        status = mb_dantzig(&q, &o, z, NULL, scratch());
        if (solvable) lies += status == MB_RAY;
        else lies += status == MB_OK || (status == MB_RAY && !excludes(n, A, b, u));
        bad += status != (solvable ? MB_OK : MB_RAY);
    }
    check(lies == 0, "%d semidefinite problems with weak couplings: no MB_OK where there is no "
          "solution, no MB_RAY where there is one, and each ray excludes z up to 1e6 b", count);
    check(bad <= count / 200,
          "weak couplings: %d are neither solved nor end on a ray, at most 1 of 200 may", bad);
}

/* ---- awkward matrices ------------------------------------------------------------------------ */

/* det A = 1: z = (2^20, 1). Scaled to a diagonal of 1, A's second pivot is 2^-40: 4000 times the
 * rounding of an A of two rows, and so z is known to 2^-12. MB_OK's limit refuses 2^-42. */
static void test_small_pivot(void)
{
    const double A[4] = { 1.0, -0x1p20, -0x1p20, 0x1p40 + 1.0 }, b[2] = { 0.0, -1.0 };
    const mb_lcp p = { 2, A, b };
    double z[2];

    check(mb_dantzig(&p, NULL, z, NULL, scratch()) == MB_OK && fabs(z[0] - 0x1p20) <= 0x1p8 &&
              fabs(z[1] - 1.0) <= 0x1p-12,
          "dantzig: for n = 2 a pivot of 2^-40 against 1 is not rounding");
}

/* Solved by z = (2, 0, 0, 0, 9). z_1 is 0 up to rounding, and so is w_2, along which a null vector
 * u of A gives an unbounded direction; but b'u = 0. */
static void test_no_ray(void)
{
    static const double A[] = { 32, 12, 0, 24, 24, 12, 5, 1, 8, 9, 0, 1, 2, -2, 0, 24, 8, -2, 20,
                                18, 24, 9, 0, 18, 18 };
    static const double b[] = { -280, -105, 0, -202, -210 }, lo[] = { 0, -HUGE_VAL, 0, 0, 0 };
    const mb_mlcp p = { 5, A, b, lo, NULL, NULL };
    double z[5];

    check(mb_mlcp_dantzig(&p, NULL, z, NULL, scratch()) != MB_RAY,
          "a direction with A u = 0, b'u = 0 is no ray");
}

int main(void)
{
    for (int k = 0; k < (int)(sizeof small_cases / sizeof *small_cases); k++) test_small(k);
    test_no_complementary_basis();
    test_unknowns_of_any_size();
    test_sets_in_order();
    test_enumeration_arguments();
    test_each_pivot();
    test_symmetry();
    test_far_guess();
    test_low_rank(12000);
    test_weak_couplings(check_few(4000));
    test_small_pivot();
    test_no_ray();
    return check_done();
}
