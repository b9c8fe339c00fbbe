/* mat.c: variables for a MAT-file of level 4; see mat.h */
#include "mat.h"

#include <stdint.h>
#include <string.h>

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
