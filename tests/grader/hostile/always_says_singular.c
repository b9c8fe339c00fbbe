/* hostile: always says MB_SINGULAR
 * points: 0
 * rest: says */
#include "lab.h"

#define STATUS MB_SINGULAR
