/* problem.h: a complementarity problem in a file, in and out, in any of the formats
 *
 * What each format looks like stands at the head of its file, problem_NAME.c. A format is a row of
 * problem_formats; one more is its file, with an extern line below, and that row.
 *
 * Numbers are finite; only the bounds may be inf. What is written reads back to the last bit.
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
    double *lo, *hi;      /* [n], also where the file gives none */
} lcp_file;

typedef struct {
    const char *name, *ending;    /* "siconos", ".dat" */
    const char *summary;
    const char *const *parts;     /* of the problem, a file each: what stands before its ending */
    int nparts;                   /* 1 part, "", for most */

    /* read from a stream; path: what messages call it, and where other parts are beside it */
    int (*parse)(const char *path, FILE *in, lcp_file *out, FILE *messages);

    /* what of the problem has no place in the format, or NULL; lacks = NULL: everything has */
    const char *(*lacks)(const mb_mlcp *p);

    /* append the text of a part; the bounds are not NULL */
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
 * file can't be had. Columns and bytes count from 1. Memory grows with what the file holds, not
 * with the n it claims. Returns the number of errors. With 0 the problem is complete and lcp_file_free
 * must follow; otherwise *out is empty.
 */
int lcp_file_read(const char *path, const problem_format *format, lcp_file *out, FILE *messages);

/* lcp_file_problem: the problem as solvers take it: an LCP without bounds */
mb_mlcp lcp_file_problem(const lcp_file *p);

/* lcp_file_write: append a problem (lo = hi = NULL: an LCP; no findex) in the format .lcp
 * lcp_file_save: write the file or files at path in a format, whole or not at all; 0, or -1 after a
 * message. input: a path that must not be overwritten, or NULL */
void lcp_file_write(const mb_mlcp *p, output_text *out);
int lcp_file_save(const lcp_file *p, const char *path, const problem_format *format,
                  const char *input, FILE *messages);

/* lcp_file_save_step: such a problem of a step, in a file named after the step and of what it is: a
 * "particle", or an island by its first "body"; both are counted from 1. 0, or -1 after a message
 * lcp_file_is_step: is a name in that folder one of these? */
int lcp_file_save_step(const mb_mlcp *p, const char *folder, int step, const char *of, int number,
                       FILE *messages);
int lcp_file_is_step(const char *name);

/* lcp_file_free: release what lcp_file_read allocated; an empty or freed problem is fine */
void lcp_file_free(lcp_file *p);

/* ---- for the formats ---- */

/* lcp_file_bounds: room for the bounds, which are those of an LCP whose first nfree unknowns are
 * free; 0, or -1 without memory
 * lcp_file_settle: nfree and mixed, by the bounds; the number of errors, if some are in disorder
 * lcp_file_transpose: A[n*n], where a file has it column by column */
int lcp_file_bounds(lcp_file *p);
int lcp_file_settle(lcp_file *p, const char *path, FILE *messages);
void lcp_file_transpose(double *A, int n);

/* lcp_file_part: append the path of a part, beside the path of the first */
void lcp_file_part(const problem_format *format, const char *path, int part, output_text *out);

#endif
