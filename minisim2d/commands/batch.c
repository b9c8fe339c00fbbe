/* batch.c: many problems, one after the other; see commands.h */

#include <string.h>

#include "commands.h"
#include "../reading/reader.h"
#include "../solving/attempt.h"

enum { LONGEST_NAME = 1 << 16 };

typedef struct {
    const options *given;
    const problem_format *format;
    files files;
    output_text row;
    int refused[2];               /* the options do not suit LCPs, mLCPs, as was reported */
    int count, solved, bad;       /* problems; bad: not tried */
} batch;

/* ---- a row ---- */

/* a field of a CSV, in quotes if necessary */
static void put_field(output_text *row, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        output_string(row, text);
        return;
    }
    output_string(row, "\"");
    for (; *text; text++) {
        if (*text == '"') output_string(row, "\"");
        output_bytes(row, text, 1);
    }
    output_string(row, "\"");
}

static void put_bad(batch *b, const char *why)
{
    b->bad++;
    output_printf(&b->row, ",,%s,,,\n", why);
}

/* ---- a problem ---- */

/* solver and form for the problem; errors in the options are reported once for LCPs, and once
 * for mLCPs */
static int choose_solver(batch *b, attempt *a)
{
    int *refused = b->refused + a->file.mixed;

    if (!*refused) *refused = options_attempt(b->given, a) != 0;
    return *refused;
}

static void solve_problem(batch *b, const char *path)
{
    attempt a;

    memset(&a, 0, sizeof a);
    b->count++;
    put_field(&b->row, path);
    if (lcp_file_read(path, b->format, &a.file, stderr) != 0) {
        put_bad(b, "unreadable");
    } else if (choose_solver(b, &a) != 0) {
        put_bad(b, "refused");
    } else if (attempt_prepare(&a, NULL, 0) != 0) {
        fprintf(stderr, "minisim2d: %s: no memory for %d unknowns\n", path, a.file.n);
        put_bad(b, mb_status_name(MB_NO_MEMORY));
    } else {
        attempt_solve(&a);
        output_format(&b->row, ",%d,%s,%d,%g,%g\n", a.file.n, mb_status_name(a.info.status),
                      a.info.iterations, a.info.residual, a.seconds);
        b->solved += a.info.status == MB_OK;
    }
    attempt_free(&a);
}

/* adds the problem's row to the table; not 0 if it is useless to go on */
static int take_problem(batch *b, const char *path)
{
    if (output_is(&b->files.csv, path))
        return refuse("--csv %s would overwrite the problem %s: name another file", b->given->csv,
                      path);
    solve_problem(b, path);
    return output_put(&b->files.csv, &b->row);
}

/* ---- the list ---- */

/* a name ends with its line, even if that ends in CR LF */
static void cut_return(output_text *name)
{
    if (name->size > 0 && name->data[name->size - 1] == '\r') name->data[--name->size] = '\0';
}

/* the next line of the list that is not empty; 0 at its end, -1 after a message */
static int next_name(FILE *list, const char *list_name, output_text *name)
{
    int c;

    name->size = 0;
    while ((c = getc(list)) != EOF) {
        const char byte = (char)c;
        if (c == '\n') cut_return(name);
        if (c == '\n' && name->size > 0) break;
        if (c != '\n') output_bytes(name, &byte, 1);
        if (c != 0 && name->size < LONGEST_NAME && !name->failed) continue;
        fprintf(stderr, "%s: a line that is not the name of a file\n", list_name);
        return -1;
    }
    cut_return(name);
    return name->size > 0;
}

static int take_list(batch *b)
{
    output_text name = { 0 };
    const char *list_name;
    FILE *list = reader_open(b->given->list, &list_name, stderr);
    int more = list ? 1 : -1;

    while (more > 0) {
        more = next_name(list, list_name, &name);
        if (more > 0 && take_problem(b, name.data) != 0) more = -1;
    }
    if (list) reader_close(list);
    output_free(&name);
    return more;
}

/* ---- all of them ---- */

/* reports options that are for one problem only; 0, or 2 after a message */
static int check_options(const options *o)
{
    const char *wrong = o->svg ? "--svg" : o->png ? "--png" : o->mat ? "--mat"
                      : o->trace ? "--trace" : NULL;

    if (!wrong) return 0;
    return refuse("%s is for one problem, not for several", wrong);
}

static int finish(batch *b, int failed)
{
    if (files_close(&b->files, !failed) != 0) failed = 1;
    output_free(&b->row);
    if (failed) return EXIT_USAGE;
    if (b->files.report) {
        fprintf(b->files.report, "%d of %d problems solved", b->solved, b->count);
        if (b->bad) fprintf(b->files.report, ", %d not tried", b->bad);
        fprintf(b->files.report, "\n");
    }
    return b->bad ? EXIT_USAGE : b->solved < b->count ? EXIT_FAILED : EXIT_DONE;
}

int batch_solve(const options *o, const problem_format *format)
{
    options with = *o;
    int failed;
    batch b;

    memset(&b, 0, sizeof b);
    if (!with.csv) with.csv = "-";
    b.given = &with;
    b.format = format;
    if (check_options(o) != 0 || files_open(&b.files, &with, o->list ? o->list : "") != 0)
        return EXIT_USAGE;
    output_string(&b.row, "file,n,status,iterations,residual,seconds\n");
    failed = output_put(&b.files.csv, &b.row);
    for (int k = 0; k < o->noperand && !failed; k++) failed = take_problem(&b, o->operands[k]);
    if (o->list && !failed) failed = take_list(&b) < 0;
    return finish(&b, failed);
}
