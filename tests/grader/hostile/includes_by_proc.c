/* hostile: includes the solution by way of /proc
 * points: does not build */
#include "/proc/self/cwd/../../../../../solutions/02_pgs.c"
