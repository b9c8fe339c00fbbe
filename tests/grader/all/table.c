/* table.c: see all.h */
#include "all.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 9, MOST_BYTES = 1 << 30 };
static const char heading[] = "submission,student,lab,test,title,points,possible,outcome,remark\n";

void table_add(table *t, row r)
{
    if ((t->count & (t->count - 1)) == 0)                      /* 0, 1, 2, 4, ... are full */
        t->row = resized(t->row, 2 * (size_t)(t->count + 1) * sizeof *t->row);
    t->row[t->count++] = r;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_field(output_text *out, const char *text, const char *end)
{
    name_csv(out, text);
    output_string(out, end);
}

void table_write(const table *t, const char *path)
{
    output_text out = { 0 };

    output_string(&out, heading);
    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        add_field(&out, r->submission, ",");
        add_field(&out, r->student, ",");
        add_field(&out, r->lab, ",");
        add_field(&out, r->test, ",");
        add_field(&out, r->title, ",");
        output_printf(&out, "%d,%d,", r->points, r->possible);
        add_field(&out, r->outcome, ",");
        add_field(&out, r->remark, "\n");
    }
    save(path, &out);
    output_free(&out);
}

int table_end(const table *t, int first)
{
    int i = first;

    while (i < t->count && strcmp(t->row[i].submission, t->row[first].submission) == 0) i++;
    return i;
}

void table_points(const table *t, const lab_list *labs, const char *path)
{
    output_text out = { 0 };

    output_string(&out, "submission,student");
    for (int l = 0; l < labs->count; l++)
        if (labs->lab[l].selected) output_printf(&out, ",%s", labs->lab[l].name);
    output_string(&out, ",total\n");
    for (int first = 0, end; first < t->count; first = end) {
        int total = 0;
        end = table_end(t, first);
        add_field(&out, t->row[first].submission, ",");
        add_field(&out, t->row[first].student, "");
        for (int l = 0; l < labs->count; l++) {
            int points = 0;
            if (!labs->lab[l].selected) continue;
            for (int i = first; i < end; i++)
                if (strcmp(t->row[i].lab, labs->lab[l].name) == 0) points += t->row[i].points;
            output_printf(&out, ",%d", points);
            total += points;
        }
        output_printf(&out, ",%d\n", total);
    }
    save(path, &out);
    output_free(&out);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* One field, taken from *at on, which is moved behind it and its comma or line's end; the text
 * takes the place of what was read. What name_csv has put before a formula is taken away. */
static char *take_field(char **at)
{
    char *from = *at, *to = *at, *start = *at;
    const int quoted = *from == '"';

    if (quoted) from++;
    while (*from && (quoted ? *from != '"' || from[1] == '"' : *from != ',' && *from != '\n')) {
        if (quoted && *from == '"') from++;
        *to++ = *from++;
    }
    if (quoted && *from == '"') from++;
    *at = *from ? from + 1 : from;
    *to = '\0';
    if (*start == '\'' && start[1 + strspn(start + 1, "'")] &&
        strchr("=+-@", start[1 + strspn(start + 1, "'")]))
        start++;
    return start;
}

void table_read(table *t, const char *path)
{
    output_text text = { 0 };
    char *at;

    if (!read_file(path, MOST_BYTES, &text)) die("can't read %s", path);
    if (strncmp(text.data, heading, strlen(heading)) != 0) die("%s is no table of results", path);
    at = text.data + strlen(heading);
    while (*at) {
        char *field[COLUMNS];
        row r;
        for (int i = 0; i < COLUMNS; i++) field[i] = take_field(&at);
        r = (row){ .submission = field[0], .student = field[1], .lab = field[2], .test = field[3],
                   .title = field[4], .outcome = field[7], .remark = field[8],
                   .points = atoi(field[5]), .possible = atoi(field[6]) };
        table_add(t, r);
    }
}

/* ---- order ----------------------------------------------------------------------------------- */

/* the rows of one submission stand behind each other in the same file: their addresses tell */
static int by_submission(const void *a, const void *b)
{
    const row *one = a, *two = b;
    const int order = strcmp(one->submission, two->submission);

    if (order != 0) return order;
    return one->submission < two->submission ? -1 : one->submission > two->submission;
}

void table_sort(table *t)
{
    if (t->count > 0) qsort(t->row, (size_t)t->count, sizeof *t->row, by_submission);
}
