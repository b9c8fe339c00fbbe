/* lines.h: numbers from a text file, line by line, with error messages
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
#ifndef LINES_H
#define LINES_H

#include <stddef.h>

#include "reader.h"

typedef struct {
    reader in;                    /* holds a line at a time; in.w is the last word */
    FILE *file;
    char *line;                   /* its text */
    size_t room;
    int ended;                    /* its end: '\n', EOF, or a character that is not text */
} lines;

/* lines_begin: comment: begins a comment, to the end of its line; 0: no comments
 * lines_finish: releases the memory; returns the number of errors */
void lines_begin(lines *l, const char *name, FILE *file, char comment, FILE *messages);
int lines_finish(lines *l);

/* lines_stop: an error after which the rest makes no sense: no further one is reported
 * lines_unreadable: `name: cannot read:` and the text of errno */
void lines_stop(lines *l);
void lines_unreadable(lines *l);

/* lines_place: where reading stopped: the end of a line or of the file */
reader_place lines_place(const lines *l);

/* ---- a format whose lines matter ---- */

/* lines_next_word: the next word of the line; empty at its end
 * lines_next_row: go to the first word of the next line that has one; 0 at the end of the file */
void lines_next_word(lines *l);
int lines_next_row(lines *l);

/* lines_number: the word as a number; where: its context, such as `row 3 of A`; infinite: +1 or -1,
 * an infinity that is also allowed. Returns 0 after a message.
 * lines_whole: the word as a whole number from least to most; -1 after a message, and the reader
 * stops. */
int lines_number(lines *l, const char *where, int infinite, double *x);
int lines_whole(lines *l, const char *name, int least, int most);

/* lines_row: the rest of the line, which must be n numbers; only the line's first error is reported */
void lines_row(lines *l, const char *where, int n, int infinite, double *x);

/* ---- a format in which a line end is a blank ---- */

/* lines_next: the next word, on this line or a later one; 0 at the end of the file, after the
 * message `the file ends before NAME` */
int lines_next(lines *l, const char *name);

/* lines_size: the next word as a whole number from 0 to most; -1 after a message
 * lines_array: the next count numbers, to be freed; NULL after a message
 * lines_no_more: complains if there is another word; name: the last item read */
int lines_size(lines *l, const char *name, int most);
double *lines_array(lines *l, const char *name, size_t count, int infinite);
void lines_no_more(lines *l, const char *name);

#endif
