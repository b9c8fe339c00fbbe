/* hostile: names the worker of the solution as its own interpreter
 * points: does not build
 * rest: solution
 * says: assembler in it */
#include "lab.h"
__attribute__((section(".interp"), used)) const char interpreter[] = "@TOP@/build/grade/solution/worker-static";
