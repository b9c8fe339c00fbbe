/* hostile: includes the compiler's environment, where the seed could be
 * points: does not build
 * never: 271828182 */
#include "/proc/self/environ"
#include "lab.h"
