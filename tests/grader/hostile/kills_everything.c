/* hostile: kills all that its user may kill
 * points: 5
 * rest: attack sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <signal.h>
#include <unistd.h>

static void attack(void)
{
    kill(-1, SIGKILL);
    kill(0, SIGSTOP);
    for (int pid = 2; pid < 70000; pid++)
        if (pid != (int)getpid()) kill(pid, SIGKILL);
}
