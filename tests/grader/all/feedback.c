/* feedback.c: see all.h */
#include "all.h"

#include <string.h>

static const char style[] =
    "body { font: 16px/1.4 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }\n"
    "table { border-collapse: collapse } td, th { padding: .2em .8em .2em 0; text-align: left }\n"
    "td.n { text-align: right } .pass { color: #00664b } .bad { color: #a33c00 }\n"
    "pre { background: #f4f4f4; padding: .8em; overflow-x: auto }\n";

static int is(const row *r, const char *outcome) { return strcmp(r->outcome, outcome) == 0; }

static int lab_end(const table *t, int first, int end)
{
    int i = first;

    while (i < end && strcmp(t->row[i].lab, t->row[first].lab) == 0) i++;
    return i;
}

static void add_points(const table *t, int first, int end, int *points, int *possible)
{
    *points = *possible = 0;
    for (int i = first; i < end; i++) {
        *points += t->row[i].points;
        *possible += t->row[i].possible;
    }
}

/* why there was nothing to grade, as a sentence for the student; NULL if something was graded */
static char *reason(const row *r)
{
    if (is(r, "wrong name"))
        return format_text("This lab was not graded: %s. Give your file the right name, and hand "
                           "it in again.", r->remark);
    if (is(r, "several files"))
        return format_text("This lab was not graded, because it is not clear which file to take: "
                           "%s. Hand in one.", r->remark);
    if (is(r, "not handed in")) return format_text("Nothing was handed in: %s.", r->remark);
    if (is(r, "not readable")) return format_text("The file can't be read: %s.", r->remark);
    if (is(r, "not graded")) return format_text("Not graded yet: the grader failed.");
    return NULL;
}

/* a row that a marker has added: "one day late: -2", with the comment */
static char *mark_text(const row *r)
{
    return format_text("%s (%+d)%s%s", r->title, r->points, *r->remark ? ": " : "", r->remark);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void text_of_lab(output_text *out, const table *t, int first, int end,
                        const output_text *report)
{
    char *why = reason(&t->row[first]);
    int points, possible;

    add_points(t, first, end, &points, &possible);
    output_printf(out, "\n%s: %d of %d points\n\n", t->row[first].lab, points, possible);
    for (int i = first; i < end; i++)
        if (is_mark(&t->row[i])) output_printf(out, "%s\n\n", mark_text(&t->row[i]));
    if (why) output_printf(out, "%s\n", why);
    else if (report) output_bytes(out, report->data, report->size);
}

/* ---- HTML ------------------------------------------------------------------------------------ */

static void add_xml(output_text *out, const char *text) { output_xml(out, text, strlen(text)); }

static void html_of_test(output_text *out, const row *r)
{
    const char *class = is(r, "pass") ? "pass" : is(r, "not attempted") ? "skip" : "bad";

    output_printf(out, "<tr><td>%s</td><td>", r->test);
    add_xml(out, r->title);
    output_printf(out, "</td><td class=\"n\">%d/%d</td><td class=\"%s\">%s</td></tr>\n", r->points,
                  r->possible, class, r->outcome);
}

static void html_of_lab(output_text *out, const table *t, int first, int end,
                        const output_text *report)
{
    char *why = reason(&t->row[first]);
    int points, possible;

    add_points(t, first, end, &points, &possible);
    output_printf(out, "<h2>%s: %d of %d points</h2>\n", t->row[first].lab, points, possible);
    for (int i = first; i < end; i++) {
        if (!is_mark(&t->row[i])) continue;
        output_string(out, "<p>");
        add_xml(out, mark_text(&t->row[i]));
        output_string(out, "</p>\n");
    }
    if (why) {
        output_string(out, "<p class=\"bad\">");
        add_xml(out, why);
        output_string(out, "</p>\n");
        return;
    }
    output_string(out, "<table>\n<tr><th>test</th><th></th><th>points</th><th></th></tr>\n");
    for (int i = first; i < end; i++)
        if (!is_mark(&t->row[i])) html_of_test(out, &t->row[i]);
    output_string(out, "</table>\n");
    if (!report) return;
    output_string(out, "<pre>");
    output_xml(out, report->data, report->size);
    output_string(out, "</pre>\n");
}

static void html_head(output_text *out, const char *name)
{
    output_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n"
                  "<head><meta charset=\"utf-8\"/><title>");
    add_xml(out, name);
    output_printf(out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", style);
    add_xml(out, name);
    output_string(out, "</h1>\n");
}

void feedback_write(const char *base, const table *t, int first, int end,
                    const output_text *const *report)
{
    const char *name = t->row[first].submission;
    output_text text = { 0 }, html = { 0 };

    output_printf(&text, "%s\n", name);
    html_head(&html, name);
    for (int at = first, next, k = 0; at < end; at = next, k++) {
        next = lab_end(t, at, end);
        text_of_lab(&text, t, at, next, report[k]);
        html_of_lab(&html, t, at, next, report[k]);
    }
    output_string(&html, "</body>\n</html>\n");
    save(format_text("%s.txt", base), &text);
    save(format_text("%s.html", base), &html);
    output_free(&text);
    output_free(&html);
}
