/* test_solvers.c: the contract of every solver in mb_solvers, on every family and every file
 *
 *   test_solvers [--full]
 *
 * MB_OK means that the scaled natural residual, computed here again in long double, is <= tol. A
 * refusal leaves z unchanged; NaN and Inf are MB_NOT_FINITE; one byte of scratch too few is
 * MB_NO_MEMORY, and no byte beyond the scratch is written; A and b are never written. --full: 10000
 * problems of every family, n <= 64, instead of 44 (some minutes).
 */
#include "mbsim.h"

#include "problems.h"

#include <limits.h>

enum { MAX_N = 128, GUARD = 64, SCRATCH = 1 << 22 };

static const double TOL = 1e-10;
static char memory[SCRATCH + 2 * GUARD];

/* ---- the scaled natural residual, from its definition ---------------------------------------- */

static long double mid(long double a, long double b, long double c)
{
    const long double low = a < b ? a : b, high = a < b ? b : a;

    return c < low ? low : c > high ? high : c;
}

/* max_i |mid((z_i - lo_i)/zs, w_i/ws_i, (z_i - hi_i)/zs)|; the first nfree variables are free,
 * the others >= 0. w_i of a row of noise, by the definition of mb_residual, is 0. NaN gives 2. */
static long double residual(const problem *p, const double *z)
{
    long double zs = 0.0L, r = 0.0L;

    for (int i = 0; i < p->n; i++) {
        const long double zi = (long double)z[i];
        if (!(fabsl(zi) <= 1.7976931348623157e308L)) return 2.0L;
        if (fabsl(zi) > zs) zs = fabsl(zi);
    }
    if (zs == 0.0L) zs = 1.0L;
    for (int i = 0; i < p->n; i++) {
        const long double zi = (long double)z[i], bi = (long double)p->b[i];
        long double w = bi, ws = fabsl(bi), most = 0.0L, term;
        for (int j = 0; j < p->n; j++) {
            term = (long double)p->A[i * p->n + j] * (long double)z[j];
            w += term;
            ws += fabsl(term);
            most = fmaxl(most, fabsl((long double)p->A[i * p->n + j]));
        }
        w = w == 0.0L || ws <= 0x1p-52L * zs * most * (1.0L + 1e-9L) ? 0.0L : w / ws;
        term = fabsl(i < p->nfree ? w : mid(zi / zs, w, -HUGE_VALL));
        if (!(term <= r)) r = term;
    }
    return r >= 0.0L ? r : 2.0L;
}

/* how much the rounding of the sums in double may add to it */
static long double allowed(const problem *p)
{
    return (long double)TOL * (1.0L + 1e-6L) + (long double)(p->n + 4) * 2.3e-16L;
}

/* ---- one call -------------------------------------------------------------------------------- */

/* solves p with `size` bytes of scratch between guard bytes; *intact = 0 if the solver wrote
 * outside the scratch, or into A or b */
static mb_status solve(const mb_solver *s, const problem *p, size_t size, double *z, mb_info *info,
                       int *intact)
{
    static double A[MAX_N * MAX_N], b[MAX_N], lo[MAX_N], hi[MAX_N];
    const size_t n = (size_t)p->n;
    char *scratch = memory + GUARD;
    mb_status status;

    memcpy(A, p->A, n * n * sizeof(double));
    memcpy(b, p->b, n * sizeof(double));
    memset(memory, 0x5a, GUARD);
    memset(scratch + size, 0x5a, GUARD);
    if (s->lcp) {
        const mb_lcp q = { p->n, A, b };
        status = s->lcp(&q, NULL, z, info, mb_arena_make(scratch, size));
    } else {
        const mb_mlcp q = { p->n, A, b, lo, hi, NULL };
        for (int i = 0; i < p->n; i++) {
            lo[i] = i < p->nfree ? -HUGE_VAL : 0.0;
            hi[i] = HUGE_VAL;
        }
        status = s->mlcp(&q, NULL, z, info, mb_arena_make(scratch, size));
    }
    *intact =
        memcmp(A, p->A, n * n * sizeof(double)) == 0 && memcmp(b, p->b, n * sizeof(double)) == 0;
    for (int i = 0; i < GUARD; i++)
        *intact = *intact && memory[i] == 0x5a && scratch[size + (size_t)i] == 0x5a;
    return status;
}

/* LCP solvers accept no free variables; enumeration is slow */
static int applies(const mb_solver *s, const problem *p)
{
    if (p->nfree > 0 && s->lcp) return 0;
    return strcmp(s->name, "enumerate") != 0 || p->n <= 7;
}

static int reads_start(const mb_solver *s) { return !strstr("lemke dantzig enumerate", s->name); }

static const char *kind(const mb_solver *s) { return s->lcp ? "LCP" : "mLCP"; }

/* 1 if one solve, with its report *info, satisfies the contract; notes each violation */
static int honest(const mb_solver *s, const problem *p, const char *where, mb_info *info)
{
    const mb_info none = { MB_TODO, -7, -7.0, -7 };
    double z[MAX_N] = { 0.0 }, start[MAX_N];
    mb_status status;
    long double r;
    int intact, ok = 1;

    *info = none;
    for (int i = 0; i < p->n; i++) start[i] = z[i] = 0.25 * (i % 3);
    status = solve(s, p, s->scratch(p->n), z, info, &intact);
    r = residual(p, z);
    if (!intact) ok = 0, note("%s: %s (%s) wrote outside its memory", where, s->name, kind(s));
    if (info->status != status || info->iterations < 0 || info->where < -1 ||
        info->where >= (p->n ? p->n : 1) || (status == MB_OK && info->where != -1))
        ok = 0, note("%s: %s: info says %d, %d iterations, where %d; returned %d", where, s->name,
                     info->status, info->iterations, info->where, status);
    if (status == MB_OK && !(r <= allowed(p) && info->residual <= TOL))
        ok = 0, note("%s: %s (%s) returns MB_OK, n = %d; residual %Lg, reported %g", where, s->name,
                     kind(s), p->n, r, info->residual);
    if (status < 0 && memcmp(start, z, (size_t)p->n * sizeof(double)) != 0)
        ok = 0, note("%s: %s (%s) refused with %s and changed z", where, s->name, kind(s),
                     mb_status_name(status));
    if (status > 0 && (!(r < 2.0L) || info->residual != info->residual))
        ok = 0, note("%s: %s (%s) left a z that is not finite, or residual NaN: %s", where, s->name,
                     kind(s), mb_status_name(status));
    return ok;
}

/* ---- families -------------------------------------------------------------------------------- */

/* the families, by name, of which Newton's methods, the interior point and the fixed point solve
 * every LCP; bits: fischer 1, minmap 2, interior point 4, fixed point 8 */
static int promised(const char *family, int n)
{
    if (strstr(family, "inf") || strstr(family, "crush")) return 0;
    if (strncmp(family, "c_", 2) == 0) return 4;
    if (strcmp(family, "a_spd") == 0 || strcmp(family, "f_scale") == 0 ||
        strcmp(family, "f_bothscale") == 0)
        return 15;
    if (strcmp(family, "d_hp") == 0 || strcmp(family, "d_hdd") == 0) return 7;
    if (strcmp(family, "b_psd") == 0) return 5;
    /* z spans more than ten decades at n = 64 */
    if (strcmp(family, "d_ptri") == 0) return n <= 16 ? 5 : n < 64 ? 4 : 0;
    /* 1 of 44 ends at a z that the judge refuses, with z_i and w_i both near 0 */
    if (strcmp(family, "f_degenerate") == 0) return 0;
    return 4;
}

/* the outcomes that the documentation promises for a solver on a family */
static int as_promised(const mb_solver *s, const problem_family *f, int n, mb_status status)
{
    static const char *const newton[] = { "fischer-newton", "minmap-newton", "interior-point",
        "fixed-point" };
    const int direct = strcmp(s->name, "lemke") == 0 ||
                       (strcmp(s->name, "dantzig") == 0 && (f->flags & PROBLEM_SYMMETRIC));

    if (strcmp(s->name, "dantzig") == 0 && status == MB_BAD_ARG)
        return !(f->flags & PROBLEM_SYMMETRIC);
    if (status < 0) return 0;
    if (f->flags & PROBLEM_INFEASIBLE) return direct ? status == MB_RAY : status != MB_OK;
    for (int i = 0; i < 4; i++)
        if (s->lcp && strcmp(s->name, newton[i]) == 0 && (promised(f->name, n) >> i & 1))
            return status == MB_OK;
    /* 2/|S|_2 is an r that will do, unless z grows until w is rounding */
    if (strcmp(s->name, "fixed-point") == 0 && status == MB_STALLED)
        return !(f->flags & PROBLEM_SYMMETRIC) || !(f->flags & PROBLEM_PSD);
    if (!direct || !(f->flags & PROBLEM_SOLVABLE)) return 1;
    if (strcmp(f->name, "g_redundant") == 0 && status == MB_SINGULAR)
        return strcmp(s->name, "lemke") == 0;
    return status == MB_OK || (status == MB_MAX_ITER && (f->flags & PROBLEM_EXPONENTIAL));
}

/* slow iterations get small problems, except with --full */
static int is_slow(const mb_solver *s)
{
    return strstr(s->name, "pgs") || strstr("jacobi fixed-point", s->name);
}

static void test_family(const problem_family *f, int count, int full)
{
    static const int sizes[] = { 1, 2, 3, 5, 8, 13, 16, 24, 32, 48, 64 };
    int lies = 0, broken = 0, solved[64] = { 0 }, tried[64] = { 0 }, newton = 0;

    for (int k = 0; k < count; k++) {
        rng r = { (uint64_t)k };
        problem p;
        if (!problem_make(f, sizes[k % 11] < f->step ? f->step : sizes[k % 11], &r, &p)) continue;
        for (int i = 0; i < mb_solver_count; i++) {
            mb_info info;
            char where[64];
            if (!applies(&mb_solvers[i], &p) || (!full && is_slow(&mb_solvers[i]) && p.n > 24))
                continue;
            snprintf(where, sizeof where, "%s, problem %d", f->name, k);
            tried[i]++;
            if (!honest(&mb_solvers[i], &p, where, &info)) lies++;
            solved[i] += info.status == MB_OK;
            if (as_promised(&mb_solvers[i], f, p.n, info.status)) continue;
            if (++broken <= 5)
                note("%s, n = %d: %s (%s) gives %s", where, p.n, mb_solvers[i].name,
                     kind(&mb_solvers[i]), mb_status_name(info.status));
        }
        problem_free(&p);
    }
    check(lies == 0, "%s: %d problems, every solver: MB_OK only with residual <= tol, no writes "
          "where none are allowed", f->name, count);
    check(broken == 0, "%s: every solver ends as documented", f->name);
    for (int i = 0; i < mb_solver_count; i++) {
        const mb_solver *s = &mb_solvers[i];
        if (tried[i])
            note("%-18s %-16s %-4s solved %d of %d", f->name, s->name, kind(s), solved[i],
                 tried[i]);
        newton +=
            s->lcp && tried[i] && solved[i] == tried[i] &&
            (strstr(s->name, "newton") || strstr(s->name, "interior") || strstr(s->name, "minmap"));
    }
    if (f->flags & PROBLEM_COPOSITIVE)
        check(newton > 0, "%s: a Newton or interior-point solver solves all of them", f->name);
}

/* ---- files ----------------------------------------------------------------------------------- */

static int not_finite(const problem *p)
{
    for (int i = 0; i < p->n * p->n; i++)
        if (!(fabs(p->A[i]) <= DBL_MAX)) return 1;
    for (int i = 0; i < p->n; i++)
        if (!(fabs(p->b[i]) <= DBL_MAX)) return 1;
    return 0;
}

/* may a solver end with this status on a file? Lemke, principal pivoting and the interior point
 * must solve the problems of their class. Whether h_negdiag has a solution is not known. */
static int right_on_file(const mb_solver *s, const problem_entry *e, int finite, mb_status status)
{
    const int lemke = strcmp(s->name, "lemke") == 0 && e->nfree == 0;
    const int solves = lemke || strcmp(s->name, "interior-point") == 0 ||
                       (strcmp(s->name, "dantzig") == 0 && e->symmetric);

    if (!finite || status == MB_NOT_FINITE) return !finite && status == MB_NOT_FINITE;
    if (strcmp(e->name, "h_negdiag") == 0) return 1;
    if (e->solvable == 0) return lemke ? status == MB_RAY : status != MB_OK;
    return !solves || status == MB_OK || (e->solvable == 2 && (!lemke || status == MB_RAY));
}

static void test_file(const problem_entry *e)
{
    problem p;
    int bad = 0;

    if (!check(problem_read(e->name, &p), "%s is there", e->name)) return;
    for (int i = 0; i < mb_solver_count; i++) {
        const mb_solver *s = &mb_solvers[i];
        mb_info info;
        if (!applies(s, &p)) continue;
        if (!honest(s, &p, e->name, &info)) bad++;
        if (!right_on_file(s, e, !not_finite(&p), info.status))
            bad++, note("%s (%s) gives %s", s->name, kind(s), mb_status_name(info.status));
    }
    check(bad == 0, "%s: every solver reports the truth, and solves the problems of its class",
          e->name);
    problem_free(&p);
}

/* ---- bad input ------------------------------------------------------------------------------- */

/* A has 4 on the diagonal and 1/(1 + |i - j|) elsewhere: every solver of the kit solves it */
static void set_small(problem *p, int n)
{
    problem_alloc(p, n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) p->A[i * n + j] = i == j ? 4.0 : 1.0 / (1.0 + abs(i - j));
        p->b[i] = i % 2 ? 1.0 : -1.0;
    }
}

static mb_status call(const mb_solver *s, int n, const double *A, const double *b,
                      const mb_options *o, double *z, mb_info *info)
{
    const mb_lcp p = { n, A, b };
    const mb_mlcp q = { n, A, b, NULL, NULL, NULL };
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);

    return s->lcp ? s->lcp(&p, o, z, info, scratch) : s->mlcp(&q, o, z, info, scratch);
}

static void test_not_finite(const mb_solver *s)
{
    enum { N = 5 };
    const double poison[] = { HUGE_VAL, -HUGE_VAL, (double)NAN };
    const int starts = reads_start(s);
    int bad = 0, bad_start = 0;
    mb_info info;
    problem p;

    set_small(&p, N);
    for (int at = 0; at < N * N + N; at++)
        for (int k = 0; k < 3; k++) {
            double *x = at < N * N ? p.A + at : p.b + at - N * N, was = *x;
            *x = poison[k];
            bad += !honest(s, &p, "poisoned", &info) || info.status != MB_NOT_FINITE ||
                   info.where != (at < N * N ? at / N : at - N * N);
            *x = was;
        }
    for (int at = 0; at < N; at++)
        for (int k = 0; k < 3; k++) {
            double z[N] = { 7, 7, 7, 7, 7 }, start[N];
            z[at] = poison[k];
            memcpy(start, z, sizeof z);
            bad_start += call(s, N, p.A, p.b, NULL, z, &info) != (starts ? MB_NOT_FINITE : MB_OK);
            bad_start += starts && (memcmp(z, start, sizeof z) != 0 || info.where != at ||
                                    info.residual < HUGE_VAL);
        }
    check(bad == 0,
          "%s (%s): NaN or Inf anywhere in A or b is MB_NOT_FINITE, its row in where, z unchanged",
          s->name, kind(s));
    check(bad_start == 0, "%s (%s): in the start %s", s->name, kind(s),
          starts ? "likewise" : "not read");
    problem_free(&p);
}

static void test_memory(const mb_solver *s)
{
    const int most = strcmp(s->name, "enumerate") == 0 ? 16 : 40;
    int bad = 0;

    for (int n = 1; n <= most; n++) {
        problem p;
        double z[MAX_N], start[MAX_N];
        mb_info info;
        mb_status status;
        int intact;
        size_t need;
        set_small(&p, n);
        need = s->scratch(p.n);
        if (need > SCRATCH) bad++;
        for (int i = 0; i < p.n; i++) z[i] = start[i] = 0.5;
        if (need > 0) {
            status = solve(s, &p, need - 1, z, &info, &intact);
            if (status != MB_NO_MEMORY || info.status != MB_NO_MEMORY || info.where != -1 ||
                !intact || memcmp(z, start, (size_t)p.n * sizeof(double)) != 0)
                bad++, note("n = %d, one byte short of %lu: %s", p.n, (unsigned long)need,
                            mb_status_name(status));
        }
        status = solve(s, &p, need, z, &info, &intact);
        if (status != MB_OK || !intact)
            bad++, note("n = %d, %lu bytes: %s", p.n, (unsigned long)need, mb_status_name(status));
        problem_free(&p);
    }
    check(bad == 0,
          "%s (%s): its scratch suffices, a byte less is MB_NO_MEMORY with z unchanged, no byte "
          "written beyond",
          s->name, kind(s));
}

static void test_arguments(const mb_solver *s)
{
    const double A[] = { 2, 1, 1, 2 }, b[] = { -5, -6 }, A1[] = { 2 }, down[] = { -3 },
        up[] = { 3 };
    const mb_arena none = mb_arena_make(memory, s->scratch(0));
    const mb_lcp empty = { 0, NULL, NULL };
    const mb_mlcp empty_mixed = { 0, NULL, NULL, NULL, NULL, NULL };
    double z[2] = { 0, 0 };
    mb_info info;
    mb_options o = { 0 };

    check((s->lcp ? s->lcp(&empty, NULL, NULL, &info, none) :
                    s->mlcp(&empty_mixed, NULL, NULL, &info, none)) == MB_OK &&
              info.status == MB_OK && info.iterations <= !reads_start(s) && info.residual == 0.0 &&
              info.where == -1,
          "%s (%s): n = 0 is solved in the scratch for n = 0", s->name, kind(s));
    check(call(s, 1, A1, down, NULL, z, &info) == MB_OK && fabs(z[0] - 1.5) < 1e-9,
          "%s (%s): 2 z - 3: z = 1.5", s->name, kind(s));
    check(call(s, 1, A1, up, NULL, z, &info) == MB_OK && fabs(z[0]) < 1e-9,
          "%s (%s): 2 z + 3: z = 0", s->name, kind(s));
    check(call(s, 2, A, b, NULL, z, NULL) == MB_OK && fabs(z[0] - 4.0 / 3.0) < 1e-8 &&
              fabs(z[1] - 7.0 / 3.0) < 1e-8,
          "%s (%s): the header's example, info NULL", s->name, kind(s));
    z[0] = z[1] = 7.0;
    check(call(s, -1, A, b, NULL, z, &info) == MB_BAD_ARG &&
              call(s, 2, NULL, b, NULL, z, &info) == MB_BAD_ARG &&
              call(s, 2, A, NULL, NULL, z, &info) == MB_BAD_ARG &&
              call(s, 2, A, b, NULL, NULL, &info) == MB_BAD_ARG &&
              (s->lcp ? s->lcp(NULL, NULL, z, &info, none) : s->mlcp(NULL, NULL, z, &info, none)) ==
                  MB_BAD_ARG &&
              call(s, MB_MAX_N + 1, A, b, NULL, z, &info) == MB_BAD_ARG &&
              info.status == MB_BAD_ARG,
          "%s (%s): n < 0, n too large and NULL are MB_BAD_ARG", s->name, kind(s));
    o.tol = -1.0;
    check(call(s, 2, A, b, &o, z, &info) == MB_BAD_ARG, "%s (%s): tol < 0 is MB_BAD_ARG", s->name,
          kind(s));
    o.tol = HUGE_VAL * 0.0;
    check(call(s, 2, A, b, &o, z, &info) == MB_BAD_ARG, "%s (%s): tol NaN is MB_BAD_ARG", s->name,
          kind(s));
    check(z[0] == 7.0 && z[1] == 7.0, "%s (%s): a refused call leaves z unchanged", s->name,
          kind(s));
}

/* w = z + b between bounds of every kind, so z_i is -b_i clamped to them; and invalid bounds */
static void test_bounds(const mb_solver *s)
{
    enum { N = 10 };
    const double lo[N] = { 0, -1, -HUGE_VAL, -HUGE_VAL, 2, -HUGE_VAL, 0, 3, 2.5, 2 };
    const double hi[N] = { 1, 1, HUGE_VAL, -3, 2, -3, HUGE_VAL, HUGE_VAL, 4, 2 };
    const double b[N] = { -5, 0.25, 7, 1, 9, 8, -2, -2, -2, -2 },
        want[N] = { 1, -0.25, -7, -3, 2, -8, 2, 3, 2.5, 2 };
    const double starts[] = { 0, 2, -7, 40 };
    const struct { double hi; int findex; mb_status status; const char *what; } bad[] = {
        { -2, -1, MB_BAD_ARG, "lo > hi is MB_BAD_ARG" },
        { (double)NAN, -1, MB_NOT_FINITE, "a bound that is NaN is MB_NOT_FINITE" },
        { 1, 1, MB_BAD_ARG, "a findex to itself is MB_BAD_ARG" },
        { 1, N, MB_BAD_ARG, "a findex out of range is MB_BAD_ARG" },
        { 1, 0, strcmp(s->name, "pgs") ? MB_BAD_ARG : MB_OK, "findex is MB_BAD_ARG except for pgs" }
    };
    double A[N * N] = { 0 }, some_hi[N], z[N] = { 0 };
    int findex[N], off = 0;
    mb_mlcp p = { N, A, b, lo, hi, findex };
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);
    mb_info info;

    for (int i = 0; i < N; i++) {
        A[i * N + i] = 1.0;
        findex[i] = -1;
    }
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++) z[i] = starts[k];
        check(s->mlcp(&p, NULL, z, &info, scratch) == MB_OK,
              "%s: bounds of every kind, findex -1, from %g", s->name, starts[k]);
        for (int i = 0; i < N; i++) off += !(fabs(z[i] - want[i]) <= 1e-12);
    }
    check(off == 0, "%s: each variable is -b_i inside its bounds", s->name);
    p.hi = some_hi;
    memcpy(some_hi, hi, sizeof some_hi);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        const mb_status status = bad[k].status;
        z[0] = 7.0;
        some_hi[1] = bad[k].hi;
        findex[1] = bad[k].findex;
        check(s->mlcp(&p, NULL, z, &info, scratch) == status &&
                  (status == MB_OK || (info.where == 1 && z[0] == 7.0)),
              "%s: %s", s->name, bad[k].what);
    }
}

/* options that a solver's comment does not name are not read; invalid values of those it names are
 * refused */
static void test_options(const mb_solver *s)
{
    const double A[] = { 2, 1, 1, 2 }, b[] = { -5, -6 },
        bad[] = { -1.0, 2.0, HUGE_VAL, HUGE_VAL * 0.0 };
    const int relaxes = strstr(s->name, "pgs") || strstr(s->name, "jacobi"),
              blends = strstr(s->name, "fischer") != NULL;
    const int iterates = strcmp(s->name, "enumerate") != 0;
    double z[2], history[4];
    int wrong = 0;
    mb_info info;

    for (int k = 0; k < 4; k++) {
        mb_options o = { 0 };
        z[0] = z[1] = 0.0;
        o.omega = bad[k];
        wrong += call(s, 2, A, b, &o, z, &info) != (relaxes ? MB_BAD_ARG : MB_OK);
        z[0] = z[1] = o.omega = 0.0;
        o.lambda = bad[k];
        wrong += call(s, 2, A, b, &o, z, &info) != (blends ? MB_BAD_ARG : MB_OK);
    }
    check(wrong == 0, "%s (%s): omega and lambda are read only where the solver's comment names "
          "them", s->name, kind(s));
    mb_options never = { .max_iter = -1 };
    check(call(s, 2, A, b, &never, z, &info) == (iterates ? MB_BAD_ARG : MB_OK),
          "%s (%s): max_iter < 0", s->name, kind(s));
    for (int k = -3; k <= 3; k += 6) {
        mb_options o = { 0 };
        z[0] = z[1] = 0.0;
        o.history_len = k;
        check(call(s, 2, A, b, &o, z, &info) == MB_OK,
              "%s (%s): history NULL: none is written, whatever history_len: %d", s->name, kind(s),
              k);
        o.history = history;
        z[0] = z[1] = 0.0;
        check(call(s, 2, A, b, &o, z, &info) == (k < 0 && iterates ? MB_BAD_ARG : MB_OK),
              "%s (%s): a history of length %d", s->name, kind(s), k);
    }
    for (int k = 1; k <= 4 && iterates; k++) {                 /* the first k residuals, no more */
        mb_options o = { .history = history, .history_len = k };
        for (int i = 0; i < 4; i++) history[i] = -1.0;
        z[0] = z[1] = 0.0;
        (void)call(s, 2, A, b, &o, z, &info);
        wrong = 0;
        for (int i = 0; i < 4; i++)
            wrong += (history[i] >= 0.0) != (i < k && i < info.iterations);
        check(wrong == 0 && info.iterations > 0, "%s (%s): history is as long as said: %d",
              s->name, kind(s), k);
    }
}

/* bytes: 0 for n < 0, more for larger n, up to the largest int */
static void test_scratch(const mb_solver *s)
{
    static const int sizes[] = { 0, 1, 100, 20000, MB_MAX_N, 1000000, INT_MAX / 2, INT_MAX };
    int ok = s->scratch(-1) == 0 && s->scratch(INT_MIN) == 0;

    for (int k = 1; k < 8; k++)
        ok = ok && s->scratch(sizes[k]) >= s->scratch(sizes[k - 1]) &&
             s->scratch(sizes[k]) >= (size_t)sizes[k];
    check(ok, "%s (%s): mb_..._scratch is 0 for n < 0, and never smaller for a larger n", s->name,
          kind(s));
}

/* the same call twice gives the same bits: solvers keep no state */
static void test_again(const mb_solver *s)
{
    double first[6] = { 0 }, second[6] = { 0 };
    mb_info one, two;
    problem p;

    set_small(&p, 6);
    call(s, 6, p.A, p.b, NULL, first, &one);
    memset(memory, 0xff, sizeof memory);
    call(s, 6, p.A, p.b, NULL, second, &two);
    check(memcmp(first, second, sizeof first) == 0 && one.iterations == two.iterations,
          "%s (%s): the same result again, whatever the scratch holds", s->name, kind(s));
    problem_free(&p);
}

/* entries across the whole range of a double: the result is finite, and MB_OK is within tol */
static void test_extremes(const mb_solver *s)
{
    static const double value[] = { 0, -0.0, 1, -1, 2, -3, 1e-8, 1e8, 1e-160, 1e160, 1e-300,
        -1e-300, 1e300, -1e300, 4.9e-324, 1.7e308, -1.7e308 };
    rng r = { 31 };
    mb_options o = { 0 };
    int bad = 0;

    if (strcmp(s->name, "fixed-point") == 0) o.max_iter = 2000;    /* it would take long */
    for (int k = 0; k < check_few(2000); k++) {
        const int n = 1 + rng_int(&r, 8);
        double A[64], b[8], z[8] = { 0 };
        mb_info info;
        for (int i = 0; i < n * n; i++) A[i] = value[rng_int(&r, 17)];
        for (int i = 0; i < n; i++) b[i] = value[rng_int(&r, 17)];
        call(s, n, A, b, &o, z, &info);
        for (int i = 0; i < n; i++)
            if (!(fabs(z[i]) <= DBL_MAX))
                bad++, note("case %d: %s, z_%d = %g", k, mb_status_name(info.status), i, z[i]);
        if (info.status == MB_OK && !(info.residual <= TOL))
            bad++, note("case %d: MB_OK at %g", k, info.residual);
    }
    check(bad == 0, "%s (%s): z is finite, whatever the data", s->name, kind(s));
}

/* Started at its own solution, with that solution's residual as tolerance, a solver that reads a
 * start has nothing to do: the test is residual <= tol, not <. Solvers without a start reach the
 * same z. */
static void test_tolerance_reached(const mb_solver *s)
{
    rng r = { 23 };
    int solved = 0, exact = 0;

    for (int k = 0; k < 40; k++) {
        double z[4] = { 0 };
        mb_options o = { 0 };
        mb_info info;
        problem p;
        if (!problem_make(&problem_families[0], 4, &r, &p)) continue;
        o.tol = 1e-6;
        if (call(s, p.n, p.A, p.b, &o, z, &info) == MB_OK && info.residual > 0.0) {
            o.tol = info.residual;
            exact++;
            solved += call(s, p.n, p.A, p.b, &o, z, &info) == MB_OK;
        }
        problem_free(&p);
    }
    check(solved == exact, "%s (%s): a residual equal to tol is accepted (%d of %d)", s->name,
          kind(s), solved, exact);
}

/* what a solver reports of each iteration */
static struct {
    int n;
    struct {
        int n, entering, leaving;
        double step, residual, sum;           /* sum of |z| */
    } row[400];
} traced[2];

static void take_trace(void *user, const mb_trace *t)
{
    const int which = *(const int *)user, n = traced[which].n;

    if (n == 400) return;
    traced[which].n++;
    traced[which].row[n].n = t->n;
    traced[which].row[n].entering = t->entering;
    traced[which].row[n].leaving = t->leaving;
    traced[which].row[n].step = t->step;
    traced[which].row[n].residual = t->residual;
    traced[which].row[n].sum = 0.0;
    for (int i = 0; i < t->n && t->z; i++) traced[which].row[n].sum += fabs(t->z[i]);
}

/* is y = x in another unit: x times a power of two? */
static int in_units(double x, double y)
{
    int e;

    return x == y || fabs(frexp(y / x, &e)) == 0.5;
}

/* The iterations differ by the units of z and w: a pivot's step is a z or a w; z0 has one of its
 * own. Returns how many differ otherwise. */
static int differences(int z_power, int w_power)
{
    int off = traced[0].n != traced[1].n;

    for (int k = 0; k < traced[0].n && k < traced[1].n; k++) {
        const int i = traced[0].row[k].entering, n = traced[0].row[k].n;
        const double x = traced[0].row[k].step, y = traced[1].row[k].step;
        off += i != traced[1].row[k].entering;
        off += traced[0].row[k].leaving != traced[1].row[k].leaving;
        off += !in_units(traced[0].row[k].residual, traced[1].row[k].residual);
        off += traced[1].row[k].sum != ldexp(traced[0].row[k].sum, z_power);
        if (i >= 0 && i < 2 * n) off += y != ldexp(x, i < n ? z_power : w_power);
        else off += !in_units(x, y);
    }
    return off;
}

/* kilograms for grams, millimetres for metres: A by 4^a, b by 2^m, and so z by 2^m / 4^a. No other
 * digit changes if a solver works in its own units, as all do. */
static void test_units(const mb_solver *s)
{
    static const int power[][2] = { { 0, 30 }, { 0, -30 }, { 7, 0 }, { -7, 0 }, { 30, -11 },
        { -30, 50 } };
    mb_options o = { .trace = take_trace };
    rng r = { 19 };
    int off = 0, traces = 0, which = 0;

    for (int k = 0; k < 90; k++) {
        const int a = 2 * power[k / 3 % 6][0], m = power[k / 3 % 6][1];
        double z[16] = { 0 }, y[16] = { 0 };
        mb_info one, two;
        problem p;
        /* symmetric, definite or not; friction */
        const char *const family[] = { "b_psd", "a_spd", "c_graph" };
        if (strcmp(s->name, "enumerate") == 0 && k % 3 == 2) continue;
        if (!problem_make(problem_find_family(family[k % 3]), k % 3 < 2 ? 6 : 16, &r, &p)) continue;
        o.trace_user = &which;
        which = traced[0].n = traced[1].n = 0;
        call(s, p.n, p.A, p.b, &o, z, &one);
        for (int i = 0; i < p.n * p.n; i++) p.A[i] = ldexp(p.A[i], a);
        for (int i = 0; i < p.n; i++) p.b[i] = ldexp(p.b[i], m);
        which = 1;
        call(s, p.n, p.A, p.b, &o, y, &two);
        traces += differences(m - a, m);
        off += one.status != two.status || one.iterations != two.iterations;
        for (int i = 0; i < p.n; i++) off += y[i] != ldexp(z[i], m - a);
        problem_free(&p);
    }
    check(off == 0, "%s (%s): the same iterations and digits in other units (%d differ)",
          s->name, kind(s), off);
    check(traces == 0, "and what is traced of every iteration (%d differ)", traces);
}

static void status_names(void)
{
#define NAMED(status) { status, #status }
    static const struct { mb_status status; const char *name; } all[] = {
        NAMED(MB_OK), NAMED(MB_MAX_ITER), NAMED(MB_RAY), NAMED(MB_SINGULAR), NAMED(MB_STALLED),
        NAMED(MB_BAD_ARG), NAMED(MB_NOT_FINITE), NAMED(MB_NO_MEMORY), NAMED(MB_TODO) };
#undef NAMED
    const mb_status none = (mb_status)99;
    int wrong = 0;

    for (int i = 0; i < 9; i++) {
        wrong += strcmp(mb_status_name(all[i].status), all[i].name) != 0;
        for (int j = 0; j < i; j++)
            wrong += strcmp(mb_status_text(all[i].status), mb_status_text(all[j].status)) == 0;
        wrong += strcmp(mb_status_text(all[i].status), mb_status_text(none)) == 0;
    }
    check(wrong == 0, "every status has a name, and a text of its own");
    check(strcmp(mb_status_name(none), "unknown status") == 0,
          "a number that is no status has no name");
}

int main(int argc, char **argv)
{
    static problem_entry entries[256];
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const int files = problem_manifest(entries, 256);

    status_names();
    for (int i = 0; i < mb_solver_count; i++) {
        test_arguments(&mb_solvers[i]);
        if (mb_solvers[i].mlcp) test_bounds(&mb_solvers[i]);
        test_not_finite(&mb_solvers[i]);
        test_memory(&mb_solvers[i]);
        test_options(&mb_solvers[i]);
        test_scratch(&mb_solvers[i]);
        test_again(&mb_solvers[i]);
        test_extremes(&mb_solvers[i]);
        test_units(&mb_solvers[i]);
        test_tolerance_reached(&mb_solvers[i]);
        check((mb_solvers[i].lcp != NULL) != (mb_solvers[i].mlcp != NULL) &&
                  mb_solvers[i].summary[0],
              "%s: one kind, and a summary", mb_solvers[i].name);
        check((mb_solvers[i].lcp ? mb_find_lcp_solver : mb_find_mlcp_solver)(mb_solvers[i].name) ==
                  &mb_solvers[i],
              "%s (%s) is found by name", mb_solvers[i].name, kind(&mb_solvers[i]));
    }
    check(!mb_find_lcp_solver("no such") && !mb_find_mlcp_solver(NULL), "every solver has a name");
    check(files == 18, "the file has problems (%d)", files);
    for (int i = 0; i < files; i++) test_file(&entries[i]);
    for (int i = 0; i < PROBLEM_FAMILIES; i++)
        test_family(&problem_families[i], full ? 10000 : check_few(44), full);
    return check_done();
}
