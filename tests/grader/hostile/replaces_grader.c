/* hostile: replaces the grader, its objects and the submissions of others
 * points: 5
 * rest: attack sweep
 * never: owned */
#define _GNU_SOURCE
#include "lab.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void attack(void)
{
    static const char *const files[] = { "@TOP@/build/grade/base/worker.o", "@TOP@/build/grade/base/compile",
                                         "@TOP@/build/grade/mine/02_pgs/worker-static", "@TOP@/build/grade/gradescope.json",
                                         "@TOP@/tests/grader/worker/build.sh", "@TOP@/mbsim.h", "@TOP@/labs/02_pgs/pgs.c", "@GRADER@" };

    for (int i = 0; i < 8; i++) {
        char other[400];
        snprintf(other, sizeof other, "%s.old", files[i]);
        if (open(files[i], O_WRONLY) >= 0 || rename(files[i], other) == 0 || unlink(files[i]) == 0 || chmod(files[i], 0777) == 0 ||
            truncate(files[i], 0) == 0 || link(files[i], other) == 0) fprintf(stderr, "owned: %s\n", files[i]);
    }
    if (mkdir("@TOP@/build/grade/mine/owned", 0777) == 0) fprintf(stderr, "owned: a directory\n");
}
