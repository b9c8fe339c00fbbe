/* hostile: includes the kit with include_next
 * points: does not build
 * rest: forward */
#define MBSIM_IMPLEMENTATION
#include_next "../../../../../mbsim.h"
#include "lab.h"
#define pgs mb_pgs
