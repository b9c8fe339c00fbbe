/* triplets.h: a sparse matrix as text: `row column value` for each of its entries, from 1
 *
 * The entries are kept as such until the file has been read to its end: n*n numbers are taken only
 * for a file that is complete.
 */
#ifndef TRIPLETS_H
#define TRIPLETS_H

#include "lines.h"

typedef struct {
    int i, j;                     /* from 0 */
    double x;
    reader_place at;
} triplet;

typedef struct {
    triplet *entry;               /* [count]; to be freed with free() */
    size_t count;
} triplets;

/* triplets_read: the next count entries of a matrix of n rows and columns; nothing is there after a
 * message
 * triplets_dense: A[n*n], to be freed; an entry that is given twice, or above the diagonal while
 * what is below stands for both (mirror = 1; -1 with the other sign), is an error. NULL after a
 * message */
void triplets_read(lines *l, int n, size_t count, triplets *out);
double *triplets_dense(lines *l, const triplets *t, int n, int mirror);

#endif
