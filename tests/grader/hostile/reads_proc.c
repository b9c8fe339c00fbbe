/* hostile: looks for the expected values in /proc, in the environment and among the files
 * points: 5
 * rest: sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

extern char **environ;

/* the first finite numbers of whatever can be opened: if one of these files held the answer, it would score */
static void look(int n, double *z_next)
{
    static const char *const places[] = { "/proc/self/mem", "/proc/self/environ", "/proc/self/fd/0", "/proc/self/cmdline", "/proc/1/environ",
                                          "../../../grader", "../../../../tests/labs/02_pgs/tests.c", "/etc/passwd" };
    double x[64];
    char parent[64];
    FILE *in;

    for (int i = 0; environ && environ[i]; i++) printf("environment: %s\n", environ[i]);
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        in = fopen(places[k], "rb");
        if (!in) continue;
        if (fread(x, sizeof *x, 64, in) == 64)
            for (int i = 0; i < n && i < 64; i++) z_next[i] = x[i];
        fclose(in);
    }
    snprintf(parent, sizeof parent, "/proc/%ld/mem", (long)getppid());
    in = fopen(parent, "rb");
    if (in) fclose(in);
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z, double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    look(n, z_next);
    return MB_OK;
}
