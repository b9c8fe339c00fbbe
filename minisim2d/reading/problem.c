/* problem.c: the list of formats, and their common parts; see problem.h */
#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

enum { MOST_PARTS = 4 };

static const problem_format *const formats[] = {
    &problem_lcp, &problem_mat, &problem_mtx, &problem_path, &problem_siconos,
};

enum { FORMATS = (int)(sizeof formats / sizeof formats[0]) };

const problem_format *problem_format_at(int i) { return i < FORMATS ? formats[i] : NULL; }

/* where the ending begins: at the last point of the name, or at its end */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *point = strrchr(path, '.');

    if (!point || (slash && point < slash)) return path + strlen(path);
    return point;
}

const problem_format *problem_format_of(const char *path)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(ending_of(path), formats[i]->ending) == 0) return formats[i];
    return &problem_lcp;
}

/* ---- in ---- */

int lcp_file_bounds(lcp_file *p)
{
    const size_t size = ((size_t)p->n + 1) * sizeof(double);

    p->lo = malloc(size);
    p->hi = malloc(size);
    if (!p->lo || !p->hi) return -1;
    for (int i = 0; i < p->n; i++) {
        p->lo[i] = i < p->nfree ? -HUGE_VAL : 0.0;
        p->hi[i] = HUGE_VAL;
    }
    return 0;
}

int lcp_file_settle(lcp_file *p, const char *path, FILE *messages)
{
    for (int i = 0; i < p->n; i++)
        if (!(p->lo[i] <= p->hi[i])) {
            fprintf(messages, "%s: lo = %.9g and hi = %.9g of z%d, expected lo <= hi\n", path,
                    p->lo[i], p->hi[i], i + 1);
            return 1;
        }
    while (p->nfree < p->n && p->lo[p->nfree] == -HUGE_VAL && p->hi[p->nfree] == HUGE_VAL)
        p->nfree++;
    p->mixed = p->nfree > 0;
    for (int i = p->nfree; i < p->n; i++) p->mixed |= p->lo[i] != 0.0 || p->hi[i] < HUGE_VAL;
    return 0;
}

void lcp_file_transpose(double *A, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double x = A[i * n + j];
            A[i * n + j] = A[j * n + i];
            A[j * n + i] = x;
        }
}

int lcp_file_read(const char *path, const problem_format *format, lcp_file *out, FILE *messages)
{
    const char *name;
    FILE *in;
    int errors;

    memset(out, 0, sizeof *out);
    if (!format) format = problem_format_of(path);
    if (format->nparts > 1 && strcmp(path, "-") == 0) {
        fprintf(messages, "minisim2d: the format %s takes %d files, not the standard input\n",
                format->name, format->nparts);
        return 1;
    }
    in = reader_open(path, &name, messages);
    if (!in) return 1;
    errors = format->parse(name, in, out, messages);
    reader_close(in);
    if (errors) lcp_file_free(out);
    return errors;
}

void lcp_file_free(lcp_file *p)
{
    free(p->A);
    free(p->b);
    free(p->lo);
    free(p->hi);
    memset(p, 0, sizeof *p);
}

mb_mlcp lcp_file_problem(const lcp_file *p)
{
    const mb_mlcp problem = { p->n, p->A, p->b, p->mixed ? p->lo : NULL,
                              p->mixed ? p->hi : NULL, NULL };

    return problem;
}

/* ---- out ---- */

void lcp_file_part(const problem_format *format, const char *path, int part, output_text *out)
{
    const char *ending = ending_of(path);

    output_bytes(out, path, (size_t)(ending - path));
    if (format->parts) output_string(out, format->parts[part]);
    output_string(out, ending);
}

/* checks whether the problem can be written there in this format; 1, or 0 after a message */
static int can_save(const mb_mlcp *p, const char *path, const problem_format *format,
                    FILE *messages)
{
    const char *lacking = format->lacks ? format->lacks(p) : NULL;

    if (lacking)
        fprintf(messages, "minisim2d: the format %s cannot hold %s\n", format->name, lacking);
    else if (format->nparts > 1 && strcmp(path, "-") == 0)
        fprintf(messages, "minisim2d: the format %s takes %d files, not the standard output\n",
                format->name, format->nparts);
    else
        return 1;
    return 0;
}

/* a file in progress */
typedef struct {
    output_text path;
    output_file file;
} part_file;

/* opens the file of a part and writes its text; 0, or -1 after a message */
static int write_part(const mb_mlcp *p, const char *path, const problem_format *format, int part,
                      const char *input, part_file *to, FILE *messages)
{
    output_text text = { 0 };
    int failed;

    lcp_file_part(format, path, part, &to->path);
    if (to->path.failed) {
        fprintf(messages, "minisim2d: cannot write %s: out of memory\n", path);
        return -1;
    }
    if (output_open(&to->file, to->path.data, messages) != 0) return -1;
    if (input && output_is(&to->file, input)) {
        fprintf(messages, "minisim2d: %s would overwrite the input: name another file\n",
                to->path.data);
        return -1;
    }
    format->write(p, part, &text);
    failed = output_put(&to->file, &text);
    if (!failed) failed = output_flush(&to->file);
    output_free(&text);
    return failed;
}

int lcp_file_save(const lcp_file *p, const char *path, const problem_format *format,
                  const char *input, FILE *messages)
{
    const mb_mlcp problem = { p->n, p->A, p->b, p->lo, p->hi, NULL };
    int failed = !can_save(&problem, path, format, messages);
    part_file to[MOST_PARTS];

    memset(to, 0, sizeof to);
    for (int k = 0; k < format->nparts && !failed; k++)
        failed = write_part(&problem, path, format, k, input, to + k, messages);
    for (int k = 0; k < format->nparts; k++) {
        if (output_close(&to[k].file, !failed, messages) != 0) failed = 1;
        output_free(&to[k].path);
    }
    return failed ? -1 : 0;
}

/* ---- the files of --dump-lcp ---- */

int lcp_file_save_step(const mb_mlcp *p, const char *folder, int step, const char *of, int number,
                       FILE *messages)
{
    output_text text = { 0 }, path = { 0 };
    int failed;

    lcp_file_write(p, &text);
    output_printf(&path, "%s/step-%06d-%s-%d.lcp", folder, step, of, number);
    failed = path.failed || output_save(path.data, &text, messages) != 0;
    output_free(&text);
    output_free(&path);
    return failed ? -1 : 0;
}

int lcp_file_is_step(const char *name)
{
    int step, number, length = 0;
    char of[9];

    return sscanf(name, "step-%d-%8[a-z]-%d.lcp%n", &step, of, &number, &length) == 3 &&
           length == (int)strlen(name) && (strcmp(of, "particle") == 0 || strcmp(of, "body") == 0);
}
