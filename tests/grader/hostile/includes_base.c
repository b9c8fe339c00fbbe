/* hostile: includes what the grader built before
 * points: does not build */
#define MBSIM_IMPLEMENTATION
#include "../../../base/mbsim.h"
#include "../source.c"
#include "lab.h"
