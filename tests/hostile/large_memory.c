/* hostile: has a variable of 1 TB
 * points: does not build
 * rest: solution */
#include "lab.h"
char large[1L << 40];
