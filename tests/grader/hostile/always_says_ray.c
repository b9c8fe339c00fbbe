/* hostile: always says MB_RAY
 * points: 0
 * rest: says */
#include "lab.h"

#define STATUS MB_RAY
