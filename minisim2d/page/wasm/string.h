/* string.h for wasm32 without a C library; see libc.c */
#ifndef STRING_H
#define STRING_H
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n), *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n), *memchr(const void *in, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n), strcmp(const char *a, const char *b);
size_t strlen(const char *s), strspn(const char *s, const char *of);
char *strchr(const char *s, int c), *strrchr(const char *s, int c);
char *strstr(const char *in, const char *what), *strpbrk(const char *s, const char *any);
char *strerror(int error);
#endif
