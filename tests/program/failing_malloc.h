/* failing_malloc.h: malloc and its kin for a test of memory that runs out, with the GNU C library:
 * the fail_at-th allocation fails (0: none), and unless `alone` all after it */
#include <errno.h>
#include <stddef.h>

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
