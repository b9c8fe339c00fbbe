/* triplets.c: sparse matrices as text; see triplets.h */
#include "triplets.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* the next entry; 0 after a message */
static int read_entry(lines *l, int n, triplet *t)
{
    if (!lines_next(l, "the last entry of A")) return 0;
    t->at = l->in.w.at;
    t->i = lines_whole(l, "the row of an entry of A", 1, n) - 1;
    if (t->i < 0 || !lines_next(l, "the column of an entry of A")) return 0;
    t->j = lines_whole(l, "the column of an entry of A", 1, n) - 1;
    if (t->j < 0 || !lines_next(l, "the value of an entry of A")) return 0;
    return lines_number(l, "A", 0, &t->x);
}

void triplets_read(lines *l, int n, size_t count, triplets *out)
{
    size_t room = 0;

    out->entry = NULL;
    for (out->count = 0; out->count < count && !l->in.stopped; out->count++) {
        if (out->count == room) {
            triplet *more = room < SIZE_MAX / (4 * sizeof *more)
                ? realloc(out->entry, (2 * room + 8) * sizeof *more) : NULL;
            if (!more) {
                reader_give_up(&l->in, "out of memory");
                break;
            }
            out->entry = more;
            room = 2 * room + 8;
        }
        read_entry(l, n, out->entry + out->count);
    }
    if (l->in.errors == 0) return;
    free(out->entry);
    out->entry = NULL;
    out->count = 0;
}

/* A_ij = x, which must not be set yet */
static void put(lines *l, const triplet *t, double *to, double x)
{
    if (!isnan(*to))
        reader_complain(&l->in, t->at, "a second entry in row %d and column %d, expected only one",
                        t->i + 1, t->j + 1);
    *to = x;
}

double *triplets_dense(lines *l, const triplets *t, int n, int mirror)
{
    const size_t size = (size_t)n * (size_t)n;
    double *A = size < SIZE_MAX / sizeof *A ? malloc((size + 1) * sizeof *A) : NULL;

    if (!A) reader_give_up(&l->in, "out of memory");
    for (size_t k = 0; A && k < size; k++) A[k] = (double)NAN;
    for (size_t k = 0; A && k < t->count && !l->in.stopped; k++) {
        const triplet *e = t->entry + k;
        if (mirror != 0 && e->j > e->i)
            reader_complain(&l->in, e->at, "an entry above the diagonal, expected only those on "
                            "and below it: the other half follows from them");
        put(l, e, A + e->i * n + e->j, e->x);
        if (mirror != 0 && e->j < e->i) A[e->j * n + e->i] = mirror * e->x;
    }
    for (size_t k = 0; A && k < size; k++)
        if (isnan(A[k])) A[k] = 0.0;
    if (l->in.errors == 0) return A;
    free(A);
    return NULL;
}
