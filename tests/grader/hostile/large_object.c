/* hostile: an object file of 2 GB
 * points: does not build
 * rest: solution
 * says: error */
#include "lab.h"
char large[2000000000] = { 1 };
