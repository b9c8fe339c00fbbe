/* hostile: answers with frames of impossible shapes, and with numbers that fit no integer
 * points: 0
 * rest: solution */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* reads requests and answers them itself, before main would: the shape kept or broken, every number rubbish */
__attribute__((constructor)) static void answer(void)
{
    static char bytes[1 << 16];
    static const double all[] = { NAN, INFINITY, 1e300, -1e300, 3e9 };

    for (int round = 0;; round++) {
        const ssize_t got = read(0, bytes, sizeof bytes);
        int32_t head[4];
        size_t at;
        if (got < 16) _exit(0);
        memcpy(head, bytes, sizeof head);
        at = sizeof head + (size_t)head[3] * 4;
        for (int i = 0; at + 8 <= (size_t)got; at += 8, i++) memcpy(bytes + at, &all[(i + round) % 5], 8);
        head[1] = round % 2 ? 2147483647 : -2147483647 - 1;    /* the status */
        head[2] = round % 3 ? 1000000 : -1000000;              /* which array was damaged */
        if (getpid() % 2) head[3] = 2147483647;                /* how many there are */
        memcpy(bytes, head, sizeof head);
        if (write(3, bytes, (size_t)got) < 0) _exit(0);
    }
}
