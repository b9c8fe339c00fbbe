/* quantiles.c: order statistics of a file, a byte at a time; see study.h */
#include "study.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, VALUES = 256 };
enum { QUARTILES = 3, RANKS = 2 * QUARTILES };  /* of a column: those on both sides of a quartile */

/* One order statistic in progress. */
typedef struct {
    uint64_t bits;                /* the bytes found so far, the first one highest */
    long long rank;               /* from 0, among the numbers that begin with these */
    long long count[VALUES];      /* of those, by their next byte */
} search;

int quantiles_init(quantiles *q, int columns)
{
    q->columns = columns;
    q->added = 0;
    q->file = tmpfile();
    return q->file ? 0 : -1;
}

void quantiles_free(quantiles *q)
{
    if (q->file) fclose(q->file);
    q->file = NULL;
}

int quantiles_add(quantiles *q, double x)
{
    q->added++;
    return fwrite(&x, sizeof x, 1, q->file) == 1 ? 0 : -1;
}

/* place of quartile i = 1, 2, 3 of n numbers: between numbers `below` and below + 1, if not on the
 * former */
static double place_of(int i, long long n, long long *below)
{
    *below = (n - 1) * i / 4;
    return (double)((n - 1) * i % 4) / 4.0;
}

static void start(search *s, int columns, long long n)
{
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < QUARTILES; i++, s += 2) {
            const double rest = place_of(i + 1, n, &s[0].rank);
            s[1].rank = s[0].rank + (rest > 0.0);
        }
}

/* counts a number of a column, by its byte at `shift`, in the searches that still include it */
static void count(search *s, double x, int shift)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < RANKS; i++)
        if (shift + 8 == 64 || bits >> (shift + 8) == s[i].bits) s[i].count[bits >> shift & 255]++;
}

/* chooses the next byte of the search */
static void choose(search *s)
{
    int byte = 0;

    while (s->rank >= s->count[byte]) s->rank -= s->count[byte++];
    s->bits = s->bits << 8 | (uint64_t)byte;
    memset(s->count, 0, sizeof s->count);
}

/* reads all numbers, and finds the next byte of every search */
static int pass(quantiles *q, search *s, int shift)
{
    const long long rows = q->added / q->columns;
    double x;

    rewind(q->file);
    for (long long row = 0; row < rows; row++)
        for (int k = 0; k < q->columns; k++) {
            if (fread(&x, sizeof x, 1, q->file) != 1) return -1;
            count(s + RANKS * k, x, shift);
        }
    for (int i = 0; i < RANKS * q->columns; i++) choose(s + i);
    return 0;
}

static double number_of(const search *s)
{
    double x;

    memcpy(&x, &s->bits, sizeof x);
    return x;
}

static void take(const quantiles *q, const search *s, double *quartile)
{
    for (int k = 0; k < q->columns; k++)
        for (int i = 0; i < QUARTILES; i++, s += 2) {
            const double a = number_of(s), b = number_of(s + 1);
            long long below;
            const double rest = place_of(i + 1, q->added / q->columns, &below);
            quartile[QUARTILES*k + i] = a == b ? a : a + rest * (b - a);
        }
}

int quantiles_find(quantiles *q, double *quartile)
{
    search *s;
    int failed;

    errno = 0;
    s = calloc((size_t)q->columns * RANKS, sizeof *s);
    failed = !s || fflush(q->file) != 0;
    if (!failed) start(s, q->columns, q->added / q->columns);
    for (int shift = 8 * (BYTES - 1); shift >= 0 && !failed; shift -= 8) failed = pass(q, s, shift);
    if (!failed) take(q, s, quartile);
    free(s);
    return failed ? -1 : 0;
}
