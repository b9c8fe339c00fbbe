/* triplets.h: a sparse matrix as text: `row column value` for each entry, counted from 1
 *
 * The entries are kept as such until the file has been read to its end: memory for n*n numbers is
 * taken only for a complete file.
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

/* triplets_read: the next count entries of a matrix of n rows and columns; none after a message
 * triplets_dense: A[n*n], to be freed; an entry given twice is an error, and so is one above the
 * diagonal if those below stand for both (mirror = 1; -1 with opposite sign). NULL after a
 * message */
void triplets_read(lines *l, int n, size_t count, triplets *out);
double *triplets_dense(lines *l, const triplets *t, int n, int mirror);

#endif
