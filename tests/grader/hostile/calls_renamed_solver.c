/* hostile: calls a solver by the name that it once had in the core
 * points: does not build
 * rest: forward
 * says: undefined */
#include "lab.h"
mb_lcp_solver mb_no_pgs;
#define pgs mb_no_pgs
