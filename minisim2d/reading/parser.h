/* parser.h: a scene file as statements: lines and their continuations, labels and their numbers
 *
 * Two layers over reader.h, for the statements of scene.c and scene_bodies.h. Lines: the text is
 * cut into statements. Fields: what a keyword is followed by (how many numbers, in which range)
 * stands in tables, and one function reads them all. An error never stops the reader: it says what
 * it expected, the statement is dropped, and the next one is read.
 */
#ifndef PARSER_H
#define PARSER_H

#include <stddef.h>

#include "reader.h"
#include "scene.h"

/* vertices while they are read; at[] is where the file has each of them, NULL for a generator's */
typedef struct {
    int n, room;
    double *xy;
    reader_place *at;
} outline;

/* A scene file while it is read */
typedef struct {
    reader in;                    /* holds a statement at a time */
    const char *next, *end;       /* the text after that */
    int no_memory;
    double work;                  /* what checking obstacles and starts may still cost */
    scene *out;
    outline list;                 /* of the statement's label that has one */
    struct scene_state *state;    /* what scene.c and scene_*.c keep besides */
    struct bodies_state *bodies;
} parser;

/* parser_no_memory: an error after which nothing more is read */
void parser_no_memory(parser *p);

/* ---- lines ---- */

/* parser_statement: find the lines of the next statement, and check them as lines. Returns 1 with
 * its first word in in.w (empty: a blank line); 0 if the lines are bad, which skips them. */
int parser_statement(parser *p);

/* parser_at: column i of the line, from 0
 * parser_control: the first character of a line that is no text; end if there is none
 * parser_second: whether a statement that stands in a file once has been there; says so */
reader_place parser_at(const parser *p, ptrdiff_t i);
const char *parser_control(const char *beg, const char *end);
int parser_second(parser *p, reader_word head, int first_line);

/* ---- fields ---- */

/* what may follow a keyword: a statement's own numbers, or a label's */
typedef enum { ANY, POSITIVE, NOT_NEGATIVE, NOT_POSITIVE, SHARE, COUNT, EDGES } number_range;

enum {
    PARSER_MAX_COUNT = 100000,    /* of COUNT and EDGES: whole numbers from 1, from 2 */
    PARSER_NUMBERS = 4,
    PARSER_FIELDS = 16,           /* labels of a statement, at most */
    PARSER_LIST = -1              /* the count of a label with any number of pairs: in list */
};

typedef struct {
    const char *word, *form;      /* `form` is what messages ask for */
    int count;                    /* numbers after the word, <= PARSER_NUMBERS; or PARSER_LIST */
    number_range range;
    const char *limit;            /* the range in words */
    int needed;
} field;

typedef struct {
    double value[PARSER_NUMBERS];
    int given;                    /* 1: the word was there, right or wrong */
    int ok;                       /* 1: and its numbers are good */
    int meant;                 /* 1: a misspelt word was taken for it, so do not ask for it again */
    reader_place at;
} field_value;

/* parser_unknown: what the unknown word was to be: the nearest known word if it is near (returns
 * its index), or any of them (returns -1) */
int parser_unknown(parser *p, const char *what, reader_word w, const char *const *known, int count);

/* parser_field: the word f->word (now in in.w) and its numbers; they end early at another label of
 * the statement, labels[nlabel] */
void parser_field(parser *p, const field *f, const field *labels, int nlabel, field_value *v);

/* parser_labels: the labelled fields of a statement, in any order, into v[n], 0 where not given;
 * in.w is the word after `head` */
void parser_labels(parser *p, reader_word head, const field *fields, int n, field_value *v);

/* parser_nothing: nothing but a comment may follow */
void parser_nothing(parser *p, const char *form);

/* ---- lists ---- */

/* parser_grow: room for one more element: array[*room] of `size` bytes each, with n in use; NULL if
 * memory is short (the array stays) */
void *parser_grow(parser *p, void *array, int n, int *room, size_t size);

/* parser_copy: the text as a string; NULL if memory is short */
char *parser_copy(parser *p, const char *beg, const char *end);

/* outline_add: one more vertex; at = NULL for a generator's. Returns 0 if memory is short.
 * outline_read: the numbers from in.w up to one of the labels or the end, in pairs; returns how
 * many numbers there are, -1 if memory is short. Past so many vertices they are counted only.
 * outline_free: it is empty again */
int outline_add(parser *p, outline *o, double x, double y, const reader_place *at);
int outline_read(parser *p, const char *form, const field *labels, int nlabel, int most,
                 outline *o);
void outline_free(outline *o);

#endif
