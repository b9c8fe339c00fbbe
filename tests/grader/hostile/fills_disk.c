/* hostile: writes 400 MB in files of 1 MB
 * points: 5
 * rest: attack sweep
 * never: written: */
#include "lab.h"

#include <stdio.h>

static void attack(void)
{
    static char megabyte[1 << 20];
    static int called;
    long written = 0;

    for (int i = 0; i < 400 && !called; i++) {
        char name[20];
        FILE *out;
        snprintf(name, sizeof name, "f%d", i);
        out = fopen(name, "w");
        if (!out) continue;
        written += (long)fwrite(megabyte, 1, sizeof megabyte, out);
        if (fclose(out) != 0) written -= (long)sizeof megabyte;
    }
    if (written > 0) fprintf(stderr, "written: %ld\n", written);
    called = 1;
}
