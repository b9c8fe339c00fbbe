/* hostile: puts an assembler directive together from pieces
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
__asm__(".MACRO m a, b\n.\\a\\b \"/etc/passwd\"\n.ENDM\nm inc, bin");
