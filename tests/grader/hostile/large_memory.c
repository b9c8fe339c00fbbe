/* hostile: has a variable of 1 TB
 * points: 0
 * rest: solution */
#include "lab.h"
char large[1L << 40];
