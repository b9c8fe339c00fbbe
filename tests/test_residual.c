/* The published residual at the ends of its range: what must never pass for a solution */
#include "check.h"
#include "mbsim.h"

static double lcp_residual(int n, const double *A, const double *b, const double *z)
{
    mb_lcp p;

    p.n = n;
    p.A = A;
    p.b = b;
    return mb_residual(&p, z);
}

static double mlcp_residual(int n, const double *A, const double *b, const double *z)
{
    mb_mlcp p;

    p.n = n;
    p.A = A;
    p.b = b;
    p.lo = p.hi = NULL;
    p.findex = NULL;
    return mb_mlcp_residual(&p, z);
}

int main(void)
{
    /* w = (-0.9 z_1, ...): the rows' terms overflow before w does */
    static const double A[] = { 1.1, -1, -1, -1, 1.1, -1, -1, -1, 1.1 }, b[] = { -1, -1, -1 }, none[] = { 0, 0, 0 };
    static const double huge[] = { 1.2e308, 1.2e308, 1.2e308 };
    /* [2 1; 1 2], b = (-5, -6): z = (4/3, 7/3); at z = (2.5, 1.75) the terms are min(1, 1.75/11.75) and min(0.7, 0) */
    static const double A2[] = { 2, 1, 1, 2 }, b2[] = { -5, -6 }, known[] = { 4.0 / 3.0, 7.0 / 3.0 }, after_sweep[] = { 2.5, 1.75 };
    double nan_z[] = { 1, HUGE_VAL * 0.0, 1 }, inf_z[] = { 1, HUGE_VAL, 1 };

    check(!(lcp_residual(3, A, b, huge) <= 1e-3), "LCP: terms that overflow are no solution");
    check(!(mlcp_residual(3, A, b, huge) <= 1e-3), "mLCP: terms that overflow are no solution");
    check(!(lcp_residual(3, A, b, nan_z) <= 1e-3), "LCP: a NaN is no solution");
    check(!(lcp_residual(3, A, b, inf_z) <= 1e-3), "LCP: an infinity is no solution");
    check_near(lcp_residual(3, A, none, none), 0.0, 0.0, "LCP: b = 0, z = 0 is one (0/0 = 0)");
    check_near(lcp_residual(0, A, b, none), 0.0, 0.0, "LCP: n = 0 has residual 0");
    check(lcp_residual(2, A2, b2, known) <= 1e-15, "LCP: the solution (4/3, 7/3)");
    check_near(lcp_residual(2, A2, b2, after_sweep), 1.75 / 11.75, 1e-16, "LCP: a case worked out by hand");
    check_near(mlcp_residual(2, A2, b2, after_sweep), 1.75 / 11.75, 1e-16, "mLCP: the same");
    return check_done();
}
