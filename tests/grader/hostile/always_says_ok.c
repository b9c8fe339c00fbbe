/* hostile: always says MB_OK
 * points: 0
 * rest: says */
#include "lab.h"

#define STATUS MB_OK
