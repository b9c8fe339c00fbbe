/* marks.c: see all.h
 *
 * A marker's additions to the grader's results, in three tables in OUT that a spreadsheet writes:
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

enum { MOST_COLUMNS = 2000, DAY = 86400 };

/* ---- reading --------------------------------------------------------------------------------- */

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

    if (!read_file(s.path, 1 << 24, &text)) return s;
    s.at = text.data + (strncmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    s.columns = table_line(&s.at, s.heading, MOST_COLUMNS);
    s.line = 1;
    return s;
}

/* the next line's fields; 0 at the end */
static int next_line(sheet *s, char *field[MOST_COLUMNS])
{
    int n;

    if (!s->at || !*s->at) return 0;
    n = table_line(&s->at, field, MOST_COLUMNS);
    for (; n < s->columns; n++) field[n] = "";
    s->line++;
    return 1;
}

static int column(const sheet *s, const char *name)
{
    for (int i = 0; i < s->columns; i++)
        if (strcmp(s->heading[i], name) == 0) return i;
    return -1;
}

static int needed(const sheet *s, const char *name)
{
    if (column(s, name) < 0) die("%s has no column %s", s->path, name);
    return column(s, name);
}

/* a field of a line, or "" where there is no such column */
static const char *field_of(const sheet *s, char *const *field, const char *name)
{
    const int i = column(s, name);

    return i < 0 ? "" : field[i];
}

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
    needed(&s, "student");
    needed(&s, "points");
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
    needed(&s, "lab");
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
    needed(&s, student);
    needed(&s, name);
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

    m.lab = resized(NULL, (size_t)labs->count * sizeof *m.lab);
    memset(m.lab, 0, (size_t)labs->count * sizeof *m.lab);
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
