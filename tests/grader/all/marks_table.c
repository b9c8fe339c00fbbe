/* marks_table.c: see all.h */
#include "all.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10, MOST_BYTES = 1 << 30 };
static const char columns[] =
    "submission,student,lab,test,title,points,possible,outcome,remark,broken\n";

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

    output_string(&out, columns);
    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        add_field(&out, r->submission, ",");
        add_field(&out, r->student, ",");
        add_field(&out, r->lab, ",");
        add_field(&out, r->test, ",");
        add_field(&out, r->title, ",");
        output_printf(&out, "%d,%d,", r->points, r->possible);
        add_field(&out, r->outcome, ",");
        add_field(&out, r->remark, ",");
        add_field(&out, r->broken, "\n");
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

/* the points of one submission, whose rows are [first, end), in a lab */
static int lab_points(const table *t, int first, int end, const lab *l)
{
    int points = 0;

    for (int i = first; i < end; i++)
        if (strcmp(t->row[i].lab, l->name) == 0) points += t->row[i].points;
    return points;
}

static int possible_points(const lab *l)
{
    int points = 0;

    for (int i = 0; i < l->ntest; i++) points += l->test[i].points;
    return points;
}

void table_points(const table *t, const lab_list *labs, const marks *m, const char *path)
{
    output_text out = { 0 };

    output_printf(&out, "submission,student%s", m->nsection ? ",section" : "");
    for (int l = 0; l < labs->count; l++)
        if (labs->lab[l].selected) output_printf(&out, ",%s", labs->lab[l].name);
    output_printf(&out, ",total%s\n", m->weighted ? ",weighted" : "");
    for (int first = 0, end; first < t->count; first = end) {
        double weighted = 0.0;
        int total = 0;
        end = table_end(t, first);
        add_field(&out, t->row[first].submission, ",");
        add_field(&out, t->row[first].student, m->nsection ? "," : "");
        if (m->nsection) add_field(&out, section_of(m, &t->row[first]), "");
        for (int l = 0; l < labs->count; l++) {
            const int points = lab_points(t, first, end, &labs->lab[l]);
            if (!labs->lab[l].selected) continue;
            output_printf(&out, ",%d", points);
            total += points;
            weighted += m->lab[l].weight * points / possible_points(&labs->lab[l]);
        }
        output_printf(&out, ",%d", total);
        if (m->weighted) output_string(&out, ",");
        if (m->weighted) output_fixed(&out, weighted, 2);
        output_string(&out, "\n");
    }
    save(path, &out);
    output_free(&out);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* One field, read from *at, which is moved past it and its comma or line's end; the text replaces
 * the input. The sign that name_csv has put before a formula is removed. *last: whether the line
 * ends with it. */
static char *take_field(char **at, int *last)
{
    char *from = *at, *to = *at, *start = *at;
    const int quoted = *from == '"';

    if (quoted) from++;
    while (*from && (quoted ? *from != '"' || from[1] == '"' : *from != ',' && *from != '\n')) {
        if (quoted && *from == '"') from++;
        *to++ = *from++;
    }
    if (quoted && *from == '"') from++;
    if (*from == '\r') from++;
    *last = *from != ',';
    *at = *from ? from + 1 : from;
    *to = '\0';
    if (!quoted && to > start && to[-1] == '\r') to[-1] = '\0';
    if (*start == '\'' && start[1 + strspn(start + 1, "'")] &&
        strchr("=+-@", start[1 + strspn(start + 1, "'")]))
        start++;
    return start;
}

int table_line(char **at, char *field[], int most)
{
    int count = 0, last = 0;

    while (!last && count < most) field[count++] = take_field(at, &last);
    return count;
}

void table_read(table *t, const char *path)
{
    output_text text = { 0 };
    char *at;

    if (!read_file(path, MOST_BYTES, &text)) die("can't read %s", path);
    if (strncmp(text.data, columns, strlen(columns)) != 0)
        die("%s is not a table of results", path);
    at = text.data + strlen(columns);
    while (*at) {
        char *field[COLUMNS];
        row r;
        for (int i = 0, last = 0; i < COLUMNS; i++) {
            if (last) die("%s has a row that is too short", path);
            field[i] = take_field(&at, &last);
        }
        r = (row){ .submission = field[0], .student = field[1], .lab = field[2], .test = field[3],
                   .title = field[4], .outcome = field[7], .remark = field[8],
                   .broken = field[9], .points = atoi(field[5]), .possible = atoi(field[6]) };
        table_add(t, r);
    }
}

int is_ungraded(const row *r)
{
    static const char *const outcomes[] = { "wrong name", "several files", "not readable",
                                            "not graded" };

    for (size_t k = 0; k < sizeof outcomes / sizeof outcomes[0]; k++)
        if (strcmp(r->outcome, outcomes[k]) == 0) return 1;
    return 0;
}

/* ---- Canvas ---------------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 2000 };

/* the column of the gradebook for a lab: "02_pgs (815)", or "02_pgs", which will be a new one */
static const char *canvas_heading(const lab *l, char *const *heading, int count)
{
    const size_t n = strlen(l->name);

    for (int i = 0; i < count; i++)
        if (strncmp(heading[i], l->name, n) == 0 && (heading[i][n] == '\0' || heading[i][n] == ' '))
            return heading[i];
    return l->name;
}

/* the first row of the submission that ends with _ID; -1: there is none */
static int row_of_user(const table *t, const char *id)
{
    if (!*id || id[strspn(id, "0123456789")]) return -1;
    for (int first = 0; first < t->count; first = table_end(t, first)) {
        const char *end = strrchr(t->row[first].submission, '_');
        if (end && strcmp(end + 1, id) == 0) return first;
    }
    return -1;
}

static int find_column(const char *name, char *const *heading, int count, const char *path,
                       const char *system)
{
    for (int i = 0; i < count; i++)
        if (strcmp(heading[i], name) == 0) return i;
    die("%s has no column %s: is it what %s exports?", path, name, system);
}

/* A submission whose file for the lab could not be graded, and that has no points set by hand: a
 * gradebook keeps its mark */
static int is_without_mark(const table *t, int first, const char *name)
{
    int without = 0;

    for (int i = first; i < table_end(t, first); i++) {
        if (strcmp(t->row[i].lab, name) != 0) continue;
        if (is_mark(&t->row[i])) return 0;
        without |= is_ungraded(&t->row[i]);
    }
    return without;
}

/* on stderr: the submissions that were not found in a table, and those whose marks stay unchanged
 * because there is no file */
static void say_exceptions(const table *t, const char *taken, const char *where)
{
    for (int first = 0, end; first < t->count; first = end) {
        const char *said = "";
        end = table_end(t, first);
        if (!taken[first])
            fprintf(stderr, "grade-all: %s is not in %s\n", t->row[first].submission, where);
        for (int i = first; i < end && taken[first]; i++) {
            if (strcmp(said, t->row[i].lab) == 0) continue;
            said = t->row[i].lab;
            if (!is_without_mark(t, first, said)) continue;
            fprintf(stderr, "grade-all: %s keeps its mark for %s: %s\n", t->row[first].submission,
                    said, t->row[i].outcome);
        }
    }
}

static char *no_rows_taken(const table *t)
{
    char *taken = resized(NULL, (size_t)t->count + 1);

    memset(taken, 0, (size_t)t->count + 1);
    return taken;
}

/* what a gradebook's file holds, without the mark that its encoding may begin with */
static char *text_of_file(const char *path)
{
    output_text text = { 0 };

    if (!read_file(path, MOST_BYTES, &text)) die("can't read %s", path);
    return text.data + (strncmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
}

void table_canvas(const table *t, const lab_list *labs, const char *gradebook, const char *path)
{
    output_text out = { 0 };
    char *field[MOST_COLUMNS], *heading[MOST_COLUMNS], *taken = no_rows_taken(t);
    char *at = text_of_file(gradebook);
    const int count = table_line(&at, heading, MOST_COLUMNS);
    const int id = find_column("ID", heading, count, gradebook, "Canvas");
    const int last = find_column("Section", heading, count, gradebook, "Canvas");

    for (int i = 0; i <= last; i++) add_field(&out, heading[i], i < last ? "," : "");
    for (int l = 0; l < labs->count; l++) {
        if (!labs->lab[l].selected) continue;
        output_string(&out, ",");
        name_csv(&out, canvas_heading(&labs->lab[l], heading, count));
    }
    output_string(&out, "\n");
    while (*at) {
        const int n = table_line(&at, field, MOST_COLUMNS);
        const int first = n > last && n > id ? row_of_user(t, field[id]) : -1;
        if (first < 0) continue;
        taken[first] = 1;
        for (int i = 0; i <= last; i++) add_field(&out, field[i], i < last ? "," : "");
        for (int l = 0; l < labs->count; l++) {
            if (!labs->lab[l].selected) continue;
            output_string(&out, ",");
            if (is_without_mark(t, first, labs->lab[l].name)) {    /* Canvas keeps its mark */
                const char *name = canvas_heading(&labs->lab[l], heading, count);
                for (int i = 0; i < n && i < count; i++)
                    if (strcmp(heading[i], name) == 0) name_csv(&out, field[i]);
            } else {
                output_printf(&out, "%d", lab_points(t, first, table_end(t, first), &labs->lab[l]));
            }
        }
        output_string(&out, "\n");
    }
    say_exceptions(t, taken, gradebook);
    save(path, &out);
    output_free(&out);
}

/* ---- Moodle ---------------------------------------------------------------------------------- */

/* the only lab, or an error: a worksheet belongs to one assignment */
static const lab *one_lab(const lab_list *labs, const char *worksheet)
{
    const lab *only = NULL;

    for (int l = 0; l < labs->count; l++) {
        if (!labs->lab[l].selected) continue;
        if (only) die("%s is of one assignment: LABS= says which lab", worksheet);
        only = &labs->lab[l];
    }
    return only;
}

/* a field unchanged: Moodle identifies the rows by their contents */
static void add_quoted(output_text *out, const char *text, const char *end)
{
    output_string(out, "\"");
    for (; *text; text++) {
        if (*text == '"') output_string(out, "\"");
        output_bytes(out, text, 1);
    }
    output_printf(out, "\"%s", end);
}

void table_moodle(const table *t, const lab_list *labs, const char *worksheet, const char *path)
{
    const lab *only = one_lab(labs, worksheet);
    output_text out = { 0 };
    char *field[MOST_COLUMNS], *heading[MOST_COLUMNS], *taken = no_rows_taken(t);
    char *at = text_of_file(worksheet);
    const int count = table_line(&at, heading, MOST_COLUMNS);
    const int id = find_column("Identifier", heading, count, worksheet, "Moodle");
    const int grade = find_column("Grade", heading, count, worksheet, "Moodle");

    for (int i = 0; i < count; i++) add_quoted(&out, heading[i], i < count - 1 ? "," : "\n");
    while (*at) {
        const int n = table_line(&at, field, MOST_COLUMNS);
        const char *number = n == count ? strrchr(field[id], ' ') : NULL;
        const int first = number ? row_of_user(t, number + 1) : -1;
        if (n != count) continue;
        if (first >= 0) taken[first] = 1;
        for (int i = 0; i < n; i++) {
            const char *end = i < n - 1 ? "," : "\n";
            if (i == grade && first >= 0 && !is_without_mark(t, first, only->name))
                output_printf(&out, "%d%s", lab_points(t, first, table_end(t, first), only), end);
            else add_quoted(&out, field[i], end);
        }
    }
    say_exceptions(t, taken, worksheet);
    save(path, &out);
    output_free(&out);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* the rows of one submission follow each other in the same file: compare their addresses */
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
