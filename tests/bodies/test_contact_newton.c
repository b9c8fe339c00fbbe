/* test_contact_newton.c: Newton's method on random islands, judged by the assembled problem, and
 * against Lemke's method; the sparse LU under it */
#include "minisim2d/bodies/blocks.h"

#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD = 32, BODY = 12, NV = 3 * BODY };
static double memory[1 << 18];

static mb_arena scratch(void) { return mb_arena_make(memory, sizeof memory); }

/* ---- random islands -------------------------------------------------------------------------- */

/* Rows of two bodies, or of one and the world. b = J v, so that v = 0 can be reached; and gaps. */
static void make(island *p, rng *r, int contacts, int joints, double mu, double ratio)
{
    double v[NV];

    rows_clear(p, 2 + rng_int(r, BODY - 1));
    for (int i = 0; i < 3 * p->rows.nbody; i++) {
        p->Minv[9 * (i / 3) + 4 * (i % 3)] = pow(ratio, rng_unit(r));
        v[i] = rng_normal(r);
    }
    for (int k = 0; k < contacts + joints; k++) {
        const int a = rng_int(r, p->rows.nbody), b = rng_int(r, p->rows.nbody + 1) - 1;
        const int other = a == b ? -1 : b;
        const double most = rng_unit(r);
        if (k < contacts) {
            rows_add(p, r, a, other, 0.0, HUGE_VAL, -1);
            if (mu > 0.0) rows_add(p, r, a, other, -mu, mu, p->rows.n - 1);
        } else if (k % 3 == 0) {
            rows_add(p, r, a, other, -HUGE_VAL, HUGE_VAL, -1);  /* a joint, soft or not */
            p->soft[p->rows.n - 1] = k % 2 ? rng_unit(r) : 0.0;
        } else {
            rows_add(p, r, a, other, k % 3 == 1 ? 0.0 : -most, k % 3 == 1 ? HUGE_VAL : most, -1);
        }
    }
    for (int i = 0; i < p->rows.n; i++) {
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 3 && p->body[2 * i + e] >= 0; k++)
                p->b[i] += p->J[6 * i + 3 * e + k] * v[3 * p->body[2 * i + e] + k];
        if (p->findex[i] < 0 && p->lo[i] >= 0.0) p->b[i] += rng_unit(r) < 0.5 ? 0.0 : rng_unit(r);
    }
}

static mb_status newton(const island *p, double *z, double *dv, mb_info *info)
{
    return mb_contact_newton(&p->rows, NULL, z, dv, info, scratch());
}

/* every MB_OK must also pass the judge of the assembled problem */
static void test_random_islands(void)
{
    static const double ratios[] = { 1.0, 1e3, 1e6 };
    const int cases = check_few(1500);

    for (int kind = 0; kind < 3; kind++) {
        rng r = { 41 + (uint64_t)kind };
        int solved = 0, lies = 0, again = 0, wrong = 0;
        for (int k = 0; k < cases; k++) {
            static island p;
            double z[MAX_ROW] = { 0 }, dv[NV], residual, judged;
            mb_mlcp whole;
            mb_info info;
            make(&p, &r, 1 + rng_int(&r, 12), rng_int(&r, 6), k % 2 ? 0.4 : 0.0, ratios[kind]);
            whole = rows_assemble(&p);
            if (newton(&p, z, dv, &info) != MB_OK) continue;
            solved++;
            judged = info.residual;
            lies += !mb_mlcp_judge(&whole, 1e-10, z, &residual, scratch());
            wrong += !(fabs(residual - judged) <= 1e-13) || info.where != -1;
            again += newton(&p, z, dv, &info) != MB_OK;
        }
        check(lies == 0, "masses up to 1 : %g: MB_OK agrees with the judge (%d not)", ratios[kind],
              lies);
        check(wrong == 0, "and so does the residual, and no row is named (%d not)", wrong);
        check(solved >= cases - 1, "all but one at most are solved: %d of %d", solved, cases);
        check(again == 0, "and solved again from its solution (%d not)", again);
    }
}

/* without friction w is unique: that of Lemke's method */
static void test_against_lemke(void)
{
    rng r = { 5 };
    int both = 0, apart = 0;

    for (int k = 0; k < 500; k++) {
        static island p;
        double z[MAX_ROW] = { 0 }, y[MAX_ROW] = { 0 }, w[MAX_ROW], u[MAX_ROW], size = 1.0;
        mb_lcp lcp;
        make(&p, &r, 1 + rng_int(&r, 14), 0, 0.0, 10.0);
        (void)rows_assemble(&p);
        lcp = (mb_lcp){ p.rows.n, p.A, p.b };
        if (newton(&p, z, NULL, NULL) != MB_OK) continue;
        if (mb_lemke(&lcp, NULL, y, NULL, scratch()) != MB_OK) continue;
        both++;
        mb_slack(&lcp, z, w);
        mb_slack(&lcp, y, u);
        for (int i = 0; i < lcp.n; i++) size = fmax(size, fabs(u[i]));
        for (int i = 0; i < lcp.n; i++) apart += !(fabs(w[i] - u[i]) <= 1e-8 * size);
    }
    check(both > 480 && apart == 0, "%d problems without friction: Lemke's velocities (%d differ)",
          both, apart);
}

/* ---- small ones, by hand --------------------------------------------------------------------- */

/* A row listed twice: z is shared. Three times as heavy: the same v+. A speed that cannot change
 * stays 0. */
static void test_rows_that_depend(void)
{
    static const double Minv[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 0 };
    static const double J[12] = { 0, 1, 0.5, 0, 0, 0, 0, 1, 0.5, 0, 0, 0 }, b[2] = { -1, -1 };
    static const int body[4] = { 0, -1, 0, -1 };
    const mb_contact_rows rows = { .nbody = 1, .n = 2, .Minv = Minv, .body = body,
                                   .J = J, .b = b };
    double z[2] = { 0 }, dv[3];

    check(mb_contact_newton(&rows, NULL, z, dv, NULL, scratch()) == MB_OK, "one row, twice");
    check_near(z[0] + z[1], 1.0, 1e-12, "both carry it");
    check_near(dv[1], 1.0, 1e-12, "the body is stopped");
    check(fabs(dv[2]) <= 0.0, "a body with 1/J = 0 does not turn");
}

/* a block that slides on, is stopped by friction, or is held by it */
static void test_block(void)
{
    static const double Minv[9] = { 0.5, 0, 0, 0, 0.5, 0, 0, 0, 1 };
    static const double J[12] = { 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0 };
    static const double lo[2] = { 0, -0.25 }, hi[2] = { HUGE_VAL, 0.25 };
    static const int body[4] = { 0, -1, 0, -1 }, findex[2] = { -1, 0 };
    static const double speed[] = { 3.0, -3.0, 0.1, -0.1 };

    for (int k = 0; k < 4; k++) {
        const double b[2] = { -1, speed[k] }, most = 0.25;     /* p_n = 2, mu p_n / m = .25 */
        const mb_contact_rows rows = { .nbody = 1, .n = 2, .Minv = Minv, .body = body,
                                       .J = J, .b = b, .lo = lo, .hi = hi, .findex = findex };
        double z[2] = { 0 }, dv[3];
        check(mb_contact_newton(&rows, NULL, z, dv, NULL, scratch()) == MB_OK, "v = %g", speed[k]);
        check_near(z[0], 2.0, 1e-13, "the floor carries it");
        check_near(dv[0], fmin(fmax(-speed[k], -most), most), 1e-13, "friction brakes");
    }
}

/* pushed from both sides there is no solution; rows bounded by later ones are MB_BAD_ARG */
static void test_refused(void)
{
    static const double Minv[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    static const double J[12] = { 1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0 }, b[2] = { -1, -1 };
    static const double lo[2] = { 0, -1 }, hi[2] = { HUGE_VAL, 1 };
    static const int body[4] = { 0, -1, 0, -1 }, after[2] = { 1, -1 };
    mb_contact_rows rows = { .nbody = 1, .n = 2, .Minv = Minv, .body = body, .J = J,
                             .b = b };
    double z[2] = { 0 };
    mb_info info;

    check(mb_contact_newton(&rows, NULL, z, NULL, NULL, scratch()) > 0, "crushed: not solved");
    rows.findex = after;
    rows.lo = lo;
    rows.hi = hi;
    check(mb_contact_newton(&rows, NULL, z, NULL, &info, scratch()) == MB_BAD_ARG &&
          info.where == 0, "a row bounded by a later one");
    rows.nbody = -1;
    check(mb_contact_newton_scratch(&rows, 1.0) == 0, "invalid counts need no memory");
}

static void test_memory(void)
{
    static island p;
    rng r = { 9 };
    double z[MAX_ROW] = { 0 };
    char *bytes = (char *)memory;
    size_t need;
    int intact = 1;

    make(&p, &r, 12, 4, 0.4, 10.0);
    need = mb_contact_newton_scratch(&p.rows, p.rows.nbody);
    memset(bytes, 0x5a, need + GUARD);
    check(mb_contact_newton(&p.rows, NULL, z, NULL, NULL, mb_arena_make(bytes, need)) >= 0,
          "its scratch suffices");
    for (int i = 0; i < GUARD; i++) intact = intact && bytes[need + (size_t)i] == 0x5a;
    check(intact, "no byte beyond it is written");
    memset(z, 0, sizeof z);
    check(mb_contact_newton(&p.rows, NULL, z, NULL, NULL, mb_arena_make(bytes, need / 8)) ==
          MB_NO_MEMORY, "less scratch is MB_NO_MEMORY");
}

/* ---- the sparse LU --------------------------------------------------------------------------- */

/* K x = y for random blocks of random pairs; the remainder, relative to x */
static double left_by(rng *r, int n, int npair, int *most_fill)
{
    static double K[NV][NV];
    double x[2 * NV], y[NV], worst = 0.0;
    int pair[2 * MAX_ROW];
    mb_arena a = scratch();
    block_lu lu;

    for (int i = 0; i < npair; i++) {
        pair[2 * i] = rng_int(r, n);
        pair[2 * i + 1] = rng_int(r, n + 1) - 1;
        if (pair[2 * i] == pair[2 * i + 1]) pair[2 * i + 1] = -1;
    }
    if (!blocks_plan(n, npair, pair, &lu, &a)) return HUGE_VAL;
    *most_fill = lu.first[n] > *most_fill ? lu.first[n] : *most_fill;
    memset(K, 0, sizeof K);
    for (int i = 0; i < 3 * n; i++) K[i][i] = 1.0;
    blocks_clear(&lu);
    for (int i = 0; i < npair; i++) {
        double u[6], v[6];
        for (int k = 0; k < 6; k++) {
            u[k] = rng_normal(r);
            v[k] = u[k] + 0.3 * rng_normal(r);
        }
        blocks_add(&lu, pair[2 * i], pair[2 * i + 1], 2.0, u, v);
        for (int k = 0; k < 36; k++) {
            const int row = pair[2 * i + k / 18], column = pair[2 * i + k % 6 / 3];
            if (row >= 0 && column >= 0)
                K[3 * row + k / 6 % 3][3 * column + k % 3] += 2.0 * u[k / 6] * v[k % 6];
        }
    }
    for (int i = 0; i < 3 * n; i++) x[i] = y[i] = rng_normal(r);
    if (!blocks_factor(&lu)) return HUGE_VAL;
    blocks_solve(&lu, x);
    for (int i = 0; i < 3 * n; i++) {
        double sum = -y[i], size = fabs(y[i]);
        for (int k = 0; k < 3 * n; k++) {
            sum += K[i][k] * x[k];
            size += fabs(K[i][k] * x[k]);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

static void test_blocks(void)
{
    static const int chain[] = { 0, 1, 1, 2, 2, 3, 3, 4, 4, 5 };
    rng r = { 3 };
    double worst = 0.0;
    int fill = 0;
    mb_arena a = scratch();
    block_lu lu;

    for (int k = 0; k < 300; k++)
        worst = fmax(worst, left_by(&r, 1 + rng_int(&r, BODY), rng_int(&r, 30), &fill));
    check(worst < 1e-9 && fill > BODY, "random blocks: K x = y within %g of the terms", worst);
    check(blocks_plan(6, 5, chain, &lu, &a) && lu.first[6] == 5, "a chain keeps its five blocks");
}

int main(void)
{
    test_random_islands();
    test_against_lemke();
    test_rows_that_depend();
    test_block();
    test_refused();
    test_memory();
    test_blocks();
    return check_done();
}
