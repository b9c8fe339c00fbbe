/* The rest of a hostile submission to lab 02, appended to it: the other sweep is right, and its 5
 * points must not be lost. */
#include <math.h>

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    for (int i = 0; i < n; i++) {
        double w = b[i];
        if (!(A[i * n + i] > 0.0)) return MB_SINGULAR;
        for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
        z[i] = fmax(0.0, z[i] - omega * w / A[i * n + i]);
    }
    return MB_OK;
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                  mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}
