/* stdlib.h for wasm32 without a C library; see libc.c */
#include <stddef.h>
void *malloc(size_t n), *realloc(void *old, size_t n);
void free(void *p);
