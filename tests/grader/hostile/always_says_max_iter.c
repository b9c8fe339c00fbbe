/* hostile: always says MB_MAX_ITER
 * points: 0
 * rest: says */
#include "lab.h"

#define STATUS MB_MAX_ITER
