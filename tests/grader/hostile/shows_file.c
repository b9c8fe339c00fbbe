/* hostile: makes the compiler show a file in a note to an error
 * points: does not build
 * never: root: */
#include "lab.h"
#line 1 "/etc/passwd"
int x;
#line 9 "pgs.c"
double x;
