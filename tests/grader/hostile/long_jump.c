/* hostile: jumps to where nobody waits
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>
#include <setjmp.h>

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    static jmp_buf nowhere;
    longjmp(nowhere, 1);
    return MB_OK;
}
