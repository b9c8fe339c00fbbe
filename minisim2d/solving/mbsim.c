/* mbsim.c: the one unit that holds the implementation of mbsim.h */
#define MBSIM_IMPLEMENTATION
#include "../../mbsim.h"
