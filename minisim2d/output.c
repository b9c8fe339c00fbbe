/* output.c: growing text, numbers, XML escapes; files written whole or not at all */
#define _XOPEN_SOURCE 700             /* realpath */

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPLACEMENT 0xFFFDul          /* the character that stands for what cannot be shown */
#define TEMPORARY_NAMES 1000          /* tries for a free temporary name, before the directory is held to be full of them */

/* ---- text ---------------------------------------------------------------------------------------------------------- */

void output_free(output_text *t)
{
    free(t->data);
    memset(t, 0, sizeof *t);
}

/* room for n more bytes and the terminating 0; capacity doubles, so that appending costs linear time in all */
static int text_reserve(output_text *t, size_t n)
{
    size_t capacity = t->capacity ? t->capacity : 256;
    char *data;

    if (t->failed) return 0;
    if (n < t->capacity && t->size < t->capacity - n) return 1;
    while (n >= capacity || t->size >= capacity - n) {
        if (capacity > SIZE_MAX / 2) {
            t->failed = 1;
            return 0;
        }
        capacity *= 2;
    }
    data = realloc(t->data, capacity);
    if (!data) {
        t->failed = 1;
        return 0;
    }
    t->data = data;
    t->capacity = capacity;
    return 1;
}

void output_bytes(output_text *t, const char *bytes, size_t n)
{
    if (!text_reserve(t, n)) return;
    if (n > 0) memcpy(t->data + t->size, bytes, n);
    t->size += n;
    t->data[t->size] = '\0';
}

void output_string(output_text *t, const char *string)
{
    output_bytes(t, string, strlen(string));
}

void output_printf(output_text *t, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) {
        t->failed = 1;
        return;
    }
    if (!text_reserve(t, (size_t)n)) return;
    va_start(args, format);
    vsnprintf(t->data + t->size, (size_t)n + 1, format, args);
    va_end(args);
    t->size += (size_t)n;
}

/* the locale's decimal mark, which may be several bytes long, becomes a point */
static void point_for_mark(char *number)
{
    const char *mark = localeconv()->decimal_point;
    size_t length = strlen(mark);
    char *at = length > 0 ? strstr(number, mark) : NULL;

    if (!at) return;
    *at = '.';
    memmove(at + 1, at + length, strlen(at + length) + 1);
}

void output_number(output_text *t, double value)
{
    char number[64];

    if (isnan(value)) {
        output_string(t, "nan");
    } else if (isinf(value)) {
        output_string(t, value > 0.0 ? "inf" : "-inf");
    } else {
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(number, sizeof number, "%.*g", digits, value);
            if (strtod(number, NULL) == value) break;
        }
        point_for_mark(number);
        output_string(t, number);
    }
}

double output_rounded(double value, int decimals)
{
    char number[32];

    if (!(value <= 0.0 && value > -1.0)) return value;
    snprintf(number, sizeof number, "%.*f", decimals, value);
    return strpbrk(number, "123456789") ? value : 0.0;
}

void output_fixed(output_text *t, double value, int decimals)
{
    char number[400];                     /* 309 digits before the point, and decimals after it */
    size_t n;

    if (!isfinite(value)) {
        output_number(t, value);
        return;
    }
    snprintf(number, sizeof number, "%.*f", decimals, output_rounded(value, decimals));
    point_for_mark(number);
    n = strlen(number);
    if (strchr(number, '.')) {
        while (number[n - 1] == '0') n--;
        if (number[n - 1] == '.') n--;
    }
    output_bytes(t, number, n);
}

size_t output_character(const char *text, size_t n, unsigned long *code)
{
    static const unsigned long least[5] = { 0, 0, 0x80, 0x800, 0x10000 };   /* a longer form of a short code is invalid */
    unsigned char lead = (unsigned char)text[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    unsigned long value = length == 1 ? lead : lead & (0x7Ful >> length);

    *code = REPLACEMENT;
    if (length == 0 || length > n) return 1;
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80) return 1;
        value = value << 6 | (next & 0x3F);
    }
    if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 1;
    *code = value;
    return length;
}

/* the characters that XML 1.0 has no way to write: control characters and the two non-characters */
static int xml_forbids(unsigned long code)
{
    return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xFFFE || code == 0xFFFF;
}

void output_xml(output_text *t, const char *text, size_t n)
{
    for (size_t i = 0; i < n; ) {
        unsigned long code;
        size_t length = output_character(text + i, n - i, &code);

        if (code == '<') output_string(t, "&lt;");
        else if (code == '>') output_string(t, "&gt;");
        else if (code == '&') output_string(t, "&amp;");
        else if (code == '"') output_string(t, "&quot;");
        else if (code == '\'') output_string(t, "&#39;");
        else if (code == REPLACEMENT || xml_forbids(code)) output_string(t, "\xEF\xBF\xBD");
        else output_bytes(t, text + i, length);
        i += length;
    }
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

static int cannot_write(const char *path, int error, FILE *messages)
{
    fprintf(messages, "minisim2d: cannot write %s: %s\n", path, strerror(error));
    return -1;
}

/* write to a stream that is open already; returns 0 or the errno */
static int write_stream(FILE *stream, const char *bytes, size_t n)
{
    errno = 0;
    if (fwrite(bytes, 1, n, stream) == n && fflush(stream) == 0) return 0;
    return errno ? errno : EIO;
}

/* write to a device or a pipe, which has no old content to keep; returns 0 or the errno */
static int write_through(const char *path, const char *bytes, size_t n)
{
    FILE *stream = fopen(path, "w");
    int error;

    if (!stream) return errno;
    error = write_stream(stream, bytes, n);
    if (fclose(stream) != 0 && error == 0) error = errno;
    return error;
}

/* open a new file in path's directory; its name, to be freed, goes to *name. Returns the descriptor or -1 with errno set. */
static int open_temporary(const char *path, char **name)
{
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    size_t size = directory + 64;
    int fd = -1;

    *name = malloc(size);
    if (!*name) return -1;
    memcpy(*name, path, directory);
    for (int k = 0; k < TEMPORARY_NAMES && fd < 0; k++) {
        snprintf(*name + directory, size - directory, ".minisim2d-%ld-%d.tmp", (long)getpid(), k);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) {
        int error = errno;
        free(*name);
        *name = NULL;
        errno = error;
    }
    return fd;
}

/* write all n bytes and see them on the disk, then close; returns 0 or the errno */
static int write_descriptor(int fd, const char *bytes, size_t n)
{
    int error = 0;

    while (n > 0 && error == 0) {
        ssize_t written = write(fd, bytes, n);
        if (written >= 0) {
            bytes += written;
            n -= (size_t)written;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (error == 0 && fsync(fd) != 0) error = errno;
    if (close(fd) != 0 && error == 0) error = errno;
    return error;
}

/* write a temporary file and let it take path's place; mode: the old file's, or 0 for a new one. Returns 0 or the errno. */
static int write_replacing(const char *path, mode_t mode, const char *bytes, size_t n)
{
    char *temporary;
    int fd = open_temporary(path, &temporary);
    int error = 0;

    if (fd < 0) return errno;
    if (mode && fchmod(fd, mode) != 0) error = errno;
    if (error) close(fd);
    else error = write_descriptor(fd, bytes, n);
    if (error == 0 && rename(temporary, path) != 0) error = errno;
    if (error) unlink(temporary);
    free(temporary);
    return error;
}

/* is the file with this status the one that the stream writes to? */
static int is_stream(const struct stat *status, FILE *stream)
{
    struct stat own;
    int fd = fileno(stream);

    return fd >= 0 && fstat(fd, &own) == 0 && own.st_dev == status->st_dev && own.st_ino == status->st_ino;
}

/* write to a regular file that is there: links are followed, a write-protected file stays; returns 0 or the errno */
static int write_existing(const char *path, const struct stat *status, const char *bytes, size_t n)
{
    char *real;
    int error;

    if (access(path, W_OK) != 0) return errno;
    real = realpath(path, NULL);
    if (!real) return errno;
    error = write_replacing(real, status->st_mode & 07777, bytes, n);
    free(real);
    return error;
}

int output_write(const char *path, const char *bytes, size_t n, FILE *messages)
{
    struct stat status;
    int error;

    if (path[0] == '\0') error = ENOENT;
    else if (strcmp(path, "-") == 0) error = write_stream(stdout, bytes, n);
    else if (stat(path, &status) != 0) error = errno == ENOENT ? write_replacing(path, 0, bytes, n) : errno;
    else if (S_ISDIR(status.st_mode)) error = EISDIR;
    else if (is_stream(&status, stdout)) error = write_stream(stdout, bytes, n);
    else if (is_stream(&status, stderr)) error = write_stream(stderr, bytes, n);
    else if (S_ISREG(status.st_mode)) error = write_existing(path, &status, bytes, n);
    else error = write_through(path, bytes, n);
    return error ? cannot_write(path, error, messages) : 0;
}

int output_save(const char *path, const output_text *t, FILE *messages)
{
    if (t->failed) return cannot_write(path, ENOMEM, messages);
    return output_write(path, t->data ? t->data : "", t->size, messages);
}

/* make one directory; returns 0, also for one that is there, or the errno */
static int make_one(const char *path)
{
    struct stat status;

    if (mkdir(path, 0777) == 0) return 0;
    if (stat(path, &status) != 0) return errno;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

int output_make_directory(const char *path, FILE *messages)
{
    size_t n = strlen(path);
    char *part = malloc(n + 1);
    int error = part ? 0 : ENOMEM;

    /* make a, a/b, a/b/c: cut the path at every slash in turn */
    for (size_t i = 1; i <= n && !error; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        error = make_one(part);
    }
    if (n == 0) error = ENOENT;
    free(part);
    if (error) fprintf(messages, "minisim2d: cannot make the directory %s: %s\n", path, strerror(error));
    return error ? -1 : 0;
}
