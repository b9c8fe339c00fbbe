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

static double largest(int n, const double *x)
{
    double m = 0.0;

    for (int i = 0; i < n; i++) m = fmax(m, fabs(x[i]));
    return m;
}

/* ---- one call -------------------------------------------------------------------------------- */

/* solves p with `size` bytes of scratch between guard bytes; *intact = 0 if the solver wrote
 * outside the scratch, or into A or b */
static mb_status solve(const mb_solver *s, const problem *p, size_t size, const mb_options *opt,
                       double *z, mb_info *info, int *intact)
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
        status = s->lcp(&q, opt, z, info, mb_arena_make(scratch, size));
    } else {
        const mb_mlcp q = { p->n, A, b, lo, hi, NULL };
        for (int i = 0; i < p->n; i++) {
            lo[i] = i < p->nfree ? -HUGE_VAL : 0.0;
            hi[i] = HUGE_VAL;
        }
        status = s->mlcp(&q, opt, z, info, mb_arena_make(scratch, size));
    }
    *intact =
        memcmp(A, p->A, n * n * sizeof(double)) == 0 && memcmp(b, p->b, n * sizeof(double)) == 0;
    for (int i = 0; i < GUARD; i++)
        *intact = *intact && memory[i] == 0x5a && scratch[size + (size_t)i] == 0x5a;
    return status;
}

static mb_status call(const mb_solver *s, int n, const double *A, const double *b,
                      const mb_options *o, double *z, mb_info *info)
{
    const mb_lcp p = { n, A, b };
    const mb_mlcp q = { n, A, b, NULL, NULL, NULL };
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);

    return s->lcp ? s->lcp(&p, o, z, info, scratch) : s->mlcp(&q, o, z, info, scratch);
}

/* LCP solvers accept no free variables; enumeration is slow */
static int applies(const mb_solver *s, const problem *p)
{
    if (p->nfree > 0 && s->lcp) return 0;
    return strcmp(s->name, "enumerate") != 0 || p->n <= 7;
}

static const char *kind(const mb_solver *s) { return s->lcp ? "LCP" : "mLCP"; }

/* 1 if one solve satisfies the contract; notes each violation. size: of its start, 0 for a plain
 * one; *info and u[n]: its report and its ray */
static int honest(const mb_solver *s, const problem *p, double size, const char *where,
                  mb_info *info, double *u)
{
    const mb_info none = { MB_TODO, -7, -7.0, -7 };
    const mb_options opt = { .ray = u };
    rng r_start = { (uint64_t)p->n };
    double z[MAX_N] = { 0.0 }, start[MAX_N];
    mb_status status;
    long double r;
    int intact, ok = 1;

    *info = none;
    for (int i = 0; i < p->n; i++) {
        start[i] = z[i] = size > 0.0 ? size * rng_normal(&r_start) : 0.25 * (i % 3);
        u[i] = 0.0;
    }
    status = solve(s, p, s->scratch(p->n), &opt, z, info, &intact);
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
        strcmp(family, "f_bothscale") == 0 || strcmp(family, "f_zero_b") == 0)
        return 15;
    if (strcmp(family, "d_hp") == 0 || strcmp(family, "d_hdd") == 0) return 7;
    if (strcmp(family, "b_psd") == 0) return 5;
    /* z spans more than ten decades at n = 64 */
    if (strcmp(family, "d_ptri") == 0) return n <= 16 ? 5 : n < 64 ? 4 : 0;
    /* 1 of 44 ends at a z that the judge refuses, with z_i and w_i both near 0 */
    if (strcmp(family, "f_degenerate") == 0) return 0;
    return 4;
}

static int needs_symmetry(const mb_solver *s)
{
    static const double A[] = { 2, 1, 0, 2 }, b[] = { -1, -1 };
    double z[2] = { 0, 0 };

    return call(s, 2, A, b, NULL, z, NULL) == MB_BAD_ARG;
}

/* the outcomes that the documentation promises for a solver on a family */
static int as_promised(const mb_solver *s, const problem_family *f, int n, mb_status status)
{
    static const char *const newton[] = { "fischer-newton", "minmap-newton", "interior-point",
        "fixed-point" };
    const int direct = strcmp(s->name, "lemke") == 0 ||
                       (strcmp(s->name, "dantzig") == 0 && (f->flags & PROBLEM_SYMMETRIC));

    if (status == MB_BAD_ARG) return !(f->flags & PROBLEM_SYMMETRIC) && needs_symmetry(s);
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

/* the ray of an LCP whose A is semidefinite proves that there is no solution */
static int proves(const problem *p, const double *u)
{
    const mb_mlcp q = { p->n, p->A, p->b, NULL, NULL, NULL };

    return mb_infeasible(&q, u);
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
        const double size = k % 4 == 3 ? pow(10.0, rng_range(&r, -6.0, 6.0)) : 0.0;
        problem p;
        if (!problem_make(f, sizes[k % 11] < f->step ? f->step : sizes[k % 11], &r, &p)) continue;
        for (int i = 0; i < mb_solver_count; i++) {
            mb_info info;
            double u[MAX_N];
            char where[64];
            if (!applies(&mb_solvers[i], &p) || (!full && is_slow(&mb_solvers[i]) && p.n > 24))
                continue;
            snprintf(where, sizeof where, "%s, problem %d", f->name, k);
            tried[i]++;
            if (!honest(&mb_solvers[i], &p, size, where, &info, u)) lies++;
            solved[i] += info.status == MB_OK;
            if (as_promised(&mb_solvers[i], f, p.n, info.status) &&
                (info.status != MB_RAY || !mb_solvers[i].lcp || !(f->flags & PROBLEM_PSD) ||
                 proves(&p, u)))
                continue;
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
        double u[MAX_N];
        if (!applies(s, &p)) continue;
        if (!honest(s, &p, 0.0, e->name, &info, u)) bad++;
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

/* does it read z as its start? Then a start at the solution is not the same as one at 0. */
static int reads_start(const mb_solver *s)
{
    static const double A[] = { 2, 1, 1, 2 }, b[] = { -5, -6 };
    double z[2] = { 0, 0 };
    mb_info from_zero, from_solution;

    call(s, 2, A, b, NULL, z, &from_zero);
    call(s, 2, A, b, NULL, z, &from_solution);
    return from_solution.iterations < from_zero.iterations;
}

static void test_not_finite(const mb_solver *s)
{
    enum { N = 5 };
    const double poison[] = { HUGE_VAL, -HUGE_VAL, (double)NAN };
    const int starts = reads_start(s);
    int bad = 0, bad_start = 0;
    double u[N];
    mb_info info;
    problem p;

    set_small(&p, N);
    for (int at = 0; at < N * N + N; at++)
        for (int k = 0; k < 3; k++) {
            double *x = at < N * N ? p.A + at : p.b + at - N * N, was = *x;
            *x = poison[k];
            bad += !honest(s, &p, 0.0, "poisoned", &info, u) || info.status != MB_NOT_FINITE ||
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
            status = solve(s, &p, need - 1, NULL, z, &info, &intact);
            if (status != MB_NO_MEMORY || info.status != MB_NO_MEMORY || info.where != -1 ||
                !intact || memcmp(z, start, (size_t)p.n * sizeof(double)) != 0)
                bad++, note("n = %d, one byte short of %lu: %s", p.n, (unsigned long)need,
                            mb_status_name(status));
        }
        status = solve(s, &p, need, NULL, z, &info, &intact);
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
    const double b[N] = { -5, 1.5, 7, 1, 9, 8, -2, -2, -2, -2 },
        want[N] = { 1, -1, -7, -3, 2, -8, 2, 3, 2.5, 2 };
    const double starts[] = { 0, 2, -7, 40 };
    const struct { double hi; int findex; mb_status status; const char *what; } bad[] = {
        { -2, -1, MB_BAD_ARG, "lo > hi is MB_BAD_ARG" },
        { (double)NAN, -1, MB_NOT_FINITE, "a bound that is NaN is MB_NOT_FINITE" },
        { 1, 1, MB_BAD_ARG, "a findex to itself is MB_BAD_ARG" },
        { 1, N, MB_BAD_ARG, "a findex out of range is MB_BAD_ARG" },
        /* bounds of -z_7 and z_7, which is 2 */
        { 1, 6, MB_OK, "findex is MB_BAD_ARG, or z_2 is within z_7's bounds: -1.5" }
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
        z[0] = 7.0;
        some_hi[1] = bad[k].hi;
        findex[1] = bad[k].findex;
        const mb_status status = s->mlcp(&p, NULL, z, &info, scratch);
        const int solved = bad[k].status == MB_OK && status == MB_OK && fabs(z[1] + 1.5) <= 1e-12;
        const int refused = status == (bad[k].status ? bad[k].status : MB_BAD_ARG) &&
                            info.where == 1 && z[0] == 7.0;
        check(solved || refused, "%s: %s", s->name, bad[k].what);
    }
}

/* A solution among the 3^n states of n <= 6 variables: at lo, at hi (a free one at 0), between.
 * Data of small integers: a z beyond 1e8 comes from a singular system. */
static int box_enumerate(const mb_mlcp *p, double *z)
{
    const int n = p->n;
    int states = 1;

    for (int i = 0; i < n; i++) states *= 3;
    for (int code = 0; code < states; code++) {
        double T[36], x[6], between[6];
        int in[6], m = 0, ok = 1;
        for (int i = 0, c = code; i < n; i++, c /= 3) {
            const int is_free = p->lo[i] <= -HUGE_VAL && p->hi[i] >= HUGE_VAL;
            x[i] = c % 3 == 2 || is_free ? 0.0 : c % 3 ? p->hi[i] : p->lo[i];
            if (c % 3 == 2) in[m++] = i;
            ok = ok && fabs(x[i]) < HUGE_VAL;
        }
        for (int a = 0; a < m && ok; a++) {
            between[a] = -p->b[in[a]];
            for (int j = 0; j < n; j++) between[a] -= p->A[in[a] * n + j] * x[j];
            for (int d = 0; d < m; d++) T[a * m + d] = p->A[in[a] * n + in[d]];
        }
        if (!ok || plain_solve(m, T, between) == 0.0) continue;
        for (int a = 0; a < m; a++) x[in[a]] = between[a];
        for (int i = 0; i < n; i++)
            ok = ok && x[i] >= p->lo[i] - 1e-12 && x[i] <= p->hi[i] + 1e-12 && fabs(x[i]) < 1e8;
        if (!ok || !(mb_mlcp_residual(p, x) <= TOL)) continue;
        memcpy(z, x, (size_t)n * sizeof(double));
        return 1;
    }
    return 0;
}

/* Random boxes and free variables, semidefinite A of integers, in any units: solved or not as 3^n
 * states say, with that w, which is unique. */
static void test_boxes(int count)
{
    int lies = 0, off = 0, found = 0, solved[64] = { 0 }, rays[64] = { 0 };
    rng r = { 4 };

    for (int k = 0; k < count; k++) {
        const int n = 1 + rng_int(&r, 6), rank = 1 + rng_int(&r, n);
        const int a = k % 2 ? rng_int(&r, 61) - 30 : 0, e = k % 2 ? rng_int(&r, 61) - 30 : 0;
        double G[36], A[36] = { 0 }, b[6], lo[6], hi[6], y[6], v[6], w[6];
        const mb_mlcp p = { n, A, b, lo, hi, NULL };
        const mb_lcp q = { n, A, b };
        for (int i = 0; i < n * rank; i++) G[i] = (double)(rng_int(&r, 7) - 3);
        problem_add_gram(n, rank, G, NULL, A);
        for (int i = 0; i < n; i++) {
            b[i] = (double)(rng_int(&r, 9) - 4);
            lo[i] = k % 3 == 0 || rng_int(&r, 3) ? -(double)rng_int(&r, 3) : -HUGE_VAL;
            hi[i] = k % 3 == 0 || rng_int(&r, 3) ? (double)rng_int(&r, 3) : HUGE_VAL;
        }
        const int solvable = box_enumerate(&p, y);
        found += solvable;
        lies += k % 3 == 0 && !solvable;                       /* bounds on both sides: always */
        mb_slack(&q, y, w);
        for (int i = 0; i < n * n; i++) A[i] = ldexp(A[i], a);
        for (int i = 0; i < n; i++) {
            b[i] = ldexp(b[i], e);
            lo[i] = ldexp(lo[i], e - a);
            hi[i] = ldexp(hi[i], e - a);
        }
        for (int i = 0; i < mb_solver_count; i++) {
            double z[6] = { 0 };
            mb_info info;
            if (!mb_solvers[i].mlcp) continue;
            mb_solvers[i].mlcp(&p, NULL, z, &info, mb_arena_make(memory, sizeof memory));
            solved[i] += info.status == MB_OK;
            rays[i] += info.status == MB_RAY;
            lies += info.status < 0 || (!solvable && info.status == MB_OK);
            lies += solvable && info.status == MB_RAY;
            mb_slack(&q, z, v);
            for (int j = 0; j < n && solvable && info.status == MB_OK; j++)
                off += !(fabs(ldexp(v[j], -e) - w[j]) <=
                         1e-7 * (1.0 + largest(n, w) + ldexp(largest(n, z), a - e)));
        }
    }
    check(lies == 0 && off == 0, "%d problems with boxes and free variables: of every solver %d "
          "statuses and %d w differ from those of 3^n states", count, lies, off);
    check(found > count / 2 && found < count - count / 50, "%d of them have a solution", found);
    for (int i = 0; i < mb_solver_count; i++) {
        const char *name = mb_solvers[i].name;
        const int pivots = strcmp(name, "dantzig") == 0 || strcmp(name, "lemke") == 0;
        /* lemke: a z = lo + x that should be 0 may be rounding, which is no solution */
        const int lost = strcmp(name, "dantzig") == 0 ? 0 : 1 + found / 1000;
        if (!mb_solvers[i].mlcp || !(pivots || strcmp(name, "fischer-newton") == 0)) continue;
        check(solved[i] >= found - lost, "boxes: %s solves %d of %d", name, solved[i], found);
        if (pivots) check(rays[i] == count - found, "boxes: the others end on a ray: %d", rays[i]);
    }
}

/* A solver reads omega, lambda, or max_iter and history, or it does not: then it accepts any value,
 * otherwise it refuses each invalid one. */
static void test_options(const mb_solver *s)
{
    static const double A[] = { 2, 1, 1, 2 }, b[] = { -5, -6 };
    static const double bad[] = { -1.0, 2.0, HUGE_VAL, HUGE_VAL * 0.0 };
    double history[4];
    const struct { const char *known, *what; int count; mb_options o[4]; } groups[] = {
        { "pgs jacobi", "omega", 4,
          { { .omega = bad[0] }, { .omega = bad[1] }, { .omega = bad[2] }, { .omega = bad[3] } } },
        { "fischer-newton", "lambda", 4, { { .lambda = bad[0] }, { .lambda = bad[1] },
          { .lambda = bad[2] }, { .lambda = bad[3] } } },
        { "lemke pgs jacobi fischer-newton minmap-newton interior-point fixed-point dantzig",
          "max_iter and history_len", 2,
          { { .max_iter = -1 }, { .history = history, .history_len = -3 } } },
        { "", "history_len without a history", 2, { { .history_len = -3 }, { .history_len = 3 } } },
    };

    for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++) {
        int refused = 0, solved = 0;
        for (int i = 0; i < groups[k].count; i++) {
            double z[2] = { 0, 0 };
            const mb_status status = call(s, 2, A, b, &groups[k].o[i], z, NULL);
            refused += status == MB_BAD_ARG;
            solved += status == MB_OK;
        }
        check(refused == groups[k].count ||
                  (solved == groups[k].count && !strstr(groups[k].known, s->name)),
              "%s (%s): %s: all invalid values are refused, or none is read", s->name, kind(s),
              groups[k].what);
    }
}

/* ---- records of the iterations --------------------------------------------------------------- */

enum { MOST = 4000 };

typedef struct {
    const problem *p;
    int calls, first, with_z, wrong;         /* first: the number of the first iteration */
    double residual[MOST + 1];               /* by number */
} record;

static void take_record(void *user, const mb_trace *t)
{
    record *s = user;
    const mb_lcp lcp = problem_as_lcp(s->p);
    const int most = 2 * t->n;

    if (s->calls++ == 0) s->first = t->iteration;
    s->with_z += t->z != NULL;
    s->wrong += t->iteration != s->first + s->calls - 1 || t->n != s->p->n ||
                t->entering < -1 || t->entering > most || t->leaving < -1 || t->leaving > most ||
                (t->z && !(fabs(t->residual - mb_residual(&lcp, t->z)) <= 1e-14));
    if (s->first == 0)                       /* Newton's methods, interior and fixed point */
        s->wrong += t->entering != -1 || t->leaving != -1 || (t->iteration > 0) != (t->step > 0.0);
    if (t->iteration <= MOST) s->residual[t->iteration] = t->residual;
}

/* Every iteration is traced, and is in the history; nothing else changes. Cut off after k
 * iterations, a solver returns that z with its residual; a shorter history is not exceeded. */
static void test_records(const mb_solver *s)
{
    static const char *const families[] = { "a_spd", "b_psd", "b_psd", "f_degenerate" };
    static double history[MOST + 1];
    static record seen;
    int wrong = 0, records = 0, cuts = 0;

    for (int trial = 0; trial < 32; trial++) {
        const int big = trial % 4 < 3 && strcmp(s->name, "enumerate") != 0;
        problem p = problem_named(families[trial % 4], big ? 6 + 3 * trial / 2 : 8, trial);
        const mb_lcp lcp = problem_as_lcp(&p);
        const mb_options watched = { .max_iter = MOST, .history = history, .history_len = MOST,
                                     .trace = take_record, .trace_user = &seen },
                         plain = { .max_iter = MOST };
        double z[56] = { 0 }, y[56] = { 0 };
        mb_info info, again;
        memset(&seen, 0, sizeof seen);
        seen.p = &p;
        for (int i = 0; i <= MOST; i++) history[i] = -1.0;
        call(s, p.n, p.A, p.b, &plain, z, &info);
        call(s, p.n, p.A, p.b, &watched, y, &again);
        wrong += info.status != again.status || info.iterations != again.iterations ||
                 memcmp(z, y, sizeof z) != 0 || info.residual != mb_residual(&lcp, z);
        records += seen.calls;
        if (seen.calls > 0) {
            const int n = info.iterations, last = n > 0 ? n - 1 : 0;
            wrong += seen.wrong + (seen.calls != n + (seen.first == 0)) +
                     (seen.with_z != 0 && seen.with_z != seen.calls);
            for (int i = 0; i < MOST; i++)
                wrong += history[i] != (i < n ? seen.residual[i + 1] : -1.0);
            wrong += n > 0 && !(fabs(history[last] - (seen.with_z ? info.residual : 0.0)) <= 1e-14);
        }
        for (int k = 1; seen.calls > 0 && k <= info.iterations; k += 1 + k / 4) {
            double short_history[3] = { -1, -1, -1 };
            const mb_options cut = { .max_iter = k, .history = short_history, .history_len = 2 };
            memset(y, 0, sizeof y);
            call(s, p.n, p.A, p.b, &cut, y, &again);
            wrong += again.status == MB_MAX_ITER ? again.iterations != k : again.iterations > k;
            wrong += again.status != MB_MAX_ITER && again.status != info.status;
            wrong += again.residual != mb_residual(&lcp, y);
            for (int i = 0; i < 3; i++)
                wrong += short_history[i] != (i < 2 && i < again.iterations ? history[i] : -1.0);
            if (again.status == MB_MAX_ITER && seen.with_z)    /* dantzig may have begun the next */
                wrong += !(fabs(history[k - 1] - again.residual) <= 1e-14) &&
                         !(fabs(history[k] - again.residual) <= 1e-14);
            cuts += again.status == MB_MAX_ITER;
        }
        problem_free(&p);
    }
    check(wrong == 0 && (records == 0 || cuts >= 5),
          "%s (%s): trace and history have all of %d iterations; %d are cut off: %d errors",
          s->name, kind(s), records, cuts, wrong);
}

/* ---- scratch, state, extremes ---------------------------------------------------------------- */

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
        test_records(&mb_solvers[i]);
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
    test_boxes(check_few(6000));
    check(files == 18, "the file has problems (%d)", files);
    for (int i = 0; i < files; i++) test_file(&entries[i]);
    for (int i = 0; i < PROBLEM_FAMILIES; i++)
        test_family(&problem_families[i], full ? 10000 : check_few(44), full);
    return check_done();
}
