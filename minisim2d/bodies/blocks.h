/* blocks.h: sparse LU of 3 x 3 blocks, one row of them for each body */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "../../mbsim.h"

/* K = L D U, eliminated in an order that keeps it sparse. Column k below the diagonal and row k to
 * the right of it have the same places, those of first[k] .. first[k + 1] - 1. */
typedef struct {
    int n;                       /* rows of blocks */
    int *order, *place;          /* order[n]: who is eliminated k-th; place[n]: when someone is */
    int *first, *row;            /* first[n + 1]; row[first[n]] > k, ascending: by place */
    double *D;                   /* D[9*n]; factored: its inverse */
    double *L, *U;               /* [9*first[n]]: block (row, k), block (k, row) */
} block_lu;

/* blocks_plan: order, pattern and room for a matrix with blocks wherever pair[2*i], pair[2*i + 1]
 * meet, those with a -1 aside. By least degree: who meets fewest of those left goes next, and they
 * meet from then on. 0: no room. blocks_bytes: what it takes if `fill` blocks a row are left. */
int blocks_plan(int n, int npair, const int *pair, block_lu *out, mb_arena *arena);
double blocks_bytes(int n, double fill);

/* K = 1 */
void blocks_clear(block_lu *K);

/* K += scale x y', x[6] and y[6] of the bodies a and b (-1: that half is not there) */
void blocks_add(block_lu *K, int a, int b, double scale, const double *x, const double *y);

/* in place; 0: a pivot is singular. blocks_solve: x[3*n] = K \ x, with room for as many after it */
int blocks_factor(block_lu *K);
void blocks_solve(const block_lu *K, double *x);

#endif
