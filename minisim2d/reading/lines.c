/* lines.c: text files line by line; see reader.h
 *
 * Layers, lowest first: lines and their words; numbers; rows; numbers in a row over many lines.
 */
#include "reader.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

#define LEAST ((double)4.9406564584124654e-324)         /* the least double > 0 */

enum {
    LONGEST = 1100,               /* digits of a double in full: up to 767 after 324 zeros */
    LONGEST_LINE = 1 << 26,       /* bytes: enough for 46340 such numbers */
    MOST_ERRORS = 10
};

void lines_begin(lines *l, const char *name, FILE *file, char comment, FILE *messages)
{
    memset(l, 0, sizeof *l);
    l->in.name = name;
    l->in.messages = messages;
    l->in.most = MOST_ERRORS;
    l->in.comment = comment;
    l->file = file;
    l->ended = '\n';
}

int lines_finish(lines *l)
{
    free(l->line);
    l->line = NULL;
    return l->in.errors;
}

void lines_unreadable(lines *l)
{
    char reason[160];

    snprintf(reason, sizeof reason, "cannot read: %s", strerror(errno));
    reader_give_up(&l->in, reason);
}

void lines_refuse(lines *l, reader_place at, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    reader_complain_v(&l->in, at, format, args);
    va_end(args);
    l->in.stopped = 1;
}

/* ---- lines ---- */

reader_place lines_place(const lines *l)
{
    const reader_place at = { l->in.line, (int)(l->in.stop - l->in.line_beg) + 1 };

    return at;
}

/* byte n of the line; 0 after a message */
static int put_byte(lines *l, int n, int c)
{
    if (n == LONGEST_LINE) reader_give_up(&l->in, "cannot read: a line without end");
    else if (output_grow(&l->line, n, &l->room, 1) != 0) reader_give_up(&l->in, "out of memory");
    else l->line[n] = (char)c;
    return !l->in.stopped;
}

/* reads the next line into the reader, as far as it is text */
static void fetch_line(lines *l)
{
    int n = 0, c;

    while ((c = getc(l->file)) != EOF && c != '\n' && (c == '\r' || !reader_control(c)))
        if (!put_byte(l, n++, c)) return;
    if (c == EOF && ferror(l->file)) lines_unreadable(l);
    if (!put_byte(l, n, '\0')) return;
    l->ended = c;
    l->in.line++;
    l->in.line_beg = l->line;
    l->in.stop = l->line + n;
    l->in.p = l->in.line == 1 ? reader_text(l->line, l->in.stop) : l->line;
}

/* characters that are not text end the file, after a message */
void lines_next_word(lines *l)
{
    reader_next(&l->in);
    if (l->in.p < l->in.stop || l->ended == '\n' || l->ended == EOF) return;
    if (l->ended == 0)
        lines_refuse(l, lines_place(l), "binary file (a zero byte), expected plain text");
    else
        lines_refuse(l, lines_place(l), "control character 0x%02X, expected plain text",
                     (unsigned)l->ended);
}

int lines_next_row(lines *l)
{
    do {
        if (l->in.stopped || l->ended == EOF) return 0;
        fetch_line(l);
        if (!l->in.stopped) lines_next_word(l);
    } while (l->in.stopped || l->in.w.len == 0);
    return 1;
}

/* ---- numbers ---- */

int lines_number(lines *l, const char *where, int infinite, double *x)
{
    const reader_word w = l->in.w;
    const reader_kind kind =
        w.len > LONGEST ? READER_NO_NUMBER : reader_number(w, LEAST, DBL_MAX, x);
    char text[READER_QUOTE];

    if (kind == READER_NUMBER) return 1;
    if (kind == READER_INFINITE && infinite != 0 && *x == infinite * HUGE_VAL) return 1;
    reader_quote(w, text);
    if (kind == READER_INFINITE && infinite == 0)
        reader_complain(&l->in, w.at, "%s in %s is not finite, expected a finite number", text,
                        where);
    else if (kind == READER_INFINITE)
        reader_complain(&l->in, w.at, "%s in %s, expected a finite number or %s", text, where,
                        infinite > 0 ? "inf" : "-inf");
    else if (kind == READER_NO_NUMBER)
        reader_complain(&l->in, w.at, "%s in %s is not a decimal number", text, where);
    else if (kind == READER_LARGE)
        reader_complain(&l->in, w.at, "%s in %s is too large, expected at most 1.797e308 in size",
                        text, where);
    else
        reader_complain(&l->in, w.at, "%s in %s is too small, expected 0 or at least 4.941e-324 in "
                        "size", text, where);
    return 0;
}

int lines_whole(lines *l, const char *name, int least, int most)
{
    const reader_word w = l->in.w;
    char text[READER_QUOTE];
    double x;

    if (w.len <= LONGEST && reader_number(w, 0.0, DBL_MAX, &x) == READER_NUMBER && x >= least &&
        x <= most && x == floor(x))
        return (int)x;
    if (least == most)
        lines_refuse(l, w.at, "%s for %s, expected %d", reader_quote(w, text), name, most);
    else
        lines_refuse(l, w.at, "%s for %s, expected a whole number from %d to %d",
                     reader_quote(w, text), name, least, most);
    return -1;
}

/* ---- rows ---- */

void lines_row(lines *l, const char *where, int n, int infinite, double *x)
{
    int ok = 1, count = 0;

    for (; l->in.w.len > 0 && count < n; count++) {
        if (ok) ok = lines_number(l, where, infinite, x + count);
        lines_next_word(l);
    }
    if (ok && count < n)
        reader_complain(&l->in, l->in.w.at, "%s has %d number%s, expected %d", where, count,
                        count == 1 ? "" : "s", n);
    if (ok && l->in.w.len > 0)
        reader_complain(&l->in, l->in.w.at, "%s goes on after %d number%s, expected the end of the "
                        "line", where, n, n == 1 ? "" : "s");
    while (l->in.w.len > 0) lines_next_word(l);
}

/* ---- numbers in a row over many lines ---- */

/* the next word, on this line or a later one; 0 at the end of the file */
static int next_anywhere(lines *l)
{
    if (l->in.stopped) return 0;
    if (l->in.line > 0) lines_next_word(l);
    return !l->in.stopped && (l->in.w.len > 0 || lines_next_row(l));
}

int lines_next(lines *l, const char *name)
{
    if (next_anywhere(l)) return 1;
    lines_refuse(l, lines_place(l), "the file ends before %s", name);
    return 0;
}

int lines_size(lines *l, const char *name, int most)
{
    return lines_next(l, name) ? lines_whole(l, name, 0, most) : -1;
}

double *lines_array(lines *l, const char *name, size_t count, int infinite)
{
    double *x = malloc(sizeof *x);
    int room = x != NULL;

    if (!x) reader_give_up(&l->in, "out of memory");
    for (size_t k = 0; k < count && !l->in.stopped; k++) {
        if (output_grow(&x, (int)k, &room, sizeof *x) != 0)
            reader_give_up(&l->in, "out of memory");
        else if (next_anywhere(l))
            lines_number(l, name, infinite, x + k);
        else
            lines_refuse(l, lines_place(l), "the file ends after %lu of the %lu numbers of %s",
                         (unsigned long)k, (unsigned long)count, name);
    }
    if (l->in.errors == 0) return x;
    free(x);
    return NULL;
}

void lines_no_more(lines *l, const char *name)
{
    char text[READER_QUOTE];

    if (next_anywhere(l))
        reader_complain(&l->in, l->in.w.at, "%s after %s, expected the end of the file",
                        reader_quote(l->in.w, text), name);
}

/* ---- sparse matrices ---- */

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
    int room = 0;

    out->entry = NULL;
    for (out->count = 0; out->count < count && !l->in.stopped; out->count++) {
        if (output_grow(&out->entry, (int)out->count, &room, sizeof *out->entry) != 0)
            reader_give_up(&l->in, "out of memory");
        else
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
