/* words.c: numbers and likenesses; see words.h */
#include "words.h"

#include <string.h>

enum { LONGEST = 31, FAR = 99 };

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int words_decimal(const char *word, int length)
{
    const char *p = word, *end = word + length;
    int digits = 0;

    if (p < end && (*p == '+' || *p == '-')) p++;
    for (; p < end && is_digit(*p); p++) digits++;
    if (p < end && *p == '.') p++;
    for (; p < end && is_digit(*p); p++) digits++;
    if (!digits) return 0;
    if (p < end && lower(*p) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        if (p == end) return 0;
        while (p < end && is_digit(*p)) p++;
    }
    return p == end;
}

int words_zero(const char *word, int length)
{
    for (int i = 0; i < length && lower(word[i]) != 'e'; i++)
        if (word[i] >= '1' && word[i] <= '9') return 0;
    return 1;
}

int words_not_finite(const char *word, int length)
{
    static const char *const names[] = { "nan", "inf", "infinity" };
    const int sign = length > 0 && (word[0] == '+' || word[0] == '-');

    return words_closest(word + sign, length - sign, names, 3, 1, 1) >= 0;
}

static int same(char a, char b, int any_case) { return any_case ? lower(a) == lower(b) : a == b; }

/* Row i of the table of distances between the first i characters of word and the first j of known, from row i - 1 in its place. */
int words_distance(const char *word, int length, const char *known, int any_case)
{
    const size_t n = strlen(known);
    int row[LONGEST + 1];

    if (length > LONGEST || n > LONGEST) return FAR;
    for (int j = 0; j <= (int)n; j++) row[j] = j;
    for (int i = 1; i <= length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= (int)n; j++) {
            const int substitute = diagonal + !same(word[i - 1], known[j - 1], any_case);
            const int insert = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = substitute < insert ? substitute : insert;
        }
    }
    return row[n];
}

int words_closest(const char *word, int length, const char *const *known, int count, int limit, int any_case)
{
    int best = -1;

    for (int k = 0; k < count; k++) {
        const int d = words_distance(word, length, known[k], any_case);
        if (d < limit) {
            limit = d;
            best = k;
        }
    }
    return best;
}
