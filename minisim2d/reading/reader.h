/* reader.h: words, lines and tables of text files, with error messages
 *
 * Words and numbers with their place, and complaints about them: `name:line:column: what, and what
 * was expected`. A reader holds one stretch of text at a time, a line or one with its
 * continuations, and returns its words one by one. Its user supplies the stretches.
 */
#ifndef READER_H
#define READER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    int line, col;                /* from 1; columns count bytes */
} reader_place;

typedef struct {
    const char *s;
    int len;                      /* 0: the end of the stretch */
    reader_place at;
} reader_word;

typedef struct {
    const char *name;             /* of the file, in messages */
    FILE *messages;
    int errors;
    int most;                     /* errors after which it stops; 0: any number */
    int stopped;                  /* 1: the rest can't be read, or is not worth reading */
    const char *p, *stop;         /* the rest of the stretch */
    const char *line_beg;         /* the line that p is in, and its number */
    int line;
    char comment;                 /* begins a comment, to the end of its line; 0: no comments */
    int continues;                /* 1: a '\' at the end of a line is a blank */
    reader_word w;                       /* the last word read */
} reader;

/* reader_complain: an error at a place; ignored once the reader has stopped
 * reader_give_up: an error of the file as a whole, after which the reader stops */
void reader_complain(reader *r, reader_place at, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void reader_complain_v(reader *r, reader_place at, const char *format, va_list args);
void reader_give_up(reader *r, const char *reason);

/* reader_quote: 'word' as shown in messages: a long one is cut, not within a UTF-8 character */
enum { READER_QUOTE = 48 };
const char *reader_quote(reader_word w, char text[READER_QUOTE]);

/* reader_next: r->w = the next word
 * reader_rest: skips the rest
 * reader_is: whether a word is this one */
void reader_next(reader *r);
void reader_rest(reader *r);
int reader_is(reader_word w, const char *known);

/* reader_number: a word as a decimal number, [+-] digits [. digits] [e [+-] digits], in *x
 *
 * READER_INFINITE is nan, inf or infinity, in any case and with any sign, as printf writes numbers
 * that are not finite. READER_SMALL: neither 0 nor at least `least` in size; 1e-999 is not 0.
 */
typedef enum {
    READER_NUMBER,
    READER_INFINITE,
    READER_NO_NUMBER,             /* *x = 0 */
    READER_LARGE,                 /* more than `most` in size */
    READER_SMALL
} reader_kind;

reader_kind reader_number(reader_word w, double least, double most, double *x);

/* reader_blank: a blank or a tabulator
 * reader_control: a control character, which must not occur in a line of text
 * reader_text: skips the mark that some editors put before UTF-8 */
int reader_blank(int c);
int reader_control(int c);
const char *reader_text(const char *beg, const char *end);

/* reader_open: the file at path, "-" being the standard input; *name: its name in messages. NULL
 * after the message `name: cannot read: reason`. reader_close: nothing for the standard input */
FILE *reader_open(const char *path, const char **name, FILE *messages);
void reader_close(FILE *f);

/* reader_closest: the index of the first of known[count] with the fewest edits from the word of
 * this many characters; -1 if all are `limit` or more edits away. any_case 1: capitals and small
 * letters are the same */
enum { READER_NEAR = 3 };         /* a limit for words on a command line */
int reader_closest(const char *s, int length, const char *const *known, int count, int limit,
                   int any_case);

/* ---- lines ---- */

/* Numbers from a text file, line by line.
 *
 *     lines l;
 *     lines_begin(&l, name, file, '#', stderr);
 *     n = lines_size(&l, "n", 1000);                   each complains with `name:line:column: ...`
 *     x = lines_array(&l, "b", n, 0);
 *     lines_no_more(&l, "b");
 *     errors = lines_finish(&l);
 *
 * Only one line at a time is in memory, and an array grows with its numbers: a huge size declared
 * for little data costs neither time nor memory. At most ten errors are reported.
 */
typedef struct {
    reader in;                    /* holds a line at a time; in.w is the last word */
    FILE *file;
    char *line;                   /* its text */
    int room;
    int ended;                    /* its end: '\n', EOF, or a character that is not text */
} lines;

/* lines_begin: comment: begins a comment, to the end of its line; 0: no comments
 * lines_finish: releases the memory; returns the number of errors */
void lines_begin(lines *l, const char *name, FILE *file, char comment, FILE *messages);
int lines_finish(lines *l);

/* lines_refuse: an error after which the rest makes no sense: no further one is reported
 * lines_unreadable: `name: cannot read:` and the text of errno */
void lines_refuse(lines *l, reader_place at, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void lines_unreadable(lines *l);

/* lines_place: where reading stopped: the end of a line or of the file */
reader_place lines_place(const lines *l);

/* In a format whose lines matter:
 *
 * lines_next_word: the next word of the line; empty at its end
 * lines_next_row: go to the first word of the next line that has one; 0 at the end of the file */
void lines_next_word(lines *l);
int lines_next_row(lines *l);

/* lines_number: the word as a number; where: its context, such as `row 3 of A`; infinite: +1 or -1,
 * an infinity that is also allowed. Returns 0 after a message.
 * lines_whole: the word as a whole number from least to most; -1 after a message, and the reader
 * stops. */
int lines_number(lines *l, const char *where, int infinite, double *x);
int lines_whole(lines *l, const char *name, int least, int most);

/* lines_row: the rest of the line, which must be n numbers; only its first error is reported */
void lines_row(lines *l, const char *where, int n, int infinite, double *x);

/* In a format in which a line end is a blank:
 *
 * lines_next: the next word, on this line or a later one; 0 at the end of the file, after the
 * message `the file ends before NAME` */
int lines_next(lines *l, const char *name);

/* lines_size: the next word as a whole number from 0 to most; -1 after a message
 * lines_array: the next count numbers, to be freed; NULL after a message
 * lines_no_more: complains if there is another word; name: the last item read */
int lines_size(lines *l, const char *name, int most);
double *lines_array(lines *l, const char *name, size_t count, int infinite);
void lines_no_more(lines *l, const char *name);

/* A sparse matrix as text: `row column value` for each entry, counted from 1. The entries are kept
 * as such until the file has been read to its end: memory for n*n numbers is taken only for a
 * complete file. */
typedef struct {
    int i, j;                     /* from 0 */
    double x;
    reader_place at;
} triplet;

typedef struct {
    triplet *entry;               /* [count]; to be freed with free() */
    size_t count;
} triplets;

/* triplets_read: the next count entries of a matrix of n rows and columns; none after a message
 * triplets_dense: A[n*n], to be freed; an entry given twice is an error, and so is one above the
 * diagonal if those below stand for both (mirror = 1; -1 with opposite sign). NULL after a
 * message */
void triplets_read(lines *l, int n, size_t count, triplets *out);
double *triplets_dense(lines *l, const triplets *t, int n, int mirror);

/* ---- tables ---- */

/* Two columns of a CSV file, such as this program writes, as curves.
 *
 *     table t;
 *     if (table_read("run.csv", "t", "energy", NULL, NULL, &t, stderr) == 0)
 *         t.series[0].xy[2*i] ...
 *     table_free(&t);
 *
 * The first line names the columns. A field may be in quotes, where "" stands for one; empty
 * fields, -, nan and inf are not numbers, and make a gap in the curve. A line that begins with # is
 * a comment.
 */
enum { TABLE_NAME = 64, TABLE_SERIES = 32 };

typedef struct {
    char name[TABLE_NAME];        /* its rows' value in the column `by`; "" without one */
    int npoint, room;
    double *xy;                   /* xy[2*npoint] */
    double *t;                    /* t[npoint]: its column `time`; 0 without one */
} table_series;

typedef struct {
    int nseries;
    table_series series[TABLE_SERIES];        /* in the order in which they first appear */
} table;

/* table_read: the columns with the names x and y, a series for each value in the column `by`, or a
 * single one if that is NULL; with the times in the column `time`, if that is not NULL and exists
 *
 * Returns 0; or -1 after the lines `name:line:column: error` on messages. table_free may be called
 * in any case.
 */
int table_read(const char *path, const char *x, const char *y, const char *by, const char *time,
               table *t, FILE *messages);
void table_free(table *t);

#endif
