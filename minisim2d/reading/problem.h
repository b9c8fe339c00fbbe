/* problem.h: a complementarity problem in a file, in and out, in any of the formats
 *
 * Each format is described at the head of its file, problem_NAME.c. A format is a row of
 * problem_formats; to add one, write its file, an extern line below, and that row.
 *
 * Numbers are finite; only the bounds may be inf. Written numbers read back to the last bit.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdio.h>

#include "../../mbsim.h"
#include "../writing/output.h"

typedef struct {
    int n, nfree;         /* the first nfree unknowns are free, their rows equations */
    int mixed;            /* 1: there are free unknowns or bounds, so that it is no LCP */
    double *A, *b;        /* A[n*n] row-major, b[n]; not NULL even if n = 0 */
    double *lo, *hi;      /* [n], set even if the file has none */
} lcp_file;

typedef struct {
    const char *name, *ending;    /* "siconos", ".dat" */
    const char *summary;
    int nparts;                   /* of the problem, a file each: 1 for most */
    const char *const *parts;     /* the text before the ending of each; NULL: none */

    /* read from a stream into an empty problem, which needs not be complete after errors; path: its
     * name in messages, beside which other parts are. Returns the number of errors */
    int (*parse)(const char *path, FILE *in, lcp_file *out, FILE *messages);

    /* the part of the problem that the format cannot hold, or NULL; lacks = NULL: it can hold
     * all */
    const char *(*lacks)(const mb_mlcp *p);

    /* appends the text of a part; the bounds are not NULL */
    void (*write)(const mb_mlcp *p, int part, output_text *out);
} problem_format;

extern const problem_format problem_lcp, problem_mat, problem_mtx, problem_path, problem_siconos;

/* problem_format_at: the formats one after the other, i = 0, 1, ...; NULL after the last
 * problem_format_of: the one whose ending the path has; otherwise problem_lcp */
const problem_format *problem_format_at(int i);
const problem_format *problem_format_of(const char *path);

/* lcp_file_read: read the file at path ("-" = standard input) in a format (NULL: by its ending)
 *
 * Errors go to messages as `path:line:column: what, and what was expected`, at most one a line and
 * ten in all; in a binary file as `path: byte 20: ...`, once; `path: cannot read: reason` if the
 * file can't be read. Columns and bytes count from 1. Memory grows with the contents of the file,
 * not with the n it declares. Returns the number of errors. With 0 the problem is complete and
 * lcp_file_free must follow; otherwise *out is empty.
 */
int lcp_file_read(const char *path, const problem_format *format, lcp_file *out, FILE *messages);

/* lcp_file_problem: the problem for solvers: an LCP without bounds */
mb_mlcp lcp_file_problem(const lcp_file *p);

/* lcp_file_write: append a problem (lo = hi = NULL: an LCP; no findex) in the format .lcp
 * lcp_file_save: write the file or files at path in a format, whole or not at all; 0, or -1 after a
 * message. input: a path that must not be overwritten, or NULL */
void lcp_file_write(const mb_mlcp *p, output_text *out);
int lcp_file_save(const lcp_file *p, const char *path, const problem_format *format,
                  const char *input, FILE *messages);

/* lcp_file_save_step: writes a step's problem to a file named after the step and its owner: a
 * "particle", or an island's first "body", counted from 1. 0, or -1 after a message
 * lcp_file_is_step: is a name in that folder one of these? */
int lcp_file_save_step(const mb_mlcp *p, const char *folder, int step, const char *of, int number,
                       FILE *messages);
int lcp_file_is_step(const char *name);

/* lcp_file_free: release what lcp_file_read allocated; an empty or freed problem is fine */
void lcp_file_free(lcp_file *p);

/* ---- for the formats ---- */

/* lcp_file_bounds: makes the bounds of an LCP whose first nfree unknowns are free; 0, or -1 without
 * memory
 * lcp_file_settle: sets nfree and mixed by the bounds; returns the number of errors, i.e. lo > hi
 * lcp_file_transpose: A[n*n], if a file has it column by column */
int lcp_file_bounds(lcp_file *p);
int lcp_file_settle(lcp_file *p, const char *path, FILE *messages);
void lcp_file_transpose(double *A, int n);

/* lcp_file_part: append the path of a part, beside the path of the first */
void lcp_file_part(const problem_format *format, const char *path, int part, output_text *out);

#endif
