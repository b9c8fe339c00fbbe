/* text.c: growing text, numbers, XML escapes, variables for MAT-files; see output.h */
#include "output.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT 0xFFFDul          /* replaces what cannot be shown */

int output_grow(void *list, int count, int *room, size_t size)
{
    const int more = count == 0 ? 16 : count <= INT_MAX / 2 ? 2 * count : INT_MAX;
    void *array;

    if (count < *room) return 0;
    memcpy(&array, list, sizeof array);
    if (more == count || size > SIZE_MAX / (size_t)more) return -1;
    array = realloc(array, (size_t)more * size);
    if (!array) return -1;
    memcpy(list, &array, sizeof array);
    *room = more;
    return 0;
}

void output_free(output_text *t)
{
    free(t->data);
    memset(t, 0, sizeof *t);
}

/* makes room for n more bytes and the terminating 0; capacity doubles, so that appending costs
 * linear time in total */
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

/* ---- numbers ----
 *
 * Printing with 15, 16, 17 digits until one reads back would dominate the cost of a CSV row. In
 * most cases the first 17 digits, as integers, determine what fewer would read back as. */

/* (a b) / 2^shift, rounded, 1 <= shift <= 63, for results below 2^63 */
static uint64_t scaled_product(uint64_t a, uint64_t b, int shift)
{
    const uint64_t half = UINT64_C(0xFFFFFFFF), a0 = a & half, a1 = a >> 32;
    const uint64_t b0 = b & half, b1 = b >> 32, middle = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t other = a0 * b1 + (middle & half);
    const uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32), low = a * b;

    return (high << (64 - shift) | low >> shift) + (low >> (shift - 1) & 1);
}

/* value = mantissa 2^binary as d 10^exponent, d of 17 digits, rounded; 0 at a tie, and if it is too
 * large or too small for products of 128 bits: about above 1e15, below 1e-11 */
static int seventeen_digits(double mantissa, int binary, uint64_t *d, int *exponent)
{
    const uint64_t m = (uint64_t)(mantissa * 0x1p53);
    int k = 16 - (int)floor((binary - 1) * 0.30103);   /* log10(2); d may have a digit more */

    for (;; k--) {
        const int shift = 53 - binary - k;                     /* value 10^k = m 5^k / 2^shift */
        uint64_t power = 1;
        if (k > 27 || shift < 1) return 0;         /* so k >= 0 and shift <= 62, too */
        for (int i = 0; i < k; i++) power *= 5;
        *d = scaled_product(m, power, shift);
        *exponent = -k;
        if (m * power << (64 - shift) == UINT64_C(1) << 63) return 0;
        if (*d < UINT64_C(100000000000000000)) return 1;
    }
}

/* The shortest of 15, 16 and 17 digits that reads back as the value, as d 10^exponent; returns the
 * number of digits, or 0 if 17 digits, which are up to 1/2 off, do not decide: at ties, and at
 * powers of two, around which doubles are not evenly spaced. */
static int shortest(double value, uint64_t *d, int *exponent)
{
    int binary, digits = 15;
    const double mantissa = frexp(value, &binary);
    uint64_t all;

    if (value < 1e15 && value >= 1.0 && value == floor(value)) {
        *d = (uint64_t)value;
        *exponent = 0;
        return 15;
    }
    if (mantissa <= 0.5 || !seventeen_digits(mantissa, binary, &all, exponent)) return 0;
    for (uint64_t unit = 100; unit > 1; unit /= 10, digits++) {
        const double reach = (double)all * 0x1p-54 / mantissa; /* half the distance of doubles */
        const uint64_t rest = all % unit, down = all - rest;
        const double off = (double)(2 * rest > unit ? unit - rest : rest);
        if (2 * rest == unit || fabs(off - reach) <= 0.5 + 1e-9) return 0;
        if (off > reach) continue;
        *d = (2 * rest > unit ? down + unit : down) / unit;
        *exponent += 17 - digits;
        return digits;
    }
    *d = all;
    return 17;
}

static char *put_digits(const char *digit, int n, char *out)
{
    for (int i = 0; i < n; i++) *out++ = digit[i];
    return out;
}

static char *put_zeros(int n, char *out)
{
    for (int i = 0; i < n; i++) *out++ = '0';
    return out;
}

/* d 10^exponent, d > 0, as %.*g prints it with this number of digits; returns the end */
static char *as_general(uint64_t d, int exponent, int digits, char *out)
{
    char all[20], *digit = all + sizeof all;
    int n = 0, point;                                          /* digits, those before the point */

    for (; d % 10 == 0; d /= 10) exponent++;
    for (; d > 0; d /= 10, n++) *--digit = (char)('0' + d % 10);
    point = exponent + n;
    if (point < -3 || point > digits) {
        out = put_digits(digit, 1, out);
        if (n > 1) *out++ = '.';
        out = put_digits(digit + 1, n - 1, out);
        return out + snprintf(out, 8, "e%s%02d", point > 0 ? "+" : "-",
                              point > 0 ? point - 1 : 1 - point);
    }
    if (point <= 0) {
        out = put_zeros(1, out);
        *out++ = '.';
        return put_digits(digit, n, put_zeros(-point, out));
    }
    if (n <= point) return put_zeros(point - n, put_digits(digit, n, out));
    out = put_digits(digit, point, out);
    *out++ = '.';
    return put_digits(digit + point, n - point, out);
}

void output_number(output_text *t, double value)
{
    char number[64], *end = number;
    int exponent, digits;
    uint64_t d;

    if (isnan(value)) {
        output_string(t, "nan");
        return;
    }
    if (isinf(value)) {
        output_string(t, value > 0.0 ? "inf" : "-inf");
        return;
    }
    digits = shortest(fabs(value), &d, &exponent);
    if (copysign(1.0, value) < 0.0) *end++ = '-';
    if (value == 0.0) {
        *end++ = '0';
    } else if (digits > 0) {
        end = as_general(d, exponent, digits, end);
    } else {
        for (digits = 15; digits <= 17; digits++) {
            snprintf(number, sizeof number, "%.*g", digits, value);
            if (strtod(number, NULL) == value) break;
        }
        point_for_mark(number);
        end = number + strlen(number);
    }
    output_bytes(t, number, (size_t)(end - number));
}

void output_numbers(output_text *t, const char *before, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        output_string(t, before);
        output_number(t, x[i]);
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

    if (!small && snprintf(text, OUTPUT_FIT, "%.*f", decimals,
                           output_rounded(value, decimals)) <= width)
        return text;
    while (snprintf(text, OUTPUT_FIT, "%.*g", digits, value) > width && digits > 1) digits--;
    return text;
}

const char *output_fixed_text(char text[OUTPUT_FIXED], double value, int decimals)
{
    size_t n;

    snprintf(text, OUTPUT_FIXED, "%.*f", decimals, output_rounded(value, decimals));
    point_for_mark(text);
    n = strlen(text);
    if (strchr(text, '.')) {
        while (text[n - 1] == '0') n--;
        if (text[n - 1] == '.') n--;
    }
    text[n] = '\0';
    return text;
}

void output_fixed(output_text *t, double value, int decimals)
{
    char text[OUTPUT_FIXED];

    if (isfinite(value)) output_string(t, output_fixed_text(text, value, decimals));
    else output_number(t, value);
}

void output_format(output_text *t, const char *format, ...)
{
    char whole[16];
    va_list args;

    va_start(args, format);
    while (*format) {
        const char *kind = strchr(format, '%');
        if (kind != format) {
            const size_t plain = kind ? (size_t)(kind - format) : strlen(format);
            output_bytes(t, format, plain);
            format += plain;
            continue;
        }
        kind++;
        if (*kind == 'd') {
            snprintf(whole, sizeof whole, "%d", va_arg(args, int));
            output_string(t, whole);
        } else if (*kind == 's') output_string(t, va_arg(args, const char *));
        else if (*kind == 'g') output_number(t, va_arg(args, double));
        else output_fixed(t, va_arg(args, double), kind[1] - '0');
        format = kind + (*kind == '.' ? 3 : 1);
    }
    va_end(args);
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

/* characters that XML 1.0 cannot represent: control characters and the two non-characters */
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

/* ---- variables for MAT-files ---- */

static void put_bytes(uint64_t x, int count, output_text *out)
{
    char bytes[8];

    for (int k = 0; k < count; k++) bytes[k] = (char)(unsigned char)(x >> 8 * k & 0xFF);
    output_bytes(out, bytes, (size_t)count);
}

void mat_begin(const char *name, int rows, int columns, output_text *out)
{
    put_bytes(0, 4, out);
    put_bytes((uint64_t)rows, 4, out);
    put_bytes((uint64_t)columns, 4, out);
    put_bytes(0, 4, out);
    put_bytes(strlen(name) + 1, 4, out);
    output_bytes(out, name, strlen(name) + 1);
}

void mat_number(double x, output_text *out)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    put_bytes(bits, 8, out);
}

void mat_vector(const char *name, int n, const double *x, output_text *out)
{
    mat_begin(name, n, 1, out);
    for (int i = 0; i < n; i++) mat_number(x[i], out);
}
