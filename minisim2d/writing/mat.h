/* mat.h: variables for a MAT-file of level 4, which Octave, MATLAB and scipy load
 *
 *     mat_vector("b", n, b, &text);
 *     mat_begin("A", n, n, &text);                     then n*n numbers, column by column
 *     for (k = 0; k < n * n; k++) mat_number(A[k], &text);
 *
 * A file is one variable after the other. A variable is five numbers of four bytes, its type, rows,
 * columns, 0 and the length of its name, then the name with a 0 at its end, then the numbers. The
 * type written here is 0: doubles, least significant byte first.
 */
#ifndef MAT_H
#define MAT_H

#include "output.h"

void mat_begin(const char *name, int rows, int columns, output_text *out);
void mat_number(double x, output_text *out);

/* mat_vector: a column of n numbers */
void mat_vector(const char *name, int n, const double *x, output_text *out);

#endif
