/* problem_lcp.c: .lcp, the kit's own format: rows of numbers
 *
 *     # comments run to the end of their line; blank lines are ignored
 *     2 1                      n, or n nfree: the first nfree unknowns are free, their rows
 *                              equations
 *     2 1                      A: n rows of n numbers, a line each
 *     1 2
 *     -5 -6                    b: one row
 *     lo -inf 0                optional, in any order: bounds of all n unknowns; without the line
 *                              -inf if free, else 0
 *     hi  inf 4                                                               without the line inf
 *
 * Numbers are decimal.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "problem.h"

/* the first line: `n` or `n nfree` */
static void read_head(lines *l, lcp_file *file)
{
    char text[READER_QUOTE];

    if (!lines_next_row(l)) {
        lines_refuse(l, lines_place(l), "no problem in the file, expected 'n' or 'n nfree', then "
                     "A and b");
        return;
    }
    file->n = lines_whole(l, "n", 0, MB_MAX_N);
    lines_next_word(l);
    if (l->in.w.len > 0 && !l->in.stopped) {
        file->nfree = lines_whole(l, "nfree", 0, file->n);
        lines_next_word(l);
    }
    if (l->in.w.len > 0)
        lines_refuse(l, l->in.w.at, "%s on the first line, expected 'n' or 'n nfree'",
                     reader_quote(l->in.w, text));
    file->mixed = file->nfree > 0;
}

static void read_matrix(lines *l, lcp_file *file)
{
    const int n = file->n;
    int room = 0;

    for (int i = 0; i < n && !l->in.stopped; i++) {
        char where[32];
        if (!lines_next_row(l)) {
            lines_refuse(l, lines_place(l), "the file ends after %d row%s of A, expected %d, "
                         "then b", i, i == 1 ? "" : "s", n);
            return;
        }
        if (output_grow(&file->A, i, &room, (size_t)n * sizeof *file->A) != 0) {
            reader_give_up(&l->in, "out of memory");
            return;
        }
        snprintf(where, sizeof where, "row %d of A", i + 1);
        lines_row(l, where, n, 0, file->A + i * n);
    }
}

/* makes the vectors, which are small beside the matrix */
static void make_vectors(lines *l, lcp_file *file)
{
    const size_t size = ((size_t)file->n + 1) * sizeof(double);

    if (!file->A) file->A = malloc(size);
    file->b = malloc(size);
    if (!file->A || !file->b || lcp_file_bounds(file) != 0) reader_give_up(&l->in, "out of memory");
}

static void read_b(lines *l, lcp_file *file)
{
    if (file->n == 0 || l->in.stopped) return;
    if (!lines_next_row(l)) {
        lines_refuse(l, lines_place(l), "the file ends after A, expected a row with b");
        return;
    }
    lines_row(l, "b", file->n, 0, file->b);
}

/* the lines `lo ...` and `hi ...`, each at most once; returns the place of the last one */
static reader_place read_bounds(lines *l, lcp_file *file)
{
    reader_place last = { 0, 1 };
    char text[READER_QUOTE];
    int first[2] = { 0, 0 };

    while (!l->in.stopped && lines_next_row(l)) {
        const reader_word w = l->in.w;
        const int upper = reader_is(w, "hi");
        if (!upper && !reader_is(w, "lo")) {
            lines_refuse(l, w.at, "%s after b, expected a line of bounds that begins with lo or "
                         "hi, or the end of the file", reader_quote(w, text));
            break;
        }
        if (first[upper])
            reader_complain(&l->in, w.at, "second %s, expected only one; the first is on line %d",
                            reader_quote(w, text), first[upper]);
        else
            first[upper] = w.at.line;
        last.line = w.at.line;
        lines_next_word(l);
        lines_row(l, upper ? "hi" : "lo", file->n, upper ? 1 : -1, upper ? file->hi : file->lo);
        file->mixed = 1;
    }
    return last;
}

static void check_bounds(lines *l, const lcp_file *file, reader_place at)
{
    for (int i = 0; i < file->n && l->in.errors == 0; i++) {
        const double lo = file->lo[i], hi = file->hi[i];
        if (i < file->nfree && (lo > -HUGE_VAL || hi < HUGE_VAL))
            reader_complain(&l->in, at, "z%d is free by the first line, expected lo -inf "
                            "and hi inf, not %.9g and %.9g", i + 1, lo, hi);
        else if (!(lo <= hi))
            reader_complain(&l->in, at, "lo = %.9g and hi = %.9g of z%d, expected lo <= "
                            "hi", lo, hi, i + 1);
    }
}

static int parse(const char *name, FILE *in, lcp_file *out, FILE *messages)
{
    lines l;

    lines_begin(&l, name, in, '#', messages);
    read_head(&l, out);
    if (!l.in.stopped) read_matrix(&l, out);
    if (!l.in.stopped) make_vectors(&l, out);
    read_b(&l, out);
    if (!l.in.stopped) check_bounds(&l, out, read_bounds(&l, out));
    return lines_finish(&l);
}

/* ---- out ---- */

static void write_row(const char *word, int n, const double *x, output_text *out)
{
    output_string(out, word);
    for (int i = 0; i < n; i++) output_format(out, i > 0 || word[0] ? " %g" : "%g", x[i]);
    output_string(out, "\n");
}

void lcp_file_write(const mb_mlcp *p, output_text *out)
{
    const int n = p->n;
    int nfree = 0, lower = 0, upper = 0;

    while (nfree < n && p->lo && p->lo[nfree] == -HUGE_VAL && (!p->hi || p->hi[nfree] == HUGE_VAL))
        nfree++;
    for (int i = nfree; i < n; i++) {
        lower |= p->lo && p->lo[i] != 0.0;
        upper |= p->hi && p->hi[i] != HUGE_VAL;
    }
    output_printf(out, nfree > 0 ? "%d %d\n" : "%d\n", n, nfree);
    for (int i = 0; i < n; i++) write_row("", n, p->A + i * n, out);
    if (n > 0) write_row("", n, p->b, out);
    if (lower) write_row("lo", n, p->lo, out);
    if (upper) write_row("hi", n, p->hi, out);
}

static void write_part(const mb_mlcp *p, int part, output_text *out)
{
    (void)part;
    lcp_file_write(p, out);
}

const problem_format problem_lcp = {
    "lcp", ".lcp", "the kit's own: n, rows of A, b; bounds", 1, NULL, parse, NULL,
    write_part,
};
