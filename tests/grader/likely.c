/* likely.c: which known mistake gives the same wrong answers?
 *
 * tests/wrong/NN_name holds complete lab files with one typical mistake each; the first line of each says what it is. When a test
 * fails, they are built (once), run on the very same cases, and compared: a mistake is named only if its answers are the student's on
 * every case of that test. If several agree, those that agree on the most tests of the lab are named, two at most.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WRONG = 64, HINT = 300, NAMED = 2, SIGNAL_CPU = 24 };
static const double wrong_wall = 1.5;    /* [s]: a mistake that takes longer loops for ever */
static const double same_answer = 1e-6;  /* relative: two ways to write the same formula differ by rounding only */

typedef struct {
    char name[64];
    char hint[HINT];
    program exe;
    test_run *run;                       /* one for each of the student's runs; those of tests not attempted stay empty */
    int agreements;
} mistake;

/* the hint in the first line of a wrong submission; 1 if there is one */
static int read_hint(const char *path, char *hint)
{
    char line[600];
    FILE *in = fopen(path, "r");
    char *at = NULL, *end;

    if (!in) return 0;
    if (fgets(line, sizeof line, in)) at = strstr(line, "hint:");
    fclose(in);
    if (!at) return 0;
    at += strlen("hint:");
    while (*at == ' ') at++;
    end = strstr(at, "*/");
    if (!end) end = at + strcspn(at, "\n");
    while (end > at && end[-1] == ' ') end--;
    *end = '\0';
    snprintf(hint, HINT, "%.*s", HINT - 1, at);
    return 1;
}

/* have the wrong submissions of a lab built; make's own variables would only confuse the shell script */
static void build_wrong(const lab *which, const char *top)
{
    char command[512];

    snprintf(command, sizeof command, "sh '%s/tests/grader/build.sh' wrong %s >/dev/null 2>&1", top, which->name);
    if (system(command) != 0) return;                          /* then there are fewer hints, or none */
}

static int load_mistakes(const lab *which, const char *top, const char *build, mistake *m)
{
    char path[512];
    struct dirent *entry;
    DIR *dir;
    int count = 0;

    snprintf(path, sizeof path, "%s/tests/wrong/%s", top, which->name);
    dir = opendir(path);
    if (!dir) return 0;
    build_wrong(which, top);
    while (count < MAX_WRONG && (entry = readdir(dir)) != NULL) {
        const size_t length = strlen(entry->d_name);
        mistake *one = &m[count];
        if (length < 3 || length > sizeof one->name || strcmp(entry->d_name + length - 2, ".c") != 0) continue;
        memset(one, 0, sizeof *one);
        snprintf(one->name, sizeof one->name, "%.*s", (int)length - 2, entry->d_name);
        snprintf(path, sizeof path, "%s/tests/wrong/%s/%s", top, which->name, entry->d_name);
        if (!read_hint(path, one->hint)) continue;
        snprintf(path, sizeof path, "%s/wrong/%s/%s", build, which->name, one->name);
        count += program_load(path, &one->exe);
    }
    closedir(dir);
    return count;
}

static int by_name(const void *a, const void *b) { return strcmp(((const mistake *)a)->name, ((const mistake *)b)->name); }

/* ---- comparison ------------------------------------------------------------------------------------------------------------ */

static int same_number(double a, double b, double scale)
{
    return (a != a && b != b) || !(a < b || a > b) || fabs(a - b) <= same_answer * scale;
}

static int same_frame(const frame *a, const frame *b)
{
    if (a->id != b->id || a->damaged != b->damaged || a->narray != b->narray) return 0;
    for (int i = 0; i < a->narray; i++) {
        double scale = 0.0;
        for (int j = 0; j < a->len[i]; j++)
            if (fabs(a->array[i][j]) < HUGE_VAL) scale = fmax(scale, fabs(a->array[i][j]));
        for (int j = 0; j < a->len[i]; j++)
            if (!same_number(a->array[i][j], b->array[i][j], scale)) return 0;
    }
    return 1;
}

static int endless(const test_run *run) { return run->state == RUN_LATE || (run->state == RUN_KILLED && run->detail == SIGNAL_CPU); }

static int same_run(const test_run *a, const test_run *b)
{
    if (a->answered != b->answered) return 0;
    if (!(endless(a) && endless(b)) && (a->state != b->state || a->detail != b->detail)) return 0;
    for (int k = 0; k < a->answered; k++)
        if (!same_frame(&a->answer[k], &b->answer[k])) return 0;
    return 1;
}

/* ---- naming ---------------------------------------------------------------------------------------------------------------- */

/* the hints of those that agree on test i and, among these, on the most tests */
static void name_mistakes(const mistake *m, int count, const test_run *student, int i, char *text)
{
    int most = 0, named = 0;

    for (int w = 0; w < count; w++)
        if (m[w].run[i].test && m[w].agreements > most && same_run(student, &m[w].run[i])) most = m[w].agreements;
    for (int w = 0; w < count && named < NAMED; w++) {
        const size_t have = strlen(text);
        if (most == 0 || m[w].agreements < most || !same_run(student, &m[w].run[i])) continue;
        if (strstr(text, m[w].hint)) continue;
        snprintf(text + have, LIKELY_TEXT - have, "%s%s", named ? "; or: " : "", m[w].hint);
        named++;
    }
}

/* run every mistake on the tests that the student attempted, all in one go */
static int run_mistakes(mistake *m, int nwrong, const result *results, const test_run *runs, int count, const settings *set)
{
    test_run *all = calloc((size_t)(nwrong * count), sizeof *all);
    int used = 0;

    if (!all) return 0;
    for (int w = 0; w < nwrong; w++) {
        m[w].run = calloc((size_t)count, sizeof *m[w].run);
        for (int i = 0; m[w].run && i < count; i++)
            if (results[i].outcome != SKIP && run_prepare(&all[used], runs[i].lab, runs[i].test, &m[w].exe, set))
                all[used++].wall = wrong_wall;
    }
    run_all(all, used, set);
    used = 0;
    for (int w = 0; w < nwrong; w++)
        for (int i = 0; m[w].run && i < count; i++) {
            if (results[i].outcome == SKIP) continue;
            m[w].run[i] = all[used++];
            m[w].agreements += same_run(&runs[i], &m[w].run[i]);
        }
    free(all);
    return 1;
}

void likely_causes(const lab *which, result *results, const test_run *runs, int count, const settings *set, const char *top,
                   const char *build)
{
    mistake *m = calloc(MAX_WRONG, sizeof *m);
    const int nwrong = m ? load_mistakes(which, top, build, m) : 0;

    if (nwrong > 0) {
        qsort(m, (size_t)nwrong, sizeof *m, by_name);
        if (run_mistakes(m, nwrong, results, runs, count, set))
            for (int i = 0; i < count; i++)
                if (results[i].outcome == WRONG || results[i].outcome == CRASH)
                    name_mistakes(m, nwrong, &runs[i], i, results[i].likely);
    }
    for (int w = 0; w < nwrong; w++) {
        for (int i = 0; m[w].run && i < count; i++)
            if (m[w].run[i].test) run_free(&m[w].run[i]);
        free(m[w].run);
        program_free(&m[w].exe);
    }
    free(m);
}
