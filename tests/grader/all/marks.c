/* marks.c: see all.h
 *
 * The rows of results; gradebooks; and a marker's additions, in three tables in OUT that a
 * spreadsheet writes:
 *
 *     overrides.csv   student,lab,points,comment    a student's points in a lab, whatever the
 *                                                   grader gives
 *     marking.csv     lab,weight,due,penalty        for each lab: weight of full marks in the
 *                                                   course, due date, cost of a day
 *     sections.csv    student,section               each student's section; Canvas's gradebook also
 *                                                   has them
 *
 * Columns are known by their headings, in any order; those that are not needed may be left out.
 * The first two are rows of the table of results like a test's, with a comment and with points that
 * may be negative: so every sum and every export includes them. */
#define _POSIX_C_SOURCE 200809L
#include "all.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 10, MOST_COLUMNS = 2000, MOST_BYTES = 1 << 30, DAY = 86400 };
static const char columns[] =
    "submission,student,lab,test,title,points,possible,outcome,remark,broken\n";

void table_add(table *t, row r)
{
    if ((t->count & (t->count - 1)) == 0)                      /* 0, 1, 2, 4, ... are full */
        t->row = resized(t->row, 2 * (size_t)(t->count + 1) * sizeof *t->row);
    t->row[t->count++] = r;
}

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
        const char *const first[] = { r->submission, r->student, r->lab, r->test, r->title };
        for (int k = 0; k < 5; k++) add_field(&out, first[k], ",");
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

/* One field, read from *at, which is moved past it and its comma or line's end (*last); the text
 * replaces the input. The sign that name_csv has put before a formula is removed. */
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

static int table_line(char **at, char *field[], int most)
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

/* ---- tables that others have written --------------------------------------------------------- */

/* a table that may be missing; data is then NULL */
typedef struct {
    const char *path;
    char *at, *heading[MOST_COLUMNS];
    int columns, line;
} sheet;

static sheet open_sheet(const char *path)
{
    sheet s = { .path = path };
    output_text text = { 0 };

    if (!read_file(s.path, MOST_BYTES, &text)) return s;
    s.at = text.data + (strncmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    s.columns = table_line(&s.at, s.heading, MOST_COLUMNS);
    s.line = 1;
    return s;
}

/* the next line's fields, and "" where some are missing; returns how many it has, 0 at the end */
static int next_line(sheet *s, char *field[MOST_COLUMNS])
{
    int n;

    if (!s->at || !*s->at) return 0;
    n = table_line(&s->at, field, MOST_COLUMNS);
    for (int i = n; i < s->columns; i++) field[i] = "";
    s->line++;
    return n;
}

static int column(const sheet *s, const char *name)
{
    for (int i = 0; i < s->columns; i++)
        if (strcmp(s->heading[i], name) == 0) return i;
    return -1;
}

/* of a table that `system` has exported, if any */
static int needed(const sheet *s, const char *name, const char *system)
{
    if (column(s, name) < 0)
        die("%s has no column %s%s%s%s", s->path, name, system ? ": is it what " : "",
            system ? system : "", system ? " exports?" : "");
    return column(s, name);
}

/* a field of a line, or "" where there is no such column */
static const char *field_of(const sheet *s, char *const *field, const char *name)
{
    const int i = column(s, name);

    return i < 0 ? "" : field[i];
}

/* ---- a marker's tables ----------------------------------------------------------------------- */

static double number(const sheet *s, const char *text)
{
    char *end;
    const double x = strtod(text, &end);

    if (end == text || *end || !(x >= 0.0 && x <= 1e6))
        die("%s, line %d: %s is not a number >= 0", s->path, s->line, text);
    return x;
}

/* the lab that a line is about; with only one lab the line need not name it */
static int lab_of(const sheet *s, const lab_list *labs, const char *name)
{
    int found = -1, selected = 0;

    for (int i = 0; i < labs->count; i++) {
        if (*name ? !names_lab(name, &labs->lab[i]) : !labs->lab[i].selected) continue;
        found = i;
        selected++;
    }
    if (selected != 1)
        die("%s, line %d: %s", s->path, s->line,
            *name ? format_text("there is no lab called %s", name) : "which lab?");
    return found;
}

/* 2026-11-23 23:59, in the time of this machine */
static long long time_of(const sheet *s, const char *text)
{
    struct tm t = { .tm_isdst = -1 };
    char rest;

    if (sscanf(text, "%d-%d-%d%*1[ T]%d:%d%c", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour,
               &t.tm_min, &rest) != 5 || t.tm_mon < 1 || t.tm_mon > 12 || t.tm_mday < 1 ||
        t.tm_mday > 31 || t.tm_hour > 24 || t.tm_min > 59)
        die("%s, line %d: a date is 2026-11-23 23:59; this is %s", s->path, s->line, text);
    t.tm_year -= 1900;
    t.tm_mon--;
    return (long long)mktime(&t);
}

static void read_overrides(marks *m, const char *folder, const lab_list *labs)
{
    sheet s = open_sheet(format_text("%s/overrides.csv", folder));
    char *field[MOST_COLUMNS];

    if (!s.at) return;
    needed(&s, "student", NULL);
    needed(&s, "points", NULL);
    while (next_line(&s, field)) {
        override o = { .student = field_of(&s, field, "student"),
                       .comment = name_shown(field_of(&s, field, "comment")), .line = s.line };
        const double points = number(&s, field_of(&s, field, "points"));
        o.lab = lab_of(&s, labs, field_of(&s, field, "lab"));
        o.points = (int)points;
        for (int i = 0; i < m->noverride; i++)
            if (m->override[i].lab == o.lab && strcmp(m->override[i].student, o.student) == 0)
                die("%s, line %d: %s is in line %d, too", s.path, s.line, o.student,
                    m->override[i].line);
        m->override = resized(m->override, (size_t)(m->noverride + 1) * sizeof *m->override);
        m->override[m->noverride++] = o;
    }
}

static void read_marking(marks *m, const char *folder, const lab_list *labs)
{
    sheet s = open_sheet(format_text("%s/marking.csv", folder));
    char *field[MOST_COLUMNS];

    if (!s.at) return;
    needed(&s, "lab", NULL);
    while (next_line(&s, field)) {
        marking *of = &m->lab[lab_of(&s, labs, field_of(&s, field, "lab"))];
        const char *weight = field_of(&s, field, "weight"), *due = field_of(&s, field, "due");
        const char *penalty = field_of(&s, field, "penalty");
        if (*weight) of->weight = number(&s, weight);
        if (*weight) m->weighted = 1;
        if (*due) of->due = time_of(&s, due);
        if (*penalty) of->penalty = number(&s, penalty);
    }
}

static void read_sections(marks *m, sheet s, const char *student, const char *name)
{
    char *field[MOST_COLUMNS];

    if (!s.at) return;
    needed(&s, student, NULL);
    needed(&s, name, NULL);
    while (next_line(&s, field)) {
        const char *shown = name_shown(field_of(&s, field, name));
        if (!*shown) continue;
        m->section = resized(m->section, (size_t)(m->nsection + 1) * sizeof *m->section);
        m->section[m->nsection++] = (membership){ field_of(&s, field, student), shown };
    }
}

marks marks_read(const char *folder, const lab_list *labs, const char *gradebook)
{
    marks m = { 0 };

    m.lab = zeros(labs->count, sizeof *m.lab);
    read_overrides(&m, folder, labs);
    read_marking(&m, folder, labs);
    if (gradebook) read_sections(&m, open_sheet(gradebook), "ID", "Section");
    else read_sections(&m, open_sheet(format_text("%s/sections.csv", folder)), "student",
                       "section");
    return m;
}

int is_student(const char *name_of_submission, const char *student, const char *name)
{
    const char *number = strrchr(name_of_submission, '_');

    if (strcmp(name_of_submission, name) == 0 || strcmp(student, name) == 0) return 1;
    if (!number || !*name || name[strspn(name, "0123456789")]) return 0;
    return strcmp(number + 1, name) == 0;
}

const char *section_of(const marks *m, const row *r)
{
    for (int i = 0; i < m->nsection; i++)
        if (is_student(r->submission, r->student, m->section[i].student)) return m->section[i].name;
    return "";
}

void marks_check(const marks *m, const submission_list *list)
{
    for (int i = 0; i < m->noverride; i++) {
        int found = 0;
        for (int k = 0; k < list->count; k++)
            found += is_student(list->one[k].name, list->one[k].student, m->override[i].student);
        if (found != 1)
            die("overrides.csv, line %d: %s submission is called %s", m->override[i].line,
                found ? "more than one" : "no", m->override[i].student);
    }
}

/* ---- their effect ---------------------------------------------------------------------------- */

/* days begun after the due date; Canvas says only that it was late */
static int days_late(const marking *of, const submission *s, long long handed_in)
{
    int days = 0;

    if (of->due > 0 && handed_in > of->due) days = (int)((handed_in - of->due + DAY - 1) / DAY);
    return days == 0 && s->late && of->penalty > 0.0 ? 1 : days;
}

void marks_add(const marks *m, table *t, int first, int which, const submission *s,
               long long handed_in)
{
    const marking *of = &m->lab[which];
    const int days = handed_in ? days_late(of, s, handed_in) : 0;
    row r = t->row[first];
    int points = 0;

    r.broken = "";
    for (int i = first; i < t->count; i++) points += t->row[i].points;
    r.possible = 0;
    if (days > 0) {
        const int lost = (int)(points * of->penalty / 100.0 * days + 1e-9);
        r.test = "late";
        r.title = days == 1 ? "one day late" : format_text("%d days late", days);
        r.points = lost < points ? -lost : -points;
        r.outcome = "late";
        r.remark = "";
        table_add(t, r);
        points += r.points;
    }
    for (int i = 0; i < m->noverride; i++) {
        if (m->override[i].lab != which || !is_student(s->name, s->student, m->override[i].student))
            continue;
        r.test = "by hand";
        r.title = format_text("%d points, set by hand", m->override[i].points);
        r.points = m->override[i].points - points;
        r.outcome = "by hand";
        r.remark = m->override[i].comment;
        table_add(t, r);
    }
}

int is_mark(const row *r)
{
    return strcmp(r->outcome, "late") == 0 || strcmp(r->outcome, "by hand") == 0;
}

/* ---- gradebooks: Canvas and Moodle ----------------------------------------------------------- */

/* the column of the gradebook for a lab: "02_pgs (815)", or "02_pgs", which will be a new one */
static const char *canvas_heading(const lab *l, const sheet *s)
{
    const size_t n = strlen(l->name);

    for (int i = 0; i < s->columns; i++)
        if (strncmp(s->heading[i], l->name, n) == 0 && strchr(" ", s->heading[i][n]))
            return s->heading[i];
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

/* a gradebook, and room for which rows of the table it takes */
static sheet open_gradebook(const char *path, const table *t, char **taken)
{
    const sheet s = open_sheet(path);

    if (!s.at) die("can't read %s", path);
    *taken = zeros(t->count, 1);
    return s;
}

void table_canvas(const table *t, const lab_list *labs, const char *gradebook, const char *path)
{
    output_text out = { 0 };
    char *field[MOST_COLUMNS], *taken;
    sheet s = open_gradebook(gradebook, t, &taken);
    const int id = needed(&s, "ID", "Canvas"), last = needed(&s, "Section", "Canvas");

    for (int i = 0; i <= last; i++) add_field(&out, s.heading[i], i < last ? "," : "");
    for (int l = 0; l < labs->count; l++) {
        if (!labs->lab[l].selected) continue;
        output_string(&out, ",");
        name_csv(&out, canvas_heading(&labs->lab[l], &s));
    }
    output_string(&out, "\n");
    for (int n; (n = next_line(&s, field)) > 0;) {
        const int first = n > last ? row_of_user(t, field[id]) : -1;
        if (first < 0) continue;
        taken[first] = 1;
        for (int i = 0; i <= last; i++) add_field(&out, field[i], i < last ? "," : "");
        for (int l = 0; l < labs->count; l++) {
            const lab *which = &labs->lab[l];
            if (!which->selected) continue;
            output_string(&out, ",");
            if (is_without_mark(t, first, which->name))        /* Canvas keeps its mark */
                name_csv(&out, field_of(&s, field, canvas_heading(which, &s)));
            else output_printf(&out, "%d", lab_points(t, first, table_end(t, first), which));
        }
        output_string(&out, "\n");
    }
    say_exceptions(t, taken, gradebook);
    save(path, &out);
    output_free(&out);
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

/* a worksheet belongs to one assignment */
void table_moodle(const table *t, const lab_list *labs, const char *worksheet, const char *path)
{
    const lab *only = only_lab(labs);
    output_text out = { 0 };
    char *field[MOST_COLUMNS], *taken;
    sheet s = open_gradebook(worksheet, t, &taken);
    const int id = needed(&s, "Identifier", "Moodle"), grade = needed(&s, "Grade", "Moodle");

    if (!only) die("%s is of one assignment: LABS= says which lab", worksheet);
    for (int i = 0; i < s.columns; i++)
        add_quoted(&out, s.heading[i], i < s.columns - 1 ? "," : "\n");
    for (int n; (n = next_line(&s, field)) > 0;) {
        const char *number = strrchr(field[id], ' ');
        const int first = number ? row_of_user(t, number + 1) : -1;
        if (n != s.columns) continue;
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
