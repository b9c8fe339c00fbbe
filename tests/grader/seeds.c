/* seeds.c: does anything that is known get another mark under another seed?
 *
 * A mark must not depend on the draw. So each condition that a test names is decided by fixed
 * cases, and those of the seed only add numbers. This asks every known mistake, and every other
 * way to be right, the cases of eight seeds, and compares the outcomes of each test. Tests that
 * are not seeded are left out.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 8, FIRST_SEED = 101, SIGNAL_CPU = 24 };

/* The draws of a test, one after the other in one run: the fixed ones, and one of each seed. So
 * they are asked of one worker. */
typedef struct {
    test_run run;
    int cases, fixed;                    /* in a draw; draws that are fixed */
} series;

static int make_series(series *s, const lab *which, const lab_test *test, const settings *set)
{
    s->cases = test->cases;
    s->fixed = fixed_cases(test) / test->cases;
    s->run.lab = which;
    s->run.test = test;
    s->run.cases = (s->fixed + SEEDS) * test->cases;
    s->run.request = calloc((size_t)s->run.cases, sizeof *s->run.request);
    s->run.answer = calloc((size_t)s->run.cases, sizeof *s->run.answer);
    if (!s->run.request || !s->run.answer) return 0;
    for (int i = 0; i < SEEDS; i++) {
        settings other = *set;
        test_run one;
        other.seed = FIRST_SEED + (uint64_t)i;
        if (!run_prepare(&one, which, test, NULL, &other)) return 0;
        for (int k = i == 0 ? 0 : s->fixed * s->cases; k < one.cases; k++) {
            s->run.request[i * s->cases + k] = one.request[k];
            frame_start(&one.request[k], 0);
        }
        run_free(&one);
    }
    return 1;
}

static int draw_is_right(const series *s, int draw)
{
    for (int k = 0; k < s->cases; k++) {
        verdict v;
        if (!judge_case(&s->run, draw * s->cases + k, &v)) return 0;
    }
    return 1;
}

/* Which draws from `from` to `to` are right, as bits? If the worker ends before, it is asked again,
 * from the next draw on. Of one that has twice been found to run without end, no more is asked. */
static unsigned right_draws(series *s, int from, int to, const program *exe, const settings *set)
{
    unsigned right = 0;
    int endless = 0;

    for (int start = from, over; start < to && endless < 2; start = over + 1) {
        test_run part = s->run;
        part.cases = (to - start) * s->cases;
        part.exe = exe;
        part.request += start * s->cases;
        part.answer += start * s->cases;
        run_all(&part, 1, set);
        over = start + part.answered / s->cases;
        endless +=
            part.state == RUN_LATE || (part.state == RUN_KILLED && part.detail == SIGNAL_CPU);
        for (int i = start; i < over; i++) right |= (unsigned)draw_is_right(s, i) << i;
    }
    for (int k = from * s->cases; k < to * s->cases; k++) frame_free(&s->run.answer[k]);
    return right;
}

/* Has a submission one mark in each test? Who fails in the fixed draws fails under every seed. If
 * not, says which tests pass with which seeds. */
static int one_mark(series *s, int count, const program *exe, const settings *set, char *complaint)
{
    complaint[0] = '\0';
    for (series *at = s; at < s + count; at++) {
        const unsigned all = (1u << SEEDS) - 1, fixed = (1u << at->fixed) - 1;
        unsigned right;
        if (right_draws(at, 0, at->fixed, exe, set) != fixed) continue;
        right = right_draws(at, at->fixed, at->fixed + SEEDS, exe, set) >> at->fixed;
        if (right == all || (right == 0 && at->fixed == 0)) continue;
        say(complaint, "# %s.%s passes with", short_name(at->run.lab), at->run.test->id);
        for (int i = 0; i < SEEDS; i++)
            if (right >> i & 1) say(complaint, " %d", FIRST_SEED + i);
        say(complaint, "\n");
    }
    return complaint[0] == '\0';
}

static int check_folder(series *s, int count, const settings *set, const char *folder, int number)
{
    struct dirent **entry;
    const int n = scandir(folder, &entry, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char path[800], complaint[VERDICT_TEXT];
        program exe;
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.' && program_load(path, &exe)) {
            const int same = one_mark(s, count, &exe, set, complaint);
            printf("%sok %d - %s has one mark\n%s", same ? "" : "not ", ++number, path, complaint);
            fflush(stdout);
            program_free(&exe);
        }
        free(entry[i]);
    }
    if (n >= 0) free(entry);
    return number;
}

int check_seeds(const lab *which, const settings *set, const char *build, int first)
{
    static const char *const kinds[] = { "wrong", "right" };
    series *s = calloc((size_t)which->ntest, sizeof *s);
    settings ours = *set;
    int count = 0, number = first;

    ours.limit.plain = 1;                /* these are the kit's own, and need no namespaces */
    for (int i = 0; s && i < which->ntest; i++)
        if (which->test[i].seeded && make_series(&s[count], which, &which->test[i], set)) count++;
    for (int i = 0; s && i < 2; i++) {
        char folder[500];
        snprintf(folder, sizeof folder, "%s/%s/%s", build, kinds[i], which->name);
        number = check_folder(s, count, &ours, folder, number);
    }
    for (int i = 0; i < count; i++) run_free(&s[i].run);
    free(s);
    return number - first;
}
