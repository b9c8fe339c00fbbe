/* failing_malloc.c: memory that runs out: the FAIL_AT-th allocation of a process and all after it
 * fail
 *
 *     cc -shared -fPIC -o failing.so tests/program/failing_malloc.c
 *     FAIL_AT=7 LD_PRELOAD=./failing.so build/minisim2d/minisim2d compare hills
 *
 * With FAIL_ONCE=1 only the FAIL_AT-th fails. At exit the process writes two numbers to the file
 * BLOCKS: the allocations that it tried, and the blocks that it did not release. For the GNU C
 * library.
 */
#include <stdio.h>
#include <stdlib.h>

#include "failing_malloc.h"

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
