/* hostile: says that its lines are those of a system header
 * points: does not build */
#line 1 "/usr/include/math.h"
# 1 "/usr/include/math.h" 1 3 4
#include "../../../../../solutions/02_pgs.c"
