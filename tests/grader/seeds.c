/* seeds.c: does any known submission get another mark under another seed?
 *
 * A mark must not depend on the draw. So fixed cases decide each condition that a test names, and
 * some of the seed's cases may be wrong (most_wrong). This runs the known mistakes, and the other
 * correct ways, on the cases of up to eight seeds, and compares the outcomes of each test. Tests
 * that are not seeded are left out.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <dirent.h>
#include <stdlib.h>

enum { FIRST_SEED = 101 };

/* The draws of a test, one after the other in one run: the fixed ones, and one of each seed. So one
 * worker answers them all. */
typedef struct {
    test_run run;
    int cases, fixed, draws;             /* cases in a draw; draws that are fixed, and all */
} series;

static void make_series(series *s, const lab *which, const lab_test *test, const settings *set,
                        int seeds)
{
    s->cases = test->cases;
    s->fixed = fixed_cases(test) / test->cases;
    s->draws = s->fixed + seeds;
    s->run.lab = which;
    s->run.test = test;
    s->run.cases = s->draws * test->cases;
    s->run.request = room((size_t)s->run.cases, sizeof *s->run.request);
    s->run.answer = room((size_t)s->run.cases, sizeof *s->run.answer);
    for (int i = 0; i < seeds; i++) {
        settings other = *set;
        test_run one;
        other.seed = FIRST_SEED + (uint64_t)i;
        run_prepare(&one, which, test, NULL, &other);
        for (int k = i == 0 ? 0 : s->fixed * s->cases; k < one.cases; k++) {
            s->run.request[i * s->cases + k] = one.request[k];
            frame_start(&one.request[k], 0);
        }
        run_free(&one);
    }
}

/* as judge_run: all of a fixed draw, and most of a seed's draw */
static int draw_is_right(const series *s, int draw)
{
    int wrong = 0;

    for (int k = 0; k < s->cases; k++) {
        verdict v;
        wrong += !judge_case(&s->run, draw * s->cases + k, &v);
    }
    return wrong <= (draw < s->fixed ? 0 : most_wrong(s->run.test));
}

/* the draws of one test from `from` on */
static test_run rest_of(const series *s, int from, const program *exe)
{
    test_run rest = s->run;

    rest.cases -= from * s->cases;
    rest.exe = exe;
    rest.request += from * s->cases;
    rest.answer += from * s->cases;
    return rest;
}

/* Which draws are right, as bits? *run, of all of them, is over. If the worker ended before the
 * last, in a draw that is not fixed, it is run again, from the next one on. A worker that has twice
 * run without end is not run again. */
static unsigned right_draws(const series *s, const test_run *run, const settings *set)
{
    test_run rest = *run;
    unsigned right = 0;
    int from = 0, endless = 0;

    for (;;) {
        const int over = from + rest.answered / s->cases;
        for (; from < over; from++) right |= (unsigned)draw_is_right(s, from) << from;
        endless += is_endless(&rest);
        if (++from >= s->draws || from <= s->fixed || endless == 2) return right;
        rest = rest_of(s, from, run->exe);
        run_all(&rest, 1, set);
    }
}

/* Does a submission get one mark in each test? One that fails in the fixed draws fails under every
 * seed. If not, says which tests pass with which seeds. run[count] is room for the runs. */
static int one_mark(series *s, int count, test_run *run, const program *exe, const settings *set,
                    char *complaint)
{
    complaint[0] = '\0';
    for (int i = 0; i < count; i++) run[i] = rest_of(&s[i], 0, exe);
    run_all(run, count, set);
    for (int i = 0; i < count; i++) {
        const series *at = &s[i];
        const unsigned fixed = (1u << at->fixed) - 1, all = (1u << (at->draws - at->fixed)) - 1;
        const unsigned right = right_draws(at, &run[i], set), drawn = right >> at->fixed;
        for (int k = 0; k < at->run.cases; k++) frame_free(&at->run.answer[k]);
        if ((right & fixed) != fixed || drawn == all || (drawn == 0 && fixed == 0)) continue;
        say(complaint, "# %s.%s passes with", short_name(at->run.lab), at->run.test->id);
        for (int k = 0; all >> k; k++)
            if (drawn >> k & 1) say(complaint, " %d", FIRST_SEED + k);
        say(complaint, "\n");
    }
    return complaint[0] == '\0';
}

/* the cases for each, and their number */
typedef struct {
    series *tests;
    int count, number;
    test_run *run;                       /* [count] */
    settings set;
} check;

static void check_one(check *c, const char *path)
{
    char complaint[VERDICT_TEXT];
    program exe;
    int same;

    if (!program_load(path, &exe)) return;
    same = one_mark(c->tests, c->count, c->run, &exe, &c->set, complaint);
    printf("%sok %d - %s has one mark\n%s", same ? "" : "not ", ++c->number, path, complaint);
    fflush(stdout);
    program_free(&exe);
}

static void check_folder(check *c, const char *folder)
{
    struct dirent **entry;
    const int n = scandir(folder, &entry, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char path[800];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.') check_one(c, path);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

int check_seeds(const lab *which, const settings *set, const char *build, int seeds, int first)
{
    check c = { .number = first, .set = *set };
    char path[500];

    c.tests = room((size_t)which->ntest, sizeof *c.tests);
    c.run = room((size_t)which->ntest, sizeof *c.run);
    c.set.limit.plain = 1;               /* these are the kit's own, and need no namespaces */
    /* a test's time is for two draws, a fixed one and the seed's */
    c.set.limit.cpu *= (seeds + 2) / 2;
    c.set.wall *= (seeds + 2) / 2;
    for (int i = 0; i < which->ntest; i++)
        if (which->test[i].seeded)
            make_series(&c.tests[c.count++], which, &which->test[i], set, seeds);
    snprintf(path, sizeof path, "%s/solution/%s", build, which->name);
    check_one(&c, path);
    snprintf(path, sizeof path, "%s/right/%s", build, which->name);
    check_folder(&c, path);
    snprintf(path, sizeof path, "%s/wrong/%s", build, which->name);
    check_folder(&c, path);
    for (int i = 0; i < c.count; i++) run_free(&c.tests[i].run);
    free(c.tests);
    free(c.run);
    return c.number - first;
}
