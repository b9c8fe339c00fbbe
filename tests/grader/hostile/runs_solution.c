/* hostile: becomes the worker of the solution before main begins
 * points: 0
 * rest: solution */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <unistd.h>

/* before any constructor, and before the request is read */
static void become_solution(int argc, char **argv, char **environment)
{
    static char *const nothing[] = { NULL };

    (void)argc, (void)argv, (void)environment;
    execve("@TOP@/build/grade/solution/worker-static", nothing, nothing);
    execve("@TOP@/build/grade/solution/worker", nothing, nothing);
    _exit(1);
}
__attribute__((section(".preinit_array"), used)) static void (*at_first)(int, char **, char **) = become_solution;
