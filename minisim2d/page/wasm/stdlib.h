/* stdlib.h for wasm32 without a C library; see libc.c */
#ifndef STDLIB_H
#define STDLIB_H
#include <stddef.h>
void *malloc(size_t n), *calloc(size_t count, size_t n), *realloc(void *old, size_t n);
void free(void *p);
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *list, size_t count, size_t size,
              int (*compare)(const void *, const void *));
int abs(int n);
double strtod(const char *text, char **end);

/* memory is given back from the last block on: to where the heap ended once */
void *heap_end(void);
void heap_cut(void *end);

/* from now on a student's code may go on for as long as that of one step needs at most */
void begin_call(void);
#endif
