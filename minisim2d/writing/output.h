/* output.h: text that grows in memory, files that are written whole or not at all, and progress
 *
 * Output is assembled in an output_text, piece by piece if it is long. Failures are latched: the
 * calls that add text return nothing, and a file rejects a text that ran out of memory.
 * Numbers have a point as their decimal mark whatever the locale.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>
#include <stdio.h>

/* ---- arrays ---- */

/* output_grow: room for one more element in the array whose pointer is at `list`, with `count` in
 * use and *room of `size` bytes allocated. 0, or -1 without memory (the array stays) */
int output_grow(void *list, int count, int *room, size_t size);

/* ---- text ---- */

typedef struct {
    char *data;           /* size bytes and a terminating 0; NULL while nothing was added */
    size_t size;          /* bytes in use */
    size_t capacity;      /* bytes allocated */
    int failed;           /* 1: memory ran out; later additions are lost */
} output_text;            /* {0} is an empty text */

void output_free(output_text *t);
void output_bytes(output_text *t, const char *bytes, size_t n);
void output_string(output_text *t, const char *string);

/* output_printf: append formatted text; for words and integers, as a double would follow the
 * locale */
void output_printf(output_text *t, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* output_number: the shortest of 15, 16 or 17 digits that reads back as the same double; -0, nan,
 * inf and -inf as such
 * output_numbers: x[n], each after the text `before` */
void output_number(output_text *t, double value);
void output_numbers(output_text *t, const char *before, int n, const double *x);

/* output_rounded: the value to print with this number of decimals: 0 if it rounds to 0, so that no
 * -0.00 is printed */
double output_rounded(double value, int decimals);

/* output_fit: the value in at most `width` >= 8 characters: with this number of decimals; or, if it
 * is too large, or `small`, as decimals show too little of numbers of its size, with as many
 * significant digits as fit */
enum { OUTPUT_FIT = 32 };
const char *output_fit(char text[OUTPUT_FIT], double value, int small, int width, int decimals);

/* output_fixed: at most this number of decimals (0 to 17), without trailing zeros and without -0;
 * for coordinates in a picture
 * output_fixed_text: the same of a finite value, without an allocation */
enum { OUTPUT_FIXED = 400 };          /* 309 digits before the point, and decimals after it */
void output_fixed(output_text *t, double value, int decimals);
const char *output_fixed_text(char text[OUTPUT_FIXED], double value, int decimals);

/* output_format: append a text with %d and %s, and with numbers as above: %g by output_number, %.2F
 * by output_fixed with 2 decimals */
void output_format(output_text *t, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* output_xml: n bytes of text for use inside an element or an attribute: < > & " ' are escaped;
 * invalid UTF-8, and characters that XML does not allow, become U+FFFD
 */
void output_xml(output_text *t, const char *text, size_t n);

/* output_character: decode one UTF-8 character of the n > 0 bytes at text
 *
 * Returns its number of bytes, and the code point in *code; for a byte that starts no valid
 * character 1 and U+FFFD.
 */
size_t output_character(const char *text, size_t n, unsigned long *code);

/* ---- formats ---- */

/* Variables for a MAT-file of level 4, which Octave, MATLAB and scipy load.
 *
 *     mat_vector("b", n, b, &text);
 *     mat_begin("A", n, n, &text);                     then n*n numbers, column by column
 *     for (k = 0; k < n * n; k++) mat_number(A[k], &text);
 *
 * A file is one variable after the other. A variable is five numbers of four bytes, its type, rows,
 * columns, 0 and the length of its name, then the name with a 0 at its end, then the numbers. The
 * type written here is 0: doubles, least significant byte first.
 *
 * mat_vector: a column of n numbers
 */
void mat_begin(const char *name, int rows, int columns, output_text *out);
void mat_number(double x, output_text *out);
void mat_vector(const char *name, int n, const double *x, output_text *out);

/* PNG files, if the system has stb_image_write.h (Debian: libstb-dev)
 *
 * png_there: 1; 0 if the program was built without it: png_write then always fails
 * png_write: appends rgb[3*width*height], by rows from the top, as a PNG to out; 0, or -1 */
int png_there(void);
int png_write(const unsigned char *rgb, int width, int height, output_text *out);

/* ---- files ---- */

/* A file in progress: opened before the work starts, so that obstacles are found early; put in its
 * place when complete.
 *
 *     output_file f;
 *     if (output_open(&f, path, stderr) != 0) ...
 *     output_put(&f, &text);                           any number of times
 *     output_close(&f, 1, stderr);
 *
 * Text goes to a temporary file in the same directory, which replaces path once it is safely on the
 * disk; links are followed. On any failure, and when a signal ends the program, the temporary file
 * is removed and an existing file stays unchanged. "-", and any other name of the standard output,
 * is written straight to it; so is every file that is not a regular one (device, pipe).
 */
typedef struct {
    const char *path;             /* as given; NULL: no file is open */
    FILE *stream;                 /* NULL for a device or a pipe before its first bytes */
    char *target, *temporary;     /* the file to be replaced, and what replaces it; else NULL */
    int error;                    /* the errno of the first failure */
    unsigned long long place[2];  /* device and inode of the file, or of its directory if it is
                                     new */
    char *name;                   /* and then its name there, else NULL */
} output_file;

/* output_open: returns 0; or -1, with nothing open, after the line `minisim2d: cannot write PATH:
 * reason` on messages */
int output_open(output_file *f, const char *path, FILE *messages);

/* output_put: appends a text and empties it. Returns 0; or -1, and writes nothing more, with the
 * reason kept for output_close */
int output_put(output_file *f, output_text *t);

/* output_flush: forces the text so far to the disk, so that output_close is unlikely to fail: for
 * files that belong together. Returns as output_put does. */
int output_flush(output_file *f);

/* output_close: keep = 1: put the file in its place; 0: discard it. Does nothing if no file is
 * open. Returns 0; or -1 after a message, also for failures in output_put. */
int output_close(output_file *f, int keep, FILE *messages);

/* output_same: whether both write to the same file, under whatever names
 * output_is: whether f is the file at path, "-" being the standard input. Only a regular file
 * counts: one terminal serves as input and output. */
int output_same(const output_file *a, const output_file *b);
int output_is(const output_file *f, const char *path);

/* output_save: all in one: writes the text to the file at path. Returns 0; or -1 after a message */
int output_save(const char *path, const output_text *t, FILE *messages);

/* output_make_directory: makes the directory at path, and those above it, unless they exist
 *
 * Returns 0; or -1 after the line `minisim2d: cannot make the directory PATH: reason` on messages.
 */
int output_make_directory(const char *path, FILE *messages);

/* ---- progress ---- */

/* The clock, and a progress bar on the terminal with the time left.
 *
 *     progress p;
 *     progress_begin(&p, wanted);
 *     for (k = 0; k < n; k++) { ...; progress_show(&p, k + 1, n); }
 *     progress_end(&p);
 *
 * The bar appears after a second, on the standard error and only if that is a terminal; at the end
 * it is erased.
 */
typedef struct {
    int on;                       /* 1: wanted, and there is a terminal */
    int calls;                    /* of progress_show: the clock is not read every time */
    int drawn;                    /* 1: there is a bar to erase */
    double begin, next;           /* start of the work, and time of the next drawing */
} progress;

/* progress_clock: seconds since some fixed moment */
double progress_clock(void);

void progress_begin(progress *p, int wanted);
void progress_show(progress *p, double done, double all);
void progress_end(const progress *p);

#endif
