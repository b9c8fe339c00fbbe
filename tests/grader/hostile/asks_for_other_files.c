/* hostile: asks the compiler for other files with pragmas
 * points: 5 or does not build
 * rest: attack sweep */
#pragma comment(lib, "@TOP@/build/minisim2d/minisim2d.a")
#include "lab.h"
static void attack(void) {}
