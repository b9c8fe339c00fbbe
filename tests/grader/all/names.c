/* names.c: see all.h */
#include "all.h"

#include <ctype.h>
#include <string.h>

static char *text_of(output_text *t)
{
    output_bytes(t, "", 0);
    if (t->failed) die("there is no memory");
    return t->data;
}

/* controls, line and paragraph ends, and characters that change the direction of writing */
static int invisible(unsigned long code)
{
    return code < ' ' || (code >= 127 && code < 160) || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

char *name_shown(const char *name)
{
    const size_t n = strlen(name);
    output_text t = { 0 };

    for (size_t at = 0, took; at < n; at += took) {
        unsigned long code;
        took = output_character(name + at, n - at, &code);
        if ((code == 0xfffd && took == 1) || invisible(code) || code == '\\') {
            for (size_t i = 0; i < took; i++)
                output_printf(&t, "\\x%02X", (unsigned)(unsigned char)name[at + i]);
        } else {
            output_bytes(&t, name + at, took);
        }
    }
    return text_of(&t);
}

enum { LONGEST_FILE_NAME = 150 };

char *name_of_file(const char *shown)
{
    output_text t = { 0 };
    unsigned char digest[SHA256_BYTES];
    char hex[SHA256_TEXT];
    sha256 s;

    for (size_t i = 0; shown[i]; i++) {
        const unsigned char c = (unsigned char)shown[i];
        if (c >= 128 || isalnum(c) || c == '_' || c == ' ' || c == '@' || c == '+' || c == ',' ||
            (i > 0 && (c == '.' || c == '-')))
            output_bytes(&t, shown + i, 1);
        else
            output_printf(&t, "%%%02X", c);
    }
    if (t.size > LONGEST_FILE_NAME) {
        size_t end = LONGEST_FILE_NAME;
        while (end > 0 && ((unsigned char)t.data[end] & 0xc0) == 0x80) end--;   /* a whole letter */
        t.size = end;
        sha256_start(&s);
        sha256_add(&s, shown, strlen(shown));
        sha256_end(&s, digest);
        sha256_text(digest, hex);
        output_printf(&t, "~%.12s", hex);
    }
    return text_of(&t);
}

/* `=1+1` is a formula; a name that begins with apostrophes before such a sign must stay distinct */
static int looks_like_formula(const char *text)
{
    while (*text == '\'') text++;
    return *text && strchr("=+-@", *text) != NULL;
}

void name_csv(output_text *out, const char *text)
{
    const int quoted = strpbrk(text, ",;\"") != NULL || looks_like_formula(text);

    if (quoted) output_string(out, "\"");
    if (looks_like_formula(text)) output_string(out, "'");
    for (; *text; text++) {
        if (*text == '"') output_string(out, "\"");
        output_bytes(out, text, 1);
    }
    if (quoted) output_string(out, "\"");
}
