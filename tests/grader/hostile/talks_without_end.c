/* hostile: prints 3 MB: that costs nothing
 * points: 20
 * rest: solution */
#include <stdio.h>

__attribute__((constructor)) static void talk(void)
{
    for (int i = 0; i < 30000; i++) fprintf(stderr, "%099d\n", i);
}
