/* hostile: loads the kit's program, and a library, for their solvers
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

/* a linker of its own would need no more than the bytes */
static void attack(void)
{
    static const char *const files[] = { "@TOP@/build/grade/solution/worker-static", "@TOP@/build/grade/solution/worker",
                                         "@TOP@/solutions/02_pgs.c", "@TOP@/mbsim.h" };

    for (int i = 0; i < 4; i++) {
        const int fd = open(files[i], O_RDONLY);
        void *bytes = fd < 0 ? MAP_FAILED : mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) fprintf(stderr, "owned %s\n", files[i]);
    }
}
