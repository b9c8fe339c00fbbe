/* hostile: assembler in the name of a source file
 * points: does not build
 * rest: solution
 * never: root: */
#line 1 "x\"\n.incbin \"/etc/passwd\"\n#"
static int unused(void) { return 1; }
#include "lab.h"
