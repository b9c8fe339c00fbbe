/* hostile: answers itself, with a frame of the right shape and z untouched
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

/* the answer of a sweep that found nothing to do: well formed, and wrong */
static void forge(int n, const double *A, const double *b, double omega, const double *z, const double *z_next)
{
    const int head[] = { 0x4d424652, 0, -1, 5, n * n, n, 1, n, n };

    (void)z_next;
    if (write(3, head, sizeof head) < 0 || write(3, A, (size_t)(n * n) * sizeof *A) < 0 || write(3, b, (size_t)n * sizeof *b) < 0) return;
    if (write(3, &omega, sizeof omega) < 0 || write(3, z, (size_t)n * sizeof *z) < 0 || write(3, z, (size_t)n * sizeof *z) < 0) return;
    for (;;) pause();
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    forge(n, A, b, omega, z, z_next);
    return MB_OK;
}
