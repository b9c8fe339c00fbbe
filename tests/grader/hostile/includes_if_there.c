/* hostile: includes the solution if it is there
 * points: does not build
 * rest: forward */
#include "lab.h"
#if __has_include("@TOP@/solutions/02_pgs.c") || __has_include("../../../../../solutions/02_pgs.c")
#include "@TOP@/solutions/02_pgs.c"
#endif
#define pgs mb_pgs
