/* test_study.c: quartiles, summaries, heads and rows of records, the starts that a study draws, and
 * its errors
 *
 *   quartiles           against sorting
 *   orders and floors   of errors that follow a known law
 *   tables and charts   of errors with known quartiles
 *   heads               against the scene, written out
 *   starts              against check.h's splitmix64
 *   errors              against runs from the same starts
 */
#include "check.h"
#include "minisim2d/drawing/chart.h"
#include "minisim2d/study/study.h"
#include "minisim2d/writing/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 3, MOST = 2000 };

/* quartile i = 1, 2, 3 of n sorted numbers, by the definition of numpy.percentile */
static double sorted_quartile(const double *x, int n, int i)
{
    const int at = (n - 1) * i / 4;
    const double rest = (n - 1) * i % 4 / 4.0;

    return rest > 0.0 && x[at + 1] > x[at] ? x[at] + rest * (x[at + 1] - x[at]) : x[at];
}

/* numbers of every size, some of them equal, 0 or infinite */
static double any_number(rng *r)
{
    const double kind = rng_range(r, 0.0, 1.0);

    if (kind < 0.1) return 0.0;
    if (kind < 0.2) return HUGE_VAL;
    if (kind < 0.5) return floor(rng_range(r, 0.0, 8.0));
    return pow(10.0, rng_range(r, -300.0, 300.0));
}

static int quartiles_are_right(rng *r, int n)
{
    static double x[COLUMNS][MOST];
    double found[3 * COLUMNS];
    quantiles q;
    int bad = quantiles_init(&q, COLUMNS) != 0;

    for (int row = 0; row < n && !bad; row++)
        for (int k = 0; k < COLUMNS; k++) {
            x[k][row] = any_number(r);
            bad |= quantiles_add(&q, x[k][row]) != 0;
        }
    bad = bad || quantiles_find(&q, found) != 0;
    for (int k = 0; k < COLUMNS && !bad; k++) {
        qsort(x[k], (size_t)n, sizeof x[k][0], check_ascending);
        for (int i = 1; i <= 3; i++) {
            const double want = sorted_quartile(x[k], n, i);
            bad |= !(found[3 * k + i - 1] == want);
        }
    }
    quantiles_free(&q);
    return !bad;
}

static void test_quantiles(void)
{
    rng r = { 15 };
    int bad = 0;

    for (int n = 1; n <= 40; n++) bad += !quartiles_are_right(&r, n);
    check(bad == 0, "quartiles of 1 to 40 numbers, three columns at once: %d of 40 are wrong", bad);
    check(quartiles_are_right(&r, MOST), "quartiles of %d numbers", MOST);
}

/* ---- orders ---- */

enum { LEVELS = 10 };

/* the trend of these errors at h = 2^-9, 2^-8, ..., 1, in a study of one run, two formulations;
 * an error of 0 stands for a run that failed */
static summary_trend trend_of(const double error[LEVELS])
{
    summary_trend found = { SUMMARY_FEW, 0.0, 0.0, 0, 0, 0.0, 0.0 };
    record_head head;
    study_row row;
    summary s;
    int good;

    memset(&head, 0, sizeof head);
    memset(&row, 0, sizeof row);
    head.list.count = 2;
    head.list.of[0] = MB_AP;
    head.list.of[1] = MB_PEG;
    head.halvings = LEVELS - 1;
    head.h_min = ldexp(1.0, -9);
    head.off = 1.0;
    good = summary_init(&s, &head) == 0;
    for (int i = 0; i < head.list.count; i++)
        for (row.level = 0; row.level < LEVELS; row.level++) {
            row.median = error[row.level] > 0.0 ? error[row.level] : HUGE_VAL;
            row.status = row.median < HUGE_VAL ? MB_OK : MB_RAY;
            good = good && summary_add(&s, &row, 0.0) == 0;
        }
    good = good && summary_finish(&s) == 0;
    check(good, "a summary of given errors is made");
    if (good) found = s.trend[1];
    summary_free(&s);
    return found;
}

static void test_trends(void)
{
    const double root = exp2(0.75), least = SUMMARY_ROUNDING, more = nextafter(least, 1.0);
    const struct {
        const char *what;
        double error[LEVELS];
        summary_kind kind;
        int fitted, counted;
        double order, floor, h_least, h_most;                  /* below 0: anything; order: 9 */
    } cases[] = {
        { "twice the error at four times the step: falls", { 1, 0, 2 }, SUMMARY_FALLS, 2, 2,
          0.5, -1, 0x1p-9, 0x1p-7 },
        { "half the error at four times the step: grows", { 2, 0, 1 }, SUMMARY_GROWS, 2, 2,
          -0.5, -1, 0x1p-9, 0x1p-7 },
        { "less than twice the error: a floor", { 1, 0, root }, SUMMARY_FLOOR, 0, 2, 9, 1, -1, -1 },
        { "more than half the error: a floor", { root, 0, 1 }, SUMMARY_FLOOR, 0, 2, 9, root, -1,
          -1 },
        { "four points: the finer two are fitted", { 1, 4, 2, 32 }, SUMMARY_FALLS, 2, 4, 2, -1,
          0x1p-9, 0x1p-8 },
        { "five points: the finer three, by least squares", { 1, 4, 2, 32, 512 }, SUMMARY_FALLS,
          3, 5, 0.5, -1, 0x1p-9, 0x1p-7 },
        { "six points: the finer three are fitted", { 1, 4, 2, 32, 512, 512 }, SUMMARY_FALLS, 3, 6,
          0.5, -1, 0x1p-9, 0x1p-7 },
        { "twice the floor is still the floor", { 1, 1, 1, 1, 1, 1, 2, 3, 6, 12 }, SUMMARY_FLOOR,
          3, 10, 1, 1, 0.25, 1 },
        { "an error of 1e-12 m is rounding", { least, 3, 3, 3, 3, 3, 3, 3, 3, 3 }, SUMMARY_FLOOR,
          0, 9, 9, 3, -1, -1 },
        { "an error above 1e-12 m counts", { more, 3, 3, 3, 3, 3, 3, 3, 3, 3 }, SUMMARY_FALLS,
          5, 10, 9, -1, 0x1p-9, 0x1p-5 },
        { "one step length is too few", { 0, 0, 0, 1 }, SUMMARY_FEW, 0, 1, 9, -1, -1, -1 }
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const summary_trend t = trend_of(cases[k].error);
        const int good = t.kind == cases[k].kind && t.fitted == cases[k].fitted &&
            t.counted == cases[k].counted &&
            (cases[k].order > 8.0 || fabs(t.order - cases[k].order) < 1e-14) &&
            (cases[k].floor < 0.0 || t.floor == cases[k].floor) &&
            (cases[k].h_least < 0.0 ||
             (t.h_least == cases[k].h_least && t.h_most == cases[k].h_most));
        if (!check(good, "%s", cases[k].what))
            note("kind %d, order %.17g, floor %g, %d of %d points fitted, from h = %g to %g",
                 t.kind, t.order, t.floor, t.fitted, t.counted, t.h_least, t.h_most);
    }
}

/* ---- parts ---- */

static void test_parts(void)
{
    int bad = 0;

    for (int runs = 1; runs <= 40; runs++)
        for (int parts = 1; parts <= 45; parts++) {
            int next = 0;
            for (int part = 1; part <= parts; part++) {
                int first, end;
                study_runs(runs, part, parts, &first, &end);
                bad += first != next || end - first < runs / parts ||
                       end - first > (runs + parts - 1) / parts;
                next = end;
            }
            bad += next != runs;
        }
    check(bad == 0, "parts follow each other, and their lengths differ by at most one: %d errors",
          bad);
}

/* ---- the head and the rows of a record ---- */

static const char falls[] =
    "title Falls\nstep 0.5\ntime 2\nepsilon 0.25\ngravity 1 -10\nchain -9 -1  9 -1 mu 0.5\n"
    "polygon 1 2  1 3  2 2\nparticle mass 2 position 0 1 velocity 3 -4 force 5 6\n"
    "particle mass 7 position 8 9\nstudy position -1 1 2 4\n";

/* the revolute joint is at the centre of b, so that its anchors are exact */
static const char moves[] =
    "title Moves\nstep 0.5\ntime 2\nepsilon 0.25\ngravity 0 -10\nrestitution poisson\n"
    "joints curved 3\nrecovery 0.5\nchain -9 -9  9 -9\nparticle mass 3 position 7 7\n"
    "box a size 2 4 radius 0.125 mass 3 position 1 2 velocity 4 5 spin 6"
    " force 7 8 torque 9 inertia 10 mu 0.25 bounce 0.5 group 2\n"
    "disc b radius 0.5 mass 4 position 3 6 angle 0.75 inertia 2\n"
    "box c size 1 1 position 40 40 spin 2 driven\n"
    "revolute a b at 3 6 limits -1 2 motor 3 4 damping 5 spring 6 7\n"
    "rope world a from 1 4 to 1 2 length 8\n"
    "support a at 1 4 load 6 mu 0.5\nsupport b at 3 6 load 0.25 mu 8\nsupports polygon 8\n"
    "study position -1 1 2 4\n";

static void make_study(const char *text, scene *s, study *st)
{
    memset(st, 0, sizeof *st);
    if (scene_parse("a", text, strlen(text), s, stderr) != 0) printf("Bail out! no scene\n");
    st->scene = s;
    settings_default(&st->with, s);
    for (int i = 0; i < 4; i++) st->list.of[st->list.count++] = i;
    st->from = s->study;
    st->body = s->nbody > 0 ? 0 : -1;
    st->runs = 5;
    st->seed = 1.0;
    st->h_min = 0.125;
    st->halvings = 2;
    st->off = 0.25;
    st->part = st->parts = 1;
}

/* FNV-1a of a text, as in draft-eastlake-fnv */
static void fnv(const char *text, char hex[17])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    snprintf(hex, 17, "%016" PRIx64, hash);
}

static int is_text(const output_text *got, const char *want)
{
    size_t k = 0;

    if (got->data && strcmp(got->data, want) == 0) return 1;
    while (got->data && got->data[k] && got->data[k] == want[k]) k++;
    note("got    %s", got->data ? got->data + k : "nothing");
    note("wanted %s", want + k);
    return 0;
}

static const char columns[] = "run,particle,x,y,vx,vy,inside,unfollowed,formulation,h,steps,"
                              "median_error,max_error,status\n";

static int has_head(const study *st, const char *motions, const char *before, const char *after,
                    const char *part)
{
    output_text want = { NULL, 0, 0, 0 }, got = { NULL, 0, 0, 0 };
    record_head head;
    char hex[17];
    int good = record_head_make(&head, st) == 0;

    fnv(motions, hex);
    output_printf(&want, "# minisim2d study %s\n# formulations st ap peg swept\n%s# scene %s\n%s"
                  "# halvings 2\n# off 0.25\n%s%s", MB_VERSION, before, hex, after, part, columns);
    record_head_write(&head, &got);
    good = is_text(&got, want.data) && good;
    record_head_free(&head);
    output_free(&want);
    output_free(&got);
    return good;
}

static const char falling[] = "1 -10 chain -9 -1 9 -1 0.5 polygon 1 2 1 3 2 2 0"
                              " particle 2 0 1 3 -4 5 6 particle 7 8 9 0 0 0 0";
static const char moving[] =
    "0 -10 chain -9 -9 9 -9 -1 particle 3 7 7 0 0 0 0"
    " body 0 2 -1 -2 1 -2 1 2 -1 2 0.125 3 10 0.25 0.5 1 2 0 4 5 6 7 8 9"
    " body 0 0 0 0 0.5 4 2 -1 0 3 6 0.75 0 0 0 0 0 0"
    " body 1 0 -0.5 -0.5 0.5 -0.5 0.5 0.5 -0.5 0.5 0 0 0 -1 0 40 40 0 0 0 2 0 0 0"
    " joint 0 0 1 1 2 4 0 0 0 0 0 0.75 -1 2 3 4 6 7 5"
    " joint 4 -1 0 0 1 4 0 0 0 0 8 0 0 0 0 0 0 0 0"
    " support 0 0 2 6 0.5 support 1 0 0 0.25 8 1 3 0.5";

static void test_heads(void)
{
    scene s;
    study st;

    make_study(falls, &s, &st);
    check(has_head(&st, falling, "# title Falls\n",
                   "# position -1 1 2 4\n# velocity as in the scene\n"
                   "# method solver lemke (lcp), scope edge, primary max, epsilon 0.25\n"
                   "# reference the exact motion\n# time 2\n# runs 5\n# particles 2\n# seed 1\n"
                   "# h_min 0.125\n", ""),
          "the head of a study of particles has all of the scene that affects their motion");
    st.from.position = 0;
    st.from.velocity = 1;
    for (int i = 2; i < 4; i++) {
        st.from.lo[i] = i;
        st.from.hi[i] = i + 0.5;
    }
    st.with.psi_min = -0.5;
    st.with.options.tol = 1e-9;
    st.with.options.max_iter = 7;
    st.with.scope = MB_SCOPE_CHAIN;
    st.with.primary = MB_PRIMARY_CLOSEST;
    st.with.form = MB_FORM_BOX;
    st.part = 2;
    st.parts = 3;
    check(has_head(&st, falling, "# title Falls\n",
                   "# position as in the scene\n# velocity 2 2.5 3 3.5\n"
                   "# method solver pgs (box), scope chain, primary closest, epsilon 0.25,"
                   " psi_min -0.5, tol 1e-09, max_iter 7\n"
                   "# reference the exact motion\n# time 2\n# runs 5\n# particles 2\n# seed 1\n"
                   "# h_min 0.125\n", "# part 2 of 3\n"),
          "the head of a part, with other ranges and settings");
    scene_free(&s);

    make_study(moves, &s, &st);
    check(has_head(&st, moving, "# title Moves\n",
                   "# position of a -1 1 2 4\n# velocity as in the scene\n"
                   "# method solver by island (lcp), primary entry, supports 8, epsilon 0.25\n"
                   "# reference the finest h, swept at 0.0078125 s; of the body whose centre is"
                   " furthest off\n# time 2\n# runs 5\n# particles 1\n# seed 1\n# h_min 0.125\n",
                   ""),
          "the head of a study of bodies has their joints and supports");
    scene_free(&s);
}

static study_row some_row(const study *st, int i)
{
    study_row row;

    memset(&row, 0, sizeof row);
    row.level = i % 3;
    row.formulation = i / 3 % 4;
    row.particle = i / 12 % 2;
    row.run = i / 24;
    for (int k = 0; k < 4; k++) row.start[k] = i / 12 + 1.0 / (k + 3);
    row.inside = i % 5;
    row.unfollowed = i % 7;
    row.h = ldexp(st->h_min, row.level);
    row.steps = i;
    row.status = i % 11 == 10 ? MB_RAY : MB_OK;
    row.median = row.status == MB_OK ? i / 3.0 : HUGE_VAL;
    row.max = 2.0 * row.median;
    return row;
}

/* writes rows least ... most - 1 of a study, or of its part, to a file */
static void write_rows(const char *path, const study *st, int least, int most)
{
    output_text text = { NULL, 0, 0, 0 };
    record_head head;

    record_head_make(&head, st);
    record_head_write(&head, &text);
    for (int i = least; i < most; i++) {
        const study_row row = some_row(st, i);
        record_write(&row, &text);
    }
    check(output_save(path, &text, stderr) == 0, "rows %d to %d are saved", least, most - 1);
    record_head_free(&head);
    output_free(&text);
}

/* the number of rows that are read back unchanged; *end: the last result of record_read */
static int rows_read(const char *path, const study *st, int least, int *end)
{
    record_file f;
    study_row row, want;
    int good = 0, opened = record_open(&f, path, stderr) == 0;

    *end = -2;
    while (opened && (*end = record_read(&f, &row)) == 1) {
        want = some_row(st, least + good);
        if (row.run != want.run || row.particle != want.particle || row.level != want.level ||
            row.formulation != want.formulation || row.h != want.h || row.steps != want.steps ||
            memcmp(row.start, want.start, sizeof row.start) != 0 || row.inside != want.inside ||
            row.unfollowed != want.unfollowed || row.status != want.status ||
            row.median != want.median || row.max != want.max)
            break;
        good++;
    }
    record_close(&f);
    return good;
}

static void test_rows(void)
{
    char path[] = "/tmp/test_study_XXXXXX";
    const int file = mkstemp(path);
    output_text text = { NULL, 0, 0, 0 };
    study_row row;
    scene s;
    study st;
    int end, n;

    make_study(falls, &s, &st);
    row = some_row(&st, 41);                       /* of the second run: 24 + 12 + 3 + 2 */
    row.start[3] = -0.1;
    record_write(&row, &text);
    row = some_row(&st, 10);
    record_write(&row, &text);
    check(is_text(&text, "2,2,3.3333333333333335,3.25,3.2,-0.1,1,6,ap,0.5,41,13.666666666666666,"
                  "27.333333333333332,MB_OK\n1,1,0.3333333333333333,0.25,0.2,0.16666666666666666,0,"
                  "3,swept,0.25,10,inf,inf,MB_RAY\n"),
          "rows as CSV");
    output_free(&text);
    if (file < 0) {
        check_skip("no temporary file", "rows read back");
        scene_free(&s);
        return;
    }
    close(file);
    write_rows(path, &st, 0, 120);
    n = rows_read(path, &st, 0, &end);
    check(n == 120 && end == 0, "%d rows of a study are read back, expected 120", n);
    st.part = 2;
    st.parts = 3;                                  /* runs 2 and 3 of 5 */
    write_rows(path, &st, 24, 72);
    n = rows_read(path, &st, 24, &end);
    check(n == 48 && end == 0, "%d rows of a part are read back, expected 48", n);
    remove(path);
    scene_free(&s);
}

/* ---- damaged files ---- */

/* 1 if the file with this text is refused, when opened or read, with this message after its name */
static int is_refused(const char *path, const char *text, size_t size, const char *why)
{
    FILE *file = fopen(path, "w"), *to = tmpfile();
    char want[400];
    const char *got;
    record_file f;
    study_row row;
    int more;

    if (!file || !to) return 0;
    fwrite(text, 1, size, file);
    fclose(file);
    more = record_open(&f, path, to) == 0 ? 1 : -1;
    while (more == 1) more = record_read(&f, &row);
    record_close(&f);
    got = check_said(to);
    snprintf(want, sizeof want, "minisim2d: %s%s\n", path, why);
    if (more == -1 && strcmp(got, want) == 0) return 1;
    note("%d: %s# expected %s", more, got, want);
    return 0;
}

/* where a line, counted from 1, begins */
static size_t begin_of(const char *text, int line)
{
    const char *at = text;

    for (int i = 1; i < line; i++) at = strchr(at, '\n') + 1;
    return (size_t)(at - text);
}

/* the text with `instead` in place of `size` bytes at a place; its size */
static size_t put_instead(const char *text, size_t at, size_t size, const char *instead, char *out)
{
    return (size_t)sprintf(out, "%.*s%s%s", (int)at, text, instead, text + at + size);
}

/* the message on a row, from 0, where there is something else */
static const char *expected_row(int row, int line)
{
    static const char *const names[4] = { "st", "ap", "peg", "swept" };
    static char why[100];

    snprintf(why, sizeof why, ":%d: expected the row of run 1, particle %d, %s, h = 0.125", line,
             row / 4 + 1, names[row % 4]);
    return why;
}

enum { FIRST_ROW = 17, DAMAGED_ROWS = 8 };         /* lines of the head, and rows after them */

static void damage_rows(const char *path, const char *text)
{
    const size_t size = strlen(text), row = begin_of(text, FIRST_ROW), end = begin_of(text, 18);
    const size_t last = begin_of(text, FIRST_ROW + DAMAGED_ROWS - 1);
    char damaged[16000], line[8193];               /* longer than any row */
    int bad = 0;

    for (int i = 0; i < DAMAGED_ROWS; i++) {
        const size_t at = begin_of(text, FIRST_ROW + i), to = begin_of(text, FIRST_ROW + i + 1);
        bad += !is_refused(path, damaged, put_instead(text, at, to - at, "", damaged),
                           expected_row(i, FIRST_ROW + i));
        for (size_t k = at; k < to && (i == 0 || i == 5); k++)
            for (int space = 0; space < 2; space++)
                bad += !is_refused(path, damaged,
                                   put_instead(text, k, 0, space ? " " : "x", damaged),
                                   expected_row(i, FIRST_ROW + i));
    }
    check(bad == 0, "rows that are missing or changed are refused: %d are not", bad);
    snprintf(line, sizeof line, "%.*s", (int)(end - row), text + row);
    bad += !is_refused(path, damaged, put_instead(text, size, 0, line, damaged),
                       ":25: expected no more rows");
    memset(line, '1', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    bad += !is_refused(path, damaged, put_instead(text, row, 0, line, damaged),
                       ":17: is cut off, or no study");
    memcpy(damaged, text, size);
    damaged[last] = '\0';
    bad += !is_refused(path, damaged, size, ":24: is cut off, or no study");
    bad += !is_refused(path, text, size - 1, ":24: is cut off, or no study");
    bad += !is_refused(path, text, last, expected_row(7, 24));
    check(bad == 0, "too many rows, too long ones, and the end of a file: %d are not refused", bad);
}

static void test_damage(void)
{
    static const char begins[] = "', as this version's `study --csv` writes";
    static const struct { int line; const char *instead, *why; } head[] = {
        { 1, "# minisim2d study " MB_VERSION ".\n", ":1: is of another version" },
        { 2, "# formulations st ap peg\n", ":20: expected the row of run 1, particle 2, st, "
          "h = 0.125" },
        { 2, "# formulations st ap peg swept x\n", ":2: has formulations unknown here" },
        { 2, "# formulations \n", ":2: has formulations unknown here" },
        { 2, "# formulations swept st\n", ":2: has formulations unknown here" },
        { 10, "# runs 0\n", ": a study has no 'runs 0'" },
        { 10, "# runs 100000001\n", ": a study has no 'runs 100000001'" },
        { 10, "# runs 1.5\n", ": a study has no 'runs 1.5'" },
        { 11, "# particles 0\n", ": a study has no 'particles 0'" },
        { 14, "# halvings -1\n", ": a study has no 'halvings -1'" },
        { 14, "# halvings 61\n", ": a study has no 'halvings 61'" },
        { 13, "# h_min 0\n", ":16: is no study" }, { 15, "# off 0\n", ":16: is no study" },
        { 16, "# part 0 of 3\n", ":16: there is no such part" },
        { 16, "# part 4 of 3\n", ":16: there is no such part" },
        { 16, "# part 01 of 3\n", ":16: there is no such part" },
        { 16, "# part 1 of 3 \n", ":16: there is no such part" },
        { 16, "# part 1\n", ":16: expected '# part I of N'" },
        { 16, "# part 1 of 1\n", ":17: expected the columns of a study" },
        { 16, "run,particle\n", ":16: expected the columns of a study" },
        { 16, "\n", ":16: expected the columns of a study" }
    };
    char path[] = "/tmp/test_study_XXXXXX", damaged[8000];
    const int file = mkstemp(path);
    output_text text = { NULL, 0, 0, 0 };
    record_head made;
    int bad = 0;
    scene s;
    study st;

    if (file < 0) {
        check_skip("no temporary file", "damaged files");
        return;
    }
    close(file);
    make_study(falls, &s, &st);
    st.runs = 1;
    st.halvings = 0;
    record_head_make(&made, &st);
    record_head_write(&made, &text);
    for (int i = 0; i < DAMAGED_ROWS; i++) {       /* particles, and formulations of each */
        study_row row = some_row(&st, 0);
        row.formulation = i % 4;
        row.particle = i / 4;
        record_write(&row, &text);
    }
    for (size_t k = 0; k < sizeof head / sizeof *head; k++) {
        const size_t at = begin_of(text.data, head[k].line);
        bad += !is_refused(path, damaged,
                           put_instead(text.data, at, begin_of(text.data, head[k].line + 1) - at,
                                       head[k].instead, damaged), head[k].why);
    }
    for (int line = 1; line < 16; line++) {
        const size_t at = begin_of(text.data, line);
        char why[200];
        if (line == 1) snprintf(why, sizeof why, ":1: expected '# minisim2d study " MB_VERSION "%s",
                                begins);
        else snprintf(why, sizeof why, ":%d: expected '# %s %s", line, record_keys[line - 2],
                      begins);
        bad += !is_refused(path, damaged, put_instead(text.data, at + 2, 1, "-", damaged), why);
    }
    check(bad == 0, "heads that are damaged are refused: %d are not", bad);
    damage_rows(path, text.data);
    output_free(&text);
    record_head_free(&made);
    remove(path);
    scene_free(&s);
}

enum { SAMPLES = 5, FORMS = 4 };

/* The median over five samples of the median error, at a step of 0.125 s 2^level. st falls with h.
 * ap has a floor of 0.25 m, with a single point above twice that. peg grows as h shrinks. swept has
 * only one point that counts: at the finest step three of five runs fail, and at the longest the
 * error is rounding. */
static const double middle[FORMS][3] = { { 0.03125, 0.0625, 0.125 }, { 0.25, 0.3125, 1.0 },
                                         { 0.125, 0.0625, 0.03125 }, { 0.0625, 0.0625, 1e-13 } };
/* the errors of the samples are multiples of it: their quartiles are 1/2, 1 and 3, their mean 2 */
static const double part_of[SAMPLES] = { 1.0, 0.25, 5.25, 0.5, 3.0 };

/* adds one or all samples; rows have a solver's time of level + 1 seconds, in the second sample
 * twice that and in the first 0; or an unknown one */
static int add_rows(summary *s, const study *st, int samples, int timed)
{
    study_row row;
    int good = 1;

    memset(&row, 0, sizeof row);
    for (int k = 0; k < samples; k++) {
        row.inside = k;
        row.unfollowed = 2 * k;
        for (int i = 0; i < FORMS; i++)
            for (row.level = 0; row.level <= st->halvings; row.level++) {
                const int fails = samples > 1 && i == 3 && row.level == 0 && part_of[k] >= 1.0;
                const double seconds = (row.level + 1.0) * (k < 2 ? 2 * k : 1);
                row.formulation = i;
                row.median = fails ? HUGE_VAL : part_of[k] * middle[i][row.level];
                row.max = 2.0 * row.median;
                row.status = fails ? MB_RAY : MB_OK;
                good = good && summary_add(s, &row, timed ? seconds : -1.0) == 0;
            }
    }
    return good && summary_finish(s) == 0;
}

static const char said[] =
    "Falls: 5 starts, time 2 s, seed 1\n"
    "position -1 1 2 4, velocity as in the scene\n"
    "solver lemke (lcp), scope edge, primary max, epsilon 0.25\n"
    "errors: distance from the exact motion\n"
    "drawn again: 10 starts in a solid\n"
    "drawn again: 20 starts whose motion the reference can't follow\n"
    "off: runs with an error above 0.25 m at some step; mostly: those whose median is above it\n"
    "\n"
    "median error of a run's steps [m]; of all runs:\n"
    "formulation  h [s]       quartile  median    quartile  mean      off    mostly failed  "
    "solver [s]\n"
    "ST           0.125       0.0156    0.0312    0.0938    0.0625    1      0      0       5\n"
    "             0.25        0.0312    0.0625    0.188     0.125     2      1      0       10\n"
    "             0.5         0.0625    0.125     0.375     0.25      2      2      0       15\n"
    "AP           0.125       0.125     0.25      0.75      0.5       3      2      0       5\n"
    "             0.25        0.156     0.312     0.938     0.625     4      3      0       10\n"
    "             0.5         0.5       1         3         2         5      4      0       15\n"
    "PEG          0.125       0.0625    0.125     0.375     0.25      2      2      0       5\n"
    "             0.25        0.0312    0.0625    0.188     0.125     2      1      0       10\n"
    "             0.5         0.0156    0.0312    0.0938    0.0625    1      0      0       15\n"
    "swept        0.125       0.0312    inf       inf       inf       3      3      3       5\n"
    "             0.25        0.0312    0.0625    0.188     0.125     2      1      0       10\n"
    "             0.5         5e-14     1e-13     3e-13     2e-13     0      0      0       15\n"
    "\n"
    "ST           error falls with h, order 1.00 (line through 2 of 3 step lengths, from 0.125 to"
    " 0.25 s)\n"
    "AP           floor 0.25 m, no two step lengths with more than twice that\n"
    "PEG          error grows as h shrinks, order -1.00 (line through 2 of 3 step lengths, from"
    " 0.125 to 0.25 s)\n"
    "swept        too few step lengths to say\n";

/* a line of the table as CSV, made from the errors above */
static void csv_line(output_text *out, int i, int k, int timed)
{
    static const char *const names[FORMS] = { "st", "ap", "peg", "swept" };
    static const int off[FORMS][3] = { { 1, 2, 2 }, { 3, 4, 5 }, { 2, 2, 1 }, { 3, 2, 0 } };
    static const int mostly[FORMS][3] = { { 0, 1, 2 }, { 2, 3, 4 }, { 2, 1, 0 }, { 3, 1, 0 } };
    const int fails = i == 3 && k == 0;
    const double m = middle[i][k];

    output_printf(out, "%s,", names[i]);
    output_number(out, ldexp(0.125, k));
    output_printf(out, ",5,%d,", fails ? 3 : 0);
    output_number(out, m / 2.0);
    output_string(out, ",");
    output_number(out, fails ? HUGE_VAL : m);
    output_string(out, ",");
    output_number(out, fails ? HUGE_VAL : 3.0 * m);
    output_string(out, ",");
    output_number(out, fails ? HUGE_VAL : 2.0 * m);
    output_string(out, ",");
    if (timed) output_printf(out, "%d", 5 * (k + 1));
    output_printf(out, ",%d,%s,%d,%d\n", (i == 0 || i == 2) ? k < 2 : i == 1 && k == 2,
                  i == 0 ? "1" : i == 2 ? "-1" : "", off[i][k], mostly[i][k]);
}

static int has_csv(const summary *s, int timed)
{
    output_text want = { NULL, 0, 0, 0 }, got = { NULL, 0, 0, 0 };
    int good;

    output_string(&want, "formulation,h,samples,failed,lower_quartile,median,upper_quartile,mean,"
                  "solver_seconds,fitted,order,off,mostly_off\n");
    for (int i = 0; i < FORMS; i++)
        for (int k = 0; k < 3; k++) csv_line(&want, i, k, timed);
    summary_csv(s, &got);
    good = is_text(&got, want.data);
    output_free(&want);
    output_free(&got);
    return good;
}

/* 1 if the summary's chart shows the errors above */
static int has_chart(const summary *s, int samples, const char *subtitle)
{
    static const char *const names[FORMS] = { "ST, order 1.00", "AP, floor 0.25 m",
                                              "PEG, order -1.00", "swept" };
    output_text want = { NULL, 0, 0, 0 }, got = { NULL, 0, 0, 0 };
    double xy[FORMS][6], band[FORMS][6];
    chart_series series[FORMS];
    chart c = { "Falls", subtitle, { "h [s]", 1 }, { "error [m]", 1 }, FORMS, series, NULL };
    int good;

    for (int i = 0; i < FORMS; i++) {
        for (int k = 0; k < 3; k++) {
            const int fails = samples > 1 && i == 3 && k == 0;
            xy[i][2*k] = ldexp(0.125, k);
            xy[i][2*k + 1] = fails ? HUGE_VAL : middle[i][k];
            band[i][2*k] = samples > 1 ? middle[i][k] / 2.0 : middle[i][k];
            band[i][2*k + 1] = fails ? HUGE_VAL : samples > 1 ? 3.0 * middle[i][k] : middle[i][k];
        }
        memset(series + i, 0, sizeof series[i]);
        series[i].name = names[i];
        if (samples == 1 && i == 3) series[i].name = "swept, floor 0.062 m";
        series[i].npoint = 3;
        series[i].xy = xy[i];
        series[i].style = SVG_STYLE_FORMULATION + i;
        series[i].mark_every = 3;
        series[i].band = band[i];
    }
    chart_svg(&c, &want);
    summary_svg(s, &got);
    good = is_text(&got, want.data);
    output_free(&want);
    output_free(&got);
    return good;
}

static int prints(const summary *s, const char *text)
{
    output_text got = { NULL, 0, 0, 0 };
    FILE *f = tmpfile();
    int good;

    if (f) summary_print(s, f);
    output_string(&got, check_said(f));
    good = is_text(&got, text);
    output_free(&got);
    return good;
}

static void test_summary(void)
{
    static const char one[] = "Falls: 1 start, time 2 s, seed 1\n";
    output_text got = { NULL, 0, 0, 0 };
    record_head head;
    summary s;
    study st;
    scene world;
    FILE *f = tmpfile();

    make_study(falls, &world, &st);
    check(record_head_make(&head, &st) == 0, "a head for summaries is made");
    check(summary_init(&s, &head) == 0 && add_rows(&s, &st, SAMPLES, 1),
          "five samples are added to a summary");
    check(prints(&s, said), "a summary as a table");
    check(has_csv(&s, 1), "a summary as CSV");
    check(has_chart(&s, SAMPLES, "median error over all steps of a run; lines: median of 5 runs, "
                    "bands: their quartiles; error: distance from the exact motion"),
          "a summary as a chart");
    summary_free(&s);

    check(summary_init(&s, &head) == 0 && add_rows(&s, &st, SAMPLES, 0) && has_csv(&s, 0),
          "a summary as CSV, where the solver's time is unknown");
    summary_free(&s);

    check(summary_init(&s, &head) == 0 && add_rows(&s, &st, 1, 1),
          "one sample is added to a summary");
    if (f) summary_print(&s, f);
    output_string(&got, check_said(f));
    check(strncmp(got.data, one, strlen(one)) == 0 && !strstr(got.data, "drawn again"),
          "the table of one sample: \"1 start\", and none was drawn again");
    check(has_chart(&s, 1, "median error over all steps of the run; error: distance from the exact "
                    "motion"),
          "the chart of one run");
    output_free(&got);
    summary_free(&s);
    record_head_free(&head);
    scene_free(&world);
}

/* ---- starts, errors, time and progress ---- */

/* the number that splitmix64 returns in a state */
static uint64_t after(uint64_t state)
{
    rng r = { state };

    return rng_next(&r);
}

/* Coordinate i of a start, from 0 to 1: seed, run, particle, draw and i are hashed one after the
 * other by splitmix64. */
static double unit(const study *st, const study_row *row, int draw, int i)
{
    uint64_t x = after((uint64_t)st->seed);

    x = after(x ^ (uint64_t)row->run);
    x = after(x ^ (uint64_t)row->particle);
    x = after(x ^ (uint64_t)draw);
    x = after(x ^ (uint64_t)i);
    return (double)(x >> 11) * 0x1p-53;
}

/* in place of progress.c: a bar that must not go back, and a clock that ticks when it is read */
static struct {
    double done, all;
    int on, bad;
} bar;

void progress_begin(progress *p, int wanted) { p->on = wanted; }

void progress_show(progress *p, double done, double all)
{
    if (!p->on) return;
    bar.bad += bar.on && (!(done >= bar.done) || all != bar.all);
    bar.bad += !(done <= all);
    bar.on = 1;
    bar.done = done;
    bar.all = all;
}

void progress_end(const progress *p) { (void)p; }

double progress_clock(void)
{
    static double ticks;

    return ticks += 1.0;
}

enum { MOST_STEPS = 200, MOST_BODIES = 4, DRAWS = 64 };

/* positions by step, and time of the solver */
typedef struct {
    double x[MOST_STEPS][MOST_BODIES][2], t[MOST_STEPS], seconds;
    int steps;
} walk;

static int walked(void *user, const trajectory_row *row)
{
    walk *w = user;

    memcpy(w->x[row->step][row->particle], row->x, sizeof row->x);
    w->t[row->step] = row->t;
    w->steps = row->step;
    if (!row->world) w->seconds += row->seconds;
    return 0;
}

static void walked_island(void *user, const mb_world *world, const mb_island_step *step)
{
    walk *w = user;

    (void)world;
    w->seconds += step->seconds;
}

static mb_status make_walk(const scene *s, const settings *from, int formulation, double h, walk *w)
{
    settings with = *from;
    simulation run;
    mb_status status;

    memset(w, 0, sizeof *w);
    with.formulation = (mb_formulation)formulation;
    with.h = h;
    with.progress = 0;
    with.take = walked;
    with.watch_bodies = walked_island;
    with.taker = with.user = w;
    status = simulate(s, &with, &run, NULL);
    simulation_free(&run);
    return status;
}

typedef struct {
    const study *st;
    walk fine, coarse;
    double error[MOST_STEPS];
    int rows, bad, bodies, inside;
    int first, reject;                             /* the first run; the row that is rejected */
} again;

/* is this the k-th row, with the start that is drawn for it? One below the ground y = 0 is drawn
 * again */
static int other_start(again *a, const study_row *row, int k)
{
    const study *st = a->st;
    const double *lo = st->from.lo, *hi = st->from.hi;
    const int levels = st->halvings + 1, forms = st->list.count, each = levels * forms;
    const int samples = study_samples(st->scene);
    int draw = 0, bad = 0;

    while (draw < DRAWS && lo[1] + (hi[1] - lo[1]) * unit(st, row, draw, 1) < 0.0) draw++;
    for (int i = 0; i < 4; i++)
        bad |= row->start[i] != lo[i] + (hi[i] - lo[i]) * unit(st, row, draw, i);
    a->inside += draw;
    return bad || row->inside != draw || row->unfollowed != 0 || row->level != k % levels ||
           row->formulation != st->list.of[k / levels % forms] ||
           row->particle != k / each % samples || row->run != k / (each * samples) + a->first ||
           row->h != ldexp(st->h_min, row->level);
}

/* makes the row's run again, and compares its errors */
static int row_again(void *user, const study_row *row, double seconds)
{
    again *a = user;
    const scene *all = a->st->scene;
    const int particle = row->particle;
    scene s = *all;
    scene_particle one;
    scene_body body[MOST_BODIES];
    double worst = 0.0, median;
    mb_status status;

    a->bad += other_start(a, row, a->rows++);
    if (a->bodies) {
        for (int k = 0; k < all->nbody; k++) body[k] = all->body[k];
        s.body = body;
        for (int i = 0; i < 4; i++)
            (i < 2 ? body[a->st->body].q : body[a->st->body].v)[i % 2] = row->start[i];
        make_walk(&s, &a->st->with, MB_SWEPT, a->st->h_min / 16.0, &a->fine);
    } else {
        one = all->particle[particle];
        for (int i = 0; i < 4; i++) (i < 2 ? one.x : one.v)[i % 2] = row->start[i];
        s.particle = &one;
        s.nparticle = 1;
    }
    status = make_walk(&s, &a->st->with, row->formulation, row->h, &a->coarse);
    a->bad += row->status != status || row->steps != a->coarse.steps ||
              seconds != a->coarse.seconds;
    if (status != MB_OK) {
        a->bad += row->median < HUGE_VAL || row->max < HUGE_VAL;
        return 0;
    }
    for (int step = 1; step <= a->coarse.steps; step++) {
        double x[2], *error = a->error + step - 1;
        *error = 0.0;
        if (a->bodies) {
            int at = 0;
            while (at < a->fine.steps && a->fine.t[at] < a->coarse.t[step] - 1e-9) at++;
            for (int k = 0; k < scene_count(&s); k++)
                *error = fmax(*error, exact_distance(a->coarse.x[step][k], a->fine.x[at][k]));
        } else {
            exact_path p;
            if (exact_run(&s, 0, a->st->with.time, &p, stdout) != 0) return 1;
            exact_at(&p, a->coarse.t[step], x, NULL);
            *error = exact_distance(a->coarse.x[step][0], x);
            exact_free(&p);
        }
        worst = fmax(worst, *error);
    }
    qsort(a->error, (size_t)a->coarse.steps, sizeof *a->error, check_ascending);
    median = (a->error[(a->coarse.steps - 1) / 2] + a->error[a->coarse.steps / 2]) / 2.0;
    a->bad += row->max != worst || row->median != median;
    return a->rows == a->reject ? 3 : 0;
}

/* part 2 of 3 of nine runs, which are runs 3 to 5, counted from 0; reject: the row that is
 * rejected, 0: none */
static void rows_again(const char *text, const char *name, int rows, int reject)
{
    int failed;
    again a;
    scene s;
    study st;

    make_study(text, &s, &st);
    memset(&a, 0, sizeof a);
    memset(&bar, 0, sizeof bar);
    a.st = &st;
    a.bodies = s.nbody > 0;
    a.first = 3;
    a.reject = reject;
    st.with.progress = 1;
    st.seed = 1e9;
    st.h_min = 0.1;
    st.runs = 9;
    st.part = 2;
    st.parts = 3;
    failed = study_perform(&st, row_again, &a, stderr);
    check(failed == (reject ? -1 : 0) && a.rows == rows, "%s: %d rows, expected %d%s", name, a.rows,
          rows, reject ? "; a study whose row is rejected fails" : "");
    check(a.bad == 0 && (a.bodies || a.inside > 0), "%s: starts are drawn by splitmix64 from seed, "
          "run, particle and coordinate, %d in the ground; errors, steps and the solver's time are "
          "those of runs from these starts: %d differ", name, a.inside, a.bad);
    check(!(fabs(simulate_speed(&s, &st.with, 2.5) - scene_steps(s.time, s.h)) > 0.0),
          "%s: three runs in 2.5 s, by a clock that ticks once a run", name);
    check(bar.bad == 0 && bar.all > 0.0 && (reject || bar.done == bar.all),
          "%s: the progress grows to its end: %g of %g, %d errors", name, bar.done, bar.all,
          bar.bad);
    scene_free(&s);
}

static void test_rows_again(void)
{
    rows_again("step 0.1\ntime 0.97\nepsilon 0.3\nchain -99 0  99 0 mu 0.5\n"
               "particle mass 1 position 0 1\nparticle mass 2 position 0 1 force 1 0\n"
               "study position 0 1 -0.5 0.5 velocity 2 5 -3 -1\n", "particles", 72, 0);
    rows_again("step 0.1\ntime 0.93\nepsilon 0.3\nchain -9 0  9 0 mu 0.5\n"
               "box a size 0.5 0.5 mass 1 position 0 1\n"
               "disc b radius 0.25 mass 1 position 1.5 0.25\n"
               "particle mass 1 position 3 0.5\n"
               "study position 0 0.5 0.5 1 velocity 2 5 -3 -1\n", "bodies", 24, 24);
}

int main(void)
{
    test_quantiles();
    test_trends();
    test_parts();
    test_heads();
    test_rows();
    test_damage();
    test_summary();
    test_rows_again();
    return check_done();
}
