/* hostile: includes a file without end
 * points: does not build
 * rest: solution */
#include "/dev/zero"
