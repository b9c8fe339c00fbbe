/* hostile: opens for writing its own descriptors, executable and memory, and directories
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static void attack(void)
{
    static const char *const names[] = { "/proc/self/exe", "/proc/self/fd/0", "/proc/self/fd/3", "/proc/self/root", "/proc/self/cwd", "/dev/tty",
                                         "/proc/self/mem", "..", "../worker", "/worker", "/proc/1/root", "/dev/shm/x" };

    for (int i = 0; i < 12; i++)
        for (int how = O_WRONLY; how <= O_RDWR; how++)
            if (open(names[i], how) >= 0 || openat(3, names[i], how) >= 0 || syscall(SYS_openat, 0, names[i], how | O_CREAT, 0600) >= 0)
                fprintf(stderr, "owned: %s\n", names[i]);
    if (chroot("..") == 0 || chdir("..") == 0) fprintf(stderr, "owned: a directory\n");
}
