/* stdio.h for wasm32: messages go into one text, and there are no files; see libc.c */
#ifndef STDIO_H
#define STDIO_H
#include <stdarg.h>
#include <stddef.h>
typedef struct {
    char text[1 << 14];           /* what does not fit is left out */
    size_t size;
} FILE;
extern FILE *stdin, *stderr;
int printf(const char *format, ...), fprintf(FILE *f, const char *format, ...);
int vfprintf(FILE *f, const char *format, va_list args);
int snprintf(char *to, size_t size, const char *format, ...), fputc(int c, FILE *f);
int vsnprintf(char *to, size_t size, const char *format, va_list args);
FILE *fopen(const char *path, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *f);
int ferror(FILE *f), fclose(FILE *f);
#endif
