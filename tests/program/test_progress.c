/* test_progress.c: the progress bar, by a clock of this test, on a terminal that it claims to be */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "minisim2d/writing/output.h"

#include <time.h>
#include <unistd.h>

static double now = 1000.25;
static int terminal = 1;

/* in the place of the system's */
int isatty(int fd) { return fd == STDERR_FILENO && terminal; }

int clock_gettime(clockid_t id, struct timespec *t)
{
    t->tv_sec = (time_t)floor(now);
    t->tv_nsec = (long)floor((now - floor(now)) * 1e9 + 0.5);
    return id == CLOCK_MONOTONIC ? 0 : -1;
}

static FILE *out;                 /* in the place of the standard error */
static char said[1000];

/* what was said since the last time */
static const char *heard(void)
{
    static long from;
    size_t n;

    fflush(stderr);
    fseek(out, from, SEEK_SET);
    n = fread(said, 1, sizeof said - 1, out);
    said[n] = '\0';
    from += (long)n;
    return said;
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

int main(void)
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
        return check_done();
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
        check(strcmp(heard(), want) == 0, "%g of the work: %s", of[k].done, said + 1);
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
    return check_done();
}
