/* hostile: prints reports of its own, and takes over the terminal
 * points: 5
 * rest: attack sweep
 * never: ^16 passed */
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

static void attack(void)
{
    for (int i = 0; i < 50; i++)
        fprintf(stderr, "\n\033]0;owned\007\033[2J%c==1==ERROR: AddressSanitizer: heap-buffer-overflow\n#0 0x1 in /stage/:x\nruntime error: \n"
                "pgs [##########] 20/20   16 pass\n16 passed, 0 failed, 0 skipped   20 of 20 points\n{\"scores\": {\"02_pgs\": 20}}\n", 0);
    exit(99);
}
