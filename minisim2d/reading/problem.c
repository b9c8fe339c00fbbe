/* problem.c: the reader and the writer of problem files; the format stands in problem.h
 *
 * The reader takes one line after the other, so that a huge n over little data costs neither time
 * nor memory. Layers, lowest first: lines; rows of numbers; the file: size, A, b, bounds.
 */
#include "problem.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

#define LEAST ((double)4.9406564584124654e-324)         /* the least double > 0 */

enum {
    LONGEST = 1100,               /* digits of a double in full: up to 767 behind 324 zeros */
    LONGEST_LINE = 1 << 26,       /* bytes: room for MB_MAX_N such numbers */
    MOST_ERRORS = 10
};

typedef struct {
    reader in;                    /* holds a line at a time */
    FILE *file;
    char *line;                   /* its text */
    size_t room;
    int ended;                    /* how it ends: '\n', EOF, or a character that is no text */
    reader_place bounds_at;       /* the last line of bounds */
} parser;

/* an error after which nothing that follows makes sense */
static void stop(parser *p) { p->in.stopped = 1; }

/* ---- lines ---- */

/* the end of what was read, of a line or of the file */
static reader_place end_of(const parser *p)
{
    const reader_place at = { p->in.line, (int)(p->in.stop - p->in.line_beg) + 1 };

    return at;
}

/* byte n of the line; 0 after a message */
static int put_byte(parser *p, size_t n, int c)
{
    if (n >= p->room) {
        const size_t room = p->room ? 2 * p->room : 256;
        char *more = n < LONGEST_LINE ? realloc(p->line, room) : NULL;
        if (!more) {
            reader_give_up(&p->in,
                           n < LONGEST_LINE ? "out of memory" : "cannot read: a line without end");
            return 0;
        }
        p->line = more;
        p->room = room;
    }
    p->line[n] = (char)c;
    return 1;
}

/* the next line into the reader, as far as it is text */
static void fetch_line(parser *p)
{
    size_t n = 0;
    int c;

    while ((c = getc(p->file)) != EOF && c != '\n' && (c == '\r' || !reader_control(c)))
        if (!put_byte(p, n++, c)) return;
    if (c == EOF && ferror(p->file)) {
        char reason[160];
        snprintf(reason, sizeof reason, "cannot read: %s", strerror(errno));
        reader_give_up(&p->in, reason);
    }
    if (!put_byte(p, n, '\0')) return;
    p->ended = c;
    p->in.line++;
    p->in.line_beg = p->line;
    p->in.stop = p->line + n;
    p->in.p = p->in.line == 1 ? reader_text(p->line, p->in.stop) : p->line;
}

/* the next word of the line; what is no text ends the file, after a message */
static void next_word(parser *p)
{
    reader_next(&p->in);
    if (p->in.p < p->in.stop || p->ended == '\n' || p->ended == EOF) return;
    if (p->ended == 0)
        reader_complain(&p->in, end_of(p), "binary file (a zero byte), expected plain text");
    else
        reader_complain(&p->in, end_of(p), "control character 0x%02X, expected plain text",
                        (unsigned)p->ended);
    stop(p);
}

/* go to the first word of the next line that has one; 0 at the end of the file */
static int next_row(parser *p)
{
    do {
        if (p->in.stopped || p->ended == EOF) return 0;
        fetch_line(p);
        if (!p->in.stopped) next_word(p);
    } while (p->in.stopped || p->in.w.len == 0);
    return 1;
}

/* ---- numbers ---- */

/* what the row that is being read is called: `row 3 of A`, `b`, `lo` */
typedef struct {
    const char *name;
    int row;                      /* of A, from 1; 0: the name says it all */
} row_name;

static const char *name_row(row_name what, char text[32])
{
    if (what.row > 0) snprintf(text, 32, "row %d of %s", what.row, what.name);
    else snprintf(text, 32, "%s", what.name);
    return text;
}

/* the word as a number; infinite: +1 or -1, the infinity that is allowed here as well. Returns 0
 * after a message. */
static int read_number(parser *p, row_name what, int infinite, double *x)
{
    const reader_word w = p->in.w;
    const reader_kind kind =
        w.len > LONGEST ? READER_NO_NUMBER : reader_number(w, LEAST, DBL_MAX, x);
    char text[READER_QUOTE], row[32];

    if (kind == READER_NUMBER) return 1;
    if (kind == READER_INFINITE && infinite != 0 && *x == infinite * HUGE_VAL) return 1;
    reader_quote(w, text);
    name_row(what, row);
    switch (kind) {
    case READER_NUMBER: break;
    case READER_INFINITE:
        if (infinite == 0)
            reader_complain(&p->in, w.at, "%s in %s is not finite, expected a finite number", text,
                            row);
        else
            reader_complain(&p->in, w.at, "%s in %s, expected a finite number or %s", text, row,
                            infinite > 0 ? "inf" : "-inf");
        break;
    case READER_NO_NUMBER:
        reader_complain(&p->in, w.at, "%s in %s is not a decimal number", text, row);
        break;
    case READER_LARGE:
        reader_complain(&p->in, w.at, "%s in %s is too large, expected at most 1.797e308 in size",
                        text, row);
        break;
    case READER_SMALL:
        reader_complain(&p->in, w.at, "%s in %s is too small, expected 0 or at least 4.941e-324 in "
                        "size", text, row);
        break;
    }
    return 0;
}

/* the rest of the line, which must be n numbers; only the line's first error is shown */
static void read_row(parser *p, row_name what, int n, int infinite, double *x)
{
    char row[32];
    int ok = 1, count = 0;

    for (; p->in.w.len > 0 && count < n; count++) {
        if (ok) ok = read_number(p, what, infinite, x + count);
        next_word(p);
    }
    if (ok && count < n)
        reader_complain(&p->in, p->in.w.at, "%s has %d number%s, expected %d", name_row(what, row),
                        count, count == 1 ? "" : "s", n);
    if (ok && p->in.w.len > 0)
        reader_complain(&p->in, p->in.w.at, "%s goes on after %d number%s, expected the end of the "
                        "line", name_row(what, row), n, n == 1 ? "" : "s");
    while (p->in.w.len > 0) next_word(p);
}

/* ---- the file ---- */

/* the word as a whole number from 0 to most; -1 after a message */
static int read_size(parser *p, const char *name, int most)
{
    const reader_word w = p->in.w;
    char text[READER_QUOTE];
    double x;

    if (w.len <= LONGEST && reader_number(w, 0.0, DBL_MAX, &x) == READER_NUMBER && x >= 0.0 &&
        x <= most && x == floor(x))
        return (int)x;
    reader_complain(&p->in, w.at, "%s for %s, expected a whole number from 0 to %d",
                    reader_quote(w, text), name, most);
    stop(p);
    return -1;
}

/* the first line: `n` or `n nfree` */
static void read_head(parser *p, lcp_file *file)
{
    char text[READER_QUOTE];

    if (!next_row(p)) {
        reader_complain(&p->in, end_of(p), "no problem in the file, expected 'n' or 'n nfree', "
                        "then A and b");
        stop(p);
        return;
    }
    file->n = read_size(p, "n", MB_MAX_N);
    next_word(p);
    if (p->in.w.len > 0 && !p->in.stopped) {
        file->nfree = read_size(p, "nfree", file->n);
        next_word(p);
    }
    if (p->in.w.len > 0) {
        reader_complain(&p->in, p->in.w.at, "%s on the first line, expected 'n' or 'n nfree'",
                        reader_quote(p->in.w, text));
        stop(p);
    }
    file->mixed = file->nfree > 0;
}

/* room for at least `rows` rows of A, at most twice as many; 0 without memory */
static int grow_matrix(parser *p, lcp_file *file, int rows, int *room)
{
    const size_t width = (size_t)file->n * sizeof *file->A;
    double *more;
    int want;

    if (rows <= *room) return 1;
    want = *room < 8 ? 8 : 2 * *room;
    if (want > file->n) want = file->n;
    more = width > SIZE_MAX / (size_t)want ? NULL : realloc(file->A, (size_t)want * width);
    if (!more) {
        reader_give_up(&p->in, "out of memory");
        return 0;
    }
    file->A = more;
    *room = want;
    return 1;
}

static void read_matrix(parser *p, lcp_file *file)
{
    const int n = file->n;
    int room = 0;

    for (int i = 0; i < n && !p->in.stopped; i++) {
        const row_name row = { "A", i + 1 };
        if (!next_row(p)) {
            reader_complain(&p->in, end_of(p), "the file ends after %d row%s of A, expected %d, "
                            "then b", i, i == 1 ? "" : "s", n);
            stop(p);
            return;
        }
        if (!grow_matrix(p, file, i + 1, &room)) return;
        read_row(p, row, n, 0, file->A + i * n);
    }
}

/* vectors, which are small beside a matrix that was there; the bounds are those of a file that
 * gives none */
static void make_vectors(parser *p, lcp_file *file)
{
    const size_t size = ((size_t)file->n + 1) * sizeof(double);

    if (!file->A) file->A = malloc(size);
    file->b = malloc(size);
    file->lo = malloc(size);
    file->hi = malloc(size);
    if (!file->A || !file->b || !file->lo || !file->hi) {
        reader_give_up(&p->in, "out of memory");
        return;
    }
    for (int i = 0; i < file->n; i++) {
        file->lo[i] = i < file->nfree ? -HUGE_VAL : 0.0;
        file->hi[i] = HUGE_VAL;
    }
}

static void read_b(parser *p, lcp_file *file)
{
    const row_name row = { "b", 0 };

    if (file->n == 0 || p->in.stopped) return;
    if (!next_row(p)) {
        reader_complain(&p->in, end_of(p), "the file ends after A, expected a row with b");
        stop(p);
        return;
    }
    read_row(p, row, file->n, 0, file->b);
}

/* the lines `lo ...` and `hi ...`, each at most once */
static void read_bounds(parser *p, lcp_file *file)
{
    static const row_name rows[2] = { { "lo", 0 }, { "hi", 0 } };
    char text[READER_QUOTE];
    int first[2] = { 0, 0 };

    while (!p->in.stopped && next_row(p)) {
        const reader_word w = p->in.w;
        const int upper = reader_is(w, "hi");
        if (!upper && !reader_is(w, "lo")) {
            reader_complain(&p->in, w.at, "%s after b, expected a line of bounds that begins with "
                            "lo or hi, or the end of the file", reader_quote(w, text));
            stop(p);
            return;
        }
        if (first[upper])
            reader_complain(&p->in, w.at, "second %s, expected only one; the first is on line %d",
                            reader_quote(w, text), first[upper]);
        else
            first[upper] = w.at.line;
        p->bounds_at.line = w.at.line;
        next_word(p);
        read_row(p, rows[upper], file->n, upper ? 1 : -1, upper ? file->hi : file->lo);
        file->mixed = 1;
    }
}

static void check_bounds(parser *p, const lcp_file *file)
{
    p->bounds_at.col = 1;
    for (int i = 0; i < file->n && p->in.errors == 0; i++) {
        const double lo = file->lo[i], hi = file->hi[i];
        if (i < file->nfree && (lo > -HUGE_VAL || hi < HUGE_VAL))
            reader_complain(&p->in, p->bounds_at, "z%d is free by the first line, expected lo -inf "
                            "and hi inf, not %.9g and %.9g", i + 1, lo, hi);
        else if (!(lo <= hi))
            reader_complain(&p->in, p->bounds_at, "lo = %.9g and hi = %.9g of z%d, expected lo <= "
                            "hi", lo, hi, i + 1);
    }
}

int lcp_file_parse(const char *name, FILE *in, lcp_file *out, FILE *messages)
{
    parser p;

    memset(&p, 0, sizeof p);
    memset(out, 0, sizeof *out);
    p.in.name = name;
    p.in.messages = messages;
    p.in.most = MOST_ERRORS;
    p.file = in;
    p.ended = '\n';
    read_head(&p, out);
    if (!p.in.stopped) read_matrix(&p, out);
    if (!p.in.stopped) make_vectors(&p, out);
    read_b(&p, out);
    if (!p.in.stopped) read_bounds(&p, out);
    if (!p.in.stopped) check_bounds(&p, out);
    free(p.line);
    if (p.in.errors) lcp_file_free(out);
    return p.in.errors;
}

int lcp_file_read(const char *path, lcp_file *out, FILE *messages)
{
    const char *name;
    FILE *in = reader_open(path, &name, messages);
    int errors;

    memset(out, 0, sizeof *out);
    if (!in) return 1;
    errors = lcp_file_parse(name, in, out, messages);
    reader_close(in);
    return errors;
}

void lcp_file_free(lcp_file *p)
{
    free(p->A);
    free(p->b);
    free(p->lo);
    free(p->hi);
    memset(p, 0, sizeof *p);
}

/* ---- the writer ---- */

static void write_row(const char *word, int n, const double *x, output_text *out)
{
    output_string(out, word);
    for (int i = 0; i < n; i++) {
        if (i > 0 || word[0]) output_string(out, " ");
        output_number(out, x[i]);
    }
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

/* ---- the files of --dump-lcp ---- */

void lcp_file_step_path(const char *folder, int step, int particle, output_text *out)
{
    output_printf(out, "%s/step-%06d-particle-%d.lcp", folder, step, particle);
}

int lcp_file_is_step(const char *name)
{
    int step, particle, length = 0;

    return sscanf(name, "step-%d-particle-%d.lcp%n", &step, &particle, &length) == 2 &&
           length == (int)strlen(name);
}
