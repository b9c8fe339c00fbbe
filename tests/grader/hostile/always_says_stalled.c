/* hostile: always says MB_STALLED
 * points: 0
 * rest: says */
#include "lab.h"

#define STATUS MB_STALLED
