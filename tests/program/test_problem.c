/* test_problem.c: problem files: problems that are written and read back keep every bit, and every
 * bad file has its message */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "minisim2d/reading/problem.h"
#include "check.h"

static const char *messages = "";      /* about the last text that was read */

/* parse a text in a format */
static int parse_as(const problem_format *format, const char *text, size_t size, lcp_file *p)
{
    FILE *in = tmpfile(), *to = tmpfile();
    int errors = -1;

    memset(p, 0, sizeof *p);
    if (in && fwrite(text, 1, size, in) == size) {
        rewind(in);
        errors = format->parse("f", in, p, to);
    }
    if (errors) lcp_file_free(p);
    if (in) fclose(in);
    messages = check_said(to);
    return errors;
}

/* ---- good files ---- */

#define FREE -HUGE_VAL
#define NONE HUGE_VAL
#define TWO 2, 0, { 2, 1, 1, 2 }, { -5, -6 }, { 0, 0 }, { NONE, NONE }

static const struct {
    const char *name, *text;
    int n, nfree;
    double A[9], b[3], lo[3], hi[3];
} good_files[] = {
    { "a plain problem", "2\n2 1\n1 2\n-5 -6\n", TWO },
    { "comments, and a last line without an end",
      "# a comment\n\n2 # n\n\n2 1 # row\n1 2\n# between\n-5 -6", TWO },
    { "CRLF", "2\r\n2 1\r\n1 2\r\n-5 -6\r\n", TWO },
    { "blanks, and numbers in other spellings", "\t2 0 \n +2.0\t1e0\n 1 20e-1\n-.5e1 -6.#\n\n\n",
      TWO },
    { "a byte order mark", "\xEF\xBB\xBF\x32\n2 1\n1 2\n-5 -6\n", TWO },
    { "a comment in UTF-8", "2\n2 1\n1 2\n-5 -6\n# \xC3\xA9nd", TWO },
    { "a free unknown, bounds, and an unknown that is free by its bounds",
      "3 1\n2 0 0\n0 2 0\n0 0 2\n1 2 3\nhi INF 4 infinity\nlo -inf -1 -Inf\n",
      3, 1, { 2, 0, 0, 0, 2, 0, 0, 0, 2 }, { 1, 2, 3 }, { FREE, -1, FREE }, { NONE, 4, NONE } },
    { "n = 1", "1\n4\n-2\n", 1, 0, { 4 }, { -2 }, { 0 }, { NONE } },
    { "n = 0", "0", 0, 0, { 0 }, { 0 }, { 0 }, { 0 } },
    { "n = 0 on a line", "0\n", 0, 0, { 0 }, { 0 }, { 0 }, { 0 } },
    { "n = 0, nfree = 0", "0 0\n\n", 0, 0, { 0 }, { 0 }, { 0 }, { 0 } },
    { "n = 0 with bounds", "0\nlo\nhi\n", 0, 0, { 0 }, { 0 }, { 0 }, { 0 } }
};

static int same_numbers(int n, const double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        if (!(x[i] >= y[i] && x[i] <= y[i])) return 0;
    return 1;
}

static void test_good_files(void)
{
    lcp_file p;

    for (size_t k = 0; k < sizeof good_files / sizeof good_files[0]; k++) {
        const int n = good_files[k].n, nfree = good_files[k].nfree;
        const int errors =
            parse_as(&problem_lcp, good_files[k].text, strlen(good_files[k].text), &p);
        check(errors == 0 && messages[0] == '\0' && p.A && p.b && p.n == n && p.nfree == nfree &&
                  (n == 0 || p.mixed == (nfree > 0)),
              "%s: read without a message", good_files[k].name);
        check(p.n == n && same_numbers(n * n, p.A, good_files[k].A) &&
                  same_numbers(n, p.b, good_files[k].b) &&
                  same_numbers(n, p.lo, good_files[k].lo) &&
                  same_numbers(n, p.hi, good_files[k].hi),
              "%s: its numbers and bounds", good_files[k].name);
        lcp_file_free(&p);
        check(!p.A && p.n == 0, "%s: it is empty when it is freed", good_files[k].name);
        lcp_file_free(&p);
    }
}

/* ---- round trip ---- */

/* any finite double; one in four is a special one */
static double any_double(rng *r)
{
    static const double plain[] = { 0.0, -0.0, 1.0, -1.0, 0.1, 1.7976931348623157e308,
        -4.9406564584124654e-324,
                                    2.2250738585072014e-308 };

    return rng_int(r, 4) == 0 ? plain[rng_int(r, 8)] : rng_finite(r);
}

/* write p, read it back, compare; 1 if every bit is the same */
static int survives(const problem_format *format, const mb_mlcp *p, int nfree, int mixed)
{
    const size_t size = (size_t)p->n * sizeof(double);
    output_text text = { NULL, 0, 0, 0 };
    lcp_file q;
    int ok;

    format->write(p, 0, &text);
    ok = parse_as(format, text.data, text.size, &q) == 0 && q.n == p->n && q.nfree == nfree &&
         q.mixed == mixed;
    ok = ok && memcmp(q.A, p->A, (size_t)p->n * size) == 0 && memcmp(q.b, p->b, size) == 0;
    for (int i = 0; ok && i < p->n; i++) {
        const double lo = p->lo ? p->lo[i] : 0.0, hi = p->hi ? p->hi[i] : HUGE_VAL;
        ok = q.lo[i] >= lo && q.lo[i] <= lo && q.hi[i] >= hi && q.hi[i] <= hi;
    }
    if (!ok) note("n = %d, nfree = %d: %s", p->n, nfree, messages);
    lcp_file_free(&q);
    output_free(&text);
    return ok;
}

/* problems without bounds, with free unknowns, and with bounds as well; counts those that the
 * format cannot hold */
static void test_round_trip(const problem_format *format, int most_lacking)
{
    enum { CASES = 600, N = 9 };
    double A[N * N], b[N], lo[N], hi[N];
    rng r = { 20 };
    int bad[3] = { 0, 0, 0 }, lacking = 0;

    for (int k = 0; k < CASES; k++) {
        const int n = rng_int(&r, N + 1), kind = k % 3,
                  nfree = n > 0 && kind > 0 ? rng_int(&r, n + 1) : 0;
        mb_mlcp p = { n, A, b, lo, hi, NULL };
        for (int i = 0; i < n * n; i++) A[i] = any_double(&r);
        for (int i = 0; i < n; i++) {
            b[i] = any_double(&r);
            lo[i] = i < nfree ? -HUGE_VAL : kind == 2 && rng_int(&r, 2) ? any_double(&r) : 0.0;
            hi[i] =
                kind == 2 && i >= nfree && rng_int(&r, 2) ? fmax(lo[i], any_double(&r)) : HUGE_VAL;
        }
        /* at least one unknown is not free, so that the file has bounds */
        if (kind == 2 && n > nfree) hi[nfree] = fmax(lo[nfree], 1.0);
        if (format->lacks && format->lacks(&p)) lacking++;
        else bad[kind] += !survives(format, &p, nfree, nfree > 0 || (kind == 2 && n > nfree));
    }
    check(bad[0] == 0, "%s: LCPs of any doubles read back to the last bit", format->name);
    check(bad[1] == 0, "%s: mLCPs with free unknowns read back to the last bit", format->name);
    check(bad[2] == 0, "%s: mLCPs with bounds read back to the last bit", format->name);
    check(lacking <= most_lacking, "%s: the format can hold all but %d of 600 problems",
          format->name, lacking);
}

/* ---- bad files ---- */

typedef struct { const char *name, *text, *messages; } bad_file;

static const bad_file bad_files[] = {
    { "an empty file", "",
      "f:1:1: no problem in the file, expected 'n' or 'n nfree', then A and b\n" },
    { "a file with only a comment", "# n\n\n",
      "f:3:1: no problem in the file, expected 'n' or 'n nfree', then A and b\n" },
    { "n is a word", "two\n", "f:1:1: 'two' for n, expected a whole number from 0 to 46340\n" },
    { "n < 0", "\n -1\n", "f:2:2: '-1' for n, expected a whole number from 0 to 46340\n" },
    { "n is not a whole number", "2.5\n",
      "f:1:1: '2.5' for n, expected a whole number from 0 to 46340\n" },
    { "n too large", "46341\n", "f:1:1: '46341' for n, expected a whole number from 0 to 46340\n" },
    { "n too large for a double", "1e999\n",
      "f:1:1: '1e999' for n, expected a whole number from 0 to 46340\n" },
    { "n is NaN", "nan\n", "f:1:1: 'nan' for n, expected a whole number from 0 to 46340\n" },
    { "n is hexadecimal", "0x2\n",
      "f:1:1: '0x2' for n, expected a whole number from 0 to 46340\n" },
    { "nfree > n", "2 3\n", "f:1:3: '3' for nfree, expected a whole number from 0 to 2\n" },
    { "nfree < 0", "2 -1\n", "f:1:3: '-1' for nfree, expected a whole number from 0 to 2\n" },
    { "a third number on the first line", "2 1 7\n",
      "f:1:5: '7' on the first line, expected 'n' or 'n nfree'\n" },
    { "n alone", "2\n", "f:2:1: the file ends after 0 rows of A, expected 2, then b\n" },
    { "a huge n alone", "46340",
      "f:1:6: the file ends after 0 rows of A, expected 46340, then b\n" },
    { "a row of A missing", "2\n1 2\n",
      "f:3:1: the file ends after 1 row of A, expected 2, then b\n" },
    { "no b", "2\n1 2\n3 4\n", "f:4:1: the file ends after A, expected a row with b\n" },
    { "a row that is too short", "2\n1\n3 4\n5 6\n",
      "f:2:2: row 1 of A has 1 number, expected 2\n" },
    { "a row that is too long", "2\n1 2\n3 4 9\n5 6\n",
      "f:3:5: row 2 of A goes on after 2 numbers, expected the end of the line\n" },
    { "a word in A", "2\n1 x\n3 4\n5 6\n", "f:2:3: 'x' in row 1 of A is not a decimal number\n" },
    { "a comma", "2\n1, 2\n3 4\n5 6\n", "f:2:1: '1,' in row 1 of A is not a decimal number\n" },
    { "a decimal comma", "1\n1,5\n2\n", "f:2:1: '1,5' in row 1 of A is not a decimal number\n" },
    { "a hexadecimal number", "1\n0x1p3\n2\n",
      "f:2:1: '0x1p3' in row 1 of A is not a decimal number\n" },
    { "NaN in A", "1\nnan\n2\n",
      "f:2:1: 'nan' in row 1 of A is not finite, expected a finite number\n" },
    { "inf in A", "1\n inf\n2\n",
      "f:2:2: 'inf' in row 1 of A is not finite, expected a finite number\n" },
    { "-NaN in b", "1\n1\n-NaN\n", "f:3:1: '-NaN' in b is not finite, expected a finite number\n" },
    { "too large for a double", "1\n1\n-1e309\n",
      "f:3:1: '-1e309' in b is too large, expected at most 1.797e308 in size\n" },
    { "too small for a double", "1\n1e-330\n1\n",
      "f:2:1: '1e-330' in row 1 of A is too small, expected 0 or at least 4.941e-324 in size\n" },
    { "b too short", "2\n1 2\n3 4\n5 # 6\n", "f:4:3: b has 1 number, expected 2\n" },
    { "b as a column", "2\n1 2\n3 4\n5\n6\n",
      "f:4:2: b has 1 number, expected 2\n"
      "f:5:1: '6' after b, expected a line of bounds that begins with lo or hi, or the end of the "
      "file\n" },
    { "one row too many", "1\n1\n2\n3\n",
      "f:4:1: '3' after b, expected a line of bounds that begins with lo or hi, or the end of the "
      "file\n" },
    { "n = 0 and numbers", "0\n1\n",
      "f:2:1: '1' after b, expected a line of bounds that begins with lo or hi, or the end of the "
      "file\n" },
    { "bounds for some unknowns only", "2\n1 0\n0 1\n5 6\nlo 1\n",
      "f:5:5: lo has 1 number, expected 2\n" },
    { "bounds for too many unknowns", "1\n1\n5\nhi 1 2\n",
      "f:4:6: hi goes on after 1 number, expected the end of the line\n" },
    { "lo twice", "1\n1\n5\nlo 1\nlo 2\n",
      "f:5:1: second 'lo', expected only one; the first is on line 4\n" },
    { "lo = inf", "1\n1\n5\nlo inf\n", "f:4:4: 'inf' in lo, expected a finite number or -inf\n" },
    { "hi = -inf", "1\n1\n5\nhi -inf\n", "f:4:4: '-inf' in hi, expected a finite number or inf\n" },
    { "lo is NaN", "1\n1\n5\nlo nan\n", "f:4:4: 'nan' in lo, expected a finite number or -inf\n" },
    { "lo > hi", "2\n1 0\n0 1\n5 6\nlo 0 1\nhi 1 -1\n",
      "f:6:1: lo = 1 and hi = -1 of z2, expected lo <= hi\n" },
    { "a bound of a free unknown", "1 1\n1\n5\nlo 0\n",
      "f:4:1: z1 is free by the first line, expected lo -inf and hi inf, not 0 and inf\n" },
    { "an error in every row", "2\n1 x\ny 4\n5 nan\n",
      "f:2:3: 'x' in row 1 of A is not a decimal number\n"
      "f:3:1: 'y' in row 2 of A is not a decimal number\n"
      "f:4:3: 'nan' in b is not finite, expected a finite number\n" },
    { "one message for each line", "2\nx y z\n3 4\n5 6\n",
      "f:2:1: 'x' in row 1 of A is not a decimal number\n" },
    { "a control character", "1\n1\x01\n", "f:2:2: control character 0x01, expected plain text\n" },
    { "a long word", "1\n12345678901234567890123456789012345678901234567890x\n2\n",
      "f:2:1: '1234567890123456789012345678901234567890...' in row 1 of A is not a decimal "
      "number\n" },
};

static void check_bad(const char *name, const char *text, size_t size, const char *expected)
{
    lcp_file p;
    int said = 0, errors = parse_as(&problem_lcp, text, size, &p);

    for (const char *c = expected; *c; c++) said += *c == '\n';
    if (!check(errors > 0 && strcmp(messages, expected) == 0 && !p.A && !p.b && p.n == 0, "%s",
               name)) {
        note("%d errors, messages:\n%s", errors, messages);
        note("expected %d:\n%s", said, expected);
    }
    lcp_file_free(&p);
}

static void test_bad_files(void)
{
    char digits[1300] = "1\n", many[300] = "20\n", expected[1200] = "";

    for (int k = 0; k < (int)(sizeof bad_files / sizeof bad_files[0]); k++)
        check_bad(bad_files[k].name, bad_files[k].text, strlen(bad_files[k].text),
                  bad_files[k].messages);
    check_bad("a zero byte", "1\n1\0\n2\n", 7,
              "f:2:2: binary file (a zero byte), expected plain text\n");
    check_bad("UTF-16",
              "\xFF\xFE"
              "1\0\n\0",
              6, "f:1:4: binary file (a zero byte), expected plain text\n");
    for (int k = 0; k < 20; k++) strcat(many, "x\n");
    for (int k = 1; k <= 10; k++)
        sprintf(expected + strlen(expected), "f:%d:1: 'x' in row %d of A is not a decimal number\n",
                k + 1, k);
    strcat(expected, "f: 10 errors, what follows was not read\n");
    check_bad("the reader stops after ten errors", many, strlen(many), expected);
    memset(digits + 2, '7', 1200);
    strcpy(digits + 1202, "\n2\n");
    check_bad("a number of 1200 digits", digits, strlen(digits),
              "f:2:1: '7777777777777777777777777777777777777777...' in row 1 of A is not a decimal "
              "number\n");
}

/* ---- MAT-files, byte by byte ---- */

enum { MAT_ROOM = 1 << 20 };

/* a MAT-file of level 4 as the format is described: 20 bytes of head, the name, the numbers */
typedef struct {
    int big;                          /* 1: the most significant byte first */
    size_t size;
    unsigned char bytes[MAT_ROOM];
} mat_text;

static void put_bytes(mat_text *m, uint64_t bits, int count)
{
    for (int k = 0; k < count; k++)
        m->bytes[m->size++] = (unsigned char)(bits >> 8 * (m->big ? count - 1 - k : k));
}

static void put_head(mat_text *m, int type, int rows, int columns, int imaginary, const char *name)
{
    const int length = (int)strlen(name) + 1;

    put_bytes(m, (uint64_t)(type + (m->big ? 1000 : 0)), 4);
    put_bytes(m, (uint64_t)rows, 4);
    put_bytes(m, (uint64_t)columns, 4);
    put_bytes(m, (uint64_t)imaginary, 4);
    put_bytes(m, (uint64_t)length, 4);
    memcpy(m->bytes + m->size, name, (size_t)length);
    m->size += (size_t)length;
}

/* a number as double, single, int32, int16, uint16 or uint8 */
static void put_number(mat_text *m, int type, double x)
{
    static const int sizes[6] = { 8, 4, 4, 2, 2, 1 };
    const float single = (float)x;
    uint64_t bits = (uint64_t)(int64_t)x;
    uint32_t half;

    if (type == 0) memcpy(&bits, &x, sizeof x);
    memcpy(&half, &single, sizeof half);
    if (type == 1) bits = half;
    put_bytes(m, bits, sizes[type]);
}

static void put_column(mat_text *m, const char *name, int n, double x)
{
    put_head(m, 0, n, 1, 0, name);
    for (int i = 0; i < n; i++) put_number(m, 0, x);
}

/* a whole number of the type: its least, its greatest, or any */
static double some_number(rng *r, int type)
{
    static const double lo[6] = { -1e15, -1e6, -2147483648.0, -32768.0, 0.0, 0.0 };
    static const double hi[6] = { 1e15, 1e6, 2147483647.0, 32767.0, 65535.0, 255.0 };
    const int which = rng_int(r, 8);

    return which == 0 ? lo[type] : which == 1 ? hi[type] : floor(rng_range(r, lo[type], hi[type]));
}

/* A of a type, column by column, between others that are passed over; b as a row */
static int reads_type(mat_text *m, rng *r, int type, int big, int n)
{
    static double A[128 * 128];
    double b[128];
    lcp_file p;
    int bad;

    m->big = big;
    m->size = 0;
    put_head(m, 10 * type, 3, 5, 1, "other");
    for (int k = 0; k < 30; k++) put_number(m, type, some_number(r, type));
    put_head(m, 10 * type, n, n, 0, "A");
    for (int k = 0; k < n * n; k++) {
        A[k % n * n + k / n] = some_number(r, type);
        put_number(m, type, A[k % n * n + k / n]);
    }
    put_head(m, 1, 1, 4, 0, "text");
    for (int k = 0; k < 4; k++) put_number(m, 0, 65.0 + k);
    put_head(m, 10 * type, 1, n, 0, "b");
    for (int k = 0; k < n; k++) {
        b[k] = some_number(r, type);
        put_number(m, type, b[k]);
    }
    bad = parse_as(&problem_mat, (const char *)m->bytes, m->size, &p);
    if (bad) {
        note("%s", messages);
        lcp_file_free(&p);
        return 0;
    }
    bad = p.n != n || p.mixed || p.nfree != 0 ||
          memcmp(p.A, A, (size_t)(n * n) * sizeof *A) != 0 ||
          memcmp(p.b, b, (size_t)n * sizeof *b) != 0;
    for (int i = 0; i < n; i++) bad |= p.lo[i] != 0.0 || p.hi[i] != HUGE_VAL;
    lcp_file_free(&p);
    return !bad;
}

static int mat_says(const mat_text *m, const char *text, const char *what)
{
    lcp_file p;
    const int errors = parse_as(&problem_mat, (const char *)m->bytes, m->size, &p);

    lcp_file_free(&p);
    if (check(errors == 1 && strcmp(messages, text) == 0, "MAT: %s", what)) return 1;
    note("it says %s", messages);
    return 0;
}

/* one number of a problem that is 1, or 0 in lo, is changed: A(2, 1), b(3), lo(2) or hi(2) of 3 */
static void bad_number(mat_text *m, const char *name, double x, const char *text)
{
    static const char *const names[] = { "A", "b", "lo", "hi" };

    m->big = 0;
    m->size = 0;
    for (int k = 0; k < 4; k++) {
        const int n = k == 0 ? 9 : 3, at = k == 1 ? 2 : 1;
        put_head(m, 0, 3, k == 0 ? 3 : 1, 0, names[k]);
        for (int i = 0; i < n; i++)
            put_number(m, 0, i == at && strcmp(names[k], name) == 0 ? x : k == 2 ? 0.0 : 1.0);
    }
    mat_says(m, text, text);
}

/* a sparse A of 2 x 2 in rows i, j, x of a type, the last one its size; b has two numbers */
static void put_sparse(mat_text *m, int type, int rows, const double *entry)
{
    m->size = 0;
    put_head(m, 10 * type + 2, rows, 3, 0, "A");
    for (int k = 0; k < 3 * rows; k++) put_number(m, type, entry[k % rows * 3 + k / rows]);
    put_column(m, "b", 2, -1.0);
}

static void test_mat(void)
{
    static const double repeated[] = { 1, 1, 2, 2, 2, 3, 1, 2, 5, 2, 2, 4, 2, 2, 0 };
    static const double half[] = { 1, 1, 2, 1.5, 2, 3, 2, 2, 0 };
    static const double beyond[] = { 1, 1, 2, 2, 3, 3, 2, 2, 0 };
    static const double nought[] = { 0, 1, 2, 2, 2, 0 };
    static const struct { int type, columns, imaginary; const char *name, *says; } heads[] = {
        { 0, 1, 1, "A", "f: byte 23: A is complex, expected real numbers\n" },
        { 2, 3, 0, "b", "f: byte 23: b is sparse, expected real numbers\n" },
        { 52, 3, 0, "hi", "f: byte 24: hi is sparse, expected real numbers\n" },
        { 31, 3, 0, "lo", "f: byte 24: lo is text, expected real numbers\n" },
        { 0, 46341, 0, "b",
          "f: byte 23: b has 1 rows and 46341 columns, expected at most 46340\n" },
        { 3, 1, 0, "c", "f: byte 1: a variable of type 3, which level 4 does not have\n" },
        { 60, 1, 0, "c", "f: byte 1: a variable of type 60, which level 4 does not have\n" },
        { 100, 1, 0, "c", "f: byte 1: a variable of type 100, which level 4 does not have\n" },
        { 99, 1, 0, "c", "f: byte 1: a variable of type 99, which level 4 does not have\n" }
    };
    static mat_text m;
    lcp_file p;
    rng r = { 4 };
    int bad = 0;

    for (int type = 0; type < 6; type++)
        for (int big = 0; big < 2; big++)
            for (int n = 1; n <= 5; n++) bad += !reads_type(&m, &r, type, big, n);
    check(bad == 0, "MAT: numbers of every type, in both byte orders: %d wrong", bad);
    check(reads_type(&m, &r, 0, 1, 91) && reads_type(&m, &r, 3, 0, 128),
          "MAT: more numbers than are read at once");

    bad = 0;
    for (int k = 0; k < 12; k++) {
        m.big = k % 2;
        put_sparse(&m, k / 2, 5, repeated);
        if (parse_as(&problem_mat, (const char *)m.bytes, m.size, &p) == 0)
            bad += p.n != 2 || p.A[0] != 2.0 || p.A[1] != 5.0 || p.A[2] != 0.0 || p.A[3] != 7.0;
        else bad++;
        lcp_file_free(&p);
    }
    check(bad == 0, "MAT: entries of a sparse A of any type are summed: %d wrong", bad);
    m.big = 0;
    put_sparse(&m, 0, 3, half);
    mat_says(&m, "f: byte 31: 1.5 in the sparse A, expected a whole number from 1 to 2\n",
             "a row that is no whole number");
    put_sparse(&m, 0, 3, beyond);
    mat_says(&m, "f: byte 55: 3 in the sparse A, expected a whole number from 1 to 2\n",
             "a column beyond the last");
    put_sparse(&m, 0, 2, nought);
    mat_says(&m, "f: byte 23: 0 in the sparse A, expected a whole number from 1 to 2\n", "row 0");
    m.size = 0;
    put_head(&m, 2, 1, 2, 0, "A");
    put_number(&m, 0, 2.0);
    put_number(&m, 0, 2.0);
    put_column(&m, "b", 2, -1.0);
    mat_says(&m, "f: byte 23: a sparse A of 1 rows and 2 columns, expected 3: row, column, value\n",
             "a sparse A without values");

    bad_number(&m, "A", HUGE_VAL, "f: byte 31: A(2, 1) is inf, expected a finite number\n");
    bad_number(&m, "b", -HUGE_VAL, "f: byte 133: b(3, 1) is -inf, expected a finite number\n");
    bad_number(&m, "lo", HUGE_VAL,
               "f: byte 172: lo(2, 1) is inf, expected a finite number or -inf\n");
    bad_number(&m, "hi", -HUGE_VAL,
               "f: byte 219: hi(2, 1) is -inf, expected a finite number or inf\n");
    bad_number(&m, "lo", 2.0, "f: lo = 2 and hi = 1 of z2, expected lo <= hi\n");
    bad_number(&m, "hi", -1.0, "f: lo = 0 and hi = -1 of z2, expected lo <= hi\n");

    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++) {
        m.size = 0;
        put_head(&m, heads[k].type, 1, heads[k].columns, heads[k].imaginary, heads[k].name);
        mat_says(&m, heads[k].says, heads[k].says);
    }
    m.big = 1;
    m.size = 0;
    put_head(&m, 1000, 1, 1, 0, "c");
    mat_says(&m, "f: byte 1: no MAT-file of level 4\n", "type 2000");
}

/* ---- the files of --dump-lcp ---- */

/* a problem of a step in its own file, which is read back; without the folder -1, and a message */
static void test_steps(void)
{
    static const double A[4] = { 2, 1, 1, 2 }, b[2] = { -5, -6 };
    static const struct { const char *name; int is; } names[] = {
        { "step-000012-body-3.lcp", 1 }, { "step-7-particle-1.lcp", 1 },
        { "step-1-bodys-3.lcp", 0 }, { "step-1-island-3.lcp", 0 }, { "step-1-body-3.lcp~", 0 },
        { "step-1-body-3.mat", 0 }, { "step-x-body-3.lcp", 0 }, { "astep-1-body-3.lcp", 0 },
        { "step-1-body-.lcp", 0 }, { "", 0 }
    };
    const mb_mlcp two = { 2, A, b, NULL, NULL, NULL };
    char folder[] = "/tmp/minisim2d-problem-XXXXXX", path[100];
    FILE *to = tmpfile();
    lcp_file read;

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        check(lcp_file_is_step(names[k].name) == names[k].is, "'%s': a problem of a step? %d",
              names[k].name, names[k].is);
    if (!to || !mkdtemp(folder)) {
        check_skip("no temporary folder", "problems of steps");
        return;
    }
    snprintf(path, sizeof path, "%s/step-000012-body-3.lcp", folder);
    check(lcp_file_save_step(&two, folder, 12, "body", 3, to) == 0 &&
              lcp_file_read(path, NULL, &read, to) == 0 && read.n == 2 && !read.mixed &&
              memcmp(read.A, A, sizeof A) == 0 && memcmp(read.b, b, sizeof b) == 0,
          "a problem of a step is read back");
    lcp_file_free(&read);
    remove(path);
    rmdir(folder);
    check(lcp_file_save_step(&two, folder, 12, "body", 3, to) == -1, "its folder is missing");
    check(strstr(check_said(to), "cannot write") != NULL, "and a message says so");
}

int main(void)
{
    test_good_files();
    test_round_trip(&problem_lcp, 0);
    test_round_trip(&problem_mat, 0);
    test_round_trip(&problem_path, 200);
    test_round_trip(&problem_siconos, 400);
    test_bad_files();
    test_mat();
    test_steps();
    return check_done();
}
