/* hostile: calls the kernel by its x32 numbers
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static void attack(void)
{
#if defined(__x86_64__)
    if (syscall(0x40000000 | SYS_getpid) > 0) fprintf(stderr, "owned\n");
#endif
}
