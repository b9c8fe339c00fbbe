/* grader.c: runs the labs' tests on what students wrote
 *
 *     grader [--lab L] [--test T] [--min PERCENT] [--jobs N] [--worker DIR] [--tap] [--junit
 *     FILE] ...
 *
 * `grader --help` lists the options; the makefile's test-labs, grade, debug and list are calls
 * of it. The instructor's seed comes in the environment (GRADER_SEED), not on the command line,
 * which other processes can read. Exit status 0: nothing that was attempted failed, or with
 * --min the score reaches it; 1: otherwise; 2: wrong usage, or the grader itself failed.
 *
 * Nothing is written before the last worker is gone, and then whole, under a temporary name first.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"
#include "confine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    /* NULL = all, or the student's own */
    places at;
    const char *build, *lab, *test, *worker;
    const char *junit, *gradescope, *prairielearn, *coderunner, *picture, *totals, *rows, *progress,
        *dump, *drawn;
    int min;                                                   /* -1: option not given */
    int tap, quiet, autolab, vpl, list, points, no_likely, with_parent, san, mutants, answers;
    int seeds;                                                 /* how many; 0: none */
    settings set;
} options;

/* ---- options --------------------------------------------------------------------------------- */

static void usage(FILE *out)
{
    fputs(
        "usage: grader [options]        run the labs' tests on the built workers and report\n"
        "  --lab L              one lab: 02_pgs, pgs or 2; several with commas; default all\n"
        "  --test T             one test: 05\n"
        "  --worker DIR         where the lab's worker is (default BUILD/mine/LAB)\n"
        "  --top DIR            the repository (default .);  --build DIR  (default build/grade)\n"
        "  --min PERCENT        exit 0 only if the score reaches it\n"
        "  --jobs N             tests at once (default: one for each processor, at most 4)\n"
        "  --wall SECONDS       for one test (default 4), at most half of it of processor time\n"
        "  --quiet              only what failed, and a line for each lab\n"
        "  --no-likely          do not look for the likely mistake\n"
        "  --tap                TAP 14 instead of the table\n"
        "  --junit FILE  --gradescope FILE  --prairielearn FILE\n"
        "  --drawn VISIBILITY   in Gradescope's report of tests that a GRADER_SEED draws: "
        "after_due_date,\n"
        "                       after_published or hidden\n"
        "  --coderunner FILE    for CodeRunner's combinator template graders\n"
        "  --picture FILE.svg   goes into PrairieLearn's report\n"
        "  --autolab            Autolab's line of scores at the end;  --vpl  Moodle's VPL instead "
        "of the table\n"
        "  --totals FILE        `passed failed skipped points possible` into FILE\n"
        "  --rows FILE          a line for each test, for programs\n"
        "  --progress DIR       of each lab that was run whole `points possible next-test "
        "its-title` into DIR/LAB\n"
        "  --list               labs and tests;  --points  the same for programs\n"
        "  --dump FILE          write the requests of --lab --test to FILE instead of running it\n"
        "  --mutants            the known mistakes: killed by the tests they name, with their "
        "hints? (TAP)\n"
        "  --seeds N            the known mistakes and variants: one mark under N seeds? (TAP)\n"
        "  --answers            the answers of the known mistakes built in BUILD/wrong\n"
        "  --with-parent        end when the process that started it ends\n"
        "  --users K            as root: workers of the K-th 64 user ids, for graders side by "
        "side\n"
        "  --plain              without namespaces, chroot and change of user;  --open  without "
        "filter and Landlock\n"
        "  GRADER_SEED=N        in the environment: seed of the randomised cases\n",
        out);
}

static int flag(const char *arg, options *o)
{
    const struct { const char *name; int *to; } flags[] = {
        { "--tap", &o->tap }, { "--quiet", &o->quiet }, { "--autolab", &o->autolab },
        { "--vpl", &o->vpl }, { "--list", &o->list }, { "--points", &o->points },
        { "--no-likely", &o->no_likely }, { "--mutants", &o->mutants },
        { "--answers", &o->answers }, { "--san", &o->san }, { "--plain", &o->set.limit.plain },
        { "--open", &o->set.limit.open }, { "--with-parent", &o->with_parent },
    };

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(arg, flags[i].name) == 0) return *flags[i].to = 1;
    return 0;
}

/* a number in [0, most], or -1 */
static int number(const char *text, int most)
{
    char *end;
    const long x = strtol(text, &end, 10);

    return *text == '\0' || *end != '\0' || x < 0 || x > most ? -1 : (int)x;
}

/* a word that Gradescope knows */
static int is_visibility(const char *word)
{
    static const char *const words[] = { "visible", "after_due_date", "after_published", "hidden" };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0) return 1;
    fprintf(stderr, "grader: a visibility is visible, after_due_date, after_published or hidden\n");
    return 0;
}

static int with_value(const char *arg, const char *value, options *o)
{
    const struct { const char *name; const char **to; } texts[] = {
        { "--top", &o->at.top }, { "--build", &o->build }, { "--lab", &o->lab },
          { "--test", &o->test }, { "--worker", &o->worker },
        { "--junit", &o->junit }, { "--gradescope", &o->gradescope },
          { "--prairielearn", &o->prairielearn },
        { "--coderunner", &o->coderunner }, { "--picture", &o->picture },
          { "--totals", &o->totals }, { "--drawn", &o->drawn },
        { "--rows", &o->rows }, { "--progress", &o->progress }, { "--dump", &o->dump },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(arg, texts[i].name) == 0) {
            *texts[i].to = value;
            return 1;
        }
    if (strcmp(arg, "--min") == 0) return (o->min = number(value, 100)) >= 0;
    if (strcmp(arg, "--wall") == 0) {
        const int seconds = number(value, 3600);
        o->set.wall = seconds;
        o->set.limit.cpu = (seconds + 1) / 2;
        return seconds >= 1;
    }
    if (strcmp(arg, "--seeds") == 0) return (o->seeds = number(value, MOST_SEEDS)) >= 1;
    if (strcmp(arg, "--users") == 0)
        return (o->set.limit.users = number(value, SANDBOX_USERS - 1)) >= 0;
    if (strcmp(arg, "--jobs") == 0) return (o->set.jobs = number(value, 16)) >= 1;
    return 0;
}

/* Takes the seed from the environment. 1, or 0 after a message. */
static int take_seed(uint64_t *seed)
{
    static const char *const hidden[] = { "SEED", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES" };
    char *text = take_variable("GRADER_SEED"), *end = text;

    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) free(take_variable(hidden[i]));
    if (text) *seed = strtoull(text, &end, 0);
    if (text && *end) {
        fprintf(stderr, "grader: SEED is '%s', expected a whole number\n", text);
        return 0;
    }
    free(text);
    return 1;
}

/* 1, or 0 after a message */
static int read_options(int argc, char **argv, options *o)
{
    *o = (options){ .at = { ".", argv[0] }, .build = "build/grade", .min = -1 };
    o->set.seed = DEFAULT_SEED;
    o->set.jobs = processors(4);
    o->set.wall = 4.0;
    o->set.limit.cpu = 2;
    o->set.limit.memory = 128;
    o->set.limit.users = -1;
    if (!take_seed(&o->set.seed)) return 0;
    for (int i = 1; i < argc; i++) {
        if (flag(argv[i], o)) continue;
        if (i + 1 < argc && with_value(argv[i], argv[i + 1], o)) {
            i++;
            continue;
        }
        fprintf(stderr, "grader: unknown option '%s'; grader --help lists the options\n",
                argv[i]);
        return 0;
    }
    return !o->drawn || is_visibility(o->drawn);
}

/* ---- which labs and tests -------------------------------------------------------------------- */

/* does one name (of length n) of a --lab option mean this lab? 02_pgs, pgs, 02 and 2 all do */
static int names_lab(const char *text, size_t n, const lab *which)
{
    const char *full = which->name, *nick = short_name(which);

    if (strlen(full) == n && strncmp(text, full, n) == 0) return 1;
    if (strlen(nick) == n && strncmp(text, nick, n) == 0) return 1;
    if (n == 2 && strncmp(text, full, 2) == 0) return 1;
    return n == 1 && full[0] == '0' && text[0] == full[1];
}

static int lab_selected(const options *o, const lab *which)
{
    const char *at = o->lab;

    if (!at) return 1;
    for (;;) {
        const size_t n = strcspn(at, ",");
        if (names_lab(at, n, which)) return 1;
        if (at[n] == '\0') return 0;
        at += n + 1;
    }
}

/* T=05, 5, or pgs.05 */
static int test_selected(const options *o, const lab_test *test)
{
    const char *dot = o->test ? strrchr(o->test, '.') : NULL;
    const char *text = dot ? dot + 1 : o->test;

    return !text || strtol(text, NULL, 10) == strtol(test->id, NULL, 10);
}

static int list_labs(const options *o)
{
    for (const lab *const *at = grader_labs; *at; at++) {
        if (!lab_selected(o, *at)) continue;
        if (!o->points) printf("%s  %s\n", (*at)->name, (*at)->title);
        for (int i = 0; i < (*at)->ntest; i++) {
            const lab_test *t = &(*at)->test[i];
            if (o->points) printf("%s %s %d %s\n", (*at)->name, t->id, t->points, t->title);
            else
                printf("    %-12s %-64s %2d point%s%s\n", t->id, t->title, t->points,
                       t->points == 1 ? " " : "s", t->seeded ? "  seeded" : "");
        }
    }
    return 0;
}

/* ---- debugging ------------------------------------------------------------------------------- */

/* the requests of one test, one after the other, as the worker reads them */
static int dump_requests(const options *o)
{
    for (const lab *const *at = grader_labs; *at; at++)
        for (int i = 0; lab_selected(o, *at) && i < (*at)->ntest; i++) {
            test_run run;
            FILE *out;
            if (!test_selected(o, &(*at)->test[i])) continue;
            out = fopen(o->dump, "wb");
            if (!out) {
                fprintf(stderr, "grader: %s: %s\n", o->dump, strerror(errno));
                return 2;
            }
            run_prepare(&run, *at, &(*at)->test[i], NULL, &o->set);
            for (int k = 0; k < run.cases; k++) {
                const size_t size = frame_bytes(&run.request[k]);
                char *bytes = room(size, 1);
                frame_encode(&run.request[k], bytes);
                if (fwrite(bytes, 1, size, out) != size) return 2;
                free(bytes);
            }
            run_free(&run);
            return fclose(out) == 0 ? 0 : 2;
        }
    fprintf(stderr, "grader: there is no such test\n");
    return 2;
}

/* ---- running --------------------------------------------------------------------------------- */

/* the output of build.sh when it could not build the lab */
static void read_build_error(const char *dir, char *text, size_t size)
{
    char path[600];
    FILE *in;
    size_t got = 0;

    snprintf(path, sizeof path, "%s/error", dir);
    in = fopen(path, "r");
    if (in) {
        got = fread(text, 1, size - 1, in);
        fclose(in);
    }
    text[got] = '\0';
    if (got == 0) snprintf(text, size, "there is no worker in %s", dir);
}

/* all selected tests of one lab, appended to the results */
static void grade_lab(const options *o, const lab *which, report *r)
{
    lab_results *part = &r->lab[r->nlab];
    test_run *runs = room((size_t)which->ntest, sizeof *runs);
    char dir[500];
    program exe;
    int count = 0, bad = 0, built;

    if (o->worker) snprintf(dir, sizeof dir, "%s", o->worker);
    else snprintf(dir, sizeof dir, "%s/%s/%s", o->build, o->san ? "mine-san" : "mine", which->name);
    built = program_load(dir, &exe);
    if (!built) read_build_error(dir, part->build_error, sizeof part->build_error);
    part->lab = which;
    part->first = r->count;
    for (int i = 0; i < which->ntest; i++) {
        if (which->test[i].cases > LAB_CASES) {
            fprintf(stderr, "grader: test %s of %s has %d cases; a test may have at most %d\n",
                    which->test[i].id, which->name, which->test[i].cases, LAB_CASES);
            exit(2);
        }
        if (test_selected(o, &which->test[i]))
            run_prepare(&runs[count++], which, &which->test[i], &exe, &o->set);
    }
    if (built) run_all(runs, count, &o->set);
    for (int i = 0; i < count; i++) {
        result *t = &r->result[r->count + i];
        judge_run(&runs[i], t);
        r->trouble |= built && runs[i].state == RUN_NOT_STARTED;
        if (!built) {
            memset(&t->v, 0, sizeof t->v);
            t->outcome = NOT_BUILT;
            t->points = 0;
        }
        bad += t->outcome == WRONG || t->outcome == CRASH;
    }
    part->count = count;
    if (bad && !o->no_likely)
        likely_causes(which, r->result + part->first, runs, count, &o->set, &o->at);
    for (int i = 0; i < count; i++) run_free(&runs[i]);
    free(runs);
    program_free(&exe);
    if (count > 0) r->nlab++;
    r->count += count;
}

/* ---- writing --------------------------------------------------------------------------------- */

typedef void writer(const report *r, FILE *out);

static void write_totals(const report *r, FILE *out)
{
    const tally t = tally_of(r, NULL);

    fprintf(out, "%d %d %d %d %d\n", t.of[PASS], t.failed, t.of[SKIP], t.points, t.possible);
}

/* writes a file whole or not at all; 1, or 0 after a message */
static int write_file(const report *r, const char *path, writer *write)
{
    char temporary[600];
    FILE *out;
    int ok;

    if (!path) return 1;
    snprintf(temporary, sizeof temporary, "%s.part", path);
    out = fopen(temporary, "w");
    if (out) {
        write(r, out);
        ok = !ferror(out);
        ok = fclose(out) == 0 && ok;
        if (ok && rename(temporary, path) == 0) return 1;
        remove(temporary);
    }
    fprintf(stderr, "grader: can't write %s: %s\n", path, strerror(errno));
    return 0;
}

/* a student's progress in a lab: points, and the first test that does not pass, or - */
static int write_progress(const options *o, const report *r)
{
    int ok = !o->progress || mkdir(o->progress, 0755) == 0 || errno == EEXIST;

    for (int l = 0; o->progress && ok && l < r->nlab; l++) {
        const lab_results *part = &r->lab[l];
        report one = *r;
        char path[600];
        if (part->count < part->lab->ntest) continue;
        one.lab = &r->lab[l];
        one.nlab = 1;
        snprintf(path, sizeof path, "%s/%s", o->progress, part->lab->name);
        ok = write_file(&one, path, report_progress);
    }
    return ok;
}

static int finish(const options *o, const report *r)
{
    const tally t = tally_of(r, NULL);
    int ok;

    ok = write_file(r, o->junit, report_junit) && write_file(r, o->gradescope, report_gradescope) &&
         write_file(r, o->prairielearn, report_prairielearn) &&
         write_file(r, o->totals, write_totals) &&
         write_file(r, o->coderunner, report_coderunner) && write_file(r, o->rows, report_rows) &&
         write_progress(o, r);
    if (o->tap) {
        report_tap(r, stdout);
    } else if (o->vpl) {
        report_vpl(r, stdout);
    } else {
        report_table(r, stdout, o->quiet);
        printf("\n%d passed, %d failed, %d skipped", t.of[PASS], t.failed, t.of[SKIP]);
        printf("   %d of %d points%s\n", t.points, t.possible,
               o->set.seed == DEFAULT_SEED ? "" : "   (cases from another seed)");
    }
    if (o->autolab) report_autolab(r, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) ok = 0;
    if (!ok || r->trouble) return 2;
    if (o->min >= 0) return t.possible > 0 && 100 * t.points >= o->min * t.possible ? 0 : 1;
    return t.failed ? 1 : 0;
}

/* the kill matrices of the selected labs, or their marks under several seeds, as TAP */
static int check_known(const options *o)
{
    int count = 0;

    for (const lab *const *at = grader_labs; *at; at++)
        if (lab_selected(o, *at))
            count += o->seeds ? check_seeds(*at, &o->set, o->build, o->seeds, count)
                              : kill_matrix(*at, &o->set, &o->at, count);
    printf("1..%d\n", count);
    return 0;
}

static int print_answers(const options *o)
{
    int ok = 1;

    for (const lab *const *at = grader_labs; *at && ok; at++)
        if (lab_selected(o, *at)) ok = write_answers(*at, &o->set, o->build, stdout);
    return ok ? 0 : 2;
}

/* The picture for a report; PrairieLearn takes 1 MB for all of it. 1, or 0 after a message */
static int read_picture(const char *path, report *r)
{
    enum { LARGEST = 500000 };
    static char picture[LARGEST + 1];
    FILE *in = path ? fopen(path, "rb") : NULL;
    size_t got;

    if (!path) return 1;
    got = in ? fread(picture, 1, sizeof picture, in) : 0;
    if (in) fclose(in);
    if (got == 0 || got > LARGEST) {
        fprintf(stderr, "grader: %s is not a picture of at most %d bytes\n", path, LARGEST);
        return 0;
    }
    r->picture = picture;
    r->picture_size = got;
    return 1;
}

/* run the selected labs' tests and report */
static int grade(const options *o)
{
    report r;
    double begin;
    int tests = 0, labs = 0, status = 2;

    for (const lab *const *at = grader_labs; *at; at++, labs++) tests += (*at)->ntest;
    memset(&r, 0, sizeof r);
    r.san = o->san;
    r.top = o->at.top;
    if (o->set.seed != DEFAULT_SEED) r.drawn = o->drawn;
    if (!read_picture(o->picture, &r)) return 2;
    r.result = room((size_t)tests, sizeof *r.result);
    r.lab = room((size_t)labs, sizeof *r.lab);
    begin = real_time();
    for (const lab *const *at = grader_labs; *at; at++)
        if (lab_selected(o, *at)) grade_lab(o, *at, &r);
    sandbox_finish();
    r.seconds = real_time() - begin;
    if (r.count > 0) status = finish(o, &r);
    else fprintf(stderr, "grader: there is no such lab or test; `make list` shows them\n");
    free(r.result);
    free(r.lab);
    return status;
}

int main(int argc, char **argv)
{
    options o;
    char where[512];

    sandbox_close();
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        usage(stdout);
        return 0;
    }
    if (!read_options(argc, argv, &o)) return 2;
    if (o.with_parent) sandbox_with_parent();
    if (o.list || o.points) return list_labs(&o);
    if (o.dump) return dump_requests(&o);
    snprintf(where, sizeof where, "%s/run", o.build);
    mkdir(where, 0755);
    if (!sandbox_prepare(where, &o.set.seed, sizeof o.set.seed)) {
        fprintf(stderr, "grader: the path %s is too long\n", where);
        return 2;
    }
    if (o.answers) return print_answers(&o);
    return o.mutants || o.seeds ? check_known(&o) : grade(&o);
}
