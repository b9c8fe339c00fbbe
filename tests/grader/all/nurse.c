/* nurse.c: see all.h
 *
 *     grade-all ---- nurse ---- the command, with its own children
 *
 * A nurse is the leader of a session of its own, and with it of the command's process group. It
 * holds the reading end of a pipe, the lifeline, whose other end only grade-all has: when that
 * closes, even because grade-all was killed, the nurse ends the group. First with SIGTERM, because
 * the compilers, which have sessions of their own, are ended by theirs (worker/compile.c). If the
 * nurses are killed as well, Linux ends the command, and the grader with it.
 */
#define _POSIX_C_SOURCE 200809L
#include "all.h"

#include "tests/grader/worker/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MS = 1000 };

static struct { pid_t nurse; int number; } slot[MAX_JOBS];
static int lifeline[2];
static pid_t parent;                     /* 0: is ignored */
static volatile sig_atomic_t stopped;    /* the signal with which this program is to end */

static void on_stop(int sig) { stopped = sig; }
static void on_child(int sig) { (void)sig; }

static void handle(int sig, void (*handler)(int))
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(sig, &action, NULL);
}

void jobs_prepare(int with_parent)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP };

    parent = with_parent ? getppid() : 0;
    if (pipe(lifeline) != 0) die("no pipe: %s", strerror(errno));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct sigaction before;
        sigaction(ends[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) handle(ends[i], on_stop);       /* nohup ignores SIGHUP */
    }
    handle(SIGPIPE, SIG_IGN);
}

/* ---- the nurse ------------------------------------------------------------------------------- */

static void run_command(char *const argv[], const char *log)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
    const int nothing = open("/dev/null", O_RDWR);
    const int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);

    if (nothing < 0 || out < 0) _exit(127);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(out, 2);
    for (int fd = 3; fd < 64; fd++) close(fd);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) handle(ends[i], SIG_DFL);
    sandbox_with_parent();
    execvp(argv[0], argv);
    _exit(127);
}

/* wait for the command's end until the lifeline closes or the time is over; 1 if it has ended */
static int watch(pid_t command, time_t deadline, const sigset_t *waiting, int *status)
{
    while (waitpid(command, status, WNOHANG) == 0) {
        const struct timespec second = { 1, 0 };
        fd_set reading;
        FD_ZERO(&reading);
        FD_SET(lifeline[0], &reading);
        if (pselect(lifeline[0] + 1, &reading, NULL, NULL, &second, waiting) > 0) return 0;
        if (time(NULL) > deadline) return 0;
    }
    return 1;
}

/* SIGTERM, and SIGKILL to those that it has not ended within a second */
static void end_group(pid_t command)
{
    const struct timespec moment = { 0, 10000000 };

    handle(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    for (int ms = 0; ms < GRACE_MS && waitpid(command, NULL, WNOHANG) == 0; ms += 10)
        nanosleep(&moment, NULL);
    kill(0, SIGKILL);                                          /* the nurse as well */
}

static void run_nurse(char *const argv[], const char *log, int seconds)
{
    const time_t deadline = time(NULL) + seconds;
    sigset_t child, waiting;
    pid_t command;
    int status = 0;

    setsid();
    close(lifeline[1]);
    handle(SIGCHLD, on_child);
    handle(SIGINT, SIG_IGN);
    handle(SIGHUP, SIG_IGN);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &waiting);          /* delivered only while pselect waits */
    command = fork();
    if (command == 0) {
        sigprocmask(SIG_SETMASK, &waiting, NULL);
        run_command(argv, log);
    }
    if (command < 0 || !watch(command, deadline, &waiting, &status)) end_group(command);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* ---- their mother ---------------------------------------------------------------------------- */

/* Close the lifeline, and wait until every nurse has ended its group. Then end by SIGTERM itself,
 * so that the waiting process sees the reason. */
static void stop_all(int sig)
{
    close(lifeline[1]);
    for (int i = 0; i < MAX_JOBS; i++)
        while (slot[i].nurse > 0 && waitpid(slot[i].nurse, NULL, 0) < 0 && errno == EINTR) continue;
    fprintf(stderr, "\ngrade-all: stopped; the same command goes on from here\n");
    handle(sig, SIG_DFL);
    raise(sig);
    _exit(128 + sig);
}

void job_start(int number, char *const argv[], const char *log, int seconds)
{
    int i = 0;

    while (i + 1 < MAX_JOBS && slot[i].nurse > 0) i++;
    fflush(NULL);
    slot[i].number = number;
    slot[i].nurse = fork();
    if (slot[i].nurse == 0) run_nurse(argv, log, seconds);
    if (slot[i].nurse < 0) {
        slot[i].nurse = 0;
        die("can't start another process: %s", strerror(errno));
    }
}

int job_wait(int *ok)
{
    const struct timespec moment = { 0, 5000000 };
    int status;

    if (stopped) stop_all(stopped);
    if (parent && getppid() != parent) stop_all(SIGTERM);
    for (int i = 0; i < MAX_JOBS; i++)
        if (slot[i].nurse > 0 && waitpid(slot[i].nurse, &status, WNOHANG) > 0) {
            slot[i].nurse = 0;
            *ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
            return slot[i].number;
        }
    nanosleep(&moment, NULL);
    return -1;
}
