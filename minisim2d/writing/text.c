/* text.c: growing text, numbers, XML escapes; see output.h */
#include "output.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT 0xFFFDul          /* the character that stands for what cannot be shown */

void output_free(output_text *t)
{
    free(t->data);
    memset(t, 0, sizeof *t);
}

/* room for n more bytes and the terminating 0; capacity doubles, so that appending costs linear
 * time in all */
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

const char *output_fit(char text[OUTPUT_FIT], double value, int small, int width, int decimals)
{
    int digits = width;

    if (!small && snprintf(text, OUTPUT_FIT, "%.*f", decimals, output_rounded(value, decimals)) <= width)
        return text;
    while (snprintf(text, OUTPUT_FIT, "%.*g", digits, value) > width && digits > 1) digits--;
    return text;
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
    /* a longer form of a short code is invalid */
    static const unsigned long least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char lead = (unsigned char)text[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 :
                    lead < 0xF8 ? 4 : 0;
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
    return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xFFFE ||
           code == 0xFFFF;
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
