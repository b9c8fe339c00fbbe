/* confine.c: see confine.h */
#if defined(__linux__)
#define _GNU_SOURCE                      /* syscall, O_PATH, MAP_ANONYMOUS */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "confine.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__GLIBC__)
void set_limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard)
#else
void set_limit(int what, rlim_t soft, rlim_t hard)
#endif
{
    const struct rlimit l = { soft, hard };

    setrlimit(what, &l);
}

/* ---- time ------------------------------------------------------------------------------------ */

enum { IN_A_ROW = 3, LAST = 30, DEPTH = 6 };
static const double apart = 0.05;        /* [s], from one look to the next */

double real_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

char process_state(long pid)
{
    char path[64], state = '?';
    FILE *in;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    in = fopen(path, "r");
    if (!in) return '\0';
    if (fscanf(in, "%*d (%*[^)]) %c", &state) != 1) state = '?';
    fclose(in);
    return state;
}

/* running, ready to run, or in the middle of a read from a disk */
static int computes(long pid)
{
    const char state = process_state(pid);

    return state == 'R' || state == 'D';
}

static int any_computes(long pid, int depth)
{
    char path[64], line[4096] = "", *end;
    FILE *in;

    if (computes(pid)) return 1;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    in = depth > 0 ? fopen(path, "r") : NULL;
    if (!in) return 0;
    if (!fgets(line, sizeof line, in)) line[0] = '\0';
    fclose(in);
    for (char *at = line;; at = end) {
        const long child = strtol(at, &end, 10);
        if (end == at) return 0;
        if (any_computes(child, depth - 1)) return 1;
    }
}

patience have_patience(pid_t root, double seconds)
{
    const double t = real_time();
    const patience p = { root, t + seconds, t + LAST * seconds, 0 };

    return p;
}

int is_over(patience *p)
{
    const double t = real_time();

    if (t < p->next) return 0;
    p->asleep = any_computes((long)p->root, DEPTH) ? 0 : p->asleep + 1;
    p->next = t + apart;
    return p->asleep >= IN_A_ROW || t > p->last;
}

/* ---- rights ---------------------------------------------------------------------------------- */

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void confine_prepare(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/* ---- files: Landlock ------------------------------------------------------------------------- */

/* the same numbers on every architecture of Linux that has them by these names */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };

/* rights, as bits */
enum {
    EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4, REMOVE_FILE = 1 << 5, MAKE_DIR = 1 << 7, MAKE_REG = 1 << 8,
    MAKE_SYM = 1 << 12, REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15,
    READING = EXECUTE | READ_FILE | READ_DIR,
    WRITING = READING | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM |
              REFER | TRUNCATE,
    /* those that a rule about a file may have */
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
};

typedef struct { uint64_t files, net, scoped; } ruleset;
typedef struct { uint64_t rights; int32_t fd; } __attribute__((packed)) path_rule;

/* all rights that a version of Landlock knows: named here, and not granted, they are refused */
static ruleset all_rights(long version)
{
    ruleset all;

    all.files = version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version >= 2 ? 0x3fff : 0x1fff;
    all.net = version >= 4 ? 3 : 0;                            /* bind and connect, TCP */
    /* abstract sockets and signals to processes outside */
    all.scoped = version >= 6 ? 3 : 0;
    return all;
}

static int grant(int rules, const char *path, uint64_t rights)
{
    path_rule rule;
    struct stat st;
    int ok = 1;

    rule.fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.fd < 0) return 1;
    rule.rights = fstat(rule.fd, &st) == 0 && S_ISDIR(st.st_mode) ? rights : rights & OF_FILES;
    if (syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) != 0) ok = 0;
    close(rule.fd);
    return ok;
}

int confine_files(const char *const *readable, const char *const *writable)
{
    const long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    ruleset all;
    size_t size;
    int rules, ok = 1;

    if (version < 1) return 0;
    all = all_rights(version);
    /* an older kernel's structure is shorter */
    size = version >= 6 ? sizeof all : version >= 4 ? 16 : 8;
    rules = (int)syscall(CREATE_RULESET, &all, size, 0);
    if (rules < 0) return 0;
    for (; *readable; readable++) ok = ok && grant(rules, *readable, READING & all.files);
    for (; *writable; writable++) ok = ok && grant(rules, *writable, WRITING & all.files);
    ok = ok && syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return ok;
}

/* ---- system calls: seccomp ------------------------------------------------------------------- */

/* the machine, as the kernel tells a filter (AUDIT_ARCH_...); elsewhere there is no filter. In
 * all of these the low half of an argument comes first. */
#if defined(__x86_64__) && defined(__LP64__)
#define MACHINE 0xc000003eu
#elif defined(__i386__)
#define MACHINE 0x40000003u
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define MACHINE 0xc00000b7u
#elif defined(__arm__) && defined(__ARMEL__)
#define MACHINE 0x40000028u
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE 0xc00000f3u
#endif

#ifdef MACHINE

/* what a computation needs: memory, time, open descriptors, its own signals and limits, an end */
static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_lseek, SYS_fstat, SYS_exit,
    SYS_exit_group, SYS_brk, SYS_munmap, SYS_madvise, SYS_futex, SYS_set_tid_address,
    SYS_set_robust_list, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_times, SYS_gettimeofday,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_restart_syscall,
#ifdef SYS_fstat64
    SYS_fstat64, SYS__llseek, SYS_getuid32, SYS_geteuid32, SYS_getgid32, SYS_getegid32,
    SYS_ugetrlimit,
#endif
#ifdef SYS_clock_gettime64
    SYS_clock_gettime64, SYS_clock_getres_time64, SYS_clock_nanosleep_time64, SYS_futex_time64,
#endif
#ifdef SYS_arch_prctl
    SYS_arch_prctl,
#endif
#ifdef SYS_set_thread_area
    SYS_set_thread_area,
#endif
#ifdef __ARM_NR_set_tls
    __ARM_NR_set_tls,
#endif
#ifdef SYS_sigreturn
    SYS_sigreturn,
#endif
#ifdef SYS_getrlimit
    SYS_getrlimit,
#endif
#ifdef SYS_time
    SYS_time,
#endif
#ifdef SYS_pause
    SYS_pause,
#endif
#ifdef SYS_getrandom
    SYS_getrandom,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

/* calls that give memory to a process, which must not be code: a function of the C library could
 * otherwise be replaced. For the same reason pages can't be moved (mremap). */
static const int memory_calls[] = {
    SYS_mprotect,
#ifdef SYS_mmap
    SYS_mmap,
#endif
#ifdef SYS_mmap2
    SYS_mmap2,
#endif
};

/* further calls that the dynamic linker and the sanitizers need: names of files. Opening is for
 * reading only, see below. */
static const int allowed_to_open[] = {
    SYS_pread64, SYS_readlinkat, SYS_faccessat, SYS_getcwd, SYS_personality,
#ifdef SYS_newfstatat
    SYS_newfstatat,
#endif
#ifdef SYS_fstatat64
    SYS_fstatat64, SYS_stat64, SYS_lstat64,
#endif
#ifdef SYS_stat
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
#ifdef SYS_statx
    SYS_statx,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
};

/* A program of the kernel's filter machine (classic BPF): code, where to go on if true and if
 * false (counted from the next instruction), operand. It looks at { int nr; uint32 machine;
 * uint64 address; uint64 argument[6] }. */
typedef struct { uint16_t code; uint8_t yes, no; uint32_t k; } instruction;
typedef struct { unsigned short length; instruction *at; } filter;

enum { LOAD = 0x20, IF_EQUAL = 0x15, IF_ANY_BIT = 0x45, RETURN = 0x06, ROOM = 256 };
enum { NR_AT = 0, MACHINE_AT = 4, ARGUMENT_AT = 16, HIGH_HALF = 4 };
static const uint32_t allow = 0x7fff0000u, refuse = 0x00050000u | EPERM, kill_process = 0x80000000u;

static void add(filter *f, unsigned code, uint32_t k, unsigned yes, unsigned no)
{
    instruction *i = &f->at[f->length++];

    i->code = (uint16_t)code;
    i->yes = (uint8_t)yes;
    i->no = (uint8_t)no;
    i->k = k;
}

static void allow_calls(filter *f, const int *call, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(f, IF_EQUAL, (uint32_t)call[i], 0, 1);
        add(f, RETURN, allow, 0, 0);
    }
}

/* a call whose argument must be this number of 32 bits */
static void allow_argument(filter *f, int call, unsigned argument, uint32_t value)
{
    add(f, IF_EQUAL, (uint32_t)call, 0, 4);
    add(f, LOAD, ARGUMENT_AT + 8 * argument, 0, 0);
    add(f, IF_EQUAL, value, 0, 1);
    add(f, RETURN, allow, 0, 0);
    add(f, RETURN, refuse, 0, 0);
}

/* a call with none of these bits in an argument */
static void allow_without(filter *f, int call, unsigned argument, uint32_t bits)
{
    add(f, IF_EQUAL, (uint32_t)call, 0, 4);
    add(f, LOAD, ARGUMENT_AT + 8 * argument, 0, 0);
    add(f, IF_ANY_BIT, bits, 1, 0);
    add(f, RETURN, allow, 0, 0);
    add(f, RETURN, refuse, 0, 0);
}

static void allow_exec(filter *f, const char *path)
{
    const uint64_t address = (uint64_t)(uintptr_t)path;

    add(f, IF_EQUAL, SYS_execve, 0, 6);
    add(f, LOAD, ARGUMENT_AT, 0, 0);
    add(f, IF_EQUAL, (uint32_t)address, 0, 3);
    add(f, LOAD, ARGUMENT_AT + HIGH_HALF, 0, 0);
    add(f, IF_EQUAL, (uint32_t)(address >> 32), 0, 1);
    add(f, RETURN, allow, 0, 0);
    add(f, RETURN, kill_process, 0, 0);
}

/* path at an address of the kernel's choice, on a page that exec takes away */
static const char *hidden_copy(const char *path)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED || strlen(path) >= 4096) return NULL;
    return strcpy(page, path);
}

const char *confine_calls(const char *path, int may_open)
{
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    const char *hidden = hidden_copy(path);
    instruction program[ROOM];
    filter f = { 0, program };

    if (!hidden) return NULL;
    add(&f, LOAD, MACHINE_AT, 0, 0);
    add(&f, IF_EQUAL, MACHINE, 1, 0);
    add(&f, RETURN, kill_process, 0, 0);
    add(&f, LOAD, NR_AT, 0, 0);
    allow_calls(&f, allowed, sizeof allowed / sizeof allowed[0]);
    if (may_open)
        allow_calls(&f, allowed_to_open, sizeof allowed_to_open / sizeof allowed_to_open[0]);
    if (may_open) allow_without(&f, SYS_openat, 2, writing);
#ifdef SYS_open
    if (may_open) allow_without(&f, SYS_open, 1, writing);
#endif
    /* the dynamic linker makes code out of files that may be read */
    for (size_t i = 0; i < sizeof memory_calls / sizeof memory_calls[0]; i++)
        allow_without(&f, memory_calls[i], 2, may_open ? 0 : PROT_EXEC);
    allow_argument(&f, SYS_kill, 0, (uint32_t)getpid());       /* raise, abort */
    allow_argument(&f, SYS_tgkill, 0, (uint32_t)getpid());
    allow_argument(&f, SYS_prlimit64, 0, 0);                   /* its own */
    allow_exec(&f, hidden);
    add(&f, RETURN, refuse, 0, 0);
    return prctl(PR_SET_SECCOMP, 2, &f, 0, 0) == 0 ? hidden : NULL;
}

#endif /* MACHINE */
#else

void confine_prepare(void) {}
int confine_files(const char *const *readable, const char *const *writable)
{
    return (void)readable, (void)writable, 0;
}

#endif

#ifndef MACHINE
const char *confine_calls(const char *path, int may_open)
{
    return (void)path, (void)may_open, NULL;
}
#endif
