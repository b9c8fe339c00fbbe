/* blocks.h: sparse LU of 3 x 3 blocks, one row of them for each body */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "../../mbsim.h"

/* K = L D U, eliminated in an order that keeps it sparse. Column k below the diagonal and row k to
 * the right of it have the same places, those of first[k] .. first[k + 1] - 1. */
typedef struct {
    int n;                       /* rows of blocks */
    int *order, *place;          /* order[n]: the row eliminated k-th; place[n]: its inverse */
    int *first, *row;            /* first[n + 1]; row[first[n]] > k, ascending: by place */
    double *D;                   /* D[9*n]; factored: its inverse */
    double *L, *U;               /* [9*first[n]]: block (row, k), block (k, row) */
} block_lu;

/* blocks_plan: order, pattern and room for a matrix with blocks at pair[2*i], pair[2*i + 1]; pairs
 * with a -1 are ignored. Minimum degree: the row with the fewest neighbours is eliminated next, and
 * these become neighbours. 0: no room. blocks_bytes: its memory if `fill` blocks a row are left. */
int blocks_plan(int n, int npair, const int *pair, block_lu *out, mb_arena *arena);
double blocks_bytes(int n, double fill);

/* K = 1 */
void blocks_clear(block_lu *K);

/* K += scale x y', x[6] and y[6] of the bodies a and b (-1: that half is absent) */
void blocks_add(block_lu *K, int a, int b, double scale, const double *x, const double *y);

/* in place; 0: a pivot is singular. blocks_solve: x[3*n] = K \ x, with room for as many after it */
int blocks_factor(block_lu *K);
void blocks_solve(const block_lu *K, double *x);

#endif
