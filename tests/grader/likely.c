/* likely.c: which known mistake gives the same wrong answers?
 *
 * tests/wrong/NN_name holds complete lab files with one typical mistake each; the first line of each says what it is. When a test
 * fails, they are built (once), run on the very same cases, and compared: a mistake is named only if it fails that test, too, and
 * its answers are the student's on every case of it. Cases after the first with a function that is not attempted, and arrays that
 * the student has not written to, are left out of that; then what is wrong with both must also be the same. If several agree,
 * those that agree on the most tests of the lab are named, two at most.
 *
 * Their answers are kept in build/grade/answers, under a name made from the worker's bytes and the requests, so that the next run
 * with the same cases does not have to ask them again.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_WRONG = 128, HINT = 300, NAMED = 2, SIGNAL_CPU = 24, PATH = 512 };
static const double same_answer = 1e-6;  /* relative: two ways to write the same formula differ by rounding only */

typedef struct {
    char name[64];
    char kills[100];                     /* the tests that it must fail, as the first line says: "pgs.02 pgs.04" */
    char hint[HINT];
    program exe;
    uint64_t hash;                       /* of the executable */
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
static void build_wrong(const lab *which, const char *top, const char *build)
{
    char command[512];

    snprintf(command, sizeof command, "%s/wrong/%s", build, which->name);
    if (access(command, F_OK) != 0 && isatty(STDERR_FILENO)) fprintf(stderr, "building the known mistakes, to compare with: some seconds, this once\n");
    snprintf(command, sizeof command, "sh '%s/tests/grader/build.sh' wrong %s >/dev/null 2>&1", top, which->name);
    if (system(command) != 0) return;                          /* then there are fewer hints, or none */
}

static uint64_t hash_bytes(uint64_t h, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) h = (h ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return h;
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
    build_wrong(which, top, build);
    while (count < MAX_WRONG && (entry = readdir(dir)) != NULL) {
        const size_t length = strlen(entry->d_name);
        mistake *one = &m[count];
        if (length < 3 || length > sizeof one->name || strcmp(entry->d_name + length - 2, ".c") != 0) continue;
        memset(one, 0, sizeof *one);
        snprintf(one->name, sizeof one->name, "%.*s", (int)length - 2, entry->d_name);
        snprintf(path, sizeof path, "%s/tests/wrong/%s/%s", top, which->name, entry->d_name);
        if (!read_head(path, one)) continue;
        snprintf(path, sizeof path, "%s/wrong/%s/%s", build, which->name, one->name);
        if (!program_load(path, &one->exe)) continue;
        one->hash = hash_bytes(UINT64_C(14695981039346656037), one->exe.bytes, one->exe.size);
        count++;
    }
    closedir(dir);
    return count;
}

static int by_name(const void *a, const void *b) { return strcmp(((const mistake *)a)->name, ((const mistake *)b)->name); }

/* ---- comparison ------------------------------------------------------------------------------------------------------------ */

static int same_number(double a, double b, double scale)
{
    if (a != a || b != b) return a != a && b != b;
    return !(a < b || a > b) || fabs(a - b) <= same_answer * scale;       /* two infinities have no difference */
}

/* Did the student's function leave array i as it came, in every case? Then it is a part that is not written yet, info for instance:
 * a mistake is recognised by the others. */
static int left_alone(const test_run *run, int i)
{
    for (int k = 0; k < run->answered; k++) {
        const frame *q = &run->request[k], *a = &run->answer[k];
        if (i >= q->narray || i >= a->narray || a->len[i] != q->len[i]) return 0;
        if (a->len[i] > 0 && memcmp(a->array[i], q->array[i], (size_t)a->len[i] * sizeof *a->array[i]) != 0) return 0;
    }
    return 1;
}

/* compare all arrays but those with a 1 in skip[] */
static int same_frame(const frame *a, const frame *b, const int *skip)
{
    if (a->id != b->id || a->damaged != b->damaged || a->narray != b->narray) return 0;
    for (int i = 0; i < a->narray; i++) {
        double scale = 0.0;
        if (skip[i]) continue;
        for (int j = 0; j < a->len[i]; j++)
            if (fabs(a->array[i][j]) < HUGE_VAL) scale = fmax(scale, fabs(a->array[i][j]));
        for (int j = 0; j < a->len[i]; j++)
            if (!same_number(a->array[i][j], b->array[i][j], scale)) return 0;
    }
    return 1;
}

static int endless(const test_run *run) { return run->state == RUN_LATE || (run->state == RUN_KILLED && run->detail == SIGNAL_CPU); }

enum { DIFFERENT, SAME_IN_PART, SAME };

/* the student's run a against a mistake's, b */
static int compare_runs(const test_run *a, const test_run *b)
{
    int skip[FRAME_ARRAYS], written = 0, part = a->state == RUN_TODO;

    if (part ? b->answered < a->answered : a->answered != b->answered) return DIFFERENT;
    if (!part && !(endless(a) && endless(b)) && (a->state != b->state || a->detail != b->detail)) return DIFFERENT;
    for (int i = 0; i < FRAME_ARRAYS; i++) {
        skip[i] = left_alone(a, i);
        written |= !skip[i] && a->answered > 0 && i < a->answer[0].narray;
    }
    if (!written) memset(skip, 0, sizeof skip);
    for (int k = 0; k < a->answered; k++) {
        if (!same_frame(&a->answer[k], &b->answer[k], skip)) return DIFFERENT;
        for (int i = 0; i < a->request[k].narray; i++) part |= skip[i] && a->request[k].writable[i];
    }
    return part ? SAME_IN_PART : SAME;
}

/* ---- naming ---------------------------------------------------------------------------------------------------------------- */

static int agreements(const test_run *student, const mistake *m, int count)
{
    int same = 0;

    for (int i = 0; i < count; i++) same += m->run[i].test && compare_runs(&student[i], &m->run[i]) != DIFFERENT;
    return same;
}

/* Could m be what is wrong in test i? Its answers are the student's, and wrong: where the student's are off by less than the comparison
 * sees, right ones look the same. Where the answers were compared in part only, the complaint must be the same as well. */
static int explains(const mistake *m, const test_run *student, int i)
{
    const int same = m->run && m->run[i].test ? compare_runs(&student[i], &m->run[i]) : DIFFERENT;
    result ours, theirs;

    if (same == DIFFERENT) return 0;
    judge_run(&m->run[i], &ours);
    if (ours.outcome == PASS || same == SAME) return ours.outcome != PASS;
    judge_run(&student[i], &theirs);
    return strcmp(ours.v.broken, theirs.v.broken) == 0;
}

/* the hints of those that explain test i and, among these, agree on the most of the count tests */
static void name_mistakes(const mistake *m, int nwrong, const test_run *student, int count, int i, char *text)
{
    int most = 0, named = 0, score[MAX_WRONG];

    for (int w = 0; w < nwrong; w++) {
        score[w] = explains(&m[w], student, i) ? agreements(student, &m[w], count) : 0;
        if (score[w] > most) most = score[w];
    }
    for (int w = 0; w < nwrong && named < NAMED; w++) {
        const size_t have = strlen(text);
        if (most == 0 || score[w] < most || strstr(text, m[w].hint)) continue;
        snprintf(text + have, LIKELY_TEXT - have, "%s%s", named ? "; or: " : "", m[w].hint);
        named++;
    }
}

/* ---- answers kept from earlier runs ---------------------------------------------------------------------------------------- */

/* where the answers of the worker with this hash to the run's requests are kept; 0 without memory */
static int answers_path(const test_run *run, uint64_t h, const char *build, char *path, size_t size)
{
    for (int k = 0; k < run->test->cases; k++) {
        const size_t length = frame_bytes(&run->request[k]);
        char *bytes = malloc(length);
        if (!bytes) return 0;
        frame_encode(&run->request[k], bytes);
        h = hash_bytes(h, bytes, length);
        free(bytes);
    }
    return snprintf(path, size, "%s/answers/%016llx", build, (unsigned long long)h) < (int)size;
}

/* fill in a run from its file; 1, or 0 if there is none */
static int recall(test_run *run, const char *path)
{
    int head[3];
    FILE *in = fopen(path, "rb");
    int ok;

    if (!in) return 0;
    ok = fread(head, sizeof head, 1, in) == 1 && head[2] >= 0 && head[2] <= run->test->cases;
    for (int k = 0; ok && k < head[2]; k++) {
        const size_t length = frame_bytes(&run->request[k]);
        char *bytes = malloc(length);
        ok = bytes && fread(bytes, 1, length, in) == length && frame_decode(bytes, length, &run->answer[k]) == (long)length;
        free(bytes);
    }
    fclose(in);
    if (!ok) {
        for (int k = 0; k < run->test->cases; k++) frame_free(&run->answer[k]);
        return 0;
    }
    run->state = (run_state)head[0];
    run->detail = head[1];
    run->answered = head[2];
    return 1;
}

/* keep a run's answers, unless how it ended depends on how busy the machine was; failing to is no loss */
static void keep(const test_run *run, const char *path)
{
    const int head[3] = { (int)run->state, run->detail, run->answered };
    char temporary[PATH + 40];
    FILE *out;
    int ok;

    if (run->state == RUN_LATE || run->state == RUN_NOT_STARTED) return;
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    out = fopen(temporary, "wb");
    if (!out) return;
    ok = fwrite(head, sizeof head, 1, out) == 1;
    for (int k = 0; ok && k < run->answered; k++) {
        const size_t length = frame_bytes(&run->answer[k]);
        char *bytes = malloc(length);
        if (bytes) frame_encode(&run->answer[k], bytes);
        ok = bytes && fwrite(bytes, 1, length, out) == length;
        free(bytes);
    }
    if (fclose(out) != 0 || !ok || rename(temporary, path) != 0) remove(temporary);
}

/* ---- running --------------------------------------------------------------------------------------------------------------- */

/* Run every mistake on the tests that the student attempted, those that are not kept all in one go. They are the kit's own, so they
 * need no other user and no namespaces, which cost time; one second of processor time tells an endless loop. */
static int run_mistakes(mistake *m, int nwrong, const result *results, const test_run *runs, int count, const settings *set,
                        const char *build)
{
    test_run *all = calloc((size_t)(nwrong * count), sizeof *all), **owner = calloc((size_t)(nwrong * count), sizeof *owner);
    char (*paths)[PATH] = calloc((size_t)(nwrong * count), sizeof *paths);
    settings ours = *set;
    const int ok = all && owner && paths;
    char path[PATH];
    int used = 0;

    ours.limit.plain = 1;
    ours.limit.cpu = 1;
    snprintf(path, sizeof path, "%s/answers", build);
    mkdir(path, 0755);
    for (int w = 0; ok && w < nwrong; w++) {
        m[w].run = calloc((size_t)count, sizeof *m[w].run);
        for (int i = 0; m[w].run && i < count; i++) {
            test_run *run = &m[w].run[i];
            if (results[i].outcome == SKIP || !run_prepare(run, runs[i].lab, runs[i].test, &m[w].exe, set)) continue;
            if (!answers_path(run, m[w].hash, build, paths[used], PATH)) continue;
            if (recall(run, paths[used])) continue;
            owner[used] = run;
            all[used++] = *run;
        }
    }
    if (ok) run_all(all, used, &ours);
    for (int k = 0; k < used; k++) {
        *owner[k] = all[k];
        keep(&all[k], paths[k]);
    }
    free(all);
    free(owner);
    free(paths);
    return ok;
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
    if (nwrong > 0 && run_mistakes(m, nwrong, results, runs, count, set, build))
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
    if (any && results && nwrong > 0 && run_mistakes(m, nwrong, results, any, count, set, build))
        for (int w = 0; w < nwrong; w++) {
            char by[200];
            int killed, told;
            judge_mistake(m, nwrong, &m[w], count, &killed, &told, by);
            printf("%sok %d - wrong/%s/%s is killed by %s, with its hint\n", killed && told ? "" : "not ", ++number, which->name,
                   m[w].name, m[w].kills);
            printf("# killed by%s%s\n", by, told ? "" : ", but its own hint is not the one that is named");
        }
    free(any);
    free(results);
    free_mistakes(m, nwrong, count);
    return number - first;
}
