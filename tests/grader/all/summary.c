/* summary.c: see all.h
 *
 * What a student reads; then what the instructor reads, with a picture for each lab, from top to
 * bottom: the outcomes of each test, the distribution of points, the commonest mistakes.
 */
#include "all.h"

#include "minisim2d/drawing/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASS, WRONG, CRASH, NOT_ATTEMPTED, NOT_BUILT, NO_FILE, FATES };
enum { MOST_MISTAKES = 5, MOST_BINS = 24 };

static const struct { const char *word, *colour; } fates[FATES] = {
    { "pass", "#009e73" }, { "wrong", "#e69f00" }, { "crash", "#c0392b" },
    { "not attempted", "#d9d9d9" }, { "not built", "#7b4b94" }, { "no file", "#444444" },
};

typedef struct { const char *hint, *last; int submissions; } mistake;

/* sums over all submissions, of the points x of a test and those y of all others */
typedef struct { double x, y, xx, yy, xy; } sums;

typedef struct {
    const lab *lab;
    int submissions, possible, total;
    sums *sums;                          /* for each test */
    int (*fate)[FATES];                  /* for each test */
    int *with_points;                    /* [possible + 1] submissions with so many points */
    mistake *mistake;                    /* the commonest first */
    int nmistake, unexplained;           /* submissions with a failure that no known mistake has */
} lab_summary;

/* ---- what one student reads ------------------------------------------------------------------ */

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

static void text_of_rows(output_text *out, const table *t, int first, int end,
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

static void add_xml(output_text *out, const char *before, const char *text, const char *after)
{
    output_string(out, before);
    output_xml(out, text, strlen(text));
    output_string(out, after);
}

static void html_of_test(output_text *out, const row *r)
{
    const char *class = is(r, "pass") ? "pass" : is(r, "not attempted") ? "skip" : "bad";

    output_printf(out, "<tr><td>%s</td>", r->test);
    add_xml(out, "<td>", r->title, "</td>");
    output_printf(out, "<td class=\"n\">%d/%d</td><td class=\"%s\">%s</td></tr>\n", r->points,
                  r->possible, class, r->outcome);
}

static void html_of_rows(output_text *out, const table *t, int first, int end,
                        const output_text *report)
{
    char *why = reason(&t->row[first]);
    int points, possible;

    add_points(t, first, end, &points, &possible);
    output_printf(out, "<h2>%s: %d of %d points</h2>\n", t->row[first].lab, points, possible);
    for (int i = first; i < end; i++)
        if (is_mark(&t->row[i])) add_xml(out, "<p>", mark_text(&t->row[i]), "</p>\n");
    if (why) {
        add_xml(out, "<p class=\"bad\">", why, "</p>\n");
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
    output_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>");
    add_xml(out, "<title>", name, "</title>\n");
    output_printf(out, "<style>\n%s</style></head>\n<body>\n", style);
    add_xml(out, "<h1>", name, "</h1>\n");
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
        text_of_rows(&text, t, at, next, report[k]);
        html_of_rows(&html, t, at, next, report[k]);
    }
    output_string(&html, "</body>\n</html>\n");
    save(format_text("%s.txt", base), &text);
    save(format_text("%s.html", base), &html);
    output_free(&text);
    output_free(&html);
}

/* ---- counting -------------------------------------------------------------------------------- */

static int fate_of(const row *r)
{
    for (int f = 0; f < NO_FILE; f++)
        if (strcmp(r->outcome, fates[f].word) == 0) return f;
    return NO_FILE;
}

static int failed(const row *r) { return fate_of(r) == WRONG || fate_of(r) == CRASH; }

/* once for each submission, in however many tests it shows */
static void count_mistake(lab_summary *s, const row *r)
{
    int i = 0;

    while (i < s->nmistake && strcmp(s->mistake[i].hint, r->remark) != 0) i++;
    if (i == s->nmistake) {
        s->mistake = resized(s->mistake, (size_t)(i + 1) * sizeof *s->mistake);
        s->mistake[s->nmistake++] = (mistake){ r->remark, NULL, 0 };
    }
    if (s->mistake[i].last && strcmp(s->mistake[i].last, r->submission) == 0) return;
    s->mistake[i].last = r->submission;
    s->mistake[i].submissions++;
}

static void add_to(sums *s, double x, double y)
{
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->yy += y * y;
    s->xy += x * y;
}

/* the correlation of a test's points with those of the others, in hundredths; 0 where one of the
 * two is the same for all */
static int discrimination(const sums *s, int n)
{
    const double x = n * s->xx - s->x * s->x, y = n * s->yy - s->y * s->y;

    if (!(x > 0.5 && y > 0.5)) return 0;
    return (int)lround(100.0 * (n * s->xy - s->x * s->y) / sqrt(x * y));
}

/* one submission's rows of the lab, which are consecutive */
static void count_submission(lab_summary *s, const table *t, int first, int end)
{
    int points = 0, known = 0, bad = 0, test = 0, start = 0, of_tests = 0;

    for (int i = first; i < end; i++) {
        const row *r = &t->row[i];
        if (strcmp(r->lab, s->lab->name) != 0) continue;
        points += r->points;
        if (is_mark(r) || test == s->lab->ntest) continue;
        if (test == 0) start = i;
        of_tests += r->points;
        s->fate[test++][fate_of(r)]++;
        if (!failed(r)) continue;
        bad = 1;
        if (!r->remark[0]) continue;
        known = 1;
        count_mistake(s, r);
    }
    if (test == 0 || points > s->possible) return;
    for (int i = 0; i < test; i++)
        add_to(&s->sums[i], t->row[start + i].points, of_tests - t->row[start + i].points);
    s->submissions++;
    s->total += points;
    s->with_points[points]++;
    s->unexplained += bad && !known;
}

static int by_number(const void *a, const void *b)
{
    const mistake *one = a, *two = b;

    if (one->submissions != two->submissions) return two->submissions - one->submissions;
    return strcmp(one->hint, two->hint);
}

static lab_summary summarize(const table *t, const lab *which)
{
    lab_summary s = { .lab = which };

    for (int i = 0; i < which->ntest; i++) s.possible += which->test[i].points;
    s.fate = zeros(which->ntest, sizeof *s.fate);
    s.sums = zeros(which->ntest, sizeof *s.sums);
    s.with_points = zeros(s.possible + 1, sizeof *s.with_points);
    for (int first = 0, end; first < t->count; first = end) {
        end = table_end(t, first);
        count_submission(&s, t, first, end);
    }
    if (s.nmistake > 0) qsort(s.mistake, (size_t)s.nmistake, sizeof *s.mistake, by_number);
    return s;
}

/* the median of the points */
static int median(const lab_summary *s)
{
    int points = 0;

    for (int below = s->with_points[0]; 2 * below < s->submissions;)
        below += s->with_points[++points];
    return points;
}

/* the standard deviation of the points, in tenths */
static int deviation(const lab_summary *s)
{
    const double mean = (double)s->total / s->submissions;
    double sum = 0.0;

    for (int p = 0; p <= s->possible; p++) sum += s->with_points[p] * (p - mean) * (p - mean);
    return (int)lround(10.0 * sqrt(sum / s->submissions));
}

/* ---- text ------------------------------------------------------------------------------------ */

static void write_headline(output_text *out, const lab_summary *s)
{
    output_printf(out, "%s: %d submissions", s->lab->name, s->submissions);
    if (s->submissions == 0) return;
    output_printf(out, ", of %d points %d.%d on average, deviation %d.%d, median %d", s->possible,
                  s->total / s->submissions, 10 * s->total / s->submissions % 10,
                  deviation(s) / 10, deviation(s) % 10, median(s));
}

static void text_of_lab(output_text *out, const lab_summary *s)
{
    output_string(out, "\n");
    write_headline(out, s);
    output_string(out, "\n\n  test");
    for (int f = 0; f < FATES; f++) output_printf(out, "  %13s", fates[f].word);
    output_string(out, "  points      r\n");
    for (int i = 0; i < s->lab->ntest; i++) {
        const int all = s->lab->test[i].points * s->submissions;
        const int with = discrimination(&s->sums[i], s->submissions);
        output_printf(out, "  %-4s", s->lab->test[i].id);
        for (int f = 0; f < FATES; f++) output_printf(out, "  %13d", s->fate[i][f]);
        output_printf(out, "  %4d %%  %s%d.%02d", all ? (int)lround(100.0 * s->sums[i].x / all) : 0,
                      with < 0 ? "-" : " ", abs(with) / 100, abs(with) % 100);
        output_printf(out, "  %s\n", s->lab->test[i].title);
    }
    if (s->nmistake + s->unexplained == 0) return;
    output_string(out, "\n  submissions with the commonest mistakes\n");
    for (int i = 0; i < s->nmistake && i < MOST_MISTAKES; i++)
        output_printf(out, "  %4d  %s\n", s->mistake[i].submissions, s->mistake[i].hint);
    if (s->unexplained)
        output_printf(out, "  %4d  fail, and no known mistake fits\n", s->unexplained);
}

/* each section's submissions, their average points, and the deviation */
static void text_of_sections(output_text *out, const table *t, const lab *l, const marks *m)
{
    const char **name = resized(NULL, (size_t)(m->nsection + 1) * sizeof *name);
    int count = 0;

    for (int i = 0; i < m->nsection; i++) {
        int k = 0;
        while (k < count && strcmp(name[k], m->section[i].name) != 0) k++;
        if (k == count) name[count++] = m->section[i].name;
    }
    if (count > 0)
        output_string(out, "\n  section               submissions   average  deviation\n");
    for (int k = 0; k < count; k++) {
        double sum = 0.0, squares = 0.0, mean;
        int n = 0;
        for (int first = 0, end; first < t->count; first = end) {
            double points = 0.0;
            end = table_end(t, first);
            if (strcmp(section_of(m, &t->row[first]), name[k]) != 0) continue;
            for (int i = first; i < end; i++)
                if (strcmp(t->row[i].lab, l->name) == 0) points += t->row[i].points;
            n++;
            sum += points;
            squares += points * points;
        }
        mean = n ? sum / n : 0.0;
        output_printf(out, "  %-20s  %11d  %8.1f  %9.1f\n", name[k], n, mean,
                      n ? sqrt(fmax(0.0, squares / n - mean * mean)) : 0.0);
    }
    free(name);
}

/* ---- who ------------------------------------------------------------------------------------- */

/* the submissions with a row of this lab that `fits`, if any, as "  WHAT (3): ann, bob, cid" */
typedef int row_fits(const row *r, const char *test, const char *what);

static void list_who(output_text *out, const table *t, const lab *l, row_fits *fits,
                     const char *test, const char *what)
{
    output_text names = { 0 };
    const char *last = "";
    int count = 0;

    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        if (strcmp(r->lab, l->name) != 0 || strcmp(r->submission, last) == 0) continue;
        if (!fits(r, test, what)) continue;
        output_printf(&names, "%s%s", count++ ? ", " : "", r->submission);
        last = r->submission;
    }
    if (count) output_printf(out, "    %s (%d): %s\n", what, count, names.data);
    output_free(&names);
}

static int has_fate(const row *r, const char *test, const char *what)
{
    return strcmp(r->test, test) == 0 && strcmp(r->outcome, what) == 0;
}

static int has_mistake(const row *r, const char *test, const char *what)
{
    (void)test;
    return failed(r) && strcmp(r->remark, what) == 0;
}

static int breaks(const row *r, const char *test, const char *what)
{
    return strcmp(r->test, test) == 0 && failed(r) && !r->remark[0] && strcmp(r->broken, what) == 0;
}

/* the students behind the numbers of text_of_lab: for each outcome of each test except `pass`, for
 * each mistake, and for failures with the same words and no known mistake */
static void who_of_lab(output_text *out, const table *t, const lab_summary *s)
{
    output_printf(out, "%s\n", s->lab->name);
    for (int i = 0; i < s->lab->ntest; i++) {
        const char *test = s->lab->test[i].id;
        output_printf(out, "  %s  %s\n", test, s->lab->test[i].title);
        for (int f = PASS + 1; f < NO_FILE; f++)
            list_who(out, t, s->lab, has_fate, test, fates[f].word);
    }
    output_string(out, "  mistakes\n");
    for (int i = 0; i < s->nmistake; i++)
        list_who(out, t, s->lab, has_mistake, "", s->mistake[i].hint);
    output_string(out, "  alike, and no known mistake\n");
    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        int k = 0;
        if (strcmp(r->lab, s->lab->name) != 0 || !breaks(r, r->test, r->broken)) continue;
        while (k < i && (strcmp(t->row[k].lab, r->lab) != 0 ||
                         !breaks(&t->row[k], r->test, r->broken)))
            k++;
        if (k < i) continue;             /* these words were listed already */
        output_printf(out, "    %s", r->test);
        list_who(out, t, s->lab, breaks, r->test, r->broken);
    }
}

/* submissions that need attention: the first row of each lab that could not be graded, or built */
static int needs_a_look(const table *t, int i)
{
    const row *r = &t->row[i];

    if (i > 0 && strcmp(r[-1].submission, r->submission) == 0 && strcmp(r[-1].lab, r->lab) == 0)
        return 0;
    return is_ungraded(r) || fate_of(r) == NOT_BUILT;
}

static void add_problems(output_text *text, output_text *html, const table *t)
{
    int count = 0;

    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        char *what;
        if (!needs_a_look(t, i)) continue;
        if (count++ == 0) {
            output_string(text, "\nnot graded or not built, and to be looked at\n\n");
            output_string(html, "<h2>Not graded or not built, and to be looked at</h2>\n<ul>\n");
        }
        what = format_text("%s: %s: %s", r->lab, r->outcome, r->remark);
        output_printf(text, "  %s  %s\n", r->submission, what);
        add_xml(html, "<li>", format_text("%s %s", r->submission, what), "</li>\n");
    }
    if (count) output_string(html, "</ul>\n");
}

/* a marker's changes */
static void text_of_marks(output_text *out, const table *t)
{
    int count = 0;

    for (int i = 0; i < t->count; i++) {
        const row *r = &t->row[i];
        if (!is_mark(r)) continue;
        if (count++ == 0) output_string(out, "\nlate, or set by hand\n\n");
        output_printf(out, "  %s  %s: %s\n", r->submission, r->lab, mark_text(r));
    }
}

/* ---- picture --------------------------------------------------------------------------------- */

#define PLOT 620.0                       /* width of the frames, in pixels */
#define TESTS_HEIGHT 220.0
#define POINTS_HEIGHT 150.0
#define LINE (SVG_LINE * SVG_TEXT)
#define PALE_LINE "stroke=\"" SVG_PALE "\" stroke-width=\"1\""

static int largest(const int *number, int count)
{
    int most = 1;

    for (int i = 0; i < count; i++) most = number[i] > most ? number[i] : most;
    return most;
}

/* n columns side by side, the first at 0.5, up to `most`; the frame's size and place are given */
static void set_columns(svg_frame *f, int n, int most)
{
    f->x0 = 0.0;
    f->x1 = n;
    f->y0 = 0.0;
    f->y1 = 1.05 * most;
}

static void draw_bar(output_text *out, const svg_frame *f, double middle, double width,
                     double from, double to, const char *colour)
{
    const double x[] = { svg_x(f, middle - 0.5 * width), svg_x(f, middle + 0.5 * width) };
    const double y[] = { svg_y(f, to), svg_y(f, from) };

    if (to <= from) return;
    output_string(out, "<path stroke=\"#ffffff\" stroke-width=\"0.6\" d=\"");
    for (int i = 0; i < 4; i++) {
        output_string(out, i ? " L" : "M");
        svg_point(out, x[i == 1 || i == 2], y[i / 2]);
    }
    output_printf(out, " Z\" fill=\"%s\"/>\n", colour);
}

/* whole numbers of submissions along the left side, with lines across */
static void draw_counts(output_text *out, const svg_frame *f)
{
    svg_scale all, whole = { 0 };

    svg_scale_y(&all, f, 0);
    for (int i = 0; i < all.count; i++) {
        if (strchr(all.label[i], '.')) continue;
        whole.at[whole.count] = all.at[i];
        memcpy(whole.label[whole.count++], all.label[i], sizeof all.label[i]);
        svg_line(out, f->left, svg_y(f, all.at[i]), f->left + f->width, svg_y(f, all.at[i]),
                 PALE_LINE);
    }
    svg_axis_y(out, f, &whole, "submissions");
}

/* the colours and their words in a row */
static void draw_fates(output_text *out, double left, double y)
{
    for (int f = 0; f < FATES; f++) {
        svg_frame box = { 0, 0, 1, 1, left, y - 9.0, 10.0, 10.0, NULL };
        draw_bar(out, &box, 0.5, 1.0, 0.0, 1.0, fates[f].colour);
        svg_text(out, left + 15.0, y, SVG_TEXT, "start", "", fates[f].word, strlen(fates[f].word));
        left += 33.0 + svg_text_width(fates[f].word, strlen(fates[f].word), SVG_TEXT);
    }
}

static void draw_tests(output_text *out, svg_frame *f, const lab_summary *s)
{
    const int n = s->lab->ntest, step = 1 + (n - 1) / SVG_MAX_TICKS;
    svg_scale x = { 0 };

    set_columns(f, n, s->submissions);
    draw_counts(out, f);
    for (int i = 0; i < n; i++) {
        double from = 0.0;
        for (int k = 0; k < FATES; k++) {
            draw_bar(out, f, i + 0.5, 0.8, from, from + s->fate[i][k], fates[k].colour);
            from += s->fate[i][k];
        }
        if (i % step != 0) continue;
        x.at[x.count] = i + 0.5;
        snprintf(x.label[x.count++], sizeof x.label[0], "%s", s->lab->test[i].id);
    }
    svg_box(out, f);
    svg_axis_x(out, f, &x, "test");
}

static void draw_points(output_text *out, svg_frame *f, const lab_summary *s)
{
    const int wide = 1 + s->possible / MOST_BINS;             /* points in one column */
    int bin[MOST_BINS + 1] = { 0 };
    const int n = 1 + s->possible / wide;
    svg_scale x = { 0 };

    for (int p = 0; p <= s->possible; p++) bin[p / wide] += s->with_points[p];
    set_columns(f, n, largest(bin, n));
    draw_counts(out, f);
    for (int i = 0; i < n; i++) {
        draw_bar(out, f, i + 0.5, 0.8, 0.0, bin[i], "#56779a");
        if (n > 12 && i % 2 != 0) continue;
        x.at[x.count] = i + 0.5;
        if (wide == 1) snprintf(x.label[x.count++], sizeof x.label[0], "%d", i);
        else snprintf(x.label[x.count++], sizeof x.label[0], "%d-%d", i * wide,
                      i * wide + wide - 1);
    }
    svg_box(out, f);
    svg_axis_x(out, f, &x, "points");
}

/* the commonest mistakes as bars with their text below; returns where they end */
static double draw_mistakes(output_text *out, const lab_summary *s, double left, double y)
{
    const char *title = s->nmistake ? "Commonest mistakes (submissions)"
                                    : "No known mistake was found";

    svg_text(out, left, y, SVG_TEXT, "start", "font-weight=\"bold\"", title, strlen(title));
    y += 1.3 * LINE;
    for (int i = 0; i < s->nmistake && i < MOST_MISTAKES; i++) {
        const svg_frame bar = { 0, 0, s->mistake[0].submissions, 1, left, y - 10.0, 120.0, 12.0,
                                NULL };
        const double half = 0.5 * s->mistake[i].submissions;
        char number[16];
        snprintf(number, sizeof number, "%d", s->mistake[i].submissions);
        draw_bar(out, &bar, half, 2.0 * half, 0.0, 1.0, fates[WRONG].colour);
        svg_text(out, svg_x(&bar, 2.0 * half) + 4.0, y, SVG_TEXT, "start", "", number,
                 strlen(number));
        y += LINE * svg_wrapped(out, s->mistake[i].hint, left + 160.0, y, PLOT - 160.0, SVG_TEXT,
                                3, "") + 4.0;
    }
    return y;
}

/* the whole picture; returns its height. It is drawn twice: the height is known at the end. */
static double draw_lab(output_text *out, const lab_summary *s, double height)
{
    output_text line = { 0 };
    svg_frame f = { 0 };
    double y;

    write_headline(&line, s);
    f.left = SVG_MARGIN + SVG_AXIS_Y_SPACE + svg_text_width("0000", 4, SVG_TEXT);
    f.width = PLOT;
    svg_begin(out, f.left + PLOT + SVG_MARGIN, height, s->lab->name, line.data,
              "outcomes of each test, distribution of points, commonest mistakes");
    y = svg_heading(out, f.left + PLOT + SVG_MARGIN, line.data, NULL) + LINE;
    draw_fates(out, f.left, y);
    f.top = y + 10.0;
    f.height = TESTS_HEIGHT;
    draw_tests(out, &f, s);
    f.top += f.height + SVG_AXIS_X_HEIGHT + LINE;
    f.height = POINTS_HEIGHT;
    draw_points(out, &f, s);
    y = draw_mistakes(out, s, f.left, f.top + f.height + SVG_AXIS_X_HEIGHT + 1.5 * LINE);
    svg_end(out);
    output_free(&line);
    return y;
}

static void picture(output_text *out, const lab_summary *s)
{
    output_text trial = { 0 };
    const double height = draw_lab(&trial, s, 0.0);

    output_free(&trial);
    draw_lab(out, s, height);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void summary_write(const char *folder, const table *t, const lab_list *labs, const marks *m)
{
    output_text text = { 0 }, html = { 0 }, who = { 0 };

    output_string(&html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
                  "<title>Summary</title></head>\n<body style=\"font-family: sans-serif\">\n"
                  "<h1>Summary</h1>\n");
    for (int l = 0; l < labs->count; l++) {
        output_text svg = { 0 };
        lab_summary s;
        if (!labs->lab[l].selected) continue;
        s = summarize(t, &labs->lab[l]);
        text_of_lab(&text, &s);
        text_of_sections(&text, t, s.lab, m);
        who_of_lab(&who, t, &s);
        picture(&svg, &s);
        output_bytes(&html, svg.data, svg.size);
        save(format_text("%s/%s.svg", folder, labs->lab[l].name), &svg);
        output_free(&svg);
    }
    add_problems(&text, &html, t);
    text_of_marks(&text, t);
    output_string(&html, "</body>\n</html>\n");
    save(format_text("%s/summary.txt", folder), &text);
    save(format_text("%s/summary.html", folder), &html);
    save(format_text("%s/who.txt", folder), &who);
    output_free(&text);
    output_free(&html);
    output_free(&who);
}
