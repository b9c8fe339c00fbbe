/* grade_all.c: grades every submission in a folder
 *
 *     grade-all [OPTION]... --out OUT --folder FOLDER      grade-all --merge --out OUT [SHARDS]...
 *
 * Run from the top of the kit; `make grade-all` and `make grade-merge` are calls of it, and
 * solutions/README.md is its manual. It writes to OUT
 *
 *     results.csv     a row for each submission and test        points.csv   for each submission
 *     feedback/       NAME.txt and NAME.html for each submission
 *     summary.txt, summary.html, who.txt, LAB.svg               for the instructor
 *     work/           results so far, so that nothing is graded twice
 *
 * A UNIT of work is a file for a lab, with a seed. It is identified by a checksum of the file, the
 * seed and every part of the kit that can affect the result: work/done/CHECKSUM/ has its rows and
 * its report. So a run that was stopped goes on where it was, late submissions cost only
 * themselves, and changed ones are graded again. Units are graded by unit.sh, many at a time; one
 * that fails because of the system leaves nothing in done/, and is graded in the next run.
 */
#define _XOPEN_SOURCE 700                /* realpath */
#include "all.h"

#include "tests/grader/worker/confine.h"
#include "tests/grader/worker/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 1000001 };              /* bytes; build.sh refuses files of more than 1 MB */
enum { LONGEST_UNIT = 1800 };            /* [s] far beyond the sum of the limits in it */
enum { USERS = 50 };                     /* ranges of user ids for workers: see sandbox.h */

typedef struct {
    char *folder, *out, *labs, *grader, *gather, *canvas, *moodle, *student;
    int jobs, shard, shards;             /* shards 0: the whole */
    int merge, likely, with_parent;
    char *seed, *secret;                 /* NULL: not given */
    char **from;                         /* what to merge */
    int nfrom;
} options;

/* ---- small things ---------------------------------------------------------------------------- */

void die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("grade-all: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(2);
}

void *resized(void *memory, size_t n)
{
    void *p = realloc(memory, n ? n : 1);

    if (!p) die("there is no memory");
    return p;
}

void *zeros(int count, size_t size)
{
    return memset(resized(NULL, ((size_t)count + 1) * size), 0, ((size_t)count + 1) * size);
}

char *copied(const char *text, size_t n)
{
    char *p = resized(NULL, n + 1);

    memcpy(p, text, n);
    p[n] = '\0';
    return p;
}

char *format_text(const char *format, ...)
{
    va_list args;
    char *text;
    int n;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) die("a text that can't be written");
    text = resized(NULL, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    return text;
}

void save(const char *path, const output_text *text)
{
    char *part = format_text("%s.part", path);
    FILE *out = text->failed ? NULL : fopen(part, "wb");
    int ok = out && fwrite(text->data ? text->data : "", 1, text->size, out) == text->size;

    if (out && fclose(out) != 0) ok = 0;
    if (!ok || rename(part, path) != 0) {
        const int why = text->failed ? ENOMEM : errno;
        remove(part);
        die("can't write %s: %s", path, strerror(why));
    }
    free(part);
}

int read_file(const char *path, size_t most, output_text *text)
{
    FILE *in = fopen(path, "rb");
    char buffer[1 << 14];
    size_t got, taken = 0;
    int ok = in != NULL;

    while (ok && taken < most) {
        got = fread(buffer, 1, most - taken < sizeof buffer ? most - taken : sizeof buffer, in);
        if (got == 0) break;
        output_bytes(text, buffer, got);
        taken += got;
    }
    output_bytes(text, "", 0);
    if (ok) ok = !ferror(in);
    if (in) fclose(in);
    if (text->failed) die("there is no memory");
    return ok;
}

void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) die("can't make %s: %s", path, strerror(errno));
}

/* the parent folders of a folder that is to be made */
static void make_parents(const char *path)
{
    for (const char *at = strchr(path + 1, '/'); *path && at; at = strchr(at + 1, '/'))
        if (strcmp(at, "/") != 0) make_folder(copied(path, (size_t)(at - path)));
}

/* ---- options --------------------------------------------------------------------------------- */

static void usage(void)
{
    fputs("usage: grade-all [OPTION]... --out OUT --folder FOLDER\n"
          "       grade-all --merge --out OUT [FOLDER WITH SHARDS]...\n"
          "       grade-all --gather OUT --folder FOLDER       for likeness.sh\n"
          "  --labs 'pgs lemke'   only these labs\n"
          "  --jobs N             submissions at a time (default: one for each processor)\n"
          "  --shard I/N          only every N-th, from the I-th on, into OUT/shard-I-of-N\n"
          "  --canvas FILE        the gradebook that Canvas exported; OUT/canvas.csv is to import\n"
          "  --moodle FILE        an assignment's grading worksheet; OUT/moodle.csv is to upload\n"
          "  --student NAME       grade that one again, whether or not it has changed\n"
          "  --no-likely          do not look for the likely mistakes\n"
          "  --with-parent        end when the process that started it ends\n"
          "  --grader FILE        default build/grade/grader\n"
          "  A lab's file is found in any folder of a submission. It is graded if it is a file, no\n"
          "  link, of at most 1 MB. Of the files without a lab's name 3000 are looked at.\n"
          "  in the environment: GRADER_SEED=N for everybody, or GRADER_SECRET=TEXT for a seed of\n"
          "  each student's own, made from the text and the name\n", stderr);
    exit(2);
}

static int whole_number(const char *text, int most)
{
    char *end;
    const long x = strtol(text, &end, 10);

    if (end == text || *end || x < 1 || x > most)
        die("%s is not a number from 1 to %d", text, most);
    return (int)x;
}

static void read_shard(options *o, const char *text)
{
    const char *slash = strchr(text, '/');

    if (!slash) die("a shard is I/N, as 2/4; this is %s", text);
    o->shard = whole_number(copied(text, (size_t)(slash - text)), 100000);
    o->shards = whole_number(slash + 1, 100000);
    if (o->shard > o->shards) die("there is no shard %d of %d", o->shard, o->shards);
}

static void read_options(int argc, char **argv, options *o)
{
    static const char *const hidden[] = { "SEED", "SECRET", "MAKEFLAGS", "MFLAGS",
                                          "MAKEOVERRIDES" };
    int i;

    *o = (options){ .likely = 1, .jobs = processors(MAX_JOBS), .grader = "build/grade/grader" };
    o->seed = take_variable("GRADER_SEED");
    o->secret = take_variable("GRADER_SECRET");
    for (size_t k = 0; k < sizeof hidden / sizeof hidden[0]; k++) take_variable(hidden[k]);
    if (o->seed && o->secret) die("a seed for everybody, or a secret for seeds of their own: both "
                                  "is too much");
    for (i = 1; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--merge") == 0) o->merge = 1;
        else if (strcmp(name, "--no-likely") == 0) o->likely = 0;
        else if (strcmp(name, "--with-parent") == 0) o->with_parent = 1;
        else if (i + 1 == argc) usage();
        else if (strcmp(name, "--out") == 0) o->out = argv[++i];
        else if (strcmp(name, "--labs") == 0) o->labs = argv[++i];
        else if (strcmp(name, "--grader") == 0) o->grader = argv[++i];
        else if (strcmp(name, "--jobs") == 0) o->jobs = whole_number(argv[++i], MAX_JOBS);
        else if (strcmp(name, "--shard") == 0) read_shard(o, argv[++i]);
        else if (strcmp(name, "--folder") == 0) o->folder = argv[++i];
        else if (strcmp(name, "--gather") == 0) o->gather = argv[++i];
        else if (strcmp(name, "--canvas") == 0) o->canvas = argv[++i];
        else if (strcmp(name, "--moodle") == 0) o->moodle = argv[++i];
        else if (strcmp(name, "--student") == 0) o->student = argv[++i];
        else usage();
    }
    o->from = argv + i;
    o->nfrom = argc - i;
    if (!o->gather && (!o->out || !*o->out))
        die("where to? make grade-all DIR=submissions OUT=results");
    if (!o->merge && (!o->folder || !*o->folder))
        die("which submissions? make grade-all DIR=submissions OUT=results");
}

/* ---- the kit's labs -------------------------------------------------------------------------- */

/* a line of `grader --points`: "02_pgs 01 2 Jacobi sweep: any A" */
static void add_test(lab_list *labs, char *line)
{
    char *name = strtok(line, " "), *id = strtok(NULL, " "), *points = strtok(NULL, " ");
    char *title = strtok(NULL, "\n");
    lab *l = labs->count ? &labs->lab[labs->count - 1] : NULL;

    if (!name || !id || !points || !title) die("the grader's list of tests can't be read");
    if (!l || strcmp(l->name, name) != 0) {
        labs->lab = resized(labs->lab, (size_t)(labs->count + 1) * sizeof *labs->lab);
        l = &labs->lab[labs->count++];
        *l = (lab){ .name = copied(name, strlen(name)) };
        l->file = format_text("%s.c", strchr(name, '_') + 1);
    }
    l->test = resized(l->test, (size_t)(l->ntest + 1) * sizeof *l->test);
    l->test[l->ntest++] = (lab_test){ copied(id, strlen(id)), copied(title, strlen(title)),
                                      atoi(points) };
}

int names_lab(const char *text, const lab *l)
{
    const size_t nick = strlen(l->file) - 2;

    if (strcmp(text, l->name) == 0) return 1;
    if (strlen(text) == nick && strncmp(text, l->file, nick) == 0) return 1;
    return text[strspn(text, "0123456789")] == '\0' && atoi(text) == atoi(l->name);
}

static void select_labs(lab_list *labs, char *wanted)
{
    char *name = wanted ? strtok(wanted, " ,") : NULL;

    for (int i = 0; i < labs->count; i++) labs->lab[i].selected = !name;
    for (; name; name = strtok(NULL, " ,")) {
        int found = 0;
        for (int i = 0; i < labs->count; i++)
            if (names_lab(name, &labs->lab[i])) found = labs->lab[i].selected = 1;
        if (!found) die("there is no lab called %s; make list shows them", name);
    }
}

static lab_list read_labs(const options *o)
{
    lab_list labs = { 0 };
    char line[1000];
    FILE *in;

    setenv("GRADER", o->grader, 1);
    in = popen("\"$GRADER\" --points", "r");
    while (in && fgets(line, sizeof line, in)) add_test(&labs, line);
    if (!in || pclose(in) != 0 || labs.count == 0) die("can't run %s", o->grader);
    select_labs(&labs, o->labs);
    return labs;
}

/* ---- submissions, and the code that grades them ---------------------------------------------- */

typedef struct {
    char key[SHA256_TEXT];
    const char *path;                    /* of the first file of this kind */
    const lab *lab;
    char *seed;
    enum { WAITING, RUNNING, DONE, TROUBLE } state;
    int counted;                         /* it is to be graded in this run */
} unit;

typedef struct {
    const options *o;
    char *folder, *work;                 /* results; folders of unfinished and of finished work */
    char *top;
    lab_list labs;
    submission_list list;
    found_file *found;                   /* [submission * labs + lab] */
    int *unit_of;                        /* likewise; -1: none */
    unit *unit;
    int nunit;
    char (*kit)[SHA256_TEXT];            /* for each lab */
    int first, step;                     /* of the shard's submissions */
    marks marks;
} course;

static void add_file(sha256 *s, const char *path)
{
    output_text text = { 0 };

    sha256_add(s, path, strlen(path) + 1);
    if (read_file(path, (size_t)1 << 30, &text)) sha256_add(s, text.data, text.size);
    output_free(&text);
}

/* the files of a folder, in the order of their names */
static void add_files(sha256 *s, const char *folder)
{
    int n;
    char **entry = read_folder(folder, &n);

    for (int i = 0; i < n; i++) {
        char *path = format_text("%s/%s", folder, entry[i]);
        struct stat st;
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) add_file(s, path);
    }
}

/* the checksum as text */
static void end_sum(sha256 *s, char text[SHA256_TEXT])
{
    unsigned char digest[SHA256_BYTES];

    sha256_end(s, digest);
    sha256_text(digest, text);
}

static void add_compiler(sha256 *s)
{
    const char *cc = getenv("CC");
    FILE *in = popen(format_text("%s --version 2>/dev/null", cc && *cc ? cc : "cc"), "r");
    char line[300] = "";

    if (in && !fgets(line, sizeof line, in)) line[0] = '\0';
    if (in) pclose(in);
    sha256_add(s, line, strlen(line) + 1);
}

/* the checksum of everything that can affect a file's result in a lab */
static void identify_kit(const options *o, const lab *l, char text[SHA256_TEXT])
{
    sha256 s;

    sha256_start(&s);
    sha256_add(&s, o->likely ? "likely" : "unlikely", 6);
    sha256_add(&s, l->name, strlen(l->name) + 1);
    add_compiler(&s);
    add_file(&s, o->grader);
    add_file(&s, "mbsim.h");
    add_file(&s, format_text("labs/%s/lab.h", l->name));
    add_file(&s, "tests/grader/all/unit.sh");
    add_files(&s, "tests/grader/worker");
    add_files(&s, format_text("tests/labs/%s", l->name));
    end_sum(&s, text);
}

/* the seed for a student: everybody's, or one that can't be computed without the secret */
static char *seed_for(const options *o, const char *student)
{
    unsigned char digest[SHA256_BYTES];
    unsigned long long seed = 0;

    if (!o->secret) return o->seed ? o->seed : "";
    hmac_sha256(o->secret, strlen(o->secret), student, strlen(student), digest);
    for (int i = 0; i < 8; i++) seed = seed << 8 | digest[i];
    return format_text("%llu", seed);
}

static void make_key(const char *kit, const char *seed, const output_text *text,
                     char key[SHA256_TEXT])
{
    sha256 s;

    sha256_start(&s);
    sha256_add(&s, kit, strlen(kit) + 1);
    sha256_add(&s, seed, strlen(seed) + 1);
    sha256_add(&s, text->data, text->size);
    end_sum(&s, key);
}

static char *done_path(const course *c, const unit *u, const char *file)
{
    return format_text("%s/done/%s%s%s", c->work, u->key, *file ? "/" : "", file);
}

/* the unit for a file, which may be there already; -1 if the file can't be read */
static int find_unit(course *c, const char *path, int which, char *seed)
{
    output_text text = { 0 };
    unit u = { .path = path, .lab = &c->labs.lab[which], .seed = seed };
    const int readable = read_file(path, LARGEST, &text);

    make_key(c->kit[which], seed, &text, u.key);
    output_free(&text);
    if (!readable) return -1;
    for (int i = 0; i < c->nunit; i++)
        if (strcmp(c->unit[i].key, u.key) == 0) return i;
    u.state = access(done_path(c, &u, "rows"), F_OK) == 0 ? DONE : WAITING;
    u.counted = u.state == WAITING;
    c->unit = resized(c->unit, (size_t)(c->nunit + 1) * sizeof *c->unit);
    c->unit[c->nunit] = u;
    return c->nunit++;
}

/* remove the results of a unit, so that it is graded again */
static void forget(course *c, unit *u)
{
    if (u->state != DONE) return;
    remove_tree(done_path(c, u, ""));
    u->state = WAITING;
    u->counted = 1;
}

/* every file for every lab */
static void plan(course *c)
{
    const int n = c->list.count * c->labs.count;

    c->found = zeros(n, sizeof *c->found);
    c->unit_of = zeros(n, sizeof *c->unit_of);
    c->kit = zeros(c->labs.count, sizeof *c->kit);
    for (int l = 0; l < c->labs.count; l++)
        if (c->labs.lab[l].selected) identify_kit(c->o, &c->labs.lab[l], c->kit[l]);
    for (int i = c->first; i < c->list.count; i += c->step) {
        const submission *s = &c->list.one[i];
        char *seed = seed_for(c->o, s->student);
        for (int l = 0; l < c->labs.count; l++) {
            found_file *f = &c->found[i * c->labs.count + l];
            int *k = &c->unit_of[i * c->labs.count + l];
            *k = -1;
            if (!c->labs.lab[l].selected) continue;
            *f = submission_file(s, &c->labs.lab[l], &c->labs, c->top);
            if (f->path) *k = find_unit(c, f->path, l, seed);
            if (f->path && *k < 0) die("can't read %s", f->path);
            if (f->path && c->o->student && is_student(s->name, s->student, c->o->student))
                forget(c, &c->unit[*k]);
        }
    }
}

/* ---- grading --------------------------------------------------------------------------------- */

typedef struct {
    int todo, done, trouble, unchanged;
    double started, shown;
} grading_progress;

static void time_text(char text[32], double seconds)
{
    const int s = (int)(seconds + 0.5);

    if (s < 100) snprintf(text, 32, "%d s", s);
    else if (s < 6000) snprintf(text, 32, "%d min", (s + 30) / 60);
    else snprintf(text, 32, "%d h %d min", s / 3600, s % 3600 / 60);
}

/* on a terminal rewrite the same line, twice a second; otherwise print a line every ten seconds */
static void show_progress(grading_progress *p, int last)
{
    const int terminal = isatty(2);
    const double t = real_time(), took = t - p->started;
    char passed[32], left[32];

    if (!last && t - p->shown < (terminal ? 0.5 : 10.0)) return;
    p->shown = t;
    time_text(passed, took);
    fprintf(stderr, "%sgrade-all: %d of %d graded in %s", terminal ? "\r" : "", p->done, p->todo,
            passed);
    if (p->trouble) fprintf(stderr, ", trouble with %d", p->trouble);
    if (p->unchanged) fprintf(stderr, ", %d unchanged", p->unchanged);
    if (!last && p->done) {
        time_text(left, took * (p->todo - p->done) / p->done);
        fprintf(stderr, ", %s left", left);
    }
    fprintf(stderr, "%s%s", terminal ? "\033[K" : "", terminal && !last ? "" : "\n");
}

/* a failed command's output on stderr */
static void show_log(const char *log, const char *about)
{
    output_text text = { 0 };

    if (read_file(log, 2000, &text)) fprintf(stderr, "\ngrade-all: %s: %s\n", about, text.data);
    output_free(&text);
}

/* Once, before many workers need them: the common parts of a lab's workers, and beside the grader
 * the answers of its known mistakes */
static void prepare_labs(course *c)
{
    char *log = format_text("%s/log", c->work);
    char *home = format_text("GRADE=%.*s", (int)(strrchr(c->o->grader, '/') - c->o->grader),
                             c->o->grader);

    for (int l = 0; l < c->labs.count; l++) {
        char *name = c->labs.lab[l].name;
        char *parts[] = { "sh", "tests/grader/worker/build.sh", "ready", name, NULL };
        char *known[] = { "env", home, "sh", "tests/grader/commands/mutants.sh", "answers", name,
                          NULL };
        int needed = 0, ok;
        for (int i = 0; i < c->nunit; i++)
            needed |= c->unit[i].state == WAITING && c->unit[i].lab == &c->labs.lab[l];
        for (int k = 0; needed && k < 1 + c->o->likely; k++) {
            job_start(0, k ? known : parts, log, LONGEST_UNIT);
            while (job_wait(&ok) < 0) continue;
            if (ok) continue;
            show_log(log, k ? "mutants.sh" : "build.sh");
            die("the common parts of the workers of %s can't be built", name);
        }
    }
}

static char *job_folder(const course *c, int slot)
{
    return format_text("%s/job-%d", c->work, slot);
}

/* A copy of the file is graded: 0 if the file has changed since its checksum was made. */
static int take_copy(const course *c, const unit *u, const char *path)
{
    output_text text = { 0 };
    char key[SHA256_TEXT];

    if (!read_file(u->path, LARGEST, &text)) text.size = 0;
    make_key(c->kit[u->lab - c->labs.lab], u->seed, &text, key);
    save(path, &text);
    output_free(&text);
    return strcmp(key, u->key) == 0;
}

/* 0 if it can't be started */
static int start_unit(course *c, int slot, unit *u)
{
    char *dir = job_folder(c, slot), *file = format_text("%s/%s", dir, u->lab->file);
    const int users = ((c->o->shards ? c->o->shard - 1 : 0) * c->o->jobs + slot) % USERS;
    char *argv[] = { "sh", "tests/grader/all/unit.sh", u->lab->name, file, dir, "--jobs", "1",
                           "--users", format_text("%d", users), c->o->likely ? NULL : "--no-likely",
                           NULL };

    remove_tree(dir);
    make_folder(dir);
    if (!take_copy(c, u, file)) {
        u->state = TROUBLE;
        fprintf(stderr, "\ngrade-all: %s has changed while it was being graded\n",
                name_shown(u->path));
        return 0;
    }
    setenv("GRADER_SEED", u->seed, 1);
    job_start(slot, argv, format_text("%s/log", dir), LONGEST_UNIT);
    unsetenv("GRADER_SEED");
    u->state = RUNNING;
    return 1;
}

/* its rows and its report go to done/ in one step; the rest is removed */
static void end_unit(course *c, int slot, unit *u, int ok)
{
    char *dir = job_folder(c, slot);

    u->state = ok ? DONE : TROUBLE;
    if (!ok) show_log(format_text("%s/log", dir), name_shown(u->path));
    remove_tree(format_text("%s/worker", dir));
    remove(format_text("%s/log", dir));
    remove(format_text("%s/%s", dir, u->lab->file));
    if (!ok) remove_tree(dir);
    else if (rename(dir, done_path(c, u, "")) != 0) die("can't move %s: %s", dir, strerror(errno));
}

static void grade(course *c)
{
    const double started = real_time();
    grading_progress p = { .started = started, .shown = started };
    int unit_in[MAX_JOBS], next = 0, running = 0;

    for (int i = 0; i < c->nunit; i++) p.todo += c->unit[i].counted;
    p.unchanged = c->nunit - p.todo;
    for (int i = 0; i < MAX_JOBS; i++) unit_in[i] = -1;
    prepare_labs(c);
    do {
        int ok, slot;
        for (slot = 0; slot < c->o->jobs; slot++) {
            while (next < c->nunit && c->unit[next].state != WAITING) next++;
            if (unit_in[slot] >= 0 || next == c->nunit) continue;
            if (!start_unit(c, slot, &c->unit[next])) {
                p.trouble++;
                continue;
            }
            unit_in[slot] = next;
            running++;
        }
        slot = running ? job_wait(&ok) : -1;
        if (slot >= 0) {
            end_unit(c, slot, &c->unit[unit_in[slot]], ok);
            unit_in[slot] = -1;
            running--;
            p.done++;
            p.trouble += !ok;
        }
        show_progress(&p, 0);
    } while (running || next < c->nunit);
    show_progress(&p, 1);
}

/* ---- results --------------------------------------------------------------------------------- */

/* the rows of one submission for a lab that was graded: "02_pgs 01 2 2 pass title remark broken",
 * with tabs. Returns 1 if no test was attempted. */
static int add_graded(const course *c, table *t, row r, const unit *u)
{
    output_text text = { 0 };
    int untouched = 1, line = 0;

    if (!read_file(done_path(c, u, "rows"), 1 << 20, &text)) die("done/%s has no rows", u->key);
    for (char *at = text.data, *end; (end = strchr(at, '\n')) != NULL; at = end + 1, line++) {
        char *field[8];
        *end = '\0';
        for (int i = 0; i < 8; i++) {
            field[i] = at;
            at += strcspn(at, "\t");
            if (*at) *at++ = '\0';
        }
        r.test = field[1];
        r.points = atoi(field[2]);
        r.possible = atoi(field[3]);
        r.outcome = field[4];
        r.title = field[5];
        r.remark = field[6];
        r.broken = field[7];
        untouched &= strcmp(r.outcome, "not attempted") == 0;
        table_add(t, r);
    }
    if (line != u->lab->ntest) die("done/%s has not all of its rows", u->key);
    return untouched;
}

static void add_ungraded(table *t, row r, const lab *l, const char *outcome, const char *remark)
{
    for (int i = 0; i < l->ntest; i++) {
        r.test = l->test[i].id;
        r.title = l->test[i].title;
        r.points = 0;
        r.possible = l->test[i].points;
        r.outcome = outcome;
        r.remark = remark;
        table_add(t, r);
    }
}

/* the time of a submission: from the export, otherwise the file's date */
static long long handed_in(const submission *s, const char *path)
{
    struct stat st;

    if (s->handed_in) return s->handed_in;
    return stat(path, &st) == 0 ? (long long)st.st_mtime : 0;
}

/* the rows of a submission for a lab as it was graded, and its report; NULL if there is none */
static output_text *add_lab(const course *c, table *t, int i, int l)
{
    const submission *s = &c->list.one[i];
    const found_file *f = &c->found[i * c->labs.count + l];
    const lab *which = &c->labs.lab[l];
    const int first = t->count, k = c->unit_of[i * c->labs.count + l];
    row r = { .submission = s->name, .student = s->student, .lab = which->name, .broken = "" };
    output_text *report;

    if (!f->path) {
        add_ungraded(t, r, which, f->outcome, f->remark);
        return NULL;
    }
    if (c->unit[k].state != DONE) {
        add_ungraded(t, r, which, "not graded", "the grader failed; run it again");
        return NULL;
    }
    if (add_graded(c, t, r, &c->unit[k]) && f->others[0]) {     /* the work is in another file */
        t->count = first;
        add_ungraded(t, r, which, "wrong name",
                     format_text("%s is untouched, but there is %s", which->file, f->others));
        return NULL;
    }
    report = zeros(1, sizeof *report);
    read_file(done_path(c, &c->unit[k], "text"), 1 << 22, report);
    return report;
}

static table collect(const course *c)
{
    char *feedback = format_text("%s/feedback", c->folder);
    output_text **report = zeros(c->labs.count, sizeof *report);
    table t = { 0 };

    remove_tree(feedback);
    make_folder(feedback);
    for (int i = c->first; i < c->list.count; i += c->step) {
        const int first = t.count;
        int n = 0;
        for (int l = 0; l < c->labs.count; l++) {
            const char *path = c->found[i * c->labs.count + l].path;
            const submission *s = &c->list.one[i];
            const int start = t.count;
            if (!c->labs.lab[l].selected) continue;
            report[n++] = add_lab(c, &t, i, l);
            marks_add(&c->marks, &t, start, l, s, path ? handed_in(s, path) : 0);
        }
        feedback_write(format_text("%s/%s", feedback, c->list.one[i].feedback), &t, first, t.count,
                       (const output_text *const *)report);
        while (n-- > 0)
            if (report[n]) output_free(report[n]);
    }
    return t;
}

static void write_results(const char *folder, const table *t, const lab_list *labs,
                          const marks *m, const options *o)
{
    if (o->canvas) table_canvas(t, labs, o->canvas, format_text("%s/canvas.csv", folder));
    if (o->moodle) table_moodle(t, labs, o->moodle, format_text("%s/moodle.csv", folder));
    table_points(t, labs, m, format_text("%s/points.csv", folder));
    summary_write(folder, t, labs, m);
    table_write(t, format_text("%s/results.csv", folder));     /* last: it exists only if all do */
}

/* ---- shards ---------------------------------------------------------------------------------- */

/* The description of a shard. Shards that belong together agree on everything except the first
 * line: the names of all submissions, the labs, and the seed (as a checksum). */
static char *describe_shard(const course *c)
{
    unsigned char digest[SHA256_BYTES];
    char names[SHA256_TEXT], seed[SHA256_TEXT];
    const char *text = c->o->secret ? c->o->secret : c->o->seed ? c->o->seed : "";
    output_text labs = { 0 };
    sha256 s;

    sha256_start(&s);
    for (int i = 0; i < c->list.count; i++)
        sha256_add(&s, c->list.one[i].name, strlen(c->list.one[i].name) + 1);
    end_sum(&s, names);
    hmac_sha256("shard", 5, text, strlen(text), digest);
    sha256_text(digest, seed);
    for (int l = 0; l < c->labs.count; l++)
        if (c->labs.lab[l].selected) output_printf(&labs, " %s", c->labs.lab[l].name);
    return format_text("shard %d of %d\n%d submissions %s\nlabs%s\nseed %.8s\n", c->o->shard,
                       c->o->shards, c->list.count, names, labs.data, seed);
}

typedef struct { char *folder, *rest; int shard, shards; } shard;

/* the shards below a folder, or the folder itself if it is one */
static void find_shards(const char *path, shard **list, int *count)
{
    char *from = format_text("%s/shard.txt", path);
    output_text text = { 0 };
    char **entry;
    shard s = { 0 };
    int n;

    if (read_file(from, 1 << 20, &text)) {
        if (sscanf(text.data, "shard %d of %d", &s.shard, &s.shards) != 2 || s.shards < 1)
            die("%s is not a description of a shard", from);
        s.folder = copied(path, strlen(path));
        s.rest = strchr(text.data, '\n') + 1;
        *list = resized(*list, (size_t)(*count + 1) * sizeof **list);
        (*list)[(*count)++] = s;
        return;
    }
    entry = read_folder(path, &n);
    if (n < 0) die("can't read the folder %s: %s", path, strerror(errno));
    for (int i = 0; i < n; i++)
        if (strncmp(entry[i], "shard-", 6) == 0)
            find_shards(format_text("%s/%s", path, entry[i]), list, count);
}

/* all of them, each once, of the same submissions */
static void check_shards(const shard *list, int count)
{
    const shard **at;
    int missing = 0;

    if (count == 0) die("there are no shards: a shard is made by make grade-all ... SHARD=1/4");
    at = zeros(list[0].shards, sizeof *at);
    for (int i = 0; i < count; i++) {
        const shard *s = &list[i];
        if (s->shards != list[0].shards)
            die("%s is one of %d, but %s one of %d", s->folder, s->shards, list[0].folder,
                list[0].shards);
        if (strcmp(s->rest, list[0].rest) != 0)
            die("%s and %s are not of the same submissions, labs and seed", list[0].folder,
                s->folder);
        if (at[s->shard - 1])
            die("shard %d of %d is there twice: %s and %s", s->shard, s->shards,
                at[s->shard - 1]->folder, s->folder);
        at[s->shard - 1] = s;
    }
    for (int i = 0; i < list[0].shards; i++) {
        if (at[i]) continue;
        fprintf(stderr, "grade-all: shard %d of %d is missing, or has not ended\n", i + 1,
                list[0].shards);
        missing = 1;
    }
    if (missing) exit(2);
}

static void copy_folder(const char *from, const char *to)
{
    int n;
    char **entry = read_folder(from, &n);

    if (n < 0) die("can't read the folder %s: %s", from, strerror(errno));
    for (int i = 0; i < n; i++) {
        output_text text = { 0 };
        if (!read_file(format_text("%s/%s", from, entry[i]), (size_t)1 << 30, &text))
            die("can't read %s/%s", from, entry[i]);
        save(format_text("%s/%s", to, entry[i]), &text);
        output_free(&text);
    }
}

/* 0, or 1 if something was not graded */
static int exit_status(const table *t)
{
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->row[i].outcome, "not graded") == 0) return 1;
    return 0;
}

static int merge(const options *o)
{
    char *feedback = format_text("%s/feedback", o->out), *names;
    output_text labs_text = { 0 };
    lab_list labs;
    shard *list = NULL;
    table t = { 0 };
    options with_labs = *o;
    marks m;
    int count = 0;

    if (o->nfrom == 0) find_shards(o->out, &list, &count);
    for (int i = 0; i < o->nfrom; i++) find_shards(o->from[i], &list, &count);
    check_shards(list, count);
    names = strstr(list[0].rest, "labs ") + 5;
    output_bytes(&labs_text, names, strcspn(names, "\n"));
    with_labs.labs = labs_text.data;
    labs = read_labs(&with_labs);
    make_folder(o->out);
    remove_tree(feedback);
    make_folder(feedback);
    for (int i = 0; i < count; i++) {
        table_read(&t, format_text("%s/results.csv", list[i].folder));
        copy_folder(format_text("%s/feedback", list[i].folder), feedback);
    }
    table_sort(&t);
    m = marks_read(o->out, &labs, o->canvas);
    write_results(o->out, &t, &labs, &m, o);
    fprintf(stderr, "grade-all: %d shards merged in %s\n", count, o->out);
    return exit_status(&t);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static char *absolute(const char *path)
{
    char *text = realpath(path, NULL);

    if (!text) die("%s: %s", path, strerror(errno));
    return text;
}

/* one grade-all at a time in a folder; the lock is released whenever the process ends */
static void lock(const char *path)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    const int fd = open(path, O_RDWR | O_CREAT, 0666);

    if (fd < 0) die("can't write %s: %s", path, strerror(errno));
    if (fcntl(fd, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN))
        die("another grade-all is at work there: %s", path);
}

/* the folder of the results, from which unfinished work of an earlier run is removed */
static void open_folder(course *c)
{
    const options *o = c->o;
    size_t n;

    make_parents(o->out);
    make_folder(o->out);
    c->folder = absolute(o->out);
    n = strlen(o->folder);
    if (strncmp(c->folder, o->folder, n) == 0 && (c->folder[n] == '/' || c->folder[n] == '\0'))
        die("the results can't go among the submissions: OUT=%s is in DIR=%s", o->out, o->folder);
    if (o->shards) {
        c->folder = format_text("%s/shard-%d-of-%d", c->folder, o->shard, o->shards);
        make_folder(c->folder);
    }
    c->work = format_text("%s/work", c->folder);
    make_folder(c->work);
    make_folder(format_text("%s/done", c->work));
    lock(format_text("%s/lock", c->work));
    for (int i = 0; i < MAX_JOBS; i++) remove_tree(job_folder(c, i));
}

static void check_student(const course *c)
{
    for (int i = 0; i < c->list.count; i++) {
        const submission *s = &c->list.one[i];
        if (!c->o->student || is_student(s->name, s->student, c->o->student)) return;
    }
    die("no submission is called %s", c->o->student);
}

static int grade_folder(options *o)
{
    course c = { .o = o, .step = 1 };
    char *shard_file;
    table t;

    o->folder = absolute(o->folder);
    o->grader = absolute(o->grader);
    c.top = absolute(".");
    c.labs = read_labs(o);
    open_folder(&c);
    shard_file = format_text("%s/shard.txt", c.folder);
    remove(shard_file);
    setenv("GRADE", c.work, 1);
    c.list = submissions_read(o->folder, &c.labs);
    if (c.list.count == 0) die("there are no submissions in %s", o->folder);
    c.marks = marks_read(o->out, &c.labs, o->canvas);
    marks_check(&c.marks, &c.list);
    check_student(&c);
    if (o->shards) {
        c.first = o->shard - 1;
        c.step = o->shards;
    }
    plan(&c);
    grade(&c);
    t = collect(&c);
    write_results(c.folder, &t, &c.labs, &c.marks, o);
    if (o->shards) {
        output_text text = { 0 };
        output_string(&text, describe_shard(&c));
        save(shard_file, &text);
    }
    fprintf(stderr, "grade-all: the results are in %s\n", c.folder);
    return exit_status(&t);
}

static int gather_folder(const options *o)
{
    lab_list labs = read_labs(o);
    submission_list list = submissions_read(absolute(o->folder), &labs);

    make_folder(o->gather);
    gather(o->gather, &list, &labs, absolute("."));
    return 0;
}

int main(int argc, char **argv)
{
    options o;

    sandbox_close();                     /* no other process may search this one for the secret */
    read_options(argc, argv, &o);
    if (o.merge) return merge(&o);
    if (o.gather) return gather_folder(&o);
    jobs_prepare(o.with_parent);
    return grade_folder(&o);
}
