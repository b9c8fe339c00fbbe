/* mutate.c: would the tests notice? One token of the kit's code is changed at a time, and the tests are to fail
 *
 *   mutate [--count N] [--seed S] [--from K] [--jobs J] [--only FILE[:LINE[-LINE]]] FOLDER FILE...
 *   mutate --list [--only FILE[:LINE[-LINE]]] FILE...
 *
 * Mutants, in bodies of functions only:
 *
 *   comparison   < is <= or >=, == is !=, && is ||, and so on
 *   sign         + is -, * is /, += is -=, ++ is --; a unary - or ! is left out
 *   constant     0 is 1, 1 is 0, another whole number is one more or one less; 0.0 is 1.0, another number is twice as large
 *   index        of i, j and k between brackets, one is another
 *   statement    an expression, return, break or continue is left out, but not what frees memory, which no test can see
 *   arguments    two neighbours in a call are exchanged
 *
 * All of them are put in an order that depends on the seed alone, and the first N that count are the sample. Each is written into a
 * copy of the kit, FOLDER/1 to FOLDER/J, and tried there by tests/mutant.sh, whose exit status says what became of it. One that does
 * not compile, or compiles to the very same code, does not count.
 *
 * Prints each survivor as it is found, as a diff, and at the end the share that was killed; on the way it says how far it is, and
 * from where on the order is to be gone through to go on.
 */
#include "check.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_JOBS = 64, MAX_FILES = 64, MAX_DEPTH = 64 };
enum { WALL = 1500 };            /* seconds for one mutant; on an idle machine a survivor takes 60 */

/* exit statuses of tests/mutant.sh */
enum { SURVIVED = 0, KILLED = 1, NOT_A_MUTANT = 3 };

typedef enum { IDENTIFIER, NUMBER, TEXT, PUNCTUATION } token_kind;

typedef struct {
    token_kind kind;
    int at, length, line;
    int depth;                /* braces around it */
    int declares;             /* in a declaration, and not in the value that it gives */
} token;

typedef struct {
    const char *path;
    char *text;
    int size;
    token *t;
    int n;
} source;

/* bytes from..to of the file become the text */
typedef struct { int file, from, to, line; const char *kind; char *text; } mutant;

typedef struct { mutant *m; int n, room; } mutants;

typedef struct { pid_t pid; int mutant; } job;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "mutate: %s%s%s\n", what, name ? ": " : "", name ? name : "");
    exit(2);
}

static void *memory(void *p, size_t size)
{
    p = realloc(p, size);
    if (!p) fail("out of memory", NULL);
    return p;
}

/* ---- tokens ---------------------------------------------------------------------------------------------------------------- */

static char *read_file(const char *path, int *size)
{
    FILE *f = fopen(path, "rb");
    char *text = memory(NULL, 1 << 20);

    if (!f) fail(strerror(errno), path);
    *size = (int)fread(text, 1, (1 << 20) - 1, f);
    if (ferror(f) || !feof(f)) fail("cannot be read, or too large", path);
    fclose(f);
    text[*size] = '\0';
    return text;
}

/* the length of a comment, a directive or white space at s, or 0; s is at the beginning of a line if fresh */
static int skipped(const char *s, int fresh)
{
    int n = 0;

    if (isspace((unsigned char)s[0])) return 1;
    if (s[0] == '/' && s[1] == '*') return (int)(strstr(s + 2, "*/") - s) + 2;
    if (!(s[0] == '/' && s[1] == '/') && !(s[0] == '#' && fresh)) return 0;
    while (s[n] && (s[n] != '\n' || s[n - 1] == '\\')) n++;
    return n;
}

static int token_length(const char *s, token_kind *kind)
{
    static const char *const longest[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                          "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};
    int n = 1;

    if (*s == '"' || *s == '\'') {
        while (s[n] && s[n] != *s) n += s[n] == '\\' ? 2 : 1;
        *kind = TEXT;
        return n + 1;
    }
    if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]))) {
        while (isalnum((unsigned char)s[n]) || s[n] == '.' || (strchr("+-", s[n]) && s[n] && strchr("eEpP", s[n - 1]))) n++;
        *kind = NUMBER;
        return n;
    }
    if (isalpha((unsigned char)*s) || *s == '_') {
        while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
        *kind = IDENTIFIER;
        return n;
    }
    *kind = PUNCTUATION;
    for (size_t k = 0; k < sizeof longest / sizeof *longest; k++) {
        if (strncmp(s, longest[k], strlen(longest[k])) == 0) return (int)strlen(longest[k]);
    }
    return 1;
}

static int is(const source *s, int i, const char *word)
{
    return i >= 0 && i < s->n && s->t[i].length == (int)strlen(word) && memcmp(s->text + s->t[i].at, word, strlen(word)) == 0;
}

static int is_one_of(const source *s, int i, const char *const *words)
{
    while (*words && !is(s, i, *words)) words++;
    return *words != NULL;
}

static int is_kind(const source *s, int i, token_kind kind) { return i >= 0 && i < s->n && s->t[i].kind == kind; }

/* does a statement begin with token i? After a `)` only if that one ends an if, for or while, which the caller knows */
static int begins(const source *s, int i)
{
    static const char *const before[] = {";", "{", "}", "else", "do", ":", NULL};
    return is_one_of(s, i - 1, before);
}

/* does a declaration begin with token i? Two names in a row, or with stars between: `double x`, `const edge *e` */
static int declares(const source *s, int i)
{
    static const char *const not_types[] = {"return", "goto", "case", "else", "do", "sizeof", NULL};
    int k = i + 1;

    if (!is_kind(s, i, IDENTIFIER) || is_one_of(s, i, not_types)) return 0;
    while (is(s, k, "*")) k++;
    return is_kind(s, k, IDENTIFIER);
}

static void split(source *s)
{
    int line = 1, fresh = 1, depth = 0, declaring = 0;

    for (int i = 0; i < s->size;) {
        const char *at = s->text + i;
        int n = skipped(at, fresh);
        if (!n) {
            token t = {PUNCTUATION, i, 0, line, 0, 0};
            n = t.length = token_length(at, &t.kind);
            if (*at == '}') depth--;
            t.depth = depth;
            if (*at == '{') depth++;
            if (s->n % 1024 == 0) s->t = memory(s->t, (size_t)(s->n + 1024) * sizeof *s->t);
            s->t[s->n++] = t;
        }
        for (int k = 0; k < n; k++) {
            line += at[k] == '\n';
            fresh = at[k] == '\n' || (fresh && isspace((unsigned char)at[k]));
        }
        i += n;
    }
    for (int i = 0; i < s->n; i++) {
        if (begins(s, i) || is(s, i - 1, "(")) declaring = declares(s, i);
        if (is(s, i, ";") || is(s, i, "=")) declaring = 0;
        s->t[i].declares = declaring;
    }
}

/* ---- mutants --------------------------------------------------------------------------------------------------------------- */

/* tokens from..to are replaced by the text */
static void add(mutants *all, const source *s, int file, int from, int to, const char *kind, const char *text)
{
    const token *a = &s->t[from], *b = &s->t[to];
    const mutant m = {file, a->at, b->at + b->length, a->line, kind, strcpy(memory(NULL, strlen(text) + 1), text)};

    if (all->n == all->room) all->m = memory(all->m, (size_t)(all->room = 2 * all->room + 1024) * sizeof *all->m);
    all->m[all->n++] = m;
}

/* is the operator at i one between two values? */
static int binary(const source *s, int i)
{
    return is_kind(s, i - 1, NUMBER) || is(s, i - 1, ")") || is(s, i - 1, "]") ||
           (is_kind(s, i - 1, IDENTIFIER) && !is(s, i - 1, "return"));
}

static void operators(mutants *all, const source *s, int file, int i)
{
    static const struct { const char *from, *to, *kind; } table[] = {
        {"<", "<=", "comparison"}, {"<", ">=", "comparison"}, {"<=", "<", "comparison"}, {"<=", ">", "comparison"},
        {">", ">=", "comparison"}, {">", "<=", "comparison"}, {">=", ">", "comparison"}, {">=", "<", "comparison"},
        {"==", "!=", "comparison"}, {"!=", "==", "comparison"}, {"&&", "||", "comparison"}, {"||", "&&", "comparison"},
        {"+", "-", "sign"}, {"-", "+", "sign"}, {"*", "/", "sign"}, {"/", "*", "sign"}, {"+=", "-=", "sign"}, {"-=", "+=", "sign"},
        {"*=", "/=", "sign"}, {"/=", "*=", "sign"}, {"++", "--", "sign"}, {"--", "++", "sign"}};

    if ((is(s, i, "-") && !binary(s, i)) || is(s, i, "!")) add(all, s, file, i, i, "sign", "");
    if (s->t[i].length == 1 && strchr("+-*", s->text[s->t[i].at]) && (!binary(s, i) || s->t[i].declares)) return;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (is(s, i, table[k].from)) add(all, s, file, i, i, table[k].kind, table[k].to);
    }
}

static void constants(mutants *all, const source *s, int file, int i)
{
    char number[128], text[160];
    char *end;
    const int length = s->t[i].length < 127 ? s->t[i].length : 127;

    if (s->t[i].declares && is(s, i - 1, "[")) return;                     /* the size of an array */
    memcpy(number, s->text + s->t[i].at, (size_t)length);
    number[length] = '\0';
    const long value = strtol(number, &end, 0);
    if (*end == '\0') {
        snprintf(text, sizeof text, "%ld", value + 1);
        if (value != 1) add(all, s, file, i, i, "constant", text);         /* 1 is mostly "yes", and so is 2 */
        snprintf(text, sizeof text, "%ld", value - 1);
        if (value > 0) add(all, s, file, i, i, "constant", text);
    } else {
        snprintf(text, sizeof text, strtod(number, NULL) == 0.0 ? "1.0" : "(2.0 * %s)", number);
        add(all, s, file, i, i, "constant", text);
    }
}

/* inside: is token i between brackets? */
static void indices(mutants *all, const source *s, int file, int i, int inside)
{
    static const char *const index[] = {"i", "j", "k", NULL};

    if (!inside || !is_one_of(s, i, index) || is(s, i - 1, ".") || is(s, i - 1, "->")) return;
    for (int k = 0; index[k]; k++) {
        if (!is(s, i, index[k])) add(all, s, file, i, i, "index", index[k]);
    }
}

/* the token after the one that closes what is opened at i */
static int after_closing(const source *s, int i)
{
    int open = 0;

    do {
        open += is(s, i, "(") || is(s, i, "[") || is(s, i, "{");
        open -= is(s, i, ")") || is(s, i, "]") || is(s, i, "}");
        i++;
    } while (open > 0 && i < s->n);
    return i;
}

/* a statement that begins with token i, up to its `;` */
static void statements(mutants *all, const source *s, int file, int i)
{
    static const char *const not_these[] = {"if", "for", "while", "do", "switch", "case", "default", "else", "static", "const", "enum",
                                            "struct", "typedef", "extern", NULL};
    int end = i;

    if ((!is_kind(s, i, IDENTIFIER) && !is(s, i, "*") && !is(s, i, "++")) || is_one_of(s, i, not_these) || declares(s, i)) return;
    if (s->t[i].length >= 4 && memcmp(s->text + s->t[i].at + s->t[i].length - 4, "free", 4) == 0) return;
    while (end < s->n && !is(s, end, ";")) {
        if (is(s, end, "}") || is(s, end, "{") || (is(s, end, ",") && !is(s, i, "return"))) return;
        end = is(s, end, "(") || is(s, end, "[") ? after_closing(s, end) : end + 1;
    }
    if (end < s->n && end > i) add(all, s, file, i, end, "statement", ";");
}

/* the arguments of the call whose `(` is token i */
static void arguments(mutants *all, const source *s, int file, int i)
{
    static const char *const no_calls[] = {"if", "for", "while", "switch", "return", "sizeof", NULL};
    static const char *const symmetric[] = {"fmin", "fmax", "hypot", "dot", "distance", "strcmp", "mbi_max", "mbi_min", NULL};
    int begin = i + 1, before = -1, k = i + 1;
    const int close = after_closing(s, i) - 1;

    if (!is_kind(s, i - 1, IDENTIFIER) || is_one_of(s, i - 1, no_calls) || is_one_of(s, i - 1, symmetric) || s->t[i].declares) return;
    while (k <= close) {
        if (!is(s, k, ",") && k < close) {
            k = is(s, k, "(") || is(s, k, "[") || is(s, k, "{") ? after_closing(s, k) : k + 1;
            continue;
        }
        if (before >= 0 && k > begin) {                                    /* before..begin-2 and begin..k-1 change places */
            const token *a = &s->t[before], *a_end = &s->t[begin - 2], *b = &s->t[begin], *b_end = &s->t[k - 1];
            const int la = a_end->at + a_end->length - a->at, lb = b_end->at + b_end->length - b->at;
            char *text = memory(NULL, (size_t)(la + lb + 3));
            sprintf(text, "%.*s, %.*s", lb, s->text + b->at, la, s->text + a->at);
            if (la != lb || memcmp(s->text + a->at, s->text + b->at, (size_t)la) != 0) add(all, s, file, before, k - 1, "arguments", text);
            free(text);
        }
        before = begin;
        begin = ++k;
    }
}

static void find(mutants *all, const source *s, int file, int first_line)
{
    int inside[MAX_DEPTH] = {0}, open = 0, control[MAX_DEPTH] = {0};
    static const char *const controls[] = {"if", "for", "while", "switch", NULL};
    int ended = 0;                                  /* the last token was the `)` of an if, for, while or switch */

    for (int i = 0; i < s->n; i++) {
        const int body = s->t[i].depth > 0 && s->t[i].line >= first_line;
        const int starts = (begins(s, i) && open == 0) || (ended && open == 0);
        ended = 0;
        if (body && starts) statements(all, s, file, i);
        if (body && is_kind(s, i, PUNCTUATION)) operators(all, s, file, i);
        if (body && is_kind(s, i, NUMBER)) constants(all, s, file, i);
        if (body && is_kind(s, i, IDENTIFIER)) indices(all, s, file, i, open > 0 && inside[open]);
        if (body && is(s, i, "(")) arguments(all, s, file, i);
        if ((is(s, i, "(") || is(s, i, "[")) && open < MAX_DEPTH - 1) {
            inside[++open] = is(s, i, "[");
            control[open] = is_one_of(s, i - 1, controls);
        } else if ((is(s, i, ")") || is(s, i, "]")) && open > 0) {
            ended = control[open--];
        }
    }
}

/* the line from which on the header is code; other files are from the first */
static int first_line(const source *s)
{
    const char *code = strstr(s->text, "\n#ifdef MBSIM_IMPLEMENTATION");
    int line = 1;

    for (const char *p = s->text; code && p <= code; p++) line += *p == '\n';
    return line;
}

/* ---- trying them ----------------------------------------------------------------------------------------------------------- */

static void shuffle(mutants *all, uint64_t seed)
{
    rng r = {seed};

    for (int i = all->n - 1; i > 0; i--) {
        const int k = rng_int(&r, i + 1);
        const mutant m = all->m[i];
        all->m[i] = all->m[k];
        all->m[k] = m;
    }
}

static int write_mutant(const source *s, const mutant *m, const char *folder, int number)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%d/%s", folder, number, s->path);
    f = fopen(path, "wb");
    if (!f) return 0;
    fwrite(s->text, 1, (size_t)m->from, f);
    fputs(m->text, f);
    fwrite(s->text + m->to, 1, (size_t)(s->size - m->to), f);
    return fclose(f) == 0;
}

/* a child in a process group of its own, so that all of it can be ended, and with so much time */
static pid_t start(const source *s, const char *folder, int number)
{
    char tree[4096];
    const pid_t pid = fork();

    if (pid != 0) return pid;
    setpgid(0, 0);
    alarm(WALL);
    snprintf(tree, sizeof tree, "%s/%d", folder, number);
    execlp("sh", "sh", "tests/mutant.sh", "try", tree, s->path, (char *)NULL);
    _exit(127);
}

/* the lines that the mutant changes, as they were and as they are */
static void show(const source *s, const mutant *m)
{
    int from = m->from, to = m->to;

    while (from > 0 && s->text[from - 1] != '\n') from--;
    while (s->text[to] && s->text[to] != '\n') to++;
    printf("survived  %s:%d  %s\n- %.*s\n+ %.*s%s%.*s\n\n", s->path, m->line, m->kind, to - from, s->text + from, m->from - from,
           s->text + from, m->text, to - m->to, s->text + m->to);
    fflush(stdout);
}

typedef struct { int killed, survived, late, void_; } tally;

/* wait for one of the jobs; returns its number */
static int wait_for(const job *jobs, int count, int *result, tally *sum)
{
    int status, k = 0;
    const pid_t pid = waitpid(-1, &status, 0);

    while (k < count && jobs[k].pid != pid) k++;
    if (k == count) fail("a job is lost", NULL);
    kill(-pid, SIGKILL);                       /* and all that it has started */
    sum->late += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    *result = WIFEXITED(status) ? WEXITSTATUS(status) : KILLED;
    return k;
}

static void count_result(const source *s, const mutant *m, int result, tally *sum)
{
    if (result == SURVIVED) {
        sum->survived++;
        show(s, m);
    } else if (result == KILLED) {
        sum->killed++;
    } else if (result == NOT_A_MUTANT) {
        sum->void_++;
    } else {
        fail("tests/mutant.sh failed", NULL);
    }
}

static tally try_all(const source *files, const mutants *all, int from, int count, int jobs, const char *folder)
{
    job running[MAX_JOBS] = {{0, 0}};
    tally sum = {0, 0, 0, 0};
    int next = from, under_way = 0;

    for (;;) {
        for (int k = 0; k < jobs; k++) {
            if (running[k].pid || next >= all->n || sum.killed + sum.survived + under_way >= count) continue;
            const source *s = &files[all->m[next].file];
            if (!write_mutant(s, &all->m[next], folder, k + 1)) fail("cannot write into", folder);
            running[k] = (job){start(s, folder, k + 1), next++};
            if (running[k].pid < 0) fail(strerror(errno), "fork");
            under_way++;
        }
        if (!under_way) return sum;
        int result;
        const int k = wait_for(running, jobs, &result, &sum);
        const mutant *m = &all->m[running[k].mutant];
        running[k].pid = 0;
        under_way--;
        count_result(&files[m->file], m, result, &sum);
        if (!write_mutant(&files[m->file], &(mutant){m->file, 0, 0, 0, "", ""}, folder, k + 1)) fail("cannot write into", folder);
        if (result != NOT_A_MUTANT && (sum.killed + sum.survived) % 20 == 0)
            fprintf(stderr, "%d of %d: %d killed, %d survived; FROM=%d would go on from here\n", sum.killed + sum.survived, count,
                    sum.killed, sum.survived, next - under_way);
    }
}

/* ---- the command line ------------------------------------------------------------------------------------------------------ */

static int wanted(const source *s, const mutant *m, const char *only)
{
    const char *colon = only ? strrchr(only, ':') : NULL;
    const size_t length = colon ? (size_t)(colon - only) : only ? strlen(only) : 0;

    if (!only || !*only) return 1;
    if (strlen(s->path) != length || memcmp(s->path, only, length) != 0) return 0;
    if (!colon) return 1;
    const char *dash = strchr(colon, '-');
    const int from = atoi(colon + 1), to = dash ? atoi(dash + 1) : from;
    return from <= m->line && m->line <= to;
}

int main(int argc, char **argv)
{
    static source files[MAX_FILES];
    mutants all = {NULL, 0, 0};
    const char *only = NULL;
    int count = 400, from = 0, jobs = 1, list = 0, i = 1, kept = 0, nfile = 0;
    uint64_t seed = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--list") == 0) list = 1;
        else if (i + 1 == argc) fail("an option without its value", argv[i]);
        else if (strcmp(argv[i], "--count") == 0) count = atoi(argv[++i]);
        else if (strcmp(argv[i], "--from") == 0) from = atoi(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--jobs") == 0) jobs = atoi(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0) only = argv[++i];
        else fail("an unknown option", argv[i]);
    }
    const char *folder = list ? "" : i < argc ? argv[i++] : "";
    if (count < 1 || from < 0 || jobs < 1 || jobs > MAX_JOBS || i == argc || argc - i > MAX_FILES) fail("usage: see the head of tests/mutate.c", NULL);
    for (; i < argc; i++, nfile++) {
        files[nfile].path = argv[i];
        files[nfile].text = read_file(argv[i], &files[nfile].size);
        split(&files[nfile]);
        find(&all, &files[nfile], nfile, first_line(&files[nfile]));
    }
    for (int k = 0; k < all.n; k++) {
        if (wanted(&files[all.m[k].file], &all.m[k], only)) all.m[kept++] = all.m[k];
    }
    all.n = kept;
    shuffle(&all, seed);
    if (list) {
        for (int k = 0; k < all.n; k++) show(&files[all.m[k].file], &all.m[k]);
        return 0;
    }
    const tally sum = try_all(files, &all, from, count, jobs, folder);
    const int tried = sum.killed + sum.survived;
    printf("seed %llu: %d of %d killed (%.1f %%), %d of them by the time limit; %d did not compile or changed nothing\n",
           (unsigned long long)seed, sum.killed, tried, tried ? 100.0 * sum.killed / tried : 0.0, sum.late, sum.void_);
    return 0;
}
