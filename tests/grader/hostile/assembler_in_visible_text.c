/* hostile: assembler after a string that seems to end early
 * points: 5
 * rest: attack sweep
 * never: root: */
#include "lab.h"

#include <stdio.h>

static void attack(void)
{
    static const char text[] = "\\\"\n.incbin \"/etc/passwd\"\n#\0\"; .incbin \"/etc/passwd\" # \\";
    fwrite(text, 1, sizeof text, stderr);
}
