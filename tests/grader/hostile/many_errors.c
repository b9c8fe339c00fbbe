/* hostile: errors without end
 * points: does not build
 * says: error */
#include "lab.h"
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(x))))
B(undeclared *; int +;)
