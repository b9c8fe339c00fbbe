/* fuzz_frame.c: the reader of recorded steps against any bytes, for clang's libFuzzer
 *
 *     clang -g -O1 -I. -D_POSIX_C_SOURCE=200809L -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *         tests/fuzz/fuzz_frame.c minisim2d/reading/frame.c minisim2d/reading/lines.c minisim2d/reading/reader.c \
 *         minisim2d/writing/text.c minisim2d/bodies/[a-z]*.c minisim2d/solving/mbsim.c -lm -o build/fuzz_frame
 *     mkdir -p build/corpus_frame && for s in tip crank push; do
 *         build/minisim2d/minisim2d run $s --time .02 --quiet --frames build/corpus_frame/$s; done
 *     build/fuzz_frame -max_total_time=120 build/corpus_frame
 *
 * What must hold besides the sanitizers: a line of messages for each error, and -1 if there was one; else steps that keep every
 * promise of frame.h, that are data for every formulation, and that read back the same from what the writer makes of them.
 */
#define _POSIX_C_SOURCE 200809L
#include "minisim2d/reading/frame.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int ok)
{
    if (!ok) abort();
}

static void require_frame(const frame *f)
{
    require(f->step >= 1 && f->t >= 0.0 && f->d.h > 0.0 && f->nbody >= 1 && f->ncontact == f->d.nc && f->n >= 0);
    require(f->formulation < MB_FORMULATIONS && f->solver[0] && strlen(f->solver) < sizeof f->solver);
    for (int i = 0; i < f->nbody; i++) require(f->body[i].mass >= 0.0 && f->body[i].inertia >= 0.0);
    for (int i = 0; i < f->ncontact; i++) {
        const frame_contact *c = f->contact + i;
        require(c->a != c->b && fabs(hypot(c->n[0], c->n[1]) - 1.0) < 1e-8 && c->mu >= 0.0 && isfinite(c->psi));
        require(!f->stick || strchr("osl", f->stick[i]));
    }
    for (int i = 0; i < f->n; i++) require(isfinite(f->z[i]));
}

/* the steps of a text, as the writer has them; the number of errors */
static int parse(const void *bytes, size_t size, output_text *out)
{
    static char nothing[1];
    char *messages = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&messages, &length);
    FILE *in = fmemopen(size > 0 ? (void *)(uintptr_t)bytes : nothing, size > 0 ? size : 1, "r");
    int more, lines = 0, errors;
    frame_reader r;

    if (!in || !to) abort();
    if (size == 0) getc(in);
    frame_write_head("fuzz", out);
    more = frame_reader_begin(&r, "fuzz", in, to) == 0 ? 1 : -1;
    while (more > 0 && (more = frame_reader_next(&r)) > 0) {
        require_frame(&r.frame);
        frame_write(&r.frame, out);
        for (int i = 0; i < MB_FORMULATIONS; i++) {
            const mb_dynamics *d = frame_dynamics(&r, (mb_formulation)i);
            require(d && mb_check_dynamics(d, NULL) == MB_OK);
        }
    }
    frame_write_end(r.count, out);
    errors = r.l.in.errors;
    frame_reader_end(&r);
    fclose(in);
    fclose(to);
    for (const char *m = messages; *m; m++) lines += *m == '\n';
    require((more < 0) == (errors > 0) && lines == errors);
    free(messages);
    return errors;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    output_text first = { NULL, 0, 0, 0 }, second = { NULL, 0, 0, 0 };

    if (parse(data, size, &first) == 0) {
        require(parse(first.data, first.size, &second) == 0);
        require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    }
    output_free(&first);
    output_free(&second);
    return 0;
}
