/* table.c: a CSV file, row by row; see reader.h */
#include "reader.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

enum { X, Y, BY, T, WANTED };     /* the columns in use, the last one only if present */
enum { FIELD = 256 };             /* bytes of a field, longer ones are cut */

/* the current row, and the beginning of its next field */
typedef struct {
    lines l;
    const char *p;                /* NULL: there is none */
    char field[FIELD];
    reader_place at;
} rows;

static int next_row(rows *r)
{
    if (!lines_next_row(&r->l)) return 0;
    while (r->l.in.w.len > 0) lines_next_word(&r->l);           /* finds binary characters */
    if (r->l.in.stopped) return 0;
    r->p = reader_text(r->l.line, r->l.in.stop);
    return 1;
}

static void put_character(rows *r, size_t *n, char c)
{
    if (*n + 1 < sizeof r->field) r->field[(*n)++] = c;
}

/* the part of a field in quotes, from after the opening one */
static const char *quoted(rows *r, const char *p, size_t *n)
{
    for (; *p; p++) {
        if (*p == '"' && *++p != '"') return p;
        put_character(r, n, *p);
    }
    lines_refuse(&r->l, r->at, "a quote is opened and not closed, expected \"");
    return p;
}

/* the next field of the row, without the blanks around it; 0 after the last one */
static int next_field(rows *r)
{
    const char *p = r->p;
    size_t n = 0;

    if (!p) return 0;
    while (reader_blank(*p)) p++;
    r->at.line = r->l.in.line;
    r->at.col = (int)(p - r->l.line) + 1;
    if (*p == '"') p = quoted(r, p + 1, &n);
    for (; *p && *p != ','; p++) put_character(r, &n, *p);
    while (n > 0 && (reader_blank(r->field[n - 1]) || r->field[n - 1] == '\r')) n--;
    r->field[n] = '\0';
    r->p = *p ? p + 1 : NULL;
    return 1;
}

/* a complaint about the field */
static void complain(rows *r, const char *what)
{
    const reader_word w = { r->field, (int)strlen(r->field), r->at };
    char text[READER_QUOTE];

    reader_complain(&r->l.in, r->at, "%s %s", reader_quote(w, text), what);
}

/* finds the wanted columns from the first row; returns the number of columns */
static int read_names(rows *r, const char *const names[WANTED], int column[WANTED])
{
    int count = 0;

    char there[256] = "";

    for (int i = 0; i < WANTED; i++) column[i] = -1;
    if (!next_row(r)) {
        reader_complain(&r->l.in, lines_place(&r->l), "no table, expected the names of columns");
        return 0;
    }
    for (; next_field(r); count++) {
        const size_t n = strlen(there);
        if (n + 3 < sizeof there)      /* as many as there is room for */
            snprintf(there + n, sizeof there - n, "%s%.*s", count ? ", " : "",
                     (int)(sizeof there - n - 3), r->field);
        for (int i = 0; i < WANTED; i++)
            if (names[i] && strcmp(r->field, names[i]) == 0) {
                if (column[i] >= 0) complain(r, "is the name of two columns");
                column[i] = count;
            }
    }
    for (int i = 0; i < WANTED; i++) {
        const reader_place start = { r->l.in.line, 1 };
        if (names[i] && column[i] < 0 && i != T)
            reader_complain(&r->l.in, start, "no column '%s' here; there are: %s", names[i], there);
    }
    return count;
}

/* the field as a number; infinite, and so a gap, if there is none */
static double number(rows *r)
{
    const reader_word w = { r->field, (int)strlen(r->field), r->at };
    double x;

    if (w.len == 0 || strcmp(r->field, "-") == 0) return HUGE_VAL;
    if (w.len == FIELD - 1) {
        complain(r, "is too long for a number");
        return HUGE_VAL;
    }
    switch (reader_number(w, 0.0, DBL_MAX, &x)) {
    case READER_NUMBER:
    case READER_SMALL: return x;
    case READER_INFINITE:
    case READER_LARGE: return HUGE_VAL;
    case READER_NO_NUMBER: break;
    }
    complain(r, "is not a decimal number");
    return HUGE_VAL;
}

/* the field as the name of a series: names that were cut might be confused */
static void take_name(rows *r, char name[TABLE_NAME])
{
    const size_t n = strlen(r->field);

    if (n >= TABLE_NAME) complain(r, "is too long for the name of a curve");
    else memcpy(name, r->field, n + 1);
}

/* the series of that name, which may be new; NULL after a message */
static table_series *find_series(rows *r, table *t, const char *name)
{
    table_series *s = t->series;

    for (int k = 0; k < t->nseries; k++, s++)
        if (strcmp(s->name, name) == 0) return s;
    if (t->nseries < TABLE_SERIES) {
        t->nseries++;
        strcpy(s->name, name);
        return s;
    }
    lines_refuse(&r->l, lines_place(&r->l), "more than %d curves, one for each value in the "
                 "column of --by", TABLE_SERIES);
    return NULL;
}

static void add_point(rows *r, table_series *s, const double xy[2], double t)
{
    int room = s->room;

    if (output_grow(&s->xy, s->npoint, &room, 2 * sizeof *s->xy) != 0 ||
        output_grow(&s->t, s->npoint, &s->room, sizeof *s->t) != 0) {
        reader_give_up(&r->l.in, "out of memory");
        return;
    }
    s->t[s->npoint] = t;
    memcpy(s->xy + 2 * s->npoint++, xy, 2 * sizeof *xy);
}

static void read_row(rows *r, int columns, const int column[WANTED], table *t)
{
    char name[TABLE_NAME] = "";
    double xy[2] = { HUGE_VAL, HUGE_VAL }, time = 0.0;
    table_series *s;
    int count = 0;

    for (; next_field(r); count++) {
        if (count == column[X]) xy[0] = number(r);
        if (count == column[Y]) xy[1] = number(r);
        if (count == column[BY]) take_name(r, name);
        if (count == column[T]) time = number(r);
    }
    if (count != columns) {
        reader_complain(&r->l.in, lines_place(&r->l), "%d field%s in this row, expected %d as in "
                        "the first", count, count == 1 ? "" : "s", columns);
        return;
    }
    s = find_series(r, t, name);
    if (s) add_point(r, s, xy, time);
}

int table_read(const char *path, const char *x, const char *y, const char *by, const char *time,
               table *t, FILE *messages)
{
    const char *const names[WANTED] = { x, y, by, time }, *name;
    FILE *file = reader_open(path, &name, messages);
    int column[WANTED], columns;
    rows r;

    memset(t, 0, sizeof *t);
    if (!file) return -1;
    memset(&r, 0, sizeof r);
    lines_begin(&r.l, name, file, '#', messages);
    columns = read_names(&r, names, column);
    while (r.l.in.errors == 0 && next_row(&r)) read_row(&r, columns, column, t);
    reader_close(file);
    return lines_finish(&r.l) == 0 ? 0 : -1;
}

void table_free(table *t)
{
    for (int k = 0; k < t->nseries; k++) {
        free(t->series[k].xy);
        free(t->series[k].t);
    }
    t->nseries = 0;
}
