/* string.h for wasm32 without a C library; see libc.c */
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n), *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int strcmp(const char *a, const char *b);
