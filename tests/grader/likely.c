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

enum { MAX_WRONG = 128, HINT = 300, NAMED = 2, SIGNAL_CPU = 24 };
static const double wrong_wall = 1.5;    /* [s]: a mistake that takes longer loops for ever */
static const double same_answer = 1e-6;  /* relative: two ways to write the same formula differ by rounding only */

typedef struct {
    char name[64];
    char kills[100];                     /* the tests that it must fail, as the first line says: "pgs.02 pgs.04" */
    char hint[HINT];
    program exe;
    test_run *run;                       /* one for each of the student's runs; those of tests not attempted stay empty */
} mistake;

/* the text between two words of a line, without the blanks around it */
static void between(const char *line, const char *from, const char *to, char *out, size_t size)
{
    const char *at = strstr(line, from), *end;

    out[0] = '\0';
    if (!at) return;
    at += strlen(from);
    while (*at == ' ') at++;
    end = strstr(at, to);
    if (!end) end = at + strcspn(at, "\n");
    while (end > at && end[-1] == ' ') end--;
    snprintf(out, size, "%.*s", (int)(end - at), at);
}

/* what the first line of a wrong submission says; 1 if it has a hint */
static int read_head(const char *path, mistake *m)
{
    char line[600] = "";
    FILE *in = fopen(path, "r");

    if (!in) return 0;
    if (!fgets(line, sizeof line, in)) line[0] = '\0';
    fclose(in);
    between(line, "kills:", "hint:", m->kills, sizeof m->kills);
    between(line, "hint:", "*/", m->hint, sizeof m->hint);
    return m->hint[0] != '\0';
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
        if (!read_head(path, one)) continue;
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

static int agreements(const test_run *student, const mistake *m, int count)
{
    int same = 0;

    for (int i = 0; i < count; i++) same += m->run[i].test && same_run(&student[i], &m->run[i]);
    return same;
}

/* the hints of those that agree on test i and, among these, on the most of the count tests */
static void name_mistakes(const mistake *m, int nwrong, const test_run *student, int count, int i, char *text)
{
    int most = 0, named = 0, score[MAX_WRONG];

    for (int w = 0; w < nwrong; w++) {
        const int agrees = m[w].run && m[w].run[i].test && same_run(&student[i], &m[w].run[i]);
        score[w] = agrees ? agreements(student, &m[w], count) : 0;
        if (score[w] > most) most = score[w];
    }
    for (int w = 0; w < nwrong && named < NAMED; w++) {
        const size_t have = strlen(text);
        if (most == 0 || score[w] < most || strstr(text, m[w].hint)) continue;
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
        }
    free(all);
    return 1;
}

static void free_mistakes(mistake *m, int nwrong, int count)
{
    for (int w = 0; w < nwrong; w++) {
        for (int i = 0; m[w].run && i < count; i++)
            if (m[w].run[i].test) run_free(&m[w].run[i]);
        free(m[w].run);
        program_free(&m[w].exe);
    }
    free(m);
}

void likely_causes(const lab *which, result *results, const test_run *runs, int count, const settings *set, const char *top,
                   const char *build)
{
    mistake *m = calloc(MAX_WRONG, sizeof *m);
    const int nwrong = m ? load_mistakes(which, top, build, m) : 0;

    if (nwrong > 0) qsort(m, (size_t)nwrong, sizeof *m, by_name);
    if (nwrong > 0 && run_mistakes(m, nwrong, results, runs, count, set))
        for (int i = 0; i < count; i++)
            if (results[i].outcome == WRONG || results[i].outcome == CRASH)
                name_mistakes(m, nwrong, runs, count, i, results[i].likely);
    free_mistakes(m, nwrong, count);
}

/* ---- the kill matrix ------------------------------------------------------------------------------------------------------- */

/* is the wrong submission killed by each test it names, and would a student with the same mistake be told its hint? */
static void judge_mistake(const mistake *m, int nwrong, const mistake *one, int count, int *killed, int *told, char *by)
{
    *killed = one->kills[0] != '\0';
    *told = 1;
    by[0] = '\0';
    for (int i = 0; one->run && i < count; i++) {
        char id[60], text[LIKELY_TEXT] = "";
        result r;
        snprintf(id, sizeof id, "%s.%s", short_name(one->run[i].lab), one->run[i].test->id);
        judge_run(&one->run[i], &r);
        if (r.outcome != PASS) snprintf(by + strlen(by), 200 - strlen(by), " %s", id);
        if (!strstr(one->kills, id)) continue;
        if (r.outcome == PASS || r.outcome == SKIP) *killed = 0;
        name_mistakes(m, nwrong, one->run, count, i, text);
        if (!strstr(text, one->hint)) *told = 0;
    }
}

int kill_matrix(const lab *which, const settings *set, const char *top, const char *build, int first)
{
    mistake *m = calloc(MAX_WRONG, sizeof *m);
    const int nwrong = m ? load_mistakes(which, top, build, m) : 0, count = which->ntest;
    test_run *any = calloc((size_t)count, sizeof *any);
    result *results = calloc((size_t)count, sizeof *results);
    int number = first;

    if (nwrong > 0) qsort(m, (size_t)nwrong, sizeof *m, by_name);
    for (int i = 0; any && results && i < count; i++) {
        any[i].lab = which;
        any[i].test = &which->test[i];
        results[i].outcome = WRONG;                            /* so that every test is run */
    }
    if (any && results && nwrong > 0 && run_mistakes(m, nwrong, results, any, count, set))
        for (int w = 0; w < nwrong; w++) {
            char by[200];
            int killed, told;
            judge_mistake(m, nwrong, &m[w], count, &killed, &told, by);
            printf("%sok %d - wrong/%s/%s is killed by %s, with its hint\n", killed && told ? "" : "not ", ++number, which->name, m[w].name,
                   m[w].kills);
            printf("# killed by%s%s\n", by, told ? "" : ", but its own hint is not the one that is named");
        }
    free(any);
    free(results);
    free_mistakes(m, nwrong, count);
    return number - first;
}
