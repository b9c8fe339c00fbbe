/* problem.h: a complementarity problem as a text file, in and out
 *
 *     # comments run to the end of their line; blank lines do not count
 *     2 1                      n, or n nfree: the first nfree unknowns are free, their rows
 *                              equations
 *     2 1                      A: n rows of n numbers, a line each
 *     1 2
 *     -5 -6                    b: one row
 *     lo -inf 0                optional, in any order: bounds of all n unknowns; without the line
 *                              -inf if free, else 0
 *     hi  inf 4                                                               without the line inf
 *
 * Numbers are decimal and finite; only the bounds may be inf. What is written reads back to the
 * last bit.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdio.h>

#include "../../mbsim.h"
#include "../writing/output.h"

typedef struct {
    int n, nfree;
    int mixed;            /* 1: nfree > 0 or bounds were given, so that it is no LCP */
    double *A, *b;        /* A[n*n] row-major, b[n]; not NULL even if n = 0 */
    double *lo, *hi;      /* [n], also where the file gives none */
} lcp_file;

/* lcp_file_read: read the file at path ("-" = standard input)
 *
 * Errors go to messages as `path:line:column: what, and what was expected`, at most one a line and
 * ten in all; `path: cannot read: reason` if the text can't be had. Columns count bytes from 1.
 * Memory grows with what the file holds, not with the n it claims. Returns the number of errors.
 * With 0 the problem is complete and lcp_file_free must follow; otherwise *out is empty.
 */
int lcp_file_read(const char *path, lcp_file *out, FILE *messages);

/* lcp_file_parse: the same from an open stream; name stands for the path in messages */
int lcp_file_parse(const char *name, FILE *in, lcp_file *out, FILE *messages);

/* lcp_file_write: append a problem (lo = hi = NULL: an LCP; no findex) in the format above */
void lcp_file_write(const mb_mlcp *p, output_text *out);

/* lcp_file_step_path: append where the problem of a step and particle goes, both counted from 1
 * lcp_file_is_step: is a name in that folder one of these? */
void lcp_file_step_path(const char *folder, int step, int particle, output_text *out);
int lcp_file_is_step(const char *name);

/* lcp_file_free: release what lcp_file_read allocated; an empty or freed problem is fine */
void lcp_file_free(lcp_file *p);

#endif
