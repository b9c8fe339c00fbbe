/* wire.h: the messages between the grader and a worker
 *
 * A worker is a small program: the student's file, the lab's worker file, and worker.c with
 * main. It reads a request from standard input, calls one function of the student's, and writes
 * the answer to descriptor 3. Request and answer have the same shape:
 *
 *     int32   magic, id, damaged, narray
 *     int32   len[narray]
 *     double  the arrays, one after the other, in the machine's own format
 *
 * The answer is the request after the call: its arrays as the function left them, so that the
 * grader also sees an input that was written to. Everything is a double, even n, max_iter and
 * statuses: integers of that size are exact, and one type is enough. No seed, no expected value and
 * no verdict is ever sent: the worker returns an answer, and the grader judges it.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stddef.h>

enum {
    FRAME_ARRAYS = 16,               /* the most arrays */
    FRAME_MEMORY = FRAME_ARRAYS,
    FRAME_STATIC,
    FRAME_DOUBLES = 1 << 20,         /* the most doubles in all of them */
    FRAME_ANSWER_FD = 3              /* the descriptor on which a worker answers */
};

typedef struct {
    int id;                          /* request: the lab's number for the function; answer: the
                                        mb_status it returned */
    int damaged;                     /* answer: index of the array before or after which something
                                        was written; -1 = none; FRAME_MEMORY = memory was not taken
                                        from the arena; FRAME_STATIC = a static variable was
                                        written to */
    int narray;
    int len[FRAME_ARRAYS];
    double *array[FRAME_ARRAYS];     /* array[i][len[i]], each allocated by itself */
    int writable[FRAME_ARRAYS];      /* request, not sent: 1 = may be written to, 0 = must not */
} frame;

/* the arrays of a request about a point (put_point in grader.h): A[n*n], b[n], z[n], and the
 * function's outputs */
enum { POINT_A, POINT_B, POINT_Z, POINT_OUT };

/* of a request to a solver (put_solver): A[n*n], b[n], options, z[n] in and out, info out, and
 * history[] out, if there is one; OPTION_BYTES of scratch, -1: the contract's amount */
enum { SOLVE_A, SOLVE_B, SOLVE_OPTIONS, SOLVE_Z, SOLVE_INFO, SOLVE_HISTORY };
enum { OPTION_TOL, OPTION_MAX_ITER, OPTION_OMEGA, OPTION_GIVEN, OPTION_BYTES, OPTIONS };

/* the solver's other arguments; NO_LENGTH: history_len = 0 */
enum { WITH_ALL, NO_OPTIONS_NO_INFO, NO_HISTORY, NO_OPTIONS, NO_INFO, NO_LENGTH };

static inline int gives(const frame *q) { return (int)q->array[SOLVE_OPTIONS][OPTION_GIVEN]; }
static inline int has_options(const frame *q) { return gives(q) != NO_OPTIONS &&
                                               gives(q) != NO_OPTIONS_NO_INFO; }
static inline int has_info(const frame *q) { return gives(q) != NO_INFO &&
                                            gives(q) != NO_OPTIONS_NO_INFO; }

/* frame_start: an empty frame; frame_free: releases the arrays, after which the frame is empty */
void frame_start(frame *f, int id);
void frame_free(frame *f);

/* frame_add: append a copy of x[len] (x may be NULL: zeros). Returns the copy, or NULL when
 * there is no memory or no room. */
double *frame_add(frame *f, int len, const double *x, int writable);

/* frame_copy: to = from, in memory of its own. Returns 1, or 0 when there is no memory. */
int frame_copy(frame *to, const frame *from);

/* frame_same: the same to the last bit */
int frame_same(const frame *a, const frame *b);

/* frame_bytes: size on the wire; frame_encode: writes that many bytes to out */
size_t frame_bytes(const frame *f);
void frame_encode(const frame *f, char *out);

/* frame_decode: read one frame from the front of in[have], into memory of its own
 *
 * Returns the bytes used, 0 if there are not enough yet, -1 if these can't be the start of a
 * frame (or memory ran out).
 */
long frame_decode(const char *in, size_t have, frame *out);

#endif
