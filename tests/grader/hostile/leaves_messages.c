/* hostile: leaves word for the next worker, in shared memory and in a socket
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

static void attack(void)
{
    const int box = socket(AF_UNIX, SOCK_DGRAM, 0);
    struct sockaddr_un name;

    if (shmget(0x4d42, 4096, IPC_CREAT | 0666) >= 0) fprintf(stderr, "owned: shared memory\n");
    if (msgget(0x4d42, IPC_CREAT | 0666) >= 0) fprintf(stderr, "owned: a message queue\n");
    if (memfd_create("owned", 0) >= 0) fprintf(stderr, "owned: a file in memory\n");
    memset(&name, 0, sizeof name);
    name.sun_family = AF_UNIX;
    memcpy(name.sun_path, "\0owned", 6);
    if (box >= 0 && bind(box, (struct sockaddr *)&name, sizeof name) == 0) fprintf(stderr, "owned: a socket\n");
}
