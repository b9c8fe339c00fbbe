/* test_residual.c: the scaled natural residual at the limits of its range, where a point that is no
 * solution must not pass; other measures, worked out by hand */
#include "check.h"
#include "mbsim.h"
#include "minisim2d/solving/attempt.h"

static double lcp_residual(int n, const double *A, const double *b, const double *z)
{
    const mb_lcp p = { n, A, b };

    return mb_residual(&p, z);
}

static double mlcp_residual(int n, const double *A, const double *b, const double *z)
{
    const mb_mlcp p = { n, A, b, NULL, NULL, NULL };

    return mb_mlcp_residual(&p, z);
}

/* values from 3-4-5 triangles; and where the formula as printed would cancel or overflow */
static void complementarity_functions(void)
{
    check_near(mb_fischer_burmeister(3.0, 4.0), 2.0, 1e-15, "Fischer-Burmeister: 3 + 4 - 5");
    check_near(mb_fischer_burmeister(-3.0, 4.0), -4.0, 1e-15, "Fischer-Burmeister: -3 + 4 - 5");
    check_near(mb_fischer_burmeister(0.0, 7.0), 0.0, 0.0,
               "Fischer-Burmeister: 0 where complementary");
    check_near(mb_fischer_burmeister(1e-20, 1.0) / 1e-20, 1.0, 1e-15,
               "Fischer-Burmeister: a - a^2/2b for small a, no cancellation");
    check_near(mb_fischer_burmeister(1e20, -3.0), -3.0, 1e-15,
               "Fischer-Burmeister: no cancellation at a > 0 > b");
    check_near(mb_fischer_burmeister(-4e307, 3e307) / 1e307, -6.0, 1e-15,
               "Fischer-Burmeister: squares that overflow, a < 0 < b");
    check_near(mb_fischer_burmeister(3e307, 4e307) / 1e307, 2.0, 1e-15,
               "Fischer-Burmeister: squares that overflow, a, b > 0");
    check_near(mb_fischer_burmeister(-3e307, -4e307) / 1e307, -12.0, 1e-14,
               "Fischer-Burmeister: squares that overflow, a, b < 0");
    check_near(mb_cck(0.75, 3.0, 4.0), 0.75 * 2.0 + 0.25 * 12.0, 1e-15,
               "Chen-Chen-Kanzow: with the penalty");
    check_near(mb_cck(0.75, -3.0, 4.0), 0.75 * -4.0, 1e-15, "Chen-Chen-Kanzow: no penalty outside");
}

/* A = 1, z = (3, 0), b = (1, -2) */
static void slack(void)
{
    static const double A[] = { 1, 0, 0, 1 }, b[] = { 1, -2 }, z[] = { 3, 0 };
    const mb_lcp p = { 2, A, b };
    double w[2];

    mb_slack(&p, z, w);
    check(w[0] == 4.0 && w[1] == -2.0, "slack: A z + b");
}

/* The same problem in units in which its terms leave the range of a double, but its residual does
 * not. By hand: A = [2 -1; -1 2], z = (10, 7), b = 0, w = (13, 4), ws = (27, 24): max(min(1,
 * 13/27), min(0.7, 1/6)); with b = (-20, -20): w = (-7, -16), ws = (47, 44), so 16/44. */
static void units(void)
{
    static const int exponent[][2] = { { 0, 0 }, { -500, -560 }, { -1060, -3 }, { 3, -1060 },
        { -540, -520 }, { 600, 500 }, { 1000, 1000 },
                                       { -1060, -1060 } };
    const double one[] = { 1 }, zero[] = { 0 }, small[] = { 1e-200 }, tiny[] = { 4e-320 };

    for (int k = 0; k < 8; k++) {
        const int ea = exponent[k][0], ez = exponent[k][1];
        double A[] = { 2, -1, -1, 2 }, z[] = { 10, 7 }, b[] = { 0, 0 };
        for (int i = 0; i < 4; i++) A[i] = ldexp(A[i], ea);
        for (int i = 0; i < 2; i++) z[i] = ldexp(z[i], ez);
        check_near(lcp_residual(2, A, b, z), 13.0 / 27.0, 1e-15, "LCP: A 2^%d, z 2^%d", ea, ez);
        check_near(mlcp_residual(2, A, b, z), 13.0 / 27.0, 1e-15, "mLCP: A 2^%d, z 2^%d", ea, ez);
        if (ea + ez > 900 || ea + ez < -1070) continue;        /* b is not a double */
        for (int i = 0; i < 2; i++) b[i] = ldexp(-20.0, ea + ez);
        check_near(lcp_residual(2, A, b, z), 16.0 / 44.0, 1e-15, "LCP: A 2^%d, z 2^%d, and b", ea,
                   ez);
    }
    check_near(lcp_residual(1, one, zero, tiny), 1.0, 0.0, "LCP: z = w = 4e-320 is not a solution");
    check_near(lcp_residual(1, small, zero, small), 1.0, 0.0, "LCP: w = 1e-400 is not 0");
}

/* By hand: A = [1 0; a 1], z = (1, 0). Row 2 has the terms a and b_2; what is at most 2^-52 max
 * |A_2j| max |z_j| = 2.2e-16 is rounding. */
static void rounding(void)
{
    static const double z[] = { 1, 0 }, zero[] = { 0, 0 };
    static const double other[] = { -1, 0, 0, 0 }, b_other[] = { -1, 0 }, far_off[] = { 0, 1e16 };
    const double free_lo[] = { 0, -HUGE_VAL };
    double A[] = { 1, 0, 1e-17, 1 }, b[] = { -1, -3e-17 };
    mb_mlcp p = { 2, A, b, free_lo, NULL, NULL };

    check_near(lcp_residual(2, A, b, z), 0.0, 0.0, "LCP: a row of rounding counts as 0");
    check_near(mb_mlcp_residual(&p, z), 0.0, 0.0, "mLCP: the same for a free variable");
    check_near(lcp_residual(2, A, b, zero), 1.0, 0.0, "LCP: with z = 0 no row is rounding");
    check_near(lcp_residual(2, other, b_other, far_off), 1.0, 0.0,
               "LCP: z_2 = 1e16, which is not in row 1, does not turn w_1 = -1 into rounding");
    b[1] = -3e-16;
    check_near(lcp_residual(2, A, b, z), 29.0 / 31.0, 1e-15,
               "LCP: a row just above rounding counts");
    for (int k = -30; k <= 30; k += 60) {
        const double s = ldexp(1.0, 10 * k);
        double As[] = { 1, 0, 1e-17 * s, s }, bs[] = { -1, -3e-17 * s };
        check_near(lcp_residual(2, As, bs, z), 0.0, 0.0,
                   "LCP: the row of rounding times 2^%d counts as 0", 10 * k);
        bs[1] = -3e-16 * s;
        check_near(lcp_residual(2, As, bs, z), 29.0 / 31.0, 1e-15,
                   "LCP: the row above rounding times 2^%d counts", 10 * k);
    }
}

/* w = z + b = (0, 1) at z = (2, 1/2), and -z_1/2 <= z_2 <= z_1/2: row 2 is min(1.5/2, 1) */
static void by_kind(void)
{
    static const double A[] = { 1, 0, 0, 1 }, b[] = { -2, 0.5 }, z[] = { 2, 0.5 };
    static const double lo[] = { 0, -0.5 }, hi[] = { HUGE_VAL, 0.5 };
    static const int findex[] = { -1, 0 };
    const mb_mlcp p = { 2, A, b, lo, hi, findex };
    const mb_layout at = { .n = 2, .normal = 0, .nn = 1, .friction = 1, .nf = 1 };
    const solution_errors e = solution_errors_of(&p, &at, z);

    check_near(e.normal, 0.0, 0.0, "errors by kind: the normal's row is solved");
    check_near(e.friction, 0.75, 1e-15,
               "errors by kind: friction's row is not, in the bounds that its normal sets");
    check_near(e.total, 0.75, 1e-15, "errors by kind: the total is the largest");
}

/* the greater of the two is the total */
static void kinds_of_random_problems(void)
{
    rng r = { 6 };
    int bad = 0, greater[2] = { 0, 0 };

    for (int k = 0; k < 400; k++) {
        const int n = 2 + rng_int(&r, 5), nn = 1 + rng_int(&r, n - 1), noise = k % 4 == 3;
        const double unit = ldexp(1.0, noise ? 100 * (k % 5 - 2) : 0);
        double A[36], b[6], z[6], lo[6], hi[6];
        int findex[6];
        for (int i = 0; i < n; i++) {
            b[i] = rng_range(&r, -1.0, 1.0);
            z[i] = rng_range(&r, 0.5, 1.0);
            findex[i] = i >= nn && rng_int(&r, 2) ? rng_int(&r, nn) : -1;
            lo[i] = i < nn ? 0.0 : -rng_unit(&r);
            hi[i] = i < nn ? HUGE_VAL : rng_unit(&r);
            for (int j = 0; j < n; j++) A[i * n + j] = rng_range(&r, -2.0, 2.0);
        }
        if (noise) {                                           /* row 0 is only rounding */
            for (int j = 0; j < n; j++) A[j] = 0.0;
            A[n - 1] = unit;
            z[n - 1] = 1e-17;
            b[0] = 1e-17 * unit;
        }
        const mb_mlcp p = { n, A, b, k % 2 ? lo : NULL, k % 2 ? hi : NULL, k % 2 ? findex : NULL };
        const mb_layout at = { .n = n, .normal = 0, .nn = nn, .friction = nn, .nf = n - nn };
        const solution_errors e = solution_errors_of(&p, &at, z);
        bad += !(fabs(e.total - mb_mlcp_residual(&p, z)) <= 0.0) ||
               !(fabs(fmax(e.normal, e.friction) - e.total) <= 1e-15);
        greater[e.normal > e.friction]++;
    }
    check(bad == 0 && greater[0] > 50 && greater[1] > 50,
          "the errors of 400 problems by kind: %d do not fit the whole", bad);
}

int main(void)
{
    /* w = (-0.9 z_1, ...): a row's terms overflow before w does */
    static const double A[] = { 1.1, -1, -1, -1, 1.1, -1, -1, -1, 1.1 }, b[] = { -1, -1, -1 },
        none[] = { 0, 0, 0 };
    static const double huge[] = { 1.2e308, 1.2e308, 1.2e308 };
    /* [2 1; 1 2], b = (-5, -6): z = (4/3, 7/3); at z = (2.5, 1.75) the terms are min(1,
     * 1.75/11.75) and min(0.7, 0) */
    static const double A2[] = { 2, 1, 1, 2 }, b2[] = { -5, -6 },
        known[] = { 4.0 / 3.0, 7.0 / 3.0 }, after_sweep[] = { 2.5, 1.75 };
    double nan_z[] = { 1, HUGE_VAL * 0.0, 1 }, inf_z[] = { 1, HUGE_VAL, 1 };

    check(!(lcp_residual(3, A, b, huge) <= 1e-3), "LCP: terms that overflow: not a solution");
    check(!(mlcp_residual(3, A, b, huge) <= 1e-3), "mLCP: terms that overflow: not a solution");
    check(!(lcp_residual(3, A, b, nan_z) <= 1e-3), "LCP: a NaN is not a solution");
    check(!(lcp_residual(3, A, b, inf_z) <= 1e-3), "LCP: an infinity is not a solution");
    check_near(lcp_residual(3, A, none, none), 0.0, 0.0,
               "LCP: b = 0, z = 0 is a solution (0/0 = 0)");
    check_near(lcp_residual(0, A, b, none), 0.0, 0.0, "LCP: n = 0 has residual 0");
    check(lcp_residual(2, A2, b2, known) <= 1e-15, "LCP: the solution (4/3, 7/3)");
    check_near(lcp_residual(2, A2, b2, after_sweep), 1.75 / 11.75, 1e-16,
               "LCP: a case worked out by hand");
    check_near(mlcp_residual(2, A2, b2, after_sweep), 1.75 / 11.75, 1e-16, "mLCP: the same");
    units();
    rounding();
    complementarity_functions();
    slack();
    by_kind();
    kinds_of_random_problems();
    return check_done();
}
