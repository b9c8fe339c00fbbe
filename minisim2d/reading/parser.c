/* parser.c: lines, fields and lists of a scene file; see parser.h */
#include "parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

#define MAX_LINE 4096             /* bytes; a longer line suggests that the file is not a scene */
/* Within these, squares of squares neither overflow nor vanish: the geometry relies on it. The
 * casts are for machines that give constants more digits than a double: there "1e-50", when read,
 * would be less than 1e-50. */
#define MAX_NUMBER ((double)1e50)
#define MIN_NUMBER ((double)1e-50)

void parser_no_memory(parser *p)
{
    reader_give_up(&p->in, "out of memory");
    p->no_memory = 1;
    p->next = p->end;
}

/* ---- statements as lines ---- */

/* the line at `beg` of the rest of the text: up to its end, without that */
static const char *line_end(const parser *p, const char *beg)
{
    const char *end = memchr(beg, '\n', (size_t)(p->end - beg));

    if (!end) return p->end;
    return end > beg && end[-1] == '\r' ? end - 1 : end;
}

static const char *next_line(const parser *p, const char *beg)
{
    const char *end = memchr(beg, '\n', (size_t)(p->end - beg));

    return end ? end + 1 : p->end;
}

reader_place parser_at(const parser *p, ptrdiff_t i)
{
    const reader_place at = { p->in.line, (int)i + 1 };

    return at;
}

const char *parser_control(const char *beg, const char *end)
{
    while (beg < end && !reader_control((unsigned char)*beg)) beg++;
    return beg;
}

/* one line of the file, beg ... end without its line end: short enough, and text */
static int check_line(parser *p, const char *beg, const char *end)
{
    const char *control = parser_control(beg, end);

    if (end - beg > MAX_LINE) {
        reader_complain(&p->in, parser_at(p, MAX_LINE), "line of %ld characters, expected at most "
                        "%d; end a line with '\\' to go on in the next", (long)(end - beg),
                        MAX_LINE);
        return 0;
    }
    if (control < end)
        reader_complain(&p->in, parser_at(p, control - beg), "control character 0x%02X, expected "
                        "plain text", (unsigned char)*control);
    return control == end;
}

/* whether a line continues in the next: its last character is a '\' outside of a comment. Blanks
 * after it are an error. */
static int check_continuation(parser *p, const char *beg, const char *end, int *ok)
{
    const char *last = end;

    if (memchr(beg, '#', (size_t)(end - beg))) return 0;
    while (last > beg && reader_blank(last[-1])) last--;
    if (last == beg || last[-1] != '\\') return 0;
    if (last < end && *ok) {
        reader_complain(&p->in, parser_at(p, last - beg - 1), "blanks after '\\', expected the "
                        "line to end there");
        *ok = 0;
    }
    return 1;
}

/* whether the line's first word is title: such a line has no continuation, even if it ends in
 * '\' */
static int starts_with_title(const char *beg, const char *end)
{
    while (beg < end && reader_blank(*beg)) beg++;
    if (end - beg < 5 || memcmp(beg, "title", 5) != 0) return 0;
    beg += 5;
    return beg == end || reader_blank(*beg) || *beg == '#' || (*beg == '\\' && beg + 1 == end);
}

int parser_statement(parser *p)
{
    const char *beg = p->next, *end = line_end(p, beg);
    const int first_line = p->in.line, is_title = starts_with_title(beg, end);
    int ok = 1, more = 1;

    while (more) {
        const char *line = p->next;
        end = line_end(p, line);
        ok &= check_line(p, line, end);
        more = !is_title && check_continuation(p, line, end, &ok);
        p->next = next_line(p, line);
        if (more && p->next == p->end) {
            reader_complain(&p->in, parser_at(p, end - line - 1), "'\\' on the last line, expected "
                            "another line after it");
            ok = more = 0;
        }
        if (more) p->in.line++;
    }
    if (!ok) {
        p->in.line++;
        return 0;
    }
    p->in.p = p->in.line_beg = beg;
    p->in.stop = end;
    p->in.line = first_line;
    reader_next(&p->in);
    return 1;
}

int parser_second(parser *p, reader_word head, int *first_line)
{
    char text[READER_QUOTE];

    if (!*first_line) {
        *first_line = head.at.line;
        return 0;
    }
    reader_complain(&p->in, head.at, "second %s, expected only one; the first is on line %d",
                    reader_quote(head, text), *first_line);
    return 1;
}

int parser_full(parser *p, reader_word head, const char *what, int n, int most, int *reported)
{
    if (n < most) return 0;
    if (!(*reported)++)
        reader_complain(&p->in, head.at, "one %s too many, expected at most %d in a file", what,
                        most);
    return 1;
}

/* ---- fields ---- */

int parser_unknown(parser *p, const char *what, reader_word w, const char *const *known, int count)
{
    char text[READER_QUOTE], list[320] = "";
    const int limit = w.len <= 3 ? 2 : 3;           /* for a short word two edits would allow any
                                                       other */
    const int best = reader_closest(w.s, w.len, known, count, limit, 1);

    for (int k = 0; k < count; k++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", k ? ", " : "", known[k]);
    }
    if (best >= 0)
        reader_complain(&p->in, w.at, "%s %s, did you mean '%s'?", what, reader_quote(w, text),
                        known[best]);
    else
        reader_complain(&p->in, w.at, "%s %s, expected one of %s", what, reader_quote(w, text),
                        list);
    return best;
}

/* the next word as a number, where `form` names one; the word is consumed in any case */
static int read_number(parser *p, const char *form, double *x)
{
    char text[READER_QUOTE];
    const reader_word w = p->in.w;
    const reader_kind kind = reader_number(w, MIN_NUMBER, MAX_NUMBER, x);

    reader_next(&p->in);
    if (kind == READER_NUMBER) return 1;
    reader_quote(w, text);
    if (kind == READER_INFINITE)
        reader_complain(&p->in, w.at, "%s is not finite, expected '%s'", text, form);
    else if (kind == READER_NO_NUMBER)
        reader_complain(&p->in, w.at, "%s is not a decimal number, expected '%s'", text, form);
    else if (kind == READER_LARGE)
        reader_complain(&p->in, w.at, "%s is too large, expected at most 1e50 in size", text);
    else
        reader_complain(&p->in, w.at, "%s is too small, expected 0 or at least 1e-50 in size",
                        text);
    return 0;
}

static int in_range(double x, number_range range)
{
    switch (range) {
    case POSITIVE: return x > 0.0;
    case NOT_NEGATIVE: return x >= 0.0;
    case NOT_POSITIVE: return x <= 0.0;
    case SHARE: return x >= 0.0 && x <= 1.0;
    case COUNT: return x >= 1.0 && x <= PARSER_MAX_COUNT && x == floor(x);
    case EDGES: return x >= 2.0 && x <= PARSER_MAX_COUNT && x == floor(x);
    case ANY: break;
    }
    return 1;
}

static int find_field(reader_word w, const field *fields, int n)
{
    for (int k = 0; k < n; k++)
        if (reader_is(w, fields[k].word)) return k;
    return -1;
}

/* the pairs of numbers after a word */
static void read_list(parser *p, const field *f, const field *labels, int nlabel, field_value *v)
{
    const int errors = p->in.errors;
    const int n = outline_read(p, f->form, labels, nlabel, SCENE_MAX_VERTICES, &p->list);

    if (n % 2 == 1)
        reader_complain(&p->in, v->at, "'%s' with %d number%s, expected pairs X Y", f->word, n,
                        n == 1 ? "" : "s");
    v->ok = p->in.errors == errors;
}

void parser_field(parser *p, const field *f, const field *labels, int nlabel, field_value *v)
{
    char text[READER_QUOTE];
    int n = 0;

    v->given = v->ok = 1;
    v->at = p->in.w.at;
    reader_next(&p->in);
    if (f->count == PARSER_LIST) {
        read_list(p, f, labels, nlabel, v);
        return;
    }
    for (; n < f->count && p->in.w.len && find_field(p->in.w, labels, nlabel) < 0; n++) {
        const reader_word w = p->in.w;
        if (!read_number(p, f->form, &v->value[n])) {
            v->ok = 0;
        } else if (!in_range(v->value[n], f->range)) {
            reader_complain(&p->in, w.at, "%s is out of range, expected %s in '%s'",
                            reader_quote(w, text), f->limit, f->form);
            v->ok = 0;
        }
    }
    if (n < f->count) {
        reader_complain(&p->in, v->at, "%d number%s after '%s', expected '%s'", n,
                        n == 1 ? "" : "s", f->word, f->form);
        v->ok = 0;
    }
}

void parser_nothing(parser *p, const char *form)
{
    char text[READER_QUOTE];

    if (p->in.w.len)
        reader_complain(&p->in, p->in.w.at, "%s is too much, expected the line to end after '%s'",
                        reader_quote(p->in.w, text), form);
}

static int starts_number(reader_word w)
{
    return w.len > 0 && strchr("+-.0123456789", w.s[0]) != NULL;
}

/* reports a word that is not a label, and skips its numbers */
static void read_unknown_label(parser *p, const field *fields, int n, field_value *v)
{
    const char *what = starts_number(p->in.w) ? "number without a label" : "unknown label";
    const char *known[PARSER_FIELDS];
    int best;

    for (int k = 0; k < n; k++) known[k] = fields[k].word;
    best = parser_unknown(p, what, p->in.w, known, n);
    if (best >= 0) v[best].meant = 1;
    do reader_next(&p->in); while (starts_number(p->in.w));
}

void parser_labels(parser *p, reader_word head, const field *fields, int n, field_value *v)
{
    char text[READER_QUOTE];
    field_value second;

    memset(v, 0, (size_t)n * sizeof *v);
    while (p->in.w.len) {
        const int k = find_field(p->in.w, fields, n);
        if (k < 0) {
            read_unknown_label(p, fields, n, v);
        } else if (v[k].given) {
            reader_complain(&p->in, p->in.w.at, "second %s in this statement, expected only one",
                            reader_quote(p->in.w, text));
            parser_field(p, &fields[k], fields, n, &second);
        } else {
            parser_field(p, &fields[k], fields, n, &v[k]);
        }
    }
    for (int k = 0; k < n; k++)
        if (fields[k].needed && !v[k].given && !v[k].meant)
            reader_complain(&p->in, head.at, "%s without '%s', expected '%s'",
                            reader_quote(head, text), fields[k].word, fields[k].form);
}

/* ---- lists ---- */

int parser_grow(parser *p, void *list, int n, int *room, size_t size)
{
    if (output_grow(list, n, room, size) == 0) return 1;
    parser_no_memory(p);
    return 0;
}

char *parser_copy(parser *p, const char *beg, const char *end)
{
    const size_t n = (size_t)(end - beg);
    char *copy = malloc(n + 1);

    if (!copy) {
        parser_no_memory(p);
        return NULL;
    }
    memcpy(copy, beg, n);
    copy[n] = '\0';
    return copy;
}

void outline_free(outline *o)
{
    free(o->xy);
    free(o->at);
    memset(o, 0, sizeof *o);
}

int outline_add(parser *p, outline *o, double x, double y, const reader_place *at)
{
    int room = o->room;

    if (!parser_grow(p, &o->xy, o->n, &room, 2 * sizeof *o->xy) ||
        (at && !parser_grow(p, &o->at, o->n, &o->room, sizeof *o->at)))
        return 0;
    if (at) o->at[o->n] = *at;
    o->room = room;
    o->xy[2 * o->n] = x;
    o->xy[2 * o->n + 1] = y;
    o->n++;
    return 1;
}

int outline_read(parser *p, const char *form, const field *labels, int nlabel, int most,
                 outline *o)
{
    reader_place at = { 0, 0 };
    double pair[2];
    int n = 0;

    for (; p->in.w.len && find_field(p->in.w, labels, nlabel) < 0; n++) {
        if (n % 2 == 0) at = p->in.w.at;
        read_number(p, form, &pair[n % 2]);
        if (n % 2 == 1 && o->n <= most && !outline_add(p, o, pair[0], pair[1], &at)) return -1;
    }
    return n;
}
