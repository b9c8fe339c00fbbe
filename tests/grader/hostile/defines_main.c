/* hostile: defines main
 * points: does not build
 * rest: sweep */
#include "lab.h"

#include <math.h>

int main(void) { return 0; }

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    (void)0;
    return MB_OK;
}
