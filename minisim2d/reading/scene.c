/* scene.c: from the text of a scene file to plain arrays, and every error on the way
 *
 * Three layers, lowest first. Words: the text is cut into statements (a line and its continuations) and those into words, each of
 * which knows its line and column. Fields: what a keyword is followed by (how many numbers, in which range) stands in tables, and
 * one function reads them all. Statements: what the fields mean. An error never stops the reader: it says what it expected, drops
 * the statement and goes on, so that one run shows all there is to mend. What concerns the file as a whole comes last.
 *
 * The file format is described in scenes/README.md.
 */
#include "scene.h"

#include "shape.h"
#include "words.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 4096             /* bytes; a longer one is rather not a scene */
#define MAX_COUNT 100000          /* hills, edges, teeth */
/* Within these, squares of squares neither overflow nor vanish: the geometry relies on it. The casts are for machines that give
 * constants more digits than a double: there "1e-50", read, would be less than 1e-50. */
#define MAX_NUMBER ((double)1e50)
#define MIN_NUMBER ((double)1e-50)
#define MAX_WORK 2e8              /* visits to tree nodes while obstacles and starts are checked: about a second */
#define QUOTE 40                  /* bytes of a word that a message shows */

typedef struct {
    const char *s;
    int len;                      /* 0: the end of the statement */
    int line, col;
} word;

typedef struct {
    int line, col;
} place;

/* what may follow a keyword: a statement's own numbers, or a label's */
typedef enum { ANY, POSITIVE, NOT_NEGATIVE, NOT_POSITIVE, COUNT, EDGES } number_range;

typedef struct {
    const char *word, *form;      /* `form` is what messages ask for */
    int count;                    /* numbers after the word, <= 2 */
    number_range range;
    const char *limit;            /* the range in words */
    int needed;
} field;

typedef struct {
    double value[2];
    int given;                    /* 1: the word was there, right or wrong */
    int ok;                       /* 1: and its numbers are good */
    int meant;                    /* 1: a misspelt word was taken for it, so do not ask for it again */
    place at;
} field_value;

enum { GRAVITY, STEP, TIME, EPSILON, PSI_MIN, FRICTION, NSINGLE };
enum { MASS, POSITION, VELOCITY, FORCE, NPARTICLE };
enum { HILL_COUNT, HILL_RADIUS, HILL_EDGES, HILL_START, HILL_MU, NHILL };
enum { TOOTH_COUNT, TOOTH_LENGTH, TOOTH_HEIGHT, TOOTH_START, TOOTH_MU, NTOOTH };
enum { MAX_FIELDS = 6 };

static const field single_fields[NSINGLE] = {
    { "gravity", "gravity GX GY", 2, ANY, "", 0 },
    { "step", "step H", 1, POSITIVE, "H > 0", 1 },
    { "time", "time T", 1, POSITIVE, "T > 0", 1 },
    { "epsilon", "epsilon E", 1, POSITIVE, "E > 0", 1 },
    { "psi_min", "psi_min P", 1, NOT_POSITIVE, "P <= 0", 0 },
    { "friction", "friction MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field particle_fields[NPARTICLE] = {
    { "mass", "mass M", 1, POSITIVE, "M > 0", 1 },
    { "position", "position X Y", 2, ANY, "", 1 },
    { "velocity", "velocity VX VY", 2, ANY, "", 0 },
    { "force", "force FX FY", 2, ANY, "", 0 }
};

static const field hills_fields[NHILL] = {
    { "count", "count N", 1, COUNT, "a whole number N from 1 to 100000", 1 },
    { "radius", "radius R", 1, POSITIVE, "R > 0", 1 },
    { "edges", "edges K", 1, EDGES, "a whole number K from 2 to 100000", 1 },
    { "start", "start X Y", 2, ANY, "", 1 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field sawtooth_fields[NTOOTH] = {
    { "count", "count N", 1, COUNT, "a whole number N from 1 to 100000", 1 },
    { "length", "length L", 1, POSITIVE, "L > 0", 1 },
    { "height", "height H", 1, POSITIVE, "H > 0", 1 },
    { "start", "start X Y", 2, ANY, "", 1 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field mu_field = { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 };

static const char *const statement_words[] = {
    "title", "gravity", "step", "time", "epsilon", "psi_min", "friction", "particle",
    "chain", "polygon", "hills", "sawtooth", NULL
};

/* vertices while they are read; at[] is where the file has each of them, NULL for a generator's */
typedef struct {
    int n, room;
    double *xy;
    place *at;
} outline;

typedef struct {
    const char *name;
    FILE *messages;
    int errors, no_memory;
    const char *p, *end;          /* what is left of the text */
    const char *stop;             /* the end of the statement that is being read */
    const char *line_beg;
    int line;
    word w;                       /* the next word of the statement */
    scene *out;
    field_value single[NSINGLE];
    int title_line, particles_seen;
    place *start_at;              /* start_at[out->nparticle]: the particles' word `position` */
    int particle_room, obstacle_room, too_many_particles, too_many_obstacles;
    int nvert;                    /* vertices of all obstacles so far */
    double work;                  /* see MAX_WORK */
} reader;

/* ---- messages ---- */

static void complain(reader *r, int line, int col, const char *format, ...)
{
    va_list args;

    r->errors++;
    fprintf(r->messages, "%s:%d:%d: ", r->name, line, col);
    va_start(args, format);
    vfprintf(r->messages, format, args);
    va_end(args);
    fputc('\n', r->messages);
}

static void no_memory(reader *r)
{
    if (!r->no_memory) {
        r->errors++;
        fprintf(r->messages, "%s: out of memory\n", r->name);
    }
    r->no_memory = 1;
    r->p = r->end;
}

/* 'word' as messages show it: a long one is cut, not within a UTF-8 character */
static const char *quote(word w, char text[QUOTE + 8])
{
    int n = w.len <= QUOTE ? w.len : QUOTE;

    while (n < w.len && n > 0 && ((unsigned char)w.s[n] & 0xC0) == 0x80) n--;
    sprintf(text, "'%.*s%s'", n, w.s, n < w.len ? "..." : "");
    return text;
}

/* what the unknown word `w` was to be: the nearest known word if it is near (returns its index), or any of them (returns -1) */
static int complain_unknown(reader *r, const char *what, word w, const char *const *known)
{
    char text[QUOTE + 8], list[160] = "";
    int best, count = 0;

    for (; known[count]; count++) sprintf(list + strlen(list), "%s%s", count ? ", " : "", known[count]);
    best = words_closest(w.s, w.len, known, count, w.len <= 3 ? 2 : 3, 1);      /* a short word is near anything at two edits */
    if (best >= 0) complain(r, w.line, w.col, "%s %s, did you mean '%s'?", what, quote(w, text), known[best]);
    else complain(r, w.line, w.col, "%s %s, expected one of %s", what, quote(w, text), list);
    return best;
}

/* ---- words ---- */

static const char *line_end(const char *p, const char *end)
{
    const char *q = memchr(p, '\n', (size_t)(end - p));

    if (!q) return end;
    return q > p && q[-1] == '\r' ? q - 1 : q;
}

static const char *next_line(const char *p, const char *end)
{
    const char *q = memchr(p, '\n', (size_t)(end - p));
    return q ? q + 1 : end;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* one line of the file, beg ... end without its line end: short enough, and text */
static int check_line(reader *r, const char *beg, const char *end)
{
    if (end - beg > MAX_LINE) {
        complain(r, r->line, MAX_LINE + 1, "line of %ld characters, expected at most %d; end a line with '\\' to go on "
                 "in the next", (long)(end - beg), MAX_LINE);
        return 0;
    }
    for (const char *p = beg; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        if ((c < 0x20 && c != '\t') || c == 0x7F) {
            complain(r, r->line, (int)(p - beg) + 1, "control character 0x%02X, expected plain text", c);
            return 0;
        }
    }
    return 1;
}

/* whether a line goes on in the next: its last character is a '\' outside of a comment. Blanks after it are an error. */
static int check_continuation(reader *r, const char *beg, const char *end, int *ok)
{
    const char *last = end;

    if (memchr(beg, '#', (size_t)(end - beg))) return 0;
    while (last > beg && is_blank(last[-1])) last--;
    if (last == beg || last[-1] != '\\') return 0;
    if (last < end && *ok) {
        complain(r, r->line, (int)(last - beg), "blanks after '\\', expected the line to end there");
        *ok = 0;
    }
    return 1;
}

/* whether the line's first word is title: such a line is no longer than itself, even if it ends in '\' */
static int starts_with_title(const char *beg, const char *end)
{
    while (beg < end && is_blank(*beg)) beg++;
    if (end - beg < 5 || memcmp(beg, "title", 5) != 0) return 0;
    beg += 5;
    return beg == end || is_blank(*beg) || *beg == '#' || (*beg == '\\' && beg + 1 == end);
}

/* r->w = the next word of the statement; an empty one at its end */
static void next_word(reader *r)
{
    const char *p = r->p;

    while (p < r->stop && (is_blank(*p) || *p == '\\' || *p == '\r' || *p == '\n')) {
        if (*p == '\\' && line_end(p, r->stop) != p + 1) break;
        if (*p++ == '\n') {
            r->line_beg = p;
            r->line++;
        }
    }
    r->w.s = p;
    r->w.line = r->line;
    r->w.col = (int)(p - r->line_beg) + 1;
    while (p < r->stop && !is_blank(*p) && *p != '#' && *p != '\r' && *p != '\n') {
        if (*p == '\\' && line_end(p, r->stop) == p + 1) break;
        p++;
    }
    r->w.len = (int)(p - r->w.s);
    r->p = p;
}

/* Find the lines of the statement that begins at r->p, and check them as lines. Returns 1 with its first word in r->w (empty: a
 * blank line); 0 if the lines are bad, which skips them.
 */
static int begin_statement(reader *r)
{
    const char *beg = r->p, *p = beg;
    int ok = 1, first_line = r->line, more = 1, is_title = 0;

    while (more) {
        const char *end = line_end(p, r->end);
        ok &= check_line(r, p, end);
        if (p == beg) is_title = starts_with_title(p, end);
        more = !is_title && check_continuation(r, p, end, &ok);
        r->stop = end;
        if (more && next_line(p, r->end) == r->end) {
            complain(r, r->line, (int)(end - p), "'\\' on the last line, expected another line after it");
            ok = more = 0;
        }
        if (more) r->line++;
        p = next_line(p, r->end);
    }
    if (!ok) {
        r->p = p;
        r->line++;
        return 0;
    }
    r->line_beg = beg;
    r->line = first_line;
    next_word(r);
    return 1;
}

static void end_statement(reader *r)      /* whatever is left of it */
{
    while (r->w.len) next_word(r);
    r->p = next_line(r->stop, r->end);
    r->line++;
}

static int is_word(word w, const char *known)
{
    return (size_t)w.len == strlen(known) && memcmp(w.s, known, (size_t)w.len) == 0;
}

/* ---- numbers ---- */

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int starts_number(word w)
{
    return w.len > 0 && (is_digit(w.s[0]) || strchr("+-.", w.s[0]));
}

/* r->w as a number, in the place of what `form` names; the word is used up either way */
static int read_number(reader *r, const char *form, double *x)
{
    char text[QUOTE + 8];
    word w = r->w;
    const int decimal = words_decimal(w.s, w.len);
    int ok = 0;

    next_word(r);
    *x = decimal ? strtod(w.s, NULL) : 0.0;
    if (words_not_finite(w.s, w.len))
        complain(r, w.line, w.col, "%s is not finite, expected '%s'", quote(w, text), form);
    else if (!decimal)
        complain(r, w.line, w.col, "%s is not a decimal number, expected '%s'", quote(w, text), form);
    else if (fabs(*x) > MAX_NUMBER)
        complain(r, w.line, w.col, "%s is too large, expected at most 1e50 in size", quote(w, text));
    else if (fabs(*x) < MIN_NUMBER && !words_zero(w.s, w.len))
        complain(r, w.line, w.col, "%s is too small, expected 0 or at least 1e-50 in size", quote(w, text));
    else
        ok = 1;
    return ok;
}

static int in_range(double x, number_range range)
{
    switch (range) {
    case POSITIVE: return x > 0.0;
    case NOT_NEGATIVE: return x >= 0.0;
    case NOT_POSITIVE: return x <= 0.0;
    case COUNT: return x >= 1.0 && x <= MAX_COUNT && x == floor(x);
    case EDGES: return x >= 2.0 && x <= MAX_COUNT && x == floor(x);
    case ANY: break;
    }
    return 1;
}

/* ---- fields ---- */

static int find_field(word w, const field *fields, int n)
{
    for (int k = 0; k < n; k++)
        if (is_word(w, fields[k].word)) return k;
    return -1;
}

/* the word `f->word` (now in r->w) and its numbers; they end early at another label of the statement, labels[nlabel] */
static void read_field(reader *r, const field *f, const field *labels, int nlabel, field_value *v)
{
    char text[QUOTE + 8];
    word head = r->w;
    int n = 0;

    next_word(r);
    v->given = 1;
    v->ok = 1;
    v->at.line = head.line;
    v->at.col = head.col;
    while (n < f->count && r->w.len && find_field(r->w, labels, nlabel) < 0) {
        word w = r->w;
        if (!read_number(r, f->form, &v->value[n])) {
            v->ok = 0;
        } else if (!in_range(v->value[n], f->range)) {
            complain(r, w.line, w.col, "%s is out of range, expected %s in '%s'", quote(w, text), f->limit, f->form);
            v->ok = 0;
        }
        n++;
    }
    if (n < f->count) {
        complain(r, head.line, head.col, "%d number%s after '%s', expected '%s'", n, n == 1 ? "" : "s", f->word, f->form);
        v->ok = 0;
    }
}

/* nothing but a comment may follow */
static void read_nothing(reader *r, const char *form)
{
    char text[QUOTE + 8];

    if (!r->w.len) return;
    complain(r, r->w.line, r->w.col, "%s is too much, expected the line to end after '%s'", quote(r->w, text), form);
}

/* the labelled fields of a statement, in any order, into v[n], 0 where not given; r->w is the word after `head` */
static void read_labels(reader *r, word head, const field *fields, int n, field_value *v)
{
    const char *known[MAX_FIELDS + 1];
    char text[QUOTE + 8];

    for (int k = 0; k < n; k++) {
        known[k] = fields[k].word;
        memset(&v[k], 0, sizeof v[k]);
    }
    known[n] = NULL;
    while (r->w.len) {
        word w = r->w;
        int k = find_field(w, fields, n);
        if (k < 0) {
            /* report the word, and pass over the numbers that belong to it */
            int best = complain_unknown(r, starts_number(w) ? "number without a label" : "unknown label", w, known);
            if (best >= 0) v[best].meant = 1;
            do next_word(r); while (starts_number(r->w));
        } else if (v[k].given) {
            field_value second;
            complain(r, w.line, w.col, "second %s in this statement, expected only one", quote(w, text));
            read_field(r, &fields[k], fields, n, &second);
        } else {
            read_field(r, &fields[k], fields, n, &v[k]);
        }
    }
    for (int k = 0; k < n; k++)
        if (fields[k].needed && !v[k].given && !v[k].meant)
            complain(r, head.line, head.col, "%s without '%s', expected '%s'", quote(head, text), fields[k].word, fields[k].form);
}

/* ---- growing arrays ---- */

/* room for one more element: array[*room] of `size` bytes each, with n in use; NULL if memory is short (the array stays) */
static void *grow(reader *r, void *array, int n, int *room, size_t size)
{
    if (n < *room) return array;
    int more = *room ? 2 * *room : 16;
    void *p = realloc(array, (size_t)more * size);
    if (p) *room = more;
    else no_memory(r);
    return p;
}

static void free_outline(outline *o)
{
    free(o->xy);
    free(o->at);
    memset(o, 0, sizeof *o);
}

/* one more vertex; at = NULL for a generator's. Returns 0 if memory is short. */
static int add_vertex(reader *r, outline *o, double x, double y, const place *at)
{
    int room = o->room;
    double *xy = grow(r, o->xy, o->n, &room, 2 * sizeof *xy);

    if (!xy) return 0;
    o->xy = xy;
    if (at) {
        place *places = grow(r, o->at, o->n, &o->room, sizeof *places);
        if (!places) return 0;
        o->at = places;
        o->at[o->n] = *at;
    }
    o->room = room;
    xy[2 * o->n] = x;
    xy[2 * o->n + 1] = y;
    o->n++;
    return 1;
}

/* ---- obstacles ---- */

static void complain_meeting(reader *r, const outline *o, place at, int i, int j)
{
    const double *a = o->xy + 2 * i, *b = o->xy + 2 * ((i + 1) % o->n);
    const double *c = o->xy + 2 * j, *d = o->xy + 2 * ((j + 1) % o->n);

    complain(r, at.line, at.col, "edge %d (%g, %g)-(%g, %g) meets edge %d (%g, %g)-(%g, %g), expected edges that meet only in "
             "their common vertex", j + 1, c[0], c[1], d[0], d[1], i + 1, a[0], a[1], b[0], b[1]);
}

static void check_crossings(reader *r, const outline *o, int closed, place head)
{
    int nedge = closed ? o->n : o->n - 1;
    shape_tree tree;

    if (r->work <= 0.0) return;
    if (shape_tree_init(&tree, o->xy, o->n, closed, &r->work)) {
        no_memory(r);
        return;
    }
    for (int j = 2; j < nedge; j++) {
        int i = shape_meets(&tree, j);
        if (i >= 0) complain_meeting(r, o, o->at ? o->at[j] : head, i, j);
    }
    if (r->work <= 0.0)
        complain(r, head.line, head.col, "too many edges side by side to check for crossings, expected fewer vertices");
    shape_tree_free(&tree);
}

/* Each kind of error only if there is none of the kinds before: the rest would be its consequence. Numbers count from 1. */
static int check_outline(reader *r, const outline *o, int closed, word w)
{
    place head = { w.line, w.col };
    int errors = r->errors, n = o->n, nedge = closed ? n : n - 1;

    for (int i = 0; i < nedge; i++) {
        int j = (i + 1) % n, later = j > i ? j : i;
        if (!shape_no_length(o->xy, n, i)) continue;
        place at = o->at ? o->at[later] : head;
        complain(r, at.line, at.col, "vertices %d and %d are both (%g, %g), expected edges with a length", i + 1, j + 1,
                 o->xy[2 * i], o->xy[2 * i + 1]);
        if (!o->at) return 0;
    }
    if (r->errors > errors) return 0;

    if (closed && shape_is_flat(o->xy, n)) {
        complain(r, w.line, w.col, "all vertices of the polygon lie on one line, expected a polygon with an area");
        return 0;
    }
    for (int i = 0; i < nedge - !closed; i++) {
        int j = (i + 1) % n;
        if (!shape_folds(o->xy, n, i)) continue;
        place at = o->at ? o->at[j] : head;
        complain(r, at.line, at.col, "edge %d runs back along edge %d from vertex %d (%g, %g), expected a turn of less than "
                 "180 degrees", j + 1, i + 1, j + 1, o->xy[2 * j], o->xy[2 * j + 1]);
        if (!o->at) return 0;
    }
    if (r->errors == errors) check_crossings(r, o, closed, head);
    return r->errors == errors;
}

/* whether one more obstacle of so many vertices fits; only the first obstacle too many is reported */
static int fits(reader *r, word head, double nvert)
{
    if (r->out->nobstacle >= SCENE_MAX_OBSTACLES) {
        if (!r->too_many_obstacles++)
            complain(r, head.line, head.col, "one obstacle too many, expected at most %d in a file", SCENE_MAX_OBSTACLES);
        return 0;
    }
    if (r->nvert + nvert > SCENE_MAX_VERTICES) {
        complain(r, head.line, head.col, "%.0f vertices, expected at most %d in all obstacles of a file", r->nvert + nvert,
                 SCENE_MAX_VERTICES);
        return 0;
    }
    return 1;
}

/* The vertices go over to a new obstacle of the scene if they make a proper one. mu < 0: the scene's default. */
static void add_obstacle(reader *r, word head, outline *o, int closed, double mu)
{
    if (!check_outline(r, o, closed, head)) return;

    scene_obstacle *list = grow(r, r->out->obstacle, r->out->nobstacle, &r->obstacle_room, sizeof *list);
    if (!list) return;
    r->out->obstacle = list;
    if (closed && shape_area(o->xy, o->n) > 0.0) shape_reverse(o->xy, o->n);
    scene_obstacle *b = &list[r->out->nobstacle++];
    b->nvert = o->n;
    b->xy = o->xy;
    b->closed = closed;
    b->mu = mu;
    b->line = head.line;
    r->nvert += o->n;
    o->xy = NULL;
}

/* the numbers up to `mu` or the end, in pairs; returns how many there are, -1 if memory is short */
static int read_vertices(reader *r, const char *form, outline *o)
{
    place at = { 0, 0 };
    double pair[2];
    int n = 0;

    for (; r->w.len && !is_word(r->w, "mu"); n++) {
        if (n % 2 == 0) {
            at.line = r->w.line;
            at.col = r->w.col;
        }
        read_number(r, form, &pair[n % 2]);
        /* past the limit they are counted only */
        if (n % 2 == 1 && r->nvert + o->n <= SCENE_MAX_VERTICES && !add_vertex(r, o, pair[0], pair[1], &at)) return -1;
    }
    return n;
}

/* chain and polygon: pairs of numbers, then perhaps mu. An error in mu is no reason not to look at the vertices. */
static void read_outline(reader *r, word head, int closed)
{
    const char *form = closed ? "polygon X Y X Y X Y ... [mu MU]" : "chain X Y X Y ... [mu MU]";
    int least = closed ? 3 : 2, errors = r->errors;
    outline o = { 0, 0, NULL, NULL };
    field_value mu = { { -1.0, 0.0 }, 0, 0, 0, { 0, 0 } };
    char text[QUOTE + 8];
    int numbers = read_vertices(r, form, &o);

    if (numbers >= 0 && numbers % 2)
        complain(r, head.line, head.col, "%s with %d number%s, expected pairs X Y", quote(head, text), numbers,
                 numbers == 1 ? "" : "s");
    else if (numbers >= 0 && numbers / 2 < least)
        complain(r, head.line, head.col, "%s with %d vert%s, expected at least %d", quote(head, text), numbers / 2,
                 numbers == 2 ? "ex" : "ices", least);

    int good = r->errors == errors;
    if (numbers >= 0 && r->w.len) {
        read_field(r, &mu_field, NULL, 0, &mu);
        read_nothing(r, mu_field.form);
    }
    if (good && fits(r, head, numbers / 2)) add_obstacle(r, head, &o, closed, mu.value[0]);
    free_outline(&o);
}

static void read_hills(reader *r, word head)
{
    const double pi = 3.14159265358979323846;
    outline o = { 0, 0, NULL, NULL };
    field_value v[NHILL];

    read_labels(r, head, hills_fields, NHILL, v);
    if (!v[HILL_COUNT].ok || !v[HILL_EDGES].ok || !v[HILL_RADIUS].ok || !v[HILL_START].ok) return;
    double count = v[HILL_COUNT].value[0], edges = v[HILL_EDGES].value[0], radius = v[HILL_RADIUS].value[0];
    const double *start = v[HILL_START].value;
    if (!fits(r, head, count * edges + 1.0)) return;

    /* each hill without its last vertex, which is the next one's first; the feet exactly at height Y */
    int good = 1;
    for (int k = 0; k < (int)count; k++) {
        good = good && add_vertex(r, &o, start[0] + 2.0 * radius * k, start[1], NULL);
        for (int i = 1; good && i < (int)edges; i++) {
            double angle = pi - i * pi / edges;
            good = add_vertex(r, &o, start[0] + radius * (2 * k + 1 + cos(angle)), start[1] + radius * sin(angle), NULL);
        }
    }
    good = good && add_vertex(r, &o, start[0] + 2.0 * radius * count, start[1], NULL);
    if (good) add_obstacle(r, head, &o, 0, v[HILL_MU].given ? v[HILL_MU].value[0] : -1.0);
    free_outline(&o);
}

static void read_sawtooth(reader *r, word head)
{
    outline o = { 0, 0, NULL, NULL };
    field_value v[NTOOTH];

    read_labels(r, head, sawtooth_fields, NTOOTH, v);
    if (!v[TOOTH_COUNT].ok || !v[TOOTH_LENGTH].ok || !v[TOOTH_HEIGHT].ok || !v[TOOTH_START].ok) return;
    double count = v[TOOTH_COUNT].value[0], length = v[TOOTH_LENGTH].value[0], height = v[TOOTH_HEIGHT].value[0];
    const double *start = v[TOOTH_START].value;
    if (!fits(r, head, 2.0 * count + 1.0)) return;

    int good = add_vertex(r, &o, start[0], start[1], NULL);
    for (int k = 1; good && k <= (int)count; k++)
        good = add_vertex(r, &o, start[0] + k * length, start[1] + height, NULL)
            && add_vertex(r, &o, start[0] + k * length, start[1], NULL);
    if (good) add_obstacle(r, head, &o, 0, v[TOOTH_MU].given ? v[TOOTH_MU].value[0] : -1.0);
    free_outline(&o);
}

/* ---- the other statements ---- */

/* a single statement's second appearance */
static int is_second(reader *r, word head, int first_line)
{
    char text[QUOTE + 8];

    if (!first_line) return 0;
    complain(r, head.line, head.col, "second %s, expected only one; the first is on line %d", quote(head, text), first_line);
    return 1;
}

static void read_single(reader *r, int k)
{
    field_value *v = &r->single[k];

    if (is_second(r, r->w, v->given ? v->at.line : 0)) return;
    read_field(r, &single_fields[k], NULL, 0, v);
    read_nothing(r, single_fields[k].form);
}

/* the length of the UTF-8 character at p, 0 if there is none: no overlong forms, no surrogates, nothing past U+10FFFF */
static int utf8_length(const char *p, const char *end)
{
    const unsigned char *c = (const unsigned char *)p;
    int n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;

    if (n > end - p) return 0;
    for (int i = 1; i < n; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F)) return 0;
    if ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F)) return 0;
    return n;
}

static char *copy_text(reader *r, const char *beg, const char *end)
{
    size_t n = (size_t)(end - beg);
    char *copy = malloc(n + 1);

    if (!copy) {
        no_memory(r);
        return NULL;
    }
    memcpy(copy, beg, n);
    copy[n] = '\0';
    return copy;
}

/* all of the line after the word, '#' and '\' included; figures take it as it is, so it must be UTF-8 */
static void read_title(reader *r, word head)
{
    const char *beg = head.s + head.len, *end = r->stop;

    if (is_second(r, head, r->title_line)) return;
    r->title_line = head.line;
    while (beg < end && is_blank(*beg)) beg++;
    while (end > beg && is_blank(end[-1])) end--;
    if (beg == end) complain(r, head.line, head.col, "title without a text, expected 'title TEXT'");
    for (const char *p = beg; p < end; ) {
        int n = utf8_length(p, end);
        if (!n) {
            complain(r, head.line, (int)(p - r->line_beg) + 1, "byte 0x%02X is not UTF-8, expected a title in UTF-8",
                     (unsigned char)*p);
            return;
        }
        p += n;
    }
    r->out->title = copy_text(r, beg, end);
}

static void read_particle(reader *r, word head)
{
    field_value v[NPARTICLE];

    r->particles_seen++;
    read_labels(r, head, particle_fields, NPARTICLE, v);
    if (!v[POSITION].ok) return;      /* the other errors are no reason not to look where it starts */
    int n = r->out->nparticle, room = r->particle_room;
    if (n >= SCENE_MAX_PARTICLES) {
        if (!r->too_many_particles++)
            complain(r, head.line, head.col, "one particle too many, expected at most %d in a file", SCENE_MAX_PARTICLES);
        return;
    }
    scene_particle *list = grow(r, r->out->particle, n, &room, sizeof *list);
    if (!list) return;
    r->out->particle = list;
    place *places = grow(r, r->start_at, n, &r->particle_room, sizeof *places);
    if (!places) return;
    r->start_at = places;

    list[n].mass = v[MASS].value[0];
    memcpy(list[n].x, v[POSITION].value, sizeof list[n].x);
    memcpy(list[n].v, v[VELOCITY].value, sizeof list[n].v);
    memcpy(list[n].force, v[FORCE].value, sizeof list[n].force);
    list[n].line = head.line;
    places[n] = v[POSITION].at;
    r->out->nparticle++;
}

static void unknown_statement(reader *r, word head)
{
    int best = complain_unknown(r, "unknown statement", head, statement_words);

    if (best < 0) return;
    for (int k = 0; k < NSINGLE; k++)
        if (strcmp(statement_words[best], single_fields[k].word) == 0) r->single[k].meant = 1;
    if (strcmp(statement_words[best], "particle") == 0) r->particles_seen++;
}

static void read_statement(reader *r)
{
    if (!begin_statement(r)) return;

    word head = r->w;
    int single = find_field(head, single_fields, NSINGLE);
    if (is_word(head, "title")) {
        r->p = r->stop;
        r->w.len = 0;
        read_title(r, head);
    } else if (single >= 0) {
        read_single(r, single);
    } else if (head.len) {
        next_word(r);
        if (is_word(head, "particle")) read_particle(r, head);
        else if (is_word(head, "chain")) read_outline(r, head, 0);
        else if (is_word(head, "polygon")) read_outline(r, head, 1);
        else if (is_word(head, "hills")) read_hills(r, head);
        else if (is_word(head, "sawtooth")) read_sawtooth(r, head);
        else unknown_statement(r, head);
    }
    if (!r->no_memory) end_statement(r);
}

/* ---- the file as a whole ---- */

static void check_starts(reader *r)
{
    for (int b = 0; b < r->out->nobstacle && !r->no_memory && r->work > 0.0; b++) {
        const scene_obstacle *o = &r->out->obstacle[b];
        shape_tree tree;
        if (shape_tree_init(&tree, o->xy, o->nvert, o->closed, &r->work)) {
            no_memory(r);
            return;
        }
        for (int k = 0; k < r->out->nparticle && r->work > 0.0; k++) {
            double depth = shape_depth(&tree, r->out->particle[k].x);
            if (depth > 0.0)
                complain(r, r->start_at[k].line, r->start_at[k].col, "particle starts %g m inside the %s of line %d, expected a "
                         "start outside or on the surface", depth, o->closed ? "polygon" : "terrain", o->line);
        }
        shape_tree_free(&tree);
        if (r->work <= 0.0)
            complain(r, r->line, 1, "too many particles and edges to check where the particles start, expected fewer");
    }
}

static void check_whole(reader *r)
{
    const field_value *step = &r->single[STEP], *time = &r->single[TIME];

    check_starts(r);
    if (step->ok && time->ok && scene_steps(time->value[0], step->value[0]) < 0)
        complain(r, time->at.line, time->at.col, "%.0f steps from time %g and step %g, expected at most %d",
                 ceil(time->value[0] / step->value[0]), time->value[0], step->value[0], SCENE_MAX_STEPS);
    for (int k = 0; k < NSINGLE; k++)
        if (single_fields[k].needed && !r->single[k].given && !r->single[k].meant)
            complain(r, r->line, 1, "no '%s' in the file, expected '%s'", single_fields[k].word, single_fields[k].form);
    if (!r->particles_seen) complain(r, r->line, 1, "no 'particle' in the file, expected 'particle mass M position X Y'");
}

/* the file's name without its folder and a final .scene; a name that figures could not show is not taken */
static char *default_title(reader *r)
{
    const char *beg = r->name, *end = beg + strlen(beg);

    for (const char *p = beg; p < end; p++)
        if (*p == '/') beg = p + 1;
    if (end - beg > 6 && memcmp(end - 6, ".scene", 6) == 0) end -= 6;
    for (const char *p = beg; p < end; ) {
        int n = utf8_length(p, end);
        if (!n || (unsigned char)*p < 0x20 || *p == 0x7F) {
            beg = "untitled";
            end = beg + strlen(beg);
            break;
        }
        p += n;
    }
    return copy_text(r, beg, end);
}

static void take_singles(reader *r)
{
    const field_value *v = r->single;
    scene *s = r->out;

    s->gravity[0] = v[GRAVITY].given ? v[GRAVITY].value[0] : 0.0;
    s->gravity[1] = v[GRAVITY].given ? v[GRAVITY].value[1] : -9.81;
    s->h = v[STEP].value[0];
    s->time = v[TIME].value[0];
    s->epsilon = v[EPSILON].value[0];
    s->psi_min = v[PSI_MIN].given ? v[PSI_MIN].value[0] : -HUGE_VAL;
    for (int b = 0; b < s->nobstacle; b++)
        if (s->obstacle[b].mu < 0.0) s->obstacle[b].mu = v[FRICTION].value[0];      /* 0 if not given */
    if (!s->title) s->title = default_title(r);
}

/* what is not a text file at all is one error, not one a line */
static int check_text(reader *r, size_t size)
{
    const char *nul = memchr(r->p, '\0', size);

    if (size > SCENE_MAX_BYTES) {
        r->errors++;
        fprintf(r->messages, "%s: cannot read: larger than %d bytes, expected a scene file\n", r->name, SCENE_MAX_BYTES);
        return 0;
    }
    if (size >= 2 && (memcmp(r->p, "\xFF\xFE", 2) == 0 || memcmp(r->p, "\xFE\xFF", 2) == 0)) {
        complain(r, 1, 1, "UTF-16 text, expected UTF-8 or ASCII");
        return 0;
    }
    if (nul) {
        const char *beg = r->p;
        for (const char *p = beg; p < nul; p++) {
            if (*p == '\n') {
                r->line++;
                beg = p + 1;
            }
        }
        complain(r, r->line, (int)(nul - beg) + 1, "binary file (a zero byte), expected plain text");
        return 0;
    }
    if (size >= 3 && memcmp(r->p, "\xEF\xBB\xBF", 3) == 0) r->p += 3;
    if (r->p == r->end) {
        complain(r, 1, 1, "empty file, expected a scene");
        return 0;
    }
    return 1;
}

int scene_parse(const char *name, const char *text, size_t size, scene *out, FILE *messages)
{
    reader r;

    memset(&r, 0, sizeof r);
    memset(out, 0, sizeof *out);
    r.name = name;
    r.messages = messages;
    r.p = text;
    r.end = text + size;
    r.out = out;
    r.line = 1;
    r.work = MAX_WORK;
    if (check_text(&r, size)) {
        while (r.p < r.end) read_statement(&r);
        if (r.line > 1) r.line--;      /* back to the last line */
        if (!r.no_memory) check_whole(&r);
        if (!r.errors) take_singles(&r);
    }
    free(r.start_at);
    if (r.errors) scene_free(out);
    return r.errors;
}

/* the whole of f, 0-terminated, or as much of it as shows that it is too large; NULL with errno set */
static char *read_all(FILE *f, size_t *size)
{
    char *text = NULL;
    size_t room = 1 << 16;

    *size = 0;
    for (;;) {
        char *more = realloc(text, room + 1);
        if (!more) {
            free(text);
            errno = ENOMEM;
            return NULL;
        }
        text = more;
        *size += fread(text + *size, 1, room - *size, f);
        if (*size < room || room > SCENE_MAX_BYTES) break;
        room *= 2;
    }
    if (ferror(f)) {
        int reason = errno;
        free(text);
        errno = reason;
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

int scene_read(const char *path, scene *out, FILE *messages)
{
    int standard_input = strcmp(path, "-") == 0, errors = 1;
    const char *name = standard_input ? "standard input" : path;
    FILE *f = standard_input ? stdin : fopen(path, "rb");
    size_t size;

    memset(out, 0, sizeof *out);
    char *text = f ? read_all(f, &size) : NULL;
    if (!text) fprintf(messages, "%s: cannot read: %s\n", name, strerror(errno));
    else errors = scene_parse(name, text, size, out, messages);
    free(text);
    if (f && !standard_input) fclose(f);
    return errors;
}

void scene_free(scene *s)
{
    for (int b = 0; b < s->nobstacle; b++) free(s->obstacle[b].xy);
    free(s->obstacle);
    free(s->particle);
    free(s->title);
    memset(s, 0, sizeof *s);
}

int scene_steps(double time, double h)
{
    if (!(time >= 0.0 && h > 0.0) || time > DBL_MAX || h > DBL_MAX) return -1;
    double steps = time / h;
    if (!(steps <= 2.0 * SCENE_MAX_STEPS)) return -1;

    steps = ceil(steps - fmax(1e-9, 4.0 * DBL_EPSILON * steps));
    return steps <= SCENE_MAX_STEPS ? (int)fmax(steps, 0.0) : -1;
}

int scene_edges(const scene_obstacle *o)
{
    return o->closed ? o->nvert : o->nvert - 1;
}

void scene_edge(const scene_obstacle *o, int k, double p[2], double q[2])
{
    const int next = k + 1 < o->nvert ? k + 1 : 0;

    memcpy(p, o->xy + 2 * k, 2 * sizeof *p);
    memcpy(q, o->xy + 2 * next, 2 * sizeof *q);
}

int scene_edge_count(const scene *s)
{
    int n = 0;

    for (int i = 0; i < s->nobstacle; i++) n += scene_edges(&s->obstacle[i]);
    return n;
}

int scene_edge_find(const scene *s, int number, int *k)
{
    for (int i = 0; i < s->nobstacle && number >= 0; i++) {
        const int n = scene_edges(&s->obstacle[i]);
        if (number < n) {
            if (k) *k = number;
            return i;
        }
        number -= n;
    }
    return -1;
}

double scene_energy(const scene *s, int particle, const double x[2], const double v[2])
{
    const scene_particle *p = s->particle + particle;
    double energy = 0.0;

    for (int i = 0; i < 2; i++)
        energy += 0.5 * p->mass * v[i] * v[i] - (p->mass * s->gravity[i] + p->force[i]) * x[i];
    return energy;
}
