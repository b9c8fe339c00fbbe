/* hostile: forks (bounded here, in case nothing else bounds it)
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

static void bomb(void)
{
    for (int i = 0; i < 7; i++) (void)!fork();
    for (;;) pause();
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    bomb();
    return MB_OK;
}
