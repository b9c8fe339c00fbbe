/* hostile: leaves a child in a session of its own behind, which holds the pipes open
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

static void orphan(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) sleep(30);
        _exit(0);
    }
    _exit(0);
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    orphan();
    return MB_OK;
}
