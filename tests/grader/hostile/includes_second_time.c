/* hostile: includes the solution only when it sees that it is compiled for the second time
 * points: does not build */
#if __has_include("deps")
#include "../../../../../solutions/02_pgs.c"
#endif
#include "lab.h"
