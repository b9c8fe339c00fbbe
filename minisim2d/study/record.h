/* record.h: the rows of a study as CSV, in its parts and whole
 *
 * Above the columns are lines `# key value` with everything that determines the rows, so that parts
 * of different studies are distinguished. The last one names the part; without that line, and with
 * the rows of all parts in order, the file is the whole. The solver's time is not included, as it
 * is never the same twice.
 */
#ifndef RECORD_H
#define RECORD_H

#include "perform.h"
#include "../writing/output.h"

enum {
    RECORD_FORMULATIONS, RECORD_TITLE, RECORD_SCENE, RECORD_POSITION, RECORD_VELOCITY,
    RECORD_METHOD, RECORD_REFERENCE, RECORD_TIME, RECORD_RUNS, RECORD_PARTICLES, RECORD_SEED,
    RECORD_H_MIN, RECORD_HALVINGS, RECORD_OFF, RECORD_KEYS
};

/* The head above the columns, as text; and its numbers that determine which rows follow. */
typedef struct {
    output_text value[RECORD_KEYS];
    study_list list;
    int runs, particles, halvings;
    double h_min, off;
    int part, parts;              /* 1 of 1: the whole */
} record_head;

/* record_head_make: of a study; nonzero without memory
 * record_head_write: the lines, and the names of the columns
 * record_head_free: may be called after any of these */
int record_head_make(record_head *h, const study *st);
void record_head_write(const record_head *h, output_text *out);
void record_head_free(record_head *h);

/* record_write: one row; every number reads back as the same double */
void record_write(const study_row *row, output_text *out);

/* A file from which rows are being read. */
typedef struct {
    const char *name;
    FILE *stream, *messages;
    int line;
    record_head head;
    long long row;                /* rows read so far */
} record_file;

/* record_open: open the file and read its head; 0, or -1 after the message `name:line: what`. The
 * file must be of this version of the kit, and not a pipe, as parts are checked before they are
 * read. Call record_close in any case.
 * record_read: the next row, which must be the expected one. 1; 0 after the last; -1 after a
 * message, also if rows are missing or too many */
int record_open(record_file *f, const char *name, FILE *messages);
int record_read(record_file *f, study_row *row);
void record_close(record_file *f);

/* record_differ: the first key whose values differ; -1 if both heads are of one study */
int record_differ(const record_head *a, const record_head *b);
extern const char *const record_keys[RECORD_KEYS];

#endif
