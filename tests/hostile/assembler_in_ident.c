/* hostile: assembler in a comment for the object file
 * points: does not build
 * rest: attack sweep
 * never: root: */
#include "lab.h"
#ident "x\"\n.incbin \"/etc/passwd\"\n#"
static void attack(void) {}
