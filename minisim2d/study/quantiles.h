/* quantiles.h: exact quartiles of many columns of numbers, in memory that does not grow with their
 * number
 *
 *     quantiles q;
 *     if (quantiles_init(&q, columns) == 0)
 *         for (...) quantiles_add(&q, x);              column by column, row by row
 *     if (quantiles_find(&q, quartile) == 0) ...       quartile[3*columns]
 *     quantiles_free(&q);
 *
 * The numbers go to a temporary file. A quartile is then found byte by byte: numbers >= 0 are in
 * the order of their bits as integers, so counting first bytes gives the first byte of the
 * quartile, counting the next bytes of numbers with this one gives the second, and so on. The file
 * is read eight times.
 */
#ifndef QUANTILES_H
#define QUANTILES_H

#include <stdio.h>

typedef struct {
    int columns;
    long long added;              /* numbers in the file */
    FILE *file;
} quantiles;

/* quantiles_init, quantiles_add, quantiles_find: 0; or -1 with the reason in errno. Call
 * quantiles_free in any case.
 *
 * x >= 0, and may be infinite. quartile[3*k ...]: the lower quartile, the median and the upper
 * quartile of column k, interpolated linearly, as by numpy.percentile; all columns must have the
 * same length then, at least 1. */
int quantiles_init(quantiles *q, int columns);
int quantiles_add(quantiles *q, double x);
int quantiles_find(quantiles *q, double *quartile);
void quantiles_free(quantiles *q);

#endif
