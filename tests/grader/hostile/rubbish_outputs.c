/* hostile: answers with what it was asked, but rubbish in parts of one of the last arrays
 * points: 0
 * rest: solution */
#define _POSIX_C_SOURCE 200809L
#include "lab.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char bytes[1 << 16];

/* a whole request; its shape in head and len */
static size_t take(int32_t head[4], int32_t len[16])
{
    size_t want = 16;

    for (size_t got = 0; got < want;) {
        const ssize_t more = read(0, bytes + got, sizeof bytes - got);
        if (more <= 0) _exit(0);
        got += (size_t)more;
        if (got < 16) continue;
        memcpy(head, bytes, 16);
        memcpy(len, bytes + 16, 4 * (size_t)head[3]);
        want = 16 + 4 * (size_t)head[3];
        for (int i = 0; i < head[3]; i++) want += 8 * (size_t)len[i];
    }
    return want;
}

__attribute__((constructor)) static void answer(void)
{
    static const double all[] = { NAN, INFINITY, 1e300, -1e300, 3e9, -3e9, 70000, -70000, -1, 0.5 };

    for (;;) {
        int32_t head[4], len[16];
        const size_t size = take(head, len);
        const int spoilt = head[3] - 1 - rand() % 3;
        char *at = bytes + 16 + 4 * head[3];
        for (int i = 0; i < head[3]; i++)
            for (int j = 0; j < len[i]; j++, at += 8)
                if (i == spoilt && rand() % 2) memcpy(at, &all[rand() % 10], 8);
        head[1] = rand() % 3 ? MB_OK : rand() % 12 - 1;
        memcpy(bytes, head, 16);
        if (write(3, bytes, size) != (ssize_t)size) _exit(0);
    }
}
