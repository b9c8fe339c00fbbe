/* hostile: includes the solution by its absolute path, through a macro
 * points: does not build */
#define SOLUTION "@TOP@/solutions/02_pgs.c"
#include SOLUTION
