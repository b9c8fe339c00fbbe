/* test_output.c: text, numbers and XML escapes; files that are written as a whole or not at all;
 * the progress bar */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "minisim2d/writing/output.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char directory[] = "/tmp/minisim2d-test-XXXXXX";      /* everything is written below it */

static const char *below(const char *name)
{
    static char path[4][300];
    static int k;

    k = (k + 1) % 4;
    snprintf(path[k], sizeof path[k], "%s/%s", directory, name);
    return path[k];
}

/* replaces the C library's fsync, so that a test can make it fail or raise a signal */
static int sync_error, sync_signal;

int fsync(int fd)
{
    (void)fd;
    if (sync_signal) raise(sync_signal);
    errno = sync_error;
    return sync_error ? -1 : 0;
}

/* ---- text ---- */

/* 1 if the text is as expected; frees it */
static int text_is(output_text *t, const char *expected)
{
    const int same = strcmp(t->data, expected) == 0;

    if (!same) note("%s instead of %s", t->data, expected);
    output_free(t);
    return same;
}

static int number_is(double value, const char *expected)
{
    output_text t = { NULL, 0, 0, 0 };

    output_number(&t, value);
    return text_is(&t, expected);
}

static int fixed_is(double value, int decimals, const char *expected)
{
    output_text t = { NULL, 0, 0, 0 };

    output_fixed(&t, value, decimals);
    return text_is(&t, expected);
}

static void test_text(void)
{
    output_text t = { NULL, 0, 0, 0 };
    volatile size_t most = SIZE_MAX;                  /* the compiler would warn of the constant */
    int whole = 1;

    for (int i = 0; i < 5000; i++) output_printf(&t, "%04d", i);
    check(t.size == 20000 && strlen(t.data) == 20000,
          "5000 pieces of 4 bytes are 20000 bytes and a terminating 0");
    for (int i = 0; i < 5000; i++) {
        char piece[16];
        snprintf(piece, sizeof piece, "%04d", i);
        whole &= memcmp(t.data + 4*i, piece, 4) == 0;
    }
    check(whole, "the 5000 pieces are in order");
    output_bytes(&t, "a\0b", 3);
    check(t.size == 20003 && t.data[20001] == '\0' && t.data[20002] == 'b', "bytes may hold a 0");
    output_free(&t);
    check(t.data == NULL && t.size == 0, "a freed text is empty");

    t.failed = 1;
    output_string(&t, "lost");
    check(t.size == 0 && t.data == NULL, "a text that has failed stays as it is");
    t.failed = 0;
    output_string(&t, "kept");
    output_bytes(&t, "", most);
    check(t.failed && t.size == 4 && strcmp(t.data, "kept") == 0,
          "a text fails if it gets more bytes than there are addresses");
    output_free(&t);
}

/* numbers that are hard to round: random bits; numbers of few digits, and their neighbours; whole
 * numbers and halves; powers of two; subnormal numbers */
static double hard_number(rng *r, int kind)
{
    const uint64_t bits = rng_next(r);
    double x;

    switch (kind) {
    case 0: memcpy(&x, &bits, sizeof x); return x;
    case 1: return (double)(bits % 20001) * 1e-3;
    case 2:
        return nextafter((double)(bits % 1000) * pow(10.0, rng_int(r, 40) - 20),
                         rng_int(r, 2) ? 1e300 : 0.0);
    case 3: return (double)(bits >> rng_int(r, 60)) * 0.5;
    case 4: return ldexp(1.0, rng_int(r, 2100) - 1074);
    case 5: return ldexp((double)(bits % 99999), -rng_int(r, 60));
    case 6: return (double)(bits % 99) * 4.9e-324;
    default: return rng_range(r, -10.0, 10.0);
    }
}

/* a number is printed with the fewest of 15, 16 and 17 digits that read back as the same number */
static void test_shortest(void)
{
    rng r = { 17 };
    int wrong = 0;

    for (int i = 0; i < 200000; i++) {
        const double x = hard_number(&r, i % 8) * (i % 16 < 8 ? 1.0 : -1.0);
        char expected[64] = "";
        if (!isfinite(x)) continue;
        for (int digits = 15; digits <= 17 && !(expected[0] && strtod(expected, NULL) == x);
             digits++)
            snprintf(expected, sizeof expected, "%.*g", digits, x);
        wrong += !number_is(x, expected);
    }
    check(wrong == 0,
          "200 000 numbers that are hard to round are printed as the C library prints them");
}

static void test_numbers(void)
{
    static const char *const marks[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8", "de_DE",
        "ru_RU.UTF-8" };
    const double nan = strtod("nan", NULL);
    const struct { double value; const char *text; } numbers[] = {
        { 0.1, "0.1" }, { 0.30000000000000004, "0.30000000000000004" }, { 1e300, "1e+300" },
        { -2.5, "-2.5" }, { 3.0, "3" }, { -0.0, "-0" }, { HUGE_VAL, "inf" }, { -HUGE_VAL, "-inf" },
        { nan, "nan" }, { -nan, "nan" }
    };
    /* places: decimals; of those that fit, 1: small numbers with significant digits */
    static const struct { double value; int places; const char *text; } fixed[] = {
        { 1.0, 2, "1" }, { 1.5, 2, "1.5" }, { 0.125, 2, "0.12" }, { -0.001, 2, "0" },
        { -0.0, 0, "0" }, { 100.0, 0, "100" }, { -1200.0, 2, "-1200" },
        { 1e22, 2, "10000000000000000000000" }
    }, fit[] = {
        { -12.25, 0, "-12.2500" }, { 12345.67, 0, "12345.67" }, { -2.5e40, 0, "-2.5e+40" },
        { -1.0 / 3.0 * 1e40, 0, "-3.3e+39" }, { -1e-5, 0, "0.0000" }, { 1e-9, 1, "1e-09" }
    };
    char text[OUTPUT_FIT];
    int found = 0;

    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        check(number_is(numbers[k].value, numbers[k].text), "the number %s", numbers[k].text);
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++)
        check(fixed_is(fixed[k].value, fixed[k].places, fixed[k].text), "%g with %d decimals: %s",
              fixed[k].value, fixed[k].places, fixed[k].text);
    for (size_t k = 0; k < sizeof fit / sizeof *fit; k++)
        check(strcmp(output_fit(text, fit[k].value, fit[k].places, 8, 4), fit[k].text) == 0,
              "%g fits in 8 characters as %s", fit[k].value, fit[k].text);
    check(!signbit(output_rounded(-4.9e-5, 4)) && !signbit(output_rounded(-0.0, 4)) &&
              !signbit(output_rounded(-0.5, 0)),
          "output_rounded has no sign where it prints 0: -4.9e-5, -0 with 4 decimals, -0.5 with 0");
    check(output_rounded(-5.1e-5, 4) < 0.0 && output_rounded(-0.51, 0) < 0.0 &&
              output_rounded(-12.0, 4) <= -12.0 && output_rounded(4.9e-5, 4) > 0.0,
          "output_rounded keeps the sign of other numbers");
    for (size_t i = 0; i < sizeof marks / sizeof *marks && !found; i++)
        found = setlocale(LC_ALL, marks[i]) != NULL;
    if (found) check(number_is(0.5, "0.5") && fixed_is(-2.25, 2, "-2.25"),
                     "the decimal mark is a point in a locale that has a comma");
    else
        check_skip("no such locale here",
                   "the decimal mark is a point in a locale that has a comma");
    setlocale(LC_ALL, "C");
}

/* writes a code as UTF-8 in the given number of bytes, which may be more than it needs; returns
 * that number */
static size_t encode(unsigned long code, size_t length, char *out)
{
    static const unsigned lead[5] = { 0, 0, 0xC0, 0xE0, 0xF0 };

    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[length] | code);
    return length;
}

/* every code in as many bytes as it needs; and invalid bytes: characters that are cut off, longer
 * forms, bytes that do not continue a character */
static void test_every_character(void)
{
    unsigned long got, wrong = 0;
    char text[8];

    for (unsigned long code = 0; code < 0x200000; code++) {
        const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        const int valid = !(code >= 0xD800 && code < 0xE000) && code <= 0x10FFFF;
        size_t n = encode(code, length, text);
        n = output_character(text, n, &got);
        wrong += valid ? n != length || got != code : n != 1 || got != 0xFFFD;
        if (length == 1) continue;
        wrong += output_character(text, length - 1, &got) != 1 || got != 0xFFFD;
        text[1 + code % (length - 1)] ^= (char)(code % 2 ? 0x40 : 0x80);
        wrong += output_character(text, length, &got) != 1 || got != 0xFFFD;
    }
    check(wrong == 0, "every code in UTF-8 is read; surrogates, codes beyond the last, and "
                      "characters that are cut off or broken are invalid");
    for (unsigned long code = 0; code < 0x10000; code++) {
        for (size_t length = code < 0x80 ? 2 : code < 0x800 ? 3 : 4; length <= 4; length++)
            wrong += output_character(text, encode(code, length, text), &got) != 1 || got != 0xFFFD;
    }
    check(wrong == 0, "longer forms of short codes are invalid");
    for (int next = 0x80; next < 0xC0; next++) {
        memset(text, next, sizeof text);
        for (int lead = 0x80; lead < 0x100; lead++) {
            if (lead >= 0xC2 && lead < 0xF8) continue;
            text[0] = (char)lead;
            wrong += output_character(text, 8, &got) != 1 || got != 0xFFFD;
        }
    }
    check(wrong == 0, "a byte that cannot begin a character is invalid");
}

static void test_xml(void)
{
    static const struct { const char *text, *expected, *what; } cases[] = {
        { "a < b & c > \"d'", "a &lt; b &amp; c &gt; &quot;d&#39;", "markup is escaped" },
        { "\xCE\xB5 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xCE\xB5 \xE2\x82\xAC \xF0\x9F\x98\x80",
          "UTF-8 of 2, 3 and 4 bytes stays" },
        { "a\xFF" "b", "a\xEF\xBF\xBD" "b", "a byte that begins no character becomes U+FFFD" },
        { "ab\xE2\x82", "ab\xEF\xBF\xBD\xEF\xBF\xBD", "a character cut off is invalid" },
        { "a\001\tb\033", "a\xEF\xBF\xBD\tb\xEF\xBF\xBD", "of control characters a tab stays" },
        { "\xEF\xBF\xBF", "\xEF\xBF\xBD", "U+FFFF is replaced" }
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        output_text t = { NULL, 0, 0, 0 };
        output_xml(&t, cases[k].text, strlen(cases[k].text));
        check(text_is(&t, cases[k].expected), "XML: %s", cases[k].what);
    }
}

/* ---- files ---- */

/* the first 999 bytes of a file as a string; "(none)" if it cannot be read */
static const char *content(const char *path)
{
    static char bytes[1000];
    FILE *f = fopen(path, "r");
    size_t n;

    if (!f) return "(none)";
    n = fread(bytes, 1, sizeof bytes - 1, f);
    fclose(f);
    bytes[n] = '\0';
    return bytes;
}

/* the number of entries in a directory */
static int entries(const char *path)
{
    DIR *d = opendir(path);
    int n = -2;                           /* . and .. */

    if (!d) return -1;
    while (readdir(d)) n++;
    closedir(d);
    return n;
}

/* saves n bytes by output_save */
static int save(const char *path, const char *bytes, size_t n, FILE *messages)
{
    output_text t = { NULL, 0, 0, 0 };
    int result;

    output_bytes(&t, bytes, n);
    result = output_save(path, &t, messages);
    output_free(&t);
    return result;
}

/* writes "new" to path, and compares the result and the message */
static int write_gives(const char *path, int result, const char *reason)
{
    FILE *messages = tmpfile();
    char expected[500] = "";
    const int r = save(path, "new", 3, messages);
    const char *said = check_said(messages);

    if (result)
        snprintf(expected, sizeof expected, "minisim2d: cannot write %s: %s\n", path, reason);
    if (r != result || strcmp(said, expected) != 0) note("returned %d, message %s", r, said);
    return r == result && strcmp(said, expected) == 0;
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    if (!f) return;
    fputs(text, f);
    fclose(f);
}

static void test_regular_files(void)
{
    struct stat status;

    umask(022);
    check(write_gives(below("a"), 0, "") && strcmp(content(below("a")), "new") == 0,
          "a new file has the text");
    check(stat(below("a"), &status) == 0 && (status.st_mode & 0777) == 0644,
          "a new file has the permissions that the umask allows");
    put(below("b"), "old and longer");
    chmod(below("b"), 0600);
    check(write_gives(below("b"), 0, "") && strcmp(content(below("b")), "new") == 0,
          "an old file is replaced");
    check(stat(below("b"), &status) == 0 && (status.st_mode & 0777) == 0600,
          "a file that is replaced keeps its permissions");
    put(below("target"), "old");
    check(symlink("target", below("link")) == 0 && write_gives(below("link"), 0, ""),
          "a file can be written through a link");
    check(lstat(below("link"), &status) == 0 && S_ISLNK(status.st_mode),
          "the link through which a file was written stays a link");
    check(strcmp(content(below("target")), "new") == 0, "the link's target has the new content");
    check(entries(directory) == 4, "no temporary file is left");
}

static int make_socket(const char *path)
{
    struct sockaddr_un address;
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    int result;

    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    result = bind(fd, (struct sockaddr *)(void *)&address, sizeof address);
    close(fd);
    return result;
}

static void test_socket(void)
{
    output_file f;

    check(make_socket(below("socket")) == 0 && output_open(&f, below("socket"), stdout) == -1,
          "a socket is refused before anything is written");
    unlink(below("socket"));
}

/* errors of fsync: some mean that the file system has no fsync, all others are failures */
static void test_sync(void)
{
    static const int harmless[] = { EINVAL, ENOTSUP, EROFS, ENOSYS };
    int failed = 0;

    for (int i = 0; i < 4; i++) {
        sync_error = harmless[i];
        failed += save(below("sync"), "new", 3, stdout) != 0 ||
                  strcmp(content(below("sync")), "new") != 0;
    }
    check(failed == 0, "a file is written although its file system has no fsync");
    put(below("sync"), "old");
    sync_error = EIO;
    check(write_gives(below("sync"), -1, strerror(EIO)) &&
              strcmp(content(below("sync")), "old") == 0,
          "if fsync fails, writing fails, and the old file stays");
    sync_error = 0;
    unlink(below("sync"));
}

/* Sends a signal to a process that is writing two files, before or during fsync. ignored: the
 * process ignores the signal, as after nohup. Returns the signal that ended the process, or minus
 * its exit status. */
static int ended_by(int signal_number, int at_fsync, int ignored)
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        output_text t = { NULL, 0, 0, 0 };
        output_file f, other;
        signal(signal_number, ignored ? SIG_IGN : SIG_DFL);
        if (output_open(&f, below("precious"), stdout) != 0 ||
            output_open(&other, below("other"), stdout) != 0)
            _exit(1);
        output_string(&t, "new");
        output_put(&f, &t);
        if (at_fsync) sync_signal = signal_number;
        else raise(signal_number);
        output_close(&other, 0, stdout);
        _exit(output_close(&f, 1, stdout) == 0 ? 0 : 2);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void test_signals(void)
{
    static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    int before;

    put(below("precious"), "old");
    before = entries(directory);
    for (int i = 0; i < 5; i++) {
        check(ended_by(endings[i], 0, 0) == endings[i] && ended_by(endings[i], 1, 0) == endings[i],
              "signal %d ends the program before and during fsync", endings[i]);
        check(entries(directory) == before && strcmp(content(below("precious")), "old") == 0,
              "signal %d leaves no temporary file, and the old file unchanged", endings[i]);
    }
    check(ended_by(SIGHUP, 0, 1) == 0 && strcmp(content(below("precious")), "new") == 0,
          "a signal that is ignored, as after nohup, does not stop the writing");
    put(below("precious"), "old");
}

/* devices, and links to files that do not exist yet; cli_files.sh tests other names of one file */
static void test_identity(void)
{
    output_file f, g;

    check(output_open(&f, "/dev/null", stdout) == 0 && !output_is(&f, "/dev/null"),
          "one device may be input and output");
    output_close(&f, 0, stdout);
    check(symlink("new", below("to-new")) == 0 && write_gives(below("to-new"), 0, "") &&
              strcmp(content(below("new")), "new") == 0,
          "a text that is written to a dangling link is in its target");
    check(output_open(&f, below("new"), stdout) == 0 &&
              output_open(&g, below("to-new"), stdout) == 0 && output_same(&f, &g) == 1 &&
              output_is(&f, below("to-new")) && !output_is(&f, below("a")) &&
              !output_is(&f, below("none")),
          "an output is the same file as a link to it, and differs from all other files");
    output_close(&f, 0, stdout);
    output_close(&g, 0, stdout);
    unlink(below("to-new"));
    unlink(below("new"));
}

static void test_pieces(void)
{
    output_text t = { NULL, 0, 0, 0 };
    FILE *messages = tmpfile();
    output_file f;
    int wrong = 0;

    check(output_open(&f, below("pieces"), stdout) == 0 &&
              strcmp(content(below("pieces")), "(none)") == 0,
          "an output that is open does not yet exist under its name");
    for (int i = 0; i < 100; i++) {
        output_printf(&t, "%02d ", i);
        wrong += output_put(&f, &t) != 0 || t.size != 0;
    }
    check(wrong == 0 && output_close(&f, 1, stdout) == 0 && strlen(content(below("pieces"))) == 300,
          "an output of a hundred pieces exists under its name when it is closed");
    check(output_open(&f, below("pieces"), stdout) == 0 && output_close(&f, 0, stdout) == 0 &&
              strlen(content(below("pieces"))) == 300,
          "an output that is dropped leaves the old file unchanged");
    check(output_open(&f, below("pieces"), stdout) == 0, "an output can be opened again");
    output_string(&t, "lost");
    t.failed = 1;
    check(output_put(&f, &t) == -1 && output_close(&f, 1, messages) == -1 &&
              strlen(content(below("pieces"))) == 300,
          "an incomplete piece makes the output fail, and the old file stays");
    check(output_close(&f, 1, messages) == 0, "an output that is not open can be closed");
    output_free(&t);
    fclose(messages);
    unlink(below("pieces"));
}

static void test_save_and_directories(void)
{
    output_text t = { NULL, 0, 0, 0 };
    FILE *messages = tmpfile();
    struct stat status;

    check(output_save(below("empty"), &t, messages) == 0 && stat(below("empty"), &status) == 0 &&
              status.st_size == 0,
          "an empty text makes an empty file");
    t.failed = 1;
    check(output_save(below("lost"), &t, messages) == -1 && stat(below("lost"), &status) != 0,
          "an incomplete text makes no file");
    check(output_make_directory(below("x/y//z/"), messages) == 0 &&
              stat(below("x/y/z"), &status) == 0 && S_ISDIR(status.st_mode),
          "a directory is made together with those above it");
    check(output_make_directory(below("x/y"), messages) == 0, "a directory may exist already");
    check(output_make_directory(below("a"), messages) == -1,
          "a file with the name of the directory is an error");
    check(output_make_directory(below("a/b"), messages) == -1,
          "a file with the name of a directory above it is an error");
    check(output_make_directory("", messages) == -1,
          "an empty name of a directory is an error");
    fclose(messages);
}

/* ---- the progress bar, by a clock of this test, on a terminal that it claims to be ---- */

static double now = 1000.25;
static int terminal = 1;

/* in the place of the system's isatty and clock */
int isatty(int fd) { return fd == STDERR_FILENO && terminal; }

int clock_gettime(clockid_t id, struct timespec *t)
{
    t->tv_sec = (time_t)floor(now);
    t->tv_nsec = (long)floor((now - floor(now)) * 1e9 + 0.5);
    return id == CLOCK_MONOTONIC ? 0 : -1;
}

static FILE *out;                 /* in the place of the standard error */
static char heard_last[1000];

/* what was said since the last time */
static const char *heard(void)
{
    static long from;
    size_t n;

    fflush(stderr);
    fseek(out, from, SEEK_SET);
    n = fread(heard_last, 1, sizeof heard_last - 1, out);
    heard_last[n] = '\0';
    from += (long)n;
    return heard_last;
}

/* 256 calls, of which the last one looks at the clock */
static const char *show(progress *p, double done, double all)
{
    for (int i = 0; i < 256; i++) progress_show(p, done, all);
    return heard();
}

/* 40 characters of a bar, its share in per cent, and the time left in 24 */
static void bar(char *text, int filled, int percent, const char *left)
{
    snprintf(text, 100, "\r[%.*s%*s] %3d %%  %-24s", filled,
             "########################################", 40 - filled, "", percent, left);
}

static void test_progress(void)
{
    /* after 4 s, this share of the work is done; the rest takes as long for each share */
    static const struct { double done; int filled, percent; const char *left; } of[] = {
        { 0.0, 0, 0, NULL }, { 0.5, 20, 50, "4 s left" }, { 0.999, 39, 99, "0 s left" },
        { 1.0, 40, 100, "0 s left" }, { 2.0, 40, 100, "0 s left" },
        { 0.0666, 2, 6, "56 s left" }, { 0.0625, 2, 6, "1 min left" },
        { 1.0 / 31, 1, 3, "2 min left" }, { 1.0 / 899, 0, 0, "60 min left" },
        { 1.0 / 901, 0, 0, "1.0 h left" }, { 1.0 / 9001, 0, 0, "10.0 h left" }
    };
    char want[100];
    progress p;

    out = tmpfile();
    if (!out || dup2(fileno(out), STDERR_FILENO) < 0) {
        check_skip("no temporary file", "the progress bar");
        return;
    }
    check(progress_clock() == 1000.25, "the clock in seconds: %.17g", progress_clock());
    progress_begin(&p, 1);
    now += 0.99;
    check(!*show(&p, 1.0, 2.0), "nothing before a second is over");
    progress_end(&p);
    check(!*heard(), "and nothing to erase");
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        progress_begin(&p, 1);
        now += 4.0;
        for (int i = 0; i < 255; i++) progress_show(&p, 3.0 * of[k].done, 3.0);
        check(!*heard(), "the clock is read every 256 calls");
        progress_show(&p, 3.0 * of[k].done, 3.0);
        bar(want, of[k].filled, of[k].percent, of[k].left ? of[k].left : "");
        if (!of[k].left) want[strlen(want) - 24] = '\0';
        check(strcmp(heard(), want) == 0, "%g of the work: %s", of[k].done, heard_last + 1);
        now += 0.09;
        check(!*show(&p, 1.0, 2.0), "not again at once");
        now += 0.02;
        check(show(&p, 1.0, 2.0)[0] == '\r', "but after a tenth of a second");
        progress_end(&p);
        snprintf(want, sizeof want, "\r%74s\r", "");
        check(strcmp(heard(), want) == 0, "at the end it is erased");
    }
    for (int k = 0; k < 3; k++) {
        terminal = k == 1;
        progress_begin(&p, k == 2);
        now += 9.0;
        check(!*show(&p, 1.0, 2.0) && (progress_end(&p), !*heard()),
              "no bar where none is wanted, or without a terminal");
    }
}

int main(void)
{
    char command[100];

    if (!mkdtemp(directory)) {
        perror(directory);
        return 2;
    }
    test_text();
    test_numbers();
    test_shortest();
    test_every_character();
    test_xml();
    test_regular_files();
    test_socket();
    test_sync();
    test_signals();
    test_identity();
    test_pieces();
    test_save_and_directories();
    test_progress();
    snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0) note("%s is left", directory);
    return check_done();
}
