/* hostile: takes back the limits on its files, memory and time
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <stdio.h>
#include <sys/resource.h>

static void attack(void)
{
    const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };

    if (setrlimit(RLIMIT_FSIZE, &all) == 0) fprintf(stderr, "owned: files\n");
    if (setrlimit(RLIMIT_AS, &all) == 0) fprintf(stderr, "owned: memory\n");
    if (setrlimit(RLIMIT_CPU, &all) == 0) fprintf(stderr, "owned: time\n");
    if (setrlimit(RLIMIT_NPROC, &all) == 0) fprintf(stderr, "owned: processes\n");
}
