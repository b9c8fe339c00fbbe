/* hostile: ignores every signal that can be ignored, and loops
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>
#include <signal.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
    for (volatile int forever = 1; forever;) continue;
    return MB_OK;
}
