/* problem_siconos.c: .dat, read by linearComplementarity_newFromFilename() of Siconos
 *
 *     2                        n
 *     0                        storage of A: 0 is dense, the only one read here
 *     2                        its rows and columns, twice
 *     2
 *     2 2
 *     2 1                      A: n*n numbers, column by column
 *     1 2
 *     -5 -6                    b: n numbers
 *
 * Line ends are blanks. There are no comments and no bounds.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "problem.h"

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
