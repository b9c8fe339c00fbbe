/* hostile: reads and writes its parent's memory, and debugs it
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

static void attack(void)
{
    static char byte;
    char path[60];
    const struct iovec here = { &byte, 1 }, there = { &byte, 1 };

    if (process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1 || errno == EFAULT) fprintf(stderr, "owned: read\n");
    if (process_vm_writev(getppid(), &here, 1, &there, 1, 0) == 1 || errno == EFAULT) fprintf(stderr, "owned: written\n");
    if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0) fprintf(stderr, "owned: traced\n");
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    if (open(path, O_RDWR) >= 0) fprintf(stderr, "owned: opened\n");
}
