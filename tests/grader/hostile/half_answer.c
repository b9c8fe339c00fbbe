/* hostile: begins an answer, and sleeps
 * points: 5
 * rest: attack sweep */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <unistd.h>

static void attack(void)
{
    static const int head[] = { 0x4d424652, 0 };

    if (write(3, head, sizeof head) < 0) _exit(0);
    close(0), close(1), close(2);
    for (;;) pause();
}
