/* hostile: reads a file in assembler
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
__asm__(".section .rodata\nstolen: .incbin \"/etc/passwd\"\n.text");
