/* hostile: becomes a shell
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <unistd.h>

static void attack(void)
{
    execl("/bin/sh", "sh", "-c", "echo owned; echo owned >&2", (char *)NULL);
    execl("/bin/busybox", "busybox", "echo", "owned", (char *)NULL);
}
