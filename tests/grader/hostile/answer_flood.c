/* hostile: writes 1 GB where the answers go
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

static void flood(void)
{
    static char line[1 << 16];

    for (long i = 0; i < (1L << 30) / (long)sizeof line; i++)
        if (write(3, line, sizeof line) < 0) return;
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    flood();
    return MB_OK;
}
