/* sandbox.c: see sandbox.h */
#if defined(__linux__)
#define _GNU_SOURCE                      /* unshare, prctl */
#else
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE                 /* chroot, setgroups, RLIMIT_NPROC */
#endif
#include "sandbox.h"
#include "confine.h"
#include "wire.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#endif

/* user ids: 1000 for graders by themselves, and ranges for those that run side by side */
enum { HIGHEST_FD = 1024, FIRST_UID = 61000, UIDS = 1000, FIRST_RANGE = 62000, RANGE = 64 };

static char parent_directory[200];
static unsigned started;                 /* workers so far: each gets a user id of its own */
static int user_namespaces;              /* 1: this user may have them */
static void *secret;                     /* for the grader alone */
static size_t secret_size;

/* ---- the executable -------------------------------------------------------------------------- */

static int read_file(const char *path, program *p)
{
    FILE *in = fopen(path, "rb");
    struct stat st;

    if (!in) return 0;
    if (fstat(fileno(in), &st) == 0 && st.st_size > 0) {
        p->size = (size_t)st.st_size;
        p->bytes = malloc(p->size);
        if (p->bytes && fread(p->bytes, 1, p->size, in) != p->size) program_free(p);
    }
    fclose(in);
    return p->bytes != NULL;
}

int program_load(const char *dir, program *p)
{
    static const char *const kind[] = { "worker-static", "worker", "worker-san" };
    char path[512];

    memset(p, 0, sizeof *p);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, kind[i]);
        if (read_file(path, p)) {
            p->is_static = i == 0;
            p->sanitized = i == 2;
            return 1;
        }
    }
    return 0;
}

void program_free(program *p)
{
    free(p->bytes);
    memset(p, 0, sizeof *p);
}

/* ---- small things ---------------------------------------------------------------------------- */

/* close every descriptor from 3 on but these */
static void close_but(const int *keep, int count)
{
    for (int fd = 3; fd < HIGHEST_FD; fd++) {
        int kept = 0;
        for (int i = 0; i < count; i++) kept |= keep[i] == fd;
        if (!kept) close(fd);
    }
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

void remove_tree(const char *path) { nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

static void become_subreaper(void)
{
#if defined(__linux__) && defined(PR_SET_CHILD_SUBREAPER)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/* no process has this number, or only one that has ended and not been waited for */
static int has_ended(long pid)
{
    char state;

    if (kill((pid_t)pid, 0) != 0) return errno == ESRCH;
    state = process_state(pid);
    return state == 'Z' || state == 'X';
}

/* directories of graders that were killed: run.PID.XXXXXX of a process that has ended */
static void remove_leftovers(void)
{
    DIR *dir = opendir(parent_directory);
    struct dirent *entry;
    char path[512];

    while (dir && (entry = readdir(dir)) != NULL) {
        const long pid =
            strncmp(entry->d_name, "run.", 4) == 0 ? strtol(entry->d_name + 4, NULL, 10) : 0;
        if (pid <= 0 || !has_ended(pid)) continue;
        snprintf(path, sizeof path, "%s/%s", parent_directory, entry->d_name);
        remove_tree(path);
    }
    if (dir) closedir(dir);
}

#if defined(__linux__)
/* 1: /proc/<pid>/mem, environ and ptrace are open to others of the same user; 0: closed */
static void set_dumpable(int yes) { prctl(PR_SET_DUMPABLE, yes, 0, 0, 0); }

/* tried in a child, which then ends */
static int have_user_namespaces(void)
{
    int status = 1;
    const pid_t child = fork();

    if (child == 0)
        _exit(unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC) == 0 ? 0 : 1);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return child > 0 && status == 0;
}
#else
static void set_dumpable(int yes) { (void)yes; }
static int have_user_namespaces(void) { return 0; }
#endif

void sandbox_close(void) { set_dumpable(0); }

void sandbox_with_parent(void)
{
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
}

char *take_variable(const char *name)
{
    char *value = getenv(name), *text = value && *value ? strdup(value) : NULL;

    if (value) memset(value, 0, strlen(value));
    unsetenv(name);
    return text;
}

int processors(int most)
{
#ifdef _SC_NPROCESSORS_ONLN
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
#else
    const long n = 1;                    /* POSIX has no way to ask for their number */
#endif

    return n < 1 ? 1 : n > most ? most : (int)n;
}

int sandbox_prepare(const char *where, void *hidden, size_t size)
{
    if (snprintf(parent_directory, sizeof parent_directory, "%s", where) >=
        (int)sizeof parent_directory)
        return 0;
    secret = hidden;
    secret_size = size;
    remove_leftovers();
    signal(SIGPIPE, SIG_IGN);
    become_subreaper();
    user_namespaces = geteuid() != 0 && have_user_namespaces();
    return 1;
}

/* ---- worker ---------------------------------------------------------------------------------- */

static void worker_limits(const limits *l, const program *p)
{
    set_limit(RLIMIT_CPU, (rlim_t)l->cpu, (rlim_t)l->cpu + 1);
    /* not one byte to any file; pipes are no files */
    set_limit(RLIMIT_FSIZE, 0, 0);
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_STACK, 8 << 20, 8 << 20);
    set_limit(RLIMIT_NOFILE, 32, 32);
#if defined(RLIMIT_AS)
    if (!p->sanitized) set_limit(RLIMIT_AS, (rlim_t)l->memory << 20, (rlim_t)l->memory << 20);
#else
    (void)p;
#endif
}

/* give up being root, for a user that owns nothing and runs nothing else */
static int drop_root(uid_t uid)
{
    if (geteuid() != 0) return 1;
    return setgroups(0, NULL) == 0 && setgid((gid_t)uid) == 0 && setuid(uid) == 0;
}

/* exec, with the remaining rights */
static void start_program(const program *p, const limits *l, const char *path)
{
    static char *const san_environment[] = {
        "ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99",
        "UBSAN_OPTIONS=print_stacktrace=0", NULL
    };
    static char *const no_environment[] = { NULL };
    /* a dynamic worker's libraries, and files that its sanitizers read about themselves; none of
     * these holds user data */
    static const char *const libraries[] = {
        "/lib",       "/lib32",     "/lib64",           "/libx32",        "/usr/lib",
        "/usr/lib32", "/usr/lib64", "/usr/libx32",      "/usr/local/lib", "/usr/local/lib64",
        "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/proc/self",     "../worker",
        NULL
    };
    static const char *const nothing[] = { NULL };
    const char *const itself[] = { path, NULL };
    char name[] = "worker", *argv[2] = { name, NULL };

    confine_prepare();
    if (!l->open) {
        const char *hidden;
        confine_files(p->is_static ? itself : libraries, nothing);
        hidden = confine_calls(path, !p->is_static);
        if (hidden) path = hidden;
    }
    execve(path, argv, p->sanitized ? san_environment : no_environment);
}

static void run_worker(const sandbox *s, const program *p, const limits *l, const int fd[4],
                       uid_t uid)
{
    char cwd[300];
    int inside = 0, ok, high[4];
    sigset_t none;

    setsid();
    for (int i = 0; i < 4; i++) high[i] = fcntl(fd[i], F_DUPFD, 10);
    for (int i = 0; i < 4; i++) dup2(high[i], i);
    close_but(&(const int){ 3 }, 1);
    worker_limits(l, p);
    umask(077);
    snprintf(cwd, sizeof cwd, "%s/cwd", s->directory);
    if (!l->plain && p->is_static) inside = chroot(s->directory) == 0;
    ok = chdir(inside ? "/cwd" : cwd) == 0;
    /* a root that has no other users, in some containers */
    if (!l->plain && !drop_root(uid)) errno = 0;
#if defined(RLIMIT_NPROC)
    /* no fork (root is exempt); after setuid, which it would disturb */
    set_limit(RLIMIT_NPROC, 0, 0);
#endif
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (ok) start_program(p, l, inside ? "/worker" : "../worker");
    _exit(127);
}

/* ---- init ------------------------------------------------------------------------------------ */

static void on_child(int sig) { (void)sig; }

/* kill all that still runs: the worker's session, and every process of its own user id */
static void kill_all(pid_t worker, uid_t uid, const limits *l)
{
    kill(worker, SIGKILL);
    kill(-worker, SIGKILL);
    if (geteuid() == 0 && !l->plain) {
        const pid_t killer = fork();
        if (killer == 0) {
            /* all that this user may kill, except itself */
            if (drop_root(uid)) kill(-1, SIGKILL);
            _exit(0);
        }
        if (killer > 0) waitpid(killer, NULL, 0);
    }
}

static void run_init(const sandbox *s, const program *p, const limits *l, const int fd[4],
                     int leash, int report, uid_t uid)
{
    const int keep[] = { leash, report };
    struct sigaction action;
    sigset_t child, before;
    pid_t worker;
    int status = 0, ended = 0;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_child;
    sigaction(SIGCHLD, &action, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    /* delivered only while pselect waits: none is missed */
    sigprocmask(SIG_BLOCK, &child, &before);
    become_subreaper();
    worker = fork();
    if (worker == 0) run_worker(s, p, l, fd, uid);
    close_but(keep, 2);
    close(0), close(1), close(2);
    if (worker < 0) _exit(1);

    while (!ended) {
        fd_set reading;
        pid_t who;
        FD_ZERO(&reading);
        FD_SET(leash, &reading);
        /* the leash was closed */
        if (pselect(leash + 1, &reading, NULL, NULL, NULL, &before) > 0) break;
        while ((who = waitpid(-1, &status, WNOHANG)) > 0)
            if (who == worker) {
                ended = 1;
                break;
            }
    }
    kill_all(worker, uid, l);
    if (!ended) waitpid(worker, &status, 0);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    _exit(write(report, &status, sizeof status) == (ssize_t)sizeof status ? 0 : 1);
}

/* ---- keeper ---------------------------------------------------------------------------------- */

#if defined(__linux__)
static void write_text(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY);

    if (fd >= 0) {
        if (write(fd, text, strlen(text)) < 0) errno = 0;      /* no map: chroot is left out */
        close(fd);
    }
}

/* New namespaces, as far as the system allows. In a user namespace the keeper's user keeps its
 * number: it is not root inside either, so exec takes away the powers that chroot needed. While
 * it writes its maps the keeper is open to others of its user: by then it has erased the secret. */
static void enter_namespaces(void)
{
    const uid_t uid = geteuid();
    const gid_t gid = getegid();
    char map[64];

    if (uid == 0) {
        if (unshare(CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC) != 0) errno = 0;
        return;
    }
    if (!user_namespaces ||
        unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC) != 0)
        return;
    /* or its own /proc/self/uid_map would belong to root */
    set_dumpable(1);
    write_text("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)uid, (unsigned long)uid);
    write_text("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)gid, (unsigned long)gid);
    write_text("/proc/self/gid_map", map);
    set_dumpable(0);
}

/* Orphans of the worker that outlived init come to the keeper, their subreaper. The kernel lists
 * a process's children. */
static void kill_orphans(void)
{
    char path[64], line[4096];

    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    for (int round = 0; round < 100; round++) {
        FILE *in = fopen(path, "r");
        int found = 0;
        if (!in) return;
        if (fgets(line, sizeof line, in))
            for (char *at = strtok(line, " \n"); at; at = strtok(NULL, " \n")) {
                kill((pid_t)atol(at), SIGKILL);
                found = 1;
            }
        fclose(in);
        if (!found) return;
        while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    }
}
#else
static void enter_namespaces(void) {}
static void kill_orphans(void) {}
#endif

static void run_keeper(const sandbox *s, const program *p, const limits *l, const int fd[4],
                       int leash, int report, uid_t uid)
{
    const int keep[] = { fd[0], fd[1], fd[2], fd[3], leash, report };
    pid_t init;

    memset(secret, 0, secret_size);
    setsid();
    close_but(keep, 6);
    /* Ctrl-C ends the grader, and with it the leash */
    signal(SIGINT, SIG_IGN);
    become_subreaper();
    if (!l->plain) enter_namespaces();
    init = fork();
    if (init == 0) run_init(s, p, l, fd, leash, report, uid);
    close_but(NULL, 0);
    while (waitpid(init, NULL, 0) < 0 && errno == EINTR) continue;
    kill_orphans();
    _exit(0);
}

/* ---- grader ---------------------------------------------------------------------------------- */

/* the worker's directory: its executable, and an empty directory to work in */
static int make_directory(sandbox *s, const program *p, uid_t uid, const limits *l)
{
    char path[300];
    FILE *out;
    int ok;

    snprintf(s->directory, sizeof s->directory, "%s/run.%ld.XXXXXX", parent_directory,
             (long)getpid());
    if (!mkdtemp(s->directory)) return 0;
    chmod(s->directory, 0755);
    snprintf(path, sizeof path, "%s/cwd", s->directory);
    if (mkdir(path, 0755) != 0) return 0;
    /* then it can't write there */
    if (geteuid() == 0 && !l->plain && chown(path, uid, (gid_t)uid) != 0) errno = 0;
    snprintf(path, sizeof path, "%s/worker", s->directory);
    out = fopen(path, "wb");
    if (!out) return 0;
    ok = fwrite(p->bytes, 1, p->size, out) == p->size;
    if (fclose(out) != 0) ok = 0;
    return ok && chmod(path, 0755) == 0;
}

static int open_pipes(int pipes[5][2])
{
    for (int i = 0; i < 5; i++) pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < 5; i++) {
        if (pipe(pipes[i]) != 0) return 0;
        /* out of the way of descriptors 0 to 3 */
        for (int end = 0; end < 2; end++) {
            const int high = fcntl(pipes[i][end], F_DUPFD, 10);
            close(pipes[i][end]);
            pipes[i][end] = high;
            if (high < 0) return 0;
        }
    }
    return 1;
}

static void close_pipes(int pipes[5][2])
{
    for (int i = 0; i < 5; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0) close(pipes[i][end]);
}

static uid_t next_user(const limits *l)
{
    const unsigned n = started++;

    if (l->users >= 0) return (uid_t)(FIRST_RANGE + RANGE * (unsigned)l->users + n % RANGE);
    return (uid_t)(FIRST_UID + ((unsigned)getpid() * 37u + n) % UIDS);
}

int sandbox_start(sandbox *s, const program *p, const limits *l)
{
    enum { REQUEST, ANSWER, TEXT, ENDING, LEASH };
    const uid_t uid = next_user(l);
    int pipes[5][2];

    memset(s, 0, sizeof *s);
    if (!open_pipes(pipes) || !make_directory(s, p, uid, l)) {
        close_pipes(pipes);
        if (s->directory[0]) remove_tree(s->directory);
        return 0;
    }
    fflush(NULL);
    s->keeper = fork();
    if (s->keeper == 0) {
        const int fd[4] = { pipes[REQUEST][0], pipes[TEXT][1], pipes[TEXT][1], pipes[ANSWER][1] };
        run_keeper(s, p, l, fd, pipes[LEASH][0], pipes[ENDING][1], uid);
    }
    for (int i = 0; i < 5; i++) {
        const int ours = i == REQUEST || i == LEASH;           /* the end that is written to */
        close(pipes[i][!ours]);
        if (i != LEASH) fcntl(pipes[i][ours], F_SETFL, O_NONBLOCK);
    }
    s->request = pipes[REQUEST][1];
    s->answer = pipes[ANSWER][0];
    s->text = pipes[TEXT][0];
    s->ending = pipes[ENDING][0];
    s->leash = pipes[LEASH][1];
    if (s->keeper < 0) {
        sandbox_stop(s);
        return 0;
    }
    return 1;
}

void sandbox_finish(void) { kill_orphans(); }

int sandbox_ending(const sandbox *s, int *status)
{
    const ssize_t got = read(s->ending, status, sizeof *status);

    return got == (ssize_t)sizeof *status ? 1 : got == 0 ? -1 : 0;
}

void sandbox_stop(sandbox *s)
{
    struct pollfd end = { .fd = s->ending, .events = POLLIN };
    int status;

    close(s->leash);
    close(s->request);
    close(s->answer);
    close(s->text);
    if (s->keeper > 0) {
        /* init answers within a millisecond, if it lives */
        for (int i = 0; i < 5; i++) {
            const int state = sandbox_ending(s, &status);
            if (state < 0) break;
            if (state == 0) poll(&end, 1, 100);
        }
        /* keeper and init, should they have been stopped */
        kill(-s->keeper, SIGKILL);
        kill(s->keeper, SIGKILL);
        while (waitpid(s->keeper, NULL, 0) < 0 && errno == EINTR) continue;
    }
    close(s->ending);
    if (s->directory[0]) remove_tree(s->directory);
}
