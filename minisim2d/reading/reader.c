/* reader.c: words, numbers, likenesses and complaints; see reader.h */
#include "reader.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 40,                   /* bytes of a word that a message shows */
    LONGEST = 31,                 /* characters of a word that is compared with others */
    FAR = 99
};

/* ---- complaints ---- */

void reader_complain_v(reader *r, reader_place at, const char *format, va_list args)
{
    if (r->stopped) return;
    r->errors++;
    fprintf(r->messages, "%s:%d:%d: ", r->name, at.line, at.col);
    vfprintf(r->messages, format, args);
    fputc('\n', r->messages);
    if (r->most == 0 || r->errors < r->most) return;
    r->stopped = 1;
    fprintf(r->messages, "%s: %d errors, what follows was not read\n", r->name, r->most);
}

void reader_complain(reader *r, reader_place at, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    reader_complain_v(r, at, format, args);
    va_end(args);
}

void reader_give_up(reader *r, const char *reason)
{
    if (r->stopped) return;
    r->errors++;
    r->stopped = 1;
    fprintf(r->messages, "%s: %s\n", r->name, reason);
}

const char *reader_quote(reader_word w, char text[READER_QUOTE])
{
    int n = w.len <= SHOWN ? w.len : SHOWN;

    while (n < w.len && n > 0 && ((unsigned char)w.s[n] & 0xC0) == 0x80) n--;
    snprintf(text, READER_QUOTE, "'%.*s%s'", n, w.s, n < w.len ? "..." : "");
    return text;
}

/* ---- words ---- */

int reader_blank(int c) { return c == ' ' || c == '\t'; }

int reader_control(int c) { return (c < 0x20 && c != '\t') || c == 0x7F; }

static int is_line_end(int c) { return c == '\r' || c == '\n'; }

/* is *p a '\' that continues the line? */
static int is_joint(const reader *r, const char *p)
{
    if (!r->continues || *p++ != '\\') return 0;
    if (p < r->stop && *p == '\r') p++;
    return p == r->stop || *p == '\n';
}

void reader_next(reader *r)
{
    const char *p = r->p;

    while (p < r->stop && (reader_blank(*p) || is_line_end(*p) || is_joint(r, p))) {
        if (*p++ != '\n') continue;
        r->line_beg = p;
        r->line++;
    }
    r->w.s = p;
    r->w.at.line = r->line;
    r->w.at.col = (int)(p - r->line_beg) + 1;
    while (p < r->stop && *p != r->comment && !reader_blank(*p) && !is_line_end(*p) &&
           !is_joint(r, p))
        p++;
    r->w.len = (int)(p - r->w.s);
    r->p = p < r->stop && *p == r->comment ? r->stop : p;
}

void reader_rest(reader *r)
{
    while (r->w.len) reader_next(r);
}

int reader_is(reader_word w, const char *known)
{
    return (size_t)w.len == strlen(known) && memcmp(w.s, known, (size_t)w.len) == 0;
}

const char *reader_text(const char *beg, const char *end)
{
    return end - beg >= 3 && memcmp(beg, "\xEF\xBB\xBF", 3) == 0 ? beg + 3 : beg;
}

/* ---- numbers ---- */

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p;
}

/* the numbers of strtod, without nan, inf and hexadecimal ones */
static int is_decimal(reader_word w)
{
    const char *end = w.s + w.len, *p = w.s + (w.len > 0 && (*w.s == '+' || *w.s == '-'));
    const char *whole = skip_digits(p, end), *point = whole + (whole < end && *whole == '.');
    const char *rest = skip_digits(point, end);

    if (whole == p && rest == point) return 0;
    if (rest < end && lower(*rest) == 'e') {
        rest++;
        if (rest < end && (*rest == '+' || *rest == '-')) rest++;
        if (rest == end) return 0;
        rest = skip_digits(rest, end);
    }
    return rest == end;
}

/* is a decimal word exactly 0, not rounded to it? */
static int is_zero(reader_word w)
{
    for (int i = 0; i < w.len && lower(w.s[i]) != 'e'; i++)
        if (w.s[i] >= '1' && w.s[i] <= '9') return 0;
    return 1;
}

static int is_infinite(reader_word w)
{
    static const char *const names[] = { "nan", "inf", "infinity" };
    const int sign = w.len > 0 && (w.s[0] == '+' || w.s[0] == '-');

    return reader_closest(w.s + sign, w.len - sign, names, 3, 1, 1) >= 0;
}

reader_kind reader_number(reader_word w, double least, double most, double *x)
{
    const int decimal = is_decimal(w), infinite = !decimal && is_infinite(w);

    *x = decimal || infinite ? strtod(w.s, NULL) : 0.0;
    if (!decimal) return infinite ? READER_INFINITE : READER_NO_NUMBER;
    if (fabs(*x) > most) return READER_LARGE;
    return fabs(*x) < least && !is_zero(w) ? READER_SMALL : READER_NUMBER;
}

/* ---- likenesses ---- */

/* Insertions, deletions and substitutions that turn a word into known. Row i of the table of
 * distances between the first i characters of the word and the first j of known, from row i - 1, in
 * place. */
static int distance(const char *s, int length, const char *known, int any_case)
{
    const size_t n = strlen(known);
    int row[LONGEST + 1];

    if (length > LONGEST || n > LONGEST) return FAR;
    for (int j = 0; j <= (int)n; j++) row[j] = j;
    for (int i = 1; i <= length; i++) {
        const char a = s[i - 1];
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= (int)n; j++) {
            const char b = known[j - 1];
            const int same = any_case ? lower(a) == lower(b) : a == b;
            const int insert = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            const int substitute = diagonal + !same;
            diagonal = row[j];
            row[j] = substitute < insert ? substitute : insert;
        }
    }
    return row[n];
}

int reader_closest(const char *s, int length, const char *const *known, int count, int limit,
                   int any_case)
{
    int best = -1;

    for (int k = 0; k < count; k++) {
        const int d = distance(s, length, known[k], any_case);
        if (d >= limit) continue;
        limit = d;
        best = k;
    }
    return best;
}

/* ---- files ---- */

FILE *reader_open(const char *path, const char **name, FILE *messages)
{
    const int standard_input = strcmp(path, "-") == 0;
    FILE *f = standard_input ? stdin : fopen(path, "rb");

    *name = standard_input ? "standard input" : path;
    if (!f) fprintf(messages, "%s: cannot read: %s\n", *name, strerror(errno));
    return f;
}

void reader_close(FILE *f)
{
    if (f != stdin) fclose(f);
}
