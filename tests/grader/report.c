/* report.c: one set of results, many formats */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

const char *short_name(const lab *which)
{
    const char *underscore = strchr(which->name, '_');

    return underscore ? underscore + 1 : which->name;
}

/* for each outcome: in the table, and in other words */
static const char *const labels[] = { "pass", "FAIL", "CRASH", "skip", "BUILD" };
static const char *const words[] = { "pass", "wrong", "crash", "not attempted", "not built" };

static int failed(const result *r) { return r->outcome != PASS && r->outcome != SKIP; }

tally tally_of(const report *r, const lab_results *part)
{
    const int first = part ? part->first : 0, end = part ? first + part->count : r->count;
    tally t = { { 0 }, 0, 0, 0 };

    for (int i = first; i < end; i++) {
        t.of[r->result[i].outcome]++;
        t.failed += failed(&r->result[i]);
        t.points += r->result[i].points;
        t.possible += r->result[i].test->points;
    }
    return t;
}

static double fraction(tally t) { return t.possible > 0 ? (double)t.points / t.possible : 0.0; }

static const lab_results *part_of(const report *r, int index)
{
    int l = 0;

    while (l + 1 < r->nlab && index >= r->lab[l].first + r->lab[l].count) l++;
    return &r->lab[l];
}

/* ---- the message about one test -------------------------------------------------------------- */

/* a line of the message: a label, then the text, further lines of it under its first */
static void message_line(FILE *out, const char *indent, const char *label, const char *text)
{
    if (!text[0]) return;
    fprintf(out, "%s%-7s ", indent, label);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '\n') {
            if (text[1]) fprintf(out, "\n%s        ", indent);
        } else {
            fputc(c >= ' ' && c < 127 ? c : '?', out);
        }
    }
    fputc('\n', out);
}

/* the first lines of the program's output */
static void message_printed(FILE *out, const char *indent, const char *printed)
{
    enum { LINES = 12 };
    char head[RUN_PRINTED];
    int lines = 0;
    size_t i;

    for (i = 0; i < sizeof head - 5 && printed[i] && lines < LINES; i++) {
        head[i] = printed[i];
        lines += printed[i] == '\n';
    }
    head[i] = '\0';
    if (printed[i]) strcpy(head + i, "...");
    message_line(out, indent, "printed", head);
}

static void message(const report *r, const result *t, FILE *out, const char *indent)
{
    const char *name = short_name(t->lab);
    char text[200];

    message_line(out, indent, "input", t->v.input);
    message_line(out, indent, "yours", t->v.yours);
    message_line(out, indent, "broken", t->v.broken);
    if (t->bad_cases > 1) {
        snprintf(text, sizeof text, "%d of %d cases fail; this is the smallest", t->bad_cases,
                 t->cases);
        message_line(out, indent, "cases", text);
    }
    message_line(out, indent, "likely", t->likely);
    if (!strstr(t->printed, "Sanitizer")) message_printed(out, indent, t->printed);
    snprintf(text, sizeof text, "make hint LAB=%s T=%s      rerun: make test LAB=%s T=%s%s", name,
             t->test->id, name, t->test->id, r->san ? " SAN=1" : "");
    message_line(out, indent, "next", text);
}

/* ---- table ----------------------------------------------------------------------------------- */

static void bar(FILE *out, tally t)
{
    const int full = t.possible > 0 ? 10 * t.points / t.possible : 0;

    for (int i = 0; i < 10; i++) fputc(i < full ? '#' : '-', out);
}

static void lab_line(const report *r, const lab_results *part, FILE *out)
{
    const tally t = tally_of(r, part);
    int first = 1;

    fprintf(out, "%s [", short_name(part->lab));
    bar(out, t);
    fprintf(out, "] %d/%d  ", t.points, t.possible);
    for (int k = 0; k < OUTCOMES; k++) {
        if (t.of[k]) fprintf(out, "%s%d %s", first ? " " : ", ", t.of[k], words[k]);
        first &= !t.of[k];
    }
    fprintf(out, "\n");
}

int lab_passed(const report *r, const lab_results *part)
{
    return tally_of(r, part).of[PASS] == part->lab->ntest;
}

/* the text of the lab's hints.txt for students who have passed: the lines below `## passed` */
static void passed_text(const report *r, const lab *which, FILE *out)
{
    char path[600], line[300];
    FILE *in;
    int on = 0;

    snprintf(path, sizeof path, "%s/labs/%s/hints.txt", r->top, which->name);
    in = fopen(path, "r");
    if (!in) return;
    while (fgets(line, sizeof line, in)) {
        if (strncmp(line, "## ", 3) == 0) on = strcmp(line, "## passed\n") == 0;
        else if (on) fprintf(out, "  %s", line);
    }
    fclose(in);
}

void report_progress(const report *r, FILE *out)
{
    const lab_results *part = r->lab;
    const result *t = r->result + part->first, *end = t + part->count;
    const tally sum = tally_of(r, part);

    while (t < end && t->outcome == PASS) t++;
    fprintf(out, "%d %d %s %s\n", sum.points, sum.possible, t < end ? t->test->id : "-",
            t < end ? t->test->title : "-");
}

/* a contest's cases, of all its tests that were run; lies count in every test */
typedef struct {
    int cases, solved, lies, score;
    double work;
} standing;

static standing standing_of(const result *results, int count)
{
    standing s = { 0, 0, 0, 0, 0.0 };

    for (int i = 0; i < count; i++) {
        const result *t = results + i;
        s.lies += t->lies;
        s.score += t->score;
        if (strcmp(t->test->group, CONTEST) != 0) continue;
        s.cases += t->test->cases;
        s.solved += t->solved;
        s.work += t->work;
    }
    return s;
}

static void contest_line(const report *r, const lab_results *part, FILE *out)
{
    const standing s = standing_of(r->result + part->first, part->count);

    if (s.solved + s.lies == 0) return;
    fprintf(out, "score %d: %d of %d solved, %d %s, work %.3g million\n", s.score, s.solved,
            s.cases, s.lies, s.lies == 1 ? "lie" : "lies", 1e-6 * s.work);
}

void report_table(const report *r, FILE *out, int quiet)
{
    for (int l = 0; l < r->nlab; l++) {
        const lab_results *part = &r->lab[l];
        if (!quiet)
            fprintf(out, "%sLab %s: %s\n\n", l ? "\n" : "", part->lab->name, part->lab->title);
        if (part->build_error[0]) {
            fprintf(out, "BUILD %s: the lab does not build; none of its tests was run\n",
                    short_name(part->lab));
            message_line(out, "  ", "error", part->build_error);
        }
        for (int i = part->first; i < part->first + part->count; i++) {
            const result *t = &r->result[i];
            char label[40], id[40];
            /* one message for the whole lab */
            if ((quiet && !failed(t)) || t->outcome == NOT_BUILT) continue;
            snprintf(id, sizeof id, "%s.%s", short_name(t->lab), t->test->id);
            snprintf(label, sizeof label, "%d/%d", t->points, t->test->points);
            fprintf(out, "%-5s %-12s %-62s %6s%s\n", labels[t->outcome], id, t->test->title, label,
                    t->outcome == SKIP ? "  not attempted" : "");
            if (t->outcome == WRONG || t->outcome == CRASH) message(r, t, out, "  ");
        }
        if (!quiet) fprintf(out, "\n");
        lab_line(r, part, out);
        contest_line(r, part, out);
        if (!quiet && r->nlab == 1 && lab_passed(r, part)) passed_text(r, part->lab, out);
    }
}

/* ---- TAP 14 ---------------------------------------------------------------------------------- */

/* the inside of a string of JSON, or of a quoted scalar of YAML */
static void json_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
        else if (*text == '\n') fputs("\\n", out);
        else fputc(*text >= ' ' && *text < 127 ? *text : '?', out);
    }
}

static void json_between(FILE *out, const char *before, const char *text, const char *after)
{
    fputs(before, out);
    json_escaped(out, text);
    fputs(after, out);
}

static void yaml_line(FILE *out, const char *before, const char *text)
{
    if (text[0]) json_between(out, before, text, "\"\n");
}

void report_tap(const report *r, FILE *out)
{
    fprintf(out, "TAP version 13\n1..%d\n", r->count);
    for (int i = 0; i < r->count; i++) {
        const result *t = &r->result[i];
        fprintf(out, "%sok %d - %s.%s %s%s\n", failed(t) ? "not " : "", i + 1, short_name(t->lab),
                t->test->id, t->test->title, t->outcome == SKIP ? " # SKIP not attempted" : "");
        if (!failed(t)) continue;
        fprintf(out, "  ---\n");
        if (t->outcome == NOT_BUILT) yaml_line(out, "  message: \"", part_of(r, i)->build_error);
        yaml_line(out, "  input: \"", t->v.input);
        yaml_line(out, "  yours: \"", t->v.yours);
        yaml_line(out, "  broken: \"", t->v.broken);
        yaml_line(out, "  likely: \"", t->likely);
        fprintf(out, "  ...\n");
    }
}

/* ---- JUnit XML ------------------------------------------------------------------------------- */

static void xml_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\n': fputs("&#10;", out); break;
        default: fputc(*text >= ' ' && *text < 127 ? *text : '?', out);
        }
    }
}

static void xml_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    xml_text(out, text);
    fputc('"', out);
}

/* the head of an element with the counts of its tests, without its end */
static void junit_counts(FILE *out, const char *element, const char *name, int count, tally t)
{
    fprintf(out, "<%s name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"",
            element, name, count, t.of[WRONG], t.of[CRASH] + t.of[NOT_BUILT], t.of[SKIP]);
}

static void junit_case(const lab_results *part, const result *t, FILE *out)
{
    fprintf(out, "    <testcase");
    xml_attribute(out, "classname", t->lab->name);
    fprintf(out, " name=\"%s.%s ", short_name(t->lab), t->test->id);
    xml_text(out, t->test->title);
    fprintf(out, "\" time=\"%.3f\"", t->seconds);
    if (t->outcome == PASS) {
        fprintf(out, "/>\n");
        return;
    }
    fprintf(out, ">");
    if (t->outcome == SKIP) {
        fprintf(out, "<skipped message=\"not attempted\"/>");
    } else {
        const char *element = t->outcome == WRONG ? "failure" : "error";
        char text[3 * VERDICT_TEXT + LIKELY_TEXT + 64];
        fprintf(out, "<%s", element);
        xml_attribute(out, "message",
                      t->outcome == NOT_BUILT ? "the lab does not build" : t->v.broken);
        fprintf(out, ">");
        if (t->outcome == NOT_BUILT) snprintf(text, sizeof text, "%s", part->build_error);
        else
            snprintf(text, sizeof text, "input   %s\nyours   %s\nbroken  %s\nlikely  %s\n",
                     t->v.input, t->v.yours, t->v.broken, t->likely);
        xml_text(out, text);
        fprintf(out, "</%s>", element);
    }
    fprintf(out, "</testcase>\n");
}

void report_junit(const report *r, FILE *out)
{
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    junit_counts(out, "testsuites", "labs", r->count, tally_of(r, NULL));
    fprintf(out, " time=\"%.3f\">\n", r->seconds);
    for (int l = 0; l < r->nlab; l++) {
        const lab_results *part = &r->lab[l];
        fputs("  ", out);
        junit_counts(out, "testsuite", part->lab->name, part->count, tally_of(r, part));
        fputs(">\n", out);
        for (int i = part->first; i < part->first + part->count; i++)
            junit_case(part, &r->result[i], out);
        fprintf(out, "  </testsuite>\n");
    }
    fprintf(out, "</testsuites>\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* the message about a test, as the inside of a string */
static void json_message(const lab_results *part, const result *t, FILE *out)
{
    static const char *const label[] = { "input   ", "yours   ", "broken  ", "likely  " };
    const char *const text[] = { t->v.input, t->v.yours, t->v.broken, t->likely };

    if (t->outcome == PASS) fprintf(out, "right");
    if (t->outcome == SKIP) fprintf(out, "not attempted");
    if (t->outcome == NOT_BUILT) json_between(out, "does not build:\\n", part->build_error, "");
    for (int i = 0; failed(t) && i < 4; i++)
        if (text[i][0]) json_between(out, label[i], text[i], "\\n");
}

static void json_output(const lab_results *part, const result *t, FILE *out)
{
    fprintf(out, "\"output\": \"");
    json_message(part, t, out);
    fprintf(out, "\"");
}

/* for a contest, if there is one: ranked by the score, then by the work */
static void gradescope_leaderboard(const report *r, FILE *out)
{
    const standing s = standing_of(r->result, r->count);

    if (s.cases == 0) return;
    fprintf(out, ",\n  \"leaderboard\": [{\"name\": \"score\", \"value\": %d}, "
            "{\"name\": \"work\", \"value\": %.0f, \"order\": \"asc\"}, "
            "{\"name\": \"solved\", \"value\": %d}, "
            "{\"name\": \"lies\", \"value\": %d, \"order\": \"asc\"}]",
            s.score, fmin(s.work, 1e15), s.solved, s.lies);
}

void report_gradescope(const report *r, FILE *out)
{
    const tally sum = tally_of(r, NULL);

    fprintf(out, "{\n  \"score\": %d,\n  \"execution_time\": %.3f,\n", sum.points, r->seconds);
    fprintf(out, "  \"output\": \"%d of %d points: %d passed, %d failed, %d not attempted\",\n"
            "  \"output_format\": \"text\",\n",
            sum.points, sum.possible, sum.of[PASS], sum.failed, sum.of[SKIP]);
    fprintf(
        out,
        "  \"visibility\": \"visible\",\n  \"stdout_visibility\": \"hidden\",\n  \"tests\": [\n");
    for (int i = 0; i < r->count; i++) {
        const result *t = &r->result[i];
        fprintf(out, "    {\"score\": %d, \"max_score\": %d, \"status\": \"%s\", ", t->points,
                t->test->points, t->outcome == PASS ? "passed" : "failed");
        fprintf(out, "\"name\": \"%s.%s", short_name(t->lab), t->test->id);
        json_between(out, " ", t->test->title, "\", ");
        fprintf(out, "\"number\": \"%d.%d\", ", atoi(t->lab->name), atoi(t->test->id));
        json_output(part_of(r, i), t, out);
        fprintf(out, ", \"output_format\": \"text\", \"tags\": [\"%s\", ", t->lab->name);
        json_between(out, "\"", t->test->group, "\"], ");
        fprintf(out, "\"visibility\": \"%s\"}%s\n",
                r->drawn && t->test->seeded > 0 ? r->drawn : "visible",
                i + 1 < r->count ? "," : "");
    }
    fprintf(out, "  ]");
    gradescope_leaderboard(r, out);
    fprintf(out, "\n}\n");
}

static void prairielearn_errors(const report *r, FILE *out)
{
    fprintf(out, "{\n  \"gradable\": false,\n  \"format_errors\": [");
    for (int l = 0; l < r->nlab; l++) {
        fprintf(out, "%s\"%s", l ? ", " : "", r->lab[l].lab->name);
        json_between(out, " does not build:\\n", r->lab[l].build_error, "\"");
    }
    fprintf(out, "]\n}\n");
}

static void base64(FILE *out, const char *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        unsigned long three = 0;
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0ul);
        for (size_t k = 0; k < 4; k++)
            fputc(i + k <= size ? digit[three >> (18 - 6 * k) & 63] : '=', out);
    }
}

void report_prairielearn(const report *r, FILE *out)
{
    const tally sum = tally_of(r, NULL);

    if (sum.of[NOT_BUILT] == r->count) {                       /* costs the student no attempt */
        prairielearn_errors(r, out);
        return;
    }
    fprintf(out, "{\n  \"gradable\": true,\n  \"score\": %.6f,\n", fraction(sum));
    fprintf(out, "  \"message\": \"%d passed, %d failed, %d not attempted\",\n"
            "  \"output\": \"\",\n  \"tests\": [\n", sum.of[PASS], sum.failed, sum.of[SKIP]);
    for (int i = 0; i < r->count; i++) {
        const result *t = &r->result[i];
        fprintf(out, "    {\"name\": \"%s.%s\", ", short_name(t->lab), t->test->id);
        json_between(out, "\"description\": \"", t->test->title, "\"");
        fprintf(out, ", \"points\": %d, \"max_points\": %d, ", t->points, t->test->points);
        json_output(part_of(r, i), t, out);
        fprintf(out, "}%s\n", i + 1 < r->count ? "," : "");
    }
    fprintf(out, "  ]");
    if (r->picture) {
        fprintf(out, ",\n  \"images\": [{\"label\": \"your own code in a picture\", \"url\": "
                     "\"data:image/svg+xml;base64,");
        base64(out, r->picture, r->picture_size);
        fprintf(out, "\"}]");
    }
    fprintf(out, "\n}\n");
}

void report_autolab(const report *r, FILE *out)
{
    const standing s = standing_of(r->result, r->count);

    fprintf(out, "{\"scores\": {");
    for (int l = 0; l < r->nlab; l++) {
        const tally t = tally_of(r, &r->lab[l]);
        fprintf(out, "%s\"%s\": %d", l ? ", " : "", r->lab[l].lab->name, t.points);
    }
    fprintf(out, "}");
    if (s.cases > 0) fprintf(out, ", \"scoreboard\": [%d, %.0f]", s.score, fmin(s.work, 1e15));
    fprintf(out, "}\n");
}

/* ---- Moodle ---------------------------------------------------------------------------------- */

/* VPL reads the whole output line by line. The student sees the text between <|-- and --|>: a line
 * with - before it is a title, one with > is shown verbatim; so nothing that a submission prints
 * can begin a line. */
void report_vpl(const report *r, FILE *out)
{
    for (int i = 0; i < r->count; i++) {
        const result *t = &r->result[i];
        fprintf(out, "<|--\n-%s.%s %s: %s (%d/%d)\n", short_name(t->lab), t->test->id,
                t->test->title, words[t->outcome], t->points, t->test->points);
        if (t->outcome == NOT_BUILT) message_line(out, ">", "error", part_of(r, i)->build_error);
        else if (failed(t)) message(r, t, out, ">");
        fprintf(out, "--|>\n");
    }
    fprintf(out, "Grade :=>> %d\n", tally_of(r, NULL).points);
}

/* for CodeRunner's combinator template grader: a table of the tests, and the mark as a fraction */
void report_coderunner(const report *r, FILE *out)
{
    fprintf(
        out,
        "{\"fraction\": %.6f,\n \"testresults\": [[\"iscorrect\", \"Test\", \"What\", \"Points\", "
        "\"Message\"]",
        fraction(tally_of(r, NULL)));
    for (int i = 0; i < r->count; i++) {
        const result *t = &r->result[i];
        fprintf(out, ",\n  [%s, \"%s.%s\", ", t->outcome == PASS ? "true" : "false",
                short_name(t->lab), t->test->id);
        json_between(out, "\"", t->test->title, "\", ");
        fprintf(out, "\"%d of %d\", \"", t->points, t->test->points);
        json_message(part_of(r, i), t, out);
        fprintf(out, "\"]");
    }
    fprintf(out, "]}\n");
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* a line of text as one field: a compiler's output may contain anything */
static void row_field(FILE *out, const char *text)
{
    fputc('\t', out);
    for (; *text && *text != '\n'; text++) fputc(*text >= ' ' && *text < 127 ? *text : '?', out);
}

void report_rows(const report *r, FILE *out)
{
    for (int l = 0; l < r->nlab; l++) {
        const lab_results *part = &r->lab[l];
        for (int i = part->first; i < part->first + part->count; i++) {
            const result *t = &r->result[i];
            fprintf(out, "%s\t%s\t%d\t%d\t%s", t->lab->name, t->test->id, t->points,
                    t->test->points, words[t->outcome]);
            row_field(out, t->test->title);
            row_field(out, t->outcome == NOT_BUILT ? part->build_error : t->likely);
            row_field(out, t->outcome == WRONG ? t->v.broken : "");
            fputc('\n', out);
        }
    }
}
