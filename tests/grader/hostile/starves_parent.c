/* hostile: sets its parent's limits
 * points: 5
 * rest: attack sweep */
#define _GNU_SOURCE
#include "lab.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void attack(void)
{
    const struct rlimit nothing = { 0, 0 };
    const struct sched_param idle = { 0 };

    prlimit(getppid(), RLIMIT_CPU, &nothing, NULL);
    prlimit(getppid(), RLIMIT_NOFILE, &nothing, NULL);
    sched_setscheduler(getppid(), SCHED_IDLE, &idle);
    setpriority(PRIO_USER, getuid(), 19);
    fcntl(3, F_SETOWN, getppid());                             /* the kernel sends that process a signal when there is something to read */
    fcntl(3, F_SETSIG, SIGKILL);
    fcntl(0, F_SETOWN, getppid());
    fcntl(0, F_SETSIG, SIGKILL);
    fcntl(0, F_SETFL, O_ASYNC);
}
