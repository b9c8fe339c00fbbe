/* hostile: a syntax error
 * points: does not build
 * rest: sweep */
#include "lab.h"

#include <math.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    this is not C
    return MB_OK;
}
