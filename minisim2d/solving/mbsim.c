/* mbsim.c: the one unit that holds the implementation of mbsim.h */
#define MBSIM_MORE "minisim2d/solving/more.h"         /* path relative to mbsim.h */
#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"
#define MBSIM_IMPLEMENTATION
#include "../../mbsim.h"
