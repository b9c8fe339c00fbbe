/* hostile: writes to address 8
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    *(volatile int *)8 = 1;
    return MB_OK;
}
