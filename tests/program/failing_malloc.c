/* failing_malloc.c: memory that runs out: the FAIL_AT-th allocation of a process and all after
 * it fail
 *
 *     cc -shared -fPIC -o failing.so tests/program/failing_malloc.c
 *     FAIL_AT=7 LD_PRELOAD=./failing.so build/minisim2d/minisim2d compare hills
 *
 * With FAIL_ONCE set as well only that one fails. For the C library of GNU.
 */
#include <stddef.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);

static int fails(void)
{
    static long count;
    const char *at = getenv("FAIL_AT");
    const long limit = at ? atol(at) : 0;

    count++;
    return limit > 0 && (getenv("FAIL_ONCE") ? count == limit : count >= limit);
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
