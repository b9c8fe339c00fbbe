/* problem_mtx.c: .mtx, MatrixMarket: a file for each matrix
 *
 *     NAME.mtx      A          %%MatrixMarket matrix array real general
 *     NAME_b.mtx    b          % a comment
 *     NAME_lo.mtx   bounds     2 2               rows and columns
 *     NAME_hi.mtx              2                 then the numbers, column by column
 *
 * These names are those of the SuiteSparse collection; its b, though, is of A x = b. Read are array
 * and, of A, coordinate; real and integer; general, symmetric and skew-symmetric. Without
 * NAME_lo.mtx lo is 0, without NAME_hi.mtx hi is inf. All four are written, so that none of an
 * earlier problem remains.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "problem.h"

enum { PART_A, PART_B, PART_LO, PART_HI, PARTS };
enum { GENERAL, SYMMETRIC, SKEW };

static const char *const parts[PARTS] = { "", "_b", "_lo", "_hi" };
static const char *const names[PARTS] = { "A", "b", "lo", "hi" };

/* ---- in ---- */

/* index of the next word of the first line among these; -1 after a message */
static int header_word(lines *l, const char *const *known, int count)
{
    char text[READER_QUOTE], list[64] = "";
    int k;

    lines_next_word(l);
    k = reader_closest(l->in.w.s, l->in.w.len, known, count, 1, 1);
    if (k >= 0) return k;
    for (int i = 0; i < count; i++) sprintf(list + strlen(list), "%s%s", i ? " or " : "", known[i]);
    lines_refuse(l, l->in.w.at, "%s on the first line, expected %s", reader_quote(l->in.w, text),
                 list);
    return -1;
}

/* the line `%%MatrixMarket matrix ...`, which is a comment to others */
static void read_header(lines *l, int part, int *sparse, int *symmetry)
{
    static const char *const object[] = { "matrix" }, *const format[] = { "array", "coordinate" };
    static const char *const field[] = { "real", "integer" };
    static const char *const symmetries[] = { "general", "symmetric", "skew-symmetric" };

    l->in.comment = 0;
    if (!lines_next_row(l) || !reader_is(l->in.w, "%%MatrixMarket")) {
        lines_refuse(l, l->in.w.at, "no MatrixMarket file, expected one that begins with "
                     "%%%%MatrixMarket");
        return;
    }
    header_word(l, object, 1);
    *sparse = header_word(l, format, part == PART_A ? 2 : 1);
    header_word(l, field, 2);
    *symmetry = header_word(l, symmetries, part == PART_A ? 3 : 1);
    lines_next_word(l);
    l->in.comment = '%';
    reader_rest(&l->in);
}

/* the numbers of a symmetric matrix, on and below the diagonal or, for a skew one, below it */
static double *unfold(lines *l, int n, int symmetry)
{
    const int skew = symmetry == SKEW;
    const size_t size = (size_t)n * (size_t)n;
    double *half = lines_array(l, "A", skew ? (size - (size_t)n) / 2 : (size + (size_t)n) / 2, 0);
    double *A = half && size < SIZE_MAX / sizeof *A ? malloc((size + 1) * sizeof *A) : NULL;
    const double *next = half;

    if (half && !A) reader_give_up(&l->in, "out of memory");
    for (int j = 0; A && j < n; j++) {
        A[j * n + j] = skew ? 0.0 : *next++;
        for (int i = j + 1; i < n; i++) {
            A[i * n + j] = *next++;
            A[j * n + i] = skew ? -A[i * n + j] : A[i * n + j];
        }
    }
    free(half);
    return A;
}

static double *read_matrix(lines *l, int n, int sparse, int symmetry)
{
    triplets entries = { NULL, 0 };
    double *A;
    int count;

    if (!sparse && symmetry != GENERAL) return unfold(l, n, symmetry);
    if (!sparse) {
        A = lines_array(l, "A", (size_t)n * (size_t)n, 0);
        if (A) lcp_file_transpose(A, n);             /* the file has it column by column */
        return A;
    }
    count = lines_size(l, "the number of entries of A", n * n);
    if (l->in.stopped) return NULL;
    triplets_read(l, n, (size_t)count, &entries);
    A = l->in.stopped ? NULL
                      : triplets_dense(l, &entries, n, symmetry == SKEW ? -1 : symmetry);
    free(entries.entry);
    return A;
}

/* the numbers of a file; that of A first, which sets n for the others */
static double *read_part(lines *l, int part, int *n)
{
    int sparse = 0, symmetry = GENERAL, columns;
    double *x = NULL;

    read_header(l, part, &sparse, &symmetry);
    if (part == PART_A) *n = lines_size(l, "the rows of A", MB_MAX_N);
    else if (lines_next(l, "the rows")) lines_whole(l, "the rows", *n, *n);
    columns = part == PART_A ? *n : 1;
    if (lines_next(l, "the columns")) lines_whole(l, "the columns", columns, columns);
    if (l->in.stopped) return NULL;
    if (part == PART_A) x = read_matrix(l, *n, sparse, symmetry);
    else x = lines_array(l, names[part], (size_t)*n, part == PART_LO ? -1 : part == PART_HI);
    lines_no_more(l, names[part]);
    if (l->in.errors == 0) return x;
    free(x);
    return NULL;
}

/* reads the file of another part, beside that of A, into *x; bounds are optional. Returns the
 * number of errors */
static int parse_beside(const char *path, int part, int n, double **x, FILE *messages)
{
    output_text name = { 0 };
    double *numbers = NULL;
    FILE *in = NULL;
    lines l;

    lcp_file_part(&problem_mtx, path, part, &name);
    if (!name.failed) in = fopen(name.data, "rb");
    lines_begin(&l, name.failed ? path : name.data, in, '%', messages);
    if (in) numbers = read_part(&l, part, &n);
    else if (name.failed) reader_give_up(&l.in, "out of memory");
    else if (part == PART_B || errno != ENOENT) lines_unreadable(&l);
    if (numbers) {
        free(*x);
        *x = numbers;
    }
    if (in) fclose(in);
    output_free(&name);
    return lines_finish(&l);
}

static int mtx_parse(const char *path, FILE *in, lcp_file *out, FILE *messages)
{
    int errors;
    lines l;

    lines_begin(&l, path, in, '%', messages);
    out->A = read_part(&l, PART_A, &out->n);
    if (l.in.errors == 0 && lcp_file_bounds(out) != 0) reader_give_up(&l.in, "out of memory");
    errors = lines_finish(&l);
    if (!errors) errors = parse_beside(path, PART_B, out->n, &out->b, messages);
    if (!errors) errors = parse_beside(path, PART_LO, out->n, &out->lo, messages);
    if (!errors) errors = parse_beside(path, PART_HI, out->n, &out->hi, messages);
    return errors ? errors : lcp_file_settle(out, path, messages);
}

/* ---- out ---- */

static void mtx_write(const mb_mlcp *p, int part, output_text *out)
{
    const double *const vectors[PARTS] = { NULL, p->b, p->lo, p->hi };
    const int n = p->n, columns = part == PART_A ? n : 1;

    output_printf(out, "%%%%MatrixMarket matrix array real general\n"
                  "%% %s of LCP(A, b): w = A z + b\n%d %d\n", names[part], n, columns);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < n; i++)
            output_format(out, "%g\n", part == PART_A ? p->A[i * n + j] : vectors[part][i]);
}

const problem_format problem_mtx = {
    "mtx", ".mtx", "MatrixMarket: A; b, lo and hi beside it in NAME_b.mtx, ...", PARTS, parts,
    mtx_parse, NULL, mtx_write,
};
