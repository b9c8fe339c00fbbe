/* fuzz_problem.c: the readers of problem files against any bytes, for clang's libFuzzer
 *
 *     clang -g -O1 -I. -D_POSIX_C_SOURCE=200809L -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *         tests/fuzz/fuzz_problem.c minisim2d/reading/problem*.c minisim2d/reading/reader.c minisim2d/reading/lines.c \
 *         minisim2d/reading/triplets.c minisim2d/writing/mat.c minisim2d/writing/output.c minisim2d/writing/text.c -lm -o build/fuzz_problem
 *     mkdir -p build/corpus_problem && build/fuzz_problem -max_total_time=120 build/corpus_problem tests/data/lcp
 *
 * -DFORMAT=problem_mat takes another format, which then needs files of its own to begin with.
 *
 * What must hold besides the sanitizers: a line of messages for each error (and one on the tenth), an empty problem after an error,
 * and after none a problem that keeps every promise of problem.h and reads back the same from what the writer makes of it.
 */
#define _POSIX_C_SOURCE 200809L
#include "minisim2d/reading/problem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef FORMAT
#define FORMAT problem_lcp
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int ok)
{
    if (!ok) abort();
}

static int parse(const char *text, size_t size, lcp_file *p)
{
    char *copy = malloc(size + 1);
    static char nothing[1];
    char *messages = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&messages, &length);
    FILE *in = fmemopen(size > 0 ? memcpy(copy, text, size) : nothing, size > 0 ? size : 1, "r");
    int errors, lines = 0;

    if (!copy || !in || !to) abort();
    if (size == 0) getc(in);
    errors = FORMAT.parse("fuzz", in, p, to);
    if (errors) lcp_file_free(p);
    fclose(in);
    fclose(to);
    free(copy);
    for (const char *m = messages; *m; m++) lines += *m == '\n';
    require(errors >= 0 && errors <= 10 && lines == errors + (errors == 10));
    free(messages);
    return errors;
}

static void require_complete(const lcp_file *p)
{
    require(p->n >= 0 && p->n <= MB_MAX_N && p->nfree >= 0 && p->nfree <= p->n && (p->mixed || p->nfree == 0));
    for (int i = 0; i < p->n * p->n; i++) require(isfinite(p->A[i]));
    for (int i = 0; i < p->n; i++) {
        require(isfinite(p->b[i]) && p->lo[i] <= p->hi[i] && p->lo[i] < HUGE_VAL && p->hi[i] > -HUGE_VAL);
        if (i < p->nfree) require(p->lo[i] == -HUGE_VAL && p->hi[i] == HUGE_VAL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lcp_file p, q;
    output_text text = { NULL, 0, 0, 0 };

    if (parse((const char *)data, size, &p) > 0) {
        require(!p.A && !p.b && !p.lo && !p.hi && p.n == 0);
        return 0;
    }
    require_complete(&p);
    const mb_mlcp m = { p.n, p.A, p.b, p.lo, p.hi, NULL };
    if (FORMAT.lacks && FORMAT.lacks(&m)) {
        lcp_file_free(&p);
        return 0;
    }
    FORMAT.write(&m, 0, &text);
    require(parse(text.data, text.size, &q) == 0 && q.n == p.n);
    for (int i = 0; i < p.n * p.n; i++) require(memcmp(p.A + i, q.A + i, sizeof *p.A) == 0);
    for (int i = 0; i < p.n; i++) {
        require(memcmp(p.b + i, q.b + i, sizeof *p.b) == 0);
        require(p.lo[i] >= q.lo[i] && p.lo[i] <= q.lo[i] && p.hi[i] >= q.hi[i] && p.hi[i] <= q.hi[i]);
    }
    output_free(&text);
    lcp_file_free(&p);
    lcp_file_free(&q);
    return 0;
}
