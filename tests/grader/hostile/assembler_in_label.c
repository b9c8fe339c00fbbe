/* hostile: assembler in the name of a symbol
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
extern int stolen __asm__("stolen\n.incbin \"/etc/passwd\"\n#");
int *use_it(void) { return &stolen; }
