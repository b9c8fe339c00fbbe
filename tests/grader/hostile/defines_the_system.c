/* hostile: replaces functions of the C library that the worker uses
 * points: 0
 * rest: attack sweep */
#include "lab.h"

#include <stddef.h>

static void attack(void) {}

void *memcpy(void *to, const void *from, size_t n) { return (void)from, (void)n, to; }
int memcmp(const void *a, const void *b, size_t n) { return (void)a, (void)b, (void)n, 0; }
long write(int fd, const void *bytes, size_t n) { return (void)fd, (void)bytes, (long)n; }
long read(int fd, void *bytes, size_t n) { return (void)fd, (void)bytes, (void)n, 0; }
