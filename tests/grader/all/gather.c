/* gather.c: see all.h
 *
 * Everybody begins with the same stub. A line of the stub says nothing about the author of a file:
 * all such lines are removed. Blanks don't count, nor do names: a line of the stub with renamed
 * parameters is still a line of the stub. Lines without a name, such as braces, stay.
 */
#include "all.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1000000 };

typedef struct { char **line; size_t count; } line_set;

static int in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* the shape of a line: without its blanks, and with an x for each name and number; NULL if there is
 * none */
static char *shape(const char *line, size_t n)
{
    char *text = copied(line, n);
    size_t kept = 0;
    int names = 0;

    for (size_t i = 0; i < n; i++) {
        if (isspace((unsigned char)line[i])) continue;
        if (!in_name(line[i])) {
            text[kept++] = line[i];
        } else if (i == 0 || !in_name(line[i - 1])) {
            text[kept++] = 'x';
            names++;
        }
    }
    text[kept] = '\0';
    if (names) return text;
    free(text);
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static line_set lines_of(const char *path)
{
    output_text text = { 0 };
    line_set set = { 0 };

    if (!read_file(path, LARGEST, &text)) die("can't read %s", path);
    for (char *line = strtok(text.data, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        char *one = shape(line, strlen(line));
        if (!one) continue;
        set.line = resized(set.line, (set.count + 1) * sizeof *set.line);
        set.line[set.count++] = one;
    }
    if (set.count) qsort(set.line, set.count, sizeof *set.line, by_text);
    output_free(&text);
    return set;
}

static void copy_own_lines(const char *from, const line_set *stub, const char *to)
{
    output_text text = { 0 }, own = { 0 };

    if (!read_file(from, LARGEST, &text)) die("can't read %s", from);
    for (size_t at = 0, n; at < text.size; at += n) {
        const char *end = memchr(text.data + at, '\n', text.size - at);
        char *one;
        n = end ? (size_t)(end - text.data) - at + 1 : text.size - at;
        one = shape(text.data + at, n);
        if (!one || !stub->count ||
            !bsearch(&one, stub->line, stub->count, sizeof *stub->line, by_text))
            output_bytes(&own, text.data + at, n);
        free(one);
    }
    save(to, &own);
    output_free(&text);
    output_free(&own);
}

void gather(const char *folder, const submission_list *list, const lab_list *labs, const char *top)
{
    for (int l = 0; l < labs->count; l++) {
        const lab *which = &labs->lab[l];
        char *place = format_text("%s/%s", folder, which->name);
        output_text names = { 0 };
        line_set stub;
        int count = 0;
        if (!which->selected) continue;
        stub = lines_of(format_text("%s/labs/%s/%s", top, which->name, which->file));
        make_folder(place);
        for (int i = 0; i < list->count; i++) {
            found_file f = submission_file(&list->one[i], which, labs, top);
            if (!f.path) continue;
            copy_own_lines(f.path, &stub, format_text("%s/%d.c", place, ++count));
            output_printf(&names, "%s\n", list->one[i].name);
        }
        save(format_text("%s/names", place), &names);
    }
}
