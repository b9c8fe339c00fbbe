/* hostile: includes a file in assembler, whose errors would show it
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
__asm__(".include \"/etc/passwd\"");
