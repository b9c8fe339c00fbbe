/* hostile: starts a thread that outlives its answer
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static int loop(void *nothing)
{
    fprintf(stderr, "owned\n");
    for (;;) nothing = (char *)nothing + 1;
    return 0;
}

static void attack(void)
{
    static char stack[1 << 16];

    clone(loop, stack + sizeof stack, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_FS | CLONE_FILES, NULL);
    clone(loop, stack + sizeof stack, CLONE_VM | CLONE_PARENT, NULL);
    vfork();
}
