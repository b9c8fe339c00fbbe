/* likely.c: which known mistake gives the same wrong answers?
 *
 * tests/labs/NN_name/submissions.txt lists the known mistakes, each under a head, `= NAME [TESTS]
 * HINT`. When their answers are first needed, they are built and run (commands/mutants.sh): beside
 * the grader, answers/NN_name has the heads and, below each, its wrong answers. A copy for students
 * has that file in the place of the list, so that a diagnosis needs no near-solutions. The cases are
 * those of the first fixed draw (grader.h). A student's worker gets those that it has not answered
 * yet.
 *
 * Answers are compared FUNCTION BY FUNCTION, and test by test, as text:
 *
 *     4 2 4d0c7a01 xxx.........xx 0:1.5,2;_; 0:0.25,1;_; 0:7,3;_; 2:0,0;_;
 *
 *   function    and test, by number
 *   symptoms    a hash of the judge's message about each wrong case of the function, without the
 *               numbers
 *   letters     of its cases in the test: right ones (.), not returned from (!), never reached (?);
 *               wrong in the status (s), in info or history (t), or otherwise (x)
 *   answers     to the first two wrong cases and to the last two: the status, then a digest of each
 *               array that may be written; _ for one left unchanged
 *
 * A function without a wrong case has no such line. Right answers are not compared: there is more
 * than one right way.
 *
 * A mistake is a CANDIDATE for a test that the student's function fails if it agrees with that
 * function there, and in all tests that the mistake names (its `kills:`). Solvers, and functions
 * with simple answers there, such as a status, must agree in all of their tests, and so must the
 * other functions called in the tests of `kills:`. Elsewhere agreeing wrong answers are not a
 * coincidence, and a student may have the same mistake in another function, if those others are
 * right. If nothing agrees with the answers of an LCP's solver, because two solvers take different
 * paths, the same symptoms in every function of the lab are enough, if few cases have them.
 *
 * The candidates that explain the most tests which the function fails give the hint. If they have
 * different hints, none is printed: no diagnosis is better than a wrong one. A test without a
 * candidate shows an unknown mistake; agreement in later tests is then a coincidence, and no hint
 * is printed for them either.
 */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WRONG = 512, ENDS = 2, LINE = 2000, TESTS = 32, HINT = 300, NAME = 64, PATH = 512 };
#define BAD "xst!"                       /* the letters of cases that are not right */
/* relative: two ways to write the same formula differ by rounding only */
static const double same_answer = 1e-5;

/* the answers of one function to one test; NULL: none is wrong */
typedef struct { char letters[LAB_CASES + 1], *answers; } said;

/* and to all tests; symptoms 0: nothing is wrong, and then there is nothing else */
typedef struct {
    int attempted;
    uint32_t symptoms;
    said test[TESTS];
} function;

typedef struct { function of[CALLS]; } profile;

typedef struct {
    char name[NAME];
    char kills[100];                     /* the tests that it must fail: "pgs.02 pgs.04" */
    char hint[HINT];
    profile answers;
} mistake;

/* the outcome of a case */
typedef enum { NOT_REACHED, ANSWERED, NOT_ATTEMPTED, ENDED } fate;

/* every case of a lab's tests, for one submission */
typedef struct {
    const lab *which;
    test_run *run;                       /* [which->ntest] */
    fate **of;                           /* [which->ntest][cases] */
    frame **right;                       /* likewise: an answer that was found right, if any */
} trial;

/* ---- running a submission -------------------------------------------------------------------- */

static void trial_free(trial *t)
{
    for (int i = 0; i < t->which->ntest; i++) {
        for (int k = 0; k < t->which->test[i].cases; k++) frame_free(&t->right[i][k]);
        run_free(&t->run[i]);
        free(t->right[i]);
        free(t->of[i]);
    }
    free(t->run);
    free(t->right);
    free(t->of);
}

/* take over the answer to case `from` of a run as that to case k of test i */
static void take_answer(trial *t, int i, int k, const test_run *run, int from)
{
    if (from < run->answered) {
        keep(&t->run[i].answer[k], &run->answer[from]);
        t->of[i][k] = ANSWERED;
    }
    if (from != run->answered || run->state == RUN_NOT_STARTED) return;
    t->of[i][k] = run->state == RUN_TODO ? NOT_ATTEMPTED : ENDED;
    t->run[i].state = run->state;
    t->run[i].detail = run->detail;
}

/* the cases of test i that are about one function, as a run of their own: one that is not attempted
 * does not end it for the others */
static int part_of(const trial *t, int i, int call, lab_test *test, test_run *part, int *from)
{
    const test_run *whole = &t->run[i];
    int count = 0;

    for (int k = 0; k < whole->test->cases; k++)
        if (whole->request[k].id == call) from[count++] = k;
    if (count == 0) return 0;
    *test = *whole->test;
    memset(part, 0, sizeof *part);
    test->cases = part->cases = count;
    part->lab = t->which;
    part->test = test;
    part->exe = whole->exe;
    part->request = room((size_t)count, sizeof *part->request);
    part->answer = room((size_t)count, sizeof *part->answer);
    for (int k = 0; k < count; k++) keep(&part->request[k], &whole->request[from[k]]);
    return 1;
}

/* run the cases that are not known yet: each test, and in it each function by itself */
static void ask(trial *t, const int *known, const settings *set)
{
    const size_t most = (size_t)t->which->ntest * CALLS;
    test_run *parts = room(most, sizeof *parts);
    lab_test *tests = room(most, sizeof *tests);
    int (*from)[LAB_CASES] = room(most, sizeof *from);
    int *owner = room(most, sizeof *owner), count = 0;

    for (int i = 0; i < t->which->ntest; i++)
        for (int call = 0; call < CALLS && !known[i]; call++)
            if (part_of(t, i, call, &tests[count], &parts[count], from[count])) owner[count++] = i;
    run_all(parts, count, set);
    for (int p = 0; p < count; p++) {
        for (int k = 0; k < tests[p].cases; k++) take_answer(t, owner[p], from[p][k], &parts[p], k);
        run_free(&parts[p]);
    }
    free(parts);
    free(tests);
    free(from);
    free(owner);
}

/* the cases of the default seed, which any number of submissions can answer */
static void trial_make(trial *t, const lab *which, const settings *set)
{
    const size_t n = (size_t)which->ntest;
    settings ours = *set;

    ours.seed = DEFAULT_SEED;
    *t = (trial){ which, room(n, sizeof *t->run), room(n, sizeof *t->of),
                  room(n, sizeof *t->right) };
    for (int i = 0; i < which->ntest; i++) {
        t->of[i] = room((size_t)which->test[i].cases, sizeof *t->of[i]);
        t->right[i] = room((size_t)which->test[i].cases, sizeof *t->right[i]);
        run_prepare(&t->run[i], which, &which->test[i], NULL, &ours);
    }
}

/* Have a submission answer every case. known[0 .. count - 1] are finished runs of it, whose answers
 * are used. The answers of a previous submission are discarded. */
static void trial_ask(trial *t, const program *exe, const settings *set, const test_run *known,
                      int count)
{
    int *have = room((size_t)t->which->ntest, sizeof *have);

    for (int i = 0; i < t->which->ntest; i++) {
        const lab_test *test = &t->which->test[i];
        t->run[i].exe = exe;
        for (int k = 0; k < test->cases; k++) {
            frame_free(&t->run[i].answer[k]);
            t->of[i][k] = NOT_REACHED;
        }
        for (int r = 0; r < count; r++) {
            if (known[r].test != test || known[r].state == RUN_TODO) continue;
            for (int k = 0; k < test->cases; k++) take_answer(t, i, k, &known[r], k);
            have[i] = 1;
        }
    }
    ask(t, have, set);
    free(have);
}

/* ---- answers as text ------------------------------------------------------------------------- */

static void append(char *line, const char *format, ...)
{
    const size_t have = strlen(line);
    va_list args;

    va_start(args, format);
    vsnprintf(line + have, LINE - have, format, args);
    va_end(args);
}

/* a text without its numbers, hashed: FNV-1a */
static uint32_t hash_words(uint32_t h, const char *text)
{
    for (; *text; text++)
        if (!strchr("0123456789.+-", *text)) h = (h ^ (unsigned char)*text) * UINT32_C(16777619);
    return h;
}

static int is_blank(double x) { return !(x < BLANK || x > BLANK); }

/* a short array in full; of a long one its ends, and a weighted sum of the written elements */
static void say_array(char *line, int len, const double *x)
{
    double sum = 0.0;

    for (int j = 0; j < len; j++)
        if (!is_blank(x[j])) sum += x[j] / (1.0 + (double)j);
    if (len <= 4)
        for (int j = 0; j < len; j++) append(line, "%s%.7g", j ? "," : "", x[j]);
    else append(line, "%.7g,%.7g,%.7g", x[0], x[len - 1], sum);
}

static void say_answer(char *line, const test_run *run, int k)
{
    const frame *q = &run->request[k], *a = &run->answer[k];

    append(line, "%s%d:", *line ? " " : "", a->id);
    for (int i = 0; i < q->narray; i++) {
        if (!q->writable[i]) continue;
        if (memcmp(q->array[i], a->array[i], (size_t)q->len[i] * sizeof *q->array[i]) == 0)
            append(line, "_");
        else say_array(line, q->len[i], a->array[i]);
        append(line, ";");
    }
}

static void say_end(char *line, const test_run *run)
{
    if (*line) append(line, " ");
    if (is_endless(run)) append(line, "endless:");
    else append(line, "ended:%d,%d;", (int)run->state, run->detail);
}

/* Is the answer to a case right? Most mistakes give the same answers to most cases as earlier ones:
 * an answer that was once found right is not judged again. */
static int is_right(const trial *t, int i, int k, verdict *v)
{
    const frame *answer = &t->run[i].answer[k];
    frame *right = &t->right[i][k];

    if (right->narray > 0 && frame_same(right, answer)) return 1;
    if (!judge_case(&t->run[i], k, v)) return 0;
    frame_free(right);
    keep(right, answer);
    return 1;
}

static char letter_of(const trial *t, int i, int k, uint32_t *symptoms)
{
    verdict v;

    if (t->of[i][k] != ANSWERED) return t->of[i][k] == ENDED ? '!' : '?';
    if (is_right(t, i, k, &v)) return '.';
    *symptoms = hash_words(*symptoms, v.broken);
    if (strncmp(v.broken, "should return", 13) == 0) return 's';
    return strncmp(v.broken, "info->", 6) == 0 || strncmp(v.broken, "history[", 8) == 0 ? 't' : 'x';
}

/* a function's cases of test i; returns how many are wrong, -1 if it is not attempted */
static int say_test(const trial *t, int i, int call, said *s, uint32_t *symptoms)
{
    const test_run *run = &t->run[i];
    char answers[LINE] = "";
    int wrong[LAB_CASES], bad = 0, count = 0;

    for (int k = 0; k < run->test->cases; k++) {
        if (run->request[k].id != call) continue;
        if (t->of[i][k] == NOT_ATTEMPTED) return -1;
        s->letters[count] = letter_of(t, i, k, symptoms);
        if (strchr(BAD, s->letters[count++])) wrong[bad++] = k;
    }
    for (int n = 0; n < bad; n++) {
        if (n >= ENDS && n < bad - ENDS) continue;
        if (t->of[i][wrong[n]] == ENDED) say_end(answers, run);
        else say_answer(answers, run, wrong[n]);
    }
    if (bad > 0) s->answers = strdup(answers);
    return bad;
}

static void function_clear(function *f, int attempted)
{
    for (int i = 0; i < TESTS; i++) free(f->test[i].answers);
    memset(f, 0, sizeof *f);
    f->attempted = attempted;
}

static void function_make(function *f, const trial *t, int call)
{
    int bad = 0;

    function_clear(f, 1);
    f->symptoms = UINT32_C(2166136261);
    for (int i = 0; i < t->which->ntest; i++) {
        const int wrong = say_test(t, i, call, &f->test[i], &f->symptoms);
        if (wrong < 0) {
            function_clear(f, 0);
            return;
        }
        bad += wrong;
    }
    if (bad == 0) function_clear(f, 1);
}

static void profile_make(profile *p, const trial *t)
{
    for (int call = 0; call < CALLS; call++) function_make(&p->of[call], t, call);
}

static void profile_free(profile *p)
{
    for (int call = 0; call < CALLS; call++) function_clear(&p->of[call], 0);
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* the next number of an array, or 0 at its end */
static int next_number(const char **at, double *x)
{
    char *end;

    if (**at == ',') ++*at;
    if (**at == ';' || **at == ' ' || **at == '\0') return 0;
    *x = strtod(*at, &end);
    if (end == *at) return 0;
    *at = end;
    return 1;
}

/* the arrays at a and b, up to their semicolons, which are passed */
static int same_array(const char **a, const char **b)
{
    const char *p = *a, *q = *b;
    double x, y, scale = 0.0;
    int more;

    while (next_number(&p, &x))
        if (fabs(x) < HUGE_VAL && !is_blank(x)) scale = fmax(scale, fabs(x));
    for (p = *a; (more = next_number(&p, &x)) == next_number(&q, &y) && more;) {
        if (x != x || y != y) {
            if (x == x || y == y) return 0;
        } else if ((x < y || x > y) &&
                   !(fabs(x - y) < HUGE_VAL &&
                     fabs(x - y) <= same_answer * (fmax(fabs(x), fabs(y)) + 1e-3 * scale))) {
            return 0;
        }
    }
    if (more || *p != ';' || *q != ';') return 0;
    *a = p + 1;
    *b = q + 1;
    return 1;
}

/* The answers to one case, as words. Arrays that the student has not written to, info for instance,
 * are a mistake of their own: they are skipped, and *part is set. */
static int same_word(const char *a, const char *b, int *part)
{
    const size_t head = strcspn(a, ":") + 1;
    int written = 0;

    if (strncmp(a, b, head) != 0) return 0;
    for (a += head, b += head; *a != ' ' && *a != '\0';) {
        if (*a == '_' && *b != '_') {
            *part = 1;
            a += 2;
            b += strcspn(b, ";") + 1;
        } else if (*a == '_') {
            a += 2, b += 2;
        } else {
            written = 1;
            if (!same_array(&a, &b)) return 0;
        }
    }
    return (written || !*part) && (*b == ' ' || *b == '\0');
}

enum { DIFFERENT, SAME_IN_PART, SAME_ANSWERS };

/* A test in a student's answers and a mistake's. Of four answers or more one may differ: a case in
 * which more than one answer is right also has more than one that is wrong. */
static int compare_test(const said *a, const said *b)
{
    const char *p = a->answers, *q = b->answers;
    int part = 0, same = 0, count = 0;

    if (strcmp(a->letters, b->letters) != 0) return DIFFERENT;
    for (; p && q && *p && *q; count++) {
        same += same_word(p, q, &part);
        p += strcspn(p, " "), q += strcspn(q, " ");
        if (*p) p++;
        if (*q) q++;
    }
    if (same < count && !(count >= 2 * ENDS && same == count - 1)) return DIFFERENT;
    return part ? SAME_IN_PART : SAME_ANSWERS;
}

static int same_symptoms(const function *a, const function *b)
{
    int same = a->symptoms == b->symptoms;

    for (int i = 0; same && i < TESTS; i++)
        same = strcmp(a->test[i].letters, b->test[i].letters) == 0;
    return same;
}

/* is a case of test i not right? */
static int fails(const function *f, int i) { return f->test[i].answers != NULL; }

/* are the wrong cases fewer than the right ones? */
static int few_wrong(const function *f)
{
    int right = 0, wrong = 0;

    for (int i = 0; i < TESTS; i++)
        for (const char *letter = f->test[i].letters; *letter; letter++) {
            right += *letter == '.';
            wrong += *letter != '.';
        }
    return wrong < right;
}

/* Are there at least two numbers in answers that are not simple ones, as row numbers or 1/4 are? */
static int telling(const char *answers)
{
    int found = 0;

    for (const char *at = answers; at && *at; at++) {
        char *end;
        const double x = strtod(at, &end) * 1024.0;
        if (end == at) continue;
        found += fabs(x) < 1e15 && (x < floor(x) || x > floor(x));
        at = end - 1;
    }
    return found >= 2;
}

/* ---- naming ---------------------------------------------------------------------------------- */

static int is_solver(const lab *which, int call)
{
    return which->first_solver > 0 && call >= which->first_solver;
}

/* does the mistake name test i? */
static int named_in_kills(const lab *which, const mistake *m, int i)
{
    char id[60];

    snprintf(id, sizeof id, "%s.%s", short_name(which), which->test[i].id);
    return strstr(m->kills, id) != NULL;
}

/* How well the mistake explains the student's answers: first, how many of the tests that function
 * `call` fails; then, in how many tests all functions agree. 0 if it can't be the reason why the
 * function fails in test i: it must agree there, and in the tests that the mistake names. */
enum { EXPLAINED = 1000 };
static int agreement(const lab *which, const mistake *m, const profile *student, int (*asks)[CALLS],
                     int call, int i, int level)
{
    const int strict = is_solver(which, call) || !telling(student->of[call].test[i].answers);
    int same = 0;

    for (int k = 0; k < which->ntest; k++)
        for (int other = 0; other < CALLS; other++) {
            const function *theirs = &student->of[other], *ours = &m->answers.of[other];
            int how;
            if (!asks[k][other] || !theirs->attempted || !ours->attempted) continue;
            how = compare_test(&theirs->test[k], &ours->test[k]);
            if (how == SAME_IN_PART && !same_symptoms(theirs, ours)) how = DIFFERENT;
            same += how == SAME_ANSWERS;
            if (how >= level && other == call && fails(theirs, k)) same += EXPLAINED;
            if (how >= level) continue;
            if (other == call && (k == i || strict || named_in_kills(which, m, k))) return 0;
            if (other != call && named_in_kills(which, m, k) && (strict || fails(theirs, k)))
                return 0;
        }
    return same;
}

/* Does the mistake show the student's symptoms in every function that the student has written? */
static int same_everywhere(const mistake *m, const profile *student)
{
    for (int call = 0; call < CALLS; call++)
        if (student->of[call].attempted && m->answers.of[call].attempted &&
            !same_symptoms(&student->of[call], &m->answers.of[call]))
            return 0;
    return 1;
}

/* keep the hint if it is the first, or the same as that of the other equally good ones */
static void weigh(const mistake *m, int same, int *most, char *text)
{
    if (same == 0 || same < *most) return;
    if (same > *most || strcmp(text, m->hint) == 0) snprintf(text, LIKELY_TEXT, "%s", m->hint);
    else text[0] = '\0';
    *most = same;
}

/* the hint of the mistakes that explain best why function `call` fails in test i; nothing if they
 * have different ones. Returns 0 if the function fails there and none can be the reason. */
static int name_mistake(const lab *which, const mistake *m, int nwrong, const profile *student,
                        int (*asks)[CALLS], int call, int i, char *text)
{
    const function *f = &student->of[call];
    int most = 0;

    if (!fails(f, i)) return f->attempted;                 /* another seed's cases fail */
    for (int level = SAME_ANSWERS; level >= SAME_IN_PART && most == 0; level--)
        for (int w = 0; w < nwrong; w++)
            if (fails(&m[w].answers.of[call], i))
                weigh(&m[w], agreement(which, &m[w], student, asks, call, i, level), &most, text);
    if (!which->lcp || !is_solver(which, call) || !few_wrong(f)) return most > 0;
    for (int w = 0; w < nwrong && most == 0; w++)
        weigh(&m[w], same_everywhere(&m[w], student), &most, text);
    return most > 0;
}

/* the functions that each test calls */
static void find_calls(const trial *t, int (*asks)[CALLS])
{
    for (int i = 0; i < t->which->ntest; i++)
        for (int k = 0; k < t->run[i].test->cases; k++) asks[i][t->run[i].request[k].id] = 1;
}

/* ---- the known mistakes ---------------------------------------------------------------------- */

/* "= NAME [TESTS] HINT" */
static void read_head(const char *line, mistake *m)
{
    memset(m, 0, sizeof *m);
    sscanf(line, "= %63s [%99[^]]] %299[^\n]", m->name, m->kills, m->hint);
    for (int call = 0; call < CALLS; call++) m->answers.of[call].attempted = 1;
}

/* "FUNCTION TEST SYMPTOMS LETTERS ANSWERS" */
static void read_answers(const char *line, mistake *m)
{
    char letters[LAB_CASES + 1];
    int call, test, at = 0;
    uint32_t symptoms;

    if (sscanf(line, "%d %d %" SCNx32 " %80s %n", &call, &test, &symptoms, letters, &at) != 4 ||
        call < 0 || call >= CALLS || test < 0 || test >= TESTS)
        return;
    m->answers.of[call].symptoms = symptoms;
    strcpy(m->answers.of[call].test[test].letters, letters);
    if (line[at])
        m->answers.of[call].test[test].answers = strndup(line + at, strcspn(line + at, "\n"));
}

/* the head of a mistake? Other correct ways name no tests. */
static int is_head(const char *line)
{
    const char *tests = strchr(line, '[');

    return strncmp(line, "= ", 2) == 0 && tests && tests[1] != ']';
}

/* the mistakes whose heads, and answers if any, are in a file; returns how many there are */
static int load(const char *path, mistake *m)
{
    char line[LINE + NAME];
    int count = 0;
    FILE *in = fopen(path, "r");

    while (in && fgets(line, sizeof line, in)) {
        if (is_head(line) && count < MAX_WRONG) read_head(line, &m[count++]);
        else if (*line >= '0' && *line <= '9' && count > 0) read_answers(line, &m[count - 1]);
    }
    if (in) fclose(in);
    return count;
}

/* the known ones with their answers, which are made if this is the kit itself; in a copy for
 * students they are in its list */
static int load_known(const lab *which, const places *at, mistake *m)
{
    const char *slash = strrchr(at->grader, '/');
    char path[2 * PATH], command[PATH], home[PATH];

    snprintf(path, sizeof path, "%s/solutions/%s.c", at->top, which->name);
    if (access(path, R_OK) != 0) {
        snprintf(path, sizeof path, "%s/tests/labs/%s/submissions.txt", at->top, which->name);
        return load(path, m);
    }
    snprintf(home, sizeof home, "%.*s", slash ? (int)(slash - at->grader) : 0, at->grader);
    setenv("GRADE", home, 1);
    setenv("GRADER", at->grader, 1);
    snprintf(command, sizeof command, "sh %s/tests/grader/commands/mutants.sh answers %s >&2",
             at->top, which->name);
    if (system(command) != 0) return 0;
    snprintf(path, sizeof path, "%s/answers/%s", home, which->name);
    return load(path, m);
}

static void free_mistakes(mistake *m, int count)
{
    for (int w = 0; w < count; w++) profile_free(&m[w].answers);
    free(m);
}

void likely_causes(const lab *which, result *results, const test_run *runs, int count,
                   const settings *set, const places *at)
{
    mistake *m = room(MAX_WRONG, sizeof *m);
    const int nwrong = load_known(which, at, m);
    int (*asks)[CALLS] = room((size_t)which->ntest, sizeof *asks);
    trial t;
    profile student;

    memset(&student, 0, sizeof student);
    if (nwrong > 0) {
        trial_make(&t, which, set);
        find_calls(&t, asks);
        trial_ask(&t, runs[0].exe, set, runs, count);
        profile_make(&student, &t);
        trial_free(&t);
    }
    for (int i = 0, known = 1; i < count && known; i++) {
        result *r = &results[i];
        if (r->outcome != WRONG && r->outcome != CRASH) continue;
        /* where memory is not the arena's, that is the cause, whichever mistake answers the same */
        if (r->outcome == CRASH || runs[i].answer[r->bad_case].damaged < FRAME_MEMORY)
            known = name_mistake(which, m, nwrong, &student, asks, runs[i].request[r->bad_case].id,
                                 (int)(runs[i].test - which->test), r->likely);
        if (r->likely[0] || !r->v.cause[0]) continue;
        known = 1;
        snprintf(r->likely, LIKELY_TEXT, "%.*s", LIKELY_TEXT - 1, r->v.cause);
    }
    profile_free(&student);
    free(asks);
    free_mistakes(m, nwrong);
}

/* ---- making the answers, and the kill matrix ------------------------------------------------- */

/* Run a built mistake on every case. It is the kit's own: other users and namespaces would only
 * cost time. Processor time ends a loop, so that the load of the machine does not matter. */
static int try_mistake(trial *t, mistake *m, const settings *set, const char *build)
{
    settings ours = *set;
    char path[PATH];
    program exe;

    ours.limit.plain = 1;
    ours.wall = 120.0;
    snprintf(path, sizeof path, "%s/wrong/%s/%s", build, t->which->name, m->name);
    if (!program_load(path, &exe)) return 0;
    trial_ask(t, &exe, &ours, NULL, 0);
    profile_free(&m->answers);
    profile_make(&m->answers, t);
    program_free(&exe);
    return 1;
}

int write_answers(const lab *which, const settings *set, const char *build, FILE *out)
{
    mistake *m = room(MAX_WRONG, sizeof *m);
    char path[PATH];
    int count;
    trial t;

    snprintf(path, sizeof path, "%s/wrong/%s/list", build, which->name);
    count = load(path, m);
    trial_make(&t, which, set);
    for (int w = 0; w < count; w++) {
        if (!try_mistake(&t, &m[w], set, build)) {
            fprintf(stderr, "grader: %s/wrong/%s/%s was not built\n", build, which->name,
                    m[w].name);
            return 0;
        }
        fprintf(out, "= %s [%s] %s\n", m[w].name, m[w].kills, m[w].hint);
        for (int call = 0; call < CALLS; call++)
            for (int i = 0; i < which->ntest; i++) {
                const function *f = &m[w].answers.of[call];
                const said *s = &f->test[i];
                if (s->letters[0])
                    fprintf(out, "%d %d %08" PRIx32 " %s %s\n", call, i, f->symptoms, s->letters,
                            s->answers ? s->answers : "");
            }
    }
    trial_free(&t);
    free_mistakes(m, count);
    return count > 0;
}

/* is the mistake killed by each test it names, and would a student with it see its hint there? */
static void judge_mistake(const lab *which, const mistake *one, const mistake *all, int count,
                          int (*asks)[CALLS], char *complaint, char *by)
{
    int named = 0;

    for (int i = 0; i < which->ntest; i++) {
        int call = 0;
        char text[LIKELY_TEXT] = "";
        while (call < CALLS && !fails(&one->answers.of[call], i)) call++;
        if (call < CALLS) append(by, " %s.%s", short_name(which), which->test[i].id);
        if (!named_in_kills(which, one, i)) continue;
        named++;
        if (call == CALLS) append(complaint, ", not killed by %s", which->test[i].id);
        else name_mistake(which, all, count, &one->answers, asks, call, i, text);
        if (call < CALLS && strcmp(text, one->hint) != 0)
            append(complaint, ", in test %s said: %.100s", which->test[i].id, text);
    }
    if (!named) append(complaint, ", names no test");
}

int kill_matrix(const lab *which, const settings *set, const places *at, int first)
{
    mistake *m = room(MAX_WRONG, sizeof *m);
    int (*asks)[CALLS] = room((size_t)which->ntest, sizeof *asks);
    const int count = load_known(which, at, m);
    trial t;

    trial_make(&t, which, set);
    find_calls(&t, asks);
    for (int w = 0; w < count; w++) {
        char complaint[LINE] = "", by[LINE] = "";
        judge_mistake(which, &m[w], m, count, asks, complaint, by);
        printf("%sok %d - %s/%s is killed by %s, with its hint\n", complaint[0] ? "not " : "",
               first + w + 1, which->name, m[w].name, m[w].kills);
        printf("# killed by%s%s\n", by, complaint);
    }
    trial_free(&t);
    free(asks);
    free_mistakes(m, count);
    return count;
}
