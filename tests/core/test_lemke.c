/* test_lemke.c: Lemke's method on awkward input, against a textbook tableau and exact arithmetic
 *
 *   test_lemke            300 problems of a kind
 *   test_lemke --full     10 000 (minutes)
 */
#include "mbsim.h"

#include "problems.h"
#include "rational.h"

enum { MAX_N = 256 };

static double memory[3 * MAX_N * MAX_N + 40 * MAX_N];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* ---- small cases ----------------------------------------------------------------------------- */

#define ANY -1.0                 /* marks a z that is not compared */

/* the status that each must return, and z if it is solved */
static const struct {
    const char *name;
    int n;
    double A[36], b[6];
    mb_status want;
    double z[3];
} small_cases[] = {
    { "n = 0", 0, { 0 }, { 0 }, MB_OK, { ANY } },
    { "n = 1, 2 z - 3", 1, { 2 }, { -3 }, MB_OK, { 1.5 } },
    { "n = 1, 2 z + 3", 1, { 2 }, { 3 }, MB_OK, { 0 } },
    { "n = 1, subnormal", 1, { 1e-308 }, { -1e-308 }, MB_OK, { 1 } },
    { "n = 1, the smallest positive double", 1, { 5e-324 }, { -5e-324 }, MB_OK, { 1 } },
    { "n = 1, z = 2e323 overflows, which is no ray", 1, { 5e-324 }, { -1 }, MB_STALLED,
      { ANY } },
    { "n = 1, 0 z - 3", 1, { 0 }, { -3 }, MB_RAY, { ANY } },
    { "n = 1, 0 z + 3", 1, { 0 }, { 3 }, MB_OK, { 0 } },
    { "n = 1, -z - 3", 1, { -1 }, { -3 }, MB_RAY, { ANY } },
    { "b = 0", 2, { 1, 0, 0, 1 }, { 0, 0 }, MB_OK, { 0, 0 } },
    { "b = -0", 2, { 1, 0, 0, 1 }, { -0.0, 0.0 }, MB_OK, { 0, 0 } },
    { "zero row with b > 0", 2, { 2, 0, 0, 0 }, { -2, 1 }, MB_OK, { 1, 0 } },
    { "zero row with b < 0", 2, { 2, 0, 0, 0 }, { -2, -1 }, MB_RAY, { ANY } },
    { "rank 1", 2, { 1, 1, 1, 1 }, { -1, -1 }, MB_OK, { ANY } },
    { "squeezed from both sides", 2, { 1, -1, -1, 1 }, { -1, -1 }, MB_RAY, { ANY } },
    { "skew, zero diagonal", 2, { 0, 1, -1, 0 }, { -1, 1 }, MB_OK, { 1, 1 } },
    { "b_2 of the size of a rounding error is data", 2, { 1, 0, 0, 1 },
      { -0.0981, -6.106226635438361e-16 }, MB_OK, { 0.0981, 6.106226635438361e-16 } },
    { "cycles under first row, least variable", 3, { 1, 1, 2, 2, 1, 2, 0, 0, 1 }, { -1, -1, -1 },
      MB_OK, { ANY } },
    { "cycles under last row, least variable", 3, { 1, -2, -1, 2, 1, 1, 1, 2, 1 }, { 0, -1, -1 },
      MB_OK, { ANY } },
    { "cycles while z0 rises and falls", 6,
      { 1, 0, 2, 4, 3, 0,  8, 1, 9, 0, 0, 0,  0, 4, 1, 4, 2, 0,  0, 5, 0, 2, 9, 5,  0, 0, 0, 0, 2,
        0,  8, 0, 0, 6, 2, 2 },
      { 1, 1, -5, -4, -2, -4 }, MB_OK, { ANY } },
    { "Kostreva", 3, { 1, 2, 0, 0, 1, 2, 2, 0, 1 }, { -1, -1, -1 }, MB_OK,
      { 1.0 / 3, 1.0 / 3, 1.0 / 3 } },
    { "Murty 2.9, infeasible", 3, { -1, 0, -3, 1, -2, -5, -2, -1, -2 }, { -3, -2, -1 }, MB_RAY,
      { ANY } },
};

static void test_small(int k)
{
    const char *name = small_cases[k].name;
    const mb_status want = small_cases[k].want;
    const int n = small_cases[k].n;
    const double *A = small_cases[k].A, *b = small_cases[k].b, *z_want = small_cases[k].z;
    const mb_lcp p = { n, A, b };
    const mb_mlcp mixed = { n, A, b, NULL, NULL, NULL };
    double z[6], u[6], worst = 0.0;
    const mb_options opt = { .ray = u };
    mb_info info;
    const mb_status status = mb_lemke(&p, &opt, z, &info, scratch());

    if (!check(status == want && info.status == want, "%s: %s", name, mb_status_name(want)))
        note("%s, residual %g after %d pivots", mb_status_name(status), info.residual,
             info.iterations);
    for (int i = 0; z_want[0] >= 0.0 && i < n; i++) worst = fmax(worst, fabs(z[i] - z_want[i]));
    if (z_want[0] >= 0.0) check_near(worst, 0.0, 1e-14, "%s: z", name);
    if (want == MB_OK)
        check(info.residual <= 1e-10 && mb_residual(&p, z) <= 1e-10,
              "%s: the residual is at most 1e-10: %g, reported %g", name,
              mb_residual(&p, z), info.residual);
    if (want == MB_RAY)
        check(mb_infeasible(&mixed, u), "%s: the ray proves that there is no solution", name);
}

/* diagonal matrices and b of many decades, in powers of two: z_i = -b_i / A_ii exactly; and a
 * definite matrix with a pivot of 2^-k: its only solution is (1, 1) */
static void test_spread(void)
{
    const double A[16] = { 0x1p-46, 0, 0, 0,  0, 0x1p-54, 0, 0,  0, 0, 0x1p-46, 0,  0, 0, 0,
        0x1p29 };
    const double b[] = { 0x1p-45, -0x1p61, -0x1p66, -0x1p-33 },
        want[] = { 0, 0x1p115, 0x1p112, 0x1p-62 };
    static const double apart[] = { 1e-20, 0, 0, 1 }, ones[] = { -1, -1 };
    const mb_lcp p = { 4, A, b }, q = { 2, apart, ones };
    double z[4], worst = 0.0;

    check(mb_lemke(&q, NULL, z, NULL, scratch()) == MB_OK && fabs(z[0] * 1e-20 - 1.0) <= 1e-15 &&
              z[1] == 1.0,
          "z = (1e20, 1), in rows that share no columns: each to rounding");
    check(mb_lemke(&p, NULL, z, NULL, scratch()) == MB_OK, "z of 53 decades: MB_OK");
    for (int i = 0; i < 4; i++)
        worst = fmax(worst, fabs(z[i] - want[i]) / (want[i] > 0.0 ? want[i] : 1.0));
    check_near(worst, 0.0, 1e-15, "z of 53 decades: each to rounding");
    for (int k = 30; k <= 40; k += 2) {
        const double e = ldexp(1.0, -k), near[] = { 1, -1, -1, 1 + e }, c[] = { 0, -e };
        const mb_lcp close = { 2, near, c };
        check(mb_lemke(&close, NULL, z, NULL, scratch()) == MB_OK && fabs(z[0] - 1.0) < 0.1,
              "a pivot of 2^-%d is accepted", k);
    }
}

static void test_limit(void)
{
    for (int n = 16; n <= 32; n += 16) {
        problem p = problem_named("e_murtyexp", n, 1);
        const mb_lcp lcp = problem_as_lcp(&p);
        double z[32];
        mb_info info;
        check(mb_lemke(&lcp, NULL, z, &info, scratch()) == MB_MAX_ITER && info.iterations == 50 * n,
              "Murty's, n = %d: MB_MAX_ITER after the 50 n pivots allowed", n);
        check(mb_residual(&lcp, z) == info.residual,
              "Murty's, n = %d: the residual is that of the returned z: %g, reported %g", n,
              mb_residual(&lcp, z), info.residual);
        problem_free(&p);
    }
}

/* ---- trace, history, limit ------------------------------------------------------------------- */

typedef struct {
    int calls, breaks;           /* breaks: entering variables that are no complement of `left` */
    int n, left;                 /* left: the variable that left in the last pivot */
    double z0;
} trail;

static void leaving_second(void *user, const mb_trace *t)
{
    if (t->iteration == 2) *(int *)user = t->leaving;
}

/* After the pivot w_0 for z0: z0 = 4 - z_0, and the others are 1 - z_0 and 2 - 2 z_0. Both reach 0
 * at z_0 = 1; the second, with the larger pivot, leaves. */
static void test_tied(void)
{
    for (int steep = 1; steep <= 2; steep++) {
        double A[9] = { 1, 1, 1, 0, 1, 1, 0, 1, 1 }, b[3] = { -4, -3, -3 }, z[3];
        int leaving = -1;
        const mb_lcp lcp = { .n = 3, .A = A, .b = b };
        const mb_options opt = { .trace = leaving_second, .trace_user = &leaving };
        mb_info info;

        A[3 * steep] = -1.0;
        b[steep] = -2.0;
        (void)mb_lemke(&lcp, &opt, z, &info, scratch());
        check(leaving == 3 + steep,
              "of two that reach 0 together the one with the larger pivot leaves: w_%d, expected "
              "w_%d", leaving - 3, steep);
    }
}

/* Lemke's method as the textbooks write it, w - A z - d z0 = b in a tableau T[n*(2n+2)] with one
 * column for each variable, and b last; each pivot must be the one that is traced. The first path
 * has d = 1; if it ends on a ray, others follow with scaled rows and columns and other d. */
typedef struct {
    const mb_lcp *p;
    double *T;
    double row[48], col[48], unit;       /* scales of the path */
    int basic[48], entering;             /* the next to enter */
    int path, calls, wrong;
} tableau;

/* Ruiz's scaling, until the largest entry of each row and column is between 1/4 and 4, rounded to
 * powers of two */
static void tableau_scale(tableau *t)
{
    const int n = t->p->n;
    int far = 1;

    for (int pass = 0; pass < 8 && far; pass++) {
        double rows[48] = { 0 }, cols[48] = { 0 };
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double a = t->row[i] * fabs(t->p->A[i * n + j]) * t->col[j];
                rows[i] = fmax(rows[i], a);
                cols[j] = fmax(cols[j], a);
            }
        far = pass == 0;
        for (int i = 0; i < n; i++) {
            far |= rows[i] > 4.0 || rows[i] < 0.25 || cols[i] > 4.0 || cols[i] < 0.25;
            t->row[i] /= sqrt(rows[i]);
            t->col[i] /= sqrt(cols[i]);
        }
    }
    for (int i = 0; i < n; i++) {
        t->row[i] = ldexp(1.0, ilogb(t->row[i]));
        t->col[i] = ldexp(1.0, ilogb(t->col[i]));
    }
}

static void tableau_start(tableau *t, int path)
{
    const int n = t->p->n, m = 2 * n + 2, fine = path == 2 || path == 4;
    double most = 0.0, least = HUGE_VAL, d = 1.0;
    uint32_t state = (uint32_t)path;

    t->path = path;
    t->entering = 2 * n;
    for (int i = 0; i < n; i++) t->row[i] = t->col[i] = 1.0;
    if (path > 0) tableau_scale(t);
    for (int i = 0; i < n; i++) {
        most = fmax(most, t->row[i] * fabs(t->p->b[i]));
        least = fmin(least, t->row[i] * fabs(t->p->b[i]));
    }
    t->unit = path > 0 ? ldexp(1.0, ilogb(most)) : 1.0;
    for (int i = 0; i < n; i++) {
        const double size = t->row[i] * t->p->b[i] / t->unit;
        state = state * 1664525u + 1013904223u;
        if (path > 0) d = 1.0 + (state >> 8) / 16777216.0;
        if (fine) d *= fmax(least / t->unit, fabs(size));
        for (int j = 0; j < m; j++)
            t->T[i * m + j] = j < n ? -t->row[i] * t->p->A[i * n + j] * t->col[j]
                              : j < 2 * n ? j == n + i : -d;
        t->T[i * m + m - 1] = size;
        t->basic[i] = n + i;
    }
}

/* the row of the least ratio, or -1; if z0 enters, the row that needs the most of it */
static int tableau_row(const tableau *t)
{
    const int n = t->p->n, m = 2 * n + 2;
    double best = 0.0;
    int r = -1;

    for (int i = 0; i < n; i++) {
        const double *row = t->T + i * m, a = row[t->entering], ratio = row[m - 1] / a;
        if (t->entering == 2 * n ? row[m - 1] >= 0.0 || ratio <= best
                                 : a <= 1e-9 || (r >= 0 && ratio >= best))
            continue;
        r = i;
        best = ratio;
    }
    return r;
}

static void tableau_follow(void *user, const mb_trace *s)
{
    tableau *t = user;
    const int n = t->p->n, m = 2 * n + 2, e = s->entering;
    int r = tableau_row(t), leaving;
    double z0 = 0.0, by, step, scale;

    if (t->wrong) return;
    if (t->calls > 0 && e == 2 * n) {                          /* another path */
        t->wrong += r >= 0;
        tableau_start(t, t->path + 1);
        r = tableau_row(t);
    }
    leaving = r < 0 ? -1 : t->basic[r];
    t->wrong += s->iteration != ++t->calls || s->n != n || s->z || e != t->entering ||
                s->leaving != leaving;
    if (t->wrong) return;
    by = t->T[r * m + e];
    for (int j = 0; j < m; j++) t->T[r * m + j] /= by;
    for (int i = 0; i < n; i++) {
        const double f = t->T[i * m + e];
        for (int j = 0; j < m && i != r; j++) t->T[i * m + j] -= f * t->T[r * m + j];
    }
    t->basic[r] = e;
    for (int i = 0; i < n; i++)
        if (t->basic[i] == 2 * n) z0 = t->T[i * m + m - 1] * t->unit / t->row[0];
    scale = e < n ? t->col[e] : 1.0 / t->row[e < 2 * n ? e - n : 0];
    step = t->T[r * m + m - 1] * t->unit * scale;
    t->wrong += !(fabs(s->step - step) <= 1e-7 * (1.0 + step)) ||
                !(fabs(s->residual - z0) <= 1e-7 * (1.0 + z0));
    t->entering = leaving < n ? leaving + n : leaving - n;
}

/* Random problems without ties, with and without solutions; Murty's have hundreds of pivots, so
 * that the basis is factored again. */
static void test_tableau(void)
{
    static const char *const families[] = { "a_spd", "b_psd", "d_hp", "e_murtyexp", NULL };
    static double T[48 * 98];
    rng r = { 33 };

    for (int k = 0; k < 5; k++) {
        int wrong = 0, pivots = 0, rays = 0;
        for (int trial = 0; trial < 60; trial++) {
            const int n = 1 + rng_int(&r, k == 3 ? 12 : 48);
            double z[48], A[48 * 48], b[48];
            tableau t = { .T = T };
            const mb_options opt = { .trace = tableau_follow, .trace_user = &t };
            problem p = { .n = n, .A = A, .b = b };
            for (int i = 0; i < n * n; i++) A[i] = rng_range(&r, -1.0, 2.0);
            for (int i = 0; i < n; i++) b[i] = rng_range(&r, -1.0, 0.5);
            if (families[k] && !problem_make(problem_find_family(families[k]), n, &r, &p)) continue;
            const mb_lcp lcp = { p.n, p.A, p.b };
            t.p = &lcp;
            tableau_start(&t, 0);
            mb_lemke(&lcp, &opt, z, NULL, scratch());
            wrong += t.wrong > 0;
            rays += t.path;
            pivots += t.calls;
            if (families[k]) problem_free(&p);
        }
        check(wrong == 0 && pivots > 300 && (rays > 50) == !families[k],
              "%s: %d pivots, some after one of %d rays; in %d of 60 problems they are not those "
              "of the tableau", families[k] ? families[k] : "random A", pivots, rays, wrong);
    }
}

/* ---- exact arithmetic ------------------------------------------------------------------------ */

/* Gram matrices of small integers, singular ones among them, plus a skew part: positive
 * semidefinite, so that the exact method decides solvability; z is compared where A is definite
 * and so has one solution */
static void test_rational(int count)
{
    rng r = { 5 };
    int bad = 0, solved = 0, rays = 0, overflows = 0;

    for (int k = 0; k < count; k++) {
        const int n = 1 + rng_int(&r, EXACT_MAX), m = 1 + rng_int(&r, n), definite = rng_int(&r, 2),
                  skew = rng_int(&r, 2);
        int A[EXACT_MAX * EXACT_MAX], b[EXACT_MAX];
        double G[EXACT_MAX * EXACT_MAX], a[EXACT_MAX * EXACT_MAX] = { 0 }, q[EXACT_MAX],
            z[EXACT_MAX];
        double exact[EXACT_MAX];
        const mb_lcp p = { n, a, q };
        for (int i = 0; i < n * m; i++) G[i] = rng_int(&r, 5) - 2;
        problem_add_gram(n, m, G, NULL, a);
        for (int i = 0; i < n; i++) {
            a[i * n + i] += definite;
            for (int j = 0; skew && j < i; j++) {
                const int s = rng_int(&r, 3) - 1;
                a[i * n + j] += s;
                a[j * n + i] -= s;
            }
            q[i] = b[i] = rng_int(&r, 9) - 6;
        }
        for (int i = 0; i < n * n; i++) A[i] = (int)a[i];
        const int solvable = exact_solve(n, A, b, exact);
        if (solvable < 0) {
            overflows++;
            continue;
        }
        const mb_status status = mb_lemke(&p, NULL, z, NULL, scratch());
        solved += status == MB_OK;
        rays += status == MB_RAY;
        if (status != (solvable ? MB_OK : MB_RAY))
            bad++, note("n = %d: %s, exact arithmetic disagrees", n, mb_status_name(status));
        for (int i = 0; definite && status == MB_OK && i < n; i++)
            if (!(fabs(z[i] - exact[i]) <= 1e-11 * (1.0 + fabs(exact[i]))))
                bad++, note("n = %d: z_%d is %.17g, exactly %.17g", n, i, z[i], exact[i]);
    }
    check(bad == 0,
          "of %d integer problems %d do not end as in exact arithmetic: %d solved, %d rays, %d "
          "beyond 64 bits", count, bad, solved, rays, overflows);
    check(solved > count / 4 && rays > count / 100 && overflows < count / 4,
          "problems of each kind occur often: %d, %d, %d", solved, rays, overflows);
}

/* Small integers A >= 0 with a positive diagonal: z'A z > 0 for all z >= 0 except 0, so that there
 * is a solution for every b ([CPS] sec 3.8). They are far from monotone: z0 rises as often as it
 * falls, and the many ties make paths cycle. */
static void test_strictly_copositive(int count)
{
    rng r = { 12 };
    int bad = 0;

    for (int k = 0; k < count; k++) {
        const int n = 3 + rng_int(&r, 14);
        double A[16 * 16], b[16], z[16];
        const mb_lcp p = { n, A, b };
        mb_info info;
        for (int i = 0; i < n * n; i++) A[i] = rng_int(&r, 2) * rng_int(&r, 10);
        for (int i = 0; i < n; i++) {
            A[i * n + i] = 1 + rng_int(&r, 2);
            b[i] = rng_int(&r, 8) - 5;
        }
        if (mb_lemke(&p, NULL, z, &info, scratch()) == MB_OK) continue;
        bad++;
        note("n = %d: %s after %d pivots", n, mb_status_name(info.status), info.iterations);
    }
    check(bad == 0, "of %d strictly copositive problems in small integers %d are not solved", count,
          bad);
}

static void test_rational_itself(void)
{
    const int kostreva[] = { 1, 2, 0, 0, 1, 2, 2, 0, 1 }, ones[] = { -1, -1, -1 },
        murty[] = { 1, 0, 0, 0, 2, 1, 0, 0, 2, 2, 1, 0, 2, 2, 2, 1 };
    const int b[] = { -16, -24, -28, -30 }, crush[] = { 1, -1, -1, 1 };
    double k[3], m[4];

    check(exact_solve(3, kostreva, ones, k) == 1 && fabs(k[0] - 1.0 / 3) < 1e-15 && k[1] == k[0] &&
              k[2] == k[0],
          "the exact method: Kostreva's");
    check(exact_solve(4, murty, b, m) == 1 && m[0] == 16.0 && m[1] + m[2] + m[3] == 0.0,
          "the exact method: Murty's, n = 4");
    check(exact_solve(2, crush, ones, k) == 0,
          "the exact method: contacts from both sides have no solution");
}

/* ---- mixed problems -------------------------------------------------------------------------- */

static void test_mixed_small(void)
{
    const double A[] = { 0, 1, -1, 0 }, b[] = { -2, 3 }, lo[] = { -HUGE_VAL, 0 },
        two[] = { 1, 1, 1, 1 }, same[] = { -1, -1 }, differ[] = { -1, -2 };
    const double free2[] = { -HUGE_VAL, -HUGE_VAL };
    double z[2];
    mb_info info;
    const double flat[] = { 1, -1, -2, 2 }, from[] = { -1e300, 0 }, to[] = { 1e15, 1e12 };
    const mb_mlcp boxed = { 2, flat, differ, from, to, NULL };
    mb_mlcp p = { 2, A, b, lo, NULL, NULL };

    check(mb_mlcp_lemke(&p, NULL, z, &info, scratch()) == MB_OK && fabs(z[0] - 3.0) < 1e-14 &&
              fabs(z[1] - 2.0) < 1e-14,
          "a free variable with no pivot in its own row: z = (3, 2)");
    p.A = two;
    p.b = same;
    p.lo = free2;
    check(mb_mlcp_lemke(&p, NULL, z, &info, scratch()) == MB_OK && fabs(z[0] + z[1] - 1.0) < 1e-14,
          "a joint listed twice: z_1 + z_2 = 1");
    p.b = differ;
    check(mb_mlcp_lemke(&p, NULL, z, &info, scratch()) == MB_RAY,
          "a joint listed twice with different right-hand sides: MB_RAY");
    p.n = 0;
    check(mb_mlcp_lemke(&p, NULL, z, &info, scratch()) == MB_OK, "mixed, n = 0");
    /* without bounds the problem ends on a ray; like every problem with finite bounds it has a
     * solution, but these are so far that offsets from them lose their digits */
    check(mb_mlcp_lemke(&boxed, NULL, z, &info, scratch()) != MB_RAY,
          "bounds so far that offsets lose digits: no ray is reported");
}

/* Its LCP overflows, or its free block is singular: no z is found, and the caller's z is not used
 * as a start. */
static void test_mixed_no_start(void)
{
    const double A[] = { 1e200, 1, 1, 0 }, b[] = { -1, -1 }, lo[] = { -HUGE_VAL, -HUGE_VAL };
    const double far[] = { 1e200, -1e200 }, one[] = { 1, 1, 1, 1 }, differ[] = { -1, -2 };
    const mb_mlcp over = { 2, A, b, far, NULL, NULL }, none = { 2, one, differ, lo, NULL, NULL };
    double z[2] = { (double)NAN, 7 };
    mb_info info;

    check(mb_mlcp_lemke(&over, NULL, z, &info, scratch()) == MB_STALLED && z[0] == 1e200,
          "where A z overflows: finite data are not MB_NOT_FINITE, and z is within its bounds");
    z[0] = z[1] = (double)NAN;
    check(mb_mlcp_lemke(&none, NULL, z, &info, scratch()) == MB_RAY && z[0] == z[0] &&
              info.residual > 0.1 && info.residual <= 1.0,
          "a singular free block: the caller's z is not read");
}

typedef struct { int calls, wrong, n; } size_trail;

static void watch_size(void *user, const mb_trace *t)
{
    size_trail *s = user;

    s->calls++;
    s->wrong += t->n != s->n;
}

/* The LCP that is solved has the bounded variables, or these and two for every free one. Fewer
 * pivots than needed are MB_MAX_ITER. z_1 + z_2 = 1 and = 2: z0 enters, and nothing blocks the
 * next. */
static void test_mixed_limits(void)
{
    static const double two[] = { 1, 1, 1, 1 }, same[] = { -1, -1 }, differ[] = { -1, -2 },
                        lo[] = { -HUGE_VAL, -HUGE_VAL };
    rng r = { 19 };
    int wrong = 0, limits = 0;

    for (int trial = 0; trial < 100; trial++) {
        static double low[MAX_N], z[MAX_N];
        mb_mlcp q = { 2, two, trial ? same : differ, lo, NULL, NULL };
        problem p = { 0 };
        int status = MB_OK, pivots = 0;
        if (trial > 1) {
            if (!problem_make(problem_find_family("g_mlcp"), 2 + rng_int(&r, 30), &r, &p)) continue;
            for (int i = 0; i < p.n; i++) low[i] = i < p.nfree ? -HUGE_VAL : 0.0;
            q = (mb_mlcp){ p.n, p.A, p.b, low, NULL, NULL };
        }
        for (int limit = 0, most = 1; limit < most; limit++) {
            size_trail s = { 0, 0, trial > 1 ? p.n - p.nfree : 4 };
            const mb_options o = { .max_iter = limit, .trace = watch_size, .trace_user = &s };
            mb_info info;
            (void)mb_mlcp_lemke(&q, &o, z, &info, scratch());
            if (limit == 0) {
                status = info.status;
                pivots = info.iterations;
                most = pivots + 2;
                wrong += status != (trial ? MB_OK : MB_RAY) || (trial == 0 && pivots != 2);
            }
            wrong += s.wrong + (s.calls != info.iterations) + (info.where != -1) +
                     (info.residual != mb_mlcp_residual(&q, z));
            if (limit == 0) continue;
            const int enough = limit >= pivots + (status != MB_OK);
            wrong += (int)info.status != (enough ? status : MB_MAX_ITER) ||
                     info.iterations != (limit < pivots ? limit : pivots);
            limits++;
        }
        if (trial > 1) problem_free(&p);
    }
    check(wrong == 0 && limits > 300,
          "mixed, with %d limits of pivots: %d statuses, counts or sizes are wrong", limits, wrong);
}

/* Integer problems with a planted solution: bounds of 1e20 act like none, and bounds 2^-30 apart
 * like any others. */
static void test_mixed_bounds(void)
{
    mb_mlcp_solver *const solver[] = { mb_mlcp_lemke, mb_mlcp_fischer_newton };
    int lost[2][2] = { { 0 } };
    rng r = { 9 };

    for (int k = 0; k < 3000; k++) {
        const int n = 2 + rng_int(&r, 4), small = k % 2;
        double G[25], A[25] = { 0.0 }, b[5], lo[5], hi[5];
        const mb_mlcp p = { n, A, b, lo, hi, NULL };
        for (int i = 0; i < n * n; i++) G[i] = rng_int(&r, 5) - 2;
        problem_add_gram(n, n, G, NULL, A);
        for (int i = 0; i < n; i++) {
            lo[i] = small ? rng_int(&r, 7) - 3 : rng_int(&r, 2) ? 0.0 : -1e20;
            hi[i] = small ? lo[i] + ldexp(1.0, -rng_int(&r, 31)) : 1e20;
            b[i] = small ? rng_int(&r, 21) - 10 : 0.0;
        }
        for (int j = 0; j < n && !small; j++) {                /* b = w - A z */
            const double z = rng_int(&r, 2) * rng_int(&r, 5);
            if (!(z > 0.0) && lo[j] >= 0.0) b[j] += rng_int(&r, 5);
            for (int i = 0; i < n; i++) b[i] -= A[i * n + j] * z;
        }
        for (int s = 0; s < 2; s++) {
            double z[5] = { 0.0 };
            lost[small][s] += solver[s](&p, NULL, z, NULL, scratch()) != MB_OK;
        }
    }
    for (int small = 0; small < 2; small++)
        check(lost[small][0] + lost[small][1] == 0,
              "%s: of 1500 problems lemke does not solve %d, newton %d",
              small ? "small boxes" : "bounds of 1e20", lost[small][0], lost[small][1]);
}

/* Nearly singular P matrices of a hundred rows: a solver that reports MB_RAY returns a ray,
 * |u|_inf = 1; without a ray the status is MB_STALLED. */
static void test_rays(int count)
{
    static double z[MAX_N], u[MAX_N];
    int bad = 0, rays = 0;
    rng r = { 107 };

    for (int k = 0; k < count / 3; k++) {
        const mb_options opt = { .ray = u };
        problem p;
        double size = 0.0;
        if (!problem_make(problem_find_family("d_ptri"), 90 + rng_int(&r, 38), &r, &p)) continue;
        const mb_lcp lcp = problem_as_lcp(&p);
        for (int i = 0; i < p.n; i++) p.A[i * p.n + i] = ldexp(1.0, -rng_int(&r, 5));
        for (int i = 0; i < p.n; i++) u[i] = 0.0;
        if (mb_lemke(&lcp, &opt, z, NULL, scratch()) == MB_RAY) {
            for (int i = 0; i < p.n; i++) size = fmax(size, fabs(u[i]));
            bad += size != 1.0;
            rays++;
        }
        problem_free(&p);
    }
    check(bad == 0,
          "nearly singular P, n >= 90: of %d problems %d end with MB_RAY, %d of them without a ray",
          count / 3, rays, bad);
}

/* two free variables that depend on each other, a missing result, too little memory */
static void test_elimination_refused(void)
{
    enum { N = 4 };
    static const double twice[] = { 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1 }, b[N] = { 0 };
    static const double lo[] = { -HUGE_VAL, 0, -HUGE_VAL, 0 };
    const mb_mlcp dependent = { N, twice, b, lo, NULL, NULL },
                  plain = { N, twice, b, NULL, NULL, NULL };
    const struct { const mb_mlcp *p; size_t size; mb_status status; int where; } bad[] = {
        { &dependent, sizeof memory, MB_SINGULAR, 2 }, { &plain, 64, MB_NO_MEMORY, -1 } };
    mb_schur s, untouched;
    mb_info info;
    mb_arena none = mb_arena_make(memory, 64);

    memset(&s, 0x5a, sizeof s);
    untouched = s;
    check(mb_mlcp_to_lcp(&plain, NULL, &info, &none) == MB_BAD_ARG && info.where == -1,
          "mLCP to LCP: no struct for the result: MB_BAD_ARG, where = -1");
    for (int k = 0; k < 2; k++) {
        mb_arena a = mb_arena_make(memory, bad[k].size);
        check(mb_mlcp_to_lcp(bad[k].p, &s, &info, &a) == bad[k].status &&
                  info.where == bad[k].where && a.beg == (char *)memory &&
                  memcmp(&s, &untouched, sizeof s) == 0,
              "mLCP to LCP: %s, where = %d, no memory kept, output unchanged",
              mb_status_name(bad[k].status), bad[k].where);
    }
}

/* Random mLCPs with bounds of every kind, at any x of the LCP and its z of the mLCP: A x + b is
 * the mLCP's w with the sign of the bound, plus the multiplier of a box; a box's own row is the
 * rest of its width. */
static void test_elimination_by_definition(void)
{
    rng r = { 15 };
    double off = 0.0;
    int wrong = 0, boxes = 0;

    for (int trial = 0; trial < 1000; trial++) {
        const int n = 1 + rng_int(&r, 7);
        double A[49], b[7], lo[7], hi[7], x[14], z[7], w[14];
        const mb_mlcp p = { n, A, b, lo, hi, NULL };
        mb_arena a = mb_arena_make(memory, mb_mlcp_to_lcp_scratch(n));
        int f = 0, k = 0, box;
        mb_schur s;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) A[i * n + j] = rng_range(&r, -1.0, 1.0) + 3.0 * (i == j);
            b[i] = rng_range(&r, -1.0, 1.0);
            lo[i] = rng_int(&r, 2) ? -HUGE_VAL : rng_range(&r, -2.0, 0.0);
            hi[i] = rng_int(&r, 2) ? HUGE_VAL : rng_range(&r, 1.0, 3.0);
        }
        if (mb_mlcp_to_lcp(&p, &s, NULL, &a) != MB_OK) {
            wrong++;
            continue;
        }
        for (int i = 0; i < s.lcp.n; i++) x[i] = rng_unit(&r);
        for (int i = n - s.nfree; i < s.lcp.n; i++) x[i] = rng_range(&r, 0.0, 0.01);
        mb_slack(&s.lcp, x, w);
        mb_mlcp_from_lcp(&s, x, z);
        box = n - s.nfree;
        for (int i = 0; i < n; i++) {
            const int lower = lo[i] > -HUGE_VAL, upper = hi[i] < HUGE_VAL;
            const double sign = lower || !upper ? 1.0 : -1.0;
            double wi = b[i];
            for (int j = 0; j < n; j++) wi += A[i * n + j] * z[j];
            if (!lower && !upper) {
                wrong += s.free_index[f++] != i;
                off = fmax(off, fabs(wi));
                continue;
            }
            wrong += s.bound_index[k] != i;
            off = fmax(off, fabs(z[i] - (lower ? lo[i] + x[k] : hi[i] - x[k])));
            if (lower && upper) {
                off = fmax(off, fabs(w[box] - (hi[i] - lo[i] - x[k])));
                off = fmax(off, fabs(w[k] - wi - x[box]));
                boxes++;
                box++;
            } else {
                off = fmax(off, fabs(w[k] - sign * wi));
            }
            k++;
        }
        wrong += f != s.nfree || box != s.lcp.n || s.nbox != box - (n - s.nfree) || s.p != &p;
        for (int i = n - s.nfree; i < s.lcp.n; i++) x[i] = 9.0;        /* at its upper bound */
        mb_mlcp_from_lcp(&s, x, z);
        for (int i = 0; i < n; i++)
            wrong += lo[i] > -HUGE_VAL && hi[i] < HUGE_VAL && z[i] < hi[i];
    }
    check(wrong == 0 && boxes > 500, "1000 mLCPs with %d boxes: %d unknowns are in the wrong place",
          boxes, wrong);
    check_near(off, 0.0, 1e-12, "1000 mLCPs: the largest error of a row");
}

/* a pivot of the free block counts as 0 up to 1e-13 of the largest entry above it: 4 here */
static void test_singular_pivot(void)
{
    for (int k = 40; k <= 43; k++) {
        const double e = ldexp(1.0, -k), lo[4] = { 0, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
        const double A[16] = { 1, 0, 0, 0,  0, 1, 0, 1,  0, 0, 2, 4,  0, 1, 0, 1 + e };
        const double b[4] = { 0 };
        const mb_mlcp p = { 4, A, b, lo, NULL, NULL };
        mb_arena a = scratch();
        mb_schur s;
        mb_info info;
        const mb_status status = mb_mlcp_to_lcp(&p, &s, &info, &a), want = e > 4e-13 ? MB_OK
                                                                                      : MB_SINGULAR;
        check(status == want && info.where == (want == MB_OK ? -1 : 3),
              "mLCP to LCP: a pivot of 2^-%d below 4 is %s", k, mb_status_name(want));
    }
}

/* lo = -2: z = lo + x is 0 up to 4 roundings of lo */
static void test_rounded_to_zero(void)
{
    const double one[] = { 1 }, lo[] = { -2 };
    const mb_mlcp p = { 1, one, one, lo, NULL, NULL };
    mb_arena a = scratch();
    mb_schur s;
    int wrong = mb_mlcp_to_lcp(&p, &s, NULL, &a) != MB_OK;

    for (int k = 0; k < 8; k++) {
        const double x = 2.0 + k * 0x1p-51;
        double z;
        mb_mlcp_from_lcp(&s, &x, &z);
        wrong += z != (k <= 4 ? 0.0 : k * 0x1p-51);
    }
    check(wrong == 0, "a z that is 0 up to the rounding of its bound becomes 0: %d of 8 are wrong",
          wrong);
}

/* Three masses; joints v_2 = 2 v_3 and v_3 = 0; a contact -2 v_3 >= 0 whose velocity the joints
 * decide, and one without velocities. The first mass is free, the others stand still. After
 * elimination the contact's right-hand side is a rounding error instead of 0. */
static void test_contact_on_joints(int count)
{
    rng r = { 3 };
    int bad = 0;

    for (int k = 0; k < count; k++) {
        const double J[4][3] = { { 0, 0, -1 }, { 0, 1, -2 }, { 0, 0, 0 }, { 0, 0, -2 } };
        double A[49] = { 0 }, b[7] = { 0 }, lo[7] = { 0 }, z[7];
        mb_mlcp p = { 7, A, b, lo, NULL, NULL };
        mb_info info;
        for (int i = 0; i < 3; i++) {
            A[i * 7 + i] = rng_range(&r, 1.0, 20.0);
            b[i] = -A[i * 7 + i] * rng_normal(&r);
            for (int j = 0; j < 4; j++) A[i * 7 + 3 + j] = -(A[(3 + j) * 7 + i] = J[j][i]);
        }
        for (int i = 0; i < 5; i++) lo[i] = -HUGE_VAL;
        mb_mlcp_lemke(&p, NULL, z, &info, scratch());
        if (info.status == MB_OK && fabs(z[0] + b[0] / A[0]) <= 1e-12 &&
            fabs(z[1]) + fabs(z[2]) <= 1e-12)
            continue;
        if (++bad < 5)
            note("case %d: %s, v = (%g, %g, %g)", k, mb_status_name(info.status), z[0], z[1], z[2]);
    }
    check(bad == 0, "of %d contacts whose velocity the joints decide %d are wrong", count, bad);
}

/* [2 1; 1 2] z + (-5, 6) = 0 has z = (16/3, -17/3), between all these bounds; and with lo = -5
 * on the second z_1 = 5, at w_2 = 1 */
static void test_far_bounds(void)
{
    const double A[] = { 2, 1, 1, 2 }, b[] = { -5, 6 }, none[] = { HUGE_VAL, HUGE_VAL };

    for (int k = 2; k <= 300; k += 6) {
        const double far = pow(10.0, k), lo[] = { -far, -far }, hi[] = { far, far },
            near[] = { -far, -5 };
        mb_mlcp p = { 2, A, b, lo, k % 4 == 0 ? hi : none, NULL };
        double z[2], y[2];
        mb_status status = mb_mlcp_lemke(&p, NULL, z, NULL, scratch());
        p.lo = near;
        if (mb_mlcp_lemke(&p, NULL, y, NULL, scratch()) != MB_OK) status = MB_STALLED;
        check(status == MB_OK && fabs(z[0] - 16.0 / 3.0) + fabs(z[1] + 17.0 / 3.0) < 1e-9 &&
                  fabs(y[0] - 5.0) + fabs(y[1] + 5.0) < 1e-9,
              "inactive bounds at 1e%d", k);
    }
}

int main(int argc, char **argv)
{
    const int count = argc > 1 && strcmp(argv[1], "--full") == 0 ? 10000 : check_few(300);

    for (int k = 0; k < (int)(sizeof small_cases / sizeof *small_cases); k++) test_small(k);
    test_spread();
    test_limit();
    test_tied();
    test_tableau();
    test_rational_itself();
    test_rational(10 * count);
    test_strictly_copositive(10 * count);
    test_mixed_small();
    test_mixed_no_start();
    test_mixed_limits();
    test_mixed_bounds();
    test_contact_on_joints(10 * count);
    test_far_bounds();
    test_elimination_refused();
    test_elimination_by_definition();
    test_singular_pivot();
    test_rounded_to_zero();
    test_rays(count);
    return check_done();
}
