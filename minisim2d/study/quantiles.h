/* quantiles.h: quartiles of many columns of numbers, exact, in memory that does not grow with how
 * many there are
 *
 *     quantiles q;
 *     if (quantiles_init(&q, columns) == 0)
 *         for (...) quantiles_add(&q, x);              column by column, row by row
 *     if (quantiles_find(&q, quartile) == 0) ...       quartile[3*columns]
 *     quantiles_free(&q);
 *
 * The numbers go to a temporary file. A quartile is then found byte by byte: a number >= 0 is in
 * the order of its bits as an integer, so that counting first bytes says which one the quartile
 * begins with, counting the next bytes among those that begin so, the second, and so on. The file
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

/* quantiles_init, quantiles_add, quantiles_find: 0; or -1 with the reason in errno. quantiles_free
 * follows either way.
 *
 * x >= 0, and may be infinite. quartile[3*k ...]: the lower quartile, the median and the upper
 * quartile of column k, between the neighbouring numbers in proportion, as numpy.percentile does
 * it; all columns have the same length then, at least 1. */
int quantiles_init(quantiles *q, int columns);
int quantiles_add(quantiles *q, double x);
int quantiles_find(quantiles *q, double *quartile);
void quantiles_free(quantiles *q);

#endif
