/* hostile: includes itself twice at each of 60 levels
 * points: does not build */
#if __INCLUDE_LEVEL__ < 60
#include __FILE__
#include __FILE__
#endif
