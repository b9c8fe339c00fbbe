/* test_contact_pgs.c: Gauss-Seidel on contact rows, against the assembled problem */
#include "rows.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 32 };
static double memory[1 << 16];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* G G' + e_1 e_1': a dense block, symmetric positive definite */
static void make_block(rng *r, double *block)
{
    double G[9];

    for (int i = 0; i < 9; i++) G[i] = rng_normal(r);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int m = 0; m < 3; m++)
                block[3 * i + j] += G[3 * i + m] * G[3 * j + m] + (i == j && m == 0);
}

/* row 3k a contact's normal, 3k+1 and 3k+2 friction bounded by it */
static void make_contacts(island *c, rng *r, int nbody, int ncontact, int friction)
{
    rows_clear(c, nbody);
    for (int k = 0; k < nbody; k++) make_block(r, c->Minv + 9 * k);
    for (int k = 0; k < ncontact; k++) {
        const int a = rng_int(r, nbody), b = rng_int(r, nbody + 1) - 1, other = b == a ? -1 : b;
        const int normal = rows_add(c, r, a, other, 0.0, HUGE_VAL, -1);
        for (int f = 0; f < 2 && friction; f++) (void)rows_add(c, r, a, other, -0.4, 0.4, normal);
    }
    for (int i = 0; i < c->rows.n; i++) c->b[i] = rng_normal(r);
}

/* soft rows; conjugate gradients; and stopping at a given residual */
static void test_soft_and_conjugate(void)
{
    static island c;
    rng r = { 78 };
    double soft[MAX_ROW];
    int wrong = 0, apart = 0, plain = 0, faster = 0, early = 0;

    for (int k = 0; k < 100; k++) {
        double z[MAX_ROW] = { 0 }, y[MAX_ROW] = { 0 };
        mb_options o = { 0 };
        mb_info info;
        mb_mlcp p;
        make_contacts(&c, &r, 4, 1 + rng_int(&r, 12), 0);
        p = rows_assemble(&c);
        for (int i = 0; i < p.n; i++) c.A[i * (p.n + 1)] += soft[i] = 0.1 * rng_unit(&r);
        c.rows.soft = soft;
        o.max_iter = 100000;
        mb_contact_pgs(&c.rows, &o, z, NULL, &info, scratch());
        wrong += info.status != MB_OK || !(mb_mlcp_residual(&p, z) <= 1e-10);
        plain += info.iterations;
        c.rows.conjugate = 1;
        mb_contact_pgs(&c.rows, &o, y, NULL, &info, scratch());
        wrong += info.status != MB_OK || !(mb_mlcp_residual(&p, y) <= 1e-10);
        faster += info.iterations;
        for (int i = 0; i < p.n; i++) apart += !(fabs(y[i] - z[i]) <= 1e-6 * (1.0 + fabs(z[i])));
        c.rows.enough = 1e-2;
        memset(y, 0, sizeof y);
        mb_contact_pgs(&c.rows, &o, y, NULL, &info, scratch());
        early += info.residual <= 1e-2 && mb_mlcp_residual(&p, y) <= 1e-2 * (1 + 1e-6);
    }
    check(wrong == 0, "soft rows: A + diag(soft), plain and conjugate");
    check(apart == 0, "and the unique solution");
    check(2 * faster < plain, "conjugate: in %d sweeps, plain in %d", faster, plain);
    check(early == 100, "stops at the requested residual, solved or not");
    soft[0] = -1.0;
    check(mb_contact_pgs(&c.rows, NULL, soft, NULL, NULL, scratch()) == MB_BAD_ARG,
          "a row softer than soft is refused");
}

/* bodies that move along x: 1/m, and a row's entry for a body */
#define ALONG(m) m, 0, 0, 0, 0, 0, 0, 0, 0
#define X(j) j, 0, 0

/* With b = 0 each sweep multiplies the iterates by 0.36, until products underflow. The solution is
 * 0; 1e-320 must not pass as one. Three bodies in a row: A = [2 -1.2; -1.2 2]. */
static void test_dwindling(void)
{
    static const double Minv[] = { ALONG(0.8), ALONG(1.2), ALONG(0.8), ALONG(2) };
    static const double J[] = { X(1), X(-1), X(1), X(-1), X(1), X(0) };
    static const double b[] = { 0, 0, -2 }, lo[] = { -HUGE_VAL, -HUGE_VAL, 0 };
    static const int body[] = { 0, 1, 1, 2, 3, -1 };
    const mb_contact_rows rows = { 3, 2, Minv, body, J, b, NULL, NULL, NULL, NULL, 0, 0, 0 };
    const mb_contact_rows apart = { 4, 3, Minv, body, J, b, lo, NULL, NULL, NULL, 0, 0, 0 };
    double x[] = { 1, 1 }, u[] = { 1, 1, 3 }, dv[9];
    mb_options o = { 0 };

    o.max_iter = 5000;
    check(mb_contact_pgs(&rows, &o, x, dv, NULL, scratch()) == MB_OK && x[0] + x[1] <= 0.0 &&
          fabs(dv[3]) <= 0.0, "b = 0: z = 0");
    check(mb_contact_pgs(&apart, &o, u, NULL, NULL, scratch()) == MB_OK && u[0] + u[1] <= 0.0 &&
          fabs(u[2] - 1.0) <= 1e-15, "two joints and a fourth body by itself: z = (0, 0, 1)");
}

/* Bodies 1 and 2 touch only body 0. The row between 0 and 2 leaves 4e-3 of its own b, but 4e-11 of
 * the largest b in its group: MB_OK, since body 0 joins all rows in one group. */
static void test_joined_by_the_first(void)
{
    static const double Minv[] = { ALONG(1), ALONG(1), ALONG(1) };
    static const double J[] = { X(1), X(-1), X(1), X(-1), X(-1), X(0) };
    static const double b[] = { -1e8, -1, 0 };
    static const int body[] = { 0, 1, 0, 2, 0, -1 };
    const mb_contact_rows rows = { 3, 3, Minv, body, J, b, NULL, NULL, NULL, NULL, 0, 0, 0 };
    double z[] = { 1e8, 1.004, 1e8 + 1.004 };
    mb_info info;
    const mb_status status = mb_contact_pgs(&rows, NULL, z, NULL, &info, scratch());

    check(status == MB_OK && info.iterations == 0, "rows that meet at body 0 are one group (%s)",
          mb_status_name(status));
}

/* A body pushed from both sides, z_1 - z_2 >= 1 and z_2 - z_1 >= 1, which has no solution; the
 * residual, being relative, is small at z = 1e15. Beside it a body that is solved by z_3 = 1e8. */
static void test_crushed(void)
{
    static const double Minv[] = { ALONG(1), ALONG(1) }, b[] = { -1, -1, -1e8 };
    static const double J[] = { X(1), X(0), X(-1), X(0), X(1), X(0) };
    static const int body[] = { 0, -1, 0, -1, 1, -1 };
    const mb_contact_rows rows = { 2, 3, Minv, body, J, b, NULL, NULL, NULL, NULL, 0, 0, 0 };
    const mb_contact_rows one = { 2, 1, Minv, body, J, b, NULL, NULL, NULL, NULL, 0, 0, 0 };
    mb_options o = { 0 };
    double z[3];

    o.max_iter = 50;
    for (int k = 0; k < 6; k++) {
        z[0] = z[1] = k == 0 ? 0.0 : pow(10.0, 3.0 * k);
        z[2] = 0.0;
        check(mb_contact_pgs(&rows, &o, z, NULL, NULL, scratch()) != MB_OK,
              "contacts from both sides are not solved from %g", k == 0 ? 0.0 : pow(10.0, 3.0 * k));
    }
    z[0] = -5.0;
    check(mb_contact_pgs(&one, &o, z, NULL, NULL, scratch()) == MB_OK && z[0] == 1.0,
          "one of them is solved, from a start outside the bounds");
}

/* a motor J v = 2 with an impulse of at most 3, on a body of M = 1: at its limit where b demands
 * more; and against a stop, which then carries the limit's 3 */
static void test_limits(void)
{
    static const double Minv[] = { ALONG(1) }, J[] = { X(1), X(0), X(-1), X(0) };
    static const double lo[] = { -3, 0 }, hi[] = { 3, HUGE_VAL };
    static const int body[] = { 0, -1, 0, -1 };
    const double weak[] = { -2, 5 }, strong[] = { -7, 9 }, stopped[] = { -7, 0 };
    mb_contact_rows rows = { 1, 2, Minv, body, J, weak, lo, hi, NULL, NULL, 0, 0, 0 };
    double z[2] = { 0 }, dv[3];

    check(mb_contact_pgs(&rows, NULL, z, dv, NULL, scratch()) == MB_OK && z[0] == 2.0 &&
          z[1] == 0.0 && dv[0] == 2.0, "a motor within its limit reaches its speed");
    rows.b = strong;
    check(mb_contact_pgs(&rows, NULL, z, dv, NULL, scratch()) == MB_OK && z[0] == 3.0 &&
          dv[0] == 3.0, "beyond its limit it pushes with its limit");
    rows.b = stopped;
    check(mb_contact_pgs(&rows, NULL, z, dv, NULL, scratch()) == MB_OK && z[0] == 3.0 &&
          z[1] == 3.0 && dv[0] == 0.0, "against a stop, which carries that impulse");
}

/* two rows that push a body equally and oppositely, and a third row in which they cancel: b = 0, z
 * = 0, a slack of pure rounding */
static void test_cancellation(void)
{
    enum { N = 3 };
    const double s = sqrt(0.5), Minv[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 0 }, b[N] = { -0.7, -0.7, 0 };
    const double J[N * 6] = { s, s, 0, X(0), -s, s, 0, X(0), 1, 0, 0, X(0) };
    const double lo[N] = { 0, 0, -0.5 }, hi[N] = { HUGE_VAL, HUGE_VAL, 0.5 };
    const int body[2 * N] = { 0, -1, 0, -1, 0, -1 }, findex[N] = { -1, -1, 0 };
    const mb_contact_rows rows = { 1, N, Minv, body, J, b, lo, hi, findex, NULL, 0, 0, 0 };
    double z[N] = { 0 };
    mb_info info;

    mb_contact_pgs(&rows, NULL, z, NULL, &info, scratch());
    check(info.status == MB_OK, "forces that cancel in a wedge: solved (%s, residual %g)",
          mb_status_name(info.status), info.residual);
    check_near(z[0], 0.7, 1e-9, "each side carries its share");
    check_near(z[2], 0.0, 1e-9, "and nothing across");
}

/* A slack of 1e-17 with z = 1 is rounding, and z is accepted; a slack of 1e-300, where products may
 * have underflowed, proves nothing. */
static void test_lost_digits(void)
{
    static const double Minv[] = { ALONG(1), ALONG(1) };
    static const double J[] = { X(1), X(0), -1e-17, 1, 0, X(0) }, b[] = { -1, 0 };
    static const double apart_J[] = { X(1), X(0), X(1), X(0) }, tiny[] = { -1, 1e-300 };
    static const double plane[] = { 1, 0, 0, 0, 1, 0, 0, 0, 0 };
    static const int one[] = { 0, -1, 0, -1 }, two[] = { 0, -1, 1, -1 };
    const mb_contact_rows crossed = { 1, 2, plane, one, J, b, NULL, NULL, NULL, NULL, 0, 0, 0 };
    const mb_contact_rows lost = { 2, 2, Minv, two, apart_J, tiny, NULL, NULL, NULL, NULL, 0, 0,
                                   0 };
    double z[] = { 1, 0 };
    mb_info info;

    check(mb_contact_pgs(&crossed, NULL, z, NULL, &info, scratch()) == MB_OK && info.iterations == 0
          && info.residual == 0.0, "a slack of rounding size is accepted as 0");
    check(mb_contact_pgs(&lost, NULL, z, NULL, &info, scratch()) != MB_OK && info.residual == 1.0,
          "a row so small that products underflow is not solved");
}

/* b in other units: z scales with it, and nothing else changes */
static void test_units(void)
{
    static island c;
    int off = 0, solved = 0;

    for (int k = 0; k < 60; k++) {
        rng r = { (uint64_t)(100 + k) };
        const int m = k % 2 ? 30 : -30;
        double z[MAX_ROW] = { 0 }, y[MAX_ROW] = { 0 };
        mb_options o = { .tol = k % 3 ? 1e-6 : 1e-9 };
        mb_info one, two;
        make_contacts(&c, &r, 1 + rng_int(&r, 10), 1 + rng_int(&r, 8), k % 4 == 3);
        mb_contact_pgs(&c.rows, &o, z, NULL, &one, scratch());
        for (int i = 0; i < c.rows.n; i++) c.b[i] = ldexp(c.b[i], m);
        mb_contact_pgs(&c.rows, &o, y, NULL, &two, scratch());
        off += one.status != two.status || one.iterations != two.iterations;
        for (int i = 0; i < c.rows.n; i++) off += y[i] != ldexp(z[i], m);
        solved += one.status == MB_OK;
    }
    check(off == 0 && solved > 40,
          "the same sweeps and digits in other units, %d times solved (%d differ)",
          solved, off);
}

static void test_memory(void)
{
    static island c;
    rng r = { 1 };
    double z[MAX_ROW] = { 0.5 }, dv[3 * MAX_BODY] = { 0 };
    char *bytes = (char *)memory;
    mb_contact_rows rows;
    size_t need;
    int intact = 1;

    make_contacts(&c, &r, 5, 7, 1);
    need = mb_contact_pgs_scratch(&c.rows);
    memset(bytes, 0x5a, need + GUARD);
    check(mb_contact_pgs(&c.rows, NULL, z, dv, NULL, mb_arena_make(bytes, need - 1)) ==
          MB_NO_MEMORY && z[0] == 0.5 && dv[0] == 0.0,
          "a byte less than its scratch is MB_NO_MEMORY, z and dv unchanged");
    check(mb_contact_pgs(&c.rows, NULL, z, dv, NULL, mb_arena_make(bytes, need)) >= 0,
          "its scratch suffices");
    for (int i = 0; i < GUARD; i++) intact = intact && bytes[need + (size_t)i] == 0x5a;
    check(intact, "nothing is written beyond it");
    rows = c.rows;
    rows.nbody = -1;
    check(mb_contact_pgs_scratch(&rows) == 0 && mb_contact_pgs_scratch(NULL) == 0,
          "a negative number of bodies, or no rows, need no scratch");
    check(mb_contact_pgs(&rows, NULL, z, dv, NULL, scratch()) == MB_BAD_ARG, "and are MB_BAD_ARG");
}

/* the status and info.where of one call from z = 0 */
static mb_status status_of(const mb_contact_rows *rows, int *where)
{
    double z[MAX_ROW] = { 0 }, dv[3 * MAX_BODY];
    mb_info info;

    mb_contact_pgs(rows, NULL, z, dv, &info, scratch());
    *where = info.where;
    return info.status;
}

/* the status with *entry = x, and back */
static mb_status with(const island *c, double *entry, double x, int *where)
{
    const double was = *entry;
    mb_status status;

    *entry = x;
    status = status_of(&c->rows, where);
    *entry = was;
    return status;
}

static void test_arguments(void)
{
    static island c;
    rng r = { 1 };
    double z[MAX_ROW] = { 0 }, dv[3 * MAX_BODY];
    mb_contact_rows rows;
    mb_info info;
    int at, was;

    make_contacts(&c, &r, 5, 7, 1);
    check(with(&c, c.b + 3, HUGE_VAL * 0.0, &at) == MB_NOT_FINITE && at == 3, "NaN in b");
    check(with(&c, c.J, HUGE_VAL, &at) == MB_NOT_FINITE && at == 0, "Inf in J");
    check(with(&c, c.Minv + 4, HUGE_VAL, &at) == MB_NOT_FINITE && at == -1, "Inf in M^-1");
    check(with(&c, c.lo + 3, HUGE_VAL, &at) == MB_BAD_ARG && at == 3, "a lower bound of +inf");
    check(with(&c, c.hi + 4, -0.5, &at) == MB_BAD_ARG && at == 4, "bounds that cross");
    z[2] = HUGE_VAL;
    check(mb_contact_pgs(&c.rows, NULL, z, dv, &info, scratch()) == MB_NOT_FINITE &&
          info.where == 2, "Inf in the start");
    was = c.body[5];
    c.body[5] = c.body[4];
    check(status_of(&c.rows, &at) == MB_BAD_ARG && at == 2, "one body twice in a row");
    c.body[5] = 5;
    check(status_of(&c.rows, &at) == MB_BAD_ARG && at == 2, "a body out of range");
    c.body[5] = was;
    c.findex[4] = 4;
    check(status_of(&c.rows, &at) == MB_BAD_ARG && at == 4, "a row bounded by itself");
    c.findex[4] = 3;
    rows = c.rows;
    rows.n = 0;
    check(mb_contact_pgs(&rows, NULL, z, dv, &info, scratch()) == MB_OK && dv[0] == 0.0,
          "no rows: solved, dv = 0");
    rows.n = 1;
    rows.body = NULL;
    check(status_of(&rows, &at) == MB_BAD_ARG, "one row without bodies");
    rows = c.rows;
    rows.n = INT_MAX / 6 + 1;
    check(status_of(&rows, &at) == MB_BAD_ARG, "more rows than an int can number");
    for (int k = 0; k < 6; k++) c.J[k] = c.body[k / 3] < 0 ? c.J[k] : 0.0;
    check(status_of(&c.rows, &at) == MB_SINGULAR && at == 0, "a row of zeros is MB_SINGULAR");
    check(mb_contact_pgs(NULL, NULL, z, dv, &info, scratch()) == MB_BAD_ARG, "NULL");
}

/* every entry of a row, beside and beyond its limits */
static void test_every_argument(void)
{
    static island c;
    static double soft[MAX_ROW];
    const double nan = HUGE_VAL * 0.0;
    double dv[3 * MAX_BODY], z[MAX_ROW] = { 0 };
    mb_contact_rows rows;
    rng r = { 3 };
    int bad = 0, at;

    make_contacts(&c, &r, 5, 3, 1);
    c.rows.soft = soft;
    check(status_of(&c.rows, &at) >= 0 && at == -1, "nine good rows");
    for (int i = 0; i < 9; i++)
        for (int e = 2 * i; e < 2 * i + 2; e++) {
            const int kept = c.body[e], other = c.body[e ^ 1];
            for (int body = -3; body <= 7; body++) {
                const int good = body == -1 || (body >= 0 && body < 5 && body != other);
                c.body[e] = body;
                if (!good && (status_of(&c.rows, &at) != MB_BAD_ARG || at != i)) bad++;
                if (good && status_of(&c.rows, &at) == MB_BAD_ARG) bad++;
            }
            c.body[e] = kept;
            for (int k = 0; k < 3; k++)
                bad += with(&c, c.J + 3 * e + k, nan, &at) != MB_NOT_FINITE && kept >= 0;
            c.body[e] = -1;
            if (other >= 0) bad += with(&c, c.J + 3 * e, nan, &at) < 0;    /* is ignored */
            c.body[e] = kept;
        }
    check(bad == 0, "bodies of rows, and J (%d wrong)", bad);
    for (int i = bad = 0; i < 9; i++) {
        bad += with(&c, c.lo + i, nan, &at) != MB_NOT_FINITE || at != i;
        bad += with(&c, c.hi + i, nan, &at) != MB_NOT_FINITE || at != i;
        bad += with(&c, c.b + i, -HUGE_VAL, &at) != MB_NOT_FINITE || at != i;
        bad += with(&c, soft + i, -1e-300, &at) != MB_BAD_ARG || at != i;
        bad += with(&c, soft + i, nan, &at) != MB_NOT_FINITE || at != i;
        bad += with(&c, soft + i, 0.5, &at) < 0;
        bad += with(&c, c.lo + i, HUGE_VAL, &at) != MB_BAD_ARG || at != i;
        bad += with(&c, c.hi + i, -HUGE_VAL, &at) != MB_BAD_ARG || at != i;
        bad += with(&c, c.lo + i, -HUGE_VAL, &at) < 0;
        bad += with(&c, c.hi + i, HUGE_VAL, &at) < 0;
        if (i % 3 == 0) bad += with(&c, c.hi + i, c.lo[i], &at) < 0;       /* lo = hi */
        if (i % 3 == 0) continue;                              /* friction: 0 is within bounds */
        bad += with(&c, c.lo + i, 1e-300, &at) != MB_BAD_ARG || with(&c, c.lo + i, 0.0, &at) < 0;
        bad += with(&c, c.hi + i, -1e-300, &at) != MB_BAD_ARG || with(&c, c.hi + i, 0.0, &at) < 0;
        for (int f = -2; f <= 11; f++) {
            const int kept = c.findex[i];
            c.findex[i] = f;
            bad += (status_of(&c.rows, &at) == MB_BAD_ARG) != (f == i || f >= 9);
            c.findex[i] = kept;
        }
    }
    check(bad == 0, "bounds, softness and findex (%d wrong)", bad);
    for (int k = bad = 0; k < 9; k++) {
        rows = c.rows;
        if (k == 0) rows.Minv = NULL;
        if (k == 1) rows.body = NULL;
        if (k == 2) rows.J = NULL;
        if (k == 3) rows.b = NULL;
        if (k == 4) rows.n = -1;
        if (k == 5) rows.nbody = -1;
        if (k == 6) rows.nbody = INT_MAX / 9 + 1;
        if (k == 7) rows.lo = rows.hi = NULL, rows.findex = NULL;          /* may be NULL */
        if (k == 8) rows.soft = NULL;
        bad += status_of(&rows, &at) == MB_BAD_ARG ? k > 6 : k <= 6;
    }
    bad += mb_contact_pgs(&c.rows, NULL, NULL, dv, NULL, scratch()) != MB_BAD_ARG;
    check(bad == 0, "arrays that are missing (%d wrong)", bad);
    for (int k = bad = 0; k < 8; k++) {
        static const double tol[8] = { -1e-300, 0, 1, 0, 0, 0, 0, 0 };
        static const double omega[8] = { 0, 0, 0, -1e-300, 0, 1.999, 2, 0 };
        mb_options o = { .tol = tol[k], .omega = omega[k], .max_iter = k == 4 ? -1 : 0 };
        if (k == 7) o.tol = HUGE_VAL;
        memset(z, 0, sizeof z);
        bad += (mb_contact_pgs(&c.rows, &o, z, dv, NULL, scratch()) == MB_BAD_ARG) !=
               (k == 0 || k == 3 || k == 4 || k == 6 || k == 7);
    }
    check(bad == 0, "options (%d wrong)", bad);
    rows = c.rows;
    rows.n = 0;
    check(mb_contact_pgs(&rows, NULL, z, dv, NULL,
                         mb_arena_make(memory, mb_contact_pgs_scratch(&rows))) == MB_OK &&
          mb_contact_newton(&rows, NULL, z, dv, NULL,
                            mb_arena_make(memory, mb_contact_newton_scratch(&rows, 1.0))) == MB_OK,
          "no rows: their scratch suffices");
}

int main(void)
{
    test_soft_and_conjugate();
    test_dwindling();
    test_joined_by_the_first();
    test_crushed();
    test_limits();
    test_cancellation();
    test_lost_digits();
    test_units();
    test_memory();
    test_arguments();
    test_every_argument();
    return check_done();
}
