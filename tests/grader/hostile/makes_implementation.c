/* hostile: takes the implementation from the header
 * points: does not build
 * rest: forward
 * says: undefined */
#define MBSIM_IMPLEMENTATION
#include "lab.h"
#undef MBSIM_IMPLEMENTATION_DONE
#define pgs mb_pgs
