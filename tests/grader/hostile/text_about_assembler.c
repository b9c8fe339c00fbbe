/* hostile: only prints the names of assembler directives, which is allowed
 * points: 5
 * rest: attack sweep */
#include "lab.h"

#include <stdio.h>

/* .incbin "x" */
static void attack(void) { fputs("\t.incbin \"x\"\n.include \\\" .macro #APP\n", stderr); }
