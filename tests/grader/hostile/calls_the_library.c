/* hostile: calls the library for what it should do itself
 * points: does not build
 * rest: sweep */
#include "lab.h"

#include <math.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    mb_lcp p = { n, A, b };
    mb_pgs(&p, NULL, z_next, NULL, mb_arena_make(NULL, 0));
    return MB_OK;
}
