/* hostile: ends the program before main
 * points: 0
 * rest: sweep */
#include "lab.h"

#include <math.h>
#include <stdlib.h>

__attribute__((constructor)) static void before_main(void) { exit(0); }

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    (void)0;
    return MB_OK;
}
