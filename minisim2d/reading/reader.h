/* reader.h: common to the readers of scene files, of problem files and of the command line
 *
 * Words and numbers with their place, and complaints about them: `name:line:column: what, and what
 * was expected`. A reader holds one stretch of text at a time, a line or one with its
 * continuations, and returns its words one by one. Its user supplies the stretches.
 */
#ifndef READER_H
#define READER_H

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

#endif
