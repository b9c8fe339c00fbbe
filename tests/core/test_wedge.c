/* test_wedge.c: a step that has no solution in Stewart and Trinkle's formulation, though its gaps
 * can be opened, but has one in Anitescu and Potra's
 *
 * The wedge of labs 7 and 8: n = (+-.8, .6), psi = -.01 twice, h = .1, a particle of 1 kg at
 * rest, p_ext = (0, -1). Solvability is decided by trying all 256 complementary cones in rational
 * arithmetic. The data are scaled to integers: s has another unit, A holds 25 J J', and b holds 50
 * (J v_free + psi/h).
 */
#include "mbsim.h"

#include "check.h"
#include "rational.h"

/* n and t of both walls, times 5: the rows of Jn, then t and -t of each wall */
static const int J[6][2] = { { 4, 3 }, { -4, 3 }, { -3, 4 }, { 3, -4 }, { -3, -4 }, { 3, 4 } };

/* 1 if the problem of the step has a solution, with mu = twentieths/20, and psi/h = rate/50 at each
 * wall; nd = 0: no friction */
static int solvable(int nd, int twentieths, int rate1, int rate2)
{
    const int n = nd > 0 ? 8 : 2, slip = nd > 0 ? 6 : 2;
    int A[64] = { 0 }, b[8] = { 0 };

    for (int i = 0; i < slip; i++) {
        for (int j = 0; j < slip; j++) A[i * n + j] = 2 * (J[i][0] * J[j][0] + J[i][1] * J[j][1]);
        b[i] = -10 * J[i][1];                                  /* 50 J v_free, v_free = (0, -1) */
    }
    b[0] += rate1, b[1] += rate2;
    /* U, E and -E'; the row of s times 20 */
    for (int i = 0; i < 2 && nd > 0; i++) {
        A[(6 + i) * n + i] = twentieths;
        for (int k = 2 + 2 * i; k < 4 + 2 * i; k++) A[(6 + i) * n + k] = -20, A[k * n + 6 + i] = 1;
    }
    return exact_solvable(n, A, b);
}

/* the same step, as the kit forms and solves it */
static mb_status kit(mb_formulation formulation, double mu, double psi, double *v_next)
{
    static const double M[] = { 1, 0, 0, 1 }, v[] = { 0, 0 }, p_ext[] = { 0, -1 };
    const double both_mu[] = { mu, mu }, both_psi[] = { psi, psi };
    static char memory[1 << 16];
    mb_arena scratch = mb_arena_make(memory, sizeof memory);
    double Jn[4], Jf[8], z[8] = { 0 };
    mb_dynamics d = { 0 };
    mb_layout layout;
    mb_status status;
    mb_lcp p;

    for (int i = 0; i < 4; i++) Jn[i] = 0.2 * J[i / 2][i % 2];
    for (int i = 0; i < 8; i++) Jf[i] = 0.2 * J[2 + i / 2][i % 2];
    d.nv = d.nc = d.nd = 2;
    d.h = 0.1;
    d.M = M, d.v = v, d.p_ext = p_ext, d.Jn = Jn, d.Jf = Jf, d.mu = both_mu, d.psi = both_psi;
    status = mb_formulations[formulation].lcp(&d, &p, NULL, &scratch);
    if (status == MB_OK) status = mb_lemke(&p, NULL, z, NULL, scratch);
    if (status == MB_OK) status = mb_layout_of(&d, formulation, MB_FORM_LCP, &layout);
    if (status == MB_OK) status = mb_step_result(&d, &layout, z, v_next, NULL, NULL, NULL, scratch);
    return status;
}

int main(void)
{
    double v[2] = { 1, 1 };

    /* 50 n . v with v = (0, .5) is 5 J_y, and must be at least 50 times .1 */
    check(5 * J[0][1] >= 5 && 5 * J[1][1] >= 5, "v = (0, .5) opens both gaps");
    check(solvable(2, 20, -5, -5) == 0, "mu = 1: none of the 256 cones contains b");
    check(solvable(2, 15, -5, -5) == 0,
          "mu = 3/4, where friction first cancels the wall's lift: none of the cones contains b");
    check(solvable(2, 14, -5, -5) == 1, "mu = .7: there is a solution");
    check(solvable(0, 0, -5, -5) == 1, "no friction: there is a solution");
    for (int twentieths = 0; twentieths <= 40; twentieths += 5) {
        check(solvable(2, twentieths, 0, 0) == 1, "mu = %g: Anitescu and Potra's formulation has a "
              "solution", twentieths / 20.0);
        check(solvable(2, twentieths, 5, 3) == 1,
              "mu = %g: with psi > 0 Stewart and Trinkle's has a solution", twentieths / 20.0);
    }
    check(kit(MB_ST, 1.0, -0.01, v) != MB_OK,
          "mb_lemke does not return MB_OK for Stewart and Trinkle's wedge");
    check(kit(MB_AP, 1.0, -0.01, v) == MB_OK && fabs(v[0]) < 1e-12 && fabs(v[1]) < 1e-12,
          "Anitescu and Potra's step keeps the particle at rest");
    check(kit(MB_ST, 0.0, -0.01, v) == MB_OK && fabs(v[0]) < 1e-12 &&
              fabs(v[1] - 1.0 / 6.0) < 1e-12,
          "without friction Stewart and Trinkle's step pushes it out with v = (0, 1/6)");
    return check_done();
}
