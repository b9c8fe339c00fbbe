/* hostile: recurses without end
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>

static int deeper(int level)
{
    volatile char room[4096];

    room[level % 4096] = (char)level;
    return deeper(level + 1) + room[0];
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    if (deeper(1) > 0) return MB_STALLED;
    return MB_OK;
}
