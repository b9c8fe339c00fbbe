/* hostile: assembler in the name of an alias
 * points: does not build
 * rest: solution
 * never: root: */
#include "lab.h"
int real_one;
extern int other_one __attribute__((alias("real_one\n.incbin \"/etc/passwd\"\n#")));
