/* test_truth.c: no solver reports success on a problem without a solution
 *
 *   test_truth            60 problems of each kind
 *   test_truth --full     10 000 (55 000 of the weakly coupled ones), and how many each solver
 *                         solves
 *
 * All data are integers, or integers times powers of two, so that solvability is known exactly: for
 * n <= 7 by trying all complementary cones in rational arithmetic; for larger n by construction,
 * with a u >= 0 (of any sign where the unknown is free) that has A'u = 0 and b'u < 0. As w'u =
 * z'A'u + b'u < 0 then, some w_i is negative whatever z >= 0 is.
 */
#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include "problems.h"
#include "rational.h"

enum { MAX_N = 128, SMALL = 7 };

/* ---- problems -------------------------------------------------------------------------------- */

/* makes a problem with a solution (solvable = 1) or without; 0: it made none, try again */
typedef int truth_maker(int solvable, rng *r, problem *p);

static int integer(rng *r, int most) { return rng_int(r, 2 * most + 1) - most; }

/* draws small integers until the problem is solvable, or not, as wanted; psd: A is semidefinite */
static int make_small(int solvable, int psd, rng *r, problem *p)
{
    int A[SMALL * SMALL], b[SMALL], G[SMALL * SMALL];
    const int n = 1 + rng_int(r, SMALL), rank = 1 + rng_int(r, n), b_most = 1 + rng_int(r, 3);

    for (int i = 0; i < n * rank; i++) G[i] = integer(r, 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A[i * n + j] = psd ? 0 : integer(r, 1);
            for (int k = 0; psd && k < rank; k++) A[i * n + j] += G[i * rank + k] * G[j * rank + k];
        }
        b[i] = integer(r, b_most);
    }
    if (exact_solvable(n, A, b) != solvable) return 0;
    problem_alloc(p, n);
    for (int i = 0; i < n * n; i++) p->A[i] = A[i];
    for (int i = 0; i < n; i++) p->b[i] = b[i];
    return 1;
}

static int make_general(int solvable, rng *r, problem *p) { return make_small(solvable, 0, r, p); }
static int make_semidefinite(int solvable, rng *r, problem *p)
{
    return make_small(solvable, 1, r, p);
}

/* G[n*m] of small integers with G'u = 0: the last row in u's support balances the others */
static void orthogonal(int n, int m, const int *u, rng *r, double *G)
{
    int last = n - 1;

    while (u[last] == 0) last--;
    for (int k = 0; k < m; k++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            G[i * m + k] = integer(r, 2);
            if (i != last) sum += G[i * m + k] * u[i];
        }
        G[last * m + k] = -sum;                                /* u[last] = 1 */
    }
}

/* b with b'u < 0, or b = w - A z for integers z, w >= 0 that are complementary (w = 0 where z is
 * free) */
static void right_hand_side(int solvable, const int *u, rng *r, problem *p)
{
    const int n = p->n;
    double bu = 0.0;
    int last = n - 1;

    while (u[last] == 0) last--;
    for (int i = 0; i < n; i++) p->b[i] = integer(r, 3);
    if (!solvable) {
        for (int i = 0; i < n; i++) bu += i == last ? 0.0 : p->b[i] * u[i];
        p->b[last] = -bu - 1.0 - rng_int(r, 2);
        return;
    }
    for (int i = 0; i < n; i++) p->b[i] = i < p->nfree || rng_int(r, 2) ? 0.0 : rng_int(r, 4);
    for (int j = 0; j < n; j++) {
        const int z = j < p->nfree ? integer(r, 3) : p->b[j] > 0.0 ? 0 : rng_int(r, 4);
        for (int i = 0; i < n; i++) p->b[i] -= p->A[i * n + j] * z;
    }
}

/* u in {0, 1, 2} with a 1 at its last place, of either sign on the first nfree */
static void multipliers(int n, int nfree, rng *r, int *u)
{
    const int support = 1 + rng_int(r, n);

    for (int i = 0; i < n; i++) u[i] = rng_int(r, n) < support ? 1 + rng_int(r, 2) : 0;
    for (int i = 0; i < nfree; i++) u[i] *= rng_int(r, 2) ? 1 : -1;
    u[n - 1] = 1;
}

/* A = G G' of rank m, plus H K H' with K skew where skew is 1; G'u = H'u = 0 */
static int make_gram(int solvable, int nfree, int skew, rng *r, problem *p)
{
    const int n = nfree + 2 + rng_int(r, 58 - nfree), m = 1 + rng_int(r, n - 1);
    double *G = problem_doubles(2 * MAX_N * MAX_N), *H = G + MAX_N * MAX_N;
    int u[MAX_N];

    problem_alloc(p, n);
    p->nfree = nfree;
    multipliers(n, nfree, r, u);
    orthogonal(n, m, u, r, G);
    problem_add_gram(n, m, G, NULL, p->A);
    if (skew) orthogonal(n, m, u, r, H);
    for (int k = 0; skew && k + 1 < m; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p->A[i * n + j] +=
                    H[i * m + k] * H[j * m + k + 1] - H[i * m + k + 1] * H[j * m + k];
    right_hand_side(solvable, u, r, p);
    free(G);
    return 1;
}

static int make_low_rank(int solvable, rng *r, problem *p)
{
    return make_gram(solvable, 0, 0, r, p);
}
static int make_skew(int solvable, rng *r, problem *p) { return make_gram(solvable, 0, 1, r, p); }
static int make_joints(int solvable, rng *r, problem *p)
{
    return make_gram(solvable, 1 + rng_int(r, 20), rng_int(r, 2), r, p);
}

/* Bodies of mass 1 at velocity level, [M -J'; J 0], unknowns [v; p] with v and the joints' p
 * free: rows of J listed twice, contacts also with opposite sign, with their own right-hand
 * sides */
static int make_redundant(int solvable, rng *r, problem *p)
{
    const int nv = 2 + rng_int(r, 12), nb = rng_int(r, 6), nc = 2 + rng_int(r, 8), n = nv + nb + nc,
              twin = nb > 1 && rng_int(r, 2) ? nv : nv + nb;
    int u[MAX_N] = { 0 };

    problem_alloc(p, n);
    p->nfree = nv + nb;
    for (int i = 0; i < nv; i++) p->A[i * n + i] = 1.0;
    for (int i = nv; i < n; i++)
        for (int j = 0; j < nv; j++) p->A[i * n + j] = rng_int(r, 3) ? 0.0 : integer(r, 2);
    u[twin] = u[twin + 1] = 1;                                 /* a row and its opposite */
    for (int j = 0; j < nv; j++) p->A[(twin + 1) * n + j] = -p->A[twin * n + j];
    for (int i = nv; i < n; i++)
        for (int j = 0; j < nv; j++) p->A[j * n + i] = -p->A[i * n + j];
    right_hand_side(solvable, u, r, p);
    return 1;
}

/* rows, columns or both times powers of two from 1e-30 to 1e30 */
static int scale_by_powers(int rows, int cols, rng *r, problem *p)
{
    const int n = p->n;

    for (int i = 0; i < n; i++) {
        const int s = rows ? integer(r, 100) : 0, t = cols ? integer(r, 100) : 0;
        for (int j = 0; j < n; j++) {
            p->A[i * n + j] = ldexp(p->A[i * n + j], s);
            p->A[j * n + i] = ldexp(p->A[j * n + i], t);
        }
        p->b[i] = ldexp(p->b[i], s);
    }
    return 1;
}

static int make_any(int solvable, rng *r, problem *p)
{
    switch (rng_int(r, 4)) {
    case 0: return make_general(solvable, r, p);
    case 1: return make_semidefinite(solvable, r, p);
    case 2: return make_low_rank(solvable, r, p);
    default: return make_skew(solvable, r, p);
    }
}

static int make_scaled_rows(int solvable, rng *r, problem *p)
{
    return make_any(solvable, r, p) && scale_by_powers(1, 0, r, p);
}
static int make_scaled_columns(int solvable, rng *r, problem *p)
{
    return make_any(solvable, r, p) && scale_by_powers(0, 1, r, p);
}
static int make_scaled_both(int solvable, rng *r, problem *p)
{
    return make_any(solvable, r, p) && scale_by_powers(1, 1, r, p);
}

/* two or three small uncoupled problems in one, shuffled, each with its own units of b and A; one
 * of them decides whether there is a solution */
static int make_decades(int solvable, rng *r, problem *p)
{
    const int blocks = 2 + rng_int(r, 2), wrong = rng_int(r, blocks);
    int order[4 * SMALL], n = 0, first = 0;
    problem part[3];

    for (int k = 0; k < blocks; k++) {
        while (!make_small(solvable || k != wrong, rng_int(r, 2), r, &part[k])) continue;
        n += part[k].n;
    }
    problem_alloc(p, n);
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = rng_int(r, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (int k = 0; k < blocks; k++) {
        const int m = part[k].n, eb = integer(r, 40), ea = rng_int(r, 2) ? integer(r, 20) : 0;
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++)
                p->A[order[first + i] * n + order[first + j]] = ldexp(part[k].A[i * m + j], ea);
            p->b[order[first + i]] = ldexp(part[k].b[i], eb);
        }
        first += m;
        problem_free(&part[k]);
    }
    return 1;
}

/* A family of problems.h that always has a solution: friction, joints, degenerate, scaled. */
static int make_family(int solvable, rng *r, problem *p)
{
    const problem_family *f = &problem_families[rng_int(r, PROBLEM_FAMILIES)];

    if (!solvable || !(f->flags & PROBLEM_SOLVABLE) || (f->flags & PROBLEM_EXPONENTIAL)) return 0;
    return problem_make(f, f->step * (1 + rng_int(r, 32 / f->step)), r, p);
}

/* permuted triangular P with a diagonal of 2^-4 to 1 and entries of 1 below: nearly singular, with
 * b for planted z = 1, w = 0 or similar */
static int make_triangular(int solvable, rng *r, problem *p)
{
    const int n = 4 + rng_int(r, 60);
    int none[MAX_N] = { 0 };

    if (!solvable) return 0;
    problem_alloc(p, n);
    problem_ptri(n, r, p->A, p->b);
    for (int i = 0; i < n * n; i++) p->A[i] = p->A[i] == 0.0 ? 0.0 : floor(4.0 * p->A[i]) / 4.0;
    for (int i = 0; i < n; i++) p->A[i * n + i] = ldexp(1.0, -rng_int(r, 5));
    none[n - 1] = 1;
    right_hand_side(1, none, r, p);
    return 1;
}

/* a weak entry: 0 in half of the cases, or a small factor of either sign times 2^-7 to 2^-12, or
 * 2^-40 */
static double weak(rng *r)
{
    const int power = rng_int(r, 4) ? -7 - rng_int(r, 6) : -40;

    return rng_int(r, 2) ? ldexp(integer(r, 3), power) : 0.0;
}

/* rows and columns in another order */
static void shuffle(problem *p, rng *r)
{
    const int n = p->n;

    for (int i = n - 1; i > 0; i--) {
        const int j = rng_int(r, i + 1);
        for (int k = 0; k < n; k++) {
            const double t = p->A[i * n + k];
            p->A[i * n + k] = p->A[j * n + k];
            p->A[j * n + k] = t;
        }
        for (int k = 0; k < n; k++) {
            const double t = p->A[k * n + i];
            p->A[k * n + i] = p->A[k * n + j];
            p->A[k * n + j] = t;
        }
        const double t = p->b[i];
        p->b[i] = p->b[j];
        p->b[j] = t;
    }
}

/* u >= 0 is a proof that there is no solution: A'u <= 0 and b'u < 0 make w'u < 0 */
static int proves(const problem *p, const double *u)
{
    double bu = 0.0;

    for (int i = 0; i < p->n; i++) bu += p->b[i] * u[i];
    for (int j = 0; j < p->n; j++) {
        long double sum = 0.0L;                                /* 2^13 + 2^-40 has 54 bits */
        for (int i = 0; i < p->n; i++) sum += (long double)p->A[i * p->n + j] * (long double)u[i];
        if (sum > 0.0L) return 0;
    }
    return bu < 0.0;
}

/* b = w - A z, with z_i = 0 or w_i = 0 */
static void plant(problem *p, rng *r)
{
    for (int i = 0; i < p->n; i++) p->b[i] = 0.0;
    for (int j = 0; j < p->n; j++) {
        const double z = rng_int(r, 2) ? 1 + rng_int(r, 3) : 0.0;
        for (int i = 0; i < p->n; i++) p->b[i] -= p->A[i * p->n + j] * z;
        if (z == 0.0) p->b[j] += rng_int(r, 3);
    }
}

/* Two or three groups of rows: entries -1, 0, 1 within, weak ones between, b only in the first. u
 * is a power of two in each group. In the other groups, and often in the first, the columns add up
 * to 0, so that u is a proof where the weak entries allow it. */
static int make_weak(int solvable, rng *r, problem *p)
{
    const int groups = 2 + rng_int(r, 2);
    int n = 0, first[4] = { 0 }, of[9], good;
    double u[9];

    for (int g = 0; g < groups; g++) {
        const double size = g > 0 ? ldexp(1.0, rng_int(r, 14)) : 1.0;
        for (int m = 1 + rng_int(r, 2) + (g > 0); m > 0; m--) {
            u[n] = size;
            of[n++] = g;
        }
        first[g + 1] = n;
    }
    problem_alloc(p, n);
    for (int j = 0; j < n; j++) {
        const int g = of[j], last = first[g + 1] - 1, balanced = g > 0 || rng_int(r, 2);
        double sum = 0.0;
        for (int i = 0; i < n; i++) p->A[i * n + j] = of[i] == g ? integer(r, 1) : weak(r);
        for (int i = first[g]; i <= last; i++) sum += p->A[i * n + j];
        if (balanced) p->A[last * n + j] -= sum;
    }
    for (int i = 0; i < n; i++) p->b[i] = of[i] == 0 ? integer(r, 2) : 0.0;
    if (solvable) plant(p, r);
    good = solvable || proves(p, u);
    if (good) shuffle(p, r);
    else problem_free(p);
    return good;
}

typedef struct {
    const char *name;
    truth_maker *make;
    int both;                    /* 1: some have no solution */
    int lemke;                   /* 1: Lemke's method solves all that have one */
} sort;

static const sort sorts[] = {
    { "entries -1, 0, 1", make_general, 1, 0 },
    { "small semidefinite", make_semidefinite, 1, 1 },
    { "low rank", make_low_rank, 1, 1 },
    { "semidefinite and skew", make_skew, 1, 1 },
    { "b in decades", make_decades, 1, 0 },
    { "scaled rows", make_scaled_rows, 1, 0 },
    { "scaled columns", make_scaled_columns, 1, 0 },
    { "scaled rows and columns", make_scaled_both, 1, 0 },
    { "mixed, dependent", make_joints, 1, 1 },
    { "joints and contacts twice", make_redundant, 1, 1 },
    { "families", make_family, 0, 1 },
    { "triangular", make_triangular, 0, 0 },
    { "weakly coupled", make_weak, 1, 0 },
};
enum { SORTS = sizeof sorts / sizeof sorts[0] };

/* ---- solvers --------------------------------------------------------------------------------- */

static double memory[1 << 19];

static mb_status solve(const mb_solver *s, const problem *p, double *z, mb_info *info)
{
    static double lo[MAX_N], hi[MAX_N];
    const mb_lcp lcp = { p->n, p->A, p->b };
    const mb_mlcp mlcp = { p->n, p->A, p->b, lo, hi, NULL };
    mb_options o = { 0 };

    o.max_iter = strcmp(s->name, "fixed-point") == 0 ? 2000 : 0;
    for (int i = 0; i < p->n; i++) {
        z[i] = 0.0;
        lo[i] = i < p->nfree ? -HUGE_VAL : 0.0;
        hi[i] = HUGE_VAL;
    }
    return s->lcp ? s->lcp(&lcp, &o, z, info, mb_arena_make(memory, sizeof memory))
                  : s->mlcp(&mlcp, &o, z, info, mb_arena_make(memory, sizeof memory));
}

/* LCP solvers accept no free variables; enumeration is slow */
static int applies(const mb_solver *s, const problem *p)
{
    if (p->nfree > 0 && s->lcp) return 0;
    return strcmp(s->name, "enumerate") != 0 || p->n <= SMALL;
}

static int outside(const problem *p, const double *z)
{
    for (int i = p->nfree; i < p->n; i++)
        if (!(z[i] >= 0.0)) return 1;
    return 0;
}

/* tries every solver on `count` problems of a kind, all with a solution or all without */
static void test_sort(const sort *s, int solvable, int count, int table)
{
    int solved[32] = { 0 }, tried[32] = { 0 }, lies = 0, off = 0, lost = 0;
    rng r = { 977 };

    for (int k = 0; k < count; k++) {
        double z[MAX_N];
        mb_info info;
        problem p;
        while (!s->make(solvable, &r, &p)) continue;
        for (int i = 0; i < mb_solver_count; i++) {
            if (!applies(&mb_solvers[i], &p)) continue;
            tried[i]++;
            if (solve(&mb_solvers[i], &p, z, &info) != MB_OK) {
                lost += strcmp(mb_solvers[i].name, "lemke") == 0;
                continue;
            }
            solved[i]++;
            if (outside(&p, z) && ++off <= 3)
                note("problem %d: %s gives z < 0", k, mb_solvers[i].name);
            if (!solvable && ++lies <= 3)
                note("problem %d, n = %d: %s (%s), |z| = %g", k, p.n, mb_solvers[i].name,
                     mb_solvers[i].lcp ? "LCP" : "mLCP", mbi_max_abs(p.n, z));
        }
        problem_free(&p);
    }
    for (int i = 0; table && i < mb_solver_count; i++)
        if (tried[i])
            note("%-26s %-9s %-15s %-4s solved %d of %d", s->name, solvable ? "solvable" : "not",
                 mb_solvers[i].name, mb_solvers[i].lcp ? "LCP" : "mLCP", solved[i], tried[i]);
    if (solvable && s->lemke)
        check(lost == 0, "%s: Lemke's method solves all of %d problems, as LCP and as mLCP",
              s->name, count);
    if (!solvable)
        check(lies == 0, "%s: %d problems without a solution: no solver returns MB_OK", s->name,
              count);
    check(off == 0, "%s: %d problems %s a solution, no z outside its bounds", s->name, count,
          solvable ? "with" : "without");
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* tries every solver from a start of this size in all unknowns; 1 if one returns MB_OK */
static int any_solves(int n, const double *A, const double *b, double start)
{
    const mb_lcp lcp = { n, A, b };
    const mb_mlcp mlcp = { n, A, b, NULL, NULL, NULL };
    int any = 0;

    for (int i = 0; i < mb_solver_count; i++) {
        const mb_solver *s = &mb_solvers[i];
        const mb_arena scratch = mb_arena_make(memory, sizeof memory);
        double z[MAX_N];
        mb_info info;
        for (int j = 0; j < n; j++) z[j] = start;
        if ((s->lcp ? s->lcp(&lcp, NULL, z, &info, scratch)
                    : s->mlcp(&mlcp, NULL, z, &info, scratch)) != MB_OK)
            continue;
        any = 1;
        note("%s (%s) returns MB_OK from %g: z = (%g, %g, ...)", s->name, s->lcp ? "LCP" : "mLCP",
             start, z[0], z[1]);
    }
    return any;
}

static void small_cases(void)
{
    /* the rows demand 2 z_1 - 3 z_2 >= -6 and >= 6; complementarity needs z_1 = 0 or w_1 = 0, and
     * neither is compatible with w_2 >= 0 */
    static const double A[] = { 2, -3, 2, -3 }, b[] = { 6, -6 };
    /* contacts from both sides: z_1 - z_2 >= 1 and z_2 - z_1 >= 1; beside them a row that is
     * solved by z_3 = 1e12 */
    static const double crush[] = { 1, -1, -1, 1 }, squeeze[] = { -1, -1 };
    static const double beside[] = { 1, -1, 0, -1, 1, 0, 0, 0, 1 }, b_beside[] = { -1, -1, -1e12 };
    /* z_1 - z_2 = 1 and z_1 - z_2 = 0: the contradiction shows only in rows with b = 0 */
    static const double hidden[] = { 0, 1, -1, 0, -1, 1, 0, 1, -1 }, b_hidden[] = { -1, 0, 0 };
    /* w_2 = 1 whatever z is, so z_2 = 0, but w_3 = z_2 - 1 >= 0; beside them z_1 = 1e17 */
    static const double empty[] = { 1, 0, 0, 0, 0, 0, 0, 1, 0 }, b_empty[] = { -1e17, 1, -1 };

    for (int k = 0; k < 6; k++) {
        const double start = k == 0 ? 0.0 : pow(10.0, 3.0 * k);
        check(!any_solves(2, A, b, start), "[2 -3; 2 -3], b = (6, -6): no solver solves it from %g",
              start);
        check(!any_solves(2, crush, squeeze, start),
              "contacts from both sides: no solver solves them from %g", start);
        check(!any_solves(3, beside, b_beside, start),
              "the same beside a force of 1e12: not solved from %g", start);
        check(!any_solves(3, hidden, b_hidden, start),
              "a contradiction where b = 0: not solved from %g", start);
        check(!any_solves(3, empty, b_empty, start),
              "an empty row with z_2 > 0, beside z_1 = 1e17: not solved from %g", start);
    }
}

/* z_1 - z_2 >= 1 and z_2 - z_1 >= -0.996: far out on the ray (1, 1) the remaining 0.004 is of
 * rounding size, but no z removes it. With 1 in place of 0.996 there are solutions on the ray,
 * which pass as long as rounding is below a millionth of b. */
static void far_out(void)
{
    static const double A[] = { 1, -1, -1, 1 }, b[] = { -1, 0.996 }, solvable[] = { -1, 1 };
    const mb_mlcp none = { 2, A, b, NULL, NULL, NULL }, one = { 2, A, solvable, NULL, NULL, NULL };
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);

    for (double far = 1.0; far < 2e13; far *= 8.0) {
        double z[] = { far + 1.0, far }, residual;
        check(!mb_mlcp_judge(&none, 1e-10, z, &residual, scratch),
              "z = %g (1, 1) is not accepted where there is no solution", far);
        if (far > 1e9) continue;
        check(mb_mlcp_judge(&one, 1e-10, z, &residual, scratch),
              "the same z is accepted where it is a solution");
    }
}

/* w_2 + w_3 = -z_1/1000, so z_1 = 0, but then w_1 < 0. The group of z_2, z_3 has no b of its own:
 * z_1 contributes 2/1000 to it, and the first row needs a z_2 of 1e12. Tested in every order of
 * rows; and the judge must refuse the z with w = -5e-4 that once passed in one order. */
static void weak_in_any_order(void)
{
    static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 },
        { 2, 0, 1 }, { 2, 1, 0 } };
    static const double A0[3][3] = { { 1, -1e-12, 0 }, { -0.002, 1, -1 }, { 0.001, -1, 1 } },
        z0[] = { 1.00001, 1e7, 1e7 - 0.0015 };

    for (int k = 0; k < 6; k++) {
        const int *order = orders[k];
        double A[9], b[3], z[3], residual;
        const mb_mlcp p = { 3, A, b, NULL, NULL, NULL };
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) A[order[i] * 3 + order[j]] = A0[i][j];
            b[order[i]] = i == 0 ? -1.0 : 0.0;
            z[order[i]] = z0[i];
        }
        check(!any_solves(3, A, b, 0.0) && !any_solves(3, A, b, 1e12),
              "weak couplings, rows in order %d %d %d: no solver solves them", order[0], order[1],
              order[2]);
        const int accepted =
            mb_mlcp_judge(&p, 1e-10, z, &residual, mb_arena_make(memory, sizeof memory));
        check(!accepted && residual <= 1e-10,
              "weak couplings: z = (1, 1e7, 1e7) is refused despite its residual of %.1g",
              residual);
    }
}

/* w_2 + 2 w_3 = -e z_1, so z_1 = 0, and w_1 >= 0 needs more. Solving w = 0 adds up 1/e, but
 * z = (1, 0, 0) + t (1, 1, 1), which leaves e of w_2, adds up about 2 in all rows. */
static void small_pivot(void)
{
    for (int k = 30; k <= 40; k += 2) {
        const double e = ldexp(1.0, -k);
        const double A[] = { 1, -2, 1, -e, -2, 2, 0, 1, -1 }, b[] = { -1, 0, 0 };
        const double turned[] = { -1, 1, 0, 2, -2, -e, 1, -2, 1 }, b_turned[] = { 0, 0, -1 };
        check(!any_solves(3, A, b, 0.0) && !any_solves(3, turned, b_turned, 0.0),
              "a pivot of 2^-%d, and no solution: not solved, nor with rows in another order", k);
    }
}

/* two particles on a rod at rest: rows 3 to 6 are rounding, in A_31 as well as in b_3 */
static void bodies_at_rest(void)
{
    static const char *const names[] = { "lemke", "enumerate", "fischer-newton", "minmap-newton",
        "interior-point", "fixed-point" };
    problem p;

    if (!check(problem_read("f_rod", &p), "the rod is read")) return;
    for (int i = 0; i < 6; i++) {
        double z[MAX_N];
        mb_info info;
        const mb_status status = solve(mb_find_lcp_solver(names[i]), &p, z, &info);
        check(status == MB_OK && fabs(z[0] - 0.024525) <= 1e-8 && fabs(z[1] - 0.04905) <= 1e-8,
              "%s: two particles on a rod, at rest on the ground", names[i]);
    }
    problem_free(&p);
}

/* Six boxes, alternately of 1 and 1000 kg, at rest, two contacts each: b is rounding in all rows
 * except those of the ground. Each pair of contacts bears the weight above it. */
static void heavy_on_light(void)
{
    static const char *const names[] = { "lemke", "interior-point" };
    static const double above[] = { 3003, 3002, 2002, 2001, 1001, 1000 };
    problem p;

    if (!check(problem_read("f_stack1_1000", &p), "six boxes: the problem is formed")) return;
    for (int i = 0; i < 2; i++) {
        double z[MAX_N], off = 0.0;
        mb_info info;
        const mb_status status = solve(mb_find_lcp_solver(names[i]), &p, z, &info);
        for (int k = 0; k < 6; k++)
            off = fmax(off, fabs(z[2 * k] + z[2 * k + 1] - 9.81 * 0.01 * above[k]));
        check(status == MB_OK && off <= 1e-5,
              "%s: six boxes of 1 and 1000 kg bear the weight on them (%.1e N s off)", names[i],
              off);
    }
    problem_free(&p);
}

/* ---- the short way to MB_OK ------------------------------------------------------------------ */

static double decades(rng *r) { return ldexp(rng_range(r, -1.0, 1.0), rng_int(r, 41) - 20); }

/* numbers of many decades, z at its bounds or between them, rows that z satisfies and rows that it
 * does not */
static void make_guess(rng *r, int n, double *A, double *b, double *lo, double *hi, double *z)
{
    for (int i = 0; i < n * n; i++) A[i] = rng_int(r, 4) ? decades(r) : 0.0;
    for (int i = 0; i < n; i++) {
        const double x = decades(r), y = decades(r);
        b[i] = rng_int(r, 2) ? decades(r) : 0.0;
        lo[i] = rng_int(r, 2) ? 0.0 : rng_int(r, 2) ? fmin(x, y) : -HUGE_VAL;
        hi[i] = rng_int(r, 2) ? HUGE_VAL : fmax(lo[i], fmax(x, y));
        z[i] = rng_int(r, 2) ? decades(r) : rng_int(r, 2) ? -HUGE_VAL : HUGE_VAL;
        z[i] = fmin(fmax(z[i], lo[i]), hi[i]);
        if (fabs(z[i]) > DBL_MAX) z[i] = 0.0;
    }
    for (int i = 0; i < n; i++) {
        const int j = rng_int(r, n), how = rng_int(r, 3);
        double w = b[i];
        for (int k = 0; k < n; k++) w += A[i * n + k] * z[k];
        if (how == 0) b[i] -= w;
        if (how == 1 && z[j] != 0.0) A[i * n + j] -= w / z[j];
    }
}

/* where every row is clean, the second half of MB_OK's definition holds in any units */
static void shorter_way(void)
{
    rng r = { 2026 };
    int clean = 0, wrong = 0;

    for (int k = 0; k < 20000; k++) {
        const int n = 1 + rng_int(&r, 3), findex[] = { -1, 0, -1 };
        double A[9], b[3], lo[3], hi[3], z[3];
        const mb_mlcp p = { n, A, b, lo, hi, n > 1 && k % 3 == 0 ? findex : NULL };
        mbi_look s;
        make_guess(&r, n, A, b, lo, hi, z);
        mbi_put_inside(&p, z);
        (void)mbi_look_take(&s, &p, z, mb_arena_make(memory, sizeof memory));
        (void)mbi_measure(&p, z, s.w, s.ws);
        if (mbi_look_unclean(&s) > 0) continue;
        clean++;
        if (!mbi_look_rounded(&s) && ++wrong < 4)
            note("problem %d, n = %d", k, n);
    }
    check(wrong == 0 && clean > 1000,
          "of %d guesses with clean rows in all units %d are refused", clean, wrong);
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0, count = argc > 2 ? atoi(argv[2])
                                                                         : full   ? 10000
                                                                                  : check_few(60);

    small_cases();
    far_out();
    weak_in_any_order();
    small_pivot();
    bodies_at_rest();
    heavy_on_light();
    shorter_way();
    for (int i = 0; i < SORTS; i++)
        for (int solvable = !sorts[i].both; solvable < 2; solvable++)
            test_sort(&sorts[i], solvable,
                      count == 10000 && sorts[i].make == make_weak ? 55000 : count, full);
    return check_done();
}
