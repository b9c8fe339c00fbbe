/* problem_mat.c: .mat, a MAT-file of level 4 with the variables A, b and, if wanted, lo and hi
 *
 * Octave's `save -v4` and scipy's savemat(format='4') write it; output.h describes it. Read are
 * both byte orders, every type of number that the level has, and a sparse A; b, lo and hi are rows
 * or columns. Without lo it is 0, without hi it is inf. Other variables, such as a solution z, are
 * skipped.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "../writing/output.h"

enum { LONGEST_NAME = 1024 };
enum { DOUBLE, SINGLE, INT32, INT16, UINT16, UINT8, TYPES };
enum { FULL, TEXT, SPARSE };

static const int sizes[TYPES] = { 8, 4, 4, 2, 2, 1 };       /* bytes of a number */

typedef struct {
    double *x;                    /* [rows*columns] column by column; NULL: not there yet */
    int rows, columns, kind;
    uint64_t at;                  /* the byte at which its numbers begin, from 0 */
    int size;                     /* bytes of a number */
} variable;

enum { VAR_A, VAR_B, VAR_LO, VAR_HI, VARS };
static const char *const names[VARS] = { "A", "b", "lo", "hi" };

typedef struct {
    const char *path;
    FILE *in, *messages;
    uint64_t at;                  /* bytes read */
    int big;                      /* 1: the variable has its most significant bytes first */
    int errors;
    variable var[VARS];
} mat;

/* the file's one error */
static void complain(mat *m, uint64_t at, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;
static void complain(mat *m, uint64_t at, const char *format, ...)
{
    va_list args;

    if (m->errors) return;
    m->errors = 1;
    fprintf(m->messages, "%s: byte %llu: ", m->path, (unsigned long long)at + 1);
    va_start(args, format);
    vfprintf(m->messages, format, args);
    va_end(args);
    fputc('\n', m->messages);
}

/* the same, of the file as a whole */
static void give_up(mat *m, const char *what, const char *why)
{
    if (m->errors) return;
    m->errors = 1;
    fprintf(m->messages, "%s: %s%s\n", m->path, what, why);
}

static void no_memory(mat *m) { give_up(m, "out of memory", ""); }

static void unreadable(mat *m) { give_up(m, "cannot read: ", strerror(errno)); }

/* ---- bytes and numbers ---- */

/* reads bytes; 0 after a message that the file ends within `what` */
static int get_bytes(mat *m, void *to, size_t count, const char *what)
{
    const size_t got = fread(to, 1, count, m->in);

    m->at += got;
    if (got == count) return 1;
    if (ferror(m->in)) unreadable(m);
    else complain(m, m->at, "the file ends within %s", what);
    return 0;
}

static uint64_t unsigned_of(const unsigned char *bytes, int count, int big)
{
    uint64_t x = 0;

    for (int k = 0; k < count; k++) x = x << 8 | bytes[big ? k : count - 1 - k];
    return x;
}

/* the number in these bytes */
static double number_of(const unsigned char *bytes, int type, int size, int big)
{
    const uint64_t bits = unsigned_of(bytes, size, big);
    const uint64_t sign = 1ull << (8 * size - 1);
    const uint32_t half = (uint32_t)bits;
    double x;
    float single;

    switch (type) {
    case DOUBLE:
        memcpy(&x, &bits, sizeof x);
        return x;
    case SINGLE:
        memcpy(&single, &half, sizeof single);
        return (double)single;
    case INT32:
    case INT16:
        return bits & sign ? -(double)(2 * sign - bits) : (double)bits;
    default:
        return (double)bits;
    }
}

/* the next count numbers, to be freed; the memory grows as they are read */
static double *get_numbers(mat *m, uint64_t count, int type, int size, const char *what)
{
    double *x = malloc(sizeof *x);
    int room = x != NULL;

    if (!x) no_memory(m);
    for (uint64_t k = 0; k < count && !m->errors; k++) {
        unsigned char bytes[8];
        if (output_grow(&x, (int)k, &room, sizeof *x) != 0) no_memory(m);
        else if (get_bytes(m, bytes, (size_t)size, what))
            x[k] = number_of(bytes, type, size, m->big);
    }
    if (!m->errors) return x;
    free(x);
    return NULL;
}

/* ---- variables ---- */

/* the type of a variable, by the byte order in which it makes sense; -1 after a message */
static int get_type(mat *m, const unsigned char *head, uint64_t at)
{
    const uint64_t little = unsigned_of(head, 4, 0), big = unsigned_of(head, 4, 1);
    int type;

    m->big = little >= 1000;
    type = (int)(m->big ? big - 1000 : little);
    if (memcmp(head, "MATLAB", 6) == 0 || memcmp(head, "\x89HDF", 4) == 0)
        complain(m, at, "a MAT-file of a later level, expected level 4: Octave's save -v4, scipy's "
                 "savemat(..., format='4')");
    else if (m->big && (big < 1000 || big > 1999))
        complain(m, at, "no MAT-file of level 4");
    else if (type >= 100 || type / 10 >= TYPES || type % 10 > SPARSE)
        complain(m, at, "a variable of type %d, which level 4 does not have", type);
    return m->errors ? -1 : type;
}

/* skips count numbers */
static void skip(mat *m, uint64_t count, int size)
{
    unsigned char bytes[8];

    for (; count > 0 && !m->errors; count--) get_bytes(m, bytes, (size_t)size, "a variable");
}

/* keeps the numbers of one of the problem's variables */
static void keep(mat *m, int which, int type, const uint64_t dimension[2], int imaginary)
{
    variable *v = m->var + which;

    if (v->x)
        complain(m, m->at, "a second %s, expected only one", names[which]);
    else if (imaginary || type % 10 == TEXT || (type % 10 == SPARSE && which != VAR_A))
        complain(m, m->at, "%s is %s, expected real numbers", names[which],
                 imaginary ? "complex" : type % 10 == TEXT ? "text" : "sparse");
    else if (dimension[0] > INT32_MAX || dimension[1] > MB_MAX_N)
        complain(m, m->at, "%s has %llu rows and %llu columns, expected at most %d", names[which],
                 (unsigned long long)dimension[0], (unsigned long long)dimension[1], MB_MAX_N);
    if (m->errors) return;
    v->rows = (int)dimension[0];
    v->columns = (int)dimension[1];
    v->kind = type % 10;
    v->size = sizes[type / 10];
    v->at = m->at;
    v->x = get_numbers(m, dimension[0] * dimension[1], type / 10, v->size, names[which]);
}

static void get_variable(mat *m, const unsigned char head[20], uint64_t at)
{
    const int type = get_type(m, head, at);
    char name[LONGEST_NAME];
    uint64_t number[5];
    int which = 0;

    if (type < 0) return;
    for (int k = 1; k < 5; k++) number[k] = unsigned_of(head + 4 * k, 4, m->big);
    if (number[1] > INT32_MAX || number[2] > INT32_MAX || number[3] > 1 || number[4] < 1 ||
        number[4] > LONGEST_NAME) {
        complain(m, at, "a variable of %llu rows and %llu columns with a name of %llu bytes: no "
                 "MAT-file of level 4", (unsigned long long)number[1],
                 (unsigned long long)number[2], (unsigned long long)number[4]);
        return;
    }
    if (!get_bytes(m, name, (size_t)number[4], "the name of a variable")) return;
    name[number[4] - 1] = '\0';
    while (which < VARS && strcmp(name, names[which]) != 0) which++;
    if (which < VARS) keep(m, which, type, number + 1, (int)number[3]);
    else skip(m, number[1] * number[2] * (1 + number[3]), sizes[type / 10]);
}

static void get_variables(mat *m)
{
    unsigned char head[20];
    int first;

    while (!m->errors && (first = getc(m->in)) != EOF) {
        const uint64_t at = m->at++;
        head[0] = (unsigned char)first;
        if (get_bytes(m, head + 1, sizeof head - 1, "the head of a variable"))
            get_variable(m, head, at);
    }
    if (ferror(m->in)) unreadable(m);
}

/* ---- from variables to the problem ---- */

/* an index from the numbers of a sparse A, which are whole except in the last column */
static int sparse_index(mat *m, const variable *v, int row, int column, int least, int most)
{
    const int k = column * v->rows + row;
    const double x = v->x[k];

    if (x >= least && x <= most && x == floor(x)) return (int)x;
    complain(m, v->at + (uint64_t)k * (uint64_t)v->size, "%.9g in the sparse A, expected a whole "
             "number from %d to %d", x, least, most);
    return -1;
}

/* converts a sparse A, a row for each entry and a last one for its size, to a full one; repeated
 * entries are summed */
static void fill_sparse(mat *m, variable *v)
{
    const variable *b = m->var + VAR_B;
    const int count = v->rows - 1;
    int rows, columns;
    double *full;

    if (count < 0 || v->columns != 3) {
        complain(m, v->at, "a sparse A of %d rows and %d columns, expected 3: row, column, value",
                 v->rows, v->columns);
        return;
    }
    rows = sparse_index(m, v, count, 0, 0, MB_MAX_N);
    columns = sparse_index(m, v, count, 1, 0, MB_MAX_N);
    if (!m->errors && (int64_t)b->rows * b->columns != rows)         /* before memory is taken */
        complain(m, v->at, "A has %d rows, expected as many as b has numbers, %lld", rows,
                 (long long)b->rows * b->columns);
    if (m->errors) return;
    full = calloc((size_t)rows * (size_t)columns + 1, sizeof *full);
    if (!full) no_memory(m);
    for (int k = 0; full && k < count && !m->errors; k++) {
        const int i = sparse_index(m, v, k, 0, 1, rows) - 1;
        const int j = sparse_index(m, v, k, 1, 1, columns) - 1;
        if (!m->errors) full[j * rows + i] += v->x[2 * v->rows + k];
    }
    free(v->x);
    v->x = full;
    v->rows = rows;
    v->columns = columns;
}

/* finite, or the infinity that is allowed */
static void check_numbers(mat *m, int which, int infinite)
{
    const variable *v = m->var + which;

    for (int k = 0; v->x && k < v->rows * v->columns && !m->errors; k++) {
        if (isfinite(v->x[k]) || (infinite != 0 && v->x[k] == infinite * HUGE_VAL)) continue;
        complain(m, v->at + (v->kind == FULL ? (uint64_t)k * (uint64_t)v->size : 0),
                 "%s(%d, %d) is %.9g, expected a finite number%s", names[which], k % v->rows + 1,
                 k / v->rows + 1, v->x[k],
                 infinite > 0 ? " or inf" : infinite < 0 ? " or -inf" : "");
    }
}

static void check_shapes(mat *m)
{
    const int n = m->var[VAR_A].rows;

    for (int k = 0; k < 2; k++)
        if (!m->var[k].x) complain(m, m->at, "the file ends without a variable %s", names[k]);
    if (!m->errors && (m->var[VAR_A].columns != n || n > MB_MAX_N))
        complain(m, m->var[VAR_A].at, "A has %d rows and %d columns, expected as many, at most %d",
                 n, m->var[VAR_A].columns, MB_MAX_N);
    for (int k = VAR_B; k < VARS && !m->errors; k++) {
        const variable *v = m->var + k;
        const int is_column = v->rows == n && v->columns == 1;
        const int is_row = v->rows == 1 && v->columns == n;
        const int is_empty = n == 0 && (v->rows == 0 || v->columns == 0);
        if (v->x && !is_column && !is_row && !is_empty)
            complain(m, v->at, "%s has %d rows and %d columns, expected a row or column of %d",
                     names[k], v->rows, v->columns, n);
    }
}

/* moves the variable's numbers to *to, replacing the old ones */
static void take(mat *m, int which, double **to)
{
    if (!m->var[which].x) return;
    free(*to);
    *to = m->var[which].x;
    m->var[which].x = NULL;
}

static int mat_parse(const char *path, FILE *in, lcp_file *out, FILE *messages)
{
    mat m;

    memset(&m, 0, sizeof m);
    m.path = path;
    m.in = in;
    m.messages = messages;
    get_variables(&m);
    if (!m.errors && m.var[VAR_A].x && m.var[VAR_A].kind == SPARSE) fill_sparse(&m, m.var + VAR_A);
    if (!m.errors) check_shapes(&m);
    for (int k = 0; k < VARS; k++) check_numbers(&m, k, k == VAR_LO ? -1 : k == VAR_HI);
    out->n = m.var[VAR_A].rows;
    if (!m.errors && lcp_file_bounds(out) != 0) no_memory(&m);
    if (!m.errors) {
        lcp_file_transpose(m.var[VAR_A].x, out->n);
        take(&m, VAR_A, &out->A);
        take(&m, VAR_B, &out->b);
        take(&m, VAR_LO, &out->lo);
        take(&m, VAR_HI, &out->hi);
        m.errors = lcp_file_settle(out, path, messages);
    }
    for (int k = 0; k < VARS; k++) free(m.var[k].x);
    return m.errors;
}

/* ---- out ---- */

static void mat_write(const mb_mlcp *p, int part, output_text *out)
{
    const int n = p->n;

    (void)part;
    mat_begin("A", n, n, out);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) mat_number(p->A[i * n + j], out);
    mat_vector("b", n, p->b, out);
    mat_vector("lo", n, p->lo, out);
    mat_vector("hi", n, p->hi, out);
}

const problem_format problem_mat = {
    "mat", ".mat", "MAT-file of level 4: A, b, lo, hi", 1, NULL, mat_parse, NULL, mat_write,
};
