/* hostile: sleeps
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    for (;;) pause();
    return MB_OK;
}
