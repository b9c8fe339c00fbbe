/* hostile: gives the linker options of its own
 * points: does not build
 * rest: solution
 * says: assembler in it */
#include "lab.h"
__attribute__((section(".gnu.lto_.opts"), used)) const char options[] = "'-fplugin=@TOP@/evil.so'";
