/* hostile: includes a terminal, which never ends
 * points: does not build
 * rest: solution */
#include "/dev/ptmx"
