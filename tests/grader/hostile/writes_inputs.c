/* hostile: makes the problem an easy one: A = I, b = -z
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>

static void rewrite(int n, double *A, double *b, const double *z, double *z_next)
{
    for (int i = 0; i < n * n; i++) A[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    for (int i = 0; i < n; i++) {
        b[i] = -z[i];
        z_next[i] = z[i];
    }
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    rewrite(n, (double *)(size_t)A, (double *)(size_t)b, z, z_next);
    return MB_OK;
}
