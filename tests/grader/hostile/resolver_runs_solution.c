/* hostile: becomes the worker of the solution while it is still being relocated
 * points: 0
 * rest: solution */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <unistd.h>

static void really(void) {}

static void (*resolve(void))(void)
{
    static char *const nothing[] = { NULL };

    execve("@TOP@/build/grade/solution/worker-static", nothing, nothing);
    return really;
}

void chosen(void) __attribute__((ifunc("resolve")));
__attribute__((constructor)) static void use_it(void) { chosen(); _exit(1); }
