/* compile.c: runs a compiler on a text that can't be trusted
 *
 *     compile SECONDS MESSAGES [-r PATH]... [-w PATH]... -- COMMAND [ARGUMENT]...
 *
 * A source file can make its compiler wait for ever (#include of a terminal), eat all memory, print
 * without end, and read every file that its user may read. Here the command runs in a session of
 * its own, without a terminal, with nothing on its standard input; the beginning of what it
 * prints goes to the file MESSAGES; after SECONDS of processor time, or asleep, its whole
 * process group is killed. If there are -r and -w, it reads and executes only below those paths
 * and writes only below -w, where the kernel can enforce that.
 *
 * Exit status: the command's; 124 if it was out of time, as MESSAGES then says; 125 if it could
 * not be started.
 */
#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#endif
#include "confine.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MEMORY_MB = 2000, FILE_MB = 16, PRINTED = 1 << 16, PATHS = 200 };
enum { LATE = 124, NOT_STARTED = 125 };

typedef struct {
    int seconds;
    const char *messages;
    const char *readable[PATHS], *writable[PATHS];             /* each ends with NULL */
    int nreadable, nwritable;
    char **command;
} options;

/* the leader of its process group; for the signal handler */
static volatile pid_t compiler;

static int read_options(int argc, char **argv, options *o)
{
    int i;

    memset(o, 0, sizeof *o);
    if (argc < 5) return 0;
    o->seconds = atoi(argv[1]);
    o->messages = argv[2];
    for (i = 3; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2) {
        if (strcmp(argv[i], "-r") == 0 && o->nreadable < PATHS - 1)
            o->readable[o->nreadable++] = argv[i + 1];
        else if (strcmp(argv[i], "-w") == 0 && o->nwritable < PATHS - 1)
            o->writable[o->nwritable++] = argv[i + 1];
        else return 0;
    }
    o->command = argv + i + 1;
    return o->seconds > 0 && i + 1 < argc;
}

static void run_command(const options *o, int out)
{
    const int nothing = open("/dev/null", O_RDONLY);

    setsid();
    dup2(nothing, 0);
    dup2(out, 1);
    dup2(out, 2);
    for (int fd = 3; fd < 64; fd++) close(fd);
    /* the time by which the seconds are surely over */
    set_limit(RLIMIT_CPU, (rlim_t)o->seconds + 1, (rlim_t)o->seconds + 1);
    set_limit(RLIMIT_FSIZE, (rlim_t)FILE_MB << 20, (rlim_t)FILE_MB << 20);
    set_limit(RLIMIT_CORE, 0, 0);
#if defined(RLIMIT_AS)
    set_limit(RLIMIT_AS, (rlim_t)MEMORY_MB << 20, (rlim_t)MEMORY_MB << 20);
#endif
    signal(SIGPIPE, SIG_DFL);
    if (o->nreadable + o->nwritable > 0) {
        confine_prepare();
        confine_files(o->readable, o->writable);
    }
    execvp(o->command[0], o->command);
    _exit(NOT_STARTED);
}

static void kill_compiler(void)
{
    if (compiler > 0) kill(-compiler, SIGKILL);
}

static void on_signal(int sig)
{
    kill_compiler();
    _exit(128 + sig);
}

/* the beginning of the output, without control sequences of terminals; the rest is discarded */
static void keep_text(FILE *messages, const char *text, size_t count, size_t *kept)
{
    for (size_t i = 0; i < count && *kept < PRINTED; i++, ++*kept) {
        const unsigned char c = (unsigned char)text[i];
        putc(c == '\n' || c == '\t' || (c >= ' ' && c < 127) ? c : '?', messages);
    }
}

/* read until no process can write any more; 0 if the time is over before that */
static int collect(int in, FILE *messages, patience *p)
{
    char buffer[4096];
    size_t kept = 0;

    for (;;) {
        struct pollfd text = { .fd = in, .events = POLLIN };
        ssize_t got;
        if (is_over(p)) return 0;
        if (poll(&text, 1, 50) <= 0) continue;
        got = read(in, buffer, sizeof buffer);
        if (got == 0) return 1;
        if (got > 0) keep_text(messages, buffer, (size_t)got, &kept);
    }
}

/* wait for the command's end, which closing its streams is not; 0 if the time is over first */
static int await_end(int *status, patience *p)
{
    const struct timespec moment = { 0, 1000000 };

    while (waitpid(compiler, status, WNOHANG) == 0) {
        if (is_over(p)) return 0;
        nanosleep(&moment, NULL);
    }
    return 1;
}

/* the processor time [s] of the command, which has ended, and of those that it waited for */
static double computed(void)
{
    struct rusage u;

    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
    options o;
    FILE *messages;
    patience p;
    int out[2], status = 0, in_time;

    if (!read_options(argc, argv, &o)) {
        fprintf(
            stderr,
            "usage: compile SECONDS MESSAGES [-r PATH]... [-w PATH]... -- COMMAND [ARGUMENT]...\n");
        return NOT_STARTED;
    }
    messages = fopen(o.messages, "w");
    if (!messages || pipe(out) != 0) return NOT_STARTED;
    compiler = fork();
    if (compiler == 0) run_command(&o, out[1]);
    if (compiler < 0) return NOT_STARTED;
    for (int i = 0; i < 3; i++) signal(ends[i], on_signal);
    close(out[1]);
    p = have_patience(compiler, o.seconds);
    in_time = collect(out[0], messages, &p) && await_end(&status, &p);
    kill_compiler();
    if (!in_time) waitpid(compiler, &status, 0);
    in_time = in_time && computed() < o.seconds;
    if (!in_time) fprintf(messages, "the compiler took more than %d s\n", o.seconds);
    if (fclose(messages) != 0) return NOT_STARTED;
    if (!in_time) return LATE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
