/* hostile: calls a solver under another name
 * points: does not build
 * rest: forward
 * says: undefined */
#include "lab.h"
mb_lcp_solver pgs __asm__("mb_pgs");
