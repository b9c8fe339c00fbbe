/* hostile: includes the compiler's standard input
 * points: does not build
 * rest: solution */
#include "/dev/stdin"
#include "/proc/self/fd/0"
#include "/dev/fd/2"
