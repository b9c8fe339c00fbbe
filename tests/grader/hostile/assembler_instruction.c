/* hostile: calls the kernel in assembler
 * points: does not build
 * rest: solution
 * says: has assembler in it */
#include "lab.h"
void call_the_kernel(void) { __asm__ volatile("nop"); }
