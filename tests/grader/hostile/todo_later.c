/* hostile: says "not attempted" where it would be wrong
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    static int calls;
    for (int i = 0; i < n; i++) z_next[i] = 0.0;
    if (calls++ > 0) return MB_TODO;
    return MB_OK;
}
