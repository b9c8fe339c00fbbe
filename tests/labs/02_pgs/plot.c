/* Lab 02's picture: residual against sweeps for a few omega, with the student's own lab_pgs and
 * lab_jacobi
 *
 *     plot FILE.svg
 */
#include "lab.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/writing/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 24, SWEEPS = 160, CURVES = 6 };

/* a row of N bodies pressed together: A = tridiag(-1, 2.02, -1), b alternates slowly in sign, so
 * that some z are zero */
static void row_of_bodies(double *A, double *b)
{
    memset(A, 0, N * N * sizeof *A);
    for (int i = 0; i < N; i++) {
        A[i * N + i] = 2.02;
        if (i > 0) A[i * N + i - 1] = -1.0;
        if (i < N - 1) A[i * N + i + 1] = -1.0;
        b[i] = -cos(0.5 * i);
    }
}

/* one curve: the residual after each sweep; returns the solver's status */
static mb_status run(mb_lcp_solver *solver, const mb_lcp *p, double omega, double *xy, int *count,
                     mb_info *info)
{
    double z[N] = { 0 }, history[SWEEPS], *memory = malloc(lab_pgs_scratch(N));
    mb_status status = MB_NO_MEMORY;

    mb_options opt = {
        .max_iter = SWEEPS, .omega = omega, .history = history, .history_len = SWEEPS
    };
    if (memory) status = solver(p, &opt, z, info, mb_arena_make(memory, lab_pgs_scratch(N)));
    free(memory);
    *count = status < 0 || info->iterations < 0 ? 0
             : info->iterations < SWEEPS        ? info->iterations
                                                : SWEEPS;
    for (int k = 0; k < *count; k++) {
        xy[2 * k] = k + 1;
        xy[2 * k + 1] = history[k];
    }
    return status;
}

int main(int argc, char **argv)
{
    static const double omega[CURVES] = { 0.5, 1.0, 1.3, 1.6, 1.9, 1.0 };
    static const char *const name[CURVES] = { "omega = 0.5", "omega = 1", "omega = 1.3",
        "omega = 1.6", "omega = 1.9", "Jacobi, omega = 1" };
    static double A[N * N], b[N], xy[CURVES][2 * SWEEPS];
    chart_series series[CURVES];
    const mb_lcp p = { N, A, b };
    output_text text = { NULL, 0, 0, 0 };
    int status, drawn = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: plot FILE.svg\n");
        return 2;
    }
    row_of_bodies(A, b);
    memset(series, 0, sizeof series);
    printf("%-20s %-12s %s\n", "", "sweeps", "residual");
    for (int i = 0; i < CURVES; i++) {
        mb_info info = { MB_TODO, 0, HUGE_VAL, -1 };
        int count;
        const mb_status how =
            run(i == CURVES - 1 ? lab_jacobi : lab_pgs, &p, omega[i], xy[i], &count, &info);
        if (how == MB_TODO) {
            printf("%-20s not written yet\n", name[i]);
            continue;
        }
        printf("%-20s %-12d %-12.3g %s\n", name[i], info.iterations, info.residual,
               mb_status_name(how));
        series[drawn].name = name[i];
        series[drawn].npoint = count;
        series[drawn].xy = xy[i];
        /* 0 is the broad band of an exact reference */
        series[drawn].style = drawn + 1;
        drawn++;
    }
    if (drawn == 0) {
        fprintf(stderr, "nothing to draw yet: write lab_pgs first\n");
        return 1;
    }
    chart c = {
        .title = "Projected Gauss-Seidel: residual against sweeps",
        .subtitle = "24 bodies in a row, your own lab_pgs and lab_jacobi", .x.label = "sweeps",
        .y.label = "residual r(z)", .y.log = 1, .nseries = drawn, .series = series
    };
    chart_svg(&c, &text);
    status = output_save(argv[1], &text, stderr);
    output_free(&text);
    if (status != 0) return 1;
    return 0;
}
