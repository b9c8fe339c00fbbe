/* worker.c: main of every worker: requests in on standard input, answers out on descriptor 3,
 * one student function call in between
 *
 * Nothing here decides anything. The student's code runs in this process and could write an
 * answer itself: it would still be judged.
 */
#if defined(__linux__)
#define _GNU_SOURCE                      /* RLIMIT_LOCKS, RLIMIT_MSGQUEUE */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "worker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Guards: this many doubles before and after each array, of a signalling NaN that no computation
 * produces: sums and products with it are NaN, but quiet. Each array has another one, so that it
 * can't be copied from one to the next. A sanitizer has its own. */
enum { GUARD = SANITIZED ? 0 : 8 };
static uint64_t guard_value(int i) { return UINT64_C(0x7ff1a5c3961e2d4b) + (uint64_t)i; }

mb_arena worker_arena(mb_arena scratch, size_t bytes)
{
    if (bytes > (size_t)(scratch.end - scratch.beg)) bytes = (size_t)(scratch.end - scratch.beg);
    memset(scratch.beg, 0xff, bytes);
    return mb_arena_make(scratch.beg, bytes);
}

mb_info worker_info(const double *x)
{
    mb_info info;

    info.status = (mb_status)x[0];
    info.iterations = (int)x[1];
    info.residual = x[2];
    info.where = (int)x[3];
    return info;
}

void worker_put_info(const mb_info *info, double *x)
{
    x[0] = (double)info->status;
    x[1] = (double)info->iterations;
    x[2] = info->residual;
    x[3] = (double)info->where;
}

/* ---- counts ---- */

/* Each count is kept as a hard limit of the kernel's on a resource that no worker uses. It is
 * lowered by one each time, and only root could raise it again: a variable could be turned back.
 * Systems without these limits count in a variable. */
enum { FULL = 1000000000 };

#if defined(RLIMIT_LOCKS) && defined(RLIMIT_MSGQUEUE)
static long left_of(int which)
{
    struct rlimit l = { 0, 0 };

    getrlimit(which == SOLVER_CALLS ? RLIMIT_LOCKS : RLIMIT_MSGQUEUE, &l);
    return l.rlim_max > FULL ? FULL : (long)l.rlim_max;
}

void worker_count(int which)
{
    const rlim_t left = (rlim_t)left_of(which) - 1;
    const struct rlimit l = { left, left };

    setrlimit(which == SOLVER_CALLS ? RLIMIT_LOCKS : RLIMIT_MSGQUEUE, &l);
}
#else
static long counted[COUNTS];

static long left_of(int which) { return FULL - counted[which]; }
void worker_count(int which) { counted[which]++; }
#endif

long worker_counted(int which) { return FULL - left_of(which); }

/* Memory comes from the arena, as the labs' contracts say: build.sh has a submission call these
 * instead of libc's. */
void *worker_malloc(size_t size);
void *worker_calloc(size_t count, size_t size);
void *worker_realloc(void *old, size_t size);

void *worker_malloc(size_t size)
{
    worker_count(MEMORY_TAKEN);
    return malloc(size);
}

void *worker_calloc(size_t count, size_t size)
{
    worker_count(MEMORY_TAKEN);
    return calloc(count, size);
}

void *worker_realloc(void *old, size_t size)
{
    worker_count(MEMORY_TAKEN);
    return realloc(old, size);
}

/* The submission's variables that outlive a call lie between these, which build.sh links before and
 * after it: initialised static ones, the other static ones, and likewise thread-local ones.
 * Everything else there, such as a sanitizer's bytes, does not change. */
extern const unsigned char worker_data_begin[], worker_data_end[], worker_bss_begin[],
    worker_bss_end[];
extern __thread const unsigned char worker_tdata_begin[], worker_tdata_end[], worker_tbss_begin[],
    worker_tbss_end[];

__attribute__((no_sanitize_address))
static uint64_t hash_bytes(uint64_t h, const unsigned char *from, const unsigned char *to)
{
    for (; (uintptr_t)from < (uintptr_t)to; from++) h = (h ^ *from) * UINT64_C(1099511628211);
    return h;
}

static uint64_t static_memory(void)
{
    uint64_t h = hash_bytes(0, worker_data_begin, worker_data_end);

    h = hash_bytes(h, worker_bss_begin, worker_bss_end);
    h = hash_bytes(h, worker_tdata_begin, worker_tdata_end);
    return hash_bytes(h, worker_tbss_begin, worker_tbss_end);
}

/* move array i of a request into memory between guards; the address inside, or NULL */
static double *guarded(int array, const double *x, int len)
{
    const uint64_t value = guard_value(array);
    double *p = malloc(((size_t)len + 2 * GUARD) * sizeof *p);

    if (!p) return NULL;
    for (int i = 0; i < GUARD; i++) {
        memcpy(p + i, &value, sizeof *p);
        memcpy(p + GUARD + len + i, &value, sizeof *p);
    }
    if (len > 0) memcpy(p + GUARD, x, (size_t)len * sizeof *x);
    return p + GUARD;
}

/* compared here: memcmp is the C library's, which a submission might replace */
static int is_guard(int array, const double *x)
{
    uint64_t bits;

    memcpy(&bits, x, sizeof bits);                             /* compilers turn it into a move */
    return bits == guard_value(array);
}

static int guards_intact(int array, const double *x, int len)
{
    for (int i = 0; i < GUARD; i++)
        if (!is_guard(array, x - 1 - i) || !is_guard(array, x + len + i)) return 0;
    return 1;
}

/* call the function on guarded arrays; *f then holds the answer */
static int serve(frame *f, mb_arena scratch)
{
    const long taken = worker_counted(MEMORY_TAKEN);
    const uint64_t kept = static_memory();
    frame call = *f;

    for (int i = 0; i < f->narray; i++) {
        call.array[i] = guarded(i, f->array[i], f->len[i]);
        if (!call.array[i]) return 0;
    }
    f->id = (int)worker_call(&call, scratch);
    if (static_memory() != kept) f->damaged = FRAME_STATIC;
    if (worker_counted(MEMORY_TAKEN) != taken) f->damaged = FRAME_MEMORY;
    for (int i = 0; i < f->narray; i++) {
        if (f->damaged < 0 && !guards_intact(i, call.array[i], f->len[i])) f->damaged = i;
        if (f->len[i] > 0) memcpy(f->array[i], call.array[i], (size_t)f->len[i] * sizeof(double));
        free(call.array[i] - GUARD);
    }
    return 1;
}

static int write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t done = write(fd, bytes, count);
        if (done <= 0) return 0;
        bytes += done;
        count -= (size_t)done;
    }
    return 1;
}

static int answer(const frame *f)
{
    const size_t size = frame_bytes(f);
    char *bytes = malloc(size);
    int ok;

    if (!bytes) return 0;
    frame_encode(f, bytes);
    ok = write_all(FRAME_ANSWER_FD, bytes, size);
    free(bytes);
    return ok;
}

/* the next request from standard input: 1, or 0 at its end */
static int request(frame *f, char **buffer, size_t *room, size_t *have)
{
    for (;;) {
        const long used = frame_decode(*buffer, *have, f);
        ssize_t got;
        if (used < 0) return 0;
        if (used > 0) {
            *have -= (size_t)used;
            memmove(*buffer, *buffer + used, *have);
            return 1;
        }
        if (*have == *room) {
            char *larger = realloc(*buffer, *room * 2);
            if (!larger) return 0;
            *buffer = larger;
            *room *= 2;
        }
        got = read(STDIN_FILENO, *buffer + *have, *room - *have);
        if (got <= 0) return 0;
        *have += (size_t)got;
    }
}

int main(void)
{
    size_t room = 1 << 16, have = 0;
    char *buffer = malloc(room), *scratch = malloc(WORKER_SCRATCH);
    frame f;
    int ok = buffer && scratch;

    while (ok && request(&f, &buffer, &room, &have)) {
        ok = serve(&f, mb_arena_make(scratch, WORKER_SCRATCH)) && answer(&f);
        frame_free(&f);
    }
    free(buffer);
    free(scratch);
    return 0;
}
