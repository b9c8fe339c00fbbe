/* hostile: includes the solution by its path
 * points: does not build */
#include "../../../../../solutions/02_pgs.c"
