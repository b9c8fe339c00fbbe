/* wire.c: see wire.h */
#include "wire.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4d424652, HEADER = 4 };

void frame_start(frame *f, int id)
{
    memset(f, 0, sizeof *f);
    f->id = id;
    f->damaged = -1;
}

void frame_free(frame *f)
{
    for (int i = 0; i < f->narray; i++) free(f->array[i]);
    frame_start(f, 0);
}

double *frame_add(frame *f, int len, const double *x, int writable)
{
    double *copy;

    if (f->narray == FRAME_ARRAYS || len < 0 || len > FRAME_DOUBLES) return NULL;
    copy = calloc((size_t)len + 1, sizeof *copy);              /* + 1: never of size 0 */
    if (!copy) return NULL;
    if (x && len > 0) memcpy(copy, x, (size_t)len * sizeof *copy);
    f->array[f->narray] = copy;
    f->len[f->narray] = len;
    f->writable[f->narray] = writable;
    f->narray++;
    return copy;
}

int frame_copy(frame *to, const frame *from)
{
    frame_start(to, from->id);
    to->damaged = from->damaged;
    for (int i = 0; i < from->narray; i++)
        if (!frame_add(to, from->len[i], from->array[i], from->writable[i])) {
            frame_free(to);
            return 0;
        }
    return 1;
}

int frame_same(const frame *a, const frame *b)
{
    int same = a->id == b->id && a->damaged == b->damaged && a->narray == b->narray;

    for (int i = 0; same && i < a->narray; i++)
        same = a->len[i] == b->len[i] &&
               memcmp(a->array[i], b->array[i], (size_t)a->len[i] * sizeof(double)) == 0;
    return same;
}

size_t frame_bytes(const frame *f)
{
    size_t bytes = (size_t)(HEADER + f->narray) * sizeof(int32_t);

    for (int i = 0; i < f->narray; i++) bytes += (size_t)f->len[i] * sizeof(double);
    return bytes;
}

void frame_encode(const frame *f, char *out)
{
    int32_t header[HEADER + FRAME_ARRAYS] = { MAGIC, f->id, f->damaged, f->narray };
    const size_t size = (size_t)(HEADER + f->narray) * sizeof *header;

    for (int i = 0; i < f->narray; i++) header[HEADER + i] = f->len[i];
    memcpy(out, header, size);
    out += size;
    for (int i = 0; i < f->narray; i++) {
        const size_t bytes = (size_t)f->len[i] * sizeof(double);
        memcpy(out, f->array[i], bytes);
        out += bytes;
    }
}

long frame_decode(const char *in, size_t have, frame *out)
{
    int32_t header[HEADER], len[FRAME_ARRAYS];
    size_t used = sizeof header;
    long total = 0;

    if (have < sizeof header) return 0;
    memcpy(header, in, sizeof header);
    if (header[0] != MAGIC || header[3] < 0 || header[3] > FRAME_ARRAYS) return -1;
    if (have < used + (size_t)header[3] * sizeof *len) return 0;
    memcpy(len, in + used, (size_t)header[3] * sizeof *len);
    used += (size_t)header[3] * sizeof *len;
    for (int i = 0; i < header[3]; i++) {
        if (len[i] < 0 || len[i] > FRAME_DOUBLES) return -1;
        total += len[i];
    }
    if (total > FRAME_DOUBLES) return -1;
    if (have < used + (size_t)total * sizeof(double)) return 0;

    frame_start(out, header[1]);
    out->damaged = header[2];
    for (int i = 0; i < header[3]; i++) {
        double *x = frame_add(out, len[i], NULL, 0);
        if (!x) {
            frame_free(out);
            return -1;
        }
        memcpy(x, in + used, (size_t)len[i] * sizeof(double));
        used += (size_t)len[i] * sizeof(double);
    }
    return (long)used;
}
