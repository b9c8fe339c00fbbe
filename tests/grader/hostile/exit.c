/* hostile: ends the program, as if all were well
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>
#include <stdlib.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    exit(0);
    return MB_OK;
}
