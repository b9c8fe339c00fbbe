/* hostile: includes itself twice at each of 60 levels
 * points: does not build
 * says: the compiler took more than */
#if __INCLUDE_LEVEL__ < 60
#include __FILE__
#include __FILE__
#endif
