/* Lab 04's plot: the residual after each step of the student's Newton method and after each
 * sweep of projected Gauss-Seidel
 *
 *     plot OUT.svg
 */
#include "minisim2d/drawing/chart.h"
#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20, STEPS = 40 };
static const double floor_of_plot = 1e-17;        /* residuals of 0 are drawn here */

/* a string of N beads under tension above an obstacle: A = tridiag(-1, 2.4, -1), pushed up and
 * down; half of the z are positive */
static void make_problem(double *A, double *b)
{
    memset(A, 0, N * N * sizeof *A);
    for (int i = 0; i < N; i++) {
        A[i * N + i] = 2.4;
        if (i > 0) A[i * N + i - 1] = A[(i - 1) * N + i] = -1.0;
        b[i] = sin(1.7 * (double)i * (double)i) - 0.2;
    }
}

/* solve, and turn the history into a curve from step 0 on; returns the number of its points, 0
 * if the solver is not written yet */
static int run(mb_lcp_solver *solver, const mb_lcp *p, double *xy, mb_info *info)
{
    static double memory[40000];
    double z[N] = { 0.0 }, history[STEPS] = { 0.0 };
    const mb_options opt = {
        .tol = 1e-15, .max_iter = STEPS, .history = history, .history_len = STEPS
    };
    int steps;

    memset(info, 0, sizeof *info);
    xy[0] = 0.0;
    xy[1] = mb_residual(p, z);
    if (solver(p, &opt, z, info, mb_arena_make(memory, sizeof memory)) == MB_TODO) return 0;
    steps = info->iterations < 0 ? 0 : info->iterations > STEPS ? STEPS : info->iterations;
    for (int k = 0; k < steps; k++) {
        xy[2 * k + 2] = (double)(k + 1);
        xy[2 * k + 3] = fmax(history[k], floor_of_plot);
    }
    return steps + 1;
}

static void print_column(int count, const double *xy, int k)
{
    if (k < count) printf("  %14.1e", xy[2 * k + 1]);
    else printf("  %14s", "");
}

int main(int argc, char **argv)
{
    static double A[N * N], b[N], newton[2 * STEPS + 2], pgs[2 * STEPS + 2];
    const mb_lcp p = { N, A, b };
    chart_series series[] = { { "your lab_newton", 0, newton, 1, 1, NULL },
        { "projected Gauss-Seidel (mb_pgs)", 0, pgs, 2, 1, NULL } };
    output_text out = { 0 };
    mb_info info;
    int ok;

    if (argc != 2) return 2;
    make_problem(A, b);
    series[0].npoint = run(lab_newton, &p, newton, &info);
    if (series[0].npoint == 0) {
        fprintf(stderr, "plot: lab_newton is not written yet\n");
        return 1;
    }
    printf("n = %d; lab_newton returned %s after %d steps\n\n", N, mb_status_name(info.status),
           info.iterations);
    printf("  step     lab_newton          mb_pgs\n");
    series[1].npoint = run(mb_pgs, &p, pgs, &info);
    for (int k = 0; k < series[0].npoint || k < series[1].npoint; k += k < 12 ? 1 : 7) {
        printf("  %4d", k);
        print_column(series[0].npoint, newton, k);
        print_column(series[1].npoint, pgs, k);
        printf("\n");
    }
    chart c = {
        .title = "Quadratic and linear convergence", .x.label = "steps or sweeps",
        .y.label = "residual", .y.log = 1, .nseries = 2, .series = series
    };
    chart_svg(&c, &out);
    ok = output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    return ok ? 0 : 1;
}
