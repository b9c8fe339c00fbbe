/* problem_plain.c: two formats of other programs: numbers with blanks or line ends between them, no
 * comments
 *
 * .path, of the example SimpleLCP of the solver PATH:
 *
 *     2 4                      n, and the number of entries of A that follow; the others are 0
 *     1 1 2                    row, column and value of each, from 1, in any order
 *     2 1 1
 *     1 2 1
 *     2 2 2
 *     -5                       b: n numbers
 *     -6
 *     0 1e20                   the bounds lo and hi of each unknown; 1e20 and more are
 *     0 1e20                   infinite
 *
 * .dat, read by linearComplementarity_newFromFilename() of Siconos; it has no bounds:
 *
 *     2                        n
 *     0                        storage of A: 0 is dense, the only one read here
 *     2                        its rows and columns, twice
 *     2
 *     2 2
 *     2 1                      A: n*n numbers, column by column
 *     1 2
 *     -5 -6                    b: n numbers
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "problem.h"

/* ---- PATH ---- */

#define INFINITE 1e20             /* the default of PATH's options */

/* the next word as a bound; sign * infinity if its size is at least INFINITE */
static void read_bound(lines *l, const char *name, int sign, double *x)
{
    if (lines_next(l, "the last bounds") && lines_number(l, name, sign, x) && sign * *x >= INFINITE)
        *x = sign * HUGE_VAL;
}

static void read_bounds(lines *l, lcp_file *file)
{
    for (int i = 0; i < file->n && !l->in.stopped; i++) {
        reader_place at;
        read_bound(l, "lo", -1, file->lo + i);
        at = l->in.w.at;
        read_bound(l, "hi", 1, file->hi + i);
        if (l->in.errors == 0 && !(file->lo[i] <= file->hi[i]))
            reader_complain(&l->in, at, "lo = %.9g and hi = %.9g of z%d, expected lo <= hi",
                            file->lo[i], file->hi[i], i + 1);
    }
}

static int path_parse(const char *path, FILE *in, lcp_file *out, FILE *messages)
{
    triplets entries = { NULL, 0 };
    int count;
    lines l;

    lines_begin(&l, path, in, 0, messages);
    out->n = lines_size(&l, "n", MB_MAX_N);
    count = lines_size(&l, "the number of entries of A", out->n * out->n);
    if (!l.in.stopped) triplets_read(&l, out->n, (size_t)count, &entries);
    if (!l.in.stopped) out->b = lines_array(&l, "b", (size_t)out->n, 0);
    if (!l.in.stopped && lcp_file_bounds(out) != 0) reader_give_up(&l.in, "out of memory");
    if (!l.in.stopped) {
        read_bounds(&l, out);
        lines_no_more(&l, "the bounds");
    }
    if (l.in.errors == 0) out->A = triplets_dense(&l, &entries, out->n, 0);
    if (l.in.errors == 0) lcp_file_settle(out, path, messages);
    free(entries.entry);
    return lines_finish(&l);
}

static const char *path_lacks(const mb_mlcp *p)
{
    for (int i = 0; i < p->n; i++)
        if ((fabs(p->lo[i]) >= INFINITE && fabs(p->lo[i]) < HUGE_VAL) ||
            (fabs(p->hi[i]) >= INFINITE && fabs(p->hi[i]) < HUGE_VAL))
            return "finite bounds of 1e20 and more, which are infinite to PATH";
    return NULL;
}

/* 0 needs no entry; -0 does, to be preserved */
static int has_entry(double x) { return x != 0.0 || signbit(x); }

static double finite(double x)
{
    return fabs(x) < HUGE_VAL ? x : x > 0.0 ? INFINITE : -INFINITE;
}

static void path_write(const mb_mlcp *p, int part, output_text *out)
{
    const int n = p->n;
    int count = 0;

    (void)part;
    for (int k = 0; k < n * n; k++) count += has_entry(p->A[k]);
    output_printf(out, "%d %d\n", n, count);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (has_entry(p->A[i * n + j]))
                output_format(out, "%d %d %g\n", i + 1, j + 1, p->A[i * n + j]);
    for (int i = 0; i < n; i++) output_format(out, "%g\n", p->b[i]);
    for (int i = 0; i < n; i++)
        output_format(out, "%g %g\n", finite(p->lo[i]), finite(p->hi[i]));
}

const problem_format problem_path = {
    "path", ".path", "PATH's SimpleLCP: the entries of A that are not 0, b, bounds", 1, NULL,
    path_parse, path_lacks, path_write,
};

/* ---- Siconos ---- */

static int siconos_parse(const char *path, FILE *in, lcp_file *out, FILE *messages)
{
    static const char *const again[] = { "the rows of A", "the columns of A" };
    lines l;

    lines_begin(&l, path, in, 0, messages);
    out->n = lines_size(&l, "n", MB_MAX_N);
    if (lines_next(&l, "the storage of A")) lines_whole(&l, "the storage of A", 0, 0);
    for (int k = 0; k < 4; k++)
        if (lines_next(&l, again[k % 2])) lines_whole(&l, again[k % 2], out->n, out->n);
    if (!l.in.stopped) {
        const size_t n = (size_t)out->n;
        out->A = lines_array(&l, "A", n * n, 0);
        out->b = lines_array(&l, "b", n, 0);
        lines_no_more(&l, "b");
    }
    if (l.in.errors == 0 && lcp_file_bounds(out) != 0) reader_give_up(&l.in, "out of memory");
    if (l.in.errors == 0) lcp_file_transpose(out->A, out->n);
    return lines_finish(&l);
}

static const char *siconos_lacks(const mb_mlcp *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->lo[i] != 0.0 || p->hi[i] < HUGE_VAL) return "free unknowns and bounds";
    return NULL;
}

static void siconos_write(const mb_mlcp *p, int part, output_text *out)
{
    const int n = p->n;

    (void)part;
    output_printf(out, "%d\n0\n%d\n%d\n%d\t%d\n", n, n, n, n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            output_format(out, i + 1 < n ? "%g " : "%g\n", p->A[i * n + j]);
    for (int i = 0; i < n; i++) output_format(out, i + 1 < n ? "%g " : "%g\n", p->b[i]);
}

const problem_format problem_siconos = {
    "siconos", ".dat", "Siconos' LCP, for linearComplementarity_newFromFilename", 1, NULL,
    siconos_parse, siconos_lacks, siconos_write,
};
