/* hostile: writes results of its own on every descriptor
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <unistd.h>

/* as TAP, as a results.json, as a table, and as an answer frame of the right size */
static void fake(void)
{
    static const char text[] = "ok 1 - pgs.01\nok 2 - pgs.02\n1..2\n{\"score\": 100, \"tests\": []}\n{\"scores\": {\"02_pgs\": 20}}\n"
                               "pgs [##########] 20/20   16 pass\n16 passed, 0 failed, 0 skipped\n";
    static const int frame[64] = { 0x4d424652, 0, -1, 5, 4, 2, 1, 2, 2 };

    for (int fd = 0; fd < 64; fd++)
        if (write(fd, text, sizeof text - 1) < 0) continue;
    if (write(3, frame, sizeof frame) < 0) _exit(0);
    _exit(0);
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    fake();
    return MB_OK;
}
