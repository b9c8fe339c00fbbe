/* hostile: nests parentheses until the compiler falls over
 * points: does not build */
#include "lab.h"
#define A(x) ((((((((((x))))))))))
#define B(x) A(A(A(A(A(A(A(A(A(A(x))))))))))
#define C(x) B(B(B(B(B(B(B(B(B(B(x))))))))))
#define D(x) C(C(C(C(C(C(C(C(C(C(x))))))))))
int x = D(D(D(D(D(1)))));
int x = 2;
