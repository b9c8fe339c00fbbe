/* problem.c: the reader and the writer of problem files; the format stands in problem.h
 *
 * The reader takes one character after the other and keeps no more than a word of the text, so that a device without end or a
 * huge n over little data costs neither time nor memory. Layers, lowest first: characters and words, with their place; rows of
 * numbers; the file: size, A, b, bounds.
 */
#include "problem.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum {
    LONGEST = 1100,               /* characters of a number: a double in full has up to 767 digits behind 324 zeros */
    QUOTE = 40,                   /* bytes of a word that a message shows */
    MOST_ERRORS = 10
};

typedef struct {
    const char *name;
    FILE *in, *messages;
    int errors, stopped;          /* stopped: what follows can't be read, or is not worth it */
    int c;                        /* the next character; EOF at the end */
    long line, col;               /* its place */
    char word[LONGEST + 1];       /* the next word of the line, cut if it is longer */
    int length;                   /* 0: the end of the line; > LONGEST: of a word that was cut */
    long word_line, word_col;
    long bounds_line;             /* of the last line of bounds */
} reader;

/* ---- messages ---- */

static void complain_at(reader *r, long line, long col, const char *format, va_list args)
{
    if (r->stopped) return;
    r->errors++;
    fprintf(r->messages, "%s:%ld:%ld: ", r->name, line, col);
    vfprintf(r->messages, format, args);
    fputc('\n', r->messages);
    if (r->errors < MOST_ERRORS) return;
    r->stopped = 1;
    fprintf(r->messages, "%s: %d errors, what follows was not read\n", r->name, MOST_ERRORS);
}

/* an error at the next character, or in a line as a whole */
static void complain(reader *r, long line, long col, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_at(r, line, col, format, args);
    va_end(args);
}

/* an error at the reader's word */
static void complain_word(reader *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_at(r, r->word_line, r->word_col, format, args);
    va_end(args);
}

/* an error about the file as a whole */
static void give_up(reader *r, const char *reason)
{
    if (r->stopped) return;
    r->errors++;
    r->stopped = 1;
    fprintf(r->messages, "%s: %s\n", r->name, reason);
}

/* the reader's word as messages show it: a long one is cut, not within a UTF-8 character */
static const char *quote(const reader *r, char text[QUOTE + 8])
{
    int n = r->length <= QUOTE ? r->length : QUOTE;

    while (n < r->length && n > 0 && ((unsigned char)r->word[n] & 0xC0) == 0x80) n--;
    sprintf(text, "'%.*s%s'", n, r->word, n < r->length ? "..." : "");
    return text;
}

/* ---- characters and words ---- */

static int is_blank(int c) { return c == ' ' || c == '\t' || c == '\r'; }

/* r->c = the next character. What is no text ends the file, after a message. */
static void next_character(reader *r)
{
    if (r->c == '\n') {
        r->line++;
        r->col = 0;
    }
    r->col++;
    r->c = r->stopped ? EOF : getc(r->in);
    if (r->c == EOF && ferror(r->in) && !r->stopped) {
        char reason[160];
        snprintf(reason, sizeof reason, "cannot read: %s", strerror(errno));
        give_up(r, reason);
    }
    if (r->c == 0) complain(r, r->line, r->col, "binary file (a zero byte), expected plain text");
    else if (r->c != EOF && (r->c < 0x20 || r->c == 0x7F) && !is_blank(r->c) && r->c != '\n')
        complain(r, r->line, r->col, "control character 0x%02X, expected plain text", (unsigned)r->c);
    else return;
    r->stopped = 1;
    r->c = EOF;
}

/* the next word of the line into r->word; of length 0 at its end, which is not passed */
static void next_word(reader *r)
{
    while (is_blank(r->c)) next_character(r);
    r->word_line = r->line;
    r->word_col = r->col;
    r->length = 0;
    if (r->c == '#')
        while (r->c != '\n' && r->c != EOF) next_character(r);
    while (!is_blank(r->c) && r->c != '#' && r->c != '\n' && r->c != EOF) {
        if (r->length < LONGEST) r->word[r->length] = (char)r->c;
        if (r->length <= LONGEST) r->length++;
        next_character(r);
    }
    r->word[r->length < LONGEST ? r->length : LONGEST] = '\0';
}

/* go to the first word of the next line that has one; 0 at the end of the file */
static int next_row(reader *r)
{
    next_word(r);
    while (r->length == 0 && r->c == '\n') {
        next_character(r);
        next_word(r);
    }
    return r->length > 0;
}

static void skip_line(reader *r)
{
    while (r->length > 0) next_word(r);
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

/* r->word as a number; infinite: +1 or -1, the infinity that is allowed here as well. Returns 0 after a message. */
static int read_number(reader *r, row_name what, int infinite, double *x)
{
    const int decimal = r->length <= LONGEST && words_decimal(r->word, r->length), wild = words_not_finite(r->word, r->length);
    char word[QUOTE + 8], row[32];

    *x = decimal || wild ? strtod(r->word, NULL) : 0.0;
    if (wild && infinite != 0 && *x == infinite * HUGE_VAL) return 1;
    if (wild && infinite != 0)
        complain_word(r, "%s in %s, expected a finite number or %s", quote(r, word), name_row(what, row), infinite > 0 ? "inf" : "-inf");
    else if (wild)
        complain_word(r, "%s in %s is not finite, expected a finite number", quote(r, word), name_row(what, row));
    else if (!decimal)
        complain_word(r, "%s in %s is not a decimal number", quote(r, word), name_row(what, row));
    else if (fabs(*x) >= HUGE_VAL)
        complain_word(r, "%s in %s is too large, expected at most 1.797e308 in size", quote(r, word), name_row(what, row));
    else if (*x == 0.0 && !words_zero(r->word, r->length))
        complain_word(r, "%s in %s is too small, expected 0 or at least 4.941e-324 in size", quote(r, word),
                      name_row(what, row));
    else
        return 1;
    return 0;
}

/* the rest of the line, which must be n numbers; only the line's first error is shown */
static void read_row(reader *r, row_name what, int n, int infinite, double *x)
{
    char row[32];
    int ok = 1, count = 0;

    for (; r->length > 0 && count < n; count++) {
        if (ok) ok = read_number(r, what, infinite, x + count);
        next_word(r);
    }
    if (ok && count < n)
        complain_word(r, "%s has %d number%s, expected %d", name_row(what, row), count, count == 1 ? "" : "s", n);
    if (ok && r->length > 0)
        complain_word(r, "%s goes on after %d number%s, expected the end of the line", name_row(what, row), n, n == 1 ? "" : "s");
    skip_line(r);
}

/* ---- the file ---- */

/* r->word as a whole number from 0 to most; -1 after a message */
static int read_size(reader *r, const char *name, int most)
{
    char text[QUOTE + 8];
    double x = r->length <= LONGEST && words_decimal(r->word, r->length) ? strtod(r->word, NULL) : -0.5;

    if (x >= 0.0 && x <= most && x == floor(x)) return (int)x;
    complain_word(r, "%s for %s, expected a whole number from 0 to %d", quote(r, text), name, most);
    r->stopped = 1;               /* without a size nothing that follows makes sense */
    return -1;
}

/* the first line: `n` or `n nfree` */
static void read_head(reader *r, lcp_file *p)
{
    char text[QUOTE + 8];

    if (!next_row(r)) {
        complain(r, r->line, r->col, "no problem in the file, expected 'n' or 'n nfree', then A and b");
        r->stopped = 1;
        return;
    }
    p->n = read_size(r, "n", MB_MAX_N);
    next_word(r);
    if (r->length > 0 && !r->stopped) {
        p->nfree = read_size(r, "nfree", p->n);
        next_word(r);
    }
    if (r->length > 0) {
        complain_word(r, "%s on the first line, expected 'n' or 'n nfree'", quote(r, text));
        r->stopped = 1;
    }
    p->mixed = p->nfree > 0;
}

/* room for at least `rows` rows of A, at most twice as many; 0 without memory */
static int grow_matrix(reader *r, lcp_file *p, int rows, int *room)
{
    const size_t width = (size_t)p->n * sizeof *p->A;
    double *more;
    int want;

    if (rows <= *room) return 1;
    want = *room < 8 ? 8 : 2 * *room;
    if (want > p->n) want = p->n;
    more = width > SIZE_MAX / (size_t)want ? NULL : realloc(p->A, (size_t)want * width);
    if (!more) {
        give_up(r, "out of memory");
        return 0;
    }
    p->A = more;
    *room = want;
    return 1;
}

static void read_matrix(reader *r, lcp_file *p)
{
    const int n = p->n;
    int room = 0;

    for (int i = 0; i < n && !r->stopped; i++) {
        const row_name row = { "A", i + 1 };
        if (!next_row(r)) {
            complain(r, r->line, r->col, "the file ends after %d row%s of A, expected %d, then b", i, i == 1 ? "" : "s", n);
            r->stopped = 1;
            return;
        }
        if (!grow_matrix(r, p, i + 1, &room)) return;
        read_row(r, row, n, 0, p->A + i * n);
    }
}

/* vectors, which are small beside a matrix that was there; the bounds are those of a file that gives none */
static void make_vectors(reader *r, lcp_file *p)
{
    const size_t size = ((size_t)p->n + 1) * sizeof(double);

    if (!p->A) p->A = malloc(size);
    p->b = malloc(size);
    p->lo = malloc(size);
    p->hi = malloc(size);
    if (!p->A || !p->b || !p->lo || !p->hi) {
        give_up(r, "out of memory");
        return;
    }
    for (int i = 0; i < p->n; i++) {
        p->lo[i] = i < p->nfree ? -HUGE_VAL : 0.0;
        p->hi[i] = HUGE_VAL;
    }
}

static void read_b(reader *r, lcp_file *p)
{
    const row_name row = { "b", 0 };

    if (p->n == 0 || r->stopped) return;
    if (!next_row(r)) {
        complain(r, r->line, r->col, "the file ends after A, expected a row with b");
        r->stopped = 1;
        return;
    }
    read_row(r, row, p->n, 0, p->b);
}

/* the lines `lo ...` and `hi ...`, each at most once */
static void read_bounds(reader *r, lcp_file *p)
{
    static const row_name rows[2] = { { "lo", 0 }, { "hi", 0 } };
    char text[QUOTE + 8];
    long first[2] = { 0, 0 };

    while (!r->stopped && next_row(r)) {
        const int upper = strcmp(r->word, "hi") == 0;
        if (!upper && strcmp(r->word, "lo") != 0) {
            complain_word(r, "%s after b, expected a line of bounds that begins with lo or hi, or the end of the file", quote(r, text));
            r->stopped = 1;
            return;
        }
        if (first[upper]) complain_word(r, "second '%s', expected only one; the first is on line %ld", r->word, first[upper]);
        else first[upper] = r->word_line;
        r->bounds_line = r->word_line;
        next_word(r);
        read_row(r, rows[upper], p->n, upper ? 1 : -1, upper ? p->hi : p->lo);
        p->mixed = 1;
    }
}

static void check_bounds(reader *r, const lcp_file *p)
{
    for (int i = 0; i < p->n && r->errors == 0; i++) {
        if (i < p->nfree && (p->lo[i] > -HUGE_VAL || p->hi[i] < HUGE_VAL))
            complain(r, r->bounds_line, 1, "z%d is free by the first line, expected lo -inf and hi inf, not %.9g and %.9g", i + 1,
                     p->lo[i], p->hi[i]);
        else if (!(p->lo[i] <= p->hi[i]))
            complain(r, r->bounds_line, 1, "lo = %.9g and hi = %.9g of z%d, expected lo <= hi", p->lo[i], p->hi[i], i + 1);
    }
}

/* past the mark that some editors put in front of UTF-8 */
static void skip_mark(reader *r)
{
    static const int mark[3] = { 0xEF, 0xBB, 0xBF };

    for (int i = 0; i < 3 && r->c == mark[i]; i++) next_character(r);
}

int lcp_file_parse(const char *name, FILE *in, lcp_file *out, FILE *messages)
{
    reader r;

    memset(&r, 0, sizeof r);
    memset(out, 0, sizeof *out);
    r.name = name;
    r.in = in;
    r.messages = messages;
    r.line = 1;
    next_character(&r);
    skip_mark(&r);
    read_head(&r, out);
    if (!r.stopped) read_matrix(&r, out);
    if (!r.stopped) make_vectors(&r, out);
    read_b(&r, out);
    if (!r.stopped) read_bounds(&r, out);
    if (!r.stopped) check_bounds(&r, out);
    if (r.errors) lcp_file_free(out);
    return r.errors;
}

int lcp_file_read(const char *path, lcp_file *out, FILE *messages)
{
    const int standard_input = strcmp(path, "-") == 0;
    FILE *in = standard_input ? stdin : fopen(path, "r");
    int errors;

    memset(out, 0, sizeof *out);
    if (!in) {
        fprintf(messages, "%s: cannot read: %s\n", path, strerror(errno));
        return 1;
    }
    errors = lcp_file_parse(standard_input ? "standard input" : path, in, out, messages);
    if (!standard_input) fclose(in);
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

    while (nfree < n && p->lo && p->lo[nfree] == -HUGE_VAL && (!p->hi || p->hi[nfree] == HUGE_VAL)) nfree++;
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
