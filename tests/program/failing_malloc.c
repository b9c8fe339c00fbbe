/* failing_malloc.c: memory that runs out: the FAIL_AT-th allocation of a process and all after it
 * fail
 *
 *     cc -shared -fPIC -o failing.so tests/program/failing_malloc.c
 *     FAIL_AT=7 LD_PRELOAD=./failing.so build/minisim2d/minisim2d compare hills
 *
 * With FAIL_ONCE=1 only the FAIL_AT-th fails. At exit the process writes two numbers to the file
 * BLOCKS: the allocations that it tried, and the blocks that it did not release. For the GNU C
 * library. test_memory.c includes this file, and sets fail_at and alone.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);

static long tried, held;         /* allocations, blocks not released */
static long fail_at;
static int alone;

static int fails(void)
{
    tried++;
    if (fail_at == 0 || tried < fail_at || (alone && tried > fail_at)) return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block)
{
    held += block != NULL;
    return block;
}

void *malloc(size_t size) { return fails() ? NULL : counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (fails()) return NULL;
    return block ? __libc_realloc(block, size) : counted(__libc_realloc(block, size));
}

void free(void *block)
{
    held -= block != NULL;
    __libc_free(block);
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_AT"), *once = getenv("FAIL_ONCE");

    fail_at = at ? atol(at) : 0;
    alone = once && *once;
}

/* Two blocks are not the program's: the buffer of stdout, which is released here, and f. */
__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("BLOCKS");
    long all;
    FILE *f;

    if (!path) return;
    fail_at = 0;
    fclose(stdout);
    all = tried;
    f = fopen(path, "w");
    if (!f) return;
    fprintf(f, "%ld %ld\n", all, held - 1);
    fclose(f);
}
