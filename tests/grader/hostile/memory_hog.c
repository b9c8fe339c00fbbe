/* hostile: takes all memory it can get
 * points: 5
 * rest: sweep */
#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void hog(void)
{
    for (;;) {
        char *p = malloc(1 << 20);
        if (!p) abort();
        memset(p, 1, 1 << 20);
    }
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    hog();
    return MB_OK;
}
