/* hostile: guesses at which address exec is allowed
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void attack(void)
{
    static char *const nothing[] = { NULL };

    for (unsigned long page = 0x7f0000000000; page < 0x7fffffff0000; page += 4096) {
        execve((char *)page, nothing, nothing);
        fprintf(stderr, "owned: a second guess\n");
    }
}
