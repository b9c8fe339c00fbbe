/* hostile: answers every request with what it was asked, and three times
 * points: 0
 * rest: solution */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void answer(void)
{
    static char bytes[1 << 16];
    const int32_t ok = MB_OK;
    ssize_t got;

    while ((got = read(0, bytes, sizeof bytes)) > 0) {
        memcpy(bytes + 4, &ok, sizeof ok);
        for (int i = 0; i < 3; i++)
            if (write(3, bytes, (size_t)got) < 0) _exit(0);
    }
}
