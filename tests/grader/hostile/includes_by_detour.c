/* hostile: includes the solution by a path that begins among the system's headers
 * points: does not build */
#include </usr/include/../..@TOP@/solutions/02_pgs.c>
