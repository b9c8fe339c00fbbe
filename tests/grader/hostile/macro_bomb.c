/* hostile: macros that expand to 10^15 tokens
 * points: does not build
 * says: the compiler */
#include "lab.h"
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(A(x)))))
int sum = B(B(B(+1)));
